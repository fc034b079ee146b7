/* Preconditioners and direct solvers of the library that an engine is made with: what they do is
 * the library's, how a run goes on with them is Seidel's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner-private.h"

#include <math.h>

/* A step that gains less than this has come to the end of the precision. */
#define LEAST_GAIN 0.5

enum
{
  SQUARED, /* ‖r‖² */
  ONE,
};

/* NULL with a reason, or after a failure of the session, which the next check reports. */
static SeidelLibrarySolver *
make_solver (SeidelMethodRun *run, const char *id, SeidelReason *reason)
{
  char why[240] = "";
  SeidelLibrarySolver *solver =
    run->session.engine->library.create (run->session.context, run->A, id, why, sizeof why);

  *reason = SEIDEL_REASON_NONE;
  if (solver == NULL && !seidel_session_failed (&run->session))
    *reason = seidel_method_run_breakdown (run, "%s", why);
  return solver;
}

static void
apply (SeidelMethodRun *run,
       SeidelLibrarySolver *solver,
       bool transposed,
       const SeidelVector *r,
       SeidelVector *z)
{
  if (solver != NULL)
    run->session.engine->library.apply (run->session.context, solver, transposed, r, z);
}

SeidelReason
seidel_preconditioner_library_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelReason reason;

  self->state = make_solver (run, self->kind->id, &reason);
  return reason;
}

void
seidel_preconditioner_library_apply (SeidelMethodRun *run,
                                     SeidelPreconditioner *self,
                                     bool transposed,
                                     const SeidelVector *r,
                                     SeidelVector *z)
{
  apply (run, self->state, transposed, r, z);
}

void
seidel_preconditioner_library_clear (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  if (self->state != NULL)
    run->session.engine->library.free (run->session.context, self->state);
  self->state = NULL;
}

/* x ← x + A⁻¹ (b − A x) until the tolerance is met or a step gains nothing any more. */
static SeidelReason
refine (SeidelMethodRun *run, SeidelLibrarySolver *solver, SeidelVector *r, SeidelVector *z)
{
  SeidelReason reason;
  double before = INFINITY;

  for (int64_t iteration = 0;; iteration++)
    {
      double norm;

      seidel_session_residual (&run->session, run->A, run->b, run->x, r, SQUARED);
      reason = seidel_method_run_check (run, iteration, SQUARED);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
      norm = run->monitor->latest;
      if (iteration > 1 && !(norm <= LEAST_GAIN * before))
        return SEIDEL_REASON_STAGNATED;
      before = norm;
      seidel_method_run_begin (run, iteration + 1);
      apply (run, solver, false, r, z);
      seidel_session_axpy (&run->session, run->x, 1, ONE, z);
      seidel_method_run_end (run);
    }
}

SeidelReason
seidel_method_library (SeidelMethodRun *run)
{
  SeidelVector *r = seidel_method_run_work (run, run->n);
  SeidelVector *z = seidel_method_run_work (run, run->n);
  SeidelReason reason;
  SeidelLibrarySolver *solver = make_solver (run, run->method->id, &reason);

  seidel_session_set (&run->session, ONE, 1.0);
  if (reason == SEIDEL_REASON_NONE)
    reason = refine (run, solver, r, z);
  if (solver != NULL)
    run->session.engine->library.free (run->session.context, solver);
  return reason;
}
