/* The tables of figures: that no two rows contradict each other, and what they make of outcomes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "golden/golden-testing.h"
#include "solve/seidel-figures.h"
#include "solve/seidel-outcome-values.h"

typedef const char *(*GetText) (const SeidelOutcomeFigure *figure);

static const char *
get_column (const SeidelOutcomeFigure *figure)
{
  return figure->column;
}

static const char *
get_member (const SeidelOutcomeFigure *figure)
{
  return figure->member;
}

static const char *
get_measure (const SeidelOutcomeFigure *figure)
{
  return figure->measure;
}

/* Members of different objects may have the same name. */
static void
assert_unique (const SeidelOutcomeFigure *figures, GetText get)
{
  for (const SeidelOutcomeFigure *a = figures; a->kind != SEIDEL_FIGURE_NONE; a++)
    for (const SeidelOutcomeFigure *b = figures; b != a; b++)
      if (get (a) != NULL && (get != get_member || g_strcmp0 (a->object, b->object) == 0))
        g_assert_cmpstr (get (a), !=, get (b));
}

/* Of each object the members follow each other: JSON has it once. */
static void
assert_objects (const SeidelOutcomeFigure *figures)
{
  g_autoptr (GHashTable) ended = g_hash_table_new (g_str_hash, g_str_equal);

  for (const SeidelOutcomeFigure *a = figures; a->kind != SEIDEL_FIGURE_NONE; a++)
    {
      g_assert_true (a->object == NULL || !g_hash_table_contains (ended, a->object));
      if (a->object != NULL && g_strcmp0 (a->object, a[1].object) != 0)
        g_hash_table_add (ended, (void *) a->object);
    }
}

static void
test_rows (void)
{
  static const SeidelOutcomeFigure *const tables[] = { seidel_outcome_figures, seidel_rank_figures,
                                                       seidel_attempt_figures };

  for (gsize t = 0; t < G_N_ELEMENTS (tables); t++)
    {
      assert_unique (tables[t], get_column);
      assert_unique (tables[t], get_member);
      assert_unique (tables[t], get_measure);
      assert_objects (tables[t]);
      for (const SeidelOutcomeFigure *f = tables[t]; f->kind != SEIDEL_FIGURE_NONE; f++)
        {
          g_assert_true (f->wording == NULL || strstr (f->wording, "%s") != NULL);
          g_assert_true (!f->joins || (f->wording != NULL && f > tables[t]));
          /* What is a measure or in JSON is explained there and in the manual. */
          g_assert_true (
            (f->measure != NULL || f->member != NULL || f->kind == SEIDEL_FIGURE_PHASES)
            == (f->sentence != NULL));
          g_assert_true (f->sentence == NULL || g_str_has_suffix (f->sentence, "."));
          g_assert_true (f->measure == NULL || (f->name != NULL && f->name[0] != '\0'));
          g_assert_true (f->since == 0 || f->column != NULL);
        }
    }
}

static char *
format_real (double value)
{
  return g_strdup_printf ("%g", value);
}

static void
append_line (void *text, const char *name, const char *value)
{
  g_string_append_printf (text, "%s=%s; ", name, value);
}

static void
assert_lines (const SeidelOutcome *outcome, bool times)
{
  g_autoptr (GString) text = g_string_new (NULL);

  seidel_outcome_describe (outcome, times, format_real, append_line, text);
  test_assert_wording (text->str);
}

/* Nothing is known of it but its iterations. */
static SeidelOutcome
make_empty (void)
{
  SeidelOutcome outcome = {
    .iterations = 3, .rank = -1, .load_seconds = 0.5, .total_seconds = 2.0
  };

  for (const SeidelOutcomeFigure *f = seidel_outcome_figures; f->kind != SEIDEL_FIGURE_NONE; f++)
    if (f->kind == SEIDEL_FIGURE_REAL)
      G_STRUCT_MEMBER (double, &outcome, f->offset) = NAN;
  return outcome;
}

static void
test_lines (void)
{
  SeidelOutcome outcome = make_empty ();

  assert_lines (&outcome, false);
  outcome.residual_initial = 8.0;
  outcome.true_2 = 0.25;
  outcome.true_inf = 0.125;
  outcome.backward = 1e-3;
  outcome.backward_rows = 2e-3;
  outcome.condition_least = 16.0;
  outcome.error_inf = 0.5;
  outcome.reference_method = "umfpack";
  assert_lines (&outcome, false);
  outcome.residual_final = 4.0;
  outcome.residual_relative = 0.5;
  outcome.condition = 32.0;
  outcome.error_bound = 1e-6;
  outcome.doubt = (char *) "It is doubtful.";
  assert_lines (&outcome, false);
  outcome.reason = SEIDEL_REASON_LEAST_SQUARES;
  outcome.normal = 1e-9;
  outcome.rank = 1234;
  assert_lines (&outcome, false);
}

static void
note_cb (void *data, const char *name, const char *value)
{
  *(bool *) data = *(bool *) data || g_str_equal (name, "Normal residual");
}

static char *
number_cb (double value)
{
  return g_strdup_printf ("%g", value);
}

/* Where the residual is rounding errors alone, how they lie to the columns says nothing. */
static void
test_normal (void)
{
  SeidelOutcome outcome = { .normal = 0.113, .residual_relative = 3e-16 };
  bool shown = false;

  outcome.converged = true;
  outcome.reason = SEIDEL_REASON_CONVERGED_RELATIVE;
  outcome.method = "lsqr";
  outcome.engine = "cpu";
  outcome.options = seidel_options_default ();
  seidel_outcome_describe (&outcome, false, number_cb, note_cb, &shown);
  g_assert_false (shown);
  outcome.residual_relative = 0.2;
  seidel_outcome_describe (&outcome, false, number_cb, note_cb, &shown);
  g_assert_true (shown);
}

static void
test_times (void)
{
  SeidelOutcome outcome = make_empty ();

  assert_lines (&outcome, true);
  outcome.order_seconds = 0.25;
  outcome.seconds[SEIDEL_PHASE_REFERENCE] = 0.75;
  outcome.seconds[SEIDEL_PHASE_LEVELS] = 0.125;
  assert_lines (&outcome, true);
}

/* Every figure has a name of its own, by which it is found. */
static void
test_names (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const char *const *names = seidel_outcome_names ();
  SeidelOutcome outcome = make_empty ();
  const double x[] = { 1.0, 2.0 };
  const struct
  {
    const char *name;
    double value;
    const char *text; /* or NULL */
  } expected[] = {
    { "iterations", 12.0, "12" },
    { "converged", 1.0, "true" },
    { "residual.true_2", 0.25, "0.25" },
    { "seconds.solve", 0.5, "0.5" },
    { "threads", 3.0, "3" },
    { "method", NAN, "cg" },
    { "reason", NAN, "converged-relative" },
    { "error_inf", NAN, NULL },
    { "device.to_bytes", NAN, NULL },
    { "rank", NAN, NULL },
    { "residual", NAN, NULL },
    { "none", NAN, NULL },
  };

  for (size_t i = 0; names[i] != NULL; i++)
    g_assert_true (g_hash_table_add (seen, (void *) names[i]));
  g_assert_cmpuint (g_hash_table_size (seen), >, 40);
  outcome.iterations = 12;
  outcome.converged = true;
  outcome.true_2 = 0.25;
  outcome.seconds[SEIDEL_PHASE_SOLVE] = 0.5;
  outcome.threads = 3;
  outcome.method = "cg";
  outcome.reason = SEIDEL_REASON_CONVERGED_RELATIVE;
  outcome.x = (double *) x;
  outcome.n = 2;
  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const double value = seidel_outcome_value (&outcome, expected[i].name);
      g_autofree char *text = seidel_outcome_text (&outcome, expected[i].name);
      int64_t n = 0;

      g_assert_true (isnan (expected[i].value) ? isnan (value) : value == expected[i].value);
      g_assert_cmpstr (text, ==, expected[i].text);
      g_assert_true (seidel_outcome_x (&outcome, &n) == x && n == 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/rows", test_rows);
  g_test_add_func ("/figures/lines", test_lines);
  g_test_add_func ("/figures/normal", test_normal);
  g_test_add_func ("/figures/times", test_times);
  g_test_add_func ("/figures/names", test_names);
  return g_test_run ();
}
