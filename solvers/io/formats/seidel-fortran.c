/* Numbers in columns, as Fortran's formats lay them out (Fortran 77, section 13.5).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-fortran.h"

#include <string.h>

#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-source.h"

#define MOST_COUNT      1000
#define WIDEST          128
#define MOST_DEPTH      2
#define LARGEST         100000 /* of a number in a format, and of an exponent */
#define EXPONENT_LENGTH 16

typedef struct
{
  const char *at;
  const char *end;
} Cursor;

static char
peek (Cursor *cursor)
{
  while (cursor->at < cursor->end && g_ascii_isspace (*cursor->at))
    cursor->at++;
  return cursor->at < cursor->end ? g_ascii_toupper (*cursor->at) : '\0';
}

static bool
take (Cursor *cursor, char c)
{
  if (peek (cursor) != c)
    return false;
  cursor->at++;
  return true;
}

/* A whole number, or otherwise when there is none. */
static int64_t
take_number (Cursor *cursor, int64_t otherwise)
{
  const bool negative = take (cursor, '-');
  int64_t value = 0;

  if (!negative)
    take (cursor, '+');
  if (!g_ascii_isdigit (peek (cursor)))
    return otherwise;
  for (; g_ascii_isdigit (peek (cursor)); cursor->at++)
    value = MIN (value * 10 + (*cursor->at - '0'), LARGEST);
  return negative ? -value : value;
}

/* What follows the count: "E16.8E3)". */
static bool
take_field (SeidelFortran *format, Cursor *cursor, int depth)
{
  const char letter = peek (cursor);

  if (letter == '\0' || strchr ("IEDFG", letter) == NULL)
    return false;
  cursor->at++;
  if (letter == 'E' && (peek (cursor) == 'S' || peek (cursor) == 'N'))
    cursor->at++;
  format->letter = letter == 'I' ? 'I' : 'E';
  format->width = take_number (cursor, 0);
  if (take (cursor, '.'))
    format->decimals = (int) take_number (cursor, 0);
  if (take (cursor, 'E') && take_number (cursor, -1) < 0)
    return false;
  for (; depth > 0; depth--)
    if (!take (cursor, ')'))
      return false;
  return peek (cursor) == '\0';
}

bool
seidel_fortran_parse (SeidelFortran *format, const char *text, size_t length)
{
  Cursor cursor = { text, text + length };
  int depth = 1;

  *format = (SeidelFortran){ .count = 1 };
  if (!take (&cursor, '('))
    return false;
  for (;;)
    {
      int64_t number = take_number (&cursor, 1);

      if (take (&cursor, 'P'))
        format->scale = (int) number;
      else if (take (&cursor, 'X'))
        *(depth == 1 ? &format->indent : &format->gap) += number;
      else
        {
          format->count *= number;
          if (!take (&cursor, '('))
            break;
          if (++depth > MOST_DEPTH)
            return false;
        }
      take (&cursor, ',');
    }
  return take_field (format, &cursor, depth) && format->count >= 1 && format->count <= MOST_COUNT
         && format->width >= 1 && format->width <= WIDEST && format->decimals >= 0
         && format->decimals <= WIDEST && ABS (format->scale) <= WIDEST && format->indent >= 0
         && format->indent <= WIDEST && format->gap >= 0 && format->gap <= WIDEST;
}

/* Copies a field without the blanks around it, and the one that may replace the sign of an
 * exponent. Blanks within a number count for nothing in Fortran, but in a file they show that the
 * columns are not where they should be. Returns how many characters are left; −1 when they cannot
 * be a number. */
static int64_t
squeeze (const char *field, int64_t length, char text[WIDEST + 1])
{
  int64_t n = 0;

  while (length > 0 && field[length - 1] == ' ')
    length--;
  while (length > 0 && *field == ' ')
    {
      field++;
      length--;
    }
  if (length > WIDEST)
    return -1;
  for (int64_t i = 0; i < length; i++)
    if (g_ascii_isgraph (field[i]))
      text[n++] = field[i];
    else if (field[i] != ' ' || strchr ("EeDd", field[i - 1]) == NULL)
      return -1;
  text[n] = '\0';
  return n;
}

bool
seidel_fortran_integer (const char *field, int64_t length, int64_t *value)
{
  char text[WIDEST + 1];
  const char *p = text;
  bool negative;

  if (squeeze (field, length, text) <= 0)
    return false;
  negative = *p == '-';
  if (*p == '-' || *p == '+')
    p++;
  if (!seidel_scan_index (&p, value) || *p != '\0')
    return false;
  if (negative)
    *value = -*value;
  return true;
}

/* What may follow the digits: "E+05", "D5", "-103"; *found is set if it does. */
static bool
take_exponent (const char *p, bool *found, int64_t *exponent)
{
  bool negative = false;
  int64_t value = 0;

  *found = *p != '\0';
  *exponent = 0;
  if (*p == '\0')
    return true;
  if (strchr ("EeDdQq", *p) != NULL)
    p++;
  else if (*p != '-' && *p != '+')
    return false;
  if (*p == '-' || *p == '+')
    negative = *p++ == '-';
  if (!seidel_is_digit (*p))
    return false;
  for (; seidel_is_digit (*p); p++)
    value = MIN (value * 10 + (*p - '0'), LARGEST);
  *exponent = negative ? -value : value;
  return *p == '\0';
}

bool
seidel_fortran_real (const SeidelFortran *format, const char *field, int64_t length, double *value)
{
  char text[WIDEST + 1 + EXPONENT_LENGTH + SEIDEL_TEXT_PADDING] = { 0 };
  const char *p = text;
  char *behind;
  const char *point = NULL;
  int digits = 0;
  bool stated;
  int64_t exponent;

  if (squeeze (field, length, text) <= 0)
    return false;
  for (behind = text + (*p == '-' || *p == '+'); seidel_is_digit (*behind) || *behind == '.';
       behind++)
    {
      if (*behind == '.' && point != NULL)
        return false;
      if (*behind == '.')
        point = behind;
      else
        digits++;
    }
  /* Infinity and NaN. */
  if (digits == 0)
    return g_ascii_isalpha (text[0] == '-' || text[0] == '+' ? text[1] : text[0])
           && seidel_scan_number (&p, value) && *p == '\0';
  if (!take_exponent (behind, &stated, &exponent))
    return false;
  if (point == NULL)
    exponent -= format->decimals;
  if (!stated)
    exponent -= format->scale;
  g_snprintf (behind, EXPONENT_LENGTH, "e%" G_GINT64_FORMAT, exponent);
  return seidel_scan_value (&p, value) && *p == '\0';
}
