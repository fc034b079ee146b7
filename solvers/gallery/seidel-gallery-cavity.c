/* Stokes flow in a closed cavity, such as one driven by a sliding lid: −Δu + ∇p = f, −∇·u = 0, u
 * given on the walls. Finite differences on a staggered grid (marker and cell: Harlow, Welch,
 * “Numerical calculation of time-dependent viscous incompressible flow”, Phys. Fluids 8, 1965) of
 * nx × ny square cells with side h: velocities on the faces between cells, pressures at their
 * centres. Multiplied by h² and with h p as the pressure, all coefficients are integers:
 *
 *     ( A  Bᵀ )    A: 5-point Laplacians of both velocity components; a wall parallel to the
 *     ( B  0  )    component is half a cell away, which adds 1 to the diagonal
 *
 * The pressure is determined up to a constant; that of the last cell is set to 0 and eliminated,
 * which makes the matrix nonsingular. It is symmetric and indefinite with a zero block: as many
 * positive eigenvalues as velocities, as many negative ones as pressures (Benzi, Golub, Liesen,
 * Acta Numerica 14, 2005, 3.4). The unknowns are ordered u, v, p.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-grid.h"

typedef struct
{
  SeidelGrid cells;
  SeidelGrid across; /* points of u, on the faces between western and eastern cells */
  SeidelGrid along;  /* points of v, on the faces between southern and northern cells */
} Cavity;

static int64_t
points_of (const SeidelGrid *grid)
{
  return grid->nx * grid->ny;
}

/* The pressure at a cell, except the eliminated one. */
static int64_t
add_pressure (const Cavity *cavity,
              int64_t cell,
              double value,
              int64_t n,
              int32_t *columns,
              double *values)
{
  if (cell == points_of (&cavity->cells) - 1)
    return n;
  columns[n] = (int32_t) (points_of (&cavity->across) + points_of (&cavity->along) + cell);
  values[n] = value;
  return n + 1;
}

/* Row of a velocity: the Laplacian on its own grid, then the pressure difference over its face. */
static int64_t
momentum_row (const Cavity *cavity,
              const SeidelGrid *grid,
              int64_t first,
              int64_t at,
              int32_t *columns,
              double *values)
{
  bool across = grid == &cavity->across;
  SeidelGridPoint point = seidel_grid_point (grid, at);
  int64_t cell = point.x + cavity->cells.nx * point.y;
  int64_t n = 0;
  int walls = across ? (point.y == 0) + (point.y == grid->ny - 1)
                     : (point.x == 0) + (point.x == grid->nx - 1);

  for (int arm = SEIDEL_GRID_SOUTH; arm <= SEIDEL_GRID_NORTH; arm++)
    if (seidel_grid_has_arm (grid, &point, arm))
      {
        columns[n] = (int32_t) (first + at + seidel_grid_step (grid, arm));
        values[n++] = arm == SEIDEL_GRID_CENTRE ? 4.0 + walls : -1.0;
      }
  n = add_pressure (cavity, cell, -1.0, n, columns, values);
  return add_pressure (cavity, cell + (across ? 1 : cavity->cells.nx), 1.0, n, columns, values);
}

/* Row of a cell: what flows in through its faces, none through walls. */
static int64_t
continuity_row (const Cavity *cavity, int64_t cell, int32_t *columns, double *values)
{
  SeidelGridPoint point = seidel_grid_point (&cavity->cells, cell);
  int64_t u = point.x + cavity->across.nx * point.y;
  int64_t v = points_of (&cavity->across) + cell;
  const struct
  {
    int arm;
    int64_t column;
    double value;
  } faces[] = {
    { SEIDEL_GRID_WEST, u - 1, 1.0 },
    { SEIDEL_GRID_EAST, u, -1.0 },
    { SEIDEL_GRID_SOUTH, v - cavity->cells.nx, 1.0 },
    { SEIDEL_GRID_NORTH, v, -1.0 },
  };
  int64_t n = 0;

  for (size_t f = 0; f < G_N_ELEMENTS (faces); f++)
    if (seidel_grid_has_arm (&cavity->cells, &point, faces[f].arm))
      {
        columns[n] = (int32_t) faces[f].column;
        values[n++] = faces[f].value;
      }
  return n;
}

static int64_t
cavity_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Cavity *cavity = formula;
  int64_t n_across = points_of (&cavity->across);
  int64_t n_along = points_of (&cavity->along);

  if (row < n_across)
    return momentum_row (cavity, &cavity->across, 0, row, columns, values);
  if (row < n_across + n_along)
    return momentum_row (cavity, &cavity->along, n_across, row - n_across, columns, values);
  return continuity_row (cavity, row - n_across - n_along, columns, values);
}

/* Entries of the 5-point Laplacian on nx × ny points. */
static double
laplacian_entries (double nx, double ny)
{
  return nx * ny == 0.0 ? 0.0 : nx * ny + 2.0 * ((nx - 1.0) * ny + nx * (ny - 1.0));
}

void
seidel_gallery_cavity (const double *values, SeidelGalleryRows *rows)
{
  double nx = values[0];
  double ny = seidel_gallery_side (values[1], nx);
  double velocities = (nx - 1.0) * ny + nx * (ny - 1.0);
  double faces_of_last_cell = ny > 1.0 ? 2.0 : 1.0;
  Cavity *cavity = g_new0 (Cavity, 1);

  cavity->cells = (SeidelGrid){ (int64_t) nx, (int64_t) ny, 1 };
  cavity->across = (SeidelGrid){ cavity->cells.nx - 1, cavity->cells.ny, 1 };
  cavity->along = (SeidelGrid){ cavity->cells.nx, cavity->cells.ny - 1, 1 };
  rows->rows = velocities + nx * ny - 1.0;
  rows->entries = laplacian_entries (nx - 1.0, ny) + laplacian_entries (nx, ny - 1.0)
                  + 2.0 * (2.0 * velocities - faces_of_last_cell);
  rows->exact = true;
  rows->no_diagonal = nx * ny - 1.0;
  rows->longest = SEIDEL_GRID_ARMS;
  rows->fill = cavity_fill;
  rows->formula = cavity;
}
