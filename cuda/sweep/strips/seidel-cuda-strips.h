/* The rows of a sweep as strips, each of which one thread block computes with x in shared memory.
 *
 * The distances row − column of the entries that rows depend on fall into classes, separated by the
 * widest gaps in their histogram: on a grid, the neighbours in a line, in a plane and in space.
 * With its level each row gets the largest number of entries of each of the two far classes on any
 * path that leads to it. These numbers never decrease along a dependency. Cells of some of them
 * therefore depend on each other without a cycle; on a grid they are bundles of its skewed lines.
 * No geometry is needed: any CSR matrix has such cells.
 *
 * A cell is a strip: its rows by level, about 32 rows a level. A worker (a thread block, in which
 * one warp computes) does its strips one after the other as one stream of slices, which is cut into
 * pages of a few slices. A page has a place for each lane of its slices, where a row is published,
 * and a list of the places where values are published that it needs of other strips. x of the last
 * pages, computed or fetched, is in a window in shared memory: a ring of as many pages. What has
 * left the window is fetched again. A strip begins a page, and as if the window were empty: the one
 * before it on its worker is far away, and has hardly anything that it needs. Strips are therefore
 * cut into pages independently of each other. Workers take strips in an order in which each depends
 * on earlier ones only, so that the first strip that is not complete can always proceed.
 *
 * Plain C without CUDA, so that a schedule can be executed and tested on any machine. The device
 * makes the same strips itself (seidel-cuda-strips-device.cuh), bit by bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-rows.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* The last column of a lane where rows may take several lanes or slices; alike in all lanes. */
#define SEIDEL_STRIPS_FINISHES    1u /* the rows of the slice are complete */
#define SEIDEL_STRIPS_LANES_SHIFT 1  /* log2 of the lanes of each row: 3 bits */

/* Lists of what pages fetch begin at a multiple of so many, and are padded to it. */
#define SEIDEL_STRIPS_SOURCES 4

  typedef struct
  {
    int workers; /* thread blocks that run at the same time, at most */
    /* A row takes one lane of one slice if no row depends on more than shape.entries others.
     * Otherwise it may take more, and lanes have one more column than entries. */
    SeidelSliceShape shape;
    int slices;       /* of a page, at most */
    int fetched;      /* values that a page fetches, at most; at least those of one slice */
    int pages;        /* of the window */
    int pages_loaded; /* at the same time, fewer: when a page is computed, that so many before it
                       * gives its place in the window to what the last of these fetches */
    size_t real_size; /* bytes of a number on the device */
  } SeidelStripsSettings;

  /* Slots of the window: first those of the pages that are computed, then those that are fetched,
   * and in the end one that is always 0. */
  SEIDEL_PLAN_FUNCTION int
  seidel_strips_computed_slot (const SeidelStripsSettings *settings, uint32_t page)
  {
    return (int) (page % (uint32_t) settings->pages) * settings->slices * SEIDEL_SLICE_LANES;
  }

  SEIDEL_PLAN_FUNCTION int
  seidel_strips_fetched_slot (const SeidelStripsSettings *settings, uint32_t page)
  {
    return settings->pages * settings->slices * SEIDEL_SLICE_LANES
           + (int) (page % (uint32_t) settings->pages) * settings->fetched;
  }

  SEIDEL_PLAN_FUNCTION int
  seidel_strips_zero_slot (const SeidelStripsSettings *settings)
  {
    return settings->pages * (settings->slices * SEIDEL_SLICE_LANES + settings->fetched);
  }

  /* Where a page that is loaded has what, in bytes; all are multiples of 16. */
  typedef struct
  {
    size_t values;
    size_t columns;
    size_t partial;
    size_t rows;
    size_t sources;
    size_t size;
  } SeidelStripsLayout;

  SeidelStripsLayout seidel_strips_layout (const SeidelStripsSettings *settings);
  /* Of a block: the window, the pages that are loaded, and what lies behind them. */
  size_t seidel_strips_window_bytes (const SeidelStripsSettings *settings);
  size_t seidel_strips_shared_bytes (const SeidelStripsSettings *settings);

  typedef struct
  {
    int32_t slice; /* the first */
    int32_t slices;
    int32_t source; /* the first */
    int32_t sources;
  } SeidelStripsPage;

  typedef struct
  {
    SeidelStripsSettings settings;
    int32_t n_levels;
    int32_t n_strips;
    int64_t n_pages;
    int64_t n_slices;
    int64_t n_sources;
    double nanoseconds; /* that a sweep is expected to take */
    int32_t *first;     /* settings.workers + 1: page of each worker */
    SeidelStripsPage *pages;
    int32_t *sources;  /* places: 32 × slice + lane */
    int32_t *rows;     /* of each place, or −1 */
    int32_t *levels;   /* of each slice, from 0 */
    int32_t *places;   /* of each row */
    uint16_t *columns; /* bytes into the window; see seidel_slice_column () */
    double *values;    /* over the diagonal, negated; see seidel_slice_value (); or NULL */
  } SeidelStrips;

  typedef enum
  {
    SEIDEL_STRIPS_DONE,
    SEIDEL_STRIPS_NO_MEMORY,
    SEIDEL_STRIPS_TOO_THIN, /* the slices would be mostly empty */
    SEIDEL_STRIPS_FAILED,   /* the device did, and says why itself */
  } SeidelStripsResult;

  /* The entries of a lane that suit rows of such lengths, and how pages are made of them, for
   * numbers of so many bytes in so many bytes of shared memory. */
  SeidelStripsSettings seidel_strips_choose (const SeidelSweptLengths *lengths,
                                             size_t real_size,
                                             size_t shared_bytes,
                                             int multiprocessors);

  /* The most slices of rows with such lengths in so many levels that are worth their memory, where
   * levels is 0 in however many: with more, the matrix has no strips. */
  int64_t seidel_strips_most_slices (const SeidelSweptLengths *lengths,
                                     const SeidelSliceShape *shape,
                                     int64_t levels);
  /* What those take on the device of numbers of so many bytes, in the shape that is chosen. */
  double
  seidel_strips_most_bytes (const SeidelSweptLengths *lengths, size_t real_size, int64_t levels);
  /* Whether they are no more, in however many levels. */
  bool seidel_strips_are_dense_enough (const SeidelSweptLengths *lengths,
                                       const SeidelSliceShape *shape,
                                       int64_t n_slices);

  /* Makes the strips of a matrix with an entry on each diagonal. levels may be NULL, and the values
   * of the matrix, too: the strips have none then. Where plans is false, only the numbers of
   * levels, strips and slices and the nanoseconds are computed. */
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
