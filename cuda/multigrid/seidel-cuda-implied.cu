/* Prolongations that are not stored: where all couplings are strong and the smoothed P has about as
 * many bytes as the finer matrix by its diagonals, (I − ω D⁻¹ A) T x takes no longer from A and the
 * aggregates, and P takes no memory. Its transpose would need a second pass, and stays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-terms.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

/* Diagonals whose entries a thread loads before it uses the first of them. */
#define ABREAST 8

/* What reading A may take over reading P. */
#define MOST_BYTES 1.1

bool
seidel_cuda_imply (SeidelContext *context, SeidelOperator *A, SeidelOperator *P)
{
  SeidelCudaKept *const kept = seidel_cuda_kept_of (P);
  const double entry = sizeof (float) + sizeof (int32_t);
  int32_t *aggregates;

  if (!seidel_cuda_ready (context) || !seidel_cuda_is_single (context) || kept == NULL
      || (kept->places == NULL && kept->aggregates == NULL) || kept->strong != NULL
      || A->storage != SEIDEL_STORAGE_DIAGONALS || A->main_diagonal < 0
      || (double) (A->n_diagonals * A->rows) * sizeof (float)
           > MOST_BYTES * (double) P->nonzeros * entry)
    return false;
  if (kept->aggregates == NULL)
    {
      aggregates = (int32_t *) seidel_cuda_queued_new (context, (size_t) P->rows * 4);
      if (aggregates == NULL || !seidel_cuda_recall_aggregates (context, P, aggregates))
        return false;
      kept->aggregates = aggregates;
    }
  seidel_cuda_queued_free (context, kept->places);
  kept->places = NULL;
  seidel_cuda_queued_free (context, P->narrow_offsets);
  seidel_cuda_queued_free (context, P->column_indices);
  seidel_cuda_queued_free (context, P->values);
  P->narrow_offsets = NULL;
  P->column_indices = NULL;
  P->values = NULL;
  return true;
}

/* Σ_j a_ij x at the aggregate of j, without the diagonal. */
static __device__ inline float
sum_around (const SeidelOperator &A, const int32_t *aggregates, const float *x, int64_t row)
{
  const float *const values = (const float *) A.values;
  float sum = 0.0f;

  for (int64_t first = 0; first < A.n_diagonals; first += ABREAST)
    {
      int32_t from[ABREAST];
      float entries[ABREAST];

#pragma unroll
      for (int i = 0; i < ABREAST; i++)
        {
          const int64_t d = first + i;
          const int64_t column = d < A.n_diagonals ? row + __ldg (A.diagonal_offsets + d) : -1;
          const bool within = column >= 0 && column < A.rows && column != row;

          from[i] = within ? __ldg (aggregates + column) : SEIDEL_CUDA_IN_NONE;
          entries[i] = within ? __ldcs (values + d * A.stride + row) : 0.0f;
        }
#pragma unroll
      for (int i = 0; i < ABREAST; i++)
        sum += from[i] >= 0 ? entries[i] * __ldg (x + from[i]) : 0.0f;
    }
  return sum;
}

static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK)
  prolong_kernel (SeidelOperator A, const int32_t *aggregates, float step, const float *x, float *y)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  float own;
  int32_t aggregate;

  if (row >= A.rows)
    return;
  aggregate = aggregates[row];
  own = ((const float *) A.values)[A.main_diagonal * A.stride + row];
  y[row] += (aggregate >= 0 ? (1.0f - step) * x[aggregate] : 0.0f)
            - step / own * sum_around (A, aggregates, x, row);
}

void
seidel_cuda_prolong (SeidelContext *context,
                     SeidelOperator *A,
                     SeidelOperator *P,
                     const SeidelVector *x,
                     SeidelVector *y)
{
  const SeidelCudaKept *const kept = seidel_cuda_kept_of (P);

  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context))
    return;
  prolong_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, kept->aggregates, (float) kept->step, (const float *) x->elements, (float *) y->elements);
  seidel_cuda_check (context, cudaGetLastError (), "a prolongation");
}
