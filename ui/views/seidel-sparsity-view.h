/* Where the entries of a matrix are, to move about in: zoom, pan, a cursor, a read-out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-pick.h"
#include "draw/seidel-sparsity-draw.h"

G_BEGIN_DECLS

/* Properties, read-only and notified:
 *  - read-out, string: the place under the pointer or the cursor and what is stored there, or "";
 *  - zoom-text, string: "12 pixels per row", "6.5 rows per pixel";
 *  - sharp, boolean: what is shown was drawn for the present view, not moved from an older one.
 * Signals:
 *  - row-picked (gint64 row, SeidelPick): with the pointer on the numbers of the rows, or by key;
 *  - unpicked (): nothing is to be picked any more;
 *  - row-pointed (gint64 row): the pointer or the cursor came to another row; −1: to none.
 *
 * Actions, all with keys:
 *  - sparsity.fit, sparsity.zoom-in, sparsity.zoom-out;
 *  - sparsity.back, sparsity.forward: in the history of views;
 *  - sparsity.move, sparsity.page, sparsity.jump: the cursor, by cells, by screens, to the ends;
 *    the parameter (ii) is rows and columns;
 *  - sparsity.pick, sparsity.toggle: the row of the cursor; sparsity.extend moves it by (i) rows
 * and picks all from the one before; sparsity.unpick;
 *  - sparsity.entry, sparsity.entry-in-column: the cursor, to the next (1) or previous (−1) stored
 *    entry in its row or column. */
#define SEIDEL_TYPE_SPARSITY_VIEW (seidel_sparsity_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSparsityView, seidel_sparsity_view, SEIDEL, SPARSITY_VIEW, GtkWidget)

GtkWidget *seidel_sparsity_view_new (void);

/* NULL for none. A new matrix is shown whole; the schedule of the old one is forgotten. */
void seidel_sparsity_view_set_matrix (SeidelSparsityView *self, SeidelMatrix *matrix);
/* Levels for the colours and the read-out, or NULL. */
void seidel_sparsity_view_set_schedule (SeidelSparsityView *self, SeidelSchedule *schedule);
void seidel_sparsity_view_set_mode (SeidelSparsityView *self, SeidelSparsityMode mode);

/* The rows that stand out, and what is drawn over the entries; NULL for none. */
void seidel_sparsity_view_set_lit (SeidelSparsityView *self, SeidelRowSet *lit);
void seidel_sparsity_view_set_trail (SeidelSparsityView *self, SeidelTrail *trail);
/* Whether numbers of levels are held back; FALSE at first. */
void seidel_sparsity_view_set_withheld (SeidelSparsityView *self, gboolean withheld);
/* The borders of ranks; NULL: none. */
void seidel_sparsity_view_set_borders (SeidelSparsityView *self, SeidelBorders *borders);

/* What is drawn, with the present viewport and cursor; borrowed, NULL without a matrix. */
const SeidelSparsityPicture *seidel_sparsity_view_get_picture (SeidelSparsityView *self);
const char *seidel_sparsity_view_get_read_out (SeidelSparsityView *self);
const char *seidel_sparsity_view_get_zoom_text (SeidelSparsityView *self);
gboolean seidel_sparsity_view_get_sharp (SeidelSparsityView *self);

/* About the cursor when it is visible, else about the middle. */
void seidel_sparsity_view_zoom (SeidelSparsityView *self, double factor);
void seidel_sparsity_view_fit (SeidelSparsityView *self);
/* Moves the cursor, and the view so that it can be seen. The place is forced into the matrix. */
void seidel_sparsity_view_set_cursor (SeidelSparsityView *self, int64_t row, int64_t column);
/* Moves the cursor into a row, so close that rows can be told apart. */
void seidel_sparsity_view_show_row (SeidelSparsityView *self, int64_t row);
/* Where the matrix is shown, and another part of it; no step in the history. */
SeidelPlane seidel_sparsity_view_get_plane (SeidelSparsityView *self);
void seidel_sparsity_view_set_viewport (SeidelSparsityView *self, const SeidelViewport *viewport);

G_END_DECLS
