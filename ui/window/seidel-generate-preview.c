/* A small picture of the pattern that a kind of the gallery makes: a small matrix of that kind,
 * drawn as every pattern is, on a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-generate-preview.h"

#include <glib/gi18n.h>

#include "draw/seidel-thumbnail.h"
#include "views/seidel-desktop.h"

#define SIDE                240
#define SETTLE_MILLISECONDS 80

struct _SeidelGeneratePreview
{
  GtkWidget parent_instance;

  /* Owned */
  GCancellable *cancellable; /* of the drawing in progress, or NULL */
  cairo_surface_t *image;    /* or NULL while there is none */
  char *text;
  guint settle_id;

  const SeidelGalleryKind *kind;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
};

/* What a worker is given, and brings back. */
typedef struct
{
  const SeidelGalleryKind *kind;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  SeidelTheme theme;
  int scale;
  cairo_surface_t *image;
  char *text;
} Job;

G_DEFINE_FINAL_TYPE (SeidelGeneratePreview, seidel_generate_preview, GTK_TYPE_WIDGET)

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->image, cairo_surface_destroy);
  g_free (job->text);
  g_free (job);
}

static void
draw_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (SeidelMatrix) matrix = NULL;
  GError *error = NULL;

  seidel_gallery_preview (job->kind, job->values, values);
  matrix = seidel_gallery_make (job->kind, values, NULL, cancellable, &error);
  if (matrix == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  job->image =
    seidel_thumbnail_pattern (matrix, SIDE, SIDE, &job->theme, job->scale, cancellable, &job->text);
  g_task_return_boolean (task, TRUE);
}

/* With values out of bounds the last picture stays: the error is shown beside it. */
static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelGeneratePreview *self = SEIDEL_GENERATE_PREVIEW (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  /* Another drawing, or the end, came between. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  if (!g_task_propagate_boolean (G_TASK (result), NULL) || job->image == NULL)
    return;
  g_clear_pointer (&self->image, cairo_surface_destroy);
  self->image = g_steal_pointer (&job->image);
  g_free (self->text);
  self->text = g_steal_pointer (&job->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_drawing (SeidelGeneratePreview *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static gboolean
settled_cb (gpointer data)
{
  SeidelGeneratePreview *self = data;
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = NULL;

  self->settle_id = 0;
  self->cancellable = g_cancellable_new ();
  job->kind = self->kind;
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    job->values[i] = self->values[i];
  job->theme = seidel_desktop_theme ();
  job->scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  task = g_task_new (self, self->cancellable, drawn_cb, NULL);
  g_task_set_source_tag (task, settled_cb);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, draw_thread);
  return G_SOURCE_REMOVE;
}

static void
redraw (SeidelGeneratePreview *self)
{
  if (self->kind == NULL)
    return;
  forget_drawing (self);
  self->settle_id = g_timeout_add (SETTLE_MILLISECONDS, settled_cb, self);
}

void
seidel_generate_preview_show (SeidelGeneratePreview *self,
                              const SeidelGalleryKind *kind,
                              const double values[SEIDEL_GALLERY_MAX_PARAMETERS])
{
  g_return_if_fail (SEIDEL_IS_GENERATE_PREVIEW (self));

  self->kind = kind;
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    self->values[i] = values[i];
  redraw (self);
}

gboolean
seidel_generate_preview_get_drawing (SeidelGeneratePreview *self)
{
  g_return_val_if_fail (SEIDEL_IS_GENERATE_PREVIEW (self), FALSE);
  return self->settle_id != 0 || self->cancellable != NULL;
}

const char *
seidel_generate_preview_get_text (SeidelGeneratePreview *self)
{
  g_return_val_if_fail (SEIDEL_IS_GENERATE_PREVIEW (self), NULL);
  return self->text;
}

static void
seidel_generate_preview_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  *minimum = SIDE;
  *natural = SIDE;
}

static void
seidel_generate_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelGeneratePreview *self = SEIDEL_GENERATE_PREVIEW (widget);
  cairo_t *cr;

  if (self->image == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, SIDE, SIDE));
  cairo_set_source_surface (cr, self->image, 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
seidel_generate_preview_dispose (GObject *object)
{
  forget_drawing (SEIDEL_GENERATE_PREVIEW (object));

  G_OBJECT_CLASS (seidel_generate_preview_parent_class)->dispose (object);
}

static void
seidel_generate_preview_finalize (GObject *object)
{
  SeidelGeneratePreview *self = SEIDEL_GENERATE_PREVIEW (object);

  g_clear_pointer (&self->image, cairo_surface_destroy);
  g_free (self->text);

  G_OBJECT_CLASS (seidel_generate_preview_parent_class)->finalize (object);
}

static void
seidel_generate_preview_class_init (SeidelGeneratePreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_generate_preview_dispose;
  G_OBJECT_CLASS (klass)->finalize = seidel_generate_preview_finalize;
  widget_class->measure = seidel_generate_preview_measure;
  widget_class->snapshot = seidel_generate_preview_snapshot;
  gtk_widget_class_set_css_name (widget_class, "generatepreview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_generate_preview_init (SeidelGeneratePreview *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pattern of a small matrix of this kind"), -1);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (redraw));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (redraw), NULL);
}
