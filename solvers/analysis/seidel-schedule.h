/* Levels of the dependency graph of a Gauss-Seidel sweep.
 *
 * Row i depends on row j if a_ij is stored (zero or not) and j precedes i in the sweep: j < i
 * forward, j > i backward. level(i) = 1 + the largest level among the rows it depends on, or 1 if
 * there are none. Rows of one level can be computed in parallel, level after level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-types.h"
#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  SeidelDirection direction;
  int64_t rows;
  int32_t count;            /* levels; 0 for a matrix without rows */
  int32_t *level_of_row;    /* rows entries, 1 … count */
  int64_t *level_rows;      /* count entries: rows of level l + 1 */
  int64_t *level_nonzeros;  /* count entries: stored entries in the rows of level l + 1 */
  int64_t widest;           /* most rows in one level */
  int64_t narrowest;        /* fewest rows in one level */
  int64_t dependencies;     /* all dependencies, that is, the entries before the diagonal */
  int64_t max_dependencies; /* of one row */
  /* Whether a sweep by levels may overwrite x in place: every entry behind the diagonal belongs to
   * a row of a strictly later level. Always true if the pattern is symmetric; otherwise a row
   * could read a neighbour that was already updated. */
  bool in_place_safe;
} SeidelSchedule;

/* SEIDEL_ERROR_INVALID if the matrix is not square; progress and cancellable may be NULL. One pass
 * over the entries. */
SEIDEL_API SeidelSchedule *seidel_schedule_new (const SeidelCsr *csr,
                                                SeidelDirection direction,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API SeidelSchedule *seidel_schedule_ref (SeidelSchedule *schedule);
SEIDEL_API void seidel_schedule_unref (SeidelSchedule *schedule);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSchedule, seidel_schedule_unref)

/* Mean dependencies per row; 0 for a matrix without rows. */
SEIDEL_API double seidel_schedule_mean_dependencies (const SeidelSchedule *schedule);

G_END_DECLS
