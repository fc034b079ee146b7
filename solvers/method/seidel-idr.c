/* IDR(s): residuals in spaces of shrinking dimension, with s vectors that they are orthogonal to;
 * for any square matrix, without Aᵀ, with short recurrences. IDR(1) is about BiCGStab.
 *
 * Source: Sonneveld and van Gijzen, "IDR(s): a family of simple and fast algorithms for solving
 * large nonsymmetric systems of linear equations" (2008); van Gijzen and Sonneveld, "Algorithm 913:
 * an elegant IDR(s) variant that efficiently exploits biorthogonality properties" (2011), figure 2,
 * with the choice of ω that maintains the convergence, section 4.3. Preconditioned from the right,
 * so that r stays the residual b − A x itself. An iteration is one product: s of them improve x
 * within a space, and one more goes on to the next.
 *
 * P has random columns, orthonormal. M = Pᵀ G is lower triangular; where a diagonal entry of it is
 * noise, r is made afresh and the spaces begin again, once in a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

#include "matrix/seidel-vector.h"

/* Slots: what is fused reads and writes them one after the other. */
enum
{
  RR,
  TS, /* t · r, then t · t */
  TT,
  OMEGA,
  FACTOR,
  PRODUCTS, /* s of them */
  WEIGHTS = PRODUCTS + SEIDEL_IDR_MOST_SHADOWS + 1,
};

/* The cosine of t and r below which ω is made longer. */
#define LEAST_COSINE 0.7

typedef struct
{
  int s;
  SeidelVector *r;
  SeidelVector *v; /* room for the next direction */
  SeidelVector *t;
  SeidelVector *p[SEIDEL_IDR_MOST_SHADOWS];
  SeidelVector *g[SEIDEL_IDR_MOST_SHADOWS];
  SeidelVector *u[SEIDEL_IDR_MOST_SHADOWS];
  double m[SEIDEL_IDR_MOST_SHADOWS][SEIDEL_IDR_MOST_SHADOWS]; /* lower triangle of Pᵀ G */
  double f[SEIDEL_IDR_MOST_SHADOWS];                          /* Pᵀ r */
  double omega;
  double squared; /* r · r, when f was made */
  bool began_again;
} Idr;

static void
set_all (SeidelSession *session, SeidelScalar first, const double *values, int n)
{
  for (int i = 0; i < n; i++)
    seidel_session_set (session, first + i, values[i]);
}

/* Random columns, orthonormal by Gram-Schmidt. */
static SeidelReason
make_shadows (SeidelMethodRun *run, Idr *idr, uint64_t seed)
{
  SeidelSession *session = &run->session;
  double *column = seidel_vector_new (run->n, NULL);

  if (column == NULL)
    {
      seidel_method_run_note (run, "the shadow space did not fit into memory");
      return SEIDEL_REASON_OUT_OF_MEMORY;
    }
  for (int k = 0; k < idr->s && !seidel_session_failed (session); k++)
    {
      double squared = 0.0;

      seidel_vector_fill_random (column, run->n, seed + (uint64_t) k);
      session->engine->vectors.upload (session->context, idr->p[k], column);
      for (int pass = 0; pass < 2 && k > 0; pass++)
        {
          seidel_session_dots (session, PRODUCTS, k, (const SeidelVector *const *) idr->p,
                               idr->p[k]);
          seidel_session_axpys (session, idr->p[k], -1, PRODUCTS, k,
                                (const SeidelVector *const *) idr->p);
        }
      seidel_session_dot (session, FACTOR, idr->p[k], idr->p[k]);
      seidel_session_get (session, FACTOR, 1, &squared);
      seidel_session_set (session, FACTOR, squared > 0.0 ? 1.0 / sqrt (squared) : 0.0);
      seidel_session_scale (session, idr->p[k], FACTOR);
    }
  seidel_vector_free (column);
  return SEIDEL_REASON_NONE;
}

/* The spaces begin with the residual as it is. */
static void
begin (SeidelMethodRun *run, Idr *idr)
{
  SeidelSession *session = &run->session;

  idr->omega = 1.0;
  for (int k = 0; k < idr->s; k++)
    {
      seidel_session_fill (session, idr->g[k], 0.0);
      seidel_session_fill (session, idr->u[k], 0.0);
      for (int i = 0; i < idr->s; i++)
        idr->m[i][k] = i == k ? 1.0 : 0.0;
    }
}

/* f ← Pᵀ r, and r · r */
static void
project_residual (SeidelMethodRun *run, Idr *idr)
{
  SeidelSession *session = &run->session;

  seidel_session_dots (session, PRODUCTS, idr->s, (const SeidelVector *const *) idr->p, idr->r);
  if (seidel_session_failed (session))
    return;
  seidel_session_get (session, PRODUCTS, idr->s, idr->f);
  seidel_session_get (session, RR, 1, &idr->squared);
}

static void
swap (SeidelVector **a, SeidelVector **b)
{
  SeidelVector *kept = *a;

  *a = *b;
  *b = kept;
}

/* c of M c = f from row k on, in the slots. */
static void
solve_small (SeidelMethodRun *run, const Idr *idr, int k)
{
  double c[SEIDEL_IDR_MOST_SHADOWS];

  for (int i = k; i < idr->s; i++)
    {
      c[i] = idr->f[i];
      for (int j = k; j < i; j++)
        c[i] -= idr->m[i][j] * c[j];
      c[i] /= idr->m[i][i];
    }
  set_all (&run->session, WEIGHTS, c + k, idr->s - k);
}

/* u_k ← ω M⁻¹ (r − Σ c g) + Σ c u, g_k ← A u_k */
static void
expand (SeidelMethodRun *run, Idr *idr, int k)
{
  SeidelSession *session = &run->session;
  const bool preconditioned = seidel_method_run_preconditioned (run);
  SeidelVector *direction = preconditioned ? idr->t : idr->v;

  solve_small (run, idr, k);
  seidel_session_copy (session, direction, idr->r);
  seidel_session_axpys (session, direction, -1, WEIGHTS, idr->s - k,
                        (const SeidelVector *const *) idr->g + k);
  if (preconditioned)
    seidel_method_run_precondition (run, direction, idr->v);
  seidel_session_set (session, FACTOR, idr->omega);
  seidel_session_scale (session, idr->v, FACTOR);
  seidel_session_axpys (session, idr->v, 1, WEIGHTS, idr->s - k,
                        (const SeidelVector *const *) idr->u + k);
  swap (&idr->u[k], &idr->v);
  seidel_session_multiply (session, run->A, idr->u[k], idr->g[k]);
}

/* Makes g_k orthogonal to the first k shadows, and the column of M. */
static void
orthogonalise (SeidelMethodRun *run, Idr *idr, int k)
{
  SeidelSession *session = &run->session;
  double products[SEIDEL_IDR_MOST_SHADOWS] = { 0.0 };
  double alpha[SEIDEL_IDR_MOST_SHADOWS];

  seidel_session_dots (session, PRODUCTS, idr->s, (const SeidelVector *const *) idr->p, idr->g[k]);
  if (seidel_session_failed (session))
    return;
  seidel_session_get (session, PRODUCTS, idr->s, products);
  for (int i = 0; i < k; i++)
    {
      alpha[i] = products[i];
      for (int j = 0; j < i; j++)
        alpha[i] -= idr->m[i][j] * alpha[j];
      alpha[i] /= idr->m[i][i];
    }
  for (int i = k; i < idr->s; i++)
    {
      idr->m[i][k] = products[i];
      for (int j = 0; j < k; j++)
        idr->m[i][k] -= idr->m[i][j] * alpha[j];
    }
  if (k == 0)
    return;
  set_all (session, WEIGHTS, alpha, k);
  seidel_session_axpys (session, idr->g[k], -1, WEIGHTS, k, (const SeidelVector *const *) idr->g);
  seidel_session_axpys (session, idr->u[k], -1, WEIGHTS, k, (const SeidelVector *const *) idr->u);
}

/* x ← x + β u_k, r ← r − β g_k; f loses what r does. */
static void
improve (SeidelMethodRun *run, Idr *idr, int k)
{
  SeidelSession *session = &run->session;
  const double beta = idr->f[k] / idr->m[k][k];

  seidel_session_set (session, FACTOR, beta);
  seidel_session_axpy (session, run->x, 1, FACTOR, idr->u[k]);
  seidel_session_axpys_dot (session, idr->r, -1, FACTOR, 1,
                            (const SeidelVector *const *) &idr->g[k], RR);
  for (int i = k + 1; i < idr->s; i++)
    idr->f[i] -= beta * idr->m[i][k];
  idr->f[k] = 0.0;
}

/* The step to the next space: r ← r − ω t with t = A M⁻¹ r. False where ω is zero: it is none. */
static bool
shrink (SeidelMethodRun *run, Idr *idr)
{
  SeidelSession *session = &run->session;
  const bool preconditioned = seidel_method_run_preconditioned (run);
  SeidelVector *direction = preconditioned ? idr->v : idr->r;
  double products[2] = { 0.0 };
  double squared = 0.0;
  double cosine;

  if (preconditioned)
    seidel_method_run_precondition (run, idr->r, idr->v);
  seidel_session_multiply_dots (session, run->A, direction, idr->t, idr->r, TS);
  if (seidel_session_failed (session))
    return true;
  seidel_session_get (session, TS, 2, products);
  seidel_session_get (session, RR, 1, &squared);
  if (products[0] == 0.0 || !(products[1] > 0.0))
    return false;
  cosine = fabs (products[0]) / sqrt (products[1]) / sqrt (squared);
  idr->omega = products[0] / products[1] * (cosine < LEAST_COSINE ? LEAST_COSINE / cosine : 1.0);
  seidel_session_set (session, OMEGA, idr->omega);
  seidel_session_axpy (session, run->x, 1, OMEGA, direction);
  seidel_session_axpys_dot (session, idr->r, -1, OMEGA, 1, (const SeidelVector *const *) &idr->t,
                            RR);
  return true;
}

/* Whether the new diagonal entry of M, or ω, lets the method go on; otherwise r is made afresh, and
 * the spaces begin again with other shadows. */
static SeidelReason
begin_again (SeidelMethodRun *run, Idr *idr, int64_t iteration)
{
  if (idr->began_again)
    return seidel_method_run_breakdown (run,
                                        "the residual is orthogonal to the shadow space in "
                                        "iteration %" G_GINT64_FORMAT ": the method cannot go on",
                                        iteration);
  idr->began_again = true;
  seidel_session_residual (&run->session, run->A, run->b, run->x, idr->r, RR);
  begin (run, idr);
  return make_shadows (run, idr, (uint64_t) iteration * SEIDEL_IDR_MOST_SHADOWS);
}

static bool
is_lost (const SeidelMethodRun *run, const Idr *idr, int k)
{
  double column = 0.0;

  for (int i = k; i < idr->s; i++)
    column += idr->m[i][k] * idr->m[i][k];
  return !isfinite (column) || seidel_method_run_is_noise (run, idr->m[k][k], 1.0, column)
         || seidel_method_run_is_noise (run, idr->f[k], 1.0, idr->squared);
}

/* The steps within a space and the one to the next; lost is set where one of them was none. */
static SeidelReason
run_space (SeidelMethodRun *run, Idr *idr, int64_t *iteration, bool *lost)
{
  SeidelReason reason = SEIDEL_REASON_NONE;

  *lost = false;
  project_residual (run, idr);
  for (int k = 0; k <= idr->s && reason == SEIDEL_REASON_NONE; k++)
    {
      bool made = true;

      seidel_method_run_begin (run, *iteration + 1);
      if (k < idr->s)
        {
          expand (run, idr, k);
          orthogonalise (run, idr, k);
          made = seidel_session_failed (&run->session) || !is_lost (run, idr, k);
          if (made)
            improve (run, idr, k);
        }
      else
        made = shrink (run, idr);
      seidel_method_run_end (run);
      *lost = !made;
      if (!made)
        return SEIDEL_REASON_NONE;
      (*iteration)++;
      reason = seidel_method_run_check (run, *iteration, RR);
    }
  idr->began_again = false;
  return reason;
}

static SeidelReason
iterate (SeidelMethodRun *run, Idr *idr)
{
  int64_t iteration = 0;
  SeidelReason reason;
  bool lost;

  seidel_session_residual (&run->session, run->A, run->b, run->x, idr->r, RR);
  reason = seidel_method_run_check (run, 0, RR);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  begin (run, idr);
  reason = make_shadows (run, idr, 0);
  while (reason == SEIDEL_REASON_NONE)
    {
      reason = run_space (run, idr, &iteration, &lost);
      if (reason == SEIDEL_REASON_NONE && lost)
        reason = begin_again (run, idr, iteration + 1);
    }
  return reason;
}

SeidelReason
seidel_method_idr (SeidelMethodRun *run)
{
  const double s = seidel_method_run_parameter (run, SEIDEL_PARAMETER_SHADOWS);
  Idr idr = {
    .s = (int) CLAMP (s, 1.0, (double) MIN (MAX (run->n, 1), SEIDEL_IDR_MOST_SHADOWS)),
    .r = seidel_method_run_work (run, run->n),
    .v = seidel_method_run_work (run, run->n),
    .t = seidel_method_run_work (run, run->n),
  };

  for (int k = 0; k < idr.s; k++)
    {
      idr.p[k] = seidel_method_run_work (run, run->n);
      idr.g[k] = seidel_method_run_work (run, run->n);
      idr.u[k] = seidel_method_run_work (run, run->n);
    }
  return iterate (run, &idr);
}
