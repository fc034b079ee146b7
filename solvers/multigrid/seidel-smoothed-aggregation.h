/* Smoothed aggregation: the prolongation from aggregates of rows. Private to libseidel.
 *
 * Source: Vaněk, Mandel and Brezina, "Algebraic multigrid by smoothed aggregation for second and
 * fourth order elliptic problems" (1996).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-radius.h"

G_BEGIN_DECLS

/* Steps of the power iteration for the spectral radius ρ of D⁻¹ A, D being the diagonal with the
 * weak entries of the row added, and what ω of the smoothing step I − ω D⁻¹ A is over 1/ρ. */
#define SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS 6
#define SEIDEL_SMOOTHED_AGGREGATION_DAMPING     (4.0 / 3.0)

/* What of smoothed aggregation is kept for a matrix of the same pattern with other values. */
typedef struct
{
  double threshold; /* the strength that it was made with */
  int64_t count;    /* of aggregates */
  int32_t *of_row;  /* the aggregate of each row, −1: none */
  bool *strong;     /* of each entry: it couples its two rows strongly */
  SeidelRadii radii;
} SeidelAggregates;

/* Of a square matrix. Entries with |a_ij| < strength √(m_i m_j), m_i being the largest |a_ij| off
 * the diagonal of row i, do not couple rows. Fails with SEIDEL_ERROR_MEMORY or
 * G_IO_ERROR_CANCELLED. */
SeidelAggregates *seidel_aggregates_new (const SeidelCsr *csr,
                                         double strength,
                                         const SeidelWorkers *workers,
                                         GError **error);
void seidel_aggregates_free (SeidelAggregates *aggregates);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelAggregates, seidel_aggregates_free)

/* Whether in a matrix of the same pattern the same entries are strong, but for some that are not
 * far from the threshold: see SEIDEL_COUPLINGS_CROSSED. Those of the aggregates count as strong
 * then. */
bool seidel_aggregates_serve (const SeidelAggregates *aggregates,
                              const SeidelCsr *csr,
                              const SeidelWorkers *workers);

/* The prolongation of a square matrix with a full diagonal: rows × aggregates; the second makes the
 * values of one again, by the spectral radius of the values before, false with an error. Fail as
 * above. */
SeidelCsr *seidel_smoothed_prolongation (const SeidelCsr *csr,
                                         SeidelAggregates *aggregates,
                                         const SeidelWorkers *workers,
                                         GError **error);
bool seidel_smoothed_prolongation_update (SeidelCsr *P,
                                          const SeidelCsr *csr,
                                          SeidelAggregates *aggregates,
                                          const SeidelWorkers *workers,
                                          GError **error);

/* All of it at once; NULL with no error where there are no aggregates. */
SeidelCsr *seidel_smoothed_aggregation (const SeidelCsr *csr,
                                        double strength,
                                        const SeidelWorkers *workers,
                                        GError **error);

G_END_DECLS
