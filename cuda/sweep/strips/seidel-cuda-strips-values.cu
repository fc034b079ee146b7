/* The values of strips, which are put into slices that are there already: those of factors are not
 * known yet while their strips are cut.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Entries of a row that are on their way at the same time. */
#define AT_ONCE 4

/* The arguments of the kernel. */
typedef struct
{
  SweptGraph graph;
  SeidelSliceShape shape;
  int64_t n_slices;
  const int32_t *rows;     /* of each place, or −1 */
  const uint16_t *columns; /* the last of a lane says how rows share lanes, where there is one more
                            * than entries */
  SeidelSliceItems items;  /* of the values */
} Fill;

/* A slice of a group of rows, which may take several. */
struct Slice
{
  int64_t finishing; /* the last slice of the group */
  int32_t step;      /* slices of the group before this one */
  int lanes;         /* of a row */

  __device__ static inline uint32_t
  after (const Fill &fill, int64_t slice)
  {
    return fill.columns[slice * SEIDEL_SLICE_LANES * fill.shape.columns
                        + seidel_slice_place (fill.shape.columns, 8, 0, fill.shape.entries)];
  }

  __device__
  Slice (const Fill &fill, int64_t slice)
      : finishing (slice), step (0), lanes (1)
  {
    if (fill.shape.columns == fill.shape.entries)
      return;
    while ((after (fill, finishing) & SEIDEL_STRIPS_FINISHES) == 0)
      finishing++;
    lanes = 1 << (after (fill, finishing) >> SEIDEL_STRIPS_LANES_SHIFT);
    while (slice > step && (after (fill, slice - step - 1) & SEIDEL_STRIPS_FINISHES) == 0)
      step++;
  }
};

/* A number that is not one has bits that no value awaits. */
static __device__ inline float
ordinary (float value)
{
  return isnan (value) ? __uint_as_float (0x7fc00000u) : value;
}

static __device__ inline double
ordinary (double value)
{
  return isnan (value) ? __longlong_as_double (0x7ff8000000000000ll) : value;
}

/* A warp a slice: entries over the diagonal, negated. */
template <typename Real>
static __global__ void
fill_kernel (Fill fill, Real *values)
{
  const Real *of_matrix = (const Real *) fill.graph.A.values;
  const int64_t number = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;

  if (number >= fill.n_slices)
    return;
  const Slice slice (fill, number);
  const SeidelGroup group = { 0, 0, slice.lanes, 0 };
  const int32_t row =
    fill.rows[slice.finishing * SEIDEL_SLICE_LANES + lane / slice.lanes * slice.lanes];
  const SeidelSwept swept = row >= 0 ? fill.graph.swept (row) : SeidelSwept{ 0, 0 };
  const Real diagonal = row >= 0 ? of_matrix[fill.graph.entry (swept, swept.length)] : (Real) 1;

  values += number * SEIDEL_SLICE_LANES * fill.shape.entries;
  for (int from = 0; from < fill.shape.entries; from += AT_ONCE)
    {
      Real found[AT_ONCE];

#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        {
          const int64_t at =
            seidel_group_entry (&group, slice.step, lane, from + i, fill.shape.entries);

          found[i] = from + i < fill.shape.entries && at < swept.length
                       ? ordinary (-of_matrix[fill.graph.entry (swept, at)] / diagonal)
                       : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        if (from + i < fill.shape.entries)
          values[fill.items.first[from + i] + lane * fill.items.distance[from + i]] = found[i];
    }
}

bool
seidel_cuda_strips_fill (SeidelContext *context,
                         const SeidelOperator *A,
                         SeidelDirection direction,
                         SeidelCudaStrips *strips)
{
  if (strips->filled)
    return true;

  const SeidelSliceShape *shape = &strips->settings.shape;
  const unsigned int blocks = seidel_cuda_grid (strips->n_slices * 32);
  const Fill fill = { { *A, direction == SEIDEL_DIRECTION_FORWARD },
                      *shape,
                      strips->n_slices,
                      strips->rows,
                      strips->lanes.columns,
                      seidel_slice_items (shape->entries, shape->together) };

  if (seidel_cuda_is_single (context))
    fill_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (fill,
                                                                    (float *) strips->lanes.values);
  else
    fill_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (fill, (double *)
                                                                            strips->lanes.values);
  strips->filled = seidel_cuda_check (context, cudaGetLastError (), WHAT);
  return strips->filled;
}
