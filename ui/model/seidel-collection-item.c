/* A matrix of the SuiteSparse Matrix Collection, as a row of a list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-collection-item.h"

#include <math.h>

#include "model/seidel-class.h"

enum
{
  PROP_0,
  PROP_HERE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelCollectionItem, seidel_collection_item, G_TYPE_OBJECT)

static SeidelCollectionItem *
new_known (SeidelCollectionIndex *index, const SeidelCollectionEntry *entry)
{
  SeidelCollectionItem *self = g_object_new (SEIDEL_TYPE_COLLECTION_ITEM, NULL);

  self->index = seidel_collection_index_ref (index);
  self->entry = *entry;
  return self;
}

static SeidelCollectionItem *
new_unknown (const SeidelCollectionFile *file)
{
  SeidelCollectionItem *self = g_object_new (SEIDEL_TYPE_COLLECTION_ITEM, NULL);

  self->group = g_strdup (file->group);
  self->name = g_strdup (file->name);
  self->entry = (SeidelCollectionEntry){ .group = self->group,
                                         .name = self->name,
                                         .positive_definite = SEIDEL_NOT_KNOWN,
                                         .pattern_symmetry = NAN,
                                         .numerical_symmetry = NAN,
                                         .kind = "" };
  self->here = TRUE;
  return self;
}

static char *
new_key (const char *group, const char *name)
{
  return g_strconcat (group, "/", name, NULL);
}

GListStore *
seidel_collection_item_list (SeidelCollectionIndex *index, GPtrArray *files)
{
  GListStore *store = g_list_store_new (SEIDEL_TYPE_COLLECTION_ITEM);
  g_autoptr (GHashTable) here = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  const SeidelCollectionEntry *entries = NULL;
  size_t n = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const SeidelCollectionFile *file = g_ptr_array_index (files, i);

      g_hash_table_add (here, new_key (file->group, file->name));
    }
  if (index != NULL)
    entries = seidel_collection_index_entries (index, &n);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *key = new_key (entries[i].group, entries[i].name);
      SeidelCollectionItem *item = new_known (index, &entries[i]);

      item->here = g_hash_table_remove (here, key);
      g_ptr_array_add (items, item);
    }
  for (guint i = 0; i < files->len; i++)
    {
      const SeidelCollectionFile *file = g_ptr_array_index (files, i);
      g_autofree char *key = new_key (file->group, file->name);

      if (g_hash_table_contains (here, key))
        g_ptr_array_add (items, new_unknown (file));
    }
  g_list_store_splice (store, 0, 0, items->pdata, items->len);
  return store;
}

SeidelCollectionItem *
seidel_collection_item_find (GListModel *list, const char *group, const char *name, guint *position)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (SeidelCollectionItem) item = g_list_model_get_item (list, i);

      *position = i;
      if (g_str_equal (item->entry.name, name) && g_str_equal (item->entry.group, group))
        return item;
    }
  return NULL;
}

void
seidel_collection_item_set_here (SeidelCollectionItem *self, gboolean here)
{
  g_return_if_fail (SEIDEL_IS_COLLECTION_ITEM (self));

  if (self->here == here)
    return;
  self->here = here;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HERE]);
}

static void
seidel_collection_item_finalize (GObject *object)
{
  SeidelCollectionItem *self = SEIDEL_COLLECTION_ITEM (object);

  seidel_collection_index_unref (self->index);
  g_free (self->group);
  g_free (self->name);

  G_OBJECT_CLASS (seidel_collection_item_parent_class)->finalize (object);
}

static void
seidel_collection_item_class_init (SeidelCollectionItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_HERE] = SEIDEL_PROPERTY (SeidelCollectionItem, "here", G_TYPE_BOOLEAN, here, FALSE),
  };

  object_class->finalize = seidel_collection_item_finalize;

  seidel_class_install_properties (klass, table, N_PROPS, properties);
}

static void
seidel_collection_item_init (SeidelCollectionItem *self)
{
}
