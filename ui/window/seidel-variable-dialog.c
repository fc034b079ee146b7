/* Asks which of the matrices in a file to open, or how its text is to be read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-variable-dialog.h"

#include <glib/gi18n.h>

#include "io/formats/seidel-file-format.h"
#include "io/formats/seidel-reading.h"
#include "model/seidel-class.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-choice.h"
#include "window/seidel-column-choices.h"

/* Lines of a preview. */
#define PREVIEW_LINES 8

struct _SeidelVariableDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkLabel *question;
  GtkLabel *preview;
  GtkListView *list;
  GtkWidget *columns_box;
  SeidelColumnChoices *columns;
  GtkLabel *result;

  /* Owned */
  SeidelPreview *text; /* NULL: the choice is between matrices */
  char *reading; /* the name of the chosen one with its columns, or NULL: it cannot be read so */
  GListStore *store; /* SeidelChoice: what it is as the caption, or why it cannot be opened */
  GtkSingleSelection *selection;
};

enum
{
  SIGNAL_ACCEPTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelVariableDialog, seidel_variable_dialog, ADW_TYPE_WINDOW)

static GtkWidget *
new_label (const char *style)
{
  GtkWidget *label = seidel_label_new (NULL, style);

  g_object_set (label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
  return label;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_append (GTK_BOX (box), new_label (NULL));
  gtk_box_append (GTK_BOX (box), new_label ("caption"));
  gtk_widget_add_css_class (box, "variable");
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SeidelChoice *choice = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  const char *why_not = choice->why_not;

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), choice->name);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), choice->sentence);
  gtk_widget_set_sensitive (box, why_not == NULL);
  /* Arrows pass it; it is not accepted. */
  gtk_list_item_set_selectable (item, TRUE);
  gtk_list_item_set_activatable (item, why_not == NULL);
}

static SeidelChoice *
get_choice (SeidelVariableDialog *self)
{
  SeidelChoice *choice = gtk_single_selection_get_selected_item (self->selection);

  return choice != NULL && choice->why_not == NULL ? choice : NULL;
}

const char *
seidel_variable_dialog_get_name (SeidelVariableDialog *self)
{
  SeidelChoice *choice;

  g_return_val_if_fail (SEIDEL_IS_VARIABLE_DIALOG (self), NULL);

  choice = get_choice (self);
  if (choice == NULL)
    return NULL;
  return gtk_widget_get_visible (self->columns_box) ? self->reading : choice->id;
}

/* By name, or the first that can be opened. */
static gboolean
select_one (SeidelVariableDialog *self, const char *name)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->store), i);

      if (choice->why_not == NULL && (name == NULL || g_strcmp0 (choice->id, name) == 0))
        {
          gtk_single_selection_set_selected (self->selection, i);
          return TRUE;
        }
    }
  return FALSE;
}

/* What the columns that are chosen give. */
static void
columns_cb (SeidelVariableDialog *self)
{
  g_autofree char *name = seidel_column_choices_get_name (self->columns);
  g_autoptr (SeidelReading) reading =
    name != NULL ? seidel_preview_try (self->text, name, NULL) : NULL;
  g_autofree char *matrix = NULL;

  g_clear_pointer (&self->reading, g_free);
  if (reading != NULL && reading->certainty > SEIDEL_CERTAINTY_IMPOSSIBLE)
    {
      self->reading = g_steal_pointer (&name);
      matrix = seidel_reading_describe_matrix (reading);
    }
  gtk_label_set_label (self->result, matrix != NULL ? matrix
                                     : name == NULL
                                       ? _ ("The row and the column are the same column.")
                                     : reading != NULL && reading->kind == SEIDEL_READING_TABLE
                                       ? _ ("There are words among the numbers.")
                                       : _ ("These columns do not hold rows and columns as whole "
                                            "numbers, and values as numbers."));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "variable.accept",
                                 seidel_variable_dialog_get_name (self) != NULL);
}

/* Lists and tables have columns to choose. */
static void
show_columns (SeidelVariableDialog *self, const char *name)
{
  g_autoptr (SeidelReading) reading =
    self->text != NULL && name != NULL ? seidel_preview_try (self->text, name, NULL) : NULL;
  const gboolean adjustable =
    reading != NULL
    && (reading->kind == SEIDEL_READING_ENTRIES || reading->kind == SEIDEL_READING_TABLE)
    && seidel_preview_columns (self->text) > 1;

  gtk_widget_set_visible (self->columns_box, adjustable);
  if (adjustable)
    seidel_column_choices_set_reading (self->columns, reading);
}

static void
selected_cb (SeidelVariableDialog *self)
{
  SeidelChoice *choice = get_choice (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "variable.accept", choice != NULL);
  show_columns (self, choice != NULL ? choice->id : NULL);
}

/* The one of the same kind, with the columns of the name. */
static gboolean
select_reading (SeidelVariableDialog *self, const char *name)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  g_auto (GStrv) asked = g_strsplit (name, ",", 2);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (G_LIST_MODEL (self->store), i);
      g_auto (GStrv) words = g_strsplit (choice->id, ",", 2);

      if (g_strcmp0 (words[0], asked[0]) == 0)
        {
          gtk_single_selection_set_selected (self->selection, i);
          show_columns (self, name);
          return seidel_variable_dialog_get_name (self) != NULL;
        }
    }
  return FALSE;
}

gboolean
seidel_variable_dialog_select (SeidelVariableDialog *self, const char *name)
{
  g_return_val_if_fail (SEIDEL_IS_VARIABLE_DIALOG (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  return select_one (self, name) || (self->text != NULL && select_reading (self, name));
}

static void
accept (SeidelVariableDialog *self)
{
  g_autoptr (SeidelVariableDialog) kept = g_object_ref (self);

  if (seidel_variable_dialog_get_name (self) == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (kept));
}

static void
accept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  accept (SEIDEL_VARIABLE_DIALOG (widget));
}

static void
activate_cb (SeidelVariableDialog *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  accept (self);
}

/* The chosen row has the focus: Return opens it, the arrows choose another. There are no rows
 * before the list is laid out. */
static gboolean
focus_chosen_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (row == NULL || gtk_widget_get_height (row) == 0)
    return G_SOURCE_CONTINUE;
  while (row != NULL && (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) == 0)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return G_SOURCE_REMOVE;
}

static void
seidel_variable_dialog_map (GtkWidget *widget)
{
  SeidelVariableDialog *self = SEIDEL_VARIABLE_DIALOG (widget);
  guint position = gtk_single_selection_get_selected (self->selection);

  GTK_WIDGET_CLASS (seidel_variable_dialog_parent_class)->map (widget);

  /* Until there are rows: not on Cancel, which comes first. */
  gtk_widget_grab_focus (gtk_window_get_default_widget (GTK_WINDOW (self)));
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->list), focus_chosen_cb, NULL, NULL);
}

static void
seidel_variable_dialog_dispose (GObject *object)
{
  SeidelVariableDialog *self = SEIDEL_VARIABLE_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_VARIABLE_DIALOG);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  g_clear_pointer (&self->text, seidel_preview_unref);
  g_clear_pointer (&self->reading, g_free);

  G_OBJECT_CLASS (seidel_variable_dialog_parent_class)->dispose (object);
}

static void
seidel_variable_dialog_class_init (SeidelVariableDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (SEIDEL_TYPE_COLUMN_CHOICES);
  G_OBJECT_CLASS (klass)->dispose = seidel_variable_dialog_dispose;
  widget_class->map = seidel_variable_dialog_map;

  signals[SIGNAL_ACCEPTED] = seidel_class_add_signal (klass, "accepted", 0);

  gtk_widget_class_install_action (widget_class, "variable.accept", NULL, accept_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "variable-dialog",
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, question),
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, preview),
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, columns_box),
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, columns),
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, result),
                        SEIDEL_TEMPLATE_CHILD (SeidelVariableDialog, list));
}

static void
seidel_variable_dialog_init (SeidelVariableDialog *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);

  self->store = g_list_store_new (SEIDEL_TYPE_CHOICE);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->store));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->columns, "changed", G_CALLBACK (columns_cb), self);
  selected_cb (self);
}

SeidelVariableDialog *
seidel_variable_dialog_new (GtkWindow *parent, const char *file_name, GPtrArray *variables)
{
  SeidelVariableDialog *self =
    g_object_new (SEIDEL_TYPE_VARIABLE_DIALOG, "transient-for", parent, NULL);
  g_autofree char *question =
    g_strdup_printf (_ ("“%s” holds several matrices. Which one is to be opened?"), file_name);

  gtk_label_set_label (self->question, question);
  for (guint i = 0; i < variables->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);
      g_autoptr (SeidelChoice) choice =
        seidel_choice_new (variable->name, variable->name, variable->description,
                           variable->usable ? NULL : variable->description);

      g_list_store_append (self->store, choice);
    }
  select_one (self, NULL);
  return self;
}

/* A reading, what it is and the matrix that it gives. */
static void
add_reading (SeidelVariableDialog *self, const SeidelReading *reading)
{
  g_autofree char *id = seidel_reading_name (reading);
  g_autofree char *lower = seidel_reading_describe (reading);
  g_autofree char *matrix = seidel_reading_describe_matrix (reading);
  g_autofree char *sentence = reading->evidence != NULL
                                ? g_strdup_printf ("%s. %s", matrix, reading->evidence)
                                : g_strdup (matrix);
  g_autofree char *first = g_utf8_strup (lower, g_utf8_next_char (lower) - lower);
  g_autofree char *name = g_strconcat (first, g_utf8_next_char (lower), NULL);
  g_autoptr (SeidelChoice) choice = seidel_choice_new (id, name, sentence, NULL);

  g_list_store_append (self->store, choice);
}

/* Where 0 does not occur it may have been left out by chance. */
static void
add_from_zero (SeidelVariableDialog *self, const SeidelReading *reading)
{
  g_autoptr (SeidelReading) other = seidel_reading_copy (reading);

  if (reading->base != -1
      || (reading->kind != SEIDEL_READING_ENTRIES && reading->kind != SEIDEL_READING_SIZED))
    return;
  other->base = 0;
  other->seen_rows++;
  other->seen_columns++;
  g_clear_pointer (&other->evidence, g_free);
  add_reading (self, other);
}

static gboolean
has_kind (const GPtrArray *readings, SeidelReadingKind kind)
{
  for (guint i = 0; i < readings->len; i++)
    if (((const SeidelReading *) readings->pdata[i])->kind == kind)
      return TRUE;
  return FALSE;
}

SeidelVariableDialog *
seidel_variable_dialog_new_readings (GtkWindow *parent,
                                     const char *file_name,
                                     SeidelPreview *preview)
{
  const GPtrArray *readings = seidel_preview_readings (preview);
  g_autofree char *lines = seidel_preview_text (preview, PREVIEW_LINES);
  SeidelVariableDialog *self = g_object_new (SEIDEL_TYPE_VARIABLE_DIALOG, "transient-for", parent,
                                             "title", _ ("How to Read the File"), NULL);
  g_autofree char *question =
    g_strdup_printf (_ ("“%s” does not say what its numbers mean. How is it to be read?"),
                     file_name);

  gtk_label_set_label (self->question, question);
  self->text = seidel_preview_ref (preview);
  seidel_column_choices_set_preview (self->columns, preview);
  gtk_window_set_default_size (GTK_WINDOW (self), 500, 640);
  gtk_label_set_label (self->preview, lines);
  gtk_widget_set_visible (GTK_WIDGET (self->preview), *lines != '\0');
  for (guint i = 0; i < readings->len; i++)
    {
      add_reading (self, readings->pdata[i]);
      add_from_zero (self, readings->pdata[i]);
    }
  if (!has_kind (readings, SEIDEL_READING_TABLE))
    {
      g_autoptr (SeidelReading) table =
        seidel_preview_try (preview, seidel_reading_id (SEIDEL_READING_TABLE), NULL);

      g_free (table->evidence);
      table->evidence = g_strdup (_ ("Each line is a row of the matrix."));
      if (table->certainty > SEIDEL_CERTAINTY_IMPOSSIBLE)
        add_reading (self, table);
    }
  select_one (self, NULL);
  return self;
}
