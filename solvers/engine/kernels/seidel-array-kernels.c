/* Products and sweeps of the CPU engine with a matrix stored by diagonals or densely.
 *
 * Blocks of rows are summed in the first-level cache while the matrix is streamed. A row of
 * diagonals is summed from left to right, so that neither blocks nor threads affect the bits; a
 * dense one in interleaved parts. Places of the array outside the matrix are never read.
 *
 * A sweep updates one row after the other, but the parts of their sums that do not depend on each
 * other are computed block by block, as fast as a product.
 *
 * Source of the storage by diagonals: Bell and Garland, Efficient sparse matrix-vector
 * multiplication on CUDA (NVIDIA NVR-2008-004).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "engine/kernels/seidel-update.h"

/* Diagonals, or dense rows, that are read side by side. */
#define ABREAST 4

/* The sums of a block of rows. The excess is that of compensated sums. */
typedef struct
{
  Real value[SEIDEL_CPU_ARRAY_ROWS];
  Real excess[SEIDEL_CPU_ARRAY_ROWS];
} SumBlock;

INLINE Sum
sum_at (int arithmetic, const SumBlock *sums, int64_t i)
{
  return (Sum){ sums->value[i], is_compensated (arithmetic) ? sums->excess[i] : (Real) 0 };
}

INLINE void
put_sum (int arithmetic, SumBlock *sums, int64_t i, Sum sum)
{
  sums->value[i] = sum.value;
  if (is_compensated (arithmetic))
    sums->excess[i] = sum.excess;
}

/* Sums that begin with these values, or with zero where start is NULL. */
INLINE void
begin_sums (int arithmetic, SumBlock *sums, const Real *start, int64_t n)
{
  if (start != NULL)
    memcpy (sums->value, start, (size_t) n * sizeof (Real));
  else
    memset (sums->value, 0, (size_t) n * sizeof (Real));
  if (is_compensated (arithmetic))
    memset (sums->excess, 0, (size_t) n * sizeof (Real));
}

/* Adds taken products to each of the sums from at + begin to at + end, or subtracts them. Called
 * with constants. The pointers belong to the sum at. */
INLINE void
sum_abreast (int arithmetic,
             bool subtracts,
             const Real *const *values,
             const Real *const *x,
             int taken,
             int64_t begin,
             int64_t end,
             SumBlock *sums,
             int64_t at)
{
#pragma GCC ivdep
  for (int64_t i = begin; i < end; i++)
    {
      Sum sum = sum_at (arithmetic, sums, at + i);

      for (int k = 0; k < taken; k++)
        if (subtracts)
          subtract_product (arithmetic, &sum, values[k][i], x[k][i]);
        else
          add_product (arithmetic, &sum, values[k][i], x[k][i]);
      put_sum (arithmetic, sums, at + i, sum);
    }
}

/* Diagonals of a matrix: n from first on (step 1), or from first back (step −1). */
typedef struct
{
  int64_t first;
  int64_t n;
  int step;
} Diagonals;

/* Diagonals times x for n rows of a block, the first being row begin of the matrix and row at of
 * the block; of the transpose, whose rows have the diagonals in the opposite order. */
INLINE void
sum_diagonals (int arithmetic,
               bool subtracts,
               bool transposed,
               const SeidelOperator *A,
               Diagonals diagonals,
               int64_t begin,
               int64_t n,
               const Real *x,
               SumBlock *sums,
               int64_t at)
{
  const SeidelCpuArray *array = &A->array;
  int64_t limit = transposed ? A->matrix.rows : A->matrix.columns;
  const Real *v[ABREAST];
  const Real *in[ABREAST];
  int taken = 0;

  for (int64_t d = diagonals.first; diagonals.n > 0; diagonals.n--, d += diagonals.step)
    {
      int64_t shift = begin + (transposed ? -array->offsets[d] : array->offsets[d]);
      int64_t from = shift < 0 ? -shift : 0;
      int64_t to = limit - shift < n ? limit - shift : n;
      bool whole = from == 0 && to == n;

      if (whole)
        {
          v[taken] =
            (const Real *) array->values + d * array->stride + (transposed ? shift : begin);
          in[taken++] = x + shift;
        }
      if (taken == ABREAST)
        {
          sum_abreast (arithmetic, subtracts, v, in, ABREAST, 0, n, sums, at);
          taken = 0;
        }
      else if (!whole || diagonals.n == 1)
        {
          /* In the order of the diagonals: those before one that is cut off come first. */
          for (int k = 0; k < taken; k++)
            sum_abreast (arithmetic, subtracts, v + k, in + k, 1, 0, n, sums, at);
          taken = 0;
          v[0] = (const Real *) array->values + d * array->stride + (transposed ? shift : begin);
          in[0] = x + shift;
          if (!whole && from < to)
            sum_abreast (arithmetic, subtracts, v, in, 1, from, to, sums, at);
        }
    }
}

INLINE void
add_diagonals (int arithmetic,
               const SeidelOperator *A,
               Diagonals diagonals,
               int64_t begin,
               int64_t n,
               const Real *x,
               SumBlock *sums)
{
  sum_diagonals (arithmetic, false, false, A, diagonals, begin, n, x, sums, 0);
}

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

INLINE void
subtract_diagonals (int arithmetic,
                    const SeidelOperator *A,
                    Diagonals diagonals,
                    int64_t begin,
                    int64_t n,
                    const Real *x,
                    SumBlock *sums)
{
  sum_diagonals (arithmetic, true, false, A, diagonals, begin, n, x, sums, 0);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            add_diagonals,
                            (int arithmetic,
                             const SeidelOperator *A,
                             Diagonals diagonals,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, diagonals, begin, n, x, sums))

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

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            subtract_diagonals,
                            (int arithmetic,
                             const SeidelOperator *A,
                             Diagonals diagonals,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, diagonals, begin, n, x, sums))

/* Sum of n products of neighbours. */
INLINE Real
dense_product (int arithmetic, const Real *values, const Real *x, int64_t n)
{
  SliceSum sum[4] = { { { 0 } } };
  Sum lanes[SEIDEL_CPU_SLICE];
  int64_t i = 0;

  for (; i + 4 * SEIDEL_CPU_SLICE <= n; i += 4 * SEIDEL_CPU_SLICE)
    for (int part = 0; part < 4; part++)
      add_slices (arithmetic, &sum[part], slice_at (values + i + part * SEIDEL_CPU_SLICE),
                  slice_at (x + i + part * SEIDEL_CPU_SLICE));
  JOIN_FOUR (arithmetic, sum);
  for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
    lanes[lane] = (Sum){ sum[0].value[lane], sum[0].excess[lane] };
  for (; i < n; i++)
    add_product (arithmetic, &lanes[0], values[i], x[i]);
  JOIN_FOUR (arithmetic, lanes);
  return lanes[0].value;
}

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

/* Rows of a sweep whose sums are computed together as far as they do not depend on each other: over
 * the diagonals that reach out of the block first, then, a few rows at a time, over those that
 * reach out of these. Only the nearest are left to be taken row by row. */
#define SWEEP_ROWS     SEIDEL_CPU_ARRAY_ROWS /* the block_rows of the array */
#define SWEEP_FEW_ROWS 64

INLINE Real
relaxed (const Update *work, Real quotient, Real old)
{
  if (!work->relaxes)
    return quotient;
  return work->mode == SEIDEL_CPU_TRIANGLE ? work->omega * quotient
                                           : work->kept * old + work->omega * quotient;
}

/* The residual of the incoming x, from what the other entries of a row and its diagonal make of it
 * and what they made of the x before. */
INLINE Real
tracked_residual (const Update *work, Real others, Real diagonal, int64_t row)
{
  Real made = work->relaxes ? work->tilt * (diagonal * work->x[row]) - others : -others;
  Real residual = made - work->known[row];

  work->known[row] = made;
  return residual;
}

/* The first diagonal at or behind an offset. */
static int64_t
find_offset (const SeidelCpuArray *array, int64_t offset)
{
  int64_t d = 0;

  while (d < array->count && array->offsets[d] < offset)
    d++;
  return d;
}

/* Rows wait for each other while memory is idle: fetches what the next block will read beside this
 * row, on every diagonal, unless that is more than the caches should hold. */
INLINE void
fetch_next_block (const SeidelCpuArray *array, int64_t row, bool forward)
{
  const int64_t line = 64 / sizeof (Real);
  const int64_t most = (256 << 10) / (SWEEP_ROWS * sizeof (Real));
  const Real *values = (const Real *) array->values + row + (forward ? SWEEP_ROWS : -SWEEP_ROWS);

  if (row % line == 0 && array->count <= most)
    for (int64_t d = 0; d < array->count; d++)
      __builtin_prefetch (values + d * array->stride);
}

/* Updates n rows one after the other; sums, from at on, holds what is left of start except for the
 * nearest diagonals, from near to the main one. */
INLINE void
update_few_rows (int arithmetic,
                 const Update *work,
                 int64_t begin,
                 int64_t n,
                 int64_t near,
                 const Real *start,
                 const SumBlock *sums,
                 int64_t at)
{
  const SeidelOperator *A = work->sweep->system;
  const SeidelCpuArray *array = &A->array;
  const Real *diagonal = A->diagonal;
  int64_t n_near = work->forward ? array->n_below - near : near - array->n_below;
  int step = work->forward ? 1 : -1;
  Real *x = work->x;

  for (int64_t i = 0; i < n; i++)
    {
      int64_t place = work->forward ? i : n - 1 - i;
      int64_t row = begin + place;
      const Real *values = (const Real *) array->values + row;
      Sum sum = sum_at (arithmetic, sums, at + place);

      fetch_next_block (array, row, work->forward);
      for (int64_t k = 0, d = near; k < n_near; k++, d += step)
        {
          int64_t column = row + array->offsets[d];

          if (column >= 0 && column < A->matrix.columns)
            subtract_product (arithmetic, &sum, values[d * array->stride], x[column]);
        }
      if (keeps_own (work->mode))
        work->known[row] = start[at + place] - sum.value;
      x[row] = relaxed (work, sum.value / diagonal[row], x[row]);
    }
}

/* Updates the rows of a block. sums holds what is left of start except for the own entries on the
 * diagonals from far to near, which are subtracted for a few rows at a time, and on those from near
 * to the main one. */
INLINE void
update_rows (int arithmetic,
             const Update *work,
             int64_t begin,
             int64_t n,
             int64_t far,
             int64_t near,
             const Real *start,
             SumBlock *sums)
{
  int step = work->forward ? 1 : -1;

  for (int64_t i = 0; i < n; i += SWEEP_FEW_ROWS)
    {
      int64_t few = n - i < SWEEP_FEW_ROWS ? n - i : SWEEP_FEW_ROWS;
      int64_t at = work->forward ? i : n - i - few;

      sum_diagonals (arithmetic, true, false, work->sweep->system,
                     (Diagonals){ far, (near - far) * step, step }, begin + at, few, work->x, sums,
                     at);
      update_few_rows (arithmetic, work, begin + at, few, near, start, sums, at);
    }
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            update_rows,
                            (int arithmetic,
                             const Update *work,
                             int64_t begin,
                             int64_t n,
                             int64_t far,
                             int64_t near,
                             const Real *start,
                             SumBlock *sums),
                            (work, begin, n, far, near, start, sums))

INLINE double
sum_squares (int arithmetic, const Real *values, int64_t n)
{
  Total sum = { 0 };

  for (int64_t i = 0; i < n; i++)
    add_to_total (arithmetic, &sum, (double) values[i], (double) values[i]);
  return sum.value;
}

SEIDEL_CPU_DEFINE_VARIANTS (double,
                            sum_squares,
                            (int arithmetic, const Real *values, int64_t n),
                            (values, n))

/* The sum of the squared residuals of the incoming x; own are the entries that the rows depend on
 * and the diagonal, and sums holds what is left of b except for them. */
static double
track_block (const Update *work,
             Diagonals own,
             int64_t begin,
             int64_t n,
             const Real *others,
             const SumBlock *sums)
{
  const SeidelOperator *A = work->sweep->system;
  const Real *diagonal = A->diagonal;
  int arithmetic = work->arithmetic;
  SumBlock left;

  if (work->mode == SEIDEL_CPU_TRACKED)
    {
#pragma omp simd
      for (int64_t i = 0; i < n; i++)
        left.value[i] = tracked_residual (work, others[i], diagonal[begin + i], begin + i);
    }
  else
    {
      memcpy (work->before + begin, work->x + begin, (size_t) n * sizeof (Real));
      begin_sums (arithmetic, &left, sums->value, n);
      SEIDEL_CPU_VARIANT (work->context, subtract_diagonals)
      (arithmetic, A, own, begin, n, work->before, &left);
    }
  return SEIDEL_CPU_VARIANT (work->context, sum_squares) (arithmetic, left.value, n);
}

/* The rows of a block. A row's own entries, those that it depends on, are taken from the farthest
 * to the nearest: the diagonals up to far for all of them, those up to near for a few at a time. */
static void
update_block (const Update *work, int64_t begin, int64_t n)
{
  const SeidelOperator *A = work->sweep->system;
  const SeidelCpuArray *array = &A->array;
  bool forward = work->forward;
  SeidelCpuSweepMode mode = work->mode;
  int arithmetic = work->arithmetic;
  int step = forward ? 1 : -1;
  int64_t main = array->n_below;
  int64_t first = forward ? 0 : array->count - 1;
  int64_t n_own = forward ? main : array->count - 1 - main;
  int64_t other = forward ? main + 1 : 0;
  int64_t far = find_offset (array, forward ? 1 - SWEEP_ROWS : SWEEP_ROWS) - !forward;
  int64_t near = find_offset (array, forward ? 1 - SWEEP_FEW_ROWS : SWEEP_FEW_ROWS) - !forward;
  SumBlock others;
  SumBlock sums;

  begin_sums (arithmetic, &others, reads_known (mode) ? work->known + begin : NULL, n);
  if (reads_others (mode))
    SEIDEL_CPU_VARIANT (work->context, add_diagonals)
  (arithmetic, A, (Diagonals){ other, array->count - 1 - n_own, 1 }, begin, n, work->x, &others);
  begin_sums (arithmetic, &sums, work->b + begin, n);
  if (mode != SEIDEL_CPU_TRIANGLE)
    {
#pragma omp simd
      for (int64_t i = 0; i < n; i++)
        sums.value[i] -= others.value[i];
    }
  if (tracks (mode))
    work->squares[begin / SWEEP_ROWS] =
      track_block (work, (Diagonals){ first, n_own + 1, step }, begin, n, others.value, &sums);
  if (keeps_own (mode))
    memcpy (others.value, sums.value, (size_t) n * sizeof (Real));
  SEIDEL_CPU_VARIANT (work->context, subtract_diagonals)
  (arithmetic, A, (Diagonals){ first, (far - first) * step, step }, begin, n, work->x, &sums);
  SEIDEL_CPU_VARIANT (work->context, update_rows)
  (arithmetic, work, begin, n, far, near, others.value, &sums);
}

/* A dense row depends on the one before by a single product: the others are summed as fast as in a
 * product, on both sides of the diagonal. */
INLINE void
update_dense_row (int arithmetic, const Update *work, int64_t row, double *square)
{
  const SeidelOperator *A = work->sweep->system;
  const Real *values = (const Real *) A->array.values + row * A->array.stride;
  SeidelCpuSweepMode mode = work->mode;
  int64_t behind = row + 1;
  int64_t n_behind = A->matrix.columns - behind;
  int64_t own = work->forward ? 0 : behind;
  int64_t n_own = work->forward ? row : n_behind;
  int64_t other = work->forward ? behind : 0;
  int64_t n_other = work->forward ? n_behind : row;
  Real others = reads_known (mode) ? work->known[row] : (Real) 0;
  Real start = work->b[row];
  Real residual = 0;
  Real sum;

  if (reads_others (mode))
    others = dense_product (arithmetic, values + other, work->x + other, n_other);
  if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = dense_product (arithmetic, values + own, work->x + own, n_own);
  if (mode == SEIDEL_CPU_TRACKED)
    residual = tracked_residual (work, others, values[row], row);
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      residual = start - dense_product (arithmetic, values + own, work->before + own, n_own);
      residual -= values[row] * work->x[row];
      work->before[row] = work->x[row];
    }
  if (keeps_own (mode))
    work->known[row] = sum;
  *square += (double) residual * (double) residual;
  work->x[row] = relaxed (work, (start - sum) / values[row], work->x[row]);
}

INLINE void
update_dense_block (int arithmetic, const Update *work, int64_t begin, int64_t n)
{
  double square = 0.0;

  for (int64_t i = 0; i < n; i++)
    update_dense_row (arithmetic, work, begin + (work->forward ? i : n - 1 - i), &square);
  if (tracks (work->mode))
    work->squares[begin / work->sweep->system->array.block_rows] = square;
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            update_dense_block,
                            (int arithmetic, const Update *work, int64_t begin, int64_t n),
                            (work, begin, n))

static void
sweep_blocks (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  const SeidelOperator *A = sweep->system;
  const Update work = update_of (context, sweep, job);
  bool dense = A->storage == SEIDEL_STORAGE_DENSE;
  int64_t n = A->matrix.rows;
  int64_t size = A->array.block_rows;
  int64_t n_blocks = (n + size - 1) / size;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int64_t i = 0; i < n_blocks; i++)
    {
      int64_t begin = (work.forward ? i : n_blocks - 1 - i) * size;
      int64_t rest = n - begin < size ? n - begin : size;

      unpolled += rest * (dense ? A->matrix.columns : A->array.count);
      if (unpolled >= SEIDEL_CPU_CHUNK_NONZEROS)
        {
          unpolled = 0;
          if (seidel_cpu_stopped (context))
            return;
        }
      if (dense)
        SEIDEL_CPU_VARIANT (context, update_dense_block) (work.arithmetic, &work, begin, rest);
      else
        update_block (&work, begin, rest);
    }
}

const SeidelCpuArrayKernels SEIDEL_CPU_NAME (array_kernels) = {
  .product = product,
  .sweep = sweep_blocks,
  .fill = fill_array,
  .diagonal = find_diagonal,
};
