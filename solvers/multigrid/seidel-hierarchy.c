/* Algebraic multigrid: the hierarchy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-hierarchy.h"

#include <math.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "multigrid/seidel-classical.h"
#include "multigrid/seidel-geometric.h"
#include "multigrid/seidel-pseudo-inverse.h"
#include "base/seidel-translatable.h"

/* Weak entries make classical coarsening pay where they are at least this share of those off the
 * diagonal. */
#define WEAK_SHARE 0.02

/* Classical coarsening where rows are coupled to some neighbours much more weakly than to others,
 * as in anisotropic problems and flows, which it follows better; it needs entries off the diagonal
 * that are not of the diagonal's sign. Otherwise aggregation, whose levels are smaller. */
static SeidelCoarsening
coarsening_for (int64_t entries, int64_t weak, int64_t wrong)
{
  return wrong == 0 && (double) weak >= WEAK_SHARE * (double) entries
           ? SEIDEL_COARSENING_CLASSICAL
           : SEIDEL_COARSENING_AGGREGATION;
}

static SeidelCoarsening
choose_coarsening (const SeidelCsr *csr, double strength, const SeidelWorkers *workers)
{
  int64_t entries = 0;
  int64_t weak = 0;
  int64_t wrong = 0;

#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(+ : entries, weak, wrong)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t own = seidel_csr_find (csr, row, row);
      double sign = own >= 0 && csr->values[own] < 0.0 ? -1.0 : 1.0;
      double largest = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row)
          largest = fmax (largest, -sign * csr->values[k]);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          if (csr->column_indices[k] == row || csr->values[k] == 0.0)
            continue;
          entries++;
          wrong += sign * csr->values[k] > 0.0;
          weak += -sign * csr->values[k] < strength * largest;
        }
    }
  return coarsening_for (entries, weak, wrong);
}

/* Rows of the coarse matrix that alone are singular, such as a component of a graph that ends in
 * one row, get a diagonal all the same. Their right-hand side is zero, and so is their correction.
 */
static bool
mend_diagonal (const SeidelCsr *fine,
               const SeidelCsr *R,
               SeidelCsr *coarse,
               const SeidelWorkers *workers,
               GError **error)
{
  g_autofree double *diagonal = seidel_memory_try ((size_t) fine->rows * sizeof *diagonal,
                                                   "the coarsening of the matrix", error);

  if (diagonal == NULL)
    return false;
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < fine->rows; row++)
    {
      int64_t own = seidel_csr_find (fine, row, row);

      diagonal[row] = own >= 0 ? fabs (fine->values[own]) : 0.0;
    }
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < coarse->rows; row++)
    {
      int64_t own = seidel_csr_find (coarse, row, row);
      double scale = 0.0;

      for (int64_t k = R->row_offsets[row]; k < R->row_offsets[row + 1]; k++)
        scale = fmax (scale, diagonal[R->column_indices[k]]);
      if (own >= 0 && !(fabs (coarse->values[own]) > SEIDEL_HIERARCHY_SINGULAR * scale))
        coarse->values[own] = scale;
    }
  return true;
}

/* How the levels are made, and what is known of the one that is next. */
typedef struct
{
  SeidelCoarsening coarsening; /* not “auto” */
  double strength;
  SeidelNearNull *space; /* the slow errors, or NULL; owned */
  SeidelBox box;         /* of geometric coarsening */
} Coarsener;

static void
coarsener_clear (Coarsener *self)
{
  g_clear_pointer (&self->space, seidel_near_null_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coarsener, coarsener_clear)

static SeidelCsr *
prolong_near_null (Coarsener *self,
                   const SeidelCsr *A,
                   const SeidelWorkers *workers,
                   GError **error)
{
  SeidelNearNull *coarse = NULL;
  SeidelCsr *P =
    seidel_near_null_prolongation (self->space, A, self->strength, &coarse, workers, error);

  if (P != NULL)
    {
      seidel_near_null_free (self->space);
      self->space = coarse;
    }
  return P;
}

/* Keeps the aggregates with the level. */
static SeidelCsr *
prolong_smoothly (const Coarsener *self,
                  SeidelHierarchyLevel *level,
                  const SeidelWorkers *workers,
                  GError **error)
{
  level->aggregates = seidel_aggregates_new (level->A, self->strength, workers, error);
  return level->aggregates != NULL && level->aggregates->count > 0
           ? seidel_smoothed_prolongation (level->A, level->aggregates, workers, error)
           : NULL;
}

/* Goes on to the next level. */
static SeidelCsr *
make_prolongation (Coarsener *self,
                   SeidelHierarchyLevel *level,
                   const SeidelWorkers *workers,
                   GError **error)
{
  const SeidelCsr *A = level->A;
  SeidelCsr *P;

  switch (self->coarsening)
    {
    case SEIDEL_COARSENING_CLASSICAL:
      return seidel_classical_prolongation (A, self->strength, workers, error);
    case SEIDEL_COARSENING_GEOMETRIC:
      P = seidel_geometric_prolongation (A, &self->box, workers, error);
      self->box = seidel_box_coarsen (&self->box);
      return P;
    case SEIDEL_COARSENING_AUTO:
    case SEIDEL_COARSENING_AGGREGATION:
    default:
      P = self->space != NULL ? prolong_near_null (self, A, workers, error)
                              : prolong_smoothly (self, level, workers, error);
      self->strength *= SEIDEL_HIERARCHY_NEXT_STRENGTH;
      return P;
    }
}

/* Adds what a level needs to go on to the next: P, R, and the matrix of the next. False with no
 * error where it does not pay. */
static bool
coarsen (SeidelHierarchyLevel *level,
         Coarsener *coarsener,
         SeidelCsr **coarse,
         const SeidelWorkers *workers,
         GError **error)
{
  g_autoptr (SeidelCsr) P = make_prolongation (coarsener, level, workers, error);
  g_autoptr (SeidelCsr) R = NULL;

  if (P == NULL || (double) P->columns > SEIDEL_HIERARCHY_WORTHWHILE * (double) level->A->rows)
    return false;
  R = seidel_csr_transpose_shared (P, workers, error);
  if (R == NULL)
    return false;
  *coarse = seidel_csr_triple_product (R, level->A, P, workers, error);
  if (*coarse == NULL || !mend_diagonal (level->A, R, *coarse, workers, error))
    return false;
  level->P = g_steal_pointer (&P);
  level->R = g_steal_pointer (&R);
  return true;
}

static bool
coarsener_init (Coarsener *self,
                const SeidelCsr *csr,
                const SeidelNearNull *near_null,
                const SeidelWorkers *workers,
                GError **error)
{
  if (self->coarsening == SEIDEL_COARSENING_AUTO)
    self->coarsening = near_null != NULL ? SEIDEL_COARSENING_AGGREGATION
                                         : choose_coarsening (csr, self->strength, workers);
  if (self->coarsening == SEIDEL_COARSENING_GEOMETRIC
      && !seidel_box_find (csr, &self->box, workers))
    {
      if (seidel_workers_stopped (workers))
        return seidel_workers_fail (error);
      return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                          seidel_text (
                            "Geometric coarsening needs a matrix whose rows are the points of a "
                            "grid, each coupled with its neighbours only"));
    }
  if (near_null != NULL && self->coarsening == SEIDEL_COARSENING_AGGREGATION)
    self->space = seidel_near_null_copy (near_null, error);
  return near_null == NULL || self->coarsening != SEIDEL_COARSENING_AGGREGATION
         || self->space != NULL;
}

SeidelHierarchy *
seidel_hierarchy_new (const SeidelCsr *csr,
                      SeidelCoarsening coarsening,
                      double strength,
                      const SeidelNearNull *near_null,
                      const SeidelWorkers *workers,
                      GError **error)
{
  g_auto (Coarsener) coarsener = { coarsening, strength };
  g_autoptr (SeidelHierarchy) self = g_new0 (SeidelHierarchy, 1);
  g_autoptr (GError) cause = NULL;
  SeidelHierarchyLevel *last;

  self->levels = g_new0 (SeidelHierarchyLevel, SEIDEL_HIERARCHY_MOST_LEVELS);
  self->n_levels = 1;
  self->levels[0].A = csr;
  if (!coarsener_init (&coarsener, csr, near_null, workers, error))
    return NULL;
  self->coarsening = coarsener.coarsening;
  for (last = self->levels;
       last->A->rows > SEIDEL_HIERARCHY_COARSEST && self->n_levels < SEIDEL_HIERARCHY_MOST_LEVELS;
       last++)
    {
      if (!coarsen (last, &coarsener, &last[1].own, workers, &cause))
        break;
      last[1].A = last[1].own;
      self->n_levels++;
    }
  if (cause == NULL && seidel_workers_stopped (workers))
    seidel_workers_fail (&cause);
  if (cause == NULL && last->A->rows <= SEIDEL_HIERARCHY_COARSEST)
    self->inverse = seidel_csr_pseudo_inverse (last->A, workers->threads, &cause);
  if (cause == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

static bool
update_level (SeidelHierarchyLevel *level,
              SeidelCsr *coarse,
              const SeidelWorkers *workers,
              GError **error)
{
  if (!seidel_smoothed_prolongation_update (level->P, level->A, level->aggregates, workers, error))
    return false;
  seidel_csr_transpose_update (level->R, level->P, workers);
  return seidel_csr_triple_product_update (coarse, level->R, level->A, level->P, &level->AP,
                                           workers, error)
         && mend_diagonal (level->A, level->R, coarse, workers, error);
}

bool
seidel_hierarchy_can_update (const SeidelHierarchy *self,
                             const SeidelCsr *csr,
                             SeidelCoarsening coarsening,
                             const SeidelWorkers *workers)
{
  for (int l = 0; l < self->n_levels - 1; l++)
    if (self->levels[l].aggregates == NULL)
      return false;
  return self->n_levels > 1 && seidel_aggregates_serve (self->levels[0].aggregates, csr, workers)
         && (coarsening != SEIDEL_COARSENING_AUTO
             || choose_coarsening (csr, self->levels[0].aggregates->threshold, workers)
                  == SEIDEL_COARSENING_AGGREGATION);
}

bool
seidel_hierarchy_update (SeidelHierarchy *self,
                         const SeidelCsr *csr,
                         const SeidelWorkers *workers,
                         GError **error)
{
  SeidelHierarchyLevel *levels = self->levels;

  levels[0].A = csr;
  for (int l = 0; l < self->n_levels - 1; l++)
    if (!update_level (&levels[l], levels[l + 1].own, workers, error))
      return false;
  if (self->inverse == NULL)
    return true;
  seidel_csr_free (self->inverse);
  self->inverse = seidel_csr_pseudo_inverse (levels[self->n_levels - 1].A, workers->threads, error);
  return self->inverse != NULL;
}

/* The transposes of what level l has; the prolongations are shared. */
static bool
transpose_level (SeidelHierarchy *self,
                 const SeidelHierarchy *from,
                 int l,
                 GCancellable *cancellable,
                 GError **error)
{
  SeidelHierarchyLevel *level = &self->levels[l];

  level->own = seidel_csr_transpose (from->levels[l].A, cancellable, error);
  level->A = level->own;
  level->P = from->levels[l].P;
  level->R = from->levels[l].R;
  return level->own != NULL;
}

SeidelHierarchy *
seidel_hierarchy_transpose (const SeidelHierarchy *from, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelHierarchy) self = g_new0 (SeidelHierarchy, 1);

  self->levels = g_new0 (SeidelHierarchyLevel, from->n_levels);
  self->n_levels = from->n_levels;
  self->borrows = true;
  for (int l = 0; l < from->n_levels; l++)
    if (!transpose_level (self, from, l, cancellable, error))
      return NULL;
  if (from->inverse != NULL)
    {
      self->inverse = seidel_csr_transpose (from->inverse, cancellable, error);
      if (self->inverse == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
seidel_hierarchy_free (SeidelHierarchy *self)
{
  if (self == NULL)
    return;
  for (int l = 0; l < self->n_levels; l++)
    {
      g_clear_pointer (&self->levels[l].own, seidel_csr_free);
      if (self->borrows)
        continue;
      g_clear_pointer (&self->levels[l].aggregates, seidel_aggregates_free);
      g_clear_pointer (&self->levels[l].P, seidel_csr_free);
      g_clear_pointer (&self->levels[l].R, seidel_csr_free);
      g_clear_pointer (&self->levels[l].AP, seidel_csr_free);
    }
  g_clear_pointer (&self->inverse, seidel_csr_free);
  g_free (self->levels);
  g_free (self);
}
