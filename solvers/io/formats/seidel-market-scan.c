/* The lines of entries of a Matrix Market file: reading them fast, and telling what is wrong with
 * one that could not be read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-market.h"

#include <inttypes.h>
#include <math.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "base/seidel-translatable.h"

/* Behind the blanks at the start of a line. NULL when the line holds no entry: then *next is the
 * line after it. */
static inline const char *
find_entry (const char *line, const char *end, const char **next)
{
  const char *p = line;

  while (seidel_is_blank (*p))
    p++;
  if (*p == '\r' && p[1] == '\n')
    p++;
  if (*p == '\n')
    {
      *next = p + 1;
      return NULL;
    }
  if (*p == '%')
    {
      const char *newline = p < end ? memchr (p, '\n', (size_t) (end - p)) : NULL;

      *next = newline != NULL ? newline + 1 : end;
      return NULL;
    }
  return p;
}

static inline bool
scan_blanks (const char **p)
{
  const char *start = *p;

  while (seidel_is_blank (**p))
    ++*p;
  return *p > start;
}

static inline bool
scan_place (const SeidelMarketHeader *header, const char **p, SeidelEntry *entry)
{
  int64_t row;
  int64_t column = 1;

  if (!seidel_scan_index (p, &row)
      || (!header->vector && (!scan_blanks (p) || !seidel_scan_index (p, &column))))
    return false;
  if (row < 1 || row > header->rows || column < 1 || column > header->columns)
    return false;
  entry->row = (int32_t) (row - 1);
  entry->column = (int32_t) (column - 1);
  return true;
}

static inline bool
value_fits (const SeidelMarketHeader *header, const SeidelEntry *entry)
{
  if (header->field == SEIDEL_FIELD_INTEGER && entry->value != floor (entry->value))
    return false;
  return header->mirrors != SEIDEL_FILED_SKEW_SYMMETRIC || header->array
         || entry->row != entry->column || entry->value == 0.0;
}

/* Reads a number, of a complex one the part that is asked for. */
static inline bool
scan_value (const SeidelMarketHeader *header, const char **p, double *value)
{
  double other;

  if (header->field != SEIDEL_FIELD_COMPLEX)
    return seidel_scan_value (p, value);
  return header->part == SEIDEL_PART_REAL
           ? seidel_scan_value (p, value) && scan_blanks (p) && seidel_scan_value (p, &other)
           : seidel_scan_value (p, &other) && scan_blanks (p) && seidel_scan_value (p, value);
}

/* Moves *p behind the numbers that belong to nothing. */
static bool
skip_superfluous (const SeidelMarketHeader *header, const char **p)
{
  double value;

  for (int i = 0; i < header->superfluous; i++)
    if (!scan_blanks (p) || !seidel_scan_number (p, &value))
      return false;
  return true;
}

/* Reads an entry and the end of its line. */
static inline bool
scan_entry (const SeidelMarketHeader *header, const char **p, SeidelEntry *entry)
{
  entry->value = 1.0;
  if (!header->array && !scan_place (header, p, entry))
    return false;
  if (header->field != SEIDEL_FIELD_PATTERN)
    {
      if (!header->array && !scan_blanks (p))
        return false;
      if (!scan_value (header, p, &entry->value) || !value_fits (header, entry))
        return false;
    }
  if (header->superfluous > 0 && !skip_superfluous (header, p))
    return false;
  scan_blanks (p);
  if (**p == '\r')
    ++*p;
  if (**p != '\n')
    return false;
  ++*p;
  return true;
}

/* Beyond it a double does not hold every whole number. */
#define MOST_EXACT 9007199254740992.0

/* Whether a word is a whole number other than the double that was read. */
static bool
is_rounded (const char *word, size_t length)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE + 320];
  char copy[320];
  const char *first = word + (*word == '-' || *word == '+');

  length -= (size_t) (first - word);
  while (length > 1 && *first == '0')
    {
      first++;
      length--;
    }
  if (length == 0 || length >= sizeof copy)
    return false;
  memcpy (copy, first, length);
  copy[length] = '\0';
  if (copy[strspn (copy, "0123456789")] != '\0')
    return false;
  g_ascii_formatd (digits, sizeof digits, "%.0f", g_ascii_strtod (copy, NULL));
  return strcmp (digits, copy) != 0;
}

/* Whether a line that was read has such a number behind its indices. */
static bool
has_rounded (const SeidelMarketHeader *header, const char *line, const char *end)
{
  int indices = header->array ? 0 : header->vector ? 1 : 2;

  while (line < end)
    {
      const char *word;

      while (line < end && g_ascii_isspace (*line))
        line++;
      for (word = line; line < end && !g_ascii_isspace (*line);)
        line++;
      if (line > word && indices-- <= 0 && is_rounded (word, (size_t) (line - word)))
        return true;
    }
  return false;
}

/* Large numbers are few; whether one was rounded is seen from its digits. */
static void
look_at_large (const SeidelMarketHeader *header,
               SeidelMarketSpan *span,
               const char *line,
               const char *end)
{
  if (!has_rounded (header, line, end))
    return;
  span->rounded_line = span->rounded_line != NULL ? span->rounded_line : line;
  span->rounded++;
}

void
seidel_market_scan (const SeidelMarketHeader *header, SeidelMarketSpan *span)
{
  const bool triangle = header->symmetry != SEIDEL_FILED_GENERAL && !header->array;
  const char *line = span->begin;
  const char *p;

  span->count = 0;
  span->bad_line = NULL;
  span->upper_line = NULL;
  span->rounded_line = NULL;
  span->rounded = 0;
  while (line < span->end)
    {
      SeidelEntry *entry = &span->entries[span->count];

      p = find_entry (line, span->end, &line);
      if (p == NULL)
        continue;
      if (span->count == span->capacity || !scan_entry (header, &p, entry))
        {
          span->bad_line = line;
          return;
        }
      if (G_UNLIKELY (entry->value >= MOST_EXACT || entry->value <= -MOST_EXACT))
        look_at_large (header, span, line, p);
      if (triangle && entry->column > entry->row)
        {
          seidel_entry_mirror (entry, header->mirrors);
          span->upper_line = span->upper_line != NULL ? span->upper_line : line;
        }
      span->count++;
      line = p;
    }
}

const char *
seidel_market_span_line (const SeidelMarketSpan *span, int64_t n)
{
  const char *line = span->begin;

  while (line < span->end)
    {
      const char *p = find_entry (line, span->end, &line);

      if (p == NULL)
        continue;
      if (n-- == 0)
        break;
      p = memchr (p, '\n', (size_t) (span->end - p));
      line = p != NULL ? p + 1 : span->end;
    }
  return line;
}

/* What a line of entries looks like. */
static const char *
expected_line (const SeidelMarketHeader *header)
{
  const bool complex_numbers = header->field == SEIDEL_FIELD_COMPLEX;

  if (header->array)
    return complex_numbers ? seidel_text ("a real and an imaginary part") : seidel_text ("a value");
  if (header->vector && complex_numbers)
    return seidel_text ("a row, a real and an imaginary part");
  if (header->vector)
    return header->field == SEIDEL_FIELD_PATTERN ? seidel_text ("a row")
                                                 : seidel_text ("a row and a value");
  if (complex_numbers)
    return seidel_text ("a row, a column, a real and an imaginary part");
  return header->field == SEIDEL_FIELD_PATTERN ? seidel_text ("a row and a column")
                                               : seidel_text ("a row, a column and a value");
}

/* What is wrong with a row or column index, or NULL. */
static char *
explain_index (const SeidelMarketHeader *header, bool row, const char *word, int64_t most)
{
  const char *p = word + (*word == '-' || *word == '+');
  int64_t index = 0;

  if (!seidel_scan_index (&p, &index) || *p != '\0' || *word == '+')
    {
      g_autofree char *quote = seidel_quote (word, strlen (word));

      return g_strdup_printf (row ? seidel_text ("expected a row index, found %s")
                                  : seidel_text ("expected a column index, found %s"),
                              quote);
    }
  if (*word == '-' || index < 1)
    return g_strdup_printf (row ? seidel_text ("row %s is out of bounds: indices start at 1")
                                : seidel_text ("column %s is out of bounds: indices start at 1"),
                            word);
  if (index > most)
    return g_strdup_printf (row ? seidel_text ("row %s is out of bounds: the size line on line "
                                               "%" PRId64 " promises %" PRId64 " rows")
                                : seidel_text ("column %s is out of bounds: the size line on line "
                                               "%" PRId64 " promises %" PRId64 " columns"),
                            word, header->size_line, most);
  return NULL;
}

/* What is wrong with a number, or NULL. */
static char *
explain_number (const SeidelMarketHeader *header, const char *word, bool diagonal)
{
  /* Numbers are read in whole words: give them room. */
  g_autofree char *padded = g_strconcat (word, "\n               ", NULL);
  const char *p = padded;
  double value = 0.0;

  if (!seidel_scan_value (&p, &value) || *p != '\n')
    {
      g_autofree char *quote = seidel_quote (word, strlen (word));

      return g_strdup_printf (seidel_text ("expected %s, found %s"),
                              seidel_decimal_expected (padded), quote);
    }
  if (header->field == SEIDEL_FIELD_INTEGER && value != floor (value))
    return g_strdup_printf (seidel_text ("expected an integer, as the banner says, found %s"),
                            word);
  if (diagonal && header->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC && value != 0.0)
    return g_strdup_printf (seidel_text (
                              "%s is on the diagonal, which is zero in a skew-symmetric matrix"),
                            word);
  return NULL;
}

/* words: those of a value, of a complex one its two parts. */
static char *
explain_value (const SeidelMarketHeader *header, char **words, bool diagonal)
{
  const char *last = NULL;

  for (char **word = words; *word != NULL; word++)
    {
      char *message = explain_number (header, *word, diagonal);

      if (message != NULL)
        return message;
      last = *word;
    }
  if (diagonal && header->symmetry == SEIDEL_FILED_HERMITIAN
      && header->part == SEIDEL_PART_IMAGINARY && g_ascii_strtod (last, NULL) != 0.0)
    return g_strdup_printf (
      seidel_text ("%s is the imaginary part of a number on the diagonal, which is real in "
                   "a hermitian matrix"),
      last);
  return g_strdup (seidel_text ("expected the end of the line, found a byte that is no text"));
}

static char *
explain_words (const SeidelMarketHeader *header, char **words)
{
  char *message;

  if (header->array)
    return explain_value (header, words, header->symmetry == SEIDEL_FILED_HERMITIAN);
  message = explain_index (header, true, words[0], header->rows);
  if (message == NULL && header->vector)
    return explain_value (header, words + 1, false);
  if (message == NULL)
    message = explain_index (header, false, words[1], header->columns);
  if (message != NULL)
    return message;
  return explain_value (header, words + 2,
                        g_ascii_strtoll (words[1], NULL, 10)
                          == g_ascii_strtoll (words[0], NULL, 10));
}

char *
seidel_market_explain (const SeidelMarketHeader *header, const char *line)
{
  g_autofree char *copy = g_strndup (line, strcspn (line, "\n"));
  g_auto (GStrv) words = seidel_words (g_strstrip (copy), strlen (copy));
  unsigned expected = (header->array                           ? 1
                       : header->field == SEIDEL_FIELD_PATTERN ? 2
                                                               : 3)
                      + (header->field == SEIDEL_FIELD_COMPLEX) + (unsigned) header->superfluous
                      - (header->vector && !header->array);

  if (g_strv_length (words) != expected)
    {
      g_autofree char *quote = seidel_quote (copy, strlen (copy));

      return g_strdup_printf (seidel_plural ("expected %s, found %u field: %s",
                                             "expected %s, found %u fields: %s",
                                             g_strv_length (words)),
                              expected_line (header), g_strv_length (words), quote);
    }
  return explain_words (header, words);
}
