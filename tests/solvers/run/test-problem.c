/* Right-hand sides, first guesses, and the names of options and reasons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <glib/gstdio.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"

#include "golden-testing.h"
#include "run-testing.h"

static void
check_good (const char *text, SeidelVectorRole role, SeidelVectorKind kind, uint64_t seed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *again = NULL;
  SeidelVectorSpec spec;

  memset (&spec, 0xa5, sizeof spec);
  g_assert_true (seidel_vector_spec_parse (text, role, &spec, &error));
  g_assert_no_error (error);
  g_assert_cmpint (spec.kind, ==, kind);
  g_assert_cmpuint (spec.seed, ==, seed);
  g_assert_cmpstr (spec.path, ==, kind == SEIDEL_VECTOR_FILE ? text : NULL);
  again = seidel_vector_spec_to_text (&spec);
  g_assert_cmpstr (again, ==, text);
  seidel_vector_spec_clear (&spec);
  g_assert_null (spec.path);
}

static void
test_good_texts (void)
{
  check_good ("solution-ones", SEIDEL_VECTOR_ROLE_RHS, SEIDEL_VECTOR_SOLUTION_ONES, 0);
  check_good ("sine-source", SEIDEL_VECTOR_ROLE_RHS, SEIDEL_VECTOR_SINE_SOURCE, 0);
  check_good ("solution-scaled", SEIDEL_VECTOR_ROLE_RHS, SEIDEL_VECTOR_SOLUTION_SCALED, 0);
  for (int role = SEIDEL_VECTOR_ROLE_RHS; role <= SEIDEL_VECTOR_ROLE_GUESS; role++)
    {
      check_good ("zeros", role, SEIDEL_VECTOR_ZEROS, 0);
      check_good ("ones", role, SEIDEL_VECTOR_ONES, 0);
      check_good ("thousands:1", role, SEIDEL_VECTOR_THOUSANDS, 1);
      check_good ("integers:7", role, SEIDEL_VECTOR_INTEGERS, 7);
      check_good ("random:0", role, SEIDEL_VECTOR_RANDOM, 0);
      check_good ("random:42", role, SEIDEL_VECTOR_RANDOM, 42);
      check_good ("random:18446744073709551615", role, SEIDEL_VECTOR_RANDOM, G_MAXUINT64);
      check_good ("mode:3", role, SEIDEL_VECTOR_MODE, 3);
      check_good ("mix:16", role, SEIDEL_VECTOR_MIX, 16);
      check_good ("point", role, SEIDEL_VECTOR_POINT, 0);
      check_good ("b.mtx", role, SEIDEL_VECTOR_FILE, 0);
      check_good ("./ones", role, SEIDEL_VECTOR_FILE, 0);
      check_good ("Ones", role, SEIDEL_VECTOR_FILE, 0);
      check_good ("./random", role, SEIDEL_VECTOR_FILE, 0);
      check_good ("randoms", role, SEIDEL_VECTOR_FILE, 0);
      check_good ("mo", role, SEIDEL_VECTOR_FILE, 0);
    }
}

static void
check_bad (const char *text, SeidelVectorRole role)
{
  g_autoptr (GError) error = NULL;
  SeidelVectorSpec spec;

  g_assert_false (seidel_vector_spec_parse (text, role, &spec, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_assert_null (spec.path);
}

static void
test_bad_texts (void)
{
  static const char *const bare[] = { "random", "integers", "thousands", "mode", "mix" };
  static const char *const seeds[] = { "",    "x",   "-1",
                                       "1.5", "+1",  " 1",
                                       "1 ",  "0x1", "18446744073709551616" };

  for (size_t i = 0; i < G_N_ELEMENTS (seeds); i++)
    {
      g_autofree char *text = g_strconcat ("random:", seeds[i], NULL);

      check_bad (text, SEIDEL_VECTOR_ROLE_RHS);
      check_bad (text, SEIDEL_VECTOR_ROLE_GUESS);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bare); i++)
    for (int role = SEIDEL_VECTOR_ROLE_RHS; role <= SEIDEL_VECTOR_ROLE_GUESS; role++)
      check_bad (bare[i], (SeidelVectorRole) role);
  check_bad ("", SEIDEL_VECTOR_ROLE_RHS);
  check_bad ("", SEIDEL_VECTOR_ROLE_GUESS);
  check_bad ("solution-ones", SEIDEL_VECTOR_ROLE_GUESS);
  check_bad ("sine-source", SEIDEL_VECTOR_ROLE_GUESS);
  check_bad ("integers:x", SEIDEL_VECTOR_ROLE_RHS);
  check_bad ("mode:0", SEIDEL_VECTOR_ROLE_GUESS);
  check_bad ("mix:", SEIDEL_VECTOR_ROLE_GUESS);
}

static SeidelProblem *
make (SeidelMatrix *matrix, const char *rhs_text, const char *guess_text, GError **error)
{
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelProblem *problem;

  g_assert_true (seidel_vector_spec_parse (rhs_text, SEIDEL_VECTOR_ROLE_RHS, &rhs, NULL));
  g_assert_true (seidel_vector_spec_parse (guess_text, SEIDEL_VECTOR_ROLE_GUESS, &guess, NULL));
  problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, seidel_load_vector, NULL, error);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  return problem;
}

static SeidelMatrix *
make_matrix (void)
{
  const double dense[] = { 1, 2, 0, 0, 0, 3, 4, 0, 5, 0, 0, 6 };

  return seidel_matrix_new ("3 × 4", test_csr_from_dense (3, 4, dense));
}

static void
test_kinds (void)
{
  const double row_sums[] = { 3, 7, 11 };
  const double ones[] = { 1, 1, 1, 1 };
  const double zeros[] = { 0, 0, 0, 0 };
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) known = make (matrix, "solution-ones", "zeros", &error);
  g_autoptr (SeidelProblem) plain = make (matrix, "ones", "ones", &error);
  g_autoptr (SeidelProblem) random = make (matrix, "random:7", "random:8", &error);
  g_autoptr (SeidelProblem) none = make (matrix, "zeros", "zeros", &error);
  g_autofree double *seven = test_random_vector (3, 7);
  g_autofree double *eight = test_random_vector (4, 8);

  g_assert_no_error (error);
  test_assert_same_bits (known->b, row_sums, 3);
  test_assert_same_bits (known->guess, zeros, 4);
  test_assert_same_bits (known->solution, ones, 4);
  test_assert_same_bits (plain->b, ones, 3);
  test_assert_same_bits (plain->guess, ones, 4);
  g_assert_null (plain->solution);
  test_assert_same_bits (random->b, seven, 3);
  test_assert_same_bits (random->guess, eight, 4);
  test_assert_same_bits (none->b, zeros, 3);
  g_assert_true (known->matrix == matrix);
}

static double
sine (int k, int i, int n)
{
  return sin (k * G_PI * (i + 1) / (n + 1));
}

/* Modes are on the grid whatever the order of the rows, and on one line where there is no grid. */
static void
test_shapes (void)
{
  const double side[SEIDEL_GALLERY_MAX_PARAMETERS] = { 7 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) grid =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), side, NULL, NULL, &error);
  g_autoptr (SeidelMatrix) line =
    seidel_gallery_make (seidel_gallery_find ("tridiagonal"), side, NULL, NULL, &error);
  g_autoptr (SeidelMatrix) wide = make_matrix ();
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) shuffled = NULL;

  g_assert_no_error (error);
  g_assert_true (seidel_ordering_spec_parse ("random:5", &spec, &error));
  shuffled = seidel_ordering_apply (&spec, grid, NULL, NULL, &error);
  g_assert_no_error (error);
  {
    g_autoptr (SeidelProblem) mode = make (grid, "zeros", "mode:3", &error);
    g_autoptr (SeidelProblem) again = make (shuffled, "zeros", "mode:3", &error);
    g_autoptr (SeidelProblem) mix = make (grid, "zeros", "mix:5", &error);
    g_autoptr (SeidelProblem) point = make (shuffled, "zeros", "point", &error);
    g_autoptr (SeidelProblem) flat = make (line, "zeros", "mode:2", &error);
    g_autoptr (SeidelProblem) other = make (wide, "point", "mode:99", &error);

    g_assert_no_error (error);
    for (int i = 0; i < 49; i++)
      {
        const double expected = sine (3, i % 7, 7) * sine (3, i / 7, 7);
        const int place = (int) seidel_matrix_original_row (shuffled, i);

        g_assert_cmpfloat_with_epsilon (mode->guess[i], expected, 1e-15);
        g_assert_cmpfloat (again->guess[i], ==, mode->guess[place]);
        g_assert_cmpfloat_with_epsilon (mix->guess[i],
                                        sine (1, i % 7, 7) * sine (1, i / 7, 7)
                                          + 0.5 * sine (5, i % 7, 7) * sine (5, i / 7, 7),
                                        1e-15);
        g_assert_cmpfloat (point->guess[i], ==, place == 24 ? 1.0 : 0.0);
      }
    for (int i = 0; i < 7; i++)
      g_assert_cmpfloat_with_epsilon (flat->guess[i], sine (2, i, 7), 1e-15);
    g_assert_cmpfloat (other->b[1], ==, 1.0);
    g_assert_cmpfloat_with_epsilon (other->guess[0], sine (4, 0, 4), 1e-15); /* the roughest */
  }
}

/* Whole numbers from 0 to 99, all of which come, and the source term of a program. */
static void
test_named (void)
{
  g_autofree double *dense = g_new0 (double, 2000);
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("row", test_csr_from_dense (1, 2000, dense));
  g_autoptr (SeidelMatrix) square = make_matrix ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) integers = make (matrix, "zeros", "integers:3", &error);
  g_autoptr (SeidelProblem) again = make (matrix, "zeros", "integers:3", &error);
  g_autoptr (SeidelProblem) other = make (matrix, "zeros", "integers:4", &error);
  g_autoptr (SeidelProblem) sine = make (square, "sine-source", "zeros", &error);
  bool came[100] = { false };

  g_assert_no_error (error);
  for (int i = 0; i < 2000; i++)
    {
      const double x = integers->guess[i];

      g_assert_cmpfloat (x, ==, floor (x));
      g_assert_true (x >= 0.0 && x <= 99.0);
      came[(int) x] = true;
    }
  for (int i = 0; i < 100; i++)
    g_assert_true (came[i]);
  test_assert_same_bits (integers->guess, again->guess, 2000);
  g_assert_true (memcmp (integers->guess, other->guess, 2000 * sizeof (double)) != 0);
  /* sin² (10 π / 3) = 3/4, and so is sin² (20 π / 3). */
  g_assert_cmpfloat (sine->b[0], ==, 0.0);
  g_assert_cmpfloat_with_epsilon (sine->b[1], -1.5 * G_PI * G_PI, 1e-12);
  g_assert_cmpfloat_with_epsilon (sine->b[2], -3.0 * G_PI * G_PI, 1e-12);
}

/* b = A x* with the reciprocals of the largest entries of the columns. */
static void
test_scaled (void)
{
  const double dense[] = { 1, 2, 0, 0, -8, 3, 0, 0, 5, 0, 0, -0.5 };
  const double solution[] = { 1.0 / 8.0, 1.0 / 3.0, 1.0, 2.0 };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("3 × 4", test_csr_from_dense (3, 4, dense));
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = make (matrix, "solution-scaled", "zeros", &error);

  g_assert_no_error (error);
  test_assert_same_bits (problem->solution, solution, 4);
  for (int i = 0; i < 3; i++)
    {
      double sum = 0.0;

      for (int j = 0; j < 4; j++)
        sum += dense[4 * i + j] * solution[j];
      g_assert_cmpfloat_with_epsilon (problem->b[i], sum, 1e-15);
    }
}

static void
write_lines (const char *path, int n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%d.5\n", i);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
test_files (void)
{
  const double three[] = { 0.5, 1.5, 2.5 };
  const double four[] = { 0.5, 1.5, 2.5, 3.5 };
  g_autofree char *folder = g_dir_make_tmp ("seidel-XXXXXX", NULL);
  g_autofree char *path_3 = g_build_filename (folder, "three.txt", NULL);
  g_autofree char *path_4 = g_build_filename (folder, "four.txt", NULL);
  g_autofree char *path_0 = g_build_filename (folder, "missing.txt", NULL);
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = NULL;

  write_lines (path_3, 3);
  write_lines (path_4, 4);
  problem = make (matrix, path_3, path_4, &error);
  g_assert_no_error (error);
  test_assert_same_bits (problem->b, three, 3);
  test_assert_same_bits (problem->guess, four, 4);

  g_assert_null (make (matrix, path_4, "zeros", &error));
  test_assert_wording (error->message);
  g_clear_error (&error);
  g_assert_null (make (matrix, "ones", path_3, &error));
  test_assert_wording (error->message);
  g_clear_error (&error);
  g_assert_null (make (matrix, path_0, "zeros", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
  g_assert_cmpint (g_remove (path_3), ==, 0);
  g_assert_cmpint (g_remove (path_4), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Without a reader a spec that names a file is refused. */
static void
test_no_reader (void)
{
  SeidelVectorSpec file = { .kind = SEIDEL_VECTOR_FILE, .path = (char *) "b.txt" };
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_problem_new_from_specs (matrix, &file, NULL, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED);
}

/* Vectors in memory are copied, and brought into the order of the matrix. */
static void
test_vectors_in_memory (void)
{
  const double b[] = { 1, 2, 3, 4 };
  const double guess[] = { 5, 6, 7, 8 };
  const double zeros[] = { 0, 0, 0, 0 };
  const int32_t permutation[] = { 2, 0, 3, 1 };
  const double permuted_b[] = { 3, 1, 4, 2 };
  const double permuted_guess[] = { 7, 5, 8, 6 };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("random", test_csr_random (4, 2, 1.5, 1));
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "random", permutation, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) plain = seidel_problem_new (matrix, b, NULL, NULL);
  g_autoptr (SeidelProblem) moved = seidel_problem_new (reordered, b, guess, NULL);

  test_assert_same_bits (plain->b, b, 4);
  test_assert_same_bits (plain->guess, zeros, 4);
  g_assert_null (plain->solution);
  test_assert_same_bits (moved->b, permuted_b, 4);
  test_assert_same_bits (moved->guess, permuted_guess, 4);
}

static void
test_cancelled (void)
{
  const SeidelVectorSpec ones = { SEIDEL_VECTOR_ONES, 0, NULL };
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_problem_new_from_specs (matrix, &ones, &ones, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_analyses_are_kept (void)
{
  const SeidelVectorSpec ones = { SEIDEL_VECTOR_ONES, 0, NULL };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 4);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) forward =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) backward =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_BACKWARD, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &ones, &ones, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) again = seidel_problem_ref (problem);

  seidel_problem_set_analyses (problem, structure, forward, backward);
  g_assert_true (again == problem);
  g_assert_true (problem->structure == structure);
  g_assert_true (problem->schedules[SEIDEL_DIRECTION_FORWARD] == forward);
  g_assert_true (problem->schedules[SEIDEL_DIRECTION_BACKWARD] == backward);
}

static void
test_reasons (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (int reason = SEIDEL_REASON_NONE; reason <= SEIDEL_REASON_FAILED; reason++)
    {
      g_assert_true (g_hash_table_add (ids, (gpointer) seidel_reason_id (reason)));
      g_assert_cmpstr (seidel_reason_name (reason), !=, "");
      g_assert_true (g_str_has_suffix (seidel_reason_sentence (reason), "."));
      g_assert_cmpint (seidel_reason_converged (reason), ==,
                       g_str_has_prefix (seidel_reason_id (reason), "converged-"));
      g_assert_true (seidel_reason_next_step (reason) == NULL
                     || g_str_has_suffix (seidel_reason_next_step (reason), "."));
      if (seidel_reason_converged (reason))
        g_assert_null (seidel_reason_next_step (reason));
    }
}

static void
test_precisions (void)
{
  static const char *const bad[] = { "", "Double", "float", "doubles", " double", NULL };

  for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
    {
      SeidelPrecision parsed = !precision;

      g_assert_true (seidel_precision_parse (seidel_precision_id (precision), &parsed));
      g_assert_cmpint (parsed, ==, precision);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      SeidelPrecision parsed = 77;

      g_assert_false (seidel_precision_parse (bad[i], &parsed));
      g_assert_cmpint (parsed, ==, 77);
    }
}

/* The options a run starts from name things that there are. */
static void
test_options_init (void)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_random (50, 3, 1.5, 1), NULL, NULL);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->threads, ==, g_get_num_processors ());
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/problem/texts/good", test_good_texts);
  g_test_add_func ("/problem/texts/bad", test_bad_texts);
  g_test_add_func ("/problem/kinds", test_kinds);
  g_test_add_func ("/problem/shapes", test_shapes);
  g_test_add_func ("/problem/named", test_named);
  g_test_add_func ("/problem/scaled", test_scaled);
  g_test_add_func ("/problem/files", test_files);
  g_test_add_func ("/problem/no-reader", test_no_reader);
  g_test_add_func ("/problem/vectors-in-memory", test_vectors_in_memory);
  g_test_add_func ("/problem/cancelled", test_cancelled);
  g_test_add_func ("/problem/analyses", test_analyses_are_kept);
  g_test_add_func ("/options/reasons", test_reasons);
  g_test_add_func ("/options/precisions", test_precisions);
  g_test_add_func ("/options/init", test_options_init);
  return g_test_run ();
}
