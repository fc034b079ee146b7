/* −∇·(κ∇u) with a conductivity κ that jumps from block to block: finite volumes on a grid of two or
 * three dimensions. The conductivity of a face is the harmonic mean of those of its two cells
 * (Patankar 1980, 4.2-3), and on the boundary that of its only cell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-grid.h"

#include "matrix/seidel-vector.h"

typedef struct
{
  SeidelGrid grid;
  SeidelGrid blocks; /* along each side */
  int64_t side;      /* of a block, in cells */
  double contrast;
  uint64_t seed;
} Jumping;

static double
conductivity (const Jumping *jumping, int64_t row)
{
  SeidelGridPoint point = seidel_grid_point (&jumping->grid, row);
  int64_t block = point.x / jumping->side
                  + jumping->blocks.nx
                      * (point.y / jumping->side + jumping->blocks.ny * (point.z / jumping->side));

  return seidel_random_uniform (jumping->seed, (uint64_t) block) < 0.0 ? 1.0 : jumping->contrast;
}

static double
face (double here, double there)
{
  return here == there ? here : 2.0 * here * there / (here + there);
}

static int64_t
jumping_count (const void *formula, int64_t row)
{
  const Jumping *jumping = formula;

  return seidel_grid_star_count (&jumping->grid, row);
}

static int64_t
jumping_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Jumping *jumping = formula;
  SeidelGridPoint point = seidel_grid_point (&jumping->grid, row);
  double here = conductivity (jumping, row);
  double sum = 0.0;
  int diagonal = 0;
  int n = 0;

  for (int arm = 0; arm < SEIDEL_GRID_ARMS; arm++)
    {
      bool along_z = arm == SEIDEL_GRID_BELOW || arm == SEIDEL_GRID_ABOVE;
      double weight = here;

      if (arm == SEIDEL_GRID_CENTRE)
        {
          columns[n] = (int32_t) row;
          diagonal = n++;
          continue;
        }
      if (along_z && jumping->grid.nz == 1)
        continue;
      if (seidel_grid_has_arm (&jumping->grid, &point, arm))
        {
          int64_t other = row + seidel_grid_step (&jumping->grid, arm);

          weight = face (here, conductivity (jumping, other));
          columns[n] = (int32_t) other;
          values[n++] = -weight;
        }
      sum += weight;
    }
  values[diagonal] = sum;
  return n;
}

/* The number of blocks along a side. */
static int64_t
blocks_along (int64_t cells, int64_t side)
{
  return (cells + side - 1) / side;
}

void
seidel_gallery_jumping (const double *values, SeidelGalleryRows *rows)
{
  double ny = seidel_gallery_side (values[1], values[0]);
  double nz = seidel_gallery_side (values[2], values[0]);
  Jumping *jumping = g_new0 (Jumping, 1);

  seidel_grid_rows (rows, values[0], ny, nz);
  jumping->grid = (SeidelGrid){ (int64_t) values[0], (int64_t) ny, (int64_t) nz };
  jumping->side = (int64_t) values[3];
  jumping->blocks = (SeidelGrid){ blocks_along (jumping->grid.nx, jumping->side),
                                  blocks_along (jumping->grid.ny, jumping->side),
                                  blocks_along (jumping->grid.nz, jumping->side) };
  jumping->contrast = values[4];
  jumping->seed = (uint64_t) values[5];
  rows->count = jumping_count;
  rows->fill = jumping_fill;
  rows->formula = jumping;
}
