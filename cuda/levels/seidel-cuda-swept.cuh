/* The entries that the rows of a sweep depend on, for kernels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-rows.h"
#include "matrix/seidel-cuda-entries.cuh"

/* The entries that rows depend on: see SeidelSwept. */
struct SweptGraph
{
  SeidelOperator A;
  bool forward;

  __device__ inline SeidelSwept
  swept (int64_t row) const
  {
    const int64_t begin = row_start (A, row);
    const int32_t at = A.diagonal[row];

    if (forward)
      return { begin, at };
    return { row_start (A, row + 1) - 1, (int32_t) (row_start (A, row + 1) - begin) - 1 - at };
  }

  __device__ inline int64_t
  entry (const SeidelSwept &swept, int64_t e) const
  {
    return forward ? swept.first + e : swept.first - e;
  }

  __device__ inline int32_t
  column (const SeidelSwept &swept, int64_t e) const
  {
    return A.column_indices[entry (swept, e)];
  }
};
