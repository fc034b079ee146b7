/* Pictures with rows and columns: a heat map, and a table with published values and ratios. A table
 * whose columns do not fit side by side goes on below itself: no number is shortened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "draw/seidel-experiment-panels-private.h"
#include "draw/seidel-translate.h"
#include "experiment/seidel-experiment-marks.h"

/* Of the width, for the names of rows at most; heights and spaces in font sizes. */
#define MOST_LABELS 0.3
#define COLUMN_GAP  1.2
#define LINE        1.35
#define PADDING     0.7

#define MOST_COLUMNS 30

/* The value of a cell has up to three lines: ours, the published one, and their ratio. */
#define MOST_TEXTS 3

typedef struct
{
  char *lines[MOST_TEXTS]; /* "": none */
} CellText;

typedef struct
{
  const SeidelExperimentChart *chart;
  bool flat;   /* columns are measures, not values of a second dimension */
  size_t rows; /* that are shown, and columns */
  size_t columns;
  int lines;     /* of a row */
  double labels; /* the width of the names of the rows */
  double *widths;
  size_t *bands; /* of each column, which part of the table it is in */
  size_t n_bands;
  double head; /* the height of the names of the columns */
  double row;
} Table;

static const char *
column_name (const SeidelExperimentChart *chart, size_t column)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);

  return experiment->n_dimensions == 1
           ? seidel_translate (experiment->measures[column]->name)
           : seidel_translate (experiment->dimensions[1].values[column].label);
}

static void
cell_text_clear (CellText *text)
{
  for (int i = 0; i < MOST_TEXTS; i++)
    g_free (text->lines[i]);
}

/* "15 ms", "(12 ms)", "× 1.3"; two lines: "15 ms", "(12 ms) × 1.3". */
static CellText
describe_cell (const Table *table, size_t row, size_t column)
{
  const SeidelExperimentChart *chart = table->chart;
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);
  const size_t cell = table->flat ? row : row * experiment->dimensions[1].n + column;
  const size_t m = table->flat ? column : chart->measure;
  const SeidelExperimentMeasure *measure = experiment->measures[m];
  const bool gap = seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP;
  const double ours = seidel_experiment_result_statistics (chart->result, cell, m).median;
  const double published = seidel_experiment_published (experiment, measure, cell);
  g_autofree char *theirs = seidel_experiment_measure_format (measure, published);
  const double ratio = ours / published;
  g_autofree char *factor = isfinite (ratio) ? seidel_format_value (ratio, 2) : NULL;
  const char *times = factor != NULL ? " × " : "";
  g_autofree char *value = seidel_experiment_measure_format (measure, ours);
  g_autofree char *mark =
    value[0] != '\0' ? seidel_experiment_mark (chart->result, cell) : g_strdup ("");
  CellText text = { { gap ? g_strdup (_ ("gap")) : g_strconcat (value, mark, NULL), g_strdup (""),
                      g_strdup ("") } };

  if (theirs[0] == '\0')
    return text;
  g_free (text.lines[1]);
  if (table->lines < MOST_TEXTS)
    {
      text.lines[1] = g_strdup_printf ("(%s)%s%s", theirs, times, factor != NULL ? factor : "");
      return text;
    }
  text.lines[1] = g_strdup_printf ("(%s)", theirs);
  g_free (text.lines[2]);
  text.lines[2] = factor != NULL ? g_strdup_printf ("× %s", factor) : g_strdup ("");
  return text;
}

/* That of the longest word, which is not divided. */
static double
word_width (const SeidelTheme *theme, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  double width = 0.0;

  for (char **word = words; *word != NULL; word++)
    width = fmax (width, seidel_panel_text_width (theme, *word));
  return width;
}

/* What the columns need, and in how many parts they fit. */
static void
measure_columns (Table *table, double width, const SeidelTheme *theme)
{
  const double space = width - 2.0 * SEIDEL_PANEL_EDGE - table->labels;
  double left = space;

  table->n_bands = 1;
  for (size_t column = 0; column < table->columns; column++)
    {
      double needed = word_width (theme, column_name (table->chart, column));

      for (size_t row = 0; row < table->rows; row++)
        {
          CellText text = describe_cell (table, row, column);

          for (int i = 0; i < MOST_TEXTS; i++)
            needed = fmax (needed, seidel_panel_text_width (theme, text.lines[i]));
          cell_text_clear (&text);
        }
      needed += COLUMN_GAP * theme->font_size;
      if (needed > left && left < space)
        {
          table->n_bands++;
          left = space;
        }
      left -= needed;
      table->widths[column] = needed;
      table->bands[column] = table->n_bands - 1;
    }
}

/* The columns of each part share what is left of the width. */
static void
widen_columns (Table *table, double width)
{
  const double space = width - 2.0 * SEIDEL_PANEL_EDGE - table->labels;

  for (size_t band = 0; band < table->n_bands; band++)
    {
      double used = 0.0;
      double n = 0.0;

      for (size_t column = 0; column < table->columns; column++)
        if (table->bands[column] == band)
          {
            used += table->widths[column];
            n += 1.0;
          }
      for (size_t column = 0; column < table->columns; column++)
        if (table->bands[column] == band)
          table->widths[column] += fmax (space - used, 0.0) / n;
    }
}

static double
head_height (const Table *table, const SeidelTheme *theme)
{
  double highest = 0.0;

  for (size_t column = 0; column < table->columns; column++)
    {
      const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                      .max_width = table->widths[column],
                                      .wrap = TRUE };
      double height = 0.0;

      seidel_text_measure (theme, &style, column_name (table->chart, column), NULL, &height);
      highest = fmax (highest, height);
    }
  return highest + PADDING * theme->font_size;
}

static double
labels_width (const SeidelExperimentChart *chart, size_t rows, const SeidelTheme *theme)
{
  const SeidelExperimentDimension *dimension = &seidel_panel_experiment (chart)->dimensions[0];
  double width = seidel_panel_text_width (theme, seidel_translate (dimension->name));

  for (size_t row = 0; row < rows; row++)
    width = fmax (width,
                  seidel_panel_text_width (theme, seidel_translate (dimension->values[row].label)));
  return width + theme->font_size;
}

static Table
lay_table (const SeidelExperimentChart *chart, double width, const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);
  const bool flat = experiment->n_dimensions == 1;
  Table table = { .chart = chart,
                  .flat = flat,
                  .rows = MIN (experiment->dimensions[0].n, SEIDEL_PANEL_MOST_LINES),
                  .columns =
                    MIN (flat ? experiment->n_measures : experiment->dimensions[1].n, MOST_COLUMNS),
                  .lines = experiment->n_published > 0 ? 2 : 1 };

  table.labels = fmin (labels_width (chart, table.rows, theme), width * MOST_LABELS);
  table.widths = g_new0 (double, table.columns);
  table.bands = g_new0 (size_t, table.columns);
  measure_columns (&table, width, theme);
  if (table.n_bands > 1 && table.lines == 2)
    {
      table.lines = MOST_TEXTS;
      measure_columns (&table, width, theme);
    }
  widen_columns (&table, width);
  table.head = head_height (&table, theme);
  table.row = theme->font_size * (LINE * table.lines + PADDING);
  return table;
}

static void
table_clear (Table *table)
{
  g_free (table->widths);
  g_free (table->bands);
}

static size_t
n_left_out (const Table *table)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (table->chart);

  return seidel_experiment_n_cells (experiment) - table->rows * (table->flat ? 1 : table->columns);
}

/* Over the names of the columns: the measure, where these are not measures. */
static double
title_height (const Table *table, const SeidelTheme *theme)
{
  return table->flat ? 0.0 : theme->font_size * SEIDEL_PANEL_LINE;
}

static double
band_height (const Table *table)
{
  return table->head + table->row * (double) table->rows;
}

double
seidel_panel_measure_table_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  Table table = lay_table (data, width, theme);
  const bool cut = n_left_out (&table) > 0;
  const double height = title_height (&table, theme) + band_height (&table) * (double) table.n_bands
                        + theme->font_size * (1.0 + cut * SEIDEL_PANEL_LINE);

  table_clear (&table);
  return height;
}

static void
draw_cell (const Table *table,
           size_t row,
           size_t column,
           double right,
           double middle,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  CellText text = describe_cell (table, row, column);
  int n = 0;

  while (n < MOST_TEXTS && (n == 0 || text.lines[n][0] != '\0'))
    n++;
  for (int i = 0; i < n; i++)
    seidel_panel_text (cr, theme, text.lines[i], right,
                       middle + theme->font_size * LINE * (i - (n - 1) / 2.0), 1.0, 0.0, false,
                       i > 0 ? &theme->dim : NULL);
  cell_text_clear (&text);
}

/* The names of the rows, and lines between them. */
static void
draw_rows (const Table *table, double top, cairo_t *cr, double width, const SeidelTheme *theme)
{
  const SeidelExperimentDimension *dimension =
    &seidel_panel_experiment (table->chart)->dimensions[0];
  const double max = table->labels - theme->font_size * 0.5;

  seidel_panel_text (cr, theme, seidel_translate (dimension->name), SEIDEL_PANEL_EDGE,
                     top + table->head - theme->font_size, 0.0, max, false, &theme->dim);
  for (size_t row = 0; row < table->rows; row++)
    seidel_panel_text (cr, theme, seidel_translate (dimension->values[row].label),
                       SEIDEL_PANEL_EDGE, top + table->head + table->row * ((double) row + 0.5),
                       0.0, max, table->lines > 1, NULL);
  seidel_color_set_source (&theme->grid, cr);
  cairo_set_line_width (cr, 1.0);
  for (size_t row = 0; row <= table->rows; row++)
    {
      const double y = floor (top + table->head + table->row * (double) row) + 0.5;

      cairo_move_to (cr, SEIDEL_PANEL_EDGE, y);
      cairo_line_to (cr, width - SEIDEL_PANEL_EDGE, y);
    }
  cairo_stroke (cr);
}

/* One part of the table: some of the columns. */
static void
draw_band (const Table *table,
           size_t band,
           double top,
           cairo_t *cr,
           double width,
           const SeidelTheme *theme)
{
  double right = SEIDEL_PANEL_EDGE + table->labels;

  draw_rows (table, top, cr, width, theme);
  for (size_t column = 0; column < table->columns; column++)
    {
      const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                      .color = &theme->dim,
                                      .anchor_x = 1.0,
                                      .anchor_y = 1.0,
                                      .max_width = table->widths[column] - theme->font_size * 0.5,
                                      .wrap = TRUE,
                                      .align_end = TRUE };

      if (table->bands[column] != band)
        continue;
      right += table->widths[column];
      seidel_text_draw (cr, theme, &style, column_name (table->chart, column), right,
                        top + table->head - theme->font_size * 0.3);
      for (size_t row = 0; row < table->rows; row++)
        draw_cell (table, row, column, right, top + table->head + table->row * ((double) row + 0.5),
                   cr, theme);
    }
}

/* "Time per sweep · Strategy" over the columns. */
static void
draw_title (const SeidelExperimentChart *chart, double left, cairo_t *cr, const SeidelTheme *theme)
{
  g_autofree char *title =
    g_strdup_printf ("%s · %s", seidel_translate (seidel_panel_measure (chart)->name),
                     seidel_translate (seidel_panel_experiment (chart)->dimensions[1].name));

  seidel_panel_text (cr, theme, title, left, theme->font_size * SEIDEL_PANEL_LINE / 2.0, 0.0, 0.0,
                     false, &theme->dim);
}

void
seidel_panel_draw_table_cb (gconstpointer data,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  Table table = lay_table (chart, width, theme);
  const double top = title_height (&table, theme);
  const double spare = height - seidel_panel_measure_table_cb (data, width, theme);

  if (spare > 0.0)
    table.row += spare / (double) (table.n_bands * MAX (table.rows, 1));
  if (!table.flat)
    draw_title (chart, SEIDEL_PANEL_EDGE + table.labels, cr, theme);
  for (size_t band = 0; band < table.n_bands; band++)
    draw_band (&table, band, top + band_height (&table) * (double) band, cr, width, theme);
  seidel_panel_draw_rest (cr, theme, n_left_out (&table), width, height);
  table_clear (&table);
}

/* A heat map: a colour for each pair of values. */

double
seidel_panel_measure_heat_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  const double rows = (double) seidel_panel_experiment (data)->dimensions[0].n;

  return theme->font_size * SEIDEL_PANEL_LINE * (fmin (rows, 16.0) + 2.0);
}

typedef struct
{
  size_t rows;
  size_t columns;
  double left; /* of the cells */
  double top;
  double width; /* of a cell */
  double height;
  bool texts; /* values fit into the cells */
} Map;

static Map
lay_map (const SeidelExperimentChart *chart, double width, double height, const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);
  Map map = { .rows = experiment->dimensions[0].n,
              .columns = experiment->dimensions[1].n,
              .top = theme->font_size * SEIDEL_PANEL_LINE * 2.0 };

  map.left = SEIDEL_PANEL_EDGE
             + fmin (labels_width (chart, MIN (map.rows, 200), theme), width * MOST_LABELS);
  map.width = fmax (width - SEIDEL_PANEL_EDGE - map.left, 1.0) / (double) map.columns;
  map.height = fmax (height - map.top - theme->font_size * 0.5, 1.0) / (double) map.rows;
  map.texts = map.height > theme->font_size * 1.2 && map.width > theme->font_size * 2.0;
  for (size_t cell = 0; cell < map.rows * map.columns && map.texts; cell++)
    {
      g_autofree char *text = seidel_experiment_measure_format (seidel_panel_measure (chart),
                                                                seidel_panel_median (chart, cell));

      map.texts = seidel_panel_text_width (theme, text) < map.width - theme->font_size * 0.5;
    }
  return map;
}

/* Names that would overlap are left out; where no values fit, what the colours are between. */
static void
draw_map_labels (const SeidelExperimentChart *chart,
                 const Map *map,
                 const SeidelPanelRange *range,
                 cairo_t *cr,
                 double width,
                 const SeidelTheme *theme)
{
  const SeidelExperimentDimension *dimensions = seidel_panel_experiment (chart)->dimensions;
  const double line = theme->font_size * SEIDEL_PANEL_LINE;
  const size_t step = (size_t) fmax (1.0, ceil (theme->font_size * LINE / map->height));
  double free_from = 0.0;

  draw_title (chart, map->left, cr, theme);
  if (!map->texts && range->high >= range->low)
    {
      g_autofree char *low =
        seidel_experiment_measure_format (seidel_panel_measure (chart), range->low);
      g_autofree char *high =
        seidel_experiment_measure_format (seidel_panel_measure (chart), range->high);
      g_autofree char *both = g_strdup_printf ("%s … %s", low, high);

      seidel_panel_text (cr, theme, both, width - SEIDEL_PANEL_EDGE, line / 2.0, 1.0, 0.0, false,
                         &theme->dim);
    }
  seidel_panel_text (cr, theme, seidel_translate (dimensions[0].name), SEIDEL_PANEL_EDGE,
                     line * 1.5, 0.0, map->left - SEIDEL_PANEL_EDGE - 8.0, false, &theme->dim);
  for (size_t j = 0; j < map->columns; j++)
    {
      const char *label = seidel_translate (dimensions[1].values[j].label);
      const double right = map->left + map->width * ((double) j + 1.0) - 6.0;
      const double left = right - seidel_panel_text_width (theme, label);

      if (left < free_from)
        continue;
      seidel_panel_text (cr, theme, label, right, line * 1.5, 1.0, 0.0, false, &theme->dim);
      free_from = right + 6.0;
    }
  for (size_t i = 0; i < map->rows; i += step)
    seidel_panel_text (cr, theme, seidel_translate (dimensions[0].values[i].label),
                       SEIDEL_PANEL_EDGE, map->top + map->height * ((double) i + 0.5), 0.0,
                       map->left - SEIDEL_PANEL_EDGE - 8.0, false, NULL);
}

/* The cell of a row and a column; nothing where it has no value. */
static void
draw_map_cell (const SeidelExperimentChart *chart,
               const Map *map,
               const SeidelPanelRange *range,
               size_t row,
               size_t column,
               cairo_t *cr,
               const SeidelTheme *theme)
{
  const double x = map->left + map->width * (double) column;
  const double y = map->top + map->height * (double) row;
  const size_t cell = row * map->columns + column;
  const double value = seidel_panel_median (chart, cell);
  g_autofree char *text = seidel_experiment_measure_format (seidel_panel_measure (chart), value);
  SeidelColor color;
  SeidelColor readable;

  if (isnan (value))
    return;
  /* What was not reached has no colour: it is no value to compare. */
  if (seidel_experiment_mark_reason (chart->result, cell) != NULL)
    {
      seidel_panel_text (cr, theme, "✗", x + map->width / 2.0, y + map->height / 2.0, 0.5, 0.0,
                         false, &theme->dim);
      return;
    }
  color = seidel_theme_level (theme, seidel_panel_place (range, value));
  readable = seidel_color_readable_on (&color);
  seidel_color_set_source (&color, cr);
  cairo_rectangle (cr, x, y, map->width, map->height);
  cairo_fill (cr);
  if (map->texts)
    seidel_panel_text (cr, theme, text, x + map->width - theme->font_size * 0.25,
                       y + map->height / 2.0, 1.0, 0.0, false, &readable);
}

void
seidel_panel_draw_heat_cb (gconstpointer data,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Map map = lay_map (chart, width, height, theme);
  const SeidelPanelRange range = seidel_panel_range (chart, false);

  draw_map_labels (chart, &map, &range, cr, width, theme);
  for (size_t row = 0; row < map.rows; row++)
    for (size_t column = 0; column < map.columns; column++)
      draw_map_cell (chart, &map, &range, row, column, cr, theme);
}
