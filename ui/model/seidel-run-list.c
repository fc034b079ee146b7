/* The runs of a window, newest last: a GListModel of SeidelRunItem that survives the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-list-private.h"

#include "model/seidel-class.h"
#include "model/seidel-run-item-private.h"

enum
{
  PROP_0,
  PROP_LIVE,
  PROP_SELECTED,
  N_PROPS,
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_RACE_ENDED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GType
seidel_run_list_get_item_type (GListModel *model)
{
  return SEIDEL_TYPE_RUN_ITEM;
}

static guint
seidel_run_list_get_n_items (GListModel *model)
{
  return SEIDEL_RUN_LIST (model)->items->len;
}

static gpointer
seidel_run_list_get_item (GListModel *model, guint position)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (model);

  if (position >= self->items->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->items, position));
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = seidel_run_list_get_item_type;
  iface->get_n_items = seidel_run_list_get_n_items;
  iface->get_item = seidel_run_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelRunList,
                               seidel_run_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static SeidelRunItem *
nth (SeidelRunList *self, guint i)
{
  return g_ptr_array_index (self->items, i);
}

static unsigned int
find_differing (SeidelRunList *self)
{
  unsigned int differing = 0;

  for (guint i = 1; i < self->items->len; i++)
    differing |= seidel_run_title_compare (seidel_run_item_get_parts (nth (self, 0)),
                                           seidel_run_item_get_parts (nth (self, i)));
  return differing;
}

void
seidel_run_list_match_names (SeidelRunList *self)
{
  unsigned int differing = find_differing (self);

  if (self->naming)
    return;
  self->naming = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    seidel_run_item_set_differing (nth (self, i), differing, self->items->len == 1);
  self->naming = FALSE;
}

static gpointer
forget_thread (gpointer reuse)
{
  seidel_reuse_unref (reuse);
  return NULL;
}

/* Factors may take a while to free. A run that is live has a reference of its own. */
static void
give_back (SeidelReuse *reuse)
{
  GThread *thread = g_thread_try_new ("seidel-forget", forget_thread, reuse, NULL);

  if (thread != NULL)
    g_thread_unref (thread);
  else
    seidel_reuse_unref (reuse);
}

void
seidel_run_list_forget (SeidelRunList *self)
{
  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));

  give_back (self->reuse);
  self->reuse = seidel_reuse_new ();
}

static void
title_changed_cb (SeidelRunItem *item, GParamSpec *pspec, SeidelRunList *self)
{
  if (self->naming)
    return;
  seidel_run_list_match_names (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* What is shown of it, or noted on it. */
static void
label_changed_cb (SeidelRunItem *item, GParamSpec *pspec, SeidelRunList *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
connect_item (SeidelRunList *self, SeidelRunItem *item)
{
  g_signal_connect_object (item, "notify::visible", G_CALLBACK (label_changed_cb), self, 0);
  g_signal_connect_object (item, "notify::title", G_CALLBACK (title_changed_cb), self, 0);
  g_signal_connect_object (item, "notify::note", G_CALLBACK (label_changed_cb), self, 0);
}

void
seidel_run_list_insert (SeidelRunList *self, guint position, SeidelRunItem *item)
{
  g_ptr_array_insert (self->items, (int) position, g_object_ref (item));
  connect_item (self, item);
  seidel_run_list_match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  if (seidel_run_item_get_live (item))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  seidel_run_list_set_selected (self, item);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

SeidelRunItem *
seidel_run_list_get_selected (SeidelRunList *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  return self->selected;
}

void
seidel_run_list_set_selected (SeidelRunList *self, SeidelRunItem *item)
{
  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (item == NULL || g_ptr_array_find (self->items, item, NULL));

  if (self->selected == item)
    return;
  self->selected = item;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

void
seidel_run_list_remove (SeidelRunList *self, SeidelRunItem *item)
{
  g_autoptr (SeidelRunItem) removed = NULL;
  guint position;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (!seidel_run_item_get_live (item));

  if (!g_ptr_array_find (self->items, item, &position))
    return;
  removed = g_object_ref (item);
  g_signal_handlers_disconnect_by_data (item, self);
  g_ptr_array_remove_index (self->items, position);
  seidel_run_list_match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  if (self->selected == item)
    {
      guint next = MIN (position, MAX (self->items->len, 1) - 1);

      self->selected = self->items->len > 0 ? g_ptr_array_index (self->items, next) : NULL;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
    }
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
seidel_run_list_put_back (SeidelRunList *self, SeidelRunItem *item)
{
  guint position = 0;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (item));

  if (g_ptr_array_find (self->items, item, NULL))
    return;
  while (position < self->items->len
         && seidel_run_item_get_number (nth (self, position)) < seidel_run_item_get_number (item))
    position++;
  seidel_run_list_insert (self, position, item);
}

/* All at once: one change of the list, however many there are. */
void
seidel_run_list_add_kept (SeidelRunList *self, GPtrArray *entries)
{
  const guint position = self->items->len;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));

  if (entries->len == 0)
    return;
  for (guint i = 0; i < entries->len; i++)
    {
      SeidelRunItem *item = seidel_run_item_new_kept (entries->pdata[i]);

      self->started = MAX (self->started, seidel_run_item_get_number (item));
      g_ptr_array_add (self->items, item);
      connect_item (self, item);
    }
  seidel_run_list_match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, entries->len);
  seidel_run_list_set_selected (self, nth (self, self->items->len - 1));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

char *
seidel_run_list_describe_common (SeidelRunList *self)
{
  const SeidelRunTitle *first;
  unsigned int parts;

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);

  if (self->items->len < 2)
    return NULL;
  first = seidel_run_item_get_parts (nth (self, 0));
  parts = (~first->usual | 1u << SEIDEL_RUN_PART_MATRIX) & ~find_differing (self);
  return seidel_run_title_join (first, parts);
}

/* Ends live runs first: they stop within 100 ms, and nothing of them may outlive the list. */
static void
seidel_run_list_dispose (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  seidel_run_list_stop (self);
  seidel_run_list_stop (self); /* without verification */
  while (self->live->len > 0)
    g_object_unref (seidel_run_list_end_live (self, 0));
  g_ptr_array_set_size (self->race, 0);

  G_OBJECT_CLASS (seidel_run_list_parent_class)->dispose (object);
}

static void
seidel_run_list_finalize (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->live, g_ptr_array_unref);
  g_clear_pointer (&self->reuse, give_back);
  g_clear_pointer (&self->race, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_run_list_parent_class)->finalize (object);
}

static void
seidel_run_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  switch (prop_id)
    {
    case PROP_LIVE:
      g_value_set_object (value, seidel_run_list_get_live (self));
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->selected);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
seidel_run_list_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_SELECTED)
    seidel_run_list_set_selected (SEIDEL_RUN_LIST (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
seidel_run_list_class_init (SeidelRunListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = seidel_run_list_dispose;
  object_class->finalize = seidel_run_list_finalize;
  object_class->get_property = seidel_run_list_get_property;
  object_class->set_property = seidel_run_list_set_property;

  properties[PROP_LIVE] = g_param_spec_object ("live", NULL, NULL, SEIDEL_TYPE_RUN_ITEM, read);
  properties[PROP_SELECTED] =
    g_param_spec_object ("selected", NULL, NULL, SEIDEL_TYPE_RUN_ITEM, read | G_PARAM_WRITABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);
  signals[SIGNAL_RACE_ENDED] =
    seidel_class_add_signal (klass, "race-ended", 2, SEIDEL_TYPE_RUN_ITEM, SEIDEL_TYPE_RUN_ITEM);
}

static void
seidel_run_list_init (SeidelRunList *self)
{
  self->reuse = seidel_reuse_new ();
  g_queue_init (&self->waiting);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->live = g_ptr_array_new ();
  self->race = g_ptr_array_new_with_free_func (g_object_unref);
}

SeidelRunList *
seidel_run_list_new (void)
{
  return g_object_new (SEIDEL_TYPE_RUN_LIST, NULL);
}
