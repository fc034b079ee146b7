/* Colours and sizes of everything that is drawn: one place for light, dark, screen and paper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double red, green, blue, alpha; /* 0 … 1, not premultiplied */
} SeidelColor;

#define SEIDEL_THEME_N_SERIES 8

/* A plain value. */
typedef struct
{
  bool dark;
  SeidelColor background; /* of the plot and the picture */
  SeidelColor foreground; /* text, axes */
  SeidelColor dim;        /* secondary text, ticks */
  SeidelColor grid;
  SeidelColor accent;                        /* cursor, selection, crosshair */
  SeidelColor series[SEIDEL_THEME_N_SERIES]; /* runs; colour-blind-safe, take index modulo 8 */
  double font_size;  /* in pixels, of labels; titles are 1.15 times as large */
  double line_width; /* of curves, in pixels */
  const char *font;  /* family for pango */
} SeidelTheme;

/* A drawing function: draws data into width × height at the origin. */
typedef void
SeidelDraw (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme);

/* The theme for a style; font_size 12 pixels. */
SeidelTheme seidel_theme_get (bool dark);

/* Another size of text; lines are thicker with it. */
void seidel_theme_scale (SeidelTheme *theme, double factor);
/* For people who asked the desktop for high contrast: at least 7:1 for text, 4.5:1 for curves. */
void seidel_theme_raise_contrast (SeidelTheme *theme);

/* The contrast of two opaque colours, 1 … 21 (WCAG 2.1, “contrast ratio”). */
double seidel_color_contrast (const SeidelColor *a, const SeidelColor *b);
/* Black or white, whichever is read better on a colour: at least 4.5:1. */
SeidelColor seidel_color_readable_on (const SeidelColor *color);

SeidelColor seidel_theme_series (const SeidelTheme *theme, unsigned int index);
/* Sets the dashes of a curve: none for the first eight, which differ in colour; another pattern for
 * each eight that follow. */
void seidel_theme_set_dashes (const SeidelTheme *theme, unsigned int index, cairo_t *cr);

/* Perceptually even ramps, t in 0 … 1: density goes from hardly different from the background to
 * the full foreground tone; level is many-coloured (dark blue, green, yellow), readable on either
 * background. */
SeidelColor seidel_theme_density (const SeidelTheme *theme, double t);
/* The tone of single entries: no end of the ramp, which would glare where cells are large. */
SeidelColor seidel_theme_entry (const SeidelTheme *theme);
/* Of entries whose rows are selected: unlike those of the two ramps. */
SeidelColor seidel_theme_lit (const SeidelTheme *theme);
SeidelColor seidel_theme_level (const SeidelTheme *theme, double t);

/* From a (t = 0) to b (t = 1). */
SeidelColor seidel_color_mix (const SeidelColor *a, const SeidelColor *b, double t);
void seidel_color_set_source (const SeidelColor *color, cairo_t *cr);

G_END_DECLS
