/* One run in the window: its set-up, its trace while it is live, its outcome afterwards.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "model/seidel-document.h"
#include "record/seidel-record.h"

G_BEGIN_DECLS

/* A run that ended has a record, which is what a session keeps of it; one that was read from a
 * session has never been live here.
 *
 * Lives on the main thread; the worker holds its own references to problem and trace. Properties,
 * notified:
 *  - number, uint: 1, 2, 3 … in the order of starting;
 *  - title, string: "Gauss-Seidel, forward · CPU, 2 threads · sweep: level sets", and what else the
 *    runs of its list differ in; that of an automatic run names what is being tried; the name that
 *    the user gave it takes the place of all that;
 *  - matrix-name, string;
 *  - color-index, uint: into the series colours of the theme, kept for good;
 *  - visible, boolean, read-write: whether its curve is shown;
 *  - note, string, read-write: what the user noted on it, or NULL;
 *  - matrix-changed, boolean: the file of its matrix has other contents now;
 *  - live, boolean: running (or being verified);
 *  - status, string: "Running", "Converged", "Stopped"; this and what follows changes while live;
 *  - iterations, int64; seconds, double; residual, double (relative). */
#define SEIDEL_TYPE_RUN_ITEM (seidel_run_item_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRunItem, seidel_run_item, SEIDEL, RUN_ITEM, GObject)

guint seidel_run_item_get_number (SeidelRunItem *self);
const char *seidel_run_item_get_title (SeidelRunItem *self);
/* For a legend: its number, and only what the runs of its list differ in; free with g_free (). */
char *seidel_run_item_get_label (SeidelRunItem *self);
/* The title with the matrix and its order, for where no other run is near; free with g_free (). */
char *seidel_run_item_get_long_title (SeidelRunItem *self);
const char *seidel_run_item_get_matrix_name (SeidelRunItem *self);
/* Whether it solves with the matrix of this document, in its order. */
gboolean seidel_run_item_is_of (SeidelRunItem *self, SeidelDocument *document);
/* The same, in whatever order. */
gboolean seidel_run_item_is_of_matrix (SeidelRunItem *self, SeidelDocument *document);
guint seidel_run_item_get_color_index (SeidelRunItem *self);
gboolean seidel_run_item_get_visible (SeidelRunItem *self);
void seidel_run_item_set_visible (SeidelRunItem *self, gboolean visible);
gboolean seidel_run_item_get_live (SeidelRunItem *self);
/* The name that the user gave it, or NULL; an empty one takes it back. */
const char *seidel_run_item_get_name (SeidelRunItem *self);
void seidel_run_item_set_name (SeidelRunItem *self, const char *name);
const char *seidel_run_item_get_note (SeidelRunItem *self);
void seidel_run_item_set_note (SeidelRunItem *self, const char *note);
gboolean seidel_run_item_get_matrix_changed (SeidelRunItem *self);
void seidel_run_item_set_matrix_changed (SeidelRunItem *self, gboolean changed);

/* Borrowed. The trace may be read at any time, also while live; outcome is NULL until the run ended
 * (and stays NULL when it could not begin: then the error text is set). */
const SeidelOptions *seidel_run_item_get_options (SeidelRunItem *self);
SeidelTrace *seidel_run_item_get_trace (SeidelRunItem *self);
/* NULL until the run ended. */
SeidelRecord *seidel_run_item_get_record (SeidelRunItem *self);
/* As it is now, of a run that ended; free with seidel_session_entry_free (). */
SeidelSessionEntry *seidel_run_item_to_entry (SeidelRunItem *self);
const SeidelOutcome *seidel_run_item_get_outcome (SeidelRunItem *self);
const char *seidel_run_item_get_error (SeidelRunItem *self);
/* Borrowed. */
const SeidelVectorSpec *seidel_run_item_get_rhs (SeidelRunItem *self);
double seidel_run_item_get_load_seconds (SeidelRunItem *self);
/* The schedule its sweeps used, to set measured times beside rows per level; NULL when not known.
 */
SeidelSchedule *seidel_run_item_get_schedule (SeidelRunItem *self, SeidelDirection direction);

void seidel_run_item_stop (SeidelRunItem *self); /* a second call also skips the verification */

G_END_DECLS
