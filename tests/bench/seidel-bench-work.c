/* One engine at work on one matrix, for benchmarks of sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-work.h"

#include <math.h>

SeidelBenchSetting *
seidel_bench_setting_new (SeidelMatrix *matrix, char *title)
{
  SeidelBenchSetting *setting = g_new0 (SeidelBenchSetting, 1);
  const int64_t rows = matrix->csr->rows;

  setting->matrix = matrix;
  setting->title = title;
  for (int d = 0; d < 2; d++)
    setting->schedules[d] = seidel_schedule_new (matrix->csr, d, NULL, NULL, NULL);
  setting->b = seidel_vector_new (rows, NULL);
  setting->start = seidel_vector_new (rows, NULL);
  seidel_vector_fill_random (setting->b, rows, 1);
  seidel_vector_fill_random (setting->start, rows, 2);
  return setting;
}

void
seidel_bench_setting_free (SeidelBenchSetting *setting)
{
  seidel_matrix_unref (setting->matrix);
  for (int d = 0; d < 2; d++)
    seidel_schedule_unref (setting->schedules[d]);
  g_free (setting->title);
  g_aligned_free (setting->b);
  g_aligned_free (setting->start);
  g_free (setting);
}

static bool
poll_cancellable (void *data)
{
  return g_cancellable_is_cancelled (data);
}

void
seidel_bench_work_free (SeidelBenchWork *work)
{
  const SeidelEngine *engine = work->engine;

  if (work->relaxation != NULL)
    engine->relaxations.free (work->context, work->relaxation);
  for (int d = 0; d < 2; d++)
    if (work->sweeps[d] != NULL)
      engine->sweeps.free (work->context, work->sweeps[d]);
  if (work->r != NULL)
    engine->vectors.free (work->context, work->r);
  if (work->x != NULL)
    engine->vectors.free (work->context, work->x);
  if (work->b != NULL)
    engine->vectors.free (work->context, work->b);
  if (work->system != NULL)
    engine->operators.free (work->context, work->system);
  if (work->context != NULL)
    engine->contexts.free (work->context);
  g_clear_object (&work->cancellable);
  g_free (work);
}

static bool
plan (SeidelBenchWork *work, int strategy, const SeidelBenchSetting *setting, bool both)
{
  bool planned = true;

  for (int d = 0; d < (both ? 2 : 1) && planned; d++)
    {
      const SeidelSchedule *schedule = setting->schedules[d];
      const SeidelLevelsView levels = { schedule->count, schedule->level_of_row,
                                        schedule->level_rows, schedule->in_place_safe };

      work->sweeps[d] =
        work->engine->sweeps.create (work->context, work->system, strategy, d, &levels);
      planned = work->sweeps[d] != NULL;
    }
  return planned;
}

SeidelBenchWork *
seidel_bench_work_new (const SeidelEngine *engine,
                       const char *strategy,
                       int threads,
                       const SeidelBenchSetting *setting,
                       bool both)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const int index = strategy != NULL ? seidel_engine_find_strategy (engine, strategy) : -1;
  SeidelBenchWork *work = g_new0 (SeidelBenchWork, 1);
  SeidelContextSettings settings = { .precision = setting->single ? SEIDEL_PRECISION_SINGLE
                                                                  : SEIDEL_PRECISION_DOUBLE,
                                     .threads = threads,
                                     .poll = poll_cancellable };
  SeidelStatus status;
  bool made;

  work->engine = engine;
  work->repeats = 1;
  work->cancellable = g_cancellable_new ();
  settings.poll_data = work->cancellable;
  work->context = engine->contexts.create (&settings, &status);
  if (work->context != NULL)
    work->system = engine->operators.create (work->context, &view, SEIDEL_STORAGE_CSR);
  if (work->system != NULL)
    {
      work->b = engine->vectors.create (work->context, csr->rows);
      work->x = engine->vectors.create (work->context, csr->rows);
      work->r = engine->vectors.create (work->context, csr->rows);
    }
  made = work->b != NULL && work->x != NULL && work->r != NULL;
  if (made)
    {
      engine->vectors.upload (work->context, work->b, setting->b);
      engine->vectors.upload (work->context, work->x, setting->start);
    }
  if (made && strategy != NULL)
    made = index >= 0 && plan (work, index, setting, both);
  if (made)
    return work;
  seidel_bench_work_free (work);
  return NULL;
}

void
seidel_bench_work_sweep (void *data)
{
  SeidelBenchWork *work = data;

  for (int i = 0; i < work->repeats; i++)
    for (int d = 0; d < 2; d++)
      if (work->sweeps[d] != NULL)
        work->engine->sweeps.run (work->context, work->sweeps[d], work->b, work->x, 1.0, NULL,
                                  NULL);
  work->engine->contexts.synchronize (work->context);
}

void
seidel_bench_work_multiply (void *data)
{
  SeidelBenchWork *work = data;

  for (int i = 0; i < work->repeats; i++)
    work->engine->products.multiply (work->context, work->system, work->x, work->r);
  work->engine->contexts.synchronize (work->context);
}

void
seidel_bench_work_residual (void *data)
{
  SeidelBenchWork *work = data;

  work->engine->products.residual (work->context, work->system, work->b, work->x, work->r, 0);
  seidel_bench_work_sweep (work);
}

void
seidel_bench_work_relax (void *data)
{
  SeidelBenchWork *work = data;

  if (work->relaxation == NULL)
    work->relaxation = work->engine->relaxations.create (work->context, work->system,
                                                         work->sweeps[0], work->sweeps[1], 1.0);
  work->engine->relaxations.step (work->context, work->relaxation, work->b, work->x, 0, NULL, NULL);
  work->engine->contexts.synchronize (work->context);
}

double *
seidel_bench_work_x (SeidelBenchWork *work, int64_t n)
{
  double *x = seidel_vector_new (n, NULL);

  work->engine->vectors.download (work->context, x, work->x);
  return x;
}

bool
seidel_bench_nearly_equal (const double *a, const double *b, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (a[i] - b[i]) <= 1e-10 * (1.0 + fabs (b[i]))))
      return false;
  return true;
}

double
seidel_bench_sweep_bytes (const SeidelCsr *csr)
{
  return 12.0 * (double) seidel_csr_nonzeros (csr) + 32.0 * (double) csr->rows;
}

void
seidel_bench_add_pair (const char *name,
                       const char *what,
                       SeidelBenchPair pair,
                       SeidelBenchFloors floors,
                       double must,
                       double stretch,
                       const char *failed)
{
  g_autofree char *text = g_strdup_printf ("%s (%.1f ms)", what, pair.a_median);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = name;
  row.what = text;
  row.median_ms = pair.b_median;
  row.min_ms = pair.b_min;
  row.floors = floors;
  row.value = pair.a_over_b;
  row.unit = "×";
  row.must = must;
  row.stretch = stretch;
  row.failed = failed;
  seidel_bench_table_add (&row);
}
