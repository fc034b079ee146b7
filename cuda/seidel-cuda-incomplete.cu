/* Incomplete factors on the device: ILU(0) and IC(0) of a matrix that is there already.
 *
 * L, D and U stand in one matrix with the pattern of A: a sweep from zero reads the triangle of its
 * direction and the diagonal only, so that forward and backward sweeps of it solve with the
 * factors. The rows find their entries in one launch, by level, each waiting for those that it
 * depends on; see seidel-cuda-incomplete.cuh.
 *
 * Sources: Naumov, "Parallel incomplete-LU and Cholesky factorization in the preconditioned
 * iterative methods on the GPU" (2012), for factorising by level; rows that wait for each other as
 * in seidel-cuda-sweep-wait.cu. Factors are computed in double and kept in the precision of the
 * context.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-incomplete.cuh"
#include "seidel-cuda-rows.h"
#include "seidel-cuda-sweep.h"

#define WHAT "an incomplete factorisation"

/* Mean entries of a row up to which few lanes share one, and these. */
#define SHORT_MEAN 9
#define FEW_LANES  4
#define MANY_LANES 16

/* The rows of so many levels are at work or wait at once: more would keep those at work from their
 * memory by asking for their state. */
#define LEVELS_AT_WORK 8

/* What is on the device while factors are computed; all of it may be NULL. */
typedef struct
{
  double *values;
  int32_t *order;
  int32_t n_levels;
  int *done; /* and two words behind the last row */
} Scratch;

static void
clear_scratch (Scratch *scratch)
{
  cudaFree (scratch->values);
  cudaFree (scratch->order);
  cudaFree (scratch->done);
}

/* The rows by level, which few rows get from the host. */
static bool
order_rows (SeidelContext *context,
            SeidelOperator *A,
            const SeidelLevelsView *given,
            Scratch *scratch)
{
  SeidelCudaLevels levels;
  int32_t *rows;

  if (A->nonzeros > SEIDEL_CUDA_MOST_ENTRIES_ON_HOST)
    {
      if (!seidel_cuda_levels_init (context, A, SEIDEL_DIRECTION_FORWARD, given, &levels))
        return false;
      scratch->order = levels.rows;
      scratch->n_levels = levels.count;
      levels.rows = NULL;
      seidel_cuda_levels_clear (&levels);
      return true;
    }
  rows = seidel_rows_by_level (&A->host, SEIDEL_DIRECTION_FORWARD, given);
  scratch->n_levels =
    given != NULL ? given->count : seidel_count_levels (&A->host, SEIDEL_DIRECTION_FORWARD);
  if (rows == NULL || scratch->n_levels == 0)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the levels did not fit into memory");
  else
    scratch->order =
      (int32_t *) seidel_cuda_upload_bytes (context, rows, (size_t) A->rows * sizeof *rows);
  if (scratch->order != NULL)
    seidel_cuda_wait (context, WHAT);
  free (rows);
  return seidel_cuda_ready (context);
}

/* The values of A in double, which a context in single does not have. */
static bool
copy_values (SeidelContext *context, const SeidelOperator *A, Scratch *scratch)
{
  const size_t bytes = (size_t) A->nonzeros * sizeof *scratch->values;

  scratch->values = (double *) seidel_cuda_malloc (context, bytes);
  if (scratch->values == NULL)
    return false;
  if (seidel_cuda_is_single (context))
    return seidel_cuda_send (context, scratch->values, A->host.values, bytes)
           && seidel_cuda_wait (context, WHAT);
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (scratch->values, A->values, bytes,
                                             cudaMemcpyDeviceToDevice, context->stream),
                            WHAT);
}

template <bool SYMMETRIC, int LANES>
static void
launch (SeidelContext *context, const Incomplete &job, int32_t n_levels)
{
  const int64_t at_work = job.A.rows / n_levels * LEVELS_AT_WORK + 1;
  int64_t wanted = (at_work * LANES + INCOMPLETE_BLOCK - 1) / INCOMPLETE_BLOCK;
  int most = 0;

  if (!seidel_cuda_check (context,
                          cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                            &most, incomplete_kernel<SYMMETRIC, LANES>, INCOMPLETE_BLOCK, 0),
                          WHAT))
    return;
  most *= context->multiprocessors;
  if (wanted < context->multiprocessors)
    wanted = context->multiprocessors;
  incomplete_kernel<SYMMETRIC, LANES>
    <<<(unsigned int) (wanted < most ? wanted : most), INCOMPLETE_BLOCK, 0, context->stream>>> (
      job);
  seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

static void
launch_kind (SeidelContext *context,
             SeidelIncompleteKind kind,
             const Incomplete &job,
             int32_t n_levels)
{
  const bool few = job.A.nonzeros <= SHORT_MEAN * job.A.rows;

  if (kind == SEIDEL_INCOMPLETE_CHOLESKY && few)
    launch<true, FEW_LANES> (context, job, n_levels);
  else if (kind == SEIDEL_INCOMPLETE_CHOLESKY)
    launch<true, MANY_LANES> (context, job, n_levels);
  else if (few)
    launch<false, FEW_LANES> (context, job, n_levels);
  else
    launch<false, MANY_LANES> (context, job, n_levels);
}

/* The pivot of a row, as it was computed. */
static void
read_pivot (SeidelContext *context,
            const SeidelOperator *A,
            const double *values,
            SeidelBadPivot *bad)
{
  int64_t diagonal = A->host.row_offsets[bad->row];

  while (A->host.column_indices[diagonal] < bad->row)
    diagonal++;
  if (seidel_cuda_check (context,
                         cudaMemcpyAsync (&bad->pivot, values + diagonal, sizeof bad->pivot,
                                          cudaMemcpyDeviceToHost, context->stream),
                         WHAT))
    seidel_cuda_wait (context, WHAT);
}

/* Turns the values of A into those of the factors; false on failure, and where a pivot is bad. */
static bool
factorise (SeidelContext *context,
           SeidelOperator *A,
           SeidelIncompleteKind kind,
           double shift,
           Scratch *scratch,
           SeidelBadPivot *bad)
{
  const size_t words = (size_t) A->rows + A->rows % 2;
  unsigned long long first_bad = 0;

  scratch->done = (int *) seidel_cuda_malloc (context, (words + 4) * sizeof *scratch->done);
  if (scratch->done == NULL
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->done, 0, (words + 2) * sizeof (int),
                                              context->stream),
                             WHAT)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->done + words + 2, 0xff, sizeof first_bad,
                                              context->stream),
                             WHAT))
    return false;
  launch_kind (context, kind,
               { *A, scratch->values, scratch->order, shift, (unsigned int *) scratch->done + words,
                 scratch->done, (unsigned long long *) (scratch->done + words + 2), context->halt },
               scratch->n_levels);
  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (&first_bad, scratch->done + words + 2, sizeof first_bad,
                                           cudaMemcpyDeviceToHost, context->stream),
                          WHAT)
      || !seidel_cuda_wait (context, WHAT))
    return false;
  if (first_bad >= (unsigned long long) A->rows)
    return true;
  bad->row = (int64_t) first_bad;
  read_pivot (context, A, scratch->values, bad);
  return false;
}

static __global__ void
round_kernel (float *to, const double *from, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i] = (float) from[i];
}

/* Takes the values over, in the precision of the context. */
static bool
take_values (SeidelContext *context, SeidelOperator *factors, Scratch *scratch)
{
  if (!seidel_cuda_is_single (context))
    {
      factors->values = scratch->values;
      scratch->values = NULL;
      return true;
    }
  factors->values = seidel_cuda_malloc (context, (size_t) factors->nonzeros * sizeof (float));
  if (factors->values == NULL)
    return false;
  round_kernel<<<seidel_cuda_grid (factors->nonzeros), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    (float *) factors->values, scratch->values, factors->nonzeros);
  /* What they are rounded from is freed then. */
  return seidel_cuda_check (context, cudaGetLastError (), WHAT) && seidel_cuda_wait (context, WHAT);
}

/* A matrix with the rows and columns of A, and no values yet. */
static SeidelOperator *
pattern_new (SeidelContext *context, const SeidelOperator *A)
{
  SeidelOperator *factors = (SeidelOperator *) calloc (1, sizeof *factors);

  if (factors == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the factors did not fit into memory");
      return NULL;
    }
  factors->rows = A->rows;
  factors->columns = A->columns;
  factors->nonzeros = A->nonzeros;
  factors->narrow_offsets = A->narrow_offsets;
  factors->wide_offsets = A->wide_offsets;
  factors->column_indices = A->column_indices;
  factors->lanes = A->lanes;
  factors->product_lanes = A->product_lanes;
  factors->fused = A->fused;
  factors->compensated = A->compensated;
  factors->storage = SEIDEL_STORAGE_CSR;
  factors->host = A->host;
  factors->host.values = NULL;
  factors->pattern_of = A;
  return factors;
}

SeidelOperator *
seidel_cuda_incomplete_new (SeidelContext *context,
                            SeidelOperator *of,
                            SeidelIncompleteKind kind,
                            double shift,
                            const SeidelLevelsView *levels,
                            SeidelBadPivot *bad)
{
  SeidelOperator *A = seidel_cuda_system_in_rows (context, of);
  SeidelOperator *factors = NULL;
  Scratch scratch = {};
  bool done;

  *bad = { -1, 0.0 };
  if (A == NULL || !seidel_cuda_ensure_diagonal (context, A))
    return NULL;
  factors = pattern_new (context, A);
  done = factors != NULL
         && (A->rows == 0
             || (copy_values (context, A, &scratch) && order_rows (context, A, levels, &scratch)
                 && factorise (context, A, kind, shift, &scratch, bad)
                 && take_values (context, factors, &scratch)));
  if (!done)
    {
      cudaStreamSynchronize (context->stream);
      seidel_cuda_system_free (context, factors);
      factors = NULL;
    }
  clear_scratch (&scratch);
  return factors;
}
