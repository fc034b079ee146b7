/* A window that plays a lesson, separate from the one it is opened from: matrix, runs and choices
 * there stay as they are.
 *
 * A step does what a user would do: it opens a matrix, makes the choices of the set-up pane and
 * starts runs one after the other; it takes their values when they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "experiment/seidel-experiment-run.h"
#include "io/seidel-loader.h"
#include "lesson/seidel-lesson-list.h"
#include "pages/seidel-experiments-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-sweep-page.h"
#include "window/seidel-saved-state.h"

#define STATE_KEY "lessons"

struct SeidelWindowLesson
{
  SeidelLessonPlayer *player;
  GVariant *defaults;        /* of the set-up pane */
  GPtrArray *items;          /* SeidelRunItem by setup; NULL: not run in this window */
  SeidelDocument *document;  /* that was opened for a setup, or NULL */
  GSignalGroup *of_document; /* the one in the window */
  int open;                  /* the setup of the document; −1: none */
  int opening;               /* the setup whose matrix is on its way; −1: none */
  int running;               /* the setup whose run is in progress; −1: none */
  gboolean experimenting;    /* the experiment of the step is running */
  gboolean sweep_shown;      /* the sweep of the step, too */
  guint continue_id;
};

static const SeidelLesson *
get_lesson (SeidelWindow *self)
{
  return seidel_lesson_player_get_lesson (self->lesson->player);
}

static const SeidelLessonStep *
get_step (SeidelWindow *self)
{
  return &get_lesson (self)->steps[seidel_lesson_player_get_step (self->lesson->player)];
}

/* Coming back. */

static void
keep_place (SeidelWindow *self, gboolean forget)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) old = g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  GVariantDict lessons;

  g_variant_dict_init (&lessons, old);
  if (forget)
    g_variant_dict_remove (&lessons, get_lesson (self)->id);
  else
    g_variant_dict_insert_value (&lessons, get_lesson (self)->id,
                                 seidel_lesson_player_save (self->lesson->player));
  seidel_saved_state_set (STATE_KEY, g_variant_dict_end (&lessons));
}

static void
restore_place (SeidelWindow *self)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) lessons =
    g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) state = NULL;

  if (lessons != NULL)
    state = g_variant_lookup_value (lessons, get_lesson (self)->id, G_VARIANT_TYPE_VARDICT);
  if (state != NULL)
    seidel_lesson_player_load (self->lesson->player, state);
}

/* The matrix. */

static gboolean
same_matrix (SeidelWindow *self, int one, int other)
{
  const SeidelExperimentSetup a = seidel_lesson_setup (get_lesson (self), (size_t) one);
  const SeidelExperimentSetup b = seidel_lesson_setup (get_lesson (self), (size_t) other);

  return g_str_equal (a.matrix, b.matrix)
         && (a.size == b.size || (isnan (a.size) && isnan (b.size)))
         && a.ordering.ordering == b.ordering.ordering && a.ordering.seed == b.ordering.seed;
}

static gboolean
is_open (SeidelWindow *self, int setup)
{
  const SeidelWindowLesson *lesson = self->lesson;

  return lesson->open >= 0 && self->document != NULL && self->document == lesson->document
         && same_matrix (self, lesson->open, setup);
}

static gboolean
is_natural (const SeidelExperimentSetup *setup)
{
  return g_str_equal (setup->ordering.ordering->id, SEIDEL_ORDERING_NATURAL);
}

static void
begin_opening (SeidelWindow *self, int setup)
{
  SeidelWindowLesson *lesson = self->lesson;
  const SeidelExperimentSetup chosen = seidel_lesson_setup (get_lesson (self), (size_t) setup);
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  if (!seidel_experiment_setup_name (&chosen, &name, &error))
    {
      seidel_lesson_player_fail (lesson->player, error->message);
      return;
    }
  lesson->opening = setup;
  lesson->open = -1;
  g_set_object (&lesson->document, self->document);
  if (name.kind != NULL)
    seidel_window_open_gallery (self, name.kind->id, name.values);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (name.path);

      seidel_window_open (self, file);
    }
}

/* What was asked for has come, or never will: a dialog then says why. */
static void
end_opening (SeidelWindow *self)
{
  SeidelWindowLesson *lesson = self->lesson;
  const int setup = lesson->opening;
  const SeidelExperimentSetup chosen = seidel_lesson_setup (get_lesson (self), (size_t) setup);

  if (self->document == lesson->document)
    {
      lesson->opening = -1;
      seidel_lesson_player_fail (lesson->player,
                                 _ ("The matrix of this step could not be opened."));
      return;
    }
  g_set_object (&lesson->document, self->document);
  if (!is_natural (&chosen) && seidel_document_get_natural (self->document) == self->document)
    {
      seidel_window_order (self, &chosen.ordering);
      return;
    }
  lesson->open = setup;
  lesson->opening = -1;
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
choose (SeidelWindow *self, int setup)
{
  const SeidelLesson *lesson = get_lesson (self);
  const SeidelExperimentSettings *const all[] = { &lesson->held, &lesson->setups[setup].settings };
  g_autoptr (GVariant) state = NULL;
  GVariantDict choices;

  g_variant_dict_init (&choices, self->lesson->defaults);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    for (size_t j = 0; j < all[i]->n; j++)
      put_setting (&choices, &all[i]->all[j]);
  state = g_variant_ref_sink (g_variant_dict_end (&choices));
  seidel_setup_pane_load (self->setup_pane, state);
}

/* Runs. */

static void
begin_run (SeidelWindow *self, int setup)
{
  SeidelWindowLesson *lesson = self->lesson;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelRunItem *item;
  g_autoptr (GError) error = NULL;

  choose (self, setup);
  if (!seidel_setup_pane_get (self->setup_pane, &options, &rhs, &guess))
    {
      seidel_lesson_player_fail (lesson->player, seidel_setup_pane_get_problem (self->setup_pane));
      return;
    }
  item = seidel_run_list_start (self->runs, self->document, &options, &rhs, &guess, &error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  if (item == NULL)
    {
      seidel_lesson_player_fail (lesson->player, error->message);
      return;
    }
  lesson->running = setup;
  g_clear_object (&lesson->items->pdata[setup]);
  lesson->items->pdata[setup] = g_object_ref (item);
}

/* Takes the values of the matrix that is open, and of a run of it unless item is NULL. */
static void
take (SeidelWindow *self, int setup, SeidelRunItem *item)
{
  SeidelWindowLesson *lesson = self->lesson;
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelOutcome *outcome = item != NULL ? seidel_run_item_get_outcome (item) : NULL;
  SeidelTrace *trace = item != NULL ? seidel_run_item_get_trace (item) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (seidel_document_get_matrix (self->document), &ones, NULL,
                                   seidel_load_vector, NULL, &error);

  if (problem == NULL
      || !seidel_lesson_take_run (seidel_lesson_player_get_values (lesson->player), (size_t) setup,
                                  problem,
                                  seidel_document_get_solved_schedule (self->document,
                                                                       SEIDEL_DIRECTION_FORWARD),
                                  outcome, trace, &error))
    seidel_lesson_player_fail (lesson->player, error->message);
  seidel_lesson_player_values_changed (lesson->player);
}

static void
end_run (SeidelWindow *self)
{
  SeidelWindowLesson *lesson = self->lesson;
  const int setup = lesson->running;
  SeidelRunItem *item = lesson->items->pdata[setup];

  lesson->running = -1;
  if (seidel_run_item_get_outcome (item) != NULL)
    take (self, setup, item);
  else
    seidel_lesson_player_fail (lesson->player, seidel_run_item_get_error (item));
}

/* Only the curves that the step is about; those of the user's own runs as they are. */
static void
show_runs (SeidelWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  GPtrArray *items = self->lesson->items;
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
    seidel_run_list_set_selected (self->runs, last);
}

/* Experiments. */

static SeidelExperimentsPage *
get_experiments (SeidelWindow *self)
{
  return SEIDEL_EXPERIMENTS_PAGE (adw_view_stack_get_child_by_name (self->pages, "experiments"));
}

static void
take_result (SeidelWindow *self)
{
  SeidelWindowLesson *lesson = self->lesson;
  SeidelExperimentResult *result = seidel_experiments_page_get_result (get_experiments (self));

  seidel_lesson_values_take_result (seidel_lesson_player_get_values (lesson->player), result);
  if (!get_step (self)->run_experiment)
    {
      g_autofree char *machine =
        seidel_experiment_machine_describe (seidel_experiment_result_machine (result));
      g_autofree char *origin = g_strdup_printf (_ ("Recorded on: %s"), machine);

      seidel_lesson_player_set_origin (lesson->player, origin);
    }
  seidel_lesson_player_values_changed (lesson->player);
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
show_experiment (SeidelWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  SeidelExperimentsPage *page = get_experiments (self);

  self->lesson->experimenting = FALSE;
  if (step->experiment[0] == '\0'
      || !seidel_experiments_page_show (page, step->experiment, step->run_experiment))
    return;
  if (is_complete (seidel_experiments_page_get_result (page)))
    take_result (self);
  else if (step->run_experiment)
    {
      self->lesson->experimenting = TRUE;
      seidel_experiments_page_run (page);
    }
  else
    seidel_lesson_player_fail (
      self->lesson->player,
      _ ("The experiment of this step has no recorded result: run it on this page."));
}

static void
experiment_finished_cb (SeidelWindow *self)
{
  if (!self->lesson->experimenting)
    return;
  self->lesson->experimenting = FALSE;
  take_result (self);
}

/* The steps. */

/* The first run of the step that is not there; −1 if all are. */
static int
next_run (SeidelWindow *self)
{
  const SeidelLessonStep *step = get_step (self);

  for (size_t i = 0; i < step->n_runs; i++)
    if (self->lesson->items->pdata[step->runs[i]] == NULL)
      return (int) step->runs[i];
  return -1;
}

/* Once a step: the user may have gone on with it. */
static void
show_sweep (SeidelWindow *self)
{
  const SeidelLessonSweep *sweep = &get_step (self)->sweep;
  GtkWidget *page = adw_view_stack_get_child_by_name (self->pages, "sweep");

  if (sweep->given && !self->lesson->sweep_shown)
    seidel_sweep_page_show (SEIDEL_SWEEP_PAGE (page), sweep->mode, sweep->step, sweep->speed,
                            sweep->play);
  self->lesson->sweep_shown = TRUE;
}

/* With everything in its place: the matrix and the choices of the step. */
static void
settle (SeidelWindow *self)
{
  const SeidelLessonStep *step = get_step (self);

  if (step->setup < 0)
    return;
  if (!is_open (self, step->setup))
    {
      begin_opening (self, step->setup);
      return;
    }
  if (seidel_document_get_analysing (self->document))
    return;
  choose (self, step->setup);
  seidel_selection_point_at (self->selection, step->point - 1);
  show_sweep (self);
  take (self, step->setup, NULL);
}

/* One thing at a time: whatever ends it calls this again. */
static gboolean
continue_cb (gpointer data)
{
  SeidelWindow *self = data;
  SeidelWindowLesson *lesson = self->lesson;
  int run;

  lesson->continue_id = 0;
  if (self->load != NULL || seidel_run_list_get_live (self->runs) != NULL)
    return G_SOURCE_REMOVE;
  if (lesson->running >= 0)
    end_run (self);
  if (lesson->opening >= 0)
    end_opening (self);
  if (self->load != NULL || seidel_lesson_player_get_failure (lesson->player) != NULL)
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
plan_to_continue (SeidelWindow *self)
{
  if (self->lesson->continue_id == 0)
    self->lesson->continue_id = g_idle_add_full (G_PRIORITY_DEFAULT, continue_cb, self, NULL);
}

static void
document_cb (SeidelWindow *self)
{
  g_signal_group_set_target (self->lesson->of_document, self->document);
  plan_to_continue (self);
}

static void
stepped_cb (SeidelWindow *self)
{
  const SeidelLessonStep *step = get_step (self);
  GtkWidget *matrix_page = adw_view_stack_get_child_by_name (self->pages, "matrix");

  if (step->page[0] != '\0')
    adw_view_stack_set_visible_child_name (self->pages, step->page);
  if (step->colors[0] != '\0')
    seidel_matrix_page_set_colors (SEIDEL_MATRIX_PAGE (matrix_page), step->colors);
  self->lesson->sweep_shown = FALSE;
  show_runs (self);
  show_experiment (self);
  plan_to_continue (self);
}

static void
changed_cb (SeidelWindow *self)
{
  seidel_window_actions_update (self);
}

/* Commands. */

void
seidel_window_lesson_next (SeidelWindow *self)
{
  SeidelLessonPlayer *player = self->lesson->player;

  if (get_step (self)->ask.n > 0 && !seidel_lesson_player_is_revealed (player)
      && seidel_lesson_player_get_failure (player) == NULL)
    seidel_lesson_player_reveal (player);
  else if (seidel_lesson_player_is_last (player))
    {
      self->lesson_finished = TRUE;
      gtk_window_close (GTK_WINDOW (self));
    }
  else
    seidel_lesson_player_next (player);
}

void
seidel_window_lesson_back (SeidelWindow *self)
{
  seidel_lesson_player_back (self->lesson->player);
}

void
seidel_window_lesson_follow (SeidelWindow *self)
{
  seidel_window_play_lesson (self, seidel_lesson_player_get_following (self->lesson->player)->id);
  self->lesson_finished = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

void
seidel_window_lesson_leave (SeidelWindow *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

gboolean
seidel_window_lesson_can_go_back (SeidelWindow *self)
{
  return self->lesson != NULL && !seidel_lesson_player_is_first (self->lesson->player);
}

gboolean
seidel_window_lesson_can_follow (SeidelWindow *self)
{
  return self->lesson != NULL && seidel_lesson_player_is_last (self->lesson->player)
         && seidel_lesson_player_get_following (self->lesson->player) != NULL;
}

SeidelLessonPlayer *
seidel_window_lesson_get_player (SeidelWindow *self)
{
  return self->lesson->player;
}

gboolean
seidel_window_lesson_is_busy (SeidelWindow *self)
{
  const SeidelWindowLesson *lesson = self->lesson;

  return lesson->experimenting || lesson->continue_id != 0 || lesson->opening >= 0
         || lesson->running >= 0
         || (self->document != NULL && seidel_document_get_analysing (self->document));
}

void
seidel_window_lesson_save (SeidelWindow *self)
{
  keep_place (self, self->lesson_finished);
}

char *
seidel_window_lesson_get_title (SeidelWindow *self)
{
  return g_strdup_printf (_ ("%s — Lesson"), seidel_lesson_player_get_name (self->lesson->player));
}

/* Keys that remote controls for slides have, too. Elsewhere they scroll. */
static void
add_keys (SeidelWindow *self)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_Page_Down, "win.lesson-next" },
    { GDK_KEY_Page_Up, "win.lesson-back" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, 0),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static GVariant *
get_default_choices (void)
{
  g_autoptr (SeidelSetupPane) pane =
    g_object_ref_sink (g_object_new (SEIDEL_TYPE_SETUP_PANE, NULL));

  return g_variant_ref_sink (seidel_setup_pane_save (pane));
}

static SeidelWindowLesson *
new_state (SeidelLesson *lesson)
{
  SeidelWindowLesson *state = g_new0 (SeidelWindowLesson, 1);

  state->player = seidel_lesson_player_new (lesson, g_get_language_names ());
  state->defaults = get_default_choices ();
  state->items = g_ptr_array_new ();
  g_ptr_array_set_size (state->items, (int) lesson->n_setups);
  state->of_document = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  state->open = state->opening = state->running = -1;
  return state;
}

void
seidel_window_lesson_dispose (SeidelWindow *self)
{
  SeidelWindowLesson *lesson = g_steal_pointer (&self->lesson);

  if (lesson == NULL)
    return;
  g_clear_handle_id (&lesson->continue_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (lesson->player, self);
  g_object_unref (lesson->player);
  g_variant_unref (lesson->defaults);
  for (guint i = 0; i < lesson->items->len; i++)
    g_clear_object (&lesson->items->pdata[i]);
  g_ptr_array_unref (lesson->items);
  g_clear_object (&lesson->document);
  g_object_unref (lesson->of_document);
  g_free (lesson);
}

static void
begin (SeidelWindow *self, SeidelLesson *lesson)
{
  self->lesson = new_state (lesson);
  restore_place (self);
  g_signal_group_connect_swapped (self->lesson->of_document, "changed",
                                  G_CALLBACK (plan_to_continue), self);
  g_signal_connect (self, "notify::loading", G_CALLBACK (plan_to_continue), NULL);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_cb), NULL);
  g_signal_connect_object (self->runs, "notify::live", G_CALLBACK (plan_to_continue), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_experiments (self), "finished", G_CALLBACK (experiment_finished_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->lesson->player, "stepped", G_CALLBACK (stepped_cb), self);
  g_signal_connect_swapped (self->lesson->player, "changed", G_CALLBACK (changed_cb), self);
  add_keys (self);
  seidel_lesson_pane_set_player (self->lesson_pane, self->lesson->player);
  gtk_widget_set_visible (GTK_WIDGET (self->lesson_pane), TRUE);
  gtk_widget_set_visible (self->side_pane, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->run_table), FALSE);
  /* What a lesson runs is not the user's. */
  seidel_window_session_dispose (self);
  seidel_window_update_content (self);
  seidel_window_update_title (self);
  stepped_cb (self);
  changed_cb (self);
}

/* The window that plays it already, or a new one. */
static SeidelWindow *
find_window (GtkApplication *application, SeidelLesson *lesson)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (SEIDEL_IS_WINDOW (l->data) && SEIDEL_WINDOW (l->data)->lesson != NULL
        && get_lesson (l->data) == lesson)
      return l->data;
  return NULL;
}

SeidelWindow *
seidel_window_play_lesson (SeidelWindow *self, const char *id)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  SeidelLesson *lesson = seidel_lesson_find (id);
  SeidelWindow *window = lesson != NULL ? find_window (application, lesson) : NULL;
  const gboolean presenting = self->presenting;

  if (lesson == NULL)
    return NULL;
  if (window == NULL)
    {
      window = seidel_window_new (application);
      begin (window, lesson);
    }
  gtk_window_present (GTK_WINDOW (window));
  /* One presentation at a time: the enlargement is that of all windows. */
  if (presenting && window != self)
    {
      seidel_window_set_presenting (self, FALSE);
      seidel_window_set_presenting (window, TRUE);
    }
  return window;
}
