/* Everything that is known of the selected run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-run-pane.h"

#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "model/seidel-run-facts.h"
#include "record/seidel-run-code.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-facts.h"

#define REFRESH   500 /* ms between two looks at a run in progress */
#define TWO_WIDTH 400 /* of two runs, at least */

struct _SeidelRunPane
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *title;
  GtkWidget *resume;
  GtkMenuButton *codes;
  GtkWidget *comparing;
  GtkDropDown *other;
  GtkCheckButton *differences;
  SeidelFacts *facts;

  /* Owned */
  SeidelRunList *runs;
  GArray *numbers; /* guint, of the runs in that list, 0 for the first */
  GStrv texts;     /* of that list */
  guint source;    /* while the run is in progress */
};

G_DEFINE_FINAL_TYPE (SeidelRunPane, seidel_run_pane, ADW_TYPE_BIN)

static SeidelRunItem *
find_run (SeidelRunPane *self, guint number)
{
  GListModel *model = G_LIST_MODEL (self->runs);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);

      if (seidel_run_item_get_number (run) == number)
        return run;
    }
  return NULL;
}

static SeidelRunItem *
get_other (SeidelRunPane *self)
{
  const guint selected = gtk_drop_down_get_selected (self->other);

  return selected > 0 && selected < self->numbers->len
           ? find_run (self, g_array_index (self->numbers, guint, selected))
           : NULL;
}

/* What can be chosen, into texts and numbers. */
static void
list_others (SeidelRunPane *self, SeidelRunItem *run, GStrvBuilder *texts, GArray *numbers)
{
  GListModel *model = G_LIST_MODEL (self->runs);
  guint number = 0;

  g_strv_builder_add (texts, _ ("By itself"));
  g_array_append_val (numbers, number);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (model, i);
      g_autofree char *text = NULL;

      if (item == run)
        continue;
      number = seidel_run_item_get_number (item);
      text = g_strdup_printf (_ ("Beside run %u: %s"), number, seidel_run_item_get_title (item));
      g_strv_builder_add (texts, text);
      g_array_append_val (numbers, number);
    }
}

/* Keeps the run that was chosen. A list that is the same stays, as replacing it is a change. */
static void
fill_others (SeidelRunPane *self, SeidelRunItem *run)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  SeidelRunItem *chosen = get_other (self);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GtkStringList) list = NULL;
  guint selected = 0;

  list_others (self, run, builder, numbers);
  texts = g_strv_builder_end (builder);
  for (guint i = 1; i < numbers->len && chosen != NULL; i++)
    if (g_array_index (numbers, guint, i) == seidel_run_item_get_number (chosen))
      selected = i;
  g_array_unref (self->numbers);
  self->numbers = numbers;
  gtk_widget_set_visible (self->comparing, numbers->len > 1);
  if (self->texts != NULL
      && g_strv_equal ((const char *const *) self->texts, (const char *const *) texts))
    return;
  g_strfreev (self->texts);
  self->texts = g_steal_pointer (&texts);
  list = gtk_string_list_new ((const char *const *) self->texts);
  gtk_drop_down_set_model (self->other, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->other, selected);
}

static gboolean
is_same (const SeidelRunFact *fact)
{
  return g_strcmp0 (fact->values[0], fact->values[1]) == 0;
}

/* A long text has the whole width where it is alone. */
static void
show_fact (SeidelRunPane *self, const SeidelRunFact *fact, gboolean beside)
{
  g_autofree char *text = NULL;
  const char *value;

  if (beside || !fact->is_long)
    {
      seidel_facts_add (self->facts, fact->name, (const char *const *) fact->values);
      return;
    }
  value = text = g_strdup_printf ("%s. %s", fact->name, fact->values[0]);
  seidel_facts_add (self->facts, NULL, &value);
}

static void
show_facts (SeidelRunPane *self, SeidelRunItem *run, SeidelRunItem *other)
{
  const gboolean few = other != NULL && gtk_check_button_get_active (self->differences);
  g_autoptr (GPtrArray) facts = seidel_run_facts_new (run, other);
  const char *group = NULL;

  seidel_facts_clear (self->facts, other != NULL ? 2 : 1);
  gtk_widget_set_size_request (GTK_WIDGET (self), other != NULL ? TWO_WIDTH : -1, -1);
  if (other != NULL)
    {
      g_autofree char *first = g_strdup_printf (_ ("Run %u"), seidel_run_item_get_number (run));
      g_autofree char *second = g_strdup_printf (_ ("Run %u"), seidel_run_item_get_number (other));
      const char *const names[] = { first, second };

      seidel_facts_add_columns (self->facts, names);
    }
  for (guint i = 0; i < facts->len; i++)
    {
      const SeidelRunFact *fact = facts->pdata[i];

      if (few && is_same (fact))
        continue;
      if (fact->group != group)
        seidel_facts_add_heading (self->facts, fact->group);
      group = fact->group;
      show_fact (self, fact, other != NULL);
    }
}

static gboolean live_cb (gpointer data);

/* While the pane is in view. */
static void
refresh (SeidelRunPane *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  SeidelRunItem *other;
  g_autofree char *title = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  fill_others (self, run);
  other = get_other (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "run.copy", run != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->differences), other != NULL);
  title = run != NULL ? g_strdup_printf (_ ("Run %u"), seidel_run_item_get_number (run))
                      : g_strdup (_ ("No run is selected"));
  gtk_label_set_text (self->title, title);
  gtk_widget_set_visible (self->resume, seidel_run_list_is_unfinished (run));
  if (run != NULL)
    show_facts (self, run, other);
  else
    seidel_facts_clear (self->facts, 1);
  if (run != NULL && seidel_run_item_get_live (run) && self->source == 0)
    self->source = g_timeout_add (REFRESH, live_cb, self);
}

static gboolean
live_cb (gpointer data)
{
  SeidelRunPane *self = data;
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);

  if (run == NULL || !seidel_run_item_get_live (run) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->source = 0;
      return G_SOURCE_REMOVE;
    }
  show_facts (self, run, get_other (self));
  return G_SOURCE_CONTINUE;
}

static void
refresh_cb (SeidelRunPane *self)
{
  if (self->runs != NULL)
    refresh (self);
}

void
seidel_run_pane_set_runs (SeidelRunPane *self, SeidelRunList *runs)
{
  g_return_if_fail (SEIDEL_IS_RUN_PANE (self));
  g_return_if_fail (self->runs == NULL);

  self->runs = g_object_ref (runs);
  g_signal_connect_object (runs, "notify::selected", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
}

void
seidel_run_pane_compare_with (SeidelRunPane *self, SeidelRunItem *other)
{
  guint place = 0;

  g_return_if_fail (SEIDEL_IS_RUN_PANE (self));

  for (guint i = 1; other != NULL && i < self->numbers->len; i++)
    if (g_array_index (self->numbers, guint, i) == seidel_run_item_get_number (other))
      place = i;
  gtk_drop_down_set_selected (self->other, place);
}

void
seidel_run_pane_show_differences (SeidelRunPane *self, gboolean only)
{
  g_return_if_fail (SEIDEL_IS_RUN_PANE (self));
  gtk_check_button_set_active (self->differences, only);
}

char *
seidel_run_pane_to_text (SeidelRunPane *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_PANE (self), NULL);
  return seidel_facts_to_text (self->facts);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = seidel_run_pane_to_text (SEIDEL_RUN_PANE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
seidel_run_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_run_pane_parent_class)->map (widget);
  refresh (SEIDEL_RUN_PANE (widget));
}

static void
seidel_run_pane_dispose (GObject *object)
{
  SeidelRunPane *self = SEIDEL_RUN_PANE (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->runs);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_RUN_PANE);

  G_OBJECT_CLASS (seidel_run_pane_parent_class)->dispose (object);
}

static void
seidel_run_pane_finalize (GObject *object)
{
  g_array_unref (SEIDEL_RUN_PANE (object)->numbers);
  g_strfreev (SEIDEL_RUN_PANE (object)->texts);
  G_OBJECT_CLASS (seidel_run_pane_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelRunPane, name)

static void
seidel_run_pane_class_init (SeidelRunPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_run_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = seidel_run_pane_finalize;
  widget_class->map = seidel_run_pane_map;

  g_type_ensure (SEIDEL_TYPE_FACTS);
  seidel_template_make_group (widget_class, "runpane");
  gtk_widget_class_install_action (widget_class, "run.copy", NULL, copy_action);
  seidel_template_bind (widget_class, "run-pane", CHILD (title), CHILD (resume), CHILD (codes),
                        CHILD (comparing), CHILD (other), CHILD (differences), CHILD (facts));
  gtk_widget_class_bind_template_callback (widget_class, refresh_cb);
}

/* A title is longer than the pane is wide; the list shows all of it. */
static void
label_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer shortened)
{
  GtkWidget *label = seidel_label_new (NULL, NULL);

  if (shortened != NULL)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
label_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static GtkListItemFactory *
new_factory (gpointer shortened)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (label_setup_cb), shortened);
  g_signal_connect (factory, "bind", G_CALLBACK (label_bind_cb), NULL);
  return factory;
}

/* The items are commands of the window. */
static void
fill_codes (SeidelRunPane *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  size_t n;
  const SeidelRunCode *codes = seidel_run_codes (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (seidel_translate (codes[i].name), NULL);

      g_menu_item_set_action_and_target (item, "win.copy-run", "s", codes[i].id);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->codes, G_MENU_MODEL (menu));
  seidel_fix_tooltip (GTK_WIDGET (self->codes),
                      GTK_WIDGET (gtk_menu_button_get_popover (self->codes)));
}

static const char *
get_text (gpointer item)
{
  return gtk_string_object_get_string (item);
}

static void
seidel_run_pane_init (SeidelRunPane *self)
{
  g_autoptr (GtkListItemFactory) button = NULL;
  g_autoptr (GtkListItemFactory) list = NULL;

  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_codes (self);
  seidel_fix_button_names (GTK_WIDGET (self));
  button = new_factory (self);
  list = new_factory (NULL);
  gtk_drop_down_set_factory (self->other, button);
  gtk_drop_down_set_list_factory (self->other, list);
  seidel_drop_down_init (self->other, _ ("Compare"), get_text);
}
