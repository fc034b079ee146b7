/* Rows per level as text: the main numbers, a table of the levels, and the picture in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-levels-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-text.h"

static const char *const direction_ids[] = { "forward", "backward" };
static const char *const direction_names[] = { N_ ("Forward"), N_ ("Backward") };

const char *
seidel_levels_direction_name (SeidelDirection direction)
{
  return _ (direction_names[direction]);
}

bool
seidel_levels_picture_shows (const SeidelLevelsPicture *picture, SeidelDirection direction)
{
  return picture->show[direction] && picture->schedules[direction] != NULL
         && picture->schedules[direction]->count > 0;
}

char *
seidel_levels_describe_timed (const SeidelLevelsPicture *picture, const SeidelLevelTimes *times)
{
  if (picture->run != NULL)
    return seidel_level_times_describe (times);
  return g_strdup_printf (ngettext ("%d sweep by level sets beside the runs",
                                    "%d sweeps by level sets beside the runs", times->kept),
                          times->kept);
}

/* A summary line: "392 levels, widest 14 rows, …". */
static char *
statistics_line (const SeidelSchedule *schedule)
{
  g_autofree char *count = seidel_format_count (schedule->count);
  g_autofree char *widest = seidel_format_count (schedule->widest);
  g_autofree char *narrowest = seidel_format_count (schedule->narrowest);
  g_autofree char *width =
    seidel_format_value ((double) schedule->rows / MAX (schedule->count, 1), 4);
  g_autofree char *mean = seidel_format_value (seidel_schedule_mean_dependencies (schedule), 4);
  g_autofree char *most = seidel_format_count (schedule->max_dependencies);

  return g_strdup_printf (ngettext ("%s level; rows in one: widest %s, narrowest %s, mean %s; "
                                    "dependencies of a row: mean %s, most %s",
                                    "%s levels; rows in one: widest %s, narrowest %s, mean %s; "
                                    "dependencies of a row: mean %s, most %s",
                                    (unsigned long) schedule->count),
                          count, widest, narrowest, width, mean, most);
}

double
seidel_levels_lay_statistics (const SeidelLevelsPicture *picture,
                              cairo_t *cr,
                              double width,
                              const SeidelTheme *theme)
{
  SeidelTextStyle name = { .size = SEIDEL_TEXT_LABEL, .bold = TRUE };
  SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .wrap = TRUE };
  double em = theme->font_size, indent = em * 6.5, y = em * 0.2;

  style.max_width = fmax (width - indent - 24.0, em);
  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      g_autofree char *text = NULL;
      double height;

      if (!seidel_levels_picture_shows (picture, d))
        continue;
      text = statistics_line (picture->schedules[d]);
      seidel_text_measure (theme, &style, text, NULL, &height);
      if (cr != NULL)
        {
          seidel_text_draw (cr, theme, &name, seidel_levels_direction_name (d), 12.0, y);
          seidel_text_draw (cr, theme, &style, text, 12.0 + indent, y);
        }
      y += fmax (em * 1.6, height + em * 0.3);
    }
  return y;
}

static void
append_times (GString *csv, const SeidelLevelMeasures *measures, int32_t level)
{
  const SeidelLevelTimes *times = measures->times;
  const SeidelLevelTime *time;

  if (times == NULL)
    {
      g_string_append (csv, ",,,,\n");
      return;
    }
  time = &times->times[level];
  g_string_append_c (csv, ',');
  seidel_format_append_csv_seconds (csv, time->lower);
  g_string_append_c (csv, ',');
  seidel_format_append_csv_seconds (csv, time->median);
  g_string_append_c (csv, ',');
  seidel_format_append_csv_seconds (csv, time->upper);
  g_string_append_c (csv, ',');
  seidel_format_append_csv_seconds (csv, seidel_level_waste_of (&measures->waste,
                                                                measures->schedule, times, level));
  g_string_append_c (csv, '\n');
}

char *
seidel_levels_picture_to_csv (const SeidelLevelsPicture *picture)
{
  g_autoptr (GString) csv =
    g_string_new ("direction,level,rows,nonzeros,cumulative_percent,lower,median,upper,wasted\n");
  gsize header = csv->len;
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    {
      const SeidelSchedule *schedule = picture->schedules[d];

      if (!seidel_levels_picture_shows (picture, d))
        continue;
      for (int32_t l = 0; l < schedule->count; l++)
        {
          g_string_append_printf (csv, "%s,%d,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",",
                                  direction_ids[d], l + 1, schedule->level_rows[l],
                                  schedule->level_nonzeros[l]);
          g_string_append (csv, g_ascii_formatd (percent, sizeof percent, "%.8g",
                                                 picture->cumulated[d][l]));
          append_times (csv, &picture->measures[d], l);
        }
    }
  return csv->len > header ? g_string_free (g_steal_pointer (&csv), FALSE) : NULL;
}

static void
describe_times (GString *text,
                const SeidelLevelsPicture *picture,
                const SeidelLevelMeasures *measures)
{
  g_autofree char *waste = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *timed = NULL;

  if (measures->times == NULL)
    return;
  waste = seidel_level_waste_describe (&measures->waste);
  sum = seidel_format_seconds (measures->waste.seconds, 3);
  timed = seidel_levels_describe_timed (picture, measures->times);
  g_string_append_printf (text, _ (" A sweep takes %s by the median of %s; %s."), sum, timed,
                          waste);
}

char *
seidel_levels_picture_describe (const SeidelLevelsPicture *picture)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (SeidelDirection d = SEIDEL_DIRECTION_FORWARD; d <= SEIDEL_DIRECTION_BACKWARD; d++)
    if (seidel_levels_picture_shows (picture, d))
      {
        g_autofree char *line = statistics_line (picture->schedules[d]);

        g_string_append_printf (text, "%s%s: %s.", text->len > 0 ? " " : "",
                                seidel_levels_direction_name (d), line);
        describe_times (text, picture, &picture->measures[d]);
      }
  if (text->len == 0)
    g_string_append (text, picture->figure->empty);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
