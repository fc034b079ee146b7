/* How a thread block sweeps with the whole x in its shared memory: a warp for each stream of
 * slices, and barriers between levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "sweep/seidel-cuda-partial.cuh"
#include "sweep/seidel-cuda-lanes.cuh"
#include "seidel-cuda-streams.h"

#define MOST_THREADS (SEIDEL_STREAMS_WARPS * 32)
#define AHEAD        SEIDEL_STREAMS_AHEAD

/* Barriers from one look at whether the run was stopped to the next. Without a barrier a sweep
 * takes milliseconds at most. */
#define BARRIERS_PER_LOOK 1024

/* Values in shared memory, by their address: the compiler would compute it each time. */
template <typename Real> struct SharedX
{
  uint32_t address;

  __device__ explicit SharedX (char *memory)
      : address ((uint32_t) __cvta_generic_to_shared (memory))
  {
    asm volatile("" : "+r"(address));
  }

  __device__ inline Real
  get (uint32_t place) const
  {
    return load_shared<Real> (address + place * (uint32_t) sizeof (Real));
  }

  __device__ inline void
  set (uint32_t place, Real value) const
  {
    store_shared (address + place * (uint32_t) sizeof (Real), value);
  }
};

/* The entries of a lane in a slice. */
template <typename Real, int ENTRIES> struct SliceEntries
{
  static const int TOGETHER =
    ENTRIES < 16 / (int) sizeof (Real) ? ENTRIES : 16 / (int) sizeof (Real);

  struct __align__ (sizeof (Real) * TOGETHER) Values
  {
    Real at[TOGETHER];
  };

  /* In pairs as they are stored: unpacking them on loading would wait for them. */
  struct __align__ (sizeof (uint16_t) * ENTRIES) Columns
  {
    uint32_t pairs[ENTRIES / 2];
  };

  /* Where a lane finds its entries. These addresses are advanced once for several slices, because
   * the time of a warp that waits for itself is that of its instructions. */
  struct Source
  {
    const Columns *columns;
    const Values *values;

    __device__
    Source (const uint16_t *all_columns, const Real *all_values, int64_t slice)
        : columns ((const Columns *) all_columns + slice * 32 + threadIdx.x % 32),
          values ((const Values *) all_values + slice * (ENTRIES / TOGETHER) * 32
                  + threadIdx.x % 32)
    {
    }

    __device__ inline void
    advance (int slices)
    {
      columns += slices * 32;
      values += slices * (ENTRIES / TOGETHER) * 32;
    }
  };

  Values values[ENTRIES / TOGETHER];
  Columns columns;

  __device__ inline void
  load (const Source &source, int slice)
  {
    columns = source.columns[slice * 32];
#pragma unroll
    for (int i = 0; i < ENTRIES / TOGETHER; i++)
      values[i] = source.values[(slice * (ENTRIES / TOGETHER) + i) * 32];
  }

  /* Adds values x to two sums in turn. */
  template <bool FUSED>
  __device__ inline void
  add_products (SharedX<Real> x, Real sums[2]) const
  {
#pragma unroll
    for (int e = 0; e < ENTRIES; e++)
      sums[e % 2] =
        multiply_add (FUSED, values[e / TOGETHER].at[e % TOGETHER],
                      x.get (columns.pairs[e / 2] >> 16 * (e % 2) & 0xffff), sums[e % 2]);
  }
};

/* A barrier of all warps, each of which may be at another place of the code: only the form of the
 * instruction that is not “aligned” allows that, and neither __syncthreads () nor bar.sync are. */
static __device__ inline void
meet (int warps)
{
  asm volatile("barrier.sync 1, %0;" : : "r"(warps * 32) : "memory");
}

/* The same; returns whether some thread passed true. */
static __device__ inline bool
meet_or (int warps, bool value)
{
  uint32_t any;

  asm volatile("{\n"
               ".reg .pred mine, all;\n"
               "setp.ne.u32 mine, %1, 0;\n"
               "barrier.red.or.pred all, 1, %2, mine;\n"
               "selp.u32 %0, 1, 0, all;\n"
               "}"
               : "=r"(any)
               : "r"((uint32_t) value), "r"(warps * 32)
               : "memory");
  return any != 0;
}

/* The arguments of the kernel of a sweep. */
template <typename Real> struct Work
{
  int32_t rows;
  int32_t warps; /* that have a stream */
  int32_t first[SEIDEL_STREAMS_WARPS + 1];
  const SeidelStreamsTask *tasks;
  const uint16_t *columns;
  const Real *values;
  const Real *partial;
  Real *x;
  Real omega;
  SeidelCudaHalt halt;
  int64_t *stamps; /* NULL: not measured */
};

/* What a lane holds of a slice. */
template <typename Real, int ENTRIES> struct Held
{
  struct Stream
  {
    const uint2 *tasks; /* SeidelStreamsTask */
    const Real *partial;
    typename SliceEntries<Real, ENTRIES>::Source entries;

    __device__
    Stream (const Work<Real> &work, int64_t slice)
        : tasks ((const uint2 *) work.tasks + slice * 32 + threadIdx.x % 32),
          partial (work.partial + slice * 32 + threadIdx.x % 32),
          entries (work.columns, work.values, slice)
    {
    }

    __device__ inline void
    advance (void)
    {
      tasks += AHEAD * 32;
      partial += AHEAD * 32;
      entries.advance (AHEAD);
    }
  };

  SliceEntries<Real, ENTRIES> entries;
  uint2 task;
  Real partial;

  __device__ inline void
  load (const Stream &stream, int slice)
  {
    task = stream.tasks[slice * 32];
    partial = stream.partial[slice * 32];
    entries.load (stream.entries, slice);
  }
};

/* What a thread keeps from slice to slice. */
template <typename Real> struct Progress
{
  Real sum;
  unsigned int barriers;
  int32_t levels; /* that were measured */
};

/* The level is done: one thread notes when. */
template <typename Real>
static __device__ inline void
stamp (const Work<Real> &work, Progress<Real> *progress)
{
  if (work.stamps != NULL && threadIdx.x == 0)
    work.stamps[progress->levels++] = clock_nanoseconds ();
}

/* Adds up what the lanes of each row of a slice hold, and writes its x. */
template <typename Real, bool FUSED>
static __device__ inline void
finish (const Work<Real> &work, uint2 task, Real partial, Real total, SharedX<Real> x)
{
  const uint32_t row = task.y & 0xffff;

  total = add_lanes (task.x >> SEIDEL_STREAMS_LANES_SHIFT & 7, total);
  if (row != SEIDEL_STREAMS_NO_ROW)
    {
      const Real updated = multiply_add (FUSED, -work.omega, total, partial);

      x.set (task.y >> 16, updated);
      work.x[row] = updated;
    }
  __syncwarp ();
}

/* Passes the barriers behind a slice, the same number in all warps; false when the run was stopped.
 */
template <typename Real>
static __device__ inline bool
pass_barriers (const Work<Real> &work, uint32_t after, Progress<Real> *progress)
{
  for (uint32_t left = after / SEIDEL_STREAMS_BARRIER; left > 0; left--)
    {
      if (++progress->barriers % BARRIERS_PER_LOOK != 0)
        meet (work.warps);
      else if (meet_or (work.warps, threadIdx.x == 0 && *(const volatile int *) work.halt.asked))
        return false;
      stamp (work, progress);
    }
  return true;
}

/* Does a slice, and loads the one that is AHEAD behind it, number next of the stream. */
template <typename Real, int ENTRIES, bool FUSED>
static __device__ inline bool
do_slice (const Work<Real> &work,
          const typename Held<Real, ENTRIES>::Stream &stream,
          int next,
          Held<Real, ENTRIES> *held,
          Progress<Real> *progress,
          SharedX<Real> x)
{
  const uint2 task = held->task;
  const Real partial = held->partial;
  Real sums[2] = { progress->sum, 0 };

  held->entries.template add_products<FUSED> (x, sums);
  held->load (stream, next);
  progress->sum = sums[0] + sums[1];
  if (task.x & SEIDEL_STREAMS_FINISHES)
    {
      finish<Real, FUSED> (work, task, partial, progress->sum, x);
      progress->sum = 0;
    }
  if (task.x & SEIDEL_STREAMS_ENDS_LEVEL)
    stamp (work, progress);
  return task.x < SEIDEL_STREAMS_BARRIER || pass_barriers (work, task.x, progress);
}

/* The partial residuals of the rows of a small matrix, each by a thread. */
template <typename Real>
static __device__ void
find_partial (const PartialWork<Real> &work)
{
  const bool is_long = add_up_short<Real, 1, PARTIAL_AT_ONCE> (work, 0, PARTIAL_MOST_STEPS);

  if (__syncthreads_or (is_long))
    add_up_long<Real, 1> (work, 0, is_long);
}

/* ALONE: the partial residuals are not computed before. */
template <typename Real, int ENTRIES, bool FUSED, bool ALONE>
static __global__ void
__launch_bounds__ (MOST_THREADS) one_block_kernel (Work<Real> work, PartialWork<Real> partial)
{
  extern __shared__ __align__ (16) char memory[];
  const SharedX<Real> x (memory);

  if (ALONE)
    {
      find_partial (partial);
      if (threadIdx.x >= (unsigned int) work.warps * 32)
        return;
    }

  const int32_t first = work.first[threadIdx.x / 32];
  const int rounds = (work.first[threadIdx.x / 32 + 1] - first) / AHEAD;
  typename Held<Real, ENTRIES>::Stream stream (work, first);
  Held<Real, ENTRIES> held[AHEAD];
  Progress<Real> progress = {};

#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    held[i].load (stream, i);
  /* Where there is no entry, this is read. */
  if (threadIdx.x == 0)
    x.set (work.rows, (Real) 0);
  __syncthreads ();
  for (int round = 0; round < rounds; round++)
    {
      stream.advance ();
#pragma unroll
      for (int i = 0; i < AHEAD; i++)
        if (!do_slice<Real, ENTRIES, FUSED> (work, stream, i, &held[i], &progress, x))
          return;
    }
}
