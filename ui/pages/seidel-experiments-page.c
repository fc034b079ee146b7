/* The page of experiments: which one is shown, of which result, and how.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-experiments-page-private.h"

#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-vary.h"
#include "model/seidel-class.h"
#include "views/seidel-aside.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-read-out.h"
#include "views/seidel-template.h"
#include "views/seidel-tool-row.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_RUNS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static guint finished_signal;

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelExperimentsPage,
                               seidel_experiments_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

void
seidel_experiments_page_redraw (SeidelExperimentsPage *self)
{
  g_autofree char *description = NULL;

  self->chart->bare = seidel_aside_get_root_flag (GTK_WIDGET (self), "presenting")
                      && !seidel_aside_get_root_flag (GTK_WIDGET (self), "statistics");
  seidel_experiment_chart_update (self->chart);
  gtk_widget_set_visible (GTK_WIDGET (self->logarithmic),
                          self->chart->kind == SEIDEL_EXPERIMENT_CURVES);
  description = seidel_experiment_chart_describe (self->chart);
  seidel_plot_view_set_description (self->view, description);
  seidel_plot_view_changed (self->view);
}

/* Puts texts into a drop-down and selects one of them. */
static void
fill (SeidelExperimentsPage *self, GtkDropDown *drop_down, const char *const *texts, guint selected)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (texts);

  self->filling = TRUE;
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (drop_down, selected);
  self->filling = FALSE;
}

void
seidel_experiments_page_say (SeidelExperimentsPage *self, const char *text)
{
  gtk_label_set_label (self->status, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status), text != NULL);
}

/* That of the result, which may be older than the one chosen. */
SeidelExperiment *
seidel_experiments_page_shown (SeidelExperimentsPage *self)
{
  return self->chart->result != NULL ? seidel_experiment_result_experiment (self->chart->result)
                                     : self->experiment;
}

static const char *const picture_names[SEIDEL_N_EXPERIMENT_PICTURES] = {
  N_ ("Curves"), N_ ("Bars"), N_ ("Heat map"), N_ ("Boxes"), N_ ("Histogram"), N_ ("Table"),
};

/* The choices that the chart gives. */
static void
fill_choices (SeidelExperimentsPage *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) kinds = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  const SeidelExperiment *experiment = seidel_experiments_page_shown (self);
  guint selected = 0;

  for (size_t m = 0; m < experiment->n_measures; m++)
    g_ptr_array_add (names, (void *) seidel_translate (experiment->measures[m]->name));
  g_ptr_array_add (names, NULL);
  for (int kind = 0; kind < SEIDEL_N_EXPERIMENT_PICTURES; kind++)
    if (seidel_experiment_chart_suits (self->chart, kind))
      {
        selected = kind == (int) self->chart->kind ? kinds->len : selected;
        g_ptr_array_add (kinds, (void *) _ (picture_names[kind]));
      }
  g_ptr_array_add (kinds, NULL);
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    g_ptr_array_add (titles, seidel_experiment_cell_title (experiment, cell));
  g_ptr_array_add (titles, NULL);
  fill (self, self->measures, (const char *const *) names->pdata, (guint) self->chart->measure);
  fill (self, self->pictures, (const char *const *) kinds->pdata, selected);
  fill (self, self->cells, (const char *const *) titles->pdata, 0);
  self->filling = TRUE;
  gtk_toggle_button_set_active (self->logarithmic, self->chart->logarithmic);
  self->filling = FALSE;
}

void
seidel_experiments_page_show_result (SeidelExperimentsPage *self,
                                     SeidelExperimentResult *result,
                                     gboolean recorded)
{
  seidel_experiment_chart_set_result (self->chart, result, recorded);
  self->drawn = result != NULL ? seidel_experiment_result_n_finished (result) : 0;
  if (result != NULL)
    fill_choices (self);
  seidel_experiments_page_redraw (self);
}

/* What this machine has of the experiment so far; the live result while it runs. */
static SeidelExperimentResult *
load_own (SeidelExperimentsPage *self)
{
  g_autofree char *path = seidel_experiment_default_path (self->experiment);
  SeidelExperimentResult *live = self->job != NULL && self->running == self->experiment
                                   ? seidel_experiment_job_get_result (self->job)
                                   : NULL;
  g_autoptr (SeidelExperimentResult) found = NULL;

  if (live != NULL)
    return seidel_experiment_result_ref (live);
  found = seidel_experiment_result_load_for (self->experiment, path, NULL);
  /* Of an earlier version of the experiment it is not the result of this one. */
  if (found != NULL && seidel_experiment_result_stale (found) == NULL)
    return g_steal_pointer (&found);
  return seidel_experiment_result_new_blank (self->experiment);
}

static void
source_changed_cb (SeidelExperimentsPage *self)
{
  const guint selected = gtk_drop_down_get_selected (self->sources);
  const gboolean recorded = selected > 0 && selected != GTK_INVALID_LIST_POSITION;
  g_autoptr (SeidelExperimentResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (self->filling || self->experiment == NULL)
    return;
  if (recorded)
    result =
      seidel_experiment_result_load_for (self->experiment, self->recorded[selected - 1], &error);
  else
    result = load_own (self);
  if (error != NULL)
    seidel_experiments_page_say (self, error->message);
  seidel_experiments_page_show_result (self, result, recorded);
}

/* "H200" of ".../exact-sweeps.H200.json" */
static char *
name_recorded (const SeidelExperiment *experiment, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *machine = base + strlen (experiment->id) + 1;

  return g_strdup_printf (_ ("Recorded: %.*s"), (int) (strlen (machine) - strlen (".json")),
                          machine);
}

/* Shows what there is of an experiment: its own result, or else a recorded one. */
void
seidel_experiments_page_select (SeidelExperimentsPage *self, SeidelExperiment *experiment)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SeidelExperimentResult) own = NULL;

  seidel_experiment_ref (experiment);
  g_clear_pointer (&self->experiment, seidel_experiment_unref);
  self->experiment = experiment;
  g_clear_pointer (&self->recorded, g_strfreev);
  self->recorded = seidel_experiment_list_recorded (experiment);
  g_ptr_array_add (names, g_strdup (_ ("This machine")));
  for (char **path = self->recorded; *path != NULL; path++)
    g_ptr_array_add (names, name_recorded (experiment, *path));
  g_ptr_array_add (names, NULL);
  own = load_own (self);
  fill (self, self->sources, (const char *const *) names->pdata,
        seidel_experiment_result_n_finished (own) == 0 && self->recorded[0] != NULL ? 1 : 0);
  seidel_experiments_page_say (self, NULL);
  source_changed_cb (self);
}

static void
experiment_changed_cb (SeidelExperimentsPage *self)
{
  const guint selected = gtk_drop_down_get_selected (self->experiments);

  if (!self->filling && selected < self->listed->len)
    seidel_experiments_page_select (self, self->listed->pdata[selected]);
}

static void
choice_changed_cb (SeidelExperimentsPage *self)
{
  const guint measure = gtk_drop_down_get_selected (self->measures);
  GtkStringObject *picture = gtk_drop_down_get_selected_item (self->pictures);

  if (self->filling || self->experiment == NULL || picture == NULL)
    return;
  if (measure < seidel_experiments_page_shown (self)->n_measures)
    self->chart->measure = measure;
  for (int kind = 0; kind < SEIDEL_N_EXPERIMENT_PICTURES; kind++)
    if (g_str_equal (gtk_string_object_get_string (picture), _ (picture_names[kind])))
      self->chart->kind = kind;
  self->chart->logarithmic = gtk_toggle_button_get_active (self->logarithmic);
  seidel_experiments_page_redraw (self);
}

/* The titles of all that are listed. */
void
seidel_experiments_page_list (SeidelExperimentsPage *self, guint selected)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (guint i = 0; i < self->listed->len; i++)
    g_ptr_array_add (titles, (gpointer) seidel_translate (
                               ((SeidelExperiment *) self->listed->pdata[i])->title));
  g_ptr_array_add (titles, NULL);
  fill (self, self->experiments, (const char *const *) titles->pdata, selected);
  gtk_widget_set_sensitive (GTK_WIDGET (self->run), self->listed->len > 0);
}

static gboolean
find_listed (SeidelExperimentsPage *self, const char *id, guint *place)
{
  for (*place = 0; *place < self->listed->len; ++*place)
    if (g_str_equal (((SeidelExperiment *) self->listed->pdata[*place])->id, id))
      return TRUE;
  return FALSE;
}

/* FALSE at the end of the files. */
static gboolean
read_next (SeidelExperimentsPage *self)
{
  const char *path = self->installed[self->n_read];
  g_autoptr (SeidelExperiment) experiment = NULL;
  guint place;

  if (path == NULL)
    return FALSE;
  self->n_read++;
  experiment = seidel_experiment_load (path, NULL);
  if (experiment != NULL && !find_listed (self, experiment->id, &place))
    g_ptr_array_add (self->listed, g_steal_pointer (&experiment));
  return TRUE;
}

static gboolean
read_cb (gpointer page)
{
  SeidelExperimentsPage *self = page;
  guint place = 0;

  if (read_next (self))
    return G_SOURCE_CONTINUE;
  if (self->experiment != NULL)
    g_ptr_array_find (self->listed, self->experiment, &place);
  seidel_experiments_page_list (self, place);
  self->reading = 0;
  return G_SOURCE_REMOVE;
}

/* When the page is first looked at, a file in each turn of the main loop: all of them take long. */
static void
begin_reading (SeidelExperimentsPage *self)
{
  if (self->installed != NULL)
    return;
  self->installed = seidel_experiments_list ();
  self->reading = g_idle_add (read_cb, self);
}

static void
mapped_cb (SeidelExperimentsPage *self)
{
  begin_reading (self);
  if (self->experiment != NULL)
    return;
  while (self->listed->len == 0 && read_next (self))
    ;
  seidel_experiments_page_list (self, 0);
  if (self->listed->len > 0)
    seidel_experiments_page_select (self, self->listed->pdata[0]);
}

static void
seidel_experiments_page_draw (SeidelPage *page,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  seidel_experiment_chart_draw (SEIDEL_EXPERIMENTS_PAGE (page)->chart, cr, width, height, theme);
}

static char *
seidel_experiments_page_to_csv (SeidelPage *page)
{
  return seidel_experiment_chart_to_csv (SEIDEL_EXPERIMENTS_PAGE (page)->chart);
}

static char *
seidel_experiments_page_get_export_name (SeidelPage *page)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (page);

  return g_strdup (self->experiment != NULL ? self->experiment->id : "experiment");
}

static void
seidel_experiments_page_zoom (SeidelPage *page, double factor)
{
  seidel_plot_view_zoom (SEIDEL_EXPERIMENTS_PAGE (page)->view, factor);
}

static void
seidel_experiments_page_fit (SeidelPage *page)
{
  seidel_plot_view_fit (SEIDEL_EXPERIMENTS_PAGE (page)->view);
}

static void
seidel_experiments_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (page);

  if (g_str_equal (key, "measure"))
    gtk_drop_down_set_selected (self->measures, (guint) value);
  else
    gtk_toggle_button_set_active (self->logarithmic, value != 0);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_experiments_page_draw;
  iface->to_csv = seidel_experiments_page_to_csv;
  iface->get_export_name = seidel_experiments_page_get_export_name;
  iface->choose = seidel_experiments_page_choose;
  iface->zoom = seidel_experiments_page_zoom;
  iface->fit = seidel_experiments_page_fit;
}

static void
seidel_experiments_page_set_property (GObject *object,
                                      guint id,
                                      const GValue *value,
                                      GParamSpec *pspec)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (object);
  gboolean changed = FALSE;

  switch (id)
    {
    case PROP_DOCUMENT:
      changed = g_set_object (&self->document, g_value_get_object (value));
      break;
    case PROP_RUNS:
      changed = g_set_object (&self->runs, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  if (changed)
    g_object_notify_by_pspec (object, pspec);
}

static void
seidel_experiments_page_dispose (GObject *object)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (object);

  if (self->job != NULL)
    {
      seidel_experiment_job_stop (self->job);
      seidel_experiment_job_finish (g_steal_pointer (&self->job), NULL);
    }
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_handle_id (&self->reading, g_source_remove);
  g_clear_object (&self->document);
  g_clear_object (&self->runs);
  /* The view may outlive the page for a moment; the picture does not. */
  if (self->view != NULL)
    seidel_plot_view_set_figure (self->view, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_EXPERIMENTS_PAGE);

  G_OBJECT_CLASS (seidel_experiments_page_parent_class)->dispose (object);
}

static void
seidel_experiments_page_finalize (GObject *object)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (object);

  seidel_experiment_chart_free (self->chart);
  g_ptr_array_unref (self->listed);
  g_clear_pointer (&self->experiment, seidel_experiment_unref);
  g_clear_pointer (&self->running, seidel_experiment_unref);
  g_strfreev (self->recorded);
  g_strfreev (self->installed);

  G_OBJECT_CLASS (seidel_experiments_page_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelExperimentsPage, name)

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SEIDEL_TYPE_ASIDE);
  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  g_type_ensure (SEIDEL_TYPE_READ_OUT);
  g_type_ensure (SEIDEL_TYPE_TOOL_ROW);
  seidel_template_bind (widget_class, "experiments-page", CHILD (tools), CHILD (read_out),
                        CHILD (experiments), CHILD (sources), CHILD (measures), CHILD (pictures),
                        CHILD (logarithmic), CHILD (vary), CHILD (variables), CHILD (values),
                        CHILD (repeats), CHILD (open), CHILD (cells), CHILD (run), CHILD (status),
                        SEIDEL_TEMPLATE_OTHER (status_aside), CHILD (scrolled), CHILD (view));
  gtk_widget_class_bind_template_callback (widget_class, experiment_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, source_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, choice_changed_cb);
  gtk_widget_class_bind_template_callback_full (widget_class, "vary_clicked_cb",
                                                G_CALLBACK (seidel_experiments_page_vary_clicked));
  gtk_widget_class_bind_template_callback_full (widget_class, "open_clicked_cb",
                                                G_CALLBACK (seidel_experiments_page_open_clicked));
  gtk_widget_class_bind_template_callback_full (widget_class, "run_clicked_cb",
                                                G_CALLBACK (seidel_experiments_page_run_clicked));
  gtk_widget_class_bind_template_callback (widget_class, mapped_cb);
}

static void
seidel_experiments_page_class_init (SeidelExperimentsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_DOCUMENT] =
      SEIDEL_PROPERTY (SeidelExperimentsPage, "document", SEIDEL_TYPE_DOCUMENT, document, TRUE),
    [PROP_RUNS] = SEIDEL_PROPERTY (SeidelExperimentsPage, "runs", SEIDEL_TYPE_RUN_LIST, runs, TRUE),
  };

  object_class->set_property = seidel_experiments_page_set_property;
  object_class->dispose = seidel_experiments_page_dispose;
  object_class->finalize = seidel_experiments_page_finalize;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);
  finished_signal = seidel_class_add_signal (klass, "finished", 0);
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
title_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = seidel_label_new (NULL, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 48);
  gtk_list_item_set_child (item, label);
}

static void
title_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* Titles are long: the button shows what fits, the list all of it. */
static void
shorten_title (GtkDropDown *drop_down)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (title_setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (title_bind_cb), NULL);
  gtk_drop_down_set_list_factory (drop_down, gtk_drop_down_get_factory (drop_down));
  gtk_drop_down_set_factory (drop_down, factory);
}

static void
init_drop_downs (SeidelExperimentsPage *self)
{
  const struct
  {
    GtkDropDown *drop_down;
    const char *name;
  } all[] = {
    { self->experiments, _ ("Experiment") }, { self->sources, _ ("Result") },
    { self->measures, _ ("Measure") },       { self->pictures, _ ("Picture") },
    { self->variables, _ ("Vary") },         { self->cells, _ ("Cell") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    seidel_drop_down_init (all[i].drop_down, all[i].name,
                           (SeidelDropDownText) gtk_string_object_get_string);
  shorten_title (self->experiments);
  fill (self, self->variables, seidel_experiment_variables (), 0);
}

static void
seidel_experiments_page_init (SeidelExperimentsPage *self)
{
  self->chart = seidel_experiment_chart_new ();
  self->listed = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_experiment_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_plot_view_set_figure (self->view, self->chart->figure);
  seidel_plot_view_set_whole (self->view, TRUE);
  seidel_fix_button_names (GTK_WIDGET (self));
  init_drop_downs (self);
  seidel_aside_watch_root (GTK_WIDGET (self), G_CALLBACK (seidel_experiments_page_redraw));
  seidel_experiments_page_say (self, NULL);
}

gboolean
seidel_experiments_page_show (SeidelExperimentsPage *self, const char *id, gboolean own)
{
  guint place;

  g_return_val_if_fail (SEIDEL_IS_EXPERIMENTS_PAGE (self), FALSE);

  begin_reading (self);
  if (!find_listed (self, id, &place))
    {
      SeidelExperiment *experiment = seidel_experiment_find (id, NULL);

      if (experiment == NULL)
        return FALSE;
      g_ptr_array_add (self->listed, experiment);
    }
  seidel_experiments_page_list (self, place);
  seidel_experiments_page_select (self, self->listed->pdata[place]);
  gtk_drop_down_set_selected (self->sources, !own && self->recorded[0] != NULL ? 1 : 0);
  return TRUE;
}

SeidelExperimentResult *
seidel_experiments_page_get_result (SeidelExperimentsPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_EXPERIMENTS_PAGE (self), NULL);
  return self->chart->result;
}

void
seidel_experiments_page_run (SeidelExperimentsPage *self)
{
  g_return_if_fail (SEIDEL_IS_EXPERIMENTS_PAGE (self));
  if (self->job == NULL && self->experiment != NULL)
    seidel_experiments_page_start (self);
}

GtkWidget *
seidel_experiments_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_EXPERIMENTS_PAGE, NULL);
}
