/* Writing the history of a run: for its worker only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* Ends the previous phase. */
SEIDEL_API void seidel_trace_begin_phase (SeidelTrace *trace, SeidelPhase phase);
SEIDEL_API void seidel_trace_set_reference (SeidelTrace *trace, double reference);
SEIDEL_API void seidel_trace_set_target (SeidelTrace *trace, double target);
/* Its seconds are the time spent so far. Has no effect if the latest point is of the same
 * iteration.
 */
SEIDEL_API void
seidel_trace_add_point (SeidelTrace *trace, const SeidelTracePoint *values, bool last);
/* Points and iterations of a run elsewhere, with the times that were noted there. */
SEIDEL_API void seidel_trace_take_point (SeidelTrace *trace, const SeidelTracePoint *point);
SEIDEL_API void seidel_trace_take_sweep (SeidelTrace *trace, const SeidelTraceSweep *sweep);
/* What is known of a run that ended earlier: before any other thread has the trace. */
SEIDEL_API void seidel_trace_take_phase (SeidelTrace *trace, SeidelPhase phase, double seconds);
SEIDEL_API void seidel_trace_take_device (SeidelTrace *trace, const SeidelTraceDevice *device);
/* Takes the times, in place of those of a sample. */
SEIDEL_API void seidel_trace_take_level_times (SeidelTrace *trace, SeidelLevelTimes *times);
SEIDEL_API void seidel_trace_add_event (SeidelTrace *trace, int64_t iteration, const char *text);
SEIDEL_API void seidel_trace_begin_sweep (SeidelTrace *trace, int64_t iteration);
/* seconds from device timings; NAN: the host's time since seidel_trace_begin_sweep (). */
SEIDEL_API void seidel_trace_end_sweep (SeidelTrace *trace, double seconds);
/* Adds device timings to the current phase. */
SEIDEL_API void seidel_trace_add_device (SeidelTrace *trace, const SeidelEngineTimes *times);
/* Adds the part of them that a factorisation took, without the transfer. */
SEIDEL_API void seidel_trace_add_factor (SeidelTrace *trace, int64_t nanoseconds);
/* Adds what came before a sparse factorisation: its ordering, and its symbolic part. */
SEIDEL_API void seidel_trace_add_analysis (SeidelTrace *trace, int64_t ordering, int64_t symbolic);
/* Levels are to be timed from now on; forgets earlier times. seconds: what timing the levels of one
 * sweep is expected to cost. */
SEIDEL_API void
seidel_trace_want_levels (SeidelTrace *trace, SeidelDirection direction, double seconds);
/* Whether the levels of the next sweep of this direction should be timed; counts the sweeps. */
SEIDEL_API bool seidel_trace_wants_levels (SeidelTrace *trace, SeidelDirection direction);
/* Dropped without memory. */
SEIDEL_API void
seidel_trace_add_levels (SeidelTrace *trace, const SeidelSweepReport *report, SeidelTimed timed);
SEIDEL_API void seidel_trace_set_state (SeidelTrace *trace, SeidelRunState state);

G_END_DECLS
