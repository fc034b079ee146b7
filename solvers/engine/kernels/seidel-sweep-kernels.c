/* Gauss-Seidel sweeps of the CPU engine over a matrix stored by rows: the orders in which the
 * strategies update them, and what its threads wait for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <omp.h>
#include <string.h>

#include "engine/kernels/seidel-update-runs.h"

/* The runs from begin to end, or from end − 1 down to begin (step −1); polls now and then. */
static void
update_stretch (const Update *work,
                UpdateFunc update,
                int64_t begin,
                int64_t end,
                int step,
                int64_t *unpolled)
{
  const int64_t piece = 16;
  const SeidelSweep *sweep = work->sweep;

  for (int64_t i = 0; i < end - begin; i += piece)
    {
      int64_t n = i + piece < end - begin ? piece : end - begin - i;
      const SeidelCpuRun *run = &sweep->runs[step < 0 ? end - 1 - i : begin + i];

      if (seidel_cpu_stopped_before (work->context, unpolled, sweep->stored,
                                     step < 0 ? run - (n - 1) : run, n))
        return;
      update (work, run, n, step);
    }
}

static void
sweep_serial (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  const Update work = update_of (context, sweep, job);
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  update_stretch (&work, find_update (&work, SERIALLY), 0, sweep->stored->n_runs,
                  work.forward ? 1 : -1, &unpolled);
}

/* The times of a measured sweep. */
typedef struct
{
  int64_t *nanoseconds; /* of each level; NULL: it is not measured */
  int64_t before;       /* when the last one was done */
} Times;

/* A level is done: records the time since the one before, and reads the clock. */
static void
note_level (const SeidelSweep *sweep, int32_t level, void *data)
{
  Times *times = data;
  int64_t now = seidel_clock_now ();

  times->nanoseconds[sweep->descending ? sweep->n_levels - 1 - level : level] = now - times->before;
  times->before = now;
}

/* Some runs of a segment, level by level in the order of the sweep, with done () after each, if
 * there is one. Within a level they go from the first to the last in every sweep, because memory is
 * read faster from front to back. */
static void
update_levels (const Update *work,
               UpdateFunc update,
               const SeidelCpuSegment *segment,
               int64_t begin,
               int64_t end,
               int64_t *unpolled,
               void (*done) (const SeidelSweep *sweep, int32_t level, void *data),
               void *data)
{
  const SeidelSweep *sweep = work->sweep;
  int32_t n = segment->end_level - segment->first_level;

  for (int32_t i = 0; i < n; i++)
    {
      int32_t level = sweep->descending ? segment->end_level - 1 - i : segment->first_level + i;
      int64_t first = sweep->level_runs[level];
      int64_t last = sweep->level_runs[level + 1];

      update_stretch (work, update, first > begin ? first : begin, last < end ? last : end, 1,
                      unpolled);
      if (done != NULL)
        done (sweep, level, data);
    }
}

/* Fetches the beginning of a part that follows the barrier: its values do not depend on what the
 * other threads still compute, and within a part each run fetches for later ones. */
static void
fetch_part (const SeidelSweep *sweep, const SeidelCpuSegment *segment, int64_t begin, int64_t end)
{
  const Real *values = sweep->stored->values;

  if (begin == end || sweep->look_up)
    return;
  if (sweep->descending && !segment->parallel)
    begin = sweep->level_runs[segment->end_level - 1];
  values += sweep->runs[begin].values;
  for (int64_t k = 0; k < FETCH_AHEAD; k += 64)
    fetch (values, k);
}

/* What one of the threads does in a sweep. */
static void
update_as_thread (const Update *work,
                  UpdateFunc update,
                  SeidelCpuBarrier *barrier,
                  int thread,
                  int64_t *nanoseconds)
{
  const SeidelSweep *sweep = work->sweep;
  int planned = sweep->threads;
  Times times = { nanoseconds, nanoseconds != NULL ? seidel_clock_now () : 0 };
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int32_t i = 0; i < sweep->n_segments; i++)
    {
      int32_t s = sweep->descending ? sweep->n_segments - 1 - i : i;
      const SeidelCpuSegment *segment = &sweep->segments[s];
      const int64_t *parts = sweep->parts + (int64_t) s * (planned + 1);

      if (segment->parallel)
        for (int part = thread; part < planned; part += barrier->threads)
          update_stretch (work, update, parts[part], parts[part + 1], 1, &unpolled);
      else if (thread == 0)
        update_levels (work, update, segment, sweep->level_runs[segment->first_level],
                       sweep->level_runs[segment->end_level], &unpolled,
                       nanoseconds != NULL ? note_level : NULL, &times);
      if (i + 1 < sweep->n_segments)
        {
          int32_t next = sweep->descending ? s - 1 : s + 1;
          const int64_t *next_parts = sweep->parts + (int64_t) next * (planned + 1);

          if (sweep->segments[next].parallel)
            fetch_part (sweep, &sweep->segments[next], next_parts[thread], next_parts[thread + 1]);
        }
      seidel_cpu_barrier_wait (barrier);
      if (segment->parallel && nanoseconds != NULL)
        note_level (sweep, segment->first_level, &times);
    }
}

/* How a sweep by levels updates its rows. */
static UpdateFunc
find_update_by_levels (const Update *work)
{
  return find_update (work, work->sweep->targets != NULL ? BY_TARGETS : IN_PLACE);
}

/* Keeps the incoming x where levels may not work in place. */
static void
keep_old (const SeidelSweep *sweep, const SeidelCpuSweepJob *job, Update *work)
{
  if (sweep->old == NULL || !reads_others (job->mode))
    return;
  memcpy (sweep->old, job->x, (size_t) sweep->system->matrix.rows * sizeof (Real));
  work->old = sweep->old;
}

/* Those of the plan, or fewer: each takes the parts of more than one then. */
static int
team_of (SeidelContext *context, const SeidelSweep *sweep)
{
  const SeidelCpuRows *rows = sweep->system->rows;

  return sweep->threads == 1
           ? 1
           : MIN (sweep->threads, seidel_cpu_choose_team (context, rows->offsets[rows->n_rows]));
}

static void
sweep_levels (SeidelContext *context,
              SeidelSweep *sweep,
              const SeidelCpuSweepJob *job,
              int64_t *nanoseconds)
{
  const int threads = sweep->way == SEIDEL_CPU_ALONE ? 1 : team_of (context, sweep);
  SeidelCpuBarrier barrier = { .threads = threads };
  Update work = update_of (context, sweep, job);
  UpdateFunc update = find_update_by_levels (&work);

  keep_old (sweep, job, &work);

#pragma omp parallel num_threads(threads)
  {
    int thread = omp_get_thread_num ();

    /* There may be fewer threads than requested. */
#pragma omp single
    barrier.threads = omp_get_num_threads ();

    update_as_thread (&work, update, &barrier, thread, thread == 0 ? nanoseconds : NULL);
  }
}

/* A part of a level is done. */
static void
note_done (const SeidelSweep *sweep, int32_t level, void *data)
{
  int64_t now = seidel_clock_now ();
  int64_t known = atomic_load_explicit (&sweep->done[level], memory_order_relaxed);

  while (known < now
         && !atomic_compare_exchange_weak_explicit (&sweep->done[level], &known, now,
                                                    memory_order_relaxed, memory_order_relaxed))
    ;
}

/* Makes times of levels of the moments at which they were done, of which a later level may have an
 * earlier one. */
static void
take_done (const SeidelSweep *sweep, int64_t before, int64_t *nanoseconds)
{
  for (int32_t i = 0; i < sweep->n_levels; i++)
    {
      int32_t level = sweep->descending ? sweep->n_levels - 1 - i : i;
      int64_t done = atomic_load_explicit (&sweep->done[level], memory_order_relaxed);

      nanoseconds[i] = done > before ? done - before : 0;
      before = done > before ? done : before;
    }
}

/* What one of the threads does in a sweep without barriers. Tasks wait for tasks of earlier
 * segments only, and every thread takes its own parts segment by segment: whatever the number of
 * threads that were started, the earliest task that is not done can always be started.
 *
 * Plain stores to x come before the count that is raised with release order, plain loads after the
 * count was read with acquire order. An element is written once in a sweep, and the waits cover
 * both the tasks that read it afterwards and those that had to read it before: no two threads
 * access one at the same time. */
static void
update_tasks (const Update *work,
              UpdateFunc update,
              SeidelCpuProgress *progress,
              int thread,
              int n_threads,
              bool measured)
{
  const SeidelSweep *sweep = work->sweep;
  int planned = sweep->threads;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int32_t i = 0; i < sweep->n_segments; i++)
    for (int part = thread; part < planned; part += n_threads)
      {
        const SeidelCpuSegment *segment =
          &sweep->segments[sweep->descending ? sweep->n_segments - 1 - i : i];
        int64_t task = (int64_t) i * planned + part;
        int64_t begin, end;

        if (!seidel_cpu_task_runs (sweep, i, part, &begin, &end))
          continue;
        if (sweep->first_wait[task] < sweep->first_wait[task + 1])
          fetch_part (sweep, segment, begin, end);
        for (int64_t k = sweep->first_wait[task]; k < sweep->first_wait[task + 1]; k++)
          if (!seidel_cpu_progress_wait (work->context, &progress[sweep->waits[k].part],
                                         sweep->waits[k].count))
            return;
        if (measured || sweep->descending)
          update_levels (work, update, segment, begin, end, &unpolled, measured ? note_done : NULL,
                         NULL);
        else
          update_stretch (work, update, begin, end, 1, &unpolled);
        if (atomic_load_explicit (&work->context->stopped, memory_order_relaxed))
          return;
        atomic_store_explicit (&progress[part].count, i + 1, memory_order_release);
      }
}

static void
sweep_point_to_point (SeidelContext *context,
                      SeidelSweep *sweep,
                      const SeidelCpuSweepJob *job,
                      int64_t *nanoseconds)
{
  Update work = update_of (context, sweep, job);
  UpdateFunc update = find_update_by_levels (&work);
  bool measured = nanoseconds != NULL;
  int64_t begin = 0;

  keep_old (sweep, job, &work);
  memset (sweep->progress, 0, (size_t) sweep->threads * sizeof *sweep->progress);
  for (int32_t level = 0; level < sweep->n_levels && measured; level++)
    atomic_store_explicit (&sweep->done[level], 0, memory_order_relaxed);
  if (measured)
    begin = seidel_clock_now ();

#pragma omp parallel num_threads(team_of(context, sweep))
  update_tasks (&work, update, sweep->progress, omp_get_thread_num (), omp_get_num_threads (),
                measured);

  if (measured)
    take_done (sweep, begin, nanoseconds);
}

/* After a pass: records it, and prepares the next. False when there is none. */
static bool
end_pass (Update *work, SeidelSweep *sweep, int64_t *remaining, int64_t *before)
{
  int64_t updated = atomic_exchange (work->updated, 0);
  int64_t now = seidel_clock_now ();

  if (atomic_load_explicit (&work->context->stopped, memory_order_relaxed))
    return false;
  sweep->pass_rows[sweep->n_passes] = updated;
  sweep->nanoseconds[sweep->n_passes++] = now - *before;
  *before = now;
  *remaining -= updated;
  work->pass++;
  return *remaining > 0 && seidel_cpu_reserve_pass (work->context, sweep);
}

/* Passes as on a device without a schedule of levels, until every row is updated. Each of them goes
 * through all rows, and updates those whose dependencies an earlier one has updated.
 *
 * Sources: R. Fiorentini, "Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia
 * GPU device" (2022), without its race; F. Galbiati, "Implementazione CUDA/C++ dell'algoritmo symgs
 * smoother" (2022). */
static void
sweep_passes (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  Update work = update_of (context, sweep, job);
  UpdateFunc update = find_update (&work, WHERE_READY);
  int64_t remaining = sweep->system->matrix.rows;
  SeidelCpuBarrier barrier = { .threads = 1 };
  _Atomic (int64_t) updated = 0;
  bool going = remaining > 0;
  int64_t before;

  keep_old (sweep, job, &work);
  memset (sweep->pass_of_row, 0, (size_t) remaining * sizeof *sweep->pass_of_row);
  if (tracks (job->mode))
    memset (job->squares, 0, (size_t) sweep->stored->n_runs * sizeof *job->squares);
  sweep->n_passes = 0;
  work.pass = 1;
  work.updated = &updated;
  before = seidel_clock_now ();

#pragma omp parallel num_threads(seidel_cpu_team_for(context, sweep->system))
  {
    int64_t thread = omp_get_thread_num ();
    int64_t n_runs = sweep->stored->n_runs;
    int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

#pragma omp single
    barrier.threads = omp_get_num_threads ();

    while (going)
      {
        update_stretch (&work, update, n_runs * thread / barrier.threads,
                        n_runs * (thread + 1) / barrier.threads, 1, &unpolled);
        seidel_cpu_barrier_wait (&barrier);
        if (thread == 0)
          going = end_pass (&work, sweep, &remaining, &before);
        seidel_cpu_barrier_wait (&barrier);
      }
  }
}

const SeidelCpuSweepKernels SEIDEL_CPU_NAME (sweep_kernels) = {
  .serial = sweep_serial,
  .levels = sweep_levels,
  .point_to_point = sweep_point_to_point,
  .passes = sweep_passes,
};
