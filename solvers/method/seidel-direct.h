/* What direct methods share: they make something of the matrix once (its inverse, its factors) and
 * solve with it, once for b and then for what is left of the residual. Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

struct SeidelDirect
{
  /* Makes the factors of the matrix; NULL with a reason where there are none (the message then says
   * more) or the run was stopped. Takes what run->kept has of another matrix of the same pattern,
   * where keeps_symbolic is set. */
  gpointer (*factor) (SeidelMethodRun *run, SeidelReason *reason);
  /* x ← A⁻¹ x, or A⁻ᵀ x, n numbers; of a method of least squares, what takes its place: x has room
   * for rows and for columns numbers. False when the run was stopped. */
  bool (*solve) (SeidelMethodRun *run, gpointer factors, bool transposed, double *x);
  void (*free) (gpointer factors);
  bool never_transposed; /* solve () supports A⁻¹ only */
  bool solves_another;   /* what solve () solves is not A x = b: there is nothing to refine by it */
  bool keeps_symbolic;   /* symbolic factors serve another matrix of the same pattern */
};

/* The whole of a direct method. Iteration 1 is the solution; where it misses the tolerance, further
 * iterations refine it as long as each halves the residual. Ignores the first guess. Leaves the
 * factors in run->kept. */
SeidelReason seidel_direct_run (SeidelMethodRun *run, const SeidelDirect *direct);

/* Whether the run has factors that solve with the matrix, or its transpose. */
bool seidel_direct_solves (const SeidelMethodRun *run, bool transposed);

/* x ← A⁻¹ x, or A⁻ᵀ x, with those factors, A being the given matrix where a scaled one was
 * factored. False when the run was stopped. */
bool seidel_direct_solve (SeidelMethodRun *run, bool transposed, double *x);

/* Notes what the factors have taken, by which the estimates below are chosen: their entries, and
 * the operations that made them. */
void seidel_direct_note_work (SeidelMethodRun *run, double entries, double flops);

/* Whether so many solves take no more than a twentieth of the factorisation, or a moment. */
bool seidel_direct_is_quick (const SeidelMethodRun *run, int solves);

/* ‖A⁻¹‖∞ of such a matrix in one solve if it is an M-matrix, else NaN. NaN as below, too. */
double seidel_direct_monotone_norm (SeidelMethodRun *run, GCancellable *skip);

/* An estimate of ‖A⁻¹ diag (f)‖∞ with those factors, f of ones if NULL, from below and seldom too
 * small by more than a factor of 2, in at most SEIDEL_DIRECT_SOLVES solves, mostly in half as many.
 * NaN if the run or skip was cancelled, or without memory. */
#define SEIDEL_DIRECT_SOLVES 17
double seidel_direct_inverse_norm (SeidelMethodRun *run, const double *f, GCancellable *skip);

/* ‖A⁻¹‖∞ in one solve, or in two where A is not symmetric: x is a solution, with any b. *row
 * becomes one in which A⁻¹ may be largest. */
double seidel_direct_inverse_glance (SeidelMethodRun *run,
                                     const double *x,
                                     int64_t *row,
                                     GCancellable *skip);

/* (|A⁻¹| f) of a row in one solve. NaN as above. */
double
seidel_direct_inverse_row (SeidelMethodRun *run, int64_t row, const double *f, GCancellable *skip);

/* The same where the engine of the run makes the factors that the method's row names; false: it
 * makes none. */
bool seidel_direct_run_on_engine (SeidelMethodRun *run, SeidelReason *reason);

/* Ends with SEIDEL_REASON_OUT_OF_MEMORY and both figures in the message, for when a reservation has
 * failed: at least so many bytes would be needed. */
SeidelReason seidel_direct_out_of_memory (SeidelMethodRun *run, double bytes);

/* A reciprocal condition number at which an iterative method may find a solution that the factors
 * do not: that of a singular matrix, but for rounding. */
#define SEIDEL_DIRECT_SINGULAR 1e-12

/* Ends with SEIDEL_REASON_BREAKDOWN: no pivot is left in column (−1: not known), nor a row whose
 * addition would make one where the method adds rows. */
SeidelReason seidel_direct_singular (SeidelMethodRun *run, int64_t column, bool adds_rows);

/* Work that nobody can interrupt, on data that a thread of its own can go on with. Returns true
 * when func (data) is done. When the run is stopped before that, sets *abandoned, which lies within
 * the data, and returns false at once: the thread goes on alone, and frees the data when it is
 * done. A program that ends before that ends without the clean-up of its libraries. */
bool seidel_direct_call (SeidelMethodRun *run,
                         void (*func) (gpointer data),
                         gpointer data,
                         GDestroyNotify free_data,
                         atomic_bool *abandoned);

G_END_DECLS
