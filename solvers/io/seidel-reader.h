/* What a format offers to the loader: its rows of functions, one for each format. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-loader.h"
#include "io/seidel-source.h"

G_BEGIN_DECLS

/* How much of a file's content (uncompressed) is looked at to tell its format. */
#define SEIDEL_HEAD_BYTES 4096

/* Constant, one for each format; the table in seidel-loader.c is the only list of them. What a
 * format does not do is NULL. */
typedef struct
{
  SeidelFormat format;

  /* Whether a file that begins so is of this format; head[length] is readable and '\0'. */
  bool (*recognise) (const char *head, size_t length);

  /* Reads the matrix. The source stands at its beginning; a library that wants the file itself
   * takes seidel_source_path (), unless seidel_source_is_compressed (). variable is NULL for
   * formats that hold one matrix, and the chosen one, or NULL, for those that have list. */
  SeidelMatrix *(*read) (SeidelSource *source,
                         const char *variable,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error);

  /* The matrices of a file that may hold several: SeidelVariable, with seidel_variable_free (). */
  GPtrArray *(*list) (SeidelSource *source, GCancellable *cancellable, GError **error);

  /* A vector of n numbers, as seidel_load_vector () says. */
  double *(*read_vector) (SeidelSource *source,
                          int64_t n,
                          GCancellable *cancellable,
                          GError **error);

  /* Writers: to a temporary name first, renamed when complete. */
  bool (*write) (const SeidelMatrix *matrix,
                 const char *path,
                 SeidelProgress *progress,
                 GCancellable *cancellable,
                 GError **error);
  bool (*write_vector) (const double *x, int64_t n, const char *path, GError **error);
} SeidelReader;

/* The format of a source by its content, which is left at its beginning. NULL, and no error, when
 * it is none of those known. */
const SeidelReader *seidel_reader_find (SeidelSource *source, GError **error);

extern const SeidelReader seidel_archive_reader;
extern const SeidelReader seidel_harwell_reader;
extern const SeidelReader seidel_petsc_reader;
extern const SeidelReader seidel_triplets_reader;
extern const SeidelReader seidel_market_reader;
extern const SeidelReader seidel_mat_reader;
extern const SeidelReader seidel_numpy_reader;
extern const SeidelReader seidel_numpy_zip_reader;
extern const SeidelReader seidel_table_reader;

G_END_DECLS
