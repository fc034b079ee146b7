/* One run of a solver, as the commands solve, render and report need it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-matrix.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* The options of a run on a matrix: where the storage is to be proposed, by its structure. */
SeidelOptions seidel_cli_run_options (const SeidelCliSettings *settings,
                                      const SeidelStructure *structure);

/* Worker part: makes the problem and solves it. structure and schedules (may be NULL) are used, not
 * made again. */
SeidelOutcome *seidel_cli_run_settings (SeidelMatrix *matrix,
                                        SeidelStructure *structure,
                                        SeidelSchedule *const schedules[2],
                                        const SeidelCliSettings *settings,
                                        SeidelCliJob *job,
                                        GError **error);

/* What is told of a run beside its outcome. */
typedef struct
{
  const char *title; /* heads what was run, "Run" or the like */
  const char *ordering;
  const char *rhs; /* "solution-ones" */
} SeidelCliRunContext;

/* "Gauss-Seidel, forward · CPU, 2 threads · levels" */
char *seidel_cli_run_title (const SeidelOutcome *outcome);

/* What a run that ended this way exits with. */
int seidel_cli_run_status (const SeidelOutcome *outcome);

void seidel_cli_run_describe (const SeidelOutcome *outcome,
                              const SeidelCliRunContext *context,
                              SeidelCliSheet *sheet);
void seidel_cli_run_build_json (const SeidelOutcome *outcome,
                                const SeidelCliRunContext *context,
                                JsonBuilder *json);

G_END_DECLS
