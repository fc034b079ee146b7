/* The matching of the largest product, as one of least cost: an entry costs how many factors of two
 * it is less than the largest of its column.
 *
 * Prices of rows and columns keep every reduced cost, c_ij − u_i − v_j, at zero or above and those
 * of pairs at zero, which proves that the pairs are of least cost. One row after the other is
 * added by a shortest path in reduced costs (Dijkstra) to a column that is free, on which the pairs
 * change places, and the prices of what was nearer follow.
 *
 * Source: Duff and Koster (2001), section 4; the prices and pairs to begin with, section 4.3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-matching-private.h"

#include <math.h>

#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

/* So many times the entries may be looked at, which bounds the time on any matrix. */
#define MOST_PASSES 100.0

#define NONE (-1)

typedef struct
{
  SeidelPairs *pairs;
  double *costs;     /* of entries; ∞ of zeros */
  double *of_row;    /* u */
  double *of_column; /* v */
  double *distances; /* of columns from the row that is added; ∞: not reached */
  int32_t *from;     /* of columns: the row before it on the path */
  int32_t *heap;     /* of columns by distance, the nearest first */
  int32_t *place;    /* of columns in the heap; NONE: not there */
  int32_t *reached;  /* columns that have a distance */
  int64_t n_heap;
  int64_t n_reached;
  double work; /* entries that may still be looked at */
  int64_t since_poll;
  GCancellable *cancellable;
} Paths;

static void
clear (Paths *paths)
{
  seidel_vector_free (paths->costs);
  seidel_vector_free (paths->of_row);
  seidel_vector_free (paths->of_column);
  seidel_vector_free (paths->distances);
  g_free (paths->from);
  g_free (paths->heap);
  g_free (paths->place);
  g_free (paths->reached);
}

static bool
init (Paths *paths, GError **error)
{
  const int64_t n = paths->pairs->csr->rows;
  const int64_t nonzeros = seidel_csr_nonzeros (paths->pairs->csr);

  if ((paths->costs = seidel_vector_new (nonzeros, error)) == NULL
      || (paths->of_row = seidel_vector_new (n, error)) == NULL
      || (paths->of_column = seidel_vector_new (n, error)) == NULL
      || (paths->distances = seidel_vector_new (n, error)) == NULL)
    return false;
  paths->from = g_try_new (int32_t, MAX (n, 1));
  paths->heap = g_try_new (int32_t, MAX (n, 1));
  paths->place = g_try_new (int32_t, MAX (n, 1));
  paths->reached = g_try_new (int32_t, MAX (n, 1));
  if (paths->from == NULL || paths->heap == NULL || paths->place == NULL || paths->reached == NULL)
    return seidel_memory_fail (error, 4.0 * (double) n * sizeof (int32_t), "the matching of rows");
  for (int64_t j = 0; j < n; j++)
    {
      paths->distances[j] = INFINITY;
      paths->place[j] = NONE;
    }
  return true;
}

/* The least of each column is 0. */
static void
find_costs (Paths *paths)
{
  const SeidelCsr *csr = paths->pairs->csr;
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  double *least = paths->of_column;

  for (int64_t j = 0; j < csr->columns; j++)
    least[j] = INFINITY;
  for (int64_t k = 0; k < nonzeros; k++)
    {
      const int32_t j = csr->column_indices[k];

      paths->costs[k] = csr->values[k] != 0.0 ? -log2 (fabs (csr->values[k])) : INFINITY;
      least[j] = fmin (least[j], paths->costs[k]);
    }
  for (int64_t k = 0; k < nonzeros; k++)
    if (isfinite (paths->costs[k]))
      paths->costs[k] -= least[csr->column_indices[k]];
  for (int64_t j = 0; j < csr->columns; j++)
    least[j] = 0.0;
}

static double
reduced (const Paths *paths, int64_t i, int64_t k)
{
  return fmax (paths->costs[k] - paths->of_row[i]
                 - paths->of_column[paths->pairs->csr->column_indices[k]],
               0.0);
}

/* Prices of rows, and the pairs of no reduced cost that are there for the taking: those of the
 * diagonal first. */
static void
begin (Paths *paths)
{
  SeidelPairs *pairs = paths->pairs;
  const SeidelCsr *csr = pairs->csr;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      double least = INFINITY;

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        least = fmin (least, paths->costs[k]);
      paths->of_row[i] = least;
    }
  for (int pass = 0; pass < 2; pass++)
    for (int64_t i = 0; i < csr->rows; i++)
      for (int64_t k = csr->row_offsets[i]; pairs->column_of[i] < 0 && k < csr->row_offsets[i + 1];
           k++)
        {
          const int32_t j = csr->column_indices[k];

          if (reduced (paths, i, k) != 0.0 || pairs->row_of[j] >= 0 || (pass == 0 && j != i))
            continue;
          seidel_pairs_join (pairs, (int32_t) i, j);
          pairs->size++;
        }
}

static void
put (Paths *paths, int64_t place, int32_t column)
{
  paths->heap[place] = column;
  paths->place[column] = (int32_t) place;
}

/* A column whose distance became less, or that is new, at the end. */
static void
lift (Paths *paths, int64_t place, int32_t column)
{
  while (place > 0)
    {
      const int64_t above = (place - 1) / 2;

      if (paths->distances[paths->heap[above]] <= paths->distances[column])
        break;
      put (paths, place, paths->heap[above]);
      place = above;
    }
  put (paths, place, column);
}

static int32_t
take_nearest (Paths *paths)
{
  const int32_t nearest = paths->heap[0];
  const int32_t last = paths->heap[--paths->n_heap];
  int64_t place = 0;

  paths->place[nearest] = NONE;
  while (paths->n_heap > 0)
    {
      int64_t below = 2 * place + 1;

      if (below + 1 < paths->n_heap
          && paths->distances[paths->heap[below + 1]] < paths->distances[paths->heap[below]])
        below++;
      if (below >= paths->n_heap || paths->distances[last] <= paths->distances[paths->heap[below]])
        break;
      put (paths, place, paths->heap[below]);
      place = below;
    }
  if (paths->n_heap > 0)
    put (paths, place, last);
  return nearest;
}

/* The entries of a row that is as far as base, with the shortest path to a free column so far. */
static void
look (Paths *paths, int64_t i, double base, double *shortest, int32_t *end)
{
  const SeidelPairs *pairs = paths->pairs;
  const SeidelCsr *csr = pairs->csr;

  for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
    {
      const int32_t j = csr->column_indices[k];
      const double distance = base + reduced (paths, i, k);

      if (!(distance < *shortest) || !(distance < paths->distances[j]))
        continue;
      if (isinf (paths->distances[j]))
        paths->reached[paths->n_reached++] = j;
      paths->distances[j] = distance;
      paths->from[j] = (int32_t) i;
      if (pairs->row_of[j] < 0)
        {
          *shortest = distance;
          *end = j;
        }
      else if (paths->place[j] != NONE)
        lift (paths, paths->place[j], j);
      else
        lift (paths, paths->n_heap++, j);
    }
  paths->work -= (double) (csr->row_offsets[i + 1] - csr->row_offsets[i]);
  paths->since_poll += csr->row_offsets[i + 1] - csr->row_offsets[i];
}

/* The prices that follow from a shortest path: of the columns nearer than its end, whose rows pay
 * the difference, and of the row that was added. */
static void
follow (Paths *paths, int32_t root, double shortest)
{
  for (int64_t k = 0; k < paths->n_reached; k++)
    {
      const int32_t j = paths->reached[k];
      const int32_t i = paths->pairs->row_of[j];
      const double change = paths->distances[j] - shortest;

      if (i >= 0 && change < 0.0 && paths->place[j] == NONE)
        {
          paths->of_column[j] += change;
          paths->of_row[i] -= change;
        }
    }
  paths->of_row[root] += shortest;
}

static void
exchange (SeidelPairs *pairs, const int32_t *from, int32_t root, int32_t end)
{
  int32_t column = end;

  for (;;)
    {
      const int32_t row = from[column];
      const int32_t next = pairs->column_of[row];

      seidel_pairs_join (pairs, row, column);
      if (row == root)
        break;
      column = next;
    }
  pairs->size++;
}

/* Adds a row to the pairs. */
static void
add (Paths *paths, int32_t root)
{
  double shortest = INFINITY;
  int32_t end = NONE;

  paths->n_heap = 0;
  paths->n_reached = 0;
  look (paths, root, 0.0, &shortest, &end);
  while (paths->n_heap > 0 && paths->work > 0.0)
    {
      const int32_t column = take_nearest (paths);

      if (paths->distances[column] >= shortest)
        {
          lift (paths, paths->n_heap++, column);
          break;
        }
      look (paths, paths->pairs->row_of[column], paths->distances[column], &shortest, &end);
    }
  /* A path that is not known to be the shortest would spoil the prices. */
  if (end != NONE && paths->work > 0.0)
    {
      follow (paths, root, shortest);
      exchange (paths->pairs, paths->from, root, end);
    }
  for (int64_t k = 0; k < paths->n_reached; k++)
    {
      paths->distances[paths->reached[k]] = INFINITY;
      paths->place[paths->reached[k]] = NONE;
    }
}

bool
seidel_pairs_maximise (SeidelPairs *pairs,
                       bool *complete,
                       GCancellable *cancellable,
                       GError **error)
{
  const SeidelCsr *csr = pairs->csr;
  Paths paths = {
    .pairs = pairs,
    .work = MOST_PASSES * (double) (seidel_csr_nonzeros (csr) + csr->rows),
    .cancellable = cancellable,
  };
  bool done = init (&paths, error);

  if (done)
    {
      find_costs (&paths);
      begin (&paths);
    }
  for (int64_t i = 0; done && i < csr->rows && paths.work > 0.0; i++)
    {
      if (pairs->column_of[i] < 0)
        add (&paths, (int32_t) i);
      if (paths.since_poll >= SEIDEL_POLL_WORK)
        {
          paths.since_poll = 0;
          done = !g_cancellable_set_error_if_cancelled (cancellable, error);
        }
    }
  *complete = pairs->size == csr->rows;
  clear (&paths);
  return done;
}
