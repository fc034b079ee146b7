/* Where levels lie on a scale of colours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-level-scale.h"

#include <math.h>

/* The level at a knot, counted from 0 at the first of the scale. */
static int32_t
level_of_knot (const SeidelLevelScale *scale, int knot)
{
  return (int32_t) ((int64_t) knot * (scale->count - 1) / MAX (scale->n_knots - 1, 1));
}

/* By the rows of each level from the first on. */
static void
set_positions (SeidelLevelScale *scale, const int64_t *rows)
{
  int64_t all = 0, before = 0;
  int knot = 0;

  scale->n_knots = MIN (scale->count, SEIDEL_LEVEL_SCALE_KNOTS);
  for (int32_t level = 0; level < scale->count - 1; level++)
    all += rows[level];
  for (int32_t level = 0; level < scale->count; level++)
    {
      for (; knot < scale->n_knots && level_of_knot (scale, knot) == level; knot++)
        scale->positions[knot] = all > 0 ? (float) ((double) before / (double) all) : 0.0F;
      before += rows[level];
    }
}

void
seidel_level_scale_init (SeidelLevelScale *scale, const SeidelSchedule *schedule)
{
  *scale = (SeidelLevelScale){ .first = 1, .count = schedule->count };
  set_positions (scale, schedule->level_rows);
}

void
seidel_level_scale_init_rows (SeidelLevelScale *scale,
                              const SeidelSchedule *schedule,
                              int64_t first_row,
                              int64_t last_row)
{
  int32_t least = schedule->count, greatest = 1;
  g_autofree int64_t *rows = NULL;

  for (int64_t row = first_row; row < last_row; row++)
    {
      least = MIN (least, schedule->level_of_row[row]);
      greatest = MAX (greatest, schedule->level_of_row[row]);
    }
  if (least <= greatest)
    rows = g_try_new0 (int64_t, greatest - least + 1);
  if (rows == NULL)
    {
      seidel_level_scale_init (scale, schedule);
      return;
    }
  for (int64_t row = first_row; row < last_row; row++)
    rows[schedule->level_of_row[row] - least]++;
  *scale = (SeidelLevelScale){ .first = least, .count = greatest - least + 1 };
  set_positions (scale, rows);
}

double
seidel_level_scale_position (const SeidelLevelScale *scale, double level)
{
  double place, low;
  int knot;

  if (scale->count < 2)
    return 0.0;
  place = CLAMP ((level - scale->first) / (scale->count - 1.0), 0.0, 1.0) * (scale->n_knots - 1.0);
  knot = MIN ((int) place, scale->n_knots - 2);
  low = scale->positions[knot];
  return low + (place - knot) * ((double) scale->positions[knot + 1] - low);
}

int32_t
seidel_level_scale_level (const SeidelLevelScale *scale, double position)
{
  const int32_t last = scale->first + MAX (scale->count, 1) - 1;
  int32_t low = scale->first, high = last;

  /* The last level that does not lie above the position, or the one after it. */
  while (low < high)
    {
      int32_t middle = low + (high - low + 1) / 2;

      if (seidel_level_scale_position (scale, middle) <= position)
        low = middle;
      else
        high = middle - 1;
    }
  if (low < last
      && seidel_level_scale_position (scale, low + 1.0) - position
           < position - seidel_level_scale_position (scale, low))
    low++;
  return low;
}
