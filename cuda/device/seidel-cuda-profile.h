/* A profile of the CUDA engine: see seidel-cuda-profile.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-context.h"

SeidelCudaProfile *seidel_cuda_profile_new (void);
void seidel_cuda_profile_free (SeidelCudaProfile *profile);

/* Adds to the row of a kernel what its warps counted; the run must be profiled. */
void seidel_cuda_profile_add_branches (SeidelContext *context,
                                       const char *name,
                                       int64_t branches,
                                       int64_t divergent);

/* SeidelEngine.device.kernels */
int seidel_cuda_profile_read (SeidelContext *context, SeidelKernelTimes *kernels, int most);
