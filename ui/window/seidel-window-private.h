/* The window from the inside, for its subclasses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-messages.h"
#include "window/seidel-panes.h"
#include "window/seidel-report-pane.h"
#include "window/seidel-window.h"

G_BEGIN_DECLS

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
  SeidelReportPane *report_pane;
  SeidelSetupPane *setup_pane;
  AdwViewStack *pages;
  SeidelRunTable *run_table;

  SeidelNotes notes;
  SeidelPanes *panes;
  SeidelPresentation *presentation;
  SeidelChooser *chooser;
  guint state_id; /* of the timeout after which the state is saved, or 0 */
};

/* In class_init of a subclass: GTK disposes of the template of the class that a widget is of. */
void seidel_window_class_bind_template (SeidelWindowClass *klass);

/* After what the title is made from has changed. */
void seidel_window_update_title (SeidelWindow *self);

G_END_DECLS
