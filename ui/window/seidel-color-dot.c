/* A dot in the colour of a run, the same as its curves, with gaps where they have dashes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-color-dot.h"

#include "views/seidel-desktop.h"

#define DIAMETER 12

struct _SeidelColorDot
{
  GtkWidget parent_instance;

  guint index;
};

G_DEFINE_FINAL_TYPE (SeidelColorDot, seidel_color_dot, GTK_TYPE_WIDGET)

static void
append_gap (GtkSnapshot *snapshot,
            const graphene_rect_t *dot,
            const SeidelColor *background,
            guint i)
{
  const GdkRGBA rgba = { (float) background->red, (float) background->green,
                         (float) background->blue, 1.0F };
  graphene_rect_t gap;

  graphene_rect_init (&gap, dot->origin.x + 2.0F + 3.0F * (float) i, dot->origin.y, 2.0F,
                      dot->size.height);
  gtk_snapshot_append_color (snapshot, &rgba, &gap);
}

static void
seidel_color_dot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelColorDot *self = SEIDEL_COLOR_DOT (widget);
  SeidelTheme theme = seidel_desktop_theme ();
  SeidelColor color = seidel_theme_series (&theme, self->index);
  const GdkRGBA rgba = { (float) color.red, (float) color.green, (float) color.blue, 1.0F };
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t bounds;
  GskRoundedRect circle;

  graphene_rect_init (&bounds, (float) (width - DIAMETER) / 2, (float) (height - DIAMETER) / 2,
                      DIAMETER, DIAMETER);
  gsk_rounded_rect_init_from_rect (&circle, &bounds, DIAMETER / 2.0F);
  gtk_snapshot_push_rounded_clip (snapshot, &circle);
  gtk_snapshot_append_color (snapshot, &rgba, &bounds);
  gtk_snapshot_pop (snapshot);
  /* One gap for each round through the colours: the curves have other dashes then, too. */
  for (guint i = 0; i < MIN (self->index / SEIDEL_THEME_N_SERIES, 3); i++)
    append_gap (snapshot, &bounds, &theme.background, i);
}

static void
seidel_color_dot_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = DIAMETER;
}

static void
seidel_color_dot_class_init (SeidelColorDotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = seidel_color_dot_snapshot;
  widget_class->measure = seidel_color_dot_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
seidel_color_dot_init (SeidelColorDot *self)
{
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
seidel_color_dot_new (void)
{
  return g_object_new (SEIDEL_TYPE_COLOR_DOT, NULL);
}

void
seidel_color_dot_set_index (SeidelColorDot *self, guint index)
{
  g_return_if_fail (SEIDEL_IS_COLOR_DOT (self));

  if (self->index == index)
    return;
  self->index = index;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
