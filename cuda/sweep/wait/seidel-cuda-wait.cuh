/* Rows that wait for those that they depend on, by a thread or by several: what is read, what is
 * awaited, and what is published.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-entries.cuh"
#include "sweep/seidel-cuda-sweep.h"

/* Entries of a row that are asked for at once. */
#define BATCH 4

/* The arguments of the sweep kernels. */
template <typename Real> struct Work
{
  SeidelOperator A;
  bool forward;
  Real omega;
  const Real *b;
  const Real *old; /* NULL: as from x = 0 */
  Real *x;
  unsigned int *ticket;
  SeidelCudaHalt halt;
  SeidelCudaRelaxationMode mode;
  Real tilt; /* 1/ω − 1 */
  Real *partial;
  Real *residual;
};

template <typename Real>
static __device__ inline void
publish (const Work<Real> &work, int64_t row, Real sum, Real diagonal)
{
  Real updated = sum / diagonal;
  Real old = work.omega != (Real) 1 && work.old != NULL ? work.old[row] : (Real) 0;

  store_relaxed (work.x + row, never_awaited (relaxed_step (old, updated, work.omega)));
}

/* The place of this thread in the order of the sweep. */
static __device__ inline int64_t
take_ticket (unsigned int *ticket)
{
  __shared__ unsigned int block;

  if (threadIdx.x == 0)
    block = atomicAdd (ticket, 1u);
  __syncthreads ();
  return (int64_t) block * blockDim.x + threadIdx.x;
}

/* A row of at most BATCH entries, which is held as a whole. What is left over is on the
 * diagonal with nothing. */
template <typename Real> struct ShortRow
{
  int32_t column[BATCH];
  Real value[BATCH];
};

template <bool FORWARD>
static __device__ inline bool
is_swept (int32_t row, int32_t column)
{
  return FORWARD ? column < row : column > row;
}

/* The places of the entries of a row that a sweep updates before it, from the first to come. */
typedef struct
{
  int64_t next;
  int64_t left;
} Swept;

template <typename Real>
static __device__ inline Swept
swept_entries (const Work<Real> &work, int64_t begin, int64_t end, int64_t diagonal)
{
  if (work.forward)
    return { begin, diagonal - begin };
  return { end - 1, end - 1 - diagonal };
}

/* A row of a relaxation: what the others made of the incoming x. */
template <typename Real>
static __device__ inline Real
others_of (const Work<Real> &work, int32_t row, Real gathered)
{
  return work.mode == SEIDEL_CUDA_HALF || work.mode == SEIDEL_CUDA_HALF_TRACKED ? work.partial[row]
                                                                                : gathered;
}

/* The same: what it reports of the incoming x before it is updated, from b less the others, and the
 * sum of the swept entries times the incoming x. */
template <typename Real>
static __device__ inline void
track (const Work<Real> &work, int32_t row, Real start, Real others, Real swept, Real diagonal)
{
  if (work.mode == SEIDEL_CUDA_TRACKED)
    {
      Real made = -others;

      if (work.tilt != (Real) 0)
        made += work.tilt * (diagonal * work.old[row]);
      work.residual[row] = made - work.partial[row];
      work.partial[row] = made;
    }
  else if (work.mode == SEIDEL_CUDA_HALF_TRACKED)
    work.residual[row] = start - swept - diagonal * work.old[row];
  else if (work.mode == SEIDEL_CUDA_SETTLED)
    work.residual[row] = start - work.partial[row] - diagonal * work.old[row];
}

/* The same, after it: the swept entries took it from start to sum. */
template <typename Real>
static __device__ inline void
learn (const Work<Real> &work, int32_t row, Real start, Real sum)
{
  if (work.mode != SEIDEL_CUDA_TRACKED)
    work.partial[row] = start - sum;
}

/* Reads the row; returns b less the entries that are not updated before it, where there are any. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __device__ inline Real
hold (const Work<Real> &work, int32_t row, int64_t begin, int n, ShortRow<Real> *held)
{
  const Real *values = (const Real *) work.A.values;
  const bool gathers = OTHERS && !(MODE && work.mode >= SEIDEL_CUDA_HALF);
  Real sum = __ldcs (work.b + row);
  Real others = 0;

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    {
      held->column[j] = j < n ? __ldcs (work.A.column_indices + begin + j) : row;
      held->value[j] = j < n ? __ldcs (values + begin + j) : (Real) 0;
    }
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (gathers && held->column[j] != row && !is_swept<FORWARD> (row, held->column[j]))
      others =
        multiply_add (work.A.fused, held->value[j], __ldcg (work.old + held->column[j]), others);
  if (MODE)
    {
      Real swept = 0;
      Real diagonal = 0;

      others = others_of (work, row, others);
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        if (held->column[j] == row)
          diagonal += held->value[j];
        else if (work.mode == SEIDEL_CUDA_HALF_TRACKED && is_swept<FORWARD> (row, held->column[j]))
          swept =
            multiply_add (work.A.fused, held->value[j], __ldcg (work.old + held->column[j]), swept);
      track (work, row, sum - others, others, swept, diagonal);
    }
  return OTHERS || MODE ? sum - others : sum;
}

/* The same for a row of any length. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __device__ inline Real
begin_row (const Work<Real> &work, int32_t row, int64_t begin, int64_t end, int64_t at)
{
  const Real *values = (const Real *) work.A.values;
  const bool gathers = OTHERS && !(MODE && work.mode >= SEIDEL_CUDA_HALF);
  Real others = 0;

  if (gathers)
    others = interval_product (work.A.fused, work.A.column_indices, values,
                               FORWARD ? at + 1 : begin, FORWARD ? end : at, work.old);
  if (MODE)
    {
      Real swept = 0;

      others = others_of (work, row, others);
      if (work.mode == SEIDEL_CUDA_HALF_TRACKED)
        swept = interval_product (work.A.fused, work.A.column_indices, values,
                                  FORWARD ? begin : at + 1, FORWARD ? at : end, work.old);
      track (work, row, work.b[row] - others, others, swept, values[at]);
    }
  return work.b[row] - others;
}

/* Asks for all that a short row needs at once; true: it was there, and the row is published. */
template <typename Real, bool FORWARD, bool MODE>
static __device__ inline bool
finish (const Work<Real> &work, int32_t row, const ShortRow<Real> &held, Real sum)
{
  const Real start = sum;
  bool ready = true;
  Real diagonal = 0;
  Real x[BATCH];

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    x[j] =
      is_swept<FORWARD> (row, held.column[j]) ? load_relaxed (work.x + held.column[j]) : (Real) 0;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    ready = ready && !is_awaited (x[j]);
  if (!ready)
    return false;
#pragma unroll
  for (int i = 0; i < BATCH; i++)
    {
      const int j = FORWARD ? i : BATCH - 1 - i;

      if (is_swept<FORWARD> (row, held.column[j]))
        sum = multiply_add (work.A.fused, -held.value[j], x[j], sum);
      else if (held.column[j] == row)
        diagonal += held.value[j];
    }
  publish (work, row, sum, diagonal);
  if (MODE)
    learn (work, row, start, sum);
  return true;
}

/* Adds what is there of the swept entries, BATCH at a time in their order, until one is not. */
template <typename Real>
static __device__ inline Real
add_ready (const Work<Real> &work, Swept *swept, int stride, Real sum)
{
  const Real *values = (const Real *) work.A.values;
  const int step = work.forward ? stride : -stride;
  bool ready = true;

  while (ready && swept->left > 0)
    {
      const int64_t n = (swept->left + stride - 1) / stride;
      Real x[BATCH];

#pragma unroll
      for (int j = 0; j < BATCH; j++)
        x[j] =
          j < n ? load_relaxed (work.x + work.A.column_indices[swept->next + j * step]) : (Real) 0;
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        {
          ready = ready && (j >= n || !is_awaited (x[j]));
          if (ready && j < n)
            {
              sum = multiply_add (work.A.fused, -values[swept->next], x[j], sum);
              swept->next += step;
              swept->left -= stride;
            }
        }
    }
  return sum;
}

/* The place of a lane's row, and whether there is one. */
typedef struct
{
  int32_t row;
  bool valid;
  int64_t begin, end;
} Place;

/* The rows of a warp, all of them short. The lanes go round together: one that has what it needs
 * must not be kept from publishing its row by another that waits for it. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __device__ inline void
relax_short (const Work<Real> &work, const Place &at)
{
  bool published = !at.valid;
  unsigned int idle = 0;
  ShortRow<Real> held;
  Real sum = 0;

  if (at.valid)
    sum =
      hold<Real, FORWARD, OTHERS, MODE> (work, at.row, at.begin, (int) (at.end - at.begin), &held);
  for (;;)
    {
      const bool before = published;

      if (!published)
        published = finish<Real, FORWARD, MODE> (work, at.row, held, sum);
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published)
          || rest (work.halt, published != before, &idle))
        return;
    }
}

/* The same, whatever their lengths: each goes on where it had to wait. Not inlined, because the
 * registers that this takes would be missing where all rows are short. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __device__ __noinline__ void
relax_any (const Work<Real> &work, const Place at)
{
  bool published = !at.valid;
  unsigned int idle = 0;
  Real diagonal = 1;
  Real start = 0;
  Real sum = 0;
  Swept swept = {};

  if (at.valid)
    {
      const int64_t middle = at.begin + work.A.diagonal[at.row];

      swept = swept_entries (work, at.begin, at.end, middle);
      diagonal = ((const Real *) work.A.values)[middle];
      start = sum = begin_row<Real, FORWARD, OTHERS, MODE> (work, at.row, at.begin, at.end, middle);
    }
  for (;;)
    {
      const bool before = published;

      if (!published)
        {
          sum = add_ready (work, &swept, 1, sum);
          published = swept.left <= 0;
          if (published)
            publish (work, at.row, sum, diagonal);
          if (published && MODE)
            learn (work, at.row, start, sum);
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published)
          || rest (work.halt, published != before, &idle))
        return;
    }
}
