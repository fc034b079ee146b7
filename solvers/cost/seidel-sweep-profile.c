/* Looks at some rows of a matrix for what the time of a sweep depends on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cost/seidel-sweep-profile.h"

#include <math.h>

#include "cost/seidel-sweep-limits.h"

/* How much is looked at: stretches, entries in them, about, and entries of one row. */
#define STRETCHES        32
#define FEWEST_STRETCHES 4
#define SHORTEST_STRETCH 8
#define MOST_ENTRIES     65536.0
#define LONGEST_ROW      4096
#define GOLDEN_RATIO     0.6180339887498949

/* Rows of one level that follow each other, and how far they are searched for. */
#define LEVEL_STRETCHES 64
#define LEVEL_ROWS      32
#define LEVEL_REACH     4096
#define NEIGHBOURS      16 /* entries of the row before that are compared */

/* Rows of a level, on average, from which on they are sorted. */
#define SORTED_ROWS 64

/* An element of x is at hand when it is no farther than this from the row, in elements, or in the
 * cache line of one that the row before had. */
#define NEARBY     4096
#define CACHE_LINE 8

static double
mean_length (const SeidelCsrView *matrix)
{
  return fmax ((double) matrix->row_offsets[matrix->rows] / (double) matrix->rows, 1.0);
}

/* Somewhere in n places, the index-th of count: not at equal distances, which may be those of the
 * lines of a grid. */
static int64_t
spread (int index, int count, int64_t n)
{
  return (int64_t) ((index + fmod (index * GOLDEN_RATIO, 1.0)) / count * (double) n);
}

bool
seidel_sweep_stretch (const SeidelCsrView *matrix, int index, SeidelStretch *stretch)
{
  const double length = matrix->rows > 0 ? mean_length (matrix) : 1.0;
  const int rows =
    (int) CLAMP (MOST_ENTRIES / STRETCHES / length, SHORTEST_STRETCH, SEIDEL_STRETCH_ROWS);
  const int count = (int) CLAMP (MOST_ENTRIES / length / rows, FEWEST_STRETCHES, STRETCHES);
  const bool all = matrix->rows <= (int64_t) rows * count;

  if (all ? index * rows >= matrix->rows : index >= count)
    return false;
  stretch->begin = all ? index * rows : spread (index, count, matrix->rows - rows);
  stretch->end = MIN (stretch->begin + rows, matrix->rows);
  return true;
}

SeidelRowShape
seidel_row_shape (const SeidelCsrView *matrix, int64_t row)
{
  const int64_t begin = matrix->row_offsets[row];
  int64_t low = begin;
  int64_t high = matrix->row_offsets[row + 1];

  while (low < high)
    {
      const int64_t middle = low + (high - low) / 2;

      if (matrix->column_indices[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return (SeidelRowShape){ low - begin, MAX (matrix->row_offsets[row + 1] - low - 1, 0) };
}

static bool
is_same (SeidelRowShape a, SeidelRowShape b)
{
  return a.before == b.before && a.behind == b.behind;
}

/* The shape that rows before lead to expect at i: what came after the latest two like the last two,
 * or the latest like the last, or else the last again. */
static SeidelRowShape
expect_shape (const SeidelRowShape *shapes, int i)
{
  int found = i - 1;

  for (int j = i - 1; j > 0; j--)
    if (is_same (shapes[j - 1], shapes[i - 1]))
      {
        if (j > 1 && i > 1 && is_same (shapes[j - 2], shapes[i - 2]))
          return shapes[j];
        found = found == i - 1 ? j : found;
      }
  return shapes[found];
}

/* Branches in n neighbouring rows that a processor cannot know: how many entries are behind the
 * diagonal, and with these, how many in all. */
static double
count_mispredictions (const SeidelRowShape *shapes, int n)
{
  double mispredictions = 0.0;

  for (int i = 1; i < n; i++)
    {
      const SeidelRowShape expected = expect_shape (shapes, i);

      mispredictions += shapes[i].behind != expected.behind;
      mispredictions += shapes[i].before + shapes[i].behind != expected.before + expected.behind;
    }
  return mispredictions;
}

/* Counts the entries of a row that are neither near one of the row before nor near the row. */
static void
count_far (const SeidelCsrView *matrix, int64_t row, double far[SEIDEL_MACHINE_N_SIZES])
{
  const int32_t *columns = matrix->column_indices;
  const int64_t begin = matrix->row_offsets[row];
  int64_t before = row > 0 ? matrix->row_offsets[row - 1] : begin;
  int32_t line = -1; /* of the entry before */

  for (int64_t k = begin; k < MIN (matrix->row_offsets[row + 1], begin + LONGEST_ROW); k++)
    {
      const int64_t distance = ABS ((int64_t) columns[k] - row);
      bool is_new;
      int size = 0;

      while (before < begin && columns[before] < columns[k] - CACHE_LINE)
        before++;
      is_new = columns[k] / CACHE_LINE != line
               && (before == begin || columns[before] > columns[k] + CACHE_LINE);
      if (is_new && distance > NEARBY)
        {
          while (size < SEIDEL_MACHINE_N_SIZES - 1
                 && 2.0 * (double) distance * sizeof (double) > seidel_machine_sizes[size])
            size++;
          far[size]++;
        }
      line = columns[k] / CACHE_LINE;
    }
}

static bool
is_chained (const SeidelCsrView *matrix, int64_t row, SeidelRowShape shape)
{
  return shape.before > 0
         && matrix->column_indices[matrix->row_offsets[row] + shape.before - 1] == row - 1;
}

static void
look_at_rows (SeidelSweepProfile *profile, const SeidelCsrView *matrix)
{
  double rows = 0.0;
  double pairs = 0.0;
  int64_t behind = 0;
  SeidelStretch stretch;

  for (int s = 0; seidel_sweep_stretch (matrix, s, &stretch); s++)
    {
      SeidelRowShape shapes[SEIDEL_STRETCH_ROWS];
      const int n = (int) (stretch.end - stretch.begin);

      for (int i = 0; i < n; i++)
        {
          shapes[i] = seidel_row_shape (matrix, stretch.begin + i);
          behind += shapes[i].behind;
          profile->chained += is_chained (matrix, stretch.begin + i, shapes[i]);
          count_far (matrix, stretch.begin + i, profile->far);
        }
      profile->mispredictions += count_mispredictions (shapes, n);
      pairs += n - 1;
      rows += n;
    }
  profile->divided = behind == 0 && profile->entries > 2 * profile->rows;
  profile->chained /= fmax (rows, 1.0);
  profile->mispredictions /= fmax (pairs, 1.0);
  for (int size = 0; size < SEIDEL_MACHINE_N_SIZES; size++)
    profile->far[size] *= (double) matrix->rows / fmax (rows, 1.0);
}

/* Whether two rows of a level have their entries at equal distances, in the same levels: then they
 * also have neighbouring ones in the order of levels. */
static bool
follows (const SeidelCsrView *matrix, const int32_t *level_of_row, int64_t first, int64_t second)
{
  const int32_t *a = matrix->column_indices + matrix->row_offsets[first];
  const int32_t *b = matrix->column_indices + matrix->row_offsets[second];
  const int64_t n = matrix->row_offsets[first + 1] - matrix->row_offsets[first];
  int64_t k = 0;

  if (matrix->row_offsets[second + 1] - matrix->row_offsets[second] != n)
    return false;
  while (k < MIN (n, LONGEST_ROW) && b[k] - a[k] == second - first
         && level_of_row[a[k]] == level_of_row[b[k]])
    k++;
  return k == MIN (n, LONGEST_ROW);
}

/* Entries of a row that are not in a cache line of x, in the order of levels, that the row before
 * it in its level has one in: as far as places of a level are apart like its rows. */
static int64_t
count_scattered (const SeidelCsrView *matrix,
                 const int32_t *level_of_row,
                 int64_t before,
                 int64_t row)
{
  const int32_t *columns = matrix->column_indices;
  const int64_t end = MIN (matrix->row_offsets[row + 1], matrix->row_offsets[row] + LONGEST_ROW);
  const int64_t reach = CACHE_LINE * (row - before);
  int64_t first = matrix->row_offsets[before];
  int64_t scattered = 0;

  for (int64_t k = matrix->row_offsets[row]; k < end; k++)
    {
      int64_t other;

      while (first < matrix->row_offsets[before + 1] && columns[first] < columns[k] - reach)
        first++;
      for (other = first; other < MIN (matrix->row_offsets[before + 1], first + NEIGHBOURS);
           other++)
        if (columns[other] > columns[k] + reach
            || level_of_row[columns[other]] == level_of_row[columns[k]])
          break;
      scattered += other == matrix->row_offsets[before + 1] || other == first + NEIGHBOURS
                   || columns[other] > columns[k] + reach;
    }
  return scattered;
}

bool
seidel_sweep_sorts (int64_t rows, int64_t entries, int32_t levels)
{
  return rows >= SORTED_ROWS * (int64_t) levels && seidel_cpu_has_short_rows (rows, entries);
}

bool
seidel_sweep_sorts_levels (const SeidelCsrView *matrix, const SeidelLevelsView *levels)
{
  return levels->in_place_safe
         && seidel_sweep_sorts (matrix->rows, matrix->row_offsets[matrix->rows], levels->count);
}

/* Whether a row depends on others. */
static bool
depends (const SeidelCsrView *matrix, const int32_t *level_of_row, int64_t row)
{
  for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
    if (level_of_row[matrix->column_indices[k]] < level_of_row[row])
      return true;
  return false;
}

static void
look_at_levels (SeidelSweepProfile *profile,
                const SeidelCsrView *matrix,
                const int32_t *level_of_row)
{
  double pairs = 0.0;
  double depending = 0.0;

  for (int s = 0; s < LEVEL_STRETCHES; s++)
    {
      const int64_t first = spread (s, LEVEL_STRETCHES, matrix->rows);
      const int64_t end = MIN (first + LEVEL_REACH, matrix->rows);
      SeidelRowShape shapes[LEVEL_ROWS];
      int64_t before = first;
      int n = 0;

      for (int64_t row = first; row < end && n < LEVEL_ROWS; row++)
        if (level_of_row[row] == level_of_row[first])
          {
            shapes[n] = seidel_row_shape (matrix, row);
            profile->sliced += n > 0 && is_same (shapes[n], shapes[n - 1])
                               && follows (matrix, level_of_row, before, row);
            if (n > 0)
              profile->level_scattered +=
                (double) count_scattered (matrix, level_of_row, before, row);
            depending += n > 0 && depends (matrix, level_of_row, row);
            before = row;
            n++;
          }
      profile->level_mispredictions += count_mispredictions (shapes, n);
      pairs += n - 1;
    }
  profile->sliced /= fmax (pairs, 1.0);
  profile->level_mispredictions /= fmax (pairs, 1.0);
  profile->level_scattered /= fmax (pairs, 1.0);
  if (profile->sorted)
    {
      profile->level_mispredictions = 0.0;
      profile->level_scattered =
        fmax (profile->level_scattered - depending / fmax (pairs, 1.0), 0.0);
    }
}

void
seidel_sweep_profile_init (SeidelSweepProfile *profile,
                           const SeidelCsrView *matrix,
                           const SeidelLevelsView *levels)
{
  *profile =
    (SeidelSweepProfile){ .rows = matrix->rows, .entries = matrix->row_offsets[matrix->rows] };
  if (matrix->rows == 0)
    return;
  for (int64_t row = 0; row < matrix->rows; row++)
    profile->longest =
      MAX (profile->longest, matrix->row_offsets[row + 1] - matrix->row_offsets[row]);
  look_at_rows (profile, matrix);
  profile->sorted = levels != NULL && seidel_sweep_sorts_levels (matrix, levels);
  if (levels != NULL)
    look_at_levels (profile, matrix, levels->level_of_row);
}
