/* Permutations, of vectors in place and of matrices on all processors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-permutation.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-permutation-private.h"
#include "matrix/seidel-row-sort.h"
#include "base/seidel-translatable.h"

/* Rows between two looks at the cancellable; few, because rows may be long. */
#define ROWS_PER_CHUNK 256

/* Waking the other threads pays from so many entries on. */
#define PARALLEL_ENTRIES 100000

int32_t *
seidel_permutation_alloc (int64_t n, GError **error)
{
  int32_t *permutation = g_try_new (int32_t, MAX (n, 1));

  if (permutation == NULL)
    seidel_memory_fail (error, (double) n * sizeof *permutation,
                        "a permutation of %" PRId64 " rows", n);
  return permutation;
}

uint8_t *
seidel_permutation_marks_new (int64_t n, GError **error)
{
  uint8_t *bits = g_try_malloc0 ((size_t) n / 8 + 1);

  if (bits == NULL)
    seidel_memory_fail (error, (double) n / 8.0, "permuting %" PRId64 " values", n);
  return bits;
}

static inline bool
test_and_set (uint8_t *bits, int64_t i)
{
  uint8_t bit = (uint8_t) (1 << (i & 7));
  bool was = (bits[i >> 3] & bit) != 0;

  bits[i >> 3] |= bit;
  return was;
}

bool
seidel_permutation_validate (const int32_t *permutation, int64_t n, GError **error)
{
  g_autofree uint8_t *seen = seidel_permutation_marks_new (n, error);

  if (seen == NULL)
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      bool inside = permutation[i] >= 0 && permutation[i] < n;

      if (inside && !test_and_set (seen, permutation[i]))
        continue;
      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          inside ? seidel_text ("the order is no permutation: position %" PRId64
                                                " holds row %d a second time")
                                 : seidel_text ("the order is no permutation: position %" PRId64
                                                " holds row %d, which is not there"),
                          i + 1, permutation[i] + 1);
    }
  return true;
}

int32_t *
seidel_permutation_invert (const int32_t *permutation, int64_t n, GError **error)
{
  int32_t *inverse = seidel_permutation_alloc (n, error);

  for (int64_t i = 0; i < n && inverse != NULL; i++)
    inverse[permutation[i]] = (int32_t) i;
  return inverse;
}

/* Both walk along the cycles, each once: a vector beside the first may not fit. */

bool
seidel_permutation_apply (const int32_t *permutation, double *x, int64_t n, GError **error)
{
  g_autofree uint8_t *done = seidel_permutation_marks_new (n, error);

  if (done == NULL)
    return false;
  for (int64_t start = 0; start < n; start++)
    {
      double first = x[start];
      int64_t i = start;

      if (test_and_set (done, start))
        continue;
      for (; permutation[i] != start; i = permutation[i])
        {
          x[i] = x[permutation[i]];
          test_and_set (done, permutation[i]);
        }
      x[i] = first;
    }
  return true;
}

void
seidel_permutation_undo_marked (const int32_t *permutation, double *x, int64_t n, uint8_t *done)
{
  for (int64_t start = 0; start < n; start++)
    {
      double carried = x[start];

      if (test_and_set (done, start))
        continue;
      for (int64_t i = permutation[start]; i != start; i = permutation[i])
        {
          double next = x[i];

          x[i] = carried;
          carried = next;
          test_and_set (done, i);
        }
      x[start] = carried;
    }
}

bool
seidel_permutation_undo (const int32_t *permutation, double *x, int64_t n, GError **error)
{
  g_autofree uint8_t *done = seidel_permutation_marks_new (n, error);

  if (done != NULL)
    seidel_permutation_undo_marked (permutation, x, n, done);
  return done != NULL;
}

static void
set_offsets (const SeidelCsr *csr, const int32_t *permutation, SeidelCsr *permuted)
{
  for (int64_t i = 0, sum = 0; i <= csr->rows; i++)
    {
      permuted->row_offsets[i] = sum;
      if (i < csr->rows)
        sum += csr->row_offsets[permutation[i] + 1] - csr->row_offsets[permutation[i]];
    }
}

/* Row i of the result. */
static bool
move_row (const SeidelCsr *csr,
          const int32_t *permutation,
          const int32_t *inverse,
          SeidelCsr *permuted,
          int64_t i,
          SeidelRowSorter *sorter,
          GError **error)
{
  const int64_t from = csr->row_offsets[permutation[i]];
  const int64_t to = permuted->row_offsets[i];
  const int64_t n = permuted->row_offsets[i + 1] - to;

  for (int64_t k = 0; k < n; k++)
    permuted->column_indices[to + k] = inverse[csr->column_indices[from + k]];
  memcpy (permuted->values + to, csr->values + from, (size_t) n * sizeof (double));
  return seidel_row_sorter_sort (sorter, permuted->column_indices + to, permuted->values + to, n,
                                 error);
}

static bool
move_rows (const SeidelCsr *csr,
           const int32_t *permutation,
           const int32_t *inverse,
           SeidelCsr *permuted,
           SeidelProgress *progress,
           GCancellable *cancellable,
           GError **error)
{
  const int64_t n_chunks = (csr->rows + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;
  atomic_llong done = 0;
  _Atomic (GError *) failure = NULL;

#pragma omp parallel if (seidel_csr_nonzeros(csr) >= PARALLEL_ENTRIES)
  {
    SeidelRowSorter sorter = { 0, NULL, NULL };

#pragma omp for schedule(dynamic, 16)
    for (int64_t chunk = 0; chunk < n_chunks; chunk++)
      {
        const int64_t end = MIN ((chunk + 1) * ROWS_PER_CHUNK, csr->rows);
        GError *mine = NULL;
        GError *none = NULL;

        if (g_cancellable_is_cancelled (cancellable) || atomic_load (&failure) != NULL)
          continue;
        for (int64_t i = chunk * ROWS_PER_CHUNK; i < end && mine == NULL; i++)
          move_row (csr, permutation, inverse, permuted, i, &sorter, &mine);
        seidel_progress_set (progress,
                             (double) (atomic_fetch_add (&done, 1) + 1) / (double) n_chunks);
        /* The first one is reported. */
        if (mine != NULL && !atomic_compare_exchange_strong (&failure, &none, mine))
          g_error_free (mine);
      }
    seidel_row_sorter_clear (&sorter);
  }
  if (atomic_load (&failure) != NULL)
    {
      g_propagate_error (error, atomic_load (&failure));
      return false;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

SeidelCsr *
seidel_csr_permuted (const SeidelCsr *csr,
                     const int32_t *permutation,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SeidelCsr) permuted = NULL;
  g_autofree int32_t *inverse = NULL;

  g_return_val_if_fail (csr->rows == csr->columns, NULL);
  seidel_progress_begin (progress, "Moving rows and columns");
  inverse = seidel_permutation_invert (permutation, csr->rows, error);
  if (inverse == NULL)
    return NULL;
  permuted = seidel_csr_new (csr->rows, csr->columns, seidel_csr_nonzeros (csr), error);
  if (permuted == NULL)
    return NULL;
  set_offsets (csr, permutation, permuted);
  if (!move_rows (csr, permutation, inverse, permuted, progress, cancellable, error))
    return NULL;
  return g_steal_pointer (&permuted);
}
