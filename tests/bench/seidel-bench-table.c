/* Measuring and printing for the benchmark programs: clocks, interleaved runs, one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-table.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define MAX_PAIRS 101

typedef enum
{
  VERDICT_STRETCH,
  VERDICT_MET,
  VERDICT_BELOW,
  VERDICT_FAILED,
  VERDICT_SKIPPED,
  N_VERDICTS,
} Verdict;

static const char *const verdict_names[N_VERDICTS] = { "met, stretch too", "met", "BELOW", "FAILED",
                                                       "skipped" };

static int verdict_counts[N_VERDICTS];

void
seidel_bench_table_begin (const char *title)
{
  printf ("%s\n\n%-14s %-72s %9s %9s %9s %9s %12s %9s %9s  %s\n", title, "name", "what",
          "median ms", "min ms", "bytes ms", "waits ms", "value", "must", "stretch", "verdict");
  fflush (stdout);
}

/* A number, or a dash where there is none. */
static void
print_number (double value, int width, const char *mark, const char *unit)
{
  g_autofree char *text = NULL;

  if (isnan (value))
    text = g_strdup ("-");
  else
    text = g_strdup_printf ("%s%.*f%s", mark, fabs (value) < 10 ? 2 : 1, value, unit);
  /* Width counts characters, not bytes: units may have more of these. */
  printf (" %*s%s", MAX (0, width - (int) g_utf8_strlen (text, -1)), "", text);
}

static Verdict
judge (const SeidelBenchRow *row)
{
  const double sign = row->smaller_is_better ? -1.0 : 1.0;

  if (row->failed != NULL)
    return VERDICT_FAILED;
  if (isnan (row->value) || sign * row->value < sign * row->must)
    return VERDICT_BELOW;
  if (!isnan (row->stretch) && sign * row->value >= sign * row->stretch)
    return VERDICT_STRETCH;
  return VERDICT_MET;
}

/* Appends a row, without what it must reach, to the file that ./dev bench --record keeps rows from.
 */
static void
record (const SeidelBenchRow *row)
{
  const char *path = g_getenv ("SEIDEL_BENCH_RECORD");
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  if (file == NULL)
    return;
  fprintf (file, "%s: %s\t", row->name, row->what);
  if (!isnan (row->median_ms))
    fprintf (file, "%.*f ms, ", row->median_ms < 10 ? 2 : 1, row->median_ms);
  fprintf (file, "%.*f%s\n", fabs (row->value) < 10 ? 2 : 1, row->value,
           row->unit != NULL ? row->unit : "");
  fclose (file);
}

void
seidel_bench_table_add (const SeidelBenchRow *row)
{
  const Verdict verdict = judge (row);
  const char *mark = row->smaller_is_better ? "≤ " : "≥ ";
  const double bytes_ms = row->floors.bytes_ms > 0 ? row->floors.bytes_ms : NAN;
  const double latency_ms = row->floors.latency_ms > 0 ? row->floors.latency_ms : NAN;

  printf ("%-14s %-72s", row->name, row->what);
  print_number (row->median_ms, 9, "", "");
  print_number (row->min_ms, 9, "", "");
  print_number (bytes_ms, 9, "", "");
  print_number (latency_ms, 9, "", "");
  print_number (row->value, 12, "", row->unit);
  print_number (row->must, 9, mark, "");
  print_number (row->stretch, 9, mark, "");
  printf ("  %s%s%s\n", verdict_names[verdict], row->failed != NULL ? ": " : "",
          row->failed != NULL ? row->failed : "");
  fflush (stdout);
  verdict_counts[verdict]++;
  if (verdict != VERDICT_FAILED)
    record (row);
}

void
seidel_bench_table_skip (const char *name, const char *what, const char *reason)
{
  printf ("%-14s %-72s  skipped: %s\n", name, what, reason);
  fflush (stdout);
  verdict_counts[VERDICT_SKIPPED]++;
}

bool
seidel_bench_table_end (void)
{
  printf ("\n");
  for (int v = 0; v < N_VERDICTS; v++)
    printf ("%s%d %s", v > 0 ? ", " : "", verdict_counts[v], verdict_names[v]);
  printf ("\n");
  return verdict_counts[VERDICT_BELOW] == 0 && verdict_counts[VERDICT_FAILED] == 0;
}

double
seidel_bench_now (void)
{
  return (double) g_get_monotonic_time () / 1000.0;
}

double
seidel_bench_processor (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double) now.tv_sec + 1e-6 * (double) now.tv_nsec;
}

static int
compare_doubles (const void *a, const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

double
seidel_bench_median (double *samples, int n)
{
  qsort (samples, (size_t) n, sizeof *samples, compare_doubles);
  return n % 2 == 1 ? samples[n / 2] : 0.5 * (samples[n / 2 - 1] + samples[n / 2]);
}

double
seidel_bench_minimum (const double *samples, int n)
{
  double least = INFINITY;

  for (int i = 0; i < n; i++)
    least = MIN (least, samples[i]);
  return least;
}

static double
time_run (SeidelBenchFunc run, void *data)
{
  const double begin = seidel_bench_now ();

  run (data);
  return seidel_bench_now () - begin;
}

SeidelBenchPair
seidel_bench_pairs (SeidelBenchFunc a, void *a_data, SeidelBenchFunc b, void *b_data, int n_pairs)
{
  const int n = CLAMP (n_pairs, 5, MAX_PAIRS);
  double a_samples[MAX_PAIRS];
  double b_samples[MAX_PAIRS];
  double ratios[MAX_PAIRS];
  SeidelBenchPair pair;

  a (a_data);
  b (b_data);
  for (int i = 0; i < n; i++)
    {
      if (i % 2 == 0)
        a_samples[i] = time_run (a, a_data);
      b_samples[i] = time_run (b, b_data);
      if (i % 2 == 1)
        a_samples[i] = time_run (a, a_data);
      ratios[i] = a_samples[i] / b_samples[i];
    }
  pair.a_median = seidel_bench_median (a_samples, n);
  pair.a_min = seidel_bench_minimum (a_samples, n);
  pair.b_median = seidel_bench_median (b_samples, n);
  pair.b_min = seidel_bench_minimum (b_samples, n);
  pair.a_over_b = seidel_bench_median (ratios, n);
  return pair;
}
