/* The trace: items whole while they are written, thinning, phases, level times, CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <glib.h>

#include "run/seidel-log.h"
#include "run/seidel-trace-writer.h"
#include "run/seidel-trace.h"

#define THIN_OUT_AFTER ((int64_t) 1 << 20)

typedef struct
{
  int64_t a;
  int64_t b;
  int64_t c;
} Item;

/* A point without what few runs know. */
static void
add_point (SeidelTrace *trace,
           int64_t iteration,
           double residual,
           double error,
           double normal,
           bool last)
{
  const SeidelTracePoint point = {
    .iteration = iteration, .residual = residual, .error = error, .normal = normal, .maximum = NAN
  };

  seidel_trace_add_point (trace, &point, last);
}

static void
test_log (void)
{
  const size_t n = 300000;
  const void *first = NULL;
  SeidelLog log;

  seidel_log_init (&log, sizeof (Item));
  g_assert_cmpuint (seidel_log_count (&log), ==, 0);
  for (size_t i = 0; i < n; i++)
    {
      Item item = { (int64_t) i, -(int64_t) i, 7 * (int64_t) i };

      g_assert_true (seidel_log_append (&log, &item));
      g_assert_cmpuint (seidel_log_count (&log), ==, i + 1);
      if (i == 0)
        first = seidel_log_get (&log, 0);
    }
  for (size_t i = 0; i < n; i++)
    {
      const Item *item = seidel_log_get (&log, i);

      g_assert_cmpint (item->a, ==, i);
      g_assert_cmpint (item->b, ==, -(int64_t) i);
      g_assert_cmpint (item->c, ==, 7 * i);
    }
  /* Nothing ever moved. */
  g_assert_true (seidel_log_get (&log, 0) == first);
  seidel_log_clear (&log);
}

#define WRITTEN 2000000

static double
residual_of (int64_t iteration)
{
  return 1.0 / (double) (iteration + 1);
}

static gpointer
read_cb (gpointer data)
{
  SeidelTrace *trace = data;
  int64_t looks = 0;
  size_t seen_points = 0;
  size_t seen_sweeps = 0;
  double before = 0.0;
  bool finished;

  do
    {
      size_t n_points;
      size_t n_sweeps;

      finished = seidel_trace_state (trace) == SEIDEL_RUN_FINISHED;
      n_points = seidel_trace_n_points (trace);
      n_sweeps = seidel_trace_n_sweeps (trace);
      g_assert_cmpuint (n_points, >=, seen_points);
      g_assert_cmpuint (n_sweeps, >=, seen_sweeps);
      for (size_t i = seen_points; i < n_points; i++)
        {
          SeidelTracePoint point = seidel_trace_point (trace, i);

          g_assert_cmpfloat (point.residual, ==, residual_of (point.iteration));
          g_assert_cmpfloat (point.seconds, >=, before);
          if (i > 0)
            g_assert_cmpint (point.iteration, >, seidel_trace_point (trace, i - 1).iteration);
          before = point.seconds;
        }
      for (size_t i = seen_sweeps; i < n_sweeps; i++)
        {
          SeidelTraceSweep sweep = seidel_trace_sweep (trace, i);

          g_assert_cmpfloat (sweep.seconds, >=, 0.0);
          if (i > 0)
            g_assert_cmpint (sweep.iteration, >, seidel_trace_sweep (trace, i - 1).iteration);
        }
      seen_points = n_points;
      seen_sweeps = n_sweeps;
      looks++;
      g_thread_yield ();
    }
  while (!finished);
  g_assert_cmpuint (seen_points, ==, seidel_trace_n_points (trace));
  return GSIZE_TO_POINTER (looks);
}

static void
test_readers (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  GThread *readers[2];
  size_t n_points;

  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_cb, trace);
  for (int64_t iteration = 0; iteration <= WRITTEN; iteration++)
    {
      seidel_trace_begin_sweep (trace, iteration + 1);
      seidel_trace_end_sweep (trace, NAN);
      add_point (trace, iteration, residual_of (iteration), NAN, NAN, iteration == WRITTEN);
    }
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
    g_assert_cmpuint (GPOINTER_TO_SIZE (g_thread_join (readers[i])), >, 0);

  /* All of the first 2²⁰, then the even ones. */
  n_points = seidel_trace_n_points (trace);
  g_assert_cmpuint (n_points, ==, THIN_OUT_AFTER + (WRITTEN - THIN_OUT_AFTER) / 2 + 1);
  g_assert_cmpint (seidel_trace_iterations (trace), ==, WRITTEN);
  for (int64_t i = 0; i < THIN_OUT_AFTER; i++)
    g_assert_cmpint (seidel_trace_point (trace, (size_t) i).iteration, ==, i);
  for (size_t i = (size_t) THIN_OUT_AFTER; i < n_points; i++)
    g_assert_cmpint (seidel_trace_point (trace, i).iteration, ==,
                     THIN_OUT_AFTER + 2 * ((int64_t) i - THIN_OUT_AFTER));
  g_assert_cmpint (seidel_trace_point (trace, n_points - 1).iteration, ==, WRITTEN);
}

/* The stride doubles again and again, and the last is there whatever its number. */
static void
test_thinning (void)
{
  const int64_t n = 9 * THIN_OUT_AFTER + 1;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  size_t n_points;
  int64_t widest = 0;

  for (int64_t iteration = 0; iteration <= n; iteration++)
    add_point (trace, iteration, 1.0, NAN, NAN, false);
  /* Left out so far; once it is said to be the last it comes, and comes once. */
  g_assert_cmpint (seidel_trace_point (trace, seidel_trace_n_points (trace) - 1).iteration, ==,
                   n - 1);
  for (int times = 0; times < 2; times++)
    add_point (trace, n, 1.0, NAN, NAN, true);
  n_points = seidel_trace_n_points (trace);
  /* 2²⁰ of stride 1, of stride 2 and of stride 4 end at 7 · 2²⁰; the rest has stride 8. */
  g_assert_cmpuint (n_points, ==, 3 * THIN_OUT_AFTER + 2 * THIN_OUT_AFTER / 8 + 2);
  g_assert_cmpint (seidel_trace_point (trace, n_points - 1).iteration, ==, n);
  for (size_t i = 1; i < n_points; i++)
    {
      int64_t stride =
        seidel_trace_point (trace, i).iteration - seidel_trace_point (trace, i - 1).iteration;

      g_assert_cmpint (stride, >, 0);
      if (i < n_points - 1)
        {
          g_assert_cmpint (stride, >=, widest);
          widest = stride;
        }
    }
  g_assert_cmpint (widest, ==, 8);
}

static void
test_phases (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  double analysis;
  double solve;

  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_WAITING);
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    {
      g_assert_cmpfloat (seidel_trace_phase_seconds (trace, phase), ==, 0.0);
      g_assert_cmpstr (seidel_phase_id (phase), !=, "");
      g_assert_cmpstr (seidel_phase_name (phase), !=, "");
      for (int other = 0; other < phase; other++)
        g_assert_cmpstr (seidel_phase_id (phase), !=, seidel_phase_id (other));
    }
  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_ANALYSIS);
  g_usleep (2000);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_ANALYSIS), >=, 0.002);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  g_assert_cmpint (seidel_trace_phase (trace), ==, SEIDEL_PHASE_SOLVE);
  analysis = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_ANALYSIS);
  g_usleep (2000);
  /* The one before has ended, a phase that was left out took no time. */
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_ANALYSIS), ==, analysis);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_TRANSFER), ==, 0.0);
  seidel_trace_set_state (trace, SEIDEL_RUN_STOPPED);
  solve = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);
  g_assert_cmpfloat (solve, >=, 0.002);
  g_usleep (2000);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_VERIFY);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE), ==, solve);
  /* A phase that comes again goes on where it was left. */
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  g_usleep (2000);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE), >=, solve + 0.002);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE), >=, solve + 0.002);
  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_FINISHED);
}

static void
add_times (SeidelTrace *trace,
           SeidelDirection direction,
           const int64_t *nanoseconds,
           const int64_t *rows,
           int32_t count)
{
  const SeidelSweepReport report = { direction, count, nanoseconds, rows, 1000 };

  seidel_trace_add_levels (trace, &report, SEIDEL_TIMED_SWEEPS);
}

/* One of the first two sweeps is timed if that is not out of all proportion to what has gone by,
 * and then as many as the share of time allows. */
static void
test_wanting_levels (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const int64_t nanoseconds[] = { 1000, 2000, 3000 };
  const int64_t dear = 3600 * G_GINT64_CONSTANT (1000000000);
  const SeidelSweepReport costly = { SEIDEL_DIRECTION_FORWARD, 3, nanoseconds, NULL, dear };

  g_assert_false (seidel_trace_wants_levels (trace, SEIDEL_DIRECTION_FORWARD));
  g_assert_cmpint (seidel_trace_level_version (trace, SEIDEL_DIRECTION_FORWARD), ==, 0);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  g_usleep (2000);
  seidel_trace_want_levels (trace, SEIDEL_DIRECTION_FORWARD, 1e-9);
  g_assert_false (seidel_trace_wants_levels (trace, SEIDEL_DIRECTION_BACKWARD));
  g_assert_true (seidel_trace_wants_levels (trace, SEIDEL_DIRECTION_FORWARD));
  seidel_trace_add_levels (trace, &costly, SEIDEL_TIMED_SWEEPS);
  /* An hour for timing levels is too much of a few milliseconds. */
  g_assert_false (seidel_trace_wants_levels (trace, SEIDEL_DIRECTION_FORWARD));
  /* Both directions share what timing may take. */
  seidel_trace_want_levels (trace, SEIDEL_DIRECTION_BACKWARD, 3600.0);
  for (int sweep = 0; sweep < 10; sweep++)
    g_assert_false (seidel_trace_wants_levels (trace, SEIDEL_DIRECTION_BACKWARD));
}

static void
assert_time (const SeidelLevelTimes *times,
             int32_t level,
             double lower,
             double median,
             double upper)
{
  g_assert_cmpfloat_with_epsilon (times->times[level].lower, lower * 1e-6, 1e-12);
  g_assert_cmpfloat_with_epsilon (times->times[level].median, median * 1e-6, 1e-12);
  g_assert_cmpfloat_with_epsilon (times->times[level].upper, upper * 1e-6, 1e-12);
}

/* One sweep that was interrupted does not show. */
static void
test_quartiles (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelLevelTimes) times = NULL;
  int64_t version = 0;

  g_assert_null (seidel_trace_level_times (trace, SEIDEL_DIRECTION_FORWARD));
  for (int sweep = 0; sweep < 5; sweep++)
    {
      const int64_t nanoseconds[] = { 1000 * (sweep + 1), sweep == 2 ? 9000000 : 7000, 0 };

      add_times (trace, SEIDEL_DIRECTION_FORWARD, nanoseconds, NULL, 3);
      g_assert_cmpint (seidel_trace_level_version (trace, SEIDEL_DIRECTION_FORWARD), !=, version);
      version = seidel_trace_level_version (trace, SEIDEL_DIRECTION_FORWARD);
    }
  g_assert_null (seidel_trace_level_times (trace, SEIDEL_DIRECTION_BACKWARD));
  times = seidel_trace_level_times (trace, SEIDEL_DIRECTION_FORWARD);
  g_assert_cmpint (times->direction, ==, SEIDEL_DIRECTION_FORWARD);
  g_assert_cmpint (times->timed, ==, SEIDEL_TIMED_SWEEPS);
  g_assert_false (times->passes);
  g_assert_null (times->rows);
  g_assert_cmpint (times->count, ==, 3);
  g_assert_cmpint (times->fewest, ==, 3);
  g_assert_cmpint (times->sweeps, ==, 5);
  g_assert_cmpint (times->kept, ==, 5);
  assert_time (times, 0, 2.0, 3.0, 4.0);
  assert_time (times, 1, 7.0, 7.0, 7.0);
  assert_time (times, 2, 0.0, 0.0, 0.0);
  g_assert_cmpfloat_with_epsilon (seidel_level_times_sum (times), 10e-6, 1e-12);
}

/* Of a long run the latest sweeps are kept. */
static void
test_latest_sweeps (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelLevelTimes) times = NULL;

  for (int sweep = 0; sweep < 1000; sweep++)
    {
      const int64_t nanoseconds[] = { sweep < 900 ? 1000 : 5000 };

      add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, NULL, 1);
    }
  times = seidel_trace_level_times (trace, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpint (times->sweeps, ==, 1000);
  g_assert_cmpint (times->kept, <=, 100);
  assert_time (times, 0, 5.0, 5.0, 5.0);
  /* What is timed next is something else. */
  seidel_trace_want_levels (trace, SEIDEL_DIRECTION_BACKWARD, 0.0);
  g_assert_null (seidel_trace_level_times (trace, SEIDEL_DIRECTION_BACKWARD));
}

/* Passes are counted by the sweeps that make them: their number may change, and those that a sweep
 * did not make do not count as short. */
static void
test_passes (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelLevelTimes) times = NULL;
  const int64_t nanoseconds[] = { 1000, 2000, 3000 };
  const int64_t rows[] = { 70, 20, 10 };

  add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, rows, 2);
  add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, rows, 3);
  add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, rows, 1);
  times = seidel_trace_level_times (trace, SEIDEL_DIRECTION_BACKWARD);
  g_assert_true (times->passes);
  g_assert_cmpint (times->count, ==, 3);
  g_assert_cmpint (times->fewest, ==, 1);
  g_assert_cmpint (times->kept, ==, 3);
  for (int pass = 0; pass < 3; pass++)
    {
      assert_time (times, pass, pass + 1.0, pass + 1.0, pass + 1.0);
      g_assert_cmpint (times->rows[pass], ==, rows[pass]);
    }
}

/* Passes that grow in number from sweep to sweep, while another thread reads. */
static void
test_growing_passes (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  int64_t nanoseconds[500];
  int64_t rows[500];

  for (int i = 0; i < 500; i++)
    {
      nanoseconds[i] = 1000;
      rows[i] = i;
    }
  for (int sweep = 1; sweep <= 500; sweep++)
    {
      g_autoptr (SeidelLevelTimes) times = NULL;

      add_times (trace, SEIDEL_DIRECTION_FORWARD, nanoseconds, rows, sweep);
      times = seidel_trace_level_times (trace, SEIDEL_DIRECTION_FORWARD);
      g_assert_cmpint (times->count, ==, sweep);
      assert_time (times, sweep - 1, 1.0, 1.0, 1.0);
      g_assert_cmpint (times->rows[sweep - 1], ==, sweep - 1);
    }
}

/* Factors are a part of what an engine reported of its work. */
static void
test_factors (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const SeidelEngineTimes times = { .work_nanoseconds = 5000000 };
  SeidelTraceDevice device = { .factor_seconds = -1.0 };

  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  seidel_trace_add_factor (trace, 1000000);
  g_assert_false (seidel_trace_device (trace, &device));
  seidel_trace_add_device (trace, &times);
  seidel_trace_add_factor (trace, 2000000);
  g_assert_true (seidel_trace_device (trace, &device));
  g_assert_cmpfloat_with_epsilon (device.factor_seconds, 3e-3, 1e-12);
  g_assert_cmpfloat_with_epsilon (device.work_seconds[SEIDEL_PHASE_SOLVE], 5e-3, 1e-12);
}

/* Events outlive what they were made of, and keep their order. */
static void
test_events (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();

  g_assert_cmpuint (seidel_trace_n_events (trace), ==, 0);
  for (int i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("event %d", i);

      seidel_trace_add_event (trace, 10 * i, text);
    }
  g_assert_cmpuint (seidel_trace_n_events (trace), ==, 300);
  for (int i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("event %d", i);
      SeidelTraceEvent event = seidel_trace_event (trace, (size_t) i);

      g_assert_cmpint (event.iteration, ==, 10 * i);
      g_assert_cmpstr (event.text, ==, text);
    }
}

static void
check_csv (void)
{
  const SeidelTracePoint followed = { 2, 0.0, 0.25, NAN, NAN, 0.125 };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  GString *csv = seidel_trace_to_csv (trace);

  g_assert_cmpstr (csv->str, ==, "iteration,seconds,residual,relative,error,normal,maximum\n");
  g_string_free (csv, TRUE);

  /* Without a solve phase the seconds are exactly 0. */
  seidel_trace_set_reference (trace, 4.0);
  add_point (trace, 0, 4.0, NAN, NAN, false);
  add_point (trace, 1, 0.5, 0.0625, 0.25, false);
  seidel_trace_add_point (trace, &followed, false);
  add_point (trace, 1000000, 1e-17, NAN, NAN, false);
  add_point (trace, 1000001, NAN, NAN, NAN, true);
  csv = seidel_trace_to_csv (trace);
  g_assert_cmpstr (csv->str, ==,
                   "iteration,seconds,residual,relative,error,normal,maximum\n"
                   "0,0,4,1,,,\n"
                   "1,0,0.5,0.125,0.0625,0.25,\n"
                   "2,0,0.25,0.0625,,,0.125\n"
                   "1000000,0,1e-17,2.5e-18,,,\n"
                   "1000001,0,nan,nan,,,\n");
  g_string_free (csv, TRUE);
}

static void
test_csv (void)
{
  static const char *const locales[] = { "C", "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8" };

  for (size_t i = 0; i < G_N_ELEMENTS (locales); i++)
    if (setlocale (LC_ALL, locales[i]) != NULL)
      check_csv ();
  setlocale (LC_ALL, "C");
}

/* Every number reads back as it was, times as far as the clock resolves them. */
static void
test_csv_reads_back (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  seidel_trace_set_reference (trace, 3.0);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  for (int i = 0; i < 100; i++)
    add_point (trace, i, exp (-i * 0.37), NAN, NAN, i == 99);
  text = g_string_free (seidel_trace_to_csv (trace), FALSE);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 102);
  for (guint i = 0; i < 100; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i + 1], ",", -1);
      SeidelTracePoint point = seidel_trace_point (trace, i);

      g_assert_cmpuint (g_strv_length (fields), ==, 7);
      g_assert_cmpint (g_ascii_strtoll (fields[0], NULL, 10), ==, i);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (fields[1], NULL), point.seconds,
                                      1e-8 * point.seconds + 1e-300);
      g_assert_cmpuint (strlen (fields[1]), <=, strlen ("1.23456789e-06"));
      g_assert_cmpfloat (g_ascii_strtod (fields[2], NULL), ==, point.residual);
      g_assert_cmpfloat (g_ascii_strtod (fields[3], NULL), ==, point.residual / 3.0);
    }
  g_assert_cmpstr (lines[101], ==, "");
}

static double
progress_with (SeidelTrace *trace, const SeidelOptions *options, double target)
{
  seidel_trace_set_target (trace, target);
  return seidel_trace_progress (trace, options);
}

/* Half of the way to one tolerance, whichever it is; of several, to the nearest. */
static void
test_progress (void)
{
  const double tiny = 1e-15;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelTracePoint point = { .residual = 8.0, .error = NAN, .normal = NAN, .maximum = 2.0 };

  options.tolerance = 1e-6;
  g_assert_true (isnan (progress_with (trace, &options, 0.0)));
  seidel_trace_set_reference (trace, 8.0);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  seidel_trace_add_point (trace, &point, false);
  g_assert_cmpfloat_with_epsilon (progress_with (trace, &options, 8e-6), 0.0, tiny);
  point = (SeidelTracePoint){ 1, 0.0, 8e-3, NAN, 1e-3, 2e-3 };
  seidel_trace_add_point (trace, &point, false);
  g_assert_cmpfloat_with_epsilon (progress_with (trace, &options, 8e-6), 0.5, tiny);
  /* No tolerance but that of the backward error: its target is published. */
  options.tolerance = 0.0;
  options.backward_tolerance = 1e-9;
  g_assert_cmpfloat_with_epsilon (progress_with (trace, &options, 8e-6), 0.5, tiny);
  g_assert_true (isnan (progress_with (trace, &options, 0.0)));
  options.maximum_tolerance = 2e-4;
  g_assert_cmpfloat_with_epsilon (progress_with (trace, &options, 8e-6), 0.75, tiny);
  /* Beyond it, and where nothing is left. */
  g_assert_cmpfloat (progress_with (trace, &options, 8e-2), ==, 1.0);
  point = (SeidelTracePoint){ 2, 0.0, 0.0, NAN, NAN, 0.0 };
  seidel_trace_add_point (trace, &point, false);
  g_assert_cmpfloat (progress_with (trace, &options, 8e-6), ==, 1.0);
}

/* Without a tolerance a run ends at a limit. */
static void
test_progress_to_limits (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.tolerance = 0.0;
  options.max_iterations = 40;
  seidel_trace_set_reference (trace, 1.0);
  add_point (trace, 10, 0.5, NAN, NAN, false);
  g_assert_cmpfloat (seidel_trace_progress (trace, &options), ==, 0.25);
  options.time_limit = 2.0;
  seidel_trace_take_phase (trace, SEIDEL_PHASE_SOLVE, 1.5);
  g_assert_cmpfloat_with_epsilon (seidel_trace_progress (trace, &options), 0.75, 1e-9);
  options.max_iterations = 5;
  g_assert_cmpfloat (seidel_trace_progress (trace, &options), ==, 1.0);
}

static void
test_decisive (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelTracePoint point = { .residual = 6.0, .normal = NAN };

  g_assert_cmpfloat (seidel_trace_relative (trace, 6.0), ==, 6.0); /* no reference yet */
  seidel_trace_set_reference (trace, 3.0);
  g_assert_cmpfloat (seidel_trace_relative (trace, 6.0), ==, 2.0);
  g_assert_cmpfloat (seidel_trace_decisive (trace, &point), ==, 2.0);
  point.normal = 4.0;
  g_assert_cmpfloat (seidel_trace_decisive (trace, &point), ==, 2.0);
  point.normal = 0.5;
  g_assert_cmpfloat (seidel_trace_decisive (trace, &point), ==, 0.5);
  point.residual = NAN;
  g_assert_cmpfloat (seidel_trace_decisive (trace, &point), ==, 0.5);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/log", test_log);
  g_test_add_func ("/trace/readers", test_readers);
  g_test_add_func ("/trace/thinning", test_thinning);
  g_test_add_func ("/trace/phases", test_phases);
  g_test_add_func ("/trace/wanting-levels", test_wanting_levels);
  g_test_add_func ("/trace/quartiles", test_quartiles);
  g_test_add_func ("/trace/latest-sweeps", test_latest_sweeps);
  g_test_add_func ("/trace/passes", test_passes);
  g_test_add_func ("/trace/growing-passes", test_growing_passes);
  g_test_add_func ("/trace/events", test_events);
  g_test_add_func ("/trace/factors", test_factors);
  g_test_add_func ("/trace/progress/tolerances", test_progress);
  g_test_add_func ("/trace/progress/limits", test_progress_to_limits);
  g_test_add_func ("/trace/decisive", test_decisive);
  g_test_add_func ("/trace/csv/text", test_csv);
  g_test_add_func ("/trace/csv/reads-back", test_csv_reads_back);
  return g_test_run ();
}
