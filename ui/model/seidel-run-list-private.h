/* The members of a list of runs, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"
#include "solve/seidel-reuse.h"

G_BEGIN_DECLS

struct _SeidelRunList
{
  GObject parent_instance;

  GPtrArray *items;
  guint started;
  SeidelRunItem *selected; /* borrowed from items */
  gboolean naming;         /* titles change because of the list */

  GPtrArray *live; /* Live, in the order of starting */
  guint poll_id;   /* while there are any */
  GPtrArray *race; /* SeidelRunItem: those of a race, until all have ended; else empty */

  SeidelReuse *reuse; /* what the last run left */
  GQueue waiting;     /* Waiting, to be started one after the other */
};

/* Names each run by what sets it apart from the others. */
void seidel_run_list_match_names (SeidelRunList *self);

/* Takes a reference, and selects the run. */
void seidel_run_list_insert (SeidelRunList *self, guint position, SeidelRunItem *item);

/* Ends the i-th of the live runs, whose thread is over or about to be: everything it wrote is taken
 * over. Returns the run, which is the caller's. */
SeidelRunItem *seidel_run_list_end_live (SeidelRunList *self, guint i);

G_END_DECLS
