/* What is looked for along the dependencies of rows: a mark of each row, made of the marks of those
 * that it depends on. One word in memory that is its own flag: it is 0 as long as the mark is not
 * known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-device.cuh"
#include "seidel-cuda-grid.h"

/* The dependency level alone. */
struct LevelMark
{
  typedef int Word;

  static const int NUMBERS = 1;

  int level; /* 1 …, 0: not known, or of no row yet */

  __device__ inline LevelMark (void) : level (0)
  {
  }

  __device__ inline explicit LevelMark (Word word) : level (word)
  {
  }

  __device__ inline Word
  word (void) const
  {
    return level;
  }

  __device__ inline int
  number (int) const
  {
    return level;
  }

  /* Of a row that depends on it at such a distance, before it is counted itself. */
  __device__ inline void
  take (const LevelMark &needed, const SeidelFarClasses &, int64_t)
  {
    level = max (level, needed.level);
  }

  /* The same at the end of a chain of so many rows, of which each depends on the one before. */
  __device__ inline void
  take_along (const LevelMark &first, int rows)
  {
    level = max (level, first.level + rows);
  }

  __device__ inline LevelMark
  counted (void) const
  {
    return LevelMark (level + 1);
  }
};

/* The level, and the most entries of each far class on any path to the row: fewer than levels. */
struct FarMark
{
  typedef unsigned long long Word;

  static const int NUMBERS = 3;
  static const int BITS = SEIDEL_MARK_BITS;
  static const int MOST = SEIDEL_MARK_MOST; /* levels; nothing is known of the rows behind them */

  int level;
  int far[2];

  __device__ inline FarMark (void) : level (0), far{ 0, 0 }
  {
  }

  __device__ inline explicit FarMark (Word word)
      : level ((int) word & MOST), far{ (int) (word >> BITS) & MOST, (int) (word >> 2 * BITS) }
  {
  }

  __device__ inline explicit FarMark (const SeidelMark &mark)
      : level (mark.level), far{ mark.far[0], mark.far[1] }
  {
  }

  __device__ inline Word
  word (void) const
  {
    return (Word) far[1] << 2 * BITS | (Word) far[0] << BITS | (Word) level;
  }

  __device__ inline int
  number (int which) const
  {
    return which == 0 ? level : far[which - 1];
  }

  __device__ inline void
  take (const FarMark &needed, const SeidelFarClasses &classes, int64_t distance)
  {
    level = max (level, needed.level);
    for (int c = 0; c < 2; c++)
      far[c] = max (far[c], needed.far[c] + seidel_is_far (&classes, c, distance));
  }

  /* No row is far from the next one. */
  __device__ inline void
  take_along (const FarMark &first, int rows)
  {
    level = min (max (level, first.level + rows), MOST);
    for (int c = 0; c < 2; c++)
      far[c] = max (far[c], first.far[c]);
  }

  __device__ inline FarMark
  counted (void) const
  {
    FarMark mark = *this;

    mark.level = min (level + 1, MOST);
    return mark;
  }
};
