/* The CPU engine: its table, its objects, and dispatch to the kernels of the precision in use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <time.h>

#include "engine/seidel-cpu-private.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-pages.h"

enum
{
  STRATEGY_SERIAL,
  STRATEGY_LEVELS
};

static const SeidelStrategy strategies[] = {
  [STRATEGY_SERIAL] = { "serial", "Serial",
                        "One row after the other on one thread. Nothing to prepare; best for thin "
                        "levels and small matrices.",
                        0 },
  [STRATEGY_LEVELS] = { "levels", "Level sets",
                        "The rows of one level at once on all threads, a barrier after each level; "
                        "thin neighbouring levels are run by one thread. The same bits as serial.",
                        1 },
};

/* A level narrower than this many rows a thread is not worth a barrier of its own. */
#define THIN_ROWS_PER_THREAD 32

/* What choose_strategy () reckons with, rounded from measurements: nanoseconds. */
#define COST_PER_NONZERO 0.5
#define COST_PER_ROW     2.0
#define COST_PER_BARRIER 400.0

/* --- small parts ------------------------------------------------------------------------------ */

static const SeidelCpuKernels *
kernels (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE ? &seidel_cpu_kernels_float
                                                                : &seidel_cpu_kernels_double;
}

static size_t
real_size (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE ? sizeof (float) : sizeof (double);
}

int64_t
seidel_cpu_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Tells the processor that this is a loop that waits. */
static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void
seidel_cpu_barrier_wait (SeidelCpuBarrier *barrier)
{
  const int spins_before_yield = 200;
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
    if (spins >= spins_before_yield)
      sched_yield ();
    else
      relax ();
}

double
seidel_cpu_sum_partials (const SeidelContext *context, int64_t n)
{
  double sum = 0.0;

  for (int64_t i = 0; i < n; i++)
    sum += context->partials[i];
  return sum;
}

static void
fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message)
{
  if (context->status.code != SEIDEL_STATUS_OK)
    return;
  context->status.code = code;
  context->status.row = row;
  snprintf (context->status.message, sizeof context->status.message, "%s", message);
}

/* Whether an operation is to be done at all. */
static bool
ready (SeidelContext *context)
{
  return context->status.code == SEIDEL_STATUS_OK;
}

/* Called after every operation that polls. */
static void
note_stop (SeidelContext *context)
{
  if (atomic_load_explicit (&context->stopped, memory_order_relaxed))
    fail (context, SEIDEL_STATUS_STOPPED, -1, "");
}

/* Memory for n elements, or the sticky status. */
static void *
allocate (SeidelContext *context, int64_t n, size_t size)
{
  void *memory = seidel_pages_alloc ((size_t) n * size);
  double bytes = (double) n * (double) size;
  char message[120];

  if (memory == NULL)
    {
      snprintf (message, sizeof message, "%.1f MB more did not fit into memory",
                (double) bytes / 1e6);
      fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, message);
    }
  return memory;
}

static bool
reserve_partials (SeidelContext *context, int64_t n)
{
  double *partials;

  if (n <= context->n_partials)
    return true;
  partials = allocate (context, n, sizeof *partials);
  if (partials == NULL)
    return false;
  free (context->partials);
  context->partials = partials;
  context->n_partials = n;
  return true;
}

/* --- contexts --------------------------------------------------------------------------------- */

static int
cpu_available (char *why, size_t size)
{
  return 1;
}

static SeidelContext *
cpu_context_new (const SeidelContextSettings *settings, SeidelStatus *status)
{
  SeidelContext *context = calloc (1, sizeof *context);

  status->code = SEIDEL_STATUS_OK;
  status->row = -1;
  status->message[0] = '\0';
  if (context == NULL)
    {
      status->code = SEIDEL_STATUS_OUT_OF_MEMORY;
      return NULL;
    }
  context->settings = *settings;
  if (context->settings.threads < 1)
    context->settings.threads = 1;
  context->status.row = -1;
  atomic_init (&context->stopped, false);
  return context;
}

static void
cpu_context_free (SeidelContext *context)
{
  if (context == NULL)
    return;
  free (context->partials);
  free (context);
}

static const SeidelStatus *
cpu_status (SeidelContext *context)
{
  return &context->status;
}

static void
cpu_synchronize (SeidelContext *context)
{
}

/* --- vectors ---------------------------------------------------------------------------------- */

static void
cpu_vector_free (SeidelContext *context, SeidelVector *vector)
{
  if (vector == NULL)
    return;
  free (vector->elements);
  free (vector);
}

static SeidelVector *
cpu_vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = calloc (1, sizeof *vector);

  if (vector == NULL || !ready (context) || !reserve_partials (context, n / SEIDEL_CPU_BLOCK + 1)
      || (vector->elements = allocate (context, n, real_size (context))) == NULL)
    {
      fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "a vector did not fit into memory");
      cpu_vector_free (context, vector);
      return NULL;
    }
  vector->n = n;
  memset (vector->elements, 0, (size_t) n * real_size (context));
  return vector;
}

static void
cpu_vector_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  if (ready (context))
    kernels (context)->convert (from, to->elements, to->n);
}

static void
cpu_vector_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  /* Also after a failure: the last iterate is what the user has. */
  kernels (context)->widen (from->elements, to, from->n);
}

/* --- the matrix ------------------------------------------------------------------------------- */

static void
cpu_system_free (SeidelContext *context, SeidelSystem *system)
{
  if (system == NULL)
    return;
  free (system->own_values);
  free (system->chunk_rows);
  free (system->diagonal);
  free (system);
}

/* Cuts the rows into chunks; called twice, first with chunk_rows == NULL to count them. */
static int64_t
cut_chunks (const SeidelCsrView *matrix, int64_t *chunk_rows)
{
  int64_t n_chunks = 0;
  int64_t row = 0;

  while (row < matrix->rows)
    {
      int64_t first = row;
      int64_t limit = matrix->row_offsets[row] + SEIDEL_CPU_CHUNK_NONZEROS;

      if (chunk_rows != NULL)
        chunk_rows[n_chunks] = first;
      do
        row++;
      while (row < matrix->rows && row - first < SEIDEL_CPU_CHUNK_ROWS
             && matrix->row_offsets[row + 1] <= limit);
      n_chunks++;
    }
  if (chunk_rows != NULL)
    chunk_rows[n_chunks] = matrix->rows;
  return n_chunks;
}

static bool
convert_values (SeidelContext *context, SeidelSystem *system)
{
  int64_t nonzeros = system->matrix.row_offsets[system->matrix.rows];
  const int64_t piece = 1 << 20;

  system->values = system->matrix.values;
  if (context->settings.precision == SEIDEL_PRECISION_DOUBLE)
    return true;
  system->own_values = allocate (context, nonzeros, sizeof (float));
  if (system->own_values == NULL)
    return false;
  for (int64_t k = 0; k < nonzeros && !seidel_cpu_stopped (context); k += piece)
    kernels (context)->convert (system->matrix.values + k, (float *) system->own_values + k,
                                k + piece < nonzeros ? piece : nonzeros - k);
  note_stop (context);
  system->values = system->own_values;
  return ready (context);
}

static SeidelSystem *
cpu_system_new (SeidelContext *context, const SeidelCsrView *matrix)
{
  SeidelSystem *system = calloc (1, sizeof *system);

  if (system == NULL || !ready (context))
    goto fail;
  system->matrix = *matrix;
  system->n_chunks = cut_chunks (matrix, NULL);
  system->chunk_rows = allocate (context, system->n_chunks + 1, sizeof (int64_t));
  if (system->chunk_rows == NULL || !reserve_partials (context, system->n_chunks + 1))
    goto fail;
  cut_chunks (matrix, system->chunk_rows);
  if (!convert_values (context, system))
    goto fail;
  return system;

fail:
  fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "the matrix did not fit into memory");
  cpu_system_free (context, system);
  return NULL;
}

static double
value_at (const SeidelContext *context, const SeidelSystem *A, int64_t k)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE
           ? (double) ((const float *) A->values)[k]
           : ((const double *) A->values)[k];
}

/* Where the diagonal stands in a row, by bisection; −1 when it is missing or zero. */
static int32_t
find_diagonal (const SeidelContext *context, const SeidelSystem *A, int64_t row)
{
  int64_t begin = A->matrix.row_offsets[row];
  int64_t low = begin;
  int64_t high = A->matrix.row_offsets[row + 1];
  int64_t end = high;

  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (A->matrix.column_indices[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == end || A->matrix.column_indices[low] != row || value_at (context, A, low) == 0.0)
    return -1;
  return (int32_t) (low - begin);
}

/* Finds all diagonal entries once. A missing or zero one is the sticky failure, naming the row. */
static bool
ensure_diagonal (SeidelContext *context, SeidelSystem *A)
{
  int64_t bad_row = INT64_MAX;
  char message[120];

  if (!ready (context) || A->diagonal != NULL)
    return ready (context);
  A->diagonal = allocate (context, A->matrix.rows, sizeof (int32_t));
  if (A->diagonal == NULL)
    return false;
#pragma omp parallel for num_threads(context->settings.threads) schedule(static) \
  reduction(min                                                                  \
            : bad_row)
  for (int64_t chunk = 0; chunk < A->n_chunks; chunk++)
    {
      if (seidel_cpu_stopped (context))
        continue;
      for (int64_t row = A->chunk_rows[chunk]; row < A->chunk_rows[chunk + 1]; row++)
        {
          int32_t place = find_diagonal (context, A, row);

          A->diagonal[row] = place;
          if (place < 0 && row < bad_row)
            bad_row = row;
        }
    }
  note_stop (context);
  if (bad_row != INT64_MAX)
    {
      snprintf (message, sizeof message,
                "row %lld has no diagonal entry, or one that is zero in this precision",
                (long long) bad_row + 1);
      fail (context, SEIDEL_STATUS_ZERO_DIAGONAL, bad_row, message);
    }
  return ready (context);
}

/* --- scalars ---------------------------------------------------------------------------------- */

static void
cpu_scalar_set (SeidelContext *context, SeidelScalar out, double value)
{
  context->scalars[out] = value;
}

static void
cpu_scalar_divide (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  context->scalars[out] = context->scalars[a] / context->scalars[b];
}

static void
cpu_scalars_get (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  memcpy (values, context->scalars + first, (size_t) n * sizeof *values);
}

/* --- operations: each does nothing after a failure ----------------------------------------------
 */

static void
cpu_copy (SeidelContext *context, SeidelVector *to, const SeidelVector *from)
{
  if (ready (context))
    memcpy (to->elements, from->elements, (size_t) to->n * real_size (context));
}

static void
cpu_axpy (SeidelContext *context,
          SeidelVector *y,
          int sign,
          SeidelScalar alpha,
          const SeidelVector *x)
{
  if (ready (context))
    kernels (context)->axpy (context, y->elements, sign * context->scalars[alpha], x->elements,
                             y->n);
}

static void
cpu_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (ready (context))
    kernels (context)->xpby (context, y->elements, x->elements, context->scalars[beta], y->n);
}

static void
cpu_dot (SeidelContext *context, SeidelScalar out, const SeidelVector *x, const SeidelVector *y)
{
  if (ready (context))
    context->scalars[out] = kernels (context)->dot (context, x->elements, y->elements, x->n);
}

static void
cpu_cg_update (SeidelContext *context,
               SeidelVector *x,
               SeidelVector *r,
               SeidelScalar alpha,
               const SeidelVector *p,
               const SeidelVector *q,
               SeidelScalar out)
{
  if (ready (context))
    context->scalars[out] =
      kernels (context)->cg_update (context, x->elements, r->elements, context->scalars[alpha],
                                    p->elements, q->elements, x->n);
}

static void
cpu_multiply (SeidelContext *context, SeidelSystem *A, const SeidelVector *x, SeidelVector *y)
{
  if (ready (context))
    kernels (context)->multiply (context, A, x->elements, y->elements);
  note_stop (context);
}

static void
cpu_multiply_dot (SeidelContext *context,
                  SeidelSystem *A,
                  const SeidelVector *x,
                  SeidelVector *y,
                  SeidelScalar out)
{
  if (ready (context))
    context->scalars[out] = kernels (context)->multiply_dot (context, A, x->elements, y->elements);
  note_stop (context);
}

static void
cpu_residual (SeidelContext *context,
              SeidelSystem *A,
              const SeidelVector *b,
              const SeidelVector *x,
              SeidelVector *r,
              SeidelScalar out)
{
  if (ready (context))
    context->scalars[out] =
      kernels (context)->residual (context, A, b->elements, x->elements, r->elements);
  note_stop (context);
}

static void
cpu_jacobi (SeidelContext *context,
            SeidelSystem *A,
            const SeidelVector *b,
            const SeidelVector *x,
            SeidelVector *y,
            SeidelScalar out)
{
  if (ensure_diagonal (context, A))
    context->scalars[out] =
      kernels (context)->jacobi (context, A, b->elements, x->elements, y->elements);
  note_stop (context);
}

/* --- sweeps ----------------------------------------------------------------------------------- */

static void
cpu_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  if (sweep == NULL)
    return;
  if (sweep->permuted)
    {
      free ((void *) sweep->stored.offsets);
      free ((void *) sweep->stored.columns);
      free ((void *) sweep->stored.values);
      free ((void *) sweep->stored.diagonal);
    }
  free (sweep->rows);
  free (sweep->level_offsets);
  free (sweep->segments);
  free (sweep->old);
  free (sweep->nanoseconds);
  free (sweep);
}

/* Sorts the rows by level, a counting sort that keeps their order within a level. Incomplete when
 * the run was stopped. */
static void
order_rows (SeidelContext *context,
            const SeidelLevelsView *levels,
            int64_t n_rows,
            SeidelSweep *sweep)
{
  int64_t *next = sweep->level_offsets;

  next[0] = 0;
  for (int32_t level = 0; level < levels->count; level++)
    next[level + 1] = next[level] + levels->level_rows[level];
  for (int64_t row = 0; row < n_rows; row++)
    {
      if (row % SEIDEL_CPU_CHUNK_ROWS == 0 && seidel_cpu_stopped (context))
        break;
      sweep->rows[next[levels->level_of_row[row] - 1]++] = (int32_t) row;
    }
  /* Each offset has moved to the end of its level, the start of the next. */
  for (int32_t level = levels->count; level > 0; level--)
    next[level] = next[level - 1];
  next[0] = 0;
}

/* Joins neighbouring thin levels; called twice, first with segments == NULL to count. */
static int32_t
cut_segments (const SeidelLevelsView *levels, int threads, SeidelCpuSegment *segments)
{
  int64_t thin = (int64_t) THIN_ROWS_PER_THREAD * threads;
  int32_t n_segments = 0;
  int32_t level = 0;

  while (level < levels->count)
    {
      int32_t first = level;
      bool parallel = threads > 1 && levels->level_rows[level] >= thin;

      level++;
      while (!parallel && level < levels->count
             && (threads == 1 || levels->level_rows[level] < thin))
        level++;
      if (segments != NULL)
        segments[n_segments] = (SeidelCpuSegment){ first, level, parallel };
      n_segments++;
    }
  return n_segments;
}

/* Copies the entries into level order where there is room; it is a matter of speed alone. */
static void
store_in_level_order (SeidelContext *context, SeidelSweep *sweep)
{
  const SeidelCpuRows *from = &sweep->stored;
  int64_t n_rows = sweep->system->matrix.rows;
  int64_t nonzeros = from->offsets[n_rows];
  int64_t *offsets = seidel_pages_alloc ((size_t) (n_rows + 1) * sizeof *offsets);
  int32_t *columns = seidel_pages_alloc ((size_t) (nonzeros) * sizeof *columns);
  void *values = seidel_pages_alloc ((size_t) (nonzeros) *real_size (context));
  int32_t *diagonal = seidel_pages_alloc ((size_t) (n_rows) * sizeof *diagonal);

  if (offsets == NULL || columns == NULL || values == NULL || diagonal == NULL)
    {
      free (offsets);
      free (columns);
      free (values);
      free (diagonal);
      return;
    }
  offsets[0] = 0;
  for (int64_t i = 0; i < n_rows; i++)
    offsets[i + 1] = offsets[i] + from->offsets[sweep->rows[i] + 1] - from->offsets[sweep->rows[i]];
  kernels (context)->permute (context, from, sweep->rows, n_rows, offsets, columns, values,
                              diagonal);
  note_stop (context);
  sweep->stored = (SeidelCpuRows){ offsets, columns, values, diagonal };
  sweep->permuted = true;
}

static bool
plan_levels (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  int64_t n_rows = sweep->system->matrix.rows;
  int threads = context->settings.threads;

  sweep->n_levels = levels->count;
  sweep->n_segments = cut_segments (levels, threads, NULL);
  sweep->rows = allocate (context, n_rows, sizeof (int32_t));
  sweep->level_offsets = allocate (context, levels->count + 1, sizeof (int64_t));
  sweep->segments = allocate (context, sweep->n_segments, sizeof (SeidelCpuSegment));
  sweep->nanoseconds = allocate (context, levels->count, sizeof (int64_t));
  if (!levels->in_place_safe)
    sweep->old = allocate (context, n_rows, real_size (context));
  if (!ready (context))
    return false;
  order_rows (context, levels, n_rows, sweep);
  note_stop (context);
  if (!ready (context))
    return false;
  cut_segments (levels, threads, sweep->segments);
  store_in_level_order (context, sweep);
  return ready (context);
}

static SeidelSweep *
cpu_sweep_new (SeidelContext *context,
               SeidelSystem *A,
               int strategy,
               SeidelDirection direction,
               const SeidelLevelsView *levels)
{
  SeidelSweep *sweep = calloc (1, sizeof *sweep);

  if (sweep == NULL)
    {
      fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "the sweep did not fit into memory");
      return NULL;
    }
  sweep->system = A;
  sweep->direction = direction;
  if (!ensure_diagonal (context, A))
    goto fail;
  sweep->stored =
    (SeidelCpuRows){ A->matrix.row_offsets, A->matrix.column_indices, A->values, A->diagonal };
  if (strategy == STRATEGY_LEVELS && !plan_levels (context, sweep, levels))
    goto fail;
  return sweep;

fail:
  cpu_sweep_free (context, sweep);
  return NULL;
}

static void
cpu_sweep (SeidelContext *context,
           SeidelSweep *sweep,
           const SeidelVector *b,
           SeidelVector *x,
           SeidelLevelTimesFunc times,
           void *times_data)
{
  if (!ready (context))
    return;
  if (sweep->rows == NULL)
    kernels (context)->sweep_serial (context, sweep, b->elements, x->elements);
  else
    kernels (context)->sweep_levels (context, sweep, b->elements, x->elements,
                                     times != NULL ? sweep->nanoseconds : NULL);
  note_stop (context);
  if (ready (context) && times != NULL && sweep->rows != NULL)
    times (sweep->nanoseconds, sweep->n_levels, times_data);
}

static int
cpu_choose_strategy (const SeidelCsrView *matrix,
                     const SeidelLevelsView *levels,
                     int threads,
                     char *why,
                     size_t size)
{
  double work = COST_PER_NONZERO * (double) matrix->row_offsets[matrix->rows]
                + COST_PER_ROW * (double) matrix->rows;
  double serial_rows = 0.0;
  double barriers = 0.0;
  double by_levels;

  if (threads < 2 || levels == NULL || levels->count == 0)
    {
      snprintf (why, size, "%s",
                threads < 2      ? "there is one thread to work with"
                : levels == NULL ? "its levels are not known"
                                 : "it has no rows");
      return STRATEGY_SERIAL;
    }
  for (int32_t level = 0; level < levels->count; level++)
    if (levels->level_rows[level] < (int64_t) THIN_ROWS_PER_THREAD * threads)
      serial_rows += (double) levels->level_rows[level];
    else
      barriers += 1.0;
  /* Amdahl: the thin levels on one thread, the others on all, and the barriers on top. */
  serial_rows /= (double) (matrix->rows > 0 ? matrix->rows : 1);
  by_levels = work * (serial_rows + (1.0 - serial_rows) / threads) + barriers * COST_PER_BARRIER;
  if (by_levels > 0.85 * work)
    {
      snprintf (why, size,
                "its %d levels hold %.0f rows on average: too thin for %d threads to gain",
                levels->count, (double) matrix->rows / levels->count, threads);
      return STRATEGY_SERIAL;
    }
  snprintf (why, size, "its %d levels hold %.0f rows on average: %d threads should gain %.1f ×",
            levels->count, (double) matrix->rows / levels->count, threads, work / by_levels);
  return STRATEGY_LEVELS;
}

static const SeidelEngine cpu_engine = {
  .abi = SEIDEL_ENGINE_ABI,
  .id = "cpu",
  .name = "CPU",
  .sentence = "This machine's processors, through OpenMP.",
  .uses_threads = 1,
  .strategies = strategies,
  .n_strategies = sizeof strategies / sizeof *strategies,
  .choose_strategy = cpu_choose_strategy,
  .available = cpu_available,
  .context_new = cpu_context_new,
  .context_free = cpu_context_free,
  .status = cpu_status,
  .synchronize = cpu_synchronize,
  .system_new = cpu_system_new,
  .system_free = cpu_system_free,
  .vector_new = cpu_vector_new,
  .vector_free = cpu_vector_free,
  .vector_upload = cpu_vector_upload,
  .vector_download = cpu_vector_download,
  .scalar_set = cpu_scalar_set,
  .scalar_divide = cpu_scalar_divide,
  .scalars_get = cpu_scalars_get,
  .copy = cpu_copy,
  .axpy = cpu_axpy,
  .xpby = cpu_xpby,
  .dot = cpu_dot,
  .multiply = cpu_multiply,
  .residual = cpu_residual,
  .jacobi = cpu_jacobi,
  .multiply_dot = cpu_multiply_dot,
  .cg_update = cpu_cg_update,
  .sweep_new = cpu_sweep_new,
  .sweep_free = cpu_sweep_free,
  .sweep = cpu_sweep,
};

const SeidelEngine *
seidel_cpu_engine (void)
{
  return &cpu_engine;
}
