/* What is printed of the processes of a distributed run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* A title, what crosses, and a few lines for each of n ranks, of a run or of a plan; nothing if
 * there are none. */
void seidel_cli_ranks_describe (const SeidelRank *ranks, size_t n, SeidelCliSheet *sheet);
/* The members “crossing_share” and “ranks”, likewise. */
void seidel_cli_ranks_build (const SeidelRank *ranks, size_t n, JsonBuilder *json);

G_END_DECLS
