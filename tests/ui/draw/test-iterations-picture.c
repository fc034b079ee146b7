/* Iterations side by side: what a start means in any ordering, what is drawn and said at each
 * sweep, and the same after another ω as from the beginning.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "analysis/seidel-grid.h"
#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "draw/seidel-iterations-picture.h"
#include "matrix/seidel-vector.h"

#include "test-matrices.h"
#include "picture-testing.h"

static const SeidelStationaryKind three[] = { SEIDEL_STATIONARY_JACOBI, SEIDEL_STATIONARY_FORWARD,
                                              SEIDEL_STATIONARY_SOR };

static SeidelIterationsPicture *
picture_of (SeidelMatrix *matrix, int64_t line)
{
  g_autoptr (GError) error = NULL;
  SeidelIterationsPicture *picture = seidel_iterations_picture_new (matrix, line, &error);

  g_assert_no_error (error);
  g_assert_true (seidel_iterations_picture_set_lanes (picture, three, 3, 1.5, &error));
  return picture;
}

static SeidelMatrix *
grid_of (int side)
{
  const double value = side;

  return test_gallery ("poisson-5", 1, &value);
}

static void
test_draws (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 90, 60 }, { 900, 600 } };
  g_autoptr (SeidelMatrix) grid = grid_of (8);
  g_autoptr (SeidelIterationsPicture) picture = picture_of (grid, 8);
  g_autofree guint32 *pixels = g_new0 (guint32, 900 * 600);

  for (int view = 0; view < SEIDEL_ITERATIONS_N_VIEWS; view++)
    {
      picture->shown = (SeidelIterationsShown) view;
      for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
        test_draw_over (picture, seidel_iterations_picture_draw, sizes[i / 2][0], sizes[i / 2][1],
                        i % 2 == 1, NULL);
      for (int64_t sweep = 0; sweep < 4; sweep++)
        {
          seidel_iterations_picture_go_to (picture, sweep, G_MAXINT64);
          g_assert_cmpint (test_draw_over (picture, seidel_iterations_picture_draw, 900, 600, false,
                                           pixels),
                           >, 200);
        }
    }
  picture->shown = SEIDEL_ITERATIONS_ERROR;
  seidel_iterations_picture_go_to (picture, 60, G_MAXINT64);
  test_draw_over (picture, seidel_iterations_picture_draw, 900, 600, false, pixels);
  picture->magnified = true;
  g_assert_cmpint (test_draw_over (picture, seidel_iterations_picture_draw, 900, 600, false,
                                   pixels),
                   >, 200);
}

/* A start is the same field on the grid whatever the ordering of the rows. */
static void
test_starts (void)
{
  g_autoptr (SeidelMatrix) grid = grid_of (9);
  g_autoptr (GError) error = NULL;
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) reordered = NULL;
  g_autoptr (SeidelIterationsPicture) picture = picture_of (grid, 9);
  g_autoptr (SeidelIterationsPicture) other = NULL;

  g_assert_true (seidel_ordering_spec_parse ("rcm", &spec, &error));
  reordered = seidel_ordering_apply (&spec, grid, NULL, NULL, &error);
  g_assert_no_error (error);
  other = picture_of (reordered, 9);
  for (int start = 0; start < SEIDEL_N_STARTS; start++)
    {
      seidel_iterations_picture_set_start (picture, (SeidelIterationsStart) start, 3);
      seidel_iterations_picture_set_start (other, (SeidelIterationsStart) start, 3);
      g_assert_cmpfloat (picture->scale, >, 0.0);
      g_assert_cmpfloat (picture->scale, <=, 1.5);
      for (int64_t row = 0; row < 81; row++)
        g_assert_cmpfloat_with_epsilon (other->start[row],
                                        picture->start[seidel_matrix_original_row (reordered, row)],
                                        1e-14);
    }
  seidel_iterations_picture_set_start (picture, SEIDEL_START_MODE, 1);
  g_assert_cmpfloat_with_epsilon (picture->start[40] - picture->exact[40], 1.0, 1e-15);
  seidel_iterations_picture_set_start (picture, SEIDEL_START_POINT, 1);
  g_assert_cmpfloat (picture->start[40] - picture->exact[40], ==, 1.0);
  g_assert_cmpfloat (picture->start[39] - picture->exact[39], ==, 0.0);
}

static void
test_omega (void)
{
  g_autoptr (SeidelMatrix) grid = grid_of (12);
  g_autoptr (SeidelIterationsPicture) picture = picture_of (grid, 12);
  g_autoptr (SeidelIterationsPicture) fresh = picture_of (grid, 12);
  g_autofree char *name = NULL, *text = NULL, *csv = NULL, *row = NULL;

  seidel_iterations_picture_go_to (picture, 50, G_MAXINT64);
  seidel_iterations_picture_set_omega (picture, 1.25);
  g_assert_cmpint (seidel_iterations_picture_reached (picture), ==, 0);
  g_assert_true (seidel_iterations_picture_go_to (picture, 50, G_MAXINT64));
  seidel_iterations_picture_set_omega (fresh, 1.25);
  seidel_iterations_picture_go_to (fresh, 50, G_MAXINT64);
  for (int lane = 0; lane < 3; lane++)
    g_assert_cmpmem (picture->lanes[lane]->x, 144 * sizeof (double), fresh->lanes[lane]->x,
                     144 * sizeof (double));
  name = seidel_iterations_picture_lane_name (picture, 2);
  g_assert_cmpstr (name, ==, "SOR, ω = 1.25");
  text = seidel_iterations_picture_describe (picture);
  g_assert_true (g_str_has_prefix (text, "Sweep 50: error ‖x − x*‖₂ · Jacobi: "));
  row = seidel_iterations_picture_describe_row (picture, 3);
  g_assert_true (g_str_has_prefix (row, "row 4 · Jacobi: x = "));
  csv = seidel_iterations_picture_to_csv (picture);
  g_assert_true (g_str_has_prefix (csv, "sweep,method,omega,error,residual\n0,Jacobi,,12,"));
  g_assert_nonnull (strstr (csv, "\n50,SOR,1.25,"));
  g_assert_false (seidel_iterations_picture_is_over (picture));
  seidel_iterations_picture_go_to (picture, 5000, G_MAXINT64);
  g_assert_true (seidel_iterations_picture_is_over (picture));
}

/* b of a small matrix is its own; a row without a diagonal entry is named; what cannot be shown is
 * refused. */
static void
test_systems (void)
{
  const int64_t offsets[] = { 0, 1, 3 };
  const int32_t columns[] = { 1, 0, 1 };
  const double values[] = { 1.0, 1.0, 4.0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("two", seidel_csr_new_from_arrays (2, 2, offsets, columns, values, &error));
  g_autoptr (SeidelMatrix) large = grid_of (129);
  g_autoptr (SeidelIterationsPicture) picture = NULL;
  g_autofree char *text = NULL, *csv = NULL;

  g_assert_no_error (error);
  matrix->rhs = seidel_vector_new (2, &error);
  matrix->rhs[0] = 2.0;
  matrix->rhs[1] = 9.0;
  picture = picture_of (matrix, 0);
  g_assert_true (picture->own_b);
  g_assert_cmpfloat (picture->exact[0], ==, 1.0);
  g_assert_cmpfloat (picture->exact[1], ==, 2.0);
  text = seidel_iterations_picture_describe (picture);
  g_assert_nonnull (strstr (text, "row 1 has no diagonal entry"));
  csv = seidel_iterations_picture_to_csv (picture);
  g_assert_true (g_str_has_prefix (csv, "sweep,method,omega,error,residual,x1,x2\n"));
  g_assert_null (seidel_iterations_picture_new (large, 129, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

static void
test_row_at (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelMatrix) grid = grid_of (8);
  g_autoptr (SeidelIterationsPicture) picture = picture_of (grid, 8);
  bool seen[3][64] = { { false } };
  int lane, found = 0;

  for (int y = 0; y < 600; y += 3)
    for (int x = 0; x < 900; x += 3)
      {
        const int64_t row =
          seidel_iterations_picture_row_at (picture, 900, 600, &theme, x, y, &lane);

        if (row >= 0)
          seen[lane][row] = true;
      }
  for (int i = 0; i < 3 * 64; i++)
    found += seen[i / 64][i % 64];
  g_assert_cmpint (found, ==, 3 * 64);
  g_assert_cmpint (seidel_iterations_picture_row_at (picture, 900, 600, &theme, -1.0, -1.0, &lane),
                   ==, -1);
}

/* While a question is open neither curves nor norms are seen: what is withheld is the same after
 * two sweeps that differ in nothing but these. */
static void
test_withheld (void)
{
  g_autoptr (SeidelMatrix) grid = grid_of (8);
  g_autoptr (SeidelIterationsPicture) picture = picture_of (grid, 8);
  g_autofree guint32 *pixels = g_new0 (guint32, 600 * 400);
  g_autofree char *open = NULL;
  g_autofree char *shown = NULL;

  seidel_iterations_picture_go_to (picture, 3, G_MAXINT64);
  test_draw_over (picture, seidel_iterations_picture_draw, 600, 400, false, pixels);
  shown = seidel_iterations_picture_describe (picture);
  picture->withheld = true;
  g_assert_cmpint (test_draw_over (picture, seidel_iterations_picture_draw, 600, 400, false,
                                   pixels),
                   >, 0);
  picture->plot->series->len = 0; /* no curve is drawn: what is seen does not depend on them */
  g_assert_cmpint (test_draw_over (picture, seidel_iterations_picture_draw, 600, 400, false,
                                   pixels),
                   ==, 0);
  picture->plot->series->len = 3;
  open = seidel_iterations_picture_describe (picture);
  g_assert_cmpstr (open, ==, "Sweep 3");
  g_assert_nonnull (strstr (shown, "Jacobi"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iterations-picture/draws", test_draws);
  g_test_add_func ("/iterations-picture/withheld", test_withheld);
  g_test_add_func ("/iterations-picture/starts", test_starts);
  g_test_add_func ("/iterations-picture/omega", test_omega);
  g_test_add_func ("/iterations-picture/systems", test_systems);
  g_test_add_func ("/iterations-picture/row-at", test_row_at);
  return g_test_run ();
}
