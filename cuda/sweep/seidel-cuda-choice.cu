/* The choice between the strategies: what each is expected to take for a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"
#include "cost/seidel-sweep-counts.h"

/* Rows that are at work at once when nothing is known of the levels, roughly; and the rows that the
 * choice looks at. */
#define ROWS_AT_WORK 65536
#define ROWS_SAMPLED 4096

/* The share of rows that depend on one of the rows just before them. */
static double
share_of_near_dependencies (const SeidelCsrView *matrix)
{
  int64_t step = matrix->rows / ROWS_SAMPLED + 1;
  int64_t sampled = 0;
  int64_t near = 0;

  for (int64_t row = step / 2; row < matrix->rows; row += step)
    {
      int64_t nearest = -1;

      for (int64_t k = matrix->row_offsets[row];
           k < matrix->row_offsets[row + 1] && matrix->column_indices[k] < row; k++)
        nearest = matrix->column_indices[k];
      near += nearest >= 0 && row - nearest < ROWS_AT_WORK;
      sampled++;
    }
  return sampled > 0 ? (double) near / (double) sampled : 0.0;
}

/* Nanoseconds of a sweep in which rows wait for each other, rounded from measurements: launching it
 * with what comes before it, each level, each entry that the lanes of a warp add up in the longest
 * row, and again where there are many such rows, but no more than for all entries. Longer rows than
 * a warp holds are cut into parts: of these, only the loading of their entries counts, which is
 * expected so and not measured yet. In wide levels, what a row depends on is complete at the same
 * time: each level takes longer by the entries that one lane adds up then; where rows are short a
 * lane has some of them at hand, and it is the further loads that count. */
#define WAITING_LAUNCH     22000.0
#define WAITING_LEVEL      680.0
#define WAITING_LONGEST    4.3
#define WAITING_LONG_ENTRY 33.0
#define WAITING_ENTRY      0.15
#define WAITING_MOST_HELD  512.0
#define WAITING_PART_ENTRY 0.012
#define WAITING_WIDE_ENTRY 150.0
#define WAITING_WIDE_LOAD  300.0

/* The same of rows in their own order in wide levels: each level, and each entry of a row. */
#define IN_ORDER_LEVEL 700.0
#define IN_ORDER_ENTRY 100.0

/* The bytes of a sweep, which no strategy goes below. */
#define BYTES_A_NANOSECOND 2400.0

/* What a sweep of a grid in strips takes over the bound by bytes, and more for each level; narrower
 * levels than these rows are looked at more closely. */
#define STRIPS_OF_GRID      1.6
#define LEVEL_OF_GRID       90.0
#define LEAST_ROWS_OF_LEVEL 8

/* Rows longer than this keep the sweep without levels waiting, in which one thread adds them up. */
#define LONG_ROW 256

/* Where so small a part of the rows depends on rows close before them, waiting costs nothing. */
#define NEAR_AT_MOST 0.1

/* Up to so many rows a level, with so many dependencies a row, rows have nothing to gain by going
 * by levels: in their own order they find each other's results close at hand. */
#define THIN_LEVELS     4.0
#define MANY_NEIGHBOURS 2.0
#define FEW_NEIGHBOURS  4

/* Of larger matrices the host predicts nothing: it would take long. */
#define MOST_ROWS_PLANNED    SEIDEL_MOST_ROWS_COUNTED
#define MOST_ENTRIES_PLANNED 8000000

/* Share of the other time from which on strips are worth their plan. */
#define LEAST_GAIN 0.8

static double
sweep_bytes (const SeidelCsrView *matrix)
{
  return SEIDEL_SWEEP_ENTRY_BYTES * (double) matrix->row_offsets[matrix->rows]
         + SEIDEL_SWEEP_ROW_BYTES * (double) matrix->rows;
}

/* What a sweep is expected to take in both directions, in nanoseconds; in double, because the
 * precision is open. */
typedef struct
{
  int32_t n_levels;         /* of the direction with more; 0: not known */
  SeidelSweptLengths swept; /* of the direction with the longest row */
  double waiting;
  double block; /* INFINITY: not to be used, as below */
  double strips;
} Expected;

/* INFINITY where it does not support the matrix. */
static double
expect_of (int strategy,
           const SeidelCsrView *matrix,
           int direction,
           const SeidelLevelsView *levels,
           const SeidelSweptLengths *lengths)
{
  double nanoseconds;

  return seidel_cuda_strategy (strategy)->expect (matrix, (SeidelDirection) direction, levels,
                                                  lengths, &nanoseconds)
           ? nanoseconds
           : INFINITY;
}

/* Whether one direction stands for both, as it does where the pattern is symmetric. */
static bool
are_directions_alike (const SeidelSweptLengths swept[2], const int32_t n_levels[2])
{
  return n_levels[0] == n_levels[1] && swept[0].longest == swept[1].longest
         && swept[0].sum == swept[1].sum;
}

static bool
is_wide (int32_t n_levels, const SeidelSweptLengths *swept)
{
  return (double) swept->rows >= SEIDEL_WIDE_LEVEL * (double) n_levels;
}

static double
mean_length (const SeidelSweptLengths *swept)
{
  return swept->rows > 0 ? (double) swept->sum / (double) swept->rows : 0.0;
}

static bool
is_wide_and_short (int32_t n_levels, const SeidelSweptLengths *swept)
{
  return is_wide (n_levels, swept) && mean_length (swept) <= SEIDEL_FEW_NEEDS;
}

/* What a level takes longer where it is wide. The longest of the rows that share a warp is that of
 * many rows of random lengths around the mean, not the longest of all, which may be a rare one. */
static double
expect_wide_level (int32_t n_levels, const SeidelSweptLengths *swept)
{
  const double mean = mean_length (swept);
  const double longest = fmin ((double) swept->longest, mean + 3.0 * sqrt (mean));

  if (is_wide_and_short (n_levels, swept))
    return WAITING_WIDE_LOAD * fmax (0.0, ceil (longest / SEIDEL_FEW_NEEDS) - 1.0);
  return is_wide (n_levels, swept) && mean <= SEIDEL_MANY_NEEDS ? WAITING_WIDE_ENTRY * mean : 0.0;
}

static double
expect_waiting (int32_t n_levels, const SeidelSweptLengths *swept)
{
  const double longest = fmin ((double) swept->longest, WAITING_MOST_HELD);
  const double in_parts =
    (double) swept->longest > longest ? WAITING_PART_ENTRY * (double) swept->sum : 0.0;

  return WAITING_LAUNCH + (WAITING_LEVEL + expect_wide_level (n_levels, swept)) * n_levels
         + WAITING_LONGEST * longest
         + fmin (WAITING_LONG_ENTRY * longest, WAITING_ENTRY * (double) swept->sum) + in_parts;
}

/* What is expected of a matrix whose levels are found into so many numbers for each direction. */
static void
expect_with_levels (const SeidelCsrView *matrix, int32_t *const level[2], Expected *expected)
{
  SeidelSweptLengths swept[2];
  int32_t n_levels[2];
  int n_directions;

  for (int direction = 0; direction < 2; direction++)
    {
      n_levels[direction] = seidel_survey_rows (matrix, (SeidelDirection) direction,
                                                level[direction], &swept[direction]);
      expected->waiting += expect_waiting (n_levels[direction], &swept[direction]);
    }
  n_directions = are_directions_alike (swept, n_levels) ? 1 : 2;
  expected->n_levels = n_levels[0] > n_levels[1] ? n_levels[0] : n_levels[1];
  expected->swept = swept[swept[1].longest > swept[0].longest];
  for (int direction = 0; direction < n_directions; direction++)
    {
      const SeidelLevelsView levels = { n_levels[direction], level[direction], NULL, false };

      expected->block +=
        expect_of (SEIDEL_CUDA_STRATEGY_ONE_BLOCK, matrix, direction, &levels, &swept[direction]);
      expected->strips +=
        expect_of (SEIDEL_CUDA_STRATEGY_STRIPS, matrix, direction, &levels, &swept[direction]);
    }
  expected->block *= 2 / n_directions;
  expected->strips *= 2 / n_directions;
}

/* False: only the strategies that wait are considered. */
static bool
expect (const SeidelCsrView *matrix, Expected *expected)
{
  const size_t n = (size_t) matrix->rows;
  int32_t *memory;

  memset (expected, 0, sizeof *expected);
  if (matrix->rows == 0 || matrix->rows != matrix->columns || matrix->rows > MOST_ROWS_PLANNED
      || matrix->row_offsets[matrix->rows] > MOST_ENTRIES_PLANNED)
    return false;
  memory = (int32_t *) malloc (2 * n * sizeof *memory);
  if (memory == NULL)
    return false;

  int32_t *const level[2] = { memory, memory + n };

  expect_with_levels (matrix, level, expected);
  free (memory);
  return true;
}

/* What is looked at of a large matrix: so many rows, of which none may have other distances between
 * row and column than so many; those are frequent that one in so many rows has. */
#define ROWS_OF_GRID   16384
#define MOST_DISTANCES 64
#define FREQUENT       1000

/* The shortest line of a grid that fills strips, and the least lines. */
#define LEAST_LINE  64
#define LEAST_LINES 128

typedef struct
{
  int count;
  int32_t distances[MOST_DISTANCES];
  int32_t rows[MOST_DISTANCES]; /* that have each */
} Distances;

/* False: there are too many. */
static bool
note_distance (Distances *noted, int32_t distance)
{
  int i = 0;

  while (i < noted->count && noted->distances[i] != distance)
    i++;
  if (i == MOST_DISTANCES)
    return false;
  if (i == noted->count)
    {
      noted->distances[noted->count++] = distance;
      noted->rows[i] = 0;
    }
  noted->rows[i]++;
  return true;
}

static int
compare_numbers (const void *a, const void *b)
{
  const int32_t first = *(const int32_t *) a;
  const int32_t second = *(const int32_t *) b;

  return (first > second) - (first < second);
}

/* The rows between which far entries begin. */
static int64_t
line_of (const Distances *noted, int64_t sampled, int64_t rows)
{
  int32_t frequent[MOST_DISTANCES];
  int n_frequent = 0;

  for (int i = 0; i < noted->count; i++)
    if (noted->rows[i] > sampled / FREQUENT)
      frequent[n_frequent++] = noted->distances[i];
  qsort (frequent, (size_t) n_frequent, sizeof *frequent, compare_numbers);
  return seidel_far_classes (frequent, n_frequent, rows).cuts[0];
}

/* Whether a matrix is that of a grid with long lines: its entries are at a few distances from the
 * diagonal, with a wide gap between them. */
static bool
is_grid (const SeidelCsrView *matrix)
{
  const int64_t step = matrix->rows / ROWS_OF_GRID + 1;
  Distances noted = {};
  int64_t sampled = 0;
  int64_t line;

  for (int64_t row = step / 2; row < matrix->rows; row += step, sampled++)
    for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
      if (matrix->column_indices[k] != row
          && !note_distance (&noted, abs (matrix->column_indices[k] - (int32_t) row)))
        return false;
  line = line_of (&noted, sampled, matrix->rows);
  return line >= LEAST_LINE && line <= matrix->rows / LEAST_LINES;
}

/* Whether the levels of a grid that does not fit into one block suit strips, without predicting
 * what those take, which would take as long as a hundred sweeps. Of a large one they are not
 * counted. */
static bool
expect_grid (const SeidelCsrView *matrix, const SeidelLevelsView *levels, Expected *expected)
{
  memset (expected, 0, sizeof *expected);
  if (matrix->rows != matrix->columns
      || matrix->rows <= seidel_cuda_one_block_most_rows (sizeof (double)) || !is_grid (matrix))
    return false;
  if (levels != NULL)
    expected->n_levels = levels->count;
  else if (matrix->rows <= MOST_ROWS_PLANNED)
    expected->n_levels = seidel_count_levels (matrix, SEIDEL_DIRECTION_FORWARD);
  expected->strips = 2.0
                     * (WAITING_LAUNCH + LEVEL_OF_GRID * expected->n_levels
                        + STRIPS_OF_GRID * sweep_bytes (matrix) / BYTES_A_NANOSECOND);
  return matrix->rows >= LEAST_ROWS_OF_LEVEL * (int64_t) expected->n_levels;
}

/* One of the two strategies that keep x in shared memory, where it is expected to be the fastest;
 * −1: neither. */
static int
choose_planned (const SeidelCsrView *matrix, Expected *expected, char *why, size_t size)
{
  bool block;

  if (!expect (matrix, expected) || expected->n_levels == 1)
    return -1;
  block = expected->block <= expected->strips;
  if ((block ? expected->block : expected->strips / LEAST_GAIN) >= expected->waiting)
    return -1;
  if (block)
    snprintf (why, size,
              seidel_text ("its %lld rows fit into one thread block, in which a sweep of its %d "
                           "levels is expected to take %.0f µs"),
              (long long) matrix->rows, (int) expected->n_levels, expected->block / 2e3);
  else
    snprintf (why, size,
              seidel_text ("its rows form strips, in which a sweep of its %d levels is expected to "
                           "take %.0f µs"),
              (int) expected->n_levels, expected->strips / 2e3);
  return block ? SEIDEL_CUDA_STRATEGY_ONE_BLOCK : SEIDEL_CUDA_STRATEGY_STRIPS;
}

/* Whether levels are so narrow that little more than one row can be at work at a time: not
 * where they are so long that a warp adds them up, and not where each has few others to ask and
 * they all lie just before it. */
static bool
are_levels_thin (const SeidelCsrView *matrix, const Expected *expected)
{
  const bool plain =
    expected->n_levels == matrix->rows && expected->swept.longest <= FEW_NEIGHBOURS;

  return expected->n_levels > 0 && (double) matrix->rows < THIN_LEVELS * (double) expected->n_levels
         && (double) expected->swept.sum >= MANY_NEIGHBOURS * (double) matrix->rows && !plain
         && expected->swept.longest <= LONG_ROW;
}

/* Whether rows with some dependencies gain nothing by levels, though these have more of them. */
static bool
are_rows_asking_in_vain (const Expected *expected)
{
  const double mean = mean_length (&expected->swept);

  return expected->n_levels > 0 && !is_wide (expected->n_levels, &expected->swept)
         && mean > SEIDEL_FEW_NEEDS && mean <= SEIDEL_MANY_NEEDS
         && expected->swept.longest <= LONG_ROW;
}

/* Whether rows with few dependencies, in wide levels, gain nothing by levels: those that share a
 * warp wait for the longest of them. Notes what a sweep takes in their own order then. */
static bool
are_lengths_uneven (Expected *expected)
{
  const double in_order =
    WAITING_LAUNCH
    + (IN_ORDER_LEVEL + IN_ORDER_ENTRY * mean_length (&expected->swept)) * expected->n_levels;

  if (expected->n_levels == 0 || expected->swept.longest > LONG_ROW
      || !is_wide_and_short (expected->n_levels, &expected->swept)
      || in_order >= expect_waiting (expected->n_levels, &expected->swept))
    return false;
  expected->waiting = 2.0 * in_order;
  return true;
}

/* Seconds of a sweep by a strategy that was chosen, NaN where nothing is known of its levels. */
static double
expected_seconds (const SeidelCsrView *matrix,
                  const SeidelLevelsView *levels,
                  const Expected *expected,
                  int strategy)
{
  const double least = sweep_bytes (matrix) / BYTES_A_NANOSECOND;
  double nanoseconds = NAN;

  if (strategy == SEIDEL_CUDA_STRATEGY_ONE_BLOCK)
    nanoseconds = expected->block / 2.0;
  else if (strategy == SEIDEL_CUDA_STRATEGY_STRIPS)
    nanoseconds = expected->strips / 2.0;
  else if (expected->n_levels > 0)
    nanoseconds = expected->waiting / 2.0;
  else if (levels != NULL)
    nanoseconds = WAITING_LAUNCH + WAITING_LEVEL * levels->count;
  return isnan (nanoseconds) ? NAN : 1e-9 * fmax (nanoseconds, least);
}

/* Why rows had better wait in their own order; false: by levels. near: the share of rows that
 * depend on rows close before them. */
static bool
choose_row_order (const SeidelCsrView *matrix,
                  Expected *expected,
                  double near,
                  char *why,
                  size_t size)
{
  const double width = (double) matrix->rows / (double) expected->n_levels;

  if (expected->n_levels == 1)
    snprintf (why, size, "%s", seidel_text ("none of its rows depends on another"));
  else if (are_levels_thin (matrix, expected))
    snprintf (why, size,
              seidel_text ("its %d levels have %.1f rows on average: in their own order rows "
                           "find what they depend on close at hand, and nothing needs to be "
                           "prepared"),
              (int) expected->n_levels, width);
  else if (are_rows_asking_in_vain (expected))
    snprintf (why, size,
              seidel_text ("its rows depend on %.1f others on average, in levels of %.0f rows: "
                           "going by levels they would wait in vain for most of them"),
              mean_length (&expected->swept), width);
  else if (are_lengths_uneven (expected))
    snprintf (why, size,
              seidel_text ("its rows depend on %.1f others on average, some on %lld: going by "
                           "levels, those that a warp takes together would wait for the longest "
                           "of them"),
              mean_length (&expected->swept), (long long) expected->swept.longest);
  else if (near <= NEAR_AT_MOST && expected->swept.longest <= LONG_ROW)
    snprintf (why, size,
              seidel_text ("only %.1f %% of its rows depend on rows close before them: nothing "
                           "needs to be prepared"),
              100.0 * near);
  else
    return false;
  return true;
}

static void
explain_levels (const SeidelCsrView *matrix,
                const SeidelLevelsView *levels,
                const Expected *expected,
                double near,
                char *why,
                size_t size)
{
  if (near <= NEAR_AT_MOST)
    snprintf (why, size,
              seidel_text ("its longest row depends on %lld others: going by levels, warps add "
                           "them up"),
              (long long) expected->swept.longest);
  else if (levels != NULL)
    snprintf (why, size,
              seidel_text ("%.0f %% of its rows depend on rows close before them, and its %d "
                           "levels hold %.0f rows on average: going by levels keeps them from "
                           "waiting in vain"),
              100.0 * near, levels->count, (double) matrix->rows / (double) levels->count);
  else
    snprintf (why, size,
              seidel_text ("%.0f %% of its rows depend on rows close before them: going by levels "
                           "keeps them from waiting in vain"),
              100.0 * near);
}

static int
choose (const SeidelCsrView *matrix,
        const SeidelLevelsView *levels,
        Expected *expected,
        char *why,
        size_t size)
{
  const double near = share_of_near_dependencies (matrix);
  int planned;

  if (expect_grid (matrix, levels, expected))
    {
      snprintf (why, size, "%s",
                seidel_text ("it is the matrix of a grid: its rows form strips, each of which a "
                             "thread block computes with x in shared memory"));
      return SEIDEL_CUDA_STRATEGY_STRIPS;
    }
  planned = choose_planned (matrix, expected, why, size);
  if (planned >= 0)
    return planned;
  if (choose_row_order (matrix, expected, near, why, size))
    return SEIDEL_CUDA_STRATEGY_WAIT;
  explain_levels (matrix, levels, expected, near, why, size);
  return SEIDEL_CUDA_STRATEGY_LEVEL_WAIT;
}

int
seidel_cuda_choose_strategy (const SeidelCsrView *matrix,
                             const SeidelLevelsView *levels,
                             int threads,
                             char *why,
                             size_t size,
                             SeidelSweepForecast *forecast)
{
  Expected expected;
  const int chosen = choose (matrix, levels, &expected, why, size);

  if (forecast != NULL)
    *forecast = { expected_seconds (matrix, levels, &expected, chosen),
                  expected.n_levels > 0 || levels == NULL ? expected.n_levels : levels->count };
  return chosen;
}
