/* The extreme eigenvalues of a symmetric matrix, or the extreme singular values of any, and the
 * condition number in norm 2, by the Lanczos method on the host.
 *
 * Up to SEIDEL_SPECTRUM_WHOLE rows the basis is kept and made orthogonal, until the space is closed
 * or the values have settled; beyond, three vectors are, and the extreme values settle all the
 * same. What does not settle within SEIDEL_SPECTRUM_STEPS products is not reported.
 *
 * Sources: Paige, "Accuracy and effectiveness of the Lanczos algorithm for the symmetric
 * eigenproblem" (1980); Golub and Kahan (1965), for the bidiagonalisation; Parlett, The Symmetric
 * Eigenvalue Problem (1998), 13.2, for the error bound by which a value has settled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

#define SEIDEL_SPECTRUM_WHOLE 2000
#define SEIDEL_SPECTRUM_STEPS 5000

typedef struct
{
  bool symmetric;  /* eigenvalues; otherwise singular values */
  double least;    /* NaN where it has not settled */
  double greatest; /* likewise */
  double
    condition; /* ‖A‖₂ ‖A⁻¹‖₂; infinite where the least is zero but for rounding; NaN: not known */
  int64_t steps;
} SeidelSpectrum;

/* Measures them with so many threads. False with SEIDEL_ERROR_MEMORY, or when it was cancelled. */
SEIDEL_API bool seidel_spectrum_measure (const SeidelCsr *csr,
                                         const SeidelStructure *structure,
                                         int threads,
                                         GCancellable *cancellable,
                                         SeidelSpectrum *spectrum,
                                         GError **error);

G_END_DECLS
