/* The columns of the table of the collection: what each shows, and how it sorts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-collection-columns.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "model/seidel-collection-item.h"
#include "views/seidel-gtk-fixes.h"

/* What a column shows of an entry. */
typedef enum
{
  TEXT,  /* const char * */
  COUNT, /* int64_t */
  PART,  /* double, 0 … 1 or NaN */
  KNOWN, /* SeidelKnown */
  HERE,  /* nothing of the entry: whether it has been downloaded */
} Kind;

typedef struct
{
  const char *title;
  const char *tooltip;
  int width;
  gboolean expand;
  Kind kind;
  gsize field; /* offset in SeidelCollectionEntry */
} Column;

#define FIELD(name) G_STRUCT_OFFSET (SeidelCollectionEntry, name)

static const Column columns[] = {
  { N_ ("Group"), N_ ("Who contributed it, or its origin"), 120, FALSE, TEXT, FIELD (group) },
  { N_ ("Name"), N_ ("The name of the matrix"), 140, TRUE, TEXT, FIELD (name) },
  { N_ ("Rows"), NULL, 96, FALSE, COUNT, FIELD (rows) },
  { N_ ("Columns"), NULL, 96, FALSE, COUNT, FIELD (columns) },
  { N_ ("Nonzeros"), NULL, 112, FALSE, COUNT, FIELD (nonzeros) },
  { N_ ("Kind"), N_ ("What kind of problem it comes from"), 180, TRUE, TEXT, FIELD (kind) },
  { N_ ("Sym. pattern"), N_ ("How many of the entries off the diagonal have a mirror image"), 100,
    FALSE, PART, FIELD (pattern_symmetry) },
  { N_ ("Sym. values"),
    N_ ("How many of the entries off the diagonal have a mirror image of the same value"), 94,
    FALSE, PART, FIELD (numerical_symmetry) },
  { N_ ("Definite"), N_ ("Whether it is known to be positive definite"), 78, FALSE, KNOWN,
    FIELD (positive_definite) },
  { N_ ("Downloaded"), N_ ("Whether it has been downloaded"), 100, FALSE, HERE, 0 },
};

static gboolean
is_number (const Column *column)
{
  return column->kind == COUNT || column->kind == PART;
}

static gconstpointer
get_field (const Column *column, gconstpointer item)
{
  return G_STRUCT_MEMBER_P (&((SeidelCollectionItem *) item)->entry, column->field);
}

/* New text; "" where nothing is known. */
static char *
get_text (const Column *column, SeidelCollectionItem *item)
{
  const SeidelCollectionEntry *entry = &item->entry;
  gconstpointer field = get_field (column, item);

  switch (column->kind)
    {
    case TEXT:
      return g_strdup (*(const char *const *) field);
    case COUNT:
      return item->index != NULL ? seidel_format_count (*(const int64_t *) field) : g_strdup ("");
    case PART:
      {
        double part = *(const double *) field;

        if (isnan (part) || entry->rows != entry->columns)
          return g_strdup ("");
        /* A part below one never reads as all of it. */
        return g_strdup_printf ("%d %%", part >= 1.0 ? 100 : (int) MIN (part * 100.0 + 0.5, 99.0));
      }
    case KNOWN:
      {
        SeidelKnown known = *(const SeidelKnown *) field;

        return g_strdup (known == SEIDEL_KNOWN_YES  ? _ ("yes")
                         : known == SEIDEL_KNOWN_NO ? _ ("no")
                                                    : "");
      }
    case HERE:
    default:
      return g_strdup (item->here ? _ ("yes") : "");
    }
}

/* Numbers sort by value, with the unknown ones first; of the rest, yes comes first. */
static double
get_rank (const Column *column, gconstpointer item)
{
  gconstpointer field = get_field (column, item);

  switch (column->kind)
    {
    case COUNT:
      return (double) *(const int64_t *) field;
    case PART:
      return isnan (*(const double *) field) ? -1.0 : *(const double *) field;
    case KNOWN:
      {
        SeidelKnown known = *(const SeidelKnown *) field;

        return known == SEIDEL_KNOWN_YES ? 0 : known == SEIDEL_KNOWN_NO ? 1 : 2;
      }
    case TEXT:
    case HERE:
    default:
      return ((SeidelCollectionItem *) item)->here ? 0 : 1;
    }
}

/* Equal ones keep the order of the collection: the sort is stable. */
static int
compare_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;
  double rank_a;
  double rank_b;

  if (column->kind == TEXT)
    {
      const char *text_a = *(const char *const *) get_field (column, a);
      const char *text_b = *(const char *const *) get_field (column, b);
      int folded = g_ascii_strcasecmp (text_a, text_b);

      return folded != 0 ? folded : strcmp (text_a, text_b);
    }
  rank_a = get_rank (column, a);
  rank_b = get_rank (column, b);
  return (rank_a > rank_b) - (rank_a < rank_b);
}

static void
update_cell (GtkListItem *list_item)
{
  const Column *column = g_object_get_data (G_OBJECT (list_item), "column");
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (list_item));
  SeidelCollectionItem *item = gtk_list_item_get_item (list_item);
  g_autofree char *text = item != NULL ? get_text (column, item) : NULL;

  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), column->expand ? text : NULL);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  const Column *column = data;
  GtkWidget *label = seidel_label_new (NULL, is_number (column) ? "numeric" : NULL);
  GSignalGroup *signals = g_signal_group_new (SEIDEL_TYPE_COLLECTION_ITEM);

  if (is_number (column))
    gtk_label_set_xalign (GTK_LABEL (label), 1.0F);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
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

/* A column itself has neither tooltip nor alignment: its title in the header, the first thing in
 * the view, has. */
static void
adjust_titles (GtkColumnView *view)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = gtk_widget_get_first_child (header);

  for (gsize i = 0; i < G_N_ELEMENTS (columns) && title != NULL; i++)
    {
      gtk_widget_set_tooltip_text (title,
                                   columns[i].tooltip != NULL ? _ (columns[i].tooltip) : NULL);
      if (is_number (&columns[i]))
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
        gtk_column_view_column_new (_ (columns[i].title), factory);
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
