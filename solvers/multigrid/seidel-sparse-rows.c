/* Sparse matrices made row by row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-sparse-rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"

/* Rows between two polls. */
#define ROWS_PER_POLL 2048

#define FIRST_CAPACITY 4096

bool
seidel_workers_fail (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return false;
}

/* The work of all threads: thread t makes the rows from bounds[t] on. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  SeidelSparseRowFunc func;
  gconstpointer data;
  const SeidelWorkers *workers;
  bool sorted;             /* the rows */
  SeidelSparseRows *parts; /* one for each thread */
  int64_t *row_offsets;    /* of the matrix: rows + 1, within a part until the parts are joined */
} Work;

bool
seidel_sparse_rows_grow (SeidelSparseRows *rows)
{
  int64_t capacity = MAX (2 * rows->capacity, FIRST_CAPACITY);
  bool failed_before = rows->failed;
  int32_t *columns;
  double *values;

  rows->failed = true;
  if (failed_before)
    return false;
  columns = seidel_memory_realloc (rows->columns, (size_t) capacity * sizeof *columns);
  if (columns == NULL)
    return false;
  rows->columns = columns;
  values = seidel_memory_realloc (rows->values, (size_t) capacity * sizeof *values);
  if (values == NULL)
    return false;
  rows->values = values;
  rows->capacity = capacity;
  rows->failed = false;
  return true;
}

static int64_t
first_row (const Work *work, int thread)
{
  return work->rows * thread / work->workers->threads;
}

static void
make_part (Work *work, int thread)
{
  SeidelSparseRows *part = &work->parts[thread];
  int64_t end = first_row (work, thread + 1);

  part->places = seidel_memory_alloc ((size_t) MAX (work->columns, 1) * sizeof *part->places);
  part->failed = part->places == NULL;
  if (part->failed)
    return;
  memset (part->places, 0xff, (size_t) work->columns * sizeof *part->places);
  for (int64_t row = first_row (work, thread); row < end; row++)
    {
      if (row % ROWS_PER_POLL == 0 && seidel_workers_stopped (work->workers))
        return;
      part->row_begin = part->count;
      work->func (part, row, work->data);
      if (part->failed
          || (work->sorted
              && !seidel_row_sorter_sort (&part->sorter, part->columns + part->row_begin,
                                          part->values + part->row_begin,
                                          part->count - part->row_begin, NULL)))
        {
          part->failed = true;
          return;
        }
      work->row_offsets[row + 1] = part->count;
    }
}

/* The matrix gets the memory of the first part, made larger: to copy that part too would touch as
 * much new memory. */
static bool
adopt_first_part (Work *work, SeidelCsr *csr, int64_t nonzeros)
{
  SeidelSparseRows *first = &work->parts[0];
  size_t n = (size_t) MAX (nonzeros, 1);
  int32_t *columns = seidel_memory_realloc (first->columns, n * sizeof *columns);
  double *values;

  if (columns == NULL)
    return false;
  first->columns = columns;
  values = seidel_memory_realloc (first->values, n * sizeof *values);
  if (values == NULL)
    return false;
  free (csr->column_indices);
  free (csr->values);
  csr->column_indices = columns;
  csr->values = values;
  first->columns = NULL;
  first->values = NULL;
  return true;
}

/* Copies a part to where its rows are in the matrix. */
static void
place_part (const Work *work, int thread, SeidelCsr *csr, int64_t begin)
{
  const SeidelSparseRows *part = &work->parts[thread];
  int64_t end = first_row (work, thread + 1);

  for (int64_t row = first_row (work, thread); row < end; row++)
    csr->row_offsets[row + 1] += begin;
  if (part->count == 0 || thread == 0)
    return;
  memcpy (csr->column_indices + begin, part->columns,
          (size_t) part->count * sizeof *csr->column_indices);
  memcpy (csr->values + begin, part->values, (size_t) part->count * sizeof *csr->values);
}

static bool
join_parts (Work *work, SeidelCsr *csr, GError **error)
{
  const int threads = work->workers->threads;
  g_autofree int64_t *begins = g_new0 (int64_t, threads + 1);
  bool failed = false;

  for (int t = 0; t < threads; t++)
    {
      failed = failed || work->parts[t].failed;
      begins[t + 1] = begins[t] + work->parts[t].count;
    }
  if (failed || !adopt_first_part (work, csr, begins[threads]))
    return seidel_memory_fail_matrix ((double) work->rows, (double) begins[threads], error);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int t = 0; t < threads; t++)
    place_part (work, t, csr, begins[t]);
  return true;
}

static SeidelCsr *
from_rows (int64_t rows,
           int64_t columns,
           SeidelSparseRowFunc func,
           gconstpointer data,
           bool sorted,
           const SeidelWorkers *workers,
           GError **error)
{
  g_autofree SeidelSparseRows *parts = g_new0 (SeidelSparseRows, workers->threads);
  g_autoptr (SeidelCsr) csr = seidel_csr_new (rows, columns, 0, error);
  Work work = { rows, columns, func, data, workers, sorted, parts, NULL };
  bool done;

  if (csr == NULL)
    return NULL;
  work.row_offsets = csr->row_offsets;
#pragma omp parallel for num_threads(workers->threads) schedule(static, 1)
  for (int t = 0; t < workers->threads; t++)
    make_part (&work, t);
  done =
    seidel_workers_stopped (workers) ? seidel_workers_fail (error) : join_parts (&work, csr, error);
  for (int t = 0; t < workers->threads; t++)
    {
      free (parts[t].places);
      free (parts[t].columns);
      free (parts[t].values);
      seidel_row_sorter_clear (&parts[t].sorter);
    }
  return done ? g_steal_pointer (&csr) : NULL;
}

SeidelCsr *
seidel_csr_from_rows (int64_t rows,
                      int64_t columns,
                      SeidelSparseRowFunc func,
                      gconstpointer data,
                      const SeidelWorkers *workers,
                      GError **error)
{
  return from_rows (rows, columns, func, data, true, workers, error);
}

/* Fills rows first … end − 1, whose places are known. */
static bool
refill_part (SeidelCsr *csr,
             int64_t first,
             int64_t end,
             SeidelSparseRowFunc func,
             gconstpointer data,
             const SeidelWorkers *workers)
{
  SeidelSparseRows part = { .columns = csr->column_indices, .values = csr->values };

  part.places = seidel_memory_alloc ((size_t) MAX (csr->columns, 1) * sizeof *part.places);
  if (part.places == NULL)
    return false;
  memset (part.places, 0xff, (size_t) csr->columns * sizeof *part.places);
  for (int64_t row = first; row < end; row++)
    {
      if (row % ROWS_PER_POLL == 0 && seidel_workers_stopped (workers))
        break;
      part.row_begin = csr->row_offsets[row];
      part.count = part.capacity = csr->row_offsets[row + 1];
      for (int64_t k = part.row_begin; k < part.count; k++)
        {
          part.places[csr->column_indices[k]] = k;
          /* What is added to this keeps its sign, zeros too. */
          csr->values[k] = -0.0;
        }
      func (&part, row, data);
    }
  free (part.places);
  return true;
}

bool
seidel_csr_refill (SeidelCsr *csr,
                   SeidelSparseRowFunc func,
                   gconstpointer data,
                   const SeidelWorkers *workers,
                   GError **error)
{
  const int threads = workers->threads;
  bool good = true;

#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(&& : good)
  for (int t = 0; t < threads; t++)
    good =
      refill_part (csr, csr->rows * t / threads, csr->rows * (t + 1) / threads, func, data, workers)
      && good;
  if (seidel_workers_stopped (workers))
    return seidel_workers_fail (error);
  return good
         || seidel_memory_fail_matrix ((double) csr->rows, (double) seidel_csr_nonzeros (csr),
                                       error);
}

typedef struct
{
  const SeidelCsr *A;
  const SeidelCsr *B;
} Product;

static void
add_product_row (SeidelSparseRows *rows, int64_t row, gconstpointer data)
{
  const SeidelCsr *A = ((const Product *) data)->A;
  const SeidelCsr *B = ((const Product *) data)->B;

  for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
    {
      int32_t middle = A->column_indices[k];

      for (int64_t l = B->row_offsets[middle]; l < B->row_offsets[middle + 1]; l++)
        seidel_sparse_rows_add (rows, B->column_indices[l], A->values[k] * B->values[l]);
    }
}

SeidelCsr *
seidel_csr_product (const SeidelCsr *A,
                    const SeidelCsr *B,
                    const SeidelWorkers *workers,
                    GError **error)
{
  const Product product = { A, B };

  g_return_val_if_fail (A->columns == B->rows, NULL);
  return seidel_csr_from_rows (A->rows, B->columns, add_product_row, &product, workers, error);
}

/* A B with the entries of a row in any order, for a factor of another product. */
static SeidelCsr *
multiply_unsorted (const SeidelCsr *A,
                   const SeidelCsr *B,
                   const SeidelWorkers *workers,
                   GError **error)
{
  const Product product = { A, B };

  return from_rows (A->rows, B->columns, add_product_row, &product, false, workers, error);
}

SeidelCsr *
seidel_csr_triple_product (const SeidelCsr *R,
                           const SeidelCsr *A,
                           const SeidelCsr *P,
                           const SeidelWorkers *workers,
                           GError **error)
{
  g_autoptr (SeidelCsr) AP = multiply_unsorted (A, P, workers, error);

  return AP != NULL ? seidel_csr_product (R, AP, workers, error) : NULL;
}

bool
seidel_csr_triple_product_update (SeidelCsr *RAP,
                                  const SeidelCsr *R,
                                  const SeidelCsr *A,
                                  const SeidelCsr *P,
                                  SeidelCsr **AP,
                                  const SeidelWorkers *workers,
                                  GError **error)
{
  const Product first = { A, P };
  Product second = { R, NULL };

  if (*AP == NULL)
    *AP = multiply_unsorted (A, P, workers, error);
  else if (!seidel_csr_refill (*AP, add_product_row, &first, workers, error))
    return false;
  second.B = *AP;
  return *AP != NULL && seidel_csr_refill (RAP, add_product_row, &second, workers, error);
}

/* A transpose by several threads: each has a part of the rows, and of each column the places behind
 * those of the threads before it. */
typedef struct
{
  const SeidelCsr *csr;
  SeidelCsr *transpose;
  int32_t *places; /* threads × columns: first counts */
  int threads;
} Turning;

static int64_t
first_turned (const Turning *self, int thread)
{
  return self->csr->rows * thread / self->threads;
}

static void
count_part (const Turning *self, int thread)
{
  const SeidelCsr *csr = self->csr;
  int32_t *counts = self->places + thread * csr->columns;

  memset (counts, 0, (size_t) csr->columns * sizeof *counts);
  for (int64_t k = csr->row_offsets[first_turned (self, thread)];
       k < csr->row_offsets[first_turned (self, thread + 1)]; k++)
    counts[csr->column_indices[k]]++;
}

/* The offsets of the transpose, and in the place of each count those before it. */
static void
add_counts (const Turning *self)
{
  const int64_t columns = self->csr->columns;
  int64_t *offsets = self->transpose->row_offsets;

#pragma omp parallel for num_threads(self->threads) schedule(static)
  for (int64_t column = 0; column < columns; column++)
    {
      int32_t sum = 0;

      for (int t = 0; t < self->threads; t++)
        {
          const int32_t count = self->places[t * columns + column];

          self->places[t * columns + column] = sum;
          sum += count;
        }
      offsets[column + 1] = sum;
    }
  offsets[0] = 0;
  for (int64_t column = 0; column < columns; column++)
    offsets[column + 1] += offsets[column];
}

static void
turn_part (const Turning *self, int thread)
{
  const SeidelCsr *csr = self->csr;
  int32_t *places = self->places + thread * csr->columns;

  for (int64_t row = first_turned (self, thread); row < first_turned (self, thread + 1); row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int32_t column = csr->column_indices[k];
        const int64_t to = self->transpose->row_offsets[column] + places[column]++;

        self->transpose->column_indices[to] = (int32_t) row;
        self->transpose->values[to] = csr->values[k];
      }
}

SeidelCsr *
seidel_csr_transpose_shared (const SeidelCsr *csr, const SeidelWorkers *workers, GError **error)
{
  const int threads = workers->threads;
  g_autofree int32_t *places = NULL;
  g_autoptr (SeidelCsr) transpose = NULL;
  Turning turning = { csr, NULL, NULL, threads };

  if (threads < 2)
    return seidel_csr_transpose (csr, workers->cancellable, error);
  places = seidel_memory_try ((size_t) threads * (size_t) MAX (csr->columns, 1) * sizeof *places,
                              "a transpose", error);
  if (places != NULL)
    transpose = seidel_csr_new (csr->columns, csr->rows, seidel_csr_nonzeros (csr), error);
  if (transpose == NULL)
    return NULL;
  turning.places = places;
  turning.transpose = transpose;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int t = 0; t < threads; t++)
    count_part (&turning, t);
  add_counts (&turning);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int t = 0; t < threads; t++)
    turn_part (&turning, t);
  return g_steal_pointer (&transpose);
}

void
seidel_csr_transpose_update (SeidelCsr *transpose,
                             const SeidelCsr *csr,
                             const SeidelWorkers *workers)
{
#pragma omp parallel for num_threads(workers->threads) schedule(static)
  for (int64_t row = 0; row < transpose->rows; row++)
    for (int64_t k = transpose->row_offsets[row]; k < transpose->row_offsets[row + 1]; k++)
      transpose->values[k] =
        csr->values[seidel_csr_find (csr, transpose->column_indices[k], (int32_t) row)];
}
