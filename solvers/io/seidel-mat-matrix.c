/* What libmatio finds in a file, as a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <string.h>

#include "io/seidel-elements.h"
#include "base/seidel-error.h"

/* --- with the library's help ---------------------------------------------------------------------
 */

struct SeidelMatFound
{
  char *file;     /* its name */
  char *variable; /* the chosen one, or NULL */
  SeidelCsr *csr; /* the matrix, or its transpose */
  bool transposed;
  bool integer;
  SeidelCsr *zeros; /* likewise: where explicit zeros belong, or NULL */
  double *rhs;
  int64_t inexact;
  char *format;
  char *problem_name;
  char *note;
};

void
seidel_mat_found_free (SeidelMatFound *found)
{
  g_clear_pointer (&found->csr, seidel_csr_free);
  g_clear_pointer (&found->zeros, seidel_csr_free);
  g_free (found->rhs);
  g_free (found->file);
  g_free (found->variable);
  g_free (found->format);
  g_free (found->problem_name);
  g_free (found->note);
  g_free (found);
}

static SeidelArray *
find_array (const SeidelMatFile *file, const char *name)
{
  for (unsigned i = 0; i < file->arrays->len; i++)
    {
      SeidelArray *array = file->arrays->pdata[i];

      if (g_strcmp0 (array->name, name) == 0)
        return array;
    }
  return NULL;
}

/* The title, and what goes with the matrix. None of it is worth failing for. */
static void
read_problem (const SeidelMatFile *file, const SeidelArray *array, SeidelMatFound *found)
{
  SeidelArray *zeros = find_array (file, "Problem.Zeros");
  g_autofree char *name = seidel_mat_field_text (file, file->problem, "name");
  g_autofree char *title = seidel_mat_field_text (file, file->problem, "title");
  int64_t inexact;

  if (title != NULL && title[0] != '\0')
    found->note = g_strdup_printf ("%s: %s.", name != NULL ? name : "Title", title);
  if (name != NULL && name[0] != '\0')
    {
      const char *slash = strrchr (name, '/');

      found->problem_name = g_strdup (slash != NULL ? slash + 1 : name);
    }
  if (zeros != NULL && zeros->problem == NULL && zeros->rows == array->rows
      && zeros->columns == array->columns)
    {
      bool transposed;

      found->zeros = seidel_mat_array_read (file, zeros, &transposed, &inexact, NULL);
      if (transposed != found->transposed)
        g_clear_pointer (&found->zeros, seidel_csr_free);
    }
}

static void
read_rhs (const SeidelMatFile *file, const SeidelArray *array, SeidelMatFound *found)
{
  const SeidelArray *rhs = seidel_arrays_find_rhs (file->arrays, array);
  g_autofree char *sentence = NULL;
  g_autofree char *before = NULL;

  if (rhs == NULL || array->rows == 0)
    return;
  found->rhs = seidel_mat_array_read_vector (file, rhs, array->rows, NULL);
  if (found->rhs == NULL)
    return;
  sentence = seidel_array_rhs_note (rhs, array->rows);
  before = g_steal_pointer (&found->note);
  found->note =
    before != NULL ? g_strdup_printf ("%s %s", before, sentence) : g_steal_pointer (&sentence);
}

SeidelMatFound *
seidel_mat_find (const char *path, const char *name, const char *variable, GError **error)
{
  g_auto (SeidelMatFile) file = { 0 };
  g_autoptr (SeidelMatFound) found = g_new0 (SeidelMatFound, 1);
  const SeidelArray *array;
  const matvar_t *data;

  if (!seidel_mat_file_init (&file, path, name, error))
    return NULL;
  array = seidel_arrays_choose (file.arrays, variable, name, error);
  if (array == NULL)
    return NULL;
  data = array->data;
  found->file = g_strdup (name);
  found->variable = g_strdup (variable);
  found->csr = seidel_mat_array_read (&file, array, &found->transposed, &found->inexact, error);
  if (found->csr == NULL)
    return NULL;
  found->integer =
    data->isLogical || (data->class_type >= MAT_C_INT8 && data->class_type <= MAT_C_UINT64);
  found->format = seidel_mat_file_describe (&file, array);
  if (array->preferred && file.problem != NULL)
    read_problem (&file, array, found);
  read_rhs (&file, array, found);
  return g_steal_pointer (&found);
}

GPtrArray *
seidel_mat_list (const char *path, const char *name, GError **error)
{
  g_auto (SeidelMatFile) file = { 0 };

  return seidel_mat_file_init (&file, path, name, error) ? seidel_arrays_list (file.arrays) : NULL;
}

double *
seidel_mat_read_vector (const char *path, const char *name, int64_t n, GError **error)
{
  g_auto (SeidelMatFile) file = { 0 };
  const SeidelArray *array;

  if (!seidel_mat_file_init (&file, path, name, error))
    return NULL;
  array = seidel_arrays_choose_vector (file.arrays, n, name, error);
  return array != NULL ? seidel_mat_array_read_vector (&file, array, n, error) : NULL;
}

/* --- without it ----------------------------------------------------------------------------------
 */

/* All entries of a, and zeros where only the other has entries. Both have sorted rows. */
static SeidelCsr *
join_zeros (const SeidelCsr *a, const SeidelCsr *zeros, GError **error)
{
  SeidelCsr *joined = seidel_csr_new (a->rows, a->columns,
                                      seidel_csr_nonzeros (a) + seidel_csr_nonzeros (zeros), error);
  int64_t n = 0;

  if (joined == NULL)
    return NULL;
  for (int64_t row = 0; row < a->rows; row++)
    {
      int64_t k = a->row_offsets[row];
      int64_t z = zeros->row_offsets[row];

      joined->row_offsets[row] = n;
      while (k < a->row_offsets[row + 1] || z < zeros->row_offsets[row + 1])
        {
          int64_t left = k < a->row_offsets[row + 1] ? a->column_indices[k] : G_MAXINT64;
          int64_t right = z < zeros->row_offsets[row + 1] ? zeros->column_indices[z] : G_MAXINT64;

          joined->column_indices[n] = (int32_t) MIN (left, right);
          joined->values[n++] = left <= right ? a->values[k] : 0.0;
          k += left <= right;
          z += right <= left;
        }
    }
  joined->row_offsets[a->rows] = n;
  seidel_csr_shrink (joined);
  return joined;
}

/* The rows of the matrix, sorted, with what zeros there are. */
static SeidelCsr *
finish_csr (SeidelMatFound *found, int64_t *duplicates, GError **error)
{
  *duplicates = seidel_csr_canonicalize (found->csr, NULL, error);
  if (*duplicates < 0)
    return NULL;
  if (*duplicates > 0)
    seidel_csr_shrink (found->csr);
  if (found->zeros != NULL)
    {
      SeidelCsr *joined = seidel_csr_canonicalize (found->zeros, NULL, error) < 0
                            ? NULL
                            : join_zeros (found->csr, found->zeros, error);

      if (joined == NULL)
        return NULL;
      seidel_csr_free (found->csr);
      found->csr = joined;
      g_clear_pointer (&found->zeros, seidel_csr_free);
    }
  return found->transposed ? seidel_csr_transpose (found->csr, NULL, error)
                           : g_steal_pointer (&found->csr);
}

static char *
make_note (const SeidelMatFound *found, const SeidelCsr *csr)
{
  g_autofree char *zeros = found->transposed ? NULL : seidel_dense_note (csr);
  g_autofree char *rounded = seidel_inexact_note (found->inexact);
  g_autofree char *first = seidel_join_notes (found->note, zeros);

  return seidel_join_notes (first, rounded);
}

SeidelMatrix *
seidel_mat_found_finish (SeidelMatFound *found, GError **error)
{
  int64_t stored = seidel_csr_nonzeros (found->csr);
  int64_t duplicates = 0;
  SeidelCsr *csr = finish_csr (found, &duplicates, error);
  SeidelMatrix *matrix;

  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (found->problem_name, csr);
  matrix->origin.format = g_steal_pointer (&found->format);
  matrix->origin.note = make_note (found, csr);
  matrix->origin.field = found->integer ? SEIDEL_FIELD_INTEGER : SEIDEL_FIELD_REAL;
  matrix->origin.stored =
    found->transposed ? MAX (stored, seidel_csr_nonzeros (csr)) : csr->rows * csr->columns;
  matrix->origin.duplicates = duplicates;
  matrix->rhs = g_steal_pointer (&found->rhs);
  return matrix;
}
