/* Opening the distributed engine on the rows of a rank, and closing it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "engine/seidel-engines.h"

/* What multiplies, with vectors of its type: dense rows, or on a device where PETSc is built for
 * one. */
static void
make_product (SeidelPetsc *self, bool dense)
{
  const PetscInt n = (PetscInt) (self->rows.end - self->rows.begin);
  const PetscInt all = (PetscInt) self->n;
  char type[64] = "";
  PetscBool set = PETSC_FALSE;
  PetscBool whole = PETSC_FALSE;

  seidel_petsc_check (PetscOptionsGetString (NULL, NULL, "-mat_type", type, sizeof type, &set),
                      "its options");
  self->preconditioned = self->A;
  if (set || dense)
    {
      seidel_petsc_check (MatConvert (self->A, set ? type : MATDENSE, MAT_INITIAL_MATRIX,
                                      &self->product),
                          set ? "a matrix of the type -mat_type" : "a dense matrix");
      if (set)
        self->preconditioned = self->product;
      seidel_petsc_check (PetscObjectBaseTypeCompareAny ((PetscObject) self->product, &whole,
                                                         MATSEQDENSE, MATMPIDENSE, ""),
                          "the matrix");
      self->received = whole ? all - n : self->halo;
      seidel_petsc_check (MatCreateVecs (self->product, &self->x, &self->y), "a vector");
      return;
    }
  seidel_petsc_check (PetscObjectReference ((PetscObject) self->A), "the matrix");
  self->product = self->A;
  self->received = self->halo;
  seidel_petsc_check (VecCreateMPIWithArray (self->comm, 1, n, all, NULL, &self->x), "a vector");
  seidel_petsc_check (VecCreateMPIWithArray (self->comm, 1, n, all, NULL, &self->y), "a vector");
}

/* The matrix of the ranks, whose arrays PETSc uses in place; it renumbers the outer columns. */
static void
give_rows (SeidelPetsc *self, bool dense)
{
  SeidelPetscRows *rows = &self->rows;
  const PetscInt n = (PetscInt) (rows->end - rows->begin);
  const PetscInt all = (PetscInt) self->n;
  Mat outer = NULL;
  PetscInt halo = 0;

  seidel_petsc_check (MatCreateMPIAIJWithSplitArrays (self->comm, n, n, all, all, rows->offsets,
                                                      rows->columns, rows->values,
                                                      rows->outer_offsets, rows->outer_columns,
                                                      rows->outer_values, &self->A),
                      "the matrix");
  seidel_petsc_check (MatMPIAIJGetSeqAIJ (self->A, NULL, &outer, NULL), "the matrix");
  seidel_petsc_check (MatGetLocalSize (outer, NULL, &halo), "the matrix");
  self->halo = halo;
  make_product (self, dense);
}

bool
seidel_petsc_open (SeidelPetsc *self,
                   const SeidelClusterJob *job,
                   int job_fd,
                   int matrix_fd,
                   atomic_bool *stop,
                   GError **error)
{
  const SeidelContextSettings settings = { .precision = SEIDEL_PRECISION_DOUBLE, .threads = 1 };
  SeidelStatus status;

  *self = (SeidelPetsc){ .comm = PETSC_COMM_WORLD, .n = job->rows, .stop = stop };
  self->status.row = -1;
  MPI_Comm_rank (self->comm, &self->rank);
  MPI_Comm_size (self->comm, &self->ranks);
  if (self->ranks != job->ranks)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "the launcher started %d ranks, and the run is one of %" G_GINT64_FORMAT
                        ": its command must pass on {ranks}",
                        self->ranks, job->ranks);
  if (!seidel_petsc_rows_read (&self->rows, job, job_fd, matrix_fd, self->rank, error))
    return false;
  self->local.engine = seidel_cpu_engine ();
  self->local.context = self->local.engine->contexts.create (&settings, &status);
  if (self->local.context == NULL)
    return seidel_memory_fail (error, sizeof (SeidelPetsc), "A rank");
  seidel_petsc_check (PetscOptionsInsertString (NULL, job->petsc_options), "its options");
  give_rows (self, job->storage == SEIDEL_STORAGE_DENSE);
  return true;
}

void
seidel_petsc_close (SeidelPetsc *self)
{
  const SeidelEngine *local = self->local.engine;

  VecScatterDestroy (&self->scatter);
  VecDestroy (&self->outer);
  VecDestroy (&self->rest_vec);
  VecDestroy (&self->x);
  VecDestroy (&self->y);
  MatDestroy (&self->product);
  MatDestroy (&self->A);
  seidel_session_vector_free (&self->local, self->rest);
  if (self->block != NULL)
    local->operators.free (self->local.context, self->block);
  local->contexts.free (self->local.context);
  seidel_petsc_rows_clear (&self->rows);
  g_clear_pointer (&self->block_offsets, g_free);
  g_clear_pointer (&self->sums, g_free);
}
