/* Asks for a kind of the gallery and its parameters: a list that can be searched, a small picture,
 * a row for each parameter, and the size of the resulting matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-generate-dialog.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "model/seidel-class.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-generate-preview.h"
#include "window/seidel-generate-row.h"
#include "window/seidel-saved-state.h"

/* Of the session: a kind's id, and its values. */
#define SESSION_KEY  "generate"
#define SESSION_TYPE "(sad)"

struct _SeidelGenerateDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkEditable *search;
  GtkListBox *list;
  SeidelGeneratePreview *preview;
  GtkLabel *name;
  GtkLabel *sentence;
  AdwPreferencesGroup *parameters;
  GtkLabel *estimate;
  GtkScrolledWindow *form;

  /* Borrowed, one for each parameter of the kind */
  GtkWidget *rows[SEIDEL_GALLERY_MAX_PARAMETERS];
  GtkSpinButton *spins[SEIDEL_GALLERY_MAX_PARAMETERS];

  /* Owned: the values of the rows of each kind, in the order of the table */
  double (*values)[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind;
};

enum
{
  SIGNAL_ACCEPTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelGenerateDialog, seidel_generate_dialog, ADW_TYPE_WINDOW)

static bool
has_parameter (const SeidelGalleryKind *kind, int i)
{
  return i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL;
}

static double *
values_of (SeidelGenerateDialog *self, const SeidelGalleryKind *kind)
{
  size_t n;

  return self->values[kind - seidel_gallery_kinds (&n)];
}

const SeidelGalleryKind *
seidel_generate_dialog_get_kind (SeidelGenerateDialog *self)
{
  g_return_val_if_fail (SEIDEL_IS_GENERATE_DIALOG (self), NULL);
  return self->kind;
}

void
seidel_generate_dialog_get_values (SeidelGenerateDialog *self,
                                   double values[SEIDEL_GALLERY_MAX_PARAMETERS])
{
  g_return_if_fail (SEIDEL_IS_GENERATE_DIALOG (self));

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = self->spins[i] != NULL ? gtk_spin_button_get_value (self->spins[i]) : 0.0;
}

/* "9,938,375 rows · 265,847,707 entries · 3.27 GB in memory" */
static char *
describe_size (const SeidelGallerySize *size)
{
  static const char *const units[] = { "bytes", "kB", "MB", "GB" };
  g_autofree char *rows = seidel_format_count (size->rows);
  g_autofree char *entries = seidel_format_count ((int64_t) size->entries);
  g_autofree char *bytes = NULL;
  g_autofree char *row_text = NULL;
  g_autofree char *entry_text = NULL;
  double amount = size->bytes;
  size_t unit = 0;

  for (; amount >= 1000.0 && unit + 1 < G_N_ELEMENTS (units); unit++)
    amount /= 1000.0;
  bytes = seidel_format_value (amount, 3);
  row_text = g_strdup_printf (ngettext ("%s row", "%s rows", (unsigned long) size->rows), rows);
  entry_text = g_strdup_printf (size->exact ? ngettext ("%s entry", "%s entries",
                                                        (unsigned long) size->entries)
                                            : ngettext ("about %s entry", "about %s entries",
                                                        (unsigned long) size->entries),
                                entries);
  return g_strdup_printf (_ ("%s · %s · %s %s in memory"), row_text, entry_text, bytes,
                          units[unit]);
}

static void
show_estimate (SeidelGenerateDialog *self, const double *values)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  SeidelGallerySize size;
  bool able = seidel_gallery_measure (self->kind, values, &size, &error)
              && seidel_gallery_fits (&size, &error);

  text = able ? describe_size (&size) : g_strdup_printf (_ ("Too large: %s"), error->message);
  gtk_label_set_label (self->estimate, text);
  seidel_widget_set_class (GTK_WIDGET (self->estimate), "error", !able);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "generate.accept", able);
}

static void
value_changed_cb (SeidelGenerateDialog *self)
{
  double *values = values_of (self, self->kind);

  seidel_generate_dialog_get_values (self, values);
  show_estimate (self, values);
  seidel_generate_preview_show (self->preview, self->kind, values);
}

static void
clear_rows (SeidelGenerateDialog *self)
{
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    {
      if (self->rows[i] != NULL)
        adw_preferences_group_remove (self->parameters, self->rows[i]);
      self->rows[i] = NULL;
      self->spins[i] = NULL;
    }
}

static void
show_kind (SeidelGenerateDialog *self, const SeidelGalleryKind *kind)
{
  double *values = values_of (self, kind);
  g_autofree char *text =
    kind->source != NULL
      ? g_strdup_printf (_ ("%s\n\nSource: %s."), seidel_translate (kind->sentence), kind->source)
      : g_strdup (seidel_translate (kind->sentence));

  self->kind = kind;
  clear_rows (self);
  gtk_label_set_label (self->name, seidel_translate (kind->name));
  gtk_label_set_label (self->sentence, text);
  for (int i = 0; has_parameter (kind, i); i++)
    {
      self->rows[i] = seidel_generate_row_new (&kind->parameters[i], values[i], &self->spins[i]);
      g_signal_connect_object (self->spins[i], "value-changed", G_CALLBACK (value_changed_cb), self,
                               G_CONNECT_SWAPPED);
      adw_preferences_group_add (self->parameters, self->rows[i]);
    }
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->form), 0.0);
  value_changed_cb (self);
}

static const SeidelGalleryKind *
kind_of_row (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "kind");
}

static void
row_selected_cb (SeidelGenerateDialog *self, GtkListBoxRow *row)
{
  if (row != NULL && kind_of_row (row) != self->kind)
    show_kind (self, kind_of_row (row));
}

static void
row_activated_cb (SeidelGenerateDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "generate.accept", NULL);
}

void
seidel_generate_dialog_set_kind (SeidelGenerateDialog *self, const SeidelGalleryKind *kind)
{
  GtkListBoxRow *row;

  g_return_if_fail (SEIDEL_IS_GENERATE_DIALOG (self));
  g_return_if_fail (kind != NULL);

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (kind_of_row (row) == kind)
      gtk_list_box_select_row (self->list, row);
}

static void
add_kind (SeidelGenerateDialog *self, const SeidelGalleryKind *kind)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = seidel_label_new (seidel_translate (kind->name), NULL);
  GtkWidget *sentence = seidel_label_new (seidel_translate (kind->sentence), "caption dim-label");

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  g_object_set (sentence, "ellipsize", PANGO_ELLIPSIZE_END, "wrap", TRUE, "lines", 2, NULL);
  g_object_set (box, "margin-top", 6, "margin-bottom", 6, NULL);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), sentence);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, seidel_translate (kind->sentence));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  seidel_translate (kind->name),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  seidel_translate (kind->sentence), -1);
  g_object_set_data (G_OBJECT (row), "kind", (gpointer) kind);
  gtk_list_box_append (self->list, row);
}

/* Every search word is in the id, the name or the sentence. */
static gboolean
filter_row (GtkListBoxRow *row, gpointer data)
{
  SeidelGenerateDialog *self = data;
  const SeidelGalleryKind *kind = kind_of_row (row);
  g_autofree char *all = g_strjoin (" ", kind->id, kind->name, seidel_translate (kind->name),
                                    seidel_translate (kind->sentence), NULL);
  g_autofree char *text = g_utf8_casefold (all, -1);
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (self->search), -1);
  g_auto (GStrv) words = g_strsplit_set (wanted, " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (text, *word) == NULL)
      return FALSE;
  return TRUE;
}

/* The first row that is left, unless the one selected is. */
static void
search_changed_cb (SeidelGenerateDialog *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (self->list);
  GtkListBoxRow *row;

  gtk_list_box_invalidate_filter (self->list);
  if (selected != NULL && filter_row (selected, self))
    return;
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (filter_row (row, self))
      {
        gtk_list_box_select_row (self->list, row);
        return;
      }
}

/* Escape empties the search first. */
static void
stop_search_cb (SeidelGenerateDialog *self)
{
  if (*gtk_editable_get_text (self->search) != '\0')
    gtk_editable_set_text (self->search, "");
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
focus_list (SeidelGenerateDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static gboolean
search_key_cb (SeidelGenerateDialog *self, guint key)
{
  if (key != GDK_KEY_Down && key != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  focus_list (self);
  return GDK_EVENT_STOP;
}

/* The list is one stop of the Tab key, not one for each of its rows. */
static gboolean
list_key_cb (SeidelGenerateDialog *self, guint key)
{
  if (key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab)
    return gtk_widget_grab_focus (GTK_WIDGET (self->spins[0]));
  if (key == GDK_KEY_ISO_Left_Tab)
    return gtk_widget_grab_focus (GTK_WIDGET (self->search));
  return GDK_EVENT_PROPAGATE;
}

static void
watch_keys (SeidelGenerateDialog *self, GtkWidget *widget, GCallback callback)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", callback, self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, keys);
}

static void
load_choice (SeidelGenerateDialog *self)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) choice =
    g_variant_lookup_value (session, SESSION_KEY, G_VARIANT_TYPE (SESSION_TYPE));
  const SeidelGalleryKind *kind = NULL;
  g_autoptr (GVariant) numbers = NULL;
  const char *id;
  size_t n;

  if (choice != NULL)
    {
      g_variant_get (choice, "(&s@ad)", &id, &numbers);
      kind = seidel_gallery_find (id);
    }
  for (int i = 0; kind != NULL && has_parameter (kind, i); i++)
    if ((gsize) i < g_variant_n_children (numbers))
      g_variant_get_child (numbers, (gsize) i, "d", &values_of (self, kind)[i]);
  seidel_generate_dialog_set_kind (self, kind != NULL ? kind : seidel_gallery_kinds (&n));
}

static void
save_choice (SeidelGenerateDialog *self)
{
  const double *values = values_of (self, self->kind);
  GVariantBuilder numbers;

  g_variant_builder_init (&numbers, G_VARIANT_TYPE ("ad"));
  for (int i = 0; has_parameter (self->kind, i); i++)
    g_variant_builder_add (&numbers, "d", values[i]);
  seidel_saved_state_set (SESSION_KEY, g_variant_new (SESSION_TYPE, self->kind->id, &numbers));
}

static void
accept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (SeidelGenerateDialog) self = g_object_ref (SEIDEL_GENERATE_DIALOG (widget));
  g_autoptr (GError) error = NULL;
  SeidelGallerySize size;

  /* A number that is still being typed counts, and may turn out too large. */
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    if (self->spins[i] != NULL)
      gtk_spin_button_update (self->spins[i]);
  if (!seidel_gallery_measure (self->kind, values_of (self, self->kind), &size, &error)
      || !seidel_gallery_fits (&size, &error))
    return;
  save_choice (self);
  g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* The list shows what is selected, then the search has the focus: Cancel comes first. */
static void
seidel_generate_dialog_map (GtkWidget *widget)
{
  SeidelGenerateDialog *self = SEIDEL_GENERATE_DIALOG (widget);

  GTK_WIDGET_CLASS (seidel_generate_dialog_parent_class)->map (widget);

  focus_list (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
seidel_generate_dialog_finalize (GObject *object)
{
  g_free (SEIDEL_GENERATE_DIALOG (object)->values);

  G_OBJECT_CLASS (seidel_generate_dialog_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelGenerateDialog, name)

static void
seidel_generate_dialog_class_init (SeidelGenerateDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = seidel_generate_dialog_finalize;
  widget_class->map = seidel_generate_dialog_map;

  signals[SIGNAL_ACCEPTED] = seidel_class_add_signal (klass, "accepted", 0);

  g_type_ensure (SEIDEL_TYPE_GENERATE_PREVIEW);
  gtk_widget_class_install_action (widget_class, "generate.accept", NULL, accept_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "generate-dialog", CHILD (search), CHILD (list),
                        CHILD (preview), CHILD (name), CHILD (sentence), CHILD (parameters),
                        CHILD (estimate), CHILD (form));
}

static void
seidel_generate_dialog_init (SeidelGenerateDialog *self)
{
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  self->values = g_malloc0_n (n, sizeof *self->values);
  for (size_t k = 0; k < n; k++)
    {
      for (int i = 0; has_parameter (&kinds[k], i); i++)
        self->values[k][i] = kinds[k].parameters[i].initial;
      add_kind (self, &kinds[k]);
    }
  gtk_list_box_set_filter_func (self->list, filter_row, self, NULL);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (row_selected_cb), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search),
                                           GTK_WIDGET (self->list));
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (row_activated_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (stop_search_cb), self);
  watch_keys (self, GTK_WIDGET (self->search), G_CALLBACK (search_key_cb));
  watch_keys (self, GTK_WIDGET (self->list), G_CALLBACK (list_key_cb));
  load_choice (self);
}

SeidelGenerateDialog *
seidel_generate_dialog_new (GtkWindow *parent)
{
  return g_object_new (SEIDEL_TYPE_GENERATE_DIALOG, "transient-for", parent, NULL);
}
