/* What is printed of the profile of a device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* A title and a line for each kernel, those that took most of the time first; nothing without a
 * profile. */
void seidel_cli_kernels_describe (const SeidelOutcome *outcome, SeidelCliSheet *sheet);
/* The member “kernels”, likewise. */
void seidel_cli_kernels_build (const SeidelOutcome *outcome, JsonBuilder *json);

G_END_DECLS
