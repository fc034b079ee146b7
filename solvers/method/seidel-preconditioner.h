/* The table of preconditioners: the only list of them. A preconditioner M approximates A and is
 * easy to solve with; a method with one works on M⁻¹ A or A M⁻¹.
 *
 * To add one, write a file with a prepare (), an apply () and a clear () against the engine, and a
 * row of the table in seidel-preconditioner.c. It never prints or reads the clock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method.h"

G_BEGIN_DECLS

typedef struct SeidelPreconditioner SeidelPreconditioner; /* private */
typedef struct SeidelPreconditionerKind SeidelPreconditionerKind;

typedef SeidelReason SeidelPreconditionerPrepare (SeidelMethodRun *run, SeidelPreconditioner *self);
typedef void SeidelPreconditionerApply (SeidelMethodRun *run,
                                        SeidelPreconditioner *self,
                                        bool transposed,
                                        const SeidelVector *r,
                                        SeidelVector *z);
typedef void SeidelPreconditionerClear (SeidelMethodRun *run, SeidelPreconditioner *self);

struct SeidelPreconditionerKind
{
  const char *id;       /* "ssor" */
  const char *name;     /* "SSOR" */
  const char *sentence; /* what it does and when it pays off */
  const char *source;   /* paper or book */
  SeidelNeeds needs;
  SeidelSweeps sweeps;     /* of the matrix, planned like those of a method */
  bool sweeps_factors;     /* of factors, which it plans itself */
  bool fills;              /* the pattern of these is their own, and so are their levels */
  bool coarsens;           /* sweeps coarser matrices too */
  unsigned int parameters; /* bit i: it uses SeidelParameterIndex i */
  int vectors;             /* engine vectors */
  bool divides_diagonal;   /* as for a method */
  bool keeps_symmetry;     /* symmetric positive definite if A is */
  bool keeps_complex;      /* equal to its transpose if A is, which is complex */
  bool distributed;        /* works with rows on several ranks */
  bool never_transposed;   /* apply () supports M⁻¹ only */
  /* The id of the only engine that has it, whose library it is from; NULL: it is Seidel's own. */
  const char *engine;
  /* Bytes that its own matrices take of the host's memory, and as many of a device's; NULL: none
   * but those of sweeps_factors. */
  double (*memory) (const SeidelStructure *structure, SeidelPrecision precision);
  /* All members below except apply () may be NULL. place () is part of the transfer phase: where
   * products are to go by what the preconditioner knows of A, run->A is stored so. prepare () goes
   * on with what it left in self. */
  void (*place) (SeidelMethodRun *run, SeidelPreconditioner *self);
  /* prepare () is part of the solve phase; it
   * returns SEIDEL_REASON_NONE, or why the run ends. */
  SeidelPreconditionerPrepare *prepare;
  /* z ← M⁻¹ r, or M⁻ᵀ r; r and z are distinct. */
  SeidelPreconditionerApply *apply;
  /* z ← M⁻¹ r and out ← r · z in one pass. */
  void (*apply_dot) (SeidelMethodRun *run,
                     SeidelPreconditioner *self,
                     const SeidelVector *r,
                     SeidelVector *z,
                     SeidelScalar out);
  SeidelPreconditionerClear *clear;
};

/* The first is "none". */
SEIDEL_API const SeidelPreconditionerKind *seidel_preconditioners (size_t *n_kinds);
SEIDEL_API const SeidelPreconditionerKind *seidel_preconditioner_find (const char *id);

/* Passes over the entries of A, or of factors of its pattern, in an iteration: products, sweeps of
 * all rows, and solves with two triangles, which are one. What is computed beside them to observe
 * the residual does not count. NaN where it depends on the matrix (multigrid, another library), or
 * nothing is iterated. */
SEIDEL_API double seidel_preconditioner_passes (const SeidelMethod *method,
                                                const SeidelPreconditionerKind *kind);

/* Whether it works on an engine. */
SEIDEL_API bool seidel_preconditioner_runs_on (const SeidelPreconditionerKind *kind,
                                               const char *engine_id);

/* Whether a method supports it; if not, why_not (may be NULL) receives a sentence. Free with
 * g_free (). */
SEIDEL_API bool seidel_preconditioner_suits (const SeidelPreconditionerKind *kind,
                                             const SeidelMethod *method,
                                             char **why_not);

/* The same for a matrix; why_not says what is missing, and row where, as seidel_needs_met (). */
SEIDEL_API bool seidel_preconditioner_applies (const SeidelPreconditionerKind *kind,
                                               const SeidelMethod *method,
                                               const SeidelStructure *structure,
                                               char **why_not,
                                               int64_t *row);

G_END_DECLS
