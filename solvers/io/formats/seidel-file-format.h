/* What is known of a format of files, and of the matrices in a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* A format of files. */
typedef struct
{
  const char *id;   /* "matrix-market" */
  const char *name; /* "Matrix Market" */
  const char *const
    *suffixes; /* NULL-terminated, the first one for writing; readers go by content */
  /* What it does beyond reading matrices; the loader fills these in. */
  bool writes_matrices;
  bool writes_vectors;
  bool reads_vectors;
  bool holds_several; /* matrices, with names */
  /* What the format says of itself. */
  bool binary;    /* no text */
  bool keeps_rhs; /* a written matrix takes its right-hand side along */
} SeidelFormat;

/* One matrix of a file that may hold several. */
typedef struct
{
  char *name;        /* "A", "Problem.A" */
  char *description; /* "1,000 × 1,000, sparse, 5,000 entries", or why it cannot be opened */
  bool usable;
  bool vector;  /* of one dimension, which is read as a column only if it is named */
  int64_t rows; /* both −1 when that is not known before it is read */
  int64_t columns;
} SeidelVariable;

SEIDEL_API void seidel_variable_free (SeidelVariable *variable);

G_END_DECLS
