/* Where levels lie on a scale of colours: by the rows that come before them, so that each part of
 * the scale has as many rows. With levels in equal steps, nearly all rows of a matrix whose first
 * levels are wide would have one colour.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

#define SEIDEL_LEVEL_SCALE_KNOTS 1024

/* A plain value; between two knots the scale is even. */
typedef struct
{
  int32_t first; /* level of the scale */
  int32_t count; /* of levels */
  int n_knots;
  float positions[SEIDEL_LEVEL_SCALE_KNOTS]; /* not falling, the first 0, the last 1 */
} SeidelLevelScale;

void seidel_level_scale_init (SeidelLevelScale *scale, const SeidelSchedule *schedule);
/* Of the rows first_row … last_row − 1 alone: among few rows of a matrix with many levels,
 * neighbours would have one colour. */
void seidel_level_scale_init_rows (SeidelLevelScale *scale,
                                   const SeidelSchedule *schedule,
                                   int64_t first_row,
                                   int64_t last_row);

/* 0 for the first level … 1 for the last; a mean of several levels lies between them. */
double seidel_level_scale_position (const SeidelLevelScale *scale, double level);
/* The level nearest to a position. */
int32_t seidel_level_scale_level (const SeidelLevelScale *scale, double position);

G_END_DECLS
