/* What the machine can reach, as lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-level-lines.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"

static double
sweep_bytes (const SeidelSchedule *schedule, int value_bytes)
{
  double bytes = 0.0;

  for (int32_t l = 0; l < schedule->count; l++)
    bytes += seidel_level_bytes (schedule, l, value_bytes);
  return bytes;
}

/* Rows that are computed at once. */
static void
add_workers (const SeidelLevelsPicture *picture, SeidelPlot *plot)
{
  const bool device = picture->threads == 0;
  const int64_t workers = device ? picture->device.warps : picture->threads;
  g_autofree char *count = seidel_format_count (workers);
  g_autofree char *label =
    g_strdup_printf (device ? _ ("%s resident warps") : _ ("%s threads"), count);

  if (workers > 1 && picture->rows)
    seidel_plot_add_guide (plot, (double) workers, label,
                           (SeidelInk){ SEIDEL_INK_FOREGROUND, 0, 0.7 });
}

/* Bytes a second: of the host as measured, in memory as large as what a sweep reads. */
static double
bandwidth_of (const SeidelLevelsPicture *picture, double bytes)
{
  if (picture->threads == 0)
    return picture->device.bandwidth;
  return picture->machine.threads > 0
           ? seidel_machine_bandwidth (&picture->machine, bytes, picture->threads)
           : 0.0;
}

static void
add_bandwidth (const SeidelLevelsPicture *picture, SeidelDirection direction, bool rows)
{
  const SeidelSchedule *schedule = picture->schedules[direction];
  const double bytes = sweep_bytes (schedule, picture->value_bytes);
  const double bandwidth = bandwidth_of (picture, bytes);
  const double per_row = bytes / (double) MAX (schedule->rows, 1);
  g_autofree char *value = seidel_format_value (bandwidth * 1e-9, 3);
  g_autofree char *label =
    g_strdup_printf (picture->threads == 0 ? _ ("memory at its peak of %s GB/s")
                                           : _ ("memory at %s GB/s, as measured"),
                     value);

  if (bandwidth > 0.0)
    seidel_plot_add_right_guide (picture->plots[direction],
                                 rows ? bandwidth / per_row * 1e-6 : bandwidth * 1e-9, label,
                                 seidel_ink_series (picture->color_index));
}

static void
add_barrier (const SeidelLevelsPicture *picture, SeidelPlot *plot)
{
  const double seconds = picture->machine.meeting;
  g_autofree char *value = seidel_format_seconds (seconds, 2);
  g_autofree char *label = g_strdup_printf (_ ("a barrier: %s"), value);

  if (picture->threads > 1 && seconds > 0.0)
    seidel_plot_add_right_guide (plot, seconds, label, seidel_ink_series (picture->color_index));
}

void
seidel_level_lines_add (const SeidelLevelsPicture *picture,
                        SeidelDirection direction,
                        SeidelLevelMeasure measure)
{
  SeidelPlot *plot = picture->plots[direction];

  add_workers (picture, plot);
  if (measure == SEIDEL_LEVEL_TIME)
    add_barrier (picture, plot);
  else if (measure == SEIDEL_LEVEL_RATE || measure == SEIDEL_LEVEL_BANDWIDTH)
    add_bandwidth (picture, direction, measure == SEIDEL_LEVEL_RATE);
}
