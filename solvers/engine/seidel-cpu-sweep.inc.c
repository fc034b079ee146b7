/* Gauss-Seidel sweeps of the CPU engine, for one type: the order in which rows are renewed.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-sweep-private.h"

/* The runs from begin to end, or from end − 1 down to begin (step −1), with a look at the poll now
 * and then. */
static void
NAME (renew_stretch) (const NAME (Renewal) * work,
                      NAME (RenewFunc) renew,
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
      renew (work, run, n, step);
    }
}

static void
NAME (sweep_serial) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  const NAME (Renewal) work = NAME (renewal_of) (context, sweep, job);
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  NAME (renew_stretch)
  (&work, NAME (renew_functions)[job->mode][sweep->direction][SEIDEL_CPU_SERIALLY], 0,
   sweep->stored->n_runs, sweep->direction == SEIDEL_DIRECTION_FORWARD ? 1 : -1, &unpolled);
}

/* The levels of a segment one after the other. A measured sweep looks at the clock after each. */
static void
NAME (renew_levels) (const NAME (Renewal) * work,
                     NAME (RenewFunc) renew,
                     const SeidelCpuSegment *segment,
                     int64_t *unpolled,
                     int64_t *nanoseconds,
                     int64_t *before)
{
  const SeidelSweep *sweep = work->sweep;
  int32_t n = segment->end_level - segment->first_level;

  for (int32_t i = 0; i < n; i++)
    {
      int32_t level = sweep->descending ? segment->end_level - 1 - i : segment->first_level + i;

      NAME (renew_stretch)
      (work, renew, sweep->level_runs[level], sweep->level_runs[level + 1],
       sweep->descending ? -1 : 1, unpolled);
      if (nanoseconds != NULL)
        seidel_cpu_note_level (sweep, level, nanoseconds, before);
    }
}

/* Fetches what stands first in a part that comes up after the barrier: its values do not depend on
 * what the others are still at, and within a part each run fetches for the ones behind it. */
static void
NAME (fetch_part) (const SeidelSweep *sweep, int64_t begin, int64_t end)
{
  const SeidelCpuRows *rows = sweep->stored;
  const REAL *values = rows->values;
  const SeidelCpuRun *run;

  if (begin == end || sweep->look_up)
    return;
  run = &sweep->runs[sweep->descending ? end - 1 : begin];
  values += run->values;
  if (sweep->descending)
    values += rows->offsets[run->first + run->n_rows] - rows->offsets[run->first];
  for (int64_t k = 0; k < FETCH_AHEAD; k += 64)
    FETCH (values, sweep->descending ? -k : k);
}

/* What one of the threads does in a sweep. */
static void
NAME (renew_as_thread) (const NAME (Renewal) * work,
                        NAME (RenewFunc) renew,
                        SeidelCpuBarrier *barrier,
                        int thread,
                        int64_t *nanoseconds)
{
  const SeidelSweep *sweep = work->sweep;
  int planned = sweep->threads;
  int64_t before = nanoseconds != NULL ? seidel_cpu_clock () : 0;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int32_t i = 0; i < sweep->n_segments; i++)
    {
      int32_t s = sweep->descending ? sweep->n_segments - 1 - i : i;
      const SeidelCpuSegment *segment = &sweep->segments[s];
      const int64_t *parts = sweep->parts + (int64_t) s * (planned + 1);

      if (segment->parallel)
        for (int part = thread; part < planned; part += barrier->threads)
          NAME (renew_stretch)
      (work, renew, parts[part], parts[part + 1], sweep->descending ? -1 : 1, &unpolled);
      else if (thread == 0)
        NAME (renew_levels) (work, renew, segment, &unpolled, nanoseconds, &before);
      if (i + 1 < sweep->n_segments)
        {
          int32_t next = sweep->descending ? s - 1 : s + 1;
          const int64_t *next_parts = sweep->parts + (int64_t) next * (planned + 1);

          if (sweep->segments[next].parallel)
            NAME (fetch_part) (sweep, next_parts[thread], next_parts[thread + 1]);
        }
      seidel_cpu_barrier_wait (barrier);
      if (segment->parallel && nanoseconds != NULL)
        seidel_cpu_note_level (sweep, segment->first_level, nanoseconds, &before);
    }
}

/* How a sweep by levels renews its rows. */
static NAME (RenewFunc) NAME (renew_function) (const SeidelSweep *sweep, SeidelCpuSweepMode mode)
{
  return NAME (
    renew_functions)[mode][sweep->direction]
                    [sweep->targets != NULL ? SEIDEL_CPU_BY_TARGETS : SEIDEL_CPU_IN_PLACE];
}

/* Keeps the incoming x where levels may not work in place. */
static void
NAME (keep_old) (const SeidelSweep *sweep, const SeidelCpuSweepJob *job, NAME (Renewal) * work)
{
  if (sweep->old == NULL || !READS_OTHERS (job->mode))
    return;
  memcpy (sweep->old, job->x, (size_t) sweep->system->matrix.rows * sizeof (REAL));
  work->old = sweep->old;
}

static void
NAME (sweep_levels) (SeidelContext *context,
                     SeidelSweep *sweep,
                     const SeidelCpuSweepJob *job,
                     int64_t *nanoseconds)
{
  SeidelCpuBarrier barrier = { .threads = sweep->threads };
  NAME (Renewal) work = NAME (renewal_of) (context, sweep, job);
  NAME (RenewFunc) renew = NAME (renew_function) (sweep, job->mode);

  NAME (keep_old) (sweep, job, &work);

#pragma omp parallel num_threads(sweep->threads)
  {
    int thread = omp_get_thread_num ();

    /* Fewer threads than asked for may have come. */
#pragma omp single
    barrier.threads = omp_get_num_threads ();

    NAME (renew_as_thread)
    (&work, renew, &barrier, thread, thread == 0 ? nanoseconds : NULL);
  }
}

/* What one of the threads does in a sweep without barriers. Tasks wait for tasks of earlier
 * segments alone, and every thread takes the parts that are its own segment by segment: whatever
 * the number of threads that came, the earliest task that is not done can always be begun.
 *
 * Plain stores to x come before the count that is raised with release order, plain loads after the
 * count was read with acquire order. An element is written once in a sweep, and the waits cover
 * both who reads it afterwards and who had to read it before: no two threads touch one at the same
 * time. */
static void
NAME (renew_tasks) (const NAME (Renewal) * work,
                    NAME (RenewFunc) renew,
                    SeidelCpuProgress *progress,
                    int thread,
                    int n_threads)
{
  const SeidelSweep *sweep = work->sweep;
  int planned = sweep->threads;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int32_t i = 0; i < sweep->n_segments; i++)
    for (int part = thread; part < planned; part += n_threads)
      {
        int64_t task = (int64_t) i * planned + part;
        int64_t begin, end;

        if (!seidel_cpu_task_runs (sweep, i, part, &begin, &end))
          continue;
        if (sweep->first_wait[task] < sweep->first_wait[task + 1])
          NAME (fetch_part) (sweep, begin, end);
        for (int64_t k = sweep->first_wait[task]; k < sweep->first_wait[task + 1]; k++)
          if (!seidel_cpu_progress_wait (work->context, &progress[sweep->waits[k].part],
                                         sweep->waits[k].count))
            return;
        NAME (renew_stretch) (work, renew, begin, end, sweep->descending ? -1 : 1, &unpolled);
        if (atomic_load_explicit (&work->context->stopped, memory_order_relaxed))
          return;
        atomic_store_explicit (&progress[part].count, i + 1, memory_order_release);
      }
}

static void
NAME (sweep_point_to_point) (SeidelContext *context,
                             SeidelSweep *sweep,
                             const SeidelCpuSweepJob *job)
{
  NAME (Renewal) work = NAME (renewal_of) (context, sweep, job);
  NAME (RenewFunc) renew = NAME (renew_function) (sweep, job->mode);

  NAME (keep_old) (sweep, job, &work);
  memset (sweep->progress, 0, (size_t) sweep->threads * sizeof *sweep->progress);

#pragma omp parallel num_threads(sweep->threads)
  NAME (renew_tasks) (&work, renew, sweep->progress, omp_get_thread_num (), omp_get_num_threads ());
}

/* After a pass: notes it, and prepares the next. False when there is none. */
static bool
NAME (end_pass) (NAME (Renewal) * work, SeidelSweep *sweep, int64_t *remaining, int64_t *before)
{
  int64_t renewed = atomic_exchange (work->renewed, 0);
  int64_t now = seidel_cpu_clock ();

  if (atomic_load_explicit (&work->context->stopped, memory_order_relaxed))
    return false;
  sweep->pass_rows[sweep->n_passes] = renewed;
  sweep->nanoseconds[sweep->n_passes++] = now - *before;
  *before = now;
  *remaining -= renewed;
  work->pass++;
  return *remaining > 0 && seidel_cpu_reserve_pass (work->context, sweep);
}

/* Passes as on a device that knows nothing of levels, until every row has its turn. Each of them
 * looks at all rows, and renews those whose dependencies an earlier one has renewed.
 *
 * Sources: R. Fiorentini, "Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia
 * GPU device" (2022), without its race; F. Galbiati, "Implementazione CUDA/C++ dell'algoritmo symgs
 * smoother" (2022). */
static void
NAME (sweep_passes) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  NAME (Renewal) work = NAME (renewal_of) (context, sweep, job);
  NAME (RenewFunc)
  renew = NAME (renew_functions)[job->mode][sweep->direction][SEIDEL_CPU_WHERE_READY];
  int64_t remaining = sweep->system->matrix.rows;
  SeidelCpuBarrier barrier = { .threads = 1 };
  _Atomic (int64_t) renewed = 0;
  bool going = remaining > 0;
  int64_t before;

  NAME (keep_old) (sweep, job, &work);
  memset (sweep->pass_of_row, 0, (size_t) remaining * sizeof *sweep->pass_of_row);
  if (TRACKS (job->mode))
    memset (job->squares, 0, (size_t) sweep->stored->n_runs * sizeof *job->squares);
  sweep->n_passes = 0;
  work.pass = 1;
  work.renewed = &renewed;
  before = seidel_cpu_clock ();

#pragma omp parallel num_threads(seidel_cpu_team_for(context, sweep->system))
  {
    int64_t thread = omp_get_thread_num ();
    int64_t n_runs = sweep->stored->n_runs;
    int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

#pragma omp single
    barrier.threads = omp_get_num_threads ();

    while (going)
      {
        NAME (renew_stretch)
        (&work, renew, n_runs * thread / barrier.threads, n_runs * (thread + 1) / barrier.threads,
         1, &unpolled);
        seidel_cpu_barrier_wait (&barrier);
        if (thread == 0)
          going = NAME (end_pass) (&work, sweep, &remaining, &before);
        seidel_cpu_barrier_wait (&barrier);
      }
  }
}

const SeidelCpuKernels NAME (seidel_cpu_kernels) = {
  .upload = NAME (upload),
  .download = NAME (download),
  .reorder = NAME (reorder),
  .fill = NAME (fill),
  .scale = NAME (scale),
  .axpy = NAME (axpy),
  .xpby = NAME (xpby),
  .dot = NAME (dot),
  .dots = NAME (dots),
  .axpys = NAME (axpys),
  .axpys_dot = NAME (axpys_dot),
  .cg_update = NAME (cg_update),
  .bicgstab_turn = NAME (bicgstab_turn),
  .bicgstab_update = NAME (bicgstab_update),
  .multiply = NAME (multiply),
  .multiply_dot = NAME (multiply_dot),
  .multiply_dots = NAME (multiply_dots),
  .residual = NAME (residual),
  .jacobi = NAME (jacobi),
  .array_product = NAME (array_product),
  .array_sweep = NAME (array_sweep),
  .fill_array = NAME (fill_array),
  .array_diagonal = NAME (array_diagonal),
  .multiply_diagonal = NAME (multiply_diagonal),
  .divide_diagonal_dot = NAME (divide_diagonal_dot),
  .extract_diagonal = NAME (extract_diagonal),
  .transpose = NAME (transpose),
  .is_symmetric = NAME (is_symmetric),
  .arrange = NAME (arrange),
  .sweep_serial = NAME (sweep_serial),
  .sweep_levels = NAME (sweep_levels),
  .sweep_point_to_point = NAME (sweep_point_to_point),
  .sweep_passes = NAME (sweep_passes),
};
