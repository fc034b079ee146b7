/* What a window remembers from one start to the next.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-window.h"

G_BEGIN_DECLS

void seidel_window_load_state (SeidelWindow *self);
void seidel_window_save_state (SeidelWindow *self);
/* Saves the state soon after each choice, which survives however the program ends. */
void seidel_window_watch_state (SeidelWindow *self);

G_END_DECLS
