/* Ritz values as a page. It follows the selected run of the list, on the frame clock while it is
 * live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-spectrum-page.h"

#include <glib/gi18n.h>

#include "draw/seidel-spectrum-picture.h"
#include "model/seidel-class.h"
#include "views/seidel-template.h"

#define UPDATE_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

struct _SeidelSpectrumPage
{
  SeidelRunsPage parent_instance;

  /* Template Widgets */
  GtkToggleButton *logarithmic;

  /* Owned */
  SeidelSpectrumPicture *picture;

  gint64 updated; /* monotonic time of the last update while live */
  gboolean relevant;
};

enum
{
  PROP_0,
  PROP_RELEVANT,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelSpectrumPage,
                               seidel_spectrum_page,
                               SEIDEL_TYPE_RUNS_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

static SeidelRunItem *
selected (SeidelSpectrumPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));

  return runs != NULL ? seidel_run_list_get_selected (runs) : NULL;
}

static char *
describe (SeidelRunsPage *page)
{
  return seidel_spectrum_picture_describe (SEIDEL_SPECTRUM_PAGE (page)->picture);
}

static void
update_relevant (SeidelSpectrumPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));
  const guint n = runs != NULL ? g_list_model_get_n_items (G_LIST_MODEL (runs)) : 0;
  gboolean relevant = FALSE;

  for (guint i = 0; i < n && !relevant; i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (G_LIST_MODEL (runs), i);

      relevant = seidel_trace_n_projections (seidel_run_item_get_trace (item)) > 0;
    }
  if (relevant == self->relevant)
    return;
  self->relevant = relevant;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RELEVANT]);
}

static gboolean
update_cb (gpointer data)
{
  SeidelSpectrumPage *self = data;
  gint64 now = g_get_monotonic_time ();

  /* Eigenvalues are computed, not read: a few times a second is enough. */
  if (now - self->updated < UPDATE_INTERVAL)
    return FALSE;
  self->updated = now;
  update_relevant (self);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self))
      || !seidel_spectrum_picture_update (self->picture, true))
    return FALSE;
  seidel_runs_page_describe_live (SEIDEL_RUNS_PAGE (self));
  return TRUE;
}

/* Eigenvalues take long enough to be felt: they are computed only while the page is in view. */
static void
runs_changed (SeidelRunsPage *page)
{
  SeidelSpectrumPage *self = SEIDEL_SPECTRUM_PAGE (page);
  SeidelPlotView *view = seidel_runs_page_get_view (page);
  SeidelRunItem *item = selected (self);
  gboolean live = item != NULL && seidel_run_item_get_live (item);
  g_autofree char *name = item != NULL ? seidel_run_item_get_long_title (item) : NULL;
  g_autofree char *title = NULL;

  update_relevant (self);
  seidel_plot_view_set_live (view, live ? update_cb : NULL, self);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (item != NULL)
    title = g_strdup_printf ("%u %s", seidel_run_item_get_number (item), name);
  self->picture->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  seidel_spectrum_picture_set_run (self->picture, title,
                                   item != NULL ? seidel_run_item_get_trace (item) : NULL,
                                   item != NULL ? seidel_run_item_get_color_index (item) : 0);
  seidel_spectrum_picture_update (self->picture, live);
  seidel_runs_page_show_plot (page, item != NULL);
}

static void
seidel_spectrum_page_draw (SeidelPage *page,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  seidel_spectrum_picture_draw (SEIDEL_SPECTRUM_PAGE (page)->picture, cr, width, height, theme);
}

static char *
seidel_spectrum_page_to_csv (SeidelPage *page)
{
  return seidel_spectrum_picture_to_csv (SEIDEL_SPECTRUM_PAGE (page)->picture);
}

static char *
seidel_spectrum_page_get_export_name (SeidelPage *page)
{
  return seidel_runs_page_name_export (selected (SEIDEL_SPECTRUM_PAGE (page)), "spectrum");
}

static void
seidel_spectrum_page_choose (SeidelPage *page, const char *key, int value)
{
  gtk_toggle_button_set_active (SEIDEL_SPECTRUM_PAGE (page)->logarithmic, value != 0);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_spectrum_page_draw;
  iface->to_csv = seidel_spectrum_page_to_csv;
  iface->get_export_name = seidel_spectrum_page_get_export_name;
  iface->choose = seidel_spectrum_page_choose;
}

static void
seidel_spectrum_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_spectrum_page_parent_class)->map (widget);
  seidel_runs_page_refresh (SEIDEL_RUNS_PAGE (widget));
}

static void
seidel_spectrum_page_finalize (GObject *object)
{
  seidel_spectrum_picture_free (SEIDEL_SPECTRUM_PAGE (object)->picture);

  G_OBJECT_CLASS (seidel_spectrum_page_parent_class)->finalize (object);
}

static void
seidel_spectrum_page_class_init (SeidelSpectrumPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SeidelRunsPageClass *page_class = SEIDEL_RUNS_PAGE_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_RELEVANT] =
      SEIDEL_PROPERTY (SeidelSpectrumPage, "relevant", G_TYPE_BOOLEAN, relevant, FALSE),
  };

  object_class->finalize = seidel_spectrum_page_finalize;
  widget_class->map = seidel_spectrum_page_map;
  page_class->runs_changed = runs_changed;
  page_class->describe = describe;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);

  seidel_template_bind (widget_class, "spectrum-page",
                        SEIDEL_TEMPLATE_CHILD (SeidelSpectrumPage, logarithmic));
  seidel_runs_page_class_bind_template (page_class);
}

static void
seidel_spectrum_page_init (SeidelSpectrumPage *self)
{
  self->picture = seidel_spectrum_picture_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (seidel_runs_page_get_view (SEIDEL_RUNS_PAGE (self)),
                               self->picture->figure);
  seidel_plot_view_set_whole (seidel_runs_page_get_view (SEIDEL_RUNS_PAGE (self)), TRUE);
  seidel_runs_page_refresh (SEIDEL_RUNS_PAGE (self));
}

GtkWidget *
seidel_spectrum_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_SPECTRUM_PAGE, NULL);
}
