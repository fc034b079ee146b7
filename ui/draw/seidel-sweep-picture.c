/* A sweep that is played, drawn: its cells or its pattern, with numbers and a key.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-picture.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-sweep-flows.h"
#include "draw/seidel-sweep-graph.h"
#include "draw/seidel-sweep-race.h"
#include "draw/seidel-text.h"
#include "matrix/seidel-complex.h"

#define PAD        8.0
#define MARK       6.0 /* width of what marks a selected row of the pattern */
#define GAP_PIXELS 5.0 /* entries of this size have a gap between them */
/* In sizes of the font: cells that contain one number, and two. */
#define VALUE_WIDTH  2.0
#define VALUE_HEIGHT 1.3
#define BOTH_HEIGHT  2.7
#define NUMBER_CELL  5.0 /* cells that have the number of their row, too */
#define COLUMN_WIDTH 6.0 /* of the values beside the pattern */

/* Vectors of a real matrix: b of the solution 1, and a sweep from 0. Many rows have them for the
 * error of a race alone. */
static bool
make_values (SeidelSweepPicture *picture)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const bool few = csr->rows <= SEIDEL_SWEEP_VALUE_ROWS;
  const bool race = picture->playback->mode == SEIDEL_PLAY_RACE;
  const size_t n = (size_t) csr->rows + 1;

  if ((!few && !race) || seidel_matrix_is_complex (picture->matrix))
    return true;
  picture->b = g_try_new0 (double, n);
  picture->before = g_try_new0 (double, n);
  picture->x = few ? g_try_new0 (double, n) : NULL;
  if (picture->b == NULL || picture->before == NULL || (few && picture->x == NULL))
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      picture->b[row] += csr->values[k];
  if (race)
    picture->race = seidel_sweep_race_new (picture->playback, csr, picture->b, picture->before);
  if (!few)
    {
      g_clear_pointer (&picture->b, g_free);
      g_clear_pointer (&picture->before, g_free);
    }
  return !race || picture->race != NULL;
}

SeidelSweepPicture *
seidel_sweep_picture_new (SeidelMatrix *matrix,
                          SeidelPlayback *playback,
                          SeidelLevelFlows *flows,
                          int64_t line)
{
  g_autoptr (SeidelSweepPicture) picture = g_new0 (SeidelSweepPicture, 1);

  picture->matrix = seidel_matrix_ref (matrix);
  picture->playback = seidel_playback_ref (playback);
  if (flows != NULL)
    {
      picture->flows = seidel_level_flows_ref (flows);
      picture->lit_nodes = g_new0 (bool, MAX (flows->groups, 1));
    }
  if (!seidel_cells_init (&picture->cells, matrix, line) || !make_values (picture))
    return NULL;
  seidel_sweep_picture_set_step (picture, 0);
  return g_steal_pointer (&picture);
}

void
seidel_sweep_picture_free (SeidelSweepPicture *picture)
{
  seidel_matrix_unref (picture->matrix);
  seidel_playback_unref (picture->playback);
  seidel_cells_clear (&picture->cells);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  g_clear_pointer (&picture->flows, seidel_level_flows_unref);
  g_clear_pointer (&picture->race, seidel_sweep_race_free);
  g_free (picture->lit_nodes);
  g_free (picture->b);
  g_free (picture->before);
  g_free (picture->x);
  g_free (picture);
}

static void
mark_nodes (SeidelSweepPicture *picture)
{
  const SeidelLevelFlows *flows = picture->flows;

  memset (picture->lit_nodes, 0, (size_t) flows->groups * sizeof *picture->lit_nodes);
  for (int64_t row = 0; picture->lit != NULL && row < picture->lit->rows; row++)
    if (picture->lit->member[row])
      picture->lit_nodes[seidel_level_flows_group (flows, flows->schedule->level_of_row[row])] =
        true;
}

void
seidel_sweep_picture_set_lit (SeidelSweepPicture *picture, SeidelRowSet *lit)
{
  if (lit != NULL && lit->rows != picture->playback->rows)
    lit = NULL;
  if (lit != NULL)
    seidel_row_set_ref (lit);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  picture->lit = lit;
  if (picture->flows != NULL)
    mark_nodes (picture);
}

bool
seidel_sweep_picture_shows_groups (const SeidelSweepPicture *picture)
{
  return picture->shown == SEIDEL_SWEEP_GRAPH && picture->flows != NULL;
}

void
seidel_sweep_picture_set_step (SeidelSweepPicture *picture, int64_t step)
{
  picture->step = CLAMP (step, 0, picture->playback->steps);
  if (picture->x != NULL)
    seidel_playback_values (picture->playback, picture->matrix->csr, picture->b, picture->before,
                            picture->step, picture->x);
  if (picture->race != NULL)
    seidel_sweep_race_set_step (picture->race, picture->step);
}

static void
show_position (gpointer picture, int64_t position)
{
  seidel_sweep_picture_set_step (picture, position);
}

bool
seidel_sweep_picture_to_animation (const SeidelSweepPicture *picture, SeidelAnimation *animation)
{
  SeidelSweepPicture *copy =
    seidel_sweep_picture_new (picture->matrix, picture->playback, picture->flows,
                              picture->cells.grid ? picture->cells.line : 0);

  if (copy == NULL)
    return false;
  copy->shown = picture->shown;
  copy->by_level = picture->by_level;
  copy->cells.viewport = picture->cells.viewport;
  seidel_sweep_picture_set_lit (copy, picture->lit);
  *animation = (SeidelAnimation){ .draw = seidel_sweep_picture_draw,
                                  .show = show_position,
                                  .picture = copy,
                                  .free_picture = (GDestroyNotify) seidel_sweep_picture_free,
                                  .positions = picture->playback->steps + 1 };
  return true;
}

/* Apart in lightness too: what waits is pale, what is done dark, what is computed now stands out.
 */
SeidelColor
seidel_row_state_color (SeidelRowState state, const SeidelTheme *theme)
{
  const SeidelColor done = seidel_theme_series (theme, 0);
  const SeidelColor stale = seidel_theme_series (theme, 3);
  const SeidelColor ready = seidel_theme_series (theme, 2);

  switch (state)
    {
    case SEIDEL_ROW_NOW:
      return seidel_theme_series (theme, 1);
    case SEIDEL_ROW_DONE:
      return done;
    case SEIDEL_ROW_STALE:
      return seidel_color_mix (&theme->background, &stale, 0.75);
    case SEIDEL_ROW_WRONG:
      return seidel_color_mix (&theme->background, &stale, 0.35);
    case SEIDEL_ROW_READY:
      return seidel_color_mix (&theme->background, &ready, 0.55);
    default:
      return theme->grid;
    }
}

/* Where the key is: lines of names, as many as the width asks for. */
typedef struct
{
  double x; /* where the next name goes */
  double y; /* the middle of its line */
} KeyEnd;

/* The states that occur in this way to play. */
static bool
occurs (SeidelRowState state, SeidelPlayMode mode)
{
  if (state == SEIDEL_ROW_STALE)
    return mode == SEIDEL_PLAY_PASSES || mode == SEIDEL_PLAY_RACE;
  return state != SEIDEL_ROW_WRONG || mode == SEIDEL_PLAY_RACE;
}

/* What the colours mean; only measured with cr NULL. */
static KeyEnd
lay_key (const SeidelSweepPicture *picture, cairo_t *cr, double width, const SeidelTheme *theme)
{
  static const SeidelRowState order[] = { SEIDEL_ROW_DONE,  SEIDEL_ROW_NOW,   SEIDEL_ROW_STALE,
                                          SEIDEL_ROW_WRONG, SEIDEL_ROW_READY, SEIDEL_ROW_WAITING };
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double box = theme->font_size, line = 1.7 * theme->font_size;
  KeyEnd end = { PAD, ceil (2.2 * theme->font_size) / 2.0 };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const SeidelColor color = seidel_row_state_color (order[i], theme);
      const char *name = seidel_row_state_name (order[i], SEIDEL_MANY_ROWS);
      double name_width;

      if (!occurs (order[i], picture->playback->mode))
        continue;
      seidel_text_measure (theme, &style, name, &name_width, NULL);
      if (end.x > PAD && end.x + 1.5 * box + name_width > width)
        end = (KeyEnd){ PAD, end.y + line };
      if (cr != NULL)
        {
          seidel_color_set_source (&color, cr);
          cairo_rectangle (cr, end.x, floor (end.y - box / 2.0), box, box);
          cairo_fill (cr);
          seidel_text_draw (cr, theme, &style, name, end.x + 1.5 * box, end.y);
        }
      end.x += 1.5 * box + name_width + 1.5 * theme->font_size;
    }
  return end;
}

static double
key_height (const SeidelSweepPicture *picture, double width, const SeidelTheme *theme)
{
  return ceil (lay_key (picture, NULL, width, theme).y + 1.1 * theme->font_size);
}

/* Below the key, and beside the error of a race. */
static SeidelRect
frame_of (const SeidelSweepPicture *picture, double width, double height, const SeidelTheme *theme)
{
  const double top = key_height (picture, width, theme);
  const double beside = seidel_sweep_race_width_beside (picture->race, width, theme);

  return (SeidelRect){ PAD, top, MAX (1.0, beside - 2.0 * PAD), MAX (1.0, height - top - PAD) };
}

SeidelPlane
seidel_sweep_picture_plane (gconstpointer data,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelSweepPicture *picture = data;
  const SeidelRect frame = frame_of (picture, width, height, theme);

  if (picture->shown != SEIDEL_SWEEP_CELLS)
    return (SeidelPlane){ 0 };
  return seidel_cells_plane (&picture->cells, &frame);
}

int64_t
seidel_sweep_picture_row_at (gconstpointer data,
                             double width,
                             double height,
                             const SeidelTheme *theme,
                             double x,
                             double y)
{
  const SeidelSweepPicture *picture = data;
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, width, height, theme);
  const SeidelRect frame = frame_of (picture, width, height, theme);

  if (seidel_sweep_picture_shows_groups (picture))
    {
      const int32_t node = seidel_sweep_flows_node_at (picture, &frame, x, y);

      return node >= 0 ? picture->flows->a_row[node] : -1;
    }
  if (picture->shown == SEIDEL_SWEEP_GRAPH)
    return seidel_sweep_graph_row_at (picture, &frame, x, y);
  return seidel_cells_row_at (&picture->cells, &plane, x, y);
}

/* Of several rows in a pixel the one is shown that matters most now. */
static const uint8_t priority[SEIDEL_N_ROW_STATES] = {
  [SEIDEL_ROW_WAITING] = 1, [SEIDEL_ROW_DONE] = 2,  [SEIDEL_ROW_WRONG] = 3,
  [SEIDEL_ROW_STALE] = 4,   [SEIDEL_ROW_READY] = 5, [SEIDEL_ROW_NOW] = 6
};

/* Millions of rows in the order of the matrix, for a frame. */
static void
find_ranks_in_order (const SeidelSweepPicture *picture,
                     const SeidelCellRows *rows,
                     uint8_t *restrict ranks)
{
  const SeidelPlayback *playback = picture->playback;
  const int32_t *restrict computed_at = playback->computed_at + rows->first;
  const int32_t *restrict ready_at = playback->ready_at + rows->first;
  const bool passes = playback->mode == SEIDEL_PLAY_PASSES;
  const int32_t step = (int32_t) picture->step;

  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = (uint8_t) seidel_playback_state_of (computed_at[i], ready_at[i], passes, step);
  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = priority[ranks[i]];
}

static void
find_ranks (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks)
{
  const SeidelSweepPicture *picture = data;

  if (rows->rows == NULL && picture->playback->ends == NULL)
    {
      find_ranks_in_order (picture, rows, ranks);
      return;
    }
  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] =
      priority[seidel_playback_state (picture->playback, seidel_cell_row (rows, i), picture->step)];
}

/* The number of the row, in a corner of a cell with room for it. */
static void
draw_cell_number (int64_t row,
                  const SeidelRect *cell,
                  const SeidelColor *ink,
                  cairo_t *cr,
                  const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = ink };
  g_autofree char *number = seidel_format_count (row + 1);

  if (MIN (cell->width, cell->height) >= NUMBER_CELL * theme->font_size)
    seidel_text_draw (cr, theme, &style, number, cell->x + 0.3 * theme->font_size,
                      cell->y + 0.1 * theme->font_size);
}

/* x of one row in its cell: where there is room for both, the old value is over the new one. */
static void
draw_cell_values (gconstpointer data,
                  int64_t row,
                  const SeidelRect *cell,
                  cairo_t *cr,
                  const SeidelTheme *theme)
{
  const SeidelSweepPicture *picture = data;
  const SeidelRowState state = seidel_playback_state (picture->playback, row, picture->step);
  const SeidelColor fill = seidel_row_state_color (state, theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);
  const bool computed = state >= SEIDEL_ROW_STALE;
  const bool both = cell->height >= BOTH_HEIGHT * theme->font_size && computed;
  const double x = cell->x + 0.5 * cell->width, y = cell->y + 0.5 * cell->height;
  const double high = seidel_cells_letter_height (cell->height) * (both ? 0.9 : 1.0);
  const double step = both ? MAX (0.6 * theme->font_size, 0.62 * high) : 0.0;
  const double width = 0.9 * cell->width - 2.0;

  draw_cell_number (row, cell, &ink, cr, theme);
  if (both)
    seidel_cells_draw_number_high (cr, picture->before[row], x, y - step, width, high, false, &ink,
                                   theme);
  seidel_cells_draw_number_high (cr, picture->x[row], x, y + step, width, high, computed, &ink,
                                 theme);
}

/* Whether there is room for numbers in the cells. */
static bool
shows_values (const SeidelSweepPicture *picture, const SeidelCellMap *map, const SeidelTheme *theme)
{
  return picture->x != NULL && map->column_scale >= VALUE_WIDTH * theme->font_size
         && map->row_scale >= VALUE_HEIGHT * theme->font_size;
}

static void
draw_cells (const SeidelSweepPicture *picture,
            cairo_t *cr,
            double width,
            double height,
            const SeidelTheme *theme)
{
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, width, height, theme);
  const SeidelCellMap map = seidel_cells_map (&picture->cells, &plane);
  SeidelColor colors[256] = { 0 };

  for (int state = 0; state < SEIDEL_N_ROW_STATES; state++)
    colors[priority[state]] = seidel_row_state_color ((SeidelRowState) state, theme);
  cairo_save (cr);
  cairo_rectangle (cr, plane.area.x, plane.area.y, plane.area.width, plane.area.height);
  cairo_clip (cr);
  seidel_cells_paint (&picture->cells, &plane, cr, find_ranks, picture, colors);
  if (shows_values (picture, &map, theme))
    seidel_cells_draw_each (&picture->cells, &plane, cr, draw_cell_values, picture, theme);
  if (picture->lit != NULL)
    seidel_cells_draw_selected (&picture->cells, &plane, cr, picture->lit->member, theme);
  cairo_restore (cr);
}

/* The entries of a row: those that it reads new values at are full, the others pale. */
static void
draw_pattern_row (const SeidelSweepPicture *picture,
                  cairo_t *cr,
                  int64_t row,
                  double left,
                  double top,
                  double cell,
                  const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const SeidelColor color =
    seidel_row_state_color (seidel_playback_state (picture->playback, row, picture->step), theme);
  const SeidelColor ink = seidel_color_readable_on (&color);
  const double gap = cell >= GAP_PIXELS ? 1.0 : 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    cairo_rectangle (cr, left + csr->column_indices[k] * cell, top, cell - gap, cell - gap);
  seidel_color_set_source (&color, cr);
  cairo_fill (cr);
  for (int64_t k = csr->row_offsets[row];
       k < csr->row_offsets[row + 1] && cell >= VALUE_WIDTH * theme->font_size; k++)
    seidel_cells_draw_number_high (cr, csr->values[k], left + (csr->column_indices[k] + 0.5) * cell,
                                   top + cell / 2.0, 0.9 * cell - 2.0,
                                   seidel_cells_letter_height (cell), false, &ink, theme);
}

/* A bar before a selected row and one behind it: its entries keep their colours. */
static void
draw_pattern_mark (cairo_t *cr,
                   double left,
                   double right,
                   double top,
                   double height,
                   const SeidelTheme *theme)
{
  const SeidelColor color = seidel_theme_lit (theme);

  seidel_color_set_source (&color, cr);
  cairo_rectangle (cr, left - MARK - 1.0, top, MARK, MAX (height, 1.0));
  cairo_rectangle (cr, right + 1.0, top, MARK, MAX (height, 1.0));
  cairo_fill (cr);
}

static void
draw_pattern_values (const SeidelSweepPicture *picture,
                     cairo_t *cr,
                     int64_t row,
                     double left,
                     double y,
                     double cell,
                     const SeidelTheme *theme)
{
  const double high = seidel_cells_letter_height (cell);
  const SeidelRowState state = seidel_playback_state (picture->playback, row, picture->step);
  const double column = COLUMN_WIDTH * theme->font_size;

  seidel_cells_draw_number_high (cr, picture->before[row], left + 0.5 * column, y,
                                 0.9 * column - 2.0, high, false, &theme->dim, theme);
  if (state >= SEIDEL_ROW_STALE)
    seidel_cells_draw_number_high (cr, picture->x[row], left + 1.5 * column, y, 0.9 * column - 2.0,
                                   high, true, &theme->foreground, theme);
}

/* The pattern, with x before and after beside it where its rows are high enough. */
static void
draw_pattern (const SeidelSweepPicture *picture,
              cairo_t *cr,
              double key,
              double width,
              double height,
              const SeidelTheme *theme)
{
  const int64_t rows = picture->matrix->csr->rows;
  const double top = key + 1.8 * theme->font_size;
  const double columns = picture->x != NULL ? 2.0 * COLUMN_WIDTH * theme->font_size : 0.0;
  const double side = MAX (1.0, MIN (width - 2.0 * PAD - columns, height - top - PAD));
  const double cell = side / (double) MAX (rows, 1);
  const bool values = picture->x != NULL && cell >= 1.1 * theme->font_size;
  const double left = floor ((width - cell * (double) rows - (values ? columns : 0.0)) / 2.0);
  const double beside = left + cell * (double) rows;
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .bold = true, .anchor_x = 0.5, .anchor_y = 1.0
  };

  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, left - 0.5, top - 0.5, cell * (double) rows + 1.0,
                   cell * (double) rows + 1.0);
  cairo_stroke (cr);
  if (values)
    {
      seidel_text_draw (cr, theme, &style, "x₀", beside + columns / 4.0, top - 2.0);
      seidel_text_draw (cr, theme, &style, "x", beside + columns * 0.75, top - 2.0);
    }
  for (int64_t row = 0; row < rows; row++)
    {
      draw_pattern_row (picture, cr, row, left, top + (double) row * cell, cell, theme);
      if (picture->lit != NULL && picture->lit->member[row])
        draw_pattern_mark (cr, left, beside, top + (double) row * cell, cell, theme);
      if (values)
        draw_pattern_values (picture, cr, row, beside, top + ((double) row + 0.5) * cell, cell,
                             theme);
    }
}

/* What the numbers in the cells are, set as they are; nothing where the line has no room. */
static void
draw_values_key (const SeidelSweepPicture *picture,
                 cairo_t *cr,
                 const KeyEnd *end,
                 double width,
                 double height,
                 const SeidelTheme *theme)
{
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, width, height, theme);
  const SeidelCellMap map = seidel_cells_map (&picture->cells, &plane);
  const SeidelTextStyle before = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const SeidelTextStyle after = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5, .bold = true };
  const double gap = 0.6 * theme->font_size;
  double old_width, new_width;

  seidel_text_measure (theme, &before, _ ("x before,"), &old_width, NULL);
  seidel_text_measure (theme, &after, _ ("new x"), &new_width, NULL);
  if (!shows_values (picture, &map, theme) || end->x + old_width + gap + new_width > width - PAD)
    return;
  seidel_text_draw (cr, theme, &before, _ ("x before,"), end->x, end->y);
  seidel_text_draw (cr, theme, &after, _ ("new x"), end->x + old_width + gap, end->y);
}

static void
draw_key (const SeidelSweepPicture *picture,
          cairo_t *cr,
          double width,
          double height,
          const SeidelTheme *theme)
{
  const KeyEnd end = lay_key (picture, cr, width, theme);

  if (picture->shown == SEIDEL_SWEEP_CELLS)
    draw_values_key (picture, cr, &end, width, height, theme);
}

void
seidel_sweep_picture_draw (gconstpointer data,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  const SeidelSweepPicture *picture = data;
  const double beside = seidel_sweep_race_width_beside (picture->race, width, theme);
  const SeidelRect frame = frame_of (picture, width, height, theme);

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  draw_key (picture, cr, width, height, theme);
  if (picture->race != NULL)
    seidel_sweep_race_draw (picture->race, cr, width, key_height (picture, width, theme), height,
                            theme);
  cairo_rectangle (cr, 0.0, 0.0, beside, height);
  cairo_clip (cr);
  if (picture->shown == SEIDEL_SWEEP_PATTERN)
    draw_pattern (picture, cr, key_height (picture, width, theme), beside, height, theme);
  else if (seidel_sweep_picture_shows_groups (picture))
    seidel_sweep_flows_draw (picture, cr, &frame, theme);
  else if (picture->shown == SEIDEL_SWEEP_GRAPH)
    seidel_sweep_graph_draw (picture, cr, &frame, theme);
  else
    draw_cells (picture, cr, width, height, theme);
  cairo_restore (cr);
}
