/* Moving about in a sparsity picture: zoom, pan, a cursor, a history of views. Independent of
 * widgets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sparsity-picture.h"

G_BEGIN_DECLS

/* picture and plane are the owner's: plane is where the picture is shown now. */
typedef struct
{
  SeidelSparsityPicture *picture; /* NULL without a matrix: then all functions return false */
  SeidelPlane plane;

  GArray *back; /* of SeidelViewport */
  GArray *forward;
  int64_t remembered; /* time of the last gradual movement */
} SeidelSparsityNavigator;

void seidel_sparsity_navigator_init (SeidelSparsityNavigator *self);
void seidel_sparsity_navigator_clear (SeidelSparsityNavigator *self);
void seidel_sparsity_navigator_forget (SeidelSparsityNavigator *self); /* the history */

/* The present one, explicit where the picture is shown whole. */
SeidelViewport seidel_sparsity_navigator_viewport (const SeidelSparsityNavigator *self);
SeidelCellMap seidel_sparsity_navigator_map (const SeidelSparsityNavigator *self);
/* The cell at a point, when there is one. */
bool seidel_sparsity_navigator_cell_at (const SeidelSparsityNavigator *self,
                                        double x,
                                        double y,
                                        int64_t *row,
                                        int64_t *column);

/* All return whether there was anything to do.
 *
 * factor > 1 is closer; about a point, or about the cursor when it is visible, else the middle. */
bool seidel_sparsity_navigator_zoom_at (SeidelSparsityNavigator *self,
                                        double x,
                                        double y,
                                        double factor);
bool seidel_sparsity_navigator_zoom (SeidelSparsityNavigator *self, double factor);
bool seidel_sparsity_navigator_fit (SeidelSparsityNavigator *self);
bool seidel_sparsity_navigator_show_box (SeidelSparsityNavigator *self, const SeidelRect *box);
/* For gestures: by so many pixels, or closer about a point, from where they started. */
bool seidel_sparsity_navigator_pan (SeidelSparsityNavigator *self,
                                    const SeidelViewport *start,
                                    double dx,
                                    double dy);
bool seidel_sparsity_navigator_pinch (SeidelSparsityNavigator *self,
                                      const SeidelViewport *start,
                                      double x,
                                      double y,
                                      double scale);
bool seidel_sparsity_navigator_go_back (SeidelSparsityNavigator *self);
bool seidel_sparsity_navigator_go_forward (SeidelSparsityNavigator *self);

/* The cursor; the view moves with it. Places are forced into the matrix. The first movement brings
 * it to the middle of what is shown. */
bool
seidel_sparsity_navigator_set_cursor (SeidelSparsityNavigator *self, int64_t row, int64_t column);
/* The same on the diagonal, or in the last column; so close that rows can be told apart. */
bool seidel_sparsity_navigator_show_row (SeidelSparsityNavigator *self, int64_t row);
bool seidel_sparsity_navigator_move (SeidelSparsityNavigator *self, int64_t rows, int64_t columns);
bool seidel_sparsity_navigator_page (SeidelSparsityNavigator *self, int rows, int columns);
bool seidel_sparsity_navigator_jump (SeidelSparsityNavigator *self, int rows, int columns);
/* To the next stored entry in the row (in the column), step 1, or the one before, −1. */
bool seidel_sparsity_navigator_entry (SeidelSparsityNavigator *self, int step);
bool seidel_sparsity_navigator_entry_in_column (SeidelSparsityNavigator *self, int step);

G_END_DECLS
