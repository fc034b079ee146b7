/* The causes that are looked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-translatable.h"
#include "diagnose/seidel-diagnosis-measures.h"

typedef struct
{
  SeidelCause cause;
  char *(*measure) (const SeidelFacts *facts); /* the sentence, or NULL: it is not this */
  bool last; /* something to go by where nothing better was found */
} Rule;

/* The likeliest first: what makes others void comes before them. */
static const Rule rules[] = {
  { { "numbers", N_ ("Numbers that are not finite"), N_ ("No method can begin with them.") },
    seidel_measure_numbers },
  { { "memory", N_ ("Memory"), N_ ("The run needs more than there is.") }, seidel_measure_memory },
  { { "shape", N_ ("Not square"), N_ ("Such a system is solved by least squares.") },
    seidel_measure_shape },
  { { "structure", N_ ("Structurally singular"),
      N_ ("The pattern leaves no solution that is determined.") },
    seidel_measure_structure },
  { { "symmetry", N_ ("Not symmetric"),
      N_ ("Short recurrences rely on symmetry; without it their residual is not that of x.") },
    seidel_measure_symmetry },
  { { "zero-diagonal", N_ ("Zeros on the diagonal"),
      N_ ("Sweeps and their preconditioners divide by the diagonal.") },
    seidel_measure_diagonal },
  { { "zero-rhs", N_ ("Right-hand side of rounding errors"),
      N_ ("A times a null vector is no right-hand side.") },
    seidel_measure_zero_rhs },
  { { "inconsistent", N_ ("No solution"), N_ ("b has a part that A x cannot have.") },
    seidel_measure_consistency },
  { { "precision", N_ ("Precision"), N_ ("Numbers have too few digits for the tolerance.") },
    seidel_measure_precision },
  { { "null-space", N_ ("Null space"),
      N_ ("The matrix is singular: factors break down, and errors along null vectors stay.") },
    seidel_measure_null_space },
  { { "tolerance", N_ ("Tolerance out of reach"), N_ ("Rounding errors are larger.") },
    seidel_measure_tolerance },
  { { "relaxation", N_ ("Relaxation"), N_ ("The step is too long or too short.") },
    seidel_measure_relaxation },
  { { "indefinite-preconditioner", N_ ("Indefinite preconditioner"),
      N_ ("Its inner product has negative squares, and the method divides by their roots.") },
    seidel_measure_indefinite_preconditioner },
  { { "scaling", N_ ("Scaling"), N_ ("Small rows or columns hardly count in norms.") },
    seidel_measure_scaling },
  { { "unstable-factors", N_ ("Unstable incomplete factors"),
      N_ ("Solving with them magnifies errors instead of removing them.") },
    seidel_measure_factors },
  { { "indefinite", N_ ("Indefinite matrix"),
      N_ ("Methods for positive definite matrices minimise what has no minimum.") },
    seidel_measure_definiteness },
  { { "small-diagonal", N_ ("Small diagonal"), N_ ("Sweeps magnify errors.") },
    seidel_measure_small_diagonal },
  { { "near-null-space", N_ ("Near null space"),
      N_ ("Coarse levels miss the slow errors of several unknowns a node.") },
    seidel_measure_near_null },
  { { "limit", N_ ("Limit too low"), N_ ("The residual was still falling at a steady rate.") },
    seidel_measure_limit },
  { { "restart", N_ ("Restart too early"), N_ ("Few directions do not span the slow errors.") },
    seidel_measure_restart },
  { { "no-preconditioner", N_ ("No preconditioner"),
      N_ ("Iterations grow with the root of the condition number, or with it.") },
    seidel_measure_preconditioner },
  { { "slow", N_ ("Slow method"), N_ ("Smooth errors hardly change in a sweep.") },
    seidel_measure_speed },
  { { "both-signs", N_ ("Eigenvalues around zero"),
      N_ ("Polynomials that are 1 at zero are not small on all sides of it.") },
    seidel_measure_signs,
    true },
  { { "condition", N_ ("Ill-conditioned"), N_ ("A small residual allows a large error.") },
    seidel_measure_condition,
    true },
};

void
seidel_diagnosis_apply_rules (const SeidelFacts *facts, GArray *findings)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      SeidelFinding finding = { .cause = &rules[i].cause };

      if (rules[i].last && findings->len > 0)
        continue;
      finding.measured = rules[i].measure (facts);
      if (finding.measured == NULL)
        continue;
      seidel_diagnosis_add_steps (facts, &finding);
      g_array_append_val (findings, finding);
    }
}
