/* MATLAB files of versions 4 and 5 (to 7): walks over their arrays, and reads the content of some.
 *
 * Nothing that a header declares is trusted: an element must lie within the one it is part of and
 * within the file, and memory is allocated as numbers come.
 *
 * Source: The MathWorks, "MAT-File Format", R2019b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat.h"

#include <string.h>
#include <zlib.h>

#include "base/seidel-memory.h"

#define HEADER_BYTES 128
#define WORKSPACE_AT 116
#define MARK_AT      124
#define TAG_BYTES    8

#define HEADER_4_BYTES 20
#define LONGEST_NAME_4 64

#define MOST_RANK   32
#define MOST_FIELDS 4096

#define PIECE_BYTES 16384

/* The types of elements. */
enum
{
  TYPE_INT8 = 1,
  TYPE_UINT8 = 2,
  TYPE_INT32 = 5,
  TYPE_UINT32 = 6,
  TYPE_DOUBLE = 9,
  TYPE_MATRIX = 14,
  TYPE_COMPRESSED = 15,
};

/* In the flags of an array. */
#define FLAG_COMPLEX 0x800
#define FLAG_LOGICAL 0x200

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

typedef struct
{
  SeidelMatInput input;
  GPtrArray *arrays; /* of SeidelMatArray */
  const char *const *wanted;
  bool big;       /* endian */
  bool verifying; /* decompress every element to its end, which verifies its sum */
  bool used;      /* content of the current variable was read */

  uint64_t workspace; /* where the header says that the data of objects begin, or 0 */
  bool at_workspace;

  unsigned char small[4]; /* the content of an element that is in its tag */
  size_t small_left;

  /* Inside a compressed element. */
  bool packed;
  bool packed_ended;
  z_stream z;
  int64_t packed_left; /* bytes of it still to be read */
  unsigned char piece[PIECE_BYTES];
} Walk;

/* The head of an element. */
typedef struct
{
  uint32_t type;
  int64_t bytes;
  int64_t padding; /* that follow */
} Tag;

static uint32_t
word (const Walk *walk, const unsigned char *p)
{
  uint32_t value;

  memcpy (&value, p, sizeof value);
  return walk->big ? GUINT32_FROM_BE (value) : GUINT32_FROM_LE (value);
}

/* Decompresses up to n bytes; fewer only at the end. −1 on error. */
static int64_t
inflate_bytes (Walk *walk, void *to, size_t n, GError **error)
{
  SeidelSource *source = walk->input.source;

  walk->z.next_out = to;
  walk->z.avail_out = (uInt) n;
  while (walk->z.avail_out > 0 && !walk->packed_ended)
    {
      int status;

      if (walk->z.avail_in == 0)
        {
          const int64_t step = MIN (walk->packed_left, PIECE_BYTES);

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

static bool
take (void *data, void *to, size_t n, GError **error)
{
  Walk *walk = data;

  if (walk->small_left > 0)
    {
      if (n > walk->small_left)
        return false;
      memcpy (to, walk->small + sizeof walk->small - walk->small_left, n);
      walk->small_left -= n;
      return true;
    }
  if (walk->packed)
    return inflate_bytes (walk, to, n, error) == (int64_t) n;
  return seidel_source_read (walk->input.source, to, (int64_t) n, error) == (int64_t) n;
}

static bool
skip (Walk *walk, int64_t n, GError **error)
{
  SeidelSource *source = walk->input.source;
  unsigned char waste[PIECE_BYTES];

  if (!walk->packed && walk->small_left == 0 && !seidel_source_is_compressed (source))
    return seidel_source_seek (source, seidel_source_tell (source) + (uint64_t) n);
  for (int64_t left = n; left > 0; left -= PIECE_BYTES)
    if (!seidel_source_poll (source, error)
        || !take (walk, waste, (size_t) MIN (left, PIECE_BYTES), error))
      return false;
  return true;
}

/* Reads a tag, and subtracts it and the content it declares, padding included, from what is left.
 */
static bool
take_tag (Walk *walk, Tag *tag, int64_t *left, GError **error)
{
  unsigned char head[TAG_BYTES];
  uint32_t first;

  if (*left < TAG_BYTES || !take (walk, head, sizeof head, error))
    return false;
  first = word (walk, head);
  if (first >> 16 != 0)
    {
      *tag = (Tag){ first & 0xffff, first >> 16, 4 - (int64_t) (first >> 16) };
      memcpy (walk->small, head + 4, sizeof walk->small);
      walk->small_left = sizeof walk->small;
      *left -= TAG_BYTES;
      return tag->padding >= 0;
    }
  *tag = (Tag){ first, word (walk, head + 4), 0 };
  if (tag->type != TYPE_MATRIX)
    tag->padding = (8 - tag->bytes % 8) % 8;
  *left -= TAG_BYTES + tag->bytes + tag->padding;
  return *left >= 0;
}

/* The content of a short element. */
static bool
take_content (Walk *walk, const Tag *tag, void *to, int64_t most, GError **error)
{
  return tag->bytes <= most && take (walk, to, (size_t) tag->bytes, error)
         && skip (walk, tag->padding, error);
}

/* The content of a short element of characters, or NULL. */
static char *
take_name (Walk *walk, int64_t *left, GError **error)
{
  g_autofree char *name = g_malloc0 (SEIDEL_MAT_MOST_NAME + 1);
  Tag tag;

  return take_tag (walk, &tag, left, error) && tag.type == TYPE_INT8
             && take_content (walk, &tag, name, SEIDEL_MAT_MOST_NAME, error)
           ? g_steal_pointer (&name)
           : NULL;
}

/* Whether an element has at least count numbers, and of what kind they are. */
static bool
find_numbers (const Tag *tag, int64_t count, SeidelElement *element)
{
  if (tag->type >= G_N_ELEMENTS (numbers) || (!numbers[tag->type].known && count > 0))
    return false;
  *element = numbers[tag->type].element;
  return tag->bytes / (int64_t) seidel_element_size (*element) >= count;
}

/* The first count numbers of an element, of which the array declares stored. MATLAB writes the
 * values of a sparse logical matrix as one byte each, under a tag that says double. */
static double *
take_numbers (Walk *walk,
              SeidelMatArray *array,
              int64_t count,
              int64_t stored,
              int64_t *left,
              GError **error)
{
  g_autofree double *values = NULL;
  SeidelElement element;
  Tag tag;

  if (!take_tag (walk, &tag, left, error))
    return NULL;
  if (array->logical && array->mat_class == SEIDEL_MAT_SPARSE && tag.type == TYPE_DOUBLE
      && (tag.bytes == stored || tag.bytes == count))
    tag.type = TYPE_UINT8;
  if (!find_numbers (&tag, count, &element))
    return NULL;
  values = seidel_mat_take_doubles (&walk->input, element, count, &array->inexact, error);
  return values != NULL
             && skip (walk,
                      tag.bytes + tag.padding - count * (int64_t) seidel_element_size (element),
                      error)
           ? g_steal_pointer (&values)
           : NULL;
}

/* Whether the second of two elements, or columns, has the numbers that are to be read. */
static bool
wants_imaginary (const Walk *walk, const SeidelMatArray *array)
{
  return array->complex_numbers && seidel_source_part (walk->input.source) == SEIDEL_PART_IMAGINARY;
}

/* The first count of the stored numbers of an array, whose imaginary parts are an element of their
 * own. */
static double *
take_values (Walk *walk,
             SeidelMatArray *array,
             int64_t count,
             int64_t stored,
             int64_t *left,
             GError **error)
{
  Tag tag;

  if (wants_imaginary (walk, array)
      && (!take_tag (walk, &tag, left, error) || !skip (walk, tag.bytes + tag.padding, error)))
    return NULL;
  return take_numbers (walk, array, count, stored, left, error);
}

/* The indices of an element, at least least of them. */
static int32_t *
take_indices (Walk *walk, int64_t least, int64_t *count, int64_t *left, GError **error)
{
  g_autofree int32_t *indices = NULL;
  Tag tag;

  if (!take_tag (walk, &tag, left, error) || (tag.type != TYPE_INT32 && tag.type != TYPE_UINT32)
      || tag.bytes % 4 != 0 || tag.bytes / 4 < least)
    return NULL;
  *count = tag.bytes / 4;
  indices = seidel_mat_take_integers (&walk->input, *count, error);
  return indices != NULL && skip (walk, tag.padding, error) ? g_steal_pointer (&indices) : NULL;
}

static bool
read_sparse (Walk *walk, SeidelMatArray *array, int64_t *left, GError **error)
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
  rows = take_indices (walk, 0, &stored, left, error);
  if (rows != NULL)
    offsets = take_indices (walk, array->columns + 1, &n_offsets, left, error);
  if (offsets == NULL)
    return false;
  /* Room for more entries than there are may be reserved. */
  n = MIN (stored, (int64_t) (uint32_t) offsets[array->columns]);
  values = take_values (walk, array, n, stored, left, error);
  return values != NULL
         && seidel_mat_set_sparse (array, walk->input.source, g_steal_pointer (&offsets),
                                   g_steal_pointer (&rows), g_steal_pointer (&values), n, error);
}

static bool
read_dense (Walk *walk, SeidelMatArray *array, int64_t *left, GError **error)
{
  const int64_t count = array->rows * array->columns;
  double *values = take_values (walk, array, count, count, left, error);

  return values != NULL && seidel_mat_set_dense (array, walk->input.source, values, error);
}

static bool
read_text (Walk *walk, SeidelMatArray *array, int64_t *left, GError **error)
{
  const int64_t count = array->rows * array->columns;
  SeidelElement element;
  Tag tag;
  int width;

  if (!take_tag (walk, &tag, left, error) || !find_numbers (&tag, count, &element))
    return false;
  width = (int) seidel_element_size (element);
  array->text = seidel_mat_take_text (&walk->input, count, width, error);
  return array->text != NULL && skip (walk, tag.bytes + tag.padding - count * width, error);
}

/* Adds an array; true if its content is to be read. */
static bool
add_array (Walk *walk, SeidelMatArray *array)
{
  g_ptr_array_add (walk->arrays, array);
  if (walk->wanted == NULL || !g_strv_contains (walk->wanted, array->name)
      || !seidel_mat_array_has_content (array))
    return false;
  walk->used = true;
  return true;
}

static bool read_array (Walk *walk, int64_t bytes, const char *name, int depth, GError **error);

/* The next of the arrays in a struct or cell array; what is not searched is skipped. */
static bool
read_part (Walk *walk, int64_t *left, const char *name, int depth, GError **error)
{
  Tag tag;

  if (!take_tag (walk, &tag, left, error) || tag.type != TYPE_MATRIX || walk->small_left > 0)
    return false;
  if (depth >= SEIDEL_MAT_MOST_DEPTH || walk->arrays->len >= SEIDEL_MAT_MOST_ARRAYS)
    return skip (walk, tag.bytes, error);
  return read_array (walk, tag.bytes, name, depth + 1, error);
}

static bool
read_cells (Walk *walk, double count, int64_t *left, const char *name, int depth, GError **error)
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
read_struct (Walk *walk, double count, int64_t *left, const char *name, int depth, GError **error)
{
  unsigned char length[4];
  g_autofree char *names = NULL;
  int64_t width;
  int64_t fields;
  Tag tag;

  if (!take_tag (walk, &tag, left, error) || tag.type != TYPE_INT32 || tag.bytes != 4
      || !take_content (walk, &tag, length, sizeof length, error)
      || !take_tag (walk, &tag, left, error) || tag.type != TYPE_INT8)
    return false;
  width = word (walk, length);
  if (width == 0 || width > SEIDEL_MAT_MOST_NAME || tag.bytes % width != 0
      || tag.bytes / width > MOST_FIELDS)
    return false;
  fields = tag.bytes / width;
  names = seidel_memory_try ((size_t) tag.bytes + 1, "the names of fields", error);
  if (names == NULL || !take_content (walk, &tag, names, tag.bytes, error))
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
take_dimensions (Walk *walk, SeidelMatArray *array, double *count, int64_t *left, GError **error)
{
  unsigned char content[4 * MOST_RANK];
  Tag tag;

  if (!take_tag (walk, &tag, left, error) || tag.type != TYPE_INT32 || tag.bytes % 4 != 0
      || tag.bytes < 8 || !take_content (walk, &tag, content, sizeof content, error))
    return false;
  array->rank = tag.bytes / 4;
  array->rows = word (walk, content);
  array->columns = word (walk, content + 4);
  *count = 1.0;
  for (int64_t i = 0; i < array->rank; i++)
    {
      if (word (walk, content + 4 * i) > G_MAXINT32)
        return false;
      *count *= (double) word (walk, content + 4 * i);
    }
  return true;
}

/* What follows the head of an array. */
static bool
read_content (Walk *walk,
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
  if (!add_array (walk, array))
    return true;
  if (array->mat_class == SEIDEL_MAT_CHAR)
    return *left == 0 || read_text (walk, array, left, error);
  return (array->mat_class == SEIDEL_MAT_SPARSE ? read_sparse : read_dense) (walk, array, left,
                                                                             error);
}

/* MATLAB keeps the data of objects (function handles, tables, strings) in a nameless element, which
 * looks like a row of bytes. */
static bool
is_workspace (const Walk *walk, const SeidelMatArray *array)
{
  return array->name[0] == '\0' && (walk->at_workspace || array->mat_class == SEIDEL_MAT_UINT8);
}

/* An array of so many bytes, behind its tag. None at all is an empty one. The rest of a variable of
 * which nothing is read need not be decompressed. */
static bool
read_array (Walk *walk, int64_t bytes, const char *name, int depth, GError **error)
{
  g_autoptr (SeidelMatArray) array = g_new0 (SeidelMatArray, 1);
  unsigned char flags[8];
  g_autofree char *own_name = NULL;
  int64_t left = bytes;
  double count = 0.0;
  Tag tag;

  if (bytes == 0)
    return true;
  if (!take_tag (walk, &tag, &left, error) || tag.type != TYPE_UINT32 || tag.bytes != sizeof flags
      || !take_content (walk, &tag, flags, sizeof flags, error))
    return false;
  array->mat_class = word (walk, flags) & 0xff;
  array->logical = (word (walk, flags) & FLAG_LOGICAL) != 0;
  array->complex_numbers = (word (walk, flags) & FLAG_COMPLEX) != 0;
  /* Objects of MATLAB's own (strings, tables, times) have no dimensions. */
  if (array->mat_class != SEIDEL_MAT_OPAQUE && !take_dimensions (walk, array, &count, &left, error))
    return false;
  own_name = take_name (walk, &left, error);
  if (own_name == NULL)
    return false;
  array->name = g_utf8_make_valid (name != NULL ? name : own_name, -1);
  if (depth == 0 && is_workspace (walk, array))
    return skip (walk, left, error);
  return read_content (walk, g_steal_pointer (&array), count, &left, depth, error)
         && ((depth == 0 && !walk->verifying && !walk->used) || skip (walk, left, error));
}

/* A compressed element holds one array. */
static bool
read_packed (Walk *walk, int64_t bytes, GError **error)
{
  int64_t left = G_MAXINT64;
  char byte;
  Tag tag;
  bool fine;

  memset (&walk->z, 0, sizeof walk->z);
  if (inflateInit (&walk->z) != Z_OK)
    return false;
  walk->packed = true;
  walk->packed_ended = false;
  walk->packed_left = bytes;
  fine = take_tag (walk, &tag, &left, error) && tag.type == TYPE_MATRIX
         && read_array (walk, tag.bytes, NULL, 0, error);
  /* Its sum is verified at its end. */
  if (fine && (walk->verifying || walk->used))
    fine = inflate_bytes (walk, &byte, 1, error) == 0 || !walk->verifying;
  walk->packed = false;
  inflateEnd (&walk->z);
  return fine;
}

/* Whether a variable can extend so far, which is unknown in compressed files. */
static bool
can_end_at (const Walk *walk, double end)
{
  return seidel_source_is_compressed (walk->input.source)
         || end <= (double) seidel_source_file_bytes (walk->input.source);
}

/* A variable of version 5, behind its first 8 bytes. */
static bool
read_variable_5 (Walk *walk, const unsigned char *head, GError **error)
{
  SeidelSource *source = walk->input.source;
  const uint32_t type = word (walk, head);
  const int64_t bytes = word (walk, head + 4);
  const uint64_t begin = seidel_source_tell (source);
  const uint64_t end = begin + (uint64_t) bytes;

  walk->at_workspace = begin - TAG_BYTES == walk->workspace;
  return can_end_at (walk, (double) end)
         && (type == TYPE_COMPRESSED
               ? read_packed (walk, bytes, error)
               : type == TYPE_MATRIX && read_array (walk, bytes, NULL, 0, error))
         && skip (walk, (int64_t) (end - seidel_source_tell (source)), error);
}

/* The last number of a column of a sparse matrix of version 4, all of which are returned if the
 * content is read; NULL on failure. */
static double *
take_column (Walk *walk, int64_t n, int64_t *last, GError **error)
{
  const int64_t before = walk->used ? 0 : n - 1;
  int64_t inexact = 0;
  g_autofree double *column = NULL;
  double size;

  if (!skip (walk, before * (int64_t) sizeof (double), error))
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
read_triplets (Walk *walk, SeidelMatArray *array, int64_t n, GError **error)
{
  g_autofree double *rows = take_column (walk, n, &array->rows, error);
  g_autofree double *columns = rows != NULL ? take_column (walk, n, &array->columns, error) : NULL;
  g_autofree double *values = NULL;
  g_autofree int32_t *row_indices = NULL;
  g_autofree int32_t *column_indices = NULL;
  SeidelCoordinates triplets = { array->rows, array->columns, n - 1, NULL, NULL, NULL };

  if (columns == NULL || !walk->used)
    return columns != NULL;
  if (wants_imaginary (walk, array) && !skip (walk, n * (int64_t) sizeof (double), error))
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
parse_head_4 (const Walk *walk, const unsigned char *bytes, Head4 *head)
{
  static const SeidelElement elements[] = { SEIDEL_ELEMENT_DOUBLE, SEIDEL_ELEMENT_FLOAT,
                                            SEIDEL_ELEMENT_INT32,  SEIDEL_ELEMENT_INT16,
                                            SEIDEL_ELEMENT_UINT16, SEIDEL_ELEMENT_UINT8 };
  const uint32_t type = word (walk, bytes);
  const uint32_t number = type % 1000 / 10;

  *head = (Head4){ .kind = type % 10,
                   .rows = word (walk, bytes + 4),
                   .columns = word (walk, bytes + 8),
                   .complex_numbers = word (walk, bytes + 12) == 1,
                   .name_bytes = word (walk, bytes + 16) };
  if (type / 1000 != walk->big || number >= G_N_ELEMENTS (elements) || head->kind > 2
      || head->rows > G_MAXINT32 || head->columns > G_MAXINT32 || word (walk, bytes + 12) > 1
      || head->name_bytes < 1 || head->name_bytes > SEIDEL_MAT_MOST_NAME)
    return false;
  head->element = elements[number];
  return head->kind != 2
         || (number == 0 && head->rows >= 1 && (head->columns == 3 || head->columns == 4));
}

static bool
read_content_4 (Walk *walk, const Head4 *head, SeidelMatArray *array, GError **error)
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
  if (wants_imaginary (walk, array)
      && !skip (walk, count * (int64_t) seidel_element_size (head->element), error))
    return false;
  values = seidel_mat_take_doubles (&walk->input, head->element, count, &array->inexact, error);
  return values != NULL && seidel_mat_set_dense (array, walk->input.source, values, error);
}

static bool
read_variable_4 (Walk *walk, const unsigned char *bytes, GError **error)
{
  static const SeidelMatClass classes[] = { SEIDEL_MAT_DOUBLE, SEIDEL_MAT_CHAR, SEIDEL_MAT_SPARSE };
  SeidelSource *source = walk->input.source;
  g_autofree char *name = g_malloc0 (SEIDEL_MAT_MOST_NAME + 1);
  SeidelMatArray *array;
  double end;
  Head4 head;

  if (!parse_head_4 (walk, bytes, &head) || !take (walk, name, (size_t) head.name_bytes, error))
    return false;
  end = (double) seidel_source_tell (source)
        + (double) head.rows * (double) head.columns * (double) seidel_element_size (head.element)
            * (head.complex_numbers ? 2.0 : 1.0);
  if (!can_end_at (walk, end) || end > (double) G_MAXINT64 / 2)
    return false;
  array = g_new0 (SeidelMatArray, 1);
  array->name = g_utf8_make_valid (name, -1);
  array->mat_class = classes[head.kind];
  array->complex_numbers = head.complex_numbers || (head.kind == 2 && head.columns == 4);
  array->rank = 2;
  array->rows = head.rows;
  array->columns = head.columns;
  add_array (walk, array);
  return read_content_4 (walk, &head, array, error)
         && skip (walk, (int64_t) end - (int64_t) seidel_source_tell (source), error);
}

static bool
is_version_4 (const Walk *walk, const char *head, size_t length)
{
  const char *name = head + HEADER_4_BYTES;
  Head4 parsed;

  if (length <= HEADER_4_BYTES || !parse_head_4 (walk, (const unsigned char *) head, &parsed)
      || parsed.name_bytes < 2 || parsed.name_bytes > LONGEST_NAME_4
      || HEADER_4_BYTES + (size_t) parsed.name_bytes > length
      || strnlen (name, (size_t) parsed.name_bytes) + 1 != (size_t) parsed.name_bytes
      || !g_ascii_isalpha (name[0]))
    return false;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return false;
  return true;
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
find_version (Walk *walk, const char *head, size_t length)
{
  if (has_mark (head, length, 1, &walk->big))
    return 5;
  walk->big = false;
  if (is_version_4 (walk, head, length))
    return 4;
  walk->big = true;
  return is_version_4 (walk, head, length) ? 4 : 0;
}

bool
seidel_mat_recognise (const char *head, size_t length)
{
  Walk walk = { 0 };

  return seidel_mat_is_hdf5 (head, length) || find_version (&walk, head, length) != 0;
}

/* The place of the data of objects; files without any have zeros or blanks there. */
static uint64_t
find_workspace (const Walk *walk, const char *head)
{
  uint64_t place;

  memcpy (&place, head + WORKSPACE_AT, sizeof place);
  return walk->big ? GUINT64_FROM_BE (place) : GUINT64_FROM_LE (place);
}

/* The variables, one after the other. */
static bool
read_variables (Walk *walk, int version, GError **error)
{
  SeidelSource *source = walk->input.source;
  const int64_t length = version == 5 ? TAG_BYTES : HEADER_4_BYTES;

  for (int n = 1;; n++)
    {
      g_autoptr (GError) cause = NULL;
      unsigned char head[HEADER_4_BYTES];
      int64_t got;

      if (!seidel_source_poll (source, error))
        return false;
      walk->used = false;
      got = seidel_source_read (source, (char *) head, length, &cause);
      if (got == 0)
        return true;
      if (got == length && (version == 5 ? read_variable_5 : read_variable_4) (walk, head, &cause))
        continue;
      if (cause == NULL)
        seidel_source_fail (source, SEIDEL_ERROR_FORMAT, &cause,
                            "variable %d is damaged, or the file ends in the middle of it", n);
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
}

static GPtrArray *
walk_all (Walk *walk, SeidelSource *source, const char **version, GError **error)
{
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_mat_array_free);
  char head[HEADER_BYTES];
  int64_t got;
  int number;

  walk->input = (SeidelMatInput){ take, walk, false, source };
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
  g_autofree Walk *walk = g_new0 (Walk, 1);

  walk->wanted = wanted;
  return walk_all (walk, source, version, error);
}

bool
seidel_mat_verify (const char *path, unsigned variables, GError **error)
{
  g_autofree Walk *walk = g_new0 (Walk, 1);
  g_autoptr (SeidelSource) source = seidel_source_open (path, error);
  g_autoptr (GPtrArray) arrays = NULL;

  walk->verifying = true;
  arrays = source != NULL ? walk_all (walk, source, NULL, error) : NULL;
  return arrays != NULL
         && (arrays->len == variables
             || seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                                    "has %u variables of the %u written", arrays->len, variables));
}
