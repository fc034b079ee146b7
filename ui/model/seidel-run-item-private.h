/* What only the run list does with a run: making it, following it, ending it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-document.h"
#include "model/seidel-run-item.h"
#include "model/seidel-run-title.h"

G_BEGIN_DECLS

typedef struct
{
  guint number;
  guint color_index;
  SeidelDocument *document; /* whose schedules the run shares, now or when they arrive */
  const SeidelOptions *options;
  const SeidelVectorSpec *rhs;
  GCancellable *stop;
  GCancellable *skip_verification;
} SeidelRunItemSetup;

SeidelRunItem *seidel_run_item_new (const SeidelRunItemSetup *setup);
/* A run of a session. */
SeidelRunItem *seidel_run_item_new_kept (const SeidelSessionEntry *entry);

/* Brings the live properties up to date with the trace. */
void seidel_run_item_poll (SeidelRunItem *self);

/* What the run is called, part by part; borrowed. Changes are notified as those of the title. */
const SeidelRunTitle *seidel_run_item_get_parts (SeidelRunItem *self);
/* Bits of the parts in which the runs of the list differ; alone: there is no other run. */
void seidel_run_item_set_differing (SeidelRunItem *self, unsigned int differing, gboolean alone);

/* A run that ended goes on, with its record and in its trace. */
void seidel_run_item_resume (SeidelRunItem *self,
                             SeidelDocument *document,
                             GCancellable *stop,
                             GCancellable *skip_verification);

/* Takes the record. */
void seidel_run_item_finish (SeidelRunItem *self, SeidelRecord *record);

G_END_DECLS
