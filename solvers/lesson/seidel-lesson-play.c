/* Carrying the steps of a lesson out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-play.h"

#include "base/seidel-error.h"
#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-run.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* Whether any value of a setup has a property. */
static bool
needs (const SeidelLesson *lesson, size_t setup, bool (*has) (const SeidelExperimentMeasure *))
{
  for (size_t i = 0; i < lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &lesson->values[i];

      if (value->source == SEIDEL_LESSON_MEASURED && value->setup == setup && has (value->measure))
        return true;
    }
  return false;
}

static bool
has_levels (const SeidelExperimentMeasure *measure)
{
  return measure->levels;
}

static bool
has_error (const SeidelExperimentMeasure *measure)
{
  return measure->error;
}

/* The error against the known solution, if a value needs it. False without memory. */
static bool
compare (const SeidelLesson *lesson,
         size_t setup,
         const SeidelProblem *problem,
         SeidelDifference *difference,
         SeidelMeasured *measured,
         GError **error)
{
  const SeidelOutcome *outcome = measured->outcome;
  g_autoptr (GError) cause = NULL;
  double *solution;

  if (outcome == NULL || !needs (lesson, setup, has_error))
    return true;
  solution = seidel_experiment_copy_solution (problem, &cause);
  if (solution == NULL && cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  if (solution != NULL
      && seidel_vector_compare (outcome->x, solution, outcome->n, SEIDEL_DIFFERENCE_THRESHOLD, NULL,
                                difference))
    {
      measured->error = difference;
      measured->reference_norm_2 = seidel_vector_norm_2 (solution, outcome->n);
    }
  seidel_vector_free (solution);
  return true;
}

bool
seidel_lesson_take_run (SeidelLessonValues *values,
                        size_t setup,
                        const SeidelProblem *problem,
                        SeidelSchedule *levels,
                        const SeidelOutcome *outcome,
                        SeidelTrace *trace,
                        GError **error)
{
  const SeidelLesson *lesson = seidel_lesson_values_get_lesson (values);
  g_autoptr (SeidelSchedule) computed = NULL;
  SeidelDifference difference;
  SeidelMeasured measured = { problem, outcome, trace, levels, NULL, 0.0 };

  if (levels == NULL && needs (lesson, setup, has_levels))
    {
      computed =
        seidel_schedule_new (problem->matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, error);
      if (computed == NULL)
        return false;
      measured.levels = computed;
    }
  if (!compare (lesson, setup, problem, &difference, &measured, error))
    return false;
  seidel_lesson_values_take (values, setup, &measured);
  return true;
}

static bool
play_setup (const SeidelLesson *lesson,
            size_t setup,
            bool solve,
            SeidelLessonValues *values,
            GCancellable *cancellable,
            GError **error)
{
  const SeidelExperimentSetup chosen = seidel_lesson_setup (lesson, setup);
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (seidel_lesson_values_complete (values, setup, true)
      && (!solve || seidel_lesson_values_complete (values, setup, false)))
    return true;
  problem = seidel_experiment_load_problem (&chosen, cancellable, error);
  if (problem == NULL)
    return false;
  if (solve)
    outcome = seidel_solve (problem, &chosen.options, trace, cancellable, cancellable, error);
  if (solve && (outcome == NULL || g_cancellable_set_error_if_cancelled (cancellable, error)))
    return false;
  return seidel_lesson_take_run (values, setup, problem, NULL, outcome, trace, error);
}

/* Of this machine, and complete; NULL otherwise. */
static SeidelExperimentResult *
load_own (SeidelExperiment *experiment)
{
  g_autofree char *path = seidel_experiment_default_path (experiment);
  g_autoptr (SeidelExperimentResult) own =
    seidel_experiment_result_load_for (experiment, path, NULL);

  return own != NULL && seidel_experiment_result_stale (own) == NULL
             && seidel_experiment_result_n_finished (own) == seidel_experiment_n_cells (experiment)
           ? g_steal_pointer (&own)
           : NULL;
}

SeidelExperimentResult *
seidel_lesson_load_result (const char *experiment, bool own, GError **error)
{
  g_autoptr (SeidelExperiment) found = seidel_experiment_find (experiment, error);
  SeidelExperimentResult *result = found != NULL && own ? load_own (found) : NULL;

  if (found == NULL || result != NULL)
    return result;
  g_auto (GStrv) recorded = seidel_experiment_list_recorded (found);
  if (recorded[0] != NULL)
    return seidel_experiment_result_load_for (found, recorded[0], error);
  result = own ? NULL : load_own (found);
  if (result == NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                 seidel_text ("the experiment “%s” has no recorded result and was not run here"),
                 found->id);
  return result;
}

/* Run here, without a file: nothing of the user's is touched. */
static SeidelExperimentResult *
run_experiment (const char *id, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelExperiment) experiment = seidel_experiment_find (id, error);
  g_autoptr (SeidelExperimentResult) result = NULL;

  if (experiment == NULL)
    return NULL;
  result = seidel_experiment_result_new (experiment);
  return seidel_experiment_run (result, NULL, NULL, cancellable, error) ? g_steal_pointer (&result)
                                                                        : NULL;
}

SeidelExperimentResult *
seidel_lesson_play_experiment (const SeidelLessonStep *step,
                               GCancellable *cancellable,
                               GError **error)
{
  return step->run_experiment ? run_experiment (step->experiment, cancellable, error)
                              : seidel_lesson_load_result (step->experiment, false, error);
}

static bool
play_experiment (const SeidelLessonStep *step,
                 SeidelLessonValues *values,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (SeidelExperimentResult) result =
    seidel_lesson_play_experiment (step, cancellable, error);

  if (result == NULL)
    return false;
  seidel_lesson_values_take_result (values, result);
  return true;
}

bool
seidel_lesson_play_step (const SeidelLesson *lesson,
                         size_t step,
                         SeidelLessonValues *values,
                         GCancellable *cancellable,
                         GError **error)
{
  const SeidelLessonStep *played = &lesson->steps[step];

  if (played->setup >= 0
      && !play_setup (lesson, (size_t) played->setup, false, values, cancellable, error))
    return false;
  for (size_t i = 0; i < played->n_runs; i++)
    if (!play_setup (lesson, played->runs[i], true, values, cancellable, error))
      return false;
  return played->experiment[0] == '\0'
         || seidel_lesson_values_has_result (values, played->experiment)
         || play_experiment (played, values, cancellable, error);
}
