/* Running a system with its rows exchanged. x is that of the given system, and so are the norms of
 * its residual; b is exchanged likewise, and rows are named as they were.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <float.h>
#include <string.h>

#include "base/seidel-translatable.h"

/* Units of rounding in both parts of an entry, and of b, that is multiplied by a rounded turn. */
#define TURNED 16.0

static double *
copy_vector (const double *x, int64_t n, GError **error)
{
  double *copy = seidel_vector_new (n, error);

  if (copy != NULL)
    memcpy (copy, x, (size_t) n * sizeof *x);
  return copy;
}

/* The vectors of x are the given ones. */
static bool
fill (SeidelProblem *matched,
      const SeidelProblem *given,
      const SeidelMatching *matching,
      GError **error)
{
  const int64_t n = matching->n;

  matched->b = seidel_vector_new (n, error);
  if (matched->b == NULL)
    return false;
  seidel_matching_exchange (matching, given->b, matched->b);
  matched->guess = copy_vector (given->guess, n, error);
  if (matched->guess == NULL)
    return false;
  if (given->solution != NULL
      && (matched->solution = copy_vector (given->solution, n, error)) == NULL)
    return false;
  matched->n_near_null = given->n_near_null;
  if (given->near_null != NULL
      && (matched->near_null = copy_vector (given->near_null, n * given->n_near_null, error))
           == NULL)
    return false;
  return true;
}

static bool
take_matched (SeidelSolve *solve, GError **error)
{
  SeidelMatchedRun *self = &solve->matched;
  SeidelProblem *given = solve->problem;

  self->problem = g_new0 (SeidelProblem, 1);
  g_atomic_ref_count_init (&self->problem->references);
  self->problem->matrix = seidel_matrix_ref (self->system.matrix);
  self->problem->structure = seidel_structure_ref (self->system.structure);
  self->problem->machine = given->machine;
  if (!fill (self->problem, given, self->system.matching, error))
    return false;
  self->kind = solve->options->matching == SEIDEL_MATCHING_AUTO
                 ? SEIDEL_MATCHING_PRODUCT
                 : (SeidelMatchingKind) solve->options->matching;
  self->options = *solve->options;
  self->options.matching = SEIDEL_MATCHING_NONE;
  self->given = given;
  solve->guess = self->problem->guess;
  if (solve->solution != NULL)
    solve->solution = self->problem->solution;
  solve->problem = self->problem;
  solve->options = &self->options;
  g_clear_pointer (&solve->structure, seidel_structure_unref);
  return true;
}

static bool
make_system (SeidelSolve *solve, SeidelMatchingKind kind, GError **error)
{
  SeidelMatchedRun *self = &solve->matched;

  seidel_matched_clear (&self->system);
  g_clear_pointer (&self->made_of, seidel_matrix_unref);
  if (!seidel_solve_ensure_structure (solve, error)
      || !seidel_matched_init (&self->system, solve->problem->matrix, solve->structure, kind,
                               solve->cancellable, error))
    return false;
  if (solve->keeps)
    {
      self->made_of = seidel_matrix_ref (solve->problem->matrix);
      self->made_for = kind;
    }
  return true;
}

bool
seidel_solve_match (SeidelSolve *solve, GError **error)
{
  const SeidelMatchingKind kind = (SeidelMatchingKind) solve->options->matching;
  const bool automatic = g_strcmp0 (solve->options->method, SEIDEL_METHOD_AUTO) == 0;

  if (kind == SEIDEL_MATCHING_NONE || (kind == SEIDEL_MATCHING_AUTO && !automatic))
    return true;
  if (solve->matched.made_of == solve->problem->matrix && solve->matched.made_for == kind)
    {
      if (solve->matched.system.matrix != NULL)
        seidel_solve_note_reused (solve, seidel_text (N_ ("exchange of rows")));
    }
  else if (!make_system (solve, kind, error))
    return false;
  if (solve->matched.system.matrix != NULL)
    return take_matched (solve, error);
  if (automatic && kind == SEIDEL_MATCHING_AUTO)
    {
      solve->matched.options = *solve->options;
      solve->matched.options.matching = SEIDEL_MATCHING_NONE;
      solve->options = &solve->matched.options;
    }
  return true;
}

void
seidel_solve_report_matching (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelMatchedRun *self = &solve->matched;

  if (self->given == NULL)
    return;
  outcome->options.matching = self->kind;
  outcome->matching = g_strdup (self->system.why);
  /* The bound is one of the turned system, whose numbers are rounded. */
  if (self->system.matching->turns != NULL)
    outcome->error_bound += TURNED * DBL_EPSILON * outcome->condition;
  if (outcome->row >= 0)
    outcome->row = self->system.matching->rows[outcome->row];
}

void
seidel_solve_unmatch (SeidelSolve *solve)
{
  SeidelMatchedRun *self = &solve->matched;

  if (self->given != NULL)
    solve->problem = self->given;
  self->given = NULL;
  g_clear_pointer (&self->problem, seidel_problem_unref);
  if (solve->keeps)
    return;
  seidel_matched_clear (&self->system);
  *self = (SeidelMatchedRun){ NULL };
}
