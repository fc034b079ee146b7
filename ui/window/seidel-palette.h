/* The command palette: every command of a window by a few letters of its name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_PALETTE (seidel_palette_get_type ())
G_DECLARE_FINAL_TYPE (SeidelPalette, seidel_palette, SEIDEL, PALETTE, AdwWindow)

/* commands: a list of SeidelChoice, whose id is a detailed action and whose caption is its key. The
 * one that is chosen is activated on the parent once the palette is closed. */
GtkWidget *seidel_palette_new (GtkWindow *parent, GListModel *commands);

/* What the user types. */
void seidel_palette_search (SeidelPalette *self, const char *text);
/* The first match, borrowed; NULL when there is none. */
const char *seidel_palette_get_action (SeidelPalette *self);
void seidel_palette_accept (SeidelPalette *self);

G_END_DECLS
