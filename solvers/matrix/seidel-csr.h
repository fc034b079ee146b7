/* Compressed sparse rows (CSR), the storage that all analyses and solvers read.
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

/* Invariants of a finished matrix (see seidel_csr_validate ()):
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
  GBytes *backing;         /* contains the three arrays, read-only; NULL: each is malloc ()ed */
} SeidelCsr;

static inline int64_t
seidel_csr_nonzeros (const SeidelCsr *csr)
{
  return csr->row_offsets[csr->rows];
}

/* Size in bytes of a matrix with these numbers of rows and entries. */
SEIDEL_API size_t seidel_csr_bytes (int64_t rows, int64_t nonzeros);

/* Allocates a matrix. The contents are undefined, except that row_offsets[0] is 0 and
 * row_offsets[rows] is nonzeros. SEIDEL_ERROR_MEMORY if the allocation fails, SEIDEL_ERROR_INVALID
 * if a size is negative or exceeds 2³¹ − 1 rows or columns. Free with seidel_csr_free (). */
SEIDEL_API SeidelCsr *
seidel_csr_new (int64_t rows, int64_t columns, int64_t nonzeros, GError **error);
/* A copy of arrays in memory, rows + 1, row_offsets[rows] and row_offsets[rows] elements long,
 * which must satisfy the invariants of seidel_csr_validate (). */
SEIDEL_API SeidelCsr *seidel_csr_new_from_arrays (int64_t rows,
                                                  int64_t columns,
                                                  const int64_t *row_offsets,
                                                  const int32_t *column_indices,
                                                  const double *values,
                                                  GError **error);
/* The same without a copy: the arrays stay with the caller, who neither frees nor changes them
 * until release (data) is called, from any thread, when the matrix is freed. release may be NULL.
 * A pass over the entries checks the invariants, unless the caller vouches for them (valid). After
 * an error release is not called. */
SEIDEL_API SeidelCsr *seidel_csr_borrow (const SeidelCsr *arrays,
                                         bool valid,
                                         GDestroyNotify release,
                                         gpointer data,
                                         GError **error);
SEIDEL_API void seidel_csr_free (SeidelCsr *csr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCsr, seidel_csr_free)

/* Frees the memory beyond row_offsets[rows] entries, after that was lowered, unless the matrix has
 * a backing. */
SEIDEL_API void seidel_csr_shrink (SeidelCsr *csr);

/* Entries by coordinates, 0-based and in any order; duplicates are summed. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t count;
  const int32_t *row_indices;    /* count */
  const int32_t *column_indices; /* count */
  const double *values;          /* count, or NULL: every entry is 1 */
} SeidelCoordinates;

/* Builds a matrix: a counting sort by row, a sort of each row by column, then duplicates are summed
 * in the order given. duplicates (may be NULL) receives the number of entries added to another one.
 * SEIDEL_ERROR_INVALID, naming the entry, for an index out of range. */
SEIDEL_API SeidelCsr *seidel_csr_from_coordinates (const SeidelCoordinates *coordinates,
                                                   int64_t *duplicates,
                                                   GCancellable *cancellable,
                                                   GError **error);

/* Establishes the invariants in place for a matrix whose rows are unsorted or have duplicates.
 * Returns the number of entries added to another one, or −1 with an error (cancelled, or no memory
 * to sort a long row); the matrix is then invalid and may only be freed. */
SEIDEL_API int64_t seidel_csr_canonicalize (SeidelCsr *csr,
                                            GCancellable *cancellable,
                                            GError **error);

/* Moves the entries together where columns of −1 at the end of rows are the gaps that entries left
 * which were added to another one. False when cancelled. */
SEIDEL_API bool seidel_csr_close_gaps (SeidelCsr *csr, GCancellable *cancellable, GError **error);

/* Pre-faults the arrays (contents become undefined), polling for cancellation, so that later
 * scattered writes do not stall on page faults. */
SEIDEL_API bool seidel_csr_touch (SeidelCsr *csr, GCancellable *cancellable, GError **error);

/* The transpose, with sorted rows, by one counting sort. */
SEIDEL_API SeidelCsr *
seidel_csr_transpose (const SeidelCsr *csr, GCancellable *cancellable, GError **error);

/* Whether the invariants hold; SEIDEL_ERROR_INVALID names the row, counted from 0. */
SEIDEL_API bool seidel_csr_validate (const SeidelCsr *csr, GError **error);

/* The index of the entry at (row, column), by binary search; −1 if none is stored. */
SEIDEL_API int64_t seidel_csr_find (const SeidelCsr *csr, int64_t row, int64_t column);

/* The index of the first entry of a row whose column is at least column, in row_offsets[row] …
 * row_offsets[row + 1]. */
SEIDEL_API int64_t seidel_csr_lower_bound (const SeidelCsr *csr, int64_t row, int64_t column);

/* The largest |i − j| over the entries. SeidelStructure has it too, with the rest of the report. */
SEIDEL_API int64_t seidel_csr_bandwidth (const SeidelCsr *csr);

G_END_DECLS
