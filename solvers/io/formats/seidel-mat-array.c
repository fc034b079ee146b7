/* The content of a MATLAB array, checked and made a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-growing.h"
#include "base/seidel-translatable.h"

/* Numbers that are read at once; between them it polls for cancellation. */
#define PIECE 8192

void
seidel_mat_array_free (SeidelMatArray *array)
{
  g_clear_pointer (&array->csr, seidel_csr_free);
  g_free (array->name);
  g_free (array->text);
  g_free (array);
}

int32_t *
seidel_mat_take_integers (const SeidelMatInput *input, int64_t n, GError **error)
{
  g_auto (SeidelGrowing) integers = { .size = sizeof (int32_t), .source = input->source };

  for (int64_t k = 0, step; k < n; k += step)
    {
      int32_t *to;

      step = MIN (n - k, PIECE);
      if (!seidel_source_poll (input->source, error)
          || !seidel_growing_reserve (&integers, k + step, n, error))
        return NULL;
      to = (int32_t *) integers.data + k;
      if (!input->take (input->data, to, (size_t) step * sizeof *to, error))
        return NULL;
      for (int64_t i = 0; input->swapped && i < step; i++)
        to[i] = (int32_t) GUINT32_SWAP_LE_BE ((uint32_t) to[i]);
    }
  return seidel_growing_steal (&integers, error);
}

double *
seidel_mat_take_doubles (const SeidelMatInput *input,
                         SeidelElement element,
                         int64_t n,
                         int64_t *inexact,
                         GError **error)
{
  const size_t size = seidel_element_size (element);
  g_auto (SeidelGrowing) doubles = { .size = sizeof (double), .source = input->source };
  char piece[PIECE * sizeof (double)];

  for (int64_t k = 0, step; k < n; k += step)
    {
      step = MIN (n - k, PIECE);
      if (!seidel_source_poll (input->source, error)
          || !input->take (input->data, piece, (size_t) step * size, error)
          || !seidel_growing_reserve (&doubles, k + step, n, error))
        return NULL;
      *inexact += seidel_elements_to_doubles (element, input->swapped, piece, step,
                                              (double *) doubles.data + k);
    }
  return seidel_growing_steal (&doubles, error);
}

char *
seidel_mat_take_text (const SeidelMatInput *input, int64_t n, int width, GError **error)
{
  unsigned char bytes[SEIDEL_MAT_MOST_TEXT * sizeof (double)];
  GString *text;

  if (n > SEIDEL_MAT_MOST_TEXT
      || !input->take (input->data, bytes, (size_t) n * (size_t) width, error))
    return NULL;
  /* Names and titles are ASCII; whatever is not is left out. */
  text = g_string_new (NULL);
  for (int64_t i = 0; i < n * width; i++)
    if (g_ascii_isprint (bytes[i]))
      g_string_append_c (text, (char) bytes[i]);
  return g_string_free (text, FALSE);
}

static bool
fail (const SeidelMatArray *array, SeidelSource *source, const char *what, GError **error)
{
  return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "%s is damaged: %s", array->name,
                             what);
}

void
seidel_mat_keep_part (const SeidelMatArray *array,
                      const SeidelSource *source,
                      double *values,
                      int64_t n)
{
  if (!array->complex_numbers && seidel_source_part (source) == SEIDEL_PART_IMAGINARY && n > 0)
    memset (values, 0, (size_t) n * sizeof *values);
}

bool
seidel_mat_set_dense (SeidelMatArray *array, SeidelSource *source, double *values, GError **error)
{
  g_autofree double *own = values;

  array->stored = array->rows * array->columns;
  seidel_mat_keep_part (array, source, values, array->stored);
  array->csr =
    seidel_csr_from_dense (own, array->rows, array->columns, !array->by_rows, source, error);
  return array->csr != NULL;
}

/* What the offsets are of, columns or rows, and what the indices are of. */
static void
find_sides (const SeidelMatArray *array, int64_t *major, int64_t *minor)
{
  *major = array->by_rows ? array->rows : array->columns;
  *minor = array->by_rows ? array->columns : array->rows;
}

static bool
check_sparse (const SeidelMatArray *array,
              SeidelSource *source,
              const int32_t *offsets,
              const int32_t *indices,
              int64_t n,
              GError **error)
{
  int64_t major;
  int64_t minor;

  find_sides (array, &major, &minor);
  if (offsets[0] != 0)
    return fail (array, source, seidel_text ("its offsets do not begin with 0"), error);
  for (int64_t j = 0; j < major; j++)
    if ((uint32_t) offsets[j + 1] < (uint32_t) offsets[j])
      return fail (array, source, seidel_text ("its offsets decrease"), error);
  if ((uint32_t) offsets[major] > n)
    return fail (array, source, seidel_text ("it has fewer entries than it declares"), error);
  for (int64_t k = 0; k < (uint32_t) offsets[major]; k++)
    if (indices[k] < 0 || indices[k] >= minor)
      return fail (array, source, seidel_text ("the place of an entry is out of bounds"), error);
  return true;
}

bool
seidel_mat_set_sparse (SeidelMatArray *array,
                       SeidelSource *source,
                       int32_t *offsets,
                       int32_t *indices,
                       double *values,
                       int64_t n,
                       GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (source);
  G_GNUC_UNUSED g_autofree int32_t *own_offsets = offsets;
  g_autoptr (SeidelCsr) csr = g_new0 (SeidelCsr, 1);

  find_sides (array, &csr->rows, &csr->columns);
  csr->column_indices = indices;
  csr->values = values;
  seidel_mat_keep_part (array, source, values, n);
  if (!check_sparse (array, source, offsets, indices, n, error)
      || !seidel_source_check_matrix (source, (double) array->rows, (double) array->columns,
                                      (double) n, error))
    return false;
  csr->row_offsets = seidel_memory_alloc (((size_t) csr->rows + 1) * sizeof (int64_t));
  if (csr->row_offsets == NULL)
    return seidel_memory_fail_matrix ((double) csr->rows, (double) n, error);
  for (int64_t j = 0; j <= csr->rows; j++)
    csr->row_offsets[j] = (uint32_t) offsets[j];
  array->stored = seidel_csr_nonzeros (csr);
  array->duplicates = seidel_csr_canonicalize (csr, cancellable, error);
  if (array->duplicates >= 0)
    array->csr =
      array->by_rows ? g_steal_pointer (&csr) : seidel_csr_transpose (csr, cancellable, error);
  if (array->by_rows && array->duplicates > 0)
    seidel_csr_shrink (array->csr);
  return array->csr != NULL;
}
