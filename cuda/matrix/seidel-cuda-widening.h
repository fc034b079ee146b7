/* From single to double within a sum: see engine/seidel-narrowing.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-operator.h"

void seidel_cuda_widen_dot (SeidelContext *wide,
                            SeidelVector *to,
                            SeidelContext *narrow,
                            const SeidelVector *from,
                            SeidelScalar size,
                            const SeidelVector *with,
                            SeidelScalar out);
