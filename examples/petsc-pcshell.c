/* A Krylov method of PETSc with multigrid of the library, on PETSc's arrays: petsc-pcshell MATRIX
 *
 *   mpicc petsc-pcshell.c $(pkg-config --cflags --libs PETSc seidel) -o petsc-pcshell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <petscksp.h>
#include <seidel.h>

static PetscErrorCode
apply (PC pc, Vec r, Vec z)
{
  SeidelPreconditioner *M;
  const PetscScalar *from;
  PetscScalar *to;

  PetscCall (PCShellGetContext (pc, &M));
  PetscCall (VecGetArrayRead (r, &from));
  PetscCall (VecGetArray (z, &to));
  if (!seidel_preconditioner_apply (M, from, to, NULL))
    return PETSC_ERR_LIB;
  PetscCall (VecRestoreArrayRead (r, &from));
  return VecRestoreArray (z, &to);
}

int
main (int argc, char **argv)
{
  SeidelArrays arrays = SEIDEL_ARRAYS_INIT;
  PetscViewer viewer;
  PetscInt rows;
  PetscBool done;
  KSP ksp;
  Mat A;
  Vec x, b;
  PC pc;

  PetscCall (PetscInitialize (&argc, &argv, NULL, NULL));
  PetscCall (PetscViewerBinaryOpen (PETSC_COMM_SELF, argv[1], FILE_MODE_READ, &viewer));
  PetscCall (MatCreate (PETSC_COMM_SELF, &A));
  PetscCall (MatLoad (A, viewer));
  PetscCall (MatGetRowIJ (A, 0, PETSC_FALSE, PETSC_FALSE, &rows,
                          (const PetscInt **) &arrays.row_offsets, &arrays.column_indices, &done));
  PetscCall (MatSeqAIJGetArray (A, (PetscScalar **) &arrays.values));
  PetscCall (MatCreateVecs (A, &x, &b));
  PetscCall (VecSet (b, 1.0));
  arrays.rows = arrays.columns = rows;
  arrays.offset_numbers = SEIDEL_NUMBERS_INT32;
  arrays.borrow = true;
  PetscCall (KSPCreate (PETSC_COMM_SELF, &ksp));
  PetscCall (KSPSetOperators (ksp, A, A));
  PetscCall (KSPGetPC (ksp, &pc));
  PetscCall (PCSetType (pc, PCSHELL));
  PetscCall (PCShellSetContext (pc, seidel_preconditioner_new_from_arrays (&arrays, "multigrid",
                                                                           NULL, NULL, NULL)));
  PetscCall (PCShellSetApply (pc, apply));
  PetscCall (KSPSetFromOptions (ksp)); /* -ksp_type cg -ksp_converged_reason */
  PetscCall (KSPSolve (ksp, b, x));
  return PetscFinalize ();
}
