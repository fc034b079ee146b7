/* Shows the hierarchy of multigrid. A worker draws the patterns, again for each size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-hierarchy-picture.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_HIERARCHY_VIEW (seidel_hierarchy_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelHierarchyView, seidel_hierarchy_view, SEIDEL, HIERARCHY_VIEW, GtkWidget)

/* Takes the picture; NULL shows nothing. Describes it for those who do not see it. */
void seidel_hierarchy_view_set_picture (SeidelHierarchyView *self, SeidelHierarchyPicture *picture);
/* Another title over the same picture. */
void seidel_hierarchy_view_set_title (SeidelHierarchyView *self, const char *title);
/* Holds the errors after the first stage of the cycle back, in this picture and in later ones. */
void seidel_hierarchy_view_set_withheld (SeidelHierarchyView *self, gboolean withheld);
/* Borrowed, or NULL. */
SeidelHierarchyPicture *seidel_hierarchy_view_get_picture (SeidelHierarchyView *self);

G_END_DECLS
