/* The order of the levels of a system: its rows by level.
 *
 * Within a level the rows may stand in any order: their results do not depend on it, and the time
 * of a sweep does. They ascend, as neighbouring lines of a grid then read neighbouring elements of
 * x. Rows with few entries, which read x anywhere, are sorted instead where levels are wide enough:
 *  - by the number of entries before the diagonal and behind it, so that they can be sliced (see
 *    SeidelCpuRunKind);
 *  - then by the place of the first element that the sweep has updated and that they read, so that
 *    x is read from front to back for one entry of each row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "base/seidel-group-sort.h"
#include "base/seidel-memory.h"
#include "engine/seidel-cpu-private.h"
#include "cost/seidel-sweep-profile.h"

/* Entries on either side of the diagonal that shapes distinguish: 0, 1, … and all beyond. */
#define SIDE   6
#define SHAPES (SIDE * SIDE)

/* A row in the low half of a number, and the place that it is sorted by in the high one. */
#define PLACE_SHIFT 32

/* Sorting by digits pays from so many numbers on. */
#define DIGIT_BITS   12
#define DIGITS       (1 << DIGIT_BITS)
#define MANY_TO_SORT 4096

static bool
is_stopped (void *context)
{
  return seidel_cpu_stopped (context);
}

void
seidel_cpu_order_rows (SeidelContext *context,
                       const SeidelLevelsView *levels,
                       int64_t n_rows,
                       int32_t *rows,
                       int64_t *level_offsets)
{
  const SeidelGroups groups = { n_rows,     levels->count, levels->level_of_row, levels->level_rows,
                                is_stopped, context };

  seidel_group_sort (&groups, rows, level_offsets);
}

void
seidel_cpu_order_free (SeidelCpuOrder *order)
{
  if (order == NULL)
    return;
  free (order->rows);
  free (order->places);
  free (order->level_offsets);
  free (order);
}

/* The number of a shape below SHAPES. */
static int32_t
shape_of_row (const SeidelCpuRows *rows, int64_t row)
{
  const int64_t before = rows->diagonal[row];
  const int64_t behind = rows->offsets[row + 1] - rows->offsets[row] - 1 - before;

  return (int32_t) ((before < SIDE ? before : SIDE - 1) * SIDE
                    + (behind < SIDE ? behind : SIDE - 1));
}

/* Fills the rows of an order by level, and by shape within one. offsets receives where each shape
 * of each level begins. False where there is no room or the run was stopped. */
static bool
sort_by_shape (SeidelContext *context,
               const SeidelOperator *A,
               const SeidelLevelsView *levels,
               SeidelCpuOrder *order,
               int64_t *offsets)
{
  int32_t *group_of_row = seidel_memory_alloc ((size_t) order->n * sizeof *group_of_row);
  const SeidelGroups groups = { order->n, levels->count * SHAPES, group_of_row, NULL, is_stopped,
                                context };
  bool sorted;

  if (group_of_row == NULL)
    return false;
  for (int64_t row = 0; row < order->n; row++)
    {
      if (seidel_cpu_stopped_at (context, row, SEIDEL_CPU_CHUNK_ROWS))
        break;
      group_of_row[row] =
        (levels->level_of_row[row] - 1) * SHAPES + shape_of_row (&A->natural, row) + 1;
    }
  sorted = !atomic_load (&context->stopped) && seidel_group_sort (&groups, order->rows, offsets);
  for (int32_t level = 0; level <= levels->count && sorted; level++)
    order->level_offsets[level] = offsets[(int64_t) level * SHAPES];
  free (group_of_row);
  return sorted;
}

static int
compare_numbers (const void *a, const void *b)
{
  const uint64_t first = *(const uint64_t *) a;
  const uint64_t second = *(const uint64_t *) b;

  return (first > second) - (first < second);
}

/* Sorts numbers by their high half, those whose high halves are equal staying in their order; these
 * are below limit. Returns where they are then: in numbers or in spare. */
static uint64_t *
sort_by_digits (uint64_t *numbers, uint64_t *spare, int64_t n, int64_t limit)
{
  for (int digit = 0; limit >> (digit * DIGIT_BITS) > 0; digit++)
    {
      const int shift = PLACE_SHIFT + digit * DIGIT_BITS;
      int64_t next[DIGITS] = { 0 };
      int64_t before = 0;
      uint64_t *sorted = spare;

      for (int64_t i = 0; i < n; i++)
        next[numbers[i] >> shift & (DIGITS - 1)]++;
      for (int value = 0; value < DIGITS; value++)
        {
          const int64_t count = next[value];

          next[value] = before;
          before += count;
        }
      for (int64_t i = 0; i < n; i++)
        sorted[next[numbers[i] >> shift & (DIGITS - 1)]++] = numbers[i];
      spare = numbers;
      numbers = sorted;
    }
  return numbers;
}

/* Sorts rows of one shape by the place of the updated element that is farthest from each of them.
 * There is room for twice their number. */
static void
sort_by_source (SeidelContext *context,
                const SeidelOperator *A,
                SeidelCpuOrder *order,
                int64_t begin,
                int64_t end,
                uint64_t *room)
{
  const SeidelCpuRows *natural = &A->natural;
  const bool forward = order->direction == SEIDEL_DIRECTION_FORWARD;
  const int64_t n = end - begin;
  uint64_t *numbers = room;

#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t i = 0; i < n; i++)
    {
      const int32_t row = order->rows[begin + i];
      const int64_t entry = forward ? natural->offsets[row] : natural->offsets[row + 1] - 1;

      numbers[i] =
        (uint64_t) order->places[natural->columns[entry]] << PLACE_SHIFT | (uint64_t) row;
    }
  if (n < MANY_TO_SORT)
    qsort (numbers, (size_t) n, sizeof *numbers, compare_numbers);
  else
    numbers = sort_by_digits (numbers, room + n, n, begin);
  for (int64_t i = 0; i < n; i++)
    order->rows[begin + i] = (int32_t) numbers[i];
}

static void
fill_places (SeidelContext *context, SeidelCpuOrder *order, int64_t begin, int64_t end)
{
#pragma omp parallel for num_threads(seidel_cpu_team(context, end - begin)) schedule(static)
  for (int64_t i = begin; i < end; i++)
    order->places[order->rows[i]] = (int32_t) i;
}

/* Whether rows of the shape with this number depend on others. */
static bool
has_sources (SeidelDirection direction, int32_t shape)
{
  return (direction == SEIDEL_DIRECTION_FORWARD ? shape / SIDE : shape % SIDE) > 0;
}

static int64_t
most_with_sources (const SeidelCpuOrder *order, const int64_t *offsets)
{
  int64_t most = 0;

  for (int64_t group = 0; group < (int64_t) order->n_levels * SHAPES; group++)
    if (has_sources (order->direction, (int32_t) (group % SHAPES))
        && offsets[group + 1] - offsets[group] > most)
      most = offsets[group + 1] - offsets[group];
  return most;
}

/* Sorts all shapes of all levels, and fills the places. Sources are in earlier levels. */
static void
sort_by_sources (SeidelContext *context,
                 const SeidelOperator *A,
                 SeidelCpuOrder *order,
                 const int64_t *offsets,
                 uint64_t *room)
{
  for (int64_t group = 0; group < (int64_t) order->n_levels * SHAPES; group++)
    {
      if (seidel_cpu_stopped_at (context, group, SHAPES))
        return;
      if (offsets[group] == offsets[group + 1])
        continue;
      if (has_sources (order->direction, (int32_t) (group % SHAPES)))
        sort_by_source (context, A, order, offsets[group], offsets[group + 1], room);
      fill_places (context, order, offsets[group], offsets[group + 1]);
    }
}

/* False where there is no room or the run was stopped. */
static bool
sort_levels (SeidelContext *context,
             const SeidelOperator *A,
             const SeidelLevelsView *levels,
             SeidelCpuOrder *order)
{
  int64_t *offsets = seidel_memory_alloc (((size_t) levels->count * SHAPES + 1) * sizeof *offsets);
  uint64_t *room = NULL;

  if (offsets != NULL && sort_by_shape (context, A, levels, order, offsets))
    room = seidel_memory_alloc (2 * (size_t) most_with_sources (order, offsets) * sizeof *room);
  if (room != NULL)
    sort_by_sources (context, A, order, offsets, room);
  free (offsets);
  free (room);
  return room != NULL;
}

static void
keep_ascending (SeidelContext *context, const SeidelLevelsView *levels, SeidelCpuOrder *order)
{
  seidel_cpu_order_rows (context, levels, order->n, order->rows, order->level_offsets);
  for (int64_t i = 0; i < order->n; i++)
    {
      if (seidel_cpu_stopped_at (context, i, SEIDEL_CPU_CHUNK_ROWS))
        break;
      order->places[order->rows[i]] = (int32_t) i;
    }
}

SeidelCpuOrder *
seidel_cpu_order_new (SeidelContext *context,
                      const SeidelOperator *A,
                      SeidelDirection direction,
                      const SeidelLevelsView *levels)
{
  SeidelCpuOrder *order = calloc (1, sizeof *order);
  size_t n = (size_t) A->matrix.rows;
  size_t n_places = (size_t) levels->count + 1;

  if (order == NULL)
    return NULL;
  order->n = A->matrix.rows;
  order->direction = direction;
  order->n_levels = levels->count;
  order->rows = seidel_memory_alloc (n * sizeof *order->rows);
  order->places = seidel_memory_alloc (n * sizeof *order->places);
  order->level_offsets = seidel_memory_alloc (n_places * sizeof *order->level_offsets);
  if (order->rows == NULL || order->places == NULL || order->level_offsets == NULL)
    {
      seidel_cpu_order_free (order);
      return NULL;
    }
  if (!seidel_sweep_sorts_levels (&A->matrix, levels) || !sort_levels (context, A, levels, order))
    keep_ascending (context, levels, order);
  return order;
}
