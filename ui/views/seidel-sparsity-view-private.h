/* What the files of the sparsity view share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sparsity-navigator.h"
#include "views/seidel-sparsity-view.h"

G_BEGIN_DECLS

struct _SeidelSparsityView
{
  GtkWidget parent_instance;

  SeidelSparsityNavigator navigator;
  SeidelViewport seen; /* what the last image was asked for */

  SeidelSparsityContent *content; /* the last that was finished, maybe for another view */
  GCancellable *cancellable;      /* of the job that makes the next one */
  guint wanted;                   /* number of the last job … */
  guint shown;                    /* … and of the one that made the content */
  guint resized_source;

  char *read_out;
  char *zoom_text;
  double pointer_x; /* where it was last; inside: whether it still is */
  double pointer_y;
  gboolean pointer_inside;
  gboolean cursor_last; /* the cursor moved later than the pointer: it is read out */
  int64_t pointed;      /* the row of what is read out, or −1 */

  SeidelViewport drag_start;
  guint drag_button;
  gboolean withheld; /* levels have neither colours nor numbers */
  gboolean picking;  /* the drag began on the numbers of the rows */
  gboolean boxing;
  SeidelRect box;
};

/* seidel-sparsity-view.c */

/* After the navigator did something: the old content is moved at once, new content is asked for. */
void seidel_sparsity_view_follow (SeidelSparsityView *self);
void seidel_sparsity_view_update_read_out (SeidelSparsityView *self);
/* Report that a row was picked, or that nothing is to be picked any more. */
void seidel_sparsity_view_pick_row (SeidelSparsityView *self, int64_t row, SeidelPick pick);
void seidel_sparsity_view_unpick (SeidelSparsityView *self);

/* seidel-sparsity-view-input.c */
void seidel_sparsity_view_install_actions (GtkWidgetClass *klass);
void seidel_sparsity_view_connect_pointer (SeidelSparsityView *self);

G_END_DECLS
