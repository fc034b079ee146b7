/* The spectral radius of D⁻¹ A.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-radius.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

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
    seidel_memory_try (2 * (size_t) n * sizeof (double), "the spectral radius", error);
  double *x = room;
  double *y = room + n;
  double estimate = 0.0;

  if (room == NULL)
    return false;
  seidel_vector_fill_random (x, n, 0);
  for (int step = 0; step < steps && !seidel_workers_stopped (workers); step++)
    {
      double product = 0.0;
      double square = 0.0;

      if (!seidel_csr_multiply (csr, x, y, workers->threads, workers->cancellable))
        break;
      for (int64_t i = 0; i < n; i++)
        {
          product += x[i] * y[i];
          square += diagonal[i] * x[i] * x[i];
        }
      estimate = product / square;
      for (int64_t i = 0; i < n; i++)
        x[i] = y[i] / diagonal[i] / sqrt (fabs (square));
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
