/* Where stationary iterations lead, and what signs xᵀ A x has.
 *
 * Sources: the power method; Lanczos (1950) without reorthogonalisation, whose extreme values are
 * right nevertheless (Paige, 1971); Sturm sequences, Golub and Van Loan, "Matrix Computations"
 * (2013), 8.4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "diagnose/seidel-diagnosis-private.h"

#include <math.h>

#include "base/seidel-random.h"
#include "matrix/seidel-vector.h"

/* Iterations of the power method, and those of which the mean growth is taken. */
#define POWERS 150
#define LATEST 40

/* Steps of Lanczos: as many as a matrix has rows, up to these, and as many as do so much work. */
#define MOST_STEPS  300
#define LEAST_STEPS 40
#define WORK        4e8
#define BISECTIONS  60

/* Relaxes a row towards the solution of A x = 0. */
static inline void
relax (const SeidelCsr *csr, int64_t row, double omega, double *x)
{
  double sum = 0.0;
  double diagonal = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] == row)
      diagonal = csr->values[k];
    else
      sum += csr->values[k] * x[csr->column_indices[k]];
  x[row] = (1.0 - omega) * x[row] - omega * sum / diagonal;
}

static void
sweep (const SeidelCsr *csr, SeidelGrowthKind kind, double parameter, double *x, double *old)
{
  if (kind == SEIDEL_GROWTH_JACOBI)
    {
      memcpy (old, x, (size_t) csr->rows * sizeof *x);
      for (int64_t row = 0; row < csr->rows; row++)
        {
          double sum = 0.0;
          double diagonal = 1.0;

          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            if (csr->column_indices[k] == row)
              diagonal = csr->values[k];
            else
              sum += csr->values[k] * old[csr->column_indices[k]];
          x[row] = (1.0 - parameter) * old[row] - parameter * sum / diagonal;
        }
      return;
    }
  for (int64_t row = 0; kind != SEIDEL_GROWTH_BACKWARD && row < csr->rows; row++)
    relax (csr, row, parameter, x);
  for (int64_t row = csr->rows; kind != SEIDEL_GROWTH_SOR && row-- > 0;)
    relax (csr, row, parameter, x);
}

/* One iteration, after which x has length 1: returns what it was multiplied by. What overflows
 * grows beyond all bounds. */
static double
iterate (const SeidelCsr *csr, SeidelGrowthKind kind, double parameter, double *x, double *old)
{
  const double before = seidel_vector_norm_2 (x, csr->rows);
  double after;

  sweep (csr, kind, parameter, x, old);
  after = seidel_vector_norm_2 (x, csr->rows);
  for (int64_t i = 0; isfinite (after) && after > 0.0 && i < csr->rows; i++)
    x[i] /= after;
  return isfinite (after) ? after / before : INFINITY;
}

double
seidel_facts_growth (const SeidelCsr *csr,
                     SeidelGrowthKind kind,
                     double parameter,
                     GCancellable *cancellable)
{
  double *x = seidel_vector_new (csr->rows, NULL);
  double *old = seidel_vector_new (csr->rows, NULL);
  double logarithm = 0.0;
  double growth = NAN;

  for (int64_t i = 0; x != NULL && i < csr->rows; i++)
    x[i] = seidel_random_at (1, (uint64_t) i);
  for (int i = 0; i < POWERS && x != NULL && old != NULL; i++)
    {
      growth = iterate (csr, kind, parameter, x, old);
      if (g_cancellable_is_cancelled (cancellable))
        growth = NAN;
      if (!isfinite (growth) || growth == 0.0)
        break;
      if (i >= POWERS - LATEST)
        logarithm += log (growth);
    }
  seidel_vector_free (x);
  seidel_vector_free (old);
  return isfinite (growth) && growth > 0.0 ? exp (logarithm / LATEST) : growth;
}

/* y ← (A + Aᵀ) x / 2. */
static void
multiply_symmetric (const SeidelCsr *csr, const double *x, double *y)
{
  for (int64_t row = 0; row < csr->rows; row++)
    y[row] = 0.0;
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const double half = 0.5 * csr->values[k];

        y[row] += half * x[csr->column_indices[k]];
        y[csr->column_indices[k]] += half * x[row];
      }
}

/* Eigenvalues below a number, of the tridiagonal matrix with diagonal a and squares b of the
 * entries beside it. */
static int
count_below (const double *a, const double *b, int n, double number)
{
  int count = 0;
  double q = 1.0;

  for (int i = 0; i < n; i++)
    {
      q = a[i] - number - (i > 0 ? b[i - 1] / (q != 0.0 ? q : 1e-300) : 0.0);
      count += q < 0.0;
    }
  return count;
}

/* The i-th eigenvalue from below. */
static double
bisect (const double *a, const double *b, int n, int i)
{
  double low = INFINITY;
  double high = -INFINITY;

  for (int k = 0; k < n; k++)
    {
      const double radius = (k > 0 ? sqrt (b[k - 1]) : 0.0) + (k < n - 1 ? sqrt (b[k]) : 0.0);

      low = fmin (low, a[k] - radius);
      high = fmax (high, a[k] + radius);
    }
  for (int k = 0; k < BISECTIONS; k++)
    {
      const double middle = 0.5 * (low + high);

      if (count_below (a, b, n, middle) > i)
        high = middle;
      else
        low = middle;
    }
  return 0.5 * (low + high);
}

void
seidel_facts_spectrum (const SeidelCsr *csr,
                       double *lowest,
                       double *highest,
                       GCancellable *cancellable)
{
  const int64_t n = csr->rows;
  const double affordable = WORK / (double) (csr->row_offsets[n] + n + 1);
  const int steps = (int) fmin ((double) n, CLAMP (affordable, LEAST_STEPS, MOST_STEPS));
  double *v = seidel_vector_new (n, NULL);
  double *before = seidel_vector_new (n, NULL);
  double *w = seidel_vector_new (n, NULL);
  double a[MOST_STEPS];
  double b[MOST_STEPS];
  double beta = 0.0;
  int done = 0;

  for (int64_t i = 0; v != NULL && i < n; i++)
    v[i] = seidel_random_at (2, (uint64_t) i);
  while (v != NULL && before != NULL && w != NULL && done < steps
         && !g_cancellable_is_cancelled (cancellable))
    {
      const double length = seidel_vector_norm_2 (v, n);
      double *spare = before;

      if (!(length > 1e-13 * fabs (done > 0 ? a[0] : 0.0)) || !isfinite (length))
        break;
      if (done > 0)
        b[done - 1] = length * length;
      beta = done > 0 ? length : 0.0;
      for (int64_t i = 0; i < n; i++)
        v[i] /= length;
      multiply_symmetric (csr, v, w);
      a[done] = 0.0;
      for (int64_t i = 0; i < n; i++)
        a[done] += v[i] * w[i];
      for (int64_t i = 0; i < n; i++)
        w[i] -= a[done] * v[i] + beta * before[i];
      before = v;
      v = w;
      w = spare;
      done++;
    }
  *lowest = done > 0 ? bisect (a, b, done, 0) : NAN;
  *highest = done > 0 ? bisect (a, b, done, done - 1) : NAN;
  seidel_vector_free (v);
  seidel_vector_free (before);
  seidel_vector_free (w);
}
