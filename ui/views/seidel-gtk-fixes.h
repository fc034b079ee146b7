/* What the widgets of GTK 4.8 lack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The text of an item of the list, such as gtk_string_object_get_string (). */
typedef const char *(*SeidelDropDownText) (gpointer item);

/* Opens the list with the focus on the current choice, scrolled to, where GTK begins at the first
 * row; lets one type in it (seidel-type-ahead.h); and gives the button inside, which has the focus,
 * a name: that of the drop-down with the choice. name is needed where no label has the drop-down
 * for its mnemonic widget; otherwise NULL.
 */
void seidel_drop_down_init (GtkDropDown *drop_down, const char *name, SeidelDropDownText text);

/* The first widget of a type, from this one down; NULL: there is none. */
GtkWidget *seidel_find_below (GtkWidget *widget, GType type);

/* Without it the tooltip of a widget that opens a popover lies over that. */
void seidel_fix_tooltip (GtkWidget *widget, GtkWidget *popover);

/* Buttons with a mnemonic are named twice, "_Open" by a property and "Open" by the label in them;
 * check buttons by the former alone. Leaves one name, without the underscore, to those in root. To
 * be called after the label of such a button was set. */
void seidel_fix_button_names (GtkWidget *root);

/* libadwaita measures both labels of the heading of a message dialog, a large and a small one, for
 * a width that suits one of them, of which GTK 4.18 warns: here both can be as narrow as the other.
 */
void seidel_fix_heading (GtkWidget *dialog);

/* A label aligned to the start. classes: style classes, separated by spaces, or NULL. */
GtkWidget *seidel_label_new (const char *text, const char *classes);

/* Adds or removes a style class. */
void seidel_widget_set_class (GtkWidget *widget, const char *name, gboolean on);

G_END_DECLS
