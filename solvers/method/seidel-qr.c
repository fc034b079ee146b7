/* Sparse QR factors of a matrix of any shape, by SuiteSparseQR.
 *
 * Source: Davis, "Algorithm 915: SuiteSparseQR: Multifrontal multithreaded rank-revealing sparse QR
 * factorization" (2011). A column whose rest is below a tolerance is taken to depend on those
 * before it, which gives the rank.
 *
 * Factors of A give a least-squares solution, of full column rank the only one. Factors Q R of Aᵀ
 * give, of full row rank, the solution of smallest norm, Q R⁻ᵀ b. With neither, both are made: the
 * first Q-columns of the second span the rows of A, onto which a least-squares solution is
 * projected; that is the one of smallest norm (Golub and Van Loan, "Matrix Computations"
 * (2013), 5.5.1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-direct.h"

#include <float.h>
#include <string.h>

#include "matrix/seidel-vector.h"

/* The tolerance of SuiteSparseQR, for the norms of rows and columns alike, so that the factors of A
 * and of Aᵀ agree on the rank. */
#define RANK_TOLERANCE 20.0

static double
find_tolerance (const SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;
  double *norms = sparse->x; /* of columns, while there is no solution */
  double largest = 0.0;

  memset (norms, 0, (size_t) sparse->columns * sizeof *norms);
  for (int64_t row = 0; row < sparse->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t end = csr->row_offsets[row + 1];

      largest = fmax (largest, seidel_vector_norm_2 (csr->values + begin, end - begin));
      for (int64_t k = begin; k < end; k++)
        norms[csr->column_indices[k]] = hypot (norms[csr->column_indices[k]], csr->values[k]);
    }
  largest = fmax (largest, seidel_vector_norm_inf (norms, sparse->columns));
  return fmin (RANK_TOLERANCE * (double) (sparse->rows + sparse->columns) * DBL_EPSILON * largest,
               DBL_MAX);
}

static SuiteSparseQR_C_factorization *
factorize (SeidelSparse *sparse, cholmod_sparse *matrix, double tolerance, int64_t *rank)
{
  SuiteSparseQR_C_factorization *factors =
    seidel_blas.SuiteSparseQR_C_factorize (SPQR_ORDERING_DEFAULT, tolerance, matrix,
                                           &sparse->common);

  *rank = (int64_t) sparse->common.SPQR_istat[4];
  return factors;
}

static bool
factor_transpose (SeidelSparse *sparse, double tolerance)
{
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);

  sparse->of_transpose = factorize (sparse, &view, tolerance, &sparse->rank_of_transpose);
  return sparse->of_transpose != NULL && sparse->common.status >= CHOLMOD_OK;
}

static bool
factor_matrix (SeidelSparse *sparse, double tolerance)
{
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);
  cholmod_sparse *matrix = seidel_blas.cholmod_l_transpose (&view, 1, &sparse->common);

  if (matrix == NULL)
    return false;
  sparse->of_matrix = factorize (sparse, matrix, tolerance, &sparse->rank_of_matrix);
  seidel_blas.cholmod_l_free_sparse (&matrix, &sparse->common);
  return sparse->of_matrix != NULL && sparse->common.status >= CHOLMOD_OK;
}

/* The factors of the side that is shorter, which suffice for a matrix of full rank; else both. */
static void
factor (SeidelSparse *sparse)
{
  double tolerance = find_tolerance (sparse);

  seidel_sparse_start_cholmod (sparse);
  if (sparse->rows >= sparse->columns)
    {
      if (factor_matrix (sparse, tolerance) && sparse->rank_of_matrix < sparse->columns)
        factor_transpose (sparse, tolerance);
    }
  else if (factor_transpose (sparse, tolerance) && sparse->rank_of_transpose < sparse->rows)
    factor_matrix (sparse, tolerance);
}

/* Whether the ranks that were found agree. */
static bool
ranks_agree (const SeidelSparse *sparse)
{
  return sparse->of_matrix == NULL || sparse->of_transpose == NULL
         || sparse->rank_of_matrix == sparse->rank_of_transpose;
}

static SeidelReason
judge (SeidelSparse *sparse, SeidelMethodRun *run)
{
  const int64_t least = MIN (sparse->rows, sparse->columns);
  SeidelReason reason = seidel_sparse_judge_cholmod (sparse, run, "SuiteSparseQR",
                                                     8.0 * (double) sparse->common.SPQR_istat[0]);

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  run->rank = sparse->of_matrix != NULL ? sparse->rank_of_matrix : sparse->rank_of_transpose;
  run->singular = run->rank < least;
  if (run->singular)
    seidel_method_run_note (run,
                            "The rank of the matrix is %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
                            " less than it could be: of many solutions x is %s.",
                            run->rank, least - run->rank,
                            ranks_agree (sparse)
                              ? "the one of smallest norm"
                              : "one that is not of smallest norm, since the rank is not certain");
  return SEIDEL_REASON_NONE;
}

/* y ← Q x or Qᵀ x, or what solve () makes of x; NULL, which is passed on, without memory. x is
 * freed unless it is b. */
static cholmod_dense *
apply (SeidelSparse *sparse, int what, SuiteSparseQR_C_factorization *factors, cholmod_dense *x)
{
  cholmod_dense *y =
    x != NULL ? seidel_blas.SuiteSparseQR_C_qmult (what, factors, x, &sparse->common) : NULL;

  if (x != NULL && x->x != sparse->b)
    seidel_blas.cholmod_l_free_dense (&x, &sparse->common);
  return y;
}

static cholmod_dense *
solve_triangle (SeidelSparse *sparse,
                int what,
                SuiteSparseQR_C_factorization *factors,
                cholmod_dense *x)
{
  cholmod_dense *y =
    x != NULL ? seidel_blas.SuiteSparseQR_C_solve (what, factors, x, &sparse->common) : NULL;

  if (x != NULL && x->x != sparse->b)
    seidel_blas.cholmod_l_free_dense (&x, &sparse->common);
  return y;
}

/* Q R⁻ᵀ Eᵀ b with factors of full rank: of the system with the transpose of what was factored, the
 * solution of smallest norm. */
static cholmod_dense *
solve_other (SeidelSparse *sparse, SuiteSparseQR_C_factorization *factors, cholmod_dense *b)
{
  cholmod_dense *y = solve_triangle (sparse, SPQR_RTX_EQUALS_ETB, factors, b);

  return apply (sparse, SPQR_QX, factors, y);
}

/* The projection of x onto the rows of A. */
static cholmod_dense *
project (SeidelSparse *sparse, cholmod_dense *x)
{
  cholmod_dense *y = apply (sparse, SPQR_QTX, sparse->of_transpose, x);

  for (int64_t i = sparse->rank_of_transpose; y != NULL && i < sparse->columns; i++)
    ((double *) y->x)[i] = 0.0;
  return apply (sparse, SPQR_QX, sparse->of_transpose, y);
}

/* Solves with the transpose of square matrices of full rank only. */
static void
solve (SeidelSparse *sparse)
{
  cholmod_dense b = seidel_sparse_vector_view (sparse->b, sparse->rows);
  cholmod_dense *x;

  if (sparse->transposed)
    x = solve_other (sparse, sparse->of_matrix, &b);
  else if (sparse->of_matrix == NULL)
    x = solve_other (sparse, sparse->of_transpose, &b);
  else
    {
      x = apply (sparse, SPQR_QTX, sparse->of_matrix, &b);
      x = solve_triangle (sparse, SPQR_RETX_EQUALS_B, sparse->of_matrix, x);
      if (sparse->of_transpose != NULL && ranks_agree (sparse))
        x = project (sparse, x);
    }
  sparse->failed = x == NULL;
  if (x != NULL)
    memcpy (sparse->x, x->x, (size_t) sparse->columns * sizeof *sparse->x);
  seidel_blas.cholmod_l_free_dense (&x, &sparse->common);
}

static void
clear (SeidelSparse *sparse)
{
  if (!sparse->started)
    return;
  seidel_blas.SuiteSparseQR_C_free (&sparse->of_matrix, &sparse->common);
  seidel_blas.SuiteSparseQR_C_free (&sparse->of_transpose, &sparse->common);
  seidel_blas.cholmod_l_finish (&sparse->common);
}

static gpointer
factor_by_qr (SeidelMethodRun *run, SeidelReason *reason)
{
  static const SeidelSparseLibrary library = { factor, judge, solve, clear };

  return seidel_sparse_factor (run, &library, reason);
}

/* What no factorisation does without: longer indices, the transpose, and as many entries as A has.
 */
double
seidel_method_qr_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  const double nonzeros = (double) structure->nonzeros;

  (void) precision;
  return nonzeros * (3.0 * sizeof (int64_t) + 2.0 * sizeof (double))
         + (double) (structure->rows + structure->columns) * (sizeof (int64_t) + sizeof (double));
}

SeidelReason
seidel_method_qr (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_qr, seidel_sparse_solve, seidel_sparse_free };
  SeidelReason reason = seidel_direct_run (run, &direct);
  const SeidelSparse *sparse = run->kept;

  if (sparse != NULL && sparse->failed)
    return seidel_direct_out_of_memory (run, sparse->wanted);
  return seidel_method_run_end_normal (run, reason);
}
