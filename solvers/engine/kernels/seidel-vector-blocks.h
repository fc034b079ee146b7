/* The blocks of vectors, and the sum over one.
 *
 * Sums are in double, over fixed blocks that are added in order: the bits do not depend on the
 * number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/kernels/seidel-kernel.h"

INLINE int64_t
count_blocks (int64_t n)
{
  return (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;
}

INLINE int64_t
block_length (int64_t begin, int64_t n)
{
  return n - begin < SEIDEL_CPU_BLOCK ? n - begin : SEIDEL_CPU_BLOCK;
}

/* x · y over a block */
INLINE double
dot_block (int arithmetic, const Real *x, const Real *y, int64_t n)
{
  LaneSum sum = { 0 };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      Lanes a, b;

      lanes_at (x + i, &a);
      lanes_at (y + i, &b);
      add_lanes (arithmetic, &sum, &a, &b);
    }
  add_rest (arithmetic, &sum, x + i, y + i, n - i);
  return total_of_lanes (arithmetic, &sum);
}

SEIDEL_CPU_DEFINE_VARIANTS (double,
                            dot_block,
                            (int arithmetic, const Real *x, const Real *y, int64_t n),
                            (x, y, n))
