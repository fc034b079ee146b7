/* Residual and error curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-convergence-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "method/seidel-method.h"

#define NO_RUNS   N_ ("No runs yet")
#define NO_ERRORS N_ ("No run here knows its error: switch on “Follow the error” and solve again")
#define NO_PASSES N_ ("No run here knows its passes over the matrix")
#define NO_MAXIMA N_ ("No run here knows ‖b − A x‖∞: switch on “Follow ‖b − A x‖∞” and solve again")

#define READING N_ ("reading the points of long runs")

/* Points of a reading: about 0.1 s, so that curves come one after the other. */
#define READING_POINTS ((size_t) 1 << 24)
#define THREADS        2

struct SeidelConvergenceReading
{
  GPtrArray *parts; /* SeidelConvergencePart, owned */
};

static void
run_free_cb (gpointer data)
{
  SeidelConvergenceRun *run = data;

  seidel_convergence_samples_clear (&run->samples);
  g_free (run->title);
  g_free (run);
}

SeidelConvergencePicture *
seidel_convergence_picture_new (void)
{
  SeidelConvergencePicture *picture = g_new0 (SeidelConvergencePicture, 1);

  picture->runs = g_ptr_array_new_with_free_func (run_free_cb);
  picture->at_once = SIZE_MAX;
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

static bool
has_normal_residuals (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    {
      const SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, i);

      const SeidelConvergenceSamples *samples = &run->samples;

      if (samples->points > 0
          && !isnan (seidel_trace_point (samples->trace, samples->points - 1).normal))
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

/* Points of a run that were not read yet, apart from those that are not to be shown. */
static size_t
find_backlog (const SeidelConvergencePicture *picture, guint index)
{
  const SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, index);
  const SeidelConvergenceSamples *samples = &run->samples;
  const SeidelSeries *series = g_ptr_array_index (picture->plot->series, index);

  if (run->most != SIZE_MAX)
    return 0;
  return samples->points - samples->sought + seidel_convergence_samples_count (samples)
         - series->bounds.counted;
}

static bool
lags_behind (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    if (find_backlog (picture, i) > 0)
      return true;
  return false;
}

/* Reads what there is to read, run by run, as long as it is not too much at once. */
static void
catch_up (SeidelConvergencePicture *picture)
{
  size_t left = picture->at_once;

  for (guint i = 0; i < picture->runs->len; i++)
    {
      SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, i);
      const size_t backlog = find_backlog (picture, i);

      if (backlog == 0 || backlog > left)
        continue;
      left -= backlog;
      seidel_convergence_samples_seek (&run->samples);
      seidel_series_update (g_ptr_array_index (picture->plot->series, i),
                            seidel_convergence_samples_count (&run->samples));
    }
  seidel_plot_set_text (&picture->plot->note, lags_behind (picture) ? _ (READING) : NULL);
}

static size_t
n_samples (const SeidelConvergencePicture *picture, guint index)
{
  return seidel_convergence_samples_count (
    &((const SeidelConvergenceRun *) g_ptr_array_index (picture->runs, index))->samples);
}

bool
seidel_convergence_picture_knows_values (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    if (n_samples (picture, i) > 0)
      return true;
  return false;
}

static void
mark_events (SeidelConvergencePicture *picture, guint index)
{
  SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, index);
  const SeidelConvergenceSamples *samples = &run->samples;
  const SeidelSeries *series = g_ptr_array_index (picture->plot->series, index);
  size_t n_events = seidel_trace_n_events (samples->trace);

  run->n_marks = 0;
  for (size_t i = 0; i < n_events; i++)
    {
      SeidelTraceEvent event = seidel_trace_event (samples->trace, i);
      size_t sample = seidel_convergence_samples_find (samples, event.iteration);
      double x, y;

      /* What has just happened gets its mark with the next point. */
      if (sample >= seidel_convergence_samples_count (samples))
        break;
      seidel_convergence_samples_read (samples, sample, &x, &y);
      seidel_plot_add_mark (picture->plot, series, x, y, event.text);
      run->n_marks++;
    }
}

static void
update_marks (SeidelConvergencePicture *picture)
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
      const SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, i);

      if (run->n_marks != seidel_trace_n_events (run->samples.trace))
        return true;
    }
  return false;
}

static bool
lacks_passes (const SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    if (!isnan (
          ((const SeidelConvergenceRun *) g_ptr_array_index (picture->runs, i))->samples.passes))
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

/* Whether every run has a curve. */
static bool
shows_all (const SeidelConvergencePicture *picture)
{
  return picture->values == SEIDEL_CONVERGENCE_RESIDUALS
         && picture->axis != SEIDEL_CONVERGENCE_BY_PASSES;
}

static void
arrange_series (SeidelConvergencePicture *picture, guint i)
{
  SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);

  series->in_legend = (shows_all (picture) || n_samples (picture, i) > 0)
                      && (series->visible || !picture->visible_only);
}

/* The plot with its label, or what is missing for it. */
static void
arrange_figure (SeidelConvergencePicture *picture)
{
  const bool plot = shows_all (picture) ? picture->runs->len > 0
                                        : seidel_convergence_picture_knows_values (picture);

  seidel_plot_set_text (&picture->plot->y_label, name_values (picture));
  seidel_plot_set_text (&picture->figure->empty, name_lack (picture));
  if (plot && picture->figure->panels->len == 0)
    seidel_figure_add_plot (picture->figure, picture->plot);
  else if (!plot)
    seidel_figure_clear (picture->figure);
}

static void
arrange (SeidelConvergencePicture *picture)
{
  for (guint i = 0; i < picture->runs->len; i++)
    arrange_series (picture, i);
  arrange_figure (picture);
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
  SeidelConvergenceRun *run = g_new0 (SeidelConvergenceRun, 1);
  SeidelSeries *series = seidel_series_new (name, seidel_convergence_samples_read, &run->samples);

  seidel_convergence_samples_init (&run->samples, trace);
  run->most = SIZE_MAX;
  run->samples.axis = picture->axis;
  run->samples.values = picture->values;
  g_ptr_array_add (picture->runs, run);
  series->ink = seidel_ink_series (color_index);
  seidel_plot_add (picture->plot, series);
  arrange_series (picture, picture->runs->len - 1);
  arrange_figure (picture);
  return series;
}

void
seidel_convergence_picture_set_part (SeidelConvergencePicture *picture, guint index, double part)
{
  SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, index);
  const size_t n = seidel_convergence_samples_count (&run->samples);

  run->most = part >= 1.0 || n == 0 ? SIZE_MAX : 1 + (size_t) (part * (double) (n - 1));
  seidel_series_update (g_ptr_array_index (picture->plot->series, index), MIN (n, run->most));
}

void
seidel_convergence_picture_set_run_method (SeidelConvergencePicture *picture,
                                           guint run,
                                           const char *method)
{
  const SeidelMethod *known = method != NULL ? seidel_method_find (method) : NULL;
  SeidelSeries *series = g_ptr_array_index (picture->plot->series, run);

  series->kind = known != NULL && known->family >= SEIDEL_FAMILY_DIRECT_SPARSE
                   ? SEIDEL_SERIES_SQUARES
                   : SEIDEL_SERIES_LINE;
}

void
seidel_convergence_picture_set_run_title (SeidelConvergencePicture *picture,
                                          guint run,
                                          const char *title)
{
  seidel_plot_set_text (&((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, run))->title,
                        title);
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
    seidel_series_update (g_ptr_array_index (plot->series, i), 0);
  catch_up (picture);
  arrange (picture);
  update_marks (picture);
  seidel_plot_update_ranges (plot, false);
}

void
seidel_convergence_picture_set_run_end (SeidelConvergencePicture *picture,
                                        guint run,
                                        const char *reason)
{
  ((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, run))->end = reason;
}

void
seidel_convergence_picture_set_run_passes (SeidelConvergencePicture *picture,
                                           guint index,
                                           double passes)
{
  SeidelConvergenceSamples *samples =
    &((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, index))->samples;

  if (samples->passes == passes || (isnan (samples->passes) && isnan (passes)))
    return;
  samples->passes = passes;
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
  for (guint i = 0; i < picture->runs->len; i++)
    ((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, i))->samples.axis = axis;
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
    seidel_convergence_samples_set_values (
      &((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, i))->samples, values);
  seidel_axis_init (&plot->y, true, false, SEIDEL_UNIT_NONE);
  draw_tolerance (picture);
  resample (picture);
}

/* What follows from the points that were read. */
static void
show_points (SeidelConvergencePicture *picture, bool news, bool live)
{
  if (lacks_marks (picture))
    update_marks (picture);
  arrange (picture);
  seidel_plot_set_text (&picture->plot->title, picture->title);
  if (news || !live)
    seidel_plot_update_ranges (picture->plot, live);
}

bool
seidel_convergence_picture_update (SeidelConvergencePicture *picture, bool live)
{
  bool news = false;

  for (guint i = 0; i < picture->runs->len; i++)
    {
      SeidelConvergenceSamples *samples =
        &((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, i))->samples;
      const size_t n = seidel_trace_n_points (samples->trace);

      news |= n != samples->points;
      samples->points = n;
    }
  if (news)
    catch_up (picture);
  show_points (picture, news, live);
  return news;
}

SeidelConvergenceReading *
seidel_convergence_picture_begin_reading (const SeidelConvergencePicture *picture)
{
  g_autoptr (SeidelConvergenceReading) reading = g_new (SeidelConvergenceReading, 1);
  size_t points = 0;

  reading->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_convergence_part_free);
  for (guint i = 0; i < picture->runs->len && points < READING_POINTS; i++)
    {
      const SeidelConvergenceSamples *samples =
        &((const SeidelConvergenceRun *) g_ptr_array_index (picture->runs, i))->samples;

      if (find_backlog (picture, i) == 0)
        continue;
      g_ptr_array_add (reading->parts, seidel_convergence_part_new (i, samples));
      points += samples->points;
    }
  return reading->parts->len > 0 ? g_steal_pointer (&reading) : NULL;
}

void
seidel_convergence_reading_read (SeidelConvergenceReading *reading, GCancellable *cancellable)
{
  const guint n = reading->parts->len;

#pragma omp parallel for schedule(dynamic) num_threads(THREADS)
  for (guint i = 0; i < n; i++)
    if (!g_cancellable_is_cancelled (cancellable))
      seidel_convergence_part_read (g_ptr_array_index (reading->parts, i));
}

bool
seidel_convergence_picture_end_reading (SeidelConvergencePicture *picture,
                                        SeidelConvergenceReading *reading,
                                        bool live)
{
  bool news = false;

  for (guint i = 0; i < reading->parts->len; i++)
    {
      SeidelConvergencePart *part = g_ptr_array_index (reading->parts, i);

      if (part->run < picture->runs->len)
        news |= seidel_convergence_part_give (
          part, &((SeidelConvergenceRun *) g_ptr_array_index (picture->runs, part->run))->samples,
          g_ptr_array_index (picture->plot->series, part->run));
    }
  if (news)
    {
      if (!lags_behind (picture))
        seidel_plot_set_text (&picture->plot->note, NULL);
      show_points (picture, true, live);
    }
  return news;
}

void
seidel_convergence_reading_free (SeidelConvergenceReading *reading)
{
  g_ptr_array_unref (reading->parts);
  g_free (reading);
}

void
seidel_convergence_picture_draw (gconstpointer data,
                                 cairo_t *cr,
                                 double width,
                                 double height,
                                 const SeidelTheme *theme)
{
  const SeidelConvergencePicture *picture = data;

  seidel_figure_draw (picture->figure, cr, width, height, theme);
}
