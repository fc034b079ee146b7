/* The steps of a sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-playback.h"

#include <string.h>

#include "base/seidel-memory.h"

static inline bool
is_dependency (SeidelDirection direction, int64_t row, int64_t column)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;
}

/* By levels and by passes a row has its value after as many steps as its level, and could be
 * computed one step earlier. */
static void
step_by_levels (SeidelPlayback *playback, const SeidelSchedule *schedule)
{
  for (int64_t row = 0; row < playback->rows; row++)
    {
      playback->computed_at[row] = schedule->level_of_row[row];
      playback->ready_at[row] = schedule->level_of_row[row] - 1;
    }
}

static void
step_by_rows (SeidelPlayback *playback, const SeidelCsr *csr)
{
  const SeidelDirection direction = playback->direction;

  for (int64_t n = 0; n < playback->rows; n++)
    {
      const int64_t row = direction == SEIDEL_DIRECTION_FORWARD ? n : playback->rows - 1 - n;
      int32_t ready = 0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (is_dependency (direction, row, csr->column_indices[k]))
          ready = MAX (ready, playback->computed_at[csr->column_indices[k]]);
      playback->computed_at[row] = (int32_t) n + 1;
      playback->ready_at[row] = ready;
    }
}

static void
accumulate (SeidelPlayback *playback)
{
  for (int64_t row = 0; row < playback->rows; row++)
    {
      playback->computed[playback->computed_at[row]]++;
      playback->ready[playback->ready_at[row]]++;
    }
  for (int64_t step = 1; step <= playback->steps; step++)
    {
      playback->computed[step] += playback->computed[step - 1];
      playback->ready[step] += playback->ready[step - 1];
    }
}

static int32_t *
new_numbers (int64_t count, GError **error)
{
  return seidel_memory_try0 ((size_t) MAX (count, 1) * sizeof (int32_t), "the steps of a sweep",
                             error);
}

SeidelPlayback *
seidel_playback_new (const SeidelCsr *csr,
                     const SeidelSchedule *schedule,
                     SeidelPlayMode mode,
                     GError **error)
{
  g_autoptr (SeidelPlayback) playback = g_new0 (SeidelPlayback, 1);

  g_return_val_if_fail (schedule->rows == csr->rows, NULL);

  g_atomic_ref_count_init (&playback->references);
  playback->mode = mode;
  playback->direction = schedule->direction;
  playback->rows = csr->rows;
  playback->steps = mode == SEIDEL_PLAY_ROWS ? csr->rows : schedule->count;
  playback->computed_at = new_numbers (csr->rows, error);
  if (playback->computed_at != NULL)
    playback->ready_at = new_numbers (csr->rows, error);
  if (playback->ready_at != NULL)
    playback->computed = new_numbers (playback->steps + 1, error);
  if (playback->computed != NULL)
    playback->ready = new_numbers (playback->steps + 1, error);
  if (playback->computed_at == NULL || playback->ready_at == NULL || playback->computed == NULL
      || playback->ready == NULL)
    return NULL;
  if (mode == SEIDEL_PLAY_ROWS)
    step_by_rows (playback, csr);
  else
    step_by_levels (playback, schedule);
  accumulate (playback);
  return g_steal_pointer (&playback);
}

SeidelPlayback *
seidel_playback_ref (SeidelPlayback *playback)
{
  g_atomic_ref_count_inc (&playback->references);
  return playback;
}

void
seidel_playback_unref (SeidelPlayback *playback)
{
  if (!g_atomic_ref_count_dec (&playback->references))
    return;
  g_free (playback->computed_at);
  g_free (playback->ready_at);
  g_free (playback->computed);
  g_free (playback->ready);
  g_free (playback);
}

void
seidel_playback_count (const SeidelPlayback *playback,
                       int64_t step,
                       int64_t counts[SEIDEL_N_ROW_STATES])
{
  const int64_t computed = playback->computed[step];
  const int64_t before = step > 0 ? playback->computed[step - 1] : 0;
  const bool stale = playback->mode == SEIDEL_PLAY_PASSES && step > 0;

  memset (counts, 0, SEIDEL_N_ROW_STATES * sizeof *counts);
  counts[SEIDEL_ROW_DONE] = before;
  counts[SEIDEL_ROW_NOW] = computed - before;
  if (stale)
    counts[SEIDEL_ROW_STALE] = playback->rows - computed;
  else
    {
      counts[SEIDEL_ROW_READY] = playback->ready[step] - computed;
      counts[SEIDEL_ROW_WAITING] = playback->rows - playback->ready[step];
    }
}

/* The new value of a row, from the values that its entries before and behind the diagonal read. */
static double
row_value (const SeidelPlayback *playback,
           const SeidelCsr *csr,
           const double *b,
           const double *new,
           const double *old,
           int64_t row)
{
  double sum = b[row], diagonal = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (column == row)
        diagonal = csr->values[k];
      else
        sum -= csr->values[k]
               * (is_dependency (playback->direction, row, column) ? new[column] : old[column]);
    }
  return diagonal != 0.0 ? sum / diagonal : old[row];
}

/* All rows from the values of the pass before; that of a row whose pass has come is final. */
static void
run_pass (const SeidelPlayback *playback,
          const SeidelCsr *csr,
          const double *b,
          const double *before,
          const double *last,
          double *x)
{
  for (int64_t row = 0; row < playback->rows; row++)
    x[row] = row_value (playback, csr, b, last, before, row);
}

static void
run_passes (const SeidelPlayback *playback,
            const SeidelCsr *csr,
            const double *b,
            const double *before,
            int64_t passes,
            double *x)
{
  const size_t bytes = (size_t) playback->rows * sizeof (double);
  g_autofree double *last = g_memdup2 (before, bytes);

  memcpy (x, before, bytes);
  for (int64_t pass = 0; pass < passes && last != NULL; pass++)
    {
      memcpy (last, x, bytes);
      run_pass (playback, csr, b, before, last, x);
    }
}

void
seidel_playback_values (const SeidelPlayback *playback,
                        const SeidelCsr *csr,
                        const double *b,
                        const double *before,
                        int64_t step,
                        double *x)
{
  if (playback->mode == SEIDEL_PLAY_PASSES)
    {
      run_passes (playback, csr, b, before, step, x);
      return;
    }
  memcpy (x, before, (size_t) playback->rows * sizeof *x);
  /* In the order of the sweep all that a row depends on is there when its turn comes. */
  for (int64_t n = 0; n < playback->rows; n++)
    {
      const int64_t row =
        playback->direction == SEIDEL_DIRECTION_FORWARD ? n : playback->rows - 1 - n;

      if (playback->computed_at[row] <= step)
        x[row] = row_value (playback, csr, b, x, before, row);
    }
}
