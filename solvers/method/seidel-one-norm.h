/* The norm of an operator of which only products are known. Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* x ← B x, or Bᵀ x, n numbers in place. False stops the estimate. */
typedef bool (*SeidelProductFunc) (void *data, bool transposed, double *x);

/* An estimate of ‖B‖₁ for a square B with n ≥ 1 rows, from below and seldom too small by more than
 * a factor of 3, by at most 10 products; coarse: by 3. NaN when apply () stopped it, or without
 * memory for 1.125 n numbers. */
double seidel_one_norm_estimate (int64_t n, bool coarse, SeidelProductFunc apply, void *data);
