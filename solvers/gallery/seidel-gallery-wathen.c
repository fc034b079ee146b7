/* The consistent mass matrix of serendipity elements with random densities.
 * Source: A. J. Wathen, "Realistic eigenvalue bounds for the Galerkin mass matrix", IMA J. Numer.
 * Anal. 7 (1987); numbering of the nodes as in N. Higham's gallery for MATLAB, own random numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <string.h>

#include "matrix/seidel-vector.h"

#define NODES 8

/* A row is touched by four elements at most, which share nodes. */
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

/* Where the nodes of an element lie, in half sides from its lower left corner. */
static const struct
{
  int x;
  int y;
} places[NODES] = {
  { 2, 2 }, { 1, 2 }, { 0, 2 }, { 0, 1 }, { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 1 }
};

/* Lines of 2 nx + 1 nodes (corners and middles) and of nx + 1 (middles) take turns. */
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
  bool middle = rest > 2 * wathen->nx;

  *x = middle ? 2 * (rest - 2 * wathen->nx - 1) : rest;
  *y = 2 * pair + middle;
}

/* Adds to the entry of a column, which is made when it is not there; returns the entries then. */
static int
add_entry (int32_t *columns, double *values, int n, int32_t column, double value)
{
  int at = n;

  while (at > 0 && columns[at - 1] >= column)
    at--;
  if (at < n && columns[at] == column)
    {
      values[at] += value;
      return n;
    }
  memmove (columns + at + 1, columns + at, (size_t) (n - at) * sizeof *columns);
  memmove (values + at + 1, values + at, (size_t) (n - at) * sizeof *values);
  columns[at] = column;
  values[at] = value;
  return n + 1;
}

/* Adds what one element gives to the row of a node at (x, y). */
static int
add_element (const Wathen *wathen,
             int64_t across,
             int64_t up,
             int64_t x,
             int64_t y,
             int32_t *columns,
             double *values,
             int n)
{
  uint64_t number = (uint64_t) (across + wathen->nx * up);
  double density = 50.0 * (seidel_random_uniform (wathen->seed, number) + 1.0);
  int self = 0;

  while (2 * across + places[self].x != x || 2 * up + places[self].y != y)
    self++;
  for (int other = 0; other < NODES; other++)
    n =
      add_entry (columns, values, n,
                 (int32_t) node_at (wathen, 2 * across + places[other].x, 2 * up + places[other].y),
                 density * (element[self][other] / 45.0));
  return n;
}

static int
wathen_row (const Wathen *wathen, int64_t row, int32_t *columns, double *values)
{
  int64_t x, y;
  int n = 0;

  place_of_node (wathen, row, &x, &y);
  for (int64_t up = MAX ((y - 1) / 2, 0); up <= MIN (y / 2, wathen->ny - 1); up++)
    for (int64_t across = MAX ((x - 1) / 2, 0); across <= MIN (x / 2, wathen->nx - 1); across++)
      n = add_element (wathen, across, up, x, y, columns, values, n);
  return n;
}

static int64_t
wathen_count (const void *formula, int64_t row)
{
  int32_t columns[MOST_ENTRIES];
  double values[MOST_ENTRIES];

  return wathen_row (formula, row, columns, values);
}

static int64_t
wathen_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  return wathen_row (formula, row, columns, values);
}

/* Entries by the kind of node: corners see all nodes of their elements, and so do middles. */
static double
count_entries (double nx, double ny)
{
  double corners = 21.0 * (nx - 1.0) * (ny - 1.0) + 13.0 * 2.0 * (nx + ny - 2.0) + 8.0 * 4.0;
  double middles = 13.0 * (nx * (ny - 1.0) + (nx - 1.0) * ny) + 8.0 * 2.0 * (nx + ny);

  return corners + middles;
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
  rows->count = wathen_count;
  rows->fill = wathen_fill;
  rows->formula = wathen;
}
