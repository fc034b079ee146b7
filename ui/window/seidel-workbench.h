/* The windows of the workbench with all that can be done in them, each with one open matrix and the
 * runs made in it; and those of lessons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-window.h"

G_BEGIN_DECLS

SeidelWindow *seidel_workbench_new_window (GtkApplication *application);

/* A new window for a file, which is read by a worker while the window is made. */
void seidel_workbench_present_file (GtkApplication *application, GFile *file);

/* What is computed of the open matrix and is a matrix itself, in a new window; text: as
 * seidel_window_find_part () takes it. */
void seidel_workbench_open_part (SeidelWindow *from, const char *text);

/* Presents the window that plays a lesson, a new one unless there is one already; NULL if there is
 * no such lesson. A presentation in the window that it is asked for from goes on there. */
SeidelWindow *seidel_workbench_play_lesson (SeidelWindow *from, const char *id);

/* Opens a file: a lesson (.json) is played in a window of its own, or a dialog names the place that
 * is wrong in it; anything else is opened in this window. */
void seidel_workbench_open (SeidelWindow *from, GFile *file);

G_END_DECLS
