/* Reading numbers: correctly rounded, as g_ascii_strtod() has it, on easy, hard and random ones;
 * and writing them so that they read back the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-output.h"

#define RANDOM_NUMBERS 300000

/* Reads text with the padding that the readers give it; *rest is what follows the number. */
static bool
scan (const char *text, double *value, size_t *taken)
{
  char padded[1024];
  const char *p = padded;
  bool fine;

  g_assert_cmpuint (strlen (text), <, sizeof padded - 16);
  memset (padded, '\n', sizeof padded);
  memcpy (padded, text, strlen (text));
  *value = -12345.0;
  fine = seidel_scan_number (&p, value);
  *taken = (size_t) (p - padded);
  return fine;
}

static void
assert_as_strtod (const char *text)
{
  double expected = g_ascii_strtod (text, NULL);
  double value;
  size_t taken;

  g_assert_true (scan (text, &value, &taken));
  g_assert_cmpuint (taken, ==, strlen (text));
  if (memcmp (&value, &expected, sizeof value) != 0)
    {
      g_test_message ("%s", text);
      g_assert_cmpmem (&value, sizeof value, &expected, sizeof expected);
    }
}

static void
test_plain (void)
{
  static const char *const texts[] = {
    "0",
    "-0",
    "+0.0",
    "1",
    "-1",
    "+1",
    "12345678",
    "123456789012345678",
    "0.1",
    ".1",
    "1.",
    "-.5e1",
    "1e0",
    "1e22",
    "1e23",
    "1e-22",
    "1e-23",
    "9007199254740993",
    "9007199254740993.0",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999",
    "1e308",
    "1e309",
    "-1e309",
    "1e-400",
    "0e999999999999",
    "0.000000000000000000000000000000000000001",
    "00000000000000000000000000000001",
    "0.30000000000000004",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "12345678.87654321",
    "1234567890123456789012345678901234567890e-30",
    "1e00000000000000000005",
    "1e+5",
    "1E-05",
    /* Halfway between two doubles, and a little to either side. */
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "9007199254740992.5",
    "9007199254740993e0",
    "9007199254740995",
    "4503599627370496.5",
    "4503599627370497.5",
    "8.5e15",
    "6929495644600919.5",
    "3.518437208883201171875e13",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_as_strtod (texts[i]);
}

static void
test_special (void)
{
  static const char *const infinities[] = { "inf", "INF", "+Inf", "infinity", "Infinity" };
  double value;
  size_t taken;

  for (size_t i = 0; i < G_N_ELEMENTS (infinities); i++)
    {
      g_assert_true (scan (infinities[i], &value, &taken));
      g_assert_cmpuint (taken, ==, strlen (infinities[i]));
      g_assert_cmpfloat (value, ==, INFINITY);
    }
  g_assert_true (scan ("-inf", &value, &taken));
  g_assert_cmpfloat (value, ==, -INFINITY);
  g_assert_true (scan ("NaN", &value, &taken));
  g_assert_true (isnan (value));
}

static void
test_fortran (void)
{
  double value;
  size_t taken;

  g_assert_true (scan ("1.5D+03", &value, &taken));
  g_assert_cmpfloat (value, ==, 1500.0);
  g_assert_true (scan ("-0.12345678901234567890123d-200", &value, &taken));
  g_assert_cmpfloat (value, ==, -0.12345678901234567890123e-200);
}

static void
test_not_numbers (void)
{
  static const char *const texts[] = { "",    "-",   "+", ".",   "-.", "e5", ".e5", "1e",
                                       "1e+", "1d-", "x", "--1", "na", "in", "-+1", "," };
  double value;
  size_t taken;

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (scan (texts[i], &value, &taken))
      g_error ("“%s” was read as a number", texts[i]);
}

/* What follows a number is left alone. */
static void
test_rest (void)
{
  static const struct
  {
    const char *text;
    size_t taken;
  } cases[] = { { "1 2", 1 }, { "1.5,2", 3 }, { "0x10", 1 }, { "1.2.3", 3 }, { "1-2", 1 },
                { "12a", 2 }, { "1e5e5", 3 }, { "infx", 3 }, { "1\t2", 1 },  { "123456789\r", 9 } };
  double value;
  size_t taken;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (scan (cases[i].text, &value, &taken));
      g_assert_cmpuint (taken, ==, cases[i].taken);
    }
}

static double
random_double (GRand *rand)
{
  uint64_t bits = (uint64_t) g_rand_int (rand) << 32 | g_rand_int (rand);
  double value;

  memcpy (&value, &bits, sizeof value);
  return isfinite (value) ? value : 1.0;
}

/* Doubles of any bits, subnormal ones among them, with 1 to 20 digits. */
static void
test_random_bits (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  char text[64];

  for (int i = 0; i < RANDOM_NUMBERS; i++)
    {
      double value = random_double (rand);
      char format[] = "%.00e";
      int digits = g_rand_int_range (rand, 0, 20);

      if (i % 8 == 0)
        value = ldexp (value, -1060 - ilogb (value));
      format[2] = (char) ('0' + digits / 10);
      format[3] = (char) ('0' + digits % 10);
      g_ascii_formatd (text, sizeof text, format, value);
      assert_as_strtod (text);
    }
}

/* Digits and exponents drawn one by one, around where the fast way ends. */
static void
test_random_digits (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (int i = 0; i < RANDOM_NUMBERS; i++)
    {
      g_autoptr (GString) text = g_string_new (i % 2 == 0 ? "" : "-");
      int digits = g_rand_int_range (rand, 1, 26);
      int point = g_rand_int_range (rand, 0, digits + 1);

      for (int k = 0; k < digits; k++)
        {
          if (k == point)
            g_string_append_c (text, '.');
          g_string_append_c (text, (char) ('0' + g_rand_int_range (rand, 0, 10)));
        }
      if (i % 3 != 0)
        g_string_append_printf (text, "e%d", g_rand_int_range (rand, -35, 36));
      assert_as_strtod (text->str);
    }
}

/* Numbers that lie exactly between two doubles, with exponents that the fast way takes: here
 * rounding twice would go wrong. */
static void
test_halfway (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (int i = 0; i < RANDOM_NUMBERS / 3; i++)
    {
      /* 54 bits, the last one set; times 2^k written out in decimal. */
      uint64_t odd = (UINT64_C (1) << 53) | ((uint64_t) g_rand_int (rand) << 21)
                     | ((uint64_t) g_rand_int (rand) >> 11) | 1;
      g_autofree char *text = NULL;

      switch (i % 4)
        {
        case 0:
          text = g_strdup_printf ("%" G_GUINT64_FORMAT, odd);
          break;
        case 1:
          text = g_strdup_printf ("%" G_GUINT64_FORMAT ".5", odd / 4 * 2 + 1);
          break;
        case 2:
          text = g_strdup_printf ("%" G_GUINT64_FORMAT "e-3", odd);
          break;
        default:
          text = g_strdup_printf ("%" G_GUINT64_FORMAT "0e-1", odd);
          break;
        }
      assert_as_strtod (text);
    }
}

static void
assert_round_trip (double value)
{
  char text[SEIDEL_NUMBER_LENGTH + 1];
  char *end = seidel_format_number (text, value);
  double back;
  size_t taken;

  g_assert_cmpint (end - text, <=, SEIDEL_NUMBER_LENGTH);
  *end = '\0';
  g_assert_true (scan (text, &back, &taken));
  g_assert_cmpuint (taken, ==, strlen (text));
  g_assert_cmpmem (&back, sizeof back, &value, sizeof value);
}

static void
test_write (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0.0, "0" },
    { -0.0, "-0" },
    { 1.0, "1" },
    { -26.0, "-26" },
    { 0.1, "0.1" },
    { -0.25, "-0.25" },
    { 0.00012, "0.00012" },
    { 1e15, "1e+15" },
    { 123456789012345.0, "123456789012345" },
    { 1.05, "1.05" },
    { 1e-300, "1e-300" },
    { 1e-5, "1e-05" },
    { -1.5e-7, "-1.5e-07" },
    { 6.02214076e23, "6.02214076e+23" },
    { 1.7976931348623157e308, "1.7976931348623157e+308" },
    { 0x1p-20, "9.5367431640625e-07" },
    { 5e-324, "4.94065645841247e-324" },
    { 2.0 / 3.0 * 1e-10, "6.666666666666667e-11" },
    { 1.0 / 3.0, "0.3333333333333333" },
    { 100.01, "100.01" },
    { INFINITY, "inf" },
    { -INFINITY, "-inf" },
    { 0.1 + 0.2, "0.30000000000000004" },
  };
  char text[SEIDEL_NUMBER_LENGTH + 1];

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      memset (text, 'X', sizeof text);
      *seidel_format_number (text, cases[i].value) = '\0';
      g_assert_cmpstr (text, ==, cases[i].text);
    }
  *seidel_format_integer (text, INT64_MIN) = '\0';
  g_assert_cmpstr (text, ==, "-9223372036854775808");
}

static void
test_write_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (int i = 0; i < RANDOM_NUMBERS / 3; i++)
    {
      assert_round_trip (random_double (rand));
      assert_round_trip (g_rand_double_range (rand, -10.0, 10.0));
      assert_round_trip ((double) g_rand_int (rand) / 1000.0);
      assert_round_trip (ldexp ((double) g_rand_int (rand), -1070));
    }
}

/* No longer than the first of 15, 16 and 17 digits that reads back, for numbers of every size. */
static void
assert_few_digits (double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char expected[SEIDEL_NUMBER_LENGTH + 1];
  char text[SEIDEL_NUMBER_LENGTH + 1];
  int i = 0;

  do
    g_ascii_formatd (expected, sizeof expected, formats[i], value);
  while (g_ascii_strtod (expected, NULL) != value && ++i < 3);
  *seidel_format_number (text, value) = '\0';
  g_assert_cmpuint (strlen (text), <=, strlen (expected));
  assert_round_trip (value);
}

/* Powers of two lie nearer to the double below them than to the one above. */
static void
test_write_sizes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (int binary = -1074; binary < 1024; binary++)
    {
      const double power = ldexp (1.0, binary);

      assert_few_digits (power);
      assert_few_digits (nextafter (power, 0.0));
      assert_few_digits (nextafter (power, INFINITY));
      for (int i = 0; i < 20; i++)
        assert_few_digits (ldexp (g_rand_double_range (rand, 0.5, 1.0), binary));
    }
  for (int decimal = -300; decimal <= 300; decimal++)
    for (int i = 0; i < 20; i++)
      assert_few_digits ((double) g_rand_int_range (rand, 1, 1000000) * pow (10.0, decimal));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number/plain", test_plain);
  g_test_add_func ("/number/special", test_special);
  g_test_add_func ("/number/fortran", test_fortran);
  g_test_add_func ("/number/not-numbers", test_not_numbers);
  g_test_add_func ("/number/rest", test_rest);
  g_test_add_func ("/number/random-bits", test_random_bits);
  g_test_add_func ("/number/random-digits", test_random_digits);
  g_test_add_func ("/number/halfway", test_halfway);
  g_test_add_func ("/number/write", test_write);
  g_test_add_func ("/number/write-random", test_write_random);
  g_test_add_func ("/number/write-sizes", test_write_sizes);
  return g_test_run ();
}
