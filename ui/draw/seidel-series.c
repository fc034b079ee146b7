/* Samples of one curve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-series.h"

#include <math.h>

SeidelInk
seidel_ink_series (unsigned int index)
{
  return (SeidelInk){ .role = SEIDEL_INK_SERIES, .index = index, .alpha = 1.0 };
}

SeidelColor
seidel_ink_color (const SeidelInk *ink, const SeidelTheme *theme)
{
  SeidelColor color;

  switch (ink->role)
    {
    case SEIDEL_INK_SERIES:
      color = seidel_theme_series (theme, ink->index);
      break;
    case SEIDEL_INK_FOREGROUND:
      color = theme->foreground;
      break;
    case SEIDEL_INK_DIM:
      color = theme->dim;
      break;
    case SEIDEL_INK_ACCENT:
      color = theme->accent;
      break;
    case SEIDEL_INK_LIT:
      color = seidel_theme_lit (theme);
      break;
    default:
      g_assert_not_reached ();
    }
  color.alpha *= ink->alpha;
  return color;
}

static void
reset_bounds (SeidelBounds *bounds)
{
  *bounds = (SeidelBounds){ INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, 0 };
}

SeidelSeries *
seidel_series_new (const char *name, SeidelSampleFunc sample, gconstpointer data)
{
  SeidelSeries *series = g_new0 (SeidelSeries, 1);

  series->name = g_strdup (name);
  series->sample = sample;
  series->data = data;
  series->ink = seidel_ink_series (0);
  series->visible = true;
  series->in_legend = true;
  series->bar_width = 1.0;
  series->blocks = g_array_new (FALSE, FALSE, sizeof (SeidelBlock));
  reset_bounds (&series->bounds);
  return series;
}

void
seidel_series_free (SeidelSeries *series)
{
  g_free (series->name);
  g_free (series->brief);
  g_free (series->tag);
  g_array_unref (series->blocks);
  g_free (series);
}

/* Takes one more sample into the last block, or into a new one. */
static void
add_to_block (GArray *blocks, size_t i, double x, double y)
{
  SeidelBlock *block;

  if (i % SEIDEL_SERIES_BLOCK == 0)
    {
      SeidelBlock fresh = { .x_first = x, .first = y, .least = y, .greatest = y, .finite = true };

      g_array_append_val (blocks, fresh);
    }
  block = &g_array_index (blocks, SeidelBlock, blocks->len - 1);
  if (y < block->least)
    {
      block->least = y;
      block->least_last = true;
    }
  if (y > block->greatest)
    {
      block->greatest = y;
      block->least_last = false;
    }
  block->x_last = x;
  block->last = y;
  block->sum += y;
  block->finite = block->finite && isfinite (y);
}

/* NaN widens nothing. fmin () and fmax () would be calls, for hundreds of millions of samples. */
static inline void
widen (double *low, double *high, double value)
{
  if (value < *low)
    *low = value;
  if (value > *high)
    *high = value;
}

void
seidel_series_update (SeidelSeries *series, size_t count)
{
  SeidelBounds *bounds = &series->bounds;

  if (count < bounds->counted)
    {
      reset_bounds (bounds);
      g_array_set_size (series->blocks, 0);
    }
  for (size_t i = bounds->counted; i < count; i++)
    {
      double x, y;

      series->sample (series->data, i, &x, &y);
      add_to_block (series->blocks, i, x, y);
      widen (&bounds->x_low, &bounds->x_high, x);
      if (!isfinite (y))
        continue;
      widen (&bounds->y_low, &bounds->y_high, y);
      if (y > 0.0 && y < bounds->y_positive)
        bounds->y_positive = y;
    }
  bounds->counted = count;
  series->count = count;
}

void
seidel_series_take (SeidelSeries *series, SeidelSeries *other)
{
  GArray *blocks = series->blocks;

  series->blocks = other->blocks;
  other->blocks = blocks;
  series->bounds = other->bounds;
  series->count = other->count;
  seidel_series_update (other, 0);
}

size_t
seidel_series_lower_bound (const SeidelSeries *series, double x)
{
  size_t low = 0, high = series->count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      double sample_x, y;

      series->sample (series->data, middle, &sample_x, &y);
      if (sample_x < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

bool
seidel_series_nearest (const SeidelSeries *series, double x, size_t *index)
{
  size_t after = seidel_series_lower_bound (series, x);
  double before_x, after_x, y;

  if (series->count == 0)
    return false;
  if (after == 0 || after == series->count)
    {
      *index = after == 0 ? 0 : series->count - 1;
      return true;
    }
  series->sample (series->data, after - 1, &before_x, &y);
  series->sample (series->data, after, &after_x, &y);
  *index = x - before_x <= after_x - x ? after - 1 : after;
  return true;
}
