/* Residual curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-convergence-picture.h"

#include <math.h>

typedef struct
{
  const SeidelConvergencePicture *picture;
  SeidelTrace *trace;
} Run;

static void
run_free_cb (gpointer data)
{
  Run *run = data;

  seidel_trace_unref (run->trace);
  g_free (run);
}

SeidelConvergencePicture *
seidel_convergence_picture_new (void)
{
  SeidelConvergencePicture *picture = g_new0 (SeidelConvergencePicture, 1);

  picture->runs = g_ptr_array_new_with_free_func (run_free_cb);
  picture->plot = seidel_plot_new ();
  seidel_axis_init (&picture->plot->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&picture->plot->y, true, false, SEIDEL_UNIT_NONE);
  picture->plot->x_label = g_strdup ("Iteration");
  picture->plot->y_label = g_strdup ("Relative residual");
  picture->figure = seidel_figure_new ();
  picture->figure->empty = g_strdup ("No runs yet");

  return picture;
}

void
seidel_convergence_picture_free (SeidelConvergencePicture *picture)
{
  if (picture == NULL)
    return;
  seidel_plot_free (picture->plot);
  seidel_figure_free (picture->figure);
  g_ptr_array_unref (picture->runs);
  g_free (picture->title);
  g_free (picture);
}

void
seidel_convergence_picture_clear_runs (SeidelConvergencePicture *picture)
{
  seidel_plot_clear_series (picture->plot);
  seidel_figure_clear (picture->figure);
  g_ptr_array_set_size (picture->runs, 0);
  picture->plot->ranged = false;
}

/* The residual as a part of the reference; as it is when there is none yet. */
static double
relative (SeidelTrace *trace, double residual)
{
  double reference = seidel_trace_reference (trace);

  return reference > 0.0 ? residual / reference : residual;
}

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const Run *run = data;
  SeidelTracePoint point = seidel_trace_point (run->trace, i);

  *x = run->picture->by_time ? point.seconds : (double) point.iteration;
  *y = relative (run->trace, point.residual);
}

SeidelSeries *
seidel_convergence_picture_add_run (SeidelConvergencePicture *picture,
                                    const char *name,
                                    SeidelTrace *trace,
                                    unsigned int color_index)
{
  Run *run = g_new0 (Run, 1);
  SeidelSeries *series = seidel_series_new (name, sample_cb, run);

  run->picture = picture;
  run->trace = seidel_trace_ref (trace);
  g_ptr_array_add (picture->runs, run);
  series->ink = seidel_ink_series (color_index);
  if (picture->figure->panels->len == 0)
    seidel_figure_add_plot (picture->figure, picture->plot);

  return seidel_plot_add (picture->plot, series);
}

void
seidel_convergence_picture_set_tolerance (SeidelConvergencePicture *picture, double tolerance)
{
  g_autofree char *value = seidel_format_value (tolerance, 3);
  g_autofree char *label = g_strdup_printf ("tolerance %s", value);

  picture->tolerance = tolerance;
  seidel_plot_clear_guides (picture->plot);
  if (tolerance > 0.0)
    seidel_plot_add_guide (picture->plot, tolerance, label, (SeidelInk){ SEIDEL_INK_DIM, 0, 1.0 });
}

static void
choose_x (SeidelConvergencePicture *picture)
{
  SeidelPlot *plot = picture->plot;
  SeidelUnit unit = picture->by_time ? SEIDEL_UNIT_SECONDS : SEIDEL_UNIT_NONE;

  if (plot->x.unit == unit)
    return;
  seidel_axis_init (&plot->x, false, !picture->by_time, unit);
  seidel_plot_set_text (&plot->x_label, picture->by_time ? "Time" : "Iteration");
  plot->ranged = false;
  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (plot->series, i);

      size_t count = series->count;

      seidel_series_update (series, 0);
      seidel_series_update (series, count);
    }
}

void
seidel_convergence_picture_set_by_time (SeidelConvergencePicture *picture, bool by_time)
{
  picture->by_time = by_time;
  choose_x (picture);
  seidel_plot_update_ranges (picture->plot, false);
}

bool
seidel_convergence_picture_update (SeidelConvergencePicture *picture, bool live)
{
  SeidelPlot *plot = picture->plot;
  bool news = false;

  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (plot->series, i);
      Run *run = g_ptr_array_index (picture->runs, i);
      size_t count = seidel_trace_n_points (run->trace);

      if (count == series->bounds.counted)
        continue;
      seidel_series_update (series, count);
      news = true;
    }
  seidel_plot_set_text (&plot->title, picture->title);
  if (news || !live)
    seidel_plot_update_ranges (plot, live);

  return news;
}

void
seidel_convergence_picture_draw (const SeidelConvergencePicture *picture,
                                 cairo_t *cr,
                                 double width,
                                 double height,
                                 const SeidelTheme *theme)
{
  seidel_figure_draw (picture->figure, cr, width, height, theme);
}

/* A name between quotes, quotes in it doubled, as RFC 4180 has it. */
static void
append_quoted (GString *csv, const char *text)
{
  g_string_append_c (csv, '"');
  for (; *text != '\0'; text++)
    g_string_append_printf (csv, *text == '"' ? "\"%c" : "%c", *text);
  g_string_append_c (csv, '"');
}

char *
seidel_convergence_picture_to_csv (const SeidelConvergencePicture *picture)
{
  g_autoptr (GString) csv = g_string_new ("run,iteration,seconds,residual,relative\n");
  gsize header = csv->len;

  for (guint i = 0; i < picture->plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);
      const Run *run = g_ptr_array_index (picture->runs, i);

      for (size_t k = 0; series->visible && k < series->count; k++)
        {
          SeidelTracePoint point = seidel_trace_point (run->trace, k);

          append_quoted (csv, series->name);
          g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",", point.iteration);
          seidel_format_append_csv (csv, point.seconds);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.residual);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, relative (run->trace, point.residual));
          g_string_append_c (csv, '\n');
        }
    }

  return csv->len > header ? g_string_free (g_steal_pointer (&csv), FALSE) : NULL;
}

char *
seidel_convergence_picture_describe (const SeidelConvergencePicture *picture)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = picture->plot->series->len;

  if (n == 0)
    return g_strdup (picture->figure->empty);
  g_string_append_printf (text, "%u run%s.", n, n == 1 ? "" : "s");
  for (guint i = 0; i < n; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);
      const Run *run = g_ptr_array_index (picture->runs, i);
      SeidelTracePoint point;
      g_autofree char *residual = NULL, *iterations = NULL, *seconds = NULL;

      if (!series->visible || series->count == 0)
        {
          g_string_append_printf (text, " %s: %s.", series->name,
                                  series->visible ? "no points yet" : "hidden");
          continue;
        }
      point = seidel_trace_point (run->trace, series->count - 1);
      residual = seidel_format_value (relative (run->trace, point.residual), 3);
      iterations = seidel_format_count (point.iteration);
      seconds = seidel_format_seconds (point.seconds, 3);
      g_string_append_printf (text, " %s: relative residual %s after %s iterations, %s.",
                              series->name, residual, iterations, seconds);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}
