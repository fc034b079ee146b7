/* The line under a picture: what is under its cursor, or how to move in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Properties:
 *  - text (string): what the picture shows at the cursor; while it is NULL or empty, the read-out
 *    shows a dimmed hint on how to move;
 *  - hint (string): that hint, where it is not the one of pictures with a box to zoom to;
 *  - hinting (boolean): whether there is anything to move in, TRUE at first. */
#define SEIDEL_TYPE_READ_OUT (seidel_read_out_get_type ())
G_DECLARE_FINAL_TYPE (SeidelReadOut, seidel_read_out, SEIDEL, READ_OUT, GtkWidget)

G_END_DECLS
