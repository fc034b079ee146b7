/* Whether a MATLAB file of version 4 or 5 is what it says, before libmatio sees it.
 *
 * The library makes room for whatever a header promises, and looks through as many elements; so all
 * headers are gone through here first, structs and cells included, and nothing may promise more
 * than there are bytes for. Version 7.3 is HDF5, a file system of its own that only HDF5 can go
 * through: what it may do is limited from outside (seidel-mat-process.h).
 *
 * Source: The MathWorks, "MAT-File Format", R2019b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <stdio.h>
#include <string.h>
#include <glib/gstdio.h>
#include <zlib.h>

#include "base/seidel-memory.h"
#include "base/seidel-error.h"

#define HEADER_BYTES   128
#define HEADER_4_BYTES 20
#define TAG_BYTES      8

/* Structs within structs. */
#define MOST_DEPTH 16

/* Dimensions of an array, and bytes of a name. */
#define MOST_RANK   32
#define MOST_NAME   4096
#define MOST_FIELDS 4096

#define PIECE_BYTES 16384

/* Bytes of a file, in order, inflated where an element is compressed. */
typedef struct
{
  FILE *file;
  int64_t bytes; /* of the file */
  bool big;      /* endian */
  bool packed;   /* inside a compressed element */
  z_stream z;
  int64_t packed_left; /* bytes of it still to be inflated */
  unsigned char piece[PIECE_BYTES];
} Walk;

/* The head of an element. */
typedef struct
{
  uint32_t type;
  int64_t bytes;
  unsigned char small[4]; /* where the bytes lie in the tag itself */
  bool is_small;
} Tag;

static uint32_t
word (const Walk *walk, const unsigned char *p)
{
  uint32_t value;

  memcpy (&value, p, sizeof value);
  return walk->big ? GUINT32_FROM_BE (value) : GUINT32_FROM_LE (value);
}

/* --- bytes ---------------------------------------------------------------------------------------
 */

static bool
inflate_bytes (Walk *walk, unsigned char *to, size_t n)
{
  walk->z.next_out = to;
  walk->z.avail_out = (uInt) n;
  while (walk->z.avail_out > 0)
    {
      int status;

      if (walk->z.avail_in == 0)
        {
          const size_t step = (size_t) MIN (walk->packed_left, PIECE_BYTES);

          if (step == 0 || fread (walk->piece, 1, step, walk->file) != step)
            return false;
          walk->packed_left -= (int64_t) step;
          walk->z.next_in = walk->piece;
          walk->z.avail_in = (uInt) step;
        }
      status = inflate (&walk->z, Z_NO_FLUSH);
      if (status == Z_STREAM_END)
        return walk->z.avail_out == 0;
      if (status != Z_OK)
        return false;
    }
  return true;
}

static bool
take (Walk *walk, unsigned char *to, size_t n)
{
  return walk->packed ? inflate_bytes (walk, to, n) : fread (to, 1, n, walk->file) == n;
}

static bool
skip (Walk *walk, int64_t n)
{
  unsigned char waste[PIECE_BYTES];

  if (!walk->packed)
    return n == 0 || fseeko (walk->file, n, SEEK_CUR) == 0;
  for (int64_t left = n; left > 0; left -= PIECE_BYTES)
    if (!inflate_bytes (walk, waste, (size_t) MIN (left, PIECE_BYTES)))
      return false;
  return true;
}

/* --- elements ------------------------------------------------------------------------------------
 */

/* Reads a tag, and takes it and what it says to follow, padding included, from what there is. */
static bool
take_tag (Walk *walk, Tag *tag, int64_t *left)
{
  unsigned char head[TAG_BYTES];
  uint32_t first;
  int64_t padded;

  if (*left < TAG_BYTES || !take (walk, head, sizeof head))
    return false;
  first = word (walk, head);
  tag->is_small = first >> 16 != 0;
  tag->type = tag->is_small ? first & 0xffff : first;
  tag->bytes = tag->is_small ? first >> 16 : word (walk, head + 4);
  memcpy (tag->small, head + 4, sizeof tag->small);
  if (tag->is_small)
    padded = 0;
  else
    padded = tag->type == MAT_T_MATRIX ? tag->bytes : (tag->bytes + 7) / 8 * 8;
  *left -= TAG_BYTES + padded;
  return *left >= 0 && (!tag->is_small || tag->bytes <= 4);
}

/* What stands in an element, up to a bearable length. */
static bool
take_content (Walk *walk, const Tag *tag, unsigned char *to, int64_t most)
{
  if (tag->bytes > most)
    return false;
  if (tag->is_small)
    {
      memcpy (to, tag->small, (size_t) tag->bytes);
      return true;
    }
  return take (walk, to, (size_t) tag->bytes) && skip (walk, (tag->bytes + 7) / 8 * 8 - tag->bytes);
}

static bool
skip_content (Walk *walk, const Tag *tag)
{
  return tag->is_small || skip (walk, (tag->bytes + 7) / 8 * 8);
}

/* Bytes of a number of that type; 0 for what is none. */
static int64_t
number_bytes (uint32_t type)
{
  static const int sizes[] = {
    [MAT_T_INT8] = 1,  [MAT_T_UINT8] = 1,  [MAT_T_INT16] = 2,  [MAT_T_UINT16] = 2,
    [MAT_T_INT32] = 4, [MAT_T_UINT32] = 4, [MAT_T_SINGLE] = 4, [MAT_T_DOUBLE] = 8,
    [MAT_T_INT64] = 8, [MAT_T_UINT64] = 8, [MAT_T_UTF8] = 1,   [MAT_T_UTF16] = 2,
    [MAT_T_UTF32] = 4,
  };

  return type < G_N_ELEMENTS (sizes) ? sizes[type] : 0;
}

/* An element of at least so many numbers. */
static bool
check_numbers (Walk *walk, double count, int64_t *left)
{
  Tag tag;

  return take_tag (walk, &tag, left)
         && (count == 0.0
             || (number_bytes (tag.type) > 0
                 && (double) tag.bytes / (double) number_bytes (tag.type) >= count))
         && skip_content (walk, &tag);
}

/* What is told of an array before its numbers. */
typedef struct
{
  unsigned class_type;
  bool complex_numbers;
  double count; /* the dimensions' product */
  int64_t columns;
} Array;

static bool
take_dimensions (Walk *walk, Array *array, int64_t *left)
{
  unsigned char content[4 * MOST_RANK];
  Tag tag;

  if (!take_tag (walk, &tag, left) || tag.type != MAT_T_INT32 || tag.bytes % 4 != 0 || tag.bytes < 8
      || !take_content (walk, &tag, content, sizeof content))
    return false;
  array->count = 1.0;
  for (int64_t i = 0; i < tag.bytes / 4; i++)
    {
      const uint32_t size = word (walk, content + 4 * i);

      if (size > G_MAXINT32)
        return false;
      array->count *= (double) size;
      if (i == 1)
        array->columns = size;
    }
  return true;
}

static bool check_array (Walk *walk, int64_t bytes, int depth);

/* So many arrays, one after the other. */
static bool
check_arrays (Walk *walk, double count, int64_t *left, int depth)
{
  if (count * TAG_BYTES > (double) *left)
    return false;
  for (int64_t i = 0; i < (int64_t) count; i++)
    {
      Tag tag;

      if (!take_tag (walk, &tag, left) || tag.type != MAT_T_MATRIX || tag.is_small
          || !check_array (walk, tag.bytes, depth + 1))
        return false;
    }
  return true;
}

static bool
check_struct (Walk *walk, const Array *array, int64_t *left, int depth)
{
  unsigned char length[4];
  Tag tag;
  int64_t names;
  int64_t fields;

  if (!take_tag (walk, &tag, left) || tag.type != MAT_T_INT32 || tag.bytes != 4
      || !take_content (walk, &tag, length, sizeof length) || word (walk, length) == 0
      || word (walk, length) > MOST_NAME || !take_tag (walk, &tag, left) || tag.type != MAT_T_INT8)
    return false;
  names = tag.bytes;
  fields = names / word (walk, length);
  return names % word (walk, length) == 0 && fields <= MOST_FIELDS && skip_content (walk, &tag)
         && check_arrays (walk, array->count * (double) fields, left, depth);
}

/* An element of at least so many indices, which are words: of others the library takes a part and
 * loses its place in the file. */
static bool
check_indices (Walk *walk, double count, int64_t *left)
{
  Tag tag;

  return take_tag (walk, &tag, left) && (tag.type == MAT_T_INT32 || tag.type == MAT_T_UINT32)
         && tag.bytes % 4 == 0 && (double) tag.bytes / 4.0 >= count && skip_content (walk, &tag);
}

static bool
check_sparse (Walk *walk, const Array *array, int64_t *left)
{
  return check_indices (walk, 0.0, left)
         && check_indices (walk, (double) array->columns + 1.0, left)
         && check_numbers (walk, 0.0, left)
         && (!array->complex_numbers || check_numbers (walk, 0.0, left));
}

static bool
check_content (Walk *walk, const Array *array, int64_t *left, int depth)
{
  switch (array->class_type)
    {
    case MAT_C_CELL:
      return check_arrays (walk, array->count, left, depth);
    case MAT_C_STRUCT:
      return check_struct (walk, array, left, depth);
    case MAT_C_SPARSE:
      return check_sparse (walk, array, left);
    case MAT_C_CHAR:
      return *left == 0 || check_numbers (walk, 0.0, left);
    case MAT_C_FUNCTION:
      return check_arrays (walk, array->count, left, depth);
    case MAT_C_OBJECT:
      return true;
    default:
      return array->class_type <= MAT_C_UINT64 && check_numbers (walk, array->count, left)
             && (!array->complex_numbers || check_numbers (walk, array->count, left));
    }
}

static bool
take_name (Walk *walk, int64_t *left)
{
  Tag tag;

  return take_tag (walk, &tag, left) && tag.type == MAT_T_INT8 && tag.bytes <= MOST_NAME
         && skip_content (walk, &tag);
}

/* Objects of MATLAB's own (texts, tables, times) have no dimensions, but names of themselves, of
 * what knows them and of their class, and one array. */
static bool
check_opaque (Walk *walk, int64_t *left, int depth)
{
  return take_name (walk, left) && take_name (walk, left) && take_name (walk, left)
         && check_arrays (walk, 1.0, left, depth);
}

/* An array of so many bytes, behind its tag. None at all is an empty one. */
static bool
check_array (Walk *walk, int64_t bytes, int depth)
{
  unsigned char flags[8];
  int64_t left = bytes;
  Array array = { 0 };
  Tag tag;

  if (bytes == 0)
    return true;
  if (depth > MOST_DEPTH || !take_tag (walk, &tag, &left) || tag.type != MAT_T_UINT32
      || tag.bytes != 8 || !take_content (walk, &tag, flags, sizeof flags))
    return false;
  array.class_type = word (walk, flags) & 0xff;
  array.complex_numbers = (word (walk, flags) & MAT_F_COMPLEX) != 0;
  if (array.class_type == MAT_C_OPAQUE)
    return check_opaque (walk, &left, depth) && skip (walk, left);
  return take_dimensions (walk, &array, &left) && take_name (walk, &left)
         && check_content (walk, &array, &left, depth) && skip (walk, left);
}

/* --- files ---------------------------------------------------------------------------------------
 */

/* A compressed element holds one array. */
static bool
check_packed (Walk *walk, int64_t bytes)
{
  int64_t left = G_MAXINT64;
  Tag tag;
  bool fine;

  memset (&walk->z, 0, sizeof walk->z);
  if (inflateInit (&walk->z) != Z_OK)
    return false;
  walk->packed = true;
  walk->packed_left = bytes;
  fine = take_tag (walk, &tag, &left) && tag.type == MAT_T_MATRIX && !tag.is_small
         && check_array (walk, tag.bytes, 0);
  walk->packed = false;
  inflateEnd (&walk->z);
  return fine;
}

static bool
check_version_5 (Walk *walk, const char *name, GError **error)
{
  int64_t at = HEADER_BYTES;

  for (int n = 1; at < walk->bytes; n++)
    {
      unsigned char head[TAG_BYTES];
      int64_t bytes;
      bool fine = fseeko (walk->file, at, SEEK_SET) == 0 && take (walk, head, sizeof head);

      bytes = fine ? word (walk, head + 4) : 0;
      if (!fine || at + TAG_BYTES + bytes > walk->bytes)
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                       "%s: the file ends in the middle of variable %d", name, n);
          return false;
        }
      if (word (walk, head) == MAT_T_COMPRESSED)
        fine = check_packed (walk, bytes);
      else
        fine = word (walk, head) == MAT_T_MATRIX && check_array (walk, bytes, 0);
      if (!fine)
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: variable %d is damaged", name,
                       n);
          return false;
        }
      at += TAG_BYTES + bytes;
    }
  return true;
}

/* A sparse matrix is a dense one of triples, the last of which has its size. */
static bool
check_triples (Walk *walk, int64_t rows, int64_t columns)
{
  unsigned char bytes[8];
  double size;
  uint64_t bits;

  /* Entries come column by column: the size of the matrix ends the first and the second. */
  if (rows < 1 || (columns != 3 && columns != 4)
      || fseeko (walk->file, (2 * rows - 1) * 8, SEEK_CUR) != 0 || !take (walk, bytes, 8))
    return false;
  memcpy (&bits, bytes, sizeof bits);
  bits = walk->big ? GUINT64_FROM_BE (bits) : GUINT64_FROM_LE (bits);
  memcpy (&size, &bits, sizeof size);
  return size >= 0.0 && size <= (double) G_MAXINT32
         && seidel_memory_check (size, (double) rows, NULL);
}

static bool
check_version_4 (Walk *walk, const char *name, GError **error)
{
  static const int sizes[] = { 8, 4, 4, 2, 2, 1 };
  int64_t at = 0;

  for (int n = 1; at < walk->bytes; n++)
    {
      unsigned char head[HEADER_4_BYTES];
      uint32_t type;
      uint32_t number;
      double end = 0.0;
      bool fine = fseeko (walk->file, at, SEEK_SET) == 0 && take (walk, head, sizeof head);

      /* Tens: what the numbers are; ones: full, text or sparse. */
      type = fine ? word (walk, head) % 1000 : 0;
      number = type / 10;
      fine = fine && number < G_N_ELEMENTS (sizes) && type % 10 <= 2
             && word (walk, head + 4) <= G_MAXINT32 && word (walk, head + 8) <= G_MAXINT32
             && word (walk, head + 12) <= 1 && word (walk, head + 16) >= 1
             && word (walk, head + 16) <= MOST_NAME;
      if (fine)
        end = (double) at + HEADER_4_BYTES + (double) word (walk, head + 16)
              + (double) word (walk, head + 4) * (double) word (walk, head + 8)
                  * (double) sizes[number] * (double) (1 + word (walk, head + 12));
      if (!fine || end > (double) walk->bytes
          || (type % 10 == 2
              && (number != 0 || !skip (walk, word (walk, head + 16))
                  || !check_triples (walk, word (walk, head + 4), word (walk, head + 8)))))
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                       "%s: variable %d is damaged, or the file ends in the middle of it", name, n);
          return false;
        }
      at = (int64_t) end;
    }
  return true;
}

bool
seidel_mat_check (const char *path, const char *name, GError **error)
{
  g_autofree Walk *walk = g_new0 (Walk, 1);
  char mark[4] = { 0 };
  bool fine;

  walk->file = g_fopen (path, "rbe");
  if (walk->file == NULL || fseeko (walk->file, 0, SEEK_END) != 0)
    {
      if (walk->file != NULL)
        fclose (walk->file);
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be opened", name);
      return false;
    }
  walk->bytes = ftello (walk->file);
  if (walk->bytes >= HEADER_BYTES && fseeko (walk->file, HEADER_BYTES - 4, SEEK_SET) == 0
      && fread (mark, sizeof mark, 1, walk->file) == 1
      && (memcmp (mark, "\x00\x01IM", 4) == 0 || memcmp (mark, "\x01\x00MI", 4) == 0))
    {
      walk->big = mark[2] == 'M';
      fine = check_version_5 (walk, name, error);
    }
  else if (memcmp (mark, "\x00\x02IM", 4) == 0 || memcmp (mark, "\x02\x00MI", 4) == 0)
    fine = true;
  else
    {
      /* In version 4 the type tells the byte order: thousands in it. */
      unsigned char type[4] = { 0 };

      fine = fseeko (walk->file, 0, SEEK_SET) == 0 && fread (type, sizeof type, 1, walk->file) == 1;
      walk->big = type[0] == 0 && type[1] == 0 && type[2] != 0;
      fine = fine && check_version_4 (walk, name, error);
    }
  fclose (walk->file);
  return fine;
}
