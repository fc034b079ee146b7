/* The progress strip: it appears only when something takes a while, and leaves nothing running.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>

#include "display-testing.h"
#include "window/seidel-progress-strip.h"
#include "window/seidel-window.h"

static void
count_cb (guint *count)
{
  (*count)++;
}

static gboolean
quit_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
run_for (guint milliseconds)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_timeout_add (milliseconds, quit_cb, loop);
  g_main_loop_run (loop);
}

/* Cycles of the frame clock in half a second in which nothing happens. */
static guint
count_idle_cycles (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  guint cycles = 0;
  gulong id = g_signal_connect_swapped (clock, "update", G_CALLBACK (count_cb), &cycles);

  run_for (500);
  g_signal_handler_disconnect (clock, id);
  return cycles;
}

/* A bar that pulses asks for frames until it is given a fraction. */
static void
test_no_frames_afterwards (void)
{
  g_autoptr (SeidelWork) work = seidel_work_new ("Matrix", "reading");
  GtkWidget *window = gtk_window_new ();
  SeidelProgressStrip *strip;

  g_type_ensure (SEIDEL_TYPE_WINDOW); /* registers the resources */
  strip = g_object_new (SEIDEL_TYPE_PROGRESS_STRIP, NULL);
  gtk_window_set_title (GTK_WINDOW (window), "Test");
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (strip));
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);

  seidel_progress_strip_set_work (strip, work);
  while (!seidel_progress_strip_is_shown (strip))
    g_main_context_iteration (NULL, TRUE);
  run_for (200);
  seidel_progress_strip_set_work (strip, NULL);
  g_assert_false (seidel_progress_strip_is_shown (strip));
  /* How long it takes to go away depends on what else the machine does; it ends only when it is so.
   */
  while (count_idle_cycles (window) > 2)
    continue;
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add_func ("/progress-strip/no-frames-afterwards", test_no_frames_afterwards);
  return g_test_run ();
}
