/* The tags of formulas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-markup.h"

#include <pango/pangocairo.h>
#include <string.h>

#define NO_BREAK_SPACE "\u00a0"

static gsize
find_tag (const char *text)
{
  static const char *const tags[] = { "<sub>", "</sub>", "<sup>", "</sup>",
                                      "<i>",   "</i>",   "<b>",   "</b>" };

  for (gsize i = 0; i < G_N_ELEMENTS (tags); i++)
    if (g_str_has_prefix (text, tags[i]))
      return strlen (tags[i]);
  return 0;
}

/* No line ends between a number and its unit, nor before the sign of an equation. */
static gboolean
keeps_together (const char *whole, const char *space)
{
  static const char *const units[] = { "s", "ms", "µs", "ns", "kB", "MB", "GB", "TB", "%" };
  const char *next = space + 1;
  const gsize length = strcspn (next, " \n.,;:)<");

  if (*space != ' ' || space == whole)
    return FALSE;
  if (g_str_has_prefix (next, "= "))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (units) && g_ascii_isdigit (space[-1]); i++)
    if (strlen (units[i]) == length && strncmp (next, units[i], length) == 0)
      return TRUE;
  return FALSE;
}

char *
seidel_lesson_markup (const char *text)
{
  const char *whole = text;
  g_autoptr (GString) markup = g_string_new (NULL);

  while (*text != '\0')
    {
      const gsize tag = find_tag (text);
      const gsize length = tag > 0 ? tag : (gsize) (g_utf8_next_char (text) - text);
      g_autofree char *escaped = tag > 0 ? NULL : g_markup_escape_text (text, (gssize) length);

      if (keeps_together (whole, text))
        g_string_append (markup, NO_BREAK_SPACE);
      else
        g_string_append_len (markup, tag > 0 ? text : escaped,
                             tag > 0 ? (gssize) tag : (gssize) strlen (escaped));
      text += length;
    }
  return pango_parse_markup (markup->str, -1, 0, NULL, NULL, NULL, NULL)
           ? g_string_free (g_steal_pointer (&markup), FALSE)
           : g_markup_escape_text (whole, -1);
}
