/* Distinguishes a dense matrix in text from everything else that begins with numbers or headings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-table.h"

#include <string.h>

#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-market.h"

#define MARK "\xef\xbb\xbf"

/* A line of headings that is cut, so that the numbers cannot be seen, has as many at least. */
#define FEWEST_HEADINGS 8

/* What the beginning of a text looks like. */
typedef struct
{
  int64_t headings; /* before the first line of numbers */
  int64_t lines;    /* with numbers on them */
  int64_t numbers;  /* in all */
  bool parted;      /* by commas or semicolons */
} Sketch;

size_t
seidel_table_mark (const char *text, size_t length)
{
  const size_t mark = strlen (MARK);

  return length >= mark && memcmp (text, MARK, mark) == 0 ? mark : 0;
}

bool
seidel_table_is_error (const char *at, const char *end)
{
  static const char *const errors[] = { "#N/A",  "#DIV/0!", "#REF!", "#VALUE!",
                                        "#NUM!", "#NAME?",  "#NULL!" };

  for (size_t i = 0; i < G_N_ELEMENTS (errors); i++)
    if ((size_t) (end - at) >= strlen (errors[i])
        && memcmp (at, errors[i], strlen (errors[i])) == 0)
      return true;
  return false;
}

char
seidel_table_separator (const char *line, size_t length)
{
  static const char separators[] = { ';', ',' };

  while (length > 0 && g_ascii_isspace (line[length - 1]))
    length--;
  /* “4 -1 0;” is a row of MATLAB's, whose end the semicolon is. */
  if (seidel_table_has_row_end (line, length))
    length--;
  for (size_t i = 0; i < G_N_ELEMENTS (separators); i++)
    if (memchr (line, separators[i], length) != NULL)
      return separators[i];
  return ' ';
}

bool
seidel_table_has_row_end (const char *line, size_t length)
{
  while (length > 0 && g_ascii_isspace (line[length - 1]))
    length--;
  return length > 1 && line[length - 1] == ';' && memchr (line, ';', length - 1) == NULL
         && (memchr (line, ' ', length) != NULL || memchr (line, '\t', length) != NULL);
}

static bool
is_separator (char c)
{
  return c == ',' || c == ';';
}

/* The numbers of a line, which may leave some out between separators; −1 when there is something
 * else. Where the text was cut, what cannot be read behind a number may have been one. */
static int64_t
sketch_line (Sketch *sketch, const char *line, bool cut)
{
  int64_t numbers = 0;

  for (const char *p = line;;)
    {
      double value;

      while (g_ascii_isspace (*p) || (numbers > 0 && is_separator (*p)))
        sketch->parted |= is_separator (*p++);
      if (*p == '\0' || seidel_table_is_comment (p, p + strlen (p)))
        return numbers;
      if (!seidel_scan_number (&p, &value)
          || !(*p == '\0' || g_ascii_isspace (*p) || is_separator (*p)))
        return cut && sketch->numbers + numbers > 0 ? numbers : -1;
      numbers++;
    }
}

/* What a line of headings has; one that ends with a separator has none behind it. */
static int64_t
count_headings (char *line)
{
  const char *bare = g_strstrip (line);
  const size_t length = strlen (bare);
  const char separator =
    memchr (bare, '\t', length) != NULL ? '\t' : seidel_table_separator (bare, length);
  int64_t n = length > 0 && bare[length - 1] != separator;

  for (const char *p = bare; *p != '\0'; p++)
    n += separator == ' ' ? g_ascii_isspace (*p) && !g_ascii_isspace (p[1]) : *p == separator;
  return n;
}

/* Takes a line of headings; false when it can be none. What follows must be in sight, or there must
 * be so many that it is beyond. */
static bool
take_headings (Sketch *sketch, char *line, bool cut)
{
  if (sketch->headings > 0 || sketch->lines > 0
      || !(g_ascii_isalpha (*line) || strchr ("\"'_", *line) != NULL))
    return false;
  sketch->headings = count_headings (line);
  if (cut)
    sketch->numbers = sketch->headings >= FEWEST_HEADINGS;
  return true;
}

/* False when the first lines that are none of comments hold something other than headings and
 * numbers: what is wrong with a later one is for the reader to report. */
static bool
draw_sketch (Sketch *sketch, const char *head, size_t length)
{
  const size_t mark = seidel_table_mark (head, length);
  g_autofree char *copy = g_strndup (head + mark, length - mark);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);

  *sketch = (Sketch){ 0 };
  if (seidel_market_has_banner (copy, strlen (copy)))
    return false;
  for (char **line = lines; *line != NULL; line++)
    {
      /* Numbers are read in whole words: give them room. */
      const size_t bytes = strlen (*line);
      g_autofree char *padded = g_malloc0 (bytes + 1 + SEIDEL_TEXT_PADDING);
      int64_t numbers;

      memcpy (padded, *line, bytes);
      numbers = sketch_line (sketch, padded, line[1] == NULL);
      if (numbers < 0 && take_headings (sketch, padded, line[1] == NULL))
        continue;
      if (numbers > 0 && sketch->lines == 0 && sketch->headings > 0 && numbers != sketch->headings
          && line[1] != NULL)
        return false;
      if (numbers < 0)
        return sketch->lines > 0;
      sketch->lines += numbers > 0;
      sketch->numbers += numbers;
    }
  return sketch->numbers > 0;
}

bool
seidel_table_recognise (const char *head, size_t length)
{
  Sketch sketch;

  return draw_sketch (&sketch, head, length);
}

bool
seidel_table_has_trimmings (const char *head, size_t length)
{
  Sketch sketch;

  return draw_sketch (&sketch, head, length)
         && (seidel_table_mark (head, length) > 0 || sketch.headings > 0 || sketch.parted);
}
