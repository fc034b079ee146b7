/* The table of preconditioners, and those that are a line long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine/seidel-distributed.h"
#include "method/seidel-multigrid.h"
#include "method/seidel-preconditioner-private.h"
#include "base/seidel-translatable.h"

static void
apply_none (SeidelMethodRun *run,
            SeidelPreconditioner *self,
            bool transposed,
            const SeidelVector *r,
            SeidelVector *z)
{
  seidel_session_copy (&run->session, z, r);
}

static void
apply_jacobi (SeidelMethodRun *run,
              SeidelPreconditioner *self,
              bool transposed,
              const SeidelVector *r,
              SeidelVector *z)
{
  seidel_session_multiply_diagonal (&run->session, run->A, -1, r, z);
}

static void
apply_jacobi_dot (SeidelMethodRun *run,
                  SeidelPreconditioner *self,
                  const SeidelVector *r,
                  SeidelVector *z,
                  SeidelScalar out)
{
  seidel_session_divide_diagonal_dot (&run->session, run->A, r, z, out);
}

/* A preconditioner of the library of an engine. */
#define OF_LIBRARY                                                                                \
  .vectors = 1, .distributed = true, .engine = SEIDEL_DISTRIBUTED_ID,                             \
  .prepare = seidel_preconditioner_library_prepare, .apply = seidel_preconditioner_library_apply, \
  .clear = seidel_preconditioner_library_clear

static const SeidelPreconditionerKind kinds[] = {
  {
    .id = "none",
    .name = N_ ("None"),
    .sentence = N_ ("The method works on the matrix as it is."),
    .source = "",
    .keeps_symmetry = true,
    .keeps_complex = true,
    .distributed = true,
    .apply = apply_none,
  },
  {
    .id = "jacobi",
    .name = "Jacobi",
    .sentence = N_ ("Divides by the diagonal: next to no cost, and pays where the equations are of "
                    "different size."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 10.2",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    .divides_diagonal = true,
    .keeps_symmetry = true,
    .keeps_complex = true,
    .distributed = true,
    .apply = apply_jacobi,
    .apply_dot = apply_jacobi_dot,
  },
  {
    .id = "block-jacobi",
    .name = N_ ("Block Jacobi"),
    .sentence =
      N_ ("Solves with the block of each node, the unknowns of one point: pays where these are "
          "coupled, as displacements in an elastic body are, and costs little more than Jacobi."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1.1",
    .needs = SEIDEL_NEEDS_SQUARE,
    .parameters = 1 << SEIDEL_PARAMETER_NODE,
    .keeps_symmetry = true,
    .never_transposed = true,
    .place = seidel_preconditioner_block_place,
    .prepare = seidel_preconditioner_block_prepare,
    .apply = seidel_preconditioner_block_apply,
    .apply_dot = seidel_preconditioner_block_apply_dot,
    .memory = seidel_preconditioner_block_memory,
    .clear = seidel_preconditioner_block_clear,
  },
  {
    .id = "block-gauss-seidel",
    .name = N_ ("Block Gauss-Seidel, symmetric"),
    .sentence =
      N_ ("A sweep over the nodes forward and one backward, each solving with the block of a node: "
          "SSOR with ω = 1 for matrices with several unknowns a point."),
    .source = "Saad, Iterative Methods for Sparse Linear Systems (2003), 4.1.1 and 10.2",
    .needs = SEIDEL_NEEDS_SQUARE,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .fills = true,
    .parameters = 1 << SEIDEL_PARAMETER_NODE,
    .vectors = 2,
    .keeps_symmetry = true,
    .never_transposed = true,
    .prepare = seidel_preconditioner_block_prepare,
    .apply = seidel_preconditioner_block_apply,
    .clear = seidel_preconditioner_block_clear,
  },
  {
    .id = "ssor",
    .name = "SSOR",
    .sentence =
      N_ ("A Gauss-Seidel sweep forward and one backward, relaxed by ω: about the cost of a "
          "product, nothing to prepare, and far fewer iterations on grids."),
    .source = "Axelsson, A generalized SSOR method (1972); Saad (2003), 10.2",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .parameters = 1 << SEIDEL_PARAMETER_PRECONDITIONER_OMEGA,
    .vectors = 1,
    .divides_diagonal = true,
    .keeps_symmetry = true,
    .keeps_complex = true,
    .prepare = seidel_preconditioner_ssor_prepare,
    .apply = seidel_preconditioner_ssor_apply,
    .clear = seidel_preconditioner_ssor_clear,
  },
  {
    .id = "ilu0",
    .name = N_ ("ILU(0)"),
    .sentence =
      N_ ("An incomplete LU factorisation without fill: the usual choice for matrices that "
          "are not symmetric. Takes as much memory as the matrix."),
    .source = "Meijerink and van der Vorst (1977); Saad (2003), algorithm 10.4",
    .needs = SEIDEL_NEEDS_SQUARE,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .parameters = 1 << SEIDEL_PARAMETER_PIVOT,
    .vectors = 1,
    .divides_diagonal = true,
    .prepare = seidel_preconditioner_ilu_prepare,
    .apply = seidel_preconditioner_factors_apply,
    .clear = seidel_preconditioner_factors_clear,
  },
  {
    .id = "ic0",
    .name = N_ ("IC(0)"),
    .sentence = N_ ("An incomplete Cholesky factorisation without fill, for symmetric positive "
                    "definite matrices. Where a pivot fails, the diagonal is made larger first."),
    .source = "Meijerink and van der Vorst (1977); Manteuffel (1980)",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC | SEIDEL_NEEDS_POSITIVE_DIAGONAL,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .parameters = 1 << SEIDEL_PARAMETER_PIVOT,
    .vectors = 1,
    .divides_diagonal = true,
    .keeps_symmetry = true,
    .prepare = seidel_preconditioner_ic_prepare,
    .apply = seidel_preconditioner_factors_apply,
    .clear = seidel_preconditioner_factors_clear,
  },
  {
    .id = "iluk",
    .name = N_ ("ILU(k)"),
    .sentence =
      N_ ("An incomplete LU factorisation with fill of k levels: fewer iterations than ILU(0), for "
          "more memory and longer levels. 1 or 2 usually pays most."),
    .source = "Watts (1981); Saad (2003), algorithm 10.6",
    .needs = SEIDEL_NEEDS_SQUARE,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .fills = true,
    .parameters = 1 << SEIDEL_PARAMETER_FILL_LEVEL | 1 << SEIDEL_PARAMETER_PIVOT,
    .vectors = 1,
    .divides_diagonal = true,
    .prepare = seidel_preconditioner_ilu_filled_prepare,
    .apply = seidel_preconditioner_factors_apply,
    .clear = seidel_preconditioner_factors_clear,
  },
  {
    .id = "ilut",
    .name = N_ ("ILUT(p, τ)"),
    .sentence =
      N_ ("An incomplete LU factorisation that keeps the largest entries wherever they are: for "
          "matrices whose pattern says little of their values."),
    .source = "Saad, ILUT (1994); Saad (2003), algorithm 10.7",
    .needs = SEIDEL_NEEDS_SQUARE,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .fills = true,
    .parameters = 1 << SEIDEL_PARAMETER_ROW_FILL | 1 << SEIDEL_PARAMETER_DROP,
    .vectors = 1,
    .divides_diagonal = true,
    .prepare = seidel_preconditioner_ilut_prepare,
    .apply = seidel_preconditioner_factors_apply,
    .clear = seidel_preconditioner_factors_clear,
  },
  {
    .id = "ick",
    .name = N_ ("IC(k)"),
    .sentence = N_ ("An incomplete Cholesky factorisation with fill of k levels, for symmetric "
                    "positive definite matrices; shifted as IC(0) where a pivot fails."),
    .source = "Watts (1981); Saad (2003), 10.3; Manteuffel (1980)",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC | SEIDEL_NEEDS_POSITIVE_DIAGONAL,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .sweeps_factors = true,
    .fills = true,
    .parameters = 1 << SEIDEL_PARAMETER_FILL_LEVEL | 1 << SEIDEL_PARAMETER_PIVOT,
    .vectors = 1,
    .divides_diagonal = true,
    .keeps_symmetry = true,
    .prepare = seidel_preconditioner_ic_filled_prepare,
    .apply = seidel_preconditioner_factors_apply,
    .clear = seidel_preconditioner_factors_clear,
  },
  {
    .id = "multigrid",
    .name = N_ ("Multigrid"),
    .sentence =
      N_ ("Corrects slow errors on coarser and coarser matrices, with a smoother on each: on "
          "elliptic problems the iterations hardly grow with the grid."),
    .source = "Vaněk, Mandel and Brezina, Algebraic multigrid by smoothed aggregation (1996)",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
    .coarsens = true,
    .parameters = SEIDEL_MULTIGRID_PARAMETERS,
    .vectors = 1,
    .divides_diagonal = true,
    .keeps_symmetry = true,
    .memory = seidel_multigrid_memory,
    .prepare = seidel_preconditioner_multigrid_prepare,
    .apply = seidel_preconditioner_multigrid_apply,
    .apply_dot = seidel_preconditioner_multigrid_apply_dot,
    .clear = seidel_preconditioner_multigrid_clear,
  },
  {
    .id = "petsc-block-ilu",
    .name = N_ ("Block Jacobi with ILU (PETSc)"),
    .sentence =
      N_ ("PETSc's ILU(0) of each rank's own block of rows, without what crosses to other "
          "ranks: its default, for any matrix."),
    .source = "Balay et al., PETSc/TAO Users Manual (2022), PCBJACOBI",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    OF_LIBRARY,
  },
  {
    .id = "petsc-block-icc",
    .name = N_ ("Block Jacobi with ICC (PETSc)"),
    .sentence = N_ ("PETSc's incomplete Cholesky factors of each rank's own block of rows, for "
                    "symmetric positive definite matrices."),
    .source = "Balay et al., PETSc/TAO Users Manual (2022), PCBJACOBI and PCICC",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_SYMMETRIC | SEIDEL_NEEDS_POSITIVE_DIAGONAL,
    .keeps_symmetry = true,
    OF_LIBRARY,
  },
  {
    .id = "petsc-schwarz",
    .name = N_ ("Additive Schwarz (PETSc)"),
    .sentence =
      N_ ("PETSc's restricted additive Schwarz: ILU(0) of each rank's block with an overlap "
          "of one row into its neighbours, so that more ranks cost fewer iterations."),
    .source = "Cai and Sarkis, A restricted additive Schwarz preconditioner (1999); PCASM of PETSc",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    OF_LIBRARY,
  },
  {
    .id = "petsc-gamg",
    .name = N_ ("GAMG (PETSc)"),
    .sentence = N_ ("PETSc's algebraic multigrid by smoothed aggregation, across all ranks, for "
                    "elliptic problems."),
    .source = "Balay et al., PETSc/TAO Users Manual (2022), PCGAMG",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    .keeps_symmetry = true,
    OF_LIBRARY,
  },
  {
    .id = "petsc-boomeramg",
    .name = N_ ("BoomerAMG (hypre, through PETSc)"),
    .sentence =
      N_ ("hypre's classical algebraic multigrid, across all ranks, for elliptic problems."),
    .source = "Henson and Yang, BoomerAMG (2002)",
    .needs = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL,
    .keeps_symmetry = true,
    .never_transposed = true,
    OF_LIBRARY,
  },
};

const SeidelPreconditionerKind *
seidel_preconditioners (size_t *n_kinds)
{
  *n_kinds = G_N_ELEMENTS (kinds);
  return kinds;
}

const SeidelPreconditionerKind *
seidel_preconditioner_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].id, id) == 0)
      return &kinds[i];
  return NULL;
}

double
seidel_preconditioner_passes (const SeidelMethod *method, const SeidelPreconditionerKind *kind)
{
  const bool coarsens = method->solve == seidel_method_multigrid || kind->coarsens;
  const int sweeps =
    !!(method->sweeps & SEIDEL_SWEEPS_FORWARD) + !!(method->sweeps & SEIDEL_SWEEPS_BACKWARD);
  /* Its forward and its backward sweep take a triangle each. */
  const int applied = kind->sweeps != SEIDEL_SWEEPS_NONE ? method->products : 0;

  if (coarsens || kind->engine != NULL || method->engine != NULL || method->products + sweeps == 0)
    return NAN;
  return method->products + sweeps + applied;
}

bool
seidel_preconditioner_runs_on (const SeidelPreconditionerKind *kind, const char *engine_id)
{
  if (kind->engine != NULL)
    return g_strcmp0 (kind->engine, engine_id) == 0;
  return kind->distributed || g_strcmp0 (engine_id, SEIDEL_DISTRIBUTED_ID) != 0;
}

bool
seidel_preconditioner_suits (const SeidelPreconditionerKind *kind,
                             const SeidelMethod *method,
                             char **why_not)
{
  const char *lack = NULL;

  if (kind == &kinds[0])
    return true;
  if (method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
    lack = seidel_text ("takes no preconditioner");
  else if (method->preconditioning == SEIDEL_PRECONDITIONING_SYMMETRIC && !kind->keeps_symmetry)
    lack = seidel_text ("needs a preconditioner that is symmetric where the matrix is");
  else if (method->preconditioning == SEIDEL_PRECONDITIONING_COMPLEX && !kind->keeps_complex)
    lack = seidel_text ("needs a preconditioner that is symmetric where a complex matrix is");
  else if (method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED && kind->never_transposed)
    lack = seidel_text ("needs a preconditioner that can be transposed");
  if (lack != NULL && why_not != NULL)
    *why_not = g_strdup_printf (seidel_text ("“%s” %s; “%s” cannot be used"),
                                seidel_text (method->name), lack, seidel_text (kind->name));
  return lack == NULL;
}

bool
seidel_preconditioner_applies (const SeidelPreconditionerKind *kind,
                               const SeidelMethod *method,
                               const SeidelStructure *structure,
                               char **why_not,
                               int64_t *row)
{
  if (row != NULL)
    *row = -1;
  if (!seidel_preconditioner_suits (kind, method, why_not))
    return false;
  return kind == &kinds[0] || seidel_needs_met (kind->needs, kind->name, structure, why_not, row);
}
