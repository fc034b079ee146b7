/* The sweep strategy that is chosen automatically against the best one, on one thread and on two;
 * and how near to its random reads a sweep over k-mers comes on one core.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "gallery/seidel-gallery.h"
#include "engine/seidel-engines.h"
#include "seidel-bench-work.h"

#define NAME      "sweep-choice"
#define N_ROUNDS  9
#define N_GATHERS 7
#define MOST_LOSS 1.1
#define LEAST_MS  0.02 /* what is over sooner is not judged: to be timed, it takes longer */
#define TEAMS     2
#define MOST      8

/* What was met on so many threads. */
typedef struct
{
  int matrices;
  int over;
  double worst;
  char *title;
} Summary;

static const char *
chosen_id (const SeidelBenchSetting *setting, int threads)
{
  const SeidelEngine *engine = seidel_cpu_engine ();
  const SeidelCsr *csr = setting->matrix->csr;
  const SeidelSchedule *schedule = setting->schedules[0];
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };
  char why[240];
  const int chosen = engine->choose_strategy (&view, &levels, threads, why, sizeof why, NULL);

  return engine->strategies[chosen].id;
}

/* Milliseconds of a sweep by each strategy, in turn: the least, because whatever else the machine
 * does only ever adds time; NAN where there is none. */
static void
time_strategies (const SeidelBenchSetting *setting, int threads, double ms[MOST])
{
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelBenchWork *works[MOST] = { NULL };
  double samples[MOST][N_ROUNDS];

  for (int s = 0; s < engine->n_strategies; s++)
    if (!engine->strategies[s].demonstration)
      works[s] = seidel_bench_work_new (engine, engine->strategies[s].id, threads, setting, false);
  for (int round = -1; round < N_ROUNDS; round++)
    for (int s = 0; s < engine->n_strategies; s++)
      {
        const int repeats =
          (int) CLAMP (1000000 / (1 + 2 * seidel_csr_nonzeros (setting->matrix->csr)), 1, 1000);
        const double begin = seidel_bench_now ();

        for (int i = 0; i < repeats && works[s] != NULL; i++)
          seidel_bench_work_sweep (works[s]);
        if (round >= 0)
          samples[s][round] = (seidel_bench_now () - begin) / repeats;
      }
  for (int s = 0; s < engine->n_strategies; s++)
    {
      ms[s] = works[s] != NULL ? seidel_bench_minimum (samples[s], N_ROUNDS) : NAN;
      if (works[s] != NULL)
        seidel_bench_work_free (works[s]);
    }
}

static void
add_row (const SeidelBenchSetting *setting, int threads, Summary *summary, bool always)
{
  const SeidelEngine *engine = seidel_cpu_engine ();
  const char *id = chosen_id (setting, threads);
  g_autoptr (GString) what = g_string_new (NULL);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double ms[MOST];
  double best = INFINITY;

  time_strategies (setting, threads, ms);
  g_string_printf (what, "%s, %d threads, auto: %s (", setting->title, threads, id);
  for (int s = 0; s < engine->n_strategies; s++)
    if (!isnan (ms[s]))
      {
        g_string_append_printf (what, "%s %.3g, ", engine->strategies[s].id, ms[s]);
        best = MIN (best, ms[s]);
      }
  g_string_append (what, "ms), over the best");
  row.name = NAME;
  row.what = what->str;
  row.median_ms = row.min_ms = ms[seidel_engine_find_strategy (engine, id)];
  row.value = row.median_ms / best;
  row.unit = " ×";
  row.must = MOST_LOSS;
  row.smaller_is_better = true;
  /* A zero on the diagonal: there are no sweeps. */
  if (isinf (best))
    return;
  if (best >= LEAST_MS)
    {
      summary->matrices++;
      summary->over += row.value > MOST_LOSS;
      if (summary->title == NULL || row.value > summary->worst)
        {
          g_free (summary->title);
          summary->title = g_strdup (setting->title);
          summary->worst = row.value;
        }
    }
  if (always || (best >= LEAST_MS && row.value > MOST_LOSS))
    seidel_bench_table_add (&row);
}

/* Takes the matrix over. */
static void
measure (SeidelMatrix *matrix, const char *name, Summary summaries[TEAMS], bool always)
{
  SeidelBenchSetting *setting =
    seidel_bench_setting_new (matrix, g_strdup_printf ("%s, %" G_GINT64_FORMAT " rows", name,
                                                       matrix->csr->rows));

  for (int threads = 1; threads <= TEAMS; threads++)
    add_row (setting, threads, &summaries[threads - 1], always);
  seidel_bench_setting_free (setting);
}

/* Adds up what a sweep reads anywhere, in the order of the matrix, and nothing else: no sweep by
 * one core in that order is faster. */
static double
gather_ms (const SeidelBenchSetting *setting)
{
  const SeidelCsr *csr = setting->matrix->csr;
  const int64_t n = seidel_csr_nonzeros (csr);
  const double *x = setting->start;
  double samples[N_GATHERS];

  for (int i = 0; i < N_GATHERS; i++)
    {
      const double begin = seidel_bench_now ();
      double sums[4] = { 0.0 };
      volatile double kept;

      for (int64_t k = 0; k + 4 <= n; k += 4)
        for (int lane = 0; lane < 4; lane++)
          sums[lane] += x[csr->column_indices[k + lane]];
      kept = sums[0] + sums[1] + sums[2] + sums[3]; /* keeps the loop */
      (void) kept;
      samples[i] = seidel_bench_now () - begin;
    }
  return seidel_bench_minimum (samples, N_GATHERS);
}

static void
measure_bound (const SeidelBench *bench, SeidelBenchSetting *setting)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  const double bytes_ms =
    seidel_bench_bytes_ms (bench, seidel_bench_sweep_bytes (setting->matrix->csr), 1);
  const double reads_ms = gather_ms (setting);
  const double bound = MAX (bytes_ms, reads_ms);
  double ms[MOST];
  g_autofree char *what = NULL;

  time_strategies (setting, 1, ms);
  what = g_strdup_printf ("%s, one core: its random reads take %.3g ms, its bytes %.3g; the larger "
                          "over the sweep that is chosen",
                          setting->title, reads_ms, bytes_ms);
  row.name = NAME;
  row.what = what;
  row.median_ms = row.min_ms =
    ms[seidel_engine_find_strategy (seidel_cpu_engine (), chosen_id (setting, 1))];
  row.floors.bytes_ms = bytes_ms;
  row.floors.latency_ms = reads_ms;
  row.value = bound / row.median_ms;
  row.unit = " of it";
  row.must = 0.8;
  seidel_bench_table_add (&row);
}

static void
add_summary (Summary *summary, int threads)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = g_strdup_printf (
    "%d threads: auto over the best strategy, at worst of %d (%s); above %.2f in %d", threads,
    summary->matrices, summary->title, MOST_LOSS, summary->over);

  row.name = NAME;
  row.what = what;
  row.value = summary->worst;
  row.unit = " ×";
  row.must = MOST_LOSS;
  row.smaller_is_better = true;
  if (summary->matrices > 0)
    seidel_bench_table_add (&row);
  g_free (summary->title);
}

void
seidel_bench_sweep_choice (const SeidelBench *bench)
{
  static const double rows[] = { 1e3, 3e4, 1e6 };
  Summary summaries[TEAMS] = { { 0 }, { 0 } };
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);
  SeidelMatrix *kmers = seidel_bench_matrix ("kmer-like", bench->quick ? 1e4 : 1e7);
  SeidelBenchSetting *setting;

  setting = seidel_bench_setting_new (kmers, g_strdup_printf ("k-mers, %" G_GINT64_FORMAT " rows",
                                                              kmers->csr->rows));
  measure_bound (bench, setting);
  for (int threads = 1; threads <= TEAMS; threads++)
    add_row (setting, threads, &summaries[threads - 1], true);
  seidel_bench_setting_free (setting);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      SeidelMatrix *matrix = seidel_bench_real_square (paths->pdata[i]);

      if (matrix != NULL)
        measure (matrix, name, summaries, false);
    }
  for (size_t k = 0; k < n_kinds; k++)
    for (size_t r = 0; r < (bench->quick ? 1 : G_N_ELEMENTS (rows)); r++)
      {
        SeidelMatrix *matrix =
          seidel_bench_matrix (kinds[k].id, seidel_bench_size_for_rows (&kinds[k], rows[r]));

        if (matrix->csr->rows == matrix->csr->columns)
          measure (matrix, kinds[k].id, summaries, false);
        else
          seidel_matrix_unref (matrix);
      }
  for (int threads = 1; threads <= TEAMS; threads++)
    add_summary (&summaries[threads - 1], threads);
}
