/* Random permutations of any length whose elements and their inverses can be asked for one by one,
 * without a table. Private to the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery-rows.h"

G_BEGIN_DECLS

typedef struct
{
  int64_t length;
  uint64_t key;
  int half_bits; /* of a place in the power of 4 around the length */
} SeidelShuffle;

/* Mixes all bits (Steele, Lea, Flood 2014: SplitMix64). */
static inline uint64_t
seidel_gallery_mix (uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

SeidelShuffle seidel_shuffle_new (int64_t length, uint64_t key);

/* Where an element goes, and where it comes from: 0 … length − 1. */
int64_t seidel_shuffle_to (const SeidelShuffle *shuffle, int64_t element);
int64_t seidel_shuffle_from (const SeidelShuffle *shuffle, int64_t element);

G_END_DECLS
