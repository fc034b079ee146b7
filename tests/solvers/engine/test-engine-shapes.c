/* Products with a dense matrix in every shape of the engines that have shapes: each row the same as
 * one sum after the other, whoever shares it.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "agreement-testing.h"

/* Numbers around the borders of packs, warps and blocks. */
static const int64_t sizes[] = { 1, 2, 3, 31, 33, 130, 257, 515 };

static SeidelCsr *
make_full (int64_t n)
{
  SeidelCsr *csr = seidel_csr_new (n, n, n * n, NULL);

  g_assert_nonnull (csr);
  for (int64_t row = 0; row <= n; row++)
    csr->row_offsets[row] = row * n;
  for (int64_t k = 0; k < n * n; k++)
    {
      csr->column_indices[k] = (int32_t) (k % n);
      csr->values[k] = seidel_random_uniform (19, (uint64_t) k) - 0.5;
    }
  return csr;
}

/* y ← A x one after the other. */
static void
multiply_ref (const SeidelCsr *csr, const double *x, double *y)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      y[row] = 0.0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        y[row] += csr->values[k] * x[csr->column_indices[k]];
    }
}

static void
check_shape (const SeidelEngine *engine,
             const SeidelCsr *csr,
             SeidelPrecision precision,
             SeidelShape shape)
{
  const double tolerance = precision == SEIDEL_PRECISION_SINGLE ? 2e-5 : 1e-12;
  const int64_t n = csr->rows;
  SeidelContextSettings settings = { precision, 0, 1, NULL, NULL, shape };
  SeidelCsrView view = view_of (csr);
  SeidelStatus status;
  SeidelContext *context = engine->context_new (&settings, &status);
  SeidelSession session = { engine, context };
  SeidelSystem *A = engine->system_new (context, &view, SEIDEL_STORAGE_DENSE);
  SeidelVector *x = engine->vector_new (context, n);
  SeidelVector *y = engine->vector_new (context, n);
  double *expected = seidel_vector_new (n, NULL);
  double *values = seidel_vector_new (n, NULL);
  double dot = 0.0;
  double told[2];

  for (int64_t i = 0; i < n; i++)
    values[i] = seidel_random_uniform (23, (uint64_t) i);
  engine->vector_upload (context, x, values);
  multiply_ref (csr, values, expected);
  for (int64_t i = 0; i < n; i++)
    dot += values[i] * expected[i];
  engine->fill (context, y, NAN);
  seidel_session_multiply_dot (&session, A, x, y, 0);
  engine->vector_download (context, values, y);
  /* b − A x for b = A x: next to nothing. */
  seidel_session_residual (&session, A, y, x, y, 1);
  seidel_session_get (&session, 0, 2, told);
  g_assert_cmpint (engine->status (context)->code, ==, SEIDEL_STATUS_OK);
  for (int64_t i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (values[i] - expected[i]), <=, tolerance * (double) n);
  g_assert_cmpfloat (fabs (told[0] - dot), <=, tolerance * (double) (n * n));
  g_assert_cmpfloat (sqrt (told[1]), <=, tolerance * (double) n);
  seidel_vector_free (values);
  seidel_vector_free (expected);
  engine->vector_free (context, y);
  engine->vector_free (context, x);
  engine->system_free (context, A);
  engine->context_free (context);
}

static void
test_shapes (gconstpointer data)
{
  const SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    {
      if (!engines[e].available)
        {
          g_test_skip (engines[e].why_not);
          continue;
        }
      for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          g_autoptr (SeidelCsr) csr = make_full (sizes[s]);
          const int most = engines[e].engine->most_threads;

          check_shape (engines[e].engine, csr, precision, (SeidelShape){ 0, 0 });
          for (int rows = 1; rows <= most; rows *= 2)
            for (int threads = 1; rows * threads <= most; threads *= 4)
              check_shape (engines[e].engine, csr, precision, (SeidelShape){ rows, threads });
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine-shapes/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_shapes);
  g_test_add_data_func ("/engine-shapes/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_shapes);
  return g_test_run ();
}
