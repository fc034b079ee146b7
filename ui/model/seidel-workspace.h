/* What one works on in a window: the open matrix, the rows selected in it, the runs and the file
 * that keeps them, what is being opened and saved. Knows no widgets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-load.h"
#include "model/seidel-run-session.h"
#include "model/seidel-save.h"
#include "model/seidel-selection.h"

G_BEGIN_DECLS

/* Lives on the main thread. Disposing of it ends what is being loaded and the run in progress, and
 * waits until the runs are kept; what is being saved is written nevertheless.
 *
 * Properties, read-only, notified:
 *  - document (SeidelDocument or NULL);
 *  - runs (SeidelRunList), selection (SeidelSelection): always the same;
 *  - loading (SeidelWork or NULL): what was open stays until it has ended, and for good if it
 * fails;
 *  - saving (SeidelWork or NULL): of a matrix or an animation;
 *  - removed (SeidelRunItem or NULL): the run that was removed last.
 *
 * Signals:
 *  - failed (const char *heading, const char *body): something could not be done, and why;
 *  - noted (const char *text): something that is worth a passing note;
 *  - variable-wanted (const SeidelLoad *): one of its variables is to be chosen;
 *  - reading-wanted (const SeidelLoad *): one of its readings is to be chosen;
 *  - consent-wanted (const SeidelLoad *, const char *sentence): it is larger than it should be;
 *  - session-read (GFile *, GPtrArray *entries): seidel_workspace_take_session () would show it;
 *  - file-used (GFile *, const char *variable): to be found again among the recent ones;
 *  - saved (const char *path, const GError *error): error is NULL if it was;
 *  - run-ended (SeidelRunItem *). */
#define SEIDEL_TYPE_WORKSPACE (seidel_workspace_get_type ())
G_DECLARE_FINAL_TYPE (SeidelWorkspace, seidel_workspace, SEIDEL, WORKSPACE, GObject)

/* For reading. */
struct _SeidelWorkspace
{
  GObject parent_instance;

  SeidelDocument *document; /* or NULL */
  SeidelSelection *selection;
  SeidelRunList *runs;
  SeidelRunItem *running;    /* the run in progress, or NULL */
  SeidelRunItem *removed;    /* the run that was removed last, or NULL */
  SeidelRunSession *session; /* NULL: keeps none */
  SeidelWork *loading;       /* or NULL: what was open stays until it has ended */
  SeidelDocument *natural;   /* whose matrix is being put into another order, or NULL */
  SeidelWork *saving;        /* of a matrix or an animation, or NULL */
};

/* keeps_runs: in a session file; those of a lesson are not. */
SeidelWorkspace *seidel_workspace_new (gboolean keeps_runs);

SeidelMatrix *seidel_workspace_get_matrix (SeidelWorkspace *self); /* the open one, or NULL */
gboolean seidel_workspace_has_runs (SeidelWorkspace *self);

/* Opens it; a run in progress goes on with the one that it began with. */
void seidel_workspace_set_document (SeidelWorkspace *self, SeidelDocument *document);

/* Each of these takes the place of what is being loaded. variable: of a file that holds several
 * matrices, or NULL; values: NULL for the initial ones of the kind. */
void seidel_workspace_open (SeidelWorkspace *self,
                            GFile *file,
                            const char *variable,
                            SeidelOpenFlags flags);
/* Opens a text as the user wants it read, which is remembered for the file. */
void seidel_workspace_open_as (SeidelWorkspace *self,
                               GFile *file,
                               const char *variable,
                               const char *read_as);
/* Has “reading-wanted” emitted for the text of the open matrix. */
void seidel_workspace_ask_reading (SeidelWorkspace *self);
void seidel_workspace_open_gallery (SeidelWorkspace *self, const char *kind, const double *values);
/* Opens a matrix that was made in the window. Takes a reference. */
void seidel_workspace_open_matrix (SeidelWorkspace *self, SeidelMatrix *matrix);
/* Opens what is computed of a matrix and is one itself; level: as in seidel_load_new_part (). */
void seidel_workspace_open_part (SeidelWorkspace *self,
                                 SeidelMatrix *matrix,
                                 const SeidelPart *part,
                                 int level);
/* Puts the open matrix, which is square, into another order; back to the natural one at once. */
void seidel_workspace_order (SeidelWorkspace *self, const SeidelOrderingSpec *order);
/* Reads the file of the open matrix again, if it has one. */
void seidel_workspace_reload (SeidelWorkspace *self);
void seidel_workspace_cancel_load (SeidelWorkspace *self);

/* The matrix of the selected run, from where it was. */
gboolean seidel_workspace_can_open_run_matrix (SeidelWorkspace *self);
void seidel_workspace_open_run_matrix (SeidelWorkspace *self);

/* Not one that is live; another one after it. */
void seidel_workspace_remove_run (SeidelWorkspace *self, SeidelRunItem *run);
void seidel_workspace_restore_run (SeidelWorkspace *self);

/* Whether it keeps runs and has none yet. */
gboolean seidel_workspace_can_take_session (SeidelWorkspace *self);
/* Shows the runs of a session file and goes on with it. */
void seidel_workspace_take_session (SeidelWorkspace *self, GFile *file, GPtrArray *entries);

/* On a worker; “saved” reports how it ended. Of a matrix, an animation or a lesson one at a time. A
 * lesson is printed, or with the ending of an animation written as a film. */
void seidel_workspace_save_matrix (SeidelWorkspace *self, const char *path);
void seidel_workspace_save_lesson (SeidelWorkspace *self,
                                   SeidelLesson *lesson,
                                   SeidelLessonPrint print,
                                   const char *path);
/* Takes the animation. */
void seidel_workspace_save_animation (SeidelWorkspace *self,
                                      const char *path,
                                      SeidelAnimation *animation);
/* What is computed of the open matrix, of a level of multigrid where it has them. */
void seidel_workspace_save_part (SeidelWorkspace *self,
                                 const SeidelPart *part,
                                 int level,
                                 const char *path);
void seidel_workspace_save_solution (SeidelWorkspace *self, SeidelRunItem *run, const char *path);
void seidel_workspace_save_table (SeidelWorkspace *self, const char *path, const char *csv);
/* All runs that have ended, as text; to_text is NULL: as a session, which then is that of the
 * workspace. */
void seidel_workspace_save_runs (SeidelWorkspace *self, const char *path, SeidelRunsToText to_text);
void seidel_workspace_cancel_save (SeidelWorkspace *self);

G_END_DECLS
