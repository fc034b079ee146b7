/* What the files of the timing picture share. Private to these.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-timing-picture.h"

G_BEGIN_DECLS

/* The reference solution is named if the run computed one, timing levels if it was done beside it.
 */
bool seidel_timing_names_part (const SeidelTimingPicture *picture, guint part);
double seidel_timing_total_seconds (const SeidelTimingPicture *picture);
/* "Solving 1.2 s, 80 %"; free with g_free (), as the next. */
char *seidel_timing_part_text (const SeidelTimingPicture *picture, guint part);
/* Device timings; NULL where the engine has none. */
char *seidel_timing_device_text (const SeidelTimingPicture *picture);

/* Of the figure: the bar with its legend. */
SeidelDraw seidel_timing_draw_parts_cb;
double seidel_timing_measure_parts_cb (gconstpointer data, double width, const SeidelTheme *theme);

G_END_DECLS
