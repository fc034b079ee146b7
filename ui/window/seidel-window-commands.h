/* The commands of a window: win.* actions with their keys, and the palette that lists them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-window.h"

G_BEGIN_DECLS

/* Once; they follow the workspace of the window. */
void seidel_window_commands_add (SeidelWindow *self);
/* Once for an application. */
void seidel_window_commands_install_keys (GtkApplication *application);

G_END_DECLS
