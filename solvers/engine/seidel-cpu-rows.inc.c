/* Rows of the matrix against a vector, for one type: what products and sweeps are made of.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * A row is summed in the same order of the same operations wherever it stands and however many
 * are computed at once, so that every order of the context and every strategy give the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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
  NAME (Sum) sum[4] = { { 0 } };
  int64_t k = 0;

  for (; k + 4 <= n; k += 4)
    for (int lane = 0; lane < 4; lane++)
      NAME (add_product) (&sum[lane], values[k + lane], x[columns[k + lane]]);
  for (; k < n; k++)
    NAME (add_product) (&sum[0], values[k], x[columns[k]]);
  JOIN_FOUR (sum);
  return sum[0].value;
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
  NAME (SliceSum) sum[4] = { { { 0 } } };
  int64_t k = 0;

  for (; k + 4 <= n; k += 4)
    for (int lane = 0; lane < 4; lane++)
      ADD_SLICES (&sum[lane], STREAMED (values + (k + lane) * SEIDEL_CPU_SLICE),
                  SLICE_AT (x + columns[k + lane]));
  for (; k < n; k++)
    ADD_SLICES (&sum[0], STREAMED (values + k * SEIDEL_CPU_SLICE), SLICE_AT (x + columns[k]));
  JOIN_FOUR (sum);
  *product = sum[0].value;
}

/* Fetches what stands ahead of a row that is not part of a slice. */
static inline void
NAME (fetch_row) (const REAL *values, int64_t n, int64_t ahead)
{
  for (int64_t k = 0; k < n; k += (int64_t) (64 / sizeof (REAL)))
    FETCH (values + k, ahead);
}

/* Matrices with fewer entries a row than this hop about in x with nothing to do in between. */
#define SHORT_ROW 4

/* Entries between the one at work and the one whose x is fetched. */
#define ELEMENTS_AHEAD 64

static inline bool
NAME (hops) (const SeidelCpuRows *rows)
{
  return rows->offsets[rows->n_rows] < SHORT_ROW * rows->n_rows;
}

/* Fetches the elements of x that rows some way ahead will ask for, one for each of the entries from
 * begin to end; last is the last entry there is. */
static inline __attribute__ ((always_inline)) void
NAME (fetch_elements) (int step,
                       const SeidelCpuRows *rows,
                       int64_t last,
                       int64_t begin,
                       int64_t end,
                       const REAL *x)
{
  for (int64_t k = begin; k < end; k++)
    {
      int64_t ahead = k + step * ELEMENTS_AHEAD;

      ahead = ahead < 0 ? 0 : ahead > last ? last : ahead;
      __builtin_prefetch (x + rows->columns[ahead]);
    }
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
      if (NAME (hops) (rows))
        NAME (fetch_elements)
      (1, rows, seidel_cpu_last_column (rows), run->columns,
       run->columns + offsets[run->n_rows] - offsets[0], x);
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
