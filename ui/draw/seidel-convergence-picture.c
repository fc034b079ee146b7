/* Residual and error curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-convergence-picture.h"

#include <math.h>
#include <glib/gi18n.h>

#define NO_RUNS   N_ ("No runs yet")
#define NO_ERRORS N_ ("No run here knows its error: switch on “Follow the error” and solve again")
#define NO_PASSES N_ ("No run here knows its passes over the matrix")
#define NO_MAXIMA N_ ("No run here knows ‖b − A x‖∞: switch on “Follow ‖b − A x‖∞” and solve again")

typedef struct
{
  const SeidelConvergencePicture *picture;
  SeidelTrace *trace;
  char *title;    /* in the CSV; NULL: the name of the series */
  double passes;  /* in an iteration; NaN: not known */
  size_t points;  /* of the trace, as far as it was read */
  GArray *known;  /* size_t: those of them whose value is known */
  size_t n_marks; /* events of the trace that are marked */
} Run;

static void
run_free_cb (gpointer data)
{
  Run *run = data;

  seidel_trace_unref (run->trace);
  g_array_unref (run->known);
  g_free (run->title);
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
  picture->plot->x_label = g_strdup (_ ("Iteration"));
  picture->plot->y_label = g_strdup (_ ("Relative residual"));
  picture->figure = seidel_figure_new ();
  picture->figure->empty = g_strdup (_ (NO_RUNS));
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

/* The residual as a part of the reference; as it is when there is none yet. */
static double
relative (SeidelTrace *trace, double residual)
{
  double reference = seidel_trace_reference (trace);

  return reference > 0.0 ? residual / reference : residual;
}

/* Of a point, what the curves are of; NaN where it is not known. */
static double
value_of (const Run *run, const SeidelTracePoint *point)
{
  switch (run->picture->values)
    {
    case SEIDEL_CONVERGENCE_ERRORS:
      return point->error;
    case SEIDEL_CONVERGENCE_MAXIMA:
      return point->maximum;
    case SEIDEL_CONVERGENCE_RESIDUALS:
    default:
      return point->residual;
    }
}

/* The error as a part of the first one that is known; as it is when that is none. */
static double
relative_error (const Run *run, double error)
{
  double first = seidel_trace_point (run->trace, g_array_index (run->known, size_t, 0)).error;

  return first > 0.0 && isfinite (first) ? error / first : error;
}

/* What meets the tolerance when a run converges: of least squares, which may leave a large
 * residual, that or the normal residual. */
static double
decisive_residual (const Run *run, const SeidelTracePoint *point)
{
  return fmin (relative (run->trace, point->residual), point->normal);
}

static bool
has_normal_residuals (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    {
      const Run *run = g_ptr_array_index (picture->runs, i);

      if (run->points > 0 && !isnan (seidel_trace_point (run->trace, run->points - 1).normal))
        return true;
    }
  return false;
}

static const char *
name_values (const SeidelConvergencePicture *picture)
{
  if (picture->values == SEIDEL_CONVERGENCE_ERRORS)
    return _ ("Error, relative to the first");
  if (picture->values == SEIDEL_CONVERGENCE_MAXIMA)
    return _ ("Largest component of b − A x");
  return has_normal_residuals (picture) ? _ ("Relative or normal residual, whichever is less")
                                        : _ ("Relative residual");
}

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const Run *run = data;
  const SeidelConvergenceValues values = run->picture->values;
  SeidelTracePoint point = seidel_trace_point (run->trace, g_array_index (run->known, size_t, i));

  *x = run->picture->axis == SEIDEL_CONVERGENCE_BY_TIME     ? point.seconds
       : run->picture->axis == SEIDEL_CONVERGENCE_BY_PASSES ? (double) point.iteration * run->passes
                                                            : (double) point.iteration;
  *y = values == SEIDEL_CONVERGENCE_ERRORS   ? relative_error (run, point.error)
       : values == SEIDEL_CONVERGENCE_MAXIMA ? point.maximum
                                             : decisive_residual (run, &point);
}

static size_t
n_samples (const Run *run)
{
  if (run->picture->axis == SEIDEL_CONVERGENCE_BY_PASSES && isnan (run->passes))
    return 0;
  return run->known->len;
}

/* Finds those of some points whose value is known; of residuals, all. */
static void
find_known (Run *run, size_t begin, size_t end)
{
  const bool all = run->picture->values == SEIDEL_CONVERGENCE_RESIDUALS;

  for (size_t i = begin; i < end; i++)
    {
      const SeidelTracePoint point = seidel_trace_point (run->trace, i);

      if (all || !isnan (value_of (run, &point)))
        g_array_append_val (run->known, i);
    }
}

/* Reads how far the trace is; whether there was anything new. */
static bool
read_points (Run *run)
{
  size_t n = seidel_trace_n_points (run->trace);
  bool news = n != run->points;

  find_known (run, run->points, n);
  run->points = n;
  return news;
}

bool
seidel_convergence_picture_knows_values (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    if (n_samples (g_ptr_array_index (picture->runs, i)) > 0)
      return true;
  return false;
}

/* The first sample of a curve that lies at an iteration or after it. */
static size_t
find_sample (const Run *run, int64_t iteration)
{
  size_t low = 0, high = n_samples (run);

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      size_t point = g_array_index (run->known, size_t, middle);

      if (seidel_trace_point (run->trace, point).iteration < iteration)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
mark_events (SeidelConvergencePicture *picture, guint index)
{
  Run *run = g_ptr_array_index (picture->runs, index);
  const SeidelSeries *series = g_ptr_array_index (picture->plot->series, index);
  size_t n_events = seidel_trace_n_events (run->trace);

  run->n_marks = 0;
  for (size_t i = 0; i < n_events; i++)
    {
      SeidelTraceEvent event = seidel_trace_event (run->trace, i);
      size_t sample = find_sample (run, event.iteration);
      double x, y;

      /* What has just happened gets its mark with the next point. */
      if (sample >= n_samples (run))
        break;
      sample_cb (run, sample, &x, &y);
      seidel_plot_add_mark (picture->plot, series, x, y, event.text);
      run->n_marks++;
    }
}

static void
renew_marks (SeidelConvergencePicture *picture)
{
  seidel_plot_clear_marks (picture->plot);
  for (guint i = 0; i < picture->runs->len; i++)
    mark_events (picture, i);
}

static bool
lacks_marks (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    {
      const Run *run = g_ptr_array_index (picture->runs, i);

      if (run->n_marks != seidel_trace_n_events (run->trace))
        return true;
    }
  return false;
}

static bool
lacks_passes (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    if (!isnan (((const Run *) g_ptr_array_index (picture->runs, i))->passes))
      return false;
  return true;
}

/* What there is to say where no run has what the curves are of. */
static const char *
name_lack (const SeidelConvergencePicture *picture)
{
  if (picture->runs->len > 0 && picture->axis == SEIDEL_CONVERGENCE_BY_PASSES
      && lacks_passes (picture))
    return _ (NO_PASSES);
  if (picture->runs->len == 0 || picture->values == SEIDEL_CONVERGENCE_RESIDUALS)
    return _ (NO_RUNS);
  return picture->values == SEIDEL_CONVERGENCE_ERRORS ? _ (NO_ERRORS) : _ (NO_MAXIMA);
}

/* The plot with its label, or what is missing for it. */
static void
arrange (SeidelConvergencePicture *picture)
{
  const bool residuals = picture->values == SEIDEL_CONVERGENCE_RESIDUALS
                         && picture->axis != SEIDEL_CONVERGENCE_BY_PASSES;
  const bool plot =
    residuals ? picture->runs->len > 0 : seidel_convergence_picture_knows_values (picture);

  for (guint i = 0; i < picture->runs->len; i++)
    {
      const Run *run = g_ptr_array_index (picture->runs, i);
      SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);

      series->in_legend = residuals || n_samples (run) > 0;
    }
  seidel_plot_set_text (&picture->plot->y_label, name_values (picture));
  seidel_plot_set_text (&picture->figure->empty, name_lack (picture));
  if (plot && picture->figure->panels->len == 0)
    seidel_figure_add_plot (picture->figure, picture->plot);
  else if (!plot)
    seidel_figure_clear (picture->figure);
}

void
seidel_convergence_picture_clear_runs (SeidelConvergencePicture *picture)
{
  seidel_plot_clear_series (picture->plot);
  g_ptr_array_set_size (picture->runs, 0);
  arrange (picture);
  picture->plot->ranged = false;
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
  run->passes = NAN;
  run->known = g_array_new (FALSE, FALSE, sizeof (size_t));
  g_ptr_array_add (picture->runs, run);
  series->ink = seidel_ink_series (color_index);
  seidel_plot_add (picture->plot, series);
  arrange (picture);
  return series;
}

void
seidel_convergence_picture_set_run_title (SeidelConvergencePicture *picture,
                                          guint run,
                                          const char *title)
{
  seidel_plot_set_text (&((Run *) g_ptr_array_index (picture->runs, run))->title, title);
}

static void
draw_tolerance (SeidelConvergencePicture *picture)
{
  const double tolerance = picture->values == SEIDEL_CONVERGENCE_RESIDUALS ? picture->tolerance
                           : picture->values == SEIDEL_CONVERGENCE_MAXIMA
                             ? picture->maximum_tolerance
                             : 0.0;
  g_autofree char *value = seidel_format_value (tolerance, 3);
  g_autofree char *label = g_strdup_printf (_ ("tolerance %s"), value);

  seidel_plot_clear_guides (picture->plot);
  if (tolerance > 0.0)
    seidel_plot_add_guide (picture->plot, tolerance, label, (SeidelInk){ SEIDEL_INK_DIM, 0, 1.0 });
}

void
seidel_convergence_picture_set_tolerance (SeidelConvergencePicture *picture,
                                          double tolerance,
                                          double maximum_tolerance)
{
  picture->tolerance = tolerance;
  picture->maximum_tolerance = maximum_tolerance;
  draw_tolerance (picture);
}

/* Other values of the points that were read before. */
static void
resample (SeidelConvergencePicture *picture)
{
  SeidelPlot *plot = picture->plot;

  plot->ranged = false;
  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (plot->series, i);

      seidel_series_update (series, 0);
      seidel_series_update (series, n_samples (g_ptr_array_index (picture->runs, i)));
    }
  arrange (picture);
  renew_marks (picture);
  seidel_plot_update_ranges (plot, false);
}

void
seidel_convergence_picture_set_run_passes (SeidelConvergencePicture *picture,
                                           guint index,
                                           double passes)
{
  Run *run = g_ptr_array_index (picture->runs, index);

  if (run->passes == passes || (isnan (run->passes) && isnan (passes)))
    return;
  run->passes = passes;
  if (picture->axis == SEIDEL_CONVERGENCE_BY_PASSES)
    resample (picture);
}

void
seidel_convergence_picture_set_axis (SeidelConvergencePicture *picture, SeidelConvergenceAxis axis)
{
  static const char *const labels[] = {
    [SEIDEL_CONVERGENCE_BY_ITERATIONS] = N_ ("Iteration"),
    [SEIDEL_CONVERGENCE_BY_TIME] = N_ ("Time"),
    [SEIDEL_CONVERGENCE_BY_PASSES] = N_ ("Passes over the matrix: products and sweeps"),
  };
  const bool time = axis == SEIDEL_CONVERGENCE_BY_TIME;
  SeidelPlot *plot = picture->plot;

  if (picture->axis == axis)
    return;
  picture->axis = axis;
  seidel_axis_init (&plot->x, false, !time, time ? SEIDEL_UNIT_SECONDS : SEIDEL_UNIT_NONE);
  seidel_plot_set_text (&plot->x_label, _ (labels[axis]));
  resample (picture);
}

void
seidel_convergence_picture_set_values (SeidelConvergencePicture *picture,
                                       SeidelConvergenceValues values)
{
  SeidelPlot *plot = picture->plot;

  if (picture->values == values)
    return;
  picture->values = values;
  for (guint i = 0; i < picture->runs->len; i++)
    {
      Run *run = g_ptr_array_index (picture->runs, i);

      g_array_set_size (run->known, 0);
      find_known (run, 0, run->points);
    }
  seidel_axis_init (&plot->y, true, false, SEIDEL_UNIT_NONE);
  draw_tolerance (picture);
  resample (picture);
}

bool
seidel_convergence_picture_update (SeidelConvergencePicture *picture, bool live)
{
  SeidelPlot *plot = picture->plot;
  bool news = false;

  for (guint i = 0; i < plot->series->len; i++)
    {
      Run *run = g_ptr_array_index (picture->runs, i);

      if (!read_points (run))
        continue;
      seidel_series_update (g_ptr_array_index (plot->series, i), n_samples (run));
      news = true;
    }
  if (lacks_marks (picture))
    renew_marks (picture);
  arrange (picture);
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
  g_autoptr (GString) csv =
    g_string_new ("run,iteration,seconds,residual,relative,error,normal,maximum\n");
  gsize header = csv->len;

  for (guint i = 0; i < picture->plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);
      const Run *run = g_ptr_array_index (picture->runs, i);

      for (size_t k = 0; series->visible && k < run->points; k++)
        {
          SeidelTracePoint point = seidel_trace_point (run->trace, k);

          append_quoted (csv, run->title != NULL ? run->title : series->name);
          g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",", point.iteration);
          seidel_format_append_csv_seconds (csv, point.seconds);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.residual);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, relative (run->trace, point.residual));
          g_string_append_c (csv, ',');
          if (!isnan (point.error))
            seidel_format_append_csv (csv, point.error);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.normal);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.maximum);
          g_string_append_c (csv, '\n');
        }
    }
  return csv->len > header ? g_string_free (g_steal_pointer (&csv), FALSE) : NULL;
}

static void
describe_run (GString *text, const Run *run, const SeidelSeries *series)
{
  size_t n = n_samples (run);
  const SeidelConvergenceValues values = run->picture->values;
  SeidelTracePoint point;
  double x, y;
  g_autofree char *value = NULL, *iterations = NULL, *seconds = NULL;

  if (!series->visible || n == 0)
    {
      g_string_append_printf (text, " %s: %s.", series->name,
                              !series->visible      ? _ ("hidden")
                              : run->points == 0    ? _ ("no points yet")
                              : n < run->known->len ? _ ("its passes over the matrix are not known")
                              : values == SEIDEL_CONVERGENCE_ERRORS
                                ? _ ("its error is not known")
                                : _ ("its largest component of b − A x is not known"));
      return;
    }
  sample_cb (run, n - 1, &x, &y);
  point = seidel_trace_point (run->trace, g_array_index (run->known, size_t, n - 1));
  value = seidel_format_value (y, 3);
  iterations = seidel_format_count (point.iteration);
  seconds = seidel_format_seconds (point.seconds, 3);
  g_string_append_printf (text,
                          values == SEIDEL_CONVERGENCE_ERRORS
                            ? _ (" %s: relative error %s after %s iterations, %s.")
                          : values == SEIDEL_CONVERGENCE_MAXIMA
                            ? _ (" %s: largest component of b − A x %s after %s iterations, %s.")
                          : point.normal <= y
                            ? _ (" %s: normal residual %s after %s iterations, %s.")
                            : _ (" %s: relative residual %s after %s iterations, %s."),
                          series->name, value, iterations, seconds);
}

char *
seidel_convergence_picture_describe (const SeidelConvergencePicture *picture)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = picture->plot->series->len;

  if (picture->figure->panels->len == 0)
    return g_strdup (picture->figure->empty);
  g_string_append_printf (text, ngettext ("%u run", "%u runs", n), n);
  if (picture->title != NULL)
    g_string_append_printf (text, " · %s", picture->title);
  g_string_append_c (text, '.');
  for (guint i = 0; i < n; i++)
    describe_run (text, g_ptr_array_index (picture->runs, i),
                  g_ptr_array_index (picture->plot->series, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
