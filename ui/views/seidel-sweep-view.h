/* Shows a sweep that is played. By pointer: the wheel zooms, dragging pans, a double click fits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-pick.h"
#include "draw/seidel-sweep-picture.h"

G_BEGIN_DECLS

/* Signals:
 *  - row-pointed (gint64 row): the pointer came to another row; −1: to none;
 *  - row-picked (gint64 row, SeidelPick): a row was clicked. */
#define SEIDEL_TYPE_SWEEP_VIEW (seidel_sweep_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSweepView, seidel_sweep_view, SEIDEL, SWEEP_VIEW, GtkWidget)

/* The picture is borrowed and outlives the view or the next call; NULL shows nothing. */
void seidel_sweep_view_set_picture (SeidelSweepView *self, SeidelSweepPicture *picture);
/* The picture in words, for those who do not see it. */
void seidel_sweep_view_set_description (SeidelSweepView *self, const char *text);
/* About the middle. */
void seidel_sweep_view_zoom (SeidelSweepView *self, double factor);
void seidel_sweep_view_fit (SeidelSweepView *self);

G_END_DECLS
