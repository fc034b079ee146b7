/* Problems and runs of reordered matrices: everything outside is in the original numbering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "base/seidel-translatable.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-permutation.h"

#include "golden-testing.h"
#include "run-testing.h"

static SeidelMatrix *
reorder (SeidelMatrix *matrix, const char *text)
{
  g_autoptr (GError) error = NULL;
  SeidelOrderingSpec spec;
  SeidelMatrix *reordered;

  g_assert_true (seidel_ordering_spec_parse (text, &spec, &error));
  reordered = seidel_ordering_apply (&spec, matrix, NULL, NULL, &error);
  g_assert_no_error (error);
  return reordered;
}

/* One text for each ordering of the table. */
static char *
ordering_text (const SeidelOrdering *ordering)
{
  return seidel_ordering_spec_to_text (
    &(SeidelOrderingSpec){ ordering, ordering->takes_seed ? 5 : 0 });
}

static SeidelProblem *
make (SeidelMatrix *matrix, const char *rhs_text, const char *guess_text)
{
  g_autoptr (GError) error = NULL;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelProblem *problem;

  g_assert_true (seidel_vector_spec_parse (rhs_text, SEIDEL_VECTOR_ROLE_RHS, &rhs, NULL));
  g_assert_true (seidel_vector_spec_parse (guess_text, SEIDEL_VECTOR_ROLE_GUESS, &guess, NULL));
  problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, seidel_load_vector, NULL, &error);
  g_assert_no_error (error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  return problem;
}

/* The rows 1, 2, 3 of the file are at positions 2, 3, 1. */
static void
test_problem_by_hand (void)
{
  const double dense[] = { 4, 1, 0, 0, 5, 2, 3, 0, 6 };
  const int32_t permutation[] = { 2, 0, 1 };
  g_autofree char *folder = g_dir_make_tmp ("seidel-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "v.txt", NULL);
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("m", test_csr_from_dense (3, 3, dense));
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "by-hand", permutation, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) known = make (reordered, "solution-ones", "zeros");
  g_autoptr (SeidelProblem) random = make (reordered, "random:7", "random:8");
  g_autoptr (SeidelProblem) filed = NULL;
  g_autofree double *seven = test_random_vector (3, 7);
  g_autofree double *eight = test_random_vector (3, 8);

  g_assert_true (g_file_set_contents (path, "10\n20\n30\n", -1, NULL));
  filed = make (reordered, path, path);
  test_assert_same_bits (filed->b, (const double[]){ 30, 10, 20 }, 3);
  test_assert_same_bits (filed->guess, (const double[]){ 30, 10, 20 }, 3);
  test_assert_same_bits (random->b, (const double[]){ seven[2], seven[0], seven[1] }, 3);
  test_assert_same_bits (random->guess, (const double[]){ eight[2], eight[0], eight[1] }, 3);
  test_assert_same_bits (known->b, (const double[]){ 9, 5, 7 }, 3);
  test_assert_same_bits (known->solution, (const double[]){ 1, 1, 1 }, 3);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* b − A x with the matrix and the vectors of the file. */
static double
residual_of (const SeidelProblem *natural, const SeidelOutcome *outcome)
{
  SeidelNorms norms = { NAN, NAN };

  g_assert_true (
    seidel_csr_true_residual (natural->matrix->csr, natural->b, outcome->x, 1, NULL, &norms));
  return norms.norm_2;
}

/* Two systems that every method can solve; the second has a pattern that is not symmetric. */
static SeidelMatrix *
matrix_for (const SeidelMethod *method)
{
  if (method->needs & (SEIDEL_NEEDS_SYMMETRY | SEIDEL_NEEDS_POSITIVE_DIAGONAL))
    return test_gallery_sized ("poisson-5", 9);
  return seidel_matrix_new ("random", test_csr_random (90, 4, 3.0, 11));
}

static void
test_same_solution (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelOrdering *orderings = seidel_orderings (&n);
  g_autoptr (SeidelMatrix) matrix = matrix_for (method);
  g_autoptr (SeidelProblem) natural = make (matrix, "random:3", "random:4");
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) expected = NULL;

  options.tolerance = 1e-12;
  options.parameters[SEIDEL_PARAMETER_OMEGA] = 1.1;
  expected = test_solve (natural, &options, NULL);
  g_assert_true (expected->converged);
  for (size_t o = 0; o < n; o++)
    {
      g_autofree char *text = ordering_text (&orderings[o]);
      g_autoptr (SeidelMatrix) reordered = reorder (matrix, text);
      g_autoptr (SeidelProblem) problem = make (reordered, "random:3", "random:4");
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

      g_test_message ("%s", text);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->n, ==, expected->n);
      test_assert_close (outcome->x, expected->x, outcome->n, 1e-9);
      /* The reported residual is that of this x in the system of the file. */
      g_assert_cmpfloat_with_epsilon (residual_of (natural, outcome), outcome->true_2, 1e-13);
    }
}

/* A run that is not let do anything hands the first guess back, in the numbering it came in. */
static void
test_guess_comes_back (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelMatrix) reordered = reorder (matrix, "random:1");
  g_autoptr (SeidelProblem) problem = make (reordered, "ones", "random:9");
  g_autofree double *guess = test_random_vector (144, 9);
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.max_iterations = 0;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
  test_assert_same_bits (outcome->x, guess, 144);
}

/* Jacobi's method knows no order at all; a sweep that is sorted by level is the same sweep. */
static void
test_what_order_cannot_change (void)
{
  static const struct
  {
    const char *method;
    const char *ordering;
  } same[] = { { "jacobi", "random:2" }, { "jacobi", "rcm" }, { "gauss-seidel", "level" } };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) natural = make (matrix, "random:3", "zeros");

  for (size_t i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autoptr (SeidelMatrix) reordered = reorder (matrix, same[i].ordering);
      g_autoptr (SeidelProblem) problem = make (reordered, "random:3", "zeros");
      SeidelOptions options = test_options (same[i].method);
      g_autoptr (SeidelOutcome) expected = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = 20;
      options.tolerance = 0.0;
      expected = test_solve (natural, &options, NULL);
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpint (outcome->iterations, ==, 20);
      test_assert_close (outcome->x, expected->x, outcome->n, 1e-14);
    }
}

/* What the run computes internally is in the order of the matrix. */
static void
test_automatic (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("convection-diffusion", 15);
  g_autoptr (SeidelMatrix) reordered = reorder (matrix, "random:4");
  g_autoptr (SeidelProblem) natural = make (matrix, "random:3", "zeros");
  g_autoptr (SeidelProblem) problem = make (reordered, "random:3", "zeros");
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
  g_autoptr (SeidelOutcome) expected = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.tolerance = 1e-11;
  options.track_error = true;
  expected = test_solve (natural, &options, NULL);
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (expected->converged && outcome->converged);
  test_assert_close (outcome->x, expected->x, outcome->n, 1e-8);
  /* Against the reference answer, which was computed first. */
  g_assert_nonnull (outcome->reference_method);
  g_assert_cmpfloat (outcome->error_inf, <, 1e-8);
}

/* Errors before the run begins name the row of the file too. */
static void
test_error_names_original_row (void)
{
  const double dense[] = { 0, 1, 0, 0, 5, 2, 3, 0, 6 };
  const int32_t permutation[] = { 2, 0, 1 };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("m", test_csr_from_dense (3, 3, dense));
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "by-hand", permutation, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem = make (reordered, "ones", "zeros");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options ("jacobi");
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
}

/* Matrices of 4 rows in reverse order: what is wrong in row 2 of the file is in row 3 of the run.
 */
static const struct
{
  const char *method;
  const char *preconditioner;
  bool single;
  double dense[16];
  bool refused; /* before the run */
  int row;
  int column;
  const char *english;
  const char *italian; /* its end, of places alone */
} misplaced[] = {
  { "gauss-seidel",
    "none",
    false,
    { 2, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    true,
    2,
    -1,
    "“Gauss-Seidel, forward” needs a full diagonal: there is no diagonal entry in row 3 "
    "(originally "
    "2)",
    " in riga 3 (in origine 2)" },
  { "bicgstab",
    "ssor",
    false,
    { 2, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    true,
    2,
    -1,
    "“SSOR” needs a full diagonal: there is no diagonal entry in row 3 (originally 2)",
    " in riga 3 (in origine 2)" },
  { "bicgstab",
    "ilu0",
    false,
    { 2, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 2 },
    false,
    2,
    -1,
    "ILU(0) cannot divide by the pivot 0 in row 3 (originally 2)",
    " in riga 3 (in origine 2)" },
  { "lu",
    "none",
    false,
    { 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    false,
    -1,
    2,
    "The matrix is singular to working precision: no pivot is left in column 3 (originally 2).",
    " in colonna 3 (in origine 2)." },
  { "umfpack",
    "none",
    false,
    { 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    false,
    -1,
    2,
    "The matrix is singular to working precision: no pivot is left in column 3 (originally 2).",
    " in colonna 3 (in origine 2)." },
  { "jacobi",
    "none",
    false,
    { 2, 0, 0, 0, 0, 1, INFINITY, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    false,
    2,
    1,
    "The matrix is not finite in row 3 (originally 2), column 2 (originally 3).",
    " in riga 3 (in origine 2), colonna 2 (in origine 3)." },
  { "gauss-seidel",
    "none",
    true,
    { 2, 0, 0, 0, 0, 1e-60, 1, 0, 0, 0, 2, 0, 0, 0, 0, 2 },
    false,
    2,
    -1,
    "in this precision the diagonal entry is missing or zero in row 3 (originally 2)",
    " in riga 3 (in origine 2)" },
};

static const char *
translate_places_cb (const char *text,
                     const char *plural G_GNUC_UNUSED,
                     unsigned long n G_GNUC_UNUSED)
{
  static const char *const words[][2] = {
    { "row %s", "riga %s" },
    { "column %s", "colonna %s" },
    { "row %s, column %s", "riga %s, colonna %s" },
    { "%s (originally %s)", "%s (in origine %s)" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (text, words[i][0]) == 0)
      return words[i][1];
  return text;
}

/* What the user reads of case i, in the run and in its plan; and the numbers. */
static char *
read_message (size_t i)
{
  const int32_t permutation[] = { 3, 2, 1, 0 };
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("m", test_csr_from_dense (4, 4, misplaced[i].dense));
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "by-hand", permutation, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem = make (reordered, "ones", "zeros");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelPlan) plan = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options (misplaced[i].method);

  options.preconditioner = misplaced[i].preconditioner;
  options.precision = misplaced[i].single ? SEIDEL_PRECISION_SINGLE : SEIDEL_PRECISION_DOUBLE;
  plan = seidel_solve_plan (problem, &options, NULL, NULL);
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_cmpint (outcome == NULL, ==, misplaced[i].refused);
  if (outcome == NULL)
    {
      const SeidelPlanItem item = seidel_plan_refused (plan);

      g_assert_cmpint (plan->verdicts[item].row, ==, misplaced[i].row);
      g_assert_cmpstr (plan->verdicts[item].sentence, ==, error->message);
      return g_strdup (error->message);
    }
  g_assert_cmpint (seidel_plan_refused (plan), ==, SEIDEL_N_PLAN_ITEMS);
  g_assert_cmpint (outcome->row, ==, misplaced[i].row);
  g_assert_cmpint (outcome->column, ==, misplaced[i].column);
  return g_strdup (outcome->message);
}

/* The row of the matrix that is solved and that of the file, in either language, before and after
 * the run. */
static void
test_messages_name_original_rows (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (misplaced); i++)
    {
      g_autofree char *english = read_message (i);
      g_autofree char *italian = NULL;

      seidel_set_translator (translate_places_cb);
      italian = read_message (i);
      seidel_set_translator (NULL);
      g_assert_cmpstr (english, ==, misplaced[i].english);
      if (!g_str_has_suffix (italian, misplaced[i].italian))
        g_error ("“%s” does not end with “%s”", italian, misplaced[i].italian);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reordered/problem", test_problem_by_hand);
  test_add_for_methods ("/reordered/same-solution", test_same_solution);
  g_test_add_func ("/reordered/guess", test_guess_comes_back);
  g_test_add_func ("/reordered/unchanged", test_what_order_cannot_change);
  g_test_add_func ("/reordered/automatic", test_automatic);
  g_test_add_func ("/reordered/error", test_error_names_original_row);
  g_test_add_func ("/reordered/messages", test_messages_name_original_rows);
  return g_test_run ();
}
