/* What a format offers to the loader: a table of functions, one for each format. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-source.h"
#include "io/formats/seidel-file-format.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* In place of the length of a vector: as many numbers as there are. */
#define SEIDEL_ANY_LENGTH (-1)

/* How much of a file's (uncompressed) content is examined to recognise its format. */
#define SEIDEL_HEAD_BYTES 4096

typedef bool SeidelMatrixWriter (const SeidelMatrix *matrix,
                                 const char *path,
                                 SeidelProgress *progress,
                                 GCancellable *cancellable,
                                 GError **error);
typedef bool SeidelVectorWriter (const double *x,
                                 int64_t n,
                                 bool complex_numbers,
                                 const char *path,
                                 GError **error);
typedef bool SeidelColumnsWriter (const double *x,
                                  int64_t n,
                                  int64_t columns,
                                  bool complex_numbers,
                                  const char *path,
                                  GError **error);

/* Complex numbers: a reader that meets them calls seidel_source_take_part (), and reads that part
 * of each as if there were no other. The loader then has it read the other one, and joins the two.
 *
 * Constant, one for each format; the table in seidel-loader.c is the only list of them. What a
 * format does not do is NULL. */
typedef struct
{
  SeidelFormat format;

  /* Whether a file that begins so is of this format; head[length] is readable and '\0'. NULL for
   * text that is found by its reading (seidel-readings.h), which the source then has. */
  bool (*recognise) (const char *head, size_t length);

  /* Reads the matrix from a source at its beginning. variable is NULL for formats that hold one
   * matrix, and the chosen one, or NULL, for those that have list. Of the origin, path, variable
   * and size of the file are left to seidel_reader_read (), and the name of the matrix unless the
   * file has one. */
  SeidelMatrix *(*read) (SeidelSource *source, const char *variable, GError **error);

  /* The matrices of a file that may hold several: SeidelVariable, with seidel_variable_free (). */
  GPtrArray *(*list) (SeidelSource *source, GError **error);

  /* Reads the right-hand sides of a file with one matrix as the columns of another; NULL for a
   * format whose files have one at most. */
  SeidelMatrix *(*read_sides) (SeidelSource *source, const char *variable, GError **error);

  /* A vector of *n numbers, as seidel_load_vector () says, or where *n is SEIDEL_ANY_LENGTH of as
   * many as there are, which it then receives; NULL where it is read as a matrix. */
  double *(*read_vector) (SeidelSource *source, int64_t *n, GError **error);

  /* Writers: to a temporary name first, renamed when complete. */
  SeidelMatrixWriter *write;
  SeidelVectorWriter *write_vector;
  /* Of several vectors, the columns of an array; NULL for a format without. */
  SeidelColumnsWriter *write_columns;
} SeidelReader;

/* Reads a vector, of any length where *n says so; reader is NULL for a source of no known format,
 * which may be plain text. Of complex numbers, the part that the source is at. */
double *seidel_reader_read_vector (const SeidelReader *reader,
                                   SeidelSource *source,
                                   int64_t *n,
                                   GError **error);

/* Reads a vector of n numbers, real ones or complex ones, whose 2 n doubles it returns. Real
 * numbers will do for complex ones; the contrary is SEIDEL_ERROR_UNSUPPORTED. */
double *seidel_reader_read_numbers (const SeidelReader *reader,
                                    SeidelSource *source,
                                    int64_t n,
                                    bool complex_numbers,
                                    GError **error);

/* Reads a vector of any length: *n receives its numbers, and *complex_numbers whether they are
 * complex, as 2 n doubles. */
double *seidel_reader_read_any (const SeidelReader *reader,
                                SeidelSource *source,
                                int64_t *n,
                                bool *complex_numbers,
                                GError **error);

/* The vector in what was read as a matrix: its right-hand side if it has one, else its only column
 * or row. Fails when that does not have *n numbers, as read_vector () does. Of complex numbers it
 * is the part that the source is at. Free with seidel_vector_free (). */
double *seidel_matrix_take_vector (const SeidelMatrix *matrix,
                                   SeidelSource *source,
                                   int64_t *n,
                                   GError **error);

/* The first column of a matrix of n rows, or the row of one of n columns. */
double *seidel_csr_take_column (const SeidelCsr *csr, int64_t n, GError **error);

/* The same of a matrix that may be complex, as 2 n doubles, for a complex one; of a complex matrix
 * for a real one it is SEIDEL_ERROR_UNSUPPORTED. */
double *seidel_matrix_take_column (const SeidelMatrix *matrix,
                                   int64_t n,
                                   bool complex_numbers,
                                   GError **error);

/* The n complex numbers with these parts; those of a NULL are zero. */
double *seidel_parts_join (const double *real, const double *imaginary, int64_t n, GError **error);

extern const SeidelReader seidel_dimacs_reader;
extern const SeidelReader seidel_graph_reader;
extern const SeidelReader seidel_harwell_reader;
extern const SeidelReader seidel_petsc_reader;
extern const SeidelReader seidel_triplets_reader;
extern const SeidelReader seidel_market_reader;
extern const SeidelReader seidel_mat_reader;
extern const SeidelReader seidel_hdf5_reader;
extern const SeidelReader seidel_numpy_reader;
extern const SeidelReader seidel_numpy_zip_reader;
extern const SeidelReader seidel_octave_reader;
extern const SeidelReader seidel_petsc_text_reader;
extern const SeidelReader seidel_script_reader;
extern const SeidelReader seidel_table_reader;

G_END_DECLS
