/* Where levels lie on a scale of colours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-level-scale.h"

#include <math.h>

/* The level at a knot, counted from 0. */
static int32_t
level_of_knot (const SeidelLevelScale *scale, int knot)
{
  return (int32_t) ((int64_t) knot * (scale->count - 1) / MAX (scale->n_knots - 1, 1));
}

void
seidel_level_scale_init (SeidelLevelScale *scale, const SeidelSchedule *schedule)
{
  int64_t all = 0, before = 0;
  int knot = 0;

  *scale = (SeidelLevelScale){ .count = schedule->count,
                               .n_knots = MIN (schedule->count, SEIDEL_LEVEL_SCALE_KNOTS) };
  for (int32_t level = 0; level < schedule->count - 1; level++)
    all += schedule->level_rows[level];
  for (int32_t level = 0; level < schedule->count; level++)
    {
      for (; knot < scale->n_knots && level_of_knot (scale, knot) == level; knot++)
        scale->positions[knot] = all > 0 ? (float) ((double) before / (double) all) : 0.0F;
      before += schedule->level_rows[level];
    }
}

double
seidel_level_scale_position (const SeidelLevelScale *scale, double level)
{
  double place, low;
  int knot;

  if (scale->count < 2)
    return 0.0;
  place = CLAMP ((level - 1.0) / (scale->count - 1.0), 0.0, 1.0) * (scale->n_knots - 1.0);
  knot = MIN ((int) place, scale->n_knots - 2);
  low = scale->positions[knot];
  return low + (place - knot) * ((double) scale->positions[knot + 1] - low);
}

int32_t
seidel_level_scale_level (const SeidelLevelScale *scale, double position)
{
  int32_t low = 1, high = MAX (scale->count, 1);

  /* The last level that does not lie above the position, or the one after it. */
  while (low < high)
    {
      int32_t middle = low + (high - low + 1) / 2;

      if (seidel_level_scale_position (scale, middle) <= position)
        low = middle;
      else
        high = middle - 1;
    }
  if (low < scale->count
      && seidel_level_scale_position (scale, low + 1.0) - position
           < position - seidel_level_scale_position (scale, low))
    low++;
  return low;
}
