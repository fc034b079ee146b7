/* Geometric coarsening: every second point of a grid in each direction, and linear interpolation
 * between them. Private to libseidel.
 *
 * Source: Briggs, Henson and McCormick, "A Multigrid Tutorial" (2000), chapter 3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* Rows that are the points of a grid, numbered line by line and plane by plane. */
typedef struct
{
  int64_t points[3]; /* along x, y and z; 1 beyond the dimensions of the grid */
} SeidelBox;

/* Finds the grid of a square matrix whose entries couple each point with itself and its neighbours,
 * those across corners too; false for any other matrix, and when the work is to stop. */
bool seidel_box_find (const SeidelCsr *csr, SeidelBox *box, const SeidelWorkers *workers);

/* The grid of the next level: the points 1, 3, 5 … of each direction with at least two. */
SeidelBox seidel_box_coarsen (const SeidelBox *box);

/* The prolongation of a matrix on this grid. The solution is 0 beyond the boundary, but where the
 * entries of a row sum to zero: there it is interpolated such that a constant stays one. Fails with
 * SEIDEL_ERROR_MEMORY or G_IO_ERROR_CANCELLED. */
SeidelCsr *seidel_geometric_prolongation (const SeidelCsr *csr,
                                          const SeidelBox *box,
                                          const SeidelWorkers *workers,
                                          GError **error);

G_END_DECLS
