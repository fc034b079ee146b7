/* What a second device would gain: conjugate gradients on the 27-point grid of n³ points, on one
 * device and on two, with the rows divided and the planes between them exchanged.
 *
 *     two-devices [N [ITERATIONS]]
 *
 * A draft that decides whether runs on several devices are worth having: its matrix is stored by
 * its 27 diagonals, as the engine stores such a matrix, and everything is in double precision. Each
 * device has a slab of planes and the plane of the neighbour on either side. In an iteration the
 * outer planes of p are copied while the product of the inner ones is computed; sums are exchanged
 * by copies between the devices, and the host does not wait for them. The same slabs on one device
 * are the measure; both residuals are printed, and must agree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cuda_runtime.h>

#define DIAGONALS 27
#define BLOCK     256
#define BLOCKS    1024 /* of a sum */
#define MOST      2

#define CHECK(call)                                                                            \
  do                                                                                           \
    {                                                                                          \
      const cudaError_t error_ = (call);                                                       \
                                                                                               \
      if (error_ != cudaSuccess)                                                               \
        {                                                                                      \
          fprintf (stderr, "line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString (error_)); \
          exit (1);                                                                            \
        }                                                                                      \
    }                                                                                          \
  while (0)

/* Sums that all slabs have: each slab's own, and their exchange. */
enum
{
  RHO,
  PQ,
  N_SUMS
};

typedef struct
{
  int device;
  int n;         /* points in each direction */
  int first;     /* plane */
  int planes;    /* that it owns */
  int64_t plane; /* n² */
  int64_t rows;
  cudaStream_t stream;
  cudaStream_t copies;
  cudaEvent_t ready;  /* p, or a sum, is there */
  cudaEvent_t copied; /* the planes, or the sum, are with the others */
  double *diagonals;  /* DIAGONALS × rows */
  double *x, *r, *q;
  double *p;        /* with a plane before and one behind */
  double *partials; /* BLOCKS */
  double *sums;     /* N_SUMS × 2 (this iteration and the one before) × slabs */
} Slab;

static __global__ void
fill_kernel (Slab slab)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int n = slab.n;

  if (row >= slab.rows)
    return;
  const int x = (int) (row % n);
  const int y = (int) (row / n % n);
  const int z = slab.first + (int) (row / slab.plane);

  for (int k = 0; k < DIAGONALS; k++)
    {
      const int i = x + k % 3 - 1;
      const int j = y + k / 3 % 3 - 1;
      const int l = z + k / 9 - 1;
      const bool inside = i >= 0 && i < n && j >= 0 && j < n && l >= 0 && l < n;

      slab.diagonals[k * slab.rows + row] = k == DIAGONALS / 2 ? 26.0 : inside ? -1.0 : 0.0;
    }
  /* b = 1 + sin of the row, x = 0: r = p = b */
  const double b = 1.0 + sin ((double) (slab.first * slab.plane + row));
  slab.x[row] = 0.0;
  slab.r[row] = b;
  slab.p[slab.plane + row] = b;
}

static __device__ void
add_up (double sum, double *partials)
{
  __shared__ double shared[BLOCK / 32];

  for (int width = 16; width > 0; width /= 2)
    sum += __shfl_down_sync (0xffffffffu, sum, width);
  if (threadIdx.x % 32 == 0)
    shared[threadIdx.x / 32] = sum;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      double total = 0.0;

      for (int k = 0; k < BLOCK / 32; k++)
        total += shared[k];
      partials[blockIdx.x] = total;
    }
}

/* q ← A p of the rows begin … end − 1; the entries beside the grid are zero, and are read. */
static __global__ void
product_kernel (Slab slab, int64_t begin, int64_t end)
{
  const int64_t row = begin + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= end)
    return;
  const double *p = slab.p + slab.plane + row;
  double sum = 0.0;

#pragma unroll
  for (int k = 0; k < DIAGONALS; k++)
    {
      const int64_t step = (k / 9 - 1) * slab.plane + (k / 3 % 3 - 1) * slab.n + k % 3 - 1;
      const int64_t at = slab.plane + row + step;
      const double entry = slab.diagonals[k * slab.rows + row];

      if (at >= 0 && at < slab.rows + 2 * slab.plane)
        sum += entry * p[step];
    }
  slab.q[row] = sum;
}

static __global__ void
dot_kernel (Slab slab, const double *a, const double *b)
{
  double sum = 0.0;

  for (int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; row < slab.rows;
       row += (int64_t) gridDim.x * blockDim.x)
    sum += a[row] * b[row];
  add_up (sum, slab.partials);
}

/* x ← x + α p, r ← r − α q, and r · r */
static __global__ void
step_kernel (Slab slab, const double *rho, const double *pq, int slabs)
{
  double above = 0.0;
  double below = 0.0;
  double sum = 0.0;

  for (int k = 0; k < slabs; k++)
    {
      above += rho[k];
      below += pq[k];
    }
  const double alpha = above / below;
  for (int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; row < slab.rows;
       row += (int64_t) gridDim.x * blockDim.x)
    {
      const double left = slab.r[row] - alpha * slab.q[row];

      slab.x[row] += alpha * slab.p[slab.plane + row];
      slab.r[row] = left;
      sum += left * left;
    }
  add_up (sum, slab.partials);
}

/* p ← r + β p */
static __global__ void
direction_kernel (Slab slab, const double *rho, const double *before, int slabs)
{
  double above = 0.0;
  double below = 0.0;

  for (int k = 0; k < slabs; k++)
    {
      above += rho[k];
      below += before[k];
    }
  const double beta = above / below;
  for (int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; row < slab.rows;
       row += (int64_t) gridDim.x * blockDim.x)
    slab.p[slab.plane + row] = slab.r[row] + beta * slab.p[slab.plane + row];
}

static __global__ void
total_kernel (const double *partials, double *total)
{
  double sum = 0.0;

  for (int k = threadIdx.x; k < BLOCKS; k += BLOCK)
    sum += partials[k];
  add_up (sum, total);
}

static unsigned int
blocks_of (int64_t rows)
{
  return (unsigned int) ((rows + BLOCK - 1) / BLOCK);
}

static double *
sum_of (const Slab *slab, int which, int iteration, int of)
{
  return slab->sums + (which * 2 + iteration % 2) * MOST + of;
}

static double *
reserve (int64_t n)
{
  double *memory = NULL;

  CHECK (cudaMalloc (&memory, (size_t) n * sizeof *memory));
  CHECK (cudaMemset (memory, 0, (size_t) n * sizeof *memory));
  return memory;
}

static void
slab_init (Slab *slab, int device, int n, int first, int planes)
{
  slab->device = device;
  slab->n = n;
  slab->first = first;
  slab->planes = planes;
  slab->plane = (int64_t) n * n;
  slab->rows = slab->plane * planes;
  CHECK (cudaSetDevice (device));
  CHECK (cudaStreamCreateWithFlags (&slab->stream, cudaStreamNonBlocking));
  CHECK (cudaStreamCreateWithFlags (&slab->copies, cudaStreamNonBlocking));
  CHECK (cudaEventCreateWithFlags (&slab->ready, cudaEventDisableTiming));
  CHECK (cudaEventCreateWithFlags (&slab->copied, cudaEventDisableTiming));
  slab->diagonals = reserve (DIAGONALS * slab->rows);
  slab->x = reserve (slab->rows);
  slab->r = reserve (slab->rows);
  slab->q = reserve (slab->rows);
  slab->p = reserve (slab->rows + 2 * slab->plane);
  slab->partials = reserve (BLOCKS);
  slab->sums = reserve (N_SUMS * 2 * MOST);
  CHECK (cudaDeviceSynchronize ());
  fill_kernel<<<blocks_of (slab->rows), BLOCK, 0, slab->stream>>> (*slab);
  CHECK (cudaDeviceSynchronize ());
}

static void
slab_clear (Slab *slab)
{
  CHECK (cudaSetDevice (slab->device));
  double *const arrays[] = { slab->diagonals, slab->x,        slab->r,   slab->q,
                             slab->p,         slab->partials, slab->sums };
  for (double *array : arrays)
    CHECK (cudaFree (array));
  CHECK (cudaStreamDestroy (slab->stream));
  CHECK (cudaStreamDestroy (slab->copies));
  CHECK (cudaEventDestroy (slab->ready));
  CHECK (cudaEventDestroy (slab->copied));
}

static void
copy (const Slab *to, double *there, const Slab *from, const double *here, int64_t n)
{
  CHECK (cudaMemcpyPeerAsync (there, to->device, here, from->device, (size_t) n * sizeof *there,
                              from->copies));
}

/* What a slab has computed on its stream goes to the others, each of which waits for it. */
static void
begin_copies (Slab *slab)
{
  CHECK (cudaSetDevice (slab->device));
  CHECK (cudaEventRecord (slab->ready, slab->stream));
  CHECK (cudaStreamWaitEvent (slab->copies, slab->ready, 0));
}

static void
end_copies (Slab *slab)
{
  CHECK (cudaSetDevice (slab->device));
  CHECK (cudaEventRecord (slab->copied, slab->copies));
}

static void
wait_for_copies (Slab *slabs, int n)
{
  for (int s = 0; s < n; s++)
    for (int other = 0; other < n; other++)
      if (other != s)
        {
          CHECK (cudaSetDevice (slabs[s].device));
          CHECK (cudaStreamWaitEvent (slabs[s].stream, slabs[other].copied, 0));
        }
}

static void
exchange_planes (Slab *slabs, int n)
{
  for (int s = 0; s < n; s++)
    {
      Slab *slab = &slabs[s];

      begin_copies (slab);
      if (s > 0)
        copy (&slabs[s - 1], slabs[s - 1].p + slabs[s - 1].plane + slabs[s - 1].rows, slab,
              slab->p + slab->plane, slab->plane);
      if (s < n - 1)
        copy (&slabs[s + 1], slabs[s + 1].p, slab, slab->p + slab->rows, slab->plane);
      end_copies (slab);
    }
}

static void
exchange_sums (Slab *slabs, int n, int which, int iteration)
{
  for (int s = 0; s < n; s++)
    {
      Slab *slab = &slabs[s];
      double *own = sum_of (slab, which, iteration, s);

      CHECK (cudaSetDevice (slab->device));
      total_kernel<<<1, BLOCK, 0, slab->stream>>> (slab->partials, own);
      begin_copies (slab);
      for (int other = 0; other < n; other++)
        if (other != s)
          copy (&slabs[other], sum_of (&slabs[other], which, iteration, s), slab, own, 1);
      end_copies (slab);
    }
  wait_for_copies (slabs, n);
}

static void
product (Slab *slabs,
         int n,
         int64_t begin_of (const Slab *, int),
         int64_t end_of (const Slab *, int))
{
  for (int s = 0; s < n; s++)
    {
      const int64_t begin = begin_of (&slabs[s], n);
      const int64_t end = end_of (&slabs[s], n);

      CHECK (cudaSetDevice (slabs[s].device));
      if (end > begin)
        product_kernel<<<blocks_of (end - begin), BLOCK, 0, slabs[s].stream>>> (slabs[s], begin,
                                                                                end);
    }
}

static int64_t
zero (const Slab *, int)
{
  return 0;
}

/* The planes that need no other slab. */
static int64_t
inner_begin (const Slab *slab, int n)
{
  return n > 1 ? slab->plane : 0;
}

static int64_t
inner_end (const Slab *slab, int n)
{
  return n > 1 ? slab->rows - slab->plane : slab->rows;
}

static int64_t
all (const Slab *slab, int)
{
  return slab->rows;
}

static void
iterate (Slab *slabs, int n, int iteration)
{
  exchange_planes (slabs, n);
  product (slabs, n, inner_begin, inner_end);
  wait_for_copies (slabs, n);
  if (n > 1)
    {
      product (slabs, n, zero, inner_begin);
      product (slabs, n, inner_end, all);
    }
  for (int s = 0; s < n; s++)
    {
      CHECK (cudaSetDevice (slabs[s].device));
      dot_kernel<<<BLOCKS, BLOCK, 0, slabs[s].stream>>> (slabs[s], slabs[s].p + slabs[s].plane,
                                                         slabs[s].q);
    }
  exchange_sums (slabs, n, PQ, iteration);
  for (int s = 0; s < n; s++)
    {
      CHECK (cudaSetDevice (slabs[s].device));
      step_kernel<<<BLOCKS, BLOCK, 0, slabs[s].stream>>> (slabs[s],
                                                          sum_of (&slabs[s], RHO, iteration, 0),
                                                          sum_of (&slabs[s], PQ, iteration, 0), n);
    }
  exchange_sums (slabs, n, RHO, iteration + 1);
  for (int s = 0; s < n; s++)
    {
      CHECK (cudaSetDevice (slabs[s].device));
      direction_kernel<<<BLOCKS, BLOCK, 0, slabs[s].stream>>> (
        slabs[s], sum_of (&slabs[s], RHO, iteration + 1, 0), sum_of (&slabs[s], RHO, iteration, 0),
        n);
    }
}

static void
wait_for_all (Slab *slabs, int n)
{
  for (int s = 0; s < n; s++)
    {
      CHECK (cudaSetDevice (slabs[s].device));
      CHECK (cudaStreamSynchronize (slabs[s].stream));
      CHECK (cudaStreamSynchronize (slabs[s].copies));
    }
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Seconds of an iteration; the squared residual goes to *left. */
static double
run (int size, int n, int iterations, double *left)
{
  Slab slabs[MOST] = {};
  double begin;
  double seconds;

  for (int s = 0; s < n; s++)
    slab_init (&slabs[s], s, size, (int) ((int64_t) size * s / n),
               (int) ((int64_t) size * (s + 1) / n - (int64_t) size * s / n));
  for (int s = 0; s < n; s++)
    {
      CHECK (cudaSetDevice (slabs[s].device));
      dot_kernel<<<BLOCKS, BLOCK, 0, slabs[s].stream>>> (slabs[s], slabs[s].r, slabs[s].r);
    }
  exchange_sums (slabs, n, RHO, 0);
  wait_for_all (slabs, n);
  begin = now ();
  for (int k = 0; k < iterations; k++)
    iterate (slabs, n, k);
  wait_for_all (slabs, n);
  seconds = (now () - begin) / iterations;
  *left = 0.0;
  for (int k = 0; k < n; k++)
    {
      double part = 0.0;

      CHECK (cudaMemcpy (&part, sum_of (&slabs[0], RHO, iterations, k), sizeof part,
                         cudaMemcpyDeviceToHost));
      *left += part;
    }
  for (int s = 0; s < n; s++)
    slab_clear (&slabs[s]);
  return seconds;
}

/* So that copies go from one to the other without the host, where they can. */
static void
allow_peers (void)
{
  for (int s = 0; s < MOST; s++)
    {
      int possible = 0;

      CHECK (cudaSetDevice (s));
      CHECK (cudaDeviceCanAccessPeer (&possible, s, 1 - s));
      printf ("device %d %s the memory of device %d\n", s, possible ? "reaches" : "does not reach",
              1 - s);
      if (possible)
        CHECK (cudaDeviceEnablePeerAccess (1 - s, 0));
    }
}

int
main (int argc, char **argv)
{
  const int size = argc > 1 ? atoi (argv[1]) : 400;
  const int iterations = argc > 2 ? atoi (argv[2]) : 200;
  double left[MOST + 1] = {};
  double seconds[MOST + 1] = {};
  int devices = 0;

  CHECK (cudaGetDeviceCount (&devices));
  if (size < 4 || iterations < 1)
    {
      fprintf (stderr, "usage: %s [N [ITERATIONS]]\n", argv[0]);
      return 1;
    }
  if (devices >= MOST)
    allow_peers ();
  for (int n = 1; n <= MOST && n <= devices; n++)
    {
      (void) run (size, n, 3, &left[n]);
      seconds[n] = run (size, n, iterations, &left[n]);
      printf ("%d device%s: 27-point %d cubed, %.4f ms an iteration, |r| = %.12e after %d\n", n,
              n > 1 ? "s" : "", size, 1e3 * seconds[n], sqrt (left[n]), iterations);
    }
  if (devices < MOST)
    printf ("one device only: nothing to compare with\n");
  else
    printf ("gain: %.3f times; the residuals differ by %.1e\n", seconds[1] / seconds[2],
            fabs (sqrt (left[2] / left[1]) - 1.0));
  return devices >= MOST && !(fabs (sqrt (left[2] / left[1]) - 1.0) < 1e-6);
}
