/* What the commands of a window do, by subject. They use its interface and its workspace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-window.h"

G_BEGIN_DECLS

/* seidel-window-choose.c: ways to a matrix. */

/* The menus, dropped files, and the questions that opening a file may raise. */
void seidel_window_choose_init (SeidelWindow *self);
void seidel_window_choose_file (SeidelWindow *self);
void seidel_window_choose_lesson (SeidelWindow *self);
void seidel_window_choose_gallery (SeidelWindow *self);
void seidel_window_choose_from_collection (SeidelWindow *self);
/* variables: SeidelVariable, of which some can be opened. */
void seidel_window_choose_variable (SeidelWindow *self, GFile *file, GPtrArray *variables);
/* A matrix that is entered by hand, or a copy of the open one that is changed. */
void seidel_window_enter_matrix (SeidelWindow *self);
void seidel_window_edit_matrix (SeidelWindow *self);
void seidel_window_compare_orderings (SeidelWindow *self);

/* seidel-window-details.c: the panes beside a page. */

/* Digits that are typed on a picture begin the number of a row. */
void seidel_window_details_init (SeidelWindow *self);
void seidel_window_go_to_row (SeidelWindow *self);
void seidel_window_row_back (SeidelWindow *self);
void seidel_window_row_forward (SeidelWindow *self);
void seidel_window_show_run (SeidelWindow *self);
void seidel_window_hide_details (SeidelWindow *self);

/* seidel-window-export.c: what a page shows, and reports. */

void seidel_window_export_picture (SeidelWindow *self);
void seidel_window_export_numbers (SeidelWindow *self);
void seidel_window_copy (SeidelWindow *self);
/* The same without a dialog. */
gboolean seidel_window_export_picture_to (SeidelWindow *self, const char *path, GError **error);
/* In the size of the page, on a worker; FALSE where the page plays nothing or the path does not end
 * as an animation does. */
gboolean seidel_window_export_animation_to (SeidelWindow *self, const char *path);
/* A page about the selected run, or about all that are shown. */
void seidel_window_report_run (SeidelWindow *self);
void seidel_window_report_runs (SeidelWindow *self);
gboolean seidel_window_can_report (SeidelWindow *self, gboolean selected);

/* seidel-window-runs.c */

void seidel_window_solve (SeidelWindow *self);
void seidel_window_choose_race (SeidelWindow *self);
void seidel_window_compare_runs (SeidelWindow *self);
/* Why the selected run did not converge. */
void seidel_window_explain_run (SeidelWindow *self);
void seidel_window_resume_run (SeidelWindow *self);
/* Those of the table, one or more. */
void seidel_window_remove_chosen_runs (SeidelWindow *self);
/* Shows how their solutions differ, where both have one. */
void seidel_window_race_ended (SeidelWindow *self, SeidelRunItem *first, SeidelRunItem *second);
void seidel_window_filter_runs (SeidelWindow *self);
/* The selected run to the clipboard, as one of seidel_run_codes (). */
void seidel_window_copy_run (SeidelWindow *self, const char *code);
void seidel_window_edit_run (SeidelWindow *self);
void seidel_window_remove_run (SeidelWindow *self, SeidelRunItem *run);
/* Asks before. */
void seidel_window_remove_runs (SeidelWindow *self);
void seidel_window_restore_run (SeidelWindow *self);

/* seidel-window-save.c: dialogs for a place and a format. */

void seidel_window_save_matrix (SeidelWindow *self);
/* What is computed of the matrix: one of seidel_parts (), “ID”, of a level “ID:LEVEL”. */
void seidel_window_save_part (SeidelWindow *self, const char *text);
/* The part and its level; NULL after a message if the open matrix has no such one. */
const SeidelPart *seidel_window_find_part (SeidelWindow *self, const char *text, int *level);
/* Calls add with each of these texts, those of vectors too if they are wanted, and what it is
 * called. */
void seidel_window_list_parts (gboolean vectors,
                               void (*add) (gpointer data, const char *text, const char *name),
                               gpointer data);
void seidel_window_choose_rhs (SeidelWindow *self);
void seidel_window_save_solution (SeidelWindow *self);
void seidel_window_save_session (SeidelWindow *self);
/* All runs that have ended, as JSON or CSV. */
gboolean seidel_window_can_export_runs (SeidelWindow *self);
void seidel_window_export_runs (SeidelWindow *self);
void seidel_window_export_runs_to (SeidelWindow *self, const char *path);
/* How the windows of the program export runs; without a call they cannot. */
void seidel_window_set_run_writers (SeidelRunsToText to_json, SeidelRunsToText to_csv);

G_END_DECLS
