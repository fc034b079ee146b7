/* What the pages that know the runs have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-runs-page.h"

#include <glib/gi18n.h>

#include "model/seidel-class.h"
#include "views/seidel-aside.h"
#include "views/seidel-read-out.h"
#include "views/seidel-tool-row.h"

typedef struct
{
  /* Template Widgets */
  GtkWidget *tools;
  GtkStack *stack;
  SeidelPlotView *view;

  /* Owned References */
  SeidelRunList *runs;
  GSignalGroup *of_runs;

  gint64 described; /* monotonic time of the last description */
} SeidelRunsPagePrivate;

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (SeidelRunsPage,
                                  seidel_runs_page,
                                  GTK_TYPE_WIDGET,
                                  G_ADD_PRIVATE (SeidelRunsPage)
                                    G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

enum
{
  PROP_0,
  PROP_RUNS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static SeidelRunsPagePrivate *
get_private (gpointer self)
{
  return seidel_runs_page_get_instance_private (SEIDEL_RUNS_PAGE (self));
}

static void
describe (SeidelRunsPage *self)
{
  SeidelRunsPagePrivate *priv = get_private (self);
  g_autofree char *text = SEIDEL_RUNS_PAGE_GET_CLASS (self)->describe (self);

  seidel_plot_view_set_description (priv->view, text);
  priv->described = g_get_monotonic_time ();
}

static void
runs_changed_cb (SeidelRunsPage *self)
{
  seidel_runs_page_refresh (self);
}

static void
set_runs (SeidelRunsPage *self, SeidelRunList *runs)
{
  SeidelRunsPagePrivate *priv = get_private (self);

  if (!g_set_object (&priv->runs, runs))
    return;
  g_signal_group_set_target (priv->of_runs, runs);
  seidel_runs_page_refresh (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNS]);
}

SeidelRunList *
seidel_runs_page_get_runs (SeidelRunsPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUNS_PAGE (self), NULL);
  return get_private (self)->runs;
}

SeidelPlotView *
seidel_runs_page_get_view (SeidelRunsPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUNS_PAGE (self), NULL);
  return get_private (self)->view;
}

gboolean
seidel_runs_page_shows_runs (GtkWidget *page)
{
  return SEIDEL_IS_RUNS_PAGE (page) && get_private (page)->view != NULL;
}

char *
seidel_runs_page_name_export (SeidelRunItem *item, const char *what)
{
  if (item == NULL)
    return g_strdup (what);
  return g_strdup_printf ("%s-%s-%u", seidel_run_item_get_matrix_name (item), what,
                          seidel_run_item_get_number (item));
}

void
seidel_runs_page_show (SeidelRunsPage *self, const char *name, const char *why_empty)
{
  SeidelRunsPagePrivate *priv = get_private (self);

  g_return_if_fail (SEIDEL_IS_RUNS_PAGE (self));

  gtk_stack_set_visible_child_name (priv->stack, why_empty == NULL ? name : "empty");
  gtk_widget_set_sensitive (priv->tools, why_empty == NULL);
  gtk_widget_set_tooltip_text (priv->tools, why_empty);
}

void
seidel_runs_page_show_plot (SeidelRunsPage *self, gboolean plot)
{
  seidel_runs_page_show (self, "plot", plot ? NULL : _ ("There is no run yet: press Solve"));
}

void
seidel_runs_page_redraw (SeidelRunsPage *self)
{
  g_return_if_fail (SEIDEL_IS_RUNS_PAGE (self));

  describe (self);
  seidel_plot_view_changed (get_private (self)->view);
}

void
seidel_runs_page_describe_live (SeidelRunsPage *self)
{
  g_return_if_fail (SEIDEL_IS_RUNS_PAGE (self));

  if (g_get_monotonic_time () - get_private (self)->described >= G_USEC_PER_SEC)
    describe (self);
}

void
seidel_runs_page_refresh (SeidelRunsPage *self)
{
  g_return_if_fail (SEIDEL_IS_RUNS_PAGE (self));

  SEIDEL_RUNS_PAGE_GET_CLASS (self)->runs_changed (self);
  if (get_private (self)->view != NULL)
    seidel_runs_page_redraw (self);
}

static void
seidel_runs_page_zoom (SeidelPage *page, double factor)
{
  seidel_plot_view_zoom (get_private (page)->view, factor);
}

static void
seidel_runs_page_fit (SeidelPage *page)
{
  seidel_plot_view_fit (get_private (page)->view);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->zoom = seidel_runs_page_zoom;
  iface->fit = seidel_runs_page_fit;
}

static void
seidel_runs_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_RUNS:
      set_runs (SEIDEL_RUNS_PAGE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_runs_page_dispose (GObject *object)
{
  SeidelRunsPagePrivate *priv = get_private (object);

  g_clear_object (&priv->of_runs);
  g_clear_object (&priv->runs);
  /* The view may outlive the page for a moment; the picture of the derived page does not. */
  if (priv->view != NULL)
    {
      seidel_plot_view_set_live (priv->view, NULL, NULL);
      seidel_plot_view_set_figure (priv->view, NULL);
    }
  gtk_widget_dispose_template (GTK_WIDGET (object), G_OBJECT_TYPE (object));

  G_OBJECT_CLASS (seidel_runs_page_parent_class)->dispose (object);
}

void
seidel_runs_page_class_bind_template (SeidelRunsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_bind_template_child_private (widget_class, SeidelRunsPage, tools);
  gtk_widget_class_bind_template_child_private (widget_class, SeidelRunsPage, stack);
  if (klass->describe != NULL)
    gtk_widget_class_bind_template_child_private (widget_class, SeidelRunsPage, view);
  gtk_widget_class_bind_template_callback (widget_class, runs_changed_cb);
}

static void
seidel_runs_page_class_init (SeidelRunsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_RUNS] =
      SEIDEL_PROPERTY_PRIVATE (SeidelRunsPage, "runs", SEIDEL_TYPE_RUN_LIST, runs, TRUE),
  };

  object_class->set_property = seidel_runs_page_set_property;
  object_class->dispose = seidel_runs_page_dispose;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  g_type_ensure (SEIDEL_TYPE_ASIDE);
  g_type_ensure (SEIDEL_TYPE_READ_OUT);
  g_type_ensure (SEIDEL_TYPE_TOOL_ROW);
}

static void
seidel_runs_page_init (SeidelRunsPage *self)
{
  SeidelRunsPagePrivate *priv = get_private (self);

  priv->of_runs = g_signal_group_new (SEIDEL_TYPE_RUN_LIST);
  g_signal_group_connect_swapped (priv->of_runs, "changed", G_CALLBACK (runs_changed_cb), self);
  g_signal_group_connect_swapped (priv->of_runs, "notify", G_CALLBACK (runs_changed_cb), self);
}
