/* Operations on several vectors, on the diagonal and on the transpose, against plain twins, on
 * outputs that were poisoned first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"
#include "engine-rig.h"

#include "analysis/seidel-schedule.h"
#include "engine/seidel-cpu-private.h"

#define MAX_THREADS 3

#define MAX_VECTORS 21

enum
{
  FIRST,
  OUT = FIRST + MAX_VECTORS
};

typedef struct
{
  double *values[MAX_VECTORS];
  SeidelVector *vectors[MAX_VECTORS];
} Several;

static void
several_init (Several *several, Rig *rig, int64_t n)
{
  for (int k = 0; k < MAX_VECTORS; k++)
    {
      several->values[k] = test_random_vector (n, 100 + (uint32_t) k);
      for (int64_t i = 0; i < n; i++)
        several->values[k][i] = rig_round (rig, several->values[k][i]);
      several->vectors[k] = rig_vector (rig, n, several->values[k]);
    }
}

static void
several_clear (Several *several, Rig *rig)
{
  for (int k = 0; k < MAX_VECTORS; k++)
    {
      seidel_session_vector_free (&rig->session, several->vectors[k]);
      g_free (several->values[k]);
    }
}

/* Slots beyond the last must stay as they are. */
static void
check_dots (Rig *rig, const Several *several, int n_vectors)
{
  SeidelContext *context = rig->session.context;
  double sums[MAX_VECTORS + 1];
  double expected;

  for (int k = 0; k <= MAX_VECTORS; k++)
    rig->engine.scalars.set (context, FIRST + k, k < n_vectors ? NAN : 77.0);
  seidel_session_dots (&rig->session, FIRST, n_vectors,
                       (const SeidelVector *const *) several->vectors,
                       several->vectors[MAX_VECTORS - 1]);
  seidel_session_get (&rig->session, FIRST, MAX_VECTORS + 1, sums);
  for (int k = 0; k < n_vectors; k++)
    {
      rig->engine.vectors.dot (context, OUT, several->vectors[k],
                               several->vectors[MAX_VECTORS - 1]);
      expected = rig_scalar (rig, OUT);
      test_assert_same_bits (&sums[k], &expected, 1);
    }
  for (int k = n_vectors; k < MAX_VECTORS; k++)
    g_assert_cmpfloat (sums[k], ==, 77.0);
}

static void
axpys_ref (const Rig *rig,
           double *y,
           int sign,
           const double *alphas,
           int n_vectors,
           double *const *x,
           int64_t n)
{
  for (int k = 0; k < n_vectors; k++)
    for (int64_t i = 0; i < n; i++)
      y[i] = rig_round (rig, y[i] + rig_round (rig, rig_round (rig, sign * alphas[k]) * x[k][i]));
}

static void
check_axpys (Rig *rig, const Several *several, int n_vectors, int sign, int64_t n)
{
  g_autofree double *expected = test_random_vector (n, 7);
  g_autofree double *result = NULL;
  double alphas[MAX_VECTORS];
  SeidelVector *y;

  for (int64_t i = 0; i < n; i++)
    expected[i] = rig_round (rig, expected[i]);
  y = rig_vector (rig, n, expected);
  for (int k = 0; k < MAX_VECTORS; k++)
    {
      alphas[k] = k < n_vectors ? 0.1 * (k + 1) : NAN;
      rig->engine.scalars.set (rig->session.context, FIRST + k, alphas[k]);
    }
  seidel_session_axpys (&rig->session, y, sign, FIRST, n_vectors,
                        (const SeidelVector *const *) several->vectors);
  axpys_ref (rig, expected, sign, alphas, n_vectors, several->values, n);
  result = rig_read (rig, n, y);
  test_assert_same_bits (result, expected, n);
  seidel_session_vector_free (&rig->session, y);
}

static void
test_several (gconstpointer data)
{
  const int64_t sizes[] = {
    0, 1, 5, SEIDEL_CPU_BLOCK - 1, SEIDEL_CPU_BLOCK, SEIDEL_CPU_BLOCK + 1, 3 * SEIDEL_CPU_BLOCK + 17
  };
  const int counts[] = { 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 20 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int threads = 1; threads <= MAX_THREADS; threads++)
      {
        Several several;
        Rig rig;

        rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), threads);
        several_init (&several, &rig, sizes[s]);
        for (size_t c = 0; c < G_N_ELEMENTS (counts); c++)
          {
            check_dots (&rig, &several, counts[c]);
            check_axpys (&rig, &several, counts[c], 1, sizes[s]);
            check_axpys (&rig, &several, counts[c], -1, sizes[s]);
          }
        rig_assert_ok (&rig);
        several_clear (&several, &rig);
        rig_close (&rig);
      }
}

/* A vector may be among those that are added to it: axpy after axpy would read it as it is then. */
static void
test_several_aliased (void)
{
  const double values[] = { 1.0, -2.0, 3.0 };
  const double expected[] = { 6.0, -12.0, 18.0 };
  g_autofree double *result = NULL;
  const SeidelVector *x[1];
  SeidelVector *y;
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
  y = rig_vector (&rig, 3, values);
  x[0] = y;
  rig.engine.scalars.set (rig.session.context, FIRST, 5.0);
  seidel_session_axpys (&rig.session, y, 1, FIRST, 1, x);
  result = rig_read (&rig, 3, y);
  test_assert_same_bits (result, expected, 3);
  seidel_session_vector_free (&rig.session, y);
  rig_close (&rig);
}

static void
multiply_diagonal_ref (const Rig *rig, const SeidelCsr *csr, int power, const double *x, double *y)
{
  for (int64_t i = 0; i < csr->rows; i++)
    {
      double diagonal = rig_round (rig, csr->values[seidel_csr_find (csr, i, i)]);

      y[i] = rig_round (rig, power < 0 ? x[i] / diagonal : x[i] * diagonal);
    }
}

static void
check_diagonal (Rig *rig, SeidelOperator *A, const SeidelCsr *csr)
{
  int64_t n = csr->rows;
  g_autofree double *values = test_random_vector (n, 3);
  g_autofree double *expected = g_new (double, n + 1);
  SeidelVector *x;
  SeidelVector *y = rig_poisoned (rig, n);

  for (int64_t i = 0; i < n; i++)
    values[i] = rig_round (rig, values[i]);
  x = rig_vector (rig, n, values);
  for (int power = -1; power <= 1; power += 2)
    {
      g_autofree double *apart = NULL;
      g_autofree double *in_place = NULL;

      multiply_diagonal_ref (rig, csr, power, values, expected);
      seidel_session_multiply_diagonal (&rig->session, A, power, x, y);
      apart = rig_read (rig, n, y);
      test_assert_same_bits (apart, expected, n);
      seidel_session_copy (&rig->session, y, x);
      seidel_session_multiply_diagonal (&rig->session, A, power, y, y);
      in_place = rig_read (rig, n, y);
      test_assert_same_bits (in_place, expected, n);
    }
  rig_assert_ok (rig);
  seidel_session_vector_free (&rig->session, x);
  seidel_session_vector_free (&rig->session, y);
}

static void
test_diagonal_missing (void)
{
  const TestEntry entries[] = { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 2, 1 } };
  g_autoptr (SeidelCsr) csr = test_csr_from_entries (3, 3, entries, G_N_ELEMENTS (entries));
  const double ones[] = { 1, 1, 1 };
  const SeidelStatus *status;
  SeidelOperator *A;
  SeidelVector *x;
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
  A = rig_system (&rig, csr);
  x = rig_vector (&rig, 3, ones);
  seidel_session_multiply_diagonal (&rig.session, A, -1, x, x);
  status = rig.engine.contexts.status (rig.session.context);
  g_assert_cmpint (status->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
  g_assert_cmpint (status->row, ==, 1);
  test_assert_wording (status->message);
  seidel_session_vector_free (&rig.session, x);
  rig.engine.operators.free (rig.session.context, A);
  rig_close (&rig);
}

/* Aᵀ x as the sum of the rows, with what rounding may change. */
static void
multiply_transposed_ref (const Rig *rig,
                         const SeidelCsr *csr,
                         const double *x,
                         long double *y,
                         double *bound)
{
  for (int64_t j = 0; j < csr->columns; j++)
    {
      y[j] = 0.0L;
      bound[j] = 0.0;
    }
  for (int64_t i = 0; i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      {
        long double product = (long double) rig_round (rig, csr->values[k]) * x[i];
        int32_t j = csr->column_indices[k];

        y[j] += product;
        bound[j] += 2.0 * rig_epsilon (rig) * (double) (fabsl (product) + fabsl (y[j]));
      }
}

/* The result, for comparing bits. */
static double *
check_transposed (Rig *rig, SeidelOperator *A, const SeidelCsr *csr)
{
  g_autofree double *values = test_random_vector (csr->rows, 5);
  g_autofree long double *expected = g_new (long double, csr->columns + 1);
  g_autofree double *bound = g_new (double, csr->columns + 1);
  SeidelVector *x;
  SeidelVector *y = rig_poisoned (rig, csr->columns);
  double *result;

  for (int64_t i = 0; i < csr->rows; i++)
    values[i] = rig_round (rig, values[i]);
  x = rig_vector (rig, csr->rows, values);
  seidel_session_multiply_transposed (&rig->session, A, x, y);
  rig_assert_ok (rig);
  result = rig_read (rig, csr->columns, y);
  multiply_transposed_ref (rig, csr, values, expected, bound);
  for (int64_t j = 0; j < csr->columns; j++)
    g_assert_cmpfloat (fabsl (result[j] - expected[j]), <=, bound[j]);
  seidel_session_vector_free (&rig->session, x);
  seidel_session_vector_free (&rig->session, y);
  return result;
}

static void
plan_levels (Rig *rig, SeidelOperator *A, const SeidelCsr *csr, SeidelDirection direction)
{
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };
  int strategy = seidel_engine_find_strategy (&rig->engine, "levels");
  SeidelSweep *sweep =
    rig->engine.sweeps.create (rig->session.context, A, strategy, direction, &levels);

  g_assert_nonnull (sweep);
  rig->engine.sweeps.free (rig->session.context, sweep);
}

/* Whatever the context does to the order in between, the bits stay: before a sweep by levels was
 * planned, after one, after both the transpose and the diagonal had been made in the old order. */
static void
check_square (SeidelPrecision precision, const SeidelCsr *csr)
{
  g_autofree double *first = NULL;

  for (int threads = 1; threads <= MAX_THREADS; threads++)
    for (int direction = 0; direction < 2; direction++)
      {
        g_autofree double *before = NULL;
        g_autofree double *after = NULL;
        g_autofree double *late = NULL;
        SeidelOperator *A;
        SeidelOperator *second;
        Rig rig;

        rig_open (&rig, precision, threads);
        A = rig_system (&rig, csr);
        before = check_transposed (&rig, A, csr);
        check_diagonal (&rig, A, csr);
        plan_levels (&rig, A, csr, (SeidelDirection) direction);
        after = check_transposed (&rig, A, csr);
        check_diagonal (&rig, A, csr);
        test_assert_same_bits (after, before, csr->columns);
        /* A system that is added when the order is fixed already. */
        second = rig_system (&rig, csr);
        late = check_transposed (&rig, second, csr);
        check_diagonal (&rig, second, csr);
        test_assert_same_bits (late, before, csr->columns);
        if (first == NULL)
          first = g_steal_pointer (&before);
        else
          test_assert_same_bits (before, first, csr->columns);
        rig.engine.operators.free (rig.session.context, second);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

static void
test_transposed_square (gconstpointer data)
{
  SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  const int sizes[] = { 0, 1, 2, 50, 1000, 20000 };
  const char *const kinds[] = { "poisson-7", "convection-diffusion" };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (SeidelCsr) csr = test_csr_random (sizes[s], 4, 1.2, (uint32_t) s);

      check_square (precision, csr);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[i], 20);

      check_square (precision, matrix->csr);
    }
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

/* Also beside a square system that gave the context an order for vectors of one of the lengths. */
static void
test_transposed_rectangular (gconstpointer data)
{
  const int shapes[][2] = { { 1, 5 }, { 5, 1 }, { 40, 1000 }, { 1000, 40 }, { 30000, 200 } };
  g_autoptr (SeidelCsr) square = test_csr_random (1000, 4, 1.2, 1);

  for (size_t s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autoptr (SeidelCsr) csr = make_rectangular (shapes[s][0], shapes[s][1]);
      g_autofree double *alone = NULL;
      g_autofree double *beside = NULL;
      SeidelOperator *A;
      SeidelOperator *ordering;
      Rig rig;

      rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), 2);
      A = rig_system (&rig, csr);
      alone = check_transposed (&rig, A, csr);
      rig.engine.operators.free (rig.session.context, A);
      ordering = rig_system (&rig, square);
      plan_levels (&rig, ordering, square, SEIDEL_DIRECTION_FORWARD);
      A = rig_system (&rig, csr);
      beside = check_transposed (&rig, A, csr);
      test_assert_same_bits (beside, alone, csr->columns);
      rig.engine.operators.free (rig.session.context, A);
      rig.engine.operators.free (rig.session.context, ordering);
      rig_close (&rig);
    }
}

/* A symmetric matrix is not stored twice; one that differs in a single value is. */
static void
test_transposed_symmetric (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  SeidelCsr *csr = matrix->csr;

  for (int changed = 0; changed < 2; changed++)
    {
      SeidelOperator *A;
      Rig rig;

      csr->values[seidel_csr_find (csr, 1, 0)] += changed;
      rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
      A = rig_system (&rig, csr);
      g_free (check_transposed (&rig, A, csr));
      g_assert_true ((A->transposed == A) == !changed);
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
    }
}

/* Making the transpose can be stopped. */
static void
test_transposed_stop (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (50000, 4, 1.2, 1);
  g_autofree double *ones = test_random_vector (csr->rows, 1);

  for (int stop_at = 1; stop_at <= 8; stop_at++)
    {
      SeidelOperator *A;
      SeidelVector *x;
      Rig rig;

      rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
      A = rig_system (&rig, csr);
      x = rig_vector (&rig, csr->rows, ones);
      rig.stop_at = atomic_load (&rig.polls) + stop_at;
      seidel_session_multiply_transposed (&rig.session, A, x, x);
      g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                       SEIDEL_STATUS_STOPPED);
      seidel_session_vector_free (&rig.session, x);
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
    }
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    GTestDataFunc run;
  } tests[] = {
    { "several", test_several },
    { "transposed/square", test_transposed_square },
    { "transposed/rectangular", test_transposed_rectangular },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      {
        g_autofree char *path =
          g_strdup_printf ("/cpu/%s/%s", tests[i].name,
                           precision == SEIDEL_PRECISION_SINGLE ? "single" : "double");

        g_test_add_data_func (path, GINT_TO_POINTER (precision), tests[i].run);
      }
  g_test_add_func ("/cpu/several/aliased", test_several_aliased);
  g_test_add_func ("/cpu/diagonal/missing", test_diagonal_missing);
  g_test_add_func ("/cpu/transposed/symmetric", test_transposed_symmetric);
  g_test_add_func ("/cpu/transposed/stop", test_transposed_stop);
  return g_test_run ();
}
