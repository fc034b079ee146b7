/* Zoom and pan keep what they promise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "draw/seidel-viewport.h"

static const SeidelPlane plane = { 1000, 1000, { 40.0, 20.0, 600.0, 400.0 } };

static void
assert_near (double value, double expected, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (value, expected, tolerance);
}

static void
test_fit_shows_everything (void)
{
  const SeidelPlane planes[] = {
    plane,
    { 10, 10, { 0, 0, 600, 400 } },
    { 219, 85, { 0, 0, 600, 400 } },
    { 85, 2190, { 0, 0, 600, 400 } },
    { INT32_MAX, INT32_MAX, { 0, 0, 600, 400 } },
    { 1, INT32_MAX, { 0, 0, 600, 400 } },
    { 0, 0, { 0, 0, 600, 400 } },
    { 1, 1, { 0, 0, 1, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    {
      const SeidelPlane *p = &planes[i];
      SeidelViewport fit = seidel_viewport_fit (p);
      SeidelCellMap map = seidel_viewport_map (&fit, p);
      SeidelCellRange range = seidel_cell_map_range (&map, p->rows, p->columns);

      g_assert_cmpint (range.first_row, ==, 0);
      g_assert_cmpint (range.last_row, ==, p->rows);
      g_assert_cmpint (range.first_column, ==, 0);
      g_assert_cmpint (range.last_column, ==, p->columns);
      g_assert_cmpfloat (seidel_cell_map_x (&map, 0.0), >=, p->area.x - 1e-3);
      g_assert_cmpfloat (seidel_cell_map_x (&map, (double) p->columns), <=,
                         p->area.x + p->area.width + 1e-3);
    }
}

static void
test_cells_are_square (void)
{
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);

  assert_near (map.row_scale, 0.4, 1e-12);
  assert_near (map.column_scale, 0.4, 1e-12);
  /* The middle of the matrix is in the middle of the area. */
  assert_near (seidel_cell_map_x (&map, 500.0), 340.0, 1e-9);
  assert_near (seidel_cell_map_y (&map, 500.0), 220.0, 1e-9);
}

static void
test_long_matrix_is_a_strip (void)
{
  const SeidelPlane tall = { 1000000, 3, { 0, 0, 600, 400 } };
  SeidelViewport viewport = seidel_viewport_fit (&tall);
  SeidelCellMap map = seidel_viewport_map (&viewport, &tall);

  assert_near (map.column_scale * 3.0, 64.0, 1e-9);
  assert_near (map.row_scale * 1e6, 400.0, 1e-9);
  /* Close enough, its cells are square again. */
  viewport = seidel_viewport_zoom (&viewport, &tall, 300.0, 200.0, 1e5);
  map = seidel_viewport_map (&viewport, &tall);
  assert_near (map.row_scale, 40.0, 1e-6);
  assert_near (map.column_scale, 40.0, 1e-6);
}

static void
test_zoom_keeps_the_place_under_the_pointer (void)
{
  GRand *rand = g_rand_new_with_seed (1);

  for (int i = 0; i < 2000; i++)
    {
      SeidelViewport viewport = { g_rand_double_range (rand, 0, 1000),
                                  g_rand_double_range (rand, 0, 1000),
                                  exp (g_rand_double_range (rand, 0.0, 5.0)) };
      SeidelCellMap map = seidel_viewport_map (&viewport, &plane);
      /* A pointer on the matrix. */
      double column = g_rand_double_range (rand, MAX (0.0, map.column),
                                           MIN (1000.0, map.column + 600.0 / map.column_scale));
      double row = g_rand_double_range (rand, MAX (0.0, map.row),
                                        MIN (1000.0, map.row + 400.0 / map.row_scale));
      double x = seidel_cell_map_x (&map, column);
      double y = seidel_cell_map_y (&map, row);
      SeidelViewport closer = seidel_viewport_zoom (&viewport, &plane, x, y, 1.3);
      SeidelCellMap after = seidel_viewport_map (&closer, &plane);

      assert_near (seidel_cell_map_x (&after, column), x, 1e-6);
      assert_near (seidel_cell_map_y (&after, row), y, 1e-6);
      assert_near (closer.zoom, viewport.zoom * 1.3, 1e-9);
    }
  g_rand_free (rand);
}

static void
test_zoom_has_ends (void)
{
  SeidelViewport viewport = seidel_viewport_fit (&plane);
  SeidelCellMap map;

  for (int i = 0; i < 100; i++)
    viewport = seidel_viewport_zoom (&viewport, &plane, 41.0, 21.0, 1.5);
  map = seidel_viewport_map (&viewport, &plane);
  assert_near (map.row_scale, 256.0, 1e-6);
  for (int i = 0; i < 100; i++)
    viewport = seidel_viewport_zoom (&viewport, &plane, 600.0, 400.0, 1.0 / 1.5);
  /* Far enough away everything is back in its place. */
  assert_near (viewport.zoom, 1.0, 1e-12);
  assert_near (viewport.row, 500.0, 1e-9);
  assert_near (viewport.column, 500.0, 1e-9);
}

static void
test_pan_follows_the_hand (void)
{
  SeidelViewport viewport = { 500.0, 500.0, 10.0 };
  SeidelCellMap before = seidel_viewport_map (&viewport, &plane);
  SeidelViewport panned = seidel_viewport_pan (&viewport, &plane, 12.0, -7.0);
  SeidelCellMap after = seidel_viewport_map (&panned, &plane);

  assert_near (seidel_cell_map_x (&after, 500.0), seidel_cell_map_x (&before, 500.0) + 12.0, 1e-9);
  assert_near (seidel_cell_map_y (&after, 500.0), seidel_cell_map_y (&before, 500.0) - 7.0, 1e-9);
  /* It cannot be thrown out of sight. */
  panned = seidel_viewport_pan (&viewport, &plane, 1e9, -1e9);
  g_assert_cmpfloat (panned.column, ==, 0.0);
  g_assert_cmpfloat (panned.row, ==, 1000.0);
}

static void
test_box_is_shown_whole (void)
{
  SeidelViewport viewport = seidel_viewport_fit (&plane);
  SeidelCellMap before = seidel_viewport_map (&viewport, &plane);
  const SeidelRect box = { 300.0, 100.0, 60.0, 20.0 };
  SeidelViewport boxed = seidel_viewport_box (&viewport, &plane, &box);
  SeidelCellMap after = seidel_viewport_map (&boxed, &plane);
  double left = seidel_cell_map_column (&before, 300.0);
  double right = seidel_cell_map_column (&before, 360.0);
  double middle = seidel_cell_map_row (&before, 110.0);

  assert_near (seidel_cell_map_x (&after, left), 40.0, 1e-6);
  assert_near (seidel_cell_map_x (&after, right), 640.0, 1e-6);
  assert_near (seidel_cell_map_y (&after, middle), 220.0, 1e-6);
}

static void
test_reveal_moves_no_more_than_needed (void)
{
  SeidelViewport viewport = { 500.0, 500.0, 10.0 }; /* shows 100 rows and 150 columns */
  SeidelViewport same = seidel_viewport_reveal (&viewport, &plane, 520, 480);
  SeidelViewport moved = seidel_viewport_reveal (&viewport, &plane, 600, 10);
  SeidelCellMap map = seidel_viewport_map (&moved, &plane);

  g_assert_cmpfloat (same.row, ==, 500.0);
  g_assert_cmpfloat (same.column, ==, 500.0);
  assert_near (seidel_cell_map_y (&map, 601.0), 420.0, 1e-6);
  assert_near (seidel_cell_map_x (&map, 10.0), 40.0, 1e-6);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/viewport/fit-shows-everything", test_fit_shows_everything);
  g_test_add_func ("/viewport/cells-are-square", test_cells_are_square);
  g_test_add_func ("/viewport/long-matrix-is-a-strip", test_long_matrix_is_a_strip);
  g_test_add_func ("/viewport/zoom-keeps-the-place", test_zoom_keeps_the_place_under_the_pointer);
  g_test_add_func ("/viewport/zoom-has-ends", test_zoom_has_ends);
  g_test_add_func ("/viewport/pan", test_pan_follows_the_hand);
  g_test_add_func ("/viewport/box", test_box_is_shown_whole);
  g_test_add_func ("/viewport/reveal", test_reveal_moves_no_more_than_needed);
  return g_test_run ();
}
