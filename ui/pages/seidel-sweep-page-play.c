/* What is played: the step that is shown, the speed, and the keys for them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-sweep-page-private.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-keys.h"
#include "views/seidel-play-button.h"

#define TEXT_INTERVAL (250 * G_TIME_SPAN_MILLISECOND) /* between two texts while playing */
#define GOOD_SECONDS  12.0                            /* that a sweep is played in at first */

static const int speeds[] = { 1, 2, 5, 10, 20, 50, 100, 1000, 10000, 100000 };

static void scrubbed_cb (SeidelSweepPage *self);

void
seidel_sweep_page_go_to (SeidelSweepPage *self, int64_t step)
{
  if (self->picture == NULL)
    return;
  seidel_sweep_picture_set_step (self->picture, step);
  g_signal_handlers_block_by_func (self->scrubber, scrubbed_cb, self);
  gtk_range_set_value (GTK_RANGE (self->scrubber), (double) self->picture->step);
  g_signal_handlers_unblock_by_func (self->scrubber, scrubbed_cb, self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
  if (self->tick == 0 || g_get_monotonic_time () - self->described >= TEXT_INTERVAL)
    seidel_sweep_page_describe (self);
}

static int
speed_of (SeidelSweepPage *self)
{
  return speeds[MIN (gtk_drop_down_get_selected (self->speed), G_N_ELEMENTS (speeds) - 1)];
}

static void
speed_changed_cb (SeidelSweepPage *self)
{
  seidel_side_by_side_set_speed (self->side, speed_of (self));
}

void
seidel_sweep_page_choose_speed (SeidelSweepPage *self, int64_t steps)
{
  guint speed = 0;

  while (speed + 1 < G_N_ELEMENTS (speeds) && (double) steps / speeds[speed] > GOOD_SECONDS)
    speed++;
  gtk_drop_down_set_selected (self->speed, speed);
}

/* The slowest speed that is not below this one. */
static guint
speed_at_least (int steps_a_second)
{
  guint speed = 0;

  while (speed + 1 < G_N_ELEMENTS (speeds) && speeds[speed] < steps_a_second)
    speed++;
  return speed;
}

void
seidel_sweep_page_pause (SeidelSweepPage *self)
{
  if (self->tick == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  seidel_play_button_show (self->play, self->tick != 0);
  if (self->picture != NULL)
    seidel_sweep_page_describe (self);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelSweepPage *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const double steps = (double) self->picture->playback->steps;

  /* A window that was hidden does not jump ahead. */
  self->position +=
    speed_of (self) * MIN ((double) (now - self->frame_time) / G_USEC_PER_SEC, 0.25);
  self->frame_time = now;
  self->position = MIN (self->position, steps);
  if ((int64_t) self->position != self->picture->step)
    seidel_sweep_page_go_to (self, (int64_t) self->position);
  if (self->position < steps)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  seidel_play_button_show (self->play, self->tick != 0);
  seidel_sweep_page_describe (self);
  return G_SOURCE_REMOVE;
}

static void
start_playing (SeidelSweepPage *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->view));

  if (self->picture == NULL || self->tick != 0 || clock == NULL)
    return;
  if (self->picture->step >= self->picture->playback->steps)
    seidel_sweep_page_go_to (self, 0);
  self->position = (double) self->picture->step;
  self->frame_time = gdk_frame_clock_get_frame_time (clock);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), tick_cb, self, NULL);
  seidel_play_button_show (self->play, self->tick != 0);
}

void
seidel_sweep_page_play_or_pause (SeidelSweepPage *self)
{
  if (seidel_sweep_page_shows_side (self))
    seidel_side_by_side_play (self->side);
  else if (self->tick != 0)
    seidel_sweep_page_pause (self);
  else
    start_playing (self);
}

void
seidel_sweep_page_do_as_requested (SeidelSweepPage *self)
{
  self->request.wanted = FALSE;
  seidel_sweep_page_pause (self);
  if (self->request.speed > 0)
    gtk_drop_down_set_selected (self->speed, speed_at_least (self->request.speed));
  seidel_sweep_page_go_to (self, self->request.step);
  if (self->request.play)
    start_playing (self);
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sweep_page_play_or_pause (SEIDEL_SWEEP_PAGE (widget));
}

/* Steps are sweeps, and ten of them are a page. */
static void
step_side (SeidelSweepPage *self, const char *name, GVariant *parameter)
{
  const SeidelIterationsPicture *picture = seidel_side_by_side_get_picture (self->side);
  const int64_t sweep = picture != NULL ? picture->sweep : 0;

  if (parameter == NULL)
    seidel_side_by_side_go_to (self->side, g_str_has_suffix (name, "last") ? G_MAXINT64 : 0);
  else
    seidel_side_by_side_go_to (self->side, sweep
                                             + g_variant_get_int32 (parameter)
                                                 * (g_str_has_suffix (name, "page") ? 10 : 1));
}

/* Whoever steps by hand wants to look. */
static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);
  int64_t steps;

  if (seidel_sweep_page_shows_side (self))
    {
      step_side (self, name, parameter);
      return;
    }
  if (self->picture == NULL)
    return;
  seidel_sweep_page_pause (self);
  steps = self->picture->playback->steps;
  if (g_str_has_suffix (name, "first"))
    seidel_sweep_page_go_to (self, 0);
  else if (g_str_has_suffix (name, "last"))
    seidel_sweep_page_go_to (self, steps);
  else if (g_str_has_suffix (name, "page"))
    seidel_sweep_page_go_to (self, self->picture->step
                                     + g_variant_get_int32 (parameter) * MAX (steps / 10, 1));
  else
    seidel_sweep_page_go_to (self, self->picture->step + g_variant_get_int32 (parameter));
}

static void
speed_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);
  const int speed =
    (int) gtk_drop_down_get_selected (self->speed) + g_variant_get_int32 (parameter);

  gtk_drop_down_set_selected (self->speed,
                              (guint) CLAMP (speed, 0, (int) G_N_ELEMENTS (speeds) - 1));
}

static void
scrubbed_cb (SeidelSweepPage *self)
{
  seidel_sweep_page_pause (self);
  seidel_sweep_page_go_to (self,
                           (int64_t) (gtk_range_get_value (GTK_RANGE (self->scrubber)) + 0.5));
}

void
seidel_sweep_page_class_init_play (GtkWidgetClass *klass)
{
  static const SeidelKey keys[] = {
    { GDK_KEY_space, GDK_KEY_KP_Space, 0, "sweep.play", NULL },
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "sweep.step", "-1" },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "sweep.step", "1" },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, "sweep.page", "-1" },
    { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, "sweep.page", "1" },
    { GDK_KEY_Home, GDK_KEY_KP_Home, 0, "sweep.first", NULL },
    { GDK_KEY_End, GDK_KEY_KP_End, 0, "sweep.last", NULL },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, "sweep.speed", "1" },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, "sweep.speed", "-1" },
  };

  gtk_widget_class_install_action (klass, "sweep.play", NULL, play_action);
  gtk_widget_class_install_action (klass, "sweep.step", "i", step_action);
  gtk_widget_class_install_action (klass, "sweep.page", "i", step_action);
  gtk_widget_class_install_action (klass, "sweep.first", NULL, step_action);
  gtk_widget_class_install_action (klass, "sweep.last", NULL, step_action);
  gtk_widget_class_install_action (klass, "sweep.speed", "i", speed_action);
  seidel_keys_add_to_class (klass, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_bind_template_callback (klass, scrubbed_cb);
  gtk_widget_class_bind_template_callback (klass, speed_changed_cb);
}

void
seidel_sweep_page_init_play (SeidelSweepPage *self)
{
  g_autoptr (GtkStringList) rates = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      g_autofree char *count = seidel_format_count (speeds[i]);
      g_autofree char *text = g_strdup_printf (ngettext ("%s step a second", "%s steps a second",
                                                         (unsigned long) speeds[i]),
                                               count);

      gtk_string_list_append (rates, text);
    }
  gtk_drop_down_set_model (self->speed, G_LIST_MODEL (rates));
  seidel_drop_down_init (self->speed, _ ("Speed"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  seidel_play_button_show (self->play, self->tick != 0);
}

int64_t
seidel_sweep_page_get_step (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), 0);
  return self->picture != NULL ? self->picture->step : 0;
}

int64_t
seidel_sweep_page_get_steps (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), 0);
  return self->picture != NULL ? self->picture->playback->steps : 0;
}

gboolean
seidel_sweep_page_get_playing (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), FALSE);
  return seidel_sweep_page_shows_side (self) ? seidel_side_by_side_get_playing (self->side)
                                             : self->tick != 0;
}
