/* What the steps of a lesson do, as a user would: each opens a matrix, makes the choices of the
 * set-up pane and starts runs one after the other; it takes their values when they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lesson-steps-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "draw/seidel-levels-picture.h"
#include "experiment/seidel-experiment-run.h"
#include "lesson/seidel-lesson-views.h"
#include "pages/seidel-convergence-page.h"
#include "pages/seidel-experiments-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-sweep-page.h"

static GtkWidget *
get_page (SeidelLessonSteps *self, const char *name)
{
  return adw_view_stack_get_child_by_name (self->pages, name);
}

/* The matrix. */

static gboolean
same_matrix (SeidelLessonSteps *self, int one, int other)
{
  const SeidelExperimentSetup a =
    seidel_lesson_setup (seidel_lesson_steps_get_lesson (self), (size_t) one);
  const SeidelExperimentSetup b =
    seidel_lesson_setup (seidel_lesson_steps_get_lesson (self), (size_t) other);

  return g_str_equal (a.matrix, b.matrix)
         && (a.size == b.size || (isnan (a.size) && isnan (b.size)))
         && a.ordering.ordering == b.ordering.ordering && a.ordering.seed == b.ordering.seed;
}

static gboolean
is_open (SeidelLessonSteps *self, int setup)
{
  return self->open >= 0 && self->workspace->document != NULL
         && self->workspace->document == self->opened && same_matrix (self, self->open, setup);
}

static gboolean
is_natural (const SeidelExperimentSetup *setup)
{
  return g_str_equal (setup->ordering.ordering->id, SEIDEL_ORDERING_NATURAL);
}

static void
begin_opening (SeidelLessonSteps *self, int setup)
{
  const SeidelExperimentSetup chosen =
    seidel_lesson_setup (seidel_lesson_steps_get_lesson (self), (size_t) setup);
  g_auto (SeidelMatrixName) name = { 0 };
  g_autoptr (GError) error = NULL;

  if (!seidel_experiment_setup_name (&chosen, &name, &error))
    {
      seidel_lesson_player_fail (self->player, error->message);
      return;
    }
  self->opening = setup;
  self->open = -1;
  g_set_object (&self->opened, self->workspace->document);
  if (name.kind != NULL)
    seidel_workspace_open_gallery (self->workspace, name.kind->id, name.values);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (name.path);

      seidel_workspace_open (self->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
    }
}

/* What was asked for has come, or never will: a dialog then says why. */
static void
end_opening (SeidelLessonSteps *self)
{
  const int setup = self->opening;
  const SeidelExperimentSetup chosen =
    seidel_lesson_setup (seidel_lesson_steps_get_lesson (self), (size_t) setup);

  if (self->workspace->document == self->opened)
    {
      self->opening = -1;
      seidel_lesson_player_fail (self->player, _ ("The matrix of this step could not be opened."));
      return;
    }
  g_set_object (&self->opened, self->workspace->document);
  if (!is_natural (&chosen)
      && seidel_document_get_natural (self->workspace->document) == self->workspace->document)
    {
      seidel_workspace_order (self->workspace, &chosen.ordering);
      return;
    }
  self->open = setup;
  self->opening = -1;
}

/* Runs. */

/* Whether the curve of a run was shown by a step before this one. */
static gboolean
is_known (SeidelLessonSteps *self, size_t setup)
{
  const size_t current = seidel_lesson_player_get_step (self->player);

  for (size_t i = 0; i < current; i++)
    {
      const SeidelLessonStep *step = &seidel_lesson_steps_get_lesson (self)->steps[i];

      for (size_t r = 0; r < step->n_runs && g_str_equal (step->page, "convergence"); r++)
        if (step->runs[r] == setup)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_question_open (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);

  return step->ask.n > 0 && step->hold != SEIDEL_LESSON_HOLD_NOTHING
         && !seidel_lesson_player_is_revealed (self->player)
         && seidel_lesson_player_get_failure (self->player) == NULL;
}

static gboolean
is_run_shown (SeidelLessonSteps *self, size_t setup)
{
  return !is_question_open (self)
         || (seidel_lesson_steps_get_step (self)->hold == SEIDEL_LESSON_HOLD_USUAL
             && is_known (self, setup));
}

/* Only the curves that the step is about; those of the user's own runs as they are. */
static void
show_runs (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
  GPtrArray *items = self->items;
  SeidelRunItem *last = NULL;

  for (guint i = 0; i < items->len; i++)
    {
      gboolean shown = FALSE;

      for (size_t r = 0; r < step->n_runs; r++)
        shown = shown || (step->runs[r] == i && is_run_shown (self, i));
      if (items->pdata[i] != NULL)
        seidel_run_item_set_visible (items->pdata[i], shown);
    }
  for (size_t i = 0; i < step->n_runs; i++)
    last = items->pdata[step->runs[i]] != NULL ? items->pdata[step->runs[i]] : last;
  if (last != NULL)
    seidel_run_list_set_selected (self->workspace->runs, last);
}

/* The curves that the question was about come into being. */
static void
grow_curves (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

  for (size_t i = 0; i < step->n_runs; i++)
    if (!is_known (self, step->runs[i]) && self->items->pdata[step->runs[i]] != NULL)
      g_ptr_array_add (fresh, self->items->pdata[step->runs[i]]);
  seidel_convergence_page_grow (SEIDEL_CONVERGENCE_PAGE (get_page (self, "convergence")), fresh);
}

/* At the step where it begins. It is played with the answer: its end is mostly what is asked for.
 */
static void
show_sweep (SeidelLessonSteps *self)
{
  const SeidelLessonSweep *sweep = &seidel_lesson_steps_get_step (self)->sweep;

  if (sweep->given)
    seidel_sweep_page_show (SEIDEL_SWEEP_PAGE (get_page (self, "sweep")), sweep->mode, sweep->step,
                            sweep->speed, sweep->play && !is_question_open (self));
}

/* What gives the answer away comes with it. */
static void
hold_back (SeidelLessonSteps *self)
{
  const gboolean open = is_question_open (self);
  size_t n;
  const SeidelLessonPage *pages = seidel_lesson_pages (&n);

  for (size_t i = 0; i < n; i++)
    seidel_page_withhold (SEIDEL_PAGE (get_page (self, pages[i].page)), open);
  if (self->open_question == open)
    return;
  self->open_question = open;
  show_runs (self);
  if (open)
    return;
  grow_curves (self);
  if (seidel_lesson_steps_get_step (self)->sweep.play && self->sweep_shown)
    show_sweep (self);
}

/* The picture of levels is their number, where they are few. */
static gboolean
has_few_levels (SeidelLessonSteps *self)
{
  SeidelDocument *document = self->workspace->document;
  SeidelSchedule *schedule =
    document != NULL ? seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD) : NULL;

  return schedule != NULL && schedule->count <= SEIDEL_LEVELS_COUNTED_AT_SIGHT;
}

gboolean
seidel_lesson_steps_cover (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
  const SeidelLessonPage *page = seidel_lesson_page_find (step->page);

  if (!is_question_open (self) || page == NULL)
    return FALSE;
  if (step->hold == SEIDEL_LESSON_HOLD_PICTURE || page->experiment
      || g_str_equal (step->page, "timing"))
    return TRUE;
  if (g_str_equal (step->page, "levels"))
    return has_few_levels (self);
  if (!g_str_equal (step->page, "convergence"))
    return FALSE;
  for (size_t i = 0; i < step->n_runs; i++)
    if (is_known (self, step->runs[i]))
      return FALSE;
  return TRUE;
}

/* Experiments. */

static SeidelExperimentsPage *
get_experiments (SeidelLessonSteps *self)
{
  return SEIDEL_EXPERIMENTS_PAGE (get_page (self, "experiments"));
}

static void
take_result (SeidelLessonSteps *self)
{
  SeidelExperimentResult *result = seidel_experiments_page_get_result (get_experiments (self));

  seidel_lesson_values_take_result (seidel_lesson_player_get_values (self->player), result);
  if (!seidel_lesson_steps_get_step (self)->run_experiment)
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
show_experiment (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
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

/* The choices of the page: those of the step, the usual ones where it has none. The colours of the
 * matrix stay. */
static void
choose_view (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
  const SeidelLessonPage *page = seidel_lesson_page_find (step->page);

  if (page == NULL)
    return;
  if (page->experiment)
    seidel_page_choose (SEIDEL_PAGE (get_page (self, step->page)), "measure", (int) step->measure);
  for (const SeidelLessonChoices *choices = page->choices; choices->key != NULL; choices++)
    {
      const int value = seidel_lesson_step_choice (step, choices);

      if (value >= 0 && (!g_str_equal (choices->key, "colors") || step->n_views > 0))
        seidel_page_choose (SEIDEL_PAGE (get_page (self, step->page)), choices->key, value);
    }
}

static void
experiment_finished_cb (SeidelLessonSteps *self)
{
  if (!self->experimenting)
    return;
  self->experimenting = FALSE;
  take_result (self);
  choose_view (self);
}

/* The steps. */

/* The first run of the step that is not there; −1 if all are. */
static int
next_run (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);

  for (size_t i = 0; i < step->n_runs; i++)
    if (self->items->pdata[step->runs[i]] == NULL)
      return (int) step->runs[i];
  return -1;
}

/* With everything in its place: the matrix and the choices of the step. */
static void
settle (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);

  if (step->setup < 0)
    return;
  if (!is_open (self, step->setup))
    {
      begin_opening (self, step->setup);
      return;
    }
  if (seidel_document_get_analysing (self->workspace->document))
    return;
  seidel_lesson_steps_choose (self, step->setup);
  seidel_selection_point_at (self->workspace->selection, step->point - 1);
  /* Once a step: the user may have gone on with it. */
  if (!self->sweep_shown)
    show_sweep (self);
  self->sweep_shown = TRUE;
  seidel_lesson_steps_take (self, step->setup, NULL);
  seidel_lesson_steps_take_rows (self, seidel_document_get_matrix (self->workspace->document));
}

/* One thing at a time: whatever ends it calls this again. */
static gboolean
continue_cb (gpointer data)
{
  SeidelLessonSteps *self = data;
  int run;

  self->continue_id = 0;
  if (self->workspace->loading != NULL || seidel_run_list_get_live (self->workspace->runs) != NULL)
    return G_SOURCE_REMOVE;
  if (self->running >= 0)
    seidel_lesson_steps_end_run (self);
  if (self->opening >= 0)
    end_opening (self);
  if (self->workspace->loading != NULL || seidel_lesson_player_get_failure (self->player) != NULL)
    return G_SOURCE_REMOVE;
  run = next_run (self);
  if (run < 0)
    {
      show_runs (self);
      settle (self);
    }
  else if (is_open (self, run))
    seidel_lesson_steps_begin_run (self, run);
  else
    begin_opening (self, run);
  return G_SOURCE_REMOVE;
}

/* Soon, once whatever has changed is in order. */
static void
plan_to_continue (SeidelLessonSteps *self)
{
  if (self->continue_id == 0)
    self->continue_id = g_idle_add_full (G_PRIORITY_DEFAULT, continue_cb, self, NULL);
}

static void
document_cb (SeidelLessonSteps *self)
{
  g_signal_group_set_target (self->of_document, self->workspace->document);
  plan_to_continue (self);
}

static void
stepped_cb (SeidelLessonSteps *self)
{
  const SeidelLessonStep *step = seidel_lesson_steps_get_step (self);
  GtkWidget *matrix_page = get_page (self, "matrix");

  self->open_question = is_question_open (self);
  if (step->page[0] != '\0')
    adw_view_stack_set_visible_child_name (self->pages, step->page);
  if (step->colors[0] != '\0')
    seidel_matrix_page_set_colors (SEIDEL_MATRIX_PAGE (matrix_page), step->colors);
  self->sweep_shown = FALSE;
  show_runs (self);
  show_experiment (self);
  /* What is shown again begins with its own choices. */
  choose_view (self);
  plan_to_continue (self);
}

gboolean
seidel_lesson_steps_are_busy (SeidelLessonSteps *self)
{
  SeidelDocument *document = self->workspace->document;

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
follow (SeidelLessonSteps *self)
{
  g_signal_connect_swapped (self->workspace, "notify::loading", G_CALLBACK (plan_to_continue),
                            self);
  g_signal_connect_swapped (self->workspace, "notify::document", G_CALLBACK (document_cb), self);
  g_signal_connect_swapped (self->workspace->runs, "notify::live", G_CALLBACK (plan_to_continue),
                            self);
  g_signal_connect_swapped (get_experiments (self), "finished", G_CALLBACK (experiment_finished_cb),
                            self);
  g_signal_connect_swapped (self->player, "stepped", G_CALLBACK (stepped_cb), self);
  g_signal_connect_swapped (self->player, "changed", G_CALLBACK (hold_back), self);
  self->of_document = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->of_document, "changed", G_CALLBACK (plan_to_continue),
                                  self);
}

static void
unref_item (gpointer item)
{
  g_clear_object (&item);
}

SeidelLessonSteps *
seidel_lesson_steps_new (SeidelLessonPlayer *player,
                         SeidelWorkspace *workspace,
                         SeidelSetupPane *setup_pane,
                         AdwViewStack *pages)
{
  SeidelLessonSteps *self = g_new0 (SeidelLessonSteps, 1);

  self->player = g_object_ref (player);
  self->workspace = g_object_ref (workspace);
  self->setup_pane = setup_pane;
  self->pages = pages;
  self->defaults = get_default_choices ();
  self->items = g_ptr_array_new_with_free_func (unref_item);
  g_ptr_array_set_size (self->items, (int) seidel_lesson_steps_get_lesson (self)->n_setups);
  self->open = self->opening = self->running = -1;
  follow (self);
  stepped_cb (self);
  hold_back (self);
  return self;
}

void
seidel_lesson_steps_free (SeidelLessonSteps *self)
{
  g_clear_handle_id (&self->continue_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (get_experiments (self), self);
  g_signal_handlers_disconnect_by_data (self->player, self);
  g_signal_handlers_disconnect_by_data (self->workspace->runs, self);
  g_signal_handlers_disconnect_by_data (self->workspace, self);
  g_object_unref (self->of_document);
  g_clear_object (&self->opened);
  g_ptr_array_unref (self->items);
  g_variant_unref (self->defaults);
  g_object_unref (self->workspace);
  g_object_unref (self->player);
  g_free (self);
}
