/* The Matrix page: passes the document to the sparsity view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-matrix-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "draw/seidel-sparsity-text.h"
#include "model/seidel-selection.h"
#include "pages/seidel-levels-link.h"
#include "pages/seidel-selection-bar.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-read-out.h"
#include "views/seidel-template.h"
#include "views/seidel-tool-row.h"

#define SPINNER_DELAY 300 /* ms: what is shorter needs no sign */

struct _SeidelMatrixPage
{
  GtkWidget parent_instance;

  /* Template widgets. */
  GtkStack *stack;
  GtkDropDown *colors;
  GtkMenuButton *order;
  GtkSpinner *spinner;
  GtkLabel *zoom_label;
  SeidelSparsityView *view;
  GtkDropDown *overlay;
  GtkToggleButton *levels_toggle;
  SeidelPlotView *chart;
  SeidelSelectionBar *selection_bar;

  /* Owned. */
  SeidelDocument *document;
  SeidelSelection *selection;
  SeidelLevelsPicture *levels; /* of the chart */
  SeidelLevelsLink *link;
  GSignalGroup *document_signals;
  guint spinner_source;
};

/* The ways to colour, in the order of the list. */
static const struct
{
  const char *id;
  const char *name;
  SeidelSparsityMode mode;
  SeidelDirection direction; /* of the levels; also read out while colouring by density */
} choices[] = {
  { "density", N_ ("Density"), SEIDEL_SPARSITY_DENSITY, SEIDEL_DIRECTION_FORWARD },
  { "forward", N_ ("Forward level"), SEIDEL_SPARSITY_LEVEL, SEIDEL_DIRECTION_FORWARD },
  { "backward", N_ ("Backward level"), SEIDEL_SPARSITY_LEVEL, SEIDEL_DIRECTION_BACKWARD },
};

/* What is drawn over the entries, in the order of the list. */
enum
{
  OVERLAY_NOTHING,
  OVERLAY_DEPENDENCIES,
  OVERLAY_CRITICAL_PATH,
};
static const char *const overlays[] = { N_ ("No dependencies"), N_ ("Dependencies of a row"),
                                        N_ ("Critical path") };

static void seidel_matrix_page_page_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelMatrixPage,
                               seidel_matrix_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE,
                                                      seidel_matrix_page_page_init))

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_SELECTION,
  N_PROPERTIES
};
static GParamSpec *properties[N_PROPERTIES];

static guint
selected_choice (SeidelMatrixPage *self)
{
  guint selected = gtk_drop_down_get_selected (self->colors);

  return selected < G_N_ELEMENTS (choices) ? selected : 0;
}

/* Draws what the selection knows of the row pointed at, and follows it in the chart. */
static void
update_overlay (SeidelMatrixPage *self)
{
  const SeidelDirection direction = choices[selected_choice (self)].direction;
  const guint overlay = gtk_drop_down_get_selected (self->overlay);
  const int64_t row = self->selection != NULL ? seidel_selection_get_pointed (self->selection) : -1;
  SeidelChains *chains = NULL;
  g_autoptr (SeidelTrail) trail = NULL;

  if (self->selection != NULL
      && (overlay == OVERLAY_CRITICAL_PATH || (overlay == OVERLAY_DEPENDENCIES && row >= 0)))
    chains = seidel_selection_get_chains (self->selection, direction);
  if (chains != NULL)
    trail = seidel_trail_new (chains, seidel_document_get_matrix (self->document)->csr,
                              overlay == OVERLAY_CRITICAL_PATH ? -1 : row);
  seidel_sparsity_view_set_trail (self->view, trail);
  if (row >= 0 && self->levels->schedules[direction] != NULL)
    seidel_plot_view_show_x (self->chart, 0, self->levels->schedules[direction]->level_of_row[row]);
}

/* The chart of the levels, of one direction. */
static void
update_chart (SeidelMatrixPage *self)
{
  const SeidelDirection direction = choices[selected_choice (self)].direction;
  const gboolean shown = gtk_toggle_button_get_active (self->levels_toggle);
  SeidelSchedule *schedules[2] = { NULL, NULL };

  if (self->document != NULL && shown)
    schedules[direction] = seidel_document_get_schedule (self->document, direction);
  gtk_widget_set_visible (GTK_WIDGET (self->chart), schedules[direction] != NULL);
  for (guint d = 0; d < G_N_ELEMENTS (schedules); d++)
    self->levels->show[d] = d == direction;
  if (schedules[0] != self->levels->schedules[0] || schedules[1] != self->levels->schedules[1])
    {
      seidel_levels_picture_set_schedules (self->levels, NULL, schedules[0], schedules[1]);
      seidel_levels_link_refresh (self->link);
    }
  seidel_levels_picture_update (self->levels);
  seidel_plot_view_changed (self->chart);
  seidel_selection_bar_set_direction (self->selection_bar, direction);
}

static void
colors_changed_cb (SeidelMatrixPage *self)
{
  guint choice = selected_choice (self);
  SeidelSchedule *schedule = NULL;

  if (self->document != NULL)
    schedule = seidel_document_get_schedule (self->document, choices[choice].direction);
  seidel_sparsity_view_set_schedule (self->view, schedule);
  seidel_sparsity_view_set_mode (self->view, choices[choice].mode);
  update_chart (self);
  update_overlay (self);
}

static void
overlay_changed_cb (SeidelMatrixPage *self)
{
  update_overlay (self);
}

static void
row_picked_cb (SeidelMatrixPage *self, gint64 row, int pick)
{
  if (self->selection != NULL)
    seidel_selection_pick_row (self->selection, row, (SeidelPick) pick);
}

static void
unpicked_cb (SeidelMatrixPage *self)
{
  if (self->selection != NULL)
    seidel_selection_clear (self->selection);
}

static void
row_pointed_cb (SeidelMatrixPage *self, gint64 row)
{
  if (self->selection != NULL)
    seidel_selection_point_at (self->selection, row);
}

static void
selection_changed_cb (SeidelMatrixPage *self)
{
  seidel_sparsity_view_set_lit (self->view, self->selection != NULL
                                              ? seidel_selection_get_rows (self->selection)
                                              : NULL);
}

/* Why there are no levels to colour by; NULL when there are. */
static const char *
why_no_levels (SeidelMatrixPage *self)
{
  const SeidelCsr *csr;

  if (self->document == NULL)
    return NULL;
  csr = seidel_document_get_matrix (self->document)->csr;
  if (csr->rows != csr->columns)
    return _ ("Only a square matrix has dependency levels");
  if (seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_FORWARD) != NULL
      && seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_BACKWARD) != NULL)
    return NULL;
  if (seidel_document_get_analysing (self->document))
    return _ ("The dependency levels are still being computed");
  return _ ("The dependency levels could not be computed");
}

static void
analysis_changed_cb (SeidelMatrixPage *self)
{
  const char *reason = why_no_levels (self);

  gtk_widget_set_sensitive (GTK_WIDGET (self->colors), reason == NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->colors),
                               reason != NULL ? reason : _ ("Meaning of the colours"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->overlay), reason == NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->levels_toggle), reason == NULL);
  colors_changed_cb (self);
}

static void
zoom_text_changed_cb (SeidelMatrixPage *self)
{
  gtk_label_set_text (self->zoom_label, seidel_sparsity_view_get_zoom_text (self->view));
}

static gboolean
spin_cb (gpointer user_data)
{
  SeidelMatrixPage *self = user_data;

  self->spinner_source = 0;
  gtk_spinner_start (self->spinner);
  return G_SOURCE_REMOVE;
}

static void
sharp_changed_cb (SeidelMatrixPage *self)
{
  if (seidel_sparsity_view_get_sharp (self->view))
    {
      g_clear_handle_id (&self->spinner_source, g_source_remove);
      gtk_spinner_stop (self->spinner);
    }
  else if (self->spinner_source == 0)
    self->spinner_source = g_timeout_add (SPINNER_DELAY, spin_cb, self);
}

/* The menu's items are commands of the window, which also keep the state. */
static void
fill_orders (SeidelMatrixPage *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  size_t n;
  const SeidelOrdering *orderings = seidel_orderings (&n);

  for (size_t i = 0; i < n; i++)
    {
      SeidelOrderingSpec spec = { &orderings[i], orderings[i].takes_seed ? 1 : 0 };
      g_autofree char *text = seidel_ordering_spec_to_text (&spec);
      g_autoptr (GMenuItem) item = g_menu_item_new (orderings[i].name, NULL);

      g_menu_item_set_action_and_target (item, "win.order", "s", text);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->order, G_MENU_MODEL (menu));
}

static void
update_order (SeidelMatrixPage *self)
{
  const SeidelMatrix *matrix =
    self->document != NULL ? seidel_document_get_matrix (self->document) : NULL;
  g_autofree char *why_not = matrix != NULL ? seidel_document_refuse_order (self->document) : NULL;
  SeidelOrderingSpec spec;

  gtk_widget_set_sensitive (GTK_WIDGET (self->order), matrix != NULL && why_not == NULL);
  if (matrix == NULL || !seidel_ordering_spec_parse (matrix->ordering, &spec, NULL))
    return;
  gtk_menu_button_set_label (self->order, spec.ordering->name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->order),
                               why_not != NULL ? why_not : spec.ordering->sentence);
}

static void
set_document (SeidelMatrixPage *self, SeidelDocument *document)
{
  if (!g_set_object (&self->document, document))
    return;
  g_signal_group_set_target (self->document_signals, document);
  seidel_sparsity_view_set_matrix (self->view,
                                   document != NULL ? seidel_document_get_matrix (document) : NULL);
  gtk_stack_set_visible_child_name (self->stack, document != NULL ? "picture" : "empty");
  update_order (self);
  analysis_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
set_selection (SeidelMatrixPage *self, SeidelSelection *selection)
{
  if (self->selection == selection)
    return;
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    {
      g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (selection, "pointed", G_CALLBACK (update_overlay), self,
                               G_CONNECT_SWAPPED);
    }
  seidel_levels_link_set_selection (self->link, selection);
  seidel_selection_bar_set_selection (self->selection_bar, selection);
  selection_changed_cb (self);
  update_overlay (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

static void
seidel_matrix_page_draw (SeidelPage *page,
                         cairo_t *cr,
                         double width,
                         double height,
                         const SeidelTheme *theme)
{
  const SeidelSparsityPicture *shown =
    seidel_sparsity_view_get_picture (SEIDEL_MATRIX_PAGE (page)->view);
  g_autoptr (SeidelSparsityPicture) picture = NULL;

  if (shown == NULL)
    return;
  /* The cursor belongs to the screen. */
  picture = seidel_sparsity_picture_copy (shown);
  picture->cursor_row = picture->cursor_column = -1;
  seidel_sparsity_picture_draw (picture, cr, width, height, theme);
}

static char *
seidel_matrix_page_to_csv (SeidelPage *page)
{
  GtkWidget *view = GTK_WIDGET (SEIDEL_MATRIX_PAGE (page)->view);
  const SeidelSparsityPicture *picture =
    seidel_sparsity_view_get_picture (SEIDEL_SPARSITY_VIEW (view));
  SeidelTheme theme = seidel_theme_get (false);

  if (picture == NULL)
    return NULL;
  return seidel_sparsity_picture_to_csv (picture, MAX (1, gtk_widget_get_width (view)),
                                         MAX (1, gtk_widget_get_height (view)), &theme);
}

static char *
seidel_matrix_page_get_export_name (SeidelPage *page)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (page);
  const char *title =
    self->document != NULL ? seidel_document_get_title (self->document) : "matrix";

  return g_strdup_printf ("%s-sparsity", title);
}

static void
seidel_matrix_page_zoom (SeidelPage *page, double factor)
{
  seidel_sparsity_view_zoom (SEIDEL_MATRIX_PAGE (page)->view, factor);
}

static void
seidel_matrix_page_fit (SeidelPage *page)
{
  seidel_sparsity_view_fit (SEIDEL_MATRIX_PAGE (page)->view);
}

static void
seidel_matrix_page_page_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_matrix_page_draw;
  iface->to_csv = seidel_matrix_page_to_csv;
  iface->get_export_name = seidel_matrix_page_get_export_name;
  iface->zoom = seidel_matrix_page_zoom;
  iface->fit = seidel_matrix_page_fit;
}

static void
seidel_matrix_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_DOCUMENT)
    g_value_set_object (value, SEIDEL_MATRIX_PAGE (object)->document);
  else if (id == PROP_SELECTION)
    g_value_set_object (value, SEIDEL_MATRIX_PAGE (object)->selection);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
seidel_matrix_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_DOCUMENT)
    set_document (SEIDEL_MATRIX_PAGE (object), g_value_get_object (value));
  else if (id == PROP_SELECTION)
    set_selection (SEIDEL_MATRIX_PAGE (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
seidel_matrix_page_dispose (GObject *object)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (object);

  g_clear_handle_id (&self->spinner_source, g_source_remove);
  g_clear_object (&self->document_signals);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  if (self->link != NULL)
    {
      seidel_plot_view_set_figure (self->chart, NULL);
      g_clear_pointer (&self->link, seidel_levels_link_free);
    }
  g_clear_object (&self->document);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_MATRIX_PAGE);

  G_OBJECT_CLASS (seidel_matrix_page_parent_class)->dispose (object);
}

static void
seidel_matrix_page_finalize (GObject *object)
{
  seidel_levels_picture_free (SEIDEL_MATRIX_PAGE (object)->levels);

  G_OBJECT_CLASS (seidel_matrix_page_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelMatrixPage, name)

static void
seidel_matrix_page_class_init (SeidelMatrixPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = seidel_matrix_page_get_property;
  object_class->set_property = seidel_matrix_page_set_property;
  object_class->dispose = seidel_matrix_page_dispose;
  object_class->finalize = seidel_matrix_page_finalize;

  properties[PROP_DOCUMENT] =
    g_param_spec_object ("document", NULL, NULL, SEIDEL_TYPE_DOCUMENT,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTION] =
    g_param_spec_object ("selection", NULL, NULL, SEIDEL_TYPE_SELECTION,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  g_type_ensure (SEIDEL_TYPE_READ_OUT);
  g_type_ensure (SEIDEL_TYPE_SELECTION_BAR);
  g_type_ensure (SEIDEL_TYPE_SPARSITY_VIEW);
  g_type_ensure (SEIDEL_TYPE_TOOL_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  seidel_template_bind (widget_class, "matrix-page", CHILD (stack), CHILD (colors), CHILD (order),
                        CHILD (spinner), CHILD (zoom_label), CHILD (view), CHILD (overlay),
                        CHILD (levels_toggle), CHILD (chart), CHILD (selection_bar));
  gtk_widget_class_bind_template_callback (widget_class, colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, analysis_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, overlay_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_pointed_cb);
  gtk_widget_class_bind_template_callback (widget_class, unpicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, zoom_text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, sharp_changed_cb);
}

static void
seidel_matrix_page_init (SeidelMatrixPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) overlay_names = gtk_string_list_new (NULL);

  self->levels = seidel_levels_picture_new ();
  self->levels->caption = false;
  self->levels->measure = SEIDEL_LEVEL_NOTHING;
  self->document_signals = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->document_signals, "changed",
                                  G_CALLBACK (analysis_changed_cb), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->link = seidel_levels_link_new (self->chart, self->levels);
  seidel_plot_view_set_figure (self->chart, self->levels->figure);
  for (guint i = 0; i < G_N_ELEMENTS (overlays); i++)
    gtk_string_list_append (overlay_names, _ (overlays[i]));
  gtk_drop_down_set_model (self->overlay, G_LIST_MODEL (overlay_names));
  gtk_drop_down_set_selected (self->overlay, OVERLAY_DEPENDENCIES);
  seidel_drop_down_init (self->overlay, _ ("Over the entries"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    gtk_string_list_append (names, _ (choices[i].name));
  gtk_drop_down_set_model (self->colors, G_LIST_MODEL (names));
  seidel_drop_down_init (self->colors, NULL, (SeidelDropDownText) gtk_string_object_get_string);
  /* The button inside, which has the focus, is named by the order that it shows. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (
                                    gtk_widget_get_first_child (GTK_WIDGET (self->order))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Order"), -1);
  fill_orders (self);
}

GtkWidget *
seidel_matrix_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_MATRIX_PAGE, NULL);
}

void
seidel_matrix_page_set_colors (SeidelMatrixPage *self, const char *id)
{
  g_return_if_fail (SEIDEL_IS_MATRIX_PAGE (self));
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (g_str_equal (choices[i].id, id))
      gtk_drop_down_set_selected (self->colors, i);
}

SeidelSparsityView *
seidel_matrix_page_get_view (SeidelMatrixPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_MATRIX_PAGE (self), NULL);
  return self->view;
}
