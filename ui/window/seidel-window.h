/* The workbench: one window, one open matrix, the runs made in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-document.h"
#include "model/seidel-run-list.h"

G_BEGIN_DECLS

/* Properties:
 *   document  SeidelDocument or NULL, read-only
 *   runs      SeidelRunList, read-only
 *   loading   boolean, read-only */
#define SEIDEL_TYPE_WINDOW (seidel_window_get_type ())
G_DECLARE_FINAL_TYPE (SeidelWindow, seidel_window, SEIDEL, WINDOW, AdwApplicationWindow)

SeidelWindow *seidel_window_new (GtkApplication *application);

/* Loads on a worker. What was open stays until the new matrix is there, and for good when it cannot
 * be read: then a dialog says why. */
void seidel_window_open (SeidelWindow *self, GFile *file);
/* The same for a matrix of the gallery; values has one number for each parameter, NULL for the
 * initial ones. */
void seidel_window_open_gallery (SeidelWindow *self, const char *kind, const double *values);

SeidelDocument *seidel_window_get_document (SeidelWindow *self);
SeidelRunList *seidel_window_get_runs (SeidelWindow *self);
gboolean seidel_window_get_loading (SeidelWindow *self);

/* Runs (SeidelSessionEntry) as text; called on a worker. */
typedef char *(*SeidelRunsToText) (GPtrArray *entries);

/* How the windows of the program export runs; without a call they cannot. */
void seidel_window_set_run_writers (SeidelRunsToText to_json, SeidelRunsToText to_csv);

/* The keys of every win.* action. Once for an application. */
void seidel_window_install_keys (GtkApplication *application);

G_END_DECLS
