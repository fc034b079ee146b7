/* The lanes of slices on the device: see seidel-cuda-lanes.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-lanes.cuh"

#define WHAT "planning a sweep"

bool
seidel_cuda_lanes_provide_known (SeidelContext *context, SeidelCudaLanes *lanes, int64_t n_slices)
{
  const size_t bytes = (size_t) n_slices * SEIDEL_SLICE_LANES * seidel_cuda_real_size (context);

  lanes->known = seidel_cuda_malloc (context, bytes);
  return lanes->known != NULL
         && seidel_cuda_check (context, cudaMemsetAsync (lanes->known, 0, bytes, context->stream),
                               WHAT);
}

bool
seidel_cuda_lanes_init (SeidelContext *context,
                        SeidelCudaLanes *lanes,
                        const SeidelCudaPlannedLanes *planned)
{
  const size_t count = (size_t) planned->n_slices * SEIDEL_SLICE_LANES;
  const size_t entries = count * (size_t) planned->shape.entries;
  const size_t columns = count * (size_t) planned->shape.columns * sizeof *lanes->columns;
  const size_t real_size = seidel_cuda_real_size (context);
  const double bytes = (double) columns + (double) (entries + count) * (double) real_size
                       + (double) planned->rows * sizeof *lanes->places;

  lanes->shape = planned->shape;
  lanes->n_levels = planned->n_levels;
  if (!seidel_cuda_fits (context, "the sweep", bytes))
    return false;
  lanes->columns = (uint16_t *) seidel_cuda_upload_bytes (context, planned->columns, columns);
  lanes->places =
    (int32_t *) seidel_cuda_upload_bytes (context, planned->places,
                                          (size_t) planned->rows * sizeof *lanes->places);
  lanes->values = seidel_cuda_malloc (context, entries * real_size);
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_lanes_provide_known (context, lanes, planned->n_slices))
    return false;
  seidel_cuda_upload (context, lanes->values, planned->values, (int64_t) entries);
  return seidel_cuda_ready (context) && seidel_cuda_wait (context, WHAT);
}

void
seidel_cuda_lanes_clear (SeidelCudaLanes *lanes)
{
  cudaFree (lanes->columns);
  cudaFree (lanes->values);
  cudaFree (lanes->places);
  cudaFree (lanes->known);
  seidel_cuda_stamps_clear (&lanes->stamps);
}

bool
seidel_cuda_lanes_begin (SeidelContext *context,
                         SeidelSweep *sweep,
                         SeidelCudaLanes *lanes,
                         const SeidelCudaJob *job,
                         void *results)
{
  if (job->report != NULL)
    {
      if (!seidel_cuda_stamps_ensure (context, &lanes->stamps, lanes->n_levels))
        return false;
      seidel_cuda_stamps_begin (context, &lanes->stamps);
    }
  return seidel_cuda_known_run (context, sweep, job, lanes->places, lanes->known, results);
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
