/* The sparsity view: an image made by a worker, moved and stretched until the next one is ready.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-sparsity-text.h"
#include "model/seidel-class.h"
#include "views/seidel-context-menu.h"
#include "views/seidel-desktop.h"

G_DEFINE_FINAL_TYPE (SeidelSparsityView, seidel_sparsity_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_READ_OUT,
  PROP_ZOOM_TEXT,
  PROP_SHARP,
  N_PROPERTIES
};
static GParamSpec *properties[N_PROPERTIES];

enum
{
  SIGNAL_ROW_PICKED,
  SIGNAL_UNPICKED,
  SIGNAL_ROW_POINTED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

typedef struct
{
  SeidelSparsityPicture *picture;
  SeidelCellMap map;
  SeidelTheme theme;
  double pixel_scale;
  guint number;
} Job;

static void
job_free (Job *job)
{
  seidel_sparsity_picture_free (job->picture);
  g_free (job);
}

static void
job_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  const Job *job = task_data;
  SeidelSparsityContent *content =
    seidel_sparsity_content_new (job->picture, &job->map, &job->theme, job->pixel_scale, true,
                                 cancellable);

  g_task_return_pointer (task, content, (GDestroyNotify) seidel_sparsity_content_free);
}

static void
describe (SeidelSparsityView *self)
{
  const SeidelCellMap map = seidel_sparsity_navigator_map (&self->navigator);
  g_autofree char *text = seidel_sparsity_picture_describe (self->navigator.picture, &map);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

/* The view is not held by the task, so that it is never finalised on the worker. */
static void
job_done_cb (GObject *source_object, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak = user_data;
  g_autoptr (SeidelSparsityView) self = g_weak_ref_get (weak);
  GTask *task = G_TASK (result);
  const Job *job = g_task_get_task_data (task);
  g_autoptr (SeidelSparsityContent) content = g_task_propagate_pointer (task, NULL);

  if (self != NULL && content != NULL && job->number == self->wanted)
    {
      g_clear_pointer (&self->content, seidel_sparsity_content_free);
      self->content = g_steal_pointer (&content);
      self->shown = job->number;
      describe (self);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHARP]);
    }
  g_weak_ref_clear (weak);
  g_free (weak);
}

static void
start_job (SeidelSparsityView *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  job->picture = seidel_sparsity_picture_copy (self->navigator.picture);
  job->map = seidel_sparsity_navigator_map (&self->navigator);
  job->theme = seidel_desktop_theme ();
  job->pixel_scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  job->number = self->wanted;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, job_done_cb, weak);
  g_task_set_source_tag (task, start_job);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, job_thread);
}

/* What is drawn has changed: cancel and replace. */
static void
refresh (SeidelSparsityView *self)
{
  gboolean was_sharp = seidel_sparsity_view_get_sharp (self);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->wanted++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->navigator.picture != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    start_job (self);
  if (was_sharp)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHARP]);
}

static void
take_text (SeidelSparsityView *self, char **place, char *text, int property)
{
  if (g_strcmp0 (*place, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*place);
  *place = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* What is read out: the place under the pointer, else that of the cursor. */
static gboolean
place_read_out (SeidelSparsityView *self, int64_t *row, int64_t *column)
{
  const SeidelSparsityPicture *picture = self->navigator.picture;

  if (!self->cursor_last && self->pointer_inside
      && seidel_sparsity_navigator_cell_at (&self->navigator, self->pointer_x, self->pointer_y, row,
                                            column))
    return TRUE;
  if (picture == NULL || picture->cursor_row < 0)
    return FALSE;
  *row = picture->cursor_row;
  *column = picture->cursor_column;
  return TRUE;
}

void
seidel_sparsity_view_update_read_out (SeidelSparsityView *self)
{
  char *text = NULL;
  int64_t row = -1;
  int64_t column;

  /* A handler of the signal may draw a trail, which is part of the text. */
  if (!place_read_out (self, &row, &column))
    row = -1;
  if (row != self->pointed)
    {
      self->pointed = row;
      g_signal_emit (self, signals[SIGNAL_ROW_POINTED], 0, row);
    }
  if (row >= 0)
    text = seidel_sparsity_picture_describe_place (self->navigator.picture, row, column);
  take_text (self, &self->read_out, text != NULL ? text : g_strdup (""), PROP_READ_OUT);
}

/* Owned; "" without a picture. */
static char *
describe_scale (SeidelSparsityView *self)
{
  g_autofree char *ratio = NULL;
  unsigned long n;
  double scale;

  if (self->navigator.picture == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 1)
    return g_strdup ("");
  scale = seidel_sparsity_navigator_map (&self->navigator).row_scale;
  ratio = seidel_format_value (scale >= 1.0 ? scale : 1.0 / scale, 2);
  n = g_str_equal (ratio, "1") ? 1 : 2;
  return g_strdup_printf (scale >= 1.0 ? ngettext ("%s pixel per row", "%s pixels per row", n)
                                       : ngettext ("%s row per pixel", "%s rows per pixel", n),
                          ratio);
}

static void
update_zoom_text (SeidelSparsityView *self)
{
  take_text (self, &self->zoom_text, describe_scale (self), PROP_ZOOM_TEXT);
}

static void
view_changed (SeidelSparsityView *self)
{
  if (self->navigator.picture != NULL)
    {
      const SeidelTheme theme = seidel_desktop_theme ();

      self->seen = self->navigator.picture->viewport;
      self->navigator.plane =
        seidel_sparsity_picture_layout (self->navigator.picture,
                                        gtk_widget_get_width (GTK_WIDGET (self)),
                                        gtk_widget_get_height (GTK_WIDGET (self)), &theme)
          .plane;
    }
  refresh (self);
  seidel_sparsity_view_update_read_out (self);
  update_zoom_text (self);
}

void
seidel_sparsity_view_follow (SeidelSparsityView *self)
{
  const SeidelViewport *viewport = &self->navigator.picture->viewport;

  if (viewport->zoom != self->seen.zoom || viewport->row != self->seen.row
      || viewport->column != self->seen.column)
    view_changed (self);
  seidel_sparsity_view_update_read_out (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_sparsity_view_zoom (SeidelSparsityView *self, double factor)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (seidel_sparsity_navigator_zoom (&self->navigator, factor))
    seidel_sparsity_view_follow (self);
}

void
seidel_sparsity_view_fit (SeidelSparsityView *self)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (seidel_sparsity_navigator_fit (&self->navigator))
    seidel_sparsity_view_follow (self);
}

void
seidel_sparsity_view_set_cursor (SeidelSparsityView *self, int64_t row, int64_t column)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  self->cursor_last = TRUE;
  if (seidel_sparsity_navigator_set_cursor (&self->navigator, row, column))
    seidel_sparsity_view_follow (self);
}

void
seidel_sparsity_view_show_row (SeidelSparsityView *self, int64_t row)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  self->cursor_last = TRUE;
  if (seidel_sparsity_navigator_show_row (&self->navigator, row))
    seidel_sparsity_view_follow (self);
}

void
seidel_sparsity_view_set_viewport (SeidelSparsityView *self, const SeidelViewport *viewport)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));
  g_return_if_fail (self->navigator.picture != NULL);

  self->navigator.picture->viewport = *viewport;
  seidel_sparsity_view_follow (self);
}

SeidelPlane
seidel_sparsity_view_get_plane (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), (SeidelPlane){ 0 });
  return self->navigator.plane;
}

void
seidel_sparsity_view_pick_row (SeidelSparsityView *self, int64_t row, SeidelPick pick)
{
  g_signal_emit (self, signals[SIGNAL_ROW_PICKED], 0, row, pick);
}

void
seidel_sparsity_view_unpick (SeidelSparsityView *self)
{
  g_signal_emit (self, signals[SIGNAL_UNPICKED], 0);
}

static void
draw_box (SeidelSparsityView *self, cairo_t *cr, const SeidelTheme *theme)
{
  SeidelColor fill = theme->accent;

  fill.alpha = 0.15;
  cairo_rectangle (cr, floor (self->box.x) + 0.5, floor (self->box.y) + 0.5, self->box.width,
                   self->box.height);
  seidel_color_set_source (&fill, cr);
  cairo_fill_preserve (cr);
  seidel_color_set_source (&theme->accent, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

static void
seidel_sparsity_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->navigator.picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  seidel_sparsity_picture_draw_with (self->navigator.picture, self->content, cr, width, height,
                                     &theme);
  if (self->boxing)
    draw_box (self, cr, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static gboolean
resized_cb (gpointer user_data)
{
  SeidelSparsityView *self = user_data;

  self->resized_source = 0;
  view_changed (self);
  return G_SOURCE_REMOVE;
}

/* A handler may ask for another size, which is not allowed during allocation. */
static void
seidel_sparsity_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);

  if (self->resized_source == 0)
    self->resized_source = g_idle_add_full (G_PRIORITY_DEFAULT, resized_cb, self, NULL);
}

static void
seidel_sparsity_view_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  GTK_WIDGET_CLASS (seidel_sparsity_view_parent_class)->state_flags_changed (widget, previous);
  gtk_widget_queue_draw (widget);
}

static void
look_changed_cb (SeidelSparsityView *self)
{
  refresh (self);
}

static void
seidel_sparsity_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (object);

  switch (id)
    {
    case PROP_READ_OUT:
      g_value_set_string (value, self->read_out);
      break;
    case PROP_ZOOM_TEXT:
      g_value_set_string (value, self->zoom_text);
      break;
    case PROP_SHARP:
      g_value_set_boolean (value, seidel_sparsity_view_get_sharp (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_sparsity_view_dispose (GObject *object)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (object);

  g_clear_handle_id (&self->resized_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->content, seidel_sparsity_content_free);
  g_clear_pointer (&self->navigator.picture, seidel_sparsity_picture_free);

  G_OBJECT_CLASS (seidel_sparsity_view_parent_class)->dispose (object);
}

static void
seidel_sparsity_view_finalize (GObject *object)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (object);

  g_free (self->read_out);
  g_free (self->zoom_text);
  seidel_sparsity_navigator_clear (&self->navigator);

  G_OBJECT_CLASS (seidel_sparsity_view_parent_class)->finalize (object);
}

static void
seidel_sparsity_view_class_init (SeidelSparsityViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = seidel_sparsity_view_get_property;
  object_class->dispose = seidel_sparsity_view_dispose;
  object_class->finalize = seidel_sparsity_view_finalize;
  widget_class->snapshot = seidel_sparsity_view_snapshot;
  widget_class->measure = seidel_desktop_measure_picture;
  widget_class->size_allocate = seidel_sparsity_view_size_allocate;
  widget_class->state_flags_changed = seidel_sparsity_view_state_flags_changed;

  properties[PROP_READ_OUT] = g_param_spec_string ("read-out", NULL, NULL, "", flags);
  properties[PROP_ZOOM_TEXT] = g_param_spec_string ("zoom-text", NULL, NULL, "", flags);
  properties[PROP_SHARP] = g_param_spec_boolean ("sharp", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[SIGNAL_ROW_PICKED] =
    seidel_class_add_signal (klass, "row-picked", 2, G_TYPE_INT64, G_TYPE_INT);
  signals[SIGNAL_UNPICKED] = seidel_class_add_signal (klass, "unpicked", 0);
  signals[SIGNAL_ROW_POINTED] = seidel_class_add_signal (klass, "row-pointed", 1, G_TYPE_INT64);

  gtk_widget_class_set_css_name (widget_class, "sparsityview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  seidel_sparsity_view_install_actions (widget_class);
}

static void
seidel_sparsity_view_init (SeidelSparsityView *self)
{
  self->read_out = g_strdup ("");
  self->zoom_text = g_strdup ("");
  self->pointed = -1;
  seidel_sparsity_navigator_init (&self->navigator);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sparsity pattern"), -1);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (look_changed_cb));
  seidel_context_menu_attach_to_picture (GTK_WIDGET (self));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed_cb), NULL);
  seidel_sparsity_view_connect_pointer (self);
}

GtkWidget *
seidel_sparsity_view_new (void)
{
  return g_object_new (SEIDEL_TYPE_SPARSITY_VIEW, NULL);
}

void
seidel_sparsity_view_set_matrix (SeidelSparsityView *self, SeidelMatrix *matrix)
{
  SeidelSparsityPicture *old = self->navigator.picture;

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if ((old != NULL ? old->matrix : NULL) == matrix)
    return;
  self->navigator.picture = matrix != NULL ? seidel_sparsity_picture_new (matrix) : NULL;
  if (self->navigator.picture != NULL && old != NULL)
    self->navigator.picture->mode = old->mode;
  if (self->navigator.picture != NULL)
    self->navigator.picture->withheld = self->withheld;
  g_clear_pointer (&old, seidel_sparsity_picture_free);
  g_clear_pointer (&self->content, seidel_sparsity_content_free);
  seidel_sparsity_navigator_forget (&self->navigator);
  self->boxing = FALSE;
  view_changed (self);
}

void
seidel_sparsity_view_set_schedule (SeidelSparsityView *self, SeidelSchedule *schedule)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->navigator.picture == NULL || self->navigator.picture->schedule == schedule)
    return;
  seidel_sparsity_picture_set_schedule (self->navigator.picture, schedule);
  seidel_sparsity_view_update_read_out (self);
  if (self->navigator.picture->mode == SEIDEL_SPARSITY_LEVEL)
    refresh (self);
}

void
seidel_sparsity_view_set_mode (SeidelSparsityView *self, SeidelSparsityMode mode)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->navigator.picture == NULL || self->navigator.picture->mode == mode)
    return;
  self->navigator.picture->mode = mode;
  refresh (self);
}

void
seidel_sparsity_view_set_lit (SeidelSparsityView *self, SeidelRowSet *lit)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->navigator.picture == NULL || self->navigator.picture->lit == lit)
    return;
  seidel_sparsity_picture_set_lit (self->navigator.picture, lit);
  refresh (self);
}

void
seidel_sparsity_view_set_trail (SeidelSparsityView *self, SeidelTrail *trail)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->navigator.picture == NULL || self->navigator.picture->trail == trail)
    return;
  seidel_sparsity_picture_set_trail (self->navigator.picture, trail);
  seidel_sparsity_view_update_read_out (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_sparsity_view_set_withheld (SeidelSparsityView *self, gboolean withheld)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->withheld == withheld)
    return;
  self->withheld = withheld;
  if (self->navigator.picture == NULL)
    return;
  self->navigator.picture->withheld = withheld;
  seidel_sparsity_view_update_read_out (self);
  refresh (self);
}

void
seidel_sparsity_view_set_borders (SeidelSparsityView *self, SeidelBorders *borders)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->navigator.picture == NULL || self->navigator.picture->borders == borders)
    return;
  seidel_sparsity_picture_set_borders (self->navigator.picture, borders);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const SeidelSparsityPicture *
seidel_sparsity_view_get_picture (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), NULL);
  return self->navigator.picture;
}

const char *
seidel_sparsity_view_get_read_out (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), NULL);
  return self->read_out;
}

const char *
seidel_sparsity_view_get_zoom_text (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), NULL);
  return self->zoom_text;
}

gboolean
seidel_sparsity_view_get_sharp (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), FALSE);
  return self->navigator.picture == NULL
         || (self->shown == self->wanted && self->resized_source == 0);
}
