/* Multigrid as a preconditioner, one cycle from zero, which is symmetric where the matrix is unless
 * the cycle is a K cycle; and as a method, cycles until the monitor ends the run.
 *
 * Source: Trottenberg, Oosterlee and Schüller, "Multigrid" (2001), sections 2.4 and 7.8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-multigrid.h"
#include "method/seidel-preconditioner-private.h"

enum
{
  RR,
  ONE,
};

SeidelReason
seidel_preconditioner_multigrid_prepare (SeidelMethodRun *run, SeidelPreconditioner *state)
{
  SeidelMultigrid *multigrid = state->state;
  SeidelReason reason =
    seidel_multigrid_new (run, run->method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED,
                          &multigrid);

  state->state = multigrid;
  return reason;
}

bool
seidel_preconditioner_multigrid_leave (SeidelMethodRun *run,
                                       SeidelPreconditioner *state,
                                       const SeidelCsr *next)
{
  return seidel_multigrid_leave_pattern (run, state->state, next);
}

bool
seidel_preconditioner_multigrid_updated (const SeidelPreconditioner *state)
{
  return state->state != NULL && seidel_multigrid_updated (state->state);
}

void
seidel_preconditioner_multigrid_apply (SeidelMethodRun *run,
                                       SeidelPreconditioner *state,
                                       bool transposed,
                                       const SeidelVector *r,
                                       SeidelVector *z)
{
  seidel_multigrid_cycle (run, state->state, transposed, r, z);
}

void
seidel_preconditioner_multigrid_apply_dot (SeidelMethodRun *run,
                                           SeidelPreconditioner *state,
                                           const SeidelVector *r,
                                           SeidelVector *z,
                                           SeidelScalar out)
{
  seidel_multigrid_cycle_dot (run, state->state, r, z, out);
}

void
seidel_preconditioner_multigrid_clear (SeidelMethodRun *run, SeidelPreconditioner *state)
{
  seidel_multigrid_free (run, state->state);
  state->state = NULL;
}

/* x ← x + M⁻¹ (b − A x) */
static SeidelReason
iterate (SeidelMethodRun *run, const SeidelMultigrid *multigrid, SeidelVector *r, SeidelVector *z)
{
  SeidelSession *session = &run->session;
  SeidelReason reason = SEIDEL_REASON_NONE;

  seidel_session_set (session, ONE, 1.0);
  seidel_session_residual (session, run->A, run->b, run->x, r, RR);
  for (int64_t iteration = 0;; iteration++)
    {
      reason = seidel_method_run_check (run, iteration, RR);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      seidel_multigrid_cycle (run, multigrid, false, r, z);
      seidel_session_axpy (session, run->x, 1, ONE, z);
      seidel_session_residual (session, run->A, run->b, run->x, r, RR);
      seidel_method_run_end (run);
    }
}

/* The hierarchy serves all steps of a refinement. */
typedef struct
{
  SeidelMethodRun *run;
  SeidelMultigrid *multigrid;
  bool left; /* only its pattern is there, of a matrix with other values */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  seidel_multigrid_free (kept->run, kept->multigrid);
  g_free (kept);
}

bool
seidel_method_multigrid_leave (SeidelMethodRun *run, const SeidelCsr *next)
{
  Kept *kept = run->kept;

  kept->left = seidel_multigrid_leave_pattern (run, kept->multigrid, next);
  return kept->left;
}

bool
seidel_method_multigrid_updated (const SeidelMethodRun *run)
{
  const Kept *kept = run->kept;

  return kept != NULL && seidel_multigrid_updated (kept->multigrid);
}

SeidelReason
seidel_method_multigrid (SeidelMethodRun *run)
{
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelVector *z = seidel_method_run_vector (run);
  SeidelReason reason = SEIDEL_REASON_NONE;
  Kept *kept = run->kept;

  if (kept == NULL)
    {
      run->kept = kept = g_new0 (Kept, 1);
      run->kept_free = kept_free;
      kept->run = run;
      kept->left = true;
    }
  if (kept->left)
    reason = seidel_multigrid_new (run, false, &kept->multigrid);
  kept->left = false;
  if (reason == SEIDEL_REASON_NONE)
    reason = iterate (run, kept->multigrid, r, z);
  seidel_session_vector_free (&run->session, r);
  seidel_session_vector_free (&run->session, z);
  return reason;
}
