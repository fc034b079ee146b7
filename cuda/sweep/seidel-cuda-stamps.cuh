/* The time at which each level of a measured sweep was done, by the clock of the device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-sweep.h"

static __device__ inline int64_t
clock_nanoseconds (void)
{
  int64_t now;

  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

static __global__ void
stamp_kernel (int64_t *stamp)
{
  *stamp = clock_nanoseconds ();
}

/* Room for so many levels, once. */
bool seidel_cuda_stamps_ensure (SeidelContext *context, SeidelCudaStamps *stamps, int32_t count);
void seidel_cuda_stamps_clear (SeidelCudaStamps *stamps);

/* The sweep begins: no level is done. */
void seidel_cuda_stamps_begin (SeidelContext *context, const SeidelCudaStamps *stamps);

/* Waits for the sweep, and reports the time of each level to the caller. */
void seidel_cuda_stamps_report (SeidelContext *context,
                                const SeidelSweep *sweep,
                                const SeidelCudaStamps *stamps,
                                const SeidelCudaJob *job);
