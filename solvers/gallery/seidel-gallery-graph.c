/* Laplacians of random graphs, D − W, plus a shift on the diagonal. Without the shift they are
 * singular: each connected component adds its indicator vector to the nullspace.
 *
 * Links can be enumerated from either end: they lead to the next elements of a ring, or to the
 * image of a node under a permutation that can be inverted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-shuffle.h"

#include "matrix/seidel-vector.h"

#define MOST_DEGREE 64

/* A random graph keeps one in KEPT_ONE_IN of the links of KEPT_ONE_IN × degree / 2 permutations; so
 * its degrees are binomial, close to those of Erdős-Rényi graphs. */
#define KEPT_ONE_IN  4
#define MOST_LINKS   (MOST_DEGREE * KEPT_ONE_IN)
#define PERMUTATIONS (MOST_LINKS / 2)

typedef struct
{
  int64_t rows;
  double rewired; /* small world: the share of links that leave the ring */
  double shift;
  uint64_t seed;
  int links; /* that start at each node; as many end there on average */
  SeidelShuffle shuffles[PERMUTATIONS];
} Graph;

typedef int64_t (*Neighbours) (const Graph *graph, int64_t row, int32_t *columns);

static Graph *
graph_rows (SeidelGalleryRows *rows, double size, int links, double shift, double seed)
{
  Graph *graph = g_new0 (Graph, 1);

  graph->rows = (int64_t) size;
  graph->links = links;
  graph->shift = shift;
  graph->seed = (uint64_t) seed;
  for (int link = 0; link < links; link++)
    graph->shuffles[link] =
      seidel_shuffle_new (graph->rows,
                          seidel_gallery_mix (seidel_gallery_mix (graph->seed) + (uint64_t) link));
  rows->rows = size;
  rows->longest = 2.0 * links + 1.0;
  rows->formula = graph;
  return graph;
}

/* A unique number for each link of each node. */
static uint64_t
link_number (const Graph *graph, int64_t row, int link)
{
  return (uint64_t) row * PERMUTATIONS + (uint64_t) link;
}

static int64_t
fill_laplacian (const Graph *graph,
                Neighbours neighbours,
                int64_t row,
                int32_t *columns,
                double *values)
{
  int32_t others[MOST_LINKS];
  int64_t n = neighbours (graph, row, others);
  int64_t before = 0;

  while (before < n && others[before] < row)
    before++;
  for (int64_t k = 0; k < n; k++)
    {
      int64_t at = k < before ? k : k + 1;

      columns[at] = others[k];
      values[at] = -1.0;
    }
  columns[before] = (int32_t) row;
  values[before] = (double) n + graph->shift;
  return n + 1;
}

static int64_t
add_neighbour (int32_t *columns, int64_t n, int64_t row, int64_t other)
{
  return other != row ? seidel_gallery_insert_column (columns, n, (int32_t) other) : n;
}

static bool
is_kept (const Graph *graph, int64_t row, int link)
{
  return seidel_gallery_mix (graph->seed ^ seidel_gallery_mix (link_number (graph, row, link)))
           % KEPT_ONE_IN
         == 0;
}

static int64_t
random_neighbours (const Graph *graph, int64_t row, int32_t *columns)
{
  int64_t n = 0;

  for (int link = 0; link < graph->links; link++)
    {
      int64_t from = seidel_shuffle_from (&graph->shuffles[link], row);

      if (is_kept (graph, row, link))
        n = add_neighbour (columns, n, row, seidel_shuffle_to (&graph->shuffles[link], row));
      if (is_kept (graph, from, link))
        n = add_neighbour (columns, n, row, from);
    }
  return n;
}

static int64_t
random_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  return fill_laplacian (formula, random_neighbours, row, columns, values);
}

void
seidel_gallery_random_graph (const double *values, SeidelGalleryRows *rows)
{
  int degree = (int) values[1];

  graph_rows (rows, values[0], degree * KEPT_ONE_IN / 2, values[2], values[3]);
  rows->entries = values[0] * (values[1] + 1.0);
  rows->fill = random_fill;
}

/* Small world: a ring in which each node is linked to the nearest ones, and the far end of a share
 * of the links is moved to a random node (Watts, Strogatz, "Collective dynamics of small-world
 * networks", Nature 393, 1998). Here that node is the image under a permutation, one per link of a
 * node. */
static int64_t
link_end (const Graph *graph, int64_t row, int link)
{
  double draw = 0.5 * (seidel_random_uniform (graph->seed, link_number (graph, row, link)) + 1.0);

  if (draw < graph->rewired)
    return seidel_shuffle_to (&graph->shuffles[link], row);
  return (row + link + 1) % graph->rows;
}

static int64_t
ring_neighbours (const Graph *graph, int64_t row, int32_t *columns)
{
  int64_t n = 0;

  for (int link = 0; link < graph->links; link++)
    {
      int64_t back = (graph->rows + (row - link - 1) % graph->rows) % graph->rows;
      int64_t from = seidel_shuffle_from (&graph->shuffles[link], row);

      n = add_neighbour (columns, n, row, link_end (graph, row, link));
      if (link_end (graph, back, link) == row)
        n = add_neighbour (columns, n, row, back);
      if (link_end (graph, from, link) == row)
        n = add_neighbour (columns, n, row, from);
    }
  return n;
}

static int64_t
small_world_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  return fill_laplacian (formula, ring_neighbours, row, columns, values);
}

void
seidel_gallery_small_world (const double *values, SeidelGalleryRows *rows)
{
  int links = (int) values[1];
  Graph *graph = graph_rows (rows, values[0], links, values[3], values[4]);

  graph->rewired = values[2];
  rows->entries = values[0] * (2.0 * values[1] + 1.0);
  rows->longest = 3.0 * links + 1.0;
  rows->fill = small_world_fill;
}
