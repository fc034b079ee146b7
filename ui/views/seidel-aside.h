/* What is beside the picture, and goes while the window presents: tools, hints, notices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A bin around a widget that is shown and hidden for reasons of its own. Property: statistics,
 * boolean: the window's property of that name keeps it while the window presents.
 */
#define SEIDEL_TYPE_ASIDE (seidel_aside_get_type ())
G_DECLARE_FINAL_TYPE (SeidelAside, seidel_aside, SEIDEL, ASIDE, AdwBin)

/* Hides a widget that is always shown otherwise as long as the window that it is in has a property
 * "presenting" that is TRUE. */
void seidel_aside_follow (GtkWidget *widget);

/* Calls changed (widget) whenever that property, "lecture" or "statistics" of the window changes,
 * and when the widget gets another one. */
void seidel_aside_watch_root (GtkWidget *widget, GCallback changed);

/* A boolean property of the window that a widget is in; FALSE where there is none. */
gboolean seidel_aside_get_root_flag (GtkWidget *widget, const char *property);

G_END_DECLS
