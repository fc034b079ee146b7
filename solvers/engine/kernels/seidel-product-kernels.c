/* Products of the CPU engine with a matrix stored by rows, and copies of its values.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates. Row sums are taken in Real
 * as seidel-row-kernel.h does; reductions in double over fixed chunks of the matrix, added in
 * order: the bits do not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/kernels/seidel-row-kernel.h"

/* The rows of a run that is sliced times x. */
INLINE void
sliced_products (int arithmetic,
                 const SeidelCpuRows *rows,
                 const SeidelCpuRun *run,
                 const Real *x,
                 Real *products)
{
  const int32_t *columns = rows->columns + run->columns;
  const Real *values = (const Real *) rows->values + run->values;
  const int64_t last = seidel_cpu_last_column (rows);
  const int64_t n = run->length;
  int row = 0;

  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      Slice product;

      fetch_elements_of_slice (1, rows, last, run->columns + row * n, n, x);
      slice_product (arithmetic, false, columns + row * n, values + row * n, 0, n, x, 0, &product);
      *(StoredSlice *) (products + row) = product;
    }
  for (; row < run->n_rows; row++)
    products[row] = gather_product (arithmetic, columns + row * n, values + row * n, n, x);
}

/* The rows of a run times x. */
INLINE void
run_products (int arithmetic,
              const SeidelCpuRows *rows,
              const SeidelCpuRun *run,
              const Real *x,
              Real *products)
{
  const int64_t *offsets = rows->offsets + run->first;
  const int32_t *columns = rows->columns + run->columns;
  const Real *values = (const Real *) rows->values + run->values;
  int64_t n = run->length;
  int row = 0;

  if (run->kind == SEIDEL_CPU_LOOSE)
    {
      if (has_short_rows (rows))
        fetch_elements (1, rows, seidel_cpu_last_column (rows), run->columns,
                        run->columns + offsets[run->n_rows] - offsets[0], x);
      for (; row < run->n_rows; row++)
        {
          int64_t begin = offsets[row] - offsets[0];

          products[row] = gather_product (arithmetic, columns + begin, values + begin,
                                          offsets[row + 1] - offsets[row], x);
        }
      return;
    }
  fetch (run, FETCH_AHEAD / 8);
  if (run->kind == SEIDEL_CPU_SLICED)
    {
      sliced_products (arithmetic, rows, run, x, products);
      return;
    }
  fetch (columns, FETCH_AHEAD / 8);
  for (; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      Slice product;

      fetch (x + row + columns[n - 1], FETCH_AHEAD / 8);
      slice_product (arithmetic, true, columns, values + row * n, 0, n, x + row, FETCH_AHEAD,
                     &product);
      *(StoredSlice *) (products + row) = product;
    }
  for (; row < run->n_rows; row++)
    {
      fetch_row (values + row * n, n, FETCH_AHEAD);
      products[row] = gather_product (arithmetic, columns, values + row * n, n, x + row);
    }
}

/* x · y of numbers that have just been written one by one: they could not be read as slices yet. */
INLINE double
short_dot (int arithmetic, const Real *x, const Real *y, int64_t n)
{
  Total parts[SEIDEL_CPU_SLICE] = { { 0 } };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
      add_to_total (arithmetic, &parts[lane], (double) x[i + lane], (double) y[i + lane]);
  for (; i < n; i++)
    add_to_total (arithmetic, &parts[0], (double) x[i], (double) y[i]);
  JOIN_FOUR (arithmetic, parts);
  return parts[0].value;
}

/* What the runs of a chunk share. */
typedef struct
{
  SeidelCpuProduct product;
  const SeidelCpuRows *rows;
  const Real *b; /* of a residual or a Jacobi step; the second factor of MULTIPLY_DOTS */
  const Real *x;
  Real *y;
} Product;

/* What a product makes of A x for the rows of a run. The elements of y are written at once: stores
 * between the reads of a run would delay them. */
INLINE void
finish_run (int arithmetic,
            const Product *work,
            const SeidelCpuRun *run,
            const Real *products,
            Total sums[2])
{
  Real *y = work->y + run->first;

  if (work->product == SEIDEL_CPU_RESIDUAL)
    {
      for (int row = 0; row < run->n_rows; row++)
        {
          Real r = work->b[run->first + row] - products[row];

          y[row] = r;
          add_to_total (arithmetic, &sums[0], (double) r, (double) r);
        }
      return;
    }
  if (work->product == SEIDEL_CPU_JACOBI)
    {
      const int64_t *offsets = work->rows->offsets + run->first;
      const int32_t *diagonal = work->rows->diagonal + run->first;
      const Real *values = (const Real *) work->rows->values + run->values;
      const Real *b = work->b + run->first;
      const Real *x = work->x + run->first;

      for (int row = 0; row < run->n_rows; row++)
        {
          Real r = b[row] - products[row];

          y[row] = x[row] + r / values[seidel_cpu_place_in_run (run, offsets, row, diagonal[row])];
          add_to_total (arithmetic, &sums[0], (double) r, (double) r);
        }
      return;
    }
  if (work->product == SEIDEL_CPU_MULTIPLY_DOT)
    add_value (arithmetic, &sums[0],
               short_dot (arithmetic, work->x + run->first, products, run->n_rows));
  if (work->product == SEIDEL_CPU_MULTIPLY_DOTS)
    {
      add_value (arithmetic, &sums[0],
                 short_dot (arithmetic, work->b + run->first, products, run->n_rows));
      add_value (arithmetic, &sums[1], short_dot (arithmetic, products, products, run->n_rows));
    }
  for (int row = 0; row < run->n_rows; row++)
    y[row] = products[row];
}

/* The runs of a chunk; returns the sums that the product asks for. */
INLINE void
product_chunk (int arithmetic, const Product *work, int64_t begin, int64_t end, double sums[2])
{
  Total totals[2] = { { 0 } };

  for (int64_t i = begin; i < end; i++)
    {
      const SeidelCpuRun *run = &work->rows->runs[i];
      Real products[SEIDEL_CPU_RUN_ROWS];

      run_products (arithmetic, work->rows, run, work->x, products);
      finish_run (arithmetic, work, run, products, totals);
    }
  sums[0] = totals[0].value;
  sums[1] = totals[1].value;
}

SEIDEL_CPU_DEFINE_VARIANTS (
  void,
  product_chunk,
  (int arithmetic, const Product *work, int64_t begin, int64_t end, double sums[2]),
  (work, begin, end, sums))

static void
product (SeidelContext *context,
         const SeidelOperator *A,
         SeidelCpuProduct product,
         const void *b,
         const void *x,
         void *y,
         double sums[2])
{
  const Product work = { product, A->rows, b, x, y };

#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    if (!seidel_cpu_stopped (context))
      SEIDEL_CPU_VARIANT (context, product_chunk)
  (context->settings.arithmetic, &work, A->chunk_runs[chunk], A->chunk_runs[chunk + 1],
   context->partials + 2 * chunk);
  seidel_cpu_sum_pairs (context, A->n_chunks, sums);
}

/* Copies the values of the rows of a run to their places. */
static void
arrange_run (const Real *from,
             const int64_t *places,
             const SeidelCpuRows *to,
             const SeidelCpuRun *run)
{
  const int64_t *offsets = to->offsets + run->first;
  Real *values = (Real *) to->values + run->values;

  for (int row = 0; row < run->n_rows; row++)
    {
      const Real *in = from + places[run->first + row];
      int64_t n = offsets[row + 1] - offsets[row];

      for (int64_t k = 0; k < n; k++)
        values[seidel_cpu_place_in_run (run, offsets, row, k)] = in[k];
    }
}

static void
arrange (SeidelContext *context, const void *values, const int64_t *places, const SeidelCpuRows *to)
{
#pragma omp parallel for num_threads(seidel_cpu_whole_team(context, to->offsets[to->n_rows])) \
  schedule(static)
  for (int64_t i = 0; i < to->n_runs; i++)
    if (!seidel_cpu_stopped (context))
      arrange_run (values, places, to, &to->runs[i]);
}

static void
extract_diagonal (SeidelContext *context, const SeidelCpuRows *rows, void *diagonal)
{
  Real *out = diagonal;

#pragma omp parallel for num_threads(seidel_cpu_whole_team(context, rows->n_rows)) schedule(static)
  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      const SeidelCpuRun *run = &rows->runs[i];
      const Real *values = (const Real *) rows->values + run->values;

      for (int row = 0; row < run->n_rows; row++)
        out[run->first + row] =
          values[seidel_cpu_place_in_run (run, rows->offsets + run->first, row,
                                          rows->diagonal[run->first + row])];
    }
}

static void
transpose (SeidelContext *context,
           const SeidelCpuRows *from,
           int64_t *next,
           const SeidelCpuRows *to)
{
  const Real *in = from->values;
  Real *out = to->values;

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

/* Reads the entries in the order of the rows: those of a column then come in the order in which
 * they are stored in the transpose. */
static bool
is_symmetric (SeidelContext *context, const SeidelCpuRows *rows, int64_t *next)
{
  const Real *values = rows->values;

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

const SeidelCpuRowKernels SEIDEL_CPU_NAME (row_kernels) = {
  .product = product,
  .arrange = arrange,
  .extract_diagonal = extract_diagonal,
  .transpose = transpose,
  .is_symmetric = is_symmetric,
};
