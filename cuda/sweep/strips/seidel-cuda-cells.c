/* Cutting the rows of a sweep into cells: see seidel-cuda-cells.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-cells.h"

/* Numbers of scratch memory for each row. */
#define SCRATCH 9

static int64_t
distance_of (const SeidelCells *cells, int64_t row, int64_t e)
{
  const int64_t column = seidel_cells_column (cells, row, e);

  return column < row ? row - column : column - row;
}

/* counts has room for rows + 1 numbers. */
static SeidelFarClasses
find_classes (const SeidelCells *cells, int32_t *counts)
{
  const int64_t n = cells->matrix->rows;
  int64_t n_distances = 0;

  memset (counts, 0, (size_t) (n + 1) * sizeof *counts);
  for (int64_t row = 0; row < n; row++)
    for (int32_t e = 0; e < cells->swept[row].length; e++)
      counts[distance_of (cells, row, e)]++;
  /* The list takes the place of the counts. */
  for (int64_t distance = 1; distance < n; distance++)
    if (counts[distance] > seidel_rare_distance (n))
      counts[n_distances++] = (int32_t) distance;
  return seidel_far_classes (counts, n_distances, n);
}

/* Raises the numbers of a row to those of the rows that it depends on, from entry e on as long as
 * these are so far away, and one more of the class c; none: of neither. Returns the next entry. */
static inline int32_t
raise_counts (const SeidelCells *cells,
              int64_t row,
              int32_t e,
              int64_t distance,
              int c,
              int32_t *const far[2],
              int32_t counts[2])
{
  for (; e < cells->swept[row].length && distance_of (cells, row, e) >= distance; e++)
    {
      const int64_t column = seidel_cells_column (cells, row, e);
      const int32_t first = far[0][column] + (c == 0);
      const int32_t second = far[1][column] + (c == 1);

      counts[0] = counts[0] > first ? counts[0] : first;
      counts[1] = counts[1] > second ? counts[1] : second;
    }
  return e;
}

#define NO_CLASS 2

/* Of each row the most entries of the two far classes on a path that leads to it; most receives the
 * largest of each. The entries of a row come from the farthest to the nearest. */
static void
count_far (const SeidelCells *cells,
           const SeidelFarClasses *classes,
           int32_t *const far[2],
           int32_t most[2])
{
  const int64_t n = cells->matrix->rows;

  most[0] = most[1] = 0;
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t row = cells->forward ? i : n - 1 - i;
      int32_t counts[2] = { 0, 0 };
      int32_t e = raise_counts (cells, row, 0, classes->cuts[1], 1, far, counts);

      e = raise_counts (cells, row, e, classes->cuts[0], 0, far, counts);
      raise_counts (cells, row, e, 0, NO_CLASS, far, counts);
      for (int c = 0; c < 2; c++)
        {
          far[c][row] = counts[c];
          most[c] = most[c] > counts[c] ? most[c] : counts[c];
        }
    }
}

/* The rows of a line on average. table has so many places. */
static double
count_lines (const SeidelCells *cells, int32_t *const far[2], uint64_t *table, uint32_t places)
{
  const uint64_t sampled = ((uint64_t) 1 << seidel_line_sample (cells->matrix->rows)) - 1;
  int64_t lines = 0;
  int64_t rows = 0;

  memset (table, 0, places * sizeof *table);
  for (int64_t row = 0; row < cells->matrix->rows; row++)
    {
      const int32_t numbers[2] = { far[0][row], far[1][row] };
      const uint64_t hash = seidel_line_hash (numbers, cells->level[row]);
      uint64_t at = hash >> 32 & (places - 1);

      if ((hash & sampled) != 0)
        continue;
      rows++;
      for (uint32_t probes = 0; probes < places && table[at] != 0 && table[at] != hash; probes++)
        at = (at + 1) & (places - 1);
      lines += table[at] == 0;
      table[at] = hash;
    }
  return lines > 0 ? (double) rows / (double) lines : (double) cells->matrix->rows;
}

/* What seidel_cell_number () adds for each number of far entries of a class, which rows have often:
 * there are most + 1. */
static void
tabulate (const SeidelCellGrid *grid, int c, int32_t most, int32_t *table)
{
  for (int32_t count = 0; count <= most; count++)
    {
      const int32_t of_row[2] = { c == 0 ? count : 0, c == 1 ? count : 0 };

      table[count] = seidel_cell_number (grid, of_row);
    }
}

/* The cell of each row, into strip, without those that have no rows. Returns how many there are.
 * numbers has room for all, and tables for all numbers of far entries. */
static int32_t
find_cells (SeidelCells *cells,
            int32_t *const far[2],
            const int32_t most[2],
            const SeidelCellGrid *grid,
            int32_t *numbers,
            int32_t *const tables[2])
{
  int32_t count = 0;

  memset (numbers, 0, (size_t) grid->count * sizeof *numbers);
  for (int c = 0; c < 2; c++)
    tabulate (grid, c, most[c], tables[c]);
  for (int64_t row = 0; row < cells->matrix->rows; row++)
    {
      cells->strip[row] = tables[0][far[0][row]] + tables[1][far[1][row]];
      numbers[cells->strip[row]] = 1;
    }
  for (int64_t cell = 0; cell < grid->count; cell++)
    {
      const int32_t used = numbers[cell];

      numbers[cell] = count;
      count += used;
    }
  for (int64_t row = 0; row < cells->matrix->rows; row++)
    cells->strip[row] = numbers[cells->strip[row]];
  return count;
}

/* Sorts rows by a key, stably; counts has room for n_keys + 1 numbers, and holds where each key
 * begins then. */
static void
sort_by (int64_t n,
         const int32_t *keys,
         int64_t n_keys,
         const int32_t *from,
         int32_t *to,
         int32_t *counts)
{
  memset (counts, 0, (size_t) (n_keys + 1) * sizeof *counts);
  for (int64_t i = 0; i < n; i++)
    counts[keys[i] + 1]++;
  for (int64_t key = 0; key < n_keys; key++)
    counts[key + 1] += counts[key];
  for (int64_t i = 0; i < n; i++)
    to[counts[keys[from[i]]]++] = from[i];
  for (int64_t key = n_keys; key > 0; key--)
    counts[key] = counts[key - 1];
  counts[0] = 0;
}

/* Adds the cells that a cell depends on; seen: of each cell, the last that asked for it. False: the
 * links are too many. */
static bool
link_cell (SeidelCells *cells, int32_t cell, int32_t *seen)
{
  SeidelStripGraph *graph = &cells->graph;

  for (int32_t i = cells->starts[cell]; i < cells->starts[cell + 1]; i++)
    for (int32_t e = 0; e < cells->swept[cells->rows[i]].length; e++)
      {
        const int32_t other = cells->strip[seidel_cells_column (cells, cells->rows[i], e)];

        if (other == cell || seen[other] == cell)
          continue;
        if (graph->n_links == seidel_most_links (cells->matrix->rows))
          return false;
        seen[other] = cell;
        graph->links[graph->n_links++] = (SeidelStripLink){ cell, other };
      }
  return true;
}

/* Which cells depend on which; scratch has a place for each cell. */
static SeidelStripsResult
link_cells (SeidelCells *cells, int32_t *scratch)
{
  SeidelStripGraph *graph = &cells->graph;

  graph->n_strips = cells->n_strips;
  graph->lowest = (int32_t *) malloc ((size_t) (cells->n_strips + 1) * sizeof *graph->lowest);
  graph->links = (SeidelStripLink *) malloc ((size_t) seidel_most_links (cells->matrix->rows)
                                             * sizeof *graph->links);
  if (graph->lowest == NULL || graph->links == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  memset (scratch, 0xff, (size_t) cells->n_strips * sizeof *scratch);
  for (int32_t cell = 0; cell < cells->n_strips; cell++)
    {
      graph->lowest[cell] = cells->level[cells->rows[cells->starts[cell]]];
      if (!link_cell (cells, cell, scratch))
        return SEIDEL_STRIPS_TOO_THIN;
    }
  return SEIDEL_STRIPS_DONE;
}

/* Lists the rows by level, and the longest first if that matters; scratch as below. */
static void
list_by_level (const SeidelCells *cells, bool by_length, int32_t *listed, int32_t *scratch)
{
  const int64_t n = cells->matrix->rows;
  int32_t *rows = scratch;
  int32_t *lengths = rows + n;
  int32_t *by_lengths = lengths + n;
  int32_t *counts = by_lengths + n;

  for (int64_t row = 0; row < n; row++)
    {
      rows[row] = (int32_t) row;
      lengths[row] = (int32_t) n - cells->swept[row].length;
    }
  if (by_length)
    sort_by (n, lengths, n + 1, rows, by_lengths, counts);
  sort_by (n, cells->level, cells->n_levels + 1, by_length ? by_lengths : rows, listed, counts);
}

/* Divides the rows into cells; scratch has room for SCRATCH numbers a row. */
static SeidelStripsResult
divide (SeidelCells *cells, int32_t *scratch)
{
  const int64_t n = cells->matrix->rows;
  int32_t *far[2] = { scratch, scratch + n };
  int32_t *rest = scratch + 2 * n;
  int32_t *const tables[2] = { scratch + 6 * n, scratch + 7 * n + 1 };
  const SeidelFarClasses classes = find_classes (cells, rest);
  const uint32_t places = seidel_line_places (n);
  uint64_t *table = (uint64_t *) malloc (places * sizeof *table);
  SeidelCellGrid grid;
  int32_t most[2];
  double rows_of_line;

  if (table == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  count_far (cells, &classes, far, most);
  rows_of_line = count_lines (cells, far, table, places);
  free (table);
  if (!seidel_choose_cells (rows_of_line, most, n, &grid))
    return SEIDEL_STRIPS_TOO_THIN;
  cells->n_strips = find_cells (cells, far, most, &grid, rest, tables);
  return SEIDEL_STRIPS_DONE;
}

/* Orders the cells, which are strips then, and lists their rows; scratch as above. */
static SeidelStripsResult
order (SeidelCells *cells, bool by_length, int32_t *scratch)
{
  const int64_t n = cells->matrix->rows;
  int32_t *by_level = scratch + 4 * n + 8;
  SeidelStripsResult result;

  cells->starts = (int32_t *) malloc ((size_t) (cells->n_strips + 1) * sizeof *cells->starts);
  if (cells->starts == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  list_by_level (cells, by_length, by_level, scratch);
  sort_by (n, cells->strip, cells->n_strips, by_level, cells->rows, cells->starts);
  result = link_cells (cells, scratch);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  if (!seidel_strip_graph_order (&cells->graph, cells->n_levels, scratch))
    return SEIDEL_STRIPS_NO_MEMORY;
  for (int64_t row = 0; row < n; row++)
    cells->strip[row] = scratch[cells->strip[row]];
  sort_by (n, cells->strip, cells->n_strips, by_level, cells->rows, cells->starts);
  return SEIDEL_STRIPS_DONE;
}

void
seidel_cells_clear (SeidelCells *cells)
{
  free (cells->swept);
  free (cells->level);
  free (cells->strip);
  free (cells->rows);
  free (cells->starts);
  seidel_strip_graph_clear (&cells->graph);
  memset (cells, 0, sizeof *cells);
}

static SeidelStripsResult
cut (SeidelCells *cells, const SeidelStripsSettings *settings, int32_t *scratch)
{
  SeidelSweptLengths lengths = { cells->matrix->rows, 0, 0 };
  SeidelStripsResult result = divide (cells, scratch);

  if (result != SEIDEL_STRIPS_DONE)
    return result;
  for (int64_t row = 0; row < cells->matrix->rows; row++)
    lengths.sum += cells->swept[row].length;
  /* Each strip has a slice at least. */
  if (!seidel_strips_are_dense_enough (&lengths, &settings->shape, cells->n_strips))
    return SEIDEL_STRIPS_TOO_THIN;
  return order (cells, settings->shape.columns > settings->shape.entries, scratch);
}

SeidelStripsResult
seidel_cells_init (SeidelCells *cells,
                   const SeidelCsrView *matrix,
                   SeidelDirection direction,
                   const SeidelLevelsView *levels,
                   const SeidelStripsSettings *settings)
{
  const size_t n = (size_t) matrix->rows;
  int32_t *scratch = (int32_t *) malloc (SCRATCH * (n + 8) * sizeof *scratch);
  SeidelStripsResult result = SEIDEL_STRIPS_NO_MEMORY;

  *cells = (SeidelCells){ .matrix = matrix, .forward = direction == SEIDEL_DIRECTION_FORWARD };
  cells->swept = (SeidelSwept *) malloc ((n + 1) * sizeof *cells->swept);
  cells->level = (int32_t *) malloc ((n + 1) * sizeof *cells->level);
  cells->strip = (int32_t *) calloc (n + 1, sizeof *cells->strip);
  cells->rows = (int32_t *) malloc ((n + 1) * sizeof *cells->rows);
  if (scratch != NULL && cells->swept != NULL && cells->level != NULL && cells->strip != NULL
      && cells->rows != NULL)
    {
      cells->n_levels =
        seidel_swept_entries (matrix, cells->forward, levels, cells->swept, cells->level);
      result = cut (cells, settings, scratch);
    }
  free (scratch);
  if (result != SEIDEL_STRIPS_DONE)
    seidel_cells_clear (cells);
  return result;
}
