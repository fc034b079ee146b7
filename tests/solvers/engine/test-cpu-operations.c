/* Vectors and products of the CPU engine against plain twins, on outputs that were poisoned first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine-rig.h"

#include "engine/seidel-cpu-private.h"

/* Around the blocks of sums and the chunks of rows. */
static const int sizes[] = { 0,
                             1,
                             2,
                             3,
                             SEIDEL_CPU_BLOCK - 1,
                             SEIDEL_CPU_BLOCK,
                             SEIDEL_CPU_BLOCK + 1,
                             SEIDEL_CPU_CHUNK_ROWS - 1,
                             SEIDEL_CPU_CHUNK_ROWS,
                             SEIDEL_CPU_CHUNK_ROWS + 1,
                             40000 };

enum
{
  ALPHA,
  OUT,
  OTHER
};

#define MAX_THREADS 4

typedef struct
{
  int64_t n;
  double *x;
  double *y;
  double *p;
  double *q;
} Inputs;

static Inputs
inputs_new (const Rig *rig, int64_t n)
{
  Inputs in = { n, test_random_vector (n, 1), test_random_vector (n, 2), test_random_vector (n, 3),
                test_random_vector (n, 4) };

  for (int64_t i = 0; i < n; i++)
    {
      in.x[i] = rig_round (rig, in.x[i]);
      in.y[i] = rig_round (rig, in.y[i]);
      in.p[i] = rig_round (rig, in.p[i]);
      in.q[i] = rig_round (rig, in.q[i]);
    }
  return in;
}

static void
inputs_clear (Inputs *in)
{
  g_free (in->x);
  g_free (in->y);
  g_free (in->p);
  g_free (in->q);
}

/* y + a x in the engine's precision: one rounding a product and one a sum. */
static void
axpy_ref (const Rig *rig, double *y, double a, const double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    y[i] = rig_round (rig, y[i] + rig_round (rig, rig_round (rig, a) * x[i]));
}

static void
assert_dot (double value, const double *x, const double *y, int64_t n)
{
  long double sum = 0.0L;
  long double magnitude = 0.0L;

  for (int64_t i = 0; i < n; i++)
    {
      sum += (long double) x[i] * y[i];
      magnitude += fabsl ((long double) x[i] * y[i]);
    }
  g_assert_cmpfloat (fabs (value - (double) sum), <=, 1e-13 * (double) magnitude);
}

static void
check_new_and_copy (Rig *rig, const Inputs *in)
{
  SeidelVector *zero = seidel_session_vector_new (&rig->session, in->n);
  SeidelVector *from = rig_vector (rig, in->n, in->x);
  SeidelVector *to = rig_poisoned (rig, in->n);
  g_autofree double *zeros = rig_read (rig, in->n, zero);
  g_autofree double *copied = NULL;

  for (int64_t i = 0; i < in->n; i++)
    g_assert_cmpfloat (zeros[i], ==, 0.0);
  seidel_session_copy (&rig->session, to, from);
  copied = rig_read (rig, in->n, to);
  test_assert_same_bits (copied, in->x, in->n);
  seidel_session_vector_free (&rig->session, zero);
  seidel_session_vector_free (&rig->session, from);
  seidel_session_vector_free (&rig->session, to);
  seidel_session_vector_free (&rig->session, NULL);
}

static void
check_updates (Rig *rig, const Inputs *in)
{
  SeidelContext *context = rig->session.context;
  SeidelVector *x = rig_vector (rig, in->n, in->x);
  SeidelVector *y = rig_vector (rig, in->n, in->y);
  g_autofree double *expected = g_memdup2 (in->y, (size_t) (in->n + 1) * sizeof (double));
  g_autofree double *plus = NULL;
  g_autofree double *minus = NULL;
  g_autofree double *xpby = NULL;

  rig->engine.scalars.set (context, ALPHA, 0.3);
  rig->engine.vectors.axpy (context, y, 1, ALPHA, x);
  axpy_ref (rig, expected, 0.3, in->x, in->n);
  plus = rig_read (rig, in->n, y);
  test_assert_same_bits (plus, expected, in->n);

  rig->engine.vectors.axpy (context, y, -1, ALPHA, x);
  axpy_ref (rig, expected, -0.3, in->x, in->n);
  minus = rig_read (rig, in->n, y);
  test_assert_same_bits (minus, expected, in->n);

  seidel_session_xpby (&rig->session, y, x, ALPHA);
  for (int64_t i = 0; i < in->n; i++)
    expected[i] = rig_round (rig, in->x[i] + rig_round (rig, rig_round (rig, 0.3) * expected[i]));
  xpby = rig_read (rig, in->n, y);
  test_assert_same_bits (xpby, expected, in->n);
  seidel_session_vector_free (&rig->session, x);
  seidel_session_vector_free (&rig->session, y);
}

static double
check_dot (Rig *rig, const Inputs *in)
{
  SeidelVector *x = rig_vector (rig, in->n, in->x);
  SeidelVector *y = rig_vector (rig, in->n, in->y);

  rig->engine.scalars.set (rig->session.context, OUT, NAN);
  rig->engine.vectors.dot (rig->session.context, OUT, x, y);
  assert_dot (rig_scalar (rig, OUT), in->x, in->y, in->n);
  seidel_session_vector_free (&rig->session, x);
  seidel_session_vector_free (&rig->session, y);
  return rig_scalar (rig, OUT);
}

/* The fused operation, and the same composed from simple ones, give the same bits. */
static double
check_cg_update (Rig *rig, const Inputs *in, bool fused)
{
  SeidelVector *x = rig_vector (rig, in->n, in->x);
  SeidelVector *r = rig_vector (rig, in->n, in->y);
  SeidelVector *p = rig_vector (rig, in->n, in->p);
  SeidelVector *q = rig_vector (rig, in->n, in->q);
  g_autofree double *x_expected = g_memdup2 (in->x, (size_t) (in->n + 1) * sizeof (double));
  g_autofree double *r_expected = g_memdup2 (in->y, (size_t) (in->n + 1) * sizeof (double));
  g_autofree double *x_after = NULL;
  g_autofree double *r_after = NULL;

  rig->engine.contexts.fused = fused ? seidel_cpu_engine ()->contexts.fused : rig_fused_nothing;
  rig->engine.scalars.set (rig->session.context, ALPHA, -1.7);
  rig->engine.scalars.set (rig->session.context, OUT, NAN);
  seidel_session_cg_update (&rig->session, x, r, ALPHA, p, q, OUT);
  x_after = rig_read (rig, in->n, x);
  r_after = rig_read (rig, in->n, r);
  axpy_ref (rig, x_expected, -1.7, in->p, in->n);
  axpy_ref (rig, r_expected, 1.7, in->q, in->n);
  test_assert_same_bits (x_after, x_expected, in->n);
  test_assert_same_bits (r_after, r_expected, in->n);
  assert_dot (rig_scalar (rig, OUT), r_expected, r_expected, in->n);
  seidel_session_vector_free (&rig->session, x);
  seidel_session_vector_free (&rig->session, r);
  seidel_session_vector_free (&rig->session, p);
  seidel_session_vector_free (&rig->session, q);
  return rig_scalar (rig, OUT);
}

static void
test_vectors (gconstpointer data)
{
  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      double dot = NAN;
      double squared = NAN;

      for (int threads = 1; threads <= MAX_THREADS; threads++)
        {
          double value;
          Inputs in;
          Rig rig;

          rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), threads);
          in = inputs_new (&rig, sizes[s]);
          check_new_and_copy (&rig, &in);
          check_updates (&rig, &in);
          value = check_dot (&rig, &in);
          dot = threads == 1 ? value : dot;
          test_assert_same_bits (&value, &dot, 1);
          for (int fused = 0; fused < 2; fused++)
            {
              value = check_cg_update (&rig, &in, fused);
              squared = threads == 1 && !fused ? value : squared;
              test_assert_same_bits (&value, &squared, 1);
            }
          rig_assert_ok (&rig);
          inputs_clear (&in);
          rig_close (&rig);
        }
    }
}

static void
check_positive (Rig *rig, double a, double b, double expected)
{
  double value;

  rig->engine.scalars.set (rig->session.context, 61, a);
  rig->engine.scalars.set (rig->session.context, 62, b);
  rig->engine.scalars.divide_positive (rig->session.context, 63, 61, 62);
  value = rig_scalar (rig, 63);
  g_assert_true (isnan (expected) ? isnan (value) : value == expected);
}

static void
test_scalars (void)
{
  double values[3] = { NAN, NAN, NAN };
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_SINGLE, 1);
  rig.engine.scalars.set (rig.session.context, 61, 1.0);
  rig.engine.scalars.set (rig.session.context, 62, 3.0);
  seidel_session_divide (&rig.session, 63, 61, 62);
  seidel_session_get (&rig.session, 61, 3, values);
  g_assert_cmpfloat (values[0], ==, 1.0);
  g_assert_cmpfloat (values[1], ==, 3.0);
  /* Scalars are double in single precision too. */
  g_assert_cmpfloat (values[2], ==, 1.0 / 3.0);
  rig.engine.scalars.set (rig.session.context, 62, 0.0);
  seidel_session_divide (&rig.session, 63, 61, 62);
  g_assert_true (rig_scalar (&rig, 63) == INFINITY);
  check_positive (&rig, 6.0, 4.0, 1.5);
  check_positive (&rig, -6.0, 4.0, 0.0);
  check_positive (&rig, 6.0, -4.0, 0.0);
  check_positive (&rig, 6.0, 0.0, 0.0);
  check_positive (&rig, 0.0, 4.0, 0.0);
  check_positive (&rig, NAN, 4.0, NAN);
  rig_close (&rig);
}

typedef struct
{
  double *product;  /* A x */
  double *residual; /* b − A x */
  double *jacobi;   /* x + D⁻¹ (b − A x) */
  double *bound;    /* what rounding may change in a row */
} Products;

static void
products_ref (const Rig *rig, const SeidelCsr *csr, const double *b, const double *x, Products *out)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t begin = csr->row_offsets[row];
      int64_t end = csr->row_offsets[row + 1];
      long double sum = 0.0L;
      long double magnitude = fabs (b[row]);
      double diagonal = NAN;

      for (int64_t k = begin; k < end; k++)
        {
          double value = rig_round (rig, csr->values[k]);

          sum += (long double) value * x[csr->column_indices[k]];
          magnitude += fabsl ((long double) value * x[csr->column_indices[k]]);
          if (csr->column_indices[k] == row)
            diagonal = value;
        }
      out->product[row] = (double) sum;
      out->residual[row] = (double) (b[row] - sum);
      out->jacobi[row] = (double) (x[row] + (b[row] - sum) / diagonal);
      out->bound[row] = rig_epsilon (rig) * (double) ((end - begin + 3) * magnitude);
    }
}

static void
assert_within (const double *x,
               const double *expected,
               const double *bound,
               double factor,
               int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (x[i] - expected[i]) <= factor * bound[i]))
      g_error ("row %" G_GINT64_FORMAT ": %.17g, not %.17g", i, x[i], expected[i]);
}

/* Everything the products give, in a row, to compare bits: five vectors' worth of numbers. */
typedef struct
{
  double *multiply, *multiply_dot, *residual, *jacobi;
  double dot, squared, jacobi_squared;
} Results;

static void
results_clear (Results *results)
{
  g_free (results->multiply);
  g_free (results->multiply_dot);
  g_free (results->residual);
  g_free (results->jacobi);
}

static Results
run_products (Rig *rig, const SeidelCsr *csr, const double *b_values, const double *x_values)
{
  int64_t n = csr->rows;
  SeidelOperator *A = rig_system (rig, csr);
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *x = rig_vector (rig, n, x_values);
  SeidelVector *out[4];
  Results results;

  for (int i = 0; i < 4; i++)
    out[i] = rig_poisoned (rig, n);
  rig->engine.products.multiply (rig->session.context, A, x, out[0]);
  seidel_session_multiply_dot (&rig->session, A, x, out[1], OUT);
  results.dot = rig_scalar (rig, OUT);
  seidel_session_residual (&rig->session, A, b, x, out[2], OUT);
  results.squared = rig_scalar (rig, OUT);
  seidel_session_jacobi (&rig->session, A, b, x, out[3], OUT);
  results.jacobi_squared = rig_scalar (rig, OUT);
  rig_assert_ok (rig);
  results.multiply = rig_read (rig, n, out[0]);
  results.multiply_dot = rig_read (rig, n, out[1]);
  results.residual = rig_read (rig, n, out[2]);
  results.jacobi = rig_read (rig, n, out[3]);
  for (int i = 0; i < 4; i++)
    seidel_session_vector_free (&rig->session, out[i]);
  seidel_session_vector_free (&rig->session, b);
  seidel_session_vector_free (&rig->session, x);
  rig->engine.operators.free (rig->session.context, A);
  return results;
}

static void
assert_same_results (const Results *a, const Results *b, int64_t n)
{
  test_assert_same_bits (a->multiply, b->multiply, n);
  test_assert_same_bits (a->multiply_dot, b->multiply_dot, n);
  test_assert_same_bits (a->residual, b->residual, n);
  test_assert_same_bits (a->jacobi, b->jacobi, n);
  test_assert_same_bits (&a->dot, &b->dot, 1);
  test_assert_same_bits (&a->squared, &b->squared, 1);
  test_assert_same_bits (&a->jacobi_squared, &b->jacobi_squared, 1);
}

static void
check_results (const Rig *rig, const SeidelCsr *csr, const Inputs *in, const Results *results)
{
  int64_t n = csr->rows;
  Products expected = { g_new (double, n + 1), g_new (double, n + 1), g_new (double, n + 1),
                        g_new (double, n + 1) };

  products_ref (rig, csr, in->y, in->x, &expected);
  assert_within (results->multiply, expected.product, expected.bound, 1.0, n);
  assert_within (results->residual, expected.residual, expected.bound, 1.0, n);
  /* The diagonal is at least 1.2 times the rest of its row, so dividing makes bounds no worse than
   * the largest quotient, and x itself is rounded once more. */
  for (int64_t i = 0; i < n; i++)
    expected.bound[i] = 64.0 * rig_epsilon (rig) * (1.0 + fabs (expected.jacobi[i]));
  assert_within (results->jacobi, expected.jacobi, expected.bound, 1.0, n);
  test_assert_same_bits (results->multiply_dot, results->multiply, n);
  assert_dot (results->dot, in->x, results->multiply, n);
  assert_dot (results->squared, results->residual, results->residual, n);
  g_assert_cmpfloat (fabs (results->jacobi_squared - results->squared), <=,
                     1e-13 * results->squared);
  g_free (expected.product);
  g_free (expected.residual);
  g_free (expected.jacobi);
  g_free (expected.bound);
}

/* One row that is longer than a chunk, and a column that is. */
static SeidelCsr *
make_cross (int n)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      entries[count++] = (TestEntry){ i, i, i == 2 ? 2.0 * n : 2.0 };
      if (i != 2)
        entries[count++] = (TestEntry){ 2, i, 1.0 };
      if (i != 0)
        entries[count++] = (TestEntry){ i, 0, 0.5 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static void
test_products (gconstpointer data)
{
  for (size_t s = 0; s <= G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (SeidelCsr) csr = s < G_N_ELEMENTS (sizes)
                                    ? test_csr_random (sizes[s], 4, 1.2, (uint32_t) s)
                                    : make_cross (SEIDEL_CPU_CHUNK_NONZEROS + 100);
      Results one = { NULL };

      for (int threads = 1; threads <= MAX_THREADS; threads++)
        {
          Results results;
          Inputs in;
          Rig rig;

          rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), threads);
          in = inputs_new (&rig, csr->rows);
          results = run_products (&rig, csr, in.y, in.x);
          if (s < G_N_ELEMENTS (sizes))
            check_results (&rig, csr, &in, &results);
          if (threads == 1)
            one = results;
          assert_same_results (&results, &one, csr->rows);
          if (threads > 1)
            results_clear (&results);

          rig.engine.contexts.fused = rig_fused_nothing;
          results = run_products (&rig, csr, in.y, in.x);
          test_assert_same_bits (results.multiply_dot, one.multiply_dot, csr->rows);
          assert_dot (results.dot, in.x, one.multiply, csr->rows);
          results_clear (&results);
          inputs_clear (&in);
          rig_close (&rig);
        }
      results_clear (&one);
    }
}

/* After a failure nothing is touched any more: neither vectors nor scalars. */
static void
assert_inert (Rig *rig, SeidelOperator *A, SeidelVector *b, SeidelVector *x, int64_t n)
{
  SeidelSession *session = &rig->session;
  g_autofree double *before = rig_read (rig, n, x);
  g_autofree double *after = NULL;
  int polls = atomic_load (&rig->polls);

  rig->engine.scalars.set (session->context, OTHER, 123.0);
  rig->engine.vectors.axpy (session->context, x, 1, OTHER, b);
  seidel_session_xpby (session, x, b, OTHER);
  seidel_session_copy (session, x, b);
  rig->engine.vectors.dot (session->context, OTHER, b, b);
  seidel_session_cg_update (session, x, x, OTHER, b, b, OTHER);
  rig->engine.products.multiply (session->context, A, b, x);
  seidel_session_multiply_dot (session, A, b, x, OTHER);
  seidel_session_residual (session, A, b, b, x, OTHER);
  seidel_session_jacobi (session, A, b, b, x, OTHER);
  g_assert_null (seidel_session_vector_new (session, n));
  after = rig_read (rig, n, x);
  test_assert_same_bits (after, before, n);
  g_assert_cmpfloat (rig_scalar (rig, OTHER), ==, 123.0);
  g_assert_cmpint (atomic_load (&rig->polls), ==, polls);
}

/* Every product polls often enough and stops on request; the next poll returns the same. */
static void
test_stop (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 40);
  const SeidelCsr *csr = matrix->csr;
  int64_t n = csr->rows;
  g_autofree double *values = test_random_vector (n, 1);

  for (int operation = 0; operation < 4; operation++)
    for (int threads = 1; threads <= MAX_THREADS; threads++)
      {
        const SeidelStatus *status;
        SeidelOperator *A;
        SeidelVector *b;
        SeidelVector *x;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, threads);
        A = rig_system (&rig, csr);
        b = rig_vector (&rig, n, values);
        x = rig_poisoned (&rig, n);
        for (int stop_at = 0; stop_at <= 3; stop_at += 3)
          {
            int before = atomic_load (&rig.polls);

            rig.stop_at = stop_at == 0 ? 0 : before + stop_at;
            if (operation == 0)
              rig.engine.products.multiply (rig.session.context, A, b, x);
            else if (operation == 1)
              seidel_session_multiply_dot (&rig.session, A, b, x, OUT);
            else if (operation == 2)
              seidel_session_residual (&rig.session, A, b, b, x, OUT);
            else
              seidel_session_jacobi (&rig.session, A, b, b, x, OUT);
            if (stop_at == 0)
              g_assert_cmpint (atomic_load (&rig.polls) - before, >=,
                               seidel_csr_nonzeros (csr) / SEIDEL_CPU_CHUNK_NONZEROS);
            else
              g_assert_cmpint (atomic_load (&rig.polls) - before, <, stop_at + threads);
            g_assert_cmpint (seidel_session_failed (&rig.session), ==, stop_at != 0);
          }
        status = rig.engine.contexts.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_STOPPED);
        g_assert_cmpint (status->row, ==, -1);
        assert_inert (&rig, A, b, x, n);
        seidel_session_vector_free (&rig.session, b);
        seidel_session_vector_free (&rig.session, x);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* Converting a matrix to single precision can be stopped as well. */
static void
test_stop_transfer (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (100, 3, 1.2, 1);
  SeidelCsrView view = rig_view (csr);
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_SINGLE, 2);
  rig.stop_at = 1;
  g_assert_null (rig.engine.operators.create (rig.session.context, &view, SEIDEL_STORAGE_CSR));
  g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                   SEIDEL_STATUS_STOPPED);
  rig_close (&rig);
}

static void
test_zero_diagonal (void)
{
  static const struct
  {
    TestEntry entries[5];
    int count;
    SeidelPrecision precision;
    int64_t row; /* the first bad one, −1: none */
  } cases[] = {
    { { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 2, 1 } }, 3, SEIDEL_PRECISION_DOUBLE, 1 },
    { { { 0, 0, 1 }, { 1, 1, 0 }, { 2, 2, 0 } }, 3, SEIDEL_PRECISION_DOUBLE, 1 },
    { { { 0, 0, 1 }, { 1, 1, 1 }, { 2, 0, 1 }, { 2, 1, 1 } }, 4, SEIDEL_PRECISION_DOUBLE, 2 },
    { { { 0, 1, 1 }, { 1, 1, 1 }, { 2, 2, 1 } }, 3, SEIDEL_PRECISION_SINGLE, 0 },
    { { { 0, 0, 1 }, { 1, 1, 1e-300 }, { 2, 2, 1 } }, 3, SEIDEL_PRECISION_DOUBLE, -1 },
    { { { 0, 0, 1 }, { 1, 1, 1e-300 }, { 2, 2, 1 } }, 3, SEIDEL_PRECISION_SINGLE, 1 },
  };
  const double ones[] = { 1, 1, 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int threads = 1; threads <= 3; threads++)
      {
        g_autoptr (SeidelCsr) csr = test_csr_from_entries (3, 3, cases[i].entries, cases[i].count);
        const SeidelStatus *status;
        SeidelOperator *A;
        SeidelVector *b;
        SeidelVector *x;
        Rig rig;

        rig_open (&rig, cases[i].precision, threads);
        A = rig_system (&rig, csr);
        b = rig_vector (&rig, 3, ones);
        x = rig_poisoned (&rig, 3);
        seidel_session_jacobi (&rig.session, A, b, b, x, OUT);
        status = rig.engine.contexts.status (rig.session.context);
        if (cases[i].row < 0)
          rig_assert_ok (&rig);
        else
          {
            g_assert_cmpint (status->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
            g_assert_cmpint (status->row, ==, cases[i].row);
            assert_inert (&rig, A, b, x, 3);
          }
        seidel_session_vector_free (&rig.session, b);
        seidel_session_vector_free (&rig.session, x);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cpu/vectors/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_vectors);
  g_test_add_data_func ("/cpu/vectors/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_vectors);
  g_test_add_func ("/cpu/scalars", test_scalars);
  g_test_add_data_func ("/cpu/products/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_products);
  g_test_add_data_func ("/cpu/products/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_products);
  g_test_add_func ("/cpu/stop/products", test_stop);
  g_test_add_func ("/cpu/stop/transfer", test_stop_transfer);
  g_test_add_func ("/cpu/zero-diagonal", test_zero_diagonal);
  return g_test_run ();
}
