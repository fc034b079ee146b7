/* The hierarchy of matrices of an algebraic multigrid method by smoothed aggregation. Private to
 * libseidel.
 *
 * Source: Vaněk, Mandel and Brezina, "Algebraic multigrid by smoothed aggregation for second and
 * fourth order elliptic problems" (1996).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* At most this many rows are solved directly. */
#define SEIDEL_HIERARCHY_COARSEST 400

/* A level, and the way to the next coarser one, which the last level lacks. */
typedef struct
{
  const SeidelCsr *A; /* square */
  SeidelCsr *own;     /* A of all levels but the first, which is borrowed */
  SeidelCsr *P;       /* prolongation: rows of this level × rows of the next */
  SeidelCsr *R;       /* restriction, Pᵀ */
} SeidelHierarchyLevel;

/* Plain data; read-only after construction. */
typedef struct
{
  int n_levels; /* at least 1 */
  SeidelHierarchyLevel *levels;
  /* That of the last level, every entry stored; NULL where the last level has too many rows. */
  SeidelCsr *inverse;
} SeidelHierarchy;

/* The hierarchy of a square matrix with a full diagonal, which must outlive it. Entries with
 * |a_ij| < strength √(m_i m_j), m_i being the largest |a_ij| off the diagonal of row i, do not
 * couple rows on the first level; each coarser level halves the strength. Meant for matrices whose
 * slow error is locally constant: symmetric positive definite ones of scalar elliptic problems
 * above all. Fails with SEIDEL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
SeidelHierarchy *seidel_hierarchy_new (const SeidelCsr *csr,
                                       double strength,
                                       const SeidelWorkers *workers,
                                       GError **error);
void seidel_hierarchy_free (SeidelHierarchy *hierarchy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelHierarchy, seidel_hierarchy_free)

G_END_DECLS
