/* Plain text that lists the entries of a matrix, "row column" or "row column value" on each line
 * and no size before them: .edges, .el, .csv, .tsv. Private to solvers/io.
 *
 * Much of that could be something else. A list is taken for one unless
 *  - the first line can be the size line of a bare Matrix Market file;
 *  - it has as many lines as columns, two or three, or only one line: a dense matrix;
 *  - its first line is the size of a dense matrix of two columns, which follows;
 *  - one of its first lines has a number that is no index: a dense matrix.
 * With headings that name places (row, from, source, …) or comments from % it can be nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* What a line may have: two indices, a value, and one more that is too many. */
#define SEIDEL_TRIPLETS_FIELDS 4

typedef struct
{
  const char *at;
  int64_t length;
} SeidelTripletsField;

/* Parts a line at blanks, commas and semicolons, up to a comment from # or %. Returns how many
 * fields there are, no more than SEIDEL_TRIPLETS_FIELDS; an empty one between two commas counts.
 * *separator receives the first character that parts two of them. */
int seidel_triplets_split (const char *line,
                           int64_t length,
                           SeidelTripletsField fields[SEIDEL_TRIPLETS_FIELDS],
                           char *separator);

/* Whether a line, as it was parted, holds what columns are called rather than an entry. */
bool seidel_triplets_is_heading (const SeidelTripletsField *fields, int n);

bool seidel_triplets_recognise (const char *head, size_t length);

/* Whether a text that begins with three whole numbers is a list all the same, for as a size line
 * they would make no sense with what follows. */
bool seidel_triplets_claims (const char *head, size_t length);

G_END_DECLS
