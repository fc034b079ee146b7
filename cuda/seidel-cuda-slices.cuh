/* What planning and running a sweep in the order of the levels share: see
 * seidel-cuda-sweep-level-wait.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep-stamps.cuh"

/* Some rows that a warp does together. */
typedef struct
{
  int64_t entries; /* where its entries begin */
  int32_t first;   /* its first row, in the order of the levels */
  uint32_t shape;  /* steps × 128 + wide × 64 + rows */
} SeidelCudaSlice;

static __device__ __host__ inline int
rows_of (const SeidelCudaSlice &slice)
{
  return (int) (slice.shape % 64);
}

/* Whether the whole warp shares its one row. */
static __device__ __host__ inline bool
is_wide (const SeidelCudaSlice &slice)
{
  return slice.shape & 64;
}

static __device__ __host__ inline int
steps_of (const SeidelCudaSlice &slice)
{
  return (int) (slice.shape / 128);
}

/* Steps of a row that a warp shares which are taken at a time where it is long, which it is from
 * more than twice as many on. */
#define SEIDEL_CUDA_LONG_STEPS 8

/* A shape of the kernel: lanes that share a row, and steps that are fetched at once. */
typedef struct
{
  int lanes;
  int steps;
} SeidelCudaShape;

typedef struct
{
  SeidelCudaShape shape;
  int64_t mean_width; /* rows of a level */
  bool has_long;      /* rows, which a warp shares */
  /* All on the device: the rows in memory of their own, and what there is of each row, of each
   * slice and of each entry, in one piece each. */
  void *memory[3];
  int32_t *rows;   /* in the order of the levels */
  int32_t *places; /* of each row in that order */
  int64_t n_slices;
  SeidelCudaSlice *slices;
  int32_t *columns; /* places of the rows that are depended on; −1 where there is none */
  void *values;
  void *reciprocals; /* of the diagonals, in the order of the levels */
  void *known;       /* of each row, what does not depend on results; in the order of the levels */
  void *ordered;     /* x in the order of the levels */
  /* Of a measured sweep: where levels begin, in the order of the levels. */
  int32_t n_levels;
  int64_t *level_offsets;    /* n_levels + 1, on the host */
  int64_t *offsets_measured; /* the same on the device; NULL until a sweep is measured */
  SeidelCudaStamps stamps;
} SeidelCudaSlices;
