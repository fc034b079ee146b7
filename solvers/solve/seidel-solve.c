/* seidel_solve (): prepares a run, carries it out, and hands its outcome back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-reuse.h"

#include "matrix/seidel-permutation-private.h"
#include "solve/seidel-solve-private.h"

bool
seidel_solve_check (const SeidelOptions *options, GError **error)
{
  SeidelPlanFacts facts = { .options = options };
  g_autoptr (SeidelPlan) plan = seidel_plan_new_with_devices (&facts);

  return seidel_plan_check (plan, error);
}

SeidelPlan *
seidel_solve_plan (SeidelProblem *problem,
                   const SeidelOptions *options,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelSolve solve = {
    .problem = problem,
    .options = options,
    .trace = trace,
    .cancellable = cancellable,
    .guess = problem->guess,
  };
  g_autoptr (GError) cause = NULL;
  SeidelPlan *plan = NULL;

  if (seidel_solve_match (&solve, &cause)
      && (seidel_solve_prepare (&solve, &cause)
          || (solve.plan != NULL && seidel_plan_refused (solve.plan) != SEIDEL_N_PLAN_ITEMS)))
    plan = g_steal_pointer (&solve.plan);
  else
    g_propagate_error (error, g_steal_pointer (&cause));
  if (plan != NULL)
    seidel_plan_count_factors (plan, problem->matrix);
  if (plan != NULL && solve.matched.given != NULL)
    plan->options.matching = solve.matched.kind;
  seidel_solve_clear (&solve);
  seidel_solve_unmatch (&solve);
  return plan;
}

static void
take_times (SeidelSolve *solve, SeidelOutcome *outcome)
{
  outcome->load_seconds = solve->problem->matrix->origin.load_seconds;
  outcome->order_seconds = solve->problem->matrix->order_seconds;
  outcome->total_seconds = outcome->load_seconds + outcome->order_seconds;
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    {
      outcome->seconds[phase] = seidel_trace_phase_seconds (solve->trace, phase);
      outcome->total_seconds += outcome->seconds[phase];
    }
  outcome->has_device = seidel_trace_device (solve->trace, &outcome->device);
}

static bool
wants_reference (const SeidelSolve *solve)
{
  return solve->options->track_error && solve->solution == NULL;
}

/* The solution that errors are measured by: of a system with fewer rows than columns, any known one
 * is one of many, and not the one of smallest norm. */
static const double *
known_solution (const SeidelProblem *problem)
{
  const SeidelCsr *csr = problem->matrix->csr;

  return csr->rows < csr->columns ? NULL : problem->solution;
}

static SeidelOutcome *
carry_out (SeidelSolve *solve, GError **error)
{
  bool automatic = g_strcmp0 (solve->options->method, SEIDEL_METHOD_AUTO) == 0;
  const int64_t first = seidel_trace_iterations (solve->trace);
  const char *reference_method = NULL;
  double *reference = NULL;
  SeidelOutcome *outcome = NULL;
  g_autofree char *why_not = NULL;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_ANALYSIS);
  if (!seidel_solve_match (solve, error))
    return NULL;
  if (automatic ? !seidel_solve_ensure_structure (solve, error)
                : !seidel_solve_prepare (solve, error))
    return NULL;
  if (wants_reference (solve))
    reference = seidel_solve_find_reference (solve, &reference_method, &why_not);
  if (reference != NULL)
    solve->solution = reference;
  outcome = automatic ? seidel_solve_automatically (solve, first, error)
                      : seidel_solve_run (solve, first, error);
  if (outcome != NULL)
    {
      seidel_solve_report_matching (solve, outcome);
      seidel_solve_take_spectrum (solve, outcome);
      outcome->reference_method = reference_method;
      if (outcome->message == NULL)
        outcome->message = g_steal_pointer (&why_not);
    }
  solve->solution = known_solution (solve->problem);
  seidel_vector_free (reference);
  return outcome;
}

SeidelOutcome *
seidel_solve_carry_out (SeidelSolve *solve, GError **error)
{
  SeidelProblem *problem = solve->problem;
  SeidelTrace *trace = solve->trace;
  const bool resumes = seidel_trace_n_points (trace) > 0;
  SeidelOutcome *outcome = NULL;
  g_autofree uint8_t *marks = NULL;

  solve->guess = problem->guess;
  solve->solution = known_solution (problem);
  /* Before the run: a solution in the wrong order is none. */
  if (problem->matrix->permutation != NULL)
    {
      marks = seidel_permutation_marks_new (problem->matrix->csr->columns, error);
      if (marks == NULL)
        return NULL;
    }
  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  outcome = carry_out (solve, error);
  if (outcome != NULL && problem->matrix->permutation != NULL)
    seidel_permutation_undo_marked (problem->matrix->permutation, outcome->x, outcome->n, marks);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  if (outcome != NULL)
    {
      take_times (solve, outcome);
      outcome->reused = solve->reused != NULL ? g_strdup (solve->reused->str) : NULL;
      if (resumes)
        outcome->residual_initial = seidel_trace_point (trace, 0).residual;
    }
  if (solve->reused != NULL)
    g_string_free (g_steal_pointer (&solve->reused), TRUE);
  seidel_solve_clear (solve);
  seidel_solve_unmatch (solve);
  return outcome;
}

SeidelOutcome *
seidel_solve (SeidelProblem *problem,
              const SeidelOptions *options,
              SeidelTrace *trace,
              GCancellable *cancellable,
              GCancellable *skip_verification,
              GError **error)
{
  return seidel_solve_reusing (NULL, problem, options, trace, cancellable, skip_verification,
                               error);
}
