/* What the passes of the structure report share: blocks of rows, shares of threads, and what the
 * pairs of entries show. Private to seidel-structure*.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "base/seidel-threads.h"

G_BEGIN_DECLS

/* Work between two looks at the cancellable: a few milliseconds. */
#define BLOCK_ENTRIES (1 << 18)

/* What the threads share. */
typedef struct
{
  const SeidelCsr *csr;
  const double *parts; /* of a complex matrix, or NULL */
  SeidelProgress *progress;
  GCancellable *cancellable;
  double progress_from; /* the part of the whole that this pass is */
  double progress_to;
  int64_t rows_done;
} SeidelStructureScan;

/* Whether to continue; called before each block of rows; also reports progress. */
static inline bool
seidel_structure_goes_on (SeidelStructureScan *scan, int64_t rows)
{
  int64_t done = __atomic_add_fetch (&scan->rows_done, rows, __ATOMIC_RELAXED);
  double part = (double) done / (double) MAX (scan->csr->rows, 1);

  seidel_progress_set (scan->progress,
                       scan->progress_from + part * (scan->progress_to - scan->progress_from));
  return !g_cancellable_is_cancelled (scan->cancellable);
}

/* The end of the block of rows that starts at begin: at least one row. */
static inline int64_t
seidel_structure_block_end (const SeidelCsr *csr, int64_t begin, int64_t end)
{
  int64_t stop = MIN (end, begin + 16384);

  while (stop > begin + 1 && csr->row_offsets[stop] - csr->row_offsets[begin] > BLOCK_ENTRIES)
    stop = begin + (stop - begin) / 2;
  return stop;
}

/* Rows are dealt to the threads in equal shares of entries; share n of n_shares begins here. */
static inline int64_t
seidel_structure_share_begin (const SeidelCsr *csr, int n, int n_shares)
{
  const double wanted = (double) (seidel_csr_nonzeros (csr) + csr->rows) * n / n_shares;
  int64_t low = 0;
  int64_t high = csr->rows;

  if (n == n_shares)
    return csr->rows;
  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if ((double) (csr->row_offsets[middle] + middle) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static inline int
seidel_structure_shares (const SeidelCsr *csr)
{
  const int64_t useful = seidel_csr_nonzeros (csr) / BLOCK_ENTRIES + 1;

  return (int) CLAMP (MIN (seidel_threads_processors (), useful), 1, 16);
}

typedef struct
{
  int64_t upper;     /* entries right of the diagonal */
  int64_t stored;    /* of those, whose mirror is stored */
  int64_t equal;     /* … and equal */
  int64_t near;      /* … and equal but for a part of the larger one */
  int64_t opposite;  /* … and the negative */
  int64_t conjugate; /* … and the conjugate */
  int64_t magnitude; /* … and of the same magnitude */
} SeidelMirrors;

/* Compares every entry right of the diagonal with its mirror, in so many shares. Returns false
 * when there is no memory for it. */
bool seidel_structure_look_at_mirrors (SeidelStructureScan *scan, SeidelMirrors *whole);

/* Whether the complex matrix of a real form is equal to its transpose, up to the rounding of the
 * turns. */
bool seidel_structure_is_complex_symmetric (const SeidelMatrix *form, GCancellable *cancellable);

G_END_DECLS
