/* The rows of a sweep as strips, each of which one warp computes with x in shared memory.
 *
 * The distances row − column of the entries that rows depend on fall into classes, separated by the
 * widest gaps in their histogram: on a grid, the neighbours in a line, in a plane and in space.
 * With its level each row gets the largest number of entries of each of the two far classes on any
 * path that leads to it. These numbers never decrease along a dependency. Cells of some of them
 * therefore depend on each other without a cycle; on a grid they are bundles of its skewed lines.
 * No geometry is needed: any CSR matrix has such cells.
 *
 * A cell is a strip: its rows by level, about 32 rows a level. A worker (a warp) computes its
 * strips one after the other as one stream of slices. It keeps the x of the rows that it updated
 * last in a window, and fetches into the window what other strips publish, or what has left the
 * window. What is fetched for a slice is listed SEIDEL_STRIPS_AHEAD slices before it. Workers take
 * strips in an order in which each depends on earlier ones only, so that the first strip that is
 * not complete can always proceed.
 *
 * Plain C without CUDA, so that a schedule can be executed and tested on any machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-streams.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* Each stream begins with so many empty slices, is a multiple of so many, and as many are readable
 * behind the last one. */
#define SEIDEL_STRIPS_AHEAD 4

/* Beside those of streams in SeidelStripsTask.after: some lane fetches a value for this slice. */
#define SEIDEL_STRIPS_FETCHES (1u << 20)

#define SEIDEL_STRIPS_NO_SLOT 0xffffu

  /* What a lane has to do in a slice beside its entries. Slots are places in the window. */
  typedef struct
  {
    uint32_t after;
    uint16_t result;  /* slot of the row that it writes, or no slot */
    uint16_t fetched; /* slot of the value that it fetches for this slice, or no slot */
    int32_t source;   /* where the value for the slice AHEAD behind is published, or −1 */
    int32_t level;    /* of the rows of the slice, from 0 */
  } SeidelStripsTask;

  typedef struct
  {
    int workers; /* warps that run at the same time, at most */
    int window;  /* slots; slot number window always holds 0 */
    SeidelStreamsShape shape;
  } SeidelStripsSettings;

  typedef struct
  {
    SeidelStripsSettings settings;
    int32_t n_levels;
    int32_t n_strips;
    int64_t n_slices;        /* of all streams */
    double nanoseconds;      /* that a sweep is expected to take */
    int64_t *first;          /* settings.workers + 1: slice of each stream */
    SeidelStripsTask *tasks; /* 32 for each slice */
    uint16_t *columns;       /* slots; see seidel_streams_column () */
    double *values;          /* over the diagonal; see seidel_streams_value () */
    int32_t *places; /* where each row is published: 32 × its last slice + its first lane */
  } SeidelStrips;

  typedef enum
  {
    SEIDEL_STRIPS_DONE,
    SEIDEL_STRIPS_NO_MEMORY,
    SEIDEL_STRIPS_TOO_THIN, /* the slices would be mostly empty */
  } SeidelStripsResult;

  /* Makes the strips of a matrix with an entry on each diagonal. levels may be NULL. Where plans is
   * false, only n_levels, n_strips, n_slices and nanoseconds are computed. */
  SeidelStripsResult seidel_strips_init (SeidelStrips *strips,
                                         const SeidelCsrView *matrix,
                                         SeidelDirection direction,
                                         const SeidelLevelsView *levels,
                                         const SeidelStripsSettings *settings,
                                         bool plans);
  void seidel_strips_clear (SeidelStrips *strips);

#ifdef __cplusplus
}
#endif
