/* Solves A x = A·1 with PETSc's options and prints the iterations: petsc-options FILE [OPTION …].
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <petscksp.h>

int
main (int argc, char **argv)
{
  PetscViewer viewer;
  PetscInt iterations;
  PetscReal norm;
  KSP ksp;
  Mat A;
  Vec b, x;

  PetscCall (PetscInitialize (&argc, &argv, NULL, NULL));
  PetscCall (PetscViewerBinaryOpen (PETSC_COMM_SELF, argv[1], FILE_MODE_READ, &viewer));
  PetscCall (MatCreate (PETSC_COMM_SELF, &A));
  PetscCall (MatSetType (A, MATSEQAIJ));
  PetscCall (MatLoad (A, viewer));
  PetscCall (PetscViewerDestroy (&viewer));
  PetscCall (MatCreateVecs (A, &x, &b));
  PetscCall (VecSet (x, 1.0));
  PetscCall (MatMult (A, x, b));
  PetscCall (KSPCreate (PETSC_COMM_SELF, &ksp));
  PetscCall (KSPSetOperators (ksp, A, A));
  PetscCall (KSPSetFromOptions (ksp));
  PetscCall (KSPSolve (ksp, b, x));
  PetscCall (KSPGetIterationNumber (ksp, &iterations));
  PetscCall (KSPGetResidualNorm (ksp, &norm));
  PetscCall (
    PetscPrintf (PETSC_COMM_SELF, "iterations %d norm %g\n", (int) iterations, (double) norm));
  PetscCall (KSPDestroy (&ksp));
  PetscCall (VecDestroy (&x));
  PetscCall (VecDestroy (&b));
  PetscCall (MatDestroy (&A));
  PetscCall (PetscFinalize ());
  return 0;
}
