/* Difference stencils on square and cubic grids, natural order: x fastest, then y, then z.
 * poisson-27 is the matrix of the HPCG benchmark (Dongarra, Heroux, Luszczek 2016).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-fill.h"

/* Where a neighbour stands in the star below: increasing column order. */
enum
{
  BELOW, /* z − 1 */
  SOUTH, /* y − 1 */
  WEST,  /* x − 1 */
  CENTRE,
  EAST,
  NORTH,
  ABOVE,
  N_ARMS
};

typedef struct
{
  int64_t side;
  int dimensions; /* 2 or 3 */
  double arms[N_ARMS];
} Star;

static void
star_place (const Star *star, int64_t row, int64_t *x, int64_t *y, int64_t *z)
{
  *x = row % star->side;
  *y = row / star->side % star->side;
  *z = row / star->side / star->side;
}

static int64_t
star_count (const void *formula, int64_t row)
{
  const Star *star = formula;
  int64_t last = star->side - 1;
  int64_t x, y, z;

  star_place (star, row, &x, &y, &z);
  return 1 + (x > 0) + (x < last) + (y > 0) + (y < last)
         + (star->dimensions == 3 ? (z > 0) + (z < last) : 0);
}

static void
star_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Star *star = formula;
  int64_t last = star->side - 1;
  int64_t plane = star->side * star->side;
  int64_t x, y, z;
  int n = 0;

  star_place (star, row, &x, &y, &z);
  const struct
  {
    bool inside;
    int64_t step;
  } arms[N_ARMS] = {
    [BELOW] = { star->dimensions == 3 && z > 0, -plane },
    [SOUTH] = { y > 0, -star->side },
    [WEST] = { x > 0, -1 },
    [CENTRE] = { true, 0 },
    [EAST] = { x < last, 1 },
    [NORTH] = { y < last, star->side },
    [ABOVE] = { star->dimensions == 3 && z < last, plane },
  };
  for (int arm = 0; arm < N_ARMS; arm++)
    if (arms[arm].inside)
      {
        columns[n] = (int32_t) (row + arms[arm].step);
        values[n++] = star->arms[arm];
      }
}

static SeidelCsr *
make_star (const Star *star, SeidelProgress *progress, GCancellable *cancellable, GError **error)
{
  double side = (double) star->side;
  double rows = star->dimensions == 3 ? side * side * side : side * side;

  return seidel_gallery_fill (rows, rows * (1.0 + 2.0 * star->dimensions), star_count, star_fill,
                              star, progress, cancellable, error);
}

SeidelCsr *
seidel_gallery_poisson_5 (const double *values,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  Star star = { (int64_t) values[0], 2, { -1.0, -1.0, -1.0, 4.0, -1.0, -1.0, -1.0 } };

  return make_star (&star, progress, cancellable, error);
}

SeidelCsr *
seidel_gallery_poisson_7 (const double *values,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  Star star = { (int64_t) values[0], 3, { -1.0, -1.0, -1.0, 6.0, -1.0, -1.0, -1.0 } };

  return make_star (&star, progress, cancellable, error);
}

/* First-order upwind differences of −Δu + v·∇u with a wind towards +x and +y: what flows in from
 * the west and the south weighs 1 + peclet, peclet being |v_x| h = |v_y| h. */
SeidelCsr *
seidel_gallery_convection (const double *values,
                           SeidelProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  double peclet = values[1];
  Star star = { (int64_t) values[0],
                2,
                { 0.0, -1.0 - peclet, -1.0 - peclet, 4.0 + 2.0 * peclet, -1.0, -1.0, 0.0 } };

  return make_star (&star, progress, cancellable, error);
}

/* Neighbours along one axis, the point itself included. */
static int64_t
span (int64_t side, int64_t at)
{
  return 1 + (at > 0) + (at < side - 1);
}

static int64_t
cube_count (const void *formula, int64_t row)
{
  int64_t side = *(const int64_t *) formula;

  return span (side, row % side) * span (side, row / side % side) * span (side, row / side / side);
}

static void
cube_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t side = *(const int64_t *) formula;
  int64_t x = row % side;
  int64_t y = row / side % side;
  int64_t z = row / side / side;
  int n = 0;

  for (int64_t w = MAX (z - 1, 0); w <= MIN (z + 1, side - 1); w++)
    for (int64_t v = MAX (y - 1, 0); v <= MIN (y + 1, side - 1); v++)
      for (int64_t u = MAX (x - 1, 0); u <= MIN (x + 1, side - 1); u++)
        {
          int64_t column = u + side * (v + side * w);

          columns[n] = (int32_t) column;
          values[n++] = column == row ? 26.0 : -1.0;
        }
}

SeidelCsr *
seidel_gallery_poisson_27 (const double *values,
                           SeidelProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  int64_t side = (int64_t) values[0];
  double rows = values[0] * values[0] * values[0];

  return seidel_gallery_fill (rows, rows * 27.0, cube_count, cube_fill, &side, progress,
                              cancellable, error);
}
