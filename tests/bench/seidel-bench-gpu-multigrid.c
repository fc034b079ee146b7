/* Multigrid on a GPU: how long each coarse level takes to make, and CG to 1e-8 with each smoother,
 * exact Gauss-Seidel beside those that others use on GPUs in its place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine/seidel-coarsening.h"
#include "matrix/seidel-vector.h"
#include "multigrid/seidel-hierarchy.h"
#include "multigrid/seidel-radius.h"
#include "multigrid/seidel-smoothed-aggregation.h"
#include "plan/seidel-setting.h"
#include "solve/seidel-reuse.h"
#include "seidel-bench-gpu.h"

#define NAME "gpu-multigrid"

#define TOLERANCE 1e-8

/* The seed of the solution. */
#define SEED 1

/* An error of x that cannot be right after that. */
#define MOST_ERROR 1e-4

/* Levels with fewer rows are not made. */
#define LEAST_ROWS 20000

/* Runs of each, of which the first one counts for nothing. */
#define N_SAMPLES 3

typedef struct
{
  const char *title;
  const char *kind;
  double size;
  double quick_size;
  /* Seconds for set-up and solve on an H200: 0.8 and 0.6 of the better one of BoomerAMG of
   * hypre 3.1 and AmgX 2.5, which took the last one. */
  double must;
  double stretch;
  double others;
} Case;

static const Case cases[] = {
  { "7-point 128³", "poisson-7", 128, 32, 0.052, 0.039, 0.065 },
  { "27-point 128³", "poisson-27", 128, 32, 0.058, 0.044, 0.073 },
  { "5-point 2000²", "poisson-5", 2000, 100, 0.077, 0.058, 0.096 },
  { "7-point 256³", "poisson-7", 256, 40, 0.265, 0.199, 0.331 },
};

/* The seconds of a run. */
typedef struct
{
  double copying; /* of the matrix to the device, and planning the sweeps over it */
  double setup;
  double solve;
  int64_t iterations; /* negative: it did not converge */
  double error;       /* ‖x − x*‖∞ */
} Result;

static Result
run_once (const SeidelBench *bench, SeidelProblem *problem, const double *solution, double smoother)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  Result result = { NAN, NAN, NAN, -1, INFINITY };

  options.method = "cg";
  options.preconditioner = "multigrid";
  options.parameters[SEIDEL_PARAMETER_SMOOTHER] = smoother;
  options.engine = bench->engine->id;
  options.tolerance = TOLERANCE;
  options.max_iterations = 200;
  g_cancellable_cancel (skip);
  outcome = seidel_solve (problem, &options, trace, NULL, skip, NULL);
  if (outcome == NULL || !outcome->converged)
    return result;
  result.copying =
    outcome->seconds[SEIDEL_PHASE_ANALYSIS] + outcome->seconds[SEIDEL_PHASE_TRANSFER];
  result.setup = seidel_trace_point (trace, 0).seconds;
  result.solve = outcome->seconds[SEIDEL_PHASE_SOLVE] - result.setup;
  result.iterations = outcome->iterations;
  result.error = 0.0;
  for (int64_t i = 0; i < outcome->n; i++)
    result.error = fmax (result.error, fabs (outcome->x[i] - solution[i]));
  return result;
}

static void
measure_smoother (const SeidelBench *bench,
                  const Case *which,
                  SeidelProblem *problem,
                  const double *solution,
                  const SeidelSettingValue *smoother,
                  int number)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double samples[N_SAMPLES];
  g_autofree char *what = NULL;
  Result result;

  for (int i = 0; i < N_SAMPLES; i++)
    {
      result = run_once (bench, problem, solution, number);
      samples[i] = 1e3 * (result.setup + result.solve);
    }
  what = g_strdup_printf ("%s, %s: %" G_GINT64_FORMAT
                          " iterations, set-up %.3f + solve %.3f s; %.3f s of copying before",
                          which->title, smoother->name, result.iterations, result.setup,
                          result.solve, result.copying);
  row.name = NAME;
  row.what = what;
  row.median_ms = seidel_bench_median (samples + 1, N_SAMPLES - 1);
  row.min_ms = seidel_bench_minimum (samples + 1, N_SAMPLES - 1);
  row.value = row.median_ms / 1e3;
  row.unit = " s";
  row.must = number == SEIDEL_SMOOTHER_AUTO           ? which->must
             : number == SEIDEL_SMOOTHER_GAUSS_SEIDEL ? which->others
                                                      : NAN;
  row.stretch = number == SEIDEL_SMOOTHER_AUTO           ? which->stretch
                : number == SEIDEL_SMOOTHER_GAUSS_SEIDEL ? 0.8 * which->others
                                                         : NAN;
  if (bench->quick)
    row.must = row.stretch = NAN;
  row.smaller_is_better = true;
  row.failed = result.iterations < 0           ? "the run did not converge"
               : !(result.error <= MOST_ERROR) ? "x is not the solution"
                                               : NULL;
  seidel_bench_table_add (&row);
}

/* Seconds of the set-up of a run that takes over what the one before left; NaN: it did not
 * converge.
 */
static double
set_up_once (const SeidelBench *bench, SeidelReuse *reuse, SeidelProblem *problem)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = "cg";
  options.preconditioner = "multigrid";
  options.engine = bench->engine->id;
  options.tolerance = TOLERANCE;
  options.max_iterations = 200;
  g_cancellable_cancel (skip);
  outcome = seidel_solve_reusing (reuse, problem, &options, trace, NULL, skip, NULL);
  return outcome != NULL && outcome->converged ? seidel_trace_point (trace, 0).seconds : NAN;
}

/* The set-up of the same pattern with other values, over that of a run from nothing. */
static void
measure_again (const SeidelBench *bench, const Case *which, const double *b)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  double samples[2][N_SAMPLES];
  double medians[2];

  for (int i = 0; i < 2 * N_SAMPLES; i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        seidel_bench_matrix (which->kind, bench->quick ? which->quick_size : which->size);
      g_autoptr (SeidelProblem) problem = NULL;

      for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
        matrix->csr->values[k] *= 1.0 + 0.25 * (i + 1);
      problem = seidel_problem_new (matrix, b, NULL, NULL);
      samples[i % 2][i / 2] = 1e3 * set_up_once (bench, i % 2 == 0 ? NULL : reuse, problem);
    }
  for (int i = 0; i < 2; i++)
    medians[i] = seidel_bench_median (samples[i] + 1, N_SAMPLES - 1);
  row.name = NAME;
  row.what = g_strdup_printf ("%s, set-up again with new values, %.1f ms, over the first",
                              which->title, medians[1]);
  row.median_ms = medians[1];
  row.min_ms = seidel_bench_minimum (samples[1] + 1, N_SAMPLES - 1);
  row.value = medians[1] / medians[0];
  row.unit = " ×";
  row.must = bench->quick ? NAN : 0.4;
  row.stretch = bench->quick ? NAN : 0.25;
  row.smaller_is_better = true;
  row.failed = !(medians[1] > 0.0) ? "a run did not converge" : NULL;
  seidel_bench_table_add (&row);
  g_free ((char *) row.what);
}

/* The coarse levels one after the other, as the set-up makes them. */
static void
measure_levels (const SeidelBench *bench, const Case *which, const SeidelCsr *csr)
{
  const SeidelEngine *engine = bench->engine;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const SeidelAggregationSettings how = {
    0.25,
    SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS,
    SEIDEL_RADIUS_MARGIN,
    SEIDEL_SMOOTHED_AGGREGATION_DAMPING,
    SEIDEL_HIERARCHY_SINGULAR,
    SEIDEL_HIERARCHY_WORTHWHILE,
    0,
  };
  SeidelContext *context = seidel_bench_gpu_context (bench);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  SeidelCoarseLevel level = { .rows = csr->rows };

  for (int l = 1; level.rows > LEAST_ROWS; l++)
    {
      SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
      const double begin = seidel_bench_now ();
      const int64_t rows = level.rows;
      g_autofree char *what = NULL;
      SeidelOperator *finer = A;

      if (!engine->coarsening->create (context, A, &how, &level))
        break;
      engine->contexts.synchronize (context);
      row.median_ms = row.min_ms = seidel_bench_now () - begin;
      what = g_strdup_printf ("%s, making level %d: %" G_GINT64_FORMAT
                              " rows from %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " entries",
                              which->title, l, level.rows, rows, level.nonzeros);
      row.name = NAME;
      row.what = what;
      seidel_bench_table_add (&row);
      A = level.A;
      engine->operators.free (context, level.P);
      engine->operators.free (context, level.R);
      engine->operators.free (context, finer);
    }
  engine->operators.free (context, A);
  engine->contexts.free (context);
}

static void
measure_case (const SeidelBench *bench, const Case *which)
{
  const SeidelSettingValue *smoothers =
    seidel_setting_of_parameter (SEIDEL_PARAMETER_SMOOTHER)->values;
  g_autoptr (SeidelMatrix) matrix =
    seidel_bench_matrix (which->kind, bench->quick ? which->quick_size : which->size);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  const int64_t n = matrix->csr->rows;
  double *solution = seidel_vector_new (n, NULL);
  double *b = seidel_vector_new (n, NULL);
  g_autoptr (SeidelProblem) problem = NULL;

  seidel_vector_fill_random (solution, n, SEED);
  seidel_csr_multiply (matrix->csr, solution, b, 1, NULL);
  problem = seidel_problem_new (matrix, b, NULL, NULL);
  seidel_problem_set_analyses (problem, structure, NULL, NULL);
  if (bench->engine->coarsening != NULL)
    measure_levels (bench, which, matrix->csr);
  for (int s = 0; s < SEIDEL_N_SMOOTHERS; s++)
    measure_smoother (bench, which, problem, solution, &smoothers[s], s);
  measure_again (bench, which, b);
  seidel_vector_free (b);
  seidel_vector_free (solution);
}

void
seidel_bench_gpu_multigrid (const SeidelBench *bench)
{
  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "multigrid on a GPU", "the engine is the CPU (--engine cuda)");
      return;
    }
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    if (seidel_bench_wants (bench, cases[c].title))
      measure_case (bench, &cases[c]);
}
