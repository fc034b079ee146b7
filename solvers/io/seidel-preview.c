/* Keeps the beginning of a text, so that readings can be tried on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-preview.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "io/formats/seidel-readings.h"
#include "io/seidel-loader-private.h"

/* Characters of a line, and of a heading. */
#define LINE_WIDTH    80
#define HEADING_WIDTH 40

struct SeidelPreview
{
  char *name; /* which the sketch borrows */
  char *head; /* as it is in the file; the sketch has mended it */
  SeidelSketch sketch;
  GPtrArray *readings;
};

/* Looks at the text. */
static bool
look (SeidelSource *text, gpointer data, GError **error)
{
  SeidelPreview *preview = data;

  preview->name = g_strdup (seidel_source_name (text));
  preview->head = seidel_memory_try0 (SEIDEL_SKETCH_BYTES + 1, "the beginning of the file", error);
  if (preview->head == NULL
      || seidel_source_read (text, preview->head, SEIDEL_SKETCH_BYTES, error) < 0
      || !seidel_source_rewind (text, error)
      || !seidel_loader_draw_sketch (text, &preview->sketch, error))
    return false;
  preview->sketch.name = preview->name;
  g_ptr_array_unref (preview->readings);
  preview->readings = seidel_readings_judge (&preview->sketch);
  return true;
}

SeidelPreview *
seidel_preview_new (const char *path,
                    const char *variable,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SeidelPreview) preview = g_atomic_rc_box_new0 (SeidelPreview);
  g_autoptr (SeidelSource) source = seidel_source_open (path, error);

  preview->readings = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_reading_free);
  if (source == NULL)
    return NULL;
  seidel_source_set_job (source, NULL, cancellable);
  return seidel_loader_visit (source, variable, look, preview, error) ? g_steal_pointer (&preview)
                                                                      : NULL;
}

SeidelPreview *
seidel_preview_ref (SeidelPreview *preview)
{
  return g_atomic_rc_box_acquire (preview);
}

static void
preview_clear (gpointer data)
{
  SeidelPreview *preview = data;

  seidel_sketch_clear (&preview->sketch);
  g_clear_pointer (&preview->readings, g_ptr_array_unref);
  g_free (preview->head);
  g_free (preview->name);
}

void
seidel_preview_unref (SeidelPreview *preview)
{
  g_atomic_rc_box_release_full (preview, preview_clear);
}

const GPtrArray *
seidel_preview_readings (const SeidelPreview *preview)
{
  return preview->readings;
}

/* The beginning of a line that may be cut, at most so many characters of it. */
static char *
take_line (const char *at, size_t length, int width)
{
  /* No character has more than four bytes. */
  g_autofree char *begin = g_strndup (at, MIN (length, 4 * ((size_t) width + 1)));
  g_autofree char *valid = g_utf8_make_valid (begin, -1);
  const bool cut = g_utf8_strlen (valid, -1) > width;
  g_autofree char *line = g_utf8_substring (valid, 0, cut ? width : -1);

  return g_strconcat (g_strchomp (line), cut ? "…" : "", NULL);
}

char *
seidel_preview_text (const SeidelPreview *preview, int n)
{
  GString *text = g_string_new (NULL);
  const char *at = preview->head;

  for (int i = 0; i < n && at != NULL && *at != '\0'; i++)
    {
      const char *newline = strchr (at, '\n');
      g_autofree char *line =
        take_line (at, newline != NULL ? (size_t) (newline - at) : strlen (at), LINE_WIDTH);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
      at = newline != NULL ? newline + 1 : NULL;
    }
  return g_string_free (text, FALSE);
}

int
seidel_preview_columns (const SeidelPreview *preview)
{
  return preview->sketch.n_lines > 0 ? seidel_sketch_line (&preview->sketch, 0)->n : 0;
}

/* A column of row labels in front may have none. */
char *
seidel_preview_heading (const SeidelPreview *preview, int column)
{
  const GPtrArray *heading = preview->sketch.heading;
  const int n = heading != NULL ? (int) heading->len : 0;
  const int shift = seidel_preview_columns (preview) == n + 1;
  const char *name = column >= shift && column - shift < n ? heading->pdata[column - shift] : "";

  return *name != '\0' ? take_line (name, strlen (name), HEADING_WIDTH) : NULL;
}

SeidelReading *
seidel_preview_try (const SeidelPreview *preview, const char *name, GError **error)
{
  return seidel_readings_take (&preview->sketch, preview->readings, name, error);
}
