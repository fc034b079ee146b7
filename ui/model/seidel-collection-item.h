/* A matrix of the SuiteSparse Matrix Collection, as a row of a list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "collection/seidel-collection.h"

G_BEGIN_DECLS

/* Properties:
 *   here  boolean: its archive is on this machine */
#define SEIDEL_TYPE_COLLECTION_ITEM (seidel_collection_item_get_type ())
G_DECLARE_FINAL_TYPE (SeidelCollectionItem,
                      seidel_collection_item,
                      SEIDEL,
                      COLLECTION_ITEM,
                      GObject)

/* For reading. */
struct _SeidelCollectionItem
{
  GObject parent_instance;

  SeidelCollectionIndex *index; /* keeps the texts of the entry; NULL: only these are known: */
  char *group;
  char *name;
  SeidelCollectionEntry entry;
  gboolean here;
};

/* The matrices of an index (NULL: there is none), and behind them those that are here and that the
 * index does not know. files is what seidel_collection_list () gives. */
GListStore *seidel_collection_item_list (SeidelCollectionIndex *index, GPtrArray *files);

/* The one of a list, which keeps it, and where it is; or NULL. */
SeidelCollectionItem *seidel_collection_item_find (GListModel *list,
                                                   const char *group,
                                                   const char *name,
                                                   guint *position);

void seidel_collection_item_set_here (SeidelCollectionItem *self, gboolean here);

G_END_DECLS
