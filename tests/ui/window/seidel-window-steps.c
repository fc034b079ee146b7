/* A program for tests/faults: opens a file in a window, draws it on each page, solves it and ends,
 * as a person would do it one after the other. It says on standard output how far it came, and ends
 * with status 0 whatever became of the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-memory.h"
#include "window-fixture.h"

static const char *const pages[] = { "matrix", "levels", "convergence", "timing" };

static void
show_pages (SeidelWindow *window)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (pages[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    }
}

static void
close_dialogs (SeidelWindow *window)
{
  GtkWindow *dialog;

  while ((dialog = find_dialog (window)) != NULL)
    {
      g_print ("dialog\n");
      gtk_window_destroy (dialog);
      flush_events ();
    }
}

static void
open_and_solve (SeidelWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  close_dialogs (window);
  if (window->workspace->document == NULL)
    return;
  g_print ("opened\n");
  wait_until_analysed (window);
  show_pages (window);
  if (is_enabled (window, "solve"))
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
      wait_until_idle (window);
      g_print ("solved\n");
    }
  show_pages (window);
  close_dialogs (window);
}

int
main (int argc, char **argv)
{
  SeidelWindow *window;

  if (argc != 2)
    return 2;
  seidel_memory_set_aside ();
  gtk_init ();
  window = seidel_workbench_new_window (get_application ());
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  open_and_solve (window, argv[1]);
  gtk_window_destroy (GTK_WINDOW (window));
  flush_events ();
  g_print ("lived\n");
  return 0;
}
