/* The rows of a sweep for those who cut them into slices: the entries that each depends on, levels,
 * and which rows share a slice. Plain C.
 *
 * A slice is what a warp does at once: some rows that share its 32 lanes, each lane with the same
 * small number of entries. A row takes 1 to 32 lanes of as many consecutive slices as its entries
 * need; the last of them finishes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"

#define SEIDEL_SLICE_LANES 32

/* Of larger matrices levels are not counted before a run: it would take long. */
#define SEIDEL_MOST_ROWS_COUNTED 500000

/* Of what kernels call, too. */
#ifdef __CUDACC__
#define SEIDEL_PLAN_FUNCTION static inline __host__ __device__
#else
#define SEIDEL_PLAN_FUNCTION static inline
#endif

#ifdef __cplusplus
extern "C"
{
#endif

  /* The entries that a row depends on, in the order of the sweep: forward from first on, backward
   * from first down. The diagonal follows. */
  typedef struct
  {
    int64_t first;
    int32_t length;
  } SeidelSwept;

  static inline int64_t
  seidel_swept_diagonal (const SeidelSwept *swept, bool forward)
  {
    return swept->first + (forward ? swept->length : -swept->length);
  }

  /* Fills own and level, 1 …, of each row; the given levels may be NULL. Returns the number of
   * levels.
   */
  int32_t seidel_swept_entries (const SeidelCsrView *matrix,
                                bool forward,
                                const SeidelLevelsView *given,
                                SeidelSwept *swept,
                                int32_t *level);

  /* The numbers of entries that rows depend on. */
  typedef struct
  {
    int64_t rows;
    int64_t longest;
    int64_t sum;
  } SeidelSweptLengths;

  SeidelSweptLengths seidel_swept_lengths (const SeidelCsrView *matrix, SeidelDirection direction);

  /* What the lanes of all slices hold. Neighbouring entries of a lane are stored next to each
   * other, values up to together of them, columns up to 8, so that a lane loads 16 bytes at once;
   * the same group of the next lane follows. Where the number of entries is not a multiple, smaller
   * groups make up the rest. */
  typedef struct
  {
    int entries;  /* of a lane in a slice */
    int columns;  /* the same, or one more: the last is for another use then */
    int together; /* a power of two */
  } SeidelSliceShape;

  /* Where item k of a lane is, of so many for each lane, in groups of at most so many. */
  SEIDEL_PLAN_FUNCTION int
  seidel_slice_place (int items, int together, int lane, int k)
  {
    int begin = 0;

    while (begin + (items - begin) / together * together <= k)
      {
        begin += (items - begin) / together * together;
        together /= 2;
      }
    begin = k - (k - begin) % together;
    return begin * SEIDEL_SLICE_LANES + lane * together + k - begin;
  }

  SEIDEL_PLAN_FUNCTION int64_t
  seidel_slice_column (const SeidelSliceShape *shape, int64_t slice, int lane, int k)
  {
    return slice * SEIDEL_SLICE_LANES * shape->columns
           + seidel_slice_place (shape->columns, 8, lane, k);
  }

  SEIDEL_PLAN_FUNCTION int64_t
  seidel_slice_value (const SeidelSliceShape *shape, int64_t slice, int lane, int k)
  {
    return slice * SEIDEL_SLICE_LANES * shape->entries
           + seidel_slice_place (shape->entries, shape->together, lane, k);
  }

  /* The same for all items, each as its place in the first lane and the distance from one lane to
   * the next: for those who look many of them up. */
#define SEIDEL_SLICE_MOST_ITEMS 16

  typedef struct
  {
    int first[SEIDEL_SLICE_MOST_ITEMS];
    int distance[SEIDEL_SLICE_MOST_ITEMS];
  } SeidelSliceItems;

  static inline SeidelSliceItems
  seidel_slice_items (int items, int together)
  {
    SeidelSliceItems places = { { 0 }, { 0 } };

    for (int k = 0; k < items; k++)
      {
        places.first[k] = seidel_slice_place (items, together, 0, k);
        places.distance[k] = seidel_slice_place (items, together, 1, k) - places.first[k];
      }
    return places;
  }

  /* Some rows that share the lanes of slices. */
  typedef struct
  {
    int32_t first; /* into the list of rows */
    int count;
    int lanes;      /* of a row, a power of two */
    int32_t slices; /* that it takes */
  } SeidelGroup;

  /* The slices of each row where so many warps share the entries of a level. */
  SEIDEL_PLAN_FUNCTION int64_t
  seidel_fair_slices (int64_t sum, int warps, int entries)
  {
    const int64_t at_once = (int64_t) warps * SEIDEL_SLICE_LANES * entries;

    return sum > at_once ? (sum + at_once - 1) / at_once : 1;
  }

  /* The rows of a level from rows[first] on that share slices, of lanes with so many entries; the
   * list begins with the longest, of so many. fair: see seidel_fair_slices (). */
  SEIDEL_PLAN_FUNCTION SeidelGroup
  seidel_next_group (int32_t length, int32_t first, int32_t end, int64_t fair, int entries)
  {
    SeidelGroup group = { first, 0, 1, 1 };

    while (group.lanes < SEIDEL_SLICE_LANES && (int64_t) group.lanes * entries * fair < length)
      group.lanes *= 2;
    group.count = SEIDEL_SLICE_LANES / group.lanes;
    if (group.count > end - first)
      group.count = end - first;
    if (length > group.lanes * entries)
      group.slices = (length + group.lanes * entries - 1) / (group.lanes * entries);
    return group;
  }

  /* The entries of rows[first … end). */
  int64_t
  seidel_sum_of_swept (const SeidelSwept *swept, const int32_t *rows, int32_t first, int32_t end);

  /* Entry e of a lane in a slice, among the entries that its row depends on. */
  SEIDEL_PLAN_FUNCTION int64_t
  seidel_group_entry (const SeidelGroup *group, int32_t slice, int lane, int e, int entries)
  {
    return ((int64_t) slice * entries + e) * group->lanes + lane % group->lanes;
  }

  /* The rows in the order of their levels, of which there are n_levels, ascending within one; given
   * may be NULL. NULL when memory is short; free () it. */
  int32_t *seidel_rows_by_level (const SeidelCsrView *matrix,
                                 SeidelDirection direction,
                                 const SeidelLevelsView *given,
                                 int32_t *n_levels);

  /* The levels of the rows, 1 …, and the numbers of entries that they depend on; returns the number
   * of levels. */
  int32_t seidel_survey_rows (const SeidelCsrView *matrix,
                              SeidelDirection direction,
                              int32_t *level,
                              SeidelSweptLengths *lengths);

  /* The number of levels of a direction; 0 when memory is short. */
  int32_t seidel_count_levels (const SeidelCsrView *matrix, SeidelDirection direction);

#ifdef __cplusplus
}
#endif
