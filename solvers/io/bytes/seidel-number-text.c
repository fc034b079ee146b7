/* Numbers as text: as few digits as read back to the same double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-output.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-decimal.h"

/* Below the first and from the second on a number is written with an exponent. */
#define SMALLEST_MIDDLING 1e-4
#define LARGEST_FIXED     1e17

/* Below it the powers do not go. */
#define SMALLEST_SCALED 1e-300

/* Digits that determine a double, and the first number of more. */
#define MOST_DIGITS   17
#define BEYOND_DIGITS UINT64_C (100000000000000000)

/* Two digits at a time: a division takes longer than all the rest. */
char *
seidel_format_integer (char *p, int64_t value)
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                              "25262728293031323334353637383940414243444546474849"
                              "50515253545556575859606162636465666768697071727374"
                              "75767778798081828384858687888990919293949596979899";
  char digits[20];
  int first = sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t) value : (uint64_t) value;

  if (value < 0)
    *p++ = '-';
  for (; rest >= 100; rest /= 100)
    memcpy (digits + (first -= 2), pairs + 2 * (rest % 100), 2);
  if (rest >= 10)
    memcpy (digits + (first -= 2), pairs + 2 * rest, 2);
  else
    digits[--first] = (char) ('0' + rest);
  memcpy (p, digits + first, sizeof digits - (size_t) first);
  return p + sizeof digits - first;
}

/* Writes m · 10^−k, m and k at least 0, as plain decimal digits without needless zeros. */
static char *
format_scaled (char *p, uint64_t m, int k)
{
  char digits[24]; /* k is 21 at most: a zero before the point, 21 digits behind it */
  int n = 0;

  while (k > 0 && m % 10 == 0)
    {
      m /= 10;
      k--;
    }
  for (; m > 0; m /= 10)
    digits[n++] = (char) ('0' + m % 10);
  while (n <= k)
    digits[n++] = '0';
  while (n > 0)
    {
      *p++ = digits[--n];
      if (n == k && k > 0)
        *p++ = '.';
    }
  return p;
}

/* Zero, or a number of middling size with 15 digits, or 16, or 17: as many as read back to the same
 * value, which is tried, so that no rounding on the way can do harm. NULL when none does. */
static char *
format_middling (char *p, double value)
{
  static const long double powers[] = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,
                                        1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L,
                                        1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L };
  double size = fabs (value);
  int whole_digits = 0; /* negative for zeros behind the point */

  if (size == 0.0)
    {
      if (signbit (value))
        *p++ = '-';
      *p++ = '0';
      return p;
    }
  if (size >= 1e15 || size < SMALLEST_MIDDLING)
    return NULL;
  if (value == rint (value))
    return seidel_format_integer (p, (int64_t) value);
  while (size >= (double) powers[whole_digits])
    whole_digits++;
  if (whole_digits == 0)
    while (size * (double) powers[1 - whole_digits] < 1.0)
      whole_digits--;
  for (int digits = 15; digits <= 17; digits++)
    {
      int k = digits - whole_digits;
      uint64_t m = (uint64_t) rintl ((long double) size * powers[k]);
      double back;

      if (!seidel_decimal_compose (m, -k, &back) || back != size)
        continue;
      if (signbit (value))
        *p++ = '-';
      return format_scaled (p, m, k);
    }
  return NULL;
}

#if LDBL_MANT_DIG == 64
/* 10^k for |k| < 320, from two powers, each rounded: good to 2 units of the last of 64 bits. */
static long double
power_of_ten (int k)
{
  static const long double small[] = { 1e0L, 1e1L, 1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,
                                       1e8L, 1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L };
  static const long double large[] = { 1e0L,   1e16L,  1e32L,  1e48L,  1e64L,  1e80L,  1e96L,
                                       1e112L, 1e128L, 1e144L, 1e160L, 1e176L, 1e192L, 1e208L,
                                       1e224L, 1e240L, 1e256L, 1e272L, 1e288L, 1e304L };
  const int n = k < 0 ? -k : k;
  const long double power = small[n % 16] * large[n / 16];

  return k < 0 ? 1.0L / power : power;
}

/* Writes m · 10^exponent, m of 17 digits, as printf () with %g does: 1.5e-07. */
static char *
format_exponent (char *p, uint64_t m, int exponent)
{
  char digits[MOST_DIGITS];
  int n = MOST_DIGITS;

  for (int i = MOST_DIGITS; i-- > 0; m /= 10)
    digits[i] = (char) ('0' + m % 10);
  while (n > 1 && digits[n - 1] == '0')
    n--;
  *p++ = digits[0];
  if (n > 1)
    *p++ = '.';
  memcpy (p, digits + 1, (size_t) (n - 1));
  p += n - 1;
  exponent += MOST_DIGITS - 1;
  *p++ = 'e';
  *p++ = exponent < 0 ? '-' : '+';
  exponent = exponent < 0 ? -exponent : exponent;
  if (exponent < 10)
    *p++ = '0';
  return seidel_format_integer (p, exponent);
}

/* A number that is written with an exponent. It is scaled to 17 digits before the point, in a
 * long double of 7 bits behind it: four roundings are an error of at most 2 · 2^−7. What lies
 * nearer to it than half a unit of its last bit reads back to it, and that is at least 0.555 there:
 * so the nearest whole number does, and one that ends in zeros where it is near enough. NULL where
 * the error does not let that be decided. */
static char *
format_extreme (char *p, double value)
{
  const double size = fabs (value);
  const long double error = 3.0L / 128.0L;
  int binary;
  int exponent;
  long double scaled;
  long double reach;

  /* Below a power of two doubles are nearer to each other. */
  if (size < SMALLEST_SCALED || (size >= SMALLEST_MIDDLING && size < LARGEST_FIXED)
      || frexp (size, &binary) == 0.5)
    return NULL;
  exponent = (int) floor ((binary - 1) * M_LN2 / M_LN10) - (MOST_DIGITS - 1);
  scaled = (long double) size * power_of_ten (-exponent);
  if (scaled >= 1e17L)
    scaled = (long double) size * power_of_ten (-++exponent);
  reach = ldexpl (power_of_ten (-exponent), binary - DBL_MANT_DIG - 1);
  for (uint64_t unit = 100; unit > 0; unit /= 10)
    {
      const uint64_t m = (uint64_t) rintl (scaled / (long double) unit) * unit;
      const long double distance = fabsl ((long double) m - scaled);
      const long double limit = unit > 1 ? reach : 0.5L;

      if (m >= BEYOND_DIGITS || fabsl (distance - limit) <= error)
        return NULL;
      if (distance > limit)
        continue;
      if (signbit (value))
        *p++ = '-';
      return format_exponent (p, m, exponent);
    }
  return NULL;
}
#else
static char *
format_extreme (char *p, double value)
{
  return NULL;
}
#endif

char *
seidel_format_number (char *p, double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char *end = isfinite (value) ? format_middling (p, value) : NULL;

  if (end == NULL && isfinite (value))
    end = format_extreme (p, value);
  if (end != NULL)
    return end;
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (p, SEIDEL_NUMBER_LENGTH, formats[i], value);
      if (!isfinite (value) || g_ascii_strtod (p, NULL) == value)
        break;
    }
  return p + strlen (p);
}
