/* Rows in cells, and cells in order, on the device: see seidel-cuda-strips-device.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-strips-cells.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Blocks of a multiprocessor, where each thread takes many rows: several entries of each, or one
 * number. */
#define SURVEY_BLOCKS 4
#define LINES_BLOCKS  8

/* Frequent distances that are brought to the host before it is known how many there are. */
#define FEW_DISTANCES 1024

/* The same of strips, and of links for each of them. */
#define FEW_STRIPS 2048
#define FEW_LINKS  8

/* Rows that are so far from each other, between lines of neighbours, are those of a deep grid: more
 * rows are between them than can be on their way at once. */
#define DEEP 32768

/* The memory of the cells, beside what is left for later. */
typedef struct
{
  SeidelContext *context;
  SeidelCudaCells *cells;
  const SeidelStripsSettings *settings;
  Tally *tally;
  unsigned long long *lines; /* seidel_line_places () */
  int32_t *strip;            /* of each row; room for rows + 2 */
  unsigned long long *marks; /* the same: FarMark */
  unsigned long long *link_keys;
  uint32_t link_places;
  SeidelStripLink *links;
  int32_t *of_cell; /* room for 4 × rows + 8 numbers */
} Maker;

static int
bits_of (int64_t highest)
{
  int bits = 0;

  while (highest >> bits > 0)
    bits++;
  return bits;
}

/* What CUB takes to sort the rows and to sum numbers of them or of cells. */
static bool
measure_room (SeidelContext *context, int64_t n, int64_t n_cells, size_t *bytes)
{
  uint64_t *keys[2] = { NULL, NULL };
  int32_t *rows[2] = { NULL, NULL };
  SeidelCudaScanSpace spaces[3] = {};

  if (!seidel_cuda_sort_wide_pairs (context, &spaces[0], keys, rows, n, 64, WHAT)
      || !seidel_cuda_exclusive_sum<int32_t> (context, &spaces[1], NULL, NULL, n_cells, WHAT)
      || !seidel_cuda_exclusive_sum<int64_t> (context, &spaces[2], NULL, NULL, n + 1, WHAT))
    return false;
  *bytes = 0;
  for (int i = 0; i < 3; i++)
    *bytes = *bytes > spaces[i].bytes ? *bytes : spaces[i].bytes;
  return true;
}

static void
lay_out (SeidelCudaLayout *layout, Maker *maker)
{
  SeidelCudaCells *cells = maker->cells;
  const size_t n = (size_t) cells->n + 2;

  maker->link_places = 1;
  while (maker->link_places < 2u * (uint32_t) seidel_most_links (cells->n))
    maker->link_places *= 2;
  maker->tally = layout->take<Tally> (1);
  maker->lines = layout->take<unsigned long long> (seidel_line_places (cells->n));
  maker->marks = layout->take<unsigned long long> (n);
  maker->link_keys = layout->take<unsigned long long> (maker->link_places);
  maker->links = layout->take<SeidelStripLink> ((size_t) seidel_most_links (cells->n));
  maker->strip = layout->take<int32_t> (n);
  /* The keys of the rows, before and after sorting, take the place of cells. */
  maker->of_cell = layout->take<int32_t> (4 * n);
  cells->rows = layout->take<int32_t> (n);
  cells->spare_rows = layout->take<int32_t> (n);
  cells->space.memory = layout->take<char> (cells->space.bytes);
}

/* One piece of memory for everything; arrays of rows have room for two numbers more. */
static bool
provide (Maker *maker)
{
  SeidelCudaCells *cells = maker->cells;

  if (!measure_room (maker->context, cells->n, 4 * cells->n + 1, &cells->space.bytes))
    return false;
  cells->memory = seidel_cuda_provide (maker->context, seidel_cuda_scratch_new,
                                       [=] (SeidelCudaLayout *layout) { lay_out (layout, maker); });
  return cells->memory != NULL;
}

static bool
launched (SeidelContext *context)
{
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* With what is on its way. */
static bool
read_tally (const Maker *maker, SeidelCudaArrivals *arrivals, Tally *tally)
{
  return launched (maker->context)
         && seidel_cuda_bring (maker->context, arrivals, tally, maker->tally, sizeof *tally)
         && seidel_cuda_brought (maker->context, arrivals, WHAT);
}

static bool
set_bytes (const Maker *maker, void *memory, int value, size_t bytes)
{
  return seidel_cuda_check (maker->context,
                            cudaMemsetAsync (memory, value, bytes, maker->context->stream), WHAT);
}

/* What is left of an array of which some items were copied before it was known how many there are.
 */
static bool
copy_rest (const Maker *maker, void *to, const void *from, size_t some, size_t all, size_t size)
{
  SeidelCudaArrivals arrivals = {};

  return all <= some
         || (seidel_cuda_bring (maker->context, &arrivals, (char *) to + some * size,
                                (const char *) from + some * size, (all - some) * size)
             && seidel_cuda_brought (maker->context, &arrivals, WHAT));
}

static int
compare_distances (const void *a, const void *b)
{
  const int32_t first = *(const int32_t *) a;
  const int32_t second = *(const int32_t *) b;

  return (first > second) - (first < second);
}

/* The lengths of the rows, the classes of their entries, and what the other direction says. */
static SeidelStripsResult
survey (const Maker *maker)
{
  SeidelContext *context = maker->context;
  SeidelCudaCells *cells = maker->cells;
  const int64_t n = cells->n;
  int32_t *counts = maker->of_cell;
  int32_t *list = maker->of_cell + n + 2;
  int32_t *distances = (int32_t *) malloc ((size_t) (n + 1) * sizeof *distances);
  const size_t few = (size_t) (n < FEW_DISTANCES ? n : FEW_DISTANCES);
  SeidelCudaArrivals arrivals = {};
  Tally tally = {};
  size_t count;

  if (distances == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  set_bytes (maker, counts, 0, (size_t) (n + 1) * sizeof *counts);
  survey_kernel<<<(unsigned int) context->multiprocessors * SURVEY_BLOCKS, SEIDEL_CUDA_BLOCK, 0,
                  context->stream>>> (cells->graph, counts, maker->tally);
  list_distances_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    counts, n, list, maker->tally);
  cells->mirrored = seidel_cuda_has_mirror (cells);
  if (cells->mirrored)
    seidel_cuda_mirror_check (context, cells, &maker->tally->contradicted);
  /* There are seldom more, and those behind the last one are not looked at. */
  if (seidel_cuda_bring (context, &arrivals, distances, list, few * sizeof *distances)
      && read_tally (maker, &arrivals, &tally))
    {
      count = (size_t) tally.n_distances;
      copy_rest (maker, distances, list, few, count, sizeof *distances);
      qsort (distances, count, sizeof *distances, compare_distances);
      cells->classes = seidel_far_classes (distances, tally.n_distances, n);
      cells->is_deep = count > 0 && distances[0] == 1 && distances[count - 1] > DEEP;
      cells->is_grid =
        seidel_grid_guess (distances, tally.n_distances, &cells->classes, n, &cells->grid);
      cells->lengths = { n, (int64_t) tally.longest, (int64_t) tally.sum };
      cells->mirrored = cells->mirrored && tally.contradicted == 0;
    }
  free (distances);
  return seidel_cuda_ready (context) ? SEIDEL_STRIPS_DONE : SEIDEL_STRIPS_FAILED;
}

/* Counts the lines that the marks make, and brings what was counted to the host. */
static bool
read_lines (const Maker *maker, Tally *tally)
{
  SeidelContext *context = maker->context;
  const int64_t n = maker->cells->n;
  SeidelCudaArrivals arrivals = {};

  if (!set_bytes (maker, maker->lines, 0, seidel_line_places (n) * sizeof *maker->lines))
    return false;
  count_lines_kernel<<<(unsigned int) context->multiprocessors * LINES_BLOCKS, SEIDEL_CUDA_BLOCK, 0,
                       context->stream>>> (n, maker->marks, maker->lines, maker->tally);
  return read_tally (maker, &arrivals, tally);
}

/* Finds levels and far entries: those of a grid, where they turn out to be right, or others. */
static bool
find_marks (const Maker *maker, Tally *tally)
{
  SeidelCudaCells *cells = maker->cells;
  const size_t workspace_bytes = 4 * (size_t) cells->n * sizeof *maker->of_cell;
  SeidelCudaFarMarks found = { maker->marks, &maker->tally->far };

  if (cells->is_grid)
    {
      if (!seidel_cuda_guess_far_marks (maker->context, cells, &found, &maker->tally->refuted)
          || !read_lines (maker, tally))
        return false;
      if (!tally->refuted)
        return true;
      /* What was counted before is on the host. */
      if (!set_bytes (maker, maker->tally, 0, sizeof *maker->tally))
        return false;
    }
  return seidel_cuda_find_far_marks (maker->context, &cells->graph.A,
                                     cells->graph.forward ? SEIDEL_DIRECTION_FORWARD
                                                          : SEIDEL_DIRECTION_BACKWARD,
                                     &cells->classes, cells->is_deep ? maker->of_cell : NULL,
                                     workspace_bytes, &found)
         && read_lines (maker, tally);
}

/* Finds levels and far entries, and chooses the cells. */
static SeidelStripsResult
choose_cells (const Maker *maker, SeidelCellGrid *grid)
{
  SeidelCudaCells *cells = maker->cells;
  Tally tally;

  if (!find_marks (maker, &tally))
    return SEIDEL_STRIPS_FAILED;
  cells->n_levels = tally.far.highest[0];
  if (cells->n_levels >= FarMark::MOST)
    return SEIDEL_STRIPS_TOO_THIN;
  return seidel_choose_cells (tally.lines > 0 ? (double) tally.rows / (double) tally.lines
                                              : (double) cells->n,
                              tally.far.highest + 1, cells->n, grid)
           ? SEIDEL_STRIPS_DONE
           : SEIDEL_STRIPS_TOO_THIN;
}

/* The cell of each row, without those that have no rows; of_cell ends with how many are left. */
static bool
find_cells (const Maker *maker, const SeidelCellGrid *grid)
{
  SeidelContext *context = maker->context;
  SeidelCudaCells *cells = maker->cells;
  const unsigned int blocks = seidel_cuda_grid (cells->n);

  if (!set_bytes (maker, maker->of_cell, 0, (size_t) (grid->count + 1) * sizeof (int32_t)))
    return false;
  find_cells_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (cells->n, maker->marks,
                                                                        *grid, maker->strip,
                                                                        maker->of_cell);
  if (!seidel_cuda_exclusive_sum (context, &cells->space, maker->of_cell, maker->of_cell,
                                  grid->count + 1, WHAT))
    return false;
  renumber_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (cells->n, maker->of_cell,
                                                                      maker->strip);
  return launched (context);
}

/* Brings the links of the cells to the host, and their lowest levels; n_strips: on the device.
 * most_strips: there are no more. */
static SeidelStripsResult
read_links (const Maker *maker, const int32_t *n_strips, int32_t most_strips, const int32_t *lowest)
{
  SeidelStripGraph *graph = &maker->cells->strips;
  const int32_t most = seidel_most_links (maker->cells->n);
  const size_t few = (size_t) (most_strips < FEW_STRIPS ? most_strips : FEW_STRIPS);
  const size_t few_links = (size_t) most < FEW_LINKS * few ? (size_t) most : FEW_LINKS * few;
  SeidelCudaArrivals arrivals = {};
  Tally tally;

  graph->lowest = (int32_t *) malloc ((size_t) most_strips * sizeof *graph->lowest);
  graph->links = (SeidelStripLink *) malloc ((size_t) most * sizeof *graph->links);
  if (graph->lowest == NULL || graph->links == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  if (!seidel_cuda_bring (maker->context, &arrivals, &graph->n_strips, n_strips, sizeof *n_strips)
      || !seidel_cuda_bring (maker->context, &arrivals, graph->lowest, lowest, few * sizeof *lowest)
      || !seidel_cuda_bring (maker->context, &arrivals, graph->links, maker->links,
                             few_links * sizeof *graph->links)
      || !read_tally (maker, &arrivals, &tally))
    return SEIDEL_STRIPS_FAILED;
  graph->n_links = tally.n_links;
  if (!seidel_strips_are_dense_enough (&maker->cells->lengths, &maker->settings->shape,
                                       graph->n_strips)
      || graph->n_links > most)
    return SEIDEL_STRIPS_TOO_THIN;
  return copy_rest (maker, graph->lowest, lowest, few, (size_t) graph->n_strips, sizeof *lowest)
             && copy_rest (maker, graph->links, maker->links, few_links, (size_t) graph->n_links,
                           sizeof *graph->links)
           ? SEIDEL_STRIPS_DONE
           : SEIDEL_STRIPS_FAILED;
}

static SeidelStripsResult
link_cells (const Maker *maker, const SeidelCellGrid *grid)
{
  SeidelContext *context = maker->context;
  SeidelCudaCells *cells = maker->cells;
  const int32_t most_strips = (int32_t) (grid->count < cells->n ? grid->count : cells->n);
  int32_t *lowest = cells->spare_rows;
  const Links links = { maker->link_keys, maker->link_places, maker->links,
                        seidel_most_links (cells->n), maker->tally };

  if (!set_bytes (maker, maker->link_keys, 0, maker->link_places * sizeof *maker->link_keys)
      || !set_bytes (maker, lowest, 0x7f, (size_t) most_strips * sizeof *lowest))
    return SEIDEL_STRIPS_FAILED;
  link_cells_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    cells->graph, maker->strip, maker->marks, lowest, links);
  return read_links (maker, maker->of_cell + grid->count, most_strips, lowest);
}

/* Lists the rows by strip, by level and by length. */
static bool
sort_rows (Maker *maker, const int32_t *numbers)
{
  SeidelContext *context = maker->context;
  SeidelCudaCells *cells = maker->cells;
  uint64_t *keys = (uint64_t *) maker->of_cell;
  uint64_t *both_keys[2] = { keys, keys + cells->n + 2 };
  int32_t *both_rows[2] = { cells->rows, cells->spare_rows };
  const int bits = bits_of (cells->strips.n_strips - 1) + cells->level_bits + cells->length_bits;

  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (cells->spare_rows, numbers,
                                           (size_t) cells->strips.n_strips * sizeof *numbers,
                                           cudaMemcpyHostToDevice, context->stream),
                          WHAT))
    return false;
  keys_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    cells->graph, maker->strip, maker->marks, cells->spare_rows, *cells, keys, cells->rows);
  if (!launched (context)
      || (!seidel_cuda_has_mirror (cells) && !seidel_cuda_mirror_keep (context, cells, keys))
      || !seidel_cuda_sort_wide_pairs (context, &cells->space, both_keys, both_rows, cells->n, bits,
                                       WHAT))
    return false;
  cells->keys = both_keys[0];
  cells->spare_keys = both_keys[1];
  cells->rows = both_rows[0];
  cells->spare_rows = both_rows[1];
  cells->spare_strips = maker->strip;
  cells->spare_far = (int64_t *) maker->marks;
  cells->spare_word = &maker->tally->spare;
  return true;
}

static SeidelStripsResult
order_cells (Maker *maker)
{
  SeidelCudaCells *cells = maker->cells;

  cells->numbers = (int32_t *) malloc ((size_t) cells->strips.n_strips * sizeof *cells->numbers);
  if (cells->numbers == NULL
      || !seidel_strip_graph_order (&cells->strips, cells->n_levels, cells->numbers))
    return SEIDEL_STRIPS_NO_MEMORY;
  return sort_rows (maker, cells->numbers) ? SEIDEL_STRIPS_DONE : SEIDEL_STRIPS_FAILED;
}

/* Which cell each row is in; grid->count: those there may be. */
static SeidelStripsResult
divide (const Maker *maker, SeidelCellGrid *grid)
{
  SeidelCudaCells *cells = maker->cells;
  SeidelStripsResult result;

  if (!cells->mirrored)
    {
      result = choose_cells (maker, grid);
      return result != SEIDEL_STRIPS_DONE || find_cells (maker, grid) ? result
                                                                      : SEIDEL_STRIPS_FAILED;
    }
  if (!seidel_cuda_mirror_take (maker->context, cells, maker->marks, maker->strip, maker->of_cell))
    return SEIDEL_STRIPS_FAILED;
  grid->count = cells->strips.n_strips;
  return SEIDEL_STRIPS_DONE;
}

static SeidelStripsResult
make_cells (Maker *maker)
{
  SeidelCudaCells *cells = maker->cells;
  SeidelCellGrid grid = {};
  SeidelStripsResult result = divide (maker, &grid);

  if (result == SEIDEL_STRIPS_DONE)
    result = link_cells (maker, &grid);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  if (maker->settings->shape.columns > maker->settings->shape.entries)
    cells->length_bits = bits_of (cells->lengths.longest);
  cells->level_bits = bits_of (cells->n_levels);
  /* Of rows with so many levels and such lengths there are more than fit into any device. */
  if (bits_of (cells->strips.n_strips) + cells->level_bits + cells->length_bits > 64)
    return SEIDEL_STRIPS_TOO_THIN;
  return order_cells (maker);
}

void
seidel_cuda_cells_clear (SeidelContext *context, SeidelCudaCells *cells)
{
  seidel_strip_graph_clear (&cells->strips);
  free (cells->numbers);
  seidel_cuda_scratch_free (context, cells->memory);
  memset (cells, 0, sizeof *cells);
}

/* Clears cells that were not made. */
static SeidelStripsResult
keep_or_clear (SeidelContext *context, SeidelCudaCells *cells, SeidelStripsResult result)
{
  if (result != SEIDEL_STRIPS_DONE)
    {
      cudaStreamSynchronize (context->stream);
      seidel_cuda_cells_clear (context, cells);
    }
  return result;
}

SeidelStripsResult
seidel_cuda_cells_begin (SeidelContext *context,
                         SeidelOperator *A,
                         SeidelDirection direction,
                         SeidelCudaCells *cells)
{
  Maker maker = { context, cells };

  memset (cells, 0, sizeof *cells);
  cells->A = A;
  cells->graph = { *A, direction == SEIDEL_DIRECTION_FORWARD };
  cells->n = A->rows;
  if (!provide (&maker) || !set_bytes (&maker, maker.tally, 0, sizeof *maker.tally))
    return keep_or_clear (context, cells, SEIDEL_STRIPS_FAILED);
  return keep_or_clear (context, cells, survey (&maker));
}

SeidelStripsResult
seidel_cuda_cells_divide (SeidelContext *context,
                          const SeidelStripsSettings *settings,
                          SeidelCudaCells *cells)
{
  Maker maker = { context, cells, settings };
  SeidelCudaLayout layout = { (char *) cells->memory, 0 };

  lay_out (&layout, &maker);
  return keep_or_clear (context, cells, make_cells (&maker));
}
