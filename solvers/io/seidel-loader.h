/* Loading and saving matrices and vectors: readers are selected by content, writers by suffix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-file-format.h"
#include "io/formats/seidel-reading.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* The formats that are supported; the table is the only list of them. */
SEIDEL_API const SeidelFormat *seidel_formats (size_t *n_formats);

/* The matrices in a file: SeidelVariable, empty for a format whose files hold one without a name.
 * Free with g_ptr_array_unref (). Blocks. */
SEIDEL_API GPtrArray *
seidel_list_variables (const char *path, GCancellable *cancellable, GError **error);

/* How a matrix is to be loaded; a member that is not set is none. */
typedef struct
{
  const char *variable; /* of a file with several, as for seidel_load_variable () */
  const char *read_as;  /* a reading, as seidel_readings_choose () takes it; or NULL: what is meant
                           is found out, and SEIDEL_ERROR_AMBIGUOUS where there are several */
  bool any_size;        /* as for seidel_load_any_size () */
  bool on_disk;         /* as for seidel_load_on_disk () */
} SeidelLoadOptions;

/* Loads with these options. All functions below are this one with some of them. */
SEIDEL_API SeidelMatrix *seidel_load_with (const char *path,
                                           const SeidelLoadOptions *options,
                                           SeidelProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);

/* Reads a matrix, and its right-hand side if the file has one. variable selects one of several
 * matrices; with NULL, a file with several fails with SEIDEL_ERROR_CHOICE, whose message lists
 * them. Errors name file, line and what was expected. Stops within 100 ms of cancellation with
 * G_IO_ERROR_CANCELLED. Blocks: call it from a worker. */
SEIDEL_API SeidelMatrix *seidel_load_variable (const char *path,
                                               const char *variable,
                                               SeidelProgress *progress,
                                               GCancellable *cancellable,
                                               GError **error);

/* The same once the user has agreed to the size: seidel_load_variable () takes at most 64 MB and 50
 * bytes for each byte of the file, analysis included, and otherwise fails with SEIDEL_ERROR_LARGE,
 * whose message has both figures. Neither takes more than is free. */
SEIDEL_API SeidelMatrix *seidel_load_any_size (const char *path,
                                               const char *variable,
                                               SeidelProgress *progress,
                                               GCancellable *cancellable,
                                               GError **error);

/* The same for runs by several processes, without ever holding the matrix: entries of text are put
 * in order on the disk, in a file without a name in the cache folder, and the matrix is mapped from
 * its copy in the cache, or from that file where there can be no copy. It has the same bits. Of a
 * text the disk takes up to 28 bytes an entry, 52 where the other triangle is filled in, while it
 * is read; a full disk is SEIDEL_ERROR_IO. Matrices of complex numbers, and of formats other than
 * Matrix Market, coordinate lists and Harwell-Boeing, are read into memory. */
SEIDEL_API SeidelMatrix *seidel_load_on_disk (const char *path,
                                              const char *variable,
                                              bool any_size,
                                              SeidelProgress *progress,
                                              GCancellable *cancellable,
                                              GError **error);

/* seidel_load_variable () with variable NULL; FILE/VARIABLE names one of several. */
SEIDEL_API SeidelMatrix *seidel_load_matrix (const char *path,
                                             SeidelProgress *progress,
                                             GCancellable *cancellable,
                                             GError **error);

/* Reads a vector of n values: a Matrix Market file of n × 1 or 1 × n (array or coordinate); plain
 * text with values separated by blanks, comments from # or % to the end of the line, and optionally
 * n or n 1 first; or a table with one row or column. Any other length is SEIDEL_ERROR_INVALID with
 * both lengths. Of complex numbers it returns 2 n doubles, and takes real ones as well; in plain
 * text the parts of each follow one another. A complex vector where real numbers are asked for is
 * SEIDEL_ERROR_UNSUPPORTED. path may name an array of a file with several, "a.mat/b", and one of
 * several columns, "b.mtx, column 3", "a.mat/b, column 3". Free with
 * seidel_vector_free (). Blocks. */
SEIDEL_API double *seidel_load_vector (const char *path,
                                       int64_t n,
                                       bool complex_numbers,
                                       GCancellable *cancellable,
                                       GError **error);

/* The same of any length, which *n receives, of real or complex numbers, as *complex_numbers then
 * says: those are 2 n doubles. All numbers of plain text are real and elements of the vector: its
 * length is not read from the first of them. A file that holds several vectors is
 * SEIDEL_ERROR_CHOICE. */
SEIDEL_API double *seidel_load_any_vector (const char *path,
                                           int64_t *n,
                                           bool *complex_numbers,
                                           GCancellable *cancellable,
                                           GError **error);

/* Writes a matrix, in the order of its rows, or a vector. The format follows the suffix of the
 * name; Matrix Market without a known one. Text is compressed if the name ends in .gz, .bz2, .xz or
 * .zst. The file has no name until it is complete, so that a failure leaves an existing file
 * intact. Values read back to the same doubles. Matrix Market files are coordinate real general, or
 * symmetric if the matrix was stored so and still is; of complex matrices likewise, or hermitian.
 * Of complex numbers, a vector is 2 n doubles. */
SEIDEL_API bool seidel_save_matrix (const SeidelMatrix *matrix,
                                    const char *path,
                                    SeidelProgress *progress,
                                    GCancellable *cancellable,
                                    GError **error);
SEIDEL_API bool seidel_save_vector (const double *x,
                                    int64_t n,
                                    bool complex_numbers,
                                    const char *path,
                                    GError **error);

/* The same of several vectors of n numbers, which follow one another in x and are the columns of an
 * array of n rows in the file; SEIDEL_ERROR_UNSUPPORTED for a format without arrays. */
SEIDEL_API bool seidel_save_columns (const double *x,
                                     int64_t n,
                                     int64_t columns,
                                     bool complex_numbers,
                                     const char *path,
                                     GError **error);

/* Whether the format of such a name has arrays. */
SEIDEL_API bool seidel_can_save_columns (const char *path, GError **error);

/* The format that seidel_save_matrix () or seidel_save_vector () would write to such a name, or
 * NULL with what it would say. */
SEIDEL_API const SeidelFormat *
seidel_format_for_writing (const char *path, bool vector, GError **error);

G_END_DECLS
