/* The columns of the table of the collection: what each shows, and how it sorts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-collection-columns.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "model/seidel-collection-item.h"

typedef struct
{
  const char *title;
  const char *tooltip;
  int width;
  gboolean expand;
  gboolean number; /* to the right */
  /* New text; "" where nothing is known. */
  char *(*get_text) (SeidelCollectionItem *item);
  int (*compare) (SeidelCollectionItem *a, SeidelCollectionItem *b);
} Column;

static char *
group_text (SeidelCollectionItem *item)
{
  return g_strdup (seidel_collection_item_get_entry (item)->group);
}

static char *
name_text (SeidelCollectionItem *item)
{
  return g_strdup (seidel_collection_item_get_entry (item)->name);
}

static char *
count_text (SeidelCollectionItem *item, int64_t count)
{
  return seidel_collection_item_is_known (item) ? seidel_format_count (count) : g_strdup ("");
}

static char *
rows_text (SeidelCollectionItem *item)
{
  return count_text (item, seidel_collection_item_get_entry (item)->rows);
}

static char *
columns_text (SeidelCollectionItem *item)
{
  return count_text (item, seidel_collection_item_get_entry (item)->columns);
}

static char *
nonzeros_text (SeidelCollectionItem *item)
{
  return count_text (item, seidel_collection_item_get_entry (item)->nonzeros);
}

static char *
kind_text (SeidelCollectionItem *item)
{
  return g_strdup (seidel_collection_item_get_entry (item)->kind);
}

/* A part below one never reads as all of it. */
static char *
symmetry_text (SeidelCollectionItem *item, double part)
{
  const SeidelCollectionEntry *entry = seidel_collection_item_get_entry (item);

  if (isnan (part) || entry->rows != entry->columns)
    return g_strdup ("");
  return g_strdup_printf ("%d %%", part >= 1.0 ? 100 : (int) MIN (part * 100.0 + 0.5, 99.0));
}

static char *
pattern_text (SeidelCollectionItem *item)
{
  return symmetry_text (item, seidel_collection_item_get_entry (item)->pattern_symmetry);
}

static char *
values_text (SeidelCollectionItem *item)
{
  return symmetry_text (item, seidel_collection_item_get_entry (item)->numerical_symmetry);
}

static char *
definite_text (SeidelCollectionItem *item)
{
  SeidelKnown known = seidel_collection_item_get_entry (item)->positive_definite;

  return g_strdup (known == SEIDEL_KNOWN_YES ? "yes" : known == SEIDEL_KNOWN_NO ? "no" : "");
}

static char *
here_text (SeidelCollectionItem *item)
{
  return g_strdup (seidel_collection_item_get_here (item) ? "yes" : "");
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int
compare_texts (const char *a, const char *b)
{
  int folded = g_ascii_strcasecmp (a, b);

  return folded != 0 ? folded : strcmp (a, b);
}

static int
compare_groups (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return compare_texts (seidel_collection_item_get_entry (a)->group,
                        seidel_collection_item_get_entry (b)->group);
}

static int
compare_names (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return compare_texts (seidel_collection_item_get_entry (a)->name,
                        seidel_collection_item_get_entry (b)->name);
}

static int
compare_kinds (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return compare_texts (seidel_collection_item_get_entry (a)->kind,
                        seidel_collection_item_get_entry (b)->kind);
}

static int
compare_rows (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return COMPARE (seidel_collection_item_get_entry (a)->rows,
                  seidel_collection_item_get_entry (b)->rows);
}

static int
compare_columns (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return COMPARE (seidel_collection_item_get_entry (a)->columns,
                  seidel_collection_item_get_entry (b)->columns);
}

static int
compare_nonzeros (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return COMPARE (seidel_collection_item_get_entry (a)->nonzeros,
                  seidel_collection_item_get_entry (b)->nonzeros);
}

/* What is not known comes before everything. */
static int
compare_symmetries (double a, double b)
{
  double low_a = isnan (a) ? -1.0 : a;
  double low_b = isnan (b) ? -1.0 : b;

  return COMPARE (low_a, low_b);
}

static int
compare_patterns (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return compare_symmetries (seidel_collection_item_get_entry (a)->pattern_symmetry,
                             seidel_collection_item_get_entry (b)->pattern_symmetry);
}

static int
compare_values (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return compare_symmetries (seidel_collection_item_get_entry (a)->numerical_symmetry,
                             seidel_collection_item_get_entry (b)->numerical_symmetry);
}

/* Yes first: who sorts by it looks for these. */
static int
rank_known (SeidelKnown known)
{
  return known == SEIDEL_KNOWN_YES ? 0 : known == SEIDEL_KNOWN_NO ? 1 : 2;
}

static int
compare_definite (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return rank_known (seidel_collection_item_get_entry (a)->positive_definite)
         - rank_known (seidel_collection_item_get_entry (b)->positive_definite);
}

static int
compare_here (SeidelCollectionItem *a, SeidelCollectionItem *b)
{
  return seidel_collection_item_get_here (b) - seidel_collection_item_get_here (a);
}

static const Column columns[] = {
  { "Group", "Who contributed it, or its origin", 120, FALSE, FALSE, group_text, compare_groups },
  { "Name", "The name of the matrix", 140, TRUE, FALSE, name_text, compare_names },
  { "Rows", NULL, 96, FALSE, TRUE, rows_text, compare_rows },
  { "Columns", NULL, 96, FALSE, TRUE, columns_text, compare_columns },
  { "Nonzeros", NULL, 112, FALSE, TRUE, nonzeros_text, compare_nonzeros },
  { "Kind", "What kind of problem it comes from", 180, TRUE, FALSE, kind_text, compare_kinds },
  { "Sym. pattern", "How many of the entries off the diagonal have a mirror image", 100, FALSE,
    TRUE, pattern_text, compare_patterns },
  { "Sym. values", "How many of the entries off the diagonal have a mirror image of the same value",
    94, FALSE, TRUE, values_text, compare_values },
  { "Definite", "Whether it is known to be positive definite", 78, FALSE, FALSE, definite_text,
    compare_definite },
  { "Downloaded", "Whether it has been downloaded", 100, FALSE, FALSE, here_text, compare_here },
};

static void
update_cell (GtkListItem *list_item)
{
  const Column *column = g_object_get_data (G_OBJECT (list_item), "column");
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (list_item));
  SeidelCollectionItem *item = gtk_list_item_get_item (list_item);
  g_autofree char *text = item != NULL ? column->get_text (item) : NULL;

  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), column->expand ? text : NULL);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = gtk_label_new (NULL);
  GSignalGroup *signals = g_signal_group_new (SEIDEL_TYPE_COLLECTION_ITEM);

  gtk_label_set_xalign (GTK_LABEL (label), column->number ? 1.0F : 0.0F);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (column->number)
    gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (list_item, label);
  g_object_set_data (G_OBJECT (list_item), "column", data);
  g_signal_group_connect_swapped (signals, "notify::here", G_CALLBACK (update_cell), list_item);
  g_object_set_data_full (G_OBJECT (list_item), "signals", signals, g_object_unref);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  g_signal_group_set_target (g_object_get_data (G_OBJECT (list_item), "signals"),
                             gtk_list_item_get_item (list_item));
  update_cell (list_item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  g_signal_group_set_target (g_object_get_data (G_OBJECT (list_item), "signals"), NULL);
}

/* Equal ones keep the order of the collection: the sort is stable. */
static int
compare_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;

  return column->compare ((SeidelCollectionItem *) a, (SeidelCollectionItem *) b);
}

/* A column itself has neither tooltip nor alignment: its title in the header, the first thing in
 * the view, has. */
static void
adjust_titles (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = gtk_widget_get_first_child (header);

  for (gsize i = 0; i < G_N_ELEMENTS (columns) && title != NULL; i++)
    {
      gtk_widget_set_tooltip_text (title, columns[i].tooltip);
      if (columns[i].number)
        gtk_widget_set_halign (gtk_widget_get_first_child (title), GTK_ALIGN_END);
      title = gtk_widget_get_next_sibling (title);
    }
}

void
seidel_collection_columns_add (GtkColumnView *view)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column =
        gtk_column_view_column_new (columns[i].title, factory);
      g_autoptr (GtkSorter) sorter =
        GTK_SORTER (gtk_custom_sorter_new (compare_cb, (gpointer) &columns[i], NULL));

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_fixed_width (column, columns[i].width);
      gtk_column_view_column_set_expand (column, columns[i].expand);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (view, column);
    }
  adjust_titles (view);
}
