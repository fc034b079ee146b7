/* Numbers that people type and compare.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "model/seidel-number.h"

static void
test_scientific (void)
{
  static const struct
  {
    double value;
    int decimals;
    const char *text;
  } rows[] = {
    { 1.3e-4, 1, "1.3e-4" }, { 9.96e-9, 1, "1.0e-8" },   { 0, 3, "0" },
    { 1e100, 0, "1e100" },   { -2.5e10, 2, "-2.50e10" }, { NAN, 1, "not a number" },
    { INFINITY, 1, "∞" },    { -INFINITY, 1, "−∞" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = seidel_number_scientific (rows[i].value, rows[i].decimals);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_to_text_reads_back (void)
{
  static const struct
  {
    double value;
    const char *text;
  } rows[] = {
    { 1e-8, "1e-8" }, { 0.25, "0.25" },       { 0, "0" },
    { 0.1, "0.1" },   { 2.5e-10, "2.5e-10" }, { 100, "100" },
  };
  double back;
  g_autofree char *third = seidel_number_to_text (1.0 / 3.0);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = seidel_number_to_text (rows[i].value);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
  g_assert_true (seidel_number_parse (third, &back));
  g_assert_cmpfloat (back, ==, 1.0 / 3.0);
}

static void
test_parse (void)
{
  static const char *const bad[] = { "",    " ",   "abc",   "1e",  "1,5",  "0x10",
                                     "nan", "inf", "1e999", "1 2", "1e-8x" };
  double value = -7;

  g_assert_true (seidel_number_parse (" 1e-8 ", &value));
  g_assert_cmpfloat (value, ==, 1e-8);
  g_assert_true (seidel_number_parse (".5", &value));
  g_assert_cmpfloat (value, ==, 0.5);
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("'%s'", bad[i]);
      g_assert_false (seidel_number_parse (bad[i], &value));
    }
}

static void
test_parse_integer (void)
{
  static const char *const bad[] = { "", ",", "-1", "1.5", "1e5", "9223372036854775808", "12a" };
  int64_t value = -7;

  g_assert_true (seidel_number_parse_integer (" 100,000 ", &value));
  g_assert_cmpint (value, ==, 100000);
  g_assert_true (seidel_number_parse_integer ("9223372036854775807", &value));
  g_assert_cmpint (value, ==, G_MAXINT64);
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("'%s'", bad[i]);
      g_assert_false (seidel_number_parse_integer (bad[i], &value));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number/scientific", test_scientific);
  g_test_add_func ("/number/to-text-reads-back", test_to_text_reads_back);
  g_test_add_func ("/number/parse", test_parse);
  g_test_add_func ("/number/parse-integer", test_parse_integer);
  return g_test_run ();
}
