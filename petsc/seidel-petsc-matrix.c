/* The matrix of all ranks: products by PETSc, and the rank's own block in the CPU engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <petscvec.h>

#include "base/seidel-clock.h"

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
  const int64_t begun = seidel_clock_now ();

  seidel_petsc_borrow (self, x, y);
  seidel_petsc_check (transposed ? MatMultTranspose (self->product, self->x, self->y)
                                 : MatMult (self->product, self->x, self->y),
                      "a product");
  seidel_petsc_return (self);
  self->product_time += seidel_clock_now () - begun;
}
