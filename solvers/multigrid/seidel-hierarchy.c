/* Algebraic multigrid by smoothed aggregation: the hierarchy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-hierarchy.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-pseudo-inverse.h"

#define MOST_LEVELS 25

/* A coarse level is worth its cost if it has at most this share of the rows. */
#define COARSENING 0.8

/* Steps of the power iteration, and what its estimate is multiplied by: it comes from below. */
#define POWER_STEPS   6
#define RADIUS_MARGIN 1.1

/* Diagonal entries of a coarse matrix below this share of those of the rows they come from are
 * rounding errors: the aggregate alone is singular. */
#define SINGULAR 1e-13

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
  g_free (coarsening->strength.scale);
  g_free (coarsening->diagonal);
  g_free (coarsening->aggregates);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coarsening, coarsening_clear)

/* √ of the largest entry off the diagonal. */
static double
coupling_of (const SeidelCsr *csr, int64_t row)
{
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] != row)
      largest = fmax (largest, fabs (csr->values[k]));
  return sqrt (largest);
}

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

/* Estimates the largest eigenvalue of D⁻¹ A by the power iteration: the Rayleigh quotient in the
 * product of D. */
static bool
estimate_radius (const Coarsening *coarsening,
                 double *radius,
                 const SeidelWorkers *workers,
                 GError **error)
{
  const double *diagonal = coarsening->diagonal;
  const int64_t n = coarsening->strength.csr->rows;
  g_autofree double *room =
    seidel_memory_try (2 * (size_t) n * sizeof (double), "the coarsening of the matrix", error);
  double *x = room;
  double *y = room + n;

  if (room == NULL)
    return false;
  seidel_vector_fill_random (x, n, 0);
  for (int step = 0; step < POWER_STEPS && !seidel_workers_stopped (workers); step++)
    {
      double product = 0.0;
      double square = 0.0;

      if (!seidel_csr_multiply (coarsening->strength.csr, x, y, workers->threads,
                                workers->cancellable))
        break;
      for (int64_t i = 0; i < n; i++)
        {
          product += x[i] * y[i];
          square += diagonal[i] * x[i] * x[i];
        }
      *radius = product / square;
      for (int64_t i = 0; i < n; i++)
        x[i] = y[i] / diagonal[i] / sqrt (fabs (square));
    }
  return true;
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

  self->strength.csr = csr;
  self->strength.threshold = threshold;
  self->strength.scale = seidel_memory_try (n * sizeof (double), what, error);
  if (self->strength.scale != NULL)
    self->diagonal = seidel_memory_try (n * sizeof (double), what, error);
  if (self->diagonal != NULL)
    self->aggregates = seidel_memory_try (n * sizeof (int32_t), what, error);
  if (self->aggregates == NULL)
    return false;
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < csr->rows; row++)
    self->strength.scale[row] = coupling_of (csr, row);
  self->n_aggregates = seidel_aggregate (&self->strength, self->aggregates, workers, error);
  if (self->n_aggregates < 0)
    return false;
  bound = filter_diagonal (self, workers);
  if (!estimate_radius (self, &radius, workers, error))
    return false;
  /* Where the estimate fails, as for a matrix that is not symmetric, the bound holds. */
  if (radius > 0.0 && RADIUS_MARGIN * radius < bound)
    bound = RADIUS_MARGIN * radius;
  self->step = 4.0 / 3.0 / bound;
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

/* Aggregates that alone are singular, such as a component of a graph that ends in one row,
 * get a diagonal all the same. Their right-hand side is zero, and so is their correction. */
static void
mend_diagonal (SeidelCsr *coarse, const Coarsening *coarsening)
{
  for (int64_t row = 0; row < coarsening->strength.csr->rows; row++)
    {
      int32_t aggregate = coarsening->aggregates[row];
      int64_t k = aggregate >= 0 ? seidel_csr_find (coarse, aggregate, aggregate) : -1;

      if (k >= 0 && !(fabs (coarse->values[k]) > SINGULAR * fabs (coarsening->diagonal[row])))
        coarse->values[k] = coarsening->diagonal[row];
    }
}

/* Adds what a level needs to go on to the next: P, R, and the matrix of the next. False with no
 * error where it does not pay. */
static bool
coarsen (SeidelHierarchyLevel *level,
         double threshold,
         SeidelCsr **coarse,
         const SeidelWorkers *workers,
         GError **error)
{
  g_auto (Coarsening) coarsening = { 0 };
  g_autoptr (SeidelCsr) P = NULL;
  g_autoptr (SeidelCsr) R = NULL;
  g_autoptr (SeidelCsr) AP = NULL;

  if (!coarsening_init (&coarsening, level->A, threshold, workers, error)
      || coarsening.n_aggregates == 0
      || (double) coarsening.n_aggregates > COARSENING * (double) level->A->rows)
    return false;
  P = seidel_csr_from_rows (level->A->rows, coarsening.n_aggregates, add_prolongation_row,
                            &coarsening, workers, error);
  if (P != NULL)
    R = seidel_csr_transpose (P, workers->cancellable, error);
  if (R != NULL)
    AP = seidel_csr_product (level->A, P, workers, error);
  if (AP == NULL)
    return false;
  *coarse = seidel_csr_product (R, AP, workers, error);
  if (*coarse == NULL)
    return false;
  mend_diagonal (*coarse, &coarsening);
  level->P = g_steal_pointer (&P);
  level->R = g_steal_pointer (&R);
  return true;
}

SeidelHierarchy *
seidel_hierarchy_new (const SeidelCsr *csr,
                      double strength,
                      const SeidelWorkers *workers,
                      GError **error)
{
  g_autoptr (SeidelHierarchy) self = g_new0 (SeidelHierarchy, 1);
  g_autoptr (GError) cause = NULL;
  SeidelHierarchyLevel *last;

  self->levels = g_new0 (SeidelHierarchyLevel, MOST_LEVELS);
  self->n_levels = 1;
  self->levels[0].A = csr;
  for (last = self->levels;
       last->A->rows > SEIDEL_HIERARCHY_COARSEST && self->n_levels < MOST_LEVELS; last++)
    {
      if (!coarsen (last, strength, &last[1].own, workers, &cause))
        break;
      last[1].A = last[1].own;
      self->n_levels++;
      strength /= 2.0;
    }
  if (cause == NULL && seidel_workers_stopped (workers))
    seidel_workers_fail (&cause);
  if (cause == NULL && last->A->rows <= SEIDEL_HIERARCHY_COARSEST)
    self->inverse = seidel_csr_pseudo_inverse (last->A, &cause);
  if (cause == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

void
seidel_hierarchy_free (SeidelHierarchy *self)
{
  if (self == NULL)
    return;
  for (int l = 0; l < self->n_levels; l++)
    {
      g_clear_pointer (&self->levels[l].own, seidel_csr_free);
      g_clear_pointer (&self->levels[l].P, seidel_csr_free);
      g_clear_pointer (&self->levels[l].R, seidel_csr_free);
    }
  g_clear_pointer (&self->inverse, seidel_csr_free);
  g_free (self->levels);
  g_free (self);
}
