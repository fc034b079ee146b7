/* The elements of MATLAB files of version 5: tags, names, numbers, compressed or not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat-walk-private.h"

#include <string.h>

/* Numbers by the types of elements that hold some; of texts they are the units. */
static const struct
{
  bool known;
  SeidelElement element;
} numbers[] = {
  [1] = { true, SEIDEL_ELEMENT_INT8 },    [2] = { true, SEIDEL_ELEMENT_UINT8 },
  [3] = { true, SEIDEL_ELEMENT_INT16 },   [4] = { true, SEIDEL_ELEMENT_UINT16 },
  [5] = { true, SEIDEL_ELEMENT_INT32 },   [6] = { true, SEIDEL_ELEMENT_UINT32 },
  [7] = { true, SEIDEL_ELEMENT_FLOAT },   [9] = { true, SEIDEL_ELEMENT_DOUBLE },
  [12] = { true, SEIDEL_ELEMENT_INT64 },  [13] = { true, SEIDEL_ELEMENT_UINT64 },
  [16] = { true, SEIDEL_ELEMENT_UINT8 },  /* UTF-8 */
  [17] = { true, SEIDEL_ELEMENT_UINT16 }, /* UTF-16 */
  [18] = { true, SEIDEL_ELEMENT_UINT32 }, /* UTF-32 */
};

uint32_t
seidel_mat_walk_word (const SeidelMatWalk *walk, const unsigned char *p)
{
  uint32_t value;

  memcpy (&value, p, sizeof value);
  return walk->big ? GUINT32_FROM_BE (value) : GUINT32_FROM_LE (value);
}

/* Decompresses up to n bytes; fewer only at the end. −1 on error. */
int64_t
seidel_mat_walk_inflate (SeidelMatWalk *walk, void *to, size_t n, GError **error)
{
  SeidelSource *source = walk->input.source;

  walk->z.next_out = to;
  walk->z.avail_out = (uInt) n;
  while (walk->z.avail_out > 0 && !walk->packed_ended)
    {
      int status;

      if (walk->z.avail_in == 0)
        {
          const int64_t step = MIN (walk->packed_left, SEIDEL_MAT_PIECE_BYTES);

          if (step == 0 || seidel_source_read (source, (char *) walk->piece, step, error) != step)
            return -1;
          walk->packed_left -= step;
          walk->z.next_in = walk->piece;
          walk->z.avail_in = (uInt) step;
        }
      status = inflate (&walk->z, Z_NO_FLUSH);
      walk->packed_ended = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END)
        return -1;
    }
  return (int64_t) (n - walk->z.avail_out);
}

bool
seidel_mat_walk_take (void *data, void *to, size_t n, GError **error)
{
  SeidelMatWalk *walk = data;

  if (walk->small_left > 0)
    {
      if (n > walk->small_left)
        return false;
      memcpy (to, walk->small + sizeof walk->small - walk->small_left, n);
      walk->small_left -= n;
      return true;
    }
  if (walk->packed)
    return seidel_mat_walk_inflate (walk, to, n, error) == (int64_t) n;
  return seidel_source_read (walk->input.source, to, (int64_t) n, error) == (int64_t) n;
}

bool
seidel_mat_walk_skip (SeidelMatWalk *walk, int64_t n, GError **error)
{
  SeidelSource *source = walk->input.source;
  unsigned char waste[SEIDEL_MAT_PIECE_BYTES];

  if (!walk->packed && walk->small_left == 0 && !seidel_source_is_compressed (source))
    return seidel_source_seek (source, seidel_source_tell (source) + (uint64_t) n);
  for (int64_t left = n; left > 0; left -= SEIDEL_MAT_PIECE_BYTES)
    if (!seidel_source_poll (source, error)
        || !seidel_mat_walk_take (walk, waste, (size_t) MIN (left, SEIDEL_MAT_PIECE_BYTES), error))
      return false;
  return true;
}

/* Reads a tag, and subtracts it and the content it declares, padding included, from what is left.
 */
bool
seidel_mat_walk_take_tag (SeidelMatWalk *walk, SeidelMatTag *tag, int64_t *left, GError **error)
{
  unsigned char head[SEIDEL_MAT_TAG_BYTES];
  uint32_t first;

  if (*left < SEIDEL_MAT_TAG_BYTES || !seidel_mat_walk_take (walk, head, sizeof head, error))
    return false;
  first = seidel_mat_walk_word (walk, head);
  if (first >> 16 != 0)
    {
      *tag = (SeidelMatTag){ first & 0xffff, first >> 16, 4 - (int64_t) (first >> 16) };
      memcpy (walk->small, head + 4, sizeof walk->small);
      walk->small_left = sizeof walk->small;
      *left -= SEIDEL_MAT_TAG_BYTES;
      return tag->padding >= 0;
    }
  *tag = (SeidelMatTag){ first, seidel_mat_walk_word (walk, head + 4), 0 };
  if (tag->type != SEIDEL_MAT_TYPE_MATRIX)
    tag->padding = (8 - tag->bytes % 8) % 8;
  *left -= SEIDEL_MAT_TAG_BYTES + tag->bytes + tag->padding;
  return *left >= 0;
}

/* The content of a short element. */
bool
seidel_mat_walk_take_content (SeidelMatWalk *walk,
                              const SeidelMatTag *tag,
                              void *to,
                              int64_t most,
                              GError **error)
{
  return tag->bytes <= most && seidel_mat_walk_take (walk, to, (size_t) tag->bytes, error)
         && seidel_mat_walk_skip (walk, tag->padding, error);
}

/* The content of a short element of characters, or NULL. */
char *
seidel_mat_walk_take_name (SeidelMatWalk *walk, int64_t *left, GError **error)
{
  g_autofree char *name = g_malloc0 (SEIDEL_MAT_MOST_NAME + 1);
  SeidelMatTag tag;

  return seidel_mat_walk_take_tag (walk, &tag, left, error) && tag.type == SEIDEL_MAT_TYPE_INT8
             && seidel_mat_walk_take_content (walk, &tag, name, SEIDEL_MAT_MOST_NAME, error)
           ? g_steal_pointer (&name)
           : NULL;
}

/* Whether an element has at least count numbers, and of what kind they are. */
bool
seidel_mat_walk_find_numbers (const SeidelMatTag *tag, int64_t count, SeidelElement *element)
{
  if (tag->type >= G_N_ELEMENTS (numbers) || (!numbers[tag->type].known && count > 0))
    return false;
  *element = numbers[tag->type].element;
  return tag->bytes / (int64_t) seidel_element_size (*element) >= count;
}

/* The first count numbers of an element, of which the array declares stored. MATLAB writes the
 * values of a sparse logical matrix as one byte each, under a tag that says double. */
static double *
take_numbers (SeidelMatWalk *walk,
              SeidelMatArray *array,
              int64_t count,
              int64_t stored,
              int64_t *left,
              GError **error)
{
  g_autofree double *values = NULL;
  SeidelElement element;
  SeidelMatTag tag;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error))
    return NULL;
  if (array->logical && array->mat_class == SEIDEL_MAT_SPARSE && tag.type == SEIDEL_MAT_TYPE_DOUBLE
      && (tag.bytes == stored || tag.bytes == count))
    tag.type = SEIDEL_MAT_TYPE_UINT8;
  if (!seidel_mat_walk_find_numbers (&tag, count, &element))
    return NULL;
  values = seidel_mat_take_doubles (&walk->input, element, count, &array->inexact, error);
  return values != NULL
             && seidel_mat_walk_skip (walk,
                                      tag.bytes + tag.padding
                                        - count * (int64_t) seidel_element_size (element),
                                      error)
           ? g_steal_pointer (&values)
           : NULL;
}

/* Whether the second of two elements, or columns, has the numbers that are to be read. */
bool
seidel_mat_walk_wants_imaginary (const SeidelMatWalk *walk, const SeidelMatArray *array)
{
  return array->complex_numbers && seidel_source_part (walk->input.source) == SEIDEL_PART_IMAGINARY;
}

/* The first count of the stored numbers of an array, whose imaginary parts are an element of their
 * own. */
double *
seidel_mat_walk_take_values (SeidelMatWalk *walk,
                             SeidelMatArray *array,
                             int64_t count,
                             int64_t stored,
                             int64_t *left,
                             GError **error)
{
  SeidelMatTag tag;

  if (seidel_mat_walk_wants_imaginary (walk, array)
      && (!seidel_mat_walk_take_tag (walk, &tag, left, error)
          || !seidel_mat_walk_skip (walk, tag.bytes + tag.padding, error)))
    return NULL;
  return take_numbers (walk, array, count, stored, left, error);
}

/* The indices of an element, at least least of them. */
int32_t *
seidel_mat_walk_take_indices (SeidelMatWalk *walk,
                              int64_t least,
                              int64_t *count,
                              int64_t *left,
                              GError **error)
{
  g_autofree int32_t *indices = NULL;
  SeidelMatTag tag;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error)
      || (tag.type != SEIDEL_MAT_TYPE_INT32 && tag.type != SEIDEL_MAT_TYPE_UINT32)
      || tag.bytes % 4 != 0 || tag.bytes / 4 < least)
    return NULL;
  *count = tag.bytes / 4;
  indices = seidel_mat_take_integers (&walk->input, *count, error);
  return indices != NULL && seidel_mat_walk_skip (walk, tag.padding, error)
           ? g_steal_pointer (&indices)
           : NULL;
}

/* Adds an array; true if its content is to be read. */
bool
seidel_mat_walk_add (SeidelMatWalk *walk, SeidelMatArray *array)
{
  g_ptr_array_add (walk->arrays, array);
  if (walk->wanted == NULL || !g_strv_contains (walk->wanted, array->name)
      || !seidel_mat_array_has_content (array))
    return false;
  walk->used = true;
  return true;
}

/* Whether a variable can extend so far, which is unknown in compressed files. */
bool
seidel_mat_walk_can_end_at (const SeidelMatWalk *walk, double end)
{
  return seidel_source_is_compressed (walk->input.source)
         || end <= (double) seidel_source_file_bytes (walk->input.source);
}
