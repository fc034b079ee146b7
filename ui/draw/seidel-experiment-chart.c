/* The result of an experiment as a picture: curves, and what is said of all kinds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-experiment-chart.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-experiment-panels.h"
#include "draw/seidel-translate.h"
#include "experiment/seidel-crossover.h"
#include "experiment/seidel-experiment-marks.h"
#include "experiment/seidel-experiment-scaling.h"
#include "experiment/seidel-experiment-verdict.h"

#define NO_RESULT N_ ("Choose an experiment")

/* Text becomes smaller, down to this part of its size, where a picture has no room for it. */
#define LEAST_TEXT 0.6

typedef struct
{
  double x;
  double y;
} Point;

SeidelExperimentChart *
seidel_experiment_chart_new (void)
{
  SeidelExperimentChart *chart = g_new0 (SeidelExperimentChart, 1);

  chart->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  chart->plot = seidel_plot_new ();
  chart->plot->legend = true;
  chart->figure = seidel_figure_new ();
  chart->figure->empty = g_strdup (_ (NO_RESULT));
  return chart;
}

void
seidel_experiment_chart_free (SeidelExperimentChart *chart)
{
  if (chart == NULL)
    return;
  seidel_plot_free (chart->plot);
  seidel_figure_free (chart->figure);
  g_ptr_array_unref (chart->curves);
  g_clear_pointer (&chart->result, seidel_experiment_result_unref);
  g_free (chart->crossovers);
  g_free (chart->scaling);
  g_free (chart);
}

static const SeidelExperiment *
experiment_of (const SeidelExperimentChart *chart)
{
  return seidel_experiment_result_experiment (chart->result);
}

void
seidel_experiment_chart_set_result (SeidelExperimentChart *chart,
                                    SeidelExperimentResult *result,
                                    bool recorded)
{
  if (result != NULL)
    seidel_experiment_result_ref (result);
  g_clear_pointer (&chart->result, seidel_experiment_result_unref);
  chart->result = result;
  chart->recorded = recorded;
  chart->measure = 0;
  if (result == NULL)
    return;
  chart->kind = experiment_of (chart)->picture;
  chart->logarithmic = experiment_of (chart)->logarithmic;
  seidel_axis_fit (&chart->plot->x);
  seidel_axis_fit (&chart->plot->y);
}

bool
seidel_experiment_chart_suits (const SeidelExperimentChart *chart, SeidelExperimentPicture kind)
{
  const SeidelExperiment *experiment = chart->result != NULL ? experiment_of (chart) : NULL;

  if (experiment == NULL)
    return false;
  if (kind == SEIDEL_EXPERIMENT_HEAT)
    return experiment->n_dimensions == 2;
  for (size_t i = 0; kind == SEIDEL_EXPERIMENT_CURVES && i < experiment->dimensions[0].n; i++)
    if (isnan (experiment->dimensions[0].values[i].number))
      return false;
  return true;
}

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const Point *point = &g_array_index ((GArray *) data, Point, i);

  *x = point->x;
  *y = point->y;
}

static int
compare_points (const void *a, const void *b)
{
  const Point *one = a;
  const Point *other = b;

  return (one->x > other->x) - (one->x < other->x);
}

/* The medians along the first dimension, or the published values, by x. */
static GArray *
collect (const SeidelExperimentChart *chart, size_t column, bool published)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const size_t n_columns = experiment->n_dimensions == 2 ? experiment->dimensions[1].n : 1;
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (size_t i = 0; i < experiment->dimensions[0].n; i++)
    {
      const size_t cell = i * n_columns + column;
      const Point point = {
        experiment->dimensions[0].values[i].number,
        published
          ? seidel_experiment_published (experiment, experiment->measures[chart->measure], cell)
          : seidel_experiment_result_statistics (chart->result, cell, chart->measure).median,
      };

      if (isfinite (point.y))
        g_array_append_val (points, point);
    }
  g_array_sort (points, compare_points);
  return points;
}

/* Takes the points. */
static SeidelSeries *
add_curve (SeidelExperimentChart *chart, const char *name, GArray *points, unsigned int color)
{
  SeidelSeries *series = seidel_series_new (name, sample_cb, points);

  g_ptr_array_add (chart->curves, points);
  series->ink = seidel_ink_series (color);
  seidel_series_update (series, points->len);
  return seidel_plot_add (chart->plot, series);
}

/* Marks the points of cells that did not reach what they were to. */
static void
mark_failures (SeidelExperimentChart *chart, GPtrArray *series)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const size_t n_columns = experiment->n_dimensions == 2 ? experiment->dimensions[1].n : 1;

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      const double x = experiment->dimensions[0].values[cell / n_columns].number;
      const double y =
        seidel_experiment_result_statistics (chart->result, cell, chart->measure).median;

      if (isfinite (y) && cell % n_columns < series->len
          && seidel_experiment_mark_reason (chart->result, cell) != NULL)
        seidel_plot_add_mark (chart->plot, series->pdata[cell % n_columns], x, y, "✗");
    }
}

/* Marks where the curves fall below that of the baseline. */
static void
mark_crossovers (SeidelExperimentChart *chart, GPtrArray *series)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  g_autoptr (GString) said = g_string_new (NULL);

  if (experiment->baseline_dimension != 1)
    return;
  const SeidelSeries *base = series->pdata[experiment->baseline];
  for (guint j = 0; j < series->len; j++)
    {
      const SeidelSeries *curve = series->pdata[j];
      const double x =
        seidel_experiment_crossover (chart->result, chart->measure, j, chart->logarithmic);
      double y = NAN;

      if (!isfinite (x) || !seidel_plot_value_at (chart->plot, curve, x, &y))
        continue;
      g_autofree char *place = seidel_format_value (x, 3);
      g_autofree char *text =
        g_strdup_printf (_ ("%s is below %s from %s %s."), curve->name, base->name,
                         seidel_translate (experiment->dimensions[0].name), place);
      seidel_plot_add_mark (chart->plot, curve, x, y, text);
      g_string_append_printf (said, "%s%s", said->len > 0 ? " " : "", text);
    }
  if (said->len > 0)
    chart->crossovers = g_strdup (said->str);
}

/* Points of a law or of a simulation, as many for each doubling of the workers: more than are drawn
 * as dots. */
#define STEPS_OF_DOUBLING 32
#define MOST_SIMULATED    4096.0

typedef enum
{
  FITTED,
  PUBLISHED,
  SIMULATED,
  N_LAWS,
} Law;

static double
law_seconds (const SeidelExperimentScaling *scaling, Law law, double workers)
{
  if (law == SIMULATED)
    return seidel_scaling_simulate (&scaling->model, workers, NULL);
  return seidel_scaling_seconds (law == FITTED ? &scaling->law : &scaling->published, workers);
}

/* A dashed curve; in the colour of the measured one where there are several of these. */
static void
add_law (SeidelExperimentChart *chart,
         const SeidelExperimentScaling *scaling,
         Law law,
         const char *prefix,
         unsigned int color)
{
  const char *const names[N_LAWS] = { seidel_scaling_law_name (scaling->law.kind),
                                      _ ("Published law"), _ ("Simulated") };
  const double most = scaling->has_model ? fmax (scaling->most, MOST_SIMULATED) : scaling->most;
  g_autofree char *name = g_strconcat (prefix, names[law], NULL);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (int step = 0;; step++)
    {
      const double workers = fmin (exp2 ((double) step / STEPS_OF_DOUBLING), most);
      const Point point = { workers, law_seconds (scaling, law, workers) };

      g_array_append_val (points, point);
      if (workers >= most)
        break;
    }
  if (experiment_of (chart)->n_dimensions == 1)
    color += 1 + (unsigned int) law;
  add_curve (chart, name, points, color + SEIDEL_THEME_N_SERIES * (1 + (unsigned int) law));
}

/* Laws are of the first measure. */
static void
add_laws (SeidelExperimentChart *chart)
{
  const SeidelExperiment *experiment = experiment_of (chart);

  if (chart->measure != 0)
    return;
  for (size_t j = 0; j < seidel_experiment_n_curves (experiment); j++)
    {
      SeidelExperimentScaling scaling;
      g_autofree char *prefix =
        experiment->n_dimensions == 2
          ? g_strconcat (seidel_translate (experiment->dimensions[1].values[j].label), ", ", NULL)
          : g_strdup ("");

      if (!seidel_experiment_scaling (chart->result, j, &scaling))
        continue;
      add_law (chart, &scaling, FITTED, prefix, (unsigned int) j);
      if (scaling.has_published)
        add_law (chart, &scaling, PUBLISHED, prefix, (unsigned int) j);
      if (scaling.has_model)
        add_law (chart, &scaling, SIMULATED, prefix, (unsigned int) j);
    }
}

/* By its value of the second dimension, or by what is measured. */
static const char *
name_curve (const SeidelExperimentChart *chart, size_t curve)
{
  const SeidelExperiment *experiment = experiment_of (chart);

  return seidel_translate (seidel_experiment_n_curves (experiment) > 1
                             ? experiment->dimensions[1].values[curve].label
                             : experiment->measures[chart->measure]->name);
}

static void
fill_curves (SeidelExperimentChart *chart)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const SeidelExperimentMeasure *measure = experiment->measures[chart->measure];
  const size_t n = experiment->n_dimensions == 2 ? experiment->dimensions[1].n : 1;
  const SeidelUnit unit = measure->unit == SEIDEL_MEASURE_SECONDS   ? SEIDEL_UNIT_SECONDS
                          : measure->unit == SEIDEL_MEASURE_PERCENT ? SEIDEL_UNIT_PERCENT
                                                                    : SEIDEL_UNIT_NONE;
  g_autoptr (GPtrArray) series = g_ptr_array_new ();

  seidel_axis_set_logarithmic (&chart->plot->x, chart->logarithmic);
  seidel_axis_set_logarithmic (&chart->plot->y, chart->logarithmic);
  chart->plot->y.unit = unit;
  seidel_plot_set_text (&chart->plot->x_label, seidel_translate (experiment->dimensions[0].name));
  seidel_plot_set_text (&chart->plot->y_label, seidel_translate (measure->name));
  for (size_t j = 0; j < n; j++)
    {
      const char *name = name_curve (chart, j);

      g_ptr_array_add (series,
                       add_curve (chart, name, collect (chart, j, false), (unsigned int) j));
    }
  for (size_t j = 0; j < n; j++)
    {
      GArray *points = collect (chart, j, true);
      g_autofree char *name = g_strdup_printf (_ ("%s, published"), name_curve (chart, j));

      if (points->len > 0)
        add_curve (chart, name, points, (unsigned int) j)->kind = SEIDEL_SERIES_SQUARES;
      else
        g_array_unref (points);
    }
  add_laws (chart);
  chart->plot->ranged = false;
  seidel_plot_update_ranges (chart->plot, false);
  mark_failures (chart, series);
  mark_crossovers (chart, series);
}

/* Where it was measured, and how much there is of it. */
static char *
describe_origin (const SeidelExperimentChart *chart)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  g_autofree char *machine = seidel_experiment_result_describe_origin (chart->result);
  const size_t n = seidel_experiment_n_cells (experiment);
  const size_t finished = seidel_experiment_result_n_finished (chart->result);
  GString *text = g_string_new (NULL);

  if (finished == 0)
    g_string_append (text, _ ("Not measured yet."));
  else
    g_string_append_printf (text, chart->recorded ? _ ("Recorded on %s.") : _ ("Measured on %s."),
                            machine);
  if (finished > 0 && experiment->repeats > 1)
    g_string_append_printf (text, _ (" Medians of %d runs."), experiment->repeats);
  if (finished > 0 && finished < n)
    g_string_append_printf (text, _ (" %zu of %zu cells."), finished, n);
  return g_string_free (text, FALSE);
}

/* "Holds: … (section 7): printed 250, here 242", a line for each statement; NULL without any. */
static char *
describe_statements (const SeidelExperimentChart *chart)
{
  const SeidelExperimentStatements *statements = &experiment_of (chart)->statements;
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < statements->n_statements; i++)
    {
      const SeidelExperimentStatement *statement = &statements->statements[i];
      const SeidelStatementFinding finding = seidel_experiment_judge_statement (chart->result, i);
      g_autofree char *values = seidel_experiment_describe_statement (chart->result, i);

      g_string_append_printf (text, "%s[%s] %s", i > 0 ? "\n" : "",
                              _ (seidel_statement_state_name (finding.state)), statement->text);
      if (statement->place[0] != '\0')
        g_string_append_printf (text, " (%s)", statement->place);
      if (values[0] != '\0')
        g_string_append_printf (text, ": %s", values);
      if (statement->holds != NULL)
        g_string_append_printf (text, "; %s", statement->holds);
    }
  return g_string_free (text, text->len == 0);
}

/* Curves have points for what was published; without any, nothing is in parentheses either. */
static char *
describe_source (const SeidelExperimentChart *chart)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const bool in_parentheses =
    experiment->n_published > 0 && chart->kind != SEIDEL_EXPERIMENT_CURVES;

  if (experiment->source[0] == '\0')
    return NULL;
  return g_strdup_printf (in_parentheses ? _ ("In parentheses: published values. Source: %s.")
                                         : _ ("Source: %s."),
                          experiment->source);
}

/* A paragraph; cr may be NULL. Returns where it ends. */
static double
lay_paragraph (cairo_t *cr,
               const char *text,
               const SeidelTextStyle *style,
               double y,
               const SeidelTheme *theme)
{
  double height = 0.0;

  if (text == NULL || text[0] == '\0')
    return y;
  seidel_text_measure (theme, style, text, NULL, &height);
  if (cr != NULL)
    seidel_text_draw (cr, theme, style, text, 12.0, y);
  return y + height + theme->font_size * 0.3;
}

/* The paragraphs under the picture; cr may be NULL. Returns where they end. */
static double
lay_caption (const SeidelExperimentChart *chart,
             cairo_t *cr,
             double width,
             const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  g_autofree char *origin = describe_origin (chart);
  g_autofree char *source = describe_source (chart);
  g_autofree char *explanation = seidel_experiment_explain (chart->result);
  g_autofree char *marks = seidel_experiment_describe_marks (chart->result);
  g_autofree char *gaps = seidel_experiment_describe_gaps (chart->result);
  g_autofree char *statements = describe_statements (chart);
  const char *const paragraphs[] = {
    statements,
    seidel_translate (experiment->sentence),
    marks,
    gaps,
    chart->crossovers,
    chart->scaling,
    explanation,
    source,
    origin,
  };
  SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .wrap = TRUE };
  double y = theme->font_size * 0.6;

  style.max_width = fmax (width - 24.0, theme->font_size);
  for (guint i = 0; i < G_N_ELEMENTS (paragraphs); i++)
    {
      style.color = i < G_N_ELEMENTS (paragraphs) - 2 ? NULL : &theme->dim;
      y = lay_paragraph (cr, paragraphs[i], &style, y, theme);
    }
  return y;
}

/* Over the picture: whether it agrees with its source. */
static double
lay_verdict (const SeidelExperimentChart *chart,
             cairo_t *cr,
             double width,
             const SeidelTheme *theme)
{
  g_autofree char *verdict = seidel_experiment_describe_verdict (chart->result);
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                  .wrap = TRUE,
                                  .bold = TRUE,
                                  .max_width = fmax (width - 24.0, theme->font_size) };

  if (verdict[0] == '\0')
    return 0.0;
  return lay_paragraph (cr, verdict, &style, theme->font_size * 0.3, theme);
}

static void
draw_verdict_cb (gconstpointer data,
                 cairo_t *cr,
                 double width,
                 double height,
                 const SeidelTheme *theme)
{
  lay_verdict (data, cr, width, theme);
}

static double
measure_verdict_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return lay_verdict (data, NULL, width, theme);
}

static void
draw_caption_cb (gconstpointer data,
                 cairo_t *cr,
                 double width,
                 double height,
                 const SeidelTheme *theme)
{
  lay_caption (data, cr, width, theme);
}

static double
measure_caption_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return lay_caption (data, NULL, width, theme) + theme->font_size * 0.4;
}

void
seidel_experiment_chart_update (SeidelExperimentChart *chart)
{
  SeidelFigure *figure = chart->figure;

  seidel_figure_clear (figure);
  seidel_plot_clear_series (chart->plot);
  g_ptr_array_set_size (chart->curves, 0);
  g_clear_pointer (&chart->crossovers, g_free);
  g_clear_pointer (&chart->scaling, g_free);
  seidel_plot_set_text (&figure->title, NULL);
  if (chart->result == NULL)
    return;
  if (!seidel_experiment_chart_suits (chart, chart->kind))
    chart->kind = SEIDEL_EXPERIMENT_TABLE;
  seidel_plot_set_text (&figure->title, seidel_translate (experiment_of (chart)->title));
  chart->scaling = seidel_experiment_scaling_describe (chart->result);
  if (!chart->bare)
    seidel_figure_add_panel (figure, draw_verdict_cb, measure_verdict_cb, chart);
  if (chart->kind == SEIDEL_EXPERIMENT_CURVES)
    {
      fill_curves (chart);
      seidel_figure_add_plot (figure, chart->plot);
    }
  else
    seidel_experiment_panel_add (figure, chart);
  if (!chart->bare)
    seidel_figure_add_panel (figure, draw_caption_cb, measure_caption_cb, chart);
}

void
seidel_experiment_chart_draw (gconstpointer data,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;

  SeidelTheme fitting = *theme;

  while (seidel_figure_measure (chart->figure, width, &fitting) > height
         && fitting.font_size > LEAST_TEXT * theme->font_size)
    seidel_theme_scale (&fitting, 0.95);
  seidel_figure_draw (chart->figure, cr, width, height, &fitting);
}

char *
seidel_experiment_chart_to_csv (const SeidelExperimentChart *chart)
{
  if (chart->result == NULL)
    return NULL;
  return g_string_free (seidel_experiment_result_to_csv (chart->result), FALSE);
}

char *
seidel_experiment_chart_describe (const SeidelExperimentChart *chart)
{
  if (chart->result == NULL)
    return g_strdup (_ (NO_RESULT));
  g_autofree char *origin = describe_origin (chart);
  g_autofree char *verdict = seidel_experiment_describe_verdict (chart->result);
  g_autofree char *marks = seidel_experiment_describe_marks (chart->result);
  g_autofree char *gaps = seidel_experiment_describe_gaps (chart->result);
  const char *const more[] = { marks, gaps, chart->crossovers };
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s. %s%s%s. %s", seidel_translate (experiment_of (chart)->title),
                          verdict, verdict[0] != '\0' ? " " : "",
                          seidel_translate (experiment_of (chart)->measures[chart->measure]->name),
                          origin);
  for (size_t i = 0; i < G_N_ELEMENTS (more); i++)
    if (more[i] != NULL)
      g_string_append_printf (text, " %s", more[i]);
  return g_string_free (text, FALSE);
}
