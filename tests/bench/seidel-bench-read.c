/* Reading Matrix Market: speed per core, with so many cores as there are; memory over the matrix it
 * makes, the copy in the cache, and SciPy beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "io/cache/seidel-cache.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"

#define N_RUNS          5
#define ENTRIES_PER_ROW 7

/* As many threads as the reader has at most. */
#define MOST_CORES 16

/* Large files are not read as often. */
#define MOST_SECONDS 4.0

/* Rows of seven entries in scattered columns, values with all their digits. */
static void
write_market_file (FILE *file, int64_t rows)
{
  fprintf (file,
           "%%%%MatrixMarket matrix coordinate real general\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT
           " %" G_GINT64_FORMAT "\n",
           rows, rows, rows * ENTRIES_PER_ROW);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t e = 0; e < ENTRIES_PER_ROW; e++)
      {
        char value[G_ASCII_DTOSTR_BUF_SIZE];
        const int64_t column = (i + e * (rows / ENTRIES_PER_ROW)) % rows;

        g_ascii_dtostr (value, sizeof value,
                        seidel_random_uniform (1, (uint64_t) (i * ENTRIES_PER_ROW + e)));
        fprintf (file, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s\n", i + 1, column + 1, value);
      }
}

const char *
seidel_bench_market_file (const SeidelBench *bench)
{
  static char *path;
  FILE *file;

  if (bench->file != NULL)
    return bench->file;
  if (path != NULL)
    return path;
  path = g_build_filename (bench->scratch, "scattered.mtx", NULL);
  file = fopen (path, "w");
  if (file == NULL)
    g_error ("seidel-bench: %s: %s", path, g_strerror (errno));
  write_market_file (file, bench->quick ? 80000 : 800000);
  if (fclose (file) != 0)
    g_error ("seidel-bench: %s: %s", path, g_strerror (errno));
  return path;
}

/* A line of /proc/self/status such as "VmHWM:", in bytes; 0 when there is none. */
static double
status_bytes (const char *key)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0.0;
  line = strstr (text, key);
  return line != NULL ? 1024.0 * g_ascii_strtod (line + strlen (key), NULL) : 0.0;
}

int
seidel_bench_print_peak_memory (const char *path)
{
  const double before = status_bytes ("VmHWM:");
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, NULL);

  if (matrix == NULL)
    return 1;
  printf ("%.0f\n", status_bytes ("VmHWM:") - before);
  return 0;
}

/* In a process of its own: the peak of this one would count what other parts have used. */
static double
peak_memory (const char *path)
{
  const char *const command[] = { "/proc/self/exe", "--peak-memory", path, NULL };
  g_autofree char *output = NULL;
  int status = 1;

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                     &status, NULL)
      || status != 0)
    return NAN;
  return g_ascii_strtod (output, NULL);
}

static double
cpu_milliseconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void
add_memory_row (const char *path, int64_t rows, int64_t nonzeros)
{
  const double csr_bytes = (double) seidel_csr_bytes (rows, nonzeros);
  const double peak = peak_memory (path);
  g_autofree char *what = g_strdup_printf ("peak memory (%.0f MB) over the matrix made (%.0f MB)",
                                           peak / 1e6, csr_bytes / 1e6);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "read";
  row.what = what;
  row.value = peak / csr_bytes;
  row.unit = "×";
  row.must = 3.0;
  row.smaller_is_better = true;
  row.failed = isnan (peak) ? "the file could not be loaded in a process of its own" : NULL;
  seidel_bench_table_add (&row);
}

int
seidel_bench_print_load_time (const char *path)
{
  double wall[N_RUNS];
  double all = 0.0;
  int n = 0;

  while (n < N_RUNS && all < MOST_SECONDS * 1e3)
    {
      const double begin = seidel_bench_now ();
      g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, NULL);

      if (matrix == NULL)
        return 1;
      wall[n] = seidel_bench_now () - begin;
      all += wall[n++];
    }
  printf ("%.3f\n", seidel_bench_median (wall, n));
  return 0;
}

/* Milliseconds that a process takes which has the first cores of these only: threads are started
 * as there are cores. */
static double
load_time (const char *path, const cpu_set_t *all, int cores)
{
  const char *const command[] = { "/proc/self/exe", "--load-time", path, NULL };
  g_autofree char *output = NULL;
  int status = 1;
  cpu_set_t some;
  bool good;

  CPU_ZERO (&some);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT (&some) < cores; cpu++)
    if (CPU_ISSET (cpu, all))
      CPU_SET (cpu, &some);
  good = sched_setaffinity (0, sizeof some, &some) == 0
         && g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                          &status, NULL)
         && status == 0;
  sched_setaffinity (0, sizeof *all, all);
  return good ? g_ascii_strtod (output, NULL) : NAN;
}

/* 1, 2, 4, … and all cores. */
static void
add_scaling_rows (const char *path, double megabytes)
{
  cpu_set_t all;
  double one = NAN;
  int most;

  if (sched_getaffinity (0, sizeof all, &all) != 0)
    return;
  most = MIN (CPU_COUNT (&all), MOST_CORES);
  for (int cores = 1; cores <= most; cores = cores < most ? MIN (2 * cores, most) : most + 1)
    {
      const double milliseconds = load_time (path, &all, cores);
      g_autofree char *what = NULL;
      SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

      if (cores == 1)
        one = milliseconds;
      what =
        g_strdup_printf ("with %d core%s %.0f MB/s, %.1f × one; MB per second and core", cores,
                         cores == 1 ? "" : "s", 1e3 * megabytes / milliseconds, one / milliseconds);
      row.name = "read";
      row.what = what;
      row.median_ms = milliseconds;
      row.min_ms = milliseconds;
      row.value = 1e3 * megabytes / milliseconds / cores;
      row.unit = " MB/s";
      row.must = 350.0;
      row.stretch = 750.0;
      row.failed =
        isnan (milliseconds) ? "the file could not be loaded in a process of its own" : NULL;
      seidel_bench_table_add (&row);
    }
}

/* Wall time of SciPy's reader for the same file, which it has read once already, and its version;
 * NAN without it. SEIDEL_BENCH_PYTHON names a Python whose SciPy is newer than Debian's. */
static double
scipy_milliseconds (const char *path, char **version)
{
  const char *python = g_getenv ("SEIDEL_BENCH_PYTHON");
  const char *const command[] = { python != NULL ? python : "/usr/bin/python3", "-c",
                                  "import sys, time, scipy, scipy.io\n"
                                  "scipy.io.mmread(sys.argv[1])\n"
                                  "begin = time.perf_counter()\n"
                                  "scipy.io.mmread(sys.argv[1]).tocsr()\n"
                                  "print(1e3 * (time.perf_counter() - begin), scipy.__version__)\n",
                                  path, NULL };
  g_autofree char *output = NULL;
  char *end = NULL;
  double milliseconds;
  int status = 1;

  if (!g_spawn_sync (NULL, (char **) command, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &output, NULL,
                     &status, NULL)
      || status != 0)
    return NAN;
  milliseconds = g_ascii_strtod (output, &end);
  *version = g_strdup (g_strstrip (end));
  return milliseconds;
}

static void
add_scipy_row (const char *path, double milliseconds)
{
  g_autofree char *version = NULL;
  const double scipy = scipy_milliseconds (path, &version);
  g_autofree char *what =
    g_strdup_printf ("mmread () and tocsr () of SciPy %s over all of ours, wall time",
                     version != NULL ? version : "");
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  if (isnan (scipy))
    {
      seidel_bench_table_skip ("read", what, "Python has no SciPy");
      return;
    }
  row.name = "read";
  row.what = what;
  row.median_ms = scipy;
  row.min_ms = scipy;
  row.value = scipy / milliseconds;
  row.unit = "×";
  row.must = 1.0;
  seidel_bench_table_add (&row);
}

static SeidelMatrix *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix = seidel_load_matrix (path, NULL, NULL, &error);

  if (matrix == NULL)
    g_error ("seidel-bench: %s", error->message);
  return matrix;
}

/* What a second opening costs, all checks included, where the first one left a copy. */
static void
add_cache_row (const SeidelBench *bench, const char *path, double milliseconds)
{
  double wall[N_RUNS];
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *parent = NULL;

  g_setenv ("XDG_CACHE_HOME", bench->scratch, TRUE);
  g_unsetenv ("SEIDEL_CACHE");
  seidel_cache_set_worth (0, 0.0);
  seidel_matrix_unref (load (path));
  seidel_cache_finish (INFINITY);
  for (int run = 0; run < N_RUNS; run++)
    {
      const double begin = seidel_bench_now ();
      g_autoptr (SeidelMatrix) matrix = load (path);

      wall[run] = seidel_bench_now () - begin;
      if (matrix->csr->backing == NULL)
        row.failed = "the matrix did not come from the cache";
    }
  seidel_cache_clear (NULL);
  parent = g_path_get_dirname (seidel_cache_folder ());
  g_rmdir (seidel_cache_folder ());
  g_rmdir (parent);
  g_setenv ("SEIDEL_CACHE", "off", TRUE);
  row.name = "read";
  row.what = "reading the file over opening its copy in the cache";
  row.median_ms = seidel_bench_median (wall, N_RUNS);
  row.min_ms = seidel_bench_minimum (wall, N_RUNS);
  row.value = milliseconds / row.median_ms;
  row.unit = "×";
  row.must = 5.0;
  row.stretch = 10.0;
  seidel_bench_table_add (&row);
}

void
seidel_bench_read (const SeidelBench *bench)
{
  const char *path = seidel_bench_market_file (bench);
  double wall[N_RUNS];
  double cpu[N_RUNS];
  int64_t rows = 0;
  int64_t nonzeros = 0;
  struct stat info;
  g_autofree char *what = NULL;
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  if (stat (path, &info) != 0)
    g_error ("seidel-bench: %s: %s", path, g_strerror (errno));
  for (int run = -1; run < N_RUNS; run++)
    {
      const double cpu_begin = cpu_milliseconds ();
      const double begin = seidel_bench_now ();
      g_autoptr (SeidelMatrix) matrix = load (path);

      rows = matrix->csr->rows;
      nonzeros = seidel_csr_nonzeros (matrix->csr);
      if (run < 0)
        continue; /* brings the file into memory */
      wall[run] = seidel_bench_now () - begin;
      cpu[run] = cpu_milliseconds () - cpu_begin;
    }
  row.median_ms = seidel_bench_median (wall, N_RUNS);
  row.min_ms = seidel_bench_minimum (wall, N_RUNS);
  what =
    g_strdup_printf ("%.0f MB of coordinates, %.0f MB/s in all; MB per second of processor time",
                     (double) info.st_size / 1e6, (double) info.st_size / 1e3 / row.median_ms);
  row.name = "read";
  row.what = what;
  row.floors.bytes_ms = seidel_bench_bytes_ms (bench, (double) info.st_size, 2);
  row.value = (double) info.st_size / 1e3 / seidel_bench_median (cpu, N_RUNS);
  row.unit = " MB/s";
  row.must = 350.0;
  row.stretch = 750.0;
  seidel_bench_table_add (&row);
  add_scaling_rows (path, (double) info.st_size / 1e6);
  add_memory_row (path, rows, nonzeros);
  add_cache_row (bench, path, row.median_ms);
  add_scipy_row (path, row.median_ms);
}
