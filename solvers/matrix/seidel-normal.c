/* Products with the transpose, and the residual of the normal equations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-normal.h"

#include "base/seidel-poll.h"

/* Whether the loop over rows should stop; it is asked before each row. */
static bool
is_stopped (const SeidelCsr *csr, int64_t row, int64_t *next_poll, GCancellable *cancellable)
{
  /* Rows count as well: there may be many empty ones. */
  const int64_t done = csr->row_offsets[row + 1] + row;

  if (done < *next_poll)
    return false;
  *next_poll = done + SEIDEL_POLL_WORK;
  return g_cancellable_is_cancelled (cancellable);
}

bool
seidel_csr_multiply_transposed (const SeidelCsr *csr,
                                const double *x,
                                double *y,
                                GCancellable *cancellable)
{
  int64_t next_poll = 0;

  for (int64_t column = 0; column < csr->columns; column++)
    y[column] = 0.0;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t end = csr->row_offsets[row + 1];

      if (is_stopped (csr, row, &next_poll, cancellable))
        return false;
      for (int64_t k = begin; k < end; k++)
        y[csr->column_indices[k]] += csr->values[k] * x[row];
    }
  return true;
}

/* norms ← √(Σ (a_ij / s_i)² + damp²) of each column, without overflow; s may be NULL. */
static bool
column_norms (const SeidelCsr *csr,
              const double *s,
              double damp,
              double *norms,
              GCancellable *cancellable)
{
  double *largest = seidel_vector_new (csr->columns, NULL);
  int64_t next_poll = 0;
  bool done = largest != NULL;

  for (int64_t column = 0; done && column < csr->columns; column++)
    {
      largest[column] = damp;
      norms[column] = 0.0;
    }
  for (int pass = 0; done && pass < 2; pass++, next_poll = 0)
    for (int64_t row = 0; done && row < csr->rows; row++)
      {
        done = !is_stopped (csr, row, &next_poll, cancellable);
        for (int64_t k = csr->row_offsets[row]; done && k < csr->row_offsets[row + 1]; k++)
          {
            const int64_t column = csr->column_indices[k];
            const double value = s != NULL ? csr->values[k] / s[row] : csr->values[k];

            if (pass == 0)
              largest[column] = fmax (largest[column], fabs (value));
            else if (value != 0.0)
              norms[column] += (value / largest[column]) * (value / largest[column]);
          }
      }
  for (int64_t column = 0; done && column < csr->columns; column++)
    if (largest[column] > 0.0)
      norms[column] = largest[column]
                      * sqrt (norms[column] + (damp / largest[column]) * (damp / largest[column]));
  seidel_vector_free (largest);
  return done;
}

bool
seidel_csr_column_norms (const SeidelCsr *csr,
                         double damp,
                         double *norms,
                         GCancellable *cancellable)
{
  return column_norms (csr, NULL, damp, norms, cancellable);
}

/* The largest |y_j| / norms_j; y of columns without entries is zero. */
static double
largest_ratio (const double *y, const double *norms, int64_t n)
{
  double largest = 0.0;

  for (int64_t i = 0; i < n && !isnan (largest); i++)
    if (y[i] != 0.0 && !(fabs (y[i]) / norms[i] <= largest))
      largest = fabs (y[i]) / norms[i];
  return largest;
}

static void
divide (double *x, double by, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    x[i] /= by;
}

bool
seidel_csr_normal_cosines (const SeidelCsr *csr,
                           const double *b,
                           const double *x,
                           double damp,
                           const double *norms,
                           double *y,
                           int threads,
                           GCancellable *cancellable)
{
  double *r = seidel_vector_new (csr->rows, NULL);
  bool done = false;

  if (r != NULL && seidel_csr_residual_doubled (csr, b, x, NULL, r, threads, cancellable))
    {
      const double norm =
        hypot (seidel_vector_norm_2 (r, csr->rows), damp * seidel_vector_norm_2 (x, csr->columns));

      /* Divided first, so that no product overflows. */
      if (norm > 0.0)
        divide (r, norm, csr->rows);
      done = seidel_csr_multiply_transposed (csr, r, y, cancellable);
      for (int64_t i = 0; done && i < csr->columns; i++)
        {
          if (damp > 0.0 && norm > 0.0)
            y[i] -= damp * (damp * x[i] / norm);
          if (y[i] != 0.0)
            y[i] /= norms[i];
        }
    }
  seidel_vector_free (r);
  return done;
}

double
seidel_csr_normal_residual (const SeidelCsr *csr,
                            const double *b,
                            const double *x,
                            double damp,
                            int threads,
                            GCancellable *cancellable)
{
  double *y = seidel_vector_new (csr->columns, NULL);
  double *norms = seidel_vector_new (csr->columns, NULL);
  double normal = NAN;

  if (y != NULL && norms != NULL && column_norms (csr, NULL, damp, norms, cancellable)
      && seidel_csr_normal_cosines (csr, b, x, damp, norms, y, threads, cancellable))
    normal = seidel_vector_norm_inf (y, csr->columns);
  seidel_vector_free (y);
  seidel_vector_free (norms);
  return normal;
}

/* y ← Āᵀ r̄, sizes ← |A|ᵀ (|A| |x| + |b|) + damp² |x| */
static void
multiply_with_sizes (const SeidelCsr *csr,
                     const double *b,
                     const double *x,
                     double damp,
                     const double *r,
                     double *y,
                     double *sizes)
{
  for (int64_t column = 0; column < csr->columns; column++)
    {
      y[column] = -damp * damp * x[column];
      sizes[column] = fabs (y[column]);
    }
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double terms = fabs (b[row]);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        terms += fabs (csr->values[k] * x[csr->column_indices[k]]);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          y[csr->column_indices[k]] += csr->values[k] * r[row];
          sizes[csr->column_indices[k]] += fabs (csr->values[k]) * terms;
        }
    }
}

double
seidel_csr_normal_backward (const SeidelCsr *csr,
                            const double *b,
                            const double *x,
                            double damp,
                            int threads,
                            GCancellable *cancellable)
{
  double *r = seidel_vector_new (csr->rows, NULL);
  double *y = seidel_vector_new (csr->columns, NULL);
  double *sizes = seidel_vector_new (csr->columns, NULL);
  double backward = NAN;

  if (r != NULL && y != NULL && sizes != NULL
      && seidel_csr_residual_doubled (csr, b, x, NULL, r, threads, cancellable))
    {
      multiply_with_sizes (csr, b, x, damp, r, y, sizes);
      backward = largest_ratio (y, sizes, csr->columns);
    }
  seidel_vector_free (r);
  seidel_vector_free (y);
  seidel_vector_free (sizes);
  return backward;
}

/* s ← the norm of each row once the columns have the norm 1. */
static void
row_sizes (const SeidelCsr *csr, const double *norms, double *s)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      s[row] = 0.0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->values[k] != 0.0)
          s[row] = hypot (s[row], csr->values[k] / norms[csr->column_indices[k]]);
    }
}

/* Columns divided by their norms, rows by theirs; then y is orthogonal to the columns if r is to
 * those of A. */
double
seidel_csr_range_residual (const SeidelCsr *csr,
                           const double *b,
                           const double *x,
                           int threads,
                           GCancellable *cancellable)
{
  double *r = seidel_vector_new (csr->rows, NULL);
  double *s = seidel_vector_new (csr->rows, NULL);
  double *y = seidel_vector_new (csr->columns, NULL);
  double *norms = seidel_vector_new (csr->columns, NULL);
  double found = NAN;

  if (r != NULL && s != NULL && y != NULL && norms != NULL
      && seidel_csr_residual (csr, b, x, r, threads, cancellable)
      && column_norms (csr, NULL, 0.0, norms, cancellable))
    {
      double length = 0.0;
      bool impossible = false;

      row_sizes (csr, norms, s);
      for (int64_t row = 0; row < csr->rows; row++)
        {
          impossible = impossible || (s[row] == 0.0 && b[row] != 0.0);
          s[row] = s[row] > 0.0 ? s[row] : 1.0;
        }
      length = impossible ? 0.0 : seidel_vector_norm_inf (r, csr->rows);
      if (length == 0.0)
        found = 0.0;
      else
        divide (r, length, csr->rows);
      if (length > 0.0 && seidel_csr_multiply_transposed (csr, r, y, cancellable)
          && column_norms (csr, s, 0.0, norms, cancellable))
        {
          for (int64_t row = 0; row < csr->rows; row++)
            r[row] *= s[row];
          found = largest_ratio (y, norms, csr->columns) / seidel_vector_norm_2 (r, csr->rows);
        }
    }
  seidel_vector_free (r);
  seidel_vector_free (s);
  seidel_vector_free (y);
  seidel_vector_free (norms);
  return found;
}
