/* A strip under the header that shows the progress of a job, once it takes a while.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "base/seidel-progress.h"

G_BEGIN_DECLS

/* Properties, both strings, for its Cancel button: cancel-action, cancel-tooltip. */
#define SEIDEL_TYPE_PROGRESS_STRIP (seidel_progress_strip_get_type ())
G_DECLARE_FINAL_TYPE (SeidelProgressStrip, seidel_progress_strip, SEIDEL, PROGRESS_STRIP, AdwBin)

/* Follows a progress, which must live until end (). name is what is worked on, activity what is
 * said while the worker has not said anything yet. */
void seidel_progress_strip_begin (SeidelProgressStrip *self,
                                  const char *name,
                                  const char *activity,
                                  SeidelProgress *progress);
void seidel_progress_strip_end (SeidelProgressStrip *self);

/* Whether it has been going on for long enough to be shown. */
gboolean seidel_progress_strip_is_shown (SeidelProgressStrip *self);

G_END_DECLS
