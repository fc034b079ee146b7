/* A sweep in strips: each warp keeps the x of the rows that it updated last in shared memory.
 *
 * Dependencies inside a strip go from lane to lane of one warp. Those between strips go through
 * memory, but each value is loaded some slices before it is needed: a strip follows those that it
 * depends on at a distance, and seldom waits. The schedule is that of seidel-cuda-strips.h, made on
 * the host; all workers run at the same time (a cooperative launch). What other strips wait for is
 * its own flag: see seidel-cuda-device.cuh.
 *
 * What does not depend on the results of the sweep is computed before, by the whole device, and x
 * is copied from where the strips publish it afterwards: scattered stores would delay the warps.
 *
 * Assumptions as in seidel-cuda-sweep.cu. The entries are divided by the diagonal beforehand: the
 * result is that of the row order up to rounding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "seidel-cuda-streams.cuh"
#include "seidel-cuda-strips.h"
#include "seidel-cuda-sweep-stamps.cuh"

#define WHAT "planning a sweep"

#define AHEAD  SEIDEL_STRIPS_AHEAD
#define WINDOW 1024

/* Warps of a multiprocessor: two for each of its schedulers. */
#define WORKERS_OF_MULTIPROCESSOR 8

/* Rounds of AHEAD slices between two polls for cancellation. */
#define ROUNDS_PER_POLL 4096

typedef struct
{
  SeidelStreamsShape shape;
  int workers; /* that have strips */
  int32_t n_levels;
  int64_t n_places;
  /* All on the device. */
  int64_t *first; /* slice of each stream, and the end */
  SeidelStripsTask *tasks;
  uint16_t *columns;
  void *values;
  int32_t *places; /* of each row */
  void *known;     /* by place */
  void *published; /* by place */
  SeidelCudaStamps stamps;
} Plan;

/* What the kernel of a sweep is told. */
template <typename Real> struct Work
{
  const int64_t *first;
  const SeidelStripsTask *tasks;
  const uint16_t *columns;
  const Real *values;
  const Real *known;
  Real *published;
  Real omega;
  SeidelCudaHalt halt;
  int64_t *stamps; /* NULL: not measured */
};

/* What a lane holds of a slice. */
template <typename Real, int ENTRIES> struct Held
{
  struct Stream
  {
    const uint4 *tasks; /* SeidelStripsTask */
    const Real *known;
    Real *published;
    typename SliceEntries<Real, ENTRIES>::Source entries;

    __device__
    Stream (const Work<Real> &work, int64_t slice)
        : tasks ((const uint4 *) work.tasks + slice * 32 + threadIdx.x),
          known (work.known + slice * 32 + threadIdx.x),
          published (work.published + slice * 32 + threadIdx.x),
          entries (work.columns, work.values, slice)
    {
    }

    __device__ inline void
    advance (void)
    {
      tasks += AHEAD * 32;
      known += AHEAD * 32;
      published += AHEAD * 32;
      entries.advance (AHEAD);
    }
  };

  SliceEntries<Real, ENTRIES> entries;
  uint4 task;
  Real known;
  int32_t source; /* of what this slice fetches, or −1 */
  Real fetched;

  __device__ inline void
  load (const Work<Real> &work, const Stream &stream, int slice, int32_t from)
  {
    source = from;
    fetched = from >= 0 ? load_relaxed (work.published + from) : (Real) 0;
    task = stream.tasks[slice * 32];
    known = stream.known[slice * 32];
    entries.load (stream.entries, slice);
  }
};

/* Waits for what a slice fetches, and puts it into the window; false when the run was stopped. */
template <typename Real, int ENTRIES>
static __device__ inline bool
take_fetched (const Work<Real> &work, const Held<Real, ENTRIES> &held, SharedX<Real> window)
{
  Real value = held.fetched;
  unsigned int waits = 0;

  while (__any_sync (SEIDEL_CUDA_ALL_LANES, is_awaited (value)))
    {
      if (is_awaited (value))
        value = load_relaxed (work.published + held.source);
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (work.halt, &waits)))
        return false;
    }
  if (held.source >= 0)
    window.set (held.task.y >> 16, value);
  return true;
}

/* Publishes the rows of a slice. */
template <typename Real, bool FUSED>
static __device__ inline void
finish (const Work<Real> &work,
        uint4 task,
        Real known,
        Real total,
        Real *published,
        SharedX<Real> window)
{
  const uint32_t slot = task.y & 0xffff;

  total = add_lanes (task.x, total);
  if (slot != SEIDEL_STRIPS_NO_SLOT)
    {
      const Real updated = never_awaited (multiply_add (FUSED, -work.omega, total, known));

      window.set (slot, updated);
      store_relaxed (published, updated);
    }
  if (work.stamps != NULL && threadIdx.x == 0)
    atomicMax ((long long *) work.stamps + task.w, (long long) clock_nanoseconds ());
}

template <typename Real>
static __device__ inline bool
is_stopped (const Work<Real> &work)
{
  const int asked = *(const volatile int *) work.halt.asked;

  if (asked)
    store_relaxed (work.halt.seen, 1);
  return asked != 0;
}

template <typename Real, int ENTRIES, bool FUSED>
static __global__ void __launch_bounds__ (32) strips_kernel (Work<Real> work)
{
  extern __shared__ __align__ (16) char memory[];
  const SharedX<Real> window (memory);
  const int64_t first = work.first[blockIdx.x];
  const int rounds = (int) ((work.first[blockIdx.x + 1] - first) / AHEAD);
  typename Held<Real, ENTRIES>::Stream stream (work, first);
  Held<Real, ENTRIES> held[AHEAD];
  Real sum = 0;

  /* The first slices of a stream fetch nothing. */
#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    held[i].load (work, stream, i, -1);
  /* Where there is no entry, this is read. */
  if (threadIdx.x == 0)
    window.set (WINDOW, (Real) 0);
  __syncwarp ();
  for (int round = 1; round <= rounds; round++)
    {
      stream.advance ();
#pragma unroll
      for (int i = 0; i < AHEAD; i++)
        {
          const Held<Real, ENTRIES> &next = held[(i + 1) % AHEAD];
          const uint4 task = held[i].task;
          const Real known = held[i].known;
          Real sums[2] = { sum, 0 };

          held[i].entries.template add_products<FUSED> (window, sums);
          held[i].load (work, stream, i, (int32_t) task.z);
          sum = sums[0] + sums[1];
          if (task.x & SEIDEL_STREAMS_FINISHES)
            {
              finish<Real, FUSED> (work, task, known, sum, stream.published + (i - AHEAD) * 32,
                                   window);
              sum = 0;
            }
          if ((next.task.x & SEIDEL_STRIPS_FETCHES) && !take_fetched (work, next, window))
            return;
          __syncwarp ();
        }
      if (round % ROUNDS_PER_POLL == 0
          && __any_sync (SEIDEL_CUDA_ALL_LANES, threadIdx.x == 0 && is_stopped (work)))
        return;
    }
}

/* x of what was published; the rest keeps its value when the run was stopped. */
template <typename Real>
static __global__ void
copy_kernel (int64_t rows, const int32_t *places, const Real *published, Real *x)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < rows)
    {
      const Real value = published[places[row]];

      if (!is_awaited (value))
        x[row] = value;
    }
}

/* Of one type, number of entries and arithmetic: how to launch the sweep, and how many warps run at
 * the same time on a multiprocessor. */
typedef struct
{
  void (*launch) (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
  int (*residents) (SeidelContext *);
} Variant;

template <typename Real>
static size_t
shared_bytes (void)
{
  return (WINDOW + 1) * sizeof (Real);
}

template <typename Real, int ENTRIES, bool FUSED>
static void
launch (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const int64_t rows = sweep->system->rows;
  Work<Real> work = { plan->first,
                      plan->tasks,
                      plan->columns,
                      (const Real *) plan->values,
                      (const Real *) plan->known,
                      (Real *) plan->published,
                      (Real) job->omega,
                      context->halt,
                      job->report != NULL ? plan->stamps.device : NULL };
  void *arguments[] = { &work };

  if (!seidel_cuda_check (
        context,
        cudaLaunchCooperativeKernel ((const void *) strips_kernel<Real, ENTRIES, FUSED>,
                                     dim3 ((unsigned int) plan->workers), dim3 (32), arguments,
                                     shared_bytes<Real> (), context->stream),
        "a sweep"))
    return;
  copy_kernel<Real><<<seidel_cuda_grid (rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    rows, plan->places, (const Real *) plan->published, (Real *) job->x->elements);
  seidel_cuda_check (context, cudaGetLastError (), "a sweep");
}

template <typename Real, int ENTRIES, bool FUSED>
static int
residents (SeidelContext *context)
{
  int most = 0;

  return seidel_cuda_check (context,
                            cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                              &most, strips_kernel<Real, ENTRIES, FUSED>, 32,
                              shared_bytes<Real> ()),
                            WHAT)
           ? most
           : 0;
}

template <typename Real, bool FUSED>
static Variant
variant_of_entries (int entries)
{
  if (entries == 2)
    return { launch<Real, 2, FUSED>, residents<Real, 2, FUSED> };
  if (entries == 4)
    return { launch<Real, 4, FUSED>, residents<Real, 4, FUSED> };
  return { launch<Real, 8, FUSED>, residents<Real, 8, FUSED> };
}

static Variant
variant_of (const SeidelContext *context, int entries)
{
  if (seidel_cuda_is_single (context))
    return seidel_cuda_is_fused (context) ? variant_of_entries<float, true> (entries)
                                          : variant_of_entries<float, false> (entries);
  return seidel_cuda_is_fused (context) ? variant_of_entries<double, true> (entries)
                                        : variant_of_entries<double, false> (entries);
}

void
seidel_cuda_strips_run (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  Plan *plan = (Plan *) sweep->plan;
  const size_t bytes = (size_t) plan->n_places * seidel_cuda_real_size (context);

  if (job->report != NULL)
    {
      if (!seidel_cuda_stamps_ensure (context, &plan->stamps, plan->n_levels))
        return;
      seidel_cuda_stamps_begin (context, &plan->stamps);
    }
  if (!seidel_cuda_check (context, cudaMemsetAsync (plan->published, 0xff, bytes, context->stream),
                          "a sweep")
      || !seidel_cuda_known_run (context, sweep, job, plan->places, plan->known))
    return;
  variant_of (context, plan->shape.entries).launch (context, sweep, job);
  if (job->report != NULL)
    seidel_cuda_stamps_report (context, sweep, &plan->stamps, job);
}

int
seidel_cuda_multiprocessors (void)
{
  int device = 0;
  int count = 0;

  if (cudaGetDevice (&device) != cudaSuccess
      || cudaDeviceGetAttribute (&count, cudaDevAttrMultiProcessorCount, device) != cudaSuccess)
    {
      (void) cudaGetLastError ();
      return 0;
    }
  return count;
}

SeidelStripsSettings
seidel_cuda_strips_settings (const SeidelCsrView *matrix, size_t real_size, int multiprocessors)
{
  const double n = (double) matrix->rows;
  const double mean = 0.5 * ((double) matrix->row_offsets[matrix->rows] - n) / n;
  const int entries = mean <= 2.2 ? 2 : mean <= 4.5 ? 4 : 8;
  const int in_16_bytes = 16 / (int) real_size;

  return { multiprocessors * WORKERS_OF_MULTIPROCESSOR,
           WINDOW,
           { entries, entries < in_16_bytes ? entries : in_16_bytes } };
}

/* Brings the strips to the device. */
static bool
upload_strips (SeidelContext *context, Plan *plan, int64_t rows, const SeidelStrips *strips)
{
  const size_t lanes = (size_t) (strips->n_slices + AHEAD) * SEIDEL_STREAMS_LANES;
  const size_t entries = lanes * (size_t) strips->settings.shape.entries;
  const size_t real_size = seidel_cuda_real_size (context);
  const double bytes = (double) lanes * (double) (sizeof *strips->tasks + 2 * real_size)
                       + (double) entries * (double) (sizeof *strips->columns + real_size);

  plan->shape = strips->settings.shape;
  plan->workers =
    strips->n_strips < strips->settings.workers ? strips->n_strips : strips->settings.workers;
  plan->n_levels = strips->n_levels;
  plan->n_places = (int64_t) lanes;
  if (!seidel_cuda_fits (context, "the sweep", bytes))
    return false;
  plan->first = (int64_t *) seidel_cuda_upload_bytes (context, strips->first,
                                                      (size_t) (strips->settings.workers + 1)
                                                        * sizeof *strips->first);
  plan->tasks = (SeidelStripsTask *) seidel_cuda_upload_bytes (context, strips->tasks,
                                                               lanes * sizeof *strips->tasks);
  plan->columns = (uint16_t *) seidel_cuda_upload_bytes (context, strips->columns,
                                                         entries * sizeof *strips->columns);
  plan->places = (int32_t *) seidel_cuda_upload_bytes (context, strips->places,
                                                       (size_t) rows * sizeof *strips->places);
  plan->values = seidel_cuda_malloc (context, entries * real_size);
  plan->known = seidel_cuda_malloc (context, lanes * real_size);
  plan->published = seidel_cuda_malloc (context, lanes * real_size);
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (plan->known, 0, lanes * real_size, context->stream),
                             WHAT))
    return false;
  seidel_cuda_upload (context, plan->values, strips->values, (int64_t) entries);
  /* The strips are freed then. */
  return seidel_cuda_ready (context) && seidel_cuda_wait (context, WHAT);
}

void
seidel_cuda_strips_clear (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  cudaFree (plan->first);
  cudaFree (plan->tasks);
  cudaFree (plan->columns);
  cudaFree (plan->values);
  cudaFree (plan->places);
  cudaFree (plan->known);
  cudaFree (plan->published);
  seidel_cuda_stamps_clear (&plan->stamps);
  free (plan);
}

static bool
fail (SeidelContext *context, SeidelStripsResult result)
{
  if (result == SEIDEL_STRIPS_TOO_THIN)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                      "the matrix has no strips: its levels are too narrow, or their dependencies "
                      "too irregular");
  else
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the plan of a sweep did not fit into memory");
  return false;
}

bool
seidel_cuda_strips_plan (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *given)
{
  const SeidelCsrView *matrix = &sweep->system->host;
  SeidelStripsSettings settings =
    seidel_cuda_strips_settings (matrix, seidel_cuda_real_size (context), context->multiprocessors);
  const int most =
    variant_of (context, settings.shape.entries).residents (context) * context->multiprocessors;
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
  SeidelStrips strips;
  SeidelStripsResult result;
  bool done;

  sweep->plan = plan;
  if (plan == NULL)
    return fail (context, SEIDEL_STRIPS_NO_MEMORY);
  if (settings.workers > most)
    settings.workers = most;
  if (!seidel_cuda_ready (context))
    return false;
  result = seidel_strips_init (&strips, matrix, sweep->direction, given, &settings, true);
  if (result != SEIDEL_STRIPS_DONE)
    return fail (context, result);
  done = upload_strips (context, plan, matrix->rows, &strips);
  seidel_strips_clear (&strips);
  return done;
}
