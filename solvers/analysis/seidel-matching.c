/* Matchings by their number alone, and what is done with one.
 *
 * Phases of Hopcroft and Karp: a search in breadth from all free rows gives each row its distance,
 * and one in depth, along rows of increasing distance only, finds disjoint shortest paths on which
 * the pairs change places, each of which adds a pair.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-matching-private.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-permutation.h"

static void
pairs_clear (SeidelPairs *pairs)
{
  g_clear_pointer (&pairs->column_of, g_free);
  g_clear_pointer (&pairs->row_of, g_free);
}

/* None; false with SEIDEL_ERROR_MEMORY. */
static bool
pairs_init (SeidelPairs *pairs, const SeidelCsr *csr, GError **error)
{
  *pairs = (SeidelPairs){ .csr = csr };
  pairs->column_of = seidel_permutation_alloc (csr->rows, error);
  if (pairs->column_of != NULL)
    pairs->row_of = seidel_permutation_alloc (csr->columns, error);
  if (pairs->row_of == NULL)
    {
      pairs_clear (pairs);
      return false;
    }
  memset (pairs->column_of, -1, (size_t) csr->rows * sizeof *pairs->column_of);
  memset (pairs->row_of, -1, (size_t) csr->columns * sizeof *pairs->row_of);
  return true;
}

/* The diagonal first, which then moves as little as can be, and whatever is free afterwards. */
static void
take_free (SeidelPairs *pairs)
{
  const SeidelCsr *csr = pairs->csr;

  for (int pass = 0; pass < 2; pass++)
    for (int64_t i = 0; i < csr->rows; i++)
      for (int64_t k = csr->row_offsets[i]; pairs->column_of[i] < 0 && k < csr->row_offsets[i + 1];
           k++)
        {
          const int32_t j = csr->column_indices[k];

          if (csr->values[k] == 0.0 || pairs->row_of[j] >= 0 || (pass == 0 && j != i))
            continue;
          seidel_pairs_join (pairs, (int32_t) i, j);
          pairs->size++;
        }
}

/* What a phase needs. */
typedef struct
{
  SeidelPairs *pairs;
  int32_t *distances; /* of rows; −1: not reached, or done with */
  int32_t *queue;     /* of rows; then the rows of a path */
  int64_t *next;      /* the entry of each row that is looked at next */
  int64_t work;       /* entries since the last look */
  GCancellable *cancellable;
} Search;

static bool
is_cancelled (Search *search, int64_t entries, GError **error)
{
  search->work += entries;
  if (search->work < SEIDEL_POLL_WORK)
    return false;
  search->work = 0;
  return g_cancellable_set_error_if_cancelled (search->cancellable, error);
}

/* The distances from the free rows, no farther than a free column; *found: there is one. */
static bool
measure (Search *search, bool *found, GError **error)
{
  SeidelPairs *pairs = search->pairs;
  const SeidelCsr *csr = pairs->csr;
  int64_t head = 0;
  int64_t tail = 0;
  int32_t farthest = INT32_MAX;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      search->distances[i] = pairs->column_of[i] < 0 ? 0 : -1;
      search->next[i] = csr->row_offsets[i];
      if (pairs->column_of[i] < 0)
        search->queue[tail++] = (int32_t) i;
    }
  *found = false;
  while (head < tail)
    {
      const int32_t i = search->queue[head++];

      if (search->distances[i] >= farthest)
        break;
      if (is_cancelled (search, csr->row_offsets[i + 1] - csr->row_offsets[i], error))
        return false;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          const int32_t partner = csr->values[k] != 0.0 ? pairs->row_of[csr->column_indices[k]] : i;

          if (partner < 0)
            {
              *found = true;
              farthest = search->distances[i] + 1;
            }
          else if (search->distances[partner] < 0)
            {
              search->distances[partner] = search->distances[i] + 1;
              search->queue[tail++] = partner;
            }
        }
    }
  return true;
}

/* The rows of the path are in the queue, each waiting at its next entry, the last at a free column.
 */
static void
exchange (Search *search, int64_t length)
{
  const SeidelCsr *csr = search->pairs->csr;

  for (int64_t k = length - 1; k >= 0; k--)
    {
      const int32_t i = search->queue[k];

      seidel_pairs_join (search->pairs, i, csr->column_indices[search->next[i]]);
      search->distances[i] = -1;
    }
  search->pairs->size++;
}

/* A path of increasing distances from a free row to a free column. False when cancelled. */
static bool
augment (Search *search, int32_t root, GError **error)
{
  SeidelPairs *pairs = search->pairs;
  const SeidelCsr *csr = pairs->csr;
  int64_t length = 1;

  search->queue[0] = root;
  while (length > 0)
    {
      const int32_t i = search->queue[length - 1];
      const int64_t k = search->next[i];
      int32_t partner;

      if (is_cancelled (search, 1, error))
        return false;
      if (k >= csr->row_offsets[i + 1])
        {
          search->distances[i] = -1;
          length--;
          if (length > 0)
            search->next[search->queue[length - 1]]++;
          continue;
        }
      partner = csr->values[k] != 0.0 ? pairs->row_of[csr->column_indices[k]] : i;
      if (partner < 0)
        {
          exchange (search, length);
          return true;
        }
      if (search->distances[partner] == search->distances[i] + 1)
        search->queue[length++] = partner;
      else
        search->next[i]++;
    }
  return true;
}

static bool
run_phases (Search *search, GError **error)
{
  SeidelPairs *pairs = search->pairs;
  const SeidelCsr *csr = pairs->csr;
  const int64_t most = MIN (csr->rows, csr->columns);
  bool found = true;

  while (pairs->size < most)
    {
      const int64_t before = pairs->size;

      if (!measure (search, &found, error))
        return false;
      for (int64_t i = 0; found && i < csr->rows; i++)
        if (pairs->column_of[i] < 0 && !augment (search, (int32_t) i, error))
          return false;
      if (pairs->size == before)
        break;
    }
  return true;
}

/* As many as there can be, from those that there are. False with SEIDEL_ERROR_MEMORY or when
 * cancelled. */
static bool
pairs_complete (SeidelPairs *pairs, GCancellable *cancellable, GError **error)
{
  const int64_t rows = pairs->csr->rows;
  Search search = { .pairs = pairs, .cancellable = cancellable };
  bool done = false;

  take_free (pairs);
  if (pairs->size == MIN (rows, pairs->csr->columns))
    return true;
  search.distances = seidel_permutation_alloc (rows, error);
  if (search.distances != NULL)
    search.queue = seidel_permutation_alloc (rows, error);
  if (search.queue != NULL)
    search.next = g_try_new (int64_t, MAX (rows, 1));
  if (search.next != NULL)
    done = run_phases (&search, error);
  else if (search.queue != NULL)
    seidel_memory_fail (error, (double) rows * sizeof *search.next, "the matching of rows");
  g_free (search.distances);
  g_free (search.queue);
  g_free (search.next);
  return done;
}

int64_t
seidel_structural_rank (const SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  SeidelPairs pairs;
  int64_t rank = -1;

  if (!pairs_init (&pairs, csr, error))
    return -1;
  if (pairs_complete (&pairs, cancellable, error))
    rank = pairs.size;
  pairs_clear (&pairs);
  return rank;
}

/* Those of the largest product, once there is a complete matching at all. */
static bool
enlarge (SeidelPairs *pairs, SeidelMatching *self, GCancellable *cancellable, GError **error)
{
  const SeidelCsr *csr = pairs->csr;

  pairs_clear (pairs);
  return pairs_init (pairs, csr, error)
         && seidel_pairs_maximise (pairs, &self->largest, cancellable, error)
         && pairs_complete (pairs, cancellable, error);
}

SeidelMatching *
seidel_matching_new (const SeidelCsr *csr,
                     SeidelMatchingKind kind,
                     GCancellable *cancellable,
                     GError **error)
{
  SeidelMatching *self = NULL;
  SeidelPairs pairs;

  if (!pairs_init (&pairs, csr, error))
    return NULL;
  self = g_new0 (SeidelMatching, 1);
  self->n = csr->rows;
  self->unit = 1;
  if (!pairs_complete (&pairs, cancellable, error)
      || (kind == SEIDEL_MATCHING_PRODUCT && pairs.size == self->n
          && !enlarge (&pairs, self, cancellable, error)))
    {
      pairs_clear (&pairs);
      g_free (self);
      return NULL;
    }
  self->rank = pairs.size;
  if (self->rank == self->n)
    self->rows = g_steal_pointer (&pairs.row_of);
  for (int64_t j = 0; self->rows != NULL && j < self->n; j++)
    self->moved += self->rows[j] != j;
  pairs_clear (&pairs);
  return self;
}

void
seidel_matching_free (SeidelMatching *self)
{
  if (self == NULL)
    return;
  g_free (self->rows);
  g_free (self->turns);
  g_free (self);
}

static SeidelCsr *
move_rows (const SeidelMatching *self, const SeidelCsr *csr, GError **error)
{
  SeidelCsr *moved = seidel_csr_new (csr->rows, csr->columns, seidel_csr_nonzeros (csr), error);
  int64_t end = 0;

  if (moved == NULL)
    return NULL;
  moved->row_offsets[0] = 0;
  for (int64_t i = 0; i < csr->rows; i++)
    {
      const int64_t begin = csr->row_offsets[self->rows[i]];
      const int64_t count = csr->row_offsets[self->rows[i] + 1] - begin;

      memcpy (moved->column_indices + end, csr->column_indices + begin,
              (size_t) count * sizeof *moved->column_indices);
      memcpy (moved->values + end, csr->values + begin, (size_t) count * sizeof *moved->values);
      end += count;
      moved->row_offsets[i + 1] = end;
    }
  return moved;
}

SeidelMatrix *
seidel_matching_apply (const SeidelMatching *self, const SeidelMatrix *matrix, GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  SeidelCsr *moved = self->turns != NULL ? seidel_matching_apply_complex (self, csr, error)
                                         : move_rows (self, csr, error);
  SeidelMatrix *copy;

  if (moved == NULL)
    return NULL;
  copy = seidel_matrix_new (matrix->name, moved);
  copy->interleaved = matrix->interleaved;
  g_free (copy->ordering);
  copy->ordering = g_strdup (matrix->ordering);
  copy->permutation =
    g_memdup2 (matrix->permutation,
               matrix->permutation != NULL ? (size_t) csr->rows * sizeof *matrix->permutation : 0);
  return copy;
}

void
seidel_matching_exchange (const SeidelMatching *self, const double *b, double *exchanged)
{
  for (int64_t i = 0; i < self->n; i++)
    exchanged[i] = b[self->rows[i]];
  for (int64_t i = 0; self->turns != NULL && i < self->n; i += 2)
    seidel_matching_turn (self->turns + i, &exchanged[i], &exchanged[i + 1]);
}

char *
seidel_matching_add_place (const SeidelMatching *self,
                           const SeidelMatrix *matrix,
                           const char *message,
                           int64_t row,
                           int64_t column)
{
  return seidel_matrix_add_place (matrix, message, self != NULL && row >= 0 ? self->rows[row] : row,
                                  column);
}
