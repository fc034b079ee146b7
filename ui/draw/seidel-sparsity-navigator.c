/* Moving about in a sparsity picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-navigator.h"

#include <math.h>

#define REMEMBER_GAP (800 * G_TIME_SPAN_MILLISECOND)
#define MOST_HISTORY 200
#define LEAST_CELL   4.0     /* pixels of a row that is to be seen */
#define MOST_ROWS    1000000 /* that are searched for an entry at a key press */

void
seidel_sparsity_navigator_init (SeidelSparsityNavigator *self)
{
  *self = (SeidelSparsityNavigator){
    .back = g_array_new (FALSE, FALSE, sizeof (SeidelViewport)),
    .forward = g_array_new (FALSE, FALSE, sizeof (SeidelViewport)),
  };
}

void
seidel_sparsity_navigator_clear (SeidelSparsityNavigator *self)
{
  g_clear_pointer (&self->back, g_array_unref);
  g_clear_pointer (&self->forward, g_array_unref);
}

void
seidel_sparsity_navigator_forget (SeidelSparsityNavigator *self)
{
  g_array_set_size (self->back, 0);
  g_array_set_size (self->forward, 0);
  self->remembered = 0;
}

SeidelViewport
seidel_sparsity_navigator_viewport (const SeidelSparsityNavigator *self)
{
  return self->picture->viewport.zoom > 0.0 ? self->picture->viewport
                                            : seidel_viewport_fit (&self->plane);
}

SeidelCellMap
seidel_sparsity_navigator_map (const SeidelSparsityNavigator *self)
{
  const SeidelSparsityLayout layout = { .plane = self->plane };

  return seidel_sparsity_picture_map (self->picture, &layout);
}

bool
seidel_sparsity_navigator_cell_at (const SeidelSparsityNavigator *self,
                                   double x,
                                   double y,
                                   int64_t *row,
                                   int64_t *column)
{
  SeidelCellMap map;
  double row_place;
  double column_place;

  if (self->picture == NULL)
    return false;
  map = seidel_sparsity_navigator_map (self);
  row_place = floor (seidel_cell_map_row (&map, y));
  column_place = floor (seidel_cell_map_column (&map, x));
  if (!seidel_rect_contains (&map.area, x, y) || row_place < 0.0
      || row_place >= (double) self->plane.rows || column_place < 0.0
      || column_place >= (double) self->plane.columns)
    return false;
  *row = (int64_t) row_place;
  *column = (int64_t) column_place;
  return true;
}

/* Puts the present view into the history before it changes; gradual: unless a step of such a
 * movement did so just now. */
static void
remember (SeidelSparsityNavigator *self, bool gradual)
{
  const int64_t now = g_get_monotonic_time ();
  const bool same = gradual && now - self->remembered < REMEMBER_GAP;

  self->remembered = gradual ? now : 0;
  if (same && self->back->len > 0)
    return;
  if (self->back->len == MOST_HISTORY)
    g_array_remove_index (self->back, 0);
  g_array_append_val (self->back, self->picture->viewport);
  g_array_set_size (self->forward, 0);
}

static bool
is_same (const SeidelViewport *a, const SeidelViewport *b)
{
  return a->zoom == b->zoom && a->row == b->row && a->column == b->column;
}

static bool
go_to (SeidelSparsityNavigator *self, const SeidelViewport *viewport)
{
  const SeidelViewport present = seidel_sparsity_navigator_viewport (self);

  if (is_same (viewport, &present))
    return false;
  remember (self, true);
  self->picture->viewport = *viewport;
  return true;
}

bool
seidel_sparsity_navigator_zoom_at (SeidelSparsityNavigator *self, double x, double y, double factor)
{
  SeidelViewport viewport;

  if (self->picture == NULL)
    return false;
  viewport = seidel_sparsity_navigator_viewport (self);
  viewport = seidel_viewport_zoom (&viewport, &self->plane, x, y, factor);
  return go_to (self, &viewport);
}

bool
seidel_sparsity_navigator_zoom (SeidelSparsityNavigator *self, double factor)
{
  SeidelCellMap map;
  SeidelViewport viewport;
  double x;
  double y;

  if (self->picture == NULL)
    return false;
  map = seidel_sparsity_navigator_map (self);
  x = seidel_cell_map_x (&map, (double) self->picture->cursor_column + 0.5);
  y = seidel_cell_map_y (&map, (double) self->picture->cursor_row + 0.5);
  if (self->picture->cursor_row < 0 || !seidel_rect_contains (&map.area, x, y))
    return seidel_sparsity_navigator_zoom_at (self, map.area.x + map.area.width / 2.0,
                                              map.area.y + map.area.height / 2.0, factor);
  viewport = seidel_sparsity_navigator_viewport (self);
  viewport = seidel_viewport_zoom (&viewport, &self->plane, x, y, factor);
  /* A cell at the edge grows across it when it is zoomed about its middle: it is brought back. */
  viewport = seidel_viewport_reveal (&viewport, &self->plane, self->picture->cursor_row,
                                     self->picture->cursor_column);
  return go_to (self, &viewport);
}

bool
seidel_sparsity_navigator_fit (SeidelSparsityNavigator *self)
{
  if (self->picture == NULL || self->picture->viewport.zoom == 0.0)
    return false;
  remember (self, false);
  self->picture->viewport = (SeidelViewport){ 0 };
  return true;
}

bool
seidel_sparsity_navigator_show_box (SeidelSparsityNavigator *self, const SeidelRect *box)
{
  SeidelViewport viewport;

  if (self->picture == NULL)
    return false;
  viewport = seidel_sparsity_navigator_viewport (self);
  remember (self, false);
  self->picture->viewport = seidel_viewport_box (&viewport, &self->plane, box);
  return true;
}

bool
seidel_sparsity_navigator_pan (SeidelSparsityNavigator *self,
                               const SeidelViewport *start,
                               double dx,
                               double dy)
{
  if (self->picture == NULL)
    return false;
  remember (self, true);
  self->picture->viewport = seidel_viewport_pan (start, &self->plane, dx, dy);
  return true;
}

bool
seidel_sparsity_navigator_pinch (SeidelSparsityNavigator *self,
                                 const SeidelViewport *start,
                                 double x,
                                 double y,
                                 double scale)
{
  if (self->picture == NULL)
    return false;
  remember (self, true);
  self->picture->viewport = seidel_viewport_zoom (start, &self->plane, x, y, scale);
  return true;
}

static bool
take_from_history (SeidelSparsityNavigator *self, GArray *from, GArray *to)
{
  if (self->picture == NULL || from->len == 0)
    return false;
  g_array_append_val (to, self->picture->viewport);
  self->picture->viewport = g_array_index (from, SeidelViewport, from->len - 1);
  g_array_set_size (from, from->len - 1);
  self->remembered = 0;
  return true;
}

bool
seidel_sparsity_navigator_go_back (SeidelSparsityNavigator *self)
{
  return take_from_history (self, self->back, self->forward);
}

bool
seidel_sparsity_navigator_go_forward (SeidelSparsityNavigator *self)
{
  return take_from_history (self, self->forward, self->back);
}

bool
seidel_sparsity_navigator_set_cursor (SeidelSparsityNavigator *self, int64_t row, int64_t column)
{
  SeidelSparsityPicture *picture = self->picture;
  SeidelViewport viewport;
  SeidelViewport shown;

  if (picture == NULL || self->plane.rows == 0 || self->plane.columns == 0)
    return false;
  picture->cursor_row = CLAMP (row, 0, self->plane.rows - 1);
  picture->cursor_column = CLAMP (column, 0, self->plane.columns - 1);
  viewport = seidel_sparsity_navigator_viewport (self);
  shown =
    seidel_viewport_reveal (&viewport, &self->plane, picture->cursor_row, picture->cursor_column);
  if (!is_same (&shown, &viewport))
    picture->viewport = shown;
  return true;
}

bool
seidel_sparsity_navigator_show_row (SeidelSparsityNavigator *self, int64_t row)
{
  SeidelCellMap map;
  SeidelViewport viewport;

  if (self->picture == NULL || self->plane.rows == 0 || self->plane.columns == 0
      || self->plane.area.height < 1.0)
    return false;
  map = seidel_sparsity_navigator_map (self);
  viewport = seidel_sparsity_navigator_viewport (self);
  remember (self, false);
  if (map.row_scale < LEAST_CELL)
    {
      viewport.zoom *= LEAST_CELL / map.row_scale;
      viewport.row = (double) row + 0.5;
      viewport.column = (double) MIN (row, self->plane.columns - 1) + 0.5;
      self->picture->viewport = viewport;
    }
  return seidel_sparsity_navigator_set_cursor (self, row, row);
}

/* A matrix without rows or columns has none. */
static bool
ensure_cursor (SeidelSparsityNavigator *self)
{
  SeidelViewport viewport;

  if (self->picture == NULL)
    return false;
  if (self->picture->cursor_row >= 0)
    return true;
  viewport = seidel_sparsity_navigator_viewport (self);
  return seidel_sparsity_navigator_set_cursor (self, (int64_t) viewport.row,
                                               (int64_t) viewport.column);
}

bool
seidel_sparsity_navigator_move (SeidelSparsityNavigator *self, int64_t rows, int64_t columns)
{
  return ensure_cursor (self)
         && seidel_sparsity_navigator_set_cursor (self, self->picture->cursor_row + rows,
                                                  self->picture->cursor_column + columns);
}

/* By most of a screen, so that part of the old view stays visible. */
bool
seidel_sparsity_navigator_page (SeidelSparsityNavigator *self, int rows, int columns)
{
  SeidelCellMap map;

  if (!ensure_cursor (self))
    return false;
  map = seidel_sparsity_navigator_map (self);
  return seidel_sparsity_navigator_move (self,
                                         (int64_t) (rows * 0.8 * map.area.height / map.row_scale),
                                         (int64_t) (columns * 0.8 * map.area.width
                                                    / map.column_scale));
}

bool
seidel_sparsity_navigator_jump (SeidelSparsityNavigator *self, int rows, int columns)
{
  return seidel_sparsity_navigator_move (self, rows * INT64_C (0x100000000),
                                         columns * INT64_C (0x100000000));
}

bool
seidel_sparsity_navigator_entry (SeidelSparsityNavigator *self, int step)
{
  const SeidelCsr *csr;
  int64_t row;
  int64_t entry;

  if (!ensure_cursor (self))
    return false;
  csr = self->picture->matrix->csr;
  row = self->picture->cursor_row;
  entry = step > 0 ? seidel_csr_lower_bound (csr, row, self->picture->cursor_column + 1)
                   : seidel_csr_lower_bound (csr, row, self->picture->cursor_column) - 1;
  return entry >= csr->row_offsets[row] && entry < csr->row_offsets[row + 1]
         && seidel_sparsity_navigator_set_cursor (self, row, csr->column_indices[entry]);
}

bool
seidel_sparsity_navigator_entry_in_column (SeidelSparsityNavigator *self, int step)
{
  const SeidelCsr *csr;
  int64_t column;
  int64_t most = MOST_ROWS;

  if (!ensure_cursor (self))
    return false;
  csr = self->picture->matrix->csr;
  column = self->picture->cursor_column;
  for (int64_t row = self->picture->cursor_row + step; row >= 0 && row < csr->rows && most-- > 0;
       row += step)
    if (seidel_csr_find (csr, row, column) >= 0)
      return seidel_sparsity_navigator_set_cursor (self, row, column);
  return false;
}
