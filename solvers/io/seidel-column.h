/* One of several right-hand sides: a column of a dense or sparse matrix in a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-loader.h"

G_BEGIN_DECLS

/* Column column (from 1) of the matrix in a file; of several that which the path names,
 * "a.mat/b2", or the one that is called b or rhs, which may be in a struct ("Problem.b"), or the
 * only one. n: the rows that it must have. Of complex numbers it returns 2 n doubles, and takes
 * real ones as well; complex ones where real ones are asked for are SEIDEL_ERROR_UNSUPPORTED,
 * another number of rows or columns is SEIDEL_ERROR_INVALID. Free with seidel_vector_free ().
 * Blocks. */
SEIDEL_API double *seidel_load_column (const char *path,
                                       int64_t column,
                                       int64_t n,
                                       bool complex_numbers,
                                       GCancellable *cancellable,
                                       GError **error);

/* All columns of it, one after the other, of which *columns receives the number. Likewise. */
SEIDEL_API double *seidel_load_columns (const char *path,
                                        int64_t n,
                                        bool complex_numbers,
                                        int64_t *columns,
                                        GCancellable *cancellable,
                                        GError **error);

/* The only column; several are SEIDEL_ERROR_INVALID. Likewise. */
SEIDEL_API double *seidel_load_only_column (const char *path,
                                            int64_t n,
                                            bool complex_numbers,
                                            GCancellable *cancellable,
                                            GError **error);

/* How many there are, 1 for a file that has a vector; 0 where it cannot be read as either. Reads
 * all of it. Blocks. */
SEIDEL_API int64_t seidel_count_columns (const char *path, GCancellable *cancellable);

/* An array of a file that may be the right-hand side of a matrix in it, or several. */
typedef struct
{
  char *name;      /* "b", or NULL: the file has no names */
  int64_t columns; /* right-hand sides */
  int rank;        /* how much its name is that of a right-hand side, the less the more */
} SeidelSide;

SEIDEL_API void seidel_side_free (SeidelSide *side);

/* Whether it is called like one, so that its first column goes with the matrix unless another is
 * chosen. */
SEIDEL_API bool seidel_side_is_likely (const SeidelSide *side);

/* Those of a file with a matrix of these rows, variable of several or NULL: SeidelSide, first those
 * that are called like one; empty where the file has the matrix alone. Reads no numbers, but of
 * archives and of formats without names. Free with g_ptr_array_unref (). Blocks. */
SEIDEL_API GPtrArray *
seidel_list_sides (const char *path, const char *variable, int64_t rows, GCancellable *cancellable);

/* "a.mat/b", as the array of a file is named, or the file where there is no name; free with g_free
 * (). */
SEIDEL_API char *seidel_side_path (const char *path, const char *name);
/* The file and the array of such a path; *array is NULL for a path that is a file, and for one that
 * leads nowhere. Free both with g_free (). */
SEIDEL_API void seidel_column_split (const char *path, char **file, char **array);

/* "b.mtx, column 3", as right-hand sides of runs are named; free with g_free (). */
SEIDEL_API char *seidel_column_name (const char *path, int64_t column);
/* The file and the column of such a name; 0, and the whole name, which then is that of a file,
 * unless it ends like that and there is no such file. Free *path with g_free (). */
SEIDEL_API int64_t seidel_column_parse (const char *name, char **path);

G_END_DECLS
