/* Coarse levels of multigrid, made on the device: smoothed aggregation as the host makes it in
 * solvers/multigrid, with the same aggregates and the same order of sums.
 *
 * What the host does not make here: numbers in single precision, compensated sums, matrices that
 * are not stored in rows, and those with more entries than 32 bits count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-coarsening.h"
#include "device/seidel-cuda-scan.h"
#include "matrix/seidel-cuda-entries.cuh"
#include "sweep/seidel-cuda-sweep.h"

#define WHAT SEIDEL_CUDA_COARSENING

/* About as many bytes for each entry of a matrix are used while its coarse level is made; they are
 * kept for the next one. */
#define NEXT_BYTES 16

/* Rows longer than this keep one thread busy for too long. */
#define LONGEST_ROW 4096

void *
seidel_cuda_piece (SeidelContext *context, SeidelCudaPieces *pieces, size_t bytes)
{
  void *piece =
    pieces->count < SEIDEL_CUDA_MOST_PIECES ? seidel_cuda_queued_new (context, bytes) : NULL;

  if (piece != NULL)
    pieces->pieces[pieces->count++] = piece;
  return piece;
}

void
seidel_cuda_pieces_free (SeidelContext *context, SeidelCudaPieces *pieces)
{
  for (int i = 0; i < pieces->count; i++)
    seidel_cuda_queued_free (context, pieces->pieces[i]);
  pieces->count = 0;
}

bool
seidel_cuda_read (SeidelContext *context, void *to, const void *from, size_t bytes)
{
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToHost,
                                             context->stream),
                            WHAT)
         && seidel_cuda_wait (context, WHAT);
}

/* Numbers that are not negative, added up. */
static __global__ void
add_up_kernel (const int32_t *numbers, int64_t n, unsigned long long *sum)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  add_counts (i < n ? (unsigned long long) numbers[i] : 0, sum);
}

bool
seidel_cuda_sum_counts (SeidelContext *context,
                        const int32_t *counts,
                        int64_t n,
                        int32_t *offsets,
                        int64_t *sum)
{
  SeidelCudaPieces pieces = {};
  unsigned long long *const word =
    (unsigned long long *) seidel_cuda_piece (context, &pieces, sizeof *word);
  SeidelCudaScanSpace space = {};
  bool done;

  done =
    word != NULL && seidel_cuda_inclusive_sum (context, &space, counts, offsets + 1, n, WHAT)
    && (space.memory = seidel_cuda_piece (context, &pieces, space.bytes)) != NULL
    && seidel_cuda_check (context, cudaMemsetAsync (offsets, 0, sizeof *offsets, context->stream),
                          WHAT)
    && seidel_cuda_check (context, cudaMemsetAsync (word, 0, sizeof *word, context->stream), WHAT)
    && seidel_cuda_inclusive_sum (context, &space, counts, offsets + 1, n, WHAT);
  if (done)
    {
      add_up_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (counts, n,
                                                                                      word);
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT)
             && seidel_cuda_read (context, sum, word, sizeof *sum);
    }
  seidel_cuda_pieces_free (context, &pieces);
  return done && *sum <= INT32_MAX;
}

SeidelOperator *
seidel_cuda_rows_if_fit (SeidelContext *context, SeidelOperator *A)
{
  int64_t longest;

  if (!seidel_cuda_ready (context) || seidel_cuda_is_single (context)
      || seidel_cuda_is_compensated (context) || A->storage == SEIDEL_STORAGE_DENSE || A->rows == 0
      || A->rows != A->columns || A->rows >= INT32_MAX)
    return NULL;
  A = seidel_cuda_operator_in_rows (context, A);
  if (A == NULL || A->narrow_offsets == NULL)
    return NULL;
  longest = seidel_cuda_longest_row (context, A);
  return longest >= 0 && longest <= LONGEST_ROW ? A : NULL;
}

/* The largest |a_ii| of the rows that a coarse row comes from. Some lanes share a row. */
static __global__ void
coarse_scale_kernel (SeidelOperator A, SeidelCudaRows P, unsigned long long *scale)
{
  const int lanes = A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;

  if (row >= A.rows)
    return;
  for (int64_t k = row_start (A, row) + thread % lanes; k < row_start (A, row + 1); k += lanes)
    if (A.column_indices[k] == row)
      for (int64_t l = P.offsets[row]; l < P.offsets[row + 1]; l++)
        atomicMax (scale + P.indices[l], (unsigned long long) __double_as_longlong (
                                           fabs (((const double *) A.values)[k])));
}

/* As mend_diagonal () of seidel-hierarchy.c. */
static __global__ void
mend_kernel (SeidelCudaRows coarse, const double *scale, double singular)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= coarse.rows)
    return;
  for (int64_t k = coarse.offsets[row]; k < coarse.offsets[row + 1]; k++)
    if (coarse.indices[k] == row && !(fabs (coarse.values[k]) > singular * scale[row]))
      coarse.values[k] = scale[row];
}

static bool
mend_diagonal (SeidelContext *context,
               const SeidelOperator *A,
               const SeidelCudaRows *P,
               double singular,
               const SeidelCudaRows *coarse)
{
  SeidelCudaPieces pieces = {};
  const size_t bytes = (size_t) coarse->rows * sizeof (double);
  double *const scale = (double *) seidel_cuda_piece (context, &pieces, bytes);
  bool done =
    scale != NULL
    && seidel_cuda_check (context, cudaMemsetAsync (scale, 0, bytes, context->stream), WHAT);

  if (done)
    {
      coarse_scale_kernel<<<seidel_cuda_grid (A->rows * A->product_lanes), SEIDEL_CUDA_BLOCK, 0,
                            context->stream>>> (*A, *P, (unsigned long long *) scale);
      mend_kernel<<<seidel_cuda_grid (coarse->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        *coarse, scale, singular);
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT);
    }
  seidel_cuda_pieces_free (context, &pieces);
  return done;
}

/* The operator takes the arrays over; NULL on failure. */
static SeidelOperator *
take_over (SeidelContext *context, SeidelCudaRows *rows)
{
  SeidelOperator *A = seidel_cuda_operator_take (context, rows->rows, rows->columns, rows->nonzeros,
                                                 rows->offsets, rows->indices, rows->values);

  if (A != NULL)
    *rows = {};
  return A;
}

/* ω of the step that smooths the prolongation. */
static double
step_for (const SeidelAggregationSettings *how, double estimate, double bound)
{
  return how->damping / seidel_cuda_enlarged (how, estimate, bound);
}

/* P of a level, with its aggregates; NULL, without a failure where coarsening it is not worth it.
 */
static SeidelOperator *
make_prolongation (SeidelContext *context, SeidelOperator *A, const SeidelAggregationSettings *how)
{
  SeidelCudaPieces pieces = {};
  SeidelCudaCouplings couplings;
  SeidelCudaRows rows = {};
  SeidelOperator *P = NULL;
  SeidelCudaRadii radii = {};
  double step = 0.0;

  if (seidel_cuda_couplings_init (context, A, how->strength, &pieces, &couplings)
      && couplings.n_aggregates > 0
      && (double) couplings.n_aggregates <= how->worthwhile * (double) A->rows
      && seidel_cuda_estimate_radius (context, A, couplings.diagonal, how, &radii,
                                      &radii.prolongation))
    {
      step = step_for (how, radii.prolongation, couplings.bound);
      if (seidel_cuda_prolongation (context, &couplings, step, &rows))
        P = take_over (context, &rows);
    }
  if (P != NULL && !seidel_cuda_keep_aggregates (context, &couplings, step, P, &radii))
    {
      seidel_cuda_operator_free (context, P);
      P = NULL;
    }
  seidel_cuda_radii_clear (context, &radii);
  seidel_cuda_rows_clear (context, &rows);
  seidel_cuda_pieces_free (context, &pieces);
  return P;
}

/* R A P */
static bool
make_coarse (SeidelContext *context,
             const SeidelOperator *A,
             const SeidelAggregationSettings *how,
             SeidelOperator *prolongation,
             const SeidelCudaRows *R,
             SeidelCudaRows *coarse)
{
  const SeidelCudaRows fine = seidel_cuda_rows_of (A);
  const SeidelCudaRows P = seidel_cuda_rows_of (prolongation);
  SeidelCudaRows AP = {};
  const bool done = seidel_cuda_sparse_product (context, &fine, &P, &AP)
                    && seidel_cuda_sparse_product (context, R, &AP, coarse)
                    && seidel_cuda_keep_product (context, prolongation, &AP)
                    && mend_diagonal (context, A, &P, how->singular, coarse);

  seidel_cuda_rows_clear (context, &AP);
  return done;
}

static void
free_level (SeidelContext *context, SeidelCoarseLevel *level)
{
  seidel_cuda_operator_free (context, level->P);
  seidel_cuda_operator_free (context, level->R);
  seidel_cuda_operator_free (context, level->A);
  memset (level, 0, sizeof *level);
}

/* What is still at work reads what is freed. */
static bool
end_level (SeidelContext *context, bool done, SeidelCoarseLevel *level)
{
  done = seidel_cuda_wait (context, WHAT) && done;
  if (done)
    {
      level->rows = level->A->rows;
      level->nonzeros = level->A->nonzeros;
      level->transfer = level->P->nonzeros;
    }
  seidel_cuda_queued_keep (context, done ? (size_t) level->nonzeros * NEXT_BYTES : 0);
  return done;
}

bool
seidel_cuda_coarse_level_new (SeidelContext *context,
                              SeidelOperator *A,
                              const SeidelAggregationSettings *how,
                              SeidelCoarseLevel *level)
{
  SeidelCudaRows P = {};
  SeidelCudaRows R = {};
  SeidelCudaRows coarse = {};
  bool done;

  memset (level, 0, sizeof *level);
  A = seidel_cuda_rows_if_fit (context, A);
  if (A == NULL)
    return false;
  seidel_cuda_queued_keep (context, SIZE_MAX);
  level->P = make_prolongation (context, A, how);
  if (level->P != NULL)
    P = seidel_cuda_rows_of (level->P);
  done = level->P != NULL && seidel_cuda_sparse_transpose (context, &P, &R)
         && make_coarse (context, A, how, level->P, &R, &coarse);
  if (done)
    {
      level->R = take_over (context, &R);
      level->A = take_over (context, &coarse);
      done = level->R != NULL && level->A != NULL;
    }
  done = end_level (context, done, level);
  if (!done)
    free_level (context, level);
  seidel_cuda_rows_clear (context, &R);
  seidel_cuda_rows_clear (context, &coarse);
  return done;
}

/* Where the aggregates hold. */
static bool
update_level (SeidelContext *context,
              SeidelOperator *A,
              const SeidelAggregationSettings *how,
              SeidelCudaPieces *pieces,
              SeidelCoarseLevel *level)
{
  SeidelCudaKept *const kept = seidel_cuda_kept_of (level->P);
  SeidelCudaCouplings couplings;
  SeidelCudaRadii *radii;
  SeidelCudaRows P, coarse;

  if (kept == NULL || level->P->rows != A->rows
      || !seidel_cuda_couplings_begin (context, A, how->strength, kept, pieces, &couplings)
      || !seidel_cuda_serves (&couplings, level->P)
      || !seidel_cuda_update_radii (context, &couplings, how, &kept->radii))
    return false;
  radii = &kept->radii;
  kept->step = step_for (how, radii->factor * radii->prolongation, couplings.bound);
  if (!seidel_cuda_update_rows (context, &couplings, kept->step, level))
    return false;
  P = seidel_cuda_rows_of (level->P);
  coarse = seidel_cuda_rows_of (level->A);
  return mend_diagonal (context, A, &P, how->singular, &coarse);
}

bool
seidel_cuda_coarse_level_update (SeidelContext *context,
                                 SeidelOperator *A,
                                 const SeidelAggregationSettings *how,
                                 SeidelCoarseLevel *level)
{
  SeidelCudaPieces pieces = {};
  bool done;

  A = seidel_cuda_rows_if_fit (context, A);
  if (A == NULL)
    return false;
  seidel_cuda_queued_keep (context, SIZE_MAX);
  done = update_level (context, A, how, &pieces, level);
  seidel_cuda_pieces_free (context, &pieces);
  return end_level (context, done, level);
}

void
seidel_cuda_fetch (SeidelContext *context,
                   const SeidelOperator *A,
                   int64_t *row_offsets,
                   int32_t *column_indices,
                   double *values)
{
  const size_t n = (size_t) A->rows + 1;
  /* The narrow offsets arrive in the second half of the workspace, which is read from the front. */
  int32_t *const narrow = (int32_t *) row_offsets + n;

  if (!seidel_cuda_ready (context))
    return;
  seidel_cuda_download (context, values, A->values, A->nonzeros);
  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (column_indices, A->column_indices,
                                           (size_t) A->nonzeros * sizeof *column_indices,
                                           cudaMemcpyDeviceToHost, context->stream),
                          WHAT)
      || !seidel_cuda_read (context, narrow, A->narrow_offsets, n * sizeof *narrow))
    return;
  for (size_t i = 0; i < n; i++)
    {
      int32_t offset;

      memcpy (&offset, narrow + i, sizeof offset);
      row_offsets[i] = offset;
    }
}
