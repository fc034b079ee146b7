/* The norm of an operator of which only products are known. Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SEIDEL_ONE_NORM_PRODUCTS 17
#define SEIDEL_ONE_NORM_EXACT    10

/* x ← B x, or Bᵀ x, n numbers in place. False stops the estimate. */
typedef bool (*SeidelProductFunc) (void *data, bool transposed, double *x);

/* ‖B‖₁ of a square B with 1 ≤ n ≤ SEIDEL_ONE_NORM_EXACT rows; of a larger one an estimate, from
 * below and seldom too small by more than a factor of 2, by at most SEIDEL_ONE_NORM_PRODUCTS
 * products, mostly by 10. NaN when apply () stopped it, or without memory for 1.125 n numbers. */
double seidel_one_norm_estimate (int64_t n, SeidelProductFunc apply, void *data);

/* The same by one product with Bᵀ, and another one with B unless there is no need: the sums of
 * columns by the signs of a vector that B or its transpose has made, such as a solution where B is
 * an inverse. Exact where that and B have no negative entries. *column becomes one that may be the
 * largest. */
double seidel_one_norm_glance (int64_t n,
                               const double *made,
                               bool once,
                               int64_t *column,
                               SeidelProductFunc apply,
                               void *data);
