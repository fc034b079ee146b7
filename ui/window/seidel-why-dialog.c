/* Why a run did not converge: measured and tried on a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-why-dialog.h"

#include <glib/gi18n.h>

#include "diagnose/seidel-diagnosis.h"
#include "draw/seidel-translate.h"
#include "io/seidel-loader.h"
#include "model/seidel-class.h"
#include "model/seidel-run-check.h"
#include "views/seidel-gtk-fixes.h"

#define WIDTH  720
#define HEIGHT 600
#define MARGIN 18

/* Of each next step. */
#define SECONDS 10.0

struct _SeidelWhyDialog
{
  AdwWindow parent_instance;

  GtkLabel *status; /* borrowed, as is the box */
  GtkBox *list;

  /* Owned */
  GCancellable *cancellable; /* NULL once it is done */
};

G_DEFINE_FINAL_TYPE (SeidelWhyDialog, seidel_why_dialog, ADW_TYPE_WINDOW)

static guint use_signal;

/* What the worker has: no objects of the main thread. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelRecord *record;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  seidel_matrix_unref (job->matrix);
  seidel_record_unref (job->record);
  g_free (job);
}

static SeidelProblem *
make_problem (const Job *job, GCancellable *cancellable, GError **error)
{
  SeidelVectorSpec rhs = { 0 };
  SeidelVectorSpec guess = { 0 };
  SeidelProblem *problem = NULL;

  if (seidel_vector_spec_parse (job->record->rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, error)
      && seidel_vector_spec_parse (job->record->guess, SEIDEL_VECTOR_ROLE_GUESS, &guess, error))
    problem = seidel_problem_new_from_specs (job->matrix, &rhs, &guess, seidel_load_vector,
                                             cancellable, error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  if (problem != NULL
      && !seidel_problem_read_near_null (problem, job->record->options.near_null,
                                         seidel_load_matrix, cancellable, error))
    g_clear_pointer (&problem, seidel_problem_unref);
  return problem;
}

static void
look_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  g_autoptr (SeidelProblem) problem = make_problem (job, cancellable, &error);
  const SeidelDiagnosisSubject subject = { problem, &job->record->options, job->record->outcome,
                                           job->record->trace };
  SeidelDiagnosis *diagnosis = NULL;

  if (problem != NULL)
    diagnosis = seidel_diagnose (&subject, cancellable, &error);
  if (diagnosis != NULL
      && !seidel_diagnosis_try (diagnosis, &subject, SECONDS, NULL, cancellable, &error))
    g_clear_pointer (&diagnosis, seidel_diagnosis_free);
  if (diagnosis == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, diagnosis, (GDestroyNotify) seidel_diagnosis_free);
}

static GtkWidget *
add_text (GtkBox *box, const char *text, const char *classes)
{
  GtkWidget *label = seidel_label_new (text, classes);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  gtk_box_append (box, label);
  return label;
}

static void
use_cb (GtkButton *button, SeidelWhyDialog *self)
{
  const char *options = g_object_get_data (G_OBJECT (button), "options");

  g_signal_emit (self, use_signal, 0, options);
  gtk_window_close (GTK_WINDOW (self));
}

/* What was tried, how it did and, where it converged, a button to set it up. */
static void
add_step (SeidelWhyDialog *self, const SeidelNextStep *step)
{
  GtkBox *row = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  GtkWidget *button = gtk_button_new_with_label (_ ("Use"));
  g_autofree char *result = seidel_next_step_describe (step);
  g_autofree char *options = step->rhs != NULL
                               ? g_strdup_printf ("%s --rhs %s", step->text, step->rhs)
                               : g_strdup (step->text);
  g_autofree char *text =
    g_strdup_printf ("%s %s\n%s", step->converged ? "✓" : "✗", options, result);
  g_autofree char *name = g_strdup_printf (_ ("Set up this run: %s"), options);
  GtkWidget *label = add_text (row, text, step->converged ? NULL : "dim-label");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  /* A near null space is a file, which a step has none of. */
  gtk_widget_set_sensitive (button, step->message == NULL && step->n_near_null == 0);
  /* Complete, as the set-up may be another one by now. */
  g_object_set_data_full (G_OBJECT (button), "options",
                          g_strdup_printf ("--method %s --preconditioner %s %s",
                                           step->options.method, step->options.preconditioner,
                                           options),
                          g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (use_cb), self);
  gtk_box_append (row, button);
  gtk_box_append (self->list, GTK_WIDGET (row));
}

static void
add_finding (SeidelWhyDialog *self, const SeidelFinding *finding)
{
  add_text (self->list, seidel_translate (finding->cause->name), "heading");
  add_text (self->list, seidel_translate (finding->cause->sentence), NULL);
  add_text (self->list, finding->measured, NULL);
  for (size_t k = 0; k < finding->n_steps; k++)
    add_step (self, &finding->steps[k]);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelWhyDialog *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelDiagnosis) diagnosis = g_task_propagate_pointer (G_TASK (result), &error);

  /* Then the dialog may be gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  if (diagnosis == NULL)
    {
      gtk_label_set_label (self->status, error->message);
      return;
    }
  gtk_label_set_label (self->status,
                       diagnosis->n > 0
                         ? _ ("Causes that were measured on this matrix, the likeliest first, and "
                              "what was tried on it.")
                         : _ ("No cause that is looked for was found."));
  for (size_t i = 0; i < diagnosis->n; i++)
    add_finding (self, &diagnosis->findings[i]);
}

gboolean
seidel_why_dialog_is_busy (SeidelWhyDialog *self)
{
  g_return_val_if_fail (SEIDEL_IS_WHY_DIALOG (self), FALSE);
  return self->cancellable != NULL;
}

gboolean
seidel_why_dialog_accepts (SeidelRunItem *run, SeidelDocument *document)
{
  const SeidelOutcome *outcome = run != NULL ? seidel_run_item_get_outcome (run) : NULL;

  return outcome != NULL && document != NULL && !outcome->converged
         && seidel_run_item_get_record (run) != NULL && seidel_run_check_is_of (run, document);
}

static void
seidel_why_dialog_dispose (GObject *object)
{
  SeidelWhyDialog *self = SEIDEL_WHY_DIALOG (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (seidel_why_dialog_parent_class)->dispose (object);
}

static void
seidel_why_dialog_class_init (SeidelWhyDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_why_dialog_dispose;
  use_signal = seidel_class_add_signal (klass, "use", 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
seidel_why_dialog_init (SeidelWhyDialog *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->list = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_margin_start (GTK_WIDGET (self->list), MARGIN);
  gtk_widget_set_margin_end (GTK_WIDGET (self->list), MARGIN);
  gtk_widget_set_margin_top (GTK_WIDGET (self->list), MARGIN / 3);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->list), MARGIN);
  self->status = GTK_LABEL (
    add_text (self->list, _ ("Measuring the matrix, and trying what may help…"), "dim-label"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (content), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (content), scrolled);
  adw_window_set_content (ADW_WINDOW (self), content);
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  seidel_fix_button_names (GTK_WIDGET (self));
}

GtkWidget *
seidel_why_dialog_new (SeidelRunItem *run, SeidelDocument *document)
{
  SeidelWhyDialog *self = g_object_new (SEIDEL_TYPE_WHY_DIALOG, NULL);
  g_autofree char *title =
    g_strdup_printf (_ ("Why Run %u Did Not Converge"), seidel_run_item_get_number (run));
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  gtk_window_set_title (GTK_WINDOW (self), title);
  self->cancellable = g_cancellable_new ();
  job->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  job->record = seidel_record_ref (seidel_run_item_get_record (run));
  task = g_task_new (NULL, self->cancellable, looked_cb, self);
  g_task_set_source_tag (task, seidel_why_dialog_new);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, look_thread);
  return GTK_WIDGET (self);
}
