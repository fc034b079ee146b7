/* Tests of draw/seidel-thumbnail: what its pixels say of a pattern and of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"
#include "draw/seidel-thumbnail.h"

#define WIDTH  120
#define HEIGHT 90

/* Its 59 levels grow to the middle one and shrink again. */
#define GRID 30.0

static guint32
pixel_at (cairo_surface_t *image, int x, int y)
{
  const unsigned char *data = cairo_image_surface_get_data (image);

  return *(const guint32 *) (data + y * cairo_image_surface_get_stride (image) + 4 * x);
}

/* Pixels of a column that are not like the corner. */
static int
count_drawn (cairo_surface_t *image, int x)
{
  int drawn = 0;

  for (int y = 0; y < HEIGHT; y++)
    drawn += pixel_at (image, x, y) != pixel_at (image, 0, 0);
  return drawn;
}

static void
test_widths (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", GRID);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  cairo_surface_t *image = seidel_thumbnail_widths (schedule, WIDTH, HEIGHT, &theme, 1);

  cairo_surface_flush (image);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, WIDTH);
  /* The widest fills the height within the margin, the first is hardly there, none is missing. */
  g_assert_cmpint (count_drawn (image, WIDTH / 2), >=, HEIGHT - 21);
  g_assert_cmpint (count_drawn (image, 11), <, 10);
  for (int x = 10; x < WIDTH - 10; x++)
    g_assert_cmpint (count_drawn (image, x), >=, 2);
  g_assert_cmpint (count_drawn (image, 5), ==, 0);
  cairo_surface_destroy (image);
}

static void
test_pattern (void)
{
  const SeidelTheme theme = seidel_theme_get (true);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", GRID);
  g_autofree char *text = NULL;
  cairo_surface_t *image =
    seidel_thumbnail_pattern (matrix, HEIGHT, HEIGHT, &theme, 2, NULL, &text);

  cairo_surface_flush (image);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, 2 * HEIGHT);
  g_assert_cmpstr (text, !=, "");
  /* The diagonal is there, the corner beside it is empty. */
  g_assert_cmpuint (pixel_at (image, HEIGHT, HEIGHT), !=, pixel_at (image, 0, 0));
  g_assert_cmpuint (pixel_at (image, 2 * HEIGHT - 24, 24), ==, pixel_at (image, 0, 0));
  cairo_surface_destroy (image);
}

static void
test_cancelled (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", GRID);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_thumbnail_pattern (matrix, HEIGHT, HEIGHT, &theme, 1, cancellable, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumbnail/widths", test_widths);
  g_test_add_func ("/thumbnail/pattern", test_pattern);
  g_test_add_func ("/thumbnail/cancelled", test_cancelled);
  return g_test_run ();
}
