/* The automatic choice: the advisor's candidates, one after the other, until one has the answer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>
#include <string.h>

#include "advisor/seidel-advice.h"
#include "advisor/seidel-estimate.h"
#include "base/seidel-error.h"
#include "base/seidel-translatable.h"
#include "method/seidel-null-space.h"

/* x solves a system whose entries differ from the given ones by rounding errors: then so would that
 * of any other factorisation. Source: Rigal and Gaches (1967); Higham (2002), 7.1. */
#define STABLE 1e-13

/* A product whose rounding errors exceed this part of b, and the tolerance, leaves nothing to begin
 * from. */
#define LEAST_ROUNDING 1e-10

/* A bound of the error up to which x is one of the solution, however large it is. */
#define CERTAIN_BOUND 1e-3

/* The iterate with the least of some error. */
typedef struct
{
  double *x; /* NULL: the guess */
  double error;
  double true_2;
} Best;

typedef struct
{
  SeidelSolve *solve;
  const SeidelOptions *options; /* the user's */
  SeidelAdvice *advice;
  GArray *attempts;
  Best best;           /* by the backward error */
  Best start;          /* by the residual, of those that the next candidate may begin from */
  SeidelOutcome *kept; /* met the tolerance, though some of its equations are met badly */
  double norm_b;
  int64_t first;     /* iterations of the run that this one goes on with */
  int64_t done;      /* iterations, those included */
  double initial;    /* ‖r₀‖ of the first attempt */
  bool indefinite;   /* a method that needs a positive definite matrix broke down */
  bool factored;     /* a direct method that takes any nonsingular matrix has done what it can */
  bool singular;     /* it found the matrix singular, or nearly so */
  bool maps_to_zero; /* the matrix does so with vectors that are known: it has no factors */
  unsigned int overflowed; /* sweeps that led to numbers that are not finite, see sweeps_of () */
} Chain;

static double
seconds_so_far (SeidelTrace *trace)
{
  double seconds = 0.0;

  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    seconds += seidel_trace_phase_seconds (trace, (SeidelPhase) phase);
  return seconds;
}

static char *
describe_choice (const SeidelCandidate *candidate)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);
  bool preconditioned = kind->prepare != NULL || kind != seidel_preconditioner_find ("none");

  return g_strdup_printf ("%s%s%s. %s", method->name, preconditioned ? " with " : "",
                          preconditioned ? kind->name : "", candidate->method_why);
}

/* Whether an outcome needs no comparison with those that were kept. */
static bool
is_settled (const Chain *chain, const SeidelOutcome *outcome)
{
  return outcome->converged && seidel_solve_meets_components (chain->solve, outcome->backward_rows);
}

/* Whether nothing that could still be tried would help. */
static bool
is_over (const Chain *chain, const SeidelOutcome *outcome)
{
  /* Where not even the residual of the first guess is finite, the numbers given are not; where a
   * substitution overflows, the solution is beyond the range. */
  bool hopeless = outcome->reason == SEIDEL_REASON_NOT_FINITE
                  && ((chain->done == chain->first && !isfinite (outcome->true_2))
                      || seidel_solve_substituted (chain->solve));

  return is_settled (chain, outcome) || hopeless
         || (outcome->reason == SEIDEL_REASON_LEAST_SQUARES && chain->singular)
         || outcome->reason == SEIDEL_REASON_CANCELLED
         || outcome->reason == SEIDEL_REASON_TIME_LIMIT
         || outcome->reason == SEIDEL_REASON_DEVICE_LOST
         || outcome->reason == SEIDEL_REASON_RANK_LOST
         || chain->done - chain->first >= chain->options->max_iterations;
}

static void
keep_best (Best *best, const SeidelOutcome *outcome, double error)
{
  size_t bytes = (size_t) outcome->n * sizeof *outcome->x;

  if (!(error < best->error))
    return;
  if (best->x == NULL)
    best->x = seidel_vector_new (outcome->n, NULL);
  if (best->x == NULL)
    return;
  memcpy (best->x, outcome->x, bytes);
  best->error = error;
  best->true_2 = outcome->true_2;
}

/* Factors of a singular matrix give an x that is nearly all of its null space, and so large that
 * rounding A x alone exceeds the tolerance: no method that begins there could meet it. */
static bool
is_lost_in_rounding (const Chain *chain, const SeidelOutcome *outcome)
{
  return DBL_EPSILON * outcome->norm_A * seidel_vector_norm_inf (outcome->x, outcome->n)
           > fmax (chain->options->tolerance, LEAST_ROUNDING) * chain->norm_b
         && chain->norm_b > 0.0;
}

/* By what x is the best. A backward error says nothing of an x that is large because the matrix is
 * singular: there the residual counts, as if x were as large as b. */
static double
error_of (const Chain *chain, const SeidelOutcome *outcome)
{
  const SeidelCsr *csr = chain->solve->problem->matrix->csr;

  if (!isfinite (outcome->true_2) || csr->rows != csr->columns)
    return outcome->true_2;
  if (is_lost_in_rounding (chain, outcome) && !(chain->solve->bound <= CERTAIN_BOUND))
    return outcome->true_2 / chain->norm_b;
  return outcome->backward;
}

static void
record (Chain *chain,
        const SeidelCandidate *candidate,
        SeidelReason reason,
        const char *message,
        double seconds)
{
  SeidelAttempt attempt = {
    .method = candidate->method,
    .preconditioner = candidate->preconditioner,
    .why = candidate->preconditioner_why == NULL
             ? g_strdup (candidate->method_why)
             : g_strdup_printf ("%s %s", candidate->method_why, candidate->preconditioner_why),
    .reason = reason,
    .message = g_strdup (message),
    .seconds = seconds,
    .true_2 = chain->best.true_2,
  };

  g_array_append_val (chain->attempts, attempt);
}

/* The norm of a residual says nothing of rows that are much smaller than others, nor of unknowns in
 * another unit: where there are any, every equation has to meet the tolerance by its own terms. */
static double
choose_component_tolerance (const Chain *chain)
{
  const SeidelStructure *structure = chain->solve->structure;
  const bool uneven =
    structure->largest_row > SEIDEL_UNEVEN_ROWS * structure->smallest_row
    || structure->largest_column > SEIDEL_UNEVEN_ROWS * structure->smallest_column;
  const bool square = structure->rows == structure->columns;

  const bool damped = chain->options->parameters[SEIDEL_PARAMETER_DAMP] > 0.0;

  return square && uneven && !damped && chain->norm_b > 0.0 ? chain->options->tolerance : 0.0;
}

/* Why a candidate that met the tolerance is followed by another one. */
static char *
explain_next (const Chain *chain, const SeidelOutcome *outcome)
{
  if (!outcome->converged || is_settled (chain, outcome))
    return g_strdup (outcome->message);
  return g_strdup_printf (seidel_text ("The tolerance is met, but an equation only to %.1g of its "
                                       "own terms."),
                          outcome->backward_rows);
}

/* Whether a later candidate takes what this one prepares: the levels of multigrid, say, with a
 * method that asks for less. */
static bool
leaves_preconditioner (const Chain *chain, const SeidelCandidate *candidate)
{
  const SeidelAdvice *advice = chain->advice;

  if (seidel_preconditioner_find (candidate->preconditioner)->prepare == NULL)
    return false;
  for (size_t i = 0; i < advice->n_candidates; i++)
    if (&advice->candidates[i] > candidate
        && strcmp (advice->candidates[i].preconditioner, candidate->preconditioner) == 0)
      return true;
  return false;
}

/* One candidate from the best iterate so far; NULL when it could not begin. */
static SeidelOutcome *
attempt (Chain *chain, const SeidelCandidate *candidate, GError **error)
{
  SeidelSolve *solve = chain->solve;
  SeidelOptions options = seidel_candidate_apply (candidate, chain->options);
  const bool keeps = solve->keeps;
  double began = seconds_so_far (solve->trace);
  int64_t before = chain->done;
  SeidelOutcome *outcome = NULL;
  g_autofree char *text = describe_choice (candidate);
  g_autofree char *why = NULL;
  g_autoptr (GError) cause = NULL;

  options.max_iterations -= chain->done - chain->first;
  solve->options = &options;
  solve->guess = chain->start.x != NULL ? chain->start.x : solve->problem->guess;
  solve->patience = candidate->patience;
  solve->preconditioner = (SeidelPreconditioner){ 0 };
  solve->keeps = keeps || leaves_preconditioner (chain, candidate);
  g_clear_pointer (&solve->strategy_why, g_free);
  seidel_trace_set_state (solve->trace, SEIDEL_RUN_RUNNING);
  seidel_trace_add_event (solve->trace, chain->done, text);
  if (seidel_solve_prepare (solve, &cause))
    outcome = seidel_solve_run (solve, chain->done, &cause);
  solve->options = chain->options;
  solve->keeps = keeps;
  if (outcome == NULL)
    {
      record (chain, candidate, SEIDEL_REASON_FAILED, cause->message,
              seconds_so_far (solve->trace) - began);
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  if (before == chain->first)
    chain->initial = outcome->residual_initial;
  chain->done = outcome->iterations;
  keep_best (&chain->best, outcome, error_of (chain, outcome));
  if (!is_lost_in_rounding (chain, outcome))
    keep_best (&chain->start, outcome, outcome->true_2);
  why = explain_next (chain, outcome);
  record (chain, candidate, outcome->reason, why, seconds_so_far (solve->trace) - began);
  g_array_index (chain->attempts, SeidelAttempt, chain->attempts->len - 1).iterations =
    chain->done - before;
  return outcome;
}

static bool
is_direct (const SeidelMethod *method)
{
  return method->family == SEIDEL_FAMILY_DIRECT_SPARSE
         || method->family == SEIDEL_FAMILY_DIRECT_DENSE;
}

static bool
needs_positive (const SeidelMethod *method)
{
  return (method->needs & SEIDEL_NEEDS_POSITIVE_DIAGONAL) != 0;
}

/* Factors without an exchange of rows say nothing of the matrix where they fail. */
static bool
exchanges_rows (const SeidelMethod *method)
{
  return is_direct (method) && (method->needs & SEIDEL_NEEDS_SYMMETRIC) == 0;
}

/* Whether the matrix is to blame, and not an incomplete factor that has no roots. */
static bool
shows_indefinite (const SeidelCandidate *candidate, const SeidelOutcome *outcome, int64_t before)
{
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);

  return needs_positive (seidel_method_find (candidate->method))
         && outcome->reason == SEIDEL_REASON_BREAKDOWN
         && !(kind->sweeps_factors && outcome->iterations == before);
}

/* A bit for the triangles of the matrix, and one for each preconditioner with triangles of its own:
 * what overflows in one of them does so with every method. */
static unsigned int
sweeps_of (const SeidelCandidate *candidate)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);

  if (kind->sweeps_factors)
    return 2u << (kind - kinds);
  return method->sweeps != SEIDEL_SWEEPS_NONE || kind->sweeps != SEIDEL_SWEEPS_NONE ? 1 : 0;
}

/* Where factors that are as good as the precision allows did not reach the tolerance, nothing does
 * unless the matrix is singular: then an iterative method still solves a consistent system, and one
 * of least squares any. */
static bool
is_worth_trying (const Chain *chain, const SeidelCandidate *candidate)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);

  if ((sweeps_of (candidate) & chain->overflowed) != 0)
    return false;
  if (chain->indefinite && needs_positive (method))
    return false;
  if (chain->maps_to_zero && is_direct (method) && !method->least_squares)
    return false;
  return !chain->factored || (chain->singular && (!is_direct (method) || method->least_squares));
}

static void
learn (Chain *chain, const SeidelCandidate *candidate, const SeidelOutcome *outcome, int64_t before)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);

  if (outcome->reason == SEIDEL_REASON_NOT_FINITE)
    chain->overflowed |= sweeps_of (candidate);
  chain->indefinite = chain->indefinite || shows_indefinite (candidate, outcome, before);
  if (exchanges_rows (method) && !outcome->converged)
    {
      const bool singular =
        chain->solve->singular || chain->solve->condition >= SEIDEL_TRUSTED_CONDITION;

      chain->singular = chain->singular || singular;
      chain->factored = chain->factored || singular || outcome->backward <= STABLE;
    }
}

/* Takes an outcome over: keeps the one whose equations are met best, of those that met the
 * tolerance. */
static void
keep_converged (Chain *chain, SeidelOutcome *outcome)
{
  SeidelOutcome *worse = outcome;

  if (outcome->converged
      && (chain->kept == NULL || !(chain->kept->backward_rows <= outcome->backward_rows)))
    {
      worse = chain->kept;
      chain->kept = outcome;
    }
  seidel_outcome_free (worse);
}

/* The last outcome represents all, with the best iterate of all. */
static void
finish (Chain *chain, SeidelOutcome *outcome)
{
  outcome->residual_initial = chain->initial;
  outcome->iterations = chain->done;
  outcome->n_attempts = chain->attempts->len;
  outcome->attempts = (SeidelAttempt *) g_array_free (g_steal_pointer (&chain->attempts), FALSE);
  /* A least-squares solution is proved to be one, and an x of smaller backward error is not. */
  if (outcome->converged || outcome->reason == SEIDEL_REASON_LEAST_SQUARES || chain->best.x == NULL
      || !(chain->best.error < error_of (chain, outcome)))
    return;
  memcpy (outcome->x, chain->best.x, (size_t) outcome->n * sizeof *outcome->x);
  seidel_solve_judge_solution (chain->solve, outcome);
}

static void
clear (Chain *chain)
{
  if (!chain->solve->keeps)
    seidel_solve_close_idle (chain->solve);
  for (guint i = 0; chain->attempts != NULL && i < chain->attempts->len; i++)
    {
      g_free (g_array_index (chain->attempts, SeidelAttempt, i).why);
      g_free (g_array_index (chain->attempts, SeidelAttempt, i).message);
    }
  g_clear_pointer (&chain->attempts, g_array_unref);
  seidel_outcome_free (chain->kept);
  seidel_advice_free (chain->advice);
  seidel_vector_free (chain->best.x);
  seidel_vector_free (chain->start.x);
}

/* The place in the order of trials of the candidate that a run with the same matrix ended well
 * with: before all others. */
static size_t
find_proven (const Chain *chain)
{
  const SeidelKnownFacts *known = &chain->solve->known;

  for (size_t i = 0; i < chain->advice->n_candidates; i++)
    if (known->method != NULL && strcmp (chain->advice->candidates[i].method, known->method) == 0
        && strcmp (chain->advice->candidates[i].preconditioner, known->preconditioner) == 0)
      {
        if (i > 0)
          seidel_solve_note_reused (chain->solve, seidel_text (N_ ("choice of the method")));
        return i;
      }
  return 0;
}

/* The k-th candidate to try: first the proven one, then the others in their order. */
static const SeidelCandidate *
nth_candidate (const Chain *chain, size_t proven, size_t k)
{
  const size_t i = k == 0 ? proven : k <= proven ? k - 1 : k;

  return &chain->advice->candidates[i];
}

/* Until one has the answer; what the last of them came to. cause: why one could not begin. */
static SeidelOutcome *
try_in_turn (Chain *chain, size_t proven, GError **cause)
{
  SeidelOutcome *outcome = NULL;

  for (size_t i = 0; i < chain->advice->n_candidates; i++)
    {
      const SeidelCandidate *candidate = nth_candidate (chain, proven, i);
      const int64_t before = chain->done;
      SeidelOutcome *tried = NULL;

      if (!is_worth_trying (chain, candidate))
        continue;
      g_clear_error (cause);
      tried = attempt (chain, candidate, cause);
      if (tried == NULL && g_cancellable_is_cancelled (chain->solve->cancellable))
        break;
      if (tried == NULL)
        continue;
      learn (chain, candidate, tried, before);
      if (outcome != NULL)
        keep_converged (chain, outcome);
      outcome = tried;
      if (is_over (chain, outcome))
        break;
    }
  return outcome;
}

SeidelOutcome *
seidel_solve_automatically (SeidelSolve *solve, int64_t first, GError **error)
{
  Chain chain = {
    .solve = solve,
    .options = solve->options,
    .advice = seidel_advise (solve->structure, solve->options),
    .attempts = g_array_new (FALSE, FALSE, sizeof (SeidelAttempt)),
    .first = first,
    .done = first,
    .best = { .error = INFINITY, .true_2 = INFINITY },
    .start = { .error = INFINITY, .true_2 = INFINITY },
    .norm_b = seidel_vector_norm_2 (solve->problem->b, solve->problem->matrix->csr->rows),
  };
  SeidelOutcome *outcome;
  const size_t proven = find_proven (&chain);
  g_autoptr (GError) cause = NULL;

  chain.maps_to_zero =
    solve->structure->rows == solve->structure->columns && !solve->problem->matrix->interleaved
    && seidel_null_space_count (solve->problem->matrix->csr, solve->problem->near_null,
                                solve->problem->n_near_null, solve->structure->value_symmetric)
         > 0;
  chain.singular = chain.maps_to_zero;
  solve->component_tolerance = choose_component_tolerance (&chain);
  if (chain.advice->n_candidates == 0)
    g_set_error_literal (&cause, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, chain.advice->summary);
  outcome = try_in_turn (&chain, proven, &cause);
  /* None met all equations well: then the one that met them best. */
  if (chain.kept != NULL && !is_settled (&chain, outcome))
    {
      keep_converged (&chain, outcome);
      outcome = g_steal_pointer (&chain.kept);
    }
  if (outcome != NULL)
    {
      if (is_settled (&chain, outcome))
        {
          solve->known.method = outcome->method;
          solve->known.preconditioner = outcome->options.preconditioner;
        }
      finish (&chain, outcome);
    }
  else
    g_propagate_error (error, g_steal_pointer (&cause));
  clear (&chain);
  return outcome;
}
