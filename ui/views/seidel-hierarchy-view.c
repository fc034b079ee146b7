/* The widget of a hierarchy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-hierarchy-view.h"

#include "views/seidel-context-menu.h"
#include "views/seidel-desktop.h"

struct _SeidelHierarchyView
{
  GtkWidget parent_instance;

  SeidelHierarchyPicture *picture; /* owned */
  gboolean withheld;
  SeidelHierarchyPatterns *patterns; /* owned; of the latest size that was drawn, or NULL */
  GCancellable *cancellable;         /* of the worker, or NULL */
  int side;                          /* of the patterns that it draws */
};

G_DEFINE_FINAL_TYPE (SeidelHierarchyView, seidel_hierarchy_view, GTK_TYPE_WIDGET)

/* What the worker draws. */
typedef struct
{
  SeidelHierarchyReport *report;
  SeidelTheme theme;
  int side;
  int scale;
} Drawing;

static void
drawing_free (gpointer data)
{
  Drawing *drawing = data;

  seidel_hierarchy_report_unref (drawing->report);
  g_free (drawing);
}

static void
draw_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Drawing *drawing = task_data;

  g_task_return_pointer (task,
                         seidel_hierarchy_patterns_new (drawing->report, drawing->side,
                                                        &drawing->theme, drawing->scale,
                                                        cancellable),
                         (GDestroyNotify) seidel_hierarchy_patterns_free);
}

/* A cancelled task belongs to another picture or size: both happen on this thread only. */
static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SeidelHierarchyPatterns) patterns = g_task_propagate_pointer (G_TASK (result), NULL);
  SeidelHierarchyView *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  if (patterns == NULL)
    return;
  seidel_hierarchy_patterns_free (self->patterns);
  self->patterns = g_steal_pointer (&patterns);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
cancel_drawing (SeidelHierarchyView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
draw_patterns (SeidelHierarchyView *self, int side, const SeidelTheme *theme)
{
  g_autoptr (GTask) task = NULL;
  Drawing *drawing = g_new0 (Drawing, 1);

  cancel_drawing (self);
  drawing->report = seidel_hierarchy_report_ref (self->picture->report);
  drawing->theme = *theme;
  drawing->side = self->side = side;
  drawing->scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, drawn_cb, self);
  g_task_set_source_tag (task, draw_patterns);
  g_task_set_task_data (task, drawing, drawing_free);
  g_task_run_in_thread (task, draw_thread);
}

/* The patterns for the size and style of now, unless they are there or on their way. */
static void
ask_for_patterns (SeidelHierarchyView *self, int width, int height, const SeidelTheme *theme)
{
  const SeidelHierarchyPatterns *patterns = self->patterns;
  const int side =
    seidel_hierarchy_picture_sides (self->picture->report, width, height, theme).pattern;

  if (self->cancellable != NULL
        ? self->side == side
        : patterns != NULL && patterns->side == side && patterns->dark == theme->dark)
    return;
  draw_patterns (self, side, theme);
}

static void
seidel_hierarchy_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelHierarchyView *self = SEIDEL_HIERARCHY_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  ask_for_patterns (self, width, height, &theme);
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  seidel_hierarchy_picture_draw_with (self->picture, self->patterns, cr, width, height, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static void
style_changed_cb (SeidelHierarchyView *self)
{
  cancel_drawing (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
seidel_hierarchy_view_dispose (GObject *object)
{
  SeidelHierarchyView *self = SEIDEL_HIERARCHY_VIEW (object);

  cancel_drawing (self);
  g_clear_pointer (&self->patterns, seidel_hierarchy_patterns_free);
  g_clear_pointer (&self->picture, seidel_hierarchy_picture_free);

  G_OBJECT_CLASS (seidel_hierarchy_view_parent_class)->dispose (object);
}

static void
seidel_hierarchy_view_class_init (SeidelHierarchyViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_hierarchy_view_dispose;
  widget_class->snapshot = seidel_hierarchy_view_snapshot;
  widget_class->measure = seidel_desktop_measure_picture;
  gtk_widget_class_set_css_name (widget_class, "hierarchyview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_hierarchy_view_init (SeidelHierarchyView *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (style_changed_cb), NULL);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (style_changed_cb));
  seidel_context_menu_attach_to_picture (GTK_WIDGET (self));
}

/* What is seen, in words, too. */
static void
show_withheld (SeidelHierarchyView *self)
{
  g_autofree char *text = NULL;

  if (self->picture != NULL)
    {
      self->picture->withheld = self->withheld;
      text = seidel_hierarchy_picture_describe (self->picture);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_hierarchy_view_set_picture (SeidelHierarchyView *self, SeidelHierarchyPicture *picture)
{
  g_return_if_fail (SEIDEL_IS_HIERARCHY_VIEW (self));

  cancel_drawing (self);
  g_clear_pointer (&self->patterns, seidel_hierarchy_patterns_free);
  seidel_hierarchy_picture_free (self->picture);
  self->picture = picture;
  show_withheld (self);
}

void
seidel_hierarchy_view_set_withheld (SeidelHierarchyView *self, gboolean withheld)
{
  g_return_if_fail (SEIDEL_IS_HIERARCHY_VIEW (self));

  self->withheld = withheld;
  show_withheld (self);
}

SeidelHierarchyPicture *
seidel_hierarchy_view_get_picture (SeidelHierarchyView *self)
{
  g_return_val_if_fail (SEIDEL_IS_HIERARCHY_VIEW (self), NULL);
  return self->picture;
}

void
seidel_hierarchy_view_set_title (SeidelHierarchyView *self, const char *title)
{
  g_return_if_fail (SEIDEL_IS_HIERARCHY_VIEW (self));

  if (self->picture == NULL || g_strcmp0 (self->picture->title, title) == 0)
    return;
  g_free (self->picture->title);
  self->picture->title = g_strdup (title);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
