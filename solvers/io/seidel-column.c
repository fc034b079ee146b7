/* The vector in what was read as a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-column.h"

#include <string.h>

#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

static bool
fits (const SeidelMatrix *matrix, int64_t n)
{
  const SeidelCsr *csr = matrix->csr;

  if (matrix->rhs != NULL)
    return csr->rows == n;
  return (csr->columns == 1 && csr->rows == n) || (csr->rows == 1 && csr->columns == n);
}

double *
seidel_column_take (const SeidelSource *source,
                    const SeidelMatrix *matrix,
                    int64_t n,
                    GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  double *x;

  if (!fits (matrix, n))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "%s: holds a matrix of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   "%s; a vector of %" G_GINT64_FORMAT " numbers was expected",
                   seidel_source_name (source), csr->rows, csr->columns,
                   matrix->rhs != NULL ? " with its right-hand side" : "", n);
      return NULL;
    }
  x = seidel_vector_new (n, error);
  if (x == NULL)
    return NULL;
  if (matrix->rhs != NULL && n > 0)
    memcpy (x, matrix->rhs, (size_t) n * sizeof *x);
  else
    for (int64_t row = 0; row < csr->rows; row++)
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        x[csr->columns == 1 ? row : csr->column_indices[k]] = csr->values[k];
  return x;
}
