/* Animations whose positions are in view for different times. Private to ui/draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-animation.h"

G_BEGIN_DECLS

/* As seidel_animation_write () does. times: of each position in hundredths of a second, to a fifth
 * of a second in videos; NULL: the same for all, some ten seconds together. */
bool seidel_animation_write_slides (const SeidelAnimation *animation,
                                    const int *times,
                                    const char *path,
                                    SeidelProgress *progress,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
