/* What the CPU engine makes of a system once it is asked for: its transpose and its diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

/* --- the diagonal ----------------------------------------------------------------------------- */

const void *
seidel_cpu_diagonal (SeidelContext *context, SeidelOperator *A)
{
  if (!seidel_cpu_ensure_diagonal (context, A))
    return NULL;
  if (A->diagonal == NULL)
    {
      A->diagonal = seidel_cpu_allocate (context, A->matrix.rows, seidel_cpu_real_size (context));
      if (A->diagonal != NULL)
        seidel_cpu_kernels (context)->extract_diagonal (context, A->rows, A->diagonal);
    }
  return A->diagonal;
}

/* --- the transpose ---------------------------------------------------------------------------- */

/* Whether the matrix is its own transpose: nothing is to be stored then. next is scratch. */
static bool
is_symmetric (SeidelContext *context, const SeidelOperator *A, int64_t *next)
{
  if (A->matrix.rows != A->matrix.columns)
    return false;
  memcpy (next, A->natural.offsets, (size_t) A->matrix.rows * sizeof *next);
  return seidel_cpu_kernels (context)->is_symmetric (context, &A->natural, next);
}

/* The transpose in the order of the matrix: a counting sort. next is scratch. */
static bool
transpose_rows (SeidelContext *context, const SeidelOperator *A, int64_t *next, SeidelCpuRows *to)
{
  int64_t nonzeros = A->natural.offsets[A->matrix.rows];
  int64_t n = A->matrix.columns;

  to->n_rows = n;
  to->offsets = seidel_cpu_allocate_zeroed (context, n + 1, sizeof *to->offsets);
  to->columns = seidel_cpu_allocate (context, nonzeros, sizeof *to->columns);
  to->values = seidel_cpu_allocate (context, nonzeros, seidel_cpu_real_size (context));
  if (!seidel_cpu_ready (context))
    return false;
  for (int64_t k = 0; k < nonzeros; k++)
    {
      if (seidel_cpu_stopped_at (context, k, SEIDEL_CPU_CHUNK_NONZEROS))
        return false;
      to->offsets[A->natural.columns[k] + 1]++;
    }
  for (int64_t i = 0; i < n; i++)
    to->offsets[i + 1] += to->offsets[i];
  memcpy (next, to->offsets, (size_t) n * sizeof *next);
  seidel_cpu_kernels (context)->transpose (context, &A->natural, next, to);
  return !atomic_load (&context->stopped);
}

static void
transposed_free (SeidelOperator *transposed)
{
  seidel_cpu_rows_clear (&transposed->placed);
  free (transposed->chunk_runs);
  free (transposed);
}

static SeidelOperator *
transposed_new (SeidelContext *context, const SeidelOperator *A, int64_t *next)
{
  SeidelOperator *transposed = calloc (1, sizeof *transposed);
  SeidelCpuRows rows = { 0 };

  if (transposed == NULL)
    return NULL;
  transposed->matrix = (SeidelCsrView){ .rows = A->matrix.columns, .columns = A->matrix.rows };
  if (transpose_rows (context, A, next, &rows)
      && seidel_cpu_system_take (context, transposed, &rows))
    return transposed;
  seidel_cpu_rows_clear (&rows);
  transposed_free (transposed);
  return NULL;
}

const SeidelOperator *
seidel_cpu_transposed (SeidelContext *context, SeidelOperator *A)
{
  int64_t *next;

  if (A->transposed != NULL || !seidel_cpu_ready (context))
    return seidel_cpu_ready (context) ? A->transposed : NULL;
  next = seidel_cpu_allocate_zeroed (context, A->matrix.columns, sizeof *next);
  if (next == NULL)
    return NULL;
  A->transposed = is_symmetric (context, A, next) ? A : transposed_new (context, A, next);
  free (next);
  seidel_cpu_note_stop (context);
  if (A->transposed == NULL)
    seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                     "the transpose did not fit into memory");
  return seidel_cpu_ready (context) ? A->transposed : NULL;
}

void
seidel_cpu_derived_clear (SeidelOperator *A)
{
  if (A->transposed != NULL && A->transposed != A)
    transposed_free (A->transposed);
  A->transposed = NULL;
  free (A->diagonal);
  A->diagonal = NULL;
}
