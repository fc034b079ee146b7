/* Carrying an experiment out, group of cells by group.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-run.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "experiment/seidel-experiment-apart.h"
#include "experiment/seidel-experiment-result-private.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"

/* Cells that take turns at most: until they have, none of them is finished. */
#define MOST_TURNS 16

/* What the cells of one group share. */
typedef struct
{
  SeidelExperimentSetup setup; /* of the problem */
  SeidelProblem *problem;      /* NULL: then why */
  SeidelSchedule *levels;      /* NULL unless a measure needs them */
  double *reference; /* columns, in the original numbering: NULL if there is none, or none needed */
  double reference_norm_2;
  char *why;
} Subject;

/* A cell in progress. */
typedef struct
{
  size_t cell;
  SeidelExperimentSetup setup;
  double *values; /* repeats × measures */
  int n_runs;
  double seconds;
  const char *reason;
  char *why; /* the run could not begin */
} Turn;

typedef struct
{
  const SeidelExperiment *experiment;
  SeidelExperimentResult *result;
  SeidelExperimentFile *file; /* or NULL */
  GCancellable *cancellable;
  const SeidelExperimentHow *how;
  Subject subject;
} Runner;

static void
clear_subject (Subject *subject)
{
  g_clear_pointer (&subject->problem, seidel_problem_unref);
  g_clear_pointer (&subject->levels, seidel_schedule_unref);
  g_clear_pointer (&subject->reference, seidel_vector_free);
  g_clear_pointer (&subject->why, g_free);
}

/* Whether any measure has a property. */
static bool
any_measure (const SeidelExperiment *experiment, bool (*has) (const SeidelExperimentMeasure *))
{
  for (size_t m = 0; m < experiment->n_measures; m++)
    if (has (experiment->measures[m]))
      return true;
  return false;
}

static bool
needs_levels (const SeidelExperimentMeasure *measure)
{
  return measure->levels;
}

static bool
needs_reference (const SeidelExperimentMeasure *measure)
{
  return measure->error;
}

static bool
needs_run (const SeidelExperimentMeasure *measure)
{
  return !measure->of_matrix;
}

SeidelProblem *
seidel_experiment_load_problem (const SeidelExperimentSetup *setup,
                                GCancellable *cancellable,
                                GError **error)
{
  SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelProblem *problem = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_experiment_load_matrix (setup, NULL, cancellable, error);

  if (matrix == NULL)
    return NULL;
  if (matrix->rhs != NULL)
    rhs.kind = SEIDEL_VECTOR_FILED;
  if ((setup->rhs == NULL
       || seidel_vector_spec_parse (setup->rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, error))
      && (setup->guess == NULL
          || seidel_vector_spec_parse (setup->guess, SEIDEL_VECTOR_ROLE_GUESS, &guess, error)))
    problem =
      seidel_problem_new_from_specs (matrix, &rhs, &guess, seidel_load_vector, cancellable, error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  if (problem != NULL
      && !seidel_problem_read_near_null (problem, setup->options.near_null, seidel_load_matrix,
                                         cancellable, error))
    g_clear_pointer (&problem, seidel_problem_unref);
  return problem;
}

double *
seidel_experiment_copy_solution (const SeidelProblem *problem, GError **error)
{
  const int64_t n = problem->matrix->csr->columns;
  const int32_t *permutation = problem->matrix->permutation;
  double *x = problem->solution != NULL ? seidel_vector_new (n, error) : NULL;

  for (int64_t i = 0; x != NULL && i < n; i++)
    x[permutation != NULL ? permutation[i] : i] = problem->solution[i];
  return x;
}

/* The solution of a run with the settings of the reference: what is held, and these. */
static double *
solve_reference (const Runner *runner, SeidelProblem *problem, GError **error)
{
  const SeidelExperiment *experiment = runner->experiment;
  SeidelExperimentSetup setup = seidel_experiment_setup_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  double *x = NULL;

  if (!seidel_experiment_setup_apply (&setup, experiment->held.all, experiment->held.n, error)
      || !seidel_experiment_setup_apply (&setup, experiment->reference.all, experiment->reference.n,
                                         error))
    return NULL;
  g_autoptr (SeidelOutcome) outcome =
    seidel_solve (problem, &setup.options, trace, runner->cancellable, runner->cancellable, error);
  x = outcome != NULL ? seidel_vector_new (outcome->n, error) : NULL;
  if (x != NULL && outcome->n > 0)
    memcpy (x, outcome->x, (size_t) outcome->n * sizeof *x);
  return x;
}

/* What errors are against; it may be missing, for there need be no known solution. */
static bool
add_reference (Runner *runner, GError **error)
{
  const SeidelExperiment *experiment = runner->experiment;
  Subject *subject = &runner->subject;
  g_autoptr (GError) cause = NULL;

  if (subject->problem == NULL || !any_measure (experiment, needs_reference))
    return true;
  subject->reference = experiment->reference.n > 0
                         ? solve_reference (runner, subject->problem, &cause)
                         : seidel_experiment_copy_solution (subject->problem, &cause);
  if (subject->reference != NULL)
    subject->reference_norm_2 =
      seidel_vector_norm_2 (subject->reference, subject->problem->matrix->csr->columns);
  return !g_cancellable_set_error_if_cancelled (runner->cancellable, error);
}

/* False only when cancelled; a problem that cannot be made has a reason. */
static bool
make_subject (Runner *runner, const SeidelExperimentSetup *setup, GError **error)
{
  Subject *subject = &runner->subject;
  g_autoptr (GError) cause = NULL;

  clear_subject (subject);
  subject->setup = *setup;
  subject->problem = seidel_experiment_load_problem (setup, runner->cancellable, &cause);
  if (subject->problem != NULL && any_measure (runner->experiment, needs_levels))
    subject->levels = seidel_schedule_new (subject->problem->matrix->csr, SEIDEL_DIRECTION_FORWARD,
                                           NULL, runner->cancellable, &cause);
  if (g_cancellable_set_error_if_cancelled (runner->cancellable, error))
    return false;
  if (cause != NULL)
    {
      subject->why = g_strdup (cause->message);
      return true;
    }
  return add_reference (runner, error);
}

static void
take_measures (const Runner *runner, Turn *turn, const SeidelOutcome *outcome, SeidelTrace *trace)
{
  const SeidelExperiment *experiment = runner->experiment;
  const Subject *subject = &runner->subject;
  SeidelDifference difference;
  const bool compared = outcome != NULL && subject->reference != NULL
                        && seidel_vector_compare (outcome->x, subject->reference, outcome->n,
                                                  SEIDEL_DIFFERENCE_THRESHOLD, NULL, &difference);
  const SeidelMeasured measured = {
    subject->problem,         outcome, trace, subject->levels, compared ? &difference : NULL,
    subject->reference_norm_2
  };

  for (size_t m = 0; m < experiment->n_measures; m++)
    turn->values[(size_t) turn->n_runs * experiment->n_measures + m] =
      seidel_experiment_measure_get (experiment->measures[m], &measured);
  turn->n_runs++;
}

/* One run of a cell; false when cancelled. */
static bool
run_once (const Runner *runner, Turn *turn, bool counted, GError **error)
{
  const double limit = runner->experiment->seconds;
  SeidelOptions options = turn->setup.options;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) cause = NULL;

  if (limit > 0.0 && (options.time_limit == 0.0 || options.time_limit > limit))
    options.time_limit = limit;
  g_autoptr (SeidelOutcome) outcome =
    seidel_solve (runner->subject.problem, &options, trace, runner->cancellable,
                  runner->cancellable, &cause);
  if (g_cancellable_set_error_if_cancelled (runner->cancellable, error))
    return false;
  if (outcome == NULL)
    {
      turn->why = g_strdup (cause->message);
      return true;
    }
  turn->seconds += outcome->total_seconds - outcome->load_seconds - outcome->order_seconds;
  turn->reason = seidel_reason_id (outcome->reason);
  if (counted)
    take_measures (runner, turn, outcome, trace);
  if (counted && runner->how->observe != NULL)
    runner->how->observe (turn->cell, outcome, trace, runner->how->data);
  return true;
}

/* Whether a cell takes no further turn. */
static bool
is_over (const Runner *runner, const Turn *turn)
{
  const double limit = runner->experiment->seconds;

  return turn->why != NULL || (limit > 0.0 && turn->n_runs > 0 && turn->seconds >= limit);
}

static bool
run_turns (const Runner *runner, Turn *turns, size_t n, GError **error)
{
  const SeidelExperiment *experiment = runner->experiment;

  for (int round = 0; round < experiment->warm_up + experiment->repeats; round++)
    for (size_t i = 0; i < n; i++)
      {
        Turn *turn = &turns[round % 2 == 1 ? n - 1 - i : i];

        if (!is_over (runner, turn)
            && !run_once (runner, turn, round >= experiment->warm_up, error))
          return false;
      }
  return true;
}

/* Measures the cells of a group, all of one problem. */
static bool
measure (Runner *runner, Turn *turns, size_t n, GError **error)
{
  if (!seidel_experiment_setup_same_problem (&runner->subject.setup, &turns[0].setup)
      && !make_subject (runner, &turns[0].setup, error))
    return false;
  for (size_t i = 0; i < n; i++)
    turns[i].why = g_strdup (runner->subject.why);
  if (any_measure (runner->experiment, needs_run))
    return run_turns (runner, turns, n, error);
  for (size_t i = 0; i < n; i++)
    if (turns[i].why == NULL)
      take_measures (runner, &turns[i], NULL, NULL);
  return true;
}

/* Publishes a finished cell and writes it down. */
static bool
finish (const Runner *runner, Turn *turn, GError **error)
{
  const bool gap = turn->why != NULL;
  const SeidelExperimentCell cell = {
    .state = gap ? SEIDEL_CELL_GAP : SEIDEL_CELL_DONE,
    .reason = gap ? NULL : turn->reason,
    .why = g_steal_pointer (&turn->why),
    .values = gap ? NULL : g_steal_pointer (&turn->values),
    .n_runs = gap ? 0 : turn->n_runs,
  };

  seidel_experiment_result_set (runner->result, turn->cell, &cell);
  return runner->file == NULL || seidel_experiment_file_append (runner->file, turn->cell, error);
}

static bool
run_group (Runner *runner, Turn *turns, size_t n, GError **error)
{
  const SeidelExperiment *experiment = runner->experiment;
  bool done;

  for (size_t i = 0; i < n; i++)
    turns[i].values = g_new0 (double, (size_t) experiment->repeats * experiment->n_measures);
  done = measure (runner, turns, n, error);
  for (size_t i = 0; i < n; i++)
    {
      done = done && finish (runner, &turns[i], error);
      g_free (turns[i].values);
      g_free (turns[i].why);
    }
  return done;
}

/* The next cells from *cell on that take turns; *cell becomes the one behind them. */
static size_t
next_group (const Runner *runner, size_t *cell, Turn turns[MOST_TURNS])
{
  const SeidelExperiment *experiment = runner->experiment;
  const size_t most = experiment->alternate ? MOST_TURNS : 1;
  size_t n = 0;

  for (; *cell < seidel_experiment_n_cells (experiment) && n < most; (*cell)++)
    {
      Turn turn = { .cell = *cell, .setup = seidel_experiment_setup (experiment, *cell) };

      if (seidel_experiment_result_cell (runner->result, *cell).state != SEIDEL_CELL_WAITING
          || (runner->how->only >= 0 && (size_t) runner->how->only != *cell))
        continue;
      if (n > 0 && !seidel_experiment_setup_same_problem (&turns[0].setup, &turn.setup))
        break;
      turns[n++] = turn;
    }
  return n;
}

static bool
run_all (Runner *runner, SeidelProgress *progress, GError **error)
{
  const double n_cells = (double) seidel_experiment_n_cells (runner->experiment);
  Turn turns[MOST_TURNS];
  size_t cell = 0;

  seidel_progress_begin (progress, "Experiment");
  for (;;)
    {
      const size_t n = next_group (runner, &cell, turns);

      seidel_progress_set (progress,
                           (double) seidel_experiment_result_n_finished (runner->result) / n_cells);
      if (n == 0)
        return true;
      if (!run_group (runner, turns, n, error))
        return false;
    }
}

/* Each waiting cell in a process of its own. */
static bool
run_apart (Runner *runner, const char *path, SeidelProgress *progress, GError **error)
{
  const size_t n = seidel_experiment_n_cells (runner->experiment);

  seidel_progress_begin (progress, "Experiment");
  for (size_t cell = 0; cell < n; cell++)
    {
      SeidelExperimentCell found = { .state = SEIDEL_CELL_WAITING };

      seidel_progress_set (progress, (double) seidel_experiment_result_n_finished (runner->result)
                                       / (double) n);
      if (seidel_experiment_result_cell (runner->result, cell).state != SEIDEL_CELL_WAITING)
        continue;
      if (!seidel_experiment_run_apart (runner->result, path, cell, runner->how, &found,
                                        runner->cancellable, error))
        return false;
      seidel_experiment_result_set (runner->result, cell, &found);
      if (runner->file != NULL && !seidel_experiment_file_append (runner->file, cell, error))
        return false;
    }
  return true;
}

bool
seidel_experiment_run (SeidelExperimentResult *result,
                       const char *path,
                       SeidelProgress *progress,
                       GCancellable *cancellable,
                       GError **error)
{
  const SeidelExperimentHow how = { .only = -1 };

  return seidel_experiment_run_so (result, path, &how, progress, cancellable, error);
}

bool
seidel_experiment_run_so (SeidelExperimentResult *result,
                          const char *path,
                          const SeidelExperimentHow *how,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  Runner runner = { .experiment = seidel_experiment_result_experiment (result),
                    .result = result,
                    .how = how,
                    .cancellable = cancellable };
  bool done;

  if (path != NULL)
    {
      runner.file = seidel_experiment_file_new (result, path, error);
      if (runner.file == NULL)
        return false;
    }
  done = how->program != NULL ? run_apart (&runner, path, progress, error)
                              : run_all (&runner, progress, error);
  if (runner.file != NULL)
    done = seidel_experiment_file_close (runner.file, done ? error : NULL) && done;
  clear_subject (&runner.subject);
  return done;
}

SeidelExperimentResult *
seidel_experiment_resume (SeidelExperiment *experiment, const char *path, GError **error)
{
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_new (experiment);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&result);
  g_autoptr (SeidelExperimentResult) earlier =
    seidel_experiment_result_load_for (experiment, path, error);
  if (earlier == NULL)
    return NULL;
  if (seidel_experiment_result_continues (result, earlier, error))
    return g_steal_pointer (&earlier);
  g_prefix_error (error, "%s: ", path);
  return NULL;
}
