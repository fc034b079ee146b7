/* Saving: what can be saved, each with its dialog for a place and a format.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-parts.h"

#include <stdlib.h>
#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "io/seidel-loader.h"
#include "window/seidel-messages.h"

/* The formats of the table that can be written, the first one first. */
static SeidelSaveFormat *
writable_formats (gboolean vectors, gsize *n_writable)
{
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);
  SeidelSaveFormat *writable = g_new0 (SeidelSaveFormat, n);
  gsize count = 0;

  for (size_t i = 0; i < n; i++)
    if (vectors ? formats[i].writes_vectors : formats[i].writes_matrices)
      writable[count++] = (SeidelSaveFormat){ formats[i].name, formats[i].suffixes[0] };
  *n_writable = count;
  return writable;
}

static void
show_dialog (SeidelWindow *self,
             const char *title,
             const char *stem,
             const SeidelSaveFormat *formats,
             gsize n,
             SeidelPathAccepted accepted)
{
  GtkFileChooser *dialog = seidel_chooser_save (&self->chooser, title, stem, formats, n, accepted);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
save_matrix (gpointer window, const char *path)
{
  seidel_workspace_save_matrix (SEIDEL_WINDOW (window)->workspace, path);
}

void
seidel_window_save_matrix (SeidelWindow *self)
{
  g_autofree char *stem = g_strdup (seidel_document_get_title (self->workspace->document));
  gsize n;
  g_autofree SeidelSaveFormat *formats = writable_formats (FALSE, &n);

  g_strdelimit (stem, " ", '-');
  show_dialog (self, _ ("Save the Matrix"), stem, formats, n, save_matrix);
}

static void
save_part (gpointer window, const char *path)
{
  SeidelWindow *self = window;

  seidel_workspace_save_part (self->workspace, self->part, self->part_level, path);
}

/* Of multigrid, as many levels as there mostly are; the first one is the matrix itself. */
#define LISTED_LEVELS 4

void
seidel_window_list_parts (gboolean vectors,
                          void (*add) (gpointer data, const char *text, const char *name),
                          gpointer data)
{
  size_t n;
  const SeidelPart *parts = seidel_parts (&n);

  for (size_t i = 0; i < n; i++)
    {
      const char *name = seidel_translate (parts[i].name);

      if (parts[i].vector && !vectors)
        continue;
      if (!parts[i].of_level)
        add (data, parts[i].id, name);
      for (int level = 1; parts[i].of_level && level <= LISTED_LEVELS; level++)
        {
          g_autofree char *text = g_strdup_printf ("%s:%d", parts[i].id, level);
          g_autofree char *title = g_strdup_printf (_ ("%s, Level %d"), name, level);

          add (data, text, title);
        }
    }
}

const SeidelPart *
seidel_window_find_part (SeidelWindow *self, const char *text, int *level)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 2);
  const SeidelPart *part = seidel_part_find (words[0]);
  SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);
  g_autofree char *why_not = NULL;

  if (part == NULL || matrix == NULL || (part->of_level && words[1] == NULL))
    return NULL;
  *level = part->of_level ? atoi (words[1]) : 1;
  why_not = seidel_part_refuse (part, matrix);
  if (why_not == NULL)
    return part;
  seidel_complain (GTK_WINDOW (self), seidel_translate (part->name), why_not);
  return NULL;
}

void
seidel_window_save_part (SeidelWindow *self, const char *text)
{
  g_autofree char *title = NULL;
  g_autofree char *stem = NULL;
  g_autofree SeidelSaveFormat *formats = NULL;
  gsize n;

  self->part = seidel_window_find_part (self, text, &self->part_level);
  if (self->part == NULL)
    return;
  title = g_strdup_printf (_ ("Export: %s"), seidel_translate (self->part->name));
  formats = writable_formats (self->part->vector, &n);
  stem = g_strdup_printf ("%s-%s", seidel_document_get_title (self->workspace->document), text);
  g_strdelimit (stem, " :", '-');
  show_dialog (self, title, stem, formats, n, save_part);
}

static void
save_solution (gpointer window, const char *path)
{
  SeidelRunItem *run = seidel_run_list_get_selected (SEIDEL_WINDOW (window)->workspace->runs);

  if (run != NULL)
    seidel_workspace_save_solution (SEIDEL_WINDOW (window)->workspace, run, path);
}

void
seidel_window_save_solution (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);
  g_autofree char *stem = g_strdup_printf ("%s-solution-%u", seidel_run_item_get_matrix_name (run),
                                           seidel_run_item_get_number (run));
  gsize n;
  g_autofree SeidelSaveFormat *formats = writable_formats (TRUE, &n);

  g_strdelimit (stem, " ", '-');
  show_dialog (self, _ ("Save the Solution"), stem, formats, n, save_solution);
}

static void
save_session (gpointer window, const char *path)
{
  seidel_workspace_save_runs (SEIDEL_WINDOW (window)->workspace, path, NULL);
}

void
seidel_window_save_session (SeidelWindow *self)
{
  const SeidelSaveFormat format = { _ ("Seidel session"), SEIDEL_SESSION_SUFFIX };
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stem = g_date_time_format (now, _ ("Runs of %Y-%m-%d"));

  show_dialog (self, _ ("Save the Session"), stem, &format, 1, save_session);
}

/* How runs are written beside sessions. */
static struct
{
  SeidelSaveFormat format;
  SeidelRunsToText to_text; /* NULL: not set by the program */
} run_formats[] = {
  { { N_ ("JSON: set-up and outcome of each run"), ".json" }, NULL },
  { { N_ ("CSV: the points of all histories"), ".csv" }, NULL },
};

void
seidel_window_set_run_writers (SeidelRunsToText to_json, SeidelRunsToText to_csv)
{
  run_formats[0].to_text = to_json;
  run_formats[1].to_text = to_csv;
}

gboolean
seidel_window_can_export_runs (SeidelWindow *self)
{
  return run_formats[0].to_text != NULL && seidel_workspace_has_runs (self->workspace);
}

/* The format is that of the ending, or the first one. */
void
seidel_window_export_runs_to (SeidelWindow *self, const char *path)
{
  SeidelRunsToText to_text = run_formats[0].to_text;

  for (gsize i = 0; i < G_N_ELEMENTS (run_formats); i++)
    if (g_str_has_suffix (path, run_formats[i].format.suffix))
      to_text = run_formats[i].to_text;
  seidel_workspace_save_runs (self->workspace, path, to_text);
}

static void
export_runs (gpointer window, const char *path)
{
  seidel_window_export_runs_to (window, path);
}

void
seidel_window_export_runs (SeidelWindow *self)
{
  SeidelSaveFormat choices[G_N_ELEMENTS (run_formats)];

  for (gsize i = 0; i < G_N_ELEMENTS (run_formats); i++)
    choices[i] = (SeidelSaveFormat){ _ (run_formats[i].format.name), run_formats[i].format.suffix };
  show_dialog (self, _ ("Export the Runs"), "runs", choices, G_N_ELEMENTS (choices), export_runs);
}
