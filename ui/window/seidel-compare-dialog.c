/* Two solutions side by side. They are compared on a worker: they may be long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-compare-dialog.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "matrix/seidel-difference.h"
#include "model/seidel-number.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

struct _SeidelCompareDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkDropDown *first;
  GtkDropDown *second;
  GtkEntry *threshold;
  GtkLabel *verdict;
  GtkGrid *grid;

  /* Owned */
  GListStore *runs; /* SeidelRunItem, those with a solution */
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (SeidelCompareDialog, seidel_compare_dialog, ADW_TYPE_WINDOW)

/* What is compared, and the result. Freed on the main thread, where the runs belong. */
typedef struct
{
  SeidelRunItem *runs[2];
  double threshold;
  SeidelDifference difference;
} Comparison;

static const SeidelOutcome *
outcome_of (const Comparison *comparison, int which)
{
  return seidel_run_item_get_outcome (comparison->runs[which]);
}

/* "3.2e-9 in row 17"; of complex solutions both parts are compared. */
static char *
describe_place (const Comparison *comparison, double value, int64_t row)
{
  const int parts = outcome_of (comparison, 0)->complex_values ? 2 : 1;
  g_autofree char *number = seidel_number_scientific (value, 2);
  g_autofree char *place = seidel_format_count (row / parts + 1);

  if (row < 0)
    return g_strdup (_ ("none"));
  return g_strdup_printf (_ ("%s in row %s"), number, place);
}

static char *
absolute_text (const Comparison *comparison)
{
  return describe_place (comparison, comparison->difference.absolute,
                         comparison->difference.absolute_row);
}

static char *
relative_text (const Comparison *comparison)
{
  return describe_place (comparison, comparison->difference.relative,
                         comparison->difference.relative_row);
}

static char *
over_text (const Comparison *comparison)
{
  g_autofree char *over = seidel_format_count (comparison->difference.over);
  g_autofree char *n = seidel_format_count (comparison->difference.n);

  return g_strdup_printf (_ ("%s of %s"), over, n);
}

/* 99.97 % must not read as 100 %. */
static char *
identical_text (const Comparison *comparison)
{
  const SeidelDifference *difference = &comparison->difference;
  double part = 100.0 * (double) difference->identical / (double) MAX (difference->n, 1);

  if (difference->identical < difference->n)
    part = MIN (part, 99.9);
  return seidel_format_unit (part, SEIDEL_UNIT_PERCENT, 3);
}

static char *
not_finite_text (const Comparison *comparison)
{
  return seidel_format_count (comparison->difference.not_finite);
}

static char *
residual_text (const Comparison *comparison, int which)
{
  double residual;

  g_object_get (comparison->runs[which], "residual", &residual, NULL);
  return isnan (residual) ? g_strdup (_ ("unknown")) : seidel_number_scientific (residual, 2);
}

static char *
first_residual_text (const Comparison *comparison)
{
  return residual_text (comparison, 0);
}

static char *
second_residual_text (const Comparison *comparison)
{
  return residual_text (comparison, 1);
}

/* "0.41 s, 214 iterations" */
static char *
effort_text (const Comparison *comparison, int which)
{
  const SeidelOutcome *outcome = outcome_of (comparison, which);
  g_autofree char *seconds = seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3);
  g_autofree char *iterations = seidel_format_count (outcome->iterations);

  return g_strdup_printf (ngettext ("%s, %s iteration", "%s, %s iterations",
                                    (unsigned long) outcome->iterations),
                          seconds, iterations);
}

static char *
first_effort_text (const Comparison *comparison)
{
  return effort_text (comparison, 0);
}

static char *
second_effort_text (const Comparison *comparison)
{
  return effort_text (comparison, 1);
}

static const struct
{
  const char *name;
  char *(*text) (const Comparison *comparison);
  const char *tooltip;
} rows[] = {
  { N_ ("Largest difference"), absolute_text, N_ ("Of a component, |xᵢ − yᵢ|") },
  { N_ ("Largest relative difference"), relative_text,
    N_ ("Of a component, |xᵢ − yᵢ| / max (|xᵢ|, |yᵢ|)") },
  { N_ ("Rows over the threshold"), over_text, N_ ("Where |xᵢ − yᵢ| is above the threshold") },
  { N_ ("Equal to the bit"), identical_text, N_ ("Components that have the same bits") },
  { N_ ("Not finite"), not_finite_text, N_ ("Components that are infinite or not a number") },
  { N_ ("Residual of the first"), first_residual_text,
    N_ ("‖b − A x‖ / ‖b‖, recomputed in double precision") },
  { N_ ("Residual of the second"), second_residual_text,
    N_ ("‖b − A x‖ / ‖b‖, recomputed in double precision") },
  { N_ ("Time of the first"), first_effort_text, N_ ("Of the iterations, without set-up") },
  { N_ ("Time of the second"), second_effort_text, N_ ("Of the iterations, without set-up") },
};

static void
comparison_free (Comparison *comparison)
{
  g_clear_object (&comparison->runs[0]);
  g_clear_object (&comparison->runs[1]);
  g_free (comparison);
}

static char *
make_verdict (const Comparison *comparison)
{
  const SeidelDifference *difference = &comparison->difference;
  g_autofree char *threshold = seidel_number_to_text (comparison->threshold);
  g_autofree char *over = seidel_format_count (difference->over);

  if (difference->not_finite > difference->identical)
    return g_strdup (_ ("One of the solutions is not finite everywhere"));
  if (difference->identical == difference->n)
    return g_strdup (_ ("Both solutions are equal to the bit"));
  if (difference->over == 0)
    return g_strdup_printf (_ ("No component differs by more than %s"), threshold);
  return g_strdup_printf (ngettext ("%s component differs by more than %s",
                                    "%s components differ by more than %s",
                                    (unsigned long) difference->over),
                          over, threshold);
}

static void
show_texts (SeidelCompareDialog *self, const Comparison *comparison, const char *verdict)
{
  gtk_label_set_label (self->verdict, verdict);
  for (int i = 0; i < (int) G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = comparison != NULL ? rows[i].text (comparison) : NULL;

      gtk_label_set_label (GTK_LABEL (gtk_grid_get_child_at (self->grid, 1, i)),
                           text != NULL ? text : "–");
    }
}

static void
compare_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Comparison *comparison = data;

  g_task_return_boolean (task, seidel_vector_compare (outcome_of (comparison, 0)->x,
                                                      outcome_of (comparison, 1)->x,
                                                      outcome_of (comparison, 0)->n,
                                                      comparison->threshold, cancellable,
                                                      &comparison->difference));
}

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelCompareDialog *self = SEIDEL_COMPARE_DIALOG (source);
  Comparison *comparison = g_task_get_task_data (G_TASK (result));
  gboolean complete = g_task_propagate_boolean (G_TASK (result), NULL);

  if (self->cancellable == g_task_get_cancellable (G_TASK (result)))
    g_clear_object (&self->cancellable);
  if (complete && self->grid != NULL)
    {
      g_autofree char *verdict = make_verdict (comparison);

      show_texts (self, comparison, verdict);
    }
  comparison_free (comparison);
}

static void
cancel (SeidelCompareDialog *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Takes the comparison. */
static void
start (SeidelCompareDialog *self, Comparison *comparison)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, compared_cb, NULL);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, comparison, NULL);
  g_task_run_in_thread (task, compare_thread);
}

static void
compare (SeidelCompareDialog *self)
{
  SeidelRunItem *first = gtk_drop_down_get_selected_item (self->first);
  SeidelRunItem *second = gtk_drop_down_get_selected_item (self->second);
  Comparison *comparison;
  double threshold;

  cancel (self);
  if (first == NULL || second == NULL)
    return;
  if (!seidel_number_parse (gtk_editable_get_text (GTK_EDITABLE (self->threshold)), &threshold)
      || !(threshold >= 0.0))
    {
      show_texts (self, NULL, _ ("The threshold is to be a number that is not negative"));
      return;
    }
  comparison = g_new0 (Comparison, 1);
  comparison->runs[0] = g_object_ref (first);
  comparison->runs[1] = g_object_ref (second);
  comparison->threshold = threshold;
  if (outcome_of (comparison, 0)->n == outcome_of (comparison, 1)->n
      && outcome_of (comparison, 0)->complex_values == outcome_of (comparison, 1)->complex_values)
    {
      start (self, comparison);
      return;
    }
  show_texts (self, NULL, _ ("The solutions have different numbers of components"));
  comparison_free (comparison);
}

static void
add_row (SeidelCompareDialog *self, int row)
{
  GtkWidget *name = seidel_label_new (_ (rows[row].name), "dim-label");
  GtkWidget *value = seidel_label_new (NULL, "numeric");

  gtk_widget_set_tooltip_text (name, _ (rows[row].tooltip));
  g_object_set (value, "selectable", TRUE, "can-focus", FALSE, "hexpand", TRUE, NULL);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                  name, NULL, -1);
  gtk_grid_attach (self->grid, name, 0, row, 1, 1);
  gtk_grid_attach (self->grid, value, 1, row, 1, 1);
}

static void
setup_item_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = seidel_label_new (NULL, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static void
bind_item_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SeidelRunItem *run = gtk_list_item_get_item (item);
  g_autofree char *label = seidel_run_item_get_label (run);
  g_autofree char *title = seidel_run_item_get_long_title (run);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), label);
  gtk_widget_set_tooltip_text (gtk_list_item_get_child (item), title);
}

static const char *
spoken_name (gpointer item)
{
  return seidel_run_item_get_title (item);
}

static void
fill (SeidelCompareDialog *self, GtkDropDown *drop_down, const char *name, guint selected)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_item_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_item_cb), NULL);
  gtk_drop_down_set_factory (drop_down, factory);
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (self->runs));
  gtk_drop_down_set_selected (drop_down, selected);
  seidel_drop_down_init (drop_down, name, spoken_name);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (compare), self,
                           G_CONNECT_SWAPPED);
}

gboolean
seidel_compare_dialog_accepts (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);

  return outcome != NULL && outcome->computed;
}

/* Those with solutions; selected receives the place of the selected one, or of the last. */
static GListStore *
collect (SeidelRunList *runs, guint *selected)
{
  GListStore *store = g_list_store_new (SEIDEL_TYPE_RUN_ITEM);
  SeidelRunItem *chosen = seidel_run_list_get_selected (runs);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      if (!seidel_compare_dialog_accepts (run))
        continue;
      if (run == chosen || !seidel_compare_dialog_accepts (chosen))
        *selected = g_list_model_get_n_items (G_LIST_MODEL (store));
      g_list_store_append (store, run);
    }
  return store;
}

gboolean
seidel_compare_dialog_is_useful (SeidelRunList *runs)
{
  guint n = 0;

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (runs), FALSE);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      n += seidel_compare_dialog_accepts (run) ? 1 : 0;
    }
  return n >= 2;
}

gboolean
seidel_compare_dialog_is_busy (SeidelCompareDialog *self)
{
  g_return_val_if_fail (SEIDEL_IS_COMPARE_DIALOG (self), FALSE);
  return self->cancellable != NULL;
}

static void
seidel_compare_dialog_dispose (GObject *object)
{
  SeidelCompareDialog *self = SEIDEL_COMPARE_DIALOG (object);

  cancel (self);
  g_clear_object (&self->runs);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_COMPARE_DIALOG);

  G_OBJECT_CLASS (seidel_compare_dialog_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelCompareDialog, name)

static void
seidel_compare_dialog_class_init (SeidelCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_compare_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "compare-dialog", CHILD (first), CHILD (second),
                        CHILD (threshold), CHILD (verdict), CHILD (grid));
  gtk_widget_class_bind_template_callback (widget_class, compare);
}

static void
seidel_compare_dialog_init (SeidelCompareDialog *self)
{
  g_autofree char *threshold = seidel_number_to_text (SEIDEL_DIFFERENCE_THRESHOLD);

  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  gtk_editable_set_text (GTK_EDITABLE (self->threshold), threshold);
  for (int i = 0; i < (int) G_N_ELEMENTS (rows); i++)
    add_row (self, i);
}

GtkWidget *
seidel_compare_dialog_new (SeidelRunList *runs, SeidelRunItem *first, SeidelRunItem *second)
{
  SeidelCompareDialog *self = g_object_new (SEIDEL_TYPE_COMPARE_DIALOG, NULL);
  guint places[2] = { 0 };

  self->runs = collect (runs, &places[1]);
  places[0] = places[1] > 0 ? places[1] - 1 : 1;
  if (first != NULL)
    g_list_store_find (self->runs, first, &places[0]);
  if (second != NULL)
    g_list_store_find (self->runs, second, &places[1]);
  fill (self, self->second, _ ("Second run"), places[1]);
  fill (self, self->first, _ ("First run"), places[0]);
  compare (self);
  return GTK_WIDGET (self);
}
