/* Triangles and relaxations of the CPU engine: every strategy gives the bits of serial, and
 * serial what plain sweeps and plain residuals say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "work-testing.h"

#define N_STEPS 10

enum
{
  RR
};

/* The sweeps of a relaxation: bit d is direction d. */
enum
{
  ONLY_FORWARD = 1 << SEIDEL_DIRECTION_FORWARD,
  ONLY_BACKWARD = 1 << SEIDEL_DIRECTION_BACKWARD,
  BOTH = ONLY_FORWARD | ONLY_BACKWARD,
};

static const char *
name_of (int strategy)
{
  return seidel_cpu_engine ()->strategies[strategy].id;
}

/* (D/ω + L) x = b, one row after the other. */
static double *
triangle_ref (const SeidelCsr *csr, SeidelDirection direction, double omega)
{
  g_autofree double *b = test_random_vector (csr->rows, 21);
  double *x = g_new (double, csr->rows + 1);

  test_poison (x, csr->rows);
  for (int64_t i = 0; i < csr->rows; i++)
    {
      int64_t row = direction == SEIDEL_DIRECTION_FORWARD ? i : csr->rows - 1 - i;
      long double sum = b[row];
      double diagonal = NAN;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int32_t column = csr->column_indices[k];

          if (column == row)
            diagonal = csr->values[k];
          else if ((column < row) == (direction == SEIDEL_DIRECTION_FORWARD))
            sum -= (long double) csr->values[k] * x[column];
        }
      x[row] = (double) (omega * sum / diagonal);
    }
  return x;
}

/* How a triangle is solved. */
typedef enum
{
  BY_ROWS,  /* over NaN */
  BY_SWEEP, /* over zeros, by a whole sweep */
  SCALED,   /* over NaN, its rows being scaled */
} Way;

static double *
solve_triangle (const SeidelCsr *csr,
                int strategy,
                SeidelDirection direction,
                SeidelPrecision precision,
                double omega,
                int threads,
                Way way)
{
  g_autofree double *poison = g_new (double, csr->rows + 1);
  double *result;
  Work work;

  work_open (&work, csr, precision, threads);
  plan (&work, strategy, direction);
  test_poison (poison, csr->rows);
  work.rig.engine.vectors.upload (work.rig.session.context, work.x, poison);
  g_assert_true (seidel_session_scales_triangles (&work.rig.session));
  if (way == BY_SWEEP)
    work.rig.engine.contexts.fused = rig_fused_nothing;
  if (way == SCALED)
    seidel_session_solve_scaled_triangle (&work.rig.session, work.sweeps[direction], work.b, work.x,
                                          NULL, NULL);
  else
    seidel_session_solve_triangle (&work.rig.session, work.sweeps[direction], work.b, work.x, omega,
                                   NULL, NULL);
  rig_assert_ok (&work.rig);
  result = rig_read (&work.rig, csr->rows, work.x);
  work_close (&work);
  return result;
}

/* Compares every strategy with the serial one, which is returned, and that with what is expected.
 */
static double *
check_strategies (const SeidelCsr *csr,
                  SeidelDirection direction,
                  SeidelPrecision precision,
                  double omega,
                  Way way,
                  const double *expected)
{
  double *serial = solve_triangle (csr, 0, direction, precision, omega, 1, way);

  test_assert_close (serial, expected, csr->rows,
                     precision == SEIDEL_PRECISION_SINGLE ? 1e-4 : 1e-13);
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (int threads = 2; threads <= 3; threads++)
      {
        g_autofree double *x =
          solve_triangle (csr, strategy, direction, precision, omega, threads, way);

        test_assert_same_bits (x, serial, csr->rows);
      }
  return serial;
}

static void
check_triangle (const Pattern *pattern,
                SeidelDirection direction,
                SeidelPrecision precision,
                double omega)
{
  const SeidelCsr *csr = pattern->csr;
  g_autofree double *expected = triangle_ref (csr, direction, omega);
  g_autofree double *serial = NULL;
  g_autofree double *by_sweep = NULL;

  g_test_message ("%s, direction %d, precision %d, ω = %g", pattern->name, direction, precision,
                  omega);
  serial = check_strategies (csr, direction, precision, omega, BY_ROWS, expected);
  by_sweep = solve_triangle (csr, 0, direction, precision, omega, 1, BY_SWEEP);
  test_assert_close (by_sweep, serial, csr->rows, 0.0);
}

static void
test_triangles (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    for (int which = 0; which < 4; which++)
      check_triangle (&g_array_index (patterns, Pattern, i), which & 1, which >> 1 & 1,
                      i % 2 == 0 ? 1.25 : 1.0);
  patterns_free (patterns);
}

/* A triangle whose rows are divided by their diagonal entries, which stand undivided. */
static SeidelCsr *
scale_rows (const SeidelCsr *csr)
{
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  SeidelCsr *scaled = seidel_csr_new (csr->rows, csr->columns, nonzeros, NULL);

  memcpy (scaled->row_offsets, csr->row_offsets,
          (size_t) (csr->rows + 1) * sizeof *csr->row_offsets);
  memcpy (scaled->column_indices, csr->column_indices,
          (size_t) nonzeros * sizeof *csr->column_indices);
  memcpy (scaled->values, csr->values, (size_t) nonzeros * sizeof *csr->values);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t diagonal = seidel_csr_lower_bound (csr, row, row);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (k != diagonal)
          scaled->values[k] /= csr->values[diagonal];
    }
  return scaled;
}

static void
check_scaled_triangle (const Pattern *pattern, SeidelDirection direction, SeidelPrecision precision)
{
  g_autoptr (SeidelCsr) scaled = scale_rows (pattern->csr);
  g_autofree double *expected = triangle_ref (pattern->csr, direction, 1.0);

  g_test_message ("%s, direction %d, precision %d", pattern->name, direction, precision);
  g_free (check_strategies (scaled, direction, precision, 1.0, SCALED, expected));
}

static void
test_scaled_triangles (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    for (int which = 0; which < 4; which++)
      check_scaled_triangle (&g_array_index (patterns, Pattern, i), which & 1, which >> 1 & 1);
  patterns_free (patterns);
}

/* ‖b − A x‖, and in *scale the norm of |b| + |A| |x|: what rounding is in proportion to. */
static double
residual_ref (const SeidelCsr *csr, const Rig *rig, const double *b, const double *x, double *scale)
{
  long double squares = 0.0;
  long double sizes = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      long double r = rig_round (rig, b[row]);
      long double size = fabsl (r);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          long double product =
            (long double) rig_round (rig, csr->values[k]) * x[csr->column_indices[k]];

          r -= product;
          size += fabsl (product);
        }
      squares += r * r;
      sizes += size * size;
    }
  *scale = (double) sqrtl (sizes);
  return (double) sqrtl (squares);
}

/* x after N_STEPS steps, and the residuals that they returned in norms. Where checked, each of
 * these is compared with that of the x that came in. */
static double *
run_relaxation (const SeidelCsr *csr,
                int strategy,
                int which,
                SeidelPrecision precision,
                double omega,
                int threads,
                double *norms,
                bool checked)
{
  g_autofree double *b = test_random_vector (csr->rows, 21);
  SeidelRelaxation *relaxation;
  double *result;
  Work work;

  work_open (&work, csr, precision, threads);
  for (int d = 0; d < 2; d++)
    if (which & 1 << d)
      plan (&work, strategy, d);
  relaxation = work.rig.engine.relaxations.create (work.rig.session.context, work.A, work.sweeps[0],
                                                   work.sweeps[1], omega);
  g_assert_nonnull (relaxation);
  for (int step = 0; step < N_STEPS; step++)
    {
      g_autofree double *x = rig_read (&work.rig, csr->rows, work.x);
      double scale;

      seidel_session_set (&work.rig.session, RR, NAN);
      work.rig.engine.relaxations.step (work.rig.session.context, relaxation, work.b, work.x, RR,
                                        NULL, NULL);
      norms[step] = sqrt (rig_scalar (&work.rig, RR));
      if (checked)
        g_assert_cmpfloat (fabs (norms[step] - residual_ref (csr, &work.rig, b, x, &scale)), <=,
                           40 * rig_epsilon (&work.rig) * scale);
    }
  rig_assert_ok (&work.rig);
  result = rig_read (&work.rig, csr->rows, work.x);
  work.rig.engine.relaxations.free (work.rig.session.context, relaxation);
  work_close (&work);
  return result;
}

/* The same by plain sweeps. */
static double *
run_composed (const SeidelCsr *csr, int which, SeidelPrecision precision, double omega)
{
  double *result;
  Work work;

  work_open (&work, csr, precision, 1);
  for (int step = 0; step < N_STEPS; step++)
    for (int d = 0; d < 2; d++)
      if (which & 1 << d)
        {
          if (work.sweeps[d] == NULL)
            plan (&work, 0, d);
          work.rig.engine.sweeps.run (work.rig.session.context, work.sweeps[d], work.b, work.x,
                                      omega, NULL, NULL);
        }
  rig_assert_ok (&work.rig);
  result = rig_read (&work.rig, csr->rows, work.x);
  work_close (&work);
  return result;
}

static double
largest (const double *x, int64_t n)
{
  double value = 0.0;

  for (int64_t i = 0; i < n; i++)
    value = MAX (value, fabs (x[i]));
  return value;
}

static void
check_relaxation (const Pattern *pattern, int which, SeidelPrecision precision, double omega)
{
  const SeidelCsr *csr = pattern->csr;
  double norms[N_STEPS];
  g_autofree double *serial = run_relaxation (csr, 0, which, precision, omega, 1, norms, true);
  g_autofree double *composed = run_composed (csr, which, precision, omega);
  double epsilon = precision == SEIDEL_PRECISION_SINGLE ? FLT_EPSILON : DBL_EPSILON;

  g_test_message ("%s, sweeps %d, precision %d, ω = %g", pattern->name, which, precision, omega);
  if (which != BOTH)
    test_assert_same_bits (serial, composed, csr->rows);
  test_assert_close (serial, composed, csr->rows,
                     100 * epsilon * (1.0 + largest (composed, csr->rows)));
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (int threads = 2; threads <= 3; threads++)
      {
        double others[N_STEPS];
        g_autofree double *x =
          run_relaxation (csr, strategy, which, precision, omega, threads, others, false);

        test_assert_same_bits (x, serial, csr->rows);
        for (int step = 0; step < N_STEPS; step++)
          g_assert_cmpfloat (fabs (others[step] - norms[step]), <=, 1e-12 * norms[step]);
      }
}

static void
test_relaxations (gconstpointer data)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    {
      const Pattern *pattern = &g_array_index (patterns, Pattern, i);

      check_relaxation (pattern, ONLY_FORWARD, GPOINTER_TO_INT (data), 1.0);
      check_relaxation (pattern, ONLY_BACKWARD, GPOINTER_TO_INT (data), 1.25);
      check_relaxation (pattern, BOTH, GPOINTER_TO_INT (data), i % 2 == 0 ? 1.0 : 1.25);
    }
  patterns_free (patterns);
}

/* Residuals alone. */
static void
test_no_sweeps (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (500, 3, 1.2, 4);
  double norms[N_STEPS];
  g_autofree double *x = run_relaxation (csr, 0, 0, SEIDEL_PRECISION_DOUBLE, 1.0, 2, norms, true);
  g_autofree double *expected = test_random_vector (csr->rows, 22);

  test_assert_same_bits (x, expected, csr->rows);
  for (int step = 1; step < N_STEPS; step++)
    g_assert_cmpfloat (norms[step], ==, norms[0]);
}

/* The context takes another order on between two steps of serial sweeps. */
static void
test_new_order (void)
{
  g_autoptr (SeidelCsr) csr = patterns_gallery ("poisson-5", 70);

  for (int which = ONLY_FORWARD; which <= BOTH; which++)
    {
      double norms[N_STEPS];
      g_autofree double *expected =
        run_relaxation (csr, 0, which, SEIDEL_PRECISION_DOUBLE, 1.25, 2, norms, true);
      g_autofree double *result = NULL;
      SeidelSweep *serial[2] = { NULL, NULL };
      SeidelRelaxation *relaxation;
      Work work;

      work_open (&work, csr, SEIDEL_PRECISION_DOUBLE, 2);
      for (int d = 0; d < 2; d++)
        if (which & 1 << d)
          {
            plan (&work, 0, d);
            serial[d] = g_steal_pointer (&work.sweeps[d]);
          }
      relaxation = work.rig.engine.relaxations.create (work.rig.session.context, work.A, serial[0],
                                                       serial[1], 1.25);
      for (int step = 0; step < N_STEPS; step++)
        {
          if (step == 4)
            plan (&work, sweep_find_strategy ("levels"), SEIDEL_DIRECTION_FORWARD);
          work.rig.engine.relaxations.step (work.rig.session.context, relaxation, work.b, work.x,
                                            RR, NULL, NULL);
          g_assert_cmpfloat (fabs (sqrt (rig_scalar (&work.rig, RR)) - norms[step]), <=,
                             1e-12 * norms[step]);
        }
      rig_assert_ok (&work.rig);
      result = rig_read (&work.rig, csr->rows, work.x);
      test_assert_same_bits (result, expected, csr->rows);
      work.rig.engine.relaxations.free (work.rig.session.context, relaxation);
      for (int d = 0; d < 2; d++)
        work.rig.engine.sweeps.free (work.rig.session.context, serial[d]);
      work_close (&work);
    }
}

static void
check_stop (const SeidelCsr *csr, int strategy, int which, int threads)
{
  bool whole = false;

  for (int stop_at = 1; !whole; stop_at += 1 + stop_at / 2)
    {
      g_autofree double *before = NULL;
      g_autofree double *after = NULL;
      SeidelRelaxation *relaxation;
      Work work;

      work_open (&work, csr, SEIDEL_PRECISION_DOUBLE, threads);
      for (int d = 0; d < 2; d++)
        if (which & 1 << d)
          plan (&work, strategy, d);
      relaxation = work.rig.engine.relaxations.create (work.rig.session.context, work.A,
                                                       work.sweeps[0], work.sweeps[1], 1.0);
      atomic_store (&work.rig.polls, 0);
      work.rig.stop_at = stop_at;
      for (int step = 0; step < 2; step++)
        work.rig.engine.relaxations.step (work.rig.session.context, relaxation, work.b, work.x, RR,
                                          NULL, NULL);
      whole = atomic_load (&work.rig.polls) < stop_at;
      g_assert_cmpint (work.rig.engine.contexts.status (work.rig.session.context)->code, ==,
                       whole ? SEIDEL_STATUS_OK : SEIDEL_STATUS_STOPPED);
      before = rig_read (&work.rig, csr->rows, work.x);
      if (!whole)
        work.rig.engine.relaxations.step (work.rig.session.context, relaxation, work.b, work.x, RR,
                                          NULL, NULL);
      after = rig_read (&work.rig, csr->rows, work.x);
      test_assert_same_bits (after, before, csr->rows);
      work.rig.engine.relaxations.free (work.rig.session.context, relaxation);
      work_close (&work);
    }
}

static void
test_stop (void)
{
  g_autoptr (SeidelCsr) cube = patterns_gallery ("poisson-27", 16);
  g_autoptr (SeidelCsr) random = test_csr_random (8000, 2, 1.2, 1);

  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (int which = ONLY_FORWARD; which <= BOTH; which++)
      {
        check_stop (cube, strategy, which, 3);
        check_stop (random, strategy, which, 3);
      }
}

/* A run in which a large block is refused: it says so, or gives the bits of any other. Returns
 * whether there was such a block. */
static bool
run_refusing (const SeidelCsr *csr, int strategy, int block, const double *expected)
{
  Work work = { 0 };
  SeidelRelaxation *relaxation = NULL;
  g_autofree double *x = NULL;
  bool met;

  work_open (&work, csr, SEIDEL_PRECISION_DOUBLE, 2);
  asked = 0;
  refused = block;
  for (int d = 0; d < 2; d++)
    plan (&work, strategy, d);
  if (work.sweeps[0] != NULL && work.sweeps[1] != NULL)
    relaxation = work.rig.engine.relaxations.create (work.rig.session.context, work.A,
                                                     work.sweeps[0], work.sweeps[1], 1.0);
  for (int step = 0; step < N_STEPS && relaxation != NULL; step++)
    work.rig.engine.relaxations.step (work.rig.session.context, relaxation, work.b, work.x, RR,
                                      NULL, NULL);
  met = asked >= block;
  refused = 0;
  if (seidel_session_failed (&work.rig.session))
    g_assert_cmpint (work.rig.engine.contexts.status (work.rig.session.context)->code, ==,
                     SEIDEL_STATUS_OUT_OF_MEMORY);
  else
    {
      g_assert_nonnull (relaxation);
      x = rig_read (&work.rig, csr->rows, work.x);
      test_assert_same_bits (x, expected, csr->rows);
    }
  if (relaxation != NULL)
    work.rig.engine.relaxations.free (work.rig.session.context, relaxation);
  work_close (&work);
  return met;
}

static void
test_no_memory (void)
{
  g_autoptr (SeidelCsr) grid = patterns_gallery ("poisson-5", 60);
  g_autoptr (SeidelCsr) random = test_csr_random (3600, 3, 1.2, 1);
  const SeidelCsr *list[] = { grid, random };

  for (size_t i = 0; i < G_N_ELEMENTS (list); i++)
    for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      {
        double norms[N_STEPS];
        g_autofree double *expected =
          run_relaxation (list[i], 0, BOTH, SEIDEL_PRECISION_DOUBLE, 1.0, 1, norms, false);
        int block = 1;

        while (run_refusing (list[i], strategy, block, expected))
          block++;
        g_test_message ("%s: %d blocks", name_of (strategy), block - 1);
        g_assert_cmpint (block, >, 2);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/relaxations/triangles", test_triangles);
  g_test_add_func ("/relaxations/scaled-triangles", test_scaled_triangles);
  g_test_add_data_func ("/relaxations/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_relaxations);
  g_test_add_data_func ("/relaxations/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_relaxations);
  g_test_add_func ("/relaxations/no-sweeps", test_no_sweeps);
  g_test_add_func ("/relaxations/new-order", test_new_order);
  g_test_add_func ("/relaxations/stop", test_stop);
  g_test_add_func ("/relaxations/no-memory", test_no_memory);
  return g_test_run ();
}
