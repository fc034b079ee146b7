/* A plot on paper: grid, data, axes, legend, in that order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-plot-private.h"

#include <math.h>
#include <glib/gi18n.h>

static void
stroke_hairline (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

static void
draw_grid (const SeidelPlotLayout *layout, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;

  cairo_set_line_width (cr, 1.0);
  for (int minor = 1; minor >= 0; minor--)
    {
      SeidelColor color = theme->grid;

      color.alpha *= minor ? 0.35 : 1.0;
      for (guint i = 0; i < layout->x_ticks->len; i++)
        {
          const SeidelTick *tick = &g_array_index (layout->x_ticks, SeidelTick, i);
          double x = floor (area->x + tick->fraction * area->width) + 0.5;

          if ((tick->label[0] == '\0') == minor)
            stroke_hairline (cr, x, area->y, x, area->y + area->height);
        }
      for (guint i = 0; i < layout->y_ticks->len; i++)
        {
          const SeidelTick *tick = &g_array_index (layout->y_ticks, SeidelTick, i);
          double y = floor (area->y + (1.0 - tick->fraction) * area->height) + 0.5;

          if ((tick->label[0] == '\0') == minor)
            stroke_hairline (cr, area->x, y, area->x + area->width, y);
        }
      seidel_color_set_source (&color, cr);
      cairo_stroke (cr);
    }
}

/* Text on a patch of background, so that a curve behind it does not strike it out. */
static void
draw_over_curves (cairo_t *cr,
                  const SeidelTheme *theme,
                  const SeidelTextStyle *style,
                  const char *text,
                  double x,
                  double y)
{
  SeidelColor patch = theme->background;
  double width, height;

  patch.alpha = 0.8;
  seidel_text_measure (theme, style, text, &width, &height);
  seidel_color_set_source (&patch, cr);
  cairo_rectangle (cr, x - style->anchor_x * width - 3.0, y - style->anchor_y * height, width + 6.0,
                   height);
  cairo_fill (cr);
  seidel_text_draw (cr, theme, style, text, x, y);
}

/* Labels of guides are on the side of their axis, if there is room; below y or above it. */
static void
draw_guide_label (const SeidelPlot *plot,
                  const SeidelGuide *guide,
                  const char *text,
                  const SeidelPlotLayout *layout,
                  double y,
                  bool below,
                  cairo_t *cr,
                  const SeidelTheme *theme)
{
  const SeidelColor color = seidel_ink_color (&guide->ink, theme);
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &color,
                                  .anchor_y = below ? 0.0 : 1.0 };
  SeidelRect label = { 0 };

  seidel_text_measure (theme, &style, text, &label.width, &label.height);
  label.y = below ? y : y - label.height;
  draw_over_curves (cr, theme, &style, text,
                    seidel_plot_place_label (plot, layout, &label, guide->right, theme), y);
}

/* A guide out of sight is reported by its label at the edge behind which it is. */
static void
draw_far_guide (const SeidelPlot *plot,
                const SeidelGuide *guide,
                const SeidelPlotLayout *layout,
                bool above,
                cairo_t *cr,
                const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  g_autofree char *text = g_strdup_printf ("%s %s", above ? "↑" : "↓", guide->label);

  draw_guide_label (plot, guide, text, layout, above ? area->y + 2.0 : area->y + area->height - 2.0,
                    above, cr, theme);
}

static void
draw_guides (const SeidelPlot *plot,
             const SeidelPlotLayout *layout,
             cairo_t *cr,
             const SeidelTheme *theme)
{
  const double dashes[] = { 6.0, 4.0 };
  const SeidelRect *area = &layout->area;

  for (guint i = 0; i < plot->guides->len; i++)
    {
      const SeidelGuide *guide = &g_array_index (plot->guides, SeidelGuide, i);
      SeidelColor color = seidel_ink_color (&guide->ink, theme);
      double y = seidel_plot_y_to_pixel (plot, layout, guide->right, guide->value);
      bool low = y > area->y + theme->font_size * 2.0;

      if (!(y >= area->y && y <= area->y + area->height))
        {
          if (guide->label != NULL && !isnan (y))
            draw_far_guide (plot, guide, layout, y < area->y, cr, theme);
          continue;
        }
      cairo_save (cr);
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
      cairo_set_line_width (cr, 1.2);
      seidel_color_set_source (&color, cr);
      stroke_hairline (cr, area->x, floor (y) + 0.5, area->x + area->width, floor (y) + 0.5);
      cairo_stroke (cr);
      cairo_restore (cr);
      if (guide->label != NULL)
        draw_guide_label (plot, guide, guide->label, layout, y + (low ? -2.0 : 2.0), !low, cr,
                          theme);
    }
}

/* A rhombus in the ink of the curve, hollow, so that the curve is seen to go through it. */
static void
draw_marks (const SeidelPlot *plot,
            const SeidelPlotLayout *layout,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  double size = theme->font_size * 0.36;

  cairo_set_line_width (cr, 1.6);
  for (guint i = 0; i < plot->marks->len; i++)
    {
      const SeidelMark *mark = &g_array_index (plot->marks, SeidelMark, i);
      SeidelColor color = seidel_ink_color (&mark->series->ink, theme);
      double x = seidel_plot_x_to_pixel (plot, layout, mark->x);
      double y = seidel_plot_y_to_pixel (plot, layout, mark->series->right, mark->y);

      if (!mark->series->visible || !(x >= area->x && x <= area->x + area->width))
        continue;
      /* What has no place on the axis is at its end. */
      y = isfinite (y) ? CLAMP (y, area->y + size, area->y + area->height - size) : area->y + size;
      cairo_move_to (cr, x, y - size);
      cairo_line_to (cr, x + size, y);
      cairo_line_to (cr, x, y + size);
      cairo_line_to (cr, x - size, y);
      cairo_close_path (cr);
      seidel_color_set_source (&theme->background, cr);
      cairo_fill_preserve (cr);
      seidel_color_set_source (&color, cr);
      cairo_stroke (cr);
    }
}

static void
draw_vertical_axis (const SeidelPlotLayout *layout,
                    GArray *ticks,
                    const char *label,
                    bool right,
                    cairo_t *cr,
                    const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_LABEL, .color = &theme->dim, .anchor_x = right ? 0.0 : 1.0, .anchor_y = 0.5
  };
  double x = right ? area->x + area->width + SEIDEL_PLOT_GAP : area->x - SEIDEL_PLOT_GAP;
  double drawn = INFINITY;

  for (guint i = 0; ticks != NULL && i < ticks->len; i++)
    {
      const SeidelTick *tick = &g_array_index (ticks, SeidelTick, i);
      double y = area->y + (1.0 - tick->fraction) * area->height;

      /* In a low plot they would overlap. */
      if (tick->label[0] == '\0' || fabs (drawn - y) < theme->font_size)
        continue;
      seidel_text_draw (cr, theme, &style, tick->label, x, y);
      drawn = y;
    }
  if (label != NULL)
    {
      double middle = area->y + area->height / 2.0, above = middle - layout->frame.y;
      SeidelTextStyle turned = { .size = SEIDEL_TEXT_LABEL,
                                 .color = &theme->dim,
                                 .anchor_x = 0.5,
                                 .anchor_y = right ? 1.0 : 0.0,
                                 .angle = -G_PI / 2.0,
                                 .max_width = 2.0 * fmin (above, layout->frame.height - above) };

      seidel_text_draw (cr, theme, &turned, label,
                        right ? layout->frame.x + layout->frame.width - 3.0 : layout->frame.x + 3.0,
                        middle);
    }
}

static void
draw_horizontal_axis (const SeidelPlot *plot,
                      const SeidelPlotLayout *layout,
                      cairo_t *cr,
                      const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_LABEL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 0.0
  };
  double y = area->y + area->height;

  for (guint i = 0; i < layout->x_ticks->len; i++)
    {
      const SeidelTick *tick = &g_array_index (layout->x_ticks, SeidelTick, i);

      double x = area->x + tick->fraction * area->width, width;

      if (tick->label[0] == '\0' || plot->unnumbered)
        continue;
      /* The last label must not run into those of the right axis. */
      seidel_text_measure (theme, &style, tick->label, &width, NULL);
      x = fmin (x, area->x + area->width + SEIDEL_PLOT_GAP - width / 2.0);
      seidel_text_draw (cr, theme, &style, tick->label, x, y + 4.0);
    }
  if (plot->x_label != NULL)
    {
      style.anchor_y = 1.0;
      seidel_text_draw (cr, theme, &style, plot->x_label, area->x + area->width / 2.0,
                        layout->frame.y + layout->frame.height - 2.0);
    }
  cairo_set_line_width (cr, 1.0);
  seidel_color_set_source (&theme->dim, cr);
  stroke_hairline (cr, area->x, y + 0.5, area->x + area->width, y + 0.5);
  cairo_stroke (cr);
}

/* So that a gap is seen in so short a line. */
static void
shrink_dashes (cairo_t *cr, double length)
{
  const int n = cairo_get_dash_count (cr);
  g_autofree double *dashes = g_new (double, n);
  double sum = 0.0;

  cairo_get_dash (cr, dashes, NULL);
  for (int i = 0; i < n; i++)
    sum += dashes[i];
  if (sum <= length)
    return;
  for (int i = 0; i < n; i++)
    dashes[i] *= length / sum;
  cairo_set_dash (cr, dashes, n, 0.0);
}

static void
draw_swatch (const SeidelSeries *series,
             cairo_t *cr,
             double x,
             double y,
             double size,
             const SeidelTheme *theme)
{
  bool filled = series->kind == SEIDEL_SERIES_BARS || series->kind == SEIDEL_SERIES_POINTS;
  SeidelColor color = seidel_ink_color (&series->ink, theme);

  seidel_color_set_source (&color, cr);
  if (filled || series->kind == SEIDEL_SERIES_SQUARES)
    cairo_rectangle (cr, x + size * 0.15, y - size * 0.35, size * 0.7, size * 0.7);
  else if (series->visible)
    {
      cairo_save (cr);
      cairo_set_line_width (cr, 3.0);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      if (series->ink.role == SEIDEL_INK_SERIES)
        seidel_theme_set_dashes (theme, series->ink.index, cr);
      shrink_dashes (cr, size);
      stroke_hairline (cr, x, y, x + size, y);
      cairo_stroke (cr);
      cairo_restore (cr);
      return;
    }
  else
    cairo_rectangle (cr, x, y - 1.5, size, 3.0);
  if (series->visible && series->kind != SEIDEL_SERIES_SQUARES)
    cairo_fill (cr);
  else
    {
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
    }
}

static void
draw_legend (const SeidelPlot *plot,
             const SeidelPlotLayout *layout,
             cairo_t *cr,
             const SeidelTheme *theme)
{
  double swatch = theme->font_size * SEIDEL_PLOT_SWATCH;

  for (guint i = 0; i < layout->legend->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      const SeidelRect *rect = &g_array_index (layout->legend, SeidelRect, i);
      double middle = rect->y + rect->height / 2.0;
      double text = seidel_plot_legend_name_width (rect, theme);
      SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                .color = series->visible ? NULL : &theme->dim,
                                .anchor_y = 0.5,
                                .max_width = text + 1.0,
                                .keep_end = TRUE };

      if (rect->width <= 0.0)
        continue;
      draw_swatch (series, cr, rect->x, middle, swatch * 0.75, theme);
      seidel_text_draw (cr, theme, &style, series->name, rect->x + swatch, middle);
      if (!series->visible)
        {
          cairo_set_line_width (cr, 1.0);
          seidel_color_set_source (&theme->dim, cr);
          stroke_hairline (cr, rect->x + swatch, middle, rect->x + swatch + text, middle);
          cairo_stroke (cr);
        }
    }
}

static void append_note (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_note (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append (text, " · ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

const SeidelTextStyle seidel_plot_title_style = { .size = SEIDEL_TEXT_TITLE, .bold = TRUE };
const SeidelTextStyle seidel_plot_note_style = { .size = SEIDEL_TEXT_SMALL };

char *
seidel_plot_describe_note (const SeidelPlot *plot, const SeidelPlotLayout *layout, size_t densest)
{
  g_autofree char *count = seidel_format_count ((int64_t) densest);
  g_autoptr (GString) text = g_string_new (plot->note);

  if (densest > 1)
    append_note (text, _ ("solid: mean, light: largest of up to %s in a column of pixels"), count);
  if (layout->hidden_entries > 0)
    append_note (text, _ ("%d more not listed"), layout->hidden_entries);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
draw_heading (const SeidelPlot *plot,
              const SeidelPlotLayout *layout,
              size_t densest,
              cairo_t *cr,
              const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  SeidelTextStyle title = seidel_plot_title_style, small = seidel_plot_note_style;
  g_autofree char *note = seidel_plot_describe_note (plot, layout, densest);
  double y = layout->frame.y + SEIDEL_PLOT_PAD - 2.0;
  double title_width = 0.0;

  title.max_width = small.max_width = area->width;
  title.wrap = TRUE;
  if (plot->title != NULL)
    {
      seidel_text_measure (theme, &title, plot->title, &title_width, NULL);
      seidel_text_draw (cr, theme, &title, plot->title, area->x, y);
    }
  if (note == NULL)
    return;
  small.color = &theme->dim;
  small.anchor_x = layout->note_below ? 0.0 : 1.0;
  small.wrap = layout->note_below;
  if (!layout->note_below)
    small.max_width -= title_width + theme->font_size * 2.0;
  if (small.max_width > theme->font_size * 4.0)
    seidel_text_draw (cr, theme, &small, note, area->x + small.anchor_x * area->width,
                      y + (layout->note_below ? layout->title_height : 2.0));
}

static bool
has_hidden_data (const SeidelPlot *plot)
{
  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (!series->visible && series->count > 0)
        return true;
    }
  return false;
}

static bool
shows_anything (const SeidelPlot *plot)
{
  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (series->visible && series->count > 0)
        return true;
    }
  return false;
}

void
seidel_plot_draw_below (const SeidelPlotLayout *layout, cairo_t *cr, const SeidelTheme *theme)
{
  cairo_save (cr);
  draw_grid (layout, cr, theme);
  cairo_restore (cr);
}

/* To the area, with room for the whole of a dot on an edge. */
static void
clip_to_area (const SeidelPlotLayout *layout, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;
  double air = theme->line_width * 2.0;

  cairo_rectangle (cr, area->x - air, area->y - air, area->width + 2.0 * air,
                   area->height + 2.0 * air);
  cairo_clip (cr);
}

size_t
seidel_plot_draw_series (const SeidelPlot *plot,
                         const SeidelPlotLayout *layout,
                         guint index,
                         cairo_t *cr,
                         const SeidelTheme *theme)
{
  size_t densest;

  cairo_save (cr);
  clip_to_area (layout, cr, theme);
  densest = seidel_series_draw (plot, layout, g_ptr_array_index (plot->series, index), cr, theme);
  cairo_restore (cr);
  return densest;
}

void
seidel_plot_draw_above (const SeidelPlot *plot,
                        const SeidelPlotLayout *layout,
                        size_t densest,
                        cairo_t *cr,
                        const SeidelTheme *theme)
{
  const SeidelRect *area = &layout->area;

  cairo_save (cr);
  cairo_save (cr);
  clip_to_area (layout, cr, theme);
  draw_guides (plot, layout, cr, theme);
  cairo_restore (cr);
  draw_marks (plot, layout, cr, theme);
  seidel_plot_draw_tags (plot, layout, cr, theme);

  if (!shows_anything (plot))
    {
      SeidelTextStyle style = {
        .size = SEIDEL_TEXT_TITLE, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 0.5
      };

      seidel_text_draw (cr, theme, &style,
                        has_hidden_data (plot) ? _ ("Nothing is shown: press a name in the legend")
                                               : _ ("There is nothing to show here"),
                        area->x + area->width / 2.0, area->y + area->height / 2.0);
    }
  draw_vertical_axis (layout, plot->unnumbered ? NULL : layout->y_ticks, plot->y_label, false, cr,
                      theme);
  if (plot->has_right)
    draw_vertical_axis (layout, plot->unnumbered ? NULL : layout->right_ticks, plot->right_label,
                        true, cr, theme);
  draw_horizontal_axis (plot, layout, cr, theme);
  draw_legend (plot, layout, cr, theme);
  draw_heading (plot, layout, densest, cr, theme);
  cairo_restore (cr);
}
