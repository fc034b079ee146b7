/* Vectors of doubles: norms, products, residuals.
 *
 * Sums are computed over fixed blocks whose results are added in order, so that the result does not
 * depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "matrix/seidel-csr.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* n doubles, zeroed, 64-byte aligned; NULL with SEIDEL_ERROR_MEMORY. Free with
 * seidel_vector_free (), which accepts NULL. */
SEIDEL_API double *seidel_vector_new (int64_t n, GError **error);
SEIDEL_API void seidel_vector_free (double *x);

SEIDEL_API double seidel_vector_norm_2 (const double *x, int64_t n);
SEIDEL_API double seidel_vector_norm_inf (const double *x, int64_t n);
/* xᵀ y of n elements each. */
SEIDEL_API double seidel_vector_dot (const double *x, const double *y, int64_t n);
/* The largest modulus of n complex numbers, 2 n doubles. */
SEIDEL_API double seidel_complex_norm_inf (const double *x, int64_t n);

/* Reproducible, uniformly distributed values in [−1, 1): the i-th depends only on seed and i. */
SEIDEL_API double seidel_random_uniform (uint64_t seed, uint64_t i);
SEIDEL_API void seidel_vector_fill_random (double *x, int64_t n, uint64_t seed);

/* y = A x with threads threads; A is rows × columns, x has columns, y has rows entries. Stops
 * within 100 ms of cancellation (which may be NULL) and then returns false. */
SEIDEL_API bool seidel_csr_multiply (const SeidelCsr *csr,
                                     const double *x,
                                     double *y,
                                     int threads,
                                     GCancellable *cancellable);

/* r = b − A x, with the same conditions. */
SEIDEL_API bool seidel_csr_residual (const SeidelCsr *csr,
                                     const double *b,
                                     const double *x,
                                     double *r,
                                     int threads,
                                     GCancellable *cancellable);

/* r = b − A (x + x_low), each element accumulated in doubled precision and rounded once; x_low, the
 * part of the iterate below the last digit of x, may be NULL. The same conditions.
 *
 * Source: Ogita, Rump and Oishi, "Accurate sum and dot product" (2005), Dot2. */
SEIDEL_API bool seidel_csr_residual_doubled (const SeidelCsr *csr,
                                             const double *b,
                                             const double *x,
                                             const double *x_low,
                                             double *r,
                                             int threads,
                                             GCancellable *cancellable);

/* ‖A‖∞, the largest sum of magnitudes in a row. */
SEIDEL_API double seidel_csr_norm_inf (const SeidelCsr *csr);

/* What is known of an iterate x from r = b − A x. */
typedef struct
{
  double norm_2;   /* ‖r‖₂ */
  double norm_inf; /* ‖r‖∞ */
  /* The least relative change of A and b, in the norm ∞, for which x is the exact solution:
   * ‖r‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞) (Rigal and Gaches, 1967). */
  double backward;
  /* The least relative change of every single entry of A and b that does the same:
   * max |r|ᵢ / (|A| |x| + |b|)ᵢ (Oettli and Prager, 1964). Infinite where a row of zeros has a
   * residual. */
  double backward_rows;
  double norm_A; /* ‖A‖∞ */
} SeidelNorms;

#define SEIDEL_NORMS_UNKNOWN ((SeidelNorms){ NAN, NAN, NAN, NAN, NAN })

/* The norms of b − A x and the backward errors of x, in double precision. Stops within 100 ms of
 * cancellation and then returns false. */
SEIDEL_API bool seidel_csr_true_residual (const SeidelCsr *csr,
                                          const double *b,
                                          const double *x,
                                          int threads,
                                          GCancellable *cancellable,
                                          SeidelNorms *norms);

/* The same of the matrix of a problem: where it is the real form of a complex one, the numbers are
 * those of the complex system, magnitudes being moduli. */
SEIDEL_API bool seidel_matrix_true_residual (const SeidelMatrix *matrix,
                                             const double *b,
                                             const double *x,
                                             int threads,
                                             GCancellable *cancellable,
                                             SeidelNorms *norms);

/* The same with each element of b − A x accumulated in doubled precision, as by
 * seidel_csr_residual_doubled (): for an x so large that rounding of A x hides the residual. */
SEIDEL_API bool seidel_matrix_true_residual_doubled (const SeidelMatrix *matrix,
                                                     const double *b,
                                                     const double *x,
                                                     int threads,
                                                     GCancellable *cancellable,
                                                     SeidelNorms *norms);

/* A bound f of |b − A x|, row by row: the residual in doubled precision, and what rounding may have
 * added to it. f has rows entries. The same conditions. */
SEIDEL_API bool seidel_csr_residual_bound (const SeidelCsr *csr,
                                           const double *b,
                                           const double *x,
                                           double *f,
                                           int threads,
                                           GCancellable *cancellable);

G_END_DECLS
