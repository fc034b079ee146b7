/* Products of the CPU engine with a matrix stored by diagonals or densely, and filling its array.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/kernels/seidel-array-sums.h"

INLINE void
add_transposed_diagonals (int arithmetic,
                          const SeidelOperator *A,
                          Diagonals diagonals,
                          int64_t begin,
                          int64_t n,
                          const Real *x,
                          SumBlock *sums)
{
  sum_diagonals (arithmetic, false, true, A, diagonals, begin, n, x, sums, 0);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            add_transposed_diagonals,
                            (int arithmetic,
                             const SeidelOperator *A,
                             Diagonals diagonals,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, diagonals, begin, n, x, sums))

INLINE void
dense_block (int arithmetic,
             const SeidelOperator *A,
             int64_t begin,
             int64_t n,
             const Real *x,
             SumBlock *sums)
{
  const Real *values = (const Real *) A->array.values + begin * A->array.stride;

  for (int64_t i = 0; i < n; i++, values += A->array.stride)
    sums->value[i] = dense_product (arithmetic, values, x, A->matrix.columns);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            dense_block,
                            (int arithmetic,
                             const SeidelOperator *A,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, begin, n, x, sums))

/* Adds taken rows, each times an element of x, to the sums of a block of columns. */
INLINE void
sum_rows (int arithmetic,
          const Real *values,
          int64_t stride,
          const Real *x,
          int taken,
          int64_t n,
          SumBlock *sums)
{
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++)
    {
      Sum sum = sum_at (arithmetic, sums, i);

      for (int k = 0; k < taken; k++)
        add_product (arithmetic, &sum, values[k * stride + i], x[k]);
      put_sum (arithmetic, sums, i, sum);
    }
}

INLINE void
dense_transposed_block (int arithmetic,
                        const SeidelOperator *A,
                        int64_t begin,
                        int64_t n,
                        const Real *x,
                        SumBlock *sums)
{
  const Real *values = (const Real *) A->array.values + begin;
  int64_t stride = A->array.stride;
  int64_t row = 0;

  for (; row + ABREAST <= A->matrix.rows; row += ABREAST)
    sum_rows (arithmetic, values + row * stride, stride, x + row, ABREAST, n, sums);
  for (; row < A->matrix.rows; row++)
    sum_rows (arithmetic, values + row * stride, stride, x + row, 1, n, sums);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            dense_transposed_block,
                            (int arithmetic,
                             const SeidelOperator *A,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, begin, n, x, sums))

/* A x, or Aᵀ x, for the rows of a block, in sums that begin with zero. */
static void
multiply_block (const SeidelContext *context,
                const SeidelOperator *A,
                bool transposed,
                int64_t begin,
                int64_t n,
                const Real *x,
                SumBlock *sums)
{
  int arithmetic = context->settings.arithmetic;
  int64_t count = A->array.count;

  if (A->storage == SEIDEL_STORAGE_DENSE && transposed)
    SEIDEL_CPU_VARIANT (context, dense_transposed_block) (arithmetic, A, begin, n, x, sums);
  else if (A->storage == SEIDEL_STORAGE_DENSE)
    SEIDEL_CPU_VARIANT (context, dense_block) (arithmetic, A, begin, n, x, sums);
  else if (transposed)
    SEIDEL_CPU_VARIANT (context, add_transposed_diagonals)
  (arithmetic, A, (Diagonals){ count - 1, count, -1 }, begin, n, x, sums);
  else SEIDEL_CPU_VARIANT (context, add_diagonals) (arithmetic, A, (Diagonals){ 0, count, 1 },
                                                    begin, n, x, sums);
}

/* What the blocks of a product share. */
typedef struct
{
  SeidelCpuProduct product;
  const SeidelOperator *A;
  const Real *b; /* of a residual or a Jacobi step */
  const Real *x;
  Real *y;
} Product;

/* What a product makes of A x, the sums, for the rows of a block; returns the sum that it asks
 * for. */
INLINE double
finish_block (int arithmetic, const Product *work, int64_t begin, int64_t n, const Real *sums)
{
  const Real *diagonal = work->A->diagonal;
  const Real *b = work->b;
  const Real *x = work->x;
  Real *y = work->y;
  Total sum = { 0 };

  if (work->product == SEIDEL_CPU_RESIDUAL || work->product == SEIDEL_CPU_JACOBI)
    {
      for (int64_t i = 0; i < n; i++)
        {
          int64_t row = begin + i;
          Real r = b[row] - sums[i];

          y[row] = work->product == SEIDEL_CPU_RESIDUAL ? r : x[row] + r / diagonal[row];
          add_to_total (arithmetic, &sum, (double) r, (double) r);
        }
      return sum.value;
    }
  memcpy (y + begin, sums, (size_t) n * sizeof (Real));
  if (work->product == SEIDEL_CPU_MULTIPLY_DOT)
    for (int64_t i = 0; i < n; i++)
      add_to_total (arithmetic, &sum, (double) x[begin + i], (double) sums[i]);
  return sum.value;
}

SEIDEL_CPU_DEFINE_VARIANTS (
  double,
  finish_block,
  (int arithmetic, const Product *work, int64_t begin, int64_t n, const Real *sums),
  (work, begin, n, sums))

static double
product (SeidelContext *context,
         const SeidelOperator *A,
         SeidelCpuProduct product,
         const void *b,
         const void *x,
         void *y)
{
  const Product work = { product, A, b, x, y };
  int arithmetic = context->settings.arithmetic;
  bool transposed = product == SEIDEL_CPU_MULTIPLY_TRANSPOSED;
  int64_t n = transposed ? A->matrix.columns : A->matrix.rows;
  int64_t size = transposed ? A->array.block_columns : A->array.block_rows;
  int64_t n_blocks = (n + size - 1) / size;

#pragma omp parallel for num_threads(seidel_cpu_team(context, A->array.entries)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * size;
      int64_t rest = n - begin < size ? n - begin : size;
      SumBlock sums;

      if (seidel_cpu_stopped (context))
        continue;
      begin_sums (arithmetic, &sums, NULL, rest);
      multiply_block (context, A, transposed, begin, rest, x, &sums);
      context->partials[block] =
        SEIDEL_CPU_VARIANT (context, finish_block) (arithmetic, &work, begin, rest, sums.value);
    }
  return transposed ? 0.0 : seidel_cpu_sum_partials (context, n_blocks);
}

static void
fill_dense_rows (const SeidelOperator *A, int64_t begin, int64_t end)
{
  const SeidelCsrView *matrix = &A->matrix;

  for (int64_t row = begin; row < end; row++)
    {
      Real *values = (Real *) A->array.values + row * A->array.stride;

      memset (values, 0, (size_t) A->array.stride * sizeof (Real));
      for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
        values[matrix->column_indices[k]] = (Real) matrix->values[k];
    }
}

/* places holds the number of the diagonal column − row at column − row + rows − 1. */
static void
fill_diagonals_rows (const SeidelOperator *A, const int32_t *places, int64_t begin, int64_t end)
{
  const SeidelCsrView *matrix = &A->matrix;
  Real *values = A->array.values;

  places += matrix->rows - 1;
  for (int64_t d = 0; d < A->array.count; d++)
    memset (values + d * A->array.stride + begin, 0, (size_t) (end - begin) * sizeof (Real));
  for (int64_t row = begin; row < end; row++)
    for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
      values[places[matrix->column_indices[k] - row] * A->array.stride + row] =
        (Real) matrix->values[k];
}

static void
fill_array (SeidelContext *context, const SeidelOperator *A, const int32_t *places)
{
  int64_t size = A->array.block_rows;
  int64_t n_blocks = (A->matrix.rows + size - 1) / size;

#pragma omp parallel for num_threads(seidel_cpu_team(context, A->array.entries)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * size;
      int64_t end = begin + size < A->matrix.rows ? begin + size : A->matrix.rows;

      if (seidel_cpu_stopped (context))
        continue;
      if (A->storage == SEIDEL_STORAGE_DENSE)
        fill_dense_rows (A, begin, end);
      else
        fill_diagonals_rows (A, places, begin, end);
    }
}

/* Copies the diagonal, zero where it has no entry; returns the first row where it is zero, or
 * INT64_MAX. */
static int64_t
find_diagonal (const SeidelOperator *A, void *diagonal)
{
  const SeidelCpuArray *array = &A->array;
  const Real *values = array->values;
  Real *out = diagonal;
  int64_t bad_row = INT64_MAX;
  bool dense = A->storage == SEIDEL_STORAGE_DENSE;
  bool stored = dense || (array->n_below < array->count && array->offsets[array->n_below] == 0);

  for (int64_t row = 0; row < A->matrix.rows; row++)
    {
      int64_t place = dense ? row * array->stride + row : array->n_below * array->stride + row;

      out[row] = stored && row < A->matrix.columns ? values[place] : (Real) 0;
      if (out[row] == 0 && bad_row == INT64_MAX)
        bad_row = row;
    }
  return bad_row;
}

const SeidelCpuArrayKernels SEIDEL_CPU_NAME (array_kernels) = {
  .product = product,
  .sweep = SEIDEL_CPU_NAME (sweep_array),
  .fill = fill_array,
  .diagonal = find_diagonal,
};
