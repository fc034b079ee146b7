/* Sweep strategies against a matrix-vector product, against serial, and against the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-work.h"

#include <math.h>
#include <string.h>

#include "gallery/seidel-gallery.h"

#define N_PAIRS 7

/* The strategy that "auto" stands for. */
static const char *
chosen_strategy (const SeidelEngine *engine, const SeidelBenchSetting *setting, int threads)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const SeidelSchedule *schedule = setting->schedules[0];
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };
  char why[240];

  return engine
    ->strategies[engine->choose_strategy (&view, &levels, threads, why, sizeof why, NULL)]
    .id;
}

/* Whether one sweep gives what the serial one gives. */
static const char *
check_first_sweep (SeidelBenchWork *work, const SeidelBenchSetting *setting)
{
  const int64_t n = setting->matrix->csr->rows;
  SeidelBenchWork *serial =
    seidel_bench_work_new (seidel_cpu_engine (), "serial", 1, setting, work->sweeps[1] != NULL);
  double *x;
  double *y;
  bool equal;

  seidel_bench_work_sweep (serial);
  seidel_bench_work_sweep (work);
  x = seidel_bench_work_x (work, n);
  y = seidel_bench_work_x (serial, n);
  equal = work->engine == seidel_cpu_engine () ? memcmp (x, y, (size_t) n * sizeof *x) == 0
                                               : seidel_bench_nearly_equal (x, y, n);
  seidel_bench_work_free (serial);
  g_aligned_free (x);
  g_aligned_free (y);
  return equal ? NULL : "the serial sweep gives another result";
}

/* One strategy, or what is chosen automatically (NULL); returns the milliseconds of a sweep. */
static double
compare_with_product (const SeidelBench *bench,
                      const SeidelBenchSetting *setting,
                      SeidelBenchWork *product,
                      const char *strategy,
                      int threads)
{
  const bool chosen = strategy == NULL;
  const char *id = chosen ? chosen_strategy (bench->engine, setting, threads) : strategy;
  const double bytes = seidel_bench_sweep_bytes (setting->matrix->csr);
  SeidelBenchFloors floors = { seidel_bench_bytes_ms (bench, bytes, threads), 0 };
  SeidelBenchWork *work = seidel_bench_work_new (bench->engine, id, threads, setting, false);
  g_autofree char *what = g_strdup_printf ("%s, %s%s on %d, speed over a product", setting->title,
                                           chosen ? "auto: " : "", id, threads);
  const double triad_ms = bytes / bench->triad_gbs[threads - 1] / 1e6;
  const char *failed;
  SeidelBenchPair pair;

  if (work == NULL)
    {
      seidel_bench_table_skip ("sweep-speed", what, "the engine has no such sweep of it");
      return NAN;
    }
  failed = check_first_sweep (work, setting);
  pair = seidel_bench_pairs (seidel_bench_work_multiply, product, seidel_bench_work_sweep, work,
                             N_PAIRS);
  seidel_bench_add_pair ("sweep-speed", what, pair, floors, chosen ? 0.9 : NAN,
                         chosen ? pair.a_median * 0.9 / triad_ms : NAN, failed);
  seidel_bench_work_free (work);
  return pair.b_median;
}

static void
add_gain (const SeidelBench *bench, const SeidelBenchSetting *setting, const double *sweep_ms)
{
  const double triad_gain = bench->triad_gbs[1] / bench->triad_gbs[0];
  g_autofree char *what =
    g_strdup_printf ("%s, gain of auto from one core to two, over the triad's %.2f", setting->title,
                     triad_gain);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "sweep-speed";
  row.what = what;
  row.value = sweep_ms[0] / sweep_ms[1] / triad_gain;
  row.unit = "×";
  row.must = 0.9;
  seidel_bench_table_add (&row);
}

/* A symmetric step of a relaxation against two sweeps and a residual. */
static void
compare_relaxation (const SeidelBench *bench, const SeidelBenchSetting *setting, int threads)
{
  const char *id = chosen_strategy (bench->engine, setting, threads);
  const SeidelCsr *csr = setting->matrix->csr;
  SeidelBenchWork *plain = seidel_bench_work_new (bench->engine, id, threads, setting, true);
  SeidelBenchWork *relaxation = seidel_bench_work_new (bench->engine, id, threads, setting, true);
  g_autofree char *what =
    g_strdup_printf ("%s, symmetric step of a relaxation (%s on %d), speed over "
                     "two sweeps and a residual",
                     setting->title, id, threads);
  SeidelBenchFloors floors = {
    seidel_bench_bytes_ms (bench, seidel_bench_sweep_bytes (csr), threads), 0
  };

  if (plain == NULL || relaxation == NULL || bench->engine->relaxations.create == NULL)
    seidel_bench_table_skip ("relaxation", what, "the engine has no relaxations");
  else
    {
      SeidelBenchPair pair = seidel_bench_pairs (seidel_bench_work_residual, plain,
                                                 seidel_bench_work_relax, relaxation, N_PAIRS);
      double *x = seidel_bench_work_x (plain, csr->rows);
      double *y = seidel_bench_work_x (relaxation, csr->rows);
      const bool right = seidel_bench_nearly_equal (x, y, csr->rows);

      seidel_bench_add_pair ("relaxation", what, pair, floors, 1.5, 2.0,
                             right ? NULL : "plain sweeps give another result");
      g_aligned_free (x);
      g_aligned_free (y);
    }
  if (plain != NULL)
    seidel_bench_work_free (plain);
  if (relaxation != NULL)
    seidel_bench_work_free (relaxation);
}

static void
measure_setting (const SeidelBench *bench, const SeidelBenchSetting *setting)
{
  const int most = g_get_num_processors () < 2 ? 1 : 2;
  double sweep_ms[2] = { NAN, NAN };

  for (int threads = 1; threads <= most; threads++)
    {
      SeidelBenchWork *product =
        seidel_bench_work_new (bench->engine, NULL, threads, setting, false);

      for (int s = 0; s < bench->engine->n_strategies && product != NULL; s++)
        if (!bench->engine->strategies[s].demonstration && (s > 0 || threads == 1))
          compare_with_product (bench, setting, product, bench->engine->strategies[s].id, threads);
      if (product != NULL)
        {
          sweep_ms[threads - 1] = compare_with_product (bench, setting, product, NULL, threads);
          seidel_bench_work_free (product);
        }
      compare_relaxation (bench, setting, threads);
    }
  if (most == 2)
    add_gain (bench, setting, sweep_ms);
}

void
seidel_bench_sweep_speed (const SeidelBench *bench)
{
  static const struct
  {
    const char *kind;
    double size;
    double quick_size;
    const char *title;
  } cases[] = {
    { "poisson-27", 192, 48, "27-point, %.0f³" },
    { "kmer-like", 10e6, 500e3, "k-mers, %.0f" },
  };

  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const double size = bench->quick ? cases[c].quick_size : cases[c].size;
      g_auto (GStrv) parts = g_strsplit (cases[c].title, "%.0f", 2);
      SeidelBenchSetting *setting =
        seidel_bench_setting_new (seidel_bench_matrix (cases[c].kind, size),
                                  g_strdup_printf ("%s%.0f%s", parts[0], size, parts[1]));

      measure_setting (bench, setting);
      seidel_bench_setting_free (setting);
    }
}

/* The worst that was met. */
typedef struct
{
  double ratio;
  char *title;
  char *strategy;
  int matrices;
  const char *failed;
} Worst;

/* Serial against what is chosen automatically; takes the matrix and the title over. */
static void
compare_choice (const SeidelBench *bench, SeidelMatrix *matrix, char *title, Worst *worst)
{
  SeidelBenchSetting *setting = seidel_bench_setting_new (matrix, title);
  const int threads = (int) g_get_num_processors ();
  const char *id = chosen_strategy (bench->engine, setting, threads);
  SeidelBenchWork *serial = seidel_bench_work_new (bench->engine, "serial", 1, setting, false);
  SeidelBenchWork *chosen = seidel_bench_work_new (bench->engine, id, threads, setting, false);

  if (serial != NULL && chosen != NULL)
    {
      SeidelBenchPair pair;
      const char *failed = check_first_sweep (chosen, setting);

      /* About a millisecond each time. */
      chosen->repeats = serial->repeats =
        (int) CLAMP (1000000 / (1 + 2 * seidel_csr_nonzeros (matrix->csr)), 1, 1000);
      pair =
        seidel_bench_pairs (seidel_bench_work_sweep, serial, seidel_bench_work_sweep, chosen, 21);
      worst->matrices++;
      if (failed != NULL)
        worst->failed = failed;
      if (isnan (worst->ratio) || pair.a_over_b < worst->ratio)
        {
          worst->ratio = pair.a_over_b;
          g_free (worst->title);
          worst->title = g_strdup (setting->title);
          g_free (worst->strategy);
          worst->strategy = g_strdup (id);
        }
    }
  if (serial != NULL)
    seidel_bench_work_free (serial);
  if (chosen != NULL)
    seidel_bench_work_free (chosen);
  seidel_bench_setting_free (setting);
}

static void
add_worst (const char *where, Worst *worst)
{
  g_autofree char *what =
    g_strdup_printf ("auto over serial at worst, %d %s: %s (%s)", worst->matrices, where,
                     worst->title != NULL ? worst->title : "none", worst->strategy);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "sweep-auto";
  row.what = what;
  row.value = worst->ratio;
  row.unit = "×";
  row.must = 0.95;
  row.failed = worst->failed;
  seidel_bench_table_add (&row);
  g_free (worst->title);
  g_free (worst->strategy);
}

static void
compare_real_matrices (const SeidelBench *bench)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();
  Worst worst = { .ratio = NAN };

  if (paths->len == 0)
    {
      seidel_bench_table_skip ("sweep-auto", "auto over serial on real matrices",
                               SEIDEL_BENCH_NO_REAL_FILES);
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      SeidelMatrix *matrix = seidel_bench_real_square (paths->pdata[i]);

      if (matrix != NULL)
        compare_choice (bench, matrix, g_path_get_basename (paths->pdata[i]), &worst);
    }
  add_worst ("real matrices", &worst);
}

static void
compare_gallery (const SeidelBench *bench)
{
  static const double rows[] = { 30, 300, 3000, 100e3 };
  Worst worst = { .ratio = NAN };
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (size_t r = 0; r < G_N_ELEMENTS (rows); r++)
      {
        const double size = seidel_bench_size_for_rows (&kinds[k], rows[r]);

        compare_choice (bench, seidel_bench_matrix (kinds[k].id, size),
                        g_strdup_printf ("%s %.0f", kinds[k].id, size), &worst);
      }
  add_worst ("of the gallery", &worst);
}

void
seidel_bench_sweep_auto (const SeidelBench *bench)
{
  compare_real_matrices (bench);
  compare_gallery (bench);
}
