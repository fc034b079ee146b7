/* Grids with sides of any lengths and stencils of any form, and matrices that are nearly grids.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "../solvers/engine/sweep-testing.h"

/* Whether a point has an entry for the one that is so far from it, at most 2 in each direction. */
typedef bool (*GridStencil) (int dx, int dy, int dz);

typedef enum
{
  GRID_WHOLE,
  GRID_LACKS_ONE, /* the entry of a row that the next ones follow, in each direction */
  GRID_HAS_ONE_MORE,
  GRID_SHUFFLED,
} GridChange;

static inline bool
grid_star (int dx, int dy, int dz)
{
  return abs (dx) + abs (dy) + abs (dz) <= 1;
}

static inline bool
grid_box (int dx, int dy, int dz)
{
  return abs (dx) <= 1 && abs (dy) <= 1 && abs (dz) <= 1;
}

/* Of triangles, or tetrahedra after Freudenthal. */
static inline bool
grid_simplices (int dx, int dy, int dz)
{
  return grid_box (dx, dy, dz)
         && ((dx >= 0 && dy >= 0 && dz >= 0) || (dx <= 0 && dy <= 0 && dz <= 0));
}

/* A star of the fourth order. */
static inline bool
grid_wide_star (int dx, int dy, int dz)
{
  return (dx != 0) + (dy != 0) + (dz != 0) <= 1;
}

/* Nothing couples the points of a line. */
static inline bool
grid_without_lines (int dx, int dy, int dz)
{
  return grid_box (dx, dy, dz) && (dx == 0 || dy != 0 || dz != 0);
}

/* Wide in a line, and one-sided between planes. */
static inline bool
grid_skewed (int dx, int dy, int dz)
{
  return (abs (dy) <= 1 && dz == 0) || (dx == 0 && dy == 0 && dz == -1)
         || (dx == 1 && dy == 1 && dz == -1);
}

/* Rows of one direction depend on nothing. */
static inline bool
grid_upwind (int dx, int dy, int dz)
{
  return grid_star (dx, dy, dz) && dx <= 0 && dy <= 0 && dz <= 0;
}

static inline int
grid_entries_of_row (const int sides[3], GridStencil stencil, int row, TestEntry *entries)
{
  const int at[3] = { row % sides[0], row / sides[0] % sides[1], row / sides[0] / sides[1] };
  int count = 0;

  for (int dz = -2; dz <= 2; dz++)
    for (int dy = -2; dy <= 2; dy++)
      for (int dx = -2; dx <= 2; dx++)
        {
          const int x = at[0] + dx;
          const int y = at[1] + dy;
          const int z = at[2] + dz;

          if (stencil (dx, dy, dz) && x >= 0 && x < sides[0] && y >= 0 && y < sides[1] && z >= 0
              && z < sides[2])
            entries[count++] = (TestEntry){ row, (z * sides[1] + y) * sides[0] + x,
                                            dx == 0 && dy == 0 && dz == 0 ? 40.0 : -1.0 };
        }
  return count;
}

/* Leaves out what the sixth place of the first line depends on; n: rows. */
static inline int
grid_take_one (TestEntry *entries, int count, int n)
{
  int left = 0;

  for (int i = 0; i < count; i++)
    if (!(entries[i].row == 5 && entries[i].column == 4)
        && !(entries[i].row == n - 6 && entries[i].column == n - 5))
      entries[left++] = entries[i];
  return left;
}

/* The third place of the third line depends on the end of the line before. */
static inline int
grid_add_one (TestEntry *entries, int count, int n, int line)
{
  const int row = 2 * line + 2;
  const int column = 2 * line - 1;

  entries[count++] = (TestEntry){ row, column, -0.5 };
  entries[count++] = (TestEntry){ n - 1 - row, n - 1 - column, -0.5 };
  return count;
}

static inline void
grid_shuffle (TestEntry *entries, int count, int n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree int *numbers = g_new (int, n);

  for (int i = 0; i < n; i++)
    {
      const int j = g_rand_int_range (random, 0, i + 1);

      numbers[i] = numbers[j];
      numbers[j] = i;
    }
  for (int i = 0; i < count; i++)
    {
      entries[i].row = numbers[entries[i].row];
      entries[i].column = numbers[entries[i].column];
    }
}

/* The sides are at least 3 where it is changed, and the first 6. */
static inline SeidelCsr *
grid_new (const int sides[3], GridStencil stencil, GridChange change)
{
  const int n = sides[0] * sides[1] * sides[2];
  g_autofree TestEntry *entries = g_new (TestEntry, 125 * (size_t) n + 2);
  int count = 0;

  for (int row = 0; row < n; row++)
    count += grid_entries_of_row (sides, stencil, row, entries + count);
  if (change == GRID_LACKS_ONE)
    count = grid_take_one (entries, count, n);
  else if (change == GRID_HAS_ONE_MORE)
    count = grid_add_one (entries, count, n, sides[0]);
  else if (change == GRID_SHUFFLED)
    grid_shuffle (entries, count, n);
  return test_csr_from_entries (n, n, entries, count);
}
