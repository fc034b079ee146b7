/* What the pages that know the runs have in common: the list of runs, their tools, what is shown in
 * place of a picture while there is none and, where the runs are what they show, the plot view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"
#include "pages/seidel-page.h"
#include "views/seidel-plot-view.h"

G_BEGIN_DECLS

/* An abstract SeidelPage with the read-write property "runs" (SeidelRunList or NULL, a reference is
 * held). Main thread only. Derived pages with a plot view leave the zoom and fit of the page
 * interface to it. */
#define SEIDEL_TYPE_RUNS_PAGE (seidel_runs_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (SeidelRunsPage, seidel_runs_page, SEIDEL, RUNS_PAGE, GtkWidget)

struct _SeidelRunsPageClass
{
  GtkWidgetClass parent_class;

  /* There is another list, or something in it changed: brings picture and tools up to date. */
  void (*runs_changed) (SeidelRunsPage *self);
  /* The text alternative of what the plot view shows, free with g_free (); NULL: there is none. */
  char *(*describe) (SeidelRunsPage *self);
};

/* In class_init of a derived page, after its template was set: binds the children "tools", "stack"
 * (with a page "empty") and, if it describes it, "view", which it must have. A toggle in it may
 * have the handler "runs_changed_cb", which does what seidel_runs_page_refresh () does. */
void seidel_runs_page_class_bind_template (SeidelRunsPageClass *klass);

/* Borrowed; the list may be NULL, the view where there is none or after the template is disposed
 * of. */
SeidelRunList *seidel_runs_page_get_runs (SeidelRunsPage *self);
SeidelPlotView *seidel_runs_page_get_view (SeidelRunsPage *self);

/* Whether it is such a page, and runs are what its plot view shows. */
gboolean seidel_runs_page_shows_runs (GtkWidget *page);

/* Calls runs_changed and redraws. */
void seidel_runs_page_refresh (SeidelRunsPage *self);

/* The picture has changed: draws and describes it again. */
void seidel_runs_page_redraw (SeidelRunsPage *self);

/* Describes a picture that changes all the time, once a second: more often would flood the
 * accessibility bus. */
void seidel_runs_page_describe_live (SeidelRunsPage *self);

/* "NAME-timing-3" of a run, "timing" of none: the name of an exported file; free with g_free (). */
char *seidel_runs_page_name_export (SeidelRunItem *item, const char *what);

/* Shows a page of the stack with the tools or, where why_empty is not NULL, "empty" in its place.
 */
void seidel_runs_page_show (SeidelRunsPage *self, const char *name, const char *why_empty);
/* Shows the page "plot", or that there is no run yet. */
void seidel_runs_page_show_plot (SeidelRunsPage *self, gboolean plot);

G_END_DECLS
