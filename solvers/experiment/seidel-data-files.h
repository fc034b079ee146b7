/* The folders of data that are installed with the programs, and the JSON files in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder that this environment variable names, for programs run from the build tree, or else
 * the installed one, or else seidel/NAME below one of $XDG_DATA_DIRS. NULL if there is none; free
 * with g_free (). */
char *seidel_data_folder (const char *variable, const char *installed, const char *name);

/* Paths of the JSON files of a folder (may be NULL) whose names have this beginning, sorted: a
 * GStrv for g_strfreev (). */
char **seidel_data_files (const char *folder, const char *prefix);

G_END_DECLS
