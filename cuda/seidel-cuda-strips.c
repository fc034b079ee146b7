/* Cutting the rows of a sweep into strips: see seidel-cuda-strips.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-rows.h"
#include "seidel-cuda-strips.h"

/* Rows of a level that a strip should have: the lanes of its warp. */
#define ROWS_OF_LEVEL 32.0

/* Distances that are rarer than one in so many rows do not count, and neighbouring ones of which
 * one is not so many times the other belong to the same class. */
#define RARE 10000
#define GAP  4.0

/* Cells that are told apart, for each row. */
#define MOST_CELLS 4

/* Places of lanes for each row and entry; more would be a waste of memory. */
#define MOST_PADDING 4

/* Nanoseconds, rounded from measurements: launching a sweep, a slice, and the way of a value from
 * one strip to another. */
#define LAUNCH 12000.0
#define SLICE  250.0
#define HOP    1400.0

/* What a slice fetches, at most. */
#define MOST_FETCHED (SEIDEL_STREAMS_LANES * 8)

/* What a strip has done with a row: the latest serial number that its value got. */
typedef struct
{
  int32_t strip;
  int32_t slot;
  int64_t serial;
} Held;

typedef struct
{
  SeidelStrips *strips;
  const SeidelCsrView *matrix;
  bool forward;
  SeidelOwn *own;  /* of each row */
  int32_t *level;  /* of each row, 1 … n_levels */
  int32_t *strip;  /* of each row */
  int32_t *rows;   /* by strip, by level, the longest first */
  int32_t *starts; /* n_strips + 1, into rows */
  Held *held;      /* of each row */
  double *times;   /* of each row: when it is expected to be done */
  bool fills;      /* false: only the slices are counted */
  /* Of the strip and the stream in hand. */
  int32_t current;
  int64_t serial; /* of the next value in the window */
  int64_t next;   /* slice */
  double time;
} Maker;

/* Two of the far classes: distances from cuts[0] and from cuts[1] on. */
typedef struct
{
  int64_t cuts[2];
} Classes;

static int64_t
column_of (const Maker *maker, int64_t row, int64_t e)
{
  const SeidelOwn *own = &maker->own[row];

  return maker->matrix->column_indices[maker->forward ? own->first + e : own->first - e];
}

static int64_t
distance_of (const Maker *maker, int64_t row, int64_t e)
{
  const int64_t column = column_of (maker, row, e);

  return column < row ? row - column : column - row;
}

/* The distances behind the two widest gaps; counts has room for rows + 1 numbers. */
static Classes
find_classes (const Maker *maker, int32_t *counts)
{
  const int64_t n = maker->matrix->rows;
  Classes classes = { { n, n } };
  double widest[2] = { GAP, GAP };
  int64_t last = 0;

  memset (counts, 0, (size_t) (n + 1) * sizeof *counts);
  for (int64_t row = 0; row < n; row++)
    for (int32_t e = 0; e < maker->own[row].length; e++)
      counts[distance_of (maker, row, e)]++;
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
count_far (const Maker *maker, const Classes *classes, int32_t *const far[2], int32_t most[2])
{
  const int64_t n = maker->matrix->rows;

  most[0] = most[1] = 0;
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t row = maker->forward ? i : n - 1 - i;
      int32_t counts[2] = { 0, 0 };

      for (int32_t e = 0; e < maker->own[row].length; e++)
        {
          const int64_t column = column_of (maker, row, e);
          const int64_t distance = distance_of (maker, row, e);
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
count_lines (const Maker *maker, int32_t *const far[2], uint64_t *table, int bits)
{
  const uint64_t mask = ((uint64_t) 1 << bits) - 1;
  int64_t count = 0;

  memset (table, 0, sizeof *table << bits);
  for (int64_t row = 0; row < maker->matrix->rows; row++)
    {
      const uint64_t key = (((uint64_t) far[1][row] << 21 ^ (uint64_t) far[0][row]) << 22
                            ^ (uint64_t) maker->level[row])
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
find_cells (Maker *maker,
            int32_t *const far[2],
            const int32_t most[2],
            const int32_t widths[2],
            int32_t *numbers)
{
  const int64_t n = maker->matrix->rows;
  const int64_t across = most[0] / widths[0] + 1;
  const int64_t all = (most[1] / widths[1] + 1) * across;
  int32_t count = 0;

  if (all > MOST_CELLS * n)
    return -1;
  memset (numbers, 0, (size_t) (all + 1) * sizeof *numbers);
  for (int64_t row = 0; row < n; row++)
    {
      maker->strip[row] = (int32_t) (far[1][row] / widths[1] * across + far[0][row] / widths[0]);
      numbers[maker->strip[row]] = 1;
    }
  for (int64_t cell = 0; cell < all; cell++)
    {
      const int32_t used = numbers[cell];

      numbers[cell] = count;
      count += used;
    }
  for (int64_t row = 0; row < n; row++)
    maker->strip[row] = numbers[maker->strip[row]];
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
order_strips (Maker *maker, int32_t *ranks, int32_t *numbers, int32_t *counts)
{
  const int64_t n = maker->matrix->rows;
  const int32_t n_strips = maker->strips->n_strips;
  int32_t highest = 0;

  for (int32_t cell = 0; cell < n_strips; cell++)
    {
      int32_t rank = maker->strips->n_levels;

      for (int32_t i = maker->starts[cell]; i < maker->starts[cell + 1]; i++)
        rank = rank < maker->level[maker->rows[i]] ? rank : maker->level[maker->rows[i]];
      for (int32_t i = maker->starts[cell]; i < maker->starts[cell + 1]; i++)
        for (int32_t e = 0; e < maker->own[maker->rows[i]].length; e++)
          {
            const int32_t other = maker->strip[column_of (maker, maker->rows[i], e)];

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
    maker->strip[row] = numbers[maker->strip[row]];
}

/* Lists the rows by strip, by level, and the longest first. */
static void
list_rows (Maker *maker, int32_t *counts, int32_t *other)
{
  const int64_t n = maker->matrix->rows;
  int32_t *lengths = other + n;

  for (int64_t row = 0; row < n; row++)
    {
      maker->rows[row] = (int32_t) row;
      lengths[row] = (int32_t) n - maker->own[row].length;
    }
  sort_by (n, lengths, n + 1, maker->rows, other, counts);
  sort_by (n, maker->level, maker->strips->n_levels + 1, other, maker->rows, counts);
  memcpy (other, maker->rows, (size_t) n * sizeof *other);
  sort_by (n, maker->strip, maker->strips->n_strips, other, maker->rows, maker->starts);
}

/* Some rows of one level that share slices. */
typedef struct
{
  int32_t first; /* into rows */
  int count;
  int lanes; /* of a row */
  int32_t slices;
} Group;

static Group
next_group (const Maker *maker, int32_t first, int32_t end, int64_t fair)
{
  const int entries = maker->strips->settings.shape.entries;
  const int32_t length = maker->own[maker->rows[first]].length;
  Group group = { first, 0, 1, 1 };

  while (group.lanes < SEIDEL_STREAMS_LANES && (int64_t) group.lanes * entries * fair < length)
    group.lanes *= 2;
  group.count = SEIDEL_STREAMS_LANES / group.lanes;
  if (group.count > end - first)
    group.count = end - first;
  if (length > group.lanes * entries)
    group.slices = (length + group.lanes * entries - 1) / (group.lanes * entries);
  return group;
}

/* Slices of each row that the rows of a level need on one warp. */
static int64_t
fair_slices (const Maker *maker, int32_t first, int32_t end)
{
  const int64_t at_once = (int64_t) SEIDEL_STREAMS_LANES * maker->strips->settings.shape.entries;
  int64_t entries = 0;

  for (int32_t i = first; i < end; i++)
    entries += maker->own[maker->rows[i]].length;
  return entries > at_once ? (entries + at_once - 1) / at_once : 1;
}

/* Gives the value of a row the next slot of the window. */
static void
hold (Maker *maker, int64_t row)
{
  maker->held[row] =
    (Held){ maker->current, (int32_t) (maker->serial % maker->strips->settings.window),
            maker->serial };
  maker->serial++;
}

/* Whether it will still be in the window once a slice has fetched what it needs. */
static bool
is_held (const Maker *maker, int64_t row)
{
  return maker->held[row].strip == maker->current
         && maker->held[row].serial + maker->strips->settings.window
              > maker->serial + MOST_FETCHED + SEIDEL_STREAMS_LANES;
}

static SeidelStripsTask *
task_of (const Maker *maker, int64_t slice, int lane)
{
  return maker->strips->tasks + slice * SEIDEL_STREAMS_LANES + lane;
}

/* Fetches some rows for the next slice. */
static void
write_fetches (Maker *maker, const int32_t *rows, int count)
{
  const int64_t slice = maker->next;

  for (int lane = 0; lane < count; lane++)
    {
      const double time = maker->times[rows[lane]] + HOP;

      if (maker->time < time)
        maker->time = time;
      if (!maker->fills)
        continue;
      task_of (maker, slice, lane)->fetched = (uint16_t) maker->held[rows[lane]].slot;
      task_of (maker, slice - SEIDEL_STRIPS_AHEAD, lane)->source =
        maker->strips->places[rows[lane]];
    }
  for (int lane = 0; maker->fills && count > 0 && lane < SEIDEL_STREAMS_LANES; lane++)
    task_of (maker, slice, lane)->after |= SEIDEL_STRIPS_FETCHES;
}

/* What lane holds of a row in one slice. */
typedef struct
{
  int32_t row;
  int64_t first; /* entry */
  int lanes;     /* from one of its entries to the next */
} Part;

static Part
part_of (const Maker *maker, const Group *group, int32_t step, int lane)
{
  return (Part){ maker->rows[group->first + lane / group->lanes],
                 (int64_t) step * maker->strips->settings.shape.entries * group->lanes
                   + lane % group->lanes,
                 group->lanes };
}

/* Fetches what a slice needs and the window lacks: all but the last of it in slices before. */
static void
fetch_for_slice (Maker *maker, const Group *group, int32_t step)
{
  int32_t rows[MOST_FETCHED];
  int count = 0;
  int done = 0;

  for (int lane = 0; lane < group->count * group->lanes; lane++)
    {
      const Part part = part_of (maker, group, step, lane);

      for (int e = 0; e < maker->strips->settings.shape.entries; e++)
        {
          const int64_t at = part.first + (int64_t) e * part.lanes;
          const int64_t column =
            at < maker->own[part.row].length ? column_of (maker, part.row, at) : -1;

          if (column >= 0 && !is_held (maker, column))
            rows[count++] = (int32_t) column;
          /* Marked at once, so that it is listed once; its slot is given below. */
          if (column >= 0 && !is_held (maker, column))
            maker->held[column] = (Held){ maker->current, -1, maker->serial + MOST_FETCHED };
        }
    }
  for (int i = 0; i < count; i++)
    hold (maker, rows[i]);
  for (; count - done > SEIDEL_STREAMS_LANES; done += SEIDEL_STREAMS_LANES)
    {
      write_fetches (maker, rows + done, SEIDEL_STREAMS_LANES);
      maker->next++;
      maker->time += SLICE;
    }
  write_fetches (maker, rows + done, count - done);
}

static void
write_entries (Maker *maker, const Group *group, int32_t step)
{
  SeidelStrips *strips = maker->strips;
  const SeidelStreamsShape *shape = &strips->settings.shape;

  for (int lane = 0; lane < group->count * group->lanes; lane++)
    {
      const Part part = part_of (maker, group, step, lane);
      const SeidelOwn *own = &maker->own[part.row];

      for (int e = 0; e < shape->entries; e++)
        {
          const int64_t at = part.first + (int64_t) e * part.lanes;
          const int64_t k = maker->forward ? own->first + at : own->first - at;

          if (at >= own->length)
            break;
          strips->columns[seidel_streams_column (shape, maker->next, lane, e)] =
            (uint16_t) maker->held[maker->matrix->column_indices[k]].slot;
          strips->values[seidel_streams_value (shape, maker->next, lane, e)] =
            maker->matrix->values[k]
            / maker->matrix->values[seidel_own_diagonal (own, maker->forward)];
        }
    }
}

/* The rows of a group are complete with the slice in hand. */
static void
write_results (Maker *maker, const Group *group)
{
  uint32_t finish = SEIDEL_STREAMS_FINISHES;

  for (int lanes = group->lanes; lanes > 1; lanes /= 2)
    finish += 1u << SEIDEL_STREAMS_LANES_SHIFT;
  for (int i = 0; i < group->count; i++)
    {
      const int32_t row = maker->rows[group->first + i];

      hold (maker, row);
      maker->times[row] = maker->time;
      if (!maker->fills)
        continue;
      task_of (maker, maker->next, i * group->lanes)->result = (uint16_t) maker->held[row].slot;
      maker->strips->places[row] =
        (int32_t) (maker->next * SEIDEL_STREAMS_LANES + i * group->lanes);
    }
  for (int lane = 0; maker->fills && lane < SEIDEL_STREAMS_LANES; lane++)
    {
      task_of (maker, maker->next, lane)->after |= finish;
      task_of (maker, maker->next, lane)->level = maker->level[maker->rows[group->first]] - 1;
    }
}

static void
write_level (Maker *maker, int32_t first, int32_t end)
{
  const int64_t fair = fair_slices (maker, first, end);

  for (int32_t i = first; i < end;)
    {
      const Group group = next_group (maker, i, end, fair);

      for (int32_t step = 0; step < group.slices; step++)
        {
          fetch_for_slice (maker, &group, step);
          maker->time += SLICE;
          if (maker->fills)
            write_entries (maker, &group, step);
          if (step == group.slices - 1)
            write_results (maker, &group);
          maker->next++;
        }
      i += group.count;
    }
}

static void
write_strip (Maker *maker, int32_t strip)
{
  const int32_t end = maker->starts[strip + 1];

  maker->current = strip;
  maker->serial = 0;
  for (int32_t i = maker->starts[strip]; i < end;)
    {
      int32_t after = i + 1;

      while (after < end && maker->level[maker->rows[after]] == maker->level[maker->rows[i]])
        after++;
      write_level (maker, i, after);
      i = after;
    }
}

/* Writes all strips, or counts the slices of each stream into first[worker + 1]. */
static void
write_strips (Maker *maker, bool fills, int64_t *nexts, double *times)
{
  SeidelStrips *strips = maker->strips;
  const int workers = strips->settings.workers;

  maker->fills = fills;
  for (int64_t row = 0; row < maker->matrix->rows; row++)
    maker->held[row].strip = -1;
  for (int worker = 0; worker < workers; worker++)
    {
      nexts[worker] =
        (worker < strips->n_strips ? SEIDEL_STRIPS_AHEAD : 0) + (fills ? strips->first[worker] : 0);
      times[worker] = LAUNCH;
    }
  for (int32_t strip = 0; strip < strips->n_strips; strip++)
    {
      const int worker = strip % workers;

      maker->next = nexts[worker];
      maker->time = times[worker];
      write_strip (maker, strip);
      nexts[worker] = maker->next;
      times[worker] = maker->time;
      if (strips->nanoseconds < maker->time)
        strips->nanoseconds = maker->time;
    }
}

static void
place_streams (SeidelStrips *strips, const int64_t *nexts)
{
  int64_t at = 0;

  for (int worker = 0; worker < strips->settings.workers; worker++)
    {
      strips->first[worker] = at;
      at += (nexts[worker] + SEIDEL_STRIPS_AHEAD - 1) / SEIDEL_STRIPS_AHEAD * SEIDEL_STRIPS_AHEAD;
    }
  strips->first[strips->settings.workers] = at;
  strips->n_slices = at;
}

static bool
reserve_strips (SeidelStrips *strips)
{
  const size_t lanes = (size_t) (strips->n_slices + SEIDEL_STRIPS_AHEAD) * SEIDEL_STREAMS_LANES;
  const size_t entries = lanes * (size_t) strips->settings.shape.entries;

  strips->tasks = (SeidelStripsTask *) malloc (lanes * sizeof *strips->tasks);
  strips->columns = (uint16_t *) malloc (entries * sizeof *strips->columns);
  strips->values = (double *) calloc (entries, sizeof *strips->values);
  if (strips->tasks == NULL || strips->columns == NULL || strips->values == NULL)
    return false;
  for (size_t i = 0; i < lanes; i++)
    strips->tasks[i] = (SeidelStripsTask){ 0, SEIDEL_STRIPS_NO_SLOT, SEIDEL_STRIPS_NO_SLOT, -1, 0 };
  for (size_t i = 0; i < entries; i++)
    strips->columns[i] = (uint16_t) strips->settings.window;
  return true;
}

/* Whether slices of the size counted are worth their memory. */
static bool
is_dense_enough (const Maker *maker)
{
  const SeidelStrips *strips = maker->strips;
  const int64_t n = maker->matrix->rows;
  const int64_t entries = (maker->matrix->row_offsets[n] - n) / 2;
  const int64_t lanes = strips->n_slices * SEIDEL_STREAMS_LANES;

  return lanes * (strips->settings.shape.entries + 2)
           <= MOST_PADDING * (entries + 2 * n) + 4096 * 32
         && lanes < INT32_MAX;
}

/* Finds the strips and lists their rows; scratch has room for MOST_CELLS + 5 numbers a row. */
static SeidelStripsResult
cut_strips (Maker *maker, int32_t *scratch)
{
  const int64_t n = maker->matrix->rows;
  SeidelStrips *strips = maker->strips;
  int32_t *far[2] = { scratch, scratch + n };
  int32_t *rest = scratch + 2 * n; /* MOST_CELLS + 3 numbers a row */
  const Classes classes = find_classes (maker, rest);
  uint64_t *table;
  int32_t most[2], widths[2];
  int bits = 4;
  double rows_of_line;

  count_far (maker, &classes, far, most);
  while ((int64_t) 1 << bits < 2 * n)
    bits++;
  table = (uint64_t *) malloc (sizeof *table << bits);
  if (table == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  rows_of_line = (double) n / (double) count_lines (maker, far, table, bits);
  free (table);
  choose_widths (rows_of_line, most, widths);
  strips->n_strips = find_cells (maker, far, most, widths, rest);
  if (strips->n_strips < 0)
    return SEIDEL_STRIPS_TOO_THIN;
  maker->starts = (int32_t *) malloc ((size_t) (strips->n_strips + 1) * sizeof *maker->starts);
  if (maker->starts == NULL)
    return SEIDEL_STRIPS_NO_MEMORY;
  list_rows (maker, rest, rest + n + 2);
  order_strips (maker, far[0], far[1], rest);
  list_rows (maker, rest, rest + n + 2);
  return SEIDEL_STRIPS_DONE;
}

void
seidel_strips_clear (SeidelStrips *strips)
{
  free (strips->first);
  free (strips->tasks);
  free (strips->columns);
  free (strips->values);
  free (strips->places);
  memset (strips, 0, sizeof *strips);
}

static SeidelStripsResult
make_strips (Maker *maker,
             const SeidelLevelsView *levels,
             bool plans,
             int64_t *nexts,
             double *times)
{
  SeidelStrips *strips = maker->strips;
  const size_t n = (size_t) maker->matrix->rows;
  int32_t *scratch = (int32_t *) malloc ((MOST_CELLS + 6) * (n + 8) * sizeof *scratch);
  SeidelStripsResult result = SEIDEL_STRIPS_NO_MEMORY;

  if (scratch != NULL && nexts != NULL && times != NULL && strips->first != NULL
      && maker->own != NULL && maker->level != NULL && maker->strip != NULL && maker->rows != NULL
      && maker->held != NULL && maker->times != NULL)
    {
      strips->n_levels =
        seidel_own_entries (maker->matrix, maker->forward, levels, maker->own, maker->level);
      result = cut_strips (maker, scratch);
    }
  free (scratch);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  write_strips (maker, false, nexts, times);
  place_streams (strips, nexts);
  if (!is_dense_enough (maker))
    return SEIDEL_STRIPS_TOO_THIN;
  if (!plans)
    return SEIDEL_STRIPS_DONE;
  strips->places = (int32_t *) malloc ((n + 1) * sizeof *strips->places);
  if (strips->places == NULL || !reserve_strips (strips))
    return SEIDEL_STRIPS_NO_MEMORY;
  write_strips (maker, true, nexts, times);
  return SEIDEL_STRIPS_DONE;
}

SeidelStripsResult
seidel_strips_init (SeidelStrips *strips,
                    const SeidelCsrView *matrix,
                    SeidelDirection direction,
                    const SeidelLevelsView *levels,
                    const SeidelStripsSettings *settings,
                    bool plans)
{
  const size_t n = (size_t) matrix->rows;
  int64_t *nexts = (int64_t *) malloc ((size_t) settings->workers * sizeof *nexts);
  double *times = (double *) malloc ((size_t) settings->workers * sizeof *times);
  Maker maker = { .strips = strips,
                  .matrix = matrix,
                  .forward = direction == SEIDEL_DIRECTION_FORWARD };
  SeidelStripsResult result;

  memset (strips, 0, sizeof *strips);
  strips->settings = *settings;
  strips->first = (int64_t *) malloc ((size_t) (settings->workers + 1) * sizeof *strips->first);
  maker.own = (SeidelOwn *) malloc ((n + 1) * sizeof *maker.own);
  maker.level = (int32_t *) malloc ((n + 1) * sizeof *maker.level);
  maker.strip = (int32_t *) malloc ((n + 1) * sizeof *maker.strip);
  maker.rows = (int32_t *) malloc ((n + 1) * sizeof *maker.rows);
  maker.held = (Held *) malloc ((n + 1) * sizeof *maker.held);
  maker.times = (double *) malloc ((n + 1) * sizeof *maker.times);
  result = make_strips (&maker, levels, plans, nexts, times);
  free (nexts);
  free (times);
  free (maker.own);
  free (maker.level);
  free (maker.strip);
  free (maker.rows);
  free (maker.starts);
  free (maker.held);
  free (maker.times);
  if (result != SEIDEL_STRIPS_DONE)
    seidel_strips_clear (strips);
  return result;
}
