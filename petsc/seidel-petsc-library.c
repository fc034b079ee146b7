/* PETSc's own preconditioners, and the direct solvers that it has from other libraries.
 *
 * A row of the tables is a choice of PETSc's options, as its users write them on a command line.
 * The user's own options refine or replace it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc.h"

#include <petscpc.h>
#include <stdio.h>

typedef struct
{
  const char *name;
  const char *value;
} Option;

#define MOST_OPTIONS 2

static const struct
{
  const char *id;
  Option options[MOST_OPTIONS];
} rows[] = {
  { "petsc-block-ilu", { { "-pc_type", "bjacobi" }, { "-sub_pc_type", "ilu" } } },
  { "petsc-block-icc", { { "-pc_type", "bjacobi" }, { "-sub_pc_type", "icc" } } },
  { "petsc-schwarz", { { "-pc_type", "asm" }, { "-sub_pc_type", "ilu" } } },
  { "petsc-gamg", { { "-pc_type", "gamg" } } },
  { "petsc-boomeramg", { { "-pc_type", "hypre" }, { "-pc_hypre_type", "boomeramg" } } },
  { "petsc-mumps", { { "-pc_type", "lu" }, { "-pc_factor_mat_solver_type", "mumps" } } },
  { "petsc-superlu-dist",
    { { "-pc_type", "lu" }, { "-pc_factor_mat_solver_type", "superlu_dist" } } },
};

static SeidelLibrarySolver *
solver_of (PC pc)
{
  return (SeidelLibrarySolver *) (void *) pc;
}

static PC
pc_of (SeidelLibrarySolver *solver)
{
  return (PC) (void *) solver;
}

/* Sets the options of a row that the user has not set; they are one process's for ever. */
static void
choose (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    for (int k = 0; k < MOST_OPTIONS && g_str_equal (rows[i].id, id); k++)
      {
        const Option *option = &rows[i].options[k];
        PetscBool set = PETSC_TRUE;

        if (option->name != NULL)
          seidel_petsc_check (PetscOptionsHasName (NULL, NULL, option->name, &set), "its options");
        if (!set)
          seidel_petsc_check (PetscOptionsSetValue (NULL, option->name, option->value),
                              "its options");
      }
}

/* What kept a rank from its part of the set-up, in words. */
static const char *
describe_reason (PCFailedReason reason)
{
  switch (reason)
    {
    case PC_FACTOR_STRUCT_ZEROPIVOT:
      return "an entry that a pivot needs is missing from the matrix";
    case PC_FACTOR_NUMERIC_ZEROPIVOT:
      return "a pivot is zero";
    case PC_FACTOR_OUTMEMORY:
      return "its memory ran out";
    case PC_SUBPC_ERROR:
      return "the block of a rank could not be factored";
    default:
      return "the matrix could not be factored";
    }
}

/* The largest of the reasons of all ranks. */
static PCFailedReason
agree_on_failure (SeidelPetsc *self, PC pc)
{
  PCFailedReason reason = PC_NOERROR;
  int worst;

  seidel_petsc_check (PCGetFailedReasonRank (pc, &reason), "a preconditioner");
  worst = reason < PC_NOERROR ? PC_FACTOR_OTHER : (int) reason;
  MPI_Allreduce (MPI_IN_PLACE, &worst, 1, MPI_INT, MPI_MAX, self->comm);
  return (PCFailedReason) worst;
}

/* PETSc is built with or without these libraries, and its options may ask for more. */
static bool
set_up (SeidelPetsc *self, PC pc, char *why, size_t size)
{
  const PetscErrorCode code = PCSetUp (pc);
  const char *text = NULL;
  PCFailedReason reason;

  if (code == PETSC_ERR_MEM)
    seidel_petsc_check (code, "a preconditioner");
  if (code != 0)
    {
      PetscErrorMessage (code, &text, NULL);
      snprintf (why, size, "PETSc could not prepare it: %s",
                text != NULL ? text : "it gave no reason");
      return false;
    }
  reason = agree_on_failure (self, pc);
  if (reason == PC_NOERROR)
    return true;
  snprintf (why, size, "PETSc could not prepare it: %s", describe_reason (reason));
  return false;
}

SeidelLibrarySolver *
seidel_petsc_library_create (SeidelContext *context,
                             SeidelOperator *A,
                             const char *id,
                             char *why,
                             size_t size)
{
  SeidelPetsc *self = seidel_petsc_of (context);
  PC pc = NULL;

  if (!seidel_petsc_is_ready (self))
    return NULL;
  choose (id);
  seidel_petsc_check (PCCreate (self->comm, &pc), "a preconditioner");
  seidel_petsc_check (PCSetOperators (pc, self->preconditioned, self->preconditioned),
                      "a preconditioner");
  if (PCSetFromOptions (pc) != 0)
    g_strlcpy (why, "PETSc was built without it, or does not accept its options", size);
  else if (set_up (self, pc, why, size))
    return solver_of (pc);
  PCDestroy (&pc);
  return NULL;
}

void
seidel_petsc_library_free (SeidelContext *context, SeidelLibrarySolver *solver)
{
  PC pc = pc_of (solver);

  PCDestroy (&pc);
}

void
seidel_petsc_library_apply (SeidelContext *context,
                            SeidelLibrarySolver *solver,
                            bool transposed,
                            const SeidelVector *r,
                            SeidelVector *z)
{
  SeidelPetsc *self = seidel_petsc_of (context);

  if (!seidel_petsc_is_ready (self))
    return;
  seidel_petsc_borrow (self, r, z);
  seidel_petsc_check (transposed ? PCApplyTranspose (pc_of (solver), self->x, self->y)
                                 : PCApply (pc_of (solver), self->x, self->y),
                      "a preconditioner");
  seidel_petsc_return (self);
}

char *
seidel_petsc_find_unused (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PetscInt n = 0;
  char **names = NULL;
  char **values = NULL;

  seidel_petsc_check (PetscOptionsLeftGet (NULL, &n, &names, &values), "its options");
  for (PetscInt i = 0; i < n; i++)
    g_string_append_printf (text, "%s-%s", i > 0 ? ", " : "", names[i]);
  seidel_petsc_check (PetscOptionsLeftRestore (NULL, &n, &names, &values), "its options");
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
