/* CG with preconditioners that sweep, from the matrix in memory to the solution: a GPU against the
 * host. Both ran once before, so that neither loads anything for the first time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "solve/seidel-solve.h"
#include "seidel-bench.h"

#define NAME    "gpu-preconditioned"
#define N_PAIRS 5

typedef struct
{
  const char *file; /* one of the real matrices; NULL: of the gallery */
  const char *kind;
  double size;
  double quick_size;
  double must; /* the host's time over that of the GPU */
} Case;

static const Case cases[] = {
  { .file = "wathen100.mtx", .must = 1 },
  { .file = "minsurfo.mtx", .must = 1 },
  { .file = "lap2D_5pt_n100.mtx", .must = 1 },
  { .kind = "poisson-7", .size = 160, .quick_size = 40, .must = 5 },
};

static const char *const preconditioners[] = { "jacobi", "ssor", "ic0" };

typedef struct
{
  double ms;       /* transfer and solve: the analyses are there */
  double transfer; /* of it, ms */
  double first;    /* until the first iteration: what the preconditioner prepares, ms */
  int64_t iterations;
  bool converged;
} Run;

static Run
run_cg (SeidelProblem *problem, const char *engine, const char *preconditioner)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  Run run = { NAN, NAN, NAN, 0, false };

  options.method = "cg";
  options.engine = engine;
  options.preconditioner = preconditioner;
  options.tolerance = 1e-8;
  options.max_iterations = 20000;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  if (outcome == NULL)
    return run;
  run.transfer = 1e3 * outcome->seconds[SEIDEL_PHASE_TRANSFER];
  run.ms = run.transfer + 1e3 * outcome->seconds[SEIDEL_PHASE_SOLVE];
  run.iterations = outcome->iterations;
  run.converged = outcome->converged;
  if (seidel_trace_n_points (trace) > 0)
    run.first = 1e3 * seidel_trace_point (trace, 0).seconds;
  return run;
}

/* That of the median. */
static Run
median_run (Run *runs, int n)
{
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && runs[k].ms < runs[k - 1].ms; k--)
      {
        const Run run = runs[k];

        runs[k] = runs[k - 1];
        runs[k - 1] = run;
      }
  return runs[n / 2];
}

static void
measure (const SeidelBench *bench,
         SeidelProblem *problem,
         const char *title,
         const char *preconditioner,
         double must)
{
  Run host[N_PAIRS + 1];
  Run device[N_PAIRS + 1];
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = NULL;
  Run ours, theirs;

  for (int i = 0; i <= N_PAIRS; i++)
    {
      host[i] = run_cg (problem, seidel_cpu_engine ()->id, preconditioner);
      device[i] = run_cg (problem, bench->engine->id, preconditioner);
    }
  ours = median_run (device + 1, N_PAIRS);
  theirs = median_run (host + 1, N_PAIRS);
  what = g_strdup_printf ("CG, %s, %s: %" G_GINT64_FORMAT " iterations, %.2f ms of transfer, %.2f "
                          "until the first; the host's %.1f ms (%" G_GINT64_FORMAT
                          " iterations, %.2f until the first) over it",
                          preconditioner, title, ours.iterations, ours.transfer, ours.first,
                          theirs.ms, theirs.iterations, theirs.first);
  row.name = NAME;
  row.what = what;
  row.median_ms = ours.ms;
  row.min_ms = device[1].ms;
  row.value = theirs.ms / ours.ms;
  row.unit = " ×";
  row.must = must;
  row.failed = ours.converged && theirs.converged ? NULL : "a run did not converge";
  seidel_bench_table_add (&row);
}

static SeidelMatrix *
matrix_of (const SeidelBench *bench, const Case *which)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();

  if (which->file == NULL)
    return seidel_bench_matrix (which->kind, bench->quick ? which->quick_size : which->size);
  for (guint i = 0; i < paths->len; i++)
    if (g_str_has_suffix (paths->pdata[i], which->file))
      return seidel_bench_real_square (paths->pdata[i]);
  return NULL;
}

void
seidel_bench_gpu_preconditioned (const SeidelBench *bench)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };

  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "CG with sweeps on a GPU",
                               "the engine is the CPU (--engine cuda)");
      return;
    }
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (SeidelMatrix) matrix = matrix_of (bench, &cases[c]);
      g_autofree char *title = NULL;

      if (matrix == NULL)
        {
          seidel_bench_table_skip (NAME, cases[c].file, SEIDEL_BENCH_NO_REAL_FILES);
          continue;
        }
      g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
      g_autoptr (SeidelProblem) problem =
        seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);

      seidel_problem_set_analyses (problem, structure, NULL, NULL);
      title = cases[c].file != NULL ? g_strdup (cases[c].file)
                                    : g_strdup_printf ("%s %.0f", cases[c].kind, cases[c].size);
      for (size_t p = 0; p < G_N_ELEMENTS (preconditioners); p++)
        measure (bench, problem, title, preconditioners[p], p > 0 ? cases[c].must : NAN);
    }
}
