/* Matrix products of the CUDA engine: what they have in common, and those of matrices in rows.
 *
 * Assumptions on the matrix: CSR with sorted rows, no duplicates. A row is shared by 1, 2, 4 … 32
 * neighbouring lanes of a warp, so many that each has four entries of it or fewer: those are loaded
 * at once, before the first of them is used. The lanes add up by shuffles, always in the same
 * order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-products.cuh"

/* Entries that a lane loads at once. */
#define ABREAST 4

/* The product of a row and x, in the first of its lanes. All lanes of the warp take part. */
template <typename Real, int LANES, bool COMPENSATED>
static __device__ Real
row_product (const SeidelOperator &A, int64_t begin, int64_t end, const Real *x)
{
  const Real *values = (const Real *) A.values;

  if constexpr (LANES == 1 && !COMPENSATED)
    return interval_product (A.fused, A.column_indices, values, begin, end, x);
  else
    {
      Sum<Real, COMPENSATED> sum = {};

      for (int64_t k = begin + threadIdx.x % LANES; k < end; k += LANES * ABREAST)
        {
          int32_t columns[ABREAST];
          Real entries[ABREAST];

#pragma unroll
          for (int i = 0; i < ABREAST; i++)
            {
              const bool within = k + i * LANES < end;

              columns[i] = within ? __ldcs (A.column_indices + k + i * LANES) : -1;
              entries[i] = within ? __ldcs (values + k + i * LANES) : (Real) 0;
            }
#pragma unroll
          for (int i = 0; i < ABREAST; i++)
            sum.add_product (A.fused, entries[i], columns[i] >= 0 ? x[columns[i]] : (Real) 0);
        }
      return join_lanes<LANES> (sum).value;
    }
}

template <typename Real, int LANES, bool COMPENSATED, bool SUMS>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK)
  rows_kernel (SeidelOperator A, Product<Real> product, int64_t block_rows, SeidelCudaFinish finish)
{
  const int64_t first = blockIdx.x * block_rows;
  const int64_t last = min (first + block_rows, A.rows);
  Sum<double, COMPENSATED> sums[2] = {};

  for (int64_t begin = first; begin < last; begin += SEIDEL_CUDA_BLOCK / LANES)
    {
      const int64_t row = begin + threadIdx.x / LANES;
      const bool within = row < last;
      const Real sum =
        row_product<Real, LANES, COMPENSATED> (A, within ? row_start (A, row) : 0,
                                               within ? row_start (A, row + 1) : 0, product.x);

      if (within && threadIdx.x % LANES == 0)
        product.finish_row (row, sum, sums);
    }
  if constexpr (SUMS)
    finish_sums<SEIDEL_CUDA_BLOCK, 2> (finish, sums, product.n_sums ());
}

template <typename Real, int LANES, bool COMPENSATED>
static void
launch_lanes (SeidelContext *context,
              const SeidelOperator *A,
              const Product<Real> &product,
              SeidelScalar out)
{
  const int64_t step = SEIDEL_CUDA_BLOCK / LANES;
  const int64_t block_rows = block_rows_for (A->rows, step);
  const unsigned int blocks = (unsigned int) ((A->rows + block_rows - 1) / block_rows);

  if (product.n_sums () > 0)
    rows_kernel<Real, LANES, COMPENSATED, true>
      <<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, product, block_rows,
                                                           seidel_cuda_finish (context, out));
  else
    rows_kernel<Real, LANES, COMPENSATED, false>
      <<<(unsigned int) ((A->rows + step - 1) / step), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        *A, product, step, SeidelCudaFinish{});
}

template <typename Real, bool COMPENSATED>
static void
launch_rows (SeidelContext *context,
             const SeidelOperator *A,
             const Product<Real> &product,
             SeidelScalar out)
{
  switch (A->product_lanes)
    {
    case 1:
      launch_lanes<Real, 1, COMPENSATED> (context, A, product, out);
      break;
    case 2:
      launch_lanes<Real, 2, COMPENSATED> (context, A, product, out);
      break;
    case 4:
      launch_lanes<Real, 4, COMPENSATED> (context, A, product, out);
      break;
    case 8:
      launch_lanes<Real, 8, COMPENSATED> (context, A, product, out);
      break;
    case 16:
      launch_lanes<Real, 16, COMPENSATED> (context, A, product, out);
      break;
    default:
      launch_lanes<Real, 32, COMPENSATED> (context, A, product, out);
    }
}

/* What a product is asked for; vectors that it does not need are NULL. */
typedef struct
{
  SeidelCudaProductKind kind;
  const SeidelVector *b;
  const SeidelVector *x;
  const SeidelVector *z;
  SeidelVector *y;
  SeidelScalar out; /* or that of the factor of a step */
  const char *what;
} Order;

template <typename Real>
static const Real *
elements_of (const SeidelVector *vector)
{
  return vector != NULL ? (const Real *) vector->elements : NULL;
}

template <typename Real>
static void
launch_product (SeidelContext *context, SeidelOperator *A, const Order &order)
{
  const Product<Real> product = {
    order.kind,
    seidel_cuda_is_fused (context),
    elements_of<Real> (order.b),
    elements_of<Real> (order.x),
    elements_of<Real> (order.z),
    (const Real *) A->diagonal_values,
    context->scalars + order.out,
    (Real *) order.y->elements,
  };

  if (A->storage == SEIDEL_STORAGE_DENSE)
    seidel_cuda_launch_dense (context, A, product, order.out);
  else if (A->storage == SEIDEL_STORAGE_DIAGONALS)
    seidel_cuda_launch_array (context, A, product, order.out);
  else if (seidel_cuda_is_compensated (context))
    launch_rows<Real, true> (context, A, product, order.out);
  else
    launch_rows<Real, false> (context, A, product, order.out);
}

static void
carry_out (SeidelContext *context, SeidelOperator *A, const Order &order)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context))
    return;
  if (A->rows == 0)
    {
      for (int k = 0; k < seidel_cuda_product_sums (order.kind); k++)
        seidel_cuda_scalar_set (context, order.out + k, 0.0);
      return;
    }
  if (seidel_cuda_is_single (context))
    launch_product<float> (context, A, order);
  else
    launch_product<double> (context, A, order);
  seidel_cuda_check (context, cudaGetLastError (), order.what);
}

void
seidel_cuda_multiply (SeidelContext *context,
                      SeidelOperator *A,
                      const SeidelVector *x,
                      SeidelVector *y)
{
  const Order order = { PRODUCT_PLAIN, NULL, x, NULL, y, 0, "a matrix product" };

  carry_out (context, A, order);
}

void
seidel_cuda_multiply_dot (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          SeidelScalar out)
{
  const Order order = { PRODUCT_DOT, NULL, x, x, y, out, "a matrix product" };

  carry_out (context, A, order);
}

void
seidel_cuda_multiply_dots (SeidelContext *context,
                           SeidelOperator *A,
                           const SeidelVector *x,
                           SeidelVector *y,
                           const SeidelVector *z,
                           SeidelScalar out)
{
  const Order order = { PRODUCT_DOTS, NULL, x, z, y, out, "a matrix product" };

  carry_out (context, A, order);
}

void
seidel_cuda_residual (SeidelContext *context,
                      SeidelOperator *A,
                      const SeidelVector *b,
                      const SeidelVector *x,
                      SeidelVector *r,
                      SeidelScalar out)
{
  const Order order = { PRODUCT_RESIDUAL, b, x, NULL, r, out, "a residual" };

  carry_out (context, A, order);
}

void
seidel_cuda_jacobi (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelVector *b,
                    const SeidelVector *x,
                    SeidelVector *y,
                    SeidelScalar out)
{
  const Order order = { PRODUCT_JACOBI, b, x, NULL, y, out, "a Jacobi step" };

  if (seidel_cuda_ensure_diagonal_values (context, A))
    carry_out (context, A, order);
}

void
seidel_cuda_difference (SeidelContext *context,
                        SeidelOperator *A,
                        const SeidelVector *b,
                        const SeidelVector *x,
                        SeidelVector *r)
{
  const Order order = { PRODUCT_DIFFERENCE, b, x, NULL, r, 0, "a residual" };

  carry_out (context, A, order);
}

/* y ← D x or D⁻¹ x, and x · y where it is asked for; y may be x. */
template <typename Real> struct Diagonal
{
  const Real *diagonal;
  const Real *x;
  Real *y;
  bool divides;
  bool fused;

  __device__ void
  begin ()
  {
  }

  __device__ int
  n_sums ()
  {
    return 1;
  }

  __device__ void
  take (int64_t i)
  {
    y[i] = divides ? x[i] / diagonal[i] : x[i] * diagonal[i];
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    const Real before = x[i];

    take (i);
    sums[0].add_product (fused, (double) before, (double) y[i]);
  }
};

template <typename Real>
static Diagonal<Real>
diagonal_step (const SeidelContext *context,
               const SeidelOperator *A,
               bool divides,
               const SeidelVector *x,
               SeidelVector *y)
{
  return { (const Real *) A->diagonal_values, (const Real *) x->elements, (Real *) y->elements,
           divides, seidel_cuda_is_fused (context) };
}

void
seidel_cuda_multiply_diagonal (SeidelContext *context,
                               SeidelOperator *A,
                               int power,
                               const SeidelVector *x,
                               SeidelVector *y)
{
  const char *what = "a product with the diagonal";

  if (!seidel_cuda_ensure_diagonal_values (context, A) || A->rows == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_plain (context, diagonal_step<float> (context, A, power < 0, x, y), A->rows, what);
  else
    launch_plain (context, diagonal_step<double> (context, A, power < 0, x, y), A->rows, what);
}

/* x ← factor D⁻¹ b */
template <typename Real> struct ScaledDiagonal
{
  const Real *diagonal;
  const Real *b;
  Real *x;
  const double *slot;
  Real factor;

  __device__ void
  begin ()
  {
    factor = (Real) *slot;
  }

  __device__ void
  take (int64_t i)
  {
    x[i] = factor * (b[i] / diagonal[i]);
  }
};

/* x ← x + y */
template <typename Real> struct Add
{
  Real *x;
  const Real *y;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    x[i] += y[i];
  }
};

template <typename Real>
static void
add_vector (SeidelContext *context, SeidelVector *x, const SeidelVector *y)
{
  launch_plain (context, Add<Real>{ (Real *) x->elements, (const Real *) y->elements }, x->n,
                "a sum of vectors");
}

/* The product with a dense matrix is not added as it is made. */
void
seidel_cuda_multiply_add (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          SeidelVector *room)
{
  if (A->storage != SEIDEL_STORAGE_DENSE)
    carry_out (context, A, { PRODUCT_ADD, NULL, x, NULL, y, 0, "a matrix product" });
  else
    {
      seidel_cuda_multiply (context, A, x, room);
      if (!seidel_cuda_ready (context) || A->rows == 0)
        return;
      if (seidel_cuda_is_single (context))
        add_vector<float> (context, y, room);
      else
        add_vector<double> (context, y, room);
    }
}

template <typename Real>
static void
launch_jacobi_step (SeidelContext *context,
                    SeidelOperator *A,
                    const SeidelVector *b,
                    SeidelVector *x,
                    SeidelScalar factor,
                    bool from_zero,
                    SeidelVector *room)
{
  const char *what = "a Jacobi step";
  const ScaledDiagonal<Real> first = { (const Real *) A->diagonal_values,
                                       (const Real *) b->elements, (Real *) x->elements,
                                       context->scalars + factor };

  if (from_zero)
    launch_plain (context, first, A->rows, what);
  else
    {
      carry_out (context, A, { PRODUCT_STEP, b, x, NULL, room, factor, what });
      seidel_cuda_exchange (context, x, &room->elements);
    }
}

void
seidel_cuda_jacobi_step (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelVector *b,
                         SeidelVector *x,
                         SeidelScalar factor,
                         bool from_zero,
                         SeidelVector *room)
{
  if (!seidel_cuda_ensure_diagonal_values (context, A) || A->rows == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_jacobi_step<float> (context, A, b, x, factor, from_zero, room);
  else
    launch_jacobi_step<double> (context, A, b, x, factor, from_zero, room);
}

void
seidel_cuda_divide_diagonal_dot (SeidelContext *context,
                                 SeidelOperator *A,
                                 const SeidelVector *x,
                                 SeidelVector *y,
                                 SeidelScalar out)
{
  const char *what = "a division by the diagonal";

  if (!seidel_cuda_ensure_diagonal_values (context, A))
    return;
  if (seidel_cuda_is_single (context))
    launch_sums<1> (context, diagonal_step<float> (context, A, true, x, y), A->rows, out, what);
  else
    launch_sums<1> (context, diagonal_step<double> (context, A, true, x, y), A->rows, out, what);
}

/* Rows between two polls while the host turns the matrix over. */
#define ROWS_PER_POLL 65536

/* Fills the arrays of the transpose: a counting sort, which leaves its rows sorted. False when the
 * run was stopped. */
static bool
transpose_into (SeidelContext *context,
                const SeidelCsrView *A,
                int64_t *row_offsets,
                int32_t *column_indices,
                double *values)
{
  const int64_t nonzeros = A->row_offsets[A->rows];

  for (int64_t k = 0; k < nonzeros; k++)
    row_offsets[A->column_indices[k] + 1]++;
  for (int64_t column = 0; column < A->columns; column++)
    row_offsets[column + 1] += row_offsets[column];
  for (int64_t row = 0; row < A->rows; row++)
    {
      if (row % ROWS_PER_POLL == 0 && seidel_cuda_stopped (context))
        return false;
      for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
        {
          int64_t place = row_offsets[A->column_indices[k]]++;

          column_indices[place] = (int32_t) row;
          values[place] = A->values[k];
        }
    }
  /* Each offset has moved to the end of its row, the start of the next. */
  for (int64_t column = A->columns; column > 0; column--)
    row_offsets[column] = row_offsets[column - 1];
  row_offsets[0] = 0;
  return true;
}

static bool
ensure_transpose (SeidelContext *context, SeidelOperator *A)
{
  const size_t nonzeros = (size_t) A->nonzeros;
  int64_t *row_offsets;
  int32_t *column_indices;
  double *values;

  if (!seidel_cuda_ready (context) || A->transpose != NULL)
    return seidel_cuda_ready (context);
  if (A->host.row_offsets == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                        "this matrix is on the device only, which makes no transpose of it");
      return false;
    }
  row_offsets = (int64_t *) calloc ((size_t) A->columns + 1, sizeof *row_offsets);
  column_indices = (int32_t *) malloc ((nonzeros + 1) * sizeof *column_indices);
  values = (double *) malloc ((nonzeros + 1) * sizeof *values);
  if (row_offsets == NULL || column_indices == NULL || values == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the transpose did not fit into memory");
  else if (transpose_into (context, &A->host, row_offsets, column_indices, values))
    {
      const SeidelCsrView transpose = { A->columns, A->rows, row_offsets, column_indices, values };

      A->transpose = seidel_cuda_operator_new (context, &transpose, SEIDEL_STORAGE_CSR);
      if (A->transpose != NULL)
        A->transpose->host = {};
    }
  free (row_offsets);
  free (column_indices);
  free (values);
  return A->transpose != NULL;
}

void
seidel_cuda_multiply_transposed (SeidelContext *context,
                                 SeidelOperator *A,
                                 const SeidelVector *x,
                                 SeidelVector *y)
{
  if (!seidel_cuda_ready (context))
    return;
  if (A->storage != SEIDEL_STORAGE_CSR)
    seidel_cuda_array_multiply_transposed (context, A, x, y);
  else if (ensure_transpose (context, A))
    seidel_cuda_multiply (context, A->transpose, x, y);
}
