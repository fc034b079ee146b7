/* Cutting the rows of a sweep into strips: see seidel-cuda-strips.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Nanoseconds, rounded from measurements: launching a sweep, a slice, each of its entries, and the
 * way of a value from one strip to another. */
#define LAUNCH 8000.0
#define SLICE  65.0
#define ENTRY  8.0
#define HOP    1400.0

/* Slices of a page, from measurements: the fewer, the more entries they have. The least are for
 * devices with little shared memory. */
#define MOST_SLICES    32
#define MOST_ENTRIES   2 /* of lanes in such pages */
#define MIDDLE_SLICES  16
#define MIDDLE_ENTRIES 10
#define FEW_SLICES     8
#define LEAST_SLICES   4

/* How many values a page may fetch for each slice. */
#define FETCHED_OF_SLICE 16

/* What a worker has in its window of a row: in which slot, and up to which of its pages. */
typedef struct
{
  int32_t worker;
  int32_t slot;
  int64_t until;
} Held;

/* How far a worker is. */
typedef struct
{
  int64_t slice;
  int64_t page; /* of this worker */
  int64_t source;
  int slices;  /* of the page in hand */
  int fetched; /* by it */
  double time;
} Stream;

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
  int32_t *seen;   /* of each row: the number of the last slice that asked for it */
  double *times;   /* of each row: when it is expected to be done */
  bool fills;      /* false: only slices, pages and sources are counted */
  int32_t asked;   /* number of the slice in hand */
  int worker;      /* in hand */
  Stream *stream;  /* of it */
  Stream *streams; /* of each worker */
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

static void
hold (Maker *maker, int64_t row, int32_t slot, int pages)
{
  maker->held[row] = (Held){ maker->worker, slot, maker->stream->page + pages };
}

static bool
is_held (const Maker *maker, int64_t row)
{
  return maker->held[row].worker == maker->worker && maker->held[row].until >= maker->stream->page;
}

/* The page of a worker that is in hand. */
static SeidelStripsPage *
page_of (const Maker *maker)
{
  return &maker->strips->pages[maker->strips->first[maker->worker] + maker->stream->page];
}

/* Closes a page that has slices. */
static void
end_page (Maker *maker)
{
  Stream *stream = maker->stream;

  if (stream->slices == 0)
    return;
  if (maker->fills)
    *page_of (maker) =
      (SeidelStripsPage){ (int32_t) (stream->slice - stream->slices), stream->slices,
                          (int32_t) (stream->source - stream->fetched), stream->fetched };
  stream->source +=
    (SEIDEL_STRIPS_SOURCES - stream->fetched % SEIDEL_STRIPS_SOURCES) % SEIDEL_STRIPS_SOURCES;
  stream->page++;
  stream->slices = 0;
  stream->fetched = 0;
}

/* The row that an entry of a slice depends on, or −1 where there is no entry. */
static int64_t
column_in_slice (const Maker *maker, const SeidelGroup *group, int32_t step, int lane, int e)
{
  const int32_t row = maker->rows[group->first + lane / group->lanes];
  const int64_t at =
    seidel_group_entry (group, step, lane, e, maker->strips->settings.shape.entries);

  return at < maker->own[row].length ? column_of (maker, row, at) : -1;
}

/* Values that a slice would fetch into the page in hand. */
static int
count_fetched (Maker *maker, const SeidelGroup *group, int32_t step)
{
  int count = 0;

  maker->asked++;
  for (int lane = 0; lane < group->count * group->lanes; lane++)
    for (int e = 0; e < maker->strips->settings.shape.entries; e++)
      {
        const int64_t column = column_in_slice (maker, group, step, lane, e);

        if (column < 0 || is_held (maker, column) || maker->seen[column] == maker->asked)
          continue;
        maker->seen[column] = maker->asked;
        count++;
      }
  return count;
}

static void
fetch (Maker *maker, int64_t row)
{
  const SeidelStripsSettings *settings = &maker->strips->settings;
  Stream *stream = maker->stream;
  const double time = maker->times[row] + HOP;

  if (stream->time < time)
    stream->time = time;
  hold (maker, row,
        seidel_strips_fetched_slot (settings, (uint32_t) stream->page) + stream->fetched,
        settings->pages - settings->pages_loaded);
  if (maker->fills)
    maker->strips->sources[stream->source] = maker->strips->places[row];
  stream->source++;
  stream->fetched++;
}

/* Fetches what a slice needs and the window lacks. */
static void
fetch_for_slice (Maker *maker, const SeidelGroup *group, int32_t step)
{
  const SeidelStripsSettings *settings = &maker->strips->settings;

  if (maker->stream->slices == settings->slices
      || maker->stream->fetched + count_fetched (maker, group, step) > settings->fetched)
    end_page (maker);
  for (int lane = 0; lane < group->count * group->lanes; lane++)
    for (int e = 0; e < settings->shape.entries; e++)
      {
        const int64_t column = column_in_slice (maker, group, step, lane, e);

        if (column >= 0 && !is_held (maker, column))
          fetch (maker, column);
      }
}

/* A number that is not one has bits that no value awaits. */
static double
ordinary (double value)
{
  return isnan (value) ? (double) NAN : value;
}

static void
write_entries (Maker *maker, const SeidelGroup *group, int32_t step)
{
  SeidelStrips *strips = maker->strips;
  const SeidelSliceShape *shape = &strips->settings.shape;
  const int64_t slice = maker->stream->slice;

  for (int lane = 0; lane < group->count * group->lanes; lane++)
    {
      const SeidelOwn *own = &maker->own[maker->rows[group->first + lane / group->lanes]];
      const double diagonal = maker->matrix->values[seidel_own_diagonal (own, maker->forward)];

      for (int e = 0; e < shape->entries; e++)
        {
          const int64_t at = seidel_group_entry (group, step, lane, e, shape->entries);
          const int64_t k = maker->forward ? own->first + at : own->first - at;

          if (at >= own->length)
            break;
          strips->columns[seidel_slice_column (shape, slice, lane, e)] =
            (uint16_t) ((size_t) maker->held[maker->matrix->column_indices[k]].slot
                        * strips->settings.real_size);
          strips->values[seidel_slice_value (shape, slice, lane, e)] =
            ordinary (-maker->matrix->values[k] / diagonal);
        }
    }
}

static void
write_after (Maker *maker, const SeidelGroup *group)
{
  const SeidelSliceShape *shape = &maker->strips->settings.shape;
  uint16_t after = SEIDEL_STRIPS_FINISHES;

  for (int lanes = group->lanes; lanes > 1; lanes /= 2)
    after += 1u << SEIDEL_STRIPS_LANES_SHIFT;
  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    maker->strips
      ->columns[seidel_slice_column (shape, maker->stream->slice, lane, shape->entries)] = after;
}

/* The rows of a group are complete with the slice in hand. */
static void
write_results (Maker *maker, const SeidelGroup *group)
{
  SeidelStrips *strips = maker->strips;
  const Stream *stream = maker->stream;
  const int32_t slot = seidel_strips_computed_slot (&strips->settings, (uint32_t) stream->page)
                       + stream->slices * SEIDEL_SLICE_LANES;

  for (int i = 0; i < group->count; i++)
    {
      const int32_t row = maker->rows[group->first + i];
      const int64_t place = stream->slice * SEIDEL_SLICE_LANES + i * group->lanes;

      hold (maker, row, slot + i * group->lanes, strips->settings.pages - 1);
      maker->times[row] = stream->time;
      if (!maker->fills)
        continue;
      strips->places[row] = (int32_t) place;
      strips->rows[place] = row;
    }
  if (!maker->fills)
    return;
  strips->levels[stream->slice] = maker->level[maker->rows[group->first]] - 1;
  if (strips->settings.shape.columns > strips->settings.shape.entries)
    write_after (maker, group);
}

static void
write_level (Maker *maker, int32_t first, int32_t end)
{
  const int entries = maker->strips->settings.shape.entries;
  const int64_t fair = seidel_fair_slices (maker->own, maker->rows, first, end, 1, entries);

  for (int32_t i = first; i < end;)
    {
      const SeidelGroup group = seidel_next_group (maker->own, maker->rows, i, end, fair, entries);

      for (int32_t step = 0; step < group.slices; step++)
        {
          fetch_for_slice (maker, &group, step);
          maker->stream->time += SLICE + ENTRY * entries;
          if (maker->fills)
            write_entries (maker, &group, step);
          if (step == group.slices - 1)
            write_results (maker, &group);
          maker->stream->slice++;
          maker->stream->slices++;
        }
      i += group.count;
    }
}

static void
write_strip (Maker *maker, int32_t strip)
{
  const int32_t end = maker->starts[strip + 1];

  for (int32_t i = maker->starts[strip]; i < end;)
    {
      int32_t after = i + 1;

      while (after < end && maker->level[maker->rows[after]] == maker->level[maker->rows[i]])
        after++;
      write_level (maker, i, after);
      i = after;
    }
}

/* Writes all strips, from where the streams begin, or counts what they take. */
static void
write_strips (Maker *maker, bool fills)
{
  SeidelStrips *strips = maker->strips;
  const int workers = strips->settings.workers;

  maker->fills = fills;
  maker->asked = 0;
  for (int64_t row = 0; row < maker->matrix->rows; row++)
    {
      maker->held[row].worker = -1;
      maker->seen[row] = 0;
    }
  for (int32_t strip = 0; strip < strips->n_strips; strip++)
    {
      maker->worker = strip % workers;
      maker->stream = &maker->streams[maker->worker];
      write_strip (maker, strip);
    }
  for (maker->worker = 0; maker->worker < workers; maker->worker++)
    {
      maker->stream = &maker->streams[maker->worker];
      end_page (maker);
      if (strips->nanoseconds < maker->stream->time)
        strips->nanoseconds = maker->stream->time;
    }
}

/* Where the streams begin, once they are counted. */
static void
place_streams (Maker *maker)
{
  SeidelStrips *strips = maker->strips;

  for (int worker = 0; worker < strips->settings.workers; worker++)
    {
      Stream *stream = &maker->streams[worker];
      const Stream begin = { .slice = strips->n_slices,
                             .source = strips->n_sources,
                             .time = LAUNCH };

      strips->first[worker] = (int32_t) strips->n_pages;
      strips->n_slices += stream->slice;
      strips->n_sources += stream->source;
      strips->n_pages += stream->page;
      *stream = begin;
    }
  strips->first[strips->settings.workers] = (int32_t) strips->n_pages;
}

static bool
reserve_strips (SeidelStrips *strips, size_t n)
{
  const SeidelStripsSettings *settings = &strips->settings;
  const size_t lanes = (size_t) strips->n_slices * SEIDEL_SLICE_LANES;
  const size_t columns = lanes * (size_t) settings->shape.columns;
  const uint16_t zero =
    (uint16_t) ((size_t) seidel_strips_zero_slot (settings) * settings->real_size);

  strips->places = (int32_t *) malloc ((n + 1) * sizeof *strips->places);
  strips->pages = (SeidelStripsPage *) malloc ((size_t) strips->n_pages * sizeof *strips->pages);
  strips->sources = (int32_t *) calloc ((size_t) strips->n_sources + 1, sizeof *strips->sources);
  strips->levels = (int32_t *) calloc ((size_t) strips->n_slices, sizeof *strips->levels);
  strips->rows = (int32_t *) malloc (lanes * sizeof *strips->rows);
  strips->columns = (uint16_t *) malloc (columns * sizeof *strips->columns);
  strips->values =
    (double *) calloc (lanes * (size_t) settings->shape.entries, sizeof *strips->values);
  if (strips->places == NULL || strips->pages == NULL || strips->sources == NULL
      || strips->levels == NULL || strips->rows == NULL || strips->columns == NULL
      || strips->values == NULL)
    return false;
  memset (strips->rows, 0xff, lanes * sizeof *strips->rows);
  for (size_t i = 0; i < columns; i++)
    strips->columns[i] = zero;
  if (settings->shape.columns > settings->shape.entries)
    for (int64_t slice = 0; slice < strips->n_slices; slice++)
      for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
        strips
          ->columns[seidel_slice_column (&settings->shape, slice, lane, settings->shape.entries)] =
          0;
  return true;
}

/* Whether slices of the size counted are worth their memory. */
static bool
is_dense_enough (const Maker *maker)
{
  const SeidelStrips *strips = maker->strips;
  const int64_t n = maker->matrix->rows;
  const int64_t entries = (maker->matrix->row_offsets[n] - n) / 2;
  const int64_t lanes = strips->n_slices * SEIDEL_SLICE_LANES;

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
  free (strips->pages);
  free (strips->sources);
  free (strips->rows);
  free (strips->levels);
  free (strips->places);
  free (strips->columns);
  free (strips->values);
  memset (strips, 0, sizeof *strips);
}

static SeidelStripsResult
make_strips (Maker *maker, const SeidelLevelsView *levels, bool plans)
{
  SeidelStrips *strips = maker->strips;
  const size_t n = (size_t) maker->matrix->rows;
  int32_t *scratch = (int32_t *) malloc ((MOST_CELLS + 6) * (n + 8) * sizeof *scratch);
  SeidelStripsResult result = SEIDEL_STRIPS_NO_MEMORY;

  if (scratch != NULL && strips->first != NULL && maker->own != NULL && maker->level != NULL
      && maker->strip != NULL && maker->rows != NULL && maker->held != NULL && maker->seen != NULL
      && maker->times != NULL && maker->streams != NULL)
    {
      strips->n_levels =
        seidel_own_entries (maker->matrix, maker->forward, levels, maker->own, maker->level);
      result = cut_strips (maker, scratch);
    }
  free (scratch);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  for (int worker = 0; worker < strips->settings.workers; worker++)
    maker->streams[worker].time = LAUNCH;
  write_strips (maker, false);
  place_streams (maker);
  if (!is_dense_enough (maker))
    return SEIDEL_STRIPS_TOO_THIN;
  if (!plans)
    return SEIDEL_STRIPS_DONE;
  if (!reserve_strips (strips, n))
    return SEIDEL_STRIPS_NO_MEMORY;
  write_strips (maker, true);
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
  Maker maker = { .strips = strips,
                  .matrix = matrix,
                  .forward = direction == SEIDEL_DIRECTION_FORWARD };
  SeidelStripsResult result;

  memset (strips, 0, sizeof *strips);
  strips->settings = *settings;
  strips->first = (int32_t *) malloc ((size_t) (settings->workers + 1) * sizeof *strips->first);
  maker.own = (SeidelOwn *) malloc ((n + 1) * sizeof *maker.own);
  maker.level = (int32_t *) malloc ((n + 1) * sizeof *maker.level);
  maker.strip = (int32_t *) malloc ((n + 1) * sizeof *maker.strip);
  maker.rows = (int32_t *) malloc ((n + 1) * sizeof *maker.rows);
  maker.held = (Held *) malloc ((n + 1) * sizeof *maker.held);
  maker.seen = (int32_t *) malloc ((n + 1) * sizeof *maker.seen);
  maker.times = (double *) malloc ((n + 1) * sizeof *maker.times);
  maker.streams = (Stream *) calloc ((size_t) settings->workers, sizeof *maker.streams);
  result = make_strips (&maker, levels, plans);
  free (maker.own);
  free (maker.level);
  free (maker.strip);
  free (maker.rows);
  free (maker.starts);
  free (maker.held);
  free (maker.seen);
  free (maker.times);
  free (maker.streams);
  if (result != SEIDEL_STRIPS_DONE)
    seidel_strips_clear (strips);
  return result;
}

static size_t
aligned (size_t bytes)
{
  return (bytes + 127) / 128 * 128;
}

SeidelStripsLayout
seidel_strips_layout (const SeidelStripsSettings *settings)
{
  const size_t lanes = (size_t) settings->slices * SEIDEL_SLICE_LANES;
  SeidelStripsLayout layout = { 0 };

  layout.columns = lanes * (size_t) settings->shape.entries * settings->real_size;
  layout.known = layout.columns + lanes * (size_t) settings->shape.columns * sizeof (uint16_t);
  layout.rows = layout.known + lanes * settings->real_size;
  layout.sources = layout.rows + lanes * sizeof (int32_t);
  layout.size = aligned (layout.sources + (size_t) settings->fetched * sizeof (int32_t));
  return layout;
}

size_t
seidel_strips_window_bytes (const SeidelStripsSettings *settings)
{
  return aligned ((size_t) (seidel_strips_zero_slot (settings) + 1) * settings->real_size);
}

size_t
seidel_strips_shared_bytes (const SeidelStripsSettings *settings)
{
  return seidel_strips_window_bytes (settings)
         + (size_t) settings->pages_loaded * seidel_strips_layout (settings).size;
}

/* Entries of lanes for rows that take one lane each; longer rows take several. */
static const int entries_of_rows[] = { 2, 3, 4, 6, 8, 10, 13 };

static SeidelSliceShape
choose_shape (const SeidelCsrView *A, bool forward, size_t real_size)
{
  const double mean = 0.5 * (double) (A->row_offsets[A->rows] - A->rows) / (double) A->rows;
  const int in_16_bytes = 16 / (int) real_size;
  int64_t longest = 0;

  for (int64_t row = 0; row < A->rows; row++)
    {
      const int64_t begin = A->row_offsets[row];
      const int64_t end = A->row_offsets[row + 1];
      int64_t length = 0;

      if (forward)
        while (begin + length < end && A->column_indices[begin + length] < row)
          length++;
      else
        while (end - 1 - length >= begin && A->column_indices[end - 1 - length] > row)
          length++;
      longest = longest > length ? longest : length;
    }
  for (size_t i = 0; i < sizeof entries_of_rows / sizeof *entries_of_rows; i++)
    if (longest <= entries_of_rows[i] && entries_of_rows[i] <= 2.0 * mean + 4.0)
      return (SeidelSliceShape){ entries_of_rows[i], entries_of_rows[i], in_16_bytes };
  return mean <= 4.0 ? (SeidelSliceShape){ 3, 4, in_16_bytes }
                     : (SeidelSliceShape){ 7, 8, in_16_bytes };
}

/* How many values a page may fetch, for its slices. */
static int
choose_fetched (const SeidelStripsSettings *settings)
{
  const int of_slice = SEIDEL_SLICE_LANES * settings->shape.entries;
  const int of_page = FETCHED_OF_SLICE * settings->slices;

  return of_page > of_slice ? of_page : of_slice;
}

SeidelStripsSettings
seidel_strips_choose (const SeidelCsrView *matrix,
                      SeidelDirection direction,
                      size_t real_size,
                      size_t shared_bytes,
                      int multiprocessors)
{
  SeidelStripsSettings settings = {
    .workers = multiprocessors,
    .shape = choose_shape (matrix, direction == SEIDEL_DIRECTION_FORWARD, real_size),
    .pages = 4,
    .pages_loaded = 3,
    .real_size = real_size,
  };
  const int entries = settings.shape.entries;

  settings.slices = entries <= MOST_ENTRIES     ? MOST_SLICES
                    : entries <= MIDDLE_ENTRIES ? MIDDLE_SLICES
                                                : FEW_SLICES;
  settings.fetched = choose_fetched (&settings);
  while (seidel_strips_shared_bytes (&settings) > shared_bytes && settings.slices > LEAST_SLICES)
    {
      settings.slices /= 2;
      settings.fetched = choose_fetched (&settings);
    }
  if (seidel_strips_shared_bytes (&settings) > shared_bytes)
    settings.pages_loaded--;
  return settings;
}
