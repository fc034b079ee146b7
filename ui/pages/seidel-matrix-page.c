/* The Matrix page: passes the document to the sparsity view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-matrix-page.h"

#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "draw/seidel-sparsity-text.h"
#include "draw/seidel-translate.h"
#include "io/formats/seidel-reading.h"
#include "pages/seidel-levels-link.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

#define SPINNER_DELAY 300 /* ms: what is shorter needs no sign */

struct _SeidelMatrixPage
{
  SeidelDocumentPage parent_instance;

  /* Template widgets. */
  GtkDropDown *colors;
  GtkMenuButton *order;
  GtkSpinner *spinner;
  GtkWidget *reading_row;
  GtkLabel *reading_label;
  GtkLabel *zoom_label;
  SeidelSparsityView *view;
  GtkDropDown *overlay;
  GtkToggleButton *levels_toggle;
  SeidelPlotView *chart;

  /* Owned. */
  SeidelLevelsPicture *levels; /* of the chart */
  SeidelLevelsLink *link;
  guint spinner_source;
  GCancellable *dividing; /* the rows among ranks; NULL: it is not under way */
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
  { "magnitude", N_ ("Magnitude"), SEIDEL_SPARSITY_MAGNITUDE, SEIDEL_DIRECTION_FORWARD },
  { "sign", N_ ("Sign"), SEIDEL_SPARSITY_SIGN, SEIDEL_DIRECTION_FORWARD },
};

/* What is drawn over the entries, in the order of the list. */
enum
{
  OVERLAY_NOTHING,
  OVERLAY_DEPENDENCIES,
  OVERLAY_CRITICAL_PATH,
};
static const struct
{
  const char *name;
  int ranks; /* whose borders are shown; 0: none */
} overlays[] = {
  [OVERLAY_NOTHING] = { N_ ("No dependencies"), 0 },
  [OVERLAY_DEPENDENCIES] = { N_ ("Dependencies of a row"), 0 },
  [OVERLAY_CRITICAL_PATH] = { N_ ("Critical path"), 0 },
  { N_ ("Borders of 2 ranks"), 2 },
  { N_ ("Borders of 4 ranks"), 4 },
  { N_ ("Borders of 16 ranks"), 16 },
};

static void seidel_matrix_page_page_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelMatrixPage,
                               seidel_matrix_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE,
                                                      seidel_matrix_page_page_init))

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
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));
  const int64_t row = selection != NULL ? seidel_selection_get_pointed (selection) : -1;
  SeidelChains *chains = NULL;
  g_autoptr (SeidelTrail) trail = NULL;

  if (selection != NULL
      && (overlay == OVERLAY_CRITICAL_PATH || (overlay == OVERLAY_DEPENDENCIES && row >= 0)))
    chains = seidel_selection_get_chains (selection, direction);
  if (chains != NULL)
    trail =
      seidel_trail_new (chains, seidel_document_page_get_matrix (SEIDEL_DOCUMENT_PAGE (self))->csr,
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

  if (shown)
    schedules[direction] =
      seidel_document_page_get_schedule (SEIDEL_DOCUMENT_PAGE (self), direction);
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
  seidel_document_page_set_direction (SEIDEL_DOCUMENT_PAGE (self), direction);
}

static void
colors_changed_cb (SeidelMatrixPage *self)
{
  guint choice = selected_choice (self);

  seidel_sparsity_view_set_schedule (self->view,
                                     seidel_document_page_get_schedule (SEIDEL_DOCUMENT_PAGE (self),
                                                                        choices[choice].direction));
  seidel_sparsity_view_set_mode (self->view, choices[choice].mode);
  update_chart (self);
  update_overlay (self);
}

/* What a worker needs for the borders of ranks. */
typedef struct
{
  SeidelMatrix *matrix;
  int ranks;
} Division;

static void
division_free (gpointer data)
{
  Division *division = data;

  seidel_matrix_unref (division->matrix);
  g_free (division);
}

static void
divide_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Division *division = data;
  GError *error = NULL;
  SeidelBorders *borders = NULL;
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ENTRIES, division->matrix->csr, division->ranks, NULL,
                          cancellable, &error);

  if (partition != NULL)
    borders = seidel_borders_new (partition, division->matrix->csr, cancellable, &error);
  if (borders != NULL)
    g_task_return_pointer (task, borders, (GDestroyNotify) seidel_borders_unref);
  else
    g_task_return_error (task, error);
}

/* The rows that read columns of others are selected, so that they stand out in the levels too. */
static void
divided_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (source);
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));
  g_autoptr (SeidelBorders) borders = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->dividing)
    return;
  g_clear_object (&self->dividing);
  seidel_sparsity_view_set_borders (self->view, borders);
  if (borders != NULL && selection != NULL && borders->crossing->count > 0)
    seidel_selection_pick_set (selection, borders->crossing, SEIDEL_PICK_REPLACE);
}

/* Draws the borders of the ranks that were chosen, or removes them. */
static void
update_borders (SeidelMatrixPage *self)
{
  const guint overlay = gtk_drop_down_get_selected (self->overlay);
  const int ranks = overlay < G_N_ELEMENTS (overlays) ? overlays[overlay].ranks : 0;
  SeidelMatrix *matrix = seidel_document_page_get_matrix (SEIDEL_DOCUMENT_PAGE (self));
  g_autoptr (GTask) task = NULL;
  Division *division;

  g_cancellable_cancel (self->dividing);
  g_clear_object (&self->dividing);
  seidel_sparsity_view_set_borders (self->view, NULL);
  if (ranks == 0 || matrix == NULL || matrix->csr->rows != matrix->csr->columns)
    return;
  division = g_new (Division, 1);
  *division = (Division){ seidel_matrix_ref (matrix), ranks };
  self->dividing = g_cancellable_new ();
  task = g_task_new (self, self->dividing, divided_cb, NULL);
  g_task_set_task_data (task, division, division_free);
  g_task_run_in_thread (task, divide_thread);
}

static void
overlay_changed_cb (SeidelMatrixPage *self)
{
  update_overlay (self);
  update_borders (self);
}

static void
selection_changed (SeidelDocumentPage *page)
{
  SeidelSelection *selection = seidel_document_page_get_selection (page);

  seidel_sparsity_view_set_lit (SEIDEL_MATRIX_PAGE (page)->view,
                                selection != NULL ? seidel_selection_get_rows (selection) : NULL);
}

static void
pointed (SeidelDocumentPage *page)
{
  update_overlay (SEIDEL_MATRIX_PAGE (page));
}

static void
revealed (SeidelDocumentPage *page, gint64 row)
{
  seidel_sparsity_view_show_row (SEIDEL_MATRIX_PAGE (page)->view, row);
}

/* Why there are no levels to colour by; NULL when there are. */
static const char *
why_no_levels (SeidelMatrixPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  const SeidelMatrix *matrix = seidel_document_page_get_matrix (page);

  if (matrix == NULL)
    return NULL;
  if (matrix->csr->rows != matrix->csr->columns)
    return _ ("Only a square matrix has dependency levels");
  if (seidel_document_page_get_schedule (page, SEIDEL_DIRECTION_FORWARD) != NULL
      && seidel_document_page_get_schedule (page, SEIDEL_DIRECTION_BACKWARD) != NULL)
    return NULL;
  if (seidel_document_get_analysing (seidel_document_page_get_document (page)))
    return _ ("The dependency levels are still being computed");
  return _ ("The dependency levels could not be computed");
}

static void
analysis_changed_cb (SeidelMatrixPage *self)
{
  const char *reason = why_no_levels (self);

  /* Without levels, theirs are the colours of density. */
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
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));
  const SeidelMatrix *matrix = document != NULL ? seidel_document_get_matrix (document) : NULL;
  g_autofree char *why_not = document != NULL ? seidel_document_refuse_order (document) : NULL;
  SeidelOrderingSpec spec;

  gtk_widget_set_sensitive (GTK_WIDGET (self->order), matrix != NULL && why_not == NULL);
  if (matrix == NULL || !seidel_ordering_spec_parse (matrix->ordering, &spec, NULL))
    return;
  gtk_menu_button_set_label (self->order, seidel_translate (spec.ordering->name));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->order),
                               why_not != NULL ? why_not
                                               : seidel_translate (spec.ordering->sentence));
}

/* How a text that does not say what it is was read. */
static void
update_reading (SeidelMatrixPage *self, const SeidelMatrix *matrix)
{
  const char *name = matrix != NULL ? matrix->origin.reading : NULL;
  g_autofree char *reading = name != NULL ? seidel_reading_describe_name (name) : NULL;
  g_autofree char *text = reading != NULL ? g_strdup_printf (_ ("Read as %s."), reading) : NULL;

  gtk_widget_set_visible (self->reading_row, text != NULL);
  gtk_label_set_label (self->reading_label, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reading_label),
                               text != NULL ? matrix->origin.evidence : NULL);
}

static void
document_changed (SeidelDocumentPage *page)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (page);
  SeidelMatrix *matrix = seidel_document_page_get_matrix (page);

  seidel_sparsity_view_set_matrix (self->view, matrix);
  if (matrix != NULL)
    seidel_document_page_show_picture (page);
  else
    seidel_document_page_show_empty (page, _ ("No matrix"),
                                     _ ("Open one to see where its entries are."));
  update_reading (self, matrix);
  update_order (self);
  analysis_changed_cb (self);
  update_borders (self);
}

static void
selection_replaced (SeidelDocumentPage *page, SeidelSelection *selection)
{
  seidel_levels_link_set_selection (SEIDEL_MATRIX_PAGE (page)->link, selection);
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
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (page));

  return g_strdup_printf ("%s-sparsity",
                          document != NULL ? seidel_document_get_title (document) : "matrix");
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

/* The chart below the pattern counts the rows of levels. */
static void
seidel_matrix_page_withhold (SeidelPage *page, gboolean withheld)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (page);

  self->levels->withheld = withheld;
  seidel_sparsity_view_set_withheld (self->view, withheld);
  update_chart (self);
}

static void
seidel_matrix_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (page);

  gtk_drop_down_set_selected (g_str_equal (key, "colors") ? self->colors : self->overlay,
                              (guint) value);
}

static void
seidel_matrix_page_page_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_matrix_page_draw;
  iface->to_csv = seidel_matrix_page_to_csv;
  iface->get_export_name = seidel_matrix_page_get_export_name;
  iface->zoom = seidel_matrix_page_zoom;
  iface->fit = seidel_matrix_page_fit;
  iface->withhold = seidel_matrix_page_withhold;
  iface->choose = seidel_matrix_page_choose;
}

static void
seidel_matrix_page_dispose (GObject *object)
{
  SeidelMatrixPage *self = SEIDEL_MATRIX_PAGE (object);

  g_clear_handle_id (&self->spinner_source, g_source_remove);
  g_cancellable_cancel (self->dividing);
  g_clear_object (&self->dividing);
  if (self->link != NULL)
    {
      seidel_plot_view_set_figure (self->chart, NULL);
      g_clear_pointer (&self->link, seidel_levels_link_free);
    }

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
  SeidelDocumentPageClass *page_class = SEIDEL_DOCUMENT_PAGE_CLASS (klass);

  object_class->dispose = seidel_matrix_page_dispose;
  object_class->finalize = seidel_matrix_page_finalize;
  page_class->document_changed = document_changed;
  page_class->selection_replaced = selection_replaced;
  page_class->selection_changed = selection_changed;
  page_class->pointed = pointed;
  page_class->revealed = revealed;

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  g_type_ensure (SEIDEL_TYPE_SPARSITY_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  seidel_template_bind (widget_class, "matrix-page", CHILD (colors), CHILD (order), CHILD (spinner),
                        CHILD (reading_row), CHILD (reading_label), CHILD (zoom_label),
                        CHILD (view), CHILD (overlay), CHILD (levels_toggle), CHILD (chart));
  seidel_document_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, colors_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, analysis_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, overlay_changed_cb);
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
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (self->reading_row);
  self->link = seidel_levels_link_new (self->chart, self->levels);
  seidel_plot_view_set_figure (self->chart, self->levels->figure);
  for (guint i = 0; i < G_N_ELEMENTS (overlays); i++)
    gtk_string_list_append (overlay_names, _ (overlays[i].name));
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
  document_changed (SEIDEL_DOCUMENT_PAGE (self));
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
