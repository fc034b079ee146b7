/* SSOR as a preconditioner: M = ω/(2−ω) (D/ω + L) D⁻¹ (D/ω + U), a sweep forward and one backward
 * from zero.
 *
 * Source: Axelsson, "A generalized SSOR method" (1972); Saad (2003), 10.2. Each triangle is read
 * once, so that an application costs about one pass over the matrix. Symmetric where A is, and then
 * positive definite for 0 < ω < 2. The transpose is the same form of Aᵀ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner-private.h"

#include "method/seidel-triangles.h"

/* The last slot there is: methods number theirs from the first. */
#define FACTOR (SEIDEL_METHOD_RUN_SCALARS - 1)

typedef struct
{
  double omega;
  SeidelVector *room;
  SeidelTriangles triangles;
  SeidelTriangles transposed; /* of Aᵀ, where that differs and is asked for */
} Ssor;

static SeidelReason
prepare_transpose (SeidelMethodRun *run, Ssor *ssor)
{
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_transpose (run->csr, run->monitor->cancellable, &error);

  if (csr == NULL)
    return seidel_triangles_fail (run, error);
  return seidel_triangles_of_transpose (run, csr, &ssor->transposed);
}

SeidelReason
seidel_preconditioner_ssor_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Ssor *ssor = g_new0 (Ssor, 1);

  self->state = ssor;
  ssor->omega = seidel_method_run_parameter (run, SEIDEL_PARAMETER_PRECONDITIONER_OMEGA);
  ssor->room = seidel_method_run_vector (run);
  seidel_triangles_of_matrix (run, &ssor->triangles);
  seidel_triangles_time_levels (run, &ssor->triangles);
  seidel_session_set (&run->session, FACTOR, (2.0 - ssor->omega) / ssor->omega);
  if (run->method->preconditioning != SEIDEL_PRECONDITIONING_TRANSPOSED)
    return SEIDEL_REASON_NONE;
  if (run->structure->value_symmetric)
    seidel_triangles_of_matrix (run, &ssor->transposed);
  else
    return prepare_transpose (run, ssor);
  return SEIDEL_REASON_NONE;
}

void
seidel_preconditioner_ssor_apply (SeidelMethodRun *run,
                                  SeidelPreconditioner *self,
                                  bool transposed,
                                  const SeidelVector *r,
                                  SeidelVector *z)
{
  const Ssor *ssor = self->state;

  seidel_triangles_solve (run, transposed ? &ssor->transposed : &ssor->triangles, ssor->omega, r,
                          ssor->room, z);
  if (ssor->omega != 1.0)
    seidel_session_scale (&run->session, z, FACTOR);
}

void
seidel_preconditioner_ssor_clear (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  Ssor *ssor = self->state;

  if (ssor == NULL)
    return;
  seidel_triangles_clear (run, &ssor->transposed);
  seidel_triangles_clear (run, &ssor->triangles);
  seidel_session_vector_free (&run->session, ssor->room);
  g_clear_pointer (&self->state, g_free);
}
