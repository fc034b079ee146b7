/* A row that asks for one parameter of a kind of the gallery: a spin button that takes and shows
 * numbers of any size as they are typed, "1e-6" too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-generate-row.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"

/* A tenth of the order of magnitude of what is offered. */
static double
step_of (const SeidelGalleryParameter *parameter)
{
  if (parameter->integral)
    return 1.0;
  return pow (10.0, floor (log10 (MAX (parameter->initial, 1e-9))) - 1.0);
}

/* A decimal comma counts as a point. Invalid text leaves the value unchanged. */
static int
input_cb (GtkSpinButton *spin, double *value, const SeidelGalleryParameter *parameter)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));
  char *end = NULL;

  if (parameter->zero != NULL && *text == '\0')
    {
      *value = 0.0;
      return TRUE;
    }
  g_strdelimit (text, ",", '.');
  *value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (*value))
    *value = gtk_spin_button_get_value (spin);
  return TRUE;
}

/* Empty, with the meaning of 0 in its place, where it has one of its own. */
static gboolean
output_cb (GtkSpinButton *spin, const SeidelGalleryParameter *parameter)
{
  const double value = gtk_spin_button_get_value (spin);
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";

  if (parameter->zero == NULL || value != 0.0)
    g_ascii_formatd (text, sizeof text, "%.12g", value);
  if (g_strcmp0 (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

/* "1 to 46,340", and what an empty entry means. */
static char *
describe_bounds (const SeidelGalleryParameter *parameter)
{
  const double least = parameter->zero != NULL ? MAX (parameter->minimum, 1.0) : parameter->minimum;
  g_autofree char *minimum = seidel_format_value (least, 10);
  g_autofree char *maximum = seidel_format_value (parameter->maximum, 10);

  if (parameter->zero == NULL)
    return g_strdup_printf (_ ("%s to %s"), minimum, maximum);
  return g_strdup_printf (_ ("%s to %s; empty: %s"), minimum, maximum,
                          seidel_translate (parameter->zero));
}

/* The words in an empty entry are also what a screen reader finds there. */
static void
show_zero (GtkWidget *button, const SeidelGalleryParameter *parameter)
{
  const char *words = seidel_translate (parameter->zero);

  gtk_text_set_placeholder_text (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (button))),
                                 words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                  words, -1);
}

GtkWidget *
seidel_generate_row_new (const SeidelGalleryParameter *parameter,
                         double value,
                         GtkSpinButton **spin)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button =
    gtk_spin_button_new_with_range (parameter->minimum, parameter->maximum, step_of (parameter));
  g_autofree char *bounds = describe_bounds (parameter);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (button), parameter->integral ? 0 : 12);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (button), parameter->integral);
  if (!parameter->integral || parameter->zero != NULL)
    {
      g_signal_connect (button, "input", G_CALLBACK (input_cb), (gpointer) parameter);
      g_signal_connect (button, "output", G_CALLBACK (output_cb), (gpointer) parameter);
    }
  if (parameter->zero != NULL)
    show_zero (button, parameter);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (button), value);
  gtk_spin_button_update (GTK_SPIN_BUTTON (button));
  gtk_editable_set_width_chars (GTK_EDITABLE (button), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (button), 12);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (button))),
                                  TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  bounds, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), seidel_translate (parameter->sentence));
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), bounds);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  gtk_widget_set_focusable (row, FALSE); /* the keys stop at the number alone */
  *spin = GTK_SPIN_BUTTON (button);
  return row;
}
