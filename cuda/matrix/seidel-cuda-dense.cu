/* Products with dense matrices: rows per block and threads per row are parameters.
 *
 * A block takes some rows, and some threads share each of them. The loads of neighbours lie side by
 * side, as in its better layout, and are 16 bytes wide. The product is bound by them, so that it
 * matters most that many are on their way: of double precision, as many threads are at work as a
 * multiprocessor holds. Sums over the rows are left to a launch of their own, as in the report,
 * which is short beside such a product.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "seidel-cuda-products.cuh"

/* Columns from which on a whole block shares a row, unless a shape was requested. */
#define LONG_ROW 6144

/* Columns from which on a larger block takes two rows at once. */
#define VERY_LONG_ROW 16384
#define PAIR_THREADS  512
#define PAIR          2

/* Threads that share shorter ones. */
#define FEWER_THREADS 64

/* Threads that a multiprocessor holds. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
#define MOST_AT_WORK 1024
#elif defined(__CUDA_ARCH__)                                               \
  && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 870 || __CUDA_ARCH__ == 890 \
      || __CUDA_ARCH__ >= 1200)
#define MOST_AT_WORK 1536
#else
#define MOST_AT_WORK 2048
#endif

/* Blocks that should fit into a multiprocessor: all its threads, or three quarters of them in
 * single precision, whose loads need more registers. */
static constexpr int
least_blocks (int threads, size_t real_size)
{
  const int at_work = real_size == sizeof (double) ? MOST_AT_WORK : MOST_AT_WORK / 4 * 3;

  return at_work > threads ? at_work / threads : 1;
}

/* Numbers that are loaded at once, 16 bytes. */
template <typename Real> struct __align__ (16) Pack
{
  static constexpr int N = 16 / sizeof (Real);

  Real number[N];
};

/* Of a matrix, which is read once: it should not drive vectors out of the caches. */
template <typename Real>
static __device__ inline Pack<Real>
load_pack (const Real *from)
{
  const int4 raw = __ldcs ((const int4 *) from);
  Pack<Real> pack;

  memcpy (&pack, &raw, sizeof pack);
  return pack;
}

/* The part of a thread, the lane-th of some, of the product of a row and x. */
template <typename Real, bool FUSED, bool COMPENSATED>
static __device__ inline Sum<Real, COMPENSATED>
dense_part (const Real *values, const Real *x, int n, int lane, int lanes)
{
  constexpr int ABREAST = 4;
  constexpr int N = Pack<Real>::N;
  const int n_packs = n / N;
  Sum<Real, COMPENSATED> sum = {};
  int k = lane;

  for (; k + (ABREAST - 1) * lanes < n_packs; k += ABREAST * lanes)
    {
      Pack<Real> packs[ABREAST];

#pragma unroll
      for (int i = 0; i < ABREAST; i++)
        packs[i] = load_pack (values + (int64_t) (k + i * lanes) * N);
#pragma unroll
      for (int i = 0; i < ABREAST; i++)
        {
          const Pack<Real> factors = *(const Pack<Real> *) (x + (int64_t) (k + i * lanes) * N);

#pragma unroll
          for (int j = 0; j < N; j++)
            sum.add_product (FUSED, packs[i].number[j], factors.number[j]);
        }
    }
#pragma unroll 1
  for (; k < n_packs; k += lanes)
    {
      const Pack<Real> pack = load_pack (values + (int64_t) k * N);
      const Pack<Real> factors = *(const Pack<Real> *) (x + (int64_t) k * N);

#pragma unroll
      for (int j = 0; j < N; j++)
        sum.add_product (FUSED, pack.number[j], factors.number[j]);
    }
#pragma unroll 1
  for (k = n_packs * N + lane; k < n; k += lanes)
    sum.add_product (FUSED, values[k], x[k]);
  return sum;
}

/* The sum of so many neighbours, a power of two up to a warp, in the first of them. */
template <typename Real, bool COMPENSATED>
static __device__ inline Sum<Real, COMPENSATED>
join_neighbours (Sum<Real, COMPENSATED> sum, int n)
{
  for (int half = n / 2; half > 0; half /= 2)
    {
      Sum<Real, COMPENSATED> other = {};

      other.value = __shfl_down_sync (SEIDEL_CUDA_ALL_LANES, sum.value, half);
      if constexpr (COMPENSATED)
        other.excess = __shfl_down_sync (SEIDEL_CUDA_ALL_LANES, sum.excess, half);
      sum.join (other);
    }
  return sum;
}

/* The sum of so many neighbours, a power of two, in the first of them. All threads of the block
 * take part; the workspace has a place for each of its warps. */
template <typename Real, bool COMPENSATED>
static __device__ inline Sum<Real, COMPENSATED>
join_row (Sum<Real, COMPENSATED> sum, int threads, Sum<Real, COMPENSATED> *workspace)
{
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int warps = threads / 32;

  sum = join_neighbours (sum, threads < 32 ? threads : 32);
  if (warps <= 1)
    return sum;
  if (lane == 0)
    workspace[warp] = sum;
  __syncthreads ();
  if (warp % warps == 0)
    sum = join_neighbours (lane < warps ? workspace[warp + lane] : Sum<Real, COMPENSATED>{}, warps);
  return sum;
}

/* y ← A x in blocks of up to MOST threads, of which LANES share a row; 0: as many as the shape
 * says. Where they are fewer than a warp, the others look on. */
template <typename Real, bool FUSED, bool COMPENSATED, int MOST, int LANES>
static __global__ void
__launch_bounds__ (MOST, least_blocks (MOST, sizeof (Real)))
  dense_kernel (SeidelOperator A, SeidelShape shape, const Real *x, Real *y)
{
  __shared__ Sum<Real, COMPENSATED> workspace[MOST / 32];
  const int lanes = LANES > 0 ? LANES : shape.threads_per_row;
  const int lane = (int) threadIdx.x % lanes;
  const int own = (int) threadIdx.x / lanes;
  const int64_t row = (int64_t) blockIdx.x * shape.rows_per_block + own;
  const bool within = own < shape.rows_per_block && row < A.rows;
  Sum<Real, COMPENSATED> sum = {};

  if (within)
    sum = dense_part<Real, FUSED, COMPENSATED> ((const Real *) A.values + row * A.stride, x,
                                                (int) A.columns, lane, lanes);
  sum = join_row (sum, lanes, workspace);
  if (within && lane == 0)
    y[row] = sum.value;
}

/* The same without touching the first cache, where x is. */
template <typename Real>
static __device__ inline Pack<Real>
load_pack_once (const Real *from)
{
  int4 raw;
  Pack<Real> pack;

  asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(raw.x), "=r"(raw.y), "=r"(raw.z), "=r"(raw.w)
               : "l"(from));
  memcpy (&pack, &raw, sizeof pack);
  return pack;
}

/* y ← A x for very long rows: a block takes two of them at once, so that each number of x is loaded
 * once for both. */
template <typename Real>
static __global__ void
__launch_bounds__ (PAIR_THREADS, least_blocks (PAIR_THREADS, sizeof (Real)))
  pair_kernel (bool fused,
               int rows,
               int n,
               int64_t stride,
               const Real *values,
               const Real *x,
               Real *y)
{
  constexpr int ABREAST = 2;
  constexpr int N = Pack<Real>::N;
  __shared__ Real workspace[PAIR_THREADS / 32][PAIR];
  const int first = (int) blockIdx.x * PAIR;
  const int lane = (int) threadIdx.x;
  const int n_packs = n / N;
  const Real *row[PAIR];
  Real sums[PAIR] = {};
  int k = lane;

#pragma unroll
  for (int r = 0; r < PAIR; r++)
    row[r] = values + (int64_t) min (first + r, rows - 1) * stride;
  for (; k + (ABREAST - 1) * PAIR_THREADS < n_packs; k += ABREAST * PAIR_THREADS)
    {
      Pack<Real> packs[ABREAST][PAIR];

#pragma unroll
      for (int i = 0; i < ABREAST; i++)
#pragma unroll
        for (int r = 0; r < PAIR; r++)
          packs[i][r] = load_pack_once (row[r] + (int64_t) (k + i * PAIR_THREADS) * N);
#pragma unroll
      for (int i = 0; i < ABREAST; i++)
        {
          const Pack<Real> factors = *(const Pack<Real> *) (x + (k + i * PAIR_THREADS) * N);

#pragma unroll
          for (int r = 0; r < PAIR; r++)
#pragma unroll
            for (int j = 0; j < N; j++)
              sums[r] = multiply_add (fused, packs[i][r].number[j], factors.number[j], sums[r]);
        }
    }
  for (; k < n_packs; k += PAIR_THREADS)
    {
      const Pack<Real> factors = *(const Pack<Real> *) (x + k * N);

#pragma unroll
      for (int r = 0; r < PAIR; r++)
        {
          const Pack<Real> pack = load_pack_once (row[r] + (int64_t) k * N);

#pragma unroll
          for (int j = 0; j < N; j++)
            sums[r] = multiply_add (fused, pack.number[j], factors.number[j], sums[r]);
        }
    }
  k = n_packs * N + lane;
#pragma unroll
  for (int r = 0; r < PAIR; r++)
    {
      if (k < n)
        sums[r] = multiply_add (fused, row[r][k], x[k], sums[r]);
      for (int half = 16; half > 0; half /= 2)
        sums[r] += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sums[r], half);
      if (lane % 32 == 0)
        workspace[lane / 32][r] = sums[r];
    }
  __syncthreads ();
  if (lane < PAIR && first + lane < rows)
    {
      Real sum = 0;

      for (int warp = 0; warp < PAIR_THREADS / 32; warp++)
        sum += workspace[warp][lane];
      y[first + lane] = sum;
    }
}

/* Parts of a product with the transpose: each row of blocks has its share of the rows. */
template <typename Real, bool COMPENSATED>
static __global__ void
dense_transposed_kernel (SeidelOperator A, int64_t share, const Real *x, Real *parts)
{
  const int64_t column = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t first = blockIdx.y * share;
  const int64_t last = min (first + share, A.rows);
  Sum<Real, COMPENSATED> sum = {};

  if (column >= A.columns)
    return;
#pragma unroll 4
  for (int64_t row = first; row < last; row++)
    sum.add_product (A.fused, __ldcs ((const Real *) A.values + row * A.stride + column), x[row]);
  parts[blockIdx.y * A.columns + column] = sum.value;
}

template <typename Real, bool COMPENSATED>
static __global__ void
join_parts_kernel (int64_t n, int n_parts, const Real *parts, Real *y)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Sum<Real, COMPENSATED> sum = {};

  if (i >= n)
    return;
  for (int part = 0; part < n_parts; part++)
    sum.add (parts[part * n + i]);
  y[i] = sum.value;
}

/* What becomes of rows whose products are there already. */
template <typename Real> struct Finish
{
  Product<Real> product;

  __device__ void
  begin ()
  {
  }

  __device__ int
  n_sums ()
  {
    return product.n_sums ();
  }

  __device__ void
  take (int64_t row)
  {
    product.finish_row (row, product.y[row], (Sum<double, false> *) NULL);
  }

  template <typename Sums>
  __device__ void
  take (int64_t row, Sums *sums)
  {
    product.finish_row (row, product.y[row], sums);
  }
};

template <typename Real, bool FUSED, bool COMPENSATED, int MOST, int LANES>
static void
launch_shape (SeidelContext *context,
              const SeidelOperator *A,
              const SeidelShape &shape,
              const Real *x,
              Real *y)
{
  const auto kernel = dense_kernel<Real, FUSED, COMPENSATED, MOST, LANES>;
  const int64_t rows = shape.rows_per_block;
  const int threads = shape.rows_per_block * shape.threads_per_row;
  const int size = threads > 32 ? threads : 32;

  kernel<<<(unsigned int) ((A->rows + rows - 1) / rows), size, 0, context->stream>>> (*A, shape, x,
                                                                                      y);
}

template <typename Real, bool FUSED, bool COMPENSATED>
static void
launch_product (SeidelContext *context, const SeidelOperator *A, const Real *x, Real *y)
{
  const SeidelShape long_rows = { 1, SEIDEL_CUDA_BLOCK };
  const SeidelShape short_rows = { SEIDEL_CUDA_BLOCK / FEWER_THREADS, FEWER_THREADS };

  if (context->settings.shape.rows_per_block > 0)
    launch_shape<Real, FUSED, COMPENSATED, SEIDEL_CUDA_MOST_THREADS, 0> (context, A,
                                                                         context->settings.shape, x,
                                                                         y);
  else if (A->columns >= VERY_LONG_ROW && !COMPENSATED)
    pair_kernel<<<(unsigned int) ((A->rows + PAIR - 1) / PAIR), PAIR_THREADS, 0,
                  context->stream>>> (FUSED, (int) A->rows, (int) A->columns, A->stride,
                                      (const Real *) A->values, x, y);
  else if (A->columns >= LONG_ROW)
    launch_shape<Real, FUSED, COMPENSATED, SEIDEL_CUDA_BLOCK, SEIDEL_CUDA_BLOCK> (context, A,
                                                                                  long_rows, x, y);
  else
    launch_shape<Real, FUSED, COMPENSATED, SEIDEL_CUDA_BLOCK, FEWER_THREADS> (context, A,
                                                                              short_rows, x, y);
}

template <typename Real>
static void
launch_dense (SeidelContext *context,
              const SeidelOperator *A,
              const Product<Real> &product,
              SeidelScalar out)
{
  if (seidel_cuda_is_compensated (context))
    A->fused ? launch_product<Real, true, true> (context, A, product.x, product.y)
             : launch_product<Real, false, true> (context, A, product.x, product.y);
  else
    A->fused ? launch_product<Real, true, false> (context, A, product.x, product.y)
             : launch_product<Real, false, false> (context, A, product.x, product.y);
  if (product.n_sums () > 0)
    launch_sums<2> (context, Finish<Real>{ product }, A->rows, out, "finishing a product");
  else if (product.kind != PRODUCT_PLAIN)
    launch_plain (context, Finish<Real>{ product }, A->rows, "finishing a product");
}

void
seidel_cuda_launch_dense (SeidelContext *context,
                          const SeidelOperator *A,
                          const Product<float> &product,
                          SeidelScalar out)
{
  launch_dense (context, A, product, out);
}

void
seidel_cuda_launch_dense (SeidelContext *context,
                          const SeidelOperator *A,
                          const Product<double> &product,
                          SeidelScalar out)
{
  launch_dense (context, A, product, out);
}

/* Shares of the rows that a product with the transpose is divided into. */
#define SHARES 64

template <typename Real, bool COMPENSATED>
static void
launch_transposed (SeidelContext *context, const SeidelOperator *A, const Real *x, Real *y)
{
  const unsigned int blocks = seidel_cuda_grid (A->columns);
  const dim3 grid (blocks, SHARES);
  const int64_t share = (A->rows + SHARES - 1) / SHARES;
  Real *parts = (Real *) context->workspace;

  dense_transposed_kernel<Real, COMPENSATED>
    <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, share, x, parts);
  join_parts_kernel<Real, COMPENSATED>
    <<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (A->columns, SHARES, parts, y);
}

template <typename Real>
static void
multiply_transposed (SeidelContext *context, const SeidelOperator *A, const void *x, void *y)
{
  if (seidel_cuda_is_compensated (context))
    launch_transposed<Real, true> (context, A, (const Real *) x, (Real *) y);
  else
    launch_transposed<Real, false> (context, A, (const Real *) x, (Real *) y);
}

void
seidel_cuda_dense_multiply_transposed (SeidelContext *context,
                                       const SeidelOperator *A,
                                       const void *x,
                                       void *y)
{
  if (!seidel_cuda_reserve_workspace (context, (size_t) A->columns * SHARES
                                                 * seidel_cuda_real_size (context)))
    return;
  if (seidel_cuda_is_single (context))
    multiply_transposed<float> (context, A, x, y);
  else
    multiply_transposed<double> (context, A, x, y);
}
