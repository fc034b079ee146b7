/* The window: shows what one works on, in pages, panes and a table of runs. Its commands are added
 * by seidel-workbench.h; a lesson has a window of its own, seidel-lesson-window.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-workspace.h"
#include "pages/seidel-page.h"
#include "window/seidel-chooser.h"
#include "window/seidel-messages.h"
#include "window/seidel-panes.h"
#include "window/seidel-presentation.h"
#include "window/seidel-report-pane.h"
#include "window/seidel-row-pane.h"
#include "window/seidel-run-pane.h"
#include "window/seidel-run-table.h"
#include "window/seidel-setup-pane.h"

G_BEGIN_DECLS

typedef struct _SeidelWindow SeidelWindow;
typedef struct _SeidelWindowClass SeidelWindowClass;

/* Properties: workspace, SeidelWorkspace, construct-only, which the window disposes of; presenting,
 * boolean, read-only; lecture, boolean, read-only: it presents, or plays a lesson; statistics,
 * boolean: pages show them while it presents, too. */
#define SEIDEL_TYPE_WINDOW (seidel_window_get_type ())
GType seidel_window_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelWindow, g_object_unref)

#define SEIDEL_WINDOW(object) G_TYPE_CHECK_INSTANCE_CAST (object, SEIDEL_TYPE_WINDOW, SeidelWindow)
#define SEIDEL_WINDOW_CLASS(klass) \
  G_TYPE_CHECK_CLASS_CAST (klass, SEIDEL_TYPE_WINDOW, SeidelWindowClass)
#define SEIDEL_IS_WINDOW(object) G_TYPE_CHECK_INSTANCE_TYPE (object, SEIDEL_TYPE_WINDOW)
#define SEIDEL_WINDOW_GET_CLASS(object) \
  G_TYPE_INSTANCE_GET_CLASS (object, SEIDEL_TYPE_WINDOW, SeidelWindowClass)

/* For reading, by commands and subclasses. */
struct _SeidelWindow
{
  AdwApplicationWindow parent_instance;

  SeidelWorkspace *workspace;

  /* Template */
  AdwToastOverlay *toasts;
  GtkWidget *switcher;
  GtkWidget *solve_button;
  GtkStack *content;
  GtkWidget *side_pane;
  gboolean side_yields; /* it is hidden while a pane beside the page takes its room */
  SeidelReportPane *report_pane;
  SeidelSetupPane *setup_pane;
  AdwViewStack *pages;
  SeidelRunTable *run_table;
  GtkStack *details; /* beside the page; hidden at first */
  SeidelRowPane *row_pane;
  SeidelRunPane *run_pane;

  SeidelNotes notes;
  SeidelPanes panes;
  SeidelPresentation presentation;
  SeidelChooser chooser;
  gboolean statistics;    /* of pages, also while it presents */
  const SeidelPart *part; /* that a place is being chosen for */
  int part_level;
  guint state_id; /* of the timeout after which the state is saved, or 0 */
};

struct _SeidelWindowClass
{
  AdwApplicationWindowClass parent_class;

  gboolean lecture; /* it is shown to a class, also without presentation */

  /* After the document, or whether there are runs: the work, or the start page. */
  void (*update_content) (SeidelWindow *self);
  char *(*make_title) (SeidelWindow *self); /* free with g_free () */
  void (*first_document) (SeidelWindow *self);
  void (*run_ended) (SeidelWindow *self, SeidelRunItem *run);
  void (*save_state) (SeidelWindow *self);
};

/* In class_init of a subclass: GTK disposes of the template of the class that a widget is of. */
void seidel_window_class_bind_template (SeidelWindowClass *klass);

void seidel_window_set_presenting (SeidelWindow *self, gboolean presenting);
/* The page in view, borrowed; NULL while there is nothing to show. */
SeidelPage *seidel_window_get_page (SeidelWindow *self);
void seidel_window_show_page (SeidelWindow *self, const char *name);
void seidel_window_show_run_table (SeidelWindow *self);
/* The button that solves, or the one that stops; why_not: why it cannot be solved, or NULL. */
void seidel_window_show_solve (SeidelWindow *self, gboolean live, const char *why_not);

/* A passing note at the bottom; with an action, detailed, there is a button that undoes what it is
 * about. */
void seidel_window_show_note (SeidelWindow *self, const char *text, const char *undo);
/* How saving went: a note, or a dialog. */
void seidel_window_report_saved (SeidelWindow *self, const char *path, const GError *error);

G_END_DECLS
