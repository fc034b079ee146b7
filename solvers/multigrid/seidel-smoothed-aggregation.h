/* Smoothed aggregation: the prolongation from aggregates of rows. Private to libseidel.
 *
 * Source: Vaněk, Mandel and Brezina, "Algebraic multigrid by smoothed aggregation for second and
 * fourth order elliptic problems" (1996).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* Steps of the power iteration for the spectral radius ρ of D⁻¹ A, D being the diagonal with the
 * weak entries of the row added, and what ω of the smoothing step I − ω D⁻¹ A is over 1/ρ. */
#define SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS 6
#define SEIDEL_SMOOTHED_AGGREGATION_DAMPING     (4.0 / 3.0)

/* The prolongation of a square matrix with a full diagonal: rows × aggregates. Entries with |a_ij|
 * < strength √(m_i m_j), m_i being the largest |a_ij| off the diagonal of row i, do not couple
 * rows. NULL with no error where there are no aggregates. Fails with SEIDEL_ERROR_MEMORY or
 * G_IO_ERROR_CANCELLED. */
SeidelCsr *seidel_smoothed_aggregation (const SeidelCsr *csr,
                                        double strength,
                                        const SeidelWorkers *workers,
                                        GError **error);

G_END_DECLS
