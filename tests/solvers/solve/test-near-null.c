/* Multigrid with vectors that the matrix nearly maps to zero: a truss with its rigid body modes, in
 * any order of its rows; elastic bodies, whose nodes are found from the pattern and whose modes are
 * made from coordinates or found beside the matrix; what is refused.
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

/* The constants of all unknowns as one vector, which is what there is without nodes. */
static SeidelMatrix *
make_ones (int64_t rows)
{
  g_autofree double *dense = g_new (double, rows);

  for (int64_t i = 0; i < rows; i++)
    dense[i] = 1.0;
  return seidel_matrix_new ("ones", test_csr_from_dense ((int) rows, 1, dense));
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
  g_autoptr (SeidelMatrix) ones = make_ones (ROWS);
  const int64_t without = count_iterations (matrix, ones, SEIDEL_COARSENING_AUTO);
  const int64_t constants = count_iterations (matrix, NULL, SEIDEL_COARSENING_AUTO);
  const int64_t with = count_iterations (matrix, modes, SEIDEL_COARSENING_AUTO);
  const int64_t classical = count_iterations (matrix, NULL, SEIDEL_COARSENING_CLASSICAL);

  g_test_message ("%" G_GINT64_FORMAT " without, %" G_GINT64_FORMAT
                  " with those of each direction, "
                  "%" G_GINT64_FORMAT " with all",
                  without, constants, with);
  g_assert_cmpint (with, <=, 12);
  /* Joints are recognised, so that the constants of each direction are used without being asked. */
  g_assert_cmpint (constants, >=, with);
  g_assert_cmpint (2 * constants, <=, without);
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

/* Points of a body in each direction; the wall that it is fixed to is not among them. */
typedef struct
{
  int d;
  int side;
  int nodes;
} Body;

static void
place_of (const Body *body, int node, int *place)
{
  for (int k = body->d - 1; k >= 0; k--, node /= body->side)
    place[k] = node % body->side;
}

/* Springs along all edges and diagonals of the cells, fixed at a wall along the first axis: k nnᵀ
 * for each, n its direction, zeros included. */
static SeidelMatrix *
make_body (const Body *body)
{
  const int d = body->d;
  const int n = body->nodes * d;
  const int neighbours = d == 2 ? 9 : 27;
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (TestEntry));
  g_autofree double *diagonal = g_new0 (double, (size_t) n *d);

  for (int node = 0; node < body->nodes; node++)
    for (int which = 0; which < neighbours; which++)
      {
        int place[3];
        int step[3] = { which % 3 - 1, which / 3 % 3 - 1, which / 9 - 1 };
        int other = 0;
        double squared = 0.0;
        bool outside = false;

        place_of (body, node, place);
        for (int k = 0; k < d; k++)
          {
            const int at = place[k] + step[k];

            squared += step[k] * step[k];
            outside = outside || at >= body->side || (at < 0 && k > 0);
            other = other * body->side + MAX (at, 0);
          }
        if (squared == 0.0 || outside)
          continue;
        for (int i = 0; i < d; i++)
          for (int j = 0; j < d; j++)
            {
              const double k = step[i] * step[j] / squared / sqrt (squared);
              const TestEntry entry = { node * d + i, other * d + j, -k };

              diagonal[(node * d + i) * d + j] += k;
              if (place[0] + step[0] >= 0)
                g_array_append_val (entries, entry);
            }
      }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < d; j++)
      {
        const TestEntry entry = { i, i / d * d + j, diagonal[i * d + j] };

        g_array_append_val (entries, entry);
      }
  return seidel_matrix_new ("body",
                            test_csr_from_entries (n, n, (const TestEntry *) (void *) entries->data,
                                                   (int) entries->len));
}

static SeidelMatrix *
make_coordinates (const Body *body)
{
  g_autofree double *dense = g_new (double, body->nodes * body->d);

  for (int node = 0; node < body->nodes; node++)
    {
      int place[3];

      place_of (body, node, place);
      for (int k = 0; k < body->d; k++)
        dense[node * body->d + k] = 100.0 + place[k];
    }
  return seidel_matrix_new ("coordinates", test_csr_from_dense (body->nodes, body->d, dense));
}

/* The constants of each unknown of a node are used without being asked for; rotations, from the
 * coordinates, are better still. */
static void
test_bodies (void)
{
  const Body bodies[] = { { 2, 60, 3600 }, { 3, 14, 2744 } };

  for (size_t i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_body (&bodies[i]);
      g_autoptr (SeidelMatrix) coordinates = make_coordinates (&bodies[i]);
      g_autoptr (SeidelMatrix) ones = make_ones (matrix->csr->rows);
      g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
      const int64_t single = count_iterations (matrix, ones, SEIDEL_COARSENING_AUTO);
      const int64_t constants = count_iterations (matrix, NULL, SEIDEL_COARSENING_AUTO);
      const int64_t modes = count_iterations (matrix, coordinates, SEIDEL_COARSENING_AUTO);

      g_test_message ("%" G_GINT64_FORMAT " with one vector, %" G_GINT64_FORMAT
                      " with constants, %" G_GINT64_FORMAT " with rotations",
                      single, constants, modes);
      g_assert_true (structure->value_symmetric);
      g_assert_cmpint (structure->node_unknowns, ==, bodies[i].d);
      g_assert_cmpint (3 * constants, <=, 2 * single);
      g_assert_cmpint (modes, <=, constants);
      g_assert_cmpint (modes, <=, 16);
    }
}

/* Modes that are made from coordinates move the body without a change of its shape: all rows but
 * those at the wall map them to zero. */
static void
test_coordinates (void)
{
  const Body body = { 3, 5, 125 };
  g_autoptr (SeidelMatrix) matrix = make_body (&body);
  g_autoptr (SeidelMatrix) coordinates = make_coordinates (&body);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  const SeidelCsr *csr = matrix->csr;

  g_assert_true (seidel_problem_set_near_null (problem, coordinates, NULL));
  g_assert_cmpint (problem->n_near_null, ==, 6);
  for (int64_t row = 25 * 3; row < csr->rows; row++)
    for (int mode = 0; mode < 6; mode++)
      {
        double sum = 0.0;

        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          sum += csr->values[k] * problem->near_null[6 * csr->column_indices[k] + mode];
        g_assert_cmpfloat (fabs (sum), <=, 1e-12);
      }
}

/* What lies beside the matrix is taken where it fits, whatever else is there. */
static void
test_beside (void)
{
  g_autoptr (SeidelMatrix) made = make_truss ();
  g_autoptr (SeidelMatrix) modes = make_modes ();
  g_autofree char *folder = g_dir_make_tmp ("seidel-near-null-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "truss.mtx", NULL);
  g_autofree char *beside = g_build_filename (folder, "truss_nullspace.mtx", NULL);
  g_autofree char *unfit = g_build_filename (folder, "truss_coord.mtx", NULL);
  g_autofree char *inside = g_build_filename (path, "nullspace", NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelMatrix) none = NULL;

  g_assert_true (seidel_save_matrix (made, path, NULL, NULL, NULL));
  matrix = seidel_load_matrix (path, NULL, NULL, NULL);
  g_assert_nonnull (matrix);
  problem = test_problem_of (matrix);
  g_assert_true (g_file_set_contents (unfit, "no matrix", -1, NULL));
  g_assert_true (seidel_problem_read_near_null (problem, NULL, seidel_load_matrix, NULL, NULL));
  g_assert_null (problem->near_null);
  write_array (beside, modes->csr);
  g_assert_true (seidel_problem_read_near_null (problem, NULL, seidel_load_matrix, NULL, NULL));
  g_assert_cmpint (problem->n_near_null, ==, 3);
  /* A file that is no folder has several matrices, or none of that name. */
  none = seidel_load_matrix (inside, NULL, NULL, NULL);
  g_assert_null (none);
  g_assert_cmpint (g_unlink (path) | g_unlink (beside) | g_unlink (unfit), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Automatic, where a body is large enough for multigrid. */
static void
test_automatic (void)
{
  const Body body = { 3, 17, 4913 };
  g_autoptr (SeidelMatrix) matrix = make_body (&body);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
  g_autoptr (SeidelOutcome) outcome = NULL;

  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->attempts[0].preconditioner, ==, "multigrid");
  g_assert_cmpint (outcome->iterations, <=, 30);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/near-null/truss", test_truss);
  g_test_add_func ("/near-null/reordered", test_reordered);
  g_test_add_func ("/near-null/refused", test_refused);
  g_test_add_func ("/near-null/file", test_file);
  g_test_add_func ("/near-null/bodies", test_bodies);
  g_test_add_func ("/near-null/coordinates", test_coordinates);
  g_test_add_func ("/near-null/beside", test_beside);
  g_test_add_func ("/near-null/automatic", test_automatic);
  return g_test_run ();
}
