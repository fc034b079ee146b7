/* Plain text that lists the entries of a matrix, one on each line, by a reading: which fields are
 * the row, the column and the value, whether a line before them has the size, and what stands for
 * what is not listed. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* What a line may have, and one that is too many. */
#define SEIDEL_TRIPLETS_FIELDS 66

typedef struct
{
  const char *at;
  int64_t length;
} SeidelTripletsField;

/* Parts a line at blanks, semicolons and, unless they are in the numbers, commas, up to a comment
 * from # or %; words and what is in quotation marks may contain others of them than the line is
 * parted by. Returns how many fields there are, no more than most ≤ SEIDEL_TRIPLETS_FIELDS; an
 * empty one between two separators counts. *separator receives the first character that parts two
 * of them. */
int seidel_triplets_split (const char *line,
                           int64_t length,
                           bool decimal_commas,
                           int most,
                           SeidelTripletsField *fields,
                           char *separator);

G_END_DECLS
