/* Writing: the format that a name asks for by its ending.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader-private.h"

#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-packer.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-table.h"
#include "io/seidel-loader.h"

static bool
does_write (const SeidelReader *reader, bool vector)
{
  return vector ? reader->write_vector != NULL : reader->write != NULL;
}

/* ".mtx, .npz" */
static char *
list_writers (bool vector)
{
  GString *list = g_string_new (NULL);

  for (size_t i = 0; seidel_readers[i] != NULL; i++)
    if (does_write (seidel_readers[i], vector))
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "",
                              seidel_readers[i]->format.suffixes[0]);
  return g_string_free (list, FALSE);
}

/* The format whose ending a name has, preferably one that writes; NULL when it is that of none. */
static const SeidelReader *
find_by_ending (const char *name, bool vector)
{
  const SeidelReader *other = NULL;

  for (size_t i = 0; seidel_readers[i] != NULL; i++)
    for (const char *const *suffix = seidel_readers[i]->format.suffixes; *suffix != NULL; suffix++)
      if (g_str_has_suffix (name, *suffix))
        {
          if (does_write (seidel_readers[i], vector))
            return seidel_readers[i];
          other = seidel_readers[i];
        }
  return other;
}

/* The name without an ending that asks for compression; NULL when it has none. */
static char *
strip_compression (const char *name)
{
  for (const char *const *ending = seidel_packer_endings; *ending != NULL; ending++)
    if (g_str_has_suffix (name, *ending))
      return g_strndup (name, strlen (name) - strlen (*ending));
  return NULL;
}

/* The writer that a name asks for by its ending; Matrix Market when it asks for none. Only text is
 * worth compressing: the others are dense already. */
static const SeidelReader *
pick_writer (const char *path, bool vector, GError **error)
{
  g_autofree char *name = g_ascii_strdown (path, -1);
  g_autofree char *bare = strip_compression (name);
  g_autofree char *base = g_filename_display_basename (path);
  g_autofree char *writers = list_writers (vector);
  const SeidelReader *reader = find_by_ending (bare != NULL ? bare : name, vector);

  /* On a screen, a vector is its numbers. */
  if (vector && strcmp (path, SEIDEL_STANDARD_OUTPUT) == 0)
    return &seidel_table_reader;
  if (reader == NULL)
    return &seidel_market_reader;
  if (!does_write (reader, vector))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text (
                   "%s: Seidel writes no %s as %s; choose a name that ends in one of: %s"),
                 base, vector ? seidel_text ("vector") : seidel_text ("matrix"),
                 reader->format.name, writers);
  else if (bare != NULL && reader->format.binary)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text (
                   "%s: %s files are not compressed once more; choose a name that ends in %s"),
                 base, reader->format.name, reader->format.suffixes[0]);
  else
    return reader;
  return NULL;
}

bool
seidel_save_matrix (const SeidelMatrix *matrix,
                    const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelReader *writer = pick_writer (path, false, error);

  return writer != NULL && writer->write (matrix, path, progress, cancellable, error);
}

const SeidelFormat *
seidel_format_for_writing (const char *path, bool vector, GError **error)
{
  const SeidelReader *writer = pick_writer (path, vector, error);

  if (writer == NULL)
    return NULL;
  for (size_t i = 0, n; seidel_readers[i] != NULL; i++)
    if (seidel_readers[i] == writer)
      return &seidel_formats (&n)[i];
  return NULL;
}

bool
seidel_save_vector (const double *x,
                    int64_t n,
                    bool complex_numbers,
                    const char *path,
                    GError **error)
{
  const SeidelReader *writer = pick_writer (path, true, error);

  return writer != NULL && writer->write_vector (x, n, complex_numbers, path, error);
}

/* A writer that has arrays. */
static const SeidelReader *
pick_columns_writer (const char *path, GError **error)
{
  const SeidelReader *writer = pick_writer (path, true, error);
  g_autofree char *base = g_filename_display_basename (path);

  if (writer == NULL || writer->write_columns != NULL)
    return writer;
  return seidel_fail (
    error, SEIDEL_ERROR_UNSUPPORTED,
    seidel_text (
      "%s: several vectors are not written as %s; choose a name that ends in .mtx, .txt or "
      ".npy"),
    base, writer->format.name);
}

bool
seidel_can_save_columns (const char *path, GError **error)
{
  return pick_columns_writer (path, error) != NULL;
}

bool
seidel_save_columns (const double *x,
                     int64_t n,
                     int64_t columns,
                     bool complex_numbers,
                     const char *path,
                     GError **error)
{
  const SeidelReader *writer = pick_columns_writer (path, error);

  return writer != NULL && writer->write_columns (x, n, columns, complex_numbers, path, error);
}
