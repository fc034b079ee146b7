/* What runs are called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-ordering.h"
#include "core-testing.h"
#include "golden-testing.h"
#include "model/seidel-run-title.h"
#include "run/seidel-problem.h"
#include "run/seidel-trace-writer.h"

static SeidelOptions
options_of (const char *method, const char *preconditioner)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.preconditioner = preconditioner;
  options.threads = 2;
  options.storage = SEIDEL_STORAGE_CSR;
  return options;
}

/* The parts that a single run is named with. */
static char *
title_of (const SeidelOptions *options, const SeidelOutcome *outcome, SeidelTrace *trace)
{
  SeidelRunTitle title;
  char *text;

  seidel_run_title_init (&title, options, outcome, trace, "grid", SEIDEL_ORDERING_NATURAL);
  text = seidel_run_title_join (&title, ~title.usual);
  seidel_run_title_clear (&title);
  return text;
}

static void
assert_title (const SeidelOptions *options, SeidelTrace *trace)
{
  g_autofree char *title = title_of (options, NULL, trace);

  test_assert_wording (title);
}

static void
test_choices (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = options_of ("cg", "ssor");

  assert_title (&options, trace);
  options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = 1.25;
  options.parameters[SEIDEL_PARAMETER_OMEGA] = 1.9; /* has no effect */
  assert_title (&options, trace);
  options = options_of ("gmres", "none");
  options.parameters[SEIDEL_PARAMETER_RESTART] = 50;
  options.precision = SEIDEL_PRECISION_SINGLE;
  options.threads = 1;
  assert_title (&options, trace);

  options = options_of ("cg", "none");
  options.storage = SEIDEL_STORAGE_DIAGONALS;
  assert_title (&options, trace);
  options.arithmetic = SEIDEL_ARITHMETIC_COMPENSATED;
  assert_title (&options, trace);

  options = options_of ("cg", "none");
  options.storage = SEIDEL_STORAGE_DENSE;
  assert_title (&options, trace);
  options.shape = (SeidelShape){ 4, 64 };
  assert_title (&options, trace);

  /* A method that takes none is not named with one. */
  options = options_of ("jacobi", "ssor");
  assert_title (&options, trace);
  options = options_of ("sor", "none");
  options.strategy = "serial";
  assert_title (&options, trace);
}

static void
test_automatic (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = options_of (SEIDEL_METHOD_AUTO, "none");

  assert_title (&options, trace);
  seidel_trace_add_event (trace, 0, "GMRES, flexible with ILU(0). Not symmetric.");
  assert_title (&options, trace);
  seidel_trace_add_event (trace, 7, "Something else happened.");
  assert_title (&options, trace);
  seidel_trace_add_event (trace, 9, "MINRES. Symmetric.");
  assert_title (&options, trace);
}

/* The parts in which the titles differ; both are compared with the golden file. */
static unsigned int
assert_differing (const SeidelOptions *options,
                  const char *ordering,
                  const SeidelOptions *other,
                  const char *other_ordering)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelRunTitle a, b;
  unsigned int parts;
  g_autofree char *text = NULL, *other_text = NULL;

  seidel_run_title_init (&a, options, NULL, trace, "grid", ordering);
  seidel_run_title_init (&b, other, NULL, trace, "grid", other_ordering);
  parts = seidel_run_title_compare (&a, &b);
  g_assert_cmpuint (parts, ==, seidel_run_title_compare (&b, &a));
  text = seidel_run_title_join (&a, parts);
  other_text = seidel_run_title_join (&b, parts);
  g_assert_cmpuint (parts != 0, ==, text != NULL && other_text != NULL);
  if (parts != 0)
    {
      test_assert_wording (text);
      test_assert_wording (other_text);
    }
  seidel_run_title_clear (&a);
  seidel_run_title_clear (&b);
  return parts;
}

/* What sets two runs apart, down to what usually goes without saying. */
static void
test_differing (void)
{
  SeidelOptions options = options_of ("gauss-seidel", "none"), other = options;

  g_assert_cmpuint (assert_differing (&options, "natural", &other, "natural"), ==, 0);
  assert_differing (&options, "natural", &other, "multicolor");
  assert_differing (&options, "rcm", &other, "random:7");
  other.strategy = "levels";
  other.tolerance = 1e-4;
  assert_differing (&options, "natural", &other, "natural");
  other = options;
  other.precision = SEIDEL_PRECISION_SINGLE;
  other.storage = SEIDEL_STORAGE_DIAGONALS;
  other.arithmetic = SEIDEL_ARITHMETIC_FUSED;
  assert_differing (&options, "natural", &other, "natural");
}

/* What a real run notes is what the title reads. */
static void
test_attempts_of_a_run (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = options_of (SEIDEL_METHOD_AUTO, "none");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, &error);
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  const SeidelAttempt *last;
  g_autofree char *pair = NULL;
  g_autofree char *beginning = NULL;
  g_autofree char *live = NULL;
  g_autofree char *finished = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (outcome->n_attempts, >, 0);
  last = &outcome->attempts[outcome->n_attempts - 1];
  pair = seidel_run_title_pair (last->method, last->preconditioner);
  beginning = g_strconcat (pair, " (auto) · CPU, 2 threads", NULL);
  live = title_of (&options, NULL, trace);
  finished = title_of (&options, outcome, trace);
  g_assert_true (g_str_has_prefix (live, beginning));
  g_assert_true (g_str_has_prefix (finished, beginning));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-title/choices", test_choices);
  g_test_add_func ("/run-title/automatic", test_automatic);
  g_test_add_func ("/run-title/differing", test_differing);
  g_test_add_func ("/run-title/attempts-of-a-run", test_attempts_of_a_run);
  return g_test_run ();
}
