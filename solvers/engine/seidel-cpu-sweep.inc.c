/* Gauss-Seidel sweeps of the CPU engine, for one type.
 *
 * Included by seidel-cpu-float.c and seidel-cpu-double.c with REAL and NAME () defined.
 *
 * Assumptions on the matrix: rows sorted by column, without duplicates, a diagonal entry that is
 * not zero in each. Every strategy renews rows as seidel-cpu-rows.inc.c does: the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* Entries between the one at work and the one whose x is fetched. */
#define SERIAL_FETCH_AHEAD 64

/* Matrices with fewer entries a row than this hop about in x with nothing to do in between. */
#define SERIAL_SHORT_ROW 4

/* Fetches what x a row some way ahead in the sweep will ask for. */
static inline __attribute__ ((always_inline)) void
NAME (fetch_elements) (bool forward,
                       const SeidelCpuRows *rows,
                       int64_t begin,
                       int64_t end,
                       const REAL *x)
{
  int64_t last = rows->offsets[rows->n_rows] - 1;

  for (int64_t k = begin; k < end; k++)
    {
      int64_t ahead = forward ? k + SERIAL_FETCH_AHEAD : k - SERIAL_FETCH_AHEAD;

      ahead = ahead < 0 ? 0 : ahead > last ? last : ahead;
      __builtin_prefetch (x + rows->columns[ahead]);
    }
}

static inline __attribute__ ((always_inline)) void
NAME (serial_rows) (bool forward,
                    bool fetches,
                    const SeidelCpuRows *rows,
                    const SeidelCpuRun *run,
                    const REAL *b,
                    REAL *x)
{
  const REAL *values = rows->values;

  for (int i = 0; i < run->n_rows; i++)
    {
      int64_t row = run->first + (forward ? i : run->n_rows - 1 - i);
      int64_t begin = rows->offsets[row];
      int64_t end = rows->offsets[row + 1];

      if (fetches)
        NAME (fetch_elements) (forward, rows, begin, end, x);
      x[row] = NAME (renewed_row) (forward, rows->columns + begin, values + begin, end - begin,
                                   rows->diagonal[row], b[row], x, x);
    }
}

static void
NAME (sweep_serial) (SeidelContext *context, SeidelSweep *sweep, const void *b, void *x)
{
  const SeidelCpuRows *rows = &sweep->system->natural;
  bool forward = sweep->direction == SEIDEL_DIRECTION_FORWARD;
  bool fetches = rows->offsets[rows->n_rows] < SERIAL_SHORT_ROW * rows->n_rows;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      const SeidelCpuRun *run = &rows->runs[forward ? i : rows->n_runs - 1 - i];

      if (seidel_cpu_stopped_before (context, &unpolled, rows, run, 1))
        break;
      if (forward && fetches)
        NAME (serial_rows) (true, true, rows, run, b, x);
      else if (forward)
        NAME (serial_rows) (true, false, rows, run, b, x);
      else if (fetches)
        NAME (serial_rows) (false, true, rows, run, b, x);
      else
        NAME (serial_rows) (false, false, rows, run, b, x);
    }
}

/* What the threads of a sweep share. */
typedef struct
{
  SeidelContext *context;
  const SeidelSweep *sweep;
  const REAL *b;
  REAL *x;
  const REAL *old; /* x, or the incoming one where levels may not work in place */
} NAME (LevelSweep);

/* Runs whose rows renew elements that stand elsewhere. */
static void
NAME (renew_targets) (const NAME (LevelSweep) * work, const SeidelCpuRun *run, int64_t n)
{
  const SeidelSweep *sweep = work->sweep;
  const SeidelCpuRows *rows = sweep->stored;
  const REAL *values = rows->values;
  bool forward = sweep->direction == SEIDEL_DIRECTION_FORWARD;
  int64_t first = run->first;
  int64_t end = run[n - 1].first + run[n - 1].n_rows;

  for (int64_t i = first; i < end; i++)
    {
      int64_t target = sweep->targets[i];
      int64_t row = sweep->look_up ? target : i;
      int64_t begin = rows->offsets[row];
      int64_t length = rows->offsets[row + 1] - begin;
      const int32_t *columns = rows->columns + begin;

      if (forward)
        work->x[target] =
          NAME (renewed_row) (true, columns, values + begin, length, rows->diagonal[row],
                              work->b[target], work->x, work->old);
      else
        work->x[target] =
          NAME (renewed_row) (false, columns, values + begin, length, rows->diagonal[row],
                              work->b[target], work->x, work->old);
    }
}

/* The runs from begin to end, with a look at the poll now and then. */
static void
NAME (renew_stretch) (const NAME (LevelSweep) * work, int64_t begin, int64_t end, int64_t *unpolled)
{
  const int64_t piece = 16;
  const SeidelSweep *sweep = work->sweep;
  const SeidelCpuRows *rows = sweep->stored;
  int step = sweep->descending ? -1 : 1;

  for (int64_t i = 0; i < end - begin; i += piece)
    {
      int64_t n = i + piece < end - begin ? piece : end - begin - i;
      const SeidelCpuRun *run = &sweep->runs[sweep->descending ? end - 1 - i : begin + i];

      if (seidel_cpu_stopped_before (work->context, unpolled, rows,
                                     sweep->descending ? run - (n - 1) : run, n))
        return;
      if (sweep->targets != NULL)
        NAME (renew_targets) (work, run, n);
      else if (sweep->direction == SEIDEL_DIRECTION_FORWARD)
        NAME (renew_forward) (rows, run, n, step, work->b, work->x);
      else
        NAME (renew_backward) (rows, run, n, step, work->b, work->x);
    }
}

/* The levels of a segment one after the other. A measured sweep looks at the clock after each. */
static void
NAME (renew_levels) (const NAME (LevelSweep) * work,
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
      (work, sweep->level_runs[level], sweep->level_runs[level + 1], unpolled);
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
NAME (renew_as_thread) (const NAME (LevelSweep) * work,
                        SeidelCpuBarrier *barrier,
                        int thread,
                        int64_t *nanoseconds)
{
  const SeidelSweep *sweep = work->sweep;
  int planned = work->context->settings.threads;
  int64_t before = nanoseconds != NULL ? seidel_cpu_clock () : 0;
  int64_t unpolled = SEIDEL_CPU_CHUNK_NONZEROS; /* polls at once */

  for (int32_t i = 0; i < sweep->n_segments; i++)
    {
      int32_t s = sweep->descending ? sweep->n_segments - 1 - i : i;
      const SeidelCpuSegment *segment = &sweep->segments[s];
      const int64_t *parts = sweep->parts + (int64_t) s * (planned + 1);

      if (segment->parallel)
        for (int part = thread; part < planned; part += barrier->threads)
          NAME (renew_stretch) (work, parts[part], parts[part + 1], &unpolled);
      else if (thread == 0)
        NAME (renew_levels) (work, segment, &unpolled, nanoseconds, &before);
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

static void
NAME (sweep_levels) (SeidelContext *context,
                     SeidelSweep *sweep,
                     const void *b,
                     void *x,
                     int64_t *nanoseconds)
{
  SeidelCpuBarrier barrier = { .threads = context->settings.threads };
  NAME (LevelSweep) work = { context, sweep, b, x, x };

  if (sweep->old != NULL)
    {
      memcpy (sweep->old, x, (size_t) sweep->system->matrix.rows * sizeof (REAL));
      work.old = sweep->old;
    }

#pragma omp parallel num_threads(context->settings.threads)
  {
    int thread = omp_get_thread_num ();

    /* Fewer threads than asked for may have come. */
#pragma omp single
    barrier.threads = omp_get_num_threads ();

    NAME (renew_as_thread)
    (&work, &barrier, thread, thread == 0 ? nanoseconds : NULL);
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
  .cg_update = NAME (cg_update),
  .multiply = NAME (multiply),
  .multiply_dot = NAME (multiply_dot),
  .residual = NAME (residual),
  .jacobi = NAME (jacobi),
  .multiply_diagonal = NAME (multiply_diagonal),
  .extract_diagonal = NAME (extract_diagonal),
  .transpose = NAME (transpose),
  .is_symmetric = NAME (is_symmetric),
  .arrange = NAME (arrange),
  .sweep_serial = NAME (sweep_serial),
  .sweep_levels = NAME (sweep_levels),
};
