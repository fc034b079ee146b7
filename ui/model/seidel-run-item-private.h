/* What only the run list does with a run: making it, following it, ending it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-document.h"
#include "model/seidel-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  guint number;
  guint color_index;
  SeidelDocument *document; /* whose schedules the run shares, now or when they arrive */
  const SeidelOptions *options;
  GCancellable *stop;
  GCancellable *skip_verification;
} SeidelRunItemSetup;

SeidelRunItem *seidel_run_item_new (const SeidelRunItemSetup *setup);

/* Brings the live properties up to date with the trace. */
void seidel_run_item_poll (SeidelRunItem *self);

/* Takes the outcome; error is borrowed and used when there is none. */
void seidel_run_item_finish (SeidelRunItem *self, SeidelOutcome *outcome, const GError *error);

G_END_DECLS
