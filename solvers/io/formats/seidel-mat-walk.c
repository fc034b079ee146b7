/* MATLAB files of versions 4 and 5 (to 7): walks over their arrays, and reads the content of some.
 *
 * Nothing that a header declares is trusted: an element must lie within the one it is part of and
 * within the file, and memory is allocated as numbers come.
 *
 * Source: The MathWorks, "MAT-File Format", R2019b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat-walk-private.h"

#include <string.h>

#include "base/seidel-memory.h"

#define HEADER_BYTES 128
#define WORKSPACE_AT 116
#define MARK_AT      124

#define MOST_RANK   32
#define MOST_FIELDS 4096

/* In the flags of an array. */
#define FLAG_COMPLEX 0x800
#define FLAG_LOGICAL 0x200

static bool
read_sparse (SeidelMatWalk *walk, SeidelMatArray *array, int64_t *left, GError **error)
{
  g_autofree int32_t *rows = NULL;
  g_autofree int32_t *offsets = NULL;
  g_autofree double *values = NULL;
  int64_t stored = 0;
  int64_t n_offsets = 0;
  int64_t n;

  /* Before anything of that size is read. */
  if (!seidel_source_check_matrix (walk->input.source, (double) array->rows,
                                   (double) array->columns, 0.0, error))
    return false;
  rows = seidel_mat_walk_take_indices (walk, 0, &stored, left, error);
  if (rows != NULL)
    offsets = seidel_mat_walk_take_indices (walk, array->columns + 1, &n_offsets, left, error);
  if (offsets == NULL)
    return false;
  /* Room for more entries than there are may be reserved. */
  n = MIN (stored, (int64_t) (uint32_t) offsets[array->columns]);
  values = seidel_mat_walk_take_values (walk, array, n, stored, left, error);
  return values != NULL
         && seidel_mat_set_sparse (array, walk->input.source, g_steal_pointer (&offsets),
                                   g_steal_pointer (&rows), g_steal_pointer (&values), n, error);
}

static bool
read_dense (SeidelMatWalk *walk, SeidelMatArray *array, int64_t *left, GError **error)
{
  const int64_t count = array->rows * array->columns;
  double *values = seidel_mat_walk_take_values (walk, array, count, count, left, error);

  return values != NULL && seidel_mat_set_dense (array, walk->input.source, values, error);
}

static bool
read_text (SeidelMatWalk *walk, SeidelMatArray *array, int64_t *left, GError **error)
{
  const int64_t count = array->rows * array->columns;
  SeidelElement element;
  SeidelMatTag tag;
  int width;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error)
      || !seidel_mat_walk_find_numbers (&tag, count, &element))
    return false;
  width = (int) seidel_element_size (element);
  array->text = seidel_mat_take_text (&walk->input, count, width, error);
  return array->text != NULL
         && seidel_mat_walk_skip (walk, tag.bytes + tag.padding - count * width, error);
}

static bool
read_array (SeidelMatWalk *walk, int64_t bytes, const char *name, int depth, GError **error);

/* The next of the arrays in a struct or cell array; what is not searched is skipped. */
static bool
read_part (SeidelMatWalk *walk, int64_t *left, const char *name, int depth, GError **error)
{
  SeidelMatTag tag;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error) || tag.type != SEIDEL_MAT_TYPE_MATRIX
      || walk->small_left > 0)
    return false;
  if (depth >= SEIDEL_MAT_MOST_DEPTH || walk->arrays->len >= SEIDEL_MAT_MOST_ARRAYS)
    return seidel_mat_walk_skip (walk, tag.bytes, error);
  return read_array (walk, tag.bytes, name, depth + 1, error);
}

static bool
read_cells (SeidelMatWalk *walk,
            double count,
            int64_t *left,
            const char *name,
            int depth,
            GError **error)
{
  for (int i = 0; i < MIN (count, SEIDEL_MAT_MOST_ELEMENTS); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s{%d}", name, i + 1);

      if (!read_part (walk, left, path, depth, error))
        return false;
    }
  return true;
}

static bool
read_struct (SeidelMatWalk *walk,
             double count,
             int64_t *left,
             const char *name,
             int depth,
             GError **error)
{
  unsigned char length[4];
  g_autofree char *names = NULL;
  int64_t width;
  int64_t fields;
  SeidelMatTag tag;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error) || tag.type != SEIDEL_MAT_TYPE_INT32
      || tag.bytes != 4 || !seidel_mat_walk_take_content (walk, &tag, length, sizeof length, error)
      || !seidel_mat_walk_take_tag (walk, &tag, left, error) || tag.type != SEIDEL_MAT_TYPE_INT8)
    return false;
  width = seidel_mat_walk_word (walk, length);
  if (width == 0 || width > SEIDEL_MAT_MOST_NAME || tag.bytes % width != 0
      || tag.bytes / width > MOST_FIELDS)
    return false;
  fields = tag.bytes / width;
  names = seidel_memory_try ((size_t) tag.bytes + 1, "the names of fields", error);
  if (names == NULL || !seidel_mat_walk_take_content (walk, &tag, names, tag.bytes, error))
    return false;
  for (int i = 0; i < MIN (count, SEIDEL_MAT_MOST_ELEMENTS); i++)
    for (int64_t f = 0; f < fields; f++)
      {
        g_autofree char *field = g_strndup (names + f * width, (gsize) width);
        g_autofree char *path = count == 1.0 ? g_strdup_printf ("%s.%s", name, field)
                                             : g_strdup_printf ("%s(%d).%s", name, i + 1, field);

        if (!read_part (walk, left, path, depth, error))
          return false;
      }
  return true;
}

/* The dimensions; count receives their product. */
static bool
take_dimensions (SeidelMatWalk *walk,
                 SeidelMatArray *array,
                 double *count,
                 int64_t *left,
                 GError **error)
{
  unsigned char content[4 * MOST_RANK];
  SeidelMatTag tag;

  if (!seidel_mat_walk_take_tag (walk, &tag, left, error) || tag.type != SEIDEL_MAT_TYPE_INT32
      || tag.bytes % 4 != 0 || tag.bytes < 8
      || !seidel_mat_walk_take_content (walk, &tag, content, sizeof content, error))
    return false;
  array->rank = tag.bytes / 4;
  array->rows = seidel_mat_walk_word (walk, content);
  array->columns = seidel_mat_walk_word (walk, content + 4);
  *count = 1.0;
  for (int64_t i = 0; i < array->rank; i++)
    {
      if (seidel_mat_walk_word (walk, content + 4 * i) > G_MAXINT32)
        return false;
      *count *= (double) seidel_mat_walk_word (walk, content + 4 * i);
    }
  return true;
}

/* What follows the head of an array. */
static bool
read_content (SeidelMatWalk *walk,
              SeidelMatArray *array,
              double count,
              int64_t *left,
              int depth,
              GError **error)
{
  g_autoptr (SeidelMatArray) own = array;

  if (own->mat_class == SEIDEL_MAT_CELL)
    return read_cells (walk, count, left, own->name, depth, error);
  if (own->mat_class == SEIDEL_MAT_STRUCT)
    return read_struct (walk, count, left, own->name, depth, error);
  array = g_steal_pointer (&own);
  if (!seidel_mat_walk_add (walk, array))
    return true;
  if (array->mat_class == SEIDEL_MAT_CHAR)
    return *left == 0 || read_text (walk, array, left, error);
  return (array->mat_class == SEIDEL_MAT_SPARSE ? read_sparse : read_dense) (walk, array, left,
                                                                             error);
}

/* MATLAB keeps the data of objects (function handles, tables, strings) in a nameless element, which
 * looks like a row of bytes. */
static bool
is_workspace (const SeidelMatWalk *walk, const SeidelMatArray *array)
{
  return array->name[0] == '\0' && (walk->at_workspace || array->mat_class == SEIDEL_MAT_UINT8);
}

/* The bytes of an element, with its tag, which has up to four of them. */
static int64_t
element_bytes (int64_t content)
{
  return SEIDEL_MAT_TAG_BYTES + (content > 0 && content <= 4 ? 0 : (content + 7) / 8 * 8);
}

/* Octave writes sparse logical matrices under the class of full ones: what follows has the size of
 * the former. most is the number of entries, or 1 where there is none. */
static bool
is_sparse_logical (const SeidelMatArray *array, double count, int64_t most, int64_t left)
{
  if (array->mat_class != SEIDEL_MAT_UINT8 || !array->logical || array->rank != 2
      || left == element_bytes ((int64_t) count))
    return false;
  for (int64_t n = most == 1 ? 0 : most; n <= most; n++)
    if (left
        == element_bytes (4 * n) + element_bytes (4 * (array->columns + 1)) + element_bytes (8 * n))
      return true;
  return false;
}

/* An array of so many bytes, behind its tag. None at all is an empty one. The rest of a variable of
 * which nothing is read need not be decompressed. */
static bool
read_array (SeidelMatWalk *walk, int64_t bytes, const char *name, int depth, GError **error)
{
  g_autoptr (SeidelMatArray) array = g_new0 (SeidelMatArray, 1);
  unsigned char flags[8];
  g_autofree char *own_name = NULL;
  int64_t left = bytes;
  double count = 0.0;
  SeidelMatTag tag;

  if (bytes == 0)
    return true;
  if (!seidel_mat_walk_take_tag (walk, &tag, &left, error) || tag.type != SEIDEL_MAT_TYPE_UINT32
      || tag.bytes != sizeof flags
      || !seidel_mat_walk_take_content (walk, &tag, flags, sizeof flags, error))
    return false;
  array->mat_class = seidel_mat_walk_word (walk, flags) & 0xff;
  array->logical = (seidel_mat_walk_word (walk, flags) & FLAG_LOGICAL) != 0;
  array->complex_numbers = (seidel_mat_walk_word (walk, flags) & FLAG_COMPLEX) != 0;
  /* Objects of MATLAB's own (strings, tables, times) have no dimensions. */
  if (array->mat_class != SEIDEL_MAT_OPAQUE && !take_dimensions (walk, array, &count, &left, error))
    return false;
  own_name = seidel_mat_walk_take_name (walk, &left, error);
  if (own_name == NULL)
    return false;
  array->name = g_utf8_make_valid (name != NULL ? name : own_name, -1);
  if (is_sparse_logical (array, count, seidel_mat_walk_word (walk, flags + 4), left))
    array->mat_class = SEIDEL_MAT_SPARSE;
  if (depth == 0 && is_workspace (walk, array))
    return seidel_mat_walk_skip (walk, left, error);
  return read_content (walk, g_steal_pointer (&array), count, &left, depth, error)
         && ((depth == 0 && !walk->verifying && !walk->used)
             || seidel_mat_walk_skip (walk, left, error));
}

/* A compressed element holds one array. */
static bool
read_packed (SeidelMatWalk *walk, int64_t bytes, GError **error)
{
  int64_t left = G_MAXINT64;
  char byte;
  SeidelMatTag tag;
  bool fine;

  memset (&walk->z, 0, sizeof walk->z);
  if (inflateInit (&walk->z) != Z_OK)
    return false;
  walk->packed = true;
  walk->packed_ended = false;
  walk->packed_left = bytes;
  fine = seidel_mat_walk_take_tag (walk, &tag, &left, error) && tag.type == SEIDEL_MAT_TYPE_MATRIX
         && read_array (walk, tag.bytes, NULL, 0, error);
  /* Its sum is verified at its end. */
  if (fine && (walk->verifying || walk->used))
    fine = seidel_mat_walk_inflate (walk, &byte, 1, error) == 0 || !walk->verifying;
  walk->packed = false;
  inflateEnd (&walk->z);
  return fine;
}

/* A variable of version 5, behind its first 8 bytes. */
static bool
read_variable_5 (SeidelMatWalk *walk, const unsigned char *head, GError **error)
{
  SeidelSource *source = walk->input.source;
  const uint32_t type = seidel_mat_walk_word (walk, head);
  const int64_t bytes = seidel_mat_walk_word (walk, head + 4);
  const uint64_t begin = seidel_source_tell (source);
  const uint64_t end = begin + (uint64_t) bytes;

  walk->at_workspace = begin - SEIDEL_MAT_TAG_BYTES == walk->workspace;
  return seidel_mat_walk_can_end_at (walk, (double) end)
         && (type == SEIDEL_MAT_TYPE_COMPRESSED
               ? read_packed (walk, bytes, error)
               : type == SEIDEL_MAT_TYPE_MATRIX && read_array (walk, bytes, NULL, 0, error))
         && seidel_mat_walk_skip (walk, (int64_t) (end - seidel_source_tell (source)), error);
}

/* Whether a file has the mark of a version behind its text, of either byte order. */
static bool
has_mark (const char *head, size_t length, char version, bool *big)
{
  const char little[] = { '\0', version, 'I', 'M' };
  const char other[] = { version, '\0', 'M', 'I' };

  *big = length >= HEADER_BYTES && memcmp (head + MARK_AT, other, 4) == 0;
  return *big || (length >= HEADER_BYTES && memcmp (head + MARK_AT, little, 4) == 0);
}

bool
seidel_mat_is_hdf5 (const char *head, size_t length)
{
  bool big;

  return has_mark (head, length, 2, &big);
}

bool
seidel_hdf5_recognise (const char *head, size_t length)
{
  static const char magic[] = { '\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n' };

  if (seidel_mat_is_hdf5 (head, length))
    return false;
  if (length >= sizeof magic && memcmp (head, magic, sizeof magic) == 0)
    return true;
  /* Behind a block of the user's. */
  for (size_t at = 512; at + sizeof magic <= length; at *= 2)
    if (memcmp (head + at, magic, sizeof magic) == 0)
      return true;
  return false;
}

/* The version of a file, 4 or 5, and its byte order; 0 for none. */
static int
find_version (SeidelMatWalk *walk, const char *head, size_t length)
{
  if (has_mark (head, length, 1, &walk->big))
    return 5;
  walk->big = false;
  if (seidel_mat_walk_is_4 (walk, head, length))
    return 4;
  walk->big = true;
  return seidel_mat_walk_is_4 (walk, head, length) ? 4 : 0;
}

bool
seidel_mat_recognise (const char *head, size_t length)
{
  SeidelMatWalk walk = { 0 };

  return seidel_mat_is_hdf5 (head, length) || find_version (&walk, head, length) != 0;
}

/* The place of the data of objects; files without any have zeros or blanks there. */
static uint64_t
find_workspace (const SeidelMatWalk *walk, const char *head)
{
  uint64_t place;

  memcpy (&place, head + WORKSPACE_AT, sizeof place);
  return walk->big ? GUINT64_FROM_BE (place) : GUINT64_FROM_LE (place);
}

/* The variables, one after the other. */
static bool
read_variables (SeidelMatWalk *walk, int version, GError **error)
{
  SeidelSource *source = walk->input.source;
  const int64_t length = version == 5 ? SEIDEL_MAT_TAG_BYTES : SEIDEL_MAT_HEADER_4_BYTES;

  for (int n = 1;; n++)
    {
      g_autoptr (GError) cause = NULL;
      unsigned char head[SEIDEL_MAT_HEADER_4_BYTES];
      int64_t got;

      if (!seidel_source_poll (source, error))
        return false;
      walk->used = false;
      got = seidel_source_read (source, (char *) head, length, &cause);
      if (got == 0)
        return true;
      if (got == length
          && (version == 5 ? read_variable_5 : seidel_mat_walk_read_4) (walk, head, &cause))
        continue;
      if (cause == NULL)
        seidel_source_fail (source, SEIDEL_ERROR_FORMAT, &cause,
                            "variable %d is damaged, or the file ends in the middle of it", n);
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
}

static GPtrArray *
walk_all (SeidelMatWalk *walk, SeidelSource *source, const char **version, GError **error)
{
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_mat_array_free);
  char head[HEADER_BYTES];
  int64_t got;
  int number;

  walk->input = (SeidelMatInput){ seidel_mat_walk_take, walk, false, source };
  walk->arrays = arrays;
  if (!seidel_source_rewind (source, error))
    return NULL;
  got = seidel_source_read (source, head, HEADER_BYTES, error);
  number = got >= 0 ? find_version (walk, head, (size_t) got) : 0;
  if (number == 5)
    walk->workspace = find_workspace (walk, head);
  if (got >= 0 && number == 0)
    seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "is not a MATLAB file");
  if (number == 0 || (number == 4 && !seidel_source_rewind (source, error)))
    return NULL;
  walk->input.swapped = walk->big != (G_BYTE_ORDER == G_BIG_ENDIAN);
  if (version != NULL)
    *version = number == 5 ? "MATLAB 5" : "MATLAB 4";
  return read_variables (walk, number, error) ? g_steal_pointer (&arrays) : NULL;
}

GPtrArray *
seidel_mat_walk (SeidelSource *source,
                 const char *const *wanted,
                 const char **version,
                 GError **error)
{
  g_autofree SeidelMatWalk *walk = g_new0 (SeidelMatWalk, 1);

  walk->wanted = wanted;
  return walk_all (walk, source, version, error);
}

bool
seidel_mat_verify (const char *path, unsigned variables, GError **error)
{
  g_autofree SeidelMatWalk *walk = g_new0 (SeidelMatWalk, 1);
  g_autoptr (SeidelSource) source = seidel_source_open (path, error);
  g_autoptr (GPtrArray) arrays = NULL;

  walk->verifying = true;
  arrays = source != NULL ? walk_all (walk, source, NULL, error) : NULL;
  return arrays != NULL
         && (arrays->len == variables
             || seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                                    "has %u variables of the %u written", arrays->len, variables));
}
