/* Text that does not say what it is: which reading is meant, and what reads it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader-private.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-blocks.h"
#include "io/formats/seidel-readings.h"
#include "io/formats/seidel-sketch.h"
#include "io/seidel-loader.h"

/* Characters of a line in a preview. */
#define PREVIEW_WIDTH 80

/* The readings of a source at its beginning, where it is again afterwards. decimal_commas, which
 * may be NULL, receives the first line that has some, or 0. */
static GPtrArray *
judge (SeidelSource *source, int64_t *decimal_commas, GError **error)
{
  g_autofree char *head =
    seidel_memory_try (SEIDEL_SKETCH_BYTES, "the beginning of the file", error);
  const int64_t got =
    head != NULL ? seidel_source_read (source, head, SEIDEL_SKETCH_BYTES, error) : -1;
  const bool complete = got < SEIDEL_SKETCH_BYTES;
  const int64_t length = complete && got > 0 ? seidel_text_trim (head, got) : got;
  g_auto (SeidelSketch) sketch = { 0 };

  if (length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  if (!seidel_sketch_init (&sketch, source, head, (size_t) length, complete, error))
    return NULL;
  if (decimal_commas != NULL)
    *decimal_commas = sketch.decimal_commas;
  return seidel_readings_judge (&sketch);
}

static void
fail_ambiguous (const SeidelSource *source, const GPtrArray *readings, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < readings->len; i++)
    {
      const SeidelReading *reading = readings->pdata[i];
      g_autofree char *name = seidel_reading_name (reading);
      g_autofree char *description = seidel_reading_describe (reading);

      if (reading->certainty >= SEIDEL_CERTAINTY_PLAUSIBLE)
        g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? ", or " : "", description, name);
    }
  seidel_source_fail (source, SEIDEL_ERROR_AMBIGUOUS, error, "may be %s", text->str);
}

/* Makes a reading that of the source. */
static const SeidelReader *
take_reading (SeidelSource *source, SeidelReading *reading)
{
  seidel_source_set_reading (source, reading, (GDestroyNotify) seidel_reading_free);
  return seidel_reading_reader (reading);
}

const SeidelReader *
seidel_loader_pick_reading (SeidelSource *source, const char *read_as, GError **error)
{
  int64_t decimal_commas = 0;
  g_autoptr (GPtrArray) readings = judge (source, &decimal_commas, error);
  const SeidelReading *best;
  bool ambiguous;

  if (readings == NULL)
    return NULL;
  if (read_as != NULL)
    {
      SeidelReading *chosen = seidel_readings_choose (readings, read_as, error);

      return chosen != NULL ? take_reading (source, chosen) : NULL;
    }
  best = seidel_readings_best (readings, &ambiguous);
  if (decimal_commas > 0 && (best != NULL || ambiguous))
    seidel_source_fail_line (source, decimal_commas, SEIDEL_ERROR_FORMAT, error,
                             "expected numbers with a decimal point, found a decimal comma, which "
                             "is read only where the reading says so");
  else if (ambiguous)
    fail_ambiguous (source, readings, error);
  else if (best != NULL)
    return take_reading (source, seidel_reading_copy (best));
  return NULL;
}

/* The length settles what a list of rows and values is. */
const SeidelReader *
seidel_loader_pick_vector (SeidelSource *source, int64_t n)
{
  g_autoptr (GPtrArray) readings = judge (source, NULL, NULL);
  const SeidelReading *best;
  bool ambiguous;

  for (guint i = 0; readings != NULL && i < readings->len; i++)
    {
      const SeidelReading *reading = readings->pdata[i];

      if (reading->kind == SEIDEL_READING_INDEXED
          && (n == SEIDEL_ANY_LENGTH ? reading->certainty == SEIDEL_CERTAINTY_CERTAIN
                                     : n == reading->rows))
        return take_reading (source, seidel_reading_copy (reading));
    }
  best = readings != NULL ? seidel_readings_best (readings, &ambiguous) : NULL;
  return best != NULL && best->kind != SEIDEL_READING_INDEXED
           ? take_reading (source, seidel_reading_copy (best))
           : NULL;
}

GPtrArray *
seidel_loader_readings (SeidelSource *source, GError **error)
{
  return judge (source, NULL, error);
}

static void
append_line (GString *text, const char *at, size_t length)
{
  /* No character has more than four bytes. */
  g_autofree char *begin = g_strndup (at, MIN (length, 4 * ((size_t) PREVIEW_WIDTH + 1)));
  g_autofree char *valid = g_utf8_make_valid (begin, -1);
  const bool cut = g_utf8_strlen (valid, -1) > PREVIEW_WIDTH;
  g_autofree char *line = g_utf8_substring (valid, 0, cut ? PREVIEW_WIDTH : -1);

  g_string_append_printf (text, "%s%s", g_strchomp (line), cut ? "…" : "");
}

char *
seidel_preview_text (const char *path, int n, GCancellable *cancellable)
{
  g_autoptr (SeidelSource) source = seidel_source_open (path, NULL);
  g_autofree char *head =
    seidel_memory_try0 (SEIDEL_SKETCH_BYTES + 1, "the beginning of the file", NULL);
  GString *text = g_string_new (NULL);
  const char *at = head;

  if (source != NULL)
    seidel_source_set_job (source, NULL, cancellable);
  if (source == NULL || head == NULL
      || seidel_source_read (source, head, SEIDEL_SKETCH_BYTES, NULL) <= 0)
    return g_string_free (text, FALSE);
  for (int i = 0; i < n && at != NULL; i++)
    {
      const char *newline = strchr (at, '\n');

      if (i > 0)
        g_string_append_c (text, '\n');
      append_line (text, at, newline != NULL ? (size_t) (newline - at) : strlen (at));
      at = newline != NULL ? newline + 1 : NULL;
    }
  return g_string_free (text, FALSE);
}
