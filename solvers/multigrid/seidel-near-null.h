/* Smoothed aggregation for matrices whose slow errors are known: several vectors that the matrix
 * nearly maps to zero, such as the rigid body modes of an elastic body. Private to libseidel.
 *
 * Source: Vaněk, Mandel and Brezina, "Algebraic multigrid by smoothed aggregation for second and
 * fourth order elliptic problems" (1996), sections 3 and 4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* Plain data; read-only after construction. */
typedef struct
{
  int64_t rows;
  int count;       /* vectors, at least 1 */
  double *vectors; /* rows × count, row by row */
  /* Rows of one node of a mesh go into the same aggregate: the rows first_row[i] … first_row[i + 1]
   * − 1 are node i. */
  int64_t n_nodes;
  int64_t *first_row; /* n_nodes + 1 elements */
} SeidelNearNull;

/* Copies the vectors, rows × count, row by row. Where the first vectors are displacements in one
 * direction each, in every b-th row in turn, b rows are a node; otherwise each row is one. Fails
 * with SEIDEL_ERROR_MEMORY. */
SeidelNearNull *
seidel_near_null_new (const double *vectors, int64_t rows, int count, GError **error);
/* The vectors that multigrid has the slow errors of csr from: those given, or where none are and
 * coarsening makes use of any, the constants of each of so many unknowns of a node. NULL with no
 * error for a single one. */
SeidelNearNull *seidel_near_null_choose (const double *given,
                                         int n_given,
                                         const SeidelCsr *csr,
                                         int node_unknowns,
                                         SeidelCoarsening coarsening,
                                         GError **error);
SeidelNearNull *seidel_near_null_copy (const SeidelNearNull *self, GError **error);
void seidel_near_null_free (SeidelNearNull *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelNearNull, seidel_near_null_free)

/* The prolongation of a square matrix with a full diagonal, which represents the vectors exactly
 * but for the smoothing; *coarse receives those of the coarse level, whose nodes are the
 * aggregates. strength as in seidel_smoothed_aggregation (), of the blocks of two nodes by their
 * Frobenius norms. NULL with no error where there are no aggregates. Fails with
 * SEIDEL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
SeidelCsr *seidel_near_null_prolongation (const SeidelNearNull *self,
                                          const SeidelCsr *csr,
                                          double strength,
                                          SeidelNearNull **coarse,
                                          const SeidelWorkers *workers,
                                          GError **error);

G_END_DECLS
