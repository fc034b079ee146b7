/* What the parts of the window share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "pages/seidel-page.h"
#include "window/seidel-report-pane.h"
#include "window/seidel-run-table.h"
#include "window/seidel-setup-pane.h"
#include "window/seidel-start-page.h"
#include "window/seidel-window.h"

G_BEGIN_DECLS

typedef struct SeidelLoad SeidelLoad; /* seidel-window-load.c */

struct _SeidelWindow
{
  AdwApplicationWindow parent_instance;

  /* Template */
  AdwToastOverlay *toasts;
  GtkWidget *switcher;
  AdwSplitButton *open_button;
  GtkWidget *solve_button;
  GtkWidget *stop_button;
  GtkRevealer *load_revealer;
  GtkLabel *load_label;
  GtkProgressBar *load_bar;
  GtkStack *content;
  GtkPaned *side_paned;
  GtkPaned *run_paned;
  GtkWidget *side_pane;
  SeidelReportPane *report_pane;
  SeidelSetupPane *setup_pane;
  AdwViewStack *pages;
  SeidelRunTable *run_table;

  /* Owned */
  SeidelDocument *document;
  SeidelRunList *runs;
  SeidelLoad *load; /* while one goes on */
  GtkFileChooserNative *chooser;
  GMenu *recent_menu;
  AdwToast *toast; /* while one is shown */

  int run_table_height; /* to be given to it when it is next shown; 0: its own */
};

/* seidel-window.c */
void seidel_window_set_document (SeidelWindow *self, SeidelDocument *document);
/* A dialog that says what could not be done, and why. */
void seidel_window_complain (SeidelWindow *self, const char *heading, const char *body);
/* A passing note at the bottom. */
void seidel_window_tell (SeidelWindow *self, const char *text);
/* The page in view, or NULL. */
SeidelPage *seidel_window_get_page (SeidelWindow *self);
void seidel_window_show_run_table (SeidelWindow *self);

/* seidel-window-actions.c */
void seidel_window_actions_init (SeidelWindow *self);
void seidel_window_actions_dispose (SeidelWindow *self);
void seidel_window_actions_update (SeidelWindow *self);

/* seidel-window-load.c */
void seidel_window_cancel_load (SeidelWindow *self);
void seidel_window_choose_file (SeidelWindow *self);
void seidel_window_choose_gallery (SeidelWindow *self);
/* Puts the open matrix, which is square, into another order; back to the natural one at once. */
void seidel_window_order (SeidelWindow *self, const SeidelOrderingSpec *order);

/* seidel-window-dnd.c */
void seidel_window_dnd_init (SeidelWindow *self);

/* seidel-window-export.c */
void seidel_window_export_picture (SeidelWindow *self);
void seidel_window_export_numbers (SeidelWindow *self);
void seidel_window_save_solution (SeidelWindow *self);
void seidel_window_copy (SeidelWindow *self);
/* The same without asking for a place. */
gboolean seidel_window_export_picture_to (SeidelWindow *self, const char *path, GError **error);

/* seidel-window-menu.c */
void seidel_window_menu_init (SeidelWindow *self);

G_END_DECLS
