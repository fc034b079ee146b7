/* What the tests of reading and writing share: a folder that vanishes, files with given content.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <string.h>
#include <zlib.h>

#include "io/seidel-loader.h"
#include "base/seidel-error.h"

/* A folder of its own for each test program; remove it with io_testing_end(). */
static char *io_testing_folder;

static inline void
io_testing_begin (void)
{
  g_autoptr (GError) error = NULL;

  io_testing_folder = g_dir_make_tmp ("seidel-io-XXXXXX", &error);
  g_assert_no_error (error);
}

static inline void
io_testing_end (void)
{
  g_autoptr (GDir) folder = g_dir_open (io_testing_folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (io_testing_folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (io_testing_folder);
  g_clear_pointer (&io_testing_folder, g_free);
}

static inline char *
io_testing_path (const char *name)
{
  return g_build_filename (io_testing_folder, name, NULL);
}

static inline char *
io_testing_write (const char *name, const char *content, gssize length)
{
  char *path = io_testing_path (name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, content, length, &error);
  g_assert_no_error (error);
  return path;
}

static inline char *
io_testing_write_gz (const char *name, const char *content, size_t length)
{
  char *path = io_testing_path (name);
  gzFile file = gzopen (path, "wb6");

  g_assert_nonnull (file);
  for (size_t done = 0; done < length;)
    {
      unsigned step = (unsigned) MIN (length - done, 1 << 20);

      g_assert_cmpint (gzwrite (file, content + done, step), ==, (int) step);
      done += step;
    }
  g_assert_cmpint (gzclose (file), ==, Z_OK);
  return path;
}

static inline SeidelMatrix *
io_testing_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix = seidel_load_matrix (path, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (matrix);
  g_assert_true (seidel_csr_validate (matrix->csr, &error));
  g_assert_no_error (error);
  return matrix;
}

/* An error of the library that begins with its place, "bad.mtx:3" or "bad.mtx"; its wording beyond
 * that is not compared. */
static inline void
io_testing_assert_error (const GError *error, int code, const char *place)
{
  g_autofree char *start = g_strconcat (place, ": ", NULL);

  g_assert_error (error, SEIDEL_ERROR, code);
  g_test_message ("%s", error->message);
  if (!g_str_has_prefix (error->message, start))
    g_error ("“%s” does not begin with “%s”", error->message, start);
}

/* Reading the file gives such an error. */
static inline void
io_testing_assert_bad (const char *path, int code, const char *place)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, code, place);
}

/* "1 . / . 2": the entries row by row, “.” where nothing is stored. */
static inline char *
io_testing_text (const SeidelCsr *csr)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  GString *text = g_string_new (NULL);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t column = 0; column < csr->columns; column++)
      {
        int64_t place = seidel_csr_find (csr, row, column);

        g_string_append (text, column > 0 ? " " : row > 0 ? " / " : "");
        if (place < 0)
          g_string_append_c (text, '.');
        else
          g_string_append (text,
                           g_ascii_formatd (digits, sizeof digits, "%.15g", csr->values[place]));
      }
  return g_string_free (text, FALSE);
}

/* The same matrix, to the bit. */
static inline void
io_testing_assert_equal (const SeidelCsr *a, const SeidelCsr *b)
{
  size_t nonzeros = (size_t) seidel_csr_nonzeros (a);

  g_assert_cmpint (a->rows, ==, b->rows);
  g_assert_cmpint (a->columns, ==, b->columns);
  g_assert_cmpmem (a->row_offsets, (size_t) (a->rows + 1) * 8, b->row_offsets,
                   (size_t) (b->rows + 1) * 8);
  g_assert_cmpmem (a->column_indices, nonzeros * 4, b->column_indices, nonzeros * 4);
  g_assert_cmpmem (a->values, nonzeros * 8, b->values, nonzeros * 8);
}
