/* A dialog for the name of a run, and the note on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-run-dialog.h"

#include <glib/gi18n.h>

#include "views/seidel-gtk-fixes.h"
#include "window/seidel-messages.h"

static void
edited_cb (SeidelRunItem *run, const char *response, GtkWidget *dialog)
{
  GtkEditable *name = g_object_get_data (G_OBJECT (dialog), "name");
  GtkTextBuffer *note = g_object_get_data (G_OBJECT (dialog), "note");
  g_autofree char *text = NULL;

  if (!g_str_equal (response, "accept"))
    return;
  g_object_get (note, "text", &text, NULL);
  seidel_run_item_set_name (run, gtk_editable_get_text (name));
  seidel_run_item_set_note (run, text);
}

/* What the run is called without a name is the placeholder. */
static GtkWidget *
new_name_entry (SeidelRunItem *run)
{
  const char *name = seidel_run_item_get_name (run);
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), name != NULL ? name : "");
  if (name == NULL)
    gtk_entry_set_placeholder_text (GTK_ENTRY (entry), seidel_run_item_get_title (run));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  return entry;
}

/* The Tab key leaves it: a note needs none. */
static GtkWidget *
new_note_view (SeidelRunItem *run, GtkTextBuffer **buffer)
{
  const char *note = seidel_run_item_get_note (run);
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *frame = gtk_scrolled_window_new ();

  *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (*buffer, note != NULL ? note : "", -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  g_object_set (view, "top-margin", 6, "bottom-margin", 6, "left-margin", 9, "right-margin", 9,
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (frame), view);
  gtk_widget_set_size_request (frame, 360, 96);
  gtk_widget_add_css_class (frame, "card");
  return frame;
}

void
seidel_run_dialog_present (GtkWindow *window, SeidelRunItem *run)
{
  g_autofree char *heading = g_strdup_printf (_ ("Run %u"), seidel_run_item_get_number (run));
  GtkWidget *dialog = seidel_question_new (window, heading, NULL, _ ("_Apply"));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkTextBuffer *note;
  GtkWidget *name = new_name_entry (run);
  GtkWidget *frame = new_note_view (run, &note);

  gtk_box_append (GTK_BOX (box), seidel_label_new (_ ("Name"), "heading"));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), seidel_label_new (_ ("Note"), "heading"));
  gtk_box_append (GTK_BOX (box), frame);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), box);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "accept",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "accept");
  g_object_set_data (G_OBJECT (dialog), "name", name);
  g_object_set_data_full (G_OBJECT (dialog), "note", g_object_ref (note), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (edited_cb), run, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
