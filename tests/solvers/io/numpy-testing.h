/* What the tests of NumPy files share: arrays and archives as NumPy writes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "io-testing.h"

/* An array as NumPy writes it. */
static inline GString *
make_array (int version, const char *header, const void *numbers, size_t bytes)
{
  GString *array = g_string_new ("\x93NUMPY");
  const size_t length = strlen (header) + 1;

  g_string_append_c (array, (char) version);
  g_string_append_c (array, 0);
  g_string_append_c (array, (char) (length & 0xff));
  g_string_append_c (array, (char) (length >> 8));
  if (version > 1)
    g_string_append_len (array, "\0\0", 2);
  g_string_append (array, header);
  g_string_append_c (array, '\n');
  g_string_append_len (array, numbers, (gssize) bytes);
  return array;
}

static inline GString *
make_typed (const char *type, const char *shape, const void *numbers, size_t bytes)
{
  g_autofree char *header =
    g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);

  return make_array (1, header, numbers, bytes);
}

/* A member of an archive. */
typedef struct
{
  const char *name;
  const char *type;
  const char *shape;
  const void *numbers;
  size_t bytes;
} Member;

#define MEMBER(name, type, shape, ...)                                    \
  {                                                                       \
    name, type, shape, (const void *) (__VA_ARGS__), sizeof (__VA_ARGS__) \
  }

static inline char *
write_archive (const char *name, const Member *members, const char *compression)
{
  char *path = io_testing_path (name);
  g_autofree char *options = g_strdup_printf ("zip:compression=%s", compression);
  struct archive *archive = archive_write_new ();

  archive_write_set_format_zip (archive);
  g_assert_cmpint (archive_write_set_options (archive, options), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (const Member *member = members; member->name != NULL; member++)
    {
      g_autofree char *file = g_strconcat (member->name, ".npy", NULL);
      g_autoptr (GString) array =
        make_typed (member->type, member->shape, member->numbers, member->bytes);
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, file);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_size (entry, (la_int64_t) array->len);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      g_assert_cmpint (archive_write_data (archive, array->str, array->len), ==, array->len);
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_free (archive), ==, ARCHIVE_OK);
  return path;
}

static inline void
assert_csr (const SeidelMatrix *matrix,
            int64_t rows,
            int64_t columns,
            const int64_t *offsets,
            const int32_t *indices,
            const double *values)
{
  const SeidelCsr *csr = matrix->csr;

  g_assert_cmpint (csr->rows, ==, rows);
  g_assert_cmpint (csr->columns, ==, columns);
  g_assert_cmpmem (csr->row_offsets, (size_t) (rows + 1) * 8, offsets, (size_t) (rows + 1) * 8);
  g_assert_cmpmem (csr->column_indices, (size_t) offsets[rows] * 4, indices,
                   (size_t) offsets[rows] * 4);
  g_assert_cmpmem (csr->values, (size_t) offsets[rows] * 8, values, (size_t) offsets[rows] * 8);
}
