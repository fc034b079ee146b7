/* What kernels share: sums, and values that other blocks wait for.
 *
 * A sweep in which rows wait for each other publishes each result in one store that is its own
 * flag: the array is filled with a pattern of bits that no result has, and a reader that finds
 * something else has the value. Both sides use relaxed accesses of the whole device: plain loads in
 * a loop may be kept in a register or a cache that is not coherent, and no fence is needed, because
 * nothing but the value itself is passed on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-context.h"

#define SEIDEL_CUDA_ALL_LANES 0xffffffffu

/* c + a b, rounded once or twice: the compiler itself fuses nothing. */
template <typename Real>
static __device__ inline Real
multiply_add (bool fused, Real a, Real b, Real c)
{
  return fused ? fma (a, b, c) : c + a * b;
}

/* Σ a_k x_k of an interval of entries as the CPU engine takes it, in four interleaved parts: the
 * same bits. */
template <typename Real>
static __device__ inline Real
interval_product (bool fused,
                  const int32_t *column_indices,
                  const Real *values,
                  int64_t begin,
                  int64_t end,
                  const Real *x)
{
  Real sum[4] = { 0, 0, 0, 0 };
  int64_t k = begin;

  for (; k + 4 <= end; k += 4)
#pragma unroll
    for (int part = 0; part < 4; part++)
      sum[part] = multiply_add (fused, values[k + part], x[column_indices[k + part]], sum[part]);
  for (; k < end; k++)
    sum[0] = multiply_add (fused, values[k], x[column_indices[k]], sum[0]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* The step of a row from x to what the sweep makes of it. */
template <typename Real>
static __device__ inline Real
relaxed_step (Real x, Real updated, Real omega)
{
  return omega == (Real) 1 ? updated : ((Real) 1 - omega) * x + omega * updated;
}

static __device__ inline float
load_relaxed (const float *from)
{
  float value;

  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(value) : "l"(from) : "memory");
  return value;
}

static __device__ inline double
load_relaxed (const double *from)
{
  double value;

  asm volatile("ld.relaxed.gpu.global.f64 %0, [%1];" : "=d"(value) : "l"(from) : "memory");
  return value;
}

static __device__ inline int
load_relaxed (const int *from)
{
  int value;

  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

static __device__ inline unsigned long long
load_relaxed (const unsigned long long *from)
{
  unsigned long long value;

  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
  return value;
}

static __device__ inline int
load_acquire (const int *from)
{
  int value;

  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

static __device__ inline void
store_relaxed (float *to, float value)
{
  asm volatile("st.relaxed.gpu.global.f32 [%0], %1;" : : "l"(to), "f"(value) : "memory");
}

static __device__ inline void
store_relaxed (double *to, double value)
{
  asm volatile("st.relaxed.gpu.global.f64 [%0], %1;" : : "l"(to), "d"(value) : "memory");
}

static __device__ inline void
store_relaxed (int *to, int value)
{
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
}

static __device__ inline void
store_relaxed (unsigned long long *to, unsigned long long value)
{
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(to), "l"(value) : "memory");
}

static __device__ inline void
store_release (int *to, int value)
{
  asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
}

/* Shared memory by its 32-bit address. */
template <typename Real> static __device__ inline Real load_shared (uint32_t from);

template <>
__device__ inline float
load_shared<float> (uint32_t from)
{
  float value;

  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(from) : "memory");
  return value;
}

template <>
__device__ inline double
load_shared<double> (uint32_t from)
{
  double value;

  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(from) : "memory");
  return value;
}

static __device__ inline void
store_shared (uint32_t to, float value)
{
  asm volatile("st.shared.f32 [%0], %1;" : : "r"(to), "f"(value) : "memory");
}

static __device__ inline void
store_shared (uint32_t to, double value)
{
  asm volatile("st.shared.f64 [%0], %1;" : : "r"(to), "d"(value) : "memory");
}

/* All bits set: a NaN that no operation produces. The host fills with bytes of 0xff; the upper word
 * of a double suffices. */
static __device__ inline bool
is_awaited (float value)
{
  return __float_as_uint (value) == 0xffffffffu;
}

static __device__ inline bool
is_awaited (double value)
{
  return __double2hiint (value) == -1;
}

static __device__ inline float
awaited (float)
{
  return __uint_as_float (0xffffffffu);
}

static __device__ inline double
awaited (double)
{
  return __longlong_as_double (-1ll);
}

static __device__ inline float
never_awaited (float value)
{
  return is_awaited (value) ? __uint_as_float (0x7fffffffu) : value;
}

static __device__ inline double
never_awaited (double value)
{
  return is_awaited (value) ? __longlong_as_double (0x7fffffffffffffffll) : value;
}

/* Whether the run was stopped, asked by a thread each time that it found nothing. The host's word
 * costs a trip to its memory: one lane of a warp looks there, seldom. */
static __device__ inline bool
is_halted (const SeidelCudaHalt &halt, unsigned int *waits)
{
  const unsigned int mine = 1u << (threadIdx.x % 32);
  unsigned int waited = ++*waits;
  int asked;

  if (waited % 64 != 0)
    return false;
  if (waited % 2048 == 0 && (__activemask () & (mine - 1)) == 0)
    {
      asm volatile("ld.relaxed.sys.global.s32 %0, [%1];"
                   : "=r"(asked)
                   : "l"(halt.asked)
                   : "memory");
      if (asked)
        store_relaxed (halt.seen, 1);
    }
  return load_relaxed (halt.seen) != 0;
}

/* The end of a round of a warp in which it waited: sleeps when no lane got on, longer each time,
 * because warps that wait keep those from working that they wait for. True: the run was stopped.
 * All lanes take part; idle is the same in all of them, 0 at first. */
static __device__ inline bool
rest (const SeidelCudaHalt &halt, bool progressed, unsigned int *idle)
{
  if (__any_sync (SEIDEL_CUDA_ALL_LANES, progressed))
    {
      *idle = 0;
      return false;
    }
  if (*idle > 1)
    __nanosleep (*idle < 16 ? *idle * 32 : 512);
  return __any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (halt, idle));
}

/* The greatest number of a warp into one for all of them; none is
 * negative. All lanes take part. */
static __device__ inline void
keep_greatest (long long number, unsigned long long *greatest)
{
  for (int half = 16; half > 0; half /= 2)
    number = max (number, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, number, half));
  if (threadIdx.x % 32 == 0
      && (unsigned long long) number > *(volatile unsigned long long *) greatest)
    atomicMax (greatest, (unsigned long long) number);
}

/* The counts of all threads into one sum. All lanes take part. */
static __device__ inline void
add_counts (unsigned long long count, unsigned long long *sum)
{
  for (int half = 16; half > 0; half /= 2)
    count += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, count, half);
  if (threadIdx.x % 32 == 0 && count > 0)
    atomicAdd (sum, count);
}
