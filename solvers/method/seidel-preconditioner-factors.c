/* Preconditioning with the factors of an incomplete factorisation: z ← (D + U)⁻¹ D (L + D)⁻¹ r.
 * Those that the host makes are two systems of their own on the engine, those of the engine itself
 * are one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner-private.h"

#include "method/seidel-triangles.h"

typedef struct
{
  SeidelVector *room;
  SeidelTriangles triangles;
  SeidelTriangles transposed;
} Factors;

static Factors *
factors_new (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Factors *factors = g_new0 (Factors, 1);

  self->state = factors;
  factors->room = seidel_method_run_vector (run);
  return factors;
}

SeidelReason
seidel_preconditioner_factors_take (SeidelMethodRun *run,
                                    SeidelPreconditioner *self,
                                    SeidelOperator *on_engine)
{
  Factors *factors = factors_new (run, self);
  SeidelReason reason = seidel_triangles_of_engine (run, on_engine, &factors->triangles);

  if (reason == SEIDEL_REASON_NONE)
    seidel_triangles_time_levels (run, &factors->triangles);
  return reason;
}

/* Factors that are each other's transpose are their own. */
static SeidelReason
transpose (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Factors *factors = self->state;

  if (self->kind->keeps_symmetry
      || run->method->preconditioning != SEIDEL_PRECONDITIONING_TRANSPOSED)
    return SEIDEL_REASON_NONE;
  return seidel_triangles_transpose_factors (run, &factors->triangles, &factors->transposed);
}

SeidelReason
seidel_preconditioner_factors_keep (SeidelMethodRun *run,
                                    SeidelPreconditioner *self,
                                    SeidelCsr *lower,
                                    SeidelCsr *upper)
{
  Factors *factors = factors_new (run, self);
  SeidelReason reason;

  reason = seidel_triangles_of_factors (run, lower, upper, run->schedules, &factors->triangles);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  seidel_triangles_time_levels (run, &factors->triangles);
  return transpose (run, self);
}

SeidelReason
seidel_preconditioner_factors_keep_filled (SeidelMethodRun *run,
                                           SeidelPreconditioner *self,
                                           SeidelCsr *lower,
                                           SeidelCsr *upper)
{
  const SeidelSchedule *const unknown[2] = { NULL, NULL };
  Factors *factors = factors_new (run, self);
  SeidelReason reason;

  factors->triangles.own_pattern = true;
  reason = seidel_triangles_of_factors (run, lower, upper, unknown, &factors->triangles);
  return reason == SEIDEL_REASON_NONE ? transpose (run, self) : reason;
}

void
seidel_preconditioner_factors_apply (SeidelMethodRun *run,
                                     SeidelPreconditioner *self,
                                     bool transposed,
                                     const SeidelVector *r,
                                     SeidelVector *z)
{
  const Factors *factors = self->state;
  bool other = transposed && !self->kind->keeps_symmetry;

  seidel_triangles_solve (run, other ? &factors->transposed : &factors->triangles, 1.0, r,
                          factors->room, z);
}

void
seidel_preconditioner_factors_clear (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Factors *factors = self->state;

  if (factors == NULL)
    return;
  seidel_triangles_clear (run, &factors->transposed);
  seidel_triangles_clear (run, &factors->triangles);
  seidel_session_vector_free (&run->session, factors->room);
  g_clear_pointer (&self->state, g_free);
}
