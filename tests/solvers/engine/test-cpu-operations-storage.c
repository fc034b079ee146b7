/* Matrices by diagonals and dense ones on the CPU engine: conversions, products and sweeps against
 * plain twins and against the matrix in rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine-rig.h"

#include "analysis/seidel-schedule.h"
#include "engine/seidel-cpu-private.h"

enum
{
  OUT
};

#define MAX_THREADS 3

static const SeidelStorage storages[] = { SEIDEL_STORAGE_DIAGONALS, SEIDEL_STORAGE_DENSE };

/* Diagonals near and far, in blocks and across them, some cut short, none where there is none. */
static SeidelCsr *
make_banded (int n, const int *offsets, int n_offsets)
{
  g_autofree TestEntry *entries = g_new (TestEntry, (gsize) n * (gsize) (n_offsets + 1) + 1);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, 4.0 + 2 * n_offsets };
      for (int k = 0; k < n_offsets; k++)
        if (i + offsets[k] >= 0 && i + offsets[k] < n && (i * 7 + k) % 11 != 0)
          entries[count++] =
            (TestEntry){ i, i + offsets[k], 1.0 / (1 + (i * 13 + k * 5) % 17) - 0.4 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static SeidelCsr *
make_rectangular (int rows, int columns)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * rows + 1);
  int count = 0;

  for (int i = 0; i < rows; i++)
    for (int k = 0; k < 3 && k < columns; k++)
      entries[count++] = (TestEntry){ i, (i * 7 + k * (columns / 3)) % columns, 1.0 + i + 0.1 * k };
  return test_csr_from_entries (rows, columns, entries, count);
}

#define N_SQUARE 10

static SeidelCsr *
make_square (int which)
{
  static const int near[] = { -5, -1, 1, 2, 3, 60, 63, 64, 65 };
  static const int far[] = { -2100, -1024, -1023, -300, -64, -63, -1, 90, 1023, 1024, 1025, 2500 };

  switch (which)
    {
    case 0:
      return test_csr_random (1, 0, 1.2, 1);
    case 1:
      return test_csr_random (2, 1, 1.2, 2);
    case 2:
      return test_csr_random (63, 5, 1.2, 3);
    case 3:
      return test_csr_random (300, 8, 1.2, 4);
    case 4:
      return make_banded (SEIDEL_CPU_ARRAY_ROWS, near, G_N_ELEMENTS (near));
    case 5:
      return make_banded (SEIDEL_CPU_ARRAY_ROWS + 1, near, G_N_ELEMENTS (near));
    case 6:
      return make_banded (3000, far, G_N_ELEMENTS (far));
    case 7:
      return make_banded (130, NULL, 0);
    case 8:
      return test_csr_random (1300, 3, 1.2, 5);
    default:
      return make_banded (7, near, G_N_ELEMENTS (near));
    }
}

static SeidelSystem *
new_system (Rig *rig, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelCsrView view = rig_view (csr);
  SeidelSystem *A = rig->engine.system_new (rig->session.context, &view, storage);

  rig_assert_ok (rig);
  g_assert_nonnull (A);
  return A;
}

static double *
rounded_vector (const Rig *rig, int64_t n, uint64_t seed)
{
  double *values = test_random_vector (n, seed);

  for (int64_t i = 0; i < n; i++)
    values[i] = rig_round (rig, values[i]);
  return values;
}

/* --- conversion ------------------------------------------------------------------------------- */

/* An entry as the array holds it; NAN where it has no place for it. */
static double
entry_of (const Rig *rig, const SeidelSystem *A, int64_t row, int64_t column)
{
  const SeidelCpuArray *array = &A->array;
  int64_t place = row * array->stride + column;

  if (A->storage == SEIDEL_STORAGE_DIAGONALS)
    {
      int64_t d = 0;

      while (d < array->count && array->offsets[d] != column - row)
        d++;
      if (d == array->count)
        return NAN;
      place = d * array->stride + row;
    }
  return rig->precision == SEIDEL_PRECISION_SINGLE ? (double) ((const float *) array->values)[place]
                                                   : ((const double *) array->values)[place];
}

/* Every entry is where it belongs, and all other places are zero. */
static void
check_conversion (SeidelPrecision precision, SeidelStorage storage, const SeidelCsr *csr)
{
  SeidelSystem *A;
  Rig rig;

  rig_open (&rig, precision, 2);
  A = new_system (&rig, csr, storage);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t k = csr->row_offsets[row];

      for (int64_t column = 0; column < csr->columns; column++)
        {
          double found = entry_of (&rig, A, row, column);
          bool stored = k < csr->row_offsets[row + 1] && csr->column_indices[k] == (int32_t) column;

          if (stored)
            g_assert_cmpfloat (found, ==, rig_round (&rig, csr->values[k++]));
          else if (storage == SEIDEL_STORAGE_DENSE || !isnan (found))
            g_assert_cmpfloat (found, ==, 0.0);
        }
    }
  for (int64_t d = 1; d < A->array.count && storage == SEIDEL_STORAGE_DIAGONALS; d++)
    g_assert_cmpint (A->array.offsets[d], >, A->array.offsets[d - 1]);
  rig.engine.system_free (rig.session.context, A);
  rig_close (&rig);
}

static void
test_conversion (void)
{
  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      {
        const int shapes[][2] = { { 1, 5 }, { 5, 1 }, { 40, 300 }, { 300, 40 } };

        for (int which = 0; which < 5; which++)
          {
            g_autoptr (SeidelCsr) csr = make_square (which);

            check_conversion (precision, storages[s], csr);
          }
        for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
          {
            g_autoptr (SeidelCsr) csr = make_rectangular (shapes[i][0], shapes[i][1]);

            check_conversion (precision, storages[s], csr);
          }
      }
}

static void
test_conversion_real (void)
{
  const char *const files[] = { "bcsstk01.mtx", "LFAT5.mtx", "ash219.mtx", "west0479.mtx" };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_real_matrix (files[i]);

      for (size_t s = 0; s < G_N_ELEMENTS (storages) && matrix != NULL; s++)
        check_conversion (SEIDEL_PRECISION_DOUBLE, storages[s], matrix->csr);
    }
}

/* --- products --------------------------------------------------------------------------------- */

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
run_products (Rig *rig, SeidelSystem *A, const SeidelCsr *csr)
{
  SeidelSession *session = &rig->session;
  bool square = csr->rows == csr->columns;
  g_autofree double *b_values = rounded_vector (rig, csr->rows, 1);
  g_autofree double *x_values = rounded_vector (rig, csr->columns, 2);
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

  for (int threads = 1; threads <= MAX_THREADS; threads++)
    {
      SeidelSystem *A;
      SeidelSystem *in_rows;
      Results results;
      Rig rig;

      rig_open (&rig, precision, threads);
      A = new_system (&rig, csr, storage);
      results = run_products (&rig, A, csr);
      if (threads == 1)
        {
          Results rows;

          in_rows = new_system (&rig, csr, SEIDEL_STORAGE_CSR);
          rows = run_products (&rig, in_rows, csr);
          compare_products (&rig, csr, &results, &rows);
          results_clear (&rows);
          rig.engine.system_free (rig.session.context, in_rows);
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
      rig.engine.system_free (rig.session.context, A);
      rig_close (&rig);
    }
  results_clear (&one);
}

static void
test_products (gconstpointer data)
{
  SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  const int shapes[][2] = { { 1, 5 }, { 5, 1 }, { 40, 3000 }, { 3000, 40 } };

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    {
      for (int which = 0; which < N_SQUARE; which++)
        {
          g_autoptr (SeidelCsr) csr = make_square (which);

          check_products (precision, storages[s], csr);
        }
      for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
        {
          g_autoptr (SeidelCsr) csr = make_rectangular (shapes[i][0], shapes[i][1]);

          check_products (precision, storages[s], csr);
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

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int direction = 0; direction < 2; direction++)
      {
        g_autofree double *swept = NULL;
        SeidelSystem *A;
        SeidelVector *b, *x, *y;
        SeidelSweep *sweep;
        g_autofree double *down = NULL;
        g_autofree double *across = NULL;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = new_system (&rig, csr, storages[s]);
        b = rig_vector (&rig, 3, b_values);
        x = rig_vector (&rig, 3, x_values);
        y = rig_poisoned (&rig, 3);
        seidel_session_multiply (&rig.session, A, x, y);
        across = rig_read (&rig, 3, y);
        test_assert_same_bits (across, product, 3);
        seidel_session_multiply_transposed (&rig.session, A, x, y);
        down = rig_read (&rig, 3, y);
        test_assert_same_bits (down, transposed, 3);
        sweep = rig.engine.sweep_new (rig.session.context, A, 0, direction, NULL);
        rig.engine.sweep (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
        swept = rig_read (&rig, 3, x);
        test_assert_same_bits (swept, direction == 0 ? forward : backward, 3);
        rig_assert_ok (&rig);
        rig.engine.sweep_free (rig.session.context, sweep);
        seidel_session_vector_free (&rig.session, b);
        seidel_session_vector_free (&rig.session, x);
        seidel_session_vector_free (&rig.session, y);
        rig.engine.system_free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* --- sweeps ----------------------------------------------------------------------------------- */

/* One sweep in long double over the rounded values. */
static void
sweep_ref (const Rig *rig,
           const SeidelCsr *csr,
           SeidelDirection direction,
           double omega,
           const double *b,
           long double *x)
{
  for (int64_t i = 0; i < csr->rows; i++)
    {
      int64_t row = direction == SEIDEL_DIRECTION_FORWARD ? i : csr->rows - 1 - i;
      long double sum = b[row];
      long double diagonal = 0.0L;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] == row)
          diagonal = rig_round (rig, csr->values[k]);
        else
          sum -= (long double) rig_round (rig, csr->values[k]) * x[csr->column_indices[k]];
      x[row] = (1.0L - (long double) omega) * x[row] + (long double) omega * sum / diagonal;
    }
}

static void
assert_close_to_ref (const Rig *rig, const double *x, const long double *expected, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabsl (x[i] - expected[i]) <= 200.0 * rig_epsilon (rig)))
      g_error ("element %" G_GINT64_FORMAT ": %.17g, not %.17Lg", i, x[i], expected[i]);
}

static void
check_sweep (Rig *rig,
             SeidelSystem *A,
             const SeidelCsr *csr,
             SeidelDirection direction,
             double omega,
             bool triangle)
{
  int64_t n = csr->rows;
  g_autofree double *b_values = rounded_vector (rig, n, 1);
  g_autofree double *x_values = rounded_vector (rig, n, 2);
  g_autofree long double *expected = g_new (long double, n + 1);
  g_autofree double *result = NULL;
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *x = triangle ? rig_poisoned (rig, n) : rig_vector (rig, n, x_values);
  SeidelSweep *sweep = rig->engine.sweep_new (rig->session.context, A, 0, direction, NULL);

  g_assert_nonnull (sweep);
  for (int64_t i = 0; i < n; i++)
    expected[i] = triangle ? 0.0L : (long double) x_values[i];
  sweep_ref (rig, csr, direction, omega, b_values, expected);
  if (triangle)
    seidel_session_solve_triangle (&rig->session, sweep, b, x, omega);
  else
    rig->engine.sweep (rig->session.context, sweep, b, x, omega, NULL, NULL);
  rig_assert_ok (rig);
  result = rig_read (rig, n, x);
  assert_close_to_ref (rig, result, expected, n);
  rig->engine.sweep_free (rig->session.context, sweep);
  seidel_session_vector_free (&rig->session, b);
  seidel_session_vector_free (&rig->session, x);
}

/* Steps of a chain against sweeps one by one, with the residual before each. */
static void
check_chain (Rig *rig, SeidelSystem *A, const SeidelCsr *csr, double omega, int directions)
{
  SeidelSession *session = &rig->session;
  SeidelContext *context = session->context;
  int64_t n = csr->rows;
  g_autofree double *b_values = rounded_vector (rig, n, 1);
  g_autofree double *x_values = rounded_vector (rig, n, 2);
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *chained = rig_vector (rig, n, x_values);
  SeidelVector *plain = rig_vector (rig, n, x_values);
  SeidelVector *r = rig_poisoned (rig, n);
  SeidelSweep *sweeps[2] = { NULL, NULL };
  SeidelChain *chain;

  for (int direction = 0; direction < 2; direction++)
    if (directions & 1 << direction)
      sweeps[direction] = rig->engine.sweep_new (context, A, 0, direction, NULL);
  chain = rig->engine.chain_new (context, A, sweeps[0], sweeps[1], omega);
  g_assert_nonnull (chain);
  for (int step = 0; step < 4; step++)
    {
      g_autofree double *x_chained = NULL;
      g_autofree double *x_plain = NULL;
      double squares[2];

      seidel_session_residual (session, A, b, plain, r, OUT);
      squares[0] = rig_scalar (rig, OUT);
      rig->engine.scalar_set (context, OUT, NAN);
      rig->engine.chain_step (context, chain, b, chained, OUT, NULL, NULL);
      squares[1] = rig_scalar (rig, OUT);
      for (int direction = 0; direction < 2; direction++)
        if (sweeps[direction] != NULL)
          rig->engine.sweep (context, sweeps[direction], b, plain, omega, NULL, NULL);
      g_assert_cmpfloat (fabs (sqrt (squares[1]) - sqrt (squares[0])), <=,
                         1000.0 * rig_epsilon (rig) * sqrt ((double) n));
      x_chained = rig_read (rig, n, chained);
      x_plain = rig_read (rig, n, plain);
      test_assert_close (x_chained, x_plain, n, 400.0 * rig_epsilon (rig));
    }
  rig_assert_ok (rig);
  rig->engine.chain_free (context, chain);
  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      rig->engine.sweep_free (context, sweeps[direction]);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, chained);
  seidel_session_vector_free (session, plain);
  seidel_session_vector_free (session, r);
}

static void
test_sweeps (gconstpointer data)
{
  const double omegas[] = { 1.0, 1.3, 0.7 };

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int which = 0; which < N_SQUARE; which++)
      {
        g_autoptr (SeidelCsr) csr = make_square (which);
        SeidelSystem *A;
        Rig rig;

        rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), 2);
        A = new_system (&rig, csr, storages[s]);
        for (size_t o = 0; o < G_N_ELEMENTS (omegas); o++)
          {
            for (int direction = 0; direction < 2; direction++)
              {
                check_sweep (&rig, A, csr, direction, omegas[o], false);
                check_sweep (&rig, A, csr, direction, omegas[o], true);
              }
            for (int directions = 1; directions <= 3; directions++)
              check_chain (&rig, A, csr, omegas[o], directions);
          }
        rig.engine.system_free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* --- failures --------------------------------------------------------------------------------- */

static void
test_other_strategies (void)
{
  g_autoptr (SeidelCsr) csr = make_square (3);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int strategy = 1; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      {
        const SeidelStatus *status;
        SeidelSystem *A;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = new_system (&rig, csr, storages[s]);
        g_assert_null (rig.engine.sweep_new (rig.session.context, A, strategy,
                                             SEIDEL_DIRECTION_FORWARD, &levels));
        status = rig.engine.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_FAILED);
        g_assert_cmpstr (status->message, ==,
                         "a matrix that is stored by diagonals or densely can be swept by the "
                         "serial strategy alone");
        rig.engine.system_free (rig.session.context, A);
        rig_close (&rig);
      }
}

static void
test_zero_diagonal (void)
{
  const TestEntry entries[] = { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 2, 1 } };
  const TestEntry off_entries[] = { { 0, 1, 1 }, { 1, 0, 1 } };
  g_autoptr (SeidelCsr) one_missing = test_csr_from_entries (3, 3, entries, G_N_ELEMENTS (entries));
  g_autoptr (SeidelCsr) all_missing =
    test_csr_from_entries (2, 2, off_entries, G_N_ELEMENTS (off_entries));

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int all = 0; all < 2; all++)
      {
        const SeidelStatus *status;
        SeidelSystem *A;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = new_system (&rig, all ? all_missing : one_missing, storages[s]);
        g_assert_null (
          rig.engine.sweep_new (rig.session.context, A, 0, SEIDEL_DIRECTION_FORWARD, NULL));
        status = rig.engine.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
        g_assert_cmpint (status->row, ==, all ? 0 : 1);
        rig.engine.system_free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* Converting, multiplying and sweeping can all be stopped. */
static void
test_stop (void)
{
  g_autoptr (SeidelMatrix) sparse = test_gallery_sized ("poisson-27", 25);
  g_autoptr (SeidelCsr) small = test_csr_random (1500, 3, 1.2, 1);

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    for (int operation = 0; operation < 4; operation++)
      {
        const SeidelCsr *csr = storages[s] == SEIDEL_STORAGE_DENSE ? small : sparse->csr;
        SeidelCsrView view = rig_view (csr);
        SeidelSystem *A;
        SeidelVector *x;
        SeidelSweep *sweep;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_SINGLE, 2);
        x = seidel_session_vector_new (&rig.session, csr->rows);
        if (operation == 0)
          rig.stop_at = 3;
        A = rig.engine.system_new (rig.session.context, &view, storages[s]);
        g_assert_true ((A == NULL) == (operation == 0));
        if (operation > 0)
          {
            sweep = rig.engine.sweep_new (rig.session.context, A, 0, operation & 1, NULL);
            rig.stop_at = atomic_load (&rig.polls) + 3;
            if (operation == 1)
              seidel_session_multiply (&rig.session, A, x, x);
            else if (operation == 2)
              seidel_session_multiply_transposed (&rig.session, A, x, x);
            else
              rig.engine.sweep (rig.session.context, sweep, x, x, 1.0, NULL, NULL);
            rig.engine.sweep_free (rig.session.context, sweep);
            rig.engine.system_free (rig.session.context, A);
          }
        g_assert_cmpint (rig.engine.status (rig.session.context)->code, ==, SEIDEL_STATUS_STOPPED);
        seidel_session_vector_free (&rig.session, x);
        rig_close (&rig);
      }
}

/* Where the vectors stand by level already, an array cannot join them: a failure, not a wrong
 * product. */
static void
test_after_order (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };
  SeidelCsrView view = rig_view (csr);
  SeidelSystem *A;
  SeidelSweep *sweep;
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
  A = new_system (&rig, csr, SEIDEL_STORAGE_CSR);
  sweep = rig.engine.sweep_new (rig.session.context, A,
                                seidel_engine_find_strategy (&rig.engine, "levels"),
                                SEIDEL_DIRECTION_FORWARD, &levels);
  g_assert_nonnull (sweep);
  g_assert_null (rig.engine.system_new (rig.session.context, &view, SEIDEL_STORAGE_DIAGONALS));
  g_assert_cmpint (rig.engine.status (rig.session.context)->code, ==, SEIDEL_STATUS_FAILED);
  g_assert_cmpstr (rig.engine.status (rig.session.context)->message, ==,
                   "the vectors stand by level already, where only sparse rows can follow");
  rig.engine.sweep_free (rig.session.context, sweep);
  rig.engine.system_free (rig.session.context, A);
  rig_close (&rig);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu/storage/conversion", test_conversion);
  g_test_add_func ("/cpu/storage/conversion/real", test_conversion_real);
  g_test_add_func ("/cpu/storage/by-hand", test_by_hand);
  g_test_add_data_func ("/cpu/storage/products/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_products);
  g_test_add_data_func ("/cpu/storage/products/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_products);
  g_test_add_data_func ("/cpu/storage/sweeps/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_sweeps);
  g_test_add_data_func ("/cpu/storage/sweeps/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_sweeps);
  g_test_add_func ("/cpu/storage/other-strategies", test_other_strategies);
  g_test_add_func ("/cpu/storage/zero-diagonal", test_zero_diagonal);
  g_test_add_func ("/cpu/storage/stop", test_stop);
  g_test_add_func ("/cpu/storage/after-order", test_after_order);
  return g_test_run ();
}
