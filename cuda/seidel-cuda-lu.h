/* Dense factors on the device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-blas.h"
#include "seidel-cuda-panel.h"

/* Overwrites the matrix by its factors, or by its inverse; done when it returns. */
bool seidel_cuda_lu_factor (SeidelContext *context, SeidelCudaPanels *panels, bool inverse);

/* x ← A⁻¹ x by the factors. */
bool seidel_cuda_lu_solve (SeidelContext *context, const SeidelCudaPanels *panels, void *x);
