/* One run, for the commands solve, render and report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* Worker part: makes the problem and solves it. The analyses of the matrix are used where they are
 * there. */
SeidelOutcome *seidel_cli_run_settings (const SeidelCliMatrix *matrix,
                                        const SeidelCliSettings *settings,
                                        SeidelCliJob *job,
                                        GError **error);

/* What is printed of a run beside its outcome. */
typedef struct
{
  const char *title; /* heads what was run, "Run" or the like */
  const SeidelCliSettings *settings;
  const SeidelMatrix *matrix;
} SeidelCliRunContext;

/* "Gauss-Seidel, forward · CPU, 2 threads · levels" */
char *seidel_cli_run_title (const SeidelOutcome *outcome);

/* The exit status of a run that ended this way. */
int seidel_cli_run_status (const SeidelOutcome *outcome);

void seidel_cli_run_describe (const SeidelOutcome *outcome,
                              const SeidelCliRunContext *context,
                              SeidelCliSheet *sheet);
void seidel_cli_run_build_json (const SeidelOutcome *outcome,
                                const SeidelCliRunContext *context,
                                JsonBuilder *json);

G_END_DECLS
