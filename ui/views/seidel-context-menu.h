/* Menus of what is under the pointer: a secondary click that is no drag, the Menu key, Shift+F10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether there is something at a place of the widget, in its pixels; it may be selected there. */
typedef gboolean (*SeidelContextMenuPrepare) (GtkWidget *widget, double x, double y);

typedef struct
{
  const char *label;  /* marked for translation */
  const char *action; /* detailed */
} SeidelContextItem;

/* The items are static; prepare may be NULL, and is not asked when the keyboard opens the menu. */
void seidel_context_menu_attach (GtkWidget *widget,
                                 const SeidelContextItem *items,
                                 gsize n_items,
                                 SeidelContextMenuPrepare prepare);
/* What pictures of a page offer. */
void seidel_context_menu_attach_to_picture (GtkWidget *widget);

/* Opens it, as a click there does. */
void seidel_context_menu_open (GtkWidget *widget, double x, double y);

G_END_DECLS
