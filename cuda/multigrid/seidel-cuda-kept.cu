/* What is kept with the prolongation of a level, for a matrix with other values in the same
 * pattern.
 *
 * Of the aggregates a byte for each row is kept, or they themselves; of the strong couplings a bit
 * for each entry, unless all are.
 *
 * The pattern of A P, which takes as much memory as the matrix, is not kept: its rows get equal
 * room, that of the longest one, unless they are too different, when their lengths are kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-terms.cuh"
#include "sweep/seidel-cuda-sweep.h"

#define WHAT SEIDEL_CUDA_COARSENING

/* Places in a row of P that a byte does not count, and that of rows in no aggregate. */
#define MOST_PLACES 255
#define NO_PLACE    255

/* Equal room for the rows of A P may be so many times their entries. */
#define MOST_ROOM 2

static void
clear_kept (SeidelContext *context, SeidelOperator *, void *data)
{
  SeidelCudaKept *const kept = (SeidelCudaKept *) data;

  seidel_cuda_queued_free (context, kept->places);
  seidel_cuda_queued_free (context, kept->aggregates);
  seidel_cuda_queued_free (context, kept->strong);
  seidel_cuda_radii_clear (context, &kept->radii);
  seidel_cuda_queued_free (context, kept->product.offsets);
}

static const SeidelCudaAttachmentKind kept_aggregates = { sizeof (SeidelCudaKept), clear_kept };

SeidelCudaKept *
seidel_cuda_kept_of (const SeidelOperator *P)
{
  return (SeidelCudaKept *) seidel_cuda_attached (P, &kept_aggregates);
}

/* A bit for each strong entry, and how many they are. */
static __global__ void
pack_kernel (const unsigned char *strong, int64_t n, uint32_t *bits, unsigned long long *count)
{
  unsigned long long own = 0;

  for (int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; k - threadIdx.x % 32 < n;
       k += (int64_t) gridDim.x * blockDim.x)
    {
      const unsigned int word = __ballot_sync (SEIDEL_CUDA_ALL_LANES, k < n && strong[k] != 0);

      if (threadIdx.x % 32 == 0)
        {
          bits[k / 32] = word;
          own += __popc (word);
        }
    }
  add_counts (own, count);
}

/* Keeps the strong entries, unless all off the diagonal are. */
static bool
keep_strong (SeidelContext *context, const SeidelCudaCouplings *couplings, SeidelCudaKept *kept)
{
  const int64_t n = couplings->A.nonzeros;
  SeidelCudaPieces pieces = {};
  unsigned long long *const count =
    (unsigned long long *) seidel_cuda_piece (context, &pieces, sizeof *count);
  unsigned long long found = 0;
  bool done;

  kept->strong = (uint32_t *) seidel_cuda_queued_new (context, (size_t) (n / 32 + 1) * 4);
  done = kept->strong != NULL && count != NULL
         && seidel_cuda_check (context, cudaMemsetAsync (count, 0, sizeof *count, context->stream),
                               WHAT);
  if (done)
    {
      pack_kernel<<<seidel_cuda_grid (n / 32 + 1), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        couplings->strong, n, kept->strong, count);
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT)
             && seidel_cuda_read (context, &found, count, sizeof found);
    }
  seidel_cuda_pieces_free (context, &pieces);
  kept->radii.all_strong = found == (unsigned long long) (n - couplings->A.rows);
  if (kept->radii.all_strong)
    {
      seidel_cuda_queued_free (context, kept->strong);
      kept->strong = NULL;
    }
  return done;
}

static __global__ void
keep_kernel (const int32_t *aggregates, SeidelCudaRows P, unsigned char *places)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < P.rows)
    places[row] =
      aggregates[row] < 0
        ? NO_PLACE
        : (unsigned char) place_of (P.indices + P.offsets[row], P.offsets[row + 1] - P.offsets[row],
                                    aggregates[row]);
}

static __global__ void
recall_kernel (const unsigned char *places, SeidelCudaRows P, int32_t *aggregates)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < P.rows)
    aggregates[row] =
      places[row] == NO_PLACE ? SEIDEL_CUDA_IN_NONE : P.indices[P.offsets[row] + places[row]];
}

bool
seidel_cuda_recall_aggregates (SeidelContext *context, const SeidelOperator *P, int32_t *aggregates)
{
  const SeidelCudaKept *const kept = seidel_cuda_kept_of (P);

  if (kept->aggregates != NULL)
    return seidel_cuda_check (context,
                              cudaMemcpyAsync (aggregates, kept->aggregates, (size_t) P->rows * 4,
                                               cudaMemcpyDeviceToDevice, context->stream),
                              WHAT);
  recall_kernel<<<seidel_cuda_grid (P->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    kept->places, seidel_cuda_rows_of (P), aggregates);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

bool
seidel_cuda_keep_aggregates (SeidelContext *context,
                             const SeidelCudaCouplings *couplings,
                             double step,
                             SeidelOperator *P,
                             SeidelCudaRadii *radii)
{
  SeidelCudaKept *const kept = (SeidelCudaKept *) seidel_cuda_attach (P, &kept_aggregates);
  const int64_t longest = seidel_cuda_longest_row (context, P);

  if (kept == NULL || longest < 0 || longest > MOST_PLACES)
    return seidel_cuda_ready (context);
  kept->places = (unsigned char *) seidel_cuda_queued_new (context, (size_t) P->rows);
  if (kept->places == NULL)
    return false;
  keep_kernel<<<seidel_cuda_grid (P->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    couplings->aggregates, seidel_cuda_rows_of (P), kept->places);
  kept->step = step;
  kept->radii = *radii;
  *radii = {};
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && keep_strong (context, couplings, kept);
}

bool
seidel_cuda_keep_product (SeidelContext *context, SeidelOperator *P, SeidelCudaRows *AP)
{
  SeidelCudaKept *const kept = seidel_cuda_kept_of (P);
  SeidelOperator view = {};
  int64_t longest;

  view.rows = AP->rows;
  view.narrow_offsets = AP->offsets;
  longest = seidel_cuda_longest_row (context, &view);
  if (kept == NULL || longest > SEIDEL_CUDA_MOST_LOOSE)
    return longest >= 0;
  kept->product = { (int32_t) longest };
  if (longest * AP->rows > MOST_ROOM * AP->nonzeros)
    {
      kept->product.nonzeros = AP->nonzeros;
      kept->product.offsets = AP->offsets;
      AP->offsets = NULL;
    }
  return longest >= 0;
}

bool
seidel_cuda_serves (const SeidelCudaCouplings *couplings, const SeidelOperator *P)
{
  const SeidelCudaKept *const kept = seidel_cuda_kept_of (P);

  return (kept->places != NULL || kept->aggregates != NULL) && !couplings->crossed;
}

/* Has the arrays of the pattern, and what is kept of the aggregates, alone. */
SeidelOperator *
seidel_cuda_leave_pattern (SeidelContext *context, SeidelOperator *A)
{
  SeidelCudaKept *const kept = seidel_cuda_kept_of (A);
  const bool implied = kept != NULL && kept->aggregates != NULL;
  SeidelOperator *left = NULL;

  if (implied
      || (A->narrow_offsets != NULL && A->column_indices != NULL && A->pattern_of == NULL
          && !A->lent_offsets && !A->lent_columns))
    left = seidel_cuda_operator_take (context, A->rows, A->columns, A->nonzeros, A->narrow_offsets,
                                      A->column_indices, NULL);
  if (left != NULL)
    {
      SeidelCudaKept *const moved =
        kept != NULL ? (SeidelCudaKept *) seidel_cuda_attach (left, &kept_aggregates) : NULL;

      A->narrow_offsets = NULL;
      A->column_indices = NULL;
      if (moved != NULL)
        {
          *moved = *kept;
          *kept = {};
        }
    }
  seidel_cuda_operator_free (context, A);
  return left;
}
