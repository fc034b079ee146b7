/* A row of a matrix on its own: its entries, its level, the rows that it waits for and those that
 * wait for it, its equation with the numbers put in, its size beside the other rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "matrix/seidel-equilibration.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* What a report is made from, borrowed while it is made. All but the matrix may be NULL. Vectors
 * are in the ordering of the matrix; with a complex matrix they are not read, but with its real
 * form. */
typedef struct
{
  SeidelMatrix *matrix;
  const SeidelStructure *structure;   /* with a symmetric pattern, no search for waiting rows */
  const SeidelSchedule *schedules[2]; /* by SeidelDirection */
  const SeidelEquilibration *scaling;
  const double *b;        /* rows */
  const double *x;        /* columns: before the row is relaxed */
  const double *updated;  /* columns: after the sweep; NULL: x */
  const double *solution; /* columns: x* */
  /* Of the sweep: the rows before this one have their values from updated, the others from x. */
  SeidelDirection direction;
  int64_t most; /* terms, and rows of a list, that are named; 0: all */
} SeidelRowSources;

/* An entry off the diagonal, and what it contributes to Σ a_ij x_j. */
typedef struct
{
  int64_t column;
  double value;    /* a_ij; of a complex matrix its modulus */
  double parts[2]; /* the same as a complex number */
  bool updated;    /* x_j is from SeidelRowSources.updated */
  double x;        /* x_j; NaN where there is none */
  double product;  /* a_ij x_j; NaN likewise */
} SeidelRowTerm;

/* Rows that one row waits for, or that wait for it, in ascending order. */
typedef struct
{
  int64_t count; /* all of them */
  int64_t n;     /* those listed */
  int64_t *rows; /* n */
} SeidelRowList;

/* In a sweep of one direction. */
typedef struct
{
  int32_t level;    /* from 1; 0: not known, as are the next two */
  int32_t levels;   /* of the matrix */
  int64_t together; /* rows of the level */
  SeidelRowList waits_for;
  SeidelRowList waiting;
  int64_t latest; /* the row of waits_for with the highest level, for which it waits longest; −1 */
} SeidelRowDependencies;

/* x_i = (b_i − Σ a_ij x_j) / a_ii. NaN is a number that cannot be known. */
typedef struct
{
  double b;
  double sum;      /* Σ a_ij x_j over j ≠ i, in the order of the columns */
  double x;        /* x_i before */
  double result;   /* what the equation gives for x_i */
  double before;   /* b_i − Σ a_ij x_j over all j, with x_i before */
  double after;    /* the same with the result in its place */
  double solution; /* x*_i */
} SeidelRowEquation;

typedef struct
{
  SeidelMatrix *matrix; /* a reference */
  int64_t row;
  SeidelDirection direction; /* of the sweep that the equation belongs to */
  bool square;

  int64_t entries;
  int64_t before; /* entries left of the diagonal */
  int64_t after;  /* entries right of it */
  bool has_diagonal;
  double diagonal; /* a_ii, of a complex matrix its modulus; 0 where none is stored */
  double diagonal_parts[2];
  double rest;           /* Σ |a_ij| over j ≠ i */
  double largest;        /* the largest magnitude of an entry */
  double matrix_largest; /* that of the whole matrix; NaN: not known */
  SeidelRowTerm *terms;  /* n_terms, in the order of the columns */
  int64_t n_terms;
  int64_t n_more; /* terms that are not among them, which are smaller */
  double more;    /* their sum; NaN without x */

  bool has_scaling;
  int scale_exponent;    /* the row is multiplied by this power of two, as is the whole matrix */
  double scaled_largest; /* the largest magnitude after its columns are scaled, too */

  SeidelRowDependencies dependencies[2]; /* by SeidelDirection; of a square matrix */
  bool has_equation; /* of a square real matrix with a diagonal entry, and b and x */
  SeidelRowEquation equation;
} SeidelRowReport;

/* row: from 0, one of the matrix. One pass over the row, and where the pattern is not known to be
 * symmetric a search in every row. NULL with SEIDEL_ERROR_MEMORY, SEIDEL_ERROR_INVALID for a row
 * that there is not, or when cancelled. Any thread. */
SEIDEL_API SeidelRowReport *seidel_row_report_new (const SeidelRowSources *sources,
                                                   int64_t row,
                                                   GCancellable *cancellable,
                                                   GError **error);
SEIDEL_API void seidel_row_report_free (SeidelRowReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRowReport, seidel_row_report_free)

/* The row of the matrix that is row number of its file, both from 0; of the real form of a complex
 * one, that of the real part. −1 if there is none. */
SEIDEL_API int64_t seidel_row_of_file (const SeidelMatrix *matrix, int64_t number);

/* A new vector of columns, for SeidelRowSources, from one in the original numbering, such as the
 * solution of a run; for g_free (). NULL with SEIDEL_ERROR_MEMORY. */
SEIDEL_API double *
seidel_row_order_vector (const SeidelMatrix *matrix, const double *x, GError **error);

/* Parts of the report, each with a heading. */
typedef enum
{
  SEIDEL_ROW_ENTRIES,
  SEIDEL_ROW_FORWARD,
  SEIDEL_ROW_BACKWARD,
  SEIDEL_ROW_EQUATION,
  SEIDEL_ROW_N_PARTS,
} SeidelRowPart;

SEIDEL_API const char *seidel_row_part_name (SeidelRowPart part); /* marked for translation */

/* Takes a line. rows: those that value names, which is “COUNT: ROW; ROW; … N more” then; or NULL.
 */
typedef void (*SeidelRowLine) (void *data,
                               const char *name,
                               const char *value,
                               const SeidelRowList *rows);

/* Adds the lines of a part for people, in the language of the program; none where nothing is known.
 */
SEIDEL_API void seidel_row_report_describe (const SeidelRowReport *self,
                                            SeidelRowPart part,
                                            SeidelRowLine add,
                                            void *data);

/* "(1 − (−1) × 0.42 − (−1) × 0.31 − 0.003) / 4", the equation with the numbers put in; what is not
 * among the terms is one number at their end. New, for g_free (); NULL without an equation. */
SEIDEL_API char *seidel_row_report_arithmetic (const SeidelRowReport *self, int digits);

G_END_DECLS
