/* What the files of the plan share: setting verdicts, and the names in them. Private to
 * solvers/plan.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "plan/seidel-plan.h"

G_BEGIN_DECLS

/* Takes sentence over, which may be NULL. */
void seidel_plan_set_verdict (SeidelPlan *plan,
                              SeidelPlanItem item,
                              SeidelVerdictKind kind,
                              char *sentence);
/* Keeps the first reason, which is the one to remove. */
void seidel_plan_refuse (SeidelPlan *plan,
                         SeidelPlanItem item,
                         SeidelError code,
                         const char *format,
                         ...) G_GNUC_PRINTF (4, 5);
void seidel_plan_ignore (SeidelPlan *plan, SeidelPlanItem item, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
void seidel_plan_leave_open (SeidelPlan *plan, SeidelPlanItem item);

const char *seidel_plan_storage_id (SeidelStorage storage);
/* The id of the first switch among the flags. */
const char *seidel_plan_arithmetic_id (unsigned int flags);
/* What sweeps by colours, if plan->by_colors: the method or the smoother. */
const char *seidel_plan_name_of_colors (const SeidelPlan *plan);

/* Whether the method is to be chosen. */
static inline bool
seidel_plan_wants_method (const SeidelOptions *options)
{
  return g_strcmp0 (options->method, SEIDEL_METHOD_AUTO) == 0;
}

static inline bool
seidel_plan_uses_multigrid (const SeidelPlan *plan)
{
  const unsigned int coarsening = 1u << SEIDEL_PARAMETER_COARSENING;

  return (plan->method->parameters & coarsening) != 0
         || (plan->preconditioner != NULL && (plan->preconditioner->parameters & coarsening) != 0);
}

/* Sets the members sweeps, matrix_sweeps and by_colors of a plan with a method, a preconditioner
 * and an engine. */
void seidel_plan_resolve_sweeps (SeidelPlan *plan);
/* The rules: the plan of a run on the engine that is named. */
SeidelPlan *seidel_plan_resolve (const SeidelPlanFacts *facts, const SeidelOptions *options);
/* The plan on the engine that is chosen. */
SeidelPlan *seidel_plan_with_engine (const SeidelPlanFacts *facts, const SeidelOptions *options);

/* SEIDEL_PLAN_STORAGE, the arithmetic and SEIDEL_PLAN_SHAPE, once the sweeps are known. */
void seidel_plan_resolve_storage (SeidelPlan *plan, const SeidelPlanFacts *facts);

/* The levels of the direction that has more, of those among the facts; 0: there are none. */
int32_t seidel_plan_known_levels (const SeidelPlanFacts *facts);
/* SEIDEL_PLAN_STRATEGY, after storage and arithmetic. */
void seidel_plan_resolve_strategy (SeidelPlan *plan, const SeidelPlanFacts *facts);

/* SEIDEL_PLAN_MATCHING, likewise. */
void seidel_plan_resolve_matching (SeidelPlan *plan, const SeidelPlanFacts *facts);

/* SEIDEL_PLAN_SCALING, once the method and the preconditioner are known or not. */
void seidel_plan_resolve_scaling (SeidelPlan *plan, const SeidelPlanFacts *facts);

/* What the engine of the plan, a distributed one, does not do. */
void seidel_plan_resolve_distributed (SeidelPlan *plan);
/* SEIDEL_PLAN_DEVICE, once the engine is known or not; room may be NULL. */
void seidel_plan_resolve_device (SeidelPlan *plan, const SeidelMemoryRoom *room);

/* Refuses the method where the library that makes its factors on the engine is missing. */
void seidel_plan_check_sparse_factors (SeidelPlan *plan);

/* SEIDEL_PLAN_RANKS, the launcher and the options of PETSc, once the engine is known or not. */
void seidel_plan_resolve_ranks (SeidelPlan *plan);

G_END_DECLS
