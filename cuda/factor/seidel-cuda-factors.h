/* Dense factors, and what the table has of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-operator.h"

uint32_t seidel_cuda_factors_kinds (void);
SeidelFactors *seidel_cuda_factors_new (SeidelContext *,
                                        const SeidelCsrView *matrix,
                                        SeidelFactorsKind kind,
                                        int64_t *singular,
                                        int64_t *nanoseconds);
void seidel_cuda_factors_free (SeidelContext *, SeidelFactors *);
void seidel_cuda_factors_solve (SeidelContext *, SeidelFactors *, SeidelVector *x);
