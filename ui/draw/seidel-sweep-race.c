/* The error of a race, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-race.h"

#include <glib/gi18n.h>

#define SHARE 0.36 /* of the width of a picture */
#define LEAST 20.0 /* sizes of the font that its axes and their names leave room for a curve in */

static void
sample_error_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelSweepRace *race = data;

  *x = (double) i;
  *y = race->errors[i];
}

static void
sample_flawed_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelPlayback *playback = ((const SeidelSweepRace *) data)->playback;

  *x = (double) i;
  *y =
    100.0 * (double) (playback->stale[i] + playback->wrong[i]) / (double) MAX (playback->rows, 1);
}

static void
make_plot (SeidelSweepRace *race)
{
  SeidelPlot *plot = seidel_plot_new ();
  SeidelSeries *error = seidel_series_new (_ ("Error"), sample_error_cb, race);
  SeidelSeries *flawed = seidel_series_new (_ ("Rows that are not right"), sample_flawed_cb, race);
  const size_t n = (size_t) race->playback->steps + 1;

  race->plot = plot;
  seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, false, false, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->right, false, false, SEIDEL_UNIT_PERCENT);
  plot->from_zero = true;
  plot->has_right = true;
  plot->x_label = g_strdup (_ ("Pass"));
  plot->y_label = g_strdup (_ ("Relative error against the ordered sweep"));
  plot->right_label = g_strdup (_ ("Rows that are not right"));
  error->ink = seidel_ink_series (3);
  flawed->ink = (SeidelInk){ SEIDEL_INK_FOREGROUND, 0, 0.6 };
  flawed->right = true;
  seidel_plot_add (plot, error);
  seidel_plot_add (plot, flawed);
  /* The axes are those of all steps from the beginning. */
  seidel_series_update (error, n);
  seidel_series_update (flawed, n);
  seidel_plot_update_ranges (plot, false);
  race->figure = seidel_figure_new ();
  seidel_figure_add_plot (race->figure, plot);
}

SeidelSweepRace *
seidel_sweep_race_new (SeidelPlayback *playback,
                       const SeidelCsr *csr,
                       const double *b,
                       const double *before)
{
  SeidelSweepRace *race = g_new0 (SeidelSweepRace, 1);

  race->playback = seidel_playback_ref (playback);
  race->errors = g_try_new (double, playback->steps + 1);
  if (race->errors == NULL
      || !seidel_playback_errors (playback, csr, b, before, race->errors, NULL))
    {
      seidel_sweep_race_free (race);
      return NULL;
    }
  make_plot (race);
  return race;
}

void
seidel_sweep_race_free (SeidelSweepRace *race)
{
  seidel_playback_unref (race->playback);
  g_clear_pointer (&race->figure, seidel_figure_free);
  g_clear_pointer (&race->plot, seidel_plot_free);
  g_free (race->errors);
  g_free (race);
}

void
seidel_sweep_race_set_step (SeidelSweepRace *race, int64_t step)
{
  for (guint i = 0; i < race->plot->series->len; i++)
    ((SeidelSeries *) g_ptr_array_index (race->plot->series, i))->count = (size_t) step + 1;
}

double
seidel_sweep_race_width_beside (const SeidelSweepRace *race, double width, const SeidelTheme *theme)
{
  return race != NULL && width * SHARE >= LEAST * theme->font_size ? width * (1.0 - SHARE) : width;
}

void
seidel_sweep_race_draw (const SeidelSweepRace *race,
                        cairo_t *cr,
                        double width,
                        double top,
                        double height,
                        const SeidelTheme *theme)
{
  const double left = seidel_sweep_race_width_beside (race, width, theme);

  if (left >= width)
    return;
  cairo_save (cr);
  cairo_translate (cr, left, top);
  seidel_figure_draw (race->figure, cr, width - left, height - top, theme);
  cairo_restore (cr);
}
