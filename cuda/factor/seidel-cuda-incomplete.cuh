/* How rows of incomplete factors find their entries: see seidel-cuda-incomplete.cu.
 *
 * Some lanes share a row. They go through its entries before the diagonal in the order of the host,
 * each as soon as what it takes of the row of its column is there: what the rows before it have
 * published is used while the last of them is still at work. In an incomplete Cholesky
 * factorisation an entry is the product of two rows, else a multiple of a row is taken from
 * another; the lanes share the entries of that row, and the sum of an entry has the operations of
 * the host, in its order, and its bits. The value is the flag; see seidel-cuda-device.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>

#include "matrix/seidel-cuda-entries.cuh"

/* Threads of a block. */
#define INCOMPLETE_BLOCK 128

/* Entries of a row that are kept in shared memory, for each lane; longer rows stay where they are.
 */
#define KEPT_BY_LANE 6

/* Rounds without progress after which a warp leaves the memory to others. */
#define PATIENT_ROUNDS 64

/* The arguments of the kernel. */
typedef struct
{
  SeidelOperator A;     /* the pattern */
  double *from;         /* its values; those of long rows change */
  double *values;       /* of the factors: awaited at first */
  const int32_t *order; /* the rows by level */
  double shift;
  unsigned int *ticket;
  unsigned long long *first_bad; /* row */
  SeidelCudaHalt halt;
} Incomplete;

/* What is taken of the row of a column: its entries before the diagonal in an incomplete Cholesky
 * factorisation, else those behind it. */
struct PivotRow
{
  int64_t diagonal;
  int64_t first;
  int32_t length;
};

/* A row of a group of lanes. In an incomplete Cholesky factorisation it ends with the diagonal. */
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
  double *values; /* where SYMMETRIC: over their pivots as soon as they are complete */
  double pivot;
  double least;  /* that a pivot must exceed */
  int32_t entry; /* in hand */
  double value;  /* of it, in all lanes */
  bool published;
  PivotRow of;          /* the entry */
  int32_t taken;        /* of its entries */
  int32_t place;        /* in this row, of the one that this lane takes next; −1: in none */
  PivotRow held;        /* that this lane fetched, of some entries */
  PivotRow next;        /* of the next entry */
  int32_t column_ahead; /* of what this lane takes of it first; −1: nothing */

  __device__
  IncompleteRow (const Incomplete &of_job,
                 int32_t of_row,
                 int32_t *room_columns,
                 double *room_values)
      : job (of_job), lane (threadIdx.x % LANES),
        group (LANES == 32 ? SEIDEL_CUDA_ALL_LANES
                           : ((1u << LANES % 32) - 1) << threadIdx.x % 32 / LANES * LANES),
        row (of_row), begin (0), before (0), length (0), columns (room_columns),
        values (room_values), pivot (0), least (0), entry (0), value (0), published (false), of{},
        taken (0), place (-1), held{}, next{}, column_ahead (-1)
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
          room_values[e] = job.from[begin + e];
        }
    else
      {
        columns = job.A.column_indices + begin;
        values = job.from + begin;
      }
  }

  /* When what the lanes keep for each other is there. */
  __device__ inline void
  start (void)
  {
    if (row < 0)
      return;
    pivot = SYMMETRIC ? values[before] * (1.0 + job.shift) : 0.0;
    least = DBL_EPSILON * (SYMMETRIC ? pivot : largest ());
    look_ahead (0);
    take_in_hand (0);
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

  __device__ inline PivotRow
  pivot_row (int32_t of_entry) const
  {
    if (of_entry >= before)
      return { 0, 0, 0 };

    const int32_t column = columns[of_entry];
    const int64_t first = row_start (job.A, column);
    const int64_t diagonal = first + job.A.diagonal[column];

    if (SYMMETRIC)
      return { diagonal, first, (int32_t) (diagonal - first) };
    return { diagonal, diagonal + 1, (int32_t) (row_start (job.A, column + 1) - diagonal - 1) };
  }

  /* Fetches what does not change of the row of an entry. */
  __device__ inline void
  look_ahead (int32_t of_entry)
  {
    if (of_entry >= before)
      return;
    if (of_entry % LANES == 0)
      held = pivot_row (of_entry + lane);
    next.diagonal = __shfl_sync (group, held.diagonal, of_entry % LANES, LANES);
    next.first = __shfl_sync (group, held.first, of_entry % LANES, LANES);
    next.length = __shfl_sync (group, held.length, of_entry % LANES, LANES);
    column_ahead = lane < next.length ? job.A.column_indices[next.first + lane] : -1;
  }

  /* The place of a column among the entries that the one in hand concerns, or −1. */
  __device__ inline int32_t
  find (int32_t column) const
  {
    int32_t from = SYMMETRIC ? 0 : entry + 1;
    int32_t end = SYMMETRIC ? entry : length;
    const int32_t behind = end;

    if (column < 0)
      return -1;
    while (from < end)
      {
        const int32_t middle = (from + end) / 2;

        if (columns[middle] < column)
          from = middle + 1;
        else
          end = middle;
      }
    return from < behind && columns[from] == column ? from : -1;
  }

  __device__ inline void
  take_in_hand (int32_t which)
  {
    entry = which;
    if (entry >= before)
      return;
    of = next;
    taken = 0;
    published = false;
    value = values[entry];
    place = find (column_ahead);
    look_ahead (entry + 1);
  }

  __device__ inline void
  take_next (void)
  {
    taken += LANES;
    place = taken + lane < of.length ? find (job.A.column_indices[of.first + taken + lane]) : -1;
  }

  __device__ inline void
  publish (int32_t of_entry, double number)
  {
    store_relaxed (job.values + begin + of_entry, never_awaited (number));
  }

  /* Takes the products of the lanes from the entry, one after the other. */
  __device__ inline void
  subtract_products (double theirs)
  {
    const double product = place >= 0 ? values[place] * theirs : 0.0;

    for (unsigned int left = __ballot_sync (group, place >= 0); left != 0; left &= left - 1)
      value -= __shfl_sync (group, product, __ffs ((int) left) - 1);
  }

  __device__ inline void
  complete_entry (double factor)
  {
    /* All lanes have read it. */
    __syncwarp (group);
    if (SYMMETRIC)
      pivot -= factor * value;
    if (SYMMETRIC && lane == 0)
      values[entry] = factor;
    if (!SYMMETRIC && lane == 0)
      publish (entry, value);
    __syncwarp (group);
    take_in_hand (entry + 1);
  }

  /* Does what can be done about the entry in hand; true: something was. */
  __device__ inline bool
  go_on (void)
  {
    const double divisor = load_relaxed (job.values + of.diagonal);
    const double theirs = place >= 0 ? load_relaxed (job.values + of.first + taken + lane) : 0.0;
    const bool is_divisor_there = __all_sync (group, !is_awaited (divisor));
    const bool takes = taken < of.length && (SYMMETRIC || is_divisor_there)
                       && __all_sync (group, !is_awaited (theirs));

    if (takes && SYMMETRIC)
      subtract_products (theirs);
    else if (takes && place >= 0)
      values[place] -= value / divisor * theirs;
    if (takes)
      {
        /* The next row concerns the same entries. */
        __syncwarp (group);
        take_next ();
      }
    if (taken < of.length)
      return takes;
    if (SYMMETRIC && !published && lane == 0)
      publish (entry, value);
    published = true;
    if (is_divisor_there)
      complete_entry (value / divisor);
    return takes || is_divisor_there;
  }

  /* All entries before the diagonal are complete. */
  __device__ inline void
  finish (void)
  {
    if (!SYMMETRIC)
      pivot = values[before];
    if (SYMMETRIC && lane == 0)
      publish (before, pivot);
    for (int32_t e = before + lane; e < length && !SYMMETRIC; e += LANES)
      publish (e, values[e]);
    if (!((SYMMETRIC ? pivot : fabs (pivot)) > least) || !isfinite (pivot))
      if (lane == 0)
        atomicMin (job.first_bad, (unsigned long long) row);
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

      __syncwarp ();
      row.start ();
      for (bool done = row.row < 0;;)
        {
          bool moved = !done && row.entry < row.before && row.go_on ();

          if (!done && row.entry >= row.before)
            {
              row.finish ();
              done = moved = true;
            }
          if (__all_sync (SEIDEL_CUDA_ALL_LANES, done))
            break;
          if (__any_sync (SEIDEL_CUDA_ALL_LANES, moved))
            idle = 0;
          else if (idle > PATIENT_ROUNDS)
            __nanosleep (256);
          if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (job.halt, &idle)))
            return;
        }
      /* The rows that follow take their places in shared memory. */
      __syncwarp ();
    }
}

/* The triangle behind the diagonal of a symmetric factorisation: the other one, transposed. */
template <int LANES>
static __global__ void
mirror_kernel (const Incomplete job)
{
  const int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  int64_t end;

  if (row >= job.A.rows)
    return;
  end = row_start (job.A, row + 1);
  for (int64_t k = row_start (job.A, row) + job.A.diagonal[row] + 1 + threadIdx.x % LANES; k < end;
       k += LANES)
    {
      const int32_t column = job.A.column_indices[k];
      const int64_t diagonal = row_start (job.A, column) + job.A.diagonal[column];
      int64_t low = row_start (job.A, column);
      int64_t high = diagonal;

      while (low < high)
        {
          const int64_t middle = low + (high - low) / 2;

          if (job.A.column_indices[middle] < row)
            low = middle + 1;
          else
            high = middle;
        }
      job.values[k] =
        low < diagonal && job.A.column_indices[low] == row ? job.values[low] : job.from[k];
    }
}
