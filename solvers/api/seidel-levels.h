/* The dependency levels of a Gauss-Seidel sweep.
 *
 * Row i depends on row j if a_ij is stored and j comes before i in the sweep. The level of a row is
 * one more than the largest level among the rows that it depends on, or 1: the rows of one level
 * can be computed at the same time (Anderson and Saad 1989).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-handles.h"

G_BEGIN_DECLS

/* Of a square matrix, forward or backward: one pass over the entries. Free with
 * seidel_levels_unref (). Read-only, for any thread. */
SEIDEL_API SeidelLevels *seidel_levels_new (const SeidelMatrix *matrix,
                                            SeidelSweepOrder order,
                                            GCancellable *cancellable,
                                            GError **error);
SEIDEL_API SeidelLevels *seidel_levels_ref (SeidelLevels *levels);
SEIDEL_API void seidel_levels_unref (SeidelLevels *levels);

SEIDEL_API int32_t seidel_levels_count (const SeidelLevels *levels);
/* Of each level: its rows, and the entries stored in them; count elements. */
SEIDEL_API const int64_t *seidel_levels_rows (const SeidelLevels *levels);
SEIDEL_API const int64_t *seidel_levels_entries (const SeidelLevels *levels);
/* The level of each row, 1 … count. */
SEIDEL_API const int32_t *seidel_levels_of_rows (const SeidelLevels *levels);
/* Most rows in one level. */
SEIDEL_API int64_t seidel_levels_widest (const SeidelLevels *levels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLevels, seidel_levels_unref)

G_END_DECLS
