/* The sparsity view: an image made by a worker, moved and stretched until the next one is ready.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#include <adwaita.h>
#include <math.h>

#include "draw/seidel-format.h"

#define REMEMBER_GAP (800 * G_TIME_SPAN_MILLISECOND)
#define MOST_HISTORY 200

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

/* --- The worker --- */

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

static SeidelTheme
current_theme (void)
{
  return seidel_theme_get (adw_style_manager_get_dark (adw_style_manager_get_default ()));
}

static void
describe (SeidelSparsityView *self)
{
  SeidelCellMap map = seidel_sparsity_view_map (self);
  g_autofree char *text = seidel_sparsity_picture_describe (self->picture, &map);

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
  job->picture = seidel_sparsity_picture_copy (self->picture);
  job->map = seidel_sparsity_view_map (self);
  job->theme = current_theme ();
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
  if (self->picture != NULL && gtk_widget_get_width (GTK_WIDGET (self)) > 0)
    start_job (self);
  if (was_sharp)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHARP]);
}

/* --- Where things are --- */

SeidelPlane
seidel_sparsity_view_plane (SeidelSparsityView *self)
{
  SeidelTheme theme = current_theme ();

  return seidel_sparsity_picture_layout (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                                         gtk_widget_get_height (GTK_WIDGET (self)), &theme)
    .plane;
}

SeidelCellMap
seidel_sparsity_view_map (SeidelSparsityView *self)
{
  SeidelSparsityLayout layout = { .plane = seidel_sparsity_view_plane (self) };

  return seidel_sparsity_picture_map (self->picture, &layout);
}

/* --- Texts --- */

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

static gboolean
place_at_pointer (SeidelSparsityView *self, int64_t *row, int64_t *column)
{
  const SeidelCsr *csr = self->picture->matrix->csr;
  SeidelCellMap map = seidel_sparsity_view_map (self);
  double row_place = floor (seidel_cell_map_row (&map, self->pointer_y));
  double column_place = floor (seidel_cell_map_column (&map, self->pointer_x));

  if (!seidel_rect_contains (&map.area, self->pointer_x, self->pointer_y) || row_place < 0.0
      || row_place >= (double) csr->rows || column_place < 0.0
      || column_place >= (double) csr->columns)
    return FALSE;
  *row = (int64_t) row_place;
  *column = (int64_t) column_place;

  return TRUE;
}

void
seidel_sparsity_view_update_read_out (SeidelSparsityView *self)
{
  char *text = NULL;
  int64_t row, column;

  if (self->picture != NULL)
    {
      if (!self->cursor_last && self->pointer_inside && place_at_pointer (self, &row, &column))
        text = seidel_sparsity_picture_describe_place (self->picture, row, column);
      else if (self->picture->cursor_row >= 0)
        text = seidel_sparsity_picture_describe_place (self->picture, self->picture->cursor_row,
                                                       self->picture->cursor_column);
    }
  take_text (self, &self->read_out, text != NULL ? text : g_strdup (""), PROP_READ_OUT);
}

static void
update_zoom_text (SeidelSparsityView *self)
{
  char *text = NULL;

  if (self->picture != NULL)
    {
      SeidelCellMap map = seidel_sparsity_view_map (self);
      gboolean close = map.row_scale >= 1.0;
      g_autofree char *ratio = seidel_format_value (close ? map.row_scale : 1.0 / map.row_scale, 2);

      text = g_strdup_printf (close ? "%s pixels per row" : "%s rows per pixel", ratio);
    }
  take_text (self, &self->zoom_text, text != NULL ? text : g_strdup (""), PROP_ZOOM_TEXT);
}

static void
view_changed (SeidelSparsityView *self)
{
  refresh (self);
  seidel_sparsity_view_update_read_out (self);
  update_zoom_text (self);
}

/* --- History --- */

void
seidel_sparsity_view_remember (SeidelSparsityView *self, gboolean gradual)
{
  gint64 now = g_get_monotonic_time ();
  gboolean same = gradual && now - self->remembered < REMEMBER_GAP;

  self->remembered = gradual ? now : 0;
  if (same && self->back->len > 0)
    return;
  if (self->back->len == MOST_HISTORY)
    g_array_remove_index (self->back, 0);
  g_array_append_val (self->back, self->picture->viewport);
  g_array_set_size (self->forward, 0);
}

void
seidel_sparsity_view_set_viewport (SeidelSparsityView *self, const SeidelViewport *viewport)
{
  self->picture->viewport = *viewport;
  view_changed (self);
}

/* --- Drawing --- */

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
  SeidelTheme theme = current_theme ();
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  seidel_sparsity_picture_draw_with (self->picture, self->content, cr, width, height, &theme);
  if (self->boxing)
    draw_box (self, cr, &theme);
  if (gtk_widget_has_visible_focus (widget))
    {
      seidel_color_set_source (&theme.accent, cr);
      cairo_set_line_width (cr, 2.0);
      cairo_rectangle (cr, 1.0, 1.0, width - 2.0, height - 2.0);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
seidel_sparsity_view_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 150;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}

static gboolean
resized_cb (gpointer user_data)
{
  SeidelSparsityView *self = user_data;

  self->resized_source = 0;
  view_changed (self);

  return G_SOURCE_REMOVE;
}

/* Whoever hears of the change may want another size: not while sizes are being given out. */
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

/* --- Object --- */

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
  g_clear_pointer (&self->picture, seidel_sparsity_picture_free);

  G_OBJECT_CLASS (seidel_sparsity_view_parent_class)->dispose (object);
}

static void
seidel_sparsity_view_finalize (GObject *object)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (object);

  g_free (self->read_out);
  g_free (self->zoom_text);
  g_array_unref (self->back);
  g_array_unref (self->forward);

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
  widget_class->measure = seidel_sparsity_view_measure;
  widget_class->size_allocate = seidel_sparsity_view_size_allocate;
  widget_class->state_flags_changed = seidel_sparsity_view_state_flags_changed;

  properties[PROP_READ_OUT] = g_param_spec_string ("read-out", NULL, NULL, "", flags);
  properties[PROP_ZOOM_TEXT] = g_param_spec_string ("zoom-text", NULL, NULL, "", flags);
  properties[PROP_SHARP] = g_param_spec_boolean ("sharp", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gtk_widget_class_set_css_name (widget_class, "sparsityview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  seidel_sparsity_view_class_add_actions (widget_class);
}

static void
seidel_sparsity_view_init (SeidelSparsityView *self)
{
  self->read_out = g_strdup ("");
  self->zoom_text = g_strdup ("");
  self->back = g_array_new (FALSE, FALSE, sizeof (SeidelViewport));
  self->forward = g_array_new (FALSE, FALSE, sizeof (SeidelViewport));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Sparsity pattern", -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (look_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (look_changed_cb), NULL);
  seidel_sparsity_view_add_controllers (self);
}

GtkWidget *
seidel_sparsity_view_new (void)
{
  return g_object_new (SEIDEL_TYPE_SPARSITY_VIEW, NULL);
}

void
seidel_sparsity_view_set_matrix (SeidelSparsityView *self, SeidelMatrix *matrix)
{
  SeidelSparsityPicture *old = self->picture;

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if ((old != NULL ? old->matrix : NULL) == matrix)
    return;
  self->picture = matrix != NULL ? seidel_sparsity_picture_new (matrix) : NULL;
  if (self->picture != NULL && old != NULL)
    self->picture->mode = old->mode;
  g_clear_pointer (&old, seidel_sparsity_picture_free);
  g_clear_pointer (&self->content, seidel_sparsity_content_free);
  g_array_set_size (self->back, 0);
  g_array_set_size (self->forward, 0);
  self->boxing = FALSE;
  self->remembered = 0;
  view_changed (self);
}

void
seidel_sparsity_view_set_schedule (SeidelSparsityView *self, SeidelSchedule *schedule)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->picture == NULL || self->picture->schedule == schedule)
    return;
  seidel_sparsity_picture_set_schedule (self->picture, schedule);
  seidel_sparsity_view_update_read_out (self);
  if (self->picture->mode == SEIDEL_SPARSITY_LEVEL)
    refresh (self);
}

void
seidel_sparsity_view_set_mode (SeidelSparsityView *self, SeidelSparsityMode mode)
{
  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->picture == NULL || self->picture->mode == mode)
    return;
  self->picture->mode = mode;
  refresh (self);
}

const SeidelSparsityPicture *
seidel_sparsity_view_get_picture (SeidelSparsityView *self)
{
  g_return_val_if_fail (SEIDEL_IS_SPARSITY_VIEW (self), NULL);

  return self->picture;
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

  return self->picture == NULL || (self->shown == self->wanted && self->resized_source == 0);
}
