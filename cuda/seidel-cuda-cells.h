/* The cells that strips are made of (seidel-cuda-strips.h), and the order in which they are taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-strips.h"

typedef struct
{
  const SeidelCsrView *matrix; /* borrowed */
  bool forward;
  int32_t n_levels;
  int32_t n_strips;
  SeidelOwn *own;  /* of each row */
  int32_t *level;  /* of each row, 1 … n_levels */
  int32_t *strip;  /* of each row */
  int32_t *rows;   /* by strip, by level, the longest first */
  int32_t *starts; /* n_strips + 1, into rows */
} SeidelCells;

static inline int64_t
seidel_cells_column (const SeidelCells *cells, int64_t row, int64_t e)
{
  const SeidelOwn *own = &cells->own[row];

  return cells->matrix->column_indices[cells->forward ? own->first + e : own->first - e];
}

/* levels may be NULL. Cleared where the result is not SEIDEL_STRIPS_DONE. */
SeidelStripsResult seidel_cells_init (SeidelCells *cells,
                                      const SeidelCsrView *matrix,
                                      SeidelDirection direction,
                                      const SeidelLevelsView *levels);
void seidel_cells_clear (SeidelCells *cells);
