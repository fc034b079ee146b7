/* The hierarchy of matrices of an algebraic multigrid method. Private to libseidel.
 *
 * Sources: multigrid/seidel-smoothed-aggregation.h, multigrid/seidel-classical.h and
 * multigrid/seidel-geometric.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-near-null.h"
#include "multigrid/seidel-smoothed-aggregation.h"
#include "run/seidel-cycle-record.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* At most this many rows are solved directly. */
#define SEIDEL_HIERARCHY_COARSEST 400

#define SEIDEL_HIERARCHY_MOST_LEVELS 25

/* A coarse level is worth its cost if it has at most this share of the rows. */
#define SEIDEL_HIERARCHY_WORTHWHILE 0.8

/* Diagonal entries of a coarse matrix below this share of those of the rows they come from are
 * rounding errors: such a row alone is singular. It gets the largest of these. */
#define SEIDEL_HIERARCHY_SINGULAR 1e-13

/* Aggregates smooth the differences between couplings: the next level's strength. */
#define SEIDEL_HIERARCHY_NEXT_STRENGTH 0.5

/* A level, and the way to the next coarser one, which the last level lacks. */
typedef struct
{
  const SeidelCsr *A;           /* square */
  SeidelCsr *own;               /* A of all levels but the first, which is borrowed */
  SeidelCsr *P;                 /* prolongation: rows of this level × rows of the next */
  SeidelCsr *R;                 /* restriction, Pᵀ */
  SeidelCsr *AP;                /* A P, once it was updated; NULL before */
  SeidelAggregates *aggregates; /* of P; NULL where it is made in another way */
} SeidelHierarchyLevel;

/* Plain data; read-only after construction. */
struct SeidelHierarchy
{
  SeidelCoarsening coarsening; /* of all levels; not “auto” */
  int n_levels;                /* at least 1 */
  SeidelHierarchyLevel *levels;
  /* That of the last level, every entry stored; NULL where the last level has too many rows. */
  SeidelCsr *inverse;
  bool borrows; /* P and R belong to the hierarchy that this is the transpose of */
};

/* The hierarchy of a square matrix with a full diagonal, which must outlive it. strength: how
 * strongly rows of the first level must be coupled, as the coarsening defines it. near_null: the
 * slow errors of the matrix, for aggregation, which “auto” then takes; NULL: locally constant ones,
 * as scalar elliptic problems have them. Fails with SEIDEL_ERROR_MEMORY, G_IO_ERROR_CANCELLED, or
 * SEIDEL_ERROR_INVALID where geometric coarsening finds no grid. */
SeidelHierarchy *seidel_hierarchy_new (const SeidelCsr *csr,
                                       SeidelCoarsening coarsening,
                                       double strength,
                                       const SeidelNearNull *near_null,
                                       const SeidelWorkers *workers,
                                       GError **error);
/* Whether a hierarchy can be made again for a matrix of the same pattern with other values: its
 * levels are by smoothed aggregation without vectors, as this coarsening would make them, and the
 * couplings of the matrix are strong where they were, or not far from it. */
bool seidel_hierarchy_can_update (const SeidelHierarchy *hierarchy,
                                  const SeidelCsr *csr,
                                  SeidelCoarsening coarsening,
                                  const SeidelWorkers *workers);
/* Does so: keeps aggregates and patterns, and makes all values as they are made from nothing. False
 * with an error as above; the hierarchy can only be freed then. */
bool seidel_hierarchy_update (SeidelHierarchy *hierarchy,
                              const SeidelCsr *csr,
                              const SeidelWorkers *workers,
                              GError **error);
/* That of Aᵀ, whose prolongations are those of the other one, which must outlive it. Fails with
 * SEIDEL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
SeidelHierarchy *seidel_hierarchy_transpose (const SeidelHierarchy *hierarchy,
                                             GCancellable *cancellable,
                                             GError **error);
void seidel_hierarchy_free (SeidelHierarchy *hierarchy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelHierarchy, seidel_hierarchy_free)

G_END_DECLS
