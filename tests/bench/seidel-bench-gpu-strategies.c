/* Every strategy of a GPU on matrices of all kinds, of a size at which a sweep takes as long as its
 * levels: beside each other, cuSPARSE and one core. Real matrices keep their patterns; their
 * diagonals are made dominant, so that no sweep overflows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "seidel-bench-cusparse.h"
#include "seidel-bench-gpu.h"
#include "seidel-bench-work.h"

#define NAME    "gpu-strategies"
#define N_PAIRS 7

/* What was met so far. */
typedef struct
{
  int matrices;
  double log_over_cusparse; /* sums of logarithms */
  double log_plan;
  double slowest; /* against cuSPARSE */
  char *slowest_title;
  double worst; /* what was chosen over the best */
  char *worst_title;
  int behind_core; /* matrices on which one core is faster */
} Summary;

typedef struct
{
  double sweep_ms;
  double both_ms; /* a sweep in each direction, for which a strategy is chosen */
  double over_cusparse;
  double plan_ms;
  const char *failed;
} Measured;

/* A copy with every diagonal entry there, and larger than the others of its row together. */
static SeidelMatrix *
dominant_matrix (const SeidelCsr *csr, const char *title)
{
  SeidelCsr *copy =
    seidel_csr_new (csr->rows, csr->rows, seidel_csr_nonzeros (csr) + csr->rows, NULL);
  int64_t n = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t end = csr->row_offsets[row + 1];
      int64_t diagonal = -1;
      double sum = 1.0;

      for (int64_t k = begin; k <= end; k++)
        {
          if (diagonal < 0 && (k == end || csr->column_indices[k] >= row))
            {
              diagonal = n;
              copy->column_indices[n++] = (int32_t) row;
            }
          if (k < end && csr->column_indices[k] != row)
            {
              sum += fabs (csr->values[k]);
              copy->column_indices[n] = csr->column_indices[k];
              copy->values[n++] = csr->values[k];
            }
        }
      copy->values[diagonal] = sum;
      copy->row_offsets[row + 1] = n;
    }
  return seidel_matrix_new (title, copy);
}

static double
both_ms (const SeidelBench *bench, const SeidelBenchSetting *setting, const char *strategy)
{
  SeidelBenchWork *work = seidel_bench_work_new (bench->engine, strategy, 1, setting, true);
  double ms;

  if (work == NULL)
    return NAN;
  ms = seidel_bench_gpu_sweep_ms (work);
  seidel_bench_work_free (work);
  return ms;
}

/* False when the matrix is none for this strategy. */
static bool
measure_strategy (const SeidelBench *bench,
                  const SeidelBenchSetting *setting,
                  SeidelBenchCusparse *cusparse,
                  const char *strategy,
                  const double *expected,
                  Measured *measured)
{
  SeidelBenchWork *work = seidel_bench_work_new (bench->engine, strategy, 1, setting, false);
  SeidelBenchPair pair;

  if (work == NULL)
    return false;
  measured->failed = seidel_bench_gpu_check (work, setting, expected);
  pair = seidel_bench_pairs (seidel_bench_cusparse_sweep, cusparse, seidel_bench_work_sweep, work,
                             N_PAIRS);
  measured->sweep_ms = pair.b_median;
  measured->over_cusparse = pair.a_over_b;
  measured->both_ms = both_ms (bench, setting, strategy);
  measured->plan_ms =
    g_str_equal (strategy, "levels") ? NAN : seidel_bench_gpu_plan_ms (work, strategy);
  seidel_bench_work_free (work);
  return true;
}

static double
one_core_ms (const SeidelBenchSetting *setting)
{
  SeidelBenchWork *core = seidel_bench_work_new (seidel_cpu_engine (), "serial", 1, setting, false);
  const double ms = seidel_bench_gpu_sweep_ms (core);

  seidel_bench_work_free (core);
  return ms;
}

/* Notes what was chosen against cuSPARSE and against the best of all. */
static void
sum_up (Summary *summary,
        const char *title,
        const Measured *chosen,
        double best_ms,
        double core_ms,
        double analysis_ms)
{
  summary->matrices++;
  summary->log_over_cusparse += log (chosen->over_cusparse);
  summary->log_plan += log (chosen->plan_ms / analysis_ms);
  summary->behind_core += core_ms < chosen->sweep_ms;
  if (summary->slowest_title == NULL || chosen->over_cusparse < summary->slowest)
    {
      g_free (summary->slowest_title);
      summary->slowest_title = g_strdup (title);
      summary->slowest = chosen->over_cusparse;
    }
  if (summary->worst_title == NULL || chosen->both_ms / best_ms > summary->worst)
    {
      g_free (summary->worst_title);
      summary->worst_title = g_strdup (title);
      summary->worst = chosen->both_ms / best_ms;
    }
}

static void
compare_strategies (const SeidelBench *bench,
                    const SeidelBenchSetting *setting,
                    SeidelBenchCusparse *cusparse,
                    Summary *summary)
{
  const SeidelEngine *engine = bench->engine;
  const char *const chosen = seidel_bench_gpu_chosen (engine, setting);
  const double analysis_ms = seidel_bench_cusparse_analysis_ms (cusparse);
  const double core_ms = one_core_ms (setting);
  double *expected = seidel_bench_gpu_right_x (setting, false);
  g_autoptr (GString) what = g_string_new (NULL);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  Measured of_chosen = { NAN, NAN, NAN, NAN, "what was chosen does not support it" };
  double best_ms = INFINITY;

  g_string_printf (what, "%s, %d levels, auto: %s (", setting->title, setting->schedules[0]->count,
                   chosen);
  for (int s = 0; s < engine->n_strategies; s++)
    {
      const SeidelStrategy *strategy = &engine->strategies[s];
      Measured measured = { NAN, NAN, NAN, NAN, NULL };

      if (strategy->demonstration
          || !measure_strategy (bench, setting, cusparse, strategy->id, expected, &measured))
        continue;
      g_string_append_printf (what, "%s %.4g, both directions %.4g, planned in %.3g, ",
                              strategy->id, measured.sweep_ms, measured.both_ms, measured.plan_ms);
      best_ms = fmin (best_ms, measured.both_ms);
      if (g_str_equal (strategy->id, chosen))
        of_chosen = measured;
      if (measured.failed != NULL)
        row.failed = measured.failed;
    }
  g_string_append_printf (what, "cuSPARSE analysed in %.3g; one core %.4g), over cuSPARSE",
                          analysis_ms, core_ms);
  sum_up (summary, setting->title, &of_chosen, best_ms, core_ms, analysis_ms);
  row.name = NAME;
  row.what = what->str;
  row.median_ms = row.min_ms = of_chosen.sweep_ms;
  row.value = of_chosen.over_cusparse;
  row.unit = " ×";
  row.must = 1.0;
  row.stretch = 3.0;
  seidel_bench_table_add (&row);
  g_aligned_free (expected);
}

static void
measure (const SeidelBench *bench, const SeidelCsr *csr, const char *name, Summary *summary)
{
  g_autofree char *title = g_strdup_printf ("%s, %" G_GINT64_FORMAT " rows", name, csr->rows);
  SeidelBenchSetting *setting;
  SeidelBenchCusparse *cusparse;
  const char *why = NULL;

  if (!seidel_bench_wants (bench, title))
    return;
  setting = seidel_bench_setting_new (dominant_matrix (csr, name), g_steal_pointer (&title));
  cusparse =
    seidel_bench_cusparse_new (setting->matrix->csr, false, setting->b, setting->start, &why);
  if (cusparse == NULL)
    seidel_bench_table_skip (NAME, setting->title, why);
  else
    {
      compare_strategies (bench, setting, cusparse, summary);
      seidel_bench_cusparse_free (cusparse);
    }
  seidel_bench_setting_free (setting);
}

static void
measure_gallery (const SeidelBench *bench, Summary *summary)
{
  static const double rows[] = { 1e3, 1e4, 1e5 };
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (size_t r = 0; r < (bench->quick ? 1 : G_N_ELEMENTS (rows)); r++)
      {
        g_autoptr (SeidelMatrix) matrix =
          seidel_bench_matrix (kinds[k].id, seidel_bench_size_for_rows (&kinds[k], rows[r]));

        if (matrix->csr->rows == matrix->csr->columns)
          measure (bench, matrix->csr, kinds[k].id, summary);
      }
}

static void
add_summary (const char *what, double value, double must, double stretch, bool smaller)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = NAME;
  row.what = what;
  row.value = value;
  row.unit = " ×";
  row.must = must;
  row.stretch = stretch;
  row.smaller_is_better = smaller;
  seidel_bench_table_add (&row);
}

static void
add_summaries (Summary *summary)
{
  const double n = summary->matrices;
  g_autofree char *mean =
    g_strdup_printf ("auto over cuSPARSE, geometric mean of %d; one core is faster on %d",
                     summary->matrices, summary->behind_core);
  g_autofree char *slowest =
    g_strdup_printf ("auto over cuSPARSE, at worst: %s", summary->slowest_title);
  g_autofree char *worst =
    g_strdup_printf ("auto over the best strategy, both directions, at worst: %s",
                     summary->worst_title);

  add_summary (mean, exp (summary->log_over_cusparse / n), 2.0, 3.0, false);
  add_summary (slowest, summary->slowest, 1.0, NAN, false);
  add_summary (worst, summary->worst, 1.1, NAN, true);
  add_summary ("planning over cuSPARSE's analysis, geometric mean", exp (summary->log_plan / n),
               0.5, NAN, true);
  g_free (summary->slowest_title);
  g_free (summary->worst_title);
}

void
seidel_bench_gpu_strategies (const SeidelBench *bench)
{
  Summary summary = { 0 };
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();

  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "strategies of a GPU beside each other",
                               "the engine is the CPU (--engine cuda)");
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autoptr (SeidelMatrix) matrix = seidel_bench_real_square (paths->pdata[i]);

      if (matrix != NULL)
        measure (bench, matrix->csr, name, &summary);
    }
  measure_gallery (bench, &summary);
  if (summary.matrices > 0)
    add_summaries (&summary);
}
