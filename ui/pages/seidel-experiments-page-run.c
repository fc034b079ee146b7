/* Running experiments from their page: the job, whose finished cells the page polls, variations of
 * the selected run, and the runs of single cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-experiments-page-private.h"

#include <glib/gi18n.h>

#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-vary.h"
#include "views/seidel-gtk-fixes.h"

#define POLL_MILLISECONDS 200

static void
label_run (SeidelExperimentsPage *self, const char *label)
{
  gtk_button_set_label (self->run, label);
  seidel_fix_button_names (GTK_WIDGET (self->run));
}

/* "12 of 40 cells, about 3 min left" */
static void
say_progress (SeidelExperimentsPage *self, SeidelExperimentResult *result)
{
  const size_t n = seidel_experiment_n_cells (self->running);
  const size_t finished = seidel_experiment_result_n_finished (result);
  const double done = (double) (finished - self->begun_finished);
  const double seconds = (double) (g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC;
  const double left = done > 0.0 ? seconds * (double) (n - finished) / done : 0.0;
  g_autofree char *time = seidel_format_seconds (left, 2);
  g_autofree char *text = NULL;

  if (done > 0.0)
    text = g_strdup_printf (_ ("%zu of %zu cells, about %s left"), finished, n, time);
  else
    text = g_strdup_printf (_ ("%zu of %zu cells"), finished, n);
  seidel_experiments_page_say (self, text);
}

static void
job_ended (SeidelExperimentsPage *self)
{
  g_autoptr (GError) error = NULL;
  const gboolean done = seidel_experiment_job_finish (g_steal_pointer (&self->job), &error);

  label_run (self, _ ("_Run"));
  self->timer = 0;
  if (done)
    seidel_experiments_page_say (self, NULL);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    seidel_experiments_page_say (self, _ ("Stopped: Run goes on with the cells that are missing"));
  else
    seidel_experiments_page_say (self, error->message);
  if (self->running == self->experiment)
    seidel_experiments_page_redraw (self);
  g_clear_pointer (&self->running, seidel_experiment_unref);
  g_signal_emit_by_name (self, "finished");
}

static gboolean
poll_cb (gpointer data)
{
  SeidelExperimentsPage *self = data;
  SeidelExperimentResult *result = seidel_experiment_job_get_result (self->job);
  const gboolean over = seidel_experiment_job_is_over (self->job);

  if (result != NULL && self->running == self->experiment)
    {
      const size_t finished = seidel_experiment_result_n_finished (result);

      if (self->chart->result != result && gtk_drop_down_get_selected (self->sources) == 0)
        {
          self->begun_finished = finished;
          seidel_experiments_page_show_result (self, result, FALSE);
        }
      else if (self->chart->result == result && finished != self->drawn)
        {
          self->drawn = finished;
          seidel_experiments_page_redraw (self);
        }
    }
  if (result != NULL)
    say_progress (self, result);
  if (over)
    job_ended (self);
  return over ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

void
seidel_experiments_page_start (SeidelExperimentsPage *self)
{
  g_autofree char *path = seidel_experiment_default_path (self->experiment);
  g_autoptr (GError) error = NULL;

  self->job = seidel_experiment_job_start (self->experiment, path, &error);
  if (self->job == NULL)
    {
      seidel_experiments_page_say (self, error->message);
      return;
    }
  self->running = seidel_experiment_ref (self->experiment);
  self->begun = g_get_monotonic_time ();
  self->begun_finished = 0;
  self->timer = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
  label_run (self, _ ("_Stop"));
  gtk_drop_down_set_selected (self->sources, 0);
  seidel_experiments_page_say (self, _ ("Starting"));
}

void
seidel_experiments_page_run_clicked (SeidelExperimentsPage *self)
{
  if (self->job != NULL)
    seidel_experiment_job_stop (self->job);
  else if (self->experiment != NULL)
    seidel_experiments_page_start (self);
}

void
seidel_experiments_page_vary_clicked (SeidelExperimentsPage *self)
{
  const SeidelOptions initial = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *item = self->runs != NULL ? seidel_run_list_get_selected (self->runs) : NULL;
  GtkStringObject *key = gtk_drop_down_get_selected_item (self->variables);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperiment) experiment = NULL;

  gtk_menu_button_popdown (self->vary);
  if (self->document == NULL || key == NULL || self->job != NULL)
    {
      seidel_experiments_page_say (self, _ ("An experiment is running"));
      return;
    }
  experiment = seidel_experiment_vary (seidel_document_get_matrix (self->document),
                                       item != NULL ? seidel_run_item_get_options (item) : &initial,
                                       gtk_string_object_get_string (key),
                                       gtk_editable_get_text (self->values),
                                       gtk_spin_button_get_value_as_int (self->repeats), &error);
  if (experiment == NULL)
    {
      seidel_experiments_page_say (self, error->message);
      return;
    }
  g_ptr_array_add (self->listed, seidel_experiment_ref (experiment));
  seidel_experiments_page_list (self, self->listed->len - 1);
  seidel_experiments_page_select (self, experiment);
  seidel_experiments_page_start (self);
}

/* A cell whose matrix is being loaded. */
typedef struct
{
  SeidelExperiment *experiment;
  size_t cell;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  seidel_experiment_unref (opening->experiment);
  g_free (opening);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Opening *opening = data;
  const SeidelExperimentSetup setup = seidel_experiment_setup (opening->experiment, opening->cell);
  GError *error = NULL;
  SeidelMatrix *matrix = seidel_experiment_load_matrix (&setup, NULL, cancellable, &error);

  if (matrix != NULL)
    g_task_return_pointer (task, matrix, (GDestroyNotify) seidel_matrix_unref);
  else
    g_task_return_error (task, error);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelExperimentsPage *self = SEIDEL_EXPERIMENTS_PAGE (source);
  const Opening *opening = g_task_get_task_data (G_TASK (result));
  const SeidelExperimentSetup setup = seidel_experiment_setup (opening->experiment, opening->cell);
  SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (SeidelDocument) document = NULL;

  if (matrix != NULL && self->runs != NULL)
    {
      if (matrix->rhs != NULL)
        rhs.kind = SEIDEL_VECTOR_FILED;
      if (setup.rhs != NULL)
        seidel_vector_spec_parse (setup.rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, NULL);
      if (setup.guess != NULL)
        seidel_vector_spec_parse (setup.guess, SEIDEL_VECTOR_ROLE_GUESS, &guess, NULL);
      document = seidel_document_new (matrix);
      seidel_run_list_start (self->runs, document, &setup.options, &rhs, &guess, &error);
      seidel_vector_spec_clear (&rhs);
      seidel_vector_spec_clear (&guess);
    }
  seidel_experiments_page_say (self, error != NULL ? error->message : NULL);
}

void
seidel_experiments_page_open_clicked (SeidelExperimentsPage *self)
{
  g_autoptr (GTask) task = NULL;
  Opening *opening;

  gtk_menu_button_popdown (self->open);
  if (self->experiment == NULL)
    return;
  opening = g_new0 (Opening, 1);
  opening->experiment = seidel_experiment_ref (seidel_experiments_page_shown (self));
  opening->cell = gtk_drop_down_get_selected (self->cells);
  task = g_task_new (self, NULL, loaded_cb, NULL);
  g_task_set_task_data (task, opening, opening_free);
  seidel_experiments_page_say (self, _ ("Loading the matrix of the cell"));
  g_task_run_in_thread (task, load_thread);
}
