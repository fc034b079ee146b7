/* Matrices that were opened before, by the desktop's own list of recent files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  char *uri;
  char *name;   /* file name, and which matrix of it where that was chosen */
  char *folder; /* where, for a tooltip */
} SeidelRecentFile;

/* variable: which matrix of the file, or NULL where there was no choice. */
void seidel_recent_add (GFile *file, const char *variable);

/* Which matrix of the file was opened last, or NULL. Free with g_free (). */
char *seidel_recent_get_variable (const char *uri);

/* The most recent first, at most max of them, only those that are still there (checked for local
 * files). Array of SeidelRecentFile, to be unreferenced. */
GPtrArray *seidel_recent_list (guint max);

G_END_DECLS
