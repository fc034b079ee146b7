/* Vectors and scalars of the CUDA engine.
 *
 * Scalars stay on the device: a kernel reads the slot it needs, so an iteration never waits for the
 * host. Setting one sets its mirror in the host's memory, too, so that reading it takes no
 * transfer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-operator.h"
#include "device/seidel-cuda-sums.cuh"

typedef enum
{
  SCALAR_SET,
  SCALAR_DIVIDE,
  SCALAR_DIVIDE_POSITIVE,
  SCALAR_MULTIPLY,
  SCALAR_SQRT,
} ScalarOperation;

static __global__ void
scalar_kernel (ScalarOperation operation,
               double *out,
               double *mirror,
               const double *a,
               const double *b,
               double value)
{
  switch (operation)
    {
    case SCALAR_DIVIDE:
      value = *a / *b;
      break;
    case SCALAR_DIVIDE_POSITIVE:
      value = divide_positive (*a, *b);
      break;
    case SCALAR_MULTIPLY:
      value = *a * *b;
      break;
    case SCALAR_SQRT:
      value = sqrt (*a);
      break;
    default:
      break;
    }
  *out = *mirror = value;
}

static void
set_scalar (SeidelContext *context,
            ScalarOperation operation,
            SeidelScalar out,
            SeidelScalar a,
            SeidelScalar b,
            double value)
{
  if (!seidel_cuda_ready (context))
    return;
  scalar_kernel<<<1, 1, 0, context->stream>>> (operation, context->scalars + out,
                                               context->mirror + out, context->scalars + a,
                                               context->scalars + b, value);
  seidel_cuda_check (context, cudaGetLastError (), "setting a scalar");
}

void
seidel_cuda_scalar_set (SeidelContext *context, SeidelScalar out, double value)
{
  set_scalar (context, SCALAR_SET, out, 0, 0, value);
}

void
seidel_cuda_scalar_divide (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  set_scalar (context, SCALAR_DIVIDE, out, a, b, 0.0);
}

void
seidel_cuda_scalar_divide_positive (SeidelContext *context,
                                    SeidelScalar out,
                                    SeidelScalar a,
                                    SeidelScalar b)
{
  set_scalar (context, SCALAR_DIVIDE_POSITIVE, out, a, b, 0.0);
}

void
seidel_cuda_scalar_multiply (SeidelContext *context,
                             SeidelScalar out,
                             SeidelScalar a,
                             SeidelScalar b)
{
  set_scalar (context, SCALAR_MULTIPLY, out, a, b, 0.0);
}

void
seidel_cuda_scalar_sqrt (SeidelContext *context, SeidelScalar out, SeidelScalar a)
{
  set_scalar (context, SCALAR_SQRT, out, a, 0, 0.0);
}

template <typename Real> struct Fill
{
  Real *y;
  double value;

  __device__ void
  begin ()
  {
  }

  __device__ void
  take (int64_t i)
  {
    y[i] = (Real) value;
  }
};

template <typename Real> struct Scale
{
  Real *y;
  const double *slot;
  Real alpha;

  __device__ void
  begin ()
  {
    alpha = (Real) *slot;
  }

  __device__ void
  take (int64_t i)
  {
    y[i] *= alpha;
  }
};

template <typename Real> struct Axpy
{
  Real *y;
  const Real *x;
  int sign;
  const double *slot;
  Real alpha;

  __device__ void
  begin ()
  {
    alpha = (Real) (sign * *slot);
  }

  __device__ void
  take (int64_t i)
  {
    y[i] += alpha * x[i];
  }
};

template <typename Real> struct Xpby
{
  Real *y;
  const Real *x;
  const double *slot;
  Real beta;

  __device__ void
  begin ()
  {
    beta = (Real) *slot;
  }

  __device__ void
  take (int64_t i)
  {
    y[i] = x[i] + beta * y[i];
  }
};

template <typename Real> struct Dot
{
  const Real *x;
  const Real *y;
  bool fused;

  __device__ void
  begin ()
  {
  }

  __device__ int
  n_sums ()
  {
    return 1;
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    sums[0].add_product (fused, (double) x[i], (double) y[i]);
  }
};

void
seidel_cuda_fill (SeidelContext *context, SeidelVector *y, double value)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_plain (context, Fill<float>{ (float *) y->elements, value }, y->n, "filling a vector");
  else
    launch_plain (context, Fill<double>{ (double *) y->elements, value }, y->n, "filling a vector");
}

void
seidel_cuda_scale (SeidelContext *context, SeidelVector *y, SeidelScalar alpha)
{
  const double *slot = context->scalars + alpha;

  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_plain (context, Scale<float>{ (float *) y->elements, slot }, y->n, "αy");
  else
    launch_plain (context, Scale<double>{ (double *) y->elements, slot }, y->n, "αy");
}

template <typename Real>
static void
launch_axpy (SeidelContext *context,
             SeidelVector *y,
             int sign,
             SeidelScalar alpha,
             const SeidelVector *x)
{
  const Axpy<Real> step = { (Real *) y->elements, (const Real *) x->elements, sign,
                            context->scalars + alpha };

  launch_plain (context, step, y->n, "y + αx");
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
    launch_axpy<float> (context, y, sign, alpha, x);
  else
    launch_axpy<double> (context, y, sign, alpha, x);
}

template <typename Real>
static void
launch_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  const Xpby<Real> step = { (Real *) y->elements, (const Real *) x->elements,
                            context->scalars + beta };

  launch_plain (context, step, y->n, "x + βy");
}

void
seidel_cuda_xpby (SeidelContext *context, SeidelVector *y, const SeidelVector *x, SeidelScalar beta)
{
  if (!seidel_cuda_ready (context) || y->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_xpby<float> (context, y, x, beta);
  else
    launch_xpby<double> (context, y, x, beta);
}

template <typename Real>
static void
launch_dot (SeidelContext *context, SeidelScalar out, const SeidelVector *x, const SeidelVector *y)
{
  const Dot<Real> step = { (const Real *) x->elements, (const Real *) y->elements,
                           seidel_cuda_is_fused (context) };

  launch_sums<1> (context, step, x->n, out, "x · y");
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
    launch_dot<float> (context, out, x, y);
  else
    launch_dot<double> (context, out, x, y);
}

void
seidel_cuda_vector_free (SeidelContext *context, SeidelVector *vector)
{
  if (vector == NULL)
    return;
  cudaFree (vector->elements);
  free (vector);
}

SeidelVector *
seidel_cuda_vector_new (SeidelContext *context, int64_t n)
{
  SeidelVector *vector = (SeidelVector *) calloc (1, sizeof *vector);
  size_t bytes = (size_t) n * seidel_cuda_real_size (context);

  if (vector == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "a vector did not fit into memory");
      return NULL;
    }
  vector->n = n;
  vector->elements = seidel_cuda_malloc (context, bytes);
  if (vector->elements != NULL
      && seidel_cuda_check (context, cudaMemsetAsync (vector->elements, 0, bytes, context->stream),
                            "clearing a vector"))
    return vector;
  seidel_cuda_vector_free (context, vector);
  return NULL;
}

void
seidel_cuda_vector_upload (SeidelContext *context, SeidelVector *to, const double *from)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_upload (context, to->elements, from, to->n);
  /* The caller may reuse its array. */
  if (seidel_cuda_ready (context))
    seidel_cuda_synchronize (context);
}

/* Also after a run was stopped: the last iterate is what the user has. */
void
seidel_cuda_vector_download (SeidelContext *context, double *to, const SeidelVector *from)
{
  const SeidelStatus before = context->status;

  memset (&context->status, 0, sizeof context->status);
  seidel_cuda_download (context, to, from->elements, from->n);
  seidel_cuda_synchronize (context);
  if (before.code != SEIDEL_STATUS_OK)
    context->status = before;
}

void
seidel_cuda_scalars_get (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  if (seidel_cuda_ready (context) && seidel_cuda_wait (context, "reading scalars"))
    memcpy (values, context->host_scalars + first, (size_t) n * sizeof *values);
}

void
seidel_cuda_scalars_note (SeidelContext *context)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_check (context, cudaEventRecord (context->noted, context->stream),
                       "noting scalars");
}

void
seidel_cuda_scalars_fetch (SeidelContext *context, SeidelScalar first, int n, double *values)
{
  if (seidel_cuda_ready (context)
      && seidel_cuda_wait_event (context, context->noted, "reading scalars"))
    memcpy (values, context->host_scalars + first, (size_t) n * sizeof *values);
}

void
seidel_cuda_copy (SeidelContext *context, SeidelVector *to, const SeidelVector *from)
{
  if (seidel_cuda_ready (context))
    seidel_cuda_check (context,
                       cudaMemcpyAsync (to->elements, from->elements,
                                        (size_t) to->n * seidel_cuda_real_size (context),
                                        cudaMemcpyDeviceToDevice, context->stream),
                       "copying a vector");
}
