/* How rows of incomplete factors find their entries: see seidel-cuda-incomplete.cu.
 *
 * Some lanes share a row. They wait until all rows that it depends on are done, take multiples of
 * them from it one after the other, which is the order of the host, and report it as done. What is
 * spread over the lanes is the entries of one such row, of which each concerns another entry of
 * theirs: the sum of an entry has the operations of the host, and its bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>

#include "seidel-cuda-device.cuh"

/* Threads of a block. */
#define INCOMPLETE_BLOCK 128

/* Entries of a row that are kept in shared memory, for each lane; longer rows stay where they are.
 */
#define KEPT_BY_LANE 6

/* The arguments of the kernel. */
typedef struct
{
  SeidelOperator A;     /* the pattern */
  double *values;       /* of A at first */
  const int32_t *order; /* the rows by level */
  double shift;
  unsigned int *ticket;
  int *done;                     /* of each row */
  unsigned long long *first_bad; /* row */
  SeidelCudaHalt halt;
} Incomplete;

/* Pivot rows whose entries are fetched together: all of them are done, and one after the other they
 * would take a trip through L2 each. */
#define AHEAD 4

/* Of a pivot row that a lane holds for its group. */
struct PivotRow
{
  int64_t first; /* entry behind its diagonal */
  int32_t length;
  double pivot;
};

/* A row of a group of lanes. In an incomplete Cholesky factorisation it ends with the diagonal;
 * each of its entries is also stored in the row of its column, where later rows look for it. */
template <bool SYMMETRIC, int LANES> struct IncompleteRow
{
  const Incomplete &job;
  const int lane;
  const unsigned int group; /* the lanes of it */
  const int32_t row;        /* −1: none */
  int64_t begin;
  int32_t before; /* entries before the diagonal */
  int32_t length;
  const int32_t *columns;
  double *values;
  int32_t awaited; /* of the entries before the diagonal: the next one of this lane */

  __device__
  IncompleteRow (const Incomplete &of, int32_t of_row, int32_t *room_columns, double *room_values)
      : job (of), lane (threadIdx.x % LANES),
        group (LANES == 32 ? SEIDEL_CUDA_ALL_LANES
                           : ((1u << LANES % 32) - 1) << threadIdx.x % 32 / LANES * LANES),
        row (of_row), begin (0), before (0), length (0), columns (room_columns),
        values (room_values), awaited (lane)
  {
    if (row < 0)
      return;
    begin = row_start (job.A, row);
    before = job.A.diagonal[row];
    length = SYMMETRIC ? before + 1 : (int32_t) (row_start (job.A, row + 1) - begin);
    if (length <= KEPT_BY_LANE * LANES)
      for (int32_t e = lane; e < length; e += LANES)
        {
          room_columns[e] = job.A.column_indices[begin + e];
          room_values[e] = job.values[begin + e];
        }
    else
      {
        columns = job.A.column_indices + begin;
        values = job.values + begin;
      }
  }

  /* Whether all rows that it depends on are done. Asked by all lanes of the group. */
  __device__ inline bool
  is_ready (void)
  {
    bool ready;

    while (awaited < before && load_relaxed (job.done + columns[awaited]) != 0)
      awaited += LANES;
    ready = __all_sync (group, awaited >= before);
    if (ready)
      {
        __threadfence ();
        __syncwarp (group);
      }
    return ready;
  }

  __device__ inline PivotRow
  pivot_row (int32_t entry) const
  {
    if (entry >= before)
      return { 0, 0, 1.0 };

    const int32_t column = columns[entry];
    const int64_t diagonal = row_start (job.A, column) + job.A.diagonal[column];

    return { diagonal + 1, (int32_t) (row_start (job.A, column + 1) - diagonal - 1),
             load_relaxed (job.values + diagonal) };
  }

  /* The place of a column among the entries from one on, or −1. */
  __device__ inline int32_t
  find (int32_t column, int32_t from) const
  {
    int32_t end = length;

    while (from < end)
      {
        const int32_t middle = (from + end) / 2;

        if (columns[middle] < column)
          from = middle + 1;
        else
          end = middle;
      }
    return from < length && columns[from] == column ? from : -1;
  }

  /* What entry k of a pivot row, which is in this column, does to the row: factor times it. value:
   * of the row's entry in the column of the pivot, which is complete. */
  __device__ inline void
  take (int64_t k, int32_t column, double entry, int32_t from, double factor, double value)
  {
    const int32_t place = SYMMETRIC && column >= row ? -1 : find (column, from);

    if (place >= 0)
      values[place] -= factor * entry;
    if (SYMMETRIC && column == row)
      store_relaxed (job.values + k, value);
  }

  /* Takes a multiple of the pivot row of an entry from the row; returns its pivot less what that
   * does to it. The first entry of this lane was fetched. */
  __device__ inline double
  subtract (int32_t place,
            int64_t first,
            int32_t n,
            double divisor,
            int32_t column,
            double entry,
            double pivot)
  {
    const double value = values[place];
    const double factor = value / divisor;

    if (lane < n)
      take (first + lane, column, entry, place + 1, factor, value);
    for (int32_t e = lane + LANES; e < n; e += LANES)
      take (first + e, job.A.column_indices[first + e], load_relaxed (job.values + first + e),
            place + 1, factor, value);
    /* The next pivot row concerns the same entries. */
    __syncwarp (group);
    return pivot - factor * value;
  }

  /* Takes multiples of the rows that it depends on from it; returns its pivot, in all lanes. */
  __device__ inline double
  eliminate (double pivot)
  {
    for (int32_t base = 0; base < before; base += LANES)
      {
        const PivotRow held = pivot_row (base + lane);
        const int32_t count = min (LANES, before - base);

        for (int32_t i = 0; i < count; i += AHEAD)
          {
            int64_t first[AHEAD];
            int32_t n[AHEAD];
            int32_t column[AHEAD];
            double entry[AHEAD];

#pragma unroll
            for (int j = 0; j < AHEAD; j++)
              {
                first[j] = __shfl_sync (group, held.first, i + j, LANES);
                n[j] = i + j < count ? __shfl_sync (group, held.length, i + j, LANES) : 0;
                column[j] = lane < n[j] ? job.A.column_indices[first[j] + lane] : 0;
                entry[j] = lane < n[j] ? load_relaxed (job.values + first[j] + lane) : 0.0;
              }
#pragma unroll
            for (int j = 0; j < AHEAD; j++)
              if (i + j < count)
                pivot = subtract (base + i + j, first[j], n[j],
                                  __shfl_sync (group, held.pivot, i + j, LANES), column[j],
                                  entry[j], pivot);
          }
      }
    return SYMMETRIC ? pivot : values[before];
  }

  /* The largest entry of the row in absolute value, in all lanes. */
  __device__ inline double
  largest (void) const
  {
    double most = 0;

    for (int32_t e = lane; e < length; e += LANES)
      most = fmax (most, fabs (values[e]));
#pragma unroll
    for (int half = LANES / 2; half > 0; half /= 2)
      most = fmax (most, __shfl_xor_sync (group, most, half));
    return most;
  }

  __device__ inline void
  finish (void)
  {
    const double diagonal = SYMMETRIC ? values[before] * (1.0 + job.shift) : 0.0;
    const double least = DBL_EPSILON * (SYMMETRIC ? diagonal : largest ());
    double pivot;

    __syncwarp (group);
    pivot = eliminate (diagonal);
    if (!((SYMMETRIC ? pivot : fabs (pivot)) > least) || !isfinite (pivot))
      if (lane == 0)
        atomicMin (job.first_bad, (unsigned long long) row);
    if (SYMMETRIC && lane == 0)
      values[before] = pivot;
    __syncwarp (group);
    for (int32_t e = lane; e < length; e += LANES)
      store_relaxed (job.values + begin + e, values[e]);
    __syncwarp (group);
    if (lane == 0)
      {
        __threadfence ();
        store_relaxed (job.done + row, 1);
      }
  }
};

/* Warps take rows by level, so that the first row that is not done can always be done. Those of a
 * warp may depend on each other: its lanes go round together. */
template <bool SYMMETRIC, int LANES>
static __global__ void
__launch_bounds__ (INCOMPLETE_BLOCK) incomplete_kernel (const Incomplete job)
{
  const int together = INCOMPLETE_BLOCK / LANES;
  __shared__ int32_t columns[together][KEPT_BY_LANE * LANES];
  __shared__ double values[together][KEPT_BY_LANE * LANES];
  const int mine = threadIdx.x / LANES;

  for (;;)
    {
      const unsigned int turn = threadIdx.x % 32 == 0 ? atomicAdd (job.ticket, 1u) : 0;
      const int64_t first = (int64_t) __shfl_sync (SEIDEL_CUDA_ALL_LANES, turn, 0) * (32 / LANES);
      const int64_t place = first + threadIdx.x % 32 / LANES;
      unsigned int idle = 0;

      if (first >= job.A.rows)
        return;
      IncompleteRow<SYMMETRIC, LANES> row (job, place < job.A.rows ? job.order[place] : -1,
                                           columns[mine], values[mine]);

      /* What the lanes of a group keep for each other is there. */
      __syncwarp ();
      for (bool done = row.row < 0;;)
        {
          const bool before = done;

          if (!done && row.is_ready ())
            {
              row.finish ();
              done = true;
            }
          if (__all_sync (SEIDEL_CUDA_ALL_LANES, done))
            break;
          if (rest (job.halt, done != before, &idle))
            return;
        }
      __syncwarp ();
    }
}
