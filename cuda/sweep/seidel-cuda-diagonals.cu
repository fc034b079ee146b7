/* Triangles by diagonals: see seidel-cuda-diagonals.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdlib.h>

#include "seidel-cuda-diagonals.cuh"
#include "device/seidel-cuda-scan.h"

#define WHAT "storing a triangle by diagonals"

/* Parts of a group, at most; and what the values of all may take over those of the entries. */
#define MOST_PARTS   256
#define MOST_PADDING 1.2

/* Values of a row that are on their way at the same time. */
#define AT_ONCE 8

/* What an operator keeps of one triangle. */
typedef struct
{
  int asked;
  bool refused; /* its rows are not alike */
  void *memory; /* NULL: they are not made */
  SeidelCudaDiagonalsView view;
} SeidelCudaDiagonals;

static void
clear (SeidelContext *context, SeidelOperator *, void *data)
{
  for (int upper = 0; upper < 2; upper++)
    seidel_cuda_release (context, ((SeidelCudaDiagonals *) data)[upper].memory);
}

/* Of the triangle below the diagonal and of that above it. */
static const SeidelCudaAttachmentKind both_triangles = { 2 * sizeof (SeidelCudaDiagonals), clear };

/* The triangle above the diagonal, or below it. */
struct Triangle
{
  SeidelOperator A;
  bool upper;
};

/* Goes through the parts of a group, with a lane for each row. */
struct Walk
{
  const int32_t *columns;
  int64_t row;
  int64_t at; /* the next entry of the row */
  int64_t end;
  int64_t diagonal;
  int32_t distance; /* of that entry; INT_MAX: there is none */

  __device__
  Walk (const Triangle &triangle, int64_t of_row)
      : columns (triangle.A.column_indices), row (of_row), at (0), end (0), diagonal (-1)
  {
    if (row < triangle.A.rows)
      {
        const int64_t begin = row_start (triangle.A, row);

        diagonal = begin + triangle.A.diagonal[row];
        at = triangle.upper ? diagonal + 1 : begin;
        end = triangle.upper ? row_start (triangle.A, row + 1) : diagonal;
      }
    look ();
  }

  __device__ inline void
  look (void)
  {
    distance = at < end ? columns[at] - (int32_t) row : INT_MAX;
  }

  /* The next distance of all rows, INT_MAX behind the last one. */
  __device__ inline int32_t
  nearest (void) const
  {
    int32_t least = distance;

#pragma unroll
    for (int half = 16; half > 0; half /= 2)
      least = min (least, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, least, half));
    return least;
  }

  __device__ inline void
  advance (void)
  {
    at++;
    look ();
  }
};

/* A warp a group. */
static __device__ inline int64_t
group_of_warp (void)
{
  return ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / SEIDEL_PART_ROWS;
}

/* Of n_groups; excess is set where one has too many parts. */
static __global__ void
count_kernel (Triangle triangle, int64_t n_groups, int32_t *counts, int32_t *excess)
{
  const int64_t group = group_of_warp ();
  const int lane = threadIdx.x % SEIDEL_PART_ROWS;
  int32_t count = 0;

  if (group >= n_groups || load_relaxed (excess) != 0)
    return;
  for (Walk walk (triangle, group * SEIDEL_PART_ROWS + lane); count <= MOST_PARTS; count++)
    {
      const int32_t distance = walk.nearest ();

      if (distance == INT_MAX)
        break;
      if (walk.distance == distance)
        walk.advance ();
    }
  if (lane == 0)
    {
      counts[group] = count;
      if (count > MOST_PARTS)
        store_relaxed (excess, 1);
    }
}

static __global__ void
parts_kernel (Triangle triangle, int64_t n_groups, SeidelCudaDiagonalsView view)
{
  const int64_t group = group_of_warp ();
  const int lane = threadIdx.x % SEIDEL_PART_ROWS;

  if (group >= n_groups)
    return;

  Walk walk (triangle, group * SEIDEL_PART_ROWS + lane);

  for (int32_t part = view.starts[group]; part < view.starts[group + 1]; part++)
    {
      const int32_t distance = walk.nearest ();
      const bool stored = walk.distance == distance;
      const uint32_t rows = __ballot_sync (SEIDEL_CUDA_ALL_LANES, stored);

      if (lane == 0)
        view.parts[part] = { distance, rows };
      if (stored)
        walk.advance ();
    }
}

/* Values are in the order of the parts in rows as well. Some are on their way at once, so that what
 * is loaded with one of them is still at hand for the next. */
template <typename Real>
static __global__ void
values_kernel (Triangle triangle, SeidelCudaDiagonalsView view)
{
  const Real *of_matrix = (const Real *) triangle.A.values;
  Real *values = (Real *) view.values;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t group = row / SEIDEL_PART_ROWS;
  const int lane = threadIdx.x % SEIDEL_PART_ROWS;

  if (group * SEIDEL_PART_ROWS >= triangle.A.rows)
    return;

  const Walk walk (triangle, row);
  const int32_t end = view.starts[group + 1];
  int64_t at = walk.at;

  for (int32_t part = view.starts[group]; part < end; part += AT_ONCE)
    {
      Real found[AT_ONCE];

#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        {
          const bool stored = part + i < end && (view.parts[part + i].stored >> lane & 1) != 0;

          found[i] = stored ? of_matrix[at] : (Real) 0;
          at += stored;
        }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        if (part + i < end)
          values[(int64_t) (part + i) * SEIDEL_PART_ROWS + lane] = found[i];
    }
  if (walk.diagonal >= 0)
    ((Real *) view.diagonal)[row] = of_matrix[walk.diagonal];
}

/* What is found out before the parts are made, in scratch memory. */
typedef struct
{
  int32_t *counts; /* n_groups + 1; then the parts before each group */
  int32_t *excess;
  SeidelCudaScanSpace space;
} Count;

static void
lay_out_count (SeidelCudaLayout *layout, int64_t n_groups, Count *count)
{
  count->counts = layout->take<int32_t> ((size_t) n_groups + 1);
  count->excess = layout->take<int32_t> (1);
  count->space.memory = layout->take<char> (count->space.bytes);
}

/* Counts the parts; −1 where they are too many, or on failure. */
static int64_t
count_parts (SeidelContext *context, const Triangle &triangle, int64_t n_groups, Count *count)
{
  const size_t bytes = (size_t) (n_groups + 1) * sizeof *count->counts;
  SeidelCudaArrivals arrivals = {};
  int32_t excess = 0;
  int32_t total = 0;

  if (!seidel_cuda_check (context, cudaMemsetAsync (count->counts, 0, bytes, context->stream), WHAT)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (count->excess, 0, sizeof excess, context->stream),
                             WHAT))
    return -1;
  count_kernel<<<seidel_cuda_grid (n_groups * SEIDEL_PART_ROWS), SEIDEL_CUDA_BLOCK, 0,
                 context->stream>>> (triangle, n_groups, count->counts, count->excess);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_exclusive_sum (context, &count->space, count->counts, count->counts,
                                     n_groups + 1, WHAT)
      || !seidel_cuda_bring (context, &arrivals, &excess, count->excess, sizeof excess)
      || !seidel_cuda_bring (context, &arrivals, &total, count->counts + n_groups, sizeof total)
      || !seidel_cuda_brought (context, &arrivals, WHAT))
    return -1;
  return excess ? -1 : total;
}

static void
lay_out (const SeidelContext *context,
         SeidelCudaLayout *layout,
         int64_t rows,
         int64_t n_groups,
         int64_t n_parts,
         SeidelCudaDiagonalsView *view)
{
  const size_t real_size = seidel_cuda_real_size (context);

  view->starts = layout->take<int32_t> ((size_t) n_groups + 1);
  view->parts = layout->take<SeidelCudaDiagonalPart> ((size_t) n_parts);
  view->values = layout->take<char> ((size_t) n_parts * SEIDEL_PART_ROWS * real_size);
  view->diagonal = layout->take<char> ((size_t) rows * real_size);
}

static void
fill (SeidelContext *context,
      const Triangle &triangle,
      int64_t n_groups,
      const Count *count,
      const SeidelCudaDiagonalsView *view)
{
  const unsigned int blocks = seidel_cuda_grid (n_groups * SEIDEL_PART_ROWS);

  if (!seidel_cuda_check (context,
                          cudaMemcpyAsync (view->starts, count->counts,
                                           (size_t) (n_groups + 1) * sizeof *view->starts,
                                           cudaMemcpyDeviceToDevice, context->stream),
                          WHAT))
    return;
  parts_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (triangle, n_groups, *view);
  if (seidel_cuda_is_single (context))
    values_kernel<float><<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (triangle, *view);
  else
    values_kernel<double><<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (triangle, *view);
  seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* Those that are worth it. */
static void
make (SeidelContext *context,
      const Triangle &triangle,
      int64_t n_groups,
      Count *count,
      SeidelCudaDiagonals *parts)
{
  const double entries = 0.5 * (double) (triangle.A.nonzeros - triangle.A.rows);
  const int64_t n_parts =
    n_groups < INT_MAX / MOST_PARTS ? count_parts (context, triangle, n_groups, count) : -1;

  parts->refused =
    n_parts < 0 || (double) n_parts * SEIDEL_PART_ROWS > MOST_PADDING * entries + SEIDEL_PART_ROWS;
  if (parts->refused || !seidel_cuda_ready (context))
    return;
  parts->memory = seidel_cuda_provide (context, seidel_cuda_malloc, [=] (SeidelCudaLayout *layout) {
    lay_out (context, layout, triangle.A.rows, n_groups, n_parts, &parts->view);
  });
  if (parts->memory != NULL)
    fill (context, triangle, n_groups, count, &parts->view);
}

static void
count_and_make (SeidelContext *context, const Triangle &triangle, SeidelCudaDiagonals *parts)
{
  const int64_t n_groups = (triangle.A.rows + SEIDEL_PART_ROWS - 1) / SEIDEL_PART_ROWS;
  Count count = {};
  void *memory;

  if (!seidel_cuda_exclusive_sum<int32_t> (context, &count.space, NULL, NULL, n_groups + 1, WHAT))
    return;
  memory =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=, &count] (SeidelCudaLayout *layout) {
      lay_out_count (layout, n_groups, &count);
    });
  if (memory != NULL)
    make (context, triangle, n_groups, &count, parts);
  /* Where it is not the context's, freeing it waits for what reads it. */
  seidel_cuda_scratch_free (context, memory);
}

const SeidelCudaDiagonalsView *
seidel_cuda_triangle_by_diagonals (SeidelContext *context, SeidelOperator *A, bool upper)
{
  const int64_t least =
    context->least_by_diagonals > 0 ? context->least_by_diagonals : SEIDEL_CUDA_LEAST_BY_DIAGONALS;
  SeidelCudaDiagonals *parts;

  if (A->nonzeros < least || A->arriving != NULL)
    return NULL;
  parts = (SeidelCudaDiagonals *) seidel_cuda_attach (A, &both_triangles);
  if (parts == NULL)
    return NULL;
  parts += upper;
  if (parts->refused || parts->asked++ == 0)
    return NULL;
  if (parts->memory == NULL)
    count_and_make (context, { *A, upper }, parts);
  return parts->memory != NULL && seidel_cuda_ready (context) ? &parts->view : NULL;
}

const void *
seidel_cuda_main_diagonal (const SeidelOperator *A)
{
  const SeidelCudaDiagonals *parts =
    (const SeidelCudaDiagonals *) seidel_cuda_attached (A, &both_triangles);

  for (int upper = 0; upper < 2 && parts != NULL; upper++)
    if (parts[upper].memory != NULL)
      return parts[upper].view.diagonal;
  return NULL;
}
