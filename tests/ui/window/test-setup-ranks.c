/* Runs by ranks in the window: what the set-up offers, a run, and one that is stopped. Skips
 * without PETSc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "display-testing.h"
#include "cluster-start.h"
#include "setup-fixture.h"

static void
choose (Fixture *fixture, const char *method)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, method));
  g_assert_false (gtk_widget_get_visible (option (pane, "ranks")));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "petsc"));
  g_assert_true (gtk_widget_get_visible (option (pane, "ranks")));
  gtk_editable_set_text (GTK_EDITABLE (option (pane, "ranks")), "2");
}

static void
test_run (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  const SeidelOutcome *outcome;
  SeidelRunItem *run;

  if (!cluster_testing_can_start ())
    return;
  choose (fixture, "bicgstab");
  g_assert_null (seidel_setup_pane_get_problem (window->setup_pane));
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  run = seidel_run_list_get_selected (window->workspace->runs);
  outcome = seidel_run_item_get_outcome (run);
  g_assert_nonnull (outcome);
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->engine, ==, "petsc");
  g_assert_cmpint ((int) outcome->n_ranks, ==, 2);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  if (!cluster_testing_can_start ())
    return;
  choose (fixture, "bicgstab");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_nonnull (strstr (seidel_setup_pane_get_problem (pane), "within each rank"));
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel-block"));
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (seidel_setup_pane_set_method (pane, "bicgstab"));
  g_assert_true (find_choice (part (pane, "preconditioner"), "ssor")->why_not != NULL);
  gtk_editable_set_text (GTK_EDITABLE (option (pane, "ranks")), "-1");
  g_assert_nonnull (seidel_setup_pane_get_problem (pane));
}

/* PETSc's own, how the rows are divided, and what is passed to PETSc: a run with all of it. */
static void
test_details (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelSetupPane *pane = window->setup_pane;
  const SeidelOutcome *outcome;

  if (!cluster_testing_can_start ())
    return;
  choose (fixture, "gmres");
  g_assert_true (gtk_widget_get_visible (option (pane, "launcher")));
  g_assert_true (gtk_widget_get_visible (option (pane, "petsc-options")));
  g_assert_true (gtk_widget_get_visible (option (pane, "partition")));
  g_assert_null (find_choice (part (pane, "preconditioner"), "petsc-block-ilu")->why_not);
  g_assert_true (seidel_choice_drop_down_select (part (pane, "preconditioner"), "petsc-block-ilu"));
  g_assert_true (
    seidel_choice_drop_down_select (GTK_DROP_DOWN (option (pane, "partition")), "rows"));
  gtk_editable_set_text (GTK_EDITABLE (option (pane, "petsc-options")), "nonsense");
  g_assert_nonnull (strstr (seidel_setup_pane_get_problem (pane), "nonsense"));
  gtk_editable_set_text (GTK_EDITABLE (option (pane, "petsc-options")), "-nonsense");
  gtk_editable_set_text (GTK_EDITABLE (option (pane, "launcher")), "mpirun -n {ranks}");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->options.preconditioner, ==, "petsc-block-ilu");
  g_assert_cmpfloat (outcome->options.parameters[SEIDEL_PARAMETER_PARTITION], ==, 1.0);
  g_assert_nonnull (strstr (outcome->message, "-nonsense"));
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  cluster_testing_find_worker ();
  g_test_add ("/setup-ranks/run", Fixture, NULL, fixture_set_up, test_run, fixture_tear_down);
  g_test_add ("/setup-ranks/details", Fixture, NULL, fixture_set_up, test_details,
              fixture_tear_down);
  g_test_add ("/setup-ranks/refused", Fixture, NULL, fixture_set_up, test_refused,
              fixture_tear_down);
  return g_test_run ();
}
