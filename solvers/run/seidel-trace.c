/* The history of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-trace.h"

#include <math.h>

#include "base/seidel-clock.h"
#include "base/seidel-format.h"
#include "run/seidel-cycle-record.h"
#include "run/seidel-iterates.h"
#include "run/seidel-level-sampler.h"
#include "run/seidel-log.h"
#include "run/seidel-projection.h"
#include "run/seidel-trace-writer.h"
#include "base/seidel-translatable.h"

/* Items before a log keeps only every second, and so on for each further as many. */
#define THIN_OUT_AFTER ((size_t) 1 << 20)

/* Sums that an engine reports; nanoseconds. */
typedef struct
{
  atomic_bool known;
  _Atomic (int64_t) to_bytes;
  _Atomic (int64_t) to;
  _Atomic (int64_t) from_bytes;
  _Atomic (int64_t) from;
  _Atomic (int64_t) work[SEIDEL_N_PHASES];
  _Atomic (int64_t) factor;
  _Atomic (int64_t) ordering;
  _Atomic (int64_t) symbolic;
} DeviceTimes;

struct SeidelTrace
{
  gatomicrefcount references;
  atomic_int state;
  atomic_int phase; /* the latest begun */
  /* Nanoseconds. During a phase: the moment of the monotonic clock at which it would have
   * begun had it not been interrupted; otherwise minus the time spent in it. */
  _Atomic (int64_t) phases[SEIDEL_N_PHASES];
  _Atomic (double) reference;
  _Atomic (double) target;
  _Atomic (int64_t) iterations;
  SeidelLog points;
  SeidelLog sweeps;
  SeidelLog events;
  SeidelLog projections;        /* where each begins */
  SeidelLog numbers;            /* of all projections */
  bool numbers_ended;           /* there was no memory for another one */
  SeidelLevelSampler levels[2]; /* by SeidelDirection */
  SeidelLevelTimes
    *level_times[2]; /* likewise, of a run that ended earlier; NULL: of the samples */
  DeviceTimes device;
  SeidelTraceSweep sweep;   /* the one going on; the worker's own, as the next */
  int64_t timing_levels;    /* nanoseconds that timing levels has cost */
  SeidelCycleRecord *cycle; /* borrowed, or NULL */
  SeidelIterates *iterates; /* or NULL */
};

static const struct
{
  const char *id;
  const char *name;
} phases[SEIDEL_N_PHASES] = {
  [SEIDEL_PHASE_ANALYSIS] = { "analysis", N_ ("Analysis") },
  [SEIDEL_PHASE_REFERENCE] = { "reference", N_ ("Reference answer") },
  [SEIDEL_PHASE_TRANSFER] = { "transfer", N_ ("Engine set-up") },
  [SEIDEL_PHASE_SOLVE] = { "solve", N_ ("Solve") },
  [SEIDEL_PHASE_LEVELS] = { "levels", N_ ("Timing levels") },
  [SEIDEL_PHASE_VERIFY] = { "verify", N_ ("Verification") },
};

const char *
seidel_phase_id (SeidelPhase phase)
{
  return phases[phase].id;
}

const char *
seidel_phase_name (SeidelPhase phase)
{
  return phases[phase].name;
}

SeidelTrace *
seidel_trace_new (void)
{
  SeidelTrace *trace = g_new0 (SeidelTrace, 1);

  g_atomic_ref_count_init (&trace->references);
  seidel_log_init (&trace->points, sizeof (SeidelTracePoint));
  seidel_log_init (&trace->sweeps, sizeof (SeidelTraceSweep));
  seidel_log_init (&trace->events, sizeof (SeidelTraceEvent));
  seidel_log_init (&trace->projections, sizeof (SeidelProjection));
  seidel_log_init (&trace->numbers, sizeof (double));
  return trace;
}

SeidelTrace *
seidel_trace_ref (SeidelTrace *trace)
{
  g_atomic_ref_count_inc (&trace->references);
  return trace;
}

void
seidel_trace_unref (SeidelTrace *trace)
{
  if (!g_atomic_ref_count_dec (&trace->references))
    return;
  for (size_t i = 0; i < seidel_log_count (&trace->events); i++)
    g_free ((char *) seidel_trace_event (trace, i).text);
  seidel_log_clear (&trace->points);
  seidel_log_clear (&trace->sweeps);
  seidel_log_clear (&trace->events);
  seidel_log_clear (&trace->projections);
  seidel_log_clear (&trace->numbers);
  for (int direction = 0; direction < 2; direction++)
    {
      seidel_level_sampler_clear (&trace->levels[direction]);
      seidel_level_times_free (trace->level_times[direction]);
    }
  g_clear_pointer (&trace->iterates, seidel_iterates_unref);
  g_free (trace);
}

void
seidel_trace_keep_iterates (SeidelTrace *trace, SeidelIterates *iterates)
{
  g_clear_pointer (&trace->iterates, seidel_iterates_unref);
  trace->iterates = seidel_iterates_ref (iterates);
}

SeidelIterates *
seidel_trace_iterates (SeidelTrace *trace)
{
  return trace->iterates;
}

SeidelRunState
seidel_trace_state (SeidelTrace *trace)
{
  return atomic_load_explicit (&trace->state, memory_order_acquire);
}

SeidelPhase
seidel_trace_phase (SeidelTrace *trace)
{
  return atomic_load_explicit (&trace->phase, memory_order_acquire);
}

double
seidel_trace_phase_seconds (SeidelTrace *trace, SeidelPhase phase)
{
  int64_t value = atomic_load_explicit (&trace->phases[phase], memory_order_acquire);

  return (double) (value > 0 ? seidel_clock_now () - value : -value) * 1e-9;
}

double
seidel_trace_reference (SeidelTrace *trace)
{
  return atomic_load_explicit (&trace->reference, memory_order_acquire);
}

double
seidel_trace_target (SeidelTrace *trace)
{
  return atomic_load_explicit (&trace->target, memory_order_relaxed);
}

int64_t
seidel_trace_iterations (SeidelTrace *trace)
{
  return atomic_load_explicit (&trace->iterations, memory_order_relaxed);
}

size_t
seidel_trace_n_points (SeidelTrace *trace)
{
  return seidel_log_count (&trace->points);
}

SeidelTracePoint
seidel_trace_point (SeidelTrace *trace, size_t i)
{
  return *(const SeidelTracePoint *) seidel_log_get (&trace->points, i);
}

size_t
seidel_trace_n_sweeps (SeidelTrace *trace)
{
  return seidel_log_count (&trace->sweeps);
}

SeidelTraceSweep
seidel_trace_sweep (SeidelTrace *trace, size_t i)
{
  return *(const SeidelTraceSweep *) seidel_log_get (&trace->sweeps, i);
}

static double
seconds_of (_Atomic (int64_t) *nanoseconds)
{
  return (double) atomic_load_explicit (nanoseconds, memory_order_relaxed) * 1e-9;
}

bool
seidel_trace_device (SeidelTrace *trace, SeidelTraceDevice *device)
{
  DeviceTimes *times = &trace->device;

  if (!atomic_load_explicit (&times->known, memory_order_acquire))
    return false;
  device->to_bytes = atomic_load_explicit (&times->to_bytes, memory_order_relaxed);
  device->to_seconds = seconds_of (&times->to);
  device->from_bytes = atomic_load_explicit (&times->from_bytes, memory_order_relaxed);
  device->from_seconds = seconds_of (&times->from);
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    device->work_seconds[phase] = seconds_of (&times->work[phase]);
  device->factor_seconds = seconds_of (&times->factor);
  device->ordering_seconds = seconds_of (&times->ordering);
  device->symbolic_seconds = seconds_of (&times->symbolic);
  return true;
}

size_t
seidel_trace_n_events (SeidelTrace *trace)
{
  return seidel_log_count (&trace->events);
}

SeidelTraceEvent
seidel_trace_event (SeidelTrace *trace, size_t i)
{
  return *(const SeidelTraceEvent *) seidel_log_get (&trace->events, i);
}

SeidelLevelTimes *
seidel_trace_level_times (SeidelTrace *trace, SeidelDirection direction)
{
  if (trace->level_times[direction] != NULL)
    return seidel_level_times_copy (trace->level_times[direction]);
  return seidel_level_sampler_read (&trace->levels[direction], direction);
}

bool
seidel_trace_has_level_times (SeidelTrace *trace, SeidelDirection direction)
{
  return trace->level_times[direction] != NULL
         || atomic_load_explicit (&trace->levels[direction].sweeps, memory_order_acquire) > 0;
}

int64_t
seidel_trace_level_version (SeidelTrace *trace, SeidelDirection direction)
{
  if (trace->level_times[direction] != NULL)
    return 1;
  return atomic_load_explicit (&trace->levels[direction].version, memory_order_acquire);
}

static void
end_phase (SeidelTrace *trace, SeidelPhase phase, int64_t moment)
{
  int64_t value = atomic_load_explicit (&trace->phases[phase], memory_order_relaxed);

  if (value > 0)
    atomic_store_explicit (&trace->phases[phase], value - moment, memory_order_release);
}

void
seidel_trace_begin_phase (SeidelTrace *trace, SeidelPhase phase)
{
  int64_t moment = seidel_clock_now ();
  int64_t value;

  end_phase (trace, seidel_trace_phase (trace), moment);
  value = atomic_load_explicit (&trace->phases[phase], memory_order_relaxed);
  atomic_store_explicit (&trace->phases[phase], moment + value, memory_order_release);
  atomic_store_explicit (&trace->phase, phase, memory_order_release);
}

void
seidel_trace_set_reference (SeidelTrace *trace, double reference)
{
  atomic_store_explicit (&trace->reference, reference, memory_order_release);
}

void
seidel_trace_set_target (SeidelTrace *trace, double target)
{
  atomic_store_explicit (&trace->target, target, memory_order_relaxed);
}

static double
seconds_of_solve (SeidelTrace *trace)
{
  return seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);
}

/* Whether the k-th item of a log that holds count of them is kept: a stride that doubles. */
static bool
keeps (size_t count, int64_t k)
{
  int halvings = (int) (count / THIN_OUT_AFTER);

  return halvings == 0 || (k & (((int64_t) 1 << MIN (halvings, 40)) - 1)) == 0;
}

void
seidel_trace_add_point (SeidelTrace *trace, const SeidelTracePoint *values, bool last)
{
  SeidelTracePoint point = *values;
  size_t count = seidel_trace_n_points (trace);

  point.seconds = seconds_of_solve (trace);
  atomic_store_explicit (&trace->iterations, point.iteration, memory_order_relaxed);
  if (count > 0 && seidel_trace_point (trace, count - 1).iteration == point.iteration)
    return;
  if (last || keeps (count, point.iteration))
    seidel_log_append (&trace->points, &point);
}

void
seidel_trace_take_point (SeidelTrace *trace, const SeidelTracePoint *point)
{
  atomic_store_explicit (&trace->iterations, point->iteration, memory_order_relaxed);
  seidel_log_append (&trace->points, point);
}

void
seidel_trace_take_sweep (SeidelTrace *trace, const SeidelTraceSweep *sweep)
{
  seidel_log_append (&trace->sweeps, sweep);
}

static void
add_to (_Atomic (int64_t) *sum, int64_t value)
{
  atomic_fetch_add_explicit (sum, value, memory_order_relaxed);
}

/* Seconds of a file, which may be anything, as the nanoseconds of a sum. */
static int64_t
nanoseconds_of (double seconds)
{
  return seconds > 0.0 ? (int64_t) (MIN (seconds, 9e9) * 1e9) : 0;
}

void
seidel_trace_take_phase (SeidelTrace *trace, SeidelPhase phase, double seconds)
{
  atomic_store_explicit (&trace->phases[phase], -nanoseconds_of (seconds), memory_order_release);
}

void
seidel_trace_take_device (SeidelTrace *trace, const SeidelTraceDevice *device)
{
  DeviceTimes *sums = &trace->device;

  add_to (&sums->to_bytes, device->to_bytes);
  add_to (&sums->to, nanoseconds_of (device->to_seconds));
  add_to (&sums->from_bytes, device->from_bytes);
  add_to (&sums->from, nanoseconds_of (device->from_seconds));
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    add_to (&sums->work[phase], nanoseconds_of (device->work_seconds[phase]));
  add_to (&sums->factor, nanoseconds_of (device->factor_seconds));
  add_to (&sums->ordering, nanoseconds_of (device->ordering_seconds));
  add_to (&sums->symbolic, nanoseconds_of (device->symbolic_seconds));
  atomic_store_explicit (&sums->known, true, memory_order_release);
}

void
seidel_trace_take_level_times (SeidelTrace *trace, SeidelLevelTimes *times)
{
  seidel_level_times_free (trace->level_times[times->direction]);
  trace->level_times[times->direction] = times;
}

void
seidel_trace_add_event (SeidelTrace *trace, int64_t iteration, const char *text)
{
  SeidelTraceEvent event = { iteration, g_strdup (text) };

  if (!seidel_log_append (&trace->events, &event))
    g_free ((char *) event.text);
}

void
seidel_trace_begin_sweep (SeidelTrace *trace, int64_t iteration)
{
  trace->sweep.iteration = iteration;
  trace->sweep.begin = seconds_of_solve (trace);
}

void
seidel_trace_end_sweep (SeidelTrace *trace, double seconds)
{
  trace->sweep.seconds = isnan (seconds) ? seconds_of_solve (trace) - trace->sweep.begin : seconds;
  if (keeps (seidel_trace_n_sweeps (trace), trace->sweep.iteration))
    seidel_log_append (&trace->sweeps, &trace->sweep);
}

void
seidel_trace_add_device (SeidelTrace *trace, const SeidelEngineTimes *times)
{
  DeviceTimes *sums = &trace->device;

  add_to (&sums->to_bytes, times->to_bytes);
  add_to (&sums->to, times->to_nanoseconds);
  add_to (&sums->from_bytes, times->from_bytes);
  add_to (&sums->from, times->from_nanoseconds);
  add_to (&sums->work[seidel_trace_phase (trace)], times->work_nanoseconds);
  atomic_store_explicit (&sums->known, true, memory_order_release);
}

void
seidel_trace_add_factor (SeidelTrace *trace, int64_t nanoseconds)
{
  add_to (&trace->device.factor, nanoseconds);
}

void
seidel_trace_add_analysis (SeidelTrace *trace, int64_t ordering, int64_t symbolic)
{
  add_to (&trace->device.ordering, ordering);
  add_to (&trace->device.symbolic, symbolic);
}

void
seidel_trace_want_levels (SeidelTrace *trace, SeidelDirection direction, double seconds)
{
  seidel_level_sampler_begin (&trace->levels[direction], seconds);
}

bool
seidel_trace_wants_levels (SeidelTrace *trace, SeidelDirection direction)
{
  return seidel_level_sampler_wants (&trace->levels[direction], seconds_of_solve (trace),
                                     (double) trace->timing_levels * 1e-9);
}

void
seidel_trace_add_levels (SeidelTrace *trace, const SeidelSweepReport *report, SeidelTimed timed)
{
  trace->timing_levels += report->cost;
  seidel_level_sampler_add (&trace->levels[report->direction], report, timed);
}

void
seidel_trace_set_state (SeidelTrace *trace, SeidelRunState state)
{
  if (state == SEIDEL_RUN_STOPPED || state == SEIDEL_RUN_FINISHED)
    end_phase (trace, seidel_trace_phase (trace), seidel_clock_now ());
  atomic_store_explicit (&trace->state, state, memory_order_release);
}

static void
append_residual (GString *csv, double value)
{
  if (isfinite (value))
    seidel_format_append_csv (csv, value);
  else
    g_string_append_printf (csv, "%g", value);
}

GString *
seidel_trace_to_csv (SeidelTrace *trace)
{
  GString *csv = g_string_new ("iteration,seconds,residual,relative,error,normal,maximum\n");
  size_t n_points = seidel_trace_n_points (trace);

  for (size_t i = 0; i < n_points; i++)
    {
      SeidelTracePoint point = seidel_trace_point (trace, i);

      g_string_append_printf (csv, "%" G_GINT64_FORMAT ",", point.iteration);
      seidel_format_append_csv_seconds (csv, point.seconds);
      g_string_append_c (csv, ',');
      append_residual (csv, point.residual);
      g_string_append_c (csv, ',');
      append_residual (csv, seidel_trace_relative (trace, point.residual));
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, point.error);
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, point.normal);
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, point.maximum);
      g_string_append_c (csv, '\n');
    }
  return csv;
}

void
seidel_trace_keep_cycle (SeidelTrace *trace, SeidelCycleRecord *record)
{
  trace->cycle = record;
}

SeidelCycleRecord *
seidel_trace_cycle_record (SeidelTrace *trace)
{
  return trace->cycle;
}

size_t
seidel_projection_length (SeidelProjectionKind kind, size_t steps)
{
  return kind == SEIDEL_PROJECTION_ARNOLDI ? steps * (steps + 3) / 2 : 2 * steps;
}

/* The whole steps in so many numbers. */
static size_t
count_steps (SeidelProjectionKind kind, size_t length)
{
  size_t steps = length / 2;

  if (kind != SEIDEL_PROJECTION_ARNOLDI)
    return steps;
  steps = (size_t) sqrt (2.0 * (double) length);
  while (steps > 0 && seidel_projection_length (kind, steps) > length)
    steps--;
  return steps;
}

size_t
seidel_trace_n_projections (SeidelTrace *trace)
{
  return seidel_log_count (&trace->projections);
}

SeidelProjection
seidel_trace_projection (SeidelTrace *trace, size_t i)
{
  SeidelProjection projection = *(const SeidelProjection *) seidel_log_get (&trace->projections, i);
  size_t end = seidel_log_count (&trace->numbers);

  if (i + 1 < seidel_trace_n_projections (trace))
    end = ((const SeidelProjection *) seidel_log_get (&trace->projections, i + 1))->first_step;
  projection.steps = count_steps (projection.kind, end - projection.first_step);
  return projection;
}

double *
seidel_trace_projection_numbers (SeidelTrace *trace,
                                 const SeidelProjection *projection,
                                 size_t steps)
{
  const size_t n = seidel_projection_length (projection->kind, steps);
  double *numbers = g_new (double, MAX (n, 1));

  for (size_t i = 0; i < n; i++)
    numbers[i] = *(const double *) seidel_log_get (&trace->numbers, projection->first_step + i);
  return numbers;
}

void
seidel_trace_begin_projection (SeidelTrace *trace, SeidelProjectionKind kind, int64_t first)
{
  const SeidelProjection projection = { kind, first, seidel_log_count (&trace->numbers), 0 };

  if (projection.first_step < SEIDEL_MOST_PROJECTION_NUMBERS && !trace->numbers_ended)
    seidel_log_append (&trace->projections, &projection);
}

void
seidel_trace_add_projection (SeidelTrace *trace, const double *numbers, size_t n)
{
  if (seidel_log_count (&trace->numbers) + n > SEIDEL_MOST_PROJECTION_NUMBERS)
    return;
  for (size_t i = 0; i < n && !trace->numbers_ended; i++)
    trace->numbers_ended = !seidel_log_append (&trace->numbers, &numbers[i]);
}
