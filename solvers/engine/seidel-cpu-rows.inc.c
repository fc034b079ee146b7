/* Rows of the matrix against a vector, for one type: what products and sweeps are made of.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * A row is summed in the same order of the same operations wherever it stands and however many
 * are computed at once, so that every order of the context and every strategy give the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* One number of each row of a slice. The compiler splits it where the machine's vectors are
 * shorter. */
typedef REAL NAME (Slice) __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (REAL))));
typedef REAL NAME (StoredSlice) __attribute__ ((vector_size (SEIDEL_CPU_SLICE * sizeof (REAL)),
                                                aligned (sizeof (REAL)),
                                                may_alias));

#define SLICE_AT(place) (*(const NAME (StoredSlice) *) (place))

/* Levels of a grid are read in dozens of places at once, too many for the machine to see that each
 * goes on from front to back: it has to be told what comes next. In bytes; a sweep that goes
 * through the runs from the last to the first looks as far the other way. */
#define FETCH_AHEAD 8192

#define FETCH(place, ahead) __builtin_prefetch ((const char *) (place) + (ahead))
#define STREAMED(place)     (FETCH (place, ahead), SLICE_AT (place))

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

/* The same for the rows of a slice. */
static inline __attribute__ ((always_inline)) void
NAME (slice_product) (const int32_t *columns,
                      const REAL *values,
                      int64_t n,
                      const REAL *x,
                      int64_t ahead,
                      NAME (Slice) * product)
{
  NAME (Slice) sum[4] = { { 0 }, { 0 }, { 0 }, { 0 } };
  int64_t k = 0;

  for (; k + 4 <= n; k += 4)
    for (int lane = 0; lane < 4; lane++)
      sum[lane] +=
        STREAMED (values + (k + lane) * SEIDEL_CPU_SLICE) * SLICE_AT (x + columns[k + lane]);
  for (; k < n; k++)
    sum[0] += STREAMED (values + k * SEIDEL_CPU_SLICE) * SLICE_AT (x + columns[k]);
  *product = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* One row of a sweep. Going forward, old is read where the columns come after the row and x where
 * they come before; going backward it is the mirror image.
 *
 * The entries that this sweep has not renewed yet are summed first, those that it has last, the
 * nearest to the diagonal at the very end. The row before is the one whose result comes last: only
 * one multiplication, one subtraction and one division then wait for it, and everything else of the
 * row runs ahead of it. */
static inline __attribute__ ((always_inline)) REAL
NAME (renewed_row) (bool forward,
                    const int32_t *columns,
                    const REAL *values,
                    int64_t n,
                    int64_t diagonal,
                    REAL b,
                    const REAL *x,
                    const REAL *old)
{
  int64_t behind = diagonal + 1;
  REAL sum;

  if (forward)
    {
      sum = b - NAME (gather_product) (columns + behind, values + behind, n - behind, old);
      for (int64_t k = 0; k < diagonal; k++)
        sum -= values[k] * x[columns[k]];
    }
  else
    {
      sum = b - NAME (gather_product) (columns, values, diagonal, old);
      for (int64_t k = n - 1; k > diagonal; k--)
        sum -= values[k] * x[columns[k]];
    }
  return sum / values[diagonal];
}

/* The same for the rows of a slice, in place: b and renewed belong to the first of them. */
static inline __attribute__ ((always_inline)) void
NAME (renew_slice) (bool forward,
                    const int32_t *columns,
                    const REAL *values,
                    int64_t n,
                    int64_t diagonal,
                    const REAL *b,
                    const REAL *x,
                    REAL *renewed,
                    int64_t ahead)
{
  int64_t behind = diagonal + 1;
  NAME (Slice) sum;

  if (forward)
    {
      NAME (slice_product)
      (columns + behind, values + behind * SEIDEL_CPU_SLICE, n - behind, x, ahead, &sum);
      sum = SLICE_AT (b) - sum;
      for (int64_t k = 0; k < diagonal; k++)
        sum -= STREAMED (values + k * SEIDEL_CPU_SLICE) * SLICE_AT (x + columns[k]);
    }
  else
    {
      NAME (slice_product) (columns, values, diagonal, x, ahead, &sum);
      sum = SLICE_AT (b) - sum;
      for (int64_t k = n - 1; k > diagonal; k--)
        sum -= STREAMED (values + k * SEIDEL_CPU_SLICE) * SLICE_AT (x + columns[k]);
    }
  *(NAME (StoredSlice) *) renewed = sum / STREAMED (values + diagonal * SEIDEL_CPU_SLICE);
}

/* Fetches what stands ahead of a row that is not part of a slice. */
static inline void
NAME (fetch_row) (const REAL *values, int64_t n, int64_t ahead)
{
  for (int64_t k = 0; k < n; k += (int64_t) (64 / sizeof (REAL)))
    FETCH (values + k, ahead);
}

/* Renews the rows of a run that shares its columns, in place. */
static inline __attribute__ ((always_inline)) void
NAME (renew_shared_run) (bool forward,
                         const SeidelCpuRows *rows,
                         const SeidelCpuRun *run,
                         const REAL *b,
                         REAL *x,
                         int64_t ahead)
{
  const int32_t *columns = rows->columns + run->columns;
  const REAL *values = (const REAL *) rows->values + run->values;
  REAL *renewed = x + run->first;
  int64_t n = run->length;
  int64_t diagonal = run->diagonal;
  int row = 0;

  b += run->first;
  FETCH (columns, ahead / 8);
  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      FETCH (x + row + columns[ahead > 0 ? n - 1 : 0], ahead / 8);
      FETCH (b + row, ahead / 8);
      NAME (renew_slice)
      (forward, columns, values + row * n, n, diagonal, b + row, x + row, renewed + row, ahead);
    }
  for (; row < run->n_rows; row++)
    {
      NAME (fetch_row) (values + row * n, n, ahead);
      renewed[row] = NAME (renewed_row) (forward, columns, values + row * n, n, diagonal, b[row],
                                         x + row, x + row);
    }
}

/* The same for a run that does not. */
static inline __attribute__ ((always_inline)) void
NAME (renew_loose_run) (bool forward,
                        const SeidelCpuRows *rows,
                        const SeidelCpuRun *run,
                        const REAL *b,
                        REAL *x,
                        int64_t ahead)
{
  const int64_t *offsets = rows->offsets + run->first;
  const int32_t *diagonal = rows->diagonal + run->first;
  const int32_t *columns = rows->columns + run->columns;
  const REAL *values = (const REAL *) rows->values + run->values;

  for (int row = 0; row < run->n_rows; row++)
    {
      int64_t begin = offsets[row] - offsets[0];
      int64_t n = offsets[row + 1] - offsets[row];

      NAME (fetch_row) (values + begin, n, ahead);
      x[run->first + row] = NAME (renewed_row) (forward, columns + begin, values + begin, n,
                                                diagonal[row], b[run->first + row], x, x);
    }
}

/* Renews n neighbouring runs, from the first on (step 1) or from the last (step −1). */
static inline __attribute__ ((always_inline)) void
NAME (renew_runs) (bool forward,
                   const SeidelCpuRows *rows,
                   const SeidelCpuRun *run,
                   int64_t n,
                   int step,
                   const REAL *b,
                   REAL *x)
{
  for (; n > 0; n--, run += step)
    {
      FETCH (run, step * FETCH_AHEAD / 8);
      if (run->shared)
        NAME (renew_shared_run) (forward, rows, run, b, x, step * FETCH_AHEAD);
      else
        NAME (renew_loose_run) (forward, rows, run, b, x, step * FETCH_AHEAD);
    }
}

SEIDEL_CPU_CLONES static void
NAME (renew_forward) (const SeidelCpuRows *rows,
                      const SeidelCpuRun *run,
                      int64_t n,
                      int step,
                      const REAL *b,
                      REAL *x)
{
  NAME (renew_runs) (true, rows, run, n, step, b, x);
}

SEIDEL_CPU_CLONES static void
NAME (renew_backward) (const SeidelCpuRows *rows,
                       const SeidelCpuRun *run,
                       int64_t n,
                       int step,
                       const REAL *b,
                       REAL *x)
{
  NAME (renew_runs) (false, rows, run, n, step, b, x);
}

/* The rows of a run times x. */
SEIDEL_CPU_CLONES static void
NAME (run_products) (const SeidelCpuRows *rows,
                     const SeidelCpuRun *run,
                     const REAL *x,
                     REAL *products)
{
  const int64_t *offsets = rows->offsets + run->first;
  const int32_t *columns = rows->columns + run->columns;
  const REAL *values = (const REAL *) rows->values + run->values;
  int64_t n = run->length;
  int row = 0;

  if (!run->shared)
    {
      for (; row < run->n_rows; row++)
        {
          int64_t begin = offsets[row] - offsets[0];

          products[row] = NAME (gather_product) (columns + begin, values + begin,
                                                 offsets[row + 1] - offsets[row], x);
        }
      return;
    }
  FETCH (run, FETCH_AHEAD / 8);
  FETCH (columns, FETCH_AHEAD / 8);
  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      NAME (Slice) product;

      FETCH (x + row + columns[n - 1], FETCH_AHEAD / 8);
      NAME (slice_product) (columns, values + row * n, n, x + row, FETCH_AHEAD, &product);
      *(NAME (StoredSlice) *) (products + row) = product;
    }
  for (; row < run->n_rows; row++)
    {
      NAME (fetch_row) (values + row * n, n, FETCH_AHEAD);
      products[row] = NAME (gather_product) (columns, values + row * n, n, x + row);
    }
}

/* Where the k-th entry of the row-th row of a run stands among its values. */
static inline int64_t
NAME (place_in_run) (const SeidelCpuRun *run, const int64_t *offsets, int row, int64_t k)
{
  int in_slice = row % SEIDEL_CPU_SLICE;

  if (!run->shared || row - in_slice + SEIDEL_CPU_SLICE > run->n_rows)
    return offsets[row] - offsets[0] + k;
  return offsets[row - in_slice] - offsets[0] + k * SEIDEL_CPU_SLICE + in_slice;
}

#undef SLICE_AT
#undef STREAMED
