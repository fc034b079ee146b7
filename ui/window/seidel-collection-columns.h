/* The columns of the table of the collection: what each shows, and how it sorts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For a view over SeidelCollectionItem. */
void seidel_collection_columns_add (GtkColumnView *view);

G_END_DECLS
