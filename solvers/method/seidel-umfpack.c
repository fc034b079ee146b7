/* LU of a sparse square matrix by UMFPACK.
 *
 * Source: Davis, "Algorithm 832: UMFPACK V4.3" (2004).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>

#include "base/seidel-memory.h"
#include "method/seidel-sparse-direct.h"

/* A smallest pivot that is this small a part of the largest may be all rounding. */
#define NEARLY_SINGULAR 1e-15

/* A row of A is a column for UMFPACK, which therefore gets the transpose, and solves with the
 * transpose of that. */
static void
umfpack_analyse (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;

  seidel_blas.umfpack_dl_defaults (sparse->control);
  sparse->control[UMFPACK_PRL] = 0;
  sparse->control[UMFPACK_IRSTEP] = 0; /* refinement is for the run to see */
  sparse->status =
    (int) seidel_blas.umfpack_dl_symbolic (sparse->rows, sparse->columns, csr->row_offsets,
                                           sparse->indices, csr->values, &sparse->symbolic,
                                           sparse->control, sparse->info);
}

static void
umfpack_factor (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;

  seidel_blas.umfpack_dl_free_numeric (&sparse->numeric);
  sparse->status = UMFPACK_OK;
  if (sparse->symbolic == NULL)
    umfpack_analyse (sparse);
  if (sparse->status == UMFPACK_OK)
    sparse->status =
      (int) seidel_blas.umfpack_dl_numeric (csr->row_offsets, sparse->indices, csr->values,
                                            sparse->symbolic, &sparse->numeric, sparse->control,
                                            sparse->info);
  if (sparse->status != UMFPACK_OK || sparse->solve_indices != NULL)
    return;
  sparse->solve_indices =
    seidel_memory_alloc ((size_t) sparse->rows * sizeof *sparse->solve_indices);
  sparse->solve_numbers =
    seidel_memory_alloc ((size_t) sparse->rows * sizeof *sparse->solve_numbers);
  if (sparse->solve_indices == NULL || sparse->solve_numbers == NULL)
    sparse->status = UMFPACK_ERROR_out_of_memory;
}

/* The column that was left without a pivot: a row for UMFPACK. */
static int64_t
umfpack_singular_column (SeidelSparse *sparse)
{
  g_autofree int64_t *rows = g_try_new0 (int64_t, sparse->rows);
  g_autofree double *pivots = g_try_new0 (double, sparse->rows);
  int64_t k = 0;

  if (rows == NULL || pivots == NULL
      || seidel_blas.umfpack_dl_get_numeric (NULL, NULL, NULL, NULL, NULL, NULL, rows, NULL, pivots,
                                             NULL, NULL, sparse->numeric)
           != UMFPACK_OK)
    return -1;
  while (k < sparse->rows - 1 && pivots[k] != 0.0)
    k++;
  return rows[k];
}

/* The least part that a pivot is of its column, a row of the matrix as UMFPACK has scaled it:
 * unlike the ratio of the pivots, it does not become small by the units of rows and columns alone.
 * 1 without memory. */
static double
umfpack_least_pivot (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;
  g_autofree int64_t *rows = g_try_new0 (int64_t, sparse->rows);
  g_autofree double *pivots = g_try_new0 (double, sparse->rows);
  g_autofree double *scale = g_try_new0 (double, sparse->rows);
  int64_t reciprocal = 0;
  double least = 1.0;

  if (rows == NULL || pivots == NULL || scale == NULL
      || seidel_blas.umfpack_dl_get_numeric (NULL, NULL, NULL, NULL, NULL, NULL, NULL, rows, pivots,
                                             &reciprocal, scale, sparse->numeric)
           != UMFPACK_OK)
    return least;
  for (int64_t i = 0; i < sparse->rows; i++)
    {
      double largest = 0.0;

      for (int64_t k = csr->row_offsets[rows[i]]; k < csr->row_offsets[rows[i] + 1]; k++)
        {
          const double by = scale[csr->column_indices[k]];

          largest = fmax (largest, fabs (reciprocal ? csr->values[k] * by : csr->values[k] / by));
        }
      least = fmin (least, fabs (pivots[i]) / largest);
    }
  return least;
}

static SeidelReason
umfpack_judge (SeidelSparse *sparse, SeidelMethodRun *run)
{
  double condition = sparse->info[UMFPACK_RCOND];

  if (sparse->status == UMFPACK_OK && condition < SEIDEL_DIRECT_SINGULAR)
    condition = umfpack_least_pivot (sparse);

  switch (sparse->status)
    {
    case UMFPACK_OK:
      seidel_direct_note_work (run, sparse->info[UMFPACK_LNZ] + sparse->info[UMFPACK_UNZ],
                               sparse->info[UMFPACK_FLOPS]);
      run->singular = condition < SEIDEL_DIRECT_SINGULAR;
      if (condition < NEARLY_SINGULAR)
        seidel_method_run_note (run,
                                "A pivot is %.2g of the largest entry in its row: unless rows and "
                                "columns differ that much in size, the matrix is close to a "
                                "singular one, and few digits of x can be trusted.",
                                condition);
      return SEIDEL_REASON_NONE;
    case UMFPACK_WARNING_singular_matrix:
      return seidel_direct_singular (run, umfpack_singular_column (sparse), false);
    case UMFPACK_ERROR_out_of_memory:
      return seidel_direct_out_of_memory (run, MAX (sparse->wanted,
                                                    sparse->info[UMFPACK_PEAK_MEMORY_ESTIMATE]
                                                      * sparse->info[UMFPACK_SIZE_OF_UNIT]));
    default:
      seidel_method_run_note (run, "UMFPACK ended with its status %d.", sparse->status);
      return SEIDEL_REASON_FAILED;
    }
}

static void
umfpack_solve (SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;

  sparse->status =
    (int) seidel_blas.umfpack_dl_wsolve (sparse->transposed ? UMFPACK_A : UMFPACK_At,
                                         csr->row_offsets, sparse->indices, csr->values, sparse->x,
                                         sparse->b, sparse->numeric, sparse->control, sparse->info,
                                         sparse->solve_indices, sparse->solve_numbers);
}

static void
umfpack_clear (SeidelSparse *sparse)
{
  seidel_blas.umfpack_dl_free_symbolic (&sparse->symbolic);
  seidel_blas.umfpack_dl_free_numeric (&sparse->numeric);
  free (sparse->solve_indices);
  free (sparse->solve_numbers);
}

static const SeidelSparseLibrary umfpack = { umfpack_factor, umfpack_judge, umfpack_solve,
                                             umfpack_clear, true };

gpointer
seidel_sparse_factor_by_umfpack (SeidelMethodRun *run, SeidelReason *reason)
{
  return seidel_sparse_factor (run, &umfpack, reason);
}

SeidelReason
seidel_method_umfpack (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { seidel_sparse_factor_by_umfpack, seidel_sparse_solve,
                                       seidel_sparse_free, .keeps_symbolic = true };

  return seidel_direct_run (run, &direct);
}
