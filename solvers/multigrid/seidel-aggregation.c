/* Aggregates of rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-aggregation.h"

#include <stdlib.h>

#include "base/seidel-memory.h"
#include "engine/seidel-root-order.h"

#define TILES_PER_POLL 4

#define ALONE (-1) /* no strong coupling */
#define FREE  (-2) /* in no aggregate yet */

/* √ of the largest entry off the diagonal. */
static double
coupling_of (const SeidelCsr *csr, int64_t row)
{
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] != row)
      largest = fmax (largest, fabs (csr->values[k]));
  return sqrt (largest);
}

bool
seidel_strength_init (SeidelStrength *self,
                      const SeidelCsr *csr,
                      double threshold,
                      const SeidelWorkers *workers,
                      GError **error)
{
  self->csr = csr;
  self->threshold = threshold;
  self->scale = seidel_memory_try ((size_t) MAX (csr->rows, 1) * sizeof (double),
                                   "the coarsening of the matrix", error);
  if (self->scale == NULL)
    return false;
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < csr->rows; row++)
    self->scale[row] = coupling_of (csr, row);
  return true;
}

void
seidel_strength_clear (SeidelStrength *self)
{
  g_clear_pointer (&self->scale, g_free);
}

/* An aggregate is the row that begins it until they are numbered. */
typedef struct
{
  const SeidelStrength *strength;
  int32_t *aggregates;
  SeidelRootLattice lattice;
  int32_t *tiles; /* of rows, in the order of their keys */
  int64_t n_tiles;
} Aggregation;

static void
aggregation_clear (Aggregation *self)
{
  g_clear_pointer (&self->tiles, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Aggregation, aggregation_clear)

/* What becomes of one row in a phase. */
typedef void (*RowFunc) (Aggregation *self, int64_t row);

static void
look_for_couplings (Aggregation *self, int64_t row)
{
  const SeidelCsr *csr = self->strength->csr;

  self->aggregates[row] = ALONE;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (seidel_strength_is_strong (self->strength, row, k))
      {
        self->aggregates[row] = FREE;
        return;
      }
}

/* The row and its strong neighbours that are free become an aggregate. */
static void
begin_aggregate (Aggregation *self, int64_t row)
{
  const SeidelCsr *csr = self->strength->csr;

  self->aggregates[row] = (int32_t) row;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (self->aggregates[csr->column_indices[k]] == FREE
        && seidel_strength_is_strong (self->strength, row, k))
      self->aggregates[csr->column_indices[k]] = (int32_t) row;
}

/* The first phase: neighbourhoods that are wholly free. */
static void
take_free_neighbourhood (Aggregation *self, int64_t row)
{
  const SeidelCsr *csr = self->strength->csr;

  if (self->aggregates[row] != FREE)
    return;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (self->aggregates[csr->column_indices[k]] >= 0
        && seidel_strength_is_strong (self->strength, row, k))
      return;
  begin_aggregate (self, row);
}

static void
take_lattice (Aggregation *self, int64_t row)
{
  if (seidel_root_lattice_has (&self->lattice, (int32_t) row))
    take_free_neighbourhood (self, row);
}

/* The second phase: a row joins the aggregate that it is coupled to most strongly, of those of the
 * first phase. What joins now is marked by a number below FREE. */
static void
join_neighbour (Aggregation *self, int64_t row)
{
  const SeidelCsr *csr = self->strength->csr;
  const double *scale = self->strength->scale;
  double strongest = 0.0;

  if (self->aggregates[row] != FREE)
    return;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t column = csr->column_indices[k];
      double coupling = fabs (csr->values[k]) / scale[column];

      if (self->aggregates[column] >= 0 && coupling > strongest
          && seidel_strength_is_strong (self->strength, row, k))
        {
          strongest = coupling;
          self->aggregates[row] = FREE - 1 - self->aggregates[column];
        }
    }
}

/* The last phase: what is left, with its neighbours that are left. */
static void
take_rest (Aggregation *self, int64_t row)
{
  if (self->aggregates[row] == FREE)
    begin_aggregate (self, row);
}

static void
take_rest_of_lattice (Aggregation *self, int64_t row)
{
  if (seidel_root_lattice_has (&self->lattice, (int32_t) row))
    take_rest (self, row);
}

static void
unmark (Aggregation *self, int64_t row)
{
  if (self->aggregates[row] < FREE)
    self->aggregates[row] = FREE - 1 - self->aggregates[row];
}

/* In the order of the keys of seidel-root-order.h, or of the rows. The points of the lattice, which
 * come first there, are a phase of their own. */
typedef struct
{
  RowFunc function;
  bool in_tiles;
} Phase;

static bool
run_phase (Aggregation *self, const Phase *phase, const SeidelWorkers *workers, GError **error)
{
  const int64_t rows = self->strength->csr->rows;

  for (int64_t i = 0; i < self->n_tiles; i++)
    {
      const int64_t first = (phase->in_tiles ? self->tiles[i] : i) * (int64_t) SEIDEL_ROOT_TILE;

      if (i % TILES_PER_POLL == 0 && seidel_workers_stopped (workers))
        {
          seidel_workers_fail (error);
          return false;
        }
      for (int64_t row = first; row < MIN (first + SEIDEL_ROOT_TILE, rows); row++)
        phase->function (self, row);
    }
  return true;
}

/* Instead of the row that begins it, each aggregate gets a number, in the order of these rows.
 * Returns how many there are. */
static int32_t
number_aggregates (int32_t *aggregates, int64_t rows)
{
  int32_t count = 0;

  /* Numbers are marked by values below FREE until no row is looked up any more. */
  for (int64_t row = 0; row < rows; row++)
    if (aggregates[row] == row)
      aggregates[row] = FREE - 1 - count++;
  for (int64_t row = 0; row < rows; row++)
    if (aggregates[row] >= 0)
      aggregates[row] = FREE - 1 - aggregates[aggregates[row]];
  for (int64_t row = 0; row < rows; row++)
    if (aggregates[row] < FREE)
      aggregates[row] = FREE - 1 - aggregates[row];
  return count;
}

static SeidelRootLattice
find_lattice (const SeidelStrength *strength)
{
  const SeidelCsr *csr = strength->csr;
  SeidelRootSample sample = { .sampled = (int32_t) MIN (csr->rows, SEIDEL_ROOT_SAMPLES) };

  for (int64_t i = 0; i < sample.sampled; i++)
    {
      const int64_t row = seidel_root_sample_row (i, csr->rows);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] > row && seidel_strength_is_strong (strength, row, k))
          seidel_root_sample_note (&sample, csr->column_indices[k] - (int32_t) row);
    }
  return seidel_root_lattice_find (&sample);
}

static int
compare_tiles (gconstpointer a, gconstpointer b)
{
  const uint64_t first = seidel_root_tile_key (*(const int32_t *) a * SEIDEL_ROOT_TILE);
  const uint64_t second = seidel_root_tile_key (*(const int32_t *) b * SEIDEL_ROOT_TILE);

  return (first > second) - (first < second);
}

static bool
aggregation_init (Aggregation *self,
                  const SeidelStrength *strength,
                  int32_t *aggregates,
                  GError **error)
{
  const int64_t n_tiles = (strength->csr->rows + SEIDEL_ROOT_TILE - 1) / SEIDEL_ROOT_TILE;

  self->strength = strength;
  self->aggregates = aggregates;
  self->n_tiles = n_tiles;
  self->tiles = seidel_memory_try ((size_t) MAX (n_tiles, 1) * sizeof *self->tiles,
                                   "the coarsening of the matrix", error);
  if (self->tiles == NULL)
    return false;
  for (int64_t i = 0; i < n_tiles; i++)
    self->tiles[i] = (int32_t) i;
  qsort (self->tiles, (size_t) n_tiles, sizeof *self->tiles, compare_tiles);
  if (strength->csr->rows > 0)
    self->lattice = find_lattice (strength);
  return true;
}

int64_t
seidel_aggregate (const SeidelStrength *strength,
                  int32_t *aggregate_of_row,
                  const SeidelWorkers *workers,
                  GError **error)
{
  static const Phase phases[] = {
    { look_for_couplings, false }, { take_lattice, false }, { take_free_neighbourhood, true },
    { join_neighbour, false },     { unmark, false },       { take_rest_of_lattice, false },
    { take_rest, true },
  };
  g_auto (Aggregation) self = { 0 };

  if (!aggregation_init (&self, strength, aggregate_of_row, error))
    return -1;
  for (size_t phase = 0; phase < G_N_ELEMENTS (phases); phase++)
    if (!run_phase (&self, &phases[phase], workers, error))
      return -1;
  return number_aggregates (aggregate_of_row, strength->csr->rows);
}
