/* The pattern of incomplete factors with fill, and factors whose pattern comes from their values.
 * Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* L + D and D + U with the fill of so many levels, and the values of A, zeros in the fill: both are
 * freed by the caller, NULL when the run ends, which is why.
 *
 * Source: Saad (2003), algorithm 10.6: level (i, j) = min over k of level (i, k) + level (k, j)
 * + 1.
 */
SeidelReason
seidel_fill_by_level (SeidelMethodRun *run, int most, SeidelCsr **lower, SeidelCsr **upper);

/* Rows of a matrix that is made row by row; plain data. */
typedef struct
{
  int64_t *row_offsets;
  int32_t *column_indices;
  double *values; /* or NULL */
  int *levels;    /* likewise */
  int64_t count;
  int64_t room;
} SeidelFillRows;

/* With values, levels, or both. False without memory. */
bool seidel_fill_rows_init (SeidelFillRows *self, int64_t rows, bool values, bool levels);
/* Makes room for so many entries more. */
bool seidel_fill_rows_reserve (SeidelFillRows *self, int64_t more);
void seidel_fill_rows_clear (SeidelFillRows *self);
/* The matrix, with zeros where there are no values; NULL without memory. */
SeidelCsr *seidel_fill_rows_to_csr (const SeidelFillRows *self, int64_t rows, GError **error);

G_END_DECLS
