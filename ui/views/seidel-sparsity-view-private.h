/* What the sparsity view and its input handling share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "views/seidel-sparsity-view.h"

G_BEGIN_DECLS

struct _SeidelSparsityView
{
  GtkWidget parent_instance;

  /* Owned. */
  SeidelSparsityPicture *picture; /* NULL without a matrix */
  SeidelSparsityContent *content; /* the last that was finished, maybe for another view */
  GCancellable *cancellable;      /* of the job that makes the next one */
  char *read_out;
  char *zoom_text;
  GArray *back; /* of SeidelViewport */
  GArray *forward;

  guint resized_source;

  guint wanted; /* counts what was asked of the worker … */
  guint shown;  /* … and which of that the content is */

  double pointer_x; /* where it was last; inside tells whether it still is */
  double pointer_y;
  gboolean pointer_inside;
  gboolean cursor_last; /* the cursor moved later than the pointer: it is read out */

  SeidelViewport drag_start;
  guint drag_button;
  gboolean boxing;
  SeidelRect box;
  gint64 remembered; /* time of the last gradual movement */
};

/* The plane of the present size. */
SeidelPlane seidel_sparsity_view_plane (SeidelSparsityView *self);
SeidelCellMap seidel_sparsity_view_map (SeidelSparsityView *self);
/* The present one, made explicit. */
SeidelViewport seidel_sparsity_view_viewport (SeidelSparsityView *self);
/* Closer or farther about a pixel, with history. */
void seidel_sparsity_view_zoom_at (SeidelSparsityView *self, double x, double y, double factor);
/* Shows something else: the old content is moved at once, new content is asked for. */
void seidel_sparsity_view_set_viewport (SeidelSparsityView *self, const SeidelViewport *viewport);
/* Puts the present view into the history before it changes; gradual: unless a step of such a
 * movement did so just now. */
void seidel_sparsity_view_remember (SeidelSparsityView *self, gboolean gradual);
void seidel_sparsity_view_update_read_out (SeidelSparsityView *self);

void seidel_sparsity_view_class_add_actions (GtkWidgetClass *widget_class);
void seidel_sparsity_view_add_controllers (SeidelSparsityView *self);

G_END_DECLS
