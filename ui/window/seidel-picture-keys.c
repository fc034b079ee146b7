/* The keys of the picture in view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-picture-keys.h"

#include "window/seidel-answer-view.h"

/* On the window: the focus goes to the picture as soon as that is mapped. */
#define WANTED "seidel-picture-wanted"

GtkWidget *
seidel_picture_keys_find (SeidelPage *page)
{
  GtkWidget *widget = GTK_WIDGET (page), *first = NULL;

  /* In the order of the tree, which is that of the Tab key; one that is in view before others. */
  while (widget != NULL)
    {
      GtkWidget *next = gtk_widget_get_first_child (widget);

      if (gtk_widget_get_focusable (widget)
          && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget))
               == GTK_ACCESSIBLE_ROLE_IMG)
        {
          if (gtk_widget_get_mapped (widget))
            return widget;
          first = first != NULL ? first : widget;
        }
      while (next == NULL && widget != GTK_WIDGET (page))
        {
          next = gtk_widget_get_next_sibling (widget);
          widget = gtk_widget_get_parent (widget);
        }
      widget = next;
    }
  return first;
}

/* The picture in view; NULL while there is none. */
static GtkWidget *
find_mapped (SeidelWindow *window)
{
  SeidelPage *page = seidel_window_get_page (window);
  GtkWidget *picture = page != NULL ? seidel_picture_keys_find (page) : NULL;

  return picture != NULL && gtk_widget_get_mapped (picture) ? picture : NULL;
}

static gboolean
is_lecture (SeidelWindow *window)
{
  return window->presentation.active || SEIDEL_WINDOW_GET_CLASS (window)->lecture;
}

/* Whoever types goes on typing, into an entry or into rows; an open list has its keys. */
static gboolean
takes_text (GtkWidget *focus)
{
  return focus != NULL
         && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) || SEIDEL_IS_ANSWER_VIEW (focus)
             || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL);
}

/* Widgets that are moved in by the arrow keys. */
static gboolean
takes_arrows (GtkWidget *focus)
{
  static GType (*const types[]) (void) = { gtk_range_get_type, gtk_list_base_get_type,
                                           gtk_list_box_get_type, gtk_flow_box_get_type,
                                           gtk_check_button_get_type };

  for (gsize i = 0; focus != NULL && i < G_N_ELEMENTS (types); i++)
    if (gtk_widget_get_ancestor (focus, types[i]()) != NULL)
      return TRUE;
  return FALSE;
}

static void
set_wanted (SeidelWindow *window, gboolean wanted)
{
  g_object_set_data (G_OBJECT (window), WANTED, GINT_TO_POINTER (wanted));
}

void
seidel_picture_keys_focus (SeidelWindow *window)
{
  GtkWidget *picture = find_mapped (window);

  set_wanted (window, picture == NULL);
  if (picture != NULL)
    gtk_widget_grab_focus (picture);
}

static void
mapped_cb (SeidelWindow *window, GtkWidget *picture)
{
  const gboolean wanted = g_object_get_data (G_OBJECT (window), WANTED) != NULL;

  if ((wanted || is_lecture (window)) && picture == find_mapped (window)
      && !takes_text (gtk_window_get_focus (GTK_WINDOW (window))))
    seidel_picture_keys_focus (window);
}

/* A key that another widget has the focus for goes through the picture and what it is in, as far
 * as the page. */
static gboolean
forward (GtkEventController *keys, GtkWidget *picture, SeidelPage *page)
{
  for (GtkWidget *widget = picture; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (gtk_event_controller_key_forward (GTK_EVENT_CONTROLLER_KEY (keys), widget))
      return TRUE;
    else if (widget == GTK_WIDGET (page))
      break;
  return FALSE;
}

/* Where nothing is played, Space stays with the widget that has the focus; but in a lecture it
 * presses no button, apart from those of the lesson itself. */
static gboolean
press_space (SeidelWindow *window, SeidelPage *page, GtkWidget *focus)
{
  GtkWidget *picture = find_mapped (window);

  if (picture != NULL && seidel_page_play (page))
    return GDK_EVENT_STOP;
  return is_lecture (window) && focus != NULL && focus != picture
         && (gtk_widget_get_ancestor (focus, ADW_TYPE_HEADER_BAR) != NULL
             || gtk_widget_is_ancestor (focus, GTK_WIDGET (window->content)));
}

static gboolean
pressed_cb (SeidelWindow *window,
            guint key,
            guint code,
            GdkModifierType state,
            GtkEventController *keys)
{
  SeidelPage *page = seidel_window_get_page (window);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  GtkWidget *picture = find_mapped (window);

  if (page == NULL || takes_text (focus)
      || (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      return press_space (window, page, focus);
    case GDK_KEY_f:
      if (picture != NULL)
        seidel_page_fit (page);
      return picture != NULL;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      return picture != NULL && focus != picture && !takes_arrows (focus)
             && forward (keys, picture, page);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
watch_picture (SeidelWindow *window, const char *name)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (window->pages, name);
  GtkWidget *picture = page != NULL ? seidel_picture_keys_find (SEIDEL_PAGE (page)) : NULL;

  if (picture != NULL)
    g_signal_connect_object (picture, "map", G_CALLBACK (mapped_cb), window, G_CONNECT_SWAPPED);
}

void
seidel_picture_keys_add (SeidelWindow *window)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (window->pages);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (pages)); i++)
    {
      g_autoptr (AdwViewStackPage) page = g_list_model_get_item (G_LIST_MODEL (pages), i);

      watch_picture (window, adw_view_stack_page_get_name (page));
    }
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (pressed_cb), window);
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
  g_signal_connect_object (window->pages, "notify::visible-child",
                           G_CALLBACK (seidel_picture_keys_focus), window, G_CONNECT_SWAPPED);
}
