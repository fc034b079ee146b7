/* Kernels of the CPU engine on several vectors at once, on the diagonal and on the transpose, for
 * one type.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Several vectors meet one other block by block, so that this one is read from memory once only, a
 * few of them at a time, so that their sums do not wait for each other. Each sum is that of dot (),
 * each update that of axpy () after axpy (): the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Vectors that go through memory side by side. */
#define SEVERAL 8

/* Sums of a block of n_vectors vectors, at most SEVERAL, each times y. Called with constants. */
static inline __attribute__ ((always_inline)) void
NAME (block_dots) (const REAL *const *x, int n_vectors, const REAL *y, int64_t n, double *sums)
{
  NAME (LaneSum) sum[SEVERAL];
  int64_t i = 0;

  memset (sum, 0, sizeof sum);
  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      NAME (Lanes) other = LANES_AT (y + i);

      for (int k = 0; k < n_vectors; k++)
        ADD_LANES (&sum[k], LANES_AT (x[k] + i), other);
    }
  for (int k = 0; k < n_vectors; k++)
    {
      NAME (add_rest) (&sum[k], x[k] + i, y + i, n - i);
      sums[k] = NAME (total_of) (&sum[k]);
    }
}

SEIDEL_CPU_CLONES static void
NAME (block_of_dots) (const SeidelVector *const *x,
                      int n_vectors,
                      const REAL *y,
                      int64_t begin,
                      int64_t n,
                      double *sums)
{
  for (int first = 0; first < n_vectors;)
    {
      const REAL *elements[SEVERAL];
      int rest = n_vectors - first;
      int taken = rest >= SEVERAL ? SEVERAL : rest >= 4 ? 4 : rest >= 2 ? 2 : 1;

      for (int k = 0; k < taken; k++)
        elements[k] = (const REAL *) x[first + k]->elements + begin;
      if (taken == SEVERAL)
        NAME (block_dots) (elements, SEVERAL, y + begin, n, sums + first);
      else if (taken == 4)
        NAME (block_dots) (elements, 4, y + begin, n, sums + first);
      else if (taken == 2)
        NAME (block_dots) (elements, 2, y + begin, n, sums + first);
      else
        NAME (block_dots) (elements, 1, y + begin, n, sums + first);
      first += taken;
    }
}

static void
NAME (dots) (SeidelContext *context,
             const SeidelVector *const *x,
             int n_vectors,
             const void *y,
             int64_t n,
             double *sums)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n *n_vectors)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      if (!seidel_cpu_stopped (context))
        NAME (block_of_dots)
      (x, n_vectors, y, begin, end - begin, context->partials + block * n_vectors);
    }
  for (int k = 0; k < n_vectors; k++)
    {
      NAME (Total) sum = { 0.0 };

      for (int64_t block = 0; block < n_blocks; block++)
        NAME (add_value) (&sum, context->partials[block * n_vectors + k]);
      sums[k] = sum.value;
    }
}

/* y + Σ alpha_k x_k over n elements, at most SEVERAL vectors. Called with constants. An element
 * depends on none but itself, whichever vectors are the same. */
static inline __attribute__ ((always_inline)) void
NAME (block_axpys) (REAL *y, const REAL *alphas, const REAL *const *x, int n_vectors, int64_t n)
{
  const REAL *in[SEVERAL];
  REAL a[SEVERAL];

  for (int k = 0; k < n_vectors; k++)
    {
      in[k] = x[k];
      a[k] = alphas[k];
    }
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++)
    {
      REAL sum = y[i];

      for (int k = 0; k < n_vectors; k++)
        sum += a[k] * in[k][i];
      y[i] = sum;
    }
}

SEIDEL_CPU_CLONES static void
NAME (block_of_axpys) (REAL *y,
                       int sign,
                       const double *alphas,
                       const SeidelVector *const *x,
                       int n_vectors,
                       int64_t begin,
                       int64_t n)
{
  for (int first = 0; first < n_vectors;)
    {
      const REAL *elements[SEVERAL] = { NULL };
      REAL a[SEVERAL] = { 0 };
      int rest = n_vectors - first;
      int taken = rest >= SEVERAL ? SEVERAL : rest >= 4 ? 4 : rest >= 2 ? 2 : 1;

      for (int k = 0; k < taken; k++)
        {
          elements[k] = (const REAL *) x[first + k]->elements + begin;
          a[k] = (REAL) (sign * alphas[first + k]);
        }
      if (taken == SEVERAL)
        NAME (block_axpys) (y + begin, a, elements, SEVERAL, n);
      else if (taken == 4)
        NAME (block_axpys) (y + begin, a, elements, 4, n);
      else if (taken == 2)
        NAME (block_axpys) (y + begin, a, elements, 2, n);
      else
        NAME (block_axpys) (y + begin, a, elements, 1, n);
      first += taken;
    }
}

static void
NAME (axpys) (SeidelContext *context,
              void *y,
              int sign,
              const double *alphas,
              const SeidelVector *const *x,
              int n_vectors,
              int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n *n_vectors)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      if (!seidel_cpu_stopped (context))
        NAME (block_of_axpys) (y, sign, alphas, x, n_vectors, begin, end - begin);
    }
}

/* The same, and y · y of the outcome. */
static double
NAME (axpys_dot) (SeidelContext *context,
                  void *y_elements,
                  int sign,
                  const double *alphas,
                  const SeidelVector *const *x,
                  int n_vectors,
                  int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;
  REAL *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n *n_vectors)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      context->partials[block] = 0.0;
      if (seidel_cpu_stopped (context))
        continue;
      NAME (block_of_axpys) (y, sign, alphas, x, n_vectors, begin, end - begin);
      context->partials[block] = NAME (block_of_dot) (y + begin, y + begin, end - begin);
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

/* --- the diagonal ----------------------------------------------------------------------------- */

static void
NAME (multiply_diagonal) (SeidelContext *context,
                          const void *diagonal,
                          bool divides,
                          const void *x_elements,
                          void *y_elements,
                          int64_t n)
{
  const REAL *d = diagonal;
  const REAL *x = x_elements;
  REAL *y = y_elements;

#pragma omp parallel num_threads(seidel_cpu_team(context, n))
  if (divides)
    {
#pragma omp for simd schedule(static)
      for (int64_t i = 0; i < n; i++)
        y[i] = x[i] / d[i];
    }
  else
    {
#pragma omp for simd schedule(static)
      for (int64_t i = 0; i < n; i++)
        y[i] = x[i] * d[i];
    }
}

static void
NAME (extract_diagonal) (SeidelContext *context, const SeidelCpuRows *rows, void *diagonal)
{
  REAL *out = diagonal;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      const SeidelCpuRun *run = &rows->runs[i];
      const REAL *values = (const REAL *) rows->values + run->values;

      for (int row = 0; row < run->n_rows; row++)
        out[run->first + row] = values[NAME (place_in_run) (run, rows->offsets + run->first, row,
                                                            rows->diagonal[run->first + row])];
    }
}

/* --- the transpose ---------------------------------------------------------------------------- */

static void
NAME (transpose) (SeidelContext *context,
                  const SeidelCpuRows *from,
                  int64_t *next,
                  const SeidelCpuRows *to)
{
  const REAL *in = from->values;
  REAL *out = to->values;

  for (int64_t row = 0; row < from->n_rows; row++)
    {
      if (seidel_cpu_stopped_at (context, row, SEIDEL_CPU_BLOCK))
        return;
      for (int64_t k = from->offsets[row]; k < from->offsets[row + 1]; k++)
        {
          int64_t place = next[from->columns[k]]++;

          to->columns[place] = (int32_t) row;
          out[place] = in[k];
        }
    }
}

/* Goes through the entries in the order of the rows: those of a column then come in the order in
 * which they stand in the transpose. */
static bool
NAME (is_symmetric) (SeidelContext *context, const SeidelCpuRows *rows, int64_t *next)
{
  const REAL *values = rows->values;

  for (int64_t row = 0; row < rows->n_rows; row++)
    {
      if (seidel_cpu_stopped_at (context, row, SEIDEL_CPU_BLOCK))
        return false;
      for (int64_t k = rows->offsets[row]; k < rows->offsets[row + 1]; k++)
        {
          int64_t mirror = next[rows->columns[k]]++;

          if (mirror == rows->offsets[rows->columns[k] + 1] || rows->columns[mirror] != row
              || values[mirror] != values[k])
            return false;
        }
    }
  return true;
}
