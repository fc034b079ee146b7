/* The plan of a run: what its options amount to, with a verdict on each of them.
 *
 * This is the only place that knows which choices go together, what the automatic ones resolve to
 * and how much memory a run takes. seidel_solve () carries a plan out; the window, the command line
 * and the advisor ask for one to explain themselves.
 *
 * A plan is made from whatever is known: without a matrix it finds the contradictions between
 * options; with the structure report, what the matrix does not meet; with the matrix and its
 * levels, the sweep strategy. What depends on something that is not known yet is left open.
 *
 * Pure: the same facts give the same plan. Nothing is computed with the matrix, but for a sample of
 * its rows where an engine chooses a strategy. Any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "advisor/seidel-advice.h"
#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "cost/seidel-machine-constants.h"
#include "engine/seidel-engines.h"
#include "plan/seidel-memory-need.h"
#include "plan/seidel-setting.h"

G_BEGIN_DECLS

/* "strategy", as the option of the command line is called; "memory" is no option. Static. */
SEIDEL_API const char *seidel_plan_item_id (SeidelPlanItem item);

typedef enum
{
  SEIDEL_VERDICT_WORKS,
  SEIDEL_VERDICT_NO_EFFECT, /* whatever is chosen here, the run does not use it */
  SEIDEL_VERDICT_OPEN,      /* it depends on what is not known yet */
  SEIDEL_VERDICT_REFUSED,   /* the run would not start */
} SeidelVerdictKind;

typedef struct
{
  SeidelVerdictKind kind;
  /* Of a refusal, from SeidelError: OPTIONS where the options contradict each other or are out of
   * range, whatever the matrix; INVALID where the matrix does not meet a need; UNAVAILABLE; MEMORY.
   */
  SeidelError code;
  /* Why: owned, without a full stop at the end. NULL where a choice of the user's works. It names
   * the row, in the numbering of the file as well. */
  char *sentence;
  int64_t row; /* that a refusal is about, 0-based, in the numbering of the matrix; −1: none */
} SeidelVerdict;

typedef struct _SeidelPlan SeidelPlan;

/* The strategy that an engine chose, and what for. */
typedef struct
{
  const SeidelEngine *engine;
  const SeidelCsr *matrix;      /* borrowed, as the levels; NULL: it was not asked */
  const SeidelSchedule *levels; /* or NULL */
  int threads;
  int strategy;
  char *why;
  SeidelSweepForecast forecast;
} SeidelStrategyChoice;

/* What a plan is made from; borrowed. Everything but options may be NULL, or not known. */
typedef struct
{
  const SeidelOptions *options;
  const SeidelOrdering *ordering;     /* requested; NULL: natural */
  const SeidelMatrix *matrix;         /* with the structure only */
  const SeidelStructure *structure;   /* of the matrix */
  const SeidelSchedule *schedules[2]; /* by SeidelDirection */
  const SeidelMemoryRoom *room;
  const SeidelMachine *machine; /* NULL: a usual processor */
  SeidelDevices devices;        /* not known: the choice of an engine may depend on them */
  const SeidelPlan *before; /* made from some of these facts: what it asked is not asked again */
  GArray *answers;          /* likewise, of many plans: of SeidelStrategyChoice, and added to */
} SeidelPlanFacts;

/* For plans of one matrix, one after the other; free with g_array_unref (). */
SEIDEL_API GArray *seidel_plan_answers_new (void);

struct _SeidelPlan
{
  /* With every choice resolved that can be; of an automatic method, those of the candidate. */
  SeidelOptions options;
  const SeidelMethod *method;                     /* NULL: unknown, or automatic and open */
  const SeidelPreconditionerKind *preconditioner; /* likewise */
  const SeidelEngine *engine; /* NULL: unknown or unavailable; while an automatic one is open, the
                                 CPU's */
  bool engine_chosen;         /* of an automatic engine */
  int strategy;               /* of the engine's; −1: open, or no sweeps */
  int threads;                /* at least 1 */
  SeidelSweeps sweeps;        /* of the method and its preconditioner */
  bool by_colors;             /* these go by colours instead of row order */
  SeidelSweeps matrix_sweeps; /* of those, sweeps of the matrix itself */
  /* Directions whose levels are needed, for the choice of the strategy or by the one chosen, and
   * were not among the facts. */
  SeidelSweeps missing_levels;
  bool missing_devices;  /* the engine is open because they were not among the facts */
  bool has_need;         /* need is known: there is a structure report */
  SeidelMemoryNeed need; /* with the plain strategy while that is open */
  /* Of an automatic method on a known structure; else NULL. candidate: the first one that is not
   * refused, or the first. */
  SeidelAdvice *advice;
  size_t candidate;
  SeidelVerdict verdicts[SEIDEL_N_PLAN_ITEMS];
  SeidelStrategyChoice choice; /* of an automatic strategy */
};

SEIDEL_API SeidelPlan *seidel_plan_new (const SeidelPlanFacts *facts);
/* The same; where it misses devices, they are looked for, added to the facts, and it plans again.
 */
SEIDEL_API SeidelPlan *seidel_plan_new_with_devices (SeidelPlanFacts *facts);
/* Counts the factors of the sparse direct method of a plan, in a part of the time that they take:
 * for a plan that is shown. Of a method that was chosen by hand the plan becomes a refusal where
 * they do not fit into memory. matrix is the one that it was made for. */
SEIDEL_API void seidel_plan_count_factors (SeidelPlan *plan, SeidelMatrix *matrix);
SEIDEL_API void seidel_plan_free (SeidelPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPlan, seidel_plan_free)

/* The plan of one candidate of an advice. */
SEIDEL_API SeidelPlan *seidel_plan_new_for_candidate (const SeidelPlanFacts *facts,
                                                      const SeidelCandidate *candidate);

/* The first refusal, or SEIDEL_N_PLAN_ITEMS. Contradictions between options come before what a
 * matrix does not meet, so that the same options fail alike with and without one. */
SEIDEL_API SeidelPlanItem seidel_plan_refused (const SeidelPlan *plan);

/* Whether nothing is refused; the error (domain SEIDEL_ERROR) is the first refusal. */
SEIDEL_API bool seidel_plan_check (const SeidelPlan *plan, GError **error);

/* Whether an option differs from its default although it has no effect: worth a note to the user.
 * options: as requested. */
SEIDEL_API bool
seidel_plan_is_idle (const SeidelPlan *plan, SeidelPlanItem item, const SeidelOptions *options);

G_END_DECLS
