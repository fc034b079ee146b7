/* Matrices by diagonals and dense ones on the CPU engine: conversions and sweeps against plain
 * twins and against the matrix in rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"
#include "known-matrices.h"
#include "storage-testing.h"

#include "analysis/seidel-schedule.h"

/* An entry as the array holds it; NAN where it has no place for it. */
static double
entry_of (const Rig *rig, const SeidelOperator *A, int64_t row, int64_t column)
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
  SeidelOperator *A;
  Rig rig;

  rig_open (&rig, precision, 2);
  A = storage_testing_system (&rig, csr, storage);
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
  rig.engine.operators.free (rig.session.context, A);
  rig_close (&rig);
}

static void
test_conversion (void)
{
  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      {
        const int shapes[][2] = { { 1, 5 }, { 5, 1 }, { 40, 300 }, { 300, 40 } };

        for (int which = 0; which < 5; which++)
          {
            g_autoptr (SeidelCsr) csr = storage_testing_square (which);

            check_conversion (precision, storage_testing_storages[s], csr);
          }
        for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
          {
            g_autoptr (SeidelCsr) csr = storage_testing_rectangular (shapes[i][0], shapes[i][1]);

            check_conversion (precision, storage_testing_storages[s], csr);
          }
      }
}

static void
test_conversion_known (void)
{
  static const char *const names[] = { "truss",    "stokes-cavity", "mycielskian", "kmer-like",
                                       "bcsstk01", "LFAT5",         "ash219",      "west0479" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const KnownMatrix *known = known_matrix_find (names[i]);
      g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;

      for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages) && matrix != NULL; s++)
        check_conversion (SEIDEL_PRECISION_DOUBLE, storage_testing_storages[s], matrix->csr);
    }
}

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
             SeidelOperator *A,
             const SeidelCsr *csr,
             SeidelDirection direction,
             double omega,
             bool triangle)
{
  int64_t n = csr->rows;
  g_autofree double *b_values = storage_testing_vector (rig, n, 1);
  g_autofree double *x_values = storage_testing_vector (rig, n, 2);
  g_autofree long double *expected = g_new (long double, n + 1);
  g_autofree double *result = NULL;
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *x = triangle ? rig_poisoned (rig, n) : rig_vector (rig, n, x_values);
  SeidelSweep *sweep = rig->engine.sweeps.create (rig->session.context, A, 0, direction, NULL);

  g_assert_nonnull (sweep);
  for (int64_t i = 0; i < n; i++)
    expected[i] = triangle ? 0.0L : (long double) x_values[i];
  sweep_ref (rig, csr, direction, omega, b_values, expected);
  if (triangle)
    seidel_session_solve_triangle (&rig->session, sweep, b, x, omega, NULL, NULL);
  else
    rig->engine.sweeps.run (rig->session.context, sweep, b, x, omega, NULL, NULL);
  rig_assert_ok (rig);
  result = rig_read (rig, n, x);
  assert_close_to_ref (rig, result, expected, n);
  rig->engine.sweeps.free (rig->session.context, sweep);
  seidel_session_vector_free (&rig->session, b);
  seidel_session_vector_free (&rig->session, x);
}

/* Steps of a chain against sweeps one by one, with the residual before each. */
static void
check_chain (Rig *rig, SeidelOperator *A, const SeidelCsr *csr, double omega, int directions)
{
  SeidelSession *session = &rig->session;
  SeidelContext *context = session->context;
  int64_t n = csr->rows;
  g_autofree double *b_values = storage_testing_vector (rig, n, 1);
  g_autofree double *x_values = storage_testing_vector (rig, n, 2);
  SeidelVector *b = rig_vector (rig, n, b_values);
  SeidelVector *chained = rig_vector (rig, n, x_values);
  SeidelVector *plain = rig_vector (rig, n, x_values);
  SeidelVector *r = rig_poisoned (rig, n);
  SeidelSweep *sweeps[2] = { NULL, NULL };
  SeidelRelaxation *chain;

  for (int direction = 0; direction < 2; direction++)
    if (directions & 1 << direction)
      sweeps[direction] = rig->engine.sweeps.create (context, A, 0, direction, NULL);
  chain = rig->engine.relaxations.create (context, A, sweeps[0], sweeps[1], omega);
  g_assert_nonnull (chain);
  for (int step = 0; step < 4; step++)
    {
      g_autofree double *x_chained = NULL;
      g_autofree double *x_plain = NULL;
      double squares[2];

      seidel_session_residual (session, A, b, plain, r, OUT);
      squares[0] = rig_scalar (rig, OUT);
      rig->engine.scalars.set (context, OUT, NAN);
      rig->engine.relaxations.step (context, chain, b, chained, OUT, NULL, NULL);
      squares[1] = rig_scalar (rig, OUT);
      for (int direction = 0; direction < 2; direction++)
        if (sweeps[direction] != NULL)
          rig->engine.sweeps.run (context, sweeps[direction], b, plain, omega, NULL, NULL);
      g_assert_cmpfloat (fabs (sqrt (squares[1]) - sqrt (squares[0])), <=,
                         1000.0 * rig_epsilon (rig) * sqrt ((double) n));
      x_chained = rig_read (rig, n, chained);
      x_plain = rig_read (rig, n, plain);
      test_assert_close (x_chained, x_plain, n, 400.0 * rig_epsilon (rig));
    }
  rig_assert_ok (rig);
  rig->engine.relaxations.free (context, chain);
  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      rig->engine.sweeps.free (context, sweeps[direction]);
  seidel_session_vector_free (session, b);
  seidel_session_vector_free (session, chained);
  seidel_session_vector_free (session, plain);
  seidel_session_vector_free (session, r);
}

static void
test_sweeps (gconstpointer data)
{
  const double omegas[] = { 1.0, 1.3, 0.7 };

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int which = 0; which < STORAGE_TESTING_SQUARES; which++)
      {
        g_autoptr (SeidelCsr) csr = storage_testing_square (which);
        SeidelOperator *A;
        Rig rig;

        rig_open (&rig, (SeidelPrecision) GPOINTER_TO_INT (data), 2);
        A = storage_testing_system (&rig, csr, storage_testing_storages[s]);
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
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

static void
test_other_strategies (void)
{
  g_autoptr (SeidelCsr) csr = storage_testing_square (3);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int strategy = 1; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      {
        const SeidelStatus *status;
        SeidelOperator *A;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = storage_testing_system (&rig, csr, storage_testing_storages[s]);
        g_assert_null (rig.engine.sweeps.create (rig.session.context, A, strategy,
                                                 SEIDEL_DIRECTION_FORWARD, &levels));
        status = rig.engine.contexts.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_FAILED);
        test_assert_wording_of ("other strategies", status->message);
        rig.engine.operators.free (rig.session.context, A);
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

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int all = 0; all < 2; all++)
      {
        const SeidelStatus *status;
        SeidelOperator *A;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = storage_testing_system (&rig, all ? all_missing : one_missing,
                                    storage_testing_storages[s]);
        g_assert_null (
          rig.engine.sweeps.create (rig.session.context, A, 0, SEIDEL_DIRECTION_FORWARD, NULL));
        status = rig.engine.contexts.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
        g_assert_cmpint (status->row, ==, all ? 0 : 1);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* Converting, multiplying and sweeping can all be stopped. */
static void
test_stop (void)
{
  g_autoptr (SeidelMatrix) sparse = test_gallery_sized ("poisson-27", 25);
  g_autoptr (SeidelCsr) small = test_csr_random (1500, 3, 1.2, 1);

  for (size_t s = 0; s < G_N_ELEMENTS (storage_testing_storages); s++)
    for (int operation = 0; operation < 4; operation++)
      {
        const SeidelCsr *csr =
          storage_testing_storages[s] == SEIDEL_STORAGE_DENSE ? small : sparse->csr;
        SeidelCsrView view = rig_view (csr);
        SeidelOperator *A;
        SeidelVector *x;
        SeidelSweep *sweep;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_SINGLE, 2);
        x = seidel_session_vector_new (&rig.session, csr->rows);
        if (operation == 0)
          rig.stop_at = 3;
        A = rig.engine.operators.create (rig.session.context, &view, storage_testing_storages[s]);
        g_assert_true ((A == NULL) == (operation == 0));
        if (operation > 0)
          {
            sweep = rig.engine.sweeps.create (rig.session.context, A, 0, operation & 1, NULL);
            rig.stop_at = atomic_load (&rig.polls) + 3;
            if (operation == 1)
              seidel_session_multiply (&rig.session, A, x, x);
            else if (operation == 2)
              seidel_session_multiply_transposed (&rig.session, A, x, x);
            else
              rig.engine.sweeps.run (rig.session.context, sweep, x, x, 1.0, NULL, NULL);
            rig.engine.sweeps.free (rig.session.context, sweep);
            rig.engine.operators.free (rig.session.context, A);
          }
        g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                         SEIDEL_STATUS_STOPPED);
        seidel_session_vector_free (&rig.session, x);
        rig_close (&rig);
      }
}

/* Where the vectors are permuted by level already, an array cannot be added: a failure, not a wrong
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
  SeidelOperator *A;
  SeidelSweep *sweep;
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
  A = storage_testing_system (&rig, csr, SEIDEL_STORAGE_CSR);
  sweep = rig.engine.sweeps.create (rig.session.context, A,
                                    seidel_engine_find_strategy (&rig.engine, "levels"),
                                    SEIDEL_DIRECTION_FORWARD, &levels);
  g_assert_nonnull (sweep);
  g_assert_null (
    rig.engine.operators.create (rig.session.context, &view, SEIDEL_STORAGE_DIAGONALS));
  g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                   SEIDEL_STATUS_FAILED);
  test_assert_wording (rig.engine.contexts.status (rig.session.context)->message);
  rig.engine.sweeps.free (rig.session.context, sweep);
  rig.engine.operators.free (rig.session.context, A);
  rig_close (&rig);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu/storage/conversion", test_conversion);
  g_test_add_func ("/cpu/storage/conversion/known", test_conversion_known);
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
