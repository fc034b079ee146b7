/* Factors of a sparse symmetric matrix by CHOLMOD: Cholesky's, and L D Lᵀ.
 *
 * Source: Chen, Davis, Hager, Rajamanickam, "Algorithm 887: CHOLMOD" (2008).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-translatable.h"
#include "method/seidel-sparse-direct.h"

void
seidel_sparse_start_cholmod (SeidelSparse *sparse)
{
  seidel_blas.cholmod_l_start (&sparse->common);
  sparse->started = true;
  sparse->common.print = 0;
  sparse->common.try_catch = 1;
}

cholmod_sparse
seidel_sparse_transpose_view (const SeidelSparse *sparse)
{
  const SeidelCsr *csr = sparse->matrix->csr;

  return (cholmod_sparse){
    .nrow = (size_t) sparse->columns,
    .ncol = (size_t) sparse->rows,
    .nzmax = (size_t) seidel_csr_nonzeros (csr),
    .p = csr->row_offsets,
    .i = sparse->indices,
    .x = csr->values,
    .itype = CHOLMOD_LONG,
    .xtype = CHOLMOD_REAL,
    .dtype = CHOLMOD_DOUBLE,
    .sorted = 1,
    .packed = 1,
  };
}

cholmod_dense
seidel_sparse_vector_view (double *x, int64_t n)
{
  return (cholmod_dense){
    .nrow = (size_t) n,
    .ncol = 1,
    .nzmax = (size_t) n,
    .d = (size_t) n,
    .x = x,
    .xtype = CHOLMOD_REAL,
    .dtype = CHOLMOD_DOUBLE,
  };
}

SeidelReason
seidel_sparse_judge_cholmod (SeidelSparse *sparse,
                             SeidelMethodRun *run,
                             const char *name,
                             double bytes)
{
  const int status = sparse->common.status;

  if (status == CHOLMOD_OUT_OF_MEMORY || status == CHOLMOD_TOO_LARGE)
    return seidel_direct_out_of_memory (run, MAX (sparse->wanted, bytes));
  if (status >= CHOLMOD_OK)
    return SEIDEL_REASON_NONE;
  seidel_method_run_note (run, "%s ended with its status %d.", name, status);
  return SEIDEL_REASON_FAILED;
}

/* CHOLMOD would take this while it solves, and ends in a crash where it gets one part of it alone.
 */
static void
cholmod_reserve (SeidelSparse *sparse)
{
  const size_t n = sparse->L->n;
  cholmod_common *common = &sparse->common;

  /* Without supernodes it solves with four columns at a time. */
  sparse->solve_rows =
    seidel_blas.cholmod_l_allocate_dense (n, sparse->L->is_super ? 1 : 4, n, CHOLMOD_REAL, common);
  if (sparse->solve_rows != NULL && sparse->L->is_super)
    sparse->solve_supernodes =
      seidel_blas.cholmod_l_allocate_dense (1, sparse->L->maxesize, 1, CHOLMOD_REAL, common);
}

/* L Lᵀ, which shows where the matrix is not positive definite; or L D Lᵀ, so that D is a diagonal
 * of any signs: rows are not exchanged for its sake. CHOLMOD itself has that without supernodes
 * only. */
static void
cholmod_factor_matrix (SeidelSparse *sparse, bool definite)
{
  cholmod_sparse view = seidel_sparse_transpose_view (sparse);
  cholmod_common *common = &sparse->common;

  view.stype = 1; /* symmetric; CHOLMOD looks at one triangle */
  if (!sparse->started)
    {
      seidel_sparse_start_cholmod (sparse);
      common->final_ll = definite;
      common->quick_return_if_not_posdef = definite;
      sparse->L = seidel_blas.cholmod_l_analyze (&view, common);
    }
  if (sparse->L != NULL && sparse->L->is_super && !definite)
    {
      seidel_sparse_ldlt_factor (sparse);
      return;
    }
  if (sparse->L != NULL)
    seidel_blas.cholmod_l_factorize (&view, sparse->L, common);
  if (sparse->L != NULL && common->status == CHOLMOD_OK && sparse->solve_rows == NULL)
    cholmod_reserve (sparse);
}

static void
cholmod_factor_definite (SeidelSparse *sparse)
{
  cholmod_factor_matrix (sparse, true);
}

static void
cholmod_factor_indefinite (SeidelSparse *sparse)
{
  cholmod_factor_matrix (sparse, false);
}

/* bytes: of an entry of the factor; failure: what a pivot that cannot be used means. */
static SeidelReason
cholmod_judge (SeidelSparse *sparse, SeidelMethodRun *run, double bytes, const char *failure)
{
  const cholmod_factor *L = sparse->L;
  SeidelReason reason =
    seidel_sparse_judge_cholmod (sparse, run, "CHOLMOD", bytes * sparse->common.lnz);

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  seidel_direct_note_work (run, 2.0 * sparse->common.lnz, sparse->common.fl);
  if (L->minor == L->n)
    return SEIDEL_REASON_NONE;
  reason = seidel_method_run_breakdown (run, "%s", failure);
  run->column = ((const int64_t *) L->Perm)[L->minor];
  return reason;
}

static SeidelReason
cholmod_judge_definite (SeidelSparse *sparse, SeidelMethodRun *run)
{
  return cholmod_judge (sparse, run, 8.0,
                        seidel_text (
                          "The matrix is not positive definite: a pivot is not positive."));
}

/* Without supernodes each entry has its index beside it. */
static SeidelReason
cholmod_judge_indefinite (SeidelSparse *sparse, SeidelMethodRun *run)
{
  return cholmod_judge (sparse, run, sparse->supernodes != NULL ? 8.0 : 16.0,
                        seidel_text (
                          "A pivot is zero: without an exchange of rows, LDLᵀ cannot go on."));
}

static void
cholmod_solve_system (SeidelSparse *sparse)
{
  cholmod_dense b = seidel_sparse_vector_view (sparse->b, sparse->rows);
  cholmod_dense view = seidel_sparse_vector_view (sparse->x, sparse->rows);
  cholmod_dense *x = &view;

  if (sparse->supernodes != NULL)
    {
      seidel_sparse_ldlt_solve (sparse);
      return;
    }
  seidel_blas.cholmod_l_solve2 (CHOLMOD_A, sparse->L, &b, NULL, &x, NULL, &sparse->solve_rows,
                                &sparse->solve_supernodes, &sparse->common);
}

static void
cholmod_clear (SeidelSparse *sparse)
{
  if (!sparse->started)
    return;
  seidel_sparse_ldlt_clear (sparse);
  seidel_blas.cholmod_l_free_dense (&sparse->solve_rows, &sparse->common);
  seidel_blas.cholmod_l_free_dense (&sparse->solve_supernodes, &sparse->common);
  seidel_blas.cholmod_l_free_factor (&sparse->L, &sparse->common);
  seidel_blas.cholmod_l_finish (&sparse->common);
}

static const SeidelSparseLibrary cholmod = { cholmod_factor_definite, cholmod_judge_definite,
                                             cholmod_solve_system, cholmod_clear, true };
static const SeidelSparseLibrary ldlt = { cholmod_factor_indefinite, cholmod_judge_indefinite,
                                          cholmod_solve_system, cholmod_clear, true };

gpointer
seidel_sparse_factor_by_cholmod (SeidelMethodRun *run, SeidelReason *reason)
{
  return seidel_sparse_factor (run, &cholmod, reason);
}

SeidelReason
seidel_method_cholmod (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { seidel_sparse_factor_by_cholmod, seidel_sparse_solve,
                                       seidel_sparse_free, .keeps_symbolic = true };

  return seidel_direct_run (run, &direct);
}

static gpointer
factor_ldlt (SeidelMethodRun *run, SeidelReason *reason)
{
  return seidel_sparse_factor (run, &ldlt, reason);
}

SeidelReason
seidel_method_ldlt (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_ldlt, seidel_sparse_solve, seidel_sparse_free,
                                       .keeps_symbolic = true };

  return seidel_direct_run (run, &direct);
}
