/* Keeping what the steps of a lesson made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-stage.h"

#include "experiment/seidel-experiment-run.h"

SeidelLessonStage *
seidel_lesson_stage_new (SeidelLesson *lesson)
{
  SeidelLessonStage *self = g_new0 (SeidelLessonStage, 1);

  self->lesson = seidel_lesson_ref (lesson);
  self->values = seidel_lesson_values_new (lesson);
  self->setups = g_new0 (SeidelLessonPlayed, lesson->n_setups);
  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) seidel_experiment_result_unref);
  return self;
}

static void
clear_run (SeidelLessonPlayed *played)
{
  g_clear_pointer (&played->outcome, seidel_outcome_free);
  g_clear_pointer (&played->trace, seidel_trace_unref);
}

void
seidel_lesson_stage_free (SeidelLessonStage *self)
{
  for (size_t i = 0; i < self->lesson->n_setups; i++)
    {
      clear_run (&self->setups[i]);
      g_clear_pointer (&self->setups[i].problem, seidel_problem_unref);
    }
  g_free (self->setups);
  g_hash_table_unref (self->results);
  seidel_lesson_values_free (self->values);
  seidel_lesson_unref (self->lesson);
  g_free (self);
}

static bool
play_setup (SeidelLessonStage *self,
            size_t setup,
            bool solve,
            GCancellable *cancellable,
            GError **error)
{
  const SeidelExperimentSetup chosen = seidel_lesson_setup (self->lesson, setup);
  SeidelLessonPlayed *played = &self->setups[setup];

  if (played->problem != NULL && (!solve || played->outcome != NULL))
    return true;
  if (played->problem == NULL)
    played->problem = seidel_experiment_load_problem (&chosen, cancellable, error);
  if (played->problem == NULL)
    return false;
  if (solve)
    {
      clear_run (played);
      played->trace = seidel_trace_new ();
      played->outcome = seidel_solve (played->problem, &chosen.options, played->trace, cancellable,
                                      cancellable, error);
      if (played->outcome == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
    }
  return seidel_lesson_take_run (self->values, setup, played->problem, NULL, played->outcome,
                                 played->trace, error);
}

bool
seidel_lesson_stage_play (SeidelLessonStage *self,
                          size_t step,
                          GCancellable *cancellable,
                          GError **error)
{
  const SeidelLessonStep *played = &self->lesson->steps[step];
  SeidelExperimentResult *result;

  if (played->setup >= 0 && !play_setup (self, (size_t) played->setup, false, cancellable, error))
    return false;
  for (size_t i = 0; i < played->n_runs; i++)
    if (!play_setup (self, played->runs[i], true, cancellable, error))
      return false;
  if (played->experiment[0] == '\0' || seidel_lesson_stage_result (self, step) != NULL)
    return true;
  result = seidel_lesson_play_experiment (played, cancellable, error);
  if (result == NULL)
    return false;
  g_hash_table_insert (self->results, g_strdup (played->experiment), result);
  seidel_lesson_values_take_result (self->values, result);
  return true;
}

SeidelExperimentResult *
seidel_lesson_stage_result (const SeidelLessonStage *self, size_t step)
{
  return g_hash_table_lookup (self->results, self->lesson->steps[step].experiment);
}

int
seidel_lesson_stage_in_view (const SeidelLessonStage *self, size_t step)
{
  for (size_t i = step + 1; i-- > 0;)
    {
      const SeidelLessonStep *before = &self->lesson->steps[i];

      if (before->setup >= 0)
        return before->setup;
      if (before->n_runs > 0)
        return (int) before->runs[before->n_runs - 1];
    }
  return -1;
}
