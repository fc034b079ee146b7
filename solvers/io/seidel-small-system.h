/* A small system A x = b as a table that is edited by hand: typed, pasted from a spreadsheet, or a
 * copy of some rows of a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

#define SEIDEL_SMALL_MOST 40
/* The column of b, behind the columns of A. */
#define SEIDEL_SMALL_RHS SEIDEL_SMALL_MOST

/* A plain value. Rows and columns are 0-based. An element that is not stored has the value 0. */
typedef struct
{
  int n; /* rows and columns of A, 1 … SEIDEL_SMALL_MOST */
  double values[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST + 1];
  bool stored[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST + 1];
} SeidelSmallSystem;

/* Nothing is stored. */
SEIDEL_API void seidel_small_system_init (SeidelSmallSystem *system, int n);
/* Another size; what is outside it is forgotten. */
SEIDEL_API void seidel_small_system_resize (SeidelSmallSystem *system, int n);
/* column: of A, or SEIDEL_SMALL_RHS. Of A a zero is no entry. */
SEIDEL_API void
seidel_small_system_set (SeidelSmallSystem *system, int row, int column, double value);
SEIDEL_API bool seidel_small_system_is_empty (const SeidelSmallSystem *system);

/* One number as people write it: with a decimal point or comma, and a minus of whatever kind.
 * SEIDEL_ERROR_FORMAT for anything else and for what is not finite. */
SEIDEL_API bool seidel_small_system_read_number (const char *text, double *value, GError **error);

/* Puts a table into the system with its first number at row and column, and enlarges A as far as is
 * necessary. Numbers are between tabs, semicolons, commas or blanks, rows on lines; also as MATLAB
 * and Python write matrices. An empty field is no entry. A table that has one column more than rows
 * is A and b if it begins in the corner; there a square or such a table gives an empty system its
 * size. decimal: '.' or ',', what a lone comma means in a text without any other evidence. After an
 * error (SEIDEL_ERROR_FORMAT with line and field, SEIDEL_ERROR_INVALID where it does not fit), the
 * system is as before. */
SEIDEL_API bool seidel_small_system_paste (SeidelSmallSystem *system,
                                           int row,
                                           int column,
                                           const char *text,
                                           char decimal,
                                           GError **error);
/* A, and b if any element of it is stored, with tabs between the numbers: what spreadsheets paste.
 * Free with g_free (). */
SEIDEL_API char *seidel_small_system_to_text (const SeidelSmallSystem *system);

/* A copy of at most SEIDEL_SMALL_MOST rows of a square matrix and of the same columns, from row
 * first on, and of its b. SEIDEL_ERROR_UNSUPPORTED for complex numbers, SEIDEL_ERROR_INVALID for a
 * rectangular matrix. */
SEIDEL_API bool seidel_small_system_take (SeidelSmallSystem *system,
                                          const SeidelMatrix *matrix,
                                          int64_t first,
                                          GError **error);
/* The system as a matrix; its b is the one that was stored, if any of it was. Free with
 * seidel_matrix_unref (). */
SEIDEL_API SeidelMatrix *
seidel_small_system_to_matrix (const SeidelSmallSystem *system, const char *name, GError **error);

G_END_DECLS
