/* The pairs of entries on both sides of the diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-structure-private.h"

#include <math.h>

/* How many rows ahead of a mirror memory is asked for. */
#define PREFETCH_ROWS 24

/* Part of the larger one by which nearly symmetric entries may differ. */
#define NEAR 0.4

/* Compares an entry with its mirror. */
static inline void
compare (SeidelMirrors *mirrors, const SeidelStructureScan *scan, int64_t entry, int64_t mirror)
{
  const double a = scan->csr->values[entry];
  const double b = scan->csr->values[mirror];
  const double *one;
  const double *other;

  mirrors->stored++;
  mirrors->magnitude += fabs (a) == fabs (b);
  if (scan->parts == NULL)
    {
      mirrors->equal += a == b;
      mirrors->near += fabs (a - b) <= NEAR * fmax (fabs (a), fabs (b));
      mirrors->opposite += a == -b;
      return;
    }
  one = scan->parts + 2 * entry;
  other = scan->parts + 2 * mirror;
  mirrors->equal += one[0] == other[0] && one[1] == other[1];
  mirrors->near += hypot (one[0] - other[0], one[1] - other[1]) <= NEAR * fmax (a, b);
  mirrors->opposite += one[0] == -other[0] && one[1] == -other[1];
  mirrors->conjugate += one[0] == other[0] && one[1] == -other[1];
}

/* Compares the entries right of the diagonal in one row with their mirrors. cursors[j] − 1 is where
 * row j is to be read next, counted from its start (0: not read yet): rows are visited in order, so
 * the mirrors within row j are met in order too, and a cursor only moves forward. */
static void
look_at_mirrors (SeidelMirrors *mirrors,
                 const SeidelStructureScan *scan,
                 int64_t row,
                 uint32_t *cursors)
{
  const SeidelCsr *csr = scan->csr;

  for (int64_t k = csr->row_offsets[row + 1] - 1;
       k >= csr->row_offsets[row] && csr->column_indices[k] > row; k--)
    {
      const int64_t other = csr->column_indices[k];
      const int64_t start = csr->row_offsets[other];
      const int64_t end = csr->row_offsets[other + 1];
      int64_t at;

      if (cursors[other] == 0)
        at = seidel_csr_lower_bound (csr, other, row);
      else
        for (at = start + cursors[other] - 1; at < end && csr->column_indices[at] < row; at++)
          ;
      /* On a grid the rows that come soon read from where the rows near this one are stored; no
       * hardware follows so many streams unaided. */
      if (other + PREFETCH_ROWS < csr->rows)
        {
          const int64_t soon = at + csr->row_offsets[other + PREFETCH_ROWS] - start;

          __builtin_prefetch (&csr->column_indices[soon]);
          __builtin_prefetch (&csr->values[soon]);
        }
      mirrors->upper++;
      if (at < end && csr->column_indices[at] == row)
        {
          compare (mirrors, scan, k, at);
          at++;
        }
      cursors[other] = (uint32_t) (at - start + 1);
    }
}

/* Each share has its own cursors: they are placed by a search when a row is first met. Returns
 * false when there is no memory for them. */
bool
seidel_structure_look_at_mirrors (SeidelStructureScan *scan, SeidelMirrors *whole)
{
  const SeidelCsr *csr = scan->csr;
  const int n_shares = seidel_structure_shares (csr);
  bool enough_memory = true;

  *whole = (SeidelMirrors){ 0 };
#pragma omp parallel for schedule(static, 1) num_threads(n_shares)
  for (int n = 0; n < n_shares; n++)
    {
      const int64_t end = seidel_structure_share_begin (csr, n + 1, n_shares);
      g_autofree uint32_t *cursors = g_try_new0 (uint32_t, csr->rows);
      SeidelMirrors part = { 0 };
      int64_t stop;

      if (cursors == NULL && csr->rows > 0)
        {
          __atomic_store_n (&enough_memory, false, __ATOMIC_RELAXED);
          continue;
        }
      for (int64_t row = seidel_structure_share_begin (csr, n, n_shares); row < end; row = stop)
        {
          stop = seidel_structure_block_end (csr, row, end);
          if (!seidel_structure_goes_on (scan, stop - row))
            break;
          for (int64_t i = row; i < stop; i++)
            look_at_mirrors (&part, scan, i, cursors);
        }
      __atomic_fetch_add (&whole->upper, part.upper, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->stored, part.stored, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->equal, part.equal, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->near, part.near, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->opposite, part.opposite, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->magnitude, part.magnitude, __ATOMIC_RELAXED);
      __atomic_fetch_add (&whole->conjugate, part.conjugate, __ATOMIC_RELAXED);
    }
  return enough_memory;
}
