/* Gauss-Jordan elimination and Crout's LU decomposition as textbooks have them, for one type.
 *
 * Included by seidel-dense-float.c and seidel-dense-double.c with REAL and NAME () defined.
 *
 * Source: A. Kucia, "Linear Algebra Toolkit", sections 2.1 and 2.2. Where a pivot is zero, the next
 * row that has something in its column is added to it. That must be a row below: one above has been
 * dealt with, and would bring back what was eliminated. Crout's pivot is tested after the
 * products are subtracted: the original entry of A is irrelevant. A step of Crout's is a column of
 * L and a row of U, which has ones on its diagonal; adding whole rows is right in between, because
 * a row of L and what is left of a row of A both are linear in the row. For showing: no blocking,
 * every step goes through the whole matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

static void
NAME (fill_rows) (SeidelDense *dense)
{
  const SeidelCsr *csr = dense->run->csr;
  REAL *a = dense->a;

  for (int64_t row = 0; row < dense->n && !seidel_dense_stopped (dense, row); row++)
    {
      memset (a + row * dense->n, 0, (size_t) dense->n * sizeof *a);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        a[row * dense->n + csr->column_indices[k]] = (REAL) csr->values[k];
    }
}

/* The first row from j on with something in column j, or the one with the most; −1: none. */
static int64_t
NAME (find_pivot) (const REAL *a, int64_t n, int64_t j, bool largest)
{
  int64_t found = -1;

  for (int64_t row = j; row < n; row++)
    {
      REAL value = REAL_ABS (a[row * n + j]);

      if (value == 0)
        continue;
      if (!largest)
        return row;
      if (found < 0 || value > REAL_ABS (a[found * n + j]))
        found = row;
    }
  return found;
}

static void
NAME (add_row) (REAL *a, int64_t n, int64_t to, int64_t from)
{
  for (int64_t i = 0; i < n; i++)
    a[to * n + i] += a[from * n + i];
}

static void
NAME (exchange_rows) (REAL *a, int64_t n, int64_t row, int64_t other)
{
  for (int64_t i = 0; i < n; i++)
    {
      REAL kept = a[row * n + i];

      a[row * n + i] = a[other * n + i];
      a[other * n + i] = kept;
    }
}

/* Takes row j from all other rows, as often as their element of column j says. The columns of A
 * before j are those of the identity already. */
static void
NAME (reduce_rows) (SeidelDense *dense, int64_t j)
{
  const int64_t n = dense->n;
  REAL *a = dense->a;
  REAL *inverse = dense->inverse;

#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t row = 0; row < n; row++)
    {
      REAL factor = a[row * n + j];

      if (row == j || factor == 0 || seidel_dense_stopped (dense, row))
        continue;
      for (int64_t i = j; i < n; i++)
        a[row * n + i] -= factor * a[j * n + i];
      for (int64_t i = 0; i < n; i++)
        inverse[row * n + i] -= factor * inverse[j * n + i];
    }
}

static int64_t
NAME (invert) (SeidelDense *dense, bool exchange)
{
  const int64_t n = dense->n;
  REAL *a = dense->a;
  REAL *inverse = dense->inverse;

  for (int64_t row = 0; row < n && !seidel_dense_stopped (dense, row); row++)
    {
      memset (inverse + row * n, 0, (size_t) n * sizeof *inverse);
      inverse[row * n + row] = 1;
    }
  for (int64_t j = 0; j < n && !atomic_load (&dense->stopped); j++)
    {
      int64_t pivot = NAME (find_pivot) (a, n, j, exchange);
      REAL divisor;

      if (pivot < 0)
        return j;
      if (pivot != j)
        {
          (exchange ? NAME (exchange_rows) : NAME (add_row)) (a, n, j, pivot);
          (exchange ? NAME (exchange_rows) : NAME (add_row)) (inverse, n, j, pivot);
        }
      divisor = a[j * n + j];
      for (int64_t i = 0; i < n; i++)
        {
          a[j * n + i] /= divisor;
          inverse[j * n + i] /= divisor;
        }
      NAME (reduce_rows) (dense, j);
    }
  return -1;
}

static void
NAME (apply_inverse) (SeidelDense *dense, bool transposed, double *x)
{
  const int64_t n = dense->n;
  const REAL *inverse = dense->inverse;
  REAL *b = dense->column;

  for (int64_t i = 0; i < n; i++)
    b[i] = (REAL) x[i];
  if (transposed)
    memset (x, 0, (size_t) n * sizeof *x);
  for (int64_t row = 0; row < n && !seidel_dense_stopped (dense, row); row++)
    {
      REAL sum = 0;

      if (transposed)
        for (int64_t i = 0; i < n; i++)
          x[i] += (double) (inverse[row * n + i] * b[row]);
      else
        {
          for (int64_t i = 0; i < n; i++)
            sum += inverse[row * n + i] * b[i];
          x[row] = (double) sum;
        }
    }
}

/* The first count products of a row of L and a column of U. */
static inline REAL
NAME (product) (const REAL *row, const REAL *column, int64_t count)
{
  REAL sum = 0;

  for (int64_t k = 0; k < count; k++)
    sum += row[k] * column[k];
  return sum;
}

/* y ← y − x times the first count elements of a row. */
static inline void
NAME (subtract) (REAL *y, const REAL *row, REAL x, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    y[i] -= row[i] * x;
}

/* Column j of L, from the diagonal down: a_ij − Σ_k<j l_ik u_kj. Each element on its own, with the
 * column of U gathered first. */
static void
NAME (crout_column) (SeidelDense *dense, int64_t j)
{
  const int64_t n = dense->n;
  REAL *a = dense->a;
  REAL *column = dense->column;

  for (int64_t k = 0; k < j; k++)
    column[k] = a[k * n + j];
#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t row = j; row < n; row++)
    if (!seidel_dense_stopped (dense, row))
      a[row * n + j] -= NAME (product) (a + row * n, column, j);
}

/* Elements of a row that are worked out together: they and those of a row of U stay in the cache.
 */
#define TOGETHER 512

/* Row j of U, right of its diagonal of ones: (a_ji − Σ_k<j l_jk u_ki) / l_jj. Each element by
 * itself, in the order of the memory. */
static void
NAME (crout_row) (SeidelDense *dense, int64_t j)
{
  const int64_t n = dense->n;
  REAL *a = dense->a;
  REAL *row = a + j * n;

#pragma omp parallel for num_threads(dense->run->threads) schedule(static)
  for (int64_t first = j + 1; first < n; first += TOGETHER)
    {
      const int64_t count = MIN (TOGETHER, n - first);

      for (int64_t k = 0; k < j && !seidel_dense_stopped (dense, k); k++)
        NAME (subtract) (row + first, a + k * n + first, row[k], count);
      for (int64_t i = first; i < first + count; i++)
        row[i] /= row[j];
    }
}

#undef TOGETHER

static int64_t
NAME (crout) (SeidelDense *dense)
{
  const int64_t n = dense->n;
  REAL *a = dense->a;

  for (int64_t j = 0; j < n && !atomic_load (&dense->stopped); j++)
    {
      int64_t pivot;

      NAME (crout_column) (dense, j);
      pivot = NAME (find_pivot) (a, n, j, false);
      if (pivot < 0)
        return j;
      dense->pivots[j] = pivot != j ? (int) pivot : -1;
      if (pivot != j)
        NAME (add_row) (a, n, j, pivot);
      NAME (crout_row) (dense, j);
    }
  return -1;
}

/* L y = b, then U x = y with ones on the diagonal of U. */
static void
NAME (crout_substitute) (SeidelDense *dense, REAL *y)
{
  const int64_t n = dense->n;
  const REAL *a = dense->a;

  for (int64_t row = 0; row < n; row++)
    if (dense->pivots[row] >= 0)
      y[row] += y[dense->pivots[row]];
  for (int64_t row = 0; row < n && !seidel_dense_stopped (dense, row); row++)
    {
      y[row] -= NAME (product) (a + row * n, y, row);
      y[row] /= a[row * n + row];
    }
  for (int64_t row = n - 1; row >= 0 && !seidel_dense_stopped (dense, row); row--)
    y[row] -= NAME (product) (a + row * n + row + 1, y + row + 1, n - row - 1);
}

/* Uᵀ y = b, then Lᵀ x = y: a row of the table is a column of these. */
static void
NAME (crout_substitute_transposed) (SeidelDense *dense, REAL *y)
{
  const int64_t n = dense->n;
  const REAL *a = dense->a;

  for (int64_t row = 0; row < n && !seidel_dense_stopped (dense, row); row++)
    NAME (subtract) (y + row + 1, a + row * n + row + 1, y[row], n - row - 1);
  for (int64_t row = n - 1; row >= 0 && !seidel_dense_stopped (dense, row); row--)
    {
      y[row] /= a[row * n + row];
      NAME (subtract) (y, a + row * n, y[row], row);
    }
  for (int64_t row = n - 1; row >= 0; row--)
    if (dense->pivots[row] >= 0)
      y[dense->pivots[row]] += y[row];
}

static void
NAME (crout_solve) (SeidelDense *dense, bool transposed, double *x)
{
  const int64_t n = dense->n;
  REAL *y = dense->column;

  for (int64_t row = 0; row < n; row++)
    y[row] = (REAL) x[row];
  (transposed ? NAME (crout_substitute_transposed) : NAME (crout_substitute)) (dense, y);
  for (int64_t row = 0; row < n; row++)
    x[row] = (double) y[row];
}
