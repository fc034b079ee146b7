/* What the tests of the window share: an application, a window, waiting, small files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>
#include <glib/gstdio.h>

#include "collection/seidel-settings.h"
#include "window/seidel-window-commands.h"
#include "window/seidel-window-parts.h"
#include "window/seidel-workbench.h"

/* 4 × 4, symmetric, dominant: every method converges. */
#define GOOD_MATRIX                                                                              \
  "%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n2 1 -1\n" \
  "3 2 -1\n4 3 -1\n"
#define UNSYMMETRIC_MATRIX \
  "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 2 2\n1 2 1\n"
#define BAD_MATRIX "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 2.0\n"

/* As the window's table has them. */
static const char *const page_names[] = { "matrix", "levels",    "convergence",
                                          "timing", "spectrum",  "experiments",
                                          "sweep",  "multigrid", "solution" };

typedef struct
{
  GtkApplication *application;
  SeidelWindow *window;
  char *folder;
} Fixture;

static inline SeidelWindow *
open_window (Fixture *fixture)
{
  SeidelWindow *window = seidel_workbench_new_window (fixture->application);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* One for the process: its objects on the session bus go only with it. It brings the workbench's
 * own style along, without which widgets have other sizes. */
static inline GtkApplication *
get_application (void)
{
  static GtkApplication *application;
  g_autoptr (GError) error = NULL;

  if (application != NULL)
    return application;
  g_type_ensure (SEIDEL_TYPE_WINDOW); /* registers the resources that the style comes from */
  application =
    g_object_new (ADW_TYPE_APPLICATION, "application-id", "org.seidel.Test", "resource-base-path",
                  "/org/seidel/Workbench", "flags", G_APPLICATION_NON_UNIQUE, NULL);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  return application;
}

static inline void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_settings_reset (seidel_settings_get (), "session");
  fixture->folder = g_dir_make_tmp ("seidel-window-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->application = get_application ();
  fixture->window = open_window (fixture);
}

static inline void
flush_events (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static inline void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  flush_events ();
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static inline GFile *
write_file (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

static inline void
wait_until_loaded (SeidelWindow *window)
{
  while (window->workspace->loading != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static inline void
wait_until_analysed (SeidelWindow *window)
{
  while (seidel_document_get_analysing (window->workspace->document))
    g_main_context_iteration (NULL, TRUE);
}

static inline void
wait_until_idle (SeidelWindow *window)
{
  while (seidel_run_list_get_live (window->workspace->runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static inline void
open_text (Fixture *fixture, const char *name, const char *text)
{
  g_autoptr (GFile) file = write_file (fixture, name, text);

  seidel_workspace_open (fixture->window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (fixture->window);
  if (fixture->window->workspace->document != NULL)
    wait_until_analysed (fixture->window);
}

/* One of its widgets that is not a member. */
static inline gpointer
window_child (SeidelWindow *window, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (window), SEIDEL_TYPE_WINDOW, name);
}

static inline gboolean
is_enabled (SeidelWindow *window, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

/* The dialog in front of the window, or NULL. */
static inline GtkWindow *
find_dialog (SeidelWindow *window)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (gtk_window_get_transient_for (toplevel) == GTK_WINDOW (window)
          && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* The first widget of a type below another one whose text holds some text; either may be left out.
 */
static inline GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}
