/* Gauss-Seidel sweeps of the CUDA engine: the strategies there are, and the choice between them.
 *
 * Every strategy keeps the row order's result. Assumptions of all of them: CSR with sorted rows, no
 * duplicates, no zero on the diagonal; the latter is checked before a sweep is planned.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-cells.h"
#include "seidel-cuda-streams.h"
#include "seidel-cuda-sweep.h"
#include "base/seidel-translatable.h"

enum
{
  STRATEGY_WAIT,
  STRATEGY_LEVEL_WAIT,
  STRATEGY_ONE_BLOCK,
  STRATEGY_STRIPS,
  STRATEGY_LEVELS,
  STRATEGY_PASSES,
  STRATEGY_READY_DO,
  STRATEGY_READY_DO_ROWS,
  STRATEGY_PASSES_UNORDERED,
  N_STRATEGIES
};

static const SeidelCudaStrategy table[N_STRATEGIES] = {
  /* STRATEGY_WAIT */
  { { "wait", N_ ("Waiting rows"),
      N_ (
        "One kernel, directly from CSR, without preprocessing: each row waits for the rows that it "
        "depends on. Best where rows seldom depend on the ones just before them."),
      false, SEIDEL_MEASURES_NOTHING, false, false, false, SEIDEL_ARITHMETIC_FUSED },
    { 0, 0, 0, false, true, 2, false },
    seidel_cuda_wait_plan,
    seidel_cuda_wait_run,
    seidel_cuda_wait_clear,
    true },
  /* STRATEGY_LEVEL_WAIT */
  { { "level-wait", N_ ("Waiting rows by level"),
      N_ ("Rows are stored a second time in the order of their levels; each waits for the rows "
          "that it "
          "depends on, and prefetches everything else. Best on grids."),
      false, SEIDEL_MEASURES_LEVELS, false, false, false, SEIDEL_ARITHMETIC_FUSED },
    { 2, 3, 4, true, false, 1, true, seidel_cuda_level_wait_more_bytes },
    seidel_cuda_level_wait_plan,
    seidel_cuda_level_wait_run,
    seidel_cuda_level_wait_clear,
    true,
    true,
    false,
    seidel_cuda_level_wait_known },
  /* STRATEGY_ONE_BLOCK */
  { { "one-block", N_ ("One block"),
      N_ ("The whole sweep in one thread block, which keeps x in its own memory: a level takes a "
          "fraction of the time that it takes elsewhere. For matrices of up to some ten thousand "
          "rows."),
      false, SEIDEL_MEASURES_LEVELS, false, false, false, SEIDEL_ARITHMETIC_FUSED, true },
    { 1, 0, 0, false, false, 1, true, seidel_streams_most_bytes },
    seidel_cuda_one_block_plan,
    seidel_cuda_one_block_run,
    seidel_cuda_one_block_clear,
    true,
    true,
    false,
    seidel_cuda_one_block_known },
  /* STRATEGY_STRIPS */
  { { "strips", N_ ("Strips"),
      N_ (
        "The rows are cut into strips, on a grid bundles of its lines; each thread block computes "
        "one after the other with x in shared memory and fetches what it needs of others ahead. "
        "Best "
        "on grids."),
      false, SEIDEL_MEASURES_LEVELS, false, false, false, SEIDEL_ARITHMETIC_FUSED, true },
    { 3, 0, 14, false, false, 1, true, seidel_strips_most_bytes },
    seidel_cuda_strips_plan,
    seidel_cuda_strips_run,
    seidel_cuda_strips_clear,
    true,
    true,
    true,
    seidel_cuda_strips_known },
  /* STRATEGY_LEVELS */
  { { "levels", N_ ("Level sets"),
      N_ ("One launch per level; runs of thin levels share one launch of one block. The launches "
          "of a "
          "sweep form one CUDA graph."),
      true, SEIDEL_MEASURES_LEVELS, false, false, true,
      SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED },
    { 1, 0, 3, false, false },
    seidel_cuda_levels_plan,
    seidel_cuda_levels_run,
    seidel_cuda_levels_plan_clear,
    false },
  /* STRATEGY_PASSES */
  { { "passes", N_ ("Repeated passes"),
      N_ (
        "Every pass visits all rows and updates those whose dependencies are done, until no row is "
        "left. No preprocessing; bitwise identical to the serial sweep of the CPU."),
      false, SEIDEL_MEASURES_PASSES, false, false, false,
      SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED },
    { 2, 0, 0, false, true },
    seidel_cuda_passes_plan,
    seidel_cuda_passes_run,
    seidel_cuda_passes_clear,
    false },
  /* STRATEGY_READY_DO */
  { { "ready-do", N_ ("Find the ready rows, then do them"),
      N_ (
        "In turn, one kernel lists the rows whose dependencies are done, and a second one updates "
        "just these."),
      false, SEIDEL_MEASURES_PASSES, true, false, false,
      SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED },
    { 2, 0, 0, false, true },
    seidel_cuda_passes_plan,
    seidel_cuda_ready_do_run,
    seidel_cuda_passes_clear,
    false },
  /* STRATEGY_READY_DO_ROWS */
  { { "ready-do-rows", N_ ("Find the ready rows, then a block for every row"),
      N_ ("In turn, one kernel flags the rows whose dependencies are done, and a second one has a "
          "thread block for every row, of which only those of the flagged rows work."),
      false, SEIDEL_MEASURES_PASSES, true, false, false, SEIDEL_ARITHMETIC_FUSED },
    { 2, 0, 0, false, true },
    seidel_cuda_passes_plan,
    seidel_cuda_ready_do_rows_run,
    seidel_cuda_passes_clear,
    false },
  /* STRATEGY_PASSES_UNORDERED */
  { { "passes-unordered", N_ ("Repeated passes with a data race"),
      N_ ("Repeated passes with a race: a row may see that another is done before it sees the new "
          "value, and then uses a stale one. Wrong by about 1e-3; for demonstration only."),
      false, SEIDEL_MEASURES_PASSES, true, true, false, SEIDEL_ARITHMETIC_FUSED },
    { 2, 0, 0, false, true },
    seidel_cuda_passes_plan,
    seidel_cuda_passes_unordered_run,
    seidel_cuda_passes_clear,
    false },
};

const SeidelStrategy *
seidel_cuda_strategies (int *n_strategies)
{
  static SeidelStrategy shown[N_STRATEGIES];

  for (int i = 0; i < N_STRATEGIES; i++)
    shown[i] = table[i].shown;
  *n_strategies = N_STRATEGIES;
  return shown;
}

int
seidel_cuda_strategy_without_host (void)
{
  return STRATEGY_LEVEL_WAIT;
}

const SeidelCudaPlanSize *
seidel_cuda_plan_size (int strategy)
{
  return &table[strategy].size;
}

void
seidel_cuda_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  if (sweep == NULL)
    return;
  /* What is still at work reads the plan. */
  cudaStreamSynchronize (context->stream);
  if (sweep->plan != NULL)
    sweep->strategy->clear (sweep);
  free (sweep);
}

SeidelSweep *
seidel_cuda_sweep_new (SeidelContext *context,
                       SeidelOperator *system,
                       int strategy,
                       SeidelDirection direction,
                       const SeidelLevelsView *levels)
{
  SeidelSweep *sweep;

  if ((context->settings.arithmetic & ~(int) table[strategy].shown.arithmetics) != 0)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                      "this strategy of sweeps does not support the requested arithmetic");
  if (!seidel_cuda_ensure_diagonal (context, system)
      || (!table[strategy].fills_late && !seidel_cuda_incomplete_wait (context, system)))
    return NULL;
  sweep = (SeidelSweep *) calloc (1, sizeof *sweep);
  if (sweep == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweep did not fit into memory");
      return NULL;
    }
  sweep->system = system;
  sweep->direction = direction;
  sweep->strategy = &table[strategy];
  if (system->rows == 0 || sweep->strategy->plan (context, sweep, levels))
    return sweep;
  seidel_cuda_sweep_free (context, sweep);
  return NULL;
}

SeidelMeasures
seidel_cuda_sweep_measures (const SeidelSweep *sweep)
{
  return sweep->system->rows > 0 ? sweep->strategy->shown.measures : SEIDEL_MEASURES_NOTHING;
}

void
seidel_cuda_sweep (SeidelContext *context,
                   SeidelSweep *sweep,
                   const SeidelVector *b,
                   SeidelVector *x,
                   double omega,
                   SeidelSweepReportFunc report,
                   void *report_data)
{
  const SeidelCudaJob job = { b, x, omega, false, report, report_data };

  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && sweep->system->rows > 0)
    sweep->strategy->run (context, sweep, &job);
}

void
seidel_cuda_solve_triangle (SeidelContext *context,
                            SeidelSweep *sweep,
                            const SeidelVector *b,
                            SeidelVector *x,
                            double omega,
                            SeidelSweepReportFunc report,
                            void *report_data)
{
  const SeidelCudaJob job = { b, x, omega, true, report, report_data };

  if (!sweep->strategy->solves_triangles)
    {
      seidel_cuda_fill (context, x, 0.0);
      seidel_cuda_sweep (context, sweep, b, x, omega, report, report_data);
    }
  else if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && sweep->system->rows > 0)
    sweep->strategy->run (context, sweep, &job);
}

void
seidel_cuda_solve_triangles (SeidelContext *context,
                             SeidelOperator *A,
                             SeidelSweep *const sweeps[2],
                             double omega,
                             const SeidelVector *r,
                             SeidelVector *room,
                             SeidelVector *z,
                             const SeidelSweepReportFunc reports[2],
                             void *report_data)
{
  SeidelSweep *const backward = sweeps[SEIDEL_DIRECTION_BACKWARD];
  SeidelCudaJob job = { room, z, omega, true, reports[SEIDEL_DIRECTION_BACKWARD], report_data };

  seidel_cuda_solve_triangle (context, sweeps[SEIDEL_DIRECTION_FORWARD], r, room, omega,
                              reports[SEIDEL_DIRECTION_FORWARD], report_data);
  if (!backward->strategy->takes_over_diagonal)
    {
      seidel_cuda_multiply_diagonal (context, A, 1, room, room);
      seidel_cuda_solve_triangle (context, backward, room, z, omega,
                                  reports[SEIDEL_DIRECTION_BACKWARD], report_data);
      return;
    }
  /* D times room over D again. */
  job.over_diagonal = true;
  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && backward->system->rows > 0)
    backward->strategy->run (context, backward, &job);
}

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

/* Up to so many rows a level, with so many dependencies a row, rows have nothing to gain by going
 * by levels: in their own order they find each other's results close at hand. */
#define THIN_LEVELS     4.0
#define MANY_NEIGHBOURS 2.0
#define FEW_NEIGHBOURS  4

/* Levels of so many rows are wide. In others, rows with more dependencies than the first number
 * wait in vain when they go by levels, because a lane asks for all of them again and again; from
 * the second number on several lanes share a row. */
#define WIDE_LEVEL      1000.0
#define MOST_ASKED_ONCE 4.0
#define MOST_ASKED      16.0

/* Of larger matrices the host predicts nothing: it would take long. */
#define MOST_ROWS_PLANNED    SEIDEL_STRIPS_MOST_ROWS_COUNTED
#define MOST_ENTRIES_PLANNED 8000000

/* Share of the other time from which on strips are worth their plan. */
#define LEAST_GAIN 0.8

static double
sweep_bytes (const SeidelCsrView *matrix)
{
  return 12.0 * (double) matrix->row_offsets[matrix->rows] + 36.0 * (double) matrix->rows;
}

/* What a sweep is expected to take in both directions, in nanoseconds; in double, because the
 * precision is open. */
typedef struct
{
  int32_t n_levels;     /* of the direction with more; 0: not known */
  SeidelOwnLengths own; /* of the direction with the longest row */
  double waiting;
  double block; /* INFINITY: not to be used, as below */
  double strips;
} Expected;

static bool
expect_block (const SeidelCsrView *matrix,
              int direction,
              const SeidelLevelsView *levels,
              Expected *expected)
{
  double nanoseconds;

  if (matrix->rows > seidel_cuda_one_block_most_rows (sizeof (double))
      || !seidel_streams_predict (matrix, (SeidelDirection) direction, levels, sizeof (double),
                                  &nanoseconds))
    return false;
  expected->block += nanoseconds;
  return true;
}

static bool
expect_strips (const SeidelCsrView *matrix,
               int direction,
               const SeidelLevelsView *levels,
               const SeidelOwnLengths *lengths,
               Expected *expected)
{
  SeidelStripsSettings settings;
  SeidelStrips strips;

  if (!seidel_cuda_strips_settings (lengths, sizeof (double), &settings)
      || seidel_strips_init (&strips, matrix, (SeidelDirection) direction, levels, &settings, false)
           != SEIDEL_STRIPS_DONE)
    return false;
  expected->strips += strips.nanoseconds;
  seidel_strips_clear (&strips);
  return true;
}

/* Whether one direction stands for both, as it does where the pattern is symmetric. */
static bool
are_directions_alike (const SeidelOwnLengths own[2], const int32_t n_levels[2])
{
  return n_levels[0] == n_levels[1] && own[0].longest == own[1].longest && own[0].sum == own[1].sum;
}

static bool
is_wide (int32_t n_levels, const SeidelOwnLengths *own)
{
  return (double) own->rows >= WIDE_LEVEL * (double) n_levels;
}

static double
mean_length (const SeidelOwnLengths *own)
{
  return own->rows > 0 ? (double) own->sum / (double) own->rows : 0.0;
}

static bool
is_wide_and_short (int32_t n_levels, const SeidelOwnLengths *own)
{
  return is_wide (n_levels, own) && mean_length (own) <= MOST_ASKED_ONCE;
}

/* What a level takes longer where it is wide. The longest of the rows that share a warp is that of
 * many rows of random lengths around the mean, not the longest of all, which may be a rare one. */
static double
expect_wide_level (int32_t n_levels, const SeidelOwnLengths *own)
{
  const double mean = mean_length (own);
  const double longest = fmin ((double) own->longest, mean + 3.0 * sqrt (mean));

  if (is_wide_and_short (n_levels, own))
    return WAITING_WIDE_LOAD * fmax (0.0, ceil (longest / MOST_ASKED_ONCE) - 1.0);
  return is_wide (n_levels, own) && mean <= MOST_ASKED ? WAITING_WIDE_ENTRY * mean : 0.0;
}

static double
expect_waiting (int32_t n_levels, const SeidelOwnLengths *own)
{
  const double longest = fmin ((double) own->longest, WAITING_MOST_HELD);
  const double in_parts =
    (double) own->longest > longest ? WAITING_PART_ENTRY * (double) own->sum : 0.0;

  return WAITING_LAUNCH + (WAITING_LEVEL + expect_wide_level (n_levels, own)) * n_levels
         + WAITING_LONGEST * longest
         + fmin (WAITING_LONG_ENTRY * longest, WAITING_ENTRY * (double) own->sum) + in_parts;
}

/* What is expected of a matrix whose levels are found into so many numbers for each direction. */
static void
expect_with_levels (const SeidelCsrView *matrix, int32_t *const level[2], Expected *expected)
{
  SeidelOwnLengths own[2];
  int32_t n_levels[2];
  int n_directions;

  for (int direction = 0; direction < 2; direction++)
    {
      n_levels[direction] =
        seidel_survey_rows (matrix, (SeidelDirection) direction, level[direction], &own[direction]);
      expected->waiting += expect_waiting (n_levels[direction], &own[direction]);
    }
  n_directions = are_directions_alike (own, n_levels) ? 1 : 2;
  expected->n_levels = n_levels[0] > n_levels[1] ? n_levels[0] : n_levels[1];
  expected->own = own[own[1].longest > own[0].longest];
  for (int direction = 0; direction < n_directions; direction++)
    {
      const SeidelLevelsView levels = { n_levels[direction], level[direction], NULL, false };

      if (!expect_block (matrix, direction, &levels, expected))
        expected->block = INFINITY;
      if (!expect_strips (matrix, direction, &levels, &own[direction], expected))
        expected->strips = INFINITY;
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
  return block ? STRATEGY_ONE_BLOCK : STRATEGY_STRIPS;
}

/* Whether rows go by levels, of which little more than one can be at work at a time, in vain: not
 * where they are so long that a warp adds them up, and not where each has few others to ask and
 * they all lie just before it. */
static bool
are_levels_thin (const SeidelCsrView *matrix, const Expected *known)
{
  const bool plain = known->n_levels == matrix->rows && known->own.longest <= FEW_NEIGHBOURS;

  return known->n_levels > 0 && (double) matrix->rows < THIN_LEVELS * (double) known->n_levels
         && (double) known->own.sum >= MANY_NEIGHBOURS * (double) matrix->rows && !plain
         && known->own.longest <= LONG_ROW;
}

/* Whether rows with some dependencies go by levels in vain, though these have more of them. */
static bool
are_rows_asking_in_vain (const Expected *known)
{
  const double mean = mean_length (&known->own);

  return known->n_levels > 0 && !is_wide (known->n_levels, &known->own) && mean > MOST_ASKED_ONCE
         && mean <= MOST_ASKED && known->own.longest <= LONG_ROW;
}

/* Whether rows with few dependencies, in wide levels, go by levels in vain: those that share a warp
 * wait for the longest of them. Notes what a sweep takes in their own order then. */
static bool
are_lengths_uneven (Expected *known)
{
  const double in_order =
    WAITING_LAUNCH
    + (IN_ORDER_LEVEL + IN_ORDER_ENTRY * mean_length (&known->own)) * known->n_levels;

  if (known->n_levels == 0 || known->own.longest > LONG_ROW
      || !is_wide_and_short (known->n_levels, &known->own)
      || in_order >= expect_waiting (known->n_levels, &known->own))
    return false;
  known->waiting = 2.0 * in_order;
  return true;
}

/* Seconds of a sweep by a strategy that was chosen, NaN where nothing is known of its levels. */
static double
expected_seconds (const SeidelCsrView *matrix,
                  const SeidelLevelsView *levels,
                  const Expected *known,
                  int strategy)
{
  const double least = sweep_bytes (matrix) / BYTES_A_NANOSECOND;
  double nanoseconds = NAN;

  if (strategy == STRATEGY_ONE_BLOCK)
    nanoseconds = known->block / 2.0;
  else if (strategy == STRATEGY_STRIPS)
    nanoseconds = known->strips / 2.0;
  else if (known->n_levels > 0)
    nanoseconds = known->waiting / 2.0;
  else if (levels != NULL)
    nanoseconds = WAITING_LAUNCH + WAITING_LEVEL * levels->count;
  return isnan (nanoseconds) ? NAN : 1e-9 * fmax (nanoseconds, least);
}

static int
choose (const SeidelCsrView *matrix,
        const SeidelLevelsView *levels,
        Expected *known,
        char *why,
        size_t size)
{
  const double near_at_most = 0.1;
  double near = share_of_near_dependencies (matrix);
  int planned;

  if (expect_grid (matrix, levels, known))
    {
      snprintf (why, size, "%s",
                seidel_text ("it is the matrix of a grid: its rows form strips, each of which a "
                             "thread block computes with x in shared memory"));
      return STRATEGY_STRIPS;
    }
  planned = choose_planned (matrix, known, why, size);
  if (planned >= 0)
    return planned;
  if (known->n_levels == 1)
    {
      snprintf (why, size, "%s", seidel_text ("none of its rows depends on another"));
      return STRATEGY_WAIT;
    }
  if (are_levels_thin (matrix, known))
    {
      snprintf (why, size,
                seidel_text ("its %d levels have %.1f rows on average: in their own order rows "
                             "find what they depend on close at hand, and nothing needs to be "
                             "prepared"),
                (int) known->n_levels, (double) matrix->rows / (double) known->n_levels);
      return STRATEGY_WAIT;
    }
  if (are_rows_asking_in_vain (known))
    {
      snprintf (why, size,
                seidel_text (
                  "its rows depend on %.1f others on average, in levels of %.0f rows: going by "
                  "levels they would wait in vain for most of them"),
                mean_length (&known->own), (double) matrix->rows / (double) known->n_levels);
      return STRATEGY_WAIT;
    }
  if (are_lengths_uneven (known))
    {
      snprintf (why, size,
                seidel_text ("its rows depend on %.1f others on average, some on %lld: going by "
                             "levels, those that a warp takes together would wait for the longest "
                             "of them"),
                mean_length (&known->own), (long long) known->own.longest);
      return STRATEGY_WAIT;
    }
  if (near <= near_at_most && known->own.longest <= LONG_ROW)
    {
      snprintf (why, size,
                seidel_text ("only %.1f %% of its rows depend on rows close before them: nothing "
                             "needs to be prepared"),
                100.0 * near);
      return STRATEGY_WAIT;
    }
  if (near <= near_at_most)
    snprintf (why, size,
              seidel_text ("its longest row depends on %lld others: going by levels, warps add "
                           "them up"),
              (long long) known->own.longest);
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
  return STRATEGY_LEVEL_WAIT;
}

int
seidel_cuda_choose_strategy (const SeidelCsrView *matrix,
                             const SeidelLevelsView *levels,
                             int threads,
                             char *why,
                             size_t size,
                             SeidelSweepForecast *forecast)
{
  Expected known;
  const int chosen = choose (matrix, levels, &known, why, size);

  if (forecast != NULL)
    *forecast = { expected_seconds (matrix, levels, &known, chosen),
                  known.n_levels > 0 || levels == NULL ? known.n_levels : levels->count };
  return chosen;
}
