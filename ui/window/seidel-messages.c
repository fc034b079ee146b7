/* What a window says: passing notes at the bottom, and dialogs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-messages.h"

#include <glib/gi18n.h>

#include "views/seidel-gtk-fixes.h"

static void
forget (SeidelNotes *notes)
{
  g_signal_handlers_disconnect_by_data (notes->shown, notes);
  g_clear_object (&notes->shown);
}

void
seidel_notes_clear (SeidelNotes *notes)
{
  if (notes->shown != NULL)
    forget (notes);
}

void
seidel_notes_dismiss (SeidelNotes *notes)
{
  if (notes->shown != NULL)
    adw_toast_dismiss (notes->shown);
}

void
seidel_notes_show (SeidelNotes *notes, const char *text, const char *button, const char *action)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  if (action != NULL)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_detailed_action_name (toast, action);
    }
  /* Newer words need not wait until the older ones have been shown long enough. */
  seidel_notes_dismiss (notes);
  seidel_notes_clear (notes);
  notes->shown = g_object_ref (toast);
  g_signal_connect_swapped (toast, "dismissed", G_CALLBACK (forget), notes);
  adw_toast_set_timeout (toast, action != NULL ? 8 : 3);
  adw_toast_overlay_add_toast (notes->overlay, toast);
  seidel_fix_button_names (gtk_widget_get_last_child (GTK_WIDGET (notes->overlay)));
}

static GtkWidget *
new_dialog (GtkWindow *window, const char *heading, const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (window, heading, body);

  seidel_fix_heading (dialog);
  return dialog;
}

void
seidel_complain (GtkWindow *window, const char *heading, const char *body)
{
  GtkWidget *dialog = new_dialog (window, heading, NULL);
  GtkWidget *label = gtk_label_new (body);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), label);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_label_select_region (GTK_LABEL (label), 0, 0);
}

GtkWidget *
seidel_question_new (GtkWindow *window, const char *heading, const char *body, const char *accept)
{
  GtkWidget *dialog = new_dialog (window, heading, body);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "accept",
                                    accept, NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  return dialog;
}
