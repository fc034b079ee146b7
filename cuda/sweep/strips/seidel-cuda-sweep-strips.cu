/* A sweep in strips: each thread block keeps the x of the rows that it updated last in shared
 * memory.
 *
 * Dependencies inside a strip go from lane to lane of one warp. Those between strips go through
 * memory, but each value is fetched some slices before it is needed: a strip follows those that it
 * depends on at a distance, and seldom waits. The schedule is that of seidel-cuda-strips.h, made by
 * the host for few rows and by the device for many; the kernel is in seidel-cuda-strips.cuh. All
 * blocks run at the same time (a cooperative launch). What does not depend on the results of the
 * sweep is computed before, by the whole device.
 *
 * Assumptions as in seidel-cuda-sweep.cu. The entries are divided by the diagonal beforehand: the
 * result is that of the row order up to rounding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strips-device.cuh"
#include "seidel-cuda-strips.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

#define WHAT SEIDEL_STRIPS_WHAT

/* Up to so many entries the host cuts the strips: the device takes some 0.3 ms for a direction,
 * however few there are. */
#define MOST_ENTRIES_CUT_ON_HOST 25000

/* Up to so many slices the kernel of partial residuals clears the places of the results, too;
 * otherwise a launch of its own does, which takes microseconds, but writes places in their order.
 */
#define MOST_CLEARED_BY_ROW 16384

typedef struct
{
  SeidelCudaStrips strips;
  int blocks; /* that have strips */
} Plan;

template <typename Real, int ENTRIES, bool LONG, bool FUSED>
static __global__ void
__launch_bounds__ (WARPS * 32, 1) strips_kernel (const Work<Real> work)
{
  extern __shared__ __align__ (128) char memory[];
  const int32_t first = work.first[blockIdx.x];
  /* The compiler knows then that it is the same in all lanes. */
  const int warp = __shfl_sync (SEIDEL_CUDA_ALL_LANES, (int) threadIdx.x / 32, 0);
  uint32_t shared = (uint32_t) __cvta_generic_to_shared (memory);

  /* Otherwise the compiler would compute it each time. */
  asm volatile("" : "+r"(shared));
  const Block<Real> block = { work, shared, work.pages + first,
                              (uint32_t) (work.first[blockIdx.x + 1] - first) };

  if (threadIdx.x == 0)
    {
      *(Progress *) memory = {};
#if HAS_BULK_COPIES
      for (int i = 0; i < MOST_PAGES_LOADED; i++)
        init_barrier (shared + (uint32_t) offsetof (Progress, barriers) + i * 8);
      asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
#endif
      store_shared (block.slot_address (seidel_strips_zero_slot (&work.settings)), (Real) 0);
    }
  __syncthreads ();
  if (warp == WARP_LOADS)
    load_pages (block);
  else if (warp == WARP_WRITES)
    write_pages (block, memory);
  else if (warp >= WARP_FETCHES)
    fetch_pages (block, memory, warp - WARP_FETCHES);
  else if (work.omega == (Real) 1 && work.stamps == NULL)
    compute_pages<Real, ENTRIES, LONG, FUSED, true> (block, memory);
  else
    compute_pages<Real, ENTRIES, LONG, FUSED, false> (block, memory);
}

/* The shared memory of a block. */
static size_t
shared_bytes (const SeidelStripsSettings *settings)
{
  return PROGRESS_BYTES + seidel_strips_shared_bytes (settings);
}

/* Of one type, number of entries and arithmetic: how to launch the sweep, and how many blocks of so
 * many bytes run at the same time on a multiprocessor. */
typedef struct
{
  void (*launch) (SeidelContext *, SeidelSweep *, const SeidelCudaJob *);
  int (*residents) (SeidelContext *, size_t bytes);
} Variant;

template <typename Real, int ENTRIES, bool LONG, bool FUSED>
static void
launch (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const SeidelCudaStrips *strips = &plan->strips;
  Work<Real> work = { strips->first,
                      strips->pages,
                      strips->sources,
                      strips->rows,
                      strips->levels,
                      strips->lanes.columns,
                      (const Real *) strips->lanes.values,
                      (const Real *) strips->lanes.partial,
                      (Real *) strips->published,
                      (Real *) job->x->elements,
                      (Real) job->omega,
                      strips->settings,
                      seidel_strips_layout (&strips->settings),
                      (uint32_t) seidel_strips_window_bytes (&strips->settings),
                      context->halt,
                      job->report != NULL ? strips->lanes.stamps.device : NULL };
  void *arguments[] = { &work };

  seidel_cuda_check (
    context,
    cudaLaunchCooperativeKernel ((const void *) strips_kernel<Real, ENTRIES, LONG, FUSED>,
                                 dim3 ((unsigned int) plan->blocks), dim3 (WARPS * 32), arguments,
                                 shared_bytes (&strips->settings), context->stream),
    "a sweep");
}

template <typename Real, int ENTRIES, bool LONG, bool FUSED>
static int
residents (SeidelContext *context, size_t bytes)
{
  const auto kernel = strips_kernel<Real, ENTRIES, LONG, FUSED>;
  int most = 0;

  return seidel_cuda_check (context,
                            cudaFuncSetAttribute (kernel,
                                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                  (int) bytes),
                            WHAT)
             && seidel_cuda_check (context,
                                   cudaOccupancyMaxActiveBlocksPerMultiprocessor (&most, kernel,
                                                                                  WARPS * 32,
                                                                                  bytes),
                                   WHAT)
           ? most
           : 0;
}

template <typename Real, int ENTRIES, bool LONG, bool FUSED>
static Variant
variant (void)
{
  return { launch<Real, ENTRIES, LONG, FUSED>, residents<Real, ENTRIES, LONG, FUSED> };
}

/* The shapes that seidel_strips_choose () chooses from. */
template <typename Real, bool FUSED>
static Variant
variant_of_shape (const SeidelSliceShape &shape)
{
  if (shape.columns > shape.entries)
    return shape.entries == 3 ? variant<Real, 3, true, FUSED> () : variant<Real, 7, true, FUSED> ();
  switch (shape.entries)
    {
    case 2:
      return variant<Real, 2, false, FUSED> ();
    case 3:
      return variant<Real, 3, false, FUSED> ();
    case 4:
      return variant<Real, 4, false, FUSED> ();
    case 6:
      return variant<Real, 6, false, FUSED> ();
    case 8:
      return variant<Real, 8, false, FUSED> ();
    case 10:
      return variant<Real, 10, false, FUSED> ();
    default:
      return variant<Real, 13, false, FUSED> ();
    }
}

static Variant
variant_of (const SeidelContext *context, const SeidelSliceShape &shape)
{
  if (seidel_cuda_is_single (context))
    return seidel_cuda_is_fused (context) ? variant_of_shape<float, true> (shape)
                                          : variant_of_shape<float, false> (shape);
  return seidel_cuda_is_fused (context) ? variant_of_shape<double, true> (shape)
                                        : variant_of_shape<double, false> (shape);
}

/* The values of factors are there when their rows are complete. */
static bool
fill (SeidelContext *context, SeidelSweep *sweep)
{
  return seidel_cuda_strips_fill (context, sweep->A, sweep->direction,
                                  &((Plan *) sweep->plan)->strips);
}

/* Has all places await their results; false on failure. */
static bool
clear_published (SeidelContext *context, const SeidelCudaStrips *strips)
{
  return seidel_cuda_check (context,
                            cudaMemsetAsync (strips->published, 0xff,
                                             (size_t) strips->n_slices * SEIDEL_SLICE_LANES
                                               * strips->settings.real_size,
                                             context->stream),
                            "a sweep");
}

static void
run_strips (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  Plan *plan = (Plan *) sweep->plan;
  const bool many = plan->strips.n_slices > MOST_CLEARED_BY_ROW;

  if (!fill (context, sweep) || (many && !clear_published (context, &plan->strips))
      || !seidel_cuda_lanes_begin (context, &plan->strips.lanes, job)
      || !seidel_cuda_lanes_find_partial (context, sweep, &plan->strips.lanes, job,
                                          many ? NULL : plan->strips.published))
    return;
  variant_of (context, plan->strips.settings.shape).launch (context, sweep, job);
  seidel_cuda_lanes_end (context, sweep, &plan->strips.lanes, job);
}

static SeidelCudaPartials
partial_of (const SeidelSweep *sweep)
{
  return seidel_cuda_lanes_partial (&((const Plan *) sweep->plan)->strips.lanes);
}

bool
seidel_cuda_strips_settings (const SeidelSweptLengths *lengths,
                             size_t real_size,
                             SeidelStripsSettings *settings)
{
  int device = 0;
  int multiprocessors = 0;
  int bytes = 0;

  if (cudaGetDevice (&device) != cudaSuccess
      || cudaDeviceGetAttribute (&multiprocessors, cudaDevAttrMultiProcessorCount, device)
           != cudaSuccess
      || cudaDeviceGetAttribute (&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)
           != cudaSuccess)
    {
      (void) cudaGetLastError ();
      return false;
    }
  *settings =
    seidel_strips_choose (lengths, real_size, (size_t) bytes - PROGRESS_BYTES, multiprocessors);
  return true;
}

/* All but the values, which come from those of the operator, and what a sweep computes. */
static bool
upload_arrays (SeidelContext *context, const SeidelStrips *made, SeidelCudaStrips *strips)
{
  const size_t lanes = (size_t) made->n_slices * SEIDEL_SLICE_LANES;
  const size_t rows = (size_t) strips->rows_of_matrix;
  const SeidelCudaUpload arrays[] = {
    { strips->first, made->first, (size_t) (made->settings.workers + 1) * sizeof *made->first },
    { strips->pages, made->pages, (size_t) made->n_pages * sizeof *made->pages },
    { strips->sources, made->sources, (size_t) (made->n_sources + 1) * sizeof *made->sources },
    { strips->rows, made->rows, lanes * sizeof *made->rows },
    { strips->levels, made->levels, (size_t) made->n_slices * sizeof *made->levels },
    { strips->lanes.columns, made->columns,
      lanes * (size_t) made->settings.shape.columns * sizeof *made->columns },
    { strips->lanes.places, made->places, rows * sizeof *made->places },
  };

  return seidel_cuda_upload_arrays (context, arrays, sizeof arrays / sizeof *arrays);
}

/* Brings strips that the host cut to the device. */
static bool
upload_strips (SeidelContext *context,
               const SeidelStrips *made,
               int64_t rows,
               SeidelCudaStrips *strips)
{
  strips->settings = made->settings;
  strips->rows_of_matrix = rows;
  strips->n_levels = made->n_levels;
  strips->n_strips = made->n_strips;
  strips->n_pages = made->n_pages;
  strips->n_slices = made->n_slices;
  strips->n_sources = made->n_sources;
  strips->nanoseconds = made->nanoseconds;
  strips->memory =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      seidel_cuda_strips_lay_out_pages (layout, strips);
      seidel_cuda_strips_lay_out_slices (context, layout, strips);
    });
  return strips->memory != NULL && upload_arrays (context, made, strips);
}

/* How rows of such lengths are cut in this context. */
static bool
choose_settings (SeidelContext *context,
                 const SeidelSweptLengths *lengths,
                 SeidelStripsSettings *settings)
{
  if (!seidel_cuda_strips_settings (lengths, seidel_cuda_real_size (context), settings))
    return seidel_cuda_check (context, cudaErrorUnknown, WHAT);
  settings->workers =
    variant_of (context, settings->shape).residents (context, shared_bytes (settings))
    * context->multiprocessors;
  return seidel_cuda_ready (context);
}

static SeidelStripsResult
cut_on_host (SeidelContext *context,
             SeidelSweep *sweep,
             const SeidelLevelsView *given,
             SeidelCudaStrips *strips)
{
  const SeidelSweptLengths lengths = seidel_swept_lengths (&sweep->A->host, sweep->direction);
  SeidelCsrView pattern = sweep->A->host;
  SeidelStripsSettings settings;
  SeidelStrips made;
  SeidelStripsResult result;

  pattern.values = NULL;
  if (!choose_settings (context, &lengths, &settings))
    return SEIDEL_STRIPS_FAILED;
  result = seidel_strips_init (&made, &pattern, sweep->direction, given, &settings, true);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  if (!upload_strips (context, &made, pattern.rows, strips))
    result = SEIDEL_STRIPS_FAILED;
  seidel_strips_clear (&made);
  return result;
}

static SeidelStripsResult
cut_on_device (SeidelContext *context, SeidelSweep *sweep, SeidelCudaStrips *strips)
{
  SeidelCudaCells cells;
  SeidelStripsSettings settings;
  SeidelStripsResult result;

  /* Strips find the levels with what else they look for. */
  seidel_cuda_forget_levels (context, sweep->A);
  result = seidel_cuda_cells_begin (context, sweep->A, sweep->direction, &cells);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  if (!choose_settings (context, &cells.lengths, &settings))
    {
      seidel_cuda_cells_clear (context, &cells);
      return SEIDEL_STRIPS_FAILED;
    }
  return seidel_cuda_strips_init (context, &settings, &cells, strips);
}

static void
clear_strips (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  seidel_cuda_strips_free (&plan->strips);
  free (plan);
}

static bool
fail (SeidelContext *context, SeidelStripsResult result)
{
  if (result == SEIDEL_STRIPS_NO_MEMORY)
    return seidel_cuda_lanes_fail (context);
  if (result == SEIDEL_STRIPS_TOO_THIN)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                      "the matrix has no strips: its levels are too narrow, or their dependencies "
                      "too irregular");
  return false;
}

static bool
plan_strips (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *given)
{
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
  const bool on_host = sweep->A->nonzeros <= MOST_ENTRIES_CUT_ON_HOST;
  SeidelStripsResult result;

  sweep->plan = plan;
  if (plan == NULL)
    return seidel_cuda_lanes_fail (context);
  result = on_host ? cut_on_host (context, sweep, given, &plan->strips)
                   : cut_on_device (context, sweep, &plan->strips);
  if (result != SEIDEL_STRIPS_DONE)
    return fail (context, result);
  plan->blocks = plan->strips.n_strips < plan->strips.settings.workers
                   ? plan->strips.n_strips
                   : plan->strips.settings.workers;
  return seidel_cuda_lanes_clear_partial (context, &plan->strips.lanes, plan->strips.n_slices)
         && (sweep->A->arriving != NULL || fill (context, sweep));
}

static bool
expect (const SeidelCsrView *matrix,
        SeidelDirection direction,
        const SeidelLevelsView *levels,
        const SeidelSweptLengths *lengths,
        double *nanoseconds)
{
  SeidelStripsSettings settings;
  SeidelStrips strips;

  if (!seidel_cuda_strips_settings (lengths, sizeof (double), &settings)
      || seidel_strips_init (&strips, matrix, direction, levels, &settings, false)
           != SEIDEL_STRIPS_DONE)
    return false;
  *nanoseconds = strips.nanoseconds;
  seidel_strips_clear (&strips);
  return true;
}

const SeidelCudaStrategy seidel_cuda_strategy_strips = {
  .shown = {
    .id = "strips",
    .name = N_ ("Strips"),
    .sentence = N_ ("The rows are cut into strips, on a grid bundles of its lines; each thread block "
                   "computes one after the other with x in shared memory and fetches what it needs "
                   "of others ahead. Best on grids."),
    .order = SEIDEL_ORDER_STRIP,
    .stored = SEIDEL_STORED_SLICES,
    .waits = SEIDEL_WAITS_FLAGS,
    .shared = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
    .limited = true,
  },
  .size = { .indices = 3, .scratch = 14, .relaxed = 1, .by_diagonals = true, .more = seidel_strips_most_bytes },
  .plan = plan_strips,
  .run = run_strips,
  .clear = clear_strips,
  .solves_triangles = true,
  .takes_over_diagonal = true,
  .fills_late = true,
  .partial = partial_of,
  .expect = expect,
};
