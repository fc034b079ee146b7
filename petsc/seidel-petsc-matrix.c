/* The matrix of all ranks: products by PETSc, sweeps of the rank's own block by the CPU engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <petscvec.h>
#include <time.h>

int64_t
seidel_petsc_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static PetscInt
count_rows (const SeidelPetsc *self)
{
  return (PetscInt) (self->rows.end - self->rows.begin);
}

SeidelOperator *
seidel_petsc_block (SeidelPetsc *self)
{
  const PetscInt n = count_rows (self);

  if (self->block != NULL)
    return self->block;
  if (self->block_offsets == NULL)
    self->block_offsets = g_try_new (int64_t, (gsize) n + 1);
  self->out_of_memory = self->out_of_memory || self->block_offsets == NULL;
  if (self->block_offsets == NULL)
    return NULL;
  for (PetscInt row = 0; row <= n; row++)
    self->block_offsets[row] = self->rows.offsets[row];
  self->block_view =
    (SeidelCsrView){ n, n, self->block_offsets, self->rows.columns, self->rows.values };
  self->block = self->local.engine->operators.create (self->local.context, &self->block_view,
                                                      SEIDEL_STORAGE_CSR);
  return self->block;
}

void
seidel_petsc_borrow (SeidelPetsc *self, const SeidelVector *x, SeidelVector *y)
{
  seidel_petsc_check (VecPlaceArray (self->x, seidel_petsc_elements (x)), "a vector");
  seidel_petsc_check (VecPlaceArray (self->y, seidel_petsc_elements (y)), "a vector");
}

void
seidel_petsc_return (SeidelPetsc *self)
{
  const double *elements;

  seidel_petsc_check (VecGetArrayRead (self->y, &elements), "a vector");
  seidel_petsc_check (VecRestoreArrayRead (self->y, &elements), "a vector");
  seidel_petsc_check (VecResetArray (self->x), "a vector");
  seidel_petsc_check (VecResetArray (self->y), "a vector");
}

void
seidel_petsc_multiply (SeidelPetsc *self, const SeidelVector *x, SeidelVector *y, bool transposed)
{
  const int64_t begun = seidel_petsc_clock ();

  seidel_petsc_borrow (self, x, y);
  seidel_petsc_check (transposed ? MatMultTranspose (self->product, self->x, self->y)
                                 : MatMult (self->product, self->x, self->y),
                      "a product");
  seidel_petsc_return (self);
  self->product_time += seidel_petsc_clock () - begun;
}

/* What brings the elements of other ranks that the block's rows need. */
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
  SeidelSweep *sweep = NULL;

  if (self->scatter == NULL)
    {
      make_scatter (self);
      self->rest = engine->vectors.create (self->local.context, count_rows (self));
    }
  /* The first strategy of the CPU engine: one row after the other. */
  if (block != NULL)
    sweep = engine->sweeps.create (self->local.context, block, 0, direction, NULL);
  seidel_petsc_reduce (self, 0, 0);
  return sweep;
}

void
seidel_petsc_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  SeidelPetsc *self = seidel_petsc_of (context);

  self->local.engine->sweeps.free (self->local.context, sweep);
}

SeidelMeasures
seidel_petsc_sweep_measures (const SeidelSweep *sweep)
{
  return SEIDEL_MEASURES_NOTHING;
}

/* rest ← b − (the part of A x with columns of other ranks) */
static void
subtract_others (SeidelPetsc *self, const SeidelVector *b, const SeidelVector *x)
{
  const double *from = seidel_petsc_elements (b);
  double *rest = seidel_petsc_elements (self->rest);
  const PetscInt n = count_rows (self);

  seidel_petsc_check (VecPlaceArray (self->x, seidel_petsc_elements (x)), "a vector");
  seidel_petsc_check (VecScatterBegin (self->scatter, self->x, self->outer, INSERT_VALUES,
                                       SCATTER_FORWARD),
                      "a sweep");
  seidel_petsc_check (VecScatterEnd (self->scatter, self->x, self->outer, INSERT_VALUES,
                                     SCATTER_FORWARD),
                      "a sweep");
  seidel_petsc_check (VecResetArray (self->x), "a vector");
  seidel_petsc_check (VecPlaceArray (self->rest_vec, rest), "a vector");
  seidel_petsc_check (MatMult (self->outer_A, self->outer, self->rest_vec), "a sweep");
  seidel_petsc_check (VecResetArray (self->rest_vec), "a vector");
  for (PetscInt i = 0; i < n; i++)
    rest[i] = from[i] - rest[i];
}

void
seidel_petsc_sweep (SeidelContext *context,
                    SeidelSweep *sweep,
                    const SeidelVector *b,
                    SeidelVector *x,
                    double omega,
                    SeidelSweepReportFunc report,
                    void *report_data)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  const int64_t begun = seidel_petsc_clock ();

  if (!seidel_petsc_is_ready (self))
    return;
  subtract_others (self, b, x);
  self->local.engine->sweeps.run (self->local.context, sweep, self->rest, x, omega, NULL, NULL);
  self->product_time += seidel_petsc_clock () - begun;
}
