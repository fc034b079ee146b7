/* The set-up shows the plan and nothing else: verdict and sentence of every widget, of every choice
 * in a list and of the commands are compared with the plan's, over the rows of the plan's own test
 * and over combinations of choices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "model/seidel-number.h"
#include "pages/seidel-matrix-page.h"
#include "setup-fixture.h"

#include "../../solvers/plan/plan-rows.h"
#include "../../solvers/solve/fake-device-testing.h"

#define N_COMBINATIONS 300

static const SeidelPlanItem choices[] = { SEIDEL_PLAN_METHOD,  SEIDEL_PLAN_PRECONDITIONER,
                                          SEIDEL_PLAN_ENGINE,  SEIDEL_PLAN_PRECISION,
                                          SEIDEL_PLAN_STORAGE, SEIDEL_PLAN_STRATEGY };

/* What a user puts into the widget of an option. */
static char *
text_of (const SeidelSetting *setting, const SeidelOptions *options)
{
  char *text;

  if (setting->kind == SEIDEL_SETTING_SWITCH)
    return g_strdup (seidel_setting_get (setting, options) != 0.0 ? "on" : "off");
  if (setting->kind == SEIDEL_SETTING_NUMBER)
    return seidel_number_to_text (seidel_setting_get (setting, options));
  text = seidel_setting_get_text (setting, options);
  return text != NULL ? text : g_strdup ("");
}

/* As the last session left it: the way to choose what the present choices would not offer. */
static void
put_in (SeidelSetupPane *pane, const SeidelOptions *options)
{
  GVariantDict dict;
  g_autoptr (GVariant) state = NULL;
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  g_variant_dict_init (&dict, NULL);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *text = text_of (&settings[i], options);

      g_variant_dict_insert (&dict, settings[i].id, "s", text);
    }
  state = g_variant_ref_sink (g_variant_dict_end (&dict));
  seidel_setup_pane_load (pane, state);
}

static SeidelPlan *
plan_of (SeidelWindow *window, const SeidelOptions *options)
{
  SeidelPlanFacts facts = { .options = options };

  if (window->workspace->document != NULL)
    {
      facts.matrix = seidel_document_get_matrix (window->workspace->document);
      facts.structure = seidel_document_get_structure (window->workspace->document);
      for (int i = 0; i < 2; i++)
        facts.schedules[i] =
          seidel_document_get_schedule (window->workspace->document, (SeidelDirection) i);
    }
  return seidel_plan_new (&facts);
}

/* Of an automatic method, the next candidate may use what the first does not. */
static bool
is_idle (const SeidelSetting *setting, const SeidelOptions *options, SeidelVerdictKind kind)
{
  return kind == SEIDEL_VERDICT_NO_EFFECT
         && (setting->occasional || setting->item == SEIDEL_PLAN_PRECONDITIONER
             || !g_str_equal (options->method, SEIDEL_METHOD_AUTO));
}

/* What a widget that is not offered holds does not count: it is not offered where the plan says
 * that its default has no effect, unless what it holds works: damping makes the automatic method
 * one that can do it. */
static void
drop_what_is_not_offered (SeidelWindow *window, SeidelOptions *options)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      const SeidelPlanItem item = settings[i].item;
      SeidelOptions plain = *options;
      g_autoptr (SeidelPlan) held = plan_of (window, options);
      const SeidelVerdictKind kind = held->verdicts[item].kind;
      g_autoptr (SeidelPlan) plan = NULL;

      if (kind != SEIDEL_VERDICT_REFUSED && !is_idle (&settings[i], options, kind))
        continue;
      seidel_setting_reset (&settings[i], &plain);
      plan = plan_of (window, &plain);
      if (is_idle (&settings[i], &plain, plan->verdicts[item].kind))
        *options = plain;
    }
}

static void
assert_same_options (const SeidelOptions *a, const SeidelOptions *b)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *one = seidel_setting_get_text (&settings[i], a);
      g_autofree char *other = seidel_setting_get_text (&settings[i], b);

      g_assert_cmpstr (one, ==, other);
    }
}

static void
check_verdict (SeidelWindow *window,
               const SeidelSetting *setting,
               const SeidelOptions *options,
               const SeidelVerdict *verdict)
{
  SeidelSetupPane *pane = window->setup_pane;
  GtkWidget *widget = option (pane, setting->id);
  bool idle = is_idle (setting, options, verdict->kind);
  bool refused = verdict->kind == SEIDEL_VERDICT_REFUSED;

  g_test_message ("%s: %d, %s", setting->id, verdict->kind, verdict->sentence);
  g_assert_true (gtk_widget_get_sensitive (widget) == !idle);
  if (setting->occasional)
    g_assert_true (gtk_widget_get_visible (widget)
                   == (!idle && verdict->kind != SEIDEL_VERDICT_OPEN));
  if (verdict->kind == SEIDEL_VERDICT_NO_EFFECT || refused)
    g_assert_cmpstr (gtk_widget_get_tooltip_text (widget), ==, verdict->sentence);
  g_assert_cmpstr (shown_reason (pane, setting->id), ==, refused ? verdict->sentence : NULL);
  g_assert_true (gtk_widget_has_css_class (widget, "error") == refused);
}

/* A switch has the verdict of the plan with it on. */
static void
check_switch (SeidelWindow *window, const SeidelSetting *setting, const SeidelOptions *options)
{
  GtkWidget *check = option (window->setup_pane, setting->id);
  bool on = gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
  SeidelOptions with = *options;
  g_autoptr (SeidelPlan) plan = NULL;
  const SeidelVerdict *verdict;

  seidel_setting_set (setting, &with, 1.0);
  plan = plan_of (window, &with);
  verdict = &plan->verdicts[setting->item];
  if (on || verdict->kind != SEIDEL_VERDICT_REFUSED)
    check_verdict (window, setting, &with, verdict);
  else
    g_assert_false (gtk_widget_get_sensitive (check));
}

/* Every choice of a list is refused as the plan with it would be. */
static void
check_list (SeidelWindow *window, const SeidelSetting *setting, const SeidelOptions *options)
{
  GtkDropDown *drop_down = option (window->setup_pane, setting->id);
  GListModel *model = gtk_drop_down_get_model (drop_down);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i);
      SeidelOptions with = *options;
      g_autoptr (SeidelPlan) plan = NULL;
      const SeidelVerdict *verdict;

      g_assert_true (seidel_setting_set_text (setting, &with, choice->id, NULL));
      plan = plan_of (window, &with);
      verdict = &plan->verdicts[setting->item];
      g_assert_cmpstr (choice->why_not, ==,
                       verdict->kind == SEIDEL_VERDICT_REFUSED ? verdict->sentence : NULL);
    }
}

static void
check_orderings (SeidelWindow *window, const SeidelOptions *options)
{
  size_t n;
  const SeidelOrdering *orderings = seidel_orderings (&n);
  GtkWidget *page = adw_view_stack_get_child_by_name (window->pages, "matrix");
  GtkWidget *button =
    GTK_WIDGET (gtk_widget_get_template_child (page, SEIDEL_TYPE_MATRIX_PAGE, "order"));

  for (size_t i = 1; i < n; i++)
    {
      const SeidelPlanFacts facts = {
        .options = options,
        .ordering = &orderings[i],
        .structure = seidel_document_get_structure (window->workspace->document),
      };
      g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);
      bool works = plan->verdicts[SEIDEL_PLAN_ORDERING].kind == SEIDEL_VERDICT_WORKS;

      g_assert_true (is_enabled (window, "order") == works);
      g_assert_true (gtk_widget_get_sensitive (button) == works);
    }
}

/* Returns the verdict on the item that is refused first. */
static SeidelPlanItem
check_pane (SeidelWindow *window, const SeidelOptions *options)
{
  SeidelSetupPane *pane = window->setup_pane;
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);
  SeidelOptions offered = *options;
  SeidelOptions given;
  g_autoptr (SeidelPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  put_in (pane, options);
  drop_what_is_not_offered (window, &offered);
  plan = plan_of (window, &offered);
  for (size_t i = 0; i < n; i++)
    if (settings[i].kind == SEIDEL_SETTING_SWITCH)
      check_switch (window, &settings[i], &offered);
    else
      check_verdict (window, &settings[i], &offered, &plan->verdicts[settings[i].item]);
  for (size_t i = 0; i < G_N_ELEMENTS (choices); i++)
    if (!is_idle (seidel_setting (choices[i]), &offered, plan->verdicts[choices[i]].kind))
      check_list (window, seidel_setting (choices[i]), &offered);
  if (seidel_plan_check (plan, &error))
    {
      read_options (pane, &given);
      assert_same_options (&given, &offered);
    }
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, error != NULL ? error->message : NULL);
  if (window->workspace->document != NULL)
    {
      g_assert_true (is_enabled (window, "solve") == (error == NULL));
      if (error != NULL)
        g_assert_cmpstr (gtk_widget_get_tooltip_text (window->solve_button), ==, error->message);
      check_orderings (window, &offered);
    }
  return seidel_plan_refused (plan);
}

/* The rows of the plan's own test. An unknown id is in no list. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  guint refused = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (plan_rows); i++)
    if (!g_str_has_prefix (plan_rows[i].path, "unknown-"))
      {
        g_test_message ("%s", plan_rows[i].path);
        if (check_pane (fixture->window, &plan_rows[i].options) == plan_rows[i].item)
          refused++;
      }
  g_assert_cmpuint (refused, >, 10);
}

static SeidelOptions
random_options (void)
{
  static const char *const strategies[] = { "auto", "serial", "levels", "point-to-point" };
  static const SeidelShape shapes[] = { { 0, 0 }, { 4, 64 }, { 1024, 1024 } };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  int method = g_test_rand_int_range (-3, (int) n_methods);

  options.method = method < 0 ? SEIDEL_METHOD_AUTO : methods[method].id;
  options.preconditioner = kinds[g_test_rand_int_range (0, (int) n_kinds)].id;
  options.engine = g_test_rand_bit () ? "cpu" : "cuda";
  options.storage = (SeidelStorage) g_test_rand_int_range (SEIDEL_STORAGE_AUTO, 3);
  options.strategy = strategies[g_test_rand_int_range (0, G_N_ELEMENTS (strategies))];
  options.arithmetic = g_test_rand_int_range (0, 4);
  options.shape = shapes[g_test_rand_int_range (0, G_N_ELEMENTS (shapes))];
  options.precision = (SeidelPrecision) g_test_rand_int_range (0, 3);
  if (g_test_rand_int_range (0, 8) == 0)
    options.tolerance = 5.0;
  options.track_maximum = g_test_rand_bit ();
  options.accurate = g_test_rand_bit ();
  options.profile = g_test_rand_bit ();
  if (g_test_rand_int_range (0, 4) == 0)
    {
      int i = g_test_rand_int_range (0, SEIDEL_N_PARAMETERS);
      const SeidelSetting *setting = seidel_setting_of_parameter (i);

      options.parameters[i] =
        setting->values != NULL ? g_test_rand_int_range (0, (int) setting->maximum + 1) : 1.25;
    }
  return options;
}

static void
test_combinations (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = {
    NULL, GOOD_MATRIX, UNSYMMETRIC_MATRIX,
    "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1\n2 3 1\n"
  };
  guint refused = 0;
  guint n = 0;

  for (size_t t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      if (texts[t] != NULL)
        open_text (fixture, "matrix.mtx", texts[t]);
      for (int i = 0; i < N_COMBINATIONS / (int) G_N_ELEMENTS (texts); i++, n++)
        {
          const SeidelOptions options = random_options ();

          g_test_message ("%s, %s, %s, storage %d, %s, arithmetic %d, precision %d", options.method,
                          options.preconditioner, options.engine, options.storage, options.strategy,
                          options.arithmetic, options.precision);
          refused += check_pane (fixture->window, &options) != SEIDEL_N_PLAN_ITEMS;
          flush_events ();
        }
    }
  g_assert_cmpuint (refused, >, n / 10);
  g_assert_cmpuint (refused, <, n);
}

/* In another order the choices are the same, and so is what each of them comes to. */
static void
test_reordered (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "order",
                                  g_variant_new_string ("rcm"));
  while (g_str_equal (seidel_document_get_matrix (fixture->window->workspace->document)->ordering,
                      "natural"))
    g_main_context_iteration (NULL, TRUE);
  wait_until_analysed (fixture->window);
  for (int i = 0; i < N_COMBINATIONS / 10; i++)
    {
      const SeidelOptions options = random_options ();

      check_pane (fixture->window, &options);
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
  FakeDevice *device;

  display_testing_init (&argc, &argv);
  adw_init ();
  device = fake_device_open ();
  device->free_bytes = device->total_bytes = 2000000000;
  add ("/setup-plan/rows", test_rows);
  add ("/setup-plan/combinations", test_combinations);
  add ("/setup-plan/reordered", test_reordered);
  return g_test_run ();
}
