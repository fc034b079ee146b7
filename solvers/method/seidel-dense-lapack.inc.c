/* LU with partial pivoting through LAPACK, for one type, in pieces that a stop need not wait for.
 *
 * Included by seidel-dense-float.c and seidel-dense-double.c with REAL, NAME (), LAPACK () and
 * CBLAS () defined.
 *
 * xGETRF cannot be interrupted. What would take it too long is divided as xGETRF itself does it:
 * the left half of the columns, its effect on the right half, the right half. Nearly all work is
 * then products of matrices, which BLAS does in tiles at the same speed.
 *
 * Source: Toledo, "Locality of reference in LU decomposition with partial pivoting" (1997).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* rows · columns² of what is left to xGETRF: some 50 ms of one core. */
#define LEAF_WORK    1e9
#define LEAF_COLUMNS 64

/* The tiles of a product: some 20 ms of one core. */
#define TILE_ROWS    1024
#define TILE_COLUMNS 512

/* Rows that are turned into columns together: what they write fills whole lines of the cache. */
#define ROWS_TOGETHER 8

/* Every entry is stored, and column j is at place j of its row. */
static void
NAME (turn_full_rows) (SeidelDense *dense)
{
  const double *values = dense->run->csr->values;
  const int64_t n = dense->n;
  REAL *a = dense->a;

#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t first = 0; first < n; first += ROWS_TOGETHER)
    {
      const int64_t end = MIN (first + ROWS_TOGETHER, n);

      if (!seidel_dense_stopped (dense, 0))
        for (int64_t column = 0; column < n; column++)
          for (int64_t row = first; row < end; row++)
            a[row + column * n] = (REAL) values[row * n + column];
    }
}

/* Neighbouring rows meet in the same lines of the cache, a column apart: a thread takes a stretch
 * of them. */
static void
NAME (fill_columns) (SeidelDense *dense)
{
  const SeidelCsr *csr = dense->run->csr;
  const int64_t n = dense->n;
  REAL *a = dense->a;

  if (seidel_csr_nonzeros (csr) == n * n)
    {
      NAME (turn_full_rows) (dense);
      return;
    }
#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t column = 0; column < n; column++)
    if (!seidel_dense_stopped (dense, column))
      memset (a + column * n, 0, (size_t) n * sizeof *a);
#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t row = 0; row < n; row++)
    if (!seidel_dense_stopped (dense, row))
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        a[row + csr->column_indices[k] * n] = (REAL) csr->values[k];
}

static inline REAL *
NAME (at) (SeidelDense *dense, int64_t row, int64_t column)
{
  return (REAL *) dense->a + row + column * dense->n;
}

/* Carries out the exchanges of rows first … end − 1 in the columns from begin on. */
static void
NAME (exchange) (SeidelDense *dense, int64_t begin, int64_t count, int64_t first, int64_t end)
{
  const int lda = (int) dense->n;
  const int one = 1;
  const int from = (int) first + 1;
  const int to = (int) end;

  for (int64_t column = begin; column < begin + count && !seidel_dense_stopped (dense, 0);
       column += TILE_COLUMNS)
    {
      const int columns = (int) MIN (TILE_COLUMNS, begin + count - column);

      seidel_blas_begin (dense->run->threads);
      LAPACK (laswp)
      (&columns, NAME (at) (dense, 0, column), &lda, &from, &to, dense->pivots, &one);
      seidel_blas_end ();
    }
}

/* C ← C − L U: rows first … end of the columns begin … stop, L being the columns k … k_end. */
static void
NAME (update) (SeidelDense *dense,
               int64_t first,
               int64_t end,
               int64_t begin,
               int64_t stop,
               int64_t k,
               int64_t k_end)
{
  const int lda = (int) dense->n;

  for (int64_t inner = k; inner < k_end; inner += TILE_COLUMNS)
    for (int64_t column = begin; column < stop; column += TILE_COLUMNS)
      for (int64_t row = first; row < end; row += TILE_ROWS)
        {
          if (seidel_dense_stopped (dense, 0))
            return;
          seidel_blas_begin (dense->run->threads);
          CBLAS (gemm)
          (CblasColMajor, CblasNoTrans, CblasNoTrans, (int) MIN (TILE_ROWS, end - row),
           (int) MIN (TILE_COLUMNS, stop - column), (int) MIN (TILE_COLUMNS, k_end - inner), -1,
           NAME (at) (dense, row, inner), lda, NAME (at) (dense, inner, column), lda, 1,
           NAME (at) (dense, row, column), lda);
          seidel_blas_end ();
        }
}

/* Rows first … end of the columns begin … stop ← L⁻¹ times them. */
static void
NAME (eliminate) (SeidelDense *dense, int64_t first, int64_t end, int64_t begin, int64_t stop)
{
  const int lda = (int) dense->n;
  int64_t middle = first + (end - first) / 2;

  if (end - first > TILE_COLUMNS)
    {
      NAME (eliminate) (dense, first, middle, begin, stop);
      NAME (update) (dense, middle, end, begin, stop, first, middle);
      NAME (eliminate) (dense, middle, end, begin, stop);
      return;
    }
  for (int64_t column = begin; column < stop && !seidel_dense_stopped (dense, 0);
       column += TILE_ROWS)
    {
      seidel_blas_begin (dense->run->threads);
      CBLAS (trsm)
      (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, (int) (end - first),
       (int) MIN (TILE_ROWS, stop - column), 1, NAME (at) (dense, first, first), lda,
       NAME (at) (dense, first, column), lda);
      seidel_blas_end ();
    }
}

/* Columns begin … end from their diagonal down, by xGETRF. */
static int64_t
NAME (lu_leaf) (SeidelDense *dense, int64_t begin, int64_t end)
{
  const int rows = (int) (dense->n - begin);
  const int columns = (int) (end - begin);
  const int lda = (int) dense->n;
  int info = 0;

  seidel_blas_begin (dense->run->threads);
  LAPACK (getrf)
  (&rows, &columns, NAME (at) (dense, begin, begin), &lda, dense->pivots + begin, &info);
  seidel_blas_end ();
  for (int64_t j = begin; j < end; j++)
    dense->pivots[j] += (int) begin;
  return info > 0 ? begin + info - 1 : -1;
}

static int64_t
NAME (lu_columns) (SeidelDense *dense, int64_t begin, int64_t end)
{
  const int64_t width = end - begin;
  const int64_t middle = begin + (width / 2 + LEAF_COLUMNS - 1) / LEAF_COLUMNS * LEAF_COLUMNS;
  int64_t singular;

  if (seidel_dense_stopped (dense, 0))
    return -1;
  if (width <= LEAF_COLUMNS
      || (double) (dense->n - begin) * (double) width * (double) width <= LEAF_WORK)
    return NAME (lu_leaf) (dense, begin, end);
  singular = NAME (lu_columns) (dense, begin, middle);
  if (singular >= 0)
    return singular;
  NAME (exchange) (dense, middle, end - middle, begin, middle);
  NAME (eliminate) (dense, begin, middle, middle, end);
  NAME (update) (dense, middle, dense->n, middle, end, begin, middle);
  singular = NAME (lu_columns) (dense, middle, end);
  if (singular < 0)
    NAME (exchange) (dense, begin, middle - begin, middle, end);
  return singular;
}

static int64_t
NAME (lu) (SeidelDense *dense)
{
  return NAME (lu_columns) (dense, 0, dense->n);
}

/* Solves with one of the factors, or its transpose: a block of columns at a time, from the end
 * where the factor has its corner. */
static void
NAME (substitute) (SeidelDense *dense, bool lower, bool transposed, REAL *y)
{
  const int64_t n = dense->n;
  const int lda = (int) n;
  const int64_t blocks = (n + TILE_COLUMNS - 1) / TILE_COLUMNS;
  const CBLAS_TRANSPOSE transpose = transposed ? CblasTrans : CblasNoTrans;

  for (int64_t i = 0; i < blocks && !seidel_dense_stopped (dense, 0); i++)
    {
      const int64_t first = (lower != transposed ? i : blocks - 1 - i) * TILE_COLUMNS;
      const int64_t end = MIN (first + TILE_COLUMNS, n);
      /* The rows of the block outside the diagonal. */
      const int64_t rest = lower ? end : 0;
      const int rows = (int) ((lower ? n : first) - rest);
      REAL *block = NAME (at) (dense, rest, first);

      seidel_blas_begin (dense->run->threads);
      if (transposed)
        CBLAS (gemv)
      (CblasColMajor, transpose, rows, (int) (end - first), -1, block, lda, y + rest, 1, 1,
       y + first, 1);
      CBLAS (trsv)
      (CblasColMajor, lower ? CblasLower : CblasUpper, transpose, lower ? CblasUnit : CblasNonUnit,
       (int) (end - first), NAME (at) (dense, first, first), lda, y + first, 1);
      if (!transposed)
        CBLAS (gemv)
      (CblasColMajor, transpose, rows, (int) (end - first), -1, block, lda, y + first, 1, 1,
       y + rest, 1);
      seidel_blas_end ();
    }
}

static void
NAME (exchange_elements) (REAL *y, int64_t i, int64_t j)
{
  REAL kept = y[i];

  y[i] = y[j];
  y[j] = kept;
}

static void
NAME (lu_solve) (SeidelDense *dense, bool transposed, double *x)
{
  const int64_t n = dense->n;
  REAL *y = dense->column;

  for (int64_t row = 0; row < n; row++)
    y[row] = (REAL) x[row];
  if (!transposed)
    for (int64_t row = 0; row < n; row++)
      NAME (exchange_elements) (y, row, dense->pivots[row] - 1);
  NAME (substitute) (dense, !transposed, transposed, y);
  NAME (substitute) (dense, transposed, transposed, y);
  if (transposed)
    for (int64_t row = n - 1; row >= 0; row--)
      NAME (exchange_elements) (y, row, dense->pivots[row] - 1);
  for (int64_t row = 0; row < n; row++)
    x[row] = (double) y[row];
}
