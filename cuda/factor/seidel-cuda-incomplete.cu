/* Incomplete factors on the device: ILU(0) and IC(0) of a matrix that is there already.
 *
 * L, D and U stand in one matrix with the pattern of A: a sweep from zero reads the triangle of its
 * direction and the diagonal only, so that forward and backward sweeps of it solve with the
 * factors. The rows find their entries in one launch, by level, each waiting for what it takes of
 * others; see seidel-cuda-incomplete.cuh.
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
#include "seidel-cuda-incomplete.h"
#include "levels/seidel-cuda-levels.h"

#define WHAT "an incomplete factorisation"

/* Mean entries of a row up to which few lanes share one, and these. */
#define SHORT_MEAN 9
#define FEW_LANES  4
#define MANY_LANES 16

/* The rows of so many levels are at work or wait at once: more would keep those at work from their
 * memory by asking for their state. */
#define LEVELS_AT_WORK 8

/* Up to so many entries the host lists the rows by level, which takes it less than the device. */
#define MOST_ENTRIES_LISTED_ON_HOST 150000

/* Words of the kernel, on the device. */
typedef struct
{
  unsigned long long first_bad; /* row */
  unsigned int ticket;
} Words;

/* What is on the device while factors are computed, on a stream beside that of the context; all of
 * it may be NULL. */
typedef struct
{
  double *from;   /* the values of A in double */
  double *values; /* of the factors, the same; NULL: the factors have them */
  int32_t *order; /* the rows by level, where levels do not have them */
  int32_t n_levels;
  SeidelCudaLevels levels;
  Words *words;
  cudaEvent_t done; /* behind all of it */
} Scratch;

static void
clear_scratch (SeidelContext *context, Scratch *scratch)
{
  seidel_cuda_scratch_free (context, scratch->from);
  cudaFree (scratch->values);
  seidel_cuda_scratch_free (context, scratch->order);
  seidel_cuda_levels_clear (&scratch->levels);
  seidel_cuda_scratch_free (context, scratch->words);
  if (scratch->done != NULL)
    cudaEventDestroy (scratch->done);
}

/* Work on the stream beside that of the context follows what is on that so far. */
static bool
begin_beside (SeidelContext *context, SeidelOperator *factors, Scratch *scratch)
{
  if (context->beside == NULL
      && !seidel_cuda_check (context,
                             cudaStreamCreateWithFlags (&context->beside, cudaStreamNonBlocking),
                             WHAT))
    return false;
  if (!seidel_cuda_check (context,
                          cudaEventCreateWithFlags (&scratch->done, cudaEventDisableTiming), WHAT))
    return false;
  factors->arriving = scratch->done;
  context->n_beside++;
  return seidel_cuda_check (context, cudaEventRecord (scratch->done, context->stream), WHAT)
         && seidel_cuda_check (context, cudaStreamWaitEvent (context->beside, scratch->done, 0),
                               WHAT);
}

/* The rows by level, which few rows get from the host. */
static bool
order_rows (SeidelContext *context,
            SeidelOperator *A,
            const SeidelLevelsView *given,
            Scratch *scratch)
{
  const size_t bytes = (size_t) A->rows * sizeof (int32_t);
  int32_t *rows;

  if (A->nonzeros > MOST_ENTRIES_LISTED_ON_HOST)
    {
      if (!seidel_cuda_levels_init (context, A, SEIDEL_DIRECTION_FORWARD, given,
                                    SEIDEL_CUDA_LEVELS_LAUNCHED, &scratch->levels))
        return false;
      scratch->n_levels = scratch->levels.count;
      return true;
    }
  rows = seidel_rows_by_level (&A->host, SEIDEL_DIRECTION_FORWARD, given, &scratch->n_levels);
  if (rows == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the levels did not fit into memory");
  else
    scratch->order = (int32_t *) seidel_cuda_scratch_new (context, bytes);
  if (scratch->order != NULL && seidel_cuda_send (context, scratch->order, rows, bytes))
    seidel_cuda_wait (context, WHAT);
  free (rows);
  return seidel_cuda_ready (context);
}

/* The values of A in double, which a context in single does not have; those of the factors are
 * awaited. */
static bool
copy_values (SeidelContext *context, const SeidelOperator *A, Scratch *scratch)
{
  const size_t bytes = (size_t) A->nonzeros * sizeof *scratch->values;

  scratch->from = (double *) seidel_cuda_scratch_new (context, bytes);
  scratch->values = (double *) seidel_cuda_malloc (context, bytes);
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->values, 0xff, bytes, context->stream), WHAT))
    return false;
  if (seidel_cuda_is_single (context))
    return seidel_cuda_send (context, scratch->from, A->host.values, bytes)
           && seidel_cuda_wait (context, WHAT);
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (scratch->from, A->values, bytes,
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
    <<<(unsigned int) (wanted < most ? wanted : most), INCOMPLETE_BLOCK, 0, context->beside>>> (
      job);
  if (SYMMETRIC)
    mirror_kernel<LANES>
      <<<seidel_cuda_grid (job.A.rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->beside>>> (job);
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

static __global__ void
round_kernel (float *to, const double *from, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i] = (float) from[i];
}

/* The factors receive the values, in the precision of the context. */
static bool
give_values (SeidelContext *context, SeidelOperator *factors, Scratch *scratch)
{
  if (!seidel_cuda_is_single (context))
    {
      factors->values = scratch->values;
      return true;
    }
  factors->values = seidel_cuda_malloc (context, (size_t) factors->nonzeros * sizeof (float));
  if (factors->values == NULL)
    return false;
  round_kernel<<<seidel_cuda_grid (factors->nonzeros), SEIDEL_CUDA_BLOCK, 0, context->beside>>> (
    (float *) factors->values, scratch->values, factors->nonzeros);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* Begins to turn the values of A into those of the factors. */
static bool
begin (SeidelContext *context,
       SeidelOperator *A,
       SeidelIncompleteKind kind,
       double shift,
       SeidelOperator *factors,
       Scratch *scratch)
{
  const int32_t *order = scratch->levels.rows != NULL ? scratch->levels.rows : scratch->order;

  scratch->words = (Words *) seidel_cuda_scratch_new (context, sizeof *scratch->words);
  if (scratch->words == NULL
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (&scratch->words->first_bad, 0xff,
                                              sizeof scratch->words->first_bad, context->stream),
                             WHAT)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (&scratch->words->ticket, 0,
                                              sizeof scratch->words->ticket, context->stream),
                             WHAT)
      || !begin_beside (context, factors, scratch))
    return false;
  launch_kind (context, kind,
               { *A, scratch->from, scratch->values, order, shift, &scratch->words->ticket,
                 &scratch->words->first_bad, context->halt },
               scratch->n_levels);
  return give_values (context, factors, scratch)
         && seidel_cuda_check (context, cudaEventRecord (scratch->done, context->beside), WHAT);
}

/* The next forward sweep that is planned takes the levels over: what it does not need any more is
 * freed when the factors are complete. */
static bool
lend_levels (SeidelContext *context, SeidelOperator *factors, Scratch *scratch)
{
  return scratch->levels.rows == NULL
         || seidel_cuda_lend_levels (context, factors, &scratch->levels);
}

/* Waits in any case, and frees what was needed for the factors. */
static void
clear_factoring (SeidelContext *context, SeidelOperator *factors, void *data)
{
  Scratch *scratch = (Scratch *) data;

  /* Whatever the status is: a stop is to reach the rows that are at work. */
  seidel_cuda_operator_wait (context, factors);
  cudaStreamSynchronize (context->stream);
  if (context->beside != NULL)
    cudaStreamSynchronize (context->beside);
  if (scratch->values == factors->values)
    scratch->values = NULL;
  if (scratch->done != NULL)
    seidel_cuda_beside_end (context);
  factors->arriving = NULL;
  clear_scratch (context, scratch);
}

static const SeidelCudaAttachmentKind factoring = { sizeof (Scratch), clear_factoring };

/* A matrix with the rows and columns of A, and no values yet. */
static SeidelOperator *
pattern_new (SeidelContext *context, const SeidelOperator *A)
{
  SeidelOperator *factors = (SeidelOperator *) calloc (1, sizeof *factors);

  if (factors == NULL || seidel_cuda_attach (factors, &factoring) == NULL)
    {
      free (factors);
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
  factors->diagonal = A->diagonal;
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
                            const SeidelLevelsView *levels)
{
  SeidelOperator *A = seidel_cuda_operator_in_rows (context, of);
  SeidelOperator *factors;
  Scratch *scratch;

  if (A == NULL || !seidel_cuda_ensure_diagonal (context, A))
    return NULL;
  factors = pattern_new (context, A);
  if (factors == NULL)
    return NULL;
  scratch = (Scratch *) seidel_cuda_attached (factors, &factoring);
  if (A->rows == 0
      || (copy_values (context, A, scratch) && order_rows (context, A, levels, scratch)
          && begin (context, A, kind, shift, factors, scratch)
          && lend_levels (context, factors, scratch)))
    return factors;
  seidel_cuda_operator_free (context, factors);
  return NULL;
}

/* The first row with a bad pivot, in bad; false on failure, and where there is one. */
static bool
check_pivots (SeidelContext *context, const SeidelOperator *factors, SeidelBadPivot *bad)
{
  const Scratch *scratch = (const Scratch *) seidel_cuda_attached (factors, &factoring);
  unsigned long long first_bad = 0;

  if (!seidel_cuda_check (context, cudaStreamWaitEvent (context->stream, scratch->done, 0), WHAT)
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (&first_bad, &scratch->words->first_bad,
                                              sizeof first_bad, cudaMemcpyDeviceToHost,
                                              context->stream),
                             WHAT)
      || !seidel_cuda_wait (context, WHAT))
    return false;
  if (first_bad >= (unsigned long long) factors->rows)
    return true;
  bad->row = (int64_t) first_bad;
  read_pivot (context, factors, scratch->values, bad);
  return false;
}

bool
seidel_cuda_incomplete_finish (SeidelContext *context, SeidelOperator *factors, SeidelBadPivot *bad)
{
  bool complete;

  *bad = { -1, 0.0 };
  complete = !seidel_cuda_stopped (context) && seidel_cuda_operator_wait (context, factors)
             && (factors->rows == 0 || check_pivots (context, factors, bad));
  seidel_cuda_detach (context, factors, &factoring);
  /* A pivot that is good in double may be zero in single precision. */
  if (complete && seidel_cuda_is_single (context))
    complete = seidel_cuda_ensure_diagonal_values (context, factors);
  return complete;
}
