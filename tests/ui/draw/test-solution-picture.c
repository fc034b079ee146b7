/* Pictures of a solution: what is sorted, counted, selected and coloured, against plain loops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/seidel-solution-picture.h"

#include "test-matrices.h"

#define SIDE 20
#define N    (SIDE * SIDE)

/* Values over some decades, of both signs, with a zero and equal ones. */
static double
value_of (int i)
{
  if (i == 7)
    return 0.0;
  return (i % 3 == 0 ? -1.0 : 1.0) * pow (10.0, -(i * 37 % 100) / 20.0);
}

/* The picture of such an x of a grid. */
static SeidelSolutionPicture *
picture_of (SeidelSolutionShown shown, bool logarithmic)
{
  const double side = SIDE, b[N] = { 0.0 };
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, &side);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, &error);
  g_autoptr (SeidelSolution) solution = NULL;
  SeidelSolutionPicture *picture;
  double x[N];

  g_assert_no_error (error);
  for (int i = 0; i < N; i++)
    x[i] = value_of (i);
  solution = seidel_solution_new (problem, x, 1, NULL, &error);
  g_assert_no_error (error);
  picture =
    seidel_solution_picture_new (matrix, solution,
                                 &(SeidelSolutionChoice){ SEIDEL_SOLUTION_X, shown, logarithmic },
                                 SIDE, "run 1", 0, &error);
  g_assert_no_error (error);
  return picture;
}

static double
shown_of (int i, bool logarithmic)
{
  return logarithmic ? fabs (value_of (i)) : value_of (i);
}

static void
test_sorted (void)
{
  for (int logarithmic = 0; logarithmic < 2; logarithmic++)
    {
      g_autoptr (SeidelSolutionPicture) picture =
        picture_of (SEIDEL_SOLUTION_SORTED, logarithmic != 0);
      bool seen[N] = { false };

      for (int i = 0; i < N; i++)
        {
          const int32_t entry = picture->order[i];
          double x = NAN;

          g_assert_false (seen[entry]);
          seen[entry] = true;
          if (i > 0)
            g_assert_cmpfloat (shown_of (picture->order[i - 1], logarithmic != 0), >=,
                               shown_of (entry, logarithmic != 0));
          g_assert_cmpint (seidel_solution_picture_row_at_x (picture, i + 1), ==, entry);
          g_assert_true (seidel_solution_picture_x_of_row (picture, entry, &x));
          g_assert_cmpfloat (x, ==, i + 1);
        }
      g_assert_cmpint (seidel_solution_picture_row_at_x (picture, 0), ==, -1);
      g_assert_cmpint (seidel_solution_picture_row_at_x (picture, N + 1), ==, -1);
    }
}

/* Every value is in one bar, between its edges; picking bars gives the rows in them. */
static void
test_histogram (void)
{
  for (int logarithmic = 0; logarithmic < 2; logarithmic++)
    {
      g_autoptr (SeidelSolutionPicture) picture =
        picture_of (SEIDEL_SOLUTION_HISTOGRAM, logarithmic != 0);
      const SeidelSolutionBins *bins = &picture->bins;
      int64_t sum = 0;

      for (int bin = 0; bin < bins->n; bin++)
        {
          const double low = bins->low + bin * bins->width;
          g_autoptr (SeidelRowSet) rows =
            seidel_solution_picture_rows_between (picture, low + bins->width / 2.0,
                                                  low + bins->width / 2.0);

          g_assert_cmpint (rows->count, ==, bins->rows[bin]);
          for (int i = 0; i < N; i++)
            if (rows->member[i])
              {
                const double value = logarithmic ? log10 (fabs (value_of (i))) : value_of (i);

                g_assert_cmpfloat (value, >=, low - 1e-12);
                g_assert_cmpfloat (value, <=, low + bins->width + 1e-12);
              }
          sum += bins->rows[bin];
        }
      g_assert_cmpint (sum, ==, logarithmic ? N - 1 : N);
      g_assert_cmpint (picture->zeros, ==, 1);
    }
}

static void
test_selected (void)
{
  g_autoptr (SeidelRowSet) rows = seidel_row_set_new (N, 3, 50, NULL);

  for (int shown = 0; shown < SEIDEL_SOLUTION_N_VIEWS; shown++)
    {
      g_autoptr (SeidelSolutionPicture) picture = picture_of ((SeidelSolutionShown) shown, false);
      const SeidelSeries *series;
      double count = 0.0;

      seidel_solution_picture_set_lit (picture, rows);
      if (shown == SEIDEL_SOLUTION_CELLS)
        continue;
      g_assert_cmpuint (picture->plot->series->len, ==, 2);
      series = g_ptr_array_index (picture->plot->series, 1);
      for (size_t i = 0; i < series->count; i++)
        {
          double x, y;

          series->sample (series->data, i, &x, &y);
          count += shown == SEIDEL_SOLUTION_HISTOGRAM ? y : 1.0;
          if (shown != SEIDEL_SOLUTION_HISTOGRAM)
            g_assert_true (rows->member[seidel_solution_picture_row_at_x (picture, x)]);
        }
      g_assert_cmpfloat (count, ==, (double) rows->count);
      seidel_solution_picture_set_lit (picture, NULL);
      g_assert_cmpuint (picture->plot->series->len, ==, 1);
    }
}

static guint32
color_at (const SeidelSolutionPicture *picture, int row)
{
  const SeidelTheme theme = seidel_theme_get (false);
  const SeidelPlane plane = seidel_solution_picture_plane (picture, 300.0, 300.0, &theme);
  const SeidelCellMap map = seidel_cells_map (&picture->cells, &plane);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 300);
  cairo_t *cr = cairo_create (surface);
  const int x = (int) seidel_cell_map_x (&map, row % SIDE + 0.3);
  const int y = (int) seidel_cell_map_y (&map, row / SIDE + 0.3);
  guint32 color;

  g_assert_cmpint (seidel_solution_picture_row_at (picture, 300.0, 300.0, &theme, x, y), ==, row);
  seidel_solution_picture_draw (picture, cr, 300.0, 300.0, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  memcpy (&color,
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface)
            + 4 * x,
          4);
  cairo_surface_destroy (surface);
  return color;
}

static guint32
pixel_of (SeidelColor color)
{
  return 0xff000000u | (guint32) (color.red * 255.0 + 0.5) << 16
         | (guint32) (color.green * 255.0 + 0.5) << 8 | (guint32) (color.blue * 255.0 + 0.5);
}

/* The least and the greatest magnitude have the ends of the scale; zero and NaN are not on it. */
static void
test_cells (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelSolutionPicture) picture = picture_of (SEIDEL_SOLUTION_CELLS, true);
  int least = 0, below = 0;

  for (int i = 1; i < N; i++)
    if (i != 7 && fabs (value_of (i)) < fabs (value_of (least)))
      least = i;
  for (int i = 0; i < N; i++)
    below += i != 7 && fabs (value_of (i)) < picture->scale_low;
  g_assert_cmpint (below, <=, N / 100);
  g_assert_cmphex (color_at (picture, (int) picture->largest), ==,
                   pixel_of (seidel_theme_level (&theme, 1.0)));
  g_assert_cmphex (color_at (picture, least), ==, pixel_of (seidel_theme_level (&theme, 0.0)));
  g_assert_cmphex (color_at (picture, 7), ==, pixel_of (theme.grid));
}

static void
test_texts (void)
{
  g_autoptr (SeidelSolutionPicture) picture = picture_of (SEIDEL_SOLUTION_OVER_ROWS, true);
  g_autofree char *text = seidel_solution_picture_describe (picture);
  g_autofree char *row = seidel_solution_picture_describe_row (picture, 41);
  g_autofree char *csv = seidel_solution_picture_to_csv (picture);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);

  g_assert_cmpstr (text, ==,
                   "Solution of run 1: 400 values, magnitudes from 1.12e−5 to 1, 1 of them 0; the "
                   "largest is in row 1 (line 1, point 1)");
  g_assert_true (g_str_has_prefix (row, "row 42 (line 3, point 2): x = "));
  g_assert_nonnull (strstr (row, " · residual = "));
  g_assert_null (strstr (row, "error"));
  g_assert_cmpuint (g_strv_length (lines), ==, N + 2);
  g_assert_cmpstr (lines[0], ==, "row,x,residual,error");
  g_assert_true (g_str_has_prefix (lines[8], "8,0,"));
}

/* One value: the histogram has one bar, and there is no scale to divide by. */
static void
test_even (void)
{
  static const SeidelSolutionShown all[] = { SEIDEL_SOLUTION_OVER_ROWS, SEIDEL_SOLUTION_CELLS,
                                             SEIDEL_SOLUTION_SORTED, SEIDEL_SOLUTION_HISTOGRAM };
  const SeidelTheme theme = seidel_theme_get (true);
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (9);
  const double b[9] = { 0.0 };
  double x[9];
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 200);
  cairo_t *cr = cairo_create (surface);

  for (int i = 0; i < 9; i++)
    x[i] = i == 4 ? NAN : 1.0;
  for (guint k = 0; k < 2 * G_N_ELEMENTS (all); k++)
    {
      g_autoptr (SeidelSolution) solution = seidel_solution_new (problem, x, 1, NULL, NULL);
      g_autoptr (SeidelSolutionPicture) picture =
        seidel_solution_picture_new (matrix, solution,
                                     &(SeidelSolutionChoice){ SEIDEL_SOLUTION_X, all[k / 2],
                                                              k % 2 != 0 },
                                     0, "run 1", 0, NULL);

      g_assert_cmpint (picture->not_finite, ==, 1);
      seidel_solution_picture_draw (picture, cr, 200.0, 200.0, &theme);
      if (all[k / 2] == SEIDEL_SOLUTION_HISTOGRAM)
        {
          g_assert_cmpint (picture->bins.n, ==, 1);
          g_assert_cmpint (picture->bins.rows[0], ==, 8);
        }
      if (all[k / 2] == SEIDEL_SOLUTION_SORTED)
        g_assert_cmpint (picture->order[0], ==, 4);
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A denormal number among others does not stretch the scale over three hundred decades. */
static void
test_denormal (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (4);
  const double b[4] = { 0.0 }, x[4] = { 1.0, 4.9e-324, 1e-3, 0.0 };
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
  g_autoptr (SeidelSolution) solution = seidel_solution_new (problem, x, 1, NULL, NULL);

  for (int shown = 0; shown < SEIDEL_SOLUTION_N_VIEWS; shown++)
    {
      g_autoptr (SeidelSolutionPicture) picture =
        seidel_solution_picture_new (matrix, solution,
                                     &(SeidelSolutionChoice){ SEIDEL_SOLUTION_X,
                                                              (SeidelSolutionShown) shown, true },
                                     0, "run 1", 0, NULL);

      g_assert_cmpfloat (picture->low, ==, 1e-3);
      g_assert_cmpfloat (picture->high, ==, 1.0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solution-picture/sorted", test_sorted);
  g_test_add_func ("/solution-picture/histogram", test_histogram);
  g_test_add_func ("/solution-picture/selected", test_selected);
  g_test_add_func ("/solution-picture/cells", test_cells);
  g_test_add_func ("/solution-picture/texts", test_texts);
  g_test_add_func ("/solution-picture/even", test_even);
  g_test_add_func ("/solution-picture/denormal", test_denormal);
  return g_test_run ();
}
