/* A colouring: rows of one colour do not depend on each other, in either direction.
 *
 * A sweep of Gauss-Seidel that renews the rows colour by colour has as few levels as there are
 * colours. It is another method than the sweep in the order of the rows: the iterates differ, and
 * often more of them are needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

/* Read-only once made. */
typedef struct
{
  int64_t rows;
  int32_t count;         /* colours; 0 for a matrix without rows */
  int32_t *color_of_row; /* rows entries, 1 … count */
} SeidelColoring;

/* Gives each row, from the first to the last, the least colour that none of its neighbours has;
 * rows i and j are neighbours when a_ij or a_ji is stored. The matrix must be square
 * (SEIDEL_ERROR_INVALID otherwise). */
SEIDEL_API SeidelColoring *seidel_coloring_new (const SeidelCsr *csr,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API void seidel_coloring_free (SeidelColoring *coloring);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelColoring, seidel_coloring_free)

/* The schedule of a sweep by colours: its levels are the colours, from the first to the last going
 * forward, from the last to the first going backward. Safe in place. */
SEIDEL_API SeidelSchedule *seidel_coloring_schedule (const SeidelColoring *coloring,
                                                     const SeidelCsr *csr,
                                                     SeidelDirection direction);

G_END_DECLS
