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
 * (2013), 5.5.1). Where columns differ much in size, it is in units in which they do not.
 *
 * What is factored has columns of about the same norm, and for Aᵀ rows, made so by powers of two
 * that are undone in x: the rank then depends on neither the units of x nor, where rows may be
 * scaled, on those of b. They may be where the system has a solution: of full row rank, and for
 * square matrices until these are found to be singular.
 *
 * With damping the matrix is Ā = [A; λI], which has full rank, and b is followed by zeros.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-qr-scaling.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-powers.h"
#include "matrix/seidel-vector.h"

/* The tolerance of SuiteSparseQR, for the norms of rows and columns alike, so that the factors of A
 * and of Aᵀ agree on the rank. */
#define RANK_TOLERANCE 20.0

/* Exponents of columns that differ by no more than this, half the digits, leave as many digits of
 * each after a projection of x. */
#define EVEN_COLUMNS (DBL_MANT_DIG / 2)

/* A row of Ā for each column below those of A. */
static bool
append_rows (SeidelSparse *sparse)
{
  const int64_t rows = seidel_qr_count_rows (sparse);
  const int64_t nonzeros = seidel_csr_nonzeros (sparse->matrix->csr);
  int64_t *indices = seidel_memory_alloc ((size_t) (nonzeros + sparse->columns) * sizeof *indices);

  sparse->tall_offsets = seidel_memory_alloc ((size_t) (rows + 1) * sizeof *sparse->tall_offsets);
  sparse->tall_b = seidel_vector_new (rows, NULL);
  if (indices == NULL || sparse->tall_offsets == NULL || sparse->tall_b == NULL)
    {
      free (indices);
      return false;
    }
  memcpy (indices, sparse->indices, (size_t) nonzeros * sizeof *indices);
  memcpy (sparse->tall_offsets, sparse->offsets,
          (size_t) (sparse->rows + 1) * sizeof *sparse->tall_offsets);
  for (int64_t i = 0; i < sparse->columns; i++)
    {
      indices[nonzeros + i] = i;
      sparse->tall_offsets[sparse->rows + i + 1] = nonzeros + i + 1;
    }
  free (sparse->indices);
  sparse->indices = indices;
  sparse->offsets = sparse->tall_offsets;
  return true;
}

/* Room for Ā and the exponents of its rows and columns. */
static bool
reserve (SeidelSparse *sparse)
{
  const int64_t nonzeros =
    seidel_csr_nonzeros (sparse->matrix->csr) + (sparse->damp > 0.0 ? sparse->columns : 0);

  sparse->offsets = sparse->matrix->csr->row_offsets;
  sparse->values = seidel_vector_new (nonzeros, NULL);
  sparse->row_powers = g_try_new0 (int, MAX (seidel_qr_count_rows (sparse), 1));
  sparse->column_powers = g_try_new0 (int, MAX (sparse->columns, 1));
  return sparse->values != NULL && sparse->row_powers != NULL && sparse->column_powers != NULL
         && (sparse->damp == 0.0 || append_rows (sparse));
}

/* Norms of rows of Ā, and of its columns. */
static void
find_row_norms (const SeidelSparse *sparse, double *norms)
{
  for (int64_t row = 0; row < sparse->rows; row++)
    norms[row] = seidel_vector_norm_2 (sparse->values + sparse->offsets[row],
                                       sparse->offsets[row + 1] - sparse->offsets[row]);
}

static void
find_column_norms (const SeidelSparse *sparse, double *norms)
{
  memset (norms, 0, (size_t) sparse->columns * sizeof *norms);
  for (int64_t k = 0; k < sparse->offsets[seidel_qr_count_rows (sparse)]; k++)
    norms[sparse->indices[k]] = hypot (norms[sparse->indices[k]], sparse->values[k]);
}

/* Of the values as they are. Damping leaves no doubt about the rank. */
static double
find_tolerance (const SeidelSparse *sparse)
{
  double largest;

  if (sparse->damp > 0.0)
    return SPQR_NO_TOL;
  find_row_norms (sparse, sparse->b);
  find_column_norms (sparse, sparse->x); /* while there is no solution */
  largest = fmax (seidel_vector_norm_inf (sparse->b, sparse->rows),
                  seidel_vector_norm_inf (sparse->x, sparse->columns));
  return fmin (RANK_TOLERANCE * (double) (sparse->rows + sparse->columns) * DBL_EPSILON * largest,
               DBL_MAX);
}

static SuiteSparseQR_C_factorization *
factorize (SeidelSparse *sparse, cholmod_sparse *matrix, int64_t *rank)
{
  SuiteSparseQR_C_factorization *factors =
    seidel_blas.SuiteSparseQR_C_factorize (SPQR_ORDERING_DEFAULT, find_tolerance (sparse), matrix,
                                           &sparse->common);

  *rank = (int64_t) sparse->common.SPQR_istat[4];
  return factors;
}

/* The values, whose rows are columns for CHOLMOD. */
static cholmod_sparse
view_of_transpose (const SeidelSparse *sparse)
{
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);

  view.ncol = (size_t) seidel_qr_count_rows (sparse);
  view.nzmax = (size_t) sparse->offsets[view.ncol];
  view.p = (void *) sparse->offsets;
  view.i = sparse->indices;
  view.x = sparse->values;
  return view;
}

/* Factors of (R A)ᵀ, or of (R A C)ᵀ. */
static bool
factor_transpose (SeidelSparse *sparse, const int *of_columns)
{
  cholmod_sparse view;

  sparse->weighted = seidel_qr_make_powers (sparse, false, of_columns);
  seidel_qr_take_values (sparse, sparse->row_powers, of_columns);
  view = view_of_transpose (sparse);
  sparse->of_transpose = factorize (sparse, &view, &sparse->rank_of_transpose);
  return sparse->of_transpose != NULL && sparse->common.status >= CHOLMOD_OK;
}

/* Factors of Ā C or R Ā C. */
static bool
factor_scaled (SeidelSparse *sparse, bool of_rows)
{
  cholmod_sparse view;
  cholmod_sparse *matrix;

  sparse->weighted = of_rows;
  seidel_qr_take_values (sparse, of_rows ? sparse->row_powers : NULL, sparse->column_powers);
  view = view_of_transpose (sparse);
  matrix = seidel_blas.cholmod_l_transpose (&view, 1, &sparse->common);
  if (matrix == NULL)
    return false;
  sparse->of_matrix = factorize (sparse, matrix, &sparse->rank_of_matrix);
  seidel_blas.cholmod_l_free_sparse (&matrix, &sparse->common);
  return sparse->of_matrix != NULL && sparse->common.status >= CHOLMOD_OK;
}

static bool
factor_columns (SeidelSparse *sparse)
{
  seidel_qr_make_powers (sparse, true, NULL);
  return factor_scaled (sparse, false);
}

/* Whether columns are about the same size where rows are. */
static bool
has_even_columns (SeidelSparse *sparse)
{
  int least = INT_MAX;
  int most = INT_MIN;

  seidel_qr_make_powers (sparse, false, NULL);
  seidel_qr_make_powers (sparse, true, sparse->row_powers);
  for (int64_t j = 0; j < sparse->columns; j++)
    {
      least = MIN (least, sparse->column_powers[j]);
      most = MAX (most, sparse->column_powers[j]);
    }
  seidel_qr_make_powers (sparse, true, NULL);
  return most - least <= EVEN_COLUMNS;
}

/* The factors that project a solution onto the rows of A, or of A C where the columns of A differ
 * so much that the rounding of a projection would be larger than what others of them need. */
static bool
factor_rows (SeidelSparse *sparse)
{
  seidel_blas.SuiteSparseQR_C_free (&sparse->of_transpose, &sparse->common);
  sparse->scaled_columns = !has_even_columns (sparse);
  return factor_transpose (sparse, sparse->scaled_columns ? sparse->column_powers : NULL);
}

/* Columns first, and then rows, which is enough for most. A matrix that seems singular then, and
 * may seem so by its units, is factored once more in the units of a matching; if that does not show
 * that it is regular, rows may not be scaled any more. */
static void
factor_square (SeidelSparse *sparse)
{
  seidel_qr_make_powers (sparse, true, NULL);
  if (!factor_scaled (sparse, seidel_qr_make_powers (sparse, false, sparse->column_powers)))
    return;
  sparse->rank = sparse->rank_of_matrix;
  if (sparse->rank < sparse->columns && seidel_qr_is_graded (sparse)
      && seidel_qr_match_powers (sparse))
    {
      seidel_blas.SuiteSparseQR_C_free (&sparse->of_matrix, &sparse->common);
      if (!factor_scaled (sparse, true))
        return;
      sparse->rank = MAX (sparse->rank, sparse->rank_of_matrix);
    }
  if (sparse->rank == sparse->columns)
    return;
  if (sparse->weighted)
    {
      seidel_blas.SuiteSparseQR_C_free (&sparse->of_matrix, &sparse->common);
      if (!factor_columns (sparse))
        return;
    }
  factor_rows (sparse);
}

/* The factors of the side that is shorter, which suffice for a matrix of full rank; else both. */
static void
factor (SeidelSparse *sparse)
{
  seidel_sparse_start_cholmod (sparse);
  if (!reserve (sparse))
    sparse->common.status = CHOLMOD_OUT_OF_MEMORY;
  else if (sparse->rows == sparse->columns && sparse->damp == 0.0)
    factor_square (sparse);
  else if (sparse->damp > 0.0 || sparse->rows > sparse->columns)
    {
      if (factor_columns (sparse) && sparse->rank_of_matrix < sparse->columns
          && sparse->damp == 0.0)
        factor_rows (sparse);
      sparse->rank = MAX (sparse->rank_of_matrix, sparse->rank_of_transpose);
    }
  else
    {
      const bool factored = factor_transpose (sparse, NULL);

      sparse->rank = sparse->rank_of_transpose;
      if (factored && sparse->rank < sparse->rows && factor_columns (sparse)
          && factor_rows (sparse))
        sparse->rank = MAX (sparse->rank, sparse->rank_of_matrix);
    }
}

/* Whether the ranks that were found agree. */
static bool
ranks_agree (const SeidelSparse *sparse)
{
  return (sparse->of_matrix == NULL || sparse->rank_of_matrix == sparse->rank)
         && (sparse->of_transpose == NULL || sparse->rank_of_transpose == sparse->rank);
}

static SeidelReason
judge (SeidelSparse *sparse, SeidelMethodRun *run)
{
  const int64_t least = MIN (sparse->rows, sparse->columns);
  SeidelReason reason = seidel_sparse_judge_cholmod (sparse, run, "SuiteSparseQR",
                                                     8.0 * (double) sparse->common.SPQR_istat[0]);

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  /* The reflections, there and back, and R. */
  seidel_direct_note_work (run,
                           (double) (sparse->common.SPQR_istat[0]
                                     + 2 * sparse->common.SPQR_istat[1]),
                           sparse->common.SPQR_flopcount);
  if (sparse->damp > 0.0)
    return SEIDEL_REASON_NONE;
  run->rank = sparse->rank;
  run->singular = run->rank < least;
  if (!ranks_agree (sparse))
    seidel_method_run_note (run,
                            "The factors show a rank of %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                            ", which is not certain, since rows or columns differ in size: x need "
                            "not be the solution of smallest norm.",
                            run->rank, least);
  else if (run->singular)
    seidel_method_run_note (run,
                            "The rank of the matrix is %" G_GINT64_FORMAT
                            " to working precision, %" G_GINT64_FORMAT
                            " less than it could be: of many solutions x is the one %s.",
                            run->rank, least - run->rank,
                            sparse->scaled_columns ? "whose norm is smallest in units in which all "
                                                     "columns have the same norm"
                                                   : "of smallest norm");
  return SEIDEL_REASON_NONE;
}

/* y ← Q x or Qᵀ x, or what solve () makes of x; NULL, which is passed on, without memory. x is
 * freed unless it is b. */
static cholmod_dense *
apply (SeidelSparse *sparse, int what, SuiteSparseQR_C_factorization *factors, cholmod_dense *x)
{
  cholmod_dense *y =
    x != NULL ? seidel_blas.SuiteSparseQR_C_qmult (what, factors, x, &sparse->common) : NULL;

  if (x != NULL && x->x != sparse->b && x->x != sparse->tall_b)
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

  if (x != NULL && x->x != sparse->b && x->x != sparse->tall_b)
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

/* x = (Ā C)⁺ b̄ with factors of R Ā C or of Ā C, then of smallest norm. */
static cholmod_dense *
solve_matrix (SeidelSparse *sparse)
{
  cholmod_dense b = seidel_sparse_vector_view (sparse->b, sparse->rows);
  const bool projects = sparse->of_transpose != NULL && ranks_agree (sparse);
  cholmod_dense *x;
  int more = 0;

  if (sparse->damp > 0.0)
    {
      memset (sparse->tall_b, 0, (size_t) seidel_qr_count_rows (sparse) * sizeof *sparse->tall_b);
      memcpy (sparse->tall_b, sparse->b, (size_t) sparse->rows * sizeof *sparse->b);
      b = seidel_sparse_vector_view (sparse->tall_b, seidel_qr_count_rows (sparse));
    }
  else if (sparse->weighted && sparse->of_transpose == NULL)
    more = seidel_qr_take_units (sparse, sparse->row_powers);
  x = apply (sparse, SPQR_QTX, sparse->of_matrix, &b);
  x = solve_triangle (sparse, SPQR_RETX_EQUALS_B, sparse->of_matrix, x);
  if (projects && sparse->scaled_columns)
    x = project (sparse, x);
  if (x != NULL)
    seidel_powers_multiply (x->x, sparse->column_powers, -more, sparse->columns);
  if (projects && !sparse->scaled_columns)
    x = project (sparse, x);
  return x;
}

/* Solves with the transpose of square matrices of full rank only. */
static void
solve (SeidelSparse *sparse)
{
  cholmod_dense b = seidel_sparse_vector_view (sparse->b, sparse->rows);
  cholmod_dense *x;

  if (sparse->transposed)
    {
      const int more = seidel_qr_take_units (sparse, sparse->column_powers);

      x = solve_other (sparse, sparse->of_matrix, &b);
      if (x != NULL)
        seidel_powers_multiply (x->x, sparse->row_powers, -more, sparse->rows);
    }
  else if (sparse->of_matrix == NULL)
    {
      const int more = seidel_qr_take_units (sparse, sparse->row_powers);

      x = solve_other (sparse, sparse->of_transpose, &b);
      if (x != NULL)
        seidel_powers_multiply (x->x, NULL, -more, sparse->columns);
    }
  else
    x = solve_matrix (sparse);
  sparse->failed = x == NULL;
  if (x != NULL)
    memcpy (sparse->x, x->x, (size_t) sparse->columns * sizeof *sparse->x);
  seidel_blas.cholmod_l_free_dense (&x, &sparse->common);
}

static void
clear (SeidelSparse *sparse)
{
  free (sparse->tall_offsets);
  seidel_vector_free (sparse->tall_b);
  seidel_vector_free (sparse->values);
  g_free (sparse->row_powers);
  g_free (sparse->column_powers);
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
  return nonzeros * (3.0 * sizeof (int64_t) + 3.0 * sizeof (double))
         + (double) (structure->rows + structure->columns)
             * (sizeof (int64_t) + sizeof (double) + sizeof (int));
}

SeidelReason
seidel_method_qr (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_qr, seidel_sparse_solve, seidel_sparse_free };
  static const SeidelDirect damped = { .factor = factor_by_qr,
                                       .solve = seidel_sparse_solve,
                                       .free = seidel_sparse_free,
                                       .solves_another = true };
  SeidelReason reason =
    seidel_direct_run (run, seidel_method_run_damping (run) > 0.0 ? &damped : &direct);
  const SeidelSparse *sparse = run->kept;

  if (sparse != NULL && sparse->failed)
    return seidel_direct_out_of_memory (run, sparse->wanted);
  return seidel_method_run_end_normal (run, reason);
}
