/* Numbers as text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format-signs.h"
#include "base/seidel-format.h"

static void
assert_text (char *got, const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

static void
test_count (void)
{
  assert_text (seidel_format_count (0), "0");
  assert_text (seidel_format_count (999), "999");
  assert_text (seidel_format_count (1000), "1,000");
  assert_text (seidel_format_count (63454), "63,454");
  assert_text (seidel_format_count (-1234567), "−1,234,567");
  assert_text (seidel_format_count (G_MAXINT64), "9,223,372,036,854,775,807");
  assert_text (seidel_format_count (G_MININT64), "−9,223,372,036,854,775,808");
}

static void
test_value (void)
{
  assert_text (seidel_format_value (0.0, 3), "0");
  assert_text (seidel_format_value (12.5, 4), "12.5");
  assert_text (seidel_format_value (63454.0, 5), "63,454");
  assert_text (seidel_format_value (1234567.0, 3), "1,234,567");
  assert_text (seidel_format_value (12345678.0, 3), "1.23×10⁷");
  assert_text (seidel_format_value (0.00125, 3), "0.00125");
  assert_text (seidel_format_value (1.34e-8, 2), "1.3×10⁻⁸");
  assert_text (seidel_format_value (1e-8, 3), "10⁻⁸");
  assert_text (seidel_format_value (9.9996e-5, 3), "10⁻⁴");
  assert_text (seidel_format_value (-2.5, 3), "−2.5");
  assert_text (seidel_format_value (NAN, 3), "not a number");
  assert_text (seidel_format_value (INFINITY, 3), "∞");
  assert_text (seidel_format_value (-INFINITY, 3), "−∞");
}

static void
test_seconds (void)
{
  assert_text (seidel_format_seconds (0.0, 3), "0 s");
  assert_text (seidel_format_seconds (1.5, 3), "1.5 s");
  assert_text (seidel_format_seconds (3723.0, 4), "3,723 s");
  assert_text (seidel_format_seconds (0.0123, 3), "12.3 ms");
  assert_text (seidel_format_seconds (1e-3, 3), "1 ms");
  assert_text (seidel_format_seconds (4.5e-6, 3), "4.5 µs");
  assert_text (seidel_format_seconds (2e-9, 3), "2 ns");
  assert_text (seidel_format_seconds (2.5e-10, 3), "0.25 ns");
  assert_text (seidel_format_unit (12.5, SEIDEL_UNIT_PERCENT, 3), "12.5 %");
}

static void
test_power (void)
{
  assert_text (seidel_format_power (0), "10⁰");
  assert_text (seidel_format_power (-12), "10⁻¹²");
  assert_text (seidel_format_power (345), "10³⁴⁵");
}

static void
test_decimals (void)
{
  assert_text (seidel_format_decimals (1234.5, 2), "1,234.50");
  assert_text (seidel_format_decimals (-0.001, 2), "0.00");
  assert_text (seidel_format_decimals (-0.5, 1), "−0.5");
}

static void
test_csv (void)
{
  const double values[] = { 0.1, 1.0 / 3.0, 1e300, -2.5e-310, 12345678901234567.0 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GString) csv = g_string_new (NULL);

      seidel_format_append_csv (csv, values[i]);
      g_assert_cmpfloat (g_ascii_strtod (csv->str, NULL), ==, values[i]);
    }

  g_autoptr (GString) shortest = g_string_new (NULL);

  seidel_format_append_csv (shortest, 0.1);
  g_string_append_c (shortest, ',');
  seidel_format_append_csv (shortest, NAN);
  g_assert_cmpstr (shortest->str, ==, "0.1,");

  g_autoptr (GString) seconds = g_string_new (NULL);

  seidel_format_append_csv_seconds (seconds, 6.210000000000001e-06);
  g_string_append_c (seconds, ',');
  seidel_format_append_csv_seconds (seconds, 12.5);
  g_string_append_c (seconds, ',');
  seidel_format_append_csv_seconds (seconds, NAN);
  g_assert_cmpstr (seconds->str, ==, "6.21e-06,12.5,");
}

static void
test_json (void)
{
  g_autofree char *mended =
    seidel_format_mend_json ("{\"a\": [], \"b, ]\\\"\":[1e+20.0, -2.0 ,3], \"c\":{}}");

  g_assert_cmpstr (mended, ==, "{\"a\": [], \"b, ]\\\"\":[1e+20, -2.0 ,3], \"c\":{}}");
}

/* What json-glib leaves where it finds no memory for an integer. */
static void
test_json_without_number (void)
{
  static const char *const texts[] = { "{\"a\":}", "{\"a\": ,\"b\":1}", "[,1]", "[1,]", "[1,,2]" };

  if (g_test_subprocess ())
    {
      g_free (seidel_format_mend_json (g_getenv ("SEIDEL_TEST_JSON")));
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_setenv ("SEIDEL_TEST_JSON", texts[i], TRUE);
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
    }
}

static void
take_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

/* As people of a locale write numbers; files keep theirs. */
static void
test_signs (void)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  seidel_format_set_signs (",", ".");
  seidel_format_set_signs ("", NULL);
  take_text (seidel_format_count (-1234567), "\xe2\x88\x92"
                                             "1.234.567");
  take_text (seidel_format_value (32.26, 3), "32,3");
  take_text (seidel_format_value (63454.0, 5), "63.454");
  take_text (seidel_format_value (1.3e-8, 2), "1,3×10⁻⁸");
  take_text (seidel_format_value (1e-8, 3), "10⁻⁸");
  take_text (seidel_format_compact (-1.25e6, 3), "\xe2\x88\x92"
                                                 "1,25e6");
  take_text (seidel_format_seconds (0.0123, 3), "12,3 ms");
  take_text (seidel_format_bytes (4.2e6), "4,2 MB");
  take_text (seidel_format_decimals (1234.5, 2), "1.234,50");
  take_text (seidel_format_translate_number ("5,000"), "5.000");
  take_text (seidel_format_translate_number ("1.83"), "1,83");
  take_text (seidel_format_translate_number ("as in 5,000"), "as in 5,000");
  seidel_format_append_csv (csv, 0.5);
  g_assert_cmpstr (csv->str, ==, "0.5");
  seidel_format_set_signs (".", ",");
  take_text (seidel_format_value (1234.5, 5), "1,234.5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/count", test_count);
  g_test_add_func ("/format/value", test_value);
  g_test_add_func ("/format/seconds", test_seconds);
  g_test_add_func ("/format/power", test_power);
  g_test_add_func ("/format/decimals", test_decimals);
  g_test_add_func ("/format/csv", test_csv);
  g_test_add_func ("/format/signs", test_signs);
  g_test_add_func ("/format/json", test_json);
  g_test_add_func ("/format/json-without-number", test_json_without_number);
  return g_test_run ();
}
