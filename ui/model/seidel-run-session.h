/* Keeps the runs of a window in a session file: each as soon as it has ended, and every change of
 * its name, note and the like.
 *
 * Without a file that the user chose, it is one in the user's data folder, which is made when the
 * first run has ended: so that nothing is lost however the program ends, and nothing is asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"
#include "record/seidel-session.h"

G_BEGIN_DECLS

/* Lives on the main thread; files are written by a worker, one change after the other. Disposing of
 * it waits until everything is written.
 *
 * Properties, notified:
 *  - path, string: the file, or NULL until there is one;
 *  - named, boolean: the user chose the file;
 *  - problem, string: why the file could not be written at the last attempt; NULL: it was. The runs
 *    of a file that the user chose then go to one in the data folder. Every later change tries
 * again, with all that was not written. */
#define SEIDEL_TYPE_RUN_SESSION (seidel_run_session_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRunSession, seidel_run_session, SEIDEL, RUN_SESSION, GObject)

SeidelRunSession *seidel_run_session_new (SeidelRunList *runs);

const char *seidel_run_session_get_path (SeidelRunSession *self);
gboolean seidel_run_session_get_named (SeidelRunSession *self);
const char *seidel_run_session_get_problem (SeidelRunSession *self);

/* Goes on with a file, whose runs are entries (SeidelSessionEntry): they are added to the list. */
void seidel_run_session_open (SeidelRunSession *self, const char *path, GPtrArray *entries);
/* Goes on with a file to which all runs have just been written. */
void seidel_run_session_move (SeidelRunSession *self, const char *path);

/* The runs that have ended, as they are now: SeidelSessionEntry; free with g_ptr_array_unref (). */
GPtrArray *seidel_run_session_list (SeidelRunList *runs);

/* Those files, latest first, without those that a window uses: a GStrv for g_strfreev (). */
char **seidel_run_session_list_automatic (void);

G_END_DECLS
