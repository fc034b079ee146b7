/* The numbers, switches and vectors of the solver set-up: their bounds, their names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "engine/seidel-engines.h"
#include "method/seidel-method.h"
#include "golden-testing.h"
#include "setup-fixture.h"
#include "window/seidel-vector-chooser.h"

/* What the tables list as supported can be set, and nothing else. */
static void
test_parameters_of_methods (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  for (size_t m = 0; m < n; m++)
    {
      g_assert_true (seidel_setup_pane_set_method (pane, methods[m].id));
      for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
        {
          const SeidelSetting *setting = seidel_setting_of_parameter (i);
          GtkWidget *entry = option (pane, setting->id);

          g_assert_nonnull (entry);
          g_assert_true (gtk_widget_get_visible (entry)
                         == ((methods[m].parameters & (1u << i)) != 0));
          /* The smoother says what “auto” has chosen, and why. */
          if (gtk_widget_get_visible (entry) && i == SEIDEL_PARAMETER_SMOOTHER)
            g_assert_true (
              g_str_has_prefix (gtk_widget_get_tooltip_text (entry), "Gauss-Seidel: "));
          else if (gtk_widget_get_visible (entry))
            g_assert_cmpstr (gtk_widget_get_tooltip_text (entry), ==,
                             setting->values != NULL ? setting->values[0].sentence
                                                     : setting->sentence);
          assert_named (entry, setting->name);
        }
    }
}

/* The near null space: for multigrid with aggregation only, from a file that a run reads. */
static void
test_near_null (Fixture *fixture, gconstpointer data)
{
  static const char ones[] = "%%MatrixMarket matrix array real general\n100 1\n";
  g_autofree char *path = g_build_filename (fixture->folder, "ones.mtx", NULL);
  g_autoptr (GString) text = g_string_new (ones);
  SeidelWindow *window = fixture->window;
  SeidelSetupPane *pane = window->setup_pane;
  GtkWidget *entry = option (pane, "near-null");
  const SeidelOutcome *outcome;

  for (int i = 0; i < 100; i++)
    g_string_append (text, "1\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_false (gtk_widget_get_visible (entry));
  g_assert_true (seidel_setup_pane_set_method (pane, "multigrid"));
  g_assert_true (gtk_widget_get_visible (entry));
  assert_named (entry, "Near null space");
  gtk_editable_set_text (GTK_EDITABLE (entry), path);
  g_assert_null (seidel_setup_pane_get_problem (pane));
  /* The matrix has another number of rows. */
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  g_assert_nonnull (
    strstr (seidel_run_item_get_error (seidel_run_list_get_selected (window->workspace->runs)),
            "Near null space: 100 × 1"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  g_assert_true (outcome->converged);
  g_assert_null (outcome->options.near_null);
  g_assert_true (
    seidel_choice_drop_down_select (GTK_DROP_DOWN (option (pane, "coarsening")), "classical"));
  g_assert_false (gtk_widget_get_visible (entry));
}

static void
test_parameter_bounds (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *method;
    const char *preconditioner;
    SeidelParameterIndex index;
    const char *text;
    double value; /* 0: refused */
  } rows[] = {
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "1.9", 1.9 },
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "2", 0 },
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "much", 0 },
    { "jacobi-weighted", "none", SEIDEL_PARAMETER_WEIGHT, "0.6667", 2.0 / 3.0 },
    { "gmres", "none", SEIDEL_PARAMETER_RESTART, "50", 50 },
    { "gmres", "none", SEIDEL_PARAMETER_RESTART, "5.5", 0 },
    { "cg", "ssor", SEIDEL_PARAMETER_PRECONDITIONER_OMEGA, "1.2", 1.2 },
  };

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SeidelSetupPane *pane = fixture->window->setup_pane;
      GtkWidget *entry = option (pane, seidel_setting_of_parameter (rows[i].index)->id);
      SeidelOptions options = SEIDEL_OPTIONS_INIT;

      seidel_setup_pane_set_method (pane, rows[i].method);
      seidel_setup_pane_set_preconditioner (pane, rows[i].preconditioner);
      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].text);
      if (rows[i].value > 0)
        g_assert_null (seidel_setup_pane_get_problem (pane));
      else
        test_assert_wording (seidel_setup_pane_get_problem (pane));
      g_assert_true (gtk_widget_has_css_class (entry, "error") == (rows[i].value == 0));
      g_assert_true (is_enabled (fixture->window, "solve") == (rows[i].value > 0));
      if (rows[i].value > 0)
        {
          read_options (pane, &options);
          g_assert_cmpfloat (options.parameters[rows[i].index], ==, rows[i].value);
        }

      /* What is not shown does not count. */
      seidel_setup_pane_set_method (pane, "jacobi");
      read_options (pane, &options);
      g_assert_cmpfloat (options.parameters[rows[i].index], ==,
                         seidel_options_default ().parameters[rows[i].index]);
    }
}

/* The bounds are those of the command line. */
static void
test_bad_entries (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    SeidelPlanItem limit;
    const char *bad;
    const char *good;
  } rows[] = {
    { SEIDEL_PLAN_TOLERANCE, "1e", "1e-6" },
    { SEIDEL_PLAN_TOLERANCE, "-1", "0" },
    { SEIDEL_PLAN_TOLERANCE, "1,5", "0.5" },
    { SEIDEL_PLAN_TOLERANCE, "5", "" },
    { SEIDEL_PLAN_ABSOLUTE_TOLERANCE, "-1e-3", "1e-3" },
    { SEIDEL_PLAN_MAX_ITERATIONS, "-1", "1,000" },
    { SEIDEL_PLAN_MAX_ITERATIONS, "many", "0" },
    { SEIDEL_PLAN_TIME_LIMIT, "soon", "1.5" },
    { SEIDEL_PLAN_TIME_LIMIT, "-2", "" },
    { SEIDEL_PLAN_STAGNATION_WINDOW, "2.5", "20" },
    { SEIDEL_PLAN_DIVERGENCE_FACTOR, "0.5", "100" },
    { SEIDEL_PLAN_THREADS, "4097", "4096" },
  };
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const SeidelSetting *limit = seidel_setting (rows[i].limit);
      GtkWidget *entry = option (pane, limit->id);
      g_autofree char *problem = g_strdup_printf ("“%s” must be %s", limit->name, limit->expected);

      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].bad);
      g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, problem);
      g_assert_cmpstr (shown_reason (pane, limit->id), ==, problem);
      g_assert_true (gtk_widget_has_css_class (entry, "error"));
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_TRUE);
      g_assert_false (is_enabled (fixture->window, "solve"));
      g_assert_cmpstr (gtk_widget_get_tooltip_text (fixture->window->solve_button), ==, problem);
      g_assert_false (seidel_setup_pane_get (pane, &options, &rhs, &guess));

      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].good);
      g_assert_null (seidel_setup_pane_get_problem (pane));
      g_assert_false (gtk_widget_has_css_class (entry, "error"));
      g_assert_null (shown_reason (pane, limit->id));
      g_assert_true (is_enabled (fixture->window, "solve"));
    }
}

/* Each is there to be set, and reaches the run. */
static void
test_limits (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  SeidelOptions options;

  for (int i = SEIDEL_PLAN_TOLERANCE; i < SEIDEL_PLAN_PARAMETERS; i++)
    {
      const SeidelSetting *limit = seidel_setting (i);
      GtkWidget *entry = option (pane, limit->id);
      double value = i == SEIDEL_PLAN_DIVERGENCE_FACTOR ? 3.0 : limit->integral ? 7.0 : 0.25;
      g_autofree char *text = g_strdup_printf ("%g", value);

      /* An engine of one process has no ranks. */
      if (i == SEIDEL_PLAN_RANKS)
        continue;
      assert_named (entry, limit->name);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (entry), ==, limit->sentence);
      gtk_editable_set_text (GTK_EDITABLE (entry), text);
      read_options (pane, &options);
      g_assert_cmpfloat (seidel_setting_get (limit, &options), ==, value);
      gtk_editable_set_text (GTK_EDITABLE (entry), "");
      read_options (pane, &options);
      g_assert_cmpfloat (seidel_setting_get (limit, &options), ==,
                         seidel_setting_get (limit, &defaults));
    }
}

static void
test_vector_without_file (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelVectorChooser *chooser = part (pane, "rhs");
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  GtkDropDown *kind = GTK_DROP_DOWN (
    gtk_widget_get_template_child (GTK_WIDGET (chooser), SEIDEL_TYPE_VECTOR_CHOOSER, "kind"));

  g_assert_true (seidel_choice_drop_down_select (kind, "file"));
  test_assert_wording (seidel_setup_pane_get_problem (pane));
  seidel_vector_chooser_set_text (chooser, "/somewhere/b.mtx");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  seidel_vector_chooser_set_text (chooser, "random:42");
  seidel_vector_chooser_set_text (chooser, "filed"); /* there is none: ignored */
  g_assert_true (seidel_setup_pane_get (pane, &options, &rhs, &guess));
  g_assert_cmpint (rhs.kind, ==, SEIDEL_VECTOR_RANDOM);
  g_assert_cmpuint (rhs.seed, ==, 42);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* A document whose matrix brings a right-hand side, or not. */
static SeidelDocument *
new_document (const double *rhs)
{
  static const int64_t offsets[] = { 0, 1, 2 };
  static const int32_t columns[] = { 0, 1 };
  static const double values[] = { 2, 4 };
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_new (2, 2, 2, &error);
  g_autoptr (SeidelMatrix) matrix = NULL;

  g_assert_no_error (error);
  memcpy (csr->row_offsets, offsets, sizeof offsets);
  memcpy (csr->column_indices, columns, sizeof columns);
  memcpy (csr->values, values, sizeof values);
  matrix = seidel_matrix_new (rhs != NULL ? "with" : "without", csr);
  if (rhs != NULL)
    {
      matrix->rhs = seidel_vector_new (2, &error);
      g_assert_no_error (error);
      memcpy (matrix->rhs, rhs, 2 * sizeof *rhs);
    }
  return seidel_document_new (matrix);
}

static void
assert_rhs (SeidelSetupPane *pane, SeidelVectorKind kind)
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, NULL);
  g_assert_true (seidel_setup_pane_get (pane, &options, &rhs, &guess));
  g_assert_cmpint (rhs.kind, ==, kind);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* One that comes with the matrix is taken, and given back with a matrix that brings none. */
static void
test_filed_rhs (Fixture *fixture, gconstpointer data)
{
  static const double numbers[] = { 2, 8 };
  SeidelWindow *window = fixture->window;
  SeidelVectorChooser *chooser = part (window->setup_pane, "rhs");
  GtkDropDown *kind = GTK_DROP_DOWN (
    gtk_widget_get_template_child (GTK_WIDGET (chooser), SEIDEL_TYPE_VECTOR_CHOOSER, "kind"));
  g_autoptr (SeidelDocument) with = new_document (numbers);
  g_autoptr (SeidelDocument) another = new_document (numbers);
  g_autoptr (SeidelDocument) without = new_document (NULL);
  g_autofree char *lasting = NULL;

  seidel_vector_chooser_set_text (chooser, "ones");
  test_assert_wording (find_choice (kind, "filed")->why_not);
  seidel_workspace_set_document (window->workspace, with);
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_FILED);
  g_assert_null (find_choice (kind, "filed")->why_not);
  lasting = seidel_vector_chooser_get_lasting_text (chooser);
  g_assert_cmpstr (lasting, ==, "ones");

  /* Another choice holds until the next matrix that brings one. */
  seidel_vector_chooser_set_text (chooser, "random:3");
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_RANDOM);
  seidel_workspace_set_document (window->workspace, another);
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_FILED);

  seidel_workspace_set_document (window->workspace, without);
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_RANDOM);
  seidel_vector_chooser_set_text (chooser, "filed"); /* there is none: ignored */
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_RANDOM);
}

/* The same matrix in another order is nothing new. */
static void
test_filed_rhs_and_order (Fixture *fixture, gconstpointer data)
{
  static const double numbers[] = { 2, 8 };
  static const int32_t backwards[] = { 1, 0 };
  SeidelWindow *window = fixture->window;
  SeidelVectorChooser *chooser = part (window->setup_pane, "rhs");
  g_autoptr (SeidelDocument) natural = new_document (numbers);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelDocument) reordered = NULL;

  seidel_workspace_set_document (window->workspace, natural);
  seidel_vector_chooser_set_text (chooser, "ones");
  matrix = seidel_matrix_reordered (seidel_document_get_matrix (natural), "rcm", backwards, NULL,
                                    NULL, &error);
  g_assert_no_error (error);
  reordered = seidel_document_new_reordered (matrix, natural);
  seidel_workspace_set_document (window->workspace, reordered);
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_ONES);
  seidel_vector_chooser_set_text (chooser, "filed");
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_FILED);
  seidel_workspace_set_document (window->workspace, natural);
  assert_rhs (window->setup_pane, SEIDEL_VECTOR_FILED);
}

/* A x = b with what came along: the known answer. */
static void
test_solving_filed_rhs (Fixture *fixture, gconstpointer data)
{
  static const double numbers[] = { 2, 8 };
  SeidelWindow *window = fixture->window;
  g_autoptr (SeidelDocument) document = new_document (numbers);
  const SeidelOutcome *outcome;

  seidel_workspace_set_document (window->workspace, document);
  wait_until_analysed (window);
  g_assert_nonnull (find_label (GTK_WIDGET (window->setup_pane), "Right-hand side: From the file"));
  g_assert_true (is_enabled (window, "solve"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  g_assert_nonnull (outcome);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat_with_epsilon (outcome->x[0], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon (outcome->x[1], 2, 1e-6);
}

static void
test_names_for_assistive_technology (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *id;
    const char *label;
  } rows[] = {
    { "method", "Method" },       { "engine", "Engine" },  { "preconditioner", "Preconditioner" },
    { "storage", "Storage" },     { "strategy", "Sweep" }, { "precision", "Precision" },
    { "rhs", "Right-hand side" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_named (part (fixture->window->setup_pane, rows[i].id), rows[i].label);
  assert_named (option (fixture->window->setup_pane, "track-error"), "Follow the error");
}

static void
test_arithmetic (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelSetting *switches[] = { seidel_setting (SEIDEL_PLAN_FUSED),
                                      seidel_setting (SEIDEL_PLAN_COMPENSATED) };
  int expected = 0;

  seidel_setup_pane_set_method (pane, "cg");
  for (size_t i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      GtkWidget *check = option (pane, switches[i]->id);
      gboolean supported = (engine->arithmetics & (uint32_t) switches[i]->flag) != 0;

      g_assert_nonnull (check);
      g_assert_true (gtk_widget_get_sensitive (check) == supported);
      assert_named (check, switches[i]->name);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      expected |= supported ? switches[i]->flag : 0;
      read_options (pane, &options);
      g_assert_cmpint (options.arithmetic, ==, expected);
    }

  /* A library does its sums in its own way. */
  seidel_setup_pane_set_method (pane, "umfpack");
  read_options (pane, &options);
  g_assert_cmpint (options.arithmetic, ==, 0);
  test_assert_wording (gtk_widget_get_tooltip_text (option (pane, switches[0]->id)));
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
  add ("/setup-pane/parameters-of-methods", test_parameters_of_methods);
  add ("/setup-pane/parameter-bounds", test_parameter_bounds);
  add ("/setup-pane/near-null", test_near_null);
  add ("/setup-pane/arithmetic", test_arithmetic);
  add ("/setup-pane/limits", test_limits);
  add ("/setup-pane/bad-entries", test_bad_entries);
  add ("/setup-pane/vector-without-file", test_vector_without_file);
  add ("/setup-pane/filed-rhs", test_filed_rhs);
  add ("/setup-pane/filed-rhs-and-order", test_filed_rhs_and_order);
  add ("/setup-pane/solving-filed-rhs", test_solving_filed_rhs);
  add ("/setup-pane/names-for-assistive-technology", test_names_for_assistive_technology);
  return g_test_run ();
}
