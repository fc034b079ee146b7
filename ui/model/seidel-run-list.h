/* The runs of a window, newest last: a GListModel of SeidelRunItem that survives the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-document.h"
#include "model/seidel-run-item.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* Properties, notified:
 *  - live, SeidelRunItem or NULL: the run in progress, of a race the last one started;
 *  - selected, SeidelRunItem or NULL, read-write: the one the Timing page shows; a new run selects
 *    itself.
 *
 * Signals:
 *  - changed: a run was added, renamed, ended, shown or hidden, so that charts rebuild;
 *  - race-ended (SeidelRunItem *first, SeidelRunItem *second): both runs of a race have.
 *
 * New samples of a live run are NOT signalled: charts poll the counts of its trace on the frame
 * clock while live is set. */
#define SEIDEL_TYPE_RUN_LIST (seidel_run_list_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRunList, seidel_run_list, SEIDEL, RUN_LIST, GObject)

SeidelRunList *seidel_run_list_new (void);

/* Starts a run on its own thread. The specs are copied. Returns the new item (borrowed), or NULL
 * with an error when one is live already. The item reports later whether it could start. */
SeidelRunItem *seidel_run_list_start (SeidelRunList *self,
                                      SeidelDocument *document,
                                      const SeidelOptions *options,
                                      const SeidelVectorSpec *rhs,
                                      const SeidelVectorSpec *guess,
                                      GError **error);
/* Starts two runs on one problem at the same time, and divides the processors between those that
 * ask for no number of threads. FALSE with an error as above. */
gboolean seidel_run_list_start_race (SeidelRunList *self,
                                     SeidelDocument *document,
                                     const SeidelOptions options[2],
                                     const SeidelVectorSpec *rhs,
                                     const SeidelVectorSpec *guess,
                                     GError **error);
/* Starts runs for several right-hand sides, of which rhs are n specs, one after the other: the
 * first as above, each of the others when the one before has ended, unless that was stopped. */
gboolean seidel_run_list_start_several (SeidelRunList *self,
                                        SeidelDocument *document,
                                        const SeidelOptions *options,
                                        const SeidelVectorSpec *rhs,
                                        gsize n,
                                        const SeidelVectorSpec *guess,
                                        GError **error);
/* Whether a run ended before it was done, by the user or by a limit, and its solution is kept; and
 * whether it can go on with the matrix. */
gboolean seidel_run_list_is_unfinished (SeidelRunItem *item);
gboolean seidel_run_list_can_resume (SeidelRunItem *item, SeidelDocument *document);
/* It goes on from its solution, in its own history. FALSE with an error as above. */
gboolean seidel_run_list_resume (SeidelRunList *self,
                                 SeidelRunItem *item,
                                 SeidelDocument *document,
                                 GError **error);
/* Runs take over what the last one left (see seidel-reuse.h); gives that back, for a matrix that is
 * closed. */
void seidel_run_list_forget (SeidelRunList *self);
/* Stops whatever is live; a second call also skips the verification. */
void seidel_run_list_stop (SeidelRunList *self);
SeidelRunItem *seidel_run_list_get_live (SeidelRunList *self);
SeidelRunItem *seidel_run_list_get_selected (SeidelRunList *self);
void seidel_run_list_set_selected (SeidelRunList *self, SeidelRunItem *item);
/* What two or more runs have in common, for the head of a chart: the matrix, and what their labels
 * leave out; NULL for fewer. Free with g_free (). */
char *seidel_run_list_describe_common (SeidelRunList *self);
void seidel_run_list_remove (SeidelRunList *self, SeidelRunItem *item); /* not a live one */
/* Appends the runs of a session (SeidelSessionEntry) and selects the last one. */
void seidel_run_list_add_kept (SeidelRunList *self, GPtrArray *entries);
/* Undoes a removal: the run has its place again, by its number, and is selected. */
void seidel_run_list_put_back (SeidelRunList *self, SeidelRunItem *item);

G_END_DECLS
