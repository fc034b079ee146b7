/* Sweeps for the times of levels: a run in a list of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-timing.h"

struct SeidelLevelsTiming
{
  SeidelRunList *runs; /* of which the last one counts */
  void (*changed) (gpointer data);
  gpointer data;
};

static void
changed_cb (SeidelLevelsTiming *self)
{
  self->changed (self->data);
}

SeidelLevelsTiming *
seidel_levels_timing_new (void (*changed) (gpointer data), gpointer data)
{
  SeidelLevelsTiming *self = g_new0 (SeidelLevelsTiming, 1);

  self->runs = seidel_run_list_new ();
  self->changed = changed;
  self->data = data;
  g_signal_connect_swapped (self->runs, "changed", G_CALLBACK (changed_cb), self);
  return self;
}

void
seidel_levels_timing_free (SeidelLevelsTiming *self)
{
  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->runs, self);
  seidel_run_list_stop (self->runs);
  g_object_unref (self->runs);
  g_free (self);
}

void
seidel_levels_timing_start (SeidelLevelsTiming *self, SeidelDocument *document)
{
  const SeidelOptions options = seidel_options_to_time_levels ("gauss-seidel-symmetric", "levels");
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelRunItem *before = seidel_run_list_get_selected (self->runs);

  if (seidel_run_list_get_live (self->runs) != NULL)
    return;
  if (before != NULL)
    seidel_run_list_remove (self->runs, before);
  seidel_run_list_start (self->runs, document, &options, &rhs, &guess, NULL);
}

SeidelRunItem *
seidel_levels_timing_find (SeidelLevelsTiming *self, SeidelDocument *document)
{
  SeidelRunItem *item = seidel_run_list_get_selected (self->runs);

  return item != NULL && seidel_run_item_is_of (item, document) ? item : NULL;
}
