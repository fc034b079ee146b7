/* Dense LU with partial pivoting and the inverse by Gauss-Jordan, in blocks: panels of some columns
 * by kernels of our own, everything else by products of matrices.
 *
 * LU looks ahead: while the products of one block are at work on the rest of the matrix, the next
 * block is already factored on a separate stream.
 *
 * Source: Golub and Van Loan, Matrix Computations (2013), 3.4; Quintana-Ortí et al., "A note on
 * parallel matrix inversion" (2001), for Gauss-Jordan in blocks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "device/seidel-cuda-device.cuh"
#include "seidel-cuda-lu.h"

enum
{
  PANELS,   /* the stream on which blocks are factored, and its handle of cuBLAS */
  PRODUCTS, /* that of the context */
};

/* Kept by a context, because they take longer to make than a small matrix to factor. */
typedef struct SeidelCudaTools
{
  SeidelCudaBlas *blas;
  cudaStream_t streams[2];
  cudaEvent_t factored; /* the latest block; on the first stream */
  cudaEvent_t ready;    /* the columns of the next one; on the second stream */
  cudaEvent_t done[2];  /* blocks before the latest, by turns */
} SeidelCudaTools;

/* What a factorisation works with. */
typedef struct
{
  SeidelCudaPanels *panels;
  SeidelCudaTools *tools;
  SeidelCudaBlas *blas;
  cudaStream_t *streams;
  int block; /* columns */
  int turn;
} Work;

static char *
at (const SeidelContext *context, const SeidelCudaPanels *panels, int64_t row, int64_t column)
{
  return (char *) panels->values
         + (size_t) (row * panels->stride + column) * seidel_cuda_real_size (context);
}

static SeidelCudaTable
part (const SeidelContext *context,
      const SeidelCudaPanels *panels,
      int64_t row,
      int64_t column,
      int64_t rows,
      int64_t columns)
{
  return { at (context, panels, row, column), panels->stride, rows, columns };
}

/* Columns begin … end from row begin on. */
static bool
factor_block (SeidelContext *context, Work *work, int stream, int64_t begin, int64_t end)
{
  SeidelCudaPanels *panels = work->panels;
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;

  for (int64_t first = begin; first < end; first += panels->width)
    {
      const int64_t next = first + panels->width < end ? first + panels->width : end;
      const int64_t width = next - first;

      if (!seidel_cuda_panel_factor (context, panels, work->streams[stream], first, width)
          || !seidel_cuda_panel_exchange (context, panels, work->streams[stream], first, next,
                                          at (context, work->panels, 0, begin), stride, end - begin,
                                          next - begin)
          || !seidel_cuda_blas_multiply (context, work->blas, stream, true,
                                         part (context, panels, next, first, n - next, width),
                                         part (context, panels, first, next, width, end - next),
                                         part (context, panels, next, next, n - next, end - next)))
        return false;
    }
  return true;
}

/* What the block begin … end does to the columns from … to on its right. */
static bool
update (SeidelContext *context, Work *work, int64_t begin, int64_t end, int64_t from, int64_t to)
{
  const SeidelCudaPanels *panels = work->panels;
  const int64_t width = end - begin;
  const int64_t left = panels->n - end;
  const SeidelCudaTable rows = part (context, panels, begin, from, width, to - from);

  return seidel_cuda_blas_solve (context, work->blas, PRODUCTS, true,
                                 part (context, panels, begin, begin, width, width), rows)
         && seidel_cuda_blas_multiply (context, work->blas, PRODUCTS, true,
                                       part (context, panels, end, begin, left, width), rows,
                                       part (context, panels, end, from, left, to - from));
}

static bool
follow (SeidelContext *context, cudaEvent_t event, cudaStream_t from, cudaStream_t to)
{
  return seidel_cuda_check (context, cudaEventRecord (event, from), "recording an event")
         && seidel_cuda_check (context, cudaStreamWaitEvent (to, event, 0), "awaiting an event");
}

/* Lets the host be no more than two blocks ahead, so that a stop need not wait for all. */
static bool
keep_pace (SeidelContext *context, Work *work)
{
  cudaEvent_t event = work->tools->done[work->turn];

  work->turn = !work->turn;
  return seidel_cuda_wait_event (context, event, "a factorisation")
         && seidel_cuda_check (context, cudaEventRecord (event, work->streams[PRODUCTS]),
                               "recording an event");
}

static bool
exchange_others (SeidelContext *context, Work *work, int64_t begin, int64_t end)
{
  const SeidelCudaPanels *panels = work->panels;
  const int64_t n = panels->n;
  cudaStream_t stream = work->streams[PRODUCTS];

  return seidel_cuda_panel_exchange (context, panels, stream, begin, end,
                                     at (context, work->panels, 0, 0), panels->stride, begin, begin)
         && seidel_cuda_panel_exchange (context, panels, stream, begin, end,
                                        at (context, work->panels, 0, end), panels->stride, n - end,
                                        n - end);
}

/* Rows or columns of the rest of the matrix whose products with a block take some ten
 * milliseconds, so that a stop need not wait for all of them. */
static int64_t
piece_for (int64_t n, int64_t width)
{
  const double flops = 5e11;
  const int64_t piece = (int64_t) (flops / (2.0 * (double) n * (double) width)) / 256 * 256;

  return piece > 256 ? piece : 256;
}

/* What the block begin … end does to all columns from … n. */
static bool
update_rest (SeidelContext *context, Work *work, int64_t begin, int64_t end, int64_t from)
{
  const int64_t n = work->panels->n;
  const int64_t piece = piece_for (n - end, end - begin);

  for (int64_t first = from; first < n; first += piece)
    if (!update (context, work, begin, end, first, first + piece < n ? first + piece : n)
        || !keep_pace (context, work))
      return false;
  return true;
}

static bool
factor (SeidelContext *context, Work *work)
{
  const int64_t n = work->panels->n;
  const int stream = n > work->block ? PANELS : PRODUCTS;

  for (int64_t begin = 0, end; begin < n; begin = end)
    {
      int64_t next;

      end = begin + work->block < n ? begin + work->block : n;
      next = end + work->block < n ? end + work->block : n;
      if (!factor_block (context, work, stream, begin, end)
          || !follow (context, work->tools->factored, work->streams[stream],
                      work->streams[PRODUCTS])
          || !exchange_others (context, work, begin, end)
          || !update (context, work, begin, end, end, next)
          || !follow (context, work->tools->ready, work->streams[PRODUCTS], work->streams[stream])
          || !update_rest (context, work, begin, end, next))
        return false;
    }
  return true;
}

template <typename Real>
static __global__ void
identity_kernel (Real *to, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n * n)
    to[i] = i / n == i % n ? (Real) 1 : (Real) 0;
}

template <typename Real>
static __global__ void
count_kernel (Real *to, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i] = (Real) i;
}

/* Column order[i] of the result is column i. */
template <typename Real>
static __global__ void
scatter_kernel (Real *to, const Real *from, int64_t stride, int64_t n, const Real *order)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t place;

  if (i >= n)
    return;
  place = (int64_t) order[i];
  for (int64_t row = blockIdx.y; row < n; row += gridDim.y)
    to[row * stride + place] = from[row * stride + i];
}

/* What the inverse needs beside the matrix. */
typedef struct
{
  void *block;   /* the columns of a block as they were: n × block */
  void *rows;    /* its rows as they become: block × stride */
  void *inverse; /* of its square: block × block */
} Workspace;

static bool
copy_table (SeidelContext *context,
            void *to,
            int64_t to_stride,
            const void *from,
            int64_t from_stride,
            int64_t rows,
            int64_t columns)
{
  const size_t size = seidel_cuda_real_size (context);

  return seidel_cuda_check (context,
                            cudaMemcpy2DAsync (to, (size_t) to_stride * size, from,
                                               (size_t) from_stride * size, (size_t) columns * size,
                                               (size_t) rows, cudaMemcpyDeviceToDevice,
                                               context->stream),
                            "copying a part of a matrix");
}

static bool
make_identity (SeidelContext *context, void *to, int64_t n)
{
  const unsigned int blocks = seidel_cuda_grid (n * n);

  if (seidel_cuda_is_single (context))
    identity_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> ((float *) to, (int) n);
  else
    identity_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> ((double *) to, (int) n);
  return seidel_cuda_check (context, cudaGetLastError (), "an identity");
}

/* Takes the rows of a block, as they have become, from the rows first … last. */
static bool
reduce_rows (SeidelContext *context,
             Work *work,
             const Workspace *workspace,
             int64_t width,
             int64_t first,
             int64_t last)
{
  const size_t size = seidel_cuda_real_size (context);
  const int64_t n = work->panels->n;
  const int64_t piece = piece_for (n, width);
  const SeidelCudaTable rows = { workspace->rows, work->panels->stride, width, n };

  for (int64_t row = first; row < last; row += piece)
    {
      const int64_t count = row + piece < last ? piece : last - row;
      const SeidelCudaTable columns = { (char *) workspace->block + (size_t) (row * width) * size,
                                        width, count, width };

      if (!seidel_cuda_blas_multiply (context, work->blas, PRODUCTS, true, columns, rows,
                                      part (context, work->panels, row, 0, count, n))
          || !keep_pace (context, work))
        return false;
    }
  return true;
}

/* One step: the columns begin … end of the matrix change places with those of the identity. */
static bool
eliminate (SeidelContext *context,
           Work *work,
           const Workspace *workspace,
           int64_t begin,
           int64_t end)
{
  SeidelCudaPanels *panels = work->panels;
  const size_t size = seidel_cuda_real_size (context);
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  const int64_t width = end - begin;
  char *columns = at (context, work->panels, 0, begin);
  const SeidelCudaTable square = part (context, panels, begin, begin, width, width);
  const SeidelCudaTable inverse = { workspace->inverse, width, width, width };

  return copy_table (context, workspace->block, width, columns, stride, n, width)
         && factor_block (context, work, PRODUCTS, begin, end)
         && seidel_cuda_panel_exchange (context, panels, context->stream, begin, end,
                                        workspace->block, width, width, width)
         && exchange_others (context, work, begin, end)
         /* The inverse of the square on the diagonal, from its factors. */
         && make_identity (context, workspace->inverse, width)
         && seidel_cuda_blas_solve (context, work->blas, PRODUCTS, true, square, inverse)
         && seidel_cuda_blas_solve (context, work->blas, PRODUCTS, false, square, inverse)
         /* Times its rows, and in place of its columns. */
         && seidel_cuda_blas_multiply (context, work->blas, PRODUCTS, false, inverse,
                                       part (context, panels, begin, 0, width, n),
                                       { workspace->rows, stride, width, n })
         && copy_table (context, (char *) workspace->rows + (size_t) begin * size, stride,
                        workspace->inverse, width, width, width)
         /* All other rows. */
         && seidel_cuda_check (context,
                               cudaMemset2DAsync (columns, (size_t) stride * size, 0,
                                                  (size_t) width * size, (size_t) n,
                                                  context->stream),
                               "clearing columns")
         && reduce_rows (context, work, workspace, width, 0, begin)
         && reduce_rows (context, work, workspace, width, end, n)
         && copy_table (context, at (context, work->panels, begin, 0), stride, workspace->rows,
                        stride, width, n);
}

template <typename Real>
static void
launch_scatter (SeidelContext *context, SeidelCudaPanels *panels, Real *to, Real *order)
{
  const dim3 grid (seidel_cuda_grid (panels->n), 256);

  count_kernel<<<seidel_cuda_grid (panels->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (order,
                                                                                         panels->n);
  seidel_cuda_panel_exchange (context, panels, context->stream, 0, panels->n, order, 1, 1, 1);
  scatter_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (to,
                                                                   (const Real *) panels->values,
                                                                   panels->stride, panels->n,
                                                                   order);
}

/* The rows were exchanged: the inverse is that of another order of the columns. */
static bool
restore_columns (SeidelContext *context, SeidelCudaPanels *panels)
{
  const size_t size = seidel_cuda_real_size (context);
  void *to = seidel_cuda_malloc (context, (size_t) (panels->n * panels->stride) * size);
  void *order = seidel_cuda_malloc (context, (size_t) panels->n * size);
  bool good = to != NULL && order != NULL;

  if (good && seidel_cuda_is_single (context))
    launch_scatter (context, panels, (float *) to, (float *) order);
  else if (good)
    launch_scatter (context, panels, (double *) to, (double *) order);
  good = good && seidel_cuda_check (context, cudaGetLastError (), "restoring columns")
         && seidel_cuda_wait (context, "an inverse");
  if (good)
    {
      void *from = panels->values;

      panels->values = to;
      to = from;
    }
  cudaFree (to);
  cudaFree (order);
  return good;
}

static bool
invert (SeidelContext *context, Work *work)
{
  const size_t size = seidel_cuda_real_size (context);
  SeidelCudaPanels *panels = work->panels;
  const size_t block = (size_t) work->block;
  Workspace workspace = { seidel_cuda_malloc (context, (size_t) panels->n * block * size),
                          seidel_cuda_malloc (context, (size_t) panels->stride * block * size),
                          seidel_cuda_malloc (context, block * block * size) };
  bool good = workspace.block != NULL && workspace.rows != NULL && workspace.inverse != NULL;

  for (int64_t begin = 0; begin < panels->n && good; begin += work->block)
    good = eliminate (context, work, &workspace, begin,
                      begin + work->block < panels->n ? begin + work->block : panels->n);
  good = good && restore_columns (context, work->panels);
  cudaFree (workspace.block);
  cudaFree (workspace.rows);
  cudaFree (workspace.inverse);
  return good;
}

static void
tools_free (SeidelContext *context)
{
  SeidelCudaTools *tools = context->tools;
  cudaEvent_t events[4];

  if (tools == NULL)
    return;
  events[0] = tools->factored;
  events[1] = tools->ready;
  events[2] = tools->done[0];
  events[3] = tools->done[1];
  seidel_cuda_blas_free (tools->blas);
  for (int i = 0; i < 4; i++)
    if (events[i] != NULL)
      cudaEventDestroy (events[i]);
  if (tools->streams[PANELS] != NULL)
    cudaStreamDestroy (tools->streams[PANELS]);
  free (tools);
  context->tools = NULL;
}

static bool
fill_tools (SeidelContext *context, SeidelCudaTools *tools)
{
  cudaEvent_t *const events[] = { &tools->factored, &tools->ready, &tools->done[0],
                                  &tools->done[1] };
  int least = 0;
  int greatest = 0;

  tools->streams[PRODUCTS] = context->stream;
  if (!seidel_cuda_check (context, cudaDeviceGetStreamPriorityRange (&least, &greatest),
                          "asking for priorities")
      || !seidel_cuda_check (context,
                             cudaStreamCreateWithPriority (&tools->streams[PANELS],
                                                           cudaStreamNonBlocking, greatest),
                             "creating a stream"))
    return false;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (!seidel_cuda_check (context, cudaEventCreateWithFlags (events[i], cudaEventDisableTiming),
                            "creating an event"))
      return false;
  tools->blas = seidel_cuda_blas_new (context, tools->streams);
  return tools->blas != NULL;
}

bool
seidel_cuda_lu_prepare (SeidelContext *context)
{
  if (context->tools != NULL || !seidel_cuda_ready (context))
    return seidel_cuda_ready (context);
  context->tools = (SeidelCudaTools *) calloc (1, sizeof *context->tools);
  context->tools_free = tools_free;
  if (context->tools == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
  else if (fill_tools (context, context->tools))
    return true;
  tools_free (context);
  return false;
}

/* Columns of a block: enough for products to run at full speed. Small matrices are one block. */
static int
block_for (int64_t n, bool inverse)
{
  if (n <= 3000 && !inverse)
    return 3072;
  return n <= 8192 && !inverse ? 256 : 512;
}

bool
seidel_cuda_lu_factor (SeidelContext *context, SeidelCudaPanels *panels, bool inverse)
{
  Work work = {};
  bool good;

  if (!seidel_cuda_lu_prepare (context))
    return false;
  work.panels = panels;
  work.tools = context->tools;
  work.blas = context->tools->blas;
  work.streams = context->tools->streams;
  work.block = block_for (panels->n, inverse);
  /* What fills the matrix comes before all. */
  good = follow (context, work.tools->ready, context->stream, work.streams[PANELS])
         && (inverse ? invert (context, &work) : factor (context, &work))
         && seidel_cuda_wait (context, "a factorisation");
  /* Also after a failure: nothing may be at work on what is freed. */
  cudaStreamSynchronize (work.streams[PANELS]);
  cudaStreamSynchronize (context->stream);
  return good;
}

bool
seidel_cuda_lu_solve (SeidelContext *context, const SeidelCudaPanels *panels, void *x)
{
  const SeidelCudaTable factors = { panels->values, panels->stride, panels->n, panels->n };

  return seidel_cuda_lu_prepare (context)
         && seidel_cuda_panel_exchange (context, panels, context->stream, 0, panels->n, x, 1, 1, 1)
         && seidel_cuda_blas_solve_vector (context, context->tools->blas, PRODUCTS, true, factors,
                                           x)
         && seidel_cuda_blas_solve_vector (context, context->tools->blas, PRODUCTS, false, factors,
                                           x);
}
