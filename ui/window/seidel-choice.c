/* One entry of a drop-down: a row of a table, with the reason when it cannot be chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-choice.h"

#include "views/seidel-gtk-fixes.h"

G_DEFINE_FINAL_TYPE (SeidelChoice, seidel_choice, G_TYPE_OBJECT)

static void
seidel_choice_finalize (GObject *object)
{
  SeidelChoice *self = SEIDEL_CHOICE (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->sentence);
  g_free (self->why_not);
  g_free (self->caption);
  g_free (self->section);

  G_OBJECT_CLASS (seidel_choice_parent_class)->finalize (object);
}

static void
seidel_choice_class_init (SeidelChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = seidel_choice_finalize;
}

static void
seidel_choice_init (SeidelChoice *self)
{
}

SeidelChoice *
seidel_choice_new (const char *id, const char *name, const char *sentence, const char *why_not)
{
  SeidelChoice *self = g_object_new (SEIDEL_TYPE_CHOICE, NULL);

  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->sentence = g_strdup (sentence);
  self->why_not = g_strdup (why_not);
  return self;
}

static void
button_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = seidel_label_new (NULL, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
button_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SeidelChoice *choice = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), choice->name);
}

/* What a row is made of: the name of the section that it begins, its texts, and a mark when it is
 * the current choice. */
typedef struct
{
  GtkWidget *section;
  GtkWidget *texts;
  GtkWidget *name;
  GtkWidget *caption;
  GtkWidget *reason;
  GtkWidget *mark;
} Row;

static Row
get_row (GtkListItem *item)
{
  GtkWidget *section = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *texts = gtk_widget_get_first_child (gtk_widget_get_next_sibling (section));
  GtkWidget *name = gtk_widget_get_first_child (texts);

  return (Row){ section,
                texts,
                name,
                gtk_widget_get_next_sibling (name),
                gtk_widget_get_last_child (texts),
                gtk_widget_get_next_sibling (texts) };
}

static GtkWidget *
new_small_label (const char *classes)
{
  GtkWidget *label = seidel_label_new (NULL, classes);

  g_object_set (label, "wrap", TRUE, "width-chars", 40, "max-width-chars", 44, NULL);
  return label;
}

static void
row_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), seidel_label_new (NULL, NULL));
  gtk_box_append (GTK_BOX (box), new_small_label ("caption dim-label"));
  gtk_box_append (GTK_BOX (box), new_small_label ("caption"));
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (line), box);
  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_box_append (GTK_BOX (row), seidel_label_new (NULL, "caption-heading choice-section"));
  gtk_box_append (GTK_BOX (row), line);
  gtk_list_item_set_child (item, row);
}

/* The mark keeps its place when it is not shown, so that the list does not change its width. */
static void
update_mark (GtkListItem *item, GParamSpec *pspec, GtkDropDown *drop_down)
{
  gboolean chosen = gtk_list_item_get_item (item) == gtk_drop_down_get_selected_item (drop_down);

  gtk_widget_set_opacity (get_row (item).mark, chosen ? 1.0 : 0.0);
}

static gboolean
begins_section (GtkListItem *item, SeidelChoice *choice, GtkDropDown *drop_down)
{
  guint position = gtk_list_item_get_position (item);
  g_autoptr (SeidelChoice) before = NULL;

  if (position > 0)
    before = g_list_model_get_item (gtk_drop_down_get_model (drop_down), position - 1);
  return choice->section != NULL
         && (before == NULL || g_strcmp0 (before->section, choice->section) != 0);
}

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL);
}

static void
row_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *drop_down)
{
  SeidelChoice *choice = gtk_list_item_get_item (item);
  gboolean usable = choice->why_not == NULL;
  Row row = get_row (item);

  gtk_label_set_label (GTK_LABEL (row.name), choice->name);
  set_text (row.section, begins_section (item, choice, drop_down) ? choice->section : NULL);
  set_text (row.caption, choice->caption);
  set_text (row.reason, choice->why_not);
  gtk_widget_set_tooltip_text (row.texts, usable ? choice->sentence : choice->why_not);
  gtk_widget_set_sensitive (row.texts, usable);
  /* Arrows pass what cannot be chosen, and readers of screens read why: it is not activated. */
  gtk_list_item_set_selectable (item, TRUE);
  gtk_list_item_set_activatable (item, usable);
  g_signal_connect_object (drop_down, "notify::selected-item", G_CALLBACK (update_mark), item,
                           G_CONNECT_SWAPPED);
  update_mark (item, NULL, drop_down);
}

static void
row_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *drop_down)
{
  g_signal_handlers_disconnect_by_func (drop_down, update_mark, item);
}

static const char *
get_name (SeidelChoice *choice)
{
  return choice->name;
}

void
seidel_choice_drop_down_init (GtkDropDown *drop_down, const char *name)
{
  g_autoptr (GListStore) store = g_list_store_new (SEIDEL_TYPE_CHOICE);
  g_autoptr (GtkListItemFactory) button = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) row = gtk_signal_list_item_factory_new ();

  g_signal_connect (button, "setup", G_CALLBACK (button_setup_cb), NULL);
  g_signal_connect (button, "bind", G_CALLBACK (button_bind_cb), NULL);
  g_signal_connect (row, "setup", G_CALLBACK (row_setup_cb), NULL);
  g_signal_connect (row, "bind", G_CALLBACK (row_bind_cb), drop_down);
  g_signal_connect (row, "unbind", G_CALLBACK (row_unbind_cb), drop_down);
  gtk_drop_down_set_factory (drop_down, button);
  gtk_drop_down_set_list_factory (drop_down, row);
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (store));
  seidel_drop_down_init (drop_down, name, (SeidelDropDownText) get_name);
}

static gboolean
is_same (SeidelChoice *a, SeidelChoice *b)
{
  return g_strcmp0 (a->id, b->id) == 0 && g_strcmp0 (a->name, b->name) == 0
         && g_strcmp0 (a->sentence, b->sentence) == 0 && g_strcmp0 (a->why_not, b->why_not) == 0
         && g_strcmp0 (a->caption, b->caption) == 0 && g_strcmp0 (a->section, b->section) == 0;
}

static gboolean
holds_already (GListModel *model, GPtrArray *choices)
{
  gboolean same = g_list_model_get_n_items (model) == choices->len;

  for (guint i = 0; same && i < choices->len; i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i);

      same = is_same (choice, choices->pdata[i]);
    }
  return same;
}

void
seidel_choice_drop_down_fill (GtkDropDown *drop_down, GPtrArray *choices)
{
  g_autofree char *id = g_strdup (seidel_choice_drop_down_get_id (drop_down));
  GListModel *model = gtk_drop_down_get_model (drop_down);

  if (holds_already (model, choices))
    return;
  g_list_store_splice (G_LIST_STORE (model), 0, g_list_model_get_n_items (model), choices->pdata,
                       choices->len);
  if (id == NULL || !seidel_choice_drop_down_select (drop_down, id))
    gtk_drop_down_set_selected (drop_down, 0);
}

SeidelChoice *
seidel_choice_drop_down_get (GtkDropDown *drop_down)
{
  return gtk_drop_down_get_selected_item (drop_down);
}

const char *
seidel_choice_drop_down_get_id (GtkDropDown *drop_down)
{
  SeidelChoice *choice = seidel_choice_drop_down_get (drop_down);

  return choice != NULL ? choice->id : NULL;
}

/* The first entry that fits, with its place; the model keeps it. A NULL id fits every usable one.
 */
static SeidelChoice *
find (GtkDropDown *drop_down, const char *id, guint *place)
{
  GListModel *model = gtk_drop_down_get_model (drop_down);
  guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i);

      if (id != NULL ? g_str_equal (choice->id, id) : choice->why_not == NULL)
        {
          *place = i;
          return choice;
        }
    }
  return NULL;
}

SeidelChoice *
seidel_choice_drop_down_first_usable (GtkDropDown *drop_down)
{
  guint place;

  return find (drop_down, NULL, &place);
}

gboolean
seidel_choice_drop_down_select (GtkDropDown *drop_down, const char *id)
{
  guint place;

  if (find (drop_down, id, &place) == NULL)
    return FALSE;
  gtk_drop_down_set_selected (drop_down, place);
  return TRUE;
}
