/* Smoothed aggregation: the prolongation of a level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-smoothed-aggregation.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-radius.h"

/* What the prolongation of a level is made of. */
typedef struct
{
  SeidelStrength strength;
  double *diagonal; /* of the filtered matrix: weak entries are added to it */
  int32_t *aggregates;
  int64_t n_aggregates;
  double step; /* ω of the smoothing step I − ω D⁻¹ A */
} Coarsening;

static void
coarsening_clear (Coarsening *coarsening)
{
  seidel_strength_clear (&coarsening->strength);
  g_free (coarsening->diagonal);
  g_free (coarsening->aggregates);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coarsening, coarsening_clear)

/* The diagonal of the filtered matrix, and the largest Σ_j |a_ij| / |a_ii| of it, which bounds the
 * eigenvalues of D⁻¹ A. */
static double
filter_diagonal (const Coarsening *coarsening, const SeidelWorkers *workers)
{
  const SeidelStrength *strength = &coarsening->strength;
  const SeidelCsr *csr = strength->csr;
  double bound = 1.0;

#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(max : bound)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double kept = 0.0;
      double weak = 0.0;
      double own = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] == row)
          own = csr->values[k];
        else if (seidel_strength_is_strong (strength, row, k))
          kept += fabs (csr->values[k]);
        else
          weak += csr->values[k];
      /* Where the weak entries take most of the diagonal away the row is left as it is. */
      if (fabs (own + weak) < 0.5 * fabs (own))
        weak = 0.0;
      coarsening->diagonal[row] = own + weak;
      bound = fmax (bound, 1.0 + kept / fabs (own + weak));
    }
  return bound;
}

static bool
coarsening_init (Coarsening *self,
                 const SeidelCsr *csr,
                 double threshold,
                 const SeidelWorkers *workers,
                 GError **error)
{
  const size_t n = (size_t) csr->rows;
  const char *what = "the coarsening of the matrix";
  double bound;
  double radius = 0.0;

  if (!seidel_strength_init (&self->strength, csr, threshold, workers, error))
    return false;
  self->diagonal = seidel_memory_try (n * sizeof (double), what, error);
  if (self->diagonal != NULL)
    self->aggregates = seidel_memory_try (n * sizeof (int32_t), what, error);
  if (self->aggregates == NULL)
    return false;
  self->n_aggregates = seidel_aggregate (&self->strength, self->aggregates, workers, error);
  if (self->n_aggregates < 0)
    return false;
  bound = filter_diagonal (self, workers);
  if (!seidel_csr_estimate_radius (csr, self->diagonal, bound,
                                   SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS, &radius, workers,
                                   error))
    return false;
  self->step = SEIDEL_SMOOTHED_AGGREGATION_DAMPING / radius;
  return true;
}

/* A row of (I − ω D⁻¹ A) T, where T is 1 between a row and its aggregate. */
static void
add_prolongation_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const Coarsening *self = data;
  const SeidelCsr *csr = self->strength.csr;
  double factor = -self->step / self->diagonal[row];

  if (self->aggregates[row] >= 0)
    seidel_sparse_rows_add (rows, self->aggregates[row], 1.0 - self->step);
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t aggregate = self->aggregates[csr->column_indices[k]];

      if (aggregate >= 0 && seidel_strength_is_strong (&self->strength, row, k))
        seidel_sparse_rows_add (rows, aggregate, factor * csr->values[k]);
    }
}

SeidelCsr *
seidel_smoothed_aggregation (const SeidelCsr *csr,
                             double strength,
                             const SeidelWorkers *workers,
                             GError **error)
{
  g_auto (Coarsening) coarsening = { 0 };

  if (!coarsening_init (&coarsening, csr, strength, workers, error) || coarsening.n_aggregates == 0)
    return NULL;
  return seidel_csr_from_rows (csr->rows, coarsening.n_aggregates, add_prolongation_row,
                               &coarsening, workers, error);
}
