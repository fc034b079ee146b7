/* Gauss-Seidel sweeps of the CPU engine, for one type.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates, a diagonal entry that is
 * not zero in each. Every strategy calls the same row functions, so that all give the same bits.
 *
 * In a row the entries that this sweep has not renewed yet are summed first, those that it has
 * last, the nearest to the diagonal at the very end. The row before is the one whose result comes
 * last: only one multiplication, one subtraction and one division then wait for it, and everything
 * else of the row runs ahead of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Sum of n products, in four interleaved parts: additions wait for each other a quarter as long. */
static inline REAL
NAME (gather_product) (const int32_t *columns, const REAL *values, int64_t n, const REAL *x)
{
  REAL sum[4] = { 0, 0, 0, 0 };
  int64_t k = 0;

  for (; k + 4 <= n; k += 4)
    for (int lane = 0; lane < 4; lane++)
      sum[lane] += values[k + lane] * x[columns[k + lane]];
  for (; k < n; k++)
    sum[0] += values[k] * x[columns[k]];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Stored row i of a forward sweep: old where the columns come after the row, x where they come
 * before. */
static inline REAL
NAME (forward_row) (const SeidelCpuRows *rows, int64_t i, REAL b, const REAL *x, const REAL *old)
{
  int64_t begin = rows->offsets[i];
  int64_t n = rows->offsets[i + 1] - begin;
  const int32_t *columns = rows->columns + begin;
  const REAL *values = (const REAL *) rows->values + begin;
  int64_t diagonal = rows->diagonal[i];
  int64_t behind = diagonal + 1;
  REAL sum = b - NAME (gather_product) (columns + behind, values + behind, n - behind, old);

  for (int64_t k = 0; k < diagonal; k++)
    sum -= values[k] * x[columns[k]];
  return sum / values[diagonal];
}

/* The mirror image: old where the columns come before the row. */
static inline REAL
NAME (backward_row) (const SeidelCpuRows *rows, int64_t i, REAL b, const REAL *x, const REAL *old)
{
  int64_t begin = rows->offsets[i];
  int64_t n = rows->offsets[i + 1] - begin;
  const int32_t *columns = rows->columns + begin;
  const REAL *values = (const REAL *) rows->values + begin;
  int64_t diagonal = rows->diagonal[i];
  REAL sum = b - NAME (gather_product) (columns, values, diagonal, old);

  for (int64_t k = n - 1; k > diagonal; k--)
    sum -= values[k] * x[columns[k]];
  return sum / values[diagonal];
}

static void
NAME (sweep_serial) (SeidelContext *context,
                     SeidelSweep *sweep,
                     const void *b_elements,
                     void *x_elements)
{
  const SeidelSystem *A = sweep->system;
  const SeidelCpuRows *rows = &sweep->stored;
  const REAL *b = b_elements;
  REAL *x = x_elements;

  if (sweep->direction == SEIDEL_DIRECTION_FORWARD)
    for (int64_t chunk = 0; chunk < A->n_chunks && !seidel_cpu_stopped (context); chunk++)
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        x[row] = NAME (forward_row) (rows, row, b[row], x, x);
  else
    for (int64_t chunk = A->n_chunks - 1; chunk >= 0 && !seidel_cpu_stopped (context); chunk--)
      for (int64_t row = A->chunk_rows[chunk + 1] - 1; row >= A->chunk_rows[chunk]; row--)
        x[row] = NAME (backward_row) (rows, row, b[row], x, x);
}

/* Copies the entries into level order; the offsets and the diagonal positions come with them. */
static void
NAME (permute) (SeidelContext *context,
                const SeidelCpuRows *from,
                const int32_t *order,
                int64_t n_rows,
                const int64_t *offsets,
                int32_t *columns,
                void *value_elements,
                int32_t *diagonal)
{
  const int64_t piece = 1024;
  const REAL *from_values = from->values;
  REAL *values = value_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t first = 0; first < n_rows; first += piece)
    {
      int64_t end = first + piece < n_rows ? first + piece : n_rows;

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = first; i < end; i++)
        {
          int64_t begin = from->offsets[order[i]];
          int64_t n = offsets[i + 1] - offsets[i];

          memcpy (columns + offsets[i], from->columns + begin, (size_t) n * sizeof *columns);
          memcpy (values + offsets[i], from_values + begin, (size_t) n * sizeof *values);
          diagonal[i] = from->diagonal[order[i]];
        }
    }
}

/* Rows [begin, end) of the level order. */
static inline void
NAME (run_rows) (const SeidelSweep *sweep,
                 int64_t begin,
                 int64_t end,
                 const REAL *b,
                 REAL *x,
                 const REAL *old)
{
  const SeidelCpuRows *stored = &sweep->stored;
  const int32_t *rows = sweep->rows;
  bool permuted = sweep->permuted;

  if (sweep->direction == SEIDEL_DIRECTION_FORWARD)
    for (int64_t i = begin; i < end; i++)
      x[rows[i]] = NAME (forward_row) (stored, permuted ? i : rows[i], b[rows[i]], x, old);
  else
    for (int64_t i = begin; i < end; i++)
      x[rows[i]] = NAME (backward_row) (stored, permuted ? i : rows[i], b[rows[i]], x, old);
}

/* A long stretch in pieces, with a look at the poll between them. */
static void
NAME (run_stretch) (SeidelContext *context,
                    const SeidelSweep *sweep,
                    int64_t begin,
                    int64_t end,
                    const REAL *b,
                    REAL *x,
                    const REAL *old)
{
  const int64_t piece = 2048;

  for (int64_t i = begin; i < end && !seidel_cpu_stopped (context); i += piece)
    NAME (run_rows) (sweep, i, i + piece < end ? i + piece : end, b, x, old);
}

static void
NAME (run_segment) (SeidelContext *context,
                    const SeidelSweep *sweep,
                    const SeidelCpuSegment *segment,
                    int thread,
                    int threads,
                    const REAL *b,
                    REAL *x,
                    const REAL *old)
{
  int64_t begin = sweep->level_offsets[segment->first_level];
  int64_t end = sweep->level_offsets[segment->end_level];

  if (segment->parallel)
    NAME (run_stretch)
  (context, sweep, begin + (end - begin) * thread / threads,
   begin + (end - begin) * (thread + 1) / threads, b, x, old);
  else if (thread == 0) NAME (run_stretch) (context, sweep, begin, end, b, x, old);
}

/* The same for a measured sweep: the first thread looks at the clock after every level. */
static int64_t
NAME (run_segment_measured) (SeidelContext *context,
                             const SeidelSweep *sweep,
                             const SeidelCpuSegment *segment,
                             const REAL *b,
                             REAL *x,
                             const REAL *old,
                             int64_t before,
                             int64_t *nanoseconds)
{
  for (int32_t level = segment->first_level; level < segment->end_level; level++)
    {
      int64_t now;

      NAME (run_stretch)
      (context, sweep, sweep->level_offsets[level], sweep->level_offsets[level + 1], b, x, old);
      now = seidel_cpu_clock ();
      nanoseconds[level] = now - before;
      before = now;
    }
  return before;
}

static void
NAME (sweep_levels) (SeidelContext *context,
                     SeidelSweep *sweep,
                     const void *b_elements,
                     void *x_elements,
                     int64_t *nanoseconds)
{
  SeidelCpuBarrier barrier = { .threads = context->settings.threads };
  const REAL *b = b_elements;
  REAL *x = x_elements;
  const REAL *old = x;

  if (sweep->old != NULL)
    {
      memcpy (sweep->old, x, (size_t) sweep->system->matrix.rows * sizeof (REAL));
      old = sweep->old;
    }

#pragma omp parallel num_threads(context->settings.threads)
  {
    int thread = omp_get_thread_num ();
    int64_t before = thread == 0 && nanoseconds != NULL ? seidel_cpu_clock () : 0;

    /* Fewer threads than asked for may have come. */
#pragma omp single
    barrier.threads = omp_get_num_threads ();

    for (int32_t s = 0; s < sweep->n_segments; s++)
      {
        const SeidelCpuSegment *segment = &sweep->segments[s];

        if (thread == 0 && nanoseconds != NULL && !segment->parallel)
          before =
            NAME (run_segment_measured) (context, sweep, segment, b, x, old, before, nanoseconds);
        else
          NAME (run_segment) (context, sweep, segment, thread, barrier.threads, b, x, old);
        seidel_cpu_barrier_wait (&barrier);
        if (thread == 0 && nanoseconds != NULL && segment->parallel)
          {
            int64_t now = seidel_cpu_clock ();

            nanoseconds[segment->first_level] = now - before;
            before = now;
          }
      }
  }
}

const SeidelCpuKernels NAME (seidel_cpu_kernels) = {
  .convert = NAME (convert),
  .widen = NAME (widen),
  .axpy = NAME (axpy),
  .xpby = NAME (xpby),
  .dot = NAME (dot),
  .cg_update = NAME (cg_update),
  .multiply = NAME (multiply),
  .multiply_dot = NAME (multiply_dot),
  .residual = NAME (residual),
  .jacobi = NAME (jacobi),
  .permute = NAME (permute),
  .sweep_serial = NAME (sweep_serial),
  .sweep_levels = NAME (sweep_levels),
};
