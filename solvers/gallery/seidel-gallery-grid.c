/* Difference stencils on grids of two and three dimensions in natural order: x fastest, then y,
 * then z. With Dirichlet conditions, eliminated from the system, the diagonal is constant; with
 * Neumann conditions it is the number of neighbours. poisson-27 is the matrix of the HPCG benchmark
 * (Dongarra, Heroux, Luszczek 2016).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-grid.h"

#include <math.h>

/* The same weights at every point. */
typedef struct
{
  SeidelGrid grid;
  double arms[SEIDEL_GRID_ARMS];
  bool neumann; /* rows sum to 0 */
} Star;

static int64_t
star_count (const void *formula, int64_t row)
{
  const Star *star = formula;

  return seidel_grid_star_count (&star->grid, row);
}

static int64_t
star_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Star *star = formula;
  SeidelGridPoint point = seidel_grid_point (&star->grid, row);
  int n = 0;
  int diagonal = 0;

  for (int arm = 0; arm < SEIDEL_GRID_ARMS; arm++)
    if (seidel_grid_has_arm (&star->grid, &point, arm))
      {
        if (arm == SEIDEL_GRID_CENTRE)
          diagonal = n;
        columns[n] = (int32_t) (row + seidel_grid_step (&star->grid, arm));
        values[n++] = star->arms[arm];
      }
  if (star->neumann)
    values[diagonal] = n - 1;
  return n;
}

static Star *
star_rows (SeidelGalleryRows *rows, double nx, double ny, double nz, const double *arms)
{
  Star *star = g_new0 (Star, 1);

  seidel_grid_rows (rows, nx, ny, nz);
  star->grid = (SeidelGrid){ (int64_t) nx, (int64_t) ny, (int64_t) nz };
  for (int arm = 0; arm < SEIDEL_GRID_ARMS; arm++)
    star->arms[arm] = arms[arm];
  rows->count = star_count;
  rows->fill = star_fill;
  rows->formula = star;
  return star;
}

void
seidel_gallery_poisson_5 (const double *values, SeidelGalleryRows *rows)
{
  static const double arms[SEIDEL_GRID_ARMS] = { 0.0, -1.0, -1.0, 4.0, -1.0, -1.0, 0.0 };

  star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]), 1.0, arms);
}

void
seidel_gallery_poisson_7 (const double *values, SeidelGalleryRows *rows)
{
  static const double arms[SEIDEL_GRID_ARMS] = { -1.0, -1.0, -1.0, 6.0, -1.0, -1.0, -1.0 };

  star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]),
             seidel_gallery_side (values[2], values[0]), arms);
}

/* The Laplacian of the grid's graph: singular, the constant vector spans its nullspace. */
void
seidel_gallery_neumann (const double *values, SeidelGalleryRows *rows)
{
  static const double arms[SEIDEL_GRID_ARMS] = { -1.0, -1.0, -1.0, 0.0, -1.0, -1.0, -1.0 };
  Star *star = star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]),
                          seidel_gallery_side (values[2], values[0]), arms);

  star->neumann = true;
}

/* −Δu − k² u on squares of side h = 1 / (nx + 1), times h²; k = 2π waves. The eigenvalues are those
 * of the Laplacian minus (k h)². */
void
seidel_gallery_helmholtz (const double *values, SeidelGalleryRows *rows)
{
  double kh = 2.0 * G_PI * values[2] / (values[0] + 1.0);
  const double arms[SEIDEL_GRID_ARMS] = { 0.0, -1.0, -1.0, 4.0 - kh * kh, -1.0, -1.0, 0.0 };

  star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]), 1.0, arms);
}

/* −u_xx − ε_y u_yy − ε_z u_zz; a single layer has no coupling along z. */
void
seidel_gallery_anisotropic (const double *values, SeidelGalleryRows *rows)
{
  double nz = seidel_gallery_side (values[2], values[0]);
  double y = values[3];
  double z = nz > 1.0 ? values[4] : 0.0;
  const double arms[SEIDEL_GRID_ARMS] = { -z, -y, -1.0, 2.0 * (1.0 + y + z), -1.0, -y, -z };

  star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]), nz, arms);
}

/* First-order upwind differences of −Δu + v·∇u. A positive peclet = v_x h = v_y h is a wind from
 * the west and the south, whose neighbours get the weight 1 + peclet; a negative one is a wind from
 * the east and the north. */
void
seidel_gallery_convection (const double *values, SeidelGalleryRows *rows)
{
  double before = -1.0 - MAX (values[2], 0.0);
  double behind = -1.0 - MAX (-values[2], 0.0);
  double centre = 4.0 + 2.0 * fabs (values[2]);
  const double arms[SEIDEL_GRID_ARMS] = { 0.0, before, before, centre, behind, behind, 0.0 };

  star_rows (rows, values[0], seidel_gallery_side (values[1], values[0]), 1.0, arms);
}

/* poisson-27: all 26 neighbours. Points along one axis within a distance of one. */
static int64_t
span (int64_t side, int64_t at)
{
  return 1 + (at > 0) + (at < side - 1);
}

static int64_t
cube_count (const void *formula, int64_t row)
{
  const SeidelGrid *grid = formula;
  SeidelGridPoint point = seidel_grid_point (grid, row);

  return span (grid->nx, point.x) * span (grid->ny, point.y) * span (grid->nz, point.z);
}

static int64_t
cube_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const SeidelGrid *grid = formula;
  SeidelGridPoint point = seidel_grid_point (grid, row);
  int n = 0;

  for (int64_t w = MAX (point.z - 1, 0); w <= MIN (point.z + 1, grid->nz - 1); w++)
    for (int64_t v = MAX (point.y - 1, 0); v <= MIN (point.y + 1, grid->ny - 1); v++)
      for (int64_t u = MAX (point.x - 1, 0); u <= MIN (point.x + 1, grid->nx - 1); u++)
        {
          int64_t column = u + grid->nx * (v + grid->ny * w);

          columns[n] = (int32_t) column;
          values[n++] = column == row ? 26.0 : -1.0;
        }
  return n;
}

void
seidel_gallery_poisson_27 (const double *values, SeidelGalleryRows *rows)
{
  double nx = values[0];
  double ny = seidel_gallery_side (values[1], nx);
  double nz = seidel_gallery_side (values[2], nx);
  SeidelGrid *grid = g_new (SeidelGrid, 1);

  *grid = (SeidelGrid){ (int64_t) nx, (int64_t) ny, (int64_t) nz };
  rows->rows = nx * ny * nz;
  rows->entries = (3.0 * nx - 2.0) * (3.0 * ny - 2.0) * (3.0 * nz - 2.0);
  rows->exact = true;
  rows->longest = 27.0;
  rows->count = cube_count;
  rows->fill = cube_fill;
  rows->formula = grid;
}
