/* The history of a run: written by its one worker, read by anyone at any time.
 *
 * Append-only: an item that was published never changes and never moves. The writer fills the item
 * and then raises a count with release order; a reader loads the count with acquire order and may
 * read everything below it, without a lock, while the run goes on or after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "run/seidel-options.h"

G_BEGIN_DECLS

typedef struct SeidelTrace SeidelTrace;

typedef struct
{
  int64_t iteration; /* 0: before the first */
  double seconds;    /* spent in the solve phase so far */
  double residual;   /* the method's own ‖b − A x‖₂, absolute */
  /* ‖x − x*‖₂, absolute; NaN where it is not known: it was not asked for, or the method does not
   * have its iterate at hand. */
  double error;
} SeidelTracePoint;

typedef enum
{
  SEIDEL_PHASE_ANALYSIS,  /* structure and levels, as far as this run had to compute them */
  SEIDEL_PHASE_REFERENCE, /* a direct solution, when errors are wanted and none is known */
  SEIDEL_PHASE_TRANSFER,  /* matrix and vectors to the engine, in its precision */
  SEIDEL_PHASE_SOLVE,
  SEIDEL_PHASE_VERIFY, /* the solution back, and the true residual in double */
  SEIDEL_N_PHASES,
} SeidelPhase;

SEIDEL_API const char *seidel_phase_id (SeidelPhase phase);   /* "analysis" */
SEIDEL_API const char *seidel_phase_name (SeidelPhase phase); /* "Analysis" */

typedef enum
{
  SEIDEL_RUN_WAITING, /* not begun */
  SEIDEL_RUN_RUNNING, /* phase () says where */
  /* The solve phase is over (for any reason); being verified. An automatic run whose attempt was
   * not enough goes back to RUNNING with the next. */
  SEIDEL_RUN_STOPPED,
  SEIDEL_RUN_FINISHED, /* nothing more will be written */
} SeidelRunState;

/* Time of one iteration spent in the method's main operation (a sweep or a product), by the clock
 * of the engine where it has one of its own. */
typedef struct
{
  int64_t iteration; /* the first is 1 */
  double begin;      /* seconds since the solve phase began */
  double seconds;
} SeidelTraceSweep;

/* What an engine with a clock of its own told of a run so far, all attempts together. */
typedef struct
{
  int64_t to_bytes; /* brought to the engine, as they lay in memory */
  double to_seconds;
  int64_t from_bytes; /* and back */
  double from_seconds;
  double work_seconds[SEIDEL_N_PHASES]; /* at work otherwise, by phase */
  double factor_seconds; /* of that: making dense factors of the matrix; 0: it made none */
} SeidelTraceDevice;

/* Something worth a mark on a chart. */
typedef struct
{
  int64_t iteration; /* after which it happened */
  const char *text;  /* a sentence; lives as long as the trace */
} SeidelTraceEvent;

SEIDEL_API SeidelTrace *seidel_trace_new (void);
SEIDEL_API SeidelTrace *seidel_trace_ref (SeidelTrace *trace);
SEIDEL_API void seidel_trace_unref (SeidelTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelTrace, seidel_trace_unref)

/* All functions below may be called from any thread, while the run goes on or after it. */

SEIDEL_API SeidelRunState seidel_trace_state (SeidelTrace *trace);
SEIDEL_API SeidelPhase seidel_trace_phase (SeidelTrace *trace); /* the latest begun */
/* Seconds spent in a phase, up to now when it is going on. A run of several attempts goes through
 * its phases several times: the times add up. */
SEIDEL_API double seidel_trace_phase_seconds (SeidelTrace *trace, SeidelPhase phase);

/* ‖b‖₂ (‖r₀‖₂ when b = 0), by which residuals are divided to be relative; 0 until known. */
SEIDEL_API double seidel_trace_reference (SeidelTrace *trace);

/* Iterations done; may run ahead of the points, see below. */
SEIDEL_API int64_t seidel_trace_iterations (SeidelTrace *trace);

/* Points: every iteration up to 2²⁰ points, from then on every second, fourth, … iteration, so that
 * memory grows with the logarithm only; the last iteration is always there. */
SEIDEL_API size_t seidel_trace_n_points (SeidelTrace *trace);
SEIDEL_API SeidelTracePoint seidel_trace_point (SeidelTrace *trace, size_t i);

SEIDEL_API size_t seidel_trace_n_sweeps (SeidelTrace *trace);
SEIDEL_API SeidelTraceSweep seidel_trace_sweep (SeidelTrace *trace, size_t i);

/* False where the engine has no clock of its own, or has not told anything yet; *device is left
 * alone then. The sums grow one by one while the run goes on. */
SEIDEL_API bool seidel_trace_device (SeidelTrace *trace, SeidelTraceDevice *device);

SEIDEL_API size_t seidel_trace_n_events (SeidelTrace *trace);
SEIDEL_API SeidelTraceEvent seidel_trace_event (SeidelTrace *trace, size_t i);

/* Time per level, summed over the sweeps that were measured (every one at first, then every 16th:
 * looking at the clock after each level costs time itself). 0 levels when the strategy has none. */
SEIDEL_API int32_t seidel_trace_n_levels (SeidelTrace *trace, SeidelDirection direction);
SEIDEL_API int64_t seidel_trace_level_sweeps (SeidelTrace *trace,
                                              SeidelDirection direction); /* measured */
SEIDEL_API double
seidel_trace_level_seconds (SeidelTrace *trace, SeidelDirection direction, int32_t level_index);
/* The same of the rows that a pass renewed, where the strategy makes passes; 0 for levels, whose
 * rows the schedule knows. There may be more or fewer passes than the schedule has levels. */
SEIDEL_API int64_t seidel_trace_level_rows (SeidelTrace *trace,
                                            SeidelDirection direction,
                                            int32_t level_index);

/* One line per point: iteration,seconds,residual,relative,error, the error empty where it is not
 * known. Locale-independent. Any thread. Free with g_string_free (). */
SEIDEL_API GString *seidel_trace_to_csv (SeidelTrace *trace);

G_END_DECLS
