/* Some of the rows of a matrix, for what is selected: by their numbers, or by their levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

/* Reference-counted, read-only after construction, safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  int64_t rows;    /* of the matrix */
  int64_t count;   /* of them in the set */
  uint8_t *member; /* rows entries, 1 for a row in the set, 0 for the others */
} SeidelRowSet;

/* The rows first … last (from 0, forced into the matrix). NULL with SEIDEL_ERROR_MEMORY. */
SEIDEL_API SeidelRowSet *
seidel_row_set_new (int64_t rows, int64_t first, int64_t last, GError **error);
/* The rows of the levels first … last (from 1, likewise). */
SEIDEL_API SeidelRowSet *seidel_row_set_new_of_levels (const SeidelSchedule *schedule,
                                                       int32_t first,
                                                       int32_t last,
                                                       GError **error);
/* The rows with a nonzero byte of as many as there are rows; takes the bytes. */
SEIDEL_API SeidelRowSet *seidel_row_set_new_take (int64_t rows, uint8_t *member);
/* What is left of a set when another one, of the same matrix, is taken out of it if all of that is
 * in it; otherwise both together. */
SEIDEL_API SeidelRowSet *
seidel_row_set_toggle (const SeidelRowSet *set, const SeidelRowSet *other, GError **error);
SEIDEL_API SeidelRowSet *seidel_row_set_ref (SeidelRowSet *set);
SEIDEL_API void seidel_row_set_unref (SeidelRowSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRowSet, seidel_row_set_unref)

/* The rows of the set in each level: schedule->count entries, for g_free (). NULL with
 * SEIDEL_ERROR_MEMORY. */
SEIDEL_API int64_t *seidel_row_set_count_levels (const SeidelRowSet *set,
                                                 const SeidelSchedule *schedule,
                                                 GError **error);
/* The entries that are stored in the rows of the set. */
SEIDEL_API int64_t seidel_row_set_entries (const SeidelRowSet *set, const SeidelCsr *csr);

G_END_DECLS
