/* What a window remembers from one start to the next: its size, its panes, its page and the setup.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-state.h"

#include "window/seidel-saved-state.h"

/* How long a choice may be lost for. */
#define SAVE_MILLISECONDS 1000

/* Whether there is such a page, and it is of interest now. */
static gboolean
is_offered (SeidelWindow *self, const char *name)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (self->pages, name);

  return page != NULL
         && adw_view_stack_page_get_visible (adw_view_stack_get_page (self->pages, page));
}

void
seidel_window_load_state (SeidelWindow *self)
{
  g_autoptr (GVariant) state = seidel_saved_state_load ();
  g_autoptr (GVariant) setup = g_variant_lookup_value (state, "setup", G_VARIANT_TYPE_VARDICT);
  const char *page;
  gint32 width;
  gint32 height;
  gint32 side_width = 0;
  gint32 table_height = 0;
  gboolean flag;

  if (g_variant_lookup (state, "width", "i", &width)
      && g_variant_lookup (state, "height", "i", &height))
    gtk_window_set_default_size (GTK_WINDOW (self), CLAMP (width, 1, 16384),
                                 CLAMP (height, 1, 16384));
  if (g_variant_lookup (state, "maximized", "b", &flag) && flag)
    gtk_window_maximize (GTK_WINDOW (self));
  if (g_variant_lookup (state, "side-visible", "b", &flag))
    gtk_widget_set_visible (self->side_pane, flag);
  g_variant_lookup (state, "side-position", "i", &side_width);
  g_variant_lookup (state, "run-table-height", "i", &table_height);
  seidel_panes_restore (&self->panes, side_width, table_height);
  if (g_variant_lookup (state, "page", "&s", &page) && is_offered (self, page))
    adw_view_stack_set_visible_child_name (self->pages, page);
  if (setup != NULL)
    seidel_setup_pane_load (self->setup_pane, setup);
}

void
seidel_window_save_state (SeidelWindow *self)
{
  g_autoptr (GVariant) state = seidel_saved_state_load ();
  GVariantDict dict;
  int width;
  int height;

  g_variant_dict_init (&dict, state);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_variant_dict_insert (&dict, "width", "i", width);
  g_variant_dict_insert (&dict, "height", "i", height);
  g_variant_dict_insert (&dict, "maximized", "b", gtk_window_is_maximized (GTK_WINDOW (self)));
  g_variant_dict_insert (&dict, "side-position", "i", self->panes.side_width);
  g_variant_dict_insert (&dict, "side-visible", "b",
                         self->presentation.active
                           ? self->presentation.side_pane
                           : gtk_widget_get_visible (self->side_pane) || self->side_yields);
  g_variant_dict_insert (&dict, "run-table-height", "i", self->panes.table_height);
  g_variant_dict_insert (&dict, "page", "s", adw_view_stack_get_visible_child_name (self->pages));
  g_variant_dict_insert_value (&dict, "setup", seidel_setup_pane_save (self->setup_pane));
  seidel_saved_state_save (g_variant_dict_end (&dict));
}

static gboolean
save_state_cb (gpointer data)
{
  SeidelWindow *self = data;

  self->state_id = 0;
  SEIDEL_WINDOW_GET_CLASS (self)->save_state (self);
  return G_SOURCE_REMOVE;
}

/* A choice was made, which should survive however the program ends. Others may follow soon. */
static void
state_changed_cb (SeidelWindow *self)
{
  if (self->state_id == 0)
    self->state_id = g_timeout_add (SAVE_MILLISECONDS, save_state_cb, self);
}

void
seidel_window_watch_state (SeidelWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const struct
  {
    gpointer object;
    const char *signal;
  } choices[] = {
    { self, "notify::default-width" },
    { self, "notify::default-height" },
    { self, "notify::maximized" },
    { self->pages, "notify::visible-child" },
    { self->side_pane, "notify::visible" },
    { gtk_widget_get_template_child (widget, SEIDEL_TYPE_WINDOW, "side_paned"),
      "notify::position" },
    { gtk_widget_get_template_child (widget, SEIDEL_TYPE_WINDOW, "run_paned"), "notify::position" },
    { self->setup_pane, "changed" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    g_signal_connect_object (choices[i].object, choices[i].signal, G_CALLBACK (state_changed_cb),
                             self, G_CONNECT_SWAPPED);
}
