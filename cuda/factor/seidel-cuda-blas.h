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

/* All matrices are stored row after row, at a distance. Each call goes to the stream of its number.
 */

/* C ← α A B + β C, C being rows × columns, A rows × inner. */
bool seidel_cuda_blas_multiply (SeidelContext *context,
                                SeidelCudaBlas *blas,
                                int stream,
                                int64_t rows,
                                int64_t columns,
                                int64_t inner,
                                double alpha,
                                const void *a,
                                int64_t a_stride,
                                const void *b,
                                int64_t b_stride,
                                double beta,
                                void *c,
                                int64_t c_stride);

/* X ← L⁻¹ X with ones on the diagonal of L, or U⁻¹ X; X is rows × columns. */
bool seidel_cuda_blas_solve (SeidelContext *context,
                             SeidelCudaBlas *blas,
                             int stream,
                             bool lower,
                             int64_t rows,
                             int64_t columns,
                             const void *triangle,
                             int64_t stride,
                             void *x,
                             int64_t x_stride);

/* The same for one vector. */
bool seidel_cuda_blas_solve_vector (SeidelContext *context,
                                    SeidelCudaBlas *blas,
                                    int stream,
                                    bool lower,
                                    int64_t rows,
                                    const void *triangle,
                                    int64_t stride,
                                    void *x);
