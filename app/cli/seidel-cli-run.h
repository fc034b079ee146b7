/* One run, for the commands solve, render and report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* Worker parts. The analyses of the matrix are used where they are there; options without effect
 * are reported. */
SeidelOutcome *seidel_cli_run_solve (const SeidelCliMatrix *matrix,
                                     SeidelCliSettings *settings,
                                     SeidelCliJob *job,
                                     GError **error);
/* The plan of the run; it may refuse for memory, any other refusal is an error. */
SeidelPlan *seidel_cli_run_plan (const SeidelCliMatrix *matrix,
                                 SeidelCliSettings *settings,
                                 SeidelCliJob *job,
                                 GError **error);

/* What is printed of a run beside its outcome. */
typedef struct
{
  const char *title; /* heads what was run, "Run" or the like */
  const SeidelCliSettings *settings;
  const SeidelMatrix *matrix;
  SeidelTrace *trace;               /* of the run; NULL: its levels are not printed */
  SeidelSchedule *const *schedules; /* of the matrix, by direction, where known; as the trace */
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

/* Prints a plan, and a complaint where the memory is not there; returns the exit status. */
int seidel_cli_run_print_plan (const SeidelPlan *plan,
                               const SeidelCliRunContext *context,
                               bool as_json);

G_END_DECLS
