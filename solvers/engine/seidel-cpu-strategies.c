/* The sweep strategies of the CPU engine, and the choice between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "base/seidel-translatable.h"

const SeidelStrategy seidel_cpu_strategies[SEIDEL_CPU_N_STRATEGIES] = {
  [SEIDEL_CPU_SERIAL] = {
    .id = "serial",
    .name = N_ ("Serial"),
    .sentence = N_ ("One row after the other on one thread. Nothing to prepare; best for thin levels "
                "and small matrices."),
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_LEVELS] = {
    .id = "levels",
    .name = N_ ("Level sets"),
    .sentence = N_ ("The rows of one level at once on all threads, a barrier after each level; thin "
                "neighbouring levels are run by one thread. The same bits as serial."),
    .needs_levels = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .any_levels = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_POINT_TO_POINT] = {
    .id = "point-to-point",
    .name = N_ ("Point to point"),
    .sentence = N_ ("Like level sets, but instead of waiting for all threads after each level a thread "
                "waits only for those whose rows its own depend on; serial where that is not "
                "slower. The same bits as serial."),
    .needs_levels = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_PASSES] = {
    .id = "passes",
    .name = N_ ("Repeated passes"),
    .sentence = N_ ("Goes through all rows repeatedly, and each pass updates those whose dependencies "
                "an earlier one updated: as simple GPU programs do it, for demonstration. The same "
                "bits as serial."),
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
};

/* What the choice reckons with, rounded from measurements: nanoseconds for each row, and for each
 * of its entries. */
#define SERIAL_ROW       1.5
#define SERIAL_NONZERO   0.36
#define SLICED_ROW       0.8 /* by levels, where rows share their columns */
#define SLICED_NONZERO   0.28
#define LOOSE_ROW        2.5 /* by levels, where they do not */
#define LOOSE_NONZERO    0.4
#define SCATTERED_ENTRY  3.0   /* more, for one whose x is nowhere near */
#define ROW_IN_CHAIN     7.0   /* at least, for one that waits for the row before it */
#define MEETING          250.0 /* of threads that wait for each other, for each level */
#define SHARE_OF_THREADS 0.8   /* of so many times one thread, as memory is shared too */

/* What must be gained to leave serial. */
#define LEAST_GAIN 1.2

/* Entries far off the diagonal from which on a row waits for others anywhere, and the share of the
 * time that threads may take to meet after each level. */
#define SCATTERED_ROW     0.5
#define SHARE_OF_MEETINGS 0.02

/* What is over sooner is best left alone. */
#define LEAST_TIME 20000.0

#define SAMPLES      1000
#define GOLDEN_RATIO 0.6180339887498949
#define LONG_SAMPLE  1000  /* rows longer than this tell nothing new */
#define NEARBY       32768 /* places */

/* What some of the rows look like: means over them. */
typedef struct
{
  double sliced;    /* have the columns of the row before, moved on by one */
  double chained;   /* depend on the row that the sweep has updated just before */
  double scattered; /* entries far off the diagonal */
} Shape;

static bool
follows_previous (const SeidelCsrView *matrix, int64_t row)
{
  const int32_t *columns = matrix->column_indices + matrix->row_offsets[row];
  const int32_t *previous = matrix->column_indices + matrix->row_offsets[row - 1];
  int64_t n = matrix->row_offsets[row + 1] - matrix->row_offsets[row];
  int64_t k = 0;

  if (n != columns - previous || n > LONG_SAMPLE)
    return false;
  while (k < n && columns[k] == previous[k] + 1)
    k++;
  return k == n;
}

static Shape
look_at (const SeidelCsrView *matrix, const SeidelLevelsView *levels)
{
  int64_t n = matrix->rows - 2 < SAMPLES ? matrix->rows - 2 : SAMPLES;
  Shape shape = { 0 };

  for (int64_t i = 0; i < n; i++)
    {
      /* Not at equal distances, which may be those of the lines of a grid. */
      double place = ((double) i + fmod ((double) i * GOLDEN_RATIO, 1.0)) / (double) n;
      int64_t row = 1 + (int64_t) (place * (double) (matrix->rows - 2));
      int64_t begin = matrix->row_offsets[row];
      int64_t end = matrix->row_offsets[row + 1];
      const int32_t *level = levels->level_of_row + row;

      shape.sliced += follows_previous (matrix, row);
      for (int64_t k = begin; k < end && k < begin + LONG_SAMPLE; k++)
        {
          int64_t distance = matrix->column_indices[k] - row;

          shape.chained += (distance == -1 || distance == 1) && level[0] > level[distance];
          /* A column that all rows share is at hand. */
          shape.scattered +=
            (distance < -NEARBY || distance > NEARBY)
            && (matrix->row_offsets[row - 1] + (k - begin) >= begin
                || matrix->column_indices[k]
                     != matrix->column_indices[matrix->row_offsets[row - 1] + (k - begin)]);
        }
    }
  if (n > 0)
    shape = (Shape){ shape.sliced / (double) n, shape.chained / (double) n,
                     shape.scattered / (double) n };
  return shape;
}

static double
time_serially (const SeidelCsrView *matrix, const Shape *shape)
{
  double rows = (double) matrix->rows;
  double entries = (double) matrix->row_offsets[matrix->rows];
  double bytes =
    rows * (SERIAL_ROW + SCATTERED_ENTRY * shape->scattered) + entries * SERIAL_NONZERO;
  double waits = rows * ROW_IN_CHAIN * shape->chained;

  return bytes > waits ? bytes : waits;
}

/* Amdahl: the thin levels on one thread, the others on all, and what it costs to meet on top. */
static double
time_by_levels (const SeidelCsrView *matrix,
                const SeidelLevelsView *levels,
                int threads,
                const Shape *shape)
{
  bool sliced = levels->in_place_safe && shape->sliced > 0.5;
  int64_t thin =
    threads > 1 ? (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * threads : 2 * SEIDEL_CPU_SLICE;
  double length = (double) matrix->row_offsets[matrix->rows] / (double) matrix->rows;
  double loose = LOOSE_ROW + SCATTERED_ENTRY * shape->scattered + length * LOOSE_NONZERO;
  double wide_row = sliced ? SLICED_ROW + length * SLICED_NONZERO : loose;
  double wide_rows = 0.0;
  double meetings = 0.0;
  double alone;

  for (int32_t level = 0; level < levels->count; level++)
    if (levels->level_rows[level] >= thin)
      {
        wide_rows += (double) levels->level_rows[level];
        meetings += 1.0;
      }
  /* Thin levels wait for each other as rows in a chain do. */
  alone = ((double) matrix->rows - wide_rows) * loose + (levels->count - meetings) * ROW_IN_CHAIN;
  if (threads == 1)
    return sliced ? wide_rows * wide_row + alone : INFINITY;
  return wide_rows * wide_row / (threads * SHARE_OF_THREADS) + alone + meetings * MEETING;
}

SeidelCpuTeam
seidel_cpu_best_team (const SeidelCsrView *matrix, const SeidelLevelsView *levels, int threads)
{
  bool shared = matrix->row_offsets[matrix->rows] >= SEIDEL_CPU_WORTH_SHARING && threads > 1;
  Shape shape = look_at (matrix, levels);
  double serial = time_serially (matrix, &shape);
  double alone = time_by_levels (matrix, levels, 1, &shape);
  double together = shared ? time_by_levels (matrix, levels, threads, &shape) : INFINITY;
  double best = together < alone ? together : alone;
  SeidelCpuTeam team = { together < alone ? threads : 1, serial / best, 1e-9 * best,
                         shape.scattered >= SCATTERED_ROW
                           && levels->count * MEETING <= SHARE_OF_MEETINGS * best };

  if (team.gain < LEAST_GAIN || serial < LEAST_TIME)
    {
      team.threads = 0;
      team.seconds = 1e-9 * serial;
    }
  return team;
}

int
seidel_cpu_choose_strategy (const SeidelCsrView *matrix,
                            const SeidelLevelsView *levels,
                            int threads,
                            char *why,
                            size_t size,
                            double *seconds)
{
  char profile[100];
  SeidelCpuTeam team;

  if (seconds != NULL)
    *seconds = NAN;
  if (levels == NULL || levels->count == 0)
    {
      snprintf (why, size, "%s",
                threads < 2      ? "there is one thread to work with"
                : levels == NULL ? "its levels are not known"
                                 : "it has no rows");
      return SEIDEL_CPU_SERIAL;
    }
  team = seidel_cpu_best_team (matrix, levels, threads);
  if (seconds != NULL)
    *seconds = team.seconds;
  snprintf (profile, sizeof profile, "levels hold %.1f rows on average",
            (double) matrix->rows / levels->count);
  if (team.threads == 0 && threads < 2)
    snprintf (why, size, "there is one thread to work with");
  else if (team.threads == 0)
    snprintf (why, size, "%s: too thin for %d threads to gain", profile, threads);
  else if (team.threads == 1)
    snprintf (why, size, "%s: one thread should gain %.1f × by taking their rows side by side",
              profile, team.gain);
  else if (team.meets)
    snprintf (why, size,
              "%s, which depend on rows anywhere: %d threads should gain %.1f ×, and meeting after "
              "each level takes next to nothing",
              profile, team.threads, team.gain);
  else
    snprintf (why, size, "%s: %d threads should gain %.1f ×", profile, team.threads, team.gain);
  if (team.threads == 0)
    return SEIDEL_CPU_SERIAL;
  return team.threads > 1 && team.meets ? SEIDEL_CPU_LEVELS : SEIDEL_CPU_POINT_TO_POINT;
}
