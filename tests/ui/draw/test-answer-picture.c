/* The picture of rows that are filled in: where each row is, and what is drawn of the answer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "draw/seidel-answer-picture.h"

#include "test-matrices.h"

#define WIDTH  400
#define HEIGHT 300

static SeidelLessonRows *
make_rows (const char *kind, double size, SeidelLessonAsked asked)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery (kind, 1, &size);
  g_autoptr (GError) error = NULL;
  SeidelLessonRows *rows = seidel_lesson_rows_new (matrix, asked, 0, &error);

  g_assert_no_error (error);
  return rows;
}

/* Draws into pixels; returns how many differ from before. */
static int
draw (const SeidelAnswerPicture *picture, guint32 *pixels)
{
  const SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const guint32 *drawn;
  int different = 0;

  seidel_answer_picture_draw (picture, cr, WIDTH, HEIGHT, &theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  drawn = (const guint32 *) cairo_image_surface_get_data (surface);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    different += pixels[i] != drawn[i];
  memcpy (pixels, drawn, sizeof *pixels * WIDTH * HEIGHT);
  cairo_surface_destroy (surface);
  return different;
}

/* The first place at which a row is found, in steps of a few pixels. */
static bool
is_found (const SeidelAnswerPicture *picture, int64_t row)
{
  const SeidelTheme theme = seidel_theme_get (false);

  for (int y = 0; y < HEIGHT; y += 3)
    for (int x = 0; x < WIDTH; x += 3)
      if (seidel_answer_picture_row_at (picture, WIDTH, HEIGHT, &theme, x, y) == row)
        return true;
  return false;
}

static void
test_grid (void)
{
  g_autoptr (SeidelLessonRows) rows = make_rows ("poisson-5", 3.0, SEIDEL_LESSON_ASKED_LEVELS);
  SeidelAnswerPicture picture = seidel_answer_picture (rows);

  g_assert_cmpint (picture.line, ==, 3);
  for (int64_t row = 0; row < rows->n; row++)
    g_assert_true (is_found (&picture, row));
  picture.cursor = 4;
  g_assert_cmpint (seidel_answer_picture_step (&picture, -1, 0), ==, -3);
  g_assert_cmpint (seidel_answer_picture_step (&picture, 0, 1), ==, 1);
  picture.cursor = 5; /* at the end of its line */
  g_assert_cmpint (seidel_answer_picture_step (&picture, 0, 1), ==, 0);
  g_assert_cmpint (seidel_answer_picture_step (&picture, 1, 0), ==, 3);
  picture.cursor = 8;
  g_assert_cmpint (seidel_answer_picture_step (&picture, 1, 0), ==, 0);
}

/* A matrix that is no grid has its rows below each other. */
static void
test_entries (void)
{
  g_autoptr (SeidelLessonRows) rows = make_rows ("arrow", 6.0, SEIDEL_LESSON_ASKED_ORDER);
  SeidelAnswerPicture picture = seidel_answer_picture (rows);

  g_assert_cmpint (picture.line, ==, 0);
  for (int64_t row = 0; row < rows->n; row++)
    g_assert_true (is_found (&picture, row));
  picture.cursor = 2;
  g_assert_cmpint (seidel_answer_picture_step (&picture, 1, 0), ==, 1);
  picture.cursor = 0;
  g_assert_cmpint (seidel_answer_picture_step (&picture, -1, 0), ==, 0);
}

/* What is typed, where the cursor is, and what is right are seen; before, nothing of the answer. */
static void
test_drawn (void)
{
  static const char *const kinds[] = { "poisson-5", "arrow" };
  g_autofree guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SeidelLessonRows) rows = make_rows (kinds[i], 4.0, SEIDEL_LESSON_ASKED_LEVELS);
      SeidelAnswerPicture picture = seidel_answer_picture (rows);
      int given[16] = { 0 };

      g_assert_cmpint (draw (&picture, pixels), >, 0);
      picture.given = given;
      g_assert_cmpint (draw (&picture, pixels), ==, 0);
      rows->right[1]++;
      g_assert_cmpint (draw (&picture, pixels), ==, 0);
      rows->right[1]--;
      picture.cursor = 1;
      g_assert_cmpint (draw (&picture, pixels), >, 0);
      given[1] = 12;
      g_assert_cmpint (draw (&picture, pixels), >, 0);
      picture.marked = true;
      g_assert_cmpint (draw (&picture, pixels), >, 0);
      given[1] = rows->right[1];
      g_assert_cmpint (draw (&picture, pixels), >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/answer-picture/grid", test_grid);
  g_test_add_func ("/answer-picture/entries", test_entries);
  g_test_add_func ("/answer-picture/drawn", test_drawn);
  return g_test_run ();
}
