/* Matrices as arrays in compressed sparse rows: those of the caller, in place, and those of a
 * matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-handles.h"

G_BEGIN_DECLS

/* A matrix in memory. Begin with SEIDEL_ARRAYS_INIT: size says which members there are, so that
 * later versions may have more. */
typedef struct
{
  size_t size; /* sizeof (SeidelArrays) */
  int64_t rows;
  int64_t columns;
  const void *row_offsets;       /* rows + 1: where each row begins, and where the last one ends */
  const int32_t *column_indices; /* they increase within each row */
  const void *values;            /* NULL: every entry is 1 */
  SeidelNumbers offset_numbers;  /* INT32 or INT64 */
  SeidelNumbers value_numbers;   /* FLOAT, DOUBLE or COMPLEX */
  SeidelMemory memory;           /* where all three are */
  int first;                     /* offsets and columns count from 0, or from 1; so do errors */
  bool borrow;            /* they stay with the caller, see seidel_matrix_new_from_arrays () */
  bool valid;             /* the caller vouches for what is said here; otherwise a pass checks it */
  GDestroyNotify release; /* of what is borrowed, or NULL */
  gpointer data;
  void *stream; /* the cudaStream_t in which arrays on a device were made; NULL: the default one */
} SeidelArrays;

#define SEIDEL_ARRAYS_INIT                                                                      \
  {                                                                                             \
    sizeof (SeidelArrays), 0, 0, NULL, NULL, NULL, SEIDEL_NUMBERS_INT64, SEIDEL_NUMBERS_DOUBLE, \
      SEIDEL_MEMORY_HOST, 0, false, false, NULL, NULL, NULL                                     \
  }

/* A matrix on the host of these arrays, which are copied unless borrow is set: then the caller
 * neither frees nor changes them until release (data) is called, from any thread, when the matrix
 * is freed; after an error it is not called. What is not stored as the library reads it is copied
 * even so: INT32 offsets, FLOAT values, offsets and columns that count from 1, and all arrays that
 * are on a device. With borrow and valid, offsets and values are converted when the matrix is used
 * first, and making it takes no time. Free with seidel_matrix_unref (). Blocks.
 *
 * SEIDEL_ERROR_INVALID names the row that is not as described; SEIDEL_ERROR_MEMORY;
 * SEIDEL_ERROR_UNAVAILABLE for arrays on a device where the CUDA engine is not there. */
SEIDEL_API SeidelMatrix *
seidel_matrix_new_from_arrays (const char *name, const SeidelArrays *arrays, GError **error);

/* The matrix that a text names as “seidel-cli generate” does: "poisson-5 --size 100". Blocks. */
SEIDEL_API SeidelMatrix *seidel_matrix_generate (const char *text,
                                                 SeidelProgress *progress,
                                                 GCancellable *cancellable,
                                                 GError **error);

/* The same matrix P A Pᵀ in another order of its rows, that of “seidel-cli orderings”: "rcm".
 * Vectors of its problems, and solutions, are in the order of the given one. Blocks. */
SEIDEL_API SeidelMatrix *seidel_matrix_reorder (SeidelMatrix *matrix,
                                                const char *ordering,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);

/* Matrices are read-only, and may be shared between threads. */
SEIDEL_API SeidelMatrix *seidel_matrix_ref (SeidelMatrix *matrix);
SEIDEL_API void seidel_matrix_unref (SeidelMatrix *matrix);

SEIDEL_API const char *seidel_matrix_name (const SeidelMatrix *matrix);
SEIDEL_API const char *seidel_matrix_format (const SeidelMatrix *matrix); /* of its file, or NULL */
SEIDEL_API int64_t seidel_matrix_n_rows (const SeidelMatrix *matrix);
SEIDEL_API int64_t seidel_matrix_n_columns (const SeidelMatrix *matrix);
SEIDEL_API int64_t seidel_matrix_n_entries (const SeidelMatrix *matrix); /* stored entries */
SEIDEL_API bool seidel_matrix_has_complex_values (const SeidelMatrix *matrix);
/* They live as long as the matrix. Values of a complex one are pairs. */
SEIDEL_API const int64_t *seidel_matrix_row_offsets (const SeidelMatrix *matrix);
SEIDEL_API const int32_t *seidel_matrix_column_indices (const SeidelMatrix *matrix);
SEIDEL_API const double *seidel_matrix_values (const SeidelMatrix *matrix);
/* The right-hand side that its file has, in the order of the file; NULL: none. */
SEIDEL_API const double *seidel_matrix_rhs (const SeidelMatrix *matrix);

/* The progress of an operation that takes one, from any thread. activity (may be NULL) receives a
 * static text, or NULL; returns how far that is, 0 … 1, NaN while it is not known. */
SEIDEL_API SeidelProgress *seidel_progress_new (void);
SEIDEL_API double seidel_progress_read (const SeidelProgress *progress, const char **activity);
SEIDEL_API void seidel_progress_free (SeidelProgress *progress);

#ifndef SEIDEL_HANDLES_INSIDE
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatrix, seidel_matrix_unref)
#endif
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelProgress, seidel_progress_free)

G_END_DECLS
