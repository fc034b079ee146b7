/* A sweep in one launch, straight off CSR: each row waits for those that it depends on.
 *
 * The value is the flag (see seidel-cuda-device.cuh): results go to an array of their own that is
 * filled with the awaited pattern before, and the incoming x stays as it was for the entries that
 * are not renewed yet. Blocks take their rows by a ticket, because CUDA promises no order of
 * blocks: whoever holds a ticket waits for holders of smaller ones only. Nothing is analysed but
 * the length of the longest row.
 *
 * Lanes of a warp may depend on each other, so that they go round the waiting loop together, and a
 * row is published inside it.
 *
 * Sources: Liu et al., Euro-Par 2016 (rows that wait); Su et al., ICPP 2020 (publishing inside the
 * loop); Ginkgo's triangular solver (the value as its own flag, tickets). Report 000, section 1.2,
 * is where Seidel has the idea from. With one lane a row the sums are those of the CPU's serial
 * sweep: the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

/* Entries of a row that are asked for at once. */
#define BATCH 4

/* Blocks that a multiprocessor should have at work: waiting for memory is what a sweep does most.
 * Old ones have room for 1024 threads. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define SHORT_BLOCKS(Real) 4
#else
#define SHORT_BLOCKS(Real) (sizeof (Real) == sizeof (float) ? 6 : 5)
#endif

/* From this length on of the longest row, a warp shares each row. */
#define LONG_ROW 1024

/* Mean lengths from which on 8 lanes, and 32, share a row. */
#define MEAN_FOR_8  64
#define MEAN_FOR_32 256

typedef struct
{
  int lanes;
  bool free;            /* no row depends on another in this direction */
  unsigned int *ticket; /* on the device */
} Plan;

/* What the kernels of a sweep are told. */
template <typename Real> struct Work
{
  SeidelSystem A;
  bool forward;
  Real omega;
  const Real *b;
  const Real *old; /* NULL: as from x = 0 */
  Real *x;
  unsigned int *ticket;
  SeidelCudaHalt halt;
};

template <typename Real>
static __device__ inline void
publish (const Work<Real> &work, int64_t row, Real sum, Real diagonal)
{
  Real renewed = sum / diagonal;
  Real old = work.omega != (Real) 1 && work.old != NULL ? work.old[row] : (Real) 0;

  store_relaxed (work.x + row, never_awaited (relaxed_step (old, renewed, work.omega)));
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

/* A row of at most BATCH entries, which is held as a whole. */
template <typename Real> struct ShortRow
{
  int32_t column[BATCH];
  Real value[BATCH];
};

template <typename Real>
static __device__ inline bool
is_own (const Work<Real> &work, int64_t row, int32_t column)
{
  return work.forward ? column < row : column > row;
}

/* Where the entries of a row stand that a sweep has renewed before it, from the first to come. */
typedef struct
{
  int64_t next;
  int64_t left;
} Own;

template <typename Real>
static __device__ inline Own
own_entries (const Work<Real> &work, int64_t begin, int64_t end, int64_t diagonal)
{
  if (work.forward)
    return { begin, diagonal - begin };
  return { end - 1, end - 1 - diagonal };
}

/* Reads the row; returns b less the entries that are not renewed before it. */
template <typename Real>
static __device__ inline Real
hold (const Work<Real> &work,
      int64_t row,
      int64_t begin,
      int n,
      ShortRow<Real> *held,
      Real *diagonal)
{
  const Real *values = (const Real *) work.A.values;
  Real others = 0;

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    {
      held->column[j] = j < n ? __ldcs (work.A.column_indices + begin + j) : (int32_t) row;
      held->value[j] = j < n ? __ldcs (values + begin + j) : (Real) 0;
    }
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (held->column[j] == row)
      *diagonal = j < n ? held->value[j] : *diagonal;
    else if (work.old != NULL && !is_own (work, row, held->column[j]))
      others =
        multiply_add (work.A.fused, held->value[j], __ldcg (work.old + held->column[j]), others);
  return __ldcs (work.b + row) - others;
}

/* Asks for all that a short row needs at once; true: it was there, and the row is published. */
template <typename Real>
static __device__ inline bool
finish (const Work<Real> &work, int64_t row, const ShortRow<Real> &held, Real sum, Real diagonal)
{
  bool ready = true;
  Real x[BATCH];

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    x[j] = is_own (work, row, held.column[j]) ? load_relaxed (work.x + held.column[j]) : (Real) 0;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    ready = ready && !is_awaited (x[j]);
  if (!ready)
    return false;
#pragma unroll
  for (int i = 0; i < BATCH; i++)
    {
      const int j = BATCH - 1 - i;

      /* Both indices are known when this is compiled; one that is not would cost memory. */
      if (work.forward && held.column[i] < row)
        sum = multiply_add (work.A.fused, -held.value[i], x[i], sum);
      if (!work.forward && held.column[j] > row)
        sum = multiply_add (work.A.fused, -held.value[j], x[j], sum);
    }
  publish (work, row, sum, diagonal);
  return true;
}

/* Adds what is there of the own entries, BATCH at a time in their order, until one is not. */
template <typename Real>
static __device__ inline Real
add_ready (const Work<Real> &work, Own *own, int stride, Real sum)
{
  const Real *values = (const Real *) work.A.values;
  const int step = work.forward ? stride : -stride;
  bool ready = true;

  while (ready && own->left > 0)
    {
      const int64_t n = (own->left + stride - 1) / stride;
      Real x[BATCH];

#pragma unroll
      for (int j = 0; j < BATCH; j++)
        x[j] =
          j < n ? load_relaxed (work.x + work.A.column_indices[own->next + j * step]) : (Real) 0;
#pragma unroll
      for (int j = 0; j < BATCH; j++)
        {
          ready = ready && (j >= n || !is_awaited (x[j]));
          if (ready && j < n)
            {
              sum = multiply_add (work.A.fused, -values[own->next], x[j], sum);
              own->next += step;
              own->left -= stride;
            }
        }
    }
  return sum;
}

/* One thread a row. The lanes of a warp go round together: one that has what it needs must not be
 * kept from publishing its row by another that waits for it. */
template <typename Real>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK, SHORT_BLOCKS (Real)) wait_kernel (Work<Real> work)
{
  const Real *values = (const Real *) work.A.values;
  const int64_t i = take_ticket (work.ticket);
  const bool valid = i < work.A.rows;
  const int64_t row = !valid ? 0 : work.forward ? i : work.A.rows - 1 - i;
  const int64_t begin = row_start (work.A, row);
  const int64_t end = row_start (work.A, row + 1);
  const bool is_short = end - begin <= BATCH;
  bool published = !valid;
  unsigned int idle = 0;
  Real diagonal = 1;
  Real sum = 0;
  ShortRow<Real> held = {};
  Own own = {};

  if (is_short && valid)
    sum = hold (work, row, begin, (int) (end - begin), &held, &diagonal);
  else if (valid)
    {
      int64_t at = begin + work.A.diagonal[row];

      own = own_entries (work, begin, end, at);
      diagonal = values[at];
      sum = work.b[row];
      if (work.old != NULL)
        sum -= interval_product (work.A.fused, work.A.column_indices, values,
                                 work.forward ? at + 1 : begin, work.forward ? end : at, work.old);
    }
  for (;;)
    {
      const bool before = published;

      if (!published && is_short)
        published = finish (work, row, held, sum, diagonal);
      else if (!published)
        {
          sum = add_ready (work, &own, 1, sum);
          published = own.left <= 0;
          if (published)
            publish (work, row, sum, diagonal);
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published)
          || rest (work.halt, published != before, &idle))
        break;
    }
}

/* One thread a row where no row waits: a triangle in the direction that does not solve it. */
template <typename Real>
static __global__ void
free_kernel (Work<Real> work)
{
  const Real *values = (const Real *) work.A.values;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t begin, end;
  Real diagonal = 1;
  Real sum;

  if (row >= work.A.rows)
    return;
  begin = row_start (work.A, row);
  end = row_start (work.A, row + 1);
  if (end - begin <= BATCH)
    {
      ShortRow<Real> held;

      sum = hold (work, row, begin, (int) (end - begin), &held, &diagonal);
    }
  else
    {
      const int64_t at = begin + work.A.diagonal[row];

      diagonal = values[at];
      sum = work.b[row];
      if (work.old != NULL)
        sum -= interval_product (work.A.fused, work.A.column_indices, values,
                                 work.forward ? at + 1 : begin, work.forward ? end : at, work.old);
    }
  publish (work, row, sum, diagonal);
}

/* LANES threads a row; all rows of a warp go round together. */
template <typename Real, int LANES>
static __global__ void
wait_shared_kernel (Work<Real> work)
{
  const Real *values = (const Real *) work.A.values;
  const int lane = threadIdx.x % LANES;
  const int64_t i = take_ticket (work.ticket) / LANES;
  const bool valid = i < work.A.rows;
  const int64_t row = !valid ? 0 : work.forward ? i : work.A.rows - 1 - i;
  const int64_t begin = row_start (work.A, row);
  const int64_t end = row_start (work.A, row + 1);
  const int64_t diagonal = begin + work.A.diagonal[row];
  const int64_t behind_begin = work.forward ? diagonal + 1 : begin;
  const int64_t behind_end = work.forward ? end : diagonal;
  const unsigned int group = LANES == 32
                               ? SEIDEL_CUDA_ALL_LANES
                               : ((1u << (LANES % 32)) - 1) << (threadIdx.x % 32 / LANES * LANES);
  bool published = !valid;
  unsigned int idle = 0;
  Real sum = 0;
  Own own = own_entries (work, begin, end, diagonal);

  own.next += work.forward ? lane : -lane;
  own.left = valid ? own.left - lane : 0;
  if (valid && work.old != NULL)
    for (int64_t k = behind_begin + lane; k < behind_end; k += LANES)
      sum = multiply_add (work.A.fused, -values[k], work.old[work.A.column_indices[k]], sum);
  for (;;)
    {
      const int64_t left = own.left;
      unsigned int done;
      bool complete, progressed;

      sum = add_ready (work, &own, LANES, sum);
      progressed = own.left != left;
      done = __ballot_sync (SEIDEL_CUDA_ALL_LANES, own.left <= 0);
      complete = !published && (done & group) == group;
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, complete))
        {
          Real total = sum;

          for (int half = LANES / 2; half > 0; half /= 2)
            total += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, total, half);
          if (complete && lane == 0)
            publish (work, row, work.b[row] + total, values[diagonal]);
          published = published || complete;
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published))
        break;
      if (rest (work.halt, progressed, &idle))
        break;
    }
}

/* After a run was stopped, rows that nobody renewed keep their old x. */
template <typename Real>
static __global__ void
keep_old_kernel (Real *x, const Real *old, int64_t n, const int *stopped)
{
  if (load_relaxed (stopped) == 0)
    return;
  for (int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (int64_t) gridDim.x * blockDim.x)
    if (is_awaited (x[i]))
      x[i] = old != NULL ? old[i] : (Real) 0;
}

/* --- planning and running -----------------------------------------------------------------------
 */

bool
seidel_cuda_wait_plan (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  SeidelSystem *system = sweep->system;
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
  double mean = (double) system->nonzeros / (double) system->rows;
  int64_t longest;

  sweep->plan = plan;
  if (plan == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  longest = seidel_cuda_longest_row (context, system);
  plan->lanes = mean >= MEAN_FOR_32 || longest >= LONG_ROW ? 32 : mean >= MEAN_FOR_8 ? 8 : 1;
  plan->free = seidel_cuda_most_needs (context, system, sweep->direction) == 0;
  plan->ticket = (unsigned int *) seidel_cuda_malloc (context, sizeof *plan->ticket);
  return plan->ticket != NULL && seidel_cuda_ensure_spare (context, system);
}

void
seidel_cuda_wait_clear (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  cudaFree (plan->ticket);
  free (plan);
}

template <typename Real>
static void
launch (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const SeidelSystem *A = sweep->system;
  const unsigned int grid = seidel_cuda_grid (A->rows * plan->lanes);
  const Real *old = job->triangle ? NULL : (const Real *) job->x->elements;
  const Work<Real> work = { *A,
                            seidel_cuda_is_forward (sweep),
                            (Real) job->omega,
                            (const Real *) job->b->elements,
                            old,
                            (Real *) A->spare,
                            plan->ticket,
                            context->halt };

  if (plan->free && plan->lanes == 1)
    {
      free_kernel<Real><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
      return;
    }
  switch (plan->lanes)
    {
    case 1:
      wait_kernel<Real><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
      break;
    case 8:
      wait_shared_kernel<Real, 8><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
      break;
    default:
      wait_shared_kernel<Real, 32><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
    }
  if (seidel_cuda_check (context, cudaGetLastError (), "a sweep"))
    keep_old_kernel<Real>
      <<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> ((Real *) A->spare,
                                                                              old, A->rows,
                                                                              context->halt.seen);
}

void
seidel_cuda_wait_run (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  SeidelSystem *A = sweep->system;
  size_t bytes = (size_t) A->rows * seidel_cuda_real_size (context);

  if (!(plan->free && plan->lanes == 1)
      && (!seidel_cuda_check (
            context, cudaMemsetAsync (plan->ticket, 0, sizeof *plan->ticket, context->stream),
            "a sweep")
          || !seidel_cuda_check (context, cudaMemsetAsync (A->spare, 0xff, bytes, context->stream),
                                 "a sweep")))
    return;
  if (seidel_cuda_is_single (context))
    launch<float> (context, sweep, job);
  else
    launch<double> (context, sweep, job);
  if (seidel_cuda_check (context, cudaGetLastError (), "a sweep"))
    seidel_cuda_take_spare (A, job->x);
}
