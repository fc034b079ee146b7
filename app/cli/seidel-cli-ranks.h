/* What is printed of the processes of a distributed run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* A title and a line for each rank; nothing for an engine of one process. */
void seidel_cli_ranks_describe (const SeidelOutcome *outcome, SeidelCliSheet *sheet);
/* The member “ranks”, likewise. */
void seidel_cli_ranks_build (const SeidelOutcome *outcome, JsonBuilder *json);

G_END_DECLS
