/* Sweeps of a rank: of its own block by the CPU engine, or of its rows of one colour after the
 * other.
 *
 * By colours the ranks exchange their values before each colour. The terms of a row are added in
 * the order of the columns of the whole matrix, wherever they come from: x has the same bits on any
 * number of ranks, as long as each has consecutive rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <petscvec.h>

#include "base/seidel-clock.h"

typedef struct
{
  SeidelSweep *block; /* the CPU engine's; NULL: by colours */
  int32_t n_colors;
  int32_t *begins; /* n_colors + 1, in rows */
  int32_t *rows;   /* by colours */
  int32_t lower;   /* elements of other ranks whose places are before this rank's */
} Sweep;

static PetscInt
count_rows (const SeidelPetsc *self)
{
  return (PetscInt) (self->rows.end - self->rows.begin);
}

/* What brings the elements of other ranks that this rank's rows need, and what the block's take. */
static void
make_scatter (SeidelPetsc *self)
{
  const PetscInt *columns = NULL;
  IS is = NULL;

  seidel_petsc_check (MatMPIAIJGetSeqAIJ (self->A, NULL, &self->outer_A, &columns), "a sweep");
  seidel_petsc_check (VecCreateSeq (PETSC_COMM_SELF, (PetscInt) self->halo, &self->outer),
                      "a sweep");
  seidel_petsc_check (ISCreateGeneral (PETSC_COMM_SELF, (PetscInt) self->halo, columns,
                                       PETSC_COPY_VALUES, &is),
                      "a sweep");
  seidel_petsc_check (VecScatterCreate (self->x, is, self->outer, NULL, &self->scatter), "a sweep");
  seidel_petsc_check (ISDestroy (&is), "a sweep");
  seidel_petsc_check (VecCreateSeqWithArray (PETSC_COMM_SELF, 1, count_rows (self), NULL,
                                             &self->rest_vec),
                      "a sweep");
}

/* Sorts the rows by their colours, 1 … n_colors. */
static bool
sort_rows (const SeidelPetsc *self, Sweep *sweep, const SeidelLevelsView *levels)
{
  const PetscInt n = count_rows (self);

  sweep->n_colors = levels->count;
  sweep->begins = g_try_new0 (int32_t, (gsize) levels->count + 1);
  sweep->rows = g_try_new (int32_t, MAX (n, 1));
  if (sweep->begins == NULL || sweep->rows == NULL)
    return false;
  for (PetscInt i = 0; i < n; i++)
    sweep->begins[levels->level_of_row[i]]++;
  for (int32_t color = 0; color < levels->count; color++)
    sweep->begins[color + 1] += sweep->begins[color];
  /* From the last row on: each colour's places are given out from their end. */
  for (PetscInt i = n; i > 0; i--)
    sweep->rows[--sweep->begins[levels->level_of_row[i - 1]]] = i - 1;
  for (int32_t color = 0; color < levels->count; color++)
    sweep->begins[color] = sweep->begins[color + 1];
  sweep->begins[levels->count] = n;
  return true;
}

/* How many of the elements that come from other ranks are before the own ones. */
static int32_t
count_lower (const SeidelPetsc *self)
{
  const PetscInt *columns = NULL;
  int32_t n = 0;

  seidel_petsc_check (MatMPIAIJGetSeqAIJ (self->A, NULL, NULL, &columns), "a sweep");
  while (n < self->halo && columns[n] < self->rows.begin)
    n++;
  return n;
}

SeidelSweep *
seidel_petsc_sweep_new (SeidelContext *context,
                        SeidelOperator *A,
                        int strategy,
                        SeidelDirection direction,
                        const SeidelLevelsView *levels)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  const SeidelEngine *engine = self->local.engine;
  SeidelOperator *block = seidel_petsc_block (self);
  Sweep *sweep = g_new0 (Sweep, 1);

  if (self->scatter == NULL)
    {
      make_scatter (self);
      self->rest = engine->vectors.create (self->local.context, count_rows (self));
    }
  /* The first strategy of the CPU engine: one row after the other. By colours it is made as well:
   * it finds the row whose diagonal is zero. */
  if (block != NULL)
    sweep->block = engine->sweeps.create (self->local.context, block, 0, direction, NULL);
  if (levels != NULL)
    {
      if (sweep->block != NULL)
        engine->sweeps.free (self->local.context, sweep->block);
      sweep->block = NULL;
      sweep->lower = count_lower (self);
      self->out_of_memory = !sort_rows (self, sweep, levels) || self->out_of_memory;
    }
  seidel_petsc_reduce (self, 0, 0);
  return (SeidelSweep *) (void *) sweep;
}

void
seidel_petsc_sweep_free (SeidelContext *context, SeidelSweep *opaque)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  Sweep *sweep = (Sweep *) (void *) opaque;

  if (sweep->block != NULL)
    self->local.engine->sweeps.free (self->local.context, sweep->block);
  g_free (sweep->begins);
  g_free (sweep->rows);
  g_free (sweep);
}

SeidelMeasures
seidel_petsc_sweep_measures (const SeidelSweep *sweep)
{
  return SEIDEL_MEASURES_NOTHING;
}

/* outer ← the elements of other ranks as they are now. */
static void
exchange (SeidelPetsc *self, const SeidelVector *x)
{
  seidel_petsc_check (VecPlaceArray (self->x, seidel_petsc_elements (x)), "a vector");
  seidel_petsc_check (VecScatterBegin (self->scatter, self->x, self->outer, INSERT_VALUES,
                                       SCATTER_FORWARD),
                      "a sweep");
  seidel_petsc_check (VecScatterEnd (self->scatter, self->x, self->outer, INSERT_VALUES,
                                     SCATTER_FORWARD),
                      "a sweep");
  seidel_petsc_check (VecResetArray (self->x), "a vector");
}

/* rest ← b − (the part of A x with columns of other ranks) */
static void
subtract_others (SeidelPetsc *self, const SeidelVector *b, const SeidelVector *x)
{
  const double *from = seidel_petsc_elements (b);
  double *rest = seidel_petsc_elements (self->rest);
  const PetscInt n = count_rows (self);

  exchange (self, x);
  seidel_petsc_check (VecPlaceArray (self->rest_vec, rest), "a vector");
  seidel_petsc_check (MatMult (self->outer_A, self->outer, self->rest_vec), "a sweep");
  seidel_petsc_check (VecResetArray (self->rest_vec), "a vector");
  for (PetscInt i = 0; i < n; i++)
    rest[i] = from[i] - rest[i];
}

/* What relaxes rows by colours. */
typedef struct
{
  const SeidelPetscRows *rows;
  const double *b;
  const double *outer;
  double *x;
  int32_t lower;
  double omega;
} Relaxing;

static void
relax_row (const Relaxing *it, int32_t row)
{
  const SeidelPetscRows *rows = it->rows;
  const int32_t end = rows->outer_offsets[row + 1];
  int32_t k = rows->outer_offsets[row];
  double diagonal = 0.0;
  double rest = it->b[row];

  for (; k < end && rows->outer_columns[k] < it->lower; k++)
    rest -= rows->outer_values[k] * it->outer[rows->outer_columns[k]];
  for (int32_t own = rows->offsets[row]; own < rows->offsets[row + 1]; own++)
    if (rows->columns[own] == row)
      diagonal = rows->values[own];
    else
      rest -= rows->values[own] * it->x[rows->columns[own]];
  for (; k < end; k++)
    rest -= rows->outer_values[k] * it->outer[rows->outer_columns[k]];
  it->x[row] = (1.0 - it->omega) * it->x[row] + it->omega * rest / diagonal;
}

static void
sweep_colors (SeidelPetsc *self,
              const Sweep *sweep,
              const SeidelVector *b,
              SeidelVector *x,
              double omega)
{
  Relaxing it = { .rows = &self->rows,
                  .b = seidel_petsc_elements (b),
                  .x = seidel_petsc_elements (x),
                  .lower = sweep->lower,
                  .omega = omega };

  for (int32_t color = 0; color < sweep->n_colors; color++)
    {
      exchange (self, x);
      seidel_petsc_check (VecGetArrayRead (self->outer, &it.outer), "a sweep");
      for (int32_t k = sweep->begins[color]; k < sweep->begins[color + 1]; k++)
        relax_row (&it, sweep->rows[k]);
      seidel_petsc_check (VecRestoreArrayRead (self->outer, &it.outer), "a sweep");
    }
}

void
seidel_petsc_sweep (SeidelContext *context,
                    SeidelSweep *opaque,
                    const SeidelVector *b,
                    SeidelVector *x,
                    double omega,
                    SeidelSweepReportFunc report,
                    void *report_data)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  const Sweep *sweep = (const Sweep *) (const void *) opaque;
  const int64_t begun = seidel_clock_now ();

  if (!seidel_petsc_is_ready (self))
    return;
  if (sweep->block == NULL)
    sweep_colors (self, sweep, b, x, omega);
  else
    {
      subtract_others (self, b, x);
      self->local.engine->sweeps.run (self->local.context, sweep->block, self->rest, x, omega, NULL,
                                      NULL);
    }
  self->product_time += seidel_clock_now () - begun;
}
