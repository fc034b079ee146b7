/* Where one curve falls below another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-crossover.h"

#include <math.h>
#include <stdlib.h>

/* A place with both values. */
typedef struct
{
  double x;
  double value;
  double base;
} Pair;

static int
compare_pairs (const void *a, const void *b)
{
  const Pair *one = a;
  const Pair *other = b;

  return (one->x > other->x) - (one->x < other->x);
}

static GArray *
collect (SeidelExperimentResult *result, size_t measure, size_t column)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const size_t n = experiment->dimensions[1].n;
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (size_t i = 0; i < experiment->dimensions[0].n; i++)
    {
      const Pair pair = {
        experiment->dimensions[0].values[i].number,
        seidel_experiment_result_statistics (result, i * n + column, measure).median,
        seidel_experiment_result_statistics (result, i * n + experiment->baseline, measure).median,
      };

      if (isfinite (pair.x) && isfinite (pair.value) && isfinite (pair.base))
        g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}

double
seidel_experiment_crossover (SeidelExperimentResult *result,
                             size_t measure,
                             size_t column,
                             bool logarithmic)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  double crossover = NAN;
  double x_before = NAN;
  double gap_before = NAN;

  if (experiment->baseline_dimension != 1 || column == experiment->baseline)
    return NAN;
  g_autoptr (GArray) pairs = collect (result, measure, column);
  for (guint i = 0; i < pairs->len; i++)
    {
      const Pair *pair = &g_array_index (pairs, Pair, i);
      const double gap = logarithmic ? log (pair->value / pair->base) : pair->value - pair->base;
      const double x = logarithmic ? log (pair->x) : pair->x;

      if (gap >= 0.0)
        crossover = NAN;
      else if (gap_before >= 0.0)
        crossover = x_before + (x - x_before) * gap_before / (gap_before - gap);
      x_before = x;
      gap_before = gap;
    }
  if (gap_before >= 0.0)
    return INFINITY;
  return logarithmic ? exp (crossover) : crossover;
}
