/* The table of a small system: every element can be found where it is drawn, at any size, and what
 * is said of it follows the system.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "draw/seidel-entries-picture.h"

static void
fill (SeidelSmallSystem *system, int n)
{
  seidel_small_system_init (system, n);
  for (int row = 0; row < n; row++)
    {
      seidel_small_system_set (system, row, row, 4.0);
      if (row > 0)
        seidel_small_system_set (system, row, row - 1, -1.0);
    }
}

static void
test_find (void)
{
  static const int sizes[][3] = { { 1, 300, 200 }, { 6, 640, 540 }, { 40, 640, 540 } };
  const SeidelTheme theme = seidel_theme_get (false);
  SeidelSmallSystem system = { 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const int n = sizes[i][0];
      g_autoptr (SeidelEntriesPicture) picture = seidel_entries_picture_new (&system);
      bool seen[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST + 1] = { { false } };
      int row, column, found = 0;

      fill (&system, n);
      for (int y = 0; y < sizes[i][2]; y += 2)
        for (int x = 0; x < sizes[i][1]; x += 2)
          if (seidel_entries_picture_find (picture, sizes[i][1], sizes[i][2], &theme, x, y, &row,
                                           &column))
            seen[row][column] = true;
      for (int k = 0; k < n * (n + 1); k++)
        found += seen[k / (n + 1)][k % (n + 1) < n ? k % (n + 1) : SEIDEL_SMALL_RHS];
      g_assert_cmpint (found, ==, n * (n + 1));
    }
}

/* Draws the table or the graph; the number of pixels that are not those of the first corner. */
static int
count_drawn (const SeidelEntriesPicture *picture, bool graph, bool dark)
{
  const SeidelTheme theme = seidel_theme_get (dark);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 500, 400);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  int different = 0;

  if (graph)
    seidel_entries_picture_draw_graph (picture, cr, 500, 400, &theme);
  else
    seidel_entries_picture_draw (picture, cr, 500, 400, &theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  for (int i = 1; i < 500 * 400; i++)
    different += pixels[i] != pixels[0];
  cairo_surface_destroy (surface);
  return different;
}

static void
test_draws (void)
{
  SeidelSmallSystem system = { 0 };
  g_autoptr (SeidelEntriesPicture) picture = seidel_entries_picture_new (&system);
  g_autoptr (GError) error = NULL;

  for (int n = 1; n <= SEIDEL_SMALL_MOST; n += 13)
    {
      fill (&system, n);
      g_assert_true (seidel_entries_picture_update (picture, "a", &error));
      g_assert_cmpint (picture->schedule->count, ==, n);
      for (int i = 0; i < 4; i++)
        g_assert_cmpint (count_drawn (picture, i % 2 == 1, i / 2 == 1), >, 100);
    }
}

static void
test_describes (void)
{
  SeidelSmallSystem system = { 0 };
  g_autoptr (SeidelEntriesPicture) picture = seidel_entries_picture_new (&system);
  g_autoptr (GError) error = NULL;
  g_autofree char *facts = NULL, *entry = NULL, *none = NULL, *rhs = NULL;

  fill (&system, 3);
  seidel_small_system_set (&system, 2, SEIDEL_SMALL_RHS, 0.5);
  g_assert_true (seidel_entries_picture_update (picture, "a", &error));
  facts = seidel_entries_picture_describe (picture);
  g_assert_cmpstr (facts, ==, "3 rows · 5 entries · 3 levels, the widest of 1 row · not symmetric");
  picture->cursor_row = 2;
  picture->cursor_column = 1;
  entry = seidel_entries_picture_describe_cursor (picture);
  g_assert_cmpstr (entry, ==, "row 3, column 2: −1 · level 3");
  picture->cursor_column = 0;
  none = seidel_entries_picture_describe_cursor (picture);
  g_assert_cmpstr (none, ==, "row 3, column 1: no entry · level 3");
  picture->cursor_column = SEIDEL_SMALL_RHS;
  rhs = seidel_entries_picture_describe_cursor (picture);
  g_assert_cmpstr (rhs, ==, "b in row 3: 0.5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entries-picture/find", test_find);
  g_test_add_func ("/entries-picture/draws", test_draws);
  g_test_add_func ("/entries-picture/describes", test_describes);
  return g_test_run ();
}
