/* A bar that says that the file of the matrix has changed on disk, with a button that reads it
 * again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Property:
 *   revealed  boolean, read-only: the bar is shown */
#define SEIDEL_TYPE_CHANGED_BAR (seidel_changed_bar_get_type ())
G_DECLARE_FINAL_TYPE (SeidelChangedBar, seidel_changed_bar, SEIDEL, CHANGED_BAR, AdwBin)

/* Watches a file as it is now, and hides the bar; NULL: none. */
void seidel_changed_bar_watch (SeidelChangedBar *self, const char *path);
gboolean seidel_changed_bar_is_shown (SeidelChangedBar *self);

G_END_DECLS
