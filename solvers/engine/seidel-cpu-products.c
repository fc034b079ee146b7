/* Products of the CPU engine with a matrix, its transpose and its diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-blocks.h"
#include "engine/seidel-cpu-private.h"

const void *
seidel_cpu_diagonal (SeidelContext *context, SeidelOperator *A)
{
  if (!seidel_cpu_ensure_diagonal (context, A))
    return NULL;
  if (A->diagonal == NULL)
    {
      A->diagonal = seidel_cpu_allocate (context, A->matrix.rows, seidel_cpu_real_size (context));
      if (A->diagonal != NULL)
        seidel_cpu_kernels (context)->rows->extract_diagonal (context, A->rows, A->diagonal);
    }
  return A->diagonal;
}

/* Whether the matrix is its own transpose: nothing is to be stored then. next is scratch. */
static bool
is_symmetric (SeidelContext *context, const SeidelOperator *A, int64_t *next)
{
  if (A->matrix.rows != A->matrix.columns)
    return false;
  memcpy (next, A->natural.offsets, (size_t) A->matrix.rows * sizeof *next);
  return seidel_cpu_kernels (context)->rows->is_symmetric (context, &A->natural, next);
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
  seidel_cpu_kernels (context)->rows->transpose (context, &A->natural, next, to);
  return !atomic_load (&context->stopped);
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
      && seidel_cpu_operator_take (context, transposed, &rows))
    return transposed;
  seidel_cpu_rows_clear (&rows);
  seidel_cpu_transposed_free (transposed);
  return NULL;
}

/* Aᵀ, which lives as long as A and the order of the context do; NULL with the sticky status. */
static const SeidelOperator *
transposed_of (SeidelContext *context, SeidelOperator *A)
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

double
seidel_cpu_product (SeidelContext *context,
                    const SeidelOperator *A,
                    SeidelCpuProduct product,
                    const void *b,
                    const void *x,
                    void *y)
{
  const SeidelCpuKernels *kernels = seidel_cpu_kernels (context);
  double sums[2];

  if (A->blocks != NULL
      && (product == SEIDEL_CPU_MULTIPLY || product == SEIDEL_CPU_MULTIPLY_DOT
          || product == SEIDEL_CPU_RESIDUAL))
    return seidel_cpu_block_product (context, A->blocks, b, x, y);
  if (A->storage != SEIDEL_STORAGE_CSR)
    return kernels->arrays->product (context, A, product, b, x, y);
  kernels->rows->product (context, A, product, b, x, y, sums);
  return sums[0];
}

void
seidel_cpu_multiply (SeidelContext *context,
                     SeidelOperator *A,
                     const SeidelVector *x,
                     SeidelVector *y)
{
  if (seidel_cpu_ready (context))
    seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY, NULL, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}

void
seidel_cpu_multiply_dot (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelVector *x,
                         SeidelVector *y,
                         SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY_DOT, NULL, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}

void
seidel_cpu_multiply_dots (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          const SeidelVector *z,
                          SeidelScalar out)
{
  const SeidelCpuKernels *kernels = seidel_cpu_kernels (context);
  double *sums = context->scalars + out;

  if (!seidel_cpu_ready (context))
    return;
  if (A->storage == SEIDEL_STORAGE_CSR && A->blocks == NULL)
    kernels->rows->product (context, A, SEIDEL_CPU_MULTIPLY_DOTS, z->elements, x->elements,
                            y->elements, sums);
  else
    {
      seidel_cpu_product (context, A, SEIDEL_CPU_MULTIPLY, NULL, x->elements, y->elements);
      sums[0] = kernels->vectors->dot (context, z->elements, y->elements, y->n);
      sums[1] = kernels->vectors->dot (context, y->elements, y->elements, y->n);
    }
  seidel_cpu_note_stop (context);
}

void
seidel_cpu_multiply_transposed (SeidelContext *context,
                                SeidelOperator *A,
                                const SeidelVector *x,
                                SeidelVector *y)
{
  const SeidelOperator *transposed = A;

  if (!seidel_cpu_ready (context))
    return;
  /* An array can be read either way. */
  if (A->storage == SEIDEL_STORAGE_CSR)
    transposed = transposed_of (context, A);
  if (seidel_cpu_ready (context) && transposed != NULL)
    seidel_cpu_product (context, transposed, SEIDEL_CPU_MULTIPLY_TRANSPOSED, NULL, x->elements,
                        y->elements);
  seidel_cpu_note_stop (context);
}

void
seidel_cpu_multiply_diagonal (SeidelContext *context,
                              SeidelOperator *A,
                              int power,
                              const SeidelVector *x,
                              SeidelVector *y)
{
  const void *diagonal = seidel_cpu_diagonal (context, A);

  if (diagonal != NULL)
    seidel_cpu_kernels (context)->vectors->multiply_diagonal (context, diagonal, power < 0,
                                                              x->elements, y->elements, x->n);
}

void
seidel_cpu_residual (SeidelContext *context,
                     SeidelOperator *A,
                     const SeidelVector *b,
                     const SeidelVector *x,
                     SeidelVector *r,
                     SeidelScalar out)
{
  if (seidel_cpu_ready (context))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_RESIDUAL, b->elements, x->elements, r->elements);
  seidel_cpu_note_stop (context);
}

void
seidel_cpu_jacobi (SeidelContext *context,
                   SeidelOperator *A,
                   const SeidelVector *b,
                   const SeidelVector *x,
                   SeidelVector *y,
                   SeidelScalar out)
{
  if (seidel_cpu_ensure_diagonal (context, A))
    context->scalars[out] =
      seidel_cpu_product (context, A, SEIDEL_CPU_JACOBI, b->elements, x->elements, y->elements);
  seidel_cpu_note_stop (context);
}
