/* What is in a MATLAB file, told without reading the numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <string.h>

#include "base/seidel-error.h"

/* More variables, fields and cells than anybody looks through. */
#define MOST_ARRAYS 1000

/* Structs within structs. */
#define MOST_DEPTH 4

/* Of a struct array or a cell array, as many elements are searched. */
#define MOST_ELEMENTS 64

/* --- what there is -------------------------------------------------------------------------------
 */

static const char *
class_name (const matvar_t *variable)
{
  static const char *const names[] = {
    [MAT_C_EMPTY] = "empty",   [MAT_C_CELL] = "cell",         [MAT_C_STRUCT] = "struct",
    [MAT_C_OBJECT] = "object", [MAT_C_CHAR] = "text",         [MAT_C_SPARSE] = "sparse",
    [MAT_C_DOUBLE] = "double", [MAT_C_SINGLE] = "single",     [MAT_C_INT8] = "int8",
    [MAT_C_UINT8] = "uint8",   [MAT_C_INT16] = "int16",       [MAT_C_UINT16] = "uint16",
    [MAT_C_INT32] = "int32",   [MAT_C_UINT32] = "uint32",     [MAT_C_INT64] = "int64",
    [MAT_C_UINT64] = "uint64", [MAT_C_FUNCTION] = "function", [MAT_C_OPAQUE] = "object",
  };
  const unsigned class_type = (unsigned) variable->class_type;

  if (variable->isLogical)
    return class_type == MAT_C_SPARSE ? "sparse logical" : "logical";
  return class_type < G_N_ELEMENTS (names) ? names[class_type] : "unknown";
}

static bool
is_numeric (const matvar_t *variable)
{
  return variable->class_type >= MAT_C_SPARSE && variable->class_type <= MAT_C_UINT64;
}

/* Whether the dimensions are those of a matrix. */
static bool
has_shape (const matvar_t *variable)
{
  return variable->rank == 2 && variable->dims != NULL;
}

static char *
find_problem (const matvar_t *variable)
{
  if (!is_numeric (variable))
    return g_strdup ("not a matrix");
  if (variable->isComplex)
    return g_strdup ("complex numbers; Seidel solves real systems only");
  if (!has_shape (variable))
    return g_strdup_printf ("%d dimensions", variable->rank);
  if (variable->dims[0] > G_MAXINT32 || variable->dims[1] > G_MAXINT32)
    return g_strdup ("more than 2,147,483,647 rows or columns");
  return NULL;
}

static void
add_array (SeidelMatFile *file, matvar_t *variable, const char *name)
{
  SeidelArray *array = seidel_arrays_add (file->arrays, name);

  array->data = variable;
  array->type = g_strdup (class_name (variable));
  array->problem = find_problem (variable);
  array->hidden = variable->class_type == MAT_C_CHAR || variable->class_type == MAT_C_EMPTY;
  if (has_shape (variable) && MAX (variable->dims[0], variable->dims[1]) <= G_MAXINT32)
    {
      array->rows = (int64_t) variable->dims[0];
      array->columns = (int64_t) variable->dims[1];
    }
}

/* Of a struct array or a cell array; 0 when it has no such. */
static size_t
count_elements (const matvar_t *variable)
{
  size_t count = 1;

  if (variable->dims == NULL || variable->data == NULL)
    return 0;
  for (int i = 0; i < variable->rank; i++)
    count = variable->dims[i] == 0
              ? 0
              : MIN (count * MIN (variable->dims[i], MOST_ELEMENTS), MOST_ELEMENTS);
  return count;
}

static void search (SeidelMatFile *file, matvar_t *variable, const char *name, int depth);

static void
search_struct (SeidelMatFile *file, matvar_t *variable, const char *name, int depth)
{
  char *const *fields = Mat_VarGetStructFieldnames (variable);
  const unsigned n_fields = Mat_VarGetNumberOfFields (variable);
  const size_t n = count_elements (variable);

  for (size_t i = 0; i < n && fields != NULL; i++)
    for (unsigned f = 0; f < n_fields; f++)
      {
        matvar_t *field = Mat_VarGetStructFieldByIndex (variable, f, i);
        g_autofree char *path = n == 1 ? g_strdup_printf ("%s.%s", name, fields[f])
                                       : g_strdup_printf ("%s(%zu).%s", name, i + 1, fields[f]);

        if (field != NULL && fields[f] != NULL)
          search (file, field, path, depth + 1);
      }
}

static void
search_cells (SeidelMatFile *file, matvar_t *variable, const char *name, int depth)
{
  const size_t n = count_elements (variable);

  for (size_t i = 0; i < n; i++)
    {
      matvar_t *cell = Mat_VarGetCell (variable, (int) i);
      g_autofree char *path = g_strdup_printf ("%s{%zu}", name, i + 1);

      if (cell != NULL)
        search (file, cell, path, depth + 1);
    }
}

/* Where the library's cells end is told by their bytes alone. */
static void
search (SeidelMatFile *file, matvar_t *variable, const char *name, int depth)
{
  if (depth > MOST_DEPTH || file->arrays->len >= MOST_ARRAYS)
    return;
  if (variable->class_type == MAT_C_STRUCT)
    search_struct (file, variable, name, depth);
  else if (variable->class_type == MAT_C_CELL)
    search_cells (file, variable, name, depth);
  else
    add_array (file, variable, name);
}

/* A sparse matrix of version 4 is a dense one of triples to all who have not read it. */
static void
read_triples (SeidelMatFile *file, matvar_t *variable)
{
  if (Mat_GetVersion (file->mat) == MAT_FT_MAT4 && variable->class_type == MAT_C_SPARSE)
    Mat_VarReadDataAll (file->mat, variable);
}

static void
variable_free (void *data)
{
  Mat_VarFree (data);
}

/* The collection's own: a struct Problem whose field A is the matrix. */
static void
find_problem_struct (SeidelMatFile *file)
{
  for (unsigned i = 0; i < file->arrays->len; i++)
    {
      SeidelArray *array = file->arrays->pdata[i];

      if (g_strcmp0 (array->name, "Problem.A") == 0 && array->problem == NULL)
        array->preferred = true;
    }
  for (unsigned i = 0; i < file->roots->len; i++)
    {
      matvar_t *root = file->roots->pdata[i];

      if (root->class_type == MAT_C_STRUCT && g_strcmp0 (root->name, "Problem") == 0)
        file->problem = root;
    }
}

bool
seidel_mat_file_init (SeidelMatFile *file, const char *path, const char *name, GError **error)
{
  matvar_t *variable;

  *file = (SeidelMatFile){ .name = g_strdup (name) };
  file->roots = g_ptr_array_new_with_free_func (variable_free);
  file->arrays = seidel_arrays_new ();
  file->mat = Mat_Open (path, MAT_ACC_RDONLY);
  if (file->mat == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                   "%s: the MATLAB file is damaged: it cannot be opened", name);
      return false;
    }
  while (file->roots->len < MOST_ARRAYS && (variable = Mat_VarReadNextInfo (file->mat)) != NULL)
    {
      g_ptr_array_add (file->roots, variable);
      read_triples (file, variable);
      if (variable->name != NULL)
        search (file, variable, variable->name, 0);
    }
  find_problem_struct (file);
  if (file->roots->len > 0)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s: the MATLAB file is empty or damaged: no variable can be read", name);
  return false;
}

void
seidel_mat_file_clear (SeidelMatFile *file)
{
  g_clear_pointer (&file->arrays, g_ptr_array_unref);
  g_clear_pointer (&file->roots, g_ptr_array_unref);
  g_clear_pointer (&file->mat, Mat_Close);
  g_clear_pointer (&file->name, g_free);
}

char *
seidel_mat_file_describe (const SeidelMatFile *file, const SeidelArray *array)
{
  enum mat_ft version = Mat_GetVersion (file->mat);

  return g_strdup_printf ("MATLAB %s, %s",
                          version == MAT_FT_MAT73  ? "7.3"
                          : version == MAT_FT_MAT5 ? "5"
                                                   : "4",
                          array->type);
}
