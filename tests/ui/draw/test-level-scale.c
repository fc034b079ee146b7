/* Positions of levels on the scale of colours, against the plain definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib.h>

#include "draw/seidel-level-scale.h"

/* The part of the rows before a level, of those before the last one. */
static double
position_ref (const SeidelSchedule *schedule, int32_t level)
{
  double before = 0.0, all = 0.0;

  for (int32_t l = 0; l < schedule->count - 1; l++)
    {
      all += (double) schedule->level_rows[l];
      before += l < level - 1 ? (double) schedule->level_rows[l] : 0.0;
    }
  return all > 0.0 ? before / all : 0.0;
}

static void
check (int64_t *widths, int32_t count)
{
  SeidelSchedule schedule = { .count = count, .level_rows = widths };
  SeidelLevelScale scale;
  double before = -1.0;

  seidel_level_scale_init (&scale, &schedule);
  for (int32_t level = 1; level <= count; level++)
    {
      double position = seidel_level_scale_position (&scale, level);

      g_assert_cmpfloat (position, >=, before);
      if (count <= SEIDEL_LEVEL_SCALE_KNOTS)
        {
          g_assert_cmpfloat_with_epsilon (position, position_ref (&schedule, level), 1e-6);
          g_assert_cmpint (seidel_level_scale_level (&scale, position), ==, level);
        }
      before = position;
    }
  if (count > 1)
    {
      g_assert_cmpfloat (seidel_level_scale_position (&scale, 1.0), ==, 0.0);
      g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, count), 1.0, 1e-6);
      g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, 1.5),
                                      (seidel_level_scale_position (&scale, 1.0)
                                       + seidel_level_scale_position (&scale, 2.0))
                                        / 2.0,
                                      1e-3);
    }
}

static void
test_positions (void)
{
  /* 98 of 100 rows in two levels: between them lies half of the scale. */
  int64_t skewed[] = { 49, 49, 1, 1 };
  int64_t one[] = { 7 };
  const int32_t many = 100000;
  g_autofree int64_t *even = g_new (int64_t, many);
  SeidelSchedule schedule = { .count = 4, .level_rows = skewed };
  SeidelLevelScale scale;

  seidel_level_scale_init (&scale, &schedule);
  g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, 2.0), 49.0 / 99.0, 1e-6);
  check (skewed, G_N_ELEMENTS (skewed));
  check (one, 1);
  for (int32_t l = 0; l < many; l++)
    even[l] = 3;
  check (even, SEIDEL_LEVEL_SCALE_KNOTS);
  check (even, 5);

  /* More levels than knots. */
  check (even, many);
  schedule = (SeidelSchedule){ .count = many, .level_rows = even };
  seidel_level_scale_init (&scale, &schedule);
  for (int32_t level = 1; level <= many; level += 997)
    g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, level),
                                    position_ref (&schedule, level), 2e-5);
}

/* Of few rows of a long chain, in which levels lie far apart or follow each other. */
static void
test_some_rows (void)
{
  int32_t level_of_row[] = { 1, 500, 501, 502, 503, 7, 500, 1000 };
  g_autofree int64_t *widths = g_new (int64_t, 1000);
  SeidelSchedule schedule = { .count = 1000, .level_rows = widths, .level_of_row = level_of_row };
  SeidelLevelScale scale;

  for (int level = 0; level < 1000; level++)
    widths[level] = 1;
  seidel_level_scale_init_rows (&scale, &schedule, 1, 5);
  for (int i = 0; i < 4; i++)
    {
      g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, 500 + i), i / 3.0, 1e-6);
      g_assert_cmpint (seidel_level_scale_level (&scale, i / 3.0), ==, 500 + i);
    }
  /* What is out of sight has the colour of the end. */
  g_assert_cmpfloat (seidel_level_scale_position (&scale, 1.0), ==, 0.0);
  g_assert_cmpfloat_with_epsilon (seidel_level_scale_position (&scale, 1000.0), 1.0, 1e-6);

  seidel_level_scale_init_rows (&scale, &schedule, 0, 1);
  g_assert_cmpint (seidel_level_scale_level (&scale, 0.5), ==, 1);
  /* No rows at all: as of the whole. */
  seidel_level_scale_init_rows (&scale, &schedule, 3, 3);
  g_assert_cmpint (scale.count, ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/level-scale/positions", test_positions);
  g_test_add_func ("/level-scale/some-rows", test_some_rows);
  return g_test_run ();
}
