/* Colourings: rows of one colour do not depend on each other, in either direction.
 *
 * A Gauss-Seidel sweep that relaxes the rows colour by colour has as many levels as there are
 * colours. It is a different method from the sweep in row order: the iterates differ, and often
 * more of them are needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

/* Read-only after construction. */
typedef struct
{
  int64_t rows;
  int32_t count;         /* colours; 0 for a matrix without rows */
  int32_t *color_of_row; /* rows entries, 1 … count */
} SeidelColoring;

/* The greedy colouring in row order: each row gets the smallest colour that none of its neighbours
 * has. Rows i and j are neighbours if a_ij or a_ji is stored. SEIDEL_ERROR_INVALID if the matrix is
 * not square; progress and cancellable may be NULL. Free with seidel_coloring_free (). */
SEIDEL_API SeidelColoring *seidel_coloring_new (const SeidelCsr *csr,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API void seidel_coloring_free (SeidelColoring *coloring);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelColoring, seidel_coloring_free)

/* The schedule of a sweep by colours: its levels are the colours, in increasing order forward, in
 * decreasing order backward. Safe in place. NULL with SEIDEL_ERROR_MEMORY where there is no room.
 * Unref with seidel_schedule_unref (). */
SEIDEL_API SeidelSchedule *seidel_coloring_schedule (const SeidelColoring *coloring,
                                                     const SeidelCsr *csr,
                                                     SeidelDirection direction,
                                                     GError **error);

G_END_DECLS
