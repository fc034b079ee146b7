/* Texts as cells of CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-csv.h"

#include <string.h>

bool
seidel_csv_is_formula (const char *text)
{
  char *end = NULL;

  if (*text == '\0' || strchr ("=+-@\t\r", *text) == NULL)
    return false;
  g_ascii_strtod (text, &end);
  return end == text || *end != '\0';
}

void
seidel_csv_append_text (GString *csv, const char *text, bool always_quoted)
{
  const bool quoted = always_quoted || strpbrk (text, ",\"\n\r") != NULL;

  if (quoted)
    g_string_append_c (csv, '"');
  if (seidel_csv_is_formula (text))
    g_string_append_c (csv, '\'');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  if (quoted)
    g_string_append_c (csv, '"');
}
