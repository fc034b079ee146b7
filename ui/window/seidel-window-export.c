/* Exporting what a page shows: its picture and its data, to a file or to the clipboard.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-parts.h"

#include <string.h>
#include <glib/gi18n.h>

#include "draw/seidel-export.h"
#include "draw/seidel-run-report.h"
#include "io/bytes/seidel-output.h"
#include "model/seidel-run-check.h"
#include "views/seidel-desktop.h"
#include "window/seidel-messages.h"

/* Pictures are sharp on screens of twice the usual density. */
#define PNG_SCALE 2.0

#define HTML_SUFFIX ".html"

static gboolean
write_html (SeidelPage *page, const char *path, GError **error)
{
  g_autofree char *html = seidel_page_to_html (page, error);

  return html != NULL && seidel_output_save (path, html, strlen (html), error);
}

gboolean
seidel_window_export_picture_to (SeidelWindow *self, const char *path, GError **error)
{
  SeidelPage *page = seidel_window_get_page (self);
  SeidelTheme theme = seidel_desktop_paper_theme ();

  g_return_val_if_fail (page != NULL, FALSE);
  if (g_str_has_suffix (path, HTML_SUFFIX))
    return write_html (page, path, error);
  return seidel_export_picture (&(SeidelDrawing){ seidel_page_draw, page, &theme,
                                                  gtk_widget_get_width (GTK_WIDGET (page)),
                                                  gtk_widget_get_height (GTK_WIDGET (page)),
                                                  PNG_SCALE },
                                path, error);
}

gboolean
seidel_window_export_animation_to (SeidelWindow *self, const char *path)
{
  SeidelPage *page = seidel_window_get_page (self);
  SeidelAnimation animation = { 0 };

  if (seidel_animation_format_find (path) == NULL || !seidel_page_to_animation (page, &animation))
    return FALSE;
  if (self->workspace->saving != NULL)
    {
      seidel_animation_clear (&animation);
      seidel_window_show_note (self, _ ("Another file is still being saved"), NULL);
      return TRUE;
    }
  animation.width = gtk_widget_get_width (GTK_WIDGET (page));
  animation.height = gtk_widget_get_height (GTK_WIDGET (page));
  animation.theme = seidel_desktop_paper_theme ();
  seidel_workspace_save_animation (self->workspace, path, &animation);
  return TRUE;
}

static void
save_picture (gpointer window, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (seidel_window_export_animation_to (window, path))
    return;
  seidel_window_export_picture_to (window, path, &error);
  seidel_window_report_saved (window, path, error);
}

void
seidel_window_export_picture (SeidelWindow *self)
{
  SeidelPage *page = seidel_window_get_page (self);
  size_t n;
  const SeidelExportFormat *formats = seidel_export_formats (&n);
  size_t n_animations;
  const SeidelExportFormat *animations = seidel_animation_formats (&n_animations);
  g_autofree SeidelSaveFormat *choices = g_new0 (SeidelSaveFormat, n + 1 + n_animations);
  SeidelAnimation animation = { 0 };
  g_autofree char *stem = seidel_page_get_export_name (page);

  for (size_t i = 0; i < n; i++)
    choices[i] = (SeidelSaveFormat){ _ (formats[i].name), formats[i].suffix };
  choices[n++] = (SeidelSaveFormat){ _ ("HTML page for a browser"), HTML_SUFFIX };
  if (seidel_page_to_animation (page, &animation))
    for (size_t i = 0; i < n_animations; i++)
      choices[n++] = (SeidelSaveFormat){ _ (animations[i].name), animations[i].suffix };
  seidel_animation_clear (&animation);
  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_chooser_save (&self->chooser, _ ("Export the Picture"), stem, choices,
                                            n, save_picture)));
}

/* The picture for programs that paste pictures, the data for those that paste text. */
void
seidel_window_copy (SeidelWindow *self)
{
  SeidelPage *page = seidel_window_get_page (self);
  SeidelTheme theme = seidel_desktop_paper_theme ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png =
    seidel_export_to_png (&(SeidelDrawing){ seidel_page_draw, page, &theme,
                                            gtk_widget_get_width (GTK_WIDGET (page)),
                                            gtk_widget_get_height (GTK_WIDGET (page)), PNG_SCALE },
                          &error);
  g_autoptr (GdkTexture) texture = png != NULL ? gdk_texture_new_from_bytes (png, &error) : NULL;
  g_autofree char *csv = seidel_page_to_csv (page);
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;
  gsize n = 0;

  if (texture == NULL)
    {
      seidel_complain (GTK_WINDOW (self), _ ("The picture could not be copied"), error->message);
      return;
    }
  providers[n++] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  if (csv != NULL)
    providers[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, csv);
  both = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
  seidel_window_show_note (self,
                           csv != NULL ? _ ("Copied the picture and its data as text")
                                       : _ ("Copied the picture"),
                           NULL);
}

static void
save_numbers (gpointer window, const char *path)
{
  GtkFileChooser *dialog = GTK_FILE_CHOOSER (SEIDEL_WINDOW (window)->chooser.dialog);

  seidel_workspace_save_table (SEIDEL_WINDOW (window)->workspace, path,
                               g_object_get_data (G_OBJECT (dialog), "numbers"));
}

void
seidel_window_export_numbers (SeidelWindow *self)
{
  const SeidelSaveFormat formats[] = {
    { _ ("CSV: comma-separated values"), ".csv" },
    { _ ("JSON: an object for each line of the table"), ".json" },
  };
  SeidelPage *page = seidel_window_get_page (self);
  g_autofree char *csv = seidel_page_to_csv (page);
  g_autofree char *stem = seidel_page_get_export_name (page);
  GtkFileChooser *chooser;

  if (csv == NULL)
    {
      seidel_window_show_note (self, _ ("This page has no data to export yet"), NULL);
      return;
    }
  /* As shown when the dialog was opened, even if a live run continues behind it. */
  chooser = seidel_chooser_save (&self->chooser, _ ("Export the Data"), stem, formats,
                                 G_N_ELEMENTS (formats), save_numbers);
  g_object_set_data_full (G_OBJECT (chooser), "numbers", g_steal_pointer (&csv), g_free);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* The page about the selected run, or about all that are shown; the matrix is on it if it is that
 * of all of them. NULL: there is none that has ended. */
static SeidelRunReport *
make_report (SeidelWindow *self, gboolean selected)
{
  SeidelDocument *document = self->workspace->document;
  SeidelRunList *runs = self->workspace->runs;
  GListModel *model = G_LIST_MODEL (runs);
  SeidelRunItem *chosen = selected ? seidel_run_list_get_selected (runs) : NULL;
  g_autoptr (SeidelRunReport) report = NULL;
  gboolean of_document = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);
      g_autoptr (SeidelSessionEntry) entry = NULL;

      if (seidel_run_item_get_record (run) == NULL
          || (selected ? run != chosen : !seidel_run_item_get_visible (run)))
        continue;
      if (report == NULL)
        report = seidel_run_report_new ();
      entry = seidel_run_item_to_entry (run);
      seidel_run_report_add_run (report, seidel_run_item_get_title (run), entry);
      of_document = of_document && seidel_run_check_is_of (run, document);
    }
  if (report != NULL && of_document)
    seidel_run_report_set_matrix (report, seidel_document_get_matrix (document),
                                  seidel_document_get_schedule (document,
                                                                SEIDEL_DIRECTION_FORWARD));
  return g_steal_pointer (&report);
}

static gboolean
export_report_to (SeidelWindow *self, gboolean selected, const char *path, GError **error)
{
  const SeidelTheme theme = seidel_theme_get (FALSE);
  g_autoptr (SeidelRunReport) report = make_report (self, selected);

  g_return_val_if_fail (report != NULL, FALSE);
  return seidel_export_picture (&(SeidelDrawing){ seidel_run_report_draw, report, &theme,
                                                  SEIDEL_RUN_REPORT_WIDTH,
                                                  seidel_run_report_height (report, path),
                                                  PNG_SCALE },
                                path, error);
}

static void
save_report_of_selected (gpointer window, const char *path)
{
  g_autoptr (GError) error = NULL;

  export_report_to (window, TRUE, path, &error);
  seidel_window_report_saved (window, path, error);
}

static void
save_report_of_shown (gpointer window, const char *path)
{
  g_autoptr (GError) error = NULL;

  export_report_to (window, FALSE, path, &error);
  seidel_window_report_saved (window, path, error);
}

static void
choose_report (SeidelWindow *self, SeidelPathAccepted save)
{
  const SeidelSaveFormat format = { _ ("PDF document"), ".pdf" };
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);
  g_autofree char *stem =
    g_strconcat (run != NULL ? seidel_run_item_get_matrix_name (run) : "runs", "-report", NULL);

  g_strdelimit (stem, " ", '-');
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (
    seidel_chooser_save (&self->chooser, _ ("Save a Report"), stem, &format, 1, save)));
}

void
seidel_window_report_run (SeidelWindow *self)
{
  choose_report (self, save_report_of_selected);
}

void
seidel_window_report_runs (SeidelWindow *self)
{
  choose_report (self, save_report_of_shown);
}

gboolean
seidel_window_can_report (SeidelWindow *self, gboolean selected)
{
  SeidelRunList *runs = self->workspace->runs;
  GListModel *model = G_LIST_MODEL (runs);
  SeidelRunItem *chosen = seidel_run_list_get_selected (runs);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);

      if (seidel_run_item_get_record (run) != NULL
          && (selected ? run == chosen : seidel_run_item_get_visible (run)))
        return TRUE;
    }
  return FALSE;
}
