/* The Laplacian of a graph like a road network: planar, with few links per node and long detours.
 *
 * The nodes are the points of a grid. Each is linked at random either to its western or to its
 * southern neighbour, which gives a spanning tree (the “binary tree” maze of Buck, “Mazes for
 * Programmers”, 2015); a given share of the other links is added. So the mean degree is
 * 2 (1 + share); road networks of the SuiteSparse Collection (europe_osm, road_usa) have 2.1 to
 * 2.4. The weight of a link is the inverse of its length, which is random, from 1 to 10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-grid.h"

#include "matrix/seidel-vector.h"

/* Random numbers of each point. */
enum
{
  DRAW_COIN,
  DRAW_LOOP,
  DRAW_WEST,
  DRAW_SOUTH,
  N_DRAWS
};

typedef struct
{
  SeidelGrid grid;
  double loops;
  double shift;
  uint64_t seed;
} Roads;

/* One of the random numbers of a point, in 0 … 1. */
static double
draw (const Roads *roads, int64_t row, int which)
{
  return 0.5
         * (seidel_random_uniform (roads->seed, (uint64_t) row * N_DRAWS + (uint64_t) which) + 1.0);
}

/* Whether a point is linked to its western or southern neighbour (arm). */
static bool
is_linked (const Roads *roads, int64_t row, int arm)
{
  SeidelGridPoint point = seidel_grid_point (&roads->grid, row);
  bool both = point.x > 0 && point.y > 0;
  bool west = both ? draw (roads, row, DRAW_COIN) < 0.5 : point.x > 0;

  if (!seidel_grid_has_arm (&roads->grid, &point, arm))
    return false;
  return west == (arm == SEIDEL_GRID_WEST) || draw (roads, row, DRAW_LOOP) < roads->loops;
}

/* The weight of the link along an arm, 0 if there is none. The random numbers of a link are those
 * of its eastern or northern end. */
static double
weight (const Roads *roads, int64_t row, const SeidelGridPoint *point, int arm)
{
  int64_t owner = row;

  if (!seidel_grid_has_arm (&roads->grid, point, arm))
    return 0.0;
  if (arm == SEIDEL_GRID_EAST || arm == SEIDEL_GRID_NORTH)
    {
      owner += seidel_grid_step (&roads->grid, arm);
      arm = arm == SEIDEL_GRID_EAST ? SEIDEL_GRID_WEST : SEIDEL_GRID_SOUTH;
    }
  if (!is_linked (roads, owner, arm))
    return 0.0;
  return 1.0 / (1.0 + 9.0 * draw (roads, owner, arm == SEIDEL_GRID_WEST ? DRAW_WEST : DRAW_SOUTH));
}

static int64_t
roads_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Roads *roads = formula;
  SeidelGridPoint point = seidel_grid_point (&roads->grid, row);
  double sum = roads->shift;
  int diagonal = 0;
  int n = 0;

  for (int arm = SEIDEL_GRID_SOUTH; arm <= SEIDEL_GRID_NORTH; arm++)
    {
      double w = arm == SEIDEL_GRID_CENTRE ? 0.0 : weight (roads, row, &point, arm);

      if (arm == SEIDEL_GRID_CENTRE)
        diagonal = n;
      else if (w == 0.0)
        continue;
      columns[n] = (int32_t) (row + seidel_grid_step (&roads->grid, arm));
      values[n++] = -w;
      sum += w;
    }
  values[diagonal] = sum;
  return n;
}

void
seidel_gallery_roads (const double *values, SeidelGalleryRows *rows)
{
  double ny = seidel_gallery_side (values[1], values[0]);
  Roads *roads = g_new0 (Roads, 1);

  roads->grid = (SeidelGrid){ (int64_t) values[0], (int64_t) ny, 1 };
  roads->loops = values[2];
  roads->shift = values[3];
  roads->seed = (uint64_t) values[4];
  rows->rows = values[0] * ny;
  rows->entries = rows->rows * (3.0 + 2.0 * roads->loops);
  rows->longest = SEIDEL_GRID_ARMS - 2;
  rows->fill = roads_fill;
  rows->formula = roads;
}
