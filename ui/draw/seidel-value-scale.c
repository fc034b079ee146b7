/* The scale of values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-value-scale.h"

#include <math.h>
#include <stdlib.h>

/* Measures that are sorted to find the ends, and what of them lies beyond each. */
#define SAMPLES 4096
#define BEYOND  0.01

#define MOST_DECADES 16.0

float
seidel_value_scale_measure (bool by_sign, double value)
{
  if (by_sign)
    return value > 0.0 ? 1.0f : value < 0.0 ? -1.0f : 0.0f;
  return isfinite (value) ? (float) log10 (fabs (value)) : INFINITY;
}

static int
compare_floats (const void *a, const void *b)
{
  const float x = *(const float *) a;
  const float y = *(const float *) b;

  return (x > y) - (x < y);
}

/* Some of the finite measures, sorted; returns how many. The extremes of all are noted. */
static size_t
take_sample (const float *measures, size_t n, float samples[SAMPLES], float *least, float *largest)
{
  const size_t stride = n / SAMPLES + 1;
  size_t count = 0;

  *least = INFINITY;
  *largest = -INFINITY;
  for (size_t i = 0; i < n; i++)
    {
      if (isnan (measures[i]))
        continue;
      *least = MIN (*least, measures[i]);
      *largest = MAX (*largest, measures[i]);
      if (i % stride == 0 && isfinite (measures[i]))
        samples[count++] = measures[i];
    }
  qsort (samples, count, sizeof *samples, compare_floats);
  return count;
}

void
seidel_value_scale_init (SeidelValueScale *scale, bool by_sign, const float *measures, size_t n)
{
  float samples[SAMPLES] = { 0.0f };
  float least = INFINITY;
  float largest = -INFINITY;
  const size_t count = by_sign ? 0 : take_sample (measures, n, samples, &least, &largest);
  const size_t beyond = (size_t) (BEYOND * (double) count);

  *scale = (SeidelValueScale){ .by_sign = by_sign, .low = -1.0, .high = 1.0 };
  if (count == 0)
    {
      scale->empty = !by_sign;
      scale->above = !by_sign && isinf (largest) && largest > 0.0f;
      return;
    }
  scale->high = (double) samples[count - 1 - beyond];
  scale->low = (double) samples[beyond];
  if ((double) samples[count / 2] > scale->high - MOST_DECADES)
    scale->low = MAX (scale->low, scale->high - MOST_DECADES);
  scale->below = (double) least < scale->low;
  scale->above = (double) largest > scale->high;
}

double
seidel_value_scale_position (const SeidelValueScale *scale, double measure)
{
  if (scale->high <= scale->low)
    return measure < scale->low ? 0.0 : 1.0;
  return CLAMP ((measure - scale->low) / (scale->high - scale->low), 0.0, 1.0);
}

SeidelColor
seidel_value_scale_color (const SeidelValueScale *scale, const SeidelTheme *theme, double position)
{
  const SeidelColor negative = seidel_theme_series (theme, 0);
  const SeidelColor positive = seidel_theme_series (theme, 1);

  if (!scale->by_sign)
    return seidel_theme_level (theme, position);
  return position < 0.5 ? seidel_color_mix (&negative, &theme->dim, 2.0 * position)
                        : seidel_color_mix (&theme->dim, &positive, 2.0 * position - 1.0);
}
