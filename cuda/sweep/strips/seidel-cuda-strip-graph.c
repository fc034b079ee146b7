/* How rows are divided into cells, and in which order cells are taken: see seidel-cuda-cells.h.
 * What the host and the device have in common when they cut strips.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-cells.h"

/* Rows of a level that a strip should have: the lanes of its warp. */
#define ROWS_OF_LEVEL 32.0

/* Cells that are distinguished, for each row. */
#define MOST_CELLS 4

/* Nanoseconds, rounded from measurements: launching a sweep with what comes before it, a slice,
 * each of its entries, more of both where rows take several lanes that add up, and the way of a
 * value from one strip to another. */
#define LAUNCH        18000.0
#define SLICE         50.0
#define ENTRY         6.0
#define SEVERAL_LANES 24.0
#define SEVERAL_ENTRY 12.0
#define HOP           900.0

/* How many of each number make a cell, so that it has ROWS_OF_LEVEL rows a level. */
static void
choose_widths (double rows_of_line, const int32_t most[2], int32_t widths[2])
{
  const double lines = fmax (1.0, ROWS_OF_LEVEL / rows_of_line);

  widths[0] = (int32_t) (lines + 0.5);
  widths[1] = 1;
  if (most[1] == 0)
    return;
  widths[0] = 1;
  while (widths[0] * widths[0] < 2.0 * lines - 0.5)
    widths[0] *= 2;
  widths[1] = (int32_t) fmax (1.0, lines / widths[0] + 0.5);
}

bool
seidel_choose_cells (double rows_of_line, const int32_t most[2], int64_t rows, SeidelCellGrid *grid)
{
  choose_widths (rows_of_line, most, grid->widths);
  grid->across = most[0] / grid->widths[0] + 1;
  grid->count = (most[1] / grid->widths[1] + 1) * grid->across;
  return grid->count <= MOST_CELLS * rows;
}

/* Sorts the links by strip, stably; starts has room for n_strips + 1 numbers, sorted for all. */
static void
sort_links (SeidelStripGraph *graph, int32_t *starts, SeidelStripLink *sorted)
{
  memset (starts, 0, (size_t) (graph->n_strips + 1) * sizeof *starts);
  for (int32_t i = 0; i < graph->n_links; i++)
    starts[graph->links[i].strip + 1]++;
  for (int32_t strip = 0; strip < graph->n_strips; strip++)
    starts[strip + 1] += starts[strip];
  for (int32_t i = 0; i < graph->n_links; i++)
    sorted[starts[graph->links[i].strip]++] = graph->links[i];
  memcpy (graph->links, sorted, (size_t) graph->n_links * sizeof *sorted);
}

/* The longest path to each cell, from its lowest level. Returns the highest of them. */
static int32_t
rank_cells (const SeidelStripGraph *graph, int32_t *ranks)
{
  int32_t highest = 0;
  int32_t link = 0;

  for (int32_t cell = 0; cell < graph->n_strips; cell++)
    {
      ranks[cell] = graph->lowest[cell];
      for (; link < graph->n_links && graph->links[link].strip == cell; link++)
        if (ranks[graph->links[link].needed] >= ranks[cell])
          ranks[cell] = ranks[graph->links[link].needed] + 1;
      highest = highest > ranks[cell] ? highest : ranks[cell];
    }
  return highest;
}

static void
number_cells (const SeidelStripGraph *graph,
              const int32_t *ranks,
              int32_t highest,
              int32_t *counts,
              int32_t *numbers)
{
  memset (counts, 0, (size_t) (highest + 2) * sizeof *counts);
  for (int32_t cell = 0; cell < graph->n_strips; cell++)
    counts[ranks[cell] + 1]++;
  for (int32_t rank = 0; rank <= highest; rank++)
    counts[rank + 1] += counts[rank];
  for (int32_t cell = 0; cell < graph->n_strips; cell++)
    numbers[cell] = counts[ranks[cell]]++;
}

static void
renumber (SeidelStripGraph *graph, const int32_t *numbers, int32_t *lowest)
{
  for (int32_t cell = 0; cell < graph->n_strips; cell++)
    lowest[numbers[cell]] = graph->lowest[cell];
  memcpy (graph->lowest, lowest, (size_t) graph->n_strips * sizeof *lowest);
  for (int32_t i = 0; i < graph->n_links; i++)
    graph->links[i] =
      (SeidelStripLink){ numbers[graph->links[i].strip], numbers[graph->links[i].needed] };
}

bool
seidel_strip_graph_order (SeidelStripGraph *graph, int32_t n_levels, int32_t *numbers)
{
  const size_t n = (size_t) graph->n_strips;
  int32_t *ranks = (int32_t *) malloc ((n + 1) * sizeof *ranks);
  /* A rank is below the sum of both. */
  int32_t *counts = (int32_t *) malloc (((size_t) n_levels + n + 3) * sizeof *counts);
  SeidelStripLink *sorted =
    (SeidelStripLink *) malloc (((size_t) graph->n_links + 1) * sizeof *sorted);
  const bool done = ranks != NULL && counts != NULL && sorted != NULL;

  if (done)
    {
      sort_links (graph, counts, sorted);
      number_cells (graph, ranks, rank_cells (graph, ranks), counts, numbers);
      renumber (graph, numbers, ranks);
      sort_links (graph, counts, sorted);
    }
  free (ranks);
  free (counts);
  free (sorted);
  return done;
}

/* When a strip is expected to begin and to end. */
typedef struct
{
  double begin;
  double end;
} Span;

/* A strip begins when its worker is free, follows those that it depends on level by level, and ends
 * after them. Returns when the last one ends; spans has room for all strips, free_from for all
 * workers. */
static double
predict_spans (const SeidelStripGraph *graph,
               const SeidelStripsSettings *settings,
               const int32_t *slices,
               Span *spans,
               double *free_from)
{
  const bool several_lanes = settings->shape.columns > settings->shape.entries;
  const double slice =
    SLICE + ENTRY * settings->shape.entries
    + (several_lanes ? SEVERAL_LANES + SEVERAL_ENTRY * settings->shape.entries : 0.0);
  double last = LAUNCH;
  int32_t link = 0;

  for (int worker = 0; worker < settings->workers; worker++)
    free_from[worker] = LAUNCH;
  for (int32_t strip = 0; strip < graph->n_strips; strip++)
    {
      double *const from = &free_from[strip % settings->workers];
      Span span = { *from, 0.0 };

      for (; link < graph->n_links && graph->links[link].strip == strip; link++)
        {
          const int32_t needed = graph->links[link].needed;
          const double begin =
            spans[needed].begin + HOP + slice * (graph->lowest[strip] - graph->lowest[needed]);

          span.begin = fmax (span.begin, begin);
          span.end = fmax (span.end, spans[needed].end + HOP);
        }
      span.end = fmax (span.end, span.begin + slice * slices[strip]);
      spans[strip] = span;
      *from = span.end;
      last = fmax (last, span.end);
    }
  return last;
}

double
seidel_strip_graph_predict (const SeidelStripGraph *graph,
                            const SeidelStripsSettings *settings,
                            const int32_t *slices)
{
  Span *spans = (Span *) calloc ((size_t) graph->n_strips + 1, sizeof *spans);
  double *free_from = (double *) calloc ((size_t) settings->workers, sizeof *free_from);
  double nanoseconds = -1.0;

  if (spans != NULL && free_from != NULL)
    nanoseconds = predict_spans (graph, settings, slices, spans, free_from);
  free (spans);
  free (free_from);
  return nanoseconds;
}

void
seidel_strip_graph_clear (SeidelStripGraph *graph)
{
  free (graph->lowest);
  free (graph->links);
  memset (graph, 0, sizeof *graph);
}
