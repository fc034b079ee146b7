/* The button that plays and pauses. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Its icon, tooltip and accessible name, for what it does when it is pressed. */
void seidel_play_button_show (GtkButton *button, gboolean playing);

G_END_DECLS
