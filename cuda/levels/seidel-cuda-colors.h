/* Colours of the rows of a matrix, found on the device, and sweeps in their order: those of
 * analysis/seidel-coloring.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-levels.h"

/* The colours of the rows, 1 … count, of a matrix in rows with a symmetric pattern, in an array on
 * the device. False on failure, with the sticky status. */
bool
seidel_cuda_color_rows (SeidelContext *context, SeidelOperator *A, int32_t *colors, int32_t *count);

/* Lends an operator the levels of a sweep by colours, for the next who asks for levels of this
 * direction, with offsets. False on failure, with the sticky status. */
bool seidel_cuda_lend_colors (SeidelContext *context,
                              SeidelOperator *A,
                              SeidelDirection direction,
                              const int32_t *colors,
                              int32_t count);

/* Operation of the table: both sweeps by the colours of the rows, over a matrix in rows with a
 * symmetric pattern; seidel-cuda-sweep.cu. */
bool seidel_cuda_sweeps_by_colors (SeidelContext *, SeidelOperator *, SeidelSweep *sweeps[2]);
