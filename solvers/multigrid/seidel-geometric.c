/* Geometric coarsening.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-geometric.h"

#include <math.h>

/* Distances between a row and the rows that it is coupled with, upwards: 13 neighbours at most. */
#define MOST_DISTANCES 13

/* Rows between two polls. */
#define ROWS_PER_POLL 65536

/* A sum of entries that is zero but for rounding, relative to the diagonal. */
#define ROUNDING 1e-10

typedef struct
{
  int count;
  int64_t distances[MOST_DISTANCES];
} Distances;

/* False: there are too many for a grid. */
static bool
note_distance (Distances *self, int64_t distance)
{
  for (int i = 0; i < self->count; i++)
    if (self->distances[i] == distance)
      return true;
  if (self->count == MOST_DISTANCES)
    return false;
  self->distances[self->count++] = distance;
  return true;
}

/* Whether the work is to stop, asked now and then. */
static bool
is_stopped (const SeidelWorkers *workers, int64_t row)
{
  return row % ROWS_PER_POLL == 0 && seidel_workers_stopped (workers);
}

static bool
find_distances (const SeidelCsr *csr, Distances *distances, const SeidelWorkers *workers)
{
  distances->count = 0;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (is_stopped (workers, row))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row
            && !note_distance (distances, ABS (csr->column_indices[k] - row)))
          return false;
    }
  return true;
}

static bool
are_neighbours (const SeidelBox *box, int64_t a, int64_t b)
{
  for (int axis = 0; axis < 3; axis++)
    {
      const int64_t distance = a % box->points[axis] - b % box->points[axis];

      if (distance < -1 || distance > 1)
        return false;
      a /= box->points[axis];
      b /= box->points[axis];
    }
  return true;
}

static bool
couples_neighbours (const SeidelCsr *csr, const SeidelBox *box, const SeidelWorkers *workers)
{
  bool good = true;

#pragma omp parallel for num_threads(workers->threads) schedule(static) reduction(&& : good)
  for (int64_t row = 0; row < csr->rows; row++)
    {
      good = good && !is_stopped (workers, row);
      for (int64_t k = csr->row_offsets[row]; good && k < csr->row_offsets[row + 1]; k++)
        good = are_neighbours (box, row, csr->column_indices[k]);
    }
  return good;
}

/* Tries a length of the lines with every length of the planes that the distances allow: the entry
 * farthest along y is at nx, or at nx + 1 across a corner, that along z likewise. */
static bool
try_line (const SeidelCsr *csr,
          const Distances *distances,
          int64_t line,
          SeidelBox *box,
          const SeidelWorkers *workers)
{
  if (line < 1 || csr->rows % line != 0)
    return false;
  *box = (SeidelBox){ { line, csr->rows / line, 1 } };
  if (couples_neighbours (csr, box, workers))
    return true;
  for (int i = 0; i < distances->count; i++)
    for (int corner = 0; corner < 2; corner++)
      {
        const int64_t plane = distances->distances[i] - corner * (line + 1);

        if (plane <= line || plane % line != 0 || csr->rows % plane != 0)
          continue;
        *box = (SeidelBox){ { line, plane / line, csr->rows / plane } };
        if (couples_neighbours (csr, box, workers))
          return true;
      }
  return false;
}

bool
seidel_box_find (const SeidelCsr *csr, SeidelBox *box, const SeidelWorkers *workers)
{
  Distances distances;

  if (csr->rows != csr->columns || csr->rows < 2 || !find_distances (csr, &distances, workers))
    return false;
  if (try_line (csr, &distances, csr->rows, box, workers))
    return true;
  for (int i = 0; i < distances.count; i++)
    for (int corner = 0; corner < 2; corner++)
      if (distances.distances[i] - corner > 1
          && try_line (csr, &distances, distances.distances[i] - corner, box, workers))
        return true;
  return false;
}

static int64_t
coarse_points (int64_t points)
{
  return MAX (points / 2, 1);
}

SeidelBox
seidel_box_coarsen (const SeidelBox *box)
{
  return (SeidelBox){ { coarse_points (box->points[0]), coarse_points (box->points[1]),
                        coarse_points (box->points[2]) } };
}

/* The coarse points that a point is interpolated from along one axis. */
typedef struct
{
  int count;
  int64_t points[2];
  double weights[2];
} Stencil;

static Stencil
interpolate (int64_t point, int64_t points, bool keeps_constant)
{
  const int64_t coarse = coarse_points (points);
  Stencil stencil = { 0 };

  if (points == 1 || point % 2 == 1)
    return (Stencil){ 1, { point / 2 }, { 1.0 } };
  for (int64_t neighbour = point / 2 - 1; neighbour <= point / 2; neighbour++)
    if (neighbour >= 0 && neighbour < coarse)
      {
        stencil.points[stencil.count] = neighbour;
        stencil.weights[stencil.count++] = 0.5;
      }
  if (stencil.count == 1 && keeps_constant)
    stencil.weights[0] = 1.0;
  return stencil;
}

typedef struct
{
  const SeidelCsr *csr;
  SeidelBox fine;
  SeidelBox coarse;
} Prolongation;

static bool
sums_to_zero (const SeidelCsr *csr, int64_t row)
{
  double sum = 0.0;
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      sum += csr->values[k];
      largest = fmax (largest, fabs (csr->values[k]));
    }
  return fabs (sum) <= ROUNDING * largest;
}

static void
add_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const Prolongation *self = data;
  const bool keeps_constant = sums_to_zero (self->csr, row);
  const int64_t *fine = self->fine.points;
  const int64_t *coarse = self->coarse.points;
  const Stencil x = interpolate (row % fine[0], fine[0], keeps_constant);
  const Stencil y = interpolate (row / fine[0] % fine[1], fine[1], keeps_constant);
  const Stencil z = interpolate (row / fine[0] / fine[1], fine[2], keeps_constant);

  for (int k = 0; k < z.count; k++)
    for (int j = 0; j < y.count; j++)
      for (int i = 0; i < x.count; i++)
        seidel_sparse_rows_add (rows,
                                (int32_t) ((z.points[k] * coarse[1] + y.points[j]) * coarse[0]
                                           + x.points[i]),
                                x.weights[i] * y.weights[j] * z.weights[k]);
}

SeidelCsr *
seidel_geometric_prolongation (const SeidelCsr *csr,
                               const SeidelBox *box,
                               const SeidelWorkers *workers,
                               GError **error)
{
  const Prolongation prolongation = { csr, *box, seidel_box_coarsen (box) };
  const int64_t *coarse = prolongation.coarse.points;

  return seidel_csr_from_rows (csr->rows, coarse[0] * coarse[1] * coarse[2], add_row, &prolongation,
                               workers, error);
}
