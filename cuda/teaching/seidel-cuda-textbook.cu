/* Gauss-Jordan elimination and Crout's LU as in Kucia, Linear Algebra Toolkit: some kernels for
 * each column, a thread for each element. For demonstration: every step goes through memory as a
 * whole. In a profile they count the branches of their warps, which takes no rights that a profiler
 * would need: each kernel exists a second time for that.
 *
 * The kernels are those of its chapter 6: jj looks for a row to add where a pivot is zero,
 * normalise divides a row, reduce takes it from all others; update U and update L work out a column
 * and what is below its diagonal. As in the CPU engine's twin, rows to be added are looked for
 * below the diagonal, and Crout's pivot is tested after the products are subtracted.
 *
 * Source: A. Kucia, Linear Algebra Toolkit, chapters 2 and 6.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "device/seidel-cuda-device.cuh"
#include "device/seidel-cuda-profile.h"
#include "factor/seidel-cuda-textbook.h"

/* The kernels whose branches are counted, with the names of the report. */
typedef enum
{
  JJ,
  NORMALIZE_ROW,
  REDUCE_ROWS,
  UPDATE_U,
  UPDATE_L,
  DIVIDE_COLUMN,
  N_COUNTED,
} Counted;

static const char *const counted_names[N_COUNTED] = {
  "jj", "normalize row", "reduce rows", "update U", "update L", "divide column",
};

/* The branches that a thread saw as the first active one of its warp, each as one branch of the
 * warp: divergent if some of its active threads take it and some do not, as in the branch
 * efficiency of NVIDIA's profilers. Branches that the compiler replaces by predicates count, too.
 * Without COUNT it is nothing. */
template <bool COUNT> class Branches
{
  unsigned long long *counts; /* all, then the divergent ones */
  unsigned int all;
  unsigned int divergent;

public:
  __device__
  Branches (unsigned long long *to)
      : counts (to), all (0), divergent (0)
  {
  }

  __device__ ~Branches ()
  {
    if constexpr (COUNT)
      if (all > 0)
        {
          atomicAdd (counts, (unsigned long long) all);
          atomicAdd (counts + 1, (unsigned long long) divergent);
        }
  }

  __device__ bool
  take (bool condition)
  {
    if constexpr (COUNT)
      {
        const unsigned int active = __activemask ();
        const unsigned int taken = __ballot_sync (active, condition);
        const int lane = (int) (threadIdx.y * blockDim.x + threadIdx.x) % 32;

        if (lane == __ffs ((int) active) - 1)
          {
            all++;
            divergent += taken != 0 && taken != active ? 1 : 0;
          }
      }
    return condition;
  }
};

/* Counts on the device, two for each kernel: NULL unless the run is profiled. */
typedef struct
{
  unsigned long long *counts;
} Profile;

static bool
begin_profile (SeidelContext *context, Profile *profile)
{
  const size_t bytes = 2 * N_COUNTED * sizeof *profile->counts;

  profile->counts = NULL;
  if (context->profile == NULL)
    return true;
  profile->counts = (unsigned long long *) seidel_cuda_malloc (context, bytes);
  return profile->counts != NULL
         && seidel_cuda_check (context,
                               cudaMemsetAsync (profile->counts, 0, bytes, context->stream),
                               "clearing counts");
}

/* All work is done. */
static bool
end_profile (SeidelContext *context, Profile *profile, bool good)
{
  unsigned long long counts[2 * N_COUNTED] = {};

  if (good && profile->counts != NULL)
    good = seidel_cuda_check (context,
                              cudaMemcpy (counts, profile->counts, sizeof counts,
                                          cudaMemcpyDeviceToHost),
                              "reading counts");
  for (int kernel = 0; kernel < N_COUNTED; kernel++)
    if (counts[2 * kernel] > 0)
      seidel_cuda_profile_add_branches (context, counted_names[kernel],
                                        (int64_t) counts[2 * kernel],
                                        (int64_t) counts[2 * kernel + 1]);
  cudaFree (profile->counts);
  return good;
}

/* Around a launch: its place in the profile, and where it counts. */
class Launch
{
  SeidelCudaProfiled profiled;

public:
  unsigned long long *counts;

  Launch (SeidelContext *context, const Profile &profile, Counted kernel)
      : profiled (context, counted_names[kernel]),
        counts (profile.counts != NULL ? profile.counts + 2 * kernel : NULL)
  {
  }
};

/* Whether it is time to wait for the work so far, and to poll. */
static bool
is_due (int64_t n, int64_t j)
{
  return n > 1000 || j % 64 == 0;
}

/* The first row from j on with something in column j is added to row j, where that has nothing
 * there; n numbers of each of up to two tables. One block. */
template <typename Real, bool COUNT>
static __global__ void
jj_kernel (Real *a,
           Real *other,
           int64_t stride,
           int64_t n,
           int64_t j,
           int *added,
           int *singular,
           unsigned long long *counts)
{
  __shared__ int found;
  Branches<COUNT> branches (counts);

  if (branches.take (threadIdx.x == 0))
    found = (int) n;
  __syncthreads ();
  for (int64_t row = j + threadIdx.x; branches.take (row < n); row += blockDim.x)
    if (branches.take (a[row * stride + j] != (Real) 0))
      {
        atomicMin (&found, (int) row);
        break;
      }
  __syncthreads ();
  if (branches.take (threadIdx.x == 0))
    {
      if (found == n)
        atomicMin (singular, (int) j);
      if (added != NULL)
        added[j] = found != j && found < n ? found : -1;
    }
  if (branches.take (found == j || found == n))
    return;
  for (int64_t i = threadIdx.x; branches.take (i < n); i += blockDim.x)
    {
      a[j * stride + i] += a[found * stride + i];
      if (other != NULL)
        other[j * stride + i] += other[found * stride + i];
    }
}

template <typename Real>
static __global__ void
identity_kernel (Real *to, int64_t stride, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i * stride + i] = 1;
}

/* Row j of both tables over its pivot, which stays for the threads that come later. */
template <typename Real, bool COUNT>
static __global__ void
normalize_row_kernel (Real *a,
                      Real *inverse,
                      int64_t stride,
                      int64_t n,
                      int64_t j,
                      unsigned long long *counts)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const Real divisor = a[j * stride + j];
  Branches<COUNT> branches (counts);

  if (branches.take (i >= n))
    return;
  inverse[j * stride + i] /= divisor;
  if (branches.take (i > j))
    a[j * stride + i] /= divisor;
}

/* Row j from all other rows of both tables; of A, what is right of the column, which is not read
 * again. */
template <typename Real, bool COUNT>
static __global__ void
reduce_rows_kernel (Real *a,
                    Real *inverse,
                    int64_t stride,
                    int64_t n,
                    int64_t j,
                    unsigned long long *counts)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = (int64_t) blockIdx.y * blockDim.y + threadIdx.y;
  Branches<COUNT> branches (counts);

  if (branches.take (i >= n || row >= n) || branches.take (row == j))
    return;
  const Real factor = a[row * stride + j];

  inverse[row * stride + i] -= factor * inverse[j * stride + i];
  if (branches.take (i > j))
    a[row * stride + i] -= factor * a[j * stride + i];
}

template <typename Real, bool COUNT>
static bool
invert_columns (SeidelContext *context,
                SeidelCudaPanels *panels,
                Real *inverse,
                const Profile &profile)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  const unsigned int blocks = seidel_cuda_grid (n);
  const dim3 block (32, 8);
  const dim3 grid ((unsigned int) ((n + 31) / 32), (unsigned int) ((n + 7) / 8));
  cudaStream_t stream = context->stream;
  Real *a = (Real *) panels->values;

  identity_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (inverse, stride, n);
  for (int64_t j = 0; j < n; j++)
    {
      if (is_due (n, j) && !seidel_cuda_wait (context, "Gauss-Jordan elimination"))
        return false;
      {
        const Launch launch (context, profile, JJ);

        jj_kernel<Real, COUNT><<<1, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, inverse, stride, n, j, NULL,
                                                                     panels->singular,
                                                                     launch.counts);
      }
      {
        const Launch launch (context, profile, NORMALIZE_ROW);

        normalize_row_kernel<Real, COUNT>
          <<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, inverse, stride, n, j, launch.counts);
      }
      {
        const Launch launch (context, profile, REDUCE_ROWS);

        reduce_rows_kernel<Real, COUNT>
          <<<grid, block, 0, stream>>> (a, inverse, stride, n, j, launch.counts);
      }
    }
  return seidel_cuda_check (context, cudaGetLastError (), "Gauss-Jordan elimination")
         && seidel_cuda_wait (context, "Gauss-Jordan elimination");
}

template <typename Real>
static bool
invert (SeidelContext *context, SeidelCudaPanels *panels, Real *inverse)
{
  Profile profile;
  bool good = begin_profile (context, &profile);

  if (good)
    good = profile.counts != NULL ? invert_columns<Real, true> (context, panels, inverse, profile)
                                  : invert_columns<Real, false> (context, panels, inverse, profile);
  return end_profile (context, &profile, good);
}

bool
seidel_cuda_textbook_invert (SeidelContext *context, SeidelCudaPanels *panels)
{
  const size_t bytes = (size_t) (panels->n * panels->stride) * seidel_cuda_real_size (context);
  void *inverse = seidel_cuda_malloc (context, bytes);
  bool good = inverse != NULL
              && seidel_cuda_check (context, cudaMemsetAsync (inverse, 0, bytes, context->stream),
                                    "clearing a matrix");

  good = good
         && (seidel_cuda_is_single (context) ? invert (context, panels, (float *) inverse)
                                             : invert (context, panels, (double *) inverse));
  /* The matrix is the identity by now. */
  if (good)
    {
      void *identity = panels->values;

      panels->values = inverse;
      inverse = identity;
    }
  cudaFree (inverse);
  return good;
}

/* Row i of column j takes its products with what is above: for rows above the diagonal, which
 * need each other, one launch for each would be due. So the column is solved by one block, row
 * after row, the threads sharing the rows below. */
template <typename Real, bool COUNT>
static __global__ void
update_u_kernel (Real *a, int64_t stride, int64_t j, unsigned long long *counts)
{
  Branches<COUNT> branches (counts);

  for (int64_t k = 0; branches.take (k < j); k++)
    {
      const Real known = a[k * stride + j];

      for (int64_t row = k + 1 + threadIdx.x; branches.take (row < j); row += blockDim.x)
        a[row * stride + j] -= a[row * stride + k] * known;
      __syncthreads ();
    }
}

/* Column j from its diagonal down, a warp for each row. */
template <typename Real, bool COUNT>
static __global__ void
update_l_kernel (Real *a, int64_t stride, int64_t n, int64_t j, unsigned long long *counts)
{
  const int64_t row = j + ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  Branches<COUNT> branches (counts);
  Real sum = 0;

  if (branches.take (row >= n))
    return;
  for (int64_t k = threadIdx.x % 32; branches.take (k < j); k += 32)
    sum += a[row * stride + k] * a[k * stride + j];
  for (int half = 16; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (branches.take (threadIdx.x % 32 == 0))
    a[row * stride + j] -= sum;
}

template <typename Real, bool COUNT>
static __global__ void
divide_column_kernel (Real *a, int64_t stride, int64_t n, int64_t j, unsigned long long *counts)
{
  const int64_t row = j + 1 + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Branches<COUNT> branches (counts);

  if (branches.take (row < n))
    a[row * stride + j] /= a[j * stride + j];
}

template <typename Real, bool COUNT>
static void
decompose_column (SeidelContext *context,
                  SeidelCudaPanels *panels,
                  int64_t j,
                  int *added,
                  const Profile &profile)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  cudaStream_t stream = context->stream;
  Real *a = (Real *) panels->values;

  if (j > 0)
    {
      {
        const Launch launch (context, profile, UPDATE_U);

        update_u_kernel<Real, COUNT><<<1, 1024, 0, stream>>> (a, stride, j, launch.counts);
      }
      {
        const Launch launch (context, profile, UPDATE_L);

        update_l_kernel<Real, COUNT>
          <<<seidel_cuda_grid ((n - j) * 32), SEIDEL_CUDA_BLOCK, 0, stream>>> (a, stride, n, j,
                                                                               launch.counts);
      }
    }
  {
    const Launch launch (context, profile, JJ);

    jj_kernel<Real, COUNT><<<1, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, (Real *) NULL, stride, n, j,
                                                                 added, panels->singular,
                                                                 launch.counts);
  }
  if (j + 1 < n)
    {
      const Launch launch (context, profile, DIVIDE_COLUMN);

      divide_column_kernel<Real, COUNT>
        <<<seidel_cuda_grid (n - j - 1), SEIDEL_CUDA_BLOCK, 0, stream>>> (a, stride, n, j,
                                                                          launch.counts);
    }
}

template <typename Real, bool COUNT>
static bool
decompose_columns (SeidelContext *context,
                   SeidelCudaPanels *panels,
                   int *added,
                   const Profile &profile)
{
  for (int64_t j = 0; j < panels->n; j++)
    {
      if (is_due (panels->n, j) && !seidel_cuda_wait (context, "LU by Crout"))
        return false;
      decompose_column<Real, COUNT> (context, panels, j, added, profile);
    }
  return seidel_cuda_check (context, cudaGetLastError (), "LU by Crout")
         && seidel_cuda_wait (context, "LU by Crout");
}

template <typename Real>
static bool
decompose (SeidelContext *context, SeidelCudaPanels *panels, int *added)
{
  Profile profile;
  bool good = begin_profile (context, &profile);

  if (good)
    good = profile.counts != NULL
             ? decompose_columns<Real, true> (context, panels, added, profile)
             : decompose_columns<Real, false> (context, panels, added, profile);
  return end_profile (context, &profile, good);
}

bool
seidel_cuda_textbook_lu (SeidelContext *context, SeidelCudaPanels *panels, int *added)
{
  return seidel_cuda_is_single (context) ? decompose<float> (context, panels, added)
                                         : decompose<double> (context, panels, added);
}

/* What was added to rows, then both triangles; one block, column after column. */
template <typename Real>
static __global__ void
solve_kernel (const Real *a, int64_t stride, int64_t n, const int *added, Real *x)
{
  if (threadIdx.x == 0)
    for (int64_t row = 0; row < n; row++)
      if (added[row] >= 0)
        x[row] += x[added[row]];
  __syncthreads ();
  for (int64_t k = 0; k < n; k++)
    {
      const Real known = x[k];

      for (int64_t row = k + 1 + threadIdx.x; row < n; row += blockDim.x)
        x[row] -= a[row * stride + k] * known;
      __syncthreads ();
    }
  for (int64_t k = n - 1; k >= 0; k--)
    {
      if (threadIdx.x == 0)
        x[k] /= a[k * stride + k];
      __syncthreads ();

      const Real known = x[k];

      for (int64_t row = threadIdx.x; row < k; row += blockDim.x)
        x[row] -= a[row * stride + k] * known;
      __syncthreads ();
    }
}

void
seidel_cuda_textbook_solve (SeidelContext *context,
                            const SeidelCudaPanels *panels,
                            const int *added,
                            void *x)
{
  if (seidel_cuda_is_single (context))
    solve_kernel<<<1, 1024, 0, context->stream>>> ((const float *) panels->values, panels->stride,
                                                   panels->n, added, (float *) x);
  else
    solve_kernel<<<1, 1024, 0, context->stream>>> ((const double *) panels->values, panels->stride,
                                                   panels->n, added, (double *) x);
  seidel_cuda_check (context, cudaGetLastError (), "solving with two triangles");
}
