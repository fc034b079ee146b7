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
seidel_cpu_relaxation_free (SeidelContext *context, SeidelRelaxation *relaxation)
{
  if (relaxation == NULL)
    return;
  seidel_cpu_vector_free (context, relaxation->known);
  seidel_cpu_vector_free (context, relaxation->before);
  free (relaxation);
}

SeidelRelaxation *
seidel_cpu_relaxation_new (SeidelContext *context,
                           SeidelOperator *A,
                           SeidelSweep *forward,
                           SeidelSweep *backward,
                           double omega)
{
  SeidelRelaxation *relaxation = calloc (1, sizeof *relaxation);

  if (relaxation == NULL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                       "the sweeps did not fit into memory");
      return NULL;
    }
  relaxation->system = A;
  relaxation->forward = forward;
  relaxation->backward = backward;
  relaxation->omega = omega;
  relaxation->known = seidel_cpu_vector_new (context, A->matrix.rows);
  if (forward != NULL && backward != NULL && relaxation->known != NULL)
    relaxation->before = seidel_cpu_vector_new (context, A->matrix.rows);
  if (seidel_cpu_ready (context))
    return relaxation;
  seidel_cpu_relaxation_free (context, relaxation);
  return NULL;
}

/* One sweep of the chain. Where it tracks the residual of the incoming x, that comes out. */
static void
run_mode (SeidelContext *context,
          SeidelRelaxation *relaxation,
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
  if (seidel_cpu_ready (context) && relaxation->begun
      && (mode == SEIDEL_CPU_TRACKED || mode == SEIDEL_CPU_HALF_TRACKED))
    context->scalars[out] = seidel_cpu_sum_partials (context, n_runs);
}

void
seidel_cpu_relaxation_step (SeidelContext *context,
                            SeidelRelaxation *relaxation,
                            const SeidelVector *b,
                            SeidelVector *x,
                            SeidelScalar out,
                            SeidelSweepReportFunc report,
                            void *report_data)
{
  SeidelSweep *only = relaxation->forward == NULL    ? relaxation->backward
                      : relaxation->backward == NULL ? relaxation->forward
                                                     : NULL;
  bool both = relaxation->forward != NULL && relaxation->backward != NULL;
  SeidelCpuSweepJob job = { .omega = relaxation->omega };

  if (!seidel_cpu_ready (context))
    return;
  if (!relaxation->begun)
    {
      context->scalars[out] =
        seidel_cpu_product (context, relaxation->system, SEIDEL_CPU_RESIDUAL, b->elements,
                            x->elements, relaxation->known->elements);
      seidel_cpu_note_stop (context);
    }
  job.b = b->elements;
  job.x = x->elements;
  job.known = relaxation->known->elements;
  job.before = both ? relaxation->before->elements : NULL;
  if (only != NULL)
    run_mode (context, relaxation, only, SEIDEL_CPU_TRACKED, job, out, report, report_data);
  if (both)
    {
      run_mode (context, relaxation, relaxation->forward,
                relaxation->begun ? SEIDEL_CPU_HALF_TRACKED : SEIDEL_CPU_FIRST, job, out, report,
                report_data);
      run_mode (context, relaxation, relaxation->backward, SEIDEL_CPU_HALF, job, out, report,
                report_data);
    }
  relaxation->begun = only != NULL || both;
}

void
seidel_cpu_relaxation_restart (SeidelContext *context, SeidelRelaxation *relaxation)
{
  relaxation->begun = false;
}
