/* Variables of MATLAB files of version 4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat-walk-private.h"

#include <string.h>

#include "base/seidel-memory.h"

#define LONGEST_NAME_4 64

/* The last number of a column of a sparse matrix of version 4, all of which are returned if the
 * content is read; NULL on failure. */
static double *
take_column (SeidelMatWalk *walk, int64_t n, int64_t *last, GError **error)
{
  const int64_t before = walk->used ? 0 : n - 1;
  int64_t inexact = 0;
  g_autofree double *column = NULL;
  double size;

  if (!seidel_mat_walk_skip (walk, before * (int64_t) sizeof (double), error))
    return NULL;
  column =
    seidel_mat_take_doubles (&walk->input, SEIDEL_ELEMENT_DOUBLE, n - before, &inexact, error);
  size = column != NULL ? column[n - before - 1] : -1.0;
  *last = size >= 0.0 && size <= (double) G_MAXINT32 ? (int64_t) size : -1;
  return *last >= 0 ? g_steal_pointer (&column) : NULL;
}

/* Indices from 1 to most, as they are in a matrix. */
static int32_t *
make_indices (const double *from, int64_t n, int64_t most, GError **error)
{
  g_autofree int32_t *indices = g_try_new (int32_t, (gsize) MAX (n, 1));

  if (indices == NULL)
    seidel_memory_fail_matrix (0.0, (double) n, error);
  for (int64_t k = 0; indices != NULL && k < n; k++)
    {
      if (!(from[k] >= 1.0 && from[k] <= (double) most))
        return NULL;
      indices[k] = (int32_t) from[k] - 1;
    }
  return g_steal_pointer (&indices);
}

/* A sparse matrix of version 4: columns of rows, of columns and of values, the last of which are
 * its size. */
static bool
read_triplets (SeidelMatWalk *walk, SeidelMatArray *array, int64_t n, GError **error)
{
  g_autofree double *rows = take_column (walk, n, &array->rows, error);
  g_autofree double *columns = rows != NULL ? take_column (walk, n, &array->columns, error) : NULL;
  g_autofree double *values = NULL;
  g_autofree int32_t *row_indices = NULL;
  g_autofree int32_t *column_indices = NULL;
  SeidelCoordinates triplets = { array->rows, array->columns, n - 1, NULL, NULL, NULL };

  if (columns == NULL || !walk->used)
    return columns != NULL;
  if (seidel_mat_walk_wants_imaginary (walk, array)
      && !seidel_mat_walk_skip (walk, n * (int64_t) sizeof (double), error))
    return false;
  triplets.values = values =
    seidel_mat_take_doubles (&walk->input, SEIDEL_ELEMENT_DOUBLE, n, &array->inexact, error);
  triplets.row_indices = row_indices = make_indices (rows, n - 1, array->rows, error);
  triplets.column_indices = column_indices = make_indices (columns, n - 1, array->columns, error);
  if (values != NULL)
    seidel_mat_keep_part (array, walk->input.source, values, n);
  if (values == NULL || row_indices == NULL || column_indices == NULL
      || !seidel_source_check_matrix (walk->input.source, (double) array->rows,
                                      (double) array->columns, (double) n, error))
    return false;
  array->stored = n - 1;
  array->csr = seidel_csr_from_coordinates (&triplets, &array->duplicates,
                                            seidel_source_cancellable (walk->input.source), error);
  return array->csr != NULL;
}

/* The head of a variable of version 4. */
typedef struct
{
  SeidelElement element;
  unsigned kind; /* 0: full, 1: text, 2: sparse */
  int64_t rows;
  int64_t columns;
  bool complex_numbers;
  int64_t name_bytes;
} Head4;

/* Of the type the thousands are the byte order, the tens what the numbers are. */
static bool
parse_head_4 (const SeidelMatWalk *walk, const unsigned char *bytes, Head4 *head)
{
  static const SeidelElement elements[] = { SEIDEL_ELEMENT_DOUBLE, SEIDEL_ELEMENT_FLOAT,
                                            SEIDEL_ELEMENT_INT32,  SEIDEL_ELEMENT_INT16,
                                            SEIDEL_ELEMENT_UINT16, SEIDEL_ELEMENT_UINT8 };
  const uint32_t type = seidel_mat_walk_word (walk, bytes);
  const uint32_t number = type % 1000 / 10;

  *head = (Head4){ .kind = type % 10,
                   .rows = seidel_mat_walk_word (walk, bytes + 4),
                   .columns = seidel_mat_walk_word (walk, bytes + 8),
                   .complex_numbers = seidel_mat_walk_word (walk, bytes + 12) == 1,
                   .name_bytes = seidel_mat_walk_word (walk, bytes + 16) };
  if (type / 1000 != walk->big || number >= G_N_ELEMENTS (elements) || head->kind > 2
      || head->rows > G_MAXINT32 || head->columns > G_MAXINT32
      || seidel_mat_walk_word (walk, bytes + 12) > 1 || head->name_bytes < 1
      || head->name_bytes > SEIDEL_MAT_MOST_NAME)
    return false;
  head->element = elements[number];
  return head->kind != 2
         || (number == 0 && head->rows >= 1 && (head->columns == 3 || head->columns == 4));
}

static bool
read_content_4 (SeidelMatWalk *walk, const Head4 *head, SeidelMatArray *array, GError **error)
{
  const int64_t count = array->rows * array->columns;
  double *values;

  if (head->kind == 2)
    return read_triplets (walk, array, head->rows, error);
  if (!walk->used)
    return true;
  if (head->kind == 1)
    {
      array->text = seidel_mat_take_text (&walk->input, count,
                                          (int) seidel_element_size (head->element), error);
      return array->text != NULL;
    }
  if (seidel_mat_walk_wants_imaginary (walk, array)
      && !seidel_mat_walk_skip (walk, count * (int64_t) seidel_element_size (head->element), error))
    return false;
  values = seidel_mat_take_doubles (&walk->input, head->element, count, &array->inexact, error);
  return values != NULL && seidel_mat_set_dense (array, walk->input.source, values, error);
}

bool
seidel_mat_walk_read_4 (SeidelMatWalk *walk, const unsigned char *bytes, GError **error)
{
  static const SeidelMatClass classes[] = { SEIDEL_MAT_DOUBLE, SEIDEL_MAT_CHAR, SEIDEL_MAT_SPARSE };
  SeidelSource *source = walk->input.source;
  g_autofree char *name = g_malloc0 (SEIDEL_MAT_MOST_NAME + 1);
  SeidelMatArray *array;
  double end;
  Head4 head;

  if (!parse_head_4 (walk, bytes, &head)
      || !seidel_mat_walk_take (walk, name, (size_t) head.name_bytes, error))
    return false;
  end = (double) seidel_source_tell (source)
        + (double) head.rows * (double) head.columns * (double) seidel_element_size (head.element)
            * (head.complex_numbers ? 2.0 : 1.0);
  if (!seidel_mat_walk_can_end_at (walk, end) || end > (double) G_MAXINT64 / 2)
    return false;
  array = g_new0 (SeidelMatArray, 1);
  array->name = g_utf8_make_valid (name, -1);
  array->mat_class = classes[head.kind];
  array->complex_numbers = head.complex_numbers || (head.kind == 2 && head.columns == 4);
  array->rank = 2;
  array->rows = head.rows;
  array->columns = head.columns;
  seidel_mat_walk_add (walk, array);
  return read_content_4 (walk, &head, array, error)
         && seidel_mat_walk_skip (walk, (int64_t) end - (int64_t) seidel_source_tell (source),
                                  error);
}

bool
seidel_mat_walk_is_4 (const SeidelMatWalk *walk, const char *head, size_t length)
{
  const char *name = head + SEIDEL_MAT_HEADER_4_BYTES;
  Head4 parsed;

  if (length <= SEIDEL_MAT_HEADER_4_BYTES
      || !parse_head_4 (walk, (const unsigned char *) head, &parsed) || parsed.name_bytes < 2
      || parsed.name_bytes > LONGEST_NAME_4
      || SEIDEL_MAT_HEADER_4_BYTES + (size_t) parsed.name_bytes > length
      || strnlen (name, (size_t) parsed.name_bytes) + 1 != (size_t) parsed.name_bytes
      || !g_ascii_isalpha (name[0]))
    return false;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return false;
  return true;
}
