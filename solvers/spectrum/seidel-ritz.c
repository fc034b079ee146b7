/* Ritz values from the coefficients of a Krylov method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "spectrum/seidel-ritz.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "spectrum/seidel-eigenvalues.h"

/* A projection as a matrix: tridiagonal, or Hessenberg. */
typedef struct
{
  size_t n;
  double *diagonal;
  double *beside;     /* n: the last one leads out of the space; NaN where it is not known yet */
  double *hessenberg; /* or n + 1 rows of n */
} Projected;

static void
projected_clear (Projected *self)
{
  g_free (self->diagonal);
  g_free (self->beside);
  g_free (self->hessenberg);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Projected, projected_clear)

/* α = r · z / p · q and β of the next step: T = L D Lᵀ in other words. */
static void
take_cg (Projected *self, const double *numbers, size_t available)
{
  for (size_t i = 0; i < self->n; i++)
    {
      const double rho = numbers[2 * i];
      const double pq = numbers[2 * i + 1];

      self->diagonal[i] = pq / rho;
      if (i > 0)
        self->diagonal[i] += numbers[2 * i - 1] / numbers[2 * i - 2] * (rho / numbers[2 * i - 2]);
      self->beside[i] = i + 1 < available ? sqrt (numbers[2 * i + 2] / rho) * (pq / rho) : NAN;
    }
}

static void
take_lanczos (Projected *self, const double *numbers)
{
  for (size_t i = 0; i < self->n; i++)
    {
      self->diagonal[i] = numbers[2 * i];
      self->beside[i] = numbers[2 * i + 1];
    }
}

static void
take_arnoldi (Projected *self, const double *numbers)
{
  const size_t n = self->n;

  self->hessenberg = g_new0 (double, (n + 1) * n);
  for (size_t column = 0; column < n; column++)
    for (size_t row = 0; row <= column + 1; row++)
      self->hessenberg[row * n + column] = *numbers++;
}

/* The first steps of a projection, of those that there are. */
static Projected
project (SeidelTrace *trace, const SeidelProjection *projection, size_t steps)
{
  const bool cg = projection->kind == SEIDEL_PROJECTION_CG;
  const size_t available = cg ? MIN (steps + 1, projection->steps) : steps;
  g_autofree double *numbers = seidel_trace_projection_numbers (trace, projection, available);
  Projected self = { .n = steps };

  if (projection->kind == SEIDEL_PROJECTION_ARNOLDI)
    {
      take_arnoldi (&self, numbers);
      return self;
    }
  self.diagonal = g_new (double, steps);
  self.beside = g_new (double, steps);
  if (cg)
    take_cg (&self, numbers, available);
  else
    take_lanczos (&self, numbers);
  return self;
}

bool
seidel_ritz_find (SeidelTrace *trace, size_t first, SeidelProjection *projection)
{
  const size_t n = seidel_trace_n_projections (trace);

  projection->steps = 0;
  for (size_t i = first; i < n; i++)
    {
      const SeidelProjection other = seidel_trace_projection (trace, i);

      if (other.steps > 0 && other.steps >= projection->steps)
        *projection = other;
    }
  return projection->steps > 0;
}

static int
compare_values (const void *one, const void *other)
{
  const SeidelRitzValue *a = one;
  const SeidelRitzValue *b = other;

  if (a->real != b->real)
    return a->real < b->real ? -1 : 1;
  return a->imaginary < b->imaginary ? -1 : a->imaginary > b->imaginary;
}

static bool
find_tridiagonal (Projected *self, SeidelRitzValue *values)
{
  const double out = self->beside[self->n - 1];
  g_autofree double *last = g_new (double, self->n);

  if (!seidel_tridiagonal_eigenvalues (self->diagonal, self->beside, last, self->n))
    return false;
  for (size_t i = 0; i < self->n; i++)
    values[i] = (SeidelRitzValue){ self->diagonal[i], 0.0, fabs (out) * last[i] };
  return true;
}

static bool
find_hessenberg (Projected *self, SeidelRitzValue *values)
{
  g_autofree double *real = g_new (double, self->n);
  g_autofree double *imaginary = g_new (double, self->n);

  if (!seidel_hessenberg_eigenvalues (self->hessenberg, self->n, real, imaginary))
    return false;
  for (size_t i = 0; i < self->n; i++)
    values[i] = (SeidelRitzValue){ real[i], imaginary[i], NAN };
  qsort (values, self->n, sizeof *values, compare_values);
  return true;
}

SeidelRitzValue *
seidel_ritz_values (SeidelTrace *trace, const SeidelProjection *projection, size_t steps, size_t *n)
{
  const bool arnoldi = projection->kind == SEIDEL_PROJECTION_ARNOLDI;
  const size_t most = arnoldi ? SEIDEL_RITZ_MOST_HESSENBERG : SEIDEL_RITZ_MOST_TRIDIAGONAL;
  g_auto (Projected) self = { 0 };
  g_autofree SeidelRitzValue *values = NULL;

  *n = MIN (MIN (steps, projection->steps), most);
  if (*n == 0)
    return NULL;
  self = project (trace, projection, *n);
  values = g_new (SeidelRitzValue, *n);
  if (arnoldi ? find_hessenberg (&self, values) : find_tridiagonal (&self, values))
    return g_steal_pointer (&values);
  *n = 0;
  return NULL;
}

/* The k-th value of the first n steps, and a bound of its error. Where it is not known yet what
 * leads out of the space, the bound is that of the step before, and how far the value went since.
 */
static double
find_end (const Projected *self, size_t n, bool greatest, double *error)
{
  const double value =
    seidel_tridiagonal_eigenvalue (self->diagonal, self->beside, n, greatest ? n - 1 : 0);
  double before;

  if (!isnan (self->beside[n - 1]))
    *error = fabs (self->beside[n - 1])
             * seidel_tridiagonal_last_component (self->diagonal, self->beside, n, value);
  else if (n == 1)
    *error = NAN;
  else
    {
      before = find_end (self, n - 1, greatest, error);
      *error += fabs (value - before);
    }
  return value;
}

static bool
find_extreme_values (const Projected *self, SeidelRitzExtremes *extremes)
{
  *extremes = (SeidelRitzExtremes){ .symmetric = true, .steps = self->n };
  extremes->least = find_end (self, self->n, false, &extremes->least_error);
  extremes->greatest = find_end (self, self->n, true, &extremes->greatest_error);
  extremes->condition = extremes->least > 0.0 ? extremes->greatest / extremes->least : NAN;
  return isfinite (extremes->least) && isfinite (extremes->greatest);
}

/* Of the tridiagonal matrix with the row that leads out of the space: where eigenvalues have both
 * signs, no Ritz value need be near the one that is nearest to zero. */
static double
measure_condition (const Projected *self)
{
  const size_t n = MIN (self->n, SEIDEL_RITZ_MOST_HESSENBERG);
  g_autofree double *rows = g_new0 (double, (n + 1) * n);
  double least;
  double greatest;

  for (size_t i = 0; i < n; i++)
    {
      rows[i * n + i] = self->diagonal[i];
      rows[(i + 1) * n + i] = self->beside[i];
      if (i + 1 < n)
        rows[i * n + i + 1] = self->beside[i];
    }
  if (isnan (self->beside[n - 1])
      || !seidel_extreme_singular_values (rows, n + 1, n, &least, &greatest))
    return NAN;
  return least > DBL_EPSILON * greatest ? greatest / least : NAN;
}

bool
seidel_ritz_extremes (SeidelTrace *trace,
                      const SeidelProjection *projection,
                      size_t steps,
                      SeidelRitzExtremes *extremes)
{
  const bool arnoldi = projection->kind == SEIDEL_PROJECTION_ARNOLDI;
  const size_t n =
    MIN (MIN (steps, projection->steps), arnoldi ? SEIDEL_RITZ_MOST_HESSENBERG : (size_t) -1);
  g_auto (Projected) self = { 0 };

  if (n == 0)
    return false;
  self = project (trace, projection, n);
  if (!arnoldi)
    {
      if (!find_extreme_values (&self, extremes))
        return false;
      if (!(extremes->least > 0.0))
        extremes->condition = measure_condition (&self);
      return true;
    }
  *extremes = (SeidelRitzExtremes){ .least_error = NAN, .greatest_error = NAN, .steps = n };
  if (!seidel_extreme_singular_values (self.hessenberg, n + 1, n, &extremes->least,
                                       &extremes->greatest))
    return false;
  extremes->condition =
    extremes->least > DBL_EPSILON * extremes->greatest ? extremes->greatest / extremes->least : NAN;
  return true;
}

double
seidel_ritz_bound (double condition, double steps)
{
  const double root = sqrt (condition);

  return fmin (2.0 * pow ((root - 1.0) / (root + 1.0), steps), 1.0);
}
