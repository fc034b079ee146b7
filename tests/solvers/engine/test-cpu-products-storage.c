/* Matrices by diagonals and dense ones on the CPU engine: products against plain twins and against
 * the matrix in rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "storage-testing.h"

#define N_RESULTS 6

/* All that the products of a system give, to compare and to check. */
typedef struct
{
  double *vectors[N_RESULTS]; /* A x, the same with a sum, Aᵀ y, b − A x, Jacobi, D⁻¹ b */
  double sums[3];             /* x · A x, squares of the residual, and again from Jacobi */
} Results;

static void
results_clear (Results *results)
{
  for (int i = 0; i < N_RESULTS; i++)
    g_free (results->vectors[i]);
}

static double *
take (Rig *rig, int64_t n, SeidelVector *vector)
{
  double *values = rig_read (rig, n, vector);

  seidel_session_vector_free (&rig->session, vector);
  return values;
}

static Results
run_products (Rig *rig, SeidelOperator *A, const SeidelCsr *csr)
{
  SeidelSession *session = &rig->session;
  bool square = csr->rows == csr->columns;
  g_autofree double *b_values = storage_testing_vector (rig, csr->rows, 1);
  g_autofree double *x_values = storage_testing_vector (rig, csr->columns, 2);
  SeidelVector *b = rig_vector (rig, csr->rows, b_values);
  SeidelVector *x = rig_vector (rig, csr->columns, x_values);
  SeidelVector *out[N_RESULTS];
  Results results = { { NULL }, { 0.0 } };

  for (int i = 0; i < N_RESULTS; i++)
    out[i] = rig_poisoned (rig, i == 2 ? csr->columns : csr->rows);
  seidel_session_multiply (session, A, x, out[0]);
  seidel_session_multiply_transposed (session, A, b, out[2]);
  seidel_session_residual (session, A, b, x, out[3], OUT);
  results.sums[1] = rig_scalar (rig, OUT);
  if (square)
    {
      seidel_session_multiply_dot (session, A, x, out[1], OUT);
      results.sums[0] = rig_scalar (rig, OUT);
      seidel_session_jacobi (session, A, b, x, out[4], OUT);
      results.sums[2] = rig_scalar (rig, OUT);
      seidel_session_multiply_diagonal (session, A, -1, b, out[5]);
    }
  rig_assert_ok (rig);
  for (int i = 0; i < N_RESULTS; i++)
    results.vectors[i] = take (rig, i == 2 ? csr->columns : csr->rows, out[i]);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, x);
  return results;
}

/* The error that rounding may cause in a vector of sums of so many products, of about this size. */
static void
assert_near (const Rig *rig,
             const double *x,
             const double *expected,
             int64_t n,
             double terms,
             double size)
{
  double bound = 4.0 * rig_epsilon (rig) * (terms + 8.0) * size;

  for (int64_t i = 0; i < n; i++)
    if (!(fabs (x[i] - expected[i]) <= bound))
      g_error ("element %" G_GINT64_FORMAT ": %.17g, not %.17g", i, x[i], expected[i]);
}

/* The absolute sums of rows and columns bound what comes of vectors within [−1, 1]. */
static double
largest_sum (const SeidelCsr *csr)
{
  g_autofree double *columns = g_new0 (double, csr->columns + 1);
  double largest = 1.0;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          sum += fabs (csr->values[k]);
          columns[csr->column_indices[k]] += fabs (csr->values[k]);
        }
      largest = MAX (largest, sum);
    }
  for (int64_t j = 0; j < csr->columns; j++)
    largest = MAX (largest, columns[j]);
  return largest;
}

/* Against the matrix in rows, whose products have plain twins of their own in test-cpu-operations.c
 * and test-cpu-operations-several.c. */
static void
compare_products (const Rig *rig, const SeidelCsr *csr, const Results *results, const Results *rows)
{
  double size = largest_sum (csr);
  double terms = (double) MAX (csr->rows, csr->columns);

  for (int i = 0; i < N_RESULTS; i++)
    if (csr->rows == csr->columns || i == 0 || i == 2 || i == 3)
      assert_near (rig, results->vectors[i], rows->vectors[i], i == 2 ? csr->columns : csr->rows,
                   MIN (terms, 40.0), size);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat (fabs (results->sums[i] - rows->sums[i]), <=,
                       100.0 * rig_epsilon (rig) * size * size * terms);
  if (csr->rows == csr->columns)
    test_assert_same_bits (results->vectors[0], results->vectors[1], csr->rows);
}

static void
check_products (SeidelPrecision precision, SeidelStorage storage, const SeidelCsr *csr)
{
  Results one = { { NULL }, { 0.0 } };

  for (int threads = 1; threads <= STORAGE_TESTING_THREADS; threads++)
    {
      SeidelOperator *A;
      SeidelOperator *in_rows;
      Results results;
      Rig rig;

      rig_open (&rig, precision, threads);
      A = storage_testing_system (&rig, csr, storage);
      results = run_products (&rig, A, csr);
      if (threads == 1)
        {
          Results rows;

          in_rows = storage_testing_system (&rig, csr, SEIDEL_STORAGE_CSR);
          rows = run_products (&rig, in_rows, csr);
          compare_products (&rig, csr, &results, &rows);
          results_clear (&rows);
          rig.engine.operators.free (rig.session.context, in_rows);
          one = results;
        }
      else
        {
          for (int i = 0; i < N_RESULTS; i++)
            test_assert_same_bits (results.vectors[i], one.vectors[i],
                                   i == 2 ? csr->columns : csr->rows);
          test_assert_same_bits (results.sums, one.sums, 3);
          results_clear (&results);
        }
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
    }
  results_clear (&one);
}

static void
test_products (gconstpointer data)
{
  SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  const int shapes[][2] = { { 1, 5 }, { 5, 1 }, { 40, 3000 }, { 3000, 40 } };

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    {
      for (int which = 0; which < STORAGE_TESTING_SQUARES; which++)
        {
          g_autoptr (SeidelCsr) csr = storage_testing_square (which);

          check_products (precision, storage_testing_storages[s], csr);
        }
      for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
        {
          g_autoptr (SeidelCsr) csr = storage_testing_rectangular (shapes[i][0], shapes[i][1]);

          check_products (precision, storage_testing_storages[s], csr);
        }
    }
}

/* By hand: the places of the array outside the matrix, and x beyond its end, are never read. */
static void
test_by_hand (void)
{
  /* 2 1 0
   * 0 3 0
   * 4 0 5 */
  const TestEntry entries[] = { { 0, 0, 2 }, { 0, 1, 1 }, { 1, 1, 3 }, { 2, 0, 4 }, { 2, 2, 5 } };
  g_autoptr (SeidelCsr) csr = test_csr_from_entries (3, 3, entries, G_N_ELEMENTS (entries));
  const double x_values[] = { 1, 10, 100 };
  const double product[] = { 12, 30, 504 };
  const double transposed[] = { 402, 31, 500 };
  /* b = 12, 33, 1010 from x = 1, 10, 100: (12 − 10) / 2, 33 / 3, (1010 − 4 · 1) / 5. */
  const double b_values[] = { 12, 33, 1010 };
  const double forward[] = { 1, 11, 201.2 };
  /* 1010 − 4 · 1 first, then 33 / 3, then (12 − 11) / 2. */
  const double backward[] = { 0.5, 11, 201.2 };

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int direction = 0; direction < 2; direction++)
      {
        g_autofree double *swept = NULL;
        SeidelOperator *A;
        SeidelVector *b, *x, *y;
        SeidelSweep *sweep;
        g_autofree double *down = NULL;
        g_autofree double *across = NULL;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = storage_testing_system (&rig, csr, storage_testing_storages[s]);
        b = rig_vector (&rig, 3, b_values);
        x = rig_vector (&rig, 3, x_values);
        y = rig_poisoned (&rig, 3);
        seidel_session_multiply (&rig.session, A, x, y);
        across = rig_read (&rig, 3, y);
        test_assert_same_bits (across, product, 3);
        seidel_session_multiply_transposed (&rig.session, A, x, y);
        down = rig_read (&rig, 3, y);
        test_assert_same_bits (down, transposed, 3);
        sweep = rig.engine.sweeps.create (rig.session.context, A, 0, direction, NULL);
        rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
        swept = rig_read (&rig, 3, x);
        test_assert_same_bits (swept, direction == 0 ? forward : backward, 3);
        rig_assert_ok (&rig);
        rig.engine.sweeps.free (rig.session.context, sweep);
        seidel_session_vector_free (&rig.session, b);
        seidel_session_vector_free (&rig.session, x);
        seidel_session_vector_free (&rig.session, y);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu/products-storage/by-hand", test_by_hand);
  g_test_add_data_func ("/cpu/products-storage/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_products);
  g_test_add_data_func ("/cpu/products-storage/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_products);
  return g_test_run ();
}
