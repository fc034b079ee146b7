/* Rows per level, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-levels-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-threads.h"
#include "draw/seidel-level-lines.h"

/* Of the series colours; the other one where the first is that of the run. */
#define WASTEFUL_COLOR       1
#define OTHER_WASTEFUL_COLOR 3

SeidelLevelsPicture *
seidel_levels_picture_new (void)
{
  SeidelLevelsPicture *picture = g_new0 (SeidelLevelsPicture, 1);

  picture->show[SEIDEL_DIRECTION_FORWARD] = true;
  picture->rows = true;
  picture->threads = seidel_threads_processors ();
  picture->caption = true;
  picture->figure = seidel_figure_new ();
  picture->figure->linked = true;
  picture->figure->empty = g_strdup (_ ("There are no levels to show"));
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      SeidelPlot *plot = seidel_plot_new ();

      seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
      seidel_axis_init (&plot->y, false, true, SEIDEL_UNIT_NONE);
      seidel_axis_init (&plot->right, false, false, SEIDEL_UNIT_PERCENT);
      plot->from_zero = true;
      plot->x_label = g_strdup (_ ("Level"));
      picture->plots[d] = plot;
    }
  return picture;
}

static void
clear_data (SeidelLevelsPicture *picture)
{
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      seidel_plot_clear_series (picture->plots[d]);
      g_clear_pointer (&picture->schedules[d], seidel_schedule_unref);
      g_clear_pointer (&picture->cumulated[d], g_free);
      g_clear_pointer (&picture->selected[d], g_free);
      seidel_level_measures_clear (&picture->measures[d]);
    }
  seidel_figure_clear (picture->figure);
  g_clear_pointer (&picture->title, g_free);
}

void
seidel_levels_picture_free (SeidelLevelsPicture *picture)
{
  if (picture == NULL)
    return;
  clear_data (picture);
  g_clear_pointer (&picture->trace, seidel_trace_unref);
  g_free (picture->run);
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    seidel_plot_free (picture->plots[d]);
  seidel_figure_free (picture->figure);
  g_free (picture);
}

static double *
cumulate (const SeidelSchedule *schedule)
{
  double *percent = g_try_new (double, MAX (schedule->count, 1));
  int64_t sum = 0;

  for (int32_t l = 0; l < schedule->count && percent != NULL; l++)
    {
      sum += schedule->level_rows[l];
      percent[l] = 100.0 * (double) sum / (double) MAX (schedule->rows, 1);
    }
  return percent;
}

void
seidel_levels_picture_set_schedules (SeidelLevelsPicture *picture,
                                     const char *title,
                                     SeidelSchedule *forward,
                                     SeidelSchedule *backward)
{
  SeidelSchedule *schedules[] = { forward, backward };

  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    if (schedules[d] != NULL)
      seidel_schedule_ref (schedules[d]);
  clear_data (picture);
  picture->title = g_strdup (title);
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      picture->schedules[d] = schedules[d];
      if (schedules[d] != NULL)
        picture->cumulated[d] = cumulate (schedules[d]);
      /* Without room for its numbers a direction is not shown. */
      if (picture->cumulated[d] == NULL)
        g_clear_pointer (&picture->schedules[d], seidel_schedule_unref);
      seidel_axis_fit (&picture->plots[d]->x);
      seidel_axis_fit (&picture->plots[d]->y);
    }
}

static void
sample_rows_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSchedule *schedule = data;

  *x = (double) (i + 1);
  *y = (double) schedule->level_rows[i];
}

static void
sample_nonzeros_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSchedule *schedule = data;

  *x = (double) (i + 1);
  *y = (double) schedule->level_nonzeros[i];
}

static void
sample_cumulated_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const double *percent = data;

  *x = (double) (i + 1);
  *y = percent[i];
}

static void
sample_selected_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSelectedLevel *selected = data;

  *x = (double) selected[i].level;
  *y = (double) selected[i].rows;
}

/* A series whose data are about to go. */
static void
drop_series (SeidelPlot *plot, SeidelSampleFunc sample)
{
  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (series->sample == sample)
        g_ptr_array_remove_index (plot->series, i--);
    }
}

void
seidel_levels_picture_set_selected (SeidelLevelsPicture *picture,
                                    SeidelDirection direction,
                                    const int64_t *level_rows)
{
  const SeidelSchedule *schedule = picture->schedules[direction];
  const int32_t count = schedule != NULL && level_rows != NULL ? schedule->count : 0;
  SeidelSelectedLevel *selected = NULL;
  int32_t n = 0;

  for (int32_t l = 0; l < count; l++)
    n += level_rows[l] > 0;
  if (n > 0)
    selected = g_try_new (SeidelSelectedLevel, n);
  n = 0;
  for (int32_t l = 0; l < count && selected != NULL; l++)
    if (level_rows[l] > 0)
      selected[n++] = (SeidelSelectedLevel){ l + 1, level_rows[l] };
  drop_series (picture->plots[direction], sample_selected_cb);
  g_free (picture->selected[direction]);
  picture->selected[direction] = selected;
  picture->n_selected[direction] = n;
}

void
seidel_levels_picture_set_run (SeidelLevelsPicture *picture,
                               const char *title,
                               SeidelTrace *trace,
                               int threads,
                               SeidelPrecision precision,
                               unsigned int color_index)
{
  if (trace != NULL)
    seidel_trace_ref (trace);
  if (trace != picture->trace)
    for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
      {
        seidel_plot_clear_series (picture->plots[d]);
        seidel_axis_fit (&picture->plots[d]->right);
        seidel_level_measures_clear (&picture->measures[d]);
      }
  g_clear_pointer (&picture->trace, seidel_trace_unref);
  g_free (picture->run);
  picture->trace = trace;
  picture->run = g_strdup (title);
  picture->threads = trace != NULL ? threads : seidel_threads_processors ();
  picture->value_bytes = precision == SEIDEL_PRECISION_DOUBLE ? 8 : 4;
  picture->color_index = color_index;
}

void
seidel_levels_picture_set_machine (SeidelLevelsPicture *picture,
                                   const SeidelMachine *machine,
                                   const SeidelDeviceCapacity *device)
{
  picture->machine = machine != NULL ? *machine : (SeidelMachine){ 0 };
  picture->device = device != NULL ? *device : (SeidelDeviceCapacity){ 0 };
}

SeidelLevelMeasure
seidel_levels_picture_measure (const SeidelLevelsPicture *picture, SeidelDirection direction)
{
  return picture->measure < SEIDEL_LEVEL_DONE && picture->measures[direction].times == NULL
           ? SEIDEL_LEVEL_DONE
           : picture->measure;
}

/* Adds a series, taking over the one of before when it shows the same: it keeps what was hidden
 * and, unless its data are new, its bounds: looking at millions of levels again would be felt. */
static SeidelSeries *
add_series (SeidelPlot *plot,
            GPtrArray *before,
            const char *name,
            SeidelSampleFunc sample,
            gconstpointer data,
            size_t count,
            bool updated)
{
  SeidelSeries *series = NULL;

  for (guint i = 0; i < before->len && series == NULL; i++)
    {
      const SeidelSeries *old = g_ptr_array_index (before, i);

      if (old->sample == sample && old->data == data)
        series = g_ptr_array_steal_index (before, i);
    }
  if (series == NULL)
    {
      series = seidel_series_new (name, sample, data);
      series->kind = SEIDEL_SERIES_BARS;
    }
  else if (updated)
    seidel_series_update (series, 0);
  seidel_series_update (series, count);
  return seidel_plot_add (plot, series);
}

static SeidelInk
ink_of (const SeidelLevelsPicture *picture, SeidelDirection direction, SeidelSampleFunc sample)
{
  bool timed = picture->measures[direction].times != NULL;

  /* Curves of a run have its colour; the rows are no run's. */
  if (sample == sample_cumulated_cb)
    return (SeidelInk){ SEIDEL_INK_FOREGROUND, 0, 0.8 };
  if (sample == seidel_level_measures_sample_wasteful)
    return (SeidelInk){ SEIDEL_INK_SERIES,
                        picture->color_index % SEIDEL_THEME_N_SERIES == WASTEFUL_COLOR
                          ? OTHER_WASTEFUL_COLOR
                          : WASTEFUL_COLOR,
                        0.75 };
  if ((sample == sample_nonzeros_cb && picture->rows) || timed)
    return (SeidelInk){ SEIDEL_INK_DIM, 0, 0.55 };
  return seidel_ink_series (direction == SEIDEL_DIRECTION_FORWARD ? 0 : 1);
}

/* The curve of what was measured, and its quartiles where it has them. */
static void
add_measured (SeidelLevelsPicture *picture,
              SeidelDirection direction,
              SeidelLevelMeasure measure,
              GPtrArray *before,
              bool updated)
{
  SeidelLevelMeasures *measures = &picture->measures[direction];

  for (int quartile = -1; quartile <= 1; quartile++)
    {
      SeidelSampleFunc sample = seidel_level_measure_sample (measure, quartile);
      const char *name = quartile < 0   ? _ ("Lower quartile")
                         : quartile > 0 ? _ ("Upper quartile")
                                        : _ (seidel_level_measure_info (measure)->name);
      SeidelSeries *series;

      if (sample == NULL)
        continue;
      series = add_series (picture->plots[direction], before, name, sample, measures,
                           (size_t) measures->times->count, updated);
      series->kind = quartile == 0 ? SEIDEL_SERIES_MEANS : SEIDEL_SERIES_LINE;
      series->right = true;
      series->in_legend = quartile == 0;
      series->ink = seidel_ink_series (picture->color_index);
      series->ink.alpha = quartile == 0 ? 1.0 : 0.35;
    }
}

static void
add_cumulated (SeidelLevelsPicture *picture, SeidelDirection direction, GPtrArray *before)
{
  SeidelSeries *series = add_series (picture->plots[direction], before, _ ("Rows completed so far"),
                                     sample_cumulated_cb, picture->cumulated[direction],
                                     (size_t) picture->schedules[direction]->count, false);

  series->kind = SEIDEL_SERIES_LINE;
  series->right = true;
  series->ink = ink_of (picture, direction, series->sample);
}

/* The rows of a level, of those that are wasteful once more in a colour of their own. */
static void
add_rows (SeidelLevelsPicture *picture, SeidelDirection direction, GPtrArray *before, bool updated)
{
  SeidelLevelMeasures *measures = &picture->measures[direction];
  SeidelSchedule *schedule = picture->schedules[direction];
  SeidelPlot *plot = picture->plots[direction];
  SeidelSeries *series;

  series = add_series (plot, before, _ ("Rows"), sample_rows_cb, schedule, (size_t) schedule->count,
                       false);
  series->ink = ink_of (picture, direction, series->sample);
  if (measures->n_wasteful == 0)
    return;
  series = add_series (plot, before, _ ("Rows of levels at less than half the best rate"),
                       seidel_level_measures_sample_wasteful, measures,
                       (size_t) measures->n_wasteful, updated);
  seidel_plot_set_text (&series->brief, _ ("wasteful"));
  series->ink = ink_of (picture, direction, series->sample);
}

/* Over all other bars. */
static void
add_selected (SeidelLevelsPicture *picture, SeidelDirection direction, GPtrArray *before)
{
  SeidelSeries *series;

  if (picture->selected[direction] == NULL)
    return;
  series =
    add_series (picture->plots[direction], before,
                picture->selected_name != NULL ? picture->selected_name : _ ("Selected rows"),
                sample_selected_cb, picture->selected[direction],
                (size_t) picture->n_selected[direction], false);
  seidel_plot_set_text (&series->brief, _ ("selected"));
  series->ink = (SeidelInk){ SEIDEL_INK_LIT, 0, 1.0 };
}

static char *
head_of_plot (const SeidelLevelsPicture *picture, SeidelDirection direction)
{
  const char *name = seidel_levels_direction_name (direction);
  const SeidelLevelTimes *times = picture->measures[direction].times;
  g_autofree char *timed = times != NULL ? seidel_levels_describe_timed (picture, times) : NULL;

  if (timed == NULL)
    return g_strdup (name);
  return picture->run != NULL
           ? g_strdup_printf (_ ("%s, median of %s: run %s"), name, timed, picture->run)
           : g_strdup_printf (_ ("%s, median of %s"), name, timed);
}

/* The axes, their labels and the line of the threads. */
static void
dress_plot (SeidelLevelsPicture *picture, SeidelDirection direction, SeidelLevelMeasure measure)
{
  const SeidelLevelMeasureInfo *info = seidel_level_measure_info (measure);
  SeidelPlot *plot = picture->plots[direction];
  bool both = picture->rows && picture->nonzeros;
  g_autofree char *title = head_of_plot (picture, direction);

  seidel_plot_set_text (&plot->title, title);
  seidel_plot_set_text (&plot->read_as, picture->show[0] && picture->show[1]
                                          ? seidel_levels_direction_name (direction)
                                          : NULL);
  seidel_plot_set_text (&plot->y_label, both                ? _ ("Rows and entries")
                                        : picture->nonzeros ? _ ("Entries in the level")
                                                            : _ ("Rows in the level"));
  seidel_plot_set_text (&plot->right_label, info->label != NULL ? _ (info->label) : NULL);
  plot->has_right = measure != SEIDEL_LEVEL_NOTHING;
  if (plot->right.unit != info->unit)
    seidel_axis_init (&plot->right, false, false, info->unit);
  seidel_axis_set_logarithmic (&plot->y, picture->logarithmic);
  seidel_axis_set_logarithmic (&plot->right, picture->logarithmic && measure != SEIDEL_LEVEL_DONE);
  seidel_plot_clear_guides (plot);
  seidel_level_lines_add (picture, direction, measure);
}

static void
fill_plot (SeidelLevelsPicture *picture, SeidelDirection direction)
{
  SeidelPlot *plot = picture->plots[direction];
  SeidelSchedule *schedule = picture->schedules[direction];
  bool updated =
    picture->trace != NULL
    && seidel_level_measures_read (&picture->measures[direction], picture->trace, schedule,
                                   MAX (picture->threads, 1), picture->value_bytes);
  SeidelLevelMeasure measure = seidel_levels_picture_measure (picture, direction);
  g_autoptr (GPtrArray) before = plot->series;

  plot->series = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_series_free);
  dress_plot (picture, direction, measure);
  if (picture->nonzeros)
    add_series (plot, before, _ ("Entries"), sample_nonzeros_cb, schedule, (size_t) schedule->count,
                false)
      ->ink = ink_of (picture, direction, sample_nonzeros_cb);
  if (picture->rows)
    add_rows (picture, direction, before, updated);
  if (picture->rows)
    add_selected (picture, direction, before);
  if (measure == SEIDEL_LEVEL_DONE)
    add_cumulated (picture, direction, before);
  else if (measure != SEIDEL_LEVEL_NOTHING)
    add_measured (picture, direction, measure, before, updated);
  plot->ranged = false;
  seidel_plot_update_ranges (plot, false);
}

bool
seidel_levels_picture_update_live (SeidelLevelsPicture *picture)
{
  bool news = false;

  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD;
       d <= SEIDEL_DIRECTION_BACKWARD && picture->trace != NULL; d++)
    news = news
           || (seidel_levels_picture_shows (picture, d)
               && seidel_trace_level_version (picture->trace, d) != picture->measures[d].version);
  if (news)
    seidel_levels_picture_update (picture);
  return news;
}

static void
draw_statistics_cb (gconstpointer data,
                    cairo_t *cr,
                    double width,
                    double height,
                    const SeidelTheme *theme)
{
  seidel_levels_lay_statistics (data, cr, width, theme);
}

static double
measure_statistics_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return seidel_levels_lay_statistics (data, NULL, width, theme) + theme->font_size * 0.4;
}

void
seidel_levels_picture_update (SeidelLevelsPicture *picture)
{
  SeidelFigure *figure = picture->figure;
  guint n_shown = 0;
  double last = 0.0;

  seidel_figure_clear (figure);
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      if (!seidel_levels_picture_shows (picture, d))
        continue;
      fill_plot (picture, d);
      picture->plots[d]->unnumbered = picture->withheld;
      seidel_figure_add_plot (figure, picture->plots[d]);
      last = fmax (last, picture->plots[d]->x.full_high);
      n_shown++;
    }
  /* One scale of levels for both directions, though one may have more of them. */
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD && n_shown > 1;
       d++)
    seidel_axis_set_full (&picture->plots[d]->x, 0.5, last);
  seidel_plot_set_text (&figure->title, picture->caption && n_shown > 0 ? picture->title : NULL);
  if (picture->caption && n_shown > 0)
    seidel_figure_add_panel (figure, draw_statistics_cb, measure_statistics_cb, picture);
}

void
seidel_levels_picture_draw (gconstpointer data,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelLevelsPicture *picture = data;

  seidel_figure_draw (picture->figure, cr, width, height, theme);
}
