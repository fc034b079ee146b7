/* Writing an experiment from options, and a result as a page.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-options.h"
#include "experiment/seidel-experiment-result.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* The action “new”: writes the experiment that --files, --methods, --preconditioners, --measures
 * and
 * --seconds describe. Returns the exit status. */
int seidel_cli_experiment_new (const SeidelCliCall *call);

/* Draws the curve of a run there. Any thread. */
bool seidel_cli_experiment_draw_run (SeidelExperiment *experiment,
                                     size_t cell,
                                     SeidelTrace *trace,
                                     const char *folder,
                                     GError **error);
/* A result as HTML: its tables with marks, the reasons, and those pictures that are in the folder,
 * which is next to the page under the name that the page gives it. Free with g_free (). */
char *seidel_cli_experiment_to_html (SeidelExperimentResult *result, const char *folder);

G_END_DECLS
