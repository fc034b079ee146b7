/* Hessians of two test problems of CUTE (Bongartz, Conn, Gould, Toint, ACM TOMS 21, 1995) as in the
 * group GHS_psdef of the SuiteSparse Collection: obstclae is the obstacle problem of size 200,
 * minsurfo the minimal surface of size 200. Every finite bound of a variable adds 0.1 to its
 * diagonal entry (a barrier term), which makes both positive definite.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-grid.h"

#include <math.h>

#define BARRIER 0.1 /* for one finite bound; a fixed variable has two */

/* OBSTCLAE.SIF: the obstacle problem of Dembo and Tulowitzki (1983) on size × size points. The
 * objective sums a quarter of the squared differences between each inner point and its four
 * neighbours, so it is quadratic. All variables have two bounds. */

static bool
is_inner (const SeidelGrid *grid, int64_t row)
{
  SeidelGridPoint point = seidel_grid_point (grid, row);

  return point.x > 0 && point.x < grid->nx - 1 && point.y > 0 && point.y < grid->ny - 1;
}

static int64_t
obstacle_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const SeidelGrid *grid = formula;
  SeidelGridPoint point = seidel_grid_point (grid, row);
  double sum = 0.0;
  int diagonal = 0;
  int n = 0;

  for (int arm = SEIDEL_GRID_SOUTH; arm <= SEIDEL_GRID_NORTH; arm++)
    {
      int64_t column = row + seidel_grid_step (grid, arm);
      double weight = 0.0;

      if (arm == SEIDEL_GRID_CENTRE)
        diagonal = n;
      else if (seidel_grid_has_arm (grid, &point, arm))
        weight = 0.5 * (is_inner (grid, row) + is_inner (grid, column));
      if (arm != SEIDEL_GRID_CENTRE && weight == 0.0)
        continue;
      columns[n] = (int32_t) column;
      values[n++] = -weight;
      sum += weight;
    }
  values[diagonal] = sum + 2.0 * BARRIER;
  return n;
}

/* Two points of the boundary are not coupled. */
void
seidel_gallery_obstacle (const double *values, SeidelGalleryRows *rows)
{
  double side = values[0];
  SeidelGrid *grid = g_new (SeidelGrid, 1);

  *grid = (SeidelGrid){ (int64_t) side, (int64_t) side, 1 };
  rows->rows = side * side;
  rows->entries = rows->rows + 4.0 * (side - 1.0) * (side - 2.0);
  rows->exact = true;
  rows->longest = SEIDEL_GRID_ARMS - 2;
  rows->fill = obstacle_fill;
  rows->formula = grid;
}

/* MINSURFO.SIF (COPS 2, problem 17; Dolan, Moré 2000): the surface of minimal area over the unit
 * square, above an obstacle of height 1 in its middle. Linear elements on the triangles of a grid
 * of (size + 2)² points, point (i, j) being row i (size + 2) + j. The Hessian is that at the
 * starting point, 1 − (2 i h − 1)² moved into its bounds: all variables are bounded below by 0 or
 * by the obstacle, those on the boundary are fixed. The recipe declares two more variables, which
 * do not occur in the objective. */

typedef struct
{
  int64_t side; /* points */
  double h;
  double area;           /* of a triangle */
  int64_t obstacle_from; /* first and last index of the points above the obstacle, on both axes */
  int64_t obstacle_to;
} Surface;

/* The points of a triangle: one corner at the right angle, the others along i and along j. */
enum
{
  CORNER,
  ALONG_I,
  ALONG_J,
  CORNERS
};

#define UNUSED_VARIABLES 2
#define SURFACE_SLOTS    7 /* entries of a row: the star and the diagonals of the cells */

static bool
is_fixed (const Surface *surface, int64_t i, int64_t j)
{
  int64_t last = surface->side - 1;

  return i == 0 || i == last || j == 0 || j == last;
}

static double
height (const Surface *surface, int64_t i, int64_t j)
{
  double slope = 2.0 * (double) i * surface->h - 1.0;
  double start = i < surface->side - 1 ? 1.0 - slope * slope : 0.0;
  bool above = MIN (i, j) >= surface->obstacle_from && MAX (i, j) <= surface->obstacle_to;

  return above && !is_fixed (surface, i, j) ? MAX (start, 1.0) : start;
}

/* Adds one row of the Hessian of area √α, α = 1 + ((u_i − u) / h)² + ((u_j − u) / h)², over the
 * triangle with its right angle at (i, j) that extends by step along both axes. The products are
 * formed so that the result is symmetric to the last bit. */
static void
add_triangle (const Surface *surface,
              int64_t i,
              int64_t j,
              int step,
              int self,
              double slots[SURFACE_SLOTS])
{
  /* Columns relative to the corner of positive triangles, as slots: −W, −W+1, −1, 0, 1, W−1, W. */
  static const int slot_between[CORNERS][CORNERS] = { { 3, 6, 4 }, { 0, 3, 1 }, { 2, 5, 3 } };
  double per_h2 = 1.0 / surface->h * (1.0 / surface->h);
  double corner = height (surface, i, j);
  double along_i = height (surface, i + step, j) - corner;
  double along_j = height (surface, i, j + step) - corner;
  double root = sqrt (1.0 + per_h2 * along_i * along_i + per_h2 * along_j * along_j);
  double first = 0.5 / root;
  double second = -0.25 / (root * root * root);
  double gradient[CORNERS] = { 0.0, 2.0 * per_h2 * along_i, 2.0 * per_h2 * along_j };

  gradient[CORNER] = -(gradient[ALONG_I] + gradient[ALONG_J]);
  for (int other = 0; other < CORNERS; other++)
    {
      int slot = slot_between[self][other];
      double value = second * (gradient[self] * gradient[other]);

      if (self == other)
        value += first * (self == CORNER ? 4.0 : 2.0) * per_h2;
      else if (self == CORNER || other == CORNER)
        value -= first * 2.0 * per_h2;
      slots[step > 0 ? slot : SURFACE_SLOTS - 1 - slot] += value * surface->area;
    }
}

/* The point is each corner of a triangle of either orientation, where the grid has it. */
static void
add_triangles (const Surface *surface, int64_t i, int64_t j, double slots[SURFACE_SLOTS])
{
  int64_t last = surface->side - 1;

  for (int step = 1; step >= -1; step -= 2)
    for (int self = 0; self < CORNERS; self++)
      {
        int64_t corner_i = i - (self == ALONG_I ? step : 0);
        int64_t corner_j = j - (self == ALONG_J ? step : 0);
        int64_t low = MIN (MIN (corner_i, corner_j), MIN (corner_i, corner_j) + step);
        int64_t high = MAX (MAX (corner_i, corner_j), MAX (corner_i, corner_j) + step);

        if (low >= 0 && high <= last)
          add_triangle (surface, corner_i, corner_j, step, self, slots);
      }
}

/* Entries that are exactly zero, as most of those along the diagonals of cells, are not stored. */
static int64_t
surface_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Surface *surface = formula;
  int64_t side = surface->side;
  const int64_t offsets[SURFACE_SLOTS] = { -side, 1 - side, -1, 0, 1, side - 1, side };
  double slots[SURFACE_SLOTS] = { 0.0 };
  int64_t n = 0;

  if (row < side * side)
    {
      add_triangles (surface, row / side, row % side, slots);
      slots[3] += is_fixed (surface, row / side, row % side) ? 2.0 * BARRIER : BARRIER;
    }
  else
    slots[3] = BARRIER;
  for (int slot = 0; slot < SURFACE_SLOTS; slot++)
    if (slots[slot] != 0.0)
      {
        columns[n] = (int32_t) (row + offsets[slot]);
        values[n++] = slots[slot];
      }
  return n;
}

/* Nine digits, as the decoder of SIF files writes constants. */
static double
round_constant (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.8e", value), NULL);
}

void
seidel_gallery_minimal_surface (const double *values, SeidelGalleryRows *rows)
{
  Surface *surface = g_new0 (Surface, 1);
  double side = values[0] + 2.0;

  surface->side = (int64_t) side;
  surface->h = 1.0 / (side - 1.0);
  surface->area = round_constant (0.5 * (surface->h * surface->h));
  surface->obstacle_from = (int64_t) (0.25 / surface->h);
  surface->obstacle_to = (int64_t) (0.75 / surface->h + 0.9999999999);
  rows->rows = side * side + UNUSED_VARIABLES;
  rows->entries = rows->rows + 4.0 * side * (side - 1.0);
  rows->longest = SURFACE_SLOTS;
  rows->fill = surface_fill;
  rows->formula = surface;
}
