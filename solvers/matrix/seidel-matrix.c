/* A matrix with its name and origin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-permutation-private.h"

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

  /* Where the numbers are mapped, the parts are as well. */
  if (matrix->csr == NULL || matrix->csr->backing == NULL)
    free (matrix->parts);
  g_clear_pointer (&matrix->csr, seidel_csr_free);
  g_clear_pointer (&matrix->real_form, seidel_matrix_unref);
  g_free (matrix->name);
  g_free (matrix->ordering);
  g_free (matrix->permutation);
  g_free (matrix->rhs);
  g_free (matrix->origin.path);
  g_free (matrix->origin.variable);
  g_free (matrix->origin.format);
  g_free (matrix->origin.note);
  g_free (matrix->origin.copy);
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

static bool
copy_rhs (const SeidelMatrix *matrix, double **rhs, GError **error)
{
  const size_t numbers = (size_t) matrix->csr->rows * (seidel_matrix_is_complex (matrix) ? 2 : 1);

  *rhs = NULL;
  if (matrix->rhs == NULL)
    return true;
  *rhs = seidel_memory_try (numbers * sizeof **rhs, "a copy of the right-hand side", error);
  if (*rhs != NULL)
    memcpy (*rhs, matrix->rhs, numbers * sizeof **rhs);
  return *rhs != NULL;
}

static void
copy_origin (const SeidelMatrix *matrix, SeidelOrigin *origin)
{
  *origin = matrix->origin;
  origin->path = g_strdup (matrix->origin.path);
  origin->variable = g_strdup (matrix->origin.variable);
  origin->format = g_strdup (matrix->origin.format);
  origin->note = g_strdup (matrix->origin.note);
  origin->copy = NULL;
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
  g_autoptr (SeidelMatrix) reordered = NULL;
  double *parts = NULL;
  SeidelCsr *csr;

  if (!check_reordering (matrix, permutation, error))
    return NULL;
  copy = seidel_permutation_alloc (matrix->csr->rows, error);
  if (copy == NULL)
    return NULL;
  memcpy (copy, permutation, (size_t) matrix->csr->rows * sizeof *copy);
  csr = seidel_matrix_is_complex (matrix)
          ? seidel_complex_permuted (matrix, permutation, &parts, progress, cancellable, error)
          : seidel_csr_permuted (matrix->csr, permutation, progress, cancellable, error);
  if (csr == NULL)
    return NULL;
  reordered = seidel_matrix_new (matrix->name, csr);
  reordered->parts = parts;
  /* In the original numbering, as it was. */
  if (!copy_rhs (matrix, &reordered->rhs, error))
    return NULL;
  copy_origin (matrix, &reordered->origin);
  g_free (reordered->ordering);
  reordered->ordering = g_strdup (ordering);
  reordered->permutation = g_steal_pointer (&copy);
  reordered->order_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;

  return g_steal_pointer (&reordered);
}

int64_t
seidel_matrix_original_row (const SeidelMatrix *matrix, int64_t row)
{
  return matrix->permutation != NULL ? matrix->permutation[row] : row;
}

/* What is added to a row of a real form, which stands for a part of one of the complex matrix. */
static void
explain_part (const SeidelMatrix *matrix, const char *kind, int64_t row, GString *result)
{
  const int64_t of = row / 2 + 1;

  g_string_append_printf (result, " of the real form (%s part of %s %" G_GINT64_FORMAT,
                          row % 2 == 0 ? "real" : "imaginary", kind, of);
  if (matrix->permutation != NULL)
    g_string_append_printf (result, ", originally %s %d", kind, matrix->permutation[row] / 2 + 1);
  g_string_append_c (result, ')');
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
  if (!g_ascii_string_to_unsigned (plain, 10, 1, (guint64) matrix->csr->rows, &row, NULL))
    return FALSE;
  if (matrix->interleaved)
    explain_part (matrix, kind, (int64_t) row - 1, result);
  else
    g_string_append_printf (result, " (originally %s %d)", kind, matrix->permutation[row - 1] + 1);
  return FALSE;
}

/* Texts about rows come from methods, preconditioners and engines, which know nothing of orderings
 * and of complex numbers: this is the one place that does. */
char *
seidel_matrix_explain_rows (const SeidelMatrix *matrix, const char *text)
{
  g_autoptr (GRegex) regex = NULL;

  if ((matrix->permutation == NULL && !matrix->interleaved) || text == NULL)
    return g_strdup (text);
  regex = g_regex_new ("\\b(row|column) (\\d{1,3}(?:,\\d{3})+|\\d+)", 0, 0, NULL);
  return g_regex_replace_eval (regex, text, -1, 0, 0, explain_row_cb, (gpointer) matrix, NULL);
}
