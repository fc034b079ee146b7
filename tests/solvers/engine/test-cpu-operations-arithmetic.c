/* Fused products and compensated sums on the CPU engine: where they differ from plain ones, worked
 * by hand, and that they give the same bits for every number of threads, strategy and processor.
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

#define N_ARITHMETICS 4 /* plain, each, and both */

static const SeidelStorage storages[] = { SEIDEL_STORAGE_CSR, SEIDEL_STORAGE_DIAGONALS,
                                          SEIDEL_STORAGE_DENSE };

static SeidelOperator *
new_system (Rig *rig, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelCsrView view = rig_view (csr);
  SeidelOperator *A = rig->engine.operators.create (rig->session.context, &view, storage);

  g_assert_nonnull (A);
  return A;
}

static double
half_to_the (int power)
{
  return ldexp (1.0, -power);
}

/* 1 and 512 quarters of its last digit: plain sums lose those that meet the 1. */
static void
test_compensated_rows (void)
{
  enum
  {
    N = 513
  };
  TestEntry entries[2 * N];
  double ones[N];

  for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
    {
      int digits = precision == SEIDEL_PRECISION_SINGLE ? 25 : 54;
      double exact = 1.0 + 512.0 * half_to_the (digits);
      int count = 0;

      for (int j = 0; j < N; j++)
        {
          ones[j] = 1.0;
          entries[count++] = (TestEntry){ 0, j, j == 0 ? 1.0 : half_to_the (digits) };
          if (j > 0)
            entries[count++] = (TestEntry){ j, j, 1.0 };
        }
      for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
        for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
          {
            g_autoptr (SeidelCsr) csr = test_csr_from_entries (N, N, entries, count);
            g_autofree double *product = NULL;
            SeidelOperator *A;
            SeidelVector *x, *y;
            Rig rig;

            rig_open_with (&rig, precision, arithmetic, 2);
            A = new_system (&rig, csr, storages[s]);
            x = rig_vector (&rig, N, ones);
            y = rig_poisoned (&rig, N);
            seidel_session_multiply (&rig.session, A, x, y);
            product = rig_read (&rig, N, y);
            if (arithmetic & SEIDEL_ARITHMETIC_COMPENSATED)
              g_assert_cmpfloat (product[0], ==, exact);
            else
              g_assert_cmpfloat (product[0], <, exact);
            seidel_session_vector_free (&rig.session, x);
            seidel_session_vector_free (&rig.session, y);
            rig.engine.operators.free (rig.session.context, A);
            rig_close (&rig);
          }
    }
}

/* The same over a vector of several blocks: the compensated sum is right to its last digit. */
static void
test_compensated_dot (void)
{
  enum
  {
    N = 3 * SEIDEL_CPU_BLOCK
  };
  const double exact = 1.0 + 4095.0 * half_to_the (54);
  g_autofree double *values = g_new0 (double, N);
  g_autofree double *ones = g_new (double, N);

  for (int i = 0; i < N; i++)
    ones[i] = 1.0;
  values[0] = 1.0;
  for (int k = 1; k < 4096; k++)
    values[k * 5] = half_to_the (54);
  for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
    {
      const SeidelVector *x[1];
      SeidelVector *v, *y;
      double error;
      Rig rig;

      rig_open_with (&rig, SEIDEL_PRECISION_DOUBLE, arithmetic, 2);
      v = rig_vector (&rig, N, values);
      x[0] = v;
      y = rig_vector (&rig, N, ones);
      for (int several = 0; several < 2; several++)
        {
          if (several)
            seidel_session_dots (&rig.session, OUT, 1, x, y);
          else
            rig.engine.vectors.dot (rig.session.context, OUT, v, y);
          error = fabs (rig_scalar (&rig, OUT) - exact);
          if (arithmetic & SEIDEL_ARITHMETIC_COMPENSATED)
            g_assert_cmpfloat (error, <=, DBL_EPSILON);
          else
            g_assert_cmpfloat (error, >, 50.0 * DBL_EPSILON);
        }
      seidel_session_vector_free (&rig.session, v);
      seidel_session_vector_free (&rig.session, y);
      rig_close (&rig);
    }
}

/* (1 + ε)² − 1 with ε² beyond the last digit of the square: 2 ε where products are rounded by
 * themselves, 2 ε + ε² where they are fused. Where sums are compensated as well, a product is fused
 * with what the sum has too much, which is nothing here. */
static void
test_fused_by_hand (void)
{
  for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
    for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
      for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
        {
          double epsilon = half_to_the (precision == SEIDEL_PRECISION_SINGLE ? 13 : 30);
          bool fused = arithmetic == SEIDEL_ARITHMETIC_FUSED;
          /* −1  1 + ε
           *  1 + ε  1 */
          const TestEntry entries[] = {
            { 0, 0, -1 }, { 0, 1, 1 + epsilon }, { 1, 0, 1 + epsilon }, { 1, 1, 1 }
          };
          const double x_values[] = { 1, 1 + epsilon };
          /* Its first row gives x₁ = 1 + ε, its second (1 + ε)², as rounded, less (1 + ε)². */
          const double b_values[] = { 0, 1 + 2 * epsilon };
          g_autoptr (SeidelCsr) csr = test_csr_from_entries (2, 2, entries, 4);
          g_autofree double *product = NULL;
          g_autofree double *swept = NULL;
          const double start[] = { 0, 1 };
          SeidelOperator *A;
          SeidelVector *b, *x, *y;
          SeidelSweep *sweep;
          Rig rig;

          rig_open_with (&rig, precision, arithmetic, 1);
          A = new_system (&rig, csr, storages[s]);
          x = rig_vector (&rig, 2, x_values);
          b = rig_vector (&rig, 2, b_values);
          y = rig_poisoned (&rig, 2);
          seidel_session_multiply (&rig.session, A, x, y);
          product = rig_read (&rig, 2, y);
          g_assert_cmpfloat (product[0], ==, 2 * epsilon + (fused ? epsilon * epsilon : 0.0));
          rig.engine.vectors.upload (rig.session.context, x, start);
          sweep =
            rig.engine.sweeps.create (rig.session.context, A, 0, SEIDEL_DIRECTION_FORWARD, NULL);
          rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
          swept = rig_read (&rig, 2, x);
          g_assert_cmpfloat (swept[0], ==, 1 + epsilon);
          /* A dense row's own sum is finished before it is subtracted. */
          if (storages[s] != SEIDEL_STORAGE_DENSE)
            g_assert_cmpfloat (swept[1], ==, fused ? -epsilon * epsilon : 0.0);
          rig_assert_ok (&rig);
          rig.engine.sweeps.free (rig.session.context, sweep);
          seidel_session_vector_free (&rig.session, b);
          seidel_session_vector_free (&rig.session, x);
          seidel_session_vector_free (&rig.session, y);
          rig.engine.operators.free (rig.session.context, A);
          rig_close (&rig);
        }
}

static void
test_fused_dot (void)
{
  const double epsilon = half_to_the (30);
  const double x_values[] = { -1, 0, 0, 0, 1 + epsilon };
  const double y_values[] = { 1, 0, 0, 0, 1 + epsilon };

  for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
    {
      SeidelVector *x, *y;
      Rig rig;

      rig_open_with (&rig, SEIDEL_PRECISION_DOUBLE, arithmetic, 1);
      x = rig_vector (&rig, 5, x_values);
      y = rig_vector (&rig, 5, y_values);
      rig.engine.vectors.dot (rig.session.context, OUT, x, y);
      g_assert_cmpfloat (rig_scalar (&rig, OUT), ==,
                         2 * epsilon
                           + (arithmetic == SEIDEL_ARITHMETIC_FUSED ? epsilon * epsilon : 0.0));
      seidel_session_vector_free (&rig.session, x);
      seidel_session_vector_free (&rig.session, y);
      rig_close (&rig);
    }
}

#define N_VECTORS 6

typedef struct
{
  double *vectors[N_VECTORS];
  double sums[4];
} Results;

static void
results_clear (Results *results)
{
  for (int i = 0; i < N_VECTORS; i++)
    g_free (results->vectors[i]);
}

static void
assert_same_results (const Results *a, const Results *b, int64_t n)
{
  for (int i = 0; i < N_VECTORS; i++)
    test_assert_same_bits (a->vectors[i], b->vectors[i], n);
  test_assert_same_bits (a->sums, b->sums, 4);
}

static double *
swept (Rig *rig, SeidelOperator *A, SeidelDirection direction, const double *b, const double *x)
{
  int64_t n = A->matrix.rows;
  SeidelVector *b_vector = rig_vector (rig, n, b);
  SeidelVector *x_vector = rig_vector (rig, n, x);
  SeidelSweep *sweep = rig->engine.sweeps.create (rig->session.context, A, 0, direction, NULL);
  double *result;

  rig->engine.sweeps.run (rig->session.context, sweep, b_vector, x_vector, 1.2, NULL, NULL);
  result = rig_read (rig, n, x_vector);
  rig->engine.sweeps.free (rig->session.context, sweep);
  seidel_session_vector_free (&rig->session, b_vector);
  seidel_session_vector_free (&rig->session, x_vector);
  return result;
}

static Results
run_all (Rig *rig, const SeidelCsr *csr, SeidelStorage storage)
{
  SeidelSession *session = &rig->session;
  int64_t n = csr->rows;
  g_autofree double *b_values = test_random_vector (n, 1);
  g_autofree double *x_values = test_random_vector (n, 2);
  SeidelOperator *A = new_system (rig, csr, storage);
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *x = rig_vector (rig, n, x_values);
  SeidelVector *y = rig_poisoned (rig, n);
  Results results;

  seidel_session_multiply_dot (session, A, x, y, OUT);
  results.sums[0] = rig_scalar (rig, OUT);
  results.vectors[0] = rig_read (rig, n, y);
  seidel_session_multiply_transposed (session, A, x, y);
  results.vectors[1] = rig_read (rig, n, y);
  seidel_session_residual (session, A, b, x, y, OUT);
  results.sums[1] = rig_scalar (rig, OUT);
  results.vectors[2] = rig_read (rig, n, y);
  seidel_session_jacobi (session, A, b, x, y, OUT);
  results.sums[2] = rig_scalar (rig, OUT);
  results.vectors[3] = rig_read (rig, n, y);
  rig->engine.vectors.dot (session->context, OUT, b, x);
  results.sums[3] = rig_scalar (rig, OUT);
  for (int direction = 0; direction < 2; direction++)
    results.vectors[4 + direction] = swept (rig, A, direction, b_values, x_values);
  rig_assert_ok (rig);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, x);
  seidel_session_vector_free (session, y);
  rig->engine.operators.free (session->context, A);
  return results;
}

/* As many threads as there may be, and kernels for every processor instead of those for this one.
 * What differs between arithmetics is rounding alone. */
static void
check_bits (SeidelPrecision precision, SeidelStorage storage, const SeidelCsr *csr)
{
  Results plain = { { NULL }, { 0.0 } };

  for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
    {
      Results one = { { NULL }, { 0.0 } };

      for (int threads = 1; threads <= 4; threads++)
        {
          bool portable = threads == 4;
          Results results;
          Rig rig;

          rig_open_with (&rig, precision, arithmetic, threads);
          if (portable)
            rig.session.context->variant = seidel_cpu_choose_variant (arithmetic, true);
          results = run_all (&rig, csr, storage);
          if (threads == 1)
            one = results;
          else
            {
              assert_same_results (&results, &one, csr->rows);
              results_clear (&results);
            }
          if (threads == 1 && arithmetic > 0)
            for (int i = 0; i < N_VECTORS; i++)
              test_assert_close (one.vectors[i], plain.vectors[i], csr->rows,
                                 1000.0 * rig_epsilon (&rig));
          rig_close (&rig);
        }
      if (arithmetic == 0)
        plain = one;
      else
        results_clear (&one);
    }
  results_clear (&plain);
}

static void
test_bits (gconstpointer data)
{
  SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-27", 18);
  g_autoptr (SeidelCsr) small = test_csr_random (700, 12, 1.2, 1);

  for (size_t s = 0; s < G_N_ELEMENTS (storages); s++)
    {
      check_bits (precision, storages[s], small);
      if (storages[s] != SEIDEL_STORAGE_DENSE)
        check_bits (precision, storages[s], grid->csr);
    }
}

/* Every strategy that keeps the order of the rows sweeps with the bits of the serial one. */
static void
test_strategies (gconstpointer data)
{
  SeidelPrecision precision = (SeidelPrecision) GPOINTER_TO_INT (data);
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-27", 14);
  const SeidelCsr *csr = grid->csr;
  int64_t n = csr->rows;
  g_autofree double *b_values = test_random_vector (n, 1);
  g_autofree double *x_values = test_random_vector (n, 2);
  const SeidelEngine *engine = seidel_cpu_engine ();

  for (int arithmetic = 0; arithmetic < N_ARITHMETICS; arithmetic++)
    for (int direction = 0; direction < 2; direction++)
      {
        g_autoptr (SeidelSchedule) schedule =
          seidel_schedule_new (csr, direction, NULL, NULL, NULL);
        SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };
        g_autofree double *serial = NULL;

        for (int strategy = 0; strategy < engine->n_strategies; strategy++)
          {
            g_autofree double *result = NULL;
            SeidelOperator *A;
            SeidelVector *b, *x;
            SeidelSweep *sweep;
            Rig rig;

            rig_open_with (&rig, precision, arithmetic, 2);
            A = new_system (&rig, csr, SEIDEL_STORAGE_CSR);
            b = rig_vector (&rig, n, b_values);
            x = rig_vector (&rig, n, x_values);
            sweep = engine->sweeps.create (rig.session.context, A, strategy, direction, &levels);
            engine->sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
            rig_assert_ok (&rig);
            result = rig_read (&rig, n, x);
            if (strategy == 0)
              serial = g_steal_pointer (&result);
            else
              test_assert_same_bits (result, serial, n);
            engine->sweeps.free (rig.session.context, sweep);
            seidel_session_vector_free (&rig.session, b);
            seidel_session_vector_free (&rig.session, x);
            engine->operators.free (rig.session.context, A);
            rig_close (&rig);
          }
      }
}

static void
test_declared (void)
{
  g_assert_cmpint (seidel_cpu_engine ()->arithmetics, ==,
                   SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu/arithmetic/declared", test_declared);
  g_test_add_func ("/cpu/arithmetic/compensated/rows", test_compensated_rows);
  g_test_add_func ("/cpu/arithmetic/compensated/dot", test_compensated_dot);
  g_test_add_func ("/cpu/arithmetic/fused/by-hand", test_fused_by_hand);
  g_test_add_func ("/cpu/arithmetic/fused/dot", test_fused_dot);
  g_test_add_data_func ("/cpu/arithmetic/bits/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_bits);
  g_test_add_data_func ("/cpu/arithmetic/bits/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_bits);
  g_test_add_data_func ("/cpu/arithmetic/strategies/single",
                        GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE), test_strategies);
  g_test_add_data_func ("/cpu/arithmetic/strategies/double",
                        GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE), test_strategies);
  return g_test_run ();
}
