/* MATLAB's files: what their readers share. Versions 4 and 5 (to 7) are read here, see
 * seidel-mat-walk.c; version 7.3 is HDF5, which libmatio reads in a separate process, see
 * seidel-mat-process.h. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* The classes of arrays, as MATLAB numbers them. */
typedef enum
{
  SEIDEL_MAT_CELL = 1,
  SEIDEL_MAT_STRUCT = 2,
  SEIDEL_MAT_OBJECT = 3,
  SEIDEL_MAT_CHAR = 4,
  SEIDEL_MAT_SPARSE = 5,
  SEIDEL_MAT_DOUBLE = 6,
  SEIDEL_MAT_SINGLE = 7,
  SEIDEL_MAT_INT8 = 8,
  SEIDEL_MAT_UINT8 = 9,
  SEIDEL_MAT_UINT64 = 15,
  SEIDEL_MAT_FUNCTION = 16,
  SEIDEL_MAT_OPAQUE = 17,
} SeidelMatClass;

/* What is searched: arrays of a file, structs within structs, elements of a struct or cell array.
 */
#define SEIDEL_MAT_MOST_ARRAYS   1000
#define SEIDEL_MAT_MOST_DEPTH    4
#define SEIDEL_MAT_MOST_ELEMENTS 64

/* Bytes of a name, and characters of a text that is read. */
#define SEIDEL_MAT_MOST_NAME 4096
#define SEIDEL_MAT_MOST_TEXT 1000

/* An array that is neither struct nor cell array, with its content where that was asked for. */
typedef struct
{
  char *name;         /* "A", "Problem.A", "S(2).K", "c{3}" */
  unsigned mat_class; /* SeidelMatClass, or whatever the file says */
  bool logical;
  bool complex_numbers;
  bool by_rows; /* its content is; otherwise by columns */
  int64_t rank;
  int64_t rows; /* of the first two dimensions */
  int64_t columns;

  SeidelCsr *csr; /* or NULL */
  int64_t stored; /* numbers in the file */
  int64_t duplicates;
  int64_t inexact; /* integers that were rounded */
  char *text;      /* printable ASCII; or NULL */
} SeidelMatArray;

void seidel_mat_array_free (SeidelMatArray *array);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatArray, seidel_mat_array_free)

static inline bool
seidel_mat_array_is_numeric (const SeidelMatArray *array)
{
  return array->mat_class >= SEIDEL_MAT_SPARSE && array->mat_class <= SEIDEL_MAT_UINT64;
}

/* Whether it can be read: as a matrix, or as a short text. */
static inline bool
seidel_mat_array_has_content (const SeidelMatArray *array)
{
  return array->rank == 2
         && (seidel_mat_array_is_numeric (array)
             || (array->mat_class == SEIDEL_MAT_CHAR && array->rows <= 1
                 && array->columns <= SEIDEL_MAT_MOST_TEXT));
}

/* Where content comes from: exactly n bytes, or false. */
typedef struct
{
  bool (*take) (void *data, void *to, size_t n, GError **error);
  void *data;
  bool swapped; /* in the byte order opposite to this machine's */
  SeidelSource *source;
} SeidelMatInput;

/* n integers of 32 bits, n numbers, and n characters of width bytes: NULL on failure. Memory is
 * taken as they come. Free with free (). */
int32_t *seidel_mat_take_integers (const SeidelMatInput *input, int64_t n, GError **error);
double *seidel_mat_take_doubles (const SeidelMatInput *input,
                                 SeidelElement element,
                                 int64_t n,
                                 int64_t *inexact,
                                 GError **error);
char *seidel_mat_take_text (const SeidelMatInput *input, int64_t n, int width, GError **error);

/* Makes the numbers of a real array zero where imaginary parts are read. */
void seidel_mat_keep_part (const SeidelMatArray *array,
                           const SeidelSource *source,
                           double *values,
                           int64_t n);

/* Makes the matrix of an array: from its values, column by column; or from the arrays of a sparse
 * one, which are checked, with n indices and values. Takes what it frees. */
bool
seidel_mat_set_dense (SeidelMatArray *array, SeidelSource *source, double *values, GError **error);
bool seidel_mat_set_sparse (SeidelMatArray *array,
                            SeidelSource *source,
                            int32_t *offsets,
                            int32_t *indices,
                            double *values,
                            int64_t n,
                            GError **error);

/* Whether the beginning of a file is one of MATLAB's, and whether of version 7.3. */
bool seidel_mat_recognise (const char *head, size_t length);
bool seidel_mat_is_hdf5 (const char *head, size_t length);

/* Whether a file is HDF5 without MATLAB's header. */
bool seidel_hdf5_recognise (const char *head, size_t length);

/* All arrays of a file of version 4 or 5, those named in wanted (NULL-terminated, or NULL for none)
 * with their content. version receives "MATLAB 4" or "MATLAB 5". */
GPtrArray *seidel_mat_walk (SeidelSource *source,
                            const char *const *wanted,
                            const char **version,
                            GError **error);

/* Whether a file of version 5 that was just written is whole, and has that many variables. */
bool seidel_mat_verify (const char *path, unsigned variables, GError **error);

/* The same for version 7.3; seidel-mat-process.c. */
GPtrArray *seidel_mat_process (SeidelSource *source, const char *const *wanted, GError **error);

/* Writing; seidel-mat-write.c. */
SeidelMatrixWriter seidel_mat_write;

G_END_DECLS
