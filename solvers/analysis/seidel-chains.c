/* Longest chains: the levels of a schedule say how long they are up to a row, a pass against the
 * order of the sweep how long they are from there on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-chains.h"

#include "base/seidel-memory.h"

#define BLOCK_ROWS 16384 /* between two looks at the cancellable */

static inline bool
is_dependency (SeidelDirection direction, int64_t row, int64_t column)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;
}

/* Visited last row first: the height of a row is final when its turn comes, because all the rows
 * that depend on it were visited before. */
static void
push_height (const SeidelCsr *csr, const SeidelChains *chains, int64_t row)
{
  const SeidelDirection direction = chains->schedule->direction;
  const int32_t above = chains->heights[row] + 1;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (is_dependency (direction, row, column) && chains->heights[column] < above)
        {
          chains->heights[column] = above;
          chains->next[column] = (int32_t) row;
        }
    }
}

static bool
run_pass (const SeidelCsr *csr, SeidelChains *chains, GCancellable *cancellable, GError **error)
{
  const SeidelSchedule *schedule = chains->schedule;
  const bool forward = schedule->direction == SEIDEL_DIRECTION_FORWARD;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      chains->heights[row] = 1;
      chains->next[row] = -1;
    }
  for (int64_t n = 0; n < csr->rows; n++)
    {
      const int64_t row = forward ? csr->rows - 1 - n : n;

      if (n % BLOCK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      push_height (csr, chains, row);
      chains->critical_rows +=
        schedule->level_of_row[row] + chains->heights[row] - 1 == schedule->count;
    }
  return true;
}

SeidelChains *
seidel_chains_new (const SeidelCsr *csr,
                   SeidelSchedule *schedule,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SeidelChains) chains = g_new0 (SeidelChains, 1);
  const size_t bytes = (size_t) csr->rows * sizeof (int32_t);

  g_return_val_if_fail (schedule->rows == csr->rows, NULL);

  chains->schedule = seidel_schedule_ref (schedule);
  if (csr->rows == 0)
    return g_steal_pointer (&chains);
  chains->heights = seidel_memory_try (bytes, "the chains of dependencies", error);
  if (chains->heights != NULL)
    chains->next = seidel_memory_try (bytes, "the chains of dependencies", error);
  if (chains->heights == NULL || chains->next == NULL
      || !run_pass (csr, chains, cancellable, error))
    return NULL;
  return g_steal_pointer (&chains);
}

void
seidel_chains_free (SeidelChains *chains)
{
  seidel_schedule_unref (chains->schedule);
  g_free (chains->heights);
  g_free (chains->next);
  g_free (chains);
}

/* A row of the level before that a row depends on: there is one, or its level would be lower. */
static int32_t
row_before (const SeidelChains *chains, const SeidelCsr *csr, int64_t row)
{
  const int32_t *levels = chains->schedule->level_of_row;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (is_dependency (chains->schedule->direction, row, column)
          && levels[column] == levels[row] - 1)
        return column;
    }
  g_return_val_if_reached (-1);
}

int32_t *
seidel_chains_through (const SeidelChains *chains,
                       const SeidelCsr *csr,
                       int64_t row,
                       int64_t *length,
                       GError **error)
{
  int64_t place;
  int32_t *chain;

  g_return_val_if_fail (row >= 0 && row < csr->rows, NULL);

  place = chains->schedule->level_of_row[row] - 1;
  *length = place + chains->heights[row];
  chain = seidel_memory_try ((size_t) *length * sizeof *chain, "a chain of dependencies", error);
  if (chain == NULL)
    return NULL;
  chain[place] = (int32_t) row;
  for (int64_t i = place; i > 0; i--)
    chain[i - 1] = row_before (chains, csr, chain[i]);
  for (int64_t i = place + 1; i < *length; i++)
    chain[i] = chains->next[chain[i - 1]];
  return chain;
}

int64_t
seidel_chains_critical_row (const SeidelChains *chains)
{
  const SeidelSchedule *schedule = chains->schedule;

  for (int64_t row = 0; row < schedule->rows; row++)
    if (schedule->level_of_row[row] + chains->heights[row] - 1 == schedule->count)
      return row;
  return -1;
}
