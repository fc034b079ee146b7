/* A matrix with its name and origin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-matrix.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-counting.h"
#include "matrix/seidel-permutation-private.h"
#include "matrix/seidel-vector.h"

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
  seidel_vector_free (matrix->turns);
  g_free (matrix->name);
  g_free (matrix->ordering);
  g_free (matrix->permutation);
  g_free (matrix->rhs);
  g_free (matrix->origin.path);
  g_free (matrix->origin.variable);
  g_free (matrix->origin.format);
  g_free (matrix->origin.note);
  g_free (matrix->origin.reading);
  g_free (matrix->origin.evidence);
  g_free (matrix->origin.copy);
  g_free (matrix);
}

static bool
check_reordering (const SeidelMatrix *matrix, const int32_t *permutation, GError **error)
{
  const SeidelCsr *csr = matrix->csr;

  if (csr->rows != csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("Only a square matrix can be reordered; this one has %" PRId64
                                     " rows and %" PRId64 " columns"),
                        csr->rows, csr->columns);
  if (matrix->permutation != NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text (
                          "%s is already in %s order: reorder the matrix as it was read"),
                        matrix->name, matrix->ordering);
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
  origin->reading = g_strdup (matrix->origin.reading);
  origin->evidence = g_strdup (matrix->origin.evidence);
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

char *
seidel_matrix_describe_index (const SeidelMatrix *matrix, int64_t index)
{
  const bool interleaved = matrix != NULL && matrix->interleaved;
  const int64_t step = interleaved ? 2 : 1;
  const int first = seidel_first_number ();
  g_autofree char *number = seidel_format_count (index / step + first);
  g_autofree char *text = NULL;

  if (matrix == NULL || matrix->permutation == NULL)
    text = g_steal_pointer (&number);
  else
    {
      g_autofree char *original = seidel_format_count (matrix->permutation[index] / step + first);

      text = g_strdup_printf (seidel_text ("%s (originally %s)"), number, original);
    }
  if (!interleaved)
    return g_steal_pointer (&text);
  return g_strdup_printf (index % 2 == 0 ? seidel_text ("%s, real part")
                                         : seidel_text ("%s, imaginary part"),
                          text);
}

static char *
describe_place (const SeidelMatrix *matrix, int64_t row, int64_t column)
{
  g_autofree char *row_text = row >= 0 ? seidel_matrix_describe_index (matrix, row) : NULL;
  g_autofree char *column_text = column >= 0 ? seidel_matrix_describe_index (matrix, column) : NULL;

  if (row_text != NULL && column_text != NULL)
    return g_strdup_printf (seidel_text ("row %s, column %s"), row_text, column_text);
  if (row_text != NULL)
    return g_strdup_printf (seidel_text ("row %s"), row_text);
  return column_text != NULL ? g_strdup_printf (seidel_text ("column %s"), column_text)
                             : g_strdup ("");
}

char *
seidel_matrix_describe_place (const SeidelMatrix *matrix, int64_t row, int64_t column)
{
  char *place = describe_place (matrix, row, column);
  char *counted;

  if (place[0] == '\0' || seidel_first_number () != 0)
    return place;
  counted = g_strdup_printf (seidel_text ("%s (counted from 0)"), place);
  g_free (place);
  return counted;
}

char *
seidel_matrix_add_place (const SeidelMatrix *matrix,
                         const char *message,
                         int64_t row,
                         int64_t column)
{
  g_autofree char *place = NULL;
  g_autofree char *clause = NULL;
  g_autofree char *text = NULL;

  if (message == NULL || (row < 0 && column < 0))
    return g_strdup (message);
  place = seidel_matrix_describe_place (matrix, row, column);
  if (!g_str_has_suffix (message, "."))
    return g_strdup_printf (seidel_text ("%s in %s"), message, place);
  clause = g_strndup (message, strlen (message) - 1);
  text = g_strdup_printf (seidel_text ("%s in %s"), clause, place);
  return g_strconcat (text, ".", NULL);
}
