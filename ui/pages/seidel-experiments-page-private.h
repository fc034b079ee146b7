/* What the files of the page of experiments share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-experiment-chart.h"
#include "model/seidel-experiment-job.h"
#include "model/seidel-run-list.h"
#include "pages/seidel-experiments-page.h"
#include "views/seidel-plot-view.h"

G_BEGIN_DECLS

struct _SeidelExperimentsPage
{
  GtkWidget parent_instance;

  /* Template Widgets */
  GtkWidget *tools;
  GtkWidget *read_out;
  GtkDropDown *experiments;
  GtkDropDown *sources;
  GtkDropDown *measures;
  GtkDropDown *pictures;
  GtkToggleButton *logarithmic;
  GtkMenuButton *vary;
  GtkDropDown *variables;
  GtkEditable *values;
  GtkSpinButton *repeats;
  GtkMenuButton *open;
  GtkDropDown *cells;
  GtkButton *run;
  GtkLabel *status;
  GtkWidget *scrolled;
  SeidelPlotView *view;

  /* Owned */
  SeidelDocument *document;
  SeidelRunList *runs;
  SeidelExperimentChart *chart;
  GPtrArray *listed;            /* SeidelExperiment: the rows of the drop-down, once all are read */
  char **installed;             /* paths of those that are read; NULL before */
  guint n_read;                 /* of these */
  guint reading;                /* an idle source, or 0 */
  SeidelExperiment *experiment; /* the one chosen, or NULL */
  char **recorded;              /* paths of its recorded results */
  SeidelExperimentJob *job;     /* of running; one at a time */
  SeidelExperiment *running;

  gint64 begun; /* monotonic */
  size_t begun_finished;
  size_t drawn; /* cells */
  guint timer;
  gboolean filling; /* drop-downs change by themselves */
};

/* seidel-experiments-page.c */
void seidel_experiments_page_redraw (SeidelExperimentsPage *self);
/* In the line of the status; NULL: nothing. */
void seidel_experiments_page_say (SeidelExperimentsPage *self, const char *text);
/* The experiment of the result that is shown, which may be older than the one chosen. */
SeidelExperiment *seidel_experiments_page_shown (SeidelExperimentsPage *self);
void seidel_experiments_page_show_result (SeidelExperimentsPage *self,
                                          SeidelExperimentResult *result,
                                          gboolean recorded);
/* Shows what there is of an experiment: its own result, or else a recorded one. */
void seidel_experiments_page_select (SeidelExperimentsPage *self, SeidelExperiment *experiment);
/* Fills the drop-down with all that are listed. */
void seidel_experiments_page_list (SeidelExperimentsPage *self, guint selected);

/* seidel-experiments-page-run.c */
void seidel_experiments_page_start (SeidelExperimentsPage *self);
void seidel_experiments_page_run_clicked (SeidelExperimentsPage *self);
void seidel_experiments_page_vary_clicked (SeidelExperimentsPage *self);
void seidel_experiments_page_open_clicked (SeidelExperimentsPage *self);

G_END_DECLS
