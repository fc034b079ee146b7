/* Sweeps of a GPU: what is chosen automatically against cuSPARSE, Fiorentini's passes and one core
 * of the host, each result checked against the CPU's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "seidel-bench-cusparse.h"
#include "seidel-bench-gpu.h"
#ifdef HAVE_BENCH_PASSES
#include "seidel-bench-passes.h"
#endif
#include "seidel-bench-work.h"

#define NAME    "gpu-sweep"
#define N_PAIRS 9
#define N_PLANS 5

/* What a matrix is measured in, and what it must reach over cuSPARSE. */
typedef struct
{
  const char *kind;
  double size;
  double quick_size;
  const char *title; /* with %.0f for the size */
  bool single;
  double must;
  double stretch;
  bool passes;          /* against repeated passes, too */
  bool symmetric;       /* and the rows of a symmetric sweep */
  const char *strategy; /* NULL: what is chosen */
  double sweep_ms;      /* musts on an H200; 0: none */
  double plan_ms;
} Case;

static const Case cases[] = {
  { "kmer-like", 51813503, 500e3, "k-mers, %.0f", true, 4.5, 6, true, true },
  { "kmer-like", 51813503, 500e3, "k-mers, %.0f", false, 4.5, 6, true, false },
  { "poisson-27", 224, 40, "27-point, %.0f³", false, 1, 2, false, false },
  { "poisson-27", 128, 30, "27-point, %.0f³", false, 1, 2, false, false },
  { "poisson-5", 2048, 300, "5-point, %.0f²", false, 1.25, 2.5, false, false },
  { "poisson-5", 512, 200, "5-point, %.0f²", false, 10, 14, false, false },
  { "wathen", 100, 40, "Wathen, %.0f²", false, 6.5, 10, false, false },
  { "poisson-5", 2048, 300, "5-point, %.0f²", false, 12, 18, false, false, "strips", 0.65, 9.2 },
  { "poisson-5", 512, 200, "5-point, %.0f²", false, 10, 14, false, false, "strips", 0.15 },
  { "poisson-7", 160, 40, "7-point, %.0f³", false, 3.7, 5, false, false, "strips", 0.35, 1.8 },
  { "poisson-27", 128, 30, "27-point, %.0f³", false, 4, 5.5, false, false, "strips", 0.5, 4.3 },
  { "poisson-27", 224, 40, "27-point, %.0f³", false, 2.9, 4, false, false, "strips", 1.5, 10 },
};

const char *
seidel_bench_gpu_chosen (const SeidelEngine *engine, const SeidelBenchSetting *setting)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  char why[240];

  return engine->strategies[engine->choose_strategy (&view, NULL, 1, why, sizeof why, NULL)].id;
}

bool
seidel_bench_gpu_agree (const double *a, const double *b, int64_t n, bool single)
{
  const double tolerance = single ? 1e-5 : 1e-12;
  double largest = 0.0;

  for (int64_t i = 0; i < n; i++)
    largest = fmax (largest, fabs (b[i]));
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (a[i] - b[i]) <= tolerance * largest))
      return false;
  return true;
}

double *
seidel_bench_gpu_right_x (const SeidelBenchSetting *setting, bool both)
{
  SeidelBenchSetting in_double = *setting;
  SeidelBenchWork *serial;
  double *x;

  in_double.single = false;
  serial = seidel_bench_work_new (seidel_cpu_engine (), "serial", 1, &in_double, both);
  seidel_bench_work_sweep (serial);
  x = seidel_bench_work_x (serial, setting->matrix->csr->rows);
  seidel_bench_work_free (serial);
  return x;
}

/* What its first run gives against what the CPU does; NULL when it is right. */
static const char *
check_run (SeidelBenchFunc run,
           SeidelBenchWork *work,
           const SeidelBenchSetting *setting,
           const double *expected)
{
  const int64_t n = setting->matrix->csr->rows;
  double *x;
  bool right;

  run (work);
  x = seidel_bench_work_x (work, n);
  right = seidel_bench_gpu_agree (x, expected, n, setting->single);
  g_aligned_free (x);
  return right ? NULL : "the CPU's serial sweep gives another result";
}

const char *
seidel_bench_gpu_check (SeidelBenchWork *work,
                        const SeidelBenchSetting *setting,
                        const double *expected)
{
  const char *failed = check_run (seidel_bench_work_sweep, work, setting, expected);

  /* The second sweep may have prepared more. */
  work->engine->vectors.upload (work->context, work->x, setting->start);
  return failed != NULL ? failed : check_run (seidel_bench_work_sweep, work, setting, expected);
}

typedef struct
{
  SeidelBenchWork *work;
  int strategy;
} Planning;

/* Plans a sweep whose levels nobody knows, and frees it; returns the milliseconds of the former, or
 * NAN where there is no such sweep. */
static double
plan_once (SeidelBenchWork *work, int strategy)
{
  const SeidelEngine *engine = work->engine;
  SeidelSweep *sweep;
  double begin, ms;

  engine->contexts.synchronize (work->context);
  begin = seidel_bench_now ();
  sweep =
    engine->sweeps.create (work->context, work->system, strategy, SEIDEL_DIRECTION_FORWARD, NULL);
  engine->contexts.synchronize (work->context);
  ms = seidel_bench_now () - begin;
  if (sweep == NULL)
    return NAN;
  engine->sweeps.free (work->context, sweep);
  return ms;
}

double
seidel_bench_gpu_plan_ms (SeidelBenchWork *work, const char *strategy)
{
  const int index = seidel_engine_find_strategy (work->engine, strategy);
  double samples[N_PLANS + 1];

  for (int i = 0; i <= N_PLANS; i++)
    {
      samples[i] = plan_once (work, index);
      if (isnan (samples[i]))
        return NAN;
    }
  return seidel_bench_median (samples + 1, N_PLANS);
}

double
seidel_bench_gpu_sweep_ms (SeidelBenchWork *work)
{
  double samples[N_PAIRS + 1];

  for (int i = 0; i <= N_PAIRS; i++)
    {
      samples[i] = seidel_bench_now ();
      seidel_bench_work_sweep (work);
      samples[i] = seidel_bench_now () - samples[i];
    }
  return seidel_bench_median (samples + 1, N_PAIRS);
}

static void
make_plan (void *data)
{
  Planning *planning = data;

  if (isnan (plan_once (planning->work, planning->strategy)))
    g_error ("seidel-bench: %s",
             planning->work->engine->contexts.status (planning->work->context)->message);
}

/* What the first of a pair takes over something else. */
static void
add_ratio_row (const char *what,
               double median_ms,
               double min_ms,
               double value,
               double must,
               double stretch)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = NAME;
  row.what = what;
  row.median_ms = median_ms;
  row.min_ms = min_ms;
  row.value = value;
  row.unit = "×";
  row.must = must;
  row.stretch = stretch;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

/* The rows by level, and all that the strategy prepares, against a sweep and cuSPARSE's analysis.
 */
static void
compare_analysis (const SeidelBenchSetting *setting,
                  SeidelBenchWork *work,
                  const char *strategy,
                  double cusparse_ms)
{
  const char *const ids[] = { "levels", strategy };

  for (size_t i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      Planning planning = { work, seidel_engine_find_strategy (work->engine, ids[i]) };
      SeidelBenchPair pair =
        seidel_bench_pairs (make_plan, &planning, seidel_bench_work_sweep, work, N_PAIRS);
      g_autofree char *sweeps =
        g_strdup_printf ("%s, %s, over a sweep", setting->title,
                         i == 0 ? "level analysis" : "all that its sweep needs");
      g_autofree char *analysis =
        g_strdup_printf ("%s, %s, over cuSPARSE's analysis (%.1f ms)", setting->title,
                         i == 0 ? "level analysis" : "all that its sweep needs", cusparse_ms);

      add_ratio_row (sweeps, pair.a_median, pair.a_min, pair.a_over_b, i == 0 ? 3 : NAN,
                     i == 0 ? 1.5 : NAN);
      add_ratio_row (analysis, pair.a_median, pair.a_min, pair.a_median / cusparse_ms,
                     i == 0 ? 0.25 : NAN, NAN);
    }
}

/* must: NAN where there is none. */
static void
add_ms_row (const char *what,
            double median_ms,
            double min_ms,
            double must,
            double stretch,
            const char *failed)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = NAME;
  row.what = what;
  row.median_ms = row.value = median_ms;
  row.min_ms = min_ms;
  row.unit = " ms";
  row.must = must;
  row.stretch = stretch;
  row.smaller_is_better = true;
  row.failed = failed;
  seidel_bench_table_add (&row);
}

/* A sweep and its plan in milliseconds, and the plan against cuSPARSE's analysis. */
static void
measure_plan (const Case *which,
              const SeidelBenchSetting *setting,
              SeidelBenchWork *work,
              double cusparse_ms,
              const char *failed)
{
  const double plan_ms = seidel_bench_gpu_plan_ms (work, which->strategy);
  const double sweep_ms = seidel_bench_gpu_sweep_ms (work);
  const double plan_must = which->plan_ms > 0 ? which->plan_ms : NAN;
  g_autofree char *sweep = g_strdup_printf ("%s, %s, a sweep", setting->title, which->strategy);
  g_autofree char *plan = g_strdup_printf ("%s, %s, its plan", setting->title, which->strategy);
  g_autofree char *analysis =
    g_strdup_printf ("%s, %s, its plan over cuSPARSE's analysis (%.1f ms)", setting->title,
                     which->strategy, cusparse_ms);

  add_ms_row (sweep, sweep_ms, sweep_ms, which->sweep_ms, NAN, failed);
  add_ms_row (plan, plan_ms, plan_ms, plan_must, NAN, failed);
  add_ratio_row (analysis, plan_ms, plan_ms, plan_ms / cusparse_ms, 0.5, NAN);
}

static void
compare_with_cusparse (const Case *which,
                       const SeidelBenchSetting *setting,
                       SeidelBenchWork *work,
                       const char *strategy,
                       const char *failed,
                       const double *expected)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const char *why = NULL;
  SeidelBenchCusparse *cusparse =
    seidel_bench_cusparse_new (csr, setting->single, setting->b, setting->start, &why);
  g_autofree char *what = NULL;
  g_autofree double *x = NULL;
  SeidelBenchPair pair;

  if (cusparse == NULL)
    {
      seidel_bench_table_skip (NAME, setting->title, why);
      return;
    }
  seidel_bench_cusparse_sweep (cusparse);
  x = seidel_bench_cusparse_x (cusparse);
  if (failed == NULL && !seidel_bench_gpu_agree (x, expected, csr->rows, setting->single))
    failed = "cuSPARSE gives another result than the CPU";
  pair = seidel_bench_pairs (seidel_bench_cusparse_sweep, cusparse, seidel_bench_work_sweep, work,
                             N_PAIRS);
  what = g_strdup_printf ("%s, %s, speed over cuSPARSE (analysed in %.1f ms)", setting->title,
                          strategy, seidel_bench_cusparse_analysis_ms (cusparse));
  seidel_bench_add_pair (NAME, what, pair, (SeidelBenchFloors){ 0 }, which->must, which->stretch,
                         failed);
  if (g_str_equal (strategy, "level-wait"))
    compare_analysis (setting, work, strategy, seidel_bench_cusparse_analysis_ms (cusparse));
  if (which->sweep_ms > 0)
    measure_plan (which, setting, work, seidel_bench_cusparse_analysis_ms (cusparse), failed);
  seidel_bench_cusparse_free (cusparse);
}

/* What was chosen automatically against the best of the others, but those that are for show and
 * those that need a launch for each of many passes. */
static void
compare_with_others (const SeidelBench *bench,
                     const SeidelBenchSetting *setting,
                     SeidelBenchWork *work,
                     const char *strategy)
{
  const int n_runs = 3;
  g_autofree char *what = NULL;
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  const char *best = NULL;
  double best_ms = INFINITY;

  for (int s = 0; s < bench->engine->n_strategies; s++)
    {
      const SeidelStrategy *other = &bench->engine->strategies[s];
      SeidelBenchWork *work_of_other;
      SeidelBenchPair pair;

      if (other->demonstration || g_str_equal (other->id, strategy))
        continue;
      work_of_other = seidel_bench_work_new (bench->engine, other->id, 1, setting, false);
      if (work_of_other == NULL)
        continue;
      pair = seidel_bench_pairs (seidel_bench_work_sweep, work, seidel_bench_work_sweep,
                                 work_of_other, n_runs);
      if (pair.b_median < best_ms)
        {
          best = other->id;
          best_ms = pair.b_median;
          row.median_ms = pair.a_median;
          row.min_ms = pair.a_min;
          row.value = pair.a_over_b;
        }
      seidel_bench_work_free (work_of_other);
    }
  what = g_strdup_printf ("%s, auto: %s, over the best of the others: %s (%.1f ms)", setting->title,
                          strategy, best, best_ms);
  row.name = NAME;
  row.what = what;
  row.unit = "×";
  row.must = 1.1;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

/* Against the engine's own repeated passes. */
static void
compare_with_passes (const SeidelBench *bench,
                     const SeidelBenchSetting *setting,
                     SeidelBenchWork *work,
                     const char *strategy,
                     const double *expected)
{
  SeidelBenchWork *passes = seidel_bench_work_new (bench->engine, "passes", 1, setting, false);
  g_autofree char *what =
    g_strdup_printf ("%s, %s, speed over the engine's own passes", setting->title, strategy);

  if (passes == NULL)
    {
      seidel_bench_table_skip (NAME, what, "the engine has no such sweep of it");
      return;
    }
  seidel_bench_add_pair (NAME, what,
                         seidel_bench_pairs (seidel_bench_work_sweep, passes,
                                             seidel_bench_work_sweep, work, N_PAIRS),
                         (SeidelBenchFloors){ 0 }, NAN, NAN,
                         seidel_bench_gpu_check (passes, setting, expected));
  seidel_bench_work_free (passes);
}

/* Against Fiorentini's kernel (2022) as published, but for the order of the flag and its value. */
static void
compare_with_published_passes (const SeidelBenchSetting *setting,
                               SeidelBenchWork *work,
                               const char *strategy,
                               const double *expected)
{
  g_autofree char *what =
    g_strdup_printf ("%s, %s, speed over the published ordered passes", setting->title, strategy);
#ifdef HAVE_BENCH_PASSES
  const SeidelCsr *csr = setting->matrix->csr;
  SeidelBenchPasses *report =
    seidel_bench_passes_new (csr->rows, csr->row_offsets, csr->column_indices, csr->values,
                             setting->single, setting->b, setting->start);
  g_autofree double *x = g_new (double, csr->rows + 1);
  const char *failed = NULL;

  if (report == NULL)
    {
      seidel_bench_table_skip (NAME, what, "it does not fit on the device");
      return;
    }
  seidel_bench_passes_sweep (report);
  seidel_bench_passes_x (report, x);
  if (!seidel_bench_gpu_agree (x, expected, csr->rows, setting->single))
    failed = "the published kernel gives another result than the CPU";
  seidel_bench_add_pair (NAME, what,
                         seidel_bench_pairs (seidel_bench_passes_sweep, report,
                                             seidel_bench_work_sweep, work, N_PAIRS),
                         (SeidelBenchFloors){ 0 }, 18, NAN, failed);
  seidel_bench_passes_free (report);
#else
  seidel_bench_table_skip (NAME, what, "built without CUDA's own library");
#endif
}

/* Works with both directions planned, as a relaxation where the engine supports it. */
static SeidelBenchWork *
symmetric_work (const SeidelEngine *engine, const char *strategy, const SeidelBenchSetting *setting)
{
  SeidelBenchWork *work = seidel_bench_work_new (engine, strategy, 1, setting, true);

  if (work != NULL && engine->relaxations.create != NULL)
    work->relaxation = engine->relaxations.create (work->context, work->system, work->sweeps[0],
                                                   work->sweeps[1], 1.0);
  return work;
}

static SeidelBenchFunc
symmetric_run (const SeidelBenchWork *work)
{
  return work->relaxation != NULL ? seidel_bench_work_relax : seidel_bench_work_sweep;
}

/* Forward and backward in turn as a run does them, everything on the device already: with the
 * residual before, which a relaxation computes on the way. And without, each sweep on its own. */
static void
measure_symmetric (const SeidelBench *bench,
                   const SeidelBenchSetting *setting,
                   const char *strategy)
{
  SeidelBenchWork *work = symmetric_work (bench->engine, strategy, setting);
  SeidelBenchWork *plain = seidel_bench_work_new (bench->engine, strategy, 1, setting, true);
  SeidelBenchWork *core = symmetric_work (seidel_cpu_engine (), "serial", setting);
  g_autofree char *over =
    g_strdup_printf ("%s, %s, symmetric sweep, speed over one core", setting->title, strategy);
  g_autofree char *relaxation_title =
    g_strdup_printf ("%s, %s, symmetric sweep of a run", setting->title, strategy);
  g_autofree char *alone =
    g_strdup_printf ("%s, %s, two sweeps on their own", setting->title, strategy);

  if (work == NULL || plain == NULL || core == NULL)
    seidel_bench_table_skip (NAME, relaxation_title, "there is no such sweep of it");
  else
    {
      double *expected = seidel_bench_gpu_right_x (setting, true);
      const char *failed = check_run (symmetric_run (work), work, setting, expected);
      SeidelBenchPair pair =
        seidel_bench_pairs (symmetric_run (core), core, symmetric_run (work), work, 5);

      add_ms_row (relaxation_title, pair.b_median, pair.b_min, 3, 1.5, failed);
      seidel_bench_add_pair (NAME, over, pair, (SeidelBenchFloors){ 0 }, 300, NAN, failed);
      failed = seidel_bench_gpu_check (plain, setting, expected);
      pair = seidel_bench_pairs (symmetric_run (work), work, seidel_bench_work_sweep, plain, 5);
      add_ms_row (alone, pair.b_median, pair.b_min, NAN, NAN, failed);
      g_aligned_free (expected);
    }
  if (work != NULL)
    seidel_bench_work_free (work);
  if (plain != NULL)
    seidel_bench_work_free (plain);
  if (core != NULL)
    seidel_bench_work_free (core);
}

/* Steps of a run, each with the residual before it: by a relaxation, against sweeps and residuals
 * on their own, which must come to the same. */
static void
measure_steps (const SeidelBench *bench,
               const SeidelBenchSetting *setting,
               const char *strategy,
               bool both)
{
  const int64_t n = setting->matrix->csr->rows;
  SeidelBenchWork *work = seidel_bench_work_new (bench->engine, strategy, 1, setting, both);
  SeidelBenchWork *plain = seidel_bench_work_new (bench->engine, strategy, 1, setting, both);
  g_autofree char *title =
    g_strdup_printf ("%s, %s, %s step with its residual, over sweeps and residual alone",
                     setting->title, strategy, both ? "symmetric" : "forward");

  if (work == NULL || plain == NULL)
    seidel_bench_table_skip (NAME, title, "there is no such sweep of it");
  else
    {
      const SeidelBenchPair pair = seidel_bench_pairs (seidel_bench_work_residual, plain,
                                                       seidel_bench_work_relax, work, N_PAIRS);
      double *x = seidel_bench_work_x (work, n);
      double *expected = seidel_bench_work_x (plain, n);

      seidel_bench_add_pair (NAME, title, pair, (SeidelBenchFloors){ 0 }, 1.0, NAN,
                             seidel_bench_gpu_agree (x, expected, n, setting->single)
                               ? NULL
                               : "sweeps on their own give another result");
      g_aligned_free (x);
      g_aligned_free (expected);
    }
  if (work != NULL)
    seidel_bench_work_free (work);
  if (plain != NULL)
    seidel_bench_work_free (plain);
}

static void
measure (const SeidelBench *bench, const Case *which)
{
  const double size = bench->quick ? which->quick_size : which->size;
  g_auto (GStrv) parts = g_strsplit (which->title, "%.0f", 2);
  g_autofree char *title =
    g_strdup_printf ("%s%.0f%s, %s", parts[0], size, parts[1], which->single ? "single" : "double");
  SeidelBenchSetting *setting;
  const char *strategy;
  double *expected;
  SeidelBenchWork *work;

  if (!seidel_bench_wants (bench, title))
    return;
  setting =
    seidel_bench_setting_new (seidel_bench_matrix (which->kind, size), g_steal_pointer (&title));
  strategy =
    which->strategy != NULL ? which->strategy : seidel_bench_gpu_chosen (bench->engine, setting);
  setting->single = which->single;
  work = seidel_bench_work_new (bench->engine, strategy, 1, setting, false);
  if (work == NULL)
    seidel_bench_table_skip (NAME, setting->title, "the engine has no such sweep of it");
  else
    {
      const char *failed;

      expected = seidel_bench_gpu_right_x (setting, false);
      failed = seidel_bench_gpu_check (work, setting, expected);
      compare_with_cusparse (which, setting, work, strategy, failed, expected);
      if (which->strategy == NULL)
        compare_with_others (bench, setting, work, strategy);
      if (which->passes)
        {
          compare_with_published_passes (setting, work, strategy, expected);
          compare_with_passes (bench, setting, work, strategy, expected);
        }
      seidel_bench_work_free (work);
      g_aligned_free (expected);
      if (which->symmetric)
        measure_symmetric (bench, setting, strategy);
      for (int both = 0; both < 2 && which->sweep_ms > 0; both++)
        measure_steps (bench, setting, strategy, both);
    }
  seidel_bench_setting_free (setting);
}

void
seidel_bench_gpu_sweep (const SeidelBench *bench)
{
  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "sweeps of a GPU against cuSPARSE",
                               "the engine is the CPU (--engine cuda)");
      return;
    }
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    measure (bench, &cases[c]);
}
