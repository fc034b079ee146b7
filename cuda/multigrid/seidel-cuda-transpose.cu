/* The transpose of a sparse matrix on the device, by sorting.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-coarsening.h"
#include "device/seidel-cuda-scan.h"

#define WHAT SEIDEL_CUDA_COARSENING

/* The number of each entry, and the row it is in. */
static __global__ void
entries_kernel (SeidelCudaRows A, int32_t *numbers, int32_t *rows)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= A.rows)
    return;
  for (int64_t k = A.offsets[row]; k < A.offsets[row + 1]; k++)
    {
      numbers[k] = (int32_t) k;
      rows[k] = (int32_t) row;
    }
}

/* columns: those of the entries, ascending. */
static __global__ void
starts_kernel (const int32_t *columns, int64_t n, SeidelCudaRows to)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t low = 0;
  int64_t high = n;

  if (row > to.rows)
    return;
  while (low < high)
    {
      const int64_t middle = low + (high - low) / 2;

      if (columns[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  to.offsets[row] = (int32_t) low;
}

static __global__ void
gather_kernel (SeidelCudaRows A, const int32_t *sorted, const int32_t *rows, SeidelCudaRows to)
{
  const int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (k >= to.nonzeros)
    return;
  to.indices[k] = rows[sorted[k]];
  to.values[k] = A.values[sorted[k]];
}

/* Sorts the entries by column, stably: within a row of the transpose they stay in order. */
static bool
transpose (SeidelContext *context,
           const SeidelCudaRows *A,
           SeidelCudaPieces *pieces,
           SeidelCudaRows *to)
{
  const size_t bytes = (size_t) A->nonzeros * sizeof (int32_t);
  int32_t *const numbers = (int32_t *) seidel_cuda_piece (context, pieces, bytes);
  int32_t *const rows = (int32_t *) seidel_cuda_piece (context, pieces, bytes);
  int32_t *const columns = (int32_t *) seidel_cuda_piece (context, pieces, bytes);
  int32_t *const sorted = (int32_t *) seidel_cuda_piece (context, pieces, bytes);
  const SeidelCudaPairs pairs = { A->indices, numbers, columns, sorted };
  SeidelCudaScanSpace space = {};
  int bits = 1;

  while (bits < 31 && A->columns >> bits > 0)
    bits++;
  if (sorted == NULL || !seidel_cuda_sort_pairs (context, &space, &pairs, A->nonzeros, bits, WHAT))
    return false;
  space.memory = seidel_cuda_piece (context, pieces, space.bytes);
  to->offsets = (int32_t *) seidel_cuda_queued_new (context, ((size_t) to->rows + 1) * 4);
  if (space.memory == NULL || to->offsets == NULL || !seidel_cuda_rows_alloc (context, to))
    return false;
  entries_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A,
                                                                                         numbers,
                                                                                         rows);
  if (!seidel_cuda_sort_pairs (context, &space, &pairs, A->nonzeros, bits, WHAT))
    return false;
  starts_kernel<<<seidel_cuda_grid (to->rows + 1), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    columns, A->nonzeros, *to);
  gather_kernel<<<seidel_cuda_grid (A->nonzeros), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A,
                                                                                            sorted,
                                                                                            rows,
                                                                                            *to);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

bool
seidel_cuda_sparse_transpose (SeidelContext *context, const SeidelCudaRows *A, SeidelCudaRows *to)
{
  SeidelCudaPieces pieces = {};

  bool done;

  *to = { A->columns, A->rows, A->nonzeros };
  done = transpose (context, A, &pieces, to);
  seidel_cuda_pieces_free (context, &pieces);
  if (!done)
    seidel_cuda_rows_clear (context, to);
  return done;
}
