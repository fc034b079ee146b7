/* Aggregates of rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-aggregation.h"

#include "base/seidel-memory.h"

#define ROWS_PER_POLL 65536

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

typedef struct
{
  const SeidelStrength *strength;
  int32_t *aggregates;
  int32_t count;
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

  self->aggregates[row] = self->count;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (self->aggregates[csr->column_indices[k]] == FREE
        && seidel_strength_is_strong (self->strength, row, k))
      self->aggregates[csr->column_indices[k]] = self->count;
  self->count++;
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
unmark (Aggregation *self, int64_t row)
{
  if (self->aggregates[row] < FREE)
    self->aggregates[row] = FREE - 1 - self->aggregates[row];
}

int64_t
seidel_aggregate (const SeidelStrength *strength,
                  int32_t *aggregate_of_row,
                  const SeidelWorkers *workers,
                  GError **error)
{
  static const RowFunc phases[] = { look_for_couplings, take_free_neighbourhood, join_neighbour,
                                    unmark, take_rest };
  Aggregation self = { strength, aggregate_of_row, 0 };

  for (size_t phase = 0; phase < G_N_ELEMENTS (phases); phase++)
    for (int64_t row = 0; row < strength->csr->rows; row++)
      {
        if (row % ROWS_PER_POLL == 0 && seidel_workers_stopped (workers))
          {
            seidel_workers_fail (error);
            return -1;
          }
        phases[phase](&self, row);
      }
  return self.count;
}
