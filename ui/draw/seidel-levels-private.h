/* What the sources of a picture of levels share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-levels-picture.h"

G_BEGIN_DECLS

/* "Forward", translated. */
const char *seidel_levels_direction_name (SeidelDirection direction);

/* Whether there is a plot of a direction. */
bool seidel_levels_picture_shows (const SeidelLevelsPicture *picture, SeidelDirection direction);

/* Which sweeps were timed, for the head of a plot or in words; free with g_free (). */
char *seidel_levels_describe_timed (const SeidelLevelsPicture *picture,
                                    const SeidelLevelTimes *times);

/* The main numbers, a paragraph for each direction; cr may be NULL. Returns where they end. */
double seidel_levels_lay_statistics (const SeidelLevelsPicture *picture,
                                     cairo_t *cr,
                                     double width,
                                     const SeidelTheme *theme);

G_END_DECLS
