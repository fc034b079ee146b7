/* Sweepers and preconditioners on matrices and vectors of a CUDA device, in streams of the caller:
 * against those of the host, and against what the engine does with vectors of its own.
 *
 * Prints, as comments, how long sweeps take in both ways; SEIDEL_TEST_QUICK leaves large matrices
 * out. Skipped where there is no device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <cuda_runtime_api.h>

#include "api/seidel-handles-inside.h"
#include "engine/seidel-engines.h"
#include "seidel-io.h"

/* Sweeps that are timed together, and how often. */
#define SWEEPS  20
#define REPEATS 7

/* A matrix and two vectors there. */
typedef struct
{
  SeidelMatrix *matrix;
  int64_t n;
  bool single;
  void *offsets;
  void *columns;
  void *values;
  void *b;
  void *x;
  double *host_b;
  double *host_x;
  SeidelArrays arrays;
} There;

static void
check (cudaError_t error)
{
  if (error != cudaSuccess)
    g_error ("CUDA: %s", cudaGetErrorString (error));
}

static void *
send (const void *from, size_t bytes)
{
  void *to = NULL;

  check (cudaMalloc (&to, bytes + 64));
  check (cudaMemcpy (to, from, bytes, cudaMemcpyHostToDevice));
  return to;
}

static size_t
size_of (const There *there)
{
  return there->single ? sizeof (float) : sizeof (double);
}

/* Doubles as numbers of the device. */
static void
fill (const There *there, void *to, const double *from, int64_t n)
{
  g_autofree float *narrow = g_new (float, (size_t) n);

  for (int64_t i = 0; i < n; i++)
    narrow[i] = (float) from[i];
  check (cudaMemcpy (to, there->single ? (const void *) narrow : from, (size_t) n * size_of (there),
                     cudaMemcpyHostToDevice));
}

static double *
fetch (const There *there, const void *from)
{
  double *x = g_new (double, (size_t) there->n);
  g_autofree float *narrow = g_new (float, (size_t) there->n);

  check (cudaDeviceSynchronize ());
  check (cudaMemcpy (there->single ? (void *) narrow : x, from, (size_t) there->n * size_of (there),
                     cudaMemcpyDeviceToHost));
  for (int64_t i = 0; i < there->n && there->single; i++)
    x[i] = narrow[i];
  return x;
}

static There
there_new (const char *text, bool single, bool wide)
{
  There there = { .matrix = seidel_matrix_generate (text, NULL, NULL, NULL), .single = single };
  const int64_t nonzeros = seidel_matrix_n_entries (there.matrix);
  const SeidelArrays none = SEIDEL_ARRAYS_INIT;
  g_autofree int32_t *narrow = NULL;

  there.n = seidel_matrix_n_rows (there.matrix);
  narrow = g_new (int32_t, (size_t) there.n + 1);
  there.host_b = g_new (double, (size_t) there.n);
  there.host_x = g_new (double, (size_t) there.n);
  for (int64_t i = 0; i <= there.n; i++)
    narrow[i] = (int32_t) seidel_matrix_row_offsets (there.matrix)[i];
  for (int64_t i = 0; i < there.n; i++)
    {
      there.host_b[i] = sin ((double) i);
      there.host_x[i] = cos (3.0 * (double) i);
    }
  there.offsets = wide ? send (seidel_matrix_row_offsets (there.matrix),
                               (size_t) (there.n + 1) * sizeof (int64_t))
                       : send (narrow, (size_t) (there.n + 1) * sizeof *narrow);
  there.columns =
    send (seidel_matrix_column_indices (there.matrix), (size_t) nonzeros * sizeof (int32_t));
  check (cudaMalloc (&there.values, (size_t) nonzeros * size_of (&there)));
  fill (&there, there.values, seidel_matrix_values (there.matrix), nonzeros);
  check (cudaMalloc (&there.b, (size_t) there.n * size_of (&there)));
  check (cudaMalloc (&there.x, (size_t) there.n * size_of (&there)));
  there.arrays = none;
  there.arrays.rows = there.arrays.columns = there.n;
  there.arrays.row_offsets = there.offsets;
  there.arrays.column_indices = there.columns;
  there.arrays.values = there.values;
  there.arrays.offset_numbers = wide ? SEIDEL_NUMBERS_INT64 : SEIDEL_NUMBERS_INT32;
  there.arrays.value_numbers = single ? SEIDEL_NUMBERS_FLOAT : SEIDEL_NUMBERS_DOUBLE;
  there.arrays.memory = SEIDEL_MEMORY_CUDA;
  there.arrays.borrow = true;
  return there;
}

static void
there_begin (There *there)
{
  fill (there, there->b, there->host_b, there->n);
  fill (there, there->x, there->host_x, there->n);
  check (cudaDeviceSynchronize ());
}

static void
there_clear (There *there)
{
  cudaFree (there->offsets);
  cudaFree (there->columns);
  cudaFree (there->values);
  cudaFree (there->b);
  cudaFree (there->x);
  g_free (there->host_b);
  g_free (there->host_x);
  seidel_matrix_unref (there->matrix);
}

static void
assert_near (const There *there, const void *found, const double *expected, double tolerance)
{
  g_autofree double *x = fetch (there, found);
  double largest = 0.0;

  for (int64_t i = 0; i < there->n; i++)
    largest = fmax (largest, fabs (expected[i]));
  for (int64_t i = 0; i < there->n; i++)
    if (!(fabs (x[i] - expected[i]) <= tolerance * largest))
      g_error ("element %ld: %.17g where %.17g is right", (long) i, x[i], expected[i]);
}

/* What rounding of levels in single precision, the usual ones, makes of a cycle. */
#define LEVELS_IN_SINGLE 1e-5

/* Each strategy, order and solve; after a sweep and after two, x is in the array of the caller. */
static void
check_sweeps (There *there, const char *strategy, void *stream)
{
  const double tolerance = there->single ? 2e-4 : 1e-11;
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (SeidelSweeper) here = seidel_sweeper_new (there->matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSweeper) sweeper = NULL;
  g_autoptr (GError) error = NULL;

  seidel_options_set (options, "strategy", strategy, NULL);
  sweeper = seidel_sweeper_new_from_arrays (&there->arrays, options, NULL, &error);
  if (sweeper == NULL)
    {
      g_test_message ("%s: %s", strategy, error->message);
      return;
    }
  seidel_sweeper_set_stream (sweeper, stream);
  for (int order = 0; order < 3; order++)
    {
      g_autofree double *x = g_memdup2 (there->host_x, (size_t) there->n * sizeof *x);
      double found[6], right[6];

      there_begin (there);
      for (int times = 1; times <= 2; times++)
        {
          g_assert_true (seidel_sweeper_sweep (sweeper, (SeidelSweepOrder) order, 1.1, there->b,
                                               there->x, &error));
          seidel_sweeper_sweep (here, (SeidelSweepOrder) order, 1.1, there->host_b, x, NULL);
          assert_near (there, there->x, x, tolerance);
        }
      g_assert_true (seidel_sweeper_relax (sweeper, (SeidelSweepOrder) order, 1.0, 6, there->b,
                                           there->x, found, &error));
      seidel_sweeper_relax (here, (SeidelSweepOrder) order, 1.0, 6, there->host_b, x, right, NULL);
      assert_near (there, there->x, x, tolerance);
      for (int k = 0; k < 6; k++)
        g_assert_cmpfloat (fabs (found[k] - right[k]), <=, tolerance * 100.0 * right[0]);
      g_assert_true (
        seidel_sweeper_solve (sweeper, (SeidelSweepOrder) order, there->b, there->x, &error));
      seidel_sweeper_solve (here, (SeidelSweepOrder) order, there->host_b, x, NULL);
      assert_near (there, there->x, x, tolerance);
    }
}

static void
test_sweeps (void)
{
  static const char *const matrices[] = { "poisson-5 --size 60", "poisson-27 --size 14",
                                          "convection-diffusion --size 50",
                                          "tridiagonal --size 3000",
                                          "random-dominant --size 2000" };
  const SeidelEngine *engine = seidel_engines_find ("cuda")->engine;
  cudaStream_t own;

  check (cudaStreamCreateWithFlags (&own, cudaStreamNonBlocking));
  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    for (int kind = 0; kind < 4; kind++)
      {
        There there = there_new (matrices[m], (kind & 1) != 0, (kind & 2) != 0);
        void *const streams[] = { own, NULL, cudaStreamLegacy, cudaStreamPerThread };

        for (int s = 0; s < engine->n_strategies; s++)
          if (!engine->strategies[s].inexact)
            check_sweeps (&there, engine->strategies[s].id, streams[(kind + s) % 4]);
        there_clear (&there);
      }
  check (cudaStreamDestroy (own));
}

static void
test_preconditioners (void)
{
  static const char *const kinds[] = { "jacobi", "ssor", "ic0", "ilu0", "multigrid" };

  for (int kind = 0; kind < 4; kind++)
    {
      There there = there_new ("poisson-5 --size 70", (kind & 1) != 0, (kind & 2) != 0);
      g_autofree double *z = g_new (double, (size_t) there.n);

      for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          g_autoptr (SeidelOptions) options = seidel_options_new ();
          g_autoptr (SeidelPreconditioner) here = NULL;
          g_autoptr (SeidelPreconditioner) on_device = NULL;
          g_autoptr (GError) error = NULL;

          seidel_options_set (options, "engine", "cuda", NULL);
          here = seidel_preconditioner_new (there.matrix, kinds[k], options, NULL, &error);
          g_assert_no_error (error);
          on_device =
            seidel_preconditioner_new_from_arrays (&there.arrays, kinds[k], NULL, NULL, &error);
          g_assert_no_error (error);
          for (int times = 0; times < 2; times++)
            {
              there_begin (&there);
              g_assert_true (seidel_preconditioner_apply (here, there.host_b, z, NULL));
              g_assert_true (seidel_preconditioner_apply (on_device, there.b, there.x, NULL));
              assert_near (&there, there.x, z,
                           there.single                          ? 1e-3
                           : g_str_equal (kinds[k], "multigrid") ? LEVELS_IN_SINGLE
                                                                 : 1e-10);
              /* The second time with what the first one left. */
              g_assert_true (seidel_preconditioner_update (here, there.matrix, NULL, &error)
                             && seidel_preconditioner_update_from_arrays (on_device, &there.arrays,
                                                                          NULL, &error));
              g_assert_no_error (error);
            }
        }
      there_clear (&there);
    }
}

/* Work in the stream of the caller, before and after, is in order: nothing is waited for by the
 * host. */
static void
test_order (void)
{
  There there = there_new ("poisson-5 --size 300", false, false);
  g_autoptr (SeidelSweeper) sweeper =
    seidel_sweeper_new_from_arrays (&there.arrays, NULL, NULL, NULL);
  g_autofree double *expected = NULL;
  void *result = NULL;
  cudaStream_t streams[2];

  check (cudaMalloc (&result, (size_t) there.n * sizeof (double)));
  for (int i = 0; i < 2; i++)
    check (cudaStreamCreateWithFlags (&streams[i], cudaStreamNonBlocking));
  there_begin (&there);
  for (int k = 0; k < 10; k++)
    seidel_sweeper_sweep (sweeper, SEIDEL_SWEEP_SYMMETRIC, 1.0, there.b, there.x, NULL);
  expected = fetch (&there, there.x);
  for (int times = 0; times < 20; times++)
    {
      cudaStream_t stream = streams[times % 2];

      check (cudaDeviceSynchronize ());
      check (cudaMemsetAsync (there.x, 0xff, (size_t) there.n * sizeof (double), stream));
      check (cudaMemcpyAsync (there.x, there.host_x, (size_t) there.n * sizeof (double),
                              cudaMemcpyHostToDevice, stream));
      seidel_sweeper_set_stream (sweeper, stream);
      for (int k = 0; k < 10; k++)
        g_assert_true (
          seidel_sweeper_sweep (sweeper, SEIDEL_SWEEP_SYMMETRIC, 1.0, there.b, there.x, NULL));
      check (cudaMemcpyAsync (result, there.x, (size_t) there.n * sizeof (double),
                              cudaMemcpyDeviceToDevice, stream));
      check (cudaStreamSynchronize (stream));
      assert_near (&there, result, expected, 0.0);
    }
  for (int i = 0; i < 2; i++)
    check (cudaStreamDestroy (streams[i]));
  cudaFree (result);
  there_clear (&there);
}

static void
test_refused (void)
{
  There there = there_new ("poisson-5 --size 10", false, false);
  g_autoptr (GError) error = NULL;

  there.arrays.values = there.host_b;
  g_assert_null (seidel_sweeper_new_from_arrays (&there.arrays, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "not in memory of a CUDA device"));
  there_clear (&there);
}

/* The same sweeps with the engine's own vectors. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelContext *context;
  SeidelOperator *A;
  SeidelVector *b;
  SeidelVector *x;
  SeidelSweep *sweeps[2];
} Own;

static Own
own_new (const There *there, const char *strategy)
{
  const SeidelContextSettings settings = { .precision = there->single ? SEIDEL_PRECISION_SINGLE
                                                                      : SEIDEL_PRECISION_DOUBLE,
                                           .threads = 1 };
  const SeidelCsr *csr = there->matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  Own own = { .engine = seidel_engines_find ("cuda")->engine };
  const SeidelEngine *engine = own.engine;
  SeidelStatus status;

  own.context = engine->contexts.create (&settings, &status);
  own.A = engine->operators.create (own.context, &view, SEIDEL_STORAGE_CSR);
  own.b = engine->vectors.create (own.context, there->n);
  own.x = engine->vectors.create (own.context, there->n);
  engine->vectors.upload (own.context, own.b, there->host_b);
  engine->vectors.upload (own.context, own.x, there->host_x);
  for (int direction = 0; direction < 2; direction++)
    own.sweeps[direction] =
      engine->sweeps.create (own.context, own.A, seidel_engine_find_strategy (engine, strategy),
                             direction, NULL);
  engine->contexts.synchronize (own.context);
  return own;
}

static void
own_clear (Own *own)
{
  for (int direction = 0; direction < 2; direction++)
    own->engine->sweeps.free (own->context, own->sweeps[direction]);
  own->engine->vectors.free (own->context, own->b);
  own->engine->vectors.free (own->context, own->x);
  own->engine->operators.free (own->context, own->A);
  own->engine->contexts.free (own->context);
}

static int
compare_doubles (const void *a, const void *b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* Milliseconds of a sweep: with the engine's own vectors, and with those of the caller, in turns.
 */
static void
time_sweeps (const There *there, SeidelSweeper *sweeper, Own *own, cudaStream_t stream, int order)
{
  double samples[2][REPEATS];

  for (int repeat = -1; repeat < REPEATS; repeat++)
    {
      double begin = (double) g_get_monotonic_time ();

      for (int k = 0; k < SWEEPS; k++)
        for (int direction = 0; direction < 2; direction++)
          if (order == 2 || order == direction)
            own->engine->sweeps.run (own->context, own->sweeps[direction], own->b, own->x, 1.0,
                                     NULL, NULL);
      own->engine->contexts.synchronize (own->context);
      samples[0][MAX (repeat, 0)] = ((double) g_get_monotonic_time () - begin) * 1e-3 / SWEEPS;
      begin = (double) g_get_monotonic_time ();
      for (int k = 0; k < SWEEPS; k++)
        seidel_sweeper_sweep (sweeper, (SeidelSweepOrder) order, 1.0, there->b, there->x, NULL);
      check (cudaStreamSynchronize (stream));
      samples[1][MAX (repeat, 0)] = ((double) g_get_monotonic_time () - begin) * 1e-3 / SWEEPS;
    }
  for (int way = 0; way < 2; way++)
    qsort (samples[way], REPEATS, sizeof (double), compare_doubles);
  g_test_message ("  %s: engine %.4f ms, lent %.4f ms, speed %.3f of it",
                  order == 0   ? "forward"
                  : order == 1 ? "backward"
                               : "symmetric",
                  samples[0][REPEATS / 2], samples[1][REPEATS / 2],
                  samples[0][REPEATS / 2] / samples[1][REPEATS / 2]);
}

static void
test_speeds (void)
{
  static const char *const matrices[] = { "poisson-5 --size 100", "poisson-5 --size 2000",
                                          "poisson-7 --size 160", "poisson-27 --size 96",
                                          "random-dominant --size 200000" };
  const size_t n = g_getenv ("SEIDEL_TEST_QUICK") != NULL ? 1 : G_N_ELEMENTS (matrices);
  cudaStream_t stream;

  check (cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking));
  for (size_t m = 0; m < n; m++)
    for (int single = 0; single < 2; single++)
      {
        There there = there_new (matrices[m], single != 0, false);
        g_autoptr (SeidelSweeper) sweeper =
          seidel_sweeper_new_from_arrays (&there.arrays, NULL, NULL, NULL);
        Own own = own_new (&there, seidel_sweeper_strategy (sweeper));

        there_begin (&there);
        seidel_sweeper_set_stream (sweeper, stream);
        g_test_message ("%s, %s, by %s", matrices[m], single ? "single" : "double",
                        seidel_sweeper_strategy (sweeper));
        for (int order = 0; order < 3; order++)
          time_sweeps (&there, sweeper, &own, stream, order);
        own_clear (&own);
        g_clear_pointer (&sweeper, seidel_sweeper_free);
        there_clear (&there);
      }
  check (cudaStreamDestroy (stream));
}

int
main (int argc, char *argv[])
{
  const SeidelEngineEntryInfo *found;

  g_test_init (&argc, &argv, NULL);
  found = seidel_engines_find ("cuda");
  if (!found->available)
    {
      g_print ("1..0 # SKIP %s\n", found->why_not);
      return 0;
    }
  g_test_add_func ("/cuda-lent/sweeps", test_sweeps);
  g_test_add_func ("/cuda-lent/preconditioners", test_preconditioners);
  g_test_add_func ("/cuda-lent/order", test_order);
  g_test_add_func ("/cuda-lent/refused", test_refused);
  g_test_add_func ("/cuda-lent/speeds", test_speeds);
  return g_test_run ();
}
