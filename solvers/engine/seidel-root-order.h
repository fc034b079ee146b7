/* The order in which rows are offered to begin an aggregate of multigrid: the same on the host and
 * on a device. Plain C: no GLib. Private to libseidel and the engines.
 *
 * The greedy choice of aggregates in the order of the rows makes good ones, but each row waits for
 * those before it: a chain as long as the wavefronts of a sweep. Here the points of a lattice come
 * first where the strong couplings are those of a grid: their neighbourhoods fill the grid without
 * meeting, so that no one waits. All other rows follow. Both go in tiles of neighbours, the tiles
 * in a hashed order, in which chains are short. Whatever the lattice is, the choice remains a
 * greedy one.
 *
 * Sources: Blelloch, Fineman and Shun, "Greedy sequential maximal independent set and matching are
 * parallel on average" (2012); for stars, the perfect code x + 2 y + 3 z = 0 (mod 7) and its like
 * in one and two dimensions: Golomb and Welch, "Perfect codes in the Lee metric and the packing of
 * polyominoes" (1970).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-random.h"

/* Rows of a tile. CG with smoothed aggregation and Jacobi on grids of 5 points, 500² to 1414², and
 * of 7, 80³ and 128³: tiles of 16,384 rows take at most 1.11 times the iterations of the order of
 * the rows, of 4,096 1.2, of 256 1.6. */
#define SEIDEL_ROOT_TILE 16384

/* Rows that are looked at for a lattice, and the distances that those may have. */
#define SEIDEL_ROOT_SAMPLES   1024
#define SEIDEL_ROOT_DISTANCES 32

/* Rows of a grid of up to three dimensions. */
typedef struct
{
  int32_t dimensions; /* 0: no lattice */
  int32_t box;        /* the neighbours are those of a box, not of a star */
  int32_t strides[3]; /* between neighbours in each dimension, rising */
} SeidelRootLattice;

/* Strong couplings of the rows of a sample to rows behind them, by the distance. */
typedef struct
{
  int32_t sampled; /* rows */
  int32_t count;   /* of distances; −1: more than there is room for */
  int32_t distances[SEIDEL_ROOT_DISTANCES];
  int32_t rows[SEIDEL_ROOT_DISTANCES]; /* that have each of them */
} SeidelRootSample;

/* The i-th row of the sample of a matrix with so many. */
static inline SEIDEL_RANDOM_ANYWHERE int64_t
seidel_root_sample_row (int64_t i, int64_t rows)
{
  return (int64_t) (seidel_random_mix ((uint64_t) i) % (uint64_t) rows);
}

/* Notes a coupling of a row of the sample; distance > 0. */
static inline void
seidel_root_sample_note (SeidelRootSample *sample, int32_t distance)
{
  int i = 0;

  while (i < sample->count && sample->distances[i] != distance)
    i++;
  if (i == SEIDEL_ROOT_DISTANCES)
    sample->count = -1;
  if (sample->count < 0)
    return;
  if (i == sample->count)
    {
      sample->distances[sample->count++] = distance;
      sample->rows[i] = 0;
    }
  sample->rows[i]++;
}

/* The distances that most rows have, rising; returns how many. */
static inline int
seidel_root_sample_frequent (const SeidelRootSample *sample, int32_t *distances)
{
  int n = 0;

  for (int i = 0; i < sample->count; i++)
    if (2 * sample->rows[i] >= sample->sampled)
      {
        int place = n++;

        for (; place > 0 && distances[place - 1] > sample->distances[i]; place--)
          distances[place] = distances[place - 1];
        distances[place] = sample->distances[i];
      }
  return n;
}

/* Whether the distances, rising, are those to half of the neighbours in a box of two or three
 * dimensions. */
static inline int
seidel_root_lattice_is_box (const int32_t *distances, const int32_t *strides, int dimensions)
{
  int n = 0;

  for (int z = 0; z < dimensions - 1; z++)
    for (int y = z > 0 ? -1 : 0; y <= 1; y++)
      for (int x = y > 0 || z > 0 ? -1 : 1; x <= 1; x++)
        if (distances[n++]
            != x * strides[0] + y * strides[1] + z * (dimensions > 2 ? strides[2] : 0))
          return 0;
  return 1;
}

/* That of a grid which has these couplings; none if they are not those of a star or a box. */
static inline SeidelRootLattice
seidel_root_lattice_find (const SeidelRootSample *sample)
{
  int32_t distances[SEIDEL_ROOT_DISTANCES];
  const int n = sample->count < 0 ? 0 : seidel_root_sample_frequent (sample, distances);
  SeidelRootLattice lattice = { 0, 0, { 0, 0, 0 } };

  if (n >= 1 && n <= 3)
    {
      lattice.dimensions = n;
      for (int d = 0; d < n; d++)
        lattice.strides[d] = distances[d];
    }
  else if (n == 4 || n == 13)
    {
      const int32_t strides[3] = { distances[0], distances[2], n == 13 ? distances[8] : 0 };
      const int dimensions = n == 13 ? 3 : 2;

      if (seidel_root_lattice_is_box (distances, strides, dimensions))
        lattice = (SeidelRootLattice){ dimensions, 1, { strides[0], strides[1], strides[2] } };
    }
  return lattice;
}

/* Whether a row is a point of the lattice. */
static inline SEIDEL_RANDOM_ANYWHERE int
seidel_root_lattice_has (const SeidelRootLattice *lattice, int32_t row)
{
  const int32_t modulus = 2 * lattice->dimensions + 1;
  int32_t sum = 0;

  if (lattice->dimensions == 0)
    return 0;
  for (int d = lattice->dimensions - 1; d >= 0; d--)
    {
      const int32_t coordinate = row / lattice->strides[d];

      row -= coordinate * lattice->strides[d];
      if (lattice->box && coordinate % 3 != 1)
        return 0;
      sum = (sum + (d + 1) * (coordinate % modulus)) % modulus;
    }
  return lattice->box || sum == 0;
}

/* The place of a row in the order of the tiles. */
static inline SEIDEL_RANDOM_ANYWHERE uint64_t
seidel_root_tile_key (int32_t row)
{
  const uint64_t hash = seidel_random_mix ((uint64_t) (row / SEIDEL_ROOT_TILE)) >> 33;

  return hash << 32 | (uint64_t) row;
}

/* Rows begin aggregates in the order of their keys; no two are equal. Points of the lattice come
 * first. */
static inline SEIDEL_RANDOM_ANYWHERE uint64_t
seidel_root_key (const SeidelRootLattice *lattice, int32_t row)
{
  return (uint64_t) !seidel_root_lattice_has (lattice, row) << 63 | seidel_root_tile_key (row);
}
