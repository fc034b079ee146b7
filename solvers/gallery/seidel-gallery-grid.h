/* Points of a grid and their neighbours, for the stencil families. Private to solvers/gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery-rows.h"

G_BEGIN_DECLS

/* The arms of a star-shaped stencil, by increasing column. */
enum
{
  SEIDEL_GRID_BELOW, /* z − 1 */
  SEIDEL_GRID_SOUTH, /* y − 1 */
  SEIDEL_GRID_WEST,  /* x − 1 */
  SEIDEL_GRID_CENTRE,
  SEIDEL_GRID_EAST,
  SEIDEL_GRID_NORTH,
  SEIDEL_GRID_ABOVE,
  SEIDEL_GRID_ARMS
};

/* Points along each axis; nz = 1 makes the grid two-dimensional. */
typedef struct
{
  int64_t nx;
  int64_t ny;
  int64_t nz;
} SeidelGrid;

typedef struct
{
  int64_t x;
  int64_t y;
  int64_t z;
} SeidelGridPoint;

static inline SeidelGridPoint
seidel_grid_point (const SeidelGrid *grid, int64_t row)
{
  int64_t line = row / grid->nx;

  return (SeidelGridPoint){ row - line * grid->nx, line % grid->ny, line / grid->ny };
}

static inline bool
seidel_grid_has_arm (const SeidelGrid *grid, const SeidelGridPoint *point, int arm)
{
  switch (arm)
    {
    case SEIDEL_GRID_BELOW:
      return point->z > 0;
    case SEIDEL_GRID_SOUTH:
      return point->y > 0;
    case SEIDEL_GRID_WEST:
      return point->x > 0;
    case SEIDEL_GRID_EAST:
      return point->x < grid->nx - 1;
    case SEIDEL_GRID_NORTH:
      return point->y < grid->ny - 1;
    case SEIDEL_GRID_ABOVE:
      return point->z < grid->nz - 1;
    default:
      return true;
    }
}

/* The distance in rows to a neighbour. */
static inline int64_t
seidel_grid_step (const SeidelGrid *grid, int arm)
{
  const int64_t steps[SEIDEL_GRID_ARMS] = { -grid->nx * grid->ny, -grid->nx, -1, 0, 1, grid->nx,
                                            grid->nx * grid->ny };

  return steps[arm];
}

static inline int64_t
seidel_grid_star_count (const SeidelGrid *grid, int64_t row)
{
  SeidelGridPoint point = seidel_grid_point (grid, row);
  int64_t n = 0;

  for (int arm = 0; arm < SEIDEL_GRID_ARMS; arm++)
    n += seidel_grid_has_arm (grid, &point, arm);
  return n;
}

/* Sets the numbers of rows and entries of a star stencil on a grid. */
static inline void
seidel_grid_rows (SeidelGalleryRows *rows, double nx, double ny, double nz)
{
  rows->rows = nx * ny * nz;
  rows->entries =
    rows->rows + 2.0 * ((nx - 1.0) * ny * nz + nx * (ny - 1.0) * nz + nx * ny * (nz - 1.0));
  rows->exact = true;
  rows->longest = SEIDEL_GRID_ARMS;
}

G_END_DECLS
