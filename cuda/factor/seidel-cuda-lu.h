/* Dense factors on the device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-blas.h"
#include "seidel-cuda-panel.h"

/* Has what factors take ready, cuBLAS above all, which takes longer the first time than small
 * factors do. */
bool seidel_cuda_lu_prepare (SeidelContext *context);

/* Overwrites the matrix by its factors, or by its inverse; done when it returns. */
bool seidel_cuda_lu_factor (SeidelContext *context, SeidelCudaPanels *panels, bool inverse);

/* x ← A⁻¹ x by the factors. */
bool seidel_cuda_lu_solve (SeidelContext *context, const SeidelCudaPanels *panels, void *x);
