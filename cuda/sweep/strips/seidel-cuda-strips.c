/* Cutting the rows of a sweep into strips: see seidel-cuda-strips.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-cells.h"

/* What the window holds of a row while a strip is computed: in which slot, and up to which page of
 * the worker. */
typedef struct
{
  int32_t strip;
  int32_t slot;
  int32_t until;
  int32_t seen; /* by the slice of that number, the last that asked for the row */
} Held;

/* How far a worker is. */
typedef struct
{
  int64_t slice;
  int slices;  /* of the page in hand */
  int fetched; /* by it */
  /* Those of this worker so far; sources are rows, and pages begin at sources of this worker. */
  SeidelStripsPage *pages;
  int32_t n_pages;
  int32_t room_for_pages;
  int32_t *sources;
  int32_t n_sources;
  int32_t room_for_sources;
} Stream;

typedef struct
{
  SeidelStrips *strips;
  SeidelCells cells;
  int32_t *slices; /* of each strip */
  Held *held;      /* of each row */
  int32_t asked;   /* number of the slice in hand */
  int32_t strip;   /* in hand */
  Stream *stream;  /* of its worker */
  Stream *streams; /* of each worker */
  bool failed;     /* memory is short */
  /* By the entries of the slice in hand: see find_columns (). */
  int32_t needed[SEIDEL_SLICE_MOST_ITEMS][SEIDEL_SLICE_LANES];
  SeidelSliceItems columns;
  SeidelSliceItems values;
} Maker;

static void
hold (Maker *maker, int64_t row, int32_t slot, int pages)
{
  Held *held = &maker->held[row];

  held->strip = maker->strip;
  held->slot = slot;
  held->until = maker->stream->n_pages + pages;
}

static bool
is_held (const Maker *maker, int64_t row)
{
  return maker->held[row].strip == maker->strip && maker->held[row].until >= maker->stream->n_pages;
}

/* Room for one item more of an array; NULL when memory is short: it is as it was then. */
static void *
grow (void *items, int32_t count, int32_t *workspace, size_t size)
{
  void *more;

  if (count < *workspace)
    return items;
  more = realloc (items, (size_t) (2 * *workspace + 64) * size);
  if (more != NULL)
    *workspace = 2 * *workspace + 64;
  return more;
}

static void
add_source (Maker *maker, int32_t row)
{
  Stream *stream = maker->stream;
  int32_t *sources =
    (int32_t *) grow (stream->sources, stream->n_sources, &stream->room_for_sources, sizeof row);

  maker->failed = maker->failed || sources == NULL;
  if (sources == NULL)
    return;
  stream->sources = sources;
  stream->sources[stream->n_sources++] = row;
}

/* Closes a page that has slices. */
static void
end_page (Maker *maker)
{
  Stream *stream = maker->stream;
  const SeidelStripsPage page = { (int32_t) (stream->slice - stream->slices), stream->slices,
                                  stream->n_sources - stream->fetched, stream->fetched };
  SeidelStripsPage *pages;

  if (stream->slices == 0)
    return;
  pages = (SeidelStripsPage *) grow (stream->pages, stream->n_pages, &stream->room_for_pages,
                                     sizeof page);
  maker->failed = maker->failed || pages == NULL;
  if (maker->failed)
    return;
  stream->pages = pages;
  stream->pages[stream->n_pages++] = page;
  while (!maker->failed && stream->n_sources % SEIDEL_STRIPS_SOURCES != 0)
    add_source (maker, 0);
  stream->slices = 0;
  stream->fetched = 0;
}

/* Finds the rows that the lanes of a slice depend on: columns of each lane for each entry, −1 where
 * there is none. */
static void
find_columns (Maker *maker, const SeidelGroup *group, int32_t step)
{
  const int entries = maker->strips->settings.shape.entries;

  for (int lane = 0; lane < group->count * group->lanes; lane++)
    {
      const int32_t row = maker->cells.rows[group->first + lane / group->lanes];
      const int32_t length = maker->cells.swept[row].length;

      for (int e = 0; e < entries; e++)
        {
          const int64_t at = seidel_group_entry (group, step, lane, e, entries);

          maker->needed[e][lane] =
            at < length ? (int32_t) seidel_cells_column (&maker->cells, row, at) : -1;
        }
    }
}

/* Values that a slice would fetch into the page in hand. */
static int
count_fetched (Maker *maker, int lanes)
{
  int count = 0;

  for (int e = 0; e < maker->strips->settings.shape.entries; e++)
    for (int lane = 0; lane < lanes; lane++)
      {
        const int32_t column = maker->needed[e][lane];

        if (column < 0 || is_held (maker, column) || maker->held[column].seen == maker->asked)
          continue;
        maker->held[column].seen = maker->asked;
        count++;
      }
  return count;
}

static void
fetch (Maker *maker, int64_t row)
{
  const SeidelStripsSettings *settings = &maker->strips->settings;
  Stream *stream = maker->stream;

  hold (maker, row,
        seidel_strips_fetched_slot (settings, (uint32_t) stream->n_pages) + stream->fetched,
        settings->pages - settings->pages_loaded);
  add_source (maker, (int32_t) row);
  stream->fetched++;
}

/* Fetches what a slice of so many lanes needs and the window lacks. */
static void
fetch_for_slice (Maker *maker, int lanes)
{
  const SeidelStripsSettings *settings = &maker->strips->settings;
  const int most = lanes * settings->shape.entries;

  if (maker->stream->slices == settings->slices
      || (maker->stream->fetched + most > settings->fetched
          && maker->stream->fetched + count_fetched (maker, lanes) > settings->fetched))
    end_page (maker);
  for (int e = 0; e < settings->shape.entries; e++)
    for (int lane = 0; lane < lanes; lane++)
      {
        const int32_t column = maker->needed[e][lane];

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
write_columns (Maker *maker, int lanes)
{
  const SeidelStripsSettings *settings = &maker->strips->settings;
  uint16_t *columns =
    maker->strips->columns + maker->stream->slice * SEIDEL_SLICE_LANES * settings->shape.columns;

  for (int e = 0; e < settings->shape.entries; e++)
    for (int lane = 0; lane < lanes; lane++)
      if (maker->needed[e][lane] >= 0)
        columns[maker->columns.first[e] + lane * maker->columns.distance[e]] =
          (uint16_t) ((size_t) maker->held[maker->needed[e][lane]].slot * settings->real_size);
}

static void
write_values (Maker *maker, const SeidelGroup *group, int32_t step)
{
  SeidelStrips *strips = maker->strips;
  const int entries = strips->settings.shape.entries;
  const double *of_matrix = maker->cells.matrix->values;
  double *values = strips->values + maker->stream->slice * SEIDEL_SLICE_LANES * entries;

  for (int lane = 0; lane < group->count * group->lanes; lane++)
    {
      const SeidelSwept *swept =
        &maker->cells.swept[maker->cells.rows[group->first + lane / group->lanes]];
      const double diagonal = of_matrix[seidel_swept_diagonal (swept, maker->cells.forward)];

      for (int e = 0; e < entries && maker->needed[e][lane] >= 0; e++)
        {
          const int64_t at = seidel_group_entry (group, step, lane, e, entries);
          const int64_t k = maker->cells.forward ? swept->first + at : swept->first - at;

          values[maker->values.first[e] + lane * maker->values.distance[e]] =
            ordinary (-of_matrix[k] / diagonal);
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
  const int32_t slot = seidel_strips_computed_slot (&strips->settings, (uint32_t) stream->n_pages)
                       + stream->slices * SEIDEL_SLICE_LANES;

  for (int i = 0; i < group->count; i++)
    {
      const int32_t row = maker->cells.rows[group->first + i];
      const int64_t place = stream->slice * SEIDEL_SLICE_LANES + i * group->lanes;

      hold (maker, row, slot + i * group->lanes, strips->settings.pages - 1);
      strips->places[row] = (int32_t) place;
      strips->rows[place] = row;
    }
  if (strips->settings.shape.columns > strips->settings.shape.entries)
    write_after (maker, group);
}

static void
write_group (Maker *maker, const SeidelGroup *group)
{
  const int lanes = group->count * group->lanes;

  for (int32_t step = 0; step < group->slices; step++)
    {
      maker->asked++;
      maker->strips->levels[maker->stream->slice] =
        maker->cells.level[maker->cells.rows[group->first]] - 1;
      find_columns (maker, group, step);
      fetch_for_slice (maker, lanes);
      write_columns (maker, lanes);
      if (maker->strips->values != NULL)
        write_values (maker, group, step);
      if (step == group->slices - 1)
        write_results (maker, group);
      maker->stream->slice++;
      maker->stream->slices++;
    }
}

/* Cuts the rows of a strip into groups, and writes them or only counts their slices. */
static int32_t
cut_strip (Maker *maker, int32_t strip, bool writes)
{
  const int entries = maker->strips->settings.shape.entries;
  const int32_t end = maker->cells.starts[strip + 1];
  int32_t slices = 0;

  for (int32_t first = maker->cells.starts[strip], after; first < end; first = after)
    {
      const int32_t level = maker->cells.level[maker->cells.rows[first]];
      int64_t fair;

      for (after = first + 1; after < end && maker->cells.level[maker->cells.rows[after]] == level;)
        after++;
      fair = seidel_fair_slices (seidel_sum_of_swept (maker->cells.swept, maker->cells.rows, first,
                                                      after),
                                 1, entries);
      for (int32_t i = first; i < after && !maker->failed;)
        {
          const int32_t longest = maker->cells.swept[maker->cells.rows[i]].length;
          const SeidelGroup group = seidel_next_group (longest, i, after, fair, entries);

          if (writes)
            write_group (maker, &group);
          slices += group.slices;
          i += group.count;
        }
    }
  return slices;
}

/* Counts the slices of each strip, and of all before each worker's. */
static void
count_slices (Maker *maker)
{
  SeidelStrips *strips = maker->strips;
  const int workers = strips->settings.workers;

  for (int32_t strip = 0; strip < strips->n_strips; strip++)
    {
      maker->slices[strip] = cut_strip (maker, strip, false);
      maker->streams[strip % workers].slice += maker->slices[strip];
    }
  for (int worker = 0; worker < workers; worker++)
    {
      const int64_t slices = maker->streams[worker].slice;

      maker->streams[worker].slice = strips->n_slices;
      strips->n_slices += slices;
    }
}

static void
write_strips (Maker *maker)
{
  SeidelStrips *strips = maker->strips;
  const SeidelSliceShape *shape = &strips->settings.shape;

  maker->columns = seidel_slice_items (shape->columns, 8);
  maker->values = seidel_slice_items (shape->entries, shape->together);
  for (int64_t row = 0; row < maker->cells.matrix->rows; row++)
    maker->held[row] = (Held){ .strip = -1 };
  for (int worker = 0; worker < strips->settings.workers; worker++)
    {
      maker->stream = &maker->streams[worker];
      for (maker->strip = worker; maker->strip < strips->n_strips && !maker->failed;
           maker->strip += strips->settings.workers)
        {
          cut_strip (maker, maker->strip, true);
          end_page (maker);
        }
      strips->n_pages += maker->stream->n_pages;
      strips->n_sources += maker->stream->n_sources;
    }
}

/* Puts the pages and sources of all workers into one array each. */
static bool
join_streams (Maker *maker)
{
  SeidelStrips *strips = maker->strips;
  int32_t page = 0;
  int32_t source = 0;

  strips->pages = (SeidelStripsPage *) malloc ((size_t) strips->n_pages * sizeof *strips->pages);
  strips->sources = (int32_t *) malloc ((size_t) (strips->n_sources + 1) * sizeof *strips->sources);
  if (strips->pages == NULL || strips->sources == NULL)
    return false;
  for (int worker = 0; worker < strips->settings.workers; worker++)
    {
      const Stream *stream = &maker->streams[worker];

      strips->first[worker] = page;
      for (int32_t i = 0; i < stream->n_pages; i++)
        {
          strips->pages[page] = stream->pages[i];
          strips->pages[page++].source += source;
        }
      for (int32_t i = 0; i < stream->n_sources; i++)
        strips->sources[source++] = strips->places[stream->sources[i]];
    }
  strips->first[strips->settings.workers] = page;
  return true;
}

static bool
reserve_strips (SeidelStrips *strips, size_t n, bool with_values)
{
  const SeidelStripsSettings *settings = &strips->settings;
  const size_t lanes = (size_t) strips->n_slices * SEIDEL_SLICE_LANES;
  const size_t columns = lanes * (size_t) settings->shape.columns;
  const uint16_t zero =
    (uint16_t) ((size_t) seidel_strips_zero_slot (settings) * settings->real_size);

  strips->places = (int32_t *) malloc ((n + 1) * sizeof *strips->places);
  strips->levels = (int32_t *) calloc ((size_t) strips->n_slices, sizeof *strips->levels);
  strips->rows = (int32_t *) malloc (lanes * sizeof *strips->rows);
  strips->columns = (uint16_t *) malloc (columns * sizeof *strips->columns);
  if (with_values)
    strips->values =
      (double *) calloc (lanes * (size_t) settings->shape.entries, sizeof *strips->values);
  if (strips->places == NULL || strips->levels == NULL || strips->rows == NULL
      || strips->columns == NULL || (with_values && strips->values == NULL))
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

/* Whether slices of the number counted are worth their memory. */
static bool
is_dense_enough (const Maker *maker)
{
  SeidelSweptLengths lengths = { maker->cells.matrix->rows, 0, 0 };

  for (int64_t row = 0; row < lengths.rows; row++)
    lengths.sum += maker->cells.swept[row].length;
  return maker->strips->n_slices <= seidel_strips_most_slices (&lengths,
                                                               &maker->strips->settings.shape,
                                                               maker->strips->n_levels);
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

static bool
count_and_predict (Maker *maker)
{
  SeidelStrips *strips = maker->strips;

  maker->slices = (int32_t *) malloc ((size_t) strips->n_strips * sizeof *maker->slices);
  if (maker->slices == NULL)
    return false;
  count_slices (maker);
  strips->nanoseconds =
    seidel_strip_graph_predict (&maker->cells.graph, &strips->settings, maker->slices);
  return strips->nanoseconds >= 0.0;
}

static SeidelStripsResult
make_strips (Maker *maker, bool plans)
{
  SeidelStrips *strips = maker->strips;
  const size_t n = (size_t) maker->cells.matrix->rows;

  strips->n_levels = maker->cells.n_levels;
  strips->n_strips = maker->cells.n_strips;
  if (strips->first == NULL || maker->streams == NULL || !count_and_predict (maker))
    return SEIDEL_STRIPS_NO_MEMORY;
  if (!is_dense_enough (maker))
    return SEIDEL_STRIPS_TOO_THIN;
  if (!plans)
    return SEIDEL_STRIPS_DONE;
  maker->held = (Held *) malloc ((n + 1) * sizeof *maker->held);
  if (maker->held == NULL || !reserve_strips (strips, n, maker->cells.matrix->values != NULL))
    return SEIDEL_STRIPS_NO_MEMORY;
  write_strips (maker);
  return !maker->failed && join_streams (maker) ? SEIDEL_STRIPS_DONE : SEIDEL_STRIPS_NO_MEMORY;
}

SeidelStripsResult
seidel_strips_init (SeidelStrips *strips,
                    const SeidelCsrView *matrix,
                    SeidelDirection direction,
                    const SeidelLevelsView *levels,
                    const SeidelStripsSettings *settings,
                    bool plans)
{
  Maker maker = { .strips = strips };
  SeidelStripsResult result;

  memset (strips, 0, sizeof *strips);
  result = seidel_cells_init (&maker.cells, matrix, direction, levels, settings);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  strips->settings = *settings;
  strips->first = (int32_t *) malloc ((size_t) (settings->workers + 1) * sizeof *strips->first);
  maker.streams = (Stream *) calloc ((size_t) settings->workers, sizeof *maker.streams);
  result = make_strips (&maker, plans);
  for (int worker = 0; maker.streams != NULL && worker < settings->workers; worker++)
    {
      free (maker.streams[worker].pages);
      free (maker.streams[worker].sources);
    }
  free (maker.streams);
  free (maker.slices);
  free (maker.held);
  seidel_cells_clear (&maker.cells);
  if (result != SEIDEL_STRIPS_DONE)
    seidel_strips_clear (strips);
  return result;
}
