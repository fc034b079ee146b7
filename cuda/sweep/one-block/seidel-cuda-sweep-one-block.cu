/* A sweep in one thread block, which keeps the whole x in its shared memory.
 *
 * Dependencies then go through a barrier of one block, or in narrow levels from lane to lane of one
 * warp, instead of through the second-level cache: five to ten times as fast. The price is that one
 * multiprocessor does all the work, so that this is for matrices of up to some ten thousand rows
 * whose levels are not too wide.
 *
 * The rows are cut into one stream for each warp (seidel-cuda-streams.h). A warp loads its slices
 * some steps ahead, into registers: nothing in them depends on results. What does not depend on
 * the results of the sweep at all is computed before: by the whole device, or of few rows by
 * the block.
 *
 * Sources: rows by level in one block after Kokkos Kernels' chained triangular solve; the rest is
 * Seidel's own. Assumptions as in seidel-cuda-sweep.cu. The entries are divided by the diagonal
 * beforehand: the result is that of the row order up to rounding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-one-block.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

#define WHAT "planning a sweep"

typedef struct
{
  int warps;
  size_t shared_bytes;
  SeidelCudaLanes lanes;
  int32_t first[SEIDEL_STREAMS_WARPS + 1]; /* slice of each stream, and the end */
  /* All on the device, in one piece. */
  void *memory;
  SeidelStreamsTask *tasks;
} Plan;

typedef void (*Launch) (SeidelContext *, SeidelSweep *, const SeidelCudaJob *, bool prepares);

/* Whether the block also computes the partial residuals; not where the right-hand side needs a
 * kernel of its own for that. */
static bool
is_alone (const SeidelSweep *sweep, const SeidelCudaJob *job)
{
  return seidel_streams_are_alone (sweep->A->rows, sweep->A->nonzeros) && !job->over_diagonal;
}

/* Threads for that, beside those that have a stream. */
static unsigned int
threads_of (const SeidelSweep *sweep, const Plan *plan, bool alone)
{
  const unsigned int sweeping = (unsigned int) plan->warps * 32;
  const unsigned int of_rows = (unsigned int) (sweep->A->rows + 31) / 32 * 32;

  return alone && of_rows > sweeping ? of_rows : sweeping;
}

/* Either allows the kernel its shared memory, or launches it. */
template <typename Real, int ENTRIES, bool FUSED, bool ALONE>
static void
launch (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job, bool prepares)
{
  const Plan *plan = (const Plan *) sweep->plan;

  if (prepares)
    seidel_cuda_check (context,
                       cudaFuncSetAttribute (one_block_kernel<Real, ENTRIES, FUSED, ALONE>,
                                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             (int) plan->shared_bytes),
                       WHAT);
  else
    {
      const SeidelCudaPartials kept = seidel_cuda_lanes_partial (&plan->lanes);
      Work<Real> work = { (int32_t) sweep->A->rows,
                          plan->warps,
                          {},
                          plan->tasks,
                          plan->lanes.columns,
                          (const Real *) plan->lanes.values,
                          (const Real *) plan->lanes.partial,
                          (Real *) job->x->elements,
                          (Real) job->omega,
                          context->halt,
                          job->report != NULL ? plan->lanes.stamps.device : NULL };

      memcpy (work.first, plan->first, sizeof work.first);
      one_block_kernel<Real, ENTRIES, FUSED, ALONE>
        <<<1, threads_of (sweep, plan, ALONE), plan->shared_bytes, context->stream>>> (
          work, partial_work_of<Real> (sweep, job, &kept, NULL));
      seidel_cuda_check (context, cudaGetLastError (), "a sweep");
    }
}

template <typename Real, bool FUSED, bool ALONE>
static Launch
launch_of_entries (int entries)
{
  return entries == 2   ? launch<Real, 2, FUSED, ALONE>
         : entries == 4 ? launch<Real, 4, FUSED, ALONE>
                        : launch<Real, 8, FUSED, ALONE>;
}

template <typename Real, bool FUSED>
static Launch
launch_of_number (int entries, bool alone)
{
  return alone ? launch_of_entries<Real, FUSED, true> (entries)
               : launch_of_entries<Real, FUSED, false> (entries);
}

static Launch
launch_of (const SeidelContext *context, const Plan *plan, bool alone)
{
  const int entries = plan->lanes.shape.entries;

  if (seidel_cuda_is_single (context))
    return seidel_cuda_is_fused (context) ? launch_of_number<float, true> (entries, alone)
                                          : launch_of_number<float, false> (entries, alone);
  return seidel_cuda_is_fused (context) ? launch_of_number<double, true> (entries, alone)
                                        : launch_of_number<double, false> (entries, alone);
}

static void
run_one_block (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  Plan *plan = (Plan *) sweep->plan;
  const bool alone = is_alone (sweep, job);

  if (!seidel_cuda_lanes_begin (context, &plan->lanes, job)
      || (!alone && !seidel_cuda_lanes_find_partial (context, sweep, &plan->lanes, job, NULL)))
    return;
  launch_of (context, plan, alone) (context, sweep, job, false);
  seidel_cuda_lanes_end (context, sweep, &plan->lanes, job);
}

static SeidelCudaPartials
partial_of (const SeidelSweep *sweep)
{
  return seidel_cuda_lanes_partial (&((const Plan *) sweep->plan)->lanes);
}

int64_t
seidel_cuda_one_block_most_rows (size_t real_size)
{
  int device = 0;
  int bytes = 0;
  int64_t rows;

  if (cudaGetDevice (&device) != cudaSuccess
      || cudaDeviceGetAttribute (&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)
           != cudaSuccess)
    {
      (void) cudaGetLastError ();
      return 0;
    }
  /* One number more is read where there is no entry. */
  rows = bytes / (int64_t) real_size - 1;
  return rows < SEIDEL_STREAMS_MOST_ROWS ? rows : SEIDEL_STREAMS_MOST_ROWS;
}

static bool
does_fit (SeidelContext *context, const SeidelOperator *A)
{
  const int64_t most = seidel_cuda_one_block_most_rows (seidel_cuda_real_size (context));
  char message[200];

  if (A->rows <= most)
    return true;
  snprintf (message, sizeof message,
            "the x of %lld rows does not fit the memory of one thread block, which holds %lld in "
            "this precision",
            (long long) A->rows, (long long) most);
  seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, message);
  return false;
}

static void
lay_out (const SeidelContext *context,
         SeidelCudaLayout *layout,
         Plan *plan,
         int64_t n_slices,
         int64_t rows)
{
  seidel_cuda_lanes_lay_out (context, layout, &plan->lanes, n_slices, rows);
  plan->tasks = layout->take<SeidelStreamsTask> ((size_t) n_slices * SEIDEL_SLICE_LANES);
}

/* What the host cut, on the device while the plan is made. */
typedef struct
{
  SeidelStreamsSlice *slices;
  int32_t *rows;
  int32_t *places;
} Cut;

/* Slices with those that are read ahead. */
static int64_t
all_slices (const SeidelStreams *streams)
{
  return streams->n_slices + AHEAD;
}

static void *
upload_cut (SeidelContext *context, int64_t rows, const SeidelStreams *streams, Cut *cut)
{
  const size_t n_slices = (size_t) all_slices (streams);
  const size_t n = (size_t) rows;
  void *memory =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      cut->slices = layout->take<SeidelStreamsSlice> (n_slices);
      cut->rows = layout->take<int32_t> (n);
      cut->places = layout->take<int32_t> (n);
    });

  if (memory == NULL)
    return NULL;
  const SeidelCudaUpload arrays[] = {
    { cut->slices, streams->slices, n_slices * sizeof *cut->slices },
    { cut->rows, streams->rows, n * sizeof *cut->rows },
    { cut->places, streams->places, n * sizeof *cut->places },
  };

  seidel_cuda_upload_arrays (context, arrays, sizeof arrays / sizeof *arrays);
  return memory;
}

/* A warp a slice. */
template <typename Real>
static __global__ void
fill_kernel (SweptGraph graph, Cut cut, Plan plan, int64_t n_slices)
{
  const SeidelSliceShape &shape = plan.lanes.shape;
  const Real *of_matrix = (const Real *) graph.A.values;
  const int64_t number = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int64_t at = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;

  if (number >= n_slices)
    return;
  const SeidelStreamsSlice slice = cut.slices[number];
  const SeidelStreamsTask task = seidel_streams_task (&slice, lane, cut.rows);
  const int32_t place = seidel_streams_place (&slice, lane);
  const int64_t row = place >= 0 ? cut.rows[place] : 0;
  const SeidelSwept swept = place >= 0 ? graph.swept (row) : SeidelSwept{ 0, 0 };
  const Real diagonal = place >= 0 ? of_matrix[graph.entry (swept, swept.length)] : (Real) 1;

  plan.tasks[at] = task;
  ((Real *) plan.lanes.partial)[at] = 0;
  if (task.row != SEIDEL_STREAMS_NO_ROW)
    plan.lanes.places[row] = (int32_t) at;
  for (int e = 0; e < shape.entries; e++)
    {
      const int64_t index = seidel_streams_entry (&slice, lane, e, shape.entries);
      const bool stored = index < swept.length;

      plan.lanes.columns[seidel_slice_column (&shape, number, lane, e)] =
        (uint16_t) (stored ? cut.places[graph.column (swept, index)] : graph.A.rows);
      ((Real *) plan.lanes.values)[seidel_slice_value (&shape, number, lane, e)] =
        stored ? of_matrix[graph.entry (swept, index)] / diagonal : (Real) 0;
    }
}

/* Fills the lanes of the slices from the matrix on the device. */
static bool
fill (SeidelContext *context,
      const SeidelSweep *sweep,
      const Plan *plan,
      const Cut &cut,
      int64_t n_slices)
{
  const SweptGraph graph = { *sweep->A, seidel_cuda_is_forward (sweep) };
  const unsigned int blocks = seidel_cuda_grid (n_slices * 32);

  if (!seidel_cuda_ready (context))
    return false;
  if (seidel_cuda_is_single (context))
    fill_kernel<float>
      <<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (graph, cut, *plan, n_slices);
  else
    fill_kernel<double>
      <<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (graph, cut, *plan, n_slices);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* Brings streams to the device. */
static bool
take_streams (SeidelContext *context, SeidelSweep *sweep, const SeidelStreams *streams)
{
  Plan *plan = (Plan *) sweep->plan;
  const int64_t rows = sweep->A->rows;
  const int64_t n_slices = all_slices (streams);
  void *scratch;
  Cut cut;
  bool done;

  plan->warps = streams->warps;
  plan->shared_bytes = (size_t) (rows + 1) * seidel_cuda_real_size (context);
  plan->lanes.shape = streams->shape;
  plan->lanes.n_levels = streams->n_levels;
  memcpy (plan->first, streams->first, sizeof plan->first);
  plan->memory =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      lay_out (context, layout, plan, n_slices, rows);
    });
  if (plan->memory == NULL)
    return false;
  scratch = upload_cut (context, rows, streams, &cut);
  done = scratch != NULL && fill (context, sweep, plan, cut, n_slices);
  seidel_cuda_scratch_free (context, scratch);
  return done;
}

static void
clear_one_block (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  seidel_cuda_lanes_clear (&plan->lanes);
  cudaFree (plan->memory);
  free (plan);
}

static bool
plan_one_block (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *given)
{
  const SeidelCsrView *matrix = &sweep->A->host;
  SeidelStreams streams;
  Plan *plan;
  bool done;

  if (!does_fit (context, sweep->A))
    return false;
  plan = (Plan *) calloc (1, sizeof *plan);
  sweep->plan = plan;
  if (plan == NULL
      || !seidel_streams_init (&streams, matrix, sweep->direction, given,
                               seidel_streams_choose_shape (matrix,
                                                            seidel_cuda_real_size (context))))
    return seidel_cuda_lanes_fail (context);
  done = take_streams (context, sweep, &streams);
  seidel_streams_clear (&streams);
  for (int alone = 0; done && alone < 2; alone++)
    if (alone == 0 || seidel_streams_are_alone (matrix->rows, sweep->A->nonzeros))
      launch_of (context, plan, alone) (context, sweep, NULL, true);
  return done && seidel_cuda_ready (context);
}

static bool
expect (const SeidelCsrView *matrix,
        SeidelDirection direction,
        const SeidelLevelsView *levels,
        const SeidelSweptLengths *lengths,
        double *nanoseconds)
{
  return matrix->rows <= seidel_cuda_one_block_most_rows (sizeof (double))
         && seidel_streams_predict (matrix, direction, levels, sizeof (double), nanoseconds);
}

const SeidelCudaStrategy seidel_cuda_strategy_one_block = {
  .shown = {
    .id = "one-block",
    .name = N_ ("One block"),
    .sentence = N_ ("The whole sweep in one thread block, which keeps x in its own memory: a level "
                   "takes a fraction of the time that it takes elsewhere. For matrices of up to some"
                   " ten thousand rows."),
    .order = SEIDEL_ORDER_LEVEL,
    .stored = SEIDEL_STORED_SLICES,
    .waits = SEIDEL_WAITS_BLOCK_BARRIER,
    .shared = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
    .limited = true,
  },
  .size = { .indices = 1, .relaxed = 1, .by_diagonals = true, .more = seidel_streams_most_bytes },
  .plan = plan_one_block,
  .run = run_one_block,
  .clear = clear_one_block,
  .solves_triangles = true,
  .takes_over_diagonal = true,
  .partial = partial_of,
  .expect = expect,
};
