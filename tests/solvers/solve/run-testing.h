/* Problems and runs for tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <string.h>

#include "method/seidel-method.h"
#include "solve/seidel-solve.h"

#include "core-testing.h"
#include "known-matrices.h"

/* Takes the csr. b and guess are copied; NULL for b makes A·1, NULL for guess zeros. */
static inline SeidelProblem *
test_problem (SeidelCsr *csr, const double *b, const double *guess)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", csr);
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem =
    b != NULL ? seidel_problem_new (matrix, b, guess, &error)
              : seidel_problem_new_from_specs (matrix, &known, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  if (b == NULL && guess != NULL)
    memcpy (problem->guess, guess, (size_t) csr->columns * sizeof *guess);
  return problem;
}

/* The same of a matrix, which stays the caller's. */
static inline SeidelProblem *
test_problem_of (SeidelMatrix *matrix)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &known, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

/* The same of a known matrix. If it is singular, where A·1 may be 0, b is random. */
static inline SeidelProblem *
test_problem_of_known (const KnownMatrix *known, SeidelMatrix *matrix)
{
  const SeidelVectorSpec spec = { known->traits & TEST_SINGULAR ? SEIDEL_VECTOR_RANDOM
                                                                : SEIDEL_VECTOR_SOLUTION_ONES,
                                  11, NULL };
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &spec, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

static inline SeidelOptions
test_options (const char *method)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.threads = 1;
  options.storage = SEIDEL_STORAGE_CSR;
  return options;
}

/* The same in double, or in whatever the method computes in. Relaxation is switched off, so that
 * what holds for sweeps of Jacobi and Gauss-Seidel does for relaxed ones. */
static inline SeidelOptions
test_options_of (const SeidelMethod *method)
{
  SeidelOptions options = test_options (method->id);

  options.parameters[SEIDEL_PARAMETER_OMEGA] = 1.0;
  options.parameters[SEIDEL_PARAMETER_WEIGHT] = 1.0;
  if (!seidel_method_computes_in (method, options.precision, NULL))
    options.precision = SEIDEL_PRECISION_SINGLE;
  return options;
}

/* A run that must take place; trace may be NULL. */
static inline SeidelOutcome *
test_solve (SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace)
{
  g_autoptr (SeidelTrace) own = trace == NULL ? seidel_trace_new () : seidel_trace_ref (trace);
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome = seidel_solve (problem, options, own, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (outcome);
  g_assert_cmpint (seidel_trace_state (own), ==, SEIDEL_RUN_FINISHED);
  g_assert_cmpint (outcome->converged, ==, seidel_reason_converged (outcome->reason));
  return outcome;
}

/* What a run takes of memory, by its plan. */
static inline SeidelMemoryNeed
test_memory_need (SeidelProblem *problem, const SeidelOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelPlan) plan = seidel_solve_plan (problem, options, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (plan->has_need);
  return plan->need;
}

static inline void
test_assert_reason (const SeidelOutcome *outcome, SeidelReason reason)
{
  g_assert_cmpstr (seidel_reason_id (outcome->reason), ==, seidel_reason_id (reason));
}

/* Whether a method can sweep by a strategy. */
static inline bool
test_method_takes (const SeidelMethod *method, const SeidelStrategy *strategy)
{
  return !method->by_colors || strategy->any_levels;
}

/* A test that is done with every iterative method in the table. Direct ones do not do what these
 * tests are about, iterate on an engine: see test-direct.c. Those of a library are tested in
 * test-cluster-library.c. */
typedef void (*TestOfMethod) (const SeidelMethod *method);

static inline void
test_each_method (gconstpointer data)
{
  TestOfMethod test = (TestOfMethod) data;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    if (!methods[m].on_host && methods[m].engine == NULL)
      {
        g_test_message ("%s", methods[m].id);
        test (&methods[m]);
      }
}

static inline void
test_add_for_methods (const char *path, TestOfMethod test)
{
  g_test_add_data_func (path, (gconstpointer) test, test_each_method);
}
