/* Residual and error curves as a page. Live runs are followed on the frame clock; pausing freezes
 * the view, never the solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-convergence-page.h"

#include <glib/gi18n.h>

#include "draw/seidel-convergence-picture.h"
#include "method/seidel-preconditioner.h"
#include "views/seidel-aside.h"
#include "views/seidel-template.h"

/* Points that are read within a frame, a few milliseconds; more are read on a worker. */
#define AT_ONCE 200000

/* How long a curve that grows takes from its beginning to its end. */
#define GROW_TIME (2.5 * G_TIME_SPAN_SECOND)

struct _SeidelConvergencePage
{
  SeidelRunsPage parent_instance;

  /* Template Widgets */
  GtkToggleButton *by_iteration;
  GtkToggleButton *by_time;
  GtkToggleButton *by_passes;
  GtkToggleButton *residuals;
  GtkToggleButton *errors;
  GtkToggleButton *maxima;
  GtkToggleButton *pause;

  /* Owned */
  SeidelConvergencePicture *picture;
  GCancellable *reading; /* NULL: none goes on */

  GPtrArray *growing; /* SeidelRunItem: curves that are drawn from their beginning */
  gint64 grow_start;  /* of the frame clock; 0: with the next frame */
  guint grow_tick;
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelConvergencePage,
                               seidel_convergence_page,
                               SEIDEL_TYPE_RUNS_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

static SeidelRunList *
runs_of (SeidelConvergencePage *self)
{
  return seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));
}

static SeidelPlotView *
view_of (SeidelConvergencePage *self)
{
  return seidel_runs_page_get_view (SEIDEL_RUNS_PAGE (self));
}

static guint
n_runs (SeidelConvergencePage *self)
{
  SeidelRunList *runs = runs_of (self);

  return runs != NULL ? g_list_model_get_n_items (G_LIST_MODEL (runs)) : 0;
}

static gboolean
is_live (SeidelConvergencePage *self)
{
  SeidelRunList *runs = runs_of (self);

  return runs != NULL && seidel_run_list_get_live (runs) != NULL;
}

static gboolean
is_paused (SeidelConvergencePage *self)
{
  return gtk_toggle_button_get_active (self->pause);
}

static char *
describe (SeidelRunsPage *page)
{
  return seidel_convergence_picture_describe (SEIDEL_CONVERGENCE_PAGE (page)->picture);
}

/* Whether the curves are those of the list's first runs, so that only new ones need to be added. */
static gboolean
curves_begin_list (SeidelConvergencePage *self)
{
  GPtrArray *series = self->picture->plot->series;

  if (series->len > n_runs (self))
    return FALSE;
  for (guint i = 0; i < series->len; i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (G_LIST_MODEL (runs_of (self)), i);

      if (((SeidelSeries *) g_ptr_array_index (series, i))->owner != item)
        return FALSE;
    }
  return TRUE;
}

static const char *
find_end (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (item);

  return outcome != NULL ? seidel_reason_id (outcome->reason) : NULL;
}

/* In an iteration, once it is settled what iterates; NaN before, and where one method followed
 * another. */
static double
find_passes (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (item);
  const SeidelOptions *options =
    outcome != NULL ? &outcome->options : seidel_run_item_get_options (item);
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);

  if (method == NULL || kind == NULL || (outcome != NULL && outcome->n_attempts > 1))
    return NAN;
  return seidel_preconditioner_passes (method, kind);
}

/* Once it is settled; NULL where one followed another. */
static const char *
find_method (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (item);

  if (outcome == NULL)
    return seidel_run_item_get_options (item)->method;
  return outcome->n_attempts > 1 ? NULL : outcome->method;
}

static void
match_curves (SeidelConvergencePage *self)
{
  GPtrArray *series = self->picture->plot->series;

  if (!curves_begin_list (self))
    seidel_convergence_picture_clear_runs (self->picture);
  for (guint i = 0; i < n_runs (self); i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (G_LIST_MODEL (runs_of (self)), i);
      guint number = seidel_run_item_get_number (item);
      g_autofree char *label = seidel_run_item_get_label (item);
      g_autofree char *title = seidel_run_item_get_long_title (item);
      g_autofree char *tag = g_strdup_printf ("%u", number);
      g_autofree char *numbered = g_strdup_printf ("%u %s", number, title);
      SeidelSeries *curve;

      if (i >= series->len)
        {
          curve = seidel_convergence_picture_add_run (self->picture, label,
                                                      seidel_run_item_get_trace (item),
                                                      seidel_run_item_get_color_index (item));
          curve->owner = item;
          curve->brief = g_strdup_printf (_ ("run %u"), number);
        }
      curve = g_ptr_array_index (series, i);
      seidel_plot_set_text (&curve->name, label);
      seidel_plot_set_text (&curve->tag, n_runs (self) > 1 ? tag : NULL);
      seidel_convergence_picture_set_run_title (self->picture, i, numbered);
      seidel_convergence_picture_set_run_passes (self->picture, i, find_passes (item));
      seidel_convergence_picture_set_run_method (self->picture, i, find_method (item));
      seidel_convergence_picture_set_run_end (self->picture, i, find_end (item));
      curve->visible = seidel_run_item_get_visible (item);
    }
}

static void start_reading (SeidelConvergencePage *self);

static void
read_thread (GTask *task, gpointer source, gpointer reading, GCancellable *cancellable)
{
  seidel_convergence_reading_read (reading, cancellable);
  g_task_return_boolean (task, TRUE);
}

/* Cancelled, it belongs to a page that is no more: both happen on this thread only. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelConvergencePage *self = data;
  SeidelConvergenceReading *reading = g_task_get_task_data (G_TASK (result));
  gboolean news;

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  g_clear_object (&self->reading);
  news = seidel_convergence_picture_end_reading (self->picture, reading, is_live (self));
  start_reading (self);
  if (self->reading == NULL)
    seidel_runs_page_redraw (SEIDEL_RUNS_PAGE (self));
  else if (news)
    seidel_plot_view_changed (view_of (self));
}

/* Reads on a worker what was too much at once. */
static void
start_reading (SeidelConvergencePage *self)
{
  SeidelConvergenceReading *reading;
  g_autoptr (GTask) task = NULL;

  if (self->reading != NULL)
    return;
  reading = seidel_convergence_picture_begin_reading (self->picture);
  if (reading == NULL)
    return;
  self->reading = g_cancellable_new ();
  task = g_task_new (NULL, self->reading, read_cb, self);
  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, reading, (GDestroyNotify) seidel_convergence_reading_free);
  g_task_run_in_thread (task, read_thread);
}

static gboolean
update_cb (gpointer data)
{
  SeidelConvergencePage *self = data;
  gboolean changed = seidel_convergence_picture_update (self->picture, true);

  if (changed)
    seidel_runs_page_describe_live (SEIDEL_RUNS_PAGE (self));
  start_reading (self);
  return changed;
}

/* The line of the live run, else of the selected one. */
static void
match_tolerance (SeidelConvergencePage *self)
{
  SeidelRunList *runs = runs_of (self);
  SeidelRunItem *item = NULL;

  if (runs != NULL)
    item = seidel_run_list_get_live (runs);
  if (item == NULL && runs != NULL)
    item = seidel_run_list_get_selected (runs);
  const SeidelOptions *options = item != NULL ? seidel_run_item_get_options (item) : NULL;

  seidel_convergence_picture_set_tolerance (self->picture,
                                            options != NULL ? options->tolerance : 0.0,
                                            options != NULL ? options->maximum_tolerance : 0.0);
}

static void
runs_changed (SeidelRunsPage *page)
{
  SeidelConvergencePage *self = SEIDEL_CONVERGENCE_PAGE (page);
  gboolean live = is_live (self);
  g_autofree char *common = NULL;

  if (runs_of (self) != NULL)
    common = seidel_run_list_describe_common (runs_of (self));
  seidel_plot_set_text (&self->picture->title, common);
  /* A class need not know what is not shown to it. */
  self->picture->visible_only = seidel_aside_get_root_flag (GTK_WIDGET (self), "lecture");
  match_curves (self);
  match_tolerance (self);
  if (!is_paused (self))
    seidel_convergence_picture_update (self->picture, live);
  start_reading (self);
  seidel_plot_view_set_live (view_of (self), live && !is_paused (self) ? update_cb : NULL, self);
  seidel_runs_page_show_plot (page, n_runs (self) > 0);
}

static void
axis_changed_cb (SeidelConvergencePage *self)
{
  seidel_convergence_picture_set_axis (self->picture,
                                       gtk_toggle_button_get_active (self->by_time)
                                         ? SEIDEL_CONVERGENCE_BY_TIME
                                       : gtk_toggle_button_get_active (self->by_passes)
                                         ? SEIDEL_CONVERGENCE_BY_PASSES
                                         : SEIDEL_CONVERGENCE_BY_ITERATIONS);
  start_reading (self);
  seidel_runs_page_redraw (SEIDEL_RUNS_PAGE (self));
}

static void
values_changed_cb (SeidelConvergencePage *self)
{
  static const char *const labels[] = {
    [SEIDEL_CONVERGENCE_RESIDUALS] = N_ ("Relative residual of the runs"),
    [SEIDEL_CONVERGENCE_ERRORS] = N_ ("Relative error of the runs"),
    [SEIDEL_CONVERGENCE_MAXIMA] = N_ ("Largest component of b − A x of the runs"),
  };
  const SeidelConvergenceValues values =
    gtk_toggle_button_get_active (self->errors)   ? SEIDEL_CONVERGENCE_ERRORS
    : gtk_toggle_button_get_active (self->maxima) ? SEIDEL_CONVERGENCE_MAXIMA
                                                  : SEIDEL_CONVERGENCE_RESIDUALS;

  seidel_convergence_picture_set_values (self->picture, values);
  start_reading (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view_of (self)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (labels[values]), -1);
  seidel_runs_page_redraw (SEIDEL_RUNS_PAGE (self));
}

/* Shows the first part of the curves that grow. */
static void
show_part (SeidelConvergencePage *self, double part)
{
  GPtrArray *series = self->picture->plot->series;

  for (guint i = 0; i < series->len; i++)
    if (g_ptr_array_find (self->growing, ((SeidelSeries *) series->pdata[i])->owner, NULL))
      seidel_convergence_picture_set_part (self->picture, i, part);
  seidel_plot_view_changed (view_of (self));
}

static void
stop_growing (SeidelConvergencePage *self)
{
  if (self->grow_tick == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (view_of (self)), self->grow_tick);
  self->grow_tick = 0;
  show_part (self, 1.0);
  g_ptr_array_set_size (self->growing, 0);
  start_reading (self);
}

static gboolean
grow_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelConvergencePage *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  double part;

  if (self->grow_start == 0)
    self->grow_start = now;
  part = (double) (now - self->grow_start) / GROW_TIME;
  if (part >= 1.0)
    stop_growing (self);
  else
    show_part (self, part);
  return G_SOURCE_CONTINUE;
}

void
seidel_convergence_page_grow (SeidelConvergencePage *self, GPtrArray *items)
{
  gboolean animations;

  g_return_if_fail (SEIDEL_IS_CONVERGENCE_PAGE (self));

  stop_growing (self);
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animations,
                NULL);
  if (!animations || items->len == 0 || is_live (self)
      || !gtk_widget_get_mapped (GTK_WIDGET (view_of (self))))
    return;
  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (self->growing, g_object_ref (items->pdata[i]));
  self->grow_start = 0;
  self->grow_tick = gtk_widget_add_tick_callback (GTK_WIDGET (view_of (self)), grow_cb, self, NULL);
  show_part (self, 0.0);
}

static void
series_toggled_cb (SeidelConvergencePage *self, SeidelSeries *series)
{
  if (series->owner != NULL)
    seidel_run_item_set_visible (SEIDEL_RUN_ITEM (series->owner), series->visible);
}

static void
seidel_convergence_page_draw (SeidelPage *page,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  seidel_convergence_picture_draw (SEIDEL_CONVERGENCE_PAGE (page)->picture, cr, width, height,
                                   theme);
}

static char *
seidel_convergence_page_to_csv (SeidelPage *page)
{
  return seidel_convergence_picture_to_csv (SEIDEL_CONVERGENCE_PAGE (page)->picture);
}

static char *
seidel_convergence_page_get_export_name (SeidelPage *page)
{
  SeidelConvergencePage *self = SEIDEL_CONVERGENCE_PAGE (page);
  guint n = n_runs (self);

  if (n == 0)
    return g_strdup ("convergence");

  g_autoptr (SeidelRunItem) last = g_list_model_get_item (G_LIST_MODEL (runs_of (self)), n - 1);
  return g_strdup_printf ("%s-convergence", seidel_run_item_get_matrix_name (last));
}

static void
seidel_convergence_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelConvergencePage *self = SEIDEL_CONVERGENCE_PAGE (page);
  GtkToggleButton *const values[] = { self->residuals, self->errors, self->maxima };
  GtkToggleButton *const axes[] = { self->by_iteration, self->by_time, self->by_passes };

  gtk_toggle_button_set_active (g_str_equal (key, "axis") ? axes[value] : values[value], TRUE);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_convergence_page_draw;
  iface->to_csv = seidel_convergence_page_to_csv;
  iface->get_export_name = seidel_convergence_page_get_export_name;
  iface->choose = seidel_convergence_page_choose;
}

static void
seidel_convergence_page_dispose (GObject *object)
{
  SeidelConvergencePage *self = SEIDEL_CONVERGENCE_PAGE (object);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->growing, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_convergence_page_parent_class)->dispose (object);
}

static void
seidel_convergence_page_finalize (GObject *object)
{
  seidel_convergence_picture_free (SEIDEL_CONVERGENCE_PAGE (object)->picture);

  G_OBJECT_CLASS (seidel_convergence_page_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelConvergencePage, name)

static void
seidel_convergence_page_class_init (SeidelConvergencePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SeidelRunsPageClass *page_class = SEIDEL_RUNS_PAGE_CLASS (klass);

  object_class->dispose = seidel_convergence_page_dispose;
  object_class->finalize = seidel_convergence_page_finalize;
  page_class->runs_changed = runs_changed;
  page_class->describe = describe;

  seidel_template_bind (widget_class, "convergence-page", CHILD (by_iteration), CHILD (by_time),
                        CHILD (by_passes), CHILD (residuals), CHILD (errors), CHILD (maxima),
                        CHILD (pause));
  seidel_runs_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, axis_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, values_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, series_toggled_cb);
}

static void
seidel_convergence_page_init (SeidelConvergencePage *self)
{
  self->picture = seidel_convergence_picture_new ();
  self->picture->at_once = AT_ONCE;
  self->growing = g_ptr_array_new_with_free_func (g_object_unref);
  seidel_aside_watch_root (GTK_WIDGET (self), G_CALLBACK (seidel_runs_page_refresh));
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (view_of (self), self->picture->figure);
  seidel_runs_page_refresh (SEIDEL_RUNS_PAGE (self));
}

gboolean
seidel_convergence_page_get_complete (SeidelConvergencePage *self)
{
  g_return_val_if_fail (SEIDEL_IS_CONVERGENCE_PAGE (self), FALSE);
  return self->reading == NULL && seidel_plot_view_get_complete (view_of (self));
}

const SeidelConvergencePicture *
seidel_convergence_page_get_picture (SeidelConvergencePage *self)
{
  g_return_val_if_fail (SEIDEL_IS_CONVERGENCE_PAGE (self), NULL);
  return self->picture;
}

GtkWidget *
seidel_convergence_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_CONVERGENCE_PAGE, NULL);
}
