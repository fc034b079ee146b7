/* What sweeps that keep x in shared memory have in common: a warp that goes through a stream of
 * slices (seidel-cuda-streams.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-streams.h"

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

/* The sum of what the lanes of each row hold, in all of them. */
template <typename Real>
static __device__ inline Real
add_lanes (uint32_t after, Real sum)
{
  for (int half = (1 << (after >> SEIDEL_STREAMS_LANES_SHIFT & 7)) / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  return sum;
}

/* A barrier of all warps, each of which may be at another place of the code: the plain
 * __syncthreads () does not allow that. */
static __device__ inline void
meet (void)
{
  asm volatile("bar.sync 1, %0;" : : "r"(blockDim.x) : "memory");
}

/* The same; returns whether some thread passed true. */
static __device__ inline bool
meet_or (bool value)
{
  uint32_t any;

  asm volatile("{\n"
               ".reg .pred mine, all;\n"
               "setp.ne.u32 mine, %1, 0;\n"
               "bar.red.or.pred all, 1, %2, mine;\n"
               "selp.u32 %0, 1, 0, all;\n"
               "}"
               : "=r"(any)
               : "r"((uint32_t) value), "r"(blockDim.x)
               : "memory");
  return any != 0;
}
