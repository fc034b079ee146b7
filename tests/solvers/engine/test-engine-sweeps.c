/* Every sweep of every engine but the CPU's, against a plain loop and the CPU's serial sweep.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-coloring.h"

#include "agreement-testing.h"
#include "core-testing.h"
#include "known-matrices.h"

/* x ← one sweep from x, or from zero without what is not updated yet. */
static void
sweep_ref (const SeidelCsr *csr,
           SeidelDirection direction,
           double omega,
           bool triangle,
           const double *b,
           double *x)
{
  bool forward = direction == SEIDEL_DIRECTION_FORWARD;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      int64_t row = forward ? i : csr->rows - 1 - i;
      double old = triangle ? 0.0 : x[row];
      double diagonal = 0.0;
      double sum = b[row];

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int64_t column = csr->column_indices[k];

          if (column == row)
            diagonal = csr->values[k];
          else if (!triangle || (forward ? column < row : column > row))
            sum -= csr->values[k] * x[column];
        }
      x[row] = (1.0 - omega) * old + omega * sum / diagonal;
    }
}

/* What a measured sweep reported. */
typedef struct
{
  SeidelMeasures measures; /* what it should */
  int32_t count;
  int64_t rows;
} Report;

static void
report_cb (const SeidelSweepReport *report, void *data)
{
  Report *seen = data;

  g_assert_cmpint (report->count, >, 0);
  g_assert_cmpint (report->cost, >, 0);
  seen->count = report->count;
  for (int32_t i = 0; i < report->count; i++)
    {
      g_assert_cmpint (report->nanoseconds[i], >=, 0);
      if (report->rows != NULL)
        {
          g_assert_cmpint (report->rows[i], >, 0);
          seen->rows += report->rows[i];
        }
    }
}

static void
check_report (const Report *seen, const SeidelSchedule *schedule)
{
  switch (seen->measures)
    {
    case SEIDEL_MEASURES_LEVELS:
      g_assert_cmpint (seen->count, ==, schedule->count);
      break;
    case SEIDEL_MEASURES_PASSES:
      g_assert_cmpint (seen->count, <=, schedule->count);
      g_assert_cmpint (seen->rows, ==, schedule->rows);
      break;
    case SEIDEL_MEASURES_NOTHING:
    default:
      g_assert_cmpint (seen->count, ==, 0);
    }
}

/* What is asked of an engine; the levels are given where the strategy needs them. */
typedef struct
{
  const SeidelEngine *engine;
  int strategy;
  SeidelPrecision precision;
  const SeidelCsr *csr;
  const SeidelSchedule *schedule;
  bool gives_levels;
} Task;

/* Whether the engine refused to plan a sweep, as a limited strategy may, and said why. */
static bool
is_refused (const SeidelEngine *engine, int strategy, SeidelContext *context, SeidelSweep *planned)
{
  const SeidelStatus *status = engine->contexts.status (context);

  if (planned != NULL || !engine->strategies[strategy].limited)
    return false;
  g_assert_cmpint (status->code, ==, SEIDEL_STATUS_FAILED);
  g_assert_cmpstr (status->message, !=, "");
  return true;
}

static SeidelSweep *
plan (const Task *task, Bench *bench)
{
  const SeidelSchedule *schedule = task->schedule;
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };
  bool given = task->gives_levels || task->engine->strategies[task->strategy].needs_levels;

  bench_init (bench, task->engine, task->precision, task->csr);
  upload_random (bench, bench->x, 1);
  upload_random (bench, bench->z, 3);
  return task->engine->sweeps.create (bench->session.context, bench->A, task->strategy,
                                      schedule->direction, given ? &levels : NULL);
}

static double *
download (Bench *bench)
{
  double *values = seidel_vector_new (bench->n, NULL);

  for (int64_t i = 0; i < bench->n; i++)
    values[i] = NAN;
  g_assert_cmpint (bench->session.engine->contexts.status (bench->session.context)->code, ==,
                   SEIDEL_STATUS_OK);
  bench->session.engine->vectors.download (bench->session.context, values, bench->x);
  return values;
}

/* Plans a sweep; false when it was refused. */
static bool
can_plan (const Task *task)
{
  Bench bench;
  SeidelSweep *planned = plan (task, &bench);
  const bool refused = is_refused (task->engine, task->strategy, bench.session.context, planned);

  g_assert_true (refused || planned != NULL);
  task->engine->sweeps.free (bench.session.context, planned);
  bench_clear (&bench);
  return !refused;
}

/* Two sweeps, the second measured. */
static double *
sweep_twice (const Task *task, double omega)
{
  Report seen = { 0 };
  Bench bench;
  SeidelSweep *planned = plan (task, &bench);
  double *values;

  g_assert_nonnull (planned);
  seen.measures = task->engine->sweeps.measures (planned);
  task->engine->sweeps.run (bench.session.context, planned, bench.z, bench.x, omega, NULL, NULL);
  task->engine->sweeps.run (bench.session.context, planned, bench.z, bench.x, omega, report_cb,
                            &seen);
  values = download (&bench);
  check_report (&seen, task->schedule);
  task->engine->sweeps.free (bench.session.context, planned);
  bench_clear (&bench);
  return values;
}

static double *
solve_triangle (const Task *task, double omega)
{
  Report seen = { 0 };
  Bench bench;
  SeidelSweep *planned = plan (task, &bench);
  double *values;

  g_assert_nonnull (planned);
  seen.measures = task->engine->sweeps.measures (planned);
  upload_poison (&bench, bench.x);
  seidel_session_solve_triangle (&bench.session, planned, bench.z, bench.x, omega, report_cb,
                                 &seen);
  values = download (&bench);
  check_report (&seen, task->schedule);
  task->engine->sweeps.free (bench.session.context, planned);
  bench_clear (&bench);
  return values;
}

static double *
expected_values (const Task *task, double omega, bool triangle)
{
  const int64_t n = task->csr->rows;
  double *b = seidel_vector_new (n, NULL);
  double *x = seidel_vector_new (n, NULL);

  seidel_vector_fill_random (x, n, 1);
  seidel_vector_fill_random (b, n, 3);
  sweep_ref (task->csr, task->schedule->direction, omega, triangle, b, x);
  if (!triangle)
    sweep_ref (task->csr, task->schedule->direction, omega, triangle, b, x);
  seidel_vector_free (b);
  return x;
}

static void
assert_vectors_close (const Task *task, double *values, double *expected)
{
  const int64_t n = task->csr->rows;
  double scale = seidel_vector_norm_inf (expected, n);

  for (int64_t i = 0; i < n; i++)
    assert_close (values[i], expected[i], scale, task->precision);
  seidel_vector_free (values);
  seidel_vector_free (expected);
}

static void
compare (const Task *task)
{
  const double omegas[] = { 1.0, 1.3 };

  if (task->engine->strategies[task->strategy].limited && !can_plan (task))
    return;
  for (size_t o = 0; o < G_N_ELEMENTS (omegas); o++)
    {
      assert_vectors_close (task, sweep_twice (task, omegas[o]),
                            expected_values (task, omegas[o], false));
      assert_vectors_close (task, solve_triangle (task, omegas[o]),
                            expected_values (task, omegas[o], true));
    }
}

static void
compare_on (const SeidelEngine *engine,
            int strategy,
            const SeidelCsr *csr,
            SeidelPrecision least_precision)
{
  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);

      for (int precision = least_precision; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
        for (int given = 0; given < 2; given++)
          {
            const Task task = { engine, strategy, precision, csr, schedule, given != 0 };

            compare (&task);
          }
    }
}

/* Sizes around the borders of warps and blocks. */
static void
compare_patterns (const SeidelEngine *engine, int strategy)
{
  const int64_t sizes[] = { 1, 2, 31, 33, 255, 257, 1025, 2500 };
  /* A launch or two for each row of a chain take their time. */
  const bool passes = engine->strategies[strategy].measures == SEIDEL_MEASURES_PASSES;

  for (size_t s = 0; s < G_N_ELEMENTS (sizes) - passes; s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      {
        g_autoptr (SeidelCsr) csr = make_matrix (pattern, sizes[s]);

        compare_on (engine, strategy, csr, SEIDEL_PRECISION_SINGLE);
      }
}

/* SEIDEL_TEST_QUICK: for tools that watch each access of a device, which take seconds for what
 * takes milliseconds without them. */
static bool
is_quick (void)
{
  return g_getenv ("SEIDEL_TEST_QUICK") != NULL;
}

/* Every pattern once more at one size that fills a block and a bit: what tools that watch each
 * access of a device have the patience for. */
static void
compare_small (const SeidelEngine *engine, int strategy)
{
  for (int pattern = 0; pattern < N_PATTERNS; pattern += is_quick () ? 4 : 1)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      {
        g_autoptr (SeidelCsr) csr = make_matrix (pattern, 321);
        const int direction = pattern % 2;
        g_autoptr (SeidelSchedule) schedule =
          seidel_schedule_new (csr, direction, NULL, NULL, NULL);
        const Task task = { engine, strategy, precision, csr, schedule, false };

        compare (&task);
      }
}

/* x ← one sweep in the order of the groups, whatever that of the rows. */
static void
sweep_by_groups_ref (const SeidelCsr *csr,
                     const SeidelSchedule *schedule,
                     const double *b,
                     double *x)
{
  for (int32_t group = 1; group <= schedule->count; group++)
    for (int64_t row = 0; row < csr->rows; row++)
      {
        double diagonal = 0.0;
        double sum = b[row];

        if (schedule->level_of_row[row] != group)
          continue;
        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          if (csr->column_indices[k] == row)
            diagonal = csr->values[k];
          else
            sum -= csr->values[k] * x[csr->column_indices[k]];
        x[row] = sum / diagonal;
      }
}

/* Colours in place of levels, where a strategy takes any. */
static void
check_colors (const SeidelEngine *engine, int strategy)
{
  const int64_t n = 700;

  if (!engine->strategies[strategy].any_levels)
    return;
  for (int pattern = 0; pattern < N_PATTERNS; pattern++)
    for (int direction = 0; direction < 2; direction++)
      {
        g_autoptr (SeidelCsr) csr = make_matrix (pattern, n);
        g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, NULL, NULL);
        g_autoptr (SeidelSchedule) schedule =
          seidel_coloring_schedule (coloring, csr, direction, NULL);
        const Task task = { engine, strategy, SEIDEL_PRECISION_DOUBLE, csr, schedule, true };
        double *b = seidel_vector_new (n, NULL);
        double *x = seidel_vector_new (n, NULL);
        Bench bench;
        SeidelSweep *planned = plan (&task, &bench);

        g_assert_nonnull (planned);
        seidel_vector_fill_random (x, n, 1);
        seidel_vector_fill_random (b, n, 3);
        sweep_by_groups_ref (csr, schedule, b, x);
        engine->sweeps.run (bench.session.context, planned, bench.z, bench.x, 1.0, NULL, NULL);
        assert_vectors_close (&task, download (&bench), x);
        engine->sweeps.free (bench.session.context, planned);
        bench_clear (&bench);
        seidel_vector_free (b);
      }
}

/* Lines of 32 rows, each of which also depends on a row far before it: so many rows between them
 * that an engine may look for the levels of groups of rows first. */
static SeidelCsr *
make_deep_matrix (void)
{
  const int64_t n = 100000;
  const int64_t away = 70000;
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_new (n, n, 5 * n, &error);
  int64_t k = 0;

  g_assert_no_error (error);
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t columns[] = { i > away ? i - away : 0, i - 1, i, i + 1, i + away };
      const bool stored[] = { i > 1, i % 32 != 0, true, i % 32 != 31 && i + 1 < n, i + away < n };

      csr->row_offsets[i] = k;
      for (size_t j = 0; j < G_N_ELEMENTS (columns); j++)
        if (stored[j])
          {
            csr->column_indices[k] = (int32_t) columns[j];
            csr->values[k++] = columns[j] == i ? 4.5 : -1.0;
          }
    }
  csr->row_offsets[n] = k;
  return csr;
}

static void
check_deep (const SeidelEngine *engine, int strategy)
{
  g_autoptr (SeidelCsr) csr = make_deep_matrix ();

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      const Task task = { engine, strategy, SEIDEL_PRECISION_DOUBLE, csr, schedule, false };

      compare (&task);
    }
}

/* Short rows, each of which depends on the first rows, and behind them some long ones, which depend
 * on the rows just before them or on the first ones, too. The triangle above the diagonal is the
 * same from the other end. */
typedef struct
{
  int64_t short_rows;
  int64_t shortest; /* entries of a short row below the diagonal */
  const int64_t *lengths;
  int64_t n_lengths;
  bool near;
} LongRows;

/* The first column of a row below the diagonal; how many follow each other there. */
static int64_t
long_row (const LongRows *rows, int64_t row, int64_t *first)
{
  const bool is_long = row >= rows->short_rows;
  const int64_t length = is_long ? rows->lengths[row - rows->short_rows] : rows->shortest;

  g_assert_true (!is_long || length <= row);
  *first = is_long && rows->near ? row - length : 0;
  return MIN (length, row);
}

static void
append_entry (SeidelCsr *csr, int64_t *at, int64_t column, double value)
{
  csr->column_indices[*at] = (int32_t) column;
  csr->values[(*at)++] = value;
}

static SeidelCsr *
make_long_rows (const LongRows *rows)
{
  const int64_t n = rows->short_rows + rows->n_lengths;
  g_autoptr (GError) error = NULL;
  int64_t nonzeros = n;
  int64_t first, k = 0;
  SeidelCsr *csr;

  for (int64_t row = 0; row < n; row++)
    nonzeros += 2 * long_row (rows, row, &first);
  csr = seidel_csr_new (n, n, nonzeros, &error);
  g_assert_no_error (error);
  for (int64_t row = 0; row < n; row++)
    {
      int64_t length = long_row (rows, row, &first);

      csr->row_offsets[row] = k;
      for (int64_t j = first; j < first + length; j++)
        append_entry (csr, &k, j, seidel_random_uniform (3, (uint64_t) k) - 0.5);
      append_entry (csr, &k, row, 0.0);
      length = long_row (rows, n - 1 - row, &first);
      for (int64_t j = first + length - 1; j >= first; j--)
        append_entry (csr, &k, n - 1 - j, seidel_random_uniform (3, (uint64_t) k) - 0.5);
    }
  csr->row_offsets[n] = k;
  for (int64_t row = 0; row < n; row++)
    {
      double sum = 1.5;

      for (k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        sum += fabs (csr->values[k]);
      csr->values[seidel_csr_find (csr, row, row)] = sum;
    }
  return csr;
}

/* Rows of their own, and rows in parts: lengths around those from which on an engine may cut them
 * into more, among rows so long on average that it gives each of them a lane, some or a warp. */
static void
compare_long_rows (const SeidelEngine *engine, int strategy)
{
  static const int64_t lengths[] = { 31,  32,  33,  127, 128, 129,  254,  255,  256,  257,
                                     382, 383, 511, 512, 513, 1022, 1023, 1024, 1025, 2500 };
  static const int64_t longest[] = { 16383, 16384, 16385, 16386 };
  static const int64_t shortest[] = { 0, 8, 30, 90 };
  const LongRows very_long = { 17000, 0, longest, G_N_ELEMENTS (longest), true };
  g_autoptr (SeidelCsr) large = make_long_rows (&very_long);

  for (size_t i = 0; i < G_N_ELEMENTS (shortest); i++)
    for (int near = 0; near < 2; near++)
      {
        const LongRows rows = { 3000, shortest[i], lengths, G_N_ELEMENTS (lengths), near != 0 };
        g_autoptr (SeidelCsr) csr = make_long_rows (&rows);

        compare_on (engine, strategy, csr, SEIDEL_PRECISION_SINGLE);
      }
  compare_on (engine, strategy, large, SEIDEL_PRECISION_DOUBLE);
}

/* A copy with a dominant diagonal, where there is none. */
static SeidelCsr *
add_diagonal (const SeidelCsr *csr)
{
  g_autoptr (GError) error = NULL;
  SeidelCsr *whole =
    seidel_csr_new (csr->rows, csr->rows, csr->row_offsets[csr->rows] + csr->rows, &error);
  int64_t at = 0;

  g_assert_no_error (error);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t end = csr->row_offsets[row + 1];
      int64_t k = csr->row_offsets[row];

      whole->row_offsets[row] = at;
      for (; k < end && csr->column_indices[k] < row; k++)
        append_entry (whole, &at, csr->column_indices[k], csr->values[k]);
      append_entry (whole, &at, row, (double) (end - csr->row_offsets[row]) + 1.5);
      for (; k < end; k++)
        append_entry (whole, &at, csr->column_indices[k], csr->values[k]);
    }
  whole->row_offsets[csr->rows] = at;
  return whole;
}

/* Long rows of every length in a few levels, one after the other. */
static void
compare_mycielskian (const SeidelEngine *engine, int strategy)
{
  const double sizes[] = { 10, 12, 13 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (SeidelMatrix) graph = test_gallery_sized ("mycielskian", sizes[s]);
      g_autoptr (SeidelCsr) csr = add_diagonal (graph->csr);

      compare_on (engine, strategy, csr, SEIDEL_PRECISION_SINGLE);
    }
}

static void
check_long (const SeidelEngine *engine, int strategy)
{
  compare_long_rows (engine, strategy);
  compare_mycielskian (engine, strategy);
}

/* One mode of an engine promises the bits of the CPU's serial sweep, where it takes part. */
static void
check_same_bits (const SeidelEngine *engine)
{
  int strategy = seidel_engine_find_strategy (engine, "passes");
  int serial = seidel_engine_find_strategy (seidel_cpu_engine (), "serial");

  if (strategy < 0)
    return;
  for (int pattern = 0; pattern < N_PATTERNS; pattern++)
    for (int direction = 0; direction < 2; direction++)
      for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE;
           precision++)
        {
          g_autoptr (SeidelCsr) csr = make_matrix (pattern, 700);
          g_autoptr (SeidelSchedule) schedule =
            seidel_schedule_new (csr, direction, NULL, NULL, NULL);
          const Task on_engine = { engine, strategy, precision, csr, schedule, false };
          const Task on_cpu = { seidel_cpu_engine (), serial, precision, csr, schedule, false };
          double *values = sweep_twice (&on_engine, 1.0);
          double *expected = sweep_twice (&on_cpu, 1.0);

          g_assert_cmpmem (values, 700 * sizeof *values, expected, 700 * sizeof *expected);
          seidel_vector_free (values);
          seidel_vector_free (expected);
        }
}

/* The diagonal of row 3 is zero: a failure that names the row, never a hang. */
static void
check_bad_diagonal (const SeidelEngine *engine, int strategy)
{
  g_autoptr (SeidelCsr) csr = make_matrix (PATTERN_BAND, 40);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  const Task task = { engine, strategy, SEIDEL_PRECISION_DOUBLE, csr, schedule, true };
  Bench bench;

  csr->values[seidel_csr_find (csr, 3, 3)] = 0.0;
  g_assert_null (plan (&task, &bench));
  g_assert_cmpint (engine->contexts.status (bench.session.context)->code, ==,
                   SEIDEL_STATUS_ZERO_DIAGONAL);
  g_assert_cmpint (engine->contexts.status (bench.session.context)->row, ==, 3);
  bench_clear (&bench);
}

/* A right-hand side with a NaN: it spreads as in the plain loop, and nothing waits for ever. */
static void
check_nan (const SeidelEngine *engine, int strategy)
{
  const int64_t n = 300;
  g_autoptr (SeidelCsr) csr = make_matrix (PATTERN_CHAIN, n);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  double *b = seidel_vector_new (n, NULL);

  seidel_vector_fill_random (b, n, 3);
  b[100] = NAN;
  for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
    {
      const Task task = { engine, strategy, precision, csr, schedule, true };
      Bench bench;
      SeidelSweep *planned;
      double *values;

      if (engine->strategies[strategy].limited && !can_plan (&task))
        continue;
      planned = plan (&task, &bench);
      engine->vectors.upload (bench.session.context, bench.z, b);
      engine->sweeps.run (bench.session.context, planned, bench.z, bench.x, 1.0, NULL, NULL);
      values = download (&bench);
      for (int64_t i = 0; i < n; i++)
        g_assert_cmpint (isnan (values[i]) != 0, ==, i >= 100);
      seidel_vector_free (values);
      engine->sweeps.free (bench.session.context, planned);
      bench_clear (&bench);
    }
  seidel_vector_free (b);
}

typedef struct
{
  int polls;
  int stop_at;
} Stop;

static bool
stop_poll (void *data)
{
  Stop *stop = data;

  return stop->stop_at > 0 && ++stop->polls >= stop->stop_at;
}

/* A chain so long that the run is stopped in the middle of a sweep: what was not updated keeps its
 * value, and no element is lost. */
static void
check_stop (const SeidelEngine *engine, int strategy)
{
  const int64_t n = 3000000;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (n, n, 2 * n - 1, &error);
  g_autoptr (SeidelSchedule) schedule = NULL;
  Stop stop = { 0 };
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 2, stop_poll, &stop };
  double *x = seidel_vector_new (n, NULL);
  SeidelLevelsView levels;
  SeidelCsrView view;
  SeidelStatus status;
  SeidelContext *context;
  SeidelOperator *A;
  SeidelVector *vectors[2];
  SeidelSweep *planned;

  g_assert_no_error (error);
  for (int64_t i = 0, k = 0; i < n; i++)
    {
      csr->row_offsets[i] = k;
      csr->row_offsets[i + 1] = k + 1 + (i > 0);
      if (i > 0)
        {
          csr->column_indices[k] = (int32_t) i - 1;
          csr->values[k++] = -1.0;
        }
      csr->column_indices[k] = (int32_t) i;
      csr->values[k++] = 2.0;
      x[i] = 7.0;
    }
  view = view_of (csr);
  schedule = seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                               schedule->in_place_safe };
  context = engine->contexts.create (&settings, &status);
  A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  for (int i = 0; i < 2; i++)
    vectors[i] = engine->vectors.create (context, n);
  engine->vectors.upload (context, vectors[0], x);
  planned = engine->sweeps.create (context, A, strategy, SEIDEL_DIRECTION_FORWARD, &levels);
  if (!is_refused (engine, strategy, context, planned))
    {
      g_assert_nonnull (planned);
      stop.stop_at = 8;
      engine->sweeps.run (context, planned, vectors[1], vectors[0], 1.0, NULL, NULL);
      engine->contexts.synchronize (context);
      g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_STOPPED);
      engine->vectors.download (context, x, vectors[0]);
      for (int64_t i = 0; i < n; i++)
        g_assert_true (x[i] >= 0.0 && x[i] <= 7.0);
      g_assert_cmpfloat (x[n - 1], ==, 7.0);
    }
  engine->sweeps.free (context, planned);
  engine->vectors.free (context, vectors[0]);
  engine->vectors.free (context, vectors[1]);
  engine->operators.free (context, A);
  engine->contexts.free (context);
  seidel_vector_free (x);
}

/* An inexact strategy promises finite values only. */
static void
check_inexact (const SeidelEngine *engine, int strategy)
{
  g_autoptr (SeidelCsr) csr = make_matrix (PATTERN_BAND, is_quick () ? 321 : 2500);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  const Task task = { engine, strategy, SEIDEL_PRECISION_DOUBLE, csr, schedule, true };
  double *values = sweep_twice (&task, 1.0);

  for (int64_t i = 0; i < csr->rows; i++)
    g_assert_true (isfinite (values[i]));
  seidel_vector_free (values);
}

/* Never a demonstration, and always with a reason. */
static void
check_choice (const SeidelEngine *engine)
{
  for (int pattern = 0; pattern < N_PATTERNS; pattern++)
    for (int known = 0; known < 2; known++)
      {
        g_autoptr (SeidelCsr) csr = make_matrix (pattern, 500);
        g_autoptr (SeidelSchedule) schedule =
          seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
        SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };
        SeidelCsrView view = view_of (csr);
        char why[240] = "";
        int chosen =
          engine->choose_strategy (&view, known ? &levels : NULL, 2, why, sizeof why, NULL);

        g_assert_cmpint (chosen, >=, 0);
        g_assert_cmpint (chosen, <, engine->n_strategies);
        g_assert_false (engine->strategies[chosen].demonstration);
        g_assert_cmpstr (why, !=, "");
      }
}

typedef void (*Check) (const SeidelEngine *engine, int strategy);

static const struct
{
  const char *name;
  Check run;
  bool is_quick;
} checks[] = {
  { "patterns", compare_patterns, false },
  { "small", compare_small, true },
  { "colors", check_colors, false },
  { "deep", check_deep, false },
  { "long", check_long, false },
  { "bad-diagonal", check_bad_diagonal, true },
  { "nan", check_nan, true },
  { "stop", check_stop, false },
};

/* Skips what cannot be run here, or not now; true: it has. */
static bool
skip (const SeidelEngineEntryInfo *entry, bool quick_one)
{
  if (!has_operations (entry))
    skip_engine (entry);
  else if (is_quick () && !quick_one)
    g_test_skip ("it takes too long for SEIDEL_TEST_QUICK");
  else
    return false;
  return true;
}

typedef struct
{
  const SeidelEngineEntryInfo *entry;
  size_t check;
  int strategy;
} Case;

static void
test_check (gconstpointer data)
{
  const Case *which = data;
  const SeidelEngine *engine = which->entry->engine;

  if (skip (which->entry, checks[which->check].is_quick))
    return;
  if (engine->strategies[which->strategy].inexact)
    check_inexact (engine, which->strategy);
  else
    checks[which->check].run (engine, which->strategy);
}

static void
test_bits (gconstpointer data)
{
  const SeidelEngineEntryInfo *entry = data;

  if (!skip (entry, false))
    check_same_bits (entry->engine);
}

static void
test_choice (gconstpointer data)
{
  const SeidelEngineEntryInfo *entry = data;

  if (!skip (entry, true))
    check_choice (entry->engine);
}

/* In double: single precision loses too much on some of them. */
static void
test_real (gconstpointer data)
{
  const SeidelEngineEntryInfo *entry = data;

  if (skip (entry, false))
    return;
  for (size_t i = 0; agreement_matrices[i] != NULL; i++)
    {
      const KnownMatrix *known = known_matrix_find (agreement_matrices[i]);
      g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;

      for (int strategy = 0; matrix != NULL && strategy < entry->engine->n_strategies; strategy++)
        if (!entry->engine->strategies[strategy].inexact)
          compare_on (entry->engine, strategy, matrix->csr, SEIDEL_PRECISION_DOUBLE);
    }
}

int
main (int argc, char **argv)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  g_test_init (&argc, &argv, NULL);
  /* Small matrices are swept as large ones are, from the second sweep on. */
  g_setenv ("SEIDEL_CUDA_BANDED", "1", FALSE);
  for (size_t e = 1; e < n_engines; e++)
    {
      int n_strategies = engines[e].engine != NULL ? engines[e].engine->n_strategies : 0;
      g_autofree char *bits = g_strdup_printf ("/engine-sweeps/%s/bits", engines[e].id);
      g_autofree char *choice = g_strdup_printf ("/engine-sweeps/%s/choice", engines[e].id);
      g_autofree char *real = g_strdup_printf ("/engine-sweeps/%s/real-matrices", engines[e].id);

      g_test_add_data_func (bits, &engines[e], test_bits);
      g_test_add_data_func (choice, &engines[e], test_choice);
      g_test_add_data_func (real, &engines[e], test_real);
      for (int strategy = 0; strategy < n_strategies; strategy++)
        for (size_t check = 0; check < G_N_ELEMENTS (checks); check++)
          {
            Case *which = g_new (Case, 1);
            g_autofree char *path =
              g_strdup_printf ("/engine-sweeps/%s/%s/%s", engines[e].id,
                               engines[e].engine->strategies[strategy].id, checks[check].name);

            *which = (Case){ &engines[e], check, strategy };
            g_test_add_data_func_full (path, which, test_check, g_free);
          }
    }
  return g_test_run ();
}
