/* The candidates that rules make: which can be used, and how many iterations each is worth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "advisor/seidel-advice-private.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "base/seidel-translatable.h"

/* Fewer show nothing of a Krylov method. */
#define FEW_ITERATIONS 20.0

/* An incomplete factorisation keeps more of what it drops when neighbours are numbered closely. */
static void
hint_ordering (SeidelCandidate *candidate,
               const SeidelPreconditionerKind *preconditioner,
               const SeidelStructure *structure)
{
  if (!preconditioner->sweeps_factors || structure->bandwidth < structure->rows / 4
      || structure->rows <= SEIDEL_ADVICE_SMALL_ROWS)
    return;
  candidate->ordering = "rcm";
  candidate->ordering_why =
    seidel_text ("The bandwidth is near the number of rows: reverse Cuthill-McKee would bring the "
                 "entries closer to the diagonal, which improves incomplete factors.");
}

/* Whether the advice has that pair already, with no less patience. */
static bool
is_there (const SeidelAdvice *advice, const SeidelCandidate *candidate)
{
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      const SeidelCandidate *other = &advice->candidates[i];

      if (g_strcmp0 (other->method, candidate->method) == 0
          && g_strcmp0 (other->preconditioner, candidate->preconditioner) == 0
          && (other->patience == 0 || candidate->patience != 0))
        return true;
    }
  return false;
}

/* A direct method that is no more than a bound ends the list. */
bool
seidel_advice_ends_with_direct (const SeidelAdvice *advice)
{
  for (size_t i = 0; i < advice->n_candidates; i++)
    if (g_strcmp0 (advice->candidates[i].method, "umfpack") == 0
        || g_strcmp0 (advice->candidates[i].method, "lu") == 0)
      return true;
  return false;
}

static bool
coarsens (const SeidelPreconditionerKind *preconditioner)
{
  return (preconditioner->parameters & (1u << SEIDEL_PARAMETER_CYCLE)) != 0;
}

/* Seconds of what would come next: multigrid, where that is expected to be fastest and has not been
 * tried, or a factorisation. */
static double
seconds_of_next (const SeidelAdvice *advice,
                 const SeidelAdviceFacts *facts,
                 const SeidelPreconditionerKind *preconditioner)
{
  bool coarsened = coarsens (preconditioner);

  for (size_t i = 0; i < advice->n_candidates && !coarsened; i++)
    coarsened = coarsens (seidel_preconditioner_find (advice->candidates[i].preconditioner));
  return facts->coarsens && !coarsened ? fmin (facts->times.direct, facts->times.multigrid)
                                       : facts->times.direct;
}

/* Iterations, of the method, that take as long as what would come next, or where factors do not
 * fit, as other iterations. */
static int64_t
patience_of (const SeidelAdvice *advice,
             const SeidelAdviceFacts *facts,
             const SeidelStructure *structure,
             const SeidelMethod *method,
             const SeidelPreconditionerKind *preconditioner,
             const SeidelOptions *options,
             double worth)
{
  const double iteration =
    seidel_estimate_iteration_seconds (structure, method, preconditioner, options);

  /* Cycles of multigrid have done their work by then, if the matrix suits them. */
  const double least = coarsens (preconditioner)
                         ? seidel_estimate_iterations (structure, method, preconditioner, options)
                         : FEW_ITERATIONS;

  if (method->least_squares)
    return (int64_t) fmax (100.0, ceil (facts->times.qr / iteration));
  if (!facts->fits && method->family != SEIDEL_FAMILY_STATIONARY)
    return (int64_t) fmax (least, ceil (facts->times.swept / iteration));
  return (int64_t) fmax (least, ceil (worth * seconds_of_next (advice, facts, preconditioner)
                                      / iteration));
}

/* Damping is a parameter of some methods, and no other solves what is wanted then. A singular
 * matrix has no factors that solve with it. */
static bool
is_rule_for_others (const SeidelMethod *method, const SeidelAdviceFacts *facts)
{
  const bool direct =
    method->family == SEIDEL_FAMILY_DIRECT_SPARSE || method->family == SEIDEL_FAMILY_DIRECT_DENSE;

  if (facts->damped)
    return (method->parameters & (1u << SEIDEL_PARAMETER_DAMP)) == 0;
  return facts->singular && direct && !method->least_squares;
}

void
seidel_advice_add (SeidelAdvice *advice,
                   const SeidelAdviceRule *rule,
                   const SeidelAdviceFacts *facts,
                   const SeidelStructure *structure,
                   const SeidelOptions *options)
{
  const SeidelMethod *method = seidel_method_find (rule->method);
  const SeidelPreconditionerKind *preconditioner =
    seidel_preconditioner_find (rule->preconditioner);
  SeidelCandidate *candidate = &advice->candidates[advice->n_candidates];

  if (!rule->when (facts) || is_rule_for_others (method, facts)
      || !seidel_method_applies (method, structure, NULL, NULL)
      || !seidel_method_computes_in (method, options->precision, NULL)
      || !seidel_preconditioner_applies (preconditioner, method, structure, NULL, NULL))
    return;
  *candidate = (SeidelCandidate){
    .method = method->id,
    .preconditioner = preconditioner->id,
    .engine = method->on_host ? seidel_cpu_engine ()->id : options->engine,
    .method_why = seidel_text (rule->method_why),
    .preconditioner_why = seidel_text (rule->preconditioner_why),
  };
  if (rule->worth > 0.0
      && (facts->fits || coarsens (preconditioner) || method->family == SEIDEL_FAMILY_STATIONARY))
    candidate->patience =
      patience_of (advice, facts, structure, method, preconditioner, options, rule->worth);
  hint_ordering (candidate, preconditioner, structure);
  if (!is_there (advice, candidate))
    advice->n_candidates++;
}

/* Where no factors would come next, a candidate that crawls is left for another method with the
 * same preconditioner, after as long as that is expected to take. One that is preconditioned less
 * is no hope where a better one crawls. */
void
seidel_advice_limit_by_next (SeidelAdvice *advice,
                             const SeidelStructure *structure,
                             const SeidelOptions *options)
{
  for (size_t i = 0; i + 1 < advice->n_candidates; i++)
    {
      SeidelCandidate *candidate = &advice->candidates[i];
      const SeidelCandidate *next = candidate + 1;
      const SeidelMethod *method = seidel_method_find (candidate->method);
      const SeidelMethod *other = seidel_method_find (next->method);
      const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);
      const SeidelPreconditionerKind *other_kind =
        seidel_preconditioner_find (next->preconditioner);

      if (candidate->patience > 0 || method->family != SEIDEL_FAMILY_KRYLOV || method->least_squares
          || g_str_equal (next->preconditioner, "none")
          || !g_str_equal (next->preconditioner, candidate->preconditioner))
        continue;
      candidate->patience = (int64_t)
        fmax (FEW_ITERATIONS,
              ceil (seidel_estimate_iterations (structure, other, other_kind, options)
                    * seidel_estimate_iteration_seconds (structure, other, other_kind, options)
                    / seidel_estimate_iteration_seconds (structure, method, kind, options)));
    }
}
