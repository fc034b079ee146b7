/* The steps of a sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-playback.h"

#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"

/* Of so many marks that are set in a step, one is seen in the same step; and of so many of these,
 * one is seen before its value. */
#define MARKS_A_SEEN 4
#define SEEN_A_STALE 4

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

/* Whether a row sees the mark that another one sets in the same step, and whether before the value:
 * the same whenever it is asked (the finaliser of MurmurHash3, Appleby 2008). */
static bool
sees_early (const SeidelPlayback *playback, int64_t row, int64_t column, bool *stale)
{
  uint64_t bits = (uint64_t) row * 0x9e3779b97f4a7c15U + (uint64_t) column + playback->seed;

  bits ^= bits >> 33;
  bits *= 0xff51afd7ed558ccdU;
  bits ^= bits >> 33;
  bits *= 0xc4ceb9fe1a85ec53U;
  bits ^= bits >> 33;
  *stale = bits % MARKS_A_SEEN == 0 && bits / MARKS_A_SEEN % SEEN_A_STALE == 0;
  return bits % MARKS_A_SEEN == 0;
}

/* Whether the value of a column was not there yet when the row read it. */
static inline bool
reads_stale (const SeidelPlayback *playback, int64_t row, int64_t column)
{
  bool stale;

  return playback->computed_at[row] == playback->computed_at[column]
         && sees_early (playback, row, column, &stale) && stale;
}

/* A row is computed as soon as it sees the marks of all its dependencies: in the next step, or in
 * that of the last of them. */
static void
take_race_step (SeidelPlayback *playback, const SeidelCsr *csr, int64_t row)
{
  int32_t ready = 0, step = 1;
  bool stale;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (!is_dependency (playback->direction, row, column))
        continue;
      ready = MAX (ready, playback->computed_at[column]);
      step = MAX (step, playback->computed_at[column]
                          + (sees_early (playback, row, column, &stale) ? 0 : 1));
    }
  playback->computed_at[row] = step;
  playback->ready_at[row] = ready;
}

static SeidelRowState
race_end (const SeidelPlayback *playback, const SeidelCsr *csr, int64_t row)
{
  SeidelRowState end = SEIDEL_ROW_DONE;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (!is_dependency (playback->direction, row, column))
        continue;
      if (reads_stale (playback, row, column))
        return SEIDEL_ROW_STALE;
      if (playback->ends[column] != SEIDEL_ROW_DONE)
        end = SEIDEL_ROW_WRONG;
    }
  return end;
}

/* A race needs at most as many steps as there are levels. */
static void
step_by_race (SeidelPlayback *playback, const SeidelCsr *csr)
{
  playback->steps = 0;
  for (int64_t n = 0; n < playback->rows; n++)
    {
      const int64_t row =
        playback->direction == SEIDEL_DIRECTION_FORWARD ? n : playback->rows - 1 - n;

      take_race_step (playback, csr, row);
      playback->ends[row] = (uint8_t) race_end (playback, csr, row);
      playback->stale[playback->computed_at[row]] += playback->ends[row] == SEIDEL_ROW_STALE;
      playback->wrong[playback->computed_at[row]] += playback->ends[row] == SEIDEL_ROW_WRONG;
      playback->steps = MAX (playback->steps, playback->computed_at[row]);
    }
  for (int64_t step = 1; step <= playback->steps; step++)
    {
      playback->stale[step] += playback->stale[step - 1];
      playback->wrong[step] += playback->wrong[step - 1];
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

static bool
take_memory (SeidelPlayback *playback, GError **error)
{
  const int64_t steps = playback->steps + 1;

  if ((playback->computed_at = new_numbers (playback->rows, error)) == NULL
      || (playback->ready_at = new_numbers (playback->rows, error)) == NULL
      || (playback->computed = new_numbers (steps, error)) == NULL
      || (playback->ready = new_numbers (steps, error)) == NULL)
    return false;
  if (playback->mode != SEIDEL_PLAY_RACE)
    return true;
  playback->ends =
    seidel_memory_try0 ((size_t) MAX (playback->rows, 1), "the steps of a sweep", error);
  return playback->ends != NULL && (playback->stale = new_numbers (steps, error)) != NULL
         && (playback->wrong = new_numbers (steps, error)) != NULL;
}

SeidelPlayback *
seidel_playback_new (const SeidelCsr *csr,
                     const SeidelSchedule *schedule,
                     SeidelPlayMode mode,
                     uint32_t seed,
                     GError **error)
{
  g_autoptr (SeidelPlayback) playback = g_new0 (SeidelPlayback, 1);

  g_return_val_if_fail (schedule->rows == csr->rows, NULL);

  g_atomic_ref_count_init (&playback->references);
  playback->mode = mode;
  playback->direction = schedule->direction;
  playback->rows = csr->rows;
  playback->steps = mode == SEIDEL_PLAY_ROWS ? csr->rows : schedule->count;
  playback->seed = mode == SEIDEL_PLAY_RACE ? seed : 0;
  if (!take_memory (playback, error))
    return NULL;
  if (mode == SEIDEL_PLAY_ROWS)
    step_by_rows (playback, csr);
  else if (mode == SEIDEL_PLAY_RACE)
    step_by_race (playback, csr);
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
  g_free (playback->ends);
  g_free (playback->stale);
  g_free (playback->wrong);
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
  if (playback->ends != NULL)
    {
      const int64_t flawed_before =
        step > 0 ? playback->stale[step - 1] + playback->wrong[step - 1] : 0;

      counts[SEIDEL_ROW_STALE] = playback->stale[step];
      counts[SEIDEL_ROW_WRONG] = playback->wrong[step];
      counts[SEIDEL_ROW_DONE] -= flawed_before;
      counts[SEIDEL_ROW_NOW] -= playback->stale[step] + playback->wrong[step] - flawed_before;
    }
  if (stale)
    counts[SEIDEL_ROW_STALE] = playback->rows - computed;
  else
    {
      counts[SEIDEL_ROW_READY] = playback->ready[step] - computed;
      counts[SEIDEL_ROW_WAITING] = playback->rows - playback->ready[step];
    }
}

static inline bool
reads_new (const SeidelPlayback *playback, int64_t row, int64_t column)
{
  return is_dependency (playback->direction, row, column)
         && (playback->ends == NULL || !reads_stale (playback, row, column));
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
        sum -= csr->values[k] * (reads_new (playback, row, column) ? new[column] : old[column]);
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
  g_autofree double *last = g_try_malloc (bytes);

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

/* What each step adds to the squares of the error and of the values. */
static void
add_squares (const SeidelPlayback *playback,
             const double *x,
             const double *exact,
             double *errors,
             double *squares)
{
  for (int64_t row = 0; row < playback->rows; row++)
    {
      const double e = x[row] - exact[row];

      errors[playback->computed_at[row]] += e * e;
      squares[playback->computed_at[row]] += exact[row] * exact[row];
    }
}

bool
seidel_playback_errors (const SeidelPlayback *playback,
                        const SeidelCsr *csr,
                        const double *b,
                        const double *before,
                        double *errors,
                        GError **error)
{
  /* The same sweep in order: by rows no value is stale. */
  const SeidelPlayback ordered = { .mode = SEIDEL_PLAY_ROWS,
                                   .direction = playback->direction,
                                   .rows = playback->rows,
                                   .steps = playback->steps,
                                   .computed_at = playback->computed_at };
  const size_t bytes = (size_t) MAX (playback->rows, 1) * sizeof (double);
  const size_t n = (size_t) playback->steps + 1;
  g_autofree double *x = seidel_memory_try0 (bytes, "the error of a race", error);
  g_autofree double *exact =
    x != NULL ? seidel_memory_try0 (bytes, "the error of a race", error) : NULL;
  g_autofree double *squares =
    exact != NULL ? seidel_memory_try0 (n * sizeof (double), "the error of a race", error) : NULL;

  if (squares == NULL)
    return false;
  seidel_playback_values (playback, csr, b, before, playback->steps, x);
  seidel_playback_values (&ordered, csr, b, before, playback->steps, exact);
  memset (errors, 0, n * sizeof *errors);
  add_squares (playback, x, exact, errors, squares);
  for (size_t step = 1; step < n; step++)
    {
      errors[step] += errors[step - 1];
      squares[step] += squares[step - 1];
    }
  for (size_t step = 0; step < n; step++)
    errors[step] = squares[step] > 0.0 ? sqrt (errors[step] / squares[step]) : 0.0;
  return true;
}
