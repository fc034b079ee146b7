/* The hierarchy of the selected run. It is made again for the page, with the parameters of the run,
 * while the page is visible: a run does not keep its levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-multigrid-page.h"

#include <glib/gi18n.h>

#include "io/seidel-loader.h"
#include "model/seidel-class.h"
#include "views/seidel-hierarchy-view.h"
#include "views/seidel-template.h"

struct _SeidelMultigridPage
{
  SeidelDocumentPage parent_instance;

  /* Template Widgets */
  SeidelHierarchyView *view;

  /* Of the report that is shown or being made. */
  SeidelMatrix *matrix; /* owned; NULL: there is none */
  SeidelOptions options;
  char *title;
  GCancellable *cancellable; /* of the worker */

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

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelMultigridPage,
                               seidel_multigrid_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

/* What was carried out, of an automatic run, too. */
static const SeidelOptions *
options_of (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (item);

  return outcome != NULL ? &outcome->options : seidel_run_item_get_options (item);
}

static void
cancel_making (SeidelMultigridPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->matrix, seidel_matrix_unref);
}

static void
show_empty (SeidelMultigridPage *self, const char *title, const char *reason)
{
  seidel_hierarchy_view_set_picture (self->view, NULL);
  seidel_document_page_show_empty (SEIDEL_DOCUMENT_PAGE (self), title, reason);
}

/* What the worker makes. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelOptions options;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  seidel_matrix_unref (making->matrix);
  g_clear_pointer (&making->structure, seidel_structure_unref);
  g_free (making);
}

static void
make_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Making *making = task_data;
  GError *error = NULL;
  g_autoptr (SeidelHierarchyReport) report =
    seidel_hierarchy_report_new (making->matrix, making->structure, &making->options,
                                 seidel_load_matrix, cancellable, &error);

  if (report == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&report),
                           (GDestroyNotify) seidel_hierarchy_report_unref);
}

/* A cancelled task belongs to another run or matrix: both happen on this thread only. */
static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelHierarchyReport) report = g_task_propagate_pointer (G_TASK (result), &error);
  SeidelMultigridPage *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  if (report == NULL)
    {
      show_empty (self, _ ("The hierarchy cannot be shown"), error->message);
      return;
    }
  seidel_hierarchy_view_set_picture (self->view,
                                     seidel_hierarchy_picture_new (report, self->title));
  seidel_document_page_show_picture (SEIDEL_DOCUMENT_PAGE (self));
}

static void
make (SeidelMultigridPage *self, SeidelRunItem *item)
{
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));
  SeidelStructure *structure = seidel_document_get_structure (document);
  g_autoptr (GTask) task = NULL;
  Making *making = g_new0 (Making, 1);

  cancel_making (self);
  self->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  self->options = *options_of (item);
  show_empty (self, _ ("Making the hierarchy…"), NULL);
  making->matrix = seidel_matrix_ref (self->matrix);
  making->structure = structure != NULL ? seidel_structure_ref (structure) : NULL;
  making->options = self->options;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, made_cb, self);
  g_task_set_source_tag (task, make);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}

/* Whether the hierarchy that is shown, or on its way, is that of this run, too. */
static gboolean
is_made_for (SeidelMultigridPage *self, SeidelRunItem *item)
{
  const SeidelOptions *options = options_of (item);

  if (self->matrix != seidel_document_page_get_matrix (SEIDEL_DOCUMENT_PAGE (self)))
    return FALSE;
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (self->options.parameters[p] != options->parameters[p])
      return FALSE;
  return TRUE;
}

/* Several runs may have the same hierarchy. */
static void
set_title (SeidelMultigridPage *self, SeidelRunItem *item)
{
  g_autofree char *name = seidel_run_item_get_long_title (item);

  g_free (self->title);
  self->title = seidel_run_item_get_name (item) != NULL
                  ? seidel_run_item_get_label (item)
                  : g_strdup_printf ("%u %s", seidel_run_item_get_number (item), name);
  seidel_hierarchy_view_set_title (self->view, self->title);
}

static void
update_relevant (SeidelMultigridPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));
  const guint n = runs != NULL ? g_list_model_get_n_items (G_LIST_MODEL (runs)) : 0;
  gboolean relevant = FALSE;

  for (guint i = 0; i < n && !relevant; i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (G_LIST_MODEL (runs), i);

      relevant = seidel_options_use_multigrid (options_of (item));
    }
  if (relevant == self->relevant)
    return;
  self->relevant = relevant;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RELEVANT]);
}

/* Another run or matrix. The hierarchy is made only while the page is in view: it takes time and
 * memory, and may never be looked at. */
static void
update (SeidelDocumentPage *page)
{
  SeidelMultigridPage *self = SEIDEL_MULTIGRID_PAGE (page);
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (page));
  SeidelRunItem *item = runs != NULL ? seidel_run_list_get_selected (runs) : NULL;
  SeidelDocument *document = seidel_document_page_get_document (page);
  const char *reason = NULL;

  update_relevant (self);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (item == NULL || !seidel_options_use_multigrid (options_of (item)))
    reason = _ ("Solve with multigrid as the method or the preconditioner, or select such a run.");
  else if (document == NULL || !seidel_run_item_is_of (item, document))
    reason = _ ("The selected run solved with another matrix, or in another order of its rows.");
  else if (seidel_run_item_get_live (item) && !is_made_for (self, item))
    reason = _ ("The selected run is not over yet.");
  if (reason != NULL)
    {
      cancel_making (self);
      show_empty (self, _ ("No hierarchy to show"), reason);
      return;
    }
  set_title (self, item);
  if (!is_made_for (self, item))
    make (self, item);
}

static void
seidel_multigrid_page_draw (SeidelPage *page,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  SeidelHierarchyPicture *picture =
    seidel_hierarchy_view_get_picture (SEIDEL_MULTIGRID_PAGE (page)->view);

  /* In full, at this size: not with what is on the screen. */
  if (picture != NULL)
    seidel_hierarchy_picture_draw (picture, cr, width, height, theme);
}

static char *
seidel_multigrid_page_to_csv (SeidelPage *page)
{
  SeidelHierarchyPicture *picture =
    seidel_hierarchy_view_get_picture (SEIDEL_MULTIGRID_PAGE (page)->view);

  return picture != NULL ? seidel_hierarchy_picture_to_csv (picture) : NULL;
}

static char *
seidel_multigrid_page_get_export_name (SeidelPage *page)
{
  SeidelMatrix *matrix = SEIDEL_MULTIGRID_PAGE (page)->matrix;

  return matrix != NULL ? g_strdup_printf ("%s-multigrid", matrix->name) : g_strdup ("multigrid");
}

/* All of it is always in view. */
static void
seidel_multigrid_page_zoom (SeidelPage *page, double factor)
{
}

static void
seidel_multigrid_page_fit (SeidelPage *page)
{
}

static void
seidel_multigrid_page_withhold (SeidelPage *page, gboolean withheld)
{
  seidel_hierarchy_view_set_withheld (SEIDEL_MULTIGRID_PAGE (page)->view, withheld);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->withhold = seidel_multigrid_page_withhold;
  iface->draw = seidel_multigrid_page_draw;
  iface->to_csv = seidel_multigrid_page_to_csv;
  iface->get_export_name = seidel_multigrid_page_get_export_name;
  iface->zoom = seidel_multigrid_page_zoom;
  iface->fit = seidel_multigrid_page_fit;
}

static void
seidel_multigrid_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_multigrid_page_parent_class)->map (widget);
  update (SEIDEL_DOCUMENT_PAGE (widget));
}

static void
seidel_multigrid_page_dispose (GObject *object)
{
  cancel_making (SEIDEL_MULTIGRID_PAGE (object));
  g_clear_pointer (&SEIDEL_MULTIGRID_PAGE (object)->title, g_free);

  G_OBJECT_CLASS (seidel_multigrid_page_parent_class)->dispose (object);
}

static void
seidel_multigrid_page_class_init (SeidelMultigridPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SeidelDocumentPageClass *page_class = SEIDEL_DOCUMENT_PAGE_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_RELEVANT] =
      SEIDEL_PROPERTY (SeidelMultigridPage, "relevant", G_TYPE_BOOLEAN, relevant, FALSE),
  };

  object_class->dispose = seidel_multigrid_page_dispose;
  widget_class->map = seidel_multigrid_page_map;
  page_class->document_changed = update;
  page_class->runs_changed = update;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_HIERARCHY_VIEW);
  seidel_template_bind (widget_class, "multigrid-page",
                        SEIDEL_TEMPLATE_CHILD (SeidelMultigridPage, view));
  seidel_document_page_class_bind_template (page_class);
}

static void
seidel_multigrid_page_init (SeidelMultigridPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
seidel_multigrid_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_MULTIGRID_PAGE, NULL);
}
