/* What the parts of the window share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "model/seidel-run-session.h"
#include "model/seidel-selection.h"
#include "pages/seidel-page.h"
#include "window/seidel-lesson-pane.h"
#include "window/seidel-progress-strip.h"
#include "window/seidel-report-pane.h"
#include "window/seidel-run-table.h"
#include "window/seidel-setup-pane.h"
#include "window/seidel-start-page.h"
#include "window/seidel-window.h"

G_BEGIN_DECLS

typedef struct SeidelLoad SeidelLoad;                 /* seidel-window-load.c */
typedef struct SeidelWindowLesson SeidelWindowLesson; /* seidel-window-lesson.c */

/* A way to save: what a format is called, and the ending that its files have, ".mtx". */
typedef struct
{
  const char *name;
  const char *suffix;
} SeidelSaveFormat;

typedef void (*SeidelSaveFunc) (SeidelWindow *self, const char *path);

struct _SeidelWindow
{
  AdwApplicationWindow parent_instance;

  /* Template */
  AdwToastOverlay *toasts;
  GtkWidget *switcher;
  GtkWidget *no_switcher;
  AdwViewSwitcherBar *switcher_bar;
  AdwSplitButton *open_button;
  GtkWidget *solve_button;
  GtkWidget *stop_button;
  SeidelProgressStrip *load_strip;
  SeidelProgressStrip *save_strip;
  GtkStack *content;
  GtkPaned *side_paned;
  GtkPaned *run_paned;
  GtkWidget *side_pane;
  GtkWidget *open_run_matrix;
  SeidelReportPane *report_pane;
  SeidelSetupPane *setup_pane;
  AdwViewStack *pages;
  SeidelRunTable *run_table;
  SeidelLessonPane *lesson_pane;
  GMenu *lessons_menu;

  /* Owned */
  SeidelDocument *document;
  SeidelRunList *runs;
  SeidelRunSession *session;  /* where they are kept; NULL while the window plays a lesson */
  SeidelSelection *selection; /* in the document */
  SeidelLoad *load;           /* while one is in progress */
  GTask *save;                /* of a matrix, while it is in progress */
  GtkFileChooserNative *chooser;
  GFile *save_folder; /* where something was saved last, or NULL */
  GMenu *recent_menu;
  AdwToast *toast;        /* while one is shown */
  SeidelRunItem *removed; /* the run that was removed last, or NULL */
  SeidelRunItem *running; /* the run in progress, or NULL */

  SeidelWindowLesson *lesson; /* owned; NULL unless the window plays one */
  gboolean lesson_finished;   /* next time it starts at the beginning */

  gboolean presenting;
  struct
  {
    gboolean side_pane;
    gboolean run_table;
    gboolean fullscreen;
  } shown_before; /* the presentation */

  guint state_id;       /* of the timeout after which the state is saved, or 0 */
  int side_width;       /* as it was chosen: a narrow window leaves less */
  int run_table_height; /* as the user chose it; 0: it follows its rows */
  int fitted_height;    /* of the paned, when the table's height was last set; 0: not yet */
  int fit_frames;       /* until the table gets its height; 0: it has it */
  gboolean fitting;
};

/* seidel-window.c */
void seidel_window_set_document (SeidelWindow *self, SeidelDocument *document);
/* A dialog that says what could not be done, and why. */
void seidel_window_complain (SeidelWindow *self, const char *heading, const char *body);
/* A passing note at the bottom. */
void seidel_window_show_toast (SeidelWindow *self, const char *text);
/* The same, with a button whose action undoes it. */
void seidel_window_show_toast_with_undo (SeidelWindow *self, const char *text, const char *action);
/* After the document, or whether there are runs: the work, or the start page. */
void seidel_window_update_content (SeidelWindow *self);
/* After the document, the lesson or the session. */
void seidel_window_update_title (SeidelWindow *self);
/* The page in view, or NULL. */
SeidelPage *seidel_window_get_page (SeidelWindow *self);
void seidel_window_show_run_table (SeidelWindow *self);

/* seidel-window-actions.c */
void seidel_window_actions_init (SeidelWindow *self);
void seidel_window_actions_dispose (SeidelWindow *self);
void seidel_window_actions_update (SeidelWindow *self);

/* seidel-window-load.c */
void seidel_window_cancel_load (SeidelWindow *self);
/* One matrix of a file that may hold several. */
void seidel_window_open_variable (SeidelWindow *self, GFile *file, const char *variable);
/* The same where the choice was made earlier: if the file has no such matrix any more, it is opened
 * as if nothing had been chosen. */
void seidel_window_open_again (SeidelWindow *self, GFile *file, const char *variable);
/* Reads the file of the open matrix again. */
void seidel_window_reload (SeidelWindow *self);
/* Puts the open matrix, which is square, into another order; back to the natural one at once. */
void seidel_window_order (SeidelWindow *self, const SeidelOrderingSpec *order);

/* seidel-window-choose.c */
void seidel_window_choose_file (SeidelWindow *self);
void seidel_window_choose_gallery (SeidelWindow *self);
/* variables: SeidelVariable, of which some can be opened. */
void seidel_window_choose_variable (SeidelWindow *self, GFile *file, GPtrArray *variables);
void seidel_window_choose_from_collection (SeidelWindow *self);
void seidel_window_dnd_init (SeidelWindow *self);
void seidel_window_menu_init (SeidelWindow *self);

/* seidel-window-export.c */
void seidel_window_export_picture (SeidelWindow *self);
void seidel_window_export_numbers (SeidelWindow *self);
void seidel_window_copy (SeidelWindow *self);
/* The same without a dialog. */
gboolean seidel_window_export_picture_to (SeidelWindow *self, const char *path, GError **error);
/* A page about the selected run, or about all that are shown. */
void seidel_window_report_run (SeidelWindow *self);
void seidel_window_report_runs (SeidelWindow *self);
gboolean seidel_window_can_report (SeidelWindow *self, gboolean selected);
gboolean seidel_window_export_report_to (SeidelWindow *self,
                                         gboolean selected,
                                         const char *path,
                                         GError **error);

/* seidel-window-lesson.c */

/* Plays a lesson in a window of its own, which is returned; NULL if there is no such lesson. */
SeidelWindow *seidel_window_play_lesson (SeidelWindow *self, const char *id);
void seidel_window_lesson_dispose (SeidelWindow *self);
/* The rest is for a window that plays one. */
void seidel_window_lesson_next (SeidelWindow *self); /* the answer comes before the next step */
void seidel_window_lesson_back (SeidelWindow *self);
void seidel_window_lesson_leave (SeidelWindow *self);
void seidel_window_lesson_follow (SeidelWindow *self); /* finishes it and begins the next lesson */
gboolean seidel_window_lesson_can_go_back (SeidelWindow *self);
gboolean seidel_window_lesson_can_follow (SeidelWindow *self);
/* Borrowed. */
SeidelLessonPlayer *seidel_window_lesson_get_player (SeidelWindow *self);
/* Whether the step is still being set up, or measured. */
gboolean seidel_window_lesson_is_busy (SeidelWindow *self);
/* Remembers where it is. */
void seidel_window_lesson_save (SeidelWindow *self);
char *seidel_window_lesson_get_title (SeidelWindow *self);

/* seidel-window-race.c */
void seidel_window_compare_runs (SeidelWindow *self);
void seidel_window_choose_race (SeidelWindow *self);
/* Shows how their solutions differ, where both have one. */
void seidel_window_race_ended (SeidelWindow *self, SeidelRunItem *first, SeidelRunItem *second);

/* seidel-window-present.c */
void seidel_window_set_presenting (SeidelWindow *self, gboolean presenting);

/* seidel-window-session.c */
void seidel_window_session_init (SeidelWindow *self);
void seidel_window_session_dispose (SeidelWindow *self);
/* Shows the runs of a session file and goes on with it: here, or in a new window if there are runs
 * already. */
void seidel_window_take_session (SeidelWindow *self, GFile *file, GPtrArray *entries);
void seidel_window_save_session (SeidelWindow *self);
/* The runs have been written there: the file is the one of the window from now on. */
void seidel_window_session_saved (SeidelWindow *self, const char *path);
/* The matrix of the selected run, from where it was. */
gboolean seidel_window_can_open_run_matrix (SeidelWindow *self);
void seidel_window_open_run_matrix (SeidelWindow *self);
/* A dialog for the name of the selected run, and the note on it. */
void seidel_window_edit_run (SeidelWindow *self);
/* Marks the runs whose file has other contents than the matrix that is open now. */
void seidel_window_check_runs (SeidelWindow *self);

/* seidel-window-save.c */

/* Asks for a file; its extension follows the format that is chosen, the first one to begin with.
 * formats is copied. The dialog is the window's chooser until it was answered. */
GtkFileChooser *seidel_window_new_save_dialog (SeidelWindow *self,
                                               const char *title,
                                               const char *stem,
                                               const SeidelSaveFormat *formats,
                                               gsize n_formats,
                                               SeidelSaveFunc save);
/* Handles the answer to that dialog. */
void seidel_window_save_as (SeidelWindow *self, GFile *file);
void seidel_window_report_saved (SeidelWindow *self, const char *path, const GError *error);
/* Writes a CSV table on a worker, as JSON if the path ends so, and reports. */
void seidel_window_save_table (SeidelWindow *self, const char *path, const char *csv);
void seidel_window_save_solution (SeidelWindow *self);
void seidel_window_save_matrix (SeidelWindow *self);
/* The same without a dialog. */
void seidel_window_save_matrix_to (SeidelWindow *self, const char *path);
void seidel_window_save_session_to (SeidelWindow *self, const char *path);
/* All runs that have ended, as JSON or CSV. */
gboolean seidel_window_can_export_runs (SeidelWindow *self);
void seidel_window_export_runs (SeidelWindow *self);
void seidel_window_export_runs_to (SeidelWindow *self, const char *path);
void seidel_window_cancel_save (SeidelWindow *self);

G_END_DECLS
