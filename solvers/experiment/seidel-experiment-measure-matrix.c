/* What an experiment can measure of a matrix, without a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-measure-private.h"

#include "base/seidel-translatable.h"

static double
get_rows (const SeidelMeasured *measured)
{
  return (double) measured->problem->matrix->csr->rows;
}

static double
get_entries (const SeidelMeasured *measured)
{
  return (double) seidel_csr_nonzeros (measured->problem->matrix->csr);
}

static double
get_levels (const SeidelMeasured *measured)
{
  return (double) measured->levels->count;
}

static double
get_widest (const SeidelMeasured *measured)
{
  return (double) measured->levels->widest;
}

static double
get_narrowest (const SeidelMeasured *measured)
{
  return (double) measured->levels->narrowest;
}

static double
get_max_dependencies (const SeidelMeasured *measured)
{
  return (double) measured->levels->max_dependencies;
}

static double
get_mean_dependencies (const SeidelMeasured *measured)
{
  return seidel_schedule_mean_dependencies (measured->levels);
}

static double
get_mean_level (const SeidelMeasured *measured)
{
  const SeidelSchedule *levels = measured->levels;
  double sum = 0.0;

  for (int32_t level = 0; level < levels->count; level++)
    sum += (level + 1.0) * (double) levels->level_rows[level];
  return levels->rows > 0 ? sum / (double) levels->rows : 0.0;
}

/* Rows of the first level depend on none. */
static double
get_mean_dependent (const SeidelMeasured *measured)
{
  const SeidelSchedule *levels = measured->levels;
  const int64_t dependent = levels->count > 0 ? levels->rows - levels->level_rows[0] : 0;

  return dependent > 0 ? (double) levels->dependencies / (double) dependent : 0.0;
}

static double
get_mean_entries (const SeidelMeasured *measured)
{
  const double rows = get_rows (measured);

  return rows > 0.0 ? get_entries (measured) / rows : 0.0;
}

static const SeidelExperimentMeasure measures[] = {
  { "rows", N_ ("Rows"), "Rows of the matrix.", SEIDEL_MEASURE_COUNT, .of_matrix = true,
    .get = get_rows },
  { "entries", N_ ("Entries"), "Stored entries of the matrix.", SEIDEL_MEASURE_COUNT,
    .of_matrix = true, .get = get_entries },
  { "levels", N_ ("Levels"), "Dependency levels of the forward sweep.", SEIDEL_MEASURE_COUNT, true,
    true, .get = get_levels },
  { "widest-level", N_ ("Widest level"), "Most rows in one level.", SEIDEL_MEASURE_COUNT, true,
    true, .get = get_widest },
  { "narrowest-level", N_ ("Narrowest level"), "Fewest rows in one level.", SEIDEL_MEASURE_COUNT,
    true, true, .get = get_narrowest },
  { "max-dependencies", N_ ("Most dependencies"), "Most dependencies of one row.",
    SEIDEL_MEASURE_COUNT, true, true, .get = get_max_dependencies },
  { "mean-dependencies", N_ ("Mean dependencies"), "Dependencies per row, over all rows.",
    SEIDEL_MEASURE_NUMBER, true, true, .get = get_mean_dependencies },
  { "mean-dependent", N_ ("Mean of dependent rows"),
    "Dependencies per row, over the rows that have any.", SEIDEL_MEASURE_NUMBER, true, true,
    .get = get_mean_dependent },
  { "mean-level", N_ ("Mean level"), "The level of a row, on average over all rows.",
    SEIDEL_MEASURE_NUMBER, true, true, .get = get_mean_level },
  { "mean-entries", N_ ("Mean entries"), "Entries per row, the diagonal included.",
    SEIDEL_MEASURE_NUMBER, .of_matrix = true, .get = get_mean_entries },
};

const SeidelExperimentMeasure *
seidel_experiment_measures_of_matrix (size_t *n)
{
  *n = G_N_ELEMENTS (measures);
  return measures;
}
