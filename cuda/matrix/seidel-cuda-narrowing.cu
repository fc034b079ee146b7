/* Matrices and vectors from a context in double to one in single and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "device/seidel-cuda-sums.cuh"
#include "seidel-cuda-entries.cuh"
#include "seidel-cuda-operator.h"
#include "seidel-cuda-widening.h"

/* Sets *bad where a number is not finite in single, or below the smallest with all its digits. */
static __device__ inline float
narrowed (double from, unsigned long long *bad)
{
  const float value = (float) from;

  if (!isfinite (value) || (from != 0.0 && fabsf (value) < FLT_MIN))
    *bad = 1;
  return value;
}

static __global__ void
narrow_values_kernel (int64_t n, const double *from, float *to, unsigned long long *bad)
{
  const int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (k < n)
    to[k] = narrowed (from[k], bad);
}

/* The number of a diagonal, which is there. */
static __device__ inline int64_t
diagonal_number (const SeidelOperator &A, int64_t offset)
{
  int64_t low = 0;
  int64_t high = A.n_diagonals - 1;

  while (low < high)
    {
      const int64_t middle = (low + high) / 2;

      if (__ldg (A.diagonal_offsets + middle) < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The values of rows into those of diagonals. Some lanes share a row. */
static __global__ void
scatter_kernel (SeidelOperator from, SeidelOperator to, unsigned long long *bad)
{
  const int lanes = from.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const int64_t end = row < from.rows ? row_start (from, row + 1) : 0;

  for (int64_t k = row < from.rows ? row_start (from, row) + thread % lanes : 0; k < end;
       k += lanes)
    ((float *) to.values)[diagonal_number (to, from.column_indices[k] - row) * to.stride + row] =
      narrowed (((const double *) from.values)[k], bad);
}

/* Whether all of them fit. */
static bool
narrow_values (SeidelContext *narrow, SeidelOperator *to, const SeidelOperator *from)
{
  const bool by_diagonals = to->storage == SEIDEL_STORAGE_DIAGONALS;
  const int64_t n = by_diagonals ? to->n_diagonals * to->stride : from->nonzeros;
  unsigned long long bad = 0;
  unsigned long long *flag = (unsigned long long *) (narrow->scalars + SEIDEL_SCALARS);

  if (from->nonzeros == 0)
    return true;
  to->values = seidel_cuda_malloc (narrow, (size_t) n * sizeof (float));
  if (to->values == NULL
      || !seidel_cuda_check (narrow, cudaMemsetAsync (flag, 0, sizeof *flag, narrow->stream),
                             "converting a matrix")
      || (by_diagonals
          && !seidel_cuda_check (
            narrow, cudaMemsetAsync (to->values, 0, (size_t) n * sizeof (float), narrow->stream),
            "converting a matrix")))
    return false;
  if (by_diagonals)
    scatter_kernel<<<seidel_cuda_grid (from->rows * from->product_lanes), SEIDEL_CUDA_BLOCK, 0,
                     narrow->stream>>> (*from, *to, flag);
  else
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

/* Lists the diagonals that hold entries, in any order, as far as there is room. Some lanes share a
 * row. */
static __global__ void
mark_kernel (SeidelOperator A, unsigned int *marks, int64_t *list, int most, int *count)
{
  const int lanes = A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;

  if (row >= A.rows)
    return;
  for (int64_t k = row_start (A, row) + thread % lanes; k < row_start (A, row + 1); k += lanes)
    {
      const int64_t place = A.column_indices[k] - row + A.rows - 1;
      const unsigned int bit = 1u << place % 32;

      if ((*(volatile unsigned int *) (marks + place / 32) & bit) == 0
          && (atomicOr (marks + place / 32, bit) & bit) == 0)
        {
          const int at = atomicAdd (count, 1);

          if (at < most)
            list[at] = place - (A.rows - 1);
        }
    }
}

static int
compare_offsets (const void *one, const void *two)
{
  const int64_t a = *(const int64_t *) one;
  const int64_t b = *(const int64_t *) two;

  return a < b ? -1 : a > b;
}

/* The diagonals of a matrix into an operator by diagonals; the host sorts them, which are few. */
static void
number_diagonals (SeidelContext *context, SeidelOperator *to, int64_t *list, int n)
{
  int64_t *const offsets = (int64_t *) malloc ((size_t) n * sizeof *offsets);

  if (offsets == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the list of diagonals did not fit into memory");
      return;
    }
  if (seidel_cuda_check (context,
                         cudaMemcpyAsync (offsets, list, (size_t) n * sizeof *offsets,
                                          cudaMemcpyDeviceToHost, context->stream),
                         "converting a matrix")
      && seidel_cuda_wait (context, "converting a matrix"))
    {
      qsort (offsets, (size_t) n, sizeof *offsets, compare_offsets);
      to->diagonal_offsets =
        (int64_t *) seidel_cuda_upload_bytes (context, offsets, (size_t) n * sizeof *offsets);
      to->main_diagonal = -1;
      for (int d = 0; d < n; d++)
        if (offsets[d] == 0)
          to->main_diagonal = d;
      seidel_cuda_wait (context, "converting a matrix");
    }
  to->n_diagonals = n;
  free (offsets);
}

/* Makes an operator by diagonals of one in rows, without values; it remains in rows where the
 * diagonals would take more room. */
static void
find_diagonals (SeidelContext *context, const SeidelOperator *rows, SeidelOperator *to)
{
  const int64_t words = 2 * rows->rows / 32 + 1;
  const int most = (int) (2 * rows->nonzeros / rows->rows);
  unsigned int *const marks =
    (unsigned int *) seidel_cuda_queued_new (context, (size_t) words * sizeof *marks);
  int64_t *const list =
    (int64_t *) seidel_cuda_queued_new (context, (size_t) (most + 1) * sizeof *list);
  int *const count = (int *) (list + most);
  int n = 0;

  if (marks != NULL && list != NULL
      && seidel_cuda_check (context,
                            cudaMemsetAsync (marks, 0, (size_t) words * sizeof *marks,
                                             context->stream),
                            "converting a matrix")
      && seidel_cuda_check (context, cudaMemsetAsync (count, 0, sizeof *count, context->stream),
                            "converting a matrix"))
    {
      mark_kernel<<<seidel_cuda_grid (rows->rows * rows->product_lanes), SEIDEL_CUDA_BLOCK, 0,
                    context->stream>>> (*rows, marks, list, most, count);
      if (seidel_cuda_check (context,
                             cudaMemcpyAsync (&n, count, sizeof n, cudaMemcpyDeviceToHost,
                                              context->stream),
                             "converting a matrix")
          && seidel_cuda_wait (context, "converting a matrix") && n > 0 && n <= most)
        number_diagonals (context, to, list, n);
    }
  seidel_cuda_queued_free (context, marks);
  seidel_cuda_queued_free (context, list);
  if (to->diagonal_offsets == NULL)
    return;
  to->storage = SEIDEL_STORAGE_DIAGONALS;
  to->stride = seidel_cuda_stride (rows->rows);
  to->narrow_offsets = NULL;
  to->wide_offsets = NULL;
  to->column_indices = NULL;
  to->diagonal = NULL;
}

/* Borrows the arrays of a matrix in rows, for good where that lasts. */
static SeidelOperator *
convert (SeidelContext *narrow,
         SeidelContext *wide,
         SeidelOperator *rows,
         SeidelStorage storage,
         bool lasts)
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
  if (storage == SEIDEL_STORAGE_DIAGONALS && rows->rows > 0)
    find_diagonals (narrow, rows, to);
  /* The places of the diagonal are borrowed, too. */
  if (lasts && to->storage == SEIDEL_STORAGE_CSR && rows->rows == rows->columns
      && seidel_cuda_ensure_diagonal (wide, rows))
    to->diagonal = rows->diagonal;
  if (seidel_cuda_ready (wide) && seidel_cuda_ready (narrow) && narrow_values (narrow, to, rows))
    return to;
  seidel_cuda_operator_free (narrow, to);
  return NULL;
}

/* Leaves a matrix its values alone. */
static void
take_arrays (SeidelOperator *to, SeidelOperator *from)
{
  to->pattern_of = from->pattern_of;
  to->attachments = from->attachments;
  from->attachments = NULL;
  from->narrow_offsets = NULL;
  from->wide_offsets = NULL;
  from->column_indices = NULL;
  from->diagonal = NULL;
}

SeidelOperator *
seidel_cuda_operator_narrow (SeidelContext *narrow,
                             SeidelContext *wide,
                             SeidelOperator *A,
                             SeidelStorage storage,
                             bool takes)
{
  SeidelOperator *rows = A != NULL ? seidel_cuda_operator_in_rows (wide, A) : NULL;
  SeidelOperator *to = NULL;

  if (rows != NULL && seidel_cuda_ready (narrow))
    to = convert (narrow, wide, rows, storage, !takes || rows != A);
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

/* The same, and to · with */
struct WidenDot
{
  Widen step;
  const double *with;
  bool fused;

  __device__ void
  begin ()
  {
    step.begin ();
  }

  __device__ int
  n_sums ()
  {
    return 1;
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    step.take (i);
    sums[0].add_product (fused, step.to[i], with[i]);
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

/* Whether the wide context goes on: a failure of the other one is its own. */
static bool
goes_on (SeidelContext *wide, const SeidelContext *narrow)
{
  if (!seidel_cuda_ready (narrow))
    seidel_cuda_fail (wide, narrow->status.code, narrow->status.row, narrow->status.message);
  return seidel_cuda_ready (wide);
}

static Widen
widen_step (SeidelContext *wide, SeidelVector *to, const SeidelVector *from, SeidelScalar size)
{
  return { (double *) to->elements, (const float *) from->elements, wide->scalars + size };
}

void
seidel_cuda_widen (SeidelContext *wide,
                   SeidelVector *to,
                   SeidelContext *narrow,
                   const SeidelVector *from,
                   SeidelScalar size)
{
  if (goes_on (wide, narrow) && to->n > 0)
    launch_plain (wide, widen_step (wide, to, from, size), to->n, "converting to double");
}

void
seidel_cuda_widen_dot (SeidelContext *wide,
                       SeidelVector *to,
                       SeidelContext *narrow,
                       const SeidelVector *from,
                       SeidelScalar size,
                       const SeidelVector *with,
                       SeidelScalar out)
{
  const WidenDot step = { widen_step (wide, to, from, size), (const double *) with->elements,
                          seidel_cuda_is_fused (wide) };

  if (goes_on (wide, narrow))
    launch_sums<1> (wide, step, to->n, out, "converting to double");
}
