/* The cells that strips are made of (seidel-cuda-strips.h), and the order in which they are taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-strips.h"
#include "levels/seidel-cuda-grid.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* A line: rows with the same numbers of far entries and the same level. Of large matrices lines
   * are counted in a sample: those whose hash has zeros in as many places as are sampled. */
  SEIDEL_PLAN_FUNCTION int
  seidel_line_sample (int64_t rows)
  {
    int bits = 0;

    while (rows >> bits > 1 << 16)
      bits++;
    return bits;
  }

  /* Lines of a sample are collected in a table of so many places, a power of two: of few rows each
   * could be a line of its own. */
  SEIDEL_PLAN_FUNCTION uint32_t
  seidel_line_places (int64_t rows)
  {
    uint32_t places = 64;

    while (places < 1u << 18 && places < 2 * rows)
      places *= 2;
    return places;
  }

  /* Not 0, and different for different lines as long as the numbers fit into 21, 21 and 22 bits.
   * Source: the finaliser of MurmurHash3, a bijection. */
  SEIDEL_PLAN_FUNCTION uint64_t
  seidel_line_hash (const int32_t far[2], int32_t level)
  {
    uint64_t hash = (((uint64_t) far[1] << 21 ^ (uint64_t) far[0]) << 22 ^ (uint64_t) level) + 1;

    hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
    hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 33;
  }

  /* How cells are numbered: the larger number first, so that cells depend on earlier ones. */
  typedef struct
  {
    int32_t widths[2]; /* entries of each class */
    int64_t across;
    int64_t count; /* some of them have no rows */
  } SeidelCellGrid;

  /* Cells of which each has about as many rows a level as a warp has lanes; most: the largest
   * numbers of far entries. False: they are too many. */
  bool seidel_choose_cells (double rows_of_line,
                            const int32_t most[2],
                            int64_t rows,
                            SeidelCellGrid *grid);

  SEIDEL_PLAN_FUNCTION int32_t
  seidel_cell_number (const SeidelCellGrid *grid, const int32_t far[2])
  {
    return (int32_t) (far[1] / grid->widths[1] * grid->across + far[0] / grid->widths[0]);
  }

  /* Which strips depend on which. */
  typedef struct
  {
    int32_t strip;
    int32_t needed; /* an earlier one */
  } SeidelStripLink;

  typedef struct
  {
    int32_t n_strips;
    int32_t *lowest; /* level of each */
    int32_t n_links;
    SeidelStripLink *links; /* each once, by strip */
  } SeidelStripGraph;

  /* With more links strips would mostly wait for each other. */
  SEIDEL_PLAN_FUNCTION int32_t
  seidel_most_links (int64_t rows)
  {
    return (int32_t) (rows / 4 < 4096 ? 4096 : rows / 4);
  }

  /* Numbers the strips by the longest path that leads to them: each after those that it depends on,
   * and after those that begin earlier. numbers receives that of each cell; the graph is
   * renumbered. Its links may be in any order before. False: memory is short. */
  bool seidel_strip_graph_order (SeidelStripGraph *graph, int32_t n_levels, int32_t *numbers);

  /* Nanoseconds that a sweep is expected to take, of strips with so many slices each; negative:
   * memory is short. */
  double seidel_strip_graph_predict (const SeidelStripGraph *graph,
                                     const SeidelStripsSettings *settings,
                                     const int32_t *slices);

  void seidel_strip_graph_clear (SeidelStripGraph *graph);

  typedef struct
  {
    const SeidelCsrView *matrix; /* borrowed */
    bool forward;
    int32_t n_levels;
    int32_t n_strips;
    SeidelSwept *swept; /* of each row */
    int32_t *level;     /* of each row, 1 … n_levels */
    int32_t *strip;     /* of each row */
    int32_t *rows;   /* by strip, by level, where rows may take several lanes the longest first */
    int32_t *starts; /* n_strips + 1, into rows */
    SeidelStripGraph graph;
  } SeidelCells;

  static inline int64_t
  seidel_cells_column (const SeidelCells *cells, int64_t row, int64_t e)
  {
    const SeidelSwept *swept = &cells->swept[row];

    return cells->matrix->column_indices[cells->forward ? swept->first + e : swept->first - e];
  }

  /* levels may be NULL. Cleared where the result is not SEIDEL_STRIPS_DONE. */
  SeidelStripsResult seidel_cells_init (SeidelCells *cells,
                                        const SeidelCsrView *matrix,
                                        SeidelDirection direction,
                                        const SeidelLevelsView *levels,
                                        const SeidelStripsSettings *settings);
  void seidel_cells_clear (SeidelCells *cells);

#ifdef __cplusplus
}
#endif
