/* The table of preconditioners, and for which matrices and methods each can be used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "method/seidel-preconditioner.h"

#include "golden-testing.h"
#include "run-testing.h"

static void
test_table (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  g_assert_cmpuint (n_kinds, ==, 16);
  g_assert_cmpstr (kinds[0].id, ==, "none");
  for (size_t k = 0; k < n_kinds; k++)
    {
      const SeidelPreconditionerKind *kind = &kinds[k];

      g_assert_true (g_hash_table_add (ids, (gpointer) kind->id));
      g_assert_true (seidel_preconditioner_find (kind->id) == kind);
      g_assert_true (g_str_has_suffix (kind->sentence, "."));
      g_assert_true (k == 0 || strlen (kind->source) > 10);
      g_assert_nonnull (kind->apply);
      g_assert_cmpint (kind->prepare != NULL, ==, kind->clear != NULL);
      if (kind->sweeps != SEIDEL_SWEEPS_NONE && !kind->sweeps_factors)
        g_assert_true (kind->needs & SEIDEL_NEEDS_DIAGONAL);
    }
  g_assert_null (seidel_preconditioner_find ("voodoo"));
}

/* Passes over the matrix in an iteration, 0 where they are not known. */
static const struct
{
  const char *method;
  const char *preconditioner;
  double passes;
} iterations[] = {
  { "jacobi", "none", 1 },   { "gauss-seidel", "none", 1 }, { "gauss-seidel-symmetric", "none", 2 },
  { "ssor", "none", 2 },     { "cg", "none", 1 },           { "cg", "jacobi", 1 },
  { "cg", "ssor", 2 },       { "bicg", "ilu0", 4 },         { "bicgstab", "none", 2 },
  { "bicgstab", "ilu0", 4 }, { "gmres", "ilu0", 2 },        { "lsqr", "none", 2 },
  { "cg", "multigrid", 0 },  { "multigrid", "none", 0 },    { "lu", "none", 0 },
  { "cg", "petsc-gamg", 0 },
};

static void
test_passes (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (iterations); i++)
    {
      const double passes =
        seidel_preconditioner_passes (seidel_method_find (iterations[i].method),
                                      seidel_preconditioner_find (iterations[i].preconditioner));

      g_test_message ("%s, %s", iterations[i].method, iterations[i].preconditioner);
      if (iterations[i].passes == 0)
        g_assert_true (isnan (passes));
      else
        g_assert_cmpfloat (passes, ==, iterations[i].passes);
    }
}

static const struct
{
  const char *method;
  const char *preconditioner;
  double matrix[4];
  bool applies;
} cases[] = {
  { "cg", "jacobi", { 2, 1, 1, 2 }, true },     { "cg", "ssor", { 2, 1, 1, 2 }, true },
  { "cg", "ic0", { 2, 1, 1, 2 }, true },        { "cg-flexible", "ilu0", { 2, 1, 1, 2 }, true },
  { "minres", "ic0", { 1, 2, 2, 1 }, true },    { "bicg", "ilu0", { 0, 1, 1, 0 }, true },
  { "gmres", "jacobi", { 0, 1, 1, 1 }, false }, { "bicgstab", "ssor", { 1, 1, 1, 0 }, false },
  { "bicg", "ic0", { 1, 2, 3, 4 }, false },     { "minres", "ic0", { 1, 2, 2, -1 }, false },
};

static void
test_applies (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        seidel_matrix_new ("case", test_csr_from_dense (2, 2, cases[i].matrix));
      g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
      g_autofree char *why_not = NULL;

      g_assert_cmpint (seidel_preconditioner_applies (seidel_preconditioner_find (
                                                        cases[i].preconditioner),
                                                      seidel_method_find (cases[i].method),
                                                      structure, &why_not, NULL),
                       ==, cases[i].applies);
      if (!cases[i].applies)
        test_assert_wording (why_not);
    }
}

/* A method that cannot work with a preconditioner says so, and no run takes place. */
static void
test_refused (void)
{
  const double dense[] = { 2, 1, 1, 2 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), NULL, NULL);
  const char *const pairs[][2] = {
    { "cg", "ilu0" }, { "minres", "ilu0" }, { "jacobi", "jacobi" }, { "cg", "voodoo" }
  };

  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      SeidelOptions options = test_options (pairs[i][0]);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;

      options.preconditioner = pairs[i][1];
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
      test_assert_wording (error->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/preconditioner-table/table", test_table);
  g_test_add_func ("/preconditioner-table/passes", test_passes);
  g_test_add_func ("/preconditioner-table/applies", test_applies);
  g_test_add_func ("/preconditioner-table/refused", test_refused);
  return g_test_run ();
}
