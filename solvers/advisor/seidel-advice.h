/* The contextual solver's advice: which methods to try on a matrix, in which order, and why.
 *
 * It looks at the structure report and at nothing else: symmetry, the signs and the dominance of
 * the diagonal, size, bandwidth, diagonals, levels where they are known. It computes nothing with
 * the matrix. The rules stand in one table in seidel-advice.c and read as sentences.
 *
 * "auto" (SEIDEL_METHOD_AUTO) is a choice, not a method: it stands in no table of methods, has no
 * needs and no solve (), just as "auto" is no row among the strategies. Lists of methods for people
 * put it before the rows of the table; whoever iterates over the table meets methods only.
 *
 * Source: Jost, Contassot-Vivier, Vialle, "An efficient multi-algorithms sparse linear solver for
 * GPUs" (2009), whose conclusion asks for a contextual solver; the rules are those of the field
 * (Barrett et al., "Templates for the Solution of Linear Systems" (1994), figure 2.10) checked
 * against measurements.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* One thing to try. Ids are static strings of the tables. */
typedef struct
{
  const char *method;
  const char *preconditioner;
  const char *engine; /* "cpu" for methods that compute by themselves, whatever was asked for */
  const char *strategy;
  const char *ordering; /* a hint for the user: it is not applied; NULL: as it is */
  double parameters[SEIDEL_N_PARAMETERS];
  SeidelStorage storage;
  /* Iterations that it is worth: when they do not promise an end, the next candidate is expected to
   * be there sooner. 0: as many as there are. */
  int64_t patience;
  /* A sentence each, owned; NULL where there is nothing to choose. */
  char *method_why;
  char *preconditioner_why;
  char *storage_why;
  char *strategy_why;
  char *ordering_why;
} SeidelCandidate;

typedef struct
{
  char *summary; /* what was seen, in a sentence */
  SeidelCandidate *candidates;
  size_t n_candidates;
} SeidelAdvice;

/* Never fails: a matrix for which there is no method gets an advice without candidates, and why as
 * the summary. Heeds the engine, the precision, the threads and the parameters of the options;
 * schedules (either may be NULL) are used where they are known. A list for a square matrix holds
 * a direct method wherever its memory can be had; what comes after it is for singular ones. */
SeidelAdvice *seidel_advise (const SeidelStructure *structure,
                             SeidelSchedule *const schedules[2],
                             const SeidelOptions *options);
void seidel_advice_free (SeidelAdvice *advice);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelAdvice, seidel_advice_free)

/* The options of a run that tries the candidate; the rest is as in options. */
SeidelOptions seidel_candidate_apply (const SeidelCandidate *candidate,
                                      const SeidelOptions *options);

G_END_DECLS
