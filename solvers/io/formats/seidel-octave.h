/* The text format of Octave's save: variables, each of which begins with comments that say its name
 * and its type. Private to solvers/io.
 *
 * Source: Octave 7.3, libinterp/corefcn/ls-oct-text.cc and the save_ascii () of its value types.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-arrays.h"
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* How the numbers of a variable follow. */
typedef enum
{
  SEIDEL_OCTAVE_OTHER, /* no matrix of numbers */
  SEIDEL_OCTAVE_SCALAR,
  SEIDEL_OCTAVE_ROWS,    /* a row on each line */
  SEIDEL_OCTAVE_COLUMNS, /* one number on each line, column by column */
  SEIDEL_OCTAVE_SPARSE,  /* row, column, value */
  SEIDEL_OCTAVE_DIAGONAL,
  SEIDEL_OCTAVE_PERMUTATION,
  SEIDEL_OCTAVE_RANGE, /* base, limit, increment */
} SeidelOctaveLayout;

/* What the header of a variable says. */
typedef struct
{
  char *name; /* with those of the structures that it is in, “Problem.A” */
  char *type;
  SeidelOctaveLayout layout;
  bool complex_numbers;
  int dimensions; /* 0 where rows and columns are given */
  int64_t rows;   /* −1: not given */
  int64_t columns;
  int64_t entries;
  bool by_columns; /* of a permutation */
  int64_t line;    /* with its name */
  int64_t data;    /* the first line behind its header */
} SeidelOctaveVariable;

bool seidel_octave_recognise (const char *head, size_t length);

/* The variables of a text, those within structures included, of SeidelOctaveVariable. */
GPtrArray *seidel_octave_scan (SeidelSource *source, GError **error);

/* How many elements a range of base, limit and increment has, as Octave counts them; −1 for what is
 * none, or longer than anybody would write. */
int64_t seidel_octave_count_range (const double range[3]);

SeidelMatrixWriter seidel_octave_write;
SeidelVectorWriter seidel_octave_write_vector;

G_END_DECLS
