/* A row that asks for one parameter of a kind of the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* An AdwActionRow: what is asked for, its bounds, and a spin button, which is returned through
 * spin (borrowed). */
GtkWidget *seidel_generate_row_new (const SeidelGalleryParameter *parameter,
                                    double value,
                                    GtkSpinButton **spin);

G_END_DECLS
