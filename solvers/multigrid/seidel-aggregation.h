/* Aggregates: small groups of neighbouring rows, each of which becomes one row of the coarse
 * matrix. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* Which entries couple two rows strongly: those off the diagonal with
 * |a_ij| ≥ threshold √(m_i m_j), m_i being the largest |a_ij| off the diagonal of row i. Against
 * the diagonal, as in the paper, a threshold would depend on the number of neighbours. What is at
 * the threshold is strong however it is rounded: see SEIDEL_COUPLINGS_TIE. */
typedef struct
{
  const SeidelCsr *csr; /* square */
  double threshold;     /* a little less than what was asked for; 0: every entry that is not zero */
  double *scale;        /* √m_i of each row */
} SeidelStrength;

/* Finds the scale of each row. The matrix is borrowed. Fails with SEIDEL_ERROR_MEMORY. */
bool seidel_strength_init (SeidelStrength *strength,
                           const SeidelCsr *csr,
                           double threshold,
                           const SeidelWorkers *workers,
                           GError **error);
void seidel_strength_clear (SeidelStrength *strength);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelStrength, seidel_strength_clear)

/* Whether an entry off the diagonal is at least threshold √(m_i m_j). The scales are multiplied
 * first: entries that are equal are so from both sides. */
static inline bool
seidel_strength_reaches (const SeidelStrength *strength, int64_t row, int64_t k, double threshold)
{
  int32_t column = strength->csr->column_indices[k];
  double value = strength->csr->values[k];

  return column != row && value != 0.0
         && fabs (value) >= threshold * (strength->scale[row] * strength->scale[column]);
}

static inline bool
seidel_strength_is_strong (const SeidelStrength *strength, int64_t row, int64_t k)
{
  return seidel_strength_reaches (strength, row, k, strength->threshold);
}

/* Fills aggregate_of_row: 0 … the number of aggregates − 1, or −1 for rows without a strong
 * coupling, which a smoother solves exactly. Returns that number, or −1 with an error.
 *
 * Source: Vaněk, Mandel and Brezina, "Algebraic multigrid by smoothed aggregation for second and
 * fourth order elliptic problems" (1996), algorithm 5.1; rows are offered to begin an aggregate in
 * the order of engine/seidel-root-order.h. */
int64_t seidel_aggregate (const SeidelStrength *strength,
                          int32_t *aggregate_of_row,
                          const SeidelWorkers *workers,
                          GError **error);

G_END_DECLS
