/* Sparse factorisations: their memory, their threads and their lives, whatever library makes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-sparse-direct.h"

#include <malloc.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-vector.h"

/* Bytes that may be taken without asking the system what is free. */
#define LITTLE (SEIDEL_MEMORY_HARMLESS / 2.0)

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
  /* No longer: nobody would wait for the end of a factorisation that was left behind. */
  seidel_blas_begin (current->threads);
  seidel_blas_end ();
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
