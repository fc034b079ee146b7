/* The consistent mass matrix of serendipity elements with random densities.
 * Source: A. J. Wathen, "Realistic eigenvalue bounds for the Galerkin mass matrix", IMA J. Numer.
 * Anal. 7 (1987). The nodes are numbered as in N. Higham's gallery for MATLAB; the random densities
 * differ from MATLAB's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include "matrix/seidel-vector.h"

#define NODES 8

/* A node belongs to at most four elements, which share nodes. */
#define MOST_ENTRIES 21

typedef struct
{
  int64_t nx; /* elements */
  int64_t ny;
  uint64_t seed;
} Wathen;

/* The element matrix times 45. */
static const double element[NODES][NODES] = {
  { 6, -6, 2, -8, 3, -8, 2, -6 }, { -6, 32, -6, 20, -8, 16, -8, 20 },
  { 2, -6, 6, -6, 2, -8, 3, -8 }, { -8, 20, -6, 32, -6, 20, -8, 16 },
  { 3, -8, 2, -6, 6, -6, 2, -8 }, { -8, 16, -8, 20, -6, 32, -6, 20 },
  { 2, -8, 3, -8, 2, -6, 6, -6 }, { -6, 20, -8, 16, -8, 20, -6, 32 },
};

/* Positions of the nodes of an element, in half sides from its lower left corner. */
static const struct
{
  int x;
  int y;
} places[NODES] = {
  { 2, 2 }, { 1, 2 }, { 0, 2 }, { 0, 1 }, { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 1 }
};

/* Lines of 2 nx + 1 nodes (corners and midpoints) alternate with lines of nx + 1 (midpoints). */
static int64_t
node_at (const Wathen *wathen, int64_t x, int64_t y)
{
  int64_t base = y / 2 * (3 * wathen->nx + 2);

  return y % 2 == 0 ? base + x : base + 2 * wathen->nx + 1 + x / 2;
}

static void
place_of_node (const Wathen *wathen, int64_t node, int64_t *x, int64_t *y)
{
  int64_t pair = node / (3 * wathen->nx + 2);
  int64_t rest = node % (3 * wathen->nx + 2);
  bool midpoint = rest > 2 * wathen->nx;

  *x = midpoint ? 2 * (rest - 2 * wathen->nx - 1) : rest;
  *y = 2 * pair + midpoint;
}

/* Adds the contribution of one element to the row of the node at (x, y). */
static int64_t
add_element (const Wathen *wathen,
             int64_t across,
             int64_t up,
             int64_t x,
             int64_t y,
             int32_t *columns,
             double *values,
             int64_t n)
{
  uint64_t number = (uint64_t) (across + wathen->nx * up);
  double density = 50.0 * (seidel_random_uniform (wathen->seed, number) + 1.0);
  int self = 0;

  while (2 * across + places[self].x != x || 2 * up + places[self].y != y)
    self++;
  for (int other = 0; other < NODES; other++)
    n = seidel_gallery_add_entry (columns, values, n,
                                  (int32_t) node_at (wathen, 2 * across + places[other].x,
                                                     2 * up + places[other].y),
                                  density * (element[self][other] / 45.0));
  return n;
}

static int64_t
wathen_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Wathen *wathen = formula;
  int64_t x, y;
  int64_t n = 0;

  place_of_node (wathen, row, &x, &y);
  for (int64_t up = MAX ((y - 1) / 2, 0); up <= MIN (y / 2, wathen->ny - 1); up++)
    for (int64_t across = MAX ((x - 1) / 2, 0); across <= MIN (x / 2, wathen->nx - 1); across++)
      n = add_element (wathen, across, up, x, y, columns, values, n);
  return n;
}

/* A node is coupled with all nodes of its elements: 4 of them at an inner corner, 2 at an inner
 * midpoint, fewer at the boundary. */
static double
count_entries (double nx, double ny)
{
  double corners = 21.0 * (nx - 1.0) * (ny - 1.0) + 13.0 * 2.0 * (nx + ny - 2.0) + 8.0 * 4.0;
  double midpoints = 13.0 * (nx * (ny - 1.0) + (nx - 1.0) * ny) + 8.0 * 2.0 * (nx + ny);

  return corners + midpoints;
}

void
seidel_gallery_wathen (const double *values, SeidelGalleryRows *rows)
{
  double nx = values[0];
  double ny = seidel_gallery_side (values[1], nx);
  Wathen *wathen = g_new0 (Wathen, 1);

  wathen->nx = (int64_t) nx;
  wathen->ny = (int64_t) ny;
  wathen->seed = (uint64_t) values[2];
  rows->rows = 3.0 * nx * ny + 2.0 * nx + 2.0 * ny + 1.0;
  rows->entries = count_entries (nx, ny);
  rows->exact = true;
  rows->longest = MOST_ENTRIES;
  rows->fill = wathen_fill;
  rows->formula = wathen;
}
