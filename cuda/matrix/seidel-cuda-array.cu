/* Matrices that are not stored in rows, by diagonals or dense: how they are filled, and products by
 * diagonals. Those of dense matrices are in seidel-cuda-dense.cu.
 *
 * A thread for each row, which adds from the left to the right, so that neither blocks
 * nor the length of a row show in the bits: those of the CPU engine. This is the kernel
 * update_q of Jost and others, with its switches; their kernel delta is the residual.
 *
 * Sources: Bell and Garland, Efficient sparse matrix-vector multiplication on CUDA (NVIDIA
 * NVR-2008-004); Jost, Contassot-Vivier and Vialle, An efficient multi-algorithms sparse linear
 * solver for GPUs (2009).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-products.cuh"

/* Stored rows are at a distance of a multiple of 128 bytes. */
#define LINE 32

/* Rows that the host goes through between two looks whether the run was stopped. */
#define ROWS_BETWEEN_POLLS 65536

/* Some rows of a matrix on their way to the device, and the places of their entries. */
typedef struct
{
  int64_t *offsets; /* of the rows; counted from the first entry of the matrix */
  int32_t *columns;
  double *values;
  int32_t *places; /* of diagonals: that of column − row at column − row + rows − 1; or NULL */
} Piece;

/* A warp for each row. */
template <typename Real>
static __global__ void
scatter_kernel (Real *to,
                int64_t stride,
                int64_t first,
                int64_t n,
                int64_t rows,
                const int64_t *offsets,
                const int32_t *columns,
                const double *values,
                const int32_t *places)
{
  const int64_t i = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int64_t row = first + i;

  if (i >= n)
    return;
  for (int64_t k = offsets[i] + threadIdx.x % 32; k < offsets[i + 1]; k += 32)
    {
      const int32_t column = columns[k - offsets[0]];
      const Real value = (Real) values[k - offsets[0]];

      if (places != NULL)
        to[places[column - row + rows - 1] * stride + row] = value;
      else
        to[row * stride + column] = value;
    }
}

/* Rows first … end, of no more than a piece's entries or a single row. */
static bool
scatter (SeidelContext *context,
         const SeidelCsrView *matrix,
         const Piece *piece,
         void *to,
         int64_t stride,
         int64_t first,
         int64_t end)
{
  const int64_t begin = matrix->row_offsets[first];
  const size_t n = (size_t) (matrix->row_offsets[end] - begin);
  const unsigned int blocks = seidel_cuda_grid ((end - first) * 32);

  if (!seidel_cuda_send (context, piece->offsets, matrix->row_offsets + first,
                         (size_t) (end - first + 1) * sizeof *piece->offsets)
      || !seidel_cuda_send (context, piece->columns, matrix->column_indices + begin,
                            n * sizeof *piece->columns)
      || !seidel_cuda_send (context, piece->values, matrix->values + begin,
                            n * sizeof *piece->values))
    return false;
  if (seidel_cuda_is_single (context))
    scatter_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (float *) to, stride, first, end - first, matrix->rows, piece->offsets, piece->columns,
      piece->values, piece->places);
  else
    scatter_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (double *) to, stride, first, end - first, matrix->rows, piece->offsets, piece->columns,
      piece->values, piece->places);
  return seidel_cuda_check (context, cudaGetLastError (), "storing a matrix");
}

/* All rows, in pieces. */
static bool
scatter_rows (SeidelContext *context,
              const SeidelCsrView *matrix,
              int32_t *places,
              void *to,
              int64_t stride)
{
  const int64_t longest = matrix->columns > SEIDEL_CUDA_PIECE ? matrix->columns : SEIDEL_CUDA_PIECE;
  const int64_t nonzeros = matrix->row_offsets[matrix->rows];
  const size_t workspace = (size_t) (nonzeros < longest ? nonzeros : longest);
  Piece piece = { (int64_t *) seidel_cuda_malloc (context,
                                                  (size_t) (matrix->rows + 1) * sizeof (int64_t)),
                  (int32_t *) seidel_cuda_malloc (context, workspace * sizeof (int32_t)),
                  (double *) seidel_cuda_malloc (context, workspace * sizeof (double)), places };
  bool good = piece.offsets != NULL && piece.columns != NULL && piece.values != NULL;
  SeidelCudaTransfer transfer = seidel_cuda_clock_begin_transfer (
    context, true,
    (matrix->rows + 1) * (int64_t) sizeof *piece.offsets
      + nonzeros * (int64_t) (sizeof *piece.columns + sizeof *piece.values));

  for (int64_t first = 0, end; first < matrix->rows && good; first = end)
    {
      for (end = first + 1;
           end < matrix->rows
           && matrix->row_offsets[end + 1] - matrix->row_offsets[first] <= (int64_t) workspace;)
        end++;
      good =
        !seidel_cuda_stopped (context) && scatter (context, matrix, &piece, to, stride, first, end);
    }
  seidel_cuda_clock_end_transfer (context, transfer);
  good = good && seidel_cuda_wait (context, "storing a matrix");
  cudaFree (piece.offsets);
  cudaFree (piece.columns);
  cudaFree (piece.values);
  return good;
}

int64_t
seidel_cuda_stride (int64_t n)
{
  return (n + LINE - 1) / LINE * LINE;
}

static bool
clear (SeidelContext *context, void *values, int64_t n)
{
  return seidel_cuda_check (context,
                            cudaMemsetAsync (values, 0,
                                             (size_t) n * seidel_cuda_real_size (context),
                                             context->stream),
                            "clearing a matrix");
}

bool
seidel_cuda_fill_dense (SeidelContext *context,
                        const SeidelCsrView *matrix,
                        void *values,
                        int64_t stride)
{
  return clear (context, values, matrix->rows * stride)
         && scatter_rows (context, matrix, NULL, values, stride);
}

/* Sets the places of the diagonals that hold entries to 1; false: the run was stopped. */
static bool
mark_diagonals (SeidelContext *context, const SeidelCsrView *matrix, int32_t *places)
{
  for (int64_t row = 0; row < matrix->rows; row++)
    {
      if (row % ROWS_BETWEEN_POLLS == 0 && seidel_cuda_stopped (context))
        return false;
      for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
        places[matrix->column_indices[k] - row + matrix->rows - 1] = 1;
    }
  return true;
}

/* Numbers the diagonals that hold entries from the left to the right, in the places that are 1, and
 * has the device know how far they are from the main one. */
static bool
number_diagonals (SeidelContext *context, SeidelOperator *A, int32_t *places)
{
  const int64_t n_places = A->host.rows + A->host.columns - 1;
  int64_t *offsets;
  bool done;

  for (int64_t i = 0; i < n_places; i++)
    A->n_diagonals += places[i];
  offsets = (int64_t *) malloc (((size_t) A->n_diagonals + 1) * sizeof *offsets);
  if (offsets == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the list of diagonals did not fit into memory");
      return false;
    }
  A->main_diagonal = -1;
  for (int64_t i = 0, d = 0; i < n_places; i++)
    if (places[i] != 0)
      {
        if (i == A->host.rows - 1)
          A->main_diagonal = d;
        places[i] = (int32_t) d;
        offsets[d++] = i - (A->host.rows - 1);
      }
  A->diagonal_offsets =
    (int64_t *) seidel_cuda_upload_bytes (context, offsets,
                                          (size_t) A->n_diagonals * sizeof *offsets);
  done = A->diagonal_offsets != NULL && seidel_cuda_wait (context, "a transfer to the device");
  free (offsets);
  return done;
}

/* The places of all diagonals on the host, of which the caller takes the memory; NULL on failure.
 */
static int32_t *
list_diagonals (SeidelContext *context, SeidelOperator *A)
{
  const SeidelCsrView *matrix = &A->host;
  int32_t *places = (int32_t *) calloc ((size_t) (matrix->rows + matrix->columns), sizeof *places);

  if (places == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the list of diagonals did not fit into memory");
  else if (mark_diagonals (context, matrix, places) && number_diagonals (context, A, places))
    return places;
  free (places);
  return NULL;
}

static bool
fill_diagonals (SeidelContext *context, SeidelOperator *A)
{
  const SeidelCsrView *matrix = &A->host;
  int32_t *places;
  int32_t *device_places = NULL;
  bool good = false;

  if (matrix->rows == 0 || matrix->columns == 0)
    return true;
  places = list_diagonals (context, A);
  if (places == NULL)
    return false;
  A->values = seidel_cuda_malloc (context, (size_t) (A->n_diagonals * A->stride)
                                             * seidel_cuda_real_size (context));
  if (A->values != NULL)
    device_places = (int32_t *) seidel_cuda_upload_bytes (
      context, places, (size_t) (matrix->rows + matrix->columns - 1) * sizeof *places);
  good = device_places != NULL && clear (context, A->values, A->n_diagonals * A->stride)
         && scatter_rows (context, matrix, device_places, A->values, A->stride);
  cudaFree (device_places);
  free (places);
  return good;
}

bool
seidel_cuda_array_fill (SeidelContext *context, SeidelOperator *A)
{
  const bool dense = A->storage == SEIDEL_STORAGE_DENSE;

  A->stride = seidel_cuda_stride (dense ? A->columns : A->rows);
  if (!dense)
    return fill_diagonals (context, A);
  A->values =
    seidel_cuda_malloc (context, (size_t) (A->rows * A->stride) * seidel_cuda_real_size (context));
  return A->values != NULL && seidel_cuda_fill_dense (context, &A->host, A->values, A->stride);
}

template <typename Real, bool COMPENSATED, bool SUMS>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK) diagonals_kernel (SeidelOperator A,
                                                        Product<Real> product,
                                                        int64_t block_rows,
                                                        SeidelCudaFinish finish)
{
  const int64_t first = blockIdx.x * block_rows;
  const int64_t last = min (first + block_rows, A.rows);
  Sum<double, COMPENSATED> sums[2] = {};

  for (int64_t row = first + threadIdx.x; row < last; row += SEIDEL_CUDA_BLOCK)
    {
      const Real *value = (const Real *) A.values + row;
      Sum<Real, COMPENSATED> sum = {};

#pragma unroll 4
      for (int64_t d = 0; d < A.n_diagonals; d++)
        {
          const int64_t column = row + __ldg (A.diagonal_offsets + d);

          if (column >= 0 && column < A.columns)
            sum.add_product (product.fused, __ldcs (value + d * A.stride), product.x[column]);
        }
      product.finish_row (row, sum.value, sums);
    }
  if constexpr (SUMS)
    finish_sums<SEIDEL_CUDA_BLOCK, 2> (finish, sums, product.n_sums ());
}

/* Rows of the transpose have the diagonals in the opposite order. */
template <typename Real, bool COMPENSATED>
static __global__ void
diagonals_transposed_kernel (SeidelOperator A, const Real *x, Real *y)
{
  const int64_t column = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Sum<Real, COMPENSATED> sum = {};

  if (column >= A.columns)
    return;
#pragma unroll 4
  for (int64_t d = A.n_diagonals - 1; d >= 0; d--)
    {
      const int64_t row = column - __ldg (A.diagonal_offsets + d);

      if (row >= 0 && row < A.rows)
        sum.add_product (A.fused, __ldcs ((const Real *) A.values + d * A.stride + row), x[row]);
    }
  y[column] = sum.value;
}

template <typename Real, bool COMPENSATED, bool SUMS>
static void
launch (SeidelContext *context,
        const SeidelOperator *A,
        const Product<Real> &product,
        SeidelScalar out)
{
  const int64_t step = SEIDEL_CUDA_BLOCK;
  const int64_t block_rows = SUMS ? block_rows_for (A->rows, step) : step;
  const unsigned int blocks = (unsigned int) ((A->rows + block_rows - 1) / block_rows);

  diagonals_kernel<Real, COMPENSATED, SUMS>
    <<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, product, block_rows,
                                                         seidel_cuda_finish (context, out));
}

template <typename Real>
static void
launch_array (SeidelContext *context,
              const SeidelOperator *A,
              const Product<Real> &product,
              SeidelScalar out)
{
  const bool sums = product.n_sums () > 0;

  if (seidel_cuda_is_compensated (context))
    sums ? launch<Real, true, true> (context, A, product, out)
         : launch<Real, true, false> (context, A, product, out);
  else
    sums ? launch<Real, false, true> (context, A, product, out)
         : launch<Real, false, false> (context, A, product, out);
}

void
seidel_cuda_launch_array (SeidelContext *context,
                          const SeidelOperator *A,
                          const Product<float> &product,
                          SeidelScalar out)
{
  launch_array (context, A, product, out);
}

void
seidel_cuda_launch_array (SeidelContext *context,
                          const SeidelOperator *A,
                          const Product<double> &product,
                          SeidelScalar out)
{
  launch_array (context, A, product, out);
}

template <typename Real, bool COMPENSATED>
static void
launch_transposed (SeidelContext *context, const SeidelOperator *A, const Real *x, Real *y)
{
  diagonals_transposed_kernel<Real, COMPENSATED>
    <<<seidel_cuda_grid (A->columns), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, x, y);
}

template <typename Real>
static void
multiply_transposed (SeidelContext *context, const SeidelOperator *A, const void *x, void *y)
{
  if (seidel_cuda_is_compensated (context))
    launch_transposed<Real, true> (context, A, (const Real *) x, (Real *) y);
  else
    launch_transposed<Real, false> (context, A, (const Real *) x, (Real *) y);
}

void
seidel_cuda_array_multiply_transposed (SeidelContext *context,
                                       SeidelOperator *A,
                                       const SeidelVector *x,
                                       SeidelVector *y)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context) || A->columns == 0)
    return;
  if (A->storage == SEIDEL_STORAGE_DENSE)
    seidel_cuda_dense_multiply_transposed (context, A, x->elements, y->elements);
  else if (seidel_cuda_is_single (context))
    multiply_transposed<float> (context, A, x->elements, y->elements);
  else
    multiply_transposed<double> (context, A, x->elements, y->elements);
  seidel_cuda_check (context, cudaGetLastError (), "a product with the transpose");
}
