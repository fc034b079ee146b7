/* PETSc on the arrays of a CSR matrix, in this process alone: MatSOR, one forward sweep with omega
 * 1, and the Krylov methods of KSP.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#ifdef HAVE_PETSC

#include <dlfcn.h>
#include <math.h>
#include <petscksp.h>

struct SeidelBenchPetsc
{
  PetscInt *row_offsets;
  Mat A;
  Vec b;
  Vec x;
};

static bool
initialize (void)
{
  PetscBool initialized = PETSC_FALSE;

  if (PetscInitialized (&initialized) != 0)
    return false;
  return initialized || PetscInitializeNoArguments () == 0;
}

/* PETSc takes the columns and values as they are; its own sweep has no const, but leaves them. */
static bool
wrap (SeidelBenchPetsc *petsc, const SeidelCsr *csr, double *b, double *x)
{
  const PetscInt rows = (PetscInt) csr->rows;

  petsc->row_offsets = g_new (PetscInt, csr->rows + 1);
  for (int64_t i = 0; i <= csr->rows; i++)
    petsc->row_offsets[i] = (PetscInt) csr->row_offsets[i];
  return MatCreateSeqAIJWithArrays (PETSC_COMM_SELF, rows, rows, petsc->row_offsets,
                                    csr->column_indices, csr->values, &petsc->A)
           == 0
         && VecCreateSeqWithArray (PETSC_COMM_SELF, 1, rows, b, &petsc->b) == 0
         && VecCreateSeqWithArray (PETSC_COMM_SELF, 1, rows, x, &petsc->x) == 0;
}

SeidelBenchPetsc *
seidel_bench_petsc_new (const SeidelCsr *csr, double *b, double *x, const char **why)
{
  SeidelBenchPetsc *petsc;

  if (sizeof (PetscInt) != sizeof (int32_t) || sizeof (PetscScalar) != sizeof (double))
    *why = "this PETSc was built for other types of numbers";
  else if (seidel_csr_nonzeros (csr) > G_MAXINT32)
    *why = "PETSc counts entries with 32 bits here";
  else if (!initialize ())
    *why = "PETSc could not be started";
  else
    {
      petsc = g_new0 (SeidelBenchPetsc, 1);
      if (wrap (petsc, csr, b, x))
        return petsc;
      seidel_bench_petsc_free (petsc);
      *why = "PETSc did not take the matrix";
    }
  return NULL;
}

void
seidel_bench_petsc_sweep (void *data)
{
  SeidelBenchPetsc *petsc = data;

  if (MatSOR (petsc->A, petsc->b, 1.0, SOR_FORWARD_SWEEP, 0.0, 1, 1, petsc->x) != 0)
    g_error ("seidel-bench: MatSOR failed");
}

void
seidel_bench_petsc_free (SeidelBenchPetsc *petsc)
{
  VecDestroy (&petsc->x);
  VecDestroy (&petsc->b);
  MatDestroy (&petsc->A);
  g_free (petsc->row_offsets);
  g_free (petsc);
}

/* Notes when each iteration was over. */
static PetscErrorCode
note_time (KSP ksp, PetscInt iteration, PetscReal norm, void *seconds)
{
  ((double *) seconds)[iteration] = seidel_bench_now () / 1000.0;
  return 0;
}

/* PETSc leaves dot products to BLAS, which may have threads of its own. */
static void
set_blas_threads (int threads)
{
  void (*set_threads) (int) = (void (*) (int)) dlsym (RTLD_DEFAULT, "openblas_set_num_threads");

  if (set_threads != NULL)
    set_threads (threads);
}

void
seidel_bench_petsc_krylov (SeidelBenchPetsc *petsc,
                           const char *type,
                           const char *pc_type,
                           int levels,
                           int iterations,
                           double *seconds)
{
  KSP ksp = NULL;
  PC pc = NULL;

  set_blas_threads (1);
  if (VecSet (petsc->x, 0.0) != 0 || KSPCreate (PETSC_COMM_SELF, &ksp) != 0
      || KSPSetOperators (ksp, petsc->A, petsc->A) != 0 || KSPSetType (ksp, type) != 0
      || KSPGetPC (ksp, &pc) != 0 || PCSetType (pc, pc_type) != 0
      || (levels > 0 && PCFactorSetLevels (pc, levels) != 0)
      || KSPSetTolerances (ksp, 0.0, 0.0, 1e300, iterations) != 0
      || KSPMonitorSet (ksp, note_time, seconds, NULL) != 0
      || KSPSolve (ksp, petsc->b, petsc->x) != 0)
    g_error ("seidel-bench: KSP %s with %s failed", type, pc_type);
  KSPDestroy (&ksp);
}

/* Sets up and solves; false where PETSc could not. */
static bool
solve (SeidelBenchPetsc *petsc,
       KSP ksp,
       const char *type,
       const char *pc_type,
       double tolerance,
       SeidelBenchPetscRun *run)
{
  PC pc = NULL;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PetscInt iterations = 0;
  double begin;

  if (VecSet (petsc->x, 0.0) != 0 || KSPSetOperators (ksp, petsc->A, petsc->A) != 0
      || KSPSetType (ksp, type) != 0 || KSPGetPC (ksp, &pc) != 0 || PCSetType (pc, pc_type) != 0
      || KSPSetNormType (ksp, KSP_NORM_UNPRECONDITIONED) != 0
      || (strcmp (type, KSPGMRES) == 0 && KSPSetPCSide (ksp, PC_RIGHT) != 0)
      || KSPSetTolerances (ksp, tolerance, 0.0, 1e10, 1000) != 0 || KSPSetFromOptions (ksp) != 0)
    return false;
  begin = seidel_bench_now ();
  if (KSPSetUp (ksp) != 0 || PCSetUpOnBlocks (pc) != 0)
    return false;
  run->setup = (seidel_bench_now () - begin) / 1000.0;
  begin = seidel_bench_now ();
  if (KSPSolve (ksp, petsc->b, petsc->x) != 0 || KSPGetConvergedReason (ksp, &reason) != 0
      || KSPGetIterationNumber (ksp, &iterations) != 0)
    return false;
  run->solve = (seidel_bench_now () - begin) / 1000.0;
  run->iterations = reason > 0 ? (int) iterations : -1;
  return true;
}

SeidelBenchPetscRun
seidel_bench_petsc_solve (SeidelBenchPetsc *petsc,
                          const char *type,
                          const char *pc_type,
                          const char *options,
                          double tolerance)
{
  SeidelBenchPetscRun run = { NAN, NAN, -1 };
  KSP ksp = NULL;

  set_blas_threads (1);
  PetscPushErrorHandler (PetscReturnErrorHandler, NULL);
  if (PetscOptionsClear (NULL) == 0 && PetscOptionsInsertString (NULL, options) == 0
      && KSPCreate (PETSC_COMM_SELF, &ksp) == 0)
    solve (petsc, ksp, type, pc_type, tolerance, &run);
  KSPDestroy (&ksp);
  PetscOptionsClear (NULL);
  PetscPopErrorHandler ();
  return run;
}

#else

struct SeidelBenchPetsc
{
  char unused;
};

SeidelBenchPetsc *
seidel_bench_petsc_new (const SeidelCsr *csr, double *b, double *x, const char **why)
{
  *why = "built without PETSc (install petsc-dev)";
  return NULL;
}

void
seidel_bench_petsc_sweep (void *data)
{
  g_assert_not_reached ();
}

void
seidel_bench_petsc_free (SeidelBenchPetsc *petsc)
{
  g_assert_not_reached ();
}

void
seidel_bench_petsc_krylov (SeidelBenchPetsc *petsc,
                           const char *type,
                           const char *pc_type,
                           int levels,
                           int iterations,
                           double *seconds)
{
  g_assert_not_reached ();
}

SeidelBenchPetscRun
seidel_bench_petsc_solve (SeidelBenchPetsc *petsc,
                          const char *type,
                          const char *pc_type,
                          const char *options,
                          double tolerance)
{
  g_assert_not_reached ();
}

#endif
