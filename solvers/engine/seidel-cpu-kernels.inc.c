/* Kernels of the CPU engine on vectors and products, for one type.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates. Row sums are taken in
 * REAL as seidel-cpu-rows.inc.c does; reductions in double over fixed blocks (of the vector) or
 * chunks (of the matrix), added in order: the bits do not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

static void
NAME (upload) (SeidelContext *context, const double *from, void *to, int64_t n, const int32_t *rows)
{
  REAL *out = to;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    out[i] = (REAL) from[rows != NULL ? rows[i] : i];
}

static void
NAME (
  download) (SeidelContext *context, const void *from, double *to, int64_t n, const int32_t *places)
{
  const REAL *in = from;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    to[i] = (double) in[places != NULL ? places[i] : i];
}

static void
NAME (reorder) (SeidelContext *context, const void *from, void *to, int64_t n, const int32_t *rows)
{
  const REAL *in = from;
  REAL *out = to;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    out[i] = in[rows[i]];
}

static void
NAME (fill) (SeidelContext *context, void *y_elements, double value, int64_t n)
{
  REAL *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] = (REAL) value;
}

static void
NAME (scale) (SeidelContext *context, void *y_elements, double alpha, int64_t n)
{
  REAL *y = y_elements;
  REAL a = (REAL) alpha;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] *= a;
}

static void
NAME (
  axpy) (SeidelContext *context, void *y_elements, double alpha, const void *x_elements, int64_t n)
{
  const REAL *x = x_elements;
  REAL *y = y_elements;
  REAL a = (REAL) alpha;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void
NAME (
  xpby) (SeidelContext *context, void *y_elements, const void *x_elements, double beta, int64_t n)
{
  const REAL *x = x_elements;
  REAL *y = y_elements;
  REAL b = (REAL) beta;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] = x[i] + b * y[i];
}

SEIDEL_CPU_CLONES static double
NAME (block_of_dot) (const REAL *x, const REAL *y, int64_t n)
{
  return NAME (block_dot) (x, y, n);
}

static double
NAME (dot) (SeidelContext *context, const void *x_elements, const void *y_elements, int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;
  const REAL *x = x_elements;
  const REAL *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;

      context->partials[block] = NAME (block_of_dot) (x + begin, y + begin, end - begin);
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

static void
NAME (multiply) (SeidelContext *context, const SeidelOperator *A, const void *x, void *y_elements)
{
  REAL *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = A->chunk_runs[chunk]; i < A->chunk_runs[chunk + 1]; i++)
        {
          const SeidelCpuRun *run = &A->rows->runs[i];
          /* Written at once: stores between the reads of a run would hold them up. */
          REAL products[SEIDEL_CPU_RUN_ROWS];

          NAME (run_products) (A->rows, run, x, products);
          for (int row = 0; row < run->n_rows; row++)
            y[run->first + row] = products[row];
        }
    }
}

static double
NAME (multiply_dot) (SeidelContext *context,
                     const SeidelOperator *A,
                     const void *x_elements,
                     void *y_elements)
{
#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      NAME (Total) sum = { 0.0 };

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = A->chunk_runs[chunk]; i < A->chunk_runs[chunk + 1]; i++)
        {
          const SeidelCpuRun *run = &A->rows->runs[i];
          const REAL *x = (const REAL *) x_elements + run->first;
          REAL *y = (REAL *) y_elements + run->first;
          REAL products[SEIDEL_CPU_RUN_ROWS];

          NAME (run_products) (A->rows, run, x_elements, products);
          NAME (add_value) (&sum, NAME (short_dot) (x, products, run->n_rows));
          for (int row = 0; row < run->n_rows; row++)
            y[row] = products[row];
        }
      context->partials[chunk] = sum.value;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}

static double
NAME (residual) (SeidelContext *context,
                 const SeidelOperator *A,
                 const void *b_elements,
                 const void *x,
                 void *r_elements)
{
#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      NAME (Total) sum = { 0.0 };

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = A->chunk_runs[chunk]; i < A->chunk_runs[chunk + 1]; i++)
        {
          const SeidelCpuRun *run = &A->rows->runs[i];
          const REAL *b = (const REAL *) b_elements + run->first;
          REAL *r = (REAL *) r_elements + run->first;
          REAL products[SEIDEL_CPU_RUN_ROWS];

          NAME (run_products) (A->rows, run, x, products);
          for (int row = 0; row < run->n_rows; row++)
            {
              r[row] = b[row] - products[row];
              NAME (add_to_total) (&sum, (double) r[row], (double) r[row]);
            }
        }
      context->partials[chunk] = sum.value;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}

/* The Jacobi step of one run; adds the squares of the residuals to *sum. */
static void
NAME (jacobi_run) (const SeidelCpuRows *rows,
                   const SeidelCpuRun *run,
                   const REAL *b,
                   const REAL *x,
                   REAL *y,
                   NAME (Total) * sum)
{
  const int64_t *offsets = rows->offsets + run->first;
  const REAL *values = (const REAL *) rows->values + run->values;
  REAL products[SEIDEL_CPU_RUN_ROWS];

  NAME (run_products) (rows, run, x, products);
  for (int i = 0; i < run->n_rows; i++)
    {
      int64_t row = run->first + i;
      REAL r = b[row] - products[i];

      y[row] = x[row] + r / values[NAME (place_in_run) (run, offsets, i, rows->diagonal[row])];
      NAME (add_to_total) (sum, (double) r, (double) r);
    }
}

static double
NAME (
  jacobi) (SeidelContext *context, const SeidelOperator *A, const void *b, const void *x, void *y)
{
#pragma omp parallel for num_threads(seidel_cpu_team_for(context, A)) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      NAME (Total) sum = { 0.0 };

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t i = A->chunk_runs[chunk]; i < A->chunk_runs[chunk + 1]; i++)
        NAME (jacobi_run) (A->rows, &A->rows->runs[i], b, x, y, &sum);
      context->partials[chunk] = sum.value;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}

/* Copies the values of the rows of a run to their places. */
static void
NAME (arrange_run) (const SeidelCpuRows *from,
                    const int32_t *list,
                    const SeidelCpuRows *to,
                    const SeidelCpuRun *run)
{
  const int64_t *offsets = to->offsets + run->first;
  REAL *values = (REAL *) to->values + run->values;

  for (int row = 0; row < run->n_rows; row++)
    {
      int64_t original = list != NULL ? list[run->first + row] : run->first + row;
      const REAL *in = (const REAL *) from->values + from->offsets[original];
      int64_t n = offsets[row + 1] - offsets[row];

      for (int64_t k = 0; k < n; k++)
        values[NAME (place_in_run) (run, offsets, row, k)] = in[k];
    }
}

static void
NAME (arrange) (SeidelContext *context,
                const SeidelCpuRows *from,
                const int32_t *list,
                const SeidelCpuRows *to)
{
#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t i = 0; i < to->n_runs; i++)
    if (!seidel_cpu_stopped (context))
      NAME (arrange_run) (from, list, to, &to->runs[i]);
}
