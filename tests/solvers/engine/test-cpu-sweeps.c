/* Gauss-Seidel sweeps of the CPU engine: every strategy, direction, precision and number of threads
 * on many patterns; levels must give the bits of serial, and serial what the textbook says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-sweep-private.h"

#include "golden-testing.h"
#include "sweep-testing.h"

#define N_SWEEPS 3

typedef struct
{
  const SeidelSchedule *schedule;
  int calls;
} Times;

/* Levels and passes are as many and as wide as the schedule says. */
static void
times_cb (const SeidelSweepReport *report, void *data)
{
  Times *times = data;
  int64_t sum = 0;

  times->calls++;
  g_assert_cmpint (report->direction, ==, times->schedule->direction);
  g_assert_cmpint (report->count, ==, times->schedule->count);
  for (int32_t level = 0; level < report->count; level++)
    {
      g_assert_cmpint (report->nanoseconds[level], >=, 0);
      if (report->rows != NULL)
        g_assert_cmpint (report->rows[level], ==, times->schedule->level_rows[level]);
      sum += report->nanoseconds[level];
    }
  /* Of a few rows nothing may be left without the time of the clock itself. */
  if (times->schedule->rows >= 500)
    g_assert_cmpint (sum, >, 0);
}

/* x after N_SWEEPS sweeps, the second of them measured. */
static double *
run_sweeps (const SeidelCsr *csr,
            const SeidelSchedule *schedule,
            const char *strategy,
            SeidelDirection direction,
            SeidelPrecision precision,
            double omega,
            int threads)
{
  SeidelLevelsView levels = sweep_levels_of (schedule);
  g_autofree double *b_values = test_random_vector (csr->rows, 11);
  g_autofree double *x_values = test_random_vector (csr->rows, 12);
  const SeidelStrategy *info = &seidel_cpu_engine ()->strategies[sweep_find_strategy (strategy)];
  SeidelMeasures measures;
  Times times = { schedule, 0 };
  SeidelOperator *A;
  SeidelSweep *sweep;
  SeidelVector *b;
  SeidelVector *x;
  double *result;
  Rig rig;

  rig_open (&rig, precision, threads);
  A = rig_system (&rig, csr);
  b = rig_vector (&rig, csr->rows, b_values);
  x = rig_vector (&rig, csr->rows, x_values);
  sweep = sweep_plan (&rig, A, sweep_find_strategy (strategy), direction,
                      info->needs_levels ? &levels : NULL);
  g_assert_nonnull (sweep);
  measures = rig.engine.sweeps.measures (sweep);
  /* Point to point falls back to serial where that is faster. */
  g_assert_true (measures == info->measures || measures == SEIDEL_MEASURES_NOTHING);
  for (int n = 0; n < N_SWEEPS; n++)
    rig.engine.sweeps.run (rig.session.context, sweep, b, x, omega, n == 1 ? times_cb : NULL,
                           &times);
  rig_assert_ok (&rig);
  g_assert_cmpint (times.calls, ==, measures != SEIDEL_MEASURES_NOTHING);
  result = rig_read (&rig, csr->rows, x);
  rig.engine.sweeps.free (rig.session.context, sweep);
  seidel_session_vector_free (&rig.session, b);
  seidel_session_vector_free (&rig.session, x);
  rig.engine.operators.free (rig.session.context, A);
  rig_close (&rig);
  return result;
}

/* The textbook: x_i ← (1 − ω) x_i + ω (b_i − Σ_{j≠i} a_ij x_j) / a_ii, one row after the other. */
static double *
sweeps_ref (const SeidelCsr *csr, SeidelDirection direction, double omega)
{
  g_autofree double *b = test_random_vector (csr->rows, 11);
  double *x = test_random_vector (csr->rows, 12);

  for (int n = 0; n < N_SWEEPS; n++)
    for (int64_t i = 0; i < csr->rows; i++)
      {
        int64_t row = direction == SEIDEL_DIRECTION_FORWARD ? i : csr->rows - 1 - i;
        long double sum = b[row];
        double diagonal = NAN;

        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          if (csr->column_indices[k] == row)
            diagonal = csr->values[k];
          else
            sum -= (long double) csr->values[k] * x[csr->column_indices[k]];
        x[row] = (double) ((1.0L - omega) * x[row] + omega * sum / diagonal);
      }
  return x;
}

static void
check_pattern (const Pattern *pattern,
               SeidelDirection direction,
               SeidelPrecision precision,
               double omega)
{
  const SeidelCsr *csr = pattern->csr;
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
  g_autofree double *expected = sweeps_ref (csr, direction, omega);
  g_autofree double *serial = NULL;

  g_test_message ("%s, %s, %s, ω = %g", pattern->name,
                  direction == SEIDEL_DIRECTION_FORWARD ? "forward" : "backward",
                  precision == SEIDEL_PRECISION_SINGLE ? "single" : "double", omega);
  serial = run_sweeps (csr, schedule, "serial", direction, precision, omega, 1);
  test_assert_close (serial, expected, csr->rows,
                     (precision == SEIDEL_PRECISION_SINGLE ? 2e-5 : 1e-13)
                       * (omega > 1.0 ? 5.0 : 1.0));
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (const int *threads = sweep_thread_counts (strategy); *threads > 0; threads++)
      {
        g_autofree double *x =
          run_sweeps (csr, schedule, seidel_cpu_engine ()->strategies[strategy].id, direction,
                      precision, omega, *threads);

        test_assert_same_bits (x, serial, csr->rows);
      }
}

static void
test_patterns (gconstpointer data)
{
  SeidelDirection direction = GPOINTER_TO_INT (data) & 1;
  SeidelPrecision precision = GPOINTER_TO_INT (data) >> 1;
  GArray *patterns = patterns_new ();
  int unsafe = 0;

  for (guint i = 0; i < patterns->len; i++)
    {
      const Pattern *pattern = &g_array_index (patterns, Pattern, i);
      g_autoptr (SeidelSchedule) schedule =
        seidel_schedule_new (pattern->csr, direction, NULL, NULL, NULL);

      unsafe += !schedule->in_place_safe;
      check_pattern (pattern, direction, precision, 1.0);
      check_pattern (pattern, direction, precision, 1.25);
    }
  /* Both ways of keeping the old values were met. */
  g_assert_cmpint (unsafe, >, 2);
  g_assert_cmpint (unsafe, <, (int) patterns->len - 2);
  patterns_free (patterns);
}

/* A matrix that is in no cache, with rows so long that they are fetched ahead. */
static void
test_long_rows (void)
{
  g_autoptr (SeidelCsr) csr = patterns_full (1100);

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);

      for (int relaxes = 0; relaxes < 2; relaxes++)
        for (int precision = 0; precision < 2; precision++)
          {
            const double omega = relaxes ? 1.25 : 1.0;
            g_autofree double *expected = sweeps_ref (csr, direction, omega);
            g_autofree double *x =
              run_sweeps (csr, schedule, "serial", direction, precision, omega, 1);

            test_assert_close (x, expected, csr->rows,
                               precision == SEIDEL_PRECISION_SINGLE ? 1e-4 : 1e-12);
          }
    }
}

/* 4x + y = 6, x + 4y − z = 2, 2y + 4z = 3 from zero, worked by hand. */
static void
test_by_hand (void)
{
  const double dense[] = { 4, 1, 0, 1, 4, -1, 0, 2, 4 };
  const double forward[] = { 1.5, 0.125, 0.6875 };      /* 6/4, (2 − 1.5)/4, (3 − 0.25)/4 */
  const double backward[] = { 1.328125, 0.6875, 0.75 }; /* 3/4, (2 + 0.75)/4, (6 − 0.6875)/4 */
  const double b_values[] = { 6, 2, 3 };
  const double zeros[] = { 0, 0, 0 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (3, 3, dense);

  for (int direction = 0; direction < 2; direction++)
    for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      {
        g_autoptr (SeidelSchedule) schedule =
          seidel_schedule_new (csr, direction, NULL, NULL, NULL);
        SeidelLevelsView levels = sweep_levels_of (schedule);
        g_autofree double *result = NULL;
        SeidelOperator *A;
        SeidelSweep *sweep;
        SeidelVector *b;
        SeidelVector *x;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
        A = rig_system (&rig, csr);
        b = rig_vector (&rig, 3, b_values);
        x = rig_vector (&rig, 3, zeros);
        sweep = rig.engine.sweeps.create (rig.session.context, A, strategy, direction, &levels);
        rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
        result = rig_read (&rig, 3, x);
        test_assert_same_bits (result, direction == 0 ? forward : backward, 3);
        rig.engine.sweeps.free (rig.session.context, sweep);
        seidel_session_vector_free (&rig.session, b);
        seidel_session_vector_free (&rig.session, x);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

static void
check_stop (const SeidelCsr *csr, int strategy, SeidelDirection direction, int threads)
{
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
  SeidelLevelsView levels = sweep_levels_of (schedule);
  g_autofree double *ones = test_random_vector (csr->rows, 3);
  g_autofree double *before = NULL;
  g_autofree double *after = NULL;
  Times times = { schedule, 0 };
  SeidelOperator *A;
  SeidelSweep *sweep;
  SeidelVector *b;
  SeidelVector *x;
  /* How often threads poll depends on how they take turns, but not below this. */
  int least = (int) (seidel_csr_nonzeros (csr) / SEIDEL_CPU_CHUNK_NONZEROS);
  Rig rig;

  rig_open (&rig, SEIDEL_PRECISION_DOUBLE, threads);
  A = rig_system (&rig, csr);
  b = rig_vector (&rig, csr->rows, ones);
  x = rig_vector (&rig, csr->rows, ones);
  sweep = sweep_plan (&rig, A, strategy, direction, &levels);
  g_assert_nonnull (sweep);
  atomic_store (&rig.polls, 0);
  rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
  g_assert_cmpint (atomic_load (&rig.polls), >=, MAX (least, 1));

  atomic_store (&rig.polls, 0);
  rig.stop_at = CLAMP (least, 1, 3);
  rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, times_cb, &times);
  g_assert_cmpint (atomic_load (&rig.polls), <, rig.stop_at + threads);
  g_assert_cmpint (times.calls, ==, 0);
  g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                   SEIDEL_STATUS_STOPPED);
  before = rig_read (&rig, csr->rows, x);
  rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, times_cb, &times);
  after = rig_read (&rig, csr->rows, x);
  test_assert_same_bits (after, before, csr->rows);
  g_assert_cmpint (times.calls, ==, 0);
  rig.engine.sweeps.free (rig.session.context, sweep);
  /* Nothing is planned any more either. */
  g_assert_null (rig.engine.sweeps.create (rig.session.context, A, strategy, direction, &levels));
  seidel_session_vector_free (&rig.session, b);
  seidel_session_vector_free (&rig.session, x);
  rig.engine.operators.free (rig.session.context, A);
  rig_close (&rig);
}

static void
test_stop (void)
{
  g_autoptr (SeidelCsr) cube = patterns_gallery ("poisson-27", 30);
  g_autoptr (SeidelCsr) chain = patterns_gallery ("chain", 60000);
  g_autoptr (SeidelCsr) short_chain = patterns_gallery ("chain", 2000);
  g_autoptr (SeidelCsr) diagonal = patterns_diagonal (70000);
  g_autoptr (SeidelCsr) random = test_csr_random (20000, 1, 1.2, 1);
  const SeidelCsr *list[] = { cube, chain, diagonal, random };

  for (size_t i = 0; i < G_N_ELEMENTS (list); i++)
    for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      for (int direction = 0; direction < 2; direction++)
        for (int threads = 1; threads <= 3; threads++)
          /* A pass for each row of a chain would take its time. */
          check_stop (list[i] == chain && seidel_cpu_engine ()->strategies[strategy].demonstration
                        ? short_chain
                        : list[i],
                      strategy, direction, threads);
}

/* Planning itself can be stopped, at whichever poll. */
static void
check_stop_planning (int strategy)
{
  g_autoptr (SeidelCsr) csr = patterns_gallery ("poisson-5", 60);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = sweep_levels_of (schedule);
  bool planned = false;

  for (int stop_at = 1; !planned; stop_at++)
    {
      SeidelOperator *A;
      SeidelSweep *sweep;
      Rig rig;

      rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
      A = rig_system (&rig, csr);
      rig.stop_at = stop_at;
      sweep = sweep_plan (&rig, A, strategy, SEIDEL_DIRECTION_FORWARD, &levels);
      planned = sweep != NULL;
      g_assert_cmpint (rig.engine.contexts.status (rig.session.context)->code, ==,
                       planned ? SEIDEL_STATUS_OK : SEIDEL_STATUS_STOPPED);
      rig.engine.sweeps.free (rig.session.context, sweep);
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
      g_assert_cmpint (stop_at, <, 1000);
    }
}

static void
test_stop_planning (void)
{
  check_stop_planning (SEIDEL_CPU_LEVELS);
  check_stop_planning (SEIDEL_CPU_POINT_TO_POINT);
}

/* The place of the row that is farthest from the row at a place, of those that it depends on; −1
 * when there is none. *shape receives its entries before the diagonal and behind it. */
static int64_t
source_of_place (const SeidelCpuOrder *order, const SeidelCsr *csr, int64_t place, int64_t shape[2])
{
  const bool forward = order->direction == SEIDEL_DIRECTION_FORWARD;
  const int64_t row = order->rows[place];
  const int64_t begin = csr->row_offsets[row];
  const int64_t end = csr->row_offsets[row + 1];
  const int64_t far = csr->column_indices[forward ? begin : end - 1];

  shape[0] = shape[1] = 0;
  for (int64_t k = begin; k < end; k++)
    if (csr->column_indices[k] != row)
      shape[csr->column_indices[k] > row]++;
  return (forward ? far < row : far > row) ? order->places[far] : -1;
}

static void
check_order (const SeidelCpuOrder *order, const SeidelCsr *csr)
{
  for (int32_t level = 0; level < order->n_levels; level++)
    {
      int64_t before_shape[2] = { -1, -1 };
      int64_t before = -1;

      for (int64_t i = order->level_offsets[level]; i < order->level_offsets[level + 1]; i++)
        {
          int64_t shape[2];
          const int64_t source = source_of_place (order, csr, i, shape);

          g_assert_cmpint (order->places[order->rows[i]], ==, i);
          g_assert_cmpint (source, <, order->level_offsets[level]);
          if (shape[0] == before_shape[0] && shape[1] == before_shape[1])
            g_assert_cmpint (source, >=, before);
          else
            g_assert_true (shape[0] > before_shape[0]
                           || (shape[0] == before_shape[0] && shape[1] > before_shape[1]));
          before = source;
          memcpy (before_shape, shape, sizeof shape);
        }
    }
}

/* The levels of short rows are sorted, and all but a few of them sliced. */
static void
test_sorted_levels (void)
{
  g_autoptr (SeidelCsr) csr = patterns_ring (20001);

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      SeidelLevelsView levels = sweep_levels_of (schedule);
      SeidelSweep *sweep;
      SeidelOperator *A;
      int64_t sliced = 0;
      Rig rig;

      rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
      A = rig_system (&rig, csr);
      sweep = sweep_plan (&rig, A, SEIDEL_CPU_LEVELS, direction, &levels);
      g_assert_nonnull (rig.session.context->order);
      check_order (rig.session.context->order, csr);
      for (int64_t run = 0; run < seidel_cpu_sweep_runs (sweep); run++)
        if (sweep->runs[run].kind == SEIDEL_CPU_SLICED)
          sliced += sweep->runs[run].n_rows;
      g_assert_cmpint (sliced, >, csr->rows * 9 / 10);
      rig.engine.sweeps.free (rig.session.context, sweep);
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
    }
}

static void
test_zero_diagonal (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (50000, 3, 1.2, 1);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = sweep_levels_of (schedule);

  csr->values[seidel_csr_find (csr, 31000, 31000)] = 0.0;
  csr->values[seidel_csr_find (csr, 49999, 49999)] = 0.0;
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    for (int threads = 1; threads <= 3; threads++)
      {
        const SeidelStatus *status;
        SeidelOperator *A;
        Rig rig;

        rig_open (&rig, SEIDEL_PRECISION_DOUBLE, threads);
        A = rig_system (&rig, csr);
        g_assert_null (rig.engine.sweeps.create (rig.session.context, A, strategy,
                                                 SEIDEL_DIRECTION_FORWARD, &levels));
        status = rig.engine.contexts.status (rig.session.context);
        g_assert_cmpint (status->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
        g_assert_cmpint (status->row, ==, 31000);
        rig.engine.operators.free (rig.session.context, A);
        rig_close (&rig);
      }
}

/* The ways of threads by levels are tried in turn: all give the bits of a serial sweep, and the
 * quickest is kept. */
static void
test_trial (void)
{
  g_autoptr (SeidelCsr) csr = patterns_gallery ("poisson-5", 150);
  g_autofree double *serial = NULL;

  for (int strategy = SEIDEL_CPU_SERIAL; strategy <= SEIDEL_CPU_POINT_TO_POINT;
       strategy += SEIDEL_CPU_POINT_TO_POINT - SEIDEL_CPU_SERIAL)
    {
      g_autoptr (SeidelSchedule) schedule =
        seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
      SeidelLevelsView levels = sweep_levels_of (schedule);
      g_autofree double *values = test_random_vector (csr->rows, 5);
      bool tried[SEIDEL_CPU_N_WAYS] = { false };
      char why[240] = "";
      SeidelVector *b, *x;
      SeidelSweep *sweep;
      SeidelOperator *A;
      Rig rig;

      rig_open (&rig, SEIDEL_PRECISION_DOUBLE, 2);
      A = rig_system (&rig, csr);
      b = rig_vector (&rig, csr->rows, values);
      x = rig_vector (&rig, csr->rows, values);
      sweep = rig.engine.sweeps.create (rig.session.context, A, SEIDEL_CPU_SERIAL,
                                        SEIDEL_DIRECTION_FORWARD, &levels);
      if (strategy == SEIDEL_CPU_POINT_TO_POINT)
        g_assert_true (seidel_cpu_plan_point_to_point (rig.session.context, sweep, &levels, 2));
      g_assert_false (rig.engine.explain_sweep (sweep, why, sizeof why));
      for (int i = 0; i < 12; i++)
        {
          tried[sweep->way] = true;
          rig.engine.sweeps.run (rig.session.context, sweep, b, x, 1.0, NULL, NULL);
        }
      rig.engine.vectors.download (rig.session.context, values, x);
      rig_assert_ok (&rig);
      if (strategy == SEIDEL_CPU_SERIAL)
        serial = g_steal_pointer (&values);
      else
        {
          test_assert_same_bits (values, serial, csr->rows);
          for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
            {
              g_assert_true (tried[way]);
              g_assert_cmpint (sweep->least[sweep->way], <=, sweep->least[way]);
            }
          g_assert_true (rig.engine.explain_sweep (sweep, why, sizeof why));
        }
      rig.engine.sweeps.free (rig.session.context, sweep);
      rig.engine.vectors.free (rig.session.context, b);
      rig.engine.vectors.free (rig.session.context, x);
      rig.engine.operators.free (rig.session.context, A);
      rig_close (&rig);
    }
}

static void
check_choice (const SeidelCsr *csr, bool with_levels, int threads, const char *strategy)
{
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = sweep_levels_of (schedule);
  SeidelCsrView view = rig_view (csr);
  char why[240] = "";
  int chosen = seidel_cpu_engine ()->choose_strategy (&view, with_levels ? &levels : NULL, threads,
                                                      why, sizeof why, NULL);

  g_assert_cmpstr (seidel_cpu_engine ()->strategies[chosen].id, ==, strategy);
  test_assert_wording (why);
}

static void
test_choice (void)
{
  g_autoptr (SeidelCsr) cube = patterns_gallery ("poisson-27", 30);
  g_autoptr (SeidelCsr) grid = patterns_gallery ("poisson-5", 100);
  g_autoptr (SeidelCsr) chain = patterns_gallery ("chain", 5000);
  g_autoptr (SeidelCsr) small = test_csr_random (300, 4, 1.2, 1);
  g_autoptr (SeidelCsr) random = test_csr_random (300000, 4, 1.2, 1);
  g_autoptr (SeidelCsr) large = patterns_gallery ("poisson-5", 1000);
  g_autoptr (SeidelCsr) kmers = patterns_gallery ("kmer-like", 500000);
  g_autoptr (SeidelCsr) one = patterns_diagonal (1);
  g_autoptr (SeidelCsr) empty = test_csr_from_dense (0, 0, NULL);

  check_choice (cube, false, 1, "serial");
  check_choice (cube, false, 4, "serial");
  check_choice (empty, true, 4, "serial");
  check_choice (one, true, 4, "serial");
  check_choice (chain, true, 4, "serial");
  check_choice (small, true, 1, "serial");
  check_choice (small, true, 4, "serial");
  check_choice (cube, true, 4, "point-to-point");
  /* Rows that wait for others anywhere, in wide levels. */
  check_choice (random, true, 4, "point-to-point");
  check_choice (kmers, true, 2, "point-to-point");
  check_choice (kmers, true, 1, "point-to-point");
  /* Whose lines are as long as the sampled rows are apart. */
  check_choice (large, true, 1, "point-to-point");
  /* Too small for threads, but its rows need not wait for each other. */
  check_choice (grid, true, 4, "point-to-point");
  check_choice (cube, true, 1, "point-to-point");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweeps/by-hand", test_by_hand);
  g_test_add_data_func ("/sweeps/single/forward", GINT_TO_POINTER (0), test_patterns);
  g_test_add_data_func ("/sweeps/single/backward", GINT_TO_POINTER (1), test_patterns);
  g_test_add_data_func ("/sweeps/double/forward", GINT_TO_POINTER (2), test_patterns);
  g_test_add_data_func ("/sweeps/double/backward", GINT_TO_POINTER (3), test_patterns);
  g_test_add_func ("/sweeps/long-rows", test_long_rows);
  g_test_add_func ("/sweeps/sorted-levels", test_sorted_levels);
  g_test_add_func ("/sweeps/stop/sweeping", test_stop);
  g_test_add_func ("/sweeps/stop/planning", test_stop_planning);
  g_test_add_func ("/sweeps/zero-diagonal", test_zero_diagonal);
  g_test_add_func ("/sweeps/trial", test_trial);
  g_test_add_func ("/sweeps/choice", test_choice);
  return g_test_run ();
}
