/* Longest chains of rows that wait for each other in a Gauss-Seidel sweep.
 *
 * In a chain each row depends on the one before it (seidel-schedule.h). The longest one that ends
 * at a row has as many rows as the row's level; the longest one of the matrix, its critical path,
 * has as many as there are levels, and no machine can sweep in fewer steps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  SeidelSchedule *schedule; /* a reference: the chains are those of its direction */
  int32_t *heights;         /* rows entries: rows of the longest chain that begins at the row */
  int32_t *next;            /* rows entries: the row after it in such a chain; −1 at its end */
  int64_t critical_rows;    /* rows through which a critical path leads */
} SeidelChains;

/* The matrix must be that of the schedule. One pass over the entries; SEIDEL_ERROR_MEMORY, or
 * cancelled. */
SEIDEL_API SeidelChains *seidel_chains_new (const SeidelCsr *csr,
                                            SeidelSchedule *schedule,
                                            GCancellable *cancellable,
                                            GError **error);
SEIDEL_API void seidel_chains_free (SeidelChains *chains);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelChains, seidel_chains_free)

/* A longest chain through a row, in the order of the sweep; free it with g_free (). It has *length
 * rows, level + height − 1, and the row itself is the one of index level − 1. NULL with
 * SEIDEL_ERROR_MEMORY. */
SEIDEL_API int32_t *seidel_chains_through (const SeidelChains *chains,
                                           const SeidelCsr *csr,
                                           int64_t row,
                                           int64_t *length,
                                           GError **error);

/* The first row through which a critical path leads; −1 for a matrix without rows. */
SEIDEL_API int64_t seidel_chains_critical_row (const SeidelChains *chains);

G_END_DECLS
