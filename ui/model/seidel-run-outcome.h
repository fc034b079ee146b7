/* What there is to say about how a run ended, in one line, in a sentence, and in full.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-item.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_RUN_TONE_PLAIN,   /* live, converged, or stopped by the user */
  SEIDEL_RUN_TONE_WARNING, /* a limit was reached, or the solution is doubtful */
  SEIDEL_RUN_TONE_ERROR,   /* diverged, broke down, could not start … */
} SeidelRunTone;

SeidelRunTone seidel_run_outcome_tone (SeidelRunItem *run);

/* The texts are to be freed with g_free (). */

/* "Run 3: Converged, 183 iterations, 10.6 ms", of a run that ended. */
char *seidel_run_outcome_summary (SeidelRunItem *run);
/* Why the tone is not plain, and what to try; NULL when it is. */
char *seidel_run_outcome_hint (SeidelRunItem *run);
/* Everything, in lines; NULL while the run is live. */
char *seidel_run_outcome_describe (SeidelRunItem *run);
/* What its parts took, a line each; "" while the run is live. */
char *seidel_run_outcome_times (SeidelRunItem *run);

G_END_DECLS
