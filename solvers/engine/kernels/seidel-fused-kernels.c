/* The fused operations of the CPU engine on vectors, which read each vector once.
 *
 * Several vectors pass another one block by block, so that this one is read from memory once only,
 * a few of them at a time, so that their sums do not wait for each other. Each of these sums is
 * that of dot (), each update that of axpy () after axpy (): the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "engine/kernels/seidel-vector-blocks.h"
#include "engine/seidel-cpu-sweep-private.h"

/* Vectors that are read side by side. */
#define SEVERAL 8

/* Sums of a block of n_vectors vectors, at most SEVERAL, each times y. Called with constants. */
INLINE void
few_dots (int arithmetic,
          const Real *const *x,
          int n_vectors,
          const Real *y,
          int64_t n,
          double *sums)
{
  LaneSum sum[SEVERAL];
  int64_t i = 0;

  memset (sum, 0, sizeof sum);
  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      Lanes other, element;

      lanes_at (y + i, &other);
      for (int k = 0; k < n_vectors; k++)
        {
          lanes_at (x[k] + i, &element);
          add_lanes (arithmetic, &sum[k], &element, &other);
        }
    }
  for (int k = 0; k < n_vectors; k++)
    {
      add_rest (arithmetic, &sum[k], x[k] + i, y + i, n - i);
      sums[k] = total_of_lanes (arithmetic, &sum[k]);
    }
}

INLINE void
dots_block (int arithmetic,
            const SeidelVector *const *x,
            int n_vectors,
            const Real *y,
            int64_t begin,
            int64_t n,
            double *sums)
{
  for (int first = 0; first < n_vectors;)
    {
      const Real *elements[SEVERAL];
      int rest = n_vectors - first;
      int taken = rest >= SEVERAL ? SEVERAL : rest >= 4 ? 4 : rest >= 2 ? 2 : 1;

      for (int k = 0; k < taken; k++)
        elements[k] = (const Real *) x[first + k]->elements + begin;
      if (taken == SEVERAL)
        few_dots (arithmetic, elements, SEVERAL, y + begin, n, sums + first);
      else if (taken == 4)
        few_dots (arithmetic, elements, 4, y + begin, n, sums + first);
      else if (taken == 2)
        few_dots (arithmetic, elements, 2, y + begin, n, sums + first);
      else
        few_dots (arithmetic, elements, 1, y + begin, n, sums + first);
      first += taken;
    }
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            dots_block,
                            (int arithmetic,
                             const SeidelVector *const *x,
                             int n_vectors,
                             const Real *y,
                             int64_t begin,
                             int64_t n,
                             double *sums),
                            (x, n_vectors, y, begin, n, sums))

/* Slots first … ← x_k · y */
static void
dots (SeidelContext *context,
      SeidelScalar first,
      int n_vectors,
      const SeidelVector *const *x,
      const SeidelVector *y)
{
  int64_t n;
  int64_t n_blocks;

  if (!seidel_cpu_ready (context))
    return;
  n = y->n;
  n_blocks = count_blocks (n);
  if (!seidel_cpu_reserve_partials (context, n_vectors * n_blocks))
    return;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n *n_vectors)) schedule(static)
  for (int64_t block = 0; block < n_blocks; block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      if (!seidel_cpu_stopped (context))
        SEIDEL_CPU_VARIANT (context, dots_block)
      (context->settings.arithmetic, x, n_vectors, y->elements, begin, block_length (begin, n),
       context->partials + block * n_vectors);
    }
  for (int k = 0; k < n_vectors; k++)
    context->scalars[first + k] =
      seidel_cpu_sum_every (context, context->partials + k, n_blocks, n_vectors);
  seidel_cpu_note_stop (context);
}

/* y + Σ alpha_k x_k over n elements, at most SEVERAL vectors. Called with constants. An element
 * depends on none but itself, whichever vectors are the same. */
INLINE void
few_axpys (Real *y, const Real *alphas, const Real *const *x, int n_vectors, int64_t n)
{
  const Real *in[SEVERAL];
  Real a[SEVERAL];

  for (int k = 0; k < n_vectors; k++)
    {
      in[k] = x[k];
      a[k] = alphas[k];
    }
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++)
    {
      Real sum = y[i];

      for (int k = 0; k < n_vectors; k++)
        sum += a[k] * in[k][i];
      y[i] = sum;
    }
}

INLINE void
axpys_block (Real *y,
             int sign,
             const double *alphas,
             const SeidelVector *const *x,
             int n_vectors,
             int64_t begin,
             int64_t n)
{
  for (int first = 0; first < n_vectors;)
    {
      const Real *elements[SEVERAL] = { NULL };
      Real a[SEVERAL] = { 0 };
      int rest = n_vectors - first;
      int taken = rest >= SEVERAL ? SEVERAL : rest >= 4 ? 4 : rest >= 2 ? 2 : 1;

      for (int k = 0; k < taken; k++)
        {
          elements[k] = (const Real *) x[first + k]->elements + begin;
          a[k] = (Real) (sign * alphas[first + k]);
        }
      if (taken == SEVERAL)
        few_axpys (y + begin, a, elements, SEVERAL, n);
      else if (taken == 4)
        few_axpys (y + begin, a, elements, 4, n);
      else if (taken == 2)
        few_axpys (y + begin, a, elements, 2, n);
      else
        few_axpys (y + begin, a, elements, 1, n);
      first += taken;
    }
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (void,
                                  axpys_block,
                                  (Real * y,
                                   int sign,
                                   const double *alphas,
                                   const SeidelVector *const *x,
                                   int n_vectors,
                                   int64_t begin,
                                   int64_t n),
                                  (y, sign, alphas, x, n_vectors, begin, n))

/* y ← y + sign · Σ alpha_k x_k; where sums, out ← y · y of the result */
static void
add_vectors (SeidelContext *context,
             SeidelVector *y,
             int sign,
             SeidelScalar first,
             int n_vectors,
             const SeidelVector *const *x,
             bool sums,
             SeidelScalar out)
{
  Real *elements;
  int64_t n;

  if (!seidel_cpu_ready (context))
    return;
  elements = y->elements;
  n = y->n;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n *n_vectors)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;
      int64_t length = block_length (begin, n);

      context->partials[block] = 0.0;
      if (seidel_cpu_stopped (context))
        continue;
      SEIDEL_CPU_VARIANT (context, axpys_block)
      (elements, sign, context->scalars + first, x, n_vectors, begin, length);
      if (sums)
        context->partials[block] =
          SEIDEL_CPU_VARIANT (context, dot_block) (context->settings.arithmetic, elements + begin,
                                                   elements + begin, length);
    }
  if (sums)
    context->scalars[out] = seidel_cpu_sum_partials (context, count_blocks (n));
  seidel_cpu_note_stop (context);
}

static void
axpys (SeidelContext *context,
       SeidelVector *y,
       int sign,
       SeidelScalar first,
       int n,
       const SeidelVector *const *x)
{
  add_vectors (context, y, sign, first, n, x, false, first);
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
  add_vectors (context, y, sign, first, n, x, true, out);
}

INLINE double
cg_update_block (int arithmetic, Real *x, Real *r, Real a, const Real *p, const Real *q, int64_t n)
{
  LaneSum sum = { 0 };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      Slice updated = *slice_at (r + i) - a * *slice_at (q + i);
      Lanes wide = __builtin_convertvector(updated, Lanes);

      *(StoredSlice *) (x + i) = *slice_at (x + i) + a * *slice_at (p + i);
      *(StoredSlice *) (r + i) = updated;
      add_lanes (arithmetic, &sum, &wide, &wide);
    }
  for (int64_t k = i; k < n; k++)
    {
      x[k] += a * p[k];
      r[k] -= a * q[k];
    }
  add_rest (arithmetic, &sum, r + i, r + i, n - i);
  return total_of_lanes (arithmetic, &sum);
}

SEIDEL_CPU_DEFINE_VARIANTS (
  double,
  cg_update_block,
  (int arithmetic, Real *x, Real *r, Real a, const Real *p, const Real *q, int64_t n),
  (x, r, a, p, q, n))

/* x ← x + alpha p, r ← r − alpha q, out ← r · r */
static void
cg_update (SeidelContext *context,
           SeidelVector *x,
           SeidelVector *r,
           SeidelScalar alpha,
           const SeidelVector *p,
           const SeidelVector *q,
           SeidelScalar out)
{
  Real a = (Real) context->scalars[alpha];
  int64_t n;

  if (!seidel_cpu_ready (context))
    return;
  n = x->n;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      context->partials[block] = SEIDEL_CPU_VARIANT (context, cg_update_block) (
        context->settings.arithmetic, (Real *) x->elements + begin, (Real *) r->elements + begin, a,
        (const Real *) p->elements + begin, (const Real *) q->elements + begin,
        block_length (begin, n));
    }
  context->scalars[out] = seidel_cpu_sum_partials (context, count_blocks (n));
}

INLINE double
divide_diagonal_dot_block (int arithmetic, const Real *d, const Real *x, Real *y, int64_t n)
{
  LaneSum sum = { 0 };
  int64_t i = 0;

  for (; i + SEIDEL_CPU_SLICE <= n; i += SEIDEL_CPU_SLICE)
    {
      Slice divided = *slice_at (x + i) / *slice_at (d + i);
      Lanes quotient = __builtin_convertvector(divided, Lanes);
      Lanes factor;

      lanes_at (x + i, &factor);
      *(StoredSlice *) (y + i) = divided;
      add_lanes (arithmetic, &sum, &factor, &quotient);
    }
  for (int64_t k = i; k < n; k++)
    y[k] = x[k] / d[k];
  add_rest (arithmetic, &sum, x + i, y + i, n - i);
  return total_of_lanes (arithmetic, &sum);
}

SEIDEL_CPU_DEFINE_VARIANTS (double,
                            divide_diagonal_dot_block,
                            (int arithmetic, const Real *d, const Real *x, Real *y, int64_t n),
                            (d, x, y, n))

/* y ← D⁻¹ x, out ← x · y */
static void
divide_diagonal_dot (SeidelContext *context,
                     SeidelOperator *A,
                     const SeidelVector *x,
                     SeidelVector *y,
                     SeidelScalar out)
{
  const Real *diagonal = seidel_cpu_diagonal (context, A);
  int64_t n;

  if (diagonal == NULL)
    return;
  n = x->n;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      context->partials[block] = SEIDEL_CPU_VARIANT (context, divide_diagonal_dot_block) (
        context->settings.arithmetic, diagonal + begin, (const Real *) x->elements + begin,
        (Real *) y->elements + begin, block_length (begin, n));
    }
  context->scalars[out] = seidel_cpu_sum_partials (context, count_blocks (n));
}

INLINE void
bicgstab_direction_block (Real *p, const Real *r, Real b, Real w, const Real *v, int64_t n)
{
#pragma omp simd
  for (int64_t i = 0; i < n; i++)
    p[i] = r[i] + b * (p[i] - w * v[i]);
}

SEIDEL_CPU_DEFINE_PLAIN_VARIANTS (
  void,
  bicgstab_direction_block,
  (Real * p, const Real *r, Real b, Real w, const Real *v, int64_t n),
  (p, r, b, w, v, n))

/* p ← r + beta (p − omega v) */
static void
bicgstab_direction (SeidelContext *context,
                    SeidelVector *p,
                    const SeidelVector *r,
                    SeidelScalar beta,
                    SeidelScalar omega,
                    const SeidelVector *v)
{
  Real b = (Real) context->scalars[beta];
  Real w = (Real) context->scalars[omega];
  int64_t n;

  if (!seidel_cpu_ready (context))
    return;
  n = p->n;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, bicgstab_direction_block)
      ((Real *) p->elements + begin, (const Real *) r->elements + begin, b, w,
       (const Real *) v->elements + begin, block_length (begin, n));
    }
}

/* The vectors of bicgstab_update (). */
typedef struct
{
  Real *x;
  Real *r;
  const Real *p;
  const Real *s;
  const Real *t;
  const Real *shadow;
} BicgstabVectors;

/* Both sums over a block. */
INLINE void
bicgstab_update_block (int arithmetic,
                       const BicgstabVectors *vectors,
                       Real a,
                       Real w,
                       int64_t begin,
                       int64_t end,
                       double sums[2])
{
  const BicgstabVectors v = *vectors;
  LaneSum squares = { 0 };
  LaneSum products = { 0 };
  int64_t i = begin;

  for (; i + SEIDEL_CPU_SLICE <= end; i += SEIDEL_CPU_SLICE)
    {
      /* s may be r: it is read before r is written. */
      Slice updated = *slice_at (v.r + i) - w * *slice_at (v.t + i);
      Lanes wide = __builtin_convertvector(updated, Lanes);
      Lanes shadow;

      *(StoredSlice *) (v.x + i) =
        (*slice_at (v.x + i) + a * *slice_at (v.p + i)) + w * *slice_at (v.s + i);
      *(StoredSlice *) (v.r + i) = updated;
      lanes_at (v.shadow + i, &shadow);
      add_lanes (arithmetic, &squares, &wide, &wide);
      add_lanes (arithmetic, &products, &shadow, &wide);
    }
  for (int64_t k = i; k < end; k++)
    {
      v.x[k] = (v.x[k] + a * v.p[k]) + w * v.s[k];
      v.r[k] -= w * v.t[k];
    }
  add_rest (arithmetic, &squares, v.r + i, v.r + i, end - i);
  add_rest (arithmetic, &products, v.shadow + i, v.r + i, end - i);
  sums[0] = total_of_lanes (arithmetic, &squares);
  sums[1] = total_of_lanes (arithmetic, &products);
}

SEIDEL_CPU_DEFINE_VARIANTS (void,
                            bicgstab_update_block,
                            (int arithmetic,
                             const BicgstabVectors *vectors,
                             Real a,
                             Real w,
                             int64_t begin,
                             int64_t end,
                             double sums[2]),
                            (vectors, a, w, begin, end, sums))

/* x ← x + alpha p + omega s, r ← r − omega t, out ← r · r, out + 1 ← shadow · r */
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
  Real a = (Real) context->scalars[alpha];
  Real w = (Real) context->scalars[omega];
  BicgstabVectors vectors;
  int64_t n;

  if (!seidel_cpu_ready (context))
    return;
  vectors = (BicgstabVectors){ x->elements, r->elements, p->elements,
                               s->elements, t->elements, shadow->elements };
  n = x->n;
  if (!seidel_cpu_reserve_partials (context, 2 * count_blocks (n)))
    return;
#pragma omp parallel for num_threads(seidel_cpu_team(context, n)) schedule(static)
  for (int64_t block = 0; block < count_blocks (n); block++)
    {
      int64_t begin = block * SEIDEL_CPU_BLOCK;

      SEIDEL_CPU_VARIANT (context, bicgstab_update_block)
      (context->settings.arithmetic, &vectors, a, w, begin, begin + block_length (begin, n),
       context->partials + 2 * block);
    }
  seidel_cpu_sum_pairs (context, count_blocks (n), context->scalars + out);
}

const SeidelFusedOperations SEIDEL_CPU_NAME (fused) = {
  .multiply_dot = seidel_cpu_multiply_dot,
  .multiply_dots = seidel_cpu_multiply_dots,
  .divide_diagonal_dot = divide_diagonal_dot,
  .dots = dots,
  .axpys = axpys,
  .axpys_dot = axpys_dot,
  .cg_update = cg_update,
  .bicgstab_direction = bicgstab_direction,
  .bicgstab_update = bicgstab_update,
  .solve_triangle = seidel_cpu_solve_triangle,
  .solve_scaled_triangle = seidel_cpu_solve_scaled_triangle,
};
