/* How many iterations are expected, against those that runs take, and what they are expected to
 * take.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-estimate.h"

#include "core-testing.h"
#include "method/seidel-method.h"
#include "solve/seidel-solve.h"

static const struct
{
  const char *method;
  const char *preconditioner;
} works[] = { { "cg", "jacobi" }, { "cg", "ssor" }, { "cg", "ic0" }, { "bicgstab", "ilu0" } };

static void
check (const char *name, SeidelMatrix *matrix)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_SCALED, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);

  for (size_t w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = SEIDEL_OPTIONS_INIT;
      double expected;

      options.method = works[w].method;
      options.preconditioner = works[w].preconditioner;
      options.engine = "cpu";
      options.max_iterations = 10000;
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
      g_assert_nonnull (outcome);
      g_assert_true (outcome->converged);
      expected =
        seidel_estimate_iterations (structure, seidel_method_find (options.method),
                                    seidel_preconditioner_find (options.preconditioner), &options);
      g_test_message ("%s, %s, %s: %.0f expected, %" G_GINT64_FORMAT " made", name, options.method,
                      options.preconditioner, expected, outcome->iterations);
      g_assert_cmpfloat (expected, <=, 2.0 * (double) outcome->iterations);
      g_assert_cmpfloat (expected, >=, 0.5 * (double) outcome->iterations);
    }
}

static void
test_generated (void)
{
  const struct
  {
    const char *kind;
    double size;
  } cases[] = { { "poisson-5", 80 }, { "poisson-7", 24 }, { "poisson-27", 24 }, { "wathen", 30 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);

      check (cases[i].kind, matrix);
    }
}

/* A grid whose diagonal is larger than the rest of each row, but for the first row. */
static void
test_shifted (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 80);
  SeidelCsr *csr = matrix->csr;

  for (int64_t row = 1; row < csr->rows; row++)
    csr->values[seidel_csr_lower_bound (csr, row, row)] += 0.1;
  check ("shifted", matrix);
}

/* Of a matrix that is neither symmetric nor nearly dominant, nobody knows what a preconditioner
 * gains: no fewer iterations are expected with one. */
static void
test_unknown (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const SeidelMethod *method = seidel_method_find ("bicgstab");
  g_autoptr (SeidelStructure) structure = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  double expected[2];

  for (int64_t row = 0; row < matrix->csr->rows; row++)
    {
      const int64_t begin = matrix->csr->row_offsets[row];

      matrix->csr->values[seidel_csr_lower_bound (matrix->csr, row, row)] = 1.0;
      matrix->csr->values[begin] *= matrix->csr->column_indices[begin] < row ? 2.0 : 1.0;
    }
  structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  options.max_iterations = G_MAXINT;
  for (int i = 0; i < 2; i++)
    expected[i] =
      seidel_estimate_iterations (structure, method,
                                  seidel_preconditioner_find (i == 0 ? "none" : "ilu0"), &options);
  g_assert_false (structure->value_symmetric);
  g_assert_cmpfloat (expected[1], ==, expected[0]);
}

static void
check_price (const char *name, const SeidelStructure *structure, size_t w)
{
  const SeidelMethod *method = seidel_method_find (works[w].method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (works[w].preconditioner);
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelEngineDemand demand = { .rows = structure->rows,
                                      .columns = structure->rows,
                                      .nonzeros = structure->nonzeros };
  SeidelEngineCosts costs;
  SeidelIterationParts parts = { .costs = &costs };
  const double ranked = seidel_estimate_iteration_seconds (structure, method, kind, &options);
  double priced;

  seidel_cpu_expect (&demand, 1, 0, NULL, &costs);
  parts.operation = costs.pass;
  parts.sweep = parts.factor_sweep = costs.sweep;
  priced = seidel_estimate_iteration (&parts, structure->rows, method, kind, &options);
  g_test_message ("%s, %s, %s: %.3g s by a core, %.3g s by the engine", name, method->id, kind->id,
                  ranked, priced);
  g_assert_cmpfloat (priced, <=, 2.0 * ranked);
  g_assert_cmpfloat (priced, >=, 0.5 * ranked);
  /* A run has its iterations and what comes before them. */
  g_assert_cmpfloat (seidel_estimate_run (&parts, structure, method, kind, &options), >=,
                     priced * seidel_estimate_iterations (structure, method, kind, &options));
}

/* The advisor ranks candidates, and a plan prices an engine, by the same seconds: those of a core
 * are those of the engine with one thread, where the numbers are in its caches. */
static void
test_price (void)
{
  const struct
  {
    const char *kind;
    double size;
  } cases[] = { { "poisson-5", 100 },    { "poisson-5", 30 }, { "poisson-7", 20 },
                { "poisson-27", 15 },    { "wathen", 30 },    { "truss", 20 },
                { "tridiagonal", 10000 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);
      g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);

      for (size_t w = 0; w < G_N_ELEMENTS (works); w++)
        check_price (cases[i].kind, structure, w);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/estimate/generated", test_generated);
  g_test_add_func ("/estimate/shifted", test_shifted);
  g_test_add_func ("/estimate/unknown", test_unknown);
  g_test_add_func ("/estimate/price", test_price);
  return g_test_run ();
}
