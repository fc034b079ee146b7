/* The members of the dialog of the collection, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-collection-dialog.h"
#include "window/seidel-collection-job.h"

G_BEGIN_DECLS

struct _SeidelCollectionDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkMenuButton *settings_button;
  GtkWidget *settings_popover;
  AdwEntryRow *server_row;
  AdwEntryRow *folder_row;
  GtkSearchEntry *search;
  GtkCheckButton *square;
  GtkCheckButton *symmetric;
  GtkCheckButton *definite;
  GtkCheckButton *here;
  GtkMenuButton *size_button;
  GtkEntry *min_rows;
  GtkEntry *max_rows;
  GtkEntry *min_nonzeros;
  GtkEntry *max_nonzeros;
  GtkRevealer *error_revealer;
  GtkLabel *error_label;
  GtkStack *content;
  GtkColumnView *view;
  GtkWidget *first_button;
  GtkLabel *status;
  GtkWidget *busy;
  GtkLabel *busy_label;
  GtkProgressBar *bar;
  GtkButton *open_button;

  /* Owned */
  SeidelCollection *collection;
  char *date;        /* of the index; NULL: there is none */
  GListStore *store; /* SeidelCollectionItem, all */
  GtkFilterListModel *filtered;
  GtkSingleSelection *selection;
  SeidelCollectionFilter filter; /* its words are owned */
  GtkCustomFilter *custom;

  SeidelCollectionJob *job; /* while one is in progress; it frees itself */
  guint poll_id;
};

/* Shows a failure until the next job, or until it is dismissed. */
void seidel_collection_dialog_complain (SeidelCollectionDialog *self,
                                        const char *heading,
                                        const GError *error);
void seidel_collection_dialog_dismiss (SeidelCollectionDialog *self);

/* How many matrices are shown; what can be done now. */
void seidel_collection_dialog_update_status (SeidelCollectionDialog *self);
void seidel_collection_dialog_update_actions (SeidelCollectionDialog *self);

/* Shows what is kept here: the index and the archives. The selection stays where it can. */
void seidel_collection_dialog_load (SeidelCollectionDialog *self);

/* Cancels the job, if there is one: nothing of it arrives any more. */
void seidel_collection_dialog_abandon_job (SeidelCollectionDialog *self);

/* Actions of the class. */
void
seidel_collection_dialog_refresh_action (GtkWidget *widget, const char *name, GVariant *parameter);
void
seidel_collection_dialog_open_action (GtkWidget *widget, const char *name, GVariant *parameter);
void
seidel_collection_dialog_cancel_action (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
