/* A window that plays a lesson, with a workspace of its own: matrix, runs and choices of the others
 * stay as they are.
 *
 * A step does what a user would do: it opens a matrix, makes the choices of the set-up pane and
 * starts runs one after the other; it takes their values when they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lesson-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "experiment/seidel-experiment-run.h"
#include "io/seidel-loader.h"
#include "pages/seidel-experiments-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-sweep-page.h"
#include "window/seidel-lesson-pane.h"
#include "window/seidel-saved-state.h"
#include "window/seidel-window-private.h"

#define STATE_KEY "lessons"

struct _SeidelLessonWindow
{
  SeidelWindow parent_instance;

  SeidelLessonPlayer *player;
  GVariant *defaults;        /* of the set-up pane */
  GPtrArray *items;          /* SeidelRunItem by setup; NULL: not run in this window */
  SeidelDocument *opened;    /* the one for a setup, or NULL */
  GSignalGroup *of_document; /* the one in the window */
  int open;                  /* the setup of the document; −1: none */
  int opening;               /* the setup whose matrix is on its way; −1: none */
  int running;               /* the setup whose run is in progress; −1: none */
  gboolean experimenting;    /* the experiment of the step is running */
  gboolean sweep_shown;      /* the sweep of the step, too */
  gboolean finished;         /* next time it starts at the beginning */
  guint continue_id;
};

enum
{
  PROP_0,
  PROP_LESSON,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelLessonWindow, seidel_lesson_window, SEIDEL_TYPE_WINDOW)

static void
unref_item (gpointer item)
{
  g_clear_object (&item);
}

/* Those of the window that it is. */
static SeidelWorkspace *
get_workspace (SeidelLessonWindow *self)
{
  return self->parent_instance.workspace;
}

static SeidelDocument *
get_document (SeidelLessonWindow *self)
{
  return seidel_workspace_get_document (get_workspace (self));
}

static SeidelRunList *
get_runs (SeidelLessonWindow *self)
{
  return seidel_workspace_get_runs (get_workspace (self));
}

static GtkWidget *
get_page (SeidelLessonWindow *self, const char *name)
{
  return adw_view_stack_get_child_by_name (self->parent_instance.pages, name);
}

static const SeidelLesson *
get_lesson (SeidelLessonWindow *self)
{
  return seidel_lesson_player_get_lesson (self->player);
}

static const SeidelLessonStep *
get_step (SeidelLessonWindow *self)
{
  return &get_lesson (self)->steps[seidel_lesson_player_get_step (self->player)];
}

/* Coming back. */

static void
keep_place (SeidelLessonWindow *self, gboolean forget)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) old = g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  GVariantDict lessons;

  g_variant_dict_init (&lessons, old);
  if (forget)
    g_variant_dict_remove (&lessons, get_lesson (self)->id);
  else
    g_variant_dict_insert_value (&lessons, get_lesson (self)->id,
                                 seidel_lesson_player_save (self->player));
  seidel_saved_state_set (STATE_KEY, g_variant_dict_end (&lessons));
}

static void
restore_place (SeidelLessonWindow *self)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) lessons =
    g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) state = NULL;

  if (lessons != NULL)
    state = g_variant_lookup_value (lessons, get_lesson (self)->id, G_VARIANT_TYPE_VARDICT);
  if (state != NULL)
    seidel_lesson_player_load (self->player, state);
}

/* The matrix. */

static gboolean
same_matrix (SeidelLessonWindow *self, int one, int other)
{
  const SeidelExperimentSetup a = seidel_lesson_setup (get_lesson (self), (size_t) one);
  const SeidelExperimentSetup b = seidel_lesson_setup (get_lesson (self), (size_t) other);

  return g_str_equal (a.matrix, b.matrix)
         && (a.size == b.size || (isnan (a.size) && isnan (b.size)))
         && a.ordering.ordering == b.ordering.ordering && a.ordering.seed == b.ordering.seed;
}

static gboolean
is_open (SeidelLessonWindow *self, int setup)
{
  return self->open >= 0 && get_document (self) != NULL && get_document (self) == self->opened
         && same_matrix (self, self->open, setup);
}

static gboolean
is_natural (const SeidelExperimentSetup *setup)
{
  return g_str_equal (setup->ordering.ordering->id, SEIDEL_ORDERING_NATURAL);
}

static void
begin_opening (SeidelLessonWindow *self, int setup)
{
  const SeidelExperimentSetup chosen = seidel_lesson_setup (get_lesson (self), (size_t) setup);
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  if (!seidel_experiment_setup_name (&chosen, &name, &error))
    {
      seidel_lesson_player_fail (self->player, error->message);
      return;
    }
  self->opening = setup;
  self->open = -1;
  g_set_object (&self->opened, get_document (self));
  if (name.kind != NULL)
    seidel_workspace_open_gallery (get_workspace (self), name.kind->id, name.values);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (name.path);

      seidel_window_open (SEIDEL_WINDOW (self), file);
    }
}

/* What was asked for has come, or never will: a dialog then says why. */
static void
end_opening (SeidelLessonWindow *self)
{
  const int setup = self->opening;
  const SeidelExperimentSetup chosen = seidel_lesson_setup (get_lesson (self), (size_t) setup);

  if (get_document (self) == self->opened)
    {
      self->opening = -1;
      seidel_lesson_player_fail (self->player, _ ("The matrix of this step could not be opened."));
      return;
    }
  g_set_object (&self->opened, get_document (self));
  if (!is_natural (&chosen)
      && seidel_document_get_natural (get_document (self)) == get_document (self))
    {
      seidel_workspace_order (get_workspace (self), &chosen.ordering);
      return;
    }
  self->open = setup;
  self->opening = -1;
}

/* The set-up pane. */

/* Settings have the names of its rows; switches there are booleans, or "on" and "off". */
static void
put_setting (GVariantDict *choices, const SeidelExperimentSetting *setting)
{
  g_autoptr (GVariant) usual = g_variant_dict_lookup_value (choices, setting->key, NULL);
  const gboolean on = g_str_equal (setting->text, "true");
  const char *text = setting->text;

  if (usual == NULL)
    return;
  if (g_variant_is_of_type (usual, G_VARIANT_TYPE_BOOLEAN))
    {
      g_variant_dict_insert (choices, setting->key, "b", on);
      return;
    }
  if (on || g_str_equal (text, "false"))
    text = on ? "on" : "off";
  g_variant_dict_insert (choices, setting->key, "s", text);
}

static void
choose (SeidelLessonWindow *self, int setup)
{
  const SeidelLesson *lesson = get_lesson (self);
  const SeidelExperimentSettings *const all[] = { &lesson->held, &lesson->setups[setup].settings };
  g_autoptr (GVariant) state = NULL;
  GVariantDict choices;

  g_variant_dict_init (&choices, self->defaults);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    for (size_t j = 0; j < all[i]->n; j++)
      put_setting (&choices, &all[i]->all[j]);
  state = g_variant_ref_sink (g_variant_dict_end (&choices));
  seidel_setup_pane_load (self->parent_instance.setup_pane, state);
}

/* Runs. */

static void
begin_run (SeidelLessonWindow *self, int setup)
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelRunItem *item;
  g_autoptr (GError) error = NULL;

  choose (self, setup);
  if (!seidel_setup_pane_get (self->parent_instance.setup_pane, &options, &rhs, &guess))
    {
      seidel_lesson_player_fail (self->player,
                                 seidel_setup_pane_get_problem (self->parent_instance.setup_pane));
      return;
    }
  item =
    seidel_run_list_start (get_runs (self), get_document (self), &options, &rhs, &guess, &error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  if (item == NULL)
    {
      seidel_lesson_player_fail (self->player, error->message);
      return;
    }
  self->running = setup;
  g_clear_object (&self->items->pdata[setup]);
  self->items->pdata[setup] = g_object_ref (item);
}

/* Takes the values of the matrix that is open, and of a run of it unless item is NULL. */
static void
take (SeidelLessonWindow *self, int setup, SeidelRunItem *item)
{
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelOutcome *outcome = item != NULL ? seidel_run_item_get_outcome (item) : NULL;
  SeidelTrace *trace = item != NULL ? seidel_run_item_get_trace (item) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (seidel_document_get_matrix (get_document (self)), &ones, NULL,
                                   seidel_load_vector, NULL, &error);

  if (problem == NULL
      || !seidel_lesson_take_run (seidel_lesson_player_get_values (self->player), (size_t) setup,
                                  problem,
                                  seidel_document_get_solved_schedule (get_document (self),
                                                                       SEIDEL_DIRECTION_FORWARD),
                                  outcome, trace, &error))
    seidel_lesson_player_fail (self->player, error->message);
  seidel_lesson_player_values_changed (self->player);
}

static void
end_run (SeidelLessonWindow *self)
{
  const int setup = self->running;
  SeidelRunItem *item = self->items->pdata[setup];

  self->running = -1;
  if (seidel_run_item_get_outcome (item) != NULL)
    take (self, setup, item);
  else
    seidel_lesson_player_fail (self->player, seidel_run_item_get_error (item));
}

/* Only the curves that the step is about; those of the user's own runs as they are. */
static void
show_runs (SeidelLessonWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  GPtrArray *items = self->items;
  SeidelRunItem *last = NULL;

  for (guint i = 0; i < items->len; i++)
    if (items->pdata[i] != NULL)
      seidel_run_item_set_visible (items->pdata[i], FALSE);
  for (size_t i = 0; i < step->n_runs; i++)
    {
      last = items->pdata[step->runs[i]];
      if (last != NULL)
        seidel_run_item_set_visible (last, TRUE);
    }
  if (last != NULL)
    seidel_run_list_set_selected (get_runs (self), last);
}

/* Experiments. */

static SeidelExperimentsPage *
get_experiments (SeidelLessonWindow *self)
{
  return SEIDEL_EXPERIMENTS_PAGE (get_page (self, "experiments"));
}

static void
take_result (SeidelLessonWindow *self)
{
  SeidelExperimentResult *result = seidel_experiments_page_get_result (get_experiments (self));

  seidel_lesson_values_take_result (seidel_lesson_player_get_values (self->player), result);
  if (!get_step (self)->run_experiment)
    {
      g_autofree char *machine =
        seidel_experiment_machine_describe (seidel_experiment_result_machine (result));
      g_autofree char *origin = g_strdup_printf (_ ("Recorded on: %s"), machine);

      seidel_lesson_player_set_origin (self->player, origin);
    }
  seidel_lesson_player_values_changed (self->player);
}

static gboolean
is_complete (SeidelExperimentResult *result)
{
  return result != NULL
         && seidel_experiment_result_n_finished (result)
              == seidel_experiment_n_cells (seidel_experiment_result_experiment (result));
}

/* Shows the experiment of the step, and runs what is missing if it is to be run here. */
static void
show_experiment (SeidelLessonWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  SeidelExperimentsPage *page = get_experiments (self);

  self->experimenting = FALSE;
  if (step->experiment[0] == '\0'
      || !seidel_experiments_page_show (page, step->experiment, step->run_experiment))
    return;
  if (is_complete (seidel_experiments_page_get_result (page)))
    take_result (self);
  else if (step->run_experiment)
    {
      self->experimenting = TRUE;
      seidel_experiments_page_run (page);
    }
  else
    seidel_lesson_player_fail (
      self->player, _ ("The experiment of this step has no recorded result: run it on this page."));
}

static void
experiment_finished_cb (SeidelLessonWindow *self)
{
  if (!self->experimenting)
    return;
  self->experimenting = FALSE;
  take_result (self);
}

/* The steps. */

/* The first run of the step that is not there; −1 if all are. */
static int
next_run (SeidelLessonWindow *self)
{
  const SeidelLessonStep *step = get_step (self);

  for (size_t i = 0; i < step->n_runs; i++)
    if (self->items->pdata[step->runs[i]] == NULL)
      return (int) step->runs[i];
  return -1;
}

/* Once a step: the user may have gone on with it. */
static void
show_sweep (SeidelLessonWindow *self)
{
  const SeidelLessonSweep *sweep = &get_step (self)->sweep;
  GtkWidget *page = get_page (self, "sweep");

  if (sweep->given && !self->sweep_shown)
    seidel_sweep_page_show (SEIDEL_SWEEP_PAGE (page), sweep->mode, sweep->step, sweep->speed,
                            sweep->play);
  self->sweep_shown = TRUE;
}

/* With everything in its place: the matrix and the choices of the step. */
static void
settle (SeidelLessonWindow *self)
{
  const SeidelLessonStep *step = get_step (self);

  if (step->setup < 0)
    return;
  if (!is_open (self, step->setup))
    {
      begin_opening (self, step->setup);
      return;
    }
  if (seidel_document_get_analysing (get_document (self)))
    return;
  choose (self, step->setup);
  seidel_selection_point_at (seidel_workspace_get_selection (get_workspace (self)),
                             step->point - 1);
  show_sweep (self);
  take (self, step->setup, NULL);
}

/* One thing at a time: whatever ends it calls this again. */
static gboolean
continue_cb (gpointer data)
{
  SeidelLessonWindow *self = data;
  int run;

  self->continue_id = 0;
  if (seidel_workspace_get_loading (get_workspace (self)) != NULL
      || seidel_run_list_get_live (get_runs (self)) != NULL)
    return G_SOURCE_REMOVE;
  if (self->running >= 0)
    end_run (self);
  if (self->opening >= 0)
    end_opening (self);
  if (seidel_workspace_get_loading (get_workspace (self)) != NULL
      || seidel_lesson_player_get_failure (self->player) != NULL)
    return G_SOURCE_REMOVE;
  run = next_run (self);
  if (run < 0)
    {
      show_runs (self);
      settle (self);
    }
  else if (is_open (self, run))
    begin_run (self, run);
  else
    begin_opening (self, run);
  return G_SOURCE_REMOVE;
}

/* Soon, once whatever has changed is in order. */
static void
plan_to_continue (SeidelLessonWindow *self)
{
  if (self->continue_id == 0)
    self->continue_id = g_idle_add_full (G_PRIORITY_DEFAULT, continue_cb, self, NULL);
}

static void
document_cb (SeidelLessonWindow *self)
{
  g_signal_group_set_target (self->of_document, get_document (self));
  plan_to_continue (self);
}

static void
stepped_cb (SeidelLessonWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  GtkWidget *matrix_page = get_page (self, "matrix");

  if (step->page[0] != '\0')
    seidel_window_show_page (SEIDEL_WINDOW (self), step->page);
  if (step->colors[0] != '\0')
    seidel_matrix_page_set_colors (SEIDEL_MATRIX_PAGE (matrix_page), step->colors);
  self->sweep_shown = FALSE;
  show_runs (self);
  show_experiment (self);
  plan_to_continue (self);
}

/* Commands. */

static void
finish (SeidelLessonWindow *self)
{
  self->finished = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

/* The answer comes before the next step. */
static void
go_on (SeidelLessonWindow *self)
{
  if (get_step (self)->ask.n > 0 && !seidel_lesson_player_is_revealed (self->player)
      && seidel_lesson_player_get_failure (self->player) == NULL)
    seidel_lesson_player_reveal (self->player);
  else if (seidel_lesson_player_is_last (self->player))
    finish (self);
  else
    seidel_lesson_player_next (self->player);
}

static void
go_back (SeidelLessonWindow *self)
{
  seidel_lesson_player_back (self->player);
}

/* Finishes it and begins the next lesson. */
static void
follow (SeidelLessonWindow *self)
{
  const char *id = seidel_lesson_player_get_following (self->player)->id;

  g_action_group_activate_action (G_ACTION_GROUP (self), "lesson", g_variant_new_string (id));
  finish (self);
}

static void
leave (SeidelLessonWindow *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

/* Their titles are with those of the other commands. The keys are those that remote controls for
 * slides have, too; elsewhere they scroll. */
static const struct
{
  const char *name;
  void (*run) (SeidelLessonWindow *self);
  guint key;
} commands[] = {
  { "lesson-next", go_on, GDK_KEY_Page_Down },
  { "lesson-back", go_back, GDK_KEY_Page_Up },
  { "lesson-follow", follow, 0 },
  { "lesson-leave", leave, 0 },
};

static void
add_commands (SeidelLessonWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (commands[i].name, NULL);
      g_autofree char *detailed = g_strconcat ("win.", commands[i].name, NULL);

      g_signal_connect_swapped (action, "activate", G_CALLBACK (commands[i].run), self);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
      if (commands[i].key != 0)
        gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (keys),
          gtk_shortcut_new (gtk_keyval_trigger_new (commands[i].key, 0),
                            gtk_named_action_new (detailed)));
    }
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
set_enabled (SeidelLessonWindow *self, const char *command, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), command);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
changed_cb (SeidelLessonWindow *self)
{
  set_enabled (self, "lesson-back", !seidel_lesson_player_is_first (self->player));
  set_enabled (self, "lesson-follow",
               seidel_lesson_player_is_last (self->player)
                 && seidel_lesson_player_get_following (self->player) != NULL);
}

/* How the window differs from others. */

/* The lesson begins before there is a matrix. */
static void
seidel_lesson_window_update_content (SeidelWindow *window)
{
  SEIDEL_WINDOW_CLASS (seidel_lesson_window_parent_class)->update_content (window);
  gtk_stack_set_visible_child_name (window->content, "work");
  gtk_widget_set_visible (window->switcher, seidel_window_get_document (window) != NULL);
}

static char *
seidel_lesson_window_make_title (SeidelWindow *window)
{
  SeidelLessonPlayer *player = SEIDEL_LESSON_WINDOW (window)->player;

  return g_strdup_printf (_ ("%s — Lesson"), seidel_lesson_player_get_name (player));
}

/* Page and focus are where the step has them. */
static void
seidel_lesson_window_first_document (SeidelWindow *window)
{
}

/* The step says how its runs end. */
static void
seidel_lesson_window_run_ended (SeidelWindow *window, SeidelRunItem *run)
{
}

/* What a lesson has chosen is no choice of the user's. */
static void
seidel_lesson_window_save_state (SeidelWindow *window)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (window);

  keep_place (self, self->finished);
}

SeidelLessonPlayer *
seidel_lesson_window_get_player (SeidelLessonWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_LESSON_WINDOW (self), NULL);
  return self->player;
}

gboolean
seidel_lesson_window_is_busy (SeidelLessonWindow *self)
{
  SeidelDocument *document = get_document (self);

  return self->experimenting || self->continue_id != 0 || self->opening >= 0 || self->running >= 0
         || (document != NULL && seidel_document_get_analysing (document));
}

static GVariant *
get_default_choices (void)
{
  g_autoptr (SeidelSetupPane) pane =
    g_object_ref_sink (g_object_new (SEIDEL_TYPE_SETUP_PANE, NULL));

  return g_variant_ref_sink (seidel_setup_pane_save (pane));
}

static void
add_pane (SeidelLessonWindow *self)
{
  SeidelWindow *window = SEIDEL_WINDOW (self);
  GtkWidget *pane = g_object_new (SEIDEL_TYPE_LESSON_PANE, NULL);
  GtkWidget *content = GTK_WIDGET (window->content);

  gtk_accessible_update_property (GTK_ACCESSIBLE (pane), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Lesson"), -1);
  seidel_lesson_pane_set_player (SEIDEL_LESSON_PANE (pane), self->player);
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (content)), pane);
  gtk_widget_set_visible (window->side_pane, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (window->run_table), FALSE);
}

static void
begin (SeidelLessonWindow *self)
{
  const struct
  {
    gpointer object;
    const char *signal;
    GCallback callback;
  } followed[] = {
    { get_workspace (self), "notify::loading", G_CALLBACK (plan_to_continue) },
    { get_workspace (self), "notify::document", G_CALLBACK (document_cb) },
    { get_runs (self), "notify::live", G_CALLBACK (plan_to_continue) },
    { get_experiments (self), "finished", G_CALLBACK (experiment_finished_cb) },
    { self->player, "stepped", G_CALLBACK (stepped_cb) },
    { self->player, "changed", G_CALLBACK (changed_cb) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (followed[i].object, followed[i].signal, followed[i].callback, self,
                             G_CONNECT_SWAPPED);
  self->of_document = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->of_document, "changed", G_CALLBACK (plan_to_continue),
                                  self);
  stepped_cb (self);
  changed_cb (self);
}

static void
seidel_lesson_window_constructed (GObject *object)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (object);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->constructed (object);

  self->defaults = get_default_choices ();
  self->items = g_ptr_array_new_with_free_func (unref_item);
  g_ptr_array_set_size (self->items, (int) get_lesson (self)->n_setups);
  restore_place (self);
  add_commands (self);
  add_pane (self);
  begin (self);
}

static void
seidel_lesson_window_dispose (GObject *object)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (object);

  g_clear_handle_id (&self->continue_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->player, self);
  g_signal_handlers_disconnect_by_data (get_workspace (self), self);
  g_signal_handlers_disconnect_by_data (get_runs (self), self);
  g_clear_object (&self->of_document);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->dispose (object);
}

static void
seidel_lesson_window_finalize (GObject *object)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (object);

  g_object_unref (self->player);
  g_variant_unref (self->defaults);
  g_ptr_array_unref (self->items);
  g_clear_object (&self->opened);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->finalize (object);
}

static void
seidel_lesson_window_set_property (GObject *object,
                                   guint prop_id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  SEIDEL_LESSON_WINDOW (object)->player =
    seidel_lesson_player_new (g_value_get_pointer (value), g_get_language_names ());
}

static void
seidel_lesson_window_class_init (SeidelLessonWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = seidel_lesson_window_constructed;
  object_class->dispose = seidel_lesson_window_dispose;
  object_class->finalize = seidel_lesson_window_finalize;
  object_class->set_property = seidel_lesson_window_set_property;
  SEIDEL_WINDOW_CLASS (klass)->update_content = seidel_lesson_window_update_content;
  SEIDEL_WINDOW_CLASS (klass)->make_title = seidel_lesson_window_make_title;
  SEIDEL_WINDOW_CLASS (klass)->first_document = seidel_lesson_window_first_document;
  SEIDEL_WINDOW_CLASS (klass)->run_ended = seidel_lesson_window_run_ended;
  SEIDEL_WINDOW_CLASS (klass)->save_state = seidel_lesson_window_save_state;

  properties[PROP_LESSON] =
    g_param_spec_pointer ("lesson", NULL, NULL,
                          G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  seidel_window_class_bind_template (SEIDEL_WINDOW_CLASS (klass));
}

static void
seidel_lesson_window_init (SeidelLessonWindow *self)
{
  self->open = self->opening = self->running = -1;
}

SeidelWindow *
seidel_lesson_window_new (GtkApplication *application, SeidelLesson *lesson)
{
  g_autoptr (SeidelWorkspace) workspace = seidel_workspace_new (FALSE);

  return g_object_new (SEIDEL_TYPE_LESSON_WINDOW, "application", application, "workspace",
                       workspace, "lesson", lesson, NULL);
}
