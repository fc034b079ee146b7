/* The lanes of slices on the device: see seidel-cuda-lanes.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-lanes.cuh"

#define WHAT "planning a sweep"

void
seidel_cuda_lanes_lay_out (const SeidelContext *context,
                           SeidelCudaLayout *layout,
                           SeidelCudaLanes *lanes,
                           int64_t n_slices,
                           int64_t rows)
{
  const size_t count = (size_t) n_slices * SEIDEL_SLICE_LANES;
  const size_t real_size = seidel_cuda_real_size (context);

  lanes->columns = layout->take<uint16_t> (count * (size_t) lanes->shape.columns);
  lanes->places = layout->take<int32_t> ((size_t) rows);
  lanes->values = layout->take<char> (count * (size_t) lanes->shape.entries * real_size);
  lanes->partial = layout->take<char> (count * real_size);
}

bool
seidel_cuda_lanes_clear_partial (SeidelContext *context, SeidelCudaLanes *lanes, int64_t n_slices)
{
  return seidel_cuda_check (context,
                            cudaMemsetAsync (lanes->partial, 0,
                                             (size_t) n_slices * SEIDEL_SLICE_LANES
                                               * seidel_cuda_real_size (context),
                                             context->stream),
                            WHAT);
}

void
seidel_cuda_lanes_clear (SeidelCudaLanes *lanes)
{
  seidel_cuda_stamps_clear (&lanes->stamps);
}

SeidelCudaPartials
seidel_cuda_lanes_partial (const SeidelCudaLanes *lanes)
{
  return { lanes->places, lanes->partial };
}

bool
seidel_cuda_lanes_begin (SeidelContext *context, SeidelCudaLanes *lanes, const SeidelCudaJob *job)
{
  if (job->report == NULL)
    return true;
  if (!seidel_cuda_stamps_ensure (context, &lanes->stamps, lanes->n_levels))
    return false;
  seidel_cuda_stamps_begin (context, &lanes->stamps);
  return true;
}

bool
seidel_cuda_lanes_find_partial (SeidelContext *context,
                                SeidelSweep *sweep,
                                SeidelCudaLanes *lanes,
                                const SeidelCudaJob *job,
                                void *results)
{
  const SeidelCudaPartials kept = seidel_cuda_lanes_partial (lanes);

  return seidel_cuda_partial_run (context, sweep, job, &kept, results);
}

void
seidel_cuda_lanes_end (SeidelContext *context,
                       SeidelSweep *sweep,
                       SeidelCudaLanes *lanes,
                       const SeidelCudaJob *job)
{
  if (job->report != NULL)
    seidel_cuda_stamps_report (context, sweep, &lanes->stamps, job);
}

bool
seidel_cuda_lanes_fail (SeidelContext *context)
{
  seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                    "the plan of a sweep did not fit into memory");
  return false;
}
