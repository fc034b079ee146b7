/* One of several right-hand sides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-column.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "io/seidel-loader-private.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* "b" of "Problem.b", and of the member "folder/A_b.mtx" of an archive. */
static char *
get_word (const char *name, bool member)
{
  const char *slash = member ? strrchr (name, '/') : NULL;
  const char *from = slash != NULL ? slash + 1 : name;
  const char *dot = member ? strchr (from, '.') : strrchr (from, '.');
  g_autofree char *stem = NULL;
  const char *bar;

  if (!member)
    return g_strdup (dot != NULL ? dot + 1 : from);
  stem = dot != NULL ? g_strndup (from, (gsize) (dot - from)) : g_strdup (from);
  bar = strrchr (stem, '_');
  return g_strdup (bar != NULL ? bar + 1 : stem);
}

/* The last rank of a name that is taken for a right-hand side without being asked for. */
#define LIKELY 2

/* What a right-hand side is called, the likeliest first: b, rhs, B, and with a number b1, rhs2. */
static int
rank_array (const SeidelVariable *array)
{
  static const char *const names[] = { "b", "rhs", "B" };
  g_autofree char *word = get_word (array->name, array->rows < 0);
  const gsize letters = strcspn (word, "0123456789");

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == letters && strncmp (word, names[i], letters) == 0)
      return word[letters] == '\0' ? (int) i : (int) G_N_ELEMENTS (names);
  return G_MAXINT;
}

/* The array that is called like a right-hand side; NULL where none is. */
static char *
find_rhs (const char *path, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) list = seidel_list_variables (path, cancellable, NULL);
  const SeidelVariable *best = NULL;

  for (guint v = 0; list != NULL && v < list->len; v++)
    {
      const SeidelVariable *variable = list->pdata[v];
      const int rank = rank_array (variable);

      if ((variable->usable || variable->vector) && rank <= LIKELY
          && (best == NULL || rank < rank_array (best)))
        best = variable;
    }
  return best != NULL ? g_strdup (best->name) : NULL;
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

/* The right-hand sides as columns: of the array that the path names, or that is called so. */
static SeidelMatrix *
load_any (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *file = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GError) cause = NULL;
  SeidelMatrix *matrix = NULL;

  seidel_column_split (path, &file, &name);
  if (name == NULL)
    name = find_rhs (file, cancellable);
  /* Matrices of several columns are copied to the cache, since they are read once for each. */
  if (name != NULL)
    matrix = seidel_load_variable (file, name, NULL, cancellable, &cause);
  if (matrix == NULL
      && (name == NULL || g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED)))
    {
      g_clear_error (&cause);
      matrix = seidel_loader_read_sides (file, name, cancellable, &cause);
    }
  if (matrix == NULL && cause == NULL)
    matrix = seidel_load_variable (file, NULL, NULL, cancellable, &cause);
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return matrix;
}

static SeidelMatrix *
load (const char *path, int64_t n, bool complex_numbers, GCancellable *cancellable, GError **error)
{
  g_autofree char *file = g_filename_display_basename (path);
  g_autoptr (SeidelMatrix) matrix = load_any (path, cancellable, error);

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
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("%s: there is no right-hand side %" PRId64
                                     "; it has %" PRId64),
                        file, column, matrix->csr->columns);
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

double *
seidel_load_only_column (const char *path,
                         int64_t n,
                         bool complex_numbers,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autofree char *file = g_filename_display_basename (path);
  int64_t columns = 0;
  double *x = seidel_load_columns (path, n, complex_numbers, &columns, cancellable, error);

  if (x == NULL || columns == 1)
    return x;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               seidel_text ("%s: holds %" PRId64 " right-hand sides; choose one of them"), file,
               columns);
  seidel_vector_free (x);
  return NULL;
}

/* Of the matrix that has the right-hand sides. */
static int64_t
count_in_matrix (const char *path, GCancellable *cancellable)
{
  g_autoptr (SeidelMatrix) matrix = load_any (path, cancellable, NULL);

  return matrix != NULL ? matrix->csr->columns : 0;
}

int64_t
seidel_count_columns (const char *path, GCancellable *cancellable)
{
  int64_t n = 0;
  bool complex_numbers = false;
  g_autofree char *file = NULL;
  g_autofree char *array = NULL;
  double *x = NULL;

  seidel_column_split (path, &file, &array);
  if (array == NULL)
    x = seidel_load_any_vector (path, &n, &complex_numbers, cancellable, NULL);
  if (x == NULL)
    return count_in_matrix (path, cancellable);
  seidel_vector_free (x);
  return 1;
}

void
seidel_side_free (SeidelSide *side)
{
  g_free (side->name);
  g_free (side);
}

bool
seidel_side_is_likely (const SeidelSide *side)
{
  return side->rank <= LIKELY;
}

/* How many right-hand sides of so many rows an array may be; 0: it is none. Another square matrix
 * is none, unless it is called so. */
static int64_t
count_sides (const SeidelVariable *variable, const char *path, int64_t rows, GCancellable *stop)
{
  const bool named = rank_array (variable) < G_MAXINT;

  if (!variable->usable && !variable->vector)
    return 0;
  if (variable->rows < 0)
    {
      g_autofree char *side = seidel_side_path (path, variable->name);
      g_autoptr (SeidelMatrix) matrix = load_any (side, stop, NULL);

      return matrix != NULL && matrix->csr->rows == rows
                 && (named || matrix->csr->columns != rows || rows == 1)
               ? matrix->csr->columns
               : 0;
    }
  if (variable->rows == rows && (named || variable->columns != rows || rows == 1))
    return variable->columns;
  return 0;
}

static int
compare_sides (gconstpointer a, gconstpointer b)
{
  const SeidelSide *const *one = a;
  const SeidelSide *const *other = b;

  if ((*one)->rank != (*other)->rank)
    return (*one)->rank < (*other)->rank ? -1 : 1;
  return strcmp ((*one)->name, (*other)->name);
}

static void
add_side (GPtrArray *sides, const char *name, int64_t columns, int rank)
{
  SeidelSide *side = g_new0 (SeidelSide, 1);

  side->name = g_strdup (name);
  side->columns = columns;
  side->rank = rank;
  g_ptr_array_add (sides, side);
}

GPtrArray *
seidel_list_sides (const char *path, const char *variable, int64_t rows, GCancellable *cancellable)
{
  GPtrArray *sides = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_side_free);
  g_autoptr (GPtrArray) list = seidel_list_variables (path, cancellable, NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;

  for (guint v = 0; list != NULL && v < list->len; v++)
    {
      const SeidelVariable *array = list->pdata[v];
      const int64_t columns =
        g_strcmp0 (array->name, variable) != 0 ? count_sides (array, path, rows, cancellable) : 0;

      if (columns > 0)
        add_side (sides, array->name, columns, rank_array (array));
    }
  g_ptr_array_sort (sides, compare_sides);
  if (list == NULL || list->len > 0)
    return sides;
  matrix = seidel_loader_read_sides (path, NULL, cancellable, NULL);
  if (matrix != NULL && matrix->csr->rows == rows)
    add_side (sides, NULL, matrix->csr->columns, 0);
  return sides;
}

char *
seidel_side_path (const char *path, const char *name)
{
  return name != NULL ? g_strconcat (path, "/", name, NULL) : g_strdup (path);
}

void
seidel_column_split (const char *path, char **file, char **array)
{
  *array = NULL;
  /* Members of archives have slashes in their names. */
  for (const char *slash = strchr (path, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      *file = g_strndup (path, (gsize) (slash - path));
      if (g_file_test (*file, G_FILE_TEST_IS_REGULAR))
        {
          *array = g_strdup (slash + 1);
          return;
        }
      g_free (*file);
    }
  *file = g_strdup (path);
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
