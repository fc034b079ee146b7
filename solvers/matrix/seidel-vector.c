/* Vectors, norms, products in double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"

/* Sums are taken over blocks of this many elements, whoever computes them. */
#define BLOCK 4096

/* Rows that are computed between two looks at the cancellable: some milliseconds at most, unless
 * the rows are very long. */
#define ROWS_PER_CHUNK 16384

/* Beyond this no machine has the memory, and sizes in bytes would wrap. */
#define MOST_ELEMENTS ((int64_t) 1 << 48)

double *
seidel_vector_new (int64_t n, GError **error)
{
  size_t bytes = (size_t) CLAMP (n, 1, MOST_ELEMENTS) * sizeof (double);
  double *x = n >= 0 && n <= MOST_ELEMENTS ? seidel_memory_alloc (bytes) : NULL;

  if (x == NULL)
    {
      seidel_memory_fail (error, (double) bytes, "a vector of %" G_GINT64_FORMAT " values", n);
      return NULL;
    }
  memset (x, 0, bytes);

  return x;
}

void
seidel_vector_free (double *x)
{
  free (x);
}

double
seidel_vector_norm_inf (const double *x, int64_t n)
{
  double largest = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      double magnitude = fabs (x[i]);

      /* Written so that a NaN is kept. */
      if (!(magnitude <= largest))
        largest = magnitude;
      if (isnan (largest))
        return largest;
    }
  return largest;
}

double
seidel_vector_norm_2 (const double *x, int64_t n)
{
  double scale = seidel_vector_norm_inf (x, n);
  double sum = 0.0;

  if (scale == 0.0 || !isfinite (scale))
    return scale;
  for (int64_t begin = 0; begin < n; begin += BLOCK)
    {
      int64_t end = MIN (begin + BLOCK, n);
      double block = 0.0;

      for (int64_t i = begin; i < end; i++)
        block += (x[i] / scale) * (x[i] / scale);
      sum += block;
    }
  return scale * sqrt (sum);
}

/* SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), used
 * as a hash of the pair, so that any element can be made on its own and in parallel. */
static uint64_t
mix (uint64_t z)
{
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double
seidel_random_uniform (uint64_t seed, uint64_t i)
{
  uint64_t bits = mix (mix (seed) + i * 0x9e3779b97f4a7c15u);

  return (double) (bits >> 11) * 0x1p-52 - 1.0;
}

void
seidel_vector_fill_random (double *x, int64_t n, uint64_t seed)
{
  for (int64_t i = 0; i < n; i++)
    x[i] = seidel_random_uniform (seed, (uint64_t) i);
}

static inline double
row_product (const SeidelCsr *csr, const double *x, int64_t row)
{
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum += csr->values[k] * x[csr->column_indices[k]];
  return sum;
}

/* y ← A x, or b − A x when b is given. Small matrices stay on the calling thread: waking the others
 * would take longer than the work. */
static bool
multiply_chunks (const SeidelCsr *csr,
                 const double *b,
                 const double *x,
                 double *y,
                 int threads,
                 GCancellable *cancellable)
{
  int64_t n_chunks = (csr->rows + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;

#pragma omp parallel for num_threads(threads) schedule(static) if (n_chunks > 1)
  for (int64_t chunk = 0; chunk < n_chunks; chunk++)
    {
      int64_t end = MIN ((chunk + 1) * ROWS_PER_CHUNK, csr->rows);

      if (g_cancellable_is_cancelled (cancellable))
        continue;
      for (int64_t row = chunk * ROWS_PER_CHUNK; row < end; row++)
        {
          double product = row_product (csr, x, row);

          y[row] = b != NULL ? b[row] - product : product;
        }
    }
  return !g_cancellable_is_cancelled (cancellable);
}

bool
seidel_csr_multiply (const SeidelCsr *csr,
                     const double *x,
                     double *y,
                     int threads,
                     GCancellable *cancellable)
{
  return multiply_chunks (csr, NULL, x, y, threads, cancellable);
}

bool
seidel_csr_residual (const SeidelCsr *csr,
                     const double *b,
                     const double *x,
                     double *r,
                     int threads,
                     GCancellable *cancellable)
{
  return multiply_chunks (csr, b, x, r, threads, cancellable);
}

bool
seidel_csr_true_residual (const SeidelCsr *csr,
                          const double *b,
                          const double *x,
                          int threads,
                          GCancellable *cancellable,
                          SeidelNorms *norms)
{
  double *r = seidel_vector_new (csr->rows, NULL);
  bool done = r != NULL && multiply_chunks (csr, b, x, r, threads, cancellable);

  if (done)
    *norms =
      (SeidelNorms){ seidel_vector_norm_2 (r, csr->rows), seidel_vector_norm_inf (r, csr->rows) };
  seidel_vector_free (r);

  return done;
}
