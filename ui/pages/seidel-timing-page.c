/* Where the time went, as a page. It follows the selected run of the list, on the frame clock while
 * it is live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-timing-page.h"

#include <glib/gi18n.h>

#include "draw/seidel-timing-picture.h"
#include "method/seidel-method.h"
#include "views/seidel-template.h"

#define UPDATE_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

struct _SeidelTimingPage
{
  SeidelRunsPage parent_instance;

  /* Template Widgets */
  GtkToggleButton *logarithmic;

  /* Owned */
  SeidelTimingPicture *picture;

  gint64 updated; /* monotonic time of the last update while live */
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelTimingPage,
                               seidel_timing_page,
                               SEIDEL_TYPE_RUNS_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

static SeidelRunItem *
selected (SeidelTimingPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));

  return runs != NULL ? seidel_run_list_get_selected (runs) : NULL;
}

/* NULL while that is open. */
static const SeidelMethod *
method_of (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (item);

  return seidel_method_find (outcome != NULL ? outcome->method
                                             : seidel_run_item_get_options (item)->method);
}

static gboolean
goes_by_colors (SeidelRunItem *item)
{
  const SeidelMethod *method = method_of (item);

  return method != NULL && method->by_colors;
}

static const char *
name_iterations (SeidelRunItem *item)
{
  const SeidelMethod *method = item != NULL ? method_of (item) : NULL;

  if (method == NULL)
    return _ ("Time of the sweep or product in each iteration");
  return method->products > 0 ? _ ("Time of the products in each iteration")
                              : _ ("Time of the sweeps in each iteration");
}

static char *
describe (SeidelRunsPage *page)
{
  return seidel_timing_picture_describe (SEIDEL_TIMING_PAGE (page)->picture);
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
  if (!seidel_timing_picture_update (self->picture, true))
    return FALSE;
  seidel_runs_page_describe_live (SEIDEL_RUNS_PAGE (self));
  return TRUE;
}

static void
match_run (SeidelTimingPage *self, SeidelRunItem *item)
{
  SeidelTrace *trace = item != NULL ? seidel_run_item_get_trace (item) : NULL;
  SeidelSchedule *schedules[2] = { NULL, NULL };
  g_autofree char *name = item != NULL ? seidel_run_item_get_long_title (item) : NULL;
  g_autofree char *title = NULL;

  for (guint d = 0; d < G_N_ELEMENTS (schedules) && item != NULL; d++)
    schedules[d] = seidel_run_item_get_schedule (item, (SeidelDirection) d);
  if (item != NULL)
    title = g_strdup_printf ("%u %s", seidel_run_item_get_number (item), name);
  if (trace == self->picture->trace && schedules[0] == self->picture->schedules[0]
      && schedules[1] == self->picture->schedules[1]
      && g_strcmp0 (title, self->picture->title) == 0)
    return;
  seidel_timing_picture_set_run (self->picture, title, trace,
                                 item != NULL ? seidel_run_item_get_load_seconds (item) : 0.0,
                                 schedules[0], schedules[1]);
}

static void
runs_changed (SeidelRunsPage *page)
{
  SeidelTimingPage *self = SEIDEL_TIMING_PAGE (page);
  SeidelPlotView *view = seidel_runs_page_get_view (page);
  SeidelRunItem *item = selected (self);
  gboolean live = item != NULL && seidel_run_item_get_live (item);

  match_run (self, item);
  seidel_plot_set_text (&self->picture->sweeps->title, name_iterations (item));
  self->picture->colors = item != NULL && goes_by_colors (item);
  self->picture->color_index = item != NULL ? seidel_run_item_get_color_index (item) : 0;
  self->picture->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  seidel_timing_picture_update (self->picture, live);
  seidel_plot_view_set_live (view, live ? update_cb : NULL, self);
  seidel_runs_page_show_plot (page, item != NULL);
}

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
  return seidel_runs_page_name_export (selected (SEIDEL_TIMING_PAGE (page)), "timing");
}

static void
seidel_timing_page_choose (SeidelPage *page, const char *key, int value)
{
  gtk_toggle_button_set_active (SEIDEL_TIMING_PAGE (page)->logarithmic, value != 0);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_timing_page_draw;
  iface->to_csv = seidel_timing_page_to_csv;
  iface->get_export_name = seidel_timing_page_get_export_name;
  iface->choose = seidel_timing_page_choose;
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
  SeidelRunsPageClass *page_class = SEIDEL_RUNS_PAGE_CLASS (klass);

  object_class->finalize = seidel_timing_page_finalize;
  page_class->runs_changed = runs_changed;
  page_class->describe = describe;

  seidel_template_bind (widget_class, "timing-page",
                        SEIDEL_TEMPLATE_CHILD (SeidelTimingPage, logarithmic));
  seidel_runs_page_class_bind_template (page_class);
}

static void
seidel_timing_page_init (SeidelTimingPage *self)
{
  self->picture = seidel_timing_picture_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (seidel_runs_page_get_view (SEIDEL_RUNS_PAGE (self)),
                               self->picture->figure);
  seidel_plot_view_set_whole (seidel_runs_page_get_view (SEIDEL_RUNS_PAGE (self)), TRUE);
  seidel_runs_page_refresh (SEIDEL_RUNS_PAGE (self));
}

GtkWidget *
seidel_timing_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_TIMING_PAGE, NULL);
}
