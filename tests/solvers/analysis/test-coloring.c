/* Colourings: against the plain version, on grids whose colours are known, and as schedules.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-coloring.h"
#include "base/seidel-error.h"

#include "golden-testing.h"
#include "plain-analysis.h"
#include "test-analysis-matrices.h"

static SeidelColoring *
color (const SeidelCsr *csr)
{
  g_autoptr (GError) error = NULL;
  SeidelColoring *coloring = seidel_coloring_new (csr, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (coloring);
  g_assert_cmpint (coloring->rows, ==, csr->rows);
  return coloring;
}

static void
test_by_hand (void)
{
  /* An entry above the diagonal makes neighbours as one below does; stored zeros count. */
  static const struct
  {
    const char *drawing;
    int32_t count;
    int32_t colors[5];
  } cases[] = {
    { "1", 1, { 1 } },
    { "1... .1.. ..1. ...1", 1, { 1, 1, 1, 1 } },
    { "11.. 111. .111 ..11", 2, { 1, 2, 1, 2 } },
    { "11.. .11. ..11 ...1", 2, { 1, 2, 1, 2 } },
    { "1... 11.. .11. ..11", 2, { 1, 2, 1, 2 } },
    { "1z.. .1.. ..1. ...1", 2, { 1, 2, 1, 1 } },
    { "1111 1111 1111 1111", 4, { 1, 2, 3, 4 } },
    { "1...1 .1..1 ..1.1 ...11 11111", 2, { 1, 1, 1, 1, 2 } },
    { "11111 11... 1.1.. 1..1. 1...1", 2, { 1, 2, 2, 2, 2 } },
    { "..1 ... ...", 2, { 1, 1, 2 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelCsr) csr = test_matrix_from_drawing (cases[i].drawing);
      g_autoptr (SeidelColoring) coloring = color (csr);

      g_assert_cmpint (coloring->count, ==, cases[i].count);
      g_assert_cmpmem (coloring->color_of_row, (size_t) csr->rows * 4, cases[i].colors,
                       (size_t) csr->rows * 4);
    }
}

static void
assert_valid (const SeidelCsr *csr, const SeidelColoring *coloring)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_assert_cmpint (coloring->color_of_row[row], >=, 1);
      g_assert_cmpint (coloring->color_of_row[row], <=, coloring->count);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row)
          g_assert_cmpint (coloring->color_of_row[row], !=,
                           coloring->color_of_row[csr->column_indices[k]]);
    }
}

static void
test_random (void)
{
  static const TestShape shapes[] = { TEST_SHAPE_SQUARE, TEST_SHAPE_SYMMETRIC, TEST_SHAPE_LOWER };

  for (guint32 seed = 0; seed < 300; seed++)
    {
      g_autoptr (SeidelCsr) csr = test_matrix_random (shapes[seed % G_N_ELEMENTS (shapes)], seed);
      g_autoptr (SeidelColoring) coloring = color (csr);
      g_autofree int32_t *colors = g_new (int32_t, csr->rows + 1);

      memset (colors, 0x55, (size_t) (csr->rows + 1) * sizeof *colors);
      g_assert_cmpint (seidel_coloring_ref (csr, colors), ==, coloring->count);
      g_assert_cmpmem (coloring->color_of_row, (size_t) csr->rows * 4, colors,
                       (size_t) csr->rows * 4);
      assert_valid (csr, coloring);
    }
}

static void
test_grids (void)
{
  static const struct
  {
    const char *kind;
    double size;
    int32_t count;
  } grids[] = {
    { "tridiagonal", 50, 2 }, { "poisson-5", 30, 2 }, { "poisson-7", 10, 2 },
    { "poisson-27", 10, 8 },  { "arrow", 100, 2 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (grids[i].kind, grids[i].size);
      g_autoptr (SeidelColoring) coloring = color (matrix->csr);

      g_assert_cmpint (coloring->count, ==, grids[i].count);
      assert_valid (matrix->csr, coloring);
    }
}

static void
test_schedules (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 7);
  g_autoptr (SeidelColoring) coloring = color (matrix->csr);

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule =
        seidel_coloring_schedule (coloring, matrix->csr, direction, NULL);
      int64_t rows = 0;
      int64_t nonzeros = 0;

      g_assert_cmpint (schedule->direction, ==, direction);
      g_assert_cmpint (schedule->rows, ==, 343);
      g_assert_cmpint (schedule->count, ==, 8);
      g_assert_true (schedule->in_place_safe);
      for (int32_t level = 0; level < 8; level++)
        {
          rows += schedule->level_rows[level];
          nonzeros += schedule->level_nonzeros[level];
        }
      g_assert_cmpint (rows, ==, 343);
      g_assert_cmpint (nonzeros, ==, seidel_csr_nonzeros (matrix->csr));
      /* 4³ points of the first colour, 3³ of the last. */
      g_assert_cmpint (schedule->level_rows[direction == 0 ? 0 : 7], ==, 64);
      g_assert_cmpint (schedule->level_rows[direction == 0 ? 7 : 0], ==, 27);
      g_assert_cmpint (schedule->widest, ==, 64);
      g_assert_cmpint (schedule->narrowest, ==, 27);
      /* Every entry off the diagonal is a dependency in one direction or the other. */
      g_assert_cmpint (schedule->dependencies, ==, (seidel_csr_nonzeros (matrix->csr) - 343) / 2);
      g_assert_cmpint (schedule->max_dependencies, ==, 26);
      for (int64_t row = 0; row < 343; row++)
        g_assert_cmpint (schedule->level_of_row[row], ==,
                         direction == 0 ? coloring->color_of_row[row]
                                        : 9 - coloring->color_of_row[row]);
    }
}

static void
test_empty (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (0, 0, NULL);
  g_autoptr (SeidelColoring) coloring = color (csr);
  g_autoptr (SeidelSchedule) schedule = seidel_coloring_schedule (coloring, csr, 0, NULL);

  g_assert_cmpint (coloring->count, ==, 0);
  g_assert_cmpint (schedule->count, ==, 0);
  g_assert_cmpint (schedule->narrowest, ==, 0);
}

static void
test_refused (void)
{
  const double dense[] = { 1, 2 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (1, 2, dense);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_coloring_new (csr, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_coloring_new (matrix->csr, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coloring/by-hand", test_by_hand);
  g_test_add_func ("/coloring/random", test_random);
  g_test_add_func ("/coloring/grids", test_grids);
  g_test_add_func ("/coloring/schedules", test_schedules);
  g_test_add_func ("/coloring/empty", test_empty);
  g_test_add_func ("/coloring/refused", test_refused);
  return g_test_run ();
}
