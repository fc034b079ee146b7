/* Matrices drawn from a seed: random rows with a chosen dominance, and chains of k-mers.
 *
 * Every number depends on the seed and its own place alone, so rows can be made in any order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-fill.h"

#include <math.h>

#include "matrix/seidel-vector.h"

/* Random numbers kept for each row: the first half draws columns, the second values. */
#define DRAWS_PER_ROW ((uint64_t) 1 << 20)

typedef struct
{
  int64_t rows;
  int64_t degree;
  double dominance;
  uint64_t seed;
} Dominant;

static int64_t
dominant_count (const void *formula, int64_t row)
{
  const Dominant *dominant = formula;

  return dominant->degree + 1;
}

/* Puts a column into the sorted ones, unless it is there. */
static bool
insert_column (int32_t *columns, int64_t n, int32_t column)
{
  int64_t at = n;

  while (at > 0 && columns[at - 1] >= column)
    at--;
  if (at < n && columns[at] == column)
    return false;
  memmove (columns + at + 1, columns + at, (size_t) (n - at) * sizeof *columns);
  columns[at] = column;
  return true;
}

static void
dominant_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Dominant *dominant = formula;
  uint64_t draw = (uint64_t) row * DRAWS_PER_ROW;
  uint64_t value_draw = draw + DRAWS_PER_ROW / 2;
  int64_t n = 1;
  int64_t diagonal = 0;
  double sum = 0.0;

  columns[0] = (int32_t) row;
  while (n <= dominant->degree)
    {
      double u = 0.5 * (seidel_random_uniform (dominant->seed, draw++) + 1.0);
      int64_t column = MIN ((int64_t) (u * (double) dominant->rows), dominant->rows - 1);

      n += insert_column (columns, n, (int32_t) column);
    }
  for (int64_t k = 0; k < n; k++)
    {
      if (columns[k] == row)
        {
          diagonal = k;
          continue;
        }
      values[k] = seidel_random_uniform (dominant->seed, value_draw++);
      sum += fabs (values[k]);
    }
  values[diagonal] = sum > 0.0 ? dominant->dominance * sum : 1.0;
}

SeidelCsr *
seidel_gallery_random_dominant (const double *values,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error)
{
  Dominant dominant = { (int64_t) values[0], (int64_t) MIN (values[1], values[0] - 1.0), values[2],
                        (uint64_t) values[3] };

  return seidel_gallery_fill (values[0], values[0] * (double) (dominant.degree + 1), dominant_count,
                              dominant_fill, &dominant, progress, cancellable, error);
}

/* Chains of this many rows; a chain whose numbers increase all along has as many levels. */
#define CHAIN 92

/* One chain in this many increases, over a random part of its length. */
#define SORTED_ONE_IN 16

#define ROUNDS 4

typedef struct
{
  int64_t rows;
  uint64_t seed;
  int half_bits; /* of a place in the permutation */
} Kmer;

/* A finalizer that mixes all bits (Steele, Lea, Flood 2014: SplitMix64). */
static uint64_t
mix (uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/* One pass of a Feistel network, which is a permutation of 2^(2 half_bits) places whatever mix()
 * does; backwards when told so. */
static uint64_t
feistel (const Kmer *kmer, uint64_t place, bool backwards)
{
  uint64_t mask = ((uint64_t) 1 << kmer->half_bits) - 1;
  uint64_t left = place >> kmer->half_bits;
  uint64_t right = place & mask;

  for (int i = 0; i < ROUNDS; i++)
    {
      uint64_t round = (uint64_t) (backwards ? ROUNDS - 1 - i : i);
      uint64_t *from = backwards ? &left : &right;
      uint64_t *to = backwards ? &right : &left;
      uint64_t changed = *to ^ (mix (kmer->seed * ROUNDS + round + (*from << 8)) & mask);

      *to = *from;
      *from = changed;
    }
  return left << kmer->half_bits | right;
}

/* The row that stands at a place of the chains laid end to end. */
static int64_t
row_at (const Kmer *kmer, int64_t place)
{
  do
    place = (int64_t) feistel (kmer, (uint64_t) place, false);
  while (place >= kmer->rows);
  return place;
}

static int64_t
place_of (const Kmer *kmer, int64_t row)
{
  do
    row = (int64_t) feistel (kmer, (uint64_t) row, true);
  while (row >= kmer->rows);
  return row;
}

/* How many rows at the start of a chain are in increasing order. */
static int64_t
sorted_part (const Kmer *kmer, int64_t chain, int64_t length)
{
  uint64_t draw = mix (mix (kmer->seed) ^ (uint64_t) chain);

  if (draw % SORTED_ONE_IN != 0)
    return 0;
  return MIN ((int64_t) (draw / SORTED_ONE_IN % CHAIN) + 1, length);
}

/* The neighbours of a row in the sorted part of its chain; −1 where there is none. */
static void
sorted_neighbours (const Kmer *kmer,
                   int64_t first,
                   int64_t sorted,
                   int64_t row,
                   int64_t *before,
                   int64_t *after)
{
  *before = -1;
  *after = -1;
  for (int64_t i = 0; i < sorted; i++)
    {
      int64_t other = row_at (kmer, first + i);

      if (other < row)
        *before = MAX (*before, other);
      else if (other > row && (*after < 0 || other < *after))
        *after = other;
    }
}

/* The rows with smaller numbers next to this one in its chain: at most two, in order. */
static int
kmer_neighbours (const Kmer *kmer, int64_t row, int32_t *smaller)
{
  int64_t place = place_of (kmer, row);
  int64_t chain = place / CHAIN;
  int64_t first = chain * CHAIN;
  int64_t length = MIN (CHAIN, kmer->rows - first);
  int64_t sorted = sorted_part (kmer, chain, length);
  int64_t next = place + 1;
  int64_t before = -1;
  int64_t after = -1;
  int n = 0;

  if (place - first < sorted)
    {
      sorted_neighbours (kmer, first, sorted, row, &before, &after);
      next = first + sorted;
    }
  else if (sorted > 0 && place - first == sorted)
    sorted_neighbours (kmer, first, sorted, G_MAXINT64, &before, &after);
  else if (place > first)
    before = row_at (kmer, place - 1);
  if (after < 0 && next < first + length)
    after = row_at (kmer, next);

  if (before >= 0 && before < row)
    smaller[n++] = (int32_t) before;
  if (after >= 0 && after < row)
    smaller[n++] = (int32_t) after;
  if (n == 2 && smaller[0] > smaller[1])
    {
      smaller[0] = (int32_t) after;
      smaller[1] = (int32_t) before;
    }
  return n;
}

static int64_t
kmer_count (const void *formula, int64_t row)
{
  int32_t smaller[2];

  return 1 + kmer_neighbours (formula, row, smaller);
}

static void
kmer_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int32_t smaller[2];
  int n = kmer_neighbours (formula, row, smaller);

  for (int i = 0; i < n; i++)
    {
      columns[i] = smaller[i];
      values[i] = -1.0;
    }
  columns[n] = (int32_t) row;
  values[n] = 4.0;
}

/* Modelled on kmer_V4a: lower triangular, 2.0 entries a row, 91 waves of rows, the widest of them
 * 34.5 % of the rows. In a chain whose numbers are random a third of the rows lie below both
 * neighbours, and chains that increase make the depth. */
SeidelCsr *
seidel_gallery_kmer (const double *values,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  Kmer kmer = { (int64_t) values[0], (uint64_t) values[1], 1 };

  while (((int64_t) 1 << (2 * kmer.half_bits)) < kmer.rows)
    kmer.half_bits++;
  return seidel_gallery_fill (values[0], 2.0 * values[0], kmer_count, kmer_fill, &kmer, progress,
                              cancellable, error);
}
