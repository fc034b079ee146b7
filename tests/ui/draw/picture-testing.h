/* What tests of pictures share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-figure.h"
#include "run/seidel-trace-writer.h"

/* Draws at several sizes, light and dark; the larger ones must show something beside the
 * background. */
static inline void
test_figure_draws (SeidelFigure *figure)
{
  static const int sizes[][2] = { { 1, 1 }, { 60, 40 }, { 320, 200 }, { 1280, 800 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      int width = sizes[i / 2][0], height = sizes[i / 2][1];
      SeidelTheme theme = seidel_theme_get (i % 2 == 1);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (surface);
      const guint32 *pixels;
      int different = 0;

      seidel_figure_draw (figure, cr, width, height, &theme);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      pixels = (const guint32 *) cairo_image_surface_get_data (surface);
      for (int k = 1; k < width * height; k++)
        different += pixels[k] != pixels[0];
      if (width >= 320)
        g_assert_cmpint (different, >, 100);
      cairo_surface_destroy (surface);
    }
}

/* What draws a picture. */
typedef void (*TestDrawFunc) (gconstpointer picture,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme);

/* Draws; the number of pixels that differ from another picture of this size, which the new one
 * takes the place of; pixels may be NULL. */
static inline int
test_draw_over (gconstpointer picture,
                TestDrawFunc draw,
                int width,
                int height,
                bool dark,
                guint32 *pixels)
{
  const SeidelTheme theme = seidel_theme_get (dark);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  const guint32 *drawn;
  int different = 0;

  draw (picture, cr, width, height, &theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  drawn = (const guint32 *) cairo_image_surface_get_data (surface);
  for (int i = 0; pixels != NULL && i < width * height; i++)
    {
      different += pixels[i] != drawn[i];
      pixels[i] = drawn[i];
    }
  cairo_surface_destroy (surface);
  return different;
}

/* Of a run that iterates. */
static inline SeidelTrace *
test_running_trace (double reference)
{
  SeidelTrace *trace = seidel_trace_new ();

  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  seidel_trace_set_reference (trace, reference);
  return trace;
}
