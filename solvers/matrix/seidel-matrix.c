/* A matrix with its name and origin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-matrix.h"

#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-permutation.h"

SeidelMatrix *
seidel_matrix_new (const char *name, SeidelCsr *csr)
{
  SeidelMatrix *matrix = g_new0 (SeidelMatrix, 1);

  g_atomic_ref_count_init (&matrix->references);
  matrix->name = g_strdup (name);
  matrix->csr = csr;
  matrix->ordering = g_strdup (SEIDEL_ORDERING_NATURAL);

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
  g_free (matrix->ordering);
  g_free (matrix->permutation);
  g_free (matrix->rhs);
  g_free (matrix->origin.path);
  g_free (matrix->origin.variable);
  g_free (matrix->origin.format);
  g_free (matrix->origin.note);
  g_free (matrix);
}

static bool
check_reordering (const SeidelMatrix *matrix, const int32_t *permutation, GError **error)
{
  const SeidelCsr *csr = matrix->csr;

  if (csr->rows != csr->columns)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "Only a square matrix can be reordered; this one has %" G_GINT64_FORMAT
                   " rows and %" G_GINT64_FORMAT " columns",
                   csr->rows, csr->columns);
      return false;
    }
  if (matrix->permutation != NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "%s is already in %s order: reorder the matrix as it was read", matrix->name,
                   matrix->ordering);
      return false;
    }
  return seidel_permutation_validate (permutation, csr->rows, error);
}

SeidelMatrix *
seidel_matrix_reordered (const SeidelMatrix *matrix,
                         const char *ordering,
                         const int32_t *permutation,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  const gint64 begin = g_get_monotonic_time ();
  g_autofree int32_t *copy = NULL;
  SeidelMatrix *reordered;
  double *rhs = NULL;
  SeidelCsr *csr;

  if (!check_reordering (matrix, permutation, error))
    return NULL;
  copy = seidel_permutation_alloc (matrix->csr->rows, error);
  if (copy == NULL)
    return NULL;
  memcpy (copy, permutation, (size_t) matrix->csr->rows * sizeof *copy);
  csr = seidel_csr_permuted (matrix->csr, permutation, progress, cancellable, error);
  if (csr == NULL)
    return NULL;
  if (matrix->rhs != NULL)
    {
      const size_t bytes = (size_t) csr->rows * sizeof *rhs;

      rhs = seidel_memory_try (bytes, "a copy of the right-hand side", error);
      if (rhs == NULL)
        {
          seidel_csr_free (csr);
          return NULL;
        }
      memcpy (rhs, matrix->rhs, bytes);
    }
  reordered = seidel_matrix_new (matrix->name, csr);
  reordered->origin = matrix->origin;
  reordered->origin.path = g_strdup (matrix->origin.path);
  reordered->origin.variable = g_strdup (matrix->origin.variable);
  reordered->origin.format = g_strdup (matrix->origin.format);
  reordered->origin.note = g_strdup (matrix->origin.note);
  g_free (reordered->ordering);
  reordered->ordering = g_strdup (ordering);
  reordered->permutation = g_steal_pointer (&copy);
  /* In the original numbering, as it was. */
  reordered->rhs = rhs;
  reordered->order_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;

  return reordered;
}

int64_t
seidel_matrix_original_row (const SeidelMatrix *matrix, int64_t row)
{
  return matrix->permutation != NULL ? matrix->permutation[row] : row;
}

/* The replacement of one match: the words themselves, and the row. */
static gboolean
explain_row_cb (const GMatchInfo *match, GString *result, gpointer data)
{
  const SeidelMatrix *matrix = data;
  g_autofree char *whole = g_match_info_fetch (match, 0);
  g_autofree char *kind = g_match_info_fetch (match, 1);
  g_autofree char *digits = g_match_info_fetch (match, 2);
  g_auto (GStrv) groups = g_strsplit (digits, ",", -1);
  g_autofree char *plain = g_strjoinv ("", groups);
  guint64 row;

  g_string_append (result, whole);
  if (g_ascii_string_to_unsigned (plain, 10, 1, (guint64) matrix->csr->rows, &row, NULL))
    g_string_append_printf (result, " (originally %s %d)", kind, matrix->permutation[row - 1] + 1);
  return FALSE;
}

/* Texts about rows come from methods, preconditioners and engines, which know nothing of orderings:
 * this is the one place that does. */
char *
seidel_matrix_explain_rows (const SeidelMatrix *matrix, const char *text)
{
  g_autoptr (GRegex) regex = NULL;

  if (matrix->permutation == NULL || text == NULL)
    return g_strdup (text);
  regex = g_regex_new ("\\b(row|column) (\\d{1,3}(?:,\\d{3})+|\\d+)", 0, 0, NULL);
  return g_regex_replace_eval (regex, text, -1, 0, 0, explain_row_cb, (gpointer) matrix, NULL);
}
