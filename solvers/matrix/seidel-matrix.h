/* A matrix as a person has it: its entries, its name and where it came from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* What the file said of itself; a generated matrix has SEIDEL_FIELD_REAL, and symmetric where its
 * kind always is: so it is written. */
typedef enum
{
  SEIDEL_FIELD_REAL,
  SEIDEL_FIELD_INTEGER,
  SEIDEL_FIELD_PATTERN,
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
  char *variable; /* which matrix of the file, where it was chosen, or NULL */
  char
    *format; /* "Matrix Market, coordinate real symmetric", "generated: poisson-5 --size 100", … */
  char *note; /* what the loader had to say beyond that (no banner, entries missing, …), or NULL */
  SeidelField field;
  SeidelFiledSymmetry symmetry;
  int64_t stored;     /* entries in the file, before expansion and before duplicates were summed */
  int64_t duplicates; /* entries that were summed into another one */
  double load_seconds;
  uint64_t file_bytes; /* size on disk, 0 when generated */
} SeidelOrigin;

/* The ordering of a matrix whose rows stand as they were read or generated. */
#define SEIDEL_ORDERING_NATURAL "natural"

/* Reference-counted and read-only once made: safe to share between threads.
 *
 * An ordering is a property of the matrix, not an option of a solve. A reordered matrix P A Pᵀ is a
 * matrix of its own: its structure, levels and pictures are those of the new order. The numbering
 * of the file, called the original one, is that of everything that comes from outside or goes
 * there: right-hand sides and first guesses from files or random seeds, the solution of a run, and
 * rows that an error names. seidel_problem_new () and seidel_solve () translate between the two. */
typedef struct
{
  gatomicrefcount references;
  char *name; /* "bcsstk14", for titles; the same in every order */
  SeidelCsr *csr;
  SeidelOrigin origin;
  char *ordering;       /* "rcm", as seidel_ordering_spec_parse () reads it; never NULL */
  int32_t *permutation; /* rows: the original row of each; NULL when natural */
  double *rhs; /* rows, in the original numbering: the right-hand side that came along, or NULL */
  double order_seconds; /* finding the order and moving the entries; 0 when natural */
} SeidelMatrix;

/* Takes the csr; copies the name. The origin is all zero: the caller fills it before sharing. */
SEIDEL_API SeidelMatrix *seidel_matrix_new (const char *name, SeidelCsr *csr);

/* P A Pᵀ as a new matrix with the same name and origin. The matrix must be square and in its
 * natural order; the permutation (new position → original row) is copied after it was checked, and
 * ordering is what it is called. Usually called by seidel_ordering_apply (), which finds the
 * permutation. */
SEIDEL_API SeidelMatrix *seidel_matrix_reordered (const SeidelMatrix *matrix,
                                                  const char *ordering,
                                                  const int32_t *permutation,
                                                  SeidelProgress *progress,
                                                  GCancellable *cancellable,
                                                  GError **error);

/* The original row at a position, both 0-based. */
SEIDEL_API int64_t seidel_matrix_original_row (const SeidelMatrix *matrix, int64_t row);

/* A text about a reordered matrix for people who have the file in mind: “row 12” becomes “row 12
 * (originally row 7)”, and columns alike. A copy of the text when the order is natural. */
SEIDEL_API char *seidel_matrix_explain_rows (const SeidelMatrix *matrix, const char *text);

SEIDEL_API SeidelMatrix *seidel_matrix_ref (SeidelMatrix *matrix);
SEIDEL_API void seidel_matrix_unref (SeidelMatrix *matrix);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatrix, seidel_matrix_unref)

G_END_DECLS
