/* Stationary iterations sweep by sweep, to be shown slowly and side by side: x ← x + M⁻¹ (b − A x)
 * with M the diagonal (Jacobi), a triangle of A (Gauss-Seidel), and what relaxation and colours
 * make of it.
 *
 * Source: R. S. Varga, “Matrix Iterative Analysis”, sections 3.1 and 4.1; Y. Saad, “Iterative
 * Methods for Sparse Linear Systems”, sections 4.1 and 12.4 (colours).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_STATIONARY_JACOBI,
  SEIDEL_STATIONARY_FORWARD,   /* Gauss-Seidel */
  SEIDEL_STATIONARY_SYMMETRIC, /* a forward sweep and a backward one count as one sweep */
  SEIDEL_STATIONARY_SOR,
  SEIDEL_STATIONARY_COLORS, /* Gauss-Seidel, the rows of one colour after those of another */
  SEIDEL_N_STATIONARY,
} SeidelStationaryKind;

/* For people; in English, translatable. */
SEIDEL_API const char *seidel_stationary_name (SeidelStationaryKind kind);

/* More sweeps are not made. */
#define SEIDEL_STATIONARY_MOST_SWEEPS 10000
/* Rows up to which every iterate is kept; of more at most SEIDEL_STATIONARY_MOST_KEPT are, evenly
 * spaced, and others are computed again from the one before: 8 bytes a row each, 2 MB for 64 × 64
 * points. */
#define SEIDEL_STATIONARY_FEW_ROWS  64
#define SEIDEL_STATIONARY_MOST_KEPT 64

/* Not thread-safe. */
typedef struct
{
  SeidelStationaryKind kind;
  double omega; /* of SOR */

  /* Borrowed. */
  const SeidelCsr *csr;
  const double *b;     /* rows */
  const double *exact; /* the solution, rows, or NULL: not known */

  int32_t *order;  /* rows in the order of a sweep by colours, or NULL: their own */
  int64_t sweep;   /* of x */
  double *x;       /* rows */
  double *next;    /* rows */
  GPtrArray *kept; /* double[rows]: the iterate of each multiple of the interval, from 0 on */
  int64_t interval;
  /* double, an element for each sweep that was ever made, from 0 on: ‖x − x*‖₂, without a known
   * solution 0, and ‖b − A x‖₂. */
  GArray *errors;
  GArray *residuals;
} SeidelStationary;

/* The matrix is square, and neither it nor the vectors change; start is copied. A row without a
 * diagonal entry, or with 0 there, keeps its value. SEIDEL_ERROR_INVALID, SEIDEL_ERROR_MEMORY. */
SEIDEL_API SeidelStationary *seidel_stationary_new (const SeidelCsr *csr,
                                                    const double *b,
                                                    const double *exact,
                                                    const double *start,
                                                    SeidelStationaryKind kind,
                                                    double omega,
                                                    GError **error);
SEIDEL_API void seidel_stationary_free (SeidelStationary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelStationary, seidel_stationary_free)

/* Forgets all sweeps but the start. */
SEIDEL_API void seidel_stationary_set_omega (SeidelStationary *self, double omega);

/* Brings x to a sweep, 0 … SEIDEL_STATIONARY_MOST_SWEEPS, or as far as it comes until a moment of
 * the monotonic clock; one sweep at least. Returns whether it is there. The same x whatever was
 * shown before. */
SEIDEL_API bool seidel_stationary_go_to (SeidelStationary *self, int64_t sweep, int64_t until);
/* An iterate that is kept, rows values; NULL: it is not. */
SEIDEL_API const double *seidel_stationary_kept (const SeidelStationary *self, int64_t sweep);

/* Rows up to which seidel_dense_solve () solves: some 20 ms. */
#define SEIDEL_DENSE_SOLVE_MOST 400
/* A x = b by Gaussian elimination with row exchanges, for a small square matrix. False where it is
 * singular to working precision, or larger. */
SEIDEL_API bool seidel_dense_solve (const SeidelCsr *csr, const double *b, double *x);

G_END_DECLS
