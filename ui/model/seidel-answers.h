/* How the user wants the text of files to be read: remembered for each file as it is, by its size
 * and the time of its last change, in the user's data folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The answer for a file, or its member or variable of this name, which may be NULL: a name as
 * seidel_readings_choose () takes it, or NULL. Any thread. */
char *seidel_answers_get (const char *path, const char *variable);

/* Remembers an answer. A failure is only logged. Main thread. */
void seidel_answers_set (const char *path, const char *variable, const char *reading);

G_END_DECLS
