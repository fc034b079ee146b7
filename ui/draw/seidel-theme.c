/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The series colours are Okabe and Ito's, "Color Universal Design" (2008), with black replaced and
 * each shifted in lightness so that it keeps a contrast of at least 3:1 on its own background. The
 * level ramp interpolates ten stops sampled from the viridis map (van der Walt and Smith, 2015).
 */
#include "draw/seidel-theme.h"

#include <math.h>

#define RGB(hex)                                                                           \
  {                                                                                        \
    (((hex) >> 16) & 255) / 255.0, (((hex) >> 8) & 255) / 255.0, ((hex) &255) / 255.0, 1.0 \
  }

static const SeidelTheme light = {
  .dark = false,
  .background = RGB (0xffffff),
  .foreground = RGB (0x241f31),
  .dim = RGB (0x5e5c64),
  .grid = RGB (0xe3e1e6),
  .accent = RGB (0x1c71d8),
  .series = { RGB (0x0072b2), RGB (0xd55e00), RGB (0x00855f), RGB (0xb4518c), RGB (0x8a6d00),
              RGB (0x2f8fc4), RGB (0xb3261e), RGB (0x5b4a9e) },
  .font_size = 12.0,
  .line_width = 1.8,
  .font = "Cantarell, DejaVu Sans, sans-serif",
};

static const SeidelTheme dark = {
  .dark = true,
  .background = RGB (0x1e1e1e),
  .foreground = RGB (0xf2f1f3),
  .dim = RGB (0xa9a6ae),
  .grid = RGB (0x3a393d),
  .accent = RGB (0x78aeed),
  .series = { RGB (0x56b4e9), RGB (0xf08c3a), RGB (0x2ec9a0), RGB (0xe08fc0), RGB (0xf0e442),
              RGB (0x8fd0ff), RGB (0xff7b72), RGB (0xb9a5ff) },
  .font_size = 12.0,
  .line_width = 1.8,
  .font = "Cantarell, DejaVu Sans, sans-serif",
};

static const SeidelColor level_stops[] = {
  RGB (0x440154), RGB (0x482878), RGB (0x3e4a89), RGB (0x31688e), RGB (0x26828e),
  RGB (0x1f9e89), RGB (0x35b779), RGB (0x6ece58), RGB (0xb5de2b), RGB (0xfde725),
};

SeidelTheme
seidel_theme_get (bool is_dark)
{
  return is_dark ? dark : light;
}

SeidelColor
seidel_theme_series (const SeidelTheme *theme, unsigned int index)
{
  return theme->series[index % SEIDEL_THEME_N_SERIES];
}

SeidelColor
seidel_color_mix (const SeidelColor *a, const SeidelColor *b, double t)
{
  return (SeidelColor){
    a->red + (b->red - a->red) * t,
    a->green + (b->green - a->green) * t,
    a->blue + (b->blue - a->blue) * t,
    a->alpha + (b->alpha - a->alpha) * t,
  };
}

void
seidel_theme_scale (SeidelTheme *theme, double factor)
{
  theme->font_size *= factor;
  theme->line_width *= factor;
}

/* The share of light of a component (WCAG 2.1, “relative luminance”). */
static double
linear (double component)
{
  return component <= 0.03928 ? component / 12.92 : pow ((component + 0.055) / 1.055, 2.4);
}

static double
luminance (const SeidelColor *color)
{
  return 0.2126 * linear (color->red) + 0.7152 * linear (color->green)
         + 0.0722 * linear (color->blue);
}

double
seidel_color_contrast (const SeidelColor *a, const SeidelColor *b)
{
  double first = luminance (a), second = luminance (b);

  return (fmax (first, second) + 0.05) / (fmin (first, second) + 0.05);
}

SeidelColor
seidel_color_readable_on (const SeidelColor *color)
{
  const SeidelColor black = RGB (0x000000), white = RGB (0xffffff);

  return seidel_color_contrast (&black, color) > seidel_color_contrast (&white, color) ? black
                                                                                       : white;
}

/* Moves a colour towards black or white until it stands out enough. */
static void
strengthen (SeidelColor *color, const SeidelTheme *theme, double wanted)
{
  const SeidelColor end = seidel_color_readable_on (&theme->background);

  for (int step = 0; step < 40 && seidel_color_contrast (color, &theme->background) < wanted;
       step++)
    *color = seidel_color_mix (color, &end, 0.05);
}

void
seidel_theme_raise_contrast (SeidelTheme *theme)
{
  theme->foreground = seidel_color_readable_on (&theme->background);
  strengthen (&theme->dim, theme, 7.0);
  strengthen (&theme->grid, theme, 2.0);
  strengthen (&theme->accent, theme, 4.5);
  for (int i = 0; i < SEIDEL_THEME_N_SERIES; i++)
    strengthen (&theme->series[i], theme, 4.5);
  theme->line_width *= 1.4;
}

void
seidel_theme_set_dashes (const SeidelTheme *theme, unsigned int index, cairo_t *cr)
{
  /* In widths of the line, separated by gaps. */
  static const double patterns[][4] = {
    { 6.0, 3.0, 6.0, 3.0 },
    { 2.0, 2.0, 2.0, 2.0 },
    { 7.0, 2.5, 2.0, 2.5 },
  };
  unsigned int round = index / SEIDEL_THEME_N_SERIES;
  double dashes[G_N_ELEMENTS (patterns[0])];

  if (round == 0)
    {
      cairo_set_dash (cr, NULL, 0, 0.0);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (dashes); i++)
    dashes[i] = patterns[(round - 1) % G_N_ELEMENTS (patterns)][i] * theme->line_width;
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
}

SeidelColor
seidel_theme_density (const SeidelTheme *theme, double t)
{
  static const SeidelColor ends[2][2] = {
    { RGB (0xa9c4e6), RGB (0x0b2a52) }, /* light: pale to deep blue */
    { RGB (0x2f4f78), RGB (0xe6f1ff) }, /* dark: deep to pale blue */
  };
  return seidel_color_mix (&ends[theme->dark][0], &ends[theme->dark][1], CLAMP (t, 0.0, 1.0));
}

SeidelColor
seidel_theme_entry (const SeidelTheme *theme)
{
  static const SeidelColor tones[2] = { RGB (0x0b2a52), RGB (0x7ba7dd) };

  return tones[theme->dark];
}

SeidelColor
seidel_theme_lit (const SeidelTheme *theme)
{
  static const SeidelColor tones[2] = { RGB (0xc2185b), RGB (0xff7eb6) };

  return tones[theme->dark];
}

SeidelColor
seidel_theme_level (const SeidelTheme *theme, double t)
{
  const int last = G_N_ELEMENTS (level_stops) - 1;
  /* The ends of the map vanish on their own kind of background: leave a margin there. */
  double low = theme->dark ? 0.18 : 0.0;
  double high = theme->dark ? 1.0 : 0.9;
  double position = (low + (high - low) * CLAMP (t, 0.0, 1.0)) * last;
  int stop = MIN ((int) position, last - 1);

  return seidel_color_mix (&level_stops[stop], &level_stops[stop + 1], position - stop);
}

void
seidel_color_set_source (const SeidelColor *color, cairo_t *cr)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
}
