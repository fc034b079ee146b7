/* cuBLAS, opened when dense factors are asked for: nothing else of the engine needs it, and loading
 * it takes longer than a small solve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-context.h"

/* Functions of cuBLAS, and a handle for each of two streams: what they reserve for themselves must
 * not be shared by work that overlaps. */
typedef struct SeidelCudaBlas SeidelCudaBlas;

/* NULL and the sticky status, which says why. */
SeidelCudaBlas *seidel_cuda_blas_new (SeidelContext *context, const cudaStream_t streams[2]);
void seidel_cuda_blas_free (SeidelCudaBlas *blas);

/* A part of a matrix that is stored row after row; on the device. */
typedef struct
{
  void *values;
  int64_t stride; /* from one row to the next */
  int64_t rows;
  int64_t columns;
} SeidelCudaTable;

/* Each call goes to the stream of its number. */

/* C ← A B, or C ← C − A B. */
bool seidel_cuda_blas_multiply (SeidelContext *context,
                                SeidelCudaBlas *blas,
                                int stream,
                                bool subtracts,
                                const SeidelCudaTable &A,
                                const SeidelCudaTable &B,
                                const SeidelCudaTable &C);

/* X ← L⁻¹ X with ones on the diagonal of L, or U⁻¹ X. */
bool seidel_cuda_blas_solve (SeidelContext *context,
                             SeidelCudaBlas *blas,
                             int stream,
                             bool lower,
                             const SeidelCudaTable &triangle,
                             const SeidelCudaTable &X);

/* The same for one vector. */
bool seidel_cuda_blas_solve_vector (SeidelContext *context,
                                    SeidelCudaBlas *blas,
                                    int stream,
                                    bool lower,
                                    const SeidelCudaTable &triangle,
                                    void *x);
