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
make_full (int64_t rows, int64_t columns)
{
  SeidelCsr *csr = seidel_csr_new (rows, columns, rows * columns, NULL);

  g_assert_nonnull (csr);
  for (int64_t row = 0; row <= rows; row++)
    csr->row_offsets[row] = row * columns;
  for (int64_t k = 0; k < rows * columns; k++)
    {
      csr->column_indices[k] = (int32_t) (k % columns);
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
  SeidelContext *context = engine->contexts.create (&settings, &status);
  SeidelSession session = { engine, context };
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_DENSE);
  SeidelVector *x = engine->vectors.create (context, n);
  SeidelVector *y = engine->vectors.create (context, n);
  double *expected = seidel_vector_new (n, NULL);
  double *values = seidel_vector_new (n, NULL);
  double *xs = seidel_vector_new (n, NULL);
  double dot = 0.0;
  double rest = 0.0;
  double products[2];

  for (int64_t i = 0; i < n; i++)
    xs[i] = seidel_random_uniform (23, (uint64_t) i);
  engine->vectors.upload (context, x, xs);
  multiply_ref (csr, xs, expected);
  engine->vectors.fill (context, y, NAN);
  seidel_session_multiply_dot (&session, A, x, y, 0);
  engine->vectors.download (context, values, y);
  for (int64_t i = 0; i < n; i++)
    {
      g_assert_cmpfloat (fabs (values[i] - expected[i]), <=, tolerance * (double) n);
      dot += xs[i] * expected[i];
      rest += (xs[i] - expected[i]) * (xs[i] - expected[i]);
    }
  /* x − A x */
  engine->vectors.fill (context, y, NAN);
  seidel_session_residual (&session, A, x, x, y, 1);
  engine->vectors.download (context, values, y);
  for (int64_t i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (values[i] - (xs[i] - expected[i])), <=, tolerance * (double) n);
  seidel_session_get (&session, 0, 2, products);
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
  g_assert_cmpfloat (fabs (products[0] - dot), <=, tolerance * (double) (n * n));
  g_assert_cmpfloat (fabs (products[1] - rest), <=, tolerance * (double) (n * n) * 10.0);
  seidel_vector_free (xs);
  seidel_vector_free (values);
  seidel_vector_free (expected);
  engine->vectors.free (context, y);
  engine->vectors.free (context, x);
  engine->operators.free (context, A);
  engine->contexts.free (context);
}

static void
test_shapes (gconstpointer data)
{
  const SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    {
      if (!has_operations (&engines[e]))
        {
          skip_engine (&engines[e]);
          continue;
        }
      for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          g_autoptr (SeidelCsr) csr = make_full (sizes[s], sizes[s]);
          const int most = engines[e].engine->max_shape_threads;

          check_shape (engines[e].engine, csr, precision, (SeidelShape){ 0, 0 });
          for (int rows = 1; rows <= most; rows *= 2)
            for (int threads = 1; rows * threads <= most; threads *= 4)
              check_shape (engines[e].engine, csr, precision, (SeidelShape){ rows, threads });
        }
    }
}

/* Rows that a block or several threads of it share because they are long, an odd number of them. */
static void
check_long (const SeidelEngine *engine, SeidelPrecision precision, int64_t rows, int64_t columns)
{
  const double tolerance = precision == SEIDEL_PRECISION_SINGLE ? 1e-2 : 1e-11;
  g_autoptr (SeidelCsr) csr = make_full (rows, columns);
  SeidelContextSettings settings = { precision, 0, 1, NULL, NULL, { 0, 0 } };
  SeidelCsrView view = view_of (csr);
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&settings, &status);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_DENSE);
  SeidelVector *x = engine->vectors.create (context, columns);
  SeidelVector *y = engine->vectors.create (context, rows);
  double *expected = seidel_vector_new (rows, NULL);
  double *values = seidel_vector_new (columns, NULL);

  for (int64_t i = 0; i < columns; i++)
    values[i] = seidel_random_uniform (29, (uint64_t) i);
  engine->vectors.upload (context, x, values);
  multiply_ref (csr, values, expected);
  engine->vectors.fill (context, y, NAN);
  engine->products.multiply (context, A, x, y);
  engine->vectors.download (context, values, y);
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
  for (int64_t i = 0; i < rows; i++)
    g_assert_cmpfloat (fabs (values[i] - expected[i]), <=, tolerance);
  seidel_vector_free (values);
  seidel_vector_free (expected);
  engine->vectors.free (context, y);
  engine->vectors.free (context, x);
  engine->operators.free (context, A);
  engine->contexts.free (context);
}

static void
test_long_rows (gconstpointer data)
{
  const int64_t columns[] = { 6143, 6145, 16383, 16384, 16387, 20001 };
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    if (!has_operations (&engines[e]))
      skip_engine (&engines[e]);
    else if ((engines[e].engine->storages & 1u << SEIDEL_STORAGE_DENSE) != 0)
      for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
        for (int64_t rows = 1; rows <= 5; rows += 2)
          check_long (engines[e].engine, (SeidelPrecision) GPOINTER_TO_INT (data), rows,
                      columns[c]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine-shapes/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_shapes);
  g_test_add_data_func ("/engine-shapes/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_shapes);
  g_test_add_data_func ("/engine-shapes/long-rows/single",
                        GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE), test_long_rows);
  g_test_add_data_func ("/engine-shapes/long-rows/double",
                        GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE), test_long_rows);
  return g_test_run ();
}
