/* Values that are taken from the cells of an experiment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "lesson/seidel-lesson-values.h"

#define ANY "*"

static bool
matches (const SeidelExperiment *experiment, size_t cell, char **at)
{
  for (int d = 0; d < experiment->n_dimensions; d++)
    if (strcmp (at[d], ANY) != 0
        && strcmp (at[d], seidel_experiment_value (experiment, cell, d)->label) != 0)
      return false;
  return true;
}

/* The place of a cell along the dimension that varies. */
static double
place_of (const SeidelExperiment *experiment, size_t cell, char **at)
{
  for (int d = 0; d < experiment->n_dimensions; d++)
    if (strcmp (at[d], ANY) == 0)
      return seidel_experiment_value (experiment, cell, d)->number;
  return NAN;
}

/* The median of a cell; NaN unless it is finished. */
static double
median_of (SeidelExperimentResult *result, size_t cell, const SeidelExperimentMeasure *measure)
{
  const int index =
    seidel_experiment_measure_index (seidel_experiment_result_experiment (result), measure);

  if (seidel_experiment_result_cell (result, cell).state != SEIDEL_CELL_DONE)
    return NAN;
  return seidel_experiment_result_statistics (result, cell, (size_t) index).median;
}

static double
find_least (SeidelExperimentResult *result, const SeidelLessonValue *value)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  double least = INFINITY;
  double where = NAN;

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      if (!matches (experiment, cell, value->at))
        continue;
      const double number = median_of (result, cell, value->measure);
      if (isnan (number))
        return NAN;
      if (number < least)
        {
          least = number;
          where = place_of (experiment, cell, value->at);
        }
    }
  return value->find == SEIDEL_LESSON_LEAST && isfinite (least) ? least : where;
}

/* The number of the cell at a place among those that match. */
static double
find_at_place (SeidelExperimentResult *result,
               const SeidelLessonValue *value,
               char **at,
               double place)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    if (matches (experiment, cell, at) && place_of (experiment, cell, at) == place)
      return median_of (result, cell, value->measure);
  return NAN;
}

static double
find_below (SeidelExperimentResult *result, const SeidelLessonValue *value)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  double where = NAN;

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      if (!matches (experiment, cell, value->at))
        continue;
      const double place = place_of (experiment, cell, value->at);
      const double number = median_of (result, cell, value->measure);
      const double other = find_at_place (result, value, value->than, place);

      /* A method that was not run there cannot be compared. */
      if (isnan (number) || isnan (other))
        continue;
      if (!(number < other))
        where = NAN;
      else if (isnan (where))
        where = place;
    }
  return where;
}

static double
find_value (SeidelExperimentResult *result, const SeidelLessonValue *value)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);

  if (value->find == SEIDEL_LESSON_WHERE_BELOW)
    return find_below (result, value);
  if (value->find != SEIDEL_LESSON_VALUE)
    return find_least (result, value);
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    if (matches (experiment, cell, value->at))
      return median_of (result, cell, value->measure);
  return NAN;
}

void
seidel_lesson_values_take_result (SeidelLessonValues *self, SeidelExperimentResult *result)
{
  const SeidelLesson *lesson = seidel_lesson_values_get_lesson (self);
  const char *id = seidel_experiment_result_experiment (result)->id;

  for (size_t i = 0; i < lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &lesson->values[i];

      if (value->source == SEIDEL_LESSON_EXPERIMENT && strcmp (value->experiment, id) == 0)
        seidel_lesson_values_set (self, i, find_value (result, value));
    }
}
