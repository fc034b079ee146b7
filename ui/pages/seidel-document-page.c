/* What the pages about the open matrix have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-document-page.h"

#include <adwaita.h>

#include "model/seidel-class.h"

typedef struct
{
  /* Template Widgets */
  AdwStatusPage *empty;
  SeidelSelectionBar *selection_bar;

  /* Owned References */
  SeidelDocument *document;
  SeidelSelection *selection;
  GSignalGroup *of_document;
  GSignalGroup *of_selection;
} SeidelDocumentPagePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SeidelDocumentPage,
                                     seidel_document_page,
                                     SEIDEL_TYPE_RUNS_PAGE)

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_SELECTION,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static SeidelDocumentPagePrivate *
get_private (gpointer self)
{
  return seidel_document_page_get_instance_private (SEIDEL_DOCUMENT_PAGE (self));
}

static void
document_changed_cb (SeidelDocumentPage *self)
{
  SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->document_changed (self);
}

static void
runs_changed (SeidelRunsPage *page)
{
  SeidelDocumentPage *self = SEIDEL_DOCUMENT_PAGE (page);

  if (SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->runs_changed != NULL)
    SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->runs_changed (self);
}

static void
selection_changed_cb (SeidelDocumentPage *self)
{
  if (SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->selection_changed != NULL)
    SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->selection_changed (self);
}

static void
pointed_cb (SeidelDocumentPage *self)
{
  if (SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->pointed != NULL)
    SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->pointed (self);
}

static void
revealed_cb (SeidelDocumentPage *self, gint64 row)
{
  if (SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->revealed != NULL)
    SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->revealed (self, row);
}

static void
set_document (SeidelDocumentPage *self, SeidelDocument *document)
{
  SeidelDocumentPagePrivate *priv = get_private (self);

  if (!g_set_object (&priv->document, document))
    return;
  g_signal_group_set_target (priv->of_document, document);
  document_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
set_selection (SeidelDocumentPage *self, SeidelSelection *selection)
{
  SeidelDocumentPagePrivate *priv = get_private (self);

  if (!g_set_object (&priv->selection, selection))
    return;
  g_signal_group_set_target (priv->of_selection, selection);
  if (SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->selection_replaced != NULL)
    SEIDEL_DOCUMENT_PAGE_GET_CLASS (self)->selection_replaced (self, selection);
  seidel_selection_bar_set_selection (priv->selection_bar, selection);
  selection_changed_cb (self);
  pointed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

SeidelDocument *
seidel_document_page_get_document (SeidelDocumentPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT_PAGE (self), NULL);
  return get_private (self)->document;
}

SeidelMatrix *
seidel_document_page_get_matrix (SeidelDocumentPage *self)
{
  SeidelDocument *document = seidel_document_page_get_document (self);

  return document != NULL ? seidel_document_get_matrix (document) : NULL;
}

SeidelSelection *
seidel_document_page_get_selection (SeidelDocumentPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT_PAGE (self), NULL);
  return get_private (self)->selection;
}

SeidelSchedule *
seidel_document_page_get_schedule (SeidelDocumentPage *self, SeidelDirection direction)
{
  SeidelDocument *document = seidel_document_page_get_document (self);

  return document != NULL ? seidel_document_get_schedule (document, direction) : NULL;
}

void
seidel_document_page_set_direction (SeidelDocumentPage *self, SeidelDirection direction)
{
  g_return_if_fail (SEIDEL_IS_DOCUMENT_PAGE (self));
  seidel_selection_bar_set_direction (get_private (self)->selection_bar, direction);
}

void
seidel_document_page_point_at (SeidelDocumentPage *self, int64_t row)
{
  g_return_if_fail (SEIDEL_IS_DOCUMENT_PAGE (self));

  if (get_private (self)->selection != NULL)
    seidel_selection_point_at (get_private (self)->selection, row);
}

void
seidel_document_page_show_picture (SeidelDocumentPage *self)
{
  seidel_runs_page_show (SEIDEL_RUNS_PAGE (self), "picture", NULL);
}

void
seidel_document_page_show_empty (SeidelDocumentPage *self, const char *title, const char *reason)
{
  SeidelDocumentPagePrivate *priv = get_private (self);

  g_return_if_fail (SEIDEL_IS_DOCUMENT_PAGE (self));

  adw_status_page_set_title (priv->empty, title);
  adw_status_page_set_description (priv->empty, reason);
  seidel_runs_page_show (SEIDEL_RUNS_PAGE (self), "empty", title);
}

static void
row_picked_cb (SeidelDocumentPage *self, gint64 row, int pick)
{
  SeidelSelection *selection = get_private (self)->selection;

  if (selection != NULL)
    seidel_selection_pick_row (selection, row, (SeidelPick) pick);
}

static void
row_pointed_cb (SeidelDocumentPage *self, gint64 row)
{
  seidel_document_page_point_at (self, row);
}

static void
unpicked_cb (SeidelDocumentPage *self)
{
  SeidelSelection *selection = get_private (self)->selection;

  if (selection != NULL)
    seidel_selection_clear (selection);
}

static void
seidel_document_page_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  SeidelDocumentPage *self = SEIDEL_DOCUMENT_PAGE (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      set_document (self, g_value_get_object (value));
      break;
    case PROP_SELECTION:
      set_selection (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_document_page_dispose (GObject *object)
{
  SeidelDocumentPagePrivate *priv = get_private (object);

  g_clear_object (&priv->of_document);
  g_clear_object (&priv->of_selection);
  g_clear_object (&priv->document);
  g_clear_object (&priv->selection);

  G_OBJECT_CLASS (seidel_document_page_parent_class)->dispose (object);
}

void
seidel_document_page_class_bind_template (SeidelDocumentPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  seidel_runs_page_class_bind_template (SEIDEL_RUNS_PAGE_CLASS (klass));
  gtk_widget_class_bind_template_child_private (widget_class, SeidelDocumentPage, empty);
  gtk_widget_class_bind_template_child_private (widget_class, SeidelDocumentPage, selection_bar);
  gtk_widget_class_bind_template_callback (widget_class, row_picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_pointed_cb);
  gtk_widget_class_bind_template_callback (widget_class, unpicked_cb);
}

static void
seidel_document_page_class_init (SeidelDocumentPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_DOCUMENT] = SEIDEL_PROPERTY_PRIVATE (SeidelDocumentPage, "document", SEIDEL_TYPE_DOCUMENT,
                                               document, TRUE),
    [PROP_SELECTION] = SEIDEL_PROPERTY_PRIVATE (SeidelDocumentPage, "selection",
                                                SEIDEL_TYPE_SELECTION, selection, TRUE),
  };

  object_class->set_property = seidel_document_page_set_property;
  object_class->dispose = seidel_document_page_dispose;
  SEIDEL_RUNS_PAGE_CLASS (klass)->runs_changed = runs_changed;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_SELECTION_BAR);
}

static void
seidel_document_page_init (SeidelDocumentPage *self)
{
  SeidelDocumentPagePrivate *priv = get_private (self);

  priv->of_document = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (priv->of_document, "changed", G_CALLBACK (document_changed_cb),
                                  self);
  priv->of_selection = g_signal_group_new (SEIDEL_TYPE_SELECTION);
  g_signal_group_connect_swapped (priv->of_selection, "changed", G_CALLBACK (selection_changed_cb),
                                  self);
  g_signal_group_connect_swapped (priv->of_selection, "pointed", G_CALLBACK (pointed_cb), self);
  g_signal_group_connect_swapped (priv->of_selection, "revealed", G_CALLBACK (revealed_cb), self);
}
