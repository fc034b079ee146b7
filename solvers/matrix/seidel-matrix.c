/* A matrix with its name and origin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-matrix.h"

SeidelMatrix *
seidel_matrix_new (const char *name, SeidelCsr *csr)
{
  SeidelMatrix *matrix = g_new0 (SeidelMatrix, 1);

  g_atomic_ref_count_init (&matrix->references);
  matrix->name = g_strdup (name);
  matrix->csr = csr;

  return matrix;
}

SeidelMatrix *
seidel_matrix_ref (SeidelMatrix *matrix)
{
  g_atomic_ref_count_inc (&matrix->references);

  return matrix;
}

void
seidel_matrix_unref (SeidelMatrix *matrix)
{
  if (!g_atomic_ref_count_dec (&matrix->references))
    return;

  g_clear_pointer (&matrix->csr, seidel_csr_free);
  g_free (matrix->name);
  g_free (matrix->origin.path);
  g_free (matrix->origin.format);
  g_free (matrix->origin.note);
  g_free (matrix);
}
