/* The figures of outcomes, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "solve/seidel-figures.h"

G_BEGIN_DECLS

/* Lines for a sheet: of the times, or of all else. */
void seidel_cli_figures_describe (const SeidelOutcome *outcome, bool times, SeidelCliSheet *sheet);

/* The members of an item, whose figures these are, in the object the builder is in. */
void
seidel_cli_figures_build (const SeidelOutcomeFigure *figures, const void *item, JsonBuilder *json);

/* Prints the members of outcomes as JSON, for seidel-cli-manual.py and the tests; returns the exit
 * status. */
int seidel_cli_print_figures (void);

G_END_DECLS
