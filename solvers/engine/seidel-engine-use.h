/* An engine in use, as methods see it: thin wrappers around its table. Where the engine lacks a
 * fused operation, the wrapper composes it of plain ones, which is also its definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "engine/seidel-engine.h"

G_BEGIN_DECLS

typedef struct
{
  const SeidelEngine *engine;
  SeidelContext *context;
} SeidelSession;

static inline bool
seidel_session_failed (SeidelSession *session)
{
  return session->engine->contexts.status (session->context)->code != SEIDEL_STATUS_OK;
}

static inline SeidelVector *
seidel_session_vector_new (SeidelSession *session, int64_t n)
{
  return session->engine->vectors.create (session->context, n);
}

static inline void
seidel_session_vector_free (SeidelSession *session, SeidelVector *vector)
{
  if (vector != NULL)
    session->engine->vectors.free (session->context, vector);
}

static inline void
seidel_session_divide (SeidelSession *session, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  session->engine->scalars.divide (session->context, out, a, b);
}

static inline void
seidel_session_multiply_scalars (SeidelSession *session,
                                 SeidelScalar out,
                                 SeidelScalar a,
                                 SeidelScalar b)
{
  session->engine->scalars.multiply (session->context, out, a, b);
}

static inline void
seidel_session_sqrt (SeidelSession *session, SeidelScalar out, SeidelScalar a)
{
  session->engine->scalars.sqrt (session->context, out, a);
}

static inline void
seidel_session_set (SeidelSession *session, SeidelScalar out, double value)
{
  session->engine->scalars.set (session->context, out, value);
}

/* Reads n slots from first on; waits for pending work that writes them. */
static inline void
seidel_session_get (SeidelSession *session, SeidelScalar first, int n, double *values)
{
  session->engine->scalars.get (session->context, first, n, values);
}

/* Whether slots can be read while what was queued after them is at work. */
static inline bool
seidel_session_runs_ahead (SeidelSession *session)
{
  return session->engine->ahead.note != NULL;
}

/* What a later fetch waits for, and the fetch. */
static inline void
seidel_session_note (SeidelSession *session)
{
  session->engine->ahead.note (session->context);
}

static inline void
seidel_session_fetch (SeidelSession *session, SeidelScalar first, int n, double *values)
{
  session->engine->ahead.fetch (session->context, first, n, values);
}

static inline void
seidel_session_copy (SeidelSession *session, SeidelVector *to, const SeidelVector *from)
{
  session->engine->vectors.copy (session->context, to, from);
}

static inline void
seidel_session_fill (SeidelSession *session, SeidelVector *y, double value)
{
  session->engine->vectors.fill (session->context, y, value);
}

/* y ← alpha y */
static inline void
seidel_session_scale (SeidelSession *session, SeidelVector *y, SeidelScalar alpha)
{
  session->engine->vectors.scale (session->context, y, alpha);
}

/* y ← y + sign · alpha x */
static inline void
seidel_session_axpy (SeidelSession *session,
                     SeidelVector *y,
                     int sign,
                     SeidelScalar alpha,
                     const SeidelVector *x)
{
  session->engine->vectors.axpy (session->context, y, sign, alpha, x);
}

/* out ← x · y */
static inline void
seidel_session_dot (SeidelSession *session,
                    SeidelScalar out,
                    const SeidelVector *x,
                    const SeidelVector *y)
{
  session->engine->vectors.dot (session->context, out, x, y);
}

/* y ← x + beta y */
static inline void
seidel_session_xpby (SeidelSession *session,
                     SeidelVector *y,
                     const SeidelVector *x,
                     SeidelScalar beta)
{
  session->engine->vectors.xpby (session->context, y, x, beta);
}

/* y ← A x */
static inline void
seidel_session_multiply (SeidelSession *session,
                         SeidelOperator *A,
                         const SeidelVector *x,
                         SeidelVector *y)
{
  session->engine->products.multiply (session->context, A, x, y);
}

/* y ← Aᵀ x */
static inline void
seidel_session_multiply_transposed (SeidelSession *session,
                                    SeidelOperator *A,
                                    const SeidelVector *x,
                                    SeidelVector *y)
{
  session->engine->products.multiply_transposed (session->context, A, x, y);
}

/* y ← D x (power 1) or D⁻¹ x (power −1) */
static inline void
seidel_session_multiply_diagonal (SeidelSession *session,
                                  SeidelOperator *A,
                                  int power,
                                  const SeidelVector *x,
                                  SeidelVector *y)
{
  session->engine->products.multiply_diagonal (session->context, A, power, x, y);
}

/* y ← D⁻¹ x, out ← x · y */
static inline void
seidel_session_divide_diagonal_dot (SeidelSession *session,
                                    SeidelOperator *A,
                                    const SeidelVector *x,
                                    SeidelVector *y,
                                    SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->divide_diagonal_dot != NULL)
    {
      fused->divide_diagonal_dot (session->context, A, x, y, out);
      return;
    }
  engine->products.multiply_diagonal (session->context, A, -1, x, y);
  engine->vectors.dot (session->context, out, x, y);
}

/* r ← b − A x, out ← r · r */
static inline void
seidel_session_residual (SeidelSession *session,
                         SeidelOperator *A,
                         const SeidelVector *b,
                         const SeidelVector *x,
                         SeidelVector *r,
                         SeidelScalar out)
{
  session->engine->products.residual (session->context, A, b, x, r, out);
}

/* y ← x + D⁻¹ (b − A x), out ← ‖b − A x‖² */
static inline void
seidel_session_jacobi (SeidelSession *session,
                       SeidelOperator *A,
                       const SeidelVector *b,
                       const SeidelVector *x,
                       SeidelVector *y,
                       SeidelScalar out)
{
  session->engine->products.jacobi (session->context, A, b, x, y, out);
}

/* y ← A x, out ← x · y */
static inline void
seidel_session_multiply_dot (SeidelSession *session,
                             SeidelOperator *A,
                             const SeidelVector *x,
                             SeidelVector *y,
                             SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->multiply_dot != NULL)
    {
      fused->multiply_dot (session->context, A, x, y, out);
      return;
    }
  engine->products.multiply (session->context, A, x, y);
  engine->vectors.dot (session->context, out, x, y);
}

/* x ← x + alpha p, r ← r − alpha q, out ← r · r */
static inline void
seidel_session_cg_update (SeidelSession *session,
                          SeidelVector *x,
                          SeidelVector *r,
                          SeidelScalar alpha,
                          const SeidelVector *p,
                          const SeidelVector *q,
                          SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->cg_update != NULL)
    {
      fused->cg_update (session->context, x, r, alpha, p, q, out);
      return;
    }
  engine->vectors.axpy (session->context, x, 1, alpha, p);
  engine->vectors.axpy (session->context, r, -1, alpha, q);
  engine->vectors.dot (session->context, out, r, r);
}

/* alpha ← rho / pq, or 0 where one of them is zero or negative; then the same */
static inline void
seidel_session_cg_step (SeidelSession *session,
                        SeidelVector *x,
                        SeidelVector *r,
                        SeidelScalar alpha,
                        SeidelScalar rho,
                        SeidelScalar pq,
                        const SeidelVector *p,
                        const SeidelVector *q,
                        SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->cg_step != NULL)
    {
      fused->cg_step (session->context, x, r, alpha, rho, pq, p, q, out);
      return;
    }
  engine->scalars.divide_positive (session->context, alpha, rho, pq);
  seidel_session_cg_update (session, x, r, alpha, p, q, out);
}

/* beta ← a / b, y ← x + beta y */
static inline void
seidel_session_divide_xpby (SeidelSession *session,
                            SeidelVector *y,
                            const SeidelVector *x,
                            SeidelScalar beta,
                            SeidelScalar a,
                            SeidelScalar b)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->divide_xpby != NULL)
    {
      fused->divide_xpby (session->context, y, x, beta, a, b);
      return;
    }
  engine->scalars.divide (session->context, beta, a, b);
  engine->vectors.xpby (session->context, y, x, beta);
}

/* Slots first … first + n − 1 ← x_k · y */
static inline void
seidel_session_dots (SeidelSession *session,
                     SeidelScalar first,
                     int n,
                     const SeidelVector *const *x,
                     const SeidelVector *y)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->dots != NULL)
    {
      fused->dots (session->context, first, n, x, y);
      return;
    }
  for (int k = 0; k < n; k++)
    engine->vectors.dot (session->context, first + k, x[k], y);
}

/* y ← y + sign · Σ_k alpha_k x_k, alpha being the slots first … first + n − 1 */
static inline void
seidel_session_axpys (SeidelSession *session,
                      SeidelVector *y,
                      int sign,
                      SeidelScalar first,
                      int n,
                      const SeidelVector *const *x)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->axpys != NULL)
    {
      fused->axpys (session->context, y, sign, first, n, x);
      return;
    }
  for (int k = 0; k < n; k++)
    engine->vectors.axpy (session->context, y, sign, first + k, x[k]);
}

/* y ← y + sign · Σ_k alpha_k x_k, out ← y · y */
static inline void
seidel_session_axpys_dot (SeidelSession *session,
                          SeidelVector *y,
                          int sign,
                          SeidelScalar first,
                          int n,
                          const SeidelVector *const *x,
                          SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->axpys_dot != NULL)
    {
      fused->axpys_dot (session->context, y, sign, first, n, x, out);
      return;
    }
  seidel_session_axpys (session, y, sign, first, n, x);
  engine->vectors.dot (session->context, out, y, y);
}

/* y ← A x, out ← z · y, out + 1 ← y · y */
static inline void
seidel_session_multiply_dots (SeidelSession *session,
                              SeidelOperator *A,
                              const SeidelVector *x,
                              SeidelVector *y,
                              const SeidelVector *z,
                              SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->multiply_dots != NULL)
    {
      fused->multiply_dots (session->context, A, x, y, z, out);
      return;
    }
  engine->products.multiply (session->context, A, x, y);
  engine->vectors.dot (session->context, out, z, y);
  engine->vectors.dot (session->context, out + 1, y, y);
}

/* p ← r + beta (p − omega v) */
static inline void
seidel_session_bicgstab_direction (SeidelSession *session,
                                   SeidelVector *p,
                                   const SeidelVector *r,
                                   SeidelScalar beta,
                                   SeidelScalar omega,
                                   const SeidelVector *v)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->bicgstab_direction != NULL)
    {
      fused->bicgstab_direction (session->context, p, r, beta, omega, v);
      return;
    }
  engine->vectors.axpy (session->context, p, -1, omega, v);
  engine->vectors.xpby (session->context, p, r, beta);
}

/* x ← x + alpha p + omega s, r ← r − omega t, out ← r · r, out + 1 ← shadow · r; s may be r */
static inline void
seidel_session_bicgstab_update (SeidelSession *session,
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
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->bicgstab_update != NULL)
    {
      fused->bicgstab_update (session->context, x, r, alpha, p, omega, s, t, shadow, out);
      return;
    }
  engine->vectors.axpy (session->context, x, 1, alpha, p);
  engine->vectors.axpy (session->context, x, 1, omega, s);
  engine->vectors.axpy (session->context, r, -1, omega, t);
  engine->vectors.dot (session->context, out, r, r);
  engine->vectors.dot (session->context, out + 1, shadow, r);
}

/* y ← y + A x. x, y and room differ; the slot one is 1. */
static inline void
seidel_session_multiply_add (SeidelSession *session,
                             SeidelOperator *A,
                             const SeidelVector *x,
                             SeidelVector *y,
                             SeidelScalar one,
                             SeidelVector *room)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->multiply_add != NULL)
    {
      fused->multiply_add (session->context, A, x, y, room);
      return;
    }
  engine->products.multiply (session->context, A, x, room);
  engine->vectors.axpy (session->context, y, 1, one, room);
}

/* r ← b − A x. square is a slot that nobody reads. */
static inline void
seidel_session_difference (SeidelSession *session,
                           SeidelOperator *A,
                           const SeidelVector *b,
                           const SeidelVector *x,
                           SeidelVector *r,
                           SeidelScalar square)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->difference != NULL)
    fused->difference (session->context, A, b, x, r);
  else
    engine->products.residual (session->context, A, b, x, r, square);
}

/* x ← x + factor D⁻¹ (b − A x), or, from_zero, factor D⁻¹ b, whatever x contains. b, x and room
 * differ; square is a slot that nobody reads. */
static inline void
seidel_session_jacobi_step (SeidelSession *session,
                            SeidelOperator *A,
                            const SeidelVector *b,
                            SeidelVector *x,
                            SeidelScalar factor,
                            bool from_zero,
                            SeidelVector *room,
                            SeidelScalar square)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->jacobi_step != NULL)
    {
      fused->jacobi_step (session->context, A, b, x, factor, from_zero, room);
      return;
    }
  if (from_zero)
    engine->vectors.fill (session->context, x, 0.0);
  else
    engine->products.residual (session->context, A, b, x, room, square);
  engine->products.multiply_diagonal (session->context, A, -1, from_zero ? b : room, room);
  engine->vectors.axpy (session->context, x, 1, factor, room);
}

/* x ← (D/ω + L)⁻¹ b, L being the entries that a row depends on in the direction of the sweep; b
 * must not be x. */
static inline void
seidel_session_solve_triangle (SeidelSession *session,
                               SeidelSweep *sweep,
                               const SeidelVector *b,
                               SeidelVector *x,
                               double omega,
                               SeidelSweepReportFunc report,
                               void *report_data)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->solve_triangle != NULL)
    {
      fused->solve_triangle (session->context, sweep, b, x, omega, report, report_data);
      return;
    }
  engine->vectors.fill (session->context, x, 0.0);
  engine->sweeps.run (session->context, sweep, b, x, omega, report, report_data);
}

/* z ← (D/ω + U)⁻¹ D (D/ω + L)⁻¹ r, by a sweep of each direction; D is the diagonal of A. r, room
 * and z differ. */
static inline void
seidel_session_solve_triangles (SeidelSession *session,
                                SeidelOperator *A,
                                SeidelSweep *const sweeps[2],
                                double omega,
                                const SeidelVector *r,
                                SeidelVector *room,
                                SeidelVector *z,
                                const SeidelSweepReportFunc reports[2],
                                void *report_data)
{
  const SeidelEngine *engine = session->engine;
  const SeidelFusedOperations *fused = engine->contexts.fused (session->context);

  if (fused->solve_triangles != NULL)
    {
      fused->solve_triangles (session->context, A, sweeps, omega, r, room, z, reports, report_data);
      return;
    }
  seidel_session_solve_triangle (session, sweeps[SEIDEL_DIRECTION_FORWARD], r, room, omega,
                                 reports[SEIDEL_DIRECTION_FORWARD], report_data);
  engine->products.multiply_diagonal (session->context, A, 1, room, room);
  seidel_session_solve_triangle (session, sweeps[SEIDEL_DIRECTION_BACKWARD], room, z, omega,
                                 reports[SEIDEL_DIRECTION_BACKWARD], report_data);
}

/* Solves with a triangle whose rows are scaled; only where that is worth it. */
static inline void
seidel_session_solve_scaled_triangle (SeidelSession *session,
                                      SeidelSweep *sweep,
                                      const SeidelVector *b,
                                      SeidelVector *x,
                                      SeidelSweepReportFunc report,
                                      void *report_data)
{
  session->engine->contexts.fused (session->context)
    ->solve_scaled_triangle (session->context, sweep, b, x, report, report_data);
}

/* Whether triangles that are solved often are worth scaling for solve_scaled_triangle (). */
static inline bool
seidel_session_scales_triangles (const SeidelSession *session)
{
  return session->engine->contexts.fused (session->context)->solve_scaled_triangle != NULL;
}

G_END_DECLS
