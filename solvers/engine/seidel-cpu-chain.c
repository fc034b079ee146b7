/* Consecutive sweeps of the CPU engine, each of which reuses sums that the last one computed.
 *
 * The identities are in kernels/seidel-update.h. A chain of one direction keeps what the entries
 * that a row does not depend on made of the last x: with what they make of the next one this is its
 * residual. A chain of both keeps, from sweep to sweep, the sums over the triangle that was just
 * read, so that from its second step on each sweep reads one triangle only, and the forward one
 * adds up the same entries times the incoming x for the residual.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "engine/seidel-cpu-sweep-private.h"

struct SeidelRelaxation
{
  SeidelOperator *system;
  SeidelSweep *forward; /* or NULL, as the other */
  SeidelSweep *backward;
  double omega;
  bool begun;           /* known is what the last step left */
  SeidelVector *known;  /* see SeidelCpuSweepMode; the context moves it with all vectors */
  SeidelVector *before; /* likewise; only where both directions follow each other */
};

void
seidel_cpu_chain_free (SeidelContext *context, SeidelRelaxation *chain)
{
  if (chain == NULL)
    return;
  seidel_cpu_vector_free (context, chain->known);
  seidel_cpu_vector_free (context, chain->before);
  free (chain);
}

SeidelRelaxation *
seidel_cpu_chain_new (SeidelContext *context,
                      SeidelOperator *A,
                      SeidelSweep *forward,
                      SeidelSweep *backward,
                      double omega)
{
  SeidelRelaxation *chain = calloc (1, sizeof *chain);

  if (chain == NULL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                       "the sweeps did not fit into memory");
      return NULL;
    }
  chain->system = A;
  chain->forward = forward;
  chain->backward = backward;
  chain->omega = omega;
  chain->known = seidel_cpu_vector_new (context, A->matrix.rows);
  if (forward != NULL && backward != NULL && chain->known != NULL)
    chain->before = seidel_cpu_vector_new (context, A->matrix.rows);
  if (seidel_cpu_ready (context))
    return chain;
  seidel_cpu_chain_free (context, chain);
  return NULL;
}

/* One sweep of the chain. Where it tracks the residual of the incoming x, that comes out. */
static void
run_mode (SeidelContext *context,
          SeidelRelaxation *chain,
          SeidelSweep *sweep,
          SeidelCpuSweepMode mode,
          SeidelCpuSweepJob job,
          SeidelScalar out,
          SeidelSweepReportFunc report,
          void *report_data)
{
  int64_t n_runs = seidel_cpu_sweep_runs (sweep);

  job.mode = mode;
  if (!seidel_cpu_reserve_partials (context, n_runs))
    return;
  job.squares = context->partials;
  seidel_cpu_run_sweep (context, sweep, &job, report, report_data);
  /* The first step has no x before: its residual was computed separately. */
  if (seidel_cpu_ready (context) && chain->begun
      && (mode == SEIDEL_CPU_TRACKED || mode == SEIDEL_CPU_HALF_TRACKED))
    context->scalars[out] = seidel_cpu_sum_partials (context, n_runs);
}

void
seidel_cpu_chain_step (SeidelContext *context,
                       SeidelRelaxation *chain,
                       const SeidelVector *b,
                       SeidelVector *x,
                       SeidelScalar out,
                       SeidelSweepReportFunc report,
                       void *report_data)
{
  SeidelSweep *only = chain->forward == NULL    ? chain->backward
                      : chain->backward == NULL ? chain->forward
                                                : NULL;
  bool both = chain->forward != NULL && chain->backward != NULL;
  SeidelCpuSweepJob job = { .omega = chain->omega };

  if (!seidel_cpu_ready (context))
    return;
  if (!chain->begun)
    {
      context->scalars[out] = seidel_cpu_product (context, chain->system, SEIDEL_CPU_RESIDUAL,
                                                  b->elements, x->elements, chain->known->elements);
      seidel_cpu_note_stop (context);
    }
  job.b = b->elements;
  job.x = x->elements;
  job.known = chain->known->elements;
  job.before = both ? chain->before->elements : NULL;
  if (only != NULL)
    run_mode (context, chain, only, SEIDEL_CPU_TRACKED, job, out, report, report_data);
  if (both)
    {
      run_mode (context, chain, chain->forward,
                chain->begun ? SEIDEL_CPU_HALF_TRACKED : SEIDEL_CPU_FIRST, job, out, report,
                report_data);
      run_mode (context, chain, chain->backward, SEIDEL_CPU_HALF, job, out, report, report_data);
    }
  chain->begun = only != NULL || both;
}
