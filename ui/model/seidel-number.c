/* Numbers in entries and tables: powers of ten as "1.3e-4", whatever the locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-number.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/seidel-format-signs.h"

static char *
name_of_no_number (double value)
{
  if (isnan (value))
    return g_strdup ("not a number");
  return g_strdup (value > 0 ? "∞" : "−∞");
}

/* C writes at least two digits and a plus sign: "1.3e-04"  is shown as 1.3e-4. */
static char *
shorten_exponent (char *text)
{
  char *e = strchr (text, 'e');

  if (e == NULL)
    return g_strdup (text);
  *e = '\0';
  return g_strdup_printf ("%se%" G_GINT64_FORMAT, text, g_ascii_strtoll (e + 1, NULL, 10));
}

char *
seidel_number_scientific (double value, int decimals)
{
  char format[16];
  char text[64];

  if (!isfinite (value))
    return name_of_no_number (value);
  if (value == 0)
    return g_strdup ("0");
  g_snprintf (format, sizeof format, "%%.%de", CLAMP (decimals, 0, 16));
  g_ascii_formatd (text, sizeof text, format, value);
  return shorten_exponent (text);
}

char *
seidel_number_to_text (double value)
{
  char text[64];

  if (!isfinite (value))
    return name_of_no_number (value);
  g_ascii_formatd (text, sizeof text, "%.15g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_formatd (text, sizeof text, "%.17g", value);
  return shorten_exponent (text);
}

gboolean
seidel_number_parse (const char *text, double *value)
{
  g_autoptr (GString) plain = g_string_new (text);
  g_autofree char *stripped = NULL;
  char *end = NULL;

  /* As people of the locale type it, too. */
  if (strchr (text, '.') == NULL)
    g_string_replace (plain, seidel_format_decimal_sign (), ".", 1);
  stripped = g_strstrip (g_strdup (plain->str));
  errno = 0;
  *value = g_ascii_strtod (stripped, &end);
  /* "0x10" and "nan" are numbers to C, and slips of the hand in an entry. */
  return *stripped != '\0' && *end == '\0' && isfinite (*value)
         && strspn (stripped, "0123456789.eE+-") == strlen (stripped);
}

gboolean
seidel_number_parse_integer (const char *text, int64_t *value)
{
  g_autoptr (GString) digits = g_string_new (text);
  g_autofree char *stripped = NULL;

  g_string_replace (digits, seidel_format_thousands_sign (), "", 0);
  stripped = g_strstrip (g_strdup (digits->str));
  if (*stripped == '\0' || strspn (stripped, "0123456789") != strlen (stripped))
    return FALSE;
  return g_ascii_string_to_signed (stripped, 10, 0, G_MAXINT64, value, NULL);
}
