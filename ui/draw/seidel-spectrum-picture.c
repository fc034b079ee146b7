/* Ritz values of a run, and the bound of its convergence that they give.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-spectrum-picture.h"

#include <math.h>
#include <stdlib.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"

/* Iterations whose values are drawn, evenly spread, and values of each: what is computed for a
 * frame takes some milliseconds. */
#define MOST_COLUMNS 60
#define MOST_STEPS   300

/* Points of the convergence curve. */
#define MOST_POINTS 2000

/* The quotient of the largest and the smallest value from which the axis is logarithmic at first.
 */
#define WIDE 100.0

static void
sample_point (gconstpointer data, size_t i, double *x, double *y)
{
  const GArray *points = data;
  const SeidelRitzPoint *point = &g_array_index (points, SeidelRitzPoint, i);

  *x = point->x;
  *y = point->y;
}

static void
make_spectrum_plot (SeidelSpectrumPicture *picture)
{
  SeidelPlot *plot = seidel_plot_new ();
  SeidelSeries *series;

  picture->spectrum = plot;
  seidel_axis_init (&plot->x, false, false, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, false, true, SEIDEL_UNIT_NONE);
  series =
    seidel_plot_add (plot, seidel_series_new (_ ("Ritz values"), sample_point, picture->values));
  series->kind = SEIDEL_SERIES_POINTS;
  series->in_legend = false;
}

static void
make_convergence_plot (SeidelSpectrumPicture *picture)
{
  SeidelPlot *plot = seidel_plot_new ();
  SeidelSeries *series;

  picture->convergence = plot;
  plot->legend = true;
  seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, true, false, SEIDEL_UNIT_NONE);
  seidel_plot_set_text (&plot->title, _ ("Convergence"));
  seidel_plot_set_text (&plot->x_label, _ ("Iteration"));
  seidel_plot_set_text (&plot->y_label, _ ("Relative residual"));
  seidel_plot_add (plot, seidel_series_new (_ ("Residual"), sample_point, picture->residuals));
  series =
    seidel_plot_add (plot, seidel_series_new (_ ("Bound by √κ"), sample_point, picture->bounds));
  series->ink = (SeidelInk){ SEIDEL_INK_DIM, 0, 1.0 };
}

SeidelSpectrumPicture *
seidel_spectrum_picture_new (void)
{
  SeidelSpectrumPicture *picture = g_new0 (SeidelSpectrumPicture, 1);

  picture->values = g_array_new (FALSE, FALSE, sizeof (SeidelRitzPoint));
  picture->residuals = g_array_new (FALSE, FALSE, sizeof (SeidelRitzPoint));
  picture->bounds = g_array_new (FALSE, FALSE, sizeof (SeidelRitzPoint));
  picture->figure = seidel_figure_new ();
  picture->figure->empty = g_strdup (_ ("No run is selected"));
  make_spectrum_plot (picture);
  make_convergence_plot (picture);
  return picture;
}

void
seidel_spectrum_picture_free (SeidelSpectrumPicture *picture)
{
  if (picture == NULL)
    return;
  seidel_figure_free (picture->figure);
  seidel_plot_free (picture->spectrum);
  seidel_plot_free (picture->convergence);
  g_array_unref (picture->values);
  g_array_unref (picture->residuals);
  g_array_unref (picture->bounds);
  g_clear_pointer (&picture->trace, seidel_trace_unref);
  g_free (picture->title);
  g_free (picture);
}

void
seidel_spectrum_picture_set_run (SeidelSpectrumPicture *picture,
                                 const char *title,
                                 SeidelTrace *trace,
                                 guint color_index)
{
  const bool other = trace != picture->trace;

  seidel_plot_set_text (&picture->title, title);
  picture->color_index = color_index;
  if (!other)
    return;
  g_clear_pointer (&picture->trace, seidel_trace_unref);
  if (trace != NULL)
    picture->trace = seidel_trace_ref (trace);
  picture->projection = (SeidelProjection){ 0 };
  picture->extremes = (SeidelRitzExtremes){ 0 };
  g_array_set_size (picture->values, 0);
  for (int i = 0; i < 2; i++)
    {
      SeidelPlot *plot = i == 0 ? picture->spectrum : picture->convergence;

      seidel_axis_fit (&plot->x);
      seidel_axis_fit (&plot->y);
      plot->ranged = false;
    }
}

static int
compare_points (const void *one, const void *other)
{
  const SeidelRitzPoint *a = one;
  const SeidelRitzPoint *b = other;

  return a->x != b->x ? (a->x < b->x ? -1 : 1) : (a->y > b->y) - (a->y < b->y);
}

static bool
is_complex (const SeidelSpectrumPicture *picture)
{
  return picture->projection.kind == SEIDEL_PROJECTION_ARNOLDI;
}

/* The values after a step: on the height of its iteration, or in the plane. */
static void
add_values (SeidelSpectrumPicture *picture, size_t step)
{
  size_t n;
  g_autofree SeidelRitzValue *values =
    seidel_ritz_values (picture->trace, &picture->projection, step, &n);

  for (size_t i = 0; i < n; i++)
    {
      const SeidelRitzPoint point = { values[i].real,
                                      is_complex (picture)
                                        ? values[i].imaginary
                                        : (double) (picture->projection.first + (int64_t) step) };

      g_array_append_val (picture->values, point);
    }
}

static void
read_values (SeidelSpectrumPicture *picture)
{
  const size_t steps = MIN (picture->projection.steps, MOST_STEPS);

  g_array_set_size (picture->values, 0);
  if (is_complex (picture))
    add_values (picture, steps);
  else
    for (size_t column = 1; column <= MIN (steps, MOST_COLUMNS); column++)
      add_values (picture, steps <= MOST_COLUMNS ? column : steps * column / MOST_COLUMNS);
  qsort (picture->values->data, picture->values->len, sizeof (SeidelRitzPoint), compare_points);
}

/* The residual, and what the condition number lets expect from the projection's first step on. */
static void
read_convergence (SeidelSpectrumPicture *picture)
{
  const size_t n = seidel_trace_n_points (picture->trace);
  const double condition = picture->extremes.condition;
  const bool bounded =
    picture->projection.kind == SEIDEL_PROJECTION_CG && picture->projection.steps > 0;
  double begin = NAN;

  g_array_set_size (picture->residuals, 0);
  g_array_set_size (picture->bounds, 0);
  for (size_t i = 0; i < n; i += MAX (n / MOST_POINTS, 1))
    {
      const SeidelTracePoint point = seidel_trace_point (picture->trace, i);
      const double x = (double) (point.iteration - picture->projection.first);
      SeidelRitzPoint shown = { (double) point.iteration,
                                seidel_trace_relative (picture->trace, point.residual) };

      g_array_append_val (picture->residuals, shown);
      if (!bounded || x < 0.0 || !isfinite (condition))
        continue;
      if (isnan (begin))
        begin = shown.y;
      shown.y = begin * seidel_ritz_bound (condition, x);
      g_array_append_val (picture->bounds, shown);
    }
}

/* Which iterations the values are of, where they are not all: the method may have restarted, and
 * they are of the longest part. */
static void
set_spectrum_title (SeidelSpectrumPicture *picture, bool live)
{
  const size_t n = seidel_trace_n_points (picture->trace);
  const int64_t first = picture->projection.first;
  const int64_t last = first + (int64_t) MIN (picture->projection.steps, MOST_STEPS);
  const int64_t all = n > 0 ? seidel_trace_point (picture->trace, n - 1).iteration : 0;
  const char *what = is_complex (picture) ? _ ("Ritz values of M⁻¹ A in the complex plane")
                                          : _ ("Ritz values of M⁻¹ A after each iteration");
  g_autofree char *title = NULL;

  if (!live && (first > 0 || last < all))
    {
      g_autofree char *from = seidel_format_count (first + 1);
      g_autofree char *to = seidel_format_count (last);
      g_autofree char *of = seidel_format_count (all);

      title = g_strdup_printf (_ ("%s: iterations %s to %s of %s"), what, from, to, of);
    }
  seidel_plot_set_text (&picture->spectrum->title, title != NULL ? title : what);
}

static void
update_spectrum_plot (SeidelSpectrumPicture *picture, bool live)
{
  SeidelPlot *plot = picture->spectrum;
  SeidelSeries *series = g_ptr_array_index (plot->series, 0);
  const bool positive = picture->values->len > 0 && !is_complex (picture)
                        && g_array_index (picture->values, SeidelRitzPoint, 0).x > 0.0;

  series->ink = seidel_ink_series (picture->color_index);
  seidel_axis_set_logarithmic (&plot->x, picture->logarithmic && positive);
  set_spectrum_title (picture, live);
  seidel_plot_set_text (&plot->x_label, is_complex (picture) ? _ ("Real part") : _ ("Ritz value"));
  seidel_plot_set_text (&plot->y_label,
                        is_complex (picture) ? _ ("Imaginary part") : _ ("Iteration"));
  plot->y.integral = !is_complex (picture);
  seidel_series_update (series, 0);
  seidel_series_update (series, picture->values->len);
  seidel_plot_update_ranges (plot, live);
}

static void
update_convergence_plot (SeidelSpectrumPicture *picture, bool live)
{
  SeidelPlot *plot = picture->convergence;
  SeidelSeries *residual = g_ptr_array_index (plot->series, 0);
  SeidelSeries *bound = g_ptr_array_index (plot->series, 1);

  residual->ink = seidel_ink_series (picture->color_index);
  bound->in_legend = bound->visible = picture->bounds->len > 0;
  seidel_series_update (residual, 0);
  seidel_series_update (residual, picture->residuals->len);
  seidel_series_update (bound, 0);
  seidel_series_update (bound, picture->bounds->len);
  seidel_plot_update_ranges (plot, live);
}

bool
seidel_spectrum_picture_update (SeidelSpectrumPicture *picture, bool live)
{
  SeidelFigure *figure = picture->figure;
  SeidelProjection projection = { 0 };
  const guint before = picture->residuals->len;
  const bool found = picture->trace != NULL && seidel_ritz_find (picture->trace, 0, &projection);
  const bool news = found
                    && (projection.steps != picture->projection.steps
                        || projection.first_step != picture->projection.first_step);

  seidel_plot_set_text (&figure->title, picture->title);
  seidel_plot_set_text (&figure->empty,
                        picture->trace == NULL
                          ? _ ("No run is selected")
                          : _ ("This method has no Ritz values: conjugate gradients, MINRES and "
                               "GMRES have"));
  if (news)
    {
      picture->projection = projection;
      seidel_ritz_extremes (picture->trace, &projection, projection.steps, &picture->extremes);
      read_values (picture);
    }
  seidel_figure_clear (figure);
  if (picture->projection.steps == 0)
    return false;
  read_convergence (picture);
  update_spectrum_plot (picture, live);
  update_convergence_plot (picture, live);
  seidel_figure_add_plot (figure, picture->spectrum);
  seidel_figure_add_plot (figure, picture->convergence);
  return news || picture->residuals->len != before;
}

void
seidel_spectrum_picture_draw (gconstpointer data,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  const SeidelSpectrumPicture *picture = data;

  seidel_figure_draw (picture->figure, cr, width, height, theme);
}

char *
seidel_spectrum_picture_to_csv (const SeidelSpectrumPicture *picture)
{
  const double last = (double) (picture->projection.first + (int64_t) picture->projection.steps);
  GString *csv;

  if (picture->values->len == 0)
    return NULL;
  csv = g_string_new ("iteration,real,imaginary\n");
  for (guint i = 0; i < picture->values->len; i++)
    {
      const SeidelRitzPoint *point = &g_array_index (picture->values, SeidelRitzPoint, i);
      const double numbers[] = { is_complex (picture) ? last : point->y, point->x,
                                 is_complex (picture) ? point->y : 0.0 };
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      for (int k = 0; k < 3; k++)
        g_string_append_printf (csv, "%s%c", g_ascii_dtostr (text, sizeof text, numbers[k]),
                                k < 2 ? ',' : '\n');
    }
  return g_string_free (csv, FALSE);
}

char *
seidel_spectrum_picture_describe (const SeidelSpectrumPicture *picture)
{
  const SeidelRitzExtremes *extremes = &picture->extremes;
  g_autofree char *least = seidel_format_value (extremes->least, 4);
  g_autofree char *greatest = seidel_format_value (extremes->greatest, 4);
  g_autofree char *condition = seidel_format_value (extremes->condition, 4);
  g_autofree char *steps = seidel_format_count ((int64_t) picture->projection.steps);

  if (picture->projection.steps == 0)
    return g_strdup (picture->figure->empty);
  return extremes->symmetric
           ? g_strdup_printf (_ ("Ritz values from %s to %s after %s iterations; condition number "
                                 "of M⁻¹ A at least %s"),
                              least, greatest, steps, condition)
           : g_strdup_printf (_ ("Singular values from %s to %s after %s iterations; condition "
                                 "number of A M⁻¹ at least %s"),
                              least, greatest, steps, condition);
}
