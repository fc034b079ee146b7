/* A graph of k-mers: lower triangular, with the published statistics of kmer_V4a.
 *
 * Source: Fiorentini, "Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia GPU
 * device" (2022), 3.1: 51,813,503 rows, 103,565,681 entries (1.9988 in each row, the diagonal
 * included), 91 levels forward and 1 backward, the widest of 17,890,330 rows (34.5 %), the
 * narrowest of 1, no row with more than 36 dependencies.
 *
 * The rows, in a random order, are divided into blocks; each consists of two trees of the graph:
 *  - a sorted chain, whose rows increase: as many levels as rows, 91 in the first block and fewer,
 *    mostly far fewer, in all others;
 *  - a star, whose centre depends on 36 rows, and a long chain attached to one of its leaves. In a
 *    chain in random order 33 % of the rows are on the first level and 37 % on the second; the
 *    leaves increase the first share, and the beginning of the chain, short increasing runs,
 *    reduces the second.
 * With two trees in 1690 rows there are 2 − 2 / 1690 entries per row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-shuffle.h"

#define BLOCK  1690
#define LEVELS 91
#define STAR   37  /* rows of a star, the centre included */
#define RUN    8   /* rows of an increasing run */
#define RUNS   160 /* rows in such runs, a multiple of RUN */

typedef struct
{
  SeidelShuffle shuffle; /* maps places in the blocks to rows */
  uint64_t seed;
  bool generic; /* values at random, not −1 beside a whole number */
} Kmer;

/* Where a block begins, and how its rows are divided into the three parts. */
typedef struct
{
  int64_t first;
  int64_t sorted;
  int64_t star;
  int64_t chain; /* where it begins */
  int64_t runs;
  int64_t end;
} Block;

/* In all blocks but the first: less than LEVELS, short lengths being more frequent. */
static int64_t
sorted_length (const Kmer *kmer, int64_t block)
{
  uint64_t draw = seidel_gallery_mix (seidel_gallery_mix (kmer->seed) ^ (uint64_t) block);

  if (block == 0)
    return LEVELS;
  return (int64_t) MIN (draw % LEVELS, draw / LEVELS % LEVELS);
}

static Block
block_around (const Kmer *kmer, int64_t place)
{
  int64_t number = place / BLOCK;
  Block block = { .first = number * BLOCK };

  block.end = MIN (block.first + BLOCK, kmer->shuffle.length);
  block.sorted = MIN (sorted_length (kmer, number), block.end - block.first);
  block.star = MIN (STAR, block.end - block.first - block.sorted);
  block.chain = block.first + block.sorted + block.star;
  block.runs = MIN (RUNS, (block.end - block.chain) / RUN * RUN);
  return block;
}

/* The predecessor of a row in the sorted chain of its block, or −1. */
static int64_t
sorted_before (const Kmer *kmer, const Block *block, int64_t row)
{
  int64_t before = -1;

  for (int64_t i = 0; i < block->sorted; i++)
    {
      int64_t other = seidel_shuffle_to (&kmer->shuffle, block->first + i);

      if (other < row)
        before = MAX (before, other);
    }
  return before;
}

/* The rows at consecutive places, in increasing order. */
static int64_t
sort_rows (const Kmer *kmer, int64_t place, int64_t n_places, int32_t *rows)
{
  int64_t n = 0;

  for (int64_t i = 0; i < n_places; i++)
    n = seidel_gallery_insert_column (rows, n,
                                      (int32_t) seidel_shuffle_to (&kmer->shuffle, place + i));
  return n;
}

/* The rows of a star: the last one is the centre, the first one the leaf with the chain. */
static int64_t
star_rows (const Kmer *kmer, const Block *block, int32_t *star)
{
  return sort_rows (kmer, block->first + block->sorted, block->star, star);
}

/* The beginning of the run that contains a place of the chain. */
static int64_t
run_around (const Block *block, int64_t place)
{
  return place - (place - block->chain) % RUN;
}

/* The row at a place of the chain, after sorting its runs. */
static int64_t
chain_row (const Kmer *kmer, const Block *block, int64_t place)
{
  int64_t first = run_around (block, place);
  int32_t run[RUN];

  if (place >= block->chain + block->runs)
    return seidel_shuffle_to (&kmer->shuffle, place);
  sort_rows (kmer, first, RUN, run);
  return run[place - first];
}

/* The place of a row in the chain after sorting its runs, from its place before. */
static int64_t
chain_place (const Kmer *kmer, const Block *block, int64_t place, int64_t row)
{
  int64_t sorted = run_around (block, place);
  int32_t run[RUN];

  if (place >= block->chain + block->runs)
    return place;
  sort_rows (kmer, sorted, RUN, run);
  for (int i = 0; run[i] != row; i++)
    sorted++;
  return sorted;
}

/* Adds a neighbour if the row depends on it. */
static int64_t
add_smaller (int32_t *smaller, int64_t n, int64_t row, int64_t other)
{
  return other < row ? seidel_gallery_insert_column (smaller, n, (int32_t) other) : n;
}

static int64_t
star_neighbours (const Kmer *kmer, const Block *block, int64_t row, int32_t *smaller)
{
  int32_t star[STAR];
  int64_t n_star = star_rows (kmer, block, star);
  int64_t n = 0;

  if (row == star[n_star - 1])
    for (; n < n_star - 1; n++)
      smaller[n] = star[n];
  if (row == star[0] && block->chain < block->end)
    n = add_smaller (smaller, n, row, chain_row (kmer, block, block->chain));
  return n;
}

static int64_t
chain_neighbours (const Kmer *kmer,
                  const Block *block,
                  int64_t place,
                  int64_t row,
                  int32_t *smaller)
{
  int32_t star[STAR];
  int64_t n = 0;

  place = chain_place (kmer, block, place, row);
  if (place > block->chain)
    n = add_smaller (smaller, n, row, chain_row (kmer, block, place - 1));
  else if (star_rows (kmer, block, star) > 0)
    n = add_smaller (smaller, n, row, star[0]);
  if (place + 1 < block->end)
    n = add_smaller (smaller, n, row, chain_row (kmer, block, place + 1));
  return n;
}

/* The neighbours with smaller numbers, in increasing order. */
static int64_t
kmer_neighbours (const Kmer *kmer, int64_t row, int32_t *smaller)
{
  int64_t place = seidel_shuffle_from (&kmer->shuffle, row);
  Block block = block_around (kmer, place);
  int64_t before;

  if (place >= block.chain)
    return chain_neighbours (kmer, &block, place, row, smaller);
  if (place >= block.first + block.sorted)
    return star_neighbours (kmer, &block, row, smaller);
  before = sorted_before (kmer, &block, row);
  if (before < 0)
    return 0;
  smaller[0] = (int32_t) before;
  return 1;
}

static int64_t
kmer_count (const void *formula, int64_t row)
{
  int32_t smaller[STAR];

  return 1 + kmer_neighbours (formula, row, smaller);
}

/* In (0, 1), of a place of the matrix. */
static double
uniform_at (const Kmer *kmer, int64_t row, int32_t column)
{
  const uint64_t place = (uint64_t) row << 32 | (uint32_t) column;

  return ((double) (seidel_gallery_mix (seidel_gallery_mix (kmer->seed) ^ place) >> 11) + 0.5)
         * 0x1p-53;
}

/* −0.1 … −1 beside a diagonal that dominates by up to one. */
static void
fill_generic (const Kmer *kmer, int64_t row, const int32_t *columns, int64_t n, double *values)
{
  double sum = 0.0;

  for (int64_t k = 0; k < n; k++)
    {
      values[k] = -0.1 - 0.9 * uniform_at (kmer, row, columns[k]);
      sum -= values[k];
    }
  values[n] = sum + 0.1 + 0.9 * uniform_at (kmer, row, (int32_t) row);
}

/* Strictly diagonally dominant, also in the centre of a star. */
static int64_t
kmer_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Kmer *kmer = formula;
  int64_t n = kmer_neighbours (kmer, row, columns);

  columns[n] = (int32_t) row;
  if (kmer->generic)
    {
      fill_generic (kmer, row, columns, n, values);
      return n + 1;
    }
  for (int64_t k = 0; k < n; k++)
    values[k] = -1.0;
  values[n] = (double) MAX (n + 2, 4);
  return n + 1;
}

void
seidel_gallery_kmer (const double *values, SeidelGalleryRows *rows)
{
  Kmer *kmer = g_new0 (Kmer, 1);

  kmer->seed = (uint64_t) values[1];
  kmer->generic = values[2] != 0.0;
  kmer->shuffle = seidel_shuffle_new ((int64_t) values[0], kmer->seed);
  rows->rows = values[0];
  rows->entries = 2.0 * values[0];
  rows->longest = STAR + 1;
  rows->count = kmer_count;
  rows->fill = kmer_fill;
  rows->formula = kmer;
}
