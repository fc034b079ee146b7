/* A matrix with its name, its origin and its ordering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* Field and symmetry declared by the file. A generated matrix has SEIDEL_FIELD_REAL, and is
 * symmetric if its gallery kind always is; files are written accordingly. */
typedef enum
{
  SEIDEL_FIELD_REAL,
  SEIDEL_FIELD_INTEGER,
  SEIDEL_FIELD_PATTERN,
  SEIDEL_FIELD_COMPLEX,
} SeidelField;

typedef enum
{
  SEIDEL_FILED_GENERAL,
  SEIDEL_FILED_SYMMETRIC,
  SEIDEL_FILED_SKEW_SYMMETRIC,
  SEIDEL_FILED_HERMITIAN,
} SeidelFiledSymmetry;

typedef struct
{
  char *path;     /* the file, or NULL when generated */
  char *variable; /* the name of the matrix in a file with several, or NULL */
  char
    *format; /* "Matrix Market, coordinate real symmetric", "generated: poisson-5 --size 100", … */
  char *note;     /* a remark of the loader (no banner, entries missing, …), or NULL */
  char *reading;  /* how a text that does not say what it is was understood, a name as
                     seidel_readings_choose () takes it; NULL: the file says so itself */
  char *evidence; /* why, a sentence, or NULL */
  char *copy;     /* the file in the cache that the arrays of csr are from, byte by byte, or NULL */
  SeidelField field;
  SeidelFiledSymmetry symmetry;
  int64_t stored;     /* entries in the file, before symmetric expansion and summing duplicates */
  int64_t duplicates; /* entries added to another one */
  double load_seconds;
  uint64_t file_bytes; /* size on disk, 0 when generated */
} SeidelOrigin;

/* The ordering of a matrix whose rows are as read or generated. */
#define SEIDEL_ORDERING_NATURAL "natural"

/* Reference-counted and read-only after construction: safe to share between threads.
 *
 * An ordering is a property of the matrix, not an option of a solve: a reordered matrix P A Pᵀ has
 * its own structure, levels and pictures. Vectors that are passed in or out are in the original
 * numbering, that of the file: right-hand sides and initial guesses from files or random seeds, and
 * the solution of a run. seidel_problem_new () and seidel_solve () translate between the two. Rows
 * and columns are numbered as in the matrix, and texts name them in both numberings. */
typedef struct SeidelMatrix SeidelMatrix;
struct SeidelMatrix
{
  gatomicrefcount references;
  char *name; /* "bcsstk14", for titles; the same in every ordering */
  SeidelCsr *csr;
  /* Of a complex matrix the real and the imaginary part of each entry, 2 × nonzeros; the values of
   * csr are then their moduli. NULL: the matrix is real. See seidel-complex.h. */
  double *parts;
  /* A real matrix that stands for a complex one of half its size: rows and columns 2 i and 2 i + 1
   * are the real and the imaginary part of row and column i, and vectors are complex. */
  bool interleaved;
  /* Of such a matrix the number of modulus 1 that each row, and that of b, was multiplied by, as
   * pairs: the conjugate of the sign of its diagonal entry; NULL: 1 for all. */
  double *turns;
  SeidelMatrix *real_form; /* once seidel_matrix_real_form () made it, or NULL */
  SeidelOrigin origin;
  char *ordering;       /* "rcm", as seidel_ordering_spec_parse () reads it; never NULL */
  int32_t *permutation; /* rows: the original row of each; NULL when natural */
  /* rows, of a complex matrix 2 × rows, in the original numbering: the right-hand side of the file,
   * or NULL */
  double *rhs;
  double order_seconds; /* computing the ordering and permuting; 0 if natural */
};

/* Takes ownership of csr; copies the name. The origin is zero: fill it in before sharing the
 * matrix. */
SEIDEL_API SeidelMatrix *seidel_matrix_new (const char *name, SeidelCsr *csr);

/* P A Pᵀ as a new matrix with the same name and origin. The matrix must be square and in its
 * natural order; the permutation (new position → original row) is checked and copied, and ordering
 * is its name. Usually called through seidel_ordering_apply (), which computes the permutation. */
SEIDEL_API SeidelMatrix *seidel_matrix_reordered (const SeidelMatrix *matrix,
                                                  const char *ordering,
                                                  const int32_t *permutation,
                                                  SeidelProgress *progress,
                                                  GCancellable *cancellable,
                                                  GError **error);

/* The original row of a row, both 0-based. */
SEIDEL_API int64_t seidel_matrix_original_row (const SeidelMatrix *matrix, int64_t row);

/* How a row or a column is named to a user, from its 0-based index: in the numbering of the matrix
 * and in that of its file. In the language of the program (base/seidel-translatable.h). matrix may
 * be NULL: natural order. Any thread; free with g_free ().
 *
 * “12”; of a reordered matrix “12 (originally 7)”; in the real form of a complex one, where it
 * belongs to row 6, “6, imaginary part”. */
SEIDEL_API char *seidel_matrix_describe_index (const SeidelMatrix *matrix, int64_t index);

/* “row 12 (originally 7), column 3 (originally 1)”, or what there is of it; −1: none. */
SEIDEL_API char *
seidel_matrix_describe_place (const SeidelMatrix *matrix, int64_t row, int64_t column);

/* The message with its place at the end, before a full stop: “The pivot is zero” becomes “The pivot
 * is zero in row 12 (originally 7)”. A copy where there is none; NULL for NULL. */
SEIDEL_API char *seidel_matrix_add_place (const SeidelMatrix *matrix,
                                          const char *message,
                                          int64_t row,
                                          int64_t column);

SEIDEL_API SeidelMatrix *seidel_matrix_ref (SeidelMatrix *matrix);
SEIDEL_API void seidel_matrix_unref (SeidelMatrix *matrix);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatrix, seidel_matrix_unref)

G_END_DECLS
