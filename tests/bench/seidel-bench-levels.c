/* Dependency levels against one pass over the column indices, and what timing them costs a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/seidel-schedule.h"
#include "run/seidel-problem.h"
#include "solve/seidel-solve.h"

typedef struct
{
  const SeidelCsr *csr;
  SeidelDirection direction;
  int64_t sum;
  SeidelSchedule *schedule;
} Levels;

static void
make_schedule (void *data)
{
  Levels *levels = data;

  g_clear_pointer (&levels->schedule, seidel_schedule_unref);
  levels->schedule = seidel_schedule_new (levels->csr, levels->direction, NULL, NULL, NULL);
}

static void
pass_over_columns (void *data)
{
  Levels *levels = data;
  const int32_t *column_indices = levels->csr->column_indices;
  const int64_t nonzeros = seidel_csr_nonzeros (levels->csr);
  int64_t sum = 0;

  for (int64_t k = 0; k < nonzeros; k++)
    sum += column_indices[k];
  levels->sum = sum;
}

/* The levels of the 27-point grid are x + 2 y + 4 z + 1 in the direction of the sweep. */
static bool
levels_are_right (const SeidelSchedule *schedule, int64_t size)
{
  for (int64_t i = 0; i < schedule->rows; i++)
    {
      const int64_t at =
        schedule->direction == SEIDEL_DIRECTION_FORWARD ? i : schedule->rows - 1 - i;
      const int64_t level = at % size + 2 * (at / size % size) + 4 * (at / (size * size)) + 1;

      if (schedule->level_of_row[i] != level)
        return false;
    }
  return schedule->count == 7 * (size - 1) + 1 && schedule->in_place_safe;
}

void
seidel_bench_levels (const SeidelBench *bench)
{
  const int64_t size = bench->quick ? 60 : 215;
  g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix ("poisson-27", (double) size);
  const SeidelCsr *csr = matrix->csr;

  for (int d = 0; d < 2; d++)
    {
      Levels levels = { .csr = csr,
                        .direction =
                          d == 0 ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD };
      const SeidelBenchPair pair =
        seidel_bench_pairs (make_schedule, &levels, pass_over_columns, &levels, 7);
      const double bytes = 4.0 * (double) seidel_csr_nonzeros (csr) + 12.0 * (double) csr->rows;
      g_autofree char *what =
        g_strdup_printf ("27-point %" G_GINT64_FORMAT
                         "³, %s, over a pass over the columns (%.1f ms)",
                         size, d == 0 ? "forward" : "backward", pair.b_median);
      SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

      row.name = "levels";
      row.what = what;
      row.median_ms = pair.a_median;
      row.min_ms = pair.a_min;
      row.floors.bytes_ms = seidel_bench_bytes_ms (bench, bytes, 1);
      row.value = pair.a_over_b;
      row.unit = "×";
      row.must = 3.0;
      row.stretch = 1.5;
      row.smaller_is_better = true;
      row.failed = levels_are_right (levels.schedule, size) ? NULL : "a level is wrong";
      seidel_bench_table_add (&row);
      seidel_schedule_unref (levels.schedule);
    }
}

/* A run of so many iterations, with the times of levels or without. */
typedef struct
{
  SeidelProblem *problem;
  SeidelOptions options;
  int64_t timed; /* sweeps of the last run */
} Run;

static void
run_once (Run *run, bool skip)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  run->options.skip_level_times = skip;
  outcome = seidel_solve (run->problem, &run->options, trace, NULL, NULL, NULL);
  run->timed = 0;
  for (int d = 0; d < 2 && outcome != NULL; d++)
    {
      g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace, (SeidelDirection) d);

      run->timed += times != NULL ? times->sweeps : 0;
    }
}

static void
run_timed (void *data)
{
  run_once (data, false);
}

static void
run_untimed (void *data)
{
  run_once (data, true);
}

static const struct
{
  const char *kind;
  double size;
  double quick_size;
  const char *method;
  const char *preconditioner;
  const char *strategy;
  SeidelStorage storage;
  int64_t iterations;
} timed_runs[] = {
  { "poisson-27", 100, 40, "gauss-seidel", "none", "auto", SEIDEL_STORAGE_CSR, 100 },
  { "poisson-27", 100, 40, "gauss-seidel", "none", "levels", SEIDEL_STORAGE_CSR, 100 },
  /* Both directions are timed beside the run, which takes its share of some hundred iterations. */
  { "poisson-5", 500, 200, "cg", "ssor", "auto", SEIDEL_STORAGE_CSR, 600 },
  { "poisson-5", 1000, 200, "gauss-seidel", "none", "serial", SEIDEL_STORAGE_DIAGONALS, 300 },
  { "tridiagonal", 300000, 30000, "gauss-seidel", "none", "levels", SEIDEL_STORAGE_CSR, 300 },
};

static void
add_timed_run (const SeidelBench *bench, guint i)
{
  double size = bench->quick ? timed_runs[i].quick_size : timed_runs[i].size;
  g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix (timed_runs[i].kind, size);
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, NULL);
  Run run = { .problem = problem, .options = SEIDEL_OPTIONS_INIT };
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = NULL;
  SeidelBenchPair pair;

  run.options.method = timed_runs[i].method;
  run.options.preconditioner = timed_runs[i].preconditioner;
  run.options.strategy = timed_runs[i].strategy;
  run.options.storage = timed_runs[i].storage;
  run.options.threads = 2;
  run.options.tolerance = 0.0;
  run.options.max_iterations = timed_runs[i].iterations;
  run.options.stagnation_window = INT_MAX;
  pair = seidel_bench_pairs (run_timed, &run, run_untimed, &run, 9);
  run_timed (&run);
  what =
    g_strdup_printf ("%s %g, %s, %s, over the run without it; %" G_GINT64_FORMAT " sweeps timed",
                     timed_runs[i].kind, size, timed_runs[i].method, timed_runs[i].strategy,
                     run.timed);
  row.name = "level-times";
  row.what = what;
  row.median_ms = pair.a_median;
  row.min_ms = pair.a_min;
  row.value = pair.a_over_b;
  row.unit = "×";
  row.must = 1.02;
  row.stretch = 1.01;
  row.smaller_is_better = true;
  row.failed = run.timed > 0 ? NULL : "no level was timed";
  seidel_bench_table_add (&row);
}

void
seidel_bench_level_times (const SeidelBench *bench)
{
  for (guint i = 0; i < G_N_ELEMENTS (timed_runs); i++)
    add_timed_run (bench, i);
}
