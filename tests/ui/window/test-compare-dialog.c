/* Two solutions side by side, against their own comparison.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "display-testing.h"
#include "engine/seidel-engines.h"
#include "model/seidel-number.h"
#include "window-fixture.h"
#include "window/seidel-compare-dialog.h"
#include "window/seidel-race-dialog.h"

#define OTHER_SIZE "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n"

static SeidelRunItem *
solve_with (SeidelWindow *window, const char *method)
{
  seidel_setup_pane_set_method (window->setup_pane, method);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  return seidel_run_list_get_selected (window->workspace->runs);
}

/* The dialog of this type that is open, or NULL. */
static gpointer
find_open (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) dialog = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (dialog, type))
        return dialog;
    }
  return NULL;
}

static SeidelCompareDialog *
open_dialog (SeidelWindow *window)
{
  SeidelCompareDialog *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (window), "compare-runs", NULL);
  dialog = find_open (SEIDEL_TYPE_COMPARE_DIALOG);
  g_assert_nonnull (dialog);
  return dialog;
}

static void
wait_until_compared (SeidelCompareDialog *dialog)
{
  while (seidel_compare_dialog_is_busy (dialog))
    g_main_context_iteration (NULL, TRUE);
}

/* The largest difference, computed plainly. */
static void
find_largest (const SeidelOutcome *x, const SeidelOutcome *y, double *value, int64_t *row)
{
  *value = 0.0;
  *row = 0;
  for (int64_t i = 0; i < x->n; i++)
    if (fabs (x->x[i] - y->x[i]) > *value)
      {
        *value = fabs (x->x[i] - y->x[i]);
        *row = i + 1;
      }
}

static void
test_compare (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *number = NULL;
  g_autofree char *place = NULL;
  SeidelCompareDialog *dialog;
  SeidelRunItem *first;
  SeidelRunItem *second;
  double largest;
  int64_t row;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_false (is_enabled (window, "compare-runs"));
  first = solve_with (window, "jacobi");
  g_assert_false (is_enabled (window, "compare-runs"));
  second = solve_with (window, "gauss-seidel");
  g_assert_true (is_enabled (window, "compare-runs"));

  dialog = open_dialog (window);
  wait_until_compared (dialog);
  find_largest (seidel_run_item_get_outcome (first), seidel_run_item_get_outcome (second), &largest,
                &row);
  g_assert_cmpfloat (largest, >, 0.0);
  number = seidel_number_scientific (largest, 2);
  place = g_strdup_printf ("%s in row %" G_GINT64_FORMAT, number, row);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), place));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "No component differs by more than 0.001"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_equal (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelCompareDialog *dialog;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  solve_with (window, "gauss-seidel");
  solve_with (window, "gauss-seidel");
  dialog = open_dialog (window);
  wait_until_compared (dialog);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "Both solutions are equal to the bit"));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "100 %"));
  gtk_window_destroy (GTK_WINDOW (dialog));

  /* Closed while it compares: nothing is left of it. */
  dialog = open_dialog (window);
  gtk_window_destroy (GTK_WINDOW (dialog));
  flush_events ();

  open_text (fixture, "other.mtx", OTHER_SIZE);
  solve_with (window, "gauss-seidel");
  dialog = open_dialog (window);
  wait_until_compared (dialog);
  g_assert_nonnull (
    find_label (GTK_WIDGET (dialog), "The solutions have different numbers of components"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Beside the CPU, for a run on this machine. */
static gboolean
has_other_engine (void)
{
  size_t n;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);

  for (size_t i = 0; i < n; i++)
    if (engines[i].available && !seidel_engine_is_distributed (engines[i].engine)
        && !g_str_equal (engines[i].id, "cpu"))
      return TRUE;
  return FALSE;
}

/* The other run is set up as the window is, changed, and compared at the end. */
static void
test_race (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelCompareDialog *compared;
  SeidelRaceDialog *dialog;
  SeidelSetupPane *opponent;
  GtkWidget *start;
  static const char *const methods[] = { "gauss-seidel", "cg" };

  g_assert_false (is_enabled (window, "race"));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, methods[0]);
  g_assert_true (is_enabled (window, "race"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "race", NULL);
  dialog = find_open (SEIDEL_TYPE_RACE_DIALOG);
  g_assert_nonnull (dialog);
  opponent = SEIDEL_SETUP_PANE (
    gtk_widget_get_template_child (GTK_WIDGET (dialog), SEIDEL_TYPE_RACE_DIALOG, "opponent"));
  start = GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (dialog), SEIDEL_TYPE_RACE_DIALOG, "start"));
  /* What is offered is a race; the same run twice would be none. */
  g_assert_true (gtk_widget_get_sensitive (start));
  if (!has_other_engine ())
    {
      g_assert_true (seidel_setup_pane_set_method (opponent, methods[0]));
      g_assert_false (gtk_widget_get_sensitive (start));
      g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (start), "set up the same"));
    }
  g_assert_true (seidel_setup_pane_set_method (opponent, methods[1]));
  g_assert_true (gtk_widget_get_sensitive (start));
  g_assert_null (gtk_widget_get_tooltip_text (start));
  gtk_widget_activate (start);
  while (find_open (SEIDEL_TYPE_COMPARE_DIALOG) == NULL)
    g_main_context_iteration (NULL, TRUE);

  g_assert_null (find_open (SEIDEL_TYPE_RACE_DIALOG));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SeidelRunItem) run =
        g_list_model_get_item (G_LIST_MODEL (window->workspace->runs), i);

      g_assert_cmpstr (seidel_run_item_get_outcome (run)->method, ==, methods[i]);
    }
  compared = find_open (SEIDEL_TYPE_COMPARE_DIALOG);
  wait_until_compared (compared);
  g_assert_nonnull (find_label (GTK_WIDGET (compared), "No component differs by more than 0.001"));
  gtk_window_destroy (GTK_WINDOW (compared));
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add ("/compare-dialog/compare", Fixture, NULL, fixture_set_up, test_compare,
              fixture_tear_down);
  g_test_add ("/compare-dialog/equal", Fixture, NULL, fixture_set_up, test_equal,
              fixture_tear_down);
  g_test_add ("/compare-dialog/race", Fixture, NULL, fixture_set_up, test_race, fixture_tear_down);
  return g_test_run ();
}
