/* Presentation: the page alone on the whole screen, with large text and thick lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-presentation.h"

#include "views/seidel-desktop.h"

/* Legible from the back of a lecture room. */
#define ENLARGEMENT 1.6

struct _SeidelPresentation
{
  GObject parent_instance;

  GtkWindow *window;
  GtkWidget *side_pane;
  GtkWidget *run_table;

  gboolean active;
  /* What was so before. */
  gboolean side_pane_visible;
  gboolean run_table_visible;
  gboolean fullscreen;
};

enum
{
  PROP_0,
  PROP_ACTIVE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelPresentation, seidel_presentation, G_TYPE_OBJECT)

static void
begin (SeidelPresentation *self)
{
  self->side_pane_visible = gtk_widget_get_visible (self->side_pane);
  self->run_table_visible = gtk_widget_get_visible (self->run_table);
  self->fullscreen = gtk_window_is_fullscreen (self->window);
  /* Before the panes go: what is saved then is how they were. */
  self->active = TRUE;
  gtk_widget_set_visible (self->side_pane, FALSE);
  gtk_widget_set_visible (self->run_table, FALSE);
  gtk_window_fullscreen (self->window);
  seidel_desktop_enlarge (ENLARGEMENT);
}

static void
end (SeidelPresentation *self)
{
  self->active = FALSE;
  seidel_desktop_enlarge (1.0);
  gtk_widget_set_visible (self->side_pane, self->side_pane_visible);
  gtk_widget_set_visible (self->run_table, self->run_table_visible);
  if (!self->fullscreen)
    gtk_window_unfullscreen (self->window);
}

gboolean
seidel_presentation_get_active (SeidelPresentation *self)
{
  g_return_val_if_fail (SEIDEL_IS_PRESENTATION (self), FALSE);
  return self->active;
}

void
seidel_presentation_set_active (SeidelPresentation *self, gboolean active)
{
  g_return_if_fail (SEIDEL_IS_PRESENTATION (self));

  if (self->active == !!active)
    return;
  if (active)
    begin (self);
  else
    end (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

gboolean
seidel_presentation_get_side_pane (SeidelPresentation *self)
{
  g_return_val_if_fail (SEIDEL_IS_PRESENTATION (self), FALSE);
  return self->active ? self->side_pane_visible : gtk_widget_get_visible (self->side_pane);
}

static void
seidel_presentation_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, SEIDEL_PRESENTATION (object)->active);
}

static void
seidel_presentation_set_property (GObject *object,
                                  guint prop_id,
                                  const GValue *value,
                                  GParamSpec *pspec)
{
  seidel_presentation_set_active (SEIDEL_PRESENTATION (object), g_value_get_boolean (value));
}

static void
seidel_presentation_class_init (SeidelPresentationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = seidel_presentation_get_property;
  object_class->set_property = seidel_presentation_set_property;

  properties[PROP_ACTIVE] =
    g_param_spec_boolean ("active", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
seidel_presentation_init (SeidelPresentation *self)
{
}

SeidelPresentation *
seidel_presentation_new (GtkWindow *window, GtkWidget *side_pane, GtkWidget *run_table)
{
  SeidelPresentation *self = g_object_new (SEIDEL_TYPE_PRESENTATION, NULL);

  self->window = window;
  self->side_pane = side_pane;
  self->run_table = run_table;
  return self;
}
