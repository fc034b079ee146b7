/* The table of the options of a run: every option is there once, and its text is its value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-setting.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"

/* One that is not the default. */
static const char *
other_text (const SeidelSetting *setting)
{
  static const struct
  {
    SeidelPlanItem item;
    const char *text;
  } texts[] = {
    { SEIDEL_PLAN_METHOD, "gmres" },
    { SEIDEL_PLAN_PRECONDITIONER, "ssor" },
    { SEIDEL_PLAN_ENGINE, "auto" },
    { SEIDEL_PLAN_STRATEGY, "levels" },
    { SEIDEL_PLAN_PRECISION, "mixed" },
    { SEIDEL_PLAN_STORAGE, "csr" },
    { SEIDEL_PLAN_SHAPE, "4x64" },
    { SEIDEL_PLAN_TOLERANCE, "0.1" },
    { SEIDEL_PLAN_DIVERGENCE_FACTOR, "2.5" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].item == setting->item)
      return texts[i].text;
  if (setting->values != NULL)
    return setting->values[1].id;
  if (setting->kind == SEIDEL_SETTING_SWITCH)
    return "true";
  if (setting->kind == SEIDEL_SETTING_NUMBER)
    return setting->integral ? "7" : setting->maximum > 0.7 ? "0.7" : "0.07";
  return "some text";
}

static void
test_items (void)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);
  int seen[SEIDEL_N_PLAN_ITEMS] = { 0 };

  for (size_t i = 0; i < n; i++)
    {
      seen[settings[i].item]++;
      g_assert_true (seidel_setting (settings[i].item) == &settings[i]);
      g_assert_true (seidel_setting_find (settings[i].id) == &settings[i]);
      g_assert_true ((settings[i].argument == NULL) == (settings[i].kind == SEIDEL_SETTING_SWITCH));
      g_assert_true (g_str_has_suffix (settings[i].sentence, "."));
    }
  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    g_assert_cmpint (seen[item], ==, item != SEIDEL_PLAN_ORDERING && item != SEIDEL_PLAN_MEMORY);
  g_assert_null (seidel_setting (SEIDEL_PLAN_MEMORY));
  g_assert_null (seidel_setting_find ("nothing"));
}

/* Each changes its own member and no other, and is what it was after a reset. */
static void
test_texts (void)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      SeidelOptions options = SEIDEL_OPTIONS_INIT;
      const char *text = other_text (&settings[i]);
      g_autofree char *read = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s: %s", settings[i].id, text);
      g_assert_true (seidel_setting_is_default (&settings[i], &options));
      g_assert_true (seidel_setting_set_text (&settings[i], &options, text, &error));
      g_assert_no_error (error);
      read = seidel_setting_get_text (&settings[i], &options);
      g_assert_cmpstr (read, ==, text);
      for (size_t k = 0; k < n; k++)
        g_assert_true (seidel_setting_is_default (&settings[k], &options) == (k != i));
      seidel_setting_reset (&settings[i], &options);
      g_assert_true (seidel_setting_is_default (&settings[i], &options));
    }
}

/* What is no value of an option leaves it as it was. */
static void
test_bad_texts (void)
{
  static const struct
  {
    const char *id;
    const char *text;
  } rows[] = {
    { "method", "voodoo" },
    { "preconditioner", "auto" },
    { "engine", "abacus" },
    { "strategy", "" },
    { "precision", "Double" },
    { "storage", "" },
    { "shape", "3x5" },
    { "tolerance", "1" },
    { "tolerance", "1e-8x" },
    { "tolerance", "nan" },
    { "max-iterations", "1.5" },
    { "max-iterations", "-1" },
    { "threads", "5000" },
    { "omega", "2" },
    { "restart", "0" },
    { "cycle", "z" },
    { "cycle", "0" },
    { "fused", "on" },
    { "track-error", "1" },
    { "launcher", "" },
    { "near-null", "" },
    { "divergence-factor", "0" },
    { "coarsening", "automatic" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SeidelOptions options = SEIDEL_OPTIONS_INIT;
      const SeidelSetting *setting = seidel_setting_find (rows[i].id);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s: “%s”", rows[i].id, rows[i].text);
      g_assert_false (seidel_setting_set_text (setting, &options, rows[i].text, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_true (seidel_setting_is_default (setting, &options));
    }
}

/* Any double comes back as it was, and NaN is never allowed. */
static void
test_numbers (void)
{
  const SeidelSetting *setting = seidel_setting (SEIDEL_PLAN_TIME_LIMIT);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  for (int i = 0; i < 1000; i++)
    {
      const double value = exp (g_test_rand_double_range (-300.0, 300.0));
      g_autofree char *text = NULL;

      seidel_setting_set (setting, &options, value);
      text = seidel_setting_get_text (setting, &options);
      options.time_limit = 0.0;
      g_assert_true (seidel_setting_set_text (setting, &options, text, NULL));
      g_assert_cmpfloat (options.time_limit, ==, value);
    }
  g_assert_false (seidel_setting_allows (setting, NAN));
  g_assert_false (seidel_setting_allows (seidel_setting (SEIDEL_PLAN_TOLERANCE), 1.0));
  seidel_setting_set (seidel_setting (SEIDEL_PLAN_MAX_ITERATIONS), &options, 1e300);
  g_assert_cmpint (options.max_iterations, >, G_MAXINT);
}

/* The flags of the arithmetic share a member. */
static void
test_flags (void)
{
  const SeidelSetting *fused = seidel_setting (SEIDEL_PLAN_FUSED);
  const SeidelSetting *compensated = seidel_setting (SEIDEL_PLAN_COMPENSATED);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  seidel_setting_set (fused, &options, 1.0);
  seidel_setting_set (compensated, &options, 1.0);
  g_assert_cmpint (options.arithmetic, ==, SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED);
  seidel_setting_reset (fused, &options);
  g_assert_cmpint (options.arithmetic, ==, SEIDEL_ARITHMETIC_COMPENSATED);
  g_assert_cmpfloat (seidel_setting_get (fused, &options), ==, 0.0);
  g_assert_cmpfloat (seidel_setting_get (compensated, &options), ==, 1.0);
}

/* Every value of a choice can be set, and reads as its id. */
static void
test_choices (void)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      SeidelOptions options = SEIDEL_OPTIONS_INIT;
      SeidelSettingValue value;
      size_t v = 0;

      if (settings[i].kind != SEIDEL_SETTING_CHOICE)
        continue;
      for (; seidel_setting_value (&settings[i], &options, v, &value); v++)
        {
          SeidelOptions chosen = SEIDEL_OPTIONS_INIT;
          g_autofree char *text = NULL;

          g_assert_true (seidel_setting_set_text (&settings[i], &chosen, value.id, NULL));
          text = seidel_setting_get_text (&settings[i], &chosen);
          g_assert_cmpstr (text, ==, value.id);
          g_assert_true (value.name != NULL);
          g_assert_true (v > 0 || (settings[i].automatic != NULL) == g_str_equal (text, "auto")
                         || settings[i].values != NULL);
        }
      g_assert_cmpuint (v, >, 1);
      if (settings[i].values != NULL)
        g_assert_cmpuint (v, ==,
                          (size_t) settings[i].maximum + (settings[i].automatic != NULL ? 2 : 1));
    }
}

/* The same table, for programs that have nothing but ids and texts. */
static void
test_by_id (void)
{
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      const char *text = other_text (&settings[i]);
      g_autofree char *found = NULL;

      g_assert_true (seidel_options_set (options, settings[i].id, text, &error));
      g_assert_no_error (error);
      found = seidel_options_get (options, settings[i].id, NULL);
      g_assert_cmpstr (found, ==, text);
    }
  g_assert_false (seidel_options_set (options, "tolerance", "-1", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "tolerance: "));
  kept = seidel_options_get (options, "tolerance", NULL);
  g_assert_cmpstr (kept, ==, "0.1");
  g_clear_error (&error);
  g_assert_false (seidel_options_set (options, "tolerence", "1e-3", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "tolerance"));
  g_assert_null (seidel_options_get (options, "tolerence", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setting/items", test_items);
  g_test_add_func ("/setting/texts", test_texts);
  g_test_add_func ("/setting/bad-texts", test_bad_texts);
  g_test_add_func ("/setting/numbers", test_numbers);
  g_test_add_func ("/setting/flags", test_flags);
  g_test_add_func ("/setting/choices", test_choices);
  g_test_add_func ("/setting/by-id", test_by_id);
  return g_test_run ();
}
