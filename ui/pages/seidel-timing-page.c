/* Where the time went, as a page. It follows the selected run of the list, on the frame clock while
 * it is live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-timing-page.h"

#include "draw/seidel-timing-picture.h"
#include "model/seidel-run-list.h"
#include "views/seidel-plot-view.h"

#define UPDATE_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

struct _SeidelTimingPage
{
  GtkWidget parent_instance;

  /* Template Widgets */
  GtkWidget *tools;
  GtkStack *stack;
  GtkToggleButton *logarithmic;
  SeidelPlotView *view;

  /* Owned References */
  SeidelRunList *runs;
  SeidelTimingPicture *picture;

  gint64 updated; /* monotonic time of the last look while live */
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelTimingPage,
                               seidel_timing_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

enum
{
  PROP_0,
  PROP_RUNS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static SeidelRunItem *
selected (SeidelTimingPage *self)
{
  return self->runs != NULL ? seidel_run_list_get_selected (self->runs) : NULL;
}

static void
describe (SeidelTimingPage *self)
{
  g_autofree char *text = seidel_timing_picture_describe (self->picture);

  seidel_plot_view_set_description (self->view, text);
}

static gboolean
update_cb (gpointer data)
{
  SeidelTimingPage *self = data;
  gint64 now = g_get_monotonic_time ();

  /* Sums and shares are read, not watched: a few times a second is enough. */
  if (now - self->updated < UPDATE_INTERVAL)
    return FALSE;
  self->updated = now;

  return seidel_timing_picture_update (self->picture, true);
}

static void
match_run (SeidelTimingPage *self, SeidelRunItem *item)
{
  SeidelTrace *trace = item != NULL ? seidel_run_item_get_trace (item) : NULL;
  SeidelSchedule *schedules[2] = { NULL, NULL };
  g_autofree char *title = NULL;

  for (guint d = 0; d < G_N_ELEMENTS (schedules) && item != NULL; d++)
    schedules[d] = seidel_run_item_get_schedule (item, (SeidelDirection) d);
  if (item != NULL)
    title =
      g_strdup_printf ("%u %s · %s", seidel_run_item_get_number (item),
                       seidel_run_item_get_title (item), seidel_run_item_get_matrix_name (item));
  if (trace == self->picture->trace && schedules[0] == self->picture->schedules[0]
      && schedules[1] == self->picture->schedules[1]
      && g_strcmp0 (title, self->picture->title) == 0)
    return;
  seidel_timing_picture_set_run (self->picture, title, trace,
                                 item != NULL ? seidel_run_item_get_load_seconds (item) : 0.0,
                                 schedules[0], schedules[1]);
}

static void
runs_changed_cb (SeidelTimingPage *self)
{
  SeidelRunItem *item = selected (self);
  gboolean live = item != NULL && seidel_run_item_get_live (item);

  match_run (self, item);
  self->picture->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  seidel_timing_picture_update (self->picture, live);
  seidel_plot_view_set_live (self->view, live ? update_cb : NULL, self);
  gtk_stack_set_visible_child_name (self->stack, item != NULL ? "plot" : "empty");
  gtk_widget_set_sensitive (self->tools, item != NULL);
  gtk_widget_set_tooltip_text (self->tools,
                               item != NULL ? NULL : "There is no run yet: press Solve");
  describe (self);
  seidel_plot_view_changed (self->view);
}

static void
set_runs (SeidelTimingPage *self, SeidelRunList *runs)
{
  if (self->runs == runs)
    return;
  if (self->runs != NULL)
    g_signal_handlers_disconnect_by_data (self->runs, self);
  g_set_object (&self->runs, runs);
  if (runs != NULL)
    {
      g_signal_connect_object (runs, "changed", G_CALLBACK (runs_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (runs, "notify", G_CALLBACK (runs_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  runs_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNS]);
}

/* --- as a page ----------------------------------------------------------------------------- */

static void
seidel_timing_page_draw (SeidelPage *page,
                         cairo_t *cr,
                         double width,
                         double height,
                         const SeidelTheme *theme)
{
  seidel_timing_picture_draw (SEIDEL_TIMING_PAGE (page)->picture, cr, width, height, theme);
}

static char *
seidel_timing_page_to_csv (SeidelPage *page)
{
  return seidel_timing_picture_to_csv (SEIDEL_TIMING_PAGE (page)->picture);
}

static char *
seidel_timing_page_get_export_name (SeidelPage *page)
{
  SeidelTimingPage *self = SEIDEL_TIMING_PAGE (page);
  SeidelRunItem *item = selected (self);

  if (item == NULL)
    return g_strdup ("timing");

  return g_strdup_printf ("%s-timing-%u", seidel_run_item_get_matrix_name (item),
                          seidel_run_item_get_number (item));
}

static void
seidel_timing_page_zoom (SeidelPage *page, double factor)
{
  seidel_plot_view_zoom (SEIDEL_TIMING_PAGE (page)->view, factor);
}

static void
seidel_timing_page_fit (SeidelPage *page)
{
  seidel_plot_view_fit (SEIDEL_TIMING_PAGE (page)->view);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_timing_page_draw;
  iface->to_csv = seidel_timing_page_to_csv;
  iface->get_export_name = seidel_timing_page_get_export_name;
  iface->zoom = seidel_timing_page_zoom;
  iface->fit = seidel_timing_page_fit;
}

/* --- life ---------------------------------------------------------------------------------- */

static void
seidel_timing_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_RUNS:
      g_value_set_object (value, SEIDEL_TIMING_PAGE (object)->runs);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_timing_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_RUNS:
      set_runs (SEIDEL_TIMING_PAGE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_timing_page_dispose (GObject *object)
{
  SeidelTimingPage *self = SEIDEL_TIMING_PAGE (object);

  if (self->runs != NULL)
    g_signal_handlers_disconnect_by_data (self->runs, self);
  g_clear_object (&self->runs);
  /* The view may outlive the page for a moment; the picture does not. */
  if (self->view != NULL)
    {
      seidel_plot_view_set_live (self->view, NULL, NULL);
      seidel_plot_view_set_figure (self->view, NULL);
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_TIMING_PAGE);

  G_OBJECT_CLASS (seidel_timing_page_parent_class)->dispose (object);
}

static void
seidel_timing_page_finalize (GObject *object)
{
  seidel_timing_picture_free (SEIDEL_TIMING_PAGE (object)->picture);

  G_OBJECT_CLASS (seidel_timing_page_parent_class)->finalize (object);
}

static void
seidel_timing_page_class_init (SeidelTimingPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = seidel_timing_page_get_property;
  object_class->set_property = seidel_timing_page_set_property;
  object_class->dispose = seidel_timing_page_dispose;
  object_class->finalize = seidel_timing_page_finalize;

  properties[PROP_RUNS] =
    g_param_spec_object ("runs", NULL, NULL, SEIDEL_TYPE_RUN_LIST,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/seidel/Workbench/ui/seidel-timing-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SeidelTimingPage, tools);
  gtk_widget_class_bind_template_child (widget_class, SeidelTimingPage, stack);
  gtk_widget_class_bind_template_child (widget_class, SeidelTimingPage, logarithmic);
  gtk_widget_class_bind_template_child (widget_class, SeidelTimingPage, view);
  gtk_widget_class_bind_template_callback (widget_class, runs_changed_cb);
}

static void
seidel_timing_page_init (SeidelTimingPage *self)
{
  self->picture = seidel_timing_picture_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (self->view, self->picture->figure);
  runs_changed_cb (self);
}

GtkWidget *
seidel_timing_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_TIMING_PAGE, NULL);
}
