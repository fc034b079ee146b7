/* Incomplete factorisations with the pattern of the matrix: A ≈ (L + D) D⁻¹ (D + U).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* The part of the largest entry of its row below which a pivot is replaced; 0: none is. */
double seidel_ilu_least_pivot (const SeidelMethodRun *run);

/* How many pivots were replaced, and the first row where one was. */
typedef struct
{
  int64_t count;
  int64_t row;
} SeidelReplacedPivots;

/* One whose magnitude is less than a limit becomes that limit, with the same sign, 0 a positive
 * one; limit 0 leaves all as they are. */
double
seidel_ilu_replace_pivot (SeidelReplacedPivots *replaced, double pivot, double limit, int64_t row);
/* Says so at the end of the run, where any were. */
void seidel_ilu_report_pivots (SeidelMethodRun *run,
                               const char *name,
                               const SeidelReplacedPivots *replaced);

/* ILU(0) of run->csr: L + D and D + U, both in double and freed by the caller; NULL when the run
 * ends, which is why. */
SeidelReason seidel_ilu_factorise (SeidelMethodRun *run, SeidelCsr **lower, SeidelCsr **upper);

/* IC(0), the same of a symmetric matrix with D > 0: then U = Lᵀ. When a pivot is not positive,
 * A + shift · diag (A) is factorised instead, with the first of a growing row of shifts that
 * succeeds; 0 when none was needed. failed_row is where the first attempt failed, or −1. */
SeidelReason seidel_ic_factorise (SeidelMethodRun *run,
                                  SeidelCsr **lower,
                                  SeidelCsr **upper,
                                  double *shift,
                                  int64_t *failed_row);

/* Ends the run for a pivot that nothing can be divided by. */
SeidelReason seidel_ilu_fail_pivot (SeidelMethodRun *run, double pivot, int64_t row);

/* Whether the engine makes the factors that a preconditioner needs: it does not make transposed
 * ones, and the diagonal is full. */
bool seidel_ilu_is_on_engine (const SeidelMethodRun *run,
                              const SeidelPreconditioner *self,
                              SeidelIncompleteKind kind);

/* Takes the factors of run->A on such an engine, see SeidelEngine.incomplete, for a preconditioner;
 * nothing where a pivot is bad, and after a failure, which sticks. */
SeidelReason seidel_ilu_engine_prepare (SeidelMethodRun *run,
                                        SeidelPreconditioner *self,
                                        SeidelIncompleteKind kind,
                                        double shift,
                                        SeidelBadPivot *bad);

G_END_DECLS
