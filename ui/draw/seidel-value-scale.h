/* The scale of the values of a matrix on the colours of its picture: of their magnitudes, which is
 * logarithmic, or of their signs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* A plain value. A magnitude is its decimal logarithm: −∞ of 0, +∞ of what is not finite. A sign is
 * −1 … 1: a mean of several lies between them. */
typedef struct
{
  bool by_sign;
  double low; /* at the ends of the colours */
  double high;
  bool below; /* some values lie beyond an end, and have its colour */
  bool above;
  bool empty; /* there is no magnitude between 0 and ∞ */
} SeidelValueScale;

/* The place of one value on such a scale, before it is mapped to colours. */
float seidel_value_scale_measure (bool by_sign, double value);

/* A scale for n measures, of which NaN are none: it leaves out the outer hundredths, so that a few
 * values do not take all of it, and shows 16 decades at most, unless most values are smaller. */
void
seidel_value_scale_init (SeidelValueScale *scale, bool by_sign, const float *measures, size_t n);

/* 0 … 1, clipped. */
double seidel_value_scale_position (const SeidelValueScale *scale, double measure);

SeidelColor
seidel_value_scale_color (const SeidelValueScale *scale, const SeidelTheme *theme, double position);

G_END_DECLS
