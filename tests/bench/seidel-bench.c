/* seidel-bench: the figures that Seidel must reach, as one table.
 *
 * Not a test: times on a shared machine prove nothing by themselves. Every row therefore compares
 * two things in the same run, in turn, and is judged by their ratio.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
  const char *name;
  const char *sentence;
  void (*run) (const SeidelBench *bench);
} parts[] = {
  { "levels", "dependency levels against one pass over the column indices", seidel_bench_levels },
  { "level-times", "what timing the levels of sweeps costs a run", seidel_bench_level_times },
  { "sweep-serial", "the serial sweep against a plain loop and PETSc's MatSOR",
    seidel_bench_sweep_serial },
  { "sweep-levels", "the sweep by levels on two threads against the serial one",
    seidel_bench_sweep_levels },
  { "krylov", "an iteration of CG, BiCGStab and GMRES against PETSc's KSP", seidel_bench_krylov },
  { "multigrid", "multigrid against BoomerAMG and GAMG of PETSc: time and iterations",
    seidel_bench_multigrid },
  { "sweep-speed",
    "every strategy against a matrix-vector product; relaxations against plain sweeps",
    seidel_bench_sweep_speed },
  { "sweep-auto", "the strategy that is chosen automatically against the serial one",
    seidel_bench_sweep_auto },
  { "sweep-choice",
    "the strategy that is chosen automatically against the best, on one and two threads",
    seidel_bench_sweep_choice },
  { "sweep-plan", "finding levels and planning sweeps by them, in sweeps",
    seidel_bench_sweep_plan },
  { "predict", "the predicted time of a sweep over the measured one", seidel_bench_predict },
  { "gpu-sweep", "the sweeps of a GPU against cuSPARSE, Fiorentini's passes and one core",
    seidel_bench_gpu_sweep },
  { "gpu-strategies", "every strategy of a GPU on matrices of all kinds, against cuSPARSE",
    seidel_bench_gpu_strategies },
  { "gpu-krylov", "an iteration of CG on a GPU against its bytes; a fresh process",
    seidel_bench_gpu_krylov },
  { "gpu-preconditioned", "CG with SSOR and IC(0) on a GPU against the host, from end to end",
    seidel_bench_gpu_preconditioned },
  { "engines", "the engine that is chosen automatically against the better one, from end to end",
    seidel_bench_engines },
  { "gpu-multigrid", "multigrid on a GPU: making its levels, and CG with each smoother",
    seidel_bench_gpu_multigrid },
  { "gpu-dense", "products, LU and inverses on a GPU against cuBLAS and cuSOLVER",
    seidel_bench_gpu_dense },
  { "dense", "LU through LAPACK against dgetrf called directly; the textbook methods beside it",
    seidel_bench_dense },
  { "condition", "what the estimates of condition and error take of a direct run",
    seidel_bench_condition },
  { "auto", "the automatic choice against the best single choice, on real matrices",
    seidel_bench_auto },
  { "read", "reading Matrix Market: speed and memory", seidel_bench_read },
  { "stop", "how long after cancelling everything stands still", seidel_bench_stop },
  { "stop-read", "the same while a file of each format is read", seidel_bench_stop_read },
};

static void
remove_scratch (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static bool
names_are_known (char **names)
{
  for (; names != NULL && *names != NULL; names++)
    {
      bool known = false;

      for (size_t p = 0; p < G_N_ELEMENTS (parts); p++)
        known = known || strcmp (*names, parts[p].name) == 0;
      if (!known)
        {
          g_printerr ("seidel-bench: there is no benchmark named “%s”. There are:\n", *names);
          for (size_t p = 0; p < G_N_ELEMENTS (parts); p++)
            g_printerr ("  %-18s %s\n", parts[p].name, parts[p].sentence);
          return false;
        }
    }
  return true;
}

/* “K/N”; without it, the process does everything. */
static bool
take_share (const char *text, SeidelBench *bench)
{
  bench->share = bench->n_shares = 1;
  if (text == NULL
      || (sscanf (text, "%d/%d", &bench->share, &bench->n_shares) == 2 && bench->share >= 1
          && bench->share <= bench->n_shares))
    return true;
  g_printerr ("seidel-bench: --share takes K/N, as in 1/4, not “%s”\n", text);
  return false;
}

static const SeidelEngine *
find_engine (const char *id)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (id);

  if (entry == NULL)
    g_printerr ("seidel-bench: there is no engine named “%s”\n", id);
  else if (!entry->available)
    g_printerr ("seidel-bench: the engine %s cannot be used: %s\n", entry->name, entry->why_not);
  else
    return entry->engine;
  return NULL;
}

static bool
run_parts (SeidelBench *bench, char **names)
{
  g_autofree char *title = NULL;

  seidel_bench_measure_machine (bench);
  title =
    g_strdup_printf ("Engine %s; memory read at %.1f GB/s by one thread, %.1f by two; "
                     "triad %.1f and %.1f; "
                     "a dependent row takes %.1f ns, two threads meet in %.0f ns",
                     bench->engine->name, bench->read_gbs[0], bench->read_gbs[1],
                     bench->triad_gbs[0], bench->triad_gbs[1], bench->step_ns, bench->meeting_ns);
  seidel_bench_table_begin (title);
  for (size_t p = 0; p < G_N_ELEMENTS (parts); p++)
    if (names == NULL || g_strv_contains ((const char *const *) names, parts[p].name))
      parts[p].run (bench);
  return seidel_bench_table_end ();
}

bool
seidel_bench_wants (const SeidelBench *bench, const char *title)
{
  return bench->only == NULL || strstr (title, bench->only) != NULL;
}

int
main (int argc, char **argv)
{
  SeidelBench bench = { 0 };
  gboolean quick = FALSE;
  g_autofree char *engine = NULL;
  g_autofree char *file = NULL;
  g_autofree char *peak_memory = NULL;
  g_autofree char *load_time = NULL;
  g_autofree char *cold_start = NULL;
  g_autofree char *engine_run = NULL;
  g_autofree char *scratch = NULL;
  g_autofree char *share = NULL;
  g_autofree char *only = NULL;
  gboolean large = FALSE;
  double seconds = INFINITY;
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new ("[NAME…]");
  const GOptionEntry entries[] = {
    { "quick", 0, 0, G_OPTION_ARG_NONE, &quick, "Small sizes, to see that everything runs", NULL },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &engine, "The engine that sweeps (cpu)", "ID" },
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &file,
      "What is read: a Matrix Market file rather than one made here", "FILE" },
    { "share", 0, 0, G_OPTION_ARG_STRING, &share,
      "Of “auto”, every Nth system from the Kth on, to divide it among processes", "K/N" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &only,
      "Of “krylov”, “gpu-sweep”, “gpu-strategies”, “engines” and “auto”, what has TEXT in its "
      "title",
      "TEXT" },
    { "large", 0, 0, G_OPTION_ARG_NONE, &large, "Of “auto”, systems of 100,000 to 3 million rows",
      NULL },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds,
      "Of “auto”, the systems that are finished after so many seconds", "S" },
    { "peak-memory", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &peak_memory,
      "Load FILE and print the peak of memory", "FILE" },
    { "load-time", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &load_time,
      "Load FILE several times and print the milliseconds", "FILE" },
    { "cold-start", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &cold_start,
      "Solve a small system with the engine ID and print the times", "ID" },
    { "engine-run", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &engine_run,
      "Make the run of “engines” with these numbers and print its engine and milliseconds",
      "CASE,WORK,QUICK" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &names, NULL, NULL },
    { NULL },
  };
  bool met;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("seidel-bench: %s\n", error->message);
      return 2;
    }
  if (peak_memory != NULL)
    return seidel_bench_print_peak_memory (peak_memory);
  if (load_time != NULL)
    return seidel_bench_print_load_time (load_time);
  if (cold_start != NULL)
    return seidel_bench_print_cold_start (cold_start);
  if (engine_run != NULL)
    return seidel_bench_print_engine_run (engine_run);
  if (!names_are_known (names) || !take_share (share, &bench))
    return 2;
  bench.seconds = seconds;
  bench.large = large;
  bench.quick = quick;
  bench.only = only;
  bench.file = file;
  bench.engine = find_engine (engine != NULL ? engine : "cpu");
  scratch = g_dir_make_tmp ("seidel-bench-XXXXXX", &error);
  if (bench.engine == NULL)
    return 1;
  if (scratch == NULL)
    {
      g_printerr ("seidel-bench: %s\n", error->message);
      return 1;
    }
  bench.scratch = scratch;
  met = run_parts (&bench, names);
  remove_scratch (scratch);
  return met ? 0 : 3;
}
