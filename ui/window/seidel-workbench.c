/* The windows of the workbench with all that can be done in them, each with one open matrix and the
 * runs made in it; and those of lessons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-workbench.h"

#include <glib/gi18n.h>

#include "lesson/seidel-lesson-list.h"
#include "window/seidel-lesson-window.h"
#include "window/seidel-window-commands.h"
#include "window/seidel-window-parts.h"

/* Here, or in a new window if there are runs already. */
static void
session_read_cb (SeidelWindow *self, GFile *file, GPtrArray *entries)
{
  SeidelWindow *window = self;

  if (!seidel_workspace_can_take_session (self->workspace))
    {
      window = seidel_workbench_new_window (gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_present (GTK_WINDOW (window));
    }
  seidel_workspace_take_session (window->workspace, file, entries);
  seidel_window_show_run_table (window);
  if (window->workspace->document == NULL)
    seidel_window_show_page (window, "convergence");
}

/* The target is the id of a lesson. */
static void
lesson_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_workbench_play_lesson (data, g_variant_get_string (parameter, NULL));
}

static void
complete (SeidelWindow *self)
{
  const GActionEntry lesson = { .name = "lesson",
                                .activate = lesson_action,
                                .parameter_type = "s" };

  g_action_map_add_action_entries (G_ACTION_MAP (self), &lesson, 1, self);
  g_signal_connect_object (self->workspace, "session-read", G_CALLBACK (session_read_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace->runs, "race-ended",
                           G_CALLBACK (seidel_window_race_ended), self, G_CONNECT_SWAPPED);
  seidel_window_choose_init (self);
  seidel_window_details_init (self);
  seidel_window_commands_add (self);
}

static SeidelWindow *
make_window (GtkApplication *application, SeidelWorkspace *workspace)
{
  SeidelWindow *window =
    g_object_new (SEIDEL_TYPE_WINDOW, "application", application, "workspace", workspace, NULL);

  complete (window);
  return window;
}

SeidelWindow *
seidel_workbench_new_window (GtkApplication *application)
{
  g_autoptr (SeidelWorkspace) workspace = seidel_workspace_new (TRUE);

  return make_window (application, workspace);
}

static gboolean
is_lesson (const char *path)
{
  return path != NULL && g_str_has_suffix (path, ".json");
}

void
seidel_workbench_present_file (GtkApplication *application, GFile *file)
{
  const char *path = g_file_peek_path (file);
  const gboolean at_once = path != NULL && !is_lesson (path);
  g_autoptr (SeidelWorkspace) workspace = seidel_workspace_new (TRUE);
  SeidelWindow *window;

  if (at_once)
    seidel_workspace_open (workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  window = make_window (application, workspace);
  gtk_window_present (GTK_WINDOW (window));
  /* What may need a window to complain in. */
  if (!at_once)
    seidel_workbench_open (window, file);
}

void
seidel_workbench_open_part (SeidelWindow *from, const char *text)
{
  SeidelMatrix *matrix = seidel_workspace_get_matrix (from->workspace);
  int level = 1;
  const SeidelPart *part = seidel_window_find_part (from, text, &level);
  SeidelWindow *window;

  if (part == NULL || part->vector)
    return;
  window = seidel_workbench_new_window (gtk_window_get_application (GTK_WINDOW (from)));
  seidel_workspace_open_part (window->workspace, matrix, part, level);
  gtk_window_present (GTK_WINDOW (window));
}

static SeidelWindow *
find_window (GtkApplication *application, SeidelLesson *lesson)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (SEIDEL_IS_LESSON_WINDOW (l->data)
        && seidel_lesson_player_get_lesson (seidel_lesson_window_get_player (l->data)) == lesson)
      return l->data;
  return NULL;
}

static SeidelWindow *
play (SeidelWindow *from, SeidelLesson *lesson)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (from));
  SeidelWindow *window = find_window (application, lesson);
  const gboolean presenting = from->presentation.active;

  if (window == NULL)
    {
      window = seidel_lesson_window_new (application, lesson);
      complete (window);
    }
  gtk_window_present (GTK_WINDOW (window));
  /* One at a time: the enlargement is that of all windows. */
  if (presenting && window != from)
    {
      seidel_window_set_presenting (from, FALSE);
      seidel_window_set_presenting (window, TRUE);
    }
  return window;
}

SeidelWindow *
seidel_workbench_play_lesson (SeidelWindow *from, const char *id)
{
  SeidelLesson *lesson = seidel_lesson_find (id);

  return lesson != NULL ? play (from, lesson) : NULL;
}

/* It may have been changed since: another file of the same lesson is read again. */
static void
open_lesson (SeidelWindow *from, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” is no lesson that can be played"), name);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_load (path, &error);

  if (lesson != NULL)
    play (from, lesson);
  else
    seidel_complain (GTK_WINDOW (from), heading, error->message);
}

void
seidel_workbench_open (SeidelWindow *from, GFile *file)
{
  const char *path = g_file_peek_path (file);

  if (is_lesson (path))
    open_lesson (from, path);
  else
    seidel_workspace_open (from->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
}
