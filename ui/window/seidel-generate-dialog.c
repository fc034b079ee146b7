/* Asks for a kind of the gallery and its parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-generate-dialog.h"

struct _SeidelGenerateDialog
{
  AdwWindow parent_instance;

  /* Template */
  AdwComboRow *kind;
  GtkLabel *sentence;
  AdwPreferencesGroup *parameters;

  /* Borrowed, one for each parameter of the kind */
  GtkWidget *rows[SEIDEL_GALLERY_MAX_PARAMETERS];
  GtkSpinButton *spins[SEIDEL_GALLERY_MAX_PARAMETERS];
};

enum
{
  SIGNAL_ACCEPTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelGenerateDialog, seidel_generate_dialog, ADW_TYPE_WINDOW)

const SeidelGalleryKind *
seidel_generate_dialog_get_kind (SeidelGenerateDialog *self)
{
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);
  guint selected;

  g_return_val_if_fail (SEIDEL_IS_GENERATE_DIALOG (self), NULL);

  selected = adw_combo_row_get_selected (self->kind);
  return selected < n ? &kinds[selected] : &kinds[0];
}

void
seidel_generate_dialog_get_values (SeidelGenerateDialog *self,
                                   double values[SEIDEL_GALLERY_MAX_PARAMETERS])
{
  g_return_if_fail (SEIDEL_IS_GENERATE_DIALOG (self));

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = self->spins[i] != NULL ? gtk_spin_button_get_value (self->spins[i]) : 0.0;
}

static void
add_parameter (SeidelGenerateDialog *self, int i, const SeidelGalleryParameter *parameter)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *spin = gtk_spin_button_new_with_range (parameter->minimum, parameter->maximum,
                                                    parameter->integral ? 1.0 : 0.1);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), parameter->integral ? 0 : 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), parameter->initial);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 9);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  parameter->sentence, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), parameter->sentence);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  adw_preferences_group_add (self->parameters, row);
  self->rows[i] = row;
  self->spins[i] = GTK_SPIN_BUTTON (spin);
}

static void
kind_changed_cb (SeidelGenerateDialog *self)
{
  const SeidelGalleryKind *kind = seidel_generate_dialog_get_kind (self);

  gtk_label_set_label (self->sentence, kind->sentence);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    {
      if (self->rows[i] != NULL)
        adw_preferences_group_remove (self->parameters, self->rows[i]);
      self->rows[i] = NULL;
      self->spins[i] = NULL;
    }
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL; i++)
    add_parameter (self, i, &kind->parameters[i]);
}

static void
accept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (SeidelGenerateDialog) self = g_object_ref (SEIDEL_GENERATE_DIALOG (widget));

  /* A number that is still being typed counts. */
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    if (self->spins[i] != NULL)
      gtk_spin_button_update (self->spins[i]);
  g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* Not on Cancel, which comes first. */
static void
seidel_generate_dialog_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_generate_dialog_parent_class)->map (widget);

  gtk_widget_grab_focus (GTK_WIDGET (SEIDEL_GENERATE_DIALOG (widget)->kind));
}

static void
seidel_generate_dialog_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), SEIDEL_TYPE_GENERATE_DIALOG);

  G_OBJECT_CLASS (seidel_generate_dialog_parent_class)->dispose (object);
}

static void
seidel_generate_dialog_class_init (SeidelGenerateDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_generate_dialog_dispose;
  widget_class->map = seidel_generate_dialog_map;

  signals[SIGNAL_ACCEPTED] = g_signal_new ("accepted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "generate.accept", NULL, accept_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/org/seidel/Workbench/ui/seidel-generate-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SeidelGenerateDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, SeidelGenerateDialog, sentence);
  gtk_widget_class_bind_template_child (widget_class, SeidelGenerateDialog, parameters);
}

static void
seidel_generate_dialog_init (SeidelGenerateDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (size_t i = 0; i < n; i++)
    gtk_string_list_append (names, kinds[i].name);
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (kind_changed_cb), self);
  adw_combo_row_set_model (self->kind, G_LIST_MODEL (names));
  kind_changed_cb (self);
}

SeidelGenerateDialog *
seidel_generate_dialog_new (GtkWindow *parent)
{
  return g_object_new (SEIDEL_TYPE_GENERATE_DIALOG, "transient-for", parent, NULL);
}
