/* Vectors and scalars of the CUDA engine.
 *
 * Scalars stay on the device: a kernel reads the slot it needs, so an iteration never waits for the
 * host. Sums are taken in double, in an order that depends on the length alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-private.h"

static __global__ void
set_kernel (double *slot, double value)
{
  *slot = value;
}

static __global__ void
divide_kernel (double *out, const double *a, const double *b)
{
  *out = *a / *b;
}

static __global__ void
multiply_scalars_kernel (double *out, const double *a, const double *b)
{
  *out = *a * *b;
}

static __global__ void
sqrt_kernel (double *out, const double *a)
{
  *out = sqrt (*a);
}

template <typename To, typename From>
static __global__ void
convert_kernel (To *to, const From *from, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i] = (To) from[i];
}

template <typename Real>
static __global__ void
fill_kernel (Real *y, double value, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] = (Real) value;
}

template <typename Real>
static __global__ void
scale_kernel (Real *y, const double *alpha, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] *= (Real) *alpha;
}

template <typename Real>
static __global__ void
axpy_kernel (Real *y, int sign, const double *alpha, const Real *x, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] += (Real) (sign * *alpha) * x[i];
}

template <typename Real>
static __global__ void
xpby_kernel (Real *y, const Real *x, const double *beta, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] = x[i] + (Real) *beta * y[i];
}

/* Sum over a block by halving; every thread calls it, thread 0 has the result. */
static __device__ double
block_sum (double value)
{
  __shared__ double sums[SEIDEL_CUDA_BLOCK];

  sums[threadIdx.x] = value;
  __syncthreads ();
  for (int half = SEIDEL_CUDA_BLOCK / 2; half > 0; half /= 2)
    {
      if (threadIdx.x < half)
        sums[threadIdx.x] += sums[threadIdx.x + half];
      __syncthreads ();
    }
  return sums[0];
}

template <typename Real>
static __global__ void
dot_kernel (double *partials, const Real *x, const Real *y, int64_t n)
{
  int64_t stride = (int64_t) gridDim.x * blockDim.x;
  double sum = 0.0;

  for (int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    sum += (double) x[i] * (double) y[i];
  sum = block_sum (sum);
  if (threadIdx.x == 0)
    partials[blockIdx.x] = sum;
}

template <typename Real>
static __global__ void
cg_update_kernel (double *partials,
                  Real *x,
                  Real *r,
                  const double *alpha,
                  const Real *p,
                  const Real *q,
                  int64_t n)
{
  int64_t stride = (int64_t) gridDim.x * blockDim.x;
  Real a = (Real) *alpha;
  double sum = 0.0;

  for (int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    {
      Real rest = r[i] - a * q[i];

      x[i] += a * p[i];
      r[i] = rest;
      sum += (double) rest * (double) rest;
    }
  sum = block_sum (sum);
  if (threadIdx.x == 0)
    partials[blockIdx.x] = sum;
}

/* Some vectors, passed by value. */
template <typename Real> struct Group
{
  const Real *x[SEIDEL_CUDA_GROUP];
  int n;
};

/* Every x of the group times y, which is read once: each sum as dot_kernel takes it. */
template <typename Real>
static __global__ void
dots_kernel (double *partials, Group<Real> group, const Real *y, int64_t n)
{
  int64_t stride = (int64_t) gridDim.x * blockDim.x;
  double sums[SEIDEL_CUDA_GROUP] = {};

  for (int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    {
      double element = (double) y[i];

#pragma unroll
      for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
        if (k < group.n)
          sums[k] += (double) group.x[k][i] * element;
    }
#pragma unroll
  for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
    if (k < group.n)
      {
        double sum = block_sum (sums[k]);

        if (threadIdx.x == 0)
          partials[k * SEIDEL_CUDA_REDUCE_BLOCKS + blockIdx.x] = sum;
        __syncthreads ();
      }
}

template <typename Real>
static __global__ void
axpys_kernel (Real *y, int sign, const double *alpha, Group<Real> group, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Real sum;

  if (i >= n)
    return;
  sum = y[i];
#pragma unroll
  for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
    if (k < group.n)
      sum += (Real) (sign * alpha[k]) * group.x[k][i];
  y[i] = sum;
}

/* A block for each sum. */
static __global__ void
finish_sums_kernel (double *out, const double *partials)
{
  double sum = 0.0;

  partials += (int64_t) blockIdx.x * SEIDEL_CUDA_REDUCE_BLOCKS;
  for (int i = threadIdx.x; i < SEIDEL_CUDA_REDUCE_BLOCKS; i += SEIDEL_CUDA_BLOCK)
    sum += partials[i];
  sum = block_sum (sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

void
seidel_cuda_finish_sums (SeidelContext *context, SeidelScalar first, int n)
{
  finish_sums_kernel<<<n, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (context->scalars + first,
                                                                    context->partials);
  seidel_cuda_check (context, cudaGetLastError (), "a sum");
}

void
seidel_cuda_scalar_set (SeidelContext *context, SeidelScalar out, double value)
{
  if (!seidel_cuda_ready (context))
    return;
  set_kernel<<<1, 1, 0, context->stream>>> (context->scalars + out, value);
  seidel_cuda_check (context, cudaGetLastError (), "setting a scalar");
}

void
seidel_cuda_scalar_divide (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  if (!seidel_cuda_ready (context))
    return;
  divide_kernel<<<1, 1, 0, context->stream>>> (context->scalars + out, context->scalars + a,
                                               context->scalars + b);
  seidel_cuda_check (context, cudaGetLastError (), "dividing scalars");
}

void
seidel_cuda_scalar_multiply (SeidelContext *context,
                             SeidelScalar out,
                             SeidelScalar a,
                             SeidelScalar b)
{
  if (!seidel_cuda_ready (context))
    return;
  multiply_scalars_kernel<<<1, 1, 0, context->stream>>> (context->scalars + out,
                                                         context->scalars + a,
                                                         context->scalars + b);
  seidel_cuda_check (context, cudaGetLastError (), "multiplying scalars");
}

void
seidel_cuda_scalar_sqrt (SeidelContext *context, SeidelScalar out, SeidelScalar a)
{
  if (!seidel_cuda_ready (context))
    return;
  sqrt_kernel<<<1, 1, 0, context->stream>>> (context->scalars + out, context->scalars + a);
  seidel_cuda_check (context, cudaGetLastError (), "the root of a scalar");
}

void
seidel_cuda_convert (SeidelContext *context, void *to, const double *from, int64_t n)
{
  if (!seidel_cuda_ready (context) || n == 0)
    return;
  convert_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> ((float *) to,
                                                                                   from, n);
  seidel_cuda_check (context, cudaGetLastError (), "converting to single precision");
}

void
seidel_cuda_widen (SeidelContext *context, double *to, const void *from, int64_t n)
{
  if (n == 0)
    return;
  convert_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    to, (const float *) from, n);
  seidel_cuda_check (context, cudaGetLastError (), "converting to double precision");
}

void
seidel_cuda_narrow (SeidelContext *context, int32_t *to, const int64_t *from, int64_t n)
{
  if (!seidel_cuda_ready (context) || n == 0)
    return;
  convert_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (to, from, n);
  seidel_cuda_check (context, cudaGetLastError (), "converting to 32 bits");
}

void
seidel_cuda_fill (SeidelContext *context, SeidelVector *y, double value)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    fill_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (float *) y->elements, value, y->n);
  else
    fill_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (double *) y->elements, value, y->n);
  seidel_cuda_check (context, cudaGetLastError (), "filling a vector");
}

void
seidel_cuda_scale (SeidelContext *context, SeidelVector *y, SeidelScalar alpha)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    scale_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (float *) y->elements, context->scalars + alpha, y->n);
  else
    scale_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (double *) y->elements, context->scalars + alpha, y->n);
  seidel_cuda_check (context, cudaGetLastError (), "αy");
}

void
seidel_cuda_axpy (SeidelContext *context,
                  SeidelVector *y,
                  int sign,
                  SeidelScalar alpha,
                  const SeidelVector *x)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    axpy_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (float *) y->elements, sign, context->scalars + alpha, (const float *) x->elements, y->n);
  else
    axpy_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (double *) y->elements, sign, context->scalars + alpha, (const double *) x->elements, y->n);
  seidel_cuda_check (context, cudaGetLastError (), "y + αx");
}

void
seidel_cuda_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    xpby_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (float *) y->elements, (const float *) x->elements, context->scalars + beta, y->n);
  else
    xpby_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      (double *) y->elements, (const double *) x->elements, context->scalars + beta, y->n);
  seidel_cuda_check (context, cudaGetLastError (), "x + βy");
}

void
seidel_cuda_dot (SeidelContext *context,
                 SeidelScalar out,
                 const SeidelVector *x,
                 const SeidelVector *y)
{
  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    dot_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      context->partials, (const float *) x->elements, (const float *) y->elements, x->n);
  else
    dot_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      context->partials, (const double *) x->elements, (const double *) y->elements, x->n);
  if (seidel_cuda_check (context, cudaGetLastError (), "x · y"))
    seidel_cuda_finish_sums (context, out, 1);
}

void
seidel_cuda_cg_update (SeidelContext *context,
                       SeidelVector *x,
                       SeidelVector *r,
                       SeidelScalar alpha,
                       const SeidelVector *p,
                       const SeidelVector *q,
                       SeidelScalar out)
{
  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    cg_update_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      context->partials, (float *) x->elements, (float *) r->elements, context->scalars + alpha,
      (const float *) p->elements, (const float *) q->elements, x->n);
  else
    cg_update_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      context->partials, (double *) x->elements, (double *) r->elements, context->scalars + alpha,
      (const double *) p->elements, (const double *) q->elements, x->n);
  if (seidel_cuda_check (context, cudaGetLastError (), "the CG update"))
    seidel_cuda_finish_sums (context, out, 1);
}

/* --- several vectors at once --------------------------------------------------------------------
 */

/* Vectors first … of a list, as many as a launch takes. */
template <typename Real>
static Group<Real>
group_of (const SeidelVector *const *x, int first, int n)
{
  Group<Real> group = {};

  group.n = n - first < SEIDEL_CUDA_GROUP ? n - first : SEIDEL_CUDA_GROUP;
  for (int k = 0; k < group.n; k++)
    group.x[k] = (const Real *) x[first + k]->elements;
  return group;
}

void
seidel_cuda_dots (SeidelContext *context,
                  SeidelScalar first,
                  int n,
                  const SeidelVector *const *x,
                  const SeidelVector *y)
{
  for (int done = 0; done < n && seidel_cuda_ready (context); done += SEIDEL_CUDA_GROUP)
    {
      if (seidel_cuda_is_single (context))
        dots_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
          context->partials, group_of<float> (x, done, n), (const float *) y->elements, y->n);
      else
        dots_kernel<<<SEIDEL_CUDA_REDUCE_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
          context->partials, group_of<double> (x, done, n), (const double *) y->elements, y->n);
      if (seidel_cuda_check (context, cudaGetLastError (), "several x · y"))
        seidel_cuda_finish_sums (context, first + done,
                                 n - done < SEIDEL_CUDA_GROUP ? n - done : SEIDEL_CUDA_GROUP);
    }
}

void
seidel_cuda_axpys (SeidelContext *context,
                   SeidelVector *y,
                   int sign,
                   SeidelScalar first,
                   int n,
                   const SeidelVector *const *x)
{
  for (int done = 0; done < n && y->n > 0 && seidel_cuda_ready (context); done += SEIDEL_CUDA_GROUP)
    {
      const double *alpha = context->scalars + first + done;

      if (seidel_cuda_is_single (context))
        axpys_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
          (float *) y->elements, sign, alpha, group_of<float> (x, done, n), y->n);
      else
        axpys_kernel<<<seidel_cuda_grid (y->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
          (double *) y->elements, sign, alpha, group_of<double> (x, done, n), y->n);
      seidel_cuda_check (context, cudaGetLastError (), "y + Σ αx");
    }
}
