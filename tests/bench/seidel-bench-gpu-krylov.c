/* An iteration of CG on a GPU against the time that its bytes need, how fast a matrix gets there,
 * and how soon a small system is solved in a fresh process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "matrix/seidel-vector.h"
#include "solve/seidel-solve.h"
#include "seidel-bench-cusolver.h"
#include "seidel-bench-gpu.h"

#define NAME      "gpu-krylov"
#define N_SAMPLES 5

/* Iterations before those that are timed, and these. */
#define SKIPPED    3
#define ITERATIONS 30

/* Numbers of the vectors that are copied: 1 GB each. */
#define COPIED ((int64_t) 1 << 27)

SeidelContext *
seidel_bench_gpu_context (const SeidelBench *bench)
{
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 1, NULL, NULL, { 0, 0 } };
  SeidelStatus status;
  SeidelContext *context = bench->engine->contexts.create (&settings, &status);

  if (context == NULL)
    g_error ("seidel-bench: the engine could not start: %s", status.message);
  return context;
}

double
seidel_bench_gpu_copy_gbs (SeidelSession *session)
{
  const SeidelEngine *engine = session->engine;
  SeidelVector *from = seidel_session_vector_new (session, COPIED);
  SeidelVector *to = seidel_session_vector_new (session, COPIED);
  double samples[N_SAMPLES + 1];

  for (int i = 0; i <= N_SAMPLES && to != NULL; i++)
    {
      engine->contexts.synchronize (session->context);
      samples[i] = seidel_bench_now ();
      for (int k = 0; k < 10; k++)
        seidel_session_copy (session, to, from);
      engine->contexts.synchronize (session->context);
      samples[i] = (seidel_bench_now () - samples[i]) / 10.0;
    }
  seidel_session_vector_free (session, from);
  seidel_session_vector_free (session, to);
  return 2.0 * 8.0 * (double) COPIED / seidel_bench_median (samples + 1, N_SAMPLES) / 1e6;
}

/* Milliseconds of an iteration; NaN when the run ended before the last. x receives its iterate. */
static double
run_cg (SeidelProblem *problem, const char *engine, int iterations, double *x)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = "cg";
  options.engine = engine;
  options.tolerance = 0.0;
  options.max_iterations = iterations;
  g_cancellable_cancel (skip);
  outcome = seidel_solve (problem, &options, trace, NULL, skip, NULL);
  if (outcome == NULL || outcome->iterations != iterations)
    return NAN;
  if (x != NULL)
    memcpy (x, outcome->x, (size_t) outcome->n * sizeof *x);
  return 1e3
         * (seidel_trace_point (trace, (size_t) iterations).seconds
            - seidel_trace_point (trace, SKIPPED).seconds)
         / (iterations - SKIPPED);
}

/* The bytes of an iteration: the matrix; p and q in the product, x, r, p and q in the update, which
 * writes two of them, r and p in the next direction. */
static double
iteration_bytes (const SeidelCsr *csr)
{
  return (double) seidel_csr_nonzeros (csr) * 12.0 + (double) csr->rows * (4.0 + 11.0 * 8.0);
}

static void
measure_cg (const SeidelBench *bench, SeidelMatrix *matrix, double size)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);
  const int64_t n = matrix->csr->rows;
  SeidelSession session = { bench->engine, seidel_bench_gpu_context (bench) };
  const double copy_gbs = seidel_bench_gpu_copy_gbs (&session);
  g_autofree char *what =
    g_strdup_printf ("CG, 27-point %.0f³, an iteration over its bytes at the copy rate, %.0f GB/s",
                     size, copy_gbs);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double samples[N_SAMPLES];
  double *x = seidel_vector_new (n, NULL);
  double *expected = seidel_vector_new (n, NULL);
  double largest;

  seidel_problem_set_analyses (problem, structure, NULL, NULL);
  bench->engine->contexts.free (session.context);
  row.failed = isnan (run_cg (problem, bench->engine->id, SKIPPED + 5, x))
                   || isnan (run_cg (problem, seidel_cpu_engine ()->id, SKIPPED + 5, expected))
                 ? "the run ended before its last iteration"
                 : NULL;
  largest = seidel_vector_norm_inf (expected, n);
  for (int64_t i = 0; i < n && row.failed == NULL; i++)
    if (!(fabs (x[i] - expected[i]) <= 1e-10 * largest))
      row.failed = "the CPU has another iterate";
  for (int i = 0; i < N_SAMPLES; i++)
    samples[i] = run_cg (problem, bench->engine->id, SKIPPED + ITERATIONS, NULL);
  row.name = NAME;
  row.what = what;
  row.min_ms = seidel_bench_minimum (samples, N_SAMPLES);
  row.median_ms = seidel_bench_median (samples, N_SAMPLES);
  row.floors.bytes_ms = iteration_bytes (matrix->csr) / copy_gbs / 1e6;
  row.value = row.median_ms / row.floors.bytes_ms;
  row.unit = "×";
  row.must = 1.3;
  row.stretch = 1.15;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
  seidel_vector_free (x);
  seidel_vector_free (expected);
}

/* The matrix to the device, as each run begins, in a context that has transferred nothing yet; and
 * a vector there and back, which shows that it arrives. */
static void
measure_transfer (const SeidelBench *bench, SeidelMatrix *matrix, double size, bool single)
{
  const SeidelEngine *engine = bench->engine;
  const SeidelCsr *csr = matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const double bytes =
    (double) seidel_csr_nonzeros (csr) * (single ? 8.0 : 12.0) + 4.0 * (double) csr->rows;
  g_autofree char *what = g_strdup_printf ("27-point %.0f³, %s, %.1f GB to the device", size,
                                           single ? "single" : "double", bytes / 1e9);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double samples[N_SAMPLES];
  double *there = seidel_vector_new (csr->rows, NULL);
  double *back = seidel_vector_new (csr->rows, NULL);

  for (int64_t i = 0; i < csr->rows; i++)
    there[i] = (double) (i % 1000003) - 500000.0;
  for (int i = 0; i < N_SAMPLES; i++)
    {
      SeidelContextSettings settings = {
        single ? SEIDEL_PRECISION_SINGLE : SEIDEL_PRECISION_DOUBLE, 0, 1, NULL, NULL, { 0, 0 }
      };
      SeidelStatus status;
      SeidelContext *context = engine->contexts.create (&settings, &status);
      SeidelVector *vector = engine->vectors.create (context, csr->rows);
      SeidelOperator *system;

      samples[i] = seidel_bench_now ();
      system = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
      samples[i] = seidel_bench_now () - samples[i];
      engine->vectors.upload (context, vector, there);
      memset (back, 0xff, (size_t) csr->rows * sizeof *back);
      engine->vectors.download (context, back, vector);
      if (system == NULL || memcmp (there, back, (size_t) csr->rows * sizeof *back) != 0)
        row.failed = "a vector comes back changed";
      engine->vectors.free (context, vector);
      engine->operators.free (context, system);
      engine->contexts.free (context);
    }
  row.name = NAME;
  row.what = what;
  row.min_ms = seidel_bench_minimum (samples, N_SAMPLES);
  row.median_ms = seidel_bench_median (samples, N_SAMPLES);
  row.value = bytes / row.median_ms / 1e6;
  row.unit = " GB/s";
  seidel_bench_table_add (&row);
  seidel_vector_free (there);
  seidel_vector_free (back);
}

int
seidel_bench_print_cold_start (const char *engine)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const double context_ms = seidel_bench_cuda_context_ms ();
  const double begin = seidel_bench_now ();

  options.method = "cg";
  options.engine = engine;
  options.tolerance = 1e-8;
  options.max_iterations = 1000;
  g_cancellable_cancel (skip);
  outcome = seidel_solve (problem, &options, trace, NULL, skip, NULL);
  if (outcome == NULL || !outcome->converged)
    return 1;
  printf ("%.3f %.3f %.3e\n", context_ms, seidel_bench_now () - begin, outcome->error_inf);
  return 0;
}

static void
measure_cold_start (const SeidelBench *bench)
{
  const char *const command[] = { "/proc/self/exe", "--cold-start", bench->engine->id, NULL };
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double contexts[N_SAMPLES];
  double samples[N_SAMPLES];
  g_autofree char *what = NULL;

  for (int i = 0; i < N_SAMPLES && row.failed == NULL; i++)
    {
      g_autofree char *output = NULL;
      g_auto (GStrv) parts = NULL;
      int status = 1;

      if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                         &status, NULL)
          || status != 0)
        {
          row.failed = "the process failed";
          break;
        }
      parts = g_strsplit (output, " ", 3);
      contexts[i] = g_ascii_strtod (parts[0], NULL);
      samples[i] = g_ascii_strtod (parts[1], NULL);
      if (!(g_ascii_strtod (parts[2], NULL) < 1e-4))
        row.failed = "the solution is wrong";
    }
  if (row.failed == NULL)
    {
      what = g_strdup_printf ("a fresh process solves 10,000 rows by CG, beyond the %.0f ms that "
                              "creating a CUDA context takes",
                              seidel_bench_median (contexts, N_SAMPLES));
      row.min_ms = seidel_bench_minimum (samples, N_SAMPLES);
      row.median_ms = row.value = seidel_bench_median (samples, N_SAMPLES);
    }
  row.name = NAME;
  row.what = what != NULL ? what : "a fresh process solves 10,000 rows by CG";
  row.unit = " ms";
  row.must = 200;
  row.stretch = 100;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

void
seidel_bench_gpu_krylov (const SeidelBench *bench)
{
  const double size = bench->quick ? 64 : 224;
  g_autoptr (SeidelMatrix) matrix = NULL;

  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "CG on a GPU", "the engine is the CPU (--engine cuda)");
      return;
    }
  matrix = seidel_bench_matrix ("poisson-27", size);
  measure_cold_start (bench);
  measure_cg (bench, matrix, size);
  measure_transfer (bench, matrix, size, false);
  measure_transfer (bench, matrix, size, true);
}
