/* Writing the history of a run: for its worker only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

SEIDEL_API void seidel_trace_begin_phase (SeidelTrace *trace,
                                          SeidelPhase phase); /* ends the one before */
SEIDEL_API void seidel_trace_set_reference (SeidelTrace *trace, double reference);
/* An iteration that is there already is not added again. */
SEIDEL_API void seidel_trace_add_point (SeidelTrace *trace,
                                        int64_t iteration,
                                        double residual,
                                        double error,
                                        bool last);
SEIDEL_API void seidel_trace_add_event (SeidelTrace *trace, int64_t iteration, const char *text);
SEIDEL_API void seidel_trace_begin_sweep (SeidelTrace *trace, int64_t iteration);
/* seconds by the clock of the engine; NAN: the time since it began, by the host's. */
SEIDEL_API void seidel_trace_end_sweep (SeidelTrace *trace, double seconds);
/* What was measured since the last time, in the phase now going on. */
SEIDEL_API void seidel_trace_add_device (SeidelTrace *trace, const SeidelEngineTimes *times);
/* Of that, the time that making dense factors took, without bringing the matrix there. */
SEIDEL_API void seidel_trace_add_factor (SeidelTrace *trace, int64_t nanoseconds);
/* Makes room; called before the first sweep. FALSE when there is no memory: the run goes on. */
SEIDEL_API bool
seidel_trace_set_levels (SeidelTrace *trace, SeidelDirection direction, int32_t n_levels);
/* The same where only a sweep tells how many there are, as for passes: there are none before the
 * first. */
SEIDEL_API void seidel_trace_want_levels (SeidelTrace *trace, SeidelDirection direction);
/* Whether the coming sweep of this direction is to be measured; counts the sweeps. */
SEIDEL_API bool seidel_trace_wants_levels (SeidelTrace *trace, SeidelDirection direction);
SEIDEL_API void seidel_trace_add_levels (SeidelTrace *trace,
                                         SeidelDirection direction,
                                         const int64_t *nanoseconds,
                                         int32_t count);
/* Passes beyond those that are there already are new ones; those that find no memory are dropped.
 */
SEIDEL_API void seidel_trace_add_passes (SeidelTrace *trace,
                                         SeidelDirection direction,
                                         const int64_t *nanoseconds,
                                         const int64_t *rows,
                                         int32_t count);
SEIDEL_API void seidel_trace_set_state (SeidelTrace *trace, SeidelRunState state);

G_END_DECLS
