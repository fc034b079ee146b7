/* The arrays in a file that may hold several, and which of them is meant. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

#include "io/bytes/seidel-source.h"
#include "io/formats/seidel-file-format.h"

G_BEGIN_DECLS

/* What is known of an array before it is read. */
typedef struct
{
  char *name;   /* "A", "Problem.A" */
  char *type;   /* "double", "sparse double", "bool" */
  int64_t rows; /* both −1 when it has no such shape */
  int64_t columns;
  int64_t entries; /* stored; −1 when that is not known, or it is dense */
  char *problem;   /* why it cannot be opened, "complex numbers", or NULL */
  bool preferred;  /* meant when nothing else is said */
  bool hidden;     /* nothing that anybody would look for; not listed */
  bool vector;     /* of one dimension: a vector, but no matrix */
  bool minor;      /* a companion of another one */
  bool bare;       /* text without a format */
  bool complex_numbers;
  void *data; /* the reader's, borrowed */
} SeidelArray;

/* A GPtrArray of SeidelArray that frees them. */
GPtrArray *seidel_arrays_new (void);

/* Adds one of that name, with no shape. The name is copied. */
SeidelArray *seidel_arrays_add (GPtrArray *arrays, const char *name);

/* As SeidelReader.list returns them. */
GPtrArray *seidel_arrays_list (const GPtrArray *arrays);

/* "A (3 × 3), B (5 × 2)": the arrays that are listed, the first dozen of them. */
char *seidel_arrays_names (const GPtrArray *arrays);

/* The array to open: the one named, or the only one, or the preferred one; where several could be
 * meant that is SEIDEL_ERROR_CHOICE. A vector is none, unless it is named and the source takes
 * them. */
SeidelArray *seidel_arrays_choose (const GPtrArray *arrays,
                                   const char *variable,
                                   const SeidelSource *source,
                                   GError **error);

/* The only array of *n numbers in a row or column; where *n is SEIDEL_ANY_LENGTH the only one in a
 * row or column, whose numbers *n then counts. */
SeidelArray *
seidel_arrays_choose_vector (const GPtrArray *arrays, int64_t *n, const char *file, GError **error);

/* The right-hand side beside a chosen array: called b or rhs, with a number for each of its rows,
 * or a column of them; or NULL. */
SeidelArray *seidel_arrays_find_rhs (const GPtrArray *arrays, const SeidelArray *chosen);

/* "The right-hand side is b." */
char *seidel_array_rhs_note (const SeidelArray *rhs, int64_t rows);

/* Whether it is one row or one column. */
bool seidel_array_is_vector (const SeidelArray *array);

G_END_DECLS
