/* A strip under the header that shows the progress of a job, once it takes a while.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-work.h"

G_BEGIN_DECLS

/* Properties: cancel-action, cancel-tooltip, both strings, for its Cancel button; work, as below.
 */
#define SEIDEL_TYPE_PROGRESS_STRIP (seidel_progress_strip_get_type ())
G_DECLARE_FINAL_TYPE (SeidelProgressStrip, seidel_progress_strip, SEIDEL, PROGRESS_STRIP, AdwBin)

/* Follows a job; NULL: there is none any more. */
void seidel_progress_strip_set_work (SeidelProgressStrip *self, SeidelWork *work);

/* Whether it has been going on for long enough to be shown. */
gboolean seidel_progress_strip_is_shown (SeidelProgressStrip *self);

G_END_DECLS
