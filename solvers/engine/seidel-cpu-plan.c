/* Plans a sweep: by levels, which rows each thread updates between two barriers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-sweep-private.h"

/* What a row costs beside its entries, in entries. */
#define ROW_WEIGHT 4

/* Entries that a thread updates in fifty times as long as threads need to meet. */
#define BARRIER_ENTRIES INT64_C (11000)

void
seidel_cpu_plan_clear (SeidelSweep *sweep)
{
  seidel_cpu_rows_clear (&sweep->own);
  free (sweep->targets);
  free (sweep->looked_up_runs);
  free (sweep->own_level_runs);
  free (sweep->segments);
  free (sweep->parts);
  free (sweep->waits);
  free (sweep->first_wait);
  free (sweep->progress);
  free (sweep->old);
  free (sweep->nanoseconds);
  free (sweep->done);
  free (sweep->pass_of_row);
  free (sweep->pass_rows);
}

/* Whether these are the levels of the order. */
static bool
has_levels (const SeidelCpuOrder *order, const SeidelLevelsView *levels)
{
  if (order->n_levels != levels->count)
    return false;
  for (int32_t level = 0; level < levels->count; level++)
    for (int64_t i = order->level_offsets[level]; i < order->level_offsets[level + 1]; i++)
      if (levels->level_of_row[order->rows[i]] != level + 1)
        return false;
  return true;
}

/* Whether these levels, those of the other direction, are as wide as those of the order taken
 * backwards. */
static bool
mirrors_levels (const SeidelCpuOrder *order, const SeidelLevelsView *levels)
{
  const int64_t *offsets = order->level_offsets + order->n_levels - 1;

  if (order->n_levels != levels->count)
    return false;
  for (int32_t level = 0; level < levels->count; level++, offsets--)
    if (levels->level_rows[level] != offsets[1] - offsets[0])
      return false;
  return true;
}

/* Whether the levels of the order, from the last to the first, serve sweeps of the other direction:
 * what a row depends on is in later levels, and what it must find as it was in earlier ones. */
static bool
serves_backwards (SeidelContext *context, const SeidelOperator *A)
{
  const SeidelCpuOrder *order = context->order;
  const int64_t side = order->direction == SEIDEL_DIRECTION_FORWARD ? 1 : -1;

  for (int32_t level = 0; level < order->n_levels; level++)
    for (int64_t i = order->level_offsets[level]; i < order->level_offsets[level + 1]; i++)
      {
        const int64_t row = order->rows[i];

        if (seidel_cpu_stopped_at (context, i, SEIDEL_CPU_CHUNK_ROWS))
          return false;
        for (int64_t k = A->natural.offsets[row]; k < A->natural.offsets[row + 1]; k++)
          {
            const int64_t column = A->natural.columns[k];
            const int32_t place = order->places[column];

            if (column == row)
              continue;
            if (side * (column - row) > 0 ? place < order->level_offsets[level + 1]
                                          : place >= order->level_offsets[level])
              return false;
          }
      }
  return true;
}

/* Lets the sweep use the system as it is stored, if that is in the order of these levels. For the
 * other direction the same levels may serve from the last to the first. They may differ from the
 * caller's in which rows they hold, not in how many: a time for each level is then still one for
 * that many rows. */
static bool
plan_in_order (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  const SeidelCpuOrder *order = context->order;
  const SeidelOperator *A = sweep->system;

  if (order == NULL || A->level_runs == NULL)
    return false;
  sweep->descending = order->direction != sweep->direction;
  if (sweep->descending ? !mirrors_levels (order, levels) || !serves_backwards (context, A)
                        : !has_levels (order, levels) || !levels->in_place_safe)
    {
      sweep->descending = false;
      return false;
    }
  sweep->stored = &A->placed;
  sweep->runs = sweep->stored->runs;
  sweep->level_runs = A->level_runs;
  return true;
}

/* Where there is no room for a copy, rows are looked up one by one in the matrix. */
static bool
plan_look_up (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuLayout *layout)
{
  const SeidelCpuRows *rows = &sweep->system->natural;
  int64_t n_runs = seidel_cpu_cut_runs (rows, layout, NULL, NULL, NULL);

  sweep->natural = true;
  sweep->look_up = true;
  sweep->stored = rows;
  sweep->looked_up_runs = seidel_cpu_allocate (context, n_runs, sizeof *sweep->looked_up_runs);
  if (sweep->looked_up_runs == NULL)
    return false;
  seidel_cpu_cut_runs (rows, layout, NULL, sweep->looked_up_runs, sweep->own_level_runs);
  sweep->runs = sweep->looked_up_runs;
  return true;
}

/* Gives the sweep a copy of the rows by level, with the elements of x where they are. */
static bool
plan_own_rows (SeidelContext *context,
               SeidelSweep *sweep,
               const SeidelLevelsView *levels,
               int64_t *level_offsets)
{
  const SeidelOperator *A = sweep->system;
  int64_t n_rows = A->matrix.rows;
  const SeidelCpuOrder *order = seidel_cpu_order_for (context, n_rows);
  SeidelCpuLayout layout = { .n_levels = levels->count, .level_offsets = level_offsets };

  if (!levels->in_place_safe)
    sweep->old = seidel_cpu_allocate (context, n_rows, seidel_cpu_real_size (context));
  sweep->targets = seidel_cpu_allocate (context, n_rows, sizeof (int32_t));
  sweep->own_level_runs = seidel_cpu_allocate (context, levels->count + 1, sizeof (int64_t));
  if (!seidel_cpu_ready (context))
    return false;
  seidel_cpu_order_rows (context, levels, n_rows, sweep->targets, level_offsets);
  seidel_cpu_note_stop (context);
  if (!seidel_cpu_ready (context))
    return false;
  sweep->level_runs = sweep->own_level_runs;
  layout.list = sweep->targets;
  layout.places = order != NULL ? order->places : NULL;
  if (!seidel_cpu_rows_copy (context, &A->natural, &layout, &sweep->own, sweep->own_level_runs))
    {
      seidel_cpu_note_stop (context);
      return seidel_cpu_ready (context) && plan_look_up (context, sweep, &layout);
    }
  sweep->stored = &sweep->own;
  sweep->runs = sweep->own.runs;
  for (int64_t i = 0; i < n_rows && order != NULL; i++)
    sweep->targets[i] = order->places[sweep->targets[i]];
  return true;
}

/* Joins neighbouring thin levels; called twice, first with segments == NULL to count. */
static int32_t
cut_segments (const int64_t *level_offsets,
              int32_t n_levels,
              int threads,
              SeidelCpuSegment *segments)
{
  int64_t thin = (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * threads;
  int32_t n_segments = 0;

#define WIDTH(level) (level_offsets[(level) + 1] - level_offsets[level])
  for (int32_t first = 0, level; first < n_levels; first = level)
    {
      bool parallel = threads > 1 && WIDTH (first) >= thin;

      level = first + 1;
      while (!parallel && level < n_levels && (threads == 1 || WIDTH (level) < thin))
        level++;
      if (segments != NULL)
        segments[n_segments] = (SeidelCpuSegment){ first, level, parallel };
      n_segments++;
    }
#undef WIDTH
  return n_segments;
}

/* The work in the plan before a run. */
static int64_t
work_before (const SeidelSweep *sweep, int64_t run, int64_t n_runs)
{
  int64_t row = run < n_runs ? sweep->runs[run].first : sweep->stored->n_rows;

  return sweep->look_up ? row : sweep->stored->offsets[row] + row * ROW_WEIGHT;
}

/* Shares the runs of a level out: about the same work for each thread. */
static void
share_out (const SeidelSweep *sweep, int32_t level, int threads, int64_t *parts)
{
  int64_t n_runs = sweep->level_runs[sweep->n_levels];
  int64_t run = sweep->level_runs[level];
  int64_t end = sweep->level_runs[level + 1];
  int64_t begin_work = work_before (sweep, run, n_runs);
  int64_t work = work_before (sweep, end, n_runs) - begin_work;

  parts[0] = run;
  for (int thread = 1; thread < threads; thread++)
    {
      int64_t aim = begin_work + work * thread / threads;

      while (run < end
             && work_before (sweep, run, n_runs) + work_before (sweep, run + 1, n_runs) <= 2 * aim)
        run++;
      parts[thread] = run;
    }
  parts[threads] = end;
}

static bool
plan_segments (SeidelContext *context, SeidelSweep *sweep, const int64_t *level_offsets)
{
  int threads = sweep->threads;
  int32_t n_segments = cut_segments (level_offsets, sweep->n_levels, threads, NULL);

  sweep->n_segments = n_segments;
  sweep->segments = seidel_cpu_allocate (context, n_segments, sizeof *sweep->segments);
  sweep->parts =
    seidel_cpu_allocate (context, (int64_t) n_segments * (threads + 1), sizeof *sweep->parts);
  sweep->nanoseconds = seidel_cpu_allocate (context, sweep->n_levels, sizeof (int64_t));
  if (!seidel_cpu_ready (context))
    return false;
  cut_segments (level_offsets, sweep->n_levels, threads, sweep->segments);
  for (int32_t s = 0; s < n_segments; s++)
    if (sweep->segments[s].parallel)
      share_out (sweep, sweep->segments[s].first_level, threads,
                 sweep->parts + (int64_t) s * (threads + 1));
  return true;
}

bool
seidel_cpu_plan_levels (SeidelContext *context,
                        SeidelSweep *sweep,
                        const SeidelLevelsView *levels,
                        int threads)
{
  int64_t *own_offsets = NULL;
  bool planned;

  sweep->by_levels = true;
  sweep->threads = threads;
  sweep->way = SEIDEL_CPU_MEETS;
  sweep->natural = false;
  sweep->n_levels = levels->count;
  seidel_cpu_settle_order (context, sweep->system, sweep->direction, levels);
  if (!seidel_cpu_ready (context))
    return false;
  if (plan_in_order (context, sweep, levels))
    return plan_segments (context, sweep, context->order->level_offsets);
  own_offsets = seidel_cpu_allocate (context, levels->count + 1, sizeof *own_offsets);
  planned = own_offsets != NULL && plan_own_rows (context, sweep, levels, own_offsets)
            && plan_segments (context, sweep, own_offsets);
  free (own_offsets);
  return planned;
}

/* Whether barriers take a part of a sweep that one would notice. */
static bool
are_worth_avoiding (const SeidelSweep *sweep)
{
  return sweep->stored->offsets[sweep->stored->n_rows]
         < BARRIER_ENTRIES * sweep->n_segments * sweep->threads;
}

bool
seidel_cpu_plan_point_to_point (SeidelContext *context,
                                SeidelSweep *sweep,
                                const SeidelLevelsView *levels,
                                int threads)
{
  if (!seidel_cpu_plan_levels (context, sweep, levels, threads))
    return false;
  if (threads > 1)
    {
      /* Without room for what to wait for there are still barriers. */
      if (are_worth_avoiding (sweep))
        seidel_cpu_plan_waits (context, sweep);
      if (sweep->waits != NULL)
        sweep->done = seidel_cpu_allocate (context, sweep->n_levels, sizeof *sweep->done);
      seidel_cpu_trial_begin (context, sweep);
    }
  seidel_cpu_note_stop (context);
  return seidel_cpu_ready (context);
}

bool
seidel_cpu_plan_passes (SeidelContext *context, SeidelSweep *sweep)
{
  int64_t n = sweep->system->matrix.rows;

  sweep->old = seidel_cpu_allocate (context, n, seidel_cpu_real_size (context));
  sweep->pass_of_row = seidel_cpu_allocate_zeroed (context, n, sizeof *sweep->pass_of_row);
  return seidel_cpu_ready (context) && seidel_cpu_reserve_pass (context, sweep);
}

bool
seidel_cpu_reserve_pass (SeidelContext *context, SeidelSweep *sweep)
{
  int32_t room = 2 * sweep->max_passes + 64;
  int64_t *nanoseconds;
  int64_t *rows;

  if (sweep->n_passes < sweep->max_passes)
    return true;
  nanoseconds = seidel_cpu_allocate (context, room, sizeof *nanoseconds);
  rows = seidel_cpu_allocate (context, room, sizeof *rows);
  if (nanoseconds == NULL || rows == NULL)
    {
      free (nanoseconds);
      free (rows);
      return false;
    }
  if (sweep->n_passes > 0)
    {
      memcpy (nanoseconds, sweep->nanoseconds, (size_t) sweep->n_passes * sizeof *nanoseconds);
      memcpy (rows, sweep->pass_rows, (size_t) sweep->n_passes * sizeof *rows);
    }
  free (sweep->nanoseconds);
  free (sweep->pass_rows);
  sweep->nanoseconds = nanoseconds;
  sweep->pass_rows = rows;
  sweep->max_passes = room;
  return true;
}
