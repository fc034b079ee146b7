/* Shows a picture whose rows are cells, and lets people move in it and pick rows.
 *
 * By pointer: the wheel zooms, dragging pans, a double click fits, a click picks a row (with Shift
 * all from the one before, with Control it too). By keyboard, where the view has the arrow keys:
 * the actions below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-cells.h"
#include "draw/seidel-pick.h"

G_BEGIN_DECLS

/* What a picture, the first argument, does: see seidel_sweep_picture_plane (), _row_at () and _draw
 * (). A plane of no rows: there is nothing to move in. */
typedef struct
{
  SeidelPlane (*plane) (gconstpointer picture,
                        double width,
                        double height,
                        const SeidelTheme *theme);
  int64_t (*row_at) (gconstpointer picture,
                     double width,
                     double height,
                     const SeidelTheme *theme,
                     double x,
                     double y);
  void (*draw) (gconstpointer picture,
                cairo_t *cr,
                double width,
                double height,
                const SeidelTheme *theme);
} SeidelCellsScene;

/* Signals:
 *  - row-pointed (gint64 row): the pointer or the cursor came to another row; −1: to none;
 *  - row-picked (gint64 row, SeidelPick): a row was picked;
 *  - unpicked (): nothing is to be picked any more.
 *
 * Actions, with the keys that take_keys () gives them: cells.move (ii), the cursor, by lines and
 * cells (arrow keys); cells.pick (Space, Return), cells.toggle (Ctrl+Space), cells.unpick (Escape);
 * cells.zoom-in (+), cells.zoom-out (−), cells.fit (f). */
#define SEIDEL_TYPE_CELLS_VIEW (seidel_cells_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelCellsView, seidel_cells_view, SEIDEL, CELLS_VIEW, GtkWidget)

/* Picture and cells are borrowed and outlive the view or the next call; NULL shows nothing. */
void seidel_cells_view_set_picture (SeidelCellsView *self,
                                    const SeidelCellsScene *scene,
                                    gconstpointer picture,
                                    SeidelCells *cells);
/* Gives the view the keys of the actions, which another use of the arrow keys would contradict. */
void seidel_cells_view_take_keys (SeidelCellsView *self);
/* The picture in words, for those who do not see it. */
void seidel_cells_view_set_description (SeidelCellsView *self, const char *text);
/* About the middle. */
void seidel_cells_view_zoom (SeidelCellsView *self, double factor);
void seidel_cells_view_fit (SeidelCellsView *self);
/* Moves no more than needed to show the cell of a row. */
void seidel_cells_view_show_row (SeidelCellsView *self, int64_t row);

G_END_DECLS
