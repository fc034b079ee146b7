/* What the tasks of a sweep without barriers wait for.
 *
 * A task is what one part does of one segment of a plan by levels. Of two rows that share an entry,
 * the one that comes first in the sweep must be done before the other: either its result is
 * needed, or its element must not be overwritten while it is still read. So a task waits for tasks
 * of earlier segments. Of each part only the latest of these counts, and nothing at all when the
 * same part has waited for it, or for a later one, before: few of the dependencies are left, one
 * in hundreds on a grid.
 *
 * Source: J. Park, M. Smelyanskiy, N. Sundaram, P. Dubey, "Sparsifying synchronization for
 * high-performance shared-memory sparse triangular solver", ISC 2014.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "base/seidel-memory.h"

/* A hint to the processor that this loop waits. */
static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Rounds of waiting after which a thread yields. */
#define SPINS_BEFORE_YIELD 200

void
seidel_cpu_barrier_wait (SeidelCpuBarrier *barrier)
{
  unsigned int round = atomic_load_explicit (&barrier->round, memory_order_relaxed);

  if (atomic_fetch_add_explicit (&barrier->waiting, 1, memory_order_acq_rel)
      == barrier->threads - 1)
    {
      atomic_store_explicit (&barrier->waiting, 0, memory_order_relaxed);
      atomic_store_explicit (&barrier->round, round + 1, memory_order_release);
      return;
    }
  for (int spins = 0; atomic_load_explicit (&barrier->round, memory_order_acquire) == round;
       spins++)
    if (spins >= SPINS_BEFORE_YIELD)
      sched_yield ();
    else
      relax ();
}

bool
seidel_cpu_progress_wait (SeidelContext *context, SeidelCpuProgress *progress, int count)
{
  for (int spins = 0; atomic_load_explicit (&progress->count, memory_order_acquire) < count;
       spins++)
    if (spins < SPINS_BEFORE_YIELD)
      relax ();
    else if (seidel_cpu_stopped (context))
      return false;
    else
      sched_yield ();
  return true;
}

/* What is worked out while planning. */
typedef struct
{
  SeidelContext *context;
  const SeidelSweep *sweep;
  int threads;
  int32_t *task_of_place; /* by place in x */
  /* threads for each task: of each part, how many segments it must be done with. */
  atomic_int *needs;
} Planning;

static int64_t
count_tasks (const Planning *planning)
{
  return (int64_t) planning->sweep->n_segments * planning->threads;
}

/* The place in x that a stored row updates. */
static int64_t
place_of (const SeidelSweep *sweep, int64_t row)
{
  return sweep->targets != NULL ? sweep->targets[row] : row;
}

static void
find_tasks (const Planning *planning)
{
  const SeidelSweep *sweep = planning->sweep;

#pragma omp parallel for num_threads(planning->threads) schedule(static)
  for (int64_t task = 0; task < count_tasks (planning); task++)
    {
      int64_t begin, end;

      if (seidel_cpu_stopped (planning->context)
          || !seidel_cpu_task_runs (sweep, (int32_t) (task / planning->threads),
                                    (int) (task % planning->threads), &begin, &end))
        continue;
      for (const SeidelCpuRun *run = sweep->runs + begin; run < sweep->runs + end; run++)
        for (int64_t row = run->first; row < run->first + run->n_rows; row++)
          planning->task_of_place[place_of (sweep, row)] = (int32_t) task;
    }
}

/* Two tasks share an entry: the later one has to wait, unless one part does both. */
static void
note_need (const Planning *planning, int32_t first, int32_t later)
{
  int part = first % planning->threads;
  int count = first / planning->threads + 1;
  atomic_int *need = &planning->needs[(int64_t) later * planning->threads + part];
  int known = atomic_load_explicit (need, memory_order_relaxed);

  if (later % planning->threads == part)
    return;
  while (known < count
         && !atomic_compare_exchange_weak_explicit (need, &known, count, memory_order_relaxed,
                                                    memory_order_relaxed))
    ;
}

/* An entry of a task's row in the column of another's. */
static void
note_entry (const Planning *planning, int32_t task, int32_t other, bool own)
{
  if (own)
    note_need (planning, other, task);
  else if (planning->sweep->old == NULL && other != task)
    note_need (planning, task, other);
}

static void
note_row (const Planning *planning, int32_t task, int64_t row)
{
  const SeidelCpuRows *rows = planning->sweep->stored;
  bool forward = planning->sweep->direction == SEIDEL_DIRECTION_FORWARD;
  int32_t diagonal = rows->diagonal[row];

  for (int64_t k = 0; k < rows->offsets[row + 1] - rows->offsets[row]; k++)
    if (k != diagonal)
      note_entry (planning, task, planning->task_of_place[rows->columns[rows->offsets[row] + k]],
                  (k < diagonal) == forward);
}

/* The rows of a run that shares its columns: each column means neighbouring places, mostly of
 * one task. */
static void
note_shared_run (const Planning *planning, int32_t task, const SeidelCpuRun *run)
{
  const int32_t *columns = planning->sweep->stored->columns + run->columns;
  bool forward = planning->sweep->direction == SEIDEL_DIRECTION_FORWARD;

  for (int32_t k = 0; k < run->length; k++)
    {
      const int32_t *tasks = planning->task_of_place + columns[k];
      bool own = (k < run->diagonal) == forward;

      if (k == run->diagonal)
        continue;
      note_entry (planning, task, tasks[0], own);
      for (int row = 1; row < run->n_rows; row++)
        if (tasks[row] != tasks[row - 1])
          note_entry (planning, task, tasks[row], own);
    }
}

/* Rows that have their own columns. */
static void
note_own_columns (const Planning *planning, int32_t task, const SeidelCpuRun *run)
{
  const SeidelSweep *sweep = planning->sweep;
  const SeidelCpuRows *rows = sweep->stored;
  bool forward = sweep->direction == SEIDEL_DIRECTION_FORWARD;
  const int32_t *columns = rows->columns + run->columns;

  if (sweep->targets != NULL)
    {
      for (int64_t row = run->first; row < run->first + run->n_rows; row++)
        note_row (planning, task, sweep->look_up ? sweep->targets[row] : row);
      return;
    }
  for (int row = 0; row < run->n_rows; row++)
    {
      const int64_t *offsets = rows->offsets + run->first;
      int32_t diagonal = rows->diagonal[run->first + row];

      for (int64_t k = 0; k < offsets[row + 1] - offsets[row]; k++)
        if (k != diagonal)
          note_entry (
            planning, task,
            planning->task_of_place[columns[seidel_cpu_place_in_run (run, offsets, row, k)]],
            (k < diagonal) == forward);
    }
}

static void
find_needs (const Planning *planning)
{
  const SeidelSweep *sweep = planning->sweep;

#pragma omp parallel for num_threads(planning->threads) schedule(dynamic)
  for (int64_t task = 0; task < count_tasks (planning); task++)
    {
      int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */
      int64_t begin, end;

      if (!seidel_cpu_task_runs (sweep, (int32_t) (task / planning->threads),
                                 (int) (task % planning->threads), &begin, &end))
        continue;
      for (int64_t i = begin; i < end; i++)
        {
          const SeidelCpuRun *run = &sweep->runs[i];

          if (seidel_cpu_stopped_before (planning->context, &unpolled, sweep->stored, run, 1))
            break;
          if (run->kind == SEIDEL_CPU_SHARED)
            note_shared_run (planning, (int32_t) task, run);
          else
            note_own_columns (planning, (int32_t) task, run);
        }
    }
}

/* Drops what a part has waited for before; called twice, first with waits == NULL to count. */
static int64_t
sparsify (const Planning *planning, int *seen, int64_t *first_wait, SeidelCpuWait *waits)
{
  int threads = planning->threads;
  int64_t n_waits = 0;

  memset (seen, 0, (size_t) threads * threads * sizeof *seen);
  for (int64_t task = 0; task < count_tasks (planning); task++)
    {
      int *seen_by_part = seen + task % threads * threads;

      if (first_wait != NULL)
        first_wait[task] = n_waits;
      for (int part = 0; part < threads; part++)
        {
          int count =
            atomic_load_explicit (&planning->needs[task * threads + part], memory_order_relaxed);

          if (count <= seen_by_part[part])
            continue;
          seen_by_part[part] = count;
          if (waits != NULL)
            waits[n_waits] = (SeidelCpuWait){ part, count };
          n_waits++;
        }
    }
  if (first_wait != NULL)
    first_wait[count_tasks (planning)] = n_waits;
  return n_waits;
}

/* Gives the sweep its waits; NULL where there was no room. */
static void
keep_waits (const Planning *planning, SeidelSweep *sweep)
{
  size_t threads = (size_t) planning->threads;
  int *seen = malloc (threads * threads * sizeof *seen);
  int64_t n_waits = seen != NULL ? sparsify (planning, seen, NULL, NULL) : 0;

  sweep->progress = seidel_memory_alloc (threads * sizeof *sweep->progress);
  sweep->first_wait =
    seidel_memory_alloc ((size_t) (count_tasks (planning) + 1) * sizeof *sweep->first_wait);
  sweep->waits = seidel_memory_alloc ((size_t) n_waits * sizeof *sweep->waits);
  if (seen != NULL && sweep->progress != NULL && sweep->first_wait != NULL && sweep->waits != NULL)
    sparsify (planning, seen, sweep->first_wait, sweep->waits);
  else
    {
      free (sweep->progress);
      free (sweep->first_wait);
      free (sweep->waits);
      sweep->progress = NULL;
      sweep->first_wait = NULL;
      sweep->waits = NULL;
    }
  free (seen);
}

void
seidel_cpu_plan_waits (SeidelContext *context, SeidelSweep *sweep)
{
  Planning planning = { context, sweep, sweep->threads };
  size_t n_needs = (size_t) count_tasks (&planning) * (size_t) planning.threads;

  planning.task_of_place =
    seidel_memory_alloc ((size_t) sweep->system->matrix.rows * sizeof *planning.task_of_place);
  planning.needs = seidel_memory_alloc (n_needs * sizeof *planning.needs);
  if (planning.task_of_place != NULL && planning.needs != NULL)
    {
      memset (planning.needs, 0, n_needs * sizeof *planning.needs);
      find_tasks (&planning);
      if (!atomic_load (&context->stopped))
        find_needs (&planning);
      if (!atomic_load (&context->stopped))
        keep_waits (&planning, sweep);
    }
  free (planning.task_of_place);
  free (planning.needs);
}
