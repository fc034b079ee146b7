/* Draws the sketch of a text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-sketch.h"

#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-table.h"

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static bool
is_separator (char c)
{
  return c == ',' || c == ';';
}

static void
add_field (SeidelSketch *sketch, const char *at, const char *end)
{
  SeidelSketchField field = { .at = at, .length = (int32_t) (end - at) };
  const char *p = at;

  field.number = end > at && seidel_scan_number (&p, &field.value) && p == end;
  field.digits = field.number;
  for (p = at; field.digits && p < end; p++)
    field.digits = seidel_is_digit (*p);
  field.whole = field.number && field.value == floor (field.value);
  sketch->fields[sketch->n_fields++] = field;
}

static char
find_separator (const char *at, const char *end)
{
  const size_t length = (size_t) (end - at);

  /* At the end of a row it parts nothing. */
  while (end > at && (is_blank (end[-1]) || is_separator (end[-1])))
    end--;
  if (memchr (at, ';', (size_t) (end - at)) != NULL)
    return ';';
  if (memchr (at, ',', (size_t) (end - at)) != NULL)
    return ',';
  return memchr (at, '\t', (size_t) (end - at)) != NULL                         ? '\t'
         : memchr (at, ';', length) != NULL && memchr (at, ' ', length) == NULL ? ';'
                                                                                : ' ';
}

/* The end of a field that begins at a place: one in quotation marks ends behind them, a word at
 * the separator of its line, for it may contain blanks, everything else at blanks, too. */
static const char *
find_field_end (const char *at, const char *end, char separator)
{
  const bool word = separator != ' ' && g_ascii_isalpha (*at);
  const char *begin = at;
  const char *quote =
    *at == '"' && at + 1 < end ? memchr (at + 1, '"', (size_t) (end - at - 1)) : NULL;

  if (quote != NULL)
    at = quote + 1;
  while (at < end && !is_separator (*at) && !seidel_table_is_comment (at, end)
         && !(word ? *at == separator : is_blank (*at)))
    at++;
  while (word && at > begin && is_blank (at[-1]))
    at--;
  return at;
}

/* Parts a line at blanks, commas and semicolons; an empty field between two separators counts, one
 * behind the last does not. */
static SeidelSketchLine
split_line (SeidelSketch *sketch, const char *at, const char *end)
{
  SeidelSketchLine line = { .first = sketch->n_fields, .numbers = true };
  const char separator = find_separator (at, end);
  bool parted = true; /* since the last field */

  for (;;)
    {
      const char *begin;

      while (at < end && is_blank (*at))
        at++;
      line.tailed = at < end && seidel_table_is_comment (at, end);
      if (at == end || line.tailed)
        return line;
      if (is_separator (*at) && !parted)
        {
          parted = true;
          at++;
          continue;
        }
      begin = at;
      at = find_field_end (at, end, separator);
      add_field (sketch, begin, at);
      line.n++;
      line.numbers = line.numbers && sketch->fields[sketch->n_fields - 1].number;
      parted = at < end && is_separator (*at);
      if (parted)
        at++;
    }
}

/* The next name of a heading, which quotation marks may enclose; moves *at behind its separator. */
static char *
take_name (const char **at, const char *end, char separator)
{
  const char *begin = *at;
  const char *p = begin;
  char quote = '\0';

  while (p < end && (quote != '\0' || !(separator == ' ' ? is_blank (*p) : *p == separator)))
    {
      if (quote == '\0' && (*p == '"' || *p == '\''))
        quote = *p;
      else if (*p == quote)
        quote = '\0';
      p++;
    }
  *at = p < end ? p + 1 : end;
  while (separator == ' ' && *at < end && is_blank (**at))
    ++*at;
  return g_strstrip (g_strdelimit (g_strndup (begin, (gsize) (p - begin)), "\"'", ' '));
}

static void
take_heading (SeidelSketch *sketch, const char *at, const char *end)
{
  const char separator = find_separator (at, end);

  sketch->heading = g_ptr_array_new_with_free_func (g_free);
  while (at < end && is_blank (end[-1]))
    end--;
  while (at < end && separator == ' ' && is_blank (*at))
    at++;
  if (at < end && *at == separator)
    {
      g_ptr_array_add (sketch->heading, g_strdup (""));
      at++;
    }
  while (at < end)
    g_ptr_array_add (sketch->heading, take_name (&at, end, separator));
}

/* Whether a line is a word and numbers: a row with its label, if others begin with words, too. */
static bool
is_labelled_row (const SeidelSketch *sketch, const SeidelSketchLine *line)
{
  const SeidelSketchField *first = seidel_sketch_field (sketch, line, 0);

  for (int i = 1; i < line->n; i++)
    if (!seidel_sketch_field (sketch, line, i)->number)
      return false;
  return line->n > 1 && !first->number && first->length > 0;
}

/* Whether a line of no numbers can be one of headings: it begins with a name or with a separator,
 * as where the column of row labels has none. */
static bool
can_be_heading (const SeidelSketch *sketch,
                const SeidelSketchLine *line,
                const char *at,
                const char *end)
{
  while (*at == ' ' || *at == '\t')
    at++;
  while (end > at && is_blank (end[-1]))
    end--;
  /* “A =” is how a matrix is printed. */
  if (end > at && end[-1] == '=')
    return false;
  return sketch->heading == NULL && sketch->n_lines == 0 && !is_labelled_row (sketch, line)
         && (g_ascii_isalpha (*at) || strchr ("\"'_,;", *at) != NULL);
}

/* Whether a line with words is one of the rest: rows may have labels, and where there are headings
 * words may be in any of their columns beside numbers. */
static bool
can_have_words (const SeidelSketch *sketch, const SeidelSketchLine *line)
{
  const int headings = sketch->heading != NULL ? (int) sketch->heading->len : 0;
  int numbers = 0;

  for (int i = 0; i < line->n; i++)
    numbers += seidel_sketch_field (sketch, line, i)->number;
  if (headings == 0 && !sketch->words && sketch->n_lines > 0)
    return false;
  return line->n > 1
         && ((numbers == line->n - 1 && !seidel_sketch_field (sketch, line, 0)->number)
             || (numbers > 0 && headings > 0 && (line->n == headings || line->n == headings + 1)));
}

/* False when the text ends, for this purpose. */
static bool
take_line (SeidelSketch *sketch, const char *at, const char *end, int64_t number)
{
  SeidelSketchLine line;

  if (sketch->n_lines == 0)
    while (at < end && is_blank (*at))
      at++;
  if (sketch->n_lines == 0 && at < end && seidel_table_is_comment (at, end))
    {
      sketch->comments = true;
      sketch->percent = sketch->percent || *at == '%';
      sketch->mentions_form =
        sketch->mentions_form || seidel_market_mentions_form (at, (size_t) (end - at));
      return true;
    }
  line = split_line (sketch, at, end);
  line.number = number;
  if (line.n == 0)
    {
      /* Blank lines are vertices of a graph; comments are not. */
      if (sketch->n_lines > 0 && !line.tailed)
        sketch->lines[sketch->n_lines++] = line;
      return true;
    }
  if (!line.numbers && can_be_heading (sketch, &line, at, end))
    {
      sketch->n_fields = line.first;
      sketch->heading_line = number;
      take_heading (sketch, at, end);
      return true;
    }
  if (!line.numbers && !can_have_words (sketch, &line))
    {
      sketch->broken = true;
      return false;
    }
  sketch->words = sketch->words || !line.numbers;
  if (sketch->n_lines == 0)
    {
      sketch->separator = find_separator (at, end);
      sketch->row_ends = seidel_table_has_row_end (at, (size_t) (end - at));
      sketch->by_tabs = sketch->separator == '\t';
    }
  sketch->parted =
    sketch->parted || find_separator (at, end) == ',' || find_separator (at, end) == ';';
  sketch->lines[sketch->n_lines++] = line;
  return true;
}

/* Whether a line has commas within numbers rather than between them: others part its fields. */
static bool
has_decimal_commas (const char *at, const char *end)
{
  bool glued = false;
  bool loose = false;

  for (const char *p = at; p < end; p++)
    end = seidel_table_is_comment (p, end) ? p : end;
  if (memchr (at, '.', (size_t) (end - at)) != NULL
      || memchr (at, '(', (size_t) (end - at)) != NULL)
    return false;
  while (end > at && is_blank (end[-1]))
    end--;
  while (at < end && is_blank (*at))
    at++;
  for (const char *p = at; p < end; p++)
    {
      if (*p == ','
          && (p == at || p + 1 == end || !seidel_is_digit (p[-1]) || !seidel_is_digit (p[1])))
        return false;
      glued = glued || *p == ',';
      loose = loose || *p == ';' || is_blank (*p);
    }
  return glued && loose;
}

/* Whether a line begins with a number, or with the label of a row and one. */
static bool
begins_with_number (const char *at, const char *end)
{
  const char *p = at;

  if (at < end && !seidel_is_digit (*at) && *at != '-')
    {
      while (p < end && *p != ';' && *p != '\t')
        p++;
      for (p += p < end; p < end && is_blank (*p);)
        p++;
    }
  return p < end && (seidel_is_digit (*p) || *p == '-');
}

/* Decimal commas become points; the line of the first. */
static int64_t
mend_decimals (char *text, size_t length)
{
  char *end = text + length;
  int64_t first = 0;
  int64_t number = 1;

  for (char *at = text; at < end; number++)
    {
      char *newline = memchr (at, '\n', (size_t) (end - at));

      newline = newline != NULL ? newline : end;
      while (at < newline && is_blank (*at))
        at++;
      if (begins_with_number (at, newline) && has_decimal_commas (at, newline))
        {
          first = first > 0 ? first : number;
          for (char *p = at; p < newline; p++)
            *p = *p == ',' ? '.' : *p;
        }
      at = newline < end ? newline + 1 : end;
    }
  return first;
}

/* Whether two whole numbers may be one that a comma divides. */
static bool
may_be_decimal (const SeidelSketch *sketch, const SeidelSketchLine *line)
{
  const SeidelSketchField *whole;
  const SeidelSketchField *behind;

  if (line->n != 2)
    return false;
  whole = seidel_sketch_field (sketch, line, 0);
  behind = seidel_sketch_field (sketch, line, 1);
  return whole->whole && behind->digits && behind->at == whole->at + whole->length + 1
         && behind->at[-1] == ',';
}

/* Where some have two digits behind the comma. */
static void
find_comma_column (SeidelSketch *sketch)
{
  bool two_digits = false;
  guint lines = 0;

  if (!sketch->complete || sketch->heading != NULL)
    return;
  for (guint i = 0; i < sketch->n_lines; i++)
    {
      const SeidelSketchLine *line = seidel_sketch_line (sketch, i);

      if (line->n > 0 && (++lines > SEIDEL_MANY_LINES || !may_be_decimal (sketch, line)))
        return;
      two_digits = two_digits || (line->n > 0 && seidel_sketch_field (sketch, line, 1)->length > 1);
    }
  sketch->comma_column = two_digits;
}

static void
guess_lines (SeidelSketch *sketch, const SeidelSource *source, size_t seen)
{
  if (sketch->complete)
    sketch->expected_lines = sketch->n_lines;
  else if (source != NULL && !seidel_source_is_compressed (source) && seen > 0)
    sketch->expected_lines =
      (double) sketch->n_lines * (double) seidel_source_most_text (source) / (double) seen;
}

/* Whether a field of a line is a count, as it is written. */
static bool
counts (const SeidelSketch *sketch, const SeidelSketchLine *line, int i, double count)
{
  const SeidelSketchField *field = seidel_sketch_field (sketch, line, i);

  return field->digits && field->value == count;
}

/* Whether the first line is 0, 1, 2, …, what pandas calls columns that have no names, before lines
 * that are not all whole numbers, or that begin with 0, 1, 2, … before as many numbers. */
static bool
is_counted (const SeidelSketch *sketch)
{
  const SeidelSketchLine *first = seidel_sketch_line (sketch, 0);
  double rows = 0.0;

  if (sketch->heading != NULL || sketch->n_lines < 2 || sketch->words)
    return false;
  for (int i = 0; i < first->n; i++)
    if (!counts (sketch, first, i, (double) i))
      return false;
  for (guint k = 1; k < sketch->n_lines; k++)
    {
      const SeidelSketchLine *line = seidel_sketch_line (sketch, k);
      bool digits = first->n > 1;

      if (line->n == 0)
        continue;
      if (line->n == first->n + 1 && counts (sketch, line, 0, rows))
        {
          rows += 1.0;
          continue;
        }
      for (int i = 0; i < line->n; i++)
        digits = digits && seidel_sketch_field (sketch, line, i)->digits;
      if (rows > 0.0 || first->n < 2 || digits || line->n != first->n)
        return false;
    }
  /* Two columns and one row may begin so by chance, and what has blanks has numbered rows, too. */
  return rows > 0.0
         || (first->n > 1 && sketch->separator != ' ' && (first->n > 2 || sketch->n_lines > 2));
}

/* Whether the first line alone begins with a word. */
static bool
is_named_first (const SeidelSketch *sketch)
{
  const SeidelSketchLine *second;
  guint i = 1;

  if (sketch->heading != NULL || seidel_sketch_line (sketch, 0)->numbers)
    return false;
  while (i < sketch->n_lines && seidel_sketch_line (sketch, i)->n == 0)
    i++;
  second = i < sketch->n_lines ? seidel_sketch_line (sketch, i) : NULL;
  return second != NULL && second->numbers;
}

static void
make_heading (SeidelSketch *sketch)
{
  const SeidelSketchLine first = *seidel_sketch_line (sketch, 0);

  sketch->heading = g_ptr_array_new_with_free_func (g_free);
  sketch->heading_line = first.number;
  for (int i = 0; i < first.n; i++)
    {
      const SeidelSketchField *field = seidel_sketch_field (sketch, &first, i);

      g_ptr_array_add (sketch->heading, g_strndup (field->at, (gsize) field->length));
    }
  sketch->words = false;
  sketch->n_lines--;
  memmove (sketch->lines, sketch->lines + 1, sketch->n_lines * sizeof *sketch->lines);
}

/* Takes a copy of the text, and room for as many lines and fields as can be in it: each ends with a
 * character of its own. */
static bool
make_room (SeidelSketch *sketch, const char *text, size_t length, GError **error)
{
  const char *what = "the beginning of the file";
  size_t lines = 1;
  size_t fields = 1;

  for (const char *p = text; p < text + length; p++)
    {
      lines += *p == '\n';
      fields += *p == '\n' || is_blank (*p) || is_separator (*p)
                || seidel_table_is_comment (p, text + length);
    }
  sketch->text = seidel_memory_try0 (length + SEIDEL_TEXT_PADDING, what, error);
  if (sketch->text == NULL)
    return false;
  memcpy (sketch->text, text, length);
  sketch->lines = seidel_memory_try (lines * sizeof *sketch->lines, what, error);
  if (sketch->lines == NULL)
    return false;
  sketch->fields = seidel_memory_try (fields * sizeof *sketch->fields, what, error);
  if (sketch->fields == NULL)
    return false;
  sketch->workspace = seidel_memory_try (lines * sizeof *sketch->workspace, what, error);
  return sketch->workspace != NULL;
}

bool
seidel_sketch_init (SeidelSketch *sketch,
                    const SeidelSource *source,
                    const char *text,
                    size_t length,
                    bool complete,
                    GError **error)
{
  const size_t mark = seidel_table_mark (text, length);
  const char *end;
  const char *at;

  *sketch = (SeidelSketch){ .complete = complete, .separator = ' ' };
  if (!make_room (sketch, text + mark, length - mark, error))
    return false;
  sketch->decimal_commas = mend_decimals (sketch->text, length - mark);
  sketch->name = source != NULL ? seidel_source_name (source) : "";
  at = sketch->text;
  end = at + (length - mark);
  if (seidel_market_has_banner (at, length - mark))
    at = end;
  for (int64_t number = 1; at < end; number++)
    {
      const char *newline = memchr (at, '\n', (size_t) (end - at));

      /* The last line may be cut. */
      if (newline == NULL && !complete && sketch->n_lines > 0)
        break;
      if (newline == NULL)
        newline = end;
      if (!take_line (sketch, at, newline, number))
        break;
      at = newline < end ? newline + 1 : end;
    }
  if (sketch->n_lines > 0 && (is_counted (sketch) || is_named_first (sketch)))
    make_heading (sketch);
  find_comma_column (sketch);
  guess_lines (sketch, source, (size_t) (at - sketch->text));
  return true;
}

void
seidel_sketch_clear (SeidelSketch *sketch)
{
  g_clear_pointer (&sketch->text, g_free);
  g_clear_pointer (&sketch->lines, g_free);
  g_clear_pointer (&sketch->fields, g_free);
  g_clear_pointer (&sketch->workspace, g_free);
  g_clear_pointer (&sketch->heading, g_ptr_array_unref);
}

bool
seidel_sketch_mentions (const SeidelSketch *sketch, const char *text)
{
  const char *end = sketch->n_lines > 0 && seidel_sketch_line (sketch, 0)->n > 0
                      ? seidel_sketch_field (sketch, seidel_sketch_line (sketch, 0), 0)->at
                      : sketch->text + strlen (sketch->text);

  return g_strstr_len (sketch->text, end - sketch->text, text) != NULL;
}
