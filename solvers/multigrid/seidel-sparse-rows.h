/* Sparse matrices made row by row, each row a sum of entries in any order, by several threads: the
 * products and prolongations of multigrid. Private to libseidel.
 *
 * Source: Gustavson, "Two fast algorithms for sparse matrices" (1978).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"
#include "matrix/seidel-row-sort.h"

G_BEGIN_DECLS

/* Who carries out the work, and whether it is to go on. */
typedef struct
{
  int threads;               /* at least 1 */
  GCancellable *cancellable; /* may be NULL */
  /* Returns true when the work should stop; called from any of the threads. May be NULL. */
  bool (*poll) (gconstpointer data);
  gconstpointer poll_data;
} SeidelWorkers;

static inline bool
seidel_workers_stopped (const SeidelWorkers *workers)
{
  return g_cancellable_is_cancelled (workers->cancellable)
         || (workers->poll != NULL && workers->poll (workers->poll_data));
}

/* Fails with G_IO_ERROR_CANCELLED. Returns false. */
bool seidel_workers_fail (GError **error);

/* The rows that one thread makes; the current one begins at row_begin. */
typedef struct
{
  int64_t *places; /* by column: where its entry of the current row is; before row_begin: nowhere */
  int32_t *columns;
  double *values;
  int64_t count;
  int64_t capacity;
  int64_t row_begin;
  bool failed; /* no memory: what is added is lost from now on */
  SeidelRowSorter sorter;
} SeidelSparseRows;

bool seidel_sparse_rows_grow (SeidelSparseRows *rows);

/* Adds value to the entry of the current row in this column. */
static inline void
seidel_sparse_rows_add (SeidelSparseRows *rows, int32_t column, double value)
{
  int64_t place = rows->places[column];

  if (place >= rows->row_begin)
    {
      /* There are places only in memory that was there for them. */
      rows->values[place] += value; // NOLINT(clang-analyzer-core.NullDereference)
      return;
    }
  if (rows->count == rows->capacity && !seidel_sparse_rows_grow (rows))
    return;
  rows->places[column] = rows->count;
  rows->columns[rows->count] = column;
  rows->values[rows->count++] = value;
}

/* Adds the entries of a row. */
typedef void (*SeidelSparseRowFunc) (SeidelSparseRows *rows, int64_t row, gconstpointer data);

/* The matrix whose rows func makes. The same for any number of threads. */
SeidelCsr *seidel_csr_from_rows (int64_t rows,
                                 int64_t columns,
                                 SeidelSparseRowFunc func,
                                 gconstpointer data,
                                 const SeidelWorkers *workers,
                                 GError **error);

/* Makes the values again of a matrix that has the pattern which func gives it. False with an error;
 * its values are then lost. */
bool seidel_csr_refill (SeidelCsr *csr,
                        SeidelSparseRowFunc func,
                        gconstpointer data,
                        const SeidelWorkers *workers,
                        GError **error);

/* A B */
SeidelCsr *seidel_csr_product (const SeidelCsr *A,
                               const SeidelCsr *B,
                               const SeidelWorkers *workers,
                               GError **error);

/* R (A P), with the bits of two products. */
SeidelCsr *seidel_csr_triple_product (const SeidelCsr *R,
                                      const SeidelCsr *A,
                                      const SeidelCsr *P,
                                      const SeidelWorkers *workers,
                                      GError **error);

/* The values of such a product again, of factors that have the patterns of those it was made of.
 * *AP: A P, which is made where it is NULL and is to be kept for the next time; with an error it
 * may be NULL again. */
bool seidel_csr_triple_product_update (SeidelCsr *RAP,
                                       const SeidelCsr *R,
                                       const SeidelCsr *A,
                                       const SeidelCsr *P,
                                       SeidelCsr **AP,
                                       const SeidelWorkers *workers,
                                       GError **error);

/* As seidel_csr_transpose (). */
SeidelCsr *
seidel_csr_transpose_shared (const SeidelCsr *csr, const SeidelWorkers *workers, GError **error);

/* The values of a transpose again. */
void seidel_csr_transpose_update (SeidelCsr *transpose,
                                  const SeidelCsr *csr,
                                  const SeidelWorkers *workers);

G_END_DECLS
