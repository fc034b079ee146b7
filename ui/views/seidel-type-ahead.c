/* Typing in the open list of a drop-down. GTK's own search filters the list by what is typed into
 * an entry above it, which hides what cannot be chosen, and why.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-type-ahead.h"

/* Microseconds after which a letter begins another word: as in GTK's lists of files. */
#define PAUSE 1000000

typedef struct
{
  GtkDropDown *drop_down; /* which has the popover */
  SeidelDropDownText text;
  GString *typed;
  guint place; /* of the row that it led to */
  gint64 last; /* when a letter came, by the monotonic clock */
} TypeAhead;

static void
type_ahead_free (gpointer data, GClosure *closure)
{
  TypeAhead *self = data;

  g_string_free (self->typed, TRUE);
  g_free (self);
}

gboolean
seidel_list_focus_row (GtkWidget *list, guint place)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (row == NULL || gtk_widget_get_height (row) == 0)
    return FALSE;
  while (row != NULL && place-- > 0)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return TRUE;
}

/* The place of the row with the focus, or 0. */
static guint
focused_place (GtkWidget *list)
{
  guint place = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row), place++)
    if (gtk_widget_has_focus (row) || gtk_widget_get_focus_child (list) == row)
      return place;
  return 0;
}

static gboolean
begins_with (const char *text, const char *typed)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *beginning = g_utf8_casefold (typed, -1);

  return g_str_has_prefix (folded, beginning);
}

/* The first row from a place on, around the end, that begins with what was typed, or else that has
 * words which do; −1: none. */
static int
find_row (const TypeAhead *self, guint from)
{
  GListModel *model = gtk_drop_down_get_model (self->drop_down);
  const guint n = g_list_model_get_n_items (model);
  int in_words = -1;

  for (guint k = 0; k < n; k++)
    {
      const guint place = (from + k) % n;
      g_autoptr (GObject) item = g_list_model_get_item (model, place);
      const char *text = self->text (item);

      if (begins_with (text, self->typed->str))
        return (int) place;
      if (in_words < 0 && g_str_match_string (self->typed->str, text, TRUE))
        in_words = (int) place;
    }
  return in_words;
}

/* Whether all letters that were typed are this one. */
static gboolean
is_one_letter (const GString *typed, gunichar letter)
{
  const char *at = typed->str;

  while (*at != '\0' && g_utf8_get_char (at) == letter)
    at = g_utf8_next_char (at);
  return *at == '\0';
}

/* A fast typist is done before the list is laid out. */
static gboolean
focus_place_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  const TypeAhead *self = data;

  return seidel_list_focus_row (list, self->place) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static gboolean
pressed_cb (GtkEventControllerKey *controller,
            guint key,
            guint code,
            GdkModifierType modifiers,
            TypeAhead *self)
{
  GtkWidget *popover = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  GtkWidget *list = seidel_find_below (popover, GTK_TYPE_LIST_VIEW);
  const gunichar letter = gdk_keyval_to_unicode (key);
  const gint64 now = g_get_monotonic_time ();
  int place;

  if (now - self->last > PAUSE)
    g_string_truncate (self->typed, 0);
  if (list == NULL || letter == 0 || !g_unichar_isprint (letter)
      || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0
      || (letter == ' ' && self->typed->len == 0))
    return GDK_EVENT_PROPAGATE;
  self->last = now;
  if (self->typed->len == 0)
    self->place = focused_place (list);
  g_string_append_unichar (self->typed, letter);
  place = find_row (self, self->place);
  if (place < 0 && is_one_letter (self->typed, letter))
    {
      g_string_truncate (self->typed, 0);
      g_string_append_unichar (self->typed, letter);
      place = find_row (self, self->place + 1);
    }
  if (place < 0)
    {
      gtk_widget_error_bell (popover);
      return GDK_EVENT_STOP;
    }
  self->place = (guint) place;
  if (!seidel_list_focus_row (list, self->place))
    gtk_widget_add_tick_callback (list, focus_place_cb, self, NULL);
  return GDK_EVENT_STOP;
}

void
seidel_type_ahead_init (GtkDropDown *drop_down, GtkWidget *popover, SeidelDropDownText text)
{
  GtkEventController *controller = gtk_event_controller_key_new ();
  TypeAhead *self = g_new0 (TypeAhead, 1);

  self->drop_down = drop_down;
  self->text = text;
  self->typed = g_string_new (NULL);
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_data (controller, "key-pressed", G_CALLBACK (pressed_cb), self, type_ahead_free,
                         0);
  gtk_widget_add_controller (popover, controller);
}
