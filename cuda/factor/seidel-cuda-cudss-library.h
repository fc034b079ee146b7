/* cuDSS, NVIDIA's direct solver for sparse systems, as it is opened: the functions that are used,
 * found by name. Plain C, so that tests can open one without a device.
 *
 * It is no part of Seidel and nothing is linked with it: a user who has installed it can have it
 * used.
 *
 * Source: NVIDIA, "cuDSS: A High-Performance CUDA Library for Direct Sparse Solvers", 1.0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* As in the headers of its version 1, which need not be installed. */
  enum
  {
    SEIDEL_CUDSS_SUCCESS = 0,
    SEIDEL_CUDSS_NO_MEMORY = 2,

    SEIDEL_CUDSS_CONFIG_SOLVE_MODE = 4,
    SEIDEL_CUDSS_CONFIG_REFINEMENTS = 5,
    SEIDEL_CUDSS_CONFIG_THREADS = 14,

    SEIDEL_CUDSS_MODE_NORMAL = 0,
    SEIDEL_CUDSS_MODE_TRANSPOSED = 1,
    SEIDEL_CUDSS_MODE_ADJOINT = 2,

    SEIDEL_CUDSS_DATA_INFO = 0,
    SEIDEL_CUDSS_DATA_ENTRIES = 1,
    SEIDEL_CUDSS_DATA_REPLACED = 2,
    SEIDEL_CUDSS_DATA_INERTIA = 3,
    SEIDEL_CUDSS_DATA_MEMORY = 13,
    SEIDEL_CUDSS_DATA_INTERRUPT = 23,

    SEIDEL_CUDSS_PHASE_ORDER = 1 << 0,
    SEIDEL_CUDSS_PHASE_SYMBOLIC = 1 << 1,
    SEIDEL_CUDSS_PHASE_FACTOR = 1 << 2,
    SEIDEL_CUDSS_PHASE_SOLVE = 0x3f << 4,

    SEIDEL_CUDSS_GENERAL = 0,
    SEIDEL_CUDSS_SYMMETRIC = 1,
    SEIDEL_CUDSS_HERMITIAN = 2,
    SEIDEL_CUDSS_POSITIVE = 3,
    SEIDEL_CUDSS_HERMITIAN_POSITIVE = 4,

    SEIDEL_CUDSS_VIEW_FULL = 0,
    SEIDEL_CUDSS_VIEW_UPPER = 2,

    SEIDEL_CUDSS_ZERO_BASED = 0,
    SEIDEL_CUDSS_BY_COLUMNS = 0,

    /* Types of numbers, those of CUDA. */
    SEIDEL_CUDSS_FLOAT = 0,
    SEIDEL_CUDSS_DOUBLE = 1,
    SEIDEL_CUDSS_COMPLEX_FLOAT = 4,
    SEIDEL_CUDSS_COMPLEX_DOUBLE = 5,
    SEIDEL_CUDSS_INT32 = 10,
  };

  /* Numbers of which data_get () returns estimates of memory, and that of the peak on the device.
   */
#define SEIDEL_CUDSS_ESTIMATES     16
#define SEIDEL_CUDSS_PEAK_ESTIMATE 1

  /* Never closed. */
  typedef struct
  {
    int (*get_property) (int property, int *value); /* 0: the major version, 1: the minor one */
    int (*create) (void **handle);
    int (*destroy) (void *handle);
    int (*set_stream) (void *handle, void *stream);
    int (*set_threading_layer) (void *handle, const char *file);
    int (*config_create) (void **config);
    int (*config_destroy) (void *config);
    int (*config_set) (void *config, int parameter, const void *value, size_t size);
    int (*data_create) (void *handle, void **data);
    int (*data_destroy) (void *handle, void *data);
    int (*data_set) (void *handle, void *data, int parameter, const void *value, size_t size);
    int (*data_get) (void *handle,
                     void *data,
                     int parameter,
                     void *value,
                     size_t size,
                     size_t *written);
    int (
      *execute) (void *handle, int phase, void *config, void *data, void *matrix, void *x, void *b);
    int (*matrix_create_csr) (void **matrix,
                              int64_t rows,
                              int64_t columns,
                              int64_t nonzeros,
                              const void *row_starts,
                              const void *row_ends, /* NULL: where the next row starts */
                              const void *column_indices,
                              const void *values,
                              int offset_type,
                              int index_type,
                              int value_type,
                              int kind,
                              int view,
                              int base);
    int (*matrix_create_dense) (void **matrix,
                                int64_t rows,
                                int64_t columns,
                                int64_t stride,
                                const void *values,
                                int value_type,
                                int layout);
    int (*matrix_set_values) (void *matrix, const void *values);
    int (*matrix_destroy) (void *matrix);
    /* Beside the library, for more than one thread of the host; empty: there is none. */
    char threading_layer[4096];
  } SeidelCudssLibrary;

  /* The library, opened once; NULL with a sentence where there is none. It is looked for by the
   * loader, as libcudss.so.1, and then where pip puts it. Thread-safe. */
  const SeidelCudssLibrary *seidel_cudss_open (char *why, size_t size);

  /* "out of memory": what a status means. Static. */
  const char *seidel_cudss_status_text (int status);

#ifdef __cplusplus
}
#endif
