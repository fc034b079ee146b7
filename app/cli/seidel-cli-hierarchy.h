/* The hierarchy of multigrid, for its command and for its picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "solve/seidel-hierarchy-report.h"

G_BEGIN_DECLS

/* Worker part: the report of a matrix that was loaded. */
bool seidel_cli_hierarchy_make (const SeidelCliMatrix *matrix,
                                const SeidelOptions *options,
                                SeidelCliJob *job,
                                SeidelHierarchyReport **report,
                                GError **error);

G_END_DECLS
