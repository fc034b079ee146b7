/* The format MATLAB, as the loader sees it: what a program of its own reads, taken over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include "io/seidel-cache-file.h"
#include "io/seidel-mat-process.h"
#include "io/seidel-reader.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

/* When the reader said all it had to say, but made nothing of the file that can be. */
static void
fail_result (SeidelSource *source, const char *why, GError **error)
{
  seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                      "the MATLAB file is damaged: what its reader made of it cannot be: %s", why);
}

static SeidelMatrix *
read_mat (SeidelSource *source, const char *variable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (SeidelMatProcess) process =
    seidel_mat_process_new (source, SEIDEL_MAT_JOB_MATRIX, variable, error);
  SeidelMatrix *matrix;

  if (process == NULL)
    return NULL;
  matrix = seidel_cache_file_receive (seidel_mat_process_receive, process,
                                      seidel_source_cancellable (source), &cause);
  if (matrix == NULL)
    {
      if (!seidel_mat_process_failed (process)
          && g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT))
        fail_result (source, cause->message, error);
      else
        g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  if (matrix->name[0] == '\0')
    g_clear_pointer (&matrix->name, g_free);
  return matrix;
}

static GPtrArray *
unpack_list (GVariant *result)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);
  GVariantIter iter;
  char *name;
  char *description;
  gboolean usable;

  g_variant_iter_init (&iter, result);
  while (g_variant_iter_next (&iter, SEIDEL_MAT_LIST_ENTRY, &name, &description, &usable))
    {
      SeidelVariable *variable = g_new0 (SeidelVariable, 1);

      *variable = (SeidelVariable){ name, description, usable };
      g_ptr_array_add (list, variable);
    }
  return list;
}

static GPtrArray *
list_mat (SeidelSource *source, GError **error)
{
  g_autoptr (SeidelMatProcess) process =
    seidel_mat_process_new (source, SEIDEL_MAT_JOB_LIST, NULL, error);
  g_autoptr (GVariant) result = NULL;
  g_autofree char *packed = NULL;
  uint32_t length;

  if (process == NULL || !seidel_mat_process_receive (process, &length, sizeof length, error))
    return NULL;
  if (length > SEIDEL_MAT_MOST_LIST)
    {
      fail_result (source, "the list of its variables is too long", error);
      return NULL;
    }
  packed = g_malloc (MAX (length, 1));
  if (!seidel_mat_process_receive (process, packed, length, error))
    return NULL;
  result = g_variant_ref_sink (
    g_variant_new_from_data (G_VARIANT_TYPE (SEIDEL_MAT_LIST), packed, length, FALSE, NULL, NULL));
  if (g_variant_is_normal_form (result))
    return unpack_list (result);
  fail_result (source, "the list of its variables is none", error);
  return NULL;
}

static double *
read_mat_vector (SeidelSource *source, int64_t n, GError **error)
{
  g_autofree char *length = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  g_autoptr (SeidelMatProcess) process =
    seidel_mat_process_new (source, SEIDEL_MAT_JOB_VECTOR, length, error);
  double *x = process != NULL ? seidel_vector_new (n, error) : NULL;

  if (x != NULL && !seidel_mat_process_receive (process, x, (uint64_t) n * sizeof *x, error))
    g_clear_pointer (&x, seidel_vector_free);
  return x;
}

const SeidelReader seidel_mat_reader = {
  .format = { "matlab", "MATLAB", (const char *const[]){ ".mat", NULL }, .binary = true,
              .keeps_rhs = true },
  .recognise = seidel_mat_recognise,
  .read = read_mat,
  .list = list_mat,
  .read_vector = read_mat_vector,
  .write = seidel_mat_write,
};
