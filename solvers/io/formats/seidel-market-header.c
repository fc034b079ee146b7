/* The header of a Matrix Market file: banner, comments, size line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-market.h"

#include <inttypes.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"
#include "base/seidel-translatable.h"

#define QUOTE_LENGTH 40
#define FORMAT_NAME  "MatrixMarket"
#define EXAMPLE      "%%" FORMAT_NAME " matrix coordinate real general"

/* The words of the banner after its first, in order. The object is a matrix or a vector, which the
 * report does not have but some writers do. */
enum
{
  WORD_OBJECT = 1,
  WORD_FORMAT,
  WORD_FIELD,
  WORD_SYMMETRY,
  N_WORDS
};

static const char *const fields[] = {
  [SEIDEL_FIELD_REAL] = "real",
  [SEIDEL_FIELD_INTEGER] = "integer",
  [SEIDEL_FIELD_PATTERN] = "pattern",
  [SEIDEL_FIELD_COMPLEX] = "complex",
};

/* What some writers call them. */
static const char *const other_fields[] = {
  [SEIDEL_FIELD_REAL] = "double",
  [SEIDEL_FIELD_INTEGER] = "unsigned-integer",
};

static const char *const symmetries[] = {
  [SEIDEL_FILED_GENERAL] = "general",
  [SEIDEL_FILED_SYMMETRIC] = "symmetric",
  [SEIDEL_FILED_SKEW_SYMMETRIC] = "skew-symmetric",
  [SEIDEL_FILED_HERMITIAN] = "hermitian",
};

/* Where the header is being read. */
typedef struct
{
  SeidelSource *source;
  const char *at;
  const char *end;
  int64_t line; /* number of the line that starts at at */
} Cursor;

char *
seidel_quote (const char *text, size_t length)
{
  g_autofree char *cut = g_strndup (text, MIN (length, QUOTE_LENGTH));
  g_autofree char *escaped = g_strescape (cut, NULL);

  return g_strdup_printf ("“%s%s”", escaped, length > QUOTE_LENGTH ? "…" : "");
}

#define FAIL(cursor, code, error, ...) \
  seidel_source_fail_line ((cursor)->source, (cursor)->line, code, error, __VA_ARGS__)

/* The line at the cursor without its end, and the step behind it. */
static char *
take_line (Cursor *cursor)
{
  const char *newline = memchr (cursor->at, '\n', (size_t) (cursor->end - cursor->at));
  const char *stop = newline != NULL ? newline : cursor->end;
  char *line = g_strndup (cursor->at, (size_t) (stop - cursor->at));

  cursor->at = newline != NULL ? newline + 1 : cursor->end;
  return g_strchomp (line);
}

static int
find_word (const char *word, const char *const *table, int n)
{
  for (int i = 0; i < n; i++)
    if (g_ascii_strcasecmp (word, table[i]) == 0)
      return i;
  return -1;
}

static bool
parse_field (SeidelMarketHeader *header, const Cursor *cursor, const char *word, GError **error)
{
  int field = find_word (word, fields, G_N_ELEMENTS (fields));

  if (field < 0)
    field = find_word (word, other_fields, G_N_ELEMENTS (other_fields));
  if (field < 0)
    {
      g_autofree char *quote = seidel_quote (word, strlen (word));

      return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                   seidel_text ("expected the field real, integer, pattern or complex, found %s"),
                   quote);
    }
  if (field == SEIDEL_FIELD_PATTERN && header->array)
    return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                 seidel_text ("an array has values; the field pattern goes with coordinate only"));
  header->field = (SeidelField) field;
  if (header->field == SEIDEL_FIELD_COMPLEX)
    header->part = seidel_source_take_part (cursor->source);
  return true;
}

static bool
parse_symmetry (SeidelMarketHeader *header, const Cursor *cursor, const char *word, GError **error)
{
  int symmetry = find_word (word, symmetries, G_N_ELEMENTS (symmetries));

  if (symmetry < 0)
    {
      g_autofree char *quote = seidel_quote (word, strlen (word));

      return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                   seidel_text (
                     "expected the symmetry general, symmetric, skew-symmetric or hermitian, "
                     "found %s"),
                   quote);
    }
  if (symmetry != SEIDEL_FILED_GENERAL && header->vector)
    return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                 seidel_text ("a vector cannot be %s; expected general"), symmetries[symmetry]);
  if (symmetry == SEIDEL_FILED_SKEW_SYMMETRIC && header->field == SEIDEL_FIELD_PATTERN)
    return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                 seidel_text ("a pattern has no signs and cannot be skew-symmetric"));
  header->symmetry = (SeidelFiledSymmetry) symmetry;
  header->mirrors = seidel_entries_mirrors (header->symmetry, header->part);
  return true;
}

/* Behind the name of the format; NULL if text does not begin with it. */
static const char *
skip_name (const char *text)
{
  return g_ascii_strncasecmp (text, FORMAT_NAME, strlen (FORMAT_NAME)) == 0
           ? text + strlen (FORMAT_NAME)
           : NULL;
}

/* Whether text begins with that name divided by a blank, a hyphen or an underscore: a banner that
 * the report does not permit. */
static bool
has_divided_name (const char *text)
{
  const size_t half = strlen ("matrix");

  return g_ascii_strncasecmp (text, FORMAT_NAME, half) == 0 && text[half] != '\0'
         && strchr (" _-", text[half]) != NULL
         && g_ascii_strncasecmp (text + half + 1, &FORMAT_NAME[half], strlen (FORMAT_NAME) - half)
              == 0;
}

/* Behind what a banner begins with, which is “%%” and often something else: a single “%”, blanks,
 * quotation marks, the mark of another comment. */
static const char *
skip_marks (const char *line)
{
  return line + strspn (line, " \t%#\"'");
}

/* Whether the word at a place, behind blanks, is the object of a banner. */
static bool
has_object (const char *rest)
{
  const char *word = rest + strspn (rest, " \t,");

  return word > rest
         && (g_ascii_strncasecmp (word, "matrix", strlen ("matrix")) == 0
             || g_ascii_strncasecmp (word, "vector", strlen ("vector")) == 0);
}

/* “%%MatrixMarkt matrix coordinate real general” */
static bool
is_misspelt (const char *line)
{
  const char *rest = line + strcspn (line, " \t");

  return g_str_has_prefix (line, "%%") && rest > line + 2 && has_object (rest)
         && (strstr (rest, " coordinate") != NULL || strstr (rest, " array") != NULL);
}

/* Whether a line is a banner or was meant to be one: it begins with “%%” and the name of the format
 * without anything between, or with the name and the object. A comment may mention the format. */
static bool
is_banner (const char *line)
{
  const char *first = line + strspn (line, " \t");
  const char *text = skip_marks (line);
  const char *rest = skip_name (text);

  if (rest == NULL && has_divided_name (text))
    rest = text + strlen (FORMAT_NAME) + 1;
  return rest != NULL ? (g_str_has_prefix (first, "%%") && first + 2 == text) || has_object (rest)
                      : is_misspelt (first);
}

bool
seidel_market_mentions_form (const char *line, size_t length)
{
  static const char *const forms[] = { "symmetric", "hermitian", "array", "pattern", "complex" };
  g_autofree char *copy = g_strndup (line, length);
  g_autofree char *lower = g_ascii_strdown (copy, -1);
  const char *name = strstr (lower, "matrix");

  while (name != NULL && !has_divided_name (name) && skip_name (name) == NULL)
    name = strstr (name + 1, "matrix");
  for (size_t i = 0; (name != NULL || g_str_has_prefix (lower, "%%")) && i < G_N_ELEMENTS (forms);
       i++)
    if (strstr (lower, forms[i]) != NULL)
      return true;
  return g_str_has_prefix (lower, "%%nvamg") || g_str_has_prefix (lower, "%%amgx");
}

static bool
is_comment (const char *line)
{
  const char *first = line + strspn (line, " \t");

  return *first == '\0' || *first == '%' || *first == '#';
}

/* Moves the cursor to the banner, which may have comments and blank lines before it; false, and it
 * is where the numbers begin, if there is none. */
static bool
find_banner (Cursor *cursor)
{
  while (cursor->at < cursor->end)
    {
      Cursor behind = *cursor;
      g_autofree char *line = take_line (&behind);

      if (is_banner (line))
        return true;
      if (!is_comment (line))
        return false;
      *cursor = behind;
      cursor->line++;
    }
  return false;
}

/* The words of a banner, the name of the format being the first. NULL for something else that
 * mentions it. */
static char **
split_banner (const char *line)
{
  const char *rest = skip_name (skip_marks (line));
  g_autofree char *words = NULL;

  if (rest == NULL || (*rest != '\0' && strchr (" \t", *rest) == NULL))
    return NULL;
  words = g_strconcat (FORMAT_NAME, rest, NULL);
  return seidel_words (words, strlen (words));
}

static bool
fail_banner (const Cursor *cursor, const char *line, GError **error)
{
  g_autofree char *quote = seidel_quote (line, strlen (line));

  if (strchr (line, '\r') != NULL)
    return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                 seidel_text (
                   "expected lines that end with a line feed, found carriage returns only"));
  return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
               seidel_text ("expected a banner of five words, such as “%s”, found %s"), EXAMPLE,
               quote);
}

/* The manual of AMGX ends it with two words for the symmetry; the matrix is general. */
static bool
is_banner_of_amgx (char **words)
{
  return g_strv_length (words) == N_WORDS + 1 && g_str_equal (words[WORD_SYMMETRY], "general")
         && g_str_equal (words[N_WORDS], "symmetric");
}

/* “%%AMGX 1 1 sorted rhs”: the size of blocks, and what follows the entries. False for what is not
 * read. Source: AMGX 2.4, reference manual, section 3.2. */
static bool
parse_amgx (SeidelMarketHeader *header, const Cursor *cursor, const char *line, GError **error)
{
  static const char *const refused[] = { "diagonal", "base0", NULL };
  g_auto (GStrv) words = seidel_words (line, strlen (line));

  if (!g_str_equal (words[0], "%%AMGX") && !g_str_equal (words[0], "%%NVAMG"))
    return true;
  for (char **word = words + 1; *word != NULL; word++)
    {
      header->rhs = header->rhs || g_str_equal (*word, "rhs");
      header->solution = header->solution || g_str_equal (*word, "solution");
      if (g_strv_contains (refused, *word)
          || (g_ascii_isdigit (**word) && g_strcmp0 (*word, "1") != 0))
        return FAIL (cursor, SEIDEL_ERROR_UNSUPPORTED, error,
                     seidel_text (
                       "“%.20s” of AMGX is not read; only scalar entries with indices from 1 are"),
                     g_str_is_ascii (*word) ? *word : "?");
    }
  return true;
}

static bool
parse_banner (SeidelMarketHeader *header, Cursor *cursor, GError **error)
{
  Cursor here = *cursor;
  g_autofree char *line = take_line (cursor);
  g_auto (GStrv) words = split_banner (line);
  static const char *const objects[] = { "matrix", "vector" };
  static const char *const formats[] = { "coordinate", "array" };
  int object;
  int format;

  if (words == NULL || (g_strv_length (words) != N_WORDS && !is_banner_of_amgx (words)))
    return fail_banner (&here, line, error);
  object = find_word (words[WORD_OBJECT], objects, G_N_ELEMENTS (objects));
  if (object < 0)
    {
      g_autofree char *quote = seidel_quote (words[WORD_OBJECT], strlen (words[WORD_OBJECT]));

      return FAIL (&here, SEIDEL_ERROR_UNSUPPORTED, error,
                   seidel_text ("expected the object matrix or vector, found %s"), quote);
    }
  format = find_word (words[WORD_FORMAT], formats, G_N_ELEMENTS (formats));
  if (format < 0)
    {
      g_autofree char *quote = seidel_quote (words[WORD_FORMAT], strlen (words[WORD_FORMAT]));

      return FAIL (&here, SEIDEL_ERROR_FORMAT, error,
                   seidel_text ("expected the format coordinate or array, found %s"), quote);
    }
  header->banner = true;
  header->vector = object == 1;
  header->array = format == 1;
  cursor->line++;
  return parse_field (header, &here, words[WORD_FIELD], error)
         && parse_symmetry (header, &here, words[WORD_SYMMETRY], error);
}

/* How many numbers an array of this symmetry stores; in double, for it may overflow 64 bits. */
static double
array_entries (const SeidelMarketHeader *header)
{
  double n = (double) header->rows;

  switch (header->symmetry)
    {
    case SEIDEL_FILED_SYMMETRIC:
    case SEIDEL_FILED_HERMITIAN:
      return n * (n + 1.0) / 2.0;
    case SEIDEL_FILED_SKEW_SYMMETRIC:
      return n * (n - 1.0) / 2.0;
    case SEIDEL_FILED_GENERAL:
    default:
      return n * (double) header->columns;
    }
}

/* A size line promises nothing that the file has no room for: so a false one costs no memory. */
static bool
check_promise (SeidelMarketHeader *header, const Cursor *cursor, double promised, GError **error)
{
  uint64_t room = seidel_source_most_text (cursor->source) - (uint64_t) header->length;
  /* One more byte: the last newline may be missing. */
  uint64_t most = (room + 1) / (uint64_t) seidel_market_shortest_line (header);

  if (promised <= (double) most)
    return true;
  return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
               seidel_text ("the size line promises %.0f entries; the %" PRIu64
                            " bytes that follow have room for %" PRIu64 " at most"),
               promised, room, most);
}

/* words: those of the size line, whose numbers may be beyond 64 bits; last: that of the entries. */
static bool
check_size (SeidelMarketHeader *header,
            const Cursor *cursor,
            char **words,
            const char *last,
            GError **error)
{
  double promised = header->array ? array_entries (header) : g_ascii_strtod (last, NULL);

  if (header->rows > G_MAXINT32 || header->columns > G_MAXINT32)
    return FAIL (cursor, SEIDEL_ERROR_UNSUPPORTED, error,
                 seidel_text (
                   "%.40s × %.40s is beyond the largest matrix, 2147483647 rows or columns"),
                 words[0], header->vector ? "1" : words[1]);
  if (header->symmetry != SEIDEL_FILED_GENERAL && header->rows != header->columns)
    return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                 seidel_text ("a %s matrix is square; the size line says %" PRId64
                              " rows and %" PRId64 " columns"),
                 symmetries[header->symmetry], header->rows, header->columns);
  if (!check_promise (header, cursor, promised, error))
    return false;
  header->entries = (int64_t) promised;
  return true;
}

static bool
parse_size (SeidelMarketHeader *header, const Cursor *cursor, const char *line, GError **error)
{
  /* By whether it is a vector, and whether it is an array. */
  static const char *const forms[2][2] = { { "rows columns entries", "rows columns" },
                                           { "rows entries", "rows" } };
  g_auto (GStrv) words = seidel_words (line, strlen (line));
  int64_t *numbers[] = { &header->rows, &header->columns, &header->entries };
  const unsigned expected = (header->vector ? 1 : 2) + (header->array ? 0 : 1);
  bool fine = g_strv_length (words) == expected;

  if (header->vector)
    {
      header->columns = 1;
      numbers[1] = &header->entries;
    }

  for (unsigned i = 0; fine && i < expected; i++)
    {
      const char *p = words[i];

      fine = seidel_scan_index (&p, numbers[i]) && *p == '\0';
    }
  if (!fine)
    {
      g_autofree char *quote = seidel_quote (line, strlen (line));

      return FAIL (cursor, SEIDEL_ERROR_FORMAT, error,
                   seidel_text (
                     "expected the size line “%s”, whole numbers without a sign, found %s"),
                   forms[header->vector][header->array], quote);
    }
  header->size_line = cursor->line;
  return check_size (header, cursor, words, words[expected - 1], error);
}

/* The words of the first line of entries, or NULL. */
static char **
split_first_entry (Cursor cursor)
{
  while (cursor.at < cursor.end)
    {
      g_autofree char *line = take_line (&cursor);
      g_auto (GStrv) words = seidel_words (line, strlen (line));

      if (words[0] != NULL && words[0][0] != '%')
        return g_steal_pointer (&words);
    }
  return NULL;
}

/* A bare file has values or not as its first line of entries has. Some files have more columns than
 * their banner says, such as weights of a pattern. */
static void
look_at_entries (SeidelMarketHeader *header, Cursor cursor)
{
  const bool pattern = header->field == SEIDEL_FIELD_PATTERN;
  g_auto (GStrv) words = split_first_entry (cursor);
  const int n = words != NULL ? (int) g_strv_length (words) : 0;

  if (!header->banner)
    header->field = n == 2 ? SEIDEL_FIELD_PATTERN : header->field;
  else if (!header->array && !header->vector && header->field != SEIDEL_FIELD_COMPLEX
           && n > (pattern ? 2 : 3))
    header->superfluous = n - (pattern ? 2 : 3);
}

/* The cursor of a text, whose mark of UTF-8 it skips. */
static Cursor
begin (SeidelSource *source, const char *text, size_t length)
{
  return (Cursor){ source, text + seidel_table_mark (text, length), text + length, 1 };
}

bool
seidel_market_has_banner (const char *head, size_t length)
{
  Cursor cursor = begin (NULL, head, length);

  return find_banner (&cursor);
}

/* Comments and nothing else, as far as can be seen. */
static bool
is_commented (const char *head, size_t length)
{
  Cursor cursor = begin (NULL, head, length);

  return length >= SEIDEL_HEAD_BYTES && *cursor.at == '%' && !find_banner (&cursor)
         && cursor.at == cursor.end;
}

bool
seidel_market_recognise (const char *head, size_t length)
{
  return seidel_market_has_banner (head, length) || is_commented (head, length);
}

bool
seidel_market_header_parse (SeidelMarketHeader *header,
                            SeidelSource *source,
                            const char *text,
                            int64_t length,
                            bool whole,
                            GError **error)
{
  Cursor cursor = begin (source, text, (size_t) length);
  const char *beginning = cursor.at;
  bool found = find_banner (&cursor);

  memset (header, 0, sizeof *header);
  if (found && !parse_banner (header, &cursor, error))
    return false;
  /* A list of entries may have comments before it, and its first line is not the size. */
  if (!found && cursor.at > beginning && cursor.at < cursor.end)
    {
      g_autofree char *line = take_line (&cursor);

      return fail_banner (&cursor, line, error);
    }

  for (; cursor.at < cursor.end; cursor.line++)
    {
      g_autofree char *line = take_line (&cursor);
      const char *first = line + strspn (line, " \t");

      if (*first == '%' && first[1] == '%' && !parse_amgx (header, &cursor, first, error))
        return false;
      if (*first == '\0' || *first == '%')
        continue;
      header->length = cursor.at - text;
      if (!parse_size (header, &cursor, line, error))
        return false;
      look_at_entries (header, cursor);
      return true;
    }
  return FAIL (&cursor, SEIDEL_ERROR_FORMAT, error,
               whole ? seidel_text ("the file ends where the size line was expected")
                     : seidel_text ("the comments before the size line are longer than 1 MiB"));
}

/* "1 1" and "1": of complex numbers as well, so that one that lacks a part is found on its line. */
int
seidel_market_shortest_line (const SeidelMarketHeader *header)
{
  return header->array || header->vector ? 2 : 4;
}

char *
seidel_market_header_describe (const SeidelMarketHeader *header)
{
  if (!header->banner)
    return g_strdup ("Matrix Market without a banner, coordinate general");
  return g_strdup_printf ("Matrix Market, %s%s %s %s", header->vector ? "vector " : "",
                          header->array ? "array" : "coordinate", fields[header->field],
                          symmetries[header->symmetry]);
}
