/* The spectral radius of D⁻¹ A.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-radius.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

/* Sums are taken over as many rows each, whoever computes them: the estimate does not depend on the
 * number of threads. */
#define ROWS_OF_BLOCK 4096

/* The largest relative change of a quotient with which estimates are taken over: half of what they
 * are enlarged by. */
#define NEAR 0.05

/* A step of the power method; sums: room for two of each block. */
typedef struct
{
  int64_t n;
  const double *diagonal;
  double *x;
  double *y; /* A x */
  double *sums;
  int threads;
} Power;

static int64_t
count_blocks (int64_t n)
{
  return (n + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
}

/* x·y and x·D x */
static void
sum_up (const Power *self, double *product, double *square)
{
  const int64_t n_blocks = count_blocks (self->n);

#pragma omp parallel for num_threads(self->threads) schedule(static) if (n_blocks > 1)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      double products = 0.0;
      double squares = 0.0;

      for (int64_t i = block * ROWS_OF_BLOCK; i < MIN ((block + 1) * ROWS_OF_BLOCK, self->n); i++)
        {
          products += self->x[i] * self->y[i];
          squares += self->diagonal[i] * self->x[i] * self->x[i];
        }
      self->sums[2 * block] = products;
      self->sums[2 * block + 1] = squares;
    }
  *product = *square = 0.0;
  for (int64_t block = 0; block < n_blocks; block++)
    {
      *product += self->sums[2 * block];
      *square += self->sums[2 * block + 1];
    }
}

static void
begin (const Power *self)
{
#pragma omp parallel for num_threads(self->threads) schedule(static) if (self->n > ROWS_OF_BLOCK)
  for (int64_t i = 0; i < self->n; i++)
    self->x[i] = seidel_random_uniform (0, (uint64_t) i);
}

/* x ← D⁻¹ y / ‖x‖, in the norm of D */
static void
go_on (const Power *self, double square)
{
#pragma omp parallel for num_threads(self->threads) schedule(static) if (self->n > ROWS_OF_BLOCK)
  for (int64_t i = 0; i < self->n; i++)
    self->x[i] = self->y[i] / self->diagonal[i] / sqrt (fabs (square));
}

/* y ← A x, and its Rayleigh quotient; square: x·D x. False: stopped. */
static bool
find_quotient (const Power *self,
               const SeidelCsr *csr,
               const SeidelWorkers *workers,
               double *quotient,
               double *square)
{
  double product;

  if (seidel_workers_stopped (workers)
      || !seidel_csr_multiply (csr, self->x, self->y, self->threads, workers->cancellable))
    return false;
  sum_up (self, &product, square);
  *quotient = product / *square;
  return true;
}

static double
enlarged (double estimate, double bound)
{
  return estimate > 0.0 && SEIDEL_RADIUS_MARGIN * estimate < bound ? SEIDEL_RADIUS_MARGIN * estimate
                                                                   : bound;
}

void
seidel_radii_clear (SeidelRadii *self)
{
  g_free (self->vector);
  *self = (SeidelRadii){ 0 };
}

static double *
room_new (int64_t n, int64_t vectors, GError **error)
{
  return seidel_memory_try ((size_t) (vectors * n + 2 * count_blocks (n)) * sizeof (double),
                            "the spectral radius", error);
}

/* The power iteration; radii (may be NULL) keeps its last vector. */
static bool
estimate (const SeidelCsr *csr,
          const double *diagonal,
          int steps,
          SeidelRadii *radii,
          double *found,
          const SeidelWorkers *workers,
          GError **error)
{
  const int64_t n = csr->rows;
  g_autofree double *room = room_new (n, 2, error);
  g_autofree double *vector = NULL;
  Power power = { n, diagonal, room, room + n, room + 2 * n, workers->threads };
  double square = 1.0;

  *found = 0.0;
  if (room == NULL)
    return false;
  if (radii != NULL)
    {
      vector = g_steal_pointer (&radii->vector);
      if (vector == NULL)
        vector =
          seidel_memory_try ((size_t) MAX (n, 1) * sizeof *vector, "the spectral radius", error);
      if (vector == NULL)
        return false;
      power.x = vector;
    }
  begin (&power);
  for (int step = 0; step < steps; step++)
    {
      if (step > 0)
        go_on (&power, square);
      if (!find_quotient (&power, csr, workers, found, &square))
        return true;
    }
  if (radii != NULL)
    {
      radii->vector = g_steal_pointer (&vector);
      radii->quotient = *found;
    }
  return true;
}

bool
seidel_csr_estimate_radius (const SeidelCsr *csr,
                            const double *diagonal,
                            double bound,
                            int steps,
                            SeidelRadii *radii,
                            double *radius,
                            const SeidelWorkers *workers,
                            GError **error)
{
  double found;

  if (!estimate (csr, diagonal, steps, radii, &found, workers, error))
    return false;
  *radius = enlarged (found, bound);
  if (radii != NULL)
    {
      radii->of_smoother = radii->follows = false;
      radii->prolongation = found;
    }
  return true;
}

/* The diagonal of the matrix; returns the largest Σ_j |a_ij| / |a_ii|, at least 1. */
static double
find_diagonal (const SeidelCsr *csr, double *diagonal, int threads)
{
  double bound = 1.0;

#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : bound)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      diagonal[row] = 0.0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          if (csr->column_indices[k] == row)
            diagonal[row] = csr->values[k];
          sum += fabs (csr->values[k]);
        }
      bound = fmax (bound, sum / fabs (diagonal[row]));
    }
  return bound;
}

/* The quotient of the vector that is kept; NaN where the run is stopped. */
static bool
find_next_quotient (const SeidelCsr *csr,
                    const double *diagonal,
                    SeidelRadii *radii,
                    double *quotient,
                    const SeidelWorkers *workers,
                    GError **error)
{
  const int64_t n = csr->rows;
  g_autofree double *room = room_new (n, 2, error);
  Power power = { n, diagonal, radii->vector, room, room + 2 * n, workers->threads };
  double square;

  *quotient = NAN;
  if (room == NULL)
    return false;
  if (radii->of_smoother)
    {
      radii->bound = find_diagonal (csr, room + n, workers->threads);
      power.diagonal = room + n;
    }
  find_quotient (&power, csr, workers, quotient, &square);
  return true;
}

bool
seidel_csr_update_radius (const SeidelCsr *csr,
                          const double *diagonal,
                          double bound,
                          int steps,
                          SeidelRadii *radii,
                          double *radius,
                          const SeidelWorkers *workers,
                          GError **error)
{
  double quotient = NAN;

  if (radii->vector != NULL
      && !find_next_quotient (csr, diagonal, radii, &quotient, workers, error))
    return false;
  radii->factor = quotient / radii->quotient;
  radii->follows = fabs (radii->factor - 1.0) <= NEAR;
  if (!radii->follows)
    return seidel_csr_estimate_radius (csr, diagonal, bound, steps, radii, radius, workers, error);
  *radius = enlarged (radii->factor * radii->prolongation, bound);
  return true;
}

bool
seidel_csr_smoothing_radius (const SeidelCsr *csr,
                             SeidelRadii *radii,
                             double *radius,
                             const SeidelWorkers *workers,
                             GError **error)
{
  const bool follows = radii != NULL && radii->follows && radii->of_smoother;
  g_autofree double *diagonal = NULL;
  double bound, found;

  if (radii != NULL)
    radii->follows = false;
  if (follows)
    {
      *radius = enlarged (radii->factor * radii->smoothing, radii->bound);
      return true;
    }
  diagonal =
    seidel_memory_try ((size_t) MAX (csr->rows, 1) * sizeof (double), "the diagonal", error);
  if (diagonal == NULL)
    return false;
  bound = find_diagonal (csr, diagonal, workers->threads);
  if (!estimate (csr, diagonal, SEIDEL_RADIUS_SMOOTHING_STEPS, radii, &found, workers, error))
    return false;
  *radius = enlarged (found, bound);
  if (radii != NULL)
    {
      radii->of_smoother = true;
      radii->smoothing = found;
    }
  return true;
}
