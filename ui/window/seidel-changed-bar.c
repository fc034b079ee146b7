/* Watches the file of the matrix. Programs write files in pieces: it is looked at once they are
 * done, and compared by size and time with what was read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-changed-bar.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "views/seidel-gtk-fixes.h"

/* Milliseconds without a change until the file is looked at. */
#define SETTLED 400

struct _SeidelChangedBar
{
  AdwBin parent_instance;

  GtkInfoBar *bar; /* borrowed, as is the label */
  GtkLabel *label;

  /* Owned */
  char *path;
  GFileMonitor *monitor; /* NULL: nothing is watched */
  GStatBuf known;        /* as it was */
  guint settle_id;
};

G_DEFINE_FINAL_TYPE (SeidelChangedBar, seidel_changed_bar, ADW_TYPE_BIN)

/* A file that is gone is not read again. */
static gboolean
has_changed (SeidelChangedBar *self)
{
  GStatBuf now;

  return g_stat (self->path, &now) == 0
         && (now.st_size != self->known.st_size || now.st_mtim.tv_sec != self->known.st_mtim.tv_sec
             || now.st_mtim.tv_nsec != self->known.st_mtim.tv_nsec
             || now.st_ino != self->known.st_ino);
}

static gboolean
settled_cb (gpointer data)
{
  SeidelChangedBar *self = data;

  self->settle_id = 0;
  gtk_info_bar_set_revealed (self->bar, has_changed (self));
  gtk_widget_set_visible (GTK_WIDGET (self->bar), has_changed (self));
  return G_SOURCE_REMOVE;
}

static void
changed_cb (SeidelChangedBar *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->settle_id = g_timeout_add (SETTLED, settled_cb, self);
}

static void
forget (SeidelChangedBar *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->path, g_free);
}

void
seidel_changed_bar_watch (SeidelChangedBar *self, const char *path)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (SEIDEL_IS_CHANGED_BAR (self));

  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), FALSE);
  forget (self);
  if (path == NULL || g_stat (path, &self->known) != 0)
    return;
  text =
    g_strdup_printf (_ ("“%s” has changed on disk. The matrix and its runs are those of the file "
                        "as it was read."),
                     name);
  gtk_label_set_label (self->label, text);
  self->path = g_strdup (path);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (changed_cb), self,
                             G_CONNECT_SWAPPED);
}

gboolean
seidel_changed_bar_is_shown (SeidelChangedBar *self)
{
  g_return_val_if_fail (SEIDEL_IS_CHANGED_BAR (self), FALSE);
  return gtk_widget_get_visible (GTK_WIDGET (self->bar));
}

static void
response_cb (SeidelChangedBar *self, int response)
{
  if (response == GTK_RESPONSE_ACCEPT)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.reload", NULL);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), FALSE);
}

static void
seidel_changed_bar_dispose (GObject *object)
{
  forget (SEIDEL_CHANGED_BAR (object));

  G_OBJECT_CLASS (seidel_changed_bar_parent_class)->dispose (object);
}

static void
seidel_changed_bar_class_init (SeidelChangedBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = seidel_changed_bar_dispose;
}

static void
seidel_changed_bar_init (SeidelChangedBar *self)
{
  GtkWidget *bar = gtk_info_bar_new ();
  GtkWidget *label = seidel_label_new (NULL, NULL);

  self->bar = GTK_INFO_BAR (bar);
  self->label = GTK_LABEL (label);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_info_bar_set_message_type (self->bar, GTK_MESSAGE_WARNING);
  gtk_info_bar_add_child (self->bar, label);
  gtk_info_bar_add_button (self->bar, _ ("_Reload"), GTK_RESPONSE_ACCEPT);
  gtk_info_bar_set_show_close_button (self->bar, TRUE);
  gtk_widget_set_visible (bar, FALSE);
  g_signal_connect_object (bar, "response", G_CALLBACK (response_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), bar);
  seidel_fix_button_names (GTK_WIDGET (self));
}
