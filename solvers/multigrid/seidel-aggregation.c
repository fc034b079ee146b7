/* Aggregates of rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-aggregation.h"

#include "base/seidel-memory.h"
#include "engine/seidel-couplings.h"
#include "engine/seidel-root-order.h"
#include "multigrid/seidel-tile-order.h"

#define WHAT "the coarsening of the matrix"

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
  self->threshold = threshold * (1.0 - SEIDEL_COUPLINGS_TIE);
  self->scale = seidel_memory_try ((size_t) MAX (csr->rows, 1) * sizeof (double), WHAT, error);
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
} Aggregation;

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
  int32_t joined = FREE;

  if (self->aggregates[row] != FREE)
    return;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t column = csr->column_indices[k];
      double coupling = fabs (csr->values[k]) / scale[column];
      /* Another thread may be marking it. */
      int32_t aggregate = __atomic_load_n (&self->aggregates[column], __ATOMIC_RELAXED);

      if (aggregate >= 0 && coupling > strongest
          && seidel_strength_is_strong (self->strength, row, k))
        {
          strongest = coupling;
          joined = FREE - 1 - aggregate;
        }
    }
  __atomic_store_n (&self->aggregates[row], joined, __ATOMIC_RELAXED);
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

/* All rows, by several threads: in the order of the keys of seidel-root-order.h where rows begin
 * aggregates. The points of the lattice, which come first there, are a phase of their own. */
typedef struct
{
  RowFunc function;
  bool in_order;
} Phase;

typedef struct
{
  Aggregation *self;
  RowFunc function;
} PhaseWork;

static void
work_tile (int64_t first, int64_t end, gpointer data)
{
  const PhaseWork *work = data;

  for (int64_t row = first; row < end; row++)
    work->function (work->self, row);
}

static bool
run_phases (Aggregation *self,
            const SeidelTileOrder *order,
            const SeidelWorkers *workers,
            GError **error)
{
  static const Phase phases[] = {
    { look_for_couplings, false }, { take_lattice, true }, { take_free_neighbourhood, true },
    { join_neighbour, false },     { unmark, false },      { take_rest_of_lattice, true },
    { take_rest, true },
  };

  for (size_t phase = 0; phase < G_N_ELEMENTS (phases); phase++)
    {
      PhaseWork work = { self, phases[phase].function };

      if (!seidel_tile_order_run (order, phases[phase].in_order, work_tile, &work, workers))
        return seidel_workers_fail (error);
    }
  return true;
}

/* Where the numbers of the aggregates that a tile begins start: first how many these are. */
typedef struct
{
  int32_t *aggregates;
  int32_t *starts;
} Numbering;

static void
count_tile (int64_t first, int64_t end, gpointer data)
{
  const Numbering *self = data;
  int32_t *count = &self->starts[first / SEIDEL_ROOT_TILE + 1];

  *count = 0;
  for (int64_t row = first; row < end; row++)
    *count += self->aggregates[row] == row;
}

/* Numbers are marked by values below FREE until no row is looked up any more. */
static void
number_tile (int64_t first, int64_t end, gpointer data)
{
  const Numbering *self = data;
  int32_t number = self->starts[first / SEIDEL_ROOT_TILE];

  for (int64_t row = first; row < end; row++)
    if (self->aggregates[row] == row)
      self->aggregates[row] = FREE - 1 - number++;
}

static void
follow_tile (int64_t first, int64_t end, gpointer data)
{
  const Numbering *self = data;

  for (int64_t row = first; row < end; row++)
    if (self->aggregates[row] >= 0)
      self->aggregates[row] = self->aggregates[self->aggregates[row]];
}

static void
unmark_tile (int64_t first, int64_t end, gpointer data)
{
  const Numbering *self = data;

  for (int64_t row = first; row < end; row++)
    if (self->aggregates[row] < FREE)
      self->aggregates[row] = FREE - 1 - self->aggregates[row];
}

/* Instead of the row that begins it, each aggregate gets a number, in the order of these rows.
 * Returns how many there are, or −1 with an error. */
static int64_t
number_aggregates (int32_t *aggregates,
                   const SeidelTileOrder *order,
                   const SeidelWorkers *workers,
                   GError **error)
{
  static const SeidelTileFunc steps[] = { count_tile, number_tile, follow_tile, unmark_tile };
  g_autofree int32_t *starts =
    seidel_memory_try0 ((size_t) (order->count + 1) * sizeof *starts, WHAT, error);
  Numbering numbering = { aggregates, starts };

  if (starts == NULL)
    return -1;
  for (size_t step = 0; step < G_N_ELEMENTS (steps); step++)
    {
      if (!seidel_tile_order_run (order, false, steps[step], &numbering, workers))
        {
          seidel_workers_fail (error);
          return -1;
        }
      for (int64_t tile = 0; step == 0 && tile < order->count; tile++)
        starts[tile + 1] += starts[tile];
    }
  return starts[order->count];
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

int64_t
seidel_aggregate (const SeidelStrength *strength,
                  int32_t *aggregate_of_row,
                  const SeidelWorkers *workers,
                  GError **error)
{
  Aggregation self = { strength, aggregate_of_row };
  SeidelTileOrder order = { 0 };
  int64_t count = -1;

  if (strength->csr->rows > 0)
    self.lattice = find_lattice (strength);
  if (seidel_tile_order_init (&order, strength, workers, error)
      && run_phases (&self, &order, workers, error))
    count = number_aggregates (aggregate_of_row, &order, workers, error);
  seidel_tile_order_clear (&order);
  return count;
}
