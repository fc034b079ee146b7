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

bool
seidel_csr_estimate_radius (const SeidelCsr *csr,
                            const double *diagonal,
                            double bound,
                            int steps,
                            double *radius,
                            const SeidelWorkers *workers,
                            GError **error)
{
  const int64_t n = csr->rows;
  g_autofree double *room =
    seidel_memory_try (2 * (size_t) (n + count_blocks (n)) * sizeof (double), "the spectral radius",
                       error);
  const Power power = { n, diagonal, room, room + n, room + 2 * n, workers->threads };
  double estimate = 0.0;

  if (room == NULL)
    return false;
  begin (&power);
  for (int step = 0; step < steps && !seidel_workers_stopped (workers); step++)
    {
      double product, square;

      if (!seidel_csr_multiply (csr, power.x, power.y, workers->threads, workers->cancellable))
        break;
      sum_up (&power, &product, &square);
      estimate = product / square;
      go_on (&power, square);
    }
  *radius = estimate > 0.0 && SEIDEL_RADIUS_MARGIN * estimate < bound
              ? SEIDEL_RADIUS_MARGIN * estimate
              : bound;
  return true;
}

bool
seidel_csr_smoothing_radius (const SeidelCsr *csr,
                             double *radius,
                             const SeidelWorkers *workers,
                             GError **error)
{
  g_autofree double *diagonal =
    seidel_memory_try ((size_t) MAX (csr->rows, 1) * sizeof (double), "the diagonal", error);
  double bound = 1.0;

  if (diagonal == NULL)
    return false;
#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(max : bound)
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
  return seidel_csr_estimate_radius (csr, diagonal, bound, SEIDEL_RADIUS_SMOOTHING_STEPS, radius,
                                     workers, error);
}
