/* Extreme eigenvalues and singular values of a matrix by the Lanczos method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "spectrum/seidel-spectrum.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-normal.h"
#include "matrix/seidel-vector.h"
#include "spectrum/seidel-eigenvalues.h"

/* The relative error with which a value is taken, and with which it may be reported. */
#define SETTLED    1e-8
#define REPORTABLE 1e-6

/* Steps before the values are looked at, and the growth of what is between two looks. */
#define FIRST_LOOK 16
#define LOOK_AFTER 1.25

/* A vector that kept less than this part of its norm is made orthogonal again. */
#define LEAST_KEPT 0.7

/* What is left of a vector when nothing but rounding is. */
#define ROUNDING 100.0

/* The recurrence: of a symmetric matrix the tridiagonal one of n rows; otherwise the bidiagonal
 * one, as a tridiagonal one of 2 n rows whose diagonal is zero. */
typedef struct
{
  const SeidelCsr *csr;
  bool symmetric;
  int threads;
  GCancellable *cancellable;
  double *diagonal;
  double *beside; /* the last one leads out of the space */
  size_t n;
  bool closed;
  double **right; /* the basis: all of it, or NULL */
  double **left;  /* likewise, of the rows */
  size_t most;    /* vectors of it */
  double *v;
  double *v_before;
  double *u;
  double norm; /* the largest coefficient */
} Lanczos;

static void
add (double *y, double factor, const double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    y[i] += factor * x[i];
}

static void
scale (double *x, double factor, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    x[i] *= factor;
}

/* Makes a vector orthogonal to those kept, once more where that takes a good part of it, and
 * normalises it; its norm. */
static double
make_direction (const Lanczos *self, double **basis, size_t n, double *x, int64_t length)
{
  double norm = seidel_vector_norm_2 (x, length);
  double before = INFINITY;

  for (int pass = 0; pass < 3 && basis != NULL && norm < LEAST_KEPT * before; pass++)
    {
      before = norm;
      for (size_t i = 0; i < n; i++)
        add (x, -seidel_vector_dot (basis[i], x, length), basis[i], length);
      norm = seidel_vector_norm_2 (x, length);
    }
  if (norm > ROUNDING * DBL_EPSILON * self->norm)
    scale (x, 1.0 / norm, length);
  return norm;
}

static bool
keep (double **basis, size_t i, const double *x, int64_t length, GError **error)
{
  if (basis == NULL)
    return true;
  basis[i] = seidel_vector_new (length, error);
  if (basis[i] != NULL)
    memcpy (basis[i], x, (size_t) length * sizeof *x);
  return basis[i] != NULL;
}

static void
swap (double **a, double **b)
{
  double *kept = *a;

  *a = *b;
  *b = kept;
}

/* Whether a coefficient says that the space is closed. */
static bool
note (Lanczos *self, double coefficient)
{
  self->norm = fmax (self->norm, coefficient);
  return !(coefficient > ROUNDING * DBL_EPSILON * self->norm);
}

/* v is the newest vector; β v_before is what the last step left. */
static bool
step_symmetric (Lanczos *self, GError **error)
{
  const int64_t rows = self->csr->rows;
  const size_t n = self->n;
  const double before = n > 0 ? self->beside[n - 1] : 0.0;
  double beta;

  if (!keep (self->right, n, self->v, rows, error)
      || !seidel_csr_multiply (self->csr, self->v, self->u, self->threads, self->cancellable))
    return false;
  add (self->u, -before, self->v_before, rows);
  self->diagonal[n] = seidel_vector_dot (self->u, self->v, rows);
  add (self->u, -self->diagonal[n], self->v, rows);
  note (self, fabs (self->diagonal[n]));
  beta = make_direction (self, self->right, n + 1, self->u, rows);
  self->beside[n] = beta;
  self->closed = note (self, beta);
  swap (&self->v_before, &self->v);
  swap (&self->v, &self->u);
  self->n++;
  return true;
}

/* v is the newest right vector, u the left one before; both coefficients of a step. */
static bool
step_bidiagonal (Lanczos *self, GError **error)
{
  const int64_t rows = self->csr->rows;
  const int64_t columns = self->csr->columns;
  const size_t k = self->n / 2;
  const double before = k > 0 ? self->beside[2 * k - 1] : 0.0;
  double *u = self->v_before; /* has room for either */
  double alpha;
  double beta;

  if (!keep (self->right, k, self->v, columns, error)
      || !seidel_csr_multiply (self->csr, self->v, u, self->threads, self->cancellable))
    return false;
  add (u, -before, self->u, rows);
  alpha = make_direction (self, self->left, k, u, rows);
  self->beside[2 * k] = alpha;
  self->beside[2 * k + 1] = 0.0;
  self->n += 2;
  self->closed = note (self, alpha);
  memcpy (self->u, u, (size_t) rows * sizeof *u);
  if (self->closed)
    return true;
  if (!keep (self->left, k, u, rows, error)
      || !seidel_csr_multiply_transposed (self->csr, self->u, u, self->cancellable))
    return false;
  add (u, -alpha, self->v, columns);
  beta = make_direction (self, self->right, k + 1, u, columns);
  self->beside[2 * k + 1] = beta;
  self->closed = note (self, beta);
  memcpy (self->v, u, (size_t) columns * sizeof *u);
  return true;
}

/* One end: its value, and a bound of its error, by the residual of its vector: its square over the
 * distance to the next value, where there is one (Parlett 1998, 11.7.1). */
static double
measure_end (const Lanczos *self, size_t place, double *error)
{
  const double value = seidel_tridiagonal_eigenvalue (self->diagonal, self->beside, self->n, place);
  const size_t neighbour = place + 1 < self->n ? place + 1 : place - 1;
  double gap;

  *error = 0.0;
  if (self->closed)
    return value;
  *error = self->beside[self->n - 1]
           * seidel_tridiagonal_last_component (self->diagonal, self->beside, self->n, value);
  gap = self->n > 1
          ? fabs (seidel_tridiagonal_eigenvalue (self->diagonal, self->beside, self->n, neighbour)
                  - value)
              - *error
          : 0.0;
  if (gap > *error)
    *error *= *error / gap;
  return value;
}

/* The place of the least value in ascending order: of pairs ± σ, the first positive one. */
static size_t
least_place (const Lanczos *self)
{
  return self->symmetric ? 0 : self->n / 2;
}

/* Looks at both ends; whether no more steps are needed. */
static bool
look (const Lanczos *self, SeidelSpectrum *spectrum)
{
  const double rounding = DBL_EPSILON * (double) MAX (self->csr->rows, self->csr->columns);
  double errors[2];

  spectrum->least = measure_end (self, least_place (self), &errors[0]);
  spectrum->greatest = measure_end (self, self->n - 1, &errors[1]);
  spectrum->steps = (int64_t) (self->symmetric ? self->n : self->n / 2);
  if (self->closed
      || (errors[0] <= SETTLED * fabs (spectrum->least)
          && errors[1] <= SETTLED * fabs (spectrum->greatest)))
    return true;
  if (fmax (errors[0], fabs (spectrum->least)) <= rounding * fabs (spectrum->greatest)
      && errors[1] <= SETTLED * fabs (spectrum->greatest))
    return true;
  if (!(errors[0] <= REPORTABLE * fabs (spectrum->least)))
    spectrum->least = NAN;
  if (!(errors[1] <= REPORTABLE * fabs (spectrum->greatest)))
    spectrum->greatest = NAN;
  return false;
}

/* The eigenvalue nearest to zero of a symmetric matrix that has both signs: an interior one, known
 * where the space is closed. */
static double
least_magnitude (const Lanczos *self)
{
  g_autofree double *diagonal = g_memdup2 (self->diagonal, self->n * sizeof *diagonal);
  g_autofree double *beside = g_memdup2 (self->beside, self->n * sizeof *beside);
  double least = INFINITY;

  if (!self->closed || !seidel_tridiagonal_eigenvalues (diagonal, beside, NULL, self->n))
    return NAN;
  for (size_t i = 0; i < self->n; i++)
    least = fmin (least, fabs (diagonal[i]));
  return least;
}

static void
take_condition (const Lanczos *self, SeidelSpectrum *spectrum)
{
  const double rounding = DBL_EPSILON * (double) MAX (self->csr->rows, self->csr->columns);
  double greatest = fmax (fabs (spectrum->least), fabs (spectrum->greatest));
  double least = fmin (fabs (spectrum->least), fabs (spectrum->greatest));

  if (isnan (spectrum->least) || isnan (spectrum->greatest))
    greatest = NAN;
  else if (spectrum->least < -rounding * greatest && spectrum->greatest > rounding * greatest)
    least = least_magnitude (self);
  spectrum->condition = least <= rounding * greatest ? INFINITY : greatest / least;
}

static bool
lanczos_init (Lanczos *self, GError **error)
{
  const int64_t rows = self->csr->rows;
  const int64_t columns = self->csr->columns;
  const int64_t least = MIN (rows, columns);
  const size_t steps = (size_t) MIN (least, SEIDEL_SPECTRUM_STEPS);

  self->diagonal = g_new0 (double, 2 * steps + 2);
  self->beside = g_new0 (double, 2 * steps + 2);
  if (MAX (rows, columns) <= SEIDEL_SPECTRUM_WHOLE)
    {
      self->most = steps + 1;
      self->right = g_new0 (double *, self->most);
      self->left = g_new0 (double *, self->most);
    }
  self->v = seidel_vector_new (MAX (rows, columns), error);
  if (self->v != NULL)
    self->v_before = seidel_vector_new (MAX (rows, columns), error);
  if (self->v_before != NULL)
    self->u = seidel_vector_new (MAX (rows, columns), error);
  if (self->u == NULL)
    return false;
  seidel_vector_fill_random (self->v, columns, 1);
  /* Of more columns than rows, what the rows do not reach is no singular value. */
  if (rows < columns)
    {
      seidel_vector_fill_random (self->u, rows, 1);
      if (!seidel_csr_multiply_transposed (self->csr, self->u, self->v, self->cancellable))
        return false;
      memset (self->u, 0, (size_t) rows * sizeof *self->u);
    }
  scale (self->v, 1.0 / seidel_vector_norm_2 (self->v, columns), columns);
  return true;
}

static void
lanczos_clear (Lanczos *self)
{
  for (size_t i = 0; i < self->most; i++)
    {
      seidel_vector_free (self->right[i]);
      seidel_vector_free (self->left[i]);
    }
  g_free (self->right);
  g_free (self->left);
  g_free (self->diagonal);
  g_free (self->beside);
  seidel_vector_free (self->v);
  seidel_vector_free (self->v_before);
  seidel_vector_free (self->u);
}

static bool
run (Lanczos *self, SeidelSpectrum *spectrum, GError **error)
{
  const int64_t most = MIN (MIN (self->csr->rows, self->csr->columns), SEIDEL_SPECTRUM_STEPS);
  int64_t next = FIRST_LOOK;
  bool done = false;

  for (int64_t step = 1; step <= most && !done; step++)
    {
      if (!(self->symmetric ? step_symmetric (self, error) : step_bidiagonal (self, error)))
        return false;
      /* A basis of all rows leaves nothing. */
      if (self->right != NULL && step == MIN (self->csr->rows, self->csr->columns))
        self->closed = true;
      if (step < next && step < most && !self->closed)
        continue;
      done = look (self, spectrum);
      next = (int64_t) ((double) step * LOOK_AFTER) + 1;
    }
  return true;
}

bool
seidel_spectrum_measure (const SeidelCsr *csr,
                         const SeidelStructure *structure,
                         int threads,
                         GCancellable *cancellable,
                         SeidelSpectrum *spectrum,
                         GError **error)
{
  Lanczos self = {
    .csr = csr,
    .symmetric = structure->value_symmetric,
    .threads = threads,
    .cancellable = cancellable,
  };
  bool measured;

  *spectrum = (SeidelSpectrum){ self.symmetric, NAN, NAN, NAN, 0 };
  if (csr->rows == 0 || csr->columns == 0)
    return true;
  measured = lanczos_init (&self, error) && run (&self, spectrum, error);
  if (measured)
    take_condition (&self, spectrum);
  else if (error != NULL && *error == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  lanczos_clear (&self);
  return measured;
}
