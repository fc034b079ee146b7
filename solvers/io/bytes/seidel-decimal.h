/* Reads one decimal number from text, correctly rounded and blind to the locale; in a header
 * because the readers spend their time here. Private to solvers/io.
 *
 * The fast way: up to 19 digits make an integer w < 2⁶⁴, and where 10^|e| is exact too, one
 * multiplication or division gives the correctly rounded result (Clinger 1990): in double for
 * w < 2⁵³, |e| ≤ 22; in the 64-bit mantissa of an x87 long double for any w, |e| ≤ 27. The latter
 * is then rounded to double, which is right unless it fell just between two doubles, for the exact
 * result may lie on either side: these, and all others, go to g_ascii_strtod().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <glib.h>

G_BEGIN_DECLS

/* What follows a number in all that Seidel reads. */
static inline bool
seidel_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static inline bool
seidel_is_digit (char c)
{
  return (unsigned char) (c - '0') < 10;
}

/* For a number out of the fast way's reach, or a nan or inf; *end is set behind it. False when the
 * text is no number. */
bool seidel_decimal_scan_slowly (const char *text, const char **end, double *value);

/* w · 10^exponent, if the fast path can decide. */
static inline bool
seidel_decimal_compose (uint64_t w, int exponent, double *value)
{
  static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

  if (w <= (UINT64_C (1) << 53) && exponent >= -22 && exponent <= 22)
    {
      *value = exponent < 0 ? (double) w / powers[-exponent] : (double) w * powers[exponent];
      return true;
    }
#if LDBL_MANT_DIG == 64 && defined(__x86_64__)
  if (exponent >= -27 && exponent <= 27)
    {
      static const long double long_powers[] = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
                                                 1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
                                                 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
                                                 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L };
      long double wide = exponent < 0 ? (long double) w / long_powers[-exponent]
                                      : (long double) w * long_powers[exponent];
      uint64_t mantissa;

      memcpy (&mantissa, &wide, sizeof mantissa);
      if ((mantissa & 0x7ff) != 0x400)
        {
          *value = (double) wide;
          return true;
        }
    }
#endif
  return false;
}

/* Whether all eight bytes are digits, and what they come to (Lemire 2018). */
static inline bool
seidel_eight_digits (const char *text, uint64_t *value)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  uint64_t word;

  memcpy (&word, text, sizeof word);
  if (((word & 0xf0f0f0f0f0f0f0f0) | (((word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4))
      != 0x3333333333333333)
    return false;
  word -= 0x3030303030303030;
  word = word * 10 + (word >> 8);
  *value = ((word & 0x000000ff000000ff) * 0x000f424000000064
            + ((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001)
           >> 32;
  return true;
#else
  return false;
#endif
}

/* Takes digits into *w, as many as it holds, and returns the place behind the last one. *taken
 * grows by the digits in *w beginning with the first that is not 0, *dropped by those that no
 * longer fitted. */
static inline const char *
seidel_scan_digits (const char *p, uint64_t *w, int *taken, int64_t *dropped)
{
  uint64_t eight;

  while (*taken <= 11 && seidel_eight_digits (p, &eight))
    {
      *w = *w * 100000000 + eight;
      *taken += *w == 0 ? 0 : 8;
      p += 8;
    }
  for (; seidel_is_digit (*p); p++)
    if (*taken < 19)
      {
        *w = *w * 10 + (uint64_t) (*p - '0');
        *taken += *w != 0;
      }
    else
      ++*dropped;
  return p;
}

/* Reads a number at *text and moves *text behind it. Takes what strtod() takes in the C locale but
 * hexadecimal; also a Fortran exponent, 1.5D+03. One beyond the largest double becomes infinite.
 * Eight bytes behind the number must be readable. What follows the number is the caller's to check.
 */
static inline bool
seidel_scan_number (const char **text, double *value)
{
  const char *p = *text;
  const char *digits;
  bool negative = *p == '-';
  uint64_t w = 0;
  int taken = 0;
  int64_t exponent = 0;
  int64_t length;

  if (*p == '-' || *p == '+')
    p++;
  digits = p;
  p = seidel_scan_digits (p, &w, &taken, &exponent);
  length = p - digits;
  if (*p == '.')
    {
      const char *point = ++p;
      int64_t dropped = 0;

      p = seidel_scan_digits (p, &w, &taken, &dropped);
      length += p - point;
      exponent -= p - point - dropped;
    }
  if (length == 0)
    return seidel_decimal_scan_slowly (*text, text, value);
  if (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D')
    {
      bool down = p[1] == '-';
      int64_t stated = 0;

      p += p[1] == '-' || p[1] == '+' ? 2 : 1;
      if (!seidel_is_digit (*p))
        return false;
      for (; seidel_is_digit (*p); p++)
        stated = MIN (stated * 10 + (*p - '0'), 1000000);
      exponent += down ? -stated : stated;
    }
  /* Digits were dropped when more than 19 were there: then w alone does not determine the value. */
  if (length > 19 && taken == 19)
    return seidel_decimal_scan_slowly (*text, text, value);
  if (w == 0)
    *value = 0.0;
  else if (exponent < -64 || exponent > 64 || !seidel_decimal_compose (w, (int) exponent, value))
    return seidel_decimal_scan_slowly (*text, text, value);
  if (negative)
    *value = -*value;
  *text = p;
  return true;
}

/* Whether an infinite value was written as a decimal number. */
static inline bool
seidel_decimal_overflows (const char *text, double value)
{
  text += *text == '-' || *text == '+';
  return (value > DBL_MAX || value < -DBL_MAX) && (seidel_is_digit (*text) || *text == '.');
}

/* The same for a number that will be part of a matrix or a vector: one beyond the largest double
 * is refused, so that none is another than was written. */
static inline bool
seidel_scan_value (const char **text, double *value)
{
  const char *word = *text;

  return seidel_scan_number (text, value) && !seidel_decimal_overflows (word, *value);
}

/* For messages, what was expected in the place of a word that was refused: “a number”. Eight bytes
 * behind the word must be readable. */
const char *seidel_decimal_expected (const char *word);

/* Reads a whole number without a sign; what does not fit comes back as INT64_MAX. */
static inline bool
seidel_scan_index (const char **text, int64_t *value)
{
  const char *p = *text;
  int64_t index = 0;

  if (!seidel_is_digit (*p))
    return false;
  for (; seidel_is_digit (*p); p++)
    index = index > (INT64_MAX - 9) / 10 ? INT64_MAX : index * 10 + (*p - '0');
  *value = index;
  *text = p;
  return true;
}

G_END_DECLS
