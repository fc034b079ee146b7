/* Windows whose frames are counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-screen.h"

#include "gallery/seidel-gallery.h"
#include "seidel-bench-table.h"

static void
after_paint_cb (SeidelBenchScreen *screen)
{
  screen->frames++;
  screen->painted = seidel_bench_now ();
  if (screen->view != NULL && screen->sharp == 0.0 && seidel_sparsity_view_get_sharp (screen->view))
    screen->sharp = screen->painted;
}

void
seidel_bench_screen_watch (SeidelBenchScreen *screen, GtkWidget *window)
{
  screen->window = window;
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect_swapped (gtk_widget_get_frame_clock (window), "after-paint",
                            G_CALLBACK (after_paint_cb), screen);
  while (screen->frames < 3)
    {
      gtk_widget_queue_draw (window);
      g_main_context_iteration (NULL, TRUE);
    }
}

void
seidel_bench_screen_open (SeidelBenchScreen *screen, GtkWidget *page)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_title (GTK_WINDOW (window), "Bench");
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (window), page);
  seidel_bench_screen_watch (screen, window);
}

void
seidel_bench_screen_close (SeidelBenchScreen *screen)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (screen->window), after_paint_cb,
                                        screen);
  gtk_window_destroy (GTK_WINDOW (screen->window));
}

void
seidel_bench_wait_for_frame (SeidelBenchScreen *screen)
{
  int frames = screen->frames;

  while (screen->frames == frames)
    g_main_context_iteration (NULL, TRUE);
}

void
seidel_bench_wait_until_sharp (SeidelBenchScreen *screen)
{
  while (screen->sharp == 0.0)
    g_main_context_iteration (NULL, TRUE);
}

void
seidel_bench_wait (int milliseconds)
{
  gint64 end = g_get_monotonic_time () + milliseconds * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
    }
}

SeidelMatrix *
seidel_bench_make_matrix (const char *kind, double size)
{
  const SeidelGalleryKind *row = seidel_gallery_find (kind);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix;

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = i == 0 ? size : row->parameters[i].initial;
  matrix = seidel_gallery_make (row, values, NULL, NULL, &error);

  if (matrix == NULL)
    g_error ("%s: %s", kind, error->message);

  return matrix;
}

void
seidel_bench_add_value (const char *what,
                        double value,
                        const char *unit,
                        double must,
                        bool smaller_is_better)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "ui";
  row.what = what;
  row.value = value;
  row.unit = unit;
  row.must = must;
  row.smaller_is_better = smaller_is_better;
  seidel_bench_table_add (&row);
}
