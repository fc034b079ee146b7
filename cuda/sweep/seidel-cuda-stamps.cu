/* Measuring a sweep level by level: see seidel-cuda-stamps.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "seidel-cuda-stamps.cuh"

#define WHAT "timing the levels"

/* What a measured sweep takes longer, in nanoseconds: a launch, and the times that are cleared; and
 * each level, where rows of it write the time down. */
#define STAMP_LAUNCHES 6000
#define STAMP_LEVEL    2

static int64_t
host_nanoseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

bool
seidel_cuda_stamps_ensure (SeidelContext *context, SeidelCudaStamps *stamps, int32_t count)
{
  const size_t bytes = (size_t) (count + 1) * sizeof (int64_t);

  if (stamps->device != NULL)
    return true;
  stamps->count = count;
  if (stamps->host == NULL)
    stamps->host = (int64_t *) malloc (bytes);
  if (stamps->host == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the times of the levels did not fit into memory");
  stamps->device = (int64_t *) seidel_cuda_malloc (context, bytes);
  return stamps->device != NULL;
}

void
seidel_cuda_stamps_clear (SeidelCudaStamps *stamps)
{
  cudaFree (stamps->device);
  free (stamps->host);
  memset (stamps, 0, sizeof *stamps);
}

void
seidel_cuda_stamps_begin (SeidelContext *context, const SeidelCudaStamps *stamps)
{
  if (!seidel_cuda_check (context,
                          cudaMemsetAsync (stamps->device, 0,
                                           (size_t) stamps->count * sizeof *stamps->device,
                                           context->stream),
                          WHAT))
    return;
  stamp_kernel<<<1, 1, 0, context->stream>>> (stamps->device + stamps->count);
  seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

void
seidel_cuda_stamps_report (SeidelContext *context,
                           const SeidelSweep *sweep,
                           const SeidelCudaStamps *stamps,
                           const SeidelCudaJob *job)
{
  SeidelSweepReport report = { sweep->direction, stamps->count, stamps->host, NULL, 0 };
  int64_t swept;
  int64_t done;

  /* A copy to memory that is not pinned would block, and could not be stopped. */
  if (!seidel_cuda_ready (context) || !seidel_cuda_wait (context, WHAT))
    return;
  swept = host_nanoseconds ();
  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (stamps->host, stamps->device,
                                           (size_t) (stamps->count + 1) * sizeof *stamps->host,
                                           cudaMemcpyDeviceToHost, context->stream),
                          WHAT)
      || !seidel_cuda_wait (context, WHAT))
    return;
  done = stamps->host[stamps->count];
  for (int32_t level = 0; level < stamps->count; level++)
    {
      /* Where rows wait for each other, a level may be done before the one below is. */
      const int64_t now = stamps->host[level] > done ? stamps->host[level] : done;

      stamps->host[level] = now - done;
      done = now;
    }
  report.cost = host_nanoseconds () - swept + STAMP_LAUNCHES
                + stamps->count * (STAMP_LEVEL + stamps->launch_nanoseconds);
  job->report (&report, job->report_data);
}
