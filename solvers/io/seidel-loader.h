/* The one way in: picks a reader by content and hands back a matrix or a vector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* A format Seidel can read; the table is the only list of them. */
typedef struct
{
  const char *id;              /* "matrix-market" */
  const char *name;            /* "Matrix Market" */
  const char *const *suffixes; /* for file choosers only; NULL-terminated */
} SeidelFormat;

const SeidelFormat *seidel_formats (size_t *n_formats);

/* Reads a matrix. Errors name file, line and what was expected. Stops within 100 ms of
 * cancellation with G_IO_ERROR_CANCELLED. Blocks: call it from a worker. */
SeidelMatrix *seidel_load_matrix (const char *path,
                                  SeidelProgress *progress,
                                  GCancellable *cancellable,
                                  GError **error);

/* Reads a vector of n numbers: a Matrix Market file of n × 1 or 1 × n (array or coordinate), or
 * plain text, numbers between blanks and comments from # or % to the end of a line, with n or n 1
 * before them or not. Any other length is an error that names both. Free with seidel_vector_free
 * (). */
double *seidel_load_vector (const char *path, int64_t n, GCancellable *cancellable, GError **error);

/* Writers: Matrix Market, coordinate real general (or symmetric when the matrix was filed so and
 * still is: then the lower triangle is written), as many of 15 to 17 significant digits as read
 * back to the same double; to a temporary name first and renamed when complete, so that a failure
 * leaves what was there. */
bool seidel_save_matrix (const SeidelMatrix *matrix,
                         const char *path,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error);
bool seidel_save_vector (const double *x, int64_t n, const char *path, GError **error);

G_END_DECLS
