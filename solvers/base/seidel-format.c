/* Numbers as text, independent of the locale but for the signs that a program chooses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-format.h"

#include "base/seidel-format-signs.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define MINUS "\xe2\x88\x92" /* U+2212 */

static char *decimal_sign;
static char *thousands_sign;

void
seidel_format_set_signs (const char *decimal, const char *thousands)
{
  if (decimal != NULL && decimal[0] != '\0')
    {
      g_free (decimal_sign);
      decimal_sign = g_strdup (decimal);
    }
  if (thousands != NULL && thousands[0] != '\0')
    {
      g_free (thousands_sign);
      thousands_sign = g_strdup (thousands);
    }
}

const char *
seidel_format_decimal_sign (void)
{
  return decimal_sign != NULL ? decimal_sign : ".";
}

const char *
seidel_format_thousands_sign (void)
{
  return thousands_sign != NULL ? thousands_sign : ",";
}

char *
seidel_format_translate_number (const char *text)
{
  GString *translated;

  if (text[0] == '\0' || strspn (text, "0123456789.,") != strlen (text))
    return g_strdup (text);
  translated = g_string_new (NULL);
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '.')
      g_string_append (translated, seidel_format_decimal_sign ());
    else if (*p == ',')
      g_string_append (translated, seidel_format_thousands_sign ());
    else
      g_string_append_c (translated, *p);
  return g_string_free (translated, FALSE);
}

/* A plain decimal number for people: the groups of three in its whole part apart, and a real minus
 * before it. */
static char *
group_thousands (const char *plain)
{
  const char *digits = plain + (*plain == '-');
  size_t whole = strcspn (digits, ".");
  GString *text = g_string_new (*plain == '-' ? MINUS : NULL);

  for (size_t i = 0; i < whole; i++)
    {
      if (i > 0 && (whole - i) % 3 == 0)
        g_string_append (text, seidel_format_thousands_sign ());
      g_string_append_c (text, digits[i]);
    }
  if (digits[whole] == '.')
    {
      g_string_append (text, seidel_format_decimal_sign ());
      whole++;
    }
  g_string_append (text, digits + whole);
  return g_string_free (text, FALSE);
}

char *
seidel_format_count (int64_t value)
{
  g_autofree char *plain = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return group_thousands (plain);
}

/* With a fixed number of decimals, as C writes it. */
static char *
plain_decimals (double value, int decimals)
{
  char format[8], plain[G_ASCII_DTOSTR_BUF_SIZE + 320];

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 99));
  g_ascii_formatd (plain, sizeof plain, format, value);
  /* "-0.00" is what rounding makes of a small negative number. */
  return g_strdup (plain[0] == '-' && strspn (plain + 1, "0.") == strlen (plain + 1) ? plain + 1
                                                                                     : plain);
}

char *
seidel_format_decimals (double value, int decimals)
{
  g_autofree char *plain = plain_decimals (value, decimals);

  return group_thousands (plain);
}

char *
seidel_format_power (int exponent)
{
  static const char *const superscripts[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *digits = g_strdup_printf ("%d", ABS (exponent));
  GString *text = g_string_new (exponent < 0 ? "10⁻" : "10");

  for (const char *digit = digits; *digit != '\0'; digit++)
    g_string_append (text, superscripts[*digit - '0']);
  return g_string_free (text, FALSE);
}

/* Without useless zeros at the end. */
static char *
trimmed_decimals (double value, int decimals)
{
  g_autofree char *text = plain_decimals (value, decimals);

  if (strchr (text, '.') != NULL)
    {
      size_t length = strlen (text);

      while (text[length - 1] == '0')
        length--;
      if (text[length - 1] == '.')
        length--;
      text[length] = '\0';
    }
  return group_thousands (text);
}

/* The decimal exponent after rounding to digits, so that 9.996 with three digits counts as 10.0. */
static int
rounded_exponent (double value, int digits, double *mantissa)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];
  char *mark;

  g_snprintf (format, sizeof format, "%%.%de", CLAMP (digits - 1, 0, 17));
  g_ascii_formatd (text, sizeof text, format, value);
  mark = strchr (text, 'e');
  *mark = '\0';
  *mantissa = g_ascii_strtod (text, NULL);
  return atoi (mark + 1);
}

char *
seidel_format_value (double value, int digits)
{
  double mantissa;
  int exponent;

  if (isnan (value))
    return g_strdup ("not a number");
  if (isinf (value))
    return g_strdup (value > 0.0 ? "∞" : MINUS "∞");
  if (value == 0.0)
    return g_strdup ("0");

  exponent = rounded_exponent (value, digits, &mantissa);
  if (exponent < -3 || exponent >= MAX (digits, 7))
    {
      g_autofree char *power = seidel_format_power (exponent);
      g_autofree char *factor = trimmed_decimals (mantissa, digits - 1);

      if (g_str_equal (factor, "1"))
        return g_steal_pointer (&power);
      return g_strdup_printf ("%s×%s", factor, power);
    }
  return trimmed_decimals (value, MAX (0, digits - 1 - exponent));
}

double
seidel_format_second_scale (double seconds, const char **name)
{
  static const char *const names[] = { "s", "ms", "µs", "ns" };
  double magnitude = fabs (seconds);
  int step = 0;

  if (magnitude > 0.0 && isfinite (magnitude))
    step = CLAMP ((int) ceil (-log10 (magnitude) / 3.0 - 1e-9), 0, 3);
  if (name != NULL)
    *name = names[step];
  return pow (1000.0, -step);
}

char *
seidel_format_compact (double value, int digits)
{
  char format[8], plain[G_ASCII_DTOSTR_BUF_SIZE];
  GString *text = g_string_new (NULL);

  g_snprintf (format, sizeof format, "%%.%dg", CLAMP (digits, 1, 17));
  g_ascii_formatd (plain, sizeof plain, format, value);
  for (const char *p = plain; *p != '\0'; p++)
    {
      if (*p == '-')
        g_string_append (text, MINUS);
      else if (*p == '.')
        g_string_append (text, seidel_format_decimal_sign ());
      else if (*p != '+')
        g_string_append_c (text, *p);
      /* 1e+06 and 1e-06 waste a place on a zero. */
      if (p > plain && p[-1] == 'e' && p[1] == '0')
        p++;
    }
  return g_string_free (text, FALSE);
}

char *
seidel_format_seconds (double seconds, int digits)
{
  const char *name;
  double scale = seidel_format_second_scale (seconds, &name);
  double mantissa;
  int exponent;
  g_autofree char *number = NULL;

  if (!isfinite (seconds) || seconds == 0.0)
    number = seidel_format_value (seconds, digits);
  else
    {
      exponent = rounded_exponent (seconds / scale, digits, &mantissa);
      number = trimmed_decimals (seconds / scale, MAX (0, digits - 1 - exponent));
    }
  return g_strdup_printf ("%s %s", number, name);
}

char *
seidel_format_bytes (double bytes)
{
  static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB", "PB", "EB" };
  g_autofree char *number = NULL;
  double value = bytes;
  size_t unit = 0;

  while (value >= 1000.0 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1000.0;
      unit++;
    }
  number = seidel_format_value (value, 3);
  return g_strconcat (number, " ", units[unit], NULL);
}

char *
seidel_format_transfer (double bytes, double seconds)
{
  g_autofree char *size = seidel_format_bytes (bytes);
  g_autofree char *time = seidel_format_seconds (seconds, 3);
  g_autofree char *rate = seidel_format_bytes (seconds > 0.0 ? bytes / seconds : 0.0);

  if (!(seconds > 0.0))
    return g_steal_pointer (&size);
  return g_strdup_printf ("%s in %s, %s/s", size, time, rate);
}

char *
seidel_format_unit (double value, SeidelUnit unit, int digits)
{
  if (unit == SEIDEL_UNIT_SECONDS)
    return seidel_format_seconds (value, digits);

  g_autofree char *number = seidel_format_value (value, digits);
  return unit == SEIDEL_UNIT_PERCENT ? g_strdup_printf ("%s %%", number)
                                     : g_steal_pointer (&number);
}

void
seidel_format_append_csv (GString *csv, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return;
  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (csv, text);
}

/* The clock counts nanoseconds; a sum of them has noise in its last digits. */
void
seidel_format_append_csv_seconds (GString *csv, double seconds)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (seconds))
    g_string_append (csv, g_ascii_formatd (text, sizeof text, "%.9g", seconds));
}

/* The end of a string that begins here. */
static const char *
skip_string (const char *p)
{
  for (p++; *p != '\0' && *p != '"'; p++)
    if (*p == '\\' && p[1] != '\0')
      p++;
  return *p == '"' ? p + 1 : p;
}

/* The bytes of a number that begins here, without the ".0" behind its exponent. */
static size_t
measure_number (const char *p, size_t length)
{
  const bool pointed = length > 2 && p[length - 2] == '.' && p[length - 1] == '0';

  return pointed && memchr (p, 'e', length) != NULL ? length - 2 : length;
}

char *
seidel_format_mend_json (const char *json)
{
  GString *mended = g_string_sized_new (strlen (json));
  char before = '\0'; /* the last character, of a number or a string the first */

  while (*json != '\0')
    {
      const size_t number =
        g_ascii_isdigit (*json) || *json == '-' ? strspn (json, "+-.0123456789e") : 0;
      const char *end = *json == '"' ? skip_string (json) : json + MAX (number, 1);
      const bool closes = *json == ',' || *json == ']' || *json == '}';

      if (closes && (before == ':' || before == ',' || (before == '[' && *json == ',')))
        g_error ("failed to allocate memory for a number");
      if (!g_ascii_isspace (*json))
        before = *json;
      g_string_append_len (mended, json,
                           (gssize) (number > 0 ? measure_number (json, number)
                                                : (size_t) (end - json)));
      json = end;
    }
  return g_string_free (mended, FALSE);
}
