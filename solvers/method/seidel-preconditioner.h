/* The table of preconditioners: the only list of them. A preconditioner M is close to A and easy to
 * solve with; a method that takes one works on M⁻¹ A or A M⁻¹.
 *
 * How to write the next one: one file with a prepare (), an apply () and a clear () against the
 * engine, and one row of the table in seidel-preconditioner.c. It never prints or looks at the
 * clock.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method.h"

G_BEGIN_DECLS

typedef struct SeidelPreconditioner SeidelPreconditioner; /* private */
typedef struct SeidelPreconditionerKind SeidelPreconditionerKind;

struct SeidelPreconditionerKind
{
  const char *id;       /* "ssor" */
  const char *name;     /* "SSOR" */
  const char *sentence; /* what it does and when it pays */
  const char *source;   /* paper or book */
  SeidelNeeds needs;
  SeidelSweeps sweeps;     /* that it uses, planned as those of a method */
  bool sweeps_factors;     /* not of A but of factors with its pattern, which it plans by itself */
  unsigned int parameters; /* bit i: it heeds the parameter i */
  int vectors;             /* of the engine that it works with */
  bool divides_diagonal;   /* as a method's */
  bool keeps_symmetry;     /* symmetric and positive definite where A is */
  /* All of these but apply () may be NULL. prepare () returns SEIDEL_REASON_NONE, or why the run
   * ends; it belongs to the solve phase. */
  SeidelReason (*prepare) (SeidelMethodRun *run, SeidelPreconditioner *self);
  /* z ← M⁻¹ r; r is not z. */
  void (*apply) (SeidelMethodRun *run,
                 SeidelPreconditioner *self,
                 const SeidelVector *r,
                 SeidelVector *z);
  /* z ← M⁻¹ r, out ← r · z; NULL where the two are not done at once. */
  void (*apply_dot) (SeidelMethodRun *run,
                     SeidelPreconditioner *self,
                     const SeidelVector *r,
                     SeidelVector *z,
                     SeidelScalar out);
  /* z ← M⁻ᵀ r */
  void (*apply_transposed) (SeidelMethodRun *run,
                            SeidelPreconditioner *self,
                            const SeidelVector *r,
                            SeidelVector *z);
  void (*clear) (SeidelMethodRun *run, SeidelPreconditioner *self);
};

/* The first is "none". */
SEIDEL_API const SeidelPreconditionerKind *seidel_preconditioners (size_t *n_kinds);
SEIDEL_API const SeidelPreconditionerKind *seidel_preconditioner_find (const char *id);

/* Whether a method can work with it at all; when not, why_not (may be NULL) receives a sentence. */
SEIDEL_API bool seidel_preconditioner_suits (const SeidelPreconditionerKind *kind,
                                             const SeidelMethod *method,
                                             char **why_not);

/* Whether a method can work with it on a matrix; when not, why_not (may be NULL) receives a
 * sentence that names what is missing and where. */
SEIDEL_API bool seidel_preconditioner_applies (const SeidelPreconditionerKind *kind,
                                               const SeidelMethod *method,
                                               const SeidelStructure *structure,
                                               char **why_not);

G_END_DECLS
