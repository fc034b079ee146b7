/* Tables from the clipboard: spreadsheets separate numbers by tabs and write the decimal sign of
 * their user, files have commas or semicolons, MATLAB and Python brackets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "io/bytes/seidel-decimal.h"
#include "io/seidel-small-system.h"

#define LONGEST_WORD 64
#define MOST_QUOTED  40 /* characters */
#define AFTER_WORD   8  /* bytes behind a number that the scanner may read */

/* A table that was read; the fields of a row are those up to columns. */
typedef struct
{
  int rows;
  int columns;
  double values[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST + 1];
  bool stored[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST + 1];
} Pasted;

/* Characters of several bytes that people and programs put into numbers and between them. */
static const struct
{
  const char *from;
  const char *to;
} replacements[] = {
  { "\xe2\x88\x92", "-" },                         /* minus */
  { "\xe2\x80\x93", "-" },                         /* dash */
  { "\xc2\xa0", " " },                             /* no-break spaces */
  { "\xe2\x80\xaf", " " }, { "\xef\xbb\xbf", "" }, /* byte order mark */
  { "\r\n", "\n" },        { "\r", "\n" },         { "\"", "" },
};

static void
mend_characters (GString *text)
{
  for (size_t i = 0; i < G_N_ELEMENTS (replacements); i++)
    g_string_replace (text, replacements[i].from, replacements[i].to, 0);
}

/* Whether semicolons end rows, as in MATLAB, where blanks or commas separate numbers. */
static bool
ends_rows (const char *text)
{
  g_auto (GStrv) fields = NULL;

  if (strchr (text, ';') == NULL || strchr (text, '\t') != NULL)
    return false;
  if (strchr (text, '[') != NULL)
    return true;
  fields = g_strsplit_set (text, ";\n", -1);
  for (char **field = fields; *field != NULL; field++)
    if (strchr (g_strstrip (*field), ' ') != NULL)
      return true;
  return false;
}

/* The rows of "[[4, -1], [-1, 4]]" and "[4 -1; -1 4]" come on lines of their own. */
static char *
mend_brackets (const char *text)
{
  GString *mended = g_string_new (NULL);
  const bool rows = ends_rows (text);

  for (const char *at = text; *at != '\0'; at++)
    if (*at == '[')
      g_string_append_c (mended, ' ');
    else if (*at == ']')
      {
        at += strspn (at + 1, " \t,;\n");
        g_string_append_c (mended, '\n');
      }
    else
      g_string_append_c (mended, rows && *at == ';' ? '\n' : *at);
  return g_string_free (mended, FALSE);
}

/* A comma that may be a decimal one: between two digits. */
static bool
is_inner (const char *text, const char *comma)
{
  return comma > text && g_ascii_isdigit (comma[-1]) && g_ascii_isdigit (comma[1]);
}

/* What commas say of a text that has neither tabs nor semicolons: ',' or ' ' as the separator. */
static char
judge_commas (const char *text, char decimal)
{
  bool words = false; /* several on a line */
  int in_word = 0;

  for (const char *at = text; *at != '\0'; at++)
    if (*at == ',')
      {
        if (!is_inner (text, at) || ++in_word > 1)
          return ',';
      }
    else if (*at == '.')
      return ',';
    else if (g_ascii_isspace (*at))
      {
        in_word = 0;
        words = words
                || (*at == ' ' && at > text && !g_ascii_isspace (at[-1])
                    && at[strspn (at, " ")] != '\n' && at[strspn (at, " ")] != '\0');
      }
  return words || decimal == ',' ? ' ' : ',';
}

static char
find_separator (const char *text, char decimal)
{
  if (strchr (text, '\t') != NULL)
    return '\t';
  if (strchr (text, ';') != NULL)
    return ';';
  return strchr (text, ',') != NULL ? judge_commas (text, decimal) : ' ';
}

/* The beginning of a text, which is valid UTF-8. */
static char *
quote (const char *text)
{
  return g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MOST_QUOTED));
}

bool
seidel_small_system_read_number (const char *text, double *value, GError **error)
{
  char word[LONGEST_WORD + AFTER_WORD] = "";
  g_autoptr (GString) mended = g_string_new (text);
  g_autofree char *quoted = NULL;
  const char *at = word;
  char *comma;

  mend_characters (mended);
  g_strstrip (mended->str);
  if (strlen (mended->str) < LONGEST_WORD)
    g_strlcpy (word, mended->str, LONGEST_WORD);
  comma = strchr (word, ',');
  if (comma != NULL)
    *comma = '.';
  if (word[0] != '\0' && seidel_scan_value (&at, value) && *at == '\0' && isfinite (*value))
    return true;
  quoted = quote (text);
  return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                      seidel_text ("A number was expected, found “%s”."), quoted);
}

static bool
fail_size (int rows, int columns, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text (
                        "A table of %d rows and %d columns does not fit here: a matrix has at "
                        "most %d rows, and b is one column."),
                      rows, columns, SEIDEL_SMALL_MOST);
}

/* The fields of a line; blanks at its ends and repeated ones separate none. */
static char **
split (const char *line, char separator)
{
  const char set[2] = { separator, '\0' };
  g_autofree char *stripped = NULL;
  g_autoptr (GString) single = NULL;

  if (separator != ' ')
    return g_strsplit (line, set, -1);
  stripped = g_strstrip (g_strdup (line));
  single = g_string_new (NULL);
  for (const char *at = stripped; *at != '\0'; at++)
    if (*at != ' ' || at[1] != ' ')
      g_string_append_c (single, *at);
  return g_strsplit (single->str, set, -1);
}

static bool
read_line (Pasted *pasted, const char *line, char separator, GError **error)
{
  g_auto (GStrv) fields = split (line, separator);
  int n = (int) g_strv_length (fields);

  /* What ends a row in "4, -1," separates nothing. */
  if (n > 1 && separator != '\t' && *g_strstrip (fields[n - 1]) == '\0')
    n--;
  if (pasted->rows >= SEIDEL_SMALL_MOST || n > SEIDEL_SMALL_MOST + 1)
    return fail_size (pasted->rows + 1, MAX (n, pasted->columns), error);
  for (int i = 0; i < n; i++)
    {
      g_autoptr (GError) reason = NULL;

      if (*g_strstrip (fields[i]) == '\0')
        continue;
      if (!seidel_small_system_read_number (fields[i], &pasted->values[pasted->rows][i], &reason))
        {
          g_autofree char *quoted = quote (fields[i]);

          return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                              seidel_text ("Line %d, field %d: a number was expected, found “%s”."),
                              pasted->rows + 1, i + 1, quoted);
        }
      pasted->stored[pasted->rows][i] = true;
    }
  pasted->columns = MAX (pasted->columns, n);
  pasted->rows++;
  return true;
}

static bool
read_table (Pasted *pasted, const char *text, char decimal, GError **error)
{
  g_autoptr (GString) mended = g_string_new (text);
  g_autofree char *table = NULL;
  g_auto (GStrv) lines = NULL;
  char separator;
  guint n;

  memset (pasted, 0, sizeof *pasted);
  mend_characters (mended);
  table = mend_brackets (mended->str);
  separator = find_separator (table, strchr (text, '[') != NULL ? '.' : decimal);
  lines = g_strsplit (table, "\n", -1);
  n = g_strv_length (lines);
  while (n > 0 && lines[n - 1][strspn (lines[n - 1], " ")] == '\0')
    n--;
  if (n == 0)
    return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s",
                        seidel_text ("The clipboard holds no numbers."));
  for (guint i = 0; i < n; i++)
    if (!read_line (pasted, lines[i], separator, error))
      return false;
  return true;
}

/* Element (i, j) of the table at its place. */
static void
put (SeidelSmallSystem *system, const Pasted *pasted, int i, int j, int row, int column)
{
  system->values[row][column] = pasted->stored[i][j] ? pasted->values[i][j] : 0.0;
  system->stored[row][column] =
    pasted->stored[i][j] && (column == SEIDEL_SMALL_RHS || pasted->values[i][j] != 0.0);
}

bool
seidel_small_system_paste (SeidelSmallSystem *system,
                           int row,
                           int column,
                           const char *text,
                           char decimal,
                           GError **error)
{
  g_autofree Pasted *pasted = g_new (Pasted, 1);
  const bool corner = row == 0 && column == 0;
  bool augmented;
  int columns, n;

  if (!read_table (pasted, text, decimal, error))
    return false;
  augmented = corner && pasted->columns == pasted->rows + 1;
  columns = pasted->columns - (augmented ? 1 : 0);
  n = MAX (row + pasted->rows, column == SEIDEL_SMALL_RHS ? 0 : column + columns);
  if (n > SEIDEL_SMALL_MOST || (column == SEIDEL_SMALL_RHS && columns > 1))
    return fail_size (pasted->rows, pasted->columns, error);
  if (n > system->n
      || (corner && columns == pasted->rows && columns > 1
          && seidel_small_system_is_empty (system)))
    system->n = n;
  for (int i = 0; i < pasted->rows; i++)
    for (int j = 0; j < pasted->columns; j++)
      put (system, pasted, i, j, row + i,
           column == SEIDEL_SMALL_RHS || j == columns ? SEIDEL_SMALL_RHS : column + j);
  return true;
}
