/* Gauss-Seidel sweeps of the CUDA engine: level sets.
 *
 * The rows are listed by level. A wide level is one launch; neighbouring thin levels are one launch
 * of a single block that passes from level to level by a block barrier, because a launch costs more
 * than such a level. The launches of a sweep are captured into a CUDA graph once.
 *
 * Source: level scheduling after Anderson and Saad (1989); merging thin levels after Kokkos
 * Kernels' chained triangular solve. Assumptions: CSR with sorted rows, no duplicates, no zero on
 * the diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-private.h"

enum
{
  STRATEGY_LEVELS
};

extern const SeidelStrategy seidel_cuda_strategies[] = {
  { "levels", "Level sets",
    "One launch per level, thin neighbouring levels in one block; the launches of a sweep are one "
    "CUDA graph.",
    1, SEIDEL_MEASURES_LEVELS, 0 },
};
extern const int seidel_cuda_n_strategies =
  sizeof seidel_cuda_strategies / sizeof *seidel_cuda_strategies;

/* Threads of the one block that runs thin levels, and the widest level it takes: one round. */
#define THIN_THREADS 1024

/* Launches between two polls of the host. */
#define LAUNCHES_PER_POLL 256

typedef struct
{
  int32_t first_level;
  int32_t end_level;
  bool wide;
} Segment;

struct SeidelSweep
{
  SeidelSystem *system;
  SeidelDirection direction;
  int32_t n_levels;
  int64_t *level_offsets; /* host: n_levels + 1, into rows */
  int64_t *device_level_offsets;
  int32_t *rows; /* device: all rows by level */
  void *old;     /* device: the incoming x where levels may not work in place, or NULL */
  int32_t n_segments;
  Segment *segments;
  int64_t *stamps; /* device: the clock at the end of each level, of a measured sweep */
  int64_t *nanoseconds;
  /* The captured launches, and the vectors they were captured for. */
  cudaGraphExec_t graph;
  const SeidelVector *graph_b;
  const SeidelVector *graph_x;
};

static __device__ int64_t
clock_nanoseconds (void)
{
  int64_t now;

  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/* x of one row on LANES lanes. Entries on the renewed side of the diagonal come from x, the others
 * from old, which is x itself where that is safe. Volatile: a neighbour in the same launch may have
 * written it after this block began. */
template <typename Real, int LANES>
static __device__ void
renew_row (const SeidelSystem &A,
           bool forward,
           int64_t row,
           bool active,
           const Real *b,
           Real *x,
           const Real *old)
{
  const Real *values = (const Real *) A.values;
  const volatile Real *renewed = x;
  int64_t diagonal = active ? A.diagonal[row] : 0;
  Real sum = 0;

  if (active)
    for (int64_t k = A.row_offsets[row] + threadIdx.x % LANES; k < A.row_offsets[row + 1];
         k += LANES)
      if (k != diagonal)
        {
          bool behind = forward ? k > diagonal : k < diagonal;
          int32_t column = A.column_indices[k];

          sum += values[k] * (behind ? old[column] : renewed[column]);
        }
  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (0xffffffffu, sum, half);
  if (active && threadIdx.x % LANES == 0)
    x[row] = (b[row] - sum) / values[diagonal];
}

template <typename Real, int LANES>
static __global__ void
wide_kernel (SeidelSystem A,
             bool forward,
             const int32_t *rows,
             int64_t n,
             const Real *b,
             Real *x,
             const Real *old)
{
  int64_t i = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;

  renew_row<Real, LANES> (A, forward, i < n ? rows[i] : 0, i < n, b, x, old);
}

template <typename Real, int LANES>
static __global__ void
thin_kernel (SeidelSystem A,
             bool forward,
             const int32_t *rows,
             const int64_t *level_offsets,
             int32_t first_level,
             int32_t end_level,
             const Real *b,
             Real *x,
             const Real *old,
             int64_t *stamps)
{
  for (int32_t level = first_level; level < end_level; level++)
    {
      int64_t begin = level_offsets[level];
      int64_t end = level_offsets[level + 1];

      for (int64_t base = begin; base < end; base += THIN_THREADS / LANES)
        {
          int64_t i = base + threadIdx.x / LANES;

          renew_row<Real, LANES> (A, forward, i < end ? rows[i] : 0, i < end, b, x, old);
        }
      __syncthreads ();
      if (stamps != NULL && threadIdx.x == 0)
        stamps[level] = clock_nanoseconds ();
    }
}

static __global__ void
stamp_kernel (int64_t *stamp)
{
  *stamp = clock_nanoseconds ();
}

/* --- planning ----------------------------------------------------------------------------------
 */

static void
order_rows (const SeidelLevelsView *levels, int64_t n_rows, int64_t *level_offsets, int32_t *rows)
{
  level_offsets[0] = 0;
  for (int32_t level = 0; level < levels->count; level++)
    level_offsets[level + 1] = level_offsets[level] + levels->level_rows[level];
  for (int64_t row = 0; row < n_rows; row++)
    rows[level_offsets[levels->level_of_row[row] - 1]++] = (int32_t) row;
  for (int32_t level = levels->count; level > 0; level--)
    level_offsets[level] = level_offsets[level - 1];
  level_offsets[0] = 0;
}

/* Called twice, first with segments == NULL to count. */
static int32_t
cut_segments (const SeidelLevelsView *levels, int64_t thin_rows, Segment *segments)
{
  int32_t n_segments = 0;
  int32_t level = 0;

  while (level < levels->count)
    {
      int32_t first = level;
      bool wide = levels->level_rows[level] > thin_rows;

      level++;
      while (!wide && level < levels->count && levels->level_rows[level] <= thin_rows)
        level++;
      if (segments != NULL)
        segments[n_segments] = { first, level, wide };
      n_segments++;
    }
  return n_segments;
}

static bool
upload_plan (SeidelContext *context, SeidelSweep *sweep, const int32_t *rows, bool in_place)
{
  size_t row_bytes = (size_t) sweep->system->rows * sizeof *rows;
  size_t level_bytes = (size_t) (sweep->n_levels + 1) * sizeof (int64_t);

  sweep->rows = (int32_t *) seidel_cuda_malloc (context, row_bytes);
  sweep->device_level_offsets = (int64_t *) seidel_cuda_malloc (context, level_bytes);
  sweep->stamps = (int64_t *) seidel_cuda_malloc (context, level_bytes);
  if (!in_place)
    sweep->old =
      seidel_cuda_malloc (context, (size_t) sweep->system->rows * seidel_cuda_real_size (context));
  return seidel_cuda_ready (context)
         && seidel_cuda_check (context,
                               cudaMemcpy (sweep->rows, rows, row_bytes, cudaMemcpyHostToDevice),
                               "planning a sweep")
         && seidel_cuda_check (context,
                               cudaMemcpy (sweep->device_level_offsets, sweep->level_offsets,
                                           level_bytes, cudaMemcpyHostToDevice),
                               "planning a sweep");
}

static bool
plan (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  int64_t thin_rows = THIN_THREADS / sweep->system->lanes;
  int64_t n_rows = sweep->system->rows;
  int32_t *rows = (int32_t *) malloc ((size_t) (n_rows + 1) * sizeof *rows);
  bool done = false;

  sweep->n_levels = levels->count;
  sweep->n_segments = cut_segments (levels, thin_rows, NULL);
  sweep->level_offsets = (int64_t *) calloc ((size_t) levels->count + 1, sizeof (int64_t));
  sweep->nanoseconds = (int64_t *) calloc ((size_t) levels->count + 1, sizeof (int64_t));
  sweep->segments = (Segment *) calloc ((size_t) sweep->n_segments + 1, sizeof (Segment));
  if (rows == NULL || sweep->level_offsets == NULL || sweep->nanoseconds == NULL
      || sweep->segments == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the plan of a sweep did not fit into memory");
  else
    {
      order_rows (levels, n_rows, sweep->level_offsets, rows);
      cut_segments (levels, thin_rows, sweep->segments);
      done = upload_plan (context, sweep, rows, levels->in_place_safe != 0);
    }
  free (rows);
  return done;
}

void
seidel_cuda_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  if (sweep == NULL)
    return;
  if (sweep->graph != NULL)
    cudaGraphExecDestroy (sweep->graph);
  cudaFree (sweep->rows);
  cudaFree (sweep->device_level_offsets);
  cudaFree (sweep->stamps);
  cudaFree (sweep->old);
  free (sweep->level_offsets);
  free (sweep->nanoseconds);
  free (sweep->segments);
  free (sweep);
}

SeidelSweep *
seidel_cuda_sweep_new (SeidelContext *context,
                       SeidelSystem *system,
                       int strategy,
                       SeidelDirection direction,
                       const SeidelLevelsView *levels)
{
  SeidelSweep *sweep = (SeidelSweep *) calloc (1, sizeof *sweep);

  if (sweep == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweep did not fit into memory");
      return NULL;
    }
  sweep->system = system;
  sweep->direction = direction;
  if (!seidel_cuda_ensure_diagonal (context, system) || !plan (context, sweep, levels))
    {
      seidel_cuda_sweep_free (context, sweep);
      return NULL;
    }
  return sweep;
}

/* --- running -----------------------------------------------------------------------------------
 */

template <typename Real, int LANES>
static void
launch_segment (SeidelContext *context,
                SeidelSweep *sweep,
                const Segment *segment,
                const Real *b,
                Real *x,
                bool measured)
{
  const Real *old = sweep->old != NULL ? (const Real *) sweep->old : x;
  bool forward = sweep->direction == SEIDEL_DIRECTION_FORWARD;
  int64_t begin = sweep->level_offsets[segment->first_level];
  int64_t n = sweep->level_offsets[segment->end_level] - begin;

  if (!segment->wide)
    {
      thin_kernel<Real, LANES>
        <<<1, THIN_THREADS, 0, context->stream>>> (*sweep->system, forward, sweep->rows,
                                                   sweep->device_level_offsets,
                                                   segment->first_level, segment->end_level, b, x,
                                                   old, measured ? sweep->stamps : NULL);
      return;
    }
  wide_kernel<Real, LANES>
    <<<seidel_cuda_grid (n * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*sweep->system,
                                                                               forward,
                                                                               sweep->rows + begin,
                                                                               n, b, x, old);
  if (measured)
    stamp_kernel<<<1, 1, 0, context->stream>>> (sweep->stamps + segment->first_level);
}

template <typename Real>
static void
launch_all (SeidelContext *context, SeidelSweep *sweep, const Real *b, Real *x, bool measured)
{
  if (sweep->old != NULL)
    seidel_cuda_check (context,
                       cudaMemcpyAsync (sweep->old, x, (size_t) sweep->system->rows * sizeof (Real),
                                        cudaMemcpyDeviceToDevice, context->stream),
                       "a sweep");
  if (measured)
    stamp_kernel<<<1, 1, 0, context->stream>>> (sweep->stamps + sweep->n_levels);
  for (int32_t s = 0; s < sweep->n_segments && seidel_cuda_ready (context); s++)
    {
      const Segment *segment = &sweep->segments[s];

      if (s % LAUNCHES_PER_POLL == 0 && seidel_cuda_stopped (context))
        break;
      switch (sweep->system->lanes)
        {
        case 1:
          launch_segment<Real, 1> (context, sweep, segment, b, x, measured);
          break;
        case 2:
          launch_segment<Real, 2> (context, sweep, segment, b, x, measured);
          break;
        case 4:
          launch_segment<Real, 4> (context, sweep, segment, b, x, measured);
          break;
        case 8:
          launch_segment<Real, 8> (context, sweep, segment, b, x, measured);
          break;
        case 16:
          launch_segment<Real, 16> (context, sweep, segment, b, x, measured);
          break;
        default:
          launch_segment<Real, 32> (context, sweep, segment, b, x, measured);
        }
      seidel_cuda_check (context, cudaGetLastError (), "a level of a sweep");
    }
}

static void
launch_sweep (SeidelContext *context,
              SeidelSweep *sweep,
              const SeidelVector *b,
              SeidelVector *x,
              bool measured)
{
  if (seidel_cuda_is_single (context))
    launch_all (context, sweep, (const float *) b->elements, (float *) x->elements, measured);
  else
    launch_all (context, sweep, (const double *) b->elements, (double *) x->elements, measured);
}

/* Captures the launches once; they are captured again for other vectors. */
static bool
ensure_graph (SeidelContext *context, SeidelSweep *sweep, const SeidelVector *b, SeidelVector *x)
{
  cudaGraph_t graph = NULL;
  bool done;

  if (sweep->graph != NULL && sweep->graph_b == b && sweep->graph_x == x)
    return true;
  if (sweep->graph != NULL)
    {
      cudaGraphExecDestroy (sweep->graph);
      sweep->graph = NULL;
    }
  if (!seidel_cuda_check (context,
                          cudaStreamBeginCapture (context->stream,
                                                  cudaStreamCaptureModeThreadLocal),
                          "capturing a sweep"))
    return false;
  launch_sweep (context, sweep, b, x, false);
  done =
    seidel_cuda_check (context, cudaStreamEndCapture (context->stream, &graph), "capturing a sweep")
    && seidel_cuda_ready (context)
    && seidel_cuda_check (context, cudaGraphInstantiate (&sweep->graph, graph, 0),
                          "capturing a sweep");
  if (graph != NULL)
    cudaGraphDestroy (graph);
  sweep->graph_b = b;
  sweep->graph_x = x;
  return done;
}

static void
report_times (SeidelContext *context,
              SeidelSweep *sweep,
              SeidelSweepReportFunc report,
              void *report_data)
{
  int64_t *stamps = sweep->nanoseconds;
  SeidelSweepReport levels;
  int64_t before;

  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (stamps, sweep->stamps,
                                           (size_t) (sweep->n_levels + 1) * sizeof *stamps,
                                           cudaMemcpyDeviceToHost, context->stream),
                          "reading the times of the levels")
      || !seidel_cuda_check (context, cudaStreamSynchronize (context->stream),
                             "reading the times of the levels"))
    return;
  before = stamps[sweep->n_levels];
  for (int32_t level = 0; level < sweep->n_levels; level++)
    {
      int64_t now = stamps[level];

      stamps[level] = now - before;
      before = now;
    }
  levels.direction = sweep->direction;
  levels.count = sweep->n_levels;
  levels.nanoseconds = stamps;
  levels.rows = NULL;
  report (&levels, report_data);
}

void
seidel_cuda_sweep (SeidelContext *context,
                   SeidelSweep *sweep,
                   const SeidelVector *b,
                   SeidelVector *x,
                   double omega,
                   SeidelSweepReportFunc report,
                   void *report_data)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context) || sweep->n_levels == 0)
    return;
  if (report != NULL)
    {
      launch_sweep (context, sweep, b, x, true);
      if (seidel_cuda_ready (context))
        report_times (context, sweep, report, report_data);
    }
  else if (ensure_graph (context, sweep, b, x))
    seidel_cuda_check (context, cudaGraphLaunch (sweep->graph, context->stream), "a sweep");
}

int
seidel_cuda_choose_strategy (const SeidelCsrView *matrix,
                             const SeidelLevelsView *levels,
                             int threads,
                             char *why,
                             size_t size)
{
  snprintf (why, size, "it is the exact sweep this engine has");
  return STRATEGY_LEVELS;
}
