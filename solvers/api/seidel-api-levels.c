/* The dependency levels of a sweep, as an object of the interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include "analysis/seidel-schedule.h"
#include "api/seidel-levels.h"
#include "base/seidel-fail.h"
#include "matrix/seidel-pending.h"

/* A schedule under another name. */
static SeidelLevels *
wrap (SeidelSchedule *schedule)
{
  return (SeidelLevels *) schedule;
}

static SeidelSchedule *
unwrap (const SeidelLevels *levels)
{
  return (SeidelSchedule *) levels;
}

SeidelLevels *
seidel_levels_new (const SeidelMatrix *matrix,
                   SeidelSweepOrder order,
                   GCancellable *cancellable,
                   GError **error)
{
  seidel_matrix_complete (matrix);
  if (order == SEIDEL_SWEEP_FORWARD || order == SEIDEL_SWEEP_BACKWARD)
    return wrap (
      seidel_schedule_new (matrix->csr, (SeidelDirection) order, NULL, cancellable, error));
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      "levels are of a sweep forward or of one backward");
}

SeidelLevels *
seidel_levels_ref (SeidelLevels *levels)
{
  return wrap (seidel_schedule_ref (unwrap (levels)));
}

void
seidel_levels_unref (SeidelLevels *levels)
{
  seidel_schedule_unref (unwrap (levels));
}

int32_t
seidel_levels_count (const SeidelLevels *levels)
{
  return unwrap (levels)->count;
}

const int64_t *
seidel_levels_rows (const SeidelLevels *levels)
{
  return unwrap (levels)->level_rows;
}

const int64_t *
seidel_levels_entries (const SeidelLevels *levels)
{
  return unwrap (levels)->level_nonzeros;
}

const int32_t *
seidel_levels_of_rows (const SeidelLevels *levels)
{
  return unwrap (levels)->level_of_row;
}

int64_t
seidel_levels_widest (const SeidelLevels *levels)
{
  return unwrap (levels)->widest;
}
