/* Panels one above the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-figure.h"

#include <math.h>

#include "draw/seidel-plot-private.h"

/* Where the title begins. */
#define TITLE_X 12.0
#define TITLE_Y 8.0

SeidelFigure *
seidel_figure_new (void)
{
  SeidelFigure *figure = g_new0 (SeidelFigure, 1);

  figure->panels = g_array_new (FALSE, TRUE, sizeof (SeidelPanel));
  return figure;
}

void
seidel_figure_free (SeidelFigure *figure)
{
  if (figure == NULL)
    return;
  g_free (figure->title);
  g_free (figure->empty);
  g_array_unref (figure->panels);
  g_free (figure);
}

void
seidel_figure_clear (SeidelFigure *figure)
{
  g_array_set_size (figure->panels, 0);
}

void
seidel_figure_add_plot (SeidelFigure *figure, SeidelPlot *plot)
{
  SeidelPanel panel = { .plot = plot };

  g_array_append_val (figure->panels, panel);
}

void
seidel_figure_add_panel (SeidelFigure *figure,
                         SeidelDraw *draw,
                         SeidelPanelMeasure measure,
                         gconstpointer data)
{
  SeidelPanel panel = { .draw = draw, .measure = measure, .data = data };

  g_array_append_val (figure->panels, panel);
}

void
seidel_figure_add_sharing_panel (SeidelFigure *figure,
                                 SeidelDraw *draw,
                                 SeidelPanelMeasure measure,
                                 gconstpointer data)
{
  SeidelPanel panel = { .draw = draw, .measure = measure, .data = data, .shares = true };

  g_array_append_val (figure->panels, panel);
}

/* In as many lines as it needs. */
static SeidelTextStyle
style_of_title (double width)
{
  return (SeidelTextStyle){
    .size = SEIDEL_TEXT_TITLE, .bold = TRUE, .max_width = width - 2.0 * TITLE_X, .wrap = TRUE
  };
}

static double
title_height (const SeidelFigure *figure, double width, const SeidelTheme *theme)
{
  const SeidelTextStyle style = style_of_title (width);
  double height;

  if (figure->title == NULL)
    return 0.0;
  seidel_text_measure (theme, &style, figure->title, NULL, &height);
  return ceil (fmax (theme->font_size * 2.6, TITLE_Y + height + theme->font_size * 0.5));
}

/* The height of a plot, in font sizes: at least, and to be read with ease. */
#define LEAST_PLOT    6.0
#define READABLE_PLOT 13.0

/* What each panel needs; a plot so many font sizes. */
static double *
needed_heights (const SeidelFigure *figure, double width, double of_plot, const SeidelTheme *theme)
{
  double *heights = g_new0 (double, figure->panels->len);

  for (guint i = 0; i < figure->panels->len; i++)
    {
      const SeidelPanel *panel = &g_array_index (figure->panels, SeidelPanel, i);

      heights[i] = panel->plot != NULL ? floor (theme->font_size * of_plot)
                                       : floor (panel->measure (panel->data, width, theme));
    }
  return heights;
}

/* Of each panel: some take what they need, plots and those like them share the rest. */
static double *
measure_panels (const SeidelFigure *figure, double width, double height, const SeidelTheme *theme)
{
  double *heights = needed_heights (figure, width, LEAST_PLOT, theme);
  double left = height - title_height (figure, width, theme);
  guint sharing = 0;

  for (guint i = 0; i < figure->panels->len; i++)
    {
      const SeidelPanel *panel = &g_array_index (figure->panels, SeidelPanel, i);

      if (panel->plot != NULL || panel->shares)
        sharing++;
      else
        left -= heights[i];
    }
  for (guint i = 0; i < figure->panels->len; i++)
    {
      const SeidelPanel *panel = &g_array_index (figure->panels, SeidelPanel, i);

      if (panel->plot != NULL || panel->shares)
        heights[i] = floor (fmax (left / sharing, heights[i]));
    }
  return heights;
}

double
seidel_figure_measure (const SeidelFigure *figure, double width, const SeidelTheme *theme)
{
  g_autofree double *heights = needed_heights (figure, width, READABLE_PLOT, theme);
  double height = title_height (figure, width, theme);

  for (guint i = 0; i < figure->panels->len; i++)
    height += heights[i];
  return height;
}

static SeidelRect
panel_frame (const SeidelFigure *figure,
             guint index,
             double width,
             const double *heights,
             const SeidelTheme *theme)
{
  SeidelRect frame = { 0.0, title_height (figure, width, theme), width, heights[index] };

  for (guint i = 0; i < index; i++)
    frame.y += heights[i];
  return frame;
}

/* The widest margins of all plots, so that their data begin and end on the same lines. */
static void
shared_margins (const SeidelFigure *figure,
                const double *heights,
                const SeidelTheme *theme,
                double *left,
                double *right)
{
  *left = *right = 0.0;
  for (guint i = 0; i < figure->panels->len; i++)
    {
      const SeidelPanel *panel = &g_array_index (figure->panels, SeidelPanel, i);
      double l, r;

      if (panel->plot == NULL)
        continue;
      seidel_plot_margins (panel->plot, heights[i], theme, &l, &r);
      *left = fmax (*left, l);
      *right = fmax (*right, r);
    }
}

static void
draw_empty (const SeidelFigure *figure,
            cairo_t *cr,
            double width,
            double height,
            const SeidelTheme *theme)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_TITLE,
                            .color = &theme->dim,
                            .anchor_x = 0.5,
                            .anchor_y = 0.5,
                            .max_width = width * 0.9 };

  if (figure->empty != NULL)
    seidel_text_draw (cr, theme, &style, figure->empty, width / 2.0, height / 2.0);
}

struct SeidelFigurePainter
{
  const SeidelFigure *figure;
  cairo_t *cr;
  double width;
  SeidelTheme theme;
  double *heights; /* of the panels */
  double left, right;
  guint panel; /* the next one, or the one in work */
  /* Of a plot in work. */
  bool in_plot;
  SeidelPlotLayout layout;
  guint series; /* the next one */
  size_t densest;
};

SeidelFigurePainter *
seidel_figure_painter_new (const SeidelFigure *figure,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  SeidelFigurePainter *self = g_new0 (SeidelFigurePainter, 1);
  const SeidelTextStyle style = style_of_title (width);

  self->figure = figure;
  self->cr = cairo_reference (cr);
  self->width = width;
  self->theme = *theme;
  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  if (figure->panels->len == 0)
    {
      draw_empty (figure, cr, width, height, theme);
      return self;
    }
  if (figure->title != NULL)
    seidel_text_draw (cr, theme, &style, figure->title, TITLE_X, TITLE_Y);
  self->heights = measure_panels (figure, width, height, theme);
  shared_margins (figure, self->heights, theme, &self->left, &self->right);
  return self;
}

static void
end_plot (SeidelFigurePainter *self)
{
  if (self->in_plot)
    seidel_plot_layout_clear (&self->layout);
  self->in_plot = false;
}

void
seidel_figure_painter_free (SeidelFigurePainter *self)
{
  if (self == NULL)
    return;
  end_plot (self);
  g_free (self->heights);
  cairo_destroy (self->cr);
  g_free (self);
}

/* One series of the plot, or what is below or above them. Returns whether the plot is complete. */
static bool
paint_plot (SeidelFigurePainter *self, const SeidelPlot *plot, const SeidelRect *frame)
{
  size_t densest;

  if (!self->in_plot)
    {
      seidel_plot_layout (plot, frame, self->left, self->right, &self->theme, &self->layout);
      seidel_plot_draw_below (&self->layout, self->cr, &self->theme);
      self->in_plot = true;
      self->series = 0;
      self->densest = 1;
      return false;
    }
  /* It was changed meanwhile: whoever did begins again. */
  if (self->layout.legend->len != plot->series->len)
    {
      end_plot (self);
      return true;
    }
  if (self->series < plot->series->len)
    {
      densest =
        seidel_plot_draw_series (plot, &self->layout, self->series++, self->cr, &self->theme);
      self->densest = MAX (self->densest, densest);
      return false;
    }
  seidel_plot_draw_above (plot, &self->layout, self->densest, self->cr, &self->theme);
  end_plot (self);
  return true;
}

/* Returns whether the panel is complete. */
static bool
paint_panel (SeidelFigurePainter *self)
{
  const SeidelPanel *panel = &g_array_index (self->figure->panels, SeidelPanel, self->panel);
  const SeidelRect frame =
    panel_frame (self->figure, self->panel, self->width, self->heights, &self->theme);

  if (panel->plot != NULL)
    return paint_plot (self, panel->plot, &frame);
  cairo_save (self->cr);
  cairo_translate (self->cr, frame.x, frame.y);
  panel->draw (panel->data, self->cr, frame.width, frame.height, &self->theme);
  cairo_restore (self->cr);
  return true;
}

bool
seidel_figure_painter_paint (SeidelFigurePainter *self, gint64 until)
{
  while (self->panel < self->figure->panels->len)
    {
      self->panel += paint_panel (self);
      if (g_get_monotonic_time () >= until)
        break;
    }
  return self->panel >= self->figure->panels->len;
}

void
seidel_figure_draw (const SeidelFigure *figure,
                    cairo_t *cr,
                    double width,
                    double height,
                    const SeidelTheme *theme)
{
  SeidelFigurePainter *painter = seidel_figure_painter_new (figure, cr, width, height, theme);

  seidel_figure_painter_paint (painter, G_MAXINT64);
  seidel_figure_painter_free (painter);
}

guint
seidel_figure_n_plots (const SeidelFigure *figure)
{
  guint n = 0;

  for (guint i = 0; i < figure->panels->len; i++)
    n += g_array_index (figure->panels, SeidelPanel, i).plot != NULL;
  return n;
}

/* The panel of the index-th plot. */
static guint
panel_of (const SeidelFigure *figure, guint index)
{
  for (guint i = 0; i < figure->panels->len; i++)
    if (g_array_index (figure->panels, SeidelPanel, i).plot != NULL && index-- == 0)
      return i;

  g_return_val_if_reached (0);
}

SeidelPlot *
seidel_figure_plot (const SeidelFigure *figure, guint index)
{
  g_return_val_if_fail (index < seidel_figure_n_plots (figure), NULL);
  return g_array_index (figure->panels, SeidelPanel, panel_of (figure, index)).plot;
}

void
seidel_figure_layout (const SeidelFigure *figure,
                      guint index,
                      double width,
                      double height,
                      const SeidelTheme *theme,
                      SeidelPlotLayout *layout)
{
  guint panel = panel_of (figure, index);
  g_autofree double *heights = measure_panels (figure, width, height, theme);
  SeidelRect frame = panel_frame (figure, panel, width, heights, theme);
  double left, right;

  shared_margins (figure, heights, theme, &left, &right);
  seidel_plot_layout (g_array_index (figure->panels, SeidelPanel, panel).plot, &frame, left, right,
                      theme, layout);
}

int
seidel_figure_plot_at (const SeidelFigure *figure,
                       double width,
                       double height,
                       const SeidelTheme *theme,
                       double x,
                       double y,
                       bool nearest,
                       SeidelPlotLayout *layout)
{
  g_autofree double *heights = measure_panels (figure, width, height, theme);
  guint n = seidel_figure_n_plots (figure);
  double best = INFINITY;
  int found = -1;

  for (guint i = 0; i < n; i++)
    {
      SeidelRect frame = panel_frame (figure, panel_of (figure, i), width, heights, theme);
      double distance = fabs (y - (frame.y + frame.height / 2.0));

      if ((seidel_rect_contains (&frame, x, y) || nearest) && distance < best)
        {
          best = distance;
          found = (int) i;
        }
    }
  if (found >= 0 && layout != NULL)
    seidel_figure_layout (figure, (guint) found, width, height, theme, layout);
  return found;
}

static void
follow (SeidelFigure *figure, guint index)
{
  const SeidelAxis *x = &seidel_figure_plot (figure, index)->x;

  for (guint i = 0; figure->linked && i < seidel_figure_n_plots (figure); i++)
    if (i != index)
      seidel_axis_show (&seidel_figure_plot (figure, i)->x, x->low, x->high);
}

void
seidel_figure_zoom_x (SeidelFigure *figure, guint index, double fraction, double factor)
{
  seidel_axis_zoom (&seidel_figure_plot (figure, index)->x, fraction, factor);
  follow (figure, index);
}

void
seidel_figure_pan_x (SeidelFigure *figure, guint index, double fraction)
{
  seidel_axis_pan (&seidel_figure_plot (figure, index)->x, fraction);
  follow (figure, index);
}

void
seidel_figure_show_x (SeidelFigure *figure, guint index, double low, double high)
{
  seidel_axis_show (&seidel_figure_plot (figure, index)->x, low, high);
  follow (figure, index);
}

void
seidel_figure_fit (SeidelFigure *figure)
{
  for (guint i = 0; i < seidel_figure_n_plots (figure); i++)
    {
      SeidelPlot *plot = seidel_figure_plot (figure, i);

      seidel_axis_fit (&plot->x);
      seidel_axis_fit (&plot->y);
      seidel_axis_fit (&plot->right);
    }
}
