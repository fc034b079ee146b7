/* A field that is played: what it is at each iterate, what is said and drawn of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-cells.h"
#include "draw/seidel-field-picture.h"
#include "draw/seidel-text.h"

#include "test-matrices.h"
#include "picture-testing.h"

#define SIDE 15
#define N    (SIDE * SIDE)

/* Two iterates: the smoothest mode with a rough one, and what is left of them. */
static SeidelFieldPicture *
make_picture (const char *rhs_text, int64_t line)
{
  const double side = SIDE;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, &side);
  g_autoptr (SeidelIterates) iterates = seidel_iterates_new (matrix);
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelFieldPicture *picture;
  SeidelVectorSpec rhs;
  double x[N];

  g_assert_true (seidel_vector_spec_parse (rhs_text, SEIDEL_VECTOR_ROLE_RHS, &rhs, &error));
  problem = seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (int iteration = 0; iteration < 2; iteration++)
    {
      for (int i = 0; i < N; i++)
        x[i] = problem->solution != NULL ? 1.0 : 0.0;
      seidel_mode_add (x, N, SIDE, 1, 1, iteration == 0 ? 1.0 : 0.9);
      seidel_mode_add (x, N, SIDE, 14, 14, iteration == 0 ? 1.0 : 0.1);
      seidel_iterates_add (iterates, iteration, x);
    }
  picture = seidel_field_picture_new (problem, iterates, line);
  g_assert_nonnull (picture);
  return picture;
}

static void
test_errors (void)
{
  static const char *const sides[] = { "solution-ones", "zeros" };

  for (size_t i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr (SeidelFieldPicture) picture = make_picture (sides[i], SIDE);
      g_autofree char *text = NULL;

      g_assert_true (seidel_field_picture_knows (picture, SEIDEL_SOLUTION_ERROR));
      seidel_field_picture_show (picture, SEIDEL_SOLUTION_ERROR, 0);
      /* ‖mode‖₂ = (SIDE + 1) / 2 */
      g_assert_cmpfloat_with_epsilon (picture->norm, 8.0 * sqrt (2.0), 1e-12);
      g_assert_cmpfloat_with_epsilon (picture->bands[0], 8.0, 1e-12);
      g_assert_cmpfloat_with_epsilon (picture->bands[13], 8.0, 1e-12);
      seidel_field_picture_show (picture, SEIDEL_SOLUTION_ERROR, 99);
      g_assert_cmpint (picture->index, ==, 1);
      g_assert_cmpint (picture->iteration, ==, 1);
      g_assert_cmpfloat_with_epsilon (picture->bands[0], 0.9 * 8.0, 1e-12);
      g_assert_cmpfloat_with_epsilon (picture->bands[13], 0.1 * 8.0, 1e-12);
      g_assert_cmpfloat_with_epsilon (picture->first_bands[13], 8.0, 1e-12);
      text = seidel_field_picture_describe (picture);
      g_assert_cmpstr (text, ==,
                       "After 1 iteration: ‖x − x*‖₂ = 7.24; 1.2 % of its square is rough");
    }
}

/* The residual is that of the iterate; without x* there is no error. */
static void
test_others (void)
{
  g_autoptr (SeidelFieldPicture) picture = make_picture ("ones", SIDE);
  const SeidelCsr *csr = picture->problem->matrix->csr;
  g_autofree char *csv = NULL;

  g_assert_false (seidel_field_picture_knows (picture, SEIDEL_SOLUTION_ERROR));
  g_assert_true (seidel_field_picture_knows (picture, SEIDEL_SOLUTION_X));
  seidel_field_picture_show (picture, SEIDEL_SOLUTION_RESIDUAL, 1);
  for (int row = 0; row < N; row++)
    {
      double residual = 1.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        residual -= csr->values[k] * picture->x[csr->column_indices[k]];
      g_assert_cmpfloat_with_epsilon (picture->field[row], residual, 1e-14);
    }
  csv = seidel_field_picture_to_csv (picture);
  g_assert_true (g_str_has_prefix (csv, "iteration,row,value\n1,1,"));
}

static void
test_draws (void)
{
  static const int64_t lines[] = { SIDE, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (SeidelFieldPicture) picture = make_picture ("zeros", lines[i]);
      g_autofree guint32 *pixels = g_new0 (guint32, 900 * 500);

      test_draw_over (picture, seidel_field_picture_draw, 900, 500, false,
                      NULL); /* before anything is shown */
      for (int index = 0; index < 2; index++)
        {
          seidel_field_picture_show (picture, SEIDEL_SOLUTION_ERROR, index);
          g_assert_cmpint (test_draw_over (picture, seidel_field_picture_draw, 900, 500, false,
                                           pixels),
                           >, 1000);
          test_draw_over (picture, seidel_field_picture_draw, 1, 1, true, NULL);
          test_draw_over (picture, seidel_field_picture_draw, 120, 80, true, NULL);
        }
      picture->magnified = true;
      g_assert_cmpint (test_draw_over (picture, seidel_field_picture_draw, 900, 500, false, pixels),
                       >, 1000);
    }
}

/* Whether anything is drawn of a number that has so much room. */
static bool
is_drawn (double value, double width)
{
  const SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 200, 40);
  cairo_t *cr = cairo_create (surface);
  const unsigned char *pixels = cairo_image_surface_get_data (surface);
  bool drawn = false;

  seidel_cells_draw_number (cr, value, 100.0, 20.0, width, false, NULL, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int i = 0; i < cairo_image_surface_get_stride (surface) * 40; i++)
    drawn = drawn || pixels[i] != 0;
  cairo_surface_destroy (surface);
  return drawn;
}

/* A small number with few digits in plain writing does not vanish where its power of ten fits. */
static void
test_narrow_numbers (void)
{
  static const double values[] = { 0.0004, 3.7e-4, -9.6e-4, 2e-7, 0.05, 123456.0 };
  const SeidelTheme theme = seidel_theme_get (false);
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL };
  double room;

  seidel_text_measure (&theme, &style,
                       "\xe2\x88\x92"
                       "9e-4",
                       &room, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_assert_true (is_drawn (values[i], room));
      g_assert_false (is_drawn (values[i], room / 8.0));
    }
  g_assert_true (is_drawn (0.0, room));
  /* Beside its neighbours a sign takes no number away: the letters are smaller, to some extent. */
  seidel_text_measure (&theme, &style,
                       "\xe2\x88\x92"
                       "0.6",
                       &room, NULL);
  g_assert_true (is_drawn (-0.61, 0.8 * room));
  g_assert_false (is_drawn (-0.61, 0.6 * room));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/field-picture/errors", test_errors);
  g_test_add_func ("/field-picture/others", test_others);
  g_test_add_func ("/field-picture/draws", test_draws);
  g_test_add_func ("/field-picture/narrow-numbers", test_narrow_numbers);
  return g_test_run ();
}
