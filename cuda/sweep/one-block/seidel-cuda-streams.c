/* Cutting the rows of a sweep into streams: see seidel-cuda-streams.h.
 *
 * The rows of each level are taken from the longest to the shortest, so that those that share a
 * slice are of like length. As many lanes share a row as keep all warps busy: in narrow levels
 * enough that it takes one slice, in wide ones fewer, because adding up what lanes hold takes time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-streams.h"

/* Slices of a level that the first warp does alone. */
#define NARROW 1

#define MOST_BARRIERS 2047

/* Nanoseconds, rounded from measurements: launching a sweep with what comes before it, or where the
 * block does that itself, each level, by one warp whose lanes have a row each or by others, each
 * further slice of a warp, and each byte that the block loads. */
#define LAUNCH       18000.0
#define LAUNCH_ALONE 15000.0
#define LEVEL        250.0
#define NARROW_LEVEL 180.0
#define MORE_SLICE   280.0
#define BYTE         (1.0 / 62.0)

/* Slices beside one for each level, at most: so many for each that the rows, and their entries,
 * would fill, and some more; from measurements. */
#define OF_FULL_SLICES 1.25
#define MORE_SLICES    128.0

typedef struct
{
  SeidelStreams *streams;
  const SeidelCsrView *matrix;
  bool forward;
  SeidelSwept *swept; /* of each row */
  int32_t *level;     /* of each row, 1 … n_levels */
  int32_t *rows;      /* by level, the longest first */
  int32_t *places;    /* of each row in that list */
  int32_t *starts;    /* n_levels + 1, into rows */
  bool fills;         /* false: only the slices are counted */
  int32_t next[SEIDEL_STREAMS_WARPS];
  int barriers[SEIDEL_STREAMS_WARPS]; /* of the last slice */
  int64_t slice_bytes;                /* in double */
  double nanoseconds;                 /* expected, of the levels that were counted */
} Maker;

static SeidelSliceShape
shape_of_mean (double mean, size_t real_size)
{
  const int entries = mean <= 1.5 ? 2 : mean < 12.0 ? 4 : 8;
  const int in_16_bytes = 16 / (int) real_size;

  return (SeidelSliceShape){ entries, entries, entries < in_16_bytes ? entries : in_16_bytes };
}

SeidelSliceShape
seidel_streams_choose_shape (const SeidelCsrView *matrix, size_t real_size)
{
  const double n = (double) matrix->rows;

  return shape_of_mean (0.5 * ((double) matrix->row_offsets[matrix->rows] - n) / n, real_size);
}

double
seidel_streams_most_bytes (const SeidelSweptLengths *lengths, size_t real_size, int64_t levels)
{
  const double rows = (double) lengths->rows;
  const double sum = (double) lengths->sum;
  const SeidelSliceShape shape = shape_of_mean (sum / rows, real_size);
  const double full = (rows + sum / shape.entries) / SEIDEL_SLICE_LANES;
  const size_t lane = (size_t) shape.entries * real_size
                      + (size_t) shape.columns * sizeof (uint16_t) + real_size
                      + sizeof (SeidelStreamsTask);

  return ((levels > 0 ? (double) levels : rows) + OF_FULL_SLICES * full + MORE_SLICES)
         * SEIDEL_SLICE_LANES * (double) lane;
}

/* Sorts rows by level, and by length within one: two stable counting sorts. counts has room for
 * rows + 2 numbers. */
static void
sort_rows (Maker *maker, int32_t *counts, int32_t *by_length)
{
  const int32_t n = (int32_t) maker->matrix->rows;
  const int32_t n_levels = maker->streams->n_levels;

  memset (counts, 0, (size_t) (n + 2) * sizeof *counts);
  for (int32_t row = 0; row < n; row++)
    counts[n - maker->swept[row].length + 1]++;
  for (int32_t i = 0; i <= n; i++)
    counts[i + 1] += counts[i];
  for (int32_t row = 0; row < n; row++)
    by_length[counts[n - maker->swept[row].length]++] = row;
  memset (maker->starts, 0, (size_t) (n_levels + 1) * sizeof *maker->starts);
  for (int32_t row = 0; row < n; row++)
    maker->starts[maker->level[row]]++;
  for (int32_t level = 0; level < n_levels; level++)
    maker->starts[level + 1] += maker->starts[level];
  memcpy (counts, maker->starts, (size_t) (n_levels + 1) * sizeof *counts);
  for (int32_t i = 0; i < n; i++)
    {
      const int32_t row = by_length[i];
      const int32_t place = counts[maker->level[row] - 1]++;

      maker->rows[place] = row;
      maker->places[row] = place;
    }
}

static void
add_after (Maker *maker, int32_t slice, uint32_t bits)
{
  if (maker->fills)
    maker->streams->slices[slice].after += bits;
}

static void
add_barrier (Maker *maker, int warp)
{
  if (maker->next[warp] == maker->streams->first[warp] || maker->barriers[warp] == MOST_BARRIERS)
    {
      maker->next[warp]++;
      maker->barriers[warp] = 0;
    }
  maker->barriers[warp]++;
  add_after (maker, maker->next[warp] - 1, SEIDEL_STREAMS_BARRIER);
}

static void
write_group (Maker *maker, const SeidelGroup *group, int warp)
{
  uint32_t finish = SEIDEL_STREAMS_FINISHES;

  for (int lanes = group->lanes; lanes > 1; lanes /= 2)
    finish += 1u << SEIDEL_STREAMS_LANES_SHIFT;
  for (int32_t step = 0; maker->fills && step < group->slices; step++)
    maker->streams->slices[maker->next[warp] + step] =
      (SeidelStreamsSlice){ step == group->slices - 1 ? finish : 0, group->first, step,
                            (uint16_t) group->count, (uint16_t) group->lanes };
  maker->next[warp] += group->slices;
  maker->barriers[warp] = 0;
}

/* The slices of each row of a level that keep all warps busy. */
static int64_t
fair_slices (const Maker *maker, int32_t level)
{
  return seidel_fair_slices (seidel_sum_of_swept (maker->swept, maker->rows, maker->starts[level],
                                                  maker->starts[level + 1]),
                             SEIDEL_STREAMS_WARPS, maker->streams->shape.entries);
}

static SeidelGroup
next_group (const Maker *maker, int32_t first, int32_t end, int64_t fair)
{
  return seidel_next_group (maker->swept[maker->rows[first]].length, first, end, fair,
                            maker->streams->shape.entries);
}

static bool
is_narrow (const Maker *maker, int32_t level, int64_t fair)
{
  const int32_t end = maker->starts[level + 1];
  int32_t slices = 0;

  for (int32_t i = maker->starts[level]; i < end && slices <= NARROW;)
    {
      const SeidelGroup group = next_group (maker, i, end, fair);

      slices += group.slices;
      i += group.count;
    }
  return slices <= NARROW;
}

/* Gives each group of a level to the warp that has least to do. */
static void
write_level (Maker *maker, int32_t level, bool narrow, int64_t fair)
{
  const int32_t end = maker->starts[level + 1];
  int64_t load[SEIDEL_STREAMS_WARPS] = { 0 };
  int64_t longest = 1;
  int64_t slices = 0;
  bool alone = narrow; /* one lane has a row */
  double nanoseconds;

  for (int32_t i = maker->starts[level]; i < end;)
    {
      const SeidelGroup group = next_group (maker, i, end, fair);
      int least = 0;

      for (int warp = 1; !narrow && warp < SEIDEL_STREAMS_WARPS; warp++)
        least = load[warp] < load[least] ? warp : least;
      load[least] += group.slices;
      slices += group.slices;
      alone = alone && group.lanes == 1;
      write_group (maker, &group, least);
      if (maker->streams->warps <= least)
        maker->streams->warps = least + 1;
      i += group.count;
    }
  for (int warp = 0; warp < SEIDEL_STREAMS_WARPS; warp++)
    longest = load[warp] > longest ? load[warp] : longest;
  nanoseconds = (alone ? NARROW_LEVEL : LEVEL) + MORE_SLICE * (double) (longest - 1);
  maker->nanoseconds += fmax (nanoseconds, BYTE * (double) (slices * maker->slice_bytes));
}

static void
write_levels (Maker *maker, bool fills)
{
  SeidelStreams *streams = maker->streams;
  const SeidelCsrView *A = maker->matrix;
  const int warps = fills ? streams->warps : SEIDEL_STREAMS_WARPS;
  int64_t fair = fair_slices (maker, 0);
  bool narrow = is_narrow (maker, 0, fair);

  maker->fills = fills;
  maker->nanoseconds =
    seidel_streams_are_alone (A->rows, A->row_offsets[A->rows]) ? LAUNCH_ALONE : LAUNCH;
  for (int warp = 0; warp < SEIDEL_STREAMS_WARPS; warp++)
    {
      maker->next[warp] = streams->first[warp];
      maker->barriers[warp] = 0;
    }
  for (int32_t level = 0; level < streams->n_levels; level++)
    {
      const bool last = level == streams->n_levels - 1;
      const int64_t next_fair = last ? 1 : fair_slices (maker, level + 1);
      const bool next_narrow = last || is_narrow (maker, level + 1, next_fair);

      write_level (maker, level, narrow, fair);
      if (narrow && next_narrow)
        add_after (maker, maker->next[0] - 1, SEIDEL_STREAMS_ENDS_LEVEL);
      else
        for (int warp = 0; warp < warps; warp++)
          add_barrier (maker, warp);
      fair = next_fair;
      narrow = next_narrow;
    }
}

/* Where the streams begin, once their slices are counted. */
static void
place_streams (Maker *maker)
{
  SeidelStreams *streams = maker->streams;
  int32_t at = 0;

  for (int warp = 0; warp < SEIDEL_STREAMS_WARPS; warp++)
    {
      const int32_t count = warp < streams->warps ? maker->next[warp] : 0;

      streams->first[warp] = at;
      at += (count + SEIDEL_STREAMS_AHEAD - 1) / SEIDEL_STREAMS_AHEAD * SEIDEL_STREAMS_AHEAD;
    }
  streams->first[SEIDEL_STREAMS_WARPS] = at;
  streams->n_slices = at;
}

void
seidel_streams_clear (SeidelStreams *streams)
{
  free (streams->slices);
  free (streams->rows);
  free (streams->places);
  memset (streams, 0, sizeof *streams);
}

static void
maker_clear (Maker *maker)
{
  free (maker->swept);
  free (maker->level);
  free (maker->rows);
  free (maker->places);
  free (maker->starts);
}

/* Sorts the rows and counts the slices of each stream. */
static bool
maker_init (Maker *maker,
            SeidelStreams *streams,
            const SeidelCsrView *matrix,
            SeidelDirection direction,
            const SeidelLevelsView *levels)
{
  const size_t n = (size_t) matrix->rows;
  int32_t *scratch = (int32_t *) malloc (2 * (n + 2) * sizeof *scratch);
  bool done;

  *maker = (Maker){ .streams = streams,
                    .matrix = matrix,
                    .forward = direction == SEIDEL_DIRECTION_FORWARD };
  maker->slice_bytes = SEIDEL_SLICE_LANES
                       * (streams->shape.entries * (int64_t) (sizeof (double) + sizeof (uint16_t))
                          + (int64_t) sizeof (SeidelStreamsTask));
  maker->swept = (SeidelSwept *) malloc ((n + 1) * sizeof *maker->swept);
  maker->level = (int32_t *) malloc ((n + 1) * sizeof *maker->level);
  maker->rows = (int32_t *) malloc ((n + 1) * sizeof *maker->rows);
  maker->places = (int32_t *) malloc ((n + 1) * sizeof *maker->places);
  maker->starts = (int32_t *) malloc ((n + 2) * sizeof *maker->starts);
  done = n > 0 && scratch != NULL && maker->swept != NULL && maker->level != NULL
         && maker->rows != NULL && maker->places != NULL && maker->starts != NULL;
  if (done)
    {
      streams->n_levels =
        seidel_swept_entries (matrix, maker->forward, levels, maker->swept, maker->level);
      sort_rows (maker, scratch, scratch + n + 2);
      write_levels (maker, false);
    }
  free (scratch);
  return done;
}

bool
seidel_streams_init (SeidelStreams *streams,
                     const SeidelCsrView *matrix,
                     SeidelDirection direction,
                     const SeidelLevelsView *levels,
                     SeidelSliceShape shape)
{
  Maker maker;
  bool done;

  memset (streams, 0, sizeof *streams);
  streams->shape = shape;
  done = maker_init (&maker, streams, matrix, direction, levels);
  if (done)
    {
      place_streams (&maker);
      streams->slices =
        (SeidelStreamsSlice *) calloc ((size_t) (streams->n_slices + SEIDEL_STREAMS_AHEAD),
                                       sizeof *streams->slices);
      done = streams->slices != NULL;
    }
  if (done)
    {
      write_levels (&maker, true);
      streams->rows = maker.rows;
      streams->places = maker.places;
      maker.rows = maker.places = NULL;
    }
  else
    seidel_streams_clear (streams);
  maker_clear (&maker);
  return done;
}

bool
seidel_streams_predict (const SeidelCsrView *matrix,
                        SeidelDirection direction,
                        const SeidelLevelsView *levels,
                        size_t real_size,
                        double *nanoseconds)
{
  SeidelStreams streams = { .shape = seidel_streams_choose_shape (matrix, real_size) };
  Maker maker;
  const bool done = maker_init (&maker, &streams, matrix, direction, levels);

  *nanoseconds = maker.nanoseconds;
  maker_clear (&maker);
  return done;
}
