/* The matrix as the CUDA engine holds it: in rows, as an array; its diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-translatable.h"
#include "seidel-cuda-entries.cuh"

struct SeidelCudaAttachment
{
  SeidelCudaAttachment *next;
  const SeidelCudaAttachmentKind *kind;
  void *data;
};

void *
seidel_cuda_attached (const SeidelOperator *A, const SeidelCudaAttachmentKind *kind)
{
  for (const SeidelCudaAttachment *at = A->attachments; at != NULL; at = at->next)
    if (at->kind == kind)
      return at->data;
  return NULL;
}

void *
seidel_cuda_attach (SeidelOperator *A, const SeidelCudaAttachmentKind *kind)
{
  SeidelCudaAttachment **end = &A->attachments;

  while (*end != NULL && (*end)->kind != kind)
    end = &(*end)->next;
  if (*end != NULL)
    return (*end)->data;
  *end = (SeidelCudaAttachment *) calloc (1, sizeof **end + kind->bytes);
  if (*end == NULL)
    return NULL;
  (*end)->kind = kind;
  (*end)->data = *end + 1;
  return (*end)->data;
}

void
seidel_cuda_detach (SeidelContext *context, SeidelOperator *A, const SeidelCudaAttachmentKind *kind)
{
  for (SeidelCudaAttachment **at = &A->attachments; *at != NULL; at = &(*at)->next)
    if ((*at)->kind == kind)
      {
        SeidelCudaAttachment *gone = *at;

        kind->clear (context, A, gone->data);
        *at = gone->next;
        free (gone);
        return;
      }
}

bool
seidel_cuda_operator_wait (SeidelContext *context, const SeidelOperator *A)
{
  return A->arriving == NULL
         || seidel_cuda_wait_event (context, A->arriving, "an incomplete factorisation");
}

void
seidel_cuda_operator_free (SeidelContext *context, SeidelOperator *A)
{
  if (A == NULL)
    return;
  while (A->attachments != NULL)
    seidel_cuda_detach (context, A, A->attachments->kind);
  if (A->pattern_of == NULL)
    {
      if (!A->lent_offsets)
        cudaFree (A->narrow_offsets);
      cudaFree (A->wide_offsets);
      if (!A->lent_columns)
        cudaFree (A->column_indices);
      cudaFree (A->diagonal);
    }
  if (!A->lent_values)
    cudaFree (A->values);
  cudaFree (A->diagonal_offsets);
  /* Those of a matrix by diagonals are one of these. */
  if (A->storage != SEIDEL_STORAGE_DIAGONALS)
    cudaFree (A->diagonal_values);
  seidel_cuda_operator_free (context, A->transpose);
  seidel_cuda_operator_free (context, A->in_rows);
  free (A);
}

/* So many that each has no more than a few entries of a row of the mean length. */
static int
lanes_for (int64_t rows, int64_t nonzeros, int entries)
{
  int lanes = 1;

  while (lanes < 32 && (int64_t) lanes * entries * rows < nonzeros)
    lanes *= 2;
  return lanes;
}

/* Where the rows start, in 32 bits where they fit: a sweep over short rows reads half as much. */
static bool
upload_offsets (SeidelContext *context, SeidelOperator *A, const int64_t *row_offsets)
{
  const int64_t n = A->rows + 1;
  SeidelCudaTransfer transfer;
  bool sent;

  if (A->nonzeros > INT32_MAX)
    {
      A->wide_offsets =
        (int64_t *) seidel_cuda_upload_bytes (context, row_offsets, (size_t) n * sizeof (int64_t));
      return A->wide_offsets != NULL;
    }
  A->narrow_offsets = (int32_t *) seidel_cuda_malloc (context, (size_t) n * sizeof (int32_t));
  if (A->narrow_offsets == NULL)
    return false;
  transfer = seidel_cuda_clock_begin_transfer (context, true, n * (int64_t) sizeof (int32_t));
  sent = seidel_cuda_send_narrowed (context, A->narrow_offsets, row_offsets, n);
  seidel_cuda_clock_end_transfer (context, transfer);
  return sent;
}

/* Bytes that the matrix takes on the device. */
static double
bytes_for (const SeidelContext *context, const SeidelOperator *A)
{
  const double real = (double) seidel_cuda_real_size (context);

  if (A->storage == SEIDEL_STORAGE_DENSE)
    return (double) A->rows * (double) A->columns * real;
  if (A->storage == SEIDEL_STORAGE_DIAGONALS)
    return 0.0; /* known when the diagonals are counted: what does not fit then is refused there */
  return (double) A->nonzeros * (real + sizeof (int32_t)) + (double) A->rows * sizeof (int32_t);
}

static bool
fill_rows (SeidelContext *context, SeidelOperator *A)
{
  const SeidelCsrView *matrix = &A->host;

  if (upload_offsets (context, A, matrix->row_offsets))
    A->column_indices =
      (int32_t *) seidel_cuda_upload_bytes (context, matrix->column_indices,
                                            (size_t) A->nonzeros * sizeof (int32_t));
  if (seidel_cuda_ready (context))
    A->values =
      seidel_cuda_malloc (context, (size_t) A->nonzeros * seidel_cuda_real_size (context));
  return A->values != NULL
         && seidel_cuda_upload (context, A->values, matrix->values, A->nonzeros)
         /* The arrays came from memory that the caller may free. */
         && seidel_cuda_wait (context, "a transfer to the device");
}

/* Without its entries; NULL on failure. */
static SeidelOperator *
operator_new_empty (SeidelContext *context,
                    int64_t rows,
                    int64_t columns,
                    int64_t nonzeros,
                    SeidelStorage storage)
{
  SeidelOperator *A = (SeidelOperator *) calloc (1, sizeof *A);

  if (A == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the matrix did not fit into memory");
      return NULL;
    }
  A->rows = rows;
  A->columns = columns;
  A->nonzeros = nonzeros;
  A->storage = storage;
  A->lanes = lanes_for (rows, nonzeros, 2);
  A->product_lanes = lanes_for (rows, nonzeros, 4);
  A->fused = seidel_cuda_is_fused (context);
  A->compensated = seidel_cuda_is_compensated (context);
  return A;
}

SeidelOperator *
seidel_cuda_operator_new (SeidelContext *context,
                          const SeidelCsrView *matrix,
                          SeidelStorage storage)
{
  SeidelOperator *A = operator_new_empty (context, matrix->rows, matrix->columns,
                                          matrix->row_offsets[matrix->rows], storage);

  if (A == NULL)
    return NULL;
  A->host = *matrix;
  if (seidel_cuda_fits (context, "the matrix", bytes_for (context, A))
      && (storage == SEIDEL_STORAGE_CSR ? fill_rows (context, A)
                                        : seidel_cuda_array_fill (context, A)))
    return A;
  seidel_cuda_operator_free (context, A);
  return NULL;
}

SeidelOperator *
seidel_cuda_operator_lent (SeidelContext *context,
                           const SeidelCsrView *host,
                           const SeidelLentArrays *arrays)
{
  const int64_t nonzeros = host->row_offsets[host->rows];
  SeidelOperator *A;

  if (arrays->precision != context->settings.precision || nonzeros == 0)
    return seidel_cuda_operator_new (context, host, SEIDEL_STORAGE_CSR);
  A = operator_new_empty (context, host->rows, host->columns, nonzeros, SEIDEL_STORAGE_CSR);
  if (A == NULL)
    return NULL;
  A->host = *host;
  A->column_indices = (int32_t *) arrays->column_indices;
  A->values = (void *) arrays->values;
  A->lent_columns = A->lent_values = true;
  A->lent_offsets = !arrays->wide;
  if (A->lent_offsets)
    A->narrow_offsets = (int32_t *) arrays->row_offsets;
  if (A->lent_offsets
      || (upload_offsets (context, A, host->row_offsets)
          && seidel_cuda_wait (context, "a transfer to the device")))
    return A;
  seidel_cuda_operator_free (context, A);
  return NULL;
}

SeidelOperator *
seidel_cuda_operator_take (SeidelContext *context,
                           int64_t rows,
                           int64_t columns,
                           int64_t nonzeros,
                           int32_t *row_offsets,
                           int32_t *column_indices,
                           void *values)
{
  SeidelOperator *A = operator_new_empty (context, rows, columns, nonzeros, SEIDEL_STORAGE_CSR);

  if (A == NULL)
    return NULL;
  A->narrow_offsets = row_offsets;
  A->column_indices = column_indices;
  A->values = values;
  return A;
}

SeidelOperator *
seidel_cuda_operator_in_rows (SeidelContext *context, SeidelOperator *A)
{
  if (A->storage == SEIDEL_STORAGE_CSR)
    return A;
  if (A->in_rows == NULL && seidel_cuda_ready (context))
    A->in_rows = seidel_cuda_operator_new (context, &A->host, SEIDEL_STORAGE_CSR);
  return A->in_rows;
}

/* The first entry of a row that is not left of the diagonal. */
static __device__ int64_t
diagonal_place (const SeidelOperator &A, int64_t row)
{
  int64_t low = row_start (A, row);
  int64_t high = row_start (A, row + 1);

  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (A.column_indices[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static __global__ void
find_diagonal_kernel (SeidelOperator A, unsigned long long *first_bad, bool single)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t low;
  bool bad;

  if (row >= A.rows)
    return;
  low = diagonal_place (A, row);
  bad =
    low == row_start (A, row + 1) || A.column_indices[low] != row
    || (single ? ((const float *) A.values)[low] == 0.0f : ((const double *) A.values)[low] == 0.0);
  A.diagonal[row] = (int32_t) (low - row_start (A, row));
  if (bad)
    atomicMin (first_bad, (unsigned long long) row);
}

/* The places of the diagonals, and the first row without one; −1 if all have one. */
static int64_t
find_diagonals (SeidelContext *context, SeidelOperator *A)
{
  const unsigned long long none = ~0ull;
  unsigned long long first_bad = none;
  /* The slot after those of the methods serves as the flag: it is 8 bytes and unused. */
  unsigned long long *flag = (unsigned long long *) (context->scalars + SEIDEL_SCALARS);

  if (!seidel_cuda_check (context, cudaMemsetAsync (flag, 0xff, sizeof *flag, context->stream),
                          "looking for the diagonal"))
    return -1;
  find_diagonal_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, flag, seidel_cuda_is_single (context));
  if (!seidel_cuda_check (context, cudaGetLastError (), "looking for the diagonal")
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (&first_bad, flag, sizeof first_bad,
                                              cudaMemcpyDeviceToHost, context->stream),
                             "looking for the diagonal")
      || !seidel_cuda_wait (context, "looking for the diagonal"))
    return -1;
  return first_bad == none ? -1 : (int64_t) first_bad;
}

static bool
fail_diagonal (SeidelContext *context, int64_t row)
{
  seidel_cuda_fail (context, SEIDEL_STATUS_ZERO_DIAGONAL, row,
                    seidel_text ("in this precision the diagonal entry is missing or zero"));
  return false;
}

bool
seidel_cuda_ensure_diagonal (SeidelContext *context, SeidelOperator *A)
{
  int64_t bad_row;

  if (!seidel_cuda_ready (context) || A->diagonal != NULL || A->rows == 0)
    return seidel_cuda_ready (context);
  A->diagonal = (int32_t *) seidel_cuda_malloc (context, (size_t) A->rows * sizeof (int32_t));
  if (A->diagonal == NULL)
    return false;
  bad_row = find_diagonals (context, A);
  if (seidel_cuda_ready (context) && bad_row >= 0)
    fail_diagonal (context, bad_row);
  if (seidel_cuda_ready (context))
    return true;
  /* Not known: the next one that needs it must not take it for found. */
  cudaFree (A->diagonal);
  A->diagonal = NULL;
  return false;
}

/* Of a row in rows, where its place may be known; 0: there is none. */
template <typename Real>
static __device__ Real
diagonal_of_row (const SeidelOperator &A, int64_t row)
{
  const Real *values = (const Real *) A.values;
  int64_t k;

  if (A.diagonal != NULL)
    return values[row_start (A, row) + A.diagonal[row]];
  k = diagonal_place (A, row);
  return k < row_start (A, row + 1) && A.column_indices[k] == row ? values[k] : (Real) 0;
}

/* to is NULL where they are only looked at. */
template <typename Real>
static __global__ void
copy_diagonal_kernel (SeidelOperator A, unsigned long long *first_bad, Real *to)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const Real *values = (const Real *) A.values;
  Real value = 0;

  if (row >= A.rows)
    return;
  if (A.storage == SEIDEL_STORAGE_CSR)
    value = diagonal_of_row<Real> (A, row);
  else if (A.storage == SEIDEL_STORAGE_DENSE && row < A.columns)
    value = values[row * A.stride + row];
  else if (A.storage == SEIDEL_STORAGE_DIAGONALS && A.main_diagonal >= 0 && row < A.columns)
    value = values[A.main_diagonal * A.stride + row];
  if (to != NULL)
    to[row] = value;
  if (value == (Real) 0)
    atomicMin (first_bad, (unsigned long long) row);
}

/* Copies the diagonal to an array, or only looks at it; false where an entry is missing or zero. */
static bool
copy_diagonal (SeidelContext *context, const SeidelOperator *A, void *to)
{
  const unsigned long long none = ~0ull;
  unsigned long long first_bad = none;
  unsigned long long *flag = (unsigned long long *) (context->scalars + SEIDEL_SCALARS);
  const unsigned int blocks = seidel_cuda_grid (A->rows);

  if (!seidel_cuda_check (context, cudaMemsetAsync (flag, 0xff, sizeof *flag, context->stream),
                          "looking for the diagonal"))
    return false;
  if (seidel_cuda_is_single (context))
    copy_diagonal_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, flag,
                                                                             (float *) to);
  else
    copy_diagonal_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, flag,
                                                                             (double *) to);
  return seidel_cuda_check (context, cudaGetLastError (), "copying the diagonal")
         && seidel_cuda_check (context,
                               cudaMemcpyAsync (&first_bad, flag, sizeof first_bad,
                                                cudaMemcpyDeviceToHost, context->stream),
                               "copying the diagonal")
         && seidel_cuda_wait (context, "copying the diagonal")
         && (first_bad == none || fail_diagonal (context, (int64_t) first_bad));
}

bool
seidel_cuda_ensure_diagonal_values (SeidelContext *context, SeidelOperator *A)
{
  const size_t real = seidel_cuda_real_size (context);
  void *to;

  /* Where the operator was refused there is none. */
  if (!seidel_cuda_ready (context) || A->diagonal_values != NULL || A->rows == 0)
    return seidel_cuda_ready (context);
  if (A->storage == SEIDEL_STORAGE_DIAGONALS)
    {
      if (!copy_diagonal (context, A, NULL))
        return false;
      A->diagonal_values = (char *) A->values + (size_t) (A->main_diagonal * A->stride) * real;
      return true;
    }
  to = seidel_cuda_malloc (context, (size_t) A->rows * real);
  if (to != NULL && copy_diagonal (context, A, to))
    A->diagonal_values = to;
  else
    cudaFree (to);
  return A->diagonal_values != NULL;
}
