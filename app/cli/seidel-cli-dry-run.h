/* The plan of a run, shown instead of carried out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-run.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelPlan *plan;
  SeidelMemoryRoom room;
} SeidelCliDryRun;

/* Worker part. Fails where the run would be refused, but for a lack of memory. */
bool seidel_cli_dry_run_init (SeidelCliDryRun *dry,
                              SeidelMatrix *matrix,
                              const SeidelCliSettings *settings,
                              SeidelCliJob *job,
                              GError **error);

void seidel_cli_dry_run_clear (SeidelCliDryRun *dry);

/* Prints it, and an error where memory is lacking. Returns an exit status. */
int seidel_cli_dry_run_print (const SeidelCliDryRun *dry, const char *title, bool as_json);

G_END_DECLS
