/* The time that a Gauss-Seidel sweep takes on any machine.
 *
 * Of a processor it is the time from which the CPU engine chooses its strategy, by the strategy
 * that it would choose there (cost/seidel-sweep-profile.h). Of a device: each level waits for the
 * one before, and all that the sweep reads has to be moved.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cost/seidel-machine-constants.h"
#include "engine/seidel-engine-types.h"

G_BEGIN_DECLS

/* Seconds of one sweep in double precision over a square matrix with its forward levels, by so many
 * threads of a processor (at least 1), or on a device. Looks at some of the rows. Any thread; takes
 * a moment where there are millions of levels. */
SEIDEL_API double seidel_sweep_predict (const SeidelCsrView *matrix,
                                        const SeidelLevelsView *levels,
                                        const SeidelMachine *machine,
                                        int threads);

G_END_DECLS
