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
#include <stdlib.h>
#include <string.h>

#include "device/seidel-cuda-sums.cuh"
#include "matrix/seidel-cuda-entries.cuh"
#include "sweep/seidel-cuda-stamps.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

/* Threads of the one block that runs thin levels, and the widest level it takes: one round. */
#define THIN_THREADS 1024

/* Launches between two polls of the host, and levels of a block between two looks at its answer. */
#define LAUNCHES_PER_POLL 256
#define LEVELS_PER_LOOK   256

typedef struct
{
  int32_t first_level;
  int32_t end_level;
  bool wide;
} Segment;

typedef struct
{
  SeidelCudaLevels levels;
  int64_t *level_offsets; /* levels.offsets on the device */
  void *old;              /* the incoming x where levels may not work in place, or NULL */
  int32_t n_segments;
  Segment *segments;
  SeidelCudaStamps stamps;
  /* The captured launches, and what they were captured for. */
  cudaGraphExec_t graph;
  const void *graph_b;
  const void *graph_x;
  double graph_omega;
} Plan;

/* The arguments of the sweep kernels. */
template <typename Real> struct Work
{
  SeidelOperator A;
  bool forward;
  Real omega;
  const int32_t *rows;
  const int64_t *level_offsets;
  const Real *b;
  Real *x;
  const Real *old;
};

/* x of one row on LANES lanes. Entries on the updated side of the diagonal come from x, the others
 * from old, which is x itself where that is safe. Volatile: a neighbour in the same launch may have
 * written it after this block began. */
template <typename Real, int LANES, bool COMPENSATED>
static __device__ void
relax_row (const Work<Real> &work, int64_t row, bool active)
{
  const SeidelOperator &A = work.A;
  const Real *values = (const Real *) A.values;
  const volatile Real *updated = work.x;
  int64_t begin = active ? row_start (A, row) : 0;
  int64_t end = active ? row_start (A, row + 1) : 0;
  int64_t diagonal = active ? begin + A.diagonal[row] : 0;
  Sum<Real, COMPENSATED> sum = {};

  for (int64_t k = begin + threadIdx.x % LANES; k < end; k += LANES)
    if (k != diagonal)
      {
        bool behind = work.forward ? k > diagonal : k < diagonal;
        int32_t column = A.column_indices[k];
        Real x = behind ? work.old[column] : updated[column];

        sum.add_product (A.fused, values[k], x);
      }
  sum = join_lanes<LANES> (sum);
  if (active && threadIdx.x % LANES == 0)
    {
      Real old = work.omega != (Real) 1 ? work.old[row] : (Real) 0;

      work.x[row] = relaxed_step (old, (work.b[row] - sum.value) / values[diagonal], work.omega);
    }
}

template <typename Real, int LANES, bool COMPENSATED>
static __global__ void
wide_kernel (Work<Real> work, int64_t begin, int64_t n)
{
  int64_t i = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;

  relax_row<Real, LANES, COMPENSATED> (work, i < n ? work.rows[begin + i] : 0, i < n);
}

template <typename Real, int LANES, bool COMPENSATED>
static __global__ void
thin_kernel (Work<Real> work,
             int32_t first_level,
             int32_t end_level,
             int64_t *stamps,
             SeidelCudaHalt halt)
{
  for (int32_t level = first_level; level < end_level; level++)
    {
      int64_t end = work.level_offsets[level + 1];
      /* A chain of many levels is one long launch, and has to listen. */
      const bool listens = level % LEVELS_PER_LOOK == 0;
      const int asked = listens && threadIdx.x == 0 ? *(const volatile int *) halt.asked : 0;

      for (int64_t base = work.level_offsets[level]; base < end; base += THIN_THREADS / LANES)
        {
          int64_t i = base + threadIdx.x / LANES;

          relax_row<Real, LANES, COMPENSATED> (work, i < end ? work.rows[i] : 0, i < end);
        }
      if (!listens)
        __syncthreads ();
      else if (__syncthreads_or (asked))
        return;
      if (stamps != NULL && threadIdx.x == 0)
        stamps[level] = clock_nanoseconds ();
    }
}

static int64_t
level_width (const SeidelCudaLevels *levels, int32_t level)
{
  return levels->offsets[level + 1] - levels->offsets[level];
}

/* Called twice, first with segments == NULL to count. */
static int32_t
cut_segments (const SeidelCudaLevels *levels, int64_t thin_rows, Segment *segments)
{
  int32_t n_segments = 0;
  int32_t level = 0;

  while (level < levels->count)
    {
      int32_t first = level;
      bool wide = level_width (levels, level) > thin_rows;

      level++;
      while (!wide && level < levels->count && level_width (levels, level) <= thin_rows)
        level++;
      if (segments != NULL)
        segments[n_segments] = { first, level, wide };
      n_segments++;
    }
  return n_segments;
}

static bool
plan_levels (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *given)
{
  const SeidelOperator *A = sweep->A;
  const int64_t thin_rows = THIN_THREADS / A->lanes;
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
  /* Whether levels found here agree with that is not tested: a copy costs less. */
  const bool in_place = given != NULL && given->in_place_safe;
  size_t count;

  sweep->plan = plan;
  if (plan == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  if (!seidel_cuda_levels_init (context, sweep->A, sweep->direction, given,
                                SEIDEL_CUDA_LEVELS_LAUNCHED, &plan->levels))
    return false;
  cudaFree (plan->levels.level_of_row);
  plan->levels.level_of_row = NULL;
  count = (size_t) plan->levels.count;
  plan->n_segments = cut_segments (&plan->levels, thin_rows, NULL);
  plan->segments = (Segment *) calloc ((size_t) plan->n_segments, sizeof (Segment));
  if (plan->segments == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  cut_segments (&plan->levels, thin_rows, plan->segments);
  plan->level_offsets = (int64_t *) seidel_cuda_upload_bytes (context, plan->levels.offsets,
                                                              (count + 1) * sizeof (int64_t));
  if (!in_place)
    plan->old = seidel_cuda_malloc (context, (size_t) A->rows * seidel_cuda_real_size (context));
  return seidel_cuda_ready (context);
}

static void
drop_graph (Plan *plan)
{
  if (plan->graph != NULL)
    cudaGraphExecDestroy (plan->graph);
  plan->graph = NULL;
}

static void
clear_levels (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  drop_graph (plan);
  seidel_cuda_levels_clear (&plan->levels);
  cudaFree (plan->level_offsets);
  seidel_cuda_stamps_clear (&plan->stamps);
  cudaFree (plan->old);
  free (plan->segments);
  free (plan);
}

template <typename Real, int LANES, bool COMPENSATED>
static void
launch_segment (SeidelContext *context,
                const Plan *plan,
                const Work<Real> &work,
                const Segment *segment,
                bool measured)
{
  const int64_t begin = plan->levels.offsets[segment->first_level];
  const int64_t n = plan->levels.offsets[segment->end_level] - begin;

  if (!segment->wide)
    {
      thin_kernel<Real, LANES, COMPENSATED>
        <<<1, THIN_THREADS, 0, context->stream>>> (work, segment->first_level, segment->end_level,
                                                   measured ? plan->stamps.device : NULL,
                                                   context->halt);
      return;
    }
  wide_kernel<Real, LANES, COMPENSATED>
    <<<seidel_cuda_grid (n * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, begin, n);
  if (measured)
    stamp_kernel<<<1, 1, 0, context->stream>>> (plan->stamps.device + segment->first_level);
}

template <typename Real, bool COMPENSATED>
static void
launch_lanes (SeidelContext *context,
              const Plan *plan,
              const Work<Real> &work,
              const Segment *segment,
              bool measured)
{
  switch (work.A.lanes)
    {
    case 1:
      launch_segment<Real, 1, COMPENSATED> (context, plan, work, segment, measured);
      break;
    case 2:
      launch_segment<Real, 2, COMPENSATED> (context, plan, work, segment, measured);
      break;
    case 4:
      launch_segment<Real, 4, COMPENSATED> (context, plan, work, segment, measured);
      break;
    case 8:
      launch_segment<Real, 8, COMPENSATED> (context, plan, work, segment, measured);
      break;
    case 16:
      launch_segment<Real, 16, COMPENSATED> (context, plan, work, segment, measured);
      break;
    default:
      launch_segment<Real, 32, COMPENSATED> (context, plan, work, segment, measured);
    }
}

template <typename Real>
static void
launch_all (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job, bool measured)
{
  const Plan *plan = (const Plan *) sweep->plan;
  Real *x = (Real *) job->x->elements;
  const Work<Real> work = { *sweep->A,
                            seidel_cuda_is_forward (sweep),
                            (Real) job->omega,
                            plan->levels.rows,
                            plan->level_offsets,
                            (const Real *) job->b->elements,
                            x,
                            plan->old != NULL ? (const Real *) plan->old : x };

  if (plan->old != NULL)
    seidel_cuda_check (context,
                       cudaMemcpyAsync (plan->old, x, (size_t) sweep->A->rows * sizeof (Real),
                                        cudaMemcpyDeviceToDevice, context->stream),
                       "a sweep");
  if (measured)
    seidel_cuda_stamps_begin (context, &plan->stamps);
  for (int32_t s = 0; s < plan->n_segments && seidel_cuda_ready (context); s++)
    {
      const Segment *segment = &plan->segments[s];

      if (s % LAUNCHES_PER_POLL == 0 && seidel_cuda_stopped (context))
        break;
      if (work.A.compensated)
        launch_lanes<Real, true> (context, plan, work, segment, measured);
      else
        launch_lanes<Real, false> (context, plan, work, segment, measured);
      seidel_cuda_check (context, cudaGetLastError (), "a level of a sweep");
    }
}

static void
launch_sweep (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job, bool measured)
{
  if (seidel_cuda_is_single (context))
    launch_all<float> (context, sweep, job, measured);
  else
    launch_all<double> (context, sweep, job, measured);
}

/* Captures the launches once; they are captured again for other vectors or another omega. */
static bool
ensure_graph (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  Plan *plan = (Plan *) sweep->plan;
  cudaGraph_t graph = NULL;
  bool done;

  if (plan->graph != NULL && plan->graph_b == job->b->elements && plan->graph_x == job->x->elements
      && plan->graph_omega == job->omega)
    return true;
  /* The one before may still be at work. */
  if (plan->graph != NULL && !seidel_cuda_wait (context, "a sweep"))
    return false;
  drop_graph (plan);
  if (!seidel_cuda_check (context,
                          cudaStreamBeginCapture (context->stream,
                                                  cudaStreamCaptureModeThreadLocal),
                          "capturing a sweep"))
    return false;
  launch_sweep (context, sweep, job, false);
  done =
    seidel_cuda_check (context, cudaStreamEndCapture (context->stream, &graph), "capturing a sweep")
    && seidel_cuda_ready (context)
    && seidel_cuda_check (context, cudaGraphInstantiate (&plan->graph, graph, 0),
                          "capturing a sweep");
  if (graph != NULL)
    cudaGraphDestroy (graph);
  plan->graph_b = job->b->elements;
  plan->graph_x = job->x->elements;
  plan->graph_omega = job->omega;
  return done;
}

/* A level that is launched alone, with a kernel that writes the time down: nanoseconds. */
#define STAMPED_LAUNCH 4000

static void
run_levels (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  Plan *plan = (Plan *) sweep->plan;

  if (job->report != NULL)
    {
      if (!seidel_cuda_stamps_ensure (context, &plan->stamps, plan->levels.count))
        return;
      plan->stamps.launch_nanoseconds = STAMPED_LAUNCH;
      launch_sweep (context, sweep, job, true);
      seidel_cuda_stamps_report (context, sweep, &plan->stamps, job);
    }
  else if (ensure_graph (context, sweep, job))
    seidel_cuda_check (context, cudaGraphLaunch (plan->graph, context->stream), "a sweep");
}

const SeidelCudaStrategy seidel_cuda_strategy_levels = {
  .shown = {
    .id = "levels",
    .name = N_ ("Level sets"),
    .sentence = N_ ("One launch per level; runs of thin levels share one launch of one block. The "
                   "launches of a sweep form one CUDA graph."),
    .order = SEIDEL_ORDER_LEVEL,
    .waits = SEIDEL_WAITS_LAUNCH,
    .needs_levels = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .any_levels = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  .size = { .indices = 1, .scratch = 3 },
  .plan = plan_levels,
  .run = run_levels,
  .clear = clear_levels,
};
