/* Multigrid with vectors that the matrix nearly maps to zero: a truss with its rigid body modes, in
 * any order of its rows; what is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "core-testing.h"
#include "io/seidel-loader.h"
#include "run-testing.h"

#define BAYS    40
#define STOREYS 10
#define ROWS    (2 * BAYS * (STOREYS + 1))

static SeidelMatrix *
make_truss (void)
{
  const double values[] = { BAYS, STOREYS, 1.0 };
  SeidelMatrix *matrix = test_gallery ("truss", G_N_ELEMENTS (values), values);

  g_assert_cmpint (matrix->csr->rows, ==, ROWS);
  return matrix;
}

/* Displacements along x and along y, and the rotation about the foot of the wall. */
static SeidelMatrix *
make_modes (void)
{
  g_autofree double *dense = g_new0 (double, 3 * ROWS);

  for (int row = 0; row < ROWS; row++)
    {
      const double x = 1 + row / 2 / (STOREYS + 1);
      const double y = row / 2 % (STOREYS + 1);

      dense[3 * row + row % 2] = 1.0;
      dense[3 * row + 2] = row % 2 == 0 ? -y : x;
    }
  return seidel_matrix_new ("modes", test_csr_from_dense (ROWS, 3, dense));
}

static int64_t
count_iterations (SeidelMatrix *matrix, const SeidelMatrix *modes, SeidelCoarsening coarsening)
{
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.preconditioner = "multigrid";
  options.parameters[SEIDEL_PARAMETER_COARSENING] = coarsening;
  options.tolerance = 1e-8;
  options.threads = 2;
  if (modes != NULL)
    g_assert_true (seidel_problem_set_near_null (problem, modes, NULL));
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  return outcome->iterations;
}

static void
test_truss (void)
{
  g_autoptr (SeidelMatrix) matrix = make_truss ();
  g_autoptr (SeidelMatrix) modes = make_modes ();
  const int64_t without = count_iterations (matrix, NULL, SEIDEL_COARSENING_AUTO);
  const int64_t with = count_iterations (matrix, modes, SEIDEL_COARSENING_AUTO);
  const int64_t classical = count_iterations (matrix, NULL, SEIDEL_COARSENING_CLASSICAL);

  g_test_message ("%" G_GINT64_FORMAT " without, %" G_GINT64_FORMAT " with", without, with);
  g_assert_cmpint (with, <=, 12);
  g_assert_cmpint (without, >=, 3 * with);
  /* Classical coarsening does not use them. */
  g_assert_cmpint (count_iterations (matrix, modes, SEIDEL_COARSENING_CLASSICAL), ==, classical);
}

/* The modes are in the original numbering: in a random order each row is a node, but the modes are
 * those of the rows. */
static void
test_reordered (void)
{
  g_autoptr (SeidelMatrix) matrix = make_truss ();
  g_autoptr (SeidelMatrix) modes = make_modes ();
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) reordered = NULL;

  g_assert_true (seidel_ordering_spec_parse ("random:1", &spec, NULL));
  reordered = seidel_ordering_apply (&spec, matrix, NULL, NULL, NULL);
  g_assert_nonnull (reordered);
  g_assert_cmpint (3 * count_iterations (reordered, modes, SEIDEL_COARSENING_AUTO), <=,
                   2 * count_iterations (reordered, NULL, SEIDEL_COARSENING_AUTO));
}

static void
assert_refused (SeidelProblem *problem, int rows, int columns, double value, int code)
{
  g_autofree double *dense = g_new (double, rows *columns);
  g_autoptr (SeidelMatrix) vectors = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < rows * columns; i++)
    dense[i] = value;
  vectors = seidel_matrix_new ("vectors", test_csr_from_dense (rows, columns, dense));
  g_assert_false (seidel_problem_set_near_null (problem, vectors, &error));
  g_assert_error (error, SEIDEL_ERROR, code);
  g_assert_null (problem->near_null);
}

static void
test_refused (void)
{
  g_autoptr (SeidelMatrix) matrix = make_truss ();
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  assert_refused (problem, ROWS - 1, 1, 1.0, SEIDEL_ERROR_INVALID);
  assert_refused (problem, ROWS, SEIDEL_NEAR_NULL_MOST + 1, 1.0, SEIDEL_ERROR_INVALID);
  assert_refused (problem, ROWS, 1, 0.0, SEIDEL_ERROR_INVALID);
  assert_refused (problem, ROWS, 2, INFINITY, SEIDEL_ERROR_INVALID);
}

/* Writes the columns of a matrix as an array of Matrix Market. */
static void
write_array (const char *path, const SeidelCsr *csr)
{
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix array real general\n");
  g_autofree double *dense = g_new0 (double, csr->rows * csr->columns);

  g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", csr->rows,
                          csr->columns);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      dense[csr->column_indices[k] * csr->rows + row] = csr->values[k];
  for (int64_t i = 0; i < csr->rows * csr->columns; i++)
    g_string_append_printf (text, "%g\n", dense[i]);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

/* From a file they are the same, and what cannot be read is said. */
static void
test_file (void)
{
  g_autoptr (SeidelMatrix) matrix = make_truss ();
  g_autoptr (SeidelMatrix) modes = make_modes ();
  g_autoptr (SeidelProblem) one = test_problem_of (matrix);
  g_autoptr (SeidelProblem) other = test_problem_of (matrix);
  g_autofree char *folder = g_dir_make_tmp ("seidel-near-null-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "modes.mtx", NULL);
  g_autoptr (GError) error = NULL;

  write_array (path, modes->csr);
  g_assert_true (seidel_problem_set_near_null (one, modes, NULL));
  g_assert_true (seidel_problem_read_near_null (other, NULL, seidel_load_matrix, NULL, NULL));
  g_assert_null (other->near_null);
  g_assert_true (seidel_problem_read_near_null (other, path, seidel_load_matrix, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (other->n_near_null, ==, 3);
  g_assert_cmpmem (one->near_null, 3 * ROWS * sizeof (double), other->near_null,
                   3 * ROWS * sizeof (double));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_false (seidel_problem_read_near_null (other, path, seidel_load_matrix, NULL, &error));
  g_assert_true (g_str_has_prefix (error->message, "Near null space: "));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/near-null/truss", test_truss);
  g_test_add_func ("/near-null/reordered", test_reordered);
  g_test_add_func ("/near-null/refused", test_refused);
  g_test_add_func ("/near-null/file", test_file);
  return g_test_run ();
}
