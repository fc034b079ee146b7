/* The solver set-up: what it offers to choose, and what it refuses and why.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "base/seidel-format.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-method.h"
#include "golden-testing.h"
#include "setup-fixture.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-advice-note.h"

static void
test_defaults (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (seidel_setup_pane_get (pane, &options, &rhs, &guess));
  g_assert_cmpstr (options.method, ==, SEIDEL_METHOD_AUTO);
  g_assert_cmpstr (options.preconditioner, ==, defaults.preconditioner);
  g_assert_cmpmem (options.parameters, sizeof options.parameters, defaults.parameters,
                   sizeof defaults.parameters);
  g_assert_false (options.track_error);
  g_assert_cmpstr (options.engine, ==, defaults.engine);
  g_assert_cmpstr (options.strategy, ==, defaults.strategy);
  g_assert_cmpint (options.precision, ==, defaults.precision);
  g_assert_cmpfloat (options.tolerance, ==, defaults.tolerance);
  g_assert_cmpint (options.max_iterations, ==, defaults.max_iterations);
  g_assert_cmpfloat (options.time_limit, ==, 0);
  g_assert_cmpint (options.threads, ==, defaults.threads);
  g_assert_cmpint (options.storage, ==, SEIDEL_STORAGE_AUTO);
  g_assert_cmpint (rhs.kind, ==, SEIDEL_VECTOR_SOLUTION_ONES);
  g_assert_cmpint (guess.kind, ==, SEIDEL_VECTOR_ZEROS);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* The tables are the only lists of methods and engines. */
static void
test_tables (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GListModel *model = gtk_drop_down_get_model (part (pane, "method"));
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  g_assert_cmpuint (g_list_model_get_n_items (model), ==, n + 1);
  g_assert_cmpstr (seidel_choice_drop_down_get_id (part (pane, "method")), ==, SEIDEL_METHOD_AUTO);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i + 1);

      g_assert_cmpstr (choice->id, ==, methods[i].id);
      g_assert_cmpstr (choice->name, ==, methods[i].name);
      g_assert_cmpstr (choice->sentence, ==, methods[i].sentence);
      g_assert_cmpstr (choice->section, ==, seidel_family_name (methods[i].family));
    }
  for (size_t i = 0; i < n_engines; i++)
    {
      SeidelChoice *choice = find_choice (part (pane, "engine"), engines[i].id);

      g_assert_nonnull (choice);
      g_assert_cmpstr (choice->why_not, ==, engines[i].available ? NULL : engines[i].why_not);
    }
}

static void
test_sweeps_that_do_not_apply (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkWidget *strategy = part (pane, "strategy");

  g_assert_true (gtk_widget_get_sensitive (strategy)); /* whatever is tried may sweep */
  g_assert_true (seidel_setup_pane_set_method (pane, "cg"));
  g_assert_false (gtk_widget_get_sensitive (strategy));
  test_assert_wording (gtk_widget_get_tooltip_text (strategy));
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_true (gtk_widget_get_sensitive (strategy));
  g_assert_false (seidel_setup_pane_set_method (pane, "no-such-method"));
}

static void
test_unsuited_method (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelChoice *choice;
  g_autofree char *why_not = NULL;

  open_text (fixture, "unsymmetric.mtx", UNSYMMETRIC_MATRIX);
  choice = find_choice (part (pane, "method"), "cg");
  g_assert_false (
    seidel_method_applies (seidel_method_find ("cg"),
                           seidel_document_get_structure (fixture->window->workspace->document),
                           &why_not, NULL));
  g_assert_cmpstr (choice->why_not, ==, why_not);
  g_assert_null (find_choice (part (pane, "method"), "gauss-seidel")->why_not);

  /* Chosen before the matrix came: said, and Solve refuses. */
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, why_not);
  g_assert_false (is_enabled (fixture->window, "solve"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (fixture->window->solve_button), ==, why_not);
  g_assert_nonnull (find_label (GTK_WIDGET (pane), why_not));

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (is_enabled (fixture->window, "solve"));
}

/* The row of a reordered matrix and that of its file: row 3 of 4 in reverse order is row 2. */
static void
test_unsuited_row (Fixture *fixture, gconstpointer data)
{
  static const int32_t backwards[] = { 3, 2, 1, 0 };
  static const char sentence[] = "“Gauss-Seidel, forward” needs a full diagonal: there is no "
                                 "diagonal entry in row 3 (originally 2)";
  SeidelWindow *window = fixture->window;
  SeidelSetupPane *pane = window->setup_pane;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelDocument) reordered = NULL;

  open_text (fixture, "lacking.mtx",
             "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 1 2\n2 1 1\n3 3 2\n4 4 2\n");
  matrix = seidel_matrix_reordered (seidel_document_get_matrix (window->workspace->document), "rcm",
                                    backwards, NULL, NULL, &error);
  g_assert_no_error (error);
  reordered = seidel_document_new_reordered (matrix, window->workspace->document);
  seidel_workspace_set_document (window->workspace, reordered);
  wait_until_analysed (window);
  seidel_setup_pane_set_method (pane, "gauss-seidel");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, sentence);
  g_assert_cmpstr (find_choice (part (pane, "method"), "gauss-seidel")->why_not, ==, sentence);
}

/* What is left to “Automatic” follows the matrix, and the reason is shown. */
static void
test_automatic (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkWidget *note = GTK_WIDGET (part (pane, "advice"));
  GtkWidget *preconditioner = part (pane, "preconditioner");
  GtkWidget *why =
    GTK_WIDGET (gtk_widget_get_template_child (note, SEIDEL_TYPE_ADVICE_NOTE, "why"));
  GtkListBox *list =
    GTK_LIST_BOX (gtk_widget_get_template_child (note, SEIDEL_TYPE_ADVICE_NOTE, "candidates"));
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelAdvice) advice = NULL;
  g_autofree char *name = NULL;

  g_assert_false (gtk_widget_get_visible (note));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  advice =
    seidel_advise (seidel_document_get_structure (fixture->window->workspace->document), &options);
  g_assert_cmpuint (advice->n_candidates, >, 0);
  name = seidel_advice_note_name_candidate (&advice->candidates[0]);
  g_assert_true (gtk_widget_get_visible (note));
  g_assert_true (gtk_widget_get_visible (why));
  g_assert_nonnull (find_label (note, name));
  g_assert_nonnull (find_label (note, advice->candidates[0].method_why));
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) i);

      g_assert_nonnull (row);
      g_assert_nonnull (find_label (GTK_WIDGET (row), advice->candidates[i].method_why));
    }
  g_assert_null (gtk_list_box_get_row_at_index (list, (int) advice->n_candidates));
  g_assert_false (gtk_widget_get_sensitive (preconditioner));
  test_assert_wording (gtk_widget_get_tooltip_text (preconditioner));
  read_options (pane, &options);
  g_assert_cmpstr (options.method, ==, SEIDEL_METHOD_AUTO);

  g_assert_true (seidel_setup_pane_set_method (pane, "cg"));
  g_assert_false (gtk_widget_get_visible (note));
  g_assert_true (gtk_widget_get_sensitive (preconditioner));
}

static void
test_preconditioner (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkDropDown *drop_down = part (pane, "preconditioner");
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_true (seidel_setup_pane_set_preconditioner (pane, "ssor"));
  g_assert_false (seidel_setup_pane_set_preconditioner (pane, "no-such-thing"));
  read_options (pane, &options);
  g_assert_cmpstr (options.preconditioner, ==, "ssor");
  g_assert_true (gtk_widget_get_sensitive (part (pane, "strategy")));
  g_assert_nonnull (find_choice (drop_down, "ilu0")->why_not);

  /* A method that takes none: the choice waits for one that does. */
  seidel_setup_pane_set_method (pane, "jacobi");
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (drop_down)));
  test_assert_wording (gtk_widget_get_tooltip_text (GTK_WIDGET (drop_down)));
  read_options (pane, &options);
  g_assert_cmpstr (options.preconditioner, ==, "none");
  seidel_setup_pane_set_method (pane, "cg-flexible");
  read_options (pane, &options);
  g_assert_cmpstr (options.preconditioner, ==, "ssor");

  /* What cannot be used is said, not changed. */
  seidel_setup_pane_set_preconditioner (pane, "ilu0");
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==,
                   find_choice (drop_down, "ilu0")->why_not);
  g_assert_false (is_enabled (fixture->window, "solve"));
}

static void
test_precision_that_does_not_suit (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelChoice *single;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_choice_drop_down_select (part (pane, "precision"), "single");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  seidel_setup_pane_set_method (pane, "umfpack");
  single = find_choice (part (pane, "precision"), "single");
  test_assert_wording (single->why_not);
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, single->why_not);
  test_assert_wording (gtk_widget_get_tooltip_text (part (pane, "strategy")));
  seidel_choice_drop_down_select (part (pane, "precision"), "double");
  g_assert_null (seidel_setup_pane_get_problem (pane));
}

static void
test_strategies_for_colors (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelEngine *engine = seidel_cpu_engine ();

  seidel_setup_pane_set_method (pane, "gauss-seidel-multicolor");
  for (int i = 0; i < engine->n_strategies; i++)
    {
      SeidelChoice *choice = find_choice (part (pane, "strategy"), engine->strategies[i].id);

      if (engine->strategies[i].any_levels)
        g_assert_null (choice->why_not);
      else
        test_assert_wording_of (engine->strategies[i].id, choice->why_not);
    }
}

/* Each storage shows the memory that it would take, before anything is converted. */
static void
test_storage (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkDropDown *storage = part (pane, "storage");
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelStorageShape shape = { 4, 4, 10, 3 };
  size_t n;
  const SeidelStorageInfo *storages = seidel_storages (&n);

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (storage)));
  for (size_t i = 0; i < n; i++)
    {
      double bytes = seidel_storage_bytes ((SeidelStorage) i, &shape, SEIDEL_PRECISION_DOUBLE);
      g_autofree char *caption = seidel_format_bytes (bytes);

      g_assert_cmpstr (find_choice (storage, storages[i].id)->caption, ==, caption);
      g_assert_true (seidel_choice_drop_down_select (storage, storages[i].id));
      read_options (pane, &options);
      g_assert_cmpint (options.storage, ==, (int) i);
    }

  /* Left to the plan, which says what that comes to: the fewest bytes for products, rows for
   * sweeps.
   */
  seidel_choice_drop_down_select (storage, "auto");
  read_options (pane, &options);
  g_assert_cmpint (options.storage, ==, SEIDEL_STORAGE_AUTO);
  g_assert_cmpstr (find_choice (storage, "auto")->name, ==, "Automatic: Diagonals");
  seidel_setup_pane_set_method (pane, "gauss-seidel");
  g_assert_cmpstr (find_choice (storage, "auto")->name, ==, "Automatic: Rows");

  /* What is not stored by rows is swept serially. */
  seidel_choice_drop_down_select (part (pane, "strategy"), "levels");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  seidel_choice_drop_down_select (storage, "dense");
  test_assert_wording (seidel_setup_pane_get_problem (pane));
  g_assert_cmpstr (shown_reason (pane, "strategy"), ==, seidel_setup_pane_get_problem (pane));
  seidel_choice_drop_down_select (part (pane, "strategy"), "serial");
  g_assert_null (seidel_setup_pane_get_problem (pane));
}

static void
test_storage_that_does_not_fit (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  open_text (fixture, "large.mtx",
             "%%MatrixMarket matrix coordinate real general\n1000000 1000000 1\n1 1 1\n");
  seidel_setup_pane_set_method (pane, "bicgstab");
  test_assert_wording (find_choice (part (pane, "storage"), "dense")->why_not);
  seidel_choice_drop_down_select (part (pane, "storage"), "dense");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==,
                   find_choice (part (pane, "storage"), "dense")->why_not);
  g_assert_false (is_enabled (fixture->window, "solve"));

  /* Nor do methods that need so much. */
  seidel_choice_drop_down_select (part (pane, "storage"), "auto");
  test_assert_wording (find_choice (part (pane, "method"), "lu")->why_not);
}

/* The place among its siblings of the row that has the focus; −1 when no row has it. */
static int
focused_row (GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  int place = -1;

  if (focus == NULL || !GTK_IS_LIST_VIEW (gtk_widget_get_parent (focus)))
    return -1;
  for (; focus != NULL; focus = gtk_widget_get_prev_sibling (focus))
    place++;
  return place;
}

/* Ends only when it is so. */
static void
test_list_begins_at_choice (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkDropDown *method = part (pane, "method");

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (pane, "gauss-seidel");
  g_assert_cmpuint (gtk_drop_down_get_selected (method), >, 0);
  gtk_widget_activate (GTK_WIDGET (method));
  while (focused_row (GTK_WINDOW (fixture->window)) != (int) gtk_drop_down_get_selected (method))
    g_main_context_iteration (NULL, TRUE);
  /* GTK's tooltips ask for the pointer over the list for half a second more, whether or not it is
   * there. */
  gtk_widget_activate (GTK_WIDGET (method));
  while (focused_row (GTK_WINDOW (fixture->window)) >= 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
type (GtkWidget *popover, const char *letters)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (popover);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (const char *at = letters; GTK_IS_EVENT_CONTROLLER_KEY (controller) && *at != '\0';
           at = g_utf8_next_char (at))
        {
          gboolean handled = FALSE;

          g_signal_emit_by_name (controller, "key-pressed",
                                 gdk_unicode_to_keyval (g_utf8_get_char (at)), 0, 0, &handled);
        }
    }
}

static gboolean
is_focused (Fixture *fixture, GtkDropDown *drop_down, const char *id)
{
  const int place = focused_row (GTK_WINDOW (fixture->window));
  g_autoptr (SeidelChoice) choice = NULL;

  if (place >= 0)
    choice = g_list_model_get_item (gtk_drop_down_get_model (drop_down), (guint) place);
  return choice != NULL && g_str_equal (choice->id, id);
}

/* Ends only when letters lead to a method, by its beginning or by words in it; one again to the
 * next. */
static void
test_typed_choice (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *letters, *id;
  } cases[] = { { "bicgs", "bicgstab" },
                { "gmres, f", "gmres-flexible" },
                { "symm", "gauss-seidel-symmetric" },
                { "ll", "lsmr" } };
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkDropDown *method = part (pane, "method");

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].letters);
      seidel_setup_pane_set_method (pane, SEIDEL_METHOD_AUTO);
      gtk_widget_activate (GTK_WIDGET (method));
      while (focused_row (GTK_WINDOW (fixture->window)) < 0)
        g_main_context_iteration (NULL, TRUE);
      type (seidel_find_below (GTK_WIDGET (method), GTK_TYPE_POPOVER), cases[i].letters);
      while (!is_focused (fixture, method, cases[i].id))
        g_main_context_iteration (NULL, TRUE);
      gtk_widget_activate (GTK_WIDGET (method));
      while (focused_row (GTK_WINDOW (fixture->window)) >= 0)
        g_main_context_iteration (NULL, TRUE);
      /* What was typed before is forgotten. */
      g_usleep (1100000);
    }
}

static void
test_rectangular (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const char *problem;

  open_text (fixture, "wide.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1\n2 3 1\n");
  seidel_setup_pane_set_method (pane, SEIDEL_METHOD_AUTO);
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (is_enabled (fixture->window, "solve"));
  problem = find_choice (part (pane, "method"), "cg")->why_not;
  g_assert_nonnull (problem);
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, problem);
  g_assert_false (is_enabled (fixture->window, "solve"));

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (is_enabled (fixture->window, "solve"));
}

/* A button leads out of a method that does not suit the matrix. */
static void
test_use_automatic (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkWidget *button = GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (pane), SEIDEL_TYPE_SETUP_PANE, "use_automatic"));

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, "cg"));
  g_assert_false (gtk_widget_get_visible (button));
  open_text (fixture, "unsymmetric.mtx", UNSYMMETRIC_MATRIX);
  g_assert_nonnull (seidel_setup_pane_get_problem (pane));
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_false (gtk_widget_get_visible (button));
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
  add ("/setup-pane/defaults", test_defaults);
  add ("/setup-pane/tables", test_tables);
  add ("/setup-pane/sweeps-that-do-not-apply", test_sweeps_that_do_not_apply);
  add ("/setup-pane/unsuited-method", test_unsuited_method);
  add ("/setup-pane/unsuited-row", test_unsuited_row);
  add ("/setup-pane/automatic", test_automatic);
  add ("/setup-pane/use-automatic", test_use_automatic);
  add ("/setup-pane/preconditioner", test_preconditioner);
  add ("/setup-pane/precision-that-does-not-suit", test_precision_that_does_not_suit);
  add ("/setup-pane/storage", test_storage);
  add ("/setup-pane/storage-that-does-not-fit", test_storage_that_does_not_fit);
  add ("/setup-pane/strategies-for-colors", test_strategies_for_colors);
  add ("/setup-pane/list-begins-at-choice", test_list_begins_at_choice);
  add ("/setup-pane/typed-choice", test_typed_choice);
  add ("/setup-pane/rectangular", test_rectangular);
  return g_test_run ();
}
