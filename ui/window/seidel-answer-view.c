/* The widget of a picture of rows that is written to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-answer-view.h"

#include <glib/gi18n.h>

#include "draw/seidel-answer-picture.h"
#include "views/seidel-desktop.h"
#include "views/seidel-pointer.h"

struct _SeidelAnswerView
{
  GtkWidget parent_instance;

  SeidelLessonPlayer *player; /* owned */
  const SeidelLessonRows *rows;
  SeidelAnswerPicture picture; /* of these rows */
  gboolean typing;             /* the cursor has not moved since a digit was typed */
};

G_DEFINE_FINAL_TYPE (SeidelAnswerView, seidel_answer_view, GTK_TYPE_WIDGET)

/* In words, for those who do not see it. */
static void
describe (SeidelAnswerView *self)
{
  const int given = self->picture.given != NULL && self->picture.cursor >= 0
                      ? self->picture.given[self->picture.cursor]
                      : 0;
  g_autofree char *text = NULL;

  if (self->rows == NULL)
    return;
  if (given == 0)
    text = g_strdup_printf (_ ("Row %d: nothing yet"), (int) self->picture.cursor + 1);
  else if (self->rows->asked == SEIDEL_LESSON_ASKED_LEVELS)
    text = g_strdup_printf (_ ("Row %d: level %d"), (int) self->picture.cursor + 1, given);
  else
    text = g_strdup_printf (_ ("Row %d: place %d"), (int) self->picture.cursor + 1, given);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
changed_cb (SeidelAnswerView *self)
{
  const SeidelLessonRows *rows = seidel_lesson_player_get_rows (self->player);
  const gboolean fresh = rows != NULL && rows != self->rows;

  if (fresh)
    {
      self->picture = seidel_answer_picture (rows);
      self->picture.cursor = 0;
      self->typing = FALSE;
    }
  self->rows = rows;
  self->picture.given = seidel_lesson_player_get_given (self->player);
  self->picture.marked = seidel_lesson_player_is_revealed (self->player);
  gtk_widget_set_visible (GTK_WIDGET (self), rows != NULL);
  if (fresh)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move (SeidelAnswerView *self, int lines, int points)
{
  self->picture.cursor += seidel_answer_picture_step (&self->picture, lines, points);
  self->typing = FALSE;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Begins again in a row that the cursor has just come to. */
static void
type_digit (SeidelAnswerView *self, int digit)
{
  const int before = self->typing ? self->picture.given[self->picture.cursor] : 0;

  if (self->rows->asked != SEIDEL_LESSON_ASKED_LEVELS)
    return;
  self->typing = TRUE;
  seidel_lesson_player_give_row (self->player, self->picture.cursor, 10 * before + digit);
}

static void
pick (SeidelAnswerView *self)
{
  if (self->rows->asked == SEIDEL_LESSON_ASKED_ORDER)
    seidel_lesson_player_give_row (self->player, self->picture.cursor,
                                   self->picture.given[self->picture.cursor] == 0);
}

static int64_t
last_of_order (SeidelAnswerView *self)
{
  int64_t last = 0;

  for (int64_t row = 0; row < self->rows->n; row++)
    if (self->picture.given[row] > self->picture.given[last])
      last = row;
  return last;
}

static void
take_back (SeidelAnswerView *self)
{
  const int64_t cursor = self->picture.cursor;

  if (self->rows->asked == SEIDEL_LESSON_ASKED_ORDER)
    seidel_lesson_player_give_row (self->player, last_of_order (self), 0);
  else
    seidel_lesson_player_give_row (self->player, cursor, self->picture.given[cursor] / 10);
}

static gboolean
press_digit (SeidelAnswerView *self, guint key)
{
  const gunichar sign = gdk_keyval_to_unicode (key);

  if (!g_unichar_isdigit (sign))
    return GDK_EVENT_PROPAGATE;
  type_digit (self, g_unichar_digit_value (sign));
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (SeidelAnswerView *self, guint key, guint code, GdkModifierType state)
{
  if (self->rows == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (self, -1, 0);
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (self, 1, 0);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move (self, 0, -1);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move (self, 0, 1);
      break;
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      pick (self);
      break;
    case GDK_KEY_BackSpace:
      take_back (self);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson-next", NULL);
      break;
    default:
      return press_digit (self, key);
    }
  return GDK_EVENT_STOP;
}

static void
pressed_cb (SeidelAnswerView *self, int n_press, double x, double y)
{
  const SeidelTheme theme = seidel_desktop_theme ();
  int64_t row;

  if (self->rows == NULL)
    return;
  row = seidel_answer_picture_row_at (&self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                                      gtk_widget_get_height (GTK_WIDGET (self)), &theme, x, y);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (row < 0)
    return;
  self->picture.cursor = row;
  move (self, 0, 0);
  pick (self);
}

static void
seidel_answer_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelAnswerView *self = SEIDEL_ANSWER_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->rows == NULL)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  seidel_answer_picture_draw (&self->picture, cr, width, height, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static void
seidel_answer_view_dispose (GObject *object)
{
  SeidelAnswerView *self = SEIDEL_ANSWER_VIEW (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  self->rows = NULL;

  G_OBJECT_CLASS (seidel_answer_view_parent_class)->dispose (object);
}

static void
seidel_answer_view_class_init (SeidelAnswerViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_answer_view_dispose;
  widget_class->snapshot = seidel_answer_view_snapshot;
  widget_class->measure = seidel_desktop_measure_picture;
  gtk_widget_class_set_css_name (widget_class, "answerview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
focus_cb (GtkWidget *widget)
{
  gtk_widget_queue_draw (widget);
}

static void
seidel_answer_view_init (SeidelAnswerView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_cb), NULL);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
  seidel_pointer_connect (GTK_WIDGET (self),
                          &(SeidelPointerHandlers){ .pressed = G_CALLBACK (pressed_cb) });
}

GtkWidget *
seidel_answer_view_new (SeidelLessonPlayer *player)
{
  SeidelAnswerView *self = g_object_new (SEIDEL_TYPE_ANSWER_VIEW, NULL);

  self->player = g_object_ref (player);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rows to be filled in"), -1);
  g_signal_connect_object (player, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  return GTK_WIDGET (self);
}
