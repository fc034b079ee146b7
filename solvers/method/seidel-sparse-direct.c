/* Sparse direct methods: LU by UMFPACK, Cholesky's factors and L D Lᵀ by CHOLMOD.
 *
 * Source: Davis, "Algorithm 832: UMFPACK V4.3" (2004); Chen, Davis, Hager, Rajamanickam, "Algorithm
 * 887: CHOLMOD" (2008). UMFPACK takes any square matrix, CHOLMOD a symmetric positive definite one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-direct.h"

#include <malloc.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-vector.h"

/* Bytes that may be taken without asking the system what is free. */
#define LITTLE (SEIDEL_MEMORY_HARMLESS / 2.0)

/* A smallest pivot that is this small a part of the largest may be all rounding. */
#define NEARLY_SINGULAR 1e-15

/* Up to here a solve takes less than the time in which a run has to stop, even with full triangles,
 * and often less than a thread takes to start. */
#define FEW_ROWS 4000

/* Whose memory this thread takes, or NULL: other users of the library are left in peace. */
static _Thread_local SeidelSparse *current;

static bool
may_take (size_t bytes)
{
  if (current == NULL)
    return true;
  if (atomic_load (&current->abandoned))
    return false;
  if (current->used + (double) bytes > current->limit && !current->asked)
    {
      current->asked = true;
      current->limit = current->used + seidel_memory_available ();
    }
  if (current->used + (double) bytes <= current->limit)
    return true;
  current->wanted = MAX (current->wanted, current->used + (double) bytes);
  return false;
}

static void *
take (void *memory)
{
  if (current != NULL && memory != NULL)
    {
      current->used += (double) malloc_usable_size (memory);
      current->peak = MAX (current->peak, current->used);
    }
  return memory;
}

static void *
counting_malloc (size_t bytes)
{
  return may_take (bytes) ? take (malloc (bytes)) : NULL;
}

static void *
counting_calloc (size_t n, size_t size)
{
  return may_take (n * size) ? take (calloc (n, size)) : NULL;
}

static void
counting_free (void *memory)
{
  if (current != NULL && memory != NULL)
    current->used -= (double) malloc_usable_size (memory);
  free (memory);
}

static void *
counting_realloc (void *memory, size_t bytes)
{
  size_t before = memory != NULL ? malloc_usable_size (memory) : 0;
  void *moved =
    bytes <= before || may_take (bytes - before) ? realloc (memory, MAX (bytes, 1)) : NULL;

  if (current != NULL && moved != NULL)
    {
      current->used += (double) malloc_usable_size (moved) - (double) before;
      current->peak = MAX (current->peak, current->used);
    }
  return moved;
}

void *
seidel_sparse_take (size_t bytes)
{
  return counting_malloc (bytes);
}

void
seidel_sparse_give (void *memory)
{
  counting_free (memory);
}

static void
count_memory (void)
{
  static gsize counted;

  if (!g_once_init_enter (&counted))
    return;
#if SUITESPARSE_MAIN_VERSION < 6
  seidel_blas.SuiteSparse_config->malloc_func = counting_malloc;
  seidel_blas.SuiteSparse_config->calloc_func = counting_calloc;
  seidel_blas.SuiteSparse_config->realloc_func = counting_realloc;
  seidel_blas.SuiteSparse_config->free_func = counting_free;
#else
  seidel_blas.SuiteSparse_config_malloc_func_set (counting_malloc);
  seidel_blas.SuiteSparse_config_calloc_func_set (counting_calloc);
  seidel_blas.SuiteSparse_config_realloc_func_set (counting_realloc);
  seidel_blas.SuiteSparse_config_free_func_set (counting_free);
#endif
  g_once_init_leave (&counted, 1);
}

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

void
seidel_sparse_free (gpointer data)
{
  SeidelSparse *sparse = data;

  sparse->library->clear (sparse);
  free (sparse->indices);
  seidel_vector_free (sparse->b);
  seidel_vector_free (sparse->x);
  seidel_matrix_unref (sparse->matrix);
  g_free (sparse);
}

/* Of what it takes from now on. */
static void
set_limit (SeidelSparse *sparse)
{
  sparse->asked = !seidel_memory_is_free (LITTLE);
  sparse->limit = sparse->used + (sparse->asked ? seidel_memory_available () : LITTLE);
  sparse->peak = sparse->used;
}

static SeidelSparse *
sparse_new (SeidelMethodRun *run, const SeidelSparseLibrary *library, SeidelReason *reason)
{
  SeidelSparse *sparse = g_new0 (SeidelSparse, 1);
  int64_t nonzeros = seidel_csr_nonzeros (run->csr);

  sparse->library = library;
  sparse->matrix = seidel_matrix_ref (run->matrix);
  sparse->rows = run->csr->rows;
  sparse->columns = run->csr->columns;
  sparse->threads = run->threads;
  sparse->damp = seidel_method_run_damping (run);
  set_limit (sparse);
  atomic_init (&sparse->abandoned, false);
  sparse->indices = seidel_memory_alloc ((size_t) nonzeros * sizeof *sparse->indices);
  sparse->b = seidel_vector_new (sparse->rows, NULL);
  sparse->x = seidel_vector_new (sparse->columns, NULL);
  if (sparse->indices != NULL && sparse->b != NULL && sparse->x != NULL)
    return sparse;
  seidel_sparse_free (sparse);
  *reason =
    seidel_direct_out_of_memory (run,
                                 8.0 * (double) (nonzeros + run->csr->rows + run->csr->columns));
  return NULL;
}

/* What the run has of a matrix of the same pattern, for its own. */
static SeidelSparse *
sparse_take (SeidelMethodRun *run)
{
  SeidelSparse *sparse = g_steal_pointer (&run->kept);

  seidel_matrix_unref (sparse->matrix);
  sparse->matrix = seidel_matrix_ref (run->matrix);
  sparse->wanted = 0.0;
  set_limit (sparse);
  return sparse;
}

/* Why a run that was stopped may still be felt for a while. */
static SeidelReason
leave (SeidelMethodRun *run)
{
  seidel_method_run_note (run,
                          "The factorisation itself cannot be interrupted: what is left of it ends "
                          "in the background, and its memory is then given back.");
  return seidel_method_run_stop_reason (run);
}

/* CHOLMOD asks OpenMP for a fixed number of threads in loops of its own, even where the run has one
 * thread; beside other programs these threads would wait for one another many times as long as the
 * factorisation takes. OpenBLAS 0.3.29 takes as many as OpenMP would give, whatever it was
 * set to, and waits forever for those that no level of parallelism is left for. */
static void
call_with_threads (void (*func) (SeidelSparse *sparse))
{
  const int levels = omp_get_max_active_levels ();
  const int threads = omp_get_max_threads ();

  omp_set_num_threads (current->threads);
  seidel_blas.openblas_set_num_threads (current->threads);
  if (current->threads == 1)
    omp_set_max_active_levels (0);
  func (current);
  omp_set_max_active_levels (levels);
  omp_set_num_threads (threads);
}

static void
factor_cb (gpointer data)
{
  const SeidelCsr *csr;

  current = data;
  csr = current->matrix->csr;
  /* Which are there already, if the matrix had other values before. */
  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    current->indices[k] = csr->column_indices[k];
  call_with_threads (current->library->factor);
}

static void
solve_cb (gpointer data)
{
  current = data;
  call_with_threads (current->library->solve);
}

gpointer
seidel_sparse_factor (SeidelMethodRun *run,
                      const SeidelSparseLibrary *library,
                      SeidelReason *reason)
{
  SeidelSparse *sparse;

  if (!seidel_blas_open (run, reason))
    return NULL;
  count_memory ();
  sparse = run->kept != NULL ? sparse_take (run) : sparse_new (run, library, reason);
  if (sparse == NULL)
    return NULL;
  if (!seidel_direct_call (run, factor_cb, sparse, seidel_sparse_free, &sparse->abandoned))
    {
      *reason = leave (run);
      return NULL;
    }
  run->factor_bytes =
    sparse->peak + 8.0 * (double) (seidel_csr_nonzeros (run->csr) + sparse->rows + sparse->columns);
  *reason = library->judge (sparse, run);
  if (*reason == SEIDEL_REASON_NONE)
    return sparse;
  seidel_sparse_free (sparse);
  return NULL;
}

bool
seidel_sparse_solve (SeidelMethodRun *run, gpointer factors, bool transposed, double *x)
{
  SeidelSparse *sparse = factors;

  sparse->transposed = transposed;
  memcpy (sparse->b, x, (size_t) sparse->rows * sizeof *x);
  if (MAX (sparse->rows, sparse->columns) <= FEW_ROWS)
    {
      solve_cb (sparse);
      current = NULL;
    }
  else if (!seidel_direct_call (run, solve_cb, sparse, seidel_sparse_free, &sparse->abandoned))
    {
      run->kept = NULL; /* the other thread frees it */
      return false;
    }
  memcpy (x, sparse->x, (size_t) sparse->columns * sizeof *x);
  return !sparse->failed;
}

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
