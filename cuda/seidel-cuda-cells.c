/* Cutting the rows of a sweep into cells: see seidel-cuda-cells.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-cells.h"

/* Rows of a level that a strip should have: the lanes of its warp. */
#define ROWS_OF_LEVEL 32.0

/* Distances that are rarer than one in so many rows do not count, and neighbouring ones of which
 * one is not so many times the other belong to the same class. */
#define RARE 10000
#define GAP  4.0

/* Cells that are distinguished, for each row. */
#define MOST_CELLS 4

/* Two of the far classes: distances from cuts[0] and from cuts[1] on. */
typedef struct
{
  int64_t cuts[2];
} Classes;

static int64_t
distance_of (const SeidelCells *cells, int64_t row, int64_t e)
{
  const int64_t column = seidel_cells_column (cells, row, e);

  return column < row ? row - column : column - row;
}

/* The distances behind the two widest gaps; counts has room for rows + 1 numbers. */
static Classes
find_classes (const SeidelCells *cells, int32_t *counts)
{
  const int64_t n = cells->matrix->rows;
  Classes classes = { { n, n } };
  double widest[2] = { GAP, GAP };
  int64_t last = 0;

  memset (counts, 0, (size_t) (n + 1) * sizeof *counts);
  for (int64_t row = 0; row < n; row++)
    for (int32_t e = 0; e < cells->own[row].length; e++)
      counts[distance_of (cells, row, e)]++;
  for (int64_t distance = 1; distance < n; distance++)
    {
      const double gap = last > 0 ? (double) distance / (double) last : 0.0;

      if (counts[distance] <= n / RARE)
        continue;
      last = distance;
      if (gap > widest[0])
        {
          widest[1] = widest[0];
          classes.cuts[1] = classes.cuts[0];
          widest[0] = gap;
          classes.cuts[0] = distance;
        }
      else if (gap > widest[1])
        {
          widest[1] = gap;
          classes.cuts[1] = distance;
        }
    }
  if (classes.cuts[0] > classes.cuts[1])
    classes = (Classes){ { classes.cuts[1], classes.cuts[0] } };
  return classes;
}

/* Of each row the most entries of the two far classes on a path that leads to it; most receives the
 * largest of each. */
static void
count_far (const SeidelCells *cells, const Classes *classes, int32_t *const far[2], int32_t most[2])
{
  const int64_t n = cells->matrix->rows;

  most[0] = most[1] = 0;
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t row = cells->forward ? i : n - 1 - i;
      int32_t counts[2] = { 0, 0 };

      for (int32_t e = 0; e < cells->own[row].length; e++)
        {
          const int64_t column = seidel_cells_column (cells, row, e);
          const int64_t distance = distance_of (cells, row, e);
          const bool in[2] = { distance >= classes->cuts[0] && distance < classes->cuts[1],
                               distance >= classes->cuts[1] };

          for (int c = 0; c < 2; c++)
            if (counts[c] < far[c][column] + in[c])
              counts[c] = far[c][column] + in[c];
        }
      for (int c = 0; c < 2; c++)
        {
          far[c][row] = counts[c];
          most[c] = most[c] > counts[c] ? most[c] : counts[c];
        }
    }
}

/* Distinct combinations of both numbers and the level: the rows of a line and a level, on a grid.
 * Counted in a table of 2^bits places. */
static int64_t
count_lines (const SeidelCells *cells, int32_t *const far[2], uint64_t *table, int bits)
{
  const uint64_t mask = ((uint64_t) 1 << bits) - 1;
  int64_t count = 0;

  memset (table, 0, sizeof *table << bits);
  for (int64_t row = 0; row < cells->matrix->rows; row++)
    {
      const uint64_t key = (((uint64_t) far[1][row] << 21 ^ (uint64_t) far[0][row]) << 22
                            ^ (uint64_t) cells->level[row])
                           + 1;
      uint64_t at = key * 0x9e3779b97f4a7c15u >> (64 - bits);

      while (table[at] != 0 && table[at] != key)
        at = (at + 1) & mask;
      count += table[at] == 0;
      table[at] = key;
    }
  return count;
}

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

/* The cell of each row, into strip; the larger number first, so that cells depend on earlier ones.
 * Returns how many there are, or −1 when they are too many. numbers has room for
 * MOST_CELLS × rows + 1. */
static int32_t
find_cells (SeidelCells *cells,
            int32_t *const far[2],
            const int32_t most[2],
            const int32_t widths[2],
            int32_t *numbers)
{
  const int64_t n = cells->matrix->rows;
  const int64_t across = most[0] / widths[0] + 1;
  const int64_t all = (most[1] / widths[1] + 1) * across;
  int32_t count = 0;

  if (all > MOST_CELLS * n)
    return -1;
  memset (numbers, 0, (size_t) (all + 1) * sizeof *numbers);
  for (int64_t row = 0; row < n; row++)
    {
      cells->strip[row] = (int32_t) (far[1][row] / widths[1] * across + far[0][row] / widths[0]);
      numbers[cells->strip[row]] = 1;
    }
  for (int64_t cell = 0; cell < all; cell++)
    {
      const int32_t used = numbers[cell];

      numbers[cell] = count;
      count += used;
    }
  for (int64_t row = 0; row < n; row++)
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

/* Numbers the strips by the longest path that leads to them: each after those that it depends on,
 * and after those that begin earlier. ranks and order have room for n_strips numbers, and counts
 * for all ranks. */
static void
order_strips (SeidelCells *cells, int32_t *ranks, int32_t *numbers, int32_t *counts)
{
  const int64_t n = cells->matrix->rows;
  const int32_t n_strips = cells->n_strips;
  int32_t highest = 0;

  for (int32_t cell = 0; cell < n_strips; cell++)
    {
      int32_t rank = cells->n_levels;

      for (int32_t i = cells->starts[cell]; i < cells->starts[cell + 1]; i++)
        rank = rank < cells->level[cells->rows[i]] ? rank : cells->level[cells->rows[i]];
      for (int32_t i = cells->starts[cell]; i < cells->starts[cell + 1]; i++)
        for (int32_t e = 0; e < cells->own[cells->rows[i]].length; e++)
          {
            const int32_t other = cells->strip[seidel_cells_column (cells, cells->rows[i], e)];

            if (other != cell && ranks[other] >= rank)
              rank = ranks[other] + 1;
          }
      ranks[cell] = rank;
      highest = highest > rank ? highest : rank;
    }
  memset (counts, 0, (size_t) (highest + 2) * sizeof *counts);
  for (int32_t cell = 0; cell < n_strips; cell++)
    counts[ranks[cell] + 1]++;
  for (int32_t rank = 0; rank <= highest; rank++)
    counts[rank + 1] += counts[rank];
  for (int32_t cell = 0; cell < n_strips; cell++)
    numbers[cell] = counts[ranks[cell]]++;
  for (int64_t row = 0; row < n; row++)
    cells->strip[row] = numbers[cells->strip[row]];
}

/* Lists the rows by strip, by level, and the longest first. */
static void
list_rows (SeidelCells *cells, int32_t *counts, int32_t *other)
{
  const int64_t n = cells->matrix->rows;
  int32_t *lengths = other + n;

  for (int64_t row = 0; row < n; row++)
    {
      cells->rows[row] = (int32_t) row;
      lengths[row] = (int32_t) n - cells->own[row].length;
    }
  sort_by (n, lengths, n + 1, cells->rows, other, counts);
  sort_by (n, cells->level, cells->n_levels + 1, other, cells->rows, counts);
  memcpy (other, cells->rows, (size_t) n * sizeof *other);
  sort_by (n, cells->strip, cells->n_strips, other, cells->rows, cells->starts);
}

/* Finds the cells and lists their rows; scratch has room for MOST_CELLS + 5 numbers a row. */
static SeidelStripsResult
cut (SeidelCells *cells, int32_t *scratch)
{
  const int64_t n = cells->matrix->rows;
  int32_t *far[2] = { scratch, scratch + n };
  int32_t *rest = scratch + 2 * n; /* MOST_CELLS + 3 numbers a row */
  const Classes classes = find_classes (cells, rest);
  uint64_t *table;
  int32_t most[2], widths[2];
  int bits = 4;
  double rows_of_line;

  count_far (cells, &classes, far, most);
  while ((int64_t) 1 << bits < 2 * n)
    bits++;
  table = (uint64_t *) malloc (sizeof *table << bits);
  if (table == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  rows_of_line = (double) n / (double) count_lines (cells, far, table, bits);
  free (table);
  choose_widths (rows_of_line, most, widths);
  cells->n_strips = find_cells (cells, far, most, widths, rest);
  if (cells->n_strips < 0)
    return SEIDEL_STRIPS_TOO_THIN;
  cells->starts = (int32_t *) malloc ((size_t) (cells->n_strips + 1) * sizeof *cells->starts);
  if (cells->starts == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  list_rows (cells, rest, rest + n + 2);
  order_strips (cells, far[0], far[1], rest);
  list_rows (cells, rest, rest + n + 2);
  return SEIDEL_STRIPS_DONE;
}

void
seidel_cells_clear (SeidelCells *cells)
{
  free (cells->own);
  free (cells->level);
  free (cells->strip);
  free (cells->rows);
  free (cells->starts);
  memset (cells, 0, sizeof *cells);
}

SeidelStripsResult
seidel_cells_init (SeidelCells *cells,
                   const SeidelCsrView *matrix,
                   SeidelDirection direction,
                   const SeidelLevelsView *levels)
{
  const size_t n = (size_t) matrix->rows;
  int32_t *scratch = (int32_t *) malloc ((MOST_CELLS + 6) * (n + 8) * sizeof *scratch);
  SeidelStripsResult result = SEIDEL_STRIPS_NO_MEMORY;

  *cells = (SeidelCells){ .matrix = matrix, .forward = direction == SEIDEL_DIRECTION_FORWARD };
  cells->own = (SeidelOwn *) malloc ((n + 1) * sizeof *cells->own);
  cells->level = (int32_t *) malloc ((n + 1) * sizeof *cells->level);
  cells->strip = (int32_t *) malloc ((n + 1) * sizeof *cells->strip);
  cells->rows = (int32_t *) malloc ((n + 1) * sizeof *cells->rows);
  if (scratch != NULL && cells->own != NULL && cells->level != NULL && cells->strip != NULL
      && cells->rows != NULL)
    {
      cells->n_levels =
        seidel_own_entries (matrix, cells->forward, levels, cells->own, cells->level);
      result = cut (cells, scratch);
    }
  free (scratch);
  if (result != SEIDEL_STRIPS_DONE)
    seidel_cells_clear (cells);
  return result;
}
