/* The history of a run: written by its worker, readable from any thread at any time.
 *
 * Append-only and lock-free: published items never change or move. The writer fills an item, then
 * increments a count with release order; readers load the count with acquire order and may read all
 * items below it, during the run and after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "run/seidel-level-times.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

typedef struct SeidelTrace SeidelTrace;

typedef struct
{
  int64_t iteration; /* 0: before the first */
  double seconds;    /* spent in the solve phase so far */
  double residual;   /* the method's own ‖b − A x‖₂, absolute */
  /* ‖x − x*‖₂, absolute; NaN if unknown: not requested, or the method does not form its iterate. */
  double error;
  double
    normal; /* the normal residual (see seidel-normal.h), relative; NaN but for least squares */
  double maximum; /* ‖b − A x‖∞ of the iterate, absolute; NaN if unknown, as the error */
} SeidelTracePoint;

typedef enum
{
  SEIDEL_PHASE_ANALYSIS,  /* structure and levels, if computed by this run */
  SEIDEL_PHASE_REFERENCE, /* a direct solution, if errors are requested and x* is unknown */
  SEIDEL_PHASE_TRANSFER,  /* matrix and vectors to the engine, in its precision; plans of sweeps */
  SEIDEL_PHASE_SOLVE,
  SEIDEL_PHASE_LEVELS, /* timing levels by sweeps beside the run */
  SEIDEL_PHASE_VERIFY, /* download of the solution, and its true residual in double */
  SEIDEL_N_PHASES,
} SeidelPhase;

SEIDEL_API const char *seidel_phase_id (SeidelPhase phase);   /* "analysis" */
SEIDEL_API const char *seidel_phase_name (SeidelPhase phase); /* "Analysis" */

typedef enum
{
  SEIDEL_RUN_WAITING, /* not begun */
  SEIDEL_RUN_RUNNING, /* phase () says where */
  /* The solve phase has ended, for whatever reason; verification follows. An automatic run returns
   * to RUNNING if it needs another attempt. */
  SEIDEL_RUN_STOPPED,
  SEIDEL_RUN_FINISHED, /* nothing more will be written */
} SeidelRunState;

/* Time of one iteration spent in the method's main operation (a sweep or a product), from device
 * timings if the engine has them. */
typedef struct
{
  int64_t iteration; /* the first is 1 */
  double begin;      /* seconds since the solve phase began */
  double seconds;
} SeidelTraceSweep;

/* Device timings of a run so far, accumulated over all attempts. */
typedef struct
{
  int64_t to_bytes; /* copied to the device, as stored on the host */
  double to_seconds;
  int64_t from_bytes; /* copied back */
  double from_seconds;
  double work_seconds[SEIDEL_N_PHASES]; /* executing kernels, by phase */
  double factor_seconds;                /* of that: dense or sparse factorisations; 0 without any */
  double ordering_seconds; /* on the host, before sparse ones: their orderings, as the next */
  double symbolic_seconds; /* their symbolic factorisations */
} SeidelTraceDevice;

/* An event to be marked on a chart. */
typedef struct
{
  int64_t iteration; /* the last one before it */
  const char *text;  /* a sentence; lives as long as the trace */
} SeidelTraceEvent;

SEIDEL_API SeidelTrace *seidel_trace_new (void);
SEIDEL_API SeidelTrace *seidel_trace_ref (SeidelTrace *trace);
SEIDEL_API void seidel_trace_unref (SeidelTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelTrace, seidel_trace_unref)

/* All functions below may be called from any thread, during the run and after it. */

SEIDEL_API SeidelRunState seidel_trace_state (SeidelTrace *trace);
SEIDEL_API SeidelPhase seidel_trace_phase (SeidelTrace *trace); /* the latest begun */
/* Seconds spent in a phase, until now if it has not ended; accumulated over all attempts. */
SEIDEL_API double seidel_trace_phase_seconds (SeidelTrace *trace, SeidelPhase phase);

/* ‖b‖₂ (‖r₀‖₂ if b = 0), by which relative residuals are divided; 0 until known. */
SEIDEL_API double seidel_trace_reference (SeidelTrace *trace);

/* The residual norm ‖r‖₂ at which the run ends: that of the options, or where the backward error of
 * its iterate, as estimated so far, meets the tolerance. 0 until known, or if there is none. */
SEIDEL_API double seidel_trace_target (SeidelTrace *trace);

/* Completed iterations; may exceed the latest point, see below. */
SEIDEL_API int64_t seidel_trace_iterations (SeidelTrace *trace);

/* Points: every iteration up to 2²⁰ points, then every second, fourth, … iteration, so that memory
 * grows logarithmically; the last iteration is always included. */
SEIDEL_API size_t seidel_trace_n_points (SeidelTrace *trace);
SEIDEL_API SeidelTracePoint seidel_trace_point (SeidelTrace *trace, size_t i);

/* A residual as a part of the reference; as it is while there is none. */
SEIDEL_API double seidel_trace_relative (SeidelTrace *trace, double residual);

/* What has to fall for the run to converge, relative: the residual or, of a method of least
 * squares, which may leave a large one, the normal residual where that is smaller. */
SEIDEL_API double seidel_trace_decisive (SeidelTrace *trace, const SeidelTracePoint *point);

/* How far the run has come on its way to the end, 0 … 1: by orders of magnitude towards the nearest
 * of the tolerances that the options have; without any, towards the limit of iterations or of time.
 * NaN while that is not known. */
SEIDEL_API double seidel_trace_progress (SeidelTrace *trace, const SeidelOptions *options);

SEIDEL_API size_t seidel_trace_n_sweeps (SeidelTrace *trace);
SEIDEL_API SeidelTraceSweep seidel_trace_sweep (SeidelTrace *trace, size_t i);

/* False if the engine has no device timings, or none yet; *device is then unchanged. The sums are
 * not updated atomically together while the run continues. */
SEIDEL_API bool seidel_trace_device (SeidelTrace *trace, SeidelTraceDevice *device);

SEIDEL_API size_t seidel_trace_n_events (SeidelTrace *trace);
SEIDEL_API SeidelTraceEvent seidel_trace_event (SeidelTrace *trace, size_t i);

/* Times of the levels of a sweep, or of its passes: quartiles over a sample of the sweeps, or
 * over sweeps beside the run, whose time is that of SEIDEL_PHASE_LEVELS. NULL if none was timed
 * yet, or without memory. Takes about 100 ns a level. Free with seidel_level_times_free (). */
SEIDEL_API SeidelLevelTimes *seidel_trace_level_times (SeidelTrace *trace,
                                                       SeidelDirection direction);
/* Whether there are any, without reading them. */
SEIDEL_API bool seidel_trace_has_level_times (SeidelTrace *trace, SeidelDirection direction);
/* Differs whenever there are other times to read; 0: there never were any. */
SEIDEL_API int64_t seidel_trace_level_version (SeidelTrace *trace, SeidelDirection direction);

/* One line per point: iteration,seconds,residual,relative,error,normal,maximum, the last three
 * empty if unknown. Locale-independent. Any thread. Free with g_string_free (). */
SEIDEL_API GString *seidel_trace_to_csv (SeidelTrace *trace);

G_END_DECLS
