/* Presentation: the page alone on the whole screen, with text and lines that grow with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-presentation.h"

#include "views/seidel-desktop.h"

/* Legible from the back of a lecture room, and with room for a picture beside it: for a screen of
 * 1280 × 720 so many times the usual text. A line of that, with what keeps it apart from the next,
 * is LINE pixels high, and never less than LEAST of the height of the screen. */
#define SCREEN_WIDTH  1280.0
#define SCREEN_HEIGHT 720.0
#define ENLARGEMENT   1.6
#define LINE          17.4 /* pixels, of the usual text */
#define LEAST         0.0355
#define EDGE          3.0 /* pixels at the top of the window by which the header comes */

double
seidel_presentation_get_scale (int width, int height)
{
  const double by_width = ENLARGEMENT * width / SCREEN_WIDTH;
  const double by_height = ENLARGEMENT * height / SCREEN_HEIGHT;

  return MAX (MAX (MIN (by_width, by_height), LEAST * height / LINE), 1.0);
}

/* Of the monitor that most of the window is on; of the first while it is on none. */
static double
get_scale_for (GtkWindow *window)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (window));
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  GListModel *monitors = gdk_display_get_monitors (display);
  g_autoptr (GdkMonitor) monitor = NULL;
  GdkRectangle place = { .width = (int) SCREEN_WIDTH, .height = (int) SCREEN_HEIGHT };

  if (surface != NULL)
    g_set_object (&monitor, gdk_display_get_monitor_at_surface (display, surface));
  if (monitor == NULL)
    monitor = g_list_model_get_item (monitors, 0);
  if (monitor != NULL)
    gdk_monitor_get_geometry (monitor, &place);
  return seidel_presentation_get_scale (place.width, place.height);
}

/* Below the edge it stays for as long as the pointer is on it, or a menu of it is open. */
static void
motion_cb (GtkEventController *motion, double x, double y, gpointer data)
{
  GtkRevealer *header = data;
  GtkWidget *window = gtk_event_controller_get_widget (motion);
  gboolean presenting;

  g_object_get (window, "presenting", &presenting, NULL);
  if (presenting)
    gtk_revealer_set_reveal_child (header,
                                   y <= EDGE || y < gtk_widget_get_height (GTK_WIDGET (header)));
}

void
seidel_presentation_init (SeidelPresentation *self, const SeidelPresentationParts *parts)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), parts->header);
  gtk_widget_add_controller (GTK_WIDGET (parts->window), motion);
}

void
seidel_presentation_set_active (SeidelPresentation *self,
                                gboolean active,
                                const SeidelPresentationParts *parts)
{
  if (self->active == !!active)
    return;
  /* Before the panes go: what is saved then is how they were. */
  if (active)
    *self = (SeidelPresentation){ .side_pane = gtk_widget_get_visible (parts->side_pane),
                                  .run_table = gtk_widget_get_visible (parts->run_table),
                                  .fullscreen = gtk_window_is_fullscreen (parts->window) };
  self->active = !!active;
  gtk_widget_set_visible (parts->side_pane, !active && self->side_pane);
  gtk_widget_set_visible (parts->run_table, !active && self->run_table);
  gtk_revealer_set_reveal_child (parts->header, !active);
  seidel_desktop_enlarge (active ? get_scale_for (parts->window) : 0.0);
  if (active)
    gtk_window_fullscreen (parts->window);
  else if (!self->fullscreen)
    gtk_window_unfullscreen (parts->window);
}
