/* Geometric coarsening: the grids that are found, and interpolation against hat functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <math.h>

#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"
#include "multigrid/seidel-geometric.h"
#include "multigrid/seidel-hierarchy.h"

static const SeidelWorkers workers = { .threads = 2 };

typedef struct
{
  const char *kind;
  double values[3]; /* points along x, y and z where the kind has them */
  int n_values;
  int64_t points[3]; /* 0: no grid is to be found */
} Case;

static const Case cases[] = {
  { "poisson-5", { 9 }, 1, { 9, 9, 1 } },
  { "poisson-5", { 12, 7 }, 2, { 12, 7, 1 } },
  { "poisson-7", { 6, 5, 4 }, 3, { 6, 5, 4 } },
  { "poisson-7", { 8 }, 1, { 8, 8, 8 } },
  { "poisson-27", { 5, 7, 6 }, 3, { 5, 7, 6 } },
  { "poisson-27", { 4 }, 1, { 4, 4, 4 } },
  { "tridiagonal", { 11 }, 1, { 11, 1, 1 } },
  { "convection-diffusion", { 10 }, 1, { 10, 10, 1 } },
  { "poisson-neumann", { 9 }, 1, { 9, 9, 1 } },
  { "wathen", { 6 }, 1, { 0 } },
  { "arrow", { 40 }, 1, { 0 } },
  { "small-world", { 300 }, 1, { 0 } },
};

static void
test_grids (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        test_gallery (cases[i].kind, cases[i].n_values, cases[i].values);
      SeidelBox box = { { -1, -1, -1 } };
      const bool found = seidel_box_find (matrix->csr, &box, &workers);

      g_test_message ("%s %g", cases[i].kind, cases[i].values[0]);
      g_assert_true (found == (cases[i].points[0] > 0));
      for (int axis = 0; axis < 3 && found; axis++)
        g_assert_cmpint (box.points[axis], ==, cases[i].points[axis]);
    }
}

/* The hat function of a coarse point, which is 2 points wide to either side. */
static double
hat (int64_t point, int64_t coarse, int64_t points)
{
  if (points == 1)
    return 1.0;
  return fmax (0.0, 1.0 - fabs ((double) (point - (2 * coarse + 1))) / 2.0);
}

static double
prolongation_ref (const SeidelBox *fine, const SeidelBox *coarse, int64_t row, int64_t column)
{
  double value = 1.0;

  for (int axis = 0; axis < 3; axis++)
    {
      value *= hat (row % fine->points[axis], column % coarse->points[axis], fine->points[axis]);
      row /= fine->points[axis];
      column /= coarse->points[axis];
    }
  return value;
}

static void
check_prolongation (const SeidelCsr *csr)
{
  SeidelBox box, coarse;
  g_autoptr (SeidelCsr) P = NULL;

  g_assert_true (seidel_box_find (csr, &box, &workers));
  coarse = seidel_box_coarsen (&box);
  P = seidel_geometric_prolongation (csr, &box, &workers, NULL);
  g_assert_true (seidel_csr_validate (P, NULL));
  g_assert_cmpint (P->rows, ==, csr->rows);
  g_assert_cmpint (P->columns, ==, coarse.points[0] * coarse.points[1] * coarse.points[2]);
  for (int64_t row = 0; row < P->rows; row++)
    for (int64_t column = 0; column < P->columns; column++)
      {
        const int64_t k = seidel_csr_find (P, row, column);

        g_assert_cmpfloat (k >= 0 ? P->values[k] : 0.0, ==,
                           prolongation_ref (&box, &coarse, row, column));
      }
}

static void
test_prolongation (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        test_gallery (cases[i].kind, cases[i].n_values, cases[i].values);

      if (cases[i].points[0] > 0 && g_strcmp0 (cases[i].kind, "poisson-neumann") != 0)
        check_prolongation (matrix->csr);
    }
}

/* Where the rows of the matrix sum to zero a constant is interpolated as one, at the boundary too.
 */
static void
test_constant (void)
{
  for (double size = 8; size < 12; size++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-neumann", size);
      g_autoptr (SeidelCsr) P = NULL;
      SeidelBox box;

      g_assert_true (seidel_box_find (matrix->csr, &box, &workers));
      P = seidel_geometric_prolongation (matrix->csr, &box, &workers, NULL);
      for (int64_t row = 0; row < P->rows; row++)
        {
          double sum = 0.0;

          for (int64_t k = P->row_offsets[row]; k < P->row_offsets[row + 1]; k++)
            sum += P->values[k];
          g_assert_cmpfloat (fabs (sum - 1.0), <, 1e-15);
        }
    }
}

/* Half as many points along each axis on every level; and what is no grid is refused. */
static void
test_hierarchy (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-7", 21);
  g_autoptr (SeidelMatrix) other = test_gallery_sized ("wathen", 12);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelHierarchy) hierarchy =
    seidel_hierarchy_new (grid->csr, SEIDEL_COARSENING_GEOMETRIC, 0.25, NULL, &workers, NULL);

  g_assert_cmpint (hierarchy->n_levels, ==, 3);
  g_assert_cmpint (hierarchy->levels[1].A->rows, ==, 10 * 10 * 10);
  g_assert_cmpint (hierarchy->levels[2].A->rows, ==, 5 * 5 * 5);
  g_assert_nonnull (hierarchy->inverse);
  g_assert_null (
    seidel_hierarchy_new (other->csr, SEIDEL_COARSENING_GEOMETRIC, 0.25, NULL, &workers, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/geometric/grids", test_grids);
  g_test_add_func ("/geometric/prolongation", test_prolongation);
  g_test_add_func ("/geometric/constant", test_constant);
  g_test_add_func ("/geometric/hierarchy", test_hierarchy);
  return g_test_run ();
}
