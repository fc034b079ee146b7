/* Text that does not say what it is: which reading is meant, and what reads it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader-private.h"

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "io/bytes/seidel-blocks.h"
#include "io/formats/seidel-readings.h"
#include "io/formats/seidel-sketch.h"

bool
seidel_loader_draw_sketch (SeidelSource *source, SeidelSketch *sketch, GError **error)
{
  g_autofree char *head =
    seidel_memory_try (SEIDEL_SKETCH_BYTES, "the beginning of the file", error);
  const int64_t got =
    head != NULL ? seidel_source_read (source, head, SEIDEL_SKETCH_BYTES, error) : -1;
  const bool complete = got < SEIDEL_SKETCH_BYTES;
  const int64_t length = complete && got > 0 ? seidel_text_trim (head, got) : got;

  return length >= 0 && seidel_source_rewind (source, error)
         && seidel_sketch_init (sketch, source, head, (size_t) length, complete, error);
}

/* What a reading is, the matrix that it gives, and its name. */
static void
append_reading (GString *text, const SeidelReading *reading)
{
  g_autofree char *name = seidel_reading_name (reading);
  g_autofree char *description = seidel_reading_describe (reading);
  g_autofree char *matrix = seidel_reading_describe_matrix (reading);

  g_string_append_printf (text, "%s%s, %s (%s)", text->len > 0 ? seidel_text (", or ") : "",
                          description, matrix, name);
}

static void
fail_ambiguous (const SeidelSource *source, const GPtrArray *readings, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SeidelCertainty least = SEIDEL_CERTAINTY_POSSIBLE;

  for (guint i = 0; i < readings->len; i++)
    if (((const SeidelReading *) readings->pdata[i])->certainty >= SEIDEL_CERTAINTY_PLAUSIBLE)
      least = SEIDEL_CERTAINTY_PLAUSIBLE;
  for (guint i = 0; i < readings->len; i++)
    {
      g_autoptr (SeidelReading) reading = seidel_reading_copy (readings->pdata[i]);

      if (reading->certainty < least)
        continue;
      append_reading (text, reading);
      if (!reading->headed)
        continue;
      reading->heading = !reading->heading;
      reading->seen_rows += reading->heading ? -1 : 1;
      append_reading (text, reading);
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
  g_auto (SeidelSketch) sketch = { 0 };
  g_autoptr (GPtrArray) readings = NULL;
  const SeidelReading *best;
  bool ambiguous;

  if (!seidel_loader_draw_sketch (source, &sketch, error))
    return NULL;
  readings = seidel_readings_judge (&sketch);
  if (read_as != NULL)
    {
      SeidelReading *chosen = seidel_readings_take (&sketch, readings, read_as, error);

      return chosen != NULL ? take_reading (source, chosen) : NULL;
    }
  best = seidel_readings_best (readings, &ambiguous);
  /* Commas between digits are decimal signs only where somebody says so. */
  if (ambiguous || (best != NULL && sketch.decimal_commas > 0))
    fail_ambiguous (source, readings, error);
  else if (best != NULL)
    return take_reading (source, seidel_reading_copy (best));
  return NULL;
}

/* The length settles what a list of rows and values is. */
const SeidelReader *
seidel_loader_pick_vector (SeidelSource *source, int64_t n)
{
  g_auto (SeidelSketch) sketch = { 0 };
  g_autoptr (GPtrArray) readings =
    seidel_loader_draw_sketch (source, &sketch, NULL) ? seidel_readings_judge (&sketch) : NULL;
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
