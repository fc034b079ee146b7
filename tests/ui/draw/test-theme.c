/* The contrast of everything that pictures are drawn with (WCAG 2.1: AA, and AAA where the desktop
 * asks for high contrast).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib.h>
#include <math.h>

#include "draw/seidel-theme.h"

static void
assert_contrast (const char *what,
                 const SeidelColor *color,
                 const SeidelColor *ground,
                 double least)
{
  double contrast = seidel_color_contrast (color, ground);

  if (contrast < least)
    g_error ("%s: the contrast is %.2f, below %.1f", what, contrast, least);
}

/* Known values: black on white, and the grey that just reaches AA on white. */
static void
test_contrast (void)
{
  const SeidelColor black = { 0.0, 0.0, 0.0, 1.0 }, white = { 1.0, 1.0, 1.0, 1.0 };
  const SeidelColor gray = { 118.0 / 255.0, 118.0 / 255.0, 118.0 / 255.0, 1.0 };

  g_assert_cmpfloat_with_epsilon (seidel_color_contrast (&black, &white), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (seidel_color_contrast (&white, &black), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (seidel_color_contrast (&gray, &white), 4.54, 0.005);
  g_assert_cmpfloat_with_epsilon (seidel_color_contrast (&gray, &gray), 1.0, 1e-12);
}

static void
check_theme (const SeidelTheme *theme, double text, double line)
{
  assert_contrast ("foreground", &theme->foreground, &theme->background, text);
  assert_contrast ("dim", &theme->dim, &theme->background, text);
  assert_contrast ("accent", &theme->accent, &theme->background, line);
  for (int i = 0; i < SEIDEL_THEME_N_SERIES; i++)
    assert_contrast ("series", &theme->series[i], &theme->background, line);
}

/* Text on what is coloured: names of phases, values in cells. */
static void
check_grounds (const SeidelTheme *theme)
{
  SeidelColor ground = seidel_theme_entry (theme), text = seidel_color_readable_on (&ground);

  assert_contrast ("entry", &text, &ground, 4.5);
  text = seidel_color_readable_on (&theme->dim);
  assert_contrast ("dim part", &text, &theme->dim, 4.5);
  for (int i = 0; i < SEIDEL_THEME_N_SERIES; i++)
    {
      text = seidel_color_readable_on (&theme->series[i]);
      assert_contrast ("part", &text, &theme->series[i], 4.5);
    }
  for (int i = 0; i <= 1000; i++)
    {
      ground = seidel_theme_level (theme, i / 1000.0);
      text = seidel_color_readable_on (&ground);
      assert_contrast ("level", &text, &ground, 4.5);
    }
}

static void
test_themes (void)
{
  for (int dark = 0; dark <= 1; dark++)
    {
      SeidelTheme theme = seidel_theme_get (dark);
      double line_width = theme.line_width;

      check_theme (&theme, 4.5, 3.0);
      check_grounds (&theme);
      seidel_theme_raise_contrast (&theme);
      check_theme (&theme, 7.0, 4.5);
      check_grounds (&theme);
      g_assert_cmpfloat (theme.line_width, >, line_width);
    }
}

static void
test_scale (void)
{
  const SeidelTheme usual = seidel_theme_get (false);
  SeidelTheme large = usual;

  seidel_theme_scale (&large, 1.5);
  g_assert_cmpfloat_with_epsilon (large.font_size, 1.5 * usual.font_size, 1e-12);
  g_assert_cmpfloat_with_epsilon (large.line_width, 1.5 * usual.line_width, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/theme/contrast", test_contrast);
  g_test_add_func ("/theme/themes", test_themes);
  g_test_add_func ("/theme/scale", test_scale);
  return g_test_run ();
}
