/* One axis of a plot: its range, its scale, its ticks. Pure arithmetic, no drawing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-format.h"

G_BEGIN_DECLS

/* A plain value. low < high always; both > 0 when logarithmic. */
typedef struct
{
  bool logarithmic;
  bool integral; /* no ticks between whole numbers (levels, iterations) */
  SeidelUnit unit;
  double low; /* what is shown */
  double high;
  double full_low; /* what there is to show */
  double full_high;
  bool zoomed; /* low and high were chosen by the user: a new full range does not change them */
} SeidelAxis;

void seidel_axis_init (SeidelAxis *axis, bool logarithmic, bool integral, SeidelUnit unit);
/* Changes the scale and forgets the range and the zoom; does nothing when it is that scale already.
 */
void seidel_axis_set_logarithmic (SeidelAxis *axis, bool logarithmic);
/* Sets what there is to show, and shows it unless zoomed. An empty or impossible range is widened
 * to a usable one. */
void seidel_axis_set_full (SeidelAxis *axis, double low, double high);
void seidel_axis_fit (SeidelAxis *axis);
/* Shows another range, kept within the full range (as a zoom), not narrower than the precision of
 * doubles. */
void seidel_axis_show (SeidelAxis *axis, double low, double high);

/* Where a value lies, 0 at low and 1 at high, beyond outside; −∞ for one that is not above 0 on a
 * logarithmic axis. */
double seidel_axis_to_fraction (const SeidelAxis *axis, double value);
double seidel_axis_from_fraction (const SeidelAxis *axis, double fraction);

/* factor > 1 shows less; what is at the fraction stays there. */
void seidel_axis_zoom (SeidelAxis *axis, double fraction, double factor);
/* Moves the range by a part of its width; > 0 shows higher values. It stops at the ends of the full
 * range. */
void seidel_axis_pan (SeidelAxis *axis, double fraction);

typedef struct
{
  double value;
  double fraction;
  char label[48]; /* empty for a minor tick */
} SeidelTick;

/* Ticks from low to high, at most about wanted of them with a label: multiples of 1, 2 or 5 times a
 * power of ten, powers of ten on a logarithmic axis that spans enough of them. Elements are
 * SeidelTick. */
GArray *seidel_axis_ticks (const SeidelAxis *axis, int wanted);

/* The smallest of 1, 2, 5 × 10ᵏ that is at least value. */
double seidel_axis_nice_step (double value);

G_END_DECLS
