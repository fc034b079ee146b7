/* What comes before the first sweep by levels: finding them, and planning, in sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-work.h"

#include <math.h>

#define NAME       "sweep-plan"
#define N_PLANS    3
#define N_SWEEPS   5
#define TEAMS      2
#define DIRECTIONS 2

typedef struct
{
  const char *kind;
  double size;
  double quick_size;
} Case;

static const Case cases[] = {
  { "kmer-like", 10e6, 200e3 },
  { "poisson-5", 2048, 300 },
  { "poisson-27", 128, 40 },
};

static double
levels_ms (const SeidelCsr *csr)
{
  double samples[N_PLANS];

  for (int i = 0; i < N_PLANS; i++)
    {
      const double begin = seidel_bench_now ();
      SeidelSchedule *schedule =
        seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

      samples[i] = seidel_bench_now () - begin;
      seidel_schedule_unref (schedule);
    }
  return seidel_bench_median (samples, N_PLANS);
}

static double
sweep_alone_ms (SeidelBenchWork *work, SeidelDirection direction)
{
  const SeidelEngine *engine = work->engine;
  double samples[N_SWEEPS];

  for (int i = 0; i < N_SWEEPS; i++)
    {
      const double begin = seidel_bench_now ();

      engine->sweeps.run (work->context, work->sweeps[direction], work->b, work->x, 1.0, NULL,
                          NULL);
      engine->contexts.synchronize (work->context);
      samples[i] = seidel_bench_now () - begin;
    }
  return seidel_bench_median (samples, N_SWEEPS);
}

/* Plans forward sweeps and then backward ones in a context that is new. False where there is no
 * room. */
static bool
plan (const SeidelEngine *engine,
      const SeidelBenchSetting *setting,
      const char *strategy,
      int threads,
      double plan_ms[DIRECTIONS],
      double sweep_ms[DIRECTIONS])
{
  const int index = seidel_engine_find_strategy (engine, strategy);
  SeidelBenchWork *work = seidel_bench_work_new (engine, NULL, threads, setting, false);
  bool planned = work != NULL;

  for (int d = 0; d < DIRECTIONS && planned; d++)
    {
      const SeidelSchedule *schedule = setting->schedules[d];
      const SeidelLevelsView levels = { schedule->count, schedule->level_of_row,
                                        schedule->level_rows, schedule->in_place_safe };
      const double begin = seidel_bench_now ();

      work->sweeps[d] = engine->sweeps.create (work->context, work->system, index, d, &levels);
      plan_ms[d] = seidel_bench_now () - begin;
      planned = work->sweeps[d] != NULL;
    }
  for (int d = 0; d < DIRECTIONS && planned; d++)
    sweep_ms[d] = sweep_alone_ms (work, d);
  if (work != NULL)
    seidel_bench_work_free (work);
  return planned;
}

static void
add_row (const SeidelBenchSetting *setting, const char *what, double ms, double sweep_ms)
{
  g_autofree char *title = g_strdup_printf ("%s, %s: in sweeps", setting->title, what);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = NAME;
  row.what = title;
  row.median_ms = row.min_ms = ms;
  row.value = ms / sweep_ms;
  row.unit = " sweeps";
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

static void
measure (const SeidelBench *bench,
         const SeidelBenchSetting *setting,
         const char *strategy,
         int threads)
{
  static const char *const names[DIRECTIONS] = { "forward", "then backward" };
  double samples[DIRECTIONS][N_PLANS];
  double sweep_ms[DIRECTIONS];

  for (int i = 0; i < N_PLANS; i++)
    {
      double plan_ms[DIRECTIONS];

      if (!plan (bench->engine, setting, strategy, threads, plan_ms, sweep_ms))
        {
          seidel_bench_table_skip (NAME, setting->title, "the engine has no such sweep of it");
          return;
        }
      for (int d = 0; d < DIRECTIONS; d++)
        samples[d][i] = plan_ms[d];
    }
  for (int d = 0; d < DIRECTIONS; d++)
    {
      g_autofree char *what = g_strdup_printf ("%s on %d thread%s, planning %s", strategy, threads,
                                               threads > 1 ? "s" : "", names[d]);

      add_row (setting, what, seidel_bench_median (samples[d], N_PLANS), sweep_ms[d]);
    }
  if (threads == 1)
    add_row (setting, "levels, one direction", levels_ms (setting->matrix->csr),
             sweep_ms[SEIDEL_DIRECTION_FORWARD]);
}

void
seidel_bench_sweep_plan (const SeidelBench *bench)
{
  static const char *const strategies[] = { "levels", "point-to-point" };

  if (bench->engine != seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "planning by levels", "the engine is not the CPU");
      return;
    }
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const double size = bench->quick ? cases[c].quick_size : cases[c].size;
      SeidelBenchSetting *setting =
        seidel_bench_setting_new (seidel_bench_matrix (cases[c].kind, size),
                                  g_strdup_printf ("%s %g", cases[c].kind, size));

      for (int threads = 1; threads <= TEAMS; threads++)
        measure (bench, setting, strategies[threads - 1], threads);
      seidel_bench_setting_free (setting);
    }
}
