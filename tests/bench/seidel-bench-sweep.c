/* Gauss-Seidel sweeps of the engine against a plain loop, PETSc and each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-work.h"

#include <math.h>
#include <string.h>

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

static SeidelBenchFloors
sweep_floors (const SeidelBench *bench, const SeidelCsr *csr, double waits_ns, int threads)
{
  return (SeidelBenchFloors){
    seidel_bench_bytes_ms (bench, seidel_bench_sweep_bytes (csr), threads), waits_ns / 1e6
  };
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

static SeidelBenchSetting *
make_setting (const Case *which, bool quick)
{
  const double size = quick ? which->quick_size : which->size;
  g_auto (GStrv) parts = g_strsplit (which->what, "%g", 2);

  return seidel_bench_setting_new (seidel_bench_matrix (which->kind, size),
                                   g_strdup_printf ("%s%.0f%s", parts[0], size, parts[1]));
}

static Loop *
loop_new (const SeidelBenchSetting *setting)
{
  const SeidelCsr *csr = setting->matrix->csr;
  Loop *loop = g_new (Loop, 1);

  loop->csr = csr;
  loop->b = setting->b;
  loop->x = seidel_vector_new (csr->rows, NULL);
  loop->diagonal = seidel_vector_new (csr->rows, NULL);
  memcpy (loop->x, setting->start, (size_t) csr->rows * sizeof (double));
  for (int64_t i = 0; i < csr->rows; i++)
    loop->diagonal[i] = csr->values[seidel_csr_find (csr, i, i)];
  return loop;
}

static void
loop_free (Loop *loop)
{
  g_aligned_free (loop->x);
  g_aligned_free (loop->diagonal);
  g_free (loop);
}

static void
add_row (const char *name,
         const SeidelBenchSetting *setting,
         const char *against,
         SeidelBenchPair pair,
         SeidelBenchFloors floors,
         double must,
         const char *failed)
{
  g_autofree char *what = g_strdup_printf ("%s, %s", setting->title, against);

  seidel_bench_add_pair (name, what, pair, floors, must, NAN, failed);
}

/* The engine's serial sweep against PETSc's, on a fresh x of its own. */
static void
compare_with_petsc (const SeidelBenchSetting *setting,
                    SeidelBenchWork *work,
                    SeidelBenchFloors floors)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const char *why = NULL;
  double *x = seidel_vector_new (csr->rows, NULL);
  SeidelBenchPetsc *petsc = seidel_bench_petsc_new (csr, setting->b, x, &why);

  if (petsc == NULL)
    seidel_bench_table_skip ("sweep-serial", "speed over PETSc's MatSOR", why);
  else
    {
      Loop *loop = loop_new (setting);
      bool right;

      memcpy (x, setting->start, (size_t) csr->rows * sizeof (double));
      seidel_bench_petsc_sweep (petsc);
      loop_sweep (loop);
      right = seidel_bench_nearly_equal (x, loop->x, csr->rows);
      add_row ("sweep-serial", setting, "speed over PETSc's MatSOR",
               seidel_bench_pairs (seidel_bench_petsc_sweep, petsc, seidel_bench_work_sweep, work,
                                   7),
               floors, 1.0, right ? NULL : "PETSc's sweep gives another result");
      seidel_bench_petsc_free (petsc);
      loop_free (loop);
    }
  g_aligned_free (x);
}

static void
compare_serial (const SeidelBench *bench, const Case *which)
{
  SeidelBenchSetting *setting = make_setting (which, bench->quick);
  const SeidelCsr *csr = setting->matrix->csr;
  SeidelBenchWork *work = seidel_bench_work_new (bench->engine, "serial", 1, setting, false);

  if (work == NULL)
    seidel_bench_table_skip ("sweep-serial", setting->title,
                             "the engine has no serial sweep of it");
  else
    {
      const SeidelBenchFloors floors =
        sweep_floors (bench, csr, bench->step_ns * setting->schedules[0]->count, 1);
      Loop *loop = loop_new (setting);
      double *first;
      bool right;

      seidel_bench_work_sweep (work);
      first = seidel_bench_work_x (work, csr->rows);
      loop_sweep (loop);
      right = seidel_bench_nearly_equal (first, loop->x, csr->rows);
      add_row ("sweep-serial", setting, "speed over a plain loop",
               seidel_bench_pairs (loop_sweep, loop, seidel_bench_work_sweep, work, 7), floors, 0.9,
               right ? NULL : "the plain loop gives another result");
      compare_with_petsc (setting, work, floors);
      loop_free (loop);
      g_aligned_free (first);
      seidel_bench_work_free (work);
    }
  seidel_bench_setting_free (setting);
}

void
seidel_bench_sweep_serial (const SeidelBench *bench)
{
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    compare_serial (bench, &cases[c]);
}

/* Only the CPU engine promises the same bits. */
static bool
agree (const SeidelBench *bench, SeidelBenchWork *a, SeidelBenchWork *b, int64_t n)
{
  double *x;
  double *y;
  bool equal;

  seidel_bench_work_sweep (a);
  seidel_bench_work_sweep (b);
  x = seidel_bench_work_x (a, n);
  y = seidel_bench_work_x (b, n);
  equal = bench->engine == seidel_cpu_engine () ? memcmp (x, y, (size_t) n * sizeof *x) == 0
                                                : seidel_bench_nearly_equal (x, y, n);
  g_aligned_free (x);
  g_aligned_free (y);
  return equal;
}

void
seidel_bench_sweep_levels (const SeidelBench *bench)
{
  static const char *const strategies[] = { "levels", "point-to-point" };
  SeidelBenchSetting *setting = make_setting (&cases[0], bench->quick);
  const SeidelCsr *csr = setting->matrix->csr;
  SeidelBenchWork *serial =
    seidel_bench_work_new (seidel_cpu_engine (), "serial", 1, setting, false);

  for (size_t s = 0; s < G_N_ELEMENTS (strategies); s++)
    {
      SeidelBenchWork *work = NULL;
      g_autofree char *against =
        g_strdup_printf ("%s with 2 threads, speed over serial", strategies[s]);

      if (g_get_num_processors () >= 2)
        work = seidel_bench_work_new (bench->engine, strategies[s], 2, setting, false);
      if (g_get_num_processors () < 2)
        seidel_bench_table_skip ("sweep-levels", setting->title, "there is one processor only");
      else if (serial == NULL || work == NULL)
        seidel_bench_table_skip ("sweep-levels", against, "the engine has no such sweep of it");
      else
        {
          const bool right = agree (bench, serial, work, csr->rows);

          add_row ("sweep-levels", setting, against,
                   seidel_bench_pairs (seidel_bench_work_sweep, serial, seidel_bench_work_sweep,
                                       work, 7),
                   sweep_floors (bench, csr, bench->meeting_ns * setting->schedules[0]->count, 2),
                   1.6, right ? NULL : "the serial sweep gives other bits");
          serial->engine->vectors.upload (serial->context, serial->x, setting->start);
          seidel_bench_work_free (work);
        }
    }
  if (serial != NULL)
    seidel_bench_work_free (serial);
  seidel_bench_setting_free (setting);
}
