/* The error beside a race: only where its axes leave room for a curve, so that the cells are never
 * squeezed for nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-picture.h"
#include "draw/seidel-sweep-race.h"

#include "test-matrices.h"

static void
test_room (void)
{
  const double side = 6.0;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) grid = test_gallery ("poisson-5", 1, &side);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (grid->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (grid->csr, schedule, SEIDEL_PLAY_RACE, 1, &error);
  g_autoptr (SeidelSweepPicture) picture = seidel_sweep_picture_new (grid, playback, NULL, 6);
  SeidelTheme theme = seidel_theme_get (false);

  g_assert_nonnull (picture);
  g_assert_nonnull (picture->race);
  g_assert_cmpfloat (seidel_sweep_race_width_beside (picture->race, 1000.0, &theme), <, 700.0);
  g_assert_cmpfloat (seidel_sweep_race_width_beside (picture->race, 300.0, &theme), ==, 300.0);
  g_assert_cmpfloat (seidel_sweep_race_width_beside (NULL, 1000.0, &theme), ==, 1000.0);
  /* With the letters of a lecture as well. */
  seidel_theme_scale (&theme, 3.0);
  g_assert_cmpfloat (seidel_sweep_race_width_beside (picture->race, 1000.0, &theme), ==, 1000.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-race/room", test_room);
  return g_test_run ();
}
