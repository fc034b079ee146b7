/* MATLAB files of version 5 whose elements only MATLAB itself writes so: the values of sparse
 * logical matrices, and the data of objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <zlib.h>

#include "../io-testing.h"

#define HEADER_BYTES 128
#define WORKSPACE_AT 116

/* Of elements, and of the flags of arrays. */
enum
{
  INT8 = 1,
  UINT8 = 2,
  INT32 = 5,
  UINT32 = 6,
  DOUBLE = 9,
  MATRIX = 14,
  COMPRESSED = 15,
  CLASS_SPARSE = 5,
  CLASS_DOUBLE = 6,
  CLASS_UINT8 = 9,
  CLASS_OPAQUE = 17,
  LOGICAL = 0x200,
};

static void
append_word (GByteArray *to, uint32_t word)
{
  g_byte_array_append (to, (const guint8 *) &word, sizeof word);
}

/* An element; of up to 4 bytes in its tag. */
static void
append (GByteArray *to, uint32_t type, const void *content, guint bytes)
{
  static const guint8 zeros[8];
  const bool small = bytes > 0 && bytes <= 4 && type != MATRIX && type != COMPRESSED;

  append_word (to, small ? type | bytes << 16 : type);
  if (!small)
    append_word (to, bytes);
  g_byte_array_append (to, content, bytes);
  if (type != COMPRESSED)
    g_byte_array_append (to, zeros, small ? 4 - bytes : (8 - bytes % 8) % 8);
}

/* The head of an array of rows × columns, up to its name. */
static GByteArray *
begin_array (uint32_t flags, uint32_t most, int32_t rows, int32_t columns, const char *name)
{
  GByteArray *array = g_byte_array_new ();
  const uint32_t words[] = { flags, most };
  const int32_t dimensions[] = { rows, columns };

  append (array, UINT32, words, sizeof words);
  if ((flags & 0xff) != CLASS_OPAQUE)
    append (array, INT32, dimensions, sizeof dimensions);
  append (array, INT8, name, (guint) strlen (name));
  return array;
}

static GByteArray *
begin_file (void)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_set_size (file, HEADER_BYTES);
  memset (file->data, ' ', HEADER_BYTES);
  memcpy (file->data, "MATLAB 5.0 MAT-file", 19);
  memset (file->data + WORKSPACE_AT, 0, 8);
  memcpy (file->data + 124, "\0\1IM", 4);
  return file;
}

/* Takes the array. */
static void
append_array (GByteArray *file, GByteArray *array, bool compressed)
{
  g_autoptr (GByteArray) own = array;
  g_autoptr (GByteArray) whole = g_byte_array_new ();

  append (whole, MATRIX, own->data, own->len);
  if (compressed)
    {
      uLongf length = compressBound (whole->len);
      g_autofree guint8 *packed = g_malloc (length);

      g_assert_cmpint (compress (packed, &length, whole->data, whole->len), ==, Z_OK);
      append (file, COMPRESSED, packed, (guint) length);
    }
  else
    g_byte_array_append (file, whole->data, whole->len);
}

/* n × n with count entries, one after the other from the diagonal down in each column, room for
 * most of them, and values of that type. */
typedef struct
{
  int n;
  uint32_t count;
  uint32_t most;
  uint32_t type;
  guint value_bytes;
  uint32_t mat_class; /* 0: sparse */
} Logical;

static uint32_t
entries_of (const Logical *logical, uint32_t column)
{
  const uint32_t per_column = logical->count / (uint32_t) logical->n;

  return column < (uint32_t) logical->n ? per_column * column : logical->count;
}

static GByteArray *
make_logical (const Logical *logical)
{
  const uint32_t mat_class = logical->mat_class != 0 ? logical->mat_class : CLASS_SPARSE;
  GByteArray *array = begin_array (mat_class | LOGICAL, logical->most, logical->n, logical->n, "L");
  g_autofree int32_t *rows = g_new0 (int32_t, logical->most + 1);
  g_autofree int32_t *offsets = g_new0 (int32_t, logical->n + 1);
  g_autofree guint8 *values = g_malloc0 ((gsize) logical->most * 8 + 1);

  for (uint32_t j = 0; j <= (uint32_t) logical->n; j++)
    offsets[j] = (int32_t) entries_of (logical, j);
  for (uint32_t j = 0; j < (uint32_t) logical->n; j++)
    for (uint32_t k = entries_of (logical, j); k < entries_of (logical, j + 1); k++)
      rows[k] = (int32_t) (k - entries_of (logical, j));
  for (uint32_t k = 0; k < logical->count; k++)
    if (logical->value_bytes == 1)
      values[k] = 1;
    else
      ((double *) values)[k] = 1.0;
  append (array, INT32, rows, logical->most * 4);
  append (array, INT32, offsets, (guint) (logical->n + 1) * 4);
  append (array, logical->type, values, logical->most * logical->value_bytes);
  return array;
}

static void
assert_logical (const Logical *logical, bool compressed)
{
  g_autoptr (GByteArray) file = begin_file ();
  g_autofree char *path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelCsr) columns = NULL;

  append_array (file, make_logical (logical), compressed);
  path = io_testing_write ("logical.mat", (const char *) file->data, file->len);
  matrix = io_testing_load (path);
  g_assert_cmpstr (matrix->origin.format, ==, "MATLAB 5, sparse logical");
  g_assert_cmpint (matrix->csr->rows, ==, logical->n);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, logical->count);
  columns = seidel_csr_transpose (matrix->csr, NULL, NULL);
  for (uint32_t j = 0; j < (uint32_t) logical->n; j++)
    {
      g_assert_cmpint (columns->row_offsets[j], ==, entries_of (logical, j));
      for (uint32_t k = entries_of (logical, j); k < entries_of (logical, j + 1); k++)
        {
          g_assert_cmpint (columns->column_indices[k], ==, k - entries_of (logical, j));
          g_assert_cmpfloat (columns->values[k], ==, 1.0);
        }
    }
}

/* One byte a value under a tag of doubles, as MATLAB writes them; and what others write: Octave
 * under the class of full ones. */
static void
test_logical (void)
{
  static const Logical cases[] = {
    { 5, 13, 13, DOUBLE, 1 },
    { 8, 8, 8, DOUBLE, 1 },
    { 1, 1, 1, DOUBLE, 1 },
    { 3, 1, 1, DOUBLE, 1 },
    { 4, 0, 0, DOUBLE, 1 },
    { 4, 0, 1, DOUBLE, 1 },
    { 3, 4, 4, DOUBLE, 1 },
    { 5, 13, 20, DOUBLE, 1 },
    { 16, 64, 64, DOUBLE, 1 },
    { 100, 800, 800, DOUBLE, 1 },
    { 5, 13, 13, UINT8, 1 },
    { 5, 13, 13, DOUBLE, 8 },
    { 8, 8, 8, DOUBLE, 8 },
    { 1, 1, 1, DOUBLE, 8 },
    { 5, 13, 13, DOUBLE, 8, CLASS_UINT8 },
    { 3, 1, 1, DOUBLE, 8, CLASS_UINT8 },
    { 2, 4, 4, DOUBLE, 8, CLASS_UINT8 },
    { 4, 0, 0, DOUBLE, 8, CLASS_UINT8 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("case %zu", i);
      assert_logical (&cases[i], false);
      assert_logical (&cases[i], true);
    }
}

/* Fewer bytes than entries are damage, whatever the tag says. */
static void
test_too_short (void)
{
  for (guint bytes = 0; bytes < 13; bytes++)
    {
      static const int32_t rows[] = { 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3 };
      static const int32_t offsets[] = { 0, 3, 6, 9, 13 };
      static const guint8 values[13] = { 1 };
      g_autoptr (GByteArray) file = begin_file ();
      GByteArray *array = begin_array (CLASS_SPARSE | LOGICAL, 13, 4, 4, "L");
      g_autofree char *path = NULL;

      append (array, INT32, rows, sizeof rows);
      append (array, INT32, offsets, sizeof offsets);
      append (array, DOUBLE, values, bytes);
      append_array (file, array, false);
      path = io_testing_write ("short.mat", (const char *) file->data, file->len);
      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "short.mat");
    }
}

static GByteArray *
make_workspace (guint bytes)
{
  GByteArray *array = begin_array (CLASS_UINT8, 0, 1, (int32_t) bytes, "");
  g_autofree guint8 *content = g_malloc (bytes);

  memset (content, 7, bytes);
  append (array, UINT8, content, bytes);
  return array;
}

static GByteArray *
make_double (const char *name, int32_t rows, int32_t columns)
{
  GByteArray *array = begin_array (CLASS_DOUBLE, 0, rows, columns, name);
  g_autofree double *values = g_new (double, rows *columns);

  for (int i = 0; i < rows * columns; i++)
    values[i] = i + 1;
  append (array, DOUBLE, values, (guint) (rows * columns) * sizeof *values);
  return array;
}

static char *
write_objects (const char *name, bool with_matrix, bool named_place, bool compressed)
{
  g_autoptr (GByteArray) file = begin_file ();
  GByteArray *object = begin_array (CLASS_OPAQUE, 0, 0, 0, "f");
  uint64_t place;

  append (object, INT8, "MCOS", 4);
  append (object, INT8, "function_handle", 15);
  append_array (file, object, compressed);
  if (with_matrix)
    append_array (file, make_double ("A", 2, 2), compressed);
  place = file->len;
  append_array (file, make_workspace (1168), compressed);
  if (named_place)
    memcpy (file->data + WORKSPACE_AT, &place, sizeof place);
  return io_testing_write (name, (const char *) file->data, file->len);
}

/* The data of objects are no matrix, wherever they are. */
static void
test_workspace (void)
{
  for (int i = 0; i < 4; i++)
    {
      const bool named_place = (i & 1) != 0;
      const bool compressed = (i & 2) != 0;
      g_autofree char *only = write_objects ("only.mat", false, named_place, compressed);
      g_autofree char *beside = write_objects ("beside.mat", true, named_place, compressed);
      g_autoptr (GPtrArray) list = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (GError) error = NULL;

      io_testing_assert_bad (only, SEIDEL_ERROR_UNSUPPORTED, "only.mat");
      list = seidel_list_variables (beside, NULL, &error);
      g_assert_no_error (error);
      for (guint v = 0; v < list->len; v++)
        g_assert_cmpstr (((SeidelVariable *) list->pdata[v])->name, !=, "");
      matrix = io_testing_load (beside);
      g_assert_cmpint (matrix->csr->rows, ==, 2);
      g_assert_cmpfloat (matrix->csr->values[1], ==, 3.0);
    }
}

/* A nameless element of numbers that the header does not call the data of objects is a matrix. */
static void
test_nameless (void)
{
  g_autoptr (GByteArray) file = begin_file ();
  g_autofree char *path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  append_array (file, make_double ("", 2, 3), false);
  path = io_testing_write ("nameless.mat", (const char *) file->data, file->len);
  matrix = io_testing_load (path);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/mat-elements/logical", test_logical);
  g_test_add_func ("/mat-elements/too-short", test_too_short);
  g_test_add_func ("/mat-elements/workspace", test_workspace);
  g_test_add_func ("/mat-elements/nameless", test_nameless);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
