/* The state of a CPU context that all operations share: failures, stopping, memory, partial sums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

double
seidel_cpu_sum_every (const SeidelContext *context, const double *partials, int64_t n, int stride)
{
  bool compensated = (context->settings.arithmetic & SEIDEL_ARITHMETIC_COMPENSATED) != 0;
  double sum = 0.0;
  double excess = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      double wanted = partials[i * stride] - excess;
      double grown = sum + wanted;

      if (compensated)
        excess = (grown - sum) - wanted;
      sum = grown;
    }
  return sum;
}

double
seidel_cpu_sum_partials (const SeidelContext *context, int64_t n)
{
  return seidel_cpu_sum_every (context, context->partials, n, 1);
}

void
seidel_cpu_sum_pairs (const SeidelContext *context, int64_t n, double sums[2])
{
  sums[0] = seidel_cpu_sum_every (context, context->partials, n, 2);
  sums[1] = seidel_cpu_sum_every (context, context->partials + 1, n, 2);
}

void
seidel_cpu_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message)
{
  if (context->status.code != SEIDEL_STATUS_OK)
    return;
  context->status.code = code;
  context->status.row = row;
  snprintf (context->status.message, sizeof context->status.message, "%s", message);
}

void
seidel_cpu_note_stop (SeidelContext *context)
{
  if (atomic_load_explicit (&context->stopped, memory_order_relaxed))
    seidel_cpu_fail (context, SEIDEL_STATUS_STOPPED, -1, "");
}

void *
seidel_cpu_allocate (SeidelContext *context, int64_t n, size_t size)
{
  void *memory = seidel_memory_alloc ((size_t) n * size);

  if (memory == NULL)
    {
      g_autofree char *bytes = seidel_format_bytes ((double) n * (double) size);
      g_autofree char *message = g_strdup_printf ("%s more did not fit into memory", bytes);

      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, message);
    }
  return memory;
}

/* Bytes cleared between two polls. A system that hands its memory out slowly, as a crowded host of
 * virtual machines does, takes milliseconds for so much. */
#define BYTES_PER_POLL ((int64_t) 1 << 20)

void *
seidel_cpu_allocate_zeroed (SeidelContext *context, int64_t n, size_t size)
{
  char *memory = seidel_cpu_allocate (context, n, size);
  int64_t bytes = n * (int64_t) size;
  int64_t n_pieces = memory != NULL ? (bytes + BYTES_PER_POLL - 1) / BYTES_PER_POLL : 0;

#pragma omp parallel for num_threads(context->settings.threads) schedule(static) if (n_pieces > 1)
  for (int64_t piece = 0; piece < n_pieces; piece++)
    if (!seidel_cpu_stopped_at (context, piece, 1))
      memset (memory + piece * BYTES_PER_POLL, 0,
              (size_t) (bytes - piece * BYTES_PER_POLL < BYTES_PER_POLL
                          ? bytes - piece * BYTES_PER_POLL
                          : BYTES_PER_POLL));
  seidel_cpu_note_stop (context);
  if (memory != NULL && !seidel_cpu_ready (context))
    {
      free (memory);
      memory = NULL;
    }
  return memory;
}

bool
seidel_cpu_reserve_partials (SeidelContext *context, int64_t n)
{
  double *partials;

  if (n <= context->n_partials)
    return true;
  partials = seidel_cpu_allocate (context, n, sizeof *partials);
  if (partials == NULL)
    return false;
  free (context->partials);
  context->partials = partials;
  context->n_partials = n;
  return true;
}

void
seidel_cpu_fail_diagonal (SeidelContext *context, int64_t row)
{
  seidel_cpu_fail (context, SEIDEL_STATUS_ZERO_DIAGONAL, row,
                   seidel_text ("in this precision the diagonal entry is missing or zero"));
}

void
seidel_cpu_vector_free (SeidelContext *context, SeidelVector *vector)
{
  if (vector == NULL)
    return;
  if (vector->previous != NULL)
    vector->previous->next = vector->next;
  else if (context->vectors == vector)
    context->vectors = vector->next;
  if (vector->next != NULL)
    vector->next->previous = vector->previous;
  free (vector->elements);
  free (vector);
}

SeidelVector *
seidel_cpu_vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = calloc (1, sizeof *vector);

  if (vector == NULL || !seidel_cpu_ready (context)
      || !seidel_cpu_reserve_partials (context, n / SEIDEL_CPU_BLOCK + 1)
      || (vector->elements =
            seidel_cpu_allocate_zeroed (context, n, seidel_cpu_real_size (context)))
           == NULL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                       "a vector did not fit into memory");
      seidel_cpu_vector_free (context, vector);
      return NULL;
    }
  vector->n = n;
  vector->next = context->vectors;
  if (vector->next != NULL)
    vector->next->previous = vector;
  context->vectors = vector;
  return vector;
}
