/* The spectral radius of stationary iterations, by Arnoldi's method on the host.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "spectrum/seidel-iteration-radius.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-vector.h"
#include "spectrum/seidel-eigenvalues.h"

/* Vectors of the basis, and what they may take of memory. */
#define MOST_VECTORS  300
#define MOST_BYTES    1e9
#define LEAST_VECTORS 30

/* The relative change of the largest value between two looks at which it has settled. */
#define SETTLED 1e-8

#define FIRST_LOOK 12
#define LOOK_AFTER 1.3

#define ROUNDING 100.0

/* A vector that kept less than this part of its norm is made orthogonal again. */
#define LEAST_KEPT 0.7

typedef struct
{
  const SeidelCsr *csr;
  const SeidelIteration *iteration;
  double *diagonal;
  int threads;
  GCancellable *cancellable;
  double **basis; /* most + 1 */
  double *h;      /* most + 1 rows of most */
  size_t most;
  size_t n;
  bool closed;
} Arnoldi;

static void
relax_row (const Arnoldi *self, int64_t row, double *x)
{
  const SeidelCsr *csr = self->csr;
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum += csr->values[k] * x[csr->column_indices[k]];
  x[row] -= self->iteration->omega * sum / self->diagonal[row];
}

/* y ← G x: an iteration with the right-hand side 0. */
static bool
apply (const Arnoldi *self, const double *x, double *y)
{
  const int64_t n = self->csr->rows;

  if (self->iteration->weight != 0.0)
    {
      if (!seidel_csr_multiply (self->csr, x, y, self->threads, self->cancellable))
        return false;
      for (int64_t i = 0; i < n; i++)
        y[i] = x[i] - self->iteration->weight * y[i] / self->diagonal[i];
      return true;
    }
  memcpy (y, x, (size_t) n * sizeof *y);
  for (int64_t i = 0; i < n && self->iteration->forward; i++)
    relax_row (self, i, y);
  for (int64_t i = n; i-- > 0 && self->iteration->backward;)
    relax_row (self, i, y);
  return !g_cancellable_is_cancelled (self->cancellable);
}

/* The next vector and its column. */
static bool
step (Arnoldi *self, GError **error)
{
  const int64_t n = self->csr->rows;
  const size_t k = self->n;
  double *w = self->basis[k + 1] = seidel_vector_new (n, error);
  double before;
  double left;

  if (w == NULL || !apply (self, self->basis[k], w))
    return false;
  before = left = seidel_vector_norm_2 (w, n);
  for (double norm = INFINITY; left < LEAST_KEPT * norm && left > 0.0;)
    {
      norm = left;
      for (size_t j = 0; j <= k; j++)
        {
          const double product = seidel_vector_dot (self->basis[j], w, n);

          self->h[j * self->most + k] += product;
          for (int64_t i = 0; i < n; i++)
            w[i] -= product * self->basis[j][i];
        }
      left = seidel_vector_norm_2 (w, n);
      if (!(left > ROUNDING * DBL_EPSILON * before))
        break;
    }
  self->h[(k + 1) * self->most + k] = left;
  self->n++;
  self->closed = !(left > ROUNDING * DBL_EPSILON * before) || self->n == (size_t) n;
  for (int64_t i = 0; i < n && !self->closed; i++)
    w[i] /= left;
  return true;
}

/* The largest modulus of the values so far; NaN where they are not found. */
static double
largest (const Arnoldi *self)
{
  const size_t n = self->n;
  g_autofree double *h = g_new (double, n *n);
  g_autofree double *real = g_new (double, n);
  g_autofree double *imaginary = g_new (double, n);
  double found = 0.0;

  for (size_t i = 0; i < n; i++)
    memcpy (h + i * n, self->h + i * self->most, n * sizeof *h);
  if (!seidel_hessenberg_eigenvalues (h, n, real, imaginary))
    return NAN;
  for (size_t i = 0; i < n; i++)
    found = fmax (found, hypot (real[i], imaginary[i]));
  return found;
}

static bool
find_radius (Arnoldi *self, double *radius, GError **error)
{
  double before = NAN;
  int settled = 0;
  size_t next = FIRST_LOOK;

  while (self->n < self->most && settled < 2)
    {
      if (!step (self, error))
        return false;
      if (self->n < next && self->n < self->most && !self->closed)
        continue;
      next = (size_t) ((double) self->n * LOOK_AFTER) + 4;
      *radius = largest (self);
      settled = fabs (*radius - before) <= SETTLED * *radius ? settled + 1 : 0;
      before = *radius;
      if (self->closed)
        return true;
    }
  if (settled == 0)
    *radius = NAN;
  return true;
}

static bool
arnoldi_init (Arnoldi *self, GError **error)
{
  const int64_t n = self->csr->rows;
  const double room = MOST_BYTES / ((double) n * sizeof (double));

  self->most = (size_t) fmin (fmax (fmin (room, MOST_VECTORS), LEAST_VECTORS), (double) n);
  self->basis = g_new0 (double *, self->most + 1);
  self->h = g_new0 (double, (self->most + 1) * self->most);
  self->diagonal = seidel_vector_new (n, error);
  if (self->diagonal != NULL)
    self->basis[0] = seidel_vector_new (n, error);
  if (self->basis[0] == NULL)
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t k = seidel_csr_find (self->csr, i, i);

      self->diagonal[i] = k >= 0 ? self->csr->values[k] : 0.0;
    }
  /* A sweep takes what an eigenvector of zero has: one of its own begins in what it leaves. */
  seidel_vector_fill_random (self->basis[0], n, 1);
  return true;
}

static void
arnoldi_clear (Arnoldi *self)
{
  for (size_t i = 0; i <= self->most; i++)
    seidel_vector_free (self->basis[i]);
  g_free (self->basis);
  g_free (self->h);
  seidel_vector_free (self->diagonal);
}

bool
seidel_iteration_radius (const SeidelCsr *csr,
                         const SeidelIteration *iteration,
                         int threads,
                         GCancellable *cancellable,
                         double *radius,
                         GError **error)
{
  Arnoldi self = {
    .csr = csr, .iteration = iteration, .threads = threads, .cancellable = cancellable
  };
  bool measured;

  *radius = NAN;
  if (csr->rows == 0 || csr->rows != csr->columns)
    return true;
  measured = arnoldi_init (&self, error);
  if (measured)
    {
      const double norm = seidel_vector_norm_2 (self.basis[0], csr->rows);

      for (int64_t i = 0; i < csr->rows; i++)
        self.basis[0][i] /= norm;
      measured = find_radius (&self, radius, error);
    }
  if (!measured && error != NULL && *error == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  arnoldi_clear (&self);
  return measured;
}

double
seidel_iteration_count (double radius, double tolerance)
{
  if (!(radius < 1.0) || !(tolerance > 0.0))
    return NAN;
  /* Rounding must not add one. */
  return radius > 0.0 ? fmax (ceil (log (tolerance) / log (radius) * (1.0 - 1e-12)), 1.0) : 1.0;
}
