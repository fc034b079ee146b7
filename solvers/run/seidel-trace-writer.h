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
/* Has no effect if the latest point is of the same iteration. */
SEIDEL_API void seidel_trace_add_point (SeidelTrace *trace,
                                        int64_t iteration,
                                        double residual,
                                        double error,
                                        double normal,
                                        bool last);
SEIDEL_API void seidel_trace_add_event (SeidelTrace *trace, int64_t iteration, const char *text);
SEIDEL_API void seidel_trace_begin_sweep (SeidelTrace *trace, int64_t iteration);
/* seconds from device timings; NAN: the host's time since seidel_trace_begin_sweep (). */
SEIDEL_API void seidel_trace_end_sweep (SeidelTrace *trace, double seconds);
/* Adds device timings to the current phase. */
SEIDEL_API void seidel_trace_add_device (SeidelTrace *trace, const SeidelEngineTimes *times);
/* Adds the part of them that a dense factorisation took, without the transfer. */
SEIDEL_API void seidel_trace_add_factor (SeidelTrace *trace, int64_t nanoseconds);
/* Allocates times of levels, before the first sweep. False without memory: the run continues. */
SEIDEL_API bool
seidel_trace_set_levels (SeidelTrace *trace, SeidelDirection direction, int32_t n_levels);
/* The same if the number is known only after a sweep, as for passes. */
SEIDEL_API void seidel_trace_want_levels (SeidelTrace *trace, SeidelDirection direction);
/* Whether the next sweep of this direction should be measured; counts the sweeps. */
SEIDEL_API bool seidel_trace_wants_levels (SeidelTrace *trace, SeidelDirection direction);
SEIDEL_API void seidel_trace_add_levels (SeidelTrace *trace,
                                         SeidelDirection direction,
                                         const int64_t *nanoseconds,
                                         int32_t count);
/* Appends passes as needed; dropped without memory. */
SEIDEL_API void seidel_trace_add_passes (SeidelTrace *trace,
                                         SeidelDirection direction,
                                         const int64_t *nanoseconds,
                                         const int64_t *rows,
                                         int32_t count);
SEIDEL_API void seidel_trace_set_state (SeidelTrace *trace, SeidelRunState state);

G_END_DECLS
