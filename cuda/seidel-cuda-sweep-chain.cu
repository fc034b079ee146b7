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
 * Sweeps that wait are chained, a thread a row; for all others there is no chain, and whoever asks
 * for one sweeps without. Source: the identities of PETSc's MatSOR and NVIDIA's HPCG for one
 * symmetric sweep, carried on as in the CPU engine's seidel-cpu-chain.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-sweep.h"

struct SeidelRelaxation
{
  SeidelOperator *system;
  SeidelSweep *forward; /* or NULL, as the other */
  SeidelSweep *backward;
  double omega;
  bool begun;          /* known is what the last step left */
  bool settles;        /* the backward sweep changes nothing */
  SeidelVector *known; /* see SeidelCudaChained */
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

/* Whether the sweep, if there is one, can be chained. */
static bool
is_chained (const SeidelSweep *sweep)
{
  return sweep == NULL
         || (sweep->plan != NULL && sweep->strategy->run == seidel_cuda_wait_run
             && seidel_cuda_wait_chains (sweep));
}

SeidelRelaxation *
seidel_cuda_chain_new (SeidelContext *context,
                       SeidelOperator *A,
                       SeidelSweep *forward,
                       SeidelSweep *backward,
                       double omega)
{
  SeidelRelaxation *chain;

  if (!is_chained (forward) || !is_chained (backward))
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
  chain->settles = omega == 1.0 && forward != NULL && backward != NULL
                   && seidel_cuda_wait_is_triangle (forward) && seidel_cuda_wait_is_free (backward);
  chain->known = vector_new (context, A->rows);
  chain->residual = vector_new (context, A->rows);
  /* The first step reads what is known, too, though nothing comes of it. */
  if (seidel_cuda_ready (context)
      && seidel_cuda_check (context,
                            cudaMemsetAsync (chain->known->elements, 0,
                                             (size_t) A->rows * seidel_cuda_real_size (context),
                                             context->stream),
                            "beginning a chain of sweeps"))
    return chain;
  seidel_cuda_chain_free (context, chain);
  return NULL;
}

static void
run_sweep (SeidelContext *context,
           SeidelRelaxation *chain,
           SeidelSweep *sweep,
           SeidelCudaChained chained,
           const SeidelVector *b,
           SeidelVector *x)
{
  const SeidelCudaJob job = { b,
                              x,
                              chain->omega,
                              false,
                              NULL,
                              NULL,
                              chained,
                              chain->known->elements,
                              chain->residual->elements };

  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context))
    sweep->strategy->run (context, sweep, &job);
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
  SeidelCudaChained chained = SEIDEL_CUDA_TRACKED;

  if (both && !chain->begun)
    chained = SEIDEL_CUDA_FIRST;
  else if (both)
    chained = chain->settles ? SEIDEL_CUDA_SETTLED : SEIDEL_CUDA_HALF_TRACKED;
  /* The first step has no x before. */
  if (!chain->begun)
    seidel_cuda_residual (context, chain->system, b, x, chain->residual, out);
  if (first != NULL)
    run_sweep (context, chain, first, chained, b, x);
  if (chain->begun && seidel_cuda_ready (context))
    seidel_cuda_dot (context, out, chain->residual, chain->residual);
  if (both && !chain->settles)
    run_sweep (context, chain, chain->backward, SEIDEL_CUDA_HALF, b, x);
  chain->begun = first != NULL;
}
