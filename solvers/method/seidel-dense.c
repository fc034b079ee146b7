/* Direct methods on a matrix with all its entries in memory: which kernel each uses, memory, stops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-blas.h"

/* Numbers that a loop goes through between two looks at the clock: well below a millisecond. */
#define NUMBERS_PER_POLL 65536

static const SeidelDenseKernels *
kernels_of (const SeidelDense *dense)
{
  return dense->run->options->precision == SEIDEL_PRECISION_DOUBLE ? &seidel_dense_kernels_double
                                                                   : &seidel_dense_kernels_float;
}

bool
seidel_dense_stopped (SeidelDense *dense, int64_t row)
{
  int64_t every = MAX (NUMBERS_PER_POLL / MAX (dense->n, 1), 1);

  if (atomic_load_explicit (&dense->stopped, memory_order_relaxed))
    return true;
  if (row % every != 0 || !seidel_method_run_stopped (dense->run))
    return false;
  atomic_store_explicit (&dense->stopped, true, memory_order_relaxed);
  return true;
}

static void
dense_free (gpointer data)
{
  SeidelDense *dense = data;

  free (dense->a);
  free (dense->inverse);
  g_free (dense->column);
  g_free (dense->pivots);
  g_free (dense);
}

/* How much is needed was checked before the run began; it may be gone by now. */
static SeidelDense *
dense_new (SeidelMethodRun *run, bool with_inverse, SeidelReason *reason)
{
  SeidelDense *dense = g_new0 (SeidelDense, 1);
  size_t bytes;

  dense->run = run;
  dense->n = run->n;
  atomic_init (&dense->stopped, false);
  bytes = (size_t) run->n * (size_t) run->n * kernels_of (dense)->real_size;
  dense->a = seidel_memory_alloc (bytes);
  dense->inverse = with_inverse ? seidel_memory_alloc (bytes) : NULL;
  dense->column = g_try_new (double, run->n);
  dense->pivots = g_try_new (int, run->n);
  if (dense->a != NULL && dense->column != NULL && dense->pivots != NULL
      && (dense->inverse != NULL || !with_inverse))
    return dense;
  dense_free (dense);
  *reason = seidel_direct_out_of_memory (run, (double) bytes * (with_inverse ? 2.0 : 1.0));
  return NULL;
}

/* What comes of a factorisation: the factors, or why there are none. */
static gpointer
finish (SeidelDense *dense, int64_t column, bool adds_rows, SeidelReason *reason)
{
  if (atomic_load (&dense->stopped))
    *reason = seidel_method_run_stop_reason (dense->run);
  else if (column >= 0)
    *reason = seidel_direct_singular (dense->run, column, adds_rows);
  else
    {
      const double n = (double) dense->n;

      seidel_direct_note_work (dense->run, n * n, 2.0 / 3.0 * n * n * n);
      return dense;
    }
  dense_free (dense);
  return NULL;
}

/* By the engine, where it makes such factors. */
static SeidelReason
run_direct (SeidelMethodRun *run, const SeidelDirect *direct)
{
  SeidelReason reason;

  return seidel_direct_run_on_engine (run, &reason) ? reason : seidel_direct_run (run, direct);
}

static gpointer
invert (SeidelMethodRun *run, bool exchange, SeidelReason *reason)
{
  SeidelDense *dense = dense_new (run, true, reason);
  int64_t column;

  if (dense == NULL)
    return NULL;
  kernels_of (dense)->fill_rows (dense);
  column = kernels_of (dense)->invert (dense, exchange);
  return finish (dense, column, !exchange, reason);
}

static gpointer
factor_by_adding (SeidelMethodRun *run, SeidelReason *reason)
{
  return invert (run, false, reason);
}

static gpointer
factor_by_exchanging (SeidelMethodRun *run, SeidelReason *reason)
{
  return invert (run, true, reason);
}

static bool
solve_by_inverse (SeidelMethodRun *run, gpointer factors, bool transposed, double *x)
{
  SeidelDense *dense = factors;

  kernels_of (dense)->apply_inverse (dense, transposed, x);
  return !atomic_load (&dense->stopped);
}

SeidelReason
seidel_method_gauss_jordan (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_adding, solve_by_inverse, dense_free };

  return run_direct (run, &direct);
}

SeidelReason
seidel_method_gauss_jordan_pivoting (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_exchanging, solve_by_inverse, dense_free };

  return run_direct (run, &direct);
}

static gpointer
factor_by_crout (SeidelMethodRun *run, SeidelReason *reason)
{
  SeidelDense *dense = dense_new (run, false, reason);
  int64_t column;

  if (dense == NULL)
    return NULL;
  kernels_of (dense)->fill_rows (dense);
  column = kernels_of (dense)->crout (dense);
  return finish (dense, column, true, reason);
}

static bool
solve_by_crout (SeidelMethodRun *run, gpointer factors, bool transposed, double *x)
{
  SeidelDense *dense = factors;

  kernels_of (dense)->crout_solve (dense, transposed, x);
  return !atomic_load (&dense->stopped);
}

SeidelReason
seidel_method_lu_crout (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_crout, solve_by_crout, dense_free };

  return run_direct (run, &direct);
}

/* Takes the least part that a pivot is of its column for the reciprocal condition number. */
static void
note_pivots (SeidelDense *dense)
{
  const SeidelCsr *csr = dense->run->csr;
  double *largest = seidel_vector_new (dense->n, NULL);
  double least = INFINITY;

  if (largest == NULL)
    return;
  memset (largest, 0, (size_t) dense->n * sizeof *largest);
  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    largest[csr->column_indices[k]] = fmax (largest[csr->column_indices[k]], fabs (csr->values[k]));
  for (int64_t i = 0; i < dense->n; i++)
    {
      int64_t at = i * (dense->n + 1);
      double pivot = kernels_of (dense)->real_size == sizeof (double)
                       ? fabs (((const double *) dense->a)[at])
                       : fabs ((double) ((const float *) dense->a)[at]);

      least = fmin (least, pivot / largest[i]);
    }
  dense->run->singular = least < SEIDEL_DIRECT_SINGULAR;
  seidel_vector_free (largest);
}

static gpointer
factor_by_lapack (SeidelMethodRun *run, SeidelReason *reason)
{
  SeidelDense *dense = seidel_blas_open (run, reason) ? dense_new (run, false, reason) : NULL;
  int64_t column;

  if (dense == NULL)
    return NULL;
  kernels_of (dense)->fill_columns (dense);
  column = kernels_of (dense)->lu (dense);
  if (column < 0)
    note_pivots (dense);
  return finish (dense, column, false, reason);
}

static bool
solve_by_lapack (SeidelMethodRun *run, gpointer factors, bool transposed, double *x)
{
  SeidelDense *dense = factors;

  kernels_of (dense)->lu_solve (dense, transposed, x);
  return !atomic_load (&dense->stopped);
}

SeidelReason
seidel_method_lu (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor_by_lapack, solve_by_lapack, dense_free };

  return run_direct (run, &direct);
}

static double
table_bytes (const SeidelStructure *structure, SeidelPrecision precision)
{
  return (double) structure->rows * (double) structure->columns
         * (precision == SEIDEL_PRECISION_DOUBLE ? sizeof (double) : sizeof (float));
}

double
seidel_method_lu_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return table_bytes (structure, precision);
}

double
seidel_method_gauss_jordan_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return 2.0 * table_bytes (structure, precision);
}
