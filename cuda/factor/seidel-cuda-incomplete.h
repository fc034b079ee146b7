/* Incomplete factors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-operator.h"

SeidelOperator *seidel_cuda_incomplete_new (SeidelContext *,
                                            SeidelOperator *,
                                            SeidelIncompleteKind,
                                            double shift,
                                            const SeidelLevelsView *);
bool seidel_cuda_incomplete_finish (SeidelContext *, SeidelOperator *, SeidelBadPivot *);
