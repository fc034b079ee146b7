/* The members of a run, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-item-private.h"

G_BEGIN_DECLS

struct _SeidelRunItem
{
  GObject parent_instance;

  guint number;
  guint color_index;
  SeidelRunTitle parts;
  size_t titled; /* events of the trace that the parts include */
  unsigned int differing;
  gboolean alone;
  char *title;
  char *matrix_name;
  char *ordering;
  double load_seconds;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  GWeakRef natural; /* document of the matrix in its natural order */
  SeidelSchedule *schedules[2];
  GWeakRef document; /* of the matrix that it solves with */

  SeidelTrace *trace;
  SeidelRecord *record; /* NULL until the run ended */
  GCancellable *stop;   /* NULL: it was never live here */
  GCancellable *skip_verification;

  char *name; /* given by the user, or NULL */
  char *note;
  gboolean matrix_changed;
  gboolean visible;
  gboolean live;
  char *status;
  gint64 iterations;
  double seconds;
  double residual;
  double maximum;
};

/* The title of an automatic run follows what it is trying. */
void seidel_run_item_update_title (SeidelRunItem *self);

/* "Running": new text. */
char *seidel_run_item_make_status (SeidelRunItem *self);

/* Takes a text that is the property prop, and notifies where it differs. */
void seidel_run_item_take_text (SeidelRunItem *self, char **field, char *text, const char *prop);

/* The matrix that it solves with, and its levels once they are known. */
void seidel_run_item_follow_document (SeidelRunItem *self, SeidelDocument *document);

G_END_DECLS
