/* The solver set-up: what it offers, what it refuses and why, what it remembers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-method.h"
#include "window-fixture.h"
#include "window/seidel-advice-note.h"
#include "window/seidel-choice.h"
#include "window/seidel-session.h"
#include "window/seidel-vector-chooser.h"

/* The widgets of the pane, by the ids of its template. */
static gpointer
part (SeidelSetupPane *pane, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (pane), SEIDEL_TYPE_SETUP_PANE, id);
}

static SeidelChoice *
find_choice (GtkDropDown *drop_down, const char *id)
{
  GListModel *model = gtk_drop_down_get_model (drop_down);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i);

      if (g_str_equal (seidel_choice_get_id (choice), id))
        return choice; /* the model keeps it */
    }
  return NULL;
}

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
  g_assert_cmpint (options.threads, ==, (int) g_get_num_processors ());
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

      g_assert_cmpstr (seidel_choice_get_id (choice), ==, methods[i].id);
      g_assert_cmpstr (seidel_choice_get_name (choice), ==, methods[i].name);
      g_assert_cmpstr (seidel_choice_get_sentence (choice), ==, methods[i].sentence);
      g_assert_cmpstr (seidel_choice_get_section (choice), ==,
                       seidel_family_name (methods[i].family));
    }
  for (size_t i = 0; i < n_engines; i++)
    {
      SeidelChoice *choice = find_choice (part (pane, "engine"), engines[i].id);

      g_assert_nonnull (choice);
      g_assert_cmpstr (seidel_choice_get_why_not (choice), ==,
                       engines[i].available ? NULL : engines[i].why_not);
    }
}

static void
test_sweeps_that_do_not_apply (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkWidget *strategy = part (pane, "strategy");
  g_autofree char *tooltip = NULL;

  g_assert_true (gtk_widget_get_sensitive (strategy)); /* whatever is tried may sweep */
  g_assert_true (seidel_setup_pane_set_method (pane, "cg"));
  g_assert_false (gtk_widget_get_sensitive (strategy));
  tooltip = g_strdup_printf ("%s has no sweeps: there is nothing to choose",
                             seidel_method_find ("cg")->name);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (strategy), ==, tooltip);
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
  g_assert_false (seidel_method_applies (seidel_method_find ("cg"),
                                         seidel_document_get_structure (fixture->window->document),
                                         &why_not));
  g_assert_cmpstr (seidel_choice_get_why_not (choice), ==, why_not);
  g_assert_null (seidel_choice_get_why_not (find_choice (part (pane, "method"), "gauss-seidel")));

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

static void
read_options (SeidelSetupPane *pane, SeidelOptions *options)
{
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, NULL);
  g_assert_true (seidel_setup_pane_get (pane, options, &rhs, &guess));
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* What nobody chose follows the matrix, and tells how. */
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
    seidel_advise (seidel_document_get_structure (fixture->window->document), NULL, &options);
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
  g_assert_cmpstr (gtk_widget_get_tooltip_text (preconditioner), ==,
                   "The automatic choice of the method chooses the preconditioner too");
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
  g_assert_cmpstr (seidel_choice_get_why_not (find_choice (drop_down, "ilu0")), ==,
                   "Conjugate gradients needs a preconditioner that is symmetric where the matrix "
                   "is; ILU(0) cannot be used.");

  /* A method that takes none: the choice waits for one that does. */
  seidel_setup_pane_set_method (pane, "jacobi");
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (drop_down)));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (drop_down)), ==,
                   "Jacobi takes no preconditioner");
  read_options (pane, &options);
  g_assert_cmpstr (options.preconditioner, ==, "none");
  seidel_setup_pane_set_method (pane, "cg-flexible");
  read_options (pane, &options);
  g_assert_cmpstr (options.preconditioner, ==, "ssor");

  /* What cannot be used is said, not changed. */
  seidel_setup_pane_set_preconditioner (pane, "ilu0");
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==,
                   seidel_choice_get_why_not (find_choice (drop_down, "ilu0")));
  g_assert_false (is_enabled (fixture->window, "solve"));
}

/* The entry of a parameter, the button of a switch: it has the id as its name. */
static GtkWidget *
find_parameter (GtkWidget *widget, const char *id)
{
  if ((GTK_IS_ENTRY (widget) || GTK_IS_CHECK_BUTTON (widget))
      && g_str_equal (gtk_widget_get_name (widget), id))
    return widget;
  /* What a closed expander holds is not among its children. */
  if (GTK_IS_EXPANDER (widget))
    return find_parameter (gtk_expander_get_child (GTK_EXPANDER (widget)), id);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_parameter (child, id);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Whatever the tables say is heeded is there to be set, and nothing else. */
static void
test_parameters_of_methods (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelParameter *parameters = seidel_parameters ();
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  for (size_t m = 0; m < n; m++)
    {
      g_assert_true (seidel_setup_pane_set_method (pane, methods[m].id));
      for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
        {
          GtkWidget *entry = find_parameter (GTK_WIDGET (pane), parameters[i].id);

          g_assert_nonnull (entry);
          g_assert_true (gtk_widget_get_visible (entry)
                         == ((methods[m].parameters & (1u << i)) != 0));
          g_assert_cmpstr (gtk_widget_get_tooltip_text (entry), ==, parameters[i].sentence);
          gtk_test_accessible_assert_property (entry, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                               parameters[i].name);
        }
    }
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
    const char *problem;
  } rows[] = {
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "1.9", 1.9, NULL },
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "2", 0,
      "“Relaxation ω” must be a number from 0.001 to 1.999, such as 1.5." },
    { "sor", "none", SEIDEL_PARAMETER_OMEGA, "much", 0,
      "“Relaxation ω” must be a number from 0.001 to 1.999, such as 1.5." },
    { "jacobi-weighted", "none", SEIDEL_PARAMETER_WEIGHT, "0.6667", 2.0 / 3.0, NULL },
    { "gmres", "none", SEIDEL_PARAMETER_RESTART, "50", 50, NULL },
    { "gmres", "none", SEIDEL_PARAMETER_RESTART, "5.5", 0,
      "“Restart after” must be a whole number from 1 to 500, such as 30." },
    { "cg", "ssor", SEIDEL_PARAMETER_PRECONDITIONER_OMEGA, "1.2", 1.2, NULL },
  };
  const SeidelParameter *parameters = seidel_parameters ();

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SeidelSetupPane *pane = fixture->window->setup_pane;
      GtkWidget *entry = find_parameter (GTK_WIDGET (pane), parameters[rows[i].index].id);
      SeidelOptions options = SEIDEL_OPTIONS_INIT;

      seidel_setup_pane_set_method (pane, rows[i].method);
      seidel_setup_pane_set_preconditioner (pane, rows[i].preconditioner);
      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].text);
      g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, rows[i].problem);
      g_assert_true (gtk_widget_has_css_class (entry, "error") == (rows[i].problem != NULL));
      g_assert_true (is_enabled (fixture->window, "solve") == (rows[i].problem == NULL));
      if (rows[i].problem == NULL)
        {
          read_options (pane, &options);
          g_assert_cmpfloat (options.parameters[rows[i].index], ==, rows[i].value);
        }

      /* What is not shown does not count. */
      seidel_setup_pane_set_method (pane, "jacobi");
      read_options (pane, &options);
      g_assert_cmpfloat (options.parameters[rows[i].index], ==, parameters[rows[i].index].initial);
    }
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
  g_assert_cmpstr (seidel_choice_get_why_not (single), ==,
                   "“Sparse LU (UMFPACK)” computes in double precision only.");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, seidel_choice_get_why_not (single));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (part (pane, "strategy")), ==,
                   "Sparse LU (UMFPACK) computes by itself: there is nothing to choose");
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

      g_assert_cmpstr (seidel_choice_get_why_not (choice), ==,
                       engine->strategies[i].any_levels
                         ? NULL
                         : "“Gauss-Seidel, multicolour” goes by colours, which this strategy does "
                           "not.");
    }
}

static void
test_arithmetic (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  int expected = 0;
  size_t n;
  const SeidelArithmeticInfo *switches = seidel_arithmetics (&n);

  seidel_setup_pane_set_method (pane, "cg");
  for (size_t i = 0; i < n; i++)
    {
      GtkWidget *check = find_parameter (GTK_WIDGET (pane), switches[i].id);
      gboolean heeded = (engine->arithmetics & (uint32_t) switches[i].flag) != 0;

      g_assert_nonnull (check);
      g_assert_true (gtk_widget_get_sensitive (check) == heeded);
      gtk_test_accessible_assert_property (check, GTK_ACCESSIBLE_PROPERTY_LABEL, switches[i].name);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      expected |= heeded ? (int) switches[i].flag : 0;
      read_options (pane, &options);
      g_assert_cmpint (options.arithmetic, ==, expected);
    }

  /* A library does its sums in its own way. */
  seidel_setup_pane_set_method (pane, "umfpack");
  read_options (pane, &options);
  g_assert_cmpint (options.arithmetic, ==, 0);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (find_parameter (GTK_WIDGET (pane), switches[0].id)),
                   ==, "Sparse LU (UMFPACK) computes by itself, as its library does");
}

/* Each storage tells what it would take before anything is converted. */
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
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (storage)));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (storage)), ==,
                   "The automatic choice of the method chooses the storage too");
  seidel_setup_pane_set_method (pane, "cg");
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (storage)));
  for (size_t i = 0; i < n; i++)
    {
      double bytes = seidel_storage_bytes ((SeidelStorage) i, &shape, SEIDEL_PRECISION_DOUBLE);
      g_autofree char *caption = g_format_size ((guint64) bytes);

      g_assert_cmpstr (seidel_choice_get_caption (find_choice (storage, storages[i].id)), ==,
                       caption);
      g_assert_true (seidel_choice_drop_down_select (storage, storages[i].id));
      read_options (pane, &options);
      g_assert_cmpint (options.storage, ==, (int) i);
    }

  /* By itself: the fewest bytes for products, rows for sweeps. */
  seidel_choice_drop_down_select (storage, "auto");
  read_options (pane, &options);
  g_assert_cmpint (options.storage, ==, seidel_storage_propose (&shape, SEIDEL_PRECISION_DOUBLE));
  g_assert_cmpint (options.storage, !=, SEIDEL_STORAGE_CSR);
  seidel_setup_pane_set_method (pane, "gauss-seidel");
  read_options (pane, &options);
  g_assert_cmpint (options.storage, ==, SEIDEL_STORAGE_CSR);

  /* What is not held by rows is swept in the plain way only. */
  seidel_choice_drop_down_select (part (pane, "strategy"), "levels");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  seidel_choice_drop_down_select (storage, "dense");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==,
                   "A matrix that is not stored as “Rows” is swept by “Serial” alone.");
  seidel_choice_drop_down_select (part (pane, "strategy"), "serial");
  g_assert_null (seidel_setup_pane_get_problem (pane));
}

static void
test_storage_that_does_not_fit (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelChoice *dense;

  open_text (fixture, "large.mtx",
             "%%MatrixMarket matrix coordinate real general\n8000000 8000000 1\n1 1 1\n");
  seidel_setup_pane_set_method (pane, "bicgstab");
  dense = find_choice (part (pane, "storage"), "dense");
  g_assert_true (g_str_has_prefix (seidel_choice_get_why_not (dense),
                                   "There is not enough memory: the matrix stored as “dense” would "
                                   "take 512.0 TB; "));
  seidel_choice_drop_down_select (part (pane, "storage"), "dense");
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, seidel_choice_get_why_not (dense));
  g_assert_false (is_enabled (fixture->window, "solve"));

  /* Nor do methods that need so much. */
  g_assert_nonnull (strstr (seidel_choice_get_why_not (find_choice (part (pane, "method"), "lu")),
                            "of memory for this matrix"));
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
}

static void
test_no_method (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  g_autofree char *problem = NULL;

  open_text (fixture, "wide.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1\n2 3 1\n");
  problem =
    g_strdup_printf ("No method can be used on this matrix; the list says what each needs. %s",
                     seidel_choice_get_why_not (
                       find_choice (part (pane, "method"), SEIDEL_METHOD_AUTO)));
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, problem);
  g_assert_false (is_enabled (fixture->window, "solve"));

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_null (seidel_setup_pane_get_problem (pane));
  g_assert_true (is_enabled (fixture->window, "solve"));
}

static void
test_bad_entries (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *id;
    const char *bad;
    const char *good;
    const char *problem;
  } rows[] = {
    { "tolerance", "1e", "1e-6",
      "The tolerance must be a number from 0 to below 1, such as 1e-8." },
    { "tolerance", "-1", "0", "The tolerance must be a number from 0 to below 1, such as 1e-8." },
    { "tolerance", "1,5", "0.5",
      "The tolerance must be a number from 0 to below 1, such as 1e-8." },
    { "max_iterations", "0", "1,000",
      "The iteration limit must be a whole number of at least 1, such as 100000." },
    { "max_iterations", "many", "7",
      "The iteration limit must be a whole number of at least 1, such as 100000." },
    { "time_limit", "soon", "1.5",
      "The time limit must be a number of seconds above 0, or empty for none." },
    { "time_limit", "0", "",
      "The time limit must be a number of seconds above 0, or empty for none." },
  };
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *entry = part (pane, rows[i].id);

      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].bad);
      g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, rows[i].problem);
      g_assert_true (gtk_widget_has_css_class (entry, "error"));
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_TRUE);
      g_assert_false (is_enabled (fixture->window, "solve"));
      g_assert_cmpstr (gtk_widget_get_tooltip_text (fixture->window->solve_button), ==,
                       rows[i].problem);
      g_assert_false (seidel_setup_pane_get (pane, &options, &rhs, &guess));

      gtk_editable_set_text (GTK_EDITABLE (entry), rows[i].good);
      g_assert_null (seidel_setup_pane_get_problem (pane));
      g_assert_false (gtk_widget_has_css_class (entry, "error"));
      g_assert_true (is_enabled (fixture->window, "solve"));
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
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==,
                   "Choose a file for the right-hand side");
  seidel_vector_chooser_set_text (chooser, "/somewhere/b.mtx");
  g_assert_null (seidel_setup_pane_get_problem (pane));
  seidel_vector_chooser_set_text (chooser, "random:42");
  seidel_vector_chooser_set_text (chooser, "zeros"); /* not for a right-hand side: ignored */
  g_assert_true (seidel_setup_pane_get (pane, &options, &rhs, &guess));
  g_assert_cmpint (rhs.kind, ==, SEIDEL_VECTOR_RANDOM);
  g_assert_cmpuint (rhs.seed, ==, 42);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

static void
test_names_for_assistive_technology (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *id;
    const char *label;
  } rows[] = {
    { "method", "Method" },
    { "engine", "Engine" },
    { "preconditioner", "Preconditioner" },
    { "track_error", "Follow the error" },
    { "storage", "Storage" },
    { "strategy", "Sweep strategy" },
    { "precision", "Precision" },
    { "tolerance", "Tolerance" },
    { "max_iterations", "Iteration limit" },
    { "threads", "Threads" },
    { "rhs", "Right-hand side" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *widget = part (fixture->window->setup_pane, rows[i].id);

      gtk_test_accessible_assert_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, rows[i].label);
    }
}

/* --- the session ----------------------------------------------------------- */

static void
test_session_round_trip (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelWindow *second;

  seidel_setup_pane_set_method (pane, "cg-flexible");
  seidel_setup_pane_set_preconditioner (pane, "ssor");
  gtk_editable_set_text (GTK_EDITABLE (find_parameter (GTK_WIDGET (pane), "preconditioner-omega")),
                         "1.25");
  seidel_choice_drop_down_select (part (pane, "storage"), "dia");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_parameter (GTK_WIDGET (pane), "compensated")),
                               TRUE);
  gtk_check_button_set_active (part (pane, "track_error"), TRUE);
  gtk_editable_set_text (part (pane, "tolerance"), "1e-5");
  gtk_editable_set_text (part (pane, "max_iterations"), "none"); /* not worth remembering */
  gtk_editable_set_text (part (pane, "time_limit"), "2.5");
  seidel_vector_chooser_set_text (part (pane, "guess"), "random:7");
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "page",
                                      g_variant_new_string ("levels"));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "side-pane", NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (fixture->window));
  flush_events ();
  g_assert_null (fixture->window);

  second = open_window (fixture);
  {
    SeidelOptions options;
    SeidelVectorSpec rhs;
    SeidelVectorSpec guess;
    int width;
    int height;

    g_assert_true (seidel_setup_pane_get (second->setup_pane, &options, &rhs, &guess));
    g_assert_cmpstr (options.method, ==, "cg-flexible");
    g_assert_cmpstr (options.preconditioner, ==, "ssor");
    g_assert_cmpfloat (options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA], ==, 1.25);
    g_assert_cmpint (options.storage, ==, SEIDEL_STORAGE_DIAGONALS);
    g_assert_cmpint (options.arithmetic, ==,
                     seidel_cpu_engine ()->arithmetics & SEIDEL_ARITHMETIC_COMPENSATED);
    g_assert_true (options.track_error);
    g_assert_cmpfloat (options.tolerance, ==, 1e-5);
    g_assert_cmpint (options.max_iterations, ==, 100000);
    g_assert_cmpfloat (options.time_limit, ==, 2.5);
    g_assert_cmpint (guess.kind, ==, SEIDEL_VECTOR_RANDOM);
    g_assert_cmpuint (guess.seed, ==, 7);
    seidel_vector_spec_clear (&rhs);
    seidel_vector_spec_clear (&guess);
    gtk_window_get_default_size (GTK_WINDOW (second), &width, &height);
    g_assert_cmpint (width, ==, 1000);
    g_assert_cmpint (height, ==, 700);
  }
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (second->pages), ==, "levels");
  g_assert_false (gtk_widget_get_visible (second->side_pane));
  gtk_window_destroy (GTK_WINDOW (second));
}

static void
test_session_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "seidel", "session", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  static const char *const useless[] = {
    "",
    "no variant at all",
    "{'version': <99>, 'page': <'timing'>}", /* of a later program */
    "{'page': <'timing'>}",                  /* of none */
    "[1, 2, 3]",
  };
  const char *page = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (useless); i++)
    {
      g_autoptr (GVariant) state = NULL;

      g_assert_true (g_file_set_contents (path, useless[i], -1, NULL));
      state = seidel_session_load ();
      g_assert_cmpuint (g_variant_n_children (state), ==, 0);
    }

  /* Keys of a sister program are kept, and wrong types do no harm. */
  g_assert_true (g_file_set_contents (
    path, "{'version': <1>, 'unknown': <[1, 2]>, 'width': <'wide'>, 'page': <'nowhere'>}", -1,
    NULL));
  gtk_window_destroy (GTK_WINDOW (open_window (fixture)));
  seidel_session_set ("page", g_variant_new_string ("timing"));
  {
    g_autoptr (GVariant) state = seidel_session_load ();
    g_autoptr (GVariant) unknown = g_variant_lookup_value (state, "unknown", G_VARIANT_TYPE ("ai"));

    g_assert_nonnull (unknown);
    g_assert_true (g_variant_lookup (state, "page", "&s", &page));
    g_assert_cmpstr (page, ==, "timing");
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
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  add ("/setup-pane/defaults", test_defaults);
  add ("/setup-pane/tables", test_tables);
  add ("/setup-pane/sweeps-that-do-not-apply", test_sweeps_that_do_not_apply);
  add ("/setup-pane/unsuited-method", test_unsuited_method);
  add ("/setup-pane/automatic", test_automatic);
  add ("/setup-pane/preconditioner", test_preconditioner);
  add ("/setup-pane/parameters-of-methods", test_parameters_of_methods);
  add ("/setup-pane/parameter-bounds", test_parameter_bounds);
  add ("/setup-pane/precision-that-does-not-suit", test_precision_that_does_not_suit);
  add ("/setup-pane/arithmetic", test_arithmetic);
  add ("/setup-pane/storage", test_storage);
  add ("/setup-pane/storage-that-does-not-fit", test_storage_that_does_not_fit);
  add ("/setup-pane/strategies-for-colors", test_strategies_for_colors);
  add ("/setup-pane/list-begins-at-choice", test_list_begins_at_choice);
  add ("/setup-pane/no-method", test_no_method);
  add ("/setup-pane/bad-entries", test_bad_entries);
  add ("/setup-pane/vector-without-file", test_vector_without_file);
  add ("/setup-pane/names-for-assistive-technology", test_names_for_assistive_technology);
  add ("/session/round-trip", test_session_round_trip);
  add ("/session/file", test_session_file);
  return g_test_run ();
}
