/* Sums of blocks of rows of a matrix stored by diagonals, and of parts of dense rows: what products
 * and sweeps share.
 *
 * Blocks of rows are summed in the first-level cache while the matrix is streamed. A row of
 * diagonals is summed from left to right, so that neither blocks nor threads affect the bits; a
 * dense one in interleaved parts. Places of the array outside the matrix are never read.
 *
 * Source of the storage by diagonals: Bell and Garland, Efficient sparse matrix-vector
 * multiplication on CUDA (NVIDIA NVR-2008-004).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "engine/kernels/seidel-update.h"

/* Diagonals, or dense rows, that are read side by side. */
#define ABREAST 4

/* The sums of a block of rows. The excess is that of compensated sums. */
typedef struct
{
  Real value[SEIDEL_CPU_ARRAY_ROWS];
  Real excess[SEIDEL_CPU_ARRAY_ROWS];
} SumBlock;

INLINE Sum
sum_at (int arithmetic, const SumBlock *sums, int64_t i)
{
  return (Sum){ sums->value[i], is_compensated (arithmetic) ? sums->excess[i] : (Real) 0 };
}

INLINE void
put_sum (int arithmetic, SumBlock *sums, int64_t i, Sum sum)
{
  sums->value[i] = sum.value;
  if (is_compensated (arithmetic))
    sums->excess[i] = sum.excess;
}

/* Sums that begin with these values, or with zero where start is NULL. */
INLINE void
begin_sums (int arithmetic, SumBlock *sums, const Real *start, int64_t n)
{
  if (start != NULL)
    memcpy (sums->value, start, (size_t) n * sizeof (Real));
  else
    memset (sums->value, 0, (size_t) n * sizeof (Real));
  if (is_compensated (arithmetic))
    memset (sums->excess, 0, (size_t) n * sizeof (Real));
}

/* Adds taken products to each of the sums from at + begin to at + end, or subtracts them. Called
 * with constants. The pointers belong to the sum at. */
INLINE void
sum_abreast (int arithmetic,
             bool subtracts,
             const Real *const *values,
             const Real *const *x,
             int taken,
             int64_t begin,
             int64_t end,
             SumBlock *sums,
             int64_t at)
{
#pragma GCC ivdep
  for (int64_t i = begin; i < end; i++)
    {
      Sum sum = sum_at (arithmetic, sums, at + i);

      for (int k = 0; k < taken; k++)
        if (subtracts)
          subtract_product (arithmetic, &sum, values[k][i], x[k][i]);
        else
          add_product (arithmetic, &sum, values[k][i], x[k][i]);
      put_sum (arithmetic, sums, at + i, sum);
    }
}

/* Diagonals of a matrix: n from first on (step 1), or from first back (step −1). */
typedef struct
{
  int64_t first;
  int64_t n;
  int step;
} Diagonals;

/* Diagonals times x for n rows of a block, the first being row begin of the matrix and row at of
 * the block; of the transpose, whose rows have the diagonals in the opposite order. */
INLINE void
sum_diagonals (int arithmetic,
               bool subtracts,
               bool transposed,
               const SeidelOperator *A,
               Diagonals diagonals,
               int64_t begin,
               int64_t n,
               const Real *x,
               SumBlock *sums,
               int64_t at)
{
  const SeidelCpuArray *array = &A->array;
  int64_t limit = transposed ? A->matrix.rows : A->matrix.columns;
  const Real *v[ABREAST];
  const Real *in[ABREAST];
  int taken = 0;

  for (int64_t d = diagonals.first; diagonals.n > 0; diagonals.n--, d += diagonals.step)
    {
      int64_t shift = begin + (transposed ? -array->offsets[d] : array->offsets[d]);
      int64_t from = shift < 0 ? -shift : 0;
      int64_t to = limit - shift < n ? limit - shift : n;
      bool whole = from == 0 && to == n;

      if (whole)
        {
          v[taken] =
            (const Real *) array->values + d * array->stride + (transposed ? shift : begin);
          in[taken++] = x + shift;
        }
      if (taken == ABREAST)
        {
          sum_abreast (arithmetic, subtracts, v, in, ABREAST, 0, n, sums, at);
          taken = 0;
        }
      else if (!whole || diagonals.n == 1)
        {
          /* In the order of the diagonals: those before one that is cut off come first. */
          for (int k = 0; k < taken; k++)
            sum_abreast (arithmetic, subtracts, v + k, in + k, 1, 0, n, sums, at);
          taken = 0;
          v[0] = (const Real *) array->values + d * array->stride + (transposed ? shift : begin);
          in[0] = x + shift;
          if (!whole && from < to)
            sum_abreast (arithmetic, subtracts, v, in, 1, from, to, sums, at);
        }
    }
}

INLINE void
add_diagonals (int arithmetic,
               const SeidelOperator *A,
               Diagonals diagonals,
               int64_t begin,
               int64_t n,
               const Real *x,
               SumBlock *sums)
{
  sum_diagonals (arithmetic, false, false, A, diagonals, begin, n, x, sums, 0);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            add_diagonals,
                            (int arithmetic,
                             const SeidelOperator *A,
                             Diagonals diagonals,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, diagonals, begin, n, x, sums))

/* Sum of n products of neighbours. */
INLINE Real
dense_product (int arithmetic, const Real *values, const Real *x, int64_t n)
{
  SliceSum sum[4] = { { { 0 } } };
  Sum lanes[SEIDEL_CPU_SLICE];
  int64_t i = 0;

  for (; i + 4 * SEIDEL_CPU_SLICE <= n; i += 4 * SEIDEL_CPU_SLICE)
    for (int part = 0; part < 4; part++)
      add_slices (arithmetic, &sum[part], slice_at (values + i + part * SEIDEL_CPU_SLICE),
                  slice_at (x + i + part * SEIDEL_CPU_SLICE));
  JOIN_FOUR (arithmetic, sum);
  for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
    lanes[lane] = (Sum){ sum[0].value[lane], sum[0].excess[lane] };
  for (; i < n; i++)
    add_product (arithmetic, &lanes[0], values[i], x[i]);
  JOIN_FOUR (arithmetic, lanes);
  return lanes[0].value;
}

/* A sweep, in seidel-array-sweep-kernels.c. */
void SEIDEL_CPU_NAME (sweep_array) (SeidelContext *context,
                                    const SeidelSweep *sweep,
                                    const SeidelCpuSweepJob *job);
