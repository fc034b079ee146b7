/* The memory of sparse factors before they are made, from what the libraries count: CHOLMOD by the
 * elimination tree and its column counts, exactly but for what supernodes add; UMFPACK and
 * SuiteSparseQR by bounds.
 *
 * Source: Gilbert, Ng and Peyton, "An efficient algorithm to compute row and column counts for
 * sparse Cholesky factorization" (1994).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-direct.h"

#include <math.h>
#include <stdlib.h>

#include "base/seidel-memory.h"

#define WORD 8.0

/* The column indices as the libraries want them, and what they are taken from. */
static SeidelSparse
sparse_of (SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  SeidelSparse sparse = {
    .matrix = matrix,
    .rows = csr->rows,
    .columns = csr->columns,
    .indices = seidel_memory_alloc ((size_t) MAX (nonzeros, 1) * sizeof (int64_t)),
  };

  for (int64_t k = 0; sparse.indices != NULL && k < nonzeros; k++)
    sparse.indices[k] = csr->column_indices[k];
  return sparse;
}

/* The factor, the permuted halves of the matrix, the largest update, of L D Lᵀ with its rows
 * scaled, and vectors. Without supernodes each entry has its row. */
static double
count_factor (SeidelSparse *sparse, bool definite)
{
  const double vectors = definite ? 12.0 : 16.0;
  const double nonzeros = (double) seidel_csr_nonzeros (sparse->matrix->csr);
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);
  double bytes = NAN;
  cholmod_factor *L;

  seidel_sparse_start_cholmod (sparse);
  view.stype = 1;
  L = seidel_blas.cholmod_l_analyze (&view, &sparse->common);
  if (L != NULL && L->is_super)
    bytes =
      WORD
      * ((double) L->xsize + (definite ? 1.0 : 2.0) * (double) L->maxcsize + (double) L->ssize);
  else if (L != NULL)
    bytes = 2.0 * WORD * sparse->common.lnz;
  bytes += 3.0 * WORD * nonzeros + vectors * WORD * (double) sparse->rows;
  seidel_blas.cholmod_l_free_factor (&L, &sparse->common);
  seidel_blas.cholmod_l_finish (&sparse->common);
  return bytes;
}

static double
count_ldlt (SeidelSparse *sparse)
{
  return count_factor (sparse, false);
}

static double
count_cholmod (SeidelSparse *sparse)
{
  return count_factor (sparse, true);
}

static double
count_umfpack (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;
  double control[UMFPACK_CONTROL];
  double info[UMFPACK_INFO];
  void *symbolic = NULL;
  int64_t status;

  seidel_blas.umfpack_dl_defaults (control);
  control[UMFPACK_PRL] = 0;
  status = seidel_blas.umfpack_dl_symbolic (sparse->rows, sparse->columns, csr->row_offsets,
                                            sparse->indices, csr->values, &symbolic, control, info);
  seidel_blas.umfpack_dl_free_symbolic (&symbolic);
  if (status != UMFPACK_OK)
    return NAN;
  return info[UMFPACK_PEAK_MEMORY_ESTIMATE] * info[UMFPACK_SIZE_OF_UNIT]
         + WORD * ((double) seidel_csr_nonzeros (csr) + 12.0 * (double) sparse->rows);
}

/* R and the reflections of A, or of its transpose if that is taller, and more than as much again
 * for what is on the way; of full rank. */
static double
count_qr (SeidelSparse *sparse)
{
  const double nonzeros = (double) seidel_csr_nonzeros (sparse->matrix->csr);
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);
  cholmod_sparse *matrix = NULL;
  SuiteSparseQR_C_factorization *factors = NULL;
  double bytes = NAN;

  seidel_sparse_start_cholmod (sparse);
  if (sparse->rows >= sparse->columns)
    matrix = seidel_blas.cholmod_l_transpose (&view, 1, &sparse->common);
  if (matrix != NULL || sparse->rows < sparse->columns)
    factors =
      seidel_blas.SuiteSparseQR_C_symbolic (SPQR_ORDERING_DEFAULT, 1,
                                            matrix != NULL ? matrix : &view, &sparse->common);
  if (factors != NULL)
    bytes =
      2.5 * WORD * ((double) sparse->common.SPQR_istat[0] + (double) sparse->common.SPQR_istat[1])
      + 8.0 * WORD * nonzeros + 20.0 * WORD * (double) (sparse->rows + sparse->columns);
  seidel_blas.SuiteSparseQR_C_free (&factors, &sparse->common);
  seidel_blas.cholmod_l_free_sparse (&matrix, &sparse->common);
  seidel_blas.cholmod_l_finish (&sparse->common);
  return bytes;
}

static double
count (double (*by) (SeidelSparse *sparse), SeidelMatrix *matrix)
{
  SeidelMethodRun run = { .matrix = matrix, .csr = matrix->csr, .threads = 1 };
  SeidelReason reason = SEIDEL_REASON_NONE;
  SeidelSparse sparse;
  double bytes = NAN;

  if (!seidel_blas_open (&run, &reason))
    {
      g_free (run.message);
      return NAN;
    }
  sparse = sparse_of (matrix);
  if (sparse.indices != NULL)
    bytes = by (&sparse);
  free (sparse.indices);
  return bytes;
}

double
seidel_method_cholmod_count (SeidelMatrix *matrix)
{
  return count (count_cholmod, matrix);
}

double
seidel_method_ldlt_count (SeidelMatrix *matrix)
{
  return count (count_ldlt, matrix);
}

double
seidel_method_umfpack_count (SeidelMatrix *matrix)
{
  return count (count_umfpack, matrix);
}

double
seidel_method_qr_count (SeidelMatrix *matrix)
{
  return count (count_qr, matrix);
}
