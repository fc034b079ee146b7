/* The loader: one table of formats, picked from by content.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader.h"

#include "io/seidel-market.h"
#include "io/seidel-source.h"
#include "io/seidel-table.h"
#include "matrix/seidel-error.h"

/* How much of a file is looked at to tell its format. */
#define HEAD_BYTES 4096

/* A new format is one file that offers these two functions, and one row here. */
typedef struct
{
  SeidelFormat format;
  bool (*recognise) (const char *head, size_t length);
  SeidelMatrix *(*read) (SeidelSource *source,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error);
} Reader;

static const Reader readers[] = {
  { { "matrix-market", "Matrix Market", (const char *const[]){ ".mtx", ".mtx.gz", NULL } },
    seidel_market_recognise,
    seidel_market_read },
  { { "dense-text", "Dense text", (const char *const[]){ ".txt", ".txt.gz", NULL } },
    seidel_table_recognise,
    seidel_table_read },
};

const SeidelFormat *
seidel_formats (size_t *n_formats)
{
  static SeidelFormat formats[G_N_ELEMENTS (readers)];
  static gsize filled;

  if (g_once_init_enter (&filled))
    {
      for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
        formats[i] = readers[i].format;
      g_once_init_leave (&filled, 1);
    }
  *n_formats = G_N_ELEMENTS (readers);
  return formats;
}

/* Pictures, programs, archives: what cannot be quoted as text, in whatever encoding. */
static bool
is_binary (const char *head, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (g_ascii_iscntrl (head[i]) && !g_ascii_isspace (head[i]))
      return true;
  return false;
}

static void
fail_unknown (const SeidelSource *source, const char *head, size_t length, GError **error)
{
  g_autofree char *quote = seidel_quote (head, MIN (length, strcspn (head, "\r\n")));
  g_autofree char *found = is_binary (head, length) ? g_strdup ("holds binary data")
                                                    : g_strdup_printf ("starts with %s", quote);
  g_autoptr (GString) known = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_autofree char *suffixes = g_strjoinv (", ", (char **) readers[i].format.suffixes);

      g_string_append_printf (known, "%s%s (%s)", i > 0 ? "; " : "", readers[i].format.name,
                              suffixes);
    }
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s: %s, which is none of the formats known: %s", seidel_source_name (source), found,
               known->str);
}

/* The reader for the content of a file, left at its beginning. */
static const Reader *
pick_reader (SeidelSource *source, GError **error)
{
  char head[HEAD_BYTES + 1];
  int64_t length = seidel_source_read (source, head, HEAD_BYTES, error);

  if (length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  head[length] = '\0';
  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
    if (readers[i].recognise (head, (size_t) length))
      return &readers[i];
  fail_unknown (source, head, (size_t) length, error);
  return NULL;
}

SeidelMatrix *
seidel_load_matrix (const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (SeidelSource) source = NULL;
  const Reader *reader;
  SeidelMatrix *matrix;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  source = seidel_source_open (path, error);
  if (source == NULL)
    return NULL;
  reader = pick_reader (source, error);
  if (reader == NULL)
    return NULL;
  matrix = reader->read (source, progress, cancellable, error);
  if (matrix != NULL)
    matrix->origin.load_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  return matrix;
}
