/* Incomplete factorisations with the pattern of the matrix: A ≈ (L + D) D⁻¹ (D + U).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

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
