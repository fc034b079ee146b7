/* Sparse factors, made by cuDSS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-sparse-operations.h"
#include "matrix/seidel-cuda-operator.h"

bool seidel_cuda_sparse_available (char *why, size_t size);
SeidelSparseFactors *
seidel_cuda_sparse_new (SeidelContext *, const SeidelSparseSystem *, SeidelSparseReport *);
void seidel_cuda_sparse_free (SeidelContext *, SeidelSparseFactors *);
void
seidel_cuda_sparse_solve (SeidelContext *, SeidelSparseFactors *, bool transposed, SeidelVector *x);
