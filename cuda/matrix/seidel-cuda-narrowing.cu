/* Matrices and vectors from a context in double to one in single and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "device/seidel-cuda-sums.cuh"
#include "seidel-cuda-operator.h"

/* Sets *bad where a number is not finite in single, or below the smallest with all its digits. */
static __global__ void
narrow_values_kernel (int64_t n, const double *from, float *to, unsigned long long *bad)
{
  const int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  float value;

  if (k >= n)
    return;
  value = (float) from[k];
  to[k] = value;
  if (!isfinite (value) || (from[k] != 0.0 && fabsf (value) < FLT_MIN))
    *bad = 1;
}

/* Whether all of them fit. */
static bool
narrow_values (SeidelContext *narrow, SeidelOperator *to, const SeidelOperator *from)
{
  unsigned long long bad = 0;
  unsigned long long *flag = (unsigned long long *) (narrow->scalars + SEIDEL_SCALARS);

  if (from->nonzeros == 0)
    return true;
  to->values = seidel_cuda_malloc (narrow, (size_t) from->nonzeros * sizeof (float));
  if (to->values == NULL
      || !seidel_cuda_check (narrow, cudaMemsetAsync (flag, 0, sizeof *flag, narrow->stream),
                             "converting a matrix"))
    return false;
  narrow_values_kernel<<<seidel_cuda_grid (from->nonzeros), SEIDEL_CUDA_BLOCK, 0,
                         narrow->stream>>> (from->nonzeros, (const double *) from->values,
                                            (float *) to->values, flag);
  return seidel_cuda_check (narrow, cudaGetLastError (), "converting a matrix")
         && seidel_cuda_check (narrow,
                               cudaMemcpyAsync (&bad, flag, sizeof bad, cudaMemcpyDeviceToHost,
                                                narrow->stream),
                               "converting a matrix")
         && seidel_cuda_wait (narrow, "converting a matrix") && bad == 0;
}

/* Borrows the arrays of a matrix in rows. */
static SeidelOperator *
convert (SeidelContext *narrow, SeidelOperator *rows)
{
  SeidelOperator *to = (SeidelOperator *) calloc (1, sizeof *to);

  if (to == NULL)
    {
      seidel_cuda_fail (narrow, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the matrix did not fit into memory");
      return NULL;
    }
  *to = *rows;
  to->values = NULL;
  to->lent_values = false;
  to->in_rows = to->transpose = NULL;
  to->diagonal_values = NULL;
  to->diagonal_offsets = NULL;
  to->attachments = NULL;
  to->arriving = NULL;
  to->pattern_of = rows;
  if (narrow_values (narrow, to, rows))
    return to;
  seidel_cuda_operator_free (narrow, to);
  return NULL;
}

/* Leaves a matrix its values alone. */
static void
take_arrays (SeidelOperator *to, SeidelOperator *from)
{
  to->pattern_of = from->pattern_of;
  from->narrow_offsets = NULL;
  from->wide_offsets = NULL;
  from->column_indices = NULL;
  from->diagonal = NULL;
}

SeidelOperator *
seidel_cuda_operator_narrow (SeidelContext *narrow,
                             SeidelContext *wide,
                             SeidelOperator *A,
                             bool takes)
{
  SeidelOperator *rows = A != NULL ? seidel_cuda_operator_in_rows (wide, A) : NULL;
  SeidelOperator *to = NULL;

  /* The places of the diagonal are borrowed, too. */
  if (rows != NULL && seidel_cuda_ready (narrow)
      && (rows->rows != rows->columns || seidel_cuda_ensure_diagonal (wide, rows)))
    to = convert (narrow, rows);
  if (takes && to != NULL && rows == A)
    take_arrays (to, rows);
  if (takes)
    seidel_cuda_operator_free (wide, A);
  return to;
}

struct Narrow
{
  float *to;
  const double *from;
  const double *slot;
  double factor;

  __device__ void
  begin ()
  {
    factor = *slot > 0.0 ? 1.0 / *slot : 0.0;
  }

  __device__ void
  take (int64_t i)
  {
    to[i] = (float) (from[i] * factor);
  }
};

struct Widen
{
  double *to;
  const float *from;
  const double *slot;
  double factor;

  __device__ void
  begin ()
  {
    factor = *slot;
  }

  __device__ void
  take (int64_t i)
  {
    to[i] = from[i] * factor;
  }
};

void
seidel_cuda_narrow (SeidelContext *narrow,
                    SeidelVector *to,
                    SeidelContext *wide,
                    const SeidelVector *from,
                    SeidelScalar size)
{
  const Narrow step = { (float *) to->elements, (const double *) from->elements,
                        wide->scalars + size };

  if (seidel_cuda_ready (narrow) && seidel_cuda_ready (wide) && to->n > 0)
    launch_plain (narrow, step, to->n, "converting to single");
}

void
seidel_cuda_widen (SeidelContext *wide,
                   SeidelVector *to,
                   SeidelContext *narrow,
                   const SeidelVector *from,
                   SeidelScalar size)
{
  if (!seidel_cuda_ready (narrow))
    seidel_cuda_fail (wide, narrow->status.code, narrow->status.row, narrow->status.message);
  if (seidel_cuda_ready (wide) && to->n > 0)
    launch_plain (wide,
                  Widen{ (double *) to->elements, (const float *) from->elements,
                         wide->scalars + size },
                  to->n, "converting to double");
}
