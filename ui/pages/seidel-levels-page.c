/* Rows per level as a page: a tool row over the plots, the report's statistics below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-page.h"

#include <adwaita.h>

#include "draw/seidel-levels-picture.h"
#include "model/seidel-document.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-plot-view.h"
#include "views/seidel-read-out.h"
#include "views/seidel-template.h"
#include "views/seidel-tool-row.h"

struct _SeidelLevelsPage
{
  GtkWidget parent_instance;

  /* Template Widgets */
  GtkWidget *tools;
  GtkStack *stack;
  AdwStatusPage *empty;
  GtkDropDown *direction;
  GtkToggleButton *rows;
  GtkToggleButton *nonzeros;
  GtkToggleButton *logarithmic;
  GtkToggleButton *cumulative;
  SeidelPlotView *view;
  GtkGrid *statistics;

  /* Owned References */
  SeidelDocument *document;
  SeidelLevelsPicture *picture;
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelLevelsPage,
                               seidel_levels_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

enum
{
  PROP_0,
  PROP_DOCUMENT,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

/* The entries of the drop-down, in its order. */
static const gboolean shown_directions[][2] = { { TRUE, FALSE }, { FALSE, TRUE }, { TRUE, TRUE } };

static void
set_empty (SeidelLevelsPage *self, const char *title, const char *description)
{
  adw_status_page_set_title (self->empty, title);
  adw_status_page_set_description (self->empty, description);
  gtk_stack_set_visible_child_name (self->stack, "empty");
  gtk_widget_set_sensitive (self->tools, FALSE);
  gtk_widget_set_tooltip_text (self->tools, title);
}

static void
show_why_empty (SeidelLevelsPage *self)
{
  const SeidelCsr *csr;

  if (self->document == NULL)
    {
      set_empty (self, "No matrix is open",
                 "Open a matrix to see which rows depend on each other.");
      return;
    }
  csr = seidel_document_get_matrix (self->document)->csr;
  if (csr->rows != csr->columns)
    set_empty (self, "A rectangular matrix has no levels",
               "Dependencies between rows are those of a Gauss-Seidel sweep, which needs a square "
               "matrix.");
  else if (seidel_document_get_error (self->document) != NULL)
    set_empty (self, "The analysis failed", seidel_document_get_error (self->document));
  else if (seidel_document_get_analysing (self->document))
    set_empty (self, "Analysing…", "The levels appear here as soon as they are computed.");
  else
    set_empty (self, "No levels", "The matrix has no rows.");
}

static GtkWidget *
new_cell (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (label, GTK_ALIGN_END);
  gtk_widget_add_css_class (label, style);
  return label;
}

static char *
statistic_text (const SeidelScheduleStatistic *statistic)
{
  return statistic->integral ? seidel_format_count ((int64_t) statistic->value)
                             : seidel_format_value (statistic->value, 5);
}

/* One row for a direction: its name, then the report's statistics; their names once, above. */
static void
add_statistics_row (SeidelLevelsPage *self, const SeidelSchedule *schedule, int row)
{
  gboolean forward = schedule->direction == SEIDEL_DIRECTION_FORWARD;
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];

  seidel_schedule_statistics (schedule, statistics);
  gtk_grid_attach (self->statistics, new_cell (forward ? "Forward" : "Backward", "caption-heading"),
                   0, row, 1, 1);
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS; i++)
    {
      g_autofree char *text = statistic_text (&statistics[i]);
      g_autofree char *spoken =
        g_strdup_printf ("%s, %s: %s", statistics[i].name, forward ? "forward" : "backward", text);
      GtkWidget *value = new_cell (text, "numeric");

      gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
      gtk_label_set_selectable (GTK_LABEL (value), TRUE);
      gtk_grid_attach (self->statistics, value, i + 1, row, 1, 1);
      if (row == 1)
        gtk_grid_attach (self->statistics, new_cell (statistics[i].name, "caption"), i + 1, 0, 1,
                         1);
    }
}

static void
fill_statistics (SeidelLevelsPage *self)
{
  GtkWidget *child;
  int row = 1;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->statistics))) != NULL)
    gtk_grid_remove (self->statistics, child);
  for (guint d = 0; d < G_N_ELEMENTS (self->picture->schedules); d++)
    if (self->picture->show[d] && self->picture->schedules[d] != NULL)
      add_statistics_row (self, self->picture->schedules[d], row++);
}

static void
choices_changed_cb (SeidelLevelsPage *self)
{
  SeidelLevelsPicture *picture = self->picture;
  guint selected = gtk_drop_down_get_selected (self->direction);
  g_autofree char *description = NULL;

  if (selected >= G_N_ELEMENTS (shown_directions))
    return;
  for (guint d = 0; d < G_N_ELEMENTS (picture->show); d++)
    picture->show[d] = shown_directions[selected][d];
  picture->rows = gtk_toggle_button_get_active (self->rows);
  picture->nonzeros = gtk_toggle_button_get_active (self->nonzeros);
  picture->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  picture->cumulative = gtk_toggle_button_get_active (self->cumulative);
  seidel_levels_picture_update (picture);

  description = seidel_levels_picture_describe (picture);
  seidel_plot_view_set_description (self->view, description);
  seidel_plot_view_changed (self->view);
  fill_statistics (self);
}

/* There is always something to see: the last of the two cannot be switched off. */
static void
quantity_toggled_cb (SeidelLevelsPage *self, GtkToggleButton *button)
{
  if (!gtk_toggle_button_get_active (self->rows) && !gtk_toggle_button_get_active (self->nonzeros))
    {
      gtk_toggle_button_set_active (button == self->rows ? self->nonzeros : self->rows, TRUE);
      return;
    }
  choices_changed_cb (self);
}

static void
document_changed_cb (SeidelLevelsPage *self)
{
  SeidelSchedule *forward = NULL, *backward = NULL;
  const char *title = NULL;

  if (self->document != NULL)
    {
      title = seidel_document_get_title (self->document);
      forward = seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_FORWARD);
      backward = seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_BACKWARD);
    }
  if (forward != self->picture->schedules[SEIDEL_DIRECTION_FORWARD]
      || backward != self->picture->schedules[SEIDEL_DIRECTION_BACKWARD])
    seidel_levels_picture_set_schedules (self->picture, title, forward, backward);

  if ((forward == NULL || forward->count == 0) && (backward == NULL || backward->count == 0))
    show_why_empty (self);
  else
    {
      gtk_stack_set_visible_child_name (self->stack, "plot");
      gtk_widget_set_sensitive (self->tools, TRUE);
      gtk_widget_set_tooltip_text (self->tools, NULL);
    }
  choices_changed_cb (self);
}

static void
set_document (SeidelLevelsPage *self, SeidelDocument *document)
{
  if (self->document == document)
    return;
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                             G_CONNECT_SWAPPED);
  if (self->picture != NULL)
    document_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
seidel_levels_page_draw (SeidelPage *page,
                         cairo_t *cr,
                         double width,
                         double height,
                         const SeidelTheme *theme)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);

  /* The texts of the labels on the screen are part of the exported picture. */
  self->picture->caption = true;
  seidel_levels_picture_update (self->picture);
  seidel_levels_picture_draw (self->picture, cr, width, height, theme);
  self->picture->caption = false;
  seidel_levels_picture_update (self->picture);
}

static char *
seidel_levels_page_to_csv (SeidelPage *page)
{
  return seidel_levels_picture_to_csv (SEIDEL_LEVELS_PAGE (page)->picture);
}

static char *
seidel_levels_page_get_export_name (SeidelPage *page)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);

  if (self->document == NULL)
    return g_strdup ("levels");
  return g_strdup_printf ("%s-levels", seidel_document_get_title (self->document));
}

static void
seidel_levels_page_zoom (SeidelPage *page, double factor)
{
  seidel_plot_view_zoom (SEIDEL_LEVELS_PAGE (page)->view, factor);
}

static void
seidel_levels_page_fit (SeidelPage *page)
{
  seidel_plot_view_fit (SEIDEL_LEVELS_PAGE (page)->view);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_levels_page_draw;
  iface->to_csv = seidel_levels_page_to_csv;
  iface->get_export_name = seidel_levels_page_get_export_name;
  iface->zoom = seidel_levels_page_zoom;
  iface->fit = seidel_levels_page_fit;
}

static void
seidel_levels_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, SEIDEL_LEVELS_PAGE (object)->document);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_levels_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DOCUMENT:
      set_document (SEIDEL_LEVELS_PAGE (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_levels_page_dispose (GObject *object)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  /* The view may outlive the page for a moment; the picture does not. */
  if (self->view != NULL)
    seidel_plot_view_set_figure (self->view, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_LEVELS_PAGE);

  G_OBJECT_CLASS (seidel_levels_page_parent_class)->dispose (object);
}

static void
seidel_levels_page_finalize (GObject *object)
{
  seidel_levels_picture_free (SEIDEL_LEVELS_PAGE (object)->picture);

  G_OBJECT_CLASS (seidel_levels_page_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelLevelsPage, name)

static void
seidel_levels_page_class_init (SeidelLevelsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = seidel_levels_page_get_property;
  object_class->set_property = seidel_levels_page_set_property;
  object_class->dispose = seidel_levels_page_dispose;
  object_class->finalize = seidel_levels_page_finalize;

  properties[PROP_DOCUMENT] =
    g_param_spec_object ("document", NULL, NULL, SEIDEL_TYPE_DOCUMENT,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  g_type_ensure (SEIDEL_TYPE_READ_OUT);
  g_type_ensure (SEIDEL_TYPE_TOOL_ROW);
  seidel_template_bind (widget_class, "levels-page", CHILD (tools), CHILD (stack), CHILD (empty),
                        CHILD (direction), CHILD (rows), CHILD (nonzeros), CHILD (logarithmic),
                        CHILD (cumulative), CHILD (view), CHILD (statistics));
  gtk_widget_class_bind_template_callback (widget_class, choices_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, quantity_toggled_cb);
}

static void
seidel_levels_page_init (SeidelLevelsPage *self)
{
  self->picture = seidel_levels_picture_new ();
  self->picture->caption = false;
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (self->view, self->picture->figure);
  seidel_drop_down_init (self->direction, "Direction",
                         (SeidelDropDownText) gtk_string_object_get_string);
  document_changed_cb (self);
}

GtkWidget *
seidel_levels_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_LEVELS_PAGE, NULL);
}
