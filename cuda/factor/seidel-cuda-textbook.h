/* Unblocked elimination, for teaching: see seidel-cuda-textbook.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-panel.h"

/* A column without a pivot goes to panels->singular; what is left is of no use then. */
bool seidel_cuda_textbook_invert (SeidelContext *context, SeidelCudaPanels *panels);
bool seidel_cuda_textbook_lu (SeidelContext *context, SeidelCudaPanels *panels, int *added);
void seidel_cuda_textbook_solve (SeidelContext *context,
                                 const SeidelCudaPanels *panels,
                                 const int *added,
                                 void *x);
