/* Sweeps of the CUDA engine after each other, each of which makes use of what the last one learnt.
 *
 * A relaxation in one direction keeps what the entries that a row does not depend on made of the
 * last x: with what they make of the next one this is its residual. One in both keeps, from sweep
 * to sweep, the sums over the triangle that was just read, so that from its second step on each
 * sweep reads one triangle only, and the forward one adds up the same entries times the incoming x
 * for the residual.
 *
 * Where the matrix is its lower triangle and ω = 1, the forward sweep solves the system, and the
 * backward one would divide the same sums by the same diagonal: it is left out.
 *
 * Rows that wait in their own order, a thread a row, do so themselves. Strategies that keep partial
 * residuals leave it to the kernel that computes those of the next sweep (seidel-cuda-partial.cu).
 * For all others there is no relaxation, and a method sweeps without. Source: the identities of
 * PETSc's MatSOR and NVIDIA's HPCG for one symmetric sweep, carried on as in the CPU engine's
 * seidel-cpu-relaxation.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strategies.h"

struct SeidelRelaxation
{
  SeidelOperator *A;
  SeidelSweep *forward; /* or NULL, as the other */
  SeidelSweep *backward;
  double omega;
  bool begun;            /* partial is what the last step left */
  bool settles;          /* the backward sweep changes nothing */
  bool keeps;            /* the plans of the sweeps keep partial residuals */
  SeidelVector *partial; /* see SeidelCudaChained; NULL where plans keep it */
  SeidelVector *residual;
};

static SeidelVector *
vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = (SeidelVector *) calloc (1, sizeof *vector);

  if (vector == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweeps did not fit into memory");
      return NULL;
    }
  vector->n = n;
  vector->elements = seidel_cuda_malloc (context, (size_t) n * seidel_cuda_real_size (context));
  return vector;
}

static void
vector_free (SeidelVector *vector)
{
  if (vector != NULL)
    cudaFree (vector->elements);
  free (vector);
}

void
seidel_cuda_relaxation_free (SeidelContext *context, SeidelRelaxation *relaxation)
{
  if (relaxation == NULL)
    return;
  /* What is still at work writes to them. */
  cudaStreamSynchronize (context->stream);
  vector_free (relaxation->partial);
  vector_free (relaxation->residual);
  free (relaxation);
}

/* Whether the sweep, if there is one, keeps partial residuals. */
static bool
does_keep (const SeidelSweep *sweep)
{
  return sweep == NULL || (sweep->plan != NULL && sweep->strategy->partial != NULL);
}

/* Whether its rows, if there is one, can keep it themselves. */
static bool
does_wait (const SeidelSweep *sweep)
{
  return sweep == NULL
         || (sweep->plan != NULL && sweep->strategy == &seidel_cuda_strategy_wait
             && seidel_cuda_wait_relaxes (sweep));
}

/* The first step reads what is partial, too, without effect. */
static bool
clear_partial (SeidelContext *context, SeidelRelaxation *relaxation)
{
  const size_t bytes = (size_t) relaxation->A->rows * seidel_cuda_real_size (context);

  return seidel_cuda_ready (context)
         && seidel_cuda_check (context,
                               cudaMemsetAsync (relaxation->partial->elements, 0, bytes,
                                                context->stream),
                               "beginning a relaxation");
}

/* The vectors of a relaxation. */
static bool
provide (SeidelContext *context, SeidelRelaxation *relaxation)
{
  const int64_t n = relaxation->A->rows;

  relaxation->residual = vector_new (context, n);
  if (relaxation->keeps)
    return seidel_cuda_ready (context);
  relaxation->partial = vector_new (context, n);
  return clear_partial (context, relaxation);
}

void
seidel_cuda_relaxation_restart (SeidelContext *context, SeidelRelaxation *relaxation)
{
  relaxation->begun = false;
  if (!relaxation->keeps)
    clear_partial (context, relaxation);
}

SeidelRelaxation *
seidel_cuda_relaxation_new (SeidelContext *context,
                            SeidelOperator *A,
                            SeidelSweep *forward,
                            SeidelSweep *backward,
                            double omega)
{
  const bool keeps = does_keep (forward) && does_keep (backward);
  SeidelRelaxation *relaxation;

  if (!keeps && (!does_wait (forward) || !does_wait (backward)))
    return NULL;
  relaxation = (SeidelRelaxation *) calloc (1, sizeof *relaxation);
  if (relaxation == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweeps did not fit into memory");
      return NULL;
    }
  relaxation->A = A;
  relaxation->forward = forward;
  relaxation->backward = backward;
  relaxation->omega = omega;
  relaxation->keeps = keeps;
  relaxation->settles = !keeps && omega == 1.0 && forward != NULL && backward != NULL
                        && seidel_cuda_wait_is_triangle (forward)
                        && seidel_cuda_wait_is_free (backward);
  if (provide (context, relaxation))
    return relaxation;
  seidel_cuda_relaxation_free (context, relaxation);
  return NULL;
}

/* last: the sweep before it in the relaxation; report: as in a sweep alone. */
static void
run_sweep (SeidelContext *context,
           SeidelRelaxation *relaxation,
           SeidelSweep *sweep,
           const SeidelSweep *last,
           SeidelCudaRelaxationMode mode,
           SeidelCudaJob job)
{
  job.omega = relaxation->omega;
  job.mode = mode;
  job.residual = relaxation->residual->elements;
  if (relaxation->keeps && mode != SEIDEL_CUDA_ALONE)
    job.before = last->strategy->partial (last);
  if (!relaxation->keeps)
    job.partial = relaxation->partial->elements;
  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context))
    sweep->strategy->run (context, sweep, &job);
}

/* What the first sweep of a step does. */
static SeidelCudaRelaxationMode
mode_of (const SeidelRelaxation *relaxation)
{
  const bool both = relaxation->forward != NULL && relaxation->backward != NULL;

  if (!relaxation->begun)
    return relaxation->keeps ? SEIDEL_CUDA_ALONE : both ? SEIDEL_CUDA_FIRST : SEIDEL_CUDA_TRACKED;
  if (!both)
    return SEIDEL_CUDA_TRACKED;
  return relaxation->settles ? SEIDEL_CUDA_SETTLED : SEIDEL_CUDA_HALF_TRACKED;
}

void
seidel_cuda_relaxation_step (SeidelContext *context,
                             SeidelRelaxation *relaxation,
                             const SeidelVector *b,
                             SeidelVector *x,
                             SeidelScalar out,
                             SeidelSweepReportFunc report,
                             void *report_data)
{
  SeidelSweep *const first =
    relaxation->forward != NULL ? relaxation->forward : relaxation->backward;
  const bool both = relaxation->forward != NULL && relaxation->backward != NULL;
  const SeidelCudaJob job = { b, x, relaxation->omega, false, report, report_data };

  /* The first step has no x before. */
  if (!relaxation->begun)
    seidel_cuda_residual (context, relaxation->A, b, x, relaxation->residual, out);
  if (first != NULL)
    run_sweep (context, relaxation, first, both ? relaxation->backward : first,
               mode_of (relaxation), job);
  if (relaxation->begun && seidel_cuda_ready (context))
    seidel_cuda_dot (context, out, relaxation->residual, relaxation->residual);
  if (both && !relaxation->settles)
    run_sweep (context, relaxation, relaxation->backward, relaxation->forward, SEIDEL_CUDA_HALF,
               job);
  relaxation->begun = first != NULL;
}
