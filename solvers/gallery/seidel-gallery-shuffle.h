/* Random permutations of any length that can be evaluated, and inverted, one element at a time
 * without a table. Private to solvers/gallery.
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
  int half_bits; /* half the bits of the power of 4 above the length */
} SeidelShuffle;

/* A hash of 64 bits (Steele, Lea, Flood 2014: SplitMix64). */
static inline uint64_t
seidel_gallery_mix (uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

SeidelShuffle seidel_shuffle_new (int64_t length, uint64_t key);

/* The image of an element, and its preimage; all in 0 … length − 1. */
int64_t seidel_shuffle_to (const SeidelShuffle *shuffle, int64_t element);
int64_t seidel_shuffle_from (const SeidelShuffle *shuffle, int64_t element);

G_END_DECLS
