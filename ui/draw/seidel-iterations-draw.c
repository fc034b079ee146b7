/* Iterations side by side, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-iterations-picture.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-error-cells.h"
#include "draw/seidel-text.h"

#define PAD 8.0
/* Of the height. */
#define CURVES_SHARE 0.36
/* In sizes of the font. */
#define TITLE_HEIGHT 2.2
#define KEY_HEIGHT   2.0
#define RAMP_WIDTH   14.0
/* Of a column of a table. */
#define COLUMN_LEAST 3.6
#define COLUMN_MOST  8.0
#define LINE_HEIGHT  1.6
#define SWEEP_WIDTH  3.2

/* Where things are in a picture of some size. */
typedef struct
{
  double lane_width;
  double top;    /* of the cells */
  double height; /* of the cells */
  double key;    /* top of the key */
  double curves; /* top of the curves */
} Layout;

static Layout
lay_out (const SeidelIterationsPicture *picture,
         double width,
         double height,
         const SeidelTheme *theme)
{
  Layout layout;
  const double key =
    picture->shown == SEIDEL_ITERATIONS_TABLE ? 0.0 : ceil (KEY_HEIGHT * theme->font_size);

  layout.lane_width = width / MAX (picture->n, 1);
  layout.top = ceil (TITLE_HEIGHT * theme->font_size);
  layout.curves = picture->withheld ? height : floor (height * (1.0 - CURVES_SHARE));
  layout.key = layout.curves - key;
  layout.height = MAX (1.0, layout.key - layout.top - PAD / 2.0);
  return layout;
}

static double
shown_value (const SeidelIterationsPicture *picture, int lane, int64_t row)
{
  const double x = picture->lanes[lane]->x[row];

  return picture->shown == SEIDEL_ITERATIONS_ERROR && picture->exact != NULL
           ? x - picture->exact[row]
           : x;
}

/* The end of the scale of colours, one for all iterations. */
static double
find_scale (const SeidelIterationsPicture *picture)
{
  double scale = 0.0;

  if (picture->shown == SEIDEL_ITERATIONS_ERROR && picture->exact != NULL && !picture->magnified)
    return picture->scale;
  for (int lane = 0; lane < picture->n; lane++)
    for (int64_t row = 0; row < picture->matrix->csr->rows; row++)
      {
        const double value = fabs (picture->magnified ? shown_value (picture, lane, row)
                                   : picture->exact != NULL
                                     ? MAX (fabs (picture->exact[row]), fabs (picture->start[row]))
                                     : picture->start[row]);

        if (isfinite (value))
          scale = MAX (scale, value);
      }
  return scale;
}

/* One iteration, for the functions that draw cells. */
typedef struct
{
  const SeidelIterationsPicture *picture;
  int lane;
  double scale;
} Lane;

static uint8_t
rank_of (const Lane *lane, int64_t row)
{
  return seidel_error_rank (shown_value (lane->picture, lane->lane, row), lane->scale);
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
  const Lane *lane = data;

  seidel_error_cell_draw (shown_value (lane->picture, lane->lane, row), rank_of (data, row), cell,
                          cr, theme);
}

static SeidelPlane
plane_of (const SeidelIterationsPicture *picture, const Layout *layout, int lane)
{
  const SeidelRect area = { lane * layout->lane_width + PAD, layout->top,
                            MAX (1.0, layout->lane_width - 2.0 * PAD), layout->height };

  return seidel_cells_plane (&picture->cells, &area);
}

static void
draw_cells (const Lane *lane, const Layout *layout, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelCells *cells = &lane->picture->cells;
  const SeidelPlane plane = plane_of (lane->picture, layout, lane->lane);
  const SeidelCellMap map = seidel_cells_map (cells, &plane);
  const double left = MAX (map.area.x, seidel_cell_map_x (&map, 0.0));
  const double top = MAX (map.area.y, seidel_cell_map_y (&map, 0.0));

  seidel_error_cells_paint (cells, &plane, cr, find_ranks, draw_value, lane, theme);
  /* An error of 0 has the colour of the background. */
  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (
    cr, floor (left) - 0.5, floor (top) - 0.5,
    ceil (MIN (seidel_cell_map_x (&map, (double) plane.columns), map.area.x + map.area.width)
          - left)
      + 1.0,
    ceil (MIN (seidel_cell_map_y (&map, (double) plane.rows), map.area.y + map.area.height) - top)
      + 1.0);
  cairo_stroke (cr);
}

/* The name in the colour of its curve, with the norm. */
static void
draw_title (const SeidelIterationsPicture *picture,
            const Layout *layout,
            int lane,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelStationary *iteration = picture->lanes[lane];
  const GArray *norms = iteration->exact != NULL ? iteration->errors : iteration->residuals;
  const guint sweep = MIN ((guint) iteration->sweep, norms->len - 1);
  const double box = theme->font_size, y = layout->top / 2.0;
  const double x = lane * layout->lane_width + PAD;
  const SeidelColor color = seidel_theme_series (theme, (unsigned int) lane);
  const SeidelTextStyle name_style = { .size = SEIDEL_TEXT_TITLE, .bold = true, .anchor_y = 0.5 };
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_LABEL, .color = &theme->dim, .anchor_x = 1.0, .anchor_y = 0.5
  };
  g_autofree char *name = seidel_iterations_picture_lane_name (picture, lane);
  g_autofree char *norm = seidel_format_value (g_array_index (norms, double, sweep), 3);
  g_autofree char *error =
    picture->withheld
      ? g_strdup ("")
      : g_strdup_printf (iteration->exact != NULL ? _ ("error %s") : _ ("residual %s"), norm);
  double name_width, error_width;

  seidel_color_set_source (&color, cr);
  cairo_rectangle (cr, x, floor (y - box / 2.0), box, box);
  cairo_fill (cr);
  seidel_text_draw (cr, theme, &name_style, name, x + 1.5 * box, y);
  seidel_text_measure (theme, &name_style, name, &name_width, NULL);
  seidel_text_measure (theme, &style, error, &error_width, NULL);
  if (2.0 * box + name_width + error_width < layout->lane_width - 2.0 * PAD)
    seidel_text_draw (cr, theme, &style, error, x + layout->lane_width - 2.0 * PAD, y);
}

/* The scale that all have in common. */
static void
draw_key (const SeidelIterationsPicture *picture,
          const Layout *layout,
          double scale,
          cairo_t *cr,
          const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double ramp = floor (RAMP_WIDTH * theme->font_size), box = theme->font_size;
  const double y = layout->key + KEY_HEIGHT * theme->font_size / 2.0;
  const bool errors = picture->shown == SEIDEL_ITERATIONS_ERROR && picture->exact != NULL;
  g_autofree char *high = seidel_format_compact (scale, 3);
  g_autofree char *low =
    g_strdup_printf ("%s   %s%s", errors ? "x − x*" : "x", scale > 0.0 ? "−" : "", high);
  double width, x = PAD;

  seidel_text_measure (theme, &style, low, &width, NULL);
  seidel_text_draw (cr, theme, &style, low, x, y);
  x = ceil (x + width + 0.5 * box);
  seidel_error_ramp (cr, theme, x, floor (y - box / 2.0), ramp, box);
  seidel_text_draw (cr, theme, &style, high, x + ramp + 0.5 * box, y);
}

/* Where the columns of a table are, as many as there is room for. */
typedef struct
{
  double left;  /* of the first one */
  double width; /* of each */
  int shown;
} Columns;

static Columns
lay_out_columns (const Lane *lane, const Layout *layout, const SeidelTheme *theme)
{
  const int n = (int) MAX (lane->picture->matrix->csr->rows, 1);
  const double room = layout->lane_width - 2.0 * PAD - SWEEP_WIDTH * theme->font_size;
  Columns columns;

  columns.width = CLAMP (room / n, COLUMN_LEAST * theme->font_size, COLUMN_MOST * theme->font_size);
  columns.shown = CLAMP ((int) (room / columns.width + 1e-9), 0, n);
  columns.left = lane->lane * layout->lane_width + PAD + SWEEP_WIDTH * theme->font_size;
  return columns;
}

/* A line of the table: a sweep and the elements of x. */
static void
draw_line (const Lane *lane,
           const Columns *columns,
           int64_t sweep,
           double y,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  const SeidelStationary *iteration = lane->picture->lanes[lane->lane];
  const bool now = sweep == iteration->sweep;
  const double *x = now ? iteration->x : seidel_stationary_kept (iteration, sweep);
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_LABEL, .color = &theme->dim, .anchor_x = 1.0, .anchor_y = 0.5
  };
  g_autofree char *number = g_strdup_printf ("%d", (int) sweep);

  seidel_text_draw (cr, theme, &style, number, columns->left - 0.6 * theme->font_size, y);
  for (int i = 0; x != NULL && i < columns->shown; i++)
    seidel_cells_draw_number (cr, x[i], columns->left + (i + 0.5) * columns->width, y,
                              columns->width - 4.0, now, &theme->foreground, theme);
}

/* "x₁" */
static char *
column_name (int column, bool more)
{
  g_autofree char *number = g_strdup_printf ("%d", column);
  GString *name = g_string_new ("x");

  for (const char *digit = number; *digit != '\0'; digit++)
    g_string_append_unichar (name, 0x2080 + (gunichar) (*digit - '0'));
  if (more)
    g_string_append (name, " …");
  return g_string_free (name, FALSE);
}

/* The last sweeps, as many as there is room for. */
static void
draw_table (const Lane *lane, const Layout *layout, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelStationary *iteration = lane->picture->lanes[lane->lane];
  const double line = ceil (LINE_HEIGHT * theme->font_size);
  const Columns columns = lay_out_columns (lane, layout, theme);
  const int lines = MAX ((int) (layout->height / line) - 1, 1);
  const int64_t first = MAX (0, iteration->sweep - lines + 1);
  const SeidelTextStyle head = {
    .size = SEIDEL_TEXT_LABEL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 0.5
  };

  for (int i = 0; i < columns.shown; i++)
    {
      g_autofree char *name =
        column_name (i + 1, i + 1 == columns.shown && columns.shown < iteration->csr->rows);

      seidel_text_draw (cr, theme, &head, name, columns.left + (i + 0.5) * columns.width,
                        layout->top + line / 2.0);
    }
  for (int64_t sweep = first; sweep <= iteration->sweep; sweep++)
    draw_line (lane, &columns, sweep, layout->top + line * ((double) (sweep - first) + 1.5), cr,
               theme);
}

void
seidel_iterations_picture_draw (gconstpointer data,
                                cairo_t *cr,
                                double width,
                                double height,
                                const SeidelTheme *theme)
{
  const SeidelIterationsPicture *picture = data;
  const Layout layout = lay_out (picture, width, height, theme);
  const double scale = find_scale (picture);

  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  for (int i = 0; i < picture->n; i++)
    {
      const Lane lane = { picture, i, scale };

      draw_title (picture, &layout, i, cr, theme);
      if (picture->shown == SEIDEL_ITERATIONS_TABLE)
        draw_table (&lane, &layout, cr, theme);
      else
        draw_cells (&lane, &layout, cr, theme);
    }
  if (picture->shown != SEIDEL_ITERATIONS_TABLE)
    draw_key (picture, &layout, scale, cr, theme);
  if (picture->withheld)
    return;
  cairo_save (cr);
  cairo_translate (cr, 0.0, layout.curves);
  cairo_rectangle (cr, 0.0, 0.0, width, height - layout.curves);
  cairo_clip (cr);
  seidel_figure_draw (picture->figure, cr, width, height - layout.curves, theme);
  cairo_restore (cr);
}

int64_t
seidel_iterations_picture_row_at (const SeidelIterationsPicture *picture,
                                  double width,
                                  double height,
                                  const SeidelTheme *theme,
                                  double x,
                                  double y,
                                  int *lane)
{
  const Layout layout = lay_out (picture, width, height, theme);
  SeidelPlane plane;

  if (picture->n == 0 || picture->shown == SEIDEL_ITERATIONS_TABLE || x < 0.0)
    return -1;
  *lane = MIN ((int) (x / layout.lane_width), picture->n - 1);
  plane = plane_of (picture, &layout, *lane);
  return seidel_cells_row_at (&picture->cells, &plane, x, y);
}
