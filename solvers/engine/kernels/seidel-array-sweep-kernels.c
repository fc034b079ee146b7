/* Sweeps of the CPU engine with a matrix stored by diagonals or densely.
 *
 * A sweep updates one row after the other, but the parts of their sums that do not depend on each
 * other are computed block by block, as fast as a product.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/kernels/seidel-array-sums.h"

/* Rows of a sweep whose sums are computed together as far as they do not depend on each other: over
 * the diagonals that reach out of the block first, then, a few rows at a time, over those that
 * reach out of these. Only the nearest are left to be taken row by row. */
#define SWEEP_ROWS     SEIDEL_CPU_ARRAY_ROWS /* the block_rows of the array */
#define SWEEP_FEW_ROWS 64

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
                            subtract_diagonals,
                            (int arithmetic,
                             const SeidelOperator *A,
                             Diagonals diagonals,
                             int64_t begin,
                             int64_t n,
                             const Real *x,
                             SumBlock *sums),
                            (A, diagonals, begin, n, x, sums))

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

void
SEIDEL_CPU_NAME (sweep_array) (SeidelContext *context,
                               const SeidelSweep *sweep,
                               const SeidelCpuSweepJob *job)
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
