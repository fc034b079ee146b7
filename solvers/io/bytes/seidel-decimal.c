/* The numbers that the fast way of reading leaves over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-decimal.h"
#include "base/seidel-translatable.h"

/* Longer ones are cut by strtod() as well, without harm but for a tie at digit 768. */
#define SHORT_NUMBER 128

/* The end of nan, inf or infinity with any sign and in any case, or NULL. */
static const char *
skip_special (const char *p)
{
  static const char *const words[] = { "infinity", "inf", "nan" };

  if (*p == '-' || *p == '+')
    p++;
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strncasecmp (p, words[i], strlen (words[i])) == 0)
      return p + strlen (words[i]);
  return NULL;
}

/* The end of a decimal number, or NULL. */
static const char *
skip_decimal (const char *p)
{
  int digits = 0;

  if (*p == '-' || *p == '+')
    p++;
  for (; seidel_is_digit (*p); p++)
    digits = 1;
  if (*p == '.')
    for (p++; seidel_is_digit (*p); p++)
      digits = 1;
  if (digits == 0)
    return NULL;
  if (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D')
    {
      p += p[1] == '-' || p[1] == '+' ? 2 : 1;
      if (!seidel_is_digit (*p))
        return NULL;
      while (seidel_is_digit (*p))
        p++;
    }
  return p;
}

bool
seidel_decimal_scan_slowly (const char *text, const char **end, double *value)
{
  const char *last = skip_decimal (text);
  char brief[SHORT_NUMBER];
  g_autofree char *full = NULL;
  char *copy = brief;
  size_t length;

  if (last == NULL)
    last = skip_special (text);
  if (last == NULL)
    return false;

  length = (size_t) (last - text);
  if (length >= sizeof brief)
    copy = full = g_malloc (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  for (size_t i = 0; i < length; i++)
    if (copy[i] == 'd' || copy[i] == 'D')
      copy[i] = 'e';
  *value = g_ascii_strtod (copy, NULL);
  *end = last;
  return true;
}

const char *
seidel_decimal_expected (const char *word)
{
  const char *behind = word;
  double value = 0.0;

  return seidel_scan_number (&behind, &value) && seidel_decimal_overflows (word, value)
           ? seidel_text ("a number of at most 1.8e308")
           : seidel_text ("a number");
}
