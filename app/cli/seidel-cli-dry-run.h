/* What a run would take of memory, told without solving.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-run.h"
#include "solve/seidel-memory-need.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelOptions options; /* with the choices of the run made */
  SeidelMemoryNeed need;
  SeidelMemoryRoom room;
} SeidelCliDryRun;

/* Worker part. Fails where the run would be refused for what it is told to do. */
bool seidel_cli_dry_run_init (SeidelCliDryRun *dry,
                              SeidelMatrix *matrix,
                              const SeidelCliSettings *settings,
                              SeidelCliJob *job,
                              GError **error);

/* Prints it, and a complaint where the memory is not there. Returns an exit status. */
int seidel_cli_dry_run_print (const SeidelCliDryRun *dry, const char *title, bool as_json);

G_END_DECLS
