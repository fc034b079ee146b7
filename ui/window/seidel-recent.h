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
  char *name;   /* file name */
  char *folder; /* where, for a tooltip */
} SeidelRecentFile;

void seidel_recent_add (GFile *file);

/* The most recent first, at most max of them, only those that are still there (checked for local
 * files). Array of SeidelRecentFile, to be unreferenced. */
GPtrArray *seidel_recent_list (guint max);

G_END_DECLS
