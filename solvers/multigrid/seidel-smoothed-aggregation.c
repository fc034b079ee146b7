/* Smoothed aggregation: the prolongation of a level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-smoothed-aggregation.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "engine/seidel-couplings.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-radius.h"

#define WHAT "the coarsening of the matrix"

/* What the prolongation of a level is made of. */
typedef struct
{
  const SeidelCsr *csr;
  const SeidelAggregates *aggregates;
  double *diagonal; /* of the filtered matrix: weak entries are added to it */
  double step;      /* ω of the smoothing step I − ω D⁻¹ A */
} Coarsening;

static void
coarsening_clear (Coarsening *coarsening)
{
  g_free (coarsening->diagonal);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coarsening, coarsening_clear)

/* The diagonal of the filtered matrix, and the largest Σ_j |a_ij| / |a_ii| of it, which bounds the
 * eigenvalues of D⁻¹ A. */
static double
filter_diagonal (const Coarsening *coarsening, const SeidelWorkers *workers)
{
  const bool *strong = coarsening->aggregates->strong;
  const SeidelCsr *csr = coarsening->csr;
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
        else if (strong[k])
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
                 SeidelAggregates *aggregates,
                 bool again,
                 const SeidelWorkers *workers,
                 GError **error)
{
  const int steps = SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS;
  double bound;
  double radius = 0.0;

  self->csr = csr;
  self->aggregates = aggregates;
  self->diagonal = seidel_memory_try ((size_t) csr->rows * sizeof (double), WHAT, error);
  if (self->diagonal == NULL)
    return false;
  bound = filter_diagonal (self, workers);
  if (!(again ? seidel_csr_update_radius : seidel_csr_estimate_radius) (csr, self->diagonal, bound,
                                                                        steps, &aggregates->radii,
                                                                        &radius, workers, error))
    return false;
  self->step = SEIDEL_SMOOTHED_AGGREGATION_DAMPING / radius;
  return true;
}

/* A row of (I − ω D⁻¹ A) T, where T is 1 between a row and its aggregate. */
static void
add_prolongation_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const Coarsening *self = data;
  const int32_t *of_row = self->aggregates->of_row;
  const SeidelCsr *csr = self->csr;
  double factor = -self->step / self->diagonal[row];

  if (of_row[row] >= 0)
    seidel_sparse_rows_add (rows, of_row[row], 1.0 - self->step);
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t aggregate = of_row[csr->column_indices[k]];

      if (aggregate >= 0 && self->aggregates->strong[k])
        seidel_sparse_rows_add (rows, aggregate, factor * csr->values[k]);
    }
}

void
seidel_aggregates_free (SeidelAggregates *self)
{
  if (self == NULL)
    return;
  g_free (self->strong);
  g_free (self->of_row);
  seidel_radii_clear (&self->radii);
  g_free (self);
}

SeidelAggregates *
seidel_aggregates_new (const SeidelCsr *csr,
                       double threshold,
                       const SeidelWorkers *workers,
                       GError **error)
{
  g_autoptr (SeidelAggregates) self = g_new0 (SeidelAggregates, 1);
  g_auto (SeidelStrength) strength = { 0 };

  if (!seidel_strength_init (&strength, csr, threshold, workers, error))
    return NULL;
  self->threshold = threshold;
  self->of_row = seidel_memory_try ((size_t) csr->rows * sizeof *self->of_row, WHAT, error);
  if (self->of_row != NULL)
    self->strong = seidel_memory_try ((size_t) seidel_csr_nonzeros (csr), WHAT, error);
  if (self->strong == NULL)
    return NULL;
  self->count = seidel_aggregate (&strength, self->of_row, workers, error);
  if (self->count < 0)
    return NULL;
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      self->strong[k] = seidel_strength_is_strong (&strength, row, k);
  return g_steal_pointer (&self);
}

/* Whether a coupling is on the other side of the threshold now, and far from it. */
static bool
has_crossed (const SeidelAggregates *self, const SeidelStrength *strength, int64_t row, int64_t k)
{
  const bool strong = self->strong[k];
  const double factor = strong ? 1.0 / SEIDEL_COUPLINGS_CROSSED : SEIDEL_COUPLINGS_CROSSED;

  return strong != seidel_strength_reaches (strength, row, k, factor * strength->threshold);
}

bool
seidel_aggregates_serve (const SeidelAggregates *self,
                         const SeidelCsr *csr,
                         const SeidelWorkers *workers)
{
  g_auto (SeidelStrength) strength = { 0 };
  bool serve = seidel_strength_init (&strength, csr, self->threshold, workers, NULL);

#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(&& : serve) if (serve)
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1] && serve; k++)
      serve = !has_crossed (self, &strength, row, k);
  return serve;
}

SeidelCsr *
seidel_smoothed_prolongation (const SeidelCsr *csr,
                              SeidelAggregates *aggregates,
                              const SeidelWorkers *workers,
                              GError **error)
{
  g_auto (Coarsening) coarsening = { 0 };

  return coarsening_init (&coarsening, csr, aggregates, false, workers, error)
           ? seidel_csr_from_rows (csr->rows, aggregates->count, add_prolongation_row, &coarsening,
                                   workers, error)
           : NULL;
}

bool
seidel_smoothed_prolongation_update (SeidelCsr *P,
                                     const SeidelCsr *csr,
                                     SeidelAggregates *aggregates,
                                     const SeidelWorkers *workers,
                                     GError **error)
{
  g_auto (Coarsening) coarsening = { 0 };

  return coarsening_init (&coarsening, csr, aggregates, true, workers, error)
         && seidel_csr_refill (P, add_prolongation_row, &coarsening, workers, error);
}

SeidelCsr *
seidel_smoothed_aggregation (const SeidelCsr *csr,
                             double strength,
                             const SeidelWorkers *workers,
                             GError **error)
{
  g_autoptr (SeidelAggregates) aggregates = seidel_aggregates_new (csr, strength, workers, error);

  return aggregates != NULL && aggregates->count > 0
           ? seidel_smoothed_prolongation (csr, aggregates, workers, error)
           : NULL;
}
