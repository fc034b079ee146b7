/* The stiffness matrix of a pin-jointed plane truss, a cantilever: bays × storeys rectangles of
 * bars, each braced by both diagonals, held by a wall at the left end. A bar of stiffness EA / L
 * along the unit vector (c, s) couples the displacements of its joints by
 *
 *     EA / L  (  S  −S )      S = ( c²  cs )
 *             ( −S   S )          ( cs  s² )
 *
 * (McGuire, Gallagher, Ziemian, Matrix Structural Analysis, 2nd ed., 2000, chapters 2 and 3). EA
 * and the height of a storey are 1. Unknowns: the horizontal and the vertical displacement of each
 * free joint, storey by storey within a bay; those at the wall are eliminated. The bracing makes
 * the truss rigid, so the matrix is positive definite; its condition number grows like the fourth
 * power of the slenderness.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <math.h>

typedef struct
{
  int64_t bays;
  int64_t storeys;
  double width; /* of a bay */
} Truss;

/* The neighbours of a joint, itself included, by increasing number: bays to the right, storeys up.
 */
#define NEIGHBOURS 9
static const int steps[NEIGHBOURS][2] = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 0 },
                                          { 0, 1 },   { 1, -1 }, { 1, 0 },  { 1, 1 } };

/* Joints are counted from 0 upwards from the wall, which is bay 0. */
static bool
has_joint (const Truss *truss, int64_t bay, int64_t storey)
{
  return bay <= truss->bays && storey >= 0 && storey <= truss->storeys;
}

/* An element of S EA / L for two directions of displacement, 0 horizontal, 1 vertical. */
static double
bar_stiffness (const Truss *truss, const int step[2], int first, int second)
{
  double extent[2] = { step[0] * truss->width, step[1] };
  double length = sqrt (extent[0] * extent[0] + extent[1] * extent[1]);

  return extent[first] * extent[second] / (length * length * length);
}

/* The sum of that element over all bars at a joint. */
static double
joint_stiffness (const Truss *truss, int64_t bay, int64_t storey, int first, int second)
{
  double sum = 0.0;

  for (int s = 0; s < NEIGHBOURS; s++)
    if (s != NEIGHBOURS / 2 && has_joint (truss, bay + steps[s][0], storey + steps[s][1]))
      sum += bar_stiffness (truss, steps[s], first, second);
  return sum;
}

/* Couplings that vanish, as between the directions of a horizontal bar, are not stored. */
static int64_t
truss_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Truss *truss = formula;
  int64_t per_bay = truss->storeys + 1;
  int64_t bay = 1 + row / 2 / per_bay;
  int64_t storey = row / 2 % per_bay;
  int self = (int) (row % 2);
  int64_t n = 0;

  for (int s = 0; s < NEIGHBOURS; s++)
    for (int direction = 0; direction < 2; direction++)
      {
        int64_t other = (bay + steps[s][0] - 1) * per_bay + storey + steps[s][1];
        double value;

        if (bay + steps[s][0] == 0 || !has_joint (truss, bay + steps[s][0], storey + steps[s][1]))
          continue;
        value = s == NEIGHBOURS / 2 ? joint_stiffness (truss, bay, storey, self, direction)
                                    : -bar_stiffness (truss, steps[s], self, direction);
        if (value == 0.0)
          continue;
        columns[n] = (int32_t) (2 * other + direction);
        values[n++] = value;
      }
  return n;
}

/* Horizontal and vertical bars couple two pairs of displacements each, diagonal ones eight; at the
 * two corners of the free end both displacements of a joint are coupled too. */
void
seidel_gallery_truss (const double *values, SeidelGalleryRows *rows)
{
  double bays = values[0];
  double storeys = seidel_gallery_side (values[1], bays);
  double straight = (bays - 1.0) * (storeys + 1.0) + bays * storeys;
  Truss *truss = g_new0 (Truss, 1);

  truss->bays = (int64_t) bays;
  truss->storeys = (int64_t) storeys;
  truss->width = values[2];
  rows->rows = 2.0 * bays * (storeys + 1.0);
  rows->entries = rows->rows + 2.0 * straight + 8.0 * 2.0 * (bays - 1.0) * storeys + 4.0;
  rows->exact = true;
  rows->longest = 2 * NEIGHBOURS;
  rows->fill = truss_fill;
  rows->formula = truss;
}
