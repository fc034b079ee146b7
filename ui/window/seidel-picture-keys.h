/* The keys of the picture in view: a page that comes into view gives its picture the focus, and
 * Space, F and the arrow keys act on it wherever the focus is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-page.h"
#include "window/seidel-window.h"

G_BEGIN_DECLS

/* The picture in view on a page, or the first one, borrowed; NULL: it has none. */
GtkWidget *seidel_picture_keys_find (SeidelPage *page);

/* For a window that has its pages. */
void seidel_picture_keys_add (SeidelWindow *window);

/* Gives the picture of the page in view the focus, now or, where the page has nothing to show yet,
 * as soon as it appears. */
void seidel_picture_keys_focus (SeidelWindow *window);

G_END_DECLS
