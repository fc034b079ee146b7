/* Sparse factors by cuDSS: what it computes with is brought to the device, and its phases are
 * carried out on a thread, so that a run can be stopped meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <atomic>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "factor/seidel-cuda-cudss.h"
#include "seidel-cuda-sparse.h"

/* How often a wait polls for cancellation. */
#define NANOSECONDS_BETWEEN_LOOKS 1000000

struct SeidelSparseFactors
{
  SeidelCudss *solver;
  int64_t n; /* elements of a vector: two for each complex number */
  int32_t *row_offsets;
  int32_t *column_indices;
  void *values;
  void *b;
};

/* A phase on its way. */
typedef struct
{
  SeidelCudss *solver;
  SeidelCudssPhase phase;
  int device;
  int status;
  std::atomic<bool> done;
} Execution;

bool
seidel_cuda_sparse_available (char *why, size_t size)
{
  return seidel_cudss_open (why, size) != NULL;
}

void
seidel_cuda_sparse_free (SeidelContext *, SeidelSparseFactors *factors)
{
  if (factors == NULL)
    return;
  seidel_cudss_free (factors->solver);
  cudaFree (factors->row_offsets);
  cudaFree (factors->column_indices);
  cudaFree (factors->values);
  cudaFree (factors->b);
  free (factors);
}

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *
execution_thread (void *data)
{
  Execution *execution = (Execution *) data;

  (void) seidel_cuda_place (execution->device);
  execution->status = seidel_cudss_execute (execution->solver, execution->phase);
  execution->done = true;
  return NULL;
}

static void
fail (SeidelContext *context, int status, const char *what)
{
  char message[200];

  snprintf (message, sizeof message, "cuDSS failed in %s: %s", what,
            seidel_cudss_status_text (status));
  seidel_cuda_fail (context,
                    status == SEIDEL_CUDSS_NO_MEMORY ? SEIDEL_STATUS_OUT_OF_MEMORY
                                                     : SEIDEL_STATUS_FAILED,
                    -1, message);
}

/* On a thread of its own, while this one asks whether the run should stop: the phases on the host
 * take seconds. */
static bool
execute (SeidelContext *context, SeidelCudss *solver, SeidelCudssPhase phase)
{
  const struct timespec nap = { 0, NANOSECONDS_BETWEEN_LOOKS };
  Execution execution = { solver, phase, context->settings.device, 0, { false } };
  pthread_t thread;

  if (pthread_create (&thread, NULL, execution_thread, &execution) != 0)
    execution_thread (&execution);
  else
    {
      while (!execution.done)
        {
          if (seidel_cuda_ready (context) && seidel_cuda_stopped (context))
            seidel_cudss_interrupt (solver);
          nanosleep (&nap, NULL);
        }
      pthread_join (thread, NULL);
    }
  if (seidel_cuda_ready (context) && execution.status != SEIDEL_CUDSS_SUCCESS)
    fail (context, execution.status, seidel_cudss_phase_text (phase));
  return seidel_cuda_ready (context) && seidel_cuda_wait (context, seidel_cudss_phase_text (phase));
}

static bool
carry_out (SeidelContext *context,
           SeidelCudss *solver,
           SeidelCudssPhase phase,
           SeidelSparseReport *report,
           int64_t *nanoseconds)
{
  const int64_t begin = now ();
  bool good;

  /* The others are the host's, for the most part. A wait lets the clock go on. */
  if (phase != SEIDEL_CUDSS_FACTOR)
    seidel_cuda_clock_pause (context);
  good = execute (context, solver, phase);
  *nanoseconds = now () - begin;
  if (!good)
    return false;
  if (seidel_cudss_report (solver, phase, report))
    return true;
  if (!report->indefinite)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                      "cuDSS could not factorise the matrix, and gives no reason");
  return false;
}

/* Row offsets of 32 bits, on the host. */
static int32_t *
narrow_offsets (SeidelContext *context, const SeidelSparseSystem *system)
{
  int32_t *narrow = (int32_t *) malloc ((size_t) (system->n + 1) * sizeof *narrow);

  if (narrow == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return NULL;
    }
  for (int64_t i = 0; i <= system->n; i++)
    narrow[i] = (int32_t) system->row_offsets[i];
  return narrow;
}

static bool
bring (SeidelContext *context, SeidelSparseFactors *factors, const SeidelSparseSystem *system)
{
  const int64_t nonzeros = system->row_offsets[system->n];
  const int64_t parts = system->complex_numbers ? 2 : 1;
  const size_t real = seidel_cuda_real_size (context);
  int32_t *offsets;

  factors->n = system->n * parts;
  if (nonzeros > INT32_MAX)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                        "cuDSS is used for matrices of at most 2147483647 entries");
      return false;
    }
  offsets = narrow_offsets (context, system);
  if (offsets == NULL)
    return false;
  factors->row_offsets =
    (int32_t *) seidel_cuda_upload_bytes (context, offsets,
                                          (size_t) (system->n + 1) * sizeof *offsets);
  factors->column_indices =
    (int32_t *) seidel_cuda_upload_bytes (context, system->column_indices,
                                          (size_t) nonzeros * sizeof *system->column_indices);
  factors->values = seidel_cuda_malloc (context, (size_t) (nonzeros * parts) * real);
  factors->b = seidel_cuda_malloc (context, (size_t) factors->n * real);
  if (seidel_cuda_ready (context))
    seidel_cuda_upload (context, factors->values, system->values, nonzeros * parts);
  seidel_cuda_wait (context, "bringing a matrix");
  free (offsets);
  return seidel_cuda_ready (context);
}

static bool
start (SeidelContext *context, SeidelSparseFactors *factors, const SeidelSparseSystem *system)
{
  char why[240] = "";
  const SeidelCudssLibrary *library = seidel_cudss_open (why, sizeof why);
  const SeidelCudssMatrix matrix = {
    system->n,
    system->row_offsets[system->n],
    factors->row_offsets,
    factors->column_indices,
    factors->values,
    system->kind,
    system->complex_numbers,
    seidel_cuda_is_single (context),
    system->threads,
  };

  if (library != NULL)
    factors->solver =
      seidel_cudss_new (library, context->stream, &matrix, factors->b, factors->b, why, sizeof why);
  if (factors->solver == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, why);
  return factors->solver != NULL;
}

/* What it expects to take is more than it takes in the end, by little. */
static bool
has_room (SeidelContext *context, const SeidelSparseReport *report, size_t free_bytes)
{
  return (double) report->bytes <= (double) free_bytes
         || seidel_cuda_fits (context, "the factorisation by cuDSS", (double) report->bytes);
}

static bool
factorise (SeidelContext *context,
           SeidelSparseFactors *factors,
           const SeidelSparseSystem *system,
           SeidelSparseReport *report)
{
  size_t free_bytes = 0;
  size_t total = 0;

  if (!bring (context, factors, system)
      || !seidel_cuda_check (context, cudaMemGetInfo (&free_bytes, &total), "asking for memory")
      || !start (context, factors, system))
    return false;
  return carry_out (context, factors->solver, SEIDEL_CUDSS_ORDER, report,
                    &report->ordering_nanoseconds)
         && carry_out (context, factors->solver, SEIDEL_CUDSS_SYMBOLIC, report,
                       &report->symbolic_nanoseconds)
         && has_room (context, report, free_bytes)
         && carry_out (context, factors->solver, SEIDEL_CUDSS_FACTOR, report,
                       &report->factor_nanoseconds);
}

SeidelSparseFactors *
seidel_cuda_sparse_new (SeidelContext *context,
                        const SeidelSparseSystem *system,
                        SeidelSparseReport *report)
{
  SeidelSparseFactors *factors = (SeidelSparseFactors *) calloc (1, sizeof *factors);
  const SeidelSparseReport nothing = { 0, 0, 0, -1, -1, -1, -1, -1, false };

  *report = nothing;
  if (factors == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return NULL;
    }
  if (seidel_cuda_ready (context) && factorise (context, factors, system, report))
    return factors;
  seidel_cuda_sparse_free (context, factors);
  return NULL;
}

void
seidel_cuda_sparse_solve (SeidelContext *context,
                          SeidelSparseFactors *factors,
                          bool transposed,
                          SeidelVector *x)
{
  int status;

  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context) || factors->n == 0
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (factors->b, x->elements,
                                              (size_t) factors->n * seidel_cuda_real_size (context),
                                              cudaMemcpyDeviceToDevice, context->stream),
                             "copying a vector"))
    return;
  status = seidel_cudss_solve (factors->solver, transposed, x->elements, factors->b);
  if (status != SEIDEL_CUDSS_SUCCESS)
    fail (context, status, "solving with the factors");
}
