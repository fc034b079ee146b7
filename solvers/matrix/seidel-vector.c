/* Vectors, norms, products in double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-vector.h"

#include <inttypes.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-random.h"

/* Sums are taken over blocks of this many elements, whoever computes them. */
#define BLOCK 4096

/* Rows that are computed between two looks at the cancellable: some milliseconds at most, unless
 * the rows are very long. */
#define ROWS_PER_CHUNK 16384

/* Rounding of a sum in doubled precision, and of products at the lower end of the range. */
#define DOUBLED_EPSILON (DBL_EPSILON * DBL_EPSILON)
#define UNDERFLOW_UNIT  (4.0 * DBL_TRUE_MIN)

/* Beyond this no machine has the memory, and sizes in bytes would wrap. */
#define MOST_ELEMENTS ((int64_t) 1 << 48)

double *
seidel_vector_new (int64_t n, GError **error)
{
  size_t bytes = (size_t) CLAMP (n, 1, MOST_ELEMENTS) * sizeof (double);
  double *x = n >= 0 && n <= MOST_ELEMENTS ? seidel_memory_alloc (bytes) : NULL;

  if (x == NULL)
    {
      seidel_memory_fail (error, (double) bytes, "a vector of %" PRId64 " values", n);
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
seidel_complex_norm_inf (const double *x, int64_t n)
{
  double largest = 0.0;

  for (int64_t i = 0; i < n && !isnan (largest); i++)
    {
      double modulus = hypot (x[2 * i], x[2 * i + 1]);

      if (!(modulus <= largest))
        largest = modulus;
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

double
seidel_vector_dot (const double *x, const double *y, int64_t n)
{
  double sum = 0.0;

  for (int64_t begin = 0; begin < n; begin += BLOCK)
    {
      int64_t end = MIN (begin + BLOCK, n);
      double block = 0.0;

      for (int64_t i = begin; i < end; i++)
        block += x[i] * y[i];
      sum += block;
    }
  return sum;
}

double
seidel_random_uniform (uint64_t seed, uint64_t i)
{
  return seidel_random_at (seed, i);
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

/* A row of b − A x, with what its backward error needs. */
typedef struct
{
  double residual;
  double magnitude; /* (|A| |x| + |b|)ᵢ */
  double norm;      /* Σ |a| */
} Row;

static inline Row
measure_row (const SeidelCsr *csr, const double *b, const double *x, int64_t row)
{
  Row measured = { 0.0, fabs (b[row]), 0.0 };
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      double product = csr->values[k] * x[csr->column_indices[k]];

      sum += product;
      measured.magnitude += fabs (product);
      measured.norm += fabs (csr->values[k]);
    }
  measured.residual = b[row] - sum;
  return measured;
}

/* The same of a complex row, rows row and row + 1 of a real form: the first of these has in columns
 * 2 j and 2 j + 1 both parts of entry j, but where the imaginary part is zero and not stored. The
 * residual is its modulus. */
static inline Row
measure_complex_row (const SeidelCsr *csr, const double *b, const double *x, int64_t row)
{
  const Row parts[] = { measure_row (csr, b, x, row), measure_row (csr, b, x, row + 1) };
  const int64_t end = csr->row_offsets[row + 1];
  Row measured = { hypot (parts[0].residual, parts[1].residual), hypot (b[row], b[row + 1]), 0.0 };

  for (int64_t k = csr->row_offsets[row]; k < end; k++)
    {
      int32_t column = csr->column_indices[k] & ~1;
      double modulus = fabs (csr->values[k]);

      if (k + 1 < end && csr->column_indices[k + 1] == column + 1)
        modulus = hypot (modulus, csr->values[++k]);
      measured.magnitude += modulus * hypot (x[column], x[column + 1]);
      measured.norm += modulus;
    }
  return measured;
}

/* b − A (x + x_low) of a row. The low part is a product of small numbers: rounding errors in it do
 * not count. */
static double
doubled_residual (const SeidelCsr *csr,
                  const double *b,
                  const double *x,
                  const double *x_low,
                  int64_t row)
{
  double sum = b[row];
  double low = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      double value = csr->values[k];
      int32_t column = csr->column_indices[k];
      double product = value * x[column];
      double next = sum - product;
      double part = next - sum;

      low += (sum - (next - part)) - (product + part) - fma (value, x[column], -product);
      if (x_low != NULL)
        low -= value * x_low[column];
      sum = next;
    }
  return sum + low;
}

/* The work of a thread: rows begin … end − 1. */
typedef void (*ChunkFunc) (const SeidelCsr *csr, int64_t begin, int64_t end, void *work);

/* Small matrices stay on the calling thread: waking the others would take longer than the work. */
static bool
for_chunks (const SeidelCsr *csr,
            ChunkFunc func,
            void *work,
            int threads,
            GCancellable *cancellable)
{
  int64_t n_chunks = (csr->rows + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;

#pragma omp parallel for num_threads(threads) schedule(static) if (n_chunks > 1)
  for (int64_t chunk = 0; chunk < n_chunks; chunk++)
    if (!g_cancellable_is_cancelled (cancellable))
      func (csr, chunk * ROWS_PER_CHUNK, MIN ((chunk + 1) * ROWS_PER_CHUNK, csr->rows), work);
  return !g_cancellable_is_cancelled (cancellable);
}

/* The arguments of every product here. Of the results, each uses its own. */
typedef struct
{
  const double *b; /* NULL: zero, and the product is not subtracted */
  const double *x;
  const double *x_low;
  double *y;
  bool doubled; /* the residual is accumulated in doubled precision */
  /* Guarded by mutex. */
  GMutex mutex;
  double norm_A;
  double backward_rows;
} Product;

static void
multiply (const SeidelCsr *csr, int64_t begin, int64_t end, void *work)
{
  const Product *p = work;

  for (int64_t row = begin; row < end; row++)
    {
      double product = row_product (csr, p->x, row);

      p->y[row] = p->b != NULL ? p->b[row] - product : product;
    }
}

static void
multiply_doubled (const SeidelCsr *csr, int64_t begin, int64_t end, void *work)
{
  const Product *p = work;

  for (int64_t row = begin; row < end; row++)
    p->y[row] = doubled_residual (csr, p->b, p->x, p->x_low, row);
}

/* The larger one; NaN if either is. */
static double
larger (double a, double b)
{
  return a >= b || isnan (a) ? a : b;
}

static void
measure (const SeidelCsr *csr, int64_t begin, int64_t end, void *work)
{
  Product *p = work;
  double norm_A = 0.0;
  double backward_rows = 0.0;

  for (int64_t row = begin; row < end; row++)
    {
      Row measured = measure_row (csr, p->b, p->x, row);

      if (p->doubled)
        measured.residual = doubled_residual (csr, p->b, p->x, NULL, row);
      p->y[row] = measured.residual;
      norm_A = larger (norm_A, measured.norm);
      if (measured.residual != 0.0)
        backward_rows = larger (backward_rows, fabs (measured.residual) / measured.magnitude);
    }
  g_mutex_lock (&p->mutex);
  p->norm_A = larger (p->norm_A, norm_A);
  p->backward_rows = larger (p->backward_rows, backward_rows);
  g_mutex_unlock (&p->mutex);
}

/* Chunks begin with an even row. */
static void
measure_complex (const SeidelCsr *csr, int64_t begin, int64_t end, void *work)
{
  Product *p = work;
  double norm_A = 0.0;
  double backward_rows = 0.0;

  for (int64_t row = begin; row < end; row += 2)
    {
      Row measured = measure_complex_row (csr, p->b, p->x, row);

      for (int64_t part = row; part < row + 2; part++)
        p->y[part] = p->doubled ? doubled_residual (csr, p->b, p->x, NULL, part)
                                : p->b[part] - row_product (csr, p->x, part);
      if (p->doubled)
        measured.residual = hypot (p->y[row], p->y[row + 1]);
      norm_A = larger (norm_A, measured.norm);
      if (measured.residual != 0.0)
        backward_rows = larger (backward_rows, measured.residual / measured.magnitude);
    }
  g_mutex_lock (&p->mutex);
  p->norm_A = larger (p->norm_A, norm_A);
  p->backward_rows = larger (p->backward_rows, backward_rows);
  g_mutex_unlock (&p->mutex);
}

static void
bound (const SeidelCsr *csr, int64_t begin, int64_t end, void *work)
{
  const Product *p = work;

  for (int64_t row = begin; row < end; row++)
    {
      double entries = (double) (csr->row_offsets[row + 1] - csr->row_offsets[row]);

      p->y[row] =
        fabs (doubled_residual (csr, p->b, p->x, NULL, row))
        + (entries + 1.0)
            * (DOUBLED_EPSILON * measure_row (csr, p->b, p->x, row).magnitude + UNDERFLOW_UNIT);
    }
}

bool
seidel_csr_multiply (const SeidelCsr *csr,
                     const double *x,
                     double *y,
                     int threads,
                     GCancellable *cancellable)
{
  Product product = { .x = x, .y = y };

  return for_chunks (csr, multiply, &product, threads, cancellable);
}

bool
seidel_csr_residual (const SeidelCsr *csr,
                     const double *b,
                     const double *x,
                     double *r,
                     int threads,
                     GCancellable *cancellable)
{
  Product product = { .b = b, .x = x, .y = r };

  return for_chunks (csr, multiply, &product, threads, cancellable);
}

bool
seidel_csr_residual_doubled (const SeidelCsr *csr,
                             const double *b,
                             const double *x,
                             const double *x_low,
                             double *r,
                             int threads,
                             GCancellable *cancellable)
{
  Product product = { .b = b, .x = x, .x_low = x_low, .y = r };

  return for_chunks (csr, multiply_doubled, &product, threads, cancellable);
}

bool
seidel_csr_residual_bound (const SeidelCsr *csr,
                           const double *b,
                           const double *x,
                           double *f,
                           int threads,
                           GCancellable *cancellable)
{
  Product product = { .b = b, .x = x, .y = f };

  return for_chunks (csr, bound, &product, threads, cancellable);
}

double
seidel_csr_norm_inf (const SeidelCsr *csr)
{
  double largest = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        sum += fabs (csr->values[k]);
      largest = larger (largest, sum);
    }
  return largest;
}

/* ‖x‖∞ of n doubles. */
static double
norm_inf (const double *x, int64_t n, bool complex_numbers)
{
  return complex_numbers ? seidel_complex_norm_inf (x, n / 2) : seidel_vector_norm_inf (x, n);
}

static bool
true_residual (const SeidelCsr *csr,
               bool complex_numbers,
               bool doubled,
               const double *b,
               const double *x,
               int threads,
               GCancellable *cancellable,
               SeidelNorms *norms)
{
  Product product = {
    .b = b, .x = x, .y = seidel_vector_new (csr->rows, NULL), .doubled = doubled
  };
  bool done;

  if (product.y == NULL)
    return false;
  g_mutex_init (&product.mutex);
  done =
    for_chunks (csr, complex_numbers ? measure_complex : measure, &product, threads, cancellable);
  g_mutex_clear (&product.mutex);
  if (done)
    {
      double largest = norm_inf (product.y, csr->rows, complex_numbers);
      double scale = product.norm_A * norm_inf (x, csr->columns, complex_numbers)
                     + norm_inf (b, csr->rows, complex_numbers);

      *norms = (SeidelNorms){
        .norm_2 = seidel_vector_norm_2 (product.y, csr->rows),
        .norm_inf = largest,
        .backward = largest == 0.0 ? 0.0 : largest / scale,
        .backward_rows = product.backward_rows,
        .norm_A = product.norm_A,
      };
    }
  seidel_vector_free (product.y);

  return done;
}

bool
seidel_csr_true_residual (const SeidelCsr *csr,
                          const double *b,
                          const double *x,
                          int threads,
                          GCancellable *cancellable,
                          SeidelNorms *norms)
{
  return true_residual (csr, false, false, b, x, threads, cancellable, norms);
}

bool
seidel_matrix_true_residual (const SeidelMatrix *matrix,
                             const double *b,
                             const double *x,
                             int threads,
                             GCancellable *cancellable,
                             SeidelNorms *norms)
{
  return true_residual (matrix->csr, matrix->interleaved, false, b, x, threads, cancellable, norms);
}

bool
seidel_matrix_true_residual_doubled (const SeidelMatrix *matrix,
                                     const double *b,
                                     const double *x,
                                     int threads,
                                     GCancellable *cancellable,
                                     SeidelNorms *norms)
{
  return true_residual (matrix->csr, matrix->interleaved, true, b, x, threads, cancellable, norms);
}
