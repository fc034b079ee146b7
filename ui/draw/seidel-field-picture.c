/* A field that is played, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-field-picture.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-error-cells.h"
#include "matrix/seidel-vector.h"

#define PAD 8.0
/* Of the width. */
#define BARS_SHARE 0.36
/* In sizes of the font. */
#define KEY_HEIGHT 2.2
#define RAMP_WIDTH 12.0
/* Bands from here on are rough: a grid of half as many points has none of their modes. */
#define FIRST_ROUGH (SEIDEL_MODE_BANDS / 2)
/* Of the largest band: the axis of the bars ends no higher than the former, and no lower than the
 * latter, below which there is rounding. */
#define SHOWN_BAND 1e-2
#define LEAST_BAND 1e-10

static const char *const symbols[SEIDEL_SOLUTION_N_VECTORS] = {
  [SEIDEL_SOLUTION_X] = "x",
  [SEIDEL_SOLUTION_RESIDUAL] = "b − A x",
  [SEIDEL_SOLUTION_ERROR] = "x − x*",
};

static void
sample_band_cb (gconstpointer bands, size_t i, double *x, double *y)
{
  *x = (double) i + 0.5;
  *y = ((const double *) bands)[i];
}

static void
add_bars (SeidelPlot *plot, const char *name, const double *bands, SeidelInk ink)
{
  SeidelSeries *series = seidel_series_new (name, sample_band_cb, bands);

  series->kind = SEIDEL_SERIES_BARS;
  series->bar_width = 0.9;
  series->ink = ink;
  seidel_plot_add (plot, series);
}

static void
make_plot (SeidelFieldPicture *picture)
{
  SeidelPlot *plot = seidel_plot_new ();

  picture->plot = plot;
  seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, true, false, SEIDEL_UNIT_NONE);
  plot->legend = true;
  plot->title = g_strdup (_ ("Smooth and rough parts"));
  plot->x_label = g_strdup (_ ("Modes, from smooth to rough"));
  plot->y_label = g_strdup (_ ("Norm of the part"));
  add_bars (plot, _ ("At first"), picture->first_bands, (SeidelInk){ SEIDEL_INK_DIM, 0, 0.35 });
  add_bars (plot, _ ("Now"), picture->bands, seidel_ink_series (0));
  picture->figure = seidel_figure_new ();
  seidel_figure_add_plot (picture->figure, plot);
}

SeidelFieldPicture *
seidel_field_picture_new (SeidelProblem *problem, SeidelIterates *iterates, int64_t line)
{
  g_autoptr (SeidelFieldPicture) picture = g_new0 (SeidelFieldPicture, 1);
  const int64_t n = problem->matrix->csr->rows;

  picture->problem = seidel_problem_ref (problem);
  picture->iterates = seidel_iterates_ref (iterates);
  picture->line = line;
  picture->iteration = -1;
  picture->x = seidel_vector_new (n, NULL);
  picture->field = seidel_vector_new (n, NULL);
  make_plot (picture);
  if (picture->x == NULL || picture->field == NULL
      || !seidel_cells_init (&picture->cells, problem->matrix, line))
    return NULL;
  return g_steal_pointer (&picture);
}

void
seidel_field_picture_free (SeidelFieldPicture *picture)
{
  g_clear_pointer (&picture->figure, seidel_figure_free);
  g_clear_pointer (&picture->plot, seidel_plot_free);
  seidel_cells_clear (&picture->cells);
  seidel_vector_free (picture->x);
  seidel_vector_free (picture->field);
  seidel_iterates_unref (picture->iterates);
  seidel_problem_unref (picture->problem);
  g_free (picture);
}

static bool
is_homogeneous (const SeidelProblem *problem)
{
  for (int64_t row = 0; row < problem->matrix->csr->rows; row++)
    if (problem->b[row] != 0.0)
      return false;
  return true;
}

bool
seidel_field_picture_knows (const SeidelFieldPicture *picture, SeidelSolutionVector vector)
{
  return vector != SEIDEL_SOLUTION_ERROR || picture->problem->solution != NULL
         || is_homogeneous (picture->problem);
}

/* Of the iterate in hand. */
static void
compute_field (SeidelFieldPicture *picture)
{
  const SeidelCsr *csr = picture->problem->matrix->csr;
  const double *solution = picture->problem->solution;
  double squared = 0.0;

  picture->largest = 0.0;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double value = picture->x[row];

      if (picture->vector == SEIDEL_SOLUTION_ERROR && solution != NULL)
        value -= solution[row];
      else if (picture->vector == SEIDEL_SOLUTION_RESIDUAL)
        {
          value = picture->problem->b[row];
          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            value -= csr->values[k] * picture->x[csr->column_indices[k]];
        }
      picture->field[row] = value;
      squared += value * value;
      if (isfinite (value))
        picture->largest = MAX (picture->largest, fabs (value));
    }
  picture->norm = sqrt (squared);
}

static void
compute_bands (SeidelFieldPicture *picture, double bands[SEIDEL_MODE_BANDS])
{
  picture->has_bands =
    seidel_mode_bands (picture->field, picture->problem->matrix->csr->rows, picture->line, bands);
}

static void
update_bars (SeidelFieldPicture *picture)
{
  double high = 0.0, low;

  for (int i = 0; i < SEIDEL_MODE_BANDS; i++)
    high = MAX (high, MAX (picture->first_bands[i], picture->bands[i]));
  low = SHOWN_BAND * high;
  for (int i = 0; i < SEIDEL_MODE_BANDS; i++)
    if (picture->bands[i] > LEAST_BAND * high)
      low = MIN (low, 0.3 * picture->bands[i]);
  for (guint i = 0; i < picture->plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);

      seidel_series_update (series, 0);
      seidel_series_update (series, SEIDEL_MODE_BANDS);
    }
  seidel_axis_set_full (&picture->plot->x, 0.0, SEIDEL_MODE_BANDS);
  if (isfinite (high) && high > 0.0)
    seidel_axis_set_full (&picture->plot->y, low, 2.0 * high);
}

void
seidel_field_picture_show (SeidelFieldPicture *picture, SeidelSolutionVector vector, int index)
{
  const bool first = picture->iteration < 0 || vector != picture->vector;
  const int count = seidel_iterates_count (picture->iterates);

  if (count == 0)
    return;
  picture->vector = vector;
  if (first)
    {
      seidel_iterates_get (picture->iterates, 0, picture->x);
      compute_field (picture);
      picture->scale = picture->largest;
      compute_bands (picture, picture->first_bands);
    }
  /* Others may have gone since they were counted. */
  picture->index = CLAMP (index, 0, count - 1);
  picture->iteration = seidel_iterates_get (picture->iterates, picture->index, picture->x);
  if (picture->iteration < 0)
    picture->iteration = seidel_iterates_get (picture->iterates, 0, picture->x);
  compute_field (picture);
  compute_bands (picture, picture->bands);
  update_bars (picture);
}

static double
key_height (const SeidelTheme *theme)
{
  return ceil (KEY_HEIGHT * theme->font_size);
}

static double
cells_width (const SeidelFieldPicture *picture, double width)
{
  return picture->has_bands ? floor (width * (1.0 - BARS_SHARE)) : width;
}

SeidelPlane
seidel_field_picture_plane (gconstpointer data,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelFieldPicture *picture = data;
  const double top = key_height (theme);
  const SeidelRect area = { PAD, top, MAX (1.0, cells_width (picture, width) - 2.0 * PAD),
                            MAX (1.0, height - top - PAD) };

  return seidel_cells_plane (&picture->cells, &area);
}

int64_t
seidel_field_picture_row_at (gconstpointer data,
                             double width,
                             double height,
                             const SeidelTheme *theme,
                             double x,
                             double y)
{
  const SeidelFieldPicture *picture = data;
  const SeidelPlane plane = seidel_field_picture_plane (picture, width, height, theme);

  return seidel_cells_row_at (&picture->cells, &plane, x, y);
}

static double
scale_of (const SeidelFieldPicture *picture)
{
  return picture->magnified ? picture->largest : picture->scale;
}

static uint8_t
rank_of (const SeidelFieldPicture *picture, int64_t row)
{
  return seidel_error_rank (picture->field[row], scale_of (picture));
}

static void
find_ranks (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks)
{
  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = rank_of (data, seidel_cell_row (rows, i));
}

static void
draw_value (gconstpointer data,
            int64_t row,
            const SeidelRect *cell,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelFieldPicture *picture = data;

  seidel_error_cell_draw (picture->field[row], rank_of (data, row), cell, cr, theme);
}

static void
draw_cells (const SeidelFieldPicture *picture,
            cairo_t *cr,
            double width,
            double height,
            const SeidelTheme *theme)
{
  const SeidelPlane plane = seidel_field_picture_plane (picture, width, height, theme);

  seidel_error_cells_paint (&picture->cells, &plane, cr, find_ranks, draw_value, picture, theme);
}

/* The iteration, the norm, and the scale of the colours. */
static void
draw_key (const SeidelFieldPicture *picture, cairo_t *cr, double width, const SeidelTheme *theme)
{
  const SeidelTextStyle bold = { .size = SEIDEL_TEXT_TITLE, .bold = true, .anchor_y = 0.5 };
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double ramp = floor (RAMP_WIDTH * theme->font_size), box = theme->font_size;
  const double y = key_height (theme) / 2.0;
  g_autofree char *count = seidel_format_count (picture->iteration);
  g_autofree char *title = g_strdup_printf (_ ("Iteration %s"), count);
  g_autofree char *high = seidel_format_compact (scale_of (picture), 3);
  g_autofree char *low = g_strdup_printf ("%s   %s%s", symbols[picture->vector],
                                          scale_of (picture) > 0.0 ? "−" : "", high);
  double low_width, high_width, title_width, x;

  seidel_text_measure (theme, &style, low, &low_width, NULL);
  seidel_text_measure (theme, &style, high, &high_width, NULL);
  seidel_text_measure (theme, &bold, title, &title_width, NULL);
  seidel_text_draw (cr, theme, &bold, title, PAD, y);
  x = ceil (width - PAD - high_width - box - ramp - low_width);
  if (x < PAD + title_width + box)
    return;
  seidel_text_draw (cr, theme, &style, low, x, y);
  x = ceil (x + low_width + 0.5 * box);
  seidel_error_ramp (cr, theme, x, floor (y - box / 2.0), ramp, box);
  seidel_text_draw (cr, theme, &style, high, x + ramp + 0.5 * box, y);
}

void
seidel_field_picture_draw (gconstpointer data,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  const SeidelFieldPicture *picture = data;
  const double beside = cells_width (picture, width);

  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  if (picture->iteration < 0)
    return;
  draw_key (picture, cr, beside, theme);
  draw_cells (picture, cr, width, height, theme);
  if (!picture->has_bands)
    return;
  cairo_save (cr);
  cairo_translate (cr, beside, 0.0);
  cairo_rectangle (cr, 0.0, 0.0, width - beside, height);
  cairo_clip (cr);
  seidel_figure_draw (picture->figure, cr, width - beside, height, theme);
  cairo_restore (cr);
}

static void
show_position (gpointer data, int64_t position)
{
  SeidelFieldPicture *picture = data;

  seidel_field_picture_show (picture, picture->vector, (int) position);
}

bool
seidel_field_picture_to_animation (const SeidelFieldPicture *picture, SeidelAnimation *animation)
{
  SeidelFieldPicture *copy =
    seidel_field_picture_new (picture->problem, picture->iterates, picture->line);

  if (copy == NULL)
    return false;
  copy->vector = picture->vector;
  copy->magnified = picture->magnified;
  copy->cells.viewport = picture->cells.viewport;
  *animation = (SeidelAnimation){ .draw = seidel_field_picture_draw,
                                  .show = show_position,
                                  .picture = copy,
                                  .free_picture = (GDestroyNotify) seidel_field_picture_free,
                                  .positions = seidel_iterates_count (picture->iterates) };
  return true;
}

/* Of the squared norm. */
static double
find_rough_part (const SeidelFieldPicture *picture)
{
  double rough = 0.0, whole = 0.0;

  for (int i = 0; i < SEIDEL_MODE_BANDS; i++)
    {
      whole += picture->bands[i] * picture->bands[i];
      rough += i >= FIRST_ROUGH ? picture->bands[i] * picture->bands[i] : 0.0;
    }
  return whole > 0.0 ? rough / whole : 0.0;
}

char *
seidel_field_picture_describe (const SeidelFieldPicture *picture)
{
  g_autofree char *count = seidel_format_count (picture->iteration);
  g_autofree char *norm = seidel_format_value (picture->norm, 3);
  g_autofree char *rough = NULL;
  g_autofree char *first = NULL;

  if (picture->iteration < 0)
    return g_strdup ("");
  first =
    g_strdup_printf (ngettext ("After %s iteration: ‖%s‖₂ = %s", "After %s iterations: ‖%s‖₂ = %s",
                               (unsigned long) picture->iteration),
                     count, symbols[picture->vector], norm);
  if (!picture->has_bands)
    return g_steal_pointer (&first);
  rough = seidel_format_value (100.0 * find_rough_part (picture), 2);
  return g_strdup_printf (_ ("%s; %s %% of its square is rough"), first, rough);
}

char *
seidel_field_picture_to_csv (const SeidelFieldPicture *picture)
{
  GString *csv = g_string_new ("iteration,row,value\n");
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (int64_t row = 0; picture->iteration >= 0 && row < picture->problem->matrix->csr->rows; row++)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%s\n",
                            picture->iteration, row + 1,
                            g_ascii_dtostr (number, sizeof number, picture->field[row]));
  return g_string_free (csv, FALSE);
}
