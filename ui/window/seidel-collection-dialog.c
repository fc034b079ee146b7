/* The SuiteSparse Matrix Collection as a table: searched, sorted, downloaded from, opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-collection-dialog-private.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "model/seidel-class.h"
#include "model/seidel-collection-item.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-collection-columns.h"
#include "window/seidel-saved-state.h"

#define SESSION_KEY "collection"

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelCollectionDialog, seidel_collection_dialog, ADW_TYPE_WINDOW)

static gint64
read_bound (GtkEntry *entry, gint64 nothing, gboolean *bounded)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  gint64 bound;
  gboolean good = seidel_collection_parse_bound (text, nothing, &bound);

  *bounded = *bounded || bound != nothing;
  seidel_widget_set_class (GTK_WIDGET (entry), "error", !(good));
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                               -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry),
                               good ? NULL : _ ("A number is expected here, like 5000, 5k or 1e6"));
  return bound;
}

static gboolean
takes_cb (gpointer object, gpointer data)
{
  SeidelCollectionDialog *self = data;
  SeidelCollectionItem *item = object;

  return (!gtk_check_button_get_active (self->here) || item->here)
         && seidel_collection_filter_takes (&self->filter, &item->entry);
}

static void
filter_changed_cb (SeidelCollectionDialog *self)
{
  gboolean bounded = FALSE;

  g_strfreev (self->filter.words);
  self->filter.words =
    seidel_collection_words (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->filter.square = gtk_check_button_get_active (self->square);
  self->filter.symmetric = gtk_check_button_get_active (self->symmetric);
  self->filter.positive_definite = gtk_check_button_get_active (self->definite);
  self->filter.min_rows = read_bound (self->min_rows, 0, &bounded);
  self->filter.max_rows = read_bound (self->max_rows, G_MAXINT64, &bounded);
  self->filter.min_nonzeros = read_bound (self->min_nonzeros, 0, &bounded);
  self->filter.max_nonzeros = read_bound (self->max_nonzeros, G_MAXINT64, &bounded);
  gtk_menu_button_set_label (self->size_button, bounded ? _ ("Si_ze bounded") : _ ("Any si_ze"));
  gtk_filter_changed (GTK_FILTER (self->custom), GTK_FILTER_CHANGE_DIFFERENT);
  seidel_collection_dialog_update_status (self);
  seidel_collection_dialog_update_actions (self);
}

static void
show_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (widget);
  GtkCheckButton *checks[] = { self->square, self->symmetric, self->definite, self->here };
  GtkWidget *texts[] = { GTK_WIDGET (self->search), GTK_WIDGET (self->min_rows),
                         GTK_WIDGET (self->max_rows), GTK_WIDGET (self->min_nonzeros),
                         GTK_WIDGET (self->max_nonzeros) };

  for (gsize i = 0; i < G_N_ELEMENTS (checks); i++)
    gtk_check_button_set_active (checks[i], FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    gtk_editable_set_text (GTK_EDITABLE (texts[i]), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
dismiss_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_collection_dialog_dismiss (SEIDEL_COLLECTION_DIALOG (widget));
}

static void
find_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (SEIDEL_COLLECTION_DIALOG (widget)->search));
}

static void
activate_cb (SeidelCollectionDialog *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self), "collection.open", NULL);
}

static void
search_activate_cb (SeidelCollectionDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "collection.open", NULL);
}

/* Escape takes the search back first, then the dialog. */
static void
stop_search_cb (SeidelCollectionDialog *self)
{
  GtkEditable *search = GTK_EDITABLE (self->search);

  if (gtk_editable_get_text (search)[0] != '\0')
    gtk_editable_set_text (search, "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

static gboolean
search_key_cb (SeidelCollectionDialog *self, guint key, guint code, GdkModifierType state)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return GDK_EVENT_STOP;
}

static void
show_settings (SeidelCollectionDialog *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->server_row), self->collection->server);
  gtk_editable_set_text (GTK_EDITABLE (self->folder_row), self->collection->folder);
}

static const char *
read_row (AdwEntryRow *row, const char *initial)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));

  return text[0] != '\0' ? text : initial;
}

static void
apply_settings_cb (SeidelCollectionDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *initial_folder = seidel_collection_default_folder ();
  g_autoptr (SeidelCollection) collection =
    seidel_collection_new (read_row (self->server_row, SEIDEL_COLLECTION_SERVER),
                           read_row (self->folder_row, initial_folder), &error);

  if (collection == NULL || !seidel_collection_save (collection, &error))
    {
      seidel_collection_dialog_complain (self, _ ("The settings were not changed"), error);
      return;
    }
  seidel_collection_dialog_dismiss (self);
  g_clear_pointer (&self->collection, seidel_collection_free);
  self->collection = g_steal_pointer (&collection);
  show_settings (self);
  seidel_collection_dialog_load (self);
}

static void
load_session (SeidelCollectionDialog *self)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) state =
    g_variant_lookup_value (session, SESSION_KEY, G_VARIANT_TYPE_VARDICT);
  const char *text;
  int width;
  int height;

  if (state == NULL)
    return;
  if (g_variant_lookup (state, "width", "i", &width)
      && g_variant_lookup (state, "height", "i", &height) && width > 0 && height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_variant_lookup (state, "search", "&s", &text))
    gtk_editable_set_text (GTK_EDITABLE (self->search), text);
}

static void
save_session (SeidelCollectionDialog *self)
{
  GVariantDict dict;
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "width", "i", width);
  g_variant_dict_insert (&dict, "height", "i", height);
  g_variant_dict_insert (&dict, "search", "s", gtk_editable_get_text (GTK_EDITABLE (self->search)));
  seidel_saved_state_set (SESSION_KEY, g_variant_dict_end (&dict));
}

static gboolean
seidel_collection_dialog_close_request (GtkWindow *window)
{
  save_session (SEIDEL_COLLECTION_DIALOG (window));
  return GTK_WINDOW_CLASS (seidel_collection_dialog_parent_class)->close_request (window);
}

/* However it is closed; the job keeps it from being disposed of. */
static void
seidel_collection_dialog_unrealize (GtkWidget *widget)
{
  seidel_collection_dialog_abandon_job (SEIDEL_COLLECTION_DIALOG (widget));

  GTK_WIDGET_CLASS (seidel_collection_dialog_parent_class)->unrealize (widget);
}

static void
seidel_collection_dialog_map (GtkWidget *widget)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (widget);

  GTK_WIDGET_CLASS (seidel_collection_dialog_parent_class)->map (widget);

  if (g_str_equal (gtk_stack_get_visible_child_name (self->content), "first"))
    gtk_widget_grab_focus (self->first_button);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
seidel_collection_dialog_dispose (GObject *object)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (object);

  seidel_collection_dialog_abandon_job (self);
  if (self->view != NULL)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->filtered);
  g_clear_object (&self->store);
  g_clear_object (&self->custom);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_COLLECTION_DIALOG);

  G_OBJECT_CLASS (seidel_collection_dialog_parent_class)->dispose (object);
}

static void
seidel_collection_dialog_finalize (GObject *object)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (object);

  g_clear_pointer (&self->collection, seidel_collection_free);
  g_strfreev (self->filter.words);
  g_free (self->date);

  G_OBJECT_CLASS (seidel_collection_dialog_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "collection.refresh", NULL,
                                   seidel_collection_dialog_refresh_action);
  gtk_widget_class_install_action (widget_class, "collection.open", NULL,
                                   seidel_collection_dialog_open_action);
  gtk_widget_class_install_action (widget_class, "collection.cancel", NULL,
                                   seidel_collection_dialog_cancel_action);
  gtk_widget_class_install_action (widget_class, "collection.dismiss", NULL, dismiss_action);
  gtk_widget_class_install_action (widget_class, "collection.show-all", NULL, show_all_action);
  gtk_widget_class_install_action (widget_class, "collection.find", NULL, find_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "collection.refresh", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK,
                                       "collection.refresh", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "collection.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelCollectionDialog, name)

static void
seidel_collection_dialog_class_init (SeidelCollectionDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = seidel_collection_dialog_dispose;
  object_class->finalize = seidel_collection_dialog_finalize;
  widget_class->map = seidel_collection_dialog_map;
  widget_class->unrealize = seidel_collection_dialog_unrealize;
  GTK_WINDOW_CLASS (klass)->close_request = seidel_collection_dialog_close_request;

  signals[SIGNAL_CHOSEN] = seidel_class_add_signal (klass, "chosen", 1, G_TYPE_FILE);

  install_actions (widget_class);
  seidel_template_bind (widget_class, "collection-dialog", CHILD (settings_button),
                        CHILD (settings_popover), CHILD (server_row), CHILD (folder_row),
                        CHILD (search), CHILD (square), CHILD (symmetric), CHILD (definite),
                        CHILD (here), CHILD (size_button), CHILD (min_rows), CHILD (max_rows),
                        CHILD (min_nonzeros), CHILD (max_nonzeros), CHILD (error_revealer),
                        CHILD (error_label), CHILD (content), CHILD (view), CHILD (first_button),
                        CHILD (status), CHILD (busy), CHILD (busy_label), CHILD (bar),
                        CHILD (open_button));
}

/* A setting that cannot be used is reported, and the default is used. */
static void
open_collection (SeidelCollectionDialog *self)
{
  g_autoptr (GError) error = NULL;

  self->collection = seidel_collection_new (NULL, NULL, &error);
  if (self->collection != NULL)
    return;
  seidel_collection_dialog_complain (self, _ ("These settings cannot be used"), error);
  self->collection = seidel_collection_new (SEIDEL_COLLECTION_SERVER, NULL, NULL);
}

static void
make_models (SeidelCollectionDialog *self)
{
  GtkSortListModel *sorted;

  seidel_collection_columns_add (self->view);
  self->custom = gtk_custom_filter_new (takes_cb, self, NULL);
  self->filtered = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->custom)));
  sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->filtered)),
                                    g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
}

static void
connect_signals (SeidelCollectionDialog *self)
{
  gpointer changing[] = { self->search, self->min_rows, self->max_rows, self->min_nonzeros,
                          self->max_nonzeros };
  gpointer toggling[] = { self->square, self->symmetric, self->definite, self->here };
  GtkEventController *keys = gtk_event_controller_key_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (changing); i++)
    g_signal_connect_swapped (changing[i], "changed", G_CALLBACK (filter_changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (toggling); i++)
    g_signal_connect_swapped (toggling[i], "toggled", G_CALLBACK (filter_changed_cb), self);
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (seidel_collection_dialog_update_actions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (stop_search_cb), self);
  g_signal_connect_swapped (self->settings_popover, "show", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (self->server_row, "apply", G_CALLBACK (apply_settings_cb), self);
  g_signal_connect_swapped (self->folder_row, "apply", G_CALLBACK (apply_settings_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (search_key_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->search), keys);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->view));
}

static void
seidel_collection_dialog_init (SeidelCollectionDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  self->filter = (SeidelCollectionFilter) SEIDEL_COLLECTION_FILTER_INIT;
  open_collection (self);
  make_models (self);
  seidel_collection_dialog_load (self);
  connect_signals (self);
  load_session (self);
}

SeidelCollectionDialog *
seidel_collection_dialog_new (GtkWindow *parent)
{
  return g_object_new (SEIDEL_TYPE_COLLECTION_DIALOG, "transient-for", parent, NULL);
}
