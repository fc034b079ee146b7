/* Compressed sparse rows, the storage every other part works on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-api.h"
#include "base/seidel-progress.h"

G_BEGIN_DECLS

/* Invariants of a finished matrix (seidel_csr_validate() checks them):
 *  - row_offsets has rows + 1 entries, starts at 0, never decreases, ends at the number of entries;
 *  - within a row the column indices increase strictly (so there are no duplicates);
 *  - every column index lies in 0 … columns − 1; indices are 0-based.
 * Entries that are stored but zero are kept: they count for the pattern and for dependency levels.
 * Read-only after construction, hence safe to share between threads. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t *row_offsets;    /* rows + 1 */
  int32_t *column_indices; /* row_offsets[rows] */
  double *values;          /* row_offsets[rows] */
  GBytes *backing;         /* what the three arrays lie in, read-only; NULL: each is malloc ()ed */
} SeidelCsr;

static inline int64_t
seidel_csr_nonzeros (const SeidelCsr *csr)
{
  return csr->row_offsets[csr->rows];
}

/* Bytes that a matrix of this shape takes. */
SEIDEL_API size_t seidel_csr_bytes (int64_t rows, int64_t nonzeros);

/* Room for a matrix; the contents are undefined but row_offsets[0] is 0 and row_offsets[rows] is
 * nonzeros. Fails with SEIDEL_ERROR_MEMORY (naming the figure) rather than aborting, and with
 * SEIDEL_ERROR_INVALID when a size is negative or beyond 2³¹ − 1 rows or columns. */
SEIDEL_API SeidelCsr *
seidel_csr_new (int64_t rows, int64_t columns, int64_t nonzeros, GError **error);
/* A copy of arrays in memory, rows + 1, row_offsets[rows] and row_offsets[rows] elements long,
 * which must satisfy the invariants (SEIDEL_ERROR_INVALID naming the row otherwise). */
SEIDEL_API SeidelCsr *seidel_csr_new_from_arrays (int64_t rows,
                                                  int64_t columns,
                                                  const int64_t *row_offsets,
                                                  const int32_t *column_indices,
                                                  const double *values,
                                                  GError **error);
SEIDEL_API void seidel_csr_free (SeidelCsr *csr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCsr, seidel_csr_free)

/* Gives back the memory beyond the entries in use, after row_offsets[rows] was lowered. */
SEIDEL_API void seidel_csr_shrink (SeidelCsr *csr);

/* Coordinates in any order, to be summed where a place occurs twice. 0-based. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t count;
  const int32_t *row_indices;    /* count */
  const int32_t *column_indices; /* count */
  const double *values;          /* count, or NULL: every entry is 1 */
} SeidelCoordinates;

/* Builds the matrix: a counting sort by row, then each row sorted by column, then duplicates summed
 * in the order in which they came. duplicates (may be NULL) receives how many entries were folded
 * into another one. Every index is checked; the error names the entry. */
SEIDEL_API SeidelCsr *seidel_csr_from_coordinates (const SeidelCoordinates *coordinates,
                                                   int64_t *duplicates,
                                                   GCancellable *cancellable,
                                                   GError **error);

/* Puts a matrix whose rows are unsorted or hold duplicates into the invariant, in place.
 * Returns the number of entries folded, or −1 with an error (cancelled, or no room to sort a long
 * row), after which the matrix is good for nothing but to be freed. */
SEIDEL_API int64_t seidel_csr_canonicalize (SeidelCsr *csr,
                                            GCancellable *cancellable,
                                            GError **error);

/* Touches the arrays of a new matrix, whose numbers are lost, for the first time: a page that is
 * new takes long to come, and a loop that hops about would wait for many before it looks whether to
 * stop. */
SEIDEL_API bool seidel_csr_touch (SeidelCsr *csr, GCancellable *cancellable, GError **error);

/* The transpose, rows again sorted: one counting sort. */
SEIDEL_API SeidelCsr *
seidel_csr_transpose (const SeidelCsr *csr, GCancellable *cancellable, GError **error);

/* Whether the invariants hold; the error names the row. */
SEIDEL_API bool seidel_csr_validate (const SeidelCsr *csr, GError **error);

/* The entry at a place, by binary search: its index, or −1 when none is stored there. */
SEIDEL_API int64_t seidel_csr_find (const SeidelCsr *csr, int64_t row, int64_t column);

/* The first entry of a row whose column is at least column: an index in
 * row_offsets[row] … row_offsets[row + 1]. */
SEIDEL_API int64_t seidel_csr_lower_bound (const SeidelCsr *csr, int64_t row, int64_t column);

G_END_DECLS
