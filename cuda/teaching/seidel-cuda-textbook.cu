/* Gauss-Jordan elimination and Crout's LU as in Kucia, Linear Algebra Toolkit: some kernels for
 * each column, a thread for each element. For demonstration: every step goes through memory as a
 * whole. In a profile they count the branches of their warps, which takes no rights that a profiler
 * would need: each kernel exists a second time for that.
 *
 * The kernels are those of its chapter 6, with the grids that it gives: jj looks for a row to add
 * where a pivot is zero, normalize row divides a row, reduce row i and reduce row a take it from
 * all others, of the inverse and of A; update L and update U work out a column of L and a row of U,
 * a thread for each element. As in the CPU engine's twin, rows to be added are looked for below the
 * diagonal, and Crout's pivot is tested after the products are subtracted. (The report's names of
 * its kernels and formulas are exchanged: its column is that of L, its row that of U.)
 *
 * Every block of jj finds the row to be added on its own, and so must not see what another one has
 * added: the pivot is left as it was, the new one goes to a place of its own, and the kernel after
 * it stores it.
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
  REDUCE_ROW_I,
  REDUCE_ROW_A,
  UPDATE_U,
  UPDATE_L,
  N_COUNTED,
} Counted;

static const char *const counted_names[N_COUNTED] = {
  "jj", "normalize row", "reduce row i", "reduce row a", "update U", "update L",
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

/* The first row below j with something in column j is added to row j, where that has nothing there;
 * n numbers of each of up to two tables, a thread for each. The sum in column j itself is the
 * pivot.
 */
template <typename Real, bool COUNT>
static __global__ void
jj_kernel (Real *a,
           Real *other,
           int64_t stride,
           int64_t n,
           int64_t j,
           Real *pivot,
           int *added,
           int *singular,
           unsigned long long *counts)
{
  __shared__ int found;
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const Real diagonal = a[j * stride + j];
  Branches<COUNT> branches (counts);

  if (branches.take (diagonal != (Real) 0))
    {
      if (branches.take (i == j))
        {
          *pivot = diagonal;
          if (added != NULL)
            added[j] = -1;
        }
      return;
    }
  if (branches.take (threadIdx.x == 0))
    found = (int) n;
  __syncthreads ();
  for (int64_t row = j + 1 + threadIdx.x; branches.take (row < n); row += blockDim.x)
    if (branches.take (a[row * stride + j] != (Real) 0))
      {
        atomicMin (&found, (int) row);
        break;
      }
  __syncthreads ();
  if (branches.take (i == j))
    {
      *pivot = found < n ? a[found * stride + j] : (Real) 0;
      if (found == n)
        atomicMin (singular, (int) j);
      if (added != NULL)
        added[j] = found < n ? found : -1;
    }
  if (branches.take (found == n || i >= n))
    return;
  if (branches.take (i != j))
    a[j * stride + i] += a[found * stride + i];
  if (other != NULL)
    other[j * stride + i] += other[found * stride + i];
}

template <typename Real>
static __global__ void
identity_kernel (Real *to, int64_t stride, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i * stride + i] = 1;
}

/* Row j of both tables over its pivot. */
template <typename Real, bool COUNT>
static __global__ void
normalize_row_kernel (Real *a,
                      Real *inverse,
                      int64_t stride,
                      int64_t n,
                      int64_t j,
                      const Real *pivot,
                      unsigned long long *counts)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const Real divisor = *pivot;
  Branches<COUNT> branches (counts);

  if (branches.take (i >= n))
    return;
  inverse[j * stride + i] /= divisor;
  if (branches.take (i > j))
    a[j * stride + i] /= divisor;
}

/* Row j from all other rows of the inverse, as often as their element of column j of A says. */
template <typename Real, bool COUNT>
static __global__ void
reduce_row_i_kernel (const Real *a,
                     Real *inverse,
                     int64_t stride,
                     int64_t n,
                     int64_t j,
                     unsigned long long *counts)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = (int64_t) blockIdx.y * blockDim.y + threadIdx.y;
  Branches<COUNT> branches (counts);

  if (branches.take (i < n && row < n && row != j))
    inverse[row * stride + i] -= a[row * stride + j] * inverse[j * stride + i];
}

/* The same of A, right of the column, which is not read again: its grid begins there. */
template <typename Real, bool COUNT>
static __global__ void
reduce_row_a_kernel (Real *a, int64_t stride, int64_t n, int64_t j, unsigned long long *counts)
{
  const int64_t i = j + 1 + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = (int64_t) blockIdx.y * blockDim.y + threadIdx.y;
  Branches<COUNT> branches (counts);

  if (branches.take (i < n && row < n && row != j))
    a[row * stride + i] -= a[row * stride + j] * a[j * stride + i];
}

/* Grids of two dimensions with blocks of 16 × 16 threads. */
#define SIDE 16

static dim3
square_grid (int64_t columns, int64_t rows)
{
  return dim3 ((unsigned int) ((columns + SIDE - 1) / SIDE),
               (unsigned int) ((rows + SIDE - 1) / SIDE));
}

template <typename Real, bool COUNT>
static void
reduce_rows (SeidelContext *context,
             SeidelCudaPanels *panels,
             Real *inverse,
             int64_t j,
             const Profile &profile)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  const dim3 block (SIDE, SIDE);
  Real *a = (Real *) panels->values;

  {
    const Launch launch (context, profile, REDUCE_ROW_I);

    reduce_row_i_kernel<Real, COUNT>
      <<<square_grid (n, n), block, 0, context->stream>>> (a, inverse, stride, n, j, launch.counts);
  }
  if (j + 1 < n)
    {
      const Launch launch (context, profile, REDUCE_ROW_A);

      reduce_row_a_kernel<Real, COUNT>
        <<<square_grid (n - j - 1, n), block, 0, context->stream>>> (a, stride, n, j,
                                                                     launch.counts);
    }
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
  cudaStream_t stream = context->stream;
  Real *a = (Real *) panels->values;
  Real *pivot = (Real *) panels->triangle;

  identity_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (inverse, stride, n);
  for (int64_t j = 0; j < n; j++)
    {
      if (is_due (n, j) && !seidel_cuda_wait (context, "Gauss-Jordan elimination"))
        return false;
      {
        const Launch launch (context, profile, JJ);

        jj_kernel<Real, COUNT>
          <<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, inverse, stride, n, j, pivot, NULL,
                                                      panels->singular, launch.counts);
      }
      {
        const Launch launch (context, profile, NORMALIZE_ROW);

        normalize_row_kernel<Real, COUNT>
          <<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, inverse, stride, n, j, pivot,
                                                      launch.counts);
      }
      reduce_rows<Real, COUNT> (context, panels, inverse, j, profile);
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

/* Column j of L, from the diagonal down: a thread sums the products of its element. */
template <typename Real, bool COUNT>
static __global__ void
update_l_kernel (Real *a, int64_t stride, int64_t n, int64_t j, unsigned long long *counts)
{
  const int64_t row = j + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Branches<COUNT> branches (counts);
  Real sum = 0;

  if (branches.take (row >= n))
    return;
#pragma unroll 8
  for (int64_t k = 0; branches.take (k < j); k++)
    sum += a[row * stride + k] * a[k * stride + j];
  a[row * stride + j] -= sum;
}

/* Row j of U, right of its diagonal of ones, likewise; the pivot gets its place. */
template <typename Real, bool COUNT>
static __global__ void
update_u_kernel (Real *a,
                 int64_t stride,
                 int64_t n,
                 int64_t j,
                 const Real *pivot,
                 unsigned long long *counts)
{
  const int64_t i = j + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Branches<COUNT> branches (counts);
  Real sum = 0;

  if (branches.take (i >= n))
    return;
  if (branches.take (i == j))
    {
      a[j * stride + j] = *pivot;
      return;
    }
#pragma unroll 8
  for (int64_t k = 0; branches.take (k < j); k++)
    sum += a[j * stride + k] * a[k * stride + i];
  a[j * stride + i] = (a[j * stride + i] - sum) / *pivot;
}

template <typename Real, bool COUNT>
static void
decompose_step (SeidelContext *context,
                SeidelCudaPanels *panels,
                int64_t j,
                int *added,
                const Profile &profile)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  const unsigned int blocks = seidel_cuda_grid (n - j);
  cudaStream_t stream = context->stream;
  Real *a = (Real *) panels->values;
  Real *pivot = (Real *) panels->triangle;

  if (j > 0)
    {
      const Launch launch (context, profile, UPDATE_L);

      update_l_kernel<Real, COUNT>
        <<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, stride, n, j, launch.counts);
    }
  {
    const Launch launch (context, profile, JJ);

    jj_kernel<Real, COUNT>
      <<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, stream>>> (a, (Real *) NULL, stride, n, j,
                                                                pivot, added, panels->singular,
                                                                launch.counts);
  }
  {
    const Launch launch (context, profile, UPDATE_U);

    update_u_kernel<Real, COUNT>
      <<<blocks, SEIDEL_CUDA_BLOCK, 0, stream>>> (a, stride, n, j, pivot, launch.counts);
  }
}

template <typename Real, bool COUNT>
static bool
decompose_steps (SeidelContext *context,
                 SeidelCudaPanels *panels,
                 int *added,
                 const Profile &profile)
{
  for (int64_t j = 0; j < panels->n; j++)
    {
      if (is_due (panels->n, j) && !seidel_cuda_wait (context, "LU by Crout"))
        return false;
      decompose_step<Real, COUNT> (context, panels, j, added, profile);
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
    good = profile.counts != NULL ? decompose_steps<Real, true> (context, panels, added, profile)
                                  : decompose_steps<Real, false> (context, panels, added, profile);
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
      if (threadIdx.x == 0)
        x[k] /= a[k * stride + k];
      __syncthreads ();

      const Real known = x[k];

      for (int64_t row = k + 1 + threadIdx.x; row < n; row += blockDim.x)
        x[row] -= a[row * stride + k] * known;
      __syncthreads ();
    }
  for (int64_t k = n - 1; k > 0; k--)
    {
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
