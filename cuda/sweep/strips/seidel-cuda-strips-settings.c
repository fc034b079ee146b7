/* How strips are cut into pages, and what a page takes: see seidel-cuda-strips.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "seidel-cuda-strips.h"

/* Slices of a page, from measurements: the fewer, the more entries they have. The least are for
 * devices with little shared memory. */
#define MOST_SLICES    32
#define MOST_ENTRIES   2 /* of lanes in such pages */
#define MIDDLE_SLICES  16
#define MIDDLE_ENTRIES 10
#define FEW_SLICES     12
#define LEAST_SLICES   4

/* How many values a page may fetch for each slice. */
#define FETCHED_OF_SLICE 16

/* The most slices: one for each level, two for each that the rows would fill, those of rows that
 * take several lanes, and some more; from measurements, on which what a run is expected to take is
 * based. A long chain has a slice for each row: where they take more than a little memory, or
 * levels are not counted beforehand, these do not count beyond half of those that would be filled.
 */
#define OF_FULL_SLICES  2.0
#define OF_ENTRIES      1.25
#define MORE_SLICES     128.0
#define LEVELS_OF_LARGE 0.5
#define FEW_BYTES       ((double) (384 << 20))
#define NUMBERED_SLICES ((double) (INT32_MAX / SEIDEL_SLICE_LANES - 1))

/* Values that a slice fetches, of which a matrix without neighbourhoods needs more. */
#define USUALLY_FETCHED 32

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
  layout.partial = layout.columns + lanes * (size_t) settings->shape.columns * sizeof (uint16_t);
  layout.rows = layout.partial + lanes * settings->real_size;
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
choose_shape (const SeidelSweptLengths *lengths, size_t real_size)
{
  const int in_16_bytes = 16 / (int) real_size;
  const double mean = lengths->rows > 0 ? (double) lengths->sum / (double) lengths->rows : 0.0;

  for (size_t i = 0; i < sizeof entries_of_rows / sizeof *entries_of_rows; i++)
    if (lengths->longest <= entries_of_rows[i] && entries_of_rows[i] <= 2.0 * mean + 4.0)
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
seidel_strips_choose (const SeidelSweptLengths *lengths,
                      size_t real_size,
                      size_t shared_bytes,
                      int multiprocessors)
{
  SeidelStripsSettings settings = {
    .workers = multiprocessors,
    .shape = choose_shape (lengths, real_size),
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

/* What a slice takes on the device: of each lane its entries, their places, the partial residual of
 * its row and where it is published, and the row; beside those its level, and its part of a page.
 */
static double
bytes_of_slice (const SeidelSliceShape *shape, size_t real_size)
{
  const size_t lane = (size_t) shape->entries * real_size
                      + (size_t) shape->columns * sizeof (uint16_t) + 2 * real_size
                      + sizeof (int32_t);

  return (double) (SEIDEL_SLICE_LANES * lane + sizeof (int32_t) + sizeof (SeidelStripsPage)
                   + USUALLY_FETCHED * sizeof (int32_t));
}

int64_t
seidel_strips_most_slices (const SeidelSweptLengths *lengths,
                           const SeidelSliceShape *shape,
                           int64_t levels)
{
  const bool several_lanes = shape->columns > shape->entries;
  const double full = (double) lengths->rows / SEIDEL_SLICE_LANES;
  double usual = OF_FULL_SLICES * full + MORE_SLICES;
  double most;

  if (several_lanes)
    usual += OF_ENTRIES * (double) lengths->sum / (SEIDEL_SLICE_LANES * shape->entries);
  most = usual + LEVELS_OF_LARGE * full;
  if (lengths->rows <= SEIDEL_MOST_ROWS_COUNTED)
    most = fmax (most, FEW_BYTES / bytes_of_slice (shape, sizeof (double)));
  if (levels > 0)
    most = fmin (most, usual + (double) levels);
  /* Each has a row then. */
  if (!several_lanes)
    most = fmin (most, (double) lengths->rows);
  return (int64_t) fmin (most, NUMBERED_SLICES);
}

double
seidel_strips_most_bytes (const SeidelSweptLengths *lengths, size_t real_size, int64_t levels)
{
  const SeidelSliceShape shape = choose_shape (lengths, real_size);

  return (double) seidel_strips_most_slices (lengths, &shape, levels)
         * bytes_of_slice (&shape, real_size);
}

bool
seidel_strips_are_dense_enough (const SeidelSweptLengths *lengths,
                                const SeidelSliceShape *shape,
                                int64_t n_slices)
{
  return n_slices <= seidel_strips_most_slices (lengths, shape, 0);
}
