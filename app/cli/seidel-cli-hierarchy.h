/* The hierarchy of multigrid, for its command and for its picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "solve/seidel-hierarchy-report.h"

G_BEGIN_DECLS

/* Worker part: the vectors of --near-null; NULL without an error where it was not given. Reports
 * if it has no effect on a run. */
SeidelMatrix *seidel_cli_load_near_null (const SeidelCliCall *call,
                                         const SeidelOptions *options,
                                         SeidelCliJob *job,
                                         GError **error);

/* Worker part: the report of a matrix that was loaded. */
bool seidel_cli_hierarchy_make (const SeidelCliMatrix *matrix,
                                const SeidelOptions *options,
                                SeidelCliJob *job,
                                SeidelHierarchyReport **report,
                                GError **error);

G_END_DECLS
