/* Rows of the matrix times a vector: what products and sweeps are made of.
 *
 * A row is summed in the same order of the same operations wherever it is stored and however many
 * are computed at once, so that every order of the context and every strategy give the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/kernels/seidel-kernel.h"

/* Levels of a grid are read in dozens of places at once, too many for the processor to recognise
 * that each is read from front to back: software prefetches do it instead. In bytes; a sweep that
 * takes the runs from the last to the first looks as far the other way. */
#define FETCH_AHEAD 8192

INLINE void
fetch (const void *place, int64_t bytes_ahead)
{
  __builtin_prefetch ((const char *) place + bytes_ahead);
}

INLINE const StoredSlice *
streamed (const Real *place, int64_t ahead)
{
  fetch (place, ahead);
  return slice_at (place);
}

/* The k-th values of a slice. Those of slices with their own columns are read from front to back,
 * as the processor recognises. */
INLINE void
values_of_slice (bool shared, const Real *values, int64_t k, int64_t ahead, Slice *slice)
{
  *slice = shared ? *streamed (values + k * SEIDEL_CPU_SLICE, ahead)
                  : *slice_at (values + k * SEIDEL_CPU_SLICE);
}

/* The elements of x for them. */
INLINE void
elements_of_slice (bool shared, const int32_t *columns, int64_t k, const Real *x, Slice *slice)
{
  const int32_t *own = columns + k * SEIDEL_CPU_SLICE;

  if (shared)
    *slice = *slice_at (x + columns[k]);
  else
    *slice = (Slice){ x[own[0]], x[own[1]], x[own[2]], x[own[3]] };
}

/* Sum of n products, in four interleaved parts: additions wait for each other a quarter as long. */
INLINE Real
gather_product (int arithmetic,
                const int32_t *columns,
                const Real *values,
                int64_t n,
                const Real *x)
{
  Sum sum[4] = { { 0 } };
  int64_t k = 0;

  for (; k + 4 <= n; k += 4)
    for (int lane = 0; lane < 4; lane++)
      add_product (arithmetic, &sum[lane], values[k + lane], x[columns[k + lane]]);
  for (; k < n; k++)
    add_product (arithmetic, &sum[0], values[k], x[columns[k]]);
  JOIN_FOUR (arithmetic, sum);
  return sum[0].value;
}

INLINE void
add_entries (int arithmetic,
             bool shared,
             SliceSum *sum,
             const int32_t *columns,
             const Real *values,
             int64_t k,
             const Real *x,
             int64_t ahead)
{
  Slice value;
  Slice element;

  values_of_slice (shared, values, k, ahead, &value);
  elements_of_slice (shared, columns, k, x, &element);
  add_slice_product (arithmetic, sum, &value, &element);
}

/* The same for n entries of each row of a slice, from the first-th on. */
INLINE void
slice_product (int arithmetic,
               bool shared,
               const int32_t *columns,
               const Real *values,
               int64_t first,
               int64_t n,
               const Real *x,
               int64_t ahead,
               Slice *product)
{
  const int64_t end = first + n;
  SliceSum sum[4] = { { { 0 } } };
  int64_t k = first;

  for (; k + 4 <= end; k += 4)
    for (int part = 0; part < 4; part++)
      add_entries (arithmetic, shared, &sum[part], columns, values, k + part, x, ahead);
  for (; k < end; k++)
    add_entries (arithmetic, shared, &sum[0], columns, values, k, x, ahead);
  JOIN_FOUR (arithmetic, sum);
  *product = sum[0].value;
}

/* Fetches what is stored ahead of a row that is not part of a slice. */
INLINE void
fetch_row (const Real *values, int64_t n, int64_t ahead)
{
  for (int64_t k = 0; k < n; k += (int64_t) (64 / sizeof (Real)))
    fetch (values + k, ahead);
}

/* Rows of so many entries, of a matrix of so many that it is in no cache, are fetched ahead in the
 * order of the matrix too: of each row what is behind the diagonal is read first, so that the
 * processor does not recognise that all of it is read from front to back. Of still longer rows it
 * recognises the parts. */
#define LONG_ROW     24
#define LONGEST_ROW  2048
#define MANY_ENTRIES (1 << 20)

INLINE bool
has_long_rows (const SeidelCpuRows *rows)
{
  const int64_t entries = rows->offsets[rows->n_rows];

  return entries >= MANY_ENTRIES && entries > LONG_ROW * rows->n_rows
         && entries < LONGEST_ROW * rows->n_rows;
}

/* Fetches n entries that many bytes ahead of a row. */
INLINE void
fetch_entries (const int32_t *columns, const Real *values, int64_t n, int64_t ahead)
{
  fetch_row (values, n, ahead);
  for (int64_t k = 0; k < n; k += (int64_t) (64 / sizeof (int32_t)))
    fetch (columns + k, ahead / (int64_t) (sizeof (Real) / sizeof (int32_t)));
}

/* Entries between the one being computed and the one whose x is fetched. */
#define ELEMENTS_AHEAD 64

/* The same in slices, which take less time. */
#define SLICED_ELEMENTS_AHEAD 128

INLINE bool
has_short_rows (const SeidelCpuRows *rows)
{
  return seidel_cpu_has_short_rows (rows->n_rows, rows->offsets[rows->n_rows]);
}

/* Fetches the elements of x that rows some way ahead will read, one for each of the entries from
 * begin to end; last is the last entry there is. */
INLINE void
fetch_elements (int step,
                const SeidelCpuRows *rows,
                int64_t last,
                int64_t begin,
                int64_t end,
                const Real *x)
{
  for (int64_t k = begin; k < end; k++)
    {
      int64_t ahead = k + step * ELEMENTS_AHEAD;

      ahead = ahead < 0 ? 0 : ahead > last ? last : ahead;
      __builtin_prefetch (x + rows->columns[ahead]);
    }
}

/* The same for the slice with n entries in each row that begins at an entry of the columns. */
INLINE void
fetch_elements_of_slice (int step,
                         const SeidelCpuRows *rows,
                         int64_t last,
                         int64_t begin,
                         int64_t n,
                         const Real *x)
{
  const int64_t end = begin + n * SEIDEL_CPU_SLICE;
  const int64_t ahead = step * SLICED_ELEMENTS_AHEAD;

  if (begin + ahead < 0 || end + ahead > last)
    return;
  for (int64_t k = begin + ahead; k < end + ahead; k++)
    __builtin_prefetch (x + rows->columns[k]);
}
