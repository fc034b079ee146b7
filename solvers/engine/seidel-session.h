/* An engine at work, as methods use it: thin wrappers that compose what an engine does not fuse.
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
  return session->engine->status (session->context)->code != SEIDEL_STATUS_OK;
}

static inline SeidelVector *
seidel_session_vector_new (SeidelSession *session, int64_t n)
{
  return session->engine->vector_new (session->context, n);
}

static inline void
seidel_session_vector_free (SeidelSession *session, SeidelVector *vector)
{
  if (vector != NULL)
    session->engine->vector_free (session->context, vector);
}

static inline void
seidel_session_divide (SeidelSession *session, SeidelScalar out, SeidelScalar a, SeidelScalar b)
{
  session->engine->scalar_divide (session->context, out, a, b);
}

/* Reads n slots from first on; waits for the work that makes them. */
static inline void
seidel_session_get (SeidelSession *session, SeidelScalar first, int n, double *values)
{
  session->engine->scalars_get (session->context, first, n, values);
}

static inline void
seidel_session_copy (SeidelSession *session, SeidelVector *to, const SeidelVector *from)
{
  session->engine->copy (session->context, to, from);
}

/* y ← x + beta y */
static inline void
seidel_session_xpby (SeidelSession *session,
                     SeidelVector *y,
                     const SeidelVector *x,
                     SeidelScalar beta)
{
  session->engine->xpby (session->context, y, x, beta);
}

/* r ← b − A x, out ← r · r */
static inline void
seidel_session_residual (SeidelSession *session,
                         SeidelSystem *A,
                         const SeidelVector *b,
                         const SeidelVector *x,
                         SeidelVector *r,
                         SeidelScalar out)
{
  session->engine->residual (session->context, A, b, x, r, out);
}

/* y ← x + D⁻¹ (b − A x), out ← ‖b − A x‖² */
static inline void
seidel_session_jacobi (SeidelSession *session,
                       SeidelSystem *A,
                       const SeidelVector *b,
                       const SeidelVector *x,
                       SeidelVector *y,
                       SeidelScalar out)
{
  session->engine->jacobi (session->context, A, b, x, y, out);
}

/* y ← A x, out ← x · y */
static inline void
seidel_session_multiply_dot (SeidelSession *session,
                             SeidelSystem *A,
                             const SeidelVector *x,
                             SeidelVector *y,
                             SeidelScalar out)
{
  const SeidelEngine *engine = session->engine;

  if (engine->multiply_dot != NULL)
    {
      engine->multiply_dot (session->context, A, x, y, out);
      return;
    }
  engine->multiply (session->context, A, x, y);
  engine->dot (session->context, out, x, y);
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

  if (engine->cg_update != NULL)
    {
      engine->cg_update (session->context, x, r, alpha, p, q, out);
      return;
    }
  engine->axpy (session->context, x, 1, alpha, p);
  engine->axpy (session->context, r, -1, alpha, q);
  engine->dot (session->context, out, r, r);
}

G_END_DECLS
