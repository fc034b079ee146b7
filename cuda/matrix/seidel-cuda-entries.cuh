/* The entries of rows, for kernels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-device.cuh"
#include "seidel-cuda-operator.h"

static __device__ inline int64_t
row_start (const SeidelOperator &A, int64_t row)
{
  return A.narrow_offsets != NULL ? (int64_t) __ldcs (A.narrow_offsets + row)
                                  : __ldcs (A.wide_offsets + row);
}
