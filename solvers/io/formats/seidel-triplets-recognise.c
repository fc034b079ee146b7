/* Distinguishes a list of entries from everything else that is made of numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-triplets.h"

#include <string.h>

#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"

/* What begins so is a banner of Matrix Market, or was meant to be one. */
#define BANNER "%%"

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

int
seidel_triplets_split (const char *line,
                       int64_t length,
                       SeidelTripletsField fields[SEIDEL_TRIPLETS_FIELDS],
                       char *separator)
{
  const char *at = line;
  const char *end = line + length;
  int n = 0;

  *separator = ' ';
  while (at < end && is_blank (*at))
    at++;
  if (at == end || *at == '#' || *at == '%')
    return 0;
  while (n < SEIDEL_TRIPLETS_FIELDS)
    {
      const char *begin = at;

      while (at < end && !is_blank (*at) && strchr (",;#%", *at) == NULL)
        at++;
      fields[n++] = (SeidelTripletsField){ begin, at - begin };
      if (n == 1 && at < end)
        *separator = *at;
      while (at < end && is_blank (*at))
        at++;
      if (at == end || *at == '#' || *at == '%')
        return n;
      if (*at != ',' && *at != ';')
        continue;
      if (n == 1)
        *separator = *at;
      for (at++; at < end && is_blank (*at);)
        at++;
    }
  return n;
}

bool
seidel_triplets_is_heading (const SeidelTripletsField *fields, int n)
{
  for (int i = 0; i < n; i++)
    if (fields[i].length == 0
        || !(g_ascii_isalpha (fields[i].at[0]) || strchr ("\"'_", fields[i].at[0]) != NULL))
      return false;
  return n == 2 || n == 3;
}

typedef struct
{
  bool own;      /* it has what no other format has */
  bool parted;   /* by commas or semicolons, as no size line is */
  bool complete; /* the whole text was seen */
  int64_t lines; /* with entries */
  int columns;   /* the same on each */
  double first[3];
  bool first_whole; /* all of them */
  double most_row;  /* on the lines behind the first */
  double most_column;
  bool zero; /* an index behind the first line */
} Sketch;

/* A field as a number; *whole is set if it is written as an index. */
static bool
take_number (const SeidelTripletsField *field, double *value, bool *whole)
{
  /* Numbers are read in whole words: give them room. */
  char text[128 + SEIDEL_TEXT_PADDING] = { 0 };
  const char *p = text;

  if (field->length < 1 || field->length > 128)
    return false;
  memcpy (text, field->at, (size_t) field->length);
  *whole = (int64_t) strspn (text, "0123456789") == field->length;
  return seidel_scan_number (&p, value) && p == text + field->length;
}

/* Takes a line of entries; false when it is none. */
static bool
take_line (Sketch *sketch, const SeidelTripletsField *fields, int n)
{
  double values[3] = { 0 };
  bool whole[3] = { true, true, true };

  if (n < 2 || n > 3 || (sketch->lines > 0 && n != sketch->columns))
    return false;
  for (int i = 0; i < n; i++)
    if (!take_number (&fields[i], &values[i], &whole[i]))
      return false;
  if (!whole[0] || !whole[1])
    return false;
  if (sketch->lines++ == 0)
    {
      sketch->columns = n;
      memcpy (sketch->first, values, sizeof values);
      sketch->first_whole = whole[2];
      return true;
    }
  sketch->most_row = MAX (sketch->most_row, values[0]);
  sketch->most_column = MAX (sketch->most_column, values[1]);
  sketch->zero = sketch->zero || values[0] == 0.0 || values[1] == 0.0;
  return true;
}

/* A line that is none of this list, but of as many numbers, can be one of a dense matrix. */
static bool
is_dense (const Sketch *sketch, const SeidelTripletsField *fields, int n)
{
  double value;
  bool whole;

  for (int i = 0; i < n; i++)
    if (!take_number (&fields[i], &value, &whole))
      return false;
  return n == sketch->columns;
}

/* Headings that say what the columns are. */
static const char *const row_names[] = { "row", "rows", "i", "from", "source", "src", "u", NULL };
static const char *const column_names[] = { "col", "cols",   "column", "columns", "j",
                                            "to",  "target", "dst",    NULL };

static bool
is_named (const SeidelTripletsField *field, const char *const *names)
{
  g_autofree char *name = g_ascii_strdown (field->at, (gssize) field->length);

  return g_strv_contains (names, g_strstrip (g_strdelimit (name, "\"'_", ' ')));
}

/* Whether a line that is none of the list has two whole numbers where the headings name a row and
 * a column: then an index is out of bounds, which is for the reader to report. */
static bool
has_bad_places (const SeidelTripletsField *fields, int n)
{
  for (int i = 0; i < 2 && i < n; i++)
    {
      const int64_t sign = fields[i].length > 0 && strchr ("+-", fields[i].at[0]) != NULL;

      if (fields[i].length <= sign
          || (int64_t) strspn (fields[i].at + sign, "0123456789") < fields[i].length - sign)
        return false;
    }
  return n == 2 || n == 3;
}

/* False when it is no list of entries. What can be nothing else is one by its first two lines: what
 * is wrong with a later one is for the reader to report. */
static bool
draw_sketch (Sketch *sketch, const char *head, size_t length)
{
  const char *at = head;
  const char *end = head + length;
  bool heading = false;
  bool places = false; /* the headings name a row and a column */

  *sketch = (Sketch){ .complete = length < SEIDEL_HEAD_BYTES };
  at += seidel_table_mark (head, length);
  if ((size_t) (end - at) >= strlen (BANNER) && memcmp (at, BANNER, strlen (BANNER)) == 0)
    return false;
  while (at < end)
    {
      const char *newline = memchr (at, '\n', (size_t) (end - at));
      SeidelTripletsField fields[SEIDEL_TRIPLETS_FIELDS];
      char separator;
      int n;

      /* The last line may be cut. */
      if (newline == NULL && !sketch->complete && sketch->lines > 0)
        break;
      if (newline == NULL)
        newline = end;
      n = seidel_triplets_split (at, newline - at, fields, &separator);
      if (n == 0 && sketch->lines == 0 && memchr (at, '%', (size_t) (newline - at)) != NULL)
        sketch->own = true;
      sketch->parted = sketch->parted || separator == ',' || separator == ';';
      if (n > 0 && sketch->lines == 0 && !heading && seidel_triplets_is_heading (fields, n))
        {
          heading = true;
          sketch->own = sketch->own || is_named (&fields[0], row_names);
          places = n > 1 && is_named (&fields[0], row_names) && is_named (&fields[1], column_names);
        }
      else if (n > 0 && !take_line (sketch, fields, n))
        {
          if (places && has_bad_places (fields, n))
            return true;
          sketch->own = sketch->own || (sketch->parted && !is_dense (sketch, fields, n));
          return sketch->own && sketch->lines > 1;
        }
      at = newline < end ? newline + 1 : end;
    }
  return sketch->lines > 0;
}

/* Three whole numbers before other lines: whether they can be a size. */
static bool
has_size (const Sketch *sketch)
{
  const double rows = sketch->first[0];
  const double columns = sketch->first[1];
  const double entries = sketch->first[2];
  const double follow = (double) sketch->lines - 1.0;
  const bool kept =
    entries >= follow && (sketch->complete ? entries <= follow + 1.0 : entries <= rows * columns);
  const bool inside = sketch->most_row <= rows && sketch->most_column <= columns && !sketch->zero;

  /* Either of them alone may be a mistake to report; both together are not. */
  return rows >= 1.0 && columns >= 1.0 && (kept || inside);
}

bool
seidel_triplets_claims (const char *head, size_t length)
{
  Sketch sketch;

  return draw_sketch (&sketch, head, length) && !sketch.own && !sketch.parted && sketch.columns == 3
         && sketch.lines != 1 && sketch.lines != 3 && sketch.first_whole && !has_size (&sketch);
}

/* "5 2" before five lines of two numbers. */
static bool
has_dense_size (const Sketch *sketch)
{
  const double follow = (double) sketch->lines - 1.0;

  return sketch->first[1] == 2.0
         && (sketch->complete ? sketch->first[0] == follow : sketch->first[0] > follow);
}

bool
seidel_triplets_recognise (const char *head, size_t length)
{
  Sketch sketch;

  if (!draw_sketch (&sketch, head, length))
    return false;
  if (sketch.own)
    return true;
  if (sketch.complete && (sketch.lines == 1 || sketch.lines == sketch.columns))
    return false;
  if (sketch.columns == 2)
    return sketch.parted || !has_dense_size (&sketch);
  return sketch.parted || !sketch.first_whole || !has_size (&sketch);
}
