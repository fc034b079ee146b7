/* Keys and clicks of the table. It changes nothing itself but its cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-entries-view.h"

#include <string.h>

#include "model/seidel-class.h"
#include "views/seidel-desktop.h"
#include "views/seidel-pointer.h"

struct _SeidelEntriesView
{
  GtkWidget parent_instance;

  SeidelEntriesPicture *picture; /* borrowed, or NULL */
  GString *typed;
  int first_column; /* in which typing began, 0 … n, where n is b */
};

enum
{
  SIGNAL_TOGGLED,
  SIGNAL_ENTERED,
  SIGNAL_CLEARED,
  SIGNAL_MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelEntriesView, seidel_entries_view, GTK_TYPE_WIDGET)

/* The columns of A and then b. */
static int
place_of_column (SeidelEntriesView *self, int column)
{
  return column == SEIDEL_SMALL_RHS ? self->picture->system->n : column;
}

static void
set_typed (SeidelEntriesView *self, const char *text)
{
  g_string_assign (self->typed, text);
  self->picture->typed = *text != '\0' ? self->typed->str : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_entries_view_update (SeidelEntriesView *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (SEIDEL_IS_ENTRIES_VIEW (self));

  if (self->picture == NULL)
    return;
  self->picture->cursor_row = MIN (self->picture->cursor_row, self->picture->system->n - 1);
  if (self->picture->cursor_column != SEIDEL_SMALL_RHS)
    self->picture->cursor_column = MIN (self->picture->cursor_column, self->picture->system->n - 1);
  text = seidel_entries_picture_describe_cursor (self->picture);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
go_to (SeidelEntriesView *self, int row, int place)
{
  const int n = self->picture->system->n;

  self->picture->cursor_row = CLAMP (row, 0, n - 1);
  place = CLAMP (place, 0, n);
  self->picture->cursor_column = place == n ? SEIDEL_SMALL_RHS : place;
  seidel_entries_view_update (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/* … by hand: typing begins there. */
static void
move (SeidelEntriesView *self, int rows, int columns)
{
  const int place = place_of_column (self, self->picture->cursor_column) + columns;

  go_to (self, self->picture->cursor_row + rows, place);
  self->first_column = place_of_column (self, self->picture->cursor_column);
}

gboolean
seidel_entries_view_commit (SeidelEntriesView *self)
{
  gboolean taken = FALSE;

  g_return_val_if_fail (SEIDEL_IS_ENTRIES_VIEW (self), FALSE);

  if (self->typed->len == 0)
    return TRUE;
  g_signal_emit (self, signals[SIGNAL_ENTERED], 0, self->picture->cursor_row,
                 self->picture->cursor_column, self->typed->str, &taken);
  if (taken)
    set_typed (self, "");
  return taken;
}

/* To the next element, or the one before it; false at the ends, where the focus goes on. */
static gboolean
tab (SeidelEntriesView *self, int step)
{
  const int n = self->picture->system->n;
  const int place = place_of_column (self, self->picture->cursor_column) + step;
  const int row = self->picture->cursor_row + (place > n ? 1 : place < 0 ? -1 : 0);

  if (!seidel_entries_view_commit (self))
    return TRUE;
  if (row < 0 || row >= n)
    return FALSE;
  go_to (self, row, place > n ? 0 : place < 0 ? n : place);
  return TRUE;
}

static void
erase (SeidelEntriesView *self)
{
  const gsize length = self->typed->len;

  if (length == 0)
    {
      g_signal_emit (self, signals[SIGNAL_CLEARED], 0, self->picture->cursor_row,
                     self->picture->cursor_column);
      return;
    }
  g_string_truncate (self->typed,
                     (gsize) (g_utf8_find_prev_char (self->typed->str, self->typed->str + length)
                              - self->typed->str));
  self->picture->typed = self->typed->len > 0 ? self->typed->str : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A character of a number; false: it is none. */
static gboolean
type (SeidelEntriesView *self, guint key)
{
  const gunichar character = gdk_keyval_to_unicode (key);

  /* Of others, the minus of typographers alone. */
  if (character == 0
      || (character > 127
            ? character != 0x2212
            : strchr (self->typed->len > 0 ? "0123456789+-.,eE" : "0123456789+-.,", (int) character)
                == NULL))
    return FALSE;
  g_string_append_unichar (self->typed, character);
  self->picture->typed = self->typed->str;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
toggle (SeidelEntriesView *self)
{
  g_signal_emit (self, signals[SIGNAL_TOGGLED], 0, self->picture->cursor_row,
                 self->picture->cursor_column);
}

/* Keys that go to another element, once what was typed is entered. */
static gboolean
arrow (SeidelEntriesView *self, guint key)
{
  static const struct
  {
    guint key, other_key;
    int rows, columns;
  } arrows[] = {
    { GDK_KEY_Up, GDK_KEY_KP_Up, -1, 0 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 1, 0 },
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, -1 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, 1 },
    { GDK_KEY_Home, GDK_KEY_KP_Home, 0, -SEIDEL_SMALL_MOST },
    { GDK_KEY_End, GDK_KEY_KP_End, 0, SEIDEL_SMALL_MOST },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (key == arrows[i].key || key == arrows[i].other_key)
      {
        if (seidel_entries_view_commit (self))
          move (self, arrows[i].rows, arrows[i].columns);
        return TRUE;
      }
  return FALSE;
}

static gboolean
key_cb (SeidelEntriesView *self, guint key, guint code, GdkModifierType state)
{
  if (self->picture == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      return tab (self, 1);
    case GDK_KEY_ISO_Left_Tab:
      return tab (self, -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (seidel_entries_view_commit (self))
        go_to (self, self->picture->cursor_row + 1, self->first_column);
      return GDK_EVENT_STOP;
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      if (self->typed->len > 0)
        tab (self, 1);
      else
        toggle (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      erase (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->typed->len == 0)
        return GDK_EVENT_PROPAGATE;
      set_typed (self, "");
      return GDK_EVENT_STOP;
    default:
      return arrow (self, key) || type (self, key);
    }
}

static void
pressed_cb (SeidelEntriesView *self, int n_press, double x, double y, GtkGestureClick *gesture)
{
  const SeidelTheme theme = seidel_desktop_theme ();
  const GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  int row, column;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->picture == NULL
      || !seidel_entries_picture_find (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                                       gtk_widget_get_height (GTK_WIDGET (self)), &theme, x, y,
                                       &row, &column)
      || !seidel_entries_view_commit (self))
    return;
  go_to (self, row, place_of_column (self, column));
  self->first_column = place_of_column (self, column);
  if ((state & GDK_SHIFT_MASK) == 0 && column != SEIDEL_SMALL_RHS)
    toggle (self);
}

static void
seidel_entries_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelEntriesView *self = SEIDEL_ENTRIES_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  seidel_entries_picture_draw (self->picture, cr, width, height, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static void
seidel_entries_view_finalize (GObject *object)
{
  g_string_free (SEIDEL_ENTRIES_VIEW (object)->typed, TRUE);

  G_OBJECT_CLASS (seidel_entries_view_parent_class)->finalize (object);
}

static void
seidel_entries_view_class_init (SeidelEntriesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = seidel_entries_view_finalize;
  widget_class->snapshot = seidel_entries_view_snapshot;
  widget_class->measure = seidel_desktop_measure_picture;
  signals[SIGNAL_TOGGLED] = seidel_class_add_signal (klass, "toggled", 2, G_TYPE_INT, G_TYPE_INT);
  signals[SIGNAL_ENTERED] = g_signal_new ("entered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_BOOLEAN, 3, G_TYPE_INT, G_TYPE_INT, G_TYPE_STRING);
  signals[SIGNAL_CLEARED] = seidel_class_add_signal (klass, "cleared", 2, G_TYPE_INT, G_TYPE_INT);
  signals[SIGNAL_MOVED] = seidel_class_add_signal (klass, "moved", 0);
  gtk_widget_class_set_css_name (widget_class, "entriesview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_entries_view_init (SeidelEntriesView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->typed = g_string_new (NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  seidel_pointer_connect (GTK_WIDGET (self),
                          &(SeidelPointerHandlers){ .pressed = G_CALLBACK (pressed_cb) });
}

void
seidel_entries_view_set_picture (SeidelEntriesView *self, SeidelEntriesPicture *picture)
{
  g_return_if_fail (SEIDEL_IS_ENTRIES_VIEW (self));

  self->picture = picture;
  seidel_entries_view_update (self);
}
