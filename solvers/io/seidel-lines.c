/* The lines of a text, one after the other, with their numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-lines.h"

#include <string.h>

#include "base/seidel-error.h"

#define BUFFER_BYTES (256 * 1024)

void
seidel_lines_init (SeidelLines *lines,
                   SeidelSource *source,
                   SeidelProgress *progress,
                   double share,
                   GCancellable *cancellable)
{
  *lines = (SeidelLines){
    .source = source, .progress = progress, .share = share, .cancellable = cancellable
  };
  lines->buffer = g_malloc0 (BUFFER_BYTES + SEIDEL_TEXT_PADDING);
}

void
seidel_lines_clear (SeidelLines *lines)
{
  g_clear_pointer (&lines->buffer, g_free);
}

bool
seidel_lines_fail (const SeidelLines *lines, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s:%" G_GINT64_FORMAT ": %s",
               seidel_source_name (lines->source), lines->number, message);
  return false;
}

/* Moves what is left to the front and reads on behind it. */
static bool
refill (SeidelLines *lines, GError **error)
{
  int64_t left = lines->filled - lines->at;
  int64_t got;

  if (g_cancellable_set_error_if_cancelled (lines->cancellable, error))
    return false;
  memmove (lines->buffer, lines->buffer + lines->at, (size_t) left);
  got = seidel_source_read (lines->source, lines->buffer + left, BUFFER_BYTES - left, error);
  if (got < 0)
    return false;
  lines->at = 0;
  lines->filled = left + got;
  lines->ended = lines->filled < BUFFER_BYTES;
  /* The last line may have no newline, and what lay there may look like more of it. */
  memset (lines->buffer + lines->filled, '\n', SEIDEL_TEXT_PADDING);
  seidel_progress_set (lines->progress, lines->share * seidel_source_fraction (lines->source));
  return true;
}

/* The newline of the line that comes next, or NULL. */
static const char *
find_newline (const SeidelLines *lines)
{
  return memchr (lines->buffer + lines->at, '\n', (size_t) (lines->filled - lines->at));
}

bool
seidel_lines_next (SeidelLines *lines, GError **error)
{
  const char *newline = find_newline (lines);

  if (newline == NULL && !lines->ended)
    {
      if (!refill (lines, error))
        return false;
      newline = find_newline (lines);
    }
  lines->number++;
  lines->line = lines->buffer + lines->at;
  lines->length = newline != NULL ? newline - lines->line : lines->filled - lines->at;
  if (newline == NULL && !lines->ended)
    return seidel_lines_fail (lines, error,
                              "the line is longer than 256 KiB; this is no matrix in text");
  if (newline == NULL && lines->length == 0)
    return false;
  lines->at += lines->length + (newline != NULL);
  if (lines->length > 0 && lines->line[lines->length - 1] == '\r')
    lines->length--;
  return true;
}
