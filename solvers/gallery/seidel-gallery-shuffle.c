/* A Feistel network over the next power of 4, applied until the result is within the length
 * (cycle walking: Black, Rogaway, "Ciphers with arbitrary finite domains", 2002).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-shuffle.h"

#define ROUNDS 4

SeidelShuffle
seidel_shuffle_new (int64_t length, uint64_t key)
{
  SeidelShuffle shuffle = { length, key, 1 };

  while (((int64_t) 1 << (2 * shuffle.half_bits)) < length)
    shuffle.half_bits++;
  return shuffle;
}

static inline uint64_t
round_of (const SeidelShuffle *shuffle, uint64_t number, uint64_t half)
{
  uint64_t mask = ((uint64_t) 1 << shuffle->half_bits) - 1;

  return seidel_gallery_mix (shuffle->key * ROUNDS + number + (half << 8)) & mask;
}

/* One pass of the network: a permutation of its domain, whatever the mixing function. */
static inline uint64_t
forth (const SeidelShuffle *shuffle, uint64_t place)
{
  uint64_t left = place >> shuffle->half_bits;
  uint64_t right = place & (((uint64_t) 1 << shuffle->half_bits) - 1);

  for (uint64_t i = 0; i < ROUNDS; i++)
    {
      uint64_t changed = left ^ round_of (shuffle, i, right);

      left = right;
      right = changed;
    }
  return left << shuffle->half_bits | right;
}

static inline uint64_t
back (const SeidelShuffle *shuffle, uint64_t place)
{
  uint64_t left = place >> shuffle->half_bits;
  uint64_t right = place & (((uint64_t) 1 << shuffle->half_bits) - 1);

  for (uint64_t i = ROUNDS; i-- > 0;)
    {
      uint64_t changed = right ^ round_of (shuffle, i, left);

      right = left;
      left = changed;
    }
  return left << shuffle->half_bits | right;
}

int64_t
seidel_shuffle_to (const SeidelShuffle *shuffle, int64_t element)
{
  do
    element = (int64_t) forth (shuffle, (uint64_t) element);
  while (element >= shuffle->length);
  return element;
}

int64_t
seidel_shuffle_from (const SeidelShuffle *shuffle, int64_t element)
{
  do
    element = (int64_t) back (shuffle, (uint64_t) element);
  while (element >= shuffle->length);
  return element;
}
