/* The shape of dense products in the set-up: shown where there is one, checked, remembered, run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "matrix/seidel-storage.h"
#include "golden-testing.h"
#include "setup-fixture.h"

#include "../../solvers/solve/fake-device-testing.h"

#define FULL_MATRIX "%%MatrixMarket matrix array real general\n3 3\n4\n1\n1\n1\n4\n1\n1\n1\n4\n"

static FakeDevice *device;

static bool
is_shown (SeidelSetupPane *pane)
{
  GtkWidget *entry = option (pane, "shape");
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (entry);
  bool shown = gtk_widget_get_visible (entry);

  g_assert_true (gtk_widget_get_visible (labels->data) == shown);
  return shown;
}

static void
choose (SeidelSetupPane *pane, const char *method, const char *engine, const char *storage)
{
  g_assert_true (seidel_setup_pane_set_method (pane, method));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), engine));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "storage"), storage));
}

static void
assert_shape (SeidelSetupPane *pane, int rows_per_block, int threads_per_row)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.shape = (SeidelShape){ -1, -1 };
  read_options (pane, &options);
  g_assert_cmpint (options.shape.rows_per_block, ==, rows_per_block);
  g_assert_cmpint (options.shape.threads_per_row, ==, threads_per_row);
}

/* With every engine and every storage: where the tables say that there are shapes, and nowhere
 * else. */
static void
test_shown (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  size_t n_storages;
  const SeidelStorageInfo *storages = seidel_storages (&n_storages);
  size_t n;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  int with_shapes = 0;

  g_assert_false (is_shown (pane));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_false (is_shown (pane));
  for (size_t e = 0; e < n; e++)
    for (size_t s = 0; s < n_storages; s++)
      {
        bool expected = engines[e].engine != NULL && engines[e].engine->max_shape_threads > 0
                        && s == SEIDEL_STORAGE_DENSE;

        choose (pane, "cg", engines[e].id, storages[s].id);
        g_assert_true (is_shown (pane) == expected);
        with_shapes += expected;
      }
  g_assert_cmpint (with_shapes, ==, 1); /* of the device */

  /* What a library stores has none. */
  choose (pane, "cg", "cuda", "dense");
  g_assert_true (is_shown (pane));
  g_assert_true (seidel_setup_pane_set_method (pane, "umfpack"));
  g_assert_false (is_shown (pane));

  /* Automatic is what it comes to. */
  choose (pane, "cg", "cuda", "auto");
  g_assert_false (is_shown (pane));
  open_text (fixture, "full.mtx", FULL_MATRIX);
  g_assert_true (is_shown (pane));
}

static void
test_unfit (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "3x64", "64", "16x64" };
  SeidelWindow *window = fixture->window;
  SeidelSetupPane *pane = window->setup_pane;
  GtkWidget *entry = option (pane, "shape");

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  choose (pane, "cg", "cuda", "dense");
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *problem = NULL;

      gtk_editable_set_text (GTK_EDITABLE (entry), texts[i]);
      problem = g_strdup (seidel_setup_pane_get_problem (pane));
      test_assert_wording (problem);
      g_assert_cmpstr (gtk_label_get_label (part (pane, "problem_label")), ==, problem);
      g_assert_cmpstr (shown_reason (pane, "shape"), ==, problem);
      g_assert_true (gtk_widget_get_visible (part (pane, "problem_label"))
                     != gtk_expander_get_expanded (part (pane, "details")));
      g_assert_cmpstr (gtk_widget_get_tooltip_text (entry), ==, problem);
      g_assert_true (gtk_widget_has_css_class (entry, "error"));
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_TRUE);
      g_assert_false (is_enabled (window, "solve"));
      g_assert_cmpstr (gtk_widget_get_tooltip_text (window->solve_button), ==, problem);

      /* Where it is not shown it does not matter, and it comes back with its mark. */
      choose (pane, "cg", "cpu", "dense");
      assert_shape (pane, 0, 0);
      g_assert_true (is_enabled (window, "solve"));
      choose (pane, "cg", "cuda", "dense");
      g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, problem);

      gtk_editable_set_text (GTK_EDITABLE (entry), "");
      assert_shape (pane, 0, 0);
      g_assert_false (gtk_widget_has_css_class (entry, "error"));
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_FALSE);
      test_assert_wording_of ("empty", gtk_widget_get_tooltip_text (entry));
    }
}

static void
test_fit (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelSetupPane *pane = window->setup_pane;
  GtkEditable *entry = option (pane, "shape");
  SeidelRunItem *item;

  assert_named (entry, "Shape");
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  choose (pane, "cg", "cuda", "dense");
  gtk_editable_set_text (entry, "auto");
  assert_shape (pane, 0, 0);
  gtk_editable_set_text (entry, " 4x64 ");
  assert_shape (pane, 4, 64);

  device->shape = (SeidelShape){ -1, -1 };
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  item = seidel_run_list_get_selected (window->workspace->runs);
  g_assert_true (seidel_run_item_get_outcome (item)->converged);
  g_assert_cmpint (device->shape.rows_per_block, ==, 4);
  g_assert_cmpint (device->shape.threads_per_row, ==, 64);
  g_assert_nonnull (strstr (seidel_run_item_get_title (item), "· dense, shape 4x64"));
}

/* A slip of the hand is not remembered, what fits is. */
static void
test_remembered (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text;
    SeidelShape shape;
  } rows[] = { { "8x32", { 8, 32 } }, { "8x33", { 0, 0 } } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SeidelSetupPane *pane = fixture->window->setup_pane;

      choose (pane, "cg", "cuda", "dense");
      gtk_editable_set_text (option (pane, "shape"), rows[i].text);
      g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
      gtk_window_close (GTK_WINDOW (fixture->window));
      flush_events ();
      g_assert_null (fixture->window);
      fixture->window = open_window (fixture);
      g_assert_true (is_shown (fixture->window->setup_pane));
      assert_shape (fixture->window->setup_pane, rows[i].shape.rows_per_block,
                    rows[i].shape.threads_per_row);
    }
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  /* Before anything asks for the list of engines. */
  device = fake_device_open ();
  device->free_bytes = 1900000000;
  device->total_bytes = 2000000000;
  add ("/setup-shape/shown", test_shown);
  add ("/setup-shape/unfit", test_unfit);
  add ("/setup-shape/fit", test_fit);
  add ("/setup-shape/remembered", test_remembered);
  return g_test_run ();
}
