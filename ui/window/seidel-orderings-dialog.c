/* Orderings side by side: a row of a table each, filled in when the worker is done with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-orderings-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "draw/seidel-thumbnail.h"
#include "draw/seidel-translate.h"
#include "experiment/seidel-ordering-comparison.h"
#include "io/bytes/seidel-output.h"
#include "views/seidel-desktop.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-chooser.h"
#include "window/seidel-messages.h"
#include "window/seidel-orderings-columns.h"

#define SIDE         60
#define WIDTHS_WIDTH 72

/* The device beside this machine, in the list of them. */
#define DEVICE 0

struct _SeidelOrderingsDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkCheckButton *measure;
  GtkCheckButton *solve;
  GtkButton *export;
  GtkLabel *status;
  GtkGrid *grid;

  /* Owned */
  SeidelMatrix *matrix;
  GCancellable *cancellable; /* of the comparison in progress, or NULL */
  int n_done;
  gboolean has_run; /* and then what it is: */
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  GArray *results; /* SeidelOrderingResult, of those that are done */
  SeidelComparison comparison;
  SeidelChooser chooser;
};

G_DEFINE_FINAL_TYPE (SeidelOrderingsDialog, seidel_orderings_dialog, ADW_TYPE_WINDOW)

/* The comparison that a worker carries out. */
typedef struct
{
  SeidelOrderingsDialog *dialog; /* for the rows */
  SeidelMatrix *matrix;
  GCancellable *cancellable;
  bool measures;
  bool solves;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelTheme theme;
  int scale;
  SeidelComparison comparison;
} Job;

/* An ordering on its way to the main thread. */
typedef struct
{
  SeidelOrderingsDialog *dialog; /* there unless it was cancelled */
  GCancellable *cancellable;
  int index;
  bool made; /* the ordering; otherwise the result's note says why not */
  SeidelOrderingRow row;
  cairo_surface_t *pattern;
  char *pattern_text;
  cairo_surface_t *widths;
} Row;

static void
job_free (gpointer data)
{
  Job *job = data;

  seidel_matrix_unref (job->matrix);
  g_object_unref (job->cancellable);
  seidel_vector_spec_clear (&job->rhs);
  seidel_vector_spec_clear (&job->guess);
  g_free (job);
}

static void
row_free (gpointer data)
{
  Row *row = data;

  seidel_ordering_result_clear (&row->row.result);
  g_clear_pointer (&row->pattern, cairo_surface_destroy);
  g_clear_pointer (&row->widths, cairo_surface_destroy);
  g_free (row->pattern_text);
  g_object_unref (row->cancellable);
  g_free (row);
}

/* The columns of the grid before these. */
enum
{
  COLUMN_NAME,
  COLUMN_PATTERN,
  COLUMN_WIDTHS,
  COLUMN_FIRST,
  COLUMN_USE = COLUMN_FIRST + SEIDEL_N_ORDERING_COLUMNS,
};

static void
draw_image_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer image)
{
  cairo_set_source_surface (cr, image, 0.0, 0.0);
  cairo_paint (cr);
}

/* Takes the image, which may be NULL. */
static void
show_image (SeidelOrderingsDialog *self,
            int column,
            int row,
            cairo_surface_t *image,
            const char *text)
{
  GtkWidget *area = gtk_grid_get_child_at (self->grid, column, row);

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), image != NULL ? draw_image_cb : NULL,
                                  image, (GDestroyNotify) cairo_surface_destroy);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static void
show_status (SeidelOrderingsDialog *self)
{
  size_t n;
  g_autofree char *text = NULL;

  seidel_orderings (&n);
  if (self->cancellable == NULL)
    text = g_strdup (_ ("Times of sweeps are predicted from what was measured on this machine and "
                        "on the device; runs are those of the set-up. Solutions stay in the "
                        "numbering of the file, whatever the ordering."));
  else if (self->n_done == 0)
    text = g_strdup (_ ("Measuring what this machine needs for a row, for memory and for a meeting "
                        "of threads…"));
  else
    text = g_strdup_printf (_ ("%d of %d orderings are compared…"), self->n_done, (int) n);
  gtk_label_set_label (self->status, text);
}

/* Where an ordering could not be made: why, in place of all that would be known of it. */
static void
show_reason (SeidelOrderingsDialog *self, int place, const char *reason)
{
  GtkWidget *name = gtk_grid_get_child_at (self->grid, COLUMN_NAME, place);
  GtkWidget *label = g_object_get_data (G_OBJECT (name), "reason");

  gtk_label_set_label (GTK_LABEL (label), reason != NULL ? reason : "");
  gtk_widget_set_visible (label, reason != NULL);
  for (int column = COLUMN_PATTERN; column < COLUMN_USE; column++)
    gtk_widget_set_visible (gtk_grid_get_child_at (self->grid, column, place), reason == NULL);
  gtk_widget_set_sensitive (gtk_grid_get_child_at (self->grid, COLUMN_USE, place), reason == NULL);
}

static void
fill_row (SeidelOrderingsDialog *self, Row *row)
{
  const int place = row->index + 1;
  GtkWidget *name = gtk_grid_get_child_at (self->grid, COLUMN_NAME, place);

  show_reason (self, place, row->made ? NULL : row->row.result.note);
  for (int c = 0; c < SEIDEL_N_ORDERING_COLUMNS; c++)
    {
      g_autofree char *text = seidel_ordering_columns[c].text (&row->row);

      gtk_label_set_label (GTK_LABEL (gtk_grid_get_child_at (self->grid, COLUMN_FIRST + c, place)),
                           text);
    }
  show_image (self, COLUMN_PATTERN, place, g_steal_pointer (&row->pattern), row->pattern_text);
  show_image (self, COLUMN_WIDTHS, place, g_steal_pointer (&row->widths), NULL);
  gtk_widget_set_tooltip_text (name,
                               row->row.result.note != NULL
                                 ? row->row.result.note
                                 : seidel_translate (row->row.result.spec.ordering->sentence));
}

/* For the export. */
static void
keep_result (SeidelOrderingsDialog *self, Row *row)
{
  SeidelOrderingResult *kept;

  g_array_append_val (self->results, row->row.result);
  kept = &g_array_index (self->results, SeidelOrderingResult, self->results->len - 1);
  kept->note = g_strdup (row->row.result.note);
  self->comparison = row->row.comparison;
  self->comparison.run = NULL;
  gtk_widget_set_sensitive (GTK_WIDGET (self->export), TRUE);
}

static gboolean
filled_cb (gpointer data)
{
  Row *row = data;
  SeidelOrderingsDialog *self = row->dialog;

  if (!g_cancellable_is_cancelled (row->cancellable))
    {
      fill_row (self, row);
      keep_result (self, row);
      self->n_done++;
      show_status (self);
    }
  return G_SOURCE_REMOVE;
}

/* On the worker. */
static void
ordered_cb (int index,
            const SeidelOrderingResult *result,
            SeidelMatrix *reordered,
            SeidelSchedule *schedule,
            void *data)
{
  Job *job = data;
  Row *row = g_new0 (Row, 1);

  row->dialog = job->dialog;
  row->cancellable = g_object_ref (job->cancellable);
  row->index = index;
  row->made = schedule != NULL;
  row->row.result = *result;
  row->row.result.note = g_strdup (result->note);
  row->row.comparison = job->comparison;
  if (schedule != NULL)
    {
      row->pattern = seidel_thumbnail_pattern (reordered, SIDE, SIDE, &job->theme, job->scale,
                                               job->cancellable, &row->pattern_text);
      row->widths = seidel_thumbnail_widths (schedule, WIDTHS_WIDTH, SIDE, &job->theme, job->scale);
    }
  g_idle_add_full (G_PRIORITY_DEFAULT, filled_cb, row, row_free);
}

static void
compare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;

  if (seidel_comparison_init (&job->comparison, 0, DEVICE, NULL, cancellable, &error))
    {
      job->comparison.engine = job->measures ? "cpu" : NULL;
      job->comparison.run = job->solves ? &job->options : NULL;
      job->comparison.rhs = &job->rhs;
      job->comparison.guess = &job->guess;
      seidel_comparison_run (&job->comparison, job->matrix, ordered_cb, job, NULL, cancellable,
                             &error);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelOrderingsDialog *self = data;
  g_autoptr (GError) error = NULL;
  const gboolean complete = g_task_propagate_boolean (G_TASK (result), &error);

  /* Another comparison, or the end, came between: the dialog may be gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  show_status (self);
  if (!complete)
    gtk_label_set_label (self->status, error->message);
}

static void
cancel (SeidelOrderingsDialog *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Also when sweeps are to be measured, or no longer, and when the style has changed. */
static void
start (SeidelOrderingsDialog *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  cancel (self);
  if (self->matrix == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  self->n_done = 0;
  g_array_set_size (self->results, 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export), FALSE);
  job = g_new0 (Job, 1);
  job->dialog = self;
  job->matrix = seidel_matrix_ref (self->matrix);
  job->cancellable = g_object_ref (self->cancellable);
  job->measures = gtk_check_button_get_active (self->measure);
  job->solves = self->has_run && gtk_check_button_get_active (self->solve);
  job->options = self->options;
  seidel_vector_spec_copy (&job->rhs, &self->rhs);
  seidel_vector_spec_copy (&job->guess, &self->guess);
  job->theme = seidel_desktop_theme ();
  job->scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  /* A worker that had a reference to the dialog could be the last one. */
  task = g_task_new (NULL, self->cancellable, compared_cb, self);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, compare_thread);
  show_status (self);
}

static void
use_cb (GtkButton *button, SeidelOrderingsDialog *self)
{
  GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));
  const char *order = g_object_get_data (G_OBJECT (button), "order");

  if (window != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (window), "order", g_variant_new_string (order));
  gtk_window_close (GTK_WINDOW (self));
}

char *
seidel_orderings_dialog_to_csv (SeidelOrderingsDialog *self)
{
  return g_string_free (
    seidel_comparison_to_csv (&self->comparison,
                              (const SeidelOrderingResult *) (void *) self->results->data,
                              self->results->len),
    FALSE);
}

static void
save_csv (gpointer data, const char *path)
{
  g_autofree char *csv = seidel_orderings_dialog_to_csv (data);
  g_autoptr (GError) error = NULL;

  if (!seidel_output_save (path, csv, strlen (csv), &error))
    seidel_complain (GTK_WINDOW (data), _ ("The table could not be saved"), error->message);
}

static void
export_table (SeidelOrderingsDialog *self)
{
  const SeidelSaveFormat format = { _ ("CSV: comma-separated values"), ".csv" };

  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_chooser_save (&self->chooser, _ ("Export the Data"), "orderings",
                                            &format, 1, save_csv)));
}

static GtkWidget *
make_image (int width, const char *name)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "content-width", width, "content-height",
                                  SIDE, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return area;
}

static void
add_ordering (SeidelOrderingsDialog *self, const SeidelOrdering *ordering, int place)
{
  const SeidelOrderingSpec spec = { ordering, ordering->takes_seed ? 1 : 0 };
  GtkWidget *name = seidel_label_new (seidel_translate (ordering->name), "heading");
  GtkWidget *use = gtk_button_new_with_label (_ ("Use"));
  GtkWidget *reason = seidel_label_new (NULL, "error");
  g_autofree char *what =
    g_strdup_printf (_ ("Use this ordering: %s"), seidel_translate (ordering->name));

  gtk_widget_set_tooltip_text (name, seidel_translate (ordering->sentence));
  gtk_grid_attach (self->grid, name, COLUMN_NAME, place, 1, 1);
  gtk_grid_attach (self->grid, make_image (SIDE, _ ("Pattern")), COLUMN_PATTERN, place, 1, 1);
  gtk_grid_attach (self->grid, make_image (WIDTHS_WIDTH, _ ("Rows of the levels")), COLUMN_WIDTHS,
                   place, 1, 1);
  for (int c = 0; c < SEIDEL_N_ORDERING_COLUMNS; c++)
    {
      GtkWidget *cell = seidel_label_new ("–", "numeric");

      gtk_label_set_xalign (GTK_LABEL (cell), 1.0);
      gtk_label_set_justify (GTK_LABEL (cell), GTK_JUSTIFY_RIGHT);
      gtk_grid_attach (self->grid, cell, COLUMN_FIRST + c, place, 1, 1);
    }
  gtk_widget_set_valign (use, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (use, what);
  g_object_set_data_full (G_OBJECT (use), "order", seidel_ordering_spec_to_text (&spec), g_free);
  g_signal_connect (use, "clicked", G_CALLBACK (use_cb), self);
  gtk_grid_attach (self->grid, use, COLUMN_USE, place, 1, 1);
  /* After the cells whose places it takes: they are those found there. */
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_widget_set_size_request (reason, -1, SIDE);
  gtk_widget_set_visible (reason, FALSE);
  g_object_set_data (G_OBJECT (name), "reason", reason);
  gtk_grid_attach (self->grid, reason, COLUMN_PATTERN, place, COLUMN_USE - COLUMN_PATTERN, 1);
}

static void
add_head (SeidelOrderingsDialog *self, int column, const char *text, const char *tooltip)
{
  GtkWidget *head = seidel_label_new (text, "dim-label");

  gtk_label_set_xalign (GTK_LABEL (head), column >= COLUMN_FIRST ? 1.0 : 0.0);
  gtk_label_set_justify (GTK_LABEL (head),
                         column >= COLUMN_FIRST ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
  gtk_label_set_wrap (GTK_LABEL (head), TRUE);
  gtk_widget_set_valign (head, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (head, tooltip);
  gtk_grid_attach (self->grid, head, column, 0, 1, 1);
}

gboolean
seidel_orderings_dialog_is_busy (SeidelOrderingsDialog *self)
{
  g_return_val_if_fail (SEIDEL_IS_ORDERINGS_DIALOG (self), FALSE);
  return self->cancellable != NULL;
}

static void
seidel_orderings_dialog_dispose (GObject *object)
{
  SeidelOrderingsDialog *self = SEIDEL_ORDERINGS_DIALOG (object);

  cancel (self);
  seidel_chooser_clear (&self->chooser);
  g_clear_pointer (&self->matrix, seidel_matrix_unref);
  g_clear_pointer (&self->results, g_array_unref);
  seidel_vector_spec_clear (&self->rhs);
  seidel_vector_spec_clear (&self->guess);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_ORDERINGS_DIALOG);

  G_OBJECT_CLASS (seidel_orderings_dialog_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelOrderingsDialog, name)

static void
seidel_orderings_dialog_class_init (SeidelOrderingsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_orderings_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "orderings-dialog", CHILD (measure), CHILD (solve),
                        CHILD (export), CHILD (status), CHILD (grid));
  gtk_widget_class_bind_template_callback (widget_class, start);
  gtk_widget_class_bind_template_callback (widget_class, export_table);
}

static void
seidel_orderings_dialog_init (SeidelOrderingsDialog *self)
{
  size_t n;
  const SeidelOrdering *orderings = seidel_orderings (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->chooser.window = GTK_WINDOW (self);
  self->results = g_array_new (FALSE, FALSE, sizeof (SeidelOrderingResult));
  g_array_set_clear_func (self->results, (GDestroyNotify) seidel_ordering_result_clear);
  add_head (self, COLUMN_NAME, _ ("Ordering"), NULL);
  add_head (self, COLUMN_PATTERN, _ ("Pattern"), NULL);
  add_head (self, COLUMN_WIDTHS, _ ("Rows of the levels"),
            _ ("From the first level to the last; the tallest column is the widest level"));
  for (int c = 0; c < SEIDEL_N_ORDERING_COLUMNS; c++)
    add_head (self, COLUMN_FIRST + c, _ (seidel_ordering_columns[c].head),
              _ (seidel_ordering_columns[c].tooltip));
  for (size_t i = 0; i < n; i++)
    add_ordering (self, &orderings[i], (int) i + 1);
  seidel_fix_button_names (GTK_WIDGET (self));
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (start));
}

GtkWidget *
seidel_orderings_dialog_new (SeidelMatrix *matrix,
                             const SeidelOptions *options,
                             const SeidelVectorSpec *rhs,
                             const SeidelVectorSpec *guess)
{
  SeidelOrderingsDialog *self = g_object_new (SEIDEL_TYPE_ORDERINGS_DIALOG, NULL);

  self->matrix = seidel_matrix_ref (matrix);
  self->has_run = options != NULL;
  if (options != NULL)
    {
      self->options = *options;
      seidel_vector_spec_copy (&self->rhs, rhs);
      seidel_vector_spec_copy (&self->guess, guess);
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->solve), self->has_run);
  start (self);
  return GTK_WIDGET (self);
}
