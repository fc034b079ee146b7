/* Small pictures without rulers or legends: a pattern, and the widths of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "analysis/seidel-schedule.h"
#include "draw/seidel-theme.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* An image of width × height places, scale pixels each, with the pattern of the matrix in the
 * middle of it; text, unless NULL, receives what is shown in words (g_free ()). NULL when it was
 * cancelled. Any thread. */
cairo_surface_t *seidel_thumbnail_pattern (SeidelMatrix *matrix,
                                           int width,
                                           int height,
                                           const SeidelTheme *theme,
                                           int scale,
                                           GCancellable *cancellable,
                                           char **text);

/* The same with the rows of each level as the height of its column, from 0 to those of the widest.
 * Where a column has several levels it shows the widest of them. Any thread. */
cairo_surface_t *seidel_thumbnail_widths (const SeidelSchedule *schedule,
                                          int width,
                                          int height,
                                          const SeidelTheme *theme,
                                          int scale);

G_END_DECLS
