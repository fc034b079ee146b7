/* The rows of a sweep as streams of slices (seidel-cuda-rows.h), one stream for each warp of one
 * thread block. After each level all warps meet at a barrier, except between narrow levels: the
 * first warp does these alone, without one.
 *
 * Plain C without CUDA, so that a schedule can be carried out and tested on any machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-rows.h"

#ifdef __cplusplus
extern "C"
{
#endif

#define SEIDEL_STREAMS_WARPS 16 /* at most */

/* Each stream is a multiple of so many slices, and as many are readable behind the last one. */
#define SEIDEL_STREAMS_AHEAD 4

/* What happens after a slice, alike in all lanes. */
#define SEIDEL_STREAMS_FINISHES    (1u << 16) /* the rows of the slice are complete */
#define SEIDEL_STREAMS_LANES_SHIFT 17         /* log2 of the lanes of each row: 3 bits */
#define SEIDEL_STREAMS_ENDS_LEVEL  (1u << 20) /* a level ends without a barrier */
#define SEIDEL_STREAMS_BARRIER     (1u << 21) /* times the barriers to pass: 11 bits */

#define SEIDEL_STREAMS_NO_ROW    0xffffu
#define SEIDEL_STREAMS_MOST_ROWS 65534 /* that 16 bits can number */

  /* A slice, as the host cuts it: what its lanes hold follows from the functions below. */
  typedef struct
  {
    uint32_t after;
    int32_t first;  /* its first row, by place in the order of the levels */
    int32_t step;   /* slices of the same rows before it */
    uint16_t count; /* of rows; 0: nothing happens here but what is after it */
    uint16_t lanes; /* of each row */
  } SeidelStreamsSlice;

  typedef struct
  {
    SeidelSliceShape shape;
    int warps;
    int32_t n_levels;
    int64_t n_slices;                        /* of all streams */
    int32_t first[SEIDEL_STREAMS_WARPS + 1]; /* slice of each stream */
    SeidelStreamsSlice *slices;              /* n_slices, and SEIDEL_STREAMS_AHEAD without rows */
    int32_t *rows;                           /* in the order of the levels */
    int32_t *places;                         /* of each row in that order */
  } SeidelStreams;

  /* What a lane has to do in a slice beside its entries. */
  typedef struct
  {
    uint32_t after;
    uint16_t row;   /* that it writes, or no row */
    uint16_t place; /* of that row */
  } SeidelStreamsTask;

  /* The place of the row to which a lane of a slice belongs; −1: it has none. */
  SEIDEL_PLAN_FUNCTION int32_t
  seidel_streams_place (const SeidelStreamsSlice *slice, int lane)
  {
    return slice->count > 0 && lane / slice->lanes < slice->count
             ? slice->first + lane / slice->lanes
             : -1;
  }

  SEIDEL_PLAN_FUNCTION SeidelStreamsTask
  seidel_streams_task (const SeidelStreamsSlice *slice, int lane, const int32_t *rows)
  {
    const int32_t place = seidel_streams_place (slice, lane);
    SeidelStreamsTask task = { slice->after, SEIDEL_STREAMS_NO_ROW, 0 };

    if (place >= 0 && (slice->after & SEIDEL_STREAMS_FINISHES) != 0 && lane % slice->lanes == 0)
      {
        task.row = (uint16_t) rows[place];
        task.place = (uint16_t) place;
      }
    return task;
  }

  /* Entry e of such a lane, of so many, among those that its row depends on. A lane holds the place
   * of the column and the value over the diagonal; where the row has no such entry, the number
   * behind the last place and 0. */
  SEIDEL_PLAN_FUNCTION int64_t
  seidel_streams_entry (const SeidelStreamsSlice *slice, int lane, int e, int entries)
  {
    const SeidelGroup group = { slice->first, slice->count, slice->lanes, 0 };

    return seidel_group_entry (&group, slice->step, lane, e, entries);
  }

  /* Whether the block itself computes the partial residuals of the rows before a sweep, one for
   * each of its threads: of few and short ones, a launch takes longer. */
  static inline bool
  seidel_streams_are_alone (int64_t rows, int64_t nonzeros)
  {
    return rows <= SEIDEL_STREAMS_WARPS * SEIDEL_SLICE_LANES && nonzeros <= 12 * rows;
  }

  /* The shape that suits the lengths of the rows, for numbers of so many bytes. */
  SeidelSliceShape seidel_streams_choose_shape (const SeidelCsrView *matrix, size_t real_size);

  /* Makes the streams of a matrix, whose values are not read, of at most SEIDEL_STREAMS_MOST_ROWS
   * rows, each with an entry on its diagonal. levels may be NULL. False when memory is short;
   * cleared then. */
  bool seidel_streams_init (SeidelStreams *streams,
                            const SeidelCsrView *matrix,
                            SeidelDirection direction,
                            const SeidelLevelsView *levels,
                            SeidelSliceShape shape);
  void seidel_streams_clear (SeidelStreams *streams);

  /* The most bytes that streams of rows with such lengths in so many levels take on the device, of
   * numbers of so many bytes; levels is 0 where they are not known. */
  double
  seidel_streams_most_bytes (const SeidelSweptLengths *lengths, size_t real_size, int64_t levels);

  /* The nanoseconds that a sweep in one block is expected to take. False when memory is short. */
  bool seidel_streams_predict (const SeidelCsrView *matrix,
                               SeidelDirection direction,
                               const SeidelLevelsView *levels,
                               size_t real_size,
                               double *nanoseconds);

#ifdef __cplusplus
}
#endif
