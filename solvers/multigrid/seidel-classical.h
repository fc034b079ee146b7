/* Classical algebraic coarsening: some rows are kept as coarse ones, and the others interpolate
 * from them by their entries. Private to libseidel.
 *
 * Sources: Ruge and Stüben, "Algebraic multigrid" (1987), the first pass of section 4.6; De Sterck,
 * Falgout, Nolting and Yang, "Distance-two interpolation for parallel algebraic multigrid" (2008),
 * the extended+i interpolation of section 4.5.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* Each row interpolates from at most so many coarse ones, the largest weights of it. */
#define SEIDEL_CLASSICAL_WEIGHTS 4

/* Whether row depends strongly on the column of entry k: −a_ij / sign (a_ii) is positive and at
 * least strength times the largest of the row. Marks all entries of a square matrix with a full
 * diagonal in strong, one for each. */
void seidel_classical_strength (const SeidelCsr *csr,
                                double strength,
                                bool *strong,
                                const SeidelWorkers *workers);

/* Fills coarse_of_row: 0 … the number of coarse rows − 1, in row order, or −1. Returns that number,
 * or −1 with an error. */
int64_t seidel_classical_split (const SeidelCsr *csr,
                                const bool *strong,
                                int32_t *coarse_of_row,
                                const SeidelWorkers *workers,
                                GError **error);

/* The prolongation of a matrix: rows × coarse rows; NULL with no error where there are none, or as
 * many as rows. *n_coarse receives their number. Fails with SEIDEL_ERROR_MEMORY or
 * G_IO_ERROR_CANCELLED. */
SeidelCsr *seidel_classical_prolongation (const SeidelCsr *csr,
                                          double strength,
                                          const SeidelWorkers *workers,
                                          GError **error);

G_END_DECLS
