/* Epilogues of matrix-vector products, the same for every storage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-entries.cuh"
#include "device/seidel-cuda-sums.cuh"

typedef enum
{
  PRODUCT_PLAIN,      /* y ← A x */
  PRODUCT_ADD,        /* y ← y + A x */
  PRODUCT_DIFFERENCE, /* y ← b − A x */
  PRODUCT_STEP,       /* y ← x + factor D⁻¹ (b − A x) */
  PRODUCT_DOT,        /* y ← A x, and z · y */
  PRODUCT_DOTS,       /* and y · y */
  PRODUCT_RESIDUAL,   /* y ← b − A x, and y · y */
  PRODUCT_JACOBI,     /* y ← x + D⁻¹ (b − A x), and the square of that residual */
} SeidelCudaProductKind;

static __host__ __device__ inline int
seidel_cuda_product_sums (SeidelCudaProductKind kind)
{
  return kind < PRODUCT_DOT ? 0 : kind == PRODUCT_DOTS ? 2 : 1;
}

template <typename Real> struct Product
{
  SeidelCudaProductKind kind;
  bool fused;
  const Real *b;
  const Real *x;
  const Real *z;
  const Real *diagonal;
  const double *factor;
  Real *y;

  __host__ __device__ int
  n_sums () const
  {
    return seidel_cuda_product_sums (kind);
  }

  /* sum is that of the row. */
  template <typename Sums>
  __device__ void
  finish_row (int64_t row, Real sum, Sums *sums) const
  {
    Real result = sum;

    if (kind < PRODUCT_DOT)
      {
        y[row] = kind == PRODUCT_PLAIN ? sum
                 : kind == PRODUCT_ADD ? y[row] + sum
                 : kind == PRODUCT_DIFFERENCE
                   ? b[row] - sum
                   : x[row] + (Real) *factor * ((b[row] - sum) / diagonal[row]);
        return;
      }
    if (kind == PRODUCT_DOT || kind == PRODUCT_DOTS)
      {
        sums[0].add_product (fused, (double) z[row], (double) sum);
        if (kind == PRODUCT_DOTS)
          sums[1].add_product (fused, (double) sum, (double) sum);
      }
    else
      {
        const Real rest = b[row] - sum;

        sums[0].add_product (fused, (double) rest, (double) rest);
        result = kind == PRODUCT_JACOBI ? x[row] + rest / diagonal[row] : rest;
      }
    y[row] = result;
  }
};

/* Rows of a block where sums are wanted, a multiple of those that it takes at once: they, and so
 * the order of the additions, depend on the matrix alone. */
static inline int64_t
block_rows_for (int64_t rows, int64_t step)
{
  const int64_t most = (int64_t) SEIDEL_CUDA_REDUCE_BLOCKS * step;

  return (rows + most - 1) / most * step;
}

/* The same where the matrix is not stored in rows: seidel-cuda-array.cu and seidel-cuda-dense.cu.
 */
void seidel_cuda_launch_array (SeidelContext *context,
                               const SeidelOperator *A,
                               const Product<float> &product,
                               SeidelScalar out);
void seidel_cuda_launch_array (SeidelContext *context,
                               const SeidelOperator *A,
                               const Product<double> &product,
                               SeidelScalar out);
void seidel_cuda_launch_dense (SeidelContext *context,
                               const SeidelOperator *A,
                               const Product<float> &product,
                               SeidelScalar out);
void seidel_cuda_launch_dense (SeidelContext *context,
                               const SeidelOperator *A,
                               const Product<double> &product,
                               SeidelScalar out);
void seidel_cuda_array_multiply_transposed (SeidelContext *context,
                                            SeidelOperator *A,
                                            const SeidelVector *x,
                                            SeidelVector *y);
void seidel_cuda_dense_multiply_transposed (SeidelContext *context,
                                            const SeidelOperator *A,
                                            const void *x,
                                            void *y);
