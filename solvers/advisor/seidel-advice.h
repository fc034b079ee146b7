/* Advice: which methods to try on a matrix, in which order, and why.
 *
 * It uses the structure report only: symmetry, the signs and the dominance of the diagonal, size,
 * bandwidth. It computes nothing with the matrix. The rules are one table in seidel-advice.c. What
 * a candidate amounts to on an engine (storage, sweep strategy, memory) is its plan's business: see
 * plan/seidel-plan.h.
 *
 * "auto" (SEIDEL_METHOD_AUTO) is a choice, not a method: it is in no table of methods, has no needs
 * and no solve (), just as "auto" is not a row of the strategies. Lists for users show it before
 * the rows of the table.
 *
 * Source: Jost, Contassot-Vivier, Vialle, "An efficient multi-algorithms sparse linear solver for
 * GPUs" (2009), whose conclusion asks for a contextual solver; the rules are those of the field
 * (Barrett et al., "Templates for the Solution of Linear Systems" (1994), figure 2.10) checked
 * against measurements.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* A candidate. Ids are static strings of the tables. */
typedef struct
{
  const char *method;
  const char *preconditioner;
  const char *engine;   /* "cpu" for host-only methods, whatever engine was requested */
  const char *ordering; /* a suggestion to the user, not applied; or NULL */
  /* Iterations that it is worth: if they will not reach the tolerance, the next candidate is
   * expected to be faster. 0: unlimited. */
  int64_t patience;
  /* A sentence each, static; NULL if there is nothing to choose. */
  const char *method_why;
  const char *preconditioner_why;
  const char *ordering_why;
} SeidelCandidate;

typedef struct
{
  char *summary; /* the properties that the rules used, a sentence */
  SeidelCandidate *candidates;
  size_t n_candidates;
} SeidelAdvice;

/* Never fails: for a matrix that no method suits, the advice has no candidates and the summary says
 * why. Uses the engine, the precision and the threads of the options. The list for a square matrix
 * includes a direct method wherever its memory is available; what follows the last of them is for
 * singular matrices. */
SEIDEL_API SeidelAdvice *seidel_advise (const SeidelStructure *structure,
                                        const SeidelOptions *options);
SEIDEL_API void seidel_advice_free (SeidelAdvice *advice);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelAdvice, seidel_advice_free)

/* The options of a run that tries the candidate; the rest is as in options. */
SEIDEL_API SeidelOptions seidel_candidate_apply (const SeidelCandidate *candidate,
                                                 const SeidelOptions *options);

G_END_DECLS
