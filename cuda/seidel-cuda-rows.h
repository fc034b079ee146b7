/* The entries that the rows of a sweep depend on, and the levels of the rows; plain C.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"

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
  } SeidelOwn;

  static inline int64_t
  seidel_own_diagonal (const SeidelOwn *own, bool forward)
  {
    return own->first + (forward ? own->length : -own->length);
  }

  /* Fills own and level, 1 …, of each row; the given levels may be NULL. Returns the number of
   * levels.
   */
  int32_t seidel_own_entries (const SeidelCsrView *matrix,
                              bool forward,
                              const SeidelLevelsView *given,
                              SeidelOwn *own,
                              int32_t *level);

  /* The number of levels of a direction; 0 when memory is short. */
  int32_t seidel_count_levels (const SeidelCsrView *matrix, SeidelDirection direction);

#ifdef __cplusplus
}
#endif
