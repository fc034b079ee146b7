/* Products with a matrix by diagonals or with a dense one, for one type.
 *
 * Included by each instance of the kernels, after seidel-cpu-arithmetic.inc.c.
 *
 * Blocks of rows are summed in the first cache while the matrix streams by. A row of diagonals is
 * summed from the left to the right, so that neither blocks nor threads show in the bits; a dense
 * one in interleaved parts. Places of the array outside the matrix are never read.
 *
 * Source of the array of diagonals: Bell and Garland, Efficient sparse matrix-vector multiplication
 * on CUDA (NVIDIA NVR-2008-004).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Diagonals, or dense rows, that go through memory side by side. */
#define ABREAST 4

/* The sums of a block of rows. */
typedef struct
{
  REAL value[SEIDEL_CPU_ARRAY_ROWS];
#if COMPENSATED
  REAL excess[SEIDEL_CPU_ARRAY_ROWS];
#endif
} NAME (SumBlock);

static inline __attribute__ ((always_inline)) NAME (Sum)
  NAME (sum_at) (const NAME (SumBlock) * sums, int64_t i)
{
#if COMPENSATED
  return (NAME (Sum)){ sums->value[i], sums->excess[i] };
#else
  return (NAME (Sum)){ sums->value[i] };
#endif
}

static inline __attribute__ ((always_inline)) void
NAME (put_sum) (NAME (SumBlock) * sums, int64_t i, NAME (Sum) sum)
{
  sums->value[i] = sum.value;
#if COMPENSATED
  sums->excess[i] = sum.excess;
#endif
}

/* Sums that begin with these values, or with zero where start is NULL. */
static void
NAME (begin_sums) (NAME (SumBlock) * sums, const REAL *start, int64_t n)
{
  memset (sums->value, 0, (size_t) n * sizeof (REAL));
  if (start != NULL)
    memcpy (sums->value, start, (size_t) n * sizeof (REAL));
#if COMPENSATED
  memset (sums->excess, 0, (size_t) n * sizeof (REAL));
#endif
}

/* --- by diagonals ----------------------------------------------------------------------------- */

/* Adds taken products to each of the sums from at + begin to at + end, or subtracts them. Called
 * with constants. The pointers belong to the sum at. */
static inline __attribute__ ((always_inline)) void
NAME (sum_abreast) (bool subtracts,
                    const REAL *const *values,
                    const REAL *const *x,
                    int taken,
                    int64_t begin,
                    int64_t end,
                    NAME (SumBlock) * sums,
                    int64_t at)
{
#pragma GCC ivdep
  for (int64_t i = begin; i < end; i++)
    {
      NAME (Sum) sum = NAME (sum_at) (sums, at + i);

      for (int k = 0; k < taken; k++)
        if (subtracts)
          NAME (subtract_product) (&sum, values[k][i], x[k][i]);
        else
          NAME (add_product) (&sum, values[k][i], x[k][i]);
      NAME (put_sum) (sums, at + i, sum);
    }
}

/* n diagonals from first on (step 1), or from first back (step −1), times x for the rows of a
 * block; of the transpose, whose rows have the diagonals in the opposite order. */
static inline __attribute__ ((always_inline)) void
NAME (sum_diagonals) (bool subtracts,
                      bool transposed,
                      const SeidelOperator *A,
                      int64_t first,
                      int64_t n_diagonals,
                      int step,
                      int64_t begin,
                      int64_t n,
                      const REAL *x,
                      NAME (SumBlock) * sums,
                      int64_t at)
{
  const SeidelCpuArray *array = &A->array;
  int64_t limit = transposed ? A->matrix.rows : A->matrix.columns;
  const REAL *v[ABREAST];
  const REAL *in[ABREAST];
  int taken = 0;

  for (int64_t d = first; n_diagonals > 0; n_diagonals--, d += step)
    {
      int64_t shift = begin + (transposed ? -array->offsets[d] : array->offsets[d]);
      int64_t from = shift < 0 ? -shift : 0;
      int64_t to = limit - shift < n ? limit - shift : n;
      bool whole = from == 0 && to == n;

      if (whole)
        {
          v[taken] =
            (const REAL *) array->values + d * array->stride + (transposed ? shift : begin);
          in[taken++] = x + shift;
        }
      if (taken == ABREAST)
        {
          NAME (sum_abreast) (subtracts, v, in, ABREAST, 0, n, sums, at);
          taken = 0;
        }
      else if (!whole || n_diagonals == 1)
        {
          /* In the order of the diagonals: those before one that is cut off come first. */
          for (int k = 0; k < taken; k++)
            NAME (sum_abreast) (subtracts, v + k, in + k, 1, 0, n, sums, at);
          taken = 0;
          v[0] = (const REAL *) array->values + d * array->stride + (transposed ? shift : begin);
          in[0] = x + shift;
          if (!whole && from < to)
            NAME (sum_abreast) (subtracts, v, in, 1, from, to, sums, at);
        }
    }
}

SEIDEL_CPU_CLONES static void
NAME (diagonals_block) (const SeidelOperator *A,
                        int64_t begin,
                        int64_t n,
                        const REAL *x,
                        NAME (SumBlock) * sums)
{
  NAME (sum_diagonals) (false, false, A, 0, A->array.count, 1, begin, n, x, sums, 0);
}

SEIDEL_CPU_CLONES static void
NAME (diagonals_transposed_block) (const SeidelOperator *A,
                                   int64_t begin,
                                   int64_t n,
                                   const REAL *x,
                                   NAME (SumBlock) * sums)
{
  NAME (sum_diagonals)
  (false, true, A, A->array.count - 1, A->array.count, -1, begin, n, x, sums, 0);
}

/* --- dense ------------------------------------------------------------------------------------ */

/* Sum of n products of neighbours. */
static inline __attribute__ ((always_inline)) REAL
NAME (dense_product) (const REAL *values, const REAL *x, int64_t n)
{
  NAME (SliceSum) sum[4] = { { { 0 } } };
  NAME (Sum) lanes[SEIDEL_CPU_SLICE] = { { 0 } };
  int64_t i = 0;

  for (; i + 4 * SEIDEL_CPU_SLICE <= n; i += 4 * SEIDEL_CPU_SLICE)
    for (int part = 0; part < 4; part++)
      ADD_SLICES (&sum[part], SLICE_AT (values + i + part * SEIDEL_CPU_SLICE),
                  SLICE_AT (x + i + part * SEIDEL_CPU_SLICE));
  JOIN_FOUR (sum);
  for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
    {
      lanes[lane].value = sum[0].value[lane];
#if COMPENSATED
      lanes[lane].excess = sum[0].excess[lane];
#endif
    }
  for (; i < n; i++)
    NAME (add_product) (&lanes[0], values[i], x[i]);
  JOIN_FOUR (lanes);
  return lanes[0].value;
}

SEIDEL_CPU_CLONES static void
NAME (dense_block) (const SeidelOperator *A,
                    int64_t begin,
                    int64_t n,
                    const REAL *x,
                    NAME (SumBlock) * sums)
{
  const REAL *values = (const REAL *) A->array.values + begin * A->array.stride;

  for (int64_t i = 0; i < n; i++, values += A->array.stride)
    sums->value[i] = NAME (dense_product) (values, x, A->matrix.columns);
}

/* Adds taken rows, each times an element of x, to the sums of a block of columns. */
static inline __attribute__ ((always_inline)) void
NAME (sum_rows) (const REAL *values,
                 int64_t stride,
                 const REAL *x,
                 int taken,
                 int64_t n,
                 NAME (SumBlock) * sums)
{
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++)
    {
      NAME (Sum) sum = NAME (sum_at) (sums, i);

      for (int k = 0; k < taken; k++)
        NAME (add_product) (&sum, values[k * stride + i], x[k]);
      NAME (put_sum) (sums, i, sum);
    }
}

SEIDEL_CPU_CLONES static void
NAME (dense_transposed_block) (const SeidelOperator *A,
                               int64_t begin,
                               int64_t n,
                               const REAL *x,
                               NAME (SumBlock) * sums)
{
  const REAL *values = (const REAL *) A->array.values + begin;
  int64_t stride = A->array.stride;
  int64_t row = 0;

  for (; row + ABREAST <= A->matrix.rows; row += ABREAST)
    NAME (sum_rows) (values + row * stride, stride, x + row, ABREAST, n, sums);
  for (; row < A->matrix.rows; row++)
    NAME (sum_rows) (values + row * stride, stride, x + row, 1, n, sums);
}

/* --- products --------------------------------------------------------------------------------- */

typedef void (*NAME (BlockFunc)) (const SeidelOperator *A,
                                  int64_t begin,
                                  int64_t n,
                                  const REAL *x,
                                  NAME (SumBlock) * sums);

/* What becomes of the sums of a block; returns the sum that the product asks for. */
static double
NAME (finish_block) (SeidelCpuProduct product,
                     const SeidelOperator *A,
                     int64_t begin,
                     int64_t n,
                     const REAL *sums,
                     const REAL *b,
                     const REAL *x,
                     REAL *y)
{
  const REAL *diagonal = A->diagonal;
  NAME (Total) sum = { 0.0 };

  y += begin;
  if (product == SEIDEL_CPU_MULTIPLY || product == SEIDEL_CPU_MULTIPLY_TRANSPOSED)
    {
      memcpy (y, sums, (size_t) n * sizeof (REAL));
      return 0.0;
    }
  if (product == SEIDEL_CPU_MULTIPLY_DOT)
    {
      memcpy (y, sums, (size_t) n * sizeof (REAL));
      for (int64_t i = 0; i < n; i++)
        NAME (add_to_total) (&sum, (double) x[begin + i], (double) sums[i]);
      return sum.value;
    }
  for (int64_t i = 0; i < n; i++)
    {
      REAL r = b[begin + i] - sums[i];

      y[i] = product == SEIDEL_CPU_RESIDUAL ? r : x[begin + i] + r / diagonal[begin + i];
      NAME (add_to_total) (&sum, (double) r, (double) r);
    }
  return sum.value;
}

static double
NAME (array_product) (SeidelContext *context,
                      const SeidelOperator *A,
                      SeidelCpuProduct product,
                      const void *b,
                      const void *x,
                      void *y)
{
  static const NAME (BlockFunc) functions[][2] = {
    [SEIDEL_STORAGE_DIAGONALS] = { NAME (diagonals_block), NAME (diagonals_transposed_block) },
    [SEIDEL_STORAGE_DENSE] = { NAME (dense_block), NAME (dense_transposed_block) },
  };
  bool transposed = product == SEIDEL_CPU_MULTIPLY_TRANSPOSED;
  NAME (BlockFunc) sum_block = functions[A->storage][transposed];
  int64_t n = transposed ? A->matrix.columns : A->matrix.rows;
  int64_t size = transposed ? A->array.block_columns : A->array.block_rows;
  int64_t n_blocks = (n + size - 1) / size;

#pragma omp parallel for num_threads(seidel_cpu_team(context, A->array.entries)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * size;
      int64_t rest = n - begin < size ? n - begin : size;
      NAME (SumBlock) sums;

      if (seidel_cpu_stopped (context))
        continue;
      NAME (begin_sums) (&sums, NULL, rest);
      sum_block (A, begin, rest, x, &sums);
      context->partials[block] = NAME (finish_block) (product, A, begin, rest, sums.value, b, x, y);
    }
  return transposed ? 0.0 : seidel_cpu_sum_partials (context, n_blocks);
}

/* --- conversion ------------------------------------------------------------------------------- */

static void
NAME (fill_dense_rows) (const SeidelOperator *A, int64_t begin, int64_t end)
{
  const SeidelCsrView *matrix = &A->matrix;

  for (int64_t row = begin; row < end; row++)
    {
      REAL *values = (REAL *) A->array.values + row * A->array.stride;

      memset (values, 0, (size_t) A->array.stride * sizeof (REAL));
      for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
        values[matrix->column_indices[k]] = (REAL) matrix->values[k];
    }
}

/* places tells which diagonal an entry is on: that of column − row at column − row + rows − 1. */
static void
NAME (fill_diagonals_rows) (const SeidelOperator *A,
                            const int32_t *places,
                            int64_t begin,
                            int64_t end)
{
  const SeidelCsrView *matrix = &A->matrix;
  REAL *values = A->array.values;

  places += matrix->rows - 1;
  for (int64_t d = 0; d < A->array.count; d++)
    memset (values + d * A->array.stride + begin, 0, (size_t) (end - begin) * sizeof (REAL));
  for (int64_t row = begin; row < end; row++)
    for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
      values[places[matrix->column_indices[k] - row] * A->array.stride + row] =
        (REAL) matrix->values[k];
}

static void
NAME (fill_array) (SeidelContext *context, const SeidelOperator *A, const int32_t *places)
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
        NAME (fill_dense_rows) (A, begin, end);
      else
        NAME (fill_diagonals_rows) (A, places, begin, end);
    }
}

/* Copies the diagonal, zero where it has no entry; returns the first row where it is zero, or
 * INT64_MAX. */
static int64_t
NAME (array_diagonal) (const SeidelOperator *A, void *diagonal)
{
  const SeidelCpuArray *array = &A->array;
  const REAL *values = array->values;
  REAL *out = diagonal;
  int64_t bad_row = INT64_MAX;
  bool dense = A->storage == SEIDEL_STORAGE_DENSE;
  bool stored = dense || (array->n_below < array->count && array->offsets[array->n_below] == 0);

  for (int64_t row = 0; row < A->matrix.rows; row++)
    {
      int64_t place = dense ? row * array->stride + row : array->n_below * array->stride + row;

      out[row] = stored && row < A->matrix.columns ? values[place] : (REAL) 0;
      if (out[row] == 0 && bad_row == INT64_MAX)
        bad_row = row;
    }
  return bad_row;
}
