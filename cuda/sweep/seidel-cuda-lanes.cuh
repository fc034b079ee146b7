/* What sweeps in slices (seidel-cuda-rows.h) have in common on the device: the lanes of all slices,
 * and the partial residual of each row before a sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-swept.cuh"
#include "seidel-cuda-stamps.cuh"
#include "seidel-cuda-sweep.h"

typedef struct
{
  SeidelSliceShape shape;
  int32_t n_levels;
  /* All on the device, in memory of the plan. */
  uint16_t *columns;
  void *values;
  int32_t *places; /* of each row: 32 × its slice + its lane */
  void *partial;   /* by place; 0 elsewhere */
  SeidelCudaStamps stamps;
} SeidelCudaLanes;

/* Takes the arrays for so many slices of the shape and so many rows. */
void seidel_cuda_lanes_lay_out (const SeidelContext *context,
                                SeidelCudaLayout *layout,
                                SeidelCudaLanes *lanes,
                                int64_t n_slices,
                                int64_t rows);

/* Sets the partial residuals of lanes without a row to 0. */
bool
seidel_cuda_lanes_clear_partial (SeidelContext *context, SeidelCudaLanes *lanes, int64_t n_slices);

/* Frees the stamps; the arrays belong to the plan. */
void seidel_cuda_lanes_clear (SeidelCudaLanes *lanes);

SeidelCudaPartials seidel_cuda_lanes_partial (const SeidelCudaLanes *lanes);

/* Begins to measure a sweep if there is a report. */
bool
seidel_cuda_lanes_begin (SeidelContext *context, SeidelCudaLanes *lanes, const SeidelCudaJob *job);
/* Computes the partial residuals before a sweep. results: by place, those that will be awaited, or
 * NULL. */
bool seidel_cuda_lanes_find_partial (SeidelContext *context,
                                     SeidelSweep *sweep,
                                     SeidelCudaLanes *lanes,
                                     const SeidelCudaJob *job,
                                     void *results);
void seidel_cuda_lanes_end (SeidelContext *context,
                            SeidelSweep *sweep,
                            SeidelCudaLanes *lanes,
                            const SeidelCudaJob *job);

/* The sticky status of a plan that the host has no memory for; returns false. */
bool seidel_cuda_lanes_fail (SeidelContext *context);

/* The sum of what the 2^log2_lanes lanes of each row hold, in all of them. */
template <typename Real>
static __device__ inline Real
add_lanes (uint32_t log2_lanes, Real sum)
{
  for (int half = (1 << log2_lanes) / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  return sum;
}
