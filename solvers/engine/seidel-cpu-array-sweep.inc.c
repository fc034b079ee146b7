/* Sweeps with a matrix by diagonals or with a dense one, for one type.
 *
 * Included by each instance of the kernels, after seidel-cpu-array.inc.c and after
 * seidel-cpu-renew.inc.c, whose modes of sweeps these share; their runs are the blocks.
 *
 * Rows are renewed one after the other, but what they need not wait for each other for is summed
 * block by block at the speed of a product.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Rows of a sweep whose sums are carried out together as far as they do not depend on each other:
 * over the diagonals that reach out of the block first, then, a few rows at a time, over those that
 * reach out of these. Only the nearest are left to be taken row by row. */
#define SWEEP_ROWS     SEIDEL_CPU_ARRAY_ROWS /* the block_rows of the array */
#define SWEEP_FEW_ROWS 64

static inline __attribute__ ((always_inline)) REAL
NAME (relaxed) (SeidelCpuSweepMode mode, const NAME (Renewal) * work, REAL quotient, REAL old)
{
  if (!work->relaxes)
    return quotient;
  return mode == SEIDEL_CPU_TRIANGLE ? work->omega * quotient
                                     : work->kept * old + work->omega * quotient;
}

/* What the other entries of a row and its diagonal make of the incoming x: tells its residual from
 * what they made of the x before. */
static inline __attribute__ ((always_inline)) REAL
NAME (tracked_residual) (const NAME (Renewal) * work, REAL others, REAL diagonal, int64_t row)
{
  REAL made = work->relaxes ? work->tilt * (diagonal * work->x[row]) - others : -others;
  REAL residual = made - work->known[row];

  work->known[row] = made;
  return residual;
}

/* The first diagonal at or behind an offset. */
static int64_t
NAME (find_offset) (const SeidelCpuArray *array, int64_t offset)
{
  int64_t d = 0;

  while (d < array->count && array->offsets[d] < offset)
    d++;
  return d;
}

/* Rows wait for each other, and memory has time meanwhile: fetches what the next block will read
 * beside this row, on every diagonal, unless that is more than the caches should hold. */
static inline __attribute__ ((always_inline)) void
NAME (fetch_next_block) (const SeidelCpuArray *array, int64_t row, bool forward)
{
  const int64_t line = 64 / sizeof (REAL);
  const int64_t most = (256 << 10) / (SWEEP_ROWS * sizeof (REAL));
  const REAL *values = (const REAL *) array->values + row + (forward ? SWEEP_ROWS : -SWEEP_ROWS);

  if (row % line == 0 && array->count <= most)
    for (int64_t d = 0; d < array->count; d++)
      __builtin_prefetch (values + d * array->stride);
}

/* Renews n rows one after the other; sums, from at on, holds what is left of start but for the
 * nearest diagonals, from near to main. */
static inline __attribute__ ((always_inline)) void
NAME (renew_few_rows) (SeidelCpuSweepMode mode,
                       bool forward,
                       const NAME (Renewal) * work,
                       int64_t begin,
                       int64_t n,
                       int64_t near,
                       const REAL *start,
                       const NAME (SumBlock) * sums,
                       int64_t at)
{
  const SeidelOperator *A = work->sweep->system;
  const SeidelCpuArray *array = &A->array;
  const REAL *diagonal = A->diagonal;
  int64_t main = array->n_below;
  REAL *x = work->x;

  for (int64_t i = 0; i < n; i++)
    {
      int64_t place = forward ? i : n - 1 - i;
      int64_t row = begin + place;
      const REAL *values = (const REAL *) array->values + row;
      NAME (Sum) sum = NAME (sum_at) (sums, at + place);

      NAME (fetch_next_block) (array, row, forward);
      for (int64_t d = near; d != main; d += forward ? 1 : -1)
        {
          int64_t column = row + array->offsets[d];

          if (column >= 0 && column < A->matrix.columns)
            NAME (subtract_product) (&sum, values[d * array->stride], x[column]);
        }
      if (KEEPS_OWN (mode))
        work->known[row] = start[at + place] - sum.value;
      x[row] = NAME (relaxed) (mode, work, sum.value / diagonal[row], x[row]);
    }
}

/* The sum of the squared residuals of the incoming x, where the sweep tracks it; sums holds what is
 * left of b but for the own entries. */
static inline __attribute__ ((always_inline)) double
NAME (track_block) (SeidelCpuSweepMode mode,
                    bool forward,
                    const NAME (Renewal) * work,
                    int64_t begin,
                    int64_t n,
                    const REAL *others,
                    const NAME (SumBlock) * sums)
{
  const SeidelOperator *A = work->sweep->system;
  const REAL *diagonal = A->diagonal;
  int64_t main = A->array.n_below;
  int64_t n_own = forward ? main : A->array.count - 1 - main;
  NAME (SumBlock) left;
  NAME (Total) square = { 0.0 };

  if (mode == SEIDEL_CPU_TRACKED)
    for (int64_t i = 0; i < n; i++)
      left.value[i] = NAME (tracked_residual) (work, others[i], diagonal[begin + i], begin + i);
  else
    {
      memcpy (work->before + begin, work->x + begin, (size_t) n * sizeof (REAL));
      NAME (begin_sums) (&left, sums->value, n);
      NAME (sum_diagonals)
      (true, false, A, forward ? 0 : A->array.count - 1, n_own + 1, forward ? 1 : -1, begin, n,
       work->before, &left, 0);
    }
  for (int64_t i = 0; i < n; i++)
    NAME (add_to_total) (&square, (double) left.value[i], (double) left.value[i]);
  return square.value;
}

/* The rows of a block. A row's own entries, those that it depends on, are taken from the farthest
 * to the nearest: the diagonals up to far for all of them, those up to near for a few at a time. */
static inline __attribute__ ((always_inline)) void
NAME (renew_block) (SeidelCpuSweepMode mode,
                    bool forward,
                    const NAME (Renewal) * work,
                    int64_t begin,
                    int64_t n)
{
  const SeidelOperator *A = work->sweep->system;
  const SeidelCpuArray *array = &A->array;
  int step = forward ? 1 : -1;
  int64_t main = array->n_below;
  int64_t first = forward ? 0 : array->count - 1;
  int64_t far = NAME (find_offset) (array, forward ? 1 - SWEEP_ROWS : SWEEP_ROWS);
  int64_t near = NAME (find_offset) (array, forward ? 1 - SWEEP_FEW_ROWS : SWEEP_FEW_ROWS);
  NAME (SumBlock) others;
  NAME (SumBlock) sums;

  if (!forward)
    {
      far--;
      near--;
    }
  NAME (begin_sums) (&others, READS_KNOWN (mode) ? work->known + begin : NULL, n);
  if (READS_OTHERS (mode) && forward)
    NAME (sum_diagonals)
  (false, false, A, main + 1, array->count - main - 1, 1, begin, n, work->x, &others, 0);
  else if (READS_OTHERS (mode))
    NAME (sum_diagonals) (false, false, A, 0, main, 1, begin, n, work->x, &others, 0);
  NAME (begin_sums) (&sums, work->b + begin, n);
  if (mode != SEIDEL_CPU_TRIANGLE)
    for (int64_t i = 0; i < n; i++)
      sums.value[i] -= others.value[i];
  if (TRACKS (mode))
    work->squares[begin / SWEEP_ROWS] =
      NAME (track_block) (mode, forward, work, begin, n, others.value, &sums);
  if (KEEPS_OWN (mode))
    memcpy (others.value, sums.value, (size_t) n * sizeof (REAL));
  NAME (sum_diagonals)
  (true, false, A, first, (far - first) * step, step, begin, n, work->x, &sums, 0);
  for (int64_t i = 0; i < n; i += SWEEP_FEW_ROWS)
    {
      int64_t few = n - i < SWEEP_FEW_ROWS ? n - i : SWEEP_FEW_ROWS;
      int64_t at = forward ? i : n - i - few;

      NAME (sum_diagonals)
      (true, false, A, far, (near - far) * step, step, begin + at, few, work->x, &sums, at);
      NAME (renew_few_rows)
      (mode, forward, work, begin + at, few, near, others.value, &sums, at);
    }
}

SEIDEL_CPU_CLONES static void
NAME (renew_block_forward) (SeidelCpuSweepMode mode,
                            const NAME (Renewal) * work,
                            int64_t begin,
                            int64_t n)
{
  NAME (renew_block) (mode, true, work, begin, n);
}

SEIDEL_CPU_CLONES static void
NAME (renew_block_backward) (SeidelCpuSweepMode mode,
                             const NAME (Renewal) * work,
                             int64_t begin,
                             int64_t n)
{
  NAME (renew_block) (mode, false, work, begin, n);
}

/* A dense row depends on the one before by a single product: the others are summed as fast as in a
 * product, on both sides of the diagonal. */
static inline __attribute__ ((always_inline)) void
NAME (renew_dense_row) (SeidelCpuSweepMode mode,
                        bool forward,
                        const NAME (Renewal) * work,
                        int64_t row,
                        double *square)
{
  const SeidelOperator *A = work->sweep->system;
  const REAL *values = (const REAL *) A->array.values + row * A->array.stride;
  int64_t behind = row + 1;
  int64_t n_behind = A->matrix.columns - behind;
  int64_t own = forward ? 0 : behind;
  int64_t n_own = forward ? row : n_behind;
  int64_t other = forward ? behind : 0;
  int64_t n_other = forward ? n_behind : row;
  REAL others = READS_KNOWN (mode) ? work->known[row] : (REAL) 0;
  REAL start = work->b[row];
  REAL residual = 0;
  REAL sum;

  if (READS_OTHERS (mode))
    others = NAME (dense_product) (values + other, work->x + other, n_other);
  if (mode != SEIDEL_CPU_TRIANGLE)
    start -= others;
  sum = NAME (dense_product) (values + own, work->x + own, n_own);
  if (mode == SEIDEL_CPU_TRACKED)
    residual = NAME (tracked_residual) (work, others, values[row], row);
  if (mode == SEIDEL_CPU_HALF_TRACKED)
    {
      residual = start - NAME (dense_product) (values + own, work->before + own, n_own);
      residual -= values[row] * work->x[row];
      work->before[row] = work->x[row];
    }
  if (KEEPS_OWN (mode))
    work->known[row] = sum;
  *square += (double) residual * (double) residual;
  work->x[row] = NAME (relaxed) (mode, work, (start - sum) / values[row], work->x[row]);
}

SEIDEL_CPU_CLONES static void
NAME (renew_dense_block) (SeidelCpuSweepMode mode,
                          bool forward,
                          const NAME (Renewal) * work,
                          int64_t begin,
                          int64_t n)
{
  double square = 0.0;

  for (int64_t i = 0; i < n; i++)
    NAME (renew_dense_row) (mode, forward, work, begin + (forward ? i : n - 1 - i), &square);
  if (TRACKS (mode))
    work->squares[begin / work->sweep->system->array.block_rows] = square;
}

static void
NAME (array_sweep) (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  const SeidelOperator *A = sweep->system;
  const NAME (Renewal) work = NAME (renewal_of) (context, sweep, job);
  bool dense = A->storage == SEIDEL_STORAGE_DENSE;
  bool forward = sweep->direction == SEIDEL_DIRECTION_FORWARD;
  int64_t n = A->matrix.rows;
  int64_t size = A->array.block_rows;
  int64_t n_blocks = (n + size - 1) / size;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int64_t i = 0; i < n_blocks; i++)
    {
      int64_t begin = (forward ? i : n_blocks - 1 - i) * size;
      int64_t rest = n - begin < size ? n - begin : size;

      unpolled += rest * (dense ? A->matrix.columns : A->array.count);
      if (unpolled >= SEIDEL_CPU_CHUNK_NONZEROS)
        {
          unpolled = 0;
          if (seidel_cpu_stopped (context))
            return;
        }
      if (dense)
        NAME (renew_dense_block) (job->mode, forward, &work, begin, rest);
      else if (forward)
        NAME (renew_block_forward) (job->mode, &work, begin, rest);
      else
        NAME (renew_block_backward) (job->mode, &work, begin, rest);
    }
}
