/* Phases, sweeps and levels of one run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-timing-private.h"

#include <math.h>
#include <stdlib.h>
#include <glib/gi18n.h>

static const SeidelDirection directions[] = { SEIDEL_DIRECTION_FORWARD, SEIDEL_DIRECTION_BACKWARD };
static const char *const direction_ids[] = { "forward", "backward" };

SeidelTimingPicture *
seidel_timing_picture_new (void)
{
  SeidelTimingPicture *picture = g_new0 (SeidelTimingPicture, 1);

  picture->figure = seidel_figure_new ();
  picture->figure->empty = g_strdup (_ ("No run is selected"));
  picture->sweeps = seidel_plot_new ();
  seidel_axis_init (&picture->sweeps->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&picture->sweeps->y, false, false, SEIDEL_UNIT_SECONDS);
  picture->sweeps->from_zero = true;
  picture->sweeps->legend = false;
  picture->sweeps->x_label = g_strdup (_ ("Iteration"));
  picture->sweeps->y_label = g_strdup (_ ("Time"));
  picture->sweeps->title = g_strdup (_ ("Time of the sweep or product in each iteration"));
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      SeidelPlot *plot = seidel_plot_new ();

      seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
      seidel_axis_init (&plot->y, false, true, SEIDEL_UNIT_NONE);
      seidel_axis_init (&plot->right, false, false, SEIDEL_UNIT_SECONDS);
      plot->from_zero = true;
      plot->has_right = true;
      plot->x_label = g_strdup (_ ("Level"));
      plot->y_label = g_strdup (_ ("Rows in the level"));
      plot->right_label = g_strdup (_ ("Measured time"));
      picture->levels[d] = plot;
    }
  return picture;
}

static void
clear_run (SeidelTimingPicture *picture)
{
  seidel_figure_clear (picture->figure);
  seidel_plot_clear_series (picture->sweeps);
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      seidel_plot_clear_series (picture->levels[d]);
      g_clear_pointer (&picture->schedules[d], seidel_schedule_unref);
      g_clear_pointer (&picture->samples[d].times, seidel_level_times_free);
      picture->samples[d] = (struct SeidelTimingLevels){ 0 };
    }
  picture->has_device = false;
  g_clear_pointer (&picture->trace, seidel_trace_unref);
  g_clear_pointer (&picture->title, g_free);
}

void
seidel_timing_picture_free (SeidelTimingPicture *picture)
{
  if (picture == NULL)
    return;
  clear_run (picture);
  seidel_figure_free (picture->figure);
  seidel_plot_free (picture->sweeps);
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    seidel_plot_free (picture->levels[d]);
  g_free (picture);
}

static void
sample_sweep_cb (gconstpointer data, size_t i, double *x, double *y)
{
  SeidelTraceSweep sweep = seidel_trace_sweep ((SeidelTrace *) data, i);

  *x = (double) sweep.iteration;
  *y = sweep.seconds;
}

/* Rows of a level, or rows that a pass updates; −1 if unknown. */
static int64_t
rows_of (const struct SeidelTimingLevels *levels, int32_t level)
{
  if (levels->times->passes)
    return levels->times->rows[level];
  return levels->schedule != NULL ? levels->schedule->level_rows[level] : -1;
}

static void
sample_rows_cb (gconstpointer data, size_t i, double *x, double *y)
{
  *x = (double) (i + 1);
  *y = (double) rows_of (data, (int32_t) i);
}

/* The median of the timed sweeps. */
static void
sample_level_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const struct SeidelTimingLevels *levels = data;

  *x = (double) (i + 1);
  *y = levels->times->times[i].median;
}

/* Neither the zoom nor the growing ranges of one run are those of another. */
static void
forget_ranges (SeidelPlot *plot)
{
  seidel_axis_fit (&plot->x);
  seidel_axis_fit (&plot->y);
  seidel_axis_fit (&plot->right);
  plot->ranged = false;
}

void
seidel_timing_picture_set_run (SeidelTimingPicture *picture,
                               const char *title,
                               SeidelTrace *trace,
                               double load_seconds,
                               SeidelSchedule *forward,
                               SeidelSchedule *backward)
{
  SeidelSchedule *schedules[] = { forward, backward };
  SeidelSeries *series;

  if (trace != NULL)
    seidel_trace_ref (trace);
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    if (schedules[d] != NULL)
      seidel_schedule_ref (schedules[d]);
  if (trace != picture->trace)
    {
      forget_ranges (picture->sweeps);
      for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
        forget_ranges (picture->levels[d]);
    }

  clear_run (picture);
  picture->trace = trace;
  picture->title = g_strdup (title);
  picture->parts[0] = load_seconds;
  if (trace != NULL)
    {
      series =
        seidel_plot_add (picture->sweeps, seidel_series_new (_ ("Time"), sample_sweep_cb, trace));
      series->kind = SEIDEL_SERIES_MEANS;
    }
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    picture->schedules[d] = schedules[d];
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The value that a part of the samples stays below, from some of them; 0 when there are none. */
static double
quantile (const SeidelSeries *series, double part)
{
  double some[512], x;
  size_t n = MIN (series->count, G_N_ELEMENTS (some));

  if (n == 0)
    return 0.0;
  for (size_t i = 0; i < n; i++)
    series->sample (series->data, i * series->count / n, &x, &some[i]);
  qsort (some, n, sizeof *some, compare_doubles);
  return some[(size_t) (part * (double) (n - 1))];
}

#define FEWEST_TO_CUT 50

/* A sweep or level that the system interrupted can take a thousand times as long as the others and
 * would flatten them all: on a linear axis such ones end at the upper edge, and the note says so.
 */
static void
cut_spikes (SeidelPlot *plot, SeidelAxis *axis, const SeidelSeries *series, double limit)
{
  g_autofree char *longest = NULL;

  seidel_plot_set_text (&plot->note, NULL);
  if (axis->logarithmic || !(limit > 0.0) || series->bounds.y_high <= limit)
    return;
  seidel_axis_set_full (axis, 0.0, limit);
  longest = seidel_format_seconds (series->bounds.y_high, 3);
  plot->note = g_strdup_printf (_ ("peaks to %s cut off"), longest);
}

static void
add_level_series (SeidelTimingPicture *picture, SeidelDirection direction)
{
  SeidelPlot *plot = picture->levels[direction];
  bool rows = rows_of (&picture->samples[direction], 0) >= 0;
  SeidelSeries *series;

  seidel_axis_init (&plot->y, picture->logarithmic, rows,
                    rows ? SEIDEL_UNIT_NONE : SEIDEL_UNIT_SECONDS);
  plot->has_right = rows;
  if (rows)
    {
      series = seidel_plot_add (plot, seidel_series_new (_ ("Rows"), sample_rows_cb,
                                                         &picture->samples[direction]));
      series->kind = SEIDEL_SERIES_BARS;
      series->ink = (SeidelInk){ SEIDEL_INK_DIM, 0, 0.5 };
    }
  series = seidel_plot_add (plot, seidel_series_new (_ ("Measured time"), sample_level_cb,
                                                     &picture->samples[direction]));
  series->kind = SEIDEL_SERIES_MEANS;
  series->ink = seidel_ink_series (picture->color_index);
  series->right = rows;
}

/* Which rows are in the timed levels: those of a schedule only when it is the one swept by. */
static void
learn_levels (SeidelTimingPicture *picture, SeidelDirection direction)
{
  struct SeidelTimingLevels *levels = &picture->samples[direction];
  const SeidelSchedule *schedule = picture->schedules[direction];

  levels->schedule = !picture->colors && schedule != NULL && schedule->count == levels->times->count
                       ? schedule
                       : NULL;
}

/* What is timed one by one: levels, colours, passes. */
static const struct
{
  const char *titles[2]; /* by direction */
  const char *x_label;
  const char *rows;
} timed_parts[] = {
  { { N_ ("Forward sweep: time of each level"), N_ ("Backward sweep: time of each level") },
    N_ ("Level"),
    N_ ("Rows in the level") },
  { { N_ ("Forward sweep: time of each colour"), N_ ("Backward sweep: time of each colour") },
    N_ ("Colour"),
    N_ ("Rows in the colour") },
  { { N_ ("Forward sweep: time of each pass"), N_ ("Backward sweep: time of each pass") },
    N_ ("Pass"),
    N_ ("Rows updated") },
};

static void
name_levels (SeidelTimingPicture *picture, SeidelDirection direction)
{
  SeidelPlot *plot = picture->levels[direction];
  const SeidelLevelTimes *times = picture->samples[direction].times;
  const int what = times->passes ? 2 : picture->colors ? 1 : 0;
  g_autofree char *timed = seidel_level_times_describe (times);
  g_autofree char *title =
    g_strdup_printf (_ ("%s, median of %s"), _ (timed_parts[what].titles[direction]), timed);

  seidel_plot_set_text (&plot->title, title);
  seidel_plot_set_text (&plot->x_label, _ (timed_parts[what].x_label));
  seidel_plot_set_text (&plot->y_label, times->passes || plot->has_right
                                          ? _ (timed_parts[what].rows)
                                          : _ ("Measured time"));
}

/* The times of all levels have changed, not only grown at the end: all of them are processed again.
 */
static void
reread_levels (SeidelPlot *plot, int32_t n_levels)
{
  SeidelSeries *times = g_ptr_array_index (plot->series, plot->series->len - 1);

  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (plot->series, i);

      seidel_series_update (series, 0);
      seidel_series_update (series, (size_t) n_levels);
    }
  seidel_plot_update_ranges (plot, false);
  /* Levels differ by nature: only outliers among many levels are cut. */
  if (times->count >= FEWEST_TO_CUT && times->bounds.y_high > 3.0 * quantile (times, 0.98))
    cut_spikes (plot, times->right ? &plot->right : &plot->y, times, 1.5 * quantile (times, 0.98));
  else
    seidel_plot_set_text (&plot->note, NULL);
}

/* Returns whether the plot has anything to show; news is set when that changed. */
static bool
update_levels (SeidelTimingPicture *picture, SeidelDirection direction, bool *news)
{
  SeidelPlot *plot = picture->levels[direction];
  struct SeidelTimingLevels *levels = &picture->samples[direction];
  int64_t version = seidel_trace_level_version (picture->trace, direction);
  SeidelLevelTimes *times;

  if (plot->y.logarithmic != picture->logarithmic)
    {
      seidel_axis_set_logarithmic (&plot->y, picture->logarithmic);
      seidel_axis_set_logarithmic (&plot->right, picture->logarithmic);
      levels->version = 0;
    }
  if (version == levels->version)
    return levels->times != NULL;

  times = seidel_trace_level_times (picture->trace, direction);
  if (times == NULL)
    return levels->times != NULL;
  g_clear_pointer (&levels->times, seidel_level_times_free);
  levels->times = times;
  levels->version = version;
  learn_levels (picture, direction);
  if (plot->series->len == 0)
    add_level_series (picture, direction);
  name_levels (picture, direction);
  reread_levels (plot, times->count);
  *news = true;
  return true;
}

static void
set_sweep_ranges (SeidelTimingPicture *picture, bool live)
{
  SeidelPlot *plot = picture->sweeps;
  const SeidelSeries *sweeps = g_ptr_array_index (plot->series, 0);
  double limit = fmax (3.0 * quantile (sweeps, 0.5), 1.2 * quantile (sweeps, 0.9));

  seidel_axis_set_logarithmic (&plot->y, picture->logarithmic);
  seidel_plot_update_ranges (plot, live);
  cut_spikes (plot, &plot->y, sweeps, limit);
}

bool
seidel_timing_picture_update (SeidelTimingPicture *picture, bool live)
{
  SeidelFigure *figure = picture->figure;
  SeidelSeries *sweeps;
  bool news = live;

  if (picture->trace == NULL)
    return false;
  for (guint phase = 0; phase < SEIDEL_N_PHASES; phase++)
    picture->parts[phase + 1] = seidel_trace_phase_seconds (picture->trace, (SeidelPhase) phase);
  picture->has_device = seidel_trace_device (picture->trace, &picture->device);

  sweeps = g_ptr_array_index (picture->sweeps->series, 0);
  sweeps->ink = seidel_ink_series (picture->color_index);
  if (seidel_trace_n_sweeps (picture->trace) != sweeps->bounds.counted)
    {
      seidel_series_update (sweeps, seidel_trace_n_sweeps (picture->trace));
      news = true;
    }
  set_sweep_ranges (picture, live);

  seidel_plot_set_text (&figure->title, picture->title);
  seidel_figure_clear (figure);
  seidel_figure_add_panel (figure, seidel_timing_draw_parts_cb, seidel_timing_measure_parts_cb,
                           picture);
  seidel_figure_add_plot (figure, picture->sweeps);
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    if (update_levels (picture, directions[d], &news))
      seidel_figure_add_plot (figure, picture->levels[d]);
  return news;
}

void
seidel_timing_picture_draw (gconstpointer data,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelTimingPicture *picture = data;

  seidel_figure_draw (picture->figure, cr, width, height, theme);
}

static void
append_line (GString *csv,
             const char *what,
             int64_t index,
             int64_t rows,
             double seconds,
             const SeidelLevelTime *quartiles)
{
  g_string_append_printf (csv, "%s,", what);
  if (index >= 0)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, index);
  g_string_append_c (csv, ',');
  if (rows >= 0)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, rows);
  g_string_append_c (csv, ',');
  seidel_format_append_csv_seconds (csv, seconds);
  g_string_append_c (csv, ',');
  if (quartiles != NULL)
    seidel_format_append_csv_seconds (csv, quartiles->lower);
  g_string_append_c (csv, ',');
  if (quartiles != NULL)
    seidel_format_append_csv_seconds (csv, quartiles->upper);
  g_string_append_c (csv, '\n');
}

static void
append_device (GString *csv, const SeidelTraceDevice *device)
{
  append_line (csv, "device-to", -1, -1, device->to_seconds, NULL);
  append_line (csv, "device-work", -1, -1, device->work_seconds[SEIDEL_PHASE_SOLVE], NULL);
  append_line (csv, "device-from", -1, -1, device->from_seconds, NULL);
}

char *
seidel_timing_picture_to_csv (const SeidelTimingPicture *picture)
{
  g_autoptr (GString) csv = g_string_new ("what,index,rows,seconds,lower,upper\n");
  const SeidelSeries *sweeps;

  if (picture->trace == NULL || picture->sweeps->series->len == 0)
    return NULL;
  for (guint part = 0; part < SEIDEL_TIMING_N_PARTS; part++)
    append_line (csv, seidel_timing_part_id (part), -1, -1, picture->parts[part], NULL);
  if (picture->has_device)
    append_device (csv, &picture->device);
  sweeps = g_ptr_array_index (picture->sweeps->series, 0);
  for (size_t i = 0; i < sweeps->count; i++)
    {
      SeidelTraceSweep sweep = seidel_trace_sweep (picture->trace, i);

      append_line (csv, "sweep", sweep.iteration, -1, sweep.seconds, NULL);
    }
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      const struct SeidelTimingLevels *levels = &picture->samples[d];
      g_autofree char *what = NULL;

      if (levels->times == NULL)
        continue;
      what = g_strdup_printf ("%s-%s",
                              levels->times->passes ? "pass"
                              : picture->colors     ? "color"
                                                    : "level",
                              direction_ids[d]);
      for (int32_t l = 0; l < levels->times->count; l++)
        append_line (csv, what, l + 1, rows_of (levels, l), levels->times->times[l].median,
                     &levels->times->times[l]);
    }
  return g_string_free (g_steal_pointer (&csv), FALSE);
}

/* The plot's own title, and what its curve shows. */
static void
describe_levels (GString *text, const SeidelTimingPicture *picture, SeidelDirection direction)
{
  const SeidelPlot *plot = picture->levels[direction];
  const SeidelSeries *times = g_ptr_array_index (plot->series, plot->series->len - 1);
  g_autofree char *count = seidel_format_count ((int64_t) times->count);
  g_autofree char *sum = NULL, *longest = NULL, *where = NULL;
  double x, seconds, total = 0.0, most = -1.0, at = 0.0;

  for (size_t i = 0; i < times->count; i++)
    {
      times->sample (times->data, i, &x, &seconds);
      total += seconds;
      at = seconds > most ? x : at;
      most = fmax (most, seconds);
    }
  sum = seidel_format_seconds (total, 3);
  longest = seidel_format_seconds (most, 3);
  where = seidel_format_count ((int64_t) at);
  g_string_append_printf (text, _ (" %s: %s in all, %s; longest: %s, number %s."), plot->title,
                          count, sum, longest, where);
}

char *
seidel_timing_picture_describe (const SeidelTimingPicture *picture)
{
  g_autofree char *total = seidel_format_seconds (seidel_timing_total_seconds (picture), 3);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *device = seidel_timing_device_text (picture);

  if (picture->trace == NULL)
    return g_strdup (picture->figure->empty);
  g_string_append_printf (text, _ ("%s in all:"), total);
  for (guint part = 0; part < SEIDEL_TIMING_N_PARTS; part++)
    {
      g_autofree char *line = seidel_timing_part_text (picture, part);

      if (seidel_timing_names_part (picture, part))
        g_string_append_printf (text, "%s %s", part > 0 ? ";" : "", line);
    }
  g_string_append_c (text, '.');
  if (device != NULL)
    g_string_append_printf (text, " %s.", device);
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    if (picture->samples[d].times != NULL)
      describe_levels (text, picture, directions[d]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
