/* What a run is called: the method with what was chosen for it, the engine, the strategy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* "Conjugate gradients + SSOR"; free with g_free (). */
char *seidel_run_title_pair (const char *method, const char *preconditioner);

/* "SOR, relaxation ω 1.9 · CPU, 2 threads · Level sets". outcome is NULL while the run goes on:
 * what "auto" has come to is then read from the latest event of the trace. Free with g_free (). */
char *seidel_run_title_new (const SeidelOptions *options,
                            const SeidelOutcome *outcome,
                            SeidelTrace *trace);

G_END_DECLS
