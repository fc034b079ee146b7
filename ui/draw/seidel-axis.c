/* Ranges, scales and ticks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-axis.h"

#include <math.h>

void
seidel_axis_init (SeidelAxis *axis, bool logarithmic, bool integral, SeidelUnit unit)
{
  *axis = (SeidelAxis){ .logarithmic = logarithmic, .integral = integral, .unit = unit };
  seidel_axis_set_full (axis, logarithmic ? 0.1 : 0.0, 1.0);
}

void
seidel_axis_set_logarithmic (SeidelAxis *axis, bool logarithmic)
{
  if (axis->logarithmic != logarithmic)
    seidel_axis_init (axis, logarithmic, axis->integral, axis->unit);
}

/* Both directions between a value and the scale on which the axis is even. */
static double
to_scale (const SeidelAxis *axis, double value)
{
  return axis->logarithmic ? log10 (value) : value;
}

static double
from_scale (const SeidelAxis *axis, double position)
{
  return axis->logarithmic ? pow (10.0, position) : position;
}

void
seidel_axis_set_full (SeidelAxis *axis, double low, double high)
{
  if (axis->logarithmic && !(high > 0.0))
    high = 1.0;
  if (axis->logarithmic && !(low > 0.0))
    low = high * 0.1;
  if (!isfinite (low) || !isfinite (high))
    {
      low = axis->logarithmic ? 0.1 : 0.0;
      high = 1.0;
    }
  if (!(high > low))
    {
      double middle = low;

      low = axis->logarithmic ? middle / 3.0 : middle - MAX (fabs (middle) * 0.05, 0.5);
      high = axis->logarithmic ? middle * 3.0 : middle + MAX (fabs (middle) * 0.05, 0.5);
    }

  axis->full_low = low;
  axis->full_high = high;
  if (!axis->zoomed)
    seidel_axis_fit (axis);
}

void
seidel_axis_fit (SeidelAxis *axis)
{
  axis->low = axis->full_low;
  axis->high = axis->full_high;
  axis->zoomed = false;
}

/* The narrowest range: below it doubles could not distinguish the pixels; on an
 * integral axis, two whole numbers. */
static double
least_width (const SeidelAxis *axis)
{
  double low = to_scale (axis, axis->full_low), high = to_scale (axis, axis->full_high);
  double least = MAX (fabs (low), fabs (high)) * 1e-10;

  if (axis->integral && !axis->logarithmic)
    least = MAX (least, 2.0);
  return MIN (MAX (least, (high - low) * 1e-9), high - low);
}

static void
show_scale (SeidelAxis *axis, double low, double high)
{
  double full_low = to_scale (axis, axis->full_low), full_high = to_scale (axis, axis->full_high);
  double width = CLAMP (high - low, least_width (axis), full_high - full_low);
  double middle = (low + high) / 2.0;

  if (high - low != width)
    low = middle - width / 2.0;
  low = CLAMP (low, full_low, full_high - width);
  if (width >= (full_high - full_low) * (1.0 - 1e-12))
    {
      seidel_axis_fit (axis);
      return;
    }
  axis->low = from_scale (axis, low);
  axis->high = from_scale (axis, low + width);
  axis->zoomed = true;
}

void
seidel_axis_show (SeidelAxis *axis, double low, double high)
{
  if (!(high > low) || (axis->logarithmic && !(low > 0.0)) || !isfinite (high - low))
    return;
  show_scale (axis, to_scale (axis, low), to_scale (axis, high));
}

double
seidel_axis_to_fraction (const SeidelAxis *axis, double value)
{
  double low = to_scale (axis, axis->low), high = to_scale (axis, axis->high);

  if (axis->logarithmic && !(value > 0.0))
    return isnan (value) ? value : -INFINITY;
  return (to_scale (axis, value) - low) / (high - low);
}

double
seidel_axis_from_fraction (const SeidelAxis *axis, double fraction)
{
  double low = to_scale (axis, axis->low), high = to_scale (axis, axis->high);

  return from_scale (axis, low + fraction * (high - low));
}

void
seidel_axis_zoom (SeidelAxis *axis, double fraction, double factor)
{
  double low = to_scale (axis, axis->low), high = to_scale (axis, axis->high);
  double width, fixed;

  g_return_if_fail (factor > 0.0);

  width = MAX ((high - low) / factor, least_width (axis));
  fixed = low + fraction * (high - low);
  show_scale (axis, fixed - fraction * width, fixed + (1.0 - fraction) * width);
}

void
seidel_axis_pan (SeidelAxis *axis, double fraction)
{
  double low = to_scale (axis, axis->low), high = to_scale (axis, axis->high);
  double shift = fraction * (high - low);

  show_scale (axis, low + shift, high + shift);
}

double
seidel_axis_nice_step (double value)
{
  static const double mantissas[] = { 1.0, 2.0, 5.0 };
  double power = pow (10.0, floor (log10 (value)));

  for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
    if (mantissas[i] * power >= value * (1.0 - 1e-9))
      return mantissas[i] * power;
  return 10.0 * power;
}

static void
add_tick (GArray *ticks, const SeidelAxis *axis, double value, const char *label)
{
  SeidelTick tick = { .value = value, .fraction = seidel_axis_to_fraction (axis, value) };

  g_strlcpy (tick.label, label, sizeof tick.label);
  g_array_append_val (ticks, tick);
}

/* All labels of a linear axis share their decimals and their unit, so that they can be compared at
 * a glance. */
static char *
linear_label (const SeidelAxis *axis, double value, double step)
{
  double largest = MAX (fabs (axis->low), fabs (axis->high));
  const char *unit = NULL;
  double scale = 1.0;
  int decimals;

  if (axis->unit == SEIDEL_UNIT_SECONDS)
    scale = seidel_format_second_scale (largest, &unit);
  else if (largest >= 1e9 || largest < 1e-3)
    return seidel_format_value (value,
                                (int) CLAMP (ceil (log10 (largest / step)) + 1.0, 1.0, 15.0));

  decimals = (int) CLAMP (-floor (log10 (step / scale) + 1e-9), 0.0, 17.0);
  g_autofree char *number = seidel_format_decimals (value / scale, decimals);

  if (axis->unit == SEIDEL_UNIT_PERCENT)
    return g_strdup_printf ("%s %%", number);
  return unit != NULL ? g_strdup_printf ("%s %s", number, unit) : g_steal_pointer (&number);
}

static void
linear_ticks (const SeidelAxis *axis, int wanted, GArray *ticks)
{
  double width = axis->high - axis->low;
  double step = seidel_axis_nice_step (width / MAX (wanted, 1));
  double first, last;

  if (axis->integral)
    step = MAX (step, 1.0);
  first = ceil (axis->low / step - 1e-9);
  last = floor (axis->high / step + 1e-9);
  /* Counting from the first tick keeps k × step exact enough where the values are large. */
  for (double k = 0.0; k <= last - first; k++)
    {
      double value = (first + k) * step;
      g_autofree char *label = linear_label (axis, value, step);

      add_tick (ticks, axis, value, label);
    }
}

static char *
decade_label (const SeidelAxis *axis, double value, int exponent)
{
  if (axis->unit == SEIDEL_UNIT_SECONDS)
    return seidel_format_seconds (value, 3);
  if (axis->integral && exponent >= 0 && exponent < 6)
    return seidel_format_count (llround (value));
  return seidel_format_power (exponent);
}

/* Powers of ten, every so many; between neighbouring ones the minor ticks 2 … 9. */
static void
decade_ticks (const SeidelAxis *axis, int wanted, GArray *ticks)
{
  double low = log10 (axis->low), high = log10 (axis->high);
  int every = (int) MAX (1.0, ceil ((high - low) / MAX (wanted, 1)));
  int first = (int) floor (low), last = (int) floor (high + 1e-9);

  for (int exponent = first; exponent <= last; exponent++)
    {
      double power = pow (10.0, exponent);
      bool labelled = ((exponent % every) + every) % every == 0;

      if (exponent >= low - 1e-9 && (labelled || high - low < 60.0))
        {
          g_autofree char *label = labelled ? decade_label (axis, power, exponent) : g_strdup ("");

          add_tick (ticks, axis, power, label);
        }
      for (int digit = 2; digit <= 9 && every == 1; digit++)
        if (digit * power >= axis->low && digit * power <= axis->high)
          add_tick (ticks, axis, digit * power, "");
    }
}

/* Between one and three decades: 1, 2 and 5 carry labels. */
static void
digit_ticks (const SeidelAxis *axis, GArray *ticks)
{
  int first = (int) floor (log10 (axis->low)), last = (int) floor (log10 (axis->high));

  for (int exponent = first; exponent <= last; exponent++)
    for (int digit = 1; digit <= 9; digit++)
      {
        double value = digit * pow (10.0, exponent);
        bool labelled = digit == 1 || digit == 2 || digit == 5;
        g_autofree char *label =
          labelled ? seidel_format_unit (value, axis->unit, 3) : g_strdup ("");

        if (value >= axis->low * (1.0 - 1e-9) && value <= axis->high * (1.0 + 1e-9))
          add_tick (ticks, axis, value, label);
      }
}

GArray *
seidel_axis_ticks (const SeidelAxis *axis, int wanted)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (SeidelTick));
  double decades = axis->logarithmic ? log10 (axis->high / axis->low) : 0.0;

  if (decades >= 3.0 || (axis->logarithmic && decades >= 1.0 && wanted < 3.0 * decades))
    decade_ticks (axis, wanted, ticks);
  else if (decades >= 1.0)
    digit_ticks (axis, ticks);
  else
    linear_ticks (axis, wanted, ticks);
  return ticks;
}
