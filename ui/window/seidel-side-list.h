/* The right-hand sides that a file has beside its matrix, as choices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* One of them, or all columns of an array. */
typedef struct
{
  char *label; /* "b, column 2" */
  char *text;  /* as seidel_vector_spec_parse () reads it; of several, of their array */
  int all;     /* how many there are in text; otherwise 1 */
} SeidelSideChoice;

void seidel_side_choice_free (SeidelSideChoice *choice);

/* Looks on a worker for those beside a matrix that was read from a file; callback is called on the
 * thread that calls this. */
void seidel_side_list_begin (SeidelMatrix *matrix,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data);

/* In callback: SeidelSideChoice, the first of them what the matrix itself has as its right-hand
 * side, if it has one; *sides receives the number of right-hand sides. NULL where there is nothing
 * to choose: they are none, or the one that the matrix has. */
GPtrArray *seidel_side_list_finish (GAsyncResult *result, int *sides);

G_END_DECLS
