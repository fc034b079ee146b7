/* Operations of the CPU engine on vectors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/kernels/seidel-vector-blocks.h"

static void
upload (SeidelContext *context, const double *from, void *to, int64_t n, const int32_t *rows)
{
  Real *out = to;

#pragma omp parallel for simd num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    out[i] = (Real) from[rows != NULL ? rows[i] : i];
}

static void
download (SeidelContext *context, const void *from, double *to, int64_t n, const int32_t *places)
{
  const Real *in = from;

#pragma omp parallel for simd num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    to[i] = (double) in[places != NULL ? places[i] : i];
}

static void
reorder (SeidelContext *context, const void *from, void *to, int64_t n, const int32_t *rows)
{
  const Real *in = from;
  Real *out = to;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    out[i] = in[rows[i]];
}

static void
fill (SeidelContext *context, void *y_elements, double value, int64_t n)
{
  Real *y = y_elements;

#pragma omp parallel for simd num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    y[i] = (Real) value;
}

INLINE void
scale_block (Real *y, Real a, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    y[i] *= a;
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void, scale_block, (Real * y, Real a, int64_t n), (y, a, n))

static void
scale (SeidelContext *context, void *y_elements, double alpha, int64_t n)
{
  Real *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, scale_block) (y + begin, (Real) alpha, block_length (begin, n));
    }
}

INLINE void
axpy_block (Real *y, Real a, const Real *x, int64_t n)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    y[i] += a * x[i];
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void,
                                  axpy_block,
                                  (Real * y, Real a, const Real *x, int64_t n),
                                  (y, a, x, n))

static void
axpy (SeidelContext *context, void *y_elements, double alpha, const void *x_elements, int64_t n)
{
  const Real *x = x_elements;
  Real *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, axpy_block)
      (y + begin, (Real) alpha, x + begin, block_length (begin, n));
    }
}

INLINE void
xpby_block (Real *y, const Real *x, Real b, int64_t n)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    y[i] = x[i] + b * y[i];
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void,
                                  xpby_block,
                                  (Real * y, const Real *x, Real b, int64_t n),
                                  (y, x, b, n))

static void
xpby (SeidelContext *context, void *y_elements, const void *x_elements, double beta, int64_t n)
{
  const Real *x = x_elements;
  Real *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, xpby_block)
      (y + begin, x + begin, (Real) beta, block_length (begin, n));
    }
}

static double
dot (SeidelContext *context, const void *x_elements, const void *y_elements, int64_t n)
{
  const Real *x = x_elements;
  const Real *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      context->partials[block] =
        SEIDEL_CPU_VARIANT (context, dot_block) (context->settings.arithmetic, x + begin, y + begin,
                                                 block_length (begin, n));
    }
  return seidel_cpu_sum_partials (context, count_blocks (n));
}

INLINE void
multiply_diagonal_block (const Real *d, bool divides, const Real *x, Real *y, int64_t n)
{
  if (divides)
    {
#pragma omp simd
      for (int64_t i = 0; i < n; i++)
        y[i] = x[i] / d[i];
    }
  else
    {
#pragma omp simd
      for (int64_t i = 0; i < n; i++)
        y[i] = x[i] * d[i];
    }
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void,
                                  multiply_diagonal_block,
                                  (const Real *d, bool divides, const Real *x, Real *y, int64_t n),
                                  (d, divides, x, y, n))

static void
multiply_diagonal (SeidelContext *context,
                   const void *diagonal,
                   bool divides,
                   const void *x_elements,
                   void *y_elements,
                   int64_t n)
{
  const Real *d = diagonal;
  const Real *x = x_elements;
  Real *y = y_elements;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, multiply_diagonal_block)
      (d + begin, divides, x + begin, y + begin, block_length (begin, n));
    }
}

const SeidelCpuVectorKernels SEIDEL_CPU_NAME (vector_kernels) = {
  .upload = upload,
  .download = download,
  .reorder = reorder,
  .fill = fill,
  .scale = scale,
  .axpy = axpy,
  .xpby = xpby,
  .dot = dot,
  .multiply_diagonal = multiply_diagonal,
};
