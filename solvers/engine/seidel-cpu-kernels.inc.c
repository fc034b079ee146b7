/* Kernels of the CPU engine on vectors and products, for one type.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates. Row sums are taken in REAL
 * in the order of storage; reductions in double over fixed blocks (of the vector) or chunks (of the
 * matrix), added in order: the bits do not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

static void
NAME (convert) (const double *from, void *to, int64_t n)
{
  REAL *out = to;

  for (int64_t i = 0; i < n; i++)
    out[i] = (REAL) from[i];
}

static void
NAME (widen) (const void *from, double *to, int64_t n)
{
  const REAL *in = from;

  for (int64_t i = 0; i < n; i++)
    to[i] = (double) in[i];
}

static void
NAME (
  axpy) (SeidelContext *context, void *y_elements, double alpha, const void *x_elements, int64_t n)
{
  const REAL *x = x_elements;
  REAL *y = y_elements;
  REAL a = (REAL) alpha;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
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

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] = x[i] + b * y[i];
}

static double
NAME (dot) (SeidelContext *context, const void *x_elements, const void *y_elements, int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;
  const REAL *x = x_elements;
  const REAL *y = y_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;
      double sum = 0.0;

      for (int64_t i = begin; i < end; i++)
        sum += (double) x[i] * (double) y[i];
      context->partials[block] = sum;
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

static double
NAME (cg_update) (SeidelContext *context,
                  void *x_elements,
                  void *r_elements,
                  double alpha,
                  const void *p_elements,
                  const void *q_elements,
                  int64_t n)
{
  int64_t n_blocks = (n + SEIDEL_CPU_BLOCK - 1) / SEIDEL_CPU_BLOCK;
  const REAL *p = p_elements;
  const REAL *q = q_elements;
  REAL *x = x_elements;
  REAL *r = r_elements;
  REAL a = (REAL) alpha;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t end = begin + SEIDEL_CPU_BLOCK < n ? begin + SEIDEL_CPU_BLOCK : n;
      double sum = 0.0;

      for (int64_t i = begin; i < end; i++)
        {
          x[i] += a * p[i];
          r[i] -= a * q[i];
          sum += (double) r[i] * (double) r[i];
        }
      context->partials[block] = sum;
    }
  return seidel_cpu_sum_partials (context, n_blocks);
}

static inline REAL
NAME (row_product) (const SeidelSystem *A, int64_t row, const REAL *x)
{
  const int32_t *columns = A->matrix.column_indices;
  const REAL *values = A->values;
  int64_t end = A->matrix.row_offsets[row + 1];
  REAL sum = 0;

  for (int64_t k = A->matrix.row_offsets[row]; k < end; k++)
    sum += values[k] * x[columns[k]];
  return sum;
}

static void
NAME (multiply) (SeidelContext *context, const SeidelSystem *A, const void *x, void *y_elements)
{
  REAL *y = y_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        y[row] = NAME (row_product) (A, row, x);
    }
}

static double
NAME (multiply_dot) (SeidelContext *context,
                     const SeidelSystem *A,
                     const void *x_elements,
                     void *y_elements)
{
  const REAL *x = x_elements;
  REAL *y = y_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      double sum = 0.0;

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        {
          y[row] = NAME (row_product) (A, row, x);
          sum += (double) x[row] * (double) y[row];
        }
      context->partials[chunk] = sum;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}

static double
NAME (residual) (SeidelContext *context,
                 const SeidelSystem *A,
                 const void *b_elements,
                 const void *x,
                 void *r_elements)
{
  const REAL *b = b_elements;
  REAL *r = r_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      double sum = 0.0;

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        {
          r[row] = b[row] - NAME (row_product) (A, row, x);
          sum += (double) r[row] * (double) r[row];
        }
      context->partials[chunk] = sum;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}

static double
NAME (jacobi) (SeidelContext *context,
               const SeidelSystem *A,
               const void *b_elements,
               const void *x_elements,
               void *y_elements)
{
  const REAL *values = A->values;
  const REAL *b = b_elements;
  const REAL *x = x_elements;
  REAL *y = y_elements;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      double sum = 0.0;

      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        {
          REAL r = b[row] - NAME (row_product) (A, row, x);

          y[row] = x[row] + r / values[A->matrix.row_offsets[row] + A->diagonal[row]];
          sum += (double) r * (double) r;
        }
      context->partials[chunk] = sum;
    }
  return seidel_cpu_sum_partials (context, A->n_chunks);
}
