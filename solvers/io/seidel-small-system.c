/* The table of a small system, and its way from and to matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-small-system.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"

void
seidel_small_system_init (SeidelSmallSystem *system, int n)
{
  memset (system, 0, sizeof *system);
  system->n = CLAMP (n, 1, SEIDEL_SMALL_MOST);
}

static void
forget (SeidelSmallSystem *system, int row, int column)
{
  system->values[row][column] = 0.0;
  system->stored[row][column] = false;
}

void
seidel_small_system_resize (SeidelSmallSystem *system, int n)
{
  system->n = CLAMP (n, 1, SEIDEL_SMALL_MOST);
  for (int row = 0; row < SEIDEL_SMALL_MOST; row++)
    for (int column = 0; column <= SEIDEL_SMALL_MOST; column++)
      if (row >= system->n || (column >= system->n && column != SEIDEL_SMALL_RHS))
        forget (system, row, column);
}

void
seidel_small_system_set (SeidelSmallSystem *system, int row, int column, double value)
{
  g_return_if_fail (row >= 0 && row < system->n);
  g_return_if_fail ((column >= 0 && column < system->n) || column == SEIDEL_SMALL_RHS);

  system->values[row][column] = value;
  system->stored[row][column] = value != 0.0 || column == SEIDEL_SMALL_RHS;
}

bool
seidel_small_system_is_empty (const SeidelSmallSystem *system)
{
  for (int row = 0; row < system->n; row++)
    for (int column = 0; column <= SEIDEL_SMALL_MOST; column++)
      if (system->stored[row][column])
        return false;
  return true;
}

static bool
has_rhs (const SeidelSmallSystem *system)
{
  for (int row = 0; row < system->n; row++)
    if (system->stored[row][SEIDEL_SMALL_RHS])
      return true;
  return false;
}

char *
seidel_small_system_to_text (const SeidelSmallSystem *system)
{
  const int columns = system->n + (has_rhs (system) ? 1 : 0);
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (int row = 0; row < system->n; row++)
    for (int i = 0; i < columns; i++)
      {
        const int column = i < system->n ? i : SEIDEL_SMALL_RHS;

        g_string_append (text, g_ascii_dtostr (number, sizeof number, system->values[row][column]));
        g_string_append_c (text, i + 1 < columns ? '\t' : '\n');
      }
  return g_string_free (text, FALSE);
}

bool
seidel_small_system_take (SeidelSmallSystem *system,
                          const SeidelMatrix *matrix,
                          int64_t first,
                          GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t last = MIN (csr->rows, first + SEIDEL_SMALL_MOST);

  if (seidel_matrix_is_complex (matrix))
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                        seidel_text ("A matrix of complex numbers cannot be edited."));
  if (csr->rows != csr->columns || first < 0 || first >= csr->rows)
    return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                        seidel_text ("Only rows of a square matrix can be edited."));
  seidel_small_system_init (system, (int) (last - first));
  for (int64_t row = first; row < last; row++)
    {
      const int i = (int) (row - first);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] >= first && csr->column_indices[k] < last)
          seidel_small_system_set (system, i, (int) (csr->column_indices[k] - first),
                                   csr->values[k]);
      if (matrix->rhs != NULL)
        seidel_small_system_set (system, i, SEIDEL_SMALL_RHS,
                                 matrix->rhs[seidel_matrix_original_row (matrix, row)]);
    }
  return true;
}

static int64_t
count_entries (const SeidelSmallSystem *system)
{
  int64_t count = 0;

  for (int row = 0; row < system->n; row++)
    for (int column = 0; column < system->n; column++)
      count += system->stored[row][column];
  return count;
}

SeidelMatrix *
seidel_small_system_to_matrix (const SeidelSmallSystem *system, const char *name, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (system->n, system->n, count_entries (system), error);
  SeidelMatrix *matrix;
  int64_t k = 0;

  if (csr == NULL)
    return NULL;
  for (int row = 0; row < system->n; row++)
    {
      for (int column = 0; column < system->n; column++)
        if (system->stored[row][column])
          {
            csr->column_indices[k] = column;
            csr->values[k++] = system->values[row][column];
          }
      csr->row_offsets[row + 1] = k;
    }
  matrix = seidel_matrix_new (name, csr);
  matrix->origin.format = g_strdup ("entered by hand");
  matrix->origin.stored = k;
  if (!has_rhs (system))
    return matrix;
  matrix->rhs = seidel_vector_new (system->n, error);
  if (matrix->rhs == NULL)
    {
      seidel_matrix_unref (matrix);
      return NULL;
    }
  for (int row = 0; row < system->n; row++)
    matrix->rhs[row] = system->values[row][SEIDEL_SMALL_RHS];
  return matrix;
}
