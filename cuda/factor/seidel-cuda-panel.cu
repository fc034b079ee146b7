/* Some columns of a dense matrix on their way to L and U: the part of a factorisation that is not
 * products of matrices, and that its time depends on.
 *
 * Each thread keeps a row of a panel in registers, or several rows of a narrower one where there
 * are more rows than the device has threads. The rows are not exchanged while the panel is
 * factored: whichever was chosen as a pivot just takes no further part. For each column the warps
 * of a block vote on its best row, and the blocks agree on one of those: in shared memory, where a
 * cluster of blocks has room for all rows; else on a buffer in memory that all of them read, where,
 * as in the sweeps that wait, each number is its own flag, so that a column costs one trip through
 * memory and no barrier of the grid. Pivots are then carried out in all columns at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-panel-pivots.cuh"

/* Factors rows × width numbers from a on, width ≤ WIDTH; there are WIDTH columns in memory, zero
 * beyond the width. pivots receives which row was chosen for each column, triangle those rows' part
 * of L. Rows stay where they are. Blocks wait for each other: all of them must be at work at once.
 */
template <typename Real, int WIDTH, Reduction REDUCTION>
static __global__ void
__launch_bounds__ (THREADS, 1) panel_kernel (Real *a,
                                             int64_t stride,
                                             int rows,
                                             int width,
                                             Buffers<Real> buffers,
                                             int *pivots,
                                             Real *triangle,
                                             int first_column,
                                             int *singular)
{
  __shared__ Workspace<Real, REDUCTION> workspaces[2];
  Rows<Real, WIDTH> mine;

  mine.load (a, stride, rows);
  if constexpr (REDUCTION == REDUCTION_IN_MEMORY)
    buffers.clear_next ();
  if constexpr (REDUCTION == REDUCTION_IN_CLUSTER)
    join_cluster ();
  for (int k = 0; k < width; k++)
    {
      Workspace<Real, REDUCTION> *workspace = &workspaces[k % 2];

      mine.vote (&workspace->ballot);
      __syncthreads ();

      const Pivot<Real> pivot = agree<Real, REDUCTION, WIDTH> (mine, workspace, buffers, k);

      if (blockIdx.x == 0 && threadIdx.x == 0)
        {
          pivots[k] = pivot.row;
          if (pivot.numbers[0] == (Real) 0)
            atomicMin (singular, first_column + k);
        }
      mine.reduce (k, pivot);
    }
  mine.store (a, stride, rows, width, triangle);
}

/* Rows of a block of a panel of so many columns. */
static int64_t
block_rows (int width)
{
  return (int64_t) THREADS * (PANEL / width);
}

static int64_t
blocks_for (int64_t rows, int width)
{
  return (rows + block_rows (width) - 1) / block_rows (width);
}

int
seidel_cuda_panel_width (const SeidelContext *context, int64_t rows)
{
  int width = PANEL;

  while (width >= SEIDEL_CUDA_PANEL_LEAST && blocks_for (rows, width) > context->multiprocessors)
    width /= 2;
  return width >= SEIDEL_CUDA_PANEL_LEAST ? width : 0;
}

int64_t
seidel_cuda_panel_most_rows (const SeidelContext *context)
{
  return context->multiprocessors * block_rows (SEIDEL_CUDA_PANEL_LEAST);
}

size_t
seidel_cuda_panel_buffer_bytes (const SeidelContext *context, int64_t rows, int width)
{
  return (size_t) PANEL * (size_t) blocks_for (rows, width) * CANDIDATE
         * seidel_cuda_real_size (context);
}

/* The largest cluster of a kernel that this device takes; 1: it has none. */
template <typename Kernel>
static int
find_cluster (SeidelContext *context, Kernel kernel)
{
  cudaFuncAttributes attributes = {};
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute = {};
  int n_clusters = 0;
  int size = CLUSTER;

  /* Compiled for something older, it is empty. */
  if (cudaFuncGetAttributes (&attributes, kernel) != cudaSuccess || attributes.ptxVersion < 90
      || cudaFuncSetAttribute (kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)
           != cudaSuccess)
    size = 1;
  for (; size > 1; size /= 2)
    {
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim.x = (unsigned int) size;
      attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
      config.gridDim = dim3 ((unsigned int) size);
      config.blockDim = dim3 (THREADS);
      config.attrs = &attribute;
      config.numAttrs = 1;
      if (cudaOccupancyMaxActiveClusters (&n_clusters, kernel, &config) == cudaSuccess
          && n_clusters > 0)
        break;
    }
  (void) cudaGetLastError ();
  return size;
}

int
seidel_cuda_panel_cluster (SeidelContext *context)
{
  return seidel_cuda_is_single (context)
           ? find_cluster (context, panel_kernel<float, PANEL, REDUCTION_IN_CLUSTER>)
           : find_cluster (context, panel_kernel<double, PANEL, REDUCTION_IN_CLUSTER>);
}

template <typename Real, int WIDTH, Reduction REDUCTION>
static cudaError_t
launch (SeidelCudaPanels *panels, cudaStream_t stream, int64_t first, int64_t width, int64_t blocks)
{
  const Buffers<Real> buffers = { (Real *) panels->buffers[0], (Real *) panels->buffers[1],
                                  (int) blocks_for (panels->n, panels->width) };
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attribute = {};

  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = (unsigned int) blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.gridDim = dim3 ((unsigned int) blocks);
  config.blockDim = dim3 (THREADS);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = REDUCTION == REDUCTION_IN_CLUSTER;
  return cudaLaunchKernelEx (&config, panel_kernel<Real, WIDTH, REDUCTION>,
                             (Real *) panels->values + first * panels->stride + first,
                             panels->stride, (int) (panels->n - first), (int) width, buffers,
                             panels->pivots + first, (Real *) panels->triangle, (int) first,
                             panels->singular);
}

template <typename Real, int WIDTH>
static cudaError_t
launch_in_memory (SeidelCudaPanels *panels, cudaStream_t stream, int64_t first, int64_t width)
{
  const cudaError_t error =
    launch<Real, WIDTH, REDUCTION_IN_MEMORY> (panels, stream, first, width,
                                              blocks_for (panels->n - first, WIDTH));
  void *buffer = panels->buffers[0];

  panels->buffers[0] = panels->buffers[1];
  panels->buffers[1] = buffer;
  return error;
}

template <typename Real>
static cudaError_t
launch_panel (SeidelCudaPanels *panels, cudaStream_t stream, int64_t first, int64_t width)
{
  const int64_t blocks = blocks_for (panels->n - first, PANEL);
  int64_t cluster = 2;

  while (cluster < blocks)
    cluster *= 2;
  switch (panels->width)
    {
    case 4:
      return launch_in_memory<Real, 4> (panels, stream, first, width);
    case 8:
      return launch_in_memory<Real, 8> (panels, stream, first, width);
    case 16:
      return launch_in_memory<Real, 16> (panels, stream, first, width);
    default:
      if (blocks == 1)
        return launch<Real, PANEL, REDUCTION_IN_BLOCK> (panels, stream, first, width, 1);
      if (cluster <= panels->cluster)
        return launch<Real, PANEL, REDUCTION_IN_CLUSTER> (panels, stream, first, width, cluster);
      return launch_in_memory<Real, PANEL> (panels, stream, first, width);
    }
}

bool
seidel_cuda_panel_factor (SeidelContext *context,
                          SeidelCudaPanels *panels,
                          cudaStream_t stream,
                          int64_t first,
                          int64_t width)
{
  if (!seidel_cuda_ready (context))
    return false;
  return seidel_cuda_check (context,
                            seidel_cuda_is_single (context)
                              ? launch_panel<float> (panels, stream, first, width)
                              : launch_panel<double> (panels, stream, first, width),
                            "factoring some columns");
}
