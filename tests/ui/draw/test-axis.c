/* Ticks worked by hand, and the arithmetic of zooming.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "draw/seidel-axis.h"

/* All labels joined by '|'; minor ticks are left out. */
static char *
labels (const SeidelAxis *axis, int wanted)
{
  g_autoptr (GArray) ticks = seidel_axis_ticks (axis, wanted);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    {
      const SeidelTick *tick = &g_array_index (ticks, SeidelTick, i);

      g_assert_cmpfloat (tick->fraction, >=, -1e-6);
      g_assert_cmpfloat (tick->fraction, <=, 1.0 + 1e-6);
      if (tick->label[0] != '\0')
        g_string_append_printf (text, "%s%s", text->len > 0 ? "|" : "", tick->label);
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  bool logarithmic, integral;
  SeidelUnit unit;
  double low, high;
  int wanted;
  const char *expected;
} TickCase;

static const TickCase tick_cases[] = {
  { false, false, SEIDEL_UNIT_NONE, 0.0, 10.0, 5, "0|2|4|6|8|10" },
  { false, false, SEIDEL_UNIT_NONE, 0.0, 1.0, 4, "0.0|0.5|1.0" },
  { false, false, SEIDEL_UNIT_NONE, -0.03, 0.05, 4, "−0.02|0.00|0.02|0.04" },
  { false, true, SEIDEL_UNIT_NONE, 0.5, 3.5, 10, "1|2|3" },
  { false, true, SEIDEL_UNIT_NONE, 0.0, 63454.0, 4, "0|20,000|40,000|60,000" },
  { false, false, SEIDEL_UNIT_PERCENT, 0.0, 100.0, 4, "0 %|50 %|100 %" },
  { false, false, SEIDEL_UNIT_SECONDS, 0.0, 0.0042, 4, "0 ms|2 ms|4 ms" },
  { false, false, SEIDEL_UNIT_SECONDS, 0.0, 1.2e-6, 3, "0.0 µs|0.5 µs|1.0 µs" },
  { false, false, SEIDEL_UNIT_NONE, 1e12, 1e12 + 4.0, 4,
    "1,000,000,000,000|1,000,000,000,001|1,000,000,000,002|1,000,000,000,003|1,000,000,000,004" },
  { true, false, SEIDEL_UNIT_NONE, 1e-8, 1.0, 8, "10⁻⁸|10⁻⁷|10⁻⁶|10⁻⁵|10⁻⁴|10⁻³|10⁻²|10⁻¹|10⁰" },
  { true, false, SEIDEL_UNIT_NONE, 1e-9, 2.0, 4, "10⁻⁹|10⁻⁶|10⁻³|10⁰" },
  { true, true, SEIDEL_UNIT_NONE, 0.5, 2e6, 7, "1|10|100|1,000|10,000|100,000|10⁶" },
  { true, false, SEIDEL_UNIT_SECONDS, 1e-7, 1e-2, 6, "100 ns|1 µs|10 µs|100 µs|1 ms|10 ms" },
  { true, false, SEIDEL_UNIT_NONE, 1.0, 100.0, 8, "1|2|5|10|20|50|100" },
  { true, false, SEIDEL_UNIT_NONE, 3.0, 4.0, 4, "3.0|3.5|4.0" },
};

static void
test_ticks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tick_cases); i++)
    {
      const TickCase *c = &tick_cases[i];
      g_autofree char *got = NULL;
      SeidelAxis axis;

      seidel_axis_init (&axis, c->logarithmic, c->integral, c->unit);
      seidel_axis_set_full (&axis, c->low, c->high);
      got = labels (&axis, c->wanted);
      g_assert_cmpstr (got, ==, c->expected);
    }
}

/* Whatever the range, there is a bounded number of ticks, in order. */
static void
test_ticks_anywhere (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);

  for (int i = 0; i < 2000; i++)
    {
      double low = pow (10.0, g_rand_double_range (rand, -300.0, 290.0));
      double high = low * (1.0 + pow (10.0, g_rand_double_range (rand, -8.0, 10.0)));
      SeidelAxis axis;

      for (int logarithmic = 0; logarithmic < 2; logarithmic++)
        {
          double before = -INFINITY;

          seidel_axis_init (&axis, logarithmic, false, SEIDEL_UNIT_NONE);
          seidel_axis_set_full (&axis, low, high);

          g_autoptr (GArray) ticks = seidel_axis_ticks (&axis, 8);

          g_assert_cmpuint (ticks->len, <=, 100);
          for (guint k = 0; k < ticks->len; k++)
            {
              g_assert_cmpfloat (g_array_index (ticks, SeidelTick, k).value, >, before);
              before = g_array_index (ticks, SeidelTick, k).value;
            }
        }
    }
}

static void
test_nice_step (void)
{
  g_assert_cmpfloat_with_epsilon (seidel_axis_nice_step (1.0), 1.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (seidel_axis_nice_step (1.1), 2.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (seidel_axis_nice_step (0.021), 0.05, 1e-12);
  g_assert_cmpfloat_with_epsilon (seidel_axis_nice_step (51.0), 100.0, 1e-12);
}

static void
test_fractions (void)
{
  SeidelAxis axis;

  seidel_axis_init (&axis, true, false, SEIDEL_UNIT_NONE);
  seidel_axis_set_full (&axis, 1e-4, 1e4);
  g_assert_cmpfloat_with_epsilon (seidel_axis_to_fraction (&axis, 1.0), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (seidel_axis_from_fraction (&axis, 0.25), 1e-2, 1e-12);
  g_assert_true (isinf (seidel_axis_to_fraction (&axis, 0.0)));
  g_assert_true (isinf (seidel_axis_to_fraction (&axis, -1.0)));
  g_assert_true (isnan (seidel_axis_to_fraction (&axis, NAN)));
}

static void
test_zoom (void)
{
  SeidelAxis axis;

  seidel_axis_init (&axis, false, false, SEIDEL_UNIT_NONE);
  seidel_axis_set_full (&axis, 0.0, 100.0);
  seidel_axis_zoom (&axis, 0.25, 2.0);
  /* 25 stays at a quarter. */
  g_assert_cmpfloat_with_epsilon (axis.low, 12.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (axis.high, 62.5, 1e-9);
  g_assert_true (axis.zoomed);

  /* New data do not disturb it. */
  seidel_axis_set_full (&axis, 0.0, 1000.0);
  g_assert_cmpfloat_with_epsilon (axis.high, 62.5, 1e-9);

  seidel_axis_pan (&axis, -1.0);
  g_assert_cmpfloat_with_epsilon (axis.low, 0.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (axis.high, 50.0, 1e-9);

  seidel_axis_zoom (&axis, 0.5, 1e-6);
  g_assert_false (axis.zoomed);
  g_assert_cmpfloat (axis.high, ==, 1000.0);

  for (int i = 0; i < 400; i++)
    seidel_axis_zoom (&axis, 0.5, 1.5);
  g_assert_cmpfloat (axis.high, >, axis.low);
}

static void
test_integral_zoom (void)
{
  SeidelAxis axis;

  seidel_axis_init (&axis, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_set_full (&axis, 0.5, 400.5);
  for (int i = 0; i < 100; i++)
    seidel_axis_zoom (&axis, 0.5, 2.0);
  g_assert_cmpfloat_with_epsilon (axis.high - axis.low, 2.0, 1e-9);
}

static void
test_odd_ranges (void)
{
  SeidelAxis axis;

  seidel_axis_init (&axis, true, false, SEIDEL_UNIT_NONE);
  seidel_axis_set_full (&axis, 0.0, 10.0);
  g_assert_cmpfloat (axis.low, >, 0.0);
  g_assert_cmpfloat (axis.high, >, axis.low);
  seidel_axis_set_full (&axis, INFINITY, -INFINITY);
  g_assert_cmpfloat (axis.high, >, axis.low);
  seidel_axis_set_full (&axis, 5.0, 5.0);
  g_assert_cmpfloat (axis.low, <, 5.0);
  g_assert_cmpfloat (axis.high, >, 5.0);
  seidel_axis_set_logarithmic (&axis, false);
  seidel_axis_set_full (&axis, 0.0, 0.0);
  g_assert_cmpfloat (axis.high, >, axis.low);
  seidel_axis_show (&axis, NAN, 1.0);
  seidel_axis_show (&axis, 1.0, 1.0);
  g_assert_false (axis.zoomed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/ticks", test_ticks);
  g_test_add_func ("/axis/ticks-anywhere", test_ticks_anywhere);
  g_test_add_func ("/axis/nice-step", test_nice_step);
  g_test_add_func ("/axis/fractions", test_fractions);
  g_test_add_func ("/axis/zoom", test_zoom);
  g_test_add_func ("/axis/integral-zoom", test_integral_zoom);
  g_test_add_func ("/axis/odd-ranges", test_odd_ranges);
  return g_test_run ();
}
