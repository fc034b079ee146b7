/* Vectors whose elements are multiplied by powers of two, which are known by their exponents: exact
 * but at the ends of the range of doubles. Exponents NULL are all 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* The exponent of the largest |xᵢ| 2^(sign eᵢ) of n elements; 0 of zeros, and where an element is
 * not finite. sign is 1 or −1. */
int seidel_powers_largest (const double *x, const int *exponents, int sign, int64_t n);

/* xᵢ ← xᵢ 2^(eᵢ + more) */
void seidel_powers_multiply (double *x, const int *exponents, int more, int64_t n);

G_END_DECLS
