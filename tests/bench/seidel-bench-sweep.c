/* Gauss-Seidel sweeps of the engine against a plain loop, PETSc and each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-schedule.h"
#include "matrix/seidel-vector.h"

/* One engine at work on one matrix, as a run would hold it. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelContext *context;
  SeidelSystem *system;
  SeidelVector *b;
  SeidelVector *x;
  SeidelSweep *sweep;
  GCancellable *cancellable;
} Bench;

static int
poll_cancellable (void *data)
{
  return g_cancellable_is_cancelled (data);
}

static void
bench_close (Bench *bench)
{
  const SeidelEngine *engine = bench->engine;

  if (bench->sweep != NULL)
    engine->sweep_free (bench->context, bench->sweep);
  if (bench->x != NULL)
    engine->vector_free (bench->context, bench->x);
  if (bench->b != NULL)
    engine->vector_free (bench->context, bench->b);
  if (bench->system != NULL)
    engine->system_free (bench->context, bench->system);
  if (bench->context != NULL)
    engine->context_free (bench->context);
  g_clear_object (&bench->cancellable);
  *bench = (Bench){ 0 };
}

/* Plans forward sweeps from x; false (and nothing held) when the engine could not. */
static bool
bench_open (Bench *bench,
            const SeidelEngine *engine,
            const char *strategy,
            int threads,
            const SeidelCsr *csr,
            const SeidelSchedule *schedule,
            const double *b,
            const double *x)
{
  const int index = seidel_engine_find_strategy (engine, strategy);
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  SeidelContextSettings settings = { .precision = SEIDEL_PRECISION_DOUBLE,
                                     .threads = threads,
                                     .poll = poll_cancellable };
  SeidelLevelsView levels = { 0 };
  SeidelStatus status;

  *bench = (Bench){ .engine = engine, .cancellable = g_cancellable_new () };
  settings.poll_data = bench->cancellable;
  bench->context = index >= 0 ? engine->context_new (&settings, &status) : NULL;
  if (bench->context != NULL)
    bench->system = engine->system_new (bench->context, &view, SEIDEL_STORAGE_CSR);
  if (bench->system != NULL)
    {
      bench->b = engine->vector_new (bench->context, csr->rows);
      bench->x = engine->vector_new (bench->context, csr->rows);
    }
  if (bench->b != NULL && bench->x != NULL)
    {
      if (schedule != NULL)
        levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                     schedule->in_place_safe };
      engine->vector_upload (bench->context, bench->b, b);
      engine->vector_upload (bench->context, bench->x, x);
      bench->sweep = engine->sweep_new (bench->context, bench->system, index,
                                        SEIDEL_DIRECTION_FORWARD, schedule ? &levels : NULL);
    }
  if (bench->sweep != NULL)
    return true;
  bench_close (bench);
  return false;
}

static void
bench_sweep (void *data)
{
  Bench *bench = data;

  bench->engine->sweep (bench->context, bench->sweep, bench->b, bench->x, 1.0, NULL, NULL);
  bench->engine->synchronize (bench->context);
}

/* Downloads x after one sweep from the x it was opened with. */
static double *
bench_first_sweep (Bench *bench, int64_t n)
{
  double *x = seidel_vector_new (n, NULL);

  bench_sweep (bench);
  bench->engine->vector_download (bench->context, x, bench->x);
  return x;
}

/* The plain loop: the listing of report and textbook, compiled with the same flags. */
typedef struct
{
  const SeidelCsr *csr;
  const double *b;
  double *x;
  double *diagonal;
} Loop;

static void
loop_sweep (void *data)
{
  const Loop *loop = data;
  const int64_t rows = loop->csr->rows;
  const int64_t *row_offsets = loop->csr->row_offsets;
  const int32_t *column_indices = loop->csr->column_indices;
  const double *values = loop->csr->values;
  double *x = loop->x;

  for (int64_t i = 0; i < rows; i++)
    {
      double sum = loop->b[i];

      for (int64_t k = row_offsets[i]; k < row_offsets[i + 1]; k++)
        sum -= values[k] * x[column_indices[k]];
      sum += x[i] * loop->diagonal[i];
      x[i] = sum / loop->diagonal[i];
    }
}

static bool
nearly_equal (const double *a, const double *b, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (a[i] - b[i]) <= 1e-10 * (1.0 + fabs (b[i]))))
      return false;
  return true;
}

static SeidelBenchFloors
sweep_floors (const SeidelBench *bench, const SeidelCsr *csr, double waits_ns, int threads)
{
  /* An entry is a column and a value; a row reads offset, b and x and writes x. */
  const double bytes = 12.0 * (double) seidel_csr_nonzeros (csr) + 32.0 * (double) csr->rows;
  const SeidelBenchFloors floors = { seidel_bench_bytes_ms (bench, bytes, threads),
                                     waits_ns / 1e6 };

  return floors;
}

typedef struct
{
  const char *kind;
  double size;
  double quick_size;
  const char *what;
} Case;

static const Case cases[] = {
  { "poisson-27", 128, 40, "27-point, %g³" },
  { "poisson-5", 2048, 300, "5-point, %g²" },
  { "kmer-like", 10e6, 200e3, "chains of k-mers, %g rows" },
};

typedef struct
{
  SeidelMatrix *matrix;
  SeidelSchedule *schedule;
  char *title;
  double *b;
  double *start; /* a first guess that is nowhere zero */
  double *x;
  double *diagonal;
} Setting;

static Setting
setting_new (const Case *which, bool quick)
{
  const double size = quick ? which->quick_size : which->size;
  SeidelMatrix *matrix = seidel_bench_matrix (which->kind, size);
  const int64_t rows = matrix->csr->rows;
  g_auto (GStrv) parts = g_strsplit (which->what, "%g", 2);
  Setting setting = { .matrix = matrix,
                      .schedule = seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL,
                                                       NULL, NULL),
                      .title = g_strdup_printf ("%s%.0f%s", parts[0], size, parts[1]),
                      .b = seidel_vector_new (rows, NULL),
                      .start = seidel_vector_new (rows, NULL),
                      .x = seidel_vector_new (rows, NULL),
                      .diagonal = seidel_vector_new (rows, NULL) };

  seidel_vector_fill_random (setting.b, rows, 1);
  seidel_vector_fill_random (setting.start, rows, 2);
  for (int64_t i = 0; i < rows; i++)
    setting.diagonal[i] = matrix->csr->values[seidel_csr_find (matrix->csr, i, i)];
  memcpy (setting.x, setting.start, (size_t) rows * sizeof (double));
  return setting;
}

static void
setting_clear (Setting *setting)
{
  seidel_matrix_unref (setting->matrix);
  seidel_schedule_unref (setting->schedule);
  g_free (setting->title);
  g_aligned_free (setting->b);
  g_aligned_free (setting->start);
  g_aligned_free (setting->x);
  g_aligned_free (setting->diagonal);
}

static void
add_row (const char *name,
         const char *title,
         const char *against,
         SeidelBenchPair pair,
         SeidelBenchFloors floors,
         double must,
         const char *failed)
{
  g_autofree char *what = g_strdup_printf ("%s, %s (%.1f ms)", title, against, pair.a_median);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = name;
  row.what = what;
  row.median_ms = pair.b_median;
  row.min_ms = pair.b_min;
  row.floors = floors;
  row.value = pair.a_over_b;
  row.unit = "×";
  row.must = must;
  row.failed = failed;
  seidel_bench_table_add (&row);
}

/* The engine's serial sweep against PETSc's, on a fresh x of its own. */
static void
compare_with_petsc (Setting *setting, Bench *engine, SeidelBenchFloors floors)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const char *why = NULL;
  double *x = seidel_vector_new (csr->rows, NULL);
  SeidelBenchPetsc *petsc = seidel_bench_petsc_new (csr, setting->b, x, &why);

  if (petsc == NULL)
    seidel_bench_table_skip ("sweep-serial", "speed over PETSc's MatSOR", why);
  else
    {
      Loop loop = { csr, setting->b, setting->x, setting->diagonal };
      bool right;

      memcpy (x, setting->start, (size_t) csr->rows * sizeof (double));
      memcpy (setting->x, setting->start, (size_t) csr->rows * sizeof (double));
      seidel_bench_petsc_sweep (petsc);
      loop_sweep (&loop);
      right = nearly_equal (x, setting->x, csr->rows);
      add_row ("sweep-serial", setting->title, "speed over PETSc's MatSOR",
               seidel_bench_pairs (seidel_bench_petsc_sweep, petsc, bench_sweep, engine, 7), floors,
               1.0, right ? NULL : "PETSc's sweep gives another result");
      seidel_bench_petsc_free (petsc);
    }
  g_aligned_free (x);
}

static void
compare_serial (const SeidelBench *bench, const Case *which)
{
  Setting setting = setting_new (which, bench->quick);
  const SeidelCsr *csr = setting.matrix->csr;
  Loop loop = { csr, setting.b, setting.x, setting.diagonal };
  Bench engine;

  if (!bench_open (&engine, bench->engine, "serial", 1, csr, NULL, setting.b, setting.start))
    seidel_bench_table_skip ("sweep-serial", setting.title, "the engine has no serial sweep of it");
  else
    {
      const SeidelBenchFloors floors =
        sweep_floors (bench, csr, bench->step_ns * setting.schedule->count, 1);
      double *first = bench_first_sweep (&engine, csr->rows);
      bool right;

      loop_sweep (&loop);
      right = nearly_equal (first, setting.x, csr->rows);
      add_row ("sweep-serial", setting.title, "speed over a plain loop",
               seidel_bench_pairs (loop_sweep, &loop, bench_sweep, &engine, 7), floors, 0.9,
               right ? NULL : "the plain loop gives another result");
      compare_with_petsc (&setting, &engine, floors);
      g_aligned_free (first);
      bench_close (&engine);
    }
  setting_clear (&setting);
}

void
seidel_bench_sweep_serial (const SeidelBench *bench)
{
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    compare_serial (bench, &cases[c]);
}

void
seidel_bench_sweep_levels (const SeidelBench *bench)
{
  Setting setting = setting_new (&cases[0], bench->quick);
  const SeidelCsr *csr = setting.matrix->csr;
  Bench serial = { 0 };
  Bench levels = { 0 };

  if (g_get_num_processors () < 2)
    seidel_bench_table_skip ("sweep-levels", setting.title, "there is one processor only");
  else if (!bench_open (&serial, seidel_cpu_engine (), "serial", 1, csr, NULL, setting.b,
                        setting.start)
           || !bench_open (&levels, bench->engine, "levels", 2, csr, setting.schedule, setting.b,
                           setting.start))
    seidel_bench_table_skip ("sweep-levels", setting.title,
                             "the engine has no sweep by levels of it");
  else
    {
      double *a = bench_first_sweep (&serial, csr->rows);
      double *b = bench_first_sweep (&levels, csr->rows);
      /* Only the CPU engine promises the same bits. */
      const bool right = bench->engine == seidel_cpu_engine ()
                           ? memcmp (a, b, (size_t) csr->rows * sizeof (double)) == 0
                           : nearly_equal (a, b, csr->rows);

      add_row ("sweep-levels", setting.title, "2 threads, speed over serial",
               seidel_bench_pairs (bench_sweep, &serial, bench_sweep, &levels, 7),
               sweep_floors (bench, csr, bench->meeting_ns * setting.schedule->count, 2), 1.6,
               right ? NULL : "the serial sweep gives other bits");
      g_aligned_free (a);
      g_aligned_free (b);
    }
  if (serial.engine != NULL)
    bench_close (&serial);
  if (levels.engine != NULL)
    bench_close (&levels);
  setting_clear (&setting);
}
