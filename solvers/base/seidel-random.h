/* Reproducible random numbers: the i-th depends on the seed and i alone, so that any of them can be
 * made on its own, in parallel and on a device. Plain C: no GLib. Private to libseidel and the
 * engines.
 *
 * Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014),
 * SplitMix64, used as a hash of the pair.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define SEIDEL_RANDOM_ANYWHERE __host__ __device__
#else
#define SEIDEL_RANDOM_ANYWHERE
#endif

static inline SEIDEL_RANDOM_ANYWHERE uint64_t
seidel_random_mix (uint64_t z)
{
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Uniformly distributed in [−1, 1). */
static inline SEIDEL_RANDOM_ANYWHERE double
seidel_random_at (uint64_t seed, uint64_t i)
{
  const uint64_t bits = seidel_random_mix (seidel_random_mix (seed) + i * 0x9e3779b97f4a7c15u);

  return (double) (bits >> 11) * 0x1p-52 - 1.0;
}
