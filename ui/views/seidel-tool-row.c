/* The tools over a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-tool-row.h"

#include <glib/gi18n.h>

#include "views/seidel-aside.h"

/* Between neighbours; lines keep apart by the margins that tool bars give their buttons. */
#define SPACING 6

struct _SeidelToolRow
{
  GtkWidget parent_instance;

  GtkWidget *end;  /* box, the last child: what is at the end of the last line */
  GtkWidget *zoom; /* the first button in it that every row has */
};

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelToolRow,
                               seidel_tool_row,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static void
seidel_tool_row_add_child (GtkBuildable *buildable,
                           GtkBuilder *builder,
                           GObject *child,
                           const char *type)
{
  SeidelToolRow *self = SEIDEL_TOOL_ROW (buildable);

  if (g_strcmp0 (type, "end") == 0)
    gtk_widget_insert_before (GTK_WIDGET (child), self->end, self->zoom);
  else
    gtk_widget_insert_before (GTK_WIDGET (child), GTK_WIDGET (self), self->end);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = seidel_tool_row_add_child;
}

static GtkWidget *
append_button (SeidelToolRow *self, const char *action, const char *icon, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (GTK_BOX (self->end), button);
  return button;
}

static void
measure_child (GtkWidget *child, int most, int *width, int *height)
{
  int minimum, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  *width = MAX (MIN (natural, most), minimum);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, *width, NULL, height, NULL, NULL);
}

static gboolean
is_in_line (GtkWidget *child)
{
  return gtk_widget_should_layout (child);
}

/* Gives the children from first to before after their places in a line. */
static void
place_line (SeidelToolRow *self,
            GtkWidget *first,
            GtkWidget *after,
            int y,
            int line_height,
            int row_width)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (GtkWidget *child = first; child != after; child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation place;

      if (!is_in_line (child))
        continue;
      measure_child (child, row_width, &place.width, &place.height);
      place.x = child == self->end ? MAX (row_width - place.width, x) : x;
      x = place.x + place.width + SPACING;
      if (mirrored)
        place.x = row_width - place.x - place.width;
      place.y = y + (line_height - place.height) / 2;
      gtk_widget_size_allocate (child, &place, -1);
    }
}

/* Fills line after line; returns the height of all. */
static int
lay_out (SeidelToolRow *self, int row_width, gboolean place)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));
  int y = 0;

  while (child != NULL)
    {
      GtkWidget *first = child;
      int x = 0, line_height = 0;

      for (; child != NULL; child = gtk_widget_get_next_sibling (child))
        {
          int width, height;

          if (!is_in_line (child))
            continue;
          measure_child (child, row_width, &width, &height);
          if (x > 0 && x + width > row_width)
            break;
          x += width + SPACING;
          line_height = MAX (line_height, height);
        }
      if (place)
        place_line (self, first, child, y, line_height, row_width);
      y += line_height;
    }
  return y;
}

static GtkSizeRequestMode
seidel_tool_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
seidel_tool_row_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural =
        lay_out (SEIDEL_TOOL_ROW (widget), for_size < 0 ? G_MAXINT : for_size, FALSE);
      return;
    }
  *minimum = 0;
  *natural = -SPACING;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, wanted;

      if (!is_in_line (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &wanted, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += wanted + SPACING;
    }
  *natural = MAX (*natural, *minimum);
}

static void
seidel_tool_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lay_out (SEIDEL_TOOL_ROW (widget), width, TRUE);
}

static void
seidel_tool_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (seidel_tool_row_parent_class)->dispose (object);
}

static void
seidel_tool_row_class_init (SeidelToolRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_tool_row_dispose;
  widget_class->get_request_mode = seidel_tool_row_get_request_mode;
  widget_class->measure = seidel_tool_row_measure;
  widget_class->size_allocate = seidel_tool_row_size_allocate;
}

static void
seidel_tool_row_init (SeidelToolRow *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "toolbar");
  seidel_aside_follow (GTK_WIDGET (self));
  self->end = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  gtk_widget_set_parent (self->end, GTK_WIDGET (self));
  self->zoom = append_button (self, "win.zoom-out", "zoom-out-symbolic", _ ("Zoom out"));
  append_button (self, "win.zoom-fit", "zoom-fit-best-symbolic", _ ("Show everything"));
  append_button (self, "win.zoom-in", "zoom-in-symbolic", _ ("Zoom in"));
}
