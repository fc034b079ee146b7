/* What planning and running a sweep in the order of the levels share: see
 * seidel-cuda-sweep-level-wait.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-entries.cuh"
#include "sweep/seidel-cuda-stamps.cuh"

/* Some rows that a warp does together, or a part of one row. */
typedef struct
{
  int32_t begins; /* where its entries do, in units of 32 */
  int32_t
    sentinel; /* where rows are cut into parts: see wait_for_sentinel () in the sweep; −1: none */
  int32_t first;  /* its first row, in the order of the levels; of a part, −1 less that */
  uint32_t shape; /* steps × 128 + wide × 64 + rows */
} SeidelCudaSlice;

static __device__ __host__ inline int64_t
entries_of (const SeidelCudaSlice &slice)
{
  return (int64_t) slice.begins * 32;
}

static __device__ __host__ inline uint32_t
shape_of (int64_t steps, bool wide, int64_t rows)
{
  return (uint32_t) (steps * 128 + (wide ? 64 : 0) + rows);
}

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

/* Whether it is wide and only adds up some entries for the last slice of its row. */
static __device__ __host__ inline bool
is_part (const SeidelCudaSlice &slice)
{
  return slice.first < 0;
}

static __device__ __host__ inline int32_t
first_of (const SeidelCudaSlice &slice)
{
  return is_part (slice) ? -1 - slice.first : slice.first;
}

static __device__ __host__ inline int
steps_of (const SeidelCudaSlice &slice)
{
  return (int) (slice.shape / 128);
}

/* A shape of the kernel: lanes that share a row, and steps that are fetched at once. */
typedef struct
{
  int lanes;
  int steps;
} SeidelCudaShape;

typedef struct
{
  SeidelCudaShape shape;
  /* All on the device: the rows in memory of their own, and what there is of each row, of each
   * slice and of each entry, in one piece each. */
  void *memory[3];
  int32_t *rows;   /* in the order of the levels */
  int32_t *places; /* of each row in that order */
  int64_t n_slices;
  SeidelCudaSlice *slices;
  /* Places in ordered of what is depended on; −1 where there is none. Before the rows, each slice
   * has one for its sum, where there are parts. */
  int32_t *columns;
  void *values;
  void *reciprocals; /* of the diagonals, in the order of the levels */
  void *partial;     /* of each row, what does not depend on results; in the order of the levels */
  void *ordered;     /* the sums of slices, then x in the order of the levels */
  int64_t n_sums;    /* of these; 0: no row is cut into parts */
  int32_t n_levels;
  int32_t *level_offsets; /* where levels begin, in that order; n_levels + 1 */
  SeidelCudaStamps stamps;
} SeidelCudaSlices;

bool seidel_cuda_level_wait_plan (SeidelContext *, SeidelSweep *, const SeidelLevelsView *);
void seidel_cuda_level_wait_clear (SeidelSweep *);
/* What its slices take beside their entries. */
double seidel_cuda_level_wait_more_bytes (const SeidelSweptLengths *lengths,
                                          size_t real_size,
                                          int64_t levels);

/* The level with this place, by where levels begin. */
static __device__ inline int32_t
level_of_place (const int32_t *offsets, int32_t n_levels, int64_t place)
{
  int32_t level = 0;
  int32_t behind = n_levels;

  while (behind - level > 1)
    {
      const int32_t middle = (level + behind) / 2;

      if (offsets[middle] <= place)
        level = middle;
      else
        behind = middle;
    }
  return level;
}
