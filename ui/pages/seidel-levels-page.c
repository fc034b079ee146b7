/* Rows per level as a page, with what the selected run measures of them, on the frame clock while
 * it is live: a tool row over the plots, statistics below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-page.h"

#include <glib/gi18n.h>

#include "base/seidel-threads.h"
#include "draw/seidel-levels-picture.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-complex.h"
#include "pages/seidel-levels-link.h"
#include "pages/seidel-levels-machine.h"
#include "pages/seidel-levels-statistics.h"
#include "pages/seidel-levels-timing.h"
#include "pages/seidel-levels-waste.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-plot-view.h"
#include "views/seidel-template.h"

#define UPDATE_INTERVAL (200 * G_TIME_SPAN_MILLISECOND)

struct _SeidelLevelsPage
{
  SeidelDocumentPage parent_instance;

  /* Template Widgets */
  GtkDropDown *direction;
  GtkToggleButton *rows;
  GtkToggleButton *nonzeros;
  GtkToggleButton *logarithmic;
  GtkDropDown *measure;
  GtkMenuButton *waste;
  GtkGrid *waste_grid;
  GtkLabel *waste_line;
  GtkWidget *time_levels;
  SeidelPlotView *view;
  GtkScrolledWindow *statistics_room;
  GtkWidget *notice;
  GtkGrid *statistics;

  /* Owned References */
  SeidelLevelsPicture *picture;
  SeidelLevelsLink *link;
  SeidelLevelsMachine *machine;
  SeidelLevelsTiming *timing;

  gint64 updated;   /* monotonic time of the last update while live */
  gint64 described; /* and of the last description */
  guint placing;    /* the source that places the statistics, or 0 */
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelLevelsPage,
                               seidel_levels_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

/* The entries of the drop-down, in its order. */
static const gboolean shown_directions[][2] = { { TRUE, FALSE }, { FALSE, TRUE }, { TRUE, TRUE } };

static void
show_why_empty (SeidelLevelsPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  SeidelDocument *document = seidel_document_page_get_document (page);
  const SeidelCsr *csr;

  if (document == NULL)
    {
      seidel_document_page_show_empty (page, _ ("No matrix is open"),
                                       _ ("Open a matrix to see which rows depend on each other."));
      return;
    }
  csr = seidel_document_get_matrix (document)->csr;
  if (csr->rows != csr->columns)
    seidel_document_page_show_empty (
      page, _ ("A rectangular matrix has no levels"),
      _ ("Dependencies between rows are those of a Gauss-Seidel sweep, which needs a square "
         "matrix."));
  else if (seidel_document_get_error (document) != NULL)
    seidel_document_page_show_empty (page, _ ("The analysis failed"),
                                     seidel_document_get_error (document));
  else if (seidel_document_get_analysing (document))
    seidel_document_page_show_empty (page, _ ("Analysing…"),
                                     _ ("The levels appear here as soon as they are computed."));
  else
    seidel_document_page_show_empty (page, _ ("No levels"), _ ("The matrix has no rows."));
}

static gboolean
place_statistics_cb (gpointer data)
{
  SeidelLevelsPage *self = data;

  self->placing = 0;
  seidel_levels_statistics_place (self->statistics, GTK_WIDGET (self->statistics_room));
  return G_SOURCE_REMOVE;
}

/* Not while the page is allocated. */
static void
room_changed_cb (SeidelLevelsPage *self)
{
  if (self->placing == 0)
    self->placing = g_idle_add (place_statistics_cb, self);
}

/* The directions that are shown and were measured, the one that wastes more first; NULL: none. */
static const SeidelLevelMeasures *
shown_measures (SeidelLevelsPage *self)
{
  const SeidelLevelMeasures *worse = NULL;

  for (guint d = 0; d < G_N_ELEMENTS (self->picture->measures); d++)
    {
      const SeidelLevelMeasures *measures = &self->picture->measures[d];

      if (self->picture->show[d] && measures->times != NULL
          && (worse == NULL || measures->waste.wasted > worse->waste.wasted))
        worse = measures;
    }
  return worse;
}

/* The list is made when it is opened. */
static void
fill_waste_cb (SeidelLevelsPage *self)
{
  seidel_levels_waste_fill (self->waste_grid, shown_measures (self));
}

static gboolean
is_complex (SeidelLevelsPage *self)
{
  const SeidelMatrix *matrix = seidel_document_page_get_matrix (SEIDEL_DOCUMENT_PAGE (self));

  return matrix != NULL && seidel_matrix_is_complex (matrix);
}

static gboolean
any_live (SeidelLevelsPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));

  return runs != NULL && seidel_run_list_get_live (runs) != NULL;
}

/* The sweeps that were asked for here, of the matrix that is open. */
static SeidelRunItem *
find_timing (SeidelLevelsPage *self)
{
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));

  return document != NULL ? seidel_levels_timing_find (self->timing, document) : NULL;
}

static const char *
why_no_times (SeidelLevelsPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));
  SeidelRunItem *timing = find_timing (self);
  const SeidelOutcome *outcome = timing != NULL ? seidel_run_item_get_outcome (timing) : NULL;

  if (is_complex (self))
    return _ ("Runs time the levels of the real form, which the Timing page shows.");
  if (timing != NULL && seidel_run_item_get_live (timing))
    return _ ("Timing the levels…");
  if (timing != NULL && seidel_run_item_get_error (timing) != NULL)
    return seidel_run_item_get_error (timing);
  if (outcome != NULL && outcome->message != NULL)
    return outcome->message;
  if (any_live (self))
    return _ ("The run has timed no levels yet.");
  return runs != NULL && seidel_run_list_get_selected (runs) != NULL
           ? _ ("The selected run has timed no levels of this matrix: it makes no sweeps, or took "
                "too little time.")
           : _ ("Press Solve with a Gauss-Seidel method, and the time of each level is measured.");
}

/* The sentence under the plot, and whether there is a list. */
static void
show_waste (SeidelLevelsPage *self)
{
  const SeidelLevelMeasures *measures = shown_measures (self);
  g_autofree char *clause = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *line = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->waste),
                            measures != NULL && measures->waste.n_worst > 0);
  gtk_widget_set_visible (self->time_levels, measures == NULL && !is_complex (self));
  gtk_widget_set_sensitive (self->time_levels, !any_live (self));
  if (measures == NULL)
    {
      gtk_label_set_text (self->waste_line, why_no_times (self));
      return;
    }
  clause = seidel_level_waste_describe (&measures->waste);
  sum = seidel_format_seconds (measures->waste.seconds, 3);
  line = g_strdup_printf (measures->schedule->direction == SEIDEL_DIRECTION_FORWARD
                            ? _ ("A forward sweep takes %s; %s.")
                            : _ ("A backward sweep takes %s; %s."),
                          sum, clause);
  gtk_label_set_text (self->waste_line, line);
}

static void
describe (SeidelLevelsPage *self)
{
  g_autofree char *description =
    self->picture->withheld ? NULL : seidel_levels_picture_describe (self->picture);

  seidel_plot_view_set_description (self->view, description);
  self->described = g_get_monotonic_time ();
}

static void
choices_changed_cb (SeidelLevelsPage *self)
{
  SeidelLevelsPicture *picture = self->picture;
  guint selected = gtk_drop_down_get_selected (self->direction);
  guint measure = gtk_drop_down_get_selected (self->measure);

  if (selected >= G_N_ELEMENTS (shown_directions) || measure >= SEIDEL_N_LEVEL_MEASURES)
    return;
  for (guint d = 0; d < G_N_ELEMENTS (picture->show); d++)
    picture->show[d] = shown_directions[selected][d];
  picture->rows = gtk_toggle_button_get_active (self->rows);
  picture->nonzeros = gtk_toggle_button_get_active (self->nonzeros);
  picture->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  picture->measure = (SeidelLevelMeasure) measure;
  seidel_levels_picture_update (picture);
  seidel_document_page_set_direction (SEIDEL_DOCUMENT_PAGE (self),
                                      picture->show[SEIDEL_DIRECTION_FORWARD]
                                        ? SEIDEL_DIRECTION_FORWARD
                                        : SEIDEL_DIRECTION_BACKWARD);

  describe (self);
  seidel_plot_view_changed (self->view);
  seidel_levels_statistics_fill (self->statistics, GTK_WIDGET (self->statistics_room),
                                 self->picture);
  show_waste (self);
}

static gboolean
update_cb (gpointer data)
{
  SeidelLevelsPage *self = data;
  gint64 now = g_get_monotonic_time ();

  if (now - self->updated < UPDATE_INTERVAL)
    return FALSE;
  self->updated = now;
  if (!seidel_levels_picture_update_live (self->picture))
    return FALSE;
  show_waste (self);
  /* More often would flood the accessibility bus. */
  if (now - self->described >= G_USEC_PER_SEC)
    describe (self);
  return TRUE;
}

/* Whether a run sweeps the levels that are shown: those of this matrix in this order. */
static gboolean
is_of_document (SeidelLevelsPage *self, SeidelRunItem *item)
{
  for (guint d = 0; d < G_N_ELEMENTS (self->picture->schedules); d++)
    {
      SeidelSchedule *schedule = self->picture->schedules[d];

      if (schedule != NULL && seidel_run_item_get_schedule (item, (SeidelDirection) d) == schedule)
        return TRUE;
    }
  return FALSE;
}

/* The threads that sweep: none of the host's where the engine does not use them. */
static int
threads_of (SeidelRunItem *item)
{
  const SeidelOptions *options = seidel_run_item_get_options (item);
  const SeidelEngineEntryInfo *engine = seidel_engines_find (options->engine);

  if (engine == NULL || engine->engine == NULL || !engine->engine->uses_threads)
    return 0;
  return seidel_threads_allowed (options->threads);
}

/* While the page is out of sight nothing needs to be measured. */
static void
follow_machine (SeidelLevelsPage *self, SeidelRunItem *item)
{
  const gboolean live = any_live (self) || (item != NULL && seidel_run_item_get_live (item));

  seidel_levels_machine_follow (self->machine, item,
                                live || !gtk_widget_get_mapped (GTK_WIDGET (self)));
}

/* Whether there is something to show of a run, or may be yet. */
static gboolean
times_levels (SeidelRunItem *item)
{
  SeidelTrace *trace = seidel_run_item_get_trace (item);

  return seidel_run_item_get_live (item)
         || seidel_trace_has_level_times (trace, SEIDEL_DIRECTION_FORWARD)
         || seidel_trace_has_level_times (trace, SEIDEL_DIRECTION_BACKWARD);
}

/* The run whose times are shown: the one that is selected, or, where it has none, the sweeps that
 * were asked for here. */
static SeidelRunItem *
choose_run (SeidelLevelsPage *self)
{
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (self));
  SeidelRunItem *item = runs != NULL ? seidel_run_list_get_selected (runs) : NULL;
  SeidelRunItem *timing = find_timing (self);

  if (item != NULL && !is_of_document (self, item))
    item = NULL;
  return timing != NULL && (item == NULL || !times_levels (item)) ? timing : item;
}

static void
runs_changed (SeidelDocumentPage *page)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);
  SeidelRunItem *item = choose_run (self);
  gboolean live = item != NULL && seidel_run_item_get_live (item);

  if (item == NULL)
    seidel_levels_picture_set_run (self->picture, NULL, NULL, 0, SEIDEL_PRECISION_DOUBLE, 0);
  else
    {
      g_autofree char *label = item != find_timing (self)
                                 ? g_strdup_printf ("%u", seidel_run_item_get_number (item))
                                 : NULL;

      seidel_levels_picture_set_run (self->picture, label, seidel_run_item_get_trace (item),
                                     threads_of (item),
                                     seidel_run_item_get_options (item)->precision,
                                     seidel_run_item_get_color_index (item));
    }
  follow_machine (self, item);
  seidel_plot_view_set_live (self->view, live ? update_cb : NULL, self);
  choices_changed_cb (self);
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
document_changed (SeidelDocumentPage *page)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);
  SeidelDocument *document = seidel_document_page_get_document (page);
  SeidelSchedule *forward = seidel_document_page_get_schedule (page, SEIDEL_DIRECTION_FORWARD);
  SeidelSchedule *backward = seidel_document_page_get_schedule (page, SEIDEL_DIRECTION_BACKWARD);
  const char *title = document != NULL ? seidel_document_get_title (document) : NULL;

  if (forward != self->picture->schedules[SEIDEL_DIRECTION_FORWARD]
      || backward != self->picture->schedules[SEIDEL_DIRECTION_BACKWARD])
    {
      seidel_levels_picture_set_schedules (self->picture, title, forward, backward);
      seidel_levels_link_refresh (self->link);
    }

  if ((forward == NULL || forward->count == 0) && (backward == NULL || backward->count == 0))
    show_why_empty (self);
  else
    seidel_document_page_show_picture (page);
  runs_changed (page);
}

static void
selection_replaced (SeidelDocumentPage *page, SeidelSelection *selection)
{
  seidel_levels_link_set_selection (SEIDEL_LEVELS_PAGE (page)->link, selection);
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
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (page));

  if (document == NULL)
    return g_strdup ("levels");
  return g_strdup_printf ("%s-levels", seidel_document_get_title (document));
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
seidel_levels_page_withhold (SeidelPage *page, gboolean withheld)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);

  if (self->picture->withheld == withheld)
    return;
  self->picture->withheld = withheld;
  gtk_widget_set_visible (GTK_WIDGET (self->statistics_room), !withheld);
  gtk_widget_set_visible (self->notice, !withheld);
  choices_changed_cb (self);
}

static void
seidel_levels_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (page);

  if (g_str_equal (key, "direction"))
    gtk_drop_down_set_selected (self->direction, (guint) value);
  else
    gtk_toggle_button_set_active (self->logarithmic, value != 0);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_levels_page_draw;
  iface->to_csv = seidel_levels_page_to_csv;
  iface->get_export_name = seidel_levels_page_get_export_name;
  iface->zoom = seidel_levels_page_zoom;
  iface->fit = seidel_levels_page_fit;
  iface->withhold = seidel_levels_page_withhold;
  iface->choose = seidel_levels_page_choose;
}

static void
machine_changed_cb (gpointer data)
{
  choices_changed_cb (data);
}

static void
timing_changed_cb (gpointer data)
{
  runs_changed (data);
}

static void
time_levels_cb (SeidelLevelsPage *self)
{
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));

  if (document != NULL)
    seidel_levels_timing_start (self->timing, document);
}

static void
seidel_levels_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_levels_page_parent_class)->map (widget);
  runs_changed (SEIDEL_DOCUMENT_PAGE (widget));
}

static void
seidel_levels_page_dispose (GObject *object)
{
  SeidelLevelsPage *self = SEIDEL_LEVELS_PAGE (object);

  /* The view may outlive the page for a moment; the picture does not. */
  if (self->view != NULL)
    {
      seidel_plot_view_set_live (self->view, NULL, NULL);
      seidel_plot_view_set_figure (self->view, NULL);
      g_clear_pointer (&self->link, seidel_levels_link_free);
    }
  g_clear_pointer (&self->machine, seidel_levels_machine_free);
  g_clear_pointer (&self->timing, seidel_levels_timing_free);
  g_clear_handle_id (&self->placing, g_source_remove);

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
  SeidelDocumentPageClass *page_class = SEIDEL_DOCUMENT_PAGE_CLASS (klass);

  object_class->dispose = seidel_levels_page_dispose;
  object_class->finalize = seidel_levels_page_finalize;
  widget_class->map = seidel_levels_page_map;
  page_class->document_changed = document_changed;
  page_class->runs_changed = runs_changed;
  page_class->selection_replaced = selection_replaced;

  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  seidel_template_bind (widget_class, "levels-page", CHILD (direction), CHILD (rows),
                        CHILD (nonzeros), CHILD (logarithmic), CHILD (measure), CHILD (waste),
                        CHILD (waste_grid), CHILD (waste_line), CHILD (time_levels), CHILD (view),
                        CHILD (statistics_room), CHILD (notice), CHILD (statistics));
  seidel_document_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, choices_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, fill_waste_cb);
  gtk_widget_class_bind_template_callback (widget_class, quantity_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_levels_cb);
}

static void
seidel_levels_page_init (SeidelLevelsPage *self)
{
  self->picture = seidel_levels_picture_new ();
  self->picture->caption = false;
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (self->view, self->picture->figure);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->statistics_room),
                           "notify::page-size", G_CALLBACK (room_changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->link = seidel_levels_link_new (self->view, self->picture);
  self->machine = seidel_levels_machine_new (self->picture, machine_changed_cb, self);
  self->timing = seidel_levels_timing_new (timing_changed_cb, self);
  seidel_drop_down_init (self->direction, _ ("Direction"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  for (int measure = 0; measure < SEIDEL_N_LEVEL_MEASURES; measure++)
    gtk_string_list_append (GTK_STRING_LIST (gtk_drop_down_get_model (self->measure)),
                            _ (seidel_level_measure_info ((SeidelLevelMeasure) measure)->name));
  seidel_fix_tooltip (GTK_WIDGET (self->waste),
                      GTK_WIDGET (gtk_menu_button_get_popover (self->waste)));
  seidel_drop_down_init (self->measure, _ ("Over the rows"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  document_changed (SEIDEL_DOCUMENT_PAGE (self));
}

GtkWidget *
seidel_levels_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_LEVELS_PAGE, NULL);
}
