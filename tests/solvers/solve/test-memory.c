/* Runs for which there is not enough memory: each large block in turn is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "base/seidel-error.h"
#include "method/seidel-method.h"

#include "refuse-testing.h"
#include "run-testing.h"

typedef struct
{
  int errors;   /* it could not begin */
  int ended;    /* SEIDEL_REASON_OUT_OF_MEMORY */
  int unharmed; /* only speed was lost */
} Tally;

/* What is left of a run in which one block was refused. */
static void
judge (const SeidelProblem *problem, const SeidelOutcome *outcome, const double *x, Tally *tally)
{
  if (outcome->reason == SEIDEL_REASON_OUT_OF_MEMORY)
    {
      g_assert_false (outcome->converged);
      g_assert_nonnull (outcome->message);
      /* The guess, perhaps as the engine's precision holds it. */
      test_assert_close (outcome->x, problem->guess, outcome->n, 1e-7);
      g_assert_false (outcome->computed);
      g_assert_true (isfinite (outcome->true_2));
      tally->ended++;
      return;
    }
  g_assert_true (outcome->converged);
  g_assert_true (outcome->computed);
  g_assert_true (isfinite (outcome->true_2));
  test_assert_same_bits (outcome->x, x, outcome->n);
  tally->unharmed++;
}

static bool
try_without (int block,
             SeidelMatrix *matrix,
             const SeidelOptions *options,
             const double *x,
             Tally *tally)
{
  const SeidelVectorSpec rhs = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelVectorSpec guess = { SEIDEL_VECTOR_RANDOM, 3, NULL };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (GError) error = NULL;
  bool all;

  asked = 0;
  refused = block;
  problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, &error);
  if (problem != NULL)
    outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);
  all = asked < block;
  refused = 0;
  if (all)
    return false;
  if (outcome == NULL)
    {
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
      tally->errors++;
      return true;
    }
  g_assert_no_error (error);
  judge (problem, outcome, x, tally);
  return true;
}

static void
check_method (const SeidelMethod *method, const SeidelStrategy *strategy, SeidelPrecision precision)
{
  /* A symmetric pattern can be swept in place; the other needs a copy, too. */
  static const char *const kinds[] = { "poisson-5", "random-dominant" };

  for (size_t kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      bool grid = kind == 0;
      const double values[] = { grid ? 60 : 3600, 4, 2.0 };
      g_autoptr (SeidelMatrix) matrix = test_gallery (kinds[kind], grid ? 1 : 3, values);
      const SeidelVectorSpec rhs = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
      const SeidelVectorSpec guess = { SEIDEL_VECTOR_RANDOM, 3, NULL };
      g_autoptr (SeidelProblem) problem =
        seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) whole = NULL;
      Tally tally = { 0 };
      int block = 1;

      if (method->needs & SEIDEL_NEEDS_SYMMETRY && !grid)
        continue;
      options.strategy = strategy->id;
      options.precision = precision;
      options.tolerance = 0.3;
      whole = test_solve (problem, &options, NULL);
      while (try_without (block, matrix, &options, whole->x, &tally))
        block++;
      g_test_message ("%s, %s, %s: %d blocks: %d errors, %d ended, %d unharmed", method->id,
                      strategy->id, kinds[kind], block - 1, tally.errors, tally.ended,
                      tally.unharmed);
      /* b, the solution and the guess, the graph to be coloured, and the result, which has its room
       * before the run; the vectors of the run. */
      g_assert_cmpint (tally.errors, ==, method->by_colors ? 4 + 4 : 4);
      g_assert_cmpint (tally.ended, >=, 3);
      /* Room for the residual of the result is asked for again, and the normal residual is not
       * known without any, but does not matter here. Without room for a copy in the order of the
       * levels, rows are looked up; what needs no levels makes no copy. */
      if (g_str_equal (strategy->id, "levels") && method->sweeps != SEIDEL_SWEEPS_NONE)
        g_assert_cmpint (tally.unharmed, >=, 4);
      else if (!strategy->needs_levels || method->sweeps == SEIDEL_SWEEPS_NONE)
        g_assert_cmpint (tally.unharmed, ==, method->least_squares ? 5 : 1);
    }
}

static void
test_memory (gconstpointer data)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelStrategy *strategy = &seidel_cpu_engine ()->strategies[GPOINTER_TO_INT (data)];

  for (size_t m = 0; m < n_methods; m++)
    for (int precision = 0; precision < 2; precision++)
      if (!methods[m].on_host && methods[m].engine == NULL
          && test_method_takes (&methods[m], strategy))
        check_method (&methods[m], strategy, precision);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    {
      g_autofree char *path =
        g_strdup_printf ("/memory/%s", seidel_cpu_engine ()->strategies[strategy].id);

      g_test_add_data_func (path, GINT_TO_POINTER (strategy), test_memory);
    }
  return g_test_run ();
}
