/* Text by pango. All of it is set by one context per thread, so that what was measured is what is
 * drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-text.h"

#include <math.h>

static PangoLayout *
new_layout (const SeidelTheme *theme, const SeidelTextStyle *style, const char *text)
{
  static GPrivate contexts = G_PRIVATE_INIT (g_object_unref);
  PangoContext *context = g_private_get (&contexts);
  PangoFontDescription *font = pango_font_description_new ();
  PangoLayout *layout;

  if (context == NULL)
    {
      cairo_font_options_t *options = cairo_font_options_create ();

      /* Advances that do not depend on the scale: the same layout on screen and on paper. */
      cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
      context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
      pango_cairo_context_set_font_options (context, options);
      cairo_font_options_destroy (options);
      g_private_set (&contexts, context);
    }
  layout = pango_layout_new (context);
  pango_font_description_set_family (font, theme->font);
  pango_font_description_set_absolute_size (font, theme->font_size * style->size * PANGO_SCALE);
  if (style->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_single_paragraph_mode (layout, !style->wrap);
  if (style->max_width > 0.0)
    {
      pango_layout_set_width (layout, (int) (style->max_width * PANGO_SCALE));
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_ellipsize (layout, style->wrap       ? PANGO_ELLIPSIZE_NONE
                                          : style->keep_end ? PANGO_ELLIPSIZE_MIDDLE
                                                            : PANGO_ELLIPSIZE_END);
      if (style->align_end)
        pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
    }
  pango_font_description_free (font);
  return layout;
}

static void
layout_size (PangoLayout *layout, double *width, double *height)
{
  int w, h;

  pango_layout_get_size (layout, &w, &h);
  *width = ceil ((double) w / PANGO_SCALE);
  *height = ceil ((double) h / PANGO_SCALE);
}

void
seidel_text_measure (const SeidelTheme *theme,
                     const SeidelTextStyle *style,
                     const char *text,
                     double *width,
                     double *height)
{
  g_autoptr (PangoLayout) layout = new_layout (theme, style, text);
  double w, h;

  layout_size (layout, &w, &h);
  if (width != NULL)
    *width = w;
  if (height != NULL)
    *height = h;
}

double
seidel_text_fit (const SeidelTheme *theme,
                 const SeidelTextStyle *style,
                 const char *text,
                 double width,
                 double high)
{
  double own;

  seidel_text_measure (theme, style, text, &own, NULL);
  return MAX (style->size, MIN (high / theme->font_size, style->size * width / MAX (own, 1.0)));
}

void
seidel_text_draw (cairo_t *cr,
                  const SeidelTheme *theme,
                  const SeidelTextStyle *style,
                  const char *text,
                  double x,
                  double y)
{
  g_autoptr (PangoLayout) layout = new_layout (theme, style, text);
  double width, height;

  layout_size (layout, &width, &height);
  if (style->align_end && style->max_width > 0.0)
    width = style->max_width;
  cairo_save (cr);
  cairo_translate (cr, x, y);
  if (style->angle != 0.0)
    cairo_rotate (cr, style->angle);
  cairo_translate (cr, -style->anchor_x * width, -style->anchor_y * height);
  if (style->angle == 0.0 && style->max_width == 0.0)
    {
      /* Whole device pixels keep small text sharp. */
      double dx = 0.0, dy = 0.0;

      cairo_user_to_device (cr, &dx, &dy);
      dx = round (dx);
      dy = round (dy);
      cairo_device_to_user (cr, &dx, &dy);
      cairo_translate (cr, dx, dy);
    }
  seidel_color_set_source (style->color != NULL ? style->color : &theme->foreground, cr);
  cairo_move_to (cr, 0.0, 0.0);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
}
