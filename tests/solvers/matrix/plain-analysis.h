/* Plain twins of the analyses, for tests of the fast ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-types.h"
#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* The levels of all rows, into levels[rows]. */
void seidel_schedule_levels_ref (const SeidelCsr *csr, SeidelDirection direction, int32_t *levels);

/* For all rows, into heights[rows], the rows of the longest chain of dependencies that begins
 * there: raised until nothing changes any more. */
void seidel_chains_heights_ref (const SeidelCsr *csr, SeidelDirection direction, int32_t *heights);

/* Greedy colours of all rows, into colors[rows]; returns their number. */
int32_t seidel_coloring_ref (const SeidelCsr *csr, int32_t *colors);

/* The order of seidel_rcm (), for small matrices. */
void seidel_rcm_ref (const SeidelCsr *csr, int32_t *permutation);

/* seidel_csr_permuted () entry by entry, then all rows sorted. */
SeidelCsr *
seidel_csr_permuted_ref (const SeidelCsr *csr, const int32_t *permutation, GError **error);

G_END_DECLS
