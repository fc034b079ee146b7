/* Arrays of a matrix that are not filled yet: those that are borrowed in another form are converted
 * when the matrix is used first, not when it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Has fill (data) called once, before the arrays of the matrix are read. But for the first and the
 * last row offset, nothing is there until then. */
void seidel_pending_add (const SeidelCsr *csr, void (*fill) (gpointer data), gpointer data);

/* Forgets it, before the matrix is freed. */
void seidel_pending_drop (const SeidelCsr *csr);

/* To be called by what takes a matrix that a program has made. Any thread; costs nothing where
 * there is none of them. */
SEIDEL_API void seidel_matrix_complete (const SeidelMatrix *matrix);

G_END_DECLS
