/* Multigrid on an engine: cycles over a hierarchy of matrices, which the preconditioner and the
 * method share. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-smoother.h"
#include "multigrid/seidel-hierarchy.h"

G_BEGIN_DECLS

/* Vectors have as many elements as the level has rows; those of the first level are borrowed but
 * for t and d. */
struct SeidelMultigridLevel
{
  int64_t rows;
  int64_t nonzeros; /* of A, where the engine made it */
  SeidelOperator *A;
  SeidelOperator *P;
  SeidelOperator *R;
  SeidelSweep *sweeps[2]; /* by SeidelDirection; NULL where the smoother has none */
  const SeidelSmoother *smoother;
  bool borrowed; /* A is that of the run */
  bool implied;  /* P is in A: coarsening.prolong () */
  bool own_sweeps;
  bool by_colors; /* its sweeps go in the order of a colouring */
  bool timed;     /* the levels of its sweeps are timed in the name of the run */
  /* By SeidelDirection: those sweeps are timed that start from zero. */
  bool times_triangle[2];
  SeidelVector *b;
  SeidelVector *x;
  SeidelVector *t;
  SeidelVector *d; /* of the smoother */
  SeidelVector
    *krylov[3];  /* of the K cycle: the second correction, A times the first, the second */
  double radius; /* of D⁻¹ A, where the smoother uses it */
};

typedef struct SeidelMultigrid SeidelMultigrid;

/* The parameters of the multigrid method and preconditioner. */
#define SEIDEL_MULTIGRID_PARAMETERS                                                                \
  (1 << SEIDEL_PARAMETER_COARSENING | 1 << SEIDEL_PARAMETER_STRENGTH | 1 << SEIDEL_PARAMETER_CYCLE \
   | 1 << SEIDEL_PARAMETER_SMOOTHER | 1 << SEIDEL_PARAMETER_SMOOTHING                              \
   | 1 << SEIDEL_PARAMETER_LEVELS)

/* Makes the hierarchy of run->csr by the parameters of the run; transposed: that of Aᵀ, too. Why
 * the run ends, or SEIDEL_REASON_NONE; *multigrid is set in any case, and freed with
 * seidel_multigrid_free (). Before, it is NULL, or what seidel_multigrid_leave_pattern () left of
 * one for a matrix of the same pattern, made with the same parameters. */
SeidelReason
seidel_multigrid_new (SeidelMethodRun *run, bool transposed, SeidelMultigrid **multigrid);
/* Frees what belongs to the values, for a matrix of the same pattern that is next; false, and what
 * there is is freed as usual, where nothing of the rest would serve that. */
bool
seidel_multigrid_leave_pattern (SeidelMethodRun *run, SeidelMultigrid *self, const SeidelCsr *next);
/* Whether such a rest did serve. */
bool seidel_multigrid_updated (const SeidelMultigrid *self);
void seidel_multigrid_free (SeidelMethodRun *run, SeidelMultigrid *self);

/* The last two of the method, of what it keeps for a run that follows. */
bool seidel_method_multigrid_leave (SeidelMethodRun *run, const SeidelCsr *next);
bool seidel_method_multigrid_updated (const SeidelMethodRun *run);

/* One cycle from zero: x ≈ A⁻¹ b, or A⁻ᵀ b; b is not x. */
void seidel_multigrid_cycle (SeidelMethodRun *run,
                             const SeidelMultigrid *self,
                             bool transposed,
                             const SeidelVector *b,
                             SeidelVector *x);

/* The same of A, and out ← b · x. */
void seidel_multigrid_cycle_dot (SeidelMethodRun *run,
                                 const SeidelMultigrid *self,
                                 const SeidelVector *b,
                                 SeidelVector *x,
                                 SeidelScalar out);

/* Bytes that a hierarchy takes of the host's memory, and as many of a device's. */
double seidel_multigrid_memory (const SeidelStructure *structure, SeidelPrecision precision);

G_END_DECLS
