/* What the files of the picture of a solution share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "draw/seidel-solution-picture.h"

G_BEGIN_DECLS

/* What is drawn of an entry. */
static inline double
seidel_solution_shown_value (const SeidelSolutionPicture *picture, int64_t i)
{
  const double value = picture->values[i];

  if (!picture->choice.logarithmic)
    return value;
  return fabs (value) < picture->floor ? 0.0 : fabs (value);
}

/* seidel-solution-cells.c */
bool seidel_solution_cells_make (SeidelSolutionPicture *picture, GError **error);
void seidel_solution_cells_draw (const SeidelSolutionPicture *picture,
                                 cairo_t *cr,
                                 double width,
                                 double height,
                                 const SeidelTheme *theme);

G_END_DECLS
