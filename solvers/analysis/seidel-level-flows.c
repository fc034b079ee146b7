/* Counting what flows between groups of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-level-flows.h"

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"

static bool
allocate (SeidelLevelFlows *flows, GError **error)
{
  const size_t groups = (size_t) flows->groups;
  const char *what = "what flows between the levels";

  flows->first_level = seidel_memory_try0 ((groups + 1) * sizeof *flows->first_level, what, error);
  if (flows->first_level != NULL)
    flows->rows = seidel_memory_try0 (groups * sizeof *flows->rows, what, error);
  if (flows->rows != NULL)
    flows->a_row = seidel_memory_try0 (groups * sizeof *flows->a_row, what, error);
  if (flows->a_row != NULL)
    flows->dependencies =
      seidel_memory_try0 (groups * groups * sizeof *flows->dependencies, what, error);
  return flows->dependencies != NULL;
}

/* Levels are in order, so that the first one of a group is where the group changes. */
static void
divide_levels (SeidelLevelFlows *flows)
{
  const SeidelSchedule *schedule = flows->schedule;

  for (int32_t level = schedule->count; level >= 1; level--)
    {
      const int32_t group = seidel_level_flows_group (flows, level);

      flows->first_level[group] = level;
      flows->rows[group] += schedule->level_rows[level - 1];
    }
  flows->first_level[flows->groups] = schedule->count + 1;
}

static void
count_row (SeidelLevelFlows *flows, const SeidelCsr *csr, int64_t row)
{
  const SeidelSchedule *schedule = flows->schedule;
  const bool forward = schedule->direction == SEIDEL_DIRECTION_FORWARD;
  const int32_t to = seidel_level_flows_group (flows, schedule->level_of_row[row]);

  flows->a_row[to] = row;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (forward ? column < row : column > row)
        {
          const int32_t from = seidel_level_flows_group (flows, schedule->level_of_row[column]);

          flows->dependencies[(int64_t) from * flows->groups + to]++;
        }
    }
}

SeidelLevelFlows *
seidel_level_flows_new (const SeidelCsr *csr,
                        SeidelSchedule *schedule,
                        int32_t most,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (SeidelLevelFlows) flows = g_new0 (SeidelLevelFlows, 1);

  g_return_val_if_fail (schedule->rows == csr->rows && most > 0, NULL);

  g_atomic_ref_count_init (&flows->references);
  flows->schedule = seidel_schedule_ref (schedule);
  flows->groups = MIN (schedule->count, most);
  if (!allocate (flows, error))
    return NULL;
  divide_levels (flows);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (seidel_poll (row, cancellable, error))
        return NULL;
      count_row (flows, csr, row);
    }
  return g_steal_pointer (&flows);
}

SeidelLevelFlows *
seidel_level_flows_ref (SeidelLevelFlows *flows)
{
  g_atomic_ref_count_inc (&flows->references);
  return flows;
}

void
seidel_level_flows_unref (SeidelLevelFlows *flows)
{
  if (!g_atomic_ref_count_dec (&flows->references))
    return;
  seidel_schedule_unref (flows->schedule);
  g_free (flows->first_level);
  g_free (flows->rows);
  g_free (flows->a_row);
  g_free (flows->dependencies);
  g_free (flows);
}
