/* The header of a Rutherford-Boeing or Harwell-Boeing file: four lines in fixed columns, or five.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-harwell.h"

#include <inttypes.h>
#include <string.h>

#include "io/formats/seidel-entries.h"
#include "io/formats/seidel-market.h"
#include "base/seidel-translatable.h"

/* Whole numbers take so many columns; behind the three letters of a type they begin in the next
 * such field. */
#define NUMBER_WIDTH 14

/* The columns of the formats on the fourth line. */
#define FORMAT_WIDTH       16
#define VALUE_FORMAT_WIDTH 20

static const struct
{
  char letter;
  SeidelField field;
} fields[] = {
  { 'R', SEIDEL_FIELD_REAL },
  { 'I', SEIDEL_FIELD_INTEGER },
  { 'P', SEIDEL_FIELD_PATTERN },
  { 'C', SEIDEL_FIELD_COMPLEX },
};

static const char *const field_names[] = {
  [SEIDEL_FIELD_REAL] = "real",
  [SEIDEL_FIELD_INTEGER] = "integer",
  [SEIDEL_FIELD_PATTERN] = "pattern",
  [SEIDEL_FIELD_COMPLEX] = "complex",
};

static const struct
{
  char letter;
  SeidelFiledSymmetry symmetry;
  const char *name;
} symmetries[] = {
  { 'U', SEIDEL_FILED_GENERAL, "unsymmetric" },
  { 'S', SEIDEL_FILED_SYMMETRIC, "symmetric" },
  { 'Z', SEIDEL_FILED_SKEW_SYMMETRIC, "skew-symmetric" },
  { 'H', SEIDEL_FILED_HERMITIAN, "hermitian" },
  { 'R', SEIDEL_FILED_GENERAL, "rectangular" },
};

/* The begin of the n-th line (from 0), or NULL when the text is shorter. */
static const char *
find_line (const char *text, size_t length, int n, size_t *left)
{
  const char *at = text;
  const char *end = text + length;

  for (; n > 0; n--)
    {
      at = memchr (at, '\n', (size_t) (end - at));
      if (at == NULL)
        return NULL;
      at++;
    }
  *left = (size_t) (end - at);
  return at;
}

/* Three letters and a number in its column on the third line, a format on the fourth. */
bool
seidel_harwell_recognise (const char *head, size_t length)
{
  size_t type_left;
  size_t format_left;
  const char *type = find_line (head, length, 2, &type_left);
  const char *format = find_line (head, length, 3, &format_left);

  if (type == NULL || format == NULL || type_left < 2 * NUMBER_WIDTH || format_left == 0)
    return false;
  if (strchr ("RCPIQ", g_ascii_toupper (type[0])) == NULL || type[0] == '\0'
      || strchr ("SUHZR", g_ascii_toupper (type[1])) == NULL || type[1] == '\0'
      || strchr ("AE", g_ascii_toupper (type[2])) == NULL || type[2] == '\0')
    return false;
  for (int i = 3; i < NUMBER_WIDTH; i++)
    if (type[i] != ' ')
      return false;
  while (format_left > 1 && *format == ' ')
    {
      format++;
      format_left--;
    }
  return *format == '(';
}

/* A piece of the line in hand; empty where the line ends before it. */
static char *
take_piece (const SeidelLines *lines, int64_t column, int64_t width)
{
  int64_t begin = MIN (column, lines->length);

  return g_strndup (lines->line + begin, (gsize) MIN (width, lines->length - begin));
}

static bool
next_line (SeidelLines *lines, const char *expected, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (seidel_lines_next (lines, &cause))
    return true;
  if (cause == NULL)
    return seidel_lines_fail (lines, error, "the file ends where %s was expected", expected);
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

/* The n-th number (from 0) of the line in hand. */
static bool
take_number (const SeidelLines *lines, int n, const char *what, int64_t *number, GError **error)
{
  g_autofree char *piece = take_piece (lines, n * NUMBER_WIDTH, NUMBER_WIDTH);
  g_autofree char *quote = NULL;

  if (seidel_fortran_integer (piece, (int64_t) strlen (piece), number) && *number >= 0)
    return true;
  quote = seidel_quote (piece, strlen (piece));
  return seidel_lines_fail (lines, error, "expected %s in columns %d to %d, found %s", what,
                            n * NUMBER_WIDTH + 1, (n + 1) * NUMBER_WIDTH, quote);
}

/* How many lines each part takes; only whether there are any matters. */
static bool
read_counts (SeidelHarwellHeader *header, SeidelLines *lines, GError **error)
{
  int64_t total;
  g_autofree char *rhs = NULL;

  if (!next_line (lines, "the counts of lines", error)
      || !take_number (lines, 0, "the count of lines", &total, error))
    return false;
  rhs = g_strstrip (take_piece (lines, 4 * NUMBER_WIDTH, NUMBER_WIDTH));
  header->boeing = *rhs != '\0';
  return !header->boeing
         || take_number (lines, 4, "the count of lines of right-hand sides", &header->rhs_lines,
                         error);
}

static bool
fail_unsupported (const SeidelLines *lines, GError **error, const char *why)
{
  return seidel_source_fail_line (lines->source, lines->number, SEIDEL_ERROR_UNSUPPORTED, error,
                                  "%s", why);
}

static bool
parse_type (SeidelHarwellHeader *header, const SeidelLines *lines, GError **error)
{
  g_autofree char *piece = take_piece (lines, 0, 3);
  g_autofree char *type = g_ascii_strup (piece, -1);
  g_autofree char *quote = seidel_quote (piece, strlen (piece));
  size_t f = 0;
  size_t s = 0;

  if (strlen (type) == 3 && type[0] == 'Q')
    return fail_unsupported (lines, error,
                             seidel_text (
                               "the values of the matrix lie in a file of their own, which is not "
                               "read"));
  if (strlen (type) == 3 && type[2] == 'E')
    return fail_unsupported (lines, error,
                             seidel_text (
                               "the matrix is elemental, its finite elements not yet summed; only "
                               "assembled ones are read"));
  while (f < G_N_ELEMENTS (fields) && fields[f].letter != type[0])
    f++;
  while (s < G_N_ELEMENTS (symmetries) && (type[0] == '\0' || symmetries[s].letter != type[1]))
    s++;
  if (f == G_N_ELEMENTS (fields) || s == G_N_ELEMENTS (symmetries) || type[2] != 'A')
    return seidel_lines_fail (
      lines, error,
      "expected a type such as RSA or PUA: R, I, P or C, then U, S, Z, H or "
      "R, then A; found %s",
      quote);
  header->field = fields[f].field;
  header->symmetry = symmetries[s].symmetry;
  if (header->field == SEIDEL_FIELD_COMPLEX)
    header->part = seidel_source_take_part (lines->source);
  header->mirrors = seidel_entries_mirrors (header->symmetry, header->part);
  if (header->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC && header->field == SEIDEL_FIELD_PATTERN)
    return seidel_lines_fail (lines, error, "a pattern has no signs and cannot be skew-symmetric");
  return true;
}

static bool
check_size (const SeidelHarwellHeader *header, const SeidelLines *lines, GError **error)
{
  g_autofree char *message = NULL;

  if (header->rows <= G_MAXINT32 && header->columns <= G_MAXINT32)
    return header->symmetry == SEIDEL_FILED_GENERAL || header->rows == header->columns
           || seidel_lines_fail (lines, error,
                                 "a matrix of this symmetry is square; the header says "
                                 "%" PRId64 " rows and %" PRId64 " columns",
                                 header->rows, header->columns);
  message = g_strdup_printf ("%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                             " is beyond the largest matrix, 2147483647 rows or columns",
                             header->rows, header->columns);
  return fail_unsupported (lines, error, message);
}

static bool
read_type (SeidelHarwellHeader *header, SeidelLines *lines, GError **error)
{
  return next_line (lines, "the type of the matrix", error) && parse_type (header, lines, error)
         && take_number (lines, 1, "the count of rows", &header->rows, error)
         && take_number (lines, 2, "the count of columns", &header->columns, error)
         && take_number (lines, 3, "the count of entries", &header->entries, error)
         && check_size (header, lines, error);
}

/* letters: those that the format may have. */
static bool
take_format (const SeidelLines *lines,
             int64_t column,
             int64_t width,
             const char *letters,
             SeidelFortran *format,
             GError **error)
{
  g_autofree char *piece = take_piece (lines, column, width);
  g_autofree char *quote = NULL;

  g_strstrip (piece);
  if (seidel_fortran_parse (format, piece, strlen (piece))
      && strchr (letters, format->letter) != NULL)
    return true;
  quote = seidel_quote (piece, strlen (piece));
  return seidel_lines_fail (lines, error,
                            "expected a Fortran format such as %s in columns %" PRId64
                            " to %" PRId64 ", found %s",
                            letters[0] == 'I' ? "(16I5)" : "(5E16.8)", column + 1, column + width,
                            quote);
}

static bool
read_formats (SeidelHarwellHeader *header, SeidelLines *lines, GError **error)
{
  if (!next_line (lines, "the formats of the numbers", error)
      || !take_format (lines, 0, FORMAT_WIDTH, "I", &header->pointers, error)
      || !take_format (lines, FORMAT_WIDTH, FORMAT_WIDTH, "I", &header->indices, error))
    return false;
  if (header->field != SEIDEL_FIELD_PATTERN
      && !take_format (lines, 2 * FORMAT_WIDTH, VALUE_FORMAT_WIDTH, "EI", &header->values, error))
    return false;
  return header->rhs_lines == 0
         || take_format (lines, 2 * FORMAT_WIDTH + VALUE_FORMAT_WIDTH, VALUE_FORMAT_WIDTH, "EI",
                         &header->rhs, error);
}

static bool
read_rhs_type (SeidelHarwellHeader *header, SeidelLines *lines, GError **error)
{
  g_autofree char *piece = NULL;
  g_autofree char *quote = NULL;

  if (header->rhs_lines == 0)
    return true;
  if (!next_line (lines, "the type of the right-hand sides", error))
    return false;
  piece = take_piece (lines, 0, 3);
  header->rhs_full = g_ascii_toupper (piece[0]) == 'F';
  if (!header->rhs_full && g_ascii_toupper (piece[0]) != 'M')
    {
      quote = seidel_quote (piece, strlen (piece));
      return seidel_lines_fail (lines, error,
                                "expected F or M as the type of the right-hand sides, found %s",
                                quote);
    }
  return take_number (lines, 1, "the count of right-hand sides", &header->rhs_count, error);
}

/* A header promises nothing that the file has no room for: so a false one costs no memory. */
static bool
check_promise (const SeidelHarwellHeader *header, const SeidelLines *lines, GError **error)
{
  double promised = ((double) header->columns + 1.0) * (double) header->pointers.width
                    + (double) header->entries * (double) header->indices.width;
  uint64_t room = seidel_source_most_text (lines->source);

  return promised <= (double) room
         || seidel_lines_fail (lines, error,
                               "the header promises %" PRId64 " columns and %" PRId64
                               " entries, at least %.0f bytes; the file has room for "
                               "%" PRIu64,
                               header->columns, header->entries, promised, room);
}

bool
seidel_harwell_header_read (SeidelHarwellHeader *header, SeidelLines *lines, GError **error)
{
  memset (header, 0, sizeof *header);
  return next_line (lines, "the title", error) && read_counts (header, lines, error)
         && read_type (header, lines, error) && read_formats (header, lines, error)
         && read_rhs_type (header, lines, error) && check_promise (header, lines, error);
}

char *
seidel_harwell_header_describe (const SeidelHarwellHeader *header)
{
  size_t s = 0;

  /* A rectangular matrix is the general one in the last row. */
  while (symmetries[s].symmetry != header->symmetry
         || (header->rows != header->columns && symmetries[s].letter != 'R'))
    s++;
  return g_strdup_printf ("%s, %s %s", header->boeing ? "Harwell-Boeing" : "Rutherford-Boeing",
                          field_names[header->field], symmetries[s].name);
}
