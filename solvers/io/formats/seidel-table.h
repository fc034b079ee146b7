/* Dense matrices as plain text: numbers between blanks, commas or semicolons, a row on each line,
 * comments from # or % to the end of a line. A line of headings may precede them, or one with
 * the number of rows (and of columns); in that case the numbers need not keep to lines, and the
 * user is asked for their order where they do not. Private to solvers/io.
 *
 * The first line of numbers determines the separator. A row may end with a separator, but no number
 * may be missing between two; and decimals are written with a point.
 *
 * Source: A. Kucia, "Linear Algebra Toolkit", section 4.1, which stores matrices so and says no
 * more of it: both ways of doing that are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* The length of a byte order mark that a text begins with, or 0. */
size_t seidel_table_mark (const char *text, size_t length);

/* Whether an error of a spreadsheet, “#N/A” or “#DIV/0!”, stands at a “#” in place of a number. */
bool seidel_table_is_error (const char *at, const char *end);

/* Whether a comment begins at a place. */
static inline bool
seidel_table_is_comment (const char *at, const char *end)
{
  return *at == '%' || (*at == '#' && !seidel_table_is_error (at, end));
}

/* What parts the numbers of a line: ';', ',' or ' ' for blanks. */
char seidel_table_separator (const char *line, size_t length);

/* Whether a line ends with a semicolon that parts no numbers, as the rows of MATLAB do. */
bool seidel_table_has_row_end (const char *line, size_t length);

/* A matrix from numbers as hypre writes it one on each line: rows, row offsets, columns and values,
 * indices from 0 or 1. */
SeidelCsr *seidel_csr_from_numbers (const double *numbers,
                                    int64_t count,
                                    SeidelSource *source,
                                    int64_t *duplicates,
                                    GError **error);

/* Whether a text begins with a line of numbers and nothing else, be there one of headings before it
 * or not. */
bool seidel_table_recognise (const char *head, size_t length);

/* Whether such a text has more than numbers between blanks: a byte order mark, a line of headings,
 * commas or semicolons. */
bool seidel_table_has_trimmings (const char *head, size_t length);

/* A vector as text: Matrix Market where the banner says so, a table of one row or column with what
 * tables may have besides, else numbers between blanks, in any number of lines. */
double *seidel_text_read_vector (SeidelSource *source, int64_t *n, GError **error);

/* A row on each line, with its zeros, between blanks, or as the ending of the name says between
 * commas or tabs. SEIDEL_ERROR_UNSUPPORTED for complex numbers and for a matrix whose text would be
 * of more than a thousand million numbers. */
SeidelMatrixWriter seidel_text_write_dense;

/* A number on each line, of a complex one both parts. */
SeidelVectorWriter seidel_text_write_vector;

/* A line for each row; of complex numbers both parts, one after the other. */
SeidelColumnsWriter seidel_text_write_columns;

G_END_DECLS
