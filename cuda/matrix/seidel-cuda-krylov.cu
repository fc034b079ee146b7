/* Fused steps of Krylov methods: several updates of vectors in one pass, with the sums of the
 * results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-operator.h"
#include "device/seidel-cuda-sums.cuh"

/* x ← x + α p, r ← r − α q, and r · r; α is a slot, or where rho is not NULL rho / pq, stored in
 * that slot. */
template <typename Real> struct CgUpdate
{
  Real *x;
  Real *r;
  const Real *p;
  const Real *q;
  Slot slot;
  const double *rho;
  const double *pq;
  bool fused;
  Real alpha;

  __device__ void
  begin ()
  {
    double step = 0;

    if (rho != NULL)
      slot.store (step = divide_positive (*rho, *pq));
    else
      step = *slot.value;
    alpha = (Real) step;
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
    const Real rest = r[i] - alpha * q[i];

    x[i] += alpha * p[i];
    r[i] = rest;
    sums[0].add_product (fused, (double) rest, (double) rest);
  }
};

/* y ← x + a / b · y, which is stored in the slot */
template <typename Real> struct DivideXpby
{
  Real *y;
  const Real *x;
  Slot slot;
  const double *a;
  const double *b;
  Real beta;

  __device__ void
  begin ()
  {
    const double ratio = *a / *b;

    slot.store (ratio);
    beta = (Real) ratio;
  }

  __device__ void
  take (int64_t i)
  {
    y[i] = x[i] + beta * y[i];
  }
};

/* p ← r + β (p − ω v) */
template <typename Real> struct BicgstabTurn
{
  Real *p;
  const Real *r;
  const Real *v;
  const double *slots[2];
  Real beta;
  Real omega;

  __device__ void
  begin ()
  {
    beta = (Real) *slots[0];
    omega = (Real) *slots[1];
  }

  __device__ void
  take (int64_t i)
  {
    p[i] = r[i] + beta * (p[i] - omega * v[i]);
  }
};

/* x ← x + α p + ω s, r ← r − ω t, and r · r, shadow · r; s may be r. */
template <typename Real> struct BicgstabUpdate
{
  Real *x;
  Real *r;
  const Real *p;
  const Real *s;
  const Real *t;
  const Real *shadow;
  const double *slots[2];
  bool fused;
  Real alpha;
  Real omega;

  __device__ void
  begin ()
  {
    alpha = (Real) *slots[0];
    omega = (Real) *slots[1];
  }

  __device__ int
  n_sums ()
  {
    return 2;
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    const Real rest = r[i] - omega * t[i];

    x[i] = (x[i] + alpha * p[i]) + omega * s[i];
    r[i] = rest;
    sums[0].add_product (fused, (double) rest, (double) rest);
    sums[1].add_product (fused, (double) shadow[i], (double) rest);
  }
};

/* Some vectors, passed by value. */
template <typename Real> struct Group
{
  const Real *x[SEIDEL_CUDA_GROUP];
  int n;
};

/* Every x of the group times y, which is read once. */
template <typename Real> struct Dots
{
  Group<Real> group;
  const Real *y;
  bool fused;

  __device__ void
  begin ()
  {
  }

  __device__ int
  n_sums ()
  {
    return group.n;
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    const double element = (double) y[i];

#pragma unroll
    for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
      if (k < group.n)
        sums[k].add_product (fused, (double) group.x[k][i], element);
  }
};

/* y ← y + sign · Σ α x, and y · y where it is asked for */
template <typename Real> struct Axpys
{
  Group<Real> group;
  Real *y;
  int sign;
  const double *slots;
  bool fused;
  Real alpha[SEIDEL_CUDA_GROUP];

  __device__ void
  begin ()
  {
#pragma unroll
    for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
      alpha[k] = k < group.n ? (Real) (sign * slots[k]) : (Real) 0;
  }

  __device__ int
  n_sums ()
  {
    return 1;
  }

  __device__ Real
  update (int64_t i)
  {
    Real sum = y[i];

#pragma unroll
    for (int k = 0; k < SEIDEL_CUDA_GROUP; k++)
      if (k < group.n)
        sum += alpha[k] * group.x[k][i];
    y[i] = sum;
    return sum;
  }

  __device__ void
  take (int64_t i)
  {
    update (i);
  }

  template <typename Sums>
  __device__ void
  take (int64_t i, Sums *sums)
  {
    const double updated = (double) update (i);

    sums[0].add_product (fused, updated, updated);
  }
};

template <typename Real>
static void
launch_cg_update (SeidelContext *context,
                  SeidelVector *x,
                  SeidelVector *r,
                  SeidelScalar alpha,
                  const double *rho,
                  const double *pq,
                  const SeidelVector *p,
                  const SeidelVector *q,
                  SeidelScalar out)
{
  const CgUpdate<Real> step = { (Real *) x->elements,
                                (Real *) r->elements,
                                (const Real *) p->elements,
                                (const Real *) q->elements,
                                seidel_cuda_slot (context, alpha),
                                rho,
                                pq,
                                seidel_cuda_is_fused (context) };

  launch_sums<1> (context, step, x->n, out, "the CG update");
}

static void
cg_update (SeidelContext *context,
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
    launch_cg_update<float> (context, x, r, alpha, NULL, NULL, p, q, out);
  else
    launch_cg_update<double> (context, x, r, alpha, NULL, NULL, p, q, out);
}

static void
cg_step (SeidelContext *context,
         SeidelVector *x,
         SeidelVector *r,
         SeidelScalar alpha,
         SeidelScalar rho,
         SeidelScalar pq,
         const SeidelVector *p,
         const SeidelVector *q,
         SeidelScalar out)
{
  const double *slots = context->scalars;

  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    launch_cg_update<float> (context, x, r, alpha, slots + rho, slots + pq, p, q, out);
  else
    launch_cg_update<double> (context, x, r, alpha, slots + rho, slots + pq, p, q, out);
}

template <typename Real>
static void
launch_divide_xpby (SeidelContext *context,
                    SeidelVector *y,
                    const SeidelVector *x,
                    SeidelScalar beta,
                    SeidelScalar a,
                    SeidelScalar b)
{
  const DivideXpby<Real> step = { (Real *) y->elements, (const Real *) x->elements,
                                  seidel_cuda_slot (context, beta), context->scalars + a,
                                  context->scalars + b };

  launch_plain (context, step, y->n, "x + a / b · y");
}

static void
divide_xpby (SeidelContext *context,
             SeidelVector *y,
             const SeidelVector *x,
             SeidelScalar beta,
             SeidelScalar a,
             SeidelScalar b)
{
  if (!seidel_cuda_ready (context))
    return;
  if (y->n == 0)
    seidel_cuda_scalar_divide (context, beta, a, b);
  else if (seidel_cuda_is_single (context))
    launch_divide_xpby<float> (context, y, x, beta, a, b);
  else
    launch_divide_xpby<double> (context, y, x, beta, a, b);
}

template <typename Real>
static void
launch_turn (SeidelContext *context,
             SeidelVector *p,
             const SeidelVector *r,
             SeidelScalar beta,
             SeidelScalar omega,
             const SeidelVector *v)
{
  const BicgstabTurn<Real> step = { (Real *) p->elements,
                                    (const Real *) r->elements,
                                    (const Real *) v->elements,
                                    { context->scalars + beta, context->scalars + omega } };

  launch_plain (context, step, p->n, "a direction of BiCGStab");
}

static void
bicgstab_direction (SeidelContext *context,
                    SeidelVector *p,
                    const SeidelVector *r,
                    SeidelScalar beta,
                    SeidelScalar omega,
                    const SeidelVector *v)
{
  if (!seidel_cuda_ready (context) || p->n == 0)
    return;
  if (seidel_cuda_is_single (context))
    launch_turn<float> (context, p, r, beta, omega, v);
  else
    launch_turn<double> (context, p, r, beta, omega, v);
}

template <typename Real>
static void
launch_update (SeidelContext *context,
               SeidelVector *x,
               SeidelVector *r,
               SeidelScalar alpha,
               const SeidelVector *p,
               SeidelScalar omega,
               const SeidelVector *s,
               const SeidelVector *t,
               const SeidelVector *shadow,
               SeidelScalar out)
{
  const BicgstabUpdate<Real> step = { (Real *) x->elements,
                                      (Real *) r->elements,
                                      (const Real *) p->elements,
                                      (const Real *) s->elements,
                                      (const Real *) t->elements,
                                      (const Real *) shadow->elements,
                                      { context->scalars + alpha, context->scalars + omega },
                                      seidel_cuda_is_fused (context) };

  launch_sums<2> (context, step, x->n, out, "the BiCGStab update");
}

static void
bicgstab_update (SeidelContext *context,
                 SeidelVector *x,
                 SeidelVector *r,
                 SeidelScalar alpha,
                 const SeidelVector *p,
                 SeidelScalar omega,
                 const SeidelVector *s,
                 const SeidelVector *t,
                 const SeidelVector *shadow,
                 SeidelScalar out)
{
  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    launch_update<float> (context, x, r, alpha, p, omega, s, t, shadow, out);
  else
    launch_update<double> (context, x, r, alpha, p, omega, s, t, shadow, out);
}

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

template <typename Real>
static void
launch_dots (SeidelContext *context,
             SeidelScalar first,
             int n,
             const SeidelVector *const *x,
             const SeidelVector *y)
{
  for (int done = 0; done < n; done += SEIDEL_CUDA_GROUP)
    {
      const Dots<Real> step = { group_of<Real> (x, done, n), (const Real *) y->elements,
                                seidel_cuda_is_fused (context) };

      launch_sums<SEIDEL_CUDA_GROUP> (context, step, y->n, first + done, "several x · y");
    }
}

static void
dots (SeidelContext *context,
      SeidelScalar first,
      int n,
      const SeidelVector *const *x,
      const SeidelVector *y)
{
  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    launch_dots<float> (context, first, n, x, y);
  else
    launch_dots<double> (context, first, n, x, y);
}

/* The last group adds up the squares, where out is a slot. */
template <typename Real>
static void
launch_axpys (SeidelContext *context,
              SeidelVector *y,
              int sign,
              SeidelScalar first,
              int n,
              const SeidelVector *const *x,
              SeidelScalar out)
{
  for (int done = 0; done < n; done += SEIDEL_CUDA_GROUP)
    {
      const Axpys<Real> step = { group_of<Real> (x, done, n), (Real *) y->elements, sign,
                                 context->scalars + first + done, seidel_cuda_is_fused (context) };

      if (out >= 0 && done + SEIDEL_CUDA_GROUP >= n)
        launch_sums<1> (context, step, y->n, out, "y + Σ αx");
      else if (y->n > 0)
        launch_plain (context, step, y->n, "y + Σ αx");
    }
}

static void
axpys (SeidelContext *context,
       SeidelVector *y,
       int sign,
       SeidelScalar first,
       int n,
       const SeidelVector *const *x)
{
  if (!seidel_cuda_ready (context))
    return;
  if (seidel_cuda_is_single (context))
    launch_axpys<float> (context, y, sign, first, n, x, -1);
  else
    launch_axpys<double> (context, y, sign, first, n, x, -1);
}

static void
axpys_dot (SeidelContext *context,
           SeidelVector *y,
           int sign,
           SeidelScalar first,
           int n,
           const SeidelVector *const *x,
           SeidelScalar out)
{
  if (!seidel_cuda_ready (context))
    return;
  if (n == 0)
    seidel_cuda_dot (context, out, y, y);
  else if (seidel_cuda_is_single (context))
    launch_axpys<float> (context, y, sign, first, n, x, out);
  else
    launch_axpys<double> (context, y, sign, first, n, x, out);
}

SeidelFusedOperations
seidel_cuda_krylov_operations (void)
{
  SeidelFusedOperations operations = {};

  operations.multiply_dot = timed<seidel_cuda_multiply_dot> ("multiply, dot");
  operations.multiply_dots = timed<seidel_cuda_multiply_dots> ("multiply, dots");
  operations.multiply_add = timed<seidel_cuda_multiply_add> ("multiply, add");
  operations.difference = timed<seidel_cuda_difference> ("difference");
  operations.jacobi_step = timed<seidel_cuda_jacobi_step> ("Jacobi step");
  operations.divide_diagonal_dot = timed<seidel_cuda_divide_diagonal_dot> ("divide diagonal, dot");
  operations.cg_step = timed<cg_step> ("cg step");
  operations.divide_xpby = timed<divide_xpby> ("divide, xpby");
  operations.cg_update = timed<cg_update> ("cg update");
  operations.bicgstab_direction = timed<bicgstab_direction> ("bicgstab direction");
  operations.bicgstab_update = timed<bicgstab_update> ("bicgstab update");
  operations.dots = timed<dots> ("dots");
  operations.axpys = timed<axpys> ("axpys");
  operations.axpys_dot = timed<axpys_dot> ("axpys, dot");
  return operations;
}
