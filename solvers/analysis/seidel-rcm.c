/* Reverse Cuthill-McKee.
 *
 * A component is numbered breadth first from a pseudo-peripheral vertex, the new neighbours of each
 * vertex by increasing degree; then its numbers are reversed. The vertex is found by repeated
 * searches: from a vertex of the least degree in the last layer of a search begins the next, while
 * the layers become more. Each search costs one pass over the component, and the number of searches
 * is bounded, so that the time is linear but for the sorting of neighbours.
 *
 * Sources: E. Cuthill and J. McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969;
 * A. George and J. W. H. Liu, "An implementation of a pseudoperipheral node finder", ACM TOMS 5,
 * 1979.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-rcm.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/seidel-graph.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"

/* Searches for a vertex far out, in one component. The bound is hardly ever met. */
#define MOST_SEARCHES 16

/* New neighbours up to this many are sorted by insertion. */
#define FEW 32

/* The state of the searches. A vertex was met by the present search when its mark is the number of
 * that search, counted from 1 in each component; 0 is none. */
typedef struct
{
  const SeidelGraph *graph;
  uint8_t *marks;   /* vertices */
  int32_t *queue;   /* vertices of the present component; for the last search, the order itself */
  uint8_t search;   /* the number of the present one */
  int64_t *keys;    /* room to sort the neighbours of any vertex */
  int64_t numbered; /* vertices of the components before */
  SeidelProgress *progress;
  GCancellable *cancellable;
} Walk;

/* What a search found of the component. */
typedef struct
{
  int64_t count; /* vertices, in the queue */
  int64_t layers;
  int64_t last; /* where the last layer begins in the queue */
} Search;

/* By degree, then by number: for one sort of plain integers. */
static inline int64_t
key_of (const SeidelGraph *graph, int32_t vertex)
{
  return (int64_t) ((uint64_t) seidel_graph_degree (graph, vertex) << 32) | vertex;
}

static int
compare_keys (const void *a, const void *b)
{
  const int64_t x = *(const int64_t *) a;
  const int64_t y = *(const int64_t *) b;

  return (x > y) - (x < y);
}

static void
sort_few (const SeidelGraph *graph, int32_t *vertices, int64_t n)
{
  for (int64_t i = 1; i < n; i++)
    {
      const int32_t vertex = vertices[i];
      const int64_t key = key_of (graph, vertex);
      int64_t j = i;

      for (; j > 0 && key_of (graph, vertices[j - 1]) > key; j--)
        vertices[j] = vertices[j - 1];
      vertices[j] = vertex;
    }
}

static int64_t
largest_degree (const SeidelGraph *graph)
{
  int64_t largest = 0;

  for (int64_t vertex = 0; vertex < graph->vertices; vertex++)
    largest = MAX (largest, graph->offsets[vertex + 1] - graph->offsets[vertex]);
  return largest;
}

/* They come by number; the result is by degree, then by number. */
static void
sort_by_degree (Walk *walk, int32_t *vertices, int64_t n)
{
  if (n <= FEW)
    {
      sort_few (walk->graph, vertices, n);
      return;
    }
  for (int64_t i = 0; i < n; i++)
    walk->keys[i] = key_of (walk->graph, vertices[i]);
  qsort (walk->keys, (size_t) n, sizeof *walk->keys, compare_keys);
  for (int64_t i = 0; i < n; i++)
    vertices[i] = (int32_t) (walk->keys[i] & G_MAXUINT32);
}

/* Searches breadth first from a vertex. When sorted, the queue is the order of Cuthill and McKee.
 * False when cancelled. */
static bool
search_from (Walk *walk, int32_t start, bool sorted, Search *search)
{
  const SeidelGraph *graph = walk->graph;
  int32_t *queue = walk->queue;
  int64_t layer_end = 1;
  int64_t tail = 1;

  *search = (Search){ .layers = 1 };
  walk->search++;
  walk->marks[start] = walk->search;
  queue[0] = start;
  for (int64_t head = 0; head < tail; head++)
    {
      const int32_t vertex = queue[head];
      const int64_t first_new = tail;

      if (head % SEIDEL_POLL_EVERY == 0 && g_cancellable_is_cancelled (walk->cancellable))
        return false;
      if (head % SEIDEL_POLL_EVERY == 0 && sorted)
        seidel_progress_set (walk->progress,
                             (double) (walk->numbered + head) / (double) graph->vertices);
      if (head == layer_end)
        {
          search->layers++;
          search->last = head;
          layer_end = tail;
        }
      for (int64_t k = graph->offsets[vertex]; k < graph->offsets[vertex + 1]; k++)
        {
          const int32_t neighbour = graph->neighbours[k];

          if (walk->marks[neighbour] == walk->search)
            continue;
          walk->marks[neighbour] = walk->search;
          queue[tail++] = neighbour;
        }
      if (sorted)
        sort_by_degree (walk, queue + first_new, tail - first_new);
    }
  search->count = tail;
  return true;
}

static int32_t
least_of_last_layer (const Walk *walk, const Search *search)
{
  int64_t least = G_MAXINT64;

  for (int64_t i = search->last; i < search->count; i++)
    least = MIN (least, key_of (walk->graph, walk->queue[i]));
  return (int32_t) (least & G_MAXUINT32);
}

/* A vertex far out in the component of start; false when cancelled. */
static bool
find_peripheral (Walk *walk, int32_t start, int32_t *peripheral)
{
  int64_t layers = 0;
  Search search;

  *peripheral = start;
  for (int n = 0; n < MOST_SEARCHES; n++)
    {
      if (!search_from (walk, *peripheral, false, &search))
        return false;
      if (search.layers <= layers)
        return true;
      layers = search.layers;
      *peripheral = least_of_last_layer (walk, &search);
    }
  return true;
}

static void
reverse (int32_t *vertices, int64_t n)
{
  for (int64_t i = 0, j = n - 1; i < j; i++, j--)
    {
      const int32_t other = vertices[i];

      vertices[i] = vertices[j];
      vertices[j] = other;
    }
}

static bool
number_components (Walk *walk, int32_t *permutation)
{
  for (int64_t row = 0; row < walk->graph->vertices; row++)
    {
      int32_t start = (int32_t) row;
      Search search;

      if (row % SEIDEL_POLL_EVERY == 0 && g_cancellable_is_cancelled (walk->cancellable))
        return false;
      if (walk->marks[row] != 0)
        continue;
      /* Numbered rows are at the front of the queue. */
      walk->queue = permutation + walk->numbered;
      walk->search = 0;
      if (!find_peripheral (walk, start, &start) || !search_from (walk, start, true, &search))
        return false;
      reverse (walk->queue, search.count);
      walk->numbered += search.count;
    }
  return true;
}

bool
seidel_rcm (const SeidelCsr *csr,
            int32_t *permutation,
            SeidelProgress *progress,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (SeidelGraph) graph = seidel_graph_new (csr, progress, cancellable, error);
  g_autofree uint8_t *marks = NULL;
  g_autofree int64_t *keys = NULL;
  Walk walk = { .graph = graph, .progress = progress, .cancellable = cancellable };
  bool done;

  if (graph == NULL)
    return false;
  marks = g_try_new0 (uint8_t, csr->rows + 1);
  if (marks == NULL)
    return seidel_memory_fail (error, (double) csr->rows, "reordering %" PRId64 " rows", csr->rows);
  keys =
    seidel_memory_try ((size_t) largest_degree (graph) * sizeof *keys, "sorting neighbours", error);
  if (keys == NULL)
    return false;
  walk.marks = marks;
  walk.keys = keys;
  seidel_progress_begin (progress, "Numbering rows");
  done = number_components (&walk, permutation);
  if (!done)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return done;
}
