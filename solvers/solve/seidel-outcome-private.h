/* What seidel_solve_verify () makes of an outcome, step by step: each looks at the ending that the
 * steps before have left, and may take a claim back or say why the run ended as it did.
 *
 * refuted: the true residual is known, and meets no tolerance. verified: it is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve-private.h"

G_BEGIN_DECLS

/* Moves x of the system that was run to the outcome. */
void seidel_solve_take_iterate (SeidelSolve *solve, SeidelOutcome *outcome);

/* Claims of the method beside the true residual: seidel-outcome-claim.c. */
void seidel_solve_distrust_squares (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted);
void seidel_solve_distrust_cancelled (const SeidelSolve *solve,
                                      SeidelOutcome *outcome,
                                      bool doubled,
                                      bool refuted);
void seidel_outcome_distrust_fixed_point (SeidelOutcome *outcome, bool refuted);
void seidel_solve_distrust_claim (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted);
void seidel_solve_distrust_scaled_squares (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_explain_growth (const SeidelSolve *solve, SeidelOutcome *outcome);
/* criterion: the tolerance that the true residual meets, or none. */
void seidel_outcome_name_criterion (SeidelOutcome *outcome, SeidelReason criterion);

/* Numbers out of range: seidel-outcome-range.c. */
void
seidel_solve_distrust_not_finite (const SeidelSolve *solve, SeidelOutcome *outcome, bool verified);
void seidel_solve_distrust_zeros (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_distrust_vanished (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_explain_beginning (const SeidelSolve *solve, SeidelOutcome *outcome);

/* Singular matrices: seidel-outcome-singular.c. */
void seidel_solve_distrust_rank (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_explain_constants (const SeidelSolve *solve, SeidelOutcome *outcome);
void seidel_solve_explain_rounded_rhs (const SeidelSolve *solve, SeidelOutcome *outcome);

G_END_DECLS
