/* Direct methods on the device: what they make of a matrix with all its entries, and how they solve
 * with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "seidel-cuda-blas-library.h"
#include "seidel-cuda-factors.h"
#include "seidel-cuda-lu.h"
#include "seidel-cuda-textbook.h"

struct SeidelFactors
{
  SeidelFactorsKind kind;
  SeidelCudaPanels panels;
  int *added;      /* textbook LU: the row that was added to each, or −1; on the device */
  SeidelVector *b; /* room for a right-hand side */
};

uint32_t
seidel_cuda_factors_kinds (void)
{
  return 1u << SEIDEL_FACTORS_LU | 1u << SEIDEL_FACTORS_INVERSE | 1u << SEIDEL_FACTORS_TEXTBOOK_LU
         | 1u << SEIDEL_FACTORS_TEXTBOOK_INVERSE;
}

static bool
is_inverse (SeidelFactorsKind kind)
{
  return kind == SEIDEL_FACTORS_INVERSE || kind == SEIDEL_FACTORS_TEXTBOOK_INVERSE;
}

static bool
is_textbook (SeidelFactorsKind kind)
{
  return kind == SEIDEL_FACTORS_TEXTBOOK_LU || kind == SEIDEL_FACTORS_TEXTBOOK_INVERSE;
}

void
seidel_cuda_factors_free (SeidelContext *context, SeidelFactors *factors)
{
  if (factors == NULL)
    return;
  cudaFree (factors->panels.values);
  cudaFree (factors->panels.pivots);
  cudaFree (factors->panels.triangle);
  for (int i = 0; i < 2; i++)
    cudaFree (factors->panels.buffers[i]);
  cudaFree (factors->panels.singular);
  cudaFree (factors->added);
  if (factors->b != NULL)
    cudaFree (factors->b->elements);
  free (factors->b);
  free (factors);
}

/* Whether there is memory for what is made of the matrix, and whether panels have room for its
 * rows: their blocks wait for each other, so that all must be at work at once. */
static bool
is_not_too_large (SeidelContext *context, SeidelFactors *factors, size_t bytes)
{
  SeidelCudaPanels *panels = &factors->panels;
  const bool inverse = is_inverse (factors->kind);
  char message[160];

  if (!seidel_cuda_fits (context, inverse ? "the inverse" : "the table of L and U",
                         (double) bytes * (inverse ? 2.0 : 1.0)))
    return false;
  panels->width = seidel_cuda_panel_width (context, panels->n);
  if (panels->width > 0)
    return true;
  snprintf (message, sizeof message,
            "this device factors dense matrices of at most %lld rows, and this one has %lld",
            (long long) seidel_cuda_panel_most_rows (context), (long long) panels->n);
  seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, message);
  return false;
}

static bool
prepare_buffers (SeidelContext *context, SeidelCudaPanels *panels)
{
  const size_t bytes = seidel_cuda_panel_buffer_bytes (context, panels->n, panels->width);

  for (int i = 0; i < 2; i++)
    {
      panels->buffers[i] = seidel_cuda_malloc (context, bytes);
      if (panels->buffers[i] == NULL
          || !seidel_cuda_check (context,
                                 cudaMemsetAsync (panels->buffers[i], 0xff, bytes, context->stream),
                                 "clearing a buffer"))
        return false;
    }
  return true;
}

/* Room for everything, the matrix filled in. */
static bool
prepare (SeidelContext *context, SeidelFactors *factors, const SeidelCsrView *matrix)
{
  const size_t size = seidel_cuda_real_size (context);
  const size_t n = (size_t) matrix->rows;
  SeidelCudaPanels *panels = &factors->panels;
  size_t bytes;

  panels->n = matrix->rows;
  panels->stride = (matrix->rows + 31) / 32 * 32;
  bytes = n * (size_t) panels->stride * size;
  if (!is_not_too_large (context, factors, bytes))
    return false;
  if (!is_textbook (factors->kind))
    seidel_cuda_blas_begin_loading (context);
  panels->cluster = seidel_cuda_panel_cluster (context);
  panels->values = seidel_cuda_malloc (context, bytes);
  panels->pivots = (int *) seidel_cuda_malloc (context, n * sizeof (int));
  panels->triangle =
    seidel_cuda_malloc (context, (size_t) SEIDEL_CUDA_PANEL * SEIDEL_CUDA_PANEL * size);
  panels->singular = (int *) seidel_cuda_malloc (context, sizeof (int));
  factors->added = (int *) seidel_cuda_malloc (context, n * sizeof (int));
  factors->b = (SeidelVector *) calloc (1, sizeof *factors->b);
  if (factors->b == NULL || panels->singular == NULL)
    return false;
  factors->b->n = matrix->rows;
  factors->b->elements = seidel_cuda_malloc (context, n * size);
  /* A large number: no column is without a pivot yet. */
  return prepare_buffers (context, panels)
         && seidel_cuda_check (context,
                               cudaMemsetAsync (panels->singular, 0x7f, sizeof (int),
                                                context->stream),
                               "clearing a flag")
         && seidel_cuda_fill_dense (context, matrix, panels->values, panels->stride)
         && (is_textbook (factors->kind) || seidel_cuda_lu_prepare (context));
}

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool
make (SeidelContext *context, SeidelFactors *factors)
{
  switch (factors->kind)
    {
    case SEIDEL_FACTORS_TEXTBOOK_LU:
      return seidel_cuda_textbook_lu (context, &factors->panels, factors->added);
    case SEIDEL_FACTORS_TEXTBOOK_INVERSE:
      return seidel_cuda_textbook_invert (context, &factors->panels);
    default:
      return seidel_cuda_lu_factor (context, &factors->panels, is_inverse (factors->kind));
    }
}

/* All work is done when it returns, and had not begun before. */
static bool
factor (SeidelContext *context, SeidelFactors *factors, int64_t *nanoseconds)
{
  const int64_t begin = now ();
  const bool good = make (context, factors);

  *nanoseconds = now () - begin;
  return good;
}

SeidelFactors *
seidel_cuda_factors_new (SeidelContext *context,
                         const SeidelCsrView *matrix,
                         SeidelFactorsKind kind,
                         int64_t *singular,
                         int64_t *nanoseconds)
{
  SeidelFactors *factors = (SeidelFactors *) calloc (1, sizeof *factors);
  int column = INT_MAX;

  *singular = -1;
  *nanoseconds = 0;
  if (factors == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return NULL;
    }
  factors->kind = kind;
  if (prepare (context, factors, matrix) && factor (context, factors, nanoseconds)
      && seidel_cuda_check (context,
                            cudaMemcpyAsync (&column, factors->panels.singular, sizeof column,
                                             cudaMemcpyDeviceToHost, context->stream),
                            "reading a flag")
      && seidel_cuda_wait (context, "a factorisation") && column >= matrix->rows)
    return factors;
  if (seidel_cuda_ready (context))
    *singular = column;
  seidel_cuda_factors_free (context, factors);
  return NULL;
}

/* x ← inverse x, as a product with a dense matrix. */
static void
apply_inverse (SeidelContext *context, const SeidelFactors *factors, SeidelVector *x)
{
  SeidelOperator inverse = {};

  inverse.rows = inverse.columns = factors->panels.n;
  inverse.storage = SEIDEL_STORAGE_DENSE;
  inverse.values = factors->panels.values;
  inverse.stride = factors->panels.stride;
  inverse.fused = seidel_cuda_is_fused (context);
  if (seidel_cuda_check (context,
                         cudaMemcpyAsync (factors->b->elements, x->elements,
                                          (size_t) x->n * seidel_cuda_real_size (context),
                                          cudaMemcpyDeviceToDevice, context->stream),
                         "copying a vector"))
    seidel_cuda_multiply (context, &inverse, factors->b, x);
}

void
seidel_cuda_factors_solve (SeidelContext *context, SeidelFactors *factors, SeidelVector *x)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context) || factors->panels.n == 0)
    return;
  if (is_inverse (factors->kind))
    apply_inverse (context, factors, x);
  else if (factors->kind == SEIDEL_FACTORS_TEXTBOOK_LU)
    seidel_cuda_textbook_solve (context, &factors->panels, factors->added, x->elements);
  else
    seidel_cuda_lu_solve (context, &factors->panels, x->elements);
}
