/* The table of a small system, drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-entries-picture.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-sweep-graph.h"
#include "draw/seidel-text.h"

#define PAD          8.0
#define LARGEST_CELL 84.0 /* pixels */
/* In cells. */
#define RHS_GAP   0.35
#define LEVEL_GAP 0.35
/* In sizes of the font. */
#define NUMBER_WIDTH  2.4
#define NUMBER_HEIGHT 1.7
#define LEVEL_WIDTH   3.6
#define VALUE_SIZE    0.34 /* of a number in a cell, as a part of its side */

/* Where things are: cell (row, column) begins at left + column · cell. */
typedef struct
{
  double cell;
  double left, top;
  double rhs;   /* the left edge of b */
  double level; /* the left edge of the levels */
} Layout;

SeidelEntriesPicture *
seidel_entries_picture_new (const SeidelSmallSystem *system)
{
  SeidelEntriesPicture *picture = g_new0 (SeidelEntriesPicture, 1);

  picture->system = system;
  return picture;
}

static void
clear_findings (SeidelEntriesPicture *picture)
{
  g_clear_pointer (&picture->graph, seidel_sweep_picture_free);
  g_clear_pointer (&picture->schedule, seidel_schedule_unref);
  g_clear_pointer (&picture->structure, seidel_structure_unref);
  g_clear_pointer (&picture->matrix, seidel_matrix_unref);
}

void
seidel_entries_picture_free (SeidelEntriesPicture *picture)
{
  clear_findings (picture);
  g_free (picture);
}

bool
seidel_entries_picture_update (SeidelEntriesPicture *picture, const char *name, GError **error)
{
  g_autoptr (SeidelMatrix) matrix = seidel_small_system_to_matrix (picture->system, name, error);
  g_autoptr (SeidelStructure) structure = NULL;
  g_autoptr (SeidelSchedule) schedule = NULL;
  g_autoptr (SeidelPlayback) playback = NULL;

  if (matrix == NULL)
    return false;
  structure = seidel_structure_new (matrix, NULL, NULL, error);
  if (structure != NULL)
    schedule = seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, error);
  if (schedule != NULL)
    playback = seidel_playback_new (matrix->csr, schedule, SEIDEL_PLAY_LEVELS, 0, error);
  if (playback == NULL)
    return false;
  clear_findings (picture);
  picture->graph = seidel_sweep_picture_new (matrix, playback, NULL, 0);
  if (picture->graph != NULL)
    picture->graph->by_level = true;
  picture->matrix = g_steal_pointer (&matrix);
  picture->structure = g_steal_pointer (&structure);
  picture->schedule = g_steal_pointer (&schedule);
  return true;
}

static Layout
lay_out (const SeidelEntriesPicture *picture, double width, double height, const SeidelTheme *theme)
{
  const int n = picture->system->n;
  const double across = width - 2.0 * PAD - (NUMBER_WIDTH + LEVEL_WIDTH) * theme->font_size;
  const double down = height - 2.0 * PAD - NUMBER_HEIGHT * theme->font_size;
  Layout layout;

  layout.cell = floor (MIN (across / (n + 1 + RHS_GAP + LEVEL_GAP), down / n));
  layout.cell = CLAMP (layout.cell, 4.0, LARGEST_CELL);
  layout.left = PAD + ceil (NUMBER_WIDTH * theme->font_size);
  layout.left += MAX (0.0, floor ((across - layout.cell * (n + 1 + RHS_GAP + LEVEL_GAP)) / 2.0));
  layout.top = PAD + ceil (NUMBER_HEIGHT * theme->font_size);
  layout.rhs = layout.left + floor ((n + RHS_GAP) * layout.cell);
  layout.level = layout.rhs + floor ((1.0 + LEVEL_GAP) * layout.cell);
  return layout;
}

static double
column_left (const Layout *layout, int column)
{
  return column == SEIDEL_SMALL_RHS ? layout->rhs : layout->left + column * layout->cell;
}

bool
seidel_entries_picture_find (const SeidelEntriesPicture *picture,
                             double width,
                             double height,
                             const SeidelTheme *theme,
                             double x,
                             double y,
                             int *row,
                             int *column)
{
  const Layout layout = lay_out (picture, width, height, theme);
  const int n = picture->system->n;
  const int i = (int) floor ((y - layout.top) / layout.cell);
  const int j = (int) floor ((x - layout.left) / layout.cell);

  *row = i;
  *column = j < n ? j : SEIDEL_SMALL_RHS;
  if (i < 0 || i >= n || j < 0)
    return false;
  return j < n || (x >= layout.rhs && x < layout.rhs + layout.cell);
}

/* Of a row; grid lines where levels are not known. */
static SeidelColor
level_color (const SeidelEntriesPicture *picture, int row, const SeidelTheme *theme)
{
  const SeidelSchedule *schedule = picture->schedule;

  if (schedule == NULL || row >= schedule->rows)
    return theme->grid;
  return seidel_level_color (schedule->level_of_row[row], schedule->count, theme);
}

/* Digits as large as the cell has room for. */
static void
draw_value (double value,
            double x,
            double y,
            double side,
            cairo_t *cr,
            const SeidelColor *ink,
            const SeidelTheme *theme)
{
  SeidelTheme sized = *theme;

  seidel_theme_scale (&sized, MAX (0.6, VALUE_SIZE * side / theme->font_size));
  seidel_cells_draw_number (cr, value, x, y, side - 4.0, false, ink, &sized);
}

static void
draw_cell (const SeidelEntriesPicture *picture,
           const Layout *layout,
           int row,
           int column,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  const double x = column_left (layout, column), y = layout->top + row * layout->cell;
  const double side = layout->cell;
  const SeidelColor level = level_color (picture, row, theme);
  const bool of_rhs = column == SEIDEL_SMALL_RHS;
  const bool typing =
    picture->typed != NULL && row == picture->cursor_row && column == picture->cursor_column;
  const SeidelColor fill =
    of_rhs || typing || !picture->system->stored[row][column] ? theme->background : level;
  const SeidelColor ink = seidel_color_readable_on (&fill);

  cairo_rectangle (cr, x + 0.5, y + 0.5, side, side);
  seidel_color_set_source (&fill, cr);
  cairo_fill_preserve (cr);
  seidel_color_set_source (&theme->grid, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
  if (picture->system->stored[row][column] && !typing)
    draw_value (picture->system->values[row][column], x + side / 2.0, y + side / 2.0, side, cr,
                of_rhs ? &theme->foreground : &ink, theme);
}

static void
draw_cursor (const SeidelEntriesPicture *picture,
             const Layout *layout,
             cairo_t *cr,
             const SeidelTheme *theme)
{
  const double x = column_left (layout, picture->cursor_column);
  const double y = layout->top + picture->cursor_row * layout->cell;
  const double size = MAX (0.8, VALUE_SIZE * layout->cell / theme->font_size);
  const SeidelTextStyle style = { .size = size, .anchor_x = 0.5, .anchor_y = 0.5 };

  seidel_color_set_source (&theme->accent, cr);
  cairo_set_line_width (cr, 2.5);
  cairo_rectangle (cr, x + 0.5, y + 0.5, layout->cell, layout->cell);
  cairo_stroke (cr);
  if (picture->typed != NULL)
    {
      g_autofree char *text = g_strconcat (picture->typed, "|", NULL);

      seidel_text_draw (cr, theme, &style, text, x + layout->cell / 2.0, y + layout->cell / 2.0);
    }
}

/* The number of a row or column; of many only some. */
static void
draw_number (int number, double x, double y, bool of_row, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &theme->dim,
                                  .anchor_x = of_row ? 1.0 : 0.5,
                                  .anchor_y = of_row ? 0.5 : 1.0 };
  g_autofree char *text = g_strdup_printf ("%d", number);

  seidel_text_draw (cr, theme, &style, text, x, y);
}

static void
draw_heads (const SeidelEntriesPicture *picture,
            const Layout *layout,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const int n = picture->system->n;
  const int step = layout->cell >= 1.4 * theme->font_size ? 1 : 5;
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 1.0
  };
  const SeidelTextStyle level = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &theme->dim,
                                  .anchor_y = 1.0 };

  for (int i = 0; i < n; i++)
    if ((i + 1) % step == 0 || i == 0)
      {
        draw_number (i + 1, layout->left + (i + 0.5) * layout->cell, layout->top - 3.0, false, cr,
                     theme);
        draw_number (i + 1, layout->left - 5.0, layout->top + (i + 0.5) * layout->cell, true, cr,
                     theme);
      }
  seidel_text_draw (cr, theme, &style, "b", layout->rhs + layout->cell / 2.0, layout->top - 3.0);
  /* TRANSLATORS: above a column of numbers, the level of each row */
  seidel_text_draw (cr, theme, &level, _ ("Level"), layout->level, layout->top - 3.0);
}

static void
draw_level (const SeidelEntriesPicture *picture,
            const Layout *layout,
            int row,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const double side = MIN (layout->cell, 2.6 * theme->font_size);
  const double y = layout->top + row * layout->cell + (layout->cell - side) / 2.0;
  const SeidelColor fill = level_color (picture, row, theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);

  if (picture->schedule == NULL || row >= picture->schedule->rows)
    return;
  cairo_rectangle (cr, layout->level, y + 1.0, side, side - 1.0);
  seidel_color_set_source (&fill, cr);
  cairo_fill (cr);
  seidel_cells_draw_number (cr, picture->schedule->level_of_row[row], layout->level + side / 2.0,
                            y + side / 2.0, side, true, &ink, theme);
}

void
seidel_entries_picture_draw (const SeidelEntriesPicture *picture,
                             cairo_t *cr,
                             double width,
                             double height,
                             const SeidelTheme *theme)
{
  const Layout layout = lay_out (picture, width, height, theme);

  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  draw_heads (picture, &layout, cr, theme);
  for (int row = 0; row < picture->system->n; row++)
    {
      for (int column = 0; column < picture->system->n; column++)
        draw_cell (picture, &layout, row, column, cr, theme);
      draw_cell (picture, &layout, row, SEIDEL_SMALL_RHS, cr, theme);
      draw_level (picture, &layout, row, cr, theme);
    }
  draw_cursor (picture, &layout, cr, theme);
}

void
seidel_entries_picture_draw_graph (const SeidelEntriesPicture *picture,
                                   cairo_t *cr,
                                   double width,
                                   double height,
                                   const SeidelTheme *theme)
{
  const SeidelRect frame = { PAD, PAD, MAX (1.0, width - 2.0 * PAD),
                             MAX (1.0, height - 2.0 * PAD) };

  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  if (picture->graph != NULL)
    seidel_sweep_graph_draw (picture->graph, cr, &frame, theme);
}

static const char *
describe_symmetry (const SeidelStructure *structure)
{
  if (structure->value_symmetric)
    return _ ("symmetric");
  if (structure->pattern_symmetric)
    return _ ("symmetric pattern");
  return _ ("not symmetric");
}

static char *
count_rows (int64_t n)
{
  return g_strdup_printf (ngettext ("%d row", "%d rows", (unsigned long) n), (int) n);
}

char *
seidel_entries_picture_describe (const SeidelEntriesPicture *picture)
{
  const SeidelStructure *structure = picture->structure;
  g_autofree char *rows = NULL, *entries = NULL, *levels = NULL, *widest = NULL, *diagonal = NULL;

  if (structure == NULL)
    return g_strdup ("");
  rows = count_rows (structure->rows);
  widest = count_rows (picture->schedule->widest);
  entries =
    g_strdup_printf (ngettext ("%d entry", "%d entries", (unsigned long) structure->nonzeros),
                     (int) structure->nonzeros);
  levels =
    g_strdup_printf (ngettext ("%d level", "%d levels", (unsigned long) picture->schedule->count),
                     picture->schedule->count);
  if (structure->diagonal_first_missing >= 0)
    diagonal = g_strdup_printf (_ (" · no diagonal entry in row %d"),
                                (int) structure->diagonal_first_missing + 1);
  return g_strdup_printf (_ ("%s · %s · %s, the widest of %s · %s%s"), rows, entries, levels,
                          widest, describe_symmetry (structure), diagonal != NULL ? diagonal : "");
}

char *
seidel_entries_picture_describe_cursor (const SeidelEntriesPicture *picture)
{
  const int row = picture->cursor_row, column = picture->cursor_column;
  const bool stored = picture->system->stored[row][column];
  g_autofree char *value = stored ? seidel_format_value (picture->system->values[row][column], 6)
                                  : g_strdup (_ ("no entry"));
  const int level = picture->schedule != NULL && row < picture->schedule->rows
                      ? picture->schedule->level_of_row[row]
                      : 0;

  if (column == SEIDEL_SMALL_RHS)
    return g_strdup_printf (_ ("b in row %d: %s"), row + 1, value);
  return g_strdup_printf (_ ("row %d, column %d: %s · level %d"), row + 1, column + 1, value,
                          level);
}
