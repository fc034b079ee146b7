/* Sweeps of the CUDA engine after each other, each of which makes use of what the last one learnt.
 *
 * A chain of one direction keeps what the entries that a row does not depend on made of the last x:
 * with what they make of the next one this is its residual. A chain of both keeps, from sweep to
 * sweep, the sums over the triangle that was just read, so that from its second step on each sweep
 * reads one triangle only, and the forward one adds up the same entries times the incoming x for
 * the residual.
 *
 * Where the matrix is its lower triangle and ω = 1, the forward sweep solves the system, and the
 * backward one would divide the same sums by the same diagonal: it is left out.
 *
 * Rows that wait in their own order, a thread a row, do so themselves. Strategies that keep what is
 * known of rows before a sweep leave it to what comes before the next one
 * (seidel-cuda-partial.cu). For all others there is no chain, and whoever asks for one sweeps
 * without. Source: the identities of PETSc's MatSOR and NVIDIA's HPCG for one
 * symmetric sweep, carried on as in the CPU engine's seidel-cpu-chain.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strategies.h"

struct SeidelRelaxation
{
  SeidelOperator *system;
  SeidelSweep *forward; /* or NULL, as the other */
  SeidelSweep *backward;
  double omega;
  bool begun;          /* known is what the last step left */
  bool settles;        /* the backward sweep changes nothing */
  bool keeps;          /* the plans of the sweeps keep what is known */
  SeidelVector *known; /* see SeidelCudaChained; NULL where plans keep it */
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
seidel_cuda_chain_free (SeidelContext *context, SeidelRelaxation *chain)
{
  if (chain == NULL)
    return;
  /* What is still at work writes to them. */
  cudaStreamSynchronize (context->stream);
  vector_free (chain->known);
  vector_free (chain->residual);
  free (chain);
}

/* Whether the sweep, if there is one, keeps what is known of rows. */
static bool
does_keep (const SeidelSweep *sweep)
{
  return sweep == NULL || (sweep->plan != NULL && sweep->strategy->known != NULL);
}

/* Whether its rows, if there is one, can keep it themselves. */
static bool
does_wait (const SeidelSweep *sweep)
{
  return sweep == NULL
         || (sweep->plan != NULL && sweep->strategy == &seidel_cuda_strategy_wait
             && seidel_cuda_wait_chains (sweep));
}

/* The vectors of a chain. */
static bool
provide (SeidelContext *context, SeidelRelaxation *chain)
{
  const int64_t n = chain->system->rows;

  chain->residual = vector_new (context, n);
  if (chain->keeps)
    return seidel_cuda_ready (context);
  chain->known = vector_new (context, n);
  /* The first step reads what is known, too, though nothing comes of it. */
  return seidel_cuda_ready (context)
         && seidel_cuda_check (context,
                               cudaMemsetAsync (chain->known->elements, 0,
                                                (size_t) n * seidel_cuda_real_size (context),
                                                context->stream),
                               "beginning a chain of sweeps");
}

SeidelRelaxation *
seidel_cuda_chain_new (SeidelContext *context,
                       SeidelOperator *A,
                       SeidelSweep *forward,
                       SeidelSweep *backward,
                       double omega)
{
  const bool keeps = does_keep (forward) && does_keep (backward);
  SeidelRelaxation *chain;

  if (!keeps && (!does_wait (forward) || !does_wait (backward)))
    return NULL;
  chain = (SeidelRelaxation *) calloc (1, sizeof *chain);
  if (chain == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweeps did not fit into memory");
      return NULL;
    }
  chain->system = A;
  chain->forward = forward;
  chain->backward = backward;
  chain->omega = omega;
  chain->keeps = keeps;
  chain->settles = !keeps && omega == 1.0 && forward != NULL && backward != NULL
                   && seidel_cuda_wait_is_triangle (forward) && seidel_cuda_wait_is_free (backward);
  if (provide (context, chain))
    return chain;
  seidel_cuda_chain_free (context, chain);
  return NULL;
}

/* last: the sweep before it in the chain; report: as in a sweep alone. */
static void
run_sweep (SeidelContext *context,
           SeidelRelaxation *chain,
           SeidelSweep *sweep,
           const SeidelSweep *last,
           SeidelCudaChained chained,
           SeidelCudaJob job)
{
  job.omega = chain->omega;
  job.chained = chained;
  job.residual = chain->residual->elements;
  if (chain->keeps && chained != SEIDEL_CUDA_ALONE)
    job.before = last->strategy->known (last);
  if (!chain->keeps)
    job.known = chain->known->elements;
  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context))
    sweep->strategy->run (context, sweep, &job);
}

/* What the first sweep of a step does. */
static SeidelCudaChained
chained_of (const SeidelRelaxation *chain)
{
  const bool both = chain->forward != NULL && chain->backward != NULL;

  if (!chain->begun)
    return chain->keeps ? SEIDEL_CUDA_ALONE : both ? SEIDEL_CUDA_FIRST : SEIDEL_CUDA_TRACKED;
  if (!both)
    return SEIDEL_CUDA_TRACKED;
  return chain->settles ? SEIDEL_CUDA_SETTLED : SEIDEL_CUDA_HALF_TRACKED;
}

void
seidel_cuda_chain_step (SeidelContext *context,
                        SeidelRelaxation *chain,
                        const SeidelVector *b,
                        SeidelVector *x,
                        SeidelScalar out,
                        SeidelSweepReportFunc report,
                        void *report_data)
{
  SeidelSweep *const first = chain->forward != NULL ? chain->forward : chain->backward;
  const bool both = chain->forward != NULL && chain->backward != NULL;
  const SeidelCudaJob job = { b, x, chain->omega, false, report, report_data };

  /* The first step has no x before. */
  if (!chain->begun)
    seidel_cuda_residual (context, chain->system, b, x, chain->residual, out);
  if (first != NULL)
    run_sweep (context, chain, first, both ? chain->backward : first, chained_of (chain), job);
  if (chain->begun && seidel_cuda_ready (context))
    seidel_cuda_dot (context, out, chain->residual, chain->residual);
  if (both && !chain->settles)
    run_sweep (context, chain, chain->backward, chain->forward, SEIDEL_CUDA_HALF, job);
  chain->begun = first != NULL;
}
