/* One of several right-hand sides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-column.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-error.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* "b" of "Problem.b". */
static const char *
leaf (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL ? dot + 1 : name;
}

/* The array that is called like a right-hand side; NULL where none is. */
static char *
find_rhs (const char *path, GCancellable *cancellable)
{
  static const char *const names[] = { "b", "rhs", "B" };
  g_autoptr (GPtrArray) list = seidel_list_variables (path, cancellable, NULL);

  for (size_t i = 0; list != NULL && i < G_N_ELEMENTS (names); i++)
    for (guint v = 0; v < list->len; v++)
      {
        const SeidelVariable *variable = list->pdata[v];

        if (variable->usable && strcmp (leaf (variable->name), names[i]) == 0)
          return g_strdup (variable->name);
      }
  return NULL;
}

static bool
check_shape (const SeidelMatrix *matrix,
             const char *file,
             int64_t n,
             bool complex_numbers,
             GError **error)
{
  const SeidelCsr *csr = matrix->csr;

  if (csr->rows != n)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 seidel_text ("%s: right-hand sides of %" PRId64 " rows; the matrix has %" PRId64),
                 file, csr->rows, n);
  else if (seidel_matrix_is_complex (matrix) && !complex_numbers)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text ("%s: the right-hand sides are complex; the matrix is real"), file);
  else
    return true;
  return false;
}

static SeidelMatrix *
load (const char *path, int64_t n, bool complex_numbers, GCancellable *cancellable, GError **error)
{
  g_autofree char *file = g_filename_display_basename (path);
  g_autofree char *name = find_rhs (path, cancellable);
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, name, NULL, cancellable, error);

  if (matrix == NULL || !check_shape (matrix, file, n, complex_numbers, error))
    return NULL;
  return g_steal_pointer (&matrix);
}

double *
seidel_load_column (const char *path,
                    int64_t column,
                    int64_t n,
                    bool complex_numbers,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autofree char *file = g_filename_display_basename (path);
  g_autoptr (SeidelMatrix) matrix = load (path, n, complex_numbers, cancellable, error);
  const int stride = complex_numbers ? 2 : 1;
  double *x;

  if (matrix == NULL)
    return NULL;
  if (column < 1 || column > matrix->csr->columns)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   seidel_text ("%s: there is no right-hand side %" PRId64 "; it has %" PRId64),
                   file, column, matrix->csr->columns);
      return NULL;
    }
  x = seidel_vector_new (n * stride, error);
  for (int64_t row = 0; x != NULL && row < n; row++)
    {
      const int64_t k = seidel_csr_find (matrix->csr, row, column - 1);

      if (k >= 0 && matrix->parts != NULL)
        memcpy (x + 2 * row, matrix->parts + 2 * k, 2 * sizeof *x);
      else if (k >= 0)
        x[row * stride] = matrix->csr->values[k];
    }
  return x;
}

double *
seidel_load_columns (const char *path,
                     int64_t n,
                     bool complex_numbers,
                     int64_t *columns,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SeidelMatrix) matrix = load (path, n, complex_numbers, cancellable, error);
  const int stride = complex_numbers ? 2 : 1;
  double *x;

  if (matrix == NULL)
    return NULL;
  *columns = matrix->csr->columns;
  x = seidel_vector_new (n * stride * *columns, error);
  for (int64_t row = 0; x != NULL && row < n; row++)
    for (int64_t k = matrix->csr->row_offsets[row]; k < matrix->csr->row_offsets[row + 1]; k++)
      {
        double *to = x + (matrix->csr->column_indices[k] * n + row) * stride;

        if (matrix->parts != NULL)
          memcpy (to, matrix->parts + 2 * k, 2 * sizeof *x);
        else
          *to = matrix->csr->values[k];
      }
  return x;
}

int64_t
seidel_count_columns (const char *path, GCancellable *cancellable)
{
  int64_t n = 0;
  bool complex_numbers = false;
  double *x = seidel_load_any_vector (path, &n, &complex_numbers, cancellable, NULL);
  g_autofree char *name = x == NULL ? find_rhs (path, cancellable) : NULL;
  g_autoptr (SeidelMatrix) matrix =
    x == NULL ? seidel_load_variable (path, name, NULL, cancellable, NULL) : NULL;

  if (x != NULL)
    {
      seidel_vector_free (x);
      return 1;
    }
  return matrix != NULL ? matrix->csr->columns : 0;
}

#define COLUMN ", column "

char *
seidel_column_name (const char *path, int64_t column)
{
  return g_strdup_printf ("%s" COLUMN "%" G_GINT64_FORMAT, path, column);
}

int64_t
seidel_column_parse (const char *name, char **path)
{
  const char *at = g_strrstr (name, COLUMN);
  guint64 column = 0;

  if (at == NULL
      || !g_ascii_string_to_unsigned (at + strlen (COLUMN), 10, 1, INT32_MAX, &column, NULL)
      || g_file_test (name, G_FILE_TEST_EXISTS))
    column = 0;
  *path = column > 0 ? g_strndup (name, (gsize) (at - name)) : g_strdup (name);
  return (int64_t) column;
}
