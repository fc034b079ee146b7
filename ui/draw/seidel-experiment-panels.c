/* The kinds of pictures of an experiment but curves, and what they share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-experiment-panels.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-experiment-panels-private.h"

const SeidelExperiment *
seidel_panel_experiment (const SeidelExperimentChart *chart)
{
  return seidel_experiment_result_experiment (chart->result);
}

const SeidelExperimentMeasure *
seidel_panel_measure (const SeidelExperimentChart *chart)
{
  return seidel_panel_experiment (chart)->measures[chart->measure];
}

double
seidel_panel_median (const SeidelExperimentChart *chart, size_t cell)
{
  return seidel_experiment_result_statistics (chart->result, cell, chart->measure).median;
}

static void
widen (SeidelPanelRange *range, double value)
{
  if (isfinite (value))
    *range = (SeidelPanelRange){ fmin (range->low, value), fmax (range->high, value) };
}

SeidelPanelRange
seidel_panel_range (const SeidelExperimentChart *chart, bool all_runs)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);
  SeidelPanelRange range = { INFINITY, -INFINITY };

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      const SeidelExperimentStatistics found =
        seidel_experiment_result_statistics (chart->result, cell, chart->measure);

      widen (&range, all_runs ? found.minimum : found.median);
      widen (&range, all_runs ? found.maximum : found.median);
      widen (&range, seidel_experiment_published (experiment, seidel_panel_measure (chart), cell));
    }
  return range;
}

double
seidel_panel_place (const SeidelPanelRange *range, double value)
{
  if (range->low > 0.0 && range->high > 20.0 * range->low)
    return log (value / range->low) / log (range->high / range->low);
  if (!(range->high > range->low))
    return 0.5;
  return (value - range->low) / (range->high - range->low);
}

double
seidel_panel_text_width (const SeidelTheme *theme, const char *text)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL };
  double width = 0.0;

  if (text != NULL && text[0] != '\0')
    seidel_text_measure (theme, &style, text, &width, NULL);
  return width;
}

void
seidel_panel_text (cairo_t *cr,
                   const SeidelTheme *theme,
                   const char *text,
                   double x,
                   double y,
                   double anchor_x,
                   double max_width,
                   bool wrap,
                   const SeidelColor *color)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                  .color = color,
                                  .anchor_x = anchor_x,
                                  .anchor_y = 0.5,
                                  .max_width = max_width,
                                  .keep_end = TRUE,
                                  .wrap = wrap };

  seidel_text_draw (cr, theme, &style, text, x, y);
}

void
seidel_panel_draw_rest (cairo_t *cr,
                        const SeidelTheme *theme,
                        size_t n,
                        double width,
                        double height)
{
  g_autofree char *text = NULL;

  if (n == 0)
    return;
  text = g_strdup_printf (_ ("%zu more cells are in the exported numbers"), n);
  seidel_panel_text (cr, theme, text, SEIDEL_PANEL_EDGE,
                     height - theme->font_size * SEIDEL_PANEL_LINE / 2.0, 0.0,
                     width - 2.0 * SEIDEL_PANEL_EDGE, false, &theme->dim);
}

static const struct
{
  SeidelDraw *draw;
  SeidelPanelMeasure measure;
  bool shares; /* the height that is left */
} panels[SEIDEL_N_EXPERIMENT_PICTURES] = {
  [SEIDEL_EXPERIMENT_BARS] = { seidel_panel_draw_bars_cb, seidel_panel_measure_lanes_cb, true },
  [SEIDEL_EXPERIMENT_HEAT] = { seidel_panel_draw_heat_cb, seidel_panel_measure_heat_cb, true },
  [SEIDEL_EXPERIMENT_BOXES] = { seidel_panel_draw_boxes_cb, seidel_panel_measure_lanes_cb, true },
  [SEIDEL_EXPERIMENT_HISTOGRAM] = { seidel_panel_draw_histogram_cb,
                                    seidel_panel_measure_histogram_cb, true },
  [SEIDEL_EXPERIMENT_TABLE] = { seidel_panel_draw_table_cb, seidel_panel_measure_table_cb, false },
};

void
seidel_experiment_panel_add (SeidelFigure *figure, const SeidelExperimentChart *chart)
{
  /* Without texts below it a table has all the height. */
  if (panels[chart->kind].shares || chart->bare)
    seidel_figure_add_sharing_panel (figure, panels[chart->kind].draw, panels[chart->kind].measure,
                                     chart);
  else
    seidel_figure_add_panel (figure, panels[chart->kind].draw, panels[chart->kind].measure, chart);
}
