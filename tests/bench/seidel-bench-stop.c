/* How long after cancelling everything stands still.
 *
 * One thread works, another cancels it at a moment drawn at random, several times; the worst
 * counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdatomic.h>

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "io/seidel-loader.h"
#include "solve/seidel-solve.h"

#define N_MOMENTS 6

/* Reading is over soon, and does many different things on the way. */
#define N_READING_MOMENTS 20
#define MOST_MOMENTS      20

typedef struct Trial Trial;

struct Trial
{
  /* Works until it is cancelled; a run reports that it stopped by its trace, all others by
   * returning.
   */
  void (*work) (Trial *trial);
  SeidelTrace *trace; /* of the run now going on, or NULL */
  const SeidelBench *bench;
  SeidelMatrix *matrix;
  SeidelProblem *problem;
  const char *method;
  const char *strategy;
  const char *file;  /* to be read */
  int moments;       /* 0: N_MOMENTS */
  SeidelPhase phase; /* of a run, that is to be cancelled in */
  GCancellable *cancellable;
  double delay_ms; /* from the beginning (of the phase, for a run) to the cancelling */
  atomic_bool returned;
  double latency_ms; /* NAN when the work was over before it could be cancelled */
};

static void
work_load (Trial *trial)
{
  SeidelMatrix *matrix = seidel_load_matrix (trial->file, NULL, trial->cancellable, NULL);

  g_clear_pointer (&matrix, seidel_matrix_unref);
}

static void
work_analyse (Trial *trial)
{
  for (int d = 0; !g_cancellable_is_cancelled (trial->cancellable); d++)
    {
      SeidelStructure *structure =
        seidel_structure_new (trial->matrix, NULL, trial->cancellable, NULL);
      SeidelSchedule *schedule =
        seidel_schedule_new (trial->matrix->csr,
                             d % 2 == 0 ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD,
                             NULL, trial->cancellable, NULL);

      g_clear_pointer (&structure, seidel_structure_unref);
      g_clear_pointer (&schedule, seidel_schedule_unref);
    }
}

static void
work_solve (Trial *trial)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  GCancellable *skip_verification = g_cancellable_new ();
  SeidelOutcome *outcome;

  /* Only the stop is measured: nothing waits for the true residual. */
  g_cancellable_cancel (skip_verification);
  options.method = trial->method;
  options.strategy = trial->strategy;
  options.engine = trial->bench->engine->id;
  options.tolerance = 0.0;
  outcome = seidel_solve (trial->problem, &options, trial->trace, trial->cancellable,
                          skip_verification, NULL);
  g_clear_pointer (&outcome, seidel_outcome_free);
  g_object_unref (skip_verification);
}

static bool
has_begun (Trial *trial)
{
  return trial->trace == NULL || atomic_load (&trial->returned)
         || (seidel_trace_state (trial->trace) >= SEIDEL_RUN_RUNNING
             && seidel_trace_phase (trial->trace) >= trial->phase);
}

static bool
has_stopped (Trial *trial)
{
  return atomic_load (&trial->returned)
         || (trial->trace != NULL && seidel_trace_state (trial->trace) >= SEIDEL_RUN_STOPPED);
}

static gpointer
cancel_cb (gpointer data)
{
  Trial *trial = data;
  double begin;

  while (!has_begun (trial))
    g_usleep (200);
  g_usleep ((gulong) (trial->delay_ms * 1e3));
  if (has_stopped (trial))
    return NULL;
  begin = seidel_bench_now ();
  g_cancellable_cancel (trial->cancellable);
  while (!has_stopped (trial))
    g_usleep (200);
  trial->latency_ms = seidel_bench_now () - begin;
  return NULL;
}

static double
run_trial (Trial *trial, double delay_ms)
{
  GThread *canceller;

  trial->delay_ms = delay_ms;
  trial->latency_ms = NAN;
  trial->cancellable = g_cancellable_new ();
  trial->trace = trial->method != NULL ? seidel_trace_new () : NULL;
  atomic_store (&trial->returned, false);
  canceller = g_thread_new ("cancel", cancel_cb, trial);
  trial->work (trial);
  atomic_store (&trial->returned, true);
  g_thread_join (canceller);
  g_clear_pointer (&trial->trace, seidel_trace_unref);
  g_clear_object (&trial->cancellable);
  return trial->latency_ms;
}

/* At moments up to longest_ms after the beginning. */
static void
measure (Trial *trial, const char *what, double longest_ms)
{
  const int moments = trial->moments > 0 ? trial->moments : N_MOMENTS;
  double latencies[MOST_MOMENTS];
  int n = 0;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  for (int m = 0; m < moments; m++)
    {
      const double latency = run_trial (trial, g_rand_double_range (rand, 0.0, longest_ms));

      if (!isnan (latency))
        latencies[n++] = latency;
    }
  row.name = "stop";
  row.what = what;
  row.unit = " ms";
  row.must = 100.0;
  row.smaller_is_better = true;
  row.failed = n == 0 ? "it was always over before it could be cancelled" : NULL;
  for (int m = 0; m < n; m++)
    row.value = m == 0 ? latencies[m] : MAX (row.value, latencies[m]);
  if (n > 0)
    {
      row.median_ms = seidel_bench_median (latencies, n);
      row.min_ms = seidel_bench_minimum (latencies, n);
    }
  seidel_bench_table_add (&row);
}

static void
measure_runs (const SeidelBench *bench, SeidelMatrix *matrix, double longest_ms)
{
  const struct
  {
    const char *method;
    const char *strategy;
    const char *what;
  } runs[] = {
    { "gauss-seidel", bench->engine->strategies[0].id, "a sweep by the plain strategy, worst" },
    { "gauss-seidel", "levels", "a sweep by levels, worst" },
    { "cg", "auto", "an iteration of CG, worst" },
  };
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelStructure *structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  SeidelSchedule *schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);

  seidel_problem_set_analyses (problem, structure, schedule, NULL);
  for (size_t r = 0; r < G_N_ELEMENTS (runs); r++)
    {
      Trial trial = { .work = work_solve,
                      .bench = bench,
                      .matrix = matrix,
                      .problem = problem,
                      .method = runs[r].method,
                      .strategy = runs[r].strategy,
                      .phase = SEIDEL_PHASE_SOLVE };

      measure (&trial, runs[r].what, longest_ms);
    }
  seidel_problem_unref (problem);
  seidel_schedule_unref (schedule);
  seidel_structure_unref (structure);
}

typedef struct
{
  const char *method;
  const char *kind;
  double size;
  const char *what;
} Direct;

/* Direct methods, whose factorisations nobody but they themselves can stop. */
static void
measure_direct (const SeidelBench *bench, const Direct *runs, size_t n_runs)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };

  for (size_t r = 0; r < n_runs; r++)
    {
      SeidelMatrix *matrix = seidel_bench_matrix (runs[r].kind, runs[r].size);
      SeidelProblem *problem =
        seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);
      Trial trial = { .work = work_solve,
                      .bench = bench,
                      .matrix = matrix,
                      .problem = problem,
                      .method = runs[r].method,
                      .strategy = "auto",
                      .phase = SEIDEL_PHASE_SOLVE };

      measure (&trial, runs[r].what, bench->quick ? 50.0 : 500.0);
      seidel_problem_unref (problem);
      seidel_matrix_unref (matrix);
    }
}

static const Direct host_direct[] = {
  { "lu", "poisson-5", 80, "LU through LAPACK of 6400 rows, worst" },
  { "lu-crout", "poisson-5", 60, "LU by Crout of 3600 rows, worst" },
  { "gauss-jordan", "poisson-5", 60, "Gauss-Jordan of 3600 rows, worst" },
  { "umfpack", "poisson-27", 36, "UMFPACK of 27-point 36³, worst" },
  { "cholmod", "poisson-27", 40, "CHOLMOD of 27-point 40³, worst" },
};

static const Direct device_direct[] = {
  { "lu", "poisson-5", 150, "LU of 22500 rows, worst" },
  { "gauss-jordan-pivoting", "poisson-5", 120, "Gauss-Jordan with pivoting of 14400 rows, worst" },
  { "lu-crout", "poisson-5", 80, "LU by Crout of 6400 rows, worst" },
  { "gauss-jordan", "poisson-5", 80, "Gauss-Jordan of 6400 rows, worst" },
};

/* A run of each strategy, while it is brought to the device and planned, and while it sweeps. */
static void
measure_strategies (const SeidelBench *bench, SeidelMatrix *matrix, const char *name)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelStructure *structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  SeidelSchedule *schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);

  seidel_problem_set_analyses (problem, structure, schedule, NULL);
  for (int s = 0; s < bench->engine->n_strategies; s++)
    for (SeidelPhase phase = SEIDEL_PHASE_TRANSFER; phase <= SEIDEL_PHASE_SOLVE; phase++)
      {
        const char *strategy = bench->engine->strategies[s].id;
        g_autofree char *what =
          g_strdup_printf ("%s of %s, worst", phase == SEIDEL_PHASE_SOLVE ? "a sweep" : "the plan",
                           name);
        Trial trial = { .work = work_solve,
                        .bench = bench,
                        .matrix = matrix,
                        .problem = problem,
                        .method = "gauss-seidel",
                        .strategy = strategy,
                        .phase = phase };
        g_autofree char *text = g_strdup_printf ("%s: %s", strategy, what);

        measure (&trial, text, bench->quick ? 20.0 : 200.0);
      }
  seidel_problem_unref (problem);
  seidel_schedule_unref (schedule);
  seidel_structure_unref (structure);
}

static void
measure_device (const SeidelBench *bench, SeidelMatrix *grid)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (SeidelMatrix) small = seidel_bench_matrix ("poisson-27", bench->quick ? 40 : 128);
  g_autoptr (SeidelMatrix) chain =
    seidel_bench_matrix ("tridiagonal", bench->quick ? 200000 : 1000000);
  SeidelProblem *problem = seidel_problem_new_from_specs (grid, &rhs, &guess, NULL, NULL, NULL);
  Trial cg = { .work = work_solve,
               .bench = bench,
               .matrix = grid,
               .problem = problem,
               .method = "cg",
               .strategy = "auto",
               .phase = SEIDEL_PHASE_SOLVE };

  measure (&cg, "an iteration of CG, 27-point 215³, worst", bench->quick ? 20.0 : 300.0);
  seidel_problem_unref (problem);
  measure_direct (bench, device_direct, G_N_ELEMENTS (device_direct));
  measure_strategies (bench, small, "27-point 128³");
  measure_strategies (bench, chain, "a chain of 1,000,000 rows");
}

void
seidel_bench_stop (const SeidelBench *bench)
{
  g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix ("poisson-27", bench->quick ? 60 : 215);
  Trial load = { .work = work_load, .bench = bench, .file = seidel_bench_market_file (bench) };
  Trial analysis = { .work = work_analyse, .bench = bench, .matrix = matrix };

  if (bench->engine->device.memory != NULL)
    {
      measure_device (bench, matrix);
      return;
    }
  measure (&load, "loading 200 MB of coordinates, worst", bench->quick ? 10.0 : 250.0);
  measure (&analysis, "structure and levels of 27-point 215³, worst", bench->quick ? 50.0 : 1500.0);
  measure_runs (bench, matrix, bench->quick ? 50.0 : 800.0);
  measure_direct (bench, host_direct, G_N_ELEMENTS (host_direct));
}

static void
measure_reading (const SeidelBench *bench, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *what = NULL;
  g_autoptr (GError) error = NULL;
  Trial trial = { .work = work_load, .bench = bench, .file = path, .moments = N_READING_MOMENTS };
  const double begin = seidel_bench_now ();
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, &error);
  const double milliseconds = seidel_bench_now () - begin;

  if (matrix == NULL)
    g_error ("seidel-bench: %s", error->message);
  what = g_strdup_printf ("%s, %.0f MB read in %.0f ms, worst", name,
                          (double) matrix->origin.file_bytes / 1e6, milliseconds);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  measure (&trial, what, milliseconds);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

void
seidel_bench_stop_read (const SeidelBench *bench)
{
  g_autofree char *folder = g_build_filename (bench->scratch, "formats", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *const command[] = { "/usr/bin/python3", SEIDEL_BENCH_MAKE_FILES,
                                  bench->quick ? "20000" : "1100000", folder, NULL };
  g_autoptr (GDir) dir = NULL;
  const char *name;
  int status = 1;

  g_mkdir (folder, 0700);
  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                     NULL, &status, NULL)
      || status != 0)
    seidel_bench_table_skip ("stop-read", "files of every format",
                             "/usr/bin/python3 with scipy could not make them");
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (unsigned i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      if (status == 0)
        measure_reading (bench, folder, g_ptr_array_index (names, i));
      g_unlink (path);
    }
  g_rmdir (folder);
}
